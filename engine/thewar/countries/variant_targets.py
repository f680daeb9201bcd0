"""What a variant is played on: the lands in which partisans rise, the hexes in which units appear, a ship in port, a
unit that is given for others (28.1.1 #4, #5, #14, 28.1.2 #1, #4, #19, ruling 579).

A row says which of these it wants; each kind judges, carries out and tells what was named.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.counters import Counter
from engine.kernel.late import Asked
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries.allied_targets import Brought, Harbor, Payer, Raised
from engine.thewar.countries.variant_named import Kind as Kind
from engine.thewar.countries.variant_named import Named as Named
from engine.thewar.economy import construction_limit, east_africa
from engine.thewar.economy.spending import short
from engine.thewar.rolls import ship_damage
from engine.thewar.world import caps, forces, patrols, ports, prices, sea_areas, seas, sides, titles, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.partisan_homes import HOMES, PARTISAN, STRENGTHS
from engine.thewar.world.state import Pool, TheWar, Unit

RULING = "ruling 579"
DIE = "midget-subs"
POOL = "pool"
"""What a box has for a unit of the force pool, which an order names by nothing."""
_hit = Asked("engine.thewar", "building.homecoming:hit_hardest")
"""The one door through which ships are Depleted."""
_GIBRALTAR = "gibraltar-straits"
_MOST = 12
"""As many lands as an order is read to name."""
_MANY = re.compile(r"(?:(?P<many>[1-9])-)?(?P<land>.+)\Z")


@frozen
class Struck:
    """What may come of a raid on a ship in port: it is ``struck``, and loses so many ``factors``."""

    struck: bool
    factors: int


class Rising(Kind):
    """Partisans join the pool of a power, each for a land that is named (28.1.1 #14, 28.1.2 #1)."""

    column = "rises"
    at_label = "land in which each rises"

    def meant(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Named:
        """Two in one land may be said with their number: '2-iraq'."""
        counts = (_MANY.match(land) for land in named.at)
        each = ((one["land"],) * int(one["many"] or 1) for one in counts if one is not None)
        return Named(tuple(land for lands in each for land in lands)[:_MOST], named.unit)

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule, count, lands = str(row["rule"]), row["rises"]["count"], row["rises"]["lands"]
        known = [land for land in lands if land in campaign.holdings]
        where = ", ".join(campaign.holdings[land].name for land in known)
        hint = f"{counted(count, 'land', 'lands')} of {where}: 'at={','.join(known[:1] * count)}'."
        if named.unit:
            yield Refusal(rule, f"{row['name']} names no unit", "Without unit=.")
        if len(named.at) != count:
            rise = "1 partisan rises" if count == 1 else f"{count} partisans rise"
            are = (
                "1 land is"
                if len(named.at) == 1
                else f"{len(named.at) or 'no'} {'lands are' if named.at else 'land is'}"
            )
            yield Refusal(f"{rule}, {RULING}", f"{rise}, and {are} named", hint)
        for land in (land for land in dict.fromkeys(named.at) if land not in known):
            yield Refusal(rule, f"none rises in {land.replace('-', ' ').title()}", hint)
        for land in (land for land in dict.fromkeys(named.at) if land in known):
            holder = campaign.holdings[land].holder
            if self._ours(campaign, row, land):
                reason = f"{campaign.holdings[land].name} is in the hands of {wars.named(campaign, holder)}"
                yield Refusal(f"{rule}, 25.2", reason, "Partisans rise in a land that the enemy holds.")

    def _ours(self, campaign: TheWar, row: Mapping[str, Any], land: str) -> bool:
        """Whether a land is in the hands of the side that plays the variant."""
        holder = campaign.holdings[land].holder
        return bool(holder) and sides.side(campaign, holder) == sides.side(campaign, str(row["power"]))

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        named_lands = (land for land in named.at if land in row["rises"]["lands"])
        homes = Tally((*named_lands, *row["rises"].get("besides", ())))
        for home, count in homes.items():
            join(tx, str(row["power"]), f"{PARTISAN}-{STRENGTHS[PARTISAN]}-{home}", count, row)

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        lands = Tally(HOMES[home].name if home in HOMES else home for home in named.at)
        return ", ".join(f"{count} in {land}" for land, count in lands.items())

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        for land in row["rises"]["lands"]:
            yield Named((land,) * row["rises"]["count"])

    def places(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        for land in row["rises"]["lands"]:
            if (held := campaign.holdings.get(land)) is None:
                continue
            ours = self._ours(campaign, row, land)
            note = f"in the hands of {wars.named(campaign, held.holder)}" if held.holder else "in nobody's hands"
            yield Counter(land, held.name, 0 if ours else row["rises"]["count"], note)


class Appearing(Kind):
    """The garrison of Italian East Africa appears on both banks of the Nile, the larger part in the hex that is named
    (28.1.1 #4)."""

    column = "appears"
    at_label = "hex of the larger part"

    def meant(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Named:
        return named if named.at else Named((row["appears"]["hexes"][0],), named.unit)

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule, hexes = f"{row['rule']}, {RULING}", row["appears"]["hexes"]
        if named.unit:
            yield Refusal(rule, f"{row['name']} names no unit", "Without unit=.")
        if len(named.at) != 1 or named.at[0] not in hexes:
            said = ", ".join(titles.where(campaign, where) for where in named.at) or "no hex"
            hint = f"{' or '.join(f'at={number}' for number in hexes)}: where the larger part of them stands."
            yield Refusal(rule, f"they do not appear in {said}", hint)
        there = east_africa.garrison(campaign)
        if not there:
            yield Refusal(rule, "nobody is left in the Italian East Africa Box", "Its garrison is what appears.")
        yield from caps.beyond(campaign, str(row["power"]), caps.load(campaign, there))

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        why, rule = str(row["name"]), str(row["rule"])
        there = east_africa.garrison(tx.campaign)
        for key in there:
            tx.set(f"units.{key}.place", "board", why, rule)
        caps.moved(tx, there, row["appears"]["land"], why)
        tx.put(f"facts.{east_africa.FREED}", True, why, rule)

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        count, hexes = len(east_africa.garrison(campaign)), row["appears"]["hexes"]
        if not count or named.at[:1] not in [(number,) for number in hexes]:
            return ""
        more, other = -(-count // 2), next(number for number in hexes if number != named.at[0])
        return f"{more} in hex {named.at[0]}" + (f", {count - more} in hex {other}" if count > more else "")

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        return (Named((number,)) for number in row["appears"]["hexes"])

    def places(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        for number in row["appears"]["hexes"]:
            yield Counter(number, f"hex {number}", 1, self.said(campaign, row, Named((number,))))


class Raid(Kind):
    """A whole ship in port is Depleted with the most damage that there is, by a die or without one (28.1.1 #5, 28.1.2
    #4, ruling 395)."""

    column = "strikes"
    at_label = "its port, where only the board shows it"
    unit_label = "which ship"

    def meant(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Named:
        """Any whole ship of its kind by the name of that: 'cv'."""
        if named.unit in campaign.units or not named.unit:
            return named
        alike = (one.text for one in self.units(campaign, row) if _called(campaign.units[one.text], named.unit))
        return Named(named.at, next(alike, named.unit))

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule, raid, ship = str(row["rule"]), row["strikes"], campaign.units.get(named.unit)
        kinds = ", ".join(forces.spoken(kind) for kind in raid["kinds"])
        ways = [self._way(campaign, row, one.text) for one in self.units(campaign, row)]
        hint = f"A whole one of {kinds}, such as {' or '.join(ways[:2])}." if ways else f"None is whole: {kinds}."
        if ship is None:
            said = f"there is no ship '{named.unit}'" if named.unit else "no ship is named"
            yield Refusal(rule, said, hint)
            return
        name = titles.unit(campaign, named.unit)
        if not _fits(ship, raid):
            yield Refusal(rule, f"{name} is no target of it", hint)
            return
        if ship.depleted:
            yield Refusal(rule, f"{name} is Depleted already", hint)
        yield from _engaged(campaign, named.unit, rule)
        if (patrol := patrols.of(campaign, named.unit)) is not None:
            yield Refusal(rule, f"{name} is on patrol in {sea_areas.name(patrol.area)}", "A ship in port.")
        if any(slip.unit == named.unit for slip in campaign.slips.values()):
            yield Refusal(rule, f"{name} lies in a yard", "A ship in port.")
        yield from self._where(campaign, row, named)

    def _way(self, campaign: TheWar, row: Mapping[str, Any], key: str) -> str:
        """How an order names a ship: with a port where only the board shows where it lies."""
        port = next((one.text for one in self.places(campaign, row)), "")
        lies = campaign.units[key].place in campaign.places or not port
        return f"'unit={key}'" if lies else f"'unit={key} at={port}'"

    def _where(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        """Why the port is none of the raid's; of ships on the board who plays it says where they lie."""
        rule, raid, place = f"{row['rule']}, {RULING}", row["strikes"], campaign.units[named.unit].place
        recorded, name = place in campaign.places, titles.unit(campaign, named.unit)
        where = place if recorded else "".join(named.at[:1])
        wanted = "a home port of Britain" if raid.get("home") else "a port of the Mediterranean"
        if not where:
            yield Refusal(rule, f"the campaign does not know where {name} lies", f"'at=', {wanted}.")
        elif recorded and named.at not in ((), (place,)):
            yield Refusal(rule, f"{name} lies at {titles.where(campaign, place)}", "Without at=.")
        elif not in_reach(campaign, raid, where) or named.at[1:]:
            yield Refusal(rule, f"{titles.where(campaign, where)} is not {wanted}", "'overrule' if the board shows it.")
        elif not recorded and _hostile(campaign, where):
            held = wars.named(campaign, campaign.places[where].holder)
            reason = f"{titles.where(campaign, where)} is in the hands of {held}: {name} lies in a port of its own side"
            yield Refusal(f"{row['rule']}, ruling 585", reason, "'overrule' if the board shows it.")

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        why, rule, most = str(row["name"]), str(row["rule"]), row["strikes"].get("upto", 0)
        # Over the rules it may be played on nothing.
        if named.unit not in tx.campaign.units or tx.campaign.units[named.unit].kind not in ship_damage.FACTORS:
            return
        if not most or tx.roll(DIE, named.unit, power=str(row["power"]), rule=rule) <= most:
            _hit(tx, named.unit, why, f"{rule}, ruling 395")

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        ship = campaign.units.get(named.unit)
        if ship is None:
            return ""
        where = ship.place if ship.place in campaign.places else "".join(named.at[:1])
        return titles.unit(campaign, named.unit) + (f" at {titles.where(campaign, where)}" if where else "")

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        """The ships that are known to lie in such a port."""
        raid = row["strikes"]
        ships = (key for key, unit in campaign.units.items() if _fits(unit, raid) and not unit.depleted)
        return (Named((), key) for key in ships if in_reach(campaign, raid, campaign.units[key].place))

    def places(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        near = (key for key in campaign.places if in_reach(campaign, row["strikes"], key))
        return (Counter(key, campaign.places[key].name) for key in near if not _hostile(campaign, key))

    def units(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        raid = row["strikes"]
        ships = {key: unit for key, unit in campaign.units.items() if _fits(unit, raid) and not unit.depleted}
        hidden = {key for key, unit in ships.items() if unit.place in campaign.places}
        near = {key for key in hidden if in_reach(campaign, raid, ships[key].place)}
        return _alike(campaign, {key: unit for key, unit in ships.items() if key in near or key not in hidden})


def _engaged(campaign: TheWar, key: str, rule: str) -> Iterable[Refusal]:
    """Why nothing befalls a unit now: a battle or a decision is under way, or a battle that it is in is announced."""
    if campaign.pending:
        yield Refusal(rule, "something else is being decided", "Once that is over.")
    for where, battle in campaign.engagements.items():
        if key in (*battle.attackers, *battle.defenders, *battle.ships, *battle.cargo, *battle.wave, *battle.reserves):
            name = titles.unit(campaign, key)
            yield Refusal(rule, f"{name} is in the battle at {titles.where(campaign, where)}", "Once it is over.")


def _called(ship: Unit, name: str) -> bool:
    """Whether a ship is one of a kind, or of a group, of that name."""
    return name in (ship.kind, forces.group_of(ship))


def _fits(ship: Unit, raid: Mapping[str, Any]) -> bool:
    return ship.power == "britain" and (ship.kind in raid["kinds"] or forces.group_of(ship) in raid["kinds"])


def _hostile(campaign: TheWar, where: str) -> bool:
    """Whether a port is in the hands of the other side, so that no British ship lies there."""
    place = campaign.places.get(where)
    holder = place.holder if place is not None else ""
    return bool(holder) and sides.side(campaign, holder) == sides.AXIS


def in_reach(campaign: TheWar, raid: Mapping[str, Any], where: str) -> bool:
    """Whether a place is such a port: one at home in Britain, or one on the Mediterranean, Gibraltar too."""
    place = ports.of(campaign, where)
    if place is None:
        return False
    if raid.get("home"):
        return place.country == "britain"
    waters = seas.of_port(campaign, where)
    return any(area == _GIBRALTAR or sea_areas.MEDITERRANEAN in sea_areas.facts(area) for area in waters)


class Exchange(Kind):
    """A unit becomes two others at the difference in cost; one of the force pool becomes others there, which are paid
    for as they are built (28.1.2 #19, rulings 397, 579)."""

    column = "exchanges"
    unit_label = "which unit"

    def meant(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Named:
        """One of the force pool by that name, or by none."""
        return Named(named.at, "" if named.unit == POOL else named.unit)

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule, power, gives = f"{row['rule']}, ruling 397", str(row["power"]), row["exchanges"]["gives"]
        unit, what = campaign.units.get(named.unit), forces.spoken(gives)
        if named.at:
            yield Refusal(rule, f"{row['name']} names no place", "Without at=.")
        if unit is None and named.unit:
            hint = f"The id of a whole {what} on the board, or 'unit={POOL}'."
            yield Refusal(rule, f"there is no unit '{named.unit}'", hint)
            return
        if unit is None:
            pool = campaign.pools.get(f"{power}-{gives}")
            if pool is None or not pool.count:
                yield Refusal(rule, f"no {what} is in the force pool", "'unit=' for one on the board.")
            return
        if (unit.power, forces.group_of(unit), unit.depleted) != (power, gives, False):
            name = titles.unit(campaign, named.unit)
            yield Refusal(rule, f"{name} is no whole {what} of {wars.named(campaign, power)}")
        yield from _engaged(campaign, named.unit, rule)
        yield from short(campaign, power, self.cost(campaign, row, named).total, str(row["rule"]))

    def cost(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Breakdown:
        """In NARFs, for one on the board: the new units less the old one, each with its cadre (ruling 397)."""
        if named.unit not in campaign.units:
            return Breakdown()
        power, trade = str(row["power"]), row["exchanges"]
        old, new = (prices.build(power, *group.split("-", 1)).total for group in (trade["gives"], trade["gets"]))
        gets = Line(f"{trade['count']} {forces.spoken(trade['gets'])}", trade["count"] * new, "15.1.2")
        less = Line(f"1 {forces.spoken(trade['gives'])} given for them", -old, f"{row['rule']}, ruling 397")
        return construction_limit.priced(campaign, power, Breakdown((gets, less)))

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        why, rule, power, trade = str(row["name"]), str(row["rule"]), str(row["power"]), row["exchanges"]
        if named.unit not in tx.campaign.units:
            join(tx, power, trade["gives"], -1, row)
            join(tx, power, trade["gets"], trade["count"], row)
            return
        price, place = self.cost(tx.campaign, row, named).total, tx.campaign.units[named.unit].place
        construction_limit.pay(tx, power, price, why, rule)
        forces.keep_serial(tx, named.unit)
        tx.remove(f"units.{named.unit}", why, rule)
        kind, strength, _ = parts(trade["gets"])
        for key in forces.new_ids(tx, power, kind, trade["count"]):
            tx.create(f"units.{key}", Unit(power=power, kind=kind, strength=strength, place=place), why, rule)

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        if named.unit not in campaign.units:
            return "in the force pool"
        return f"{titles.unit(campaign, named.unit)} on the board"

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        yield Named()
        units = forces.group_units(campaign, str(row["power"]), row["exchanges"]["gives"])
        yield from (Named((), key) for key, unit in units.items() if not unit.depleted)

    def units(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        power, gives = str(row["power"]), row["exchanges"]["gives"]
        pool = campaign.pools.get(f"{power}-{gives}")
        left = pool.count if pool is not None else 0
        what = forces.spoken(gives)
        yield Counter(POOL, f"{what} in the pool", min(1, left), f"{left} there" if left else "none is left there")
        units = forces.group_units(campaign, power, gives)
        yield from _alike(campaign, {key: unit for key, unit in units.items() if not unit.depleted})


def _alike(campaign: TheWar, units: Mapping[str, Unit]) -> Iterable[Counter]:
    """A line for all units that are alike in a place: any of them will do."""
    groups: dict[tuple[str, str], list[str]] = {}
    for key, unit in units.items():
        groups.setdefault((titles.label(unit), unit.place), []).append(key)
    for (label, place), keys in groups.items():
        where = f"at {titles.where(campaign, place)}" if place in campaign.places else "on the board"
        yield Counter(keys[0], f"{label} {where}", 1, f"{len(keys)} of them" if len(keys) > 1 else "")


KINDS: tuple[Kind, ...] = (Rising(), Appearing(), Raid(), Exchange(), Harbor(), Payer(), Brought(), Raised())
_NONE = Kind()


def kind(row: Mapping[str, Any]) -> Kind:
    """What a row wants to have named."""
    return next((one for one in KINDS if one.column in row), _NONE)


def cost(campaign: TheWar, row: Mapping[str, Any], named: Named) -> Breakdown:
    """What the play itself costs, in NARFs."""
    wants = kind(row)
    return wants.cost(campaign, row, named) if isinstance(wants, Exchange) else Breakdown()


def factors(campaign: TheWar, named: Named) -> int:
    """The factors that a ship loses by the most damage."""
    return ship_damage.most(campaign.units[named.unit].kind)


def parts(group: str) -> tuple[str, str, str]:
    """Kind, strength and origin of a group."""
    kind_of, *rest = group.split("-")
    strength = "-".join(part for part in rest if part.isdigit())
    return kind_of, strength, "-".join(part for part in rest if not part.isdigit())


def join(tx: Transaction[TheWar], power: str, group: str, change: int, row: Mapping[str, Any]) -> None:
    """So many units of a group join a power's force pool, or, below zero, leave it."""
    key, why, rule = f"{power}-{group}", str(row["name"]), str(row["rule"])
    if key in tx.campaign.pools:
        forces.trade(tx, key, change, why, rule)
        return
    kind_of, strength, tag = parts(group)
    tx.create(f"pools.{key}", Pool(power=power, kind=kind_of, strength=strength, count=change, tag=tag), why, rule)
