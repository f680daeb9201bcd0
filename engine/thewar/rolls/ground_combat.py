"""Ground combat (10.0 to 10.2.5, 9.8): odds, shifts, modifiers and the roll. Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.values import compared_often
from engine.thewar.rolls.crt import Modifier
from engine.thewar.rolls.printed import Amount, below, read
from engine.thewar.world import ratings

CRT = "ground-crt"
MOST_OAS, MOST_DAS, MOST_SBS = 2, 2, 1
"""Columns that offensive and defensive air support and shore bombardment may shift, each on its own (ruling 34)."""

MODIFIERS = (
    Modifier("limited-effort", -1, "limited effort: half or more of the factors are a power's on an LLE", "4.3"),
    Modifier("second-impulse", -1, "First-Rate ARM and MECH out of a Breach, in the Second Impulse", "10.2.5"),
    Modifier("german-flak", 1, "German Flak in the hex against ARM", "11.12.2, ruling 124"),
    Modifier("western-surprise", -1, "Western Front Surprise", "18.2"),
    Modifier("western-surprise-counter", 1, "attackers suffering from Western Front Surprise", "18.2"),
    Modifier("airborne-surprise", -1, "airborne landing on the turn of Western Front Surprise", "18.2"),
    Modifier("barbarossa", -1, "surprise attack on the Soviet Union", "21.4"),
    Modifier("soviet-attack", 1, "a Soviet attack", "21.7.5"),
)
BY_ID = {modifier.id: modifier for modifier in MODIFIERS}
OTHER = "other columns"


@compared_often
class Battle:
    """One attack on a hex, before or after its roll. ``attack`` and ``defence`` are factors, terrain already counted.

    ``oas``, ``das``, ``sbs``: columns of air support and shore bombardment before their caps; ``other_shift``: columns
    to the right (to the left below 0) of limited efforts, elite units and carpet bombing. Ratings are 1 to 4. ``face``
    is the natural die, 0 before it is rolled; ``worse``: how many rows lower the attacker takes his result.
    """

    attack: int
    defence: Amount
    attacker_rating: int
    defender_rating: int
    oas: int = 0
    das: int = 0
    sbs: int = 0
    other_shift: int = 0
    modifiers: tuple[str, ...] = ()
    face: int = 0
    worse: int = 0

    @property
    def allowed(self) -> bool:
        """Whether the attack may be made: not at odds worse than 1-4 before any shift (10.0, ruling 32)."""
        return not below(self.attack, self.defence)

    @property
    def basic(self) -> int:
        """The place of the printed column before shifts, 6-1 being the last."""
        return read(CRT).place(self.attack, self.defence)

    @property
    def shifts(self) -> tuple[Line, ...]:
        """Every column shift that applies after its cap, to the right above 0 (ruling 34)."""
        shifts = (
            Line("columns of offensive air support", min(self.oas, MOST_OAS), "11.3.2"),
            Line("columns of defensive air support", -min(self.das, MOST_DAS), "11.4.1"),
            Line("columns of shore bombardment", min(self.sbs, MOST_SBS), "7.7.3"),
            Line(OTHER, self.other_shift, "ruling 34"),
        )
        return tuple(line for line in shifts if line.value)

    @property
    def shifted(self) -> int:
        """The place of the column after shifts, 6-1 where they reach it: what an Automatic Victory asks (ruling 33)."""
        last = len(read(CRT).columns) - 1
        return min(max(self.basic + sum(line.value for line in self.shifts), 0), last)

    @property
    def place(self) -> int:
        """The place of the column that is rolled on: 5-1 at best (10.1.1, ruling 33)."""
        return min(self.shifted, len(read(CRT).columns) - 2)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every modifier of the die that applies."""
        named = tuple(Line(BY_ID[name].label, BY_ID[name].value, BY_ID[name].rule) for name in self.modifiers)
        return (ratings.modifier("ground", self.attacker_rating, self.defender_rating), *named)


class GroundCore:
    """One roll on the ground table as a core for forecasts and play; an attack that is not allowed rolls nothing."""

    def finished(self, value: Battle) -> bool:
        return bool(value.face) or not value.allowed

    def dice(self, value: Battle) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Battle, faces: tuple[int, ...]) -> Battle:
        return attrs.evolve(value, face=faces[0])


@compared_often
class GroundResult:
    """What the ground table said: column labels before and after shifts, the net modifier, the printed row, the result,
    its marks, and the causes."""

    allowed: bool
    basic: str
    column: str
    modifier: int
    row: int
    result: str
    marks: tuple[str, ...]
    breakdown: Breakdown = attrs.field(eq=False)


def refusals(battle: Battle) -> Iterable[Refusal]:
    """Every reason why this is no battle at all. Odds worse than 1-4 are no fault of its description: see allowed."""
    if battle.defence <= 0:
        yield Refusal("10.6.8", "nobody defends the hex", "Enter it; an empty city counts 1/2 against CDO and PARA.")
    if len(set(battle.modifiers)) < len(battle.modifiers):
        yield Refusal("10.0", "a modifier is named twice")


def resolve(battle: Battle) -> GroundResult:
    """What came of an attack that is allowed, after its roll (10.2.2)."""
    crt = read(CRT)
    net = sum(line.value for line in battle.lines)
    row = crt.row(battle.face + net) + battle.worse
    cell = crt.cell(battle.place, row)
    return GroundResult(
        allowed=True,
        basic=crt.columns[battle.basic],
        column=crt.columns[battle.place],
        modifier=net,
        row=row,
        result=cell.text,
        marks=cell.marks,
        breakdown=Breakdown((*battle.shifts, *battle.lines)),
    )


def rows_below(battle: Battle) -> int:
    """How many rows stand below the one that was rolled: the attacker may take any of their results (10.2.2)."""
    crt = read(CRT)
    net = sum(line.value for line in battle.lines)
    return crt.row(99) - crt.row(battle.face + net)


def forbidden(battle: Battle) -> Refusal:
    """Why an attack that is not allowed may not be made."""
    return Refusal(
        "10.0", f"{battle.attack} to {battle.defence} is worse than 1-4", "Add attackers; shifts do not help."
    )


def air_support(tac: int, mdm: int, depleted: int = 0, *, para_only: bool = False) -> Breakdown:
    """The columns of OAS or DAS: one for a whole TAC, two for a whole MDM, two in all; Depleted units add one in all,
    and only below that cap (11.3.1, 11.4.2, ruling 35). ``para_only``: OAS for PARA alone shifts one (11.3.2)."""
    cap = 1 if para_only else MOST_OAS
    whole = tac + 2 * mdm
    lines = [Line(f"{tac} TAC, {mdm} MDM", whole, "11.3.1")] if whole else []
    if depleted and whole < cap:
        lines.append(Line(f"{depleted} Depleted air units: one in all", 1, "11.3.1, ruling 35"))
    if whole > cap:
        lines.append(Line(f"{cap} at most", cap - whole, "11.3.2"))
    return Breakdown(tuple(lines))


def schwerpunkt(carrying: int, total: int) -> bool:
    """Whether the modifier of the Second Impulse holds where only some attackers carry it: the majority of the factors
    do (10.2.5)."""
    return 2 * carrying > total


NO_AUTOMATIC = ("mountain", "swamp", "fortified")


def automatic_victory(
    battle: Battle,
    *,
    armor: bool,
    terrain: tuple[str, ...] = (),
    second_impulse: bool = False,
    axis_in_ussr: bool = False,
    minor_fortress: bool = False,
) -> Iterable[Refusal]:
    """Every reason why an attack is no Automatic Victory (9.8, 10.2.4). ``armor``: an ARM is among the attackers;
    ``minor_fortress``: the fortress is a minor country's."""
    if battle.attacker_rating != ratings.BEST:
        yield Refusal("9.8", "only First-Rate armies win automatically", "Attack after the movement.")
    if not armor:
        yield Refusal("9.8", "no ARM is among the attackers", "Without one, 6-1 is an attack at 5-1.")
    columns = read(CRT).columns
    if (odds := columns[battle.shifted : battle.shifted + 1]) and odds[0] != columns[-1]:
        yield Refusal("9.8", f"the odds are {odds[0]} with all support", f"{columns[-1]} is needed.")
    for name in terrain:
        if name in NO_AUTOMATIC or (name == "fortress" and not minor_fortress):
            yield Refusal("9.8", f"no Automatic Victory against '{name}'", "Attack after the movement.")
    if second_impulse and axis_in_ussr:
        yield Refusal("10.2.4", "the Axis wins nothing automatically in the Second Impulse in the 1939 Soviet Union")


_SHARES = {"1/2 EX": Fraction(1, 2), "EX": Fraction(1), "EX/PV": Fraction(3, 2), "2xEX": Fraction(2)}


@compared_often
class Losses:
    """What a result of the ground table demands. ``attacker`` and ``defender``: factors to be removed at least, the
    attacker's printed, the defender's with terrain; ``*_all``: every unit. ``depletions``: defenders Depleted, whose
    stack retreats where ``retreat``."""

    attacker: int = 0
    attacker_all: bool = False
    defender: int = 0
    defender_all: bool = False
    depletions: int = 0
    retreat: bool = False


def _up(amount: Amount) -> int:
    return -int(-Fraction(amount) // 1)


def losses(result: str, attack: int, defence: Amount, *, attack_printed: int = 0, stays: bool = False) -> Losses:
    """What a result costs (GCRT notes, 10.3.2, 10.6.6, rulings 61 to 64 and 171).

    ``attack`` is the strength used, ``attack_printed`` what stands on the attackers' counters where doubled ones
    fought; ``stays``: defenders in a fortress take one Depletion more and do not retreat. Raises KeyError for no
    result of the table.
    """
    paid_at_most = attack_printed or attack
    if result in ("DE", "AUTO VICTORY"):
        return Losses(defender_all=True)
    if result == "AE":
        return Losses(attacker=paid_at_most, attacker_all=True)
    if result == "1/2 AE":
        return Losses(attacker=_up(Fraction(paid_at_most, 2)))
    if result == "1/2 DE":
        return Losses(defender=_up(Fraction(defence) / 2), retreat=not stays)
    if result.startswith("D"):
        depletions = 0 if result == "DR" else int(result[2:] or 1)
        return Losses(depletions=depletions + stays, retreat=not stays)
    share = _SHARES[result]
    if result == "1/2 EX":
        paid = _up(defence * share)
        return Losses(attacker=min(paid, paid_at_most), attacker_all=paid >= paid_at_most, defender_all=True)
    if attack == defence:
        return Losses(attacker=paid_at_most, attacker_all=True, defender_all=True)
    if attack > defence:
        paid = _up(defence * share)
        return Losses(attacker=min(paid, paid_at_most), attacker_all=paid >= paid_at_most, defender_all=True)
    paid = _up(attack * share)
    return Losses(
        attacker=paid_at_most, attacker_all=True, defender=min(paid, _up(defence)), defender_all=paid >= defence
    )
