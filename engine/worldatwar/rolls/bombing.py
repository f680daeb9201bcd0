"""Bombers over their target (24.632, 24.65, 26.46, 26.71), the target's defences, and ships in shipyards (26.76). Pure:
no campaign is needed."""

from __future__ import annotations

import attrs
from attrs import frozen

from engine.kernel.forecast import Die
from engine.kernel.refusals import Breakdown, Line
from engine.worldatwar.rolls.combat_table import NOTHING, TWO_DICE, Result, result
from engine.worldatwar.world.editions import Edition

ELIMINATED, ABORTED = 3, 1
"""BRPs for each figure before the stroke and behind it (24.632A)."""
EXTRA = 3
"""BRPs for each net modifier, and for each bomber that got through (24.65)."""
BRPS_PER_LIMIT = 3
FIRESTORM = 25
BOX_STRENGTH = 3
"""The defensive strength of every mapboard box (26.462)."""
HEXES_EUROPE, HEXES_PACIFIC = 8, 4
"""Hexes of excess range for a +1, in the editions where it counts (26.461B)."""
SEASONS = ("spring", "summer", "fall", "winter")
_STRENGTHS = {"flak": 1, "airbases": 1, "objectives": 1, "anchors": 1, "cities": 2, "ports": 2, "fortification": 1}
DEFENCES = tuple(_STRENGTHS)
"""What adds to a target's strength; ``fortification`` is a level: 1, or 2 for a fortress (26.461A)."""


@frozen
class Raid:
    """Bombers that reached a target, before, between or after the rolls. ``bombers`` in factors, bombing AAF among
    them; ``strength`` is the target's, ``modifier`` the net one, above 0 for the attacker; ``value`` the BRPs of the
    hex, None without a cap. ``attack`` and ``defence`` are the natural totals, 0 before they are rolled."""

    edition: Edition
    bombers: int
    strength: int
    modifier: int
    value: int | None = None
    attack: int = 0
    defence: int = 0


class RaidCore:
    """The attacker's and the defender's roll; a target without defences rolls nothing, and nobody without bombers."""

    def finished(self, value: Raid) -> bool:
        return not value.bombers or bool(value.attack and (value.defence or not value.strength))

    def dice(self, value: Raid) -> tuple[Die, ...]:
        return (TWO_DICE,)

    def stage(self, value: Raid, faces: tuple[int, ...]) -> Raid:
        if value.attack:
            return attrs.evolve(value, defence=faces[0])
        return attrs.evolve(value, attack=faces[0])


@frozen
class Met:
    """What the rolls came to: both results, bombers eliminated, aborted and through, and the additional hits of 24.65,
    for the modifier and for bombers that got through."""

    attack: Result
    defence: Result
    eliminated: int
    aborted: int
    through: int
    favoured: int
    reaching: int


def met(raid: Raid) -> Met:
    """The table both ways with opposite modifiers. A net plus adds up to the number of bombers and leaves those that
    got through whole; a net minus is taken off them (24.65, rulings 138 and 139)."""
    attack = result(raid.bombers, raid.attack + raid.modifier) if raid.attack else NOTHING
    defence = result(raid.strength, raid.defence - raid.modifier) if raid.defence else NOTHING
    eliminated = min(defence.first, raid.bombers)
    aborted = min(defence.second, raid.bombers - eliminated)
    through = raid.bombers - eliminated - aborted
    favoured = max(0, min(raid.modifier, raid.bombers))
    return Met(attack, defence, eliminated, aborted, through, favoured, max(0, through + min(raid.modifier, 0)))


@frozen
class RaidResult:
    """What came of a raid, in bomber factors and BRPs: ``brps`` before the cap, ``brps_lost`` after it, ``limit_loss``
    of the construction limit; ``firestorm``: enough damage for one (26.81)."""

    attacker_result: str
    defender_result: str
    bombers_eliminated: int
    bombers_aborted: int
    bombers_through: int
    brps: int
    brps_lost: int
    limit_loss: int
    firestorm: bool
    breakdown: Breakdown = attrs.field(eq=False)


def limit_loss(brps: int) -> int:
    """What the construction limit loses for BRPs lost to bombing: a third, rounded down (26.71B)."""
    return brps // BRPS_PER_LIMIT


def resolve(raid: Raid) -> RaidResult:
    """What came of a raid on an economic target."""
    outcome = met(raid)
    causes = [
        Line(
            f"result {outcome.attack}: {outcome.attack.first} x {ELIMINATED}",
            outcome.attack.first * ELIMINATED,
            "24.632A",
        ),
        Line(
            f"result {outcome.attack}: {outcome.attack.second} x {ABORTED}", outcome.attack.second * ABORTED, "24.632A"
        ),
    ]
    if outcome.favoured:
        causes.append(Line(f"modifier +{raid.modifier}", outcome.favoured * EXTRA, "24.65A"))
    causes.append(Line(f"{outcome.through} bombers that got through x {EXTRA}", outcome.through * EXTRA, "24.65B"))
    if outcome.reaching != outcome.through:
        causes.append(Line(f"modifier {raid.modifier}", (outcome.reaching - outcome.through) * EXTRA, "24.65B"))
    brps = sum(line.value for line in causes)
    lost = brps if raid.value is None else min(brps, raid.value)
    if lost < brps:
        causes.append(Line(f"at most the hex's {raid.value}", lost - brps, "26.71A"))
    return RaidResult(
        attacker_result=str(outcome.attack),
        defender_result=str(outcome.defence),
        bombers_eliminated=outcome.eliminated,
        bombers_aborted=outcome.aborted,
        bombers_through=outcome.through,
        brps=brps,
        brps_lost=lost,
        limit_loss=limit_loss(lost),
        firestorm=brps >= FIRESTORM,
        breakdown=Breakdown(tuple(causes)),
    )


def on_ships(raid: Raid) -> Result:
    """The result that ships in a shipyard take: the table's, with a 1/0 more for every three BRPs that 24.65 would add
    (26.76)."""
    outcome = met(raid)
    return outcome.attack + Result(outcome.favoured + outcome.reaching, 0)


def target_strength(defences: dict[str, int]) -> Breakdown:
    """The defensive strength of a hex: flak factors, airbases, objectives and anchors 1 each, cities and ports 2, and
    the fortification's level (26.461A)."""
    return Breakdown(
        tuple(
            Line(f"{count} {name}", count * _STRENGTHS[name], "26.461A")
            for name, count in defences.items()
            if count and name in _STRENGTHS
        )
    )


@frozen
class Cause:
    """One thing that may modify the rolls over a target: ``value`` above 0 for the bombers, 0 where it does not hold;
    ``why``: what it hangs on."""

    label: str
    value: int
    rule: str
    why: str


def causes(
    edition: Edition, results: int, air_defense: int, *, excess: int = 0, pacific: bool = False, american: bool = False
) -> tuple[Cause, ...]:
    """All that may modify the rolls of bombers over a target (26.461B): the attacker's strategic bomber results, the
    defender's air defense results; ``excess`` hexes of range, a +1 for each 8, or 4 in the Pacific, up to the results;
    ``american`` bombers of the Pacific pool."""
    rule, per = "26.461B", HEXES_PACIFIC if pacific else HEXES_EUROPE
    free = f"the first {edition.research_free} add nothing" if edition.research_free else "each adds 1"
    spare = f"1 for each {per} hexes, at most the {results} results"
    reach = min(excess // per, results) if edition.range_counts else 0
    pool = edition.pacific_bombers if pacific and american else 0
    return (
        Cause(f"{results} strategic bomber results", max(0, results - edition.research_free), rule, free),
        Cause(
            f"{excess} hexes of excess range",
            reach,
            rule,
            spare if edition.range_counts else f"not in the {edition.name}",
        ),
        Cause(
            "American Pacific bombers",
            pool,
            rule,
            "only these add" if edition.pacific_bombers else f"not in the {edition.name}",
        ),
        Cause(f"{air_defense} air defense results", -air_defense, rule, "each takes 1"),
    )


def modifiers(
    edition: Edition, results: int, air_defense: int, *, excess: int = 0, pacific: bool = False, american: bool = False
) -> Breakdown:
    """The net modifier of bombers over a target, above 0 for them: the causes that hold (26.461B)."""
    return net(causes(edition, results, air_defense, excess=excess, pacific=pacific, american=american))


def net(modifying: tuple[Cause, ...]) -> Breakdown:
    """The causes that hold, which add up to the net modifier."""
    return Breakdown(tuple(Line(cause.label, cause.value, cause.rule) for cause in modifying if cause.value))


@frozen
class Berth:
    """Where a ship stands on the shipyard track: the season's column and the row, 1 the launch row; ``eliminated``: it
    was moved past the row of its size."""

    season: str
    row: int
    eliminated: bool = False


def delayed(berth: Berth, size: int, hit: Result, now: str, *, axis: bool) -> Berth:
    """Where a ship of so many factors stands after a result: two columns to the right for each figure before the
    stroke, one for each behind it, Winter beside Spring. It goes up a row on leaving the current season's column if it
    is an Axis ship, on entering it if an Allied one (26.761, ruling 137)."""
    at, row = SEASONS.index(berth.season), berth.row
    for _ in range(2 * hit.first + hit.second):
        left, at = at, (at + 1) % len(SEASONS)
        if SEASONS[left if axis else at] == now:
            row += 1
        if row > size:
            return Berth(SEASONS[at], row, True)
    return Berth(SEASONS[at], row)
