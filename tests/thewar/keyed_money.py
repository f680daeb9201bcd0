"""Figures of chapters 7, 8, 10, 11, 14, 15 and 23 that money hangs on, keyed a second time from the rulebook.

Written from its text without the engine's tables at hand, so that a slip of either shows. A dash: none is printed.
"""

from __future__ import annotations

PRICES = """
# kind     power     factors  build  repair   15.1.2, by hand: price x factors + cadre; half of the factors x price
inf        germany   6-5       7      3
inf        ussr      3-5       4      2
inf        ussr      4-5       5      2
inf        italy     4-5       9      4
inf        spain     4-5       9      4
sta        ussr      2-3       2      1
sta        ussr      3-3       3      2
sta        italy     2-3       4      2
cav        ussr      2-6       3      1
mech       germany   4-8       6      2
mech       ussr      6-8       8      3
mot        britain   6-7       8      3
mot        france    4-7       6      2
arm        germany   8-8      17      8
arm        germany  10-8      21     10
arm        ussr      2-8       5      2
arm        ussr      3-8       7      4
arm        us       10-8      21     10
arm        france    6-8      19      9
arm        britain   8-8      25     12
arm        italy     2-8       7      3
art        ussr      2-4       5      2
para       germany   2-5       5      2
para       britain   3-7      10      6
flak       germany   1-3       2      -
cdo        britain   1-5       1      -
ftr        germany   3-3-2    15      6
ftr        italy     2-3-2    24      9
tac        britain   1-5-4    15      6
tac        italy     1-5-4    24      9
mdm        us        1-7-6    15      6
nac        britain   1-3-2     6      2
nac        us        1-3-2     6      2
nac        germany   1-3-2    12      4
nac        italy     1-3-2    12      4
jet        germany   -        20      6
fleet      britain   1-12-5   36      4
fleet      germany   1-12-5   36      4
cv         britain   -        16      4
cv         germany   -        32      8
cv         italy     -        32      8
uboat      germany   -         2      1
asw        britain   -         3      2
sac        britain   -         4      2
sac        germany   -         6      3
int        germany   -         2      -
"""

LANDS = """
# 23.2: as conquest or Satellite, as Associate; what 23.2 includes is keyed without what the Pact gives away
belgium        18  6
bulgaria        5  2
denmark         9  0
estonia         1  0
finland         5  0
greece          8  3
hungary        11  0
ireland         3  0
latvia          2  0
lithuania       5  0
netherlands    12  0
norway          6  3
poland         20  0
portugal        6  2
romania         7  0
slovakia        3  0
spain          20  0
sweden         16  6
switzerland    28  0
turkey         14  5
"""

COLONIES = """
albania 1
algeria 5
alsace-lorraine 4
bessarabia 1
corsica 2
cyprus 1
danzig 2
eastern-poland 10
egypt 6
iraq 3
italian-east-africa 3
karelia 2
libya 3
morocco 6
palestine 1
sardinia 3
sicily 5
south-africa 12
syria 4
tunisia 2
"""

CITIES = """
paris 12
calais 4
sedan 4
lyons 4
marseilles 4
moscow 12
leningrad 12
baku 12
kiev 6
kharkov 6
stalingrad 6
stalino 6
dnepropetrovsk 6
grozny 6
maikop 4
odessa 4
berlin 12
essen 12
cologne 12
breslau 12
"""

YARDS = {"germany": 1, "italy": 1, "britain": 2, "us": 2, "france": 0, "ussr": 0}
"""15.1.5.1: yards that a power may add."""

CAPACITY = {"britain": (9, 2), "germany": (7, None), "us": (10, 2), "france": (4, 1), "italy": (4, 1)}
"""8.4: SMPs and their minimum; None where the scan has lost the cell."""

UPGRADES = """
# 17.4, 19.4, 20.3, 21.7.2, 21.7.3: price, first turn, in all from that turn on (0: no end)
britain  arm-2-8   arm-4-8   6  1942-1-spring  0
italy    arm-2-8   arm-4-8   6  1942-1-spring  0
germany  arm-8-8   arm-10-8  4  1943-1-spring  1
ussr     sta-3-3   inf-6-5   5  1943-3-fall    5
ussr     inf-6-5   mech-6-8  3  1943-3-fall    5
ussr     arm-2-8   arm-6-8   8  1942-3-fall    0
ussr     arm-1-8   arm-4-8   6  1942-3-fall    0
"""

AIRBASES = {"germany": 6, "italy": 3, "ussr": 5, "britain": 6, "us": 5, "france": 1}
"""11.1.1: airbases on the board at most."""


def rows(text: str) -> list[list[str]]:
    """The words of each line; # begins a remark."""
    lines = (line.partition("#")[0].split() for line in text.strip().splitlines())
    return [words for words in lines if words]
