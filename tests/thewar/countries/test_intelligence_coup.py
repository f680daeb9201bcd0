"""The Intelligence Coup: France knows the German plan, so that surprise in the West costs her units nothing; others it
befalls as before (18.2, 28.2.1 #1, ruling 393)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.air import air_engagements
from engine.thewar.combat import mobility, surprises
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_drafts
from engine.thewar.world import variants_played
from engine.thewar.world.state import Engagement, TheWar
from tests.thewar.air.test_air_fight import sky
from tests.thewar.builds import refused
from tests.thewar.combat.test_circumstances import BRUSSELS, SEDAN, holds, raid, west, with_facts, with_units
from tests.thewar.combat.test_surprise_effects import ALLIED_BUILD, ALLIED_MOVE, base, fleets, key_of, reserves
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.minors import moved
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals

COUP = "france variant intelligence-coup"
USED: dict[str, Any] = {"western_surprise_turn": "1940-1-spring", "western_surprise_open": False}


def in_battle(campaign: TheWar, where: str) -> set[str]:
    drafted = assaults.assault(campaign, where, campaign.engagements[where])
    return {name for name, why in ground_battle.modifiers(drafted) if not why}


@pytest.mark.rule("tw-28.2.1-01")
def test_28_2_1_it_is_played_in_the_turn_of_the_surprise_alone_and_once() -> None:
    """In that in which Germany goes through the Low Countries (ruling 618)."""
    open_, used = west(), west(**USED)
    early = attrs.evolve(open_, wars={key: war for key, war in open_.wars.items() if "belgium" not in key})
    early = attrs.evolve(early, wars={key: war for key, war in early.wars.items() if "netherlands" not in key})
    [no] = refusals(early, COUP)
    assert no.reason == "Intelligence Coup is not played now" and "does not go to war with Belgium" in no.hint
    for campaign in (open_, used):
        assert not refusals(campaign, COUP)
        assert "has been played 1 times" in refusals(after(campaign, COUP), COUP)[0].reason
    late = with_facts(moved(open_, "1940-2-summer"), **USED)
    [no] = refusals(late, COUP)
    assert (no.rule, no.reason) == ("28.2.1", "Intelligence Coup is not played now")
    assert "has been used" in no.hint and "is not surprised this turn" in no.hint
    now = after(open_, COUP)
    assert {key for key in {**open_.facts, **now.facts} if open_.facts.get(key) != now.facts.get(key)} == {
        "variant-intelligence-coup"
    }
    assert (now.units, now.powers) == (open_.units, open_.powers)


@pytest.mark.rule("tw-28.2.1-01")
def test_28_2_1_germans_attack_french_units_without_surprise_and_others_with_it() -> None:
    before = west()
    now = after(before, COUP)
    assert surprises.WESTERN in holds(before, SEDAN) and surprises.WESTERN not in holds(now, SEDAN)
    assert "'western-surprise' does not hold: France knows the German plan (18.2)" in refused(
        now, SEDAN + " facts=western-surprise"
    )
    # The attack on Sedan still surprises the Belgians: they are attacked with it.
    both = after(after(now, SEDAN), BRUSSELS)
    assert surprises.WESTERN in in_battle(both, "brussels") and surprises.WESTERN not in in_battle(both, "sedan")
    # Played once Sedan is announced, before its die, it counts for it.
    late = after(after(before, SEDAN), COUP)
    assert surprises.WESTERN not in in_battle(late, "sedan")


@pytest.mark.rule("tw-28.2.1-01")
def test_28_2_1_french_units_attack_move_and_fly_as_ever_in_the_allied_turn() -> None:
    used = with_units(west(step="allied.operations.attacks", **USED), "france tac 1-5-4", "belgium inf 3-5")
    france = attrs.evolve(used.powers["france"], effort="sle")
    used = attrs.evolve(used, powers={**used.powers, "france": france})
    now = after(used, COUP)
    line = "france attack sedan units=3-inf-6-5 against=germany-inf-6-5"
    assert surprises.COUNTER in holds(used, line) and surprises.COUNTER not in holds(now, line)
    moving, slow = stepped(now, ALLIED_MOVE), stepped(used, ALLIED_MOVE)
    inf, tac = key_of(used, "france", "inf"), key_of(used, "france", "tac")
    assert [mobility.allowance(one, inf).total for one in (slow, moving)] == [2, 5]
    flown = [mobility.flies(one.units[tac], mobility.around(one, one.units[tac]))[0].total for one in (slow, moving)]
    assert flown == [3, 5]
    staging = [stepped(one, "allied.operations.staging") for one in (used, now)]
    for step, campaigns in ((ALLIED_MOVE, (slow, moving)), ("allied.operations.staging", staging)):
        said = [any("Surprise: French" in text for text in RULESET.sequence[step].says(one)) for one in campaigns]
        assert said == [True, False]


@pytest.mark.rule("tw-28.2.1-01")
def test_28_2_1_in_the_air_and_in_port_french_units_meet_germans_as_ever() -> None:
    campaign = sky("1940-2-summer", germany_tac=1, germany_ftr=1, france_tac=1, belgium_ftr=1)
    wars = wars_of({**campaign.wars, "belgium+germany": "1940-2-summer", "france+germany": "1939-3-fall"})
    belgium = attrs.evolve(campaign.countries["belgium"], status="associate", patron="britain")
    lands = {**campaign.countries, "belgium": belgium}
    used = with_facts(attrs.evolve(campaign, wars=wars, countries=lands), western_surprise_turn="1940-2-summer")
    now = attrs.evolve(used, facts={**used.facts, f"variant-{variants_played.COUP}": 1})
    french = "germany counter-air paris units=germany-tac-901 against=france-tac-901"
    belgian = "germany counter-air brussels units=germany-tac-901 against=belgium-ftr-901"
    assert [raid(one, french).modifiers for one in (used, now)] == [("western-surprise",), ()]
    assert [raid(one, belgian).modifiers for one in (used, now)] == [("western-surprise",)] * 2
    assert [base(one, french) > 0 for one in (used, now)] == [False, True], "Flak of a French base"
    assert [base(one, belgian) > 0 for one in (used, now)] == [False, False]
    told = [no.reason for no in air_engagements.wrong(now, Engagement(kind="air", by="germany"))]
    assert told == []
    # Aircraft over ships, and Flak of the port they lie in.
    sea = with_units(fleets(west(**USED), "france"), "germany tac 1-5-4", "france tac 1-5-4")
    there = {who: tuple(key for key in sea.units if key.startswith(f"{who}-tac")) for who in ("germany", "france")}
    over = Engagement(kind="sea", by="germany", attackers=there["germany"], defenders=there["france"])
    ships = ("france-fleet-700", "france-fleet-701")
    port = attrs.evolve(over, defenders=ships, facts=("port", "flak-2"))
    knows = after(sea, COUP)
    assert [sea_drafts.drafted(one, over).air_modifiers for one in (sea, knows)] == [("western-surprise",), ()]
    assert [sea_drafts.drafted(one, port).port_flak for one in (sea, knows)] == [0, 2]


@pytest.mark.rule("tw-28.2.1-01")
@pytest.mark.parametrize(("power", "more"), [("france", (1, 0)), ("britain", (1, 1))])
def test_28_2_1_french_ships_search_as_ever_and_british_ones_do_not(power: str, more: tuple[int, int]) -> None:
    campaign = fleets(fleets(west(step="allied.operations.interception"), power), "germany")
    found = Engagement(kind="sea", by="germany", attackers=("germany-fleet-700",))

    def net(there: TheWar) -> int:
        at = attrs.evolve(there, engagements={"channel": found})
        return sea_drafts.net(at, "channel", found, power, (f"{power}-fleet-700",), 2, ()).total

    used = with_facts(campaign, **USED)
    assert (net(used) - net(campaign), net(after(used, COUP)) - net(campaign)) == more


@pytest.mark.rule("tw-28.2.1-01")
def test_28_2_1_france_places_reserves_before_the_attack_and_britain_does_not() -> None:
    told = {}
    for power in ("france", "britain"):
        before = reserves(power, turn="1940-1-spring")
        assert before.progress.step == ALLIED_BUILD and "18.2" in refused(before, f"{power} reserve mot-6-7")
        told[power] = refused(after(before, COUP), f"{power} reserve mot-6-7")
    assert told["france"] == "" and "18.2" in told["britain"]
