"""What both sides bring to a round in the air, and Flak to a volley, counter by counter; what does not count and why
(11.5, 11.9, 11.11, 11.12). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.strengths import Share, Strength, together
from engine.thewar.air import air_round
from engine.thewar.air.air_round import Skies
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import air_combat
from engine.thewar.rolls import printed as printing
from engine.thewar.rolls.air_combat import Dogfight
from engine.thewar.rolls.printed import Amount
from engine.thewar.world import ratings
from engine.thewar.world.reports import Reckoned

FACTORS = "factors"
Named = Callable[[str], str]
"""What people call a power or country."""
WhyNot = Callable[[Combatant], tuple[str, str]]
"""Why a unit takes no part in a roll, with the rule."""


def of(force: Iterable[Combatant], named: Named) -> str:
    """`` of Germany, Italy``: whose units these are, '' where nobody's."""
    owners = dict.fromkeys(unit.power for unit in force if unit.power)
    return f" of {', '.join(map(named, owners))}" if owners else ""


def called(unit: Combatant, force: Iterable[Combatant], named: Named) -> str:
    """A counter for players: with its owner where a side has several, and whether it is Depleted, or counts as that for
    its supply (12.2.3)."""
    owner = f" of {named(unit.power)}" if len({one.power for one in force}) > 1 else ""
    worn = " on a limited source" if unit.limited else " Depleted" if unit.depleted else ""
    return f"{unit.label}{worn}{owner}"


def rate(unit: Combatant, *, air_combat: bool = False) -> str:
    """The rating of a counter as it is now, in words."""
    return f"{ratings.ORDINALS[unit.now(air_combat=air_combat)]}-Rate"


def side(
    able: Collection[Combatant],
    everyone: Collection[Combatant],
    skies: Skies,
    why_not: WhyNot,
    *,
    attacks: bool,
    named: Named = str,
) -> Strength:
    """One side of a round: the units that are ``able`` to take part, of ``everyone`` who is still there."""
    taking = {unit.name for unit in able}
    shares = [_share(unit, everyone, skies, attacks, named) for unit in able]
    for unit in everyone:
        if unit.name not in taking and unit.fights:
            why, rule = why_not(unit)
            shares.append(Share(called(unit, everyone, named), 0, why, rule, counts=False))
    return Strength(
        who=f"{'Attackers' if attacks else 'Defenders'}{of(everyone, named)}",
        total=air_round.factors(able, skies, attacks=attacks).total,
        unit=FACTORS,
        shares=together(shares),
        rating=ratings.by_what([(unit.now(air_combat=True), 1) for unit in able], "units"),
        rating_rule="11.11.5, ruling 44" if able else "",
    )


def _share(unit: Combatant, force: Collection[Combatant], skies: Skies, attacks: bool, named: Named) -> Share:
    worth = air_round.factors((unit,), skies, attacks=attacks)
    strength = air_round.strength(unit)
    how = f"{strength} printed" if unit.factors else f"{strength} as the usual {(unit.tag or unit.kind).upper()}"
    more = (f"+{line.value}: {line.label}" for line in worth.lines[1:])
    rules = ("11.9" if unit.factors else "11.9, ruling 240", *(line.rule for line in worth.lines[1:]))
    return Share(
        called(unit, force, named),
        worth.total,
        f"{', '.join((how, *more))}; {rate(unit, air_combat=True)}",
        ", ".join(dict.fromkeys(rules)),
    )


def shifts(fought: Dogfight, *, base: bool) -> Iterator[Reckoned]:
    """What moves the column of a round; ``base``: in a counter-air mission, where they may stay down."""
    crt = printing.read(air_combat.CRT)
    label, rule = "against units on the ground", "11.5.1, ruling 31"
    if fought.on_ground:
        yield Reckoned(label, 1, True, "", rule)
        if (reached := basic(fought) + 1) > fought.place:
            yield Reckoned(f"{crt.columns[fought.place]} at best", fought.place - reached, True, "", "11.9")
    elif base:
        yield Reckoned(label, 1, False, "they fight in the air", rule)


def basic(fought: Dogfight) -> int:
    """The place of the column of a round before anything moves it."""
    return printing.read(air_combat.CRT).place(fought.attacker.factors, fought.defender.factors)


def fires(sources: Breakdown, total: Amount, who: str) -> Strength:
    """The Flak of a volley and where it stands; what is silent takes as much off."""
    shares = tuple(Share(line.label, line.value, "", line.rule, many=0) for line in sources.lines)
    return Strength(who, total, FACTORS, shares)
