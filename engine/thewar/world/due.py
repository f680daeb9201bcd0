"""What falls due in this room: who may not invade, who is on patrol, what lies under Task Force markers."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import calendar, patrols, raiders, sea_areas, sides, task_forces, titles, wars
from engine.thewar.world.state import TheWar


def invasions(campaign: TheWar) -> Iterable[Duty]:
    """Who may not invade after a Massacre (5.1.3.2)."""
    for power in ("britain", "us"):
        if raiders.invasion_forbidden(campaign, power):
            yield Duty(f"{wars.named(campaign, power)}: no amphibious invasion after a Massacre", "5.1.3.2")


def on_patrol(campaign: TheWar) -> Iterable[Duty]:
    """Who is on patrol where, and how long (7.4)."""
    for side in (sides.AXIS, sides.ALLIED):
        for area, keys in patrols.standing(campaign, side).items():
            for since in dict.fromkeys(campaign.patrols[key].since for key in keys):
                there = [key for key in keys if campaign.patrols[key].since == since]
                whose = " and ".join(dict.fromkeys(wars.named(campaign, campaign.units[key].power) for key in there))
                end = f"to the end of the {side.capitalize()} player turn of {calendar.spoken(patrols.until(since))}"
                ships = titles.units(campaign, there)
                yield Duty(f"On patrol in {sea_areas.name(area)}, {end}: {whose}, {ships}", "7.4")


def under_markers(campaign: TheWar) -> Iterable[Duty]:
    """What lies under which marker, by what this view knows of it (7.12)."""
    for marker, task_force in campaign.task_forces.items():
        port = campaign.places.get(task_force.port)
        where = f", {port.name}" if port is not None else ""
        ships = titles.units(campaign, task_forces.contents(campaign, marker)) or "face down"
        hidden = ", hidden from the other side" if marker in campaign.units and ships != "face down" else ""
        yield Duty(
            f"{task_forces.name(marker)} of {wars.named(campaign, task_force.power)}{where}: {ships}{hidden}", "7.12"
        )


def year_end(campaign: TheWar) -> Iterable[Duty]:
    """What Spring does to money that is left over (14.3)."""
    if calendar.season(campaign) == "winter":
        yield Duty("Year's end: what is left over grows or is lost in Spring", "14.3")
