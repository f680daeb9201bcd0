"""Drawing a battle: each roll with its table, the cell lit, the modifiers; what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from tui import glyphs
from tui.models.battles import Battle, Cast, Counted, Grid, grid
from tui.panels.laying import BLANK, Laid, column, paragraph, signed, with_rule
from tui.panels.reckoning import headline, lay_idle, lay_reckoning
from tui.rows import Row, cut, fit, row, wrap
from tui.words import begun

_ROWS = 3
"""Rows of a table around the one where the die led."""
_VALUE = 4


def lay_battle(battle: Battle, width: int) -> list[Laid]:
    """One battle's lines; of one under way the latest roll stands first, under what it asks."""
    laid = [Laid(line) for line in decisive(battle, width)]
    forces = [row(f" {line}") for line in wrap(battle.forces, width - 2)]
    laid += [Laid(line) for line in with_rule(forces, battle.rule, width)]
    if battle.open:
        # What is asked hangs on how it stands now and on the latest roll.
        for text, rule in battle.words:
            laid += paragraph(text, width, "strong", rule=rule, indent=3)
    several = len(battle.casts) > 1
    for cast in _latest_first(battle.casts) if battle.open else battle.casts:
        laid += lay_cast(cast, width, several=several, last=cast is battle.casts[-1])
        # Of a single roll what came of it stands before what it was made of.
        laid += lay_reckoning(cast, width) if several else []
    words = () if battle.open else battle.words
    if len(battle.casts) > 1 and (words or battle.changes or battle.lost):
        laid.append(Laid(row((" In all", "heading"))))
    for text, rule in words:
        laid += paragraph(text, width, rule=rule, indent=3)
    for text, rule in battle.lost:
        laid += paragraph(text, width, "changed", rule=rule, indent=3)
    laid += lay_figures(battle.changes, width)
    if not several:
        laid += [line for cast in battle.casts for line in (BLANK, *lay_reckoning(cast, width))]
    return [*laid, *_idle(battle, width)]


def decisive(battle: Battle, width: int) -> list[Row]:
    """What decides the battle's latest roll that counts strengths, the first thing to be seen; () without one."""
    counting = [cast for cast in battle.casts if cast.strengths]
    return headline(counting[-1], width) if counting else []


def _latest_first(casts: Sequence[Cast]) -> list[Cast]:
    """Rolls backwards, each before those that it called for."""
    groups: list[list[Cast]] = []
    for cast in casts:
        if cast.shown.follows and groups:
            groups[-1].append(cast)
        else:
            groups.append([cast])
    return [cast for group in reversed(groups) for cast in group]


def lay_figures(figures: Sequence[Counted], width: int) -> list[Laid]:
    """Figures that were changed, and under them what changed them where it was several things."""
    laid: list[Laid] = []
    for figure in figures:
        laid += paragraph(figure.text, width, "changed", rule="" if figure.causes else figure.rule, indent=3)
        for value, why, rule in figure.causes:
            laid += paragraph(f"{column(signed(value), _VALUE)}  {why}", width, rule=rule, indent=4)
    return laid


def lay_cast(cast: Cast, width: int, *, several: bool, last: bool) -> list[Laid]:
    """One roll: its table around the cell, the die, what modified it, and what it came to. Of ``several`` each has a
    heading, and all but the ``last`` show one row of their table only."""
    laid: list[Laid] = []
    if several:
        head = [row((f" {line}", "heading")) for line in wrap(begun(cast.title), width - 2)]
        laid += [Laid(line) for line in with_rule(head, cast.rule, width)]
    if cast.column and cast.shown.rows:
        tall = _ROWS + 2 if cast.row is None else _ROWS if last else 1
        laid += lay_grid(grid(cast.shown, width - 6, tall, _cell(cast)), width, _cell(cast))
    if said := _die(cast):
        line = row(f" {said}", (cast.cell, "now"))
        laid += [Laid(line)] if line.width <= width else [Laid(row(f" {said}")), Laid(row("   ", (cast.cell, "now")))]
    for text, rule in cast.words:
        laid += paragraph(text, width, rule=rule, indent=3)
    return laid


def _cell(cast: Cast) -> int:
    """The width of a table's column: its longest cell with room for the brackets around it."""
    return max(len(text) for _, cells in cast.shown.rows for text in (*cells, *cast.shown.columns)) + 2


def _die(cast: Cast) -> str:
    """What was rolled and where it led, up to the cell."""
    if not cast.rolled:
        return ""
    net = f", net {signed(cast.net)}" if cast.net else ""
    if not cast.faces and cast.row is None:
        return f"not rolled yet{net}" if cast.column else ""
    rolled = f"rolled {', '.join(map(str, cast.faces))}{net}" if cast.faces else "no roll"
    return rolled if cast.row is None else f"{rolled}, row {_number(cast.row)}, {cast.across} {cast.column}: "


def _number(value: int) -> str:
    return f"{glyphs.sign('minus')}{-value}" if value < 0 else str(value)


def lay_grid(part: Grid, width: int, each: int) -> list[Laid]:
    """The table's part around the cell."""
    more = glyphs.sign("more")
    head = row((f"     {more if part.before else ' '}", "quiet"))
    for at, label in enumerate(part.columns):
        lit = at == part.lit_column
        said = f"{glyphs.sign('now')}{label}" if lit else f" {label}"
        head = head + row((fit(said, each), "now" if lit else "quiet"))
    if part.after:
        head = head + row((more, "quiet"))
    laid = [Laid(cut(head, width))]
    for y, (number, cells) in enumerate(part.rows):
        lit_row = y == part.lit_row
        sign = glyphs.sign("now") if lit_row else " "
        line = row((f" {sign}{column(_number(number), 3)} ", "now" if lit_row else "quiet"))
        for at, text in enumerate(cells):
            lit = at == part.lit_column
            here = lit and lit_row
            shown = f"[{text}]" if here else f" {text}"
            line = line + row((fit(shown, each), "now" if here else "" if lit or lit_row else "quiet"))
        laid.append(Laid(cut(line, width)))
    return laid


def _idle(battle: Battle, width: int) -> list[Laid]:
    """What did not count, and why not."""
    return lay_idle(battle.casts, width, f"What {'does' if battle.open else 'did'} not count")
