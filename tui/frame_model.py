"""What the frame shows, as plain values: the title, the turn's checklist, the ledger, the duties, the journal's
last lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.kernel import ruleset as rulesets
from engine.kernel.outlook import Mark, Outlook
from engine.kernel.sequence import Step
from engine.kernel.sheets.ledger import falls_due, ledger_of
from engine.kernel.values import frozen
from tui import glyphs
from tui.rows import clean, fit
from tui.telling import Told, latest
from tui.words import and_list as and_list
from tui.words import bare
from tui.words import turn_name as turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.ruleset import Ruleset
    from saves.desk import Desk


def power_name(campaign: Campaign, power: str) -> str:
    """The name of a power for people."""
    named = ledger_of(rulesets.of(campaign)).powers(campaign).get(power, "")
    return bare(named or power.replace("-", " ").title())


@frozen
class Heading:
    """The first line. ``asked``: who is to do what, ``briefly``: in a few words; ``over``: play has ended."""

    title: str
    date: str
    turn: str
    half: str
    asked: str
    dice: str
    seat: str
    over: bool
    briefly: str = ""


def heading(desk: Desk, outlook: Outlook) -> Heading:
    """The title line of a campaign."""
    campaign, ruleset = desk.campaign, desk.ruleset
    step = step_at_hand(desk)
    half = step.half.title() if step is not None and step.half else ""
    last = ruleset.calendar.last(campaign)
    seats = dict.fromkeys(campaign.seats.values())
    return Heading(
        title=called(desk),
        date=turn_name(ruleset.calendar.now(campaign)),
        turn=f"turn {campaign.progress.turn} of {last}",
        half=f"{half} half" if half else "",
        asked=asked(desk, outlook),
        dice="own dice" if desk.keyboard_dice else "keyed dice",
        seat="you watch" if desk.watches else clean(desk.seat) if len(seats) > 1 else "",
        over=bool(outlook.over),
        briefly=briefly(desk, outlook),
    )


def called(desk: Desk) -> str:
    """What a campaign is called: its own title, else its scenario's."""
    return clean(desk.title or desk.campaign.title or desk.name)


def asked(desk: Desk, outlook: Outlook) -> str:
    """Who is awaited, and for what; a proposal that this seat is asked about first."""
    if proposer := asking(desk):
        return f"{proposer} proposes: T answers"
    if outlook.over:
        return "the campaign is over"
    if outlook.decision is not None:
        return f"{power_name(desk.campaign, outlook.decision.power)}: {clean(outlook.decision.title)}"
    names = [power_name(desk.campaign, power) for power in outlook.awaits]
    if not names:
        return "nobody is awaited"
    if len(names) <= 2:
        who = and_list(names)
    else:
        who = "all powers" if len(names) == len(desk.campaign.seats) else f"{names[0]} and {len(names) - 1} more"
    step = step_at_hand(desk)
    return f"{who} to act" if step is None or step.mode != "by-hand" else f"{who}: by hand"


def asking(desk: Desk) -> str:
    """Who asks this seat for its consent, '' where nobody does."""
    if not desk.waits_for_consent:
        return ""
    asks = (found for found in desk.proposals if desk.seat in found.lacks(desk.campaign))
    return next((clean(found.player or found.seat) for found in asks), "")


def briefly(desk: Desk, outlook: Outlook) -> str:
    """Who is awaited, in a few words."""
    if proposer := asking(desk):
        return f"{proposer} asks: T"
    if outlook.over or not outlook.awaits:
        return asked(desk, outlook)
    powers = (outlook.decision.power,) if outlook.decision is not None else outlook.awaits
    first = power_name(desk.campaign, powers[0])
    return f"{first} is asked" if len(powers) == 1 else f"{first} and {len(powers) - 1} more"


def step_at_hand(desk: Desk) -> Step[Any] | None:
    """The step of the campaign, None before its first."""
    step_id = desk.campaign.progress.step
    sequence = desk.ruleset.sequence
    return sequence[step_id] if step_id in sequence else None


def segment_title(ruleset: Ruleset[Any], segment: str) -> str:
    """What people call a segment."""
    return clean(ruleset.sequence.segment(segment))


@frozen
class Segment:
    """A segment of the sequence in one half. ``state``: done, now, next or skipped; ``reason``: why it is skipped."""

    number: int
    title: str
    half: str
    state: str
    reason: str
    marks: tuple[Mark[Any], ...]


def segments(ruleset: Ruleset[Any], marks: Iterable[Mark[Any]]) -> tuple[Segment, ...]:
    """The checklist by segments, in the order of play."""
    groups: dict[tuple[str, int, str], list[Mark[Any]]] = {}
    for mark in marks:
        groups.setdefault((mark.step.half, mark.step.number, mark.step.segment), []).append(mark)
    return tuple(
        _segment(half, number, segment_title(ruleset, segment), segment_marks)
        for (half, number, segment), segment_marks in groups.items()
    )


def _segment(half: str, number: int, title: str, marks: list[Mark[Any]]) -> Segment:
    states = {mark.state for mark in marks}
    if "now" in states:
        state = "now"
    elif states == {"skipped"}:
        state = "skipped"
    else:
        state = "next" if "next" in states else "done"
    reasons = tuple(dict.fromkeys(mark.reason for mark in marks if mark.reason))
    reason = reasons[0] if state == "skipped" and reasons else ""
    return Segment(number, title, half, state, clean(reason), tuple(marks))


def next_up(marks: Sequence[Mark[Any]]) -> Mark[Any] | None:
    """The step that comes after the one at hand this turn."""
    for mark in marks:
        if mark.state == "next" and mark.step.mode != "automatic":
            return mark
    return None


@frozen
class LedgerFigure:
    """A figure of the ledger under its column's title; ``rank`` as the column has it (0: shown always)."""

    title: str
    width: int
    text: str
    rank: int

    def head(self, wider: int = 0) -> str:
        """The title, at the right of the column."""
        return fit(self.title, self.width + wider, "right")

    def cell(self, wider: int = 0) -> str:
        """The figure, at the right of the column."""
        return fit(self.text, self.width + wider, "right")


@frozen
class LedgerLine:
    """One power's figures, those of its hand first, in the game's ``money``; ``note``: what else is said of it."""

    power: str
    name: str
    money: str
    figures: tuple[LedgerFigure, ...]
    note: str
    active: bool

    @property
    def brief(self) -> tuple[LedgerFigure, ...]:
        """The figures of the narrow ledger."""
        return tuple(figure for figure in self.figures if figure.rank < 2)


def ledger(desk: Desk, outlook: Outlook) -> tuple[LedgerLine, ...]:
    """The powers' lines as their ruleset gives them; none for a game without money."""
    step = step_at_hand(desk)
    # Where all of them put the board in order together, no one is at move.
    acting = () if step is not None and step.mode == "by-hand" and outlook.decision is None else outlook.awaits
    return ledger_lines(desk.ruleset, desk.campaign, acting)


def ledger_lines(ruleset: Ruleset[Any], campaign: Campaign, acting: Sequence[str] = ()) -> tuple[LedgerLine, ...]:
    """The ledger of a campaign; ``acting``: the powers at move."""
    lines = []
    for entry in ledger_of(ruleset).rows(campaign):
        figures = tuple(
            LedgerFigure(column.title, column.width, _figure(value), column.rank)
            for column, value in zip(ledger_of(ruleset).columns, entry.figures, strict=True)
        )
        name, note = bare(entry.name), clean(entry.note)
        lines.append(LedgerLine(entry.power, name, ledger_of(ruleset).money, figures, note, entry.power in acting))
    return tuple(lines)


def _figure(value: int | None) -> str:
    return glyphs.sign("none") if value is None else str(value)


@frozen
class DueLine:
    """A duty of this turn; ``order``: what meets it, or how that begins, '' where nothing here does."""

    text: str
    rule: str
    overdue: bool
    order: str = ""


def due(desk: Desk) -> tuple[DueLine, ...]:
    """The duties as their ruleset gives them, the overdue ones first."""
    duties = falls_due(desk.ruleset, desk.campaign)
    lines = [DueLine(clean(duty.text), clean(duty.rule), duty.overdue, clean(duty.order)) for duty in duties]
    return tuple(sorted(lines, key=lambda line: not line.overdue))


def tail(desk: Desk, count: int) -> list[Told]:
    """The last entries worth telling, latest first. At a turn's start those of the turn before are not read: a
    screen must not wait for it."""
    loud = (told for told in latest(desk.ruleset, desk.campaign, desk.entries()) if not told.routine)
    return list(islice(loud, count))
