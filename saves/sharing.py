"""A scenario as one file for somebody else: whole where its base is not everybody's, and on demand without the figures
that its author typed off the cards of his boxed game.

Without them each figure marked "own" goes back to what the scenario stands on says: to the base that it extends or was
copied from, and where that has figures of its author's as well, to its base in turn; those of a country that was
brought in to what the game's whole scenario says. What the author added is left out;
of the counters of a power whose figures he typed those come back that the base has and he took off. What he wrote in
comments and notes stays: nobody else can tell what is a figure there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.kernel.campaign import Campaign
from engine.kernel.paths import leads
from engine.kernel.ruleset import find as find_ruleset
from engine.kernel.sheets.cards import OWN
from engine.kernel.values import frozen
from saves import checking, comparing, draft_changes, draft_files, extending, scenario_files, scenarios
from saves.draft_values import SOURCES, State, Unfit, default_of, parts_of, path_of
from saves.errors import Misuse, NotFound, SavesError
from saves.scenario_head import KEYS
from saves.scenario_text import written

_DEEPEST = 20


@frozen
class Shared:
    """A scenario's ``text``; how many of its author's figures went ``back`` to those of its ``base``, and how many
    entries that he had added are ``gone``."""

    text: str
    base: str = ""
    back: int = 0
    gone: int = 0


def shared(scenario: str, figures: str = OWN) -> Shared:
    """A scenario as its author shares it: with his ``own`` figures, or with ``none`` of them. Raises Misuse where it is
    not said what it is based on, SavesError."""
    source = scenario_files.source_of(scenario)
    data = scenarios.read_bytes(source)
    scenarios.read(scenario)
    state = comparing.state(scenario)
    where = str(source)
    if figures == OWN or OWN not in state.campaign.sources.values():
        return Shared(_one_file(data, where, state))
    base = _base(data, where, state, 0)
    after, back, gone = _without_own(state, base)
    changed = draft_files.rewritten(data, where, tuple(draft_changes.differences(state, after)))
    text = _one_file(changed, where, after)
    scenarios.refuse(checking.scenario(text.encode(), where)[1])
    return Shared(text, str(base.campaign.scenario), back, gone)


def _one_file(data: bytes, where: str, state: State) -> str:
    """The text where it stands alone or on a scenario that came with the program, else one written anew."""
    chain = extending.read(data, where)
    ours = all(draft_files.packaged(layer.where) for layer in chain.layers[1:])
    if ours:
        return data.decode("utf-8-sig")
    campaign: Campaign = state.campaign
    head: dict[str, Any] = {"title": campaign.title, "description": state.words["description"]}
    head |= {name: state.words[name] for name in KEYS if name not in head and state.words.get(name)}
    head = {name: item for name, item in head.items() if not isinstance(item, Mapping)}
    return written(campaign, head, state.words["seating"], campaign.options, "Written whole, with all that it extends.")


def _base(data: bytes, where: str, state: State, depth: int) -> State:
    """What a scenario stands on, without figures that anybody typed. Raises Misuse, SavesError."""
    raw = extending.read(data, where).layers[0].raw
    name = raw.get("extends") or state.words["based_on"]
    title = state.campaign.title
    if not name:
        told = "it does not say what it is based on (based_on), so nobody knows which figures were there before its own"
        raise Misuse(f"{title}: {told}; it is shared with them, or not at all")
    try:
        source = scenario_files.base_of(str(name), where)
    except NotFound as fault:
        raise Misuse(f"{title}: what it is based on is not here: {fault}") from None
    if depth > _DEEPEST or str(source) == where:
        raise Misuse(f"{title}: what it is based on goes round in a circle")
    below = scenarios.read_bytes(source)
    base = draft_files.state_of(below, str(source))
    if base is None:
        raise Misuse(f"{title}: what it is based on, '{name}', gives no opening; 'warledger check' says why")
    if base.campaign.ruleset != state.campaign.ruleset:
        raise Misuse(f"{title}: what it is based on, '{name}', is of another game")
    if OWN in base.campaign.sources.values():
        return _without_own(base, _base(below, str(source), base, depth + 1))[0]
    return base


def _without_own(state: State, base: State) -> tuple[State, int, int]:
    """The state with the base's figures for all that its author typed; how many went back, how many entries are
    gone."""
    typed = [path for path, source in state.campaign.sources.items() if source == OWN]
    after, back, gone = state, 0, 0
    known: Campaign | None = None
    for path in typed:
        parts = _parts(after, path)
        before = base.campaign
        stands = parts is not None and (len(parts) == 1 or parts[1] in getattr(after.campaign, parts[0]))
        if parts is not None and stands:
            if len(parts) > 2 and parts[1] not in getattr(before, parts[0]):
                # Brought in, as a country of the game is: its figures are those of the scenario that has all.
                own = state.campaign.sources.get(path_of(parts[:2])) == OWN
                known = known or comparing.whole_scenario(find_ruleset(state.campaign.ruleset))
                if known is not None and not own and parts[1] in getattr(known, parts[0]):
                    before = known
                else:
                    parts = parts[:2]
            now = _at(before, parts)
            try:
                after = draft_changes.put(after, parts, now)
            except Unfit as fault:
                raise SavesError(f"{path}: it cannot go back to what it was: {fault}") from None
            back, gone = back + (now is not None), gone + (now is None)
        after = draft_changes.put(after, (SOURCES, path), before.sources.get(path))
    for table, whose in {(path.partition(".")[0], _owner(state.campaign, path)) for path in typed}:
        if not whose:
            continue
        for key, entry in getattr(base.campaign, table).items():
            if _holder(entry) == whose and key not in getattr(after.campaign, table):
                after = draft_changes.put(after, (table, key), entry)
                back += 1
    for path, source in base.campaign.sources.items():
        if path not in after.campaign.sources and _parts(after, path) and leads(after.campaign, path):
            after = draft_changes.put(after, (SOURCES, path), source)
    return after, back, gone


def _parts(state: State, path: str) -> tuple[str, ...] | None:
    """The parts of a path of a source; None where nothing of the kind stands in a scenario."""
    try:
        return parts_of(state, path)
    except Unfit:
        return None


def _at(campaign: Campaign, parts: tuple[str, ...]) -> Any:
    """What stands at a path, None where nothing does, or what a field has by default."""
    found: Any = campaign
    for name in parts:
        if isinstance(found, Mapping):
            found = found.get(name)
            continue
        holder = type(found)
        if not attrs.has(holder) or name not in {field.name for field in attrs.fields(holder)}:
            return None
        found = getattr(found, name)
        if len(parts) > 2 and name == parts[-1] and found == default_of(holder, name):
            return None
    return found


def _owner(campaign: Campaign, path: str) -> str:
    """Whose the entry at a path is, '' where it is nobody's, or a power's own."""
    table, _, rest = path.partition(".")
    items = getattr(campaign, table, None)
    return _holder(items.get(rest.partition(".")[0])) if isinstance(items, Mapping) else ""


def _holder(entry: Any) -> str:
    return getattr(entry, "power", "") or getattr(entry, "owner", "") if attrs.has(type(entry)) else ""
