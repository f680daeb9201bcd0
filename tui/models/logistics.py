"""Buying logistical efforts: who has bought, what each effort costs and allows, and why one is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.sheets.efforts import Allowed, Effort, Efforts
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.choices import free_hands, sealed, without_name
from tui.models.verdicts import cost_of, words
from tui.rows import clean
from tui.words import and_list

if TYPE_CHECKING:
    from engine.kernel.orders import Order
    from saves.desk import Desk


@frozen
class EffortRow:
    """One effort on offer. ``many``: how many are chosen, 0 where there is only one; ``cost`` and ``after`` (free in
    hand afterwards) in NARFs; ``may``: what it allows in a few words, ``allowed`` in full; ``whose``: who buys."""

    kind: str
    order: str
    name: str
    many: int
    cost: int
    after: int | None
    may: str
    allowed: tuple[Allowed, ...]
    breakdown: Breakdown
    refusals: tuple[Refusal, ...]
    most: int = 0
    whose: str = ""

    @property
    def legal(self) -> bool:
        """Whether Enter would buy the effort."""
        return not self.refusals


@frozen
class Buyer:
    """A power in the order of purchase. ``state``: bought, now or next; ``hand`` in NARFs; ``effort`` bought."""

    power: str
    name: str
    hand: int | None
    state: str
    effort: str


@frozen
class Logistics:
    """The whole panel. ``power``: who buys, '' where this seat has nothing to buy now; ``hidden_from``: the seats that
    do not see what is bought before all have, none where it lies open."""

    power: str
    name: str
    rule: str
    buyers: tuple[Buyer, ...]
    rows: tuple[EffortRow, ...]
    hidden_from: tuple[str, ...] = ()

    @property
    def seal(self) -> str:
        """From whom it is sealed and how long, in one sentence; '' for nobody."""
        return f"Sealed from {and_list(self.hidden_from)} until all have bought." if self.hidden_from else ""

    @property
    def bought(self) -> str:
        """Who has bought, in one sentence."""
        names = [_in_hand(buyer) for buyer in self.buyers if buyer.state == "bought"]
        if not names:
            return "The lowest hand buys first; nobody has bought yet."
        return f"Lowest hand first: {and_list(names)} {'has' if len(names) == 1 else 'have'} bought."

    @property
    def to_come(self) -> str:
        """Whose turn comes after, in one sentence; '' for nobody."""
        names = [_in_hand(buyer) for buyer in self.buyers if buyer.state == "next"]
        return f"Then {and_list(names)}." if names else ""


def _in_hand(buyer: Buyer) -> str:
    effort = buyer.effort.lower() if buyer.effort.startswith("No ") else buyer.effort
    inside = ", ".join(part for part in ("" if buyer.hand is None else str(buyer.hand), effort) if part)
    return f"{buyer.name} ({inside})" if inside else buyer.name


def logistics(desk: Desk, outlook: Outlook, counts: Mapping[str, int]) -> Logistics:
    """The panel's content; ``counts`` says how many of an effort are chosen, by its kind."""
    campaign = desk.campaign
    step = desk.ruleset.sequence[outlook.step]
    power = outlook.choices[0].power if outlook.choices else ""
    free = free_hands(desk)
    rows: list[EffortRow] = []
    for choice in outlook.choices:
        if choice.power == power:
            rows.append(_effort(desk, choice.order, counts, free.get(power)))
    name = power_name(campaign, power) if power else ""
    others = tuple(seat for seat in dict.fromkeys(campaign.seats.values()) if seat != desk.seat)
    hidden_from = tuple(map(clean, others)) if sealed(desk, outlook) else ()
    return Logistics(power, name, step.rule, _buyers(desk, outlook), tuple(rows), hidden_from)


def _buyers(desk: Desk, outlook: Outlook) -> tuple[Buyer, ...]:
    campaign = desk.campaign
    step = desk.ruleset.sequence[outlook.step]
    lines = {line.power: line for line in ledger_of(desk.ruleset).rows(campaign)}
    buyers = []
    for power in step.who(campaign):
        line = lines.get(power)
        done = power in campaign.progress.done
        state = "bought" if done else "now" if power in outlook.awaits else "next"
        effort = _short(line.note) if line is not None and done and line.note else ""
        hand = line.figures[0] if line is not None else None
        buyers.append(Buyer(power, power_name(campaign, power), hand, state, effort))
    return tuple(buyers)


def _effort(desk: Desk, order: Order[Any], counts: Mapping[str, int], free: int | None) -> EffortRow:
    campaign = desk.campaign
    sheet = desk.ruleset.sheet(Efforts)
    effort = sheet.effort(order) if sheet is not None else None
    kind, most = (effort.kind, effort.most) if effort is not None else (order.verb, 0)
    many = max(1, min(most, counts.get(kind, 1))) if most else 0
    if sheet is not None and many > 1:
        order = sheet.counted(order, many)
    breakdown = cost_of(order, campaign)
    who = power_name(campaign, order.actor)
    permitted = allowed(effort)
    return EffortRow(
        kind=kind,
        order=order.text,
        name=(_short(effort.name) if effort is not None else "") or without_name(words(order, campaign), who),
        many=many,
        cost=breakdown.total,
        after=free - breakdown.total if free is not None else None,
        may=in_short(permitted),
        allowed=permitted,
        breakdown=breakdown,
        refusals=desk.judge(order),
        most=most,
        whose=who,
    )


def _short(name: str) -> str:
    kept = re.sub(r"(?i)( logistical)? effort$", "", name) if not name.lower().startswith("no ") else name
    return clean(kept[:1].upper() + kept[1:])


def allowed(effort: Effort | None) -> tuple[Allowed, ...]:
    """What an effort allows, for the eye; nothing for an order that buys none."""
    if effort is None:
        return ()
    return tuple(
        Allowed(clean(activity.activity), clean(activity.answer), clean(activity.rule)) for activity in effort.allowed
    )


def in_short(activities: tuple[Allowed, ...]) -> str:
    """What an effort allows, in a few words."""
    if not activities:
        return ""
    no = [activity.activity for activity in activities if activity.answer == "no"]
    yes = [activity.activity for activity in activities if activity.answer == "yes"]
    limits = Counter(activity.answer for activity in activities if activity.answer not in ("yes", "no"))
    # A limit that holds for several activities is what the effort is known by.
    usual = next((limit for limit, many in limits.most_common(1) if many > 2), "")
    if usual:
        return ", ".join((usual, *(f"no {activity}" for activity in no)))
    if not no:
        return "everything"
    if len(yes) + len(limits) > len(no) or not yes:
        return ", ".join(f"no {activity}" for activity in no)
    return f"only {', '.join(yes)}"
