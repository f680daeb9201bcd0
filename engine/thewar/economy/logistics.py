"""Logistical efforts (chapter 4): what they cost, what they allow, buying them, paying for them. Their markers are laid
in ``effort_markers``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from engine.kernel import ruleset
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import inside_ussr
from engine.thewar.world import deeds, raiders, wars
from engine.thewar.world.state import Power, TheWar

STEP = "planning.effort"
KINDS = ("sle", "rle", "lle", "mle", "none", "pass")
COUNTED = ("rle", "lle")
MOST = 99
"""How many efforts of a counted kind one order may buy."""
NOT_THE_AXIS = "not the Axis"
"""What an effort allows to all but the Axis: partisans are not attacked under its SLE (4.1)."""
GRANTED = "granted-"
"""With a power's id, the fact of the granted NARFs that it may still build with under its Pass (4.5)."""


def row(kind: str) -> dict[str, object]:
    """The printed facts of an effort. Raises KeyError."""
    rows: dict[str, dict[str, object]] = table("thewar", "logistics")["row"]
    return rows[kind]


def name(kind: str) -> str:
    """The effort's name."""
    return str(row(kind)["name"])


def rule(kind: str) -> str:
    """The rule that owns the effort."""
    return str(row(kind)["rule"])


def price(power: str, kind: str, *, in_ussr: bool = False, count: int = 1) -> Breakdown:
    """What efforts of a kind cost a power, in NARFs (4.1 to 4.5).

    ``in_ussr``: a German SLE with German ground units in the 1939 Soviet Union, or every RLE or LLE marker of the
    ``count``
    placed there by an Axis power; both double (ruling 99).
    """
    prices = row(kind)["price"]
    assert isinstance(prices, dict)
    each = int(prices[power])
    if not each:
        return Breakdown()
    many = f"{name(kind)}" + (f" x {count}" if count != 1 else "")
    lines = [Line(many, each * count, rule(kind))]
    doubled = in_ussr and (
        (kind == "sle" and power == "germany") or (kind in COUNTED and power in ("germany", "italy"))
    )
    if doubled:
        lines.append(Line("doubled in the 1939 Soviet Union", each * count, rule(kind)))
    return Breakdown(tuple(lines))


@cache
def allows(kind: str, activity: str) -> tuple[str, str]:
    """Whether an effort allows an activity ('yes', 'no' or a limit in a few words) and the rule. Raises KeyError."""
    allowed = row(kind)["allows"]
    assert isinstance(allowed, dict)
    return str(allowed[activity]), rule(kind)


def activities() -> tuple[str, ...]:
    """The activities that efforts allow or forbid."""
    allowed = row("sle")["allows"]
    assert isinstance(allowed, dict)
    return tuple(allowed)


def bought(campaign: TheWar) -> bool:
    """Whether efforts are bought at all: a scenario that leaves their step out has counted what they cost, and all that
    it plays may be done without any."""
    return not (campaign.leaves_out and ruleset.of(campaign).sequence[STEP].left_out(campaign))


_SPOKEN = {"rail": "rail movement", "stratmove": "strategic movement"}
"""What people call an activity, where the table's word is not theirs."""


def may(campaign: TheWar, power: str, activity: str) -> Refusal | None:
    """Why a power may not do something this turn under its effort (chapter 4), None where it may."""
    kind = campaign.powers[power].effort
    if not kind and not bought(campaign):
        return None
    if not kind:
        return Refusal(
            "4.0", f"{wars.named(campaign, power)} has not chosen its effort yet", "It is bought in Planning."
        )
    if activity == "invasion" and raiders.invasion_forbidden(campaign, power):
        return Refusal("5.1.3.2", "a Convoy Massacre of this turn forbids every invasion", "Next turn.")
    answer, cited = allows(kind, activity)
    if answer != "no" and (answer != NOT_THE_AXIS or campaign.powers[power].side != "axis"):
        return None
    spoken = _SPOKEN.get(activity) or activity.replace("_", " ")
    said = f"no {spoken} without an effort" if kind == "none" else f"{name(kind)} allows no {spoken}"
    return Refusal(cited, said, f"Allowed by: {_allowing(activity)}.")


@cache
def _allowing(activity: str) -> str:
    """The efforts that allow an activity to everyone."""
    shut = ("no", NOT_THE_AXIS)
    return ", ".join(name(kind) for kind in KINDS if allows(kind, activity)[0] not in shut)


def free(power: Power) -> int:
    """What a power can still spend: its hand less what is reserved for efforts (ruling 144), in NARFs."""
    return power.narfs - power.reserved


@frozen
class Effort(PowerOrder[TheWar]):
    """Choose this turn's logistical effort (4.0). RLEs and LLEs may be several. The cost is reserved, paid in
    Operations."""

    verb: ClassVar[str] = "effort"
    title: ClassVar[str] = "logistical effort"
    rule: ClassVar[str] = "4.0"
    account: ClassVar[str] = "efforts"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    kind: str = word(NAME)
    count: int = keyed(number(1, MOST), 1)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.kind not in KINDS:
            yield Refusal("4.0", f"'{self.kind}' is no effort", f"Efforts: {', '.join(KINDS)}.")
            return
        power = campaign.powers.get(self.power)
        if power is None:
            return
        who = power.name
        if power.effort:
            yield Refusal(
                "4.0",
                f"{who} has chosen {name(power.effort)} this turn",
                "One kind of effort a turn; undo to change it.",
            )
        if not 1 <= self.count <= MOST:
            yield Refusal(rule(self.kind), f"{self.count} efforts", f"From 1 to {MOST}.")
        elif self.count > 1 and self.kind not in COUNTED:
            yield Refusal(rule(self.kind), f"only one {name(self.kind)} a turn", "RLEs and LLEs may be several.")
        if power.narfs <= 0 and self.kind != "pass":
            yield Refusal("4.5, ruling 145", f"{who} has no NARFs in hand", "Only Pass is open.")
        if power.narfs > 0 and self.kind == "pass":
            yield Refusal(
                "4.5", f"{who} has {power.narfs} NARFs in hand", "Pass is for a power without NARFs; choose none."
            )
        if self.kind == "sle" and power.last_effort == "sle":
            yield Refusal("4.1", f"{who} had a Sustained Effort last turn", "Never two turns in a row; RLEs are open.")
        cost = self.cost(campaign).total
        if 0 < free(power) < cost and self.kind != "pass":
            yield Refusal(
                "4.5, ruling 148", f"it costs {cost} NARFs, {free(power)} are in hand", "Fewer or smaller efforts."
            )

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs. RLE and LLE markers double when they are placed (ruling 144)."""
        if self.kind not in KINDS:
            return Breakdown()
        inside = self.kind == "sle" and inside_ussr.there(campaign)
        return price(self.power, self.kind, in_ussr=inside, count=max(self.count, 0))

    def effect(self, tx: Transaction[TheWar]) -> None:
        at = f"powers.{self.power}"
        cost = self.cost(tx.before).total
        tx.set(f"{at}.effort", self.kind, "effort chosen", rule(self.kind))
        tx.set(f"{at}.efforts", self.count if self.kind in COUNTED else 1, "effort chosen", rule(self.kind))
        deeds.keep_early(tx, self.power, self.verb, STEP, "4.0")
        if tx.before.progress.step == tx.campaign.progress.step:
            tx.add(f"{at}.reserved", cost, "reserved for the effort", "ruling 144")
        else:
            # Entered late: the step in which efforts are paid may be past already, so the price is due now.
            tx.add(f"{at}.narfs", -cost, "effort paid", "3.6")

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        if self.kind == "none":
            return f"{who} buys no effort"
        if self.kind == "pass":
            return f"{who} passes"
        return f"{who} buys {name(self.kind)}" + (f" x {self.count}" if self.count > 1 else "")

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Effort]:
        """Each effort once, none first; of the counted ones the single."""
        for kind in ("none", "sle", "rle", "lle", "mle", "pass"):
            yield cls(power, kind)


def buyers(campaign: TheWar) -> tuple[str, ...]:
    """The powers that buy efforts, the lowest hand first (3.3); ties in the order of 3.11. Who has chosen his effort
    before its step came, overruled, is asked for nothing in it."""
    standing = wars.all_standing(campaign)
    early = deeds.given_early
    return wars.ascending(campaign, [power for power in standing if not early(campaign, power, Effort.verb)])


def sealed(campaign: TheWar) -> bool:
    """Whether efforts are bought face down (an option of the scenario)."""
    return bool(campaign.options.get("sealed_efforts"))


def owing(campaign: TheWar) -> tuple[str, ...]:
    """The powers that have still to pay for their efforts."""
    powers = campaign.powers
    return tuple([power for power in wars.all_standing(campaign) if powers[power].reserved])


@frozen
class PayEffort(PowerOrder[TheWar]):
    """Operations begin: the reserved efforts are paid. What strategic warfare has eaten is dropped (ruling 144,
    ruling 147)."""

    verb: ClassVar[str] = "pay-effort"
    title: ClassVar[str] = "effort paid"
    rule: ClassVar[str] = "3.6"
    account: ClassVar[str] = "efforts"
    steps: ClassVar[tuple[str, ...]] = ("operations.efforts",)
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        at = f"powers.{self.power}"
        power = tx.campaign.powers[self.power]
        kind, count = affordable(self.power, power)
        if (kind, count) != (power.effort, power.efforts):
            tx.set(f"{at}.effort", kind, "cannot be paid any more", "ruling 147")
            tx.set(f"{at}.efforts", count, "cannot be paid any more", "ruling 147")
            paid = price(self.power, kind, count=count).total
        else:
            # An umpire may put aside more than there is for an effort that has no price.
            paid = min(power.reserved, max(0, power.narfs))
        tx.set(f"{at}.reserved", 0, "effort paid", "3.6")
        tx.add(f"{at}.narfs", -paid, "effort paid", "3.6")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} pays for its effort"

    def told(self, before: TheWar, entry: Entry) -> str:
        """How much; and which effort it is where it cannot pay for its own any more."""
        now = next((change.now for change in entry.changes if change.at == f"powers.{self.power}.effort"), "")
        instead = f", now {name(now)}" if now else ""
        paid = -entry.moved(f"powers.{self.power}.narfs")
        return f"{wars.named(before, self.power)} pays {paid} NARFs for its effort{instead}"


def affordable(power_id: str, power: Power) -> tuple[str, int]:
    """The effort and number that a power can pay for when Operations begin: its own, or the best below it (ruling
    147)."""
    hand = power.narfs
    if power.reserved <= hand:
        return power.effort, power.efforts
    order = ("sle", "rle", "lle", "mle")
    if power.effort not in order:
        return power.effort, power.efforts
    for kind in order[order.index(power.effort) :]:
        each = price(power_id, kind).total
        if kind == power.effort:
            # Doubled as it is in the reserve: a double effort in the Soviet Union keeps its price (ruling 99).
            each = max(each, power.reserved // max(1, power.efforts))
        if kind in COUNTED and hand >= each:
            most = hand // each
            return kind, min(most, power.efforts) if kind == power.effort else most if power.effort == "sle" else min(
                most, power.efforts
            )
        if kind == "mle" and hand >= each:
            return kind, 1
    return ("pass", 1) if hand <= 0 else ("none", 1)


_CHOSEN = {"none": "no effort chosen", "pass": "passes"}
_INSTEAD = {"none": "no effort", "pass": "a Pass"}


def told(campaign: TheWar, at: str, was: object, now: object) -> str | None:
    """What the journal says of a change of a power's effort, and of how many it has: '' where the effort alone says it;
    None for any other figure."""
    mapping, _, rest = at.partition(".")
    power, _, figure = rest.partition(".")
    if mapping != "powers" or figure not in ("effort", "efforts"):
        return None
    if figure == "efforts":
        return "" if now == 0 or (now == 1 and was in (0, 1)) else None
    chosen, before = (str(value or "") for value in (now, was))
    if chosen not in KINDS or before not in ("", *KINDS):
        return None
    who = wars.named(campaign, power)
    if before:
        return f"{who}: {_INSTEAD.get(chosen) or name(chosen)} instead of {_INSTEAD.get(before) or name(before)}"
    return f"{who}: {_CHOSEN.get(chosen) or name(chosen)}"


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends for a power: its effort becomes last turn's, and what it was granted is spent freely again."""
    row = tx.campaign.powers[power]
    figures = (("last_effort", row.effort, "4.1"), ("effort", "", "4.0"), ("efforts", 0, "4.0"), ("reserved", 0, "3.6"))
    for figure, now, rule in [one for one in figures if getattr(row, one[0]) != one[1]]:
        tx.set(f"powers.{power}.{figure}", now, "end of the turn", rule)
    if f"{GRANTED}{power}" in tx.campaign.facts:
        tx.remove(f"facts.{GRANTED}{power}", "end of the turn", "4.5")
