"""Shipyards: what each can do in a turn, ships laid down, repaired, advanced along the track and launched (15.1.3.2,
15.1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import FLAG, GROUP, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.remembering import derived, of_part, unchanged
from engine.kernel.transaction import Transaction
from engine.kernel.values import made_and_compared_often
from engine.thewar.countries import yards
from engine.thewar.economy import construction_limit
from engine.thewar.economy.spending import short, under_pass
from engine.thewar.rolls import ship_damage
from engine.thewar.rolls.ship_damage import Damage
from engine.thewar.world import counters, deeds, forces, installed, minors, prices, tallies, titles, wars
from engine.thewar.world.naming import PLACE, SLIP, UNIT
from engine.thewar.world.state import Deed, Place, Pool, Slip, TheWar, Unit

NAMES = {"fleet": "Fleet", "cv": "CV"}
SHIPS = tuple(NAMES)
PACE, DOUBLE = 1, 2
"""Spaces of the track a turn, at the normal and at the double pace (15.1.5.4)."""
DOUBLE_PRICE = 2
"""Each space of the double pace costs so many times the normal price."""
US_BOX = "us-box"


@unchanged("places", "holdings")
def own(campaign: TheWar, power: str) -> Mapping[str, Place]:
    """The yards in which a power may begin something new, by place (15.1.5.2)."""
    home = {power, *(key for key, holding in campaign.holdings.items() if holding.owner == power)}
    return {
        key: place
        for key, place in campaign.places.items()
        if place.holder == power and yards.SHIPYARD in place.tags and place.country in home
    }


@unchanged("places", "holdings")
def captured(campaign: TheWar, power: str) -> Mapping[str, Place]:
    """Yards of others that a power holds: they repair, and begin nothing new (15.1.5.2)."""
    mine = own(campaign, power)
    return {
        key: place
        for key, place in campaign.places.items()
        if place.holder == power and yards.SHIPYARD in place.tags and key not in mine
    }


def capacity(campaign: TheWar, place: str) -> int:
    """Ships that a yard works on at a time: one, in the U.S. Box what the Entry Level allows, and yards added."""
    if place == US_BOX:
        return yards.count(campaign, "us")
    return 1 + yards.added(campaign, place)


def slips(campaign: TheWar, place: str) -> tuple[str, ...]:
    """The ships on the tracks of a yard, by slip."""
    return tuple(key for key, slip in campaign.slips.items() if slip.yard == place)


def finished_at(kind: str) -> int:
    """The space of the track at which a ship is launched: 9 for a Fleet, 4 for a CV."""
    return prices.SPACES[kind]


def space_price(power: str, kind: str) -> int:
    """NARFs for one space at the normal pace: 4, for German and Italian CV 8 (15.1.2)."""
    line = prices.row(kind)
    return int(line.get("by_power", {}).get(power, line["price"]))


def worked(campaign: TheWar, power: str) -> int:
    """Ships of a power that its yards have advanced this turn."""
    return sum(1 for slip in campaign.slips.values() if slip.power == power and slip.worked)


def hit(unit: str) -> Deed:
    """The record that a ship was hit in a battle this turn: its repair waits (7.10)."""
    return Deed(who=unit, deed=deeds.HIT)


def space_of(campaign: TheWar, key: str) -> int:
    """The space of the track on which a Depleted ship is repaired, 0 where its damage is still to be rolled
    (ruling 56)."""
    unit = campaign.units[key]
    return finished_at(unit.kind) - unit.damage if unit.damage else 0


def set_back(tx: Transaction[TheWar], slip: str, factors: int) -> None:
    """A ship is bombed on its track: so many spaces back, never below 0, never sunk; the repair of one that lay there
    Depleted starts from there (7.9.6, 15.1.5.6)."""
    ship = tx.campaign.slips[slip]
    space = max(0, ship.space - factors)
    tx.set(f"slips.{slip}.space", space, "bombed in the yard", "7.9.6, 15.1.5.6")


def _on_track(tx: Transaction[TheWar], slip: Slip, why: str, rule: str) -> None:
    """Put a ship on a yard's track. Raises LookupError where there is no such yard."""
    if yards.SHIPYARD not in tx.campaign.places[slip.yard].tags:
        raise LookupError(f"{slip.yard} has no shipyard")
    nth = 1
    while f"{slip.yard}-{nth}" in tx.campaign.slips:
        nth += 1
    tx.create(f"slips.{slip.yard}-{nth}", slip, why, rule)


def free(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The yards of a power with a free track, home ones before captured ones."""
    return _with_room(campaign, (*own(campaign, power), *captured(campaign, power)))


def _with_room(campaign: TheWar, places: Iterable[str]) -> tuple[str, ...]:
    return tuple(place for place in places if not any(True for _ in _full(campaign, place)))


def _full(campaign: TheWar, place: str) -> Iterable[Refusal]:
    busy, most = len(slips(campaign, place)), capacity(campaign, place)
    if busy >= most:
        name = campaign.places[place].name
        yield Refusal("15.1.5.1", f"{name} has {busy} ships on {most} tracks", "Wait until one is launched.")


@made_and_compared_often
class LayDown(PowerOrder[TheWar]):
    """Begin a Fleet or CV of the force pool on a yard's track; it costs by the space (15.1.5, 15.1.5.2)."""

    verb: ClassVar[str] = "lay-down"
    title: ClassVar[str] = "lay down"
    rule: ClassVar[str] = "15.1.5"
    account: ClassVar[str] = "ships"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    group: str = word(GROUP)
    yard: str = word(PLACE)
    oos: bool = keyed(FLAG, False, "lost out of supply")

    def complete(self, campaign: TheWar) -> Self:
        return attrs.evolve(self, group=forces.meant(campaign, self.power, self.group, "in the pool"))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        pool = campaign.pools.get(f"{self.power}-{self.group}")
        if pool is None or pool.kind not in SHIPS:
            known = ", ".join(_groups(campaign, self.power)) or "none"
            yield Refusal(
                "15.1.5", f"{wars.named(campaign, self.power)} has no {forces.spoken(self.group)}", f"Ships: {known}."
            )
        else:
            have = pool.oos if self.oos else pool.count
            if not have:
                where = "lost out of supply" if self.oos else "in the force pool"
                yield Refusal("15.1.1", f"no {forces.spoken(self.group)} is {where}")
            if pool.tag in minors.never_rebuilt():
                yield Refusal(
                    minors.never_rebuilt()[pool.tag],
                    f"a lost {forces.spoken(self.group)} is not built again",
                    "Repaired, yes.",
                )
            if self.oos and pool.count:
                yield Refusal("15.1.6.1", f"{pool.count} {forces.spoken(self.group)} lost in supply come first")
        if self.yard in own(campaign, self.power):
            yield from _full(campaign, self.yard)
        elif self.yard in captured(campaign, self.power):
            name = campaign.places[self.yard].name
            yield Refusal("15.1.5.2", f"{name} is captured: nothing new is begun there", "It repairs.")
        else:
            known = ", ".join(own(campaign, self.power)) or "none"
            yield Refusal("15.1.5", f"'{self.yard}' is no yard of {wars.named(campaign, self.power)}", f"{known}.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        pool = forces.from_pool(tx, f"{self.power}-{self.group}", 1, oos=self.oos, why="laid down")
        begun = Slip(
            yard=self.yard, power=self.power, kind=pool.kind, strength=pool.strength, tag=pool.tag, oos=self.oos
        )
        _on_track(tx, begun, "laid down", "15.1.5")

    def sentence(self, campaign: TheWar) -> str:
        name = campaign.places[self.yard].name if self.yard in campaign.places else self.yard
        ship = NAMES.get(counters.kind_of(self.group), self.group)
        return f"{wars.named(campaign, self.power)} lays down a {ship} at {name}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[LayDown]:
        """Each ship of the pool in each yard with a free track."""
        # A pool that a ruling has made one of another strength keeps its old id.
        pools = ((group, campaign.pools.get(f"{power}-{group}")) for group in _groups(campaign, power))
        ships = [(group, pool) for group, pool in pools if pool is not None and (pool.count or pool.oos)]
        free = _with_room(campaign, own(campaign, power)) if ships else ()
        for group, pool in ships:
            yield from (cls(power, group, place, oos=not pool.count) for place in free)


@derived("pools")
def _groups(pools: Mapping[str, Pool], power: str) -> tuple[str, ...]:
    return tuple(forces.group_of(pool) for pool in pools.values() if pool.power == power and pool.kind in SHIPS)


def hurt(campaign: TheWar, power: str) -> tuple[str, ...]:
    """A power's damaged ships that lie in no yard yet, by id."""
    if not (damaged := _damaged(campaign, power)):
        return ()
    docked = {slip.unit for slip in campaign.slips.values()}
    return tuple(key for key in damaged if key not in docked)


@of_part(forces.OWN)
def _damaged(campaign: TheWar, power: str) -> tuple[str, ...]:
    return tuple(key for key, unit in forces.units_of(campaign, power).items() if unit.kind in SHIPS and unit.depleted)


@made_and_compared_often
class Dock(PowerOrder[TheWar]):
    """A depleted Fleet or CV comes into a yard for repair, on the space that its damage left it (15.1.3.2, 7.10);
    the damage of one that nobody has rolled for is rolled now. ``space``: that space, as a check."""

    verb: ClassVar[str] = "dock"
    title: ClassVar[str] = "into the yard"
    rule: ClassVar[str] = "15.1.3.2"
    account: ClassVar[str] = "ships"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    unit: str = word(UNIT)
    yard: str = word(PLACE)
    space: int = keyed(number(0, 9), 0)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        unit = campaign.units.get(self.unit)
        if unit is None or unit.power != self.power or unit.kind not in SHIPS:
            yield Refusal("15.1.3.2", f"'{self.unit}' is no ship of {wars.named(campaign, self.power)}")
            return
        if not unit.depleted:
            yield Refusal("15.1.3.2", f"{self.unit} is whole")
        if any(slip.unit == self.unit for slip in campaign.slips.values()):
            yield Refusal("15.1.3.2", f"{self.unit} lies in a yard already")
        space = space_of(campaign, self.unit)
        if space and self.space not in (0, space):
            reason = f"its damage of {unit.damage} factors puts {self.unit} on space {space}, not {self.space}"
            yield Refusal("7.10, ruling 56", reason, "Without space=.")
        elif not space and self.space:
            reason = f"the damage of {self.unit} has not been rolled"
            yield Refusal("7.10", reason, "It is as it docks: without space=.")
        yards = {**own(campaign, self.power), **captured(campaign, self.power)}
        yield from installed.besieged(campaign, unit.place)
        if self.yard in yards:
            yield from _full(campaign, self.yard)
            if self.yard != unit.place:
                yield from installed.besieged(campaign, self.yard)
        else:
            yield Refusal("15.1.3.2", f"'{self.yard}' is no yard in their hands", f"{', '.join(yards) or 'None'}.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        unit = tx.campaign.units[self.unit]
        if not unit.damage:
            # A ruling, or the opening, has made it Depleted.
            face = tx.roll("damage", self.unit, power=self.power, rule="7.10")
            tx.set(f"units.{self.unit}.damage", ship_damage.damage(Damage(unit.kind, face)), "damage", "7.10")
        slip = Slip(
            yard=self.yard,
            power=self.power,
            kind=unit.kind,
            strength=unit.strength,
            tag=unit.tag,
            space=space_of(tx.campaign, self.unit),
            unit=self.unit,
        )
        _on_track(tx, slip, "repair", "15.1.3.2")

    def sentence(self, campaign: TheWar) -> str:
        name = campaign.places[self.yard].name if self.yard in campaign.places else self.yard
        space = space_of(campaign, self.unit) if self.unit in campaign.units else 0
        lies = f"on space {space}" if space else "by the die for its damage"
        return f"{titles.unit(campaign, self.unit)} goes into the yard of {name}, {lies}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Dock]:
        """Each damaged ship in each yard with a free track, on its first space."""
        ships = hurt(campaign, power)
        places = free(campaign, power) if ships else ()
        yield from (cls(power, key, place) for key in ships for place in places)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        ships = hurt(campaign, power)
        if not ships:
            return None
        yards = (*own(campaign, power), *captured(campaign, power))
        fields = (Field("unit", "ship", "15.1.3.2", ships), Field("yard", "yard", "15.1.5.2", yards))
        return Form(cls.verb, "Into the yard", power + " dock {unit} {yard}", fields, cls.rule)


@made_and_compared_often
class Work(PowerOrder[TheWar]):
    """Advance a ship on its track by one space, or a Fleet by two at twice the price each; at the end it is launched
    (15.1.5.2, 15.1.5.4)."""

    verb: ClassVar[str] = "work"
    title: ClassVar[str] = "shipyard work"
    rule: ClassVar[str] = "15.1.5.2"
    account: ClassVar[str] = "ships"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    slip: str = word(SLIP)
    spaces: int = keyed(number(1, 9), PACE)
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        slip = campaign.slips.get(self.slip)
        if slip is None or slip.power != self.power:
            mine = ", ".join(key for key, ship in campaign.slips.items() if ship.power == self.power) or "none"
            yield Refusal("15.1.5.2", f"'{self.slip}' is no ship on their tracks", f"There are: {mine}.")
            return
        yield from self._pace(campaign, slip)
        yield from self._beside_asw(campaign)
        place = campaign.places[slip.yard]
        if place.holder != self.power:
            yield Refusal("15.1.5", f"{place.name} is not in their hands")
        elif not slip.unit and slip.yard not in own(campaign, self.power):
            yield Refusal("15.1.5.2", f"{place.name} is captured: it goes on with repairs only")
        if slip.unit:
            yield from installed.besieged(campaign, slip.yard)
        price = self.cost(campaign).total
        yield from short(campaign, self.power, price, "15.1.5.2", deficit=self.deficit)
        yield from under_pass(campaign, self.power, price, "units", deficit=self.deficit)

    def _pace(self, campaign: TheWar, slip: Slip) -> Iterable[Refusal]:
        if deeds.is_kept(campaign, hit(slip.unit)):
            yield Refusal("7.10", f"{slip.unit} was hit this turn", "Repairs begin in the next turn.")
        if slip.worked:
            yield Refusal("15.1.5.2", f"{self.slip} was advanced this turn already", "One order of work a turn.")
        if self.spaces not in (PACE, DOUBLE):
            yield Refusal("15.1.5.4", f"{self.spaces} spaces in a turn", "One, or two at double pace.")
        elif self.spaces == DOUBLE:
            if slip.kind == "cv":
                yield Refusal("15.1.5.4", "CV are not accelerated", "One space a turn.")
            if self.power == "us" and not campaign.powers["us"].entered:
                yield Refusal("15.1.5.4", "the U.S. does not accelerate before its entry", "One space a turn.")
            if (left := finished_at(slip.kind) - slip.space) < DOUBLE:
                yield Refusal("15.1.5.4", f"{DOUBLE} spaces are asked for, {left} is left", "One space.")

    def _beside_asw(self, campaign: TheWar) -> Iterable[Refusal]:
        """ASW of this turn have taken a yard each (15.1.5.3)."""
        asw = tallies.built(campaign, self.power, "asw")
        if not asw:
            return
        most = sum(capacity(campaign, place) for place in self._yards(campaign))
        busy = worked(campaign, self.power)
        if busy + asw >= most:
            reason = f"{busy} ships and {asw} ASW this turn, {most} yards"
            yield Refusal("15.1.5.3, ruling 177", reason, "ASW take a yard each.")

    def _yards(self, campaign: TheWar) -> tuple[str, ...]:
        return (*own(campaign, self.power), *captured(campaign, self.power))

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, lost out of supply twice, with what goes beyond half of the base."""
        slip = campaign.slips.get(self.slip)
        if slip is None or self.spaces < 1:
            return Breakdown()
        each = space_price(slip.power, slip.kind)
        fast = self.spaces == DOUBLE
        price = self.spaces * each * (DOUBLE_PRICE if fast else 1)
        label = f"{self.spaces} spaces x {each * DOUBLE_PRICE}, double pace" if fast else f"one space x {each}"
        cost = Breakdown((Line(label, price, "15.1.5.4" if fast else "15.1.5.2"),))
        if slip.oos:
            cost = cost.plus("lost out of supply: twice", price, "15.3")
        return construction_limit.priced(campaign, self.power, cost)

    def effect(self, tx: Transaction[TheWar]) -> None:
        slip = tx.campaign.slips[self.slip]
        done = slip.space + self.spaces >= finished_at(slip.kind)
        construction_limit.pay(tx, self.power, self.cost(tx.campaign).total, "shipyard work", "15.1.5.2")
        if done:
            self._launch(tx, slip)
        else:
            tx.add(f"slips.{self.slip}.space", self.spaces, "shipyard work", "15.1.5.2")
            tx.set(f"slips.{self.slip}.worked", True, "shipyard work", "15.1.5.2")

    def _launch(self, tx: Transaction[TheWar], slip: Slip) -> None:
        """The ship leaves its track at full strength; a new one joins the units (15.1.5.2)."""
        tx.remove(f"slips.{self.slip}", "launched", "15.1.5.2")
        if slip.unit:
            tx.set(f"units.{slip.unit}.depleted", False, "repaired", "15.1.3.2")
            if tx.campaign.units[slip.unit].damage:
                tx.set(f"units.{slip.unit}.damage", 0, "repaired", "15.1.3.2")
            return
        kind = tx.campaign.places[slip.yard].kind
        place = slip.yard if kind == "box" else "board"
        unit = Unit(power=slip.power, kind=slip.kind, strength=slip.strength, tag=slip.tag, place=place)
        tx.create(f"units.{forces.new_id(tx, slip.power, slip.kind)}", unit, "launched", "15.1.5.2")

    def sentence(self, campaign: TheWar) -> str:
        slip = campaign.slips.get(self.slip)
        if slip is None:
            return self.text
        ship = titles.unit(campaign, slip.unit) if slip.unit else NAMES.get(slip.kind, slip.kind)
        where = campaign.places[slip.yard].name
        now, last = slip.space + self.spaces, finished_at(slip.kind)
        return f"{where}: {ship} to space {now} of {last}" if now < last else f"{where}: {ship} is launched"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Work]:
        """Each ship not yet advanced, at both paces where they are open."""
        for key, slip in campaign.slips.items():
            if slip.power == power and not slip.worked:
                yield cls(power, key)
                if slip.kind == "fleet" and finished_at(slip.kind) - slip.space >= DOUBLE:
                    yield cls(power, key, DOUBLE)
