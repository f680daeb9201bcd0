"""The fronts to which strategic bombers and interceptors are assigned, and the theatres in which powers may use them
(24.232, 26.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.worldatwar.world import bases, sides
from engine.worldatwar.world.state import WorldAtWar

EUROPE = ("western", "eastern", "mediterranean")
PACIFIC = ("asian", "southeast-asian", "pacific")
FRONTS = (*EUROPE, *PACIFIC)
HOMES = {"us-atlantic": EUROPE, "us-pacific": PACIFIC}
"""The U.S. boxes, where American air units wait, and the fronts of their theatre (24.53, 26.23B)."""
BOMBER, PACIFIC_BOMBER, INTERCEPTOR = "bomber", "bomber-pacific", "interceptor"
AIR = (BOMBER, PACIFIC_BOMBER, INTERCEPTOR)
ENEMY = {EUROPE: "germany", PACIFIC: "japan"}


def places() -> tuple[str, ...]:
    """Every box, base and front: where groups stand (24.5)."""
    return (*bases.BOXES, *bases.bases(), *FRONTS)


def theater(front: str) -> tuple[str, ...]:
    """The fronts of the theatre in which a front, or a U.S. box, lies."""
    if front in HOMES:
        return HOMES[front]
    return EUROPE if front in EUROPE else PACIFIC


def name(front: str) -> str:
    """What people call a front."""
    return f"the {front.replace('-', ' ').title()} front" if front in FRONTS else bases.name(front)


def short(front: str) -> str:
    """The name of a front for narrow columns."""
    return f"{front.replace('-', ' ').title()} front" if front in FRONTS else bases.short(front)


def base_there(campaign: WorldAtWar, power: str, front: str) -> bool:
    """Whether a power's faction controls an operational air base on a front. The board knows best: where the fact
    ``airbase-POWER-FRONT`` is set, it decides; else any operational place that the faction holds there will do."""
    fact = campaign.facts.get(f"airbase-{power}-{front}")
    if fact is not None:
        return bool(fact)
    mine = sides.faction(campaign, power)
    return any(
        place.front == front and place.operational and place.holder and sides.faction(campaign, place.holder) == mine
        for place in campaign.places.values()
    )


def refusals(campaign: WorldAtWar, power: str, kind: str, goal: str) -> Iterable[Refusal]:
    """Why a power's air units of strategic warfare may not be placed on or moved to a front (24.232, 26.2)."""
    if goal not in FRONTS and goal not in HOMES:
        yield Refusal("26.21", f"there is no front '{goal}'", f"There are: {', '.join(FRONTS)}.")
        return
    if goal in HOMES:
        if power != "us":
            yield Refusal("24.53", f"only American air units wait in {bases.name(goal)}")
        return
    here = theater(goal)
    if here == PACIFIC and power == "britain":
        yield Refusal("24.232A, 26.23A", "British bombers and interceptors stay in the European theater")
    if here == PACIFIC and power == "us" and kind == BOMBER:
        yield Refusal("24.232B", "these American bombers are for Europe", "Those for the Pacific have their own pool.")
    if here == EUROPE and kind == PACIFIC_BOMBER:
        yield Refusal("24.232C", "these American bombers are for the Pacific")
    if power == "us" and not at_war_in(campaign, here):
        where = "Europe" if here == EUROPE else "the Pacific"
        yield Refusal("26.23B", f"the U.S. is not at war in {where}", "Until then they stay in the U.S. boxes.")
    if not base_there(campaign, power, goal):
        yield Refusal("26.22", f"no operational air base on {name(goal)}", "Hold a place there first.")


def at_war_in(campaign: WorldAtWar, fronts: tuple[str, ...]) -> bool:
    """Whether the U.S. is at war with a European Axis power, or with Japan, whichever theatre these fronts make up."""
    enemies = ("germany", "italy") if fronts == EUROPE else ("japan",)
    return any(sides.at_war(campaign, "us", enemy) for enemy in enemies)
