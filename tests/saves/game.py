"""A game of three steps for the tests of saves: money, hidden bids, duels with a choice between rounds, units that
come and go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

import attrs
from attrs import field, frozen

from engine.kernel import ruleset
from engine.kernel.campaign import Campaign, public
from engine.kernel.dice_lines import SeatLines
from engine.kernel.facts import Facts
from engine.kernel.game import Game
from engine.kernel.grammar import NAME, TEXT, keyed, number, word
from engine.kernel.orders import Order, PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.ruleset import Fault
from engine.kernel.seasons import Calendar
from engine.kernel.sequence import Sequence, Step
from engine.kernel.transaction import Transaction

RED, BLUE = "red", "blue"
SEASONS = ("spring", "fall")
HURT = 5
"""Up to this face nobody is hurt in a brawl."""


@frozen(kw_only=True)
class Purse:
    """What a power has."""

    name: str
    gold: int
    fame: int = 0
    motto: str = ""


@frozen(kw_only=True)
class Man:
    """A man in a power's service."""

    power: str
    kind: str = "pikeman"
    wounds: int = 0
    marks: tuple[str, ...] = ()
    tags: Mapping[str, bool] = field(factory=dict)


@frozen(kw_only=True)
class Feud(Campaign):
    """The state of the game."""

    powers: Mapping[str, Purse] = public(factory=dict, ruled=True)
    men: Mapping[str, Man] = public(factory=dict)
    facts: Mapping[str, str | int | bool] = public(factory=dict, ruled=True)


@frozen
class Duel(Procedure[Feud]):
    """A fight in rounds; its power may stop after each."""

    kind: ClassVar[str] = "duel"

    power: str
    rounds: int = 0

    def decision(self, campaign: Feud) -> Decision | None:
        if self.stage != "choose":
            return None
        return Decision(self.power, "on or off", (f"{self.power} on", f"{self.power} off"), f"{self.power} off", "D1")

    def resolve(self, tx: Transaction[Feud], at: str) -> None:
        face = tx.roll("duel", rule="D2", formerly=f"round-{self.rounds + 1}")
        tx.add(f"powers.{self.power}.fame", face - 5, "round of a duel", "D2")
        tx.set(f"{at}.rounds", self.rounds + 1, "round of a duel")
        tx.set(f"{at}.stage", "choose", "round of a duel")


@frozen
class Spend(PowerOrder[Feud]):
    """Gold for fame; several times in a step."""

    verb: ClassVar[str] = "spend"
    title: ClassVar[str] = "spend"
    rule: ClassVar[str] = "S1"
    steps: ClassVar[tuple[str, ...]] = ("court.deeds",)

    gold: int = word(number(-999999, 999999))
    because: str = keyed(TEXT, "")

    def judge(self, campaign: Feud) -> Iterable[Refusal]:
        if self.gold < 1:
            yield Refusal("S1", "at least one piece of gold")
        if self.gold > campaign.powers[self.power].gold:
            yield Refusal("S2", "there is not so much gold", f"{campaign.powers[self.power].gold} at most")

    def effect(self, tx: Transaction[Feud]) -> None:
        tx.add(f"powers.{self.power}.gold", -self.gold, "spent", "S1")
        tx.add(f"powers.{self.power}.fame", self.gold, "spent", "S1")
        if self.because:
            tx.set(f"powers.{self.power}.motto", self.because, "motto", "S3")


@frozen
class Hire(PowerOrder[Feud]):
    """A man for three gold."""

    verb: ClassVar[str] = "hire"
    steps: ClassVar[tuple[str, ...]] = ("court.deeds",)

    name: str = word(NAME)
    kind: str = keyed(NAME, "pikeman")

    def judge(self, campaign: Feud) -> Iterable[Refusal]:
        if self.name in campaign.men:
            yield Refusal("H1", "he serves already")
        if campaign.powers[self.power].gold < 3:
            yield Refusal("H2", "three gold are wanted")

    def effect(self, tx: Transaction[Feud]) -> None:
        tx.add(f"powers.{self.power}.gold", -3, "hired", "H2")
        man = Man(power=self.power, kind=self.kind, marks=("new",), tags={"young": True})
        tx.create(f"men.{self.name}", man, "hired", "H1")


@frozen
class Dismiss(PowerOrder[Feud]):
    """A man goes."""

    verb: ClassVar[str] = "dismiss"
    steps: ClassVar[tuple[str, ...]] = ("court.deeds",)

    name: str = word(NAME)

    def judge(self, campaign: Feud) -> Iterable[Refusal]:
        man = campaign.men.get(self.name)
        if man is None or man.power != self.power:
            yield Refusal("H3", "no such man serves here")

    def effect(self, tx: Transaction[Feud]) -> None:
        tx.remove(f"men.{self.name}", "dismissed", "H3")


@frozen
class Fight(PowerOrder[Feud]):
    """Begin a duel."""

    verb: ClassVar[str] = "fight"
    steps: ClassVar[tuple[str, ...]] = ("court.deeds",)

    def effect(self, tx: Transaction[Feud]) -> None:
        begin(tx, Duel("round", self.power), "duel", "D1")


@frozen
class On(PowerOrder[Feud]):
    """Another round."""

    verb: ClassVar[str] = "on"

    def judge(self, campaign: Feud) -> Iterable[Refusal]:
        if not campaign.pending:
            yield Refusal("D3", "no duel is fought")

    def effect(self, tx: Transaction[Feud]) -> None:
        key = max(tx.campaign.pending, key=int)
        tx.set(f"pending.{key}.stage", "round", "another round")


@frozen
class Off(PowerOrder[Feud]):
    """Enough."""

    verb: ClassVar[str] = "off"

    def judge(self, campaign: Feud) -> Iterable[Refusal]:
        if not campaign.pending:
            yield Refusal("D3", "no duel is fought")

    def effect(self, tx: Transaction[Feud]) -> None:
        tx.remove(f"pending.{max(tx.campaign.pending, key=int)}", "duel over")


@frozen
class Brawl(PowerOrder[Feud]):
    """A man drinks: with a high face he is hurt, with a low one his power is famous. Overruled for one whom nobody has,
    it fails by the face."""

    verb: ClassVar[str] = "brawl"
    steps: ClassVar[tuple[str, ...]] = ("court.deeds",)

    name: str = word(NAME)

    def judge(self, campaign: Feud) -> Iterable[Refusal]:
        if self.name not in campaign.men:
            yield Refusal("R1", "nobody of that name is here")

    def effect(self, tx: Transaction[Feud]) -> None:
        if tx.roll("brawl", rule="R2") > HURT:
            tx.add(f"men.{self.name}.wounds", 1, "hurt", "R2")
        else:
            tx.add(f"powers.{self.power}.fame", 1, "still standing", "R2")


@frozen
class Bid(PowerOrder[Feud]):
    """A bid, hidden where there are several seats."""

    verb: ClassVar[str] = "bid"
    steps: ClassVar[tuple[str, ...]] = ("court.bids",)
    finishes: ClassVar[bool] = True

    gold: int = word(number(-999999, 999999))

    def judge(self, campaign: Feud) -> Iterable[Refusal]:
        if not 0 <= self.gold <= campaign.powers[self.power].gold:
            yield Refusal("B1", "a bid is what one has")

    def effect(self, tx: Transaction[Feud]) -> None:
        tx.add(f"powers.{self.power}.gold", -self.gold, "bid", "B1")
        tx.put(f"facts.bid-{self.power}", self.gold, "bid", "B1")


@frozen
class Income(PowerOrder[Feud]):
    """Five gold a turn."""

    verb: ClassVar[str] = "income"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[Feud]) -> None:
        tx.add(f"powers.{self.power}.gold", 5, "income", "I1")
        tx.set("progress.done", (*tx.campaign.progress.done, self.power), "step done")


class HalfYears(Calendar):
    """Two turns a year, from 1500 on, as many as the options say."""

    def label(self, campaign: Campaign, turn: int) -> str:
        return f"{1500 + (turn - 1) // 2}-{(turn - 1) % 2 + 1}-{SEASONS[(turn - 1) % 2]}"

    def last(self, campaign: Campaign) -> int:
        return int(campaign.options.get("turns", 6))


class FeudRules(Game[Feud]):
    """The game's rules."""

    id = "feud"
    title = "A feud"
    version = "1"
    powers = (RED, BLUE)
    campaign_class = Feud
    orders: ClassVar[tuple[type[Order[Feud]], ...]] = (Spend, Hire, Dismiss, Fight, On, Off, Brawl, Bid, Income)
    kinds: ClassVar[Mapping[str, type[Procedure[Any]]]] = {Duel.kind: Duel, SeatLines.kind: SeatLines}
    calendar: ClassVar[Calendar] = HalfYears()
    facts: ClassVar[Facts] = Facts("tests", ("saves",))

    @cached_property
    def sequence(self) -> Sequence[Feud]:
        def both(campaign: Feud) -> tuple[str, ...]:
            return self.powers

        def due(campaign: Feud) -> Iterable[Order[Feud]]:
            return [Income(power) for power in self.powers if power not in campaign.progress.done]

        def never(campaign: Feud) -> str:
            return ""

        def several(campaign: Feud) -> bool:
            return len(set(campaign.seats.values())) > 1

        def spring(campaign: Feud) -> str:
            return "" if campaign.progress.turn % 2 else "bids are made in spring"

        return Sequence(
            (
                Step("court.income", "court", 1, "A", "Income", "I1", "automatic", never, outstanding=due),
                Step("court.bids", "court", 2, "B", "Bids", "B1", "orders", spring, both, sealed=several),
                Step("court.deeds", "court", 3, "C", "Deeds", "S1", "by-hand", never, both),
            )
        )

    def check(self, campaign: Feud, *, opening: bool = False) -> Iterable[Fault]:
        for power, purse in campaign.powers.items():
            if purse.gold < 0:
                yield Fault(f"powers.{power}.gold", "below zero", "S2")


RULESET = FeudRules()
ruleset.register(RULESET)


def opening(*, seats: int = 1, turns: int = 6, gold: int = 10) -> Feud:
    """A campaign at its beginning, with nothing done."""
    holders = {RED: "solo", BLUE: "solo"} if seats == 1 else {RED: RED, BLUE: BLUE}
    return Feud(
        ruleset="feud",
        scenario="first-blood",
        title='A "feud" [bold]of[/bold] two',
        first="1500-1-spring",
        last="1502-2-fall",
        options={"turns": turns, "house_rulings": True},
        seats=holders,
        sources={"powers.red": "house", "powers": "rules 1.1"},
        powers={RED: Purse(name="Red", gold=gold), BLUE: Purse(name="Blue", gold=gold, motto='ünd \\ "so"')},
        men={"hans": Man(power=RED), "kunz": Man(power=BLUE, kind="archer", marks=("old", "sly"))},
    )


def with_gold(campaign: Feud, power: str, gold: int) -> Feud:
    """The campaign with another sum in a purse."""
    purse = attrs.evolve(campaign.powers[power], gold=gold)
    return attrs.evolve(campaign, powers={**campaign.powers, power: purse})
