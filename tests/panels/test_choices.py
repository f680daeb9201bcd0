"""The models of choices, logistics, waiting and the campaign's end."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.changes import Entry
from engine.kernel.sheets.efforts import Allowed
from tests.panels.desks import EASTERN_WAR, desk, past_efforts, poor
from tui.models.choices import choices, without_name
from tui.models.edit import Edit
from tui.models.logistics import in_short, logistics
from tui.models.verdicts import effects, verdict
from tui.models.waiting import ending, waiting


@pytest.fixture(scope="module")
def start() -> Any:
    return desk()


def rows(found: Any, counts: dict[str, int] | None = None) -> dict[str, Any]:
    return {row.kind: row for row in logistics(found, found.outlook(), counts or {}).rows}


@pytest.mark.rule("tw-3.3")
def test_the_lowest_hand_is_named_as_the_buyer(start: Any) -> None:
    model = logistics(start, start.outlook(), {})
    assert model.power == "italy"
    assert [(buyer.power, buyer.state) for buyer in model.buyers][:2] == [("italy", "now"), ("us", "next")]
    assert model.bought == "The lowest hand buys first; nobody has bought yet."
    assert model.to_come.startswith("Then United States (50), France (51)")


def test_who_has_bought_is_told_with_hand_and_effort() -> None:
    found = desk()
    found.do(["italy effort sle"])
    found.do(["us effort none"])
    model = logistics(found, found.outlook(), {})
    assert model.bought == "Lowest hand first: Italy (32, Sustained) and United States (50, no effort) have bought."
    assert model.name == "France"


def test_efforts_show_cost_and_what_is_left(start: Any) -> None:
    found = rows(start)
    assert [(kind, row.cost, row.after) for kind, row in found.items()] == [
        ("none", 0, 32),
        ("sle", 8, 24),
        ("rle", 4, 28),
        ("lle", 2, 30),
        ("mle", 2, 30),
        ("pass", 0, 32),
    ]
    assert found["sle"].name == "Sustained"
    assert found["sle"].breakdown.rules == ("4.1",)


def test_counted_efforts_multiply(start: Any) -> None:
    found = rows(start, {"rle": 3, "sle": 5})
    assert (found["rle"].many, found["rle"].cost, found["rle"].order) == (3, 12, "italy effort rle count=3")
    assert (found["sle"].many, found["sle"].order) == (0, "italy effort sle")


def test_a_refused_effort_says_why(start: Any) -> None:
    refused = rows(start)["pass"]
    assert not refused.legal
    assert refused.refusals[0].rule == "4.5"
    assert "32 NARFs in hand" in refused.refusals[0].reason


def test_too_many_of_an_effort_are_refused_with_the_cost() -> None:
    found = poor(italy={"narfs": 10})
    assert rows(found, {"rle": 2})["rle"].legal
    refused = rows(found, {"rle": 3})["rle"]
    assert (refused.cost, refused.after) == (12, -2)
    assert "10 are in hand" in refused.refusals[0].reason


def test_a_power_without_narfs_may_only_pass() -> None:
    found = rows(poor(italy={"narfs": 0}))
    assert [kind for kind, row in found.items() if row.legal] == ["pass"]


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({}, ""),
        ({"movement": "yes", "combat": "yes"}, "everything"),
        ({"movement": "no", "building": "yes", "combat": "no"}, "only building"),
        ({"movement": "yes", "combat": "no", "rail": "yes"}, "no combat"),
        ({"a": "within 4 hexes", "b": "within 4 hexes", "c": "within 4 hexes", "d": "no"}, "within 4 hexes, no d"),
        ({"movement": "no"}, "no movement"),
    ],
)
def test_what_an_effort_allows_in_short(answers: dict[str, str], said: str) -> None:
    assert in_short(tuple(Allowed(activity, answer, "4") for activity, answer in answers.items())) == said


def test_what_an_effort_allows_comes_from_the_ruleset(start: Any) -> None:
    found = rows(start)
    assert found["rle"].may == "within 4 hexes"
    assert found["none"].may.startswith("only ")
    assert ("second impulse", "no") in [(one.activity, one.answer) for one in found["lle"].allowed]


def test_choices_without_the_power_s_name(start: Any) -> None:
    model = choices(start, start.outlook())
    assert model.asked == "Logistical efforts"
    assert model.rows[1].says == "buys Sustained Effort"
    assert (model.rows[1].cost, model.rows[1].after) == (8, 24)
    assert not model.several


@pytest.mark.parametrize(
    ("says", "who", "left"),
    [
        ("Germany passes", "Germany", "passes"),
        ("Germany: income", "Germany", "income"),
        ("The Soviet Union enters Karelia", "Soviet Union", "enters Karelia"),
        ("Soviet Union enters Karelia", "the Soviet Union", "Soviet Union enters Karelia"),
        ("Germanys passes", "Germany", "Germanys passes"),
        ("passes", "", "passes"),
    ],
)
def test_without_name(says: str, who: str, left: str) -> None:
    assert without_name(says, who) == left


def test_a_typed_order_is_judged_with_every_reason(start: Any) -> None:
    good = verdict(start, "ita effort sle")
    assert (good.order, good.legal, good.cost.total) == ("italy effort sle", True, 8)
    bad = verdict(start, "germany effort sle count=2")
    assert not bad.legal
    assert len(bad.refusals) == 2
    unread = verdict(start, "italy efort sle")
    assert (unread.order, unread.at) == ("", 6)
    assert unread.problem
    assert verdict(start, "   ") == verdict(start, "   ")
    assert not verdict(start, "").problem


def test_effects_are_figures_before_anything_is_given() -> None:
    start = desk(step="axis.operations.supply", wars=EASTERN_WAR)
    said = effects(start, verdict(start, "capture kiev germany"))
    assert any("68 → 65" in line for line in said)
    assert start.campaign.powers["ussr"].narfs == 68
    assert effects(start, verdict(start, "capture nowhere germany")) == ()


def test_waiting_names_powers_and_seats(start: Any) -> None:
    outlook = start.outlook()
    assert waiting(start, outlook).for_whom == "Italy"
    assert waiting(start, attrs.evolve(outlook, awaits=())).for_whom == "nobody"


def test_the_end_shows_where_everyone_stands(start: Any) -> None:
    found = ending(start, attrs.evolve(start.outlook(), over="the last turn has been played"))
    assert found.turns == "1 of 24"
    assert (found.powers[0].name, found.powers[0].figures[0].text) == ("Italy", "32")


def test_after_the_efforts_a_step_by_hand_comes() -> None:
    found = past_efforts(desk())
    assert found.outlook().step == "planning.points"
    assert all(isinstance(entry, Entry) for entry in found.entries())


@pytest.mark.parametrize(
    ("keys", "text", "at"),
    [
        ([("a", "a"), ("b", "b")], "ab", 2),
        ([("a", "a"), ("left", None), ("b", "b")], "ba", 1),
        ([("a", "a"), ("b", "b"), ("backspace", "\x08")], "a", 1),
        ([("a", "a"), ("home", None), ("delete", None)], "", 0),
        ([("a", "a"), ("space", " "), ("b", "b"), ("ctrl+w", None)], "a ", 2),
        ([("a", "a"), ("left", None), ("ctrl+k", None), ("end", None)], "", 0),
        ([("a", "a"), ("ctrl+u", None)], "", 0),
        ([("a", "a"), ("left", None), ("left", None), ("right", None)], "a", 1),
    ],
)
def test_a_line_under_edit(keys: list[tuple[str, str | None]], text: str, at: int) -> None:
    edit = Edit()
    for key, character in keys:
        pressed = edit.pressed(key, character)
        assert pressed is not None
        edit = pressed
    assert (edit.text, edit.at) == (text, at)


def test_edit_leaves_other_keys_alone_and_bad_signs_out() -> None:
    assert Edit.of("x").pressed("f5", None) is None
    assert Edit().insert("a\nb\x1b[31m").text == "a b [31m"
    assert len(Edit().insert("x" * 9999).text) == 400
    assert Edit.of("germany -2 in").complete("inf-6-5") == Edit.of("germany -2 inf-6-5 ")
    assert Edit("germany -2 in, dep", 13).complete("inf-6-5").text == "germany -2 inf-6-5, dep"
