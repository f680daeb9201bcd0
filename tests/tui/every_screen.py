"""Every screen of a campaign of both games, for tests that walk through all of them: each step, what procedures ask,
every overlay. A new panel is found by itself; the walk says where it has nothing to stand on."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs
from textual.screen import Screen

import tui.panels
import tui.reader
import tui.screens
from engine.kernel import dice_lines
from engine.kernel.campaign import Campaign, seat_names
from saves.drafts import ScenarioDraft
from tests.panels import strategic
from tests.panels.moves import granting_americans, moving_germans
from tests.panels.queues import queue_desk
from tests.panels.test_combat import at_sea, over_the_front
from tests.panels.test_combat import desk as fighting
from tests.panels.test_oceans import desk as atlantic
from tests.panels.test_raids import defence
from tests.panels.test_raids import desk as bombing
from tests.thewar.combat import test_chits as chits
from tests.thewar.politics import scenes as diplomacy
from tests.tui.standin import StandinDesk
from tui.models.setup_desk import SetupDesk
from tui.panel import Panel

OVERLAYS = ("s", "g", "Y", "i", "f", "m", "D", "V", "L", "n", "b", "t", "p", "R", "l", "c", "u", "T")
"""The keys of the frame that lay something over the work area."""
ABSTRACT = {
    "Panel",
    "LinePanel",
    "CursorPanel",
    "CountingPanel",
    "ScrolledPanel",
    "SiftedPanel",
    "QueueEdits",
    "QuickPanel",
    "FormHost",
    "GroupsPanel",
    "Weighing",
}


def sailing() -> Any:
    """A mission at sea is announced, and battles come later."""
    found = at_sea()
    found.do(["germany mission baltic units=2-fleet against=2-ussr-fleet"])
    return found


def asked_at_sea() -> Any:
    """A battle under way asks something."""
    found = sailing()
    found.do(["germany done", "ussr sea-battle baltic"])
    return found


def codebreaking() -> Any:
    """The Axis is asked for its cards."""
    return atlantic("combat.codebreaking")


def sharing(stage: str) -> Any:
    """The first seat is asked for a line of its own for the dice, or to open the one it is bound to."""
    campaign = strategic.campaign(**strategic.MANY)
    bound = dict.fromkeys(seat_names(campaign), "ab" * 32) if stage == dice_lines.OPEN else {}
    return StandinDesk(attrs.evolve(campaign, pending={"1": dice_lines.SeatLines(stage, bound)}))


def naming() -> Any:
    """Italy names a target of diplomacy, and has a POP in one."""
    pops = {"germany spain": 2, "italy spain": 1, "britain spain": 1, "ussr turkey": 2}
    return StandinDesk(diplomacy.table(pops, {"germany espionage": 1}, italy=10))


def asked_for_points() -> Any:
    """The defender of a target is asked for what he has there."""
    found = naming()
    found.do(["italy influence spain against=western"])
    return found


def asked_for_chit() -> Any:
    """A chit is played for surprise at sea, and the enemy, whose seat is the first, is asked whether he cancels it."""
    campaign = chits.scene(chits.NAVAL, chits=chits.BOTH, seats=2)
    found = StandinDesk(attrs.evolve(campaign, seats=dict(sorted(campaign.seats.items()))))
    found.seat = "axis"
    found.do([chits.ON_SURPRISE])
    return found


SCENES: dict[str, Callable[[], Any]] = {
    "line for the dice": lambda: sharing(dice_lines.COMMIT),
    "line to open": lambda: sharing(dice_lines.OPEN),
    "granting": granting_americans,
    "moving": moving_germans,
    "buying": queue_desk,
    "attacking": lambda: fighting("germany attack smolensk units=3-arm-8-8 against=ussr-inf terrain=clear"),
    "over the front": lambda: over_the_front("counter-air"),
    "sailing": sailing,
    "battle at sea": asked_at_sea,
    "hunters": strategic.hunters_out,
    "stacks": strategic.stacked,
    "waves": strategic.uncalled,
    "lone bomber": lambda: strategic.desk(strategic.AIR, germany_sac=1, britain_int=3),
    "codebreaking": codebreaking,
    "raiders": lambda: atlantic("combat.raiders"),
    "submarines": lambda: atlantic("combat.submarines"),
    "construction": lambda: atlantic("construction.build", pools={"germany submarine": 5}),
    "redeployment": lambda: atlantic("redeployment.boxes"),
    "bombing": bombing,
    "defence": defence,
    "chits": lambda: StandinDesk(chits.scene(chits.BUILD, chits=chits.BOTH)),
    "chit": asked_for_chit,
    "naming": naming,
    "named": asked_for_points,
}


def setup_of(title: str, *, wrong: bool = False) -> SetupDesk:
    """The setup of a copy of 1939 with a change that is not saved. ``wrong``: its last turn comes before its first."""
    draft = ScenarioDraft("1939-campaign")
    draft.name(title)
    draft.set("last", "1938-1-spring" if wrong else "1945-1-spring")
    return SetupDesk(draft)


@cache
def standing() -> dict[str, Campaign]:
    """Campaigns by the name of what stands in them: each step of The War, and the scenes of both games."""
    found: dict[str, Campaign] = {}
    base = strategic.campaign(**strategic.MANY)
    for step in StandinDesk(base).ruleset.sequence.steps:
        # Weather is rolled by itself in its own season, where nobody can be made to stand in another.
        if step.mode != "automatic" and step.segment != "weather":
            desk = StandinDesk(attrs.evolve(base, progress=attrs.evolve(base.progress, step=step.id)))
            found.setdefault(desk.campaign.progress.step, desk._whole)
    found |= {name: make()._whole for name, make in SCENES.items()}
    return found


def desks() -> Iterator[tuple[str, Any]]:
    """A desk on each kind of step, by what its panel has to show, and on all scenes."""
    kinds = set()
    for name, campaign in standing().items():
        desk = StandinDesk(campaign)
        outlook = desk.outlook()
        step = desk.ruleset.sequence[outlook.step]
        kind = (step.panel, step.mode, bool(outlook.forms), bool(step.fields), len(outlook.choices) > 1)
        if name in SCENES or kind not in kinds:
            kinds.add(kind)
            yield name, desk


def panels() -> dict[str, type[Panel]]:
    """Every panel that there is, by its class's name."""
    modules = [importlib.import_module(f"tui.panels.{one.name}") for one in pkgutil.iter_modules(tui.panels.__path__)]
    found = (cls for module in (*modules, tui.reader) for _, cls in inspect.getmembers(module, inspect.isclass))
    return {cls.__name__: cls for cls in found if issubclass(cls, Panel) and cls.__name__ not in ABSTRACT}


def screens() -> dict[str, type[Screen[Any]]]:
    """Every screen that there is, by its class's name, without those that are what others are made from."""
    named = [f"tui.screens.{one.name}" for one in pkgutil.iter_modules(tui.screens.__path__)]
    modules = [importlib.import_module(name) for name in (*named, "tui.palette", "tui.frame")]
    found = {cls for module in modules for _, cls in inspect.getmembers(module, inspect.isclass)}
    ours = {cls for cls in found if issubclass(cls, Screen) and cls.__module__.startswith("tui.")}
    bases = {base for cls in ours for base in cls.__mro__[1:]}
    return {cls.__name__: cls for cls in ours - bases}
