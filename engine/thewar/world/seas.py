"""Which Sea Areas adjoin and on which the ports lie, for a campaign (7.2, 7.3): as the board of the program has it,
with what its players have looked at on their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from engine.kernel.nearest import nearest
from engine.kernel.remembering import derived, unchanged
from engine.kernel.ruleset import Fault
from engine.thewar.map import board
from engine.thewar.map.graph import Berth, Link, SeaGraph, Way, key_of
from engine.thewar.world import sea_areas
from engine.thewar.world.state import SeaLink, SeaPort, TheWar

OWN = "own"
"""The source of a line that a player has looked at."""
SAILING = 12
"""The Sea Areas that a Fleet moves at the most, the one outside its port counted (7.2, 7.6.1)."""


def graph(campaign: TheWar) -> SeaGraph:
    """The graph of Sea Areas on which a campaign is played."""
    return _graph(campaign) if campaign.sea_links or campaign.sea_ports else board.board().seas


@derived("sea_links", "sea_ports")
def _graph(sea_links: Mapping[str, SeaLink], sea_ports: Mapping[str, SeaPort]) -> SeaGraph:
    drawn = board.board().seas
    links, berths = dict(drawn.links), dict(drawn.berths)
    for line in sea_links.values():
        if line.one == line.other or not {line.one, line.other} <= drawn.areas.keys():
            continue
        key = key_of(line.one, line.other)
        known = links.pop(key, Link(line.one, line.other, source=OWN))
        if line.adjoins:
            links[key] = attrs.evolve(known, looked=True)
    for said in sea_ports.values():
        if said.area not in drawn.areas:
            continue
        others = tuple(berth for berth in berths.get(said.port, ()) if berth.area != said.area)
        mine = (Berth(said.area, OWN, looked=True),) if said.lies else ()
        berths[said.port] = (*others, *mine)
    return SeaGraph(drawn.areas, links, berths)


def of_port(campaign: TheWar, place: str) -> tuple[str, ...]:
    """The Sea Areas on which a port lies, or into which who leaves a box sails; () where only the board knows."""
    return graph(campaign).of_port(place)


def goals(campaign: TheWar, where: str) -> tuple[str, ...]:
    """The Sea Areas that a mission at a place sails to: itself, or those of a port; () where only the board knows."""
    return graph(campaign).goals(sea_areas.area(where))


@unchanged("places", "sea_links", "sea_ports")
def charted(campaign: TheWar) -> tuple[str, ...]:
    """The ports of which it is known on what Sea Area they lie, and the boxes from which ships sail."""
    drawn = graph(campaign)
    return tuple(key for key in campaign.places if drawn.of_port(key))


def ports(campaign: TheWar) -> tuple[str, ...]:
    """The same without the boxes."""
    return tuple(key for key in charted(campaign) if campaign.places[key].kind != "box")


def unsure(campaign: TheWar, way: Way, port: str = "") -> tuple[str, ...]:
    """The lines of a way that neither the rules print nor anybody has looked at, in words; ``port``: where it
    begins."""
    drawn = graph(campaign)
    berths = (berth for berth in drawn.berths.get(port, ()) if berth.area == way.areas[0] and not berth.sure)
    lines = [f"{campaign.places[port].name} on {sea_areas.name(berth.area)}" for berth in berths]
    for one, other in zip(way.areas, way.areas[1:], strict=False):
        if not drawn.neighbours[one][other].sure:
            lines.append(f"{sea_areas.name(one)} to {sea_areas.name(other)}")
    return tuple(lines)


def unchecked(lines: Iterable[str]) -> str:
    """What is said behind an order of the lines of our map on its way that no rule is enforced by, as nobody has looked
    at them (ruling 544); '' for none."""
    told = "; ".join(lines)
    return f"; not enforced until checked on the board: {told}" if told else ""


def faults(campaign: TheWar) -> Iterable[Fault]:
    """What is wrong with what players say of their own board."""
    known = tuple(sea_areas.areas())
    for key, line in campaign.sea_links.items():
        for fault in board.link_faults((f"{line.one}+{line.other}",), known):
            yield Fault(f"sea_links.{key}", fault, "7.2")
    for key, said in campaign.sea_ports.items():
        if said.area not in known:
            near = nearest(said.area, known)
            hint = f"; nearest is '{near[0]}'" if near else ""
            yield Fault(f"sea_ports.{key}", f"there is no Sea Area '{said.area}'{hint}", "7.2")
    for port in dict.fromkeys(said.port for said in campaign.sea_ports.values()):
        if port in campaign.places and not of_port(campaign, port):
            yield Fault("sea_ports", f"{campaign.places[port].name} is left with no Sea Area", "7.2")
