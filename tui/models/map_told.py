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


def reaches(drawn: Picture, number: str) -> list[str]:
    """Who may come to the Sea Area of a hex, the nearest first; [] on land."""
    area = drawn.waters.get(number, "")
    return [line for reach in drawn.sheet.reach(drawn.campaign, area) for line in _reach(drawn, reach)] if area else []


def _reach(drawn: Picture, reach: Reach) -> Iterator[str]:
    yield f"{drawn.names.get(reach.power, reach.power.title())}, {reach.start}: {reach.units}"
    if reach.way:
        yield f"  by {', '.join(reach.way)}"
    for fact in reach.says:
        yield f"  {said(fact)}"
    if reach.unsure:
        yield f"  not held against your board: {'; '.join(reach.unsure)}"


def within(drawn: Picture, number: str, most: int) -> list[str]:
    """What lies within so many hexes of a hex."""
    near = drawn.sheet.around(number, most)
    names = dict.fromkeys(mark.name for mark in drawn.marks if mark.hex in near and mark.hex != number)
    return [f"within {most}: {', '.join(names) or 'nothing'}"]
