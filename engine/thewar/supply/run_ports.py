"""To which ports supply may have to be run (12.7.2): told where missions at sea are announced, and offered there."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.supply import sea_lines
from engine.thewar.world import capitals, minors, regions, seas, sides, supply, titles
from engine.thewar.world.state import TheWar


def needed(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The ports in friendly hands of a power's side that are out of supply, or where somebody of it is; behind them
    those over the sea that the enemy closes, and, where somebody is out who stands elsewhere, all with units of it."""
    if not campaign.supply_marks and not campaign.supply_places and not campaign.missions and not campaign.patrols:
        return ()
    first, elsewhere = _out(campaign, power)
    beyond = [port for port in seas.ports(campaign) if sea_lines.across(campaign.places[port])]
    beyond = [port for port in beyond if _ours(campaign, power, port) and regions.units_at(campaign, port)]
    shut = [port for port in beyond if any(True for _ in sea_lines.closed(campaign, power, port))]
    return tuple(dict.fromkeys((*first, *shut, *(beyond if elsewhere else ()))))


def _out(campaign: TheWar, power: str) -> tuple[tuple[str, ...], bool]:
    """The ports where somebody of a power's side is out of supply, and whether anybody is who stands elsewhere."""
    side = sides.side(campaign, power)
    units, places = (
        [
            key
            for key, mark in there.items()
            if mark.side == side and mark.level == supply.OUT and supply.stands(campaign, mark)
        ]
        for there in (campaign.supply_marks, campaign.supply_places)
    )
    stand = dict.fromkeys((*places, *(campaign.units[key].place for key in units if key in campaign.units)))
    ports = tuple(place for place in stand if _ours(campaign, power, place))
    return ports, len(ports) < len(stand)


def _ours(campaign: TheWar, power: str, port: str) -> bool:
    place = campaign.places.get(port)
    if place is None or place.kind == "box" or not seas.of_port(campaign, port):
        return False
    holder = regions.controller(campaign, port)
    friendly = bool(holder) and not capitals.enemys(campaign, holder, power)
    return friendly and not any(True for _ in minors.of_another_alliance(campaign, power, (holder,)))


def waiting(campaign: TheWar) -> tuple[str, ...]:
    """The ports where somebody of the phasing side is out of supply, and no supply is run to yet."""
    half = sides.phasing(campaign)
    powers = [power for power in campaign.powers if half and campaign.powers[power].side == half]
    out = dict.fromkeys(port for power in powers for port in _out(campaign, power)[0])
    return tuple(port for port in out if not any(sea_lines.ran(campaign, power, port) for power in powers))


def duties(campaign: TheWar) -> Iterable[Duty]:
    """The ports to which the phasing side may run supply before its units there move."""
    if ports := waiting(campaign):
        named = ", ".join(titles.where(campaign, port) for port in ports)
        yield Duty(f"'run-supply' runs supply over the sea to {named}, with an escort or without", "12.7.2")
