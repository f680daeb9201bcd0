"""What both sides bring to a battle on the ground, counter by counter, and what moves its column: what counts, and what
does not with the reason (10.1.1, 10.6, 11.3, 11.4, 7.7.3). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from engine.kernel.refusals import Line
from engine.kernel.sheets.strengths import Share, Strength, together
from engine.thewar.air import air_missions
from engine.thewar.air.air_strengths import FACTORS, Named, called, of, rate
from engine.thewar.combat.combatants import Combatant
from engine.thewar.ground import ground_battle
from engine.thewar.ground.ground_battle import BEACH, Assault
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls import printed as printing
from engine.thewar.world import ratings
from engine.thewar.world.reports import Reckoned, held

_UNDONE = {
    "river": ("a river, canal or strait", "PARA that drop undo it", "11.14.4"),
    "fortified": ("a fortification", "a Commando of the landing undoes it", "10.6.2"),
}


def sides(assault: Assault, named: Named = str) -> tuple[Strength, ...]:
    """What both sides bring, with the rating that governs each."""
    return (
        _side("Attackers", assault.attackers, assault, _attacking(assault, named), named),
        _side("Defenders", assault.defenders, assault, _defending(assault, named), named),
    )


def _side(role: str, force: tuple[Combatant, ...], assault: Assault, shares: Iterable[Share], named: Named) -> Strength:
    fight = ground_battle.battle(assault)
    weighed = ground_battle.rated(force)
    return Strength(
        who=f"{role}{of(force, named)}",
        total=fight.attack if force is assault.attackers else fight.defence,
        unit=FACTORS,
        shares=together(shares),
        rating=ratings.by_what(weighed, FACTORS),
        rating_rule="10.8.5, ruling 44" if weighed else "",
    )


def _attacking(assault: Assault, named: Named) -> Iterator[Share]:
    for unit in assault.attackers:
        lines = ground_battle.attacker(assault, unit)
        parts = [f"{lines[0].value} printed", *(f"+{line.value} {line.label}" for line in lines[1:])]
        yield Share(
            called(unit, assault.attackers, named),
            sum(line.value for line in lines),
            f"{', '.join(parts)}; {rate(unit)}",
            _rules(lines),
        )
    if bonus := ground_battle.beside_commando(assault):
        yield Share(bonus.label, bonus.value, "", bonus.rule, many=0)


def _defending(assault: Assault, named: Named) -> Iterator[Share]:
    for unit in assault.defenders:
        worth = ground_battle.defender(assault, unit)
        reserve = " in Reserve" if unit.name in assault.reserves else ""
        label = f"{called(unit, assault.defenders, named)}{reserve}"
        if not worth.times:
            yield Share(label, 0, worth.cause, worth.rule, counts=False)
            continue
        printed = f"{worth.printed} x {worth.times} {worth.cause}" if worth.times > 1 else f"{worth.printed} printed"
        plain = (worth.cause,) if worth.times == 1 else ()
        more = (f"+{line.value} {line.label}" for line in worth.more)
        why = ", ".join((printed, *plain, *more))
        yield Share(label, worth.total, f"{why}; {rate(unit)}", _rules(worth.lines))
    if ground_battle.empty_city(assault):
        yield Share("the empty city", Fraction(1, 2), "against PARA and CDO alone", "10.6.8", many=0)
    for name in dict.fromkeys(assault.terrain):
        if name not in ground_battle.ground(assault):
            what, why, rule = _UNDONE[name]
            yield Share(what, 0, why, rule, many=0, counts=False)


def _rules(lines: Iterable[Line]) -> str:
    return ", ".join(dict.fromkeys(line.rule for line in lines if line.rule))


# --- columns


def shifts(assault: Assault, known: Mapping[str, str], *, rolls: bool = True) -> tuple[Reckoned, ...]:
    """What moves the column to the right (above 0) or to the left, line by line, with what does not and why; the limits
    of the table come last. ``known``: why what a player may name does not hold; ``rolls``: a die is rolled, not so for
    an Automatic Victory, which reaches 6-1."""
    fight = ground_battle.battle(assault)
    lines = [
        *_flown(assault, attacks=True),
        *_flown(assault, attacks=False),
        *_bombarding(assault),
        *held(ground_battle.other_columns(assault).lines),
        *_not_named(assault, known),
    ]
    moved = sum(line.value for line in lines if line.holds)
    return (*lines, *_edges(fight.basic + moved, fight.place if rolls else fight.shifted))


def _flown(assault: Assault, *, attacks: bool) -> Iterator[Reckoned]:
    """Air support, unit by unit: offensive to the right, defensive to the left."""
    force, most = (assault.oas, assault.oas_columns) if attacks else (assault.das, assault.das_columns)
    para_only = attacks and all(unit.kind == "para" for unit in assault.attackers)
    what, sign, rule = ("offensive", 1, "11.3.1") if attacks else ("defensive", -1, "11.4.1")
    for share in air_missions.shares(force, para_only=para_only, weather=most):
        depleted = " Depleted" if share.unit.depleted else ""
        label = f"{share.unit.label}{depleted}, {what} air support"
        counts = bool(share.columns)
        value = share.columns if counts else share.most
        yield Reckoned(label, sign * value, counts, share.why, share.rule or rule)


def _bombarding(assault: Assault) -> Iterator[Reckoned]:
    if BEACH not in assault.terrain:
        return
    for nth in range(assault.ships):
        counts = nth < ground_combat.MOST_SBS
        why = "" if counts else f"{ground_combat.MOST_SBS} column at most"
        yield Reckoned("a Fleet bombards the shore", 1, counts, why, "7.7.3")


def _not_named(assault: Assault, known: Mapping[str, str]) -> Iterator[Reckoned]:
    """Columns that nobody has named for this battle, or that cannot be."""
    for name in ("lle-column", "carpet-bombing"):
        if name not in assault.facts and name in known:
            label, rule = ground_battle.CIRCUMSTANCES[name]
            yield Reckoned(label, 1, False, known[name] or "not named for this hex", rule)


def _edges(reached: int, place: int) -> Iterator[Reckoned]:
    """The columns that the table's edges take back (10.1.1, ruling 33)."""
    columns = printing.read(ground_combat.CRT).columns
    if reached > place:
        why = "6-1 is no column of a roll" if reached == len(columns) - 1 else "the table's last"
        yield Reckoned(f"{columns[place]} at best", place - reached, True, why, "10.1.1, ruling 33")
    if reached < place:
        yield Reckoned(f"{columns[place]} at worst", place - reached, True, "the table's first", "10.1.1")
