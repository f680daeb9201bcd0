"""The lines of the panel of strategic bombing: what stands on the fronts, targets, forces on their way, modifiers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.sheets.raids import Aim, Flight, Stand
from tui import glyphs
from tui.models.raids import Section, Weighed
from tui.odds_model import Odds
from tui.panels.laying import BLANK, Laid, column, figure, labelled, paragraph, signed
from tui.panels.reckoning import lay_modifier
from tui.panels.strikes import lay_forecast
from tui.rows import Row, clean, cut, fit, row, spread, wrap

_STRENGTH, _BRPS, _MARKERS = 4, 5, 4


def lay_stands(stands: Sequence[Stand], who: str, width: int) -> tuple[list[Laid], list[Laid]]:
    """What is ready on the fronts, front by front: of the power at hand; then of its friends and of their enemies."""
    by: dict[tuple[bool, str], list[str]] = {}
    for stand in stands:
        counts = ((stand.bombers, "bomber"), (stand.interceptors, "interceptor"))
        units = " + ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in counts if count)
        by.setdefault((stand.mine, stand.who), []).append(f"{stand.front} {units}")
    mine = by.pop((True, who), ["nothing on any front"])
    friends = [f"{name}: {', '.join(parts)}" for (ours, name), parts in by.items() if ours]
    enemies = [f"{name}: {', '.join(parts)}" for (ours, name), parts in by.items() if not ours]
    below = paragraph(f"Ready too, {'; '.join(friends)}.", width, "quiet") if friends else []
    below += paragraph(f"Against them, {'; '.join(enemies)}.", width, "quiet") if enemies else []
    return paragraph(f"Ready, {who}: {', '.join(mine)}.", width, "quiet"), below


def worth(aim: Aim) -> str:
    """A target's defence, value and markers in one line."""
    parts = [f"strength {aim.strength.total}", f"{figure(aim.value) if aim.value is not None else 'any'} BRPs"]
    return clean(", ".join([*parts, *aim.markers]))


def target_rows(aims: Sequence[Aim], chosen: Aim, height: int, width: int) -> list[Row]:
    """The targets around the chosen one: strength, BRPs ("any" without limit), an asterisk for markers."""
    names = width - 2 - _STRENGTH - _BRPS - 2
    titles = f"  {fit('Targets', names)}{column('str', _STRENGTH)}{column('BRPs', _BRPS)}"
    at, room = list(aims).index(chosen), max(2, height - 1)
    top = max(0, min(at - room // 2, len(aims) - room))
    rows = [row((titles, "heading"))]
    for aim in aims[top : top + room]:
        here = aim is chosen
        sign = (f"{glyphs.sign('now')} " if here else "  ", "now")
        value = "any" if aim.value is None else aim.value
        figures = f"{column(aim.strength.total, _STRENGTH)}{column(value, _BRPS)}"
        ink = "now" if here else ""
        name, more = labelled(aim.name, names)
        rows.append(row(sign, (name, ink), (figures, ink), (" *" if aim.markers else "", "changed")))
        rows += [row("    ", (text, ink)) for text in more]
    return rows


def flight_rows(flights: Sequence[Flight], width: int) -> list[Laid]:
    """The forces that are announced, each with its way and who meets it."""
    laid = [BLANK, Laid(row((" Announced", "heading")))] if flights else []
    for number, flight in enumerate(flights, 1):
        said = f"{number}. {flight.who} against {flight.target}: {', '.join(flight.units)}. "
        legs = [f"{leg.front}: {', '.join(leg.met) or 'nobody yet'}" for leg in flight.way]
        laid += paragraph(clean(said + "; ".join(legs) + "."), width, indent=1)
    return laid


def lay_sections(sections: Sequence[Section], width: int) -> list[Laid]:
    """Every modifier with its reason, combat by combat: the net one, those that hold, those that do not."""
    laid: list[Laid] = []
    for section in sections:
        laid += [BLANK, Laid(row((f" Modifier {signed(section.net)}", "strong"), (f" {section.title}", "quiet")))]
        laid += [line for each in section.modifiers for line in lay_modifier(each, width)]
    return laid


def odds_pane(said: Weighed, width: int) -> list[Row]:
    """What may come of the order, and before it what the air combat at hand comes to."""
    rows: list[Row] = []
    if said.meets:
        rows += [row(("In the air", "heading"), ("  exact", "quiet"))]
        rows += [row((line, "quiet")) for line in wrap(f"{said.meets}.", width)]
        rows += [_mean(figure, width) for figure in said.clash]
        rows.append(row())
    return [cut(line, width) for line in [*rows, *lay_forecast(said.told, width)]]


def _mean(figure: Odds, width: int) -> Row:
    mean = f"{figure.mean:.1f}" if figure.mean is not None else ""
    return spread(
        row(clean(figure.label)), row((f"{figure.low}-{figure.high}  mean ", "quiet"), (mean, "strong")), width
    )
