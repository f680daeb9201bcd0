"""Air units whose base the enemy takes: they fly to another, Depleted where no ground unit stood by (11.1.2, 11.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import FLAG, NAMES, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often
from engine.thewar.combat import battles, driven_out
from engine.thewar.world import entering, forces, sides, titles, traits, wars
from engine.thewar.world.state import TheWar


@compared_often
class BaseLost(PowerOrder[TheWar]):
    """The base of these air units is taken. ``undefended``: no ground unit stood on it, they are Depleted; ``refuge``:
    there is another base within staging range, without one they are eliminated. They fly no more missions in this
    Operations Segment (11.1.2)."""

    verb: ClassVar[str] = "base-lost"
    title: ClassVar[str] = "aircraft whose base is taken"
    rule: ClassVar[str] = "11.1.2"
    standing: ClassVar[bool] = True

    air: tuple[str, ...] = word(NAMES)
    undefended: bool = keyed(FLAG, True)
    refuge: bool = keyed(FLAG, True)

    def complete(self, campaign: TheWar) -> Self:
        side = sides.side(campaign, self.power)
        return attrs.evolve(self, air=battles.meant(campaign, self.air, side, first=self.power))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        wrong = list(battles.wrong_units(campaign, self.air, sides.side(campaign, self.power), self.rule))
        yield from wrong
        if not wrong and (others := [key for key in self.air if traits.category(campaign.units[key]) != "air"]):
            yield Refusal(self.rule, f"{titles.units(campaign, others)} has no airbase", "Air units on the board.")
        if sides.phasing(campaign) == sides.side(campaign, self.power):
            yield Refusal(self.rule, "the enemy is not moving", "Bases are taken by the phasing side.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in self.air:
            worn = self.undefended and traits.after_depletion(tx.campaign.units[key]) != "depleted"
            if not self.refuge or worn:
                forces.eliminate(tx, key, "its base is taken", self.rule)
                continue
            if self.undefended:
                tx.set(f"units.{key}.depleted", True, "its base is taken", self.rule)
            driven_out.leave(tx, (key,), "its base is taken", self.rule)
            battles.remember(tx, (key,), battles.GROUNDED, self.rule)

    def sentence(self, campaign: TheWar) -> str:
        aircraft = f"{titles.units(campaign, self.air)} of {wars.named(campaign, self.power)}"
        if not self.refuge:
            return f"{aircraft} lost with the last base in range"
        return f"{aircraft} fly from a base that is taken{', Depleted' if self.undefended else ''}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not wars.standing(campaign, power):
            return None
        fields = (
            Field("air", "aircraft, such as 2-ftr", cls.rule),
            Field("undefended", "no ground unit stood there", cls.rule, ("yes", "no"), "yes"),
            Field("refuge", "another base within twice the range", cls.rule, ("yes", "no"), "yes"),
        )
        pattern = f"{power} {cls.verb} {{air}} undefended={{undefended}} refuge={{refuge}}"
        return Form(cls.verb, cls.title.capitalize(), pattern, fields, cls.rule)
