"""What a file of an older format becomes: its plain data in the next one. Nothing but this takes old keys apart.

Format 1 kept what was done this turn, and what was built, under composed texts with a figure behind them
(``missions.germany-tac-2-axis-1-support = 1``, ``built.germany-inf-6-5 = 2``). In format 2 each is a value of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.thewar.world import deeds
from engine.thewar.world.state import Deed

Data = dict[str, Any]
_IN_HALF = re.compile(r"(?P<who>.+)-(?P<half>axis|allied|common)-(?P<impulse>[12])-(?P<deed>[a-z-]+)")
_AT_A_PLACE = re.compile(
    r"(?:once|(?P<who>[a-z-]+?))-(?P<deed>effort|lle-column|carpet-bombing|airborne-surprise)-(?P<where>.+)"
)
_SIEGE = re.compile(r"(?P<deed>siege)-(?P<where>.+)")
_OF_A_SHIP_OR_AIRCRAFT = re.compile(r"(?P<who>.+)-(?P<deed>lent|hit)")
_FORMS = (_IN_HALF, _AT_A_PLACE, _SIEGE, _OF_A_SHIP_OR_AIRCRAFT)
_POWER = re.compile(r"(?P<power>germany|italy|ussr|britain|us|france)-(?P<what>.+)")


def _deed(key: str, figure: int) -> Data:
    """A mission of format 1 as a deed. The figure was 1 but for an effort: there it was the distance."""
    found = next((match for form in _FORMS if (match := form.fullmatch(key))), None)
    parts: Data = {name: part for name, part in found.groupdict().items() if part} if found else {"deed": key}
    if "impulse" in parts:
        parts["impulse"] = int(parts["impulse"])
    if parts["deed"] == "effort":
        parts["within"] = figure
    return parts


def _mission(key: str, figure: Any) -> tuple[str, Any]:
    parts = _deed(key, figure)
    return deeds.key(Deed(**parts)), parts


def _built(key: str, figure: Any) -> tuple[str, Any]:
    found = _POWER.fullmatch(key)
    power, what = (found["power"], found["what"]) if found else ("", key)
    return key, {"power": power, "what": what, "count": figure}


_CHANGED: Mapping[str, Callable[[str, Any], tuple[str, Any]]] = {"missions": _mission, "built": _built}


def _change(change: Data) -> Data:
    mapping, _, key = change["at"].partition(".")
    if mapping not in _CHANGED:
        return change
    found = dict(change)
    for side in ("was", "now"):
        if side in change:
            key_now, found[side] = _CHANGED[mapping](key, change[side])
            found["at"] = f"{mapping}.{key_now}"
    return found


def from_1(data: Data) -> Data:
    """A file of format 1, a turn's or a scenario's, in format 2."""
    made = dict(data)
    for mapping, moved in _CHANGED.items():
        if mapping in data:
            made[mapping] = dict(moved(key, figure) for key, figure in data[mapping].items())
    if "entry" in data:
        made["entry"] = [
            entry | {"changes": [_change(change) for change in entry["changes"]]} if "changes" in entry else entry
            for entry in data["entry"]
        ]
    return made


STEPS: Mapping[int, Callable[[Data], Data]] = {1: from_1}
