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


def odds_rows(found: OddsView | None, width: int, nothing: str = "Fought on the board.") -> list[Row]:
    """The pane's lines; ``nothing`` is what stands there without odds."""
    if found is None:
        return [row((nothing, "quiet"))]
    supposed = row("against ", (f"{found.enemy} {found.against}", "now"), (f", has {found.most}", "quiet"))
    lines = [cut(supposed, width)]
    if found.quiet:
        return [*lines, *(row((part, "quiet")) for part in wrap(f"{found.quiet[:1].upper()}{found.quiet[1:]}.", width))]
    if found.refusals:
        return [*lines, *(one.row for one in refusals(found.refusals, width))]
    die = ", ".join(part for part in (_column(found.column), f"die {found.net}" if found.net else "") if part)
    if die:
        lines.append(cut(row((die, "quiet")), width))
    bears = f" {found.victim} loses" if found.victim else ""
    lines.append(cut(row(("NARFs", "heading"), (bears, "heading")), width))
    lines += bar_rows(
        [(bar.label, float(bar.chance)) for bar in found.bars], [percent(b.chance) for b in found.bars], width
    )
    lines.append(_pair("mean NARFs", decimal(found.mean), width, "strong"))
    lines += [_pair(label, decimal(value), width) for label, value in found.means if value]
    lines += [_pair(label, percent(chance), width) for label, chance, _ in found.chances if chance]
    if not found.exact:
        lines.append(row(("sampled, not exact", "quiet")))
    return lines


def supposed_rows(found: OddsView, width: int) -> list[Laid]:
    """What the forecast takes for granted."""
    return paragraph(f"Supposed: {'; '.join(found.supposed)}.", width, "quiet") if found.supposed else []


def odds_title(found: OddsView | None, width: int, *, keys: bool = True) -> Row:
    """What stands over the pane: the battle, and the keys that change the supposed enemy."""
    if found is None:
        return row(("What may come of it", "heading"))
    if not keys:
        return cut(row((found.title, "heading")), width)
    return spread(row((found.title, "heading")), row(("+ - ", "key"), ("suppose", "quiet")), min(width, _WIDEST))


def _column(name: str) -> str:
    return f"column {name}" if name else ""


def bar_rows(bars: list[tuple[str, float]], figures: list[str], width: int) -> list[Row]:
    """One horizontal bar for each label, scaled to the longest."""
    labels = max([_LABEL, *(len(label) for label, _ in bars)])
    room = max(3, min(width, _WIDEST) - labels - _PERCENT - 1)
    top = max((value for _, value in bars), default=0.0)
    found = []
    for (label, value), said in zip(bars, figures, strict=True):
        long = max(1, round(value * room / top)) if value and top else 0
        found.append(
            row(
                (column(label, labels), "quiet"),
                " ",
                (fit(glyphs.sign("full") * long, room), "now"),
                column(said, _PERCENT),
            )
        )
    return found


def _pair(label: str, value: str, width: int, ink: str = "") -> Row:
    return spread(row((label, "quiet")), row((value, ink)), min(width, _WIDEST))
