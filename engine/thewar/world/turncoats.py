"""Units of a country that has changed sides and that still stand among their German allies of yesterday: they attack
them in the next Soviet Operations as if they had dropped there, and do nothing else before (23.10, 23.24, 23.43).

Enemies stand in one recorded place in no other way, so nothing is remembered of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import minors, regions, titles, traits, wars
from engine.thewar.world.state import TheWar

GERMANY, USSR = "germany", "ussr"


def turned(campaign: TheWar) -> tuple[str, ...]:
    """The countries that Soviet units inside have made Soviet Satellites, and that are at war with Germany."""
    return tuple(
        key
        for key, land in campaign.countries.items()
        if (land.status, land.patron) == ("satellite", USSR) and "entered" in minors.row(key)
        if wars.hostile(campaign, key, GERMANY)
    )


def among(campaign: TheWar) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The places where such units stand among Germans: of each their ids and the Germans'."""
    countries = turned(campaign)
    if not countries:
        return {}
    mixed = {}
    for where in regions.occupied(campaign):
        ground = {k: unit for k, unit in regions.units_at(campaign, where).items() if traits.category(unit) == "ground"}
        ours = tuple(key for key, unit in ground.items() if unit.power in countries)
        theirs = tuple(key for key, unit in ground.items() if unit.power == GERMANY)
        if ours and theirs:
            mixed[where] = (ours, theirs)
    return mixed


def attacking(campaign: TheWar, where: str, attackers: Iterable[str]) -> tuple[str, ...]:
    """Those of the attackers of a place that stand in it among the defenders: they fight as if they had dropped."""
    ours, _ = among(campaign).get(where, ((), ()))
    return tuple(key for key in attackers if key in ours)


def stays(campaign: TheWar, keys: Sequence[str], where: str = "") -> Iterable[Refusal]:
    """Why units do nothing but attack the Germans among whom they stand; ``where``: the hex that they attack, '' for
    whatever else they do."""
    for place, (ours, theirs) in among(campaign).items():
        caught = [key for key in keys if key in ours]
        if caught and place != where:
            rule = minors.rule(campaign.units[caught[0]].power)
            at = titles.where(campaign, place)
            reason = f"{titles.units(campaign, caught)} stands among Germans at {at} since its country changed sides"
            hint = f"'{_order(campaign, place, caught, theirs)}' in the Soviet Operations comes first."
            yield Refusal(rule, reason, hint)


def _order(campaign: TheWar, where: str, ours: Sequence[str], theirs: Sequence[str]) -> str:
    return f"{USSR} attack {where} units={','.join(ours)} against={','.join(theirs)}"


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Who has to attack his allies of yesterday in the next Soviet Operations."""
    for where, (ours, theirs) in among(campaign).items():
        who, whom = titles.units(campaign, ours), titles.units(campaign, theirs)
        at = titles.where(campaign, where)
        verb = "attack" if len(ours) > 1 else "attacks"
        said = f"{who} {verb} {whom} at {at} in the Soviet Operations, as if dropped there"
        rule = minors.rule(campaign.units[ours[0]].power)
        yield Duty(said, rule, order=_order(campaign, where, ours, theirs))
