"""Whether a value can stand in a campaign: by the bounds that its class declares for the field (see ``ranges``), and,
where these name the campaign's own ids and words, by what the campaign holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from engine.kernel import seasons
from engine.kernel.campaign import Campaign
from engine.kernel.facts import FIELD, Facts
from engine.kernel.nearest import nearest
from engine.kernel.paths import Addressed, UnknownPath, leaf_bounds
from engine.kernel.ranges import Bounds, KeyOf, Known, OneOf, Range, TurnLabel, bounded, bounds, out_of_range
from engine.kernel.values import frozen


def stranger(campaign: Campaign, allowed: Bounds | None, held: Any, *, past: bool = False) -> str:
    """Which word of a value the campaign does not know where its bounds ask for one that it knows, '' for none.
    ``past``: what it knew and what is gone will do, as in a battle whose dead it names still."""
    if not isinstance(allowed, KeyOf):
        return ""
    for word in held if isinstance(held, tuple) else (held,):
        if word in allowed.also or (not word and allowed.empty):
            continue
        if not any(word in getattr(campaign, mapping) for mapping in allowed.mappings):
            if past and any(campaign.gone(mapping, word) for mapping in allowed.mappings):
                continue
            if not allowed.mappings:
                return f"'{word}' is none of {', '.join(allowed.also)}"
            return f"there is no '{word}' in {' or '.join(allowed.mappings)}"
    return ""


def nearest_of(campaign: Campaign, allowed: Bounds | None, held: Any) -> str:
    """The word nearest to the first of a value's that its bounds do not know, '' where none is near."""
    words: tuple[str, ...] = ()
    if isinstance(allowed, KeyOf):
        words = (*allowed.also, *(key for mapping in allowed.mappings for key in getattr(campaign, mapping)))
    elif isinstance(allowed, OneOf):
        words = allowed.words
    strange = (one for one in (held if isinstance(held, tuple) else (held,)) if isinstance(one, str))
    word = next((one for one in strange if one and one not in words), "")
    return next(iter(nearest(word, words)), "") if word and words else ""


def nearest_name(campaign: Campaign, value: Any, name: str) -> str:
    """The word nearest to what a field of an attrs value names that the campaign does not know, '' where none is."""
    allowed = next((one for field, _, one in _naming(type(value)) if field == name), None)
    return nearest_of(campaign, allowed, getattr(value, name))


_names: dict[type, tuple[tuple[str, Any, KeyOf], ...]] = {}


def _naming(cls: type) -> tuple[tuple[str, Any, KeyOf], ...]:
    """The fields of an attrs class that name what the campaign has: (name, default, bounds)."""
    fields = _names.get(cls)
    if fields is None:
        fields = tuple((name, usual, allowed) for name, usual, allowed in bounded(cls) if isinstance(allowed, KeyOf))
        _names[cls] = fields
    return fields


def strangers(campaign: Campaign, value: Any, *, past: bool = False) -> list[tuple[str, str]]:
    """Each field of an attrs value that names what the campaign does not know, and what is wrong with it. ``past``: see
    stranger."""
    unknown, cls = [], type(value)
    for name, usual, allowed in _names.get(cls) or _naming(cls):
        if (held := getattr(value, name)) != usual:
            problem = stranger(campaign, allowed, held, past=past)
            if problem:
                unknown.append((name, problem))
    return unknown


def unfit(campaign: Campaign, at: str, allowed: Bounds | None, value: Any, *, past: bool = False) -> str:
    """Why a value cannot stand at a path whose bounds are given, '' where it can. ``past``: see stranger."""
    if allowed is None or isinstance(value, bool):
        return ""
    if isinstance(allowed, Known) and (problem := unsaid(campaign, at, allowed, value)):
        return problem
    return allowed.wrong(value) or stranger(campaign, allowed, value, past=past)


def unsaid(campaign: Campaign, at: str, allowed: Known, word: str) -> str:
    """Why a word cannot stand in a field that holds words of the campaign, '' where it can: it must stand in a field of
    that name already."""
    mapping, name = at.partition(".")[0], at.rpartition(".")[2]
    held = (value for among in allowed.mappings or (mapping,) for value in getattr(campaign, among).values())
    if not word or any(getattr(value, name, None) == word for value in held):
        return ""
    return f"there is no '{word}'"


def misfit(campaign: Campaign, at: str, now: Any) -> str:
    """Why what was written at a path of a campaign cannot stand there, '' where it can."""
    if not attrs.has(type(now)):
        try:
            allowed = leaf_bounds(campaign, at)
        except UnknownPath:
            # It is gone again by now.
            return ""
        return "" if isinstance(allowed, Known) else unfit(campaign, at, allowed, now, past=True)
    for fault in out_of_range(now):
        return f"{fault.field}: {fault.problem} ({fault.allowed})"
    for name, problem in strangers(campaign, now, past=True):
        return f"{name}: {problem}"
    return twice(now)


def twice(value: Any) -> str:
    """What is wrong with a value that stands between equals and names one of them twice, '' for nothing."""
    return f"it names '{value.doubled}' twice" if isinstance(value, Addressed) and value.doubled else ""


@frozen
class Misfit:
    """A figure or word of a campaign that its bounds do not allow: its path, what is wrong, what may stand there, where
    the problem does not say it, and the nearest name that may."""

    at: str
    problem: str
    allowed: str = ""
    nearest: str = ""


def misfits(campaign: Campaign, facts: Facts) -> Iterator[Misfit]:
    """Everything in a campaign that does not fit its bounds, and facts that are none of its game's ``facts``."""
    for field, allowed in ((each.name, bounds(type(campaign)).get(each.name)) for each in attrs.fields(type(campaign))):
        held = getattr(campaign, field)
        if not isinstance(held, Mapping):
            yield from _of(campaign, field, held)
            continue
        if field == FIELD:
            yield from _of_facts(campaign, facts, held)
            continue
        for key, value in held.items():
            at = f"{field}.{key}"
            if isinstance(value, Addressed) and value.address != key:
                yield Misfit(at, f"it stands under another key than its own, '{value.address}'")
            if problem := twice(value):
                yield Misfit(at, problem)
            if attrs.has(type(value)):
                yield from _of(campaign, at, value)
                continue
            if allowed is not None and not isinstance(value, bool) and (problem := _wrong(allowed, value)):
                yield Misfit(at, problem, str(allowed))


def _of_facts(campaign: Campaign, facts: Facts, held: Mapping[str, Any]) -> Iterator[Misfit]:
    for key, value in held.items():
        fact = facts.find(campaign, key)
        if fact is None:
            yield Misfit(f"{FIELD}.{key}", f"there is no fact '{key}'", nearest=facts.nearest(campaign, key))
        elif problem := fact.wrong(value):
            yield Misfit(f"{FIELD}.{key}", problem, str(fact.bounds or ""))


def _wrong(allowed: Bounds, value: Any) -> str:
    """What is wrong with a single value; a text is none of the figures that a range bounds."""
    return "" if isinstance(value, str) and isinstance(allowed, Range) else allowed.wrong(value)


def _of(campaign: Campaign, at: str, value: Any) -> Iterator[Misfit]:
    if attrs.has(type(value)):
        for fault in out_of_range(value):
            near = nearest_of(campaign, bounds(type(value)).get(fault.field), getattr(value, fault.field, ""))
            yield Misfit(f"{at}.{fault.field}", fault.problem, fault.allowed, near)
        for name, problem in strangers(campaign, value, past=True):
            near = nearest_of(campaign, bounds(type(value)).get(name), getattr(value, name))
            yield Misfit(f"{at}.{name}", problem, nearest=near)


def still_to_come(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """The paths of what has happened, each with its turn, that is dated after the first one: in an opening nothing is.
    What is no turn at all the bounds tell."""
    for field in attrs.fields(type(campaign)):
        held = getattr(campaign, field.name)
        if not isinstance(held, Mapping) or not held:
            continue
        for key, value in held.items():
            if not attrs.has(type(value)):
                break
            for name, usual, allowed in bounded(type(value)):
                label = getattr(value, name) if isinstance(allowed, TurnLabel) else usual
                if label == usual or allowed.wrong(label):
                    continue
                if seasons.number(label) > seasons.number(campaign.first):
                    yield f"{field.name}.{key}.{name}", label
