"""Units that exploit or drop without a battle that the program knows: the board shows it, their owner says it (10.2.7,
11.14.5, 12.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, commandos
from engine.thewar.combat import offered_counters as offers
from engine.thewar.supply import graces
from engine.thewar.world import entering, moved, sides, titles, traits, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import TheWar, Unit

RULE = "12.3"
MOST = 40
"""How many units one order names at the most."""
FIRST_IMPULSE = ("operations.first-impulse", "operations.attacks", "operations.combat")


@frozen
class Ahead(PowerOrder[TheWar]):
    """Units have moved in the Second Impulse, or dropped, and are in supply by themselves until their side's next
    player turn (12.3). Whose battle is recorded need not be named."""

    verb: ClassVar[str] = "ahead"
    title: ClassVar[str] = "ahead of their supply"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (*FIRST_IMPULSE, *graces.SECOND_IMPULSE)

    units: tuple[str, ...] = word(UNITS)

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids, those first that are in no grace yet."""
        if self.power not in campaign.powers:
            return self
        side = sides.side(campaign, self.power)
        last = tuple(key for key in campaign.graces if key in campaign.units)
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, last=last))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
            return
        if not 0 < len(self.units) <= MOST:
            yield Refusal(RULE, f"{len(self.units)} units in one order", f"1 to {MOST}, then another order.")
            return
        wrong = tuple(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        yield from wrong
        if wrong:
            return
        for key in self.units:
            yield from _stays(campaign, campaign.units[key])
        exploit = [key for key in self.units if campaign.units[key].kind not in commandos.AIRBORNE]
        if cut_off := [key for key in exploit if graces.out(campaign, key)]:
            reason = f"{titles.units(campaign, cut_off)} began the Operations out of supply, and is so still"
            yield Refusal("10.2.7, 12.6.2", reason, "'in-supply' at the second check, where it is linked up.")
        if again := [key for key in self.units if graces.of(campaign, key) is not None]:
            reason = f"{titles.units(campaign, again)} is in supply by itself already"
            yield Refusal(RULE, reason, "Others may be named; it is forgotten as its side's next turn begins.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        drop = [key for key in self.units if tx.campaign.units[key].kind in commandos.AIRBORNE]
        graces.given(tx, drop, graces.DROPS)
        graces.given(tx, [key for key in self.units if key not in drop], graces.EXPLOITS)
        moved.record(tx, self.units)

    def sentence(self, campaign: TheWar) -> str:
        whose, named = wars.named(campaign, self.power), titles.units(campaign, self.units)
        return f"{whose}: {named} {'are' if len(self.units) > 1 else 'is'} ahead of the supply line"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if sides.must_be_phasing(campaign, power) is not None or any(True for _ in entering.fallen(campaign, power)):
            return None
        fields = (Field("units", "who", RULE, listed=True, counters=_able(power)),)
        title = "Units that exploited or dropped without a battle told here"
        return Form(cls.verb, title, f"{power} ahead {{units}}", fields, RULE)


def _stays(campaign: TheWar, unit: Unit) -> Iterable[Refusal]:
    """Why a unit gets not ahead of its supply now: it neither drops nor exploits."""
    if unit.kind in commandos.AIRBORNE:
        return
    if traits.category(unit) != "ground":
        yield Refusal(RULE, f"{titles.label(unit)} neither exploits nor drops", "ARM, MECH and CAV exploit, PARA drop.")
    elif (refusal := traits.may_exploit(unit)) is not None:
        yield refusal
    elif campaign.progress.step.partition(".")[2] not in graces.SECOND_IMPULSE:
        reason = f"{titles.label(unit)} exploits in the Second Impulse, and this is the First"
        yield Refusal("10.2.7", reason, "It is named once it has moved there; who drops may be named now.")


def _able(power: str) -> Any:
    """The lines of the form: those of a side's units that may be ahead of their supply."""

    def lines(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        def why(key: str, unit: Unit) -> str:
            if graces.of(campaign, key) is not None:
                return "in supply by themselves"
            return offers.NEVER if any(True for _ in _stays(campaign, unit)) else ""

        return offers.own(campaign, power, offers.Call(("ground",), fit=why))

    return lines
