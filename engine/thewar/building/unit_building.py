"""Building ground and on-board air units from the force pool: pool, price, dates and places (15.1, 15.2, 15.3, 15.4).

What the board alone shows (supply, enemy ZOCs) the builder says; what the campaign knows is judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import FLAG, GROUP, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.remembering import unchanged
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen, made_and_compared_often
from engine.thewar.building import air_training, free_builds, indian_units, placing
from engine.thewar.economy import construction_limit
from engine.thewar.economy.spending import short, under_pass
from engine.thewar.moving import grants
from engine.thewar.world import (
    basing,
    calendar,
    caps,
    counters,
    forces,
    installed,
    minors,
    partisan_homes,
    posting,
    prices,
    regions,
    tallies,
    titles,
    wars,
)
from engine.thewar.world.forces import spoken as spoken
from engine.thewar.world.naming import COUNTRY
from engine.thewar.world.state import Pool, TheWar, Unit

BOARD = "board"
URALS, US_BOX, SUEZ, SOUTH_AFRICA = "urals-box", "us-box", "suez", "south-africa-box"
US_BEFORE_ENTRY = 2
"""Ground and air units that the U.S. may build a turn before it is in the war (22.7.1)."""
URALS_FIRST = 3
"""New Soviet units of a turn that go to the Urals Box (15.2.2, 8.8.2)."""
# Where units of an origin may appear instead of the home country, the usual place first (15.2.2).
ORIGINS = {
    "indian": ("india-box", "basra", SUEZ),
    "south-african": (SOUTH_AFRICA,),
    "canadian": ("canada-box",),
    "anzac": (SUEZ, SOUTH_AFRICA),
}
_SATELLITES = ("countries", "facts", "wars")
"""What says whose Satellites and border wars a power builds for."""
SUEZ_A_TURN = 1
"""British, Indian or ANZAC units that Britain may build in Suez each turn (15.2.2)."""


def pool_key(power: str, group: str, country: str = "") -> str:
    """The id of the force pool from which a power builds, its own or that of a minor country."""
    return f"{country or power}-{group}"


def is_unit(pool: Pool) -> bool:
    """Whether a pool holds ground or on-board air units; ships and strategic warfare have ways of their own."""
    return counters.category(pool.kind) in ("ground", "air")


@unchanged("pools", *_SATELLITES)
def pools(campaign: TheWar, power: str) -> Mapping[str, Pool]:
    """The pools from which a power may build here by their ids: its own and those of its Satellites (15.4)."""
    owners = {power, *satellites(campaign, power)}
    return {key: pool for key, pool in campaign.pools.items() if pool.power in owners and is_unit(pool)}


@unchanged(*_SATELLITES)
def satellites(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The minor countries whose units a power may build: its Satellites, and those whose losses in a border war it pays
    for (16.5)."""
    rebuilding = minors.rebuilding(campaign, power)
    return tuple(
        key
        for key, land in campaign.countries.items()
        if (land.status == "satellite" and land.patron == power)
        or (key in rebuilding and land.status in minors.UNCOMMITTED)
    )


def _border_war(campaign: TheWar, power: str, country: str) -> bool:
    return campaign.countries[country].status in minors.UNCOMMITTED and minors.rebuilt_by(campaign, country) == power


def _of_minor(campaign: TheWar, power: str, country: str) -> Iterable[Refusal]:
    land = campaign.countries.get(country)
    if land is None:
        yield Refusal("15.4", f"there is no country '{country}'")
    elif land.status == "conquered":
        yield Refusal("15.4", f"{land.name} is conquered: its units are not built again")
    elif (land.status != "satellite" or land.patron != power) and not _border_war(campaign, power, country):
        yield Refusal("15.4", f"{land.name} is no Satellite of {wars.named(campaign, power)}")


def _unknown(campaign: TheWar, power: str, group: str, country: str) -> Refusal:
    """The refusal of a pool that does not exist, with what was probably meant."""
    owner = country or power
    coming = sorted(
        (addition.year, calendar.SEASONS.index(addition.season))
        for addition in campaign.additions.values()
        if addition.power == owner
        and "-".join(part for part in (addition.kind, addition.strength, addition.tag) if part) == group
    )
    if coming:
        year, season = coming[0]
        when = f"{calendar.SEASONS[season].title()} {year}"
        return Refusal("3.1", f"{forces.spoken(group)} joins the pool of {wars.named(campaign, owner)} only in {when}")
    able = [pool for pool in campaign.pools.values() if is_unit(pool) and (pool.count or pool.oos)]
    known = [forces.group_of(pool) for pool in able if pool.power == owner]
    minor = () if country else satellites(campaign, power)
    others = [pool.power for pool in able if pool.power in minor and forces.group_of(pool) == group]
    theirs = "".join(f" {wars.named(campaign, other)} has it: country={other}." for other in others)
    return Refusal(
        "15.1.1",
        f"{wars.named(campaign, owner)} has no {forces.spoken(group)} in its pool",
        f"It has: {', '.join(map(forces.spoken, known)) or 'none'}.{theirs}",
    )


def _elsewhere(pool: Pool) -> Refusal:
    """Ships and strategic warfare units are built elsewhere."""
    if counters.category(pool.kind) == "naval":
        return Refusal("15.1.5", f"{pool.kind.upper()} grow in the shipyards", "Lay one down there.")
    return Refusal("15.1.5.3", f"{pool.kind.upper()} are built in the Strategic Warfare Segment", "With 'build'.")


def _hint(campaign: TheWar, pool: Pool, have: int) -> str:
    coming = [
        f"{addition.count} more in {addition.season.title()} {addition.year}"
        for addition in campaign.additions.values()
        if (addition.power, addition.kind, addition.strength, addition.tag)
        == (pool.power, pool.kind, pool.strength, pool.tag)
    ]
    most = f"At most {have}." if have else ""
    return " ".join([most, f"{coming[0]}." if coming else ""]).strip()


def places(campaign: TheWar, power: str, pool: Pool) -> tuple[str, ...]:
    """Where new units of a pool may appear, the usual place first; 'board' is any supplied home hex."""
    if partisan_homes.home_of(pool) is not None:
        return (BOARD,)
    if power == "us" and pool.power == "us":
        return (US_BOX,)
    if pool.tag == "anzac" and SUEZ in campaign.places:
        # South Africa only while Suez is the Axis' (15.2.2).
        return (SOUTH_AFRICA,) if wars.axis_holds(campaign, campaign.places[SUEZ].holder) else (SUEZ,)
    if indian_units.of_variant(pool) and indian_units.BOX in campaign.places:
        return (indian_units.BOX,)
    known = tuple(place for place in ORIGINS.get(counters.origin(pool), ()) if place in campaign.places)
    if pool.power == "ussr":
        return (BOARD, URALS)
    if pool.power == "britain" and not known:
        return (BOARD, SUEZ)
    return known or (BOARD,)


def _place(
    campaign: TheWar, power: str, pool: Pool, count: int, where: str, allowed: tuple[str, ...]
) -> Iterable[Refusal]:
    """Why so many new units of a pool do not appear at a place; ``allowed``: those where they may."""
    if partisan_homes.home_of(pool) is not None:
        yield from partisan_homes.place_refused(campaign, pool, where)
        yield from partisan_homes.rate_refused(campaign, pool, count)
        yield from placing.crowded(campaign, pool, count, where)
        return
    if where not in allowed and (BOARD not in allowed or not at_home(campaign, pool, where)):
        hint = f"Places: {', '.join(allowed)}." + (" Or a home city of theirs." if BOARD in allowed else "")
        reason = f"{spoken(forces.group_of(pool))} is not built at {titles.where(campaign, where)}"
        yield Refusal(_PLACING[counters.category(pool.kind)], reason, hint)
        return
    if where == SUEZ:
        before = tallies.built(campaign, power, tallies.AT_SUEZ)
        if before + count > SUEZ_A_TURN:
            yield Refusal("15.2.2", f"{before + count} units in Suez this turn", f"{SUEZ_A_TURN} a turn.")
    yield from installed.besieged(campaign, where)
    if pool.tag == LIBERATION_ARMY:
        yield from _liberators(campaign, power, count)
    yield from indian_units.refused(campaign, pool, count)
    held = campaign.places.get(where)
    if held is not None and held.holder and campaign.powers[power].side != _side(campaign, held.holder):
        yield Refusal("15.2.2", f"{held.name} is the enemy's")
    if where != BOARD:
        # The first Soviet ones stand in the Urals, wherever the others do.
        here = stands(campaign, power, pool, where, count).count(where)
        yield from placing.crowded(campaign, pool, here, where)
        new = Unit(power=pool.power, kind=pool.kind, strength=pool.strength, tag=pool.tag)
        yield from posting.refused(campaign, where, [new] * here)
        yield from caps.built(campaign, where, [new] * here)


LIBERATION_ARMY = "roa"


def _liberators(campaign: TheWar, power: str, count: int) -> Iterable[Refusal]:
    """The Russian Liberation Army: one unit a turn, in the Soviet Union of 1939 (28.1.2 #2, ruling 396)."""
    there = sum(one.count for one in campaign.built.values() if one.power == power and one.what.endswith("-roa"))
    if there + count > 1:
        yield Refusal("28.1.2", f"{there + count} units of the Russian Liberation Army this turn", "One a turn.")


def at_home(campaign: TheWar, pool: Pool, where: str) -> bool:
    """Whether new units of a pool may appear at a place of their home country that is named: ground units and fighters
    anywhere, other air units in a city or port, NAC at a shipyard; Sicily and Sardinia are Italy's home (15.2.2,
    15.2.3)."""
    place = campaign.places.get(where)
    if place is None or place.holder != pool.power:
        return False
    if pool.tag == LIBERATION_ARMY:
        return bool(place.tags.get(regions.SOVIET_1939))
    if place.country != pool.power and place.country not in HOME.get(pool.power, ()):
        return False
    if pool.kind == "nac":
        return bool(place.tags.get("shipyard"))
    return basing.fighter(pool) or counters.category(pool.kind) == "ground" or place.kind in ("city", "port")


HOME = {"italy": ("sicily", "sardinia", "rome", "naples", "zara"), "france": ("corsica",)}
"""Parts of a home country that the places name apart."""
_PLACING = {"ground": "15.2.2", "air": "15.2.3"}


def _before_entry(campaign: TheWar, count: int) -> Iterable[Refusal]:
    """Why a U.S. that is not in the war yet may not build so many units (22.7.1)."""
    if campaign.powers["us"].entered:
        return
    units = tallies.built(campaign, "us", "units") + count
    if units > US_BEFORE_ENTRY:
        yield Refusal("22.7.1", f"{units} American units this turn", f"{US_BEFORE_ENTRY} a turn before its entry.")


def _side(campaign: TheWar, holder: str) -> str:
    if holder in campaign.powers:
        return campaign.powers[holder].side
    land = campaign.countries.get(holder)
    return campaign.powers[land.patron].side if land is not None and land.patron in campaign.powers else ""


def stands(campaign: TheWar, power: str, pool: Pool, place: str, count: int = 1) -> list[str]:
    """Where each of so many new units stands: the first Soviet ones of a turn in the Urals Box."""
    urals = 0
    if pool.power == "ussr" and URALS in campaign.places and partisan_homes.home_of(pool) is None:
        urals = min(count, max(0, URALS_FIRST - tallies.built(campaign, "ussr", "units")))
    return [URALS] * urals + [place or places(campaign, power, pool)[0]] * (count - urals)


def _tally(tx: Transaction[TheWar], power: str, tally: str, count: int) -> None:
    if count:
        tallies.count(tx, power, tally, count, "built this turn", "15.1.6.2")


@frozen
class _InPools:
    """The lines of the box in which a power names what it builds, by its pools and those of its Satellites."""

    power: str

    def groups(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Each group with how many wait, and whose they are where not its own."""
        lines: dict[str, list[str]] = {}
        for pool in pools(campaign, self.power).values():
            waiting = [f"{pool.count} in the pool"] if pool.count else []
            waiting += [f"{pool.oos} lost out of supply"] if pool.oos else []
            whose = "" if pool.power == self.power else f" of {wars.named(campaign, pool.power)}"
            lines.setdefault(forces.group_of(pool), []).extend(f"{part}{whose}" for part in waiting)
        return tuple(
            Counter(group, spoken(group), 1 if said else 0, "; ".join(said) or "none waits")
            for group, said in lines.items()
        )


@made_and_compared_often
class Construct(PowerOrder[TheWar]):
    """Build ground or air units from the force pool. ``country``: the Satellite whose units they are (15.4); ``place``:
    where they stand, '' for the usual; those lost out of supply (``oos``) cost twice and come last (15.3). What the
    board shows of the hex: ``supplied``, and ``zoc``, an enemy in whose zone of control it lies (15.2.2)."""

    verb: ClassVar[str] = "construct"
    title: ClassVar[str] = "build units"
    rule: ClassVar[str] = "15.1"
    account: ClassVar[str] = "units"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)
    oos: bool = keyed(FLAG, False, "lost out of supply")
    country: str = keyed(COUNTRY, "")
    place: str = keyed(NAME, "")
    deficit: bool = keyed(FLAG, False, "deficit spending")
    supplied: bool = keyed(FLAG, True, "in supply")
    zoc: str = keyed(NAME, "", "enemy zone of control")

    @property
    def key(self) -> str:
        """The id of the force pool."""
        return pool_key(self.power, self.group, self.country)

    def complete(self, campaign: TheWar) -> Self:
        group = forces.meant(campaign, self.country or self.power, self.group, "in the pool")
        return attrs.evolve(self, group=group)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not 1 <= self.count <= 99:
            yield Refusal("15.1", f"{self.count} units", "From 1 to 99.")
            return
        if self.country:
            yield from _of_minor(campaign, self.power, self.country)
        pool = campaign.pools.get(self.key)
        if pool is None:
            yield _unknown(campaign, self.power, self.group, self.country)
            return
        if not is_unit(pool):
            yield _elsewhere(pool)
            return
        have = pool.oos if self.oos else pool.count
        if self.count > have:
            where = "lost out of supply" if self.oos else "in the force pool"
            reason = f"{self.count} {forces.spoken(self.group)} are asked for, {have} are {where}"
            yield Refusal(
                "15.1.1", reason if have else f"no {spoken(self.group)} is {where}", _hint(campaign, pool, have)
            )
        if self.oos and pool.count:
            yield Refusal(
                "15.1.6.1", f"{pool.count} {forces.spoken(self.group)} lost in supply come first", "Build those first."
            )
        allowed = places(campaign, self.power, pool)
        where = self.place or allowed[0]
        yield from _place(campaign, self.power, pool, self.count, where, allowed)
        # Partisans are always in supply, and rise among their enemies (25.2, 25.4).
        if pool.kind != partisan_homes.PARTISAN:
            yield from placing.refused(campaign, pool, where, supplied=self.supplied, zoc=self.zoc)
        if self.power == "us":
            yield from _before_entry(campaign, self.count)
        usual = _usual(campaign, self, pool)
        yield from free_builds.refused(campaign, pool, usual)
        price = _cost(campaign, self, pool, usual).total
        yield from short(campaign, self.power, price, "15.1.2", deficit=self.deficit)
        yield from under_pass(campaign, self.power, price, "units", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, with what goes beyond half of the base."""
        pool = campaign.pools.get(self.key)
        return _cost(campaign, self, pool, _usual(campaign, self, pool))

    def effect(self, tx: Transaction[TheWar]) -> None:
        pool = tx.campaign.pools.get(self.key)
        usual = _usual(tx.campaign, self, pool)
        price = _cost(tx.campaign, self, pool, usual).total
        free_builds.use(tx, self.power, tx.campaign.pools[self.key], self.count, usual)
        if pool is not None and pool.power == self.power:
            air_training.train(tx, self.power, pool.kind, self.count)
        pool = forces.from_pool(tx, self.key, self.count, oos=self.oos, why="built")
        construction_limit.pay(tx, self.power, price, f"built: {self.group}", "15.1.2")
        grants.remember_units(tx, self.power, price)
        stand = stands(tx.campaign, self.power, pool, self.place, self.count)
        _tally(tx, self.power, "units", self.count)
        _tally(tx, self.power, self.group, self.count)
        _tally(tx, self.power, tallies.AT_SUEZ, stand.count(SUEZ))
        for key, where in zip(forces.new_ids(tx, pool.power, pool.kind, self.count), stand, strict=True):
            unit = Unit(power=pool.power, kind=pool.kind, strength=pool.strength, tag=pool.tag, place=where)
            tx.create(f"units.{key}", unit, "built", "15.2")

    def sentence(self, campaign: TheWar) -> str:
        whose = f" of {wars.named(campaign, self.country)}" if self.country else ""
        lost = ", lost out of supply" if self.oos else ""
        where = campaign.places[self.place].name if self.place in campaign.places else ""
        at = f" at {where}" if where else ""
        return f"{wars.named(campaign, self.power)} builds {self.count} {spoken(self.group)}{whose}{lost}{at}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Construct]:
        """One of each group that the pools have."""
        return _offered(campaign, power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        groups = tuple(dict.fromkeys(forces.group_of(pool) for pool in pools(campaign, power).values()))
        if not groups:
            return None
        mine = Field("group", "build", "15.1.2", choices=groups, counters=_InPools(power).groups)
        fields = (mine, Field("count", "how many", default="1"))
        return Form(cls.verb, "Build units", power + " construct {group} count={count}", fields, cls.rule)


@unchanged("pools", *_SATELLITES)
def _offered(campaign: TheWar, power: str) -> tuple[Construct, ...]:
    mine = [pool for pool in pools(campaign, power).values() if pool.count or pool.oos]
    whose = [pool.power if pool.power != power else "" for pool in mine]
    return tuple(
        Construct(power, forces.group_of(pool), oos=not pool.count, country=country)
        for pool, country in zip(mine, whose, strict=True)
    )


def _usual(campaign: TheWar, order: Construct, pool: Pool | None) -> Breakdown:
    """What units of a pool cost by the lists, whatever the limit and whoever bears it."""
    if pool is None or not is_unit(pool) or order.count < 1:
        return Breakdown()
    payer = pool.power if pool.power in campaign.powers or pool.power == counters.SPAIN else order.power
    # Spanish infantry that was lost costs twice, whoever has it (23.48).
    payer = counters.SPAIN if pool.tag == counters.SPANISH else payer
    cost = prices.build_several(payer, pool.kind, pool.strength, pool.tag, order.count, out_of_supply=order.oos)
    cost = air_training.priced(campaign, order.power, pool, order.count, cost)
    return cost


def _cost(campaign: TheWar, order: Construct, pool: Pool | None, cost: Breakdown) -> Breakdown:
    """What units of a pool cost their power, given what they cost by the lists."""
    if pool is not None and cost.total:
        cost = free_builds.priced(campaign, order.power, pool, order.count, cost)
    return construction_limit.priced(campaign, order.power, cost)
