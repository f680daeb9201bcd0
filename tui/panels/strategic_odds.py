"""The forecast pane: bars of NARFs with their chances, losses on the average, what else may happen."""

from __future__ import annotations

from tui import glyphs
from tui.models.strategic_boxes import OddsView, decimal, percent
from tui.panels.laying import Laid, column, paragraph, refusals
from tui.rows import Row, cut, fit, row, spread, wrap

BESIDE = 74
"""From this width on the forecast stands beside what it is of."""
PANE = 27
_LABEL, _PERCENT, _WIDEST = 6, 6, 36


def odds_rows(odds: OddsView | None, width: int, nothing: str = "Fought on the board.") -> list[Row]:
    """The pane's lines; ``nothing`` is what stands there without odds."""
    if odds is None:
        return [row((nothing, "quiet"))]
    supposed = row("against ", (f"{odds.enemy} {odds.against}", "now"), (f", has {odds.most}", "quiet"))
    lines = [cut(supposed, width)]
    if odds.quiet:
        return [*lines, *(row((part, "quiet")) for part in wrap(f"{odds.quiet[:1].upper()}{odds.quiet[1:]}.", width))]
    if odds.refusals:
        return [*lines, *(line.row for line in refusals(odds.refusals, width))]
    die = ", ".join(part for part in (_column(odds.column), f"die {odds.net}" if odds.net else "") if part)
    if die:
        lines.append(cut(row((die, "quiet")), width))
    bears = f" {odds.victim} loses" if odds.victim else ""
    lines.append(cut(row(("NARFs", "heading"), (bears, "heading")), width))
    lines += bar_rows(
        [(bar.label, float(bar.chance)) for bar in odds.bars], [percent(b.chance) for b in odds.bars], width
    )
    lines.append(_pair("mean NARFs", decimal(odds.mean), width, "strong"))
    lines += [_pair(label, decimal(value), width) for label, value in odds.means if value]
    lines += [_pair(label, percent(chance), width) for label, chance, _ in odds.chances if chance]
    if not odds.exact:
        lines.append(row(("sampled, not exact", "quiet")))
    return lines


def supposed_rows(odds: OddsView, width: int) -> list[Laid]:
    """What the forecast takes for granted."""
    return paragraph(f"Supposed: {'; '.join(odds.supposed)}.", width, "quiet") if odds.supposed else []


def odds_title(odds: OddsView | None, width: int, *, keys: bool = True) -> Row:
    """What stands over the pane: the battle, and the keys that change the supposed enemy."""
    if odds is None:
        return row(("What may come of it", "heading"))
    if not keys:
        return cut(row((odds.title, "heading")), width)
    return spread(row((odds.title, "heading")), row(("+ - ", "key"), ("suppose", "quiet")), min(width, _WIDEST))


def _column(name: str) -> str:
    return f"column {name}" if name else ""


def bar_rows(bars: list[tuple[str, float]], figures: list[str], width: int) -> list[Row]:
    """One horizontal bar for each label, scaled to the longest."""
    labels = max([_LABEL, *(len(label) for label, _ in bars)])
    room = max(3, min(width, _WIDEST) - labels - _PERCENT - 1)
    top = max((value for _, value in bars), default=0.0)
    rows = []
    for (label, value), said in zip(bars, figures, strict=True):
        long = max(1, round(value * room / top)) if value and top else 0
        rows.append(
            row(
                (column(label, labels), "quiet"),
                " ",
                (fit(glyphs.sign("full") * long, room), "now"),
                column(said, _PERCENT),
            )
        )
    return rows


def _pair(label: str, value: str, width: int, ink: str = "") -> Row:
    return spread(row((label, "quiet")), row((value, ink)), min(width, _WIDEST))
