"""Campaigns whose players have held the program's map against their own, line by line."""

from __future__ import annotations

import attrs

from engine.thewar.world import seas, whereabouts
from engine.thewar.world.state import SeaLink, SeaPort, TheWar


def looked_at(campaign: TheWar, *ports: str) -> TheWar:
    """The campaign with every pair of Sea Areas looked at as it is drawn, and where these ports lie."""
    drawn = seas.graph(campaign)
    links = {key: SeaLink(one=line.one, other=line.other) for key, line in drawn.links.items()}
    berths = {f"{port}+{area}": SeaPort(port=port, area=area) for port in ports for area in drawn.of_port(port)}
    return attrs.evolve(campaign, sea_links=links, sea_ports=berths)


def on_their_own_hexes(campaign: TheWar, *places: str) -> TheWar:
    """The campaign in which these places lie where the program's map has them, by their players' own boards."""
    found = {key: whereabouts.hex_of(key, campaign.places[key]) for key in places}
    own = {key: attrs.evolve(campaign.places[key], hex=number) for key, number in found.items()}
    return attrs.evolve(campaign, places={**campaign.places, **own})
