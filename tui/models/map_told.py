"""What is told of one hex of the map: what lies there and why it is shown so, who may come to its Sea Area, what lies
within a range of it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.sheets.atlas import Reach
from engine.kernel.sheets.gazetteer import Fact
from tui.models.map_picture import Picture


def said(fact: Fact) -> str:
    """A fact with its rule."""
    return f"{fact.text} ({fact.rule})" if fact.rule else fact.text


def lies_there(drawn: Picture, number: str) -> list[str]:
    """The hex by its number, what lies there, and why it is shown so."""
    return [number, *(said(fact) for fact in drawn.sheet.tell(drawn.campaign, number))]


def borders(drawn: Picture, number: str) -> list[str]:
    """What lies on the Sea Area of a hex and beside it; [] on land."""
    sea = next((sea for sea in drawn.seas if sea.id == drawn.waters.get(number)), None)
    if sea is None:
        return []
    names = {other.id: other.name for other in drawn.seas}
    beside = [names[other] for other in sea.beside if other in names]
    lines = (("ports", sea.ports), ("adjoins", beside))
    return [f"{what}: {', '.join(listed)}" for what, listed in lines if listed]


def patrolled(drawn: Picture) -> list[str]:
    """The Sea Areas in which somebody is on patrol, and who."""
    return [f"{sea.name}: {', '.join(sea.patrols)}" for sea in drawn.seas if sea.patrols]


def reaches(drawn: Picture, number: str) -> list[str]:
    """Who may come to the Sea Area of a hex, the nearest first, with how and to what under it, further in; [] on
    land."""
    area = drawn.waters.get(number, "")
    return [line for reach in drawn.sheet.reach(drawn.campaign, area) for line in _reach(drawn, reach)] if area else []


def _reach(drawn: Picture, reach: Reach) -> Iterator[str]:
    yield f"{drawn.names.get(reach.power, reach.power.title())}, {reach.start}: {reach.units}"
    if reach.way:
        yield f"  by {', '.join(reach.way)}"
    yield f"  {'; '.join(map(said, reach.says))}"
    if reach.unsure:
        yield f"  not enforced until checked on your board: {'; '.join(reach.unsure)}"


def within(drawn: Picture, number: str, most: int) -> list[str]:
    """What lies within so many hexes of a hex, each with how many, the nearest first."""
    near: dict[str, int] = {}
    for away in range(1, most + 1):
        ring = drawn.sheet.around(number, away)
        for mark in drawn.marks:
            if mark.hex in ring and mark.hex != number:
                near.setdefault(mark.name, away)
    listed = ", ".join(f"{name} {away}" for name, away in near.items())
    return [f"within {most}: {listed or 'nothing'}"]
