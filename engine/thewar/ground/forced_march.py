"""Forced marches (29.1): INF and MOT that move two hexes further in the First Impulse, and may be Depleted by it. The
hexes are the board's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.changes import Entry
from engine.kernel.counters import Counter
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, mobility
from engine.thewar.combat import offered_counters as offers
from engine.thewar.economy import logistics
from engine.thewar.ground.ground_fight import deplete
from engine.thewar.rolls import forced_marches
from engine.thewar.rolls.forced_marches import RULE
from engine.thewar.world import minors, moved, regions, sides, supply, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import TheWar, Unit

OPTION = "forced-marches"
STEP = "operations.first-impulse"
KINDS = ("inf", "mot")
MOST = 40
"""How many units one order names at the most."""
_DRY = ("north-africa", "french-north-africa", "middle-east")
"""The zones in which there are deserts."""


@frozen
class Came:
    """What comes of an order: how many units ``march`` two hexes further, how many of these are Depleted (``worn``)."""

    march: int
    worn: int


@frozen
class ForcedMarch(PowerOrder[TheWar]):
    """Before they move, INF and MOT try to march two hexes further: a die each (29.1). ``hard``: they begin in a
    desert or inside the 1939 Soviet Union; of those that are recorded there it is known."""

    verb: ClassVar[str] = "forced-march"
    title: ClassVar[str] = "forced march"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    units: tuple[str, ...] = word(UNITS)
    hard: bool = keyed(FLAG, False, "from a desert or the 1939 Soviet Union")

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids, those first that have not tried."""
        if self.power not in campaign.powers:
            return self
        side, deed = sides.side(campaign, self.power), mobility.MARCH_TRIED
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, deed=deed))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not campaign.options.get(OPTION, False):
            yield Refusal(RULE, "forced marches are not played in this campaign", "An option of the scenario.")
            return
        if len(self.units) > MOST:
            yield Refusal(RULE, f"{len(self.units)} units in one order", f"{MOST} at most, then another order.")
            return
        wrong = tuple(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        yield from wrong
        if wrong:
            return
        for key in self.units:
            if why := _unfit(campaign, key):
                yield why
        yield from supply.supplied(campaign, self.units, supply.MOVE)
        if tried := [key for key in self.units if battles.busy(campaign, key, mobility.MARCH_TRIED)]:
            reason = f"{titles.units(campaign, tried)} has tried a forced march in this turn"
            yield Refusal(RULE, reason, "One die for each unit; others may try.")
        if self.hard and (soft := [key for key in self.units if _soft(campaign, key)]):
            where = titles.where(campaign, campaign.units[soft[0]].place)
            reason = f"{titles.units(campaign, soft)} is in {where}: no desert, and not in the 1939 Soviet Union"
            yield Refusal(RULE, reason, "hard=no, in an order of its own.")

    def _hard(self, campaign: TheWar) -> list[bool]:
        """For each unit whether its die is modified."""
        return [self.hard or _inside(campaign, campaign.units[key]) for key in self.units]

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """How many march, and how many are Depleted."""
        if any(key not in campaign.units for key in self.units) or len(self.units) > MOST:
            return None
        marches = distribution(forced_marches.MarchCore(), forced_marches.begun(self._hard(campaign)))
        return marches.of(lambda value: Came(value.march, value.worn))

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key, hard in zip(self.units, self._hard(tx.campaign), strict=True):
            came = forced_marches.result(tx.roll("forced-march", key, rule=RULE), hard=hard)
            battles.remember(tx, (key,), mobility.MARCH_TRIED, RULE)
            if came != forced_marches.STAYS:
                battles.remember(tx, (key,), mobility.MARCHES, RULE)
                moved.record(tx, (key,))
            if came == forced_marches.WORN:
                deplete(tx, key, False, RULE)

    def sentence(self, campaign: TheWar) -> str:
        named = titles.units(campaign, self.units)
        return f"{wars.named(campaign, self.power)} tries a forced march with {named}"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        came: dict[str, list[str]] = {}
        for key, hard, roll in zip(self.units, self._hard(before), entry.rolls, strict=True):
            came.setdefault(forced_marches.result(roll.face, hard=hard), []).append(key)
        words = {
            forced_marches.WORN: f"marches {forced_marches.HEXES} hexes further and is Depleted",
            forced_marches.MARCHES: f"marches {forced_marches.HEXES} hexes further",
            forced_marches.STAYS: "moves as usual",
        }
        parts = [f"{titles.units(before, came[result])} {said}" for result, said in words.items() if result in came]
        faces = ", ".join(str(roll.face) for roll in entry.rolls)
        return f"Forced march, {'die' if len(entry.rolls) == 1 else 'dice'} {faces}: {'; '.join(parts)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not campaign.options.get(OPTION, False):
            return None
        fields = (
            Field("units", "INF and MOT that try", RULE, listed=True, counters=_able(power)),
            Field("hard", "from a desert or the 1939 Soviet Union", RULE, ("no", "yes"), "no"),
        )
        return Form(cls.verb, "Forced march", power + " forced-march {units} hard={hard}", fields, RULE)


def _unfit(campaign: TheWar, key: str) -> Refusal | None:
    """Why a unit makes no forced march: its kind, its effort, no movement to add to."""
    unit = campaign.units[key]
    if unit.kind not in KINDS:
        return Refusal(RULE, f"{titles.units(campaign, (key,))} makes no forced march", "INF and MOT do.")
    owner = unit.power if unit.power in campaign.powers else minors.commander(campaign, unit.power)
    if owner in campaign.powers and (refusal := logistics.may(campaign, owner, "movement")) is not None:
        return refusal
    if owner in campaign.powers and campaign.powers[owner].effort == "pass":
        reason = f"{wars.named(campaign, owner)} passes: its units move one hex"
        return Refusal("4.5, ruling 510", reason, "A forced march needs an effort.")
    allowance = mobility.allowance(campaign, key)
    if allowance.total <= 0:
        causes = ", ".join(f"{line.label} {line.value}" for line in allowance.lines)
        return Refusal(RULE, f"{titles.units(campaign, (key,))} does not move: {causes}", "Others may march.")
    return None


def _inside(campaign: TheWar, unit: Unit) -> bool:
    """Whether a unit is recorded inside the 1939 Soviet Union."""
    place = campaign.places.get(unit.place)
    return place is not None and bool(place.tags.get(regions.SOVIET_1939))


def _soft(campaign: TheWar, key: str) -> bool:
    """Whether a unit is recorded where neither desert nor the 1939 Soviet Union can be."""
    unit = campaign.units[key]
    place = campaign.places.get(unit.place)
    if place is None or _inside(campaign, unit):
        return False
    return not any(place.tags.get(zone) for zone in _DRY)


def _able(power: str) -> Any:
    """The lines of the form: a side's INF and MOT that have not tried."""

    def fit(key: str, unit: Unit) -> str:
        return "" if unit.kind in KINDS else offers.NEVER

    call = offers.Call(("ground",), mobility.MARCH_TRIED, "have tried", "movement", fit)

    def lines(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        return offers.own(campaign, power, call)

    return lines
