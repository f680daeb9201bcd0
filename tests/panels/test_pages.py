"""The models of accounts, forces, curves, tables, the turn sheet and the dice."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.changes import Change, Entry
from engine.kernel.dice import NeedsDie
from engine.kernel.undoing import live
from engine.thewar.world.state import Addition, EntryCause
from tests.panels.desks import desk
from tui.models import tables
from tui.models.accounts import Line, PowerYear, YearPage, accounts, shown
from tui.models.accounts import as_text as accounts_text
from tui.models.curves import Curve, Curves, Hands, by_years, chart, charts, marks_for, stack
from tui.models.dice import faces, prompt
from tui.models.forces import Filter, following, forces, groups, unit_words
from tui.models.forces import shown as sifted
from tui.models.sheet import as_text

ADDITIONS = {
    "germany-1940-spring-inf-6-5": Addition(
        power="germany", year=1940, season="spring", kind="inf", strength="6-5", count=3
    ),
    "germany-1941-spring-arm-8-8": Addition(
        power="germany", year=1941, season="spring", kind="arm", strength="8-8", count=2
    ),
}


@pytest.fixture(scope="module")
def start() -> Any:
    return desk(additions=ADDITIONS, sources={"pools": "house", "units.germany-arm-1": "rules 15.1.6.1"})


@pytest.fixture(scope="module")
def spring() -> Any:
    return desk("1940-1-spring", additions=ADDITIONS)


@pytest.mark.rule("tw-14.2")
def test_income_is_a_statement_with_every_cause_and_rule(spring: Any) -> None:
    page = at_hand(spring)
    assert (page.title, page.expected) == ("1940", False)
    germany = of(page, "germany")
    assert germany.ends == (("Hand", 85, 170), ("Base", 170, 170))
    assert germany.lines == (
        Line("ends", "Hand before Spring 1940", None, 85),
        Line("section", "Income of Spring", 85, 170),
        Line("item", "left over from last year is lost", -85, None, "14.3"),
        Line("item", "base", 170, None, "14.1"),
        Line("ends", "Hand now", None, 170),
        Line("ends", "Base before Spring 1940", None, 170),
        Line("ends", "Base now", None, 170),
        Line("note", "joined the force pool: 3 INF 6-5"),
    )


def test_in_other_seasons_income_is_what_spring_would_bring(start: Any) -> None:
    page = accounts(start).pages[-1]
    assert page.expected and page.year == 1940
    italy = of(page, "italy")
    assert italy.ends == (("Hand", 32, 59),)
    assert [(line.label, line.then) for line in italy.lines] == [
        ("Hand now, lost by then", 32),
        ("base", 56),
        ("Libya", 59),
    ]


def test_growth_is_a_line_of_the_base() -> None:
    found = desk("1942-1-spring")
    germany = of(at_hand(found), "germany")
    assert [(line.value, line.rule) for line in germany.lines if line.label == "growth"] == [(42, "14.3")]
    assert germany.ends == (("Hand", 85, 212), ("Base", 170, 212))


def test_a_heading_and_its_only_cause_share_a_line_where_it_holds_both() -> None:
    lines = [
        Line("section", "Efforts", -8, 77),
        Line("item", "effort paid", -8, None, "3.6"),
        Line("section", "Units", -9, 68),
        Line("item", "built: INF 6-5", -6, None, "15.1.2"),
        Line("item", "built: ARM 8-8", -3, None, "15.1.2"),
        Line("section", "Growth", 3, 71),
        Line("item", "growth", 3, None, "14.3"),
    ]
    wide = shown(lines, 30)
    assert [line.label for line in wide] == [
        "Efforts: effort paid",
        "Units",
        "built: INF 6-5",
        "built: ARM 8-8",
        "growth",
    ]
    assert wide[0] == Line("section", "Efforts: effort paid", -8, 77, "3.6")
    assert [line.label for line in shown(lines, 12)][:2] == ["Efforts", "effort paid"]
    assert [line.label for line in shown(lines, 30, brief=True)] == ["Efforts: effort paid", "Units", "growth"]


def test_the_accounts_as_text(spring: Any) -> None:
    text = accounts_text(at_hand(spring), ("germany",))
    assert text.startswith("1940\n\nGermany\n  Hand before Spring 1940")
    assert "      base                                          +170          14.1\n" in text
    assert "Italy" not in text


def at_hand(found: Any) -> YearPage:
    """The accounts of the year at hand."""
    every = accounts(found)
    return every.pages[every.now]


def of(page: YearPage, power: str) -> PowerYear:
    """A power's statement."""
    return next(one for one in page.powers if one.power == power)


def test_forces_count_every_state(start: Any) -> None:
    found = forces(start, Filter())
    inf = next(row for row in found.rows if row.power == "germany" and row.kind == "inf")
    assert (inf.board, inf.depleted, inf.pool, inf.oos, inf.of_year(1940)) == (2, 1, 4, 0, 3)
    assert inf.source == "house"
    arm = next(row for row in found.rows if row.power == "germany" and row.kind == "arm")
    assert (arm.to_come, arm.source) == (2, "rules 15.1.6.1")
    assert found.years == (1940, 1941)
    assert (found.totals.board, found.totals.depleted, found.totals.pool) == (5, 1, 4)
    assert [name for _, name in found.powers] == ["Germany", "Soviet Union", "Poland"]


def test_forces_say_what_is_immobile_and_what_lies_in_reserve(start: Any) -> None:
    campaign = start.campaign
    inf, arm = (next(k for k, u in campaign.units.items() if u.power == "germany" and u.kind == kind) for kind in KINDS)
    aside = {
        inf: attrs.evolve(campaign.units[inf], reserve=True),
        arm: attrs.evolve(campaign.units[arm], immobile=True),
    }
    rows = groups(attrs.evolve(campaign, units={**campaign.units, **aside}))
    assert {row.kind: row.aside for row in rows if row.aside} == {"inf": "1 in reserve", "arm": "1 immobile"}
    assert [row.kind for row in sifted(rows, Filter(state="immobile"))] == ["arm"]
    assert [row.kind for row in sifted(rows, Filter(state="in reserve"))] == ["inf"]
    assert not [row for row in groups(campaign) if row.aside]


KINDS = ("inf", "arm")


@pytest.mark.parametrize(
    ("by", "count"),
    [
        (Filter(power="germany"), 2),
        (Filter(state="depleted"), 1),
        (Filter(state="to come"), 2),
        (Filter(state="out of supply"), 0),
        (Filter(arm="air"), 0),
        (Filter(arm="land"), 4),
        (Filter(text="arm 8"), 1),
        (Filter(text="pola"), 1),
        (Filter(power="germany", text="inf"), 1),
    ],
)
def test_filters(start: Any, by: Filter, count: int) -> None:
    assert len(forces(start, by).rows) == count


def test_filters_go_round() -> None:
    assert [following(("a", "b"), now) for now in ("", "a", "b", "gone")] == ["a", "b", "", "a"]
    assert following(("a", "b"), "", -1) == "b"


def test_units_in_words() -> None:
    assert unit_words("arm", "8-8") == "ARM 8-8"
    assert (
        unit_words("mot", "3-7", "free-french") == "MOT 3-7 (Free French)"
        and unit_words("jet", "", "ftr") == "Jet (FTR)"
    )
    assert (unit_words("uboat"), unit_words("balloon")) == ("U-boat", "Balloon")


def test_nothing_is_counted_where_nothing_is_left(start: Any) -> None:
    assert all(row.board or row.depleted or row.pool or row.oos or row.coming for row in groups(start.campaign))


def entry(n: int, *changes: tuple[str, Any, Any], undoes: tuple[int, ...] = ()) -> Entry:
    made = tuple(Change(at, was, now, "why") for at, was, now in changes)
    return Entry(n, "solo", "step", "order", changes=made, undoes=undoes)


def hands_by_turn(story: list[Entry], now: dict[str, int], turn: int) -> dict[int, dict[str, int]]:
    """The hands in NARFs at the end of each turn."""
    walked = Hands(now, turn, "narfs")
    for one in reversed(live(story)):
        walked.take(one)
    return walked.by_turn


def test_hands_are_walked_back_turn_by_turn() -> None:
    story = [
        entry(1, ("powers.a.narfs", 50, 40)),
        entry(2, ("progress.turn", 1, 2)),
        entry(3, ("powers.a.narfs", 40, 70), ("powers.b.narfs", 9, 8)),
        entry(4, ("progress.turn", 2, 3), ("powers.a.base", 1, 2)),
        entry(5, ("powers.a.narfs", 70, 60)),
    ]
    assert hands_by_turn(story, {"a": 60, "b": 8}, 3) == {
        3: {"a": 60, "b": 8},
        2: {"a": 70, "b": 8},
        1: {"a": 40, "b": 9},
    }


def test_a_turn_that_was_undone_leaves_no_trace() -> None:
    story = [
        entry(1, ("powers.a.narfs", 50, 40)),
        entry(2, ("progress.turn", 1, 2)),
        entry(3, ("powers.a.narfs", 40, 10)),
        entry(4, ("powers.a.narfs", 10, 40), ("progress.turn", 2, 1), undoes=(3, 2)),
        entry(5, ("powers.a.narfs", 40, 35)),
    ]
    assert hands_by_turn(story, {"a": 35}, 1) == {1: {"a": 35}}
    story.append(entry(6, ("progress.turn", 1, 2)))
    assert hands_by_turn(story, {"a": 35}, 2) == {2: {"a": 35}, 1: {"a": 35}}


def test_curves_from_a_desk() -> None:
    found = desk()
    for power in ("italy", "us", "france", "ussr", "germany", "britain"):
        found.do([f"{power} effort none"])
    found.do(["italy done through end.points"])
    made = charts(found)[0]
    assert made.turns == ("Fall 1939", "Winter 1939")
    germany = next(curve for curve in made.curves if curve.power == "germany")
    assert (germany.mark, germany.hands) == ("G", (85, 85))
    assert made.top == 105


def test_every_curve_has_a_letter_of_its_own() -> None:
    assert marks_for(["Germany", "Greece", "Gr", "123"]) == ["G", "R", "0", "1"]


def test_the_chart_shows_each_letter_at_its_figure() -> None:
    made = Curves(("t1", "t2"), (Curve("a", "A", "A", (100, 0)), Curve("b", "B", "B", (0, 0))))
    drawn = chart(made, 5, 3)
    assert len(drawn) == 5
    assert drawn[0][1] == "A" and drawn[4][1] == "B" and drawn[4][4] == "*"
    low = Curves(("t1",), (Curve("a", "A", "A", (-10,)),))
    assert low.foot == -10
    assert chart(low, 3, 1)[2] == "A"
    assert chart(Curves((), ()), 3, 1) == ("", "", "")


def test_spending_by_kind_is_stacked_and_may_be_seen_by_years() -> None:
    found = desk()
    found.do(["germany spend 6 on=units", "germany spend 3 on=war", "italy spend 2 on=repair"])
    made = {one.title: one for one in charts(found)}
    assert made["Base in NARFs"].curves[0].hands == (170,)
    germany = made["Germany: NARFs spent"]
    assert [(curve.name, curve.mark, curve.hands) for curve in germany.curves] == [
        ("units", "U", (6,)),
        ("wars", "W", (3,)),
    ]
    assert (germany.top, germany.family) == (9, "spending")
    assert stack(germany, 3, 4) == ("WWW ", "UUU ", "UUU ")
    two = Curves(("Winter 1939", "Spring 1940", "Fall 1940"), (Curve("u", "units", "U", (1, 2, 4)),), flow=True)
    assert by_years(two).turns == ("1939", "1940") and by_years(two).curves[0].hands == (1, 6)
    level = attrs.evolve(two, flow=False)
    assert by_years(level).curves[0].hands == (1, 4)


def test_printed_tables(start: Any) -> None:
    found = tables.titles(start)
    assert "logistics" in [one.id for one in found]
    page = tables.page(start, "logistics")
    assert page.rule == "4.0"
    assert [key for key, _ in page.rows][:2] == ["sle", "rle"]
    assert sum(tables.widths(page, 60)) <= 60
    assert sum(tables.widths(page, 200)) < 120


def test_a_game_without_tables_lists_none(start: Any) -> None:
    other = attrs.make_class("Other", ["ruleset"])(attrs.make_class("Rules", ["id"])("nothing"))
    assert tables.titles(other) == ()


def test_the_turn_sheet_is_one_page_of_text(start: Any) -> None:
    text = as_text(start)
    assert "Fall 1939" in text and "turn 1 of 24" in text
    assert "Germany: Poland, since Fall 1939" in text
    assert "Spring 1940, Germany: 3 INF 6-5" in text
    assert max(len(line) for line in text.splitlines()) <= 78
    assert "the Soviet Union " not in text


def test_the_turn_sheet_opens_the_u_s_entry_level_with_each_cause_and_its_turn(start: Any) -> None:
    """22.8: from any page of the campaign, by its key."""
    assert "U.S. Entry Level" not in as_text(start), "nothing has moved it"
    moved = {"low-countries": EntryCause(event="low-countries", by=1, turn="1940-1-spring")}
    causes = {**moved, "allied-attack-norway": EntryCause(event="allied-attack", by=-3, turn="1940-2-summer")}
    found = desk("1940-3-fall", entry_causes=causes, facts={"usel": -1})
    text = as_text(found)
    assert "U.S. Entry Level: -1\n" in text
    assert "+1  Germany declares war on Belgium or the Netherlands (Spring 1940) (22.8)" in text
    assert "-3  Britain or France declares war on a neutral minor country" in text and "(Summer 1940)" in text
    assert "+1  entered by the table (22.8)" in text
    assert max(len(line) for line in text.splitlines()) <= 78
    powers = {**found.campaign.powers, "us": attrs.evolve(found.campaign.powers["us"], entered="1940-3-fall")}
    entered = desk("1940-3-fall", entry_causes=causes, powers=powers)
    assert "U.S. Entry Level" not in as_text(entered), "it has no more use"


@pytest.mark.parametrize(
    ("text", "sides", "found"),
    [
        ("7 3 0", 10, (7, 3, 10)),
        ("730", 10, (7, 3, 10)),
        ("7,3, 10", 10, (7, 3, 10)),
        ("10", 10, (10,)),
        ("6", 6, (6,)),
        ("12", 20, (12,)),
    ],
)
def test_faces(text: str, sides: int, found: tuple[int, ...]) -> None:
    assert (faces(text, sides).faces, faces(text, sides).problem) == (found, "")


@pytest.mark.parametrize(("text", "sides"), [("7", 6), ("0", 6), ("x", 10), ("-1", 10), ("", 10), ("9" * 12, 6)])
def test_bad_faces_say_why(text: str, sides: int) -> None:
    assert faces(text, sides).problem
    assert faces(text, sides).faces == ()


def test_the_dice_prompt_says_what_is_rolled_and_by_which_rule(start: Any) -> None:
    need = NeedsDie("1939-3-fall/planning.effort/germany/u-boat-roll:atlantic/1", 10, 1)
    found = prompt(start, need, ("germany fight",), (7,))
    assert (found.what, found.who, found.sides, found.given) == ("u boat roll atlantic", "Germany", 10, (7,))
    assert found.rule
