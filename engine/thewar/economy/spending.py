"""Spending and gaining NARFs by hand: for what is done on the board (3.6, 14.1.1, 14.1.4, 15.1.6.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.changes import Change
from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import income, logistics
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

PURPOSES = {
    "units": "15.1",
    "repair": "15.1.3",
    "strategic": "5.1",
    "installations": "15.1",
    "reserves": "9.9.1",
    "war": "6.4.2",
    "losses": "14.1.1",
    "other": "14.1.1",
}
FORMER = {"diplomacy": "POWER points COUNTRIES", "espionage": "POWER points none espionage=yes"}
"""Purposes that journals have, and the order by which each is paid for now (16.1.1, 16.1.7.1)."""
PROPAGANDA = 5
"""What Britain once paid for propaganda by hand, in NARFs (22.5.1)."""
LIMITED = ("units", "repair")
"""Purposes that count against half of the base (15.1.6.1)."""
BUILDING = ("units", "repair", "strategic", "installations")
"""Purposes that under a Pass are paid for only by deficit or by grants (4.5)."""
GAINS = {"conquest": "14.5", "grant": "14.8", "pact": "16.5", "oil": "24.1", "colony": "14.7", "other": "14.1.1"}
OF_STEP = {
    "diplomacy": "other",
    "propaganda": "other",
    "soviet": "war",
    "fighter-to-interceptor": "strategic",
    "repair": "repair",
}
"""The first purpose offered for NARFs in a step done by hand, by the last part of the step's id; in other steps
units."""
_ACCOUNTS = {
    "units": "units",
    "repair": "repairs",
    "strategic": "strategic",
    "installations": "installations",
    "reserves": "reserves",
    "diplomacy": "diplomacy",
    "espionage": "diplomacy",
    "war": "wars",
    "losses": "lost",
}
"""The accounts of what is spent by hand, by its purpose; all else is other spending."""
_SOURCES = {"conquest": "captured", "colony": "captured", "grant": "received", "pact": "received"}
"""The accounts of what is gained by hand, by its source; all else is other gains."""
MOST = 9999


def take(tx: Transaction[TheWar], power: str, amount: int, why: str, rule: str, *, account: str = "") -> None:
    """Take NARFs from a hand by spending; what goes below zero is taken from the base for good (14.1.4, ruling 146)."""
    at = f"powers.{power}"
    before = tx.campaign.powers[power].narfs
    tx.add(f"{at}.narfs", -amount, why, rule, account=account)
    deficit = max(0, -(before - amount)) - max(0, -before)
    if deficit > 0:
        tx.add(f"{at}.base", -deficit, "deficit spending", "14.1.4", account="deficit")
        tx.add(f"{at}.deficit", deficit, "deficit spending", "14.1.4")


def before_entry(tx: Transaction[TheWar], power: str, amount: int) -> None:
    """What the U.S. builds before its entry comes off its base as well (22.7.2)."""
    if power == "us" and not tx.campaign.powers["us"].entered:
        tx.add("powers.us.base", -amount, "built before the war", "22.7.2", account="peace")


def short(campaign: TheWar, power: str, amount: int, rule: str, *, deficit: bool = False) -> Iterable[Refusal]:
    """Why a power cannot spend so many NARFs: only deficit spending, asked for by name, goes below zero (14.1.4)."""
    free = logistics.free(campaign.powers[power])
    if amount > free and not deficit:
        over = amount - max(0, free)
        yield Refusal(
            f"{rule}, 14.1.4",
            f"it costs {amount} NARFs, {max(0, free)} are free",
            f"'deficit=yes' spends {over} more than there are and cuts the base by as much for good.",
        )


def granted(campaign: TheWar, power: str) -> int:
    """The NARFs that other powers have granted to one under a Pass this turn and that it has not built with (4.5)."""
    left = campaign.facts.get(f"{logistics.GRANTED}{power}", 0)
    return left if isinstance(left, int) else 0


def granted_to(tx: Transaction[TheWar], to: str, amount: int) -> None:
    """NARFs of another power come to hand, a Satellite's to its own track; under a Pass they may be built with
    (4.5)."""
    if to in tx.campaign.countries:
        tx.add(f"countries.{to}.narfs", amount, "grant received", "14.8")
        return
    tx.add(f"powers.{to}.narfs", amount, "grant received", "14.8")
    if tx.campaign.powers[to].effort == "pass":
        now = granted(tx.campaign, to) + amount
        tx.put(f"facts.{logistics.GRANTED}{to}", now, "granted under a Pass", "4.5")


def under_pass(campaign: TheWar, power: str, amount: int, on: str, *, deficit: bool = False) -> Iterable[Refusal]:
    """Why a power under a Pass may not spend so many NARFs on something (4.5): it builds only on a deficit or with what
    other powers grant it."""
    passing = campaign.powers[power]
    if passing.effort != "pass":
        return
    if on in BUILDING and not deficit and amount > granted(campaign, power):
        left = granted(campaign, power)
        have = f"{left} NARFs are granted" if left else "nothing is granted"
        yield Refusal(
            "4.5",
            f"{passing.name} passes: it builds on a deficit or with grants; {amount} NARFs are spent, {have}",
            "'deficit=yes', or a grant of another Major Power this turn.",
        )


def _out_of_range(amount: int, rule: str) -> Refusal | None:
    return None if 1 <= amount <= MOST else Refusal(rule, f"{amount} NARFs", f"From 1 to {MOST}.")


def _form(
    order: type[PowerOrder[TheWar]],
    campaign: TheWar,
    power: str,
    title: str,
    amount: Field,
    last: Field,
) -> Form:
    """The form of an order that moves NARFs by hand: whose they are, how many, and ``last`` for what or by what."""
    whose = Field("power", "power", default=power, choices=tuple(campaign.powers))
    pattern = f"{{power}} {order.verb} {{amount}} {last.name}={{{last.name}}}"
    return Form(order.verb, title, pattern, (whose, amount, last), order.rule)


def pay(tx: Transaction[TheWar], power: str, amount: int, why: str, rule: str) -> None:
    """Take NARFs for building; what the U.S. builds before its entry comes off its base as well (22.7.2)."""
    take(tx, power, amount, why, rule)
    before_entry(tx, power, amount)


@frozen
class Spend(PowerOrder[TheWar]):
    """NARFs spent on the board: units, repairs, declarations. Units and repairs count against half of the base."""

    verb: ClassVar[str] = "spend"
    title: ClassVar[str] = "spend NARFs"
    rule: ClassVar[str] = "14.1.1"
    standing: ClassVar[bool] = True

    amount: int = word(number(1, 999))
    on: str = keyed(NAME, "other")
    deficit: bool = keyed(FLAG, False, "deficit spending")

    @property
    def replaced_by(self) -> str:
        """POPs, chits and propaganda have orders of their own."""
        if (self.power, self.on, self.amount) == ("britain", "diplomacy", PROPAGANDA):
            return "britain propaganda"
        return FORMER.get(self.on, "").replace("POWER", self.power)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.on not in PURPOSES:
            yield Refusal("14.1.1", f"'{self.on}' is no purpose", f"Purposes: {', '.join(PURPOSES)}.")
            return
        if (refusal := _out_of_range(self.amount, PURPOSES[self.on])) is not None:
            yield refusal
        elif self.power in campaign.powers and self.on != "losses":
            if not wars.standing(campaign, self.power):
                name = wars.named(campaign, self.power)
                yield Refusal("14.1.1", f"{name} has surrendered: it spends nothing", "What it loses: on=losses.")
            yield from short(campaign, self.power, self.amount, PURPOSES[self.on], deficit=self.deficit)
            yield from under_pass(campaign, self.power, self.amount, self.on, deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, as paid; doubling beyond half of the base is in the figure that is typed."""
        return Breakdown((Line(f"spent on {self.on}", self.amount, PURPOSES.get(self.on, "")),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        if self.on == "losses":
            # What the enemy destroys is no deficit spending: the base is spared (ruling 146).
            tx.add(f"powers.{self.power}.narfs", -self.amount, "lost", PURPOSES["losses"])
            return
        take(tx, self.power, self.amount, f"spent on {self.on}", PURPOSES.get(self.on, "16.1.1"))
        if self.on in BUILDING:
            before_entry(tx, self.power, self.amount)
        if self.on in LIMITED:
            tx.add(f"powers.{self.power}.spent", self.amount, "counts against half of the base", "15.1.6.1")
        if self.on in BUILDING and (left := granted(tx.campaign, self.power)):
            at = f"facts.{logistics.GRANTED}{self.power}"
            tx.set(at, max(0, left - self.amount), "built with grants under a Pass", "4.5")

    def files(self, change: Change) -> str:
        """The account of what the NARFs are spent on."""
        return _ACCOUNTS.get(self.on, "spent")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} spends {self.amount} NARFs on {self.on}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        room = (
            income.limit(campaign.powers[power].base) - campaign.powers[power].spent if power in campaign.powers else 0
        )
        step = campaign.progress.step.rpartition(".")[2]
        purpose = OF_STEP.get(step, "units")
        label = f"NARFs ({room} to half of base)" if purpose in LIMITED else "NARFs"
        amount = Field("amount", label, "15.1.6.1" if purpose in LIMITED else PURPOSES[purpose])
        on = Field("on", "on", choices=tuple(PURPOSES), default=purpose)
        return _form(cls, campaign, power, "Spend NARFs", amount, on)


@frozen
class Gain(PowerOrder[TheWar]):
    """NARFs that a rule gives, for what the program does not work out yet."""

    verb: ClassVar[str] = "gain"
    title: ClassVar[str] = "gain NARFs"
    rule: ClassVar[str] = "14.1.1"
    standing: ClassVar[bool] = True

    amount: int = word(number(1, 999))
    by: str = keyed(NAME, "other")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.by not in GAINS:
            yield Refusal("14.1.1", f"'{self.by}' is no source of NARFs", f"Sources: {', '.join(GAINS)}.")
        if (refusal := _out_of_range(self.amount, "14.1.1")) is not None:
            yield refusal

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.add(f"powers.{self.power}.narfs", self.amount, f"gained by {self.by}", GAINS[self.by])

    def files(self, change: Change) -> str:
        """The account of the source that the NARFs come from."""
        return _SOURCES.get(self.by, "gained")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} gains {self.amount} NARFs ({self.by})"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        by = Field("by", "by", choices=tuple(GAINS), default="other")
        return _form(cls, campaign, power, "Gain NARFs", Field("amount", "NARFs", "14.1.1"), by)
