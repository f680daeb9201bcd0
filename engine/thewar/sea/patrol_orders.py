"""Patrols as orders: ships take one up, call it off before it has sailed, and return when their time is over (7.4,
3.10.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, NAMES, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, standing_aside, ways_out
from engine.thewar.countries import straits
from engine.thewar.economy import logistics
from engine.thewar.sea import sea_distances, sea_drafts, ship_ways
from engine.thewar.sea.sea_boxes import AtSea
from engine.thewar.weather import winter_moves
from engine.thewar.world import box_ways, calendar, patrols, sea_areas, sides, supply, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.patrols import FROM, KINDS, RULE
from engine.thewar.world.state import TheWar

STEPS = ("operations.naval", "end.naval")


@frozen
class TakeUp(PowerOrder[TheWar]):
    """Whole Fleets and CV with their NAC stay in a Sea Area through the enemy's next player turn and their own next
    one; those that are there already stay a turn longer. ``through``: the straits on their way (7.3)."""

    verb: ClassVar[str] = "patrol"
    title: ClassVar[str] = "patrol"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = STEPS

    area: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())
    through: tuple[str, ...] = keyed(NAMES, (), "passing through")

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids; of like units, those that are on no patrol first."""
        side = sides.side(campaign, self.power)
        away = [key for key in campaign.patrols if not self._renews(campaign, key)]
        units = battles.meant(
            campaign, self.units, side, first=self.power, deed=sea_drafts.MISSION, last=(*away, *campaign.patrols)
        )
        return attrs.evolve(self, units=units)

    def _renews(self, campaign: TheWar, key: str) -> bool:
        """Whether a unit is on patrol there already, since the turn before."""
        patrol = patrols.of(campaign, key)
        return patrol is not None and patrol.area == self.area and not patrols.fresh(campaign, key)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        if not self.units:
            wrong.append(
                Refusal(RULE, "nobody goes on patrol", "Whole Fleets, or CV with NAC, such as 2 Fleet, CV, NAC.")
            )
        yield from wrong
        if wrong:
            return
        if calendar.now(campaign) < calendar.number(FROM):
            yield Refusal(RULE, f"no patrols before {calendar.spoken(FROM)}")
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        yield from battles.of_others(campaign, self, self.units, self.rule)
        yield from standing_aside.uninvolved(campaign, self.units)
        if self.area in campaign.places or sea_areas.area(self.area) != self.area:
            yield Refusal(RULE, f"'{self.area}' is no Sea Area", f"Such as {', '.join(list(sea_areas.areas())[:6])}.")
        elif meant := sea_areas.misspelt(self.area):
            yield Refusal(RULE, f"there is no Sea Area '{self.area}'", f"{sea_areas.name(meant)} is '{meant}'.")
        for refusal in battles.activated(campaign, self.units, "patrols"):
            yield Refusal(f"{RULE}, {refusal.rule}", refusal.reason, refusal.hint)
        yield from self._ships(campaign)
        yield from straits.unknown(self.through)
        yield from sea_drafts.barred(campaign, self.units, self.area, self.through)
        yield from sea_distances.far(campaign, self._sail(campaign), self.area, invades=False)
        for owner in ship_ways.owners(campaign, self.units):
            yield from winter_moves.ice(campaign, owner, (self.area, *self.through))

    def _ships(self, campaign: TheWar) -> Iterable[Refusal]:
        units = {key: campaign.units[key] for key in self.units}
        if others := [key for key, unit in units.items() if unit.kind not in KINDS]:
            yield Refusal(RULE, f"{titles.units(campaign, others)} goes on no patrol", "Fleets, and CV with NAC.")
        if worn := [key for key, unit in units.items() if unit.depleted]:
            yield Refusal(
                RULE,
                f"{titles.units(campaign, worn)} goes on no patrol",
                f"Whole ships only. {ways_out.repaired(campaign, worn)}",
            )
        yield from box_ways.stays(campaign, self.units)
        yield from battles.dry(campaign, self.units)
        yield from supply.supplied(campaign, self.units, supply.MISSION)
        for power in dict.fromkeys(unit.power for unit in units.values()):
            have = Counter(unit.kind for unit in units.values() if unit.power == power)
            if have["cv"] != have["nac"]:
                hint = f"{have['cv']} CV and {have['nac']} NAC are named."
                yield Refusal(RULE, "a CV goes on patrol with its NAC, and a NAC with its CV", hint)
        new = [key for key in self.units if not self._renews(campaign, key)]
        yield from patrols.stays(campaign, new)
        yield from battles.idle(
            campaign, self.units, sea_drafts.MISSION, "has been on a mission", "7.0", span="player turn"
        )

    def effect(self, tx: Transaction[TheWar]) -> None:
        patrols.put(tx, self.units, self.area)
        battles.remember(tx, self.units, sea_drafts.MISSION, "7.0")

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        end = calendar.spoken(patrols.until(calendar.turn(campaign)))
        sail = self._sail(campaign)
        doubts = sea_distances.unlooked(campaign, sail, self.area)
        doubts += sea_distances.advice(campaign, sail, self.area)
        return f"{who} on patrol in {sea_areas.name(self.area)} to {end}: {titles.units(campaign, self.units)}{doubts}"

    def _sail(self, campaign: TheWar) -> tuple[str, ...]:
        """Those who sail there, and are not there already."""
        return tuple(key for key in self.units if key in campaign.units and not self._renews(campaign, key))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The order's form, once patrols are possible, for the power that is awaited."""
        if not power:
            return None
        if calendar.now(campaign) < calendar.number(FROM) or logistics.may(campaign, power, "patrols") is not None:
            return None
        mine = tuple(battles.names(campaign, sides.side(campaign, power), first=power, category="naval"))
        nacs = battles.names(campaign, sides.side(campaign, power), first=power, category="air")
        offered = AtSea(power)
        able = (*mine, *_nacs(nacs))
        fields = (
            Field("area", "the Sea Area", "7.4", tuple(sea_areas.areas()), free=True),
            Field("units", "Fleets, CV with NAC", "7.4", able, listed=True, counters=offered.patrolling),
            Field(
                "through", "straits on the way", "7.3", tuple(straits.STRAITS), listed=True, counters=offered.through
            ),
        )
        return Form(cls.verb, "Patrol", power + " patrol {area} units={units} through={through}", fields, cls.rule)


def _nacs(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if "nac" in name.split("-"))


@frozen
class CallOff(PowerOrder[TheWar]):
    """Ships do not sail on patrol after all, as long as it is the player turn in which they were to."""

    verb: ClassVar[str] = "off-patrol"
    title: ClassVar[str] = "patrol called off"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = STEPS

    units: tuple[str, ...] = keyed(UNITS, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids; of like units, those that took up their patrol last first."""
        side = sides.side(campaign, self.power)
        idle = [key for key in campaign.units if key not in campaign.patrols]
        old = [key for key in campaign.patrols if not patrols.fresh(campaign, key)]
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, last=(*old, *idle)))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        if not self.units:
            wrong.append(Refusal(RULE, "no ships are named", "Such as 2 Fleet, CV, NAC."))
        yield from wrong
        if wrong:
            return
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        if idle := [key for key in self.units if patrols.of(campaign, key) is None]:
            hint = f"'{self.power} patrol AREA units=...' sends ships on one."
            yield Refusal(RULE, f"{titles.units(campaign, idle)} is on no patrol", hint)
        yield from patrols.stays(campaign, [key for key in self.units if not patrols.fresh(campaign, key)])

    def effect(self, tx: Transaction[TheWar]) -> None:
        patrols.leave(tx, self.units, "called off", RULE)
        battles.forget(tx, self.units, sea_drafts.MISSION, "7.0")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} calls a patrol off: {titles.units(campaign, self.units)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[CallOff]:
        """Each Sea Area's new patrol of the power."""
        for keys in patrols.standing(campaign, sides.side(campaign, power)).values():
            mine = tuple(key for key in keys if campaign.units[key].power == power and patrols.fresh(campaign, key))
            if mine:
                yield cls(power, mine)


@frozen
class Return(TableOrder[TheWar]):
    """The side's player turn ends throughout which these patrols stayed: they return to port (7.4, 3.10.2)."""

    verb: ClassVar[str] = "patrols-return"
    title: ClassVar[str] = "patrols return to port"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = ("end.naval",)
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        patrols.leave(tx, patrols.over(tx.campaign, sides.phasing(tx.campaign)), "its turns are over", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return "Patrols return to port"

    def told(self, before: TheWar, entry: Entry) -> str:
        by_area: dict[str, list[str]] = {}
        for change in entry.changes:
            key = change.at.removeprefix("patrols.")
            patrol = before.patrols.get(key)
            if patrol is not None:
                by_area.setdefault(patrol.area, []).append(key)
        said = "; ".join(f"{titles.units(before, keys)} from {sea_areas.name(area)}" for area, keys in by_area.items())
        return f"Back in port from patrol: {said}" if said else "Patrols return to port"


def returning(campaign: TheWar, half: str) -> bool:
    """Whether patrols of a half's side are over with it."""
    return bool(patrols.over(campaign, half))
