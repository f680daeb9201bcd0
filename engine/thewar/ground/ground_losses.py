"""What the ground table asks of both sides, and who is lost: whole units, the better-rated first, what the owner may
choose (10.2.2, 10.2.6, 10.3, rulings 38, 45, 61 to 64, 76). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import attrs

from engine.kernel.values import frozen
from engine.thewar.combat.combatants import Combatant, fighting
from engine.thewar.ground.ground_battle import Assault, axis_attacks, battle, dropping, worth
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls.ground_combat import GroundResult
from engine.thewar.world import counters, markers, prices, ratings, traits

RETREATS, HALF = ("DR", "DD", "DD2", "DD3"), "1/2 EX"
HELD = ("AE", "1/2 AE", "not allowed")
"""Results that leave the hex to whoever has it: also an empty city, which nobody defends (10.6.8)."""


@frozen
class Demands:
    """What a result asks: ``attacker`` and ``defender`` factors to be removed at least (``..._all``: everything),
    ``depletions`` of defenders, ``retreat``; ``attrition``: an omega that costs the Axis one Depletion (10.3.6)."""

    result: GroundResult
    attacker: int = 0
    attacker_all: bool = False
    defender: int = 0
    defender_all: bool = False
    depletions: int = 0
    retreat: bool = False
    attrition: bool = False


def demands(assault: Assault) -> Demands:
    """What the roll asks of both sides. Only for an assault that is rolled."""
    fight = battle(assault)
    result = _blocked(assault, ground_combat.resolve(fight))
    printed = sum(unit.factors for unit in assault.attackers)
    asked = ground_combat.losses(
        result.result,
        fight.attack,
        fight.defence,
        attack_printed=printed if printed != fight.attack else 0,
        stays="fortress" in assault.terrain,
    )
    soviet = any(unit.power == "ussr" for unit in assault.defenders)
    # Off the board there is nowhere to go (8.8.8).
    cornered = asked.retreat and "no-retreat" in assault.facts
    omega = "Ω" in result.marks and "ussr-1939" in assault.facts and axis_attacks(assault) and soviet
    return Demands(
        result,
        attacker=asked.attacker,
        attacker_all=asked.attacker_all,
        defender=asked.defender,
        defender_all=asked.defender_all or cornered,
        depletions=0 if cornered else asked.depletions,
        retreat=asked.retreat and not asked.defender_all and not cornered,
        attrition=omega and not asked.attacker_all,
    )


def _blocked(assault: Assault, result: GroundResult) -> GroundResult:
    """Beside NKVD no Soviet unit retreats: DR and every DD become a half exchange (28.2.3)."""
    theirs = fighting(assault.defenders)
    if result.result not in RETREATS or not any(unit.kind == "nkvd" for unit in theirs):
        return result
    why = f"{result.result} beside NKVD: {HALF}"
    return attrs.evolve(result, result=HALF, breakdown=result.breakdown.plus(why, 0, "28.2.3"))


# --- who is lost


def price(unit: Combatant) -> int:
    """What a unit costs to build, in NARFs; of a power that has no prices its factors."""
    try:
        return prices.build(unit.power or "germany", unit.kind, unit.strength, unit.tag).total
    except (KeyError, counters.BadStrength):
        return unit.factors


def ways(force: Sequence[Combatant], values: Sequence[int], least: int) -> tuple[tuple[str, ...], ...]:
    """The smallest sets of units, by name, that make up so many factors at least, the cheapest in NARFs first.

    Better-rated units go first (10.3.4, ruling 45); inside a rating the owner chooses (ruling 62). Of like units those
    that stand first are named. All units where they do not suffice.
    """
    worths = dict(zip((unit.name for unit in force), values, strict=True))
    if sum(worths.values()) <= least:
        return (tuple(worths),)
    before: tuple[str, ...] = ()
    for rating in range(ratings.BEST, ratings.WORST + 1):
        mine = [unit for unit in force if unit.now() == rating]
        within = sum(worths[unit.name] for unit in mine)
        if within >= least:
            return tuple((*before, *chosen) for chosen in _smallest(mine, worths, least))
        before, least = (*before, *(unit.name for unit in mine)), least - within
    return (before,)


def _smallest(force: Sequence[Combatant], worths: dict[str, int], least: int) -> list[tuple[str, ...]]:
    kinds: dict[tuple[object, ...], list[Combatant]] = {}
    for unit in force:
        like = (unit.power, unit.kind, unit.strength, unit.tag, unit.depleted, worths[unit.name])
        kinds.setdefault(like, []).append(unit)
    groups = [group for group in kinds.values() if worths[group[0].name]]
    sets: list[tuple[int, int, tuple[str, ...]]] = []
    for counts in product(*(range(len(group) + 1) for group in groups)):
        chosen = [unit for group, count in zip(groups, counts, strict=True) for unit in group[:count]]
        paid = sum(worths[unit.name] for unit in chosen)
        # Small enough: no unit of it could stay.
        if paid >= least and all(paid - worths[unit.name] < least for unit in chosen):
            sets.append((sum(map(price, chosen)), paid, tuple(unit.name for unit in chosen)))
    return [names for *_, names in sorted(sets)]


def attackers_lost(assault: Assault, asked: Demands) -> tuple[tuple[str, ...], ...]:
    """The sets of attackers that pay for the result, in printed factors; ((),) where nobody is lost."""
    if asked.attacker_all:
        return (tuple(unit.name for unit in assault.attackers),)
    if not asked.attacker:
        return ((),)
    return ways(assault.attackers, [unit.factors for unit in assault.attackers], asked.attacker)


def defenders_lost(assault: Assault, asked: Demands) -> tuple[tuple[str, ...], ...]:
    """The sets of defenders that are removed, counted with terrain; ((),) where nobody is."""
    if asked.defender_all:
        return (tuple(unit.name for unit in assault.defenders),)
    if not asked.defender:
        return ((),)
    return ways(assault.defenders, [worth(assault, unit) for unit in assault.defenders], asked.defender)


def struck(force: Sequence[Combatant]) -> tuple[str, ...]:
    """Among whom the owner chooses who takes the next Depletion: the best-rated first, whole ones as long as there are
    any (10.3.4, rulings 38, 45). Flak takes part in no ground battle (11.12.2)."""
    targets = [
        ratings.Target(unit.name, unit.now(), unit.depleted, able=unit.fights and unit.kind != "flak") for unit in force
    ]
    return ratings.candidates(targets, "depleted")


def deplete(force: Sequence[Combatant], name: str) -> tuple[Combatant, ...]:
    """One Depletion falls on a unit: units of three factors or less, ART, and what is Depleted die of it (10.2.6)."""
    return tuple(
        unit.hit(traits.after_depletion(unit.unit)) if unit.name == name and unit.fights else unit for unit in force
    )


def remove(force: Sequence[Combatant], names: Iterable[str]) -> tuple[Combatant, ...]:
    """A force after these units are eliminated."""
    gone = set(names)
    return tuple(unit.hit("eliminated") if unit.name in gone and unit.fights else unit for unit in force)


@frozen
class Outcome:
    """How an assault ends: both forces with their fates, the printed result, whether the defenders retreat, and whether
    the hex is empty then (advance and Breach, 10.5)."""

    result: str
    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    retreat: bool = False

    @property
    def cleared(self) -> bool:
        """Whether no defender is left in the hex, and an attacker to enter it."""
        return bool(fighting(self.attackers)) and self.emptied and self.result not in HELD

    @property
    def emptied(self) -> bool:
        """Whether no defender is left in the hex, whoever is left of the attackers."""
        return self.retreat or not fighting(self.defenders)


def outcome(assault: Assault) -> Outcome:
    """How a rolled assault ends where each owner takes the named default: the cheapest units that suffice, the first of
    those among whom he may choose. An attack that may not be made ends as it began."""
    if not assault.face:
        return Outcome("not allowed", assault.attackers, assault.defenders)
    asked = demands(assault)
    attackers = remove(assault.attackers, attackers_lost(assault, asked)[0])
    defenders = remove(assault.defenders, defenders_lost(assault, asked)[0])
    for _ in range(asked.depletions):
        if open_to := struck(defenders):
            defenders = deplete(defenders, open_to[0])
    if asked.attrition and (open_to := struck(attackers)):
        attackers = deplete(attackers, open_to[0])
    if fighting(defenders) and not asked.retreat:
        attackers = remove(attackers, landed(assault, attackers))
    elif "beach-assault" in assault.terrain:
        attackers = _ashore(assault, attackers)
    return Outcome(asked.result.result, attackers, defenders, asked.retreat)


def landed(assault: Assault, force: Iterable[Combatant]) -> tuple[str, ...]:
    """The units of a force that came from the sea or the air, or stood among the defenders, and are lost if their hex
    is not cleared (10.3.3, 11.14.3, 23.10)."""
    from_sea, dropped = "beach-assault" in assault.terrain, dropping(assault)
    return tuple(
        unit.name for unit in fighting(force) if from_sea or unit.kind == dropped or unit.name in assault.turned
    )


def crowded_out(ashore: Iterable[Combatant]) -> tuple[str, ...]:
    """Of a first wave on its beach the units among whom the owner chooses who goes back to port next: those that count
    towards stacking, those first who lose least by it; () where all have room (7.7.4)."""
    counted = [unit for unit in fighting(ashore) if traits.stacks(unit.unit)]
    if len(counted) <= markers.ROOM:
        return ()
    return tuple(unit.name for unit in sorted(counted, key=_loss))


def _loss(unit: Combatant) -> tuple[int, int]:
    """What going back to port costs a unit: nothing if it is Depleted, a Depletion, or the unit where it is never
    Depleted."""
    return (0 if unit.depleted else 1 if traits.depletes(unit.unit) else 2), unit.factors


def _ashore(assault: Assault, force: tuple[Combatant, ...]) -> tuple[Combatant, ...]:
    """A force that has taken its beach, after the units for which there is no room have gone back."""
    dropped = dropping(assault)
    ashore = [unit for unit in force if unit.kind != dropped]
    while open_to := crowded_out(ashore):
        back = next(unit for unit in ashore if unit.name == open_to[0])
        ashore.remove(back)
        if not back.depleted:
            force = deplete(force, back.name)
    return force


ASSUMED = "the cheapest units that suffice are lost"
