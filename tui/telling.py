"""The journal for people: an entry as one sentence with the figures that it changed. Made from a view, never stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel import path_words, schema, things
from engine.kernel import ruleset as rulesets
from engine.kernel.changes import RULES, Change, Entry
from engine.kernel.facts import FIELD
from engine.kernel.paths import Addressed
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.sheets.titles import titles_of
from engine.kernel.standing import Anew
from engine.kernel.telling import sentence, steps_back, with_what_went
from engine.kernel.values import frozen
from tui import glyphs
from tui.rows import clean
from tui.words import bare, turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.ruleset import Ruleset
    from saves.desk import Record

# What only says where play stands is told by the checklist, not by the journal.
_WORDS = re.compile(r"[a-z]+(?:-[a-z]+)+\Z")
_QUIET = ("progress.", "sealed.", "pending.")
# The figures that one line has room for after the powers' money; the others are seen when the entry is opened.
_FIRST = ("base", "reserved", "smp", "holder", "status", "count", "depleted")


@frozen
class Told:
    """An entry for a reader. ``figures``: all that changed, as ``Germany NARFs 170 → 162``; ``brief``: those of them
    that
    one line is for; ``dice``: what was rolled; ``where``: the step; ``money``: it changed a hand; ``routine``:
    nothing but that play went on; ``order``: its text; ``again``: the entry that it gives again, ``by``: the one that
    gave it again (0: none)."""

    n: int
    seat: str
    step: str
    sentence: str
    figures: tuple[str, ...]
    dice: tuple[str, ...]
    brief: tuple[str, ...]
    rules: tuple[str, ...]
    undone: bool
    routine: bool
    money: bool = False
    where: str = ""
    because: str = ""
    order: str = ""
    again: int = 0
    by: int = 0


def _name(thing: object, key: str) -> str:
    return bare(things.name_of(thing)) or key


def _field(cls: type, name: str) -> str:
    """What a field of a class is called."""
    return path_words.field_title(cls, name)


def outcome_titles(ruleset: Ruleset[Any]) -> Mapping[str, str]:
    """What people call the figures of a forecast: those of the state, and others."""
    return {**schema.titles(ruleset.campaign_class), **titles_of(ruleset).outcomes}


def figure(campaign: Campaign, path: str, made: object = None) -> str:
    """A path in words, fit for a screen (see kernel.path_words)."""
    return clean(path_words.figure(campaign, path, made))


def _value(campaign: Campaign, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return _said(campaign, value) or glyphs.sign("none")
    if isinstance(value, tuple):
        many = Counter(_said(campaign, part) for part in value)
        return ", ".join(f"{count} {said}" if count > 1 else said for said, count in many.items()) or glyphs.sign(
            "none"
        )
    if value is None:
        return glyphs.sign("none")
    return clean(_name(value, "")) or "there"


def _said(campaign: Campaign, value: object) -> str:
    called = titles_of(rulesets.of(campaign)).called(campaign, value) if isinstance(value, str) else ""
    said = bare(called) or turn_name(str(value))
    # A word of the rules that is written with hyphens, such as heavy-mud, is two for a reader.
    return said.replace("-", " ") if said == value and _WORDS.match(said) else said


def changed(campaign: Campaign, change: Change) -> str:
    """One change: ``Germany NARFs 170 → 162``; ``+`` and ``−`` for what was created and removed; of a compound value
    that was replaced, the fields that differ. Its game may say it in words of its own."""
    if own := titles_of(rulesets.of(campaign)).change(campaign, change.at, change.was, change.now):
        return clean(own)
    label = figure(campaign, change.at, change.now if change.was is None else change.was)
    if change.was is None:
        if isinstance(change.now, Addressed):
            return f"+ {label}{_beside(campaign, change.now)}"
        if attrs.has(type(change.now)):
            return _made(campaign, label, change.now)
        return f"{label} {_value(campaign, change.now)}"
    if change.now is None:
        return f"{glyphs.sign('minus')} {label}"
    if attrs.has(type(change.now)) and type(change.was) is type(change.now):
        parts = [
            f"{_field(type(change.now), name)} {glyphs.arrow(_value(campaign, was), _value(campaign, now))}"
            for name, was, now in things.differences(change.was, change.now)
        ]
        return f"{label}: {', '.join(parts)}"
    return f"{label} {glyphs.arrow(_value(campaign, change.was), _value(campaign, change.now))}"


def _made(campaign: Campaign, label: str, made: object) -> str:
    """A value that was created, by its name; of one that has none, what it holds: ``box of Germany: U-boats 6``."""
    rules = rulesets.of(campaign)
    if things.name_of(made) or titles_of(rules).thing(campaign, made):
        return f"+ {label}"
    held = [f"{_field(type(made), name)} {_value(campaign, value)}" for name, value in things.filled(made)]
    return f"{label}: {', '.join(held)}" if held else f"+ {label}"


def _beside(campaign: Campaign, made: Addressed) -> str:
    """What a value holds besides what it is known by: ``: since Fall 1939``; '' for nothing."""
    parts = [f"{_field(type(made), name)} {_value(campaign, value)}" for name, value in things.besides(made)]
    return f": {', '.join(parts)}" if parts else ""


def loud(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes worth telling, several of one figure as one from the first to the last."""
    merged: dict[str, Change] = {}
    for change in changes:
        if change.at.startswith(_QUIET):
            continue
        before = merged.pop(change.at, None)
        if before is None:
            merged[change.at] = change
        elif before.was != change.now:
            merged[change.at] = Change(change.at, before.was, change.now, change.why, change.rule or before.rule)
    return tuple(merged.values())


def speaking(campaign: Campaign, changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes without those that tell nothing beside the others (see Titles)."""
    own = titles_of(rulesets.of(campaign)).change
    return tuple(change for change in changes if own(campaign, change.at, change.was, change.now) != "")


def first(changes: Sequence[Change], purse: str) -> tuple[Change, ...]:
    """The changes that one line is for: money (the field ``purse``) and control; all where there are none of these."""
    order = (purse, *_FIRST)
    chosen = sorted(
        (change for change in changes if change.at.rsplit(".", 1)[-1] in order and change.was is not None),
        key=lambda change: order.index(change.at.rsplit(".", 1)[-1]),
    )
    return tuple(chosen or changes)


def moves_money(ruleset: Ruleset[Any], change: Change) -> bool:
    """Whether a change is one of a power's money in hand."""
    return (
        bool(ledger_of(ruleset).purse)
        and change.at.startswith("powers.")
        and change.at.endswith(f".{ledger_of(ruleset).purse}")
    )


def _where(ruleset: Ruleset[Any], step_id: str) -> str:
    if step_id not in ruleset.sequence:
        return clean(step_id)
    step = ruleset.sequence[step_id]
    half = f"{step.half.title()} " if step.half else ""
    return clean(f"{half}{step.number}{step.letter} {step.title}")


def _told(ruleset: Ruleset[Any], changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes of figures that players know: not those of fields that only remember what was done."""
    inner, facts = schema.inner(ruleset.campaign_class), ruleset.facts
    told = []
    for change in changes:
        field, _, key = change.at.partition(".")
        fact = facts.declared.get(key) if field == FIELD else None
        if field not in inner and (fact is None or not fact.inner):
            told.append(change)
    return tuple(told)


def tell(ruleset: Ruleset[Any], campaign: Campaign, entry: Entry, said: str, undone: bool = False) -> Told:
    """The entry as a reader wants it; ``said`` is its sentence."""
    changes = loud(entry.changes)
    shown = speaking(campaign, _told(ruleset, changes))
    dice = tuple(f"{rolled_for(ruleset, campaign, roll.purpose)}: {roll.face} of {roll.sides}" for roll in entry.rolls)
    return Told(
        n=entry.n,
        seat=entry.seat,
        step=entry.step,
        sentence=clean(said),
        figures=tuple(changed(campaign, change) for change in shown),
        dice=dice,
        brief=tuple(changed(campaign, change) for change in first(shown, ledger_of(ruleset).purse)),
        rules=entry.rules,
        undone=undone,
        routine=not (changes or dice or entry.undoes or entry.because or entry.remark or _decides(entry)),
        where=_where(ruleset, entry.step),
        money=any(moves_money(ruleset, change) for change in changes),
        because=clean(entry.because),
        order=entry.order,
        again=entry.again,
    )


def rolled_for(ruleset: Ruleset[Any], campaign: Campaign, purpose: str) -> str:
    """What a die was for, in words: ``air:london`` is ``air London``."""
    titles = titles_of(ruleset)
    if said := titles.dice.get(purpose):
        return said
    parts = (part for part in purpose.split(":") if part)
    words = (bare(titles.called(campaign, part)) or titles.dice.get(part) or part.replace("-", " ") for part in parts)
    return " ".join(words)


def _decides(entry: Entry) -> bool:
    """Whether a sealed order moved on, a seat answered what a procedure had asked it, or what was agreed to failed."""
    if entry.order.startswith(f"{Anew.verb} "):
        return True
    parts = ("sealed.",) if entry.seat == RULES else ("sealed.", "pending.")
    return any(change.at.startswith(parts) for change in entry.changes)


def taken_back(entries: Iterable[Entry]) -> frozenset[int]:
    """The numbers of the entries that an undo has taken back."""
    return frozenset(n for entry in entries for n in entry.undoes)


def latest(ruleset: Ruleset[Any], campaign: Campaign, entries: Sequence[Entry]) -> Iterator[Told]:
    """Entries written one after the other, the latest first, those taken back marked; ``campaign`` is the view after
    them."""
    dead = taken_back(entries)
    for entry, before, after in steps_back(campaign, entries):
        # What an entry took away is called by its name in it.
        named = with_what_went(after, entry.changes)
        yield tell(ruleset, named, entry, sentence(before, entry), entry.n in dead)


def tell_all(ruleset: Ruleset[Any], campaign: Campaign, entries: Sequence[Entry]) -> list[Told]:
    """What the entries tell, in their order."""
    return list(latest(ruleset, campaign, entries))[::-1]


def tell_records(ruleset: Ruleset[Any], records: Iterable[Record], undone: frozenset[int] = frozenset()) -> list[Told]:
    """The entries of several files in their order; what an undo took back may stand in an earlier one. ``undone``: the
    entries that undos in other files took back."""
    every = list(records)
    dead = undone | taken_back(entry for record in every for entry in record.entries)
    told = [line for record in every for line in tell_all(ruleset, record.campaign, record.entries)]
    by = {line.again: line.n for line in told if line.again}
    return [attrs.evolve(line, undone=True, by=by.get(line.n, 0)) if line.n in dead else line for line in told]
