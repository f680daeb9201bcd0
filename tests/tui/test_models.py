"""The frame's models and rows, without an app: what is dropped first, what is cut, what is said of chances."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import frozen

from engine.kernel.changes import Change
from engine.kernel.forecast import Distribution
from tests.thewar.player import opening
from tests.tui.screens import campaign
from tui import frame_model, keys, telling
from tui.bars import footer_row, key_at, rim_row
from tui.frame_model import Heading
from tui.lines import cut, fit, pointed, row, spread, wrap
from tui.odds_model import odds
from tui.panes import due_rows, ledger_rows, sequence_row, sequence_rows, tail_row, title_row
from tui.words import turn_name

HEAD = Heading(
    "A campaign of ours", "Fall 1939", "turn 1 of 24", "Axis half", "Germany to act", "keyed dice", "", False
)


_EMPTY = ("countries", "places", "holdings", "engagements", "installations", "slips", "markers")


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_the_title_fits_and_keeps_date_and_who_is_asked(width: int) -> None:
    line = title_row(HEAD, width)
    assert line.width == width
    assert "FALL 1939" in line.text and "Germany to act" in line.text
    assert ("Warledger" in line.text) == (width >= 100)


def test_lines_are_cut_to_their_width_and_say_so() -> None:
    assert fit("logistics", 5) == "logi…"
    assert fit(7, 4, "right") == "   7"
    assert cut(row("abc", ("def", "now")), 4).text == "abc…"
    assert spread(row("left side"), row("right"), 10).width == 10
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("unbreakable", 4) == ["unbr", "eaka", "ble"]
    assert pointed(row("  x")).text == "▸ x"


def test_wide_signs_count_as_two_cells() -> None:
    assert row("海").width == 2
    assert cut(row("海海海"), 4).width <= 4


def test_a_short_window_drops_what_is_over_before_what_comes(home: Path) -> None:
    desk = campaign(home)
    segments = frame_model.segments(desk.ruleset, desk.checklist())
    whole = [line.text for line in sequence_rows(segments, 28, 100)]
    short = [line.text for line in sequence_rows(segments, 28, 12)]
    assert len(short) == 12 < len(whole)
    assert any("▸" in line for line in short)
    assert not any("–" in line for line in short)


def test_a_title_that_keeps_its_first_line_shows_that_more_is_missing(home: Path) -> None:
    found = campaign(home)
    segments = frame_model.segments(found.ruleset, found.checklist())
    whole = " ".join(line.text for line in sequence_rows(segments, 22, 100))
    heights = [sequence_rows(segments, 22, height) for height in range(16, 30)]
    shortened = {line.text for lines in heights for line in lines if line.text.endswith("…")}
    assert shortened and all(len(line) <= 22 for line in shortened)
    for line in shortened:
        assert line.strip(" …") in whole and not line.rstrip("…").endswith((" and", " of", ",", " "))


def test_the_ledger_names_its_unit_once_and_aligns_right(home: Path) -> None:
    desk = campaign(home)
    lines = frame_model.ledger(desk, desk.outlook())
    rows = ledger_rows(lines, (), 36)
    assert sum("NARFs" in line.text for line in rows) == 1
    assert {len(line.text.rstrip()) for line in rows} == {len(rows[0].text.rstrip())}
    assert [line.active for line in lines] == [line.power in desk.outlook().awaits for line in lines]


def test_the_folded_sequence_says_where_and_what_next(home: Path) -> None:
    from tui.panes import Shown

    desk = campaign(home)
    marks = desk.checklist()
    segments = frame_model.segments(desk.ruleset, marks)
    shown = Shown(HEAD, desk.outlook(), marks, segments, (), (), ())
    line = sequence_row(shown, 80)
    assert "▸ A Logistical efforts" in line.text and "then Political points and espionage chits" in line.text
    assert line.width == 80
    assert "3.3" in sequence_row(shown, 100).text and "then " in sequence_row(shown, 100).text
    assert sequence_row(shown, 60).text.strip() == "3 Planning ▸ A Logistical efforts  3.3, 4.0"


def test_an_overdue_duty_says_so_in_words() -> None:
    rows = due_rows([frame_model.DueLine("Pay the Pact", "16.5", True)], 30)
    assert "overdue" in rows[0].text and "16.5" in "".join(line.text for line in rows)


def test_the_rim_joins_where_panes_meet() -> None:
    line = rim_row([(row(" Left "), 0), (row(" Work "), 10), (row(" Side "), 20)], 30).text
    assert len(line) == 30 and line[10] == "┬" and line[20] == "┬"


def test_the_footer_keeps_help_at_any_width_and_knows_its_keys() -> None:
    actions = sorted((one for one in keys.of(keys.CAMPAIGN) if one.rank), key=lambda one: one.rank)
    actions += [one for one in keys.of(keys.ANYWHERE) if one.rank]
    lines = [footer_row(actions, width) for width in (60, 80, 120)]
    assert [line.width for line in lines] == [60, 80, 120]
    assert all("? help" in line.text for line in lines)
    line = lines[-1]
    assert key_at(line, line.text.index("undo"), actions) == "u"


def test_turns_are_named_for_people() -> None:
    assert turn_name("1939-3-fall") == "Fall 1939"
    assert turn_name("7") == "7"


@frozen
class Box:
    uboats: int
    asw: int


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change("powers.germany.narfs", 170, 162, "x"), "Germany NARFs 170 → 162"),
        (Change("units.germany-arm-1.depleted", False, True, "x"), "Germany ARM 8-8 depleted no → yes"),
        (Change("pools.gone", Box(1, 2), None, "x"), "− pool gone"),
        (Change("boxes.germany", Box(0, 2), Box(3, 2), "x"), "box of Germany: uboats 0 → 3"),
        (Change("facts.weather", "mud", "snow", "x"), "weather mud → snow"),
        (Change("facts.usel", 3, 4, "x"), "U.S. Entry Level 3 → 4"),
    ],
)
def test_changes_are_told_as_from_to(change: Change, said: str) -> None:
    powers = {"germany": opening().powers["germany"]}
    units = {"germany-arm-1": opening().units["germany-arm-1"]}
    nothing: dict[str, dict[str, Any]] = {name: {} for name in _EMPTY}
    world: Any = SimpleNamespace(
        ruleset="thewar",
        powers=powers,
        units=units,
        pools={},
        boxes={},
        facts={},
        **nothing,
    )
    assert telling.changed(world, change) == said


def test_several_changes_of_a_figure_are_told_once() -> None:
    changes = [Change("a.b.c", 1, 2, "x", "1"), Change("progress.step", "a", "b", "x"), Change("a.b.c", 2, 5, "y", "2")]
    assert [(one.was, one.now) for one in telling.loud(changes)] == [(1, 5)]
    assert telling.loud([Change("a.b.c", 1, 2, "x"), Change("a.b.c", 2, 1, "y")]) == ()


def test_odds_show_what_varies_with_mean_and_range() -> None:
    found = odds(Distribution(((Box(0, 1), Fraction(1, 4)), (Box(8, 1), Fraction(3, 4)))))
    assert [one.label for one in found] == ["uboats"]
    assert found[0].mean == pytest.approx(6.0)
    assert (found[0].low, found[0].high, found[0].likeliest) == ("0", "8", ("8", 75.0))
    assert sum(share for _, share in found[0].shares) == pytest.approx(100)


def test_many_values_are_shown_as_ranges() -> None:
    pairs = tuple((number, Fraction(1, 40)) for number in range(40))
    found = odds(Distribution(pairs))
    assert len(found[0].shares) == 10 and found[0].shares[0][0] == "0-3"


def test_the_latest_entry_is_the_loud_one() -> None:
    told = telling.Told(
        3, "solo", "s", "Italy pays.", ("Italy NARFs 9 → 4",), (), ("Italy NARFs 9 → 4",), ("4.1",), False, False
    )
    assert any(ink == "changed" for _, ink in tail_row(told, 80, True).pieces)
    assert not any(ink == "changed" for _, ink in tail_row(told, 80).pieces)
