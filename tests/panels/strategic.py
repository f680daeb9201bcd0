"""Desks for the tests of strategic warfare's screens: the 1939 campaign moved on to a Fall in which all can fight."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from engine.thewar.state import TheWar, Unit
from tests.thewar.player import opening
from tests.tui.standin import StandinDesk

BUILD, SEA, AIR = "strategic-warfare.build", "strategic-warfare.boxes", "strategic-warfare.bombers"
FALL_1941, SPRING_1944 = 9, 19
_BOXES = {"uboat": "u-boat-war-box", "asw": "u-boat-war-box", "mdm": "board"}


@cache
def _opening() -> TheWar:
    return opening()


def campaign(step: str = SEA, turn: int = FALL_1941, **units: Any) -> TheWar:
    """The campaign at a step; ``units`` adds some: ``germany_uboat=4``."""
    found = _opening()
    forces = dict(found.units)
    for name, many in units.items():
        power, _, kind = name.partition("_")
        for at in range(many):
            tag = "int" if kind == "jet" else ""
            place = _BOXES.get(kind, "bombing-war-box")
            forces[f"{power}-{kind}-{90 + at}"] = Unit(power=power, kind=kind, tag=tag, place=place)
    return attrs.evolve(
        found,
        units=forces,
        wars={**found.wars, "britain+germany": "1939-3-fall"},
        facts={**found.facts, "german-heavy-flak": 2},
        places={**found.places, "brest": attrs.evolve(found.places["brest"], holder="germany")},
        powers={key: attrs.evolve(power, effort="sle") for key, power in found.powers.items()},
        progress=attrs.evolve(found.progress, turn=turn, step=step),
    )


def desk(step: str = SEA, turn: int = FALL_1941, *, keyboard: bool = False, **units: Any) -> Any:
    """A desk in memory on that campaign."""
    return StandinDesk(campaign(step, turn, **units), keyboard=keyboard)


MANY: dict[str, Any] = {
    "germany_uboat": 4,
    "britain_asw": 3,
    "germany_sac": 2,
    "britain_sac": 4,
    "germany_int": 4,
    "germany_jet": 1,
}
