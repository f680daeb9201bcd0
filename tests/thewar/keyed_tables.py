"""The strategic warfare tables of The War, keyed a second time from the rulebook (sections 5.1.1, 5.2, 11.12, 29.17).

Written without looking at the tables of the engine, so that a slip of either hand shows. Ruling 28 is applied to the
damaged cells: a missing slash is restored, `DL/DA2` is DL1/DA2, `AL2/AM1` is AL2/AA1, and one stray mark of the bombing
table is dropped. A cell is a result label followed by its marks; `.` is a miss.
"""

from __future__ import annotations

from dataclasses import dataclass

MARKS = "*§!"

UBOAT_COLUMNS = ("1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1")
UBOAT = """
-3  DL1/DA1     DL1/DA2     DL2/DA3     DL2/DA4*    DL2/DA5**   DL2/DA5**   DL2/DA6**   DL2/DA7**
-2  DA1         DL1/DA1     DL2/DA3     DL1/DA4*    DL2/DA4**   DL2/DA5**   DL2/DA5**   DL2/DA6**
-1  DA1§        DL1/DA1     DL2/DA1     DL1/DA3*    DL1/DA4**   DL2/DA5**   DL2/DA5**   DL2/DA6**
 0  AL1§        AL1§        DL1/DA1     DL1/DA3*    DL1/DA3*    DL1/DA4**   DL2/DA5**   DL2/DA5**
 1  AL3§        AL2§        AL1§        DL1/DA1!    DL1/DA3*!   DL1/DA4*!   DL2/DA4*!   DL2/DA5*!
 2  AL3§        AL3§        AL1§        DL1/DA1§    DL1/DA3     DL1/DA3*    DL1/DA4*    DL2/DA4*
 3  AL3§        AL3§        AL2§        DL1/DA1§    DL1/DA2§    DL1/DA3     DL1/DA4     DL1/DA4
 4  AL4§        AL4§        AL2§        DL1§        DL1/DA2§    DL1/DA2§    DL1/DA3     DL1/DA4
 5  AL5/AA1§    AL4§        AL3§        DL1§        DL1§        DL1/DA2§    DL1/DA3§    DL1/DA3
 6  AL5/AA1§    AL4/AA1§    AL3§        AL1§        DL1§        DL1/DA1§    DL1/DA2§    DL1/DA3§
 7  AL5/AA1§    AL5/AA1§    AL3/AA1§    AL2§        AL1§        DL1§        DL1/DA2§    DL1/DA3§
 8  AL5/AA1§    AL5/AA1§    AL4/AA1§    AL2/AA1§    AL1/AA1§    AL1§        DL1§        DL1/DA2§
 9  AL6/AA1§    AL6/AA1§    AL4/AA1§    AL2/AA1§    AL2/AA1§    AL1§        DL1§        DL1/DA1§
10  AL6/AA1§    AL6/AA1§    AL4/AA2§    AL3/AA1§    AL2/AA1§    AL1/AA1§    DL1§        DL1§
11  AL6/AA1§    AL7/AA2§    AL5/AA2§    AL3/AA2§    AL3/AA1§    AL2/AA1§    AL1§        DL1§
12  AL7/AA3§    AL7/AA2§    AL5/AA2§    AL4/AA3§    AL4/AA2§    AL3/AA1§    AL2/AA1§    AL1§
13  AL8/AA3§    AL7/AA3§    AL5/AA2§    AL4/AA3§    AL4/AA2§    AL3/AA1§    AL3/AA1§    AL2§
14  AL8/AA3§    AL8/AA3§    AL6/AA3§    AL5/AA3§    AL4/AA2§    AL4/AA1§    AL3/AA1§    AL2§
"""

BOMBING_COLUMNS = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1")
BOMBING = """
-1  DL1         DL1/DA2     DL2/DA2*    DL2/DA3**   DL3/DA3**   DL3/DA3**
 0  DL1         DL1/DA1     DL1/DA2*    DL2/DA2*    DL2/DA3**   DL3/DA3**
 1  DL1         DL1         DL1/DA2     DL1/DA2*    DL2/DA2*    DL3/DA3*
 2  AL1         DA1         DL1/DA1     DL1/DA2     DL1/DA2*    DL2/DA2*
 3  AL1         DA1         DL1/DA1     DL1/DA2     DL1/DA2     DL2/DA2
 4  AL2         AL1         DL1         DL1/DA1     DL1/DA2     DL1/DA2
 5  AL2         AL1         DA1         DA1         DL1/DA1     DL1/DA2
 6  AL3/AA1     AL2         AL1         DA1         DA2         DL1/DA2
 7  AL3/AA1     AL2/AA1     AL1/AA1     DA1         DA1         DL1/DA1
 8  AL4/AA1     AL3/AA1     AL2/AA1     AL1/AA1     DA1         DL1/DA1
 9  AL4/AA1     AL3/AA1     AL2/AA1     AL1/AA1     AL1/AA1     DL1
10  AL5/AA1     AL4/AA1     AL3/AA1     AL2/AA1     AL1/AA1     DL1
11  AL5/AA2     AL4/AA2     AL3/AA2     AL2/AA1     AL2/AA1     AL1
12  AL6/AA2     AL5/AA2     AL4/AA3     AL3/AA2     AL2/AA2     AL1/AA1
"""

FLAK_LIGHT_COLUMNS = ("1", "2", "3", "4")
FLAK_LIGHT = """
 6  .    .    .    .
 7  .    .    .    AD
 8  .    .    AD   AD
 9  .    AD   AD   AD2
10  AD   AD2  AD2  AE
11  AD   AD2  AE   AE
12  AD   AD2  AE   AE2
"""

FLAK_HEAVY_COLUMNS = ("1", "2", "3", "4", "5")
FLAK_HEAVY = """
 2  .    .    .    .    .
 3  .    .    .    .    AD
 4  .    .    .    AD   AD
 5  .    .    AD   AD   AD2
 6  .    AD   AD   AD2  AD2
 7  AD   AD   AD2  AD2  AD2
 8  AD   AD2  AD2  AD2  AE
 9  AD   AD2  AD2  AE   AE
10  AD2  AE   AE   AE2  AE2
11  AD2  AE   AE2  AE2  AE3
12  AD3  AE2  AE2  AE3  AE3
"""

# The columns are numbers of ASW: 1-3, 4-6, 7-11, 12-18, more than 18. The printed row 5-6 stands here twice.
ATTRITION_UP_TO: tuple[int | None, ...] = (3, 6, 11, 18, None)
ATTRITION = """
 1  0  0  1  2  3
 2  0  1  2  3  4
 3  1  2  3  4  5
 4  1  2  3  5  5
 5  1  2  3  5  6
 6  1  2  3  5  6
 7  1  2  3  6  7
 8  1  2  4  6  7
 9  2  2  4  7  8
10  2  3  5  8  9
"""


@dataclass(frozen=True)
class Keyed:
    """One printed modifier: its value on the die, and the first and last Strategic Warfare turn on which it may hold
    (year and season, `""` without a bound)."""

    value: int
    first: str = ""
    last: str = ""


# Section 5.1.1's list, with ruling 29 for the values the scan lost (Gibraltar and Spain Allied are guesses by
# symmetry), 5.1.3.5 (Ultra), and the dates of the variants from 28.1.2 and 28.2.2-4.
UBOAT_MODIFIERS: dict[str, Keyed] = {
    "happy-time": Keyed(-4),
    "advanced-subs": Keyed(-2, first="1943-3-fall"),
    "french-bay-port": Keyed(-2, last="1943-1-spring"),
    "norway-ports": Keyed(-1, last="1943-3-fall"),
    "azores-axis": Keyed(-1),
    "spain-axis": Keyed(-1),
    "gibraltar-axis": Keyed(-1),
    "ireland-or-south-africa-axis": Keyed(-1),
    "iceland-unoccupied": Keyed(-1),
    "schnorkel": Keyed(-1, first="1941-3-fall"),
    "escort-carriers": Keyed(1, first="1942-3-fall"),
    "sonar-hedgehogs": Keyed(1, first="1942-3-fall"),
    "huff-duff": Keyed(1, first="1942-3-fall"),
    "portugal-british": Keyed(1),
    "spain-allied": Keyed(1),
    "ireland-american": Keyed(1),
    "ultra": Keyed(1),
}

# Section 5.2's list of what a calculator cannot know; Window from 28.2.2, the bombsights from 28.2.4.
BOMBING_MODIFIERS: dict[str, tuple[str, Keyed]] = {
    "bombsights": ("us", Keyed(-1, first="1943-3-fall")),
    "convoy-ambush": ("us", Keyed(1)),
    "convoy-massacre": ("us", Keyed(2)),
    "no-troops-in-france": ("us", Keyed(1)),
    "window": ("britain", Keyed(-5, first="1943-1-spring", last="1944-1-spring")),
}


def cells(text: str) -> dict[int, list[tuple[str, tuple[str, ...]]]]:
    """The rows of a keyed table by their printed number: each cell's result label and its marks."""
    rows: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    for line in text.strip().splitlines():
        row, *printed = line.split()
        rows[int(row)] = [cell(one) for one in printed]
    return rows


def cell(printed: str) -> tuple[str, tuple[str, ...]]:
    """The result label and the marks of one keyed cell; two asterisks are one mark."""
    label = printed.rstrip(MARKS)
    tail = printed[len(label) :]
    marks = ["**"] if "**" in tail else ["*"] if "*" in tail else []
    marks += [mark for mark in tail if mark != "*"]
    return ("" if label == "." else label), tuple(marks)
