"""Consent: which orders a seat may not give alone, and what becomes of a proposal.

With several seats an undo past a die, a reveal or another's order, rulings, overruled orders and most late ones take
the consent of others: by the campaign's choice of one seat of each other alliance (*friends*) or of all seats
(*strict*). One who declines ends it. A proposal stands in the journal from its entry on, as long as nothing but remarks
follows; who has consented is read off the same entries, so nothing of it is kept in the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from engine.kernel import ruleset
from engine.kernel.campaign import Campaign, powers_of, seat_names, several_eyes
from engine.kernel.changes import Change, Entry
from engine.kernel.dice import NeedsDie, NoDice
from engine.kernel.grammar import Unreadable
from engine.kernel.orders import Order
from engine.kernel.reading import parse
from engine.kernel.refusals import Refusal
from engine.kernel.remarks import Accept, Decline, Propose, Remark, TakeBack
from engine.kernel.transaction import Transaction
from engine.kernel.umpire import FAULTS, Late
from engine.kernel.values import frozen

OPTION = "consent"
FRIENDS, STRICT = "friends", "strict"
"""The campaign's choice: one seat of each other alliance, or every other seat."""


def mode(campaign: Campaign) -> str:
    """Whose consent this campaign asks for."""
    return STRICT if campaign.options.get(OPTION) == STRICT else FRIENDS


def takes_consent(order: Order[Any]) -> bool:
    """Whether an order is of a kind that others have to consent to, as things may stand."""
    return order.over_the_rules or order.of_the_table


def wanted(campaign: Campaign, order: Order[Any], seat: str) -> str:
    """Why a seat may not give this order without the others' consent, '' where it may.

    A late order that costs nobody but its own powers, in a step where nothing was sealed, is free. A seat without
    powers is the table's: there all agree.
    """
    if not takes_consent(order) or not several_eyes(campaign) or not powers_of(campaign, seat):
        return ""
    if order.of_the_table:
        return f"'{order.verb}' is the table's: all have to agree"
    if isinstance(order, Late):
        return _beyond_its_own(campaign, order, seat)
    return "what goes over the rules takes the others' consent"


def _beyond_its_own(campaign: Campaign, order: Late, seat: str) -> str:
    step = order.late_step(campaign)
    if step and ruleset.of(campaign).sequence[step].sealed(campaign):
        return "in that step orders were sealed and have been opened: entering one now takes the others' consent"
    tx: Transaction[Campaign] = Transaction(campaign, NoDice(), "", order.actor)
    try:
        order.effect(tx)
    except NeedsDie:
        return "a die would fall for it: entering it now takes the others' consent"
    except FAULTS:
        # Why it cannot be carried out at all its own judge says.
        return ""
    mine = frozenset(powers_of(campaign, seat))
    if all(_is_its_own(change, mine) for change in tx.changes):
        return ""
    return "it touches more than what is one's own: entering it now takes the others' consent"


def _is_its_own(change: Change, mine: frozenset[str]) -> bool:
    """Whether a change touches nothing but what belongs to these powers and the count of what was done."""
    head, _, rest = change.at.partition(".")
    if head == "progress":
        return True
    if head == "powers":
        return rest.partition(".")[0] in mine
    owners = {getattr(value, "power", "") for value in (change.was, change.now)} - {""}
    return bool(owners) and owners <= mine


@frozen
class Proposal:
    """A proposal that stands: the number of its entry, whose it is, and who has consented so far."""

    n: int
    seat: str
    player: str
    order: Order[Any]
    accepted: tuple[str, ...] = ()

    def lacks(self, campaign: Campaign) -> tuple[str, ...]:
        """The seats whose consent is still wanted, each of which may give it; none where all have that must."""
        others = tuple(seat for seat in seat_names(campaign) if seat != self.seat)
        left = tuple(seat for seat in others if seat not in self.accepted)
        if mode(campaign) == STRICT:
            return left
        own = _alliances(campaign, self.seat)
        agreed = {side for seat in self.accepted for side in _alliances(campaign, seat)}
        foreign = {side for seat in others for side in _alliances(campaign, seat)} - own
        if not foreign:
            # All belong to one alliance: one of them speaks for the others.
            return () if self.accepted else left
        open_sides = foreign - agreed
        return tuple(seat for seat in left if _alliances(campaign, seat) & open_sides)


def _alliances(campaign: Campaign, seat: str) -> frozenset[str]:
    rules = ruleset.of(campaign)
    return frozenset(rules.alliance(campaign, power) for power in powers_of(campaign, seat))


def standing(campaign: Campaign, entries: Sequence[Entry]) -> tuple[Proposal, ...]:
    """The proposals that stand after these entries, the last of the journal, oldest first."""
    rules = ruleset.of(campaign)
    proposals: dict[int, Proposal] = {}
    for entry in _since_the_war(entries):
        try:
            said = parse(rules, entry.order)
        except Unreadable:
            continue
        if isinstance(said, Propose):
            proposals[entry.n] = Proposal(entry.n, entry.seat, entry.player, said.inner)
        elif isinstance(said, Decline):
            proposals.pop(said.to, None)
        elif isinstance(said, Accept) and said.to in proposals:
            found = proposals[said.to]
            proposals[said.to] = attrs.evolve(found, accepted=(*found.accepted, said.seat or entry.seat))
    return tuple(proposals.values())


def _since_the_war(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The remarks at the end of the journal."""
    first = len(entries)
    while first and entries[first - 1].remark:
        first -= 1
    return entries[first:]


def refused(
    campaign: Campaign,
    order: Order[Any],
    seat: str,
    proposals: Sequence[Proposal],
    vacant: frozenset[str] = frozenset(),
) -> Iterable[Refusal]:
    """Why a seat may not say this now, as the journal has it; beside what its own judge says. ``vacant``: the seats
    without a player for which who is here may answer."""
    if isinstance(order, Remark) and not several_eyes(campaign):
        yield Refusal("consent", "one player plays all seats: there is nobody to ask or to tell", "Undo is free.")
    elif isinstance(order, Propose):
        yield from _not_proposed(campaign, order, seat)
    elif isinstance(order, Accept | Decline):
        if order.seat and order.seat not in vacant:
            reason = f"for the seat '{order.seat}' its own player answers"
            yield Refusal("consent", reason, "A host answers for a seat that nobody has.")
        else:
            yield from _not_answered(campaign, order, order.seat or seat, proposals)


def _not_proposed(campaign: Campaign, order: Propose, seat: str) -> Iterable[Refusal]:
    if not powers_of(campaign, seat):
        yield Refusal("consent", "the table needs no consent", "Give it as it is.")
    elif not isinstance(order.inner, TakeBack) and not wanted(campaign, order.inner, seat):
        yield Refusal("consent", "that takes nobody's consent", "Give it as it is.")


def _not_answered(
    campaign: Campaign, order: Accept | Decline, seat: str, proposals: Sequence[Proposal]
) -> Iterable[Refusal]:
    found = next((one for one in proposals if one.n == order.to), None)
    if found is None:
        open_ones = ", ".join(str(one.n) for one in proposals)
        hint = f"Open: {open_ones}." if open_ones else "None is open: ask for it to be proposed again."
        yield Refusal("consent", f"entry {order.to} is no proposal that still stands", hint)
    elif not powers_of(campaign, seat):
        yield Refusal("consent", "only a seat answers", "Sit down at one.")
    elif isinstance(order, Accept) and seat == found.seat:
        yield Refusal("consent", "it is its own seat's proposal", f"decline {found.n} withdraws it.")
    elif isinstance(order, Accept) and seat in found.accepted:
        missing = " and ".join(found.lacks(campaign)) or "nobody"
        yield Refusal("consent", f"this seat has agreed already; {missing} is still asked")
