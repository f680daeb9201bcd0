"""The port in which a mission lands its cargo, as far as its player names one (7.5, 12.2.5, ruling 598)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.world import (
    arriving,
    caps,
    entering,
    homebound,
    installed,
    posting,
    seas,
    sides,
    titles,
    traits,
    wars,
)
from engine.thewar.world.state import Engagement, TheWar

RULE = "7.5"


class Transport(Protocol):
    """What is asked of a mission: who sails where, with what aboard, and where it lands."""

    @property
    def power(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def cargo(self) -> tuple[str, ...]: ...
    @property
    def port(self) -> str: ...
    @property
    def invades(self) -> bool: ...


def wrong(campaign: TheWar, mission: Transport) -> Iterable[Refusal]:
    """Why cargo does not land in the port that is named: no port, the enemy's, on no Sea Area of the mission, or one
    that its owners may not enter or have too much in."""
    if not mission.port:
        return
    place = campaign.places.get(mission.port)
    if not mission.cargo or mission.invades:
        reason = "a landing goes to a beach" if mission.invades else "nothing is aboard"
        yield Refusal(RULE, f"{reason}: no port is named", "'land' names the beach; cargo= who is aboard.")
    elif place is None or place.kind in ("box", "strait"):
        yield Refusal(RULE, f"'{mission.port}' is no port", "A port of the map, or nothing where the board shows it.")
    elif sides.side(campaign, place.holder) != sides.side(campaign, mission.power):
        held = wars.named(campaign, place.holder) if place.holder else "nobody"
        yield Refusal(RULE, f"{place.name} is in the hands of {held}", "A friendly port; who lands on a beach invades.")
    else:
        yield from _elsewhere(campaign, mission)
        yield from _ashore(campaign, mission)


def _elsewhere(campaign: TheWar, mission: Transport) -> Iterable[Refusal]:
    """Why the port does not lie where the mission goes, where the board is checked."""
    lies, goals = set(seas.of_port(campaign, mission.port)), set(seas.goals(campaign, mission.where))
    if campaign.options.get("board") == "checked" and lies and goals and not lies & goals:
        at, goal = titles.where(campaign, mission.port), titles.where(campaign, mission.where)
        yield Refusal(RULE, f"{at} does not lie on {goal}", "A mission into the Sea Area outside the port.")


def _ashore(campaign: TheWar, mission: Transport) -> Iterable[Refusal]:
    """Why its units do not enter the port (12.2.5, 23.0)."""
    units = {key: campaign.units[key] for key in mission.cargo if key in campaign.units}
    for owner in dict.fromkeys(unit.power for unit in units.values()):
        own = [key for key, unit in units.items() if unit.power == owner]
        yield from caps.refused(campaign, owner, mission.port, own)
        if any(traits.category(units[key]) == "ground" for key in own):
            yield from entering.refused(campaign, owner, mission.port)
    yield from homebound.refused(campaign, units.values(), mission.port)
    yield from arriving.refused(campaign, mission.port, units)
    if any(traits.category(unit) == "air" for unit in units.values()):
        yield from installed.closed(campaign, mission.port)
    yield from posting.refused(campaign, mission.port, units.values())


def lands(tx: Transaction[Any], engagement: Engagement, stays: Iterable[str] = ()) -> None:
    """The mission arrives: what is aboard and left stands in its port, but for those that turned back."""
    if not engagement.port or not any(ship in tx.campaign.units for ship in engagement.ships):
        return
    out = set(stays)
    for key in engagement.cargo:
        if key in tx.campaign.units and key not in out:
            tx.set(f"units.{key}.place", engagement.port, "landed", RULE)
            caps.moved(tx, (key,), engagement.port, "landed")
