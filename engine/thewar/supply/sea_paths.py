"""The phasing side asks which way the enemy's supply comes over the sea, and the enemy names it (7.8.4, 12.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import NAME, NAMES, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.supply import interdiction, sea_lines
from engine.thewar.world import course_lines, ports, regions, sea_areas, seas, sides, titles, wars
from engine.thewar.world.state import TheWar

RULE = "7.8.4"
ASK_STEPS = ("operations.supply", "operations.naval", "operations.interception")


def overseas(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The ports of a power's enemies with units of theirs, to which supply comes over the sea alone."""
    enemies = [
        port
        for port in seas.ports(campaign)
        if (whose := interdiction.owner(campaign, port)) and wars.at_war(campaign, power, whose)
    ]
    return tuple(port for port in enemies if sea_lines.across(campaign.places[port]) and _manned(campaign, port))


def _manned(campaign: TheWar, port: str) -> bool:
    return any(unit.kind not in (*ports.SHIPS, "nac") for unit in regions.units_at(campaign, port).values())


def named(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The ports of enemies of which the way of the supply line is named in this turn."""
    return tuple(
        port
        for port in seas.ports(campaign)
        if interdiction.way(campaign, port) and wars.at_war(campaign, power, interdiction.owner(campaign, port))
    )


def duties(campaign: TheWar) -> Iterable[Duty]:
    """For which lines the side whose turn it is may ask, and which it has asked for that nobody has named."""
    half = sides.phasing(campaign)
    powers = [key for key in campaign.powers if sides.side(campaign, key) == half]
    every = dict.fromkeys(port for power in powers for port in overseas(campaign, power))
    if open_now := [campaign.places[port].name for port in every if not interdiction.asked(campaign, port)]:
        said = f"'ask-path' asks the enemy which way supply comes over the sea to {', '.join(open_now)}"
        yield Duty(said, "7.8.4, 12.1.2")
    for port in every:
        if interdiction.asked(campaign, port) and not interdiction.way(campaign, port):
            whose = wars.named(campaign, interdiction.owner(campaign, port))
            yield Duty(f"{whose} names the way of its supply to {campaign.places[port].name}: 'supply-path'", RULE)


@frozen
class AskPath(PowerOrder[TheWar]):
    """The phasing side asks which way an enemy's supply comes over the sea to a port."""

    verb: ClassVar[str] = "ask-path"
    title: ClassVar[str] = "ask for a supply line"
    rule: ClassVar[str] = "7.8.4, 12.1.2"
    steps: ClassVar[tuple[str, ...]] = ASK_STEPS

    port: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        at, whose = titles.where(campaign, self.port), interdiction.owner(campaign, self.port)
        if not whose or not wars.at_war(campaign, self.power, whose):
            yield Refusal(RULE, f"no enemy traces supply to {at}", "A port that the enemy holds.")
        elif not seas.of_port(campaign, self.port):
            yield Refusal(RULE, f"{at} lies on no Sea Area that is known", "A port.")
        elif interdiction.asked(campaign, self.port):
            yield Refusal(RULE, f"the way to {at} was asked for in this turn", "Once a turn.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        interdiction.ask(tx, self.power, self.port)

    def sentence(self, campaign: TheWar) -> str:
        at = titles.where(campaign, self.port)
        return f"{wars.named(campaign, self.power)} asks which way supply comes over the sea to {at}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        known = tuple(port for port in overseas(campaign, power) if not interdiction.asked(campaign, port))
        if not known:
            return None
        fields = (Field("port", "the port", RULE, known, known[0], free=True),)
        return Form(cls.verb, "Ask for a supply line", f"{power} ask-path {{port}}", fields, cls.rule)


@frozen
class NamePath(PowerOrder[TheWar]):
    """Name the way of a supply line that the enemy has asked for: its Sea Areas from the port to one at home; without
    ``through`` the shortest that no enemy closes."""

    verb: ClassVar[str] = "supply-path"
    title: ClassVar[str] = "supply line named"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    port: str = word(NAME)
    through: tuple[str, ...] = keyed(NAMES, (), "by way of")

    def complete(self, campaign: TheWar) -> Self:
        """The order with the shortest way where none is said."""
        if self.through or not seas.of_port(campaign, self.port):
            return self
        return attrs.evolve(self, through=sea_lines.shortest(campaign, self.power, self.port))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        at, whose = titles.where(campaign, self.port), interdiction.owner(campaign, self.port)
        if not whose or whose not in (self.power, *wars.allies(campaign, self.power)):
            yield Refusal(
                RULE, f"{at} is not {wars.named(campaign, self.power)}'s", "Who holds the port names its way."
            )
            return
        if not interdiction.asked(campaign, self.port):
            yield Refusal(RULE, f"nobody has asked which way supply comes to {at}", "The enemy's 'ask-path' does.")
        if unknown := [area for area in self.through if area not in sea_areas.areas()]:
            yield Refusal(RULE, f"'{unknown[0]}' is no Sea Area", "From the port to one at home, in order.")
        elif not self.through:
            yield Refusal("12.7, 12.7.1", f"no way by sea leads from {at} to a port at home", "through= names one.")
        else:
            yield from self._way(campaign)

    def _way(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why it is no way: the enemy alone controls a part of it, or, where the board is checked, its parts do not
        adjoin."""
        enemy = sea_lines.other_side(sides.side(campaign, self.power))
        if held := [area for area in self.through if sea_lines.controlled(campaign, area, enemy)]:
            reason = f"the enemy alone controls {sea_areas.name(held[0])}"
            yield Refusal("12.7, 12.7.2, ruling 412", reason, "Another way, or a patrol of ours beside it.")
        if campaign.options.get("board") != "checked":
            return
        graph = seas.graph(campaign)
        for one, other in zip(self.through, self.through[1:], strict=False):
            if other not in graph.neighbours[one]:
                reason = f"{sea_areas.name(one)} does not adjoin {sea_areas.name(other)}"
                yield Refusal("12.7.1", reason, "Every Sea Area of the way, from the port on.")
        if self.through[0] not in graph.of_port(self.port):
            reason = f"{titles.where(campaign, self.port)} does not lie on {sea_areas.name(self.through[0])}"
            yield Refusal("12.7.1", reason, "The way begins next to the port.")
        if self.through[-1] not in sea_lines.home_waters(campaign, self.power):
            reason = f"no port at home lies on {sea_areas.name(self.through[-1])}"
            yield Refusal("12.7.1", reason, "The way ends next to a port at home.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        interdiction.name(tx, self.power, self.port, dict.fromkeys(self.through))

    def sentence(self, campaign: TheWar) -> str:
        areas = ", ".join(map(sea_areas.name, self.through))
        at = titles.where(campaign, self.port)
        return f"{wars.named(campaign, self.power)} is supplied to {at} by way of {areas or 'no Sea Area'}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        ours = (power, *wars.allies(campaign, power))
        known = tuple(
            port
            for port in seas.ports(campaign)
            if interdiction.asked(campaign, port) and interdiction.owner(campaign, port) in ours
        )
        if not known:
            return None
        areas = tuple(sea_areas.areas())
        fields = (
            Field("port", "the port", RULE, known, known[0]),
            Field("through", "Sea Areas in order", "12.7.1", areas, listed=True, counters=Way(power), grows=True),
        )
        return Form(cls.verb, "Name a supply line", f"{power} supply-path {{port}} through={{through}}", fields, RULE)


@frozen
class Way:
    """What may be ticked in the box of a supply line: the Sea Areas from the port on, each next to the one before, none
    that the enemy alone controls; the shortest way to one at home first."""

    power: str

    def __call__(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        path = course_lines.named(given.get("through", ""))
        starts = seas.of_port(campaign, given.get("port", ""))
        enemy = sea_lines.other_side(sides.side(campaign, self.power))
        held = "the enemy alone controls it"
        return tuple(
            attrs.evolve(line, many=0, note=held)
            if line.text not in path and sea_lines.controlled(campaign, line.text, enemy)
            else line
            for line in course_lines.lines(campaign, path, starts, sea_lines.home_waters(campaign, self.power))
        )
