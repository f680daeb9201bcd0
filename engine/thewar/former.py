"""What a file of an older format becomes: its plain data in the next one. Nothing but this takes old keys apart.

Format 1 kept what was done this turn, and what was built, under composed texts with a figure behind them
(``missions.germany-tac-2-axis-1-support = 1``, ``built.germany-inf-6-5 = 2``). In format 2 each is a value of its own.
Format 2 did so still with wars (``wars."germany+ussr" = "1941-2-summer"``), with what is used of a turn's limits
(``used.us-grants-britain = 20``), and among the facts with cells of card matrices and the cities with oil plants
(``facts.card-naval-smoke-vs-line-ahead = -2``, ``facts.oil-plant-kiel = true``). In format 3 they are values too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.former import Data, Move, moved, pair, pair_of_a_scenario
from engine.thewar.world.state import Built, CardCell, Deed, Used

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
    parsed = next((match for form in _FORMS if (match := form.fullmatch(key))), None)
    parts: Data = {name: part for name, part in parsed.groupdict().items() if part} if parsed else {"deed": key}
    if "impulse" in parts:
        parts["impulse"] = int(parts["impulse"])
    if parts["deed"] == "effort":
        parts["within"] = figure
    return parts


def _mission(key: str, figure: Any) -> tuple[str, str, Any]:
    parts = _deed(key, figure)
    return "missions", Deed(**parts).address, parts


def _built(key: str, figure: Any) -> tuple[str, str, Any]:
    parsed = _POWER.fullmatch(key)
    power, what = (parsed["power"], parsed["what"]) if parsed else ("", key)
    return "built", Built(power=power, what=what, count=0).address, {"power": power, "what": what, "count": figure}


_IN_2: Mapping[str, Move] = {"missions": _mission, "built": _built}


def from_1(data: Data) -> Data:
    """A file of format 1, a turn's or a scenario's, in format 2."""
    return moved(data, _IN_2)


# What is used of a limit: whose, what, and of which where there are several.
_OF = re.compile(r"(?P<power>[a-z-]+?)-(?P<what>half-smps|railmoves|grants|units)-(?P<of>(?!paid\Z).+)")
_DOWN = re.compile(r"(?P<power>[a-z-]+?)-(?P<of>airbase|fortification|fortress)-(?P<what>taken-down)")
_WHOLE = re.compile(
    r"(?P<power>[a-z-]+?)-(?P<what>half-smps|railmoves|fleets|ships-moved|units-paid|moves-in-ussr"
    r"|(?:counter-)?espionage|propaganda|points)"
)
_LIMITS = (_DOWN, _WHOLE, _OF)
_CELL = re.compile(r"card-(?P<deck>u-boats|bombing|naval)-(?P<defender>.+?)-vs-(?P<attacker>.+)")
_PLANT = re.compile(r"oil-plant-(?P<city>.+)")
_RULING = re.compile(r"ruling facts\.(?P<key>\S+)(?P<rest> .*)")


def _used(key: str, figure: Any) -> tuple[str, str, Any]:
    parsed = next((match for form in _LIMITS if (match := form.fullmatch(key))), None)
    parts = parsed.groupdict() if parsed else {"power": "", "what": key}
    return "used", Used(**parts, count=0).address, {**parts, "count": figure}


def _fact(key: str, figure: Any) -> tuple[str, str, Any] | None:
    # Facts had no kind of their own in format 1: what the rules took for a figure, or for true, is that, and a word in
    # a cell, which no rule could read, is the fact that it was.
    if (parsed := _CELL.fullmatch(key)) and isinstance(figure, int):
        cell = CardCell(**parsed.groupdict(), adds=0)
        return "card_cells", cell.address, {**parsed.groupdict(), "adds": int(figure)}
    if parsed := _PLANT.fullmatch(key):
        return "oil_plants", parsed["city"], bool(figure)
    return None


def _order(text: str) -> str:
    """A ruling on what was a fact, on what it is today."""
    parsed = _RULING.fullmatch(text)
    goal = _fact(parsed["key"], 0) if parsed else None
    return text if parsed is None or goal is None else f"ruling {goal[0]}.{goal[1]}{parsed['rest']}"


_IN_3: Mapping[str, Move] = {"wars": pair("wars", "since"), "used": _used, "facts": _fact}


def from_2(data: Data) -> Data:
    """A file of format 2, a turn's or a scenario's, in format 3."""
    moves = {**_IN_3, "wars": pair_of_a_scenario("wars", "since")} if data.get("kind") == "scenario" else _IN_3
    return moved(data, moves, _order)


STEPS: Mapping[int, Callable[[Data], Data]] = {1: from_1, 2: from_2}
"""From which formats this makes the next."""
