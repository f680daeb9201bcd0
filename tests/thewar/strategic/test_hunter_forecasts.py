"""Section 29.16: the forecast of the U-boat war folds in the hunt, held against the same played in a campaign."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import hunted_war, segment_forecast, supposing, uboat_war
from engine.thewar.strategic.hunting import SubHunt
from engine.thewar.strategic.segment import UBoatsSail
from engine.thewar.world.state import Box, TheWar
from tests.scale import sampled
from tests.thewar.optional import at_war, count, with_units
from tests.thewar.sampling import Thrown, every_end, played_out, within_error
from tests.thewar.strategic.test_sub_hunters import atlantic, depleted

FIGURES = ("narfs", "sunk_by_hunters", "depleted_by_hunters", "uboats_lost", "attrition", "asw_lost")


def told(campaign: TheWar, ended: TheWar) -> tuple[int, int, int, int]:
    """NARFs, U-boats gone and depleted, ASW gone."""
    return (
        campaign.powers["britain"].narfs - ended.powers["britain"].narfs,
        count(campaign, "germany", "uboat") - count(ended, "germany", "uboat") - depleted(ended),
        depleted(ended),
        count(campaign, "britain", "asw") - count(ended, "britain", "asw"),
    )


def figures(result: Any) -> tuple[int, int, int, int]:
    """The same of a forecast's outcome."""
    sunk, hit = hunted_war.by_hunters(result)
    return (result.narfs, sunk + result.uboats_lost + result.attrition, hit, result.asw_lost)


def both_allies() -> TheWar:
    """Six U-boats, hunters of Britain and of the United States."""
    campaign = with_units(at_war(atlantic(6, 3, 3), "germany+us"), us_asw=4)
    us = attrs.evolve(campaign.powers["us"], entered="1941-1-spring", navy=2, narfs=100)
    return attrs.evolve(
        campaign,
        powers={**campaign.powers, "us": us},
        boxes={**campaign.boxes, "us": Box(asw=1, hunters=3)},
    )


@pytest.mark.rule("tw-29.16")
@pytest.mark.parametrize(("uboats", "asw", "hunters"), [(6, 3, 3), (2, 1, 5), (12, 4, 4), (1, 1, 6)])
def test_29_16_the_forecast_of_the_box_is_what_playing_every_die_out_comes_to(
    uboats: int, asw: int, hunters: int
) -> None:
    campaign = atlantic(uboats, asw, hunters)
    order = understand(RULESET, f"britain sea-box asw={asw} hunters={hunters}", attrs.evolve(campaign, boxes={}))
    found = order.forecast(campaign)
    assert found is not None and found.exact
    played: dict[tuple[int, ...], Fraction] = {}
    for ended, chance in every_end(campaign, UBoatsSail()):
        key = told(campaign, ended)
        played[key] = played.get(key, Fraction(0)) + chance
    assert dict(found.of(figures).outcomes) == played
    whole = segment_forecast.forecast(campaign, campaign.boxes)
    segment = {(t.britain, t.uboats, t.uboats_depleted, t.asw): chance for t, chance in whole.outcomes}
    assert segment == played


@pytest.mark.rule("tw-29.16")
def test_29_16_with_the_attrition_table_and_two_allies_samples_agree_within_their_error() -> None:
    campaign = attrs.evolve(both_allies(), options={**both_allies().options, "attrition-table": True})
    found = segment_forecast.forecast(campaign, campaign.boxes)
    dice = random.Random(2916)
    runs = [told(campaign, played_out(campaign, UBoatsSail(), Thrown(dice.randint))) for _ in range(sampled(1500))]
    exact = found.joint("britain", "uboats", "uboats_depleted")
    assert {run[:3] for run in runs} <= {value for value, _ in exact.outcomes}
    for place, name in enumerate(("britain", "uboats", "uboats_depleted")):
        assert within_error(found.figure(name), [run[place] for run in runs]), name
    # Without the hunt it is another war.
    assert not within_error(found.figure("uboats_depleted"), [0] * len(runs))


@pytest.mark.rule("tw-29.16")
def test_29_16_the_forecast_says_what_it_takes_for_granted() -> None:
    campaign = attrs.evolve(atlantic(chits=1), boxes={})
    hunted = understand(RULESET, "britain sea-box asw=3 hunters=3", campaign).forecast(campaign)
    assert hunted is not None
    said = " / ".join(hunted.assumed)
    assert "hunters go out at once, for as many U-boats" in said and "next to the North Atlantic" in said
    assert "no chit" in said
    german = understand(RULESET, "germany sea-box uboats=6", campaign)
    against = german.forecast(campaign)
    assert against is not None and against.assumed == ("no ASW hunt",)
    off = attrs.evolve(campaign, options={})
    plain = german.forecast(off)
    assert plain is not None and not plain.assumed


@pytest.mark.rule("tw-29.16", "tw-5.1.3.3")
def test_29_16_supposed_odds_fold_the_hunt_in_and_count_hunters_in_attrition() -> None:
    campaign = attrs.evolve(atlantic(6, 3, 3), boxes={})
    hunted, plain = (
        supposing.suppose(campaign, understand(RULESET, line, campaign), "sea", 6)
        for line in ("britain sea-box asw=3 hunters=3", "britain sea-box asw=3")
    )
    assert hunted is not None and plain is not None
    means, without = ({mean.label: mean.value for mean in odds.means} for odds in (hunted, plain))
    assert means["depleted by hunters"] > 0 and not without["depleted by hunters"]
    assert means["of them by attrition"] > without["of them by attrition"]
    assert hunted.narfs.mean(int) < plain.narfs.mean(int)
    assert hunted.supposed and not plain.supposed


@pytest.mark.rule("tw-29.16")
def test_29_16_each_answer_of_the_hunters_has_the_forecast_of_all_that_follows() -> None:
    campaign = atlantic(6, 3, 3)
    waiting = attrs.evolve(campaign, pending={"1": uboat_war.UBoatBattle("muster"), "2": SubHunt("send", "britain", 3)})
    sent = understand(RULESET, "britain hunt 3 3", waiting).forecast(waiting)
    boxed = understand(RULESET, "britain sea-box asw=3 hunters=3", campaign).forecast(campaign)
    assert sent is not None and boxed is not None
    assert dict(sent.of(figures).outcomes) == dict(boxed.of(figures).outcomes)
    home = understand(RULESET, "britain hunt 0 0", waiting).forecast(waiting)
    assert home is not None and not home.mean(lambda result: hunted_war.by_hunters(result)[1])
    out = SubHunt("port", "britain", 1, hunters=2, uboats=4)
    far, near = (
        order.forecast(now)
        for now in [attrs.evolve(waiting, pending={**waiting.pending, "2": out})]
        for order in (understand(RULESET, f"britain hunt-from {port}", now) for port in (5, 0))
    )
    assert far is not None and near is not None
    hit = [found.mean(lambda result: sum(hunted_war.by_hunters(result))) for found in (far, near)]
    assert 0 < hit[0] < hit[1]
    assert any("hunters go out at once" in text for text in near.assumed), "one is left and goes out after them"
    chit = SubHunt("chit", "britain", 0, hunters=3, uboats=6, search_face=1)
    plays, keeps = (
        order.forecast(now)
        for now in [
            attrs.evolve(
                waiting,
                pending={**waiting.pending, "2": chit},
                facts={**waiting.facts, "espionage-britain": 1},
            )
        ]
        for order in (understand(RULESET, f"britain hunters-chit {word}", now) for word in ("yes", "no"))
    )
    assert plays is not None and keeps is not None
    lost = [found.mean(lambda result: sum(hunted_war.by_hunters(result))) for found in (plays, keeps)]
    assert lost[0] > lost[1]


@pytest.mark.rule("tw-29.16")
def test_29_16_of_two_allies_the_answer_counts_the_hunters_that_follow() -> None:
    campaign = both_allies()
    pending = {
        "1": uboat_war.UBoatBattle("muster"),
        "2": SubHunt("next", "us", 3),
        "3": SubHunt("send", "britain", 3),
    }
    waiting = attrs.evolve(campaign, pending=pending)
    found = understand(RULESET, "britain hunt 3 3", waiting).forecast(waiting)
    whole = segment_forecast.forecast(campaign, campaign.boxes)
    assert found is not None
    assert dict(found.of(lambda result: hunted_war.by_hunters(result)[1]).outcomes) == dict(
        whole.figure("uboats_depleted").outcomes
    )
    adjective = campaign.powers["us"].adjective
    assert f"all {adjective} hunters go out at once, for as many U-boats" in found.assumed


@pytest.mark.rule("tw-29.16")
def test_29_16_no_answer_without_hunters_has_a_forecast() -> None:
    campaign = atlantic()
    assert understand(RULESET, "britain hunt 3 6", campaign).forecast(campaign) is None
