"""The weather tables of chapter 26, keyed a second time from the rulebook; written without the engine's table at hand.

A line is a printed row: its least and greatest difference of the dice, what ARM and MECH (``mob``) and the other ground
units (``oth``) lose of their movement, the columns that air support shifts at most, what is left of an air unit's range
(``half-`` rounded down, ``half+`` up), the units that rails and SMPs still move in the 1939 Soviet Union, and what is
forbidden: A Automatic Victories, D drops, L landings, M movement in the Second Impulse, C combat in it, B building.
A dash: nothing. What a row says of worse ones is written out in each; of movement the worst counts (ruling 77).
"""

from __future__ import annotations

WEATHER = """
front          season  level            from   to  mob  oth  air  range  rail  no
eastern        spring  clear               9    9    0    0    -  -         -  -
eastern        spring  light-mud           6    8    2    1    -  -         -  -
eastern        spring  heavy-mud          -5    5    2    1    -  -         -  ADMC
eastern        spring  morass             -9   -6    2    1    1  -         -  ADMC
eastern        fall    clear               6    9    0    0    -  -         -  -
eastern        fall    light-mud          -5    5    2    1    -  -         -  -
eastern        fall    heavy-mud          -8   -6    2    1    -  -         -  ADMC
eastern        fall    morass             -9   -9    2    1    1  -         -  ADMC
eastern        winter  hard-freeze         9    9    0    0    -  -         -  -
eastern        winter  snow-and-sleet      7    8    2    1    -  half-     -  AD
eastern        winter  russian-winter      4    6    2    1    1  1         -  ADB
eastern        winter  harsh-winter       -3    3    4    2    1  1         3  ADB
eastern        winter  severe-winter      -5   -4    4    2    1  1         2  ADB
eastern        winter  extreme-winter     -7   -6    4    2    1  none      1  ADBM
eastern        winter  arctic             -9   -8    4    2    1  none      0  ADBM
western        winter  clear               8    9    0    0    -  -         -  -
western        winter  cold-rain           5    7    2    1    -  -         -  DL
western        winter  snow               -4    4    2    1    1  -         -  DLB
western        winter  severe-winter      -8   -5    2    1    1  half+     -  DLB
western        winter  extreme-winter     -9   -9    4    2    1  half+     -  DLB
mediterranean  winter  clear               8    9    0    0    -  -         -  -
mediterranean  winter  cold-rain          -3    7    2    1    -  -         -  D
mediterranean  winter  morass             -9   -4    2    1    1  -         -  DM
"""

# Winter in the East as it hits Soviets, Finns and Swedes: movement of ARM and MECH, of INF and CAV, hexes of air range,
# columns of air support; what is lost adds up where the text adds it (ruling 77).
RUSSIAN = """
hard-freeze     0  0  0  -
snow-and-sleet  0  0  0  -
russian-winter  0  0  0  -
harsh-winter    1  0  0  -
severe-winter   1  0  1  -
extreme-winter  1  1  1  1
arctic          3  3  2  1
"""

# Units Depleted at once: German 8-8 ARM, 4-8 MECH and 6-factor INF, and the strongest Satellite ones.
FROST = """
hard-freeze     0  0  2  0
snow-and-sleet  0  0  3  0
russian-winter  1  1  3  1
harsh-winter    1  1  4  1
severe-winter   2  2  4  2
extreme-winter  2  2  5  3
arctic          3  3  6  4
"""


def lines(text: str) -> list[list[str]]:
    """The cells of a keyed table's lines."""
    return [line.split() for line in text.strip().splitlines()]


def weather() -> list[dict[str, str]]:
    """The rows of all fronts by column."""
    head, *rows = lines(WEATHER)
    return [dict(zip(head, row, strict=True)) for row in rows]
