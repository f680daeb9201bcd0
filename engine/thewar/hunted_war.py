"""What may come of a turn's U-boat war with the sub hunters that go out before its roll (5.1, 29.16), as one core for
forecasts. Where a player will decide, the decision's default is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from attrs import frozen

from engine.kernel.forecast import Distribution, distribution
from engine.thewar import boxes, sub_hunters, submarines, uboat_war
from engine.thewar.hunting import SubHunt
from engine.thewar.state import TheWar
from engine.thewar.sub_hunters import Hunt, HuntCore
from engine.thewar.submarines import UBoatCore, UBoatResult, UBoatWar


@frozen
class HuntedWar:
    """The U-boat war with its hunts: ``war`` has the U-boats that are left, ``out`` are hunts still to come, for
    those that are left then, ``hunt`` is the one under way; U-boats ``sunk`` and ``depleted`` so far."""

    war: UBoatWar
    out: tuple[Hunt, ...] = ()
    hunt: Hunt | None = None
    sunk: int = 0
    depleted: int = 0


@frozen
class HuntedResult(UBoatResult):
    """What came of it; U-boats that hunters sank or depleted are out of all figures but their own."""

    sunk_by_hunters: int = 0
    depleted_by_hunters: int = 0


class HuntedCore:
    """Each hunt's search and battle, then the U-boat war, as a core for forecasts. Faces that come to the same are
    taken as one."""

    _hunt, _war = HuntCore(), UBoatCore()

    def finished(self, value: HuntedWar) -> bool:
        """See Core."""
        return value.hunt is None and not value.out and self._war.finished(value.war)

    def dice(self, value: HuntedWar) -> tuple[int, ...]:
        """See Core."""
        if value.hunt is None and value.out:
            return ()
        return self._war.dice(value.war) if value.hunt is None else self._hunt.dice(value.hunt)

    def stage(self, value: HuntedWar, faces: tuple[int, ...]) -> HuntedWar:
        """See Core."""
        if value.hunt is not None:
            return self._hunted(value, self._hunt.stage(value.hunt, faces))
        if not value.out:
            return attrs.evolve(value, war=self._war.stage(value.war, faces))
        if not value.war.uboats:
            return attrs.evolve(value, out=())
        hunt = value.out[0]
        hunt = attrs.evolve(hunt, uboats=sub_hunters.sought(hunt.hunters, value.war.uboats))
        return attrs.evolve(value, out=value.out[1:], hunt=hunt)

    def _hunted(self, value: HuntedWar, hunt: Hunt) -> HuntedWar:
        """After a die of a hunt."""
        if not self._hunt.finished(hunt):
            # It has been found: a natural 1 finds too.
            return attrs.evolve(value, hunt=attrs.evolve(hunt, search_face=1))
        result = sub_hunters.resolve(hunt)
        war = attrs.evolve(value.war, uboats=value.war.uboats - result.sunk - result.depleted)
        return attrs.evolve(
            value, war=war, hunt=None, sunk=value.sunk + result.sunk, depleted=value.depleted + result.depleted
        )


def resolve(value: HuntedWar) -> HuntedResult:
    """What came of the hunts and of the U-boat war."""
    found = submarines.resolve(value.war)
    figures: dict[str, Any] = {field.name: getattr(found, field.name) for field in attrs.fields(UBoatResult)}
    return HuntedResult(**figures, sunk_by_hunters=value.sunk, depleted_by_hunters=value.depleted)


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
    assumed = tuple(text for ally in sent for text in sub_hunters.defaults(campaign, ally))
    return _distribution(HuntedWar(war, out), assumed)


def _distribution(value: HuntedWar, assumed: tuple[str, ...]) -> Distribution[UBoatResult]:
    found: Distribution[UBoatResult] = distribution(HuntedCore(), value).of(resolve)
    return attrs.evolve(found, assumed=tuple(dict.fromkeys(assumed)))


def supposed(
    campaign: TheWar, order: boxes.SeaBox, enemy: int | None = None
) -> tuple[UBoatWar, dict[str, int], tuple[str, ...]]:
    """The U-boat war for an order that fills a box, against ``enemy`` ASW or U-boats (all that are in play, where it
    says none); the hunters that go out before; and what else is supposed."""
    allies = boxes.enemies_of_germany(campaign)
    if order.power == "germany":
        asw = sum(boxes.count(campaign, power, "asw") for power in allies) if enemy is None else enemy
        war = uboat_war.prepared(campaign, uboats=order.uboats, asw=asw, raiders=len(order.raiders))
        return war, {}, ("no ASW hunt",) if sub_hunters.on(campaign) else ()
    uboats = boxes.count(campaign, "germany", "uboat") if enemy is None else enemy
    beside = {power: boxes.count(campaign, power, "asw") for power in allies if power != order.power}
    asw = order.asw + sum(beside.values())
    war = uboat_war.prepared(campaign, uboats=uboats, asw=asw, hunters=order.hunters)
    others = tuple(
        f"no {campaign.powers[power].adjective} ASW hunt"
        for power, count in beside.items()
        if count and sub_hunters.on(campaign)
    )
    return war, {order.power: order.hunters}, others


def under_way(campaign: TheWar) -> UBoatWar | None:
    """The U-boat war that waits for its hunters, None where none is under way."""
    battle = next((one for one in campaign.pending.values() if isinstance(one, uboat_war.UBoatBattle)), None)
    return battle.war(campaign) if battle is not None else None


def from_here(campaign: TheWar, at: str, now: SubHunt | None) -> Distribution[UBoatResult] | None:
    """What may come of the U-boat war under way once the hunters at the path ``at`` have become ``now``, None where
    they stay in port: then their other hunts, and those of the other Ally, by default."""
    war = under_way(campaign)
    if war is None:
        return None
    waiting = [now] if now is not None else []
    for key in sorted(campaign.pending, key=int, reverse=True):
        one = campaign.pending[key]
        if isinstance(one, SubHunt) and f"pending.{key}" != at:
            waiting.append(one)
    out = tuple(sub_hunters.by_default(campaign, one.ally, one.left) for one in waiting if one.left)
    assumed = [text for one in waiting if one.left for text in sub_hunters.defaults(campaign, one.ally)]
    hunt = None
    if now is not None:
        hunt = now.hunt(campaign)
        if now.stage == "port":
            hunt = attrs.evolve(sub_hunters.by_default(campaign, now.ally, now.hunters), uboats=now.uboats)
        assumed = [*sub_hunters.defaults(campaign, now.ally, now.stage), *assumed]
    return _distribution(HuntedWar(war, out, hunt), tuple(assumed))
