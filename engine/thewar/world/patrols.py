"""Ships on patrol: who stays in which Sea Area, how long, and what ends it before (7.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import remembered
from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, sea_areas, sides, task_forces
from engine.thewar.world.state import Engagement, Patrol, TheWar

RULE = "7.4"
FROM = "1940-1-spring"
"""The first turn of patrols."""
KINDS = ("fleet", "cv", "nac", task_forces.KIND)
PATROL = "patrol"
"""What a mission's facts call a force that is met on its patrol; in an interception, all of a side's patrol there."""
SEA = "sea"


def of(campaign: TheWar, key: str) -> Patrol | None:
    """The patrol of a unit, None for one that is on none or gone."""
    return campaign.patrols.get(key) if key in campaign.units else None


@remembered
def standing(campaign: TheWar, side: str = "") -> dict[str, tuple[str, ...]]:
    """The units on patrol, of a side or of all, by their Sea Area."""
    by_area: dict[str, list[str]] = {}
    for key, patrol in campaign.patrols.items():
        unit = campaign.units.get(key)
        if unit is not None and side in ("", sides.side(campaign, unit.power)):
            by_area.setdefault(patrol.area, []).append(key)
    return {area: tuple(keys) for area, keys in by_area.items()}


def there(campaign: TheWar, where: str, side: str) -> tuple[str, ...]:
    """The units of a side on patrol in the Sea Area of a mission."""
    return standing(campaign, side).get(sea_areas.area(where), ())


def known(campaign: TheWar, side: str) -> bool:
    """Whether the campaign keeps the patrols of a side: none is there that it does not know."""
    return bool(standing(campaign, side))


def fresh(campaign: TheWar, key: str) -> bool:
    """Whether a patrol was taken up this turn."""
    patrol = of(campaign, key)
    return patrol is not None and patrol.since == calendar.turn(campaign)


def until(since: str) -> str:
    """The turn throughout which a patrol stays that was taken up in one: its side's next."""
    return calendar.label(calendar.number(since) + 1)


def over(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The units of a side whose patrol ends with its player turn at hand: they took it up a turn before."""
    now = calendar.now(campaign)
    return tuple(
        key
        for key, patrol in campaign.patrols.items()
        if key not in campaign.units
        or (sides.side(campaign, campaign.units[key].power) == side and calendar.number(until(patrol.since)) <= now)
    )


def stays(campaign: TheWar, keys: Iterable[str], *, but: Collection[str] = ()) -> Iterable[Refusal]:
    """Why units on patrol do nothing else: they stay where they are. ``but``: Sea Areas in which they may."""
    by_area: dict[str, list[str]] = {}
    for key in keys:
        patrol = of(campaign, key)
        if patrol is not None and patrol.area not in but:
            by_area.setdefault(patrol.area, []).append(key)
    for area, some in by_area.items():
        last = max(calendar.number(campaign.patrols[key].since) for key in some) + 1
        end = calendar.spoken(calendar.label(last))
        half = sides.side(campaign, campaign.units[some[0]].power).capitalize()
        ships = Counter(task_forces.called(campaign.units[key]) for key in some)
        said = ", ".join(f"{many} {name}" if many > 1 else name for name, many in ships.items())
        reason = f"{said} stays on patrol in {sea_areas.name(area)}"
        # One that sailed in this player turn may still be called off.
        off = all(fresh(campaign, key) for key in some)
        back = f" '{campaign.units[some[0]].power} off-patrol units=...' calls it off before that." if off else ""
        yield Refusal(RULE, reason, f"To the end of the {half} player turn of {end}.{back}")


def put(tx: Transaction[Any], keys: Iterable[str], area: str) -> None:
    """Record that units take up a patrol, or go on with theirs for another turn."""
    since = calendar.turn(tx.campaign)
    for key in keys:
        tx.put(f"patrols.{key}", Patrol(area=area, since=since), "patrol", RULE)


def leave(tx: Transaction[Any], keys: Collection[str], why: str, rule: str) -> None:
    """End the patrols of units."""
    for key in keys:
        if key in tx.campaign.patrols:
            tx.remove(f"patrols.{key}", why, rule)


def retire(tx: Transaction[Any]) -> None:
    """End the patrols of ships that were hit: Depleted ships for a yard, a CV with its NAC where that is not whole
    (7.10)."""
    units = tx.campaign.units
    leave(tx, [key for key in tx.campaign.patrols if key not in units], "lost", RULE)
    leave(tx, [key for key in tx.campaign.patrols if units[key].depleted], "Depleted", "7.10")
    pairs: dict[tuple[str, str], dict[str, list[str]]] = {}
    for key, patrol in tx.campaign.patrols.items():
        unit = units[key]
        pairs.setdefault((patrol.area, unit.power), {"cv": [], "nac": []}).setdefault(unit.kind, []).append(key)
    for kinds in pairs.values():
        both = min(len(kinds["cv"]), len(kinds["nac"]))
        leave(tx, [*kinds["cv"][both:], *kinds["nac"][both:]], "a CV without its NAC", "7.10")


# --- a patrol that the other side meets


def met(campaign: TheWar, where: str) -> Engagement | None:
    """The patrol of the side whose turn it is, as a mission that may be intercepted; None where none is there."""
    keys = there(campaign, where, sides.phasing(campaign)) if sides.phasing(campaign) else ()
    if not keys:
        return None
    return Engagement(
        kind=SEA,
        by=_leader(campaign, keys),
        attackers=keys,
        facts=sea_areas.with_facts(where, (PATROL,)),
    )


def _leader(campaign: TheWar, keys: Iterable[str]) -> str:
    """The power whose patrol it is: the first Major Power among the owners, or their master."""
    for key in keys:
        owner = campaign.units[key].power
        land = campaign.countries.get(owner)
        if (land.patron if land is not None else owner) in campaign.powers:
            return land.patron if land is not None else owner
    return ""


def meetable(campaign: TheWar) -> tuple[str, ...]:
    """The Sea Areas with a patrol of the side whose turn it is."""
    half = sides.phasing(campaign)
    return tuple(standing(campaign, half)) if half else ()
