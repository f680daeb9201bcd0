"""A story as text: Markdown to post, or plain lines to read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from engine.kernel.values import frozen
from tui.models.curves import Curves, by_years, chart
from tui.models.story import Chapter, Story
from tui.models.story_dice import SeatDice
from tui.models.turn_report import Line, Part
from tui.rows import clean
from tui.words import and_list

_HIGH, _WIDE = 10, 72
"""Rows of a chart, and the columns that it may take; wider ones go by years."""
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
Block = tuple[str, tuple[str, ...]]
"""``h1`` to ``h3``, ``text``, ``item``, ``pre`` (a drawing), ``table`` (its head first): a block and its lines."""


def as_markdown(told: Story) -> str:
    """The whole story as Markdown."""
    return "\n".join(_written(_story(told), Markdown)) + "\n"


def as_plain(told: Story) -> str:
    """The whole story as plain text."""
    return "\n".join(_written(_story(told), Plain)) + "\n"


def chapter_as_markdown(told: Chapter) -> str:
    """One turn as Markdown."""
    return "\n".join(_written(_chapter(told), Markdown)) + "\n"


# --- what there is to tell


def _story(told: Story) -> Iterator[Block]:
    yield "h1", (told.title,)
    for seat in told.seats:
        yield "item", (seat,)
    yield "text", (f"The end: {told.result}." if told.result else "The campaign goes on.",)
    for one in told.chapters:
        yield from _chapter(one)
    if told.charts:
        yield "h2", ("Curves",)
        for drawn in told.charts:
            yield from _curves(drawn)
    if told.dice:
        yield "h2", ("Dice",)
        where = "Their secret is published: 'warledger verify' checks every one." if told.published else ""
        yield "text", (f"What fell, beside what could be expected. {where}".rstrip(),)
        yield from _sums(told.dice)
        for dice in told.dice:
            yield from _faces(dice)
    if told.unopened:
        yield "h2", ("Under seal to the end",)
        for said in told.unopened:
            yield "item", (said,)


def _chapter(told: Chapter) -> Iterator[Block]:
    yield "h2", (told.page.title,)
    if told.points:
        yield "h3", ("Turning points",)
        yield from (("item", (_line(point),)) for point in told.points)
    for part in told.page.parts:
        yield from _part(part)
    if told.page.quiet:
        yield "text", (f"Nothing of {and_list(told.page.quiet)}.",)
    if told.dice:
        yield "h3", ("Dice",)
        yield from _sums(told.dice)


def _part(part: Part) -> Iterator[Block]:
    yield "h3", (f"{part.title}: {part.figures}" if part.figures else part.title,)
    yield from (("item", (_line(line),)) for line in part.lines)


def _line(line: Line) -> str:
    value = f"{line.value:+d} " if line.value is not None else ""
    return f"{value}{line.text}{f' ({line.rule})' if line.rule else ''}"


def _curves(drawn: Curves) -> Iterator[Block]:
    by_turns = len(drawn.turns) * 2 <= _WIDE
    whole = drawn if by_turns else by_years(drawn)
    gap = max(2, min(8, _WIDE // max(1, len(whole.turns))))
    top, foot = str(whole.top), str(whole.foot)
    margin = max(len(top), len(foot))
    rows = chart(whole, _HIGH, gap)
    edges = {0: top, len(rows) - 1: foot}
    yield "h3", (drawn.title or "Figures",)
    yield (
        "pre",
        (
            *(f"{edges.get(at, ''):>{margin}} |{line}".rstrip() for at, line in enumerate(rows)),
            f"{'':>{margin}} +{'-' * (len(whole.turns) * gap)}",
            f"{whole.turns[0]} to {whole.turns[-1]}",
            ", ".join(f"{curve.mark} {curve.name}" for curve in whole.curves) + "; * several",
        ),
    )


def _sums(dice: Iterable[SeatDice]) -> Iterator[Block]:
    rows = [
        (one.seat, f"{one.count} of {one.sides} sides", str(one.fallen), _decimal(one.expected), _chance(one.so_high))
        for one in dice
    ]
    head = ("seat", "dice", "sum", "expected", "chance of so much or more")
    yield "table", tuple("\t".join(cells) for cells in (head, *rows))


def _faces(one: SeatDice) -> Iterator[Block]:
    head = ("face", *map(str, range(1, one.sides + 1)))
    fallen = (f"{one.seat}: fallen", *map(str, one.faces))
    due = ("expected", *([_decimal(one.each)] * one.sides))
    yield "table", tuple("\t".join(cells) for cells in (head, fallen, due))


def _decimal(figure: Fraction) -> str:
    return f"{float(figure):.1f}".removesuffix(".0")


def _chance(chance: Fraction | None) -> str:
    return f"{100 * float(chance):.1f} %" if chance is not None else "too many to say"


# --- how it is written


@frozen
class Written:
    """A way to write blocks: ``plainly`` makes of what somebody wrote what stands in the text, ``block`` the lines of
    a block."""

    plainly: Callable[[str], str]
    block: Callable[[str, tuple[str, ...]], Iterator[str]]


def _written(blocks: Iterable[Block], way: Written) -> Iterator[str]:
    last = ""
    for kind, lines in blocks:
        if last and not (kind == last == "item"):
            yield ""
        yield from way.block(kind, lines if kind == "pre" else tuple(_cleaned(way, line) for line in lines))
        last = kind


def _cleaned(way: Written, line: str) -> str:
    """What people wrote stands in one line and brings no sign of its own into the text."""
    return "\t".join(way.plainly(clean(cell)) for cell in line.split("\t"))


def _in_markdown(kind: str, lines: tuple[str, ...]) -> Iterator[str]:
    if kind == "pre":
        yield from ("```text", *(clean(line).replace("`", "'") for line in lines), "```")
    elif kind == "table":
        cells = [line.split("\t") for line in lines]
        yield _row(cells[0])
        yield _row(["---", *["---:"] * (len(cells[0]) - 1)])
        yield from map(_row, cells[1:])
    else:
        before = {"h1": "# ", "h2": "## ", "h3": "### ", "item": "- "}.get(kind, "")
        yield from (f"{before}{line}" for line in lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _in_plain(kind: str, lines: tuple[str, ...]) -> Iterator[str]:
    if kind in ("h1", "h2", "h3"):
        yield from lines
        yield {"h1": "=", "h2": "-", "h3": "."}[kind] * len(lines[0])
    elif kind == "table":
        cells = [line.split("\t") for line in lines]
        wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for row in cells:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
    else:
        yield from (f"{'- ' if kind == 'item' else ''}{line}" for line in lines)


Markdown = Written(lambda text: _SPECIAL.sub(r"\\\1", text), _in_markdown)
Plain = Written(lambda text: text, _in_plain)
