"""Three Rivers, its plain orders: income, bids, marches, gifts, the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import NAME, TEXT, Unreadable, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from tests.kernel.toy_state import OFFICES, Toy, bands_of, enemies_in, free, income, season


@frozen
class Collect(PowerOrder[Toy]):
    """A house collects what its lands and offices bring, as far as the bank reaches."""

    verb: ClassVar[str] = "collect"
    title: ClassVar[str] = "income"
    rule: ClassVar[str] = "1.1"
    steps: ClassVar[tuple[str, ...]] = ("income.collect",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[Toy]) -> None:
        for line in income(tx.campaign, self.power).lines:
            gold = min(line.value, tx.campaign.bank)
            tx.add(f"houses.{self.power}.gold", gold, line.label, line.rule)
            tx.add("bank", -gold, line.label, line.rule)


@frozen
class Bid(PowerOrder[Toy]):
    """Bid for an office of the council: its price is reserved, and paid when all have bid. Late it costs twice."""

    verb: ClassVar[str] = "bid"
    title: ClassVar[str] = "bid for an office"
    rule: ClassVar[str] = "2.1"
    steps: ClassVar[tuple[str, ...]] = ("council.bid",)
    finishes: ClassVar[bool] = True

    office: str = word(NAME)

    def judge(self, campaign: Toy) -> Iterable[Refusal]:
        if self.office not in OFFICES:
            yield Refusal("2.1", f"there is no office '{self.office}'", f"Offices: {', '.join(OFFICES)}.")
        elif self.office in campaign.offices:
            yield Refusal("2.2", f"{self.office} is held by {campaign.offices[self.office]}", "Bid for another.")
        price, hand = self.cost(campaign).total, free(campaign, self.power)
        if price > hand:
            yield Refusal("2.3", f"it costs {price} gold, {hand} are free", "Bid less.")

    def cost(self, campaign: Toy) -> Breakdown:
        """In gold."""
        return Breakdown((Line(f"the {self.office}", OFFICES.get(self.office, 0), "2.1"),))

    def effect(self, tx: Transaction[Toy]) -> None:
        price = self.cost(tx.before).total
        tx.put(f"offices.{self.office}", self.power, "office", "2.1")
        if tx.before.progress.step == tx.campaign.progress.step:
            tx.add(f"houses.{self.power}.reserved", price, "promised to the council", "2.1")
        else:
            pay(tx, self.power, 2 * price, "late bid", "2.4")

    @classmethod
    def offers(cls, campaign: Toy, power: str) -> Iterable[Bid]:
        return (cls(power, office) for office in OFFICES)


def pay(tx: Transaction[Toy], house: str, gold: int, why: str, rule: str) -> None:
    """From a house's hand to the bank, as far as it reaches."""
    gold = min(gold, tx.campaign.houses[house].gold)
    tx.add(f"houses.{house}.gold", -gold, why, rule)
    tx.add("bank", gold, why, rule)


@frozen
class Pay(PowerOrder[Toy]):
    """What was promised is paid."""

    verb: ClassVar[str] = "pay"
    title: ClassVar[str] = "promises paid"
    rule: ClassVar[str] = "2.1"
    steps: ClassVar[tuple[str, ...]] = ("council.pay",)
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[Toy]) -> None:
        pay(tx, self.power, tx.campaign.houses[self.power].reserved, "office paid", "2.1")
        tx.set(f"houses.{self.power}.reserved", 0, "office paid", "2.1")


@frozen
class March(PowerOrder[Toy]):
    """Move a band to a land beside its own that no enemy holds; in the wet season that costs a gold."""

    verb: ClassVar[str] = "march"
    title: ClassVar[str] = "march"
    rule: ClassVar[str] = "4.0"
    steps: ClassVar[tuple[str, ...]] = ("march.move",)

    band: str = word(NAME)
    to: str = word(NAME)

    def complete(self, campaign: Toy) -> March:
        """A land by its first letters, a band of one's own by its number."""
        fits = [key for key in campaign.lands if key.startswith(self.to)]
        if len(fits) > 1 and self.to not in fits:
            raise Unreadable(f"'{self.to}' may be {' or '.join(fits)}", 0, "one of them in full")
        band = f"{self.power}-{self.band}" if self.band.isdigit() else self.band
        return March(self.power, band, self.to if self.to in fits or not fits else fits[0])

    def judge(self, campaign: Toy) -> Iterable[Refusal]:
        band = campaign.bands.get(self.band)
        if band is None or band.house != self.power:
            yield Refusal("4.1", f"{self.power} has no band '{self.band}'", "Its own march.")
        elif self.to not in campaign.lands[band.land].beside:
            yield Refusal("4.0", f"'{self.to}' does not lie beside {band.land}")
        if band is not None and band.tired:
            yield Refusal("4.2", f"{self.band} is tired", "It rests until next turn.")
        if enemies_in(campaign, self.to, self.power):
            yield Refusal("4.3", f"enemies stand in {self.to}", "Attack them.")
        if self.cost(campaign).total > free(campaign, self.power):
            yield Refusal("4.4", "a march in the wet season costs 1 gold", "Wait for the dry season.")

    def cost(self, campaign: Toy) -> Breakdown:
        """In gold."""
        return Breakdown((Line("wet roads", 1, "4.4"),) if season(campaign) == "wet" else ())

    def effect(self, tx: Transaction[Toy]) -> None:
        pay(tx, self.power, self.cost(tx.before).total, "wet roads", "4.4")
        tx.set(f"bands.{self.band}.land", self.to, "march", "4.0")
        tx.set(f"bands.{self.band}.tired", True, "march", "4.2")
        tx.set(f"lands.{self.to}.owner", self.power, "march", "4.0")

    @classmethod
    def offers(cls, campaign: Toy, power: str) -> Iterable[March]:
        for key in bands_of(campaign, power):
            for land in campaign.lands[campaign.bands[key].land].beside:
                yield cls(power, key, land)


@frozen
class Gift(PowerOrder[Toy]):
    """Give gold to another house, at any time."""

    verb: ClassVar[str] = "gift"
    title: ClassVar[str] = "gift"
    rule: ClassVar[str] = "6.1"
    standing: ClassVar[bool] = True

    to: str = word(NAME)
    gold: int = word(number(-999999, 999999))
    note: str = keyed(TEXT, "")
    thanks_to: str = keyed(NAME, "")

    def judge(self, campaign: Toy) -> Iterable[Refusal]:
        if self.to not in campaign.houses or self.to == self.power:
            yield Refusal("6.1", f"'{self.to}' is no other house")
        if self.gold < 1:
            yield Refusal("6.1", "a gift is at least 1 gold")
        elif self.gold > free(campaign, self.power):
            yield Refusal("6.1", f"{free(campaign, self.power)} gold are free", "Give less.")

    def cost(self, campaign: Toy) -> Breakdown:
        """In gold."""
        return Breakdown((Line(f"gift to {self.to}", self.gold, "6.1"),))

    def effect(self, tx: Transaction[Toy]) -> None:
        tx.add(f"houses.{self.power}.gold", -self.gold, "gift", "6.1")
        tx.add(f"houses.{self.to}.gold", self.gold, "gift", "6.1")

    @classmethod
    def form(cls, campaign: Toy, power: str) -> Form:
        others = tuple(other for other in campaign.houses if other != power)
        fields = (Field("to", "to whom", "6.1", others), Field("gold", "how much"))
        return Form(cls.verb, cls.title, f"{power} gift {{to}} {{gold}}", fields, cls.rule)


@frozen
class Rest(PowerOrder[Toy]):
    """The turn ends for a house: its bands are rested, and in the wet season its offices fall vacant."""

    verb: ClassVar[str] = "rest"
    title: ClassVar[str] = "end of the turn"
    rule: ClassVar[str] = "7.1"
    steps: ClassVar[tuple[str, ...]] = ("end.rest",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[Toy]) -> None:
        for band in bands_of(tx.campaign, self.power):
            tx.set(f"bands.{band}.tired", False, "rest", "7.1")
        if season(tx.campaign) == "wet":
            for office in [office for office, holder in tx.campaign.offices.items() if holder == self.power]:
                tx.remove(f"offices.{office}", "year's end", "7.2")
