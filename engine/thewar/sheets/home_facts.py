"""What the pages say of the homes of partisans: who occupies one, what was committed there and when partisans rise, how
many stand and may still be built, and by whom (25.1.1, 25.2, rulings 96, 361, 363, 366)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.sheets.building import Means
from engine.kernel.sheets.gazetteer import Fact
from engine.thewar.countries import atrocities
from engine.thewar.world import calendar, partisan_homes, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.partisan_homes import HOMES, LEGION, PARTISAN, Home
from engine.thewar.world.state import Pool, Rising, TheWar

RULE, HOUSE = "25.1.1", "25.1.1, ruling 361"
_NAMES = {PARTISAN: "partisans", LEGION: "SS Legions"}
_CAPITALS = {"occupied-france": "france", "ussr": "ussr", "britain": "britain", "northern-ireland": "britain"}
"""Homes that are Major Powers, or a part of one, of which the page of its capital tells."""


def origin(kind: str, tag: str) -> str:
    """The home of partisans or SS Legions for people, '' for other units."""
    return HOMES[tag].name if kind in _NAMES and tag in HOMES else ""


def group_name(pool: Pool) -> str:
    """A pool of partisans or SS Legions as the build queue names it, '' for another pool."""
    home = partisan_homes.home_of(pool)
    if home is None:
        return ""
    return f"{'Partisan' if pool.kind == PARTISAN else 'SS Legion'}, {home.name}"


def note(campaign: TheWar, pool: Pool) -> str:
    """What is said beside partisans or SS Legions of a home on the forces page, '' of other units."""
    home = partisan_homes.home_of(pool)
    if home is None:
        return ""
    held = partisan_homes.occupier(campaign, home)
    parts = [f"occupied by {wars.named(campaign, held)}" if held else "not occupied"]
    if pool.kind == PARTISAN:
        parts.append(_counters(campaign, home))
    already, most, _ = partisan_homes.built(campaign, _known(campaign, pool))
    parts.append(f"{already} of {most} built this turn")
    return ", ".join(parts)


def _known(campaign: TheWar, pool: Pool) -> Pool:
    """The pool of the campaign of this power and group, which knows of losses; the given one where there is none."""
    key = "-".join((pool.power, pool.kind, pool.strength, pool.tag))
    return campaign.pools.get(key, pool)


def _counters_left(campaign: TheWar, home: Home) -> tuple[int, int]:
    """How many counters of a home are not on the board, and how many there are."""
    most = partisan_homes.counter_limit(campaign, home)
    return max(0, most - len(partisan_homes.in_play(campaign, home.id))), most


def _counters(campaign: TheWar, home: Home) -> str:
    left, most = _counters_left(campaign, home)
    return f"{left} of {most} counters left"


def means(campaign: TheWar, power: str) -> Iterator[Means]:
    """How many partisans and SS Legions a power may still build in each home this turn, and how many counters are left
    there; of homes of which it has any in its pools, or has built them."""
    for pool in campaign.pools.values():
        home = partisan_homes.home_of(pool)
        if pool.power != power or home is None:
            continue
        already, most, rule = partisan_homes.built(campaign, pool)
        if not pool.count and not already:
            continue
        yield Means(f"{_NAMES[pool.kind]}, {home.name}", max(0, most - already), most, rule=rule)
        if pool.kind == PARTISAN:
            left, in_all = _counters_left(campaign, home)
            yield Means(f"counters, {home.name}", left, in_all, rule=HOUSE)


def of_land(campaign: TheWar, land: str) -> Iterator[Fact]:
    """What is to be said of the home of partisans that a land is, or is a part of: nothing before it was conquered and
    as long as nobody has any of its partisans. ``land``: a country, a colony, or a Major Power."""
    for home in HOMES.values():
        if land not in home.lands or (land in campaign.powers and _CAPITALS.get(home.id) != land):
            continue
        yield from _committed(campaign, home)
        yield from _standing(campaign, home)


def _committed(campaign: TheWar, home: Home) -> Iterator[Fact]:
    """The record of its conquest: Atrocities, and what has risen for them or will."""
    record = campaign.risings.get(home.id)
    if record is None:
        return
    if home.rolled:
        many = counted(record.atrocities, "Atrocity", "Atrocities") if record.atrocities else "no Atrocities"
        yield Fact(f"{home.name}: {many}, {wars.named(campaign, record.by)}, {calendar.spoken(record.turn)}", RULE)
    if record.raised:
        yield Fact(f"partisans rose in {calendar.spoken(record.raised)}: {_risen(record)}", RULE)
    elif not partisan_homes.occupier(campaign, home):
        yield Fact("no partisans rise while it is not occupied", f"{RULE}, ruling 556")
    else:
        spring = calendar.spoken(calendar.label(atrocities.first_spring(record.turn)))
        yield Fact(f"partisans rise in {spring}, or the first turn after it", f"{RULE}, ruling 363")


def _risen(record: Rising) -> str:
    parts = [counted(record.partisans, "partisan", "partisans")]
    if record.legions:
        parts.append(counted(record.legions, "SS Legion", "SS Legions"))
    if record.vatican:
        parts.append(f"{record.vatican:+d} by the Vatican".replace("-", "−"))
    return ", ".join(parts)


def _standing(campaign: TheWar, home: Home) -> Iterator[Fact]:
    """Whose partisans and SS Legions there are, on the board and in the pools."""
    owners: dict[tuple[str, str], list[int]] = {}
    for unit in campaign.units.values():
        if unit.kind in _NAMES and unit.tag == home.id:
            owners.setdefault((unit.kind, unit.power), [0, 0])[0] += 1
    for pool in campaign.pools.values():
        if pool.kind in _NAMES and pool.tag == home.id and pool.count:
            owners.setdefault((pool.kind, pool.power), [0, 0])[1] += pool.count
    for (kind, power), (board, in_pool) in owners.items():
        whose = wars.named(campaign, power)
        said = f"{_NAMES[kind]} of {whose} in {home.name}: {board} on the board, {in_pool} in the pool"
        yield Fact(said, "25.2")
    raiser = next((power for kind, power in owners if kind == PARTISAN), "")
    if raiser:
        pool = Pool(power=raiser, kind=PARTISAN, strength=partisan_homes.STRENGTHS[PARTISAN], tag=home.id)
        already, most, _ = partisan_homes.built(campaign, _known(campaign, pool))
        yield Fact(f"partisans in {home.name}: {_counters(campaign, home)}, {already} of {most} built this turn", HOUSE)
