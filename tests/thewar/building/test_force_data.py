"""Units at start, force pools and later additions, counted against docs/house-1939.md."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.thewar.data import groups, opening


def counted(text: str) -> Counter[str]:
    """'3 inf-6-5, arm-8-8' as counts."""
    found: Counter[str] = Counter()
    for item in text.replace("\n", " ").split(","):
        words = item.split()
        found[words[-1]] += int(words[0]) if len(words) > 1 else 1
    return found


BOARD = {
    "germany": """14 inf-6-5, 4 arm-8-8, 2 mech-4-8, 1 para-2-5, 6 flak-1-3, 3 ftr-3-3-2, 4 tac-1-5-4, 2 mdm-1-7-6,
        2 fleet-1-12-5, 3 uboat, 2 int""",
    "britain": """3 mot-6-7, 1 mot-3-7-anzac, 1 mot-3-7-indian, 4 sta-2-3, 2 arm-2-8, 4 flak-1-3, 3 ftr-3-3-2,
        1 tac-1-5-4, 8 fleet-1-12-5, 3 cv, 3 nac-1-3-2, 3 asw, 1 sac, 3 int""",
    "france": "9 inf-6-5, 4 sta-2-3, 1 arm-6-8, 1 mech-4-8, 1 ftr-2-3-2, 2 tac-1-5-4, 4 fleet-1-12-5",
    "italy": """2 inf-6-5, 5 inf-4-5, 3 inf-2-5, 4 sta-2-3, 2 arm-2-8, 1 mech-2-8, 2 flak-1-3, 1 ftr-2-3-2,
        2 tac-1-5-4, 4 fleet-1-12-5""",
    "ussr": """10 inf-4-5, 8 inf-3-5, 6 inf-2-5, 4 arm-2-8, 3 arm-1-8, 4 cav-2-6, 3 ftr-2-3-2, 3 tac-1-5-4,
        2 fleet-1-12-5, 4 flak-1-3""",
    "us": "3 fleet-1-12-5, 1 cv, 1 nac-1-3-2",
    "poland": "3 inf-4-5, 1 cav-2-6, 1 tac-1-5-4",
    "belgium": "inf-4-5, sta-2-3",
    "netherlands": "inf-2-5, fleet-1-12-5",
    "norway": "inf-2-5",
    "finland": "2 inf-6-5",
    "sweden": "2 inf-4-5, tac-1-5-4, fleet-1-12-5",
    "switzerland": "2 inf-4-5, tac-1-5-4",
    "spain": "4 inf-4-5, tac-1-5-4, fleet-1-12-5",
    "portugal": "inf-2-5",
    "greece": "2 inf-4-5",
    "yugoslavia": "3 inf-4-5, tac-1-5-4",
    "turkey": "4 inf-4-5, tac-1-5-4, fleet-1-12-5",
    "romania": "3 inf-4-5, tac-1-5-4",
    "hungary": "2 inf-4-5",
    "bulgaria": "inf-4-5",
    "slovakia": "inf-1-5",
}
UNBUILT = {
    "germany": """4 inf-6-5, 2 arm-8-8, 2 mech-4-8, 1 ftr-3-3-2, 1 tac-1-5-4, 1 mdm-1-7-6, 1 fleet-1-12-5, 1 cv,
        1 nac-1-3-2, 3 uboat, 2 int, 2 sac, 4 flak-1-3""",
    "britain": """1 mot-6-7, 1 mot-6-7-canadian, 2 arm-2-8, 1 ftr-3-3-2, 1 tac-1-5-4, 1 mdm-1-7-6, 2 fleet-1-12-5,
        1 cv, 1 nac-1-3-2, 1 asw, 1 sac, 2 int, 4 flak-1-3""",
    "france": "2 inf-6-5, 1 ftr-2-3-2, 1 tac-1-5-4, 1 fleet-1-12-5",
    "italy": """2 inf-6-5, 3 inf-4-5, 2 arm-2-8, 1 tac-1-5-4, 1 fleet-1-12-5, 1 cv, 1 nac-1-3-2, 2 flak-1-3""",
    "ussr": "6 inf-4-5, 6 inf-3-5, 3 arm-2-8, 2 arm-1-8, 1 para-2-5, 1 ftr-2-3-2, 1 tac-1-5-4, 4 flak-1-3",
    "us": "2 fleet-1-12-5, 1 cv, 1 nac-1-3-2, 2 mot-6-7, 1 asw-loan, 1 sac, 2 flak-1-3",
    "croatia": "inf-3-5",
}
LATER = {
    "germany 1940 spring": "4 inf-6-5, arm-8-8, ftr-3-3-2, 3 uboat, 2 int",
    "germany 1941 spring": """4 inf-6-5, 2 arm-8-8, arm-4-8-afrika-korps, mech-4-8, mech-4-8-90th-light, para-2-5,
        tac-1-5-4, 4 uboat, 2 int, 4 flak-1-3""",
    "germany 1942 spring": "4 inf-6-5, 2 arm-8-8, 2 mech-4-8, ftr-3-3-2, 4 uboat, 3 int, 4 flak-1-3",
    "germany 1943 spring": """3 inf-6-5, 2 arm-8-8, mech-4-8, para-2-5-hermann-goering, 2 ftr-3-3-2, 4 uboat, 4 int,
        6 flak-1-3""",
    "germany 1944 spring": "2 inf-6-5, ftr-3-3-2, 2 uboat, 4 int, 4 flak-1-3, 6 sac-v-1",
    "germany 1944 fall": "2 sac-v-2, jet-ftr, 2 jet-int, 9 inf-2-5-volkssturm",
    "germany 1945 spring": "jet-tac",
    "britain 1940 spring": "2 mot-6-7, mot-3-7-south-african, arm-2-8, ftr-3-3-2, asw, sac, 3 int",
    "britain 1941 spring": "2 mot-6-7, arm-4-8, tac-1-5-4, asw, 2 sac, 2 int",
    "britain 1942 spring": "mot-6-7, arm-8-8, tac-1-5-4, 2 asw, 3 sac",
    "britain 1943 spring": "arm-8-8, para-3-7, 3 asw, 3 sac",
    "britain 1944 spring": "mot-6-7, 2 asw, 3 sac",
    "france 1940 spring": "inf-6-5, arm-6-8",
    "france 1941 spring": "2 inf-6-5, arm-6-8, ftr-2-3-2",
    "france 1942 spring": "tac-1-5-4",
    "italy 1940 spring": "2 inf-4-5",
    "italy 1941 spring": "arm-2-8, ftr-2-3-2",
    "italy 1942 spring": "inf-6-5",
    "ussr 1940 spring": "4 inf-3-5, 2 arm-2-8",
    "ussr 1941 spring": "2 arm-2-8, tac-1-5-4",
    "ussr 1941 summer": "9 sta-2-3, 9 sta-3-3",
    "ussr 1941 fall": "6 inf-4-5, 2 arm-8-8-siberian, 2 inf-6-5-siberian",
    "ussr 1942 spring": "6 inf-6-5, 4 arm-6-8, 2 mech-6-8, 2 ftr-2-3-2, tac-1-5-4, mdm-1-7-6",
    "ussr 1943 spring": "6 inf-6-5, 3 arm-8-8, 2 mech-6-8, ftr-2-3-2, tac-1-5-4",
    "ussr 1944 spring": "4 inf-6-5, 2 arm-10-8, ftr-2-3-2, tac-1-5-4",
    "us 1942 spring": "4 mot-6-7, 2 arm-10-8, 2 tac-1-5-4, ftr-3-3-2, mdm-1-7-6, 3 sac, 2 flak-1-3",
    "us 1942 fall": "asw",
    "us 1943 spring": """4 mot-6-7, 3 arm-10-8, para-3-7, 2 tac-1-5-4, 2 ftr-3-3-2, mdm-1-7-6, 2 fleet-1-12-5,
        4 sac""",
    "us 1943 fall": "3 asw",
    "us 1944 spring": "4 mot-6-7, 3 arm-10-8, 2 tac-1-5-4, 2 ftr-long-range, 5 sac",
    "us 1945 spring": "2 mot-6-7, 3 sac",
}


@pytest.mark.parametrize("power", BOARD)
def test_units_at_start_are_those_of_the_house(power: str) -> None:
    assert groups(opening()["units"], power) == counted(BOARD[power])


def test_nobody_else_has_units_at_start() -> None:
    assert {row["power"] for row in opening()["units"].values()} == BOARD.keys()
    assert len(opening()["units"]) == sum(sum(counted(text).values()) for text in BOARD.values())


@pytest.mark.parametrize("power", UNBUILT)
def test_force_pools_are_those_of_the_house(power: str) -> None:
    assert groups(opening()["pools"], power) == counted(UNBUILT[power])


def test_later_additions_are_those_of_the_house_and_of_the_rules() -> None:
    found: dict[str, Counter[str]] = {}
    for key, row in opening()["additions"].items():
        when = f"{row['power']} {row['year']} {row['season']}"
        found.setdefault(when, Counter()).update(groups({key: row}, row["power"]))
    assert found == {when: counted(text) for when, text in LATER.items()}


def test_units_off_the_board_are_in_their_boxes() -> None:
    boxes = {row.get("place", "board") for row in opening()["units"].values() if row["power"] == "us"}
    assert boxes == {"us-box"}
    for row in opening()["units"].values():
        if row["kind"] in ("uboat", "asw", "sac", "int"):
            submarine = row["kind"] in ("uboat", "asw")
            assert row["place"] == ("u-boat-war-box" if submarine else "bombing-war-box")
    africa = [row for row in opening()["units"].values() if row.get("place") == "italian-east-africa-box"]
    assert [row["strength"] for row in africa] == ["2-5", "2-5", "2-5"]
