"""What a game tells a screen about a hand: cards that a power has and may play in their time, and what all know of the
hands of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from attrs import field

from engine.kernel.orders import Form, Order
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Card:
    """A card in the hand. ``window``: when it may be played, ``left``: how often still, ``had``: since when it is
    there, ``effect``: what it does, all in words; ``orders``: those that play it now, one for each thing that it
    may be played on, or the one that says why not; ``form``: where more has to be said than which card it is, with what
    is ``given`` in it."""

    id: str
    name: str
    window: str
    left: str
    had: str
    effect: str
    rule: str
    orders: tuple[Order[Any], ...]
    form: Form | None = None
    given: Mapping[str, str] = field(factory=dict)


@frozen
class Held:
    """A power's hand: its ``cards`` as far as the viewer knows them, and what is ``told`` of it, each text with its
    rule."""

    power: str
    title: str
    cards: tuple[Card, ...]
    told: tuple[tuple[str, str], ...] = ()


class Hands(Protocol[K]):
    """The sheet of hands."""

    def held(self, campaign: K) -> tuple[Held, ...]:
        """The hand of each power that has one or has tried for a card."""
