"""Exact forecasts of raids: against every throw counted out, and what is supposed (26.45, 26.46)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.kernel.reading import understand
from engine.worldatwar.bombing import air_meetings, over_target, raid_forecast
from engine.worldatwar.bombing.raid_forecast import RaidOutcome
from engine.worldatwar.rolls import air, bombing
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.world import editions
from engine.worldatwar.world.state import Force, WorldAtWar
from tests.worldatwar.bombers import bombing as over_europe
from tests.worldatwar.game import Game
from tests.worldatwar.solving import WAYS


def counted_out(campaign: WorldAtWar, force: Force) -> dict[RaidOutcome, Fraction]:
    """Every pair of throws in the air and every pair over the target, by the cores of air combat and of raids."""
    chances: dict[RaidOutcome, Fraction] = {}
    left = air_meetings.opening(force)
    fight = air_meetings.fight_in(campaign, force, left, force.route[-1])
    throws = [(total, Fraction(ways, 36)) for total, ways in WAYS.items()]
    for defence, chance in throws if fight is not None else [(0, Fraction(1))]:
        after = left
        lost = dict.fromkeys(air.GROUPS, 0)
        if fight is not None:
            met = air.AirCombat(
                fight.attackers, fight.defenders, fight.jets, fight.nationality, fight.radar, attack=7, defence=defence
            )
            losses = air.share(dict(fight.attackers), met.results[1].first, met.results[1].second)
            after = tuple(losses.left.get(name, 0) for name in air.GROUPS)
            lost |= dict(losses.lost)
        raid = over_target.raid_of(campaign, force, after)
        if not raid.bombers:
            _add(chances, _told(lost), chance)
            continue
        for (ours, our_ways), (theirs, their_ways) in product(throws, throws):
            thrown = bombing.Raid(raid.edition, raid.bombers, raid.strength, raid.modifier, 25, ours, theirs)
            result = bombing.resolve(thrown)
            down = over_target.shared(after, bombing.met(thrown).defence).lost
            whole = {name: lost[name] + down.get(name, 0) for name in air.GROUPS}
            outcome = _told(whole, result.brps, result.brps_lost, result.bombers_through, int(result.firestorm))
            _add(chances, outcome, chance * our_ways * their_ways)
    return chances


def _told(lost: dict[str, int], brps: int = 0, cost: int = 0, through: int = 0, burnt: int = 0) -> RaidOutcome:
    aaf = lost["escort-aaf"] + lost["bombing-aaf"]
    return RaidOutcome(brps, cost, lost["bombers"], aaf, lost["interceptors"], lost["jets"], through, burnt)


def _add(chances: dict[RaidOutcome, Fraction], outcome: RaidOutcome, chance: Fraction) -> None:
    chances[outcome] = chances.get(outcome, Fraction(0)) + chance


@pytest.mark.parametrize("name", editions.NAMES)
@pytest.mark.parametrize(
    ("raid", "guard"),
    [
        ("bombers=6 interceptors=4", ""),
        ("bombers=6", "interceptors=4"),
        ("bombers=5 aaf=12 interceptors=3 jets=1", "interceptors=4 aaf=7 jets=2"),
        ("aaf=9", "aaf=20"),
    ],
)
def test_a_forecast_is_every_throw_counted_out(raid: str, guard: str, name: str) -> None:
    game = Game(over_europe(name=name, research={"western-jets": 3, "axis-jets": 3, "axis-radar": 1}))
    game.give(f"britain raid essen {raid} front=western hexes=4")
    campaign = game.campaign
    if guard:
        game.until("combat.defence")
        order = understand(RULESET, f"germany guard essen {guard}", game.campaign)
        forecast = order.forecast(game.campaign)
        game.give(order.text)
        campaign = game.campaign
        assert forecast is not None and forecast.assumed == ("all that is assigned meets it",)
    else:
        forecast = raid_forecast.of_first(campaign, "essen")
    assert forecast is not None and forecast.exact
    assert dict(forecast.outcomes) == counted_out(campaign, campaign.forces["1-britain"])


def test_what_is_supposed_of_the_defender_is_named() -> None:
    campaign = over_europe()
    order = understand(RULESET, "britain raid essen bombers=6 front=western", campaign)
    forecast = order.forecast(campaign)
    assert forecast is not None
    assert forecast.assumed == ("all 4 interceptors of the Western front meet it", "no AAF or jets meet it")
    alone = over_europe(groups={"germany interceptor western": 0})
    unmet = understand(RULESET, order.text, alone).forecast(alone)
    assert unmet is not None and unmet.assumed[0] == "no interceptors meet it"
    assert unmet.mean(lambda outcome: outcome.damage) > forecast.mean(lambda outcome: outcome.damage)


def test_a_forecast_of_a_raid_on_a_ship_counts_columns() -> None:
    campaign = over_europe(groups={"germany interceptor western": 0})
    forecast = understand(RULESET, "britain raid kiel bombers=3 front=western ship=gneisenau", campaign).forecast(
        campaign
    )
    assert forecast is not None and forecast.chance(lambda outcome: outcome.columns > 0) > 0
    assert forecast.chance(lambda outcome: outcome.damage > 0) == 0


def test_nothing_is_forecast_of_what_cannot_be() -> None:
    campaign = over_europe()
    for line in (
        "britain raid nowhere bombers=2",
        "britain raid essen bombers=0 front=western",
        "germany guard essen interceptors=2",
    ):
        assert understand(RULESET, line, campaign).forecast(campaign) is None
