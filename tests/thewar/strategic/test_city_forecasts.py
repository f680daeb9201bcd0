"""Section 29.10: forecasts of raids on cities, counted again face by face."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.rolls import bombing, city_bombing
from engine.thewar.rolls.city_bombing import CityRaid
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import air_box, city_battle, segment_forecast, supposing
from engine.thewar.world.state import Box, TheWar
from tests.thewar.strategic.test_city_raids import flying


def named(turn: str = "1943-3-fall", *, plant: bool = False) -> TheWar:
    """Cities named, nothing placed, Heavy Flak of level 3."""
    sent = {"britain": Box(target="essen"), "us": Box(target="cologne", plant=plant)}
    return attrs.evolve(flying(turn, flak=3), boxes=sent)


def by_hand(city: CityRaid, chance: Fraction = Fraction(1)) -> Iterator[tuple[bombing.RaidResult, Fraction]]:
    """Every end of a raid, one face of one die after the other."""
    if not city.awaits:
        yield city_bombing.resolve(city), chance
        return
    for face in range(1, city.sides + 1):
        yield from by_hand(city.rolled(face), chance / city.sides)


@pytest.mark.rule("tw-29.10")
@pytest.mark.parametrize(("line", "plant"), [("britain air-box sac=5", False), ("us air-box sac=6", True)])
def test_29_10_the_forecast_of_a_box_is_that_of_its_city(line: str, plant: bool) -> None:
    campaign = named("1944-3-fall", plant=plant)
    order = understand(RULESET, line, campaign)
    assert isinstance(order, air_box.AirBox)
    found = order.forecast(campaign)
    assert found is not None and found.exact
    city = city_battle.supposed(
        campaign,
        order.power,
        attrs.evolve(city_battle.CityBattle("combat", order.power, 42).city(sent(campaign, order)).raid, base=170),
    )
    told = list(by_hand(city))
    assert sum(chance for _, chance in told) == 1
    for figure in ("narfs", "smps_extra", "rail_lost", "sac_lost", "sac_flak_depleted", "int_lost", "attrition"):
        counted = sum(getattr(result, figure) * chance for result, chance in told)
        assert found.mean(lambda result, figure=figure: getattr(result, figure)) == counted, figure  # type: ignore[misc]


def sent(campaign: TheWar, order: air_box.AirBox) -> TheWar:
    """The campaign with the order's bombers in the air and every interceptor against them."""
    box = attrs.evolve(campaign.boxes[order.power], sac=order.sac)
    return attrs.evolve(campaign, boxes={**campaign.boxes, order.power: box, "germany": Box(night=5, day=5)})


@pytest.mark.rule("tw-29.10")
def test_29_10_supposed_odds_are_those_of_the_marker() -> None:
    campaign = named()
    order = understand(RULESET, "us air-box sac=6", campaign)
    odds = supposing.suppose(campaign, order, "day", 2)
    assert odds is not None
    chances = {chance.label: chance.value for chance in odds.chances}
    assert chances == {"critical hit": Fraction(5, 20) * Fraction(1, 2), "firestorm": Fraction(2, 20) * Fraction(1, 10)}
    plain = supposing.suppose(attrs.evolve(campaign, options={}), order, "day", 2)
    assert plain is not None and plain.chances != odds.chances


@pytest.mark.rule("tw-29.10")
def test_29_10_the_segment_s_forecast_takes_the_raid_on_the_city() -> None:
    campaign = named()
    order = understand(RULESET, "britain air-box sac=5", campaign)
    assert isinstance(order, air_box.AirBox)
    placed = {"britain": Box(sac=5, target="essen"), "germany": Box(night=5)}
    whole = segment_forecast.forecast(campaign, placed)
    alone = order.forecast(campaign)
    assert alone is not None
    assert whole.mean(lambda toll: toll.germany) == alone.mean(lambda result: result.narfs)
    assert whole.mean(lambda toll: toll.firestorms) == alone.chance(lambda result: result.surrender != 0)
