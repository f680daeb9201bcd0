"""Air battles once more, written apart from the code under test: keyed tables, plain lists, one die after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from attrs import define

from tests.thewar import keyed_combat_tables as keyed
from tests.thewar import keyed_tables
from tests.thewar.by_hand import AIR_ROWS, clamp, column, matrix

FLAK = {row: [label for label, _ in cells] for row, cells in keyed_tables.cells(keyed_tables.FLAK_LIGHT).items()}


@define
class Plane:
    """One air unit. ``rating`` as it is whole."""

    kind: str
    rating: int
    depleted: bool = False
    gone: bool = False
    based: bool = False
    below: bool = False
    whole_at_first: bool = True

    @property
    def now(self) -> int:
        return 4 if self.depleted or self.kind == "nac" else self.rating

    @property
    def factor(self) -> int:
        return 3 if self.kind == "ftr" else 1

    @property
    def up(self) -> bool:
        return not self.gone and not self.below and not (self.kind == "nac" and self.depleted)


@define
class Raid:
    """A battle with both plans. ``counter``: a counter-air mission; ``times``: of the air effort in the first round."""

    own: list[Plane]
    other: list[Plane]
    counter: bool
    flak: int
    times: int
    britain: bool
    attacker_rounds: int
    defender_rounds: int
    oas: int = 0
    das: int = 0


def hit(planes: list[Plane], effect: str, many: int, *, in_air: bool = True) -> None:
    """Losses by rule: the best-rated first, Depletions on whole units as long as there are any."""
    for _ in range(many):
        left = [one for one in planes if not one.gone]
        if effect == "D":
            left = [one for one in left if not one.depleted] or left
        if not left:
            return
        rate = {id(one): one.now if in_air or one.depleted else one.rating for one in left}
        best = min(rate.values())
        victim = next(one for one in left if rate[id(one)] == best)
        if effect == "D" and not victim.depleted:
            victim.depleted = True
        else:
            victim.gone = True


def governing(planes: list[Plane]) -> int:
    """The best rating with which, and better ones, half of the units fight."""
    return next(rate for rate in (1, 2, 3, 4) if 2 * sum(one.now <= rate for one in planes) >= len(planes))


def clash(raid: Raid, own: list[Plane], other: list[Plane], face: int, number: int, *, ground: bool) -> None:
    place = column(keyed.AIR_COLUMNS, sum(one.factor for one in own), sum(one.factor for one in other))
    place = min(place + ground, 7)
    net = matrix("air", governing(own), governing(other)) + 2 * raid.britain
    net += sum(one.kind == "ftr" for one in other) - sum(one.kind == "ftr" for one in own)
    net += 2 * any(one.kind != "ftr" for one in own) - 2 * any(one.kind != "ftr" for one in other)
    cell = AIR_ROWS[clamp(face + net)][place]
    many = int(cell[2:] or 1) * (raid.times if number == 1 else 1)
    if cell[0] == "D":
        hit(other, cell[1], many)
    elif not ground:
        hit(own, cell[1], many)


def shoot(planes: list[Plane], factors: int, face: int) -> None:
    label = FLAK[max(face, 6)][min(factors, 4) - 1]
    if label:
        hit(planes, label[1], int(label[2:] or 1), in_air=False)


def fight(raid: Raid, die: Callable[[], int]) -> None:
    """The whole battle; ``die`` rolls ten sides."""
    stays_own = stays_other = True
    for number in (1, 2, 3):
        own = [one for one in raid.own if one.up]
        other = [one for one in raid.other if one.up]
        if not own:
            break
        if raid.counter:
            if number > raid.attacker_rounds:
                break
            if other and number <= raid.defender_rounds:
                clash(raid, own, other, die(), number, ground=False)
                continue
            targets = [one for one in raid.other if one.based and not one.gone]
            if not targets:
                break
            if raid.flak:
                shoot(own, raid.flak, die())
                own = [one for one in own if one.up]
                if not own:
                    break
            clash(raid, own, targets, die(), number, ground=True)
            continue
        if not other:
            break
        stays_own = number == 1 or number <= raid.attacker_rounds
        stays_other = number == 1 or number <= raid.defender_rounds or not stays_own
        if not (stays_own and stays_other):
            break
        clash(raid, own, other, die(), number, ground=False)
    bombers = [one for one in raid.own if one.kind in ("tac", "mdm") and not one.gone]
    if not raid.counter and stays_own and bombers and raid.flak:
        shoot(bombers, raid.flak, die())
    if not raid.counter:
        raid.oas = support(raid.own) if stays_own else 0
        raid.das = support(raid.other) if stays_other else 0


def support(planes: list[Plane]) -> int:
    columns = 0
    for one in planes:
        if not (one.gone or one.depleted):
            columns += {"tac": 1, "mdm": 2}.get(one.kind, 0)
    if columns < 2 and any(one.kind in ("tac", "mdm") and one.depleted and not one.gone for one in planes):
        columns += 1
    return min(columns, 2)


def figures(raid: Raid) -> tuple[int, ...]:
    """Lost and newly depleted on both sides, columns of support."""
    found: list[int] = []
    for side in (raid.own, raid.other):
        found.append(sum(one.gone for one in side))
        found.append(sum(one.depleted and one.whole_at_first and not one.gone for one in side))
    return (*found, raid.oas, raid.das)


class _Wanted(Exception):
    pass


def every_leaf(make: Callable[[], Raid]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The figures at every end of a battle, with its chance: one die after the other, face by face."""
    open_to: list[tuple[int, ...]] = [()]
    while open_to:
        faces = open_to.pop()
        left = list(faces)

        def die(left: list[int] = left) -> int:
            if not left:
                raise _Wanted
            return left.pop(0)

        raid: Any = make()
        try:
            fight(raid, die)
        except _Wanted:
            open_to.extend((*faces, face) for face in range(1, 11))
        else:
            yield figures(raid), Fraction(1, 10 ** len(faces))
