"""Which air units may fly which missions, on which side, and what support over a hex counts (11.2.3 to 11.4, 11.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import frozen
from engine.thewar.combat.combatants import Combatant, fighting
from engine.thewar.rolls import ground_combat
from engine.thewar.world import traits

PHASING, OTHER = "phasing", "non-phasing"


@frozen
class Mission:
    """A type of mission: its name, who flies it, and the kinds that may; ``at_port``: kinds only against a port or
    shipyard (or a Patrol); ``in_strait``: kinds only in a straits Sea Area."""

    name: str
    side: str
    kinds: tuple[str, ...]
    at_port: tuple[str, ...] = ()
    in_strait: tuple[str, ...] = ()
    rule: str = "11.2.3"


_LAND, _BOMBERS = ("ftr", "tac", "mdm"), ("tac", "mdm")
MISSIONS = {
    "av-support": Mission("support of an Automatic Victory", PHASING, _BOMBERS),
    "oas": Mission("offensive air support", PHASING, _BOMBERS, rule="11.2.3, 11.3"),
    "escort": Mission("escort", PHASING, _LAND),
    "counter-air": Mission("a counter-air mission", PHASING, _LAND, at_port=("nac",), rule="11.2.3, 11.5.1"),
    "air-strike": Mission("an air strike on ships", PHASING, ("nac", "tac", "mdm"), in_strait=("ftr",)),
    "counter-interception": Mission("counter-interception", PHASING, _LAND, at_port=("nac",)),
    "das": Mission("defensive air support", OTHER, _BOMBERS, rule="11.2.3, 11.4.1"),
    "interception": Mission("interception in the air", OTHER, _LAND, at_port=("nac",)),
    "sea-interception": Mission("interception at sea", OTHER, ("nac", "tac", "mdm"), in_strait=("ftr",)),
    "port-interception": Mission("interception of a strike on ships in port", OTHER, (*_LAND, "nac")),
    "counter-counter-interception": Mission("counter-counter-interception", OTHER, _LAND, at_port=("nac",)),
}
"""Every type of mission by its id."""


def kind(unit: Combatant) -> str:
    """The kind that a unit counts as on a mission: a jet counts as the kind named in its tag (11.13)."""
    return unit.tag if unit.kind == "jet" else unit.kind


def refusals(
    mission: str, units: Iterable[Combatant], *, port: bool = False, strait: bool = False
) -> Iterable[Refusal]:
    """Why units may not fly a mission. Raises KeyError for none of MISSIONS."""
    entry = MISSIONS[mission]
    able = (*entry.kinds, *(entry.at_port if port else ()), *(entry.in_strait if strait else ()))
    for wrong in dict.fromkeys(unit.label for unit in units if kind(unit) not in able):
        yield Refusal(entry.rule, f"{wrong} does not fly {entry.name}", _hint(entry, able))
    for unit in units:
        if unit.kind == "nac" and unit.depleted and "nac" in able:
            yield Refusal("11.11.4", f"a Depleted {unit.label} flies no mission", "It waits for its repair.")


def _hint(entry: Mission, able: tuple[str, ...]) -> str:
    said = ", ".join(name.upper() for name in able)
    where = [
        f"{name.upper()} {place}"
        for names, place in ((entry.at_port, "against a port or shipyard"), (entry.in_strait, "in a strait"))
        for name in names
        if name not in able
    ]
    return f"{said} do{'; ' + ', '.join(where) if where else ''}."


@frozen
class Shifted:
    """An air unit that supports ground units: the ``columns`` that it shifts of the ``most`` that it could, and why it
    does not shift all of them, with the rule of that ('' for both where it does)."""

    unit: Combatant
    columns: int
    most: int
    why: str = ""
    rule: str = ""


def shares(force: Sequence[Combatant], *, para_only: bool = False, weather: int = -1) -> tuple[Shifted, ...]:
    """What each air unit that has reached the hex shifts of the columns that ``support`` counts, the strongest first;
    ``weather``: columns that it leaves, -1 for no limit (11.3, 11.4, 26.1 to 26.3, ruling 35)."""
    most, why, rule = ground_combat.MOST_OAS, "two columns at most", "11.3.2, ruling 34"
    if para_only:
        most, why, rule = 1, "one column for PARA alone", "11.3.2"
    if 0 <= weather < most:
        most, why, rule = weather, f"the weather leaves {weather or 'none'}", "26.1 to 26.3, ruling 35"
    there = [(unit, traits.support(unit.unit).value) for unit in fighting(force, "air")]
    there.sort(key=lambda each: (each[0].depleted, -each[1]))
    given: list[Shifted] = []
    for unit, columns in there:
        if not columns:
            continue
        room = most - sum(one.columns for one in given)
        worn = unit.depleted and any(one.unit.depleted for one in given)
        if room > 0 and worn:
            given.append(Shifted(unit, 0, columns, "Depleted air units shift one in all", "11.3.1, ruling 35"))
        elif columns > room:
            given.append(Shifted(unit, max(room, 0), columns, why, rule))
        else:
            given.append(Shifted(unit, columns, columns))
    return tuple(given)


def support(force: Sequence[Combatant], *, para_only: bool = False) -> Breakdown:
    """The columns of the air units that reached the hex (11.3, 11.4)."""
    there = fighting(force, "air")
    whole = [unit for unit in there if not unit.depleted]
    tac = sum(1 for unit in whole if traits.support(unit.unit).value == 1)
    mdm = sum(1 for unit in whole if traits.support(unit.unit).value == ground_combat.MOST_OAS)
    worn = sum(1 for unit in there if unit.depleted and traits.support(unit.unit).value)
    return ground_combat.air_support(tac, mdm, worn, para_only=para_only)
