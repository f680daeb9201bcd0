"""Units exchanged for better ones: British, Italian, German and Soviet armor, Soviet infantry, German Flak (2.6, 17.4,
19.4, 20.3, 21.7.2, 21.7.3).

That a unit is in no enemy zone of control only the board shows: the owner says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import attrs

from engine.kernel.grammar import FLAG, GROUP, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.remembering import of_part
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import made_and_compared_often
from engine.thewar.building import unit_building, unit_repair
from engine.thewar.economy import construction_limit
from engine.thewar.economy.spending import short, under_pass
from engine.thewar.world import (
    calendar,
    counters,
    forces,
    installed,
    prices,
    ratings,
    supply,
    tallies,
    variants_played,
    wars,
)
from engine.thewar.world.state import TheWar, Unit

DONE = "upgraded-"
"""With a row's key, the fact of how many units have been upgraded in the game."""
OF_YEAR = "upgraded-in-"
"""With a year and a row's key, the fact of how many in that year."""


def rows() -> dict[str, dict[str, Any]]:
    """The upgrades by owner and group, such as 'ussr-arm-2-8'."""
    printed: dict[str, dict[str, Any]] = table("thewar", "upgrades")["row"]
    return printed


def price(row: dict[str, Any], *, depleted: bool = False, moved: bool = False, in_ussr: bool = False) -> Breakdown:
    """What one exchange costs, in NARFs; a depleted unit is repaired at the same time (17.4, 20.3, 21.7.2)."""
    cost = Breakdown((Line(f"{spoken(row['from'])} to {spoken(row['to'])}", row["price"], row["rule"]),))
    kind, strength, _ = counters.pieces(row["from"])
    if depleted and prices.repairable(kind):
        repair = prices.repair(row["power"], kind, strength, moved=moved, in_ussr=in_ussr)
        cost = Breakdown((*cost.lines, *repair.lines))
    return cost


def spoken(group: str) -> str:
    """A group as players say it."""
    return unit_building.spoken(group)


def lifted(campaign: TheWar, row: dict[str, Any]) -> bool:
    """Whether a variant lifts dates and rating this turn: in its own and the turns after it (28.1.1)."""
    since = str(campaign.facts.get(row.get("eased", ""), ""))
    return bool(since) and 0 <= calendar.now(campaign) - calendar.number(since) < row["eased_turns"]


def closed(campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
    """Every reason why an upgrade is not open to its power now: variants, dates, rating."""
    rule = row["rule"]
    for variant in variants_played.forbids(campaign, row.get("barred", ())):
        yield Refusal("28", f"a variant played forbids it: {variant}")
    if lifted(campaign, row):
        return
    now, first, until = calendar.now(campaign), row["stages"][0]["from"], row.get("until", "")
    if now < calendar.number(first):
        yield Refusal(rule, f"it begins in {calendar.spoken(first)}", "Not before.")
    if until and now > calendar.number(until):
        yield Refusal(rule, f"it ended in {calendar.spoken(until)}")
    owner = campaign.powers.get(row["power"])
    if row["army"] and owner is not None and owner.army > row["army"]:
        hint = "Ruling 97." if row["power"] == "italy" else "The army's rating is raised first."
        wanted, has = ratings.ORDINALS[row["army"]], ratings.ORDINALS[owner.army]
        yield Refusal(rule, f"it takes a {wanted}-Rate army, {owner.name} has {has}", hint)


def _stage(campaign: TheWar, row: dict[str, Any]) -> tuple[int, str]:
    """How many there may be in the whole game by now (0: no end), and the turn in which there may be more."""
    most, more = 0, ""
    for stage in row["stages"]:
        if calendar.now(campaign) >= calendar.number(stage["from"]):
            most = stage["in_all"]
        elif not more:
            more = stage["from"]
    return most, more


def made(campaign: TheWar, row: dict[str, Any]) -> int:
    """How many of an upgrade there have been in the game."""
    recorded = int(campaign.facts.get(f"{DONE}{row['power']}-{row['from']}", 0))
    if not row.get("only_so"):
        return recorded
    own = forces.group_units(campaign, row["power"], row["to"])
    pool = campaign.pools.get(f"{row['power']}-{row['to']}")
    return max(recorded, len(own) + (pool.count + pool.oos if pool else 0))


def candidates(campaign: TheWar, row: dict[str, Any], *, depleted: bool) -> Sequence[str]:
    """The units in play that may be exchanged, by id: those in full supply, and in no fortress under siege (12.2.3,
    13.2.3)."""
    there = _in_group(campaign, row["power"], row["from"], depleted)
    outside = [key for key in there if campaign.units[key].place not in campaign.sieges] if campaign.sieges else there
    return supply.able(campaign, outside, supply.UPGRADE)


@of_part(forces.OWN)
def _in_group(campaign: TheWar, power: str, group: str, depleted: bool) -> tuple[str, ...]:
    # A list asks for the groups of a power again and again, so they are told apart once.
    units = forces.groups_of(campaign, power).get(group, {})
    return tuple([key for key, unit in units.items() if unit.depleted == depleted])


@made_and_compared_often
class Upgrade(PowerOrder[TheWar]):
    """Exchange units in play for better ones. The power that pays orders it: ``country`` says whose units they are
    where they are another's (19.4). ``depleted``: a depleted one is repaired as well; ``moved`` and ``ussr`` double
    that repair (15.1.3.3); ``zoc``: what the board shows of them, that they stand in an enemy zone of control."""

    verb: ClassVar[str] = "upgrade"
    title: ClassVar[str] = "upgrade units"
    rule: ClassVar[str] = "15.1.6.2"
    account: ClassVar[str] = "units"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)
    depleted: bool = keyed(FLAG, False)
    moved: bool = keyed(FLAG, False)
    ussr: bool = keyed(FLAG, False)
    country: str = keyed(NAME, "")
    deficit: bool = keyed(FLAG, False, "deficit spending")
    zoc: bool = keyed(FLAG, False, "in an enemy zone of control")

    @property
    def key(self) -> str:
        """The upgrade's row."""
        return f"{self.country or self.power}-{self.group}"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        row = rows().get(self.key)
        if row is None:
            known = [f"{line['from']} of {wars.named(campaign, line['power'])}" for line in _paid_by(self.power)]
            yield Refusal("15.1.6.2", f"{spoken(self.group)} is not upgraded", f"There are: {', '.join(known)}.")
            return
        if row["payer"] != self.power:
            payer = row["payer"]
            hint = f"{payer} upgrade {self.group} country={row['power']}"
            yield Refusal(row["rule"], f"{wars.named(campaign, payer)} pays for it", hint)
        if self.count < 1:
            yield Refusal(row["rule"], f"{self.count} units", "One or more.")
            return
        if self.depleted and not prices.repairable(counters.kind_of(row["from"])):
            yield Refusal("15.1.3", f"{spoken(self.group)} is not repaired", "It is whole or eliminated.")
        yield from closed(campaign, row)
        yield from self._limits(campaign, row)
        there = self._meant(campaign, row)
        if self.zoc and 0 < self.count <= len(there):
            yield from unit_repair.in_a_zone(campaign, there[: self.count], "upgraded", row["rule"])
        if self.depleted and 0 < self.count <= len(there):
            yield from unit_repair.dearer(campaign, there[: self.count], gone=self.moved, inside=self.ussr)
        if len(there) < self.count:
            kept = [key for key in _in_group(campaign, row["power"], row["from"], self.depleted) if key not in there]
            if besieged := [key for key in kept if campaign.units[key].place in campaign.sieges]:
                yield from installed.besieged(campaign, campaign.units[besieged[0]].place)
            yield from supply.supplied(campaign, [key for key in kept if key not in besieged], supply.UPGRADE)
            which = "depleted" if self.depleted else "whole"
            reason = f"{wars.named(campaign, row['power'])} has not {self.count} {which} {spoken(self.group)} in play"
            yield Refusal(row["rule"], reason, f"{which.capitalize()}: {len(there)}. Lost ones are built again first.")
        cost = self.cost(campaign).total
        yield from short(campaign, self.power, cost, row["rule"], deficit=self.deficit)
        yield from under_pass(campaign, self.power, cost, "units", deficit=self.deficit)

    def _meant(self, campaign: TheWar, row: dict[str, Any]) -> Sequence[str]:
        """The units that may be exchanged; Depleted ones as their owner says where they stand and what they did."""
        there = candidates(campaign, row, depleted=self.depleted)
        return unit_repair.as_told(campaign, there, gone=self.moved, inside=self.ussr) if self.depleted else there

    def _limits(self, campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
        turns = tallies.built(campaign, row["power"], _tally(row)) + self.count
        if row["per_turn"] and turns > row["per_turn"]:
            yield Refusal(row["rule"], f"{turns} {spoken(self.group)} this turn", f"{row['per_turn']} a turn.")
        years = int(campaign.facts.get(_of_year(campaign, row), 0)) + self.count
        if row["per_year"] and years > row["per_year"] and not lifted(campaign, row):
            yield Refusal(row["rule"], f"{years} {spoken(self.group)} this year", f"{row['per_year']} a year.")
        most, more = _stage(campaign, row)
        total = made(campaign, row) + self.count
        if most and total > most:
            hint = f"One more from {calendar.spoken(more)} on." if more else f"{most} in the whole game."
            yield Refusal(row["rule"], f"{total} {spoken(self.group)} in the game, {most} by now", hint)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; it counts against half of the payer's base (ruling 235)."""
        row = rows().get(self.key)
        if row is None or self.count < 1:
            return Breakdown()
        each = price(row, depleted=self.depleted, moved=self.moved, in_ussr=self.ussr)
        lines = each.lines
        if self.count > 1:
            lines = (*lines, Line(f"{self.count} of them", each.total * (self.count - 1), row["rule"]))
        return construction_limit.priced(campaign, self.power, Breakdown(lines))

    def effect(self, tx: Transaction[TheWar]) -> None:
        row = rows()[self.key]
        there = self._meant(tx.campaign, row)
        if len(there) < self.count:
            raise LookupError(f"{self.count} {self.group} are not in play")
        narfs = self.cost(tx.campaign).total
        construction_limit.pay(tx, self.power, narfs, f"upgraded: {self.group}", row["rule"])
        for key in there[: self.count]:
            exchange(tx, key, row["to"], row["rule"])
        tallies.count(tx, row["power"], _tally(row), self.count, "upgraded", row["rule"])
        for fact in (f"{DONE}{self.key}", *([_of_year(tx.campaign, row)] if row["per_year"] else [])):
            tx.put(f"facts.{fact}", int(tx.campaign.facts.get(fact, 0)) + self.count, "upgraded", row["rule"])

    def sentence(self, campaign: TheWar) -> str:
        row = rows().get(self.key)
        whose = f" of {wars.named(campaign, self.country)}" if self.country else ""
        to = f" to {spoken(row['to'])}" if row else ""
        hurt = "depleted " if self.depleted else ""
        return f"{wars.named(campaign, self.power)} upgrades {self.count} {hurt}{spoken(self.group)}{whose}{to}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Upgrade]:
        """One of each unit that may be upgraded, whole ones first, and of Depleted ones that which costs least."""
        for row in _paid_by(power):
            country = row["power"] if row["power"] != power else ""
            if candidates(campaign, row, depleted=False):
                yield cls(power, row["from"], country=country)
            if worn := candidates(campaign, row, depleted=True):
                first = unit_repair.as_told(campaign, worn, gone=False, inside=False)[0]
                far, inside = unit_repair.has_moved(campaign, first), unit_repair.stands_inside(campaign, first)
                yield cls(power, row["from"], depleted=True, moved=far, ussr=inside, country=country)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        groups = tuple(row["from"] for row in _paid_by(power) if row["power"] == power)
        if not groups:
            return None
        fields = (
            Field("group", "upgrade", cls.rule, choices=groups),
            Field("count", "how many", default="1"),
            Field("depleted", "a depleted one, repaired as well", "15.1.3.3", ("no", "yes"), "no"),
            Field("moved", "it moved", "15.1.3.3", ("no", "yes"), "no"),
            Field("zoc", "in an enemy zone of control", cls.rule, ("no", "yes"), "no"),
        )
        pattern = power + " upgrade {group} count={count} depleted={depleted} moved={moved} zoc={zoc}"
        return Form(cls.verb, "Upgrade units", pattern, fields, cls.rule)


def _tally(row: dict[str, Any]) -> str:
    return f"{tallies.UPGRADE}{row['from']}"


def _of_year(campaign: TheWar, row: dict[str, Any]) -> str:
    return f"{OF_YEAR}{calendar.year(campaign)}-{row['power']}-{row['from']}"


@lru_cache(maxsize=64)
def _paid_by(power: str) -> tuple[dict[str, Any], ...]:
    return tuple(row for row in rows().values() if row["payer"] == power)


def exchange(tx: Transaction[TheWar], key: str, to: str, rule: str) -> None:
    """A unit leaves the game for good, another stands in its place, whole."""
    old = tx.campaign.units[key]
    kind, strength, tag = counters.pieces(to)
    forces.keep_serial(tx, key)
    tx.remove(f"units.{key}", "upgraded", rule)
    new: Unit = attrs.evolve(old, kind=kind, strength=strength, tag=tag, depleted=False)
    tx.create(f"units.{forces.new_id(tx, old.power, kind)}", new, "upgraded", rule)
