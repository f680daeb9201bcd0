"""Control of the places that the rules name: who holds each, and in what condition (24.6, 25.5, 25.65)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.targets import firestorms, rocket_bases
from engine.worldatwar.world import editions, sides
from engine.worldatwar.world.state import WorldAtWar


@frozen
class Hold(PowerOrder[WorldAtWar]):
    """Tell that a power controls a place, and in what condition the place is: ``operational`` as bases are,
    ``supplied`` as modifiers of submarine warfare ask."""

    verb: ClassVar[str] = "hold"
    title: ClassVar[str] = "control of a place"
    rule: ClassVar[str] = "25.65"
    standing: ClassVar[bool] = True

    place: str = word(NAME)
    operational: bool = keyed(FLAG, True)
    supplied: bool = keyed(FLAG, True, "in supply")

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        place = campaign.places.get(self.place)
        if place is None:
            hint = f"There are: {', '.join(campaign.places)}."
            yield Refusal("25.65", f"the rules ask for no place '{self.place}'", hint)
        elif (place.holder, place.operational, place.supplied) == (self.power, self.operational, self.supplied):
            yield Refusal("25.65", f"{place.name} stands so already")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        place = tx.campaign.places[self.place]
        captured = bool(place.holder) and place.holder != self.power
        tx.set(f"places.{self.place}.holder", self.power, "control", "25.65")
        tx.set(f"places.{self.place}.operational", self.operational, "control", "25.5")
        tx.set(f"places.{self.place}.supplied", self.supplied, "control", "25.65")
        if captured:
            self._marker_leaves(tx)
        rocket_bases.overrun(tx, self.place, self.power)

    def _marker_leaves(self, tx: Transaction[WorldAtWar]) -> None:
        """In some editions a firestorm marker leaves a hex that the enemy takes (26.85B)."""
        place = tx.campaign.places[self.place]
        owner = tx.campaign.powers.get(place.country)
        mine = owner is not None and sides.side(tx.campaign, self.power) == owner.side
        if not mine and editions.of(tx.campaign).marker_leaves:
            firestorms.remove(tx, self.place, "captured", "26.85B")

    def sentence(self, campaign: WorldAtWar) -> str:
        place = campaign.places.get(self.place)
        name = place.name if place is not None else self.place
        state = [
            word for word, holds in (("not operational", self.operational), ("unsupplied", self.supplied)) if not holds
        ]
        return f"{sides.named(campaign, self.power)} holds {name}" + (f", {' and '.join(state)}" if state else "")

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        fields = (
            Field("place", "place", cls.rule, tuple(campaign.places)),
            Field("operational", "operational", "25.5", ("yes", "no"), "yes"),
            Field("supplied", "fully supplied", cls.rule, ("yes", "no"), "yes"),
        )
        pattern = power + " hold {place} operational={operational} supplied={supplied}"
        return Form(cls.verb, "Control of a place", pattern, fields, cls.rule)
