"""Naval interception (22.2): it succeeds up to a range in hexes, which for surface ships changes with the
circumstances. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.values import compared_often

SURFACE, SUBMARINES = "surface", "submarines"
FORCES = (SURFACE, SUBMARINES)
EUROPE, PACIFIC = "europe", "pacific"
THEATERS = (EUROPE, PACIFIC)
NEVER = "-"


@cache
def activities() -> tuple[str, ...]:
    """The ids of what can be intercepted."""
    return tuple(table("worldatwar", "interception")["row"])


@cache
def modifiers() -> tuple[str, ...]:
    """The ids of the circumstances that change the range of surface ships."""
    return tuple(table("worldatwar", "interception")["modifier"])


@compared_often
class Attempt:
    """One naval force that tries to intercept one activity. ``modifiers``: ids of circumstances that hold; ``air``: the
    activity moves within range of an own uninverted air unit; ``distance``: hexes of the theater to the interception
    hex, None where only the range is asked for."""

    activity: str
    force: str = SURFACE
    theater: str = EUROPE
    modifiers: tuple[str, ...] = ()
    air: bool = False
    distance: int | None = None

    @property
    def printed(self) -> str:
        """What the table prints for this activity and force."""
        place = FORCES.index(self.force) * len(THEATERS) + THEATERS.index(self.theater)
        return str(table("worldatwar", "interception")["row"][self.activity][place])

    @property
    def needs_air(self) -> bool:
        """Whether the activity must move within range of an air unit."""
        return self.printed.startswith("(")


def refusals(attempt: Attempt) -> Iterable[Refusal]:
    """Why the force cannot intercept this activity at any distance."""
    if attempt.printed == NEVER:
        yield Refusal("22.22F", f"{attempt.force} do not intercept {attempt.activity}")
    elif attempt.needs_air and not attempt.air:
        yield Refusal(
            "22.21",
            f"{attempt.force} intercept {attempt.activity} only within range of an own uninverted air unit",
            "Say so with air=true.",
        )
    if attempt.force == SUBMARINES and attempt.modifiers:
        yield Refusal("22.23", "only the range of surface ships is modified")
    if len(set(attempt.modifiers)) < len(attempt.modifiers):
        yield Refusal("22.23", "a modifier is named twice")


def reach(attempt: Attempt) -> Breakdown:
    """The range in hexes with its causes; 0, or less, is no interception (22.23)."""
    rule = "22.22F" if attempt.force == SUBMARINES else "22.22"
    causes = [Line(f"{attempt.force}, {attempt.activity}", int(attempt.printed.strip("()")), rule)]
    known = table("worldatwar", "interception")["modifier"]
    for name in attempt.modifiers:
        modifier = known[name]
        causes.append(Line(modifier["label"], modifier["hexes"][THEATERS.index(attempt.theater)], modifier["rule"]))
    return Breakdown(tuple(causes))


def intercepts(attempt: Attempt) -> bool | None:
    """Whether the force intercepts; None where the distance was not given and decides."""
    total = reach(attempt).total
    if total <= 0:
        return False
    return None if attempt.distance is None else attempt.distance <= total
