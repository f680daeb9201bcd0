"""Campaigns of several seats at the purchase of POPs and chits, on the disk, for tests of chapter 16."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.thewar.minors import at

POINTS, DIPLOMACY = "planning.points", "planning.diplomacy"
AXIS, ALLIED = "axis", "allied"
SIDES = {"germany": AXIS, "italy": AXIS, "britain": ALLIED, "us": ALLIED, "france": ALLIED, "ussr": ALLIED}
THREE = SIDES | {"ussr": "soviet"}
FIVE = {power: power for power in SIDES} | {"us": "britain"}


def scene(turn: str = "1940-1-spring", step: str = POINTS, seats: dict[str, str] | None = None, **more: Any) -> TheWar:
    """The 1939 campaign at a purchase with these seats, everybody rich and with an effort; ``more``: other fields."""
    start = at(turn, step)
    powers = {key: attrs.evolve(power, narfs=100, effort="mle") for key, power in start.powers.items()}
    return attrs.evolve(start, powers=powers, seats=dict(seats or SIDES), **more)


def begun(folder: Path, campaign: TheWar, name: str = "one") -> Path:
    """A campaign on the disk, its dice known."""
    hidden = folder / "hidden"
    hidden.write_bytes(bytes(range(32)))
    (folder / name).mkdir()
    return library.create(RULESET, campaign, name="pops", at=folder / name, secret_file=hidden)


def give(folder: Path, *lines: str) -> None:
    """Orders, each by the seat of its power; '=SEAT' behind a line says whose it is that names no power."""
    for line in lines:
        seats = Desk.open(folder).campaign.seats
        Desk.open(folder, seats[line.split()[0]]).do([line])


def pass_to(folder: Path, step: str, turn: str = "") -> None:
    """Everybody is done with every step before a step, of a turn where one is named."""
    for _ in range(400):
        campaign = Desk.open(folder).campaign
        progress = campaign.progress
        if progress.step == step and turn in ("", calendar.turn(campaign)):
            return
        for seat in dict.fromkeys(campaign.seats.values()):
            desk = Desk.open(folder, seat)
            if desk.campaign.progress != progress:
                break
            legal = [one.text for one in desk.outlook().choices if not one.refused and one.text.endswith(" done")]
            legal = legal or [one.text for one in desk.outlook().choices if not one.refused]
            if legal:
                desk.do(legal[:1])
    raise AssertionError(f"{step} did not come up")
