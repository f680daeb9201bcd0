"""What a game tells a screen about its places, countries and holdings: whose they are, what they bring and why."""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.kernel.refusals import Breakdown
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Fact:
    """Something that holds of a site, with its rule."""

    text: str
    rule: str = ""


@frozen
class Site:
    """A place, a country or a holding. ``owner`` has it by right and ``holder`` has it now, by id ('' for nobody);
    ``whose`` is the country or land it belongs to, in words; ``region``: the front or part of the map, '' for none;
    ``value`` in the game's money; ``taken``: the turn's label in which it last changed hands. ``brings``: for each
    power what it has of it in a year, with the causes; a loss counts below zero. ``words``: what else it is found
    by."""

    id: str
    path: str
    name: str
    kind: str
    owner: str
    holder: str
    whose: str = ""
    region: str = ""
    value: int = 0
    taken: str = ""
    status: str = ""
    brings: tuple[tuple[str, Breakdown], ...] = ()
    facts: tuple[Fact, ...] = ()
    words: tuple[str, ...] = ()


class Gazetteer(Protocol[K]):
    """The sheet of places."""

    def sites(self, campaign: K) -> tuple[Site, ...]:
        """The campaign's places, countries and holdings, in the order in which a screen lists them."""

    def share_now(self, campaign: K) -> Fact | None:
        """What of a site's worth changes hands at once in the turn at hand; None where the game knows no such thing."""
