"""Task Forces as orders: ships go under a marker, hidden from the other seats, and come off it again (2.6, 7.12)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.campaign import several_eyes
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, NAMES, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.sea.sea_boxes import AtSea
from engine.thewar.world import counters, patrols, ports, sides, task_forces, titles, wars
from engine.thewar.world.state import TaskForce, TheWar, Unit
from engine.thewar.world.task_forces import KIND, OWNER, RULE

EFFORTS = ("sle", "rle", "lle", "mle")
"""Britain's efforts under which a Task Force is formed (2.6)."""
_MARKER = re.compile(r"tf-[1-9][0-9]?\Z")


@frozen
class Combine(PowerOrder[TheWar]):
    """Two or three whole British or Anglo-American naval units of a port go under a marker. Where there are several
    seats the others see the marker and its port, not the units, until it is turned over."""

    verb: ClassVar[str] = "task-force"
    title: ClassVar[str] = "Task Force"
    rule: ClassVar[str] = "2.6, 7.12"
    steps: ClassVar[tuple[str, ...]] = ("operations.breakdown",)

    marker: str = word(NAME)
    units: tuple[str, ...] = keyed(NAMES, ())
    port: str = keyed(NAME, "")

    def openly(self, campaign: TheWar) -> str:
        """The marker and its port."""
        return attrs.evolve(self, units=()).text if self.units else ""

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids; of like units, those that lie under no marker and are on no patrol
        first."""
        gone = (*patrols.standing(campaign), *campaign.patrols)
        side = sides.side(campaign, self.power)
        meant = battles.meant(campaign, self.units, side, first=self.power, last=gone, at=self.port)
        return attrs.evolve(self, units=meant)

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        """Where one seat plays all, nobody keeps to himself what lies under a marker: its ships are named."""
        yield from super().shape(campaign)
        if not self.units and not several_eyes(campaign):
            yield Refusal("2.6", "no ship is named", "units= two or three naval units, a CV with its NAC as one.")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != OWNER:
            yield Refusal(
                RULE,
                f"{wars.named(campaign, self.power)} has no Task Forces",
                "Britain has, with American ships in them.",
            )
            return
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        if campaign.powers[OWNER].effort not in EFFORTS:
            yield Refusal("2.6", "Britain's effort forms no Task Force", "An SLE, RLE, LLE or MLE does.")
        if not _MARKER.match(self.marker):
            yield Refusal(RULE, f"'{self.marker}' is no marker", "tf-1, tf-2 and so on.")
        elif self.marker in campaign.task_forces:
            yield Refusal(RULE, f"{task_forces.name(self.marker)} is on the board", f"'task-force-off {self.marker}'.")
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        yield from wrong
        if not wrong:
            yield from self._ships(campaign)
        yield from self._in_port(campaign)

    def _ships(self, campaign: TheWar) -> Iterable[Refusal]:
        units = [campaign.units[key] for key in self.units]
        yield from counters.task_force([unit for unit in units if unit.kind != "nac"])
        for power in dict.fromkeys(unit.power for unit in units):
            have = Counter(unit.kind for unit in units if unit.power == power)
            if have["cv"] != have["nac"]:
                reason = f"{have['cv']} CV and {have['nac']} NAC of {wars.named(campaign, power)}"
                yield Refusal(RULE, reason, "A CV goes with its NAC, and a NAC with its CV.")
        if worn := [key for key in self.units if campaign.units[key].depleted]:
            yield Refusal(RULE, f"{titles.units(campaign, worn)} goes under no marker", "Whole ships do.")
        yield from patrols.stays(campaign, self.units)
        yield from self._apart(campaign)
        for key in self.units:
            if marker := next(
                (name for name, task_force in campaign.task_forces.items() if key in task_force.units), ""
            ):
                yield Refusal(RULE, f"{key} is in {task_forces.name(marker)}", f"'task-force-off {marker}' first.")

    def _apart(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why they do not meet under a marker: they are recorded in another port than it, or than each other."""
        lying = {key: campaign.units[key].place for key in self.units if campaign.units[key].place in campaign.places}
        port = self.port or next(iter(lying.values()), "")
        if away := [key for key, place in lying.items() if place != port]:
            at, meet = titles.where(campaign, lying[away[0]]), titles.where(campaign, port)
            reason = f"{titles.units(campaign, away)} lies at {at}, the marker at {meet}"
            yield Refusal(RULE, reason, "Units of one port; 'stratmove naval' changes their base.")

    def _in_port(self, campaign: TheWar) -> Iterable[Refusal]:
        """A British port with room for them (7.1)."""
        if not self.port:
            return
        place = campaign.places.get(self.port)
        if place is None:
            yield Refusal(RULE, f"there is no place '{self.port}'", "A port, or nothing where the board shows it.")
            return
        if place.holder != OWNER:
            held = wars.named(campaign, place.holder) if place.holder else "nobody"
            yield Refusal("2.6", f"{place.name} is {held}'s", "A British port.")
        yield from ports.excess(campaign, self.port, [key for key in self.units if key in campaign.units])

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Lay the marker; the view that knows the order also records the units under it."""
        marker = self.marker
        if marker in tx.campaign.task_forces:
            task_forces.put(tx, marker, self.units)
            return
        tx.create(
            f"task_forces.{marker}", TaskForce(power=self.power, port=self.port, units=self.units), "formed", RULE
        )
        if not self.units:
            tx.create(f"units.{marker}", Unit(power=self.power, kind=KIND, tag=marker), "a marker", RULE)

    def sentence(self, campaign: TheWar) -> str:
        port = campaign.places.get(self.port)
        where = f" in {port.name}" if port is not None else ""
        ships = titles.units(campaign, self.units) if self.units else "two or three naval units, face down"
        return f"{wars.named(campaign, self.power)} has {task_forces.name(self.marker)}{where}: {ships}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """In the Allied player turn, for the seat that commands Britain, whichever is awaited."""
        mine = power in campaign.seats and campaign.seats[power] == campaign.seats.get(OWNER)
        if not mine or campaign.powers[OWNER].effort not in EFFORTS:
            return None
        side = sides.side(campaign, OWNER)
        if side != sides.phasing(campaign):
            return None
        ships = battles.names(campaign, side, first=OWNER, category="naval")
        nacs = tuple(name for name in battles.names(campaign, side, first=OWNER, category="air") if "nac" in name)
        free = next(f"tf-{n}" for n in range(1, 100) if f"tf-{n}" not in campaign.task_forces)
        ours = tuple(key for key, place in campaign.places.items() if place.holder == OWNER)
        together = AtSea(OWNER).together
        fields = (
            Field("marker", "the marker", RULE, default=free),
            Field("units", "two or three Fleets, CV with NAC", "2.6", (*ships, *nacs), listed=True, counters=together),
            Field("port", "the British port", "2.6, 7.1", ours, listed=True),
        )
        return Form(cls.verb, "Task Force", OWNER + " task-force {marker} units={units} port={port}", fields, cls.rule)


@frozen
class BreakDown(PowerOrder[TheWar]):
    """A Task Force is broken down into its units, in its owner's player turn: all see them then."""

    verb: ClassVar[str] = "task-force-off"
    title: ClassVar[str] = "Task Force broken down"
    rule: ClassVar[str] = RULE

    marker: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        task_force = campaign.task_forces.get(self.marker)
        if task_force is None or task_force.power != self.power:
            known = ", ".join(key for key, task_force in campaign.task_forces.items() if task_force.power == self.power)
            who = wars.named(campaign, self.power)
            yield Refusal(RULE, f"{who} has no Task Force '{self.marker}'", f"There are: {known}." if known else "")
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal

    def effect(self, tx: Transaction[TheWar]) -> None:
        if task_forces.hidden(tx.campaign, (self.marker,)):
            begin(tx, Turned("turn", (self.marker,), dissolves=True), "broken down", RULE)
        else:
            tx.remove(f"task_forces.{self.marker}", "broken down", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return f"{task_forces.name(self.marker)} is broken down"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[BreakDown]:
        if sides.must_be_phasing(campaign, power) is None:
            yield from (
                cls(power, marker) for marker, task_force in campaign.task_forces.items() if task_force.power == power
            )


@frozen
class Turned(Procedure[TheWar]):
    """Task Forces are turned over: what lies under seal is opened before anything else goes on. ``dissolves``: they are
    broken down with it. One stage, turn."""

    kind: ClassVar[str] = "task-forces-turned"

    markers: tuple[str, ...] = ()
    dissolves: bool = False

    def unseals(self, campaign: TheWar) -> tuple[str, ...]:
        return tuple(filter(None, (task_forces.place(campaign, marker) for marker in self.markers)))

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        """A marker of which nobody knows any more what it stood for stands for nothing."""
        for marker in self.markers:
            lost = bool(task_forces.hidden(tx.campaign, (marker,)))
            if lost:
                task_forces.put(tx, marker, ())
            if marker in tx.campaign.task_forces and (lost or self.dissolves):
                tx.remove(f"task_forces.{marker}", "broken down", RULE)
        tx.remove(at, "turned over", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        said = "; ".join(
            f"{task_forces.name(marker)}: {titles.units(before, before.task_forces[marker].units) or 'nothing'}"
            for marker in self.markers
            if marker in before.task_forces
        )
        return f"Turned over: {said}" if said else ""


def turn(tx: Transaction[TheWar], keys: Iterable[str]) -> bool:
    """Turn the hidden Task Forces of a force over, before anything else goes on; whether there are any."""
    markers = task_forces.hidden(tx.campaign, keys)
    if markers:
        begin(tx, Turned("turn", markers), "turned over", RULE)
    return bool(markers)
