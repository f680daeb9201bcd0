"""What may stand at a path of an opening under change: values typed as the campaign holds them, or refused in words
that say what may stand there.

A path is ``units.germany-inf-1.place``, ``facts.usel``, ``sources.powers.germany.base`` (such a key holds dots itself),
``options.convoys``, ``seating.2.germany`` or ``head.title``. Inside it is its parts: the table, the key, and what is
below. Of a table of values with fields the second part is the entry; of a table of figures or words all the rest is the
key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import attrs

from engine.kernel import fitting, schema
from engine.kernel.campaign import Campaign
from engine.kernel.facts import FIELD
from engine.kernel.grammar import ID
from engine.kernel.paths import Addressed, UnknownPath, field_types, leaf_bounds, leaf_type
from engine.kernel.players import COUNTS, MOST_PLAYERS
from engine.kernel.ranges import Bounds, KeyOf, Known, Length, OneOf, TurnLabel, bounds, hides
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.options import named, options_of
from engine.kernel.sheets.setup import Setup
from engine.kernel.values import frozen
from saves import scenario_head
from saves.errors import SavesError
from saves.format import shared_fields
from saves.reading import Texts, sane
from saves.scenario_head import LINE, LINES, NOTES, ScenarioHead
from saves.shapes import Fault, near, shown, structure

HEAD, SEATING, OPTIONS, SOURCES = "head", "seating", "options", "sources"
WORDS = {"description": "", "author": "", "version": "", "based_on": "", "changes": (), "notes": ""}
"""What a scenario says of itself in its head and no rule reads, besides its seatings; with what holds where it says
nothing."""
VERSION = "scenario_version"
"""The field of a campaign that keeps the ``version`` of its scenario."""
NOT_SET = ("ruleset", "scenario", VERSION, "seats", "progress", "pending", "sealed")
"""Fields of a campaign that no scenario gives under these names."""
TITLE = Length(scenario_head.TITLE)
_TEXTS = Texts(LINES, {"notes": NOTES})
_DATES = TurnLabel(empty=False)
_HEADS: dict[str, Bounds] = {"title": TITLE, "first": _DATES, "last": _DATES}
_SEATS_OF_OTHERS = ("rules", "table")
Parts = tuple[str, ...]


class Unfit(SavesError):
    """What cannot stand where it was to be put: ``path``, and in words what is wrong, what may stand there and what is
    nearest."""

    def __init__(self, path: str, problem: str, allowed: str = "", nearest: str = "") -> None:
        self.path = path
        hint = f"nearest is '{nearest}'" if nearest else ""
        super().__init__("; ".join(part for part in (f"{path}: {problem}" if path else problem, allowed, hint) if part))


@frozen
class State:
    """An opening as it stands: the campaign, and what its scenario says besides (``description`` and the like by name,
    ``seating`` by number of players)."""

    campaign: Any
    words: Mapping[str, Any]


def path_of(parts: Iterable[str]) -> str:
    """A path from its parts."""
    return ".".join(parts)


_known_kinds: dict[type[Campaign], dict[str, Any]] = {}


def kinds_of(cls: type[Campaign]) -> dict[str, Any]:
    """What each table holds, by name: an attrs class, else the type of its figures; None for a single field."""
    kinds = _known_kinds.get(cls)
    if kinds is not None:
        return kinds
    kinds = {}
    for name in shared_fields(cls):
        args = get_args(field_types(cls)[name])
        kinds[name] = args[1] if len(args) == 2 and args[0] is str else None
    _known_kinds[cls] = kinds
    return kinds


def parts_of(state: State, path: str) -> Parts:
    """The parts of a path. Raises Unfit for one that no scenario has."""
    cls = type(state.campaign)
    first, _, rest = path.partition(".")
    if first == HEAD:
        if rest.partition(".")[0] in (SEATING, OPTIONS):
            return parts_of(state, rest)
        if rest in state.words or rest in WORDS:
            return (HEAD, rest)
        first, rest = rest, ""
    kinds = {name: kind for name, kind in kinds_of(cls).items() if name not in NOT_SET}
    if first == SEATING:
        return (SEATING, *rest.split(".", 1)) if rest else (SEATING,)
    if first not in kinds:
        known = (*kinds, HEAD, SEATING, *(f"{HEAD}.{word}" for word in WORDS))
        raise Unfit(path, f"there is no {shown(first)} in a scenario", nearest=near(first, known))
    if not rest:
        return (first,)
    if kinds[first] is None:
        raise Unfit(path, f"'{first}' is a single value")
    return (first, *rest.split(".")) if attrs.has(kinds[first]) else (first, rest)


def fitted(ruleset: Ruleset[Any], state: State, parts: Parts, value: Any) -> Any:
    """The value that plain data stands for at a field, as the campaign holds it. Raises Unfit."""
    path, table = path_of(parts), parts[0]
    if table == HEAD:
        return words_of(path, value)
    if table == SEATING:
        return seating_of(ruleset, parts, value)
    if table == OPTIONS and len(parts) == 2:
        return _option(ruleset, state.campaign, parts[1], value)
    if table == FIELD and len(parts) == 2:
        return _fact(ruleset, state.campaign, parts[1], value)
    if len(parts) == 1 and kinds_of(type(state.campaign))[table] is not None:
        raise Unfit(path, "is a table; its entries are added, set and dropped one by one")
    held, kind, allowed = _place(state.campaign, parts)
    typed = of_kind(ruleset, path, kind, value)
    _bounded(ruleset, state.campaign, path, allowed, typed, held)
    return typed


def entry(ruleset: Ruleset[Any], state: State, table: str, key: str, fields: Any) -> tuple[str, Any]:
    """A new entry of a table: its key ('' where it is made of the entry itself, as a war's is) and its value. Raises
    Unfit."""
    kinds = kinds_of(type(state.campaign))
    parts = parts_of(state, f"{table}.{key}" if key else table)
    kind = kinds.get(table)
    if not attrs.has(kind) if isinstance(kind, type) else True:
        if not key or len(parts) != 2:
            raise Unfit(table, "a new line of it has a key")
        return key, fitted(ruleset, state, parts, fields)
    assert isinstance(kind, type)
    typed = of_kind(ruleset, f"{table}.{key}", kind, fields)
    joint = "-"
    if isinstance(typed, Addressed):
        joint, key = typed.joint, key or typed.address
        if key != typed.address:
            raise Unfit(f"{table}.{key}", f"its key is made of what it is: '{typed.address}'")
    _keyed(state.campaign, table, key, joint)
    problem = fitting.misfit(state.campaign, f"{table}.{key}", typed)
    if problem:
        raise Unfit(f"{table}.{key}", problem, nearest=_nearest_inside(state.campaign, typed))
    return key, typed


def _keyed(campaign: Campaign, table: str, key: str, joint: str) -> None:
    known = schema.keys(type(campaign), table)
    if known and key not in known:
        raise Unfit(f"{table}.{key}", f"there is no {shown(key)}", f"one of {', '.join(known)}", near(key, known))
    if not ID.match(key.replace(joint, "-")) or len(key) > TITLE.most:
        raise Unfit(table, f"{shown(key)} is no id: lower-case letters and digits with hyphens between")
    if key in getattr(campaign, table):
        raise Unfit(f"{table}.{key}", "stands there already")


def of_kind(ruleset: Ruleset[Any], path: str, kind: Any, value: Any) -> Any:
    if findings := sane({"value": value}, path):
        raise Unfit(path, findings[0].problem)
    if _hides_or_breaks(value):
        raise Unfit(path, "a line break or an invisible sign stands in it")
    faults: list[Fault] = []
    typed = structure(kind, value, faults, key=path, kinds=ruleset.kinds)
    if faults:
        fault = faults[0]
        at = ".".join(part for part in (fault.table, fault.key) if part)
        raise Unfit(at or path, fault.problem, nearest=fault.nearest)
    return typed


def _hides_or_breaks(value: Any) -> bool:
    """Whether some text of a value has a sign in it that is not seen."""
    if isinstance(value, str):
        return not value.isprintable() or any(map(hides, value))
    if isinstance(value, Mapping):
        return any(map(_hides_or_breaks, value.values()))
    return isinstance(value, (list, tuple)) and any(map(_hides_or_breaks, value))


def _place(campaign: Campaign, parts: Parts) -> tuple[Any, Any, Bounds | None]:
    """What a field holds by default, its type and its bounds. Raises Unfit."""
    table = parts[0]
    if len(parts) == 1:
        kind = field_types(type(campaign))[table]
        return None, kind, _HEADS.get(table) or leaf_bounds(campaign, table)
    if len(parts) == 2:
        kind = kinds_of(type(campaign))[table]
        if isinstance(kind, type) and attrs.has(kind):
            raise Unfit(path_of(parts), "is an entry; its fields are set one by one")
        if table != SOURCES:
            _keyed_figure(campaign, table, parts[1])
        return None, kind, leaf_bounds(campaign, table) if table != SOURCES else Length(LINE)
    path = path_of(parts)
    try:
        kind, allowed = leaf_type(campaign, path), leaf_bounds(campaign, path)
    except UnknownPath as fault:
        raise Unfit(path, f"there is no {shown(fault.part)}", nearest=fault.near) from None
    holder = getattr(campaign, table)[parts[1]]
    if len(parts) == 3:
        if isinstance(holder, Addressed) and parts[2] in holder.known_by:
            raise Unfit(path, "it is known by this; drop it and add another")
        return default_of(type(holder), parts[2]), kind, allowed
    return None, kind, allowed


def _keyed_figure(campaign: Campaign, table: str, key: str) -> None:
    if key not in getattr(campaign, table):
        known = schema.keys(type(campaign), table)
        if known and key not in known:
            raise Unfit(f"{table}.{key}", f"there is no {shown(key)}", f"one of {', '.join(known)}", near(key, known))
        if not ID.match(key):
            raise Unfit(table, f"{shown(key)} is no id: lower-case letters and digits with hyphens between")


def default_of(cls: type, name: str) -> Any:
    found = next(field.default for field in attrs.fields(cls) if field.name == name)
    return found.factory() if isinstance(found, attrs.Factory) else found  # type: ignore[arg-type]


def _bounded(
    ruleset: Ruleset[Any], campaign: Campaign, path: str, allowed: Bounds | None, typed: Any, usual: Any
) -> None:
    """Raise Unfit for a value out of its bounds. Its field's default is never out of them."""
    if allowed is None or (usual is not None and usual is not attrs.NOTHING and typed == usual):
        return
    problem = fitting.unfit(campaign, path, allowed, typed)
    if problem and isinstance(allowed, Known) and (allowed.more or typed in (_words_of(ruleset, campaign, path) or ())):
        # It stands nowhere yet, which is no fault of a scenario: a card may print what the house's have not.
        problem = allowed.wrong(typed)
    if problem:
        nearest = _nearest(campaign, path, allowed, typed)
        # Where a name is near, the tables that names come from need not be told besides.
        raise Unfit(path, problem, "" if nearest and isinstance(allowed, KeyOf | Known) else str(allowed), nearest)


def _words_of(ruleset: Ruleset[Any], campaign: Campaign, path: str) -> Mapping[str, str] | None:
    """All words that the game knows for a field, None where it does not say."""
    setup = ruleset.sheet(Setup)
    return None if setup is None else setup.words(campaign, path.partition(".")[0], path.rpartition(".")[2])


def _nearest(campaign: Campaign, path: str, allowed: Bounds | None, value: Any) -> str:
    words = [word for word in (value if isinstance(value, tuple) else (value,)) if isinstance(word, str)]
    names: list[str] = []
    if isinstance(allowed, KeyOf):
        names = [*allowed.also, *(key for mapping in allowed.mappings for key in getattr(campaign, mapping))]
    elif isinstance(allowed, OneOf):
        names = list(allowed.words)
    elif isinstance(allowed, Known):
        tables, name = allowed.mappings or (path.partition(".")[0],), path.rpartition(".")[2]
        said = (getattr(item, name, "") for table in tables for item in getattr(campaign, table).values())
        names = [word for word in dict.fromkeys(said) if isinstance(word, str) and word]
    return next((found for word in words if word not in names and (found := near(word, names))), "")


def _nearest_inside(campaign: Campaign, item: Any) -> str:
    """The name nearest to the first of an entry's that the campaign does not know."""
    from engine.kernel.ranges import bounded

    for name, _, allowed in bounded(type(item)):
        if isinstance(allowed, KeyOf | OneOf) and fitting.unfit(campaign, "", allowed, getattr(item, name)):
            return _nearest(campaign, "", allowed, getattr(item, name))
    return ""


def words_of(path: str, value: Any) -> Any:
    """What a scenario says of itself, as it is held. Raises Unfit."""
    name = path.rpartition(".")[2]
    if findings := sane({name: list(value) if isinstance(value, tuple) else value}, path, _TEXTS):
        raise Unfit(path, findings[0].problem)
    faults: list[Fault] = []
    held = structure(field_types(ScenarioHead)[name], value, faults, key=path)
    lines = [line for text in (held if isinstance(held, tuple) else (held,)) for line in str(text).split("\n")]
    if not faults and any(map(_hides_or_breaks, lines)):
        raise Unfit(path, "an invisible sign stands in it")
    allowed: Bounds = bounds(ScenarioHead)[name]
    if faults or (problem := allowed.wrong(held)):
        raise Unfit(path, faults[0].problem if faults else problem, "" if faults else str(allowed))
    return held


def seating_of(ruleset: Ruleset[Any], parts: Parts, value: Any) -> Any:
    path = path_of(parts)
    if len(parts) == 1 or parts[1] not in COUNTS:
        raise Unfit(path, f"1 to {MOST_PLAYERS} players are known", "seating.2.germany is the seat of Germany with two")
    if len(parts) == 2:
        if not isinstance(value, Mapping):
            raise Unfit(path, f"{shown(value)} stands where a table is wanted")
        return {power: seating_of(ruleset, (*parts, power), seat) for power, seat in value.items()}
    if parts[2] not in ruleset.powers:
        raise Unfit(path, "is no power of this game", nearest=near(parts[2], ruleset.powers))
    if not isinstance(value, str) or not ID.match(value) or value in _SEATS_OF_OTHERS or len(value) > TITLE.most:
        raise Unfit(path, f"{shown(value)} is no name of a seat", "lower-case letters and digits with hyphens between")
    return value


def _option(ruleset: Ruleset[Any], campaign: Campaign, name: str, value: Any) -> Any:
    path = f"{OPTIONS}.{name}"
    known = named(options_of(ruleset).options, name)
    stands = campaign.options.get(name)
    if known is None and stands is None:
        names = (*campaign.options, *(option.id for option in options_of(ruleset).options))
        raise Unfit(path, f"there is no option {shown(name)}", nearest=near(name, names))
    if known is not None and known.choices:
        if value not in known.choices:
            raise Unfit(path, f"there is no {shown(value)}", f"one of {', '.join(known.choices)}")
        return value
    wanted = type(stands) if stands is not None else bool
    if type(value) is not wanted:
        raise Unfit(path, f"{shown(value)} stands where {_WANTED[wanted]} is wanted")
    allowed = leaf_bounds(campaign, OPTIONS)
    if wanted is int and allowed is not None and (problem := allowed.wrong(value)):
        raise Unfit(path, problem, str(allowed))
    return value


_WANTED = {bool: "yes or no", int: "a whole number", str: "a word"}


def _fact(ruleset: Ruleset[Any], campaign: Campaign, key: str, value: Any) -> Any:
    fact = ruleset.facts.find(campaign, key)
    if fact is None:
        raise Unfit(f"{FIELD}.{key}", f"there is no fact {shown(key)}", nearest=ruleset.facts.nearest(campaign, key))
    if type(value) not in (bool, int, str) or (problem := fact.wrong(value)):
        problem = fact.wrong(value) if type(value) in (bool, int, str) else f"{shown(value)} is no figure"
        nearest = _nearest(campaign, "", fact.bounds, value)
        raise Unfit(f"{FIELD}.{key}", problem, str(fact.bounds or ""), nearest)
    return value
