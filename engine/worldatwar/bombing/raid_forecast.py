"""The exact forecast of a bombing force: met front by front, then over its target (26.45).

Only rolls that matter to the force are counted: the attacker's dice in air combat cost the defender alone and are left
out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import attrs

from engine.kernel.forecast import Distribution, weighed
from engine.kernel.values import frozen
from engine.worldatwar.bombing import air_meetings, over_target
from engine.worldatwar.bombing.air_meetings import BOMBERS, BOMBING, ESCORTS, INTERCEPTORS, JETS, Left
from engine.worldatwar.rolls import air, bombing, combat_table
from engine.worldatwar.rolls.combat_table import TWO_DICE, Result
from engine.worldatwar.targets import firestorms, targets
from engine.worldatwar.world import fronts, groups
from engine.worldatwar.world.state import Force, WorldAtWar

THROWS = TWO_DICE.ways
"""How many throws of two dice there are."""
Defence = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Factors by front, by power and by group."""


@frozen
class RaidOutcome:
    """The outcome for a force. ``damage``: BRPs before any cap, ``brps``: after it; losses in factors; ``through``:
    bombers that nothing stopped; ``firestorm``: 1 where one breaks out; ``columns``: by how many columns ships are
    delayed."""

    damage: int = 0
    brps: int = 0
    bombers_lost: int = 0
    aaf_lost: int = 0
    interceptors_lost: int = 0
    jets_lost: int = 0
    through: int = 0
    firestorm: int = 0
    columns: int = 0


TELLS = {
    "brps": "BRPs lost",
    "columns": "columns of delay",
    "bombers_lost": "bombers lost",
    "aaf_lost": "AAF lost",
    "interceptors_lost": "escorts lost",
    "jets_lost": "jets lost",
    "through": "bombers through",
    "firestorm": "firestorm",
}
"""The figures of an outcome that a screen shows, in this order, with their titles."""


@frozen
class Course:
    """A force under way. ``at``: how many fronts lie behind it; ``left`` and ``lost``: its factors that fly on and
    those lost, by group."""

    at: int
    left: Left
    lost: Left


Spread = dict[Any, int]
"""Values with the number of throws that lead to each."""


class Forecaster:
    """Counts the throws of one force: the defender's in each air combat, then both sides' over the target. Throws that
    lead to the same value are merged before they are followed further."""

    def __init__(self, campaign: WorldAtWar, force: Force, defence: Defence) -> None:
        self._campaign, self._force, self._defence = campaign, force, defence
        here = targets.hex_of(campaign, force.target)
        self._raid = over_target.raid_of(campaign, force, (0, 0, 0, 0, 0))
        self._value = targets.value(campaign, here)
        self._burns = not force.ship and not any(firestorms.eligible(campaign, here))
        self._answers = _thrown(lambda total: combat_table.result(self._raid.strength, total - self._raid.modifier))

    def distribution(self) -> Distribution[RaidOutcome]:
        """Every outcome with its chance."""
        left = air_meetings.opening(self._force)
        flying: Spread = {Course(0, left, (0,) * len(left)): 1}
        throws = 1
        for number in range(len(self._force.route)):
            flying, met = self._past(flying, number)
            throws *= THROWS if met else 1
        ended: Spread = {}
        for course, count in flying.items():
            for outcome, ways in self._over_target(course):
                ended[outcome] = ended.get(outcome, 0) + count * ways
        whole = throws * THROWS * THROWS
        return Distribution(tuple((outcome, Fraction(count, whole)) for outcome, count in ended.items()))

    def _past(self, flying: Spread, number: int) -> tuple[Spread, bool]:
        """All courses past one front, and whether anybody was there to meet them."""
        front = self._force.route[number]
        against = self._defence.get(front, {})
        if not any(count for units in against.values() for count in units.values()):
            return flying, False
        after: Spread = {}
        for course, count in flying.items():
            here = air_meetings.along(self._force, course.left, front)
            fight = air_meetings.between(self._campaign, self._force, here, against)
            for result, ways in self._answered(fight):
                gone = _shot(course, here, result, number)
                after[gone] = after.get(gone, 0) + count * ways
        return after, True

    @staticmethod
    def _answered(fight: air.AirCombat | None) -> list[tuple[Result, int]]:
        """The results of the defender's throws in an air combat, each with its number of ways; nothing where there is
        no combat."""
        if fight is None:
            return [(combat_table.NOTHING, THROWS)]
        net, row = sum(line.value for line in fight.modifiers), fight.strengths[1]
        return _thrown(lambda total: air.result(row, total - net))

    def _over_target(self, course: Course) -> list[tuple[RaidOutcome, int]]:
        """The outcomes of both throws over the target. A force without bombers throws nothing."""
        bombers = sum(air_meetings.reaching(course.left))
        if not bombers:
            return [(_counted(course.lost, RaidOutcome()), THROWS * THROWS)]
        hits = _thrown(lambda total: combat_table.result(bombers, total + self._raid.modifier))
        answers = self._answers if self._raid.strength else [(combat_table.NOTHING, THROWS)]
        courses = []
        for answer, theirs in answers:
            losses = over_target.shared(course.left, answer)
            through = losses.left[BOMBING] + losses.left[BOMBERS]
            more = (losses.lost[BOMBING], losses.lost[BOMBERS])
            lost = (*course.lost[:3], course.lost[3] + more[0], course.lost[4] + more[1])
            whole = [(_counted(lost, self._hit(hit, bombers, through)), ours * theirs) for hit, ours in hits]
            courses.extend(whole)
        return courses

    def _hit(self, hit: Result, bombers: int, through: int) -> RaidOutcome:
        """What the bombers do with one result, with what 24.65 adds."""
        favoured = max(0, min(self._raid.modifier, bombers))
        more = favoured + max(0, through + min(self._raid.modifier, 0))
        if self._force.ship:
            return RaidOutcome(through=through, columns=2 * (hit.first + more) + hit.second)
        brps = bombing.ELIMINATED * hit.first + bombing.ABORTED * hit.second + bombing.EXTRA * more
        cost = brps if self._value is None else min(brps, self._value)
        burnt = int(self._burns and brps >= firestorms.AT_ONCE)
        return RaidOutcome(damage=brps, brps=cost, through=through, firestorm=burnt)


def _thrown(result: Callable[[int], Result]) -> list[tuple[Result, int]]:
    """The results of all throws of two dice, each with its number of ways."""
    by_result: dict[Result, int] = {}
    for total, ways in weighed(TWO_DICE):
        outcome = result(total)
        by_result[outcome] = by_result.get(outcome, 0) + ways
    return list(by_result.items())


def _shot(course: Course, here: Mapping[str, int], result: Result, number: int) -> Course:
    """A force after air combat: losses and aborts are taken from the groups that were there (26.454)."""
    losses = air.share(here, result.first, result.second)
    named = air_meetings.named(course.left)
    left = tuple(losses.left.get(name, count) for name, count in named.items())
    lost = tuple(losses.lost.get(name, 0) + gone for name, gone in zip(named, course.lost, strict=True))
    return Course(number + 1, left, lost)


def _counted(lost: Left, outcome: RaidOutcome) -> RaidOutcome:
    """An outcome with the losses of the whole flight."""
    gone = air_meetings.named(lost)
    return RaidOutcome(
        damage=outcome.damage,
        brps=outcome.brps,
        bombers_lost=gone[BOMBERS],
        aaf_lost=gone[BOMBING] + gone[ESCORTS],
        interceptors_lost=gone[INTERCEPTORS],
        jets_lost=gone[JETS],
        through=outcome.through,
        firestorm=outcome.firestorm,
        columns=outcome.columns,
    )


def supposed(campaign: WorldAtWar, force: Force) -> tuple[Defence, tuple[str, ...]]:
    """The defence that a force is supposed to meet before any is assigned: all uninverted interceptors on the target's
    front that its owner and its partners have. Also the words that say what is supposed."""
    front = targets.last_front(campaign, force.target)
    home = targets.approaches(front).get(force.power, front)
    owner = targets.hex_place(campaign, force.target).holder
    if not owner:
        return {}, ("nobody meets it",)
    faction = campaign.powers[owner].faction
    here = {
        power: {INTERCEPTORS: count}
        for power, figures in campaign.powers.items()
        if figures.faction == faction
        and (count := groups.standing(campaign, power, fronts.INTERCEPTOR, home, ready=True))
    }
    count = sum(defender[INTERCEPTORS] for defender in here.values())
    told = f"all {count} interceptors of {fronts.name(home)} meet it" if count else "no interceptors meet it"
    return ({front: here} if here else {}), (told, "no AAF or jets meet it")


def of_raid(campaign: WorldAtWar, force: Force) -> Distribution[RaidOutcome]:
    """What may come of a force against the supposed defence."""
    defence, told = supposed(campaign, force)
    return _run(campaign, force, defence, told)


def of_first(campaign: WorldAtWar, hex_id: str) -> Distribution[RaidOutcome] | None:
    """What may come of the first force against a hex, met by the guards that are assigned; None where no force attacks
    it."""
    keys = sorted(campaign.forces, key=lambda key: int(key.partition("-")[0]))
    key = next((key for key in keys if targets.hex_of(campaign, campaign.forces[key].target) == hex_id), "")
    if not key:
        return None
    defence: dict[str, dict[str, Mapping[str, int]]] = {}
    for guard in campaign.guards.values():
        if guard.target == hex_id:
            defence.setdefault(guard.front, {})[guard.power] = air_meetings.factors(guard)
    return _run(campaign, campaign.forces[key], defence, ("all that is assigned meets it",))


def _run(campaign: WorldAtWar, force: Force, defence: Defence, told: tuple[str, ...]) -> Distribution[RaidOutcome]:
    """The forecast, with what it supposes in words."""
    return attrs.evolve(Forecaster(campaign, force, defence).distribution(), assumed=told)
