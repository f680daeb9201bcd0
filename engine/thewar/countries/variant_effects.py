"""What a variant does the moment it is played, by the columns of its row (chapter 28). What hangs on its having been
played stands with the rule that it changes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from engine.kernel.transaction import Transaction
from engine.thewar.countries import entry_level, statuses, variant_points, variant_targets, yards
from engine.thewar.countries.variant_table import OF_TURN, first_played, of, played
from engine.thewar.economy import income
from engine.thewar.rolls.endings import OBJECTIVE
from engine.thewar.world import calendar, forces, installed, wars
from engine.thewar.world.state import TheWar, Unit
from engine.thewar.world.variants_played import FREE_AIR, FREE_INFANTRY

GIVEN = installed.GIVEN
CAME = "awaited-{}"
"""With a variant's id, the fact that the units have come that waited for something."""
MOBILIZED, MOBILIZES = "us-mobilizes-turns", 20
"""For how many turns to come the American base grows at their start, and by how many NARFs (28.2.4 #10, ruling 401)."""


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """A turn ends: infantry for nothing was for this turn alone; the base with which the next one begins is raised
    while American industry mobilizes."""
    if tx.campaign.facts.get(FREE_INFANTRY + power, 0):
        tx.set(f"facts.{FREE_INFANTRY}{power}", 0, "not built in the turn", "28.2.3")
    for name, row in _of_a_date(power):
        _awaited(tx, name, row, ends=True)
        if row.get("recalled", "") and calendar.now(tx.campaign) >= calendar.number(row["recalled"]):
            _recall(tx, power, row)
    left = int(tx.campaign.facts.get(MOBILIZED, 0))
    if power == "us" and left:
        tx.add("powers.us.base", MOBILIZES, "Industrial Mobilization", "28.2.4, ruling 401", account="gained")
        tx.set(f"facts.{MOBILIZED}", left - 1, "Industrial Mobilization", "28.2.4, ruling 401")


@cache
def _of_a_date(power: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """A power's variants whose units come with the end of some turn, or go."""
    return tuple((name, row) for name, row in of(power).items() if row.get("awaits") or row.get("recalled"))


def _recall(tx: Transaction[TheWar], power: str, row: dict[str, Any]) -> None:
    """The units that were lent are called home: they leave play and their pool for good (28.1.1 #1, ruling 578)."""
    why, rule = str(row["name"]), f"{row['rule']}, ruling 578"
    for group in row["joins"]:
        for key in list(forces.group_units(tx.campaign, power, group)):
            forces.keep_serial(tx, key)
            tx.remove(f"units.{key}", why, rule)
        if f"{power}-{group}" in tx.campaign.pools:
            tx.remove(f"pools.{power}-{group}", why, rule)


def take_effect(tx: Transaction[TheWar], name: str, row: dict[str, Any], yard: str) -> None:
    """Write what the columns of a row, that of ``name``, say. ``yard``: the port in which a shipyard is put up, '' for
    none."""
    power, why, rule = str(row["power"]), str(row["name"]), str(row["rule"])
    if fact := row.get("fact", ""):
        tx.put(f"facts.{fact}", calendar.turn(tx.campaign) if fact.endswith(OF_TURN) else True, why, rule)
    if (prior := row.get("prior", "")) and prior not in tx.campaign.facts:
        tx.put(f"facts.{prior}", first_played(tx.campaign, name), why, f"{rule}, ruling 394")
    for group, change in row.get("pool", {}).items():
        variant_targets.join(tx, power, group, change, row)
    for kind, count in row.get("given", {}).items():
        at = f"{GIVEN}{kind}-{power}"
        tx.put(f"facts.{at}", int(tx.campaign.facts.get(at, 0)) + count, why, rule)
    for at, column in ((FREE_AIR, "free_aircraft"), (FREE_INFANTRY, "free_infantry")):
        if more := row.get(column, 0):
            tx.put(f"facts.{at}{power}", int(tx.campaign.facts.get(at + power, 0)) + more, why, rule)
    for force, level in row.get("rating", {}).items():
        if getattr(tx.campaign.powers[power], force) > level:
            tx.set(f"powers.{power}.{force}", level, why, rule)
    if turns := row.get("base_later", {}).get("turns", 0):
        tx.put(f"facts.{MOBILIZED}", turns, why, rule)
    for group, count in _joining(tx.campaign, power, row).items():
        _join(tx, power, group, count, row)
    _awaited(tx, name, row, ends=False)
    _narfs(tx, power, row, why, rule)
    if yard:
        yards.put_up(tx, yard, why, rule)
    if kind := row.get("early", ""):
        income.bring_forward(tx, power, kind, why, rule)
    for country, status in row.get("status", {}).items():
        statuses.become(tx, country, status, power, why, rule)
    if (lends := row.get("lends", {})) and wars.standing(tx.campaign, lends["power"]):
        unit = Unit(power=lends["power"], kind=lends["kind"], place=lends["place"])
        tx.create(f"units.{forces.new_id(tx, unit.power, unit.kind)}", unit, why, f"{rule}, ruling 621")
    for _ in range(row.get("entry", 0)):
        entry_level.every_time(tx, "fdr")
    variant_points.take_effect(tx, name, row)
    _lands(tx, row, why, rule)


def _addition(campaign: TheWar, power: str, group: str, year: int) -> str:
    """The addition of a year to a force pool that is just such units, '' for none."""
    kind, strength, tag = variant_targets.parts(group)
    wanted = (power, year, kind, strength, tag)
    return next(
        (
            key
            for key, one in campaign.additions.items()
            if (one.power, one.year, one.kind, one.strength, one.tag) == wanted and one.count == 1
        ),
        "",
    )


def _awaited(tx: Transaction[TheWar], name: str, row: dict[str, Any], *, ends: bool) -> None:
    """Units join the force pool once the turn of what they wait for is over (28.2.2 #4). ``ends``: this turn is."""
    wants = row.get("awaits", {})
    if not wants or not played(tx.campaign, name) or tx.campaign.facts.get(CAME.format(name), False):
        return
    since = str(tx.campaign.facts.get(wants["fact"], ""))
    if since and calendar.number(since) < calendar.now(tx.campaign) + ends:
        for group, count in wants["pool"].items():
            if group not in row.get("only_one", ()) or not _has_come(tx.campaign, str(row["power"]), group):
                variant_targets.join(tx, str(row["power"]), group, count, row)
        tx.put(f"facts.{CAME.format(name)}", True, str(row["name"]), row["rule"])


def _has_come(campaign: TheWar, power: str, group: str) -> bool:
    """Whether a power has a unit of a group, in play, in the pool or lost out of supply."""
    pool = campaign.pools.get(f"{power}-{group}")
    return bool(forces.group_units(campaign, power, group)) or (pool is not None and pool.count + pool.oos > 0)


def _lands(tx: Transaction[TheWar], row: dict[str, Any], why: str, rule: str) -> None:
    """What lands are worth from now on, whose they are, and the objectives that there are more (28.1.1 #15, 28.2.3
    #11)."""
    power, campaign = str(row["power"]), tx.campaign
    for land, more in row.get("values", {}).items():
        for kind in ("holdings", "countries"):
            if land in getattr(campaign, kind):
                tx.add(f"{kind}.{land}.value", more, why, rule)
    for land in (land for land in row.get("cedes", ()) if land in campaign.holdings):
        tx.set(f"holdings.{land}.owner", power, why, rule)
        tx.set(f"holdings.{land}.holder", power, why, rule)
        for key, place in campaign.places.items():
            if place.country != land:
                continue
            tx.set(f"places.{key}.holder", power, why, rule)
            # Whose it was takes his units home.
            for name in [name for name, unit in campaign.units.items() if unit.place == key and unit.power != power]:
                tx.set(f"units.{name}.place", "board", why, rule)
    for key in (key for key in row.get("objectives", ()) if key in campaign.places):
        tx.put(f"places.{key}.tags.{OBJECTIVE}", True, why, rule)


def _narfs(tx: Transaction[TheWar], power: str, row: dict[str, Any], why: str, rule: str) -> None:
    """NARFs in hand, of the base and of the growth rate; others may lose what a power gains (28.1.1 #15)."""
    for column, figure in (("level", "narfs"), ("base", "base"), ("growth", "growth")):
        if more := row.get(column, 0):
            tx.add(f"powers.{power}.{figure}", more, why, rule)
    gives = row.get("takes", {})
    for other, less in ((other, less) for other, less in gives.items() if other in tx.campaign.powers):
        for figure in ("narfs", "base"):
            tx.add(f"powers.{other}.{figure}", -less, why, rule, account="taken")


def _joining(campaign: TheWar, power: str, row: dict[str, Any]) -> dict[str, int]:
    """The units that come into play without cost, by group: those of the row, or all with which the force pool began:
    neither what has been lost meanwhile nor what another variant has added (28.2.1 #4, ruling 615)."""
    if not row.get("joins_all", False):
        only = [group for group in row.get("only_one", ()) if forces.group_units(campaign, power, group)]
        return {group: count for group, count in row.get("joins", {}).items() if group not in only}
    added = Counter[str]()
    for name, other in of(power).items():
        added.update({group: more * played(campaign, name) for group, more in other.get("pool", {}).items()})
    waiting = {forces.group_of(pool): pool for pool in campaign.pools.values() if pool.power == power}
    left = {group: pool.count - pool.lost - max(0, added[group]) for group, pool in waiting.items()}
    return {group: count for group, count in left.items() if count > 0}


def _join(tx: Transaction[TheWar], power: str, group: str, count: int, row: dict[str, Any]) -> None:
    """Units of a group come into play on the board: those of the force pool, or of the addition that they are."""
    key, why = f"{power}-{group}", str(row["name"])
    pool, early = tx.campaign.pools.get(key), _addition(tx.campaign, power, group, row.get("dated", 0))
    if early:
        tx.remove(f"additions.{early}", why, str(row["rule"]))
    elif pool is not None and pool.count:
        forces.from_pool(tx, key, min(count, pool.count), oos=False, why=why)
    kind, strength, tag = variant_targets.parts(group)
    for name in forces.new_ids(tx, power, kind, count):
        tx.create(f"units.{name}", Unit(power=power, kind=kind, strength=strength, tag=tag), why, str(row["rule"]))
