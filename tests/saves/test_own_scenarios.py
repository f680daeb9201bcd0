"""The cards of the boxed game in a scenario of the player's own: a copy with his figures, all else as it was."""

from __future__ import annotations

import difflib
from pathlib import Path

import attrs
import pytest

from engine.kernel.sheets.cards import Cards, Figure, typed
from saves import checking, scenarios
from saves.desk import Desk
from saves.drafts import ScenarioDraft
from saves.errors import UnreadableFile
from tests.whole import whole


def figure(own: ScenarioDraft, owner: str, line: str, column: str) -> Figure:
    cards = own.ruleset.sheet(Cards)
    assert cards is not None
    for table in cards.card(own.campaign, owner).tables:
        for one in table.lines:
            if one.id == line and column in table.columns:
                found = one.figures[table.columns.index(column)]
                assert found is not None
                return found
    raise AssertionError(f"{owner} has no {line} {column}")


def keep(own: ScenarioDraft, line: str, column: str, value: int, owner: str = "germany") -> None:
    own.become(typed(own.campaign, figure(own, owner, line, column), value), f"{line} {column}")


def begun(base: str = "1939-campaign", title: str = "My box") -> ScenarioDraft:
    own = ScenarioDraft(base)
    own.name(title)
    return own


def test_only_the_lines_of_what_is_typed_are_touched() -> None:
    own = begun()
    keep(own, "own", "base", 175)
    keep(own, "inf-6-5", "pool", 7)
    own.save()
    assert own.path is not None
    before = scenarios.read_bytes(scenarios.source_of("1939-campaign")).decode().split("\n")
    after = own.path.read_text().split("\n")
    new = [line[2:] for line in difflib.ndiff(before, after) if line.startswith("+ ") and not line.startswith("+ #")]
    assert [line for line in new if line] == [
        'id = "my-box"',
        'title = "My box"',
        'based_on = "1939-campaign"',
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
    own.save()
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
    own.save()
    assert own.path is not None
    kept = own.path.read_bytes()
    keep(own, "own", "base", 99)
    assert own.undo() == "own base"
    own.save()
    assert own.path.read_bytes() == kept
    assert own.campaign.powers["germany"].base == 170
    assert own.undo() and not own.undo()
    assert own.campaign.powers["germany"].narfs == 85


def test_a_figure_that_does_not_fit_in_with_the_rest_is_refused_at_once() -> None:
    own = begun()
    units = {key: unit for key, unit in own.campaign.units.items() if key != "germany-inf-1"}
    odd = attrs.evolve(own.campaign.units["germany-inf-1"], place="nowhere")
    with pytest.raises(UnreadableFile, match=r"units.germany-inf-1.*nowhere"):
        own.become(attrs.evolve(own.campaign, units={**units, "germany-inf-1": odd}), "somewhere else")
    assert not own.changed
