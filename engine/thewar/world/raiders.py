"""Who may intercept German raiders, and where (5.1.2.2); what a Convoy Massacre forbids (5.1.3.2)."""

from __future__ import annotations

from engine.kernel.values import frozen
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

NORTHERN = ("bergen", "trondheim", "narvik-box", "murmansk-box")
"""Bases whose raiders only a section mark exposes, and then in the North Atlantic alone."""
AMERICAN_DISTANCE = 5
"""Sea Areas from the U.S. and Canada Boxes to the North Atlantic, for interception."""
SUFFERED = "massacre-suffered-"
"""With a power's id, the fact that it suffered a Convoy Massacre this turn."""


@frozen
class Interceptor:
    """A force that may try to intercept: whose, from where, in which Sea Areas, and under which condition ('' none)."""

    power: str
    base: str
    where: str
    condition: str = ""


def exposed(campaign: TheWar, marked: bool) -> tuple[str, ...]:
    """The raiders of this turn that may be intercepted; one whose base the board alone knows is taken to be."""
    raiders = campaign.boxes["germany"].raiders if "germany" in campaign.boxes else ()
    return tuple(key for key in raiders if marked or campaign.units[key].place not in NORTHERN)


def interceptors(campaign: TheWar, marked: bool) -> tuple[Interceptor, ...]:
    """Who may try, in order: on the way out against raiders from Germany and France, in the North Atlantic on a mark;
    ships from Gibraltar only when the others have tried and failed."""
    forces: list[Interceptor] = []
    american = wars.at_war(campaign, "germany", "us")
    if any(key for key in exposed(campaign, False)):
        forces.append(Interceptor("britain", "any base", "between their port and the North Atlantic"))
        if american:
            forces.append(Interceptor("us", "any base", "between their port and the North Atlantic"))
    if marked:
        forces.append(Interceptor("britain", "home ports", "the North Atlantic"))
        if american:
            boxes = f"U.S. and Canada Boxes, {AMERICAN_DISTANCE} Sea Areas away"
            forces.append(Interceptor("us", boxes, "the North Atlantic"))
        forces.append(Interceptor("britain", "Gibraltar", "the North Atlantic", "after others tried and failed"))
    return tuple(forces)


def told(campaign: TheWar, marked: bool) -> tuple[str, ...]:
    """The interceptors in words, for the decision that asks what came of them."""
    parts = []
    for force in interceptors(campaign, marked):
        condition = f" {force.condition}" if force.condition else ""
        parts.append(
            f"{wars.named(campaign, force.power)} may intercept from {force.base} in {force.where}{condition}."
        )
    return tuple(parts)


def massacred(campaign: TheWar) -> bool:
    """Whether a Western Ally has suffered a Convoy Massacre in this turn (5.1.3.2)."""
    return any(campaign.facts.get(f"{SUFFERED}{power}", False) for power in ("britain", "us"))


def invasion_forbidden(campaign: TheWar, power: str) -> bool:
    """Whether a Convoy Massacre of this turn forbids a power every amphibious invasion (5.1.3.2)."""
    return bool(campaign.facts.get(SUFFERED + power, False))
