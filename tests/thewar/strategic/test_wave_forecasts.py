"""Section 29.18: the forecast of a divided raid is the sum over its waves, held against the same played."""

from __future__ import annotations

import random
from fractions import Fraction

import attrs
import pytest

from engine.kernel import judging, outlook
from engine.kernel.reading import understand
from engine.kernel.sheets.boxes import Odds
from engine.thewar.rolls import bombing
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import bomber_waves, segment_forecast, supposing
from engine.thewar.strategic.bomber_waves import Division
from engine.thewar.strategic.raid_sums import by_table
from engine.thewar.strategic.segment import GermansBomb
from engine.thewar.world.state import Box, TheWar
from tests.scale import sampled
from tests.thewar.atlantic import Segment
from tests.thewar.optional import count
from tests.thewar.sampling import Thrown, every_end, played_out, within_error
from tests.thewar.strategic.test_bomber_waves import britain

EMPTY: tuple[int, ...] = ()


def waves(campaign: TheWar, sizes: tuple[int, ...], guards: tuple[int, ...]) -> TheWar:
    """The stacks filled and met."""
    german = attrs.evolve(campaign.boxes["germany"], stacks=len(sizes), waves=sizes)
    british = attrs.evolve(campaign.boxes["britain"], waves=guards)
    return attrs.evolve(campaign, boxes={"germany": german, "britain": british})


def poor(campaign: TheWar, base: int) -> TheWar:
    """The same with so small a British base that the cap binds."""
    powers = {**campaign.powers, "britain": attrs.evolve(campaign.powers["britain"], base=base)}
    return attrs.evolve(campaign, powers=powers)


def told(campaign: TheWar, ended: TheWar) -> tuple[int, int, int]:
    """NARFs, interceptors and German SAC gone."""
    return (
        campaign.powers["britain"].narfs - ended.powers["britain"].narfs,
        count(campaign, "britain", "int") - count(ended, "britain", "int"),
        campaign.powers["britain"].smp_lost - ended.powers["britain"].smp_lost,
    )


def odds_of(campaign: TheWar, line: str, enemy: int | None = None) -> Odds:
    """The supposed odds of an order over Britain."""
    found = supposing.suppose(campaign, understand(RULESET, line, campaign), "over-britain", enemy)
    assert found is not None
    return found


@pytest.mark.rule("tw-29.18")
@pytest.mark.parametrize(
    ("sizes", "guards", "base"), [((10, 2), (1, 5), 200), ((6, 6), (3, 3), 40), ((0, 12), (4, 2), 200)]
)
def test_29_18_the_forecast_is_what_playing_every_die_of_every_wave_comes_to(
    sizes: tuple[int, ...], guards: tuple[int, ...], base: int
) -> None:
    campaign = waves(poor(britain(), base), sizes, guards)
    flown = bomber_waves.division(campaign, campaign.boxes["germany"], campaign.boxes["britain"])
    assert flown == Division(sizes, guards)
    found = bomber_waves.forecast(campaign, flown)
    played: dict[tuple[int, ...], Fraction] = {}
    for ended, chance in every_end(campaign, GermansBomb()):
        key = told(campaign, ended)
        played[key] = played.get(key, Fraction(0)) + chance
    assert dict(found.of(lambda one: (one.narfs, one.int_lost, -one.smps_extra)).outcomes) == played
    assert found.exact and not found.assumed
    whole = segment_forecast.forecast(campaign, campaign.boxes)
    assert dict(whole.figure("britain").outcomes) == dict(found.of(lambda one: one.narfs).outcomes)


@pytest.mark.rule("tw-29.18")
def test_29_18_three_waves_with_heavy_flak_agree_with_samples_within_their_error() -> None:
    campaign = waves(poor(britain(sac=2, mdm=3, guard=7, flak=3), 80), (6, 5, 3, 0), (2, 2, 2, 1))
    whole = segment_forecast.forecast(campaign, campaign.boxes)
    dice = random.Random(2918)
    runs = [told(campaign, played_out(campaign, GermansBomb(), Thrown(dice.randint))) for _ in range(sampled(1500))]
    assert max(narfs for narfs, *_ in runs) <= 20
    assert within_error(whole.figure("britain"), [narfs for narfs, *_ in runs])
    assert within_error(whole.figure("interceptors"), [lost for _, lost, _ in runs])
    single = segment_forecast.forecast(
        campaign,
        {"germany": Box(sac=2, mdm=3), "britain": Box(interceptors=7)},
    )
    assert not within_error(single.figure("interceptors"), [lost for _, lost, _ in runs]), "one raid is another matter"


@pytest.mark.rule("tw-29.18")
def test_29_18_what_is_not_known_yet_is_supposed_and_said() -> None:
    campaign = britain(mdm=3, guard=6)
    box = understand(RULESET, "germany air-box mdm=3", campaign).forecast(campaign)
    assert box is not None and box.assumed == ("bombers fly in one raid; waves are called later",)
    off = attrs.evolve(campaign, options={})
    plain = understand(RULESET, "germany air-box mdm=3", off).forecast(off)
    assert plain is not None and not plain.assumed and plain.outcomes == box.outcomes
    called = understand(RULESET, "germany waves 3", campaign).forecast(campaign)
    assert called is not None
    assert called.assumed == ("bombers divided evenly: 4, 4, 4", "interceptors divided evenly: 2, 2, 2")
    four = understand(RULESET, "germany waves 4", campaign).forecast(campaign)
    assert four is not None and four.assumed[0] == "bombers divided evenly: 4, 4, 4, 0"
    stacked = britain(stacks=3)
    sized = understand(RULESET, "germany wave-sizes first=10 second=1 third=1", stacked).forecast(stacked)
    assert sized is not None and sized.assumed == ("interceptors divided evenly: 2, 2, 2",)
    met = understand(RULESET, "britain wave-guards first=4 second=1 third=1", stacked).forecast(stacked)
    assert met is not None and met.assumed == ("bombers divided evenly: 4, 4, 4",)
    alike = Division((4, 4, 4), (4, 1, 1))
    assert dict(met.outcomes) == dict(bomber_waves.forecast(stacked, alike).outcomes)
    assert understand(RULESET, "germany wave-sizes first=1", stacked).forecast(stacked) is None


@pytest.mark.rule("tw-29.18")
def test_29_18_the_defender_s_forecast_reads_no_sealed_size() -> None:
    line, seen = "britain wave-guards first=2 second=2 third=2", []
    for sizes in ("first=10 second=1 third=1", "first=4 second=4 third=4"):
        campaign = britain(stacks=3)
        seats = {power: "axis" if power in ("germany", "italy") else "west" for power in campaign.powers}
        game = Segment(attrs.evolve(campaign, seats=seats))
        game.give(f"germany wave-sizes {sizes}")
        assert game.campaign.sealed, "it is sealed"
        order = understand(RULESET, line, game.campaign)
        seen.append(
            (
                outlook.forecast(RULESET, game.campaign, order, "west"),
                odds_of(judging.seen(game.campaign, "west"), line),
            )
        )
    assert seen[0] == seen[1]


@pytest.mark.rule("tw-29.18")
def test_29_18_supposed_odds_of_the_stacks_follow_the_enemy_that_is_supposed() -> None:
    campaign = britain(stacks=3)
    line = "germany wave-sizes first=4 second=4 third=4"
    few, many = odds_of(campaign, line, 3), odds_of(campaign, line)
    assert many.most == many.enemy == 6 and few.enemy == 3
    assert few.narfs.mean(int) > many.narfs.mean(int)
    assert few.supposed == ("interceptors divided evenly: 1, 1, 1",)
    guards = "britain wave-guards first=2 second=2 third=2"
    assert (
        odds_of(campaign, guards).enemy == 12 and odds_of(campaign, guards, 6).narfs != odds_of(campaign, guards).narfs
    )
    assert odds_of(campaign, "germany wave-sizes first=1").quiet


@pytest.mark.rule("tw-29.18")
def test_29_18_each_wave_has_flak_of_its_own() -> None:
    campaign = britain(mdm=3, flak=4)
    shot = [
        sum(chance * found.sac_lost for found, chance in bomber_waves.forecast(campaign, flown).outcomes)
        for flown in (Division((12,), (6,)), Division((4, 4, 4), (2, 2, 2)))
    ]
    assert shot[0] != shot[1]
    one = Division((12,), (6,))
    raid = bombing.Raid("1940-3-fall", "germany", 12, 6, heavy_flak=4, base=200)
    alone = bomber_waves.forecast(campaign, one).of(lambda found: found.narfs)
    assert alone.outcomes == by_table(raid).of(lambda found: found.narfs).outcomes
