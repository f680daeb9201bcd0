"""Forces of a battle at sea as they stand between its rolls (7.9, 7.10, 11.6): what they count, their Flak, their
rating, and who can be hit.

Pure: units are combatants; a campaign's carry their ids as names. A NAC aboard a CV is one piece with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from engine.kernel.refusals import Breakdown
from engine.kernel.values import evolve, frozen
from engine.thewar.air import air_round
from engine.thewar.air.air_round import CLEAR, Skies
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import air_combat, flak, naval_combat
from engine.thewar.rolls.printed import Amount
from engine.thewar.world import ratings
from engine.thewar.world.ratings import Target

WHOLE, DEPLETED, GONE, ABSENT = 0, 1, 2, 3
"""What a unit is now; absent: it has not found the battle (7.8)."""
_WING, _HITS = 4, 16
SHIPS = ("fleet", "cv", "uboat", "asw")
SUBMARINES = ("uboat", "asw")
BOMBERS = ("tac", "mdm")
LARGE = 2
"""Factors of a NAC with which its CV counts two Fleets (7.9.5)."""
AIR, FLAK, SEA = "air", "flak", "sea"
"""Where a result falls: in air-to-air combat, from Flak on those that attack ships, on ships."""

# Who takes a result among equals where nobody says: the lower the sooner (a named default of forecasts).
_CHEAP = {"ftr": 0, "tac": 1, "jet": 2, "mdm": 3, "nac": 4, "asw": 1, "uboat": 1, "fleet": 2}
_BARE_CARRIER, _LADEN, _CARRIER = 0, 3, 4


@frozen
class Piece:
    """A unit in a battle at sea, a CV with the NAC aboard it (``wing``). ``laden``: it carries units; ``slip``: it is
    built or repaired in a shipyard, where it is set back and never sunk (7.9.6)."""

    unit: Combatant
    wing: Combatant | None = None
    laden: bool = False
    slip: bool = False

    @property
    def kin(self) -> Piece:
        """What pieces that came the same have in common."""
        wing = evolve(self.wing, name="") if self.wing else None
        return evolve(self, unit=evolve(self.unit, name=""), wing=wing)

    @property
    def start(self) -> int:
        """The piece's code as it comes to the battle."""
        wing = self.wing.depleted if self.wing else False
        return _coded(int(self.unit.depleted or self.slip), int(wing))

    @property
    def role(self) -> str:
        """The kind as which the piece fights: its own, of a jet the kind in its tag."""
        return self.unit.tag if self.unit.kind == "jet" and self.unit.tag in ("ftr", *BOMBERS) else self.unit.kind

    @property
    def ship(self) -> bool:
        """Whether the piece is a ship, or a U-boat or ASW that serves as one (5.3.1)."""
        return self.unit.kind in SHIPS


def mustered(
    units: Iterable[Combatant],
    *,
    laden: Collection[str] = (),
    ashore: Collection[str] = (),
    slips: Collection[str] = (),
) -> tuple[Piece, ...]:
    """Units as pieces, each NAC aboard a CV of its power while there is one. By their names: ``laden`` Fleets, NAC
    based ``ashore``, ships on ``slips``. Like pieces stand together."""
    given = list(units)
    wings = [unit for unit in given if unit.kind == "nac" and unit.name not in ashore]
    force: list[Piece] = []
    for unit in given:
        if unit.kind == "cv":
            wing = next((nac for nac in wings if nac.power == unit.power), None)
            if wing is not None:
                wings.remove(wing)
            force.append(Piece(unit, wing, slip=unit.name in slips))
        elif unit.kind != "nac":
            force.append(Piece(unit, laden=unit.name in laden, slip=unit.name in slips))
    # A NAC without a carrier flies from land.
    force += [Piece(unit) for unit in given if unit.kind == "nac" and (unit.name in ashore or unit in wings)]
    order = list(dict.fromkeys(piece.kin for piece in force))
    return tuple(sorted(force, key=lambda piece: order.index(piece.kin)))


def fate(code: int) -> int:
    """What a piece is now: whole, Depleted, gone or absent."""
    return code % _WING


def wing_fate(code: int) -> int:
    """What the NAC aboard a piece is now."""
    return code % _HITS // _WING


def hits(code: int) -> int:
    """How often a ship on a slip was hit."""
    return code // _HITS


def _coded(unit: int, wing: int, struck: int = 0) -> int:
    return unit + _WING * wing + _HITS * struck


@frozen
class Mark:
    """A unit that a result may fall on: the place of its piece, or of the NAC aboard it (``wing``)."""

    place: int
    wing: bool
    target: Target
    dear: int


class Part(NamedTuple):
    """What of a side takes part in one roll at sea: the Fleets that it counts, its rating (0 for nobody), what its
    modifiers hang on (``attacker-`` or ``defender-`` before it), and whether ships are among it, who alone suffer."""

    strength: int
    rating: int
    facts: tuple[str, ...]
    ships: bool


@frozen(slots=False)
class Muster:
    """One side at one moment: its pieces with a code each (see ``fate``, ``wing_fate``, ``hits``).

    ``straits``: FTR may attack ships (7.9.2); ``nacs_up``: its NAC take part in air-to-air combat (7.9.7 D);
    ``skies``: surprises in the air, ``attacks``: it is the phasing side (18.2).
    """

    pieces: tuple[Piece, ...]
    codes: bytes
    straits: bool = False
    nacs_up: bool = False
    skies: Skies = CLEAR
    attacks: bool = True

    @cached_property
    def _present(self) -> tuple[tuple[int, Piece, int], ...]:
        placed = zip(range(len(self.pieces)), self.pieces, self.codes, strict=True)
        return tuple((place, piece, code) for place, piece, code in placed if fate(code) < GONE)

    @property
    def present(self) -> tuple[tuple[Piece, int], ...]:
        """The pieces that are there, each with its code."""
        return tuple((piece, code) for _, piece, code in self._present)

    def _roles(self, *names: str) -> int:
        return sum(1 for _, piece, _ in self._present if piece.role in names)

    @cached_property
    def ships(self) -> int:
        """Ships afloat."""
        return sum(1 for _, piece, _ in self._present if piece.ship)

    @cached_property
    def _wings(self) -> tuple[Combatant, ...]:
        """Whole NAC aboard carriers."""
        return tuple(
            piece.wing for _, piece, code in self._present if piece.wing is not None and wing_fate(code) == WHOLE
        )

    @cached_property
    def _land_nacs(self) -> tuple[Combatant, ...]:
        return tuple(piece.unit for _, piece, code in self._present if piece.role == "nac" and fate(code) == WHOLE)

    @cached_property
    def carrier_nac(self) -> bool:
        """Whether there is a whole NAC aboard a CV."""
        return bool(self._wings)

    @cached_property
    def whole_carrier(self) -> bool:
        """Whether a whole CV with its whole NAC is with it (29.13)."""
        return any(code == WHOLE and piece.wing is not None and not piece.slip for _, piece, code in self._present)

    @cached_property
    def has_nacs(self) -> bool:
        """Whether the side has whole NAC, aboard or on land."""
        return bool(self._wings or self._land_nacs)

    @cached_property
    def only_nacs(self) -> bool:
        """Whether no aircraft but NAC are with it (11.7.3)."""
        return not self._roles("ftr", *BOMBERS)

    @cached_property
    def laden(self) -> bool:
        """Whether a Fleet afloat carries units."""
        return any(piece.laden for _, piece, _ in self._present)

    @cached_property
    def land_air(self) -> bool:
        """Whether aircraft that are no part of its ships may fight ships."""
        return bool(self._roles(*BOMBERS) or self._land_nacs or (self.straits and self._roles("ftr")))

    def _carriers(self) -> tuple[int, int]:
        large = sum(1 for wing in self._wings if wing.factors >= LARGE)
        return len(self._wings) - large, large

    @cached_property
    def afloat(self) -> Breakdown:
        """The Fleets that its ships count, a CV with its whole NAC among them (7.9, ruling 40)."""
        carriers, large = self._carriers()
        return naval_combat.strength(fleets=self._fleets, carriers=carriers, large_carriers=large)

    @property
    def _fleets(self) -> int:
        return self._roles("fleet") - (-self._roles(*SUBMARINES) // 2)

    @cached_property
    def ashore(self) -> int:
        """The Fleets that NAC based on land count, one for each or two for one of two factors (1.2, 7.9.5)."""
        return sum(LARGE if nac.factors >= LARGE else 1 for nac in self._land_nacs)

    def aloft(self, times: int = 1) -> int:
        """The Fleets that its aircraft count against ships, with so much surprise (7.9.2, 7.9.3, 7.9.5)."""
        carriers, large = self._carriers()
        steady = naval_combat.strength(carriers=carriers, large_carriers=large, bombers=self._roles(*BOMBERS)).total
        fighters = naval_combat.strength(fighters=self._roles("ftr") * times, straits=self.straits).total
        return (steady + self.ashore) * times + fighters

    @cached_property
    def all_told(self) -> int:
        """The Fleets that ships and aircraft count together (7.9.7 J)."""
        carriers, large = self._carriers()
        counted = naval_combat.strength(
            fleets=self._fleets,
            carriers=carriers,
            large_carriers=large,
            bombers=self._roles(*BOMBERS),
            fighters=self._roles("ftr"),
            straits=self.straits,
        )
        return counted.total + self.ashore

    @cached_property
    def flak(self) -> Amount:
        """The Flak factors of its ships (7.9.4); Depleted ones, submarines, ASW and ships on slips have none."""
        whole = [
            (piece, code) for _, piece, code in self._present if piece.ship and fate(code) == WHOLE and not piece.slip
        ]
        carriers = sum(1 for piece, code in whole if piece.wing is not None and wing_fate(code) == WHOLE)
        bare = sum(1 for piece, _ in whole if piece.role == "cv") - carriers
        return flak.at_sea(sum(1 for piece, _ in whole if piece.role == "fleet"), carriers, bare)

    @cached_property
    def bare_carriers_alone(self) -> bool:
        """Whether its ships are CV without a whole NAC and nothing else (7.9.9)."""
        ships = [(piece, code) for _, piece, code in self._present if piece.ship]
        return bool(ships) and all(
            piece.role == "cv" and (piece.wing is None or wing_fate(code) != WHOLE) for piece, code in ships
        )

    @cached_property
    def submarines_alone(self) -> bool:
        """Whether its ships are U-boats or ASW and nothing else (7.9.9)."""
        return bool(self.ships) and self._roles(*SUBMARINES) == self.ships

    @cached_property
    def size(self) -> int:
        """Units in the force when it is looked for: a CV with its NAC one, two ASW or U-boats one (7.8)."""
        pairs = self._roles(*SUBMARINES)
        return len(self._present) - pairs - (-pairs // 2)

    @cached_property
    def _parts(self) -> dict[tuple[bool, bool, int], Part]:
        return {}

    def part(self, *, ships: bool = True, air: bool = True, times: int = 1) -> Part:
        """The side's ships, its aircraft, or both, as they take part in a roll; ``times``: surprise multiplies
        aircraft."""
        key = (ships, air, times)
        if key not in self._parts:
            self._parts[key] = self._counted(ships, air, times)
        return self._parts[key]

    def _counted(self, ships: bool, air: bool, times: int) -> Part:
        strength = self.all_told if ships and air else self.afloat.total if ships else self.aloft(times)
        alone = ships and not (air and self.land_air)
        facts = {
            "nac": self.carrier_nac,
            "carrying": ships and self.laden,
            "cv-only": alone and self.bare_carriers_alone,
            "submarines": alone and self.submarines_alone,
        }
        rating = self._rating(ships, air)
        return Part(strength, rating, tuple(fact for fact, holds in facts.items() if holds), ships and bool(self.ships))

    def _rating(self, ships: bool, air: bool) -> int:
        """The rating that governs its ships, its aircraft, or both, by units (7.11.5, ruling 44); 0 for none."""
        each = self.rated(ships=ships, air=air)
        return ratings.governing((rating, 1) for rating in each) if each else 0

    def rated(self, *, ships: bool, air: bool) -> list[int]:
        """The ratings of its ships, its aircraft, or both, as they take part in a roll."""
        unit_ratings = []
        for _, piece, code in self._present:
            if piece.ship and ships:
                unit_ratings.append(_now(piece.unit, fate(code)))
            elif piece.ship and air and piece.wing is not None and wing_fate(code) == WHOLE:
                unit_ratings.append(piece.wing.rating)
            elif not piece.ship and air and self._able(piece, code):
                unit_ratings.append(_now(piece.unit, fate(code)))
        return unit_ratings

    def _able(self, piece: Piece, code: int) -> bool:
        """Whether aircraft may attack ships (7.9.2, ruling 55)."""
        if piece.role == "nac":
            return fate(code) == WHOLE
        return piece.role in BOMBERS or (self.straits and piece.role == "ftr")

    @cached_property
    def up(self) -> air_combat.Side | None:
        """The side's aircraft in air-to-air combat, None where none take part (7.9.1, 11.9)."""
        parts: list[tuple[Combatant, int]] = []
        fighters = jets = bombers = 0
        for _, piece, code in self._present:
            if piece.wing is not None and self.nacs_up and wing_fate(code) == WHOLE:
                parts.append((piece.wing, ratings.WORST))
                bombers += 1
            elif not piece.ship and self._flies(piece, code):
                nac = piece.role == "nac"
                parts.append((piece.unit, ratings.WORST if nac else _now(piece.unit, fate(code))))
                fighters += piece.role == "ftr"
                bombers += piece.role != "ftr"
                jets += piece.unit.kind == "jet"
        if not parts:
            return None
        return air_combat.Side(
            factors=air_round.factors((unit for unit, _ in parts), self.skies, attacks=self.attacks).total,
            rating=ratings.governing((rating, 1) for _, rating in parts),
            fighters=fighters,
            jets=jets,
            bombers=bool(bombers),
        )

    def _flies(self, piece: Piece, code: int) -> bool:
        return piece.role != "nac" or (self.nacs_up and fate(code) == WHOLE)

    def marks(self, arena: str) -> tuple[Mark, ...]:
        """The units that a result may fall on in an arena: in air-to-air combat, from Flak, among the ships."""
        marks: list[Mark] = []
        for place, piece, code in self._present:
            if piece.ship and arena == SEA:
                marks.append(self._mark(place, piece, code))
            elif piece.ship and piece.wing is not None and wing_fate(code) == WHOLE:
                if arena == FLAK or self.nacs_up:
                    rating = ratings.WORST if arena == AIR else piece.wing.rating
                    target = Target(f"{place}w", rating)
                    marks.append(Mark(place, True, target, _CHEAP["nac"]))
            elif not piece.ship and arena == AIR and self._flies(piece, code):
                nac = piece.role == "nac"
                target = Target(
                    str(place), ratings.WORST if nac else _now(piece.unit, fate(code)), fate(code) == DEPLETED
                )
                marks.append(Mark(place, False, target, _CHEAP[piece.role]))
            elif not piece.ship and arena == FLAK and self._able(piece, code):
                target = Target(str(place), _now(piece.unit, fate(code)), fate(code) == DEPLETED)
                marks.append(Mark(place, False, target, _CHEAP[piece.role]))
        return tuple(marks)

    def _mark(self, place: int, piece: Piece, code: int) -> Mark:
        dear = _CHEAP.get(piece.role, 0)
        if piece.role == "cv":
            dear = _CARRIER if piece.wing is not None and wing_fate(code) == WHOLE else _BARE_CARRIER
        elif piece.laden:
            dear = _LADEN
        # On a slip no ship is ever worse than set back.
        depleted = fate(code) == DEPLETED and not piece.slip
        return Mark(place, False, Target(str(place), _now(piece.unit, fate(code)), depleted), dear)

    def struck(self, mark: Mark, effect: str) -> Muster:
        """After one result ('depleted', or anything worse) has fallen on one of its marks."""
        piece, code = self.pieces[mark.place], self.codes[mark.place]
        unit, wing, many = fate(code), wing_fate(code), hits(code)
        if mark.wing:
            wing = DEPLETED if effect == "depleted" and wing == WHOLE else GONE
        elif piece.slip:
            unit, many = DEPLETED, many + 1
        elif effect == "depleted" and unit == WHOLE:
            unit = DEPLETED
            # The NAC of a Depleted CV is Depleted with it (7.10, ruling 54).
            wing = DEPLETED if piece.wing is not None and wing == WHOLE else wing
        else:
            # What a CV carries goes down with it.
            unit, wing = GONE, GONE if piece.wing is not None else wing
        codes = bytearray(self.codes)
        codes[mark.place] = _coded(unit, wing, many)
        return evolve(self, codes=bytes(codes))


def _now(unit: Combatant, state: int) -> int:
    return ratings.depleted(unit.power, unit.category) if state == DEPLETED else unit.rating


def candidates(marks: Sequence[Mark], effect: str) -> tuple[Mark, ...]:
    """The marks among which the owner chooses who takes the next result (rulings 38, 45), the one that a forecast takes
    first: the cheapest to lose."""
    names = ratings.candidates([mark.target for mark in marks], effect)
    eligible = [mark for mark in marks if mark.target.name in names]
    return tuple(sorted(eligible, key=lambda mark: (mark.dear, mark.place)))


def hits_on(muster: Muster, marks: Sequence[Mark], mark: Mark, effect: str) -> tuple[Muster, tuple[Mark, ...]]:
    """A side after one result has fallen on a mark, and the marks that are left of those that the roll found: what it
    Depleted can be hit again by what is left of the same result (ruling 38)."""
    after = muster.struck(mark, effect)
    code = after.codes[mark.place]
    left = [each for each in marks if each != mark]
    # A ship on a slip is set back once by one result.
    if not after.pieces[mark.place].slip and (wing_fate(code) if mark.wing else fate(code)) < GONE:
        target = evolve(mark.target, rating=ratings.WORST, depleted=True)
        # A Depleted CV has no whole NAC any more.
        dear = _BARE_CARRIER if after.pieces[mark.place].role == "cv" and not mark.wing else mark.dear
        left.append(evolve(mark, target=target, dear=dear))
    return after, tuple(left)
