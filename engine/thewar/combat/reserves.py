"""Reserve markers: who may create them, how many, on what, what they cost, how long they lie (9.9.1, 9.9.2, 9.9.4,
9.9.6).

That a unit is not next to an enemy only the board shows; how a Reserve is committed is the board's too (9.9.3, 9.9.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from engine.kernel import leaving_out, ruleset
from engine.kernel.changes import Entry
from engine.kernel.counters import Counter
from engine.kernel.grammar import FLAG, GROUP, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.remembering import of_part
from engine.kernel.sequence import LEFT_OUT
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often, made_and_compared_often
from engine.thewar.building import unit_building
from engine.thewar.combat import surprises
from engine.thewar.economy import construction_limit, logistics
from engine.thewar.economy.spending import short, take
from engine.thewar.world import forces, installed, sides, tallies, traits, wars
from engine.thewar.world.state import TheWar, Unit

COMMITTED = "operations.reserves"
PRICE = 5
"""NARFs for a marker (9.9.2)."""
BY_RATING = {1: 3, 2: 2, 3: 1, 4: 0}
"""Markers a turn by the army's rating (9.9.1)."""
FORTIFICATION = "fortification"
PLACED, CHIT = tallies.RESERVES, tallies.RESERVES_CHIT
IN_RESERVE = "reserve-fortification"
"""The fact that a Soviet fortification is in Reserve."""


def _left_out(campaign: TheWar) -> Refusal | None:
    """Why nothing is placed in Reserve where the scenario leaves out the step in which Reserves are committed."""
    if not campaign.leaves_out:
        return None
    steps = [step for step in ruleset.of(campaign).sequence.steps if step.slug == COMMITTED]
    return leaving_out.refusal(campaign, "9.9.1", steps)


def limit(campaign: TheWar, power: str) -> Breakdown:
    """How many markers a power may place this turn (9.9.1)."""
    if _left_out(campaign) is not None:
        return Breakdown((Line(LEFT_OUT, 0, "9.9.1"),))
    rating = campaign.powers[power].army
    allowed = Breakdown((Line(f"an army of rating {rating}", BY_RATING[rating], "9.9.1"),))
    extra = tallies.built(campaign, power, CHIT)
    return allowed.plus("an Espionage chit", extra, "9.9.1") if extra else allowed


def placed(campaign: TheWar, power: str) -> int:
    """How many markers a power has placed this turn."""
    return tallies.built(campaign, power, PLACED)


def candidates(campaign: TheWar, power: str, group: str) -> list[str]:
    """The units of a group that may take a marker, by id, whole ones first."""
    # Reserves are Major Powers' alone, whatever the unit.
    return list(_unmarked_of(campaign, power, group)) if power in campaign.powers else []


@of_part(forces.OWN)
def _unmarked_of(campaign: TheWar, power: str, group: str) -> tuple[str, ...]:
    units = forces.group_units(campaign, power, group)
    able = [key for key, unit in units.items() if _unmarked(unit)]
    return tuple(sorted(able, key=lambda key: units[key].depleted))


def groups(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The groups of a power with a unit that may take a marker."""
    # Reserves are Major Powers' alone, whatever the unit.
    return _able(campaign, power) if power in campaign.powers else ()


@of_part(forces.OWN)
def _able(campaign: TheWar, power: str) -> tuple[str, ...]:
    groups = forces.groups_of(campaign, power).items()
    # Units of a group are of one kind: that of most is never placed in Reserve.
    of_kind = ((group, units.values()) for group, units in groups if traits.reserves(next(iter(units.values()))))
    return tuple(group for group, units in of_kind if any(map(_unmarked, units)))


def _unmarked(unit: Unit) -> bool:
    return not unit.reserve and traits.no_reserve(unit) is None


@made_and_compared_often
class Reserve(PowerOrder[TheWar]):
    """Put units in Reserve, or a Soviet fortification that is still to be placed. ``chit``: as campaigns
    wrote it in which a chit was played with the order; now ``play-chit`` comes before it."""

    verb: ClassVar[str] = "reserve"
    title: ClassVar[str] = "Reserve markers"
    rule: ClassVar[str] = "9.9.1"
    account: ClassVar[str] = "reserves"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)
    chit: bool = keyed(FLAG, False)
    deficit: bool = keyed(FLAG, False, "deficit spending")

    @property
    def replaced_by(self) -> str:
        """A chit was played with the order once; it is an order of its own now, as the enemy may cancel it."""
        return f"{self.power} play-chit espionage on=reserves" if self.chit else ""

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if (left_out := _left_out(campaign)) is not None:
            yield left_out
            return
        if (refusal := logistics.may(campaign, self.power, "reserves")) is not None:
            yield Refusal(f"9.9.2, {refusal.rule}", refusal.reason, refusal.hint)
        if (
            self.power in ("britain", "france")
            and self.power in surprises.surprised(campaign, ("britain", "france"))
            and surprises.awaited_in_west(campaign)
        ):
            name = wars.named(campaign, self.power)
            yield Refusal(
                "18.2",
                f"{name} places no Reserves before Germany's attack in the West",
                "After it, or where it is lost.",
            )
        if self.count < 1:
            yield Refusal("9.9.1", f"{self.count} Reserves", "One or more.")
            return
        most = limit(campaign, self.power).total
        total = placed(campaign, self.power) + self.count
        if total > most:
            name = wars.named(campaign, self.power)
            yield Refusal("9.9.1", f"{name} places {total} Reserves this turn", f"Its army's rating allows {most}.")
        if self.group == FORTIFICATION:
            yield from self._fortification(campaign)
        else:
            yield from self._units(campaign)
        yield from short(campaign, self.power, self.cost(campaign).total, "9.9.2", deficit=self.deficit)

    def _fortification(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "ussr":
            yield Refusal("9.9.1, ruling 238", "only the Soviets place a fortification in Reserve", "Units.")
        if self.count > 1 or campaign.facts.get(IN_RESERVE, False):
            yield Refusal("9.9.1", "one fortification a turn is placed in Reserve", "Units beside it.")
        if (there := len(installed.of(campaign, self.power, installed.FORTIFICATION))) >= installed.MOST:
            yield Refusal("10.6.4", f"{there} fortifications are on the board", f"At most {installed.MOST}.")

    def _units(self, campaign: TheWar) -> Iterable[Refusal]:
        there = candidates(campaign, self.power, self.group)
        if len(there) >= self.count:
            return
        same = list(forces.group_units(campaign, self.power, self.group).values())
        # One reason for the kind, or for want of oil, whichever holds for the units that are left over. Where it holds
        # for all of them, how many there are does not matter.
        why = [refusal for unit in same if (refusal := traits.may_reserve(campaign, unit)) is not None]
        if not same or len(why) != len(same):
            named = unit_building.spoken(self.group)
            yield Refusal(
                "9.9.1",
                f"{wars.named(campaign, self.power)} has not {self.count} {named} for the Reserve",
                f"There are {len(there)}.",
            )
        yield from why[:1]

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; Reserves are no construction and do not count against half of the base (15.1.6.1)."""
        label = "Reserve" if self.count == 1 else f"Reserve x {self.count}"
        return Breakdown((Line(label, PRICE * max(0, self.count), "9.9.2"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        take(tx, self.power, self.cost(tx.campaign).total, "Reserves", "9.9.2")
        if self.group == FORTIFICATION:
            tx.put(f"facts.{IN_RESERVE}", True, "a fortification in Reserve", "9.9.1")
        else:
            there = candidates(tx.campaign, self.power, self.group)
            if len(there) < self.count:
                raise LookupError(f"{self.count} {self.group} are not there for the Reserve")
            for key in there[: self.count]:
                tx.set(f"units.{key}.reserve", True, "in Reserve", "9.9.2")
        tallies.count(tx, self.power, PLACED, self.count, "Reserves", "9.9.1")

    def sentence(self, campaign: TheWar) -> str:
        reserve = (
            "a fortification" if self.group == FORTIFICATION else f"{self.count} {unit_building.spoken(self.group)}"
        )
        chit = " with an Espionage chit" if self.chit else ""
        return f"{wars.named(campaign, self.power)} places {reserve} in Reserve{chit}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Reserve]:
        """One of each group, under an effort that allows Reserves."""
        if logistics.may(campaign, power, "reserves") is not None:
            return
        yield from (cls(power, group) for group in groups(campaign, power))
        if power == "ussr":
            yield cls(power, FORTIFICATION)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        named = (*groups(campaign, power), *((FORTIFICATION,) if power == "ussr" else ()))
        left = limit(campaign, power).total - placed(campaign, power)
        if not named:
            return None
        fields = (
            Field("group", f"in Reserve (room for {left})", cls.rule, choices=named, counters=_Offered(power).groups),
            Field("count", "how many", default="1"),
        )
        return Form(cls.verb, "Reserves", power + " reserve {group} count={count}", fields, cls.rule)


@compared_often
class _Offered:
    """Which groups of a power may take a marker."""

    power: str

    def groups(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """One line for each group, with how many of it may; for the Soviets a fortification besides."""
        lines = []
        for group in groups(campaign, self.power):
            units = candidates(campaign, self.power, group)
            lines.append(Counter(group, unit_building.spoken(group), 1, f"{len(units)} may, {PRICE} NARFs each"))
        if self.power == "ussr":
            placed_already = bool(campaign.facts.get(IN_RESERVE, False))
            note = "one is in Reserve" if placed_already else f"{PRICE} NARFs"
            lines.append(Counter(FORTIFICATION, FORTIFICATION, int(not placed_already), note))
        return tuple(lines)


@compared_often
class Commit(PowerOrder[TheWar]):
    """The Soviet fortification in Reserve is placed on a friendly hex that is no beach (9.9.1, 9.9.3)."""

    verb: ClassVar[str] = "commit"
    title: ClassVar[str] = "place the fortification in Reserve"
    rule: ClassVar[str] = "9.9.3"
    account: ClassVar[str] = "reserves"
    steps: ClassVar[tuple[str, ...]] = (COMMITTED,)

    at: str = keyed(NAME, installed.BOARD)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "ussr" or not campaign.facts.get(IN_RESERVE, False):
            yield Refusal("9.9.3", f"{wars.named(campaign, self.power)} has no fortification in Reserve")
        place = campaign.places.get(self.at)
        if place is not None and sides.side(campaign, place.holder) != sides.side(campaign, self.power):
            yield Refusal("9.9.3", f"{place.name} is not in friendly hands")
        if self.at in campaign.places and installed.is_fortress(campaign, self.at):
            yield Refusal("10.6.4", "a fortress is not fortified")
        if installed.at(campaign, self.at, installed.FORTIFICATION):
            yield Refusal("10.6.4", "there is a fortification already")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{IN_RESERVE}", False, "placed from the Reserve", "9.9.3")
        installed.put_up(tx, self.power, installed.FORTIFICATION, self.at, "placed from the Reserve", "9.9.3")

    def sentence(self, campaign: TheWar) -> str:
        where = f" at {campaign.places[self.at].name}" if self.at in campaign.places else ""
        return f"{wars.named(campaign, self.power)} places a fortification from the Reserve{where}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Commit]:
        if power == "ussr" and campaign.facts.get(IN_RESERVE, False):
            yield cls(power)


@compared_often
class Lapse(TableOrder[TheWar]):
    """The enemy's player turn ends: the markers come off, committed or not (9.9.2)."""

    verb: ClassVar[str] = "reserves-lapse"
    title: ClassVar[str] = "Reserve markers come off"
    rule: ClassVar[str] = "9.9.2"
    steps: ClassVar[tuple[str, ...]] = ("end.reserves",)
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        whose = sides.non_phasing(tx.campaign)
        for key in marked(tx.campaign, whose):
            tx.set(f"units.{key}.reserve", False, "the enemy's turn ends", "9.9.2")
        if whose == sides.ALLIED and tx.campaign.facts.get(IN_RESERVE, False):
            tx.set(f"facts.{IN_RESERVE}", False, "the enemy's turn ends", "9.9.2")

    def sentence(self, campaign: TheWar) -> str:
        return "Reserve markers come off"

    def told(self, before: TheWar, entry: Entry) -> str:
        units = sum(1 for change in entry.changes if change.at.startswith("units."))
        return f"Reserve markers come off: {units} units" if units else "Reserve markers come off"


def marked(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The units of a side under Reserve markers, by id."""
    reserve = [one for one in campaign.units.items() if one[1].reserve]
    return tuple([key for key, unit in reserve if sides.side(campaign, unit.power) == side])


def lying(campaign: TheWar, half: str) -> bool:
    """Whether markers of the side that does not act in a half lie on the board."""
    whose = sides.ALLIED if half == sides.AXIS else sides.AXIS
    return bool(marked(campaign, whose)) or (whose == sides.ALLIED and bool(campaign.facts.get(IN_RESERVE, False)))
