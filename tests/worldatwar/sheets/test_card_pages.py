"""A power's figures of A World at War as a page: what stands on it, what is typed, what cannot be (24.2, 24.3,
24.43)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.kernel.sheets.cards import BadCard, Figure, typed
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.sheets.card_pages import WorldAtWarCards
from engine.worldatwar.world.state import WorldAtWar
from saves import checking, scenarios
from saves.drafts import ScenarioDraft

CARDS = WorldAtWarCards()
SCENARIOS = ("battle-of-the-atlantic", "strategic-bombing", "global-war")


@cache
def opening(scenario: str = "global-war") -> WorldAtWar:
    campaign = scenarios.preview(scenario)
    assert isinstance(campaign, WorldAtWar)
    return campaign


def figure(campaign: WorldAtWar, owner: str, table: str, line: str, column: int = 0) -> Figure:
    (only_table,) = [part for part in CARDS.card(campaign, owner).tables if part.id == table]
    (row,) = [part for part in only_table.lines if part.id == line]
    cell = row.figures[column]
    assert cell is not None
    return cell


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_24_3_every_group_and_pool_stands_on_one_card(scenario: str) -> None:
    campaign = opening(scenario)
    counted = {"units": 0, "pool": 0}
    for owner in CARDS.owners(campaign):
        for table in CARDS.card(campaign, owner).tables:
            if table.id in counted:
                counted[table.id] += sum(cell.value for line in table.lines for cell in line.figures if cell)
    assert counted["units"] == sum(group.count for group in campaign.groups.values())
    assert counted["pool"] == sum(pool.count for pool in campaign.pools.values())


def test_24_43_a_power_s_own_figures_are_typed_within_their_range() -> None:
    shipbuilding = figure(opening(), "germany", "figures", "own", 3)
    assert (shipbuilding.path, shipbuilding.value, shipbuilding.source) == ("powers.germany.shipbuilding", 3, "house")
    campaign = typed(opening(), shipbuilding, 5)
    assert campaign.powers["germany"].shipbuilding == 5
    assert figure(campaign, "germany", "figures", "own", 3).source == "own"
    with pytest.raises(BadCard, match="from 0 to 99"):
        typed(opening(), shipbuilding, 100)


def test_24_2_units_and_allowable_builds_are_added_typed_and_taken_off() -> None:
    campaign, line = CARDS.added(opening(), "italy", "units", "submarine Atlantic")
    campaign = typed(campaign, figure(campaign, "italy", "units", line), 4)
    assert campaign.groups["italy-submarine-atlantic"].count == 4
    campaign = typed(campaign, figure(campaign, "italy", "units", line), 0)
    assert campaign.groups == opening().groups
    campaign, line = CARDS.added(campaign, "italy", "pool", "advanced submarine")
    campaign = typed(campaign, figure(campaign, "italy", "pool", line), 2)
    assert campaign.pools["italy-advanced-submarine"].count == 2 and not list(RULESET.check(campaign))
    assert CARDS.removed(campaign, "italy", "pool", line).pools == opening().pools


@pytest.mark.parametrize(
    ("table", "said", "reason"),
    [
        ("units", "battleship atlantic", "is no kind of unit; there are submarine"),
        ("units", "submarine moon", "stand in one of atlantic, indian, pacific"),
        ("units", "submarine atlantic", "stand on the card already"),
        ("pool", "submarine atlantic", "there are no places"),
        ("figures", "oil", "is no kind of unit"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_what_can(table: str, said: str, reason: str) -> None:
    with pytest.raises(BadCard, match=reason):
        CARDS.added(opening(), "germany", table, said)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_typed_makes_a_scenario_that_can_be_played(home: Path, scenario: str) -> None:
    own = ScenarioDraft(scenario)
    own.name("My world")
    power = next(iter(CARDS.owners(own.campaign)))
    for table in CARDS.card(own.campaign, power).tables:
        for line in table.lines[:2]:
            first = line.figures[0]
            assert first is not None
            own.become(typed(own.campaign, first, first.value + 1), "typed")
    own.save()
    assert own.path is not None and checking.check(own.path) == []
    assert scenarios.new("my-world").is_dir()
