"""Straits through which ships sail while the right side holds their shores (7.3): by any move at sea, a mission's, a
stratmove's or a transport's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.kernel.refusals import Refusal
from engine.thewar.world import regions, wars
from engine.thewar.world.state import TheWar

RULE = "7.3"
CHANNEL_PORTS = ("calais", "cherbourg")
"""The French ports of the campaign next to the English Channel (ruling 280)."""
SOUND = ("denmark", "sweden")


def _held(campaign: TheWar, place: str) -> str:
    """The power that holds a place, also through its Satellite or a country that it has conquered; '' for none."""
    return _behind(campaign, regions.controller(campaign, place)) if place in campaign.places else ""


def _behind(campaign: TheWar, holder: str, *statuses: str) -> str:
    if holder in campaign.powers:
        return holder
    land = campaign.countries.get(holder)
    fits = land is not None and land.status in (statuses or ("satellite", "conquered"))
    return land.patron if land is not None and fits and land.patron in campaign.powers else ""


def _controlled(campaign: TheWar, country: str) -> str:
    """The power that controls a minor country: its master, or who holds its capital."""
    land = campaign.countries.get(country)
    capital = land.capital if land is not None else ""
    return _behind(campaign, country) or _held(campaign, capital)


def _alliance(campaign: TheWar, power: str) -> str:
    return campaign.powers[power].alliance if power in campaign.powers else ""


def _gibraltar(campaign: TheWar, power: str) -> Iterable[Refusal]:
    holder = _held(campaign, "gibraltar")
    if _alliance(campaign, holder) != _alliance(campaign, power):
        who = wars.named(campaign, holder) if holder else "nobody friendly"
        yield Refusal(RULE, f"{who} holds Gibraltar", "Its strait needs a friendly Gibraltar.")


def _west_baltic(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if _alliance(campaign, power) != "western":
        return
    if not any(_alliance(campaign, _controlled(campaign, one)) in ("western", "soviet") for one in SOUND):
        yield Refusal(RULE, "no Ally controls Denmark or Sweden", "The West Baltic is closed to the West until then.")


def _baltic_exit(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if _alliance(campaign, power) == "soviet" and not any(
        _alliance(campaign, _controlled(campaign, one)) == "soviet" for one in SOUND
    ):
        yield Refusal(RULE, "the Soviet Union controls neither Denmark nor Sweden", "Its ships stay in the Baltic.")


def _dardanelles(campaign: TheWar, power: str) -> Iterable[Refusal]:
    master = _behind(campaign, "turkey", "conquered", "associate", "satellite")
    if _alliance(campaign, master) != _alliance(campaign, power):
        yield Refusal(RULE, "Turkey is neither conquered nor an Associate or Satellite", "The Dardanelles are closed.")


def _channel(campaign: TheWar, power: str) -> Iterable[Refusal]:
    others = [one for one in CHANNEL_PORTS if one in campaign.places and _held(campaign, one) != "germany"]
    if power == "germany" and others:
        named = " and ".join(campaign.places[one].name for one in others)
        yield Refusal(RULE, f"Germany does not hold {named}", "The Channel needs every French port next to it.")


STRAITS: Mapping[str, Callable[[TheWar, str], Iterable[Refusal]]] = {
    "gibraltar-strait": _gibraltar,
    "west-baltic": _west_baltic,
    "baltic-exit": _baltic_exit,
    "dardanelles": _dardanelles,
    "english-channel": _channel,
}
"""Who may not pass which, by what moves call it in ``through``."""


def closed(campaign: TheWar, power: str, through: Iterable[str]) -> Iterable[Refusal]:
    """Why ships of a power may not sail through these; names that are no straits are let pass."""
    for name in through:
        if name in STRAITS:
            yield from STRAITS[name](campaign, power)


def unknown(through: Iterable[str]) -> Iterable[Refusal]:
    """Names that are no strait of 7.3."""
    if wrong := [name for name in through if name not in STRAITS]:
        yield Refusal(RULE, f"'{wrong[0]}' is no strait", f"One of {', '.join(STRAITS)}.")
