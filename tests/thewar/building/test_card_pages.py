"""The cards of The War as pages of figures: what stands on them, what is typed, what cannot be (1.2, 2.2, 3.1,
15.1.5)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import attrs
import pytest

from engine.kernel.sheets.cards import BadCard, Figure, owned, typed
from engine.thewar.building import cards as country_cards
from engine.thewar.building import shipyards
from engine.thewar.building.card_pages import TheWarCards
from engine.thewar.countries.checks import faults
from engine.thewar.endings import rolls_due, surrender_words, victory
from engine.thewar.endings.facts import FACTS
from engine.thewar.rolls import surrenders
from engine.thewar.strategic import strategic_building
from engine.thewar.world.state import TheWar
from saves import scenarios
from saves.drafts import ScenarioDraft
from tests.thewar.building.test_units import in_play

CARDS = TheWarCards()


@cache
def opening(scenario: str = "1939-campaign") -> TheWar:
    found = scenarios.preview(scenario)
    assert isinstance(found, TheWar)
    return found


def german(campaign: TheWar, group: str) -> country_cards.Row:
    """A line of Germany's card."""
    return next(row for row in country_cards.card(campaign, "germany") if row.group == group)


def figure(campaign: TheWar, owner: str, line: str, column: str) -> Figure:
    for table in CARDS.card(campaign, owner).tables:
        for one in table.lines:
            if one.id == line and column in table.columns:
                found = one.figures[table.columns.index(column)]
                assert found is not None
                return found
    raise AssertionError(f"{owner} has no {line} {column}")


@pytest.mark.parametrize("scenario", ["1939-campaign", "1940-spring"])
def test_2_2_every_unit_pool_and_addition_stands_on_one_card(scenario: str) -> None:
    campaign = opening(scenario)
    units = pools = coming = 0
    for owner in CARDS.owners(campaign):
        table = next(one for one in CARDS.card(campaign, owner).tables if one.id == "units")
        start, pool = table.columns.index("play"), table.columns.index("pool")
        for line in table.lines:
            counts = [found.value if found else 0 for found in line.figures]
            units, pools, coming = units + counts[start], pools + counts[pool], coming + sum(counts[pool + 1 :])
    assert units == len(campaign.units)
    assert pools == sum(one.count for one in campaign.pools.values())
    assert coming == sum(one.count for one in campaign.additions.values())


def test_every_figure_of_a_card_says_where_it_comes_from() -> None:
    campaign = opening()
    assert figure(campaign, "germany", "own", "hand").source == "house"
    assert figure(campaign, "germany", "own", "base").source == "rules 15.1.6.1"
    assert figure(campaign, "germany", "sac-v-2", "Fa44").source == "rules 5.2.5"
    assert figure(campaign, "us", "us-box", "tracks").source == "rules 22.7.1"
    assert figure(campaign, "germany", "inf-6-5", "1945").source == ""


def test_a_figure_typed_is_the_players_own_also_where_it_is_the_same() -> None:
    campaign = typed(opening(), figure(opening(), "germany", "own", "base"), 170)
    assert campaign.powers == opening().powers
    assert figure(campaign, "germany", "own", "base").source == "own"
    assert figure(campaign, "germany", "own", "hand").source == "house"


def test_2_7_units_at_the_start_come_with_new_ids_and_the_last_ones_go_first() -> None:
    more = typed(opening(), figure(opening(), "germany", "uboat", "play"), 5)
    assert more.units["germany-uboat-5"].place == strategic_building.SEA_BOX
    assert in_play(german(more, "uboat")) == 5
    fewer = typed(more, figure(more, "germany", "uboat", "play"), 1)
    assert [key for key in fewer.units if key.startswith("germany-uboat")] == ["germany-uboat-1"]
    # No mark is left on units that are gone: a scenario with one would be faulty.
    assert not any(path.startswith("units.germany-uboat-5") for path in fewer.sources)
    assert fewer.sources["units.germany-uboat-1"] == "own"


def test_3_1_additions_come_go_and_change_by_their_date() -> None:
    campaign = opening()
    more = typed(campaign, figure(campaign, "germany", "inf-6-5", "1945"), 2)
    assert more.additions["germany-1945-spring-inf-6-5"].count == 2
    gone = typed(more, figure(more, "germany", "sac-v-2", "Fa44"), 0)
    assert "germany-1944-fall-sac-v-2" not in gone.additions
    assert "additions.germany-1944-fall-sac-v-2" not in gone.sources


def test_15_1_5_1_a_yard_has_tracks_and_goes_with_none() -> None:
    campaign = opening()
    more = typed(campaign, figure(campaign, "germany", "kiel", "tracks"), 3)
    assert shipyards.capacity(more, "kiel") == 3
    gone = typed(more, figure(more, "germany", "kiel", "tracks"), 0)
    assert "kiel" not in shipyards.own(gone, "germany")
    again, line = CARDS.added(gone, "germany", "yards", "Kiel")
    assert (line, shipyards.capacity(again, "kiel")) == ("kiel", 1)
    assert "kiel" not in shipyards.own(CARDS.removed(again, "germany", "yards", "kiel"), "germany")


@pytest.mark.parametrize(
    ("line", "column", "value", "said"),
    [
        ("own", "army", 5, "the army's rating is from 1 to 4"),
        ("own", "hand", 1000, "from 0 to 999"),
        ("inf-6-5", "pool", 61, "from 0 to 60"),
        ("kiel", "tracks", 10, "from 0 to 9"),
    ],
)
def test_a_number_out_of_range_is_refused_with_the_range(line: str, column: str, value: int, said: str) -> None:
    with pytest.raises(BadCard, match=said):
        typed(opening(), figure(opening(), "germany", line, column), value)


@pytest.mark.parametrize(
    ("table", "said", "reason"),
    [
        ("units", "panzer 8-8", "'panzer' is no kind of unit; there are ARM, ART"),
        ("units", "ARM", "write factors and movement, such as 8-8"),
        ("units", "tac 3-4", "write factor and two ranges, such as 1-5-4"),
        ("units", "arm 8-8", "ARM 8-8 stands on the card already"),
        ("units", "asw", "belong to Britain and Us only"),
        ("units", "arm 8-8 ss!", "is no origin"),
        ("units", "arm 8-8 spring 1946", "not in the campaign: Fall 1939 to Summer 1945"),
        ("units", "inf 6-5 spring 1940", "the card has 4 already"),
        ("yards", "Rome", "is no home port; there are"),
        ("yards", "kiel", "Kiel stands on the card already"),
        ("figures", "oil", "all that there are"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_what_can(table: str, said: str, reason: str) -> None:
    with pytest.raises(BadCard, match=reason):
        CARDS.added(opening(), "germany", table, said)


def test_2_2_a_line_that_the_card_lacks_is_added_and_taken_off() -> None:
    campaign, line = CARDS.added(opening(), "germany", "units", "MOT 3-7 Brandenburg")
    assert figure(campaign, "germany", line, "pool").source == "own"
    campaign = typed(campaign, figure(campaign, "germany", line, "play"), 2)
    campaign = typed(campaign, figure(campaign, "germany", line, "1941"), 1)
    assert in_play(german(campaign, "mot-3-7-brandenburg")) == 2
    assert not list(faults(campaign))
    without = CARDS.removed(campaign, "germany", "units", line)
    assert (without.units, without.pools, without.additions) == (
        opening().units,
        opening().pools,
        opening().additions,
    )
    assert owned(without, ()).sources == without.sources


def test_3_1_a_line_with_a_season_comes_then() -> None:
    campaign, line = CARDS.added(opening(), "germany", "units", "ARM 8-8 fall 1942")
    assert line == "arm-8-8"
    assert figure(campaign, "germany", line, "Fa42").value == 1


def test_minor_countries_have_cards_with_figures_of_their_own() -> None:
    campaign = opening()
    assert figure(campaign, "poland", "own", "value").value == 20
    assert figure(campaign, "poland", "inf-4-5", "play").value == 3
    with pytest.raises(BadCard, match="every power has these"):
        CARDS.removed(campaign, "poland", "figures", "own")


@pytest.mark.rule("tw-27.2")
def test_27_2_every_objective_stands_on_one_card_as_the_houses_and_is_typed_over() -> None:
    campaign = opening()
    lines = [
        (line.id, line.figures[0])
        for owner in CARDS.owners(campaign)
        for table in CARDS.card(campaign, owner).tables
        if table.id == "objectives"
        for line in table.lines
    ]
    assert sorted(key for key, _ in lines) == sorted(victory.objectives(campaign)) and len(lines) == 39
    assert {(one.value, one.source) for _, one in lines if one is not None} == {(1, "house")}
    sofia = figure(campaign, "bulgaria", "sofia", "counts")
    none = typed(campaign, sofia, 0)
    assert set(victory.objectives(campaign)) - set(victory.objectives(none)) == {"sofia"}
    again = figure(none, "bulgaria", "sofia", "counts")
    assert (again.value, again.source) == (0, "own"), "the line stays, to be typed over"
    assert victory.objectives(typed(none, again, 1)) == victory.objectives(campaign)
    with pytest.raises(BadCard, match="Sofia is an objective city, 1, or none, 0 is from 0 to 1"):
        typed(campaign, sofia, 2)


@pytest.mark.rule("tw-27.2")
def test_27_2_a_city_that_the_map_prints_in_orange_is_added_and_taken_off() -> None:
    campaign = opening()
    more, line = CARDS.added(campaign, "germany", "objectives", " Kiel ")
    assert line == "kiel" and "kiel" in victory.objectives(more)
    assert figure(more, "germany", "kiel", "counts").source == "own"
    less = CARDS.removed(more, "germany", "objectives", "kiel")
    assert victory.objectives(less) == victory.objectives(campaign) and not list(faults(less))
    for said, reason in (("Berlin", "stands on the card already"), ("Moscow", "is no city here; there are")):
        with pytest.raises(BadCard, match=reason):
            CARDS.added(campaign, "germany", "objectives", said)


def test_objectives_typed_into_a_scenario_of_ones_own_are_read_back(home: Path) -> None:
    draft = ScenarioDraft("1939-campaign")
    draft.name("my map")
    less = typed(draft.campaign, figure(draft.campaign, "germany", "essen", "counts"), 0)
    more, _ = CARDS.added(less, "germany", "objectives", "kiel")
    draft.become(more, "objectives")
    draft.save()
    draft.close()
    found = scenarios.preview("my-map")
    assert isinstance(found, TheWar)
    changed = set(victory.objectives(found)) ^ set(victory.objectives(opening()))
    assert changed == {"essen", "kiel"} and found.sources["places.essen.tags.objective"] == "own"


@pytest.mark.rule("tw-18.4", "tw-20.4")
def test_ruling_113_the_house_figures_of_a_surrender_are_typed_over_and_rolled_with() -> None:
    campaign = opening()
    kept = {
        (owner, line.id): line.figures[0]
        for owner in campaign.powers
        for table in CARDS.card(campaign, owner).tables
        if table.id == "surrender"
        for line in table.lines
    }
    house = {(power, one.id): one for power in surrenders.LISTS for one in surrenders.house(power)}
    assert kept.keys() == house.keys() and len(kept) == 7
    assert all(one is not None and (one.value, one.source) == (house[at].value, "house") for at, one in kept.items())
    # Each has its fact, and there is no other.
    declared = {fact.key for fact in FACTS if fact.key.startswith("surrender-")}
    assert declared == {surrenders.typed_over(power, name) for power, name in house}

    berlin = figure(campaign, "germany", "berlin-lost", "die")
    with pytest.raises(BadCard, match="is from -9 to 9"):
        typed(campaign, berlin, -10)
    own = typed(campaign, berlin, -7)
    again = figure(own, "germany", "berlin-lost", "die")
    assert (again.value, again.source) == (-7, "own") and not list(faults(own))
    for campaign_, value in ((campaign, -4), (own, -7)):
        taken = attrs.evolve(
            campaign_,
            places={**campaign_.places, "berlin": attrs.evolve(campaign_.places["berlin"], holder="ussr")},
        )
        lines = {line.label: line.value for line in rolls_due.roll(taken, "germany").modifier.lines}
        assert lines[house["germany", "berlin-lost"].event] == value
        assert any(line.startswith(f"{value:+d}  ") and "Berlin" in line for line in surrender_words.german(taken))
