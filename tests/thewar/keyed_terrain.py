"""Terrain, fortresses and sieges in defence (10.6, 13.2.3), keyed a second time from the rulebook, as a chart.

Written without looking at the engine, so that a slip of either hand shows. A line is a kind of unit; a cell says with
how much its printed factors are multiplied there. ``second``: a clear hex that ARM, MECH or CAV attack in the Second
Impulse; ``dropped``: a clear hex on which an airborne landing alone falls; pairs with a plus are worth more.
Rulings 67 to 71, 169, 170 and 172. Of NKVD in swamps nothing is printed but the general doubling.
"""

from __future__ import annotations

CHART = """
kind     clear second dropped desert forest city mountain swamp river beach-assault fortified mountain+river fortified+river fortified+beach-assault fortress
ARM      2     2      2       2      2      2    3        1     3     3             3         4              4               4                       4
MECH     2     2      2       2      2      2    3        1     3     3             3         4              4               4                       4
CAV      2     2      2       2      2      2    3        3     3     3             3         4              4               4                       4
INF      2     1      2       1      2      2    3        3     3     3             3         4              4               4                       5
MOT      2     2      2       2      2      2    3        1     3     3             3         4              4               4                       5
PARA     2     2      2       2      2      2    3        3     3     3             3         4              4               4                       5
NKVD     2     2      2       2      2      2    3        2     3     3             3         4              4               4                       5
STA      2     1      1       1      2      2    3        3     3     3             3         4              4               4                       6
ART      2     2      2       2      2      2    3        1     3     3             3         4              4               4                       1
CDO      1     1      1       1      1      1    1        1     1     1             1         1              1               1                       1
PART     1     1      1       1      1      1    1        1     1     1             1         1              1               1                       -
FLAK     0     0      0       0      0      0    0        0     0     0             0         0              0               0                       0
MOTFLAK  0     0      0       0      0      0    0        0     0     0             0         0              0               0                       0
"""  # noqa: E501

# What is added for each whole unit of these kinds, after the multiplication; in a fortress the forest is not.
ADDED_TO = ("INF", "MOT", "STA", "PARA")
FOREST = 1
# One city in the hex, two cities; against Soviet attackers German ones. In the desert none adds anything.
CITIES = {"usual": (1, 2), "german": (3, 6)}
# Each Siege marker takes one multiple, the units' face stays.
MOST_SIEGE = 3

# Worked out in the rulebook: units, terrain, factors.
EXAMPLES = """
INF 2-5  clear                 4
INF 4-5  forest                9
INF 6-5  forest,fortified     19
STA 3-3  fortress,city,swamp  19
INF 6-5  city,fortified       19
INF 2-5  mountain              6
INF 4-5  clear,city            9
CAV 2-6  clear                 4
ARM 2-8  desert                4
"""


def chart() -> dict[str, dict[str, int | None]]:
    """The chart by kind and column, None for a dash."""
    head, *lines = CHART.strip().splitlines()
    names = head.split()[1:]
    found: dict[str, dict[str, int | None]] = {}
    for line in lines:
        kind, *cells = line.split()
        values = [None if cell == "-" else int(cell) for cell in cells]
        found[kind] = dict(zip(names, values, strict=True))
    return found


def examples() -> list[tuple[str, tuple[str, ...], int]]:
    """The worked examples."""
    found = []
    for line in EXAMPLES.strip().splitlines():
        kind, strength, terrain, factors = line.split()
        found.append((f"{kind} {strength}", tuple(terrain.split(",")), int(factors)))
    return found
