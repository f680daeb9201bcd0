"""Desks for the tests of strategic warfare's screens: the 1939 campaign moved on to a Fall in which all can fight."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.optional import at_war, playing
from tests.thewar.player import opening
from tests.thewar.strategic.test_bomber_waves import britain
from tests.thewar.values import wars_of
from tests.tui.standin import StandinDesk

MED, EAST = "strategic-warfare.mediterranean-boxes", "strategic-warfare.eastern-bombers"
WAVES, STACKS = "strategic-warfare.waves", "strategic-warfare.wave-sizes"
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
        wars=wars_of({**found.wars, "britain+germany": "1939-3-fall"}),
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


# --- optional rules


def hunting(*, germany: bool = False) -> Any:
    """A desk at the boxes of the sea with sub hunters, Germany's filled."""
    found = StandinDesk(playing(campaign(SEA, **(MANY | {"germany_uboat": 14})), "sub-hunters"))
    if not germany:
        found.do(["germany sea-box uboats=14"])
    return found


def hunters_out() -> Any:
    """A desk at the decision of the hunters: three of them, fourteen U-boats."""
    found = hunting()
    found.do(["britain sea-box asw=3 hunters=3"])
    return found


def stacked(stacks: int = 3) -> Any:
    """A desk where so many stacks wait to be filled; Britain has six interceptors, twelve bombers fly."""
    found = britain(stacks=stacks)
    return StandinDesk(attrs.evolve(found, seats=dict.fromkeys(found.powers, "solo")))


def uncalled() -> Any:
    """A desk where lent bombers fly and no waves are called yet."""
    found = britain()
    progress = attrs.evolve(found.progress, step=WAVES)
    return StandinDesk(attrs.evolve(found, progress=progress, seats=dict.fromkeys(found.powers, "solo")))


def optional_war(step: str, **units: Any) -> Any:
    """A desk at a step of an optional war."""
    state = campaign(step, **units)
    state = at_war(playing(state, "mediterranean-submarines", "bombing-ussr"), "britain+italy", "germany+ussr")
    gibraltar = attrs.evolve(state.places["gibraltar"], holder="britain")
    return StandinDesk(attrs.evolve(state, places={**state.places, "gibraltar": gibraltar}))
