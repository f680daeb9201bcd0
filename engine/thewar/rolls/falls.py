"""What falls with a country or follows its fall: minor countries, the French colonies, the Free French, what Vichy
keeps, the revival of Fascism (18.5, 18.7.5, 19.3, 23). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.refusals import Refusal
from engine.kernel.values import compared_often
from engine.thewar.world import calendar, minors

SIDES = 10

# --- minor countries, islands and the north of Italy

NORTH_ITALY = ("genoa", "florence", "milan", "venice", "trieste")
"""The cities that are paid, and fall, together (19.3)."""
CAPITALS = {"belgium": ("brussels",), "poland": ("warsaw",)}
"""Countries that fall with their capital alone (23.1)."""
AREAS = ("switzerland", "greece", "egypt", "sicily", "sardinia", "corsica", "belgium", "poland", "north-italy")


def falls_with(area: str) -> tuple[str, ...]:
    """The places that must all be held before an area falls (19.3, 23.1, rows of chapter 23)."""
    if area == "north-italy":
        return NORTH_ITALY
    return tuple(minors.row(area).get("falls", CAPITALS.get(area, ())))


def missing(area: str, held: Iterable[str]) -> tuple[str, ...]:
    """Which of them are not held, in alphabetical order."""
    taken = set(held)
    return tuple(sorted(place for place in falls_with(area) if place not in taken))


# --- the French colonies (18.5.4)

COLONIES = ("syria", "tunisia", "algeria", "morocco")
VICHY_FROM = 6
"""The least die, with its modifier, on which a colony is Vichy's."""
COLONY_MODIFIERS = {"1940-1-spring": 5, "1940-2-summer": 3, "1940-3-fall": 1}
"""What is added to the dice, by the turn of the French surrender; nothing in any other turn."""


@compared_often
class Colony:
    """The die of a colony; ``turn``: of the French surrender."""

    turn: str
    face: int = 0

    @property
    def modifier(self) -> int:
        """What is added."""
        return COLONY_MODIFIERS.get(self.turn, 0)

    @property
    def total(self) -> int:
        """The modified die."""
        return self.face + self.modifier

    @property
    def vichy(self) -> bool:
        """Whether it goes to Vichy; else it is Free French."""
        return self.total >= VICHY_FROM


# --- the Free French (18.7.5)

FREE_FRENCH_ARM, FREE_FRENCH_MOT = "ARM 6-8", "MOT 4-7"
BOTH_ON, MOT_TO = 1, 4
"""The face that gives one of the two, the highest that gives the MOT."""


@compared_often
class FreeFrench:
    """The die of a Spring; ``had``: the units that have come already (each comes once, ruling 359)."""

    turn: str
    had: tuple[str, ...] = ()
    face: int = 0

    @property
    def units(self) -> tuple[str, ...]:
        """The units to choose one from."""
        offered: tuple[str, ...] = ()
        if self.face == BOTH_ON:
            offered = (FREE_FRENCH_ARM, FREE_FRENCH_MOT)
        elif 0 < self.face <= MOT_TO:
            offered = (FREE_FRENCH_MOT,)
        return tuple(unit for unit in offered if unit not in self.had)


def free_french_refused(roll: FreeFrench) -> Iterable[Refusal]:
    """Why no die is rolled."""
    if not roll.turn.endswith("-spring"):
        reason = f"the Free French are rolled for in Spring, not in {calendar.spoken(roll.turn)}"
        yield Refusal("18.7.5", reason, "Wait for the next Spring.")


# --- what Vichy keeps (18.5.3, 18.5.5)


@compared_often
class VichyForces:
    """The French army and navy as France surrenders: INF factors and Fleets on the board, and whether a colony in
    North Africa went to Vichy."""

    infantry: int
    fleets: int
    african_colony: bool = True

    @property
    def removed(self) -> int:
        """INF factors that leave the game: three quarters, rounded down."""
        return self.infantry * 3 // 4

    @property
    def to_africa(self) -> int:
        """Fleets that go to North Africa: a third, rounded up; none where no colony there is Vichy's."""
        return -(-self.fleets // 3) if self.african_colony else 0

    @property
    def to_marseilles(self) -> int:
        """Fleets that go to Marseilles."""
        return self.fleets - self.to_africa


# --- the revival of Fascism (19.3)

FASCIST_NARFS = 40
FASCIST_INFANTRY, COMMANDO_INFANTRY = 2, 1
REVIVED_TO, COMMANDO_MODIFIER = 7, -2
"""The highest modified die that revives it, and what the German Commando adds."""


@compared_often
class Revival:
    """The German roll a turn after Italy's surrender; ``commando``: the German one is in a German-held Italian city;
    ``north_held``: the five cities are Germany's."""

    season: str
    commando: bool = False
    north_held: bool = True
    face: int = 0

    @property
    def total(self) -> int:
        """The modified die."""
        return self.face + COMMANDO_MODIFIER * self.commando

    @property
    def revives(self) -> bool:
        """Whether a Fascist state stands."""
        return bool(self.face) and self.total <= REVIVED_TO

    @property
    def narfs(self) -> int:
        """NARFs that it brings at once, by the season."""
        return FASCIST_NARFS * calendar.SHARE[self.season] // 100 if self.revives else 0

    @property
    def infantry(self) -> int:
        """INF units for the German pool."""
        return FASCIST_INFANTRY + COMMANDO_INFANTRY * self.commando if self.revives else 0


def revival_refused(roll: Revival) -> Iterable[Refusal]:
    """Why Germany does not roll."""
    if not roll.north_held:
        names = ", ".join(place.capitalize() for place in NORTH_ITALY)
        yield Refusal("19.3", "the north of Italy is not German", f"{names} must all be.")


class FallCore:
    """A colony, a Spring of the Free French or a revival as a core: one die."""

    def finished(self, value: Colony | FreeFrench | Revival) -> bool:
        return bool(value.face)

    def dice(self, value: Colony | FreeFrench | Revival) -> tuple[int, ...]:
        return (SIDES,)

    def stage(self, value: Colony | FreeFrench | Revival, faces: tuple[int, ...]) -> Colony | FreeFrench | Revival:
        return attrs.evolve(value, face=faces[0])
