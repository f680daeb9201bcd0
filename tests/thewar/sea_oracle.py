"""Battles at sea fought a second time for tests: from the keyed tables and the rulebook's order alone, unit by unit."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tests.thewar import keyed_combat_tables as keyed
from tests.thewar import keyed_tables
from tests.thewar.by_hand import AIR_ROWS, NAVAL_ROWS, clamp, column, matrix

SEARCH = keyed.rows(keyed.INTERCEPTION)
FLAK = {row: [label for label, _ in cells] for row, cells in keyed_tables.cells(keyed_tables.FLAK_LIGHT).items()}
FLOATS = ("fleet", "cv", "uboat", "asw")


class Ship:
    """Any unit in the battle. ``state``: whole, depleted or gone; ``host``: the CV that a NAC is aboard."""

    def __init__(self, name: str, kind: str, factors: int, rating: int, **more: Any) -> None:
        self.name, self.kind, self.factors, self.rating = name, kind, factors, rating
        self.state = "depleted" if more.get("depleted") else "whole"
        self.host: Ship | None = more.get("host")
        self.laden = bool(more.get("laden"))
        self.here = bool(more.get("here", True))

    def __repr__(self) -> str:
        return f"{self.name} {self.kind} {self.state}"

    @property
    def there(self) -> bool:
        return self.here and self.state != "gone"

    @property
    def whole(self) -> bool:
        return self.here and self.state == "whole"

    def rate(self, in_the_air: bool = False) -> int:
        return 4 if self.state == "depleted" or (in_the_air and self.kind == "nac") else self.rating


Side = list[Ship]


def governs(rates: list[int]) -> int:
    """The best rating that half of the units have or better."""
    return next(rate for rate in (1, 2, 3, 4) if 2 * sum(1 for one in rates if one <= rate) >= len(rates))


class Oracle:
    """One battle. ``die`` gives the faces; ``facts`` are those of the battle, as the program names them; ``cards``:
    what naval combat cards add in each round."""

    def __init__(self, attacker: Side, defender: Side, die: Callable[[], int], **facts: Any) -> None:
        self.sides = (attacker, defender)
        self.die = die
        self.facts = facts
        self.told: list[tuple[str, str]] = []
        self.number = 0

    def floating(self, side: int) -> Side:
        return [one for one in self.sides[side] if one.there and one.kind in FLOATS]

    def bombing(self, side: int) -> Side:
        """Aircraft of a side that may attack ships."""
        found = []
        for one in self.sides[side]:
            nac = one.kind == "nac" and one.whole and (one.host is None or one.host.there)
            fighter = one.kind == "ftr" and one.there and self.facts.get("straits")
            if nac or fighter or (one.kind in ("tac", "mdm") and one.there):
                found.append(one)
        return found

    def carrier_strength(self, side: int) -> list[int]:
        """What its CV with whole NAC count, the best first."""
        return sorted(
            (2 if one.factors >= 2 else 1 for one in self.bombing(side) if one.kind == "nac" and one.host), reverse=True
        )

    def counts(self, side: int, ships: bool, air: bool, times: int = 1) -> int:
        """The Fleets that parts of a side count."""
        carriers = self.carrier_strength(side)
        pairs = sum(1 for one in self.floating(side) if one.kind in ("uboat", "asw"))
        fleets = sum(1 for one in self.floating(side) if one.kind == "fleet") + math.ceil(pairs / 2)
        big = [one for one in carriers if one == 2][:4]
        few = ([1] * (fleets + carriers.count(1)))[: 4 - len(big)] if ships else carriers[:4][len(big) :]
        total = sum(big) + sum(few)
        if not air:
            return total
        land = sum(
            3 if one.kind in ("tac", "mdm") else 2 if one.factors >= 2 else 1
            for one in self.bombing(side)
            if one.kind in ("tac", "mdm") or (one.kind == "nac" and one.host is None)
        )
        fighters = sum(1 for one in self.bombing(side) if one.kind == "ftr")
        return (total + land) * times + fighters * times // 2

    def rates(self, side: int, ships: bool, air: bool) -> int:
        found = [one.rate() for one in self.floating(side)] if ships else []
        if air:
            found += [one.rate() for one in self.bombing(side) if not (ships and one.kind == "nac" and one.host)]
        return governs(found)

    def lose(self, units: Side, effect: str, count: int, in_the_air: bool = False) -> None:
        """Results on units: the best-rated first, of equals the one that is cheapest to lose."""
        for _ in range(count):
            left = [one for one in units if one.state != "gone"]
            if effect == "D" and any(one.state == "whole" for one in left):
                left = [one for one in left if one.state == "whole"]
            if not left:
                return
            best = min(one.rate(in_the_air) for one in left)
            hit = min((one for one in left if one.rate(in_the_air) == best), key=self.dear)
            if effect == "D" and hit.state == "whole":
                hit.state = "depleted"
                for wing in self.wings(hit):
                    wing.state = "depleted" if wing.state == "whole" else wing.state
            else:
                hit.state = "gone"
                for wing in self.wings(hit):
                    wing.state = "gone"

    def wings(self, host: Ship) -> Side:
        return [one for side in self.sides for one in side if one.host is host]

    def dear(self, one: Ship) -> int:
        if one.kind == "cv":
            return 4 if any(wing.whole for wing in self.wings(one)) else 0
        if one.laden:
            return 3
        return {"ftr": 0, "tac": 1, "asw": 1, "uboat": 1, "fleet": 2, "mdm": 3, "nac": 4}[one.kind]

    # The rolls of a round.

    def dogfight(self, number: int) -> bool:
        up: list[Side] = []
        for side in (0, 1):
            mine = [one for one in self.sides[side] if one.there and one.kind in ("ftr", "tac", "mdm")]
            if side in self.facts.get("nacs_up", ()):
                mine += [one for one in self.sides[side] if one.kind == "nac" and one.whole]
            up.append(mine)
        if not up[0] or not up[1]:
            return False
        face = self.die()
        net = matrix("air", *(governs([one.rate(True) for one in side]) for side in up))
        for flying, sign in ((up[0], 1), (up[1], -1)):
            net += 2 * sign * any(one.kind != "ftr" for one in flying)
            net -= sign * sum(1 for one in flying if one.kind == "ftr")
        if self.facts.get("over_britain"):
            net += 2
        place = column(keyed.AIR_COLUMNS, *(sum(one.factors for one in side) for side in up))
        cell = AIR_ROWS[clamp(face + net)][place]
        times = {"none": 1, "regional": 2, "sustained": 3}[self.facts.get("effort", "none")] if number == 1 else 1
        self.told.append(("air", cell))
        self.lose(up["AD".index(cell[0])], cell[1], int(cell[2:] or 1) * times, True)
        return True

    def fire(self, side: int) -> None:
        """The ships of the other side fire at the aircraft of this one."""
        halves = 0
        for one in self.floating(1 - side):
            if one.whole and one.kind in ("fleet", "cv"):
                halves += 2 if one.kind == "cv" and any(wing.whole for wing in self.wings(one)) else 1
        factors = math.ceil(halves / 2 + (self.facts.get("port_flak", 0) if side == 0 else 0))
        if not factors:
            return
        label = FLAK[max(self.die(), 6)][min(factors, 4) - 1]
        self.told.append(("flak", label))
        if label and label != "Miss":
            self.lose(self.bombing(side), label[1], int(label[2:] or 1))

    def fight(self, title: str, first: tuple[bool, bool], second: tuple[bool, bool], times: int = 1) -> None:
        """A roll at sea between ships, aircraft or both of each side."""
        numbers = self.counts(0, *first, times), self.counts(1, *second)
        alone = [self.bare(0, *first), self.bare(1, *second)]
        if not numbers[0] and not alone[0]:
            return
        hopeless = 4 * numbers[0] < numbers[1] and not (alone[0] and not numbers[0])
        if hopeless:
            if first[0] and self.floating(0):
                self.told.append((title, "all sunk"))
                for one in self.floating(0):
                    one.state = "gone"
                    for wing in self.wings(one):
                        wing.state = "gone"
            return
        face = self.die() + (self.facts.get("cards", {}).get(self.number, 0) if title == "all" else 0)
        net = matrix("naval", self.rates(0, *first), self.rates(1, *second))
        net += -2 * (times > 1 and bool(self.facts.get("first_strike")) and self.only_nacs())
        net += 2 * bool(self.facts.get("task_force"))
        for side, sign, part in ((0, 1, first), (1, -1, second)):
            net -= sign * bool(self.carrier_strength(side))
            net += sign * (part[0] and any(one.laden for one in self.floating(side)))
            net += sign * (side in self.facts.get("supply", ()))
            net += 3 * sign * alone[side]
            net += sign * self.submarines(side, *part)
        place = column(keyed.NAVAL_COLUMNS, *numbers) if numbers[1] else len(keyed.NAVAL_COLUMNS) - 1
        if alone[0] and not numbers[0]:
            place = 0
        cell = NAVAL_ROWS[clamp(face + net)][place]
        self.told.append((title, cell))
        side = "AD".index(cell[0])
        if (first, second)[side][0]:
            self.lose(self.floating(side), cell[1], int(cell[2:] or 1))

    def only_nacs(self) -> bool:
        return all(one.kind == "nac" for one in self.sides[0] if one.there and one.kind not in FLOATS) and bool(
            self.carrier_strength(0)
        )

    def _ashore(self, side: int) -> bool:
        return any(not (one.kind == "nac" and one.host) for one in self.bombing(side))

    def bare(self, side: int, ships: bool, air: bool) -> bool:
        """Whether this part is nothing but CV without a whole NAC."""
        mine = self.floating(side)
        if not ships or not mine or (air and self._ashore(side)):
            return False
        return all(one.kind == "cv" and not any(wing.whole for wing in self.wings(one)) for one in mine)

    def submarines(self, side: int, ships: bool, air: bool) -> bool:
        mine = self.floating(side)
        if not ships or not mine or (air and self._ashore(side)):
            return False
        return all(one.kind in ("uboat", "asw") for one in mine)

    def round(self, number: int) -> None:
        """One round, steps D to J."""
        self.number = number
        harbour = self.facts.get("harbour", "sea")
        fought = self.dogfight(number)
        times = 1
        able = self.counts(0, False, True) and self.floating(1)
        if able and not fought and number == 1 and not self.facts.get("no_surprise"):
            more = 2 if harbour == "sea" else 3
            if 4 * self.counts(0, False, True, more) >= self.counts(1, True, False):
                times = more if self.die() - bool(self.facts.get("espionage")) <= 2 else 1
        if able and 4 * self.counts(0, False, True, times) >= self.counts(1, True, False):
            if times == 1 and not self.facts.get("no_flak"):
                self.fire(0)
            if self.floating(1):
                self.fight("F", (False, True), (True, False), times)
        if harbour == "sea" and self.floating(0) and self.counts(1, False, True):
            numbers = self.counts(0, True, False), self.counts(1, False, True)
            if numbers[0] or self.bare(0, True, False):
                self.fire(1)
            if self.counts(1, False, True):
                self.fight("H", (True, False), (False, True))
        if harbour == "strike":
            return
        ships = bool(self.floating(0)), bool(self.floating(1))
        kinds = sum((*ships, self._ashore(0), self._ashore(1)))
        if all(ships) or kinds >= 3:
            self.fight("all", (True, True), (True, True))

    def battle(self, rounds: int = 3) -> None:
        """All of it."""
        for number in range(1, rounds + 1):
            self.round(number)

    def found(self, side: int, places: list[int], net: int | None) -> None:
        """A party looks for the battle."""
        other = [one for one in self.sides[1 - side] if one.there and not (one.kind == "nac" and one.host)]
        pairs = sum(1 for one in other if one.kind in ("uboat", "asw"))
        size = len(other) - pairs + math.ceil(pairs / 2)
        if not size:
            return
        if net is not None:
            face = self.die()
            cell = SEARCH[sorted((5, face + net, 11))[1]][min(size, 4) - 1]
            if face != 1 and (face == 10 or cell != "I"):
                return
        for place in places:
            one = self.sides[side][place]
            one.here = True
            for wing in self.wings(one):
                wing.here = True
