"""A battle at sea of up to three rounds (7.8 to 7.10, 11.7): who finds whom, then in each round air-to-air combat,
surprise, Flak, air against ships, ships against air, and all against all, in the order of 7.9.7 and 7.9.8.

Pure, a core for forecasts and play alike. Like pieces are taken as one in a forecast; in play they keep their names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.kernel.forecast import Throw
from engine.kernel.values import evolve, frozen
from engine.thewar.air.air_round import Skies
from engine.thewar.rolls import air_combat, flak, interception, naval_combat
from engine.thewar.rolls.printed import Amount, read
from engine.thewar.sea.sea_forces import ABSENT, AIR, FLAK, SEA, Muster, Part, Piece, candidates, hits_on

ROUNDS = 3
ATTACKER, DEFENDER = 0, 1
SIDES = ("attacker", "defender")
AT_SEA, STRIKE, GUNS = "sea", "strike", "guns"
"""Where the defender's ships are: at sea, in a port under air attack (11.7), in one where ships shoot too (18.5.6)."""

# The steps of a round with their letters in 7.9.7.
DOGFIGHT, SURPRISE, FLAK_AT_AIR, AIR_AT_SHIPS, FLAK_AT_INTERCEPTORS, SHIPS_AT_AIR, ALL_AT_ALL = range(7)
STEPS = 7
LETTERS = "DDEFGHJ"
ENDED = 1_000

ASSUMED = {
    "rounds": "nobody breaks off before the third round",
    "losses": "of equals the cheapest takes a result: CV without their NAC, then Fleets, those that carry, CV with NAC",
    "nacs": "NAC stay out of the air battle",
    "cards": "no naval combat cards are played",
}


@frozen
class Party:
    """Units that look for the battle before they join it (7.8). ``places`` of its side's pieces; ``net`` modifies its
    roll, None where it finds without one: aircraft (7.8.3)."""

    side: int
    places: tuple[int, ...]
    net: int | None = None


@frozen
class SeaBattle:
    """A battle at sea with all that holds for it; the phasing side attacks.

    ``parties`` look for it in this order, all others are there. ``harbour``: where the defender's ships are;
    ``port_flak`` the Flak factors of that hex; ``supply``: a side that runs or escorts supply; ``task_force``: the Axis
    attack in a Sea Area of the British Isles with a Task Force; ``over_britain``: and in the air there; ``effort`` of
    the attacker's air; ``espionage``: his chit on surprise; ``no_surprise``: he may not roll for it; ``no_flak``: the
    defender has none; ``first_strike``: his power has launched no carrier strike yet; ``nacs_up``: sides whose NAC
    fight in the air; ``air_modifiers``: ids of air_combat's; ``modifiers``: more ids of naval_combat's; ``cards``:
    naval combat cards are played with (29.13), ``card``: what they add, in each round or in ``card_round`` alone;
    ``stay``: rounds that nobody breaks off before.
    """

    attacker: tuple[Piece, ...]
    defender: tuple[Piece, ...]
    parties: tuple[Party, ...] = ()
    harbour: str = AT_SEA
    straits: bool = False
    port_flak: Amount = 0
    supply: tuple[int, ...] = ()
    task_force: bool = False
    over_britain: bool = False
    effort: str = "none"
    espionage: bool = False
    no_surprise: bool = False
    no_flak: bool = False
    first_strike: bool = False
    nacs_up: tuple[int, ...] = ()
    air_modifiers: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    cards: bool = False
    card: int = 0
    card_round: int = 0
    stay: int = ROUNDS

    def pieces(self, side: int) -> tuple[Piece, ...]:
        """The pieces of a side."""
        return self.defender if side else self.attacker

    @property
    def assumed(self) -> tuple[str, ...]:
        """The defaults that a forecast takes where a seat would decide."""
        carried = any(piece.wing is not None or piece.role == "nac" for piece in self.attacker + self.defender)
        stays = ASSUMED["rounds"] if self.stay == ROUNDS else f"somebody breaks off after round {self.stay}"
        nacs = [ASSUMED["nacs"]] if carried and not self.nacs_up else []
        return (stays, ASSUMED["losses"], *nacs, *([self._carded] if self.cards else []))

    @property
    def _carded(self) -> str:
        """The assumption about naval combat cards, in words."""
        if not self.card_round:
            return f"naval combat cards add {self.card:+d} in every round" if self.card else ASSUMED["cards"]
        return f"naval combat cards add {self.card:+d} in round {self.card_round}, and none are played later"

    def carded(self, round_: int) -> int:
        """What cards add to the roll of all against all in a round."""
        return self.card if self.card_round in (0, round_) else 0


class Now(NamedTuple):
    """A battle between two rolls. ``clock``: below 0 the parties that still look, then the steps of the rounds; the
    codes of the pieces of both sides (sea_forces); ``aloft``: aircraft fought in this round; ``surprise``: the attacker
    achieved it."""

    clock: int
    attacker: bytes
    defender: bytes
    aloft: bool = False
    surprise: bool = False

    @property
    def step(self) -> int:
        """The step of the round."""
        return self.clock % STEPS

    @property
    def round(self) -> int:
        """The round from 1, 0 while parties look for the battle."""
        return self.clock // STEPS + 1 if self.clock >= 0 else 0

    def codes(self, side: int) -> bytes:
        """The codes of a side."""
        return self.defender if side else self.attacker


@frozen
class Surprise:
    """A roll for surprise (7.9.3); ``face`` is the natural die, 0 before it."""

    espionage: bool = False
    face: int = 0


Roll = interception.Search | air_combat.Dogfight | Surprise | flak.Flak | naval_combat.Engagement


class Blow(NamedTuple):
    """What a roll does: so many results of an effect fall on a side in an arena (see sea_forces.Muster.marks)."""

    side: int
    arena: str
    effect: str
    many: int


class Rolled(NamedTuple):
    """The roll of a step and what each face of its die does, from 1 on: a blow or none, or whether a search finds or
    surprise is achieved. ``stands``: the first face that does the same as each; ``throws``: these with their ways. ()
    where no die is rolled, and the ``blow`` falls anyway."""

    roll: Roll
    faces: tuple[Blow | bool | None, ...] = ()
    stands: tuple[int, ...] = ()
    throws: tuple[Throw, ...] = ()
    blow: Blow | None = None


def _rolled(roll: Roll, does: Callable[[int], Blow | bool | None]) -> Rolled:
    faces = tuple(does(face) for face in range(1, 11))
    stands = tuple(faces.index(effect) + 1 for effect in faces)
    return Rolled(roll, faces, stands, tuple(((face,), stands.count(face)) for face in sorted(set(stands))))


class Sea:
    """What the rules say of a battle at any moment: its next roll, and what a roll does. Results are cached."""

    def __init__(self, battle: SeaBattle) -> None:
        self.battle = battle
        self._skies = Skies(modifiers=battle.air_modifiers)
        self._musters: dict[tuple[int, bytes], Muster] = {}
        self._rolled: dict[object, Rolled | None] = {}
        self._fallen: dict[tuple[Blow, bytes], bytes] = {}

    def muster(self, side: int, codes: bytes) -> Muster:
        """A side as it stands."""
        muster = self._musters.get((side, codes))
        if muster is None:
            battle = self.battle
            muster = Muster(
                battle.pieces(side),
                codes,
                straits=battle.straits,
                nacs_up=side in battle.nacs_up,
                skies=self._skies,
                attacks=side == ATTACKER,
            )
            self._musters[side, codes] = muster
        return muster

    def sides(self, now: Now) -> tuple[Muster, Muster]:
        """Both sides as they stand."""
        return self.muster(ATTACKER, now.attacker), self.muster(DEFENDER, now.defender)

    def start(self) -> Now:
        """The battle before its first roll."""
        away = {(party.side, place) for party in self.battle.parties for place in party.places}
        codes = [
            bytes(ABSENT if (side, at) in away else piece.start for at, piece in enumerate(self.battle.pieces(side)))
            for side in (ATTACKER, DEFENDER)
        ]
        first, second = (self.tidy(side, codes[side]) for side in (ATTACKER, DEFENDER))
        return self.settled(Now(-len(self.battle.parties), first, second))

    def tidy(self, side: int, codes: bytes) -> bytes:
        """The codes of a side in the order that this object keeps: in play each piece stays in its own place."""
        return codes

    # What comes next.

    def party(self, now: Now) -> Party:
        """The party that looks for the battle now."""
        return self.battle.parties[now.clock]

    def rolled(self, now: Now) -> Rolled | None:
        """The roll of the step at hand, None where it has none."""
        if now.clock < 0:
            return self._search(now)
        attacker, defender = self.sides(now)
        return _STEPS[now.step](self, now, attacker, defender)

    def _search(self, now: Now) -> Rolled | None:
        party = self.party(now)
        size = self.sides(now)[1 - party.side].size
        if not size or party.net is None:
            return None
        search = interception.Search(size, party.net)
        return _rolled(search, lambda face: interception.resolve(evolve(search, face=face)).intercept)

    def _dogfight(self, now: Now, attacker: Muster, defender: Muster) -> Rolled | None:
        if attacker.up is None or defender.up is None:
            return None
        battle = self.battle
        effort = battle.effort if now.round == 1 else "none"
        key = (DOGFIGHT, attacker.up, defender.up, effort)
        if key not in self._rolled:
            fight = air_combat.Dogfight(
                attacker=attacker.up,
                defender=defender.up,
                over_britain=battle.over_britain,
                effort=effort,
                round=min(now.round, ROUNDS),
                modifiers=battle.air_modifiers,
            )
            self._rolled[key] = _rolled(fight, lambda face: _in_the_air(fight, face))
        return self._rolled[key]

    def _surprise(self, now: Now, attacker: Muster, defender: Muster) -> Rolled | None:
        refused = naval_combat.may_surprise(air_battle=now.aloft, round_number=now.round)
        if self.battle.no_surprise or any(True for _ in refused):
            return None
        if self._air_at_ships(now._replace(surprise=True), attacker, defender) is None:
            return None
        chit = self.battle.espionage
        return _rolled(Surprise(chit), lambda face: naval_combat.surprised(face, espionage=chit))

    def _flak_at_air(self, now: Now, attacker: Muster, defender: Muster) -> Rolled | None:
        if now.surprise or self.battle.no_flak or self._air_at_ships(now, attacker, defender) is None:
            return None
        return self._fired(ATTACKER, defender.flak + self.battle.port_flak)

    def _flak_at_interceptors(self, now: Now, attacker: Muster, defender: Muster) -> Rolled | None:
        return self._fired(DEFENDER, attacker.flak) if self._ships_at_air(now, attacker, defender) else None

    def _fired(self, side: int, factors: Amount) -> Rolled | None:
        if not factors:
            return None
        key = (FLAK, side, factors)
        if key not in self._rolled:
            shot = flak.Flak(factors)
            self._rolled[key] = _rolled(shot, lambda face: _shot(shot, side, face))
        return self._rolled[key]

    def _air_at_ships(self, now: Now, attacker: Muster, defender: Muster) -> Rolled | None:
        # What counts nothing may not attack, surprise or not (ruling 41).
        if not defender.ships or not attacker.part(ships=False).strength:
            return None
        times = 1
        more: tuple[str, ...] = ()
        if now.surprise:
            times = naval_combat.SURPRISE["sea" if self.battle.harbour == AT_SEA else "port"]
            if self.battle.first_strike and attacker.only_nacs and attacker.carrier_nac:
                more = ("first-surprise",)
        return self._fought(attacker.part(ships=False, times=times), defender.part(air=False), more)

    def _ships_at_air(self, now: Now, attacker: Muster, defender: Muster) -> Rolled | None:
        against = defender.part(ships=False)
        if self.battle.harbour != AT_SEA or not attacker.ships or not against.strength:
            return None
        return self._fought(attacker.part(air=False), against)

    def _all_at_all(self, now: Now, attacker: Muster, defender: Muster) -> Rolled | None:
        if self.battle.harbour == STRIKE:
            return None
        # Air alone against ships alone has fought in F, ships alone against air alone in H: no second time.
        kinds = (attacker.ships, attacker.land_air, defender.ships, defender.land_air)
        if not (attacker.ships and defender.ships) and sum(map(bool, kinds)) < len(kinds) - 1:
            return None
        return self._fought(attacker.part(), defender.part(), card=self.battle.carded(now.round))

    def _fought(self, attacker: Part, defender: Part, more: tuple[str, ...] = (), card: int = 0) -> Rolled | None:
        """A roll at sea between parts of both sides; None where the rules know none: attackers that count nothing, and
        odds worse than 1-4 where no attacking ship could be sunk for them."""
        key = (attacker, defender, more, card)
        if key not in self._rolled:
            self._rolled[key] = self._engaged(attacker, defender, more, card)
        return self._rolled[key]

    def _engaged(self, attacker: Part, defender: Part, more: tuple[str, ...], card: int) -> Rolled | None:
        names = [f"{SIDES[side]}-{fact}" for side, part in enumerate((attacker, defender)) for fact in part.facts]
        names += [f"{SIDES[side]}-supply" for side in self.battle.supply]
        if self.battle.task_force:
            names.append("axis-against-task-force")
        fight = naval_combat.Engagement(
            attacker.strength,
            defender.strength,
            attacker.rating,
            defender.rating,
            (*names, *more, *self.battle.modifiers),
            card=card,
        )
        if any(True for _ in naval_combat.refusals(fight)):
            return None
        if fight.hopeless:
            # Every ship that attacks (ruling 39), however many that is.
            all_of_them = Blow(ATTACKER, SEA, "sunk", len(self.battle.attacker))
            return Rolled(fight, blow=all_of_them) if attacker.ships else None
        ships = (attacker.ships, defender.ships)
        return _rolled(fight, _at_sea(fight, ships))

    # What a roll does.

    def met(self, now: Now) -> bool:
        """Whether the party that looks for the battle finds it without a die: aircraft, where there is anybody
        (7.8.3)."""
        party = self.party(now)
        return party.net is None and bool(self.sides(now)[1 - party.side].size)

    def joined(self, now: Now) -> Now:
        """The battle with the party at hand in it."""
        party = self.party(now)
        codes = bytearray(now.codes(party.side))
        for place in party.places:
            codes[place] = self.battle.pieces(party.side)[place].start
        return with_codes(now, party.side, self.tidy(party.side, bytes(codes)))

    def fallen(self, now: Now, blow: Blow) -> Now:
        """The battle after a blow whose results nobody chooses: see candidates."""
        codes = now.codes(blow.side)
        key = (blow, codes)
        if key not in self._fallen:
            muster = self.muster(blow.side, codes)
            marks = muster.marks(blow.arena)
            for _ in range(blow.many):
                chosen = candidates(marks, blow.effect)
                if not chosen:
                    break
                muster, marks = hits_on(muster, marks, chosen[0], blow.effect)
            self._fallen[key] = self.tidy(blow.side, muster.codes)
        return with_codes(now, blow.side, self._fallen[key])

    def after(self, now: Now, rolled: Rolled | None, face: int) -> Now:
        """The battle after the roll at hand and all that it does by default, before the next step. ``face`` is the
        natural die, 0 where none is rolled."""
        did = rolled.faces[face - 1] if rolled is not None and face else None
        if now.clock < 0:
            return self.joined(now) if did or self.met(now) else now
        if rolled is None:
            return now
        if now.step == SURPRISE:
            return Now(now.clock, now.attacker, now.defender, now.aloft, bool(did))
        if now.step == DOGFIGHT:
            now = Now(now.clock, now.attacker, now.defender, True, now.surprise)
        blow = did if face else rolled.blow
        return self.fallen(now, blow) if isinstance(blow, Blow) else now

    def settled(self, now: Now) -> Now:
        """The battle at its next step that rolls a die, or ended. What comes without a die happens on the way."""
        last = self.battle.stay * STEPS
        while now.clock < last:
            rolled = self.rolled(now)
            if rolled is not None and rolled.faces:
                return now
            now = following(self.after(now, rolled, 0))
        return Now(ENDED, now.attacker, now.defender)


_STEPS: tuple[Callable[[Sea, Now, Muster, Muster], Rolled | None], ...] = (
    Sea._dogfight,
    Sea._surprise,
    Sea._flak_at_air,
    Sea._air_at_ships,
    Sea._flak_at_interceptors,
    Sea._ships_at_air,
    Sea._all_at_all,
)


def _in_the_air(fight: air_combat.Dogfight, face: int) -> Blow | None:
    result = air_combat.resolve(evolve(fight, face=face))
    return Blow(SIDES.index(result.side), AIR, result.effect, result.count) if result.count else None


def _shot(shot: flak.Flak, side: int, face: int) -> Blow | None:
    result = flak.resolve(evolve(shot, face=face))
    count = result.eliminated + result.depleted
    return Blow(side, FLAK, "eliminated" if result.eliminated else "depleted", count) if count else None


def _at_sea(fight: naval_combat.Engagement, ships: tuple[bool, bool]) -> Callable[[int], Blow | None]:
    """What each face does: only ships suffer, and only those that take part (7.9.5)."""
    table, place = read(naval_combat.CRT), fight.place
    net = sum(line.value for line in fight.lines)

    def does(face: int) -> Blow | None:
        result = naval_combat.affected(table.cell(place, table.row(face + net)).text)
        side = SIDES.index(result.side)
        return Blow(side, SEA, result.effect, result.many) if ships[side] else None

    return does


def following(now: Now) -> Now:
    """The battle at its next step, whatever it is. Surprise is over once the aircraft have attacked."""
    clock = now.clock + 1
    step = clock % STEPS
    surprise = now.surprise and step in (FLAK_AT_AIR, AIR_AT_SHIPS)
    return Now(clock, now.attacker, now.defender, now.aloft and step != DOGFIGHT, surprise)


def with_codes(now: Now, side: int, codes: bytes) -> Now:
    """The battle with a side's codes changed."""
    if side == DEFENDER:
        return Now(now.clock, now.attacker, codes, now.aloft, now.surprise)
    return Now(now.clock, codes, now.defender, now.aloft, now.surprise)
