"""POPs (political points) and chits: what a power has where, as one view of the campaign knows it (16.1.1, 16.1.7).

With one seat all of it is open and stands in the campaign. With several, what was bought in Spring and Fall stays in
the seat's own file, in orders under a cover (see Order.openly), until it is opened as Fall ends. So there are two kinds
of question: what *this view* knows (``held``, ``stock``), for judges and for what a person is shown; and what everybody
knows (``used``, ``open_chits``). What an order does may hang on the latter alone.

POPs in a country that was invaded or conquered, and all that a surrendered power had, are of no use any more (16.4,
18.5.8): nobody has to know for that how many they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol, cast

from engine.kernel import reading, ruleset
from engine.kernel.campaign import several_eyes
from engine.kernel.remembering import remembered
from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, minors, wars
from engine.thewar.world.state import Chits, Influence, Mismatch, Named, Statement, TheWar

ESPIONAGE, COUNTER_ESPIONAGE = "espionage", "counter-espionage"
SORTS = (ESPIONAGE, COUNTER_ESPIONAGE)
VARIANT = "variant"
"""In place of a target: the POP that a power keeps for a variant roll (16.6, ruling 383)."""
VERB = "points"
"""The order by which POPs and chits are bought."""
OLD_CHITS = {("britain", ESPIONAGE): "espionage-britain", ("germany", COUNTER_ESPIONAGE): "counter-espionage-germany"}
"""Facts of campaigns begun before chits were kept: they count on until the next Fall ends (ruling 310)."""
OF_A_YEAR = ("influence", "chits", "purchases", "statements", "named")
"""What is kept of a year's diplomacy and comes off with it."""


class Bought(Protocol):
    """What an order that buys POPs and chits says: POPs by target, and chits by sort."""

    power: str

    @property
    def pops(self) -> Mapping[str, int]: ...

    @property
    def chits(self) -> Mapping[str, int]: ...


# --- what lies under seal


@remembered
def covered(campaign: TheWar) -> Mapping[str, str]:
    """The purchases of which all have seen the sum and which have not taken effect whole, under seal or just opened, by
    their places: each with its power, in the order in which they were given."""
    kept = {place: sealed for place, sealed in campaign.sealed.items() if sealed.cover}
    ours = (place for place, sealed in kept.items() if _verb(campaign, sealed.cover) == VERB)
    return {place: kept[place].power for place in sorted(ours, key=lambda place: int(place.rpartition("-")[2]))}


@remembered
def under_seal(campaign: TheWar) -> Mapping[str, str]:
    """Those of them that nobody has opened yet."""
    return {place: power for place, power in covered(campaign).items() if not campaign.sealed[place].text}


def _verb(campaign: TheWar, text: str) -> str:
    return str(reading.parse(ruleset.of(campaign), text).verb)


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
    return all(place in campaign.secrets for place, whose in under_seal(campaign).items() if whose == power)


# --- what is there


@lru_cache(maxsize=1024)
def _lies_at(power: str, country: str) -> str:
    """The key of a power's POPs in a target."""
    return Influence.made_of(power, country).address


@lru_cache(maxsize=64)
def _kept_at(power: str, sort: str) -> str:
    """The key of a power's chits of a sort."""
    return Chits.made_of(power, sort).address


def lies_there(campaign: TheWar) -> bool:
    """Whether anything of the year's POPs and chits is left to be taken off."""
    old = any(campaign.facts.get(fact, 0) for fact in OLD_CHITS.values())
    return old or any(getattr(campaign, name) for name in OF_A_YEAR)


def closed(campaign: TheWar, country: str) -> bool:
    """Whether POPs in a country are of no use any more: it was invaded or conquered (16.4, ruling 315)."""
    land = campaign.countries.get(country)
    return land is not None and (land.status == "conquered" or minors.was_attacked(campaign, country))


def used(campaign: TheWar, power: str, country: str) -> int:
    """POPs of a power in a target that are used up this year, as everybody knows."""
    stands = campaign.influence.get(_lies_at(power, country))
    return stands.used if stands is not None else 0


def placed(campaign: TheWar, power: str, country: str) -> int:
    """POPs that a power has placed in a target this year, used or not, as far as everybody knows."""
    stands = campaign.influence.get(_lies_at(power, country))
    return stands.placed if stands is not None else 0


def held(campaign: TheWar, power: str, country: str) -> int:
    """POPs of a power that lie unused in a target, as far as this view knows."""
    if closed(campaign, country) or not wars.standing(campaign, power):
        return 0
    sealed = sum(order.pops.get(country, 0) for order in _sealed(campaign) if order.power == power)
    return max(0, placed(campaign, power, country) + sealed - used(campaign, power, country))


def open_chits(campaign: TheWar, power: str, sort: str) -> int:
    """Chits of a sort that a power has left of those that everybody knows of; below 0 where it played sealed ones."""
    stands = campaign.chits.get(_kept_at(power, sort))
    bought, played = (stands.bought, stands.played) if stands is not None else (0, 0)
    old = OLD_CHITS.get((power, sort))
    return bought - played + (int(campaign.facts.get(old, 0)) if old else 0)


def stock(campaign: TheWar, power: str, sort: str) -> int:
    """Chits of a sort that a power can still play, as far as this view knows."""
    if not wars.standing(campaign, power):
        return 0
    sealed = sum(order.chits.get(sort, 0) for order in _sealed(campaign) if order.power == power)
    return max(0, open_chits(campaign, power, sort) + sealed)


def told(campaign: TheWar, power: str, country: str) -> int | None:
    """POPs that a power has unused in a target by what it was last asked: as many as it said, less those used since.
    None where it has said nothing since it last bought, or what it said cannot stand any more."""
    said = [one for one in campaign.statements.values() if (one.power, one.country) == (power, country)]
    if not said:
        return None
    last = max(said, key=lambda one: (calendar.number(one.turn), one.nth))
    bought = (one.turn for one in campaign.purchases.values() if one.power == power)
    if any(calendar.number(turn) > calendar.number(last.turn) for turn in bought):
        return None
    since = last.known - (placed(campaign, power, country) - used(campaign, power, country))
    return max(0, last.pops - since)


def seen(campaign: TheWar, power: str, country: str) -> int | None:
    """POPs of a power that lie unused in a target, as far as this view knows or was told; None where it does not."""
    if known(campaign, power) or closed(campaign, country) or not wars.standing(campaign, power):
        return held(campaign, power, country)
    return told(campaign, power, country)


# --- written by orders


def use(tx: Transaction[TheWar], power: str, country: str, pops: int, why: str, rule: str) -> None:
    """POPs of a power in a target are used up (16.1.3). Their number is known to all by now."""
    _influence(tx, power, country, why, rule)
    tx.add(f"influence.{_lies_at(power, country)}.used", pops, why, rule)


def place(tx: Transaction[TheWar], power: str, country: str, pops: int, why: str, rule: str, *, opened: bool) -> None:
    """POPs of a power are known to all to lie in a target. ``opened``: they were under seal until now."""
    _influence(tx, power, country, why, rule)
    at = f"influence.{_lies_at(power, country)}"
    tx.add(f"{at}.placed", pops, why, rule)
    if opened:
        tx.add(f"{at}.opened", pops, why, rule)


def _influence(tx: Transaction[TheWar], power: str, country: str, why: str, rule: str) -> None:
    stands = Influence.made_of(power, country)
    if stands.address not in tx.campaign.influence:
        tx.create(f"influence.{stands.address}", stands, why, rule)


def play(tx: Transaction[TheWar], power: str, sort: str, why: str, rule: str) -> None:
    """A power plays a chit; it is spent whatever comes of it (ruling 310)."""
    _chits(tx, power, sort, why, rule)
    tx.add(f"chits.{_kept_at(power, sort)}.played", 1, why, rule)


def buy(tx: Transaction[TheWar], power: str, sort: str, count: int, why: str, rule: str) -> None:
    """Chits of a power are known to all to be in its hand."""
    _chits(tx, power, sort, why, rule)
    tx.add(f"chits.{_kept_at(power, sort)}.bought", count, why, rule)


def _chits(tx: Transaction[TheWar], power: str, sort: str, why: str, rule: str) -> None:
    stands = Chits.made_of(power, sort)
    if stands.address not in tx.campaign.chits:
        tx.create(f"chits.{stands.address}", stands, why, rule)


def state(tx: Transaction[TheWar], power: str, country: str, pops: int, rule: str) -> None:
    """A power says how many POPs it has unused in a target; where it has some under seal, that is compared with what it
    wrote down once this is opened."""
    campaign = tx.campaign
    if power not in under_seal(campaign).values():
        return
    turn = calendar.turn(campaign)
    nth = 1 + sum(
        said.power == power and said.country == country and said.turn == turn for said in campaign.statements.values()
    )
    already = placed(campaign, power, country) - used(campaign, power, country)
    said = Statement(power=power, country=country, turn=turn, nth=nth, pops=pops, known=already)
    tx.create(f"statements.{said.address}", said, "POPs told", rule)


def mismatch(tx: Transaction[TheWar], power: str, of: str, turn: str, stated: int, wrote: int) -> None:
    """What a power said of what it had under seal turns out not to be what it wrote down."""
    those = tx.campaign.mismatches.values()
    nth = 1 + sum((other.power, other.of, other.turn) == (power, of, turn) for other in those)
    made = Mismatch(power=power, of=of, turn=turn, nth=nth, stated=stated, wrote=wrote)
    tx.create(f"mismatches.{made.address}", made, "not what was written down", "16.1.1")


# --- targets named


def named(campaign: TheWar, alliance: str, country: str) -> str:
    """The turn in which an alliance named a target this year, '' for not (16.1.3)."""
    stands = campaign.named.get(Named.made_of(alliance, country).address)
    return stands.turn if stands is not None else ""
