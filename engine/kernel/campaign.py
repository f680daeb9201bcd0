"""The campaign: one running game as an immutable value, and what a seat may see of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

import attrs

from engine.kernel.ranges import RANGE, TOLD, Bounds, Range, Told, figure
from engine.kernel.values import frozen, made_often

_put = object.__setattr__
SEEN, RULED, INNER, KEYS, IDS = "seen", "ruled", "inner", "keys", "ids"
"""The keys in a field's metadata: who sees it, whether an umpire may rule on what stands in it, whether it only
remembers what was done, all the keys that it may have, and whether its keys are ids that no player words."""
MOST_TURNS, MOST_DICE = 999, 9999
"""More turns than any game has, and more dice of one purpose than any turn (or consents than any campaign)."""
AS_BEFORE = -1
"""``progress.again`` of a campaign begun in format 3 or before: until its next turn it spells its dice's keys as then,
with words that players typed and without the count of consents."""


def public(
    default: Any = attrs.NOTHING,
    factory: Callable[[], Any] | None = None,
    bounds: Bounds | None = None,
    *,
    ruled: bool = False,
    inner: bool = False,
    keys: tuple[str, ...] = (),
    ids: bool = False,
    unit: str = "",
    rule: str = "",
) -> Any:
    """A field that every seat sees. ``bounds``: of the figures in it, or of the texts; ``ruled``: it is open to rulings
    of the table; ``inner``: it only remembers what was done, which no journal tells; ``keys``: all that may
    stand in it, where the game knows them; ``ids``: its keys are ids of the scenario or given by the rules, none of
    them worded by a player, so that a die may be rolled for one; ``unit`` and ``rule``: of the figures in it (see
    ranges.Told)."""
    metadata: dict[str, Any] = {SEEN: None}
    if bounds is not None:
        metadata[RANGE] = bounds
    if ruled:
        metadata[RULED] = True
    if inner:
        metadata[INNER] = True
    if keys:
        metadata[KEYS] = keys
    if ids:
        metadata[IDS] = True
    if unit or rule:
        metadata[TOLD] = Told("", unit, rule)
    return _field(default, factory, metadata)


def hidden(shown: Callable[[Any, frozenset[str]], Any], factory: Callable[[], Any]) -> Any:
    """A field that a seat sees only as ``shown(value, powers of the seat)`` makes it; it never stands in a shared file,
    so no order may write it."""
    return _field(attrs.NOTHING, factory, {SEEN: shown})


def _field(default: Any, factory: Callable[[], Any] | None, metadata: dict[str, Any]) -> Any:
    if factory is not None:
        return attrs.field(factory=factory, metadata=metadata)
    return attrs.field(default=default, metadata=metadata)


@made_often
class Progress:
    """Where the campaign stands. ``turn`` counts from 1; ``done`` names the powers finished with this step;
    ``through`` says for a seat up to which step it passes what it does by hand; ``nth`` counts this turn's dice by key;
    ``again`` the undos that all consented to, so that dice taken back by them fall anew; ``lines`` by seat what it
    brought to the dice (see dice_lines); ``taken`` names the turn in which each step (its id with dashes for dots) last
    came up; ``closed`` the seats that have closed the campaign after its end, with the turn (see closing)."""

    turn: int = figure(1, MOST_TURNS, 1)
    step: str = ""
    done: tuple[str, ...] = ()
    through: Mapping[str, str] = attrs.field(factory=dict)
    nth: Mapping[str, int] = figure(0, MOST_DICE, {})
    again: int = figure(AS_BEFORE, MOST_DICE, 0)
    lines: Mapping[str, str] = attrs.field(factory=dict)
    taken: Mapping[str, int] = figure(1, MOST_TURNS, {})
    closed: Mapping[str, int] = figure(1, MOST_TURNS, {})


@frozen
class Sealed:
    """An order given in secret, as all may see it: who gave it, in which step, and SHA-256 over salt and text.

    ``text`` is '' until it is revealed. ``answers``: the procedure under way (its key) that awaited it, '' for an order
    of the step. ``cover``: what all may read of an order that stays sealed beyond its step, until a procedure opens it
    (see Order.openly), '' for any other. ``shown``: a cover that all may read since the sealed step was opened, and
    that has still to take effect together with the others of the step.
    """

    power: str
    step: str
    digest: str
    text: str = ""
    answers: str = ""
    cover: str = ""
    shown: str = ""


@frozen
class Secret:
    """What a sealed order says; known to its power's seat alone until the reveal."""

    power: str
    text: str
    salt: str


def _own(secrets: Mapping[str, Secret], powers: frozenset[str]) -> dict[str, Secret]:
    return {key: secret for key, secret in secrets.items() if secret.power in powers}


Known = dict[str, tuple[Any, dict[Any, Any]]]
"""What has been worked out of a game's mappings (see kernel.remembering), by their names, with blanks between: the very
objects, and the answers to what was asked of them. The campaigns of one game hand it on."""


class _Asked:
    """What stands with a campaign and is no part of its value: ``answers`` to what was asked of it, None while it may
    still be written to; ``known``: what was worked out of its mappings, None where nothing has been; ``lasting``:
    answers that hold as long as nothing but its progress is written, None where there are none."""

    answers: dict[Any, Any] | None = None
    known: Known | None = None
    lasting: dict[Any, Any] | None = None
    begun_anew: ClassVar[tuple[str, ...]] = ("answers", "lasting")
    """Which of these a copy under change does not take over (see kernel.paths)."""

    def __getstate__(self) -> dict[str, Any]:
        """Its value, which is all that a copy or a pickle of it takes along."""
        beside = _Asked.__annotations__
        return {name: value for name, value in self.__dict__.items() if name not in beside}


@frozen(kw_only=True, slots=False)
class Campaign(_Asked):
    """What a running game of any ruleset holds. Games add fields with ``public`` or ``hidden``.

    ``scenario_version`` is the version of its scenario that it began with (a file's ``version`` is the rules');
    ``first`` and ``last`` are turn labels; ``seats`` gives each power's seat; ``sources`` says for a path's prefix
    where its figures come from ('rules 15.1.6.1', 'house', 'own'); ``pending`` is the stack of procedures under way.
    ``leaves_out`` names the steps of the sequence that are not played in it, with or without their half (see
    ``Step.left_out``).
    """

    ruleset: str = public()
    scenario: str = public()
    scenario_version: str = public(default="")
    title: str = public(default="")
    first: str = public()
    last: str = public()
    leaves_out: tuple[str, ...] = public(default=())
    options: Mapping[str, str | int | bool] = public(factory=dict, bounds=Range(-9999, 9999))
    seats: Mapping[str, str] = public(factory=dict)
    sources: Mapping[str, str] = public(factory=dict)
    progress: Progress = public(factory=Progress)
    pending: Mapping[str, Any] = public(factory=dict)
    sealed: Mapping[str, Sealed] = public(factory=dict)
    secrets: Mapping[str, Secret] = hidden(_own, factory=dict)

    def gone(self, mapping: str, key: str) -> bool:
        """Whether something stood in a mapping under a key and has left it for good: what was announced or recorded
        with it names it still. A game says so of what it counts."""
        return False


C = TypeVar("C", bound=Campaign)


_visible: dict[type[Campaign], tuple[tuple[str, Any], ...]] = {}


def _visibility(cls: type[Campaign]) -> tuple[tuple[str, Any], ...]:
    visibility = _visible.get(cls)
    if visibility is not None:
        return visibility
    fields = attrs.fields(cls)
    undeclared = [field.name for field in fields if SEEN not in field.metadata]
    if undeclared:
        raise TypeError(
            f"{cls.__name__} does not say who sees {', '.join(undeclared)}: declare with public() or hidden()"
        )
    visibility = _visible[cls] = tuple((field.name, field.metadata[SEEN]) for field in fields)
    return visibility


def view(campaign: C, seat: str) -> C:
    """The campaign as one seat may see it ('' for the public), built from empty: nothing undeclared comes over."""
    powers = frozenset(power for power, holder in campaign.seats.items() if holder == seat)
    values = {}
    for name, shown in _visibility(type(campaign)):
        value = getattr(campaign, name)
        values[name] = value if shown is None else shown(value, powers)
    seen = type(campaign)(**values)
    # What every seat sees are the same mappings.
    _put(seen, "known", campaign.known)
    return seen


_hiding: dict[type[Campaign], frozenset[str]] = {}
_hidden_values: dict[type[Campaign], Callable[[Campaign], tuple[Any, ...]]] = {}


def hidden_fields(cls: type[Campaign]) -> frozenset[str]:
    """The names of the fields that not every seat sees."""
    names = _hiding.get(cls)
    if names is None:
        names = _hiding[cls] = frozenset(name for name, shown in _visibility(cls) if shown is not None)
    return names


def hides_nothing(campaign: Campaign) -> bool:
    """Whether every seat's view equals the campaign, because no hidden field holds anything."""
    cls = type(campaign)
    read = _hidden_values.get(cls)
    if read is None:
        # A single name more than once, as it gives no tuple for a single name.
        read = _hidden_values[cls] = attrgetter(*hidden_fields(cls), "secrets", "secrets")
    return not any(read(campaign))


_id_fields: dict[type[Campaign], tuple[str, ...]] = {}


def is_id(campaign: Campaign, name: str) -> bool:
    """Whether a name is an id that no player worded: a power's, a unit's, a country's (see ``public``)."""
    cls = type(campaign)
    fields = _id_fields.get(cls)
    if fields is None:
        fields = _id_fields[cls] = tuple(field.name for field in attrs.fields(cls) if field.metadata.get(IDS, False))
    return any(name in getattr(campaign, field) for field in fields)


def powers_of(campaign: Campaign, seat: str) -> tuple[str, ...]:
    """The powers that a seat commands."""
    return tuple(power for power, holder in campaign.seats.items() if holder == seat)


def seat_names(campaign: Campaign) -> tuple[str, ...]:
    """The seats, each once, in the order of their powers."""
    return tuple(dict.fromkeys(campaign.seats.values()))


def lines_of(campaign: Campaign) -> dict[str, str]:
    """What seats brought to the dice, in the order of the seats."""
    lines = campaign.progress.lines
    return {seat: lines[seat] for seat in seat_names(campaign) if seat in lines} if lines else {}


def several_eyes(campaign: Campaign) -> bool:
    """Whether somebody may not see what somebody else does: more than one seat looks at the campaign. Asked by all that
    is sealed, taken back alone or agreed upon; who or what plays a seat does not matter."""
    return len(set(campaign.seats.values())) > 1


def source(campaign: Campaign, path: str) -> str:
    """Where the figure at a path comes from: the source of its longest declared prefix, '' where none is."""
    while path:
        if path in campaign.sources:
            return campaign.sources[path]
        path = path.rpartition(".")[0]
    return ""
