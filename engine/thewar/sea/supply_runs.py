"""Supply is run to a port, as an order: to whom, by which way, and who escorts it, if anybody does (12.7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import NAME, NAMES, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.sea import courses
from engine.thewar.sea.cutting import SUPPLY
from engine.thewar.sea.sea_boxes import AtSea, sailing
from engine.thewar.sea.sea_orders import Mission
from engine.thewar.supply import run_ports, sea_lines
from engine.thewar.world import course_lines, sea_areas, seas, sides, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import TheWar

STEPS = ("operations.naval", "operations.interception")


@frozen
class Course:
    """What may be ticked in the box of a run's course: its Sea Areas in order, from one next to a port at home on, with
    an escort from its port; the shortest way first, which is taken where none is said."""

    power: str

    def __call__(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        if given.get("units", ""):
            return AtSea(self.power).course(campaign, {**given, "where": given.get("port", "")})
        path, home = course_lines.named(given.get("path", "")), sea_lines.home_waters(campaign, self.power)
        return course_lines.lines(campaign, path, sorted(home), seas.goals(campaign, given.get("port", "")))


@frozen
class RunSupply(PowerOrder[TheWar]):
    """A power runs supply to a port, with ``units`` that escort it or with none; ``path``: its Sea Areas from a port at
    home on, in each of which the enemy may meet it, the shortest where none are said. It is a mission as any other
    (7.0, 12.7.2)."""

    verb: ClassVar[str] = "run-supply"
    title: ClassVar[str] = "supply run to a port"
    rule: ClassVar[str] = "12.7.2"
    steps: ClassVar[tuple[str, ...]] = STEPS
    by_secrets: ClassVar[bool] = True

    port: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())
    path: tuple[str, ...] = keyed(NAMES, (), "course")

    def mission(self) -> Mission:
        """The mission that this is."""
        return Mission(self.power, self.port, units=self.units, facts=(SUPPLY,), path=self.path)

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids, and the shortest way where nobody escorts it and none is said."""
        done = self.mission().complete(campaign)
        return attrs.evolve(self, units=done.units, path=done.path)

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        yield from (one for one in self.mission().shape(campaign))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if sea_areas.area(self.port) in sea_areas.areas() and self.port not in campaign.places:
            reason = f"{sea_areas.name(self.port)} is a Sea Area"
            yield Refusal(self.rule, reason, "The port to which supply is run: 'run-supply tobruk'.")
            return
        yield from self.mission().judge(campaign)
        if self.units:
            yield from sea_lines.no_port(campaign, self.power, self.port)

    def effect(self, tx: Transaction[TheWar]) -> None:
        self.mission().effect(tx)

    def sentence(self, campaign: TheWar) -> str:
        if not self.units:
            return self.mission().sentence(campaign)
        who, at = wars.named(campaign, self.power), titles.where(campaign, self.port)
        way = courses.told(campaign, self.power, self.units, self.path)
        way = way or courses.supposed_told(campaign, self.units, self.port)
        return f"{who} runs supply to {at}, escorted by {titles.units(campaign, self.units)}{way}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The form where a port of the power, or of another that its seat plays now, needs it: somebody of its side is
        out of supply there, or the enemy closes it."""
        if sides.must_be_phasing(campaign, power) is not None:
            return None
        seat, side = campaign.seats.get(power, power), sides.side(campaign, power)
        others = (
            key for key in campaign.powers if campaign.seats.get(key) == seat and sides.side(campaign, key) == side
        )
        asked = ((key, run_ports.needed(campaign, key)) for key in dict.fromkeys((power, *others)))
        power, needs = next(((key, ports) for key, ports in asked if ports), (power, ()))
        if not needs:
            return None
        mine = sailing(campaign, sides.side(campaign, power), power)
        fields = (
            Field("port", "to the port", "12.7.2", needs, needs[0], free=True),
            Field("units", "escort, 0 to 3 ships", "12.7.2", mine, listed=True, counters=AtSea(power).sailing),
            Field("path", "course", "7.8", tuple(sea_areas.areas()), listed=True, counters=Course(power), grows=True),
        )
        return Form(
            cls.verb,
            "Run supply to a port",
            f"{power} run-supply {{port}} units={{units}} path={{path}}",
            fields,
            cls.rule,
        )
