"""The journal for people: an entry as one sentence with the figures that it changed. Made from a view, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from engine.kernel.changes import Change, Entry
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse
from engine.kernel.standing import Done, Resolve, Seal
from tui import glyphs
from tui.rows import clean
from tui.words import bare

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.ruleset import Ruleset

# What only says where play stands is told by the checklist, not by the journal.
_QUIET = ("progress.", "sealed.", "pending.")
_WORDS = {"narfs": "NARFs", "base": "NARF base", "smp": "SMP", "oos": "out of supply"}
# The figures that one line has room for; the others are seen when the entry is opened.
_FIRST = ("narfs", "base", "reserved", "smp", "holder", "status", "count", "depleted")


@frozen
class Told:
    """An entry for a reader. ``figures``: all that changed, as ``Germany NARFs 170 → 162``; ``brief``: those of them
    that
    one line is for; ``dice``: what was rolled; ``where``: the step; ``money``: it changed a hand; ``routine``:
    nothing but that play went on."""

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


def _name(thing: Any, key: str) -> str:
    found = getattr(thing, "name", "") or ""
    return bare(str(found)) if found else key


def field_words(name: str) -> str:
    """The name of a field for people."""
    return _WORDS.get(name, name.replace("_", " "))


def figure(campaign: Campaign, path: str) -> str:
    """A path in words: ``powers.germany.narfs`` is ``Germany NARFs``, ``units.germany-arm-1.depleted`` is
    ``unit germany-arm-1 depleted``: what its thing is stands there only where the thing has no name."""
    parts = path.split(".")
    if parts[0] == "progress":
        return " ".join(parts[1:])
    words: list[str] = []
    here: Any = campaign
    for at, part in enumerate(parts):
        if hasattr(here, "get"):
            here = here.get(part)
            named = _name(here, "")
            kind = field_words(parts[at - 1]).removesuffix("es" if parts[at - 1].endswith("xes") else "s")
            words.append(named or f"{kind} {part}")
        else:
            here = getattr(here, part, None)
            if not hasattr(here, "get"):
                words.append(field_words(part))
    return clean(" ".join(words))


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return clean(str(value)) or glyphs.sign("none")
    if isinstance(value, tuple):
        return clean(", ".join(map(str, value))) or glyphs.sign("none")
    if value is None:
        return glyphs.sign("none")
    return clean(_name(value, "")) or "there"


def changed(campaign: Campaign, change: Change) -> str:
    """One change: ``Germany NARFs 170 → 162``; ``+`` and ``−`` for what was created and removed; of a compound value
    that was replaced, the fields that differ."""
    label = figure(campaign, change.at)
    if change.was is None:
        return f"+ {label}" if attrs.has(type(change.now)) else f"{label} {_value(change.now)}"
    if change.now is None:
        return f"{glyphs.sign('minus')} {label}"
    if attrs.has(type(change.now)) and type(change.was) is type(change.now):
        parts = [
            f"{field_words(field.name)} {glyphs.arrow(_value(was), _value(now))}"
            for field in attrs.fields(type(change.now))
            if (was := getattr(change.was, field.name)) != (now := getattr(change.now, field.name))
        ]
        return f"{label}: {', '.join(parts)}"
    return f"{label} {glyphs.arrow(_value(change.was), _value(change.now))}"


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


def first(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes that one line is for: money and control; all where there are none of these."""
    chosen = sorted(
        (change for change in changes if change.at.rsplit(".", 1)[-1] in _FIRST and change.was is not None),
        key=lambda change: _FIRST.index(change.at.rsplit(".", 1)[-1]),
    )
    return tuple(chosen or changes)


def sentence(ruleset: Ruleset[Any], campaign: Campaign, entry: Entry) -> str:
    """What the entry says. An order that today's rules cannot read is shown as it was written."""
    if entry.undoes:
        first, last = min(entry.undoes), max(entry.undoes)
        return f"Undone: entry {first}." if first == last else f"Undone: entries {first} to {last}."
    try:
        order = parse(ruleset, entry.order)
        if isinstance(order, Done) and entry.step in ruleset.sequence:
            return _done(ruleset, campaign, order, entry.step)
        if isinstance(order, Seal):
            return _sealed(ruleset, campaign, order)
        if isinstance(order, Resolve):
            return _resolved(campaign, entry)
        said = order.sentence(campaign)
    except (Unreadable, LookupError, ValueError, TypeError):
        said = entry.order
    return clean(said)


def _where(ruleset: Ruleset[Any], step_id: str) -> str:
    if step_id not in ruleset.sequence:
        return clean(step_id)
    step = ruleset.sequence[step_id]
    half = f"{step.half.title()} " if step.half else ""
    return clean(f"{half}{step.number}{step.letter} {step.title}")


def _sealed(ruleset: Ruleset[Any], campaign: Campaign, order: Seal) -> str:
    """What all may know, and for its own seat what was ordered."""
    who = figure(campaign, f"powers.{order.power}")
    secret = campaign.secrets.get(order.place)
    if secret is None:
        return clean(f"{who} has ordered under seal.")
    return clean(f"{who} has ordered under seal: {parse(ruleset, secret.text).sentence(campaign)}")


def _resolved(campaign: Campaign, entry: Entry) -> str:
    """What the rules resolved: the purposes of the dice, or what changed by it."""
    whys = [roll.purpose.split(":")[0].replace("-", " ") for roll in entry.rolls]
    whys = whys or [change.why for change in loud(entry.changes)] or ["a stage"]
    return clean(f"Resolved: {', '.join(dict.fromkeys(whys))}.")


def _done(ruleset: Ruleset[Any], campaign: Campaign, order: Done, step: str) -> str:
    title = ruleset.sequence[step].title
    if order.through in ruleset.sequence:
        return clean(f"Passed on from {title} through {ruleset.sequence[order.through].title}.")
    return clean(f"{title}: done.")


def tell(ruleset: Ruleset[Any], campaign: Campaign, entry: Entry, undone: bool = False) -> Told:
    """The entry as a reader wants it."""
    changes = loud(entry.changes)
    dice = tuple(f"{roll.purpose.replace(':', ' ')}: {roll.face} of {roll.sides}" for roll in entry.rolls)
    return Told(
        n=entry.n,
        seat=entry.seat,
        step=entry.step,
        sentence=sentence(ruleset, campaign, entry),
        figures=tuple(changed(campaign, change) for change in changes),
        dice=dice,
        brief=tuple(changed(campaign, change) for change in first(changes)),
        rules=entry.rules,
        undone=undone,
        routine=not (changes or dice or entry.undoes or entry.because)
        and not any(change.at.startswith("sealed.") for change in entry.changes),
        where=_where(ruleset, entry.step),
        money=any(change.at.endswith(".narfs") for change in changes),
        because=clean(entry.because),
    )


def taken_back(entries: Iterable[Entry]) -> frozenset[int]:
    """The numbers of the entries that an undo has taken back."""
    return frozenset(n for entry in entries for n in entry.undoes)


def tell_all(ruleset: Ruleset[Any], campaign: Campaign, entries: Iterable[Entry]) -> list[Told]:
    """All entries, those taken back marked."""
    every = list(entries)
    dead = taken_back(every)
    return [tell(ruleset, campaign, entry, entry.n in dead) for entry in every]
