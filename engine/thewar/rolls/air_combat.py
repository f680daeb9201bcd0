"""Air-to-air combat (7.9.1, 11.5, 11.9, 11.11): one round's odds, modifiers and roll. Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.values import compared_often
from engine.thewar.rolls.crt import Modifier
from engine.thewar.rolls.printed import read
from engine.thewar.world import ratings

CRT = "air-crt"
EFFORTS = {"none": 1, "regional": 2, "sustained": 3}
"""The number by which an air effort multiplies the units affected, in the first round only (rulings 36 and 37)."""
EFFORT_RULES = {"regional": "4.2", "sustained": "4.1"}
ROUNDS = 3
BOMBERS, FIGHTER, JET, BRITAIN = 2, 1, 2, 2

# Surprises of a campaign that a single roll does not know by itself.
MODIFIERS = (
    Modifier("western-surprise", -1, "German units against French or Belgian ones, Western Front Surprise", "18.2"),
    Modifier("western-surprise-counter", 1, "French or Belgian units against German ones, surprised", "18.2"),
    Modifier("barbarossa", -1, "German counter-air missions, surprise attack on the Soviet Union", "21.4"),
)
BY_ID = {modifier.id: modifier for modifier in MODIFIERS}


@compared_often
class Side:
    """One side in the air: combat factors, governing rating (1 to 4), FTR and jets among them (a jet FTR is both), and
    whether any NAC, TAC or MDM is with it."""

    factors: int
    rating: int
    fighters: int = 0
    jets: int = 0
    bombers: bool = False


@compared_often
class Dogfight:
    """One round in the air, before or after its roll; the phasing side attacks.

    ``over_britain``: Axis attackers over Britain or a Sea Area adjoining it; ``on_ground``: the defender stays down in
    this round, Flak has fired; ``effort``: none, regional or sustained; ``round`` 1 to 3. ``face`` is the natural die,
    0 before it is rolled.
    """

    attacker: Side
    defender: Side
    over_britain: bool = False
    on_ground: bool = False
    effort: str = "none"
    round: int = 1
    modifiers: tuple[str, ...] = ()
    face: int = 0

    @property
    def place(self) -> int:
        """The place of the column: one better against units on the ground (11.5.1, ruling 31)."""
        printed = read(CRT)
        basic = printed.place(self.attacker.factors, self.defender.factors)
        return min(basic + self.on_ground, len(printed.columns) - 1)

    @property
    def times(self) -> int:
        """The number by which the units affected are multiplied (rulings 36 and 37)."""
        return EFFORTS[self.effort] if self.round == 1 else 1

    @property
    def net(self) -> int:
        """The net modifier of the die: the sum of ``lines``, for forecasts that ask thousands of times."""
        attacker, defender = self.attacker, self.defender
        total = ratings.added("air", attacker.rating, defender.rating) + BRITAIN * self.over_britain
        total += BOMBERS * (attacker.bombers - defender.bombers) - FIGHTER * (attacker.fighters - defender.fighters)
        return total - JET * (attacker.jets - defender.jets) + sum(BY_ID[name].value for name in self.modifiers)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every modifier of the die that applies (11.9, ruling 47)."""
        attacker, defender = self.attacker, self.defender
        lines = [ratings.modifier("air", attacker.rating, defender.rating)]
        if attacker.bombers:
            lines.append(Line("attacking NAC, TAC or MDM", BOMBERS, "11.9, ruling 47"))
        if defender.bombers:
            lines.append(Line("defending NAC, TAC or MDM", -BOMBERS, "11.9, ruling 47"))
        if attacker.fighters:
            lines.append(Line(f"{attacker.fighters} attacking FTR", -FIGHTER * attacker.fighters, "11.9"))
        if defender.fighters:
            lines.append(Line(f"{defender.fighters} defending FTR", FIGHTER * defender.fighters, "11.9"))
        if attacker.jets:
            lines.append(Line(f"{attacker.jets} attacking jets", -JET * attacker.jets, "11.13, ruling 121"))
        if defender.jets:
            lines.append(Line(f"{defender.jets} defending jets", JET * defender.jets, "11.13, ruling 121"))
        if self.over_britain:
            lines.append(Line("Battle over Britain", BRITAIN, "11.9, ruling 24"))
        lines.extend(Line(BY_ID[name].label, BY_ID[name].value, BY_ID[name].rule) for name in self.modifiers)
        return tuple(lines)


class AirCore:
    """One roll on the air table as a core for forecasts and play."""

    def finished(self, value: Dogfight) -> bool:
        return bool(value.face)

    def dice(self, value: Dogfight) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Dogfight, faces: tuple[int, ...]) -> Dogfight:
        return attrs.evolve(value, face=faces[0])


class Affected(NamedTuple):
    """Whom a printed result falls on: ``side`` (attacker or defender) has ``many`` units depleted or eliminated."""

    side: str
    effect: str
    many: int


def affected(text: str, times: int = 1, *, on_ground: bool = False) -> Affected:
    """What a printed result such as DE2 does, after efforts and where no adverse result is void (rulings 37, 58)."""
    side = "attacker" if text[0] == "A" else "defender"
    void = on_ground and side == "attacker"
    many = 0 if void else int(text[2:] or 1) * times
    return Affected(side, "depleted" if text[1] == "D" else "eliminated", many)


@compared_often
class AirResult:
    """What the air table said: ``result`` as printed; ``side`` (attacker or defender) loses ``count`` units, depleted
    or eliminated, after efforts and where no adverse result is void."""

    column: str
    modifier: int
    row: int
    result: str
    side: str
    effect: str
    count: int
    breakdown: Breakdown = attrs.field(eq=False)


def refusals(fight: Dogfight) -> Iterable[Refusal]:
    """Every reason why there is no such round."""
    for name, side in (("attacking", fight.attacker), ("defending", fight.defender)):
        if side.factors <= 0:
            yield Refusal("11.9", f"no {name} air factors", "An air battle needs both sides in the air or on a base.")
    if len(set(fight.modifiers)) < len(fight.modifiers):
        yield Refusal("11.9", "a modifier is named twice")


def resolve(fight: Dogfight) -> AirResult:
    """What came of a round after its roll (11.9)."""
    printed = read(CRT)
    lines = list(fight.lines)
    net = sum(line.value for line in lines)
    row = printed.row(fight.face + net)
    text = printed.cell(fight.place, row).text
    fell = affected(text, fight.times, on_ground=fight.on_ground)
    basic = affected(text).many
    causes = [Line("columns: against units on the ground", 1, "11.5.1, ruling 31")] if fight.on_ground else []
    causes += lines
    if fight.times > 1:
        rule = f"{EFFORT_RULES[fight.effort]}, rulings 36, 37"
        causes.append(Line(f"units affected, x {fight.times} by the air effort", basic * (fight.times - 1), rule))
    if fight.on_ground and fell.side == "attacker":
        void = -basic * fight.times
        causes.append(Line("units affected: an adverse result is void against units on the ground", void, "11.5.1"))
    return AirResult(
        column=printed.columns[fight.place],
        modifier=net,
        row=row,
        result=text,
        side=fell.side,
        effect=fell.effect,
        count=fell.many,
        breakdown=Breakdown(tuple(causes)),
    )
