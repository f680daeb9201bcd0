"""The scenarios to learn by: what stands in them when they open, that whole games of them end, and that their guides
speak of what is there."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.kernel import guide, outlook
from engine.kernel.dice import KeyedDice
from engine.kernel.guide import Note
from engine.kernel.in_memory import InMemory
from engine.kernel.random_play import Table
from engine.kernel.ruleset import find
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import uboat_modifiers
from engine.thewar.world import wars
from saves import guides, scenarios
from tests.scale import scaled
from tui import keys
from tui.models.guide import keys_named, lines

ATLANTIC, YEAR = "learn-battle-of-the-atlantic", "learn-a-year"
PLAYED = {
    ATLANTIC: {
        "income.growth",
        "income.income",
        "income.additions",
        "planning.propaganda",
        "planning.asw-loan",
        "planning.asw-arrives",
        "declarations.japan",
        "declarations.us-automatic",
        "declarations.us-entry",
        "strategic-warfare.build",
        "strategic-warfare.boxes",
        "strategic-warfare.u-boats",
        "strategic-warfare.bombers",
        "strategic-warfare.bombing-of-britain",
        "strategic-warfare.bombing-of-germany",
        "strategic-warfare.settlement",
        "build.units",
        "build.ratings",
        "stratmove.grants",
        "stratmove.arrivals",
        "end.advance",
    }
}
BY_OPTION = {"convoys", "u-boat-cards", "waves", "wave-sizes", "bombing-cards", "optional-forces"}
"""Steps of strategic warfare that an option of the scenario may switch on."""
FEWEST, MOST = 60, 900
"""Orders that a whole game takes at random."""


@cache
def opening(name: str) -> Any:
    """A scenario as it opens."""
    return scenarios.preview(name)


@pytest.mark.parametrize("name", [ATLANTIC, YEAR])
@pytest.mark.parametrize("seed", range(scaled(2)))
def test_a_whole_game_at_random_comes_to_its_end(name: str, seed: int) -> None:
    game = InMemory(RULESET, opening(name), KeyedDice(f"learn {seed}".encode()))
    table = Table.of(game, seed, busy=0.1)
    given, came = 0, set()
    while not game.over and given < MOST:
        step = RULESET.sequence[game.campaign.progress.step]
        came.add(step.slug)
        assert not step.left_out(game.campaign)
        found = table.tries()
        given += found is not None and not found.refused
    assert game.over and given >= FEWEST
    assert game.campaign.progress.turn == {ATLANTIC: 13, YEAR: 4}[name]
    assert list(RULESET.check(game.campaign)) == [] and not game.campaign.pending
    if name == ATLANTIC:
        assert came <= PLAYED[ATLANTIC], came - PLAYED[ATLANTIC]


def test_the_atlantic_plays_money_building_and_strategic_warfare_and_nothing_else() -> None:
    sequence, campaign = RULESET.sequence, opening(ATLANTIC)
    left_out = sequence.left_out(campaign)
    kept = {step.slug for step in sequence.steps} - left_out
    assert kept - PLAYED[ATLANTIC] == {f"strategic-warfare.{name}" for name in BY_OPTION}
    # What is left is not asked about either: no duty of the opening, no order but the step's own and its end.
    game = InMemory(RULESET, campaign, KeyedDice(b"fall 1940"))
    assert falls_due(RULESET, game.campaign) == ()
    assert game.campaign.progress.step == "planning.propaganda"
    assert outlook.outlook(RULESET, game.campaign, "solo").awaits == ("britain",)


def test_fall_1940_stands_as_the_rules_have_it() -> None:
    campaign = opening(ATLANTIC)
    assert list(campaign.wars) == ["britain+germany"], "the United States is not in the war"
    assert campaign.powers["france"].surrendered == "1940-2-summer" and not wars.standing(campaign, "france")
    # The Low Countries 1, Scandinavia 1, France 2, Italy 1, Mers-el-Kebir 1; 50 NARFs and 25 for each level from 2 on.
    assert campaign.facts["usel"] == 6 and campaign.powers["us"].base == 50 + 5 * 25
    # The Isles 120, Canada 24.
    assert campaign.powers["britain"].base == 120 + campaign.holdings["canada"].value == 144
    assert set(uboat_modifiers.holding(campaign)) == {"french-bay-port", "norway-ports"}


def test_the_pools_grow_as_in_the_campaign_of_1939() -> None:
    kinds = ("uboat", "int", "sac", "asw", "flak", "fleet")
    whole: Any = opening("1939-campaign").additions
    wanted = {
        key: one
        for key, one in whole.items()
        if one.power in ("germany", "britain", "us") and 1941 <= one.year <= 1943 and one.kind in kinds and not one.tag
    }
    assert dict(opening(ATLANTIC).additions) == wanted and len(wanted) == 22


def test_the_united_states_stays_out_until_it_tries_or_summer_1942_comes() -> None:
    game = InMemory(RULESET, opening(ATLANTIC), KeyedDice(b"pearl harbor"))
    asked = set()
    while not game.campaign.powers["us"].entered:
        campaign: Any = game.campaign
        assert not wars.at_war(campaign, "us", "germany")
        if campaign.progress.step == "declarations.us-entry":
            asked.add(RULESET.calendar.now(campaign))
        legal = [choice for choice in outlook.outlook(RULESET, campaign, "solo").choices if not choice.refused]
        game.order(next((choice for choice in legal if choice.ends), legal[0]).order, "solo")
    assert asked == {"1941-3-fall", "1941-4-winter", "1942-1-spring"}
    assert game.campaign.powers["us"].entered == "1942-2-summer" and wars.at_war(game.campaign, "us", "germany")
    assert game.campaign.facts["usel"] >= opening(ATLANTIC).facts["usel"] + 2, "Japan has attacked"


@pytest.mark.parametrize("name", [ATLANTIC, YEAR])
def test_every_note_fits_its_lines_and_speaks_of_keys_and_steps_that_there_are(name: str) -> None:
    notes, campaign = guides.notes_of(name), opening(name)
    assert notes and list(guide.faults(RULESET, notes)) == []
    known = {f"{action.where}.{action.id}" for action in keys.registered()}
    for note in notes:
        assert set(keys_named(note.text)) <= known, note.text
        assert len(lines(note.text, 79, 9)) <= 3, note.text
        (folded,) = lines(note.text, 60, 1)
        assert not folded.text.endswith("…") and folded.width >= 16, folded.text
        steps = [step for step in RULESET.sequence.steps if note.step in step.names]
        assert note.step == guide.OVER or any(not step.left_out(campaign) for step in steps), note.step
        assert not note.power or note.power in campaign.powers


def test_every_step_of_the_atlantic_that_asks_something_has_a_note() -> None:
    notes: tuple[Note, ...] = guides.notes_of(ATLANTIC)
    named = {note.step for note in notes}
    asks = [
        step
        for step in RULESET.sequence.steps
        if step.mode != "automatic" and step.slug in PLAYED[ATLANTIC] and not step.left_out(opening(ATLANTIC))
    ]
    assert asks and all({step.id, step.slug} & named for step in asks if step.who(opening(ATLANTIC)))


def test_the_cards_of_both_say_what_they_are_and_carry_their_notes() -> None:
    cards = {card.id: card for card in scenarios.scenarios()}
    for name in (ATLANTIC, YEAR):
        card = cards[name]
        assert card.title.startswith("Learn:") and not card.problem and card.author and card.version == "1"
        assert "What is left out" in card.notes and "Who wins" in card.notes
        assert find(card.ruleset) is RULESET
