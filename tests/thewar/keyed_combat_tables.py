"""The combat tables of The War, and the diplomatic and Partisan ones, keyed a second time from the rulebook.

Written without looking at the tables of the engine, so that a slip of either hand shows. One line is a printed row, its
number first; a line with two numbers stands for all the rows between. Of the ground table `h` is the half sign and `o`
the mark of the East Front; of the naval table `AS` and `DS` are the sinkings. Rulings 51 and 54 fill the
scan's gaps.
"""

from __future__ import annotations

GROUND_COLUMNS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1")
GROUND = """
-1  DRo   DDo   DD    DE    DE    DE     DE    DE
0   hEX   DRo   DDo   hDEo  DE    DE     DE    DE
1   EX    hEX   DRo   DDo   hDEo  DE     DE    DE
2   hAE   hEX   hEX   DDo   DDo   DEo    DE    DE
3   AE    EX    EX    DRo   DRo   hDEo   DEo   DE
4   AE    hAE   EX    hEX   hEX   DDo    hDEo  DEo
5   AE    hAE   hAE   EX    EX    DRo    DD2o  hDEo
6   AE    AE    hAE   hAE   EX/PV hEX    DDo   DD3o
7   AE    AE    AE    hAE   2xEX  EX     DRo   DD2o
8   AE    AE    AE    AE    hAE   EX     hEX   DDo
9   AE    AE    AE    AE    hAE   EX/PV  EX    DRo
10  AE    AE    AE    AE    AE    EX/PV  EX    hEX
11  AE    AE    AE    AE    AE    2xEX   EX/PV hEX
12  AE    AE    AE    AE    AE    2xEX   EX/PV EX
"""

AIR_COLUMNS = ("1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1")
AIR = """
-1  DD  DD  DE  DE2 DE2 DE3 DE4 DE4
0   DD  DD  DD2 DE  DE2 DE2 DE3 DE4
1   AD  DD  DD  DE  DE  DE2 DE2 DE3
2   AD  AD  DD  DD2 DE  DE  DE2 DE3
3   AD  AD  DD  DD2 DD2 DE  DE2 DE2
4   AD  AD  AD  DD  DD2 DD2 DD2 DE2
5   AE  AE  AD  DD  DD  DD2 DD2 DE2
6   AE  AE  AE  AD  DD  DD  DD2 DD2
7   AE  AE  AE  AD  AD  DD  DD  DD2
8   AE  AE  AE  AD2 AD  AD  DD  DD
9   AE2 AE  AE  AD2 AD2 AD  DD  DD
10  AE2 AE2 AE  AE  AD2 AD  DD  DD
11  AE2 AE2 AE2 AE  AE  AD2 AD  DD
12  AE2 AE2 AE2 AE  AE  AD2 AD2 AD
"""

NAVAL_COLUMNS = ("1-4", "1-3", "1-2", "2-3", "1-1", "3-2", "2-1", "3-1", "4-1")
NAVAL = """
-1  DD  DD2 DS  DS  DS  DS  DS2 DS2 DS2
0   DD  DD  DD2 DD2 DS  DS  DS  DS2 DS2
1   DD  DD  DD2 DD  DD2 DS  DS  DS  DS2
2   AD  DD  DD  DD  DD  DD2 DS  DS  DS
3   AD  AD  AD  DD  DD  DD2 DD2 DS  DS
4   AD  AD  AD  AD  DD  DD  DD2 DS  DS
5   AD2 AD  AD  AD  AD  DD  DD  DD2 DS
6   AD2 AD2 AD  AD  AD  DD  DD  DD2 DD2
7   AS  AS  AD2 AD  AD  DD  DD  DD  DD
8   AS  AS  AS  AD2 AD  AD  DD  DD  DD
9   AS  AS  AS  AD2 AD2 AD  AD  DD  DD
10  AS2 AS  AS  AS  AS  AD  AD  DD  DD
11  AS2 AS2 AS  AS  AS  AD2 AD  AD  DD
12  AS2 AS2 AS2 AS  AS  AS  AD2 AD  AD
"""

# Columns: forces of 1 or less, 2 or less, 3 or less, more than 3. I: intercepted.
INTERCEPTION = """
5       I I I I
6-7     . I I I
8-9     . . I I
10      . . . I
11      . . . .
"""

# Damage of a Fleet, of a CV.
DEPLETION = """
1-3     1 2
4-5     3 2
6-8     5 3
9-10    7 3
"""

# Levels won or lost, a dot for no effect.
DIPLOMACY_COLUMNS = ("1-3", "1-2", "2-3", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")
DIPLOMACY = """
-3  +1 +1 +1 +2 +2 +3 +3 +3 +3
-2  +1 +1 +1 +2 +2 +2 +3 +3 +3
-1  +1 +1 +1 +2 +2 +2 +2 +3 +3
0   +1 +1 +1 +1 +2 +2 +2 +2 +3
1   +1 +1 +1 +1 +2 +2 +2 +2 +2
2   .  +1 +1 +1 +1 +2 +2 +2 +2
3   .  .  +1 +1 +1 +1 +2 +2 +2
4   .  .  +1 +1 +1 +1 +1 +2 +2
5   .  .  .  +1 +1 +1 +1 +1 +2
6   .  .  .  .  +1 +1 +1 +1 +1
7   -1 .  .  .  .  +1 +1 +1 +1
8   -1 -1 .  .  .  .  +1 +1 +1
9   -1 -1 -1 .  .  .  .  +1 +1
10  -2 -1 -1 -1 .  .  .  .  +1
11  -2 -2 -1 -1 .  .  .  .  .
12  -2 -2 -2 -1 -1 .  .  .  .
13  -3 -2 -2 -1 -1 -1 .  .  .
14  -3 -3 -2 -1 -1 -1 -1 .  .
"""

PARTISAN_CREATION_COLUMNS = ("0", "1-2", "3-7", "8-9", "10")
PARTISAN_CREATION = """
1   1   4  5  6  7
2   0   3  4  5  6
3   0   2  3  4  5
4   0   2  3  4  5
5   0   1  2  3  4
6   0   1  2  3  4
7   0   1  2  3  3
8   0   1  1  2  3
9   0#  1  1  1  2
10  0## 1# 1# 1# 2#
"""

PARTISANS_COLUMNS = ("1-2", "3", "4", "5", "6", "7", "8", "9", ">9")
PARTISANS = """
-1  4@ 5@ 6@ 7@ 8@ 8@ 9@  10@ 10@
0   3  4@ 5@ 6@ 7@ 8@ 8@  9@  10@
1   2  3  4@ 6@ 7@ 7@ 8@  9@  9@
2   2  3  4  5@ 6@ 7@ 8@  9@  9@
3   1  3  4  5  6@ 7@ 8@  9@  9@
4   1  2  3  5  6  6@ 7@  9@  9@
5   1  2  3  4  5  6  7@  8@  8@
6   1  1  3  4  5  6  7   8@  8@
7   1  1  2  4  5  5  6   8   8@
8   1  1  2  3  4  5  6   7   8
9   0  1  2  3  4  4  6   7   7
10  0* 0* 1* 2* 3* 4* 5*  6*  7*
11  0* 0* 0* 1* 2* 3* 4*  5*  6*
12  0* 0* 0* 0* 1* 2* 3** 4** 5**
"""

# Rows: the defender's rating, columns: the attacker's. The naval one with the signs of 7.11.2 and 7.11.3 (ruling 43).
GROUND_NATIONALITY = """
1    0  1  3  4
2   -1  0  2  3
3   -3 -2  0  1
4   -4 -3 -1  0
"""
AIR_NATIONALITY = """
1    0  1  3  4
2   -1  0  1  2
3   -3 -1  0  1
4   -4 -2 -1  0
"""
NAVAL_NATIONALITY = """
1    0  1  3  4
2   -1  0  1  2
3   -3 -1  0  1
4   -4 -2 -1  0
"""

# Modifiers of the die that a calculator is told of by name.
GROUND_MODIFIERS = {
    "limited-effort": -1,
    "second-impulse": -1,
    "german-flak": 1,
    "western-surprise": -1,
    "western-surprise-counter": 1,
    "airborne-surprise": -1,
    "barbarossa": -1,
    "soviet-attack": 1,
}
NAVAL_MODIFIERS = {
    "attacker-nac": -1,
    "defender-nac": 1,
    "attacker-carrying": 1,
    "defender-carrying": -1,
    "attacker-supply": 1,
    "defender-supply": -1,
    "attacker-cv-only": 3,
    "defender-cv-only": -3,
    "attacker-submarines": 1,
    "defender-submarines": -1,
    "axis-against-task-force": 2,
    "first-surprise": -2,
    "mers-el-kebir": -2,
}
# 7.8.1: Sea Areas from the port to the place of interception.
DISTANCE = {0: -2, 1: -1, 2: 0, 3: 1, 4: 2, 5: 3}


def rows(text: str) -> dict[int, list[str]]:
    """The rows of a keyed table by the die, each a list of its cells as keyed."""
    found: dict[int, list[str]] = {}
    for line in text.strip().splitlines():
        number, *cells = line.split()
        first, _, last = number.partition("-") if number[0] != "-" else (number, "", "")
        for row in range(int(first), int(last or first) + 1):
            found[row] = cells
    return found
