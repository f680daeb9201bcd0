"""What the board tells the program: places that change hands or condition, and wars (24.6, 25.5, 25.65)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel import seasons
from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.worldatwar.oceans import modifiers
from engine.worldatwar.targets import firestorms, rocket_bases
from engine.worldatwar.world import editions, sides, turns
from engine.worldatwar.world.state import WorldAtWar

MOST_BRPS = 999


@frozen
class Hold(PowerOrder[WorldAtWar]):
    """A power controls a place, and in what condition: ``operational`` for bases, ``supplied`` for the modifiers."""

    verb: ClassVar[str] = "hold"
    title: ClassVar[str] = "control of a place"
    rule: ClassVar[str] = "25.65"
    standing: ClassVar[bool] = True

    place: str = word(NAME)
    operational: bool = keyed(FLAG, True)
    supplied: bool = keyed(FLAG, True)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """See Order."""
        place = campaign.places.get(self.place)
        if place is None:
            hint = f"There are: {', '.join(campaign.places)}."
            yield Refusal("25.65", f"the rules ask for no place '{self.place}'", hint)
        elif (place.holder, place.operational, place.supplied) == (self.power, self.operational, self.supplied):
            yield Refusal("25.65", f"{place.name} stands so already")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        place = tx.campaign.places[self.place]
        captured = bool(place.holder) and place.holder != self.power
        tx.set(f"places.{self.place}.holder", self.power, "control", "25.65")
        tx.set(f"places.{self.place}.operational", self.operational, "control", "25.5")
        tx.set(f"places.{self.place}.supplied", self.supplied, "control", "25.65")
        if captured:
            self._marker_leaves(tx)
        rocket_bases.overrun(tx, self.place, self.power)

    def _marker_leaves(self, tx: Transaction[WorldAtWar]) -> None:
        """A firestorm marker leaves a hex that the enemy takes, in the editions that say so (26.85B)."""
        place = tx.campaign.places[self.place]
        owner = tx.campaign.powers.get(place.country)
        mine = owner is not None and sides.side(tx.campaign, self.power) == owner.side
        if not mine and editions.of(tx.campaign).marker_leaves:
            firestorms.remove(tx, self.place, "captured", "26.85B")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        place = campaign.places.get(self.place)
        name = place.name if place is not None else self.place
        state = [
            word for word, holds in (("not operational", self.operational), ("unsupplied", self.supplied)) if not holds
        ]
        return f"{sides.named(campaign, self.power)} holds {name}" + (f", {' and '.join(state)}" if state else "")

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        """See Order."""
        fields = (
            Field("place", "place", cls.rule, tuple(campaign.places)),
            Field("operational", "operational", "25.5", ("yes", "no"), "yes"),
            Field("supplied", "fully supplied", cls.rule, ("yes", "no"), "yes"),
        )
        pattern = power + " hold {place} operational={operational} supplied={supplied}"
        return Form(cls.verb, "Control of a place", pattern, fields, cls.rule)


@frozen
class War(PowerOrder[WorldAtWar]):
    """War breaks out between two powers, or ends."""

    verb: ClassVar[str] = "war"
    title: ClassVar[str] = "war"
    rule: ClassVar[str] = "25.66"
    standing: ClassVar[bool] = True

    enemy: str = word(NAME)
    ends: bool = keyed(FLAG, False)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """See Order."""
        if self.enemy not in campaign.powers or self.enemy == self.power:
            yield Refusal("25.66", f"there is no power '{self.enemy}' to fight", f"{', '.join(campaign.powers)}.")
            return
        at_war = sides.at_war(campaign, self.power, self.enemy)
        if at_war and not self.ends:
            yield Refusal("25.66", f"they are at war since {campaign.wars[sides.pair(self.power, self.enemy)]}")
        if self.ends and not at_war:
            yield Refusal("25.66", "they are not at war")
        if not self.ends and sides.side(campaign, self.power) == sides.side(campaign, self.enemy):
            yield Refusal("25.66", "they are on one side")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        pair = sides.pair(self.power, self.enemy)
        if self.ends:
            tx.remove(f"wars.{pair}", "peace", self.rule)
            return
        tx.create(f"wars.{pair}", seasons.turn(tx.campaign), "war", self.rule)
        if pair == sides.pair("germany", "us"):
            if modifiers.PHASES in tx.campaign.facts:
                tx.put("facts.us-re-entry", True, "the U.S. enters the war again", "25.66")
            # The phase at hand is the first that follows, unless it is over already.
            over = turns.half(tx.campaign) == "axis" and modifiers.combat_over(tx.campaign)
            tx.put(f"facts.{modifiers.PHASES}", -1 if over else 0, "war between Germany and the U.S.", "25.66B")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        one, other = sides.named(campaign, self.power), sides.named(campaign, self.enemy)
        return f"{one} and {other} make peace" if self.ends else f"{one} goes to war with {other}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        """See Order."""
        enemies = tuple(
            other for other in campaign.powers if sides.side(campaign, other) != sides.side(campaign, power)
        )
        return Form(cls.verb, "War", power + " war {enemy}", (Field("enemy", "against", cls.rule, enemies),), cls.rule)


@frozen
class Account(PowerOrder[WorldAtWar]):
    """BRPs that other chapters cost or bring: offensives, grants, growth; ``amount`` below 0 for what is spent."""

    verb: ClassVar[str] = "brps"
    title: ClassVar[str] = "BRPs of other chapters"
    rule: ClassVar[str] = "ruling 201"
    standing: ClassVar[bool] = True

    amount: int = word(number(-999, 999))
    base: bool = keyed(FLAG, False)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """See Order."""
        if not self.amount or not -MOST_BRPS <= self.amount <= MOST_BRPS:
            reason = f"{self.amount} BRPs"
            yield Refusal("ruling 201", reason, f"From 1 to {MOST_BRPS}, below 0 for what is spent.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        part = "base" if self.base else "brps"
        tx.add(f"powers.{self.power}.{part}", self.amount, "BRPs of other chapters", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        where = " of its base" if self.base else ""
        verb = "gains" if self.amount > 0 else "spends"
        return f"{sides.named(campaign, self.power)} {verb} {abs(self.amount)} BRPs{where}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        """See Order."""
        fields = (
            Field("amount", "BRPs, below 0 for what is spent", cls.rule),
            Field("base", "of the base", cls.rule, ("no", "yes"), "no"),
        )
        return Form(cls.verb, "BRPs of other chapters", power + " brps {amount} base={base}", fields, cls.rule)
