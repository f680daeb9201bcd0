"""Task Forces: what lies under which marker, who knows it, and what it may be for those who do not (2.6, 7.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import attrs

from engine.kernel import reading, ruleset
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import remembered
from engine.kernel.transaction import Transaction
from engine.thewar.world import counters, deeds
from engine.thewar.world.state import TheWar, Unit

RULE = "7.12"
KIND = "tf"
"""The kind of the unit that stands for a hidden Task Force wherever units are named."""
OWNER, ALLY = "britain", "us"
LEAST, MOST = 2, 3
"""Naval units under a marker, a CV with its NAC one (2.6)."""


def hidden(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The given units that are hidden Task Forces."""
    return tuple(key for key in keys if key in campaign.units and campaign.units[key].kind == KIND)


def among(campaign: TheWar, keys: Iterable[str]) -> bool:
    """Whether a Task Force is in a force, hidden or turned over (7.9.9)."""
    under = {
        key for task_force in campaign.task_forces.values() for key in task_force.units
    } | campaign.task_forces.keys()
    return any(key in under for key in keys)


def name(marker: str) -> str:
    """The name of a marker for players."""
    return f"Task Force {marker.rpartition('-')[2]}"


def marker(text: str) -> str:
    """The marker that its name stands for, as one word (``task-force-1``), else the text itself."""
    head, _, number = text.rpartition("-")
    return f"{KIND}-{number}" if head == "task-force" else text


def called(unit: Unit) -> str:
    """The name of a unit for players: ``ARM 8-8``, ``Task Force 1``."""
    return name(unit.tag) if unit.kind == KIND else counters.label(unit.kind, unit.strength, unit.tag)


def place(campaign: TheWar, marker: str) -> str:
    """The id of the sealed answer that says what a marker stands for; '' where it is open, or nobody knows it any
    more."""
    return _places(campaign).get(marker, "")


@remembered
def _places(campaign: TheWar) -> dict[str, str]:
    places = {}
    for at, sealed in campaign.sealed.items():
        if sealed.cover:
            places[getattr(reading.parse(ruleset.of(campaign), sealed.cover), "marker", "")] = at
    return places


@remembered
def inside(campaign: TheWar) -> dict[str, str]:
    """The units under markers by what this view knows, with their markers: all that are open, and its own hidden ones.
    For judges and for what a person is shown only: what an order does may not hang on it."""
    markers = {key: marker for marker, task_force in campaign.task_forces.items() for key in task_force.units}
    for marker, at in _places(campaign).items():
        secret = campaign.secrets.get(at)
        if secret is not None:
            order = reading.parse(ruleset.of(campaign), secret.text)
            markers |= dict.fromkeys(getattr(order, "units", ()), marker)
    return markers


def contents(campaign: TheWar, marker: str) -> tuple[str, ...]:
    """The units under a marker that are left, as this view knows them (see inside)."""
    return tuple(key for key, under in inside(campaign).items() if under == marker and key in campaign.units)


def known(campaign: TheWar, keys: Sequence[str]) -> tuple[str, ...]:
    """A force with its hidden Task Forces as this view knows them (see inside)."""
    return tuple(
        unit for key in keys for unit in ((contents(campaign, key) or (key,)) if hidden(campaign, (key,)) else (key,))
    )


def away(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why units are not named by themselves: they lie face down under a marker."""
    under = inside(campaign)
    for key in keys:
        marker = under.get(key, "")
        if marker and marker in campaign.units:
            hint = f"Named by it: {marker}; 'task-force-off {marker}' breaks it down."
            yield Refusal(RULE, f"{key} is in {name(marker)}", hint)


# --- what a hidden Task Force may be


def _guesses(campaign: TheWar, but: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What may lie under a marker by what all know: whole ships of the board as 2.6 allows them, each case once."""
    free: dict[tuple[str, str], list[str]] = {}
    for key, unit in campaign.units.items():
        if unit.power in (OWNER, ALLY) and unit.kind in ("fleet", "cv", "nac") and not unit.depleted and key not in but:
            free.setdefault((unit.power, unit.kind), []).append(key)
    fleets = {power: free.get((power, "fleet"), []) for power in (OWNER, ALLY)}
    pairs = {
        power: list(zip(free.get((power, "cv"), []), free.get((power, "nac"), []), strict=False))
        for power in (OWNER, ALLY)
    }
    ours, theirs = fleets[OWNER], fleets[ALLY]
    for a, b, c, d in product(range(1, MOST + 1), *(range(MOST) for _ in range(3))):
        if not LEAST <= a + b + c + d <= MOST:
            continue
        if a <= len(ours) and b <= len(theirs) and c <= len(pairs[OWNER]) and d <= len(pairs[ALLY]):
            carriers = (*pairs[OWNER][:c], *pairs[ALLY][:d])
            yield (*ours[:a], *theirs[:b], *(key for pair in carriers for key in pair))


def cases(campaign: TheWar, keys: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Every force that a force may be, given the hidden Task Forces in it; the force itself where there is none."""
    markers = hidden(campaign, keys)
    forces: list[tuple[str, ...]] = [tuple(key for key in keys if key not in markers)]
    for _ in markers:
        forces = [(*force, *guess) for force in forces for guess in (tuple(_guesses(campaign, force)) or ((),))]
    return tuple(forces)


def largest(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """A force as the other side has to take it: hidden Task Forces with as many Fleets as they may have."""
    named = tuple(keys)
    if not hidden(campaign, named):
        return named
    return max(cases(campaign, named), key=lambda case: (_kinds(campaign, case, "fleet"), -len(case)))


def _kinds(campaign: TheWar, keys: Iterable[str], kind: str) -> int:
    return sum(campaign.units[key].kind == kind for key in keys if key in campaign.units)


# --- turned over


def put(tx: Transaction[Any], marker: str, units: Sequence[str]) -> None:
    """Turn a hidden Task Force over: those of its units that are left stand wherever the marker stood."""
    left = tuple(key for key in units if key in tx.campaign.units)
    why = "turned over"
    for where, battle in tx.campaign.engagements.items():
        for part in ("attackers", "defenders"):
            if marker in (keys := getattr(battle, part)):
                tx.set(f"engagements.{where}.{part}", _instead(keys, marker, left), why, RULE)
    for number, procedure in tx.campaign.pending.items():
        if marker in (keys := getattr(procedure, "units", ())):
            tx.set(f"pending.{number}.units", _instead(keys, marker, left), why, RULE)
    patrol = tx.campaign.patrols.get(marker)
    if patrol is not None:
        tx.remove(f"patrols.{marker}", why, RULE)
        for key in left:
            tx.put(f"patrols.{key}", patrol, why, RULE)
    for deed in [deed for deed in tx.campaign.missions.values() if deed.who == marker]:
        deeds.drop(tx, deed, why, RULE)
        for key in left:
            deeds.keep(tx, attrs.evolve(deed, who=key), why, RULE)
    if marker in tx.campaign.units:
        tx.remove(f"units.{marker}", why, RULE)
    tx.set(f"task_forces.{marker}.units", left, why, RULE)


def _instead(keys: Sequence[str], marker: str, units: Sequence[str]) -> tuple[str, ...]:
    at = keys.index(marker)
    return (*keys[:at], *units, *keys[at + 1 :])


def leave(tx: Transaction[Any], key: str, why: str) -> None:
    """A unit that leaves play lies under no open marker any more; a marker with none left leaves the board with it."""
    for marker, task_force in tx.campaign.task_forces.items():
        if key in task_force.units:
            left = tuple(other for other in task_force.units if other != key)
            if left:
                tx.set(f"task_forces.{marker}.units", left, why, RULE)
            else:
                tx.remove(f"task_forces.{marker}", why, RULE)
            return
