"""Bombers over their target (24.632, 24.65, 26.46, 26.71), the defences of the target, and ships in shipyards (26.76).
Pure: no campaign is needed."""

from __future__ import annotations

import attrs

from engine.kernel.forecast import Die
from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import compared_often
from engine.worldatwar.rolls.combat_table import NOTHING, TWO_DICE, Result, result
from engine.worldatwar.world.editions import Edition

ELIMINATED, ABORTED = 3, 1
"""BRPs of damage for each figure of a result before the stroke, and behind it (24.632A)."""
EXTRA = 3
"""BRPs of damage for each point of the net modifier, and for each bomber that got through (24.65)."""
BRPS_PER_LIMIT = 3
FIRESTORM = 25
BOX_STRENGTH = 3
"""The defensive strength of every mapboard box (26.462)."""
HEXES_EUROPE, HEXES_PACIFIC = 8, 4
"""Hexes of excess range that make a modifier of +1, in the editions where excess range counts (26.461B)."""
SEASONS = ("spring", "summer", "fall", "winter")
_STRENGTHS = {"flak": 1, "airbases": 1, "objectives": 1, "anchors": 1, "cities": 2, "ports": 2, "fortification": 1}
DEFENCES = tuple(_STRENGTHS)
"""The fields of a place that add to a target's strength. ``fortification`` is a level: 1, or 2 for a fortress
(26.461A)."""


@compared_often
class Raid:
    """Bombers that have reached a target, before, between or after the two rolls. ``bombers``: factors, bombing AAF
    among them; ``strength``: that of the target; ``modifier``: the net one, above 0 for the attacker; ``value``: BRPs
    that the hex is worth, None without a cap. ``attack`` and ``defence``: the natural totals, 0 before they are rolled.
    """

    edition: Edition
    bombers: int
    strength: int
    modifier: int
    value: int | None = None
    attack: int = 0
    defence: int = 0


class RaidCore:
    """The attacker's roll, then the defender's. A target without defences rolls nothing, and without bombers nobody
    does."""

    def finished(self, value: Raid) -> bool:
        return not value.bombers or bool(value.attack and (value.defence or not value.strength))

    def dice(self, value: Raid) -> tuple[Die, ...]:
        return (TWO_DICE,)

    def stage(self, value: Raid, faces: tuple[int, ...]) -> Raid:
        if value.attack:
            return attrs.evolve(value, defence=faces[0])
        return attrs.evolve(value, attack=faces[0])


@compared_often
class Met:
    """What the two rolls came to: both results, bombers eliminated, aborted and through, and the additional hits of
    24.65 for the modifier and for bombers that got through."""

    attack: Result
    defence: Result
    eliminated: int
    aborted: int
    through: int
    favoured: int
    reaching: int


def met(raid: Raid) -> Met:
    """Read the table both ways with opposite modifiers. A net plus adds hits up to the number of bombers and leaves
    untouched those for bombers that got through; a net minus is taken off these (24.65, rulings 138 and 139)."""
    attack = result(raid.bombers, raid.attack + raid.modifier) if raid.attack else NOTHING
    defence = result(raid.strength, raid.defence - raid.modifier) if raid.defence else NOTHING
    eliminated = min(defence.first, raid.bombers)
    aborted = min(defence.second, raid.bombers - eliminated)
    through = raid.bombers - eliminated - aborted
    favoured = max(0, min(raid.modifier, raid.bombers))
    return Met(attack, defence, eliminated, aborted, through, favoured, max(0, through + min(raid.modifier, 0)))


@compared_often
class RaidResult:
    """The outcome of a raid on an economic target, in bomber factors and BRPs: ``brps`` of damage before the cap of the
    hex, ``brps_lost`` after it, ``limit_loss`` of the owner's construction limit. ``firestorm``: the damage is enough
    for one (26.81)."""

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
    """How much of a construction limit is lost for BRPs lost to bombing: a third of them, rounded down (26.71B)."""
    return brps // BRPS_PER_LIMIT


def resolve(raid: Raid) -> RaidResult:
    """The outcome of a raid on an economic target, once both rolls are made."""
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
    """The result that ships in a shipyard take: that of the table, and another 1/0 for every three BRPs that 24.65
    would add (26.76)."""
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


@compared_often
class Cause:
    """Something that may modify the rolls over a target: ``value`` is above 0 where it favours the bombers, 0 where it
    does not hold; ``why`` says what it hangs on."""

    label: str
    value: int
    rule: str
    why: str


def causes(
    edition: Edition, results: int, air_defense: int, *, excess: int = 0, pacific: bool = False, american: bool = False
) -> tuple[Cause, ...]:
    """Everything that may modify the rolls of bombers over a target (26.461B): strategic bomber results of the attacker
    and air defense results of the defender; ``excess`` hexes of range, +1 for each 8 (in the Pacific each 4) up to the
    attacker's results; ``american`` bombers out of the Pacific pool."""
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
    """The net modifier of bombers over a target, above 0 in their favour, from the causes that hold (26.461B)."""
    return net(causes(edition, results, air_defense, excess=excess, pacific=pacific, american=american))


def net(modifying: tuple[Cause, ...]) -> Breakdown:
    """The causes that hold, which add up to the net modifier."""
    return Breakdown(tuple(Line(cause.label, cause.value, cause.rule) for cause in modifying if cause.value))


@compared_often
class Berth:
    """Where a ship stands on the shipyard track: the column of a season and a row, of which 1 is the launch row.
    ``eliminated``: the ship was moved up past the row of its size."""

    season: str
    row: int
    eliminated: bool = False


def delayed(berth: Berth, size: int, hit: Result, now: str, *, axis: bool) -> Berth:
    """Where a ship of a size in factors stands after a result. It moves two columns to the right for each figure before
    the stroke and one for each behind it; Spring follows Winter. It goes up a row on leaving the current season's
    column if it is an Axis ship, on entering that column if it is an Allied one (26.761, ruling 137)."""
    at, row = SEASONS.index(berth.season), berth.row
    for _ in range(2 * hit.first + hit.second):
        left, at = at, (at + 1) % len(SEASONS)
        if SEASONS[left if axis else at] == now:
            row += 1
        if row > size:
            return Berth(SEASONS[at], row, True)
    return Berth(SEASONS[at], row)
