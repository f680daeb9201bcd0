"""The single rolls of diplomacy (16.1 to 16.4, 29.15), and what points and chits may be bought (16.1.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.thewar.rolls import diplomacy
from tests.thewar.single_rolls import calc, chances, refused

# 16.1.3 as printed, its four damaged rows by ruling 51; a row for each modified die from -3, a figure for each column.
KEYED = """
1 1 1 2 2 3 3 3 3
1 1 1 2 2 2 3 3 3
1 1 1 2 2 2 2 3 3
1 1 1 1 2 2 2 2 3
1 1 1 1 2 2 2 2 2
0 1 1 1 1 2 2 2 2
0 0 1 1 1 1 2 2 2
0 0 1 1 1 1 1 2 2
0 0 0 1 1 1 1 1 2
0 0 0 0 1 1 1 1 1
-1 0 0 0 0 1 1 1 1
-1 -1 0 0 0 0 1 1 1
-1 -1 -1 0 0 0 0 1 1
-2 -1 -1 -1 0 0 0 0 1
-2 -2 -1 -1 0 0 0 0 0
-2 -2 -2 -1 -1 0 0 0 0
-3 -2 -2 -1 -1 -1 0 0 0
-3 -3 -2 -1 -1 -1 -1 0 0
"""
TABLE = {row: tuple(map(int, line.split())) for row, line in enumerate(KEYED.split("\n")[1:-1], -3)}
# German POPs against British ones in the Netherlands, whose own strength of 1 joins Britain: one pair a column.
ODDS = ((1, 2), (1, 1), (2, 2), (2, 1), (3, 1), (2, 0), (3, 0), (4, 0), (5, 0))


def roll(face: int | None, **fields: Any) -> dict[str, Any]:
    """A German roll on the Netherlands against the West, but for what is said."""
    usual = {"turn": "1940-3-fall", "target": "netherlands", "by": "germany", "against": "western"}
    fields = {"pops": {fields.get("by", "germany"): 1}, **fields}
    return dict(calc("diplomacy", None if face is None else (face,), **(usual | fields)))


def against(**fields: Any) -> list[str]:
    """The rules against such a roll."""
    usual = {"turn": "1940-3-fall", "target": "netherlands", "by": "germany", "against": "western"}
    fields = {"pops": {fields.get("by", "germany"): 1}, **fields}
    return list(refused("diplomacy", **(usual | fields)))


@pytest.mark.parametrize("place", range(9))
def test_16_1_3_every_cell_of_the_table(place: int) -> None:
    ours, theirs = ODDS[place]
    for face in range(1, 11):
        for betrayals in range(5):
            told = roll(face, pops={"germany": ours}, defending={"britain": theirs}, betrayals=betrayals)
            row = min(face + betrayals, 14)
            assert (told["row"], told["levels"]) == (row, TABLE[row][place])
        for chit, status in ((-2, 3), (-2, 1), (0, 3)):
            # The status counts as points, too: one column more for each row less would hide what is tested.
            held = {"status": diplomacy.STATUSES[status], "holder": "germany", "modifiers": ["espionage"] * (chit < 0)}
            told = roll(face, pops={"germany": ours}, defending={"britain": theirs}, **held)
            row = max(face + chit - status, -3)
            column = ("1-3", "1-2", "2-3", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1").index(told["column"])
            assert (told["row"], told["levels"]) == (row, TABLE[row][column])


def test_16_1_3_the_first_worked_example() -> None:
    """Italy on Spain, a German Sympathizer, against the Soviets; both chits cancel; a 10 becomes a 9."""
    told = roll(
        10,
        turn="1940-1-spring",
        target="spain",
        by="italy",
        pops={"germany": 1, "italy": 1},
        against="soviet",
        defending={"ussr": 1},
        status="sympathizer",
        holder="germany",
        modifiers=["espionage", "counter-espionage"],
    )
    assert (told["attacker_total"], told["defender_total"], told["column"]) == (3, 3, "1-1")
    assert (told["modifier"], told["row"], told["levels"], told["status"]) == (-1, 9, 0, "sympathizer")


def test_16_3_4_the_worked_example_of_sweden() -> None:
    told = roll(
        1,
        turn="1942-3-fall",
        target="sweden",
        by="britain",
        pops={"britain": 1, "us": 1},
        against="axis",
        defending={"germany": 1},
        status="satellite",
        holder="germany",
        modifiers=["us-at-war"],
    )
    assert (told["attacker_total"], told["defender_total"], told["column"]) == (2, 5, "1-3")


def test_16_1_3_what_lies_there_of_others_does_not_count() -> None:
    """The Turkish example: Germany against Britain, whatever the Soviets have there; Turkey's own strength is 2."""
    told = roll(5, target="turkey", pops={"germany": 3}, defending={"britain": 1})
    assert (told["attacker_total"], told["defender_total"], told["column"]) == (3, 3, "1-1")


def test_16_1_3_an_enemys_client_moves_away_from_him_first() -> None:
    """Ruling 109: a British Associate is a Sympathizer after one level, and Germany's after three."""
    held = {"status": "associate", "holder": "britain", "target": "spain", "against": "soviet"}
    after = {levels: diplomacy.after(_influence(**held), levels) for levels in (-3, -1, 0, 1, 2, 3)}
    assert after == {
        -3: ("associate", "britain"),
        -1: ("associate", "britain"),
        0: ("associate", "britain"),
        1: ("sympathizer", "britain"),
        2: ("neutral", ""),
        3: ("sympathizer", "germany"),
    }


def test_16_1_3_a_minus_never_goes_past_neutral() -> None:
    held = {"status": "sympathizer", "holder": "germany"}
    assert [diplomacy.after(_influence(**held), levels) for levels in (-1, -2, -3)] == [("neutral", "")] * 3


def _influence(**fields: Any) -> diplomacy.Influence:
    usual: dict[str, Any] = {
        "turn": "1940-3-fall",
        "target": "netherlands",
        "by": "germany",
        "pops": {"germany": 1},
        "against": "western",
    }
    return diplomacy.Influence(**(usual | fields))


@pytest.mark.parametrize(
    ("target", "gains", "was", "levels", "now"),
    [
        ("ireland", "britain", ("neutral", ""), 2, ("sympathizer", "britain")),
        ("ireland", "us", ("neutral", ""), 2, ("associate", "us")),
        ("ireland", "britain", ("associate", "us"), 1, ("associate", "us")),
        ("portugal", "britain", ("neutral", ""), 3, ("satellite", "britain")),
        ("spain", "britain", ("satellite", "us"), 3, ("satellite", "britain")),
    ],
)
def test_314_a_country_stops_at_the_highest_status_that_its_rule_allows(
    target: str, gains: str, was: tuple[str, str], levels: int, now: tuple[str, str]
) -> None:
    held = _influence(
        target=target, by="us", pops={"us": 1, "britain": 1}, against="axis", status=was[0], holder=was[1], gains=gains
    )
    assert diplomacy.after(held, levels) == now


@pytest.mark.parametrize(
    ("by", "target", "modifiers", "net"),
    [
        ("germany", "spain", ["us-at-war", "italy-surrendered"], 2),
        ("italy", "spain", ["us-at-war", "italy-surrendered"], 1),
        ("britain", "spain", ["us-at-war", "western-attacked-neutral"], 2),
        ("germany", "spain", ["western-attacked-neutral", "katyn"], 0),
        ("germany", "spain", ["vatican-axis-satellite", "vatican-western-satellite"], -1),
        ("britain", "spain", ["vatican-axis-satellite", "vatican-western-satellite"], -1),
        ("germany", "turkey", ["vatican-axis-satellite"], 0),
        ("germany", "spain", ["espionage"], -2),
        ("germany", "spain", ["counter-espionage"], 2),
        ("germany", "spain", ["espionage", "counter-espionage"], 0),
    ],
)
def test_16_2_what_modifies_whose_rolls(by: str, target: str, modifiers: list[str], net: int) -> None:
    other = "axis" if by == "britain" else "western"
    told = roll(5, turn="1943-3-fall", by=by, target=target, against=other, modifiers=modifiers)
    assert told["modifier"] == net


@pytest.mark.parametrize("cell", [-9, -1, 0, 3])
def test_29_11_two_cards_add_their_cell_and_do_not_cancel_each_other(cell: int) -> None:
    both = ["espionage", "counter-espionage"]
    assert roll(5, target="spain", modifiers=both, cards=cell)["modifier"] == cell
    # The second example of 16.1.3: -1 of the cards, and -1 of the Sympathizer.
    held = {"status": "sympathizer", "holder": "germany"}
    assert roll(5, target="spain", modifiers=both, cards=cell, **held)["modifier"] == cell - 1


@pytest.mark.parametrize("alone", [["espionage"], ["counter-espionage"], []])
def test_16_1_7_7_a_card_that_nobody_meets_has_no_cell_beside_it(alone: list[str]) -> None:
    """It counts 2 as a chit does; chits and cards never count together."""
    assert against(target="spain", modifiers=alone, cards=-1) == ["29.11"]


def test_29_11_a_cell_is_on_a_die_of_ten() -> None:
    both = ("espionage", "counter-espionage")
    (refusal,) = diplomacy.refusals(_influence(target="spain", modifiers=both, cards=10))
    assert (refusal.rule, refusal.reason, refusal.hint) == ("29.11", "10 on a die of ten", "From -9 to 9.")


def test_28_variants_weigh_on_their_own_targets_alone() -> None:
    dated = {"turn": "1940-3-fall", "against": "western"}
    assert roll(5, by="italy", target="greece", modifiers=["balkan-diplomacy"], **dated)["modifier"] == -3
    assert roll(5, by="italy", target="turkey", modifiers=["balkan-diplomacy"], **dated)["modifier"] == 0
    told = roll(
        5, by="britain", target="yugoslavia", modifiers=["yugoslavia-coup"], turn="1941-1-spring", against="axis"
    )
    assert told["modifier"] == -5
    assert against(by="ussr", target="turkey", modifiers=["katyn"]) == ["16.2, 28.1.2 #22"]


def test_23_56_the_vatican_occupied_gives_points_in_attack_and_defence() -> None:
    """Ruling 424."""
    by_allies, by_axis = ["vatican-occupied-by-allies"], ["vatican-occupied-by-axis"]
    assert roll(5, target="spain", modifiers=by_allies)["attacker_total"] == 3
    assert roll(5, target="spain", modifiers=by_axis)["defender_total"] == 4
    assert roll(5, target="turkey", modifiers=by_axis)["defender_total"] == 2
    lent = {"against": "soviet", "soviets": "war", "defending": {"britain": 1}, "target": "spain"}
    assert roll(5, modifiers=by_axis, **lent)["defender_total"] == 5


def test_423_who_lends_a_point_brings_his_status_along() -> None:
    held = {"target": "spain", "against": "soviet", "soviets": "war", "status": "associate", "holder": "britain"}
    assert roll(5, defending={"ussr": 1}, **held)["defender_total"] == 3
    assert roll(5, defending={"ussr": 1, "britain": 1}, **held)["defender_total"] == 6


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"turn": "1940-2-summer"}, "16.1.1"),
        ({"by": "italy"}, "16.1, 16.1.4"),
        ({"by": "ussr", "target": "vatican"}, "16.1, 16.1.4"),
        ({"by": "us", "target": "norway", "against": "axis"}, "16.1.2, 22.8"),
        ({"pops": {"germany": 0}}, "16.1.6, ruling 301"),
        ({"pops": {"germany": 1, "britain": 1}}, "16.1.1"),
        ({"against": "axis"}, "16.1.3, ruling 303"),
        ({"target": "turkey", "defending": {"ussr": 1}}, "16.1.1, ruling 304"),
        ({"target": "turkey", "defending": {"italy": 1}}, "16.1.1"),
        ({"invaded": True}, "16.4, ruling 315"),
        ({"status": "sympathizer"}, "16.3"),
        ({"holder": "germany"}, "16.3"),
        ({"target": "vichy-france"}, "18.7"),
        (
            {"target": "vichy-france", "turn": "1941-1-spring", "french_surrender": "1940-2-summer"},
            "18.7.1, ruling 321",
        ),
        (
            {"turn": "1941-1-spring", "by": "france", "against": "axis", "french_surrender": "1940-2-summer"},
            "18.3, 18.5.8",
        ),
        ({"gains": "britain"}, "ruling 313"),
        ({"target": "turkey", "gains": "italy"}, "ruling 313"),
        ({"gains": "italy"}, "16.1, 16.1.4"),
        ({"target": "portugal", "by": "us", "against": "axis", "modifiers": ["us-at-war"]}, "23.41"),
    ],
)
def test_16_no_such_roll(fields: dict[str, Any], rule: str) -> None:
    assert against(**fields) == [rule]


def test_18_7_1_vichy_may_be_named_five_turns_after_the_surrender() -> None:
    told = roll(5, target="vichy-france", turn="1941-3-fall", french_surrender="1940-2-summer")
    assert (told["column"], told["status"]) == ("1-1", "sympathizer")


def test_16_1_1_help_in_defence_goes_with_the_pact_and_with_the_war() -> None:
    with_pact = {"by": "britain", "target": "turkey", "against": "axis", "defending": {"germany": 1, "ussr": 1}}
    assert roll(5, **with_pact)["defender_total"] == 4
    assert against(**with_pact, soviets="war") == ["16.1.1, ruling 304"]


def test_16_1_3_chances_are_exact() -> None:
    found = chances(roll(None, pops={"germany": 2}, defending={"britain": 1}))
    # 1-1: a level for 1 to 5, none for 6 to 9, the minus of 10 moves nothing that is neutral.
    assert sum(chance for chance, _ in found) == 1
    assert sum(chance for chance, told in found if told["status"] == "sympathizer") == Fraction(1, 2)


# --- 29.15


def simple(*faces: int, **fields: Any) -> dict[str, Any]:
    usual = {"turn": "1940-3-fall", "target": "netherlands", "by": "germany", "simplified": True}
    return dict(calc("diplomacy", faces, **(usual | fields)))


def test_29_15_two_dice_at_3_narfs_each() -> None:
    for face in range(1, 8):
        told = simple(face)
        assert (told["first"], told["second"], told["success"], told["narfs"]) == (face, None, False, 3)
    for second in range(1, 11):
        told = simple(8, second)
        assert (told["success"], told["narfs"]) == (second >= 8, 6)
        assert told["status"] == ("sympathizer" if second >= 8 else "neutral")
        allied = simple(3, second, by="britain")
        assert (allied["success"], allied["holder"]) == (second <= 3, "britain" if second <= 3 else None)


def test_29_15_status_and_chit_modify_both_dice() -> None:
    """Ruling 419: an enemy's status counts against, a Satellite counts 3."""
    assert simple(5, 5, status="satellite", holder="germany")["success"]
    assert simple(3, by="britain", status="sympathizer", holder="germany")["first"] == 4
    assert simple(4, 4, by="britain", modifiers=["espionage"])["success"]
    assert simple(7, 7, modifiers=["espionage"])["success"]
    found = chances(calc("diplomacy", None, turn="1940-1-spring", target="spain", by="italy", simplified=True))
    assert sum(chance for chance, told in found if told["success"]) == Fraction(9, 100)
    assert refused("diplomacy", turn="1940-1-spring", target="norway", by="italy", simplified=True) == ["16.1, 16.1.4"]


# --- 16.1.2


def points(power: str, turn: str, **fields: Any) -> dict[str, Any]:
    return dict(calc("political-points", (), power=power, turn=turn, **fields))


@pytest.mark.parametrize(
    ("power", "turn", "fields", "limit"),
    [
        ("germany", "1940-1-spring", {}, 4),
        ("germany", "1941-3-fall", {"us_entry": "1941-3-fall"}, 4),
        ("germany", "1942-1-spring", {"us_entry": "1941-3-fall"}, 3),
        ("britain", "1942-1-spring", {"us_entry": "1941-3-fall"}, 3),
        ("britain", "1942-3-fall", {"us_entry": "1941-3-fall"}, 2),
        ("britain", "1944-1-spring", {"us_entry": "1941-3-fall"}, 2),
        ("italy", "1940-3-fall", {}, 2),
        ("italy", "1941-1-spring", {}, 1),
        ("italy", "1941-1-spring", {"italy_declared": "1940-3-fall"}, 2),
        ("italy", "1941-3-fall", {"italy_declared": "1940-4-winter"}, 1),
        ("us", "1941-3-fall", {"us_entry": "1941-3-fall"}, 0),
        ("us", "1942-1-spring", {"us_entry": "1941-3-fall"}, 2),
        ("france", "1940-1-spring", {}, 2),
        ("ussr", "1945-1-spring", {}, 2),
    ],
)
def test_16_1_2_the_limits_and_when_they_change(power: str, turn: str, fields: dict[str, Any], limit: int) -> None:
    told = points(power, turn, **fields)
    assert (told["limit"], told["per_target"]) == (limit, (limit + 1) // 2)


def test_16_1_7_1_prices_and_the_variants_that_lower_them() -> None:
    def prices(power: str, *modifiers: str) -> tuple[int, int, int]:
        told = points(power, "1941-1-spring", modifiers=list(modifiers))
        return told["pop_price"], told["espionage_price"], told["counter_price"]

    assert prices("germany") == prices("us") == (3, 4, 3)
    assert prices("ussr") == prices("ussr", "counter-intelligence") == (4, 3, 2)
    assert prices("italy", "sicilian-methods", "counter-intelligence") == (3, 2, 1)
    assert prices("britain", "counter-intelligence", "sicilian-methods") == (3, 3, 2)
    assert points("ussr", "1940-3-fall", pops=2, espionage=1, counter_espionage=1)["narfs"] == 13


def test_16_1_2_more_than_may_be_is_not_bought() -> None:
    def why(power: str, turn: str, **fields: Any) -> list[str]:
        return list(refused("political-points", power=power, turn=turn, **fields))

    assert why("germany", "1940-1-spring", pops=5) == ["16.1.2"]
    assert why("germany", "1940-2-summer") == ["16.1.1"]
    assert why("italy", "1940-1-spring", espionage=2) == ["16.1.7.1"]
    assert why("us", "1940-1-spring", pops=1) == ["16.1.2"]
    assert points("us", "1940-3-fall", pops=1)["variant"] == 1
    assert why("us", "1940-3-fall", pops=2) == ["16.1.2"]
