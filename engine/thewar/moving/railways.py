"""Rail moves: how many units a power moves by rail in its half, and what cuts them (5.2.1, 5.2.2, 9.1.2, 25.4).

That a unit goes from city to city through 25 friendly and supplied hexes the board shows (9.1.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.late import Asked
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import capacity, logistics, oil
from engine.thewar.weather import winter_moves
from engine.thewar.world import counters, entering, forces, guests, minors, supply, tallies, titles, wars
from engine.thewar.world.naming import COUNTRY, POWER, UNITS
from engine.thewar.world.state import TheWar, Unit

STEP = "operations.rail"
LOST = "rail-lost-"
"""With a power's id, the fact of the railmoves that it has lost this turn."""
WITHOUT_MOSCOW = 6
"""Soviet railmoves while Moscow is the Axis'."""
GERMANY, USSR = "germany", "ussr"
_rail_told = Asked("engine.thewar", "world.distances:rail_told")
_rail_refused = Asked("engine.thewar", "world.distances:rail_refused")
_location = Asked("engine.thewar", "world.whereabouts:location")
_posted = Asked("engine.thewar", "world.posting:refused")
_starts = Asked("engine.thewar", "economy.effort_markers:starts")
_moves_from = Asked("engine.thewar", "economy.effort_markers:moves_from")
_meant = Asked("engine.thewar", "moving.named_units:meant")
_refused = Asked("engine.thewar", "moving.named_units:refused")
_carried = Asked("engine.thewar", "moving.named_units:carried")
_how_many = Asked("engine.thewar", "moving.named_units:how_many")
_passengers = Asked("engine.thewar", "moving.named_units:Passengers")
"""What needs the map or names units, which nobody loads who only looks at what is due."""
NORTH_AFRICA = "north-africa"


def railmoves(campaign: TheWar, power: str, country: str = "") -> Breakdown:
    """The railmoves of a power this turn with their causes, or of its Satellite, which has its own (9.1.2). The figure
    is the scenario's, else the printed one."""
    if country:
        return Breakdown((Line("a minor country", int(capacity.row("minor")["rail"]), "9.1.2"),))
    whole = int(campaign.facts.get(f"rail-{power}", capacity.row(power)["rail"]))
    total = Breakdown((Line("rail capacity", whole, "9.1.2"),))
    moscow = capacity.MOSCOW in campaign.places and oil.holder(campaign, capacity.MOSCOW) in oil.AXIS
    if power == USSR and moscow and whole > WITHOUT_MOSCOW:
        total = total.plus("Moscow lost", WITHOUT_MOSCOW - whole, "9.1.2")
    if lost := int(campaign.facts.get(f"{LOST}{power}", 0)):
        total = total.plus("bombers and partisans", -lost, "5.2.1, 5.2.2, 25.4")
    return total.plus("never below none", -total.total, "9.1.2") if total.total < 0 else total


def remaining(campaign: TheWar, power: str, country: str = "") -> Breakdown:
    """The railmoves of a power or its Satellite that are left this turn, with their causes."""
    left, gone = railmoves(campaign, power, country), tallies.used(campaign, power, tallies.RAILMOVES, country)
    return left.plus("used this turn", -gone, "9.1.2") if gone else left


@frozen
class Railmove(PowerOrder[TheWar]):
    """Move units by rail. ``in_ussr``: German units inside the 1939 borders of the Soviet Union, which count twice;
    ``in_west``: in the zone of Western weather, where they count twice in a hard winter; ``to``: the city in which they
    end, where the campaign lists it; ``country``: the Satellite whose they are; ``origin``: the city or hex from which
    they go, which an RLE or LLE has to reach; ``units``: who goes, as far as somebody names them."""

    verb: ClassVar[str] = "railmove"
    title: ClassVar[str] = "rail moves"
    rule: ClassVar[str] = "9.1.2"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    count: int = word(number(1, 99))
    in_ussr: bool = keyed(FLAG, False)
    in_west: bool = keyed(FLAG, False, "in western Europe")
    to: str = keyed(NAME, "")
    country: str = keyed(COUNTRY, "")
    origin: str = keyed(NAME, "", "from")
    units: tuple[str, ...] = keyed(UNITS, ())

    @property
    def owner(self) -> str:
        """Whose units they are."""
        return self.country or self.power

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids."""
        if not self.units:
            return self
        return attrs.evolve(self, units=_meant(campaign, self.owner, self.units, self.to))

    def needed(self, campaign: TheWar) -> Breakdown:
        """The railmoves that it takes."""
        total = Breakdown((Line("for units, 1 each", self.count, "9.1.2"),))
        if self.power == GERMANY and not self.country and self._inside(campaign):
            total = total.plus("in the 1939 Soviet Union: twice", self.count, "9.1.2")
        west = self.in_west and winter_moves.hard_in_west(campaign)
        if west or winter_moves.doubles(campaign, (self.to,)):
            total = total.plus("in the West in a hard winter: twice", total.total, "26.2")
        return total

    def _inside(self, campaign: TheWar) -> bool:
        """Whether the move is inside the 1939 Soviet Union."""
        return self.in_ussr or winter_moves.in_ussr(campaign, (self.to,))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.count < 1:
            yield Refusal("9.1.2", f"{self.count} units", "One or more.")
            return
        if (refusal := logistics.may(campaign, self.power, "rail")) is not None:
            yield refusal
        if self.country:
            land = campaign.countries.get(self.country)
            if land is None or land.status != "satellite" or land.patron != self.power:
                name = land.name if land else f"'{self.country}'"
                yield Refusal("9.1.2", f"{name} is no Satellite of {wars.named(campaign, self.power)}")
                return
        if self.units:
            yield from self._passengers(campaign)
        yield from self._start(campaign)
        yield from self._destination(campaign)
        yield from minors.strays(campaign, self.owner, (self.to,))
        yield from _rail_refused(campaign, self._origins(campaign), self.to)
        # Loaded where a train goes: who looks at the ledger asks for what rails may carry, and for no island.
        from engine.thewar.world import islands

        for origin in self._origins(campaign) if self.to else ():
            yield from islands.by_land(campaign, (origin, self.to))
        yield from self._in_supply(campaign)
        if self._inside(campaign):
            yield from winter_moves.too_many(campaign, self.owner, self.count)
        need, left = self.needed(campaign).total, remaining(campaign, self.power, self.country)
        if need > left.total:
            name = wars.named(campaign, self.owner)
            causes = ", ".join(f"{line.label} {line.value}" for line in left.lines)
            yield Refusal("9.1.2", f"it takes {need} railmoves, {name} has {left.total} left", f"{causes}.")

    def _origins(self, campaign: TheWar) -> tuple[str, ...]:
        """Where they start, as far as somebody says: the city that is named, else where those that are named stand."""
        places = (campaign.units[key].place for key in self.units if key in campaign.units)
        return (self.origin,) if self.origin else tuple(dict.fromkeys(places))

    def _passengers(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why those that are named do not go."""
        if len(self.units) > self.count:
            more = f"{len(self.units)} units are named and {self.count} go"
            yield Refusal("9.1.2", more, f"{len(self.units)} go, or fewer are named.")
        yield from _refused(campaign, self.owner, self.units, self.origin, self.to)

    def _in_supply(self, campaign: TheWar) -> Iterable[Refusal]:
        """No more units go than are in supply, and none into a city that is cut off (9.1.1, 12.6.1)."""
        if not campaign.supply_marks and not campaign.supply_places:
            return
        owner = self.owner
        units = forces.units_of(campaign, owner).items()
        own = [key for key, unit in units if counters.category(unit.kind) == "ground"]
        free = supply.able(campaign, own, supply.MOVE)
        if self.count > len(free) < len(own):
            reason = (
                f"{wars.named(campaign, owner)} has {len(free)} of {len(own)} ground units in supply, not {self.count}"
            )
            yield Refusal("12.6.1", reason, "Who is out of supply does not move.")
        if self.to in campaign.places and (there := supply.at(campaign, self.to)).level == supply.OUT:
            # A place is told with its own name.
            why = there.why.partition(", with all in ")[0]
            reason = f"{campaign.places[self.to].name} is {why}" if there.since else why
            yield Refusal("9.1.1, 12.6.1", reason, "Rails run through hexes in supply.")

    def _start(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why they do not start where somebody says: no friendly city, or no marker of the effort reaches it (9.1.1,
        9.1.3)."""
        at = _location(campaign, self.origin)
        if not self.origin:
            return
        if at.kind not in ("place", "hex"):
            hint = "A city or a hex; without origin= the board knows it."
            yield Refusal("9.1.1", f"no rail starts at '{self.origin}'", hint)
            return
        place = campaign.places.get(self.origin)
        if place is not None and wars.hostile(campaign, place.holder, self.owner):
            held = wars.named(campaign, place.holder)
            yield Refusal("9.1.1", f"{place.name} is in the hands of {held}", "Rails run between friendly cities.")
        yield from entering.starts(campaign, self.owner, self.origin, "9.1.1, ruling 609")
        for refusal in _starts(campaign, self.power, (self.origin,)):
            yield attrs.evolve(refusal, rule=f"9.1.3, {refusal.rule}")

    def _destination(self, campaign: TheWar) -> Iterable[Refusal]:
        place = campaign.places.get(self.to)
        if self.to and place is None:
            yield Refusal("9.1.1", f"the campaign lists no '{self.to}'", "Without to=: the board knows it.")
        elif place is not None and place.tags.get(NORTH_AFRICA):
            yield Refusal("9.1.2", f"no rail runs to {place.name}", "There is none in Egypt and Libya.")
        elif place is not None and place.kind == "box":
            yield Refusal("9.1.2", f"no rail runs to {place.name}", "On the board alone.")
        elif place is not None and wars.hostile(campaign, place.holder, self.owner):
            held = wars.named(campaign, place.holder)
            yield Refusal("9.1.1", f"{place.name} is in the hands of {held}", "Rails run between friendly cities.")
        elif place is not None:
            yield from entering.refused(campaign, self.owner, self.to)
            yield from guests.into_romania(campaign, self.owner, self.to)
            # Whose units they are is known, which they are is not: a unit of a factor stands for each.
            unnamed = [Unit(power=self.owner, kind="inf", strength="1-5")] * (self.count - len(self.units))
            named = [campaign.units[key] for key in self.units if key in campaign.units]
            yield from _posted(campaign, self.to, [*named, *unnamed])

    def effect(self, tx: Transaction[TheWar]) -> None:
        moves, kind = self.needed(tx.campaign).total, tx.campaign.powers[self.power].effort
        if self.origin and kind in logistics.COUNTED:
            _moves_from(tx, self.power, self.origin, kind)
        tallies.use(tx, self.power, tallies.RAILMOVES, moves, "rail moves", "9.1.2", of=self.country)
        if self._inside(tx.campaign):
            winter_moves.remember(tx, self.owner, self.count)
        if self.units:
            _carried(tx, self.units, self.to)

    def sentence(self, campaign: TheWar) -> str:
        need = self.needed(campaign).total
        units = "1 unit" if self.count == 1 else f"{self.count} units"
        where = f" to {campaign.places[self.to].name}" if self.to in campaign.places else ""
        left = remaining(campaign, self.power, self.country).total
        named = f", {titles.units(campaign, self.units)} among them" if self.units else ""
        if len(self.units) == self.count:
            units, named = titles.units(campaign, self.units), ""
        name = wars.named(campaign, self.owner)
        origins = self._origins(campaign)
        far = _rail_told(campaign, origins[0], self.to) if len(origins) == 1 else ""
        return f"{name} moves {units} by rail{where}{named}: {need} of {left} railmoves{far}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Railmove]:
        """The order to move one unit."""
        if remaining(campaign, power).total > 0:
            yield cls(power, 1)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        left = remaining(campaign, power).total
        fields = [Field("count", f"units by rail, {left} railmoves left", cls.rule, default="1", proposes=_how_many)]
        pattern = power + " railmove {count}"
        if power == GERMANY:
            fields.append(Field("ussr", "in the 1939 Soviet Union", cls.rule, ("no", "yes"), "no"))
            pattern += " in-ussr={ussr}"
        if winter_moves.hard_in_west(campaign):
            fields.append(Field("west", "in the West: twice", "26.2", ("no", "yes"), "no"))
            pattern += " in-west={west}"
        fields.append(Field("units", "who, if named", "3.9.2", free=True, listed=True, counters=_passengers(power)))
        pattern += " units={units}"
        if campaign.powers[power].effort in logistics.COUNTED:
            fields.append(Field("origin", "from, if the marker's reach is to be judged", "9.1.3", free=True))
            pattern += " origin={origin}"
        return Form(cls.verb, "Rail moves", pattern, tuple(fields), cls.rule)


def cut(tx: Transaction[TheWar], occupier: str) -> None:
    """Partisans cost an occupier an SMP, the U.S. one of each half (8.5.5, ruling 13), and a railmove of this turn
    (25.4)."""
    fact = f"{LOST}{occupier}"
    tx.add(f"powers.{occupier}.smp_lost", capacity.parts(occupier), "partisans", "25.4")
    tx.put(f"facts.{fact}", int(tx.campaign.facts.get(fact, 0)) + 1, "partisans", "25.4")


@frozen
class PartisansCut(TableOrder[TheWar]):
    """A marked result of the partisan table, as it was entered before the roll was an order: the occupier loses an SMP
    and a railmove this turn (25.4). The roll cuts by itself; journals that have this order are read."""

    verb: ClassVar[str] = "partisans-cut"
    title: ClassVar[str] = "partisans cut the railways"
    rule: ClassVar[str] = "25.4"
    replaced: ClassVar[str] = "POWER partisan-war OCCUPIER others=COUNT"

    occupier: str = word(POWER)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.occupier not in campaign.powers:
            yield Refusal("25.4", f"'{self.occupier}' is no Major Power", f"Powers: {', '.join(campaign.powers)}.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        cut(tx, self.occupier)

    def sentence(self, campaign: TheWar) -> str:
        return f"Partisans cost {wars.named(campaign, self.occupier)} an SMP and a railmove"
