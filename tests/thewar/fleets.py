"""Battles at sea for tests: built from texts, rolled with given faces, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from engine.thewar.combat.combatants import Combatant
from engine.thewar.sea.sea_battle import ATTACKER, DEFENDER, ENDED, Now, Party, Sea, SeaBattle, following
from engine.thewar.sea.sea_forces import ABSENT, DEPLETED, GONE, Piece, fate, mustered, wing_fate
from tests.thewar.named_forces import parsed
from tests.thewar.sea_oracle import Oracle, Ship

STATES = ("whole", "depleted", "gone")


def units(text: str, rating: int, power: str, start: int = 0) -> tuple[Combatant, ...]:
    """Units of one power and rating, numbered so that their names are all different."""
    return parsed(text, rating, power=power, sign=f"{power[0]}{start}-") if text else ()


def force(*given: tuple[str, int, str], **more: Any) -> tuple[Piece, ...]:
    """A side: texts with ratings and powers."""
    found = [one for at, (text, rating, power) in enumerate(given) for one in units(text, rating, power, at)]
    return mustered(found, **more)


def throw(sea: Sea, now: Now, face: int) -> Now:
    """The battle after the roll at hand, and at its next one."""
    return sea.settled(following(sea.after(now, sea.rolled(now), face)))


def states(pieces: tuple[Piece, ...], codes: bytes) -> dict[str, str]:
    """What each unit is now, by its name; 'absent' where it never found the battle."""
    found = {}
    for piece, code in zip(pieces, codes, strict=True):
        away = fate(code) == ABSENT
        found[piece.unit.name] = "absent" if away else STATES[fate(code)]
        if piece.wing is not None:
            found[piece.wing.name] = "absent" if away else STATES[wing_fate(code)]
    return found


def ships_of(pieces: tuple[Piece, ...], away: set[int]) -> tuple[list[Ship], list[Ship]]:
    """The oracle's units of a side: all of them, and those that stand for pieces in their order."""
    heads, every = [], []
    for at, piece in enumerate(pieces):
        unit = piece.unit
        head = Ship(
            unit.name, piece.role, unit.factors, unit.rating,
            depleted=unit.depleted, laden=piece.laden, here=at not in away,
        )  # fmt: skip
        heads.append(head)
        every.append(head)
        if piece.wing is not None:
            wing = piece.wing
            every.append(
                Ship(wing.name, "nac", wing.factors, wing.rating, depleted=wing.depleted, host=head, here=head.here)
            )
    return every, heads


def oracle(battle: SeaBattle, given: Iterator[int], cards: Mapping[int, int] | None = None) -> Oracle:
    """The same battle fought by the oracle with these faces, to its end; ``cards``: what naval combat cards add in
    which round, where the battle itself does not say so."""
    facts = {
        name: getattr(battle, name)
        for name in (
            "harbour", "straits", "port_flak", "supply", "task_force", "over_britain", "effort", "espionage",
            "no_surprise", "no_flak", "first_strike", "nacs_up",
        )
    }  # fmt: skip
    if cards is None:
        cards = {number: battle.card for number in (1, 2, 3) if battle.card_round in (0, number)}
    away = {side: {at for one in battle.parties if one.side == side for at in one.places} for side in (0, 1)}
    first, heads = ships_of(battle.attacker, away[0])
    second, others = ships_of(battle.defender, away[1])
    fought = Oracle(first, second, lambda: next(given), cards=cards, **facts)
    for party in battle.parties:
        mine = (heads, others)[party.side]
        all_of_them = (first, second)[party.side]
        fought.found(party.side, [all_of_them.index(mine[at]) for at in party.places], party.net)
    fought.battle(battle.stay)
    return fought


def random_battle(seed: int) -> SeaBattle:
    """Any battle at all."""
    chance = random.Random(seed)

    def side(power: str) -> tuple[Piece, ...]:
        found: list[Combatant] = []
        for at, kinds in enumerate((("fleet", "cv", "nac"), ("tac", "ftr", "mdm"), ("fleet",))):
            if at and chance.random() < 0.5:
                continue
            items = [f"{chance.randint(1, 3)} {kind}" for kind in kinds if chance.random() < 0.6]
            if "cv" in kinds and chance.random() < 0.3:
                items.append("nac 2-3-2")
            if chance.random() < 0.2:
                items.append("fleet dep" if "fleet" in kinds else "tac dep")
            found += units(",".join(items), chance.randint(1, 3), power, at) if items else ()
        laden = [one.name for one in found if one.kind == "fleet" and chance.random() < 0.2]
        ashore = [one.name for one in found if one.kind == "nac" and chance.random() < 0.2]
        return mustered(found or units("fleet", 2, power), laden=laden, ashore=ashore)

    attacker, defender = side("axis"), side("britain")
    parties = []
    if chance.random() < 0.5:
        for which, pieces in ((DEFENDER, defender), (ATTACKER, attacker)):
            places = tuple(at for at in range(len(pieces)) if chance.random() < 0.4)
            if places and (which == DEFENDER or len(places) < len(pieces)):
                parties.append(Party(which, places, chance.choice((None, -3, 0, 2))))
    return SeaBattle(
        attacker,
        defender,
        parties=tuple(parties),
        harbour=chance.choice(("sea", "sea", "sea", "strike", "guns")),
        straits=chance.random() < 0.3,
        port_flak=chance.choice((0, 0, 1, 2)),
        supply=chance.choice(((), (), (0,), (1,))),
        task_force=chance.random() < 0.2,
        over_britain=chance.random() < 0.2,
        effort=chance.choice(("none", "none", "regional", "sustained")),
        espionage=chance.random() < 0.3,
        no_surprise=chance.random() < 0.2,
        no_flak=chance.random() < 0.2,
        first_strike=chance.random() < 0.5,
        nacs_up=chance.choice(((), (0,), (1,), (0, 1))),
        card=chance.choice((0, 0, 1, -2)),
        stay=chance.choice((1, 2, 3, 3)),
        card_round=chance.choice((0, 0, 1, 2, 3)),
    )


def every_leaf(sea: Sea, now: Now, faces: tuple[int, ...] = ()) -> Iterator[tuple[Now, tuple[int, ...]]]:
    """Every end of a battle, rolled die by die, with its faces."""
    if now.clock == ENDED:
        yield now, faces
        return
    for face in range(1, 11):
        yield from every_leaf(sea, throw(sea, now, face), (*faces, face))


def lost(pieces: tuple[Piece, ...], codes: bytes) -> int:
    """Ships of a side that are gone."""
    return sum(1 for piece, code in zip(pieces, codes, strict=True) if piece.ship and fate(code) == GONE)


def hurt(pieces: tuple[Piece, ...], codes: bytes) -> int:
    """Ships of a side that are Depleted."""
    return sum(1 for piece, code in zip(pieces, codes, strict=True) if piece.ship and fate(code) == DEPLETED)
