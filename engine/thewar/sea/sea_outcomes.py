"""What may come of a battle at sea: ships sunk and depleted, aircraft lost, NARFs, and whether the mission goes on
(7.9, 7.10, 15.1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.kernel.forecast import LIMIT, Distribution, distribution
from engine.kernel.values import evolve
from engine.thewar.combat.combatants import Combatant
from engine.thewar.sea.sea_battle import ATTACKER, DEFENDER, Now, Sea, SeaBattle
from engine.thewar.sea.sea_core import SeaCore
from engine.thewar.sea.sea_forces import ABSENT, DEPLETED, GONE, WHOLE, Piece, fate, hits, wing_fate
from engine.thewar.world import prices

SAMPLES = 2_000
"""Runs of a battle too large to be listed: its chances are then good to 2 or 3 in a hundred."""
_WORK = 100_000


class Toll(NamedTuple):
    """What a battle costs one side. ``ships``: afloat before it; ``narfs``: what those that are gone cost to build;
    ``set_back``: ships on slips that were hit."""

    ships: int = 0
    sunk: int = 0
    depleted: int = 0
    air_lost: int = 0
    air_depleted: int = 0
    set_back: int = 0
    narfs: int = 0

    @property
    def units(self) -> int:
        """The number of units that are gone."""
        return self.sunk + self.air_lost


class Outcome(NamedTuple):
    """What came of a battle at sea. ``met``: the sides found each other; ``goes_on``: the attacker's mission does, with
    something left of it that is whole; ``laden_sunk``: Fleets of it that went down with units aboard."""

    attacker: Toll
    defender: Toll
    met: bool
    goes_on: bool
    laden_sunk: int = 0


def price(unit: Combatant) -> int:
    """What a unit costs to build, in NARFs (15.1.2)."""
    return prices.build(unit.power, unit.kind, unit.strength, unit.tag).total


def _joined(code: int) -> bool:
    return fate(code) != ABSENT


def toll(pieces: tuple[Piece, ...], codes: bytes) -> Toll:
    """The losses of a side: its codes at the end compared with its pieces at the start."""
    ships = sunk = depleted = lost = hurt = back = narfs = 0
    for piece, code in zip(pieces, codes, strict=True):
        if not _joined(code):
            continue
        gone = fate(code) == GONE
        newly = fate(code) == DEPLETED and not (piece.unit.depleted or piece.slip)
        narfs += price(piece.unit) if gone else 0
        if piece.ship:
            ships += not piece.slip
            sunk, depleted, back = sunk + gone, depleted + newly, back + bool(hits(code))
        else:
            lost, hurt = lost + gone, hurt + newly
        if piece.wing is not None:
            narfs += price(piece.wing) if wing_fate(code) == GONE else 0
            lost += wing_fate(code) == GONE
            hurt += wing_fate(code) == DEPLETED and not piece.wing.depleted
    return Toll(ships, sunk, depleted, lost, hurt, back, narfs)


def outcome(battle: SeaBattle, now: Now) -> Outcome:
    """The outcome of a battle from its last standing."""
    sides = (now.attacker, now.defender)
    tolls = [toll(battle.pieces(side), codes) for side, codes in enumerate(sides)]
    there = [any(_joined(code) for code in codes) and bool(battle.pieces(side)) for side, codes in enumerate(sides)]
    mission = [(piece, code) for piece, code in zip(battle.attacker, now.attacker, strict=True) if _joined(code)]
    # Fleets and carriers are the mission where there are any, else its aircraft.
    kept = [pair for pair in mission if pair[0].ship] or mission
    goes_on = any(fate(code) == WHOLE for _, code in kept)
    laden_sunk = sum(1 for piece, code in mission if piece.laden and fate(code) == GONE)
    return Outcome(tolls[ATTACKER], tolls[DEFENDER], all(there), goes_on, laden_sunk)


_KEPT = 64
_MOMENT = 100
"""Stages of a battle that are listed in 2 ms: enough for ships of a kind alone, however many."""
_known: dict[SeaBattle, Distribution[Outcome]] = {}


def at_once(battle: SeaBattle) -> Distribution[Outcome] | None:
    """What may come of a battle where it was counted before, or takes no time; None where counting takes longer: up to
    seconds."""
    odds = _known.get(battle)
    if odds is None:
        if all(any(not piece.ship for piece in battle.pieces(side)) for side in (ATTACKER, DEFENDER)):
            # They meet in the air first, which is never short.
            return None
        odds = forecast(battle, samples=0, work=_MOMENT)
        if not odds.exact:
            return None
        _keep(battle, odds)
    return odds


def counted(battle: SeaBattle) -> Distribution[Outcome]:
    """What may come of a battle, kept for the next time that it is asked."""
    odds = _known.get(battle)
    if odds is None:
        odds = forecast(battle)
        _keep(battle, odds)
    return odds


def _keep(battle: SeaBattle, odds: Distribution[Outcome]) -> None:
    while len(_known) >= _KEPT:
        _known.pop(next(iter(_known)), None)
    _known[battle] = odds


def forecast(
    battle: SeaBattle, *, limit: int = LIMIT, samples: int = SAMPLES, work: int = _WORK
) -> Distribution[Outcome]:
    """What may come of a battle; exact, or sampled where more than ``limit`` moments would stand side by side, or
    listing them takes more than ``work`` stages."""
    core = SeaCore(battle)
    ends = distribution(core, core.start(), limit=limit, samples=samples, work=work, assumed=battle.assumed)
    return ends.of(lambda now: outcome(battle, now))


def from_here(sea: Sea, now: Now) -> Distribution[Outcome]:
    """What may come of a battle from any moment of it on."""
    core = SeaCore(sea.battle)
    start = Now(
        now.clock, core.tidy(ATTACKER, now.attacker), core.tidy(DEFENDER, now.defender), now.aloft, now.surprise
    )
    ends = distribution(core, core.settled(start), samples=SAMPLES, work=_WORK, assumed=sea.battle.assumed)
    return ends.of(lambda ended: outcome(sea.battle, ended))


def carded(sea: Sea, now: Now, weights: Mapping[int, int], supposed: str) -> Distribution[Outcome]:
    """What may come of a battle where cards add one of these figures to the roll at hand, each so many times as likely;
    ``supposed``: what that takes for granted, '' where nothing (29.13)."""
    chances: dict[Outcome, Fraction] = {}
    whole, exact, samples = sum(weights.values()), True, 0
    for figure, weight in weights.items():
        part = from_here(Sea(evolve(sea.battle, card=figure, card_round=now.round)), now)
        exact, samples = exact and part.exact, max(samples, part.samples)
        for value, chance in part.outcomes:
            chances[value] = chances.get(value, Fraction(0)) + chance * Fraction(weight, whole)
    told = evolve(sea.battle, card=0, card_round=0, cards=False).assumed
    later = "none are played in later rounds"
    return Distribution(tuple(chances.items()), exact, samples, (*told, *([supposed] if supposed else []), later))
