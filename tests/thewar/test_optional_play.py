"""Whole campaigns with the optional rules of strategic warfare on, played at random in memory."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import reading
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import scenarios
from tests.thewar.chronicle import untold
from tests.thewar.optional import at_war, with_units
from tests.thewar.player import Game, Player, hands, hands_after

OPTIONS = dict.fromkeys(
    (
        "convoys",
        "attrition-table",
        "capital-ships",
        "bombing-ussr",
        "mediterranean-submarines",
        "sub-hunters",
    ),
    True,
)


def everywhere() -> TheWar:
    """The 1939 campaign with the options on and the wars that they need."""
    opening = scenarios.preview("1939-campaign", 1, OPTIONS)
    assert isinstance(opening, TheWar)
    return at_war(with_units(opening, germany_sac=4, germany_uboat=9, britain_asw=4), "germany+ussr", "britain+italy")


def through_a_year(seed: int) -> list[str]:
    """The orders of the first three turns; whoever plays sends what he has, the first of what is offered."""
    game, player = Game(everywhere()), Player(seed, busy=0)
    before, first = hands(game.campaign), len(game.entries)
    while game.campaign.progress.turn < 4:
        seen = game.outlook()
        offered = [choice.text for choice in seen.choices if not choice.refused]
        sends = [text for text in offered if "-box" in text or " build " in text or " effort rle" in text]
        line = sends[0] if sends and player.random.chance(0.8) else player.asked_for(seen)
        game.give(reading.understand(RULESET, line, game.campaign))
        assert not list(RULESET.check(game.campaign))
    changes = [change for entry in game.entries[first:] for change in entry.changes]
    assert hands_after(before, changes) == hands(game.campaign)
    assert not untold(game.campaign, game.entries)
    return [entry.order for entry in game.entries]


@pytest.mark.rule("tw-29.7", "tw-29.12", "tw-29.14", "tw-29.16", "tw-29.17", "tw-29.19")
def test_every_option_comes_up_in_play_and_no_narf_is_lost_from_the_books() -> None:
    # Seeds in which somebody builds British submarines and sends them, and sub hunters.
    told = [through_a_year(seed) for seed in (1, 4, 5, 7)]
    assert all(orders.count("optional-forces") == 1 for orders in told)
    for part in ("convoy ", " hunt ", "hunt-from ", "germans-bomb-east", "submarines-patrol", "east-box", "med-box"):
        assert any(part in order for orders in told for order in orders), part


@pytest.mark.rule("tw-29.14")
def test_29_14_british_submarines_and_italian_asw_are_no_fault_with_their_option_and_one_without() -> None:
    having = with_units(everywhere(), britain_uboat=1, italy_asw=1)
    assert not [fault for fault in RULESET.check(having) if fault.rule == "2.6"]
    without = attrs.evolve(having, options={**having.options, "mediterranean-submarines": False})
    found = {fault.at: fault.problem for fault in RULESET.check(without) if fault.rule == "2.6"}
    assert found["units.britain-uboat-1.kind"] == "UBOAT belong to germany alone"
    assert found["units.italy-asw-1.kind"] == "ASW belong to britain and us alone"
    # Nobody else has them, whatever is played.
    assert "units.france-uboat-1.kind" in {fault.at for fault in RULESET.check(with_units(having, france_uboat=1))}


@pytest.mark.rule("tw-29.18")
def test_29_18_waves_in_play_are_sealed_until_both_sides_have_divided() -> None:
    opening = scenarios.preview("1939-campaign", 1, {"bomber-waves": True})
    assert isinstance(opening, TheWar)
    france = attrs.evolve(opening.powers["france"], surrendered="1939-3-fall")
    opening = attrs.evolve(opening, powers={**opening.powers, "france": france})
    game, player = Game(with_units(opening, germany_mdm=3, germany_sac=1, britain_int=6)), Player(1, busy=0)
    given = {"strategic-warfare.bombers": "germany air-box mdm=2 sac=1", "strategic-warfare.waves": "germany waves 4"}
    while game.campaign.progress.turn < 2:
        seen = game.outlook()
        line = given.pop(seen.step, "")
        if not line:
            offered = [choice.text for choice in seen.choices if not choice.refused]
            efforts = [text for text in offered if " effort rle" in text]
            line = efforts[0] if efforts else player.asked_for(seen)
        game.give(reading.understand(RULESET, line, game.campaign))
        german = game.campaign.boxes.get("germany")
        if seen.step == "strategic-warfare.wave-sizes" and game.campaign.sealed and german is not None:
            assert german.stacks == 4 and not german.waves
    assert not untold(game.campaign, game.entries)
    told = [entry.order for entry in game.entries]
    assert all(any(part in order for order in told) for part in ("wave-sizes", "wave-guards")), told
    assert sum(roll.purpose.startswith("bombing") for entry in game.entries for roll in entry.rolls) == 3
