"""Notes on the map, as one view of the campaign knows them: open ones, and its own seat's that lie under seal.

With several seats a note is its seat's own unless it was written for all: the others see that there is one, not where
nor what it says, until all have closed the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from engine.kernel import reading, ruleset
from engine.kernel.remembering import remembered
from engine.kernel.ruleset import Fault
from engine.thewar.world import whereabouts
from engine.thewar.world.state import MapNote, TheWar

RULE, VERB = "2.1", "note"
"""The map board, on which notes lie, and the verb of the order."""
MOST = 200
"""The notes of a power that lie on the map at a time."""


def address(power: str, number: int) -> str:
    """The key of a note."""
    return f"{power}-{number}"


def free(campaign: TheWar, power: str) -> int:
    """The first number that no note of a power has, 0 where all are taken."""
    return next((n for n in range(1, MOST + 1) if address(power, n) not in campaign.map_notes), 0)


@remembered
def known(campaign: TheWar) -> Mapping[str, MapNote]:
    """The notes that this view can read, by their keys, in the order in which they were written."""
    own = _under_seal(campaign) if campaign.sealed else {}
    notes = {key: own.get(key, note) if not note.said else note for key, note in campaign.map_notes.items()}
    return {key: note for key, note in notes.items() if note.said}


def _under_seal(campaign: TheWar) -> Mapping[str, MapNote]:
    """What lies under seal and this view knows, or what all have opened at the end."""
    notes: dict[str, MapNote] = {}
    for place, sealed in campaign.sealed.items():
        secret = campaign.secrets.get(place)
        text = sealed.text or (secret.text if secret is not None else "")
        if not text or not sealed.cover.startswith(f"{sealed.power} {VERB} "):
            continue
        order: Any = reading.parse(ruleset.of(campaign), text)
        key = address(order.power, order.number)
        lying = campaign.map_notes.get(key)
        # A number may have been given again: the latest note that bears it is the one that lies there.
        if lying is not None and not lying.said:
            notes[key] = attrs.evolve(lying, where=order.where, said=order.said)
    return notes


def misplaced(campaign: TheWar, where: str) -> str:
    """Why nothing can be noted there, '' where it can: a place, a hex or a Sea Area of the map."""
    if whereabouts.location(campaign, where).kind == "elsewhere":
        return f"there is no '{where}' on the map"
    return ""


def faults(campaign: TheWar) -> Iterable[Fault]:
    """What is wrong with the notes in a file."""
    for key, note in campaign.map_notes.items():
        if (note.where or note.said) and (told := misplaced(campaign, note.where)):
            yield Fault(f"map_notes.{key}", told, RULE)
