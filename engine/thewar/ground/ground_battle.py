"""An attack on a hex with its units: strengths, columns and modifiers that hold of themselves, what is wrong with it,
its roll (10.0 to 10.2.5, 9.8). Pure: no campaign is needed. What comes of it is in ``ground_losses``."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.values import frozen
from engine.thewar.air import air_missions
from engine.thewar.combat import commandos
from engine.thewar.combat.combatants import Combatant, fighting
from engine.thewar.countries import french_morale
from engine.thewar.ground import defence
from engine.thewar.ground.defence import Defender
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls.ground_combat import Battle
from engine.thewar.world import ratings, traits

AXIS = ("germany", "italy")
ALLIES = ("ussr", "britain", "us", "france")
BEACH = "beach-assault"
OPEN = frozenset({"clear", "desert"})
DROPS = {
    "mountain": ("into a mountain hex", "10.6.5"),
    "forest": ("into a forest", ""),
    "swamp": ("into a swamp", "10.6.7"),
}
"""Ground into which no PARA drop, with its own rule beside 11.14.2. A swamp that is frozen is none (26.1.1)."""
OVERRUNNING = ("arm", "inf", "mot", "mech", "cav", "para")
"""Kinds of which an Automatic Victory may be made in the First Impulse (9.8)."""

CIRCUMSTANCES = {
    "breach": ("its ARM and MECH began the Second Impulse in a Breach", "10.2.5"),
    "lle-column": ("the hex chosen for the column of a Limited Effort", "4.3"),
    "drop": ("its PARA drop on the hex", "11.14"),
    "ussr-1939": ("inside the 1939 Soviet Union", "10.3.6"),
    "siberian-winter": ("Winter inside the 1939 Soviet Union", "2.6, 21.7.1"),
    "carpet-bombing": ("carpet bombing", "29.20"),
    "elite": ("German Elite Units are played", "29.2"),
    "attackers-unsupplied": ("the attackers are out of supply", "15.3"),
    "defenders-unsupplied": ("the defenders are out of supply", "15.3"),
    "no-retreat": ("who has to retreat from the box is eliminated", "8.8.8"),
    "minor-fortress": ("the fortress is a minor country's", "9.8"),
    "morocco-algeria": ("the beach lies in Morocco or Algeria", "7.7"),
}
"""Facts that a battle's description may name beside the modifiers of the table: each in words, with its rule."""
_SURPRISES = ("western-surprise", "western-surprise-counter", "airborne-surprise", "barbarossa", "limited-effort")
FRONTS = {
    "western-front": "on the Western Front",
    "eastern-front": "on the Eastern Front",
    "mediterranean-front": "on the Mediterranean Front",
}
"""Where a battle is, in words."""
FACTS = (*CIRCUMSTANCES, *_SURPRISES, *FRONTS)


@frozen
class Assault:
    """An attack on a hex. ``reserves``: defenders, by name, that came as Reserves; ``oas`` and ``das``: TAC and MDM
    that have reached the hex; ``ships``: Fleets that bombard the shore; ``facts``: see FACTS; ``face``: the natural
    die, 0 before it is rolled; ``worse``: how many rows lower the attacker takes his result (10.2.2); ``oas_columns``,
    ``das_columns``: that weather lets air support shift at most, -1 where it sets no limit (chapter 26);
    ``outflown``: a landing below more aircraft in defence than the attackers have (7.7.2); ``spent``: the countries
    whose units defend at face value after their losses in a border war (23.21); ``turned``: attackers, by name, that
    stand in the hex since their country changed sides, and attack as if they had dropped (23.10); ``unescorted``: who
    drops meets the enemy's aircraft alone (11.14.1)."""

    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    terrain: tuple[str, ...] = ()
    siege: int = 0
    second_impulse: bool = False
    reserves: tuple[str, ...] = ()
    oas: tuple[Combatant, ...] = ()
    das: tuple[Combatant, ...] = ()
    ships: int = 0
    facts: tuple[str, ...] = ()
    face: int = 0
    worse: int = 0
    oas_columns: int = -1
    das_columns: int = -1
    outflown: bool = False
    spent: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    unescorted: bool = False


def axis_attacks(assault: Assault) -> bool:
    """Whether the Axis attacks, as far as it matters inside the Soviet Union: units of its powers and Satellites, none
    of an Allied power (9.8, 10.3.6, ruling 294)."""
    powers = {unit.power for unit in assault.attackers}
    return "" not in powers and not powers.intersection(ALLIES)


# --- strengths


def attack(assault: Assault) -> Breakdown:
    """The factors of the attackers, unit by unit (2.6, 11.14.4)."""
    lines = [line for unit in assault.attackers for line in attacker(assault, unit)]
    if bonus := beside_commando(assault):
        lines.append(bonus)
    return Breakdown(tuple(lines))


def attacker(assault: Assault, unit: Combatant) -> tuple[Line, ...]:
    """What one attacker counts: its printed factors, and what doubles them."""
    against = "fortress" if "fortress" in assault.terrain else "fortification" if "fortified" in assault.terrain else ""
    worth = traits.attack(unit.unit, against=against, siberian_winter="siberian-winter" in assault.facts)
    lines = [Line(unit.label, unit.factors, "2.4"), *(line for line in worth.lines[1:] if line.value)]
    if unit.kind == "para" and "drop" in assault.facts and "beach-assault" in assault.terrain:
        lines.append(Line("dropped beside a landing: doubled", unit.factors, "11.14.4"))
    return tuple(lines)


def beside_commando(assault: Assault) -> Line | None:
    """What an Allied Commando adds to a landing beside it, None where it adds nothing (2.6)."""
    landing = [unit.unit for unit in assault.attackers]
    allied = any(unit.kind == "cdo" and unit.power not in AXIS for unit in landing)
    if allied and "beach-assault" in assault.terrain and (bonus := commandos.beside_commandos(landing)):
        return Line("one INF or MOT doubled beside a Commando", bonus, "2.6")
    return None


def _defender(assault: Assault, unit: Combatant, *, reserve: bool = False) -> Defender:
    kind, spent = traits.key(unit.unit), unit.power in assault.spent
    return Defender(kind, unit.factors, unit.label, depleted=unit.depleted, reserve=reserve, spent=spent)


def ground(assault: Assault) -> tuple[str, ...]:
    """The terrain as it counts: PARA that drop undo a river, a Commando a beach's fortifications (10.6.2, 11.14.4)."""
    off: set[str] = set()
    if "drop" in assault.facts or assault.turned:
        off.add("river")
    if "beach-assault" in assault.terrain and any(unit.kind == "cdo" for unit in assault.attackers):
        off.add("fortified")
    return tuple(name for name in assault.terrain if name not in off)


def dropping(assault: Assault) -> str:
    """The kind of the attackers that drops, '' where none does (2.6)."""
    return commandos.drops(assault.facts, (unit.kind for unit in assault.attackers))


def across_river(assault: Assault) -> bool:
    """Whether the defenders have the benefit of a river, as a bridgehead asks (9.6.2, 10.6.6, 10.6.10)."""
    terrain = ground(assault)
    return "river" in terrain and "fortress" not in terrain


def _exploiting(assault: Assault) -> bool:
    return assault.second_impulse and any(unit.kind in traits.SECOND_IMPULSE for unit in assault.attackers)


def _dropped_alone(assault: Assault) -> bool:
    """Whether an airborne landing, or what attacks as one, has nobody beside it (10.6.1, 11.14.4, 23.10)."""
    dropped = commandos.AIRBORNE if "drop" in assault.facts else ()
    inside = bool(dropped or assault.turned)
    return inside and all(unit.kind in dropped or unit.name in assault.turned for unit in assault.attackers)


def defender(assault: Assault, unit: Combatant) -> defence.Worth:
    """What one defender counts in the hex, with the cause."""
    return defence.worth(
        _defender(assault, unit, reserve=unit.name in assault.reserves),
        ground(assault),
        siege=assault.siege,
        second_impulse=_exploiting(assault),
        dropped_on=_dropped_alone(assault),
    )


def worth(assault: Assault, unit: Combatant) -> int:
    """What one defender counts in the hex, in factors."""
    return defender(assault, unit).total


def defended(assault: Assault) -> Breakdown:
    """The factors of the defenders with terrain, unit by unit (10.6)."""
    return Breakdown(tuple(line for unit in assault.defenders for line in defender(assault, unit).lines))


def rated(force: Iterable[Combatant]) -> list[tuple[int, int]]:
    """Ratings and printed factors by which a side's rating is found (10.8.5, ruling 44); Flak fights no ground units
    (ruling 169), and what is no ground unit, named by mistake, has no rating here."""
    there = [unit for unit in force if unit.factors and unit.category == "ground" and unit.kind != "flak"]
    return [(unit.now(), unit.factors) for unit in there]


def _rating(force: Iterable[Combatant]) -> int:
    parts = rated(force)
    return ratings.governing(parts) if parts else ratings.WORST


# --- modifiers that follow from the units and the hex


def _share(assault: Assault, kinds: Iterable[str] = (), powers: Iterable[str] = ()) -> int:
    """The attacking factors of some kinds, or of some powers."""
    named, owners = tuple(kinds), tuple(powers)
    return sum(unit.factors for unit in assault.attackers if unit.kind in named or unit.power in owners)


def modifiers(assault: Assault) -> tuple[tuple[str, str], ...]:
    """Every modifier of the ground table by id, each with why it does not hold, '' where it does."""
    return tuple((modifier.id, _why_not(assault, modifier.id)) for modifier in ground_combat.MODIFIERS)


def _why_not(assault: Assault, name: str) -> str:
    if name == "second-impulse":
        return _no_schwerpunkt(assault)
    if name == "german-flak":
        if not any(unit.kind == "arm" for unit in assault.attackers):
            return "no ARM attacks"
        if all(unit.power in AXIS for unit in assault.attackers):
            return "neither Soviet nor Western Allied"
        german = any(unit.kind == "flak" and unit.power == "germany" for unit in assault.defenders)
        return "" if german else "no German Flak in the hex"
    if name == "soviet-attack":
        soviet = 2 * _share(assault, powers=("ussr",)) >= max(1, sum(unit.factors for unit in assault.attackers))
        return "" if soviet else "no Soviet attack"
    return "" if name in assault.facts else "it does not hold here"


def _no_schwerpunkt(assault: Assault) -> str:
    """Why the modifier of ARM and MECH out of a Breach does not hold, '' where it does (10.2.5, rulings 64, 65)."""
    if not assault.second_impulse:
        return "First Impulse"
    if "breach" not in assault.facts:
        return "nobody began the impulse in a Breach"
    # A river is a side of the hex, not its ground; Flak is no part of the ground battle.
    there = set(assault.terrain) - {"river"}
    if not there <= OPEN:
        return "only in clear and desert hexes"
    met = [unit for unit in assault.defenders if unit.kind != "flak"]
    if not met or any(unit.kind not in ("inf", "sta") for unit in met):
        return "only against INF and STA"
    able = [unit for unit in assault.attackers if unit.kind in ("arm", "mech") and unit.now() == ratings.BEST]
    carrying = sum(unit.factors for unit in able)
    if not ground_combat.schwerpunkt(carrying, sum(unit.factors for unit in assault.attackers)):
        return "the greater part of the factors is not First-Rate ARM and MECH"
    return ""


def other_columns(assault: Assault) -> Breakdown:
    """Columns of limited efforts, elite units and carpet bombing (4.3, 29.2, 29.20)."""
    shifts = Breakdown()
    if "lle-column" in assault.facts:
        shifts = shifts.plus(*_named("lle-column", 1))
    if "carpet-bombing" in assault.facts:
        shifts = shifts.plus(*_named("carpet-bombing", 1))
    if "elite" in assault.facts:
        for force, columns in ((assault.attackers, 1), (assault.defenders, -1)):
            if any(unit.power == "germany" and unit.label == "ARM 10-8" and not unit.depleted for unit in force):
                shifts = shifts.plus("an undepleted German ARM 10-8", columns, "29.2")
    return shifts


def _named(name: str, value: int) -> tuple[str, int, str]:
    label, rule = CIRCUMSTANCES[name]
    return label, value, rule


def battle(assault: Assault) -> Battle:
    """The roll on the ground table that an assault comes to."""
    before = reckoned(attrs.evolve(assault, face=0, worse=0))
    return attrs.evolve(before, face=assault.face, worse=assault.worse)


@lru_cache(maxsize=256)
def reckoned(assault: Assault) -> Battle:
    """The roll of an assault before its die: the ten faces of a forecast have all but the face in common."""
    para_only = all(unit.kind == "para" or unit.name in assault.turned for unit in assault.attackers)
    return Battle(
        attack=attack(assault).total,
        defence=Fraction(1, 2) if empty_city(assault) else defended(assault).total,
        attacker_rating=_rating(assault.attackers),
        # What an empty city counts has no rating: neither better nor worse.
        defender_rating=_rating(assault.defenders if assault.defenders else assault.attackers),
        oas=_under(air_missions.support(assault.oas, para_only=para_only).total, assault.oas_columns),
        das=_under(air_missions.support(assault.das).total, assault.das_columns),
        sbs=assault.ships if "beach-assault" in assault.terrain else 0,
        other_shift=other_columns(assault).total,
        modifiers=tuple(name for name, why_not in modifiers(assault) if not why_not),
    )


def _under(columns: int, most: int) -> int:
    """Columns of air support under a limit of the weather (26.1 to 26.3, ruling 35)."""
    return columns if most < 0 else min(columns, most)


def empty_city(assault: Assault) -> bool:
    """Whether nobody defends but a city, which counts a half against CDO and PARA alone (10.6.8)."""
    city = any(name in assault.terrain for name in ("city", "two-cities", "german-city-vs-soviets"))
    alone = all(unit.kind in ("cdo", "para") for unit in assault.attackers)
    return city and alone and not assault.defenders


def made(assault: Assault) -> bool:
    """Whether an attack that is announced is made: not at odds that Reserves have made worse than 1-4, and no landing
    without air superiority (7.7.2, 10.0, ruling 251)."""
    return battle(assault).allowed and not assault.outflown


def outflown(attackers: Iterable[Combatant], defenders: Iterable[Combatant], terrain: Iterable[str]) -> bool:
    """Whether a landing lacks air superiority: there is defensive air support over the hex, and with all escorts on
    both sides the attackers have no more factors in the air (7.7.2)."""
    if BEACH not in terrain:
        return False
    there = fighting(defenders, "air")
    if not any(traits.support(unit.unit).value for unit in there):
        return False
    return sum(unit.factors for unit in fighting(attackers, "air")) <= sum(unit.factors for unit in there)


# --- what is wrong with it


def refusals(assault: Assault) -> Iterable[Refusal]:
    """Every reason why there is no such attack, whoever makes it (9.8, 10.0, 10.1)."""
    if not assault.attackers:
        yield Refusal("10.0", "nobody attacks", "Name ground units.")
        return
    if any(name not in defence.TERRAIN for name in assault.terrain):
        odd = next(name for name in assault.terrain if name not in defence.TERRAIN)
        known = ", ".join(name.replace("-", " ") for name in defence.TERRAIN)
        yield Refusal("10.6", f"'{odd.replace('-', ' ')}' is no terrain", f"There are: {known}.")
        return
    if any(name not in FACTS for name in assault.facts):
        odd = next(name for name in assault.facts if name not in FACTS)
        yield Refusal("10.0", f"'{odd}' is nothing that a battle asks", f"There are: {', '.join(FACTS)}.")
    for unit in (*assault.attackers, *assault.defenders):
        if unit.category != "ground":
            yield Refusal("10.6", f"{unit.label} fights no ground battle", "Air units support it, Fleets bombard.")
    yield from dict.fromkeys(wrong for unit in assault.attackers if (wrong := traits.may_attack(unit.unit)) is not None)
    yield from _impulse(assault)
    for name, force in (("oas", assault.oas), ("das", assault.das)):
        for unit in force:
            if unit.category != "air" or not traits.support(unit.unit).value:
                kind = "offensive" if name == "oas" else "defensive"
                yield Refusal("11.3.1", f"{unit.label} gives no {kind} air support", "TAC and MDM do.")
    if assault.ships and "beach-assault" not in assault.terrain:
        yield Refusal("7.7.3", "Fleets bombard the shore for landings only", "An attack from the sea.")
    if "mountain" in assault.terrain:
        yield from _mountain(assault)
    if "drop" in assault.facts:
        yield from _dropping(assault)
    units = [_defender(assault, unit) for unit in assault.defenders]
    yield from defence.refusals(units, assault.terrain, assault.siege)
    fight = battle(assault)
    yield from ground_combat.refusals(fight)
    if fight.defence > 0 and not fight.allowed:
        yield ground_combat.forbidden(fight)
    yield from french_morale.outnumbered({unit.power for unit in assault.attackers}, fight.attack, fight.defence)


def _mountain(assault: Assault) -> Iterable[Refusal]:
    """Refuse landings and fortifications in a mountain hex (10.6.5)."""
    if "beach-assault" in assault.terrain:
        yield Refusal("10.6.5", "nobody lands in a mountain hex", "A beach, or a one-hex island.")
    if "fortified" in assault.terrain:
        yield Refusal("10.6.5", "no fortification stands in a mountain hex", "It triples as one does.")


def _dropping(assault: Assault) -> Iterable[Refusal]:
    """Why PARA, or a Commando, do not drop there, whatever else stands in the hex (11.14.2)."""
    if not any(unit.kind in commandos.AIRBORNE for unit in assault.attackers):
        yield Refusal("11.14", "'drop' is named, and no PARA or CDO is among the attackers", "Leave it out.")
    for name in dict.fromkeys(assault.terrain):
        if name in DROPS:
            where, rule = DROPS[name]
            cited = f"{rule}, 11.14.2" if rule else "11.14.2"
            yield Refusal(cited, f"no PARA drop {where}", "Another hex; by land they attack it.")


def _impulse(assault: Assault) -> Iterable[Refusal]:
    if not assault.second_impulse:
        return
    for unit in assault.attackers:
        dropped = unit.kind == dropping(assault)
        if not dropped and (wrong := traits.may_exploit(unit.unit)) is not None:
            yield wrong


def automatic(assault: Assault) -> Iterable[Refusal]:
    """Every reason why it is no Automatic Victory (9.8)."""
    if any(unit.kind not in traits.SECOND_IMPULSE for unit in assault.attackers) and assault.second_impulse:
        yield Refusal("9.8", "in the Second Impulse only ARM, MECH and CAV win automatically", "Leave out the others.")
    elif any(unit.kind not in OVERRUNNING for unit in assault.attackers):
        hint = "INF, MOT, MECH, CAV and PARA beside ARM."
        yield Refusal("9.8", "a kind of unit is named that takes no part in Automatic Victories", hint)
    if assault.reserves:
        yield Refusal("9.9.3", "no Reserves come against an Automatic Victory")
    yield from ground_combat.automatic_victory(
        battle(assault),
        armor=any(unit.kind == "arm" for unit in assault.attackers),
        terrain=ground(assault),
        second_impulse=assault.second_impulse,
        axis_in_ussr="ussr-1939" in assault.facts and axis_attacks(assault),
        minor_fortress="minor-fortress" in assault.facts,
    )


# --- the roll


class AssaultCore:
    """The one roll of an assault, for forecasts and play; one that is not made rolls nothing."""

    def finished(self, value: Assault) -> bool:
        return bool(value.face) or not made(value)

    def dice(self, value: Assault) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Assault, faces: tuple[int, ...]) -> Assault:
        return attrs.evolve(value, face=faces[0])
