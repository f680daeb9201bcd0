"""Strategic movement: what is moved costs SMPs, by its kind and by what it passes (8.0 to 8.6, 8.8).

Paths, ZOCs and ranges are on the board and trusted to it; what a player says of a route is judged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Self

from engine.kernel.grammar import FLAG, GROUP, NAME, NAMES, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, made_and_compared_often
from engine.thewar.countries import straits
from engine.thewar.economy import capacity, effort_markers, logistics
from engine.thewar.moving import beside_enemies, hops, met_on_the_way, moved_units, passages, sealift_ways
from engine.thewar.supply import sea_lines
from engine.thewar.weather import winter_moves
from engine.thewar.world import (
    arriving,
    behind_lines,
    caps,
    counters,
    deeds,
    entering,
    forces,
    installed,
    islands,
    minors,
    ports,
    posting,
    supply,
    tallies,
    titles,
    turncoats,
    unit_words,
    us_box,
    wars,
)
from engine.thewar.world.naming import COUNTRY, POWER
from engine.thewar.world.state import TheWar, Unit

STEPS = ("stratmove.air", "stratmove.ground", "stratmove.naval")
"""The steps of strategic movement, in the order of 8.1.4."""
MOST = 99
SATELLITE_UNITS = 2
"""Units of a Satellite that move in a turn (8.6)."""
BREAKDOWN_UNITS = 3
"""Breakdown units that a Fleet carries in place of a whole unit (8.3.2, 9.6.3)."""
FORTRESS = "fortress"


@cache
def kinds() -> Mapping[str, Mapping[str, Any]]:
    """The printed rows of the kinds of strategic movement, by their keys."""
    printed: Mapping[str, Mapping[str, Any]] = table("thewar", "stratmoves")["row"]
    return printed


def fleets(campaign: TheWar, power: str, *, whole: bool = False) -> int:
    """Fleets of a power that may still carry something this turn: none in a yard, on patrol, or after a mission or a
    move of its own (7.0), ``whole``: no depleted one."""
    docked = moved_units.staying(campaign)
    able = sum(
        1
        for key, unit in forces.units_of(campaign, power).items()
        if unit.kind == "fleet" and key not in docked and not (whole and unit.depleted)
        if not deeds.spent(campaign, key)
    )
    gone = moved_units.counted(campaign, power)
    return max(0, able - gone)


def no_fleets(campaign: TheWar, power: str, needed: int, rule: str, *, whole: bool = False) -> Iterable[Refusal]:
    """Why a power has not the Fleets to carry something."""
    have = fleets(campaign, power, whole=whole)
    if needed > have:
        ships = f"{'undepleted ' * whole}Fleet{'s' * (needed != 1)}"
        reason = f"it takes {needed} {ships}, {wars.named(campaign, power)} has {have} to carry"
        yield Refusal(rule, reason, "Those in yards, on patrol, after a mission and that carry already do not count.")


@made_and_compared_often
class Stratmove(PowerOrder[TheWar]):
    """Move units or installations strategically. ``count`` whole ones (of naval units: Fleets of one port, or a CV) and
    ``depleted`` ones, all of a ``group`` such as inf-6-5 where one is named; then Fleets are counted one by one.
    ``country``: the Satellite whose they are (8.6); ``through`` what they pass that the rules ask for; ``origin`` and
    ``to``: places, where a box is one of them; ``pays``: whose SMPs (8.7); ``asked``: who may intercept it has been
    asked (8.2.1); ``by``: the airfields on which aircraft land on their way (8.3.1)."""

    verb: ClassVar[str] = "stratmove"
    title: ClassVar[str] = "strategic movement"
    rule: ClassVar[str] = "8.0"
    steps: ClassVar[tuple[str, ...]] = STEPS

    kind: str = word(NAME)
    count: int = keyed(number(0, 99), 1)
    depleted: int = keyed(number(0, 99), 0)
    group: str = keyed(GROUP, "")
    country: str = keyed(COUNTRY, "")
    through: tuple[str, ...] = keyed(NAMES, (), "passing through")
    origin: str = keyed(NAME, "", "from")
    to: str = keyed(NAME, "")
    pays: str = keyed(POWER, "", "who pays the SMPs")
    asked: bool = keyed(FLAG, False, "interception asked for")
    by: tuple[str, ...] = keyed(NAMES, (), "landing on the way at")

    @classmethod
    def own_words(cls) -> Collection[str]:
        """'air' in the step of ground units is no airbase."""
        return kinds()

    def complete(self, campaign: TheWar) -> Self:
        """``group=2 INF 6-5`` says how many too, ``group=INF dep`` that they are Depleted."""
        written = unit_words.read((self.group,)) if self.group else None
        if written is None:
            return self
        group = forces.meant(campaign, self.owner, written.group, "depleted" if written.depleted else "on the board")
        if not written.counted and not written.depleted:
            return evolve(self, group=group)
        if written.depleted:
            return evolve(self, group=group, count=0, depleted=written.many)
        return evolve(self, group=group, count=written.many)

    @property
    def row(self) -> Mapping[str, Any]:
        """The table's row of the kind. Raises KeyError."""
        return kinds()[self.kind]

    @property
    def units(self) -> int:
        """The number of units that are moved."""
        return self.count + self.depleted

    @property
    def fleets(self) -> int:
        """Fleets that carry them: one for a whole unit, for two depleted ones or for three Breakdown units (8.3.2)."""
        if not self.row.get("carried", False):
            return 0
        if self.group and self.group.endswith(counters.BREAKDOWN):
            return -(-self.units // BREAKDOWN_UNITS)
        return self.count + -(-self.depleted // 2)

    @property
    def _ships(self) -> bool:
        """Whether what moves are ships."""
        return "naval" in self.row.get("arms", ())

    @property
    def _sails(self) -> bool:
        """Whether it goes by sea to a place that is named: ships, and what Fleets carry."""
        return bool(self.to) and (self._ships or bool(self.row.get("carried", False)))

    @property
    def crossing(self) -> bool:
        """Whether the route begins or ends in the U.S. Box (8.5.5)."""
        return passages.US_BOX in (self.origin, self.to)

    @property
    def purse(self) -> capacity.Purse:
        """The purse whose SMPs pay for the move."""
        if self.country:
            return capacity.Purse(self.power, self.country)
        return capacity.purse(self.pays or self.power, crossing=self.crossing)

    @property
    def owner(self) -> str:
        """The owner of the units that are moved."""
        return self.country or self.power

    def lot(self, campaign: TheWar) -> moved_units.Lot:
        """The units of the group that there are where the move begins."""
        return moved_units.lot(campaign, self.owner, self.row, self.group, self.origin)

    def causes(self, campaign: TheWar) -> Breakdown:
        """What the units themselves take, in halves of an SMP, their Fleets apart."""
        whole, hurt = capacity.HALVES * self.count, self.depleted
        if self.row["step"] == "naval" and self.group.startswith("fleet"):
            cost = self._of_ports(campaign, whole + hurt)
        else:
            lines = [Line("for units, 1 each", whole, "8.0")] if whole else []
            lines += [Line("for Depleted units, half each", hurt, "8.0")] if hurt else []
            cost = Breakdown(tuple(lines))
        if not self._named_on_the_way:
            return cost
        lands = passages.lands(campaign, (self.origin, self.to))
        rule = passages.doubled(campaign, self.power, self.row, (*self.through, *lands))
        if not rule and winter_moves.doubles(campaign, (self.origin, self.to)):
            rule = "26.2"
        return cost.plus("twice there", cost.total, rule) if rule else cost

    def _of_ports(self, campaign: TheWar, halves: int) -> Breakdown:
        """What Fleets take: those of each port where they are recorded together one SMP; of whom only the board knows,
        they lie with the others (7.6.2)."""
        each: dict[str, int] = {}
        for key in self._named(campaign):
            unit = campaign.units[key]
            port = unit.place if unit.place in campaign.places else ""
            each[port] = each.get(port, 0) + (1 if unit.depleted else capacity.HALVES)
        if len(each) < 2:
            return Breakdown((Line("Fleets of one port together", min(capacity.HALVES, halves), "7.6.2"),))
        if unknown := each.pop("", 0):
            first = next(iter(each))
            each[first] += unknown
        costs = {port: min(capacity.HALVES, many) for port, many in each.items()}
        return Breakdown(
            tuple(Line(f"Fleets of {titles.where(campaign, port)}", cost, "7.6.2") for port, cost in costs.items())
        )

    @property
    def _named_on_the_way(self) -> bool:
        """Whether the order says where it begins or ends or what it passes: of all else only the board knows."""
        return bool(self.origin or self.to or self.through)

    def _inside(self, campaign: TheWar) -> bool:
        """Whether the move goes by land or air inside the 1939 Soviet Union."""
        if not self._named_on_the_way:
            return False
        passes = passages.USSR in self.through or winter_moves.in_ussr(campaign, (self.origin, self.to))
        return passes and self.row["step"] != "naval"

    def smps(self, campaign: TheWar) -> capacity.Charges:
        """What the move takes, in halves of an SMP; the Fleets of a Satellite's cargo are its master's."""
        cargo = self.causes(campaign).total
        carriers = capacity.HALVES * self.fleets if self.row.get("carried", False) else 0
        if not self.country:
            return {self.purse: cargo + carriers}
        return {self.purse: cargo, capacity.purse(self.power): carriers} if carriers else {self.purse: cargo}

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.kind == FORTRESS:
            yield Refusal("8.5.4", "a fortress is never moved", "Airbases and fortifications are.")
            return
        if self.kind not in kinds():
            yield Refusal("8.0", f"'{self.kind}' is nothing that SMPs move", f"There are: {', '.join(kinds())}.")
            return
        if self.count < 0 or self.depleted < 0 or not 1 <= self.units <= MOST:
            yield Refusal("8.0", f"{self.units} units, {self.depleted} of them depleted", f"Together from 1 to {MOST}.")
            return
        if self.pays and self.pays not in campaign.powers:
            yield Refusal("8.7", f"'{self.pays}' is no Major Power", "Britain or the U.S., for each other.")
            return
        if (refusal := logistics.may(campaign, self.power, "stratmove")) is not None:
            yield refusal
        if self.origin:
            yield from effort_markers.starts(campaign, self.power, (self.origin,))
            yield from entering.starts(campaign, self.owner, self.origin, "8.1.1, 8.1.3, ruling 609")
        if self.power == "us" and not campaign.powers["us"].entered:
            yield Refusal("22.1", "American units stay in the U.S. Box until the entry into the war")
        yield from self._from_box(campaign)
        naval, carried = self.row["step"] == "naval", self.row.get("carried", False)
        goes = self._named(campaign) if self.group else ()
        if self.group:
            known = self.lot(campaign)
            yield from moved_units.missing(campaign, self.owner, self.row, known, self.count, self.depleted)
            if naval and self.to:
                yield from ports.excess(campaign, self.to, goes)
        elif self._ships:
            yield from moved_units.too_few(campaign, self.owner, self.row, self.count, self.depleted)
        if naval and self.to:
            yield from straits.sails(campaign, self.power, self._starts(campaign), self.to, ())
        if self.by:
            yield from hops.wrong(campaign, self.power, self.by, fly=self.row["step"] == "air")
            if self.row["step"] == "air":
                yield from hops.too_long(campaign, *self._flight(campaign))
        if self.row["step"] == "ground" and not carried:
            yield from islands.by_land(campaign, (self.origin, self.to), "By sea: 'stratmove sealift' (8.3.3).")
        if self.kind in beside_enemies.KINDS:
            rule = "7.6.1, 8.1.1" if carried else "8.1.1"
            yield from beside_enemies.refused(campaign, self.power, (self.origin, self.to), rule)
        if carried:
            yield from sealift_ways.refused(campaign, self.power, self.origin, self.to)
        if self._sails and not self.asked:
            yield from met_on_the_way.unasked(campaign, self.power, self._starts(campaign), self.to)
        if self.group and not carried:
            yield from supply.supplied(campaign, goes, supply.MOVE)
        elif self.group:
            yield from sea_lines.lifted(campaign, self.power, goes, self.to)
        if self.to and (self.row["step"] == "air" or (naval and not self.group)):
            yield from installed.closed(campaign, self.to)
        yield from self._in_order(campaign)
        yield from self._whose(campaign)
        if self._named_on_the_way:
            passes = passages.Passage(self.power, self.country, self.row, self.through, self.origin, self.to)
            yield from passes.judge(campaign)
            if self._inside(campaign):
                yield from winter_moves.too_many(campaign, self.owner, self.units)
            yield from minors.strays(campaign, self.country, (self.origin, self.to))
        if self.group.endswith(minors.SOUTH_AFRICAN):
            yield from minors.south_africans(campaign, (self.to,))
        if self.group.endswith(minors.VOLKSSTURM):
            yield from minors.volkssturm(campaign, (self.to,))
        if (
            self.to
            and self.row.get("ground", False)
            and self.to in campaign.places
            and campaign.places[self.to].kind != "box"
        ):
            # Of boxes the rules of the passage itself speak (8.8).
            yield from entering.refused(campaign, self.owner, self.to)
        if self.to:
            yield from self._in_africa(campaign)
        if self.group:
            yield from posting.refused(campaign, self.to, (campaign.units[key] for key in goes))
            yield from arriving.refused(campaign, self.to, goes, beyond=bool(carried))
            yield from turncoats.stays(campaign, goes)
            yield from behind_lines.stays(campaign, goes)
        yield from capacity.lacking(campaign, self.smps(campaign), spared=self._spared(campaign))
        if carried and (needed := self.fleets):
            yield from no_fleets(campaign, self.power, needed, "8.3.2", whole=True)

    def _in_africa(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why so many do not go to North Africa: its limits count those that are named; of others each air unit, and
        for a ground unit the one factor that it has at the least (12.2.5)."""
        arm = str(self.row["step"])
        if caps.land(campaign, self.to) not in caps.LANDS or arm not in ("ground", "air"):
            return
        if self.group:
            goes = moved_units.chosen(campaign, self.lot(campaign), self.count, self.depleted, self.to)
            yield from caps.refused(campaign, self.owner, self.to, goes)
            return
        if arm == "ground" and self.row.get("ground", False):
            yield from caps.without_tobruk(campaign, self.owner, self.to)
        many = (self.units, 0) if arm == "ground" else (0, self.units)
        yield from caps.beyond(campaign, self.owner, caps.Cap(*many))

    def _starts(self, campaign: TheWar) -> tuple[str, ...]:
        """The ports where what sails begins its move: named, or where its ships are recorded; '' where nobody says."""
        if self.origin or not self.group or not self._ships:
            return (self.origin,)
        return tuple(campaign.units[key].place for key in self._named(campaign))

    def _named(self, campaign: TheWar) -> tuple[str, ...]:
        """The units of the group that go, by id."""
        return moved_units.chosen(campaign, self.lot(campaign), self.count, self.depleted, self.to, self.origin)

    def _from_box(self, campaign: TheWar) -> Iterable[Refusal]:
        """What leaves the U.S. Box not before its date, and what leaves another by nobody else's SMPs (8.8.9,
        22.3.3)."""
        if self.row.get("ground", False) and not self.country:
            # Until then all of them stand in the U.S. Box, wherever the order says that they come from.
            yield from us_box.too_early(campaign, self.power, "ground units")
        owner = passages.payers(self.origin)
        if owner and self.power == owner and self.pays not in ("", owner):
            box, name = titles.where(campaign, self.origin), wars.named(campaign, owner)
            yield Refusal("8.8.9", f"what leaves the {box} takes SMPs of {name}", "Without pays=.")

    def _in_order(self, campaign: TheWar) -> Iterable[Refusal]:
        """Air units first, then ground, then naval units (8.1.4)."""
        step = campaign.progress.step.rpartition(".")[2]
        if f"stratmove.{step}" in STEPS and step != self.row["step"]:
            order = [str(slug).rpartition(".")[2] for slug in STEPS]
            past = order.index(step) > order.index(str(self.row["step"]))
            hint = f"'late {self.text}' enters it now." if past else f"Its step is that of {self.row['step']} units."
            yield Refusal("8.1.4", f"{self.row['many']} move in the step of {self.row['step']} units", hint)

    def _whose(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.pays:
            if self.country:
                yield Refusal("8.6", "units of a Satellite move with its own SMPs", "Without pays=.")
            else:
                yield from capacity.not_shared(campaign, self.power, self.pays)
        if not self.country:
            return
        land = campaign.countries.get(self.country)
        if land is None or land.status != "satellite" or land.patron != self.power:
            name = land.name if land else f"'{self.country}'"
            yield Refusal("8.6", f"{name} is no Satellite of {wars.named(campaign, self.power)}")
            return
        moved = tallies.used(campaign, self.power, tallies.UNITS, self.country)
        if moved + self.units > SATELLITE_UNITS:
            yield Refusal("8.6", f"{moved + self.units} units of {land.name} this turn", f"{SATELLITE_UNITS} a turn.")

    def _spared(self, campaign: TheWar) -> int:
        """Halves that losses to U-boats take from all but MDM and SAC on their way over the Atlantic (8.4)."""
        if self.pays or self.power != "us" or not (self.row.get("overs", False) and self.crossing):
            return 0
        whole = sum(line.value for line in capacity.smp(campaign, "us").lines if line.label == "capacity")
        return capacity.HALVES * max(0, whole // 2 - capacity.room(campaign, self.purse))

    def effect(self, tx: Transaction[TheWar]) -> None:
        capacity.spend(tx, self.smps(tx.campaign), "strategic movement", str(self.row["rule"]))
        tallies.use(tx, self.power, tallies.CARRYING, self.fleets, "Fleets that carry", "8.3.2")
        if self._inside(tx.campaign):
            winter_moves.remember(tx, self.owner, self.units)
        if self.country:
            tallies.use(tx, self.power, tallies.UNITS, self.units, "strategic movement", "8.6", of=self.country)
        if self._ships and not self.group:
            tallies.use(tx, self.owner, tallies.MOVED, self.units, "ships that have moved", "7.0")
        if self.group:
            moved_units.shift(tx, self.row, self.lot(tx.campaign), self.count, self.depleted, self.to, self.origin)

    def sentence(self, campaign: TheWar) -> str:
        if self.kind not in kinds():
            return self.text
        numbers = [f"{number}{kind}" for number, kind in ((self.count, ""), (self.depleted, " depleted")) if number]
        called = forces.spoken(self.group) if self.group else self.row["name" if self.units == 1 else "many"]
        name = f"{' and '.join(numbers)} {called}"
        whose = f" of {wars.named(campaign, self.country)}" if self.country else ""
        way = "".join(
            f" {word} {titles.where(campaign, place)}"
            for word, place in (("from", self.origin), ("to", self.to))
            if place
        )
        total = sum(self.smps(campaign).values())
        mover = wars.named(campaign, self.power)
        starts = self._starts(campaign) if self._sails else ()
        met = "" if self.asked else met_on_the_way.told(campaign, self.power, starts, self.to)
        ends = (self.origin, self.to) if self.kind in beside_enemies.KINDS else ()
        beside = beside_enemies.told(campaign, self.power, ends)
        if self.row.get("carried", False):
            beside += sealift_ways.told(campaign, self.power, self.origin, self.to)
        return f"{mover} moves {name}{whose}{way}: {capacity.said(total)}{met}{self._hops(campaign)}{beside}"

    def _hops(self, campaign: TheWar) -> str:
        """In how many hops aircraft of a group fly, as far as both ends are known, or by what airfields they say."""
        if self.row["step"] != "air" or not (self.group or self.by):
            return ""
        return hops.told(campaign, *self._flight(campaign))

    def _flight(self, campaign: TheWar) -> tuple[Sequence[Unit], str, tuple[str, ...], str]:
        """The aircraft of a group, from where, by what airfields and where to; no aircraft where none is named."""
        flying = self._named(campaign) if self.group else ()
        units = tuple(campaign.units[key] for key in flying)
        origins = tuple(dict.fromkeys(unit.place for unit in units))
        return units, self.origin or (origins[0] if len(origins) == 1 else ""), self.by, self.to

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        yield from hops.unknown(campaign, self.by)

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Stratmove]:
        """One of each kind of the step, and one unit of each Satellite."""
        step = campaign.progress.step.rpartition(".")[2]
        for kind, row in kinds().items():
            if row["step"] == step:
                yield cls(power, kind)
        if step == "ground":
            yield from (cls(power, "ground", country=country) for country in minors.satellites(campaign, power))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        step = campaign.progress.step.rpartition(".")[2]
        mine = tuple(kind for kind, row in kinds().items() if row["step"] == step) or tuple(kinds())
        fields = (
            Field("power", "power", default=power, choices=tuple(campaign.powers)),
            Field("kind", "what moves", "8.0", choices=mine),
            Field("count", "whole ones", default="1"),
            Field("depleted", "depleted ones", "8.0", default="0"),
        )
        pattern = "{power} stratmove {kind} count={count} depleted={depleted}"
        more = (hops.box(campaign, power),) if step == "air" else ()
        return Form(cls.verb, "Strategic movement", pattern, fields, cls.rule, more)


def movers(campaign: TheWar, half: str = "") -> tuple[str, ...]:
    """The powers whose effort allows strategic movement and that have SMPs left, a Satellite's among them, the lowest
    hand first (3.8); in a ``half`` of the turn those of its side."""
    able = []
    for power in wars.all_standing(campaign, half):
        if logistics.may(campaign, power, "stratmove") is not None:
            continue
        if power == "us" and not campaign.powers["us"].entered:
            continue
        if _something_left(campaign, power):
            able.append(power)
    return wars.ascending(campaign, able)


def _something_left(campaign: TheWar, power: str) -> bool:
    """Whether anything is left of a power's SMPs this turn, or of those of its Satellites."""
    for own in capacity.purses(power):
        if capacity.something_left(campaign, own):
            return True
    purses = (capacity.Purse(power, country) for country in minors.satellites(campaign, power))
    return any(capacity.something_left(campaign, purse) for purse in purses)
