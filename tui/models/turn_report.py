"""What happened in a turn, or since a player last sat down, on one page by power; made from his seat's view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel import ruleset as rulesets
from engine.kernel.changes import RULES, Change, Entry
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.accounts import Bookkeeping, Books
from engine.kernel.sheets.atlas import Atlas
from engine.kernel.sheets.ledger import falls_due, ledger_of
from engine.kernel.sheets.overview import Gain, Overview
from engine.kernel.standing import Done
from engine.kernel.telling import backwards, steps_back
from engine.kernel.values import frozen
from tui import glyphs
from tui.frame_model import power_name
from tui.models.accounts import notes
from tui.models.battles import Battle, battles_of
from tui.models.forms import name_of
from tui.rows import clean
from tui.telling import taken_back
from tui.words import and_list, begun, turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.desk import Desk, Record


@frozen
class Line:
    """A line of the report: its text, the rule that it follows from, and what it adds to the figure over it (None for
    no figure)."""

    text: str
    rule: str = ""
    value: int | None = None


@frozen
class Part:
    """A power's part of the report, or one of the whole table: its title, what its money was and is, its lines."""

    title: str
    lines: tuple[Line, ...]
    figures: str = ""
    power: str = ""


@frozen
class Page:
    """A report. ``quiet``: the powers of which there is nothing to tell."""

    title: str
    parts: tuple[Part, ...]
    quiet: tuple[str, ...] = ()


@frozen
class Span:
    """A stretch of the journal as a seat sees it: how things stood before and after it, its live entries, the battles
    fought in it, and how many entries from before it were taken back in it."""

    before: Campaign
    after: Campaign
    entries: tuple[Entry, ...]
    fought: tuple[Battle, ...]
    taken_back: int = 0
    records: tuple[Record, ...] = ()
    written: frozenset[int] = frozenset()
    """The numbers of all its entries, also of those that were taken back in it."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that its entries changed."""
        return tuple(change for entry in self.entries for change in entry.changes)


# --- which entries


def labels(desk: Desk) -> tuple[str, ...]:
    """The turns that have been played, by their labels, the one at hand last."""
    played = dict.fromkeys(turn.label for turn in desk.turns())
    now = desk.ruleset.calendar.now(desk.campaign)
    # A turn that was taken back has a file and is no turn of the campaign any more.
    known = [label for label in played if label < now]
    return (*known, now)


def of_turn(desk: Desk, label: str) -> Span:
    """A turn by its label. Raises SavesError."""
    files = [turn.label for turn in desk.turns()]
    # An undo past a turn's start begins another file of the turn before it: what it took back stands in this turn's.
    first = files.index(label) if label in files else len(files)
    earlier = dict.fromkeys(one for one in files[first:] if one < label)
    undos = [entry for one in earlier for entry in desk.entries(one) if entry.undoes]
    return _span(desk.records(label), undos, desk, 0, now=label == desk.ruleset.calendar.now(desk.campaign))


def since(desk: Desk, last: int) -> Span:
    """Everything after an entry. Raises SavesError."""
    files = [turn.label for turn in desk.turns()]
    by_label: dict[str, tuple[Record, ...]] = {}
    for at, label in reversed(list(enumerate(files))):
        if label not in by_label:
            by_label[label] = desk.records(label)
        # A turn has another file where an undo went past the start of the next.
        own = by_label[label][files[:at].count(label) :][:1]
        if any(record.entries and record.entries[0].n <= last + 1 for record in own):
            break
    every = [record for records in by_label.values() for record in records if record.entries]
    every.sort(key=lambda record: record.entries[0].n)
    return _span(every, (), desk, last, now=True)


def _span(records: Sequence[Record], undos: Sequence[Entry], desk: Desk, last: int, *, now: bool) -> Span:
    """What records that follow one another tell after entry ``last``; ``undos``: entries elsewhere that took back some
    of theirs; ``now``: they go on to how the campaign stands."""
    written = [record for record in records if record.entries]
    every = (*undos, *(entry for record in written for entry in record.entries))
    dead = taken_back(every)
    # Told with a battle they say that it was taken back; what they changed belongs to other files.
    silent = tuple(attrs.evolve(entry, changes=()) for entry in every if entry.undoes)
    found: list[Entry] = []
    fought: list[Battle] = []
    before: Campaign | None = None
    for record in written:
        wanted = [entry for entry in record.entries if entry.n > last]
        if not wanted:
            continue
        first, stood = _begun(record, wanted[0].n)
        before = before if before is not None else stood
        if any(entry.n not in dead for entry in wanted):
            fought += battles_of(desk, record.campaign, (*record.entries[first:], *silent))
        found += [entry for entry in wanted if entry.n not in dead and not entry.undoes]
    after = desk.campaign if now or not written else written[-1].campaign
    back = [n for entry in every if entry.n > last for n in entry.undoes if n <= last]
    numbers = frozenset(entry.n for record in written for entry in record.entries if entry.n > last)
    begun = before if before is not None else after
    return Span(begun, after, tuple(found), tuple(fought), len(back), tuple(written), numbers)


def _begun(record: Record, n: int) -> tuple[int, Campaign]:
    """From which of a record's entries on the battles are told that came to something from entry ``n`` on, and how the
    campaign stood before ``n``."""
    at, start = len(record.entries), record.campaign
    stood = start
    for entry, state, _ in steps_back(record.campaign, record.entries):
        at -= 1
        if entry.n >= n:
            stood = state
        if entry.n <= n and not state.pending:
            break
    return at, stood


# --- what is told of them


def report(desk: Desk, title: str, span: Span, due: bool, turn: str = "") -> Page:
    """The report of a stretch of the journal; ``due``: with what is due now; ``turn``: the label of the turn that it
    is, '' where it is none."""
    by_power = _powers(desk, span)
    parts = [part for part in by_power if part.lines or part.figures]
    quiet = tuple(part.title for part in by_power if not (part.lines or part.figures))
    if span.fought:
        parts.append(Part("Battles", tuple(_battle(battle) for battle in span.fought)))
    if span.taken_back:
        many = span.taken_back
        said = f"{many} {'entry' if many == 1 else 'entries'} from before"
        parts.append(Part("Taken back", (Line(said),)))
    if said_there := _said(span):
        parts.append(Part("Said", said_there))
    if pinned := _pinned(desk, span):
        parts.append(Part("Notes on the map", pinned))
    if written := _noted(desk, span, turn):
        parts.append(Part("Your notes", written))
    if due:
        duties = falls_due(desk.ruleset, desk.campaign)
        late = {True: "overdue: ", False: ""}
        lines = tuple(Line(f"{late[duty.overdue]}{clean(duty.text)}", clean(duty.rule)) for duty in duties)
        parts.append(Part("Due now", lines or (Line("nothing"),)))
    return Page(clean(title), tuple(parts), quiet)


def _said(span: Span) -> tuple[Line, ...]:
    """What seats said to each other, proposed and answered, and who sat down where: the latest of it, as the journal
    says it. A remark is never taken back."""
    said = [
        Line(f"{entry.n}: {clean(text)}")
        for record in span.records
        for entry, text in reversed(list(backwards(record.campaign, record.entries)))
        if entry.remark and entry.n in span.written
    ]
    more = len(said) - _MOST_SAID
    return (*((Line(f"{more} earlier ones, which the journal tells"),) if more > 0 else ()), *said[-_MOST_SAID:])


def _pinned(desk: Desk, span: Span) -> tuple[Line, ...]:
    """The notes that were pinned to the map, as far as this seat can read them, and lie there still."""
    sheet = desk.ruleset.sheet(Atlas)
    if sheet is None:
        return ()
    after = desk.with_own(span.after)
    before = sheet.notes(desk.with_own(span.before))
    return tuple(
        Line(clean(f"{note.place}, {power_name(span.after, note.power)}: {note.said}"))
        for note in sheet.notes(after)
        if note not in before
    )


def _noted(desk: Desk, span: Span, turn: str) -> tuple[Line, ...]:
    """The notes of this seat on the turn and on entries in it, also on one that was taken back."""
    notes = desk.notes
    if notes.problem:
        return (Line(clean(notes.problem)),)
    on_turn = [("on the turn", notes.on(turn))] if turn and notes.on(turn) else []
    alive = {entry.n for entry in span.entries}
    alive |= {entry.n for record in span.records for entry in record.entries if entry.undoes}
    on_entries = [
        (f"on entry {n}{'' if n in alive else ', taken back'}", notes.entries[n])
        for n in sorted(span.written.intersection(notes.entries))
    ]
    return tuple(Line(f"{on}: {clean(' '.join(text.split()))}") for on, text in (*on_turn, *on_entries))


_MOST_SAID = 20
"""Remarks that are told; of more the latest."""


def _powers(desk: Desk, span: Span) -> list[Part]:
    rules = desk.ruleset
    others = _gains(rules, span)
    wars = _wars(rules, span)
    books = Books(rules, span.after, span.entries) if rules.sheet(Bookkeeping) is not None else None
    parts, figures = [], _figures(rules, span)
    names, news = _news(rules, span)
    for power in ledger_of(rules).powers(span.after):
        units = (*_units(books, power), *news.pop(power, ()))
        lines = [*_money(books, power, span), *units, *others.pop(power, ()), *wars.pop(power, ())]
        parts.append(Part(power_name(span.after, power), tuple(lines), figures.get(power, ""), power))
    given = _given(span, {part.power for part in parts if not part.lines})
    parts = [attrs.evolve(part, lines=part.lines or given.get(part.power, ())) for part in parts]
    rest = [
        Line(f"{name_of(span.after, who)}: {line.text}" if who else begun(line.text), line.rule)
        for told in (others, wars)
        for who, lines in told.items()
        for line in lines
    ]
    together = [Part(names[owner], tuple(lines)) for owner, lines in news.items()]
    return [*parts, *together, *([Part("Minor countries", tuple(rest))] if rest else [])]


def _given(span: Span, powers: Set[str]) -> dict[str, tuple[Line, ...]]:
    """What powers of which no figure tells anything have ordered, the first few of each: as the journal says it."""
    wanted = {
        entry.n: words[0]
        for entry in span.entries
        if entry.seat != RULES and (words := entry.order.split()) and words[1:2] != [Done.verb] and words[0] in powers
    }
    said: dict[str, list[Line]] = {}
    for record in span.records if wanted else ():
        told = [
            (wanted[entry.n], text, entry)
            for entry, text in backwards(record.campaign, record.entries)
            if entry.n in wanted
        ]
        for power, text, entry in reversed(told):
            said.setdefault(power, []).append(Line(clean(text), clean(", ".join(entry.rules[:2]))))
    lines = {}
    for power, each in said.items():
        more = len(each) - _MOST_GIVEN
        left = (Line(f"and {more} more orders, which the journal tells"),) if more > 0 else ()
        lines[power] = (*each[:_MOST_GIVEN], *left)
    return lines


_MOST_GIVEN = 4
"""Orders of a power that are told where no figure of it changed."""


def _figures(rules: Ruleset[Any], span: Span) -> dict[str, str]:
    """``hand 85 → 63, base 170 → 168``: of each power the figures of the ledger that are others now."""
    sheet = ledger_of(rules)
    was = {row.power: row.figures for row in sheet.rows(span.before)}
    told: dict[str, str] = {}
    for row in sheet.rows(span.after):
        each = zip(sheet.columns, was.get(row.power, ()), row.figures, strict=False)
        moved = ((column, old, new) for column, old, new in each if old != new and None not in (old, new))
        told[row.power] = clean(", ".join(f"{column.title} {glyphs.arrow(old, new)}" for column, old, new in moved))
    return told


def _money(books: Books | None, power: str, span: Span) -> list[Line]:
    """What moved the powers' figures, cause by cause, and what undoing gave back."""
    if books is None or power not in books.powers:
        return _causes(span, power)
    lines: list[Line] = []
    for sheet in books.sheets(power, books.turns):
        items = [item for section in sheet.sections for item in section.items if item.value]
        head = "" if sheet.figure.field == ledger_of(books.ruleset).purse else f"{sheet.figure.title.lower()}: "
        for section in sheet.sections:
            for item in section.items:
                times = f", {item.times} times" if item.times > 1 else ""
                if item.value:
                    lines.append(Line(clean(f"{head}{item.label}{times}"), clean(item.rule), item.value))
        left = _of(span.after, power, sheet.figure.field) - _of(span.before, power, sheet.figure.field)
        left -= sum(item.value for item in items)
        if left:
            lines.append(Line(f"{head}taken back", "", left))
    return lines


def _causes(span: Span, power: str) -> list[Line]:
    """What moved a power's money in a game that keeps no accounts: each cause with what it came to."""
    purse = ledger_of(rulesets.of(span.after)).purse
    by_cause: dict[tuple[str, str], int] = {}
    for change in span.changes:
        if purse and change.at == f"powers.{power}.{purse}":
            cause = (clean(change.why), clean(change.rule))
            by_cause[cause] = by_cause.get(cause, 0) + int(change.now) - int(change.was)
    return [Line(why, rule, value) for (why, rule), value in by_cause.items() if value]


def _of(campaign: Campaign, power: str, figure: str) -> int:
    from engine.kernel.paths import get

    return int(get(campaign, f"powers.{power}.{figure}"))


def _units(books: Books | None, power: str) -> list[Line]:
    return [Line(clean(said)) for said in notes(books.noted(power, books.turns))] if books is not None else []


def _news(rules: Ruleset[Any], span: Span) -> tuple[dict[str, str], dict[str, list[Line]]]:
    """What became of units by whose they were, in a game whose accounts tell nothing of it; and the owners' names."""
    sheet = rules.sheet(Overview)
    names: dict[str, str] = {}
    lines: dict[str, list[Line]] = {}
    for news in sheet.units(span.before, span.entries) if sheet is not None else ():
        names[news.owner] = begun(clean(news.name))
        lines.setdefault(news.owner, []).append(Line(clean(news.says), clean(news.rule)))
    return names, lines


def _gains(rules: Ruleset[Any], span: Span) -> dict[str, list[Line]]:
    """Places and countries by who took them, those of one owner in a line."""
    sheet = rules.sheet(Overview)
    gains: tuple[Gain, ...] = sheet.gains(span.before, span.after) if sheet is not None else ()
    by_rule = {change.at: change.rule for change in span.changes if change.rule}
    grouped: dict[tuple[str, str, str], list[Gain]] = {}
    for gain in gains:
        grouped.setdefault((gain.power, gain.verb, gain.was), []).append(gain)
    lines: dict[str, list[Line]] = {}
    for (power, verb, was), each in grouped.items():
        what = and_list([clean(gain.what) for gain in each if gain.what])
        whose = f" from {name_of(span.after, was)}" if was else ""
        cited = dict.fromkeys(by_rule[gain.at] for gain in each if gain.at in by_rule)
        lines.setdefault(power, []).append(
            Line(f"{verb.replace('{}', what)}{whose}", clean(", ".join(list(cited)[:2])))
        )
    return lines


def _wars(rules: Ruleset[Any], span: Span) -> dict[str, list[Line]]:
    """Wars begun and ended, by both who fight them."""
    sheet = rules.sheet(Overview)
    if sheet is None:
        return {}
    was, now = ({(war.one, war.other) for war in sheet.wars(campaign)} for campaign in (span.before, span.after))
    lines: dict[str, list[Line]] = {}
    for verb, pairs in (("at war with", now - was), ("no more at war with", was - now)):
        against: dict[str, list[str]] = {}
        for one, other in sorted(pairs):
            against.setdefault(one, []).append(other)
            against.setdefault(other, []).append(one)
        for who, enemies in against.items():
            names = and_list([name_of(span.after, enemy) for enemy in sorted(enemies)])
            if who in ledger_of(rules).powers(span.after):
                lines.setdefault(who, []).append(Line(f"{verb} {names}"))
    return lines


def _battle(battle: Battle) -> Line:
    """A battle in a line: what it was, where each roll led, what was lost."""
    results = [battle.brief] if battle.brief else [cast.cell for cast in battle.casts if cast.cell]
    lost = [text for text, _ in battle.lost]
    said = [text for text, _ in battle.words[-1:]] if not results else []
    told = "; ".join(part for part in (", ".join(results), *said, *lost) if part)
    where = battle.title.rpartition(" · ")[0] or battle.title
    under_way = ", under way" if battle.open else ""
    return Line(f"{where}{under_way}: {told}" if told else f"{where}{under_way}", battle.rule)


# --- the pages


def page_of_turn(desk: Desk, label: str) -> Page:
    """The report of a turn. Raises SavesError."""
    now = label == desk.ruleset.calendar.now(desk.campaign)
    ended = labels(desk)[-2:-1]
    title = f"{turn_name(label)} so far" if now else f"{turn_name(label)}, as it ended"
    return report(desk, title, of_turn(desk, label), due=now or label in ended, turn=label)


def page_since(desk: Desk, last: int, when: str = "") -> Page:
    """The report of everything after an entry. Raises SavesError."""
    said = f"Since you last sat down, {when}" if when else f"Since entry {last}"
    return report(desk, said, since(desk, last), due=True)


def as_text(page: Page, width: int) -> Iterable[str]:
    """The page as plain text."""
    from tui.panels.turn_report import lay_page

    lines = [line.row.text.rstrip() for line in lay_page(page, width)]
    return [page.title, "=" * len(page.title), "", *lines]
