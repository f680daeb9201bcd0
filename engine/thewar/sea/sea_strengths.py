"""What both sides bring to each roll of a battle at sea, piece by piece: the Fleets that they count, their aircraft,
their Flak; what counts nothing and why (7.8, 7.9, 11.6, 11.12). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import attrs

from engine.kernel.sheets.strengths import Share, Strength, together
from engine.thewar.air import air_strengths
from engine.thewar.air.air_round import Skies
from engine.thewar.air.air_strengths import Named, called, of
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import naval_combat
from engine.thewar.rolls.printed import Amount
from engine.thewar.sea.sea_forces import (
    BOMBERS,
    DEPLETED,
    LARGE,
    SUBMARINES,
    WHOLE,
    Muster,
    Piece,
    fate,
    wing_fate,
)
from engine.thewar.world import ratings

FLEETS = "Fleets"
ROLES = ("Attackers", "Defenders")
_RATED = "7.11.5, ruling 44"


def fleets(
    muster: Muster, side: int, *, ships: bool = True, air: bool = True, times: int = 1, named: Named = str
) -> Strength:
    """What a side counts in a roll in which its ships, its aircraft, or both take part; ``times``: surprise multiplies
    aircraft."""
    pieces = muster.present
    shares = [*_afloat(pieces, ships=ships, air=air, times=times, named=named)]
    if air:
        shares += _aloft(pieces, times, straits=muster.straits, named=named)
    part = muster.part(ships=ships, air=air, times=times)
    rated = [(rating, 1) for rating in muster.rated(ships=ships, air=air)]
    return Strength(
        who=_who(muster, side, named),
        total=part.strength,
        unit=FLEETS,
        shares=together(shares),
        rating=ratings.by_what(rated, "units"),
        rating_rule=_RATED if rated else "",
    )


def _who(muster: Muster, side: int, named: Named) -> str:
    return f"{ROLES[side]}{of((piece.unit for piece, _ in muster.present), named)}"


def _afloat(
    pieces: tuple[tuple[Piece, int], ...], *, ships: bool, air: bool, times: int, named: Named
) -> Iterator[Share]:
    """Ships, and NAC aboard: where aircraft alone take part a CV counts by its NAC."""
    force = [piece.unit for piece, _ in pieces]
    room = naval_combat.MOST_SHIPS
    carriers = [pair for pair in pieces if pair[0].role == "cv"]
    for piece, code in sorted(carriers, key=lambda pair: -_carried(*pair)):
        label, worth = _label(piece, code, force, named), _carried(piece, code)
        if not worth:
            if ships or (air and piece.wing is not None):
                yield Share(label, 0, "a CV without a whole NAC counts nothing", "7.9.5", counts=False)
        elif not room:
            yield _too_many(label)
        else:
            room -= 1
            factors = "a NAC of two factors" if worth == LARGE else "with its NAC"
            surprise = f", x {times} by surprise" if times > 1 else ""
            rule = "7.9.5, 7.9.3" if times > 1 else "7.9.5"
            yield Share(label, worth * times, f"{worth} {factors}{surprise}; {_rate(piece.unit, code)}", rule)
    if not ships:
        return
    for piece, code in pieces:
        if piece.role == "fleet":
            label = _label(piece, code, force, named)
            yield Share(label, 1, f"1 each; {_rate(piece.unit, code)}", "7.9.5") if room else _too_many(label)
            room -= bool(room)
    below = [pair for pair in pieces if pair[0].role in SUBMARINES]
    if below:
        label, pairs = _label(*below[0], force, named), -(-len(below) // 2)
        counted = min(pairs, room)
        why = f"two count as a Fleet{'' if counted == pairs else ', four ships at most'}"
        yield Share(label, counted, why, "5.3.1, 7.9.5", many=len(below), counts=bool(counted))


def _too_many(label: str) -> Share:
    return Share(label, 0, "four ships at most count", "7.9, ruling 40", counts=False)


def _carried(piece: Piece, code: int) -> int:
    """What a CV counts: by its whole NAC."""
    if piece.wing is None or wing_fate(code) != WHOLE:
        return 0
    return LARGE if piece.wing.factors >= LARGE else 1


def _aloft(pieces: tuple[tuple[Piece, int], ...], times: int, *, straits: bool, named: Named) -> Iterator[Share]:
    """Aircraft that are no part of ships."""
    force = [piece.unit for piece, _ in pieces]
    surprise = f", x {times} by surprise" if times > 1 else ""
    cited = ", 7.9.3" if times > 1 else ""
    fighters = [pair for pair in pieces if pair[0].role == "ftr"]
    for piece, code in pieces:
        label, rate = _label(piece, code, force, named), _rate(piece.unit, code)
        if piece.role in BOMBERS:
            worth = naval_combat.BOMBER
            yield Share(label, worth * times, f"{worth} each{surprise}; {rate}", f"7.9.5, ruling 55{cited}")
        elif piece.role == "nac" and fate(code) == WHOLE:
            worth = LARGE if piece.unit.factors >= LARGE else 1
            yield Share(label, worth * times, f"{worth} from land{surprise}; {rate}", f"1.2, 7.9.5{cited}")
        elif piece.role == "nac":
            yield Share(label, 0, "a Depleted NAC does not fly", "7.9.2, ruling 55", counts=False)
    if fighters:
        label, many = _label(*fighters[0], force, named), len(fighters)
        value = many * times // 2 if straits else 0
        why = f"half each{surprise}, rounded down" if straits else "FTR attack ships in straits alone"
        yield Share(label, value, why, f"7.9.2, ruling 41{cited}", many=many, counts=bool(value))


def _label(piece: Piece, code: int, force: Iterable[Combatant], named: Named) -> str:
    unit = attrs.evolve(piece.unit, depleted=fate(code) == DEPLETED)
    aboard = ""
    if piece.wing is not None and wing_fate(code) in (WHOLE, DEPLETED):
        worn = " Depleted" if wing_fate(code) == DEPLETED else ""
        aboard = f" with {piece.wing.label}{worn}"
    return f"{called(unit, tuple(force), named)}{aboard}"


def _rate(unit: Combatant, code: int) -> str:
    rating = ratings.depleted(unit.power, unit.category) if fate(code) == DEPLETED else unit.rating
    return f"{ratings.ORDINALS[rating]}-Rate"


# --- in the air, and Flak


def flying(muster: Muster, side: int, skies: Skies, named: Named = str) -> Strength:
    """The aircraft of a side in air-to-air combat (7.9.1, 7.9.7 D)."""
    everyone: list[Combatant] = []
    for piece, code in muster.present:
        if piece.wing is not None and wing_fate(code) in (WHOLE, DEPLETED):
            everyone.append(attrs.evolve(piece.wing, depleted=wing_fate(code) == DEPLETED))
        if not piece.ship:
            everyone.append(attrs.evolve(piece.unit, depleted=fate(code) == DEPLETED))
    able = [unit for unit in everyone if unit.kind != "nac" or (muster.nacs_up and not unit.depleted)]
    return air_strengths.side(able, everyone, skies, _stays, attacks=side == 0, named=named)


def _stays(unit: Combatant) -> tuple[str, str]:
    if unit.depleted:
        return "a Depleted NAC does not fly", "7.9.2, ruling 55"
    return "the NAC stay out of the air battle", "7.9.7 D"


def guns(muster: Muster, side: int, port: Amount, named: Named = str) -> Strength:
    """The Flak of a side's ships, with that of the ``port`` where they lie (7.9.4, 11.12)."""
    pieces = [(piece, code) for piece, code in muster.present if piece.ship]
    force = [piece.unit for piece, _ in pieces]
    shares = [_gun(piece, code, _label(piece, code, force, named)) for piece, code in pieces]
    if port:
        shares.append(Share("the port", port, "", "11.7, 11.12.1", many=0))
    return Strength(f"Flak of the {ROLES[side].lower()}", muster.flak + port, "factors", together(shares))


def _gun(piece: Piece, code: int, label: str) -> Share:
    rule = "7.9.4, ruling 42"
    if fate(code) != WHOLE:
        return Share(label, 0, "a Depleted ship has no Flak", rule, counts=False)
    if piece.slip:
        return Share(label, 0, "a ship in a yard has no Flak", rule, counts=False)
    if piece.role == "cv" and piece.wing is not None and wing_fate(code) == WHOLE:
        return Share(label, 1, "1 with its NAC", rule)
    if piece.role in ("cv", "fleet"):
        return Share(label, Fraction(1, 2), "1/2 each", rule)
    return Share(label, 0, "it has no Flak", rule, counts=False)


def sought(muster: Muster, side: int, named: Named = str) -> Strength:
    """The force that is looked for, unit by unit (7.8)."""
    force = [piece.unit for piece, _ in muster.present]
    shares: list[Share] = []
    below = [pair for pair in muster.present if pair[0].role in SUBMARINES]
    for piece, code in muster.present:
        if piece.role not in SUBMARINES:
            why = "a CV with its NAC is one" if piece.wing is not None else "1 each"
            shares.append(Share(_label(piece, code, force, named), 1, why, "7.8"))
    if below:
        label = _label(*below[0], force, named)
        shares.append(Share(label, -(-len(below) // 2), "two are one", "7.8", many=len(below)))
    return Strength(f"Looked for: the {ROLES[side].lower()}", muster.size, "units", together(shares))
