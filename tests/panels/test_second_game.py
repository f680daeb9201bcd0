"""What the frame shows of a second game: its own ledger, its editions, and nothing that it does not have."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel import ruleset
from engine.kernel.sheets.entries import Entries
from saves import scenarios as opening
from tests.panels.desks import pressed
from tests.tui.standin import StandinDesk
from tests.worldatwar.game import edition, scenario
from tui import frame_model, keys
from tui.models import sheet
from tui.models.beginning import questions
from tui.models.tables import EditionsPage, opened
from tui.panels import offered
from tui.panels.roster import RosterPanel
from tui.panels.tables import lay_editions
from tui.panes import ledger_rows
from tui.screens.new_form import game_of


def atlantic(name: str = "newest") -> Any:
    """A desk at the beginning of the Battle of the Atlantic in an edition."""
    return StandinDesk(edition(scenario(), name))


def test_the_ledger_has_the_games_own_columns() -> None:
    desk = atlantic()
    rows = [line.text for line in ledger_rows(frame_model.ledger(desk, desk.outlook()), (), 36)]
    assert rows[0].split() == ["BRPs", "hand", "room", "SBPs"]
    assert rows[1].split()[-4:] == ["Germany", "125", "42", "3"]
    assert {len(line.rstrip()) for line in rows} == {len(rows[0].rstrip())}
    powers = next(part for part in sheet.sheet(desk, 78) if part.title == "Powers, in BRPs")
    assert powers.lines[0].split() == ["hand", "room", "SBPs", "limit"]


@pytest.mark.parametrize("game", ["thewar", "worldatwar"])
def test_an_overlay_without_anything_to_show_is_no_action(game: str) -> None:
    rules: Any = ruleset.find(game)
    shown = {action.id for action in keys.of(keys.CAMPAIGN) if offered(rules, action.id)}
    assert {"tables", "sheet", "ledger", "journal"} <= shown
    assert ("accounts" in shown) == ("losses" in shown) == (game == "thewar")
    assert all(verb in rules.verbs for verbs in rules.sheet(Entries).verbs.values() for verb in verbs)


def editions_page(edition: str) -> EditionsPage:
    """The page of the table in which a campaign's editions stand."""
    found = opened(atlantic(edition), "editions")
    assert isinstance(found, EditionsPage)
    return found


def test_the_editions_stand_side_by_side_with_the_campaigns_own_marked() -> None:
    page = editions_page("middle")
    assert (page.names, page.own, page.follows) == (("newest", "middle", "oldest"), "middle", "")
    row = next(one for one in page.rows if one.rule == "26.52")
    assert row.says == ("no limit", "10", "10") and row.alone
    assert not next(one for one in page.rows if one.rule == "26.71B").alone
    for width in (50, 78):
        head, lines = lay_editions(page, "row:26.52 Japanese AAF that bomb", width)
        assert "▸ middle" in head[-1].row.text and head[-1].row.text.count("▸") == 1
        assert all(line.row.width <= width for line in (*head, *lines))
        cells = next(line for line in lines if line.spot.startswith("row:26.52") and "no limit" in line.row.text)
        assert cells.row.text.split() == ["no", "limit", "10", "10"]


def test_the_oldest_edition_says_whom_it_follows() -> None:
    head, _ = lay_editions(editions_page("oldest"), "", 78)
    said = " ".join(line.row.text.strip() for line in head)
    assert "the oldest edition, which follows the middle one where it says nothing" in said


@pytest.mark.parametrize("width", [50, 78])
def test_forces_are_counted_where_they_stand(width: int) -> None:
    _, text = pressed(lambda: RosterPanel(atlantic()), ["end"], (width, 20))
    rows = {line.split()[0]: line.split()[-6:] for line in text if line.startswith("   ") or "▸" in line}
    assert rows["ASW"] == ["1", "·", "·", "·", "1", "·"]
    assert any(line.startswith(" ▸ transports") for line in text) and "35 at" not in " ".join(text)
    assert "40 transports in all." in " ".join(text), "35 in the box and 5 to be built"
    _, alone = pressed(lambda: RosterPanel(atlantic()), ["tab"], (width, 20))
    assert "Germany" in " ".join(alone) and "transports" not in " ".join(alone)


def test_an_option_with_a_few_values_is_chosen_from_them() -> None:
    card = next(card for card in opening.scenarios() if card.id == "battle-of-the-atlantic")
    asked = next(one for one in questions(card) if one.key == "option.edition")
    assert asked.values == ("newest", "middle", "oldest") and asked.value == "newest"
    assert asked.turned(1).value == "middle" and asked.turned(-1).value == "oldest"
    assert game_of(card) == "A World at War"
