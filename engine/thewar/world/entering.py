"""Whose units may enter a place: no neutral's, of minor countries one's own Associates and Satellites, in Paris and in
the Maginot Line no British (6.2.1, 9.4.1, 9.4.2, 9.6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.world import installed, wars
from engine.thewar.world.state import Country, TheWar

US_BOX, PARIS = "us-box", "paris"
OWN = ("associate", "satellite")
_PACT = ("bessarabia", "karelia", "eastern-poland")
"""Lands that the Soviet Union enters without a declaration of war (6.3.1, 16.5)."""


def refused(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """Every reason why ground units of a power, or of a minor country, do not enter a place."""
    yield from majors(campaign, who, where)
    yield from minor_lands(campaign, who, where, neutral=True)
    yield from british_in_france(campaign, who, where)


def taken(campaign: TheWar, who: str, what: str) -> Iterable[Refusal]:
    """Every reason why a power, or a minor country, does not take a place, colony or province. Attacks on neutral minor
    countries are judged where war is declared."""
    yield from majors(campaign, who, what)
    yield from minor_lands(campaign, who, what, neutral=False)
    yield from british_in_france(campaign, who, what)


def _master(campaign: TheWar, who: str) -> str:
    land = campaign.countries.get(who)
    if land is None:
        return who
    return land.patron if land.status in ("satellite", "conquered") else ""


def _holder(campaign: TheWar, what: str) -> str:
    if what in campaign.places:
        return campaign.places[what].holder
    return campaign.holdings[what].holder if what in campaign.holdings else ""


def _name(campaign: TheWar, what: str) -> str:
    found = campaign.places.get(what) or campaign.holdings.get(what)
    return found.name if found is not None else what


def _enemies(campaign: TheWar, who: str, holder: str) -> bool:
    return any(wars.hostile(campaign, holder, one) for one in {who, _master(campaign, who)} if one)


def majors(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """A Major Power's home and colonies are entered by war or alliance alone: never those of a neutral one (9.4.1)."""
    mine = campaign.powers.get(_master(campaign, who))
    if where == US_BOX and mine is not None and mine.side == "axis":
        yield Refusal("9.4.1", "no Axis unit enters the U.S. Box", "Never.")
        return
    holder = _holder(campaign, where)
    land = campaign.countries.get(holder)
    # What a power has conquered is its own; a Satellite is still a country.
    holder = land.patron if land is not None and land.status == "conquered" else holder
    theirs = campaign.powers.get(holder)
    if theirs is None or theirs is mine or not wars.standing(campaign, holder) or _enemies(campaign, who, holder):
        return
    if mine is not None and mine.alliance == theirs.alliance and wars.belligerent(campaign, holder):
        return
    if _by_the_pact(campaign, who, where):
        return
    reason = f"{_name(campaign, where)} is {theirs.name}'s, with which {wars.named(campaign, who)} is not at war"
    yield Refusal("9.4.1", reason, "War is declared in segment 4.")


def _by_the_pact(campaign: TheWar, who: str, where: str) -> bool:
    """Whether the Soviets enter a land that the Pact leaves to them, whoever holds it: Eastern Poland also of Germany,
    once it has conquered Poland (6.3.1, 16.5)."""
    place = campaign.places.get(where)
    left = (place.country if place is not None else where) in _PACT
    return who == "ussr" and left and bool(campaign.facts.get("nazi-soviet-pact"))


def minor_lands(campaign: TheWar, who: str, where: str, *, neutral: bool) -> Iterable[Refusal]:
    """Of minor countries those are entered that are one's own Associates and Satellites, and an ally's Satellites
    (6.3.2, 9.4.2); ``neutral``: whether neutral ones refuse as well."""
    holder = _holder(campaign, where)
    land = campaign.countries.get(holder)
    master = _master(campaign, who)
    if land is None or holder == who or land.status == "conquered" or _enemies(campaign, who, holder):
        return
    if _by_the_pact(campaign, who, where):
        return
    name = _name(campaign, where)
    if land.status in OWN and land.patron in campaign.powers:
        if land.patron == master or _shared(campaign, master, land):
            return
        of = f"{land.status.capitalize()} of {wars.named(campaign, land.patron)}"
        yield Refusal("9.4.2", f"{name} is in {land.name}, {of}", "One's own are entered, and an ally's Satellites.")
    elif neutral:
        yield Refusal("9.4.2, 6.3.1", f"{name} is in {land.name}, a neutral country", "Associates and Satellites are.")


def _shared(campaign: TheWar, master: str, land: Country) -> bool:
    """Whether a country is the Satellite of an ally that is in the war (6.3.2)."""
    mine, theirs = campaign.powers.get(master), campaign.powers.get(land.patron)
    alike = mine is not None and theirs is not None and mine.alliance == theirs.alliance
    return alike and land.status == "satellite" and wars.belligerent(campaign, land.patron)


def british_in_france(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """While France stands the British are not in Paris, and never in the Maginot Line (6.2.1, 9.6.1)."""
    place = campaign.places.get(where)
    if who != "britain" or place is None:
        return
    if where == PARIS and wars.standing(campaign, "france"):
        yield Refusal("9.6.1", "no British ground unit is in Paris while France stands", "The French are (6.2.1).")
    if place.kind == installed.FORTRESS and place.country == "france":
        yield Refusal("9.6.1", f"no British ground unit is in the {place.name}", "The French hold it.")
