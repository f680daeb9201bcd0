"""Victory for the eye: the ends of a campaign and each side's objectives as groups of lines, with what is told of
each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.sheets.objectives import Objective, Objectives, Standing, Victory, Way
from engine.kernel.values import frozen
from tui.rows import clean
from tui.words import begun

if TYPE_CHECKING:
    from saves.desk import Desk

Told = tuple[str, str]
"""A text and its rule, '' for none."""


@frozen
class Line:
    """A line of a group: ``spot`` for the cursor, its ``path`` in the campaign ('' for none), what stands at its left
    and, in words, behind it; ``counts``: whether it counts, or still may come; ``told``: what is told of it."""

    spot: str
    path: str
    name: str
    said: str
    rule: str
    counts: bool
    told: tuple[Told, ...]


@frozen
class Group:
    """A heading that the cursor may stand on, with ``figure`` and ``word`` at its right, and its lines."""

    spot: str
    title: str
    figure: str
    word: str
    lines: tuple[Line, ...]
    told: tuple[Told, ...]


@frozen
class Page:
    """All of it: the ``result`` first, once there is one."""

    result: tuple[Told, ...]
    groups: tuple[Group, ...]
    about: tuple[Told, ...]

    def told(self, spot: str) -> tuple[Told, ...]:
        """What is told of a group or line."""
        for group in self.groups:
            if group.spot == spot:
                return group.told
            for line in group.lines:
                if line.spot == spot:
                    return line.told
        return ()

    def path(self, spot: str) -> str:
        """The path of what stands on a line."""
        return next((line.path for group in self.groups for line in group.lines if line.spot == spot), "")


def page(desk: Desk) -> Page | None:
    """Victory as the desk's seat knows it; None in a game that has no such page."""
    sheet = desk.ruleset.sheet(Objectives)
    if sheet is None:
        return None
    found = sheet.victory(desk.campaign)
    sides = sorted(found.sides, key=lambda side: not _played(desk, side))
    groups = [*_ends(found), *(_side(side, found) for side in sides), *_nobodys(found)]
    return Page(_said(found.result), tuple(groups), _said(found.about))


def _played(desk: Desk, side: Standing) -> bool:
    """Whether a side is the desk's own, where several seats play: its objectives come first."""
    mine = {power for power, seat in desk.campaign.seats.items() if seat == desk.seat}
    return bool(mine & set(side.powers))


def _said(texts: tuple[Told, ...]) -> tuple[Told, ...]:
    return tuple((f"{begun(clean(text))}.", rule) for text, rule in texts)


# --- the ends


def _ends(found: Victory) -> list[Group]:
    if not found.ways:
        return []
    lines = tuple(_way(way) for way in found.ways)
    told = (("The ends of the campaign by the rules, each with what it still wants.", "27.1"),)
    return [Group("ends", "How it may end", "", "", lines, told)]


def _way(way: Way) -> Line:
    if way.closed:
        far = "not now"
    elif way.turns:
        far = "this turn" if way.turns == 1 else f"in {way.turns} turns"
    else:
        far = f"{way.needs} {way.word}" if way.needs else "reached"
    told = [(f"{begun(way.gives)}, {way.when}.", way.rule)]
    if way.closed:
        told.append((f"Not now: {way.closed}.", ""))
    if way.held:
        told.append((f"Has {', '.join(way.held)}.", ""))
    elif way.missing:
        told.append(("Has nothing of it.", ""))
    if way.needs:
        told.append((f"{way.needs} more of {', '.join(way.missing)}.", ""))
    title = clean(way.title)
    return Line(way.id, "", title, far, way.rule, not way.closed, tuple((clean(text), rule) for text, rule in told))


# --- the objectives


def _side(side: Standing, found: Victory) -> Group:
    rungs = ", ".join(f"{name} from {least}" for name, least in side.rungs)
    told = [(f"{begun(rungs)}; fewer are a stalemate.", side.rule)]
    if side.more is not None:
        name, more = side.more
        told.append((f"{more} more for {name}.", ""))
    told += _said(found.about)
    lines = tuple(_objective(side.id, one, clean(side.title)) for one in side.objectives)
    return Group(side.id, clean(side.title), str(side.figure.total), side.level, lines, tuple(told))


def _nobodys(found: Victory) -> list[Group]:
    if not found.nobodys:
        return []
    lines = tuple(_objective("nobody", one, "") for one in found.nobodys)
    return [Group("nobody", "Count for nobody", str(len(lines)), "", lines, _said(found.about))]


def _objective(group: str, one: Objective, whose: str) -> Line:
    counts = not one.why_not
    said = clean(one.holder if counts else one.why_not)
    told = [(clean(f"{one.name}: {one.holder}."), "")]
    told.append(
        (f"Counts for {whose.removesuffix('.')}." if counts else f"Does not count: {clean(one.why_not)}.", one.rule)
    )
    return Line(f"{group} {one.path}", one.path, clean(one.name), said, one.rule, counts, tuple(told))
