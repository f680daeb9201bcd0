"""Scenarios of the player's own: a copy with his figures, every other line as it was, written whole or not at all."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.sheets.cards import Cards, Figure, typed
from saves import checking, scenarios
from saves.desk import Desk
from saves.errors import Exists, Misuse, SavesError, Stale, UnreadableFile
from saves.own import OwnScenario, free_title, id_of
from saves.rewriting import Text
from tests.whole import whole


def figure(own: OwnScenario, owner: str, line: str, column: str) -> Figure:
    cards = own.ruleset.sheet(Cards)
    assert cards is not None
    for table in cards.card(own.campaign, owner).tables:
        for one in table.lines:
            if one.id == line and column in table.columns:
                found = one.figures[table.columns.index(column)]
                assert found is not None
                return found
    raise AssertionError(f"{owner} has no {line} {column}")


def keep(own: OwnScenario, line: str, column: str, value: int, owner: str = "germany") -> None:
    own.keep(typed(own.campaign, figure(own, owner, line, column), value))


def begun(base: str = "1939-campaign", title: str = "My box") -> OwnScenario:
    own = OwnScenario(base)
    own.name(title)
    return own


def test_only_the_lines_of_what_is_typed_are_touched() -> None:
    own = begun()
    keep(own, "own", "base", 175)
    keep(own, "inf-6-5", "pool", 7)
    assert own.path is not None
    before = scenarios.read_bytes(scenarios.source_of("1939-campaign")).decode().split("\n")
    after = own.path.read_text().split("\n")
    new = [line[2:] for line in difflib.ndiff(before, after) if line.startswith("+ ") and not line.startswith("+ #")]
    assert [line for line in new if line] == [
        'id = "my-box"',
        'title = "My box"',
        '"powers.germany.base" = "own"',
        '"pools.germany-inf-6-5" = "own"',
        "base = 175",
        'germany-inf-6-5 = { power = "germany", kind = "inf", strength = "6-5", count = 7 }',
    ]
    # What explains a figure stays beside it.
    assert "# without Karelia; 7 with it" in own.path.read_text()


@pytest.mark.parametrize("base", ["1939-campaign", "1940-spring"])
def test_a_copy_of_any_scenario_is_in_order_and_begins_campaigns(base: str, tmp_path: Path) -> None:
    own = begun(base)
    keep(own, "own", "hand", 99)
    keep(own, "uboat", "play", 6)
    keep(own, "cv", "1943", 2)
    assert own.path is not None and checking.check(own.path) == []
    card = {card.id: card for card in scenarios.scenarios()}["my-box"]
    assert (card.title, card.own, card.problem) == ("My box", True, "")
    desk = Desk.open(scenarios.new("my-box", at=tmp_path))
    assert whole(desk).additions["germany-1943-spring-cv"].count == 2
    assert sum(unit.kind == "uboat" for unit in whole(desk).units.values()) == 6
    # The derivation's own note says what not to edit; a copy is edited.
    assert "change that list" not in own.path.read_text()


def test_what_is_taken_back_leaves_the_file_as_it_was() -> None:
    own = begun()
    keep(own, "own", "hand", 90)
    assert own.path is not None
    kept = own.path.read_bytes()
    keep(own, "own", "base", 99)
    assert own.undo() and own.path.read_bytes() == kept
    assert own.campaign.powers["germany"].base == 170
    assert own.undo() and not own.undo()
    assert own.campaign.powers["germany"].narfs == 85


def test_an_own_scenario_is_opened_again_and_goes_on() -> None:
    keep(begun(), "own", "hand", 90)
    again = OwnScenario("my-box")
    assert again.named and again.title == "My box"
    keep(again, "own", "base", 99)
    assert scenarios.preview("my-box").powers["germany"].narfs == 90  # type: ignore[attr-defined]


def test_a_title_that_is_taken_or_none_is_refused() -> None:
    keep(begun(), "own", "hand", 90)
    other = OwnScenario("1939-campaign")
    with pytest.raises(Exists, match="there is a scenario 'my-box' already"):
        other.name("my BOX!")
    with pytest.raises(Exists, match="1939-campaign"):
        other.name("1939 campaign")
    with pytest.raises(Misuse, match="letters or digits"):
        other.name(" - ")
    with pytest.raises(Misuse, match="give yours a title first"):
        other.keep(other.campaign)
    assert free_title("My box") == "My box 2"
    assert id_of("Übermut & Co.") == "bermut-co"


def test_a_folder_that_cannot_be_written_is_told_and_changes_nothing() -> None:
    own = begun()
    scenarios.own_folder().parent.mkdir(parents=True)
    scenarios.own_folder().write_text("a file where a folder should be")
    with pytest.raises(SavesError, match="nothing was written"):
        keep(own, "own", "hand", 90)
    assert own.campaign.powers["germany"].narfs == 85 and not own.kept


def test_a_file_that_another_hand_changed_is_not_written_over() -> None:
    own = begun()
    keep(own, "own", "hand", 90)
    assert own.path is not None
    own.path.write_text(own.path.read_text().replace("narfs = 32", "narfs = 33"))
    with pytest.raises(Stale, match="changed by another hand"):
        keep(own, "own", "hand", 91)
    assert "narfs = 33" in own.path.read_text() and own.campaign.powers["germany"].narfs == 90


def test_a_file_with_faults_is_refused_with_the_first() -> None:
    own = begun()
    keep(own, "own", "hand", 90)
    assert own.path is not None
    own.path.write_text(own.path.read_text().replace("army = 1", "army = 7", 1))
    with pytest.raises(UnreadableFile, match="7 is out of range; from 1 to 4"):
        OwnScenario("my-box")


def test_a_line_in_another_form_is_left_to_the_hand_that_wrote_it() -> None:
    own = begun()
    keep(own, "own", "hand", 90)
    assert own.path is not None
    one_line = 'germany-inf-6-5 = { power = "germany", kind = "inf", strength = "6-5", count = 4 }'
    dotted = "\n".join(
        f"germany-inf-6-5.{part}" for part in ('power = "germany"', 'kind = "inf"', 'strength = "6-5"', "count = 4")
    )
    text = own.path.read_text()
    assert one_line in text
    own.path.write_text(text.replace(one_line, dotted))
    again = OwnScenario("my-box")
    with pytest.raises(SavesError):
        keep(again, "inf-6-5", "pool", 5)
    assert again.path is not None and dotted in again.path.read_text()
    keep(again, "own", "hand", 91)


@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        (lambda text: text.set("a", "x", {"n": 2}), '[a]\nx = { n = 2, s = "#" }  # kept\ny-1 = 1\n\n[b.c]\nn = 1\n'),
        (
            lambda text: text.put("a", "y-2", 5),
            '[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1\ny-2 = 5\n\n[b.c]\nn = 1\n',
        ),
        (lambda text: text.set("b", "c", {"n": 3}), '[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1\n\n[b.c]\nn = 3\n'),
        (lambda text: text.drop("b", "c"), '[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1\n'),
        (lambda text: text.drop("a", "x"), "[a]\ny-1 = 1\n\n[b.c]\nn = 1\n"),
        (
            lambda text: text.put("d", "e.f", "own"),
            '[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1\n\n[b.c]\nn = 1\n\n[d]\n"e.f" = "own"\n',
        ),
    ],
)
def test_an_entry_is_changed_where_it_stands(deed: Any, expected: str) -> None:
    text = Text('[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1\n\n[b.c]\nn = 1\n')
    deed(text)
    assert text.text.strip() == expected.strip()
    assert tomllib.loads(text.text)
