"""Hands for the eye: each card of this seat with whether it may be played now, and what is known of the others'."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.kernel.refusals import Refusal
from engine.kernel.sheets.hands import Card, Hands, Held
from engine.kernel.values import frozen
from tui.models.verdicts import Verdict, judged
from tui.rows import clean
from tui.words import begun

if TYPE_CHECKING:
    from saves.desk import Desk

Told = tuple[str, str]
"""A text and its rule, '' for none."""


@frozen
class Line:
    """A card under ``spot``: ``ways`` are the orders that play it now; ``why`` it may not be played, () where it may;
    whether a form ``asks`` for more; ``said`` is the first order as the rules answer it."""

    spot: str
    card: Card
    ways: tuple[str, ...]
    why: tuple[Refusal, ...]
    said: Verdict

    @property
    def playable(self) -> bool:
        """Whether it may be played now, as it stands or on something that the form asks for."""
        return bool(self.ways)

    @property
    def asks(self) -> bool:
        """Whether its form has to be filled in."""
        return self.card.form is not None


@frozen
class Group:
    """A power's hand: ``counted`` in words at its right, its cards, and what is told of it."""

    spot: str
    title: str
    counted: str
    lines: tuple[Line, ...]
    told: tuple[Told, ...]


def groups(desk: Desk) -> tuple[Group, ...]:
    """The hands as the desk's seat sees them, its own powers' first; () in a game that knows none, or before anybody
    has tried for a card."""
    sheet = desk.ruleset.sheet(Hands)
    if sheet is None:
        return ()
    mine = {power for power, seat in desk.campaign.seats.items() if seat == desk.seat}
    every = sorted(sheet.held(desk.campaign), key=lambda one: one.power not in mine)
    return tuple(_group(desk, one) for one in every)


def known(desk: Desk) -> bool:
    """Whether the game has hands at all."""
    return desk.ruleset.sheet(Hands) is not None


def _group(desk: Desk, one: Held) -> Group:
    lines = tuple(_line(desk, one.power, card) for card in one.cards)
    now = sum(line.playable for line in lines)
    counted = f"{now} of {len(lines)} now" if lines else ""
    told = tuple((f"{begun(clean(text))}.", rule) for text, rule in one.told)
    return Group(one.power, begun(clean(one.title)), counted, lines, told)


def _line(desk: Desk, power: str, card: Card) -> Line:
    said = [judged(desk, order, order.text) for order in card.orders]
    legal = tuple(one.order for one in said if one.legal)
    best = next((one for one in said if one.legal), said[0])
    return Line(f"{power} {card.id}", card, legal, () if legal else best.refusals, best)


def as_text(every: tuple[Group, ...], power: str = "") -> Iterator[str]:
    """The hands as lines of text; ``power``: of one alone."""
    for group in every:
        if power in ("", group.spot):
            yield f"{group.title}: {group.counted}" if group.counted else group.title
            for line in group.lines:
                card = line.card
                when = "now" if line.playable else "say what" if line.asks else "not now"
                yield f"  {when:<8} {clean(card.name)} ({card.rule}): {clean(card.effect)}"
                yield f"           {card.window}; {card.left}; obtained in {card.had}"
                for refusal in line.why:
                    yield f"           {refusal}"
            for text, rule in group.told:
                yield f"  {text} ({rule})"


def document(group: Group) -> dict[str, object]:
    """A hand as plain data."""
    cards = [
        {
            "id": line.card.id,
            "name": line.card.name,
            "window": line.card.window,
            "left": line.card.left,
            "obtained": line.card.had,
            "effect": line.card.effect,
            "rule": line.card.rule,
            "orders": list(line.ways),
            "refusals": [{"rule": one.rule, "reason": one.reason, "hint": one.hint} for one in line.why],
        }
        for line in group.lines
    ]
    return {
        "power": group.spot,
        "name": group.title,
        "cards": cards,
        "told": [{"text": text, "rule": rule} for text, rule in group.told],
    }
