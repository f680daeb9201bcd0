"""What may come of a turn's U-boat war with the sub hunters that go out before its roll (5.1, 29.16). Where a player
will decide, the decision's default is taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.sums import Event, chained
from engine.kernel.values import frozen
from engine.thewar.rolls import submarines
from engine.thewar.rolls.submarines import UBoatCore, UBoatResult, UBoatWar
from engine.thewar.strategic import strategic_forces, sub_hunters, uboat_war
from engine.thewar.strategic.hunting import SubHunt
from engine.thewar.strategic.sub_hunters import HitCore, Hunt
from engine.thewar.world import wars
from engine.thewar.world.state import Box, TheWar


class Hit(NamedTuple):
    """U-boats that hunters have sunk and depleted so far."""

    sunk: int = 0
    depleted: int = 0


@frozen
class HuntedResult(UBoatResult):
    """The result of a U-boat war after sub hunters; U-boats that hunters sank or depleted are counted in the last two
    fields only."""

    sunk_by_hunters: int = 0
    depleted_by_hunters: int = 0


class _Hunts:
    """Hunts before a U-boat war, one after the other; each that can come about is resolved once."""

    def __init__(self, war: UBoatWar) -> None:
        self._war = war
        self._known: dict[Hunt, Distribution[Hit]] = {}

    def event(self, hunt: Hunt) -> Event[Hit]:
        """The result of a hunt after earlier ones; a hunt that names no number of U-boats looks for all that are
        left."""

        def after(before: Hit) -> Distribution[Hit]:
            left = self._war.uboats - before.sunk - before.depleted
            return self._resolved(attrs.evolve(hunt, uboats=hunt.uboats or sub_hunters.sought(hunt.hunters, left)))

        return after

    def _resolved(self, hunt: Hunt) -> Distribution[Hit]:
        if not hunt.uboats:
            return Distribution(((Hit(), Fraction(1)),))
        if hunt not in self._known:
            self._known[hunt] = distribution(HitCore(), hunt).of(_hit)
        return self._known[hunt]


def _hit(hunt: Hunt) -> Hit:
    result = sub_hunters.resolve(hunt)
    return Hit(result.sunk, result.depleted)


def _distribution(war: UBoatWar, hunts: Iterable[Hunt], assumed: Iterable[str]) -> Distribution[UBoatResult]:
    """The U-boat war after these hunts."""
    book = _Hunts(war)
    hits = chained(Hit(), [book.event(hunt) for hunt in hunts])
    known: dict[int, Distribution[UBoatResult]] = {}
    outcomes: list[tuple[UBoatResult, Fraction]] = []
    for hit, chance in hits.outcomes:
        left = war.uboats - hit.sunk - hit.depleted
        if left not in known:
            known[left] = distribution(UBoatCore(), attrs.evolve(war, uboats=left)).of(submarines.resolve)
        outcomes += ((_with(result, hit), chance * share) for result, share in known[left].outcomes)
    return Distribution(tuple(outcomes), assumed=tuple(dict.fromkeys(assumed)))


def _with(result: UBoatResult, hit: Hit) -> HuntedResult:
    figures: dict[str, Any] = {field.name: getattr(result, field.name) for field in _FIELDS}
    return HuntedResult(**figures, sunk_by_hunters=hit.sunk, depleted_by_hunters=hit.depleted)


_FIELDS = attrs.fields(UBoatResult)


def by_hunters(result: UBoatResult) -> tuple[int, int]:
    """The U-boats that hunters sank and depleted in any of these results."""
    return (result.sunk_by_hunters, result.depleted_by_hunters) if isinstance(result, HuntedResult) else (0, 0)


def forecast(campaign: TheWar, war: UBoatWar, hunters: Mapping[str, int]) -> Distribution[UBoatResult]:
    """What may come of a U-boat war, so many hunters of each Ally going out before it; their own figures are in it
    only where there are any."""
    sent = {ally: count for ally, count in hunters.items() if count and war.uboats and sub_hunters.on(campaign)}
    if not sent:
        return distribution(UBoatCore(), war).of(submarines.resolve)
    out = tuple(sub_hunters.by_default(campaign, ally, count) for ally, count in sent.items())
    return _distribution(war, out, (text for ally in sent for text in sub_hunters.defaults(campaign, ally)))


def supposed(
    campaign: TheWar, power: str, box: Box, enemy: int | None = None
) -> tuple[UBoatWar, dict[str, int], tuple[str, ...]]:
    """The U-boat war for a power that fills its box so, against ``enemy`` ASW or U-boats (all in play, where it
    says none); the hunters that go out before; and what else is supposed."""
    allies = wars.enemies_of_germany(campaign)
    if power == "germany":
        asw = sum(strategic_forces.count(campaign, ally, "asw") for ally in allies) if enemy is None else enemy
        war = uboat_war.prepared(campaign, uboats=box.uboats, asw=asw, raiders=len(box.raiders))
        return war, {}, ("no ASW hunt",) if sub_hunters.on(campaign) else ()
    uboats = strategic_forces.count(campaign, "germany", "uboat") if enemy is None else enemy
    beside = {ally: strategic_forces.count(campaign, ally, "asw") for ally in allies if ally != power}
    asw = box.asw + sum(beside.values())
    war = uboat_war.prepared(campaign, uboats=uboats, asw=asw, hunters=box.hunters)
    others = tuple(
        f"no {campaign.powers[ally].adjective} ASW hunt"
        for ally, count in beside.items()
        if count and sub_hunters.on(campaign)
    )
    return war, {power: box.hunters}, others


def under_way(campaign: TheWar) -> UBoatWar | None:
    """The U-boat war that waits for its hunters, None where none is under way."""
    battle = next(
        (procedure for procedure in campaign.pending.values() if isinstance(procedure, uboat_war.UBoatBattle)), None
    )
    return battle.war(campaign) if battle is not None else None


def from_here(campaign: TheWar, at: str, now: SubHunt | None) -> Distribution[UBoatResult] | None:
    """What may come of the U-boat war under way once the hunters at the path ``at`` have become ``now``, None where
    they stay in port: then their other hunts, and those of the other Ally, by default."""
    war = under_way(campaign)
    if war is None:
        return None
    waiting = [now] if now is not None else []
    for key in sorted(campaign.pending, key=int, reverse=True):
        hunters = campaign.pending[key]
        if isinstance(hunters, SubHunt) and f"pending.{key}" != at:
            waiting.append(hunters)
    out = tuple(sub_hunters.by_default(campaign, hunters.ally, hunters.left) for hunters in waiting if hunters.left)
    assumed = [text for hunters in waiting if hunters.left for text in sub_hunters.defaults(campaign, hunters.ally)]
    hunts = list(out)
    if now is not None:
        hunt = now.hunt(campaign)
        if now.stage == "port":
            hunt = attrs.evolve(sub_hunters.by_default(campaign, now.ally, now.hunters), uboats=now.uboats)
        hunts.insert(0, hunt)
        assumed = [*sub_hunters.defaults(campaign, now.ally, now.stage), *assumed]
    return _distribution(war, hunts, assumed)
