"""A whole battle at sea as a core for forecasts (see kernel.forecast)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.forecast import Throw
from engine.thewar.sea.sea_battle import ATTACKER, DEFENDER, ENDED, STEPS, Now, Sea, SeaBattle, following
from engine.thewar.sea.sea_forces import Piece


class SeaCore(Sea):
    """A whole battle at sea as a core for forecasts: like pieces change places freely, so that equal moments are
    one."""

    def __init__(self, battle: SeaBattle) -> None:
        super().__init__(battle)
        self._kin = (self._groups(ATTACKER), self._groups(DEFENDER))
        self._after: dict[Now, tuple[tuple[Now, ...], Sequence[Throw]]] = {}
        self._settled: dict[Now, Now] = {}

    def _groups(self, side: int) -> tuple[tuple[int, ...], ...]:
        """The places of pieces that are worth the same and look for the battle together."""
        joins = {
            place: nth for nth, party in enumerate(self.battle.parties) if party.side == side for place in party.places
        }
        by_kin: dict[tuple[Piece, int], list[int]] = {}
        for place, piece in enumerate(self.battle.pieces(side)):
            by_kin.setdefault((piece.kin, joins.get(place, -1)), []).append(place)
        return tuple(tuple(places) for places in by_kin.values() if len(places) > 1)

    def tidy(self, side: int, codes: bytes) -> bytes:
        """Like pieces in the order of their codes."""
        sorted_codes = bytearray(codes)
        for places in self._kin[side]:
            for place, code in zip(places, sorted(codes[at] for at in places), strict=True):
                sorted_codes[place] = code
        return bytes(sorted_codes)

    def finished(self, value: Now) -> bool:
        return value.clock == ENDED

    def dice(self, value: Now) -> tuple[int, ...]:
        return (10,)

    def rank(self, value: Now) -> int:
        return value.clock

    def throws(self, value: Now) -> Sequence[Throw]:
        """Faces that do the same are one."""
        return self._from(value)[1]

    def stage(self, value: Now, faces: tuple[int, ...]) -> Now:
        after = self._from(value)[0][faces[0] - 1]
        if after.clock != value.clock:
            after = Now(value.clock, after.attacker, after.defender, after.aloft, after.surprise)
        settled = self._settled.get(after)
        if settled is None:
            settled = self._settled[after] = self.settled(following(after))
        return settled

    def _from(self, value: Now) -> tuple[tuple[Now, ...], Sequence[Throw]]:
        """What each face comes to before the next step, and which faces stand for all. Later rounds are alike,
        unless cards tell them apart."""
        key = value
        if value.clock >= 2 * STEPS and self.battle.card_round < 2:
            key = Now(STEPS + value.clock % STEPS, value.attacker, value.defender, value.aloft, value.surprise)
        known = self._after.get(key)
        if known is None:
            rolled = self.rolled(key)
            if rolled is None:
                raise ValueError("nothing is rolled at this moment of the battle")
            own = {face: self.after(key, rolled, face) for (face,), _ in rolled.throws}
            known = self._after[key] = (tuple([own[face] for face in rolled.stands]), rolled.throws)
        return known
