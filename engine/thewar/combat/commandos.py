"""Commandos: who drops with them or without, how far, what they do for a landing beside them (2.6, 11.14)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.supply import graces
from engine.thewar.world import calendar, counters, distances, moved, titles, traits
from engine.thewar.world.state import Engagement, TheWar, Unit

AIRBORNE = ("para", "cdo")
"""The kinds of unit that drop."""
DROP = "drop"
"""The fact of a battle in which units drop."""


def drops(facts: Iterable[str], kinds: Iterable[str]) -> str:
    """Which of the attackers' kinds drops in a battle with these facts, '' where none does: PARA, or CDO where there
    are no PARA, for both never drop on one hex (2.6)."""
    there = set(kinds) if DROP in facts else set()
    return next((kind for kind in AIRBORNE if kind in there), "")


def reach(kind: str) -> int:
    """The hexes from its airbase within which a kind of unit drops: PARA 4, CDO 10 (2.6, 11.14.1)."""
    return int(traits.trait(Unit(power="", kind=kind)).get("drop", 0))


def too_far(campaign: TheWar, where: str, engagement: Engagement) -> Iterable[Refusal]:
    """Why units do not drop on a hex: it is too far from the airbase where they begin, as far as the campaign knows
    both; who moves first drops no more (2.6, 11.14.1)."""
    if not distances.checked(campaign):
        return
    units = {key: campaign.units[key] for key in engagement.attackers if key in campaign.units}
    kind = drops(engagement.facts, (unit.kind for unit in units.values()))
    for key, unit in units.items():
        far = distances.apart(campaign, unit.place, where) if unit.kind == kind else None
        if far is not None and far.beyond(reach(kind)):
            at = titles.where(campaign, unit.place)
            reason = f"{titles.units(campaign, (key,))} at {at} is too far away to drop"
            rule = "11.14.1" if kind == "para" else "2.6"
            hint = f"{far}; {traits.trait(unit)['name']} drop within {reach(kind)} hexes of their airbase."
            yield Refusal(rule, reason, hint)


def drop_told(campaign: TheWar, where: str, engagement: Engagement) -> str:
    """How far units drop from where they are based, as words behind an order; '' where only the board knows."""
    units = {key: campaign.units[key] for key in engagement.attackers if key in campaign.units}
    kind = drops(engagement.facts, (unit.kind for unit in units.values()))
    bases = dict.fromkeys(unit.place for unit in units.values() if unit.kind == kind) if kind else {}
    rule = "11.14.1" if kind == "para" else "2.6"
    said = [
        f"; drops {far} from {titles.where(campaign, base)}, {far.within(reach(kind))} ({rule})"
        for base in bases
        if (far := distances.apart(campaign, base, where)) is not None
    ]
    return "".join(said)


def twice(campaign: TheWar, engagement: Engagement) -> Iterable[Refusal]:
    """Why units do not drop: they have dropped in this turn, in the First Impulse (11.14.3)."""
    units = {key: campaign.units[key] for key in engagement.attackers if key in campaign.units}
    kind = drops(engagement.facts, (unit.kind for unit in units.values()))
    yield from again(campaign, [key for key in units if units[key].kind == kind])


def on_the_move(campaign: TheWar, engagement: Engagement) -> Iterable[Refusal]:
    """Why units do not drop: they have moved in this turn, as far as the campaign knows, and who drops begins it at his
    airbase (11.14.1)."""
    units = {key: campaign.units[key] for key in engagement.attackers if key in campaign.units}
    kind = drops(engagement.facts, (unit.kind for unit in units.values()))
    who = [key for key in units if units[key].kind == kind and not moved.dropped(campaign, key)]
    if before := [key for key in who if moved.has_moved(campaign, key)]:
        reason = f"{titles.units(campaign, before)} has moved in this turn"
        yield Refusal("11.14.1", reason, "Who drops begins the turn at the airbase from which he flies.")


def again(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why units do not drop, or are flown out, in this turn: they have dropped in it."""
    turn = calendar.turn(campaign)
    if before := [key for key in keys if _dropped(campaign, key) == turn]:
        reason = f"{titles.units(campaign, before)} has dropped in this turn"
        yield Refusal("11.14.3", reason, "One drop a turn, in one of its impulses; a later one, or by land.")


def _dropped(campaign: TheWar, key: str) -> str:
    """The turn in which a unit has dropped last, as far as its grace is remembered."""
    grace = campaign.graces.get(key)
    return grace.since if grace is not None and grace.kind == graces.DROPS else ""


def beside_commandos(landing: Iterable[Unit]) -> int:
    """The factors that an Allied Commando adds to those who land on a beach with it: the strongest INF or MOT counts
    twice (2.6)."""
    return max((counters.factors(unit).combat for unit in landing if unit.kind in ("inf", "mot")), default=0)
