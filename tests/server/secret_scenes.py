"""Campaigns on a server in steps whose orders are sealed, twice each: the two differ in one seat's secrets alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
from attrs import frozen

from engine.kernel.campaign import Campaign
from engine.kernel.ruleset import Ruleset
from engine.thewar.ruleset import RULESET as THE_WAR
from engine.thewar.world.state import Influence, VariantTry
from engine.worldatwar.ruleset import RULESET as A_WORLD_AT_WAR
from engine.worldatwar.world.state import WorldAtWar
from saves import library, rights
from saves.desk import Desk
from tests.server.guests import Server
from tests.thewar.atlantic import AIR, SEA, french
from tests.thewar.atlantic import scene as at_sea
from tests.thewar.politics.purchases import scene as points_scene
from tests.thewar.politics.scenes import table as diplomacy
from tests.worldatwar.game import scene as world

FORCES: dict[str, Any] = {
    "germany": {"uboat": 8, "int": 4, "mdm": 2, "sac": 2},
    "britain": {"asw": 4, "sac": 3, "int": 2},
    "us": {"asw": 2, "sac": 2},
    "entered": "1941-4-winter",
    "facts": {"espionage-britain": 1, "counter-espionage-germany": 1, "german-heavy-flak": 1},
}
SUBMARINES = {
    "germany submarine atlantic": 1,
    "japan submarine pacific": 1,
    "us submarine pacific": 1,
    "western transport atlantic": 20,
    "western transport pacific": 20,
    "japan transport pacific": 20,
}
NAME = "secrets"
"""How the campaign is called."""


def boxes(step: str) -> Callable[[], Campaign]:
    """The War before its boxes are placed at sea or in the air."""
    return lambda: french(at_sea("1943-3-fall", step, seats=2, **FORCES))


def purchase() -> Campaign:
    """The War before POPs and chits are bought, everybody with money."""
    return points_scene()


def last_to_buy() -> Campaign:
    """The same, the axis alone still to buy; Britain has a POP in Spain that all know of."""
    made = points_scene()
    here = Influence.made_of("britain", "spain", placed=1)
    progress = attrs.evolve(made.progress, done=("france", "britain", "ussr", "us"))
    return attrs.evolve(made, influence={here.address: here}, progress=progress)


def project() -> Campaign:
    """A roll for a project that Germany has won, everybody else still to speak in the diplomatic step."""
    made = diplomacy({"germany variant": 1, "britain spain": 1}, turn="1940-3-fall", hands={"germany": 10})
    won = VariantTry(power="germany", turn="1940-3-fall", goal="roll", first=9, won=True)
    axis = ("germany", "italy")
    seats = {power: "axis" if power in axis else "allied" for power in made.powers}
    return attrs.evolve(made, seats=seats, variant_tries={won.address: won})


def cards() -> WorldAtWar:
    """A World at War before codebreaking cards are played on the submarine campaigns of the Axis."""
    wars = ("britain+germany", "britain+japan", "germany+us", "japan+us")
    step = "axis.combat.codebreaking"
    made = world("1944-1-spring", step, groups=SUBMARINES, wars=wars, scenario_id="global-war")
    axis = ("germany", "italy", "japan")
    return attrs.evolve(made, seats={power: "axis" if power in axis else "allied" for power in made.seats})


@frozen
class Scene:
    """Where the seat ``hides`` orders one thing in one world and another in the other; ``refused`` are orders
    that the other seat tries in vain, the first over the other's head; ``given`` is one of its own, after which the
    step still waits, '' where it has but one."""

    id: str
    made: Callable[[], Campaign]
    hides: str
    worlds: tuple[tuple[str, ...], tuple[str, ...]]
    refused: tuple[str, ...]
    given: str = ""

    @property
    def sees(self) -> str:
        """The player at the other seat."""
        return {"axis": "ben", "allied": "anna"}[self.hides]

    @property
    def hider(self) -> str:
        """The player at the seat that hides something."""
        return {"axis": "anna", "allied": "ben"}[self.hides]


SCENES: tuple[Scene, ...] = (
    Scene(
        "sea",
        boxes(SEA),
        "axis",
        (("germany sea-box uboats=1 murmansk=2 raiders=germany-fleet-1",), ("germany sea-box uboats=7",)),
        ("germany sea-box uboats=8", "britain sea-box asw=9"),
        "us sea-box asw=1",
    ),
    Scene(
        "air",
        boxes(AIR),
        "axis",
        (("germany air-box night=4 mdm=2 sac=1",), ("germany air-box day=4",)),
        ("germany air-box night=4", "britain air-box sac=9"),
        "us air-box sac=1",
    ),
    Scene(
        "escorts",
        boxes(SEA),
        "allied",
        (("us sea-box asw=2", "britain sea-box asw=1"), ("us sea-box", "britain sea-box asw=3 murmansk=1")),
        ("us sea-box asw=1", "germany sea-box uboats=9"),
    ),
    Scene(
        "cards",
        cards,
        "axis",
        (
            ("germany play-cards submarine 3", "japan play-cards submarine 1"),
            ("germany play-cards submarine 0", "japan play-cards submarine 2"),
        ),
        ("germany play-cards submarine 3", "us play-cards submarine 1"),
        "us play-cards asw 4",
    ),
    Scene(
        "counters",
        cards,
        "allied",
        (("britain play-cards asw 2", "us play-cards asw 0"), ("britain play-cards asw 5", "us play-cards asw 3")),
        ("britain play-cards asw 2", "japan play-cards asw 1"),
        "japan play-cards submarine 1",
    ),
)
POINTS = Scene(
    "points",
    purchase,
    "axis",
    (
        ("germany points spain,2-turkey,greece", "italy points none"),
        ("germany points spain,sweden,norway,ireland", "italy points none"),
    ),
    ("germany points 2-spain", "britain points 4-norway"),
    "us points none",
)
"""POPs for the same sum, with as many in Spain."""
ASKED = Scene(
    "asked for POPs",
    last_to_buy,
    "axis",
    (
        (
            "germany points 2-spain,turkey espionage=yes",
            "italy points turkey",
            "germany influence spain against=western pops=2",
            "italy back joins=no",
        ),
        (
            "germany points 2-spain,sweden espionage=yes",
            "italy points none counter-espionage=yes",
            "germany influence spain against=western pops=2",
            "italy back joins=no",
        ),
    ),
    ("germany done", "britain defend pops=2", "britain defend pops=1 counter-espionage=yes"),
    "britain defend pops=1",
)
"""All is bought and paid; Spain is named, and Britain asked for its POPs there."""
PROJECT = Scene(
    "project",
    project,
    "axis",
    (("germany project item=5",), ("germany project item=12",)),
    ("germany project item=3", "britain project item=1"),
)
"""The same dice for one project or another of the list (28.0, ruling 387)."""
SCENES += (POINTS, ASKED, PROJECT)
RULESETS: dict[str, Ruleset[Any]] = {"thewar": THE_WAR, "worldatwar": A_WORLD_AT_WAR}


def pair(scene: Scene, server: Server, top: Path) -> tuple[Server, Server]:
    """Two servers with nothing but the scene's campaign, which differ in what its seat has sealed alone."""
    for name in ("sealed", "alone"):
        shutil.rmtree(server.campaigns / name)
    hidden = top / "hidden"
    hidden.write_bytes(bytes(range(32)))
    made = scene.made()
    folder = library.create(RULESETS[made.ruleset], made, name=NAME, at=server.campaigns, secret_file=hidden)
    rights.give(folder, "axis", "anna")
    rights.give(folder, "allied", "ben")
    rights.watch(folder, "dora")
    Desk.open(folder).settle()
    other = object.__new__(Server)
    other.data = top / "other"
    shutil.copytree(server.data, other.data)
    other.campaigns = other.data / "campaigns"
    other.sealed, other.alone = other.campaigns / NAME, other.campaigns / "alone"
    server.sealed = folder
    for one, lines in zip((server, other), scene.worlds, strict=True):
        for line in lines:
            Desk.open(one.sealed, scene.hides).do([line])
    return server, other
