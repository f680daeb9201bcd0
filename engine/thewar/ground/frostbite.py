"""Naming the units that winter in Russia Depletes (26.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import FLAG, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.combat import offered_counters as offers
from engine.thewar.ground.ground_fight import deplete
from engine.thewar.weather.frostbite_losses import DUE, LOTS, RULE, able, of_lot, outside, owed
from engine.thewar.world import counters, forces, sides, titles, wars
from engine.thewar.world.naming import UNITS_OR_NONE
from engine.thewar.world.state import TheWar, Unit

_GERMANY = "germany"


@frozen
class Frostbite(PowerOrder[TheWar]):
    """The Axis Depletes what the Winter asks for in the 1939 Soviet Union, first what stands next to the enemy, the
    strongest units of Satellites. ``fewer``: there are no more of them there, as the board shows."""

    verb: ClassVar[str] = "frostbite"
    title: ClassVar[str] = "frostbite"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    units: tuple[str, ...] = word(UNITS_OR_NONE)
    fewer: bool = keyed(FLAG, False)

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named, whole units first, and those last that are
        known to stand elsewhere."""
        if not self.units:
            return self
        elsewhere = {key for key, unit in campaign.units.items() if outside(campaign, unit)}
        named = battles.meant(campaign, self.units, sides.AXIS, first=_GERMANY, last=elsewhere)
        return attrs.evolve(self, units=named)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        due = owed(campaign)
        if not due or self.power != _GERMANY:
            yield Refusal(RULE, "no frostbite is due", "After a roll for the weather of a Winter in the East.")
            return
        wrong = tuple(battles.wrong_units(campaign, self.units, sides.AXIS, RULE))
        yield from wrong
        if wrong:
            return
        left = list(self.units)
        for name, many in due.items():
            may = able(campaign, name)
            mine = [key for key in left if key in may]
            left = [key for key in left if key not in mine]
            yield from self._count(name, len(mine), min(many, len(may)))
            if name == "units of Satellites":
                yield from _weak(campaign, mine, may)
        if left:
            yield Refusal(RULE, f"{titles.units(campaign, left)} suffers no frostbite", f"{', '.join(LOTS)}.")

    def _count(self, name: str, named: int, need: int) -> Iterable[Refusal]:
        if named > need or (named < need and not self.fewer):
            hint = "fewer=yes where no more are in the 1939 Soviet Union." if named < need else "No more."
            yield Refusal(RULE, f"{named} {name} are named, {need} are Depleted", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in self.units:
            forces.keep_serial(tx, key)
            deplete(tx, key, False, RULE)
        tx.remove(f"facts.{DUE}", "frostbite", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return f"Frostbite Depletes {titles.units(campaign, self.units) or 'nobody'}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        due = owed(campaign)
        if power != _GERMANY or not due:
            return None
        groups = dict.fromkeys(
            f"{unit.power}-{forces.group_of(unit)}"
            for name in due
            for unit in (campaign.units[key] for key in able(campaign, name))
        )
        said = ", ".join(f"{name}: {many}" for name, many in due.items() if many)
        fields = (
            Field("units", said, RULE, tuple(groups), listed=True, counters=_to_deplete),
            Field("fewer", "no more are there", RULE, ("no", "yes"), "no"),
        )
        return Form(cls.verb, "Frostbite", power + " frostbite {units} fewer={fewer}", fields, RULE)


def _to_deplete(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
    """What may be ticked: whole units of the lots of which some are due."""
    lots = [name for name, many in owed(campaign).items() if many]

    def fit(key: str, unit: Unit) -> str:
        if not any(of_lot(campaign, unit, name) for name in lots):
            return offers.NEVER
        return "outside the 1939 Soviet Union" if outside(campaign, unit) else ""

    return offers.own(campaign, _GERMANY, offers.Call(("ground",), fit=fit))


def _weak(campaign: TheWar, named: list[str], may: tuple[str, ...]) -> Iterable[Refusal]:
    """Why others come before these units of Satellites: they are stronger."""
    factors = {key: counters.factors(campaign.units[key]).combat for key in may}
    spared = [key for key in may if key not in named]
    if not named or not spared:
        return
    best, least = max(spared, key=factors.__getitem__), min(factors[key] for key in named)
    if factors[best] > least:
        whose = wars.named(campaign, campaign.units[best].power)
        reason = f"{titles.units(campaign, (best,))} of {whose} is stronger, {factors[best]} factors to {least}"
        yield Refusal(RULE, reason, "The strongest come first.")
