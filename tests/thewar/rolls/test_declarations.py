"""What a declaration of war costs and brings (6.4, 16.5), whose an invaded country becomes (23), the road of the United
States to war (22.3 to 22.8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.thewar.single_rolls import calc, chances, refused


def declared(by: str, on: str, turn: str = "1940-2-summer", **fields: Any) -> dict[str, Any]:
    told = calc("declaration", (), by=by, on=on, turn=turn, **fields)
    return {name: told[name] for name in ("narfs", "payer", "needs", "enemies", "usel", "diplomacy")}


def terms(
    narfs: int,
    payer: str,
    usel: int = 0,
    diplomacy: int = 0,
    needs: tuple[str, ...] = (),
    enemies: tuple[str, ...] = (),
) -> dict[str, Any]:
    return {
        "narfs": narfs, "payer": payer, "needs": list(needs), "enemies": list(enemies), "usel": usel,
        "diplomacy": diplomacy,
    }  # fmt: skip


def test_6_4_2_prices_and_what_a_declaration_brings() -> None:
    assert declared("germany", "belgium") == terms(5, "germany", 1)
    assert declared("italy", "turkey") == terms(25, "italy", 1)
    assert declared("germany", "spain", status="sympathizer", holder="germany") == terms(25, "germany", 1, 1)
    assert declared("germany", "iran") == terms(0, "germany")
    assert declared("france", "norway") == terms(15, "britain", -3, 2)
    assert declared("britain", "norway", modifiers=["us-at-war"]) == terms(15, "britain", 0, 2)
    # A Sympathizer or Associate at peace is a neutral, and an own one a friend (ruling 232).
    assert declared("britain", "spain", status="sympathizer", holder="germany") == terms(15, "britain", -3, 2)
    assert declared("britain", "greece", status="associate", holder="britain") == terms(15, "britain", -3, 3)
    assert declared("ussr", "italy", turn="1941-3-fall", at_war_with=["germany"]) == terms(
        15, "ussr", enemies=("italy",)
    )
    assert declared("britain", "iceland") == terms(5, "britain")
    assert declared("britain", "vichy-colony") == terms(15, "britain")
    assert declared("germany", "ussr", allies=[]) == terms(15, "germany", 1, enemies=("ussr",))
    assert declared("italy", "britain") == terms(15, "italy", 1, enemies=("britain", "france"))
    assert declared("italy", "britain", modifiers=["france-surrendered"])["enemies"] == ["britain"]
    assert declared("britain", "italy") == terms(25, "britain", -2, enemies=("italy",))
    assert declared("britain", "italy", modifiers=["italy-attacked-minor"])["usel"] == 0
    assert declared("britain", "italy", turn="1940-3-fall")["usel"] == 0


def test_16_3_3_an_associates_patron_has_to_be_declared_on_as_well() -> None:
    """Ruling 425: an Associate costs both, a Satellite goes with its master."""
    held = {"status": "associate", "holder": "ussr"}
    assert declared("italy", "turkey", **held) == terms(40, "italy", 1, needs=("ussr",), enemies=("ussr",))
    assert declared("italy", "turkey", at_war_with=["ussr"], **held) == terms(25, "italy", 1)
    assert declared("italy", "greece", status="satellite", holder="ussr")["narfs"] == 15


@pytest.mark.parametrize(
    ("by", "on", "fields", "rules"),
    [
        ("germany", "italy", {}, ["6.2, 6.4.1"]),
        ("germany", "germany", {}, ["6.2, 6.4.1"]),
        ("germany", "ussr", {"at_war_with": ["ussr"]}, ["6.4.1"]),
        ("us", "norway", {}, ["16.3, 22.3"]),
        ("us", "germany", {"modifiers": ["us-at-war"]}, ["22.3"]),
        ("ussr", "germany", {}, ["16.5"]),
        ("ussr", "turkey", {}, ["21.6"]),
        ("ussr", "sweden", {"turn": "1941-1-spring"}, ["21.6"]),
        ("germany", "iceland", {}, ["23.25"]),
        ("germany", "greece", {"status": "satellite", "holder": "italy"}, ["16.3.4, ruling 455"]),
        (
            "germany",
            "greece",
            {"status": "satellite", "holder": "britain", "at_war_with": ["britain"]},
            ["6.4.1, 16.3.4"],
        ),
        ("ussr", "turkey", {"turn": "1941-3-fall", "status": "associate", "holder": "germany"}, ["16.5"]),
        ("italy", "france", {"modifiers": ["france-surrendered"]}, ["18.3"]),
        ("france", "norway", {"modifiers": ["france-surrendered"]}, ["6.4"]),
    ],
)
def test_6_4_what_is_not_declared(by: str, on: str, fields: dict[str, Any], rules: list[str]) -> None:
    given = {"turn": "1940-2-summer", **fields}
    assert refused("declaration", by=by, on=on, **given) == rules


@pytest.mark.parametrize(
    ("fields", "needed"),
    [
        ({"turn": "1940-4-winter"}, 2),
        ({"turn": "1941-2-summer"}, 4),
        ({"turn": "1941-2-summer", "factors": 24, "air": 2}, 2),
        ({"turn": "1941-2-summer", "factors": 60, "air": 1}, 3),
        ({"turn": "1940-4-winter", "factors": 36, "air": 3}, 0),
        ({"turn": "1944-2-summer"}, 10),
        ({"turn": "1940-1-spring", "garrison": False}, 2),
    ],
)
def test_16_5_the_soviet_attempt_and_its_worked_example(fields: dict[str, Any], needed: int) -> None:
    for face in range(1, 11):
        told = calc("soviet-declaration", (face,), **fields)
        won = face <= needed
        assert (told["needed"], told["declared"], told["narfs"]) == (needed, won, 20 if won else 5)


def test_16_5_a_garrison_forbids_it_and_a_german_attack_on_turkey_frees_it() -> None:
    assert refused("soviet-declaration", turn="1940-3-fall") == ["16.5"]
    told = calc("soviet-declaration", (), turn="1940-1-spring", modifiers=["germany-attacked-turkey"])
    assert (told["declared"], told["narfs"]) == (True, 15)


@pytest.mark.parametrize(
    ("country", "by", "holder"),
    [
        ("greece", "britain", "ussr"),
        ("greece", "italy", "britain"),
        ("netherlands", "germany", "britain"),
        ("norway", "us", "germany"),
        ("sweden", "germany", "britain"),
        ("turkey", "ussr", "germany"),
        ("turkey", "italy", "ussr"),
        ("yugoslavia", "ussr", "germany"),
        ("romania", "italy", "ussr"),
        ("finland", "germany", "ussr"),
    ],
)
def test_23_whose_satellite_an_invaded_country_becomes(country: str, by: str, holder: str) -> None:
    assert calc("invasion", (), country=country, by=by)["holder"] == holder


def test_23_58_britain_and_the_soviets_roll_for_yugoslavia() -> None:
    assert calc("invasion", (6, 5), country="yugoslavia", by="germany")["holder"] == "britain"
    assert calc("invasion", (4, 4, 2, 9), country="yugoslavia", by="germany")["holder"] == "ussr"
    found = chances(calc("invasion", None, country="yugoslavia", by="germany"))
    assert {told["holder"]: chance for chance, told in found} == {"britain": Fraction(1, 2), "ussr": Fraction(1, 2)}
    assert refused("invasion", country="sweden", by="italy") == ["16.3, 23.50"]


# --- the United States


def test_22_5_1_propaganda() -> None:
    """Ruling 338: the 3 is modified, the 10 is the face."""
    for conquered in (False, True):
        for face in range(1, 11):
            told = calc("propaganda", (face,), turn="1941-1-spring", conquered=conquered)
            change = -1 if face == 10 else int(face <= 3 + conquered)
            assert (told["total"], told["change"], told["narfs"]) == (face - conquered, change, 5)
    assert refused("propaganda", turn="1941-2-summer") == ["22.5.1"]


def test_22_5_2_the_loan_of_an_asw() -> None:
    for face in range(1, 11):
        told = calc("asw-loan", (face,), turn="1941-1-spring", level=7)
        assert (told["loan"], told["narfs"]) == (face <= 5, 5)
        assert told["arrives"] == ("1941-3-fall" if face <= 5 else None)
    assert refused("asw-loan", turn="1941-1-spring", level=6) == ["22.5.2"]


@pytest.mark.parametrize(
    ("fields", "level", "highest", "narfs", "yards"),
    [
        ({"events": ["germany-on-low-countries", "germany-on-scandinavia"]}, 2, 2, 25, 1),
        ({"level": 2, "events": ["france-fallen", "japan-on-us"]}, 6, 6, 100, 3),
        ({"level": 6, "events": ["propaganda-backfire", "propaganda-success"]}, 6, 6, 0, 3),
        ({"level": 6, "events": ["propaganda-backfire"]}, 5, 6, 0, None),
        ({"level": 2, "events": ["western-on-neutral", "western-on-neutral"]}, -4, 2, 0, 1),
        ({"level": 12, "events": ["ussr-surrendered"]}, 15, 15, 50, 4),
        ({"level": 1, "highest": 4, "events": ["ussr-surrendered", "axis-on-spain"]}, 5, 5, 25, 2),
    ],
)
def test_22_8_events_move_the_level_and_each_new_one_brings_narfs(
    fields: dict[str, Any], level: int, highest: int, narfs: int, yards: int | None
) -> None:
    """Ruling 149: once for each level; ruling 427: none beyond 13."""
    told = calc("us-level", (), **fields)
    assert (told["level"], told["highest"], told["narfs"], told.get("shipyards")) == (level, highest, narfs, yards)


def test_22_8_what_counts_once_is_not_listed_twice() -> None:
    assert refused("us-level", events=["france-fallen", "france-fallen"]) == ["22.8, ruling 333"]
    assert refused("us-level", events=["isolationists-outmaneuvered"] * 3) == ["22.8, ruling 333"]
    assert calc("us-level", (), events=["isolationists-outmaneuvered"] * 2)["level"] == 2


def test_22_3_the_attempts_of_the_united_states() -> None:
    for face in range(1, 11):
        told = calc("us-entry", (face,), turn="1941-3-fall", level=8)
        assert (told["total"], told["enters"], told["narfs"]) == (8 + face, face >= 6, 25 if face >= 6 else 0)
    assert calc("us-entry", (), turn="1942-2-summer", level=-3) == {"enters": True, "narfs": 25, "breakdown": []}
    assert calc("us-entry", (), turn="1940-1-spring", level=0, attacked=True)["narfs"] == 0
    assert refused("us-entry", turn="1941-2-summer", level=9) == ["22.3"]
    assert refused("us-entry", turn="1941-1-spring", level=9, early=True, spain="associate") == ["22.3"]
    assert calc("us-entry", (9,), turn="1941-1-spring", level=5, early=True, spain="satellite")["enters"]
