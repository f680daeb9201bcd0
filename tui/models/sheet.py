"""The turn on one page of plain text: money, efforts, wars, countries, levels, duties and units to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.sheets.ledger import falls_due, ledger_of
from engine.kernel.sheets.overview import Overview
from engine.kernel.values import frozen
from tui import glyphs
from tui.frame_model import called, ledger_lines, power_name
from tui.models.forces import unit_words
from tui.models.forms import name_of
from tui.rows import clean, fit, wrap
from tui.words import and_list, turn_name

if TYPE_CHECKING:
    from engine.kernel.ruleset import Ruleset
    from saves.desk import Desk


@frozen
class Part:
    """A part of the sheet: its title and its lines, made for a width."""

    title: str
    lines: tuple[str, ...]


def sheet(desk: Desk, width: int) -> tuple[Part, ...]:
    """The parts that this game has something to say in."""
    parts = (
        Part(f"Powers, in {ledger_of(desk.ruleset).money}", _powers(desk, width)),
        Part("Due this turn", _duties(desk, width)),
        Part("At war", _wars(desk, width)),
        Part("Minor countries", _countries(desk, width)),
        *_levels(desk, width),
        Part("Units to come", _coming(desk, width)),
    )
    return tuple(part for part in parts if part.lines)


def heading(desk: Desk) -> str:
    """The sheet's title line."""
    campaign, ruleset = desk.campaign, desk.ruleset
    sequence = ruleset.sequence
    step = sequence[campaign.progress.step].title if campaign.progress.step in sequence else ""
    turn = f"turn {campaign.progress.turn} of {ruleset.calendar.last(campaign)}"
    said = (called(desk), turn_name(ruleset.calendar.now(campaign)), turn, step)
    return clean(f" {glyphs.sign('dot')} ".join(part for part in said if part))


def as_text(desk: Desk, width: int = 78) -> str:
    """The sheet as plain text, for printing and the command line."""
    lines = [heading(desk), "=" * min(width, len(heading(desk)))]
    for part in sheet(desk, width):
        lines += ["", part.title, "-" * len(part.title), *part.lines]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Nothing(Overview[Any]):
    """The overview of a game that has none."""


def _overview(ruleset: Ruleset[Any]) -> Overview[Any]:
    return ruleset.sheet(Overview) or _Nothing()


def _powers(desk: Desk, width: int) -> tuple[str, ...]:
    rows = ledger_lines(desk.ruleset, desk.campaign)
    if not rows:
        return ()
    wider = 0 if width < 66 else 1
    names, note = 14 + 2 * wider, ledger_of(desk.ruleset).note_title
    lines = [" " * names + "".join(figure.head(wider) for figure in rows[0].figures) + (f"  {note}" if wider else "")]
    for line in rows:
        said = f"  {line.note or glyphs.sign('none')}" if wider and note else ""
        lines.append(f"{fit(line.name, names)}{''.join(figure.cell(wider) for figure in line.figures)}{said}")
    return tuple(line[:width].rstrip() for line in lines)


def _duties(desk: Desk, width: int) -> tuple[str, ...]:
    duties: list[str] = []
    for duty in falls_due(desk.ruleset, desk.campaign):
        duties += _hanging(clean(f"{duty.text} ({duty.rule})"), width)
    return tuple(duties) or ("nothing",)


def _wars(desk: Desk, width: int) -> tuple[str, ...]:
    against: dict[tuple[str, str], list[str]] = {}
    for war in _overview(desk.ruleset).wars(desk.campaign):
        against.setdefault((war.one, war.since), []).append(name_of(desk.campaign, war.other))
    wars: list[str] = []
    for (power, since), others in against.items():
        wars += _hanging(f"{name_of(desk.campaign, power)}: {and_list(others)}, since {turn_name(since)}", width)
    return tuple(wars)


def _countries(desk: Desk, width: int) -> tuple[str, ...]:
    by_patron: dict[tuple[str, str], list[str]] = {}
    for country in _overview(desk.ruleset).countries(desk.campaign):
        by_patron.setdefault((country.patron, country.status), []).append(clean(country.name))
    lines: list[str] = []
    for (patron, status), names in sorted(by_patron.items()):
        label = f"{power_name(desk.campaign, patron)}, {status}" if patron else status
        lines += _hanging(f"{label}: {and_list(names)}", width)
    return tuple(lines)


def _levels(desk: Desk, width: int) -> tuple[Part, ...]:
    """Each figure that things have moved, with what moved it and when."""
    parts: list[Part] = []
    for name, moved in _overview(desk.ruleset).levels(desk.campaign):
        lines: list[str] = []
        for line in moved.lines:
            lines += _hanging(clean(f"{line.value:+d}  {line.label} ({line.rule})"), width)
        parts.append(Part(clean(f"{name}: {moved.total}"), tuple(lines)))
    return tuple(parts)


def _coming(desk: Desk, width: int) -> tuple[str, ...]:
    by_date: dict[tuple[int, str], dict[str, list[str]]] = {}
    order = {"spring": 1, "summer": 2, "fall": 3, "winter": 4}
    for coming in _overview(desk.ruleset).coming(desk.campaign):
        date = (coming.year * 10 + order.get(coming.season, 0), f"{coming.season.title()} {coming.year}")
        units = f"{coming.count} {unit_words(coming.kind, coming.strength, coming.tag)}"
        by_date.setdefault(date, {}).setdefault(coming.power, []).append(units)
    lines: list[str] = []
    # The next date only: what comes years later stands in the forces browser.
    for (_, spoken), powers in sorted(by_date.items())[:1]:
        for power, each in powers.items():
            lines += _hanging(f"{spoken}, {power_name(desk.campaign, power)}: {', '.join(each)}", width)
    return tuple(lines)


def _hanging(text: str, width: int) -> list[str]:
    lines = wrap(text, max(20, width - 2))
    return [line if at == 0 else f"  {line}" for at, line in enumerate(lines)]
