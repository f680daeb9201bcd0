"""What several raids on one victim add up to: the turn's cap on what it loses to bombing is shared among them (5.2,
ruling 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.sums import chained
from engine.thewar.rolls import bombing
from engine.thewar.strategic.strategic_losses import BASE_SHARE


class RaidSum(NamedTuple):
    """What raids cost, in NARFs, SMPs and units: ``narfs`` and ``base`` of the victim, ``smps`` beyond those for NARFs;
    how often a critical hit and a firestorm came; bombers ``shot`` down by Heavy Flak or interceptors, ``depleted`` by
    Flak, ``worn`` by attrition; ``interceptors`` lost."""

    narfs: int = 0
    base: int = 0
    smps: int = 0
    critical_hits: int = 0
    firestorms: int = 0
    shot: int = 0
    depleted: int = 0
    worn: int = 0
    interceptors: int = 0


Resolved = Callable[[bombing.Raid], Distribution[RaidSum]]
"""What may come of a raid by itself."""


def summed(result: bombing.RaidResult) -> RaidSum:
    """One raid's result."""
    return RaidSum(
        narfs=result.narfs,
        base=result.base_loss,
        smps=result.smps_extra,
        critical_hits=int(result.rail_lost == 1),
        firestorms=int(result.rail_lost == 2),
        shot=result.sac_flak_eliminated + result.sac_lost,
        depleted=result.sac_flak_depleted,
        worn=result.attrition,
        interceptors=result.int_lost,
    )


def by_table(raid: bombing.Raid) -> Distribution[RaidSum]:
    """What may come of a raid on the bombing table."""
    return distribution(bombing.HarmCore(), raid).of(lambda value: summed(bombing.resolve(value)))


class Capped:
    """One raid after others on the same victim: it can do as much as they leave of ``cap`` (NARFs). Each room that they
    leave is resolved once; all that are more than it can fill are one."""

    def __init__(self, raid: bombing.Raid, cap: int, resolved: Resolved = by_table) -> None:
        self._raid, self._cap, self._resolved = raid, cap, resolved
        self._most = raid.sac * max(*bombing.RATES[raid.by], bombing.WINDOW_RATE)
        self._known: dict[int, Distribution[RaidSum]] = {}

    def __call__(self, before: RaidSum) -> Distribution[RaidSum]:
        """The possible results of this raid after the earlier ones."""
        room = max(0, self._cap - before.narfs)
        unbound = self._with(self._most)
        return unbound if room >= max(total.narfs for total, _ in unbound.outcomes) else self._with(room)

    def _with(self, room: int) -> Distribution[RaidSum]:
        if room not in self._known:
            self._known[room] = self._resolved(attrs.evolve(self._raid, base=room * BASE_SHARE))
        return self._known[room]


def in_turn(raids: Iterable[Capped]) -> Distribution[RaidSum]:
    """What raids on one victim come to, one after the other."""
    return chained(RaidSum(), raids)
