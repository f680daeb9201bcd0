"""The road of the United States to war: British propaganda, the loan of an ASW, the attempts to enter, and what comes
by its date (22.3, 22.5, 22.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, keyed
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import entry_level, war_begins
from engine.thewar.countries.entry_level import LOAN_LEVEL_IN, LOAN_OPEN, at_peace
from engine.thewar.economy import paid_by_hand
from engine.thewar.economy.spending import short, take
from engine.thewar.economy.us_attempt import level, standing_at
from engine.thewar.rolls import us_entry
from engine.thewar.world import calendar, forces, wars
from engine.thewar.world.state import TheWar, Unit

US, BRITAIN = "us", "britain"
PROPAGANDA, LOAN, ENTRY = "planning.propaganda", "planning.asw-loan", "declarations.us-entry"
PROPAGANDA_MADE = "propaganda-made"
"""The fact of the turn in which Britain last made propaganda."""
TRIED, MAY_ENTER = "us-entry-tried", "us-may-enter"
"""The facts of the turn in which the United States last tried to enter the war, and in which its die allowed it."""
ARRIVES = "asw-loan-arrives"
"""The fact of the turn in which a lent ASW may come to Britain; '' where none is on its way."""
LOANED, ARRIVED = "ASW lent", "the lent ASW arrives"
"""Why an American ASW becomes a British one, and that one like any other, in the journal."""
LENT, LENDING = "loan", f"{US}-asw-loan"
"""The tag of an ASW on its way, and the force pool that it is taken from (ruling 339)."""
BOX, WAR_BOX = "us-box", "u-boat-war-box"
JAPAN = "1941-4-winter"


@frozen
class Moves:
    """What may come of propaganda: by how much the Entry ``level`` moves."""

    level: int


@frozen
class Lent:
    """What may come of the attempt to lend an ASW."""

    lent: bool


@frozen
class MayEnter:
    """What may come of the attempt to enter the war."""

    enters: bool


_CORE = us_entry.OneDieCore()


# --- propaganda (22.5.1)


def propaganda_made(campaign: TheWar) -> bool:
    """Whether the die for British propaganda has fallen in this turn."""
    return campaign.facts.get(PROPAGANDA_MADE) == calendar.turn(campaign)


def _conquered(campaign: TheWar) -> bool:
    """Whether France or the Soviet Union is out, conquered by Germany or Italy."""
    return any(campaign.powers[power].surrendered for power in ("france", "ussr") if power in campaign.powers)


@frozen
class Propaganda(PowerOrder[TheWar]):
    """British propaganda in the United States: 5 NARFs and a die for the Entry Level (22.5.1)."""

    verb: ClassVar[str] = "propaganda"
    title: ClassVar[str] = "propaganda in the United States"
    rule: ClassVar[str] = "22.5.1"
    account: ClassVar[str] = "diplomacy"
    steps: ClassVar[tuple[str, ...]] = (PROPAGANDA,)
    finishes: ClassVar[bool] = True

    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != BRITAIN:
            yield Refusal("22.5.1", "only Britain makes propaganda in the United States", "'britain propaganda'.")
            return
        if not at_peace(campaign):
            yield Refusal("22.5.1, 22.8", "the United States is in the war", "Its Entry Level has no more use.")
        yield from us_entry.propaganda_refused(us_entry.Propaganda(calendar.turn(campaign)))
        if campaign.powers[BRITAIN].effort == "pass":
            yield Refusal("4.5", "Britain passes: no diplomacy", "A variant roll is open.")
        if propaganda_made(campaign):
            yield Refusal("22.5.1", "British propaganda has been made in this turn", "One roll a Spring or Fall.")
        if not paid_by_hand.propaganda(campaign):
            yield from short(campaign, self.power, us_entry.PROPAGANDA_PRICE, "22.5.1", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; nothing more where they were spent for it before."""
        if paid_by_hand.propaganda(campaign):
            return Breakdown()
        return Breakdown().plus("propaganda in the United States", us_entry.PROPAGANDA_PRICE, "22.5.1")

    def effect(self, tx: Transaction[TheWar]) -> None:
        if price := self.cost(tx.campaign).total:
            take(tx, self.power, price, "propaganda", "22.5.1")
        tx.put(f"facts.{PROPAGANDA_MADE}", calendar.turn(tx.campaign), "propaganda", "22.5.1")
        conquered = _conquered(tx.campaign)
        face = tx.roll("propaganda", rule="22.5.1")
        attempt = us_entry.Propaganda(calendar.turn(tx.campaign), conquered, face)
        if attempt.change:
            entry_level.every_time(tx, "propaganda", by=attempt.change)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        attempt = us_entry.Propaganda(calendar.turn(campaign), _conquered(campaign))
        return distribution(_CORE, attempt).of(lambda made: Moves(made.change))

    def sentence(self, campaign: TheWar) -> str:
        return "Britain makes propaganda in the United States"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        face = entry.rolls[0].face
        attempt = us_entry.Propaganda(calendar.turn(before), _conquered(before), face)
        came = {1: "rises by 1", 0: "stays", -1: "falls by 1"}[attempt.change]
        less = ", 1 less for who has fallen" if attempt.conquered else ""
        return f"British propaganda: die {face}{less}: the U.S. Entry Level {came}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Propaganda]:
        if power == BRITAIN:
            yield cls(power)


# --- the loan of an ASW (22.5.2)


def lenders(campaign: TheWar) -> tuple[str, ...]:
    """Who may try to lend Britain an ASW: the United States at peace, from the turn after its level reached 7."""
    return (US,) if not list(_loan_refused(campaign)) else ()


def _loan_refused(campaign: TheWar) -> Iterable[Refusal]:
    rule = "22.5.2"
    if not at_peace(campaign):
        yield Refusal(rule, "the United States is in the war", "The loan is made before it.")
        return
    since = str(campaign.facts.get(LOAN_LEVEL_IN, ""))
    if not campaign.facts.get(LOAN_OPEN) and level(campaign) < us_entry.LOAN_LEVEL and not since:
        # Judged by the same words as the single roll.
        yield from us_entry.loan_refused(us_entry.Loan(calendar.turn(campaign), level(campaign)))
    elif not campaign.facts.get(LOAN_OPEN):
        yield Refusal(rule, "the ASW has been lent", "Once only (ruling 339).")
    elif since == calendar.turn(campaign):
        reason = f"the Entry Level has reached {us_entry.LOAN_LEVEL} in this turn"
        yield Refusal(rule, reason, "An ASW is lent from the next turn on.")
    pool = campaign.pools.get(LENDING)
    if pool is None or not pool.count:
        hint = "One that is lost lies in the British force pool, and is built there."
        yield Refusal(f"{rule}, ruling 339", "no ASW for a loan is left in the American force pool", hint)


@frozen
class LendAsw(PowerOrder[TheWar]):
    """The United States tries to lend Britain an ASW: 5 NARFs and a die of 5 or less (22.5.2)."""

    verb: ClassVar[str] = "lend-asw"
    title: ClassVar[str] = "loan of an ASW"
    rule: ClassVar[str] = "22.5.2"
    account: ClassVar[str] = "diplomacy"
    steps: ClassVar[tuple[str, ...]] = (LOAN,)
    finishes: ClassVar[bool] = True

    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != US:
            yield Refusal("22.5.2", "only the United States lends an ASW", "'us lend-asw'.")
            return
        yield from _loan_refused(campaign)
        yield from short(campaign, US, us_entry.LOAN_PRICE, "22.5.2", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        return Breakdown().plus("attempt to lend an ASW", us_entry.LOAN_PRICE, "22.5.2")

    def effect(self, tx: Transaction[TheWar]) -> None:
        take(tx, US, us_entry.LOAN_PRICE, "loan of an ASW", "22.5.2")
        loan = us_entry.Loan(calendar.turn(tx.campaign), us_entry.LOAN_LEVEL, tx.roll("asw-loan", rule="22.5.2"))
        if not loan.lent:
            return
        tx.put(f"facts.{LOAN_OPEN}", False, LOANED, "22.5.2")
        tx.put(f"facts.{ARRIVES}", loan.arrives, LOANED, "22.5.2")
        forces.trade(tx, LENDING, -1, LOANED, "22.5.2")
        unit = Unit(power=BRITAIN, kind="asw", place=BOX, tag=LENT)
        tx.create(f"units.{forces.new_id(tx, BRITAIN, 'asw')}", unit, LOANED, "22.5.2, ruling 339")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        loan = us_entry.Loan(calendar.turn(campaign), us_entry.LOAN_LEVEL)
        return distribution(_CORE, loan).of(lambda tried: Lent(tried.lent))

    def sentence(self, campaign: TheWar) -> str:
        return "The United States tries to lend Britain an ASW"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        loan = us_entry.Loan(calendar.turn(before), us_entry.LOAN_LEVEL, entry.rolls[0].face)
        came = f"it comes in {calendar.spoken(loan.arrives)}" if loan.lent else "no loan"
        return f"Loan of an ASW: die {loan.face}, {us_entry.LOAN_TO} or less was needed: {came}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[LendAsw]:
        if power == US:
            yield cls(power)


def arriving(campaign: TheWar) -> bool:
    """Whether a lent ASW comes to Britain in this turn."""
    arrives = str(campaign.facts.get(ARRIVES, ""))
    return bool(arrives) and calendar.now(campaign) >= calendar.number(arrives)


@frozen
class LoanArrives(TableOrder[TheWar]):
    """The lent ASW is Britain's to use, like any other of its ASW, and rebuilt at British expense (22.5.2)."""

    verb: ClassVar[str] = "asw-arrives"
    title: ClassVar[str] = "the lent ASW arrives"
    rule: ClassVar[str] = "22.5.2"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{ARRIVES}", "", ARRIVED, "22.5.2")
        for key, unit in list(tx.campaign.units.items()):
            if (unit.power, unit.kind, unit.tag) == (BRITAIN, "asw", LENT):
                tx.set(f"units.{key}.tag", "", ARRIVED, "22.5.2")
                tx.set(f"units.{key}.place", WAR_BOX, "the lent ASW arrives", "22.5.2, ruling 339")

    def sentence(self, campaign: TheWar) -> str:
        return "The ASW lent by the United States joins the British ones"


# --- Japan (22.8)


def japan_due(campaign: TheWar) -> bool:
    """Whether Japan attacks the United States now: Winter 1941, if that is still out of the war (ruling 335)."""
    return at_peace(campaign) and calendar.turn(campaign) == JAPAN and "japan" not in campaign.entry_causes


@frozen
class JapanAttacks(TableOrder[TheWar]):
    """Japan declares war on the United States (22.8, ruling 335)."""

    verb: ClassVar[str] = "japan-attacks"
    title: ClassVar[str] = "Japan attacks the United States"
    rule: ClassVar[str] = "22.8"
    automatic: ClassVar[bool] = True
    account: ClassVar[str] = "mobilization"

    def effect(self, tx: Transaction[TheWar]) -> None:
        entry_level.happened(tx, "japan")

    def sentence(self, campaign: TheWar) -> str:
        risen = level(campaign) + int(us_entry.events()["japan"]["level"])
        return f"Japan attacks the United States: Entry Level {risen}"


# --- the entry (22.3)


def triers(campaign: TheWar) -> tuple[str, ...]:
    """Who may try to enter the war: the United States at peace, from its first date on."""
    if not at_peace(campaign) or list(us_entry.entry_refused(standing_at(campaign))):
        return ()
    return (US,)


@frozen
class TryEntry(PowerOrder[TheWar]):
    """The United States tries to enter the war: with the Entry Level the die makes 14 or more (22.3, 22.3.1)."""

    verb: ClassVar[str] = "try-entry"
    title: ClassVar[str] = "attempt to enter the war"
    rule: ClassVar[str] = "22.3"
    steps: ClassVar[tuple[str, ...]] = (ENTRY,)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != US or US not in campaign.powers:
            yield Refusal(
                "22.3", "only the United States enters the war so", "Others declare war: 'POWER declare COUNTRY'."
            )
            return
        if not at_peace(campaign):
            yield Refusal(
                "22.3", "the United States is in the war", "It fights from now on; on others it declares war."
            )
            return
        yield from us_entry.entry_refused(standing_at(campaign))
        if campaign.facts.get(TRIED) == calendar.turn(campaign):
            won = campaign.facts.get(MAY_ENTER) == calendar.turn(campaign)
            hint = "It has succeeded: 'us enter'." if won else "Next turn again."
            yield Refusal("22.3.1, ruling 336", "the United States has tried in this turn", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        turn = calendar.turn(tx.campaign)
        tx.put(f"facts.{TRIED}", turn, "attempt to enter the war", "22.3")
        entry = standing_at(tx.campaign, tx.roll("us-entry", rule="22.3"))
        if entry.enters:
            tx.put(f"facts.{MAY_ENTER}", turn, "attempt to enter the war", "22.3")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        return distribution(_CORE, standing_at(campaign)).of(lambda tried: MayEnter(tried.enters))

    def sentence(self, campaign: TheWar) -> str:
        return "The United States tries to enter the war"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        tried = standing_at(before, entry.rolls[0].face)
        came = "it may declare war" if tried.enters else "it stays out"
        made = f"make {tried.total} of {us_entry.NEEDED}"
        return f"U.S. entry: Entry Level {tried.level} and die {tried.face} {made}: {came}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[TryEntry]:
        if power == US and campaign.facts.get(TRIED) != calendar.turn(campaign):
            yield cls(power)


@frozen
class Enter(PowerOrder[TheWar]):
    """The United States declares war on Germany and Italy once its attempt has succeeded (22.3, ruling 336)."""

    verb: ClassVar[str] = "enter"
    title: ClassVar[str] = "enter the war"
    rule: ClassVar[str] = "22.3"
    account: ClassVar[str] = "wars"
    standing: ClassVar[bool] = True

    attacked: bool = keyed(FLAG, False)
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != US or US not in campaign.powers:
            yield Refusal(
                "22.3", "only the United States enters the war so", "Others declare war: 'POWER declare COUNTRY'."
            )
            return
        if campaign.powers[US].entered:
            yield Refusal(
                "22.3", "the United States is in the war", "It fights from now on; on others it declares war."
            )
        if self._attacked(campaign):
            return
        if self.attacked:
            reason = "nobody has declared war on the United States"
            yield Refusal("22.3.1", reason, "Who declares war on it brings it in, at once and for nothing.")
            return
        entry = standing_at(campaign)
        yield from us_entry.entry_refused(entry)
        if not campaign.progress.step.startswith("declarations."):
            yield Refusal("6.4.1", "wars are declared in the Declaration of War Segment", "Segment 4 of each turn.")
        elif not entry.automatic and campaign.facts.get(MAY_ENTER) != calendar.turn(campaign):
            tried = campaign.facts.get(TRIED) == calendar.turn(campaign)
            hint = "It tries again next turn." if tried else "'us try-entry' rolls for it."
            reason = f"Entry Level {entry.level} and a die have not made {us_entry.NEEDED} in this turn"
            yield Refusal("22.3", reason, hint)
        yield from short(campaign, US, us_entry.PRICE, "22.3.2", deficit=self.deficit)

    @staticmethod
    def _attacked(campaign: TheWar) -> bool:
        """Whether another power has declared war on it and it is not in the war: in older campaigns alone."""
        return any(enemy in campaign.powers for enemy in wars.enemies(campaign, US))

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; nothing where it was attacked."""
        if self.attacked or self._attacked(campaign):
            return Breakdown()
        return Breakdown().plus("declaration of war", us_entry.PRICE, "22.3.2")

    def effect(self, tx: Transaction[TheWar]) -> None:
        if price := self.cost(tx.campaign).total:
            take(tx, US, price, "declaration of war", "22.3.2")
        war_begins.enters(tx, "germany")

    def sentence(self, campaign: TheWar) -> str:
        return "The United States enters the war"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Enter]:
        """Offered once its attempt has succeeded."""
        if power == US and at_peace(campaign) and campaign.facts.get(MAY_ENTER) == calendar.turn(campaign):
            yield cls(power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (Field("attacked", "attacked first", "22.3.1", choices=("no", "yes"), default="no"),)
        return Form(cls.verb, "The United States enters the war", "us enter attacked={attacked}", fields, cls.rule)


def enters_by_date(campaign: TheWar) -> bool:
    """Whether the United States enters without a die: from Summer 1942 on (22.3.1)."""
    return at_peace(campaign) and standing_at(campaign).automatic and wars.standing(campaign, "germany")


@frozen
class EntersByDate(TableOrder[TheWar]):
    """The United States enters the war whatever the Entry Level; it pays, on a deficit if need be (22.3.1, ruling
    337)."""

    verb: ClassVar[str] = "us-enters"
    title: ClassVar[str] = "the United States enters the war"
    rule: ClassVar[str] = "22.3.1"
    account: ClassVar[str] = "wars"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        take(tx, US, us_entry.PRICE, "declaration of war", "22.3.1, ruling 337")
        war_begins.enters(tx, "germany")

    def sentence(self, campaign: TheWar) -> str:
        return f"The United States enters the war, by its date, for {us_entry.PRICE} NARFs"
