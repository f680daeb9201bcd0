"""A campaign in a list, in a line and as JSON: what ``campaigns`` says of it at home and ``list`` on a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.words import and_list, power_word, turn_name

if TYPE_CHECKING:
    from saves.library import Card


def document(card: Card) -> dict[str, Any]:
    """What its card says, as JSON."""
    return {
        "name": card.name,
        "title": card.title,
        "scenario": card.scenario,
        "turn": card.turn,
        "count": card.count,
        "step": card.step,
        "awaits": card.awaits,
        "over": card.over,
        "seats": card.seats,
        "problem": card.problem,
    }


def told(card: Card, first: Sequence[str], last: Sequence[str], who: str = "") -> str:
    """What its card says in a line, between what is said of it ``first`` and ``last``; ``who`` plays those that are
    awaited. Of one that cannot be read, why."""
    if card.problem:
        return f"cannot be read: {card.problem}"
    players = f" ({who})" if who else ""
    awaited = f"{and_list([power_word(power) for power in card.awaits])} to act{players}" if card.awaits else ""
    facts = (*first, turn_name(card.turn), card.count, card.step, card.over or awaited, *last)
    return ", ".join(fact for fact in facts if fact)
