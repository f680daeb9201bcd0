"""POPs (political points) and chits: what a power has where, as one view of the campaign knows it (16.1.1, 16.1.7).

With one seat all of it is open and stands in the campaign. With several, what was bought in Spring and Fall stays in
the seat's own file, in orders under a cover (see Order.openly), until it is opened as Fall ends. So there are two kinds
of question: what *this view* knows (``held``, ``stock``), for judges and for what a person is shown; and what everybody
knows (``used``). What an order does may hang on the latter alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from engine.kernel import reading, ruleset
from engine.kernel.campaign import several_eyes
from engine.kernel.remembering import remembered
from engine.kernel.transaction import Transaction
from engine.thewar.world import minors
from engine.thewar.world.state import Chits, Influence, Named, TheWar

ESPIONAGE, COUNTER_ESPIONAGE = "espionage", "counter-espionage"
VERB = "points"
"""The order by which POPs and chits are bought."""


class Bought(Protocol):
    """What an order that buys POPs and chits says: POPs by target, and chits by sort."""

    power: str

    @property
    def pops(self) -> Mapping[str, int]: ...

    @property
    def chits(self) -> Mapping[str, int]: ...


@remembered
def _sealed(campaign: TheWar) -> tuple[Bought, ...]:
    """The purchases still under seal that this view can read."""
    return tuple(_read(campaign))


def _read(campaign: TheWar) -> Iterator[Bought]:
    for place, sealed in campaign.sealed.items():
        secret = campaign.secrets.get(place)
        if secret is None or sealed.text:
            continue
        order: Any = reading.parse(ruleset.of(campaign), secret.text)
        if order.verb == VERB:
            yield cast("Bought", order)


def known(campaign: TheWar, power: str) -> bool:
    """Whether this view knows all of a power's POPs and chits: its own, or everybody's where nothing is sealed."""
    if not several_eyes(campaign):
        return True
    return all(
        place in campaign.secrets for place, sealed in campaign.sealed.items() if sealed.power == power and sealed.cover
    )


def used(campaign: TheWar, power: str, country: str) -> int:
    """POPs of a power in a target that are used up this year, as everybody knows."""
    stands = campaign.influence.get(Influence.made_of(power, country).address)
    return stands.used if stands is not None else 0


def held(campaign: TheWar, power: str, country: str) -> int:
    """POPs of a power that lie unused in a target, as far as this view knows; none in a country that has been attacked
    (ruling 315)."""
    if campaign.facts.get(minors.attacked_fact(country)):
        return 0
    stands = campaign.influence.get(Influence.made_of(power, country).address)
    placed = stands.placed if stands is not None else 0
    sealed = sum(order.pops.get(country, 0) for order in _sealed(campaign) if order.power == power)
    return max(0, placed + sealed - used(campaign, power, country))


def stock(campaign: TheWar, power: str, sort: str) -> int:
    """Chits of a sort that a power can still play, as far as this view knows."""
    stands = campaign.chits.get(Chits.made_of(power, sort).address)
    bought, played = (stands.bought, stands.played) if stands is not None else (0, 0)
    sealed = sum(order.chits.get(sort, 0) for order in _sealed(campaign) if order.power == power)
    return max(0, bought + sealed - played)


def use(tx: Transaction[TheWar], power: str, country: str, pops: int, why: str, rule: str) -> None:
    """POPs of a power in a target are used up (16.1.3). Their number is known to all by now."""
    stands = Influence.made_of(power, country)
    if stands.address not in tx.campaign.influence:
        tx.create(f"influence.{stands.address}", stands, why, rule)
    tx.add(f"influence.{stands.address}.used", pops, why, rule)


def play(tx: Transaction[TheWar], power: str, sort: str, why: str, rule: str) -> None:
    """A power plays a chit; it is spent whatever comes of it (ruling 310)."""
    stands = Chits.made_of(power, sort)
    if stands.address not in tx.campaign.chits:
        tx.create(f"chits.{stands.address}", stands, why, rule)
    tx.add(f"chits.{stands.address}.played", 1, why, rule)


def named(campaign: TheWar, alliance: str, country: str) -> str:
    """The turn in which an alliance named a target this year, '' for not (16.1.3)."""
    stands = campaign.named.get(Named.made_of(alliance, country).address)
    return stands.turn if stands is not None else ""
