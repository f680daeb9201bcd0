"""What may come of a bombing force, exactly: met front by front, then over its target (26.45).

Only what matters to the force is rolled: the attacker's dice in air combat cost the defender alone, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from attrs import frozen

from engine.kernel.forecast import Die, Distribution, distribution
from engine.worldatwar import air, air_meetings, bombing, combat_table, firestorms, fronts, groups, over_target, targets
from engine.worldatwar.air_meetings import BOMBERS, BOMBING, ESCORTS, INTERCEPTORS, JETS, Left
from engine.worldatwar.combat_table import TWO_DICE, Result
from engine.worldatwar.state import Force, WorldAtWar

Defence = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Factors by front, power and group."""


@frozen
class RaidOutcome:
    """What came of a force, in factors and BRPs: ``brps`` of damage before any cap, ``brps_lost`` after it;
    ``through``: bombers that nothing stopped; ``firestorm`` 1 where one breaks out; ``columns`` by which ships are
    delayed."""

    brps: int = 0
    brps_lost: int = 0
    bombers_lost: int = 0
    aaf_lost: int = 0
    interceptors_lost: int = 0
    jets_lost: int = 0
    through: int = 0
    firestorm: int = 0
    columns: int = 0


@frozen
class Course:
    """A force under way: ``at`` the fronts behind it, ``left`` who flies on, ``lost`` who does not, both by group.
    ``phase``: air, target, flak, over. ``hit``: the attacker's result over the target."""

    phase: str
    at: int
    left: Left
    lost: Left
    hit: Result = combat_table.NOTHING
    outcome: RaidOutcome | None = None


class CourseCore:
    """The defender's dice in each air combat, then both sides' over the target."""

    def __init__(self, campaign: WorldAtWar, force: Force, defence: Defence) -> None:
        self._campaign, self._force, self._defence = campaign, force, defence
        here = targets.hex_of(campaign, force.target)
        self._raid = over_target.raid_of(campaign, force, (0, 0, 0, 0, 0))
        self._value = targets.value(campaign, here)
        self._burns = not force.ship and not any(firestorms.eligible(campaign, here))
        self._fights: dict[tuple[int, Left], air.AirCombat | None] = {}

    def start(self) -> Course:
        """The force as it takes off."""
        left = air_meetings.opening(self._force)
        return self._onward(0, left, (0,) * len(left))

    def finished(self, value: Course) -> bool:
        """See Core."""
        return value.phase == "over"

    def dice(self, value: Course) -> tuple[Die, ...]:
        """See Core."""
        return (TWO_DICE,)

    def stage(self, value: Course, faces: tuple[int, ...]) -> Course:
        """See Core."""
        if value.phase == "air":
            return self._fought(value, faces[0])
        if value.phase == "target":
            hit = combat_table.result(sum(value.left[3:]), faces[0] + self._raid.modifier)
            if self._raid.strength:
                return Course("flak", value.at, value.left, value.lost, hit)
            return self._bombed(value, hit, combat_table.NOTHING)
        answer = combat_table.result(self._raid.strength, faces[0] - self._raid.modifier)
        return self._bombed(value, value.hit, answer)

    def _fight(self, at: int, left: Left) -> air.AirCombat | None:
        key = (at, left)
        if key not in self._fights:
            front = self._force.route[at]
            groups_here = air_meetings.along(self._force, left, front)
            against = self._defence.get(front, {})
            found = air_meetings.between(self._campaign, self._force, groups_here, against) if against else None
            self._fights[key] = found
        return self._fights[key]

    def _onward(self, at: int, left: Left, lost: Left) -> Course:
        """To the next front where the force is met, to its target, or home."""
        for number in range(at, len(self._force.route)):
            if self._fight(number, left) is not None:
                return Course("air", number, left, lost)
        # Over the target only bombers count, and what has been lost.
        bombers = (0, 0, 0, *air_meetings.reaching(left))
        if sum(bombers):
            return Course("target", 0, bombers, lost)
        return self._over(lost, RaidOutcome())

    def _fought(self, value: Course, face: int) -> Course:
        fight = self._fight(value.at, value.left)
        assert fight is not None
        net = sum(line.value for line in fight.modifiers)
        suffered = air.result(fight.strengths[1], face - net)
        losses = air.share(dict(fight.attackers), suffered.first, suffered.second)
        named = air_meetings.named(value.left)
        left = tuple(losses.left.get(name, count) for name, count in named.items())
        gone = air_meetings.named(value.lost)
        lost = tuple(losses.lost.get(name, 0) + gone[name] for name in named)
        return self._onward(value.at + 1, left, lost)

    def _bombed(self, value: Course, hit: Result, answer: Result) -> Course:
        losses = over_target.shared(value.left, answer)
        bombers = sum(value.left[3:])
        through = losses.left[BOMBING] + losses.left[BOMBERS]
        # What 24.65 adds, as the core of a raid has it.
        favoured = max(0, min(self._raid.modifier, bombers))
        reaching = max(0, through + min(self._raid.modifier, 0))
        lost = (*value.lost[:3], value.lost[3] + losses.lost[BOMBING], value.lost[4] + losses.lost[BOMBERS])
        more = favoured + reaching
        if self._force.ship:
            return self._over(lost, RaidOutcome(through=through, columns=2 * (hit.first + more) + hit.second))
        brps = bombing.ELIMINATED * hit.first + bombing.ABORTED * hit.second + bombing.EXTRA * more
        cost = brps if self._value is None else min(brps, self._value)
        burnt = int(self._burns and brps >= firestorms.AT_ONCE)
        return self._over(lost, RaidOutcome(brps=brps, brps_lost=cost, through=through, firestorm=burnt))

    def _over(self, lost: Left, outcome: RaidOutcome) -> Course:
        gone = air_meetings.named(lost)
        whole = attrs.evolve(
            outcome,
            bombers_lost=gone[BOMBERS],
            aaf_lost=gone[BOMBING] + gone[ESCORTS],
            interceptors_lost=gone[INTERCEPTORS],
            jets_lost=gone[JETS],
        )
        return Course("over", 0, (), (), outcome=whole)


def _outcome(course: Course) -> RaidOutcome:
    assert course.outcome is not None
    return course.outcome


def supposed(campaign: WorldAtWar, force: Force) -> tuple[Defence, tuple[str, ...]]:
    """Whom a force is supposed to meet before the defence is assigned: all uninverted interceptors of the target's
    front that its owner and its partners have, and in words what is taken for granted."""
    front = targets.last_front(campaign, force.target)
    home = targets.approaches(front).get(force.power, front)
    owner = targets.hex_place(campaign, force.target).holder
    if not owner:
        return {}, ("nobody meets it",)
    faction = campaign.powers[owner].faction
    here = {
        power: {INTERCEPTORS: count}
        for power, one in campaign.powers.items()
        if one.faction == faction and (count := groups.standing(campaign, power, fronts.INTERCEPTOR, home, ready=True))
    }
    count = sum(one[INTERCEPTORS] for one in here.values())
    told = f"all {count} interceptors of {fronts.name(home)} meet it" if count else "no interceptors meet it"
    return ({front: here} if here else {}), (told, "no AAF or jets meet it")


def of_raid(campaign: WorldAtWar, force: Force) -> Distribution[RaidOutcome]:
    """What may come of a force against the defence that is supposed."""
    defence, told = supposed(campaign, force)
    return _run(campaign, force, defence, told)


def of_first(campaign: WorldAtWar, hex_id: str) -> Distribution[RaidOutcome] | None:
    """What may come of the first force against a hex, met by the guards as they stand."""
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
    core = CourseCore(campaign, force, defence)
    found = distribution(core, core.start())
    return attrs.evolve(found.of(_outcome), assumed=told)
