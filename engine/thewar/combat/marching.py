"""How far units march from a recorded place to another in an impulse: their movement points as words behind the order,
and a refusal where the board is checked and no way is short enough (9.2, 10.2.4, ruling 574).

Each hex costs a movement point or more (9.3), so what lies farther apart than a unit has points is too far, whatever
the ground and the enemy's zones of control. What is within them the board may still forbid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import compared_often
from engine.thewar.combat import battles, mobility
from engine.thewar.combat.surprise_duties import STATIONED
from engine.thewar.world import deeds, distances, islands, sides, titles, traits, whereabouts
from engine.thewar.world.distances import Apart
from engine.thewar.world.state import TheWar

IMPULSES = {"operations.first-impulse": mobility.FIRST, "operations.second-impulse": mobility.SECOND}
"""The steps in which units march, each with its impulse."""
ADVANCE = 1
"""The hex of an advance after combat (9.2)."""
NEXT_TO = 1
"""The hex that lies between attackers and whom they attack (10.1.2)."""
_CARRIED = "carried"
"""The deed of units that a Fleet has had aboard."""
_NAMES = {mobility.FIRST: "First", mobility.SECOND: "Second"}


@compared_often
class March:
    """Units that march together from one place to another: who, from where, how far, the movement ``points`` that each
    of them has in the impulse, and the most hexes that it may have come (``most``), with their causes."""

    units: tuple[str, ...]
    origin: str
    far: Apart
    points: int
    most: Breakdown
    impulse: int


def marches(campaign: TheWar, keys: Iterable[str], to: str) -> tuple[March, ...]:
    """The marches of the side that moves in the impulse at hand; none of those that are there, and none where only the
    board knows one of the places. Units of one place and with as many points march together."""
    half, _, step = campaign.progress.step.partition(".")
    impulse = IMPULSES.get(step, 0)
    together: dict[tuple[str, int, int], list[str]] = {}
    causes: dict[tuple[str, int, int], Breakdown] = {}
    for key in keys if impulse else ():
        unit = campaign.units[key]
        if unit.place == to or traits.category(unit) != "ground" or sides.side(campaign, unit.power) != half:
            continue
        points, most = mobility.allowance(campaign, key, impulse=impulse), _most(campaign, key, impulse)
        alike = (unit.place, points.total, most.total)
        together.setdefault(alike, []).append(key)
        causes.setdefault(alike, most)
    return tuple(
        March(tuple(units), origin, far, points, causes[origin, points, most], impulse)
        for (origin, points, most), units in together.items()
        if (far := distances.apart(campaign, origin, to)) is not None
    )


def _most(campaign: TheWar, key: str, impulse: int) -> Breakdown:
    """The most hexes between where a unit is recorded and where it comes to in an impulse. What it did in the First
    Impulse need not be recorded: who was not said to stand there in this player turn may have moved in it, and who has
    attacked may have advanced a hex, which costs no points (9.2)."""
    most = mobility.allowance(campaign, key, impulse=impulse)
    if impulse == mobility.FIRST:
        return most
    if not deeds.done(campaign, key, STATIONED):
        before = mobility.allowance(campaign, key, impulse=mobility.FIRST).total
        most = most.plus("as it may have moved in the First Impulse", before, "9.2")
    if deeds.done(campaign, key, battles.ATTACK):
        most = most.plus("as it may have advanced after its attack", ADVANCE, "9.2, 10.5")
    return most


def told(campaign: TheWar, keys: Iterable[str], to: str) -> str:
    """How far units march and how many points they have, as words behind an order; '' where only the board knows."""
    said = [
        f"{titles.units(campaign, march.units)} {march.far} from {titles.where(campaign, march.origin)},"
        f" {march.points} MP in the {_NAMES[march.impulse]} Impulse"
        for march in marches(campaign, keys, to)
    ]
    if not said:
        return ""
    across = "".join(islands.told(campaign, (origin, to)) for origin in _on_foot(campaign, keys, to))
    return f"; {', '.join(said)} (9.2){across}"


def _on_foot(campaign: TheWar, keys: Iterable[str], to: str) -> dict[str, None]:
    """From where those of these units march that no Fleet has carried in this player turn."""
    there = marches(campaign, [key for key in keys if not deeds.done(campaign, key, _CARRIED)], to)
    return dict.fromkeys(march.origin for march in there)


def refused(campaign: TheWar, keys: Iterable[str], to: str) -> Iterator[Refusal]:
    """Why units do not march so far, where the board is checked: more hexes lie between than they have movement points,
    which in the Second Impulse are fewer by their army's rating (9.2)."""
    if not distances.checked(campaign):
        return
    for origin in _on_foot(campaign, keys, to):
        yield from islands.by_land(campaign, (origin, to))
    for march in marches(campaign, keys, to):
        if not march.far.beyond(march.most.total):
            continue
        who, origin = titles.units(campaign, march.units), titles.where(campaign, march.origin)
        reason = f"{titles.where(campaign, to)} is {march.far} from {origin}, where {who} stands"
        causes = ", ".join(f"{line.label} {line.value:+d}" for line in march.most.lines)
        yield Refusal(
            "9.2", reason, f"{march.most.total} hexes at the most in the {_NAMES[march.impulse]} Impulse: {causes}."
        )


def over_water(campaign: TheWar, keys: Iterable[str], where: str) -> Iterator[Refusal]:
    """Why units on foot do not attack a hex: it is an island of one hex, or all water by our map, where the board is
    checked and no land is drawn near it (10.6.11, ruling 627)."""
    walk = [key for key in keys if traits.category(campaign.units[key]) == "ground"]
    if walk:
        if islands.is_one(campaign, where):
            hint = "They land from the sea, 'terrain=beach-assault' (7.7), or drop, 'facts=drop' (11.14)."
            yield islands.water(campaign.places[where].name, hint)
        if distances.checked(campaign) and whereabouts.in_water(campaign, where, surely=True):
            yield Refusal(islands.RULE, f"{where} is all water", "Ground units fight on land; ships go on missions.")


def water_told(campaign: TheWar, where: str) -> str:
    """That a hex is all water by our map, as words behind an order; '' for others."""
    return f"; {where} is all water by our map ({islands.RULE})" if whereabouts.in_water(campaign, where) else ""


def out_of_reach(campaign: TheWar, keys: Iterable[str], where: str) -> Iterator[Refusal]:
    """Why units do not attack a place, where the board is checked: from where they are recorded they cannot have come
    next to it in the impulses that they had (10.1.2)."""
    if not distances.checked(campaign):
        return
    impulse = battles.impulse(campaign)
    for key in keys:
        unit = campaign.units[key]
        far = distances.apart(campaign, unit.place, where)
        if far is None or unit.place == where or traits.category(unit) != "ground":
            continue
        most = _most(campaign, key, impulse).plus("next to it", NEXT_TO, "10.1.2")
        if far.beyond(most.total):
            reason = f"{titles.where(campaign, where)} is {far} from {titles.where(campaign, unit.place)}, where"
            causes = ", ".join(f"{line.label} {line.value:+d}" for line in most.lines)
            said = f"{reason} {titles.units(campaign, (key,))} stands"
            yield Refusal(
                "10.1.2", said, f"{most.total} hexes at the most: {causes}. 'station board' where it came otherwise."
            )
