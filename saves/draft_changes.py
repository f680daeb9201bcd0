"""Changes of an opening: putting a value at a path, what differs between two states, and doing it again.

Nothing is written to in place: each state shares with the one before it what did not change, so that looking for what
differs costs as much as there is of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from engine.kernel.paths import Draft, UnknownPath, field_types, leaf_type
from engine.kernel.ruleset import Ruleset
from saves.draft_values import (
    HEAD,
    NOT_SET,
    SEATING,
    VERSION,
    WORDS,
    Parts,
    State,
    Unfit,
    default_of,
    kinds_of,
    of_kind,
    path_of,
    seating_of,
    words_of,
)
from saves.extending import MOST_ENTRIES
from saves.format import shared_fields
from saves.shapes import near, plain, shown

Change = tuple[Parts, Any]
"""Where, and the plain data that stands there now, None for nothing: an entry that is gone, a field as by default."""


def put(state: State, parts: Parts, value: Any) -> State:
    """The state with a typed value at a place, None for nothing: an entry goes, a field has its default again. Raises
    Unfit where nothing can stand there."""
    table = parts[0]
    if table in (HEAD, SEATING):
        campaign = state.campaign
        if parts == (HEAD, "version"):
            campaign = attrs.evolve(campaign, **{VERSION: value or ""})
        return State(campaign, _put_words(state.words, parts, value))
    path = path_of(parts)
    held = getattr(state.campaign, table, None)
    new = value is not None and len(parts) == 2
    if new and isinstance(held, Mapping) and len(held) >= MOST_ENTRIES and parts[1] not in held:
        raise Unfit(table, f"it holds {MOST_ENTRIES} entries, which are the most; take some out first")
    draft = Draft(state.campaign)
    try:
        if len(parts) == 2 and "." in parts[1]:
            items = dict(getattr(state.campaign, table))
            if value is None:
                items.pop(parts[1])
            else:
                items[parts[1]] = value
            draft.change(table, items)
        elif value is not None:
            draft.lay(path, value)
        elif len(parts) == 2 or isinstance(draft.get(path_of(parts[:-1])), Mapping):
            draft.drop(path)
        else:
            holder = draft.get(path_of(parts[:-1])) if len(parts) > 1 else state.campaign
            usual = default_of(type(holder), parts[-1])
            if usual is attrs.NOTHING:
                raise Unfit(path, "cannot be left out")
            draft.change(path, usual)
    except UnknownPath as fault:
        raise Unfit(path, f"there is no {shown(fault.part)}", nearest=fault.near) from None
    except KeyError:
        raise Unfit(path, "does not stand there") from None
    return State(draft.campaign, state.words)


def too_large(campaign: Any) -> Unfit | None:
    """What refuses an opening that was made elsewhere and has more entries in a table than a file may hold."""
    for table in shared_fields(type(campaign)):
        held = getattr(campaign, table)
        if isinstance(held, Mapping) and len(held) > MOST_ENTRIES:
            return Unfit(table, f"{len(held)} entries; {MOST_ENTRIES} are the most")
    return None


def _put_words(words: Mapping[str, Any], parts: Parts, value: Any) -> dict[str, Any]:
    changed = dict(words)
    if parts[0] == HEAD:
        changed[parts[1]] = value or WORDS[parts[1]]
        return changed
    seating = {count: dict(seats) for count, seats in words[SEATING].items()}
    if len(parts) == 2 and value is not None:
        seating[parts[1]] = dict(value)
    elif len(parts) == 3 and value is not None:
        seating.setdefault(parts[1], {})[parts[2]] = value
    else:
        there = seating if len(parts) == 2 else seating.get(parts[1], {})
        if parts[-1] not in there:
            raise Unfit(path_of(parts), "does not stand there", nearest=near(parts[-1], there))
        del there[parts[-1]]
    changed[SEATING] = seating
    return changed


def differences(before: State, after: State) -> list[Change]:
    """What differs between two states of one scenario, field by field; what is new of entries as a whole."""
    changes: list[Change] = []
    if before.campaign is not after.campaign:
        for name in shared_fields(type(after.campaign)):
            was, now = getattr(before.campaign, name), getattr(after.campaign, name)
            if was is now or name in NOT_SET:
                continue
            if isinstance(now, Mapping):
                changes += _of_table(name, was, now)
            elif was != now:
                changes.append(((name,), plain(now)))
    if before.words is not after.words:
        for name, said in after.words.items():
            if name == SEATING:
                changes += _of_table(SEATING, before.words[SEATING], said)
            elif said != before.words[name]:
                changes.append(((HEAD, name), plain(said) or None))
    return changes


def _of_table(table: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> list[Change]:
    changes: list[Change] = [((table, key), None) for key in was if key not in now]
    for key, item in now.items():
        if key not in was:
            changes.append(((table, key), plain(item)))
            continue
        old: Any = was[key]
        if old is item or old == item:
            continue
        if table == SEATING:
            changes += [((table, key, power), None) for power in old if power not in item]
            changes += [((table, key, power), seat) for power, seat in item.items() if old.get(power) != seat]
        elif attrs.has(type(item)):
            changes += [((table, key, name), value) for name, value in _fields(old, item)]
        else:
            changes.append(((table, key), plain(item)))
    return changes


def _fields(old: Any, item: Any) -> Iterator[tuple[str, Any]]:
    there = plain(item)
    for field in attrs.fields(type(item)):
        if getattr(old, field.name) != getattr(item, field.name):
            yield field.name, there.get(field.name)


def replayed(ruleset: Ruleset[Any], state: State, changes: Iterable[Change]) -> State:
    """The state with changes that were recorded: held to their shape; the whole is looked at when it is saved. Raises
    Unfit."""
    for parts, value in changes:
        _in_words(parts)
        state = put(state, parts, None if value is None else _of_shape(ruleset, state, parts, value))
    return state


def _in_words(parts: Parts) -> None:
    """Raise Unfit for what is no place in a scenario's head or seatings: a draft may have been edited by hand."""
    inside = (len(parts) == 2 and parts[1] in WORDS) if parts[0] == HEAD else len(parts) in (2, 3)
    if parts[0] in (HEAD, SEATING) and not inside:
        raise Unfit(path_of(parts), "is nothing that is said in a scenario", nearest=near(parts[-1], WORDS))


def _of_shape(ruleset: Ruleset[Any], state: State, parts: Parts, value: Any) -> Any:
    table, path = parts[0], path_of(parts)
    if table == HEAD:
        return words_of(path, value)
    if table == SEATING:
        return seating_of(ruleset, parts, value)
    kinds = kinds_of(type(state.campaign))
    if table not in kinds or table in NOT_SET:
        raise Unfit(path, f"there is no {shown(table)} in a scenario")
    if len(parts) == 1 and kinds[table] is not None:
        raise Unfit(path, "is a table")
    try:
        if len(parts) == 1:
            kind = field_types(type(state.campaign))[table]
        else:
            kind = kinds[table] if len(parts) == 2 else leaf_type(state.campaign, path)
    except UnknownPath as fault:
        raise Unfit(path, f"there is no {shown(fault.part)}", nearest=fault.near) from None
    return of_kind(ruleset, path, kind, value)
