"""A Strategic Warfare Segment rolled many times, written apart from its exact forecast, which it is held against; and
battles played in a campaign with their decisions' defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs

from engine.kernel.dice import Dice, FixedDice, NeedsDie
from engine.kernel.forecast import Core, Distribution
from engine.kernel.orders import Order
from engine.kernel.reading import understand
from engine.kernel.transaction import Transaction
from engine.thewar.rolls import bombing, submarines
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import air_war, uboat_war
from engine.thewar.strategic.segment_forecast import Toll
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Box, TheWar


def rolled(campaign: TheWar, placed: Mapping[str, Box], face: Callable[[], int]) -> Toll:
    """What one segment costs, outside the Happy Time; ``face`` rolls a die of ten sides."""
    germany = placed["germany"]
    allies = [power for power in wars.enemies_of_germany(campaign) if power in placed]
    asw = sum(placed[power].asw for power in allies)
    war = uboat_war.prepared(campaign, uboats=germany.uboats, asw=asw, raiders=len(germany.raiders))
    sea = submarines.resolve(_run(submarines.UBoatCore(), war, face))
    toll = {
        "britain": sea.narfs,
        "convoy": sea.smps_convoy,
        "uboats": sea.uboats_lost + sea.attrition,
        "asw": sea.asw_lost,
    }
    raids = []
    lent = germany.sac + 4 * germany.mdm
    if lent:
        raids.append(("britain", air_war.over_britain(campaign, lent, placed["britain"].interceptors)))
    for power in allies:
        guard, jets = (germany.night, germany.jets_night) if power == "britain" else (germany.day, germany.jets_day)
        if placed[power].sac:
            found = air_war.over_germany(campaign, power, placed[power].sac, guard, jets, troops=placed[power].troops)
            raids.append(("germany", found))
    left = campaign.powers["germany"].base // 4
    for victim, raid in raids:
        start = attrs.evolve(raid, base=4 * left) if victim == "germany" else raid
        result = bombing.resolve(_run(bombing.BombingCore(), start, face))
        left -= result.narfs if victim == "germany" else 0
        lost = {
            victim: result.narfs,
            "base": result.base_loss,
            "hits": result.smps_extra,
            "firestorms": abs(result.surrender),
            "sac": result.sac_flak_eliminated + result.sac_lost + result.attrition,
            "interceptors": result.int_lost,
        }
        for name, amount in lost.items():
            toll[name] = toll.get(name, 0) + amount
    return Toll(**toll)


def _run(core: Core[Any], value: Any, face: Callable[[], int]) -> Any:
    while not core.finished(value):
        value = core.stage(value, tuple(face() for _ in core.dice(value)))
    return value


def within_error(exact: Distribution[int], found: list[int], errors: float = 4.5) -> bool:
    """Whether the mean of so many runs lies as near to the exact one as so many standard errors say."""
    mean = float(exact.mean(lambda value: value))
    square = float(exact.mean(lambda value: value * value))
    error: float = (max(square - mean * mean, 1e-9) / len(found)) ** 0.5
    return abs(sum(found) / len(found) - mean) <= errors * error


class Thrown:
    """Dice from a stream of faces that knows the sides."""

    def __init__(self, throw: Callable[[int, int], int]) -> None:
        self._throw = throw

    def face(self, key: str, sides: int) -> int:
        return self._throw(1, sides)

    def salt(self, key: str) -> str:
        raise TypeError("nothing is sealed here")


Deed = Callable[[Transaction[TheWar]], None]
"""What an order or a procedure does to a campaign."""


def following(campaign: TheWar) -> Deed | None:
    """What comes next of what is under way, a decision answered by its default; None when all is over."""
    if not campaign.pending:
        return None
    key = max(campaign.pending, key=int)
    asked = campaign.pending[key].decision(campaign)
    if asked is None:
        return lambda tx: campaign.pending[key].resolve(tx, f"pending.{key}")
    answer = understand(RULESET, asked.default or asked.answers[0], campaign)
    assert not list(answer.judge(campaign))
    return answer.effect


def played_out(campaign: TheWar, order: Order[Any], dice: Dice) -> TheWar:
    """The campaign after an automatic order and all that it begins, every decision answered by its default."""
    tx: Transaction[TheWar] = Transaction(campaign, dice, calendar.turn(campaign))
    deed: Deed | None = order.effect
    while deed is not None:
        deed(tx)
        deed = following(tx.campaign)
    return tx.campaign


def every_end(campaign: TheWar, order: Order[Any]) -> Iterator[tuple[TheWar, Fraction]]:
    """Every end of what an automatic order begins, with its chance: deed by deed, from each campaign that the one
    before may leave."""
    campaigns: list[tuple[TheWar, Deed, Fraction]] = [(campaign, order.effect, Fraction(1))]
    while campaigns:
        before, deed, chance = campaigns.pop()
        for after, share in every_outcome(before, deed):
            more = following(after)
            if more is None:
                yield after, chance * share
            else:
                campaigns.append((after, more, chance * share))


def every_outcome(
    campaign: TheWar, deed: Deed, faces: tuple[int, ...] = (), dice: type[FixedDice] = FixedDice
) -> Iterator[tuple[TheWar, Fraction]]:
    """Every campaign that a deed may leave, with its chance: one die after the other, face by face."""
    tx: Transaction[TheWar] = Transaction(campaign, dice(faces), calendar.turn(campaign))
    try:
        deed(tx)
    except NeedsDie as wanted:
        for face in range(1, wanted.sides + 1):
            for after, share in every_outcome(campaign, deed, (*faces, face), dice):
                yield after, share / wanted.sides
    else:
        yield tx.campaign, Fraction(1)
