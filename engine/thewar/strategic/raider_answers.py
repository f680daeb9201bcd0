"""The orders that answer what a hunt for raiders awaits: their way and chit, who looks for them and where, which
aircraft meet them (5.1.2.2, 7.8, 7.8.2, 7.8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from engine.kernel.answers import Answer
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, NAMES, keyed, number, word
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.combat import battles, standing_aside
from engine.thewar.sea import sea_drafts, sea_outcomes
from engine.thewar.strategic import raider_forces
from engine.thewar.strategic.raider_forces import RULE, Force
from engine.thewar.strategic.raider_hunt import NONE, RaiderHunt
from engine.thewar.world import sea_areas, sides, task_forces, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import Engagement, TheWar


class _Answer(Answer[TheWar, RaiderHunt]):
    """An answer to a hunt for raiders."""

    rule: ClassVar[str] = "5.1.2.2"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (RaiderHunt,)
    unasked: ClassVar[str] = "no raiders are at sea that await this"
    when: ClassVar[str] = "They sail in Spring and Fall: 'germany sea-box raiders=SHIPS'."


@frozen
class RaidersSail(_Answer):
    """The way of raiders to the North Atlantic, and whether an Evasion chit goes with them (7.8.2)."""

    verb: ClassVar[str] = "raiders-sail"
    title: ClassVar[str] = "raiders sail"
    stages: ClassVar[tuple[str, ...]] = ("sail",)

    way: tuple[str, ...] = word(NAMES)
    evasion: bool = keyed(FLAG, False, "evasion chit")

    def answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        hunt.sails(tx, at, self.way, evades=self.evasion)

    def sentence(self, campaign: TheWar) -> str:
        by = ", ".join(sea_areas.name(area) for area in self.way)
        return f"The raiders sail by {by}{' with an Evasion chit' if self.evasion else ''}"


@frozen
class SeekRaiders(_Answer):
    """The naval force of a port looks for raiders, once; or none of the power's does any more."""

    verb: ClassVar[str] = "seek-raiders"
    title: ClassVar[str] = "look for raiders"
    stages: ClassVar[tuple[str, ...]] = ("seek",)

    port: str = word(NAME)

    def answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        if self.port == NONE:
            hunt.passed(tx, at)
        else:
            hunt.sends(tx, at, self.port)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        helps = sides.side(campaign, self.power) == sides.AXIS
        if self.port == NONE:
            return f"{who} sends nobody more {'to the help of' if helps else 'after'} the raiders"
        patrol = self.port in sea_areas.areas()
        ships = f"patrol in {sea_areas.name(self.port)}" if patrol else f"ships of {titles.where(campaign, self.port)}"
        verb = f"look{'s' * patrol} for"
        return f"{who}: the {ships} {f'{verb} those who have found the raiders' if helps else f'{verb} the raiders'}"


@frozen
class RaiderSearch(_Answer):
    """In which Sea Area a force looks for raiders, or for those who have found them, and how many of its ships, Fleets
    before CV; ``units``: which; ``facts``: what only the board knows of the search (7.8.1)."""

    verb: ClassVar[str] = "raider-search"
    title: ClassVar[str] = "where raiders are looked for"
    stages: ClassVar[tuple[str, ...]] = ("where",)
    # Which ships, and what holds, may be said as well; a chit may lie under seal.
    open: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    area: str = word(NAME)
    ships: int = word(number(1, 99))
    units: tuple[str, ...] = keyed(UNITS, ())
    facts: tuple[str, ...] = keyed(NAMES, ())

    def complete(self, campaign: TheWar) -> Self:
        """The first so many of the force where nobody says which, without those that lie elsewhere under a marker."""
        awaited = self.awaited(campaign)
        side = sides.side(campaign, self.power)
        if awaited is None:
            return self
        if self.units:
            return evolve(self, units=battles.meant(campaign, self.units, side, first=self.power))
        force = awaited[1].sent(campaign, raider_forces.under_markers(campaign))
        if force is None or force.power != self.power:
            return self
        return evolve(self, units=force.so_many(campaign, self.ships))

    def wrong(self, campaign: TheWar, hunt: RaiderHunt) -> Iterable[Refusal]:
        if not self.units:
            named = self.complete(campaign)
            yield from named.wrong(campaign, hunt) if named.units else (Refusal(RULE, "no ships are there"),)
            return
        force = hunt.sent(campaign)
        away = hunt.within(campaign, force).get(self.area) if force is not None else None
        if force is None or away is None:
            at = ", ".join(sea_areas.name(area) for area in (hunt.within(campaign, force) if force else ()))
            reason = f"{titles.where(campaign, self.area)} is no Sea Area where they may look for the raiders"
            yield Refusal(RULE, reason, f"In {at}.")
            return
        bad = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), "7.8"))
        yield from bad
        if not bad:
            yield from self._ships(campaign, hunt, force, away)

    def _ships(self, campaign: TheWar, hunt: RaiderHunt, force: Force, away: int) -> Iterable[Refusal]:
        able = raider_forces.able(campaign, force)
        if strange := [key for key in self.units if key not in able]:
            reason = f"{titles.units(campaign, strange)} does not look from {_whence(campaign, force)}"
            yield Refusal("7.8", reason, "Whole ships that lie there, each CV with its NAC.")
        size = sum(campaign.units[key].kind != "nac" for key in self.units)
        if size != self.ships or size > force.size(campaign):
            reason = f"{size} of {self.ships} ships are named, {force.size(campaign)} at the most are there"
            yield Refusal("7.8", reason, "A CV with its NAC is one.")
        kinds = [campaign.units[key].kind for key in self.units]
        if kinds.count("cv") != kinds.count("nac"):
            yield Refusal("7.8", "a CV looks with its NAC, and a NAC with its CV")
        yield from sea_drafts.wrong_seekers(campaign, self.area, self.power, self.units, away, self.facts)
        yield from sea_drafts.no_strait(self.area, self.facts)
        there = hunt.there(campaign, self.area)
        yield from standing_aside.uninvolved(campaign, self.units)
        yield from battles.at_war(campaign, self.units, sea_drafts.theirs(campaign, there, self.power))
        yield from battles.idle(campaign, self.units, hunt.deed, "has looked for these raiders", "7.8", span="segment")

    def answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        hunt.looks(tx, at, self.area, self.units or self.complete(tx.campaign).units, self.facts)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """Whether they are found and what the battle brings, nobody else coming."""
        awaited = self.awaited(campaign)
        if awaited is None or any(True for _ in self.judge(campaign)):
            return None
        battle = awaited[1].supposed(campaign, self.area, self.units or self.complete(campaign).units, self.facts)
        return sea_outcomes.forecast(battle) if battle is not None else None

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        many = f"{self.ships} ship{'s' * (self.ships != 1)}"
        if task_forces.hidden(campaign, self.units):
            many = titles.units(campaign, self.units)
        quarry = "those who have found the raiders" if sides.side(campaign, self.power) == sides.AXIS else "the raiders"
        return f"{who} looks for {quarry} in {sea_areas.name(self.area)} with {many}"


def _whence(campaign: TheWar, force: Force) -> str:
    return f"the patrol in {sea_areas.name(force.port)}" if force.on_patrol else titles.where(campaign, force.port)


@frozen
class RaiderAircraft(_Answer):
    """Aircraft meet raiders in a Sea Area next to their base, or come to their help, without a die; or none of the
    power's do (7.8.3)."""

    verb: ClassVar[str] = "raider-aircraft"
    title: ClassVar[str] = "aircraft against raiders"
    rule: ClassVar[str] = "7.8.3"
    stages: ClassVar[tuple[str, ...]] = ("fly",)
    # Any aircraft may be named, not only those of the answers.
    open: ClassVar[bool] = True

    area: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())

    def complete(self, campaign: TheWar) -> Self:
        """Units by their groups."""
        side = sides.side(campaign, self.power)
        units = battles.meant(campaign, self.units, side, first=self.power, deed=sea_drafts.AIRCRAFT)
        return evolve(self, units=units)

    def wrong(self, campaign: TheWar, hunt: RaiderHunt) -> Iterable[Refusal]:
        if self.area == NONE:
            if self.units:
                yield Refusal(self.rule, "aircraft are named and none is sent", "A Sea Area, or nobody.")
            return
        if self.area not in hunt.areas():
            at = ", ".join(sea_areas.name(area) for area in hunt.areas())
            yield Refusal(RULE, f"the raiders are not met in {titles.where(campaign, self.area)}", f"In {at}.")
            return
        bad = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), self.rule))
        if not self.units:
            bad.append(Refusal(self.rule, "no aircraft are named", "Such as units=2-tac."))
        yield from bad
        if not bad:
            yield from self._aircraft(campaign, hunt.there(campaign, self.area))

    def _aircraft(self, campaign: TheWar, there: Engagement) -> Iterable[Refusal]:
        if others := [key for key in self.units if campaign.units[key].kind not in sea_drafts.AIR]:
            reason = f"{titles.units(campaign, others)} does not fly from a base"
            yield Refusal(self.rule, reason, "FTR, TAC, MDM and NAC do; ships have looked before.")
            return
        if dry := [key for key in self.units if campaign.units[key].immobile]:
            yield Refusal("24.1", f"{titles.units(campaign, dry)} has no oil", "Others.")
        theirs = sea_drafts.theirs(campaign, there, self.power)
        yield from battles.of_others(campaign, self, self.units, self.rule)
        yield from sea_drafts.wrong_seekers(campaign, self.area, self.power, self.units, 0, ())
        yield from sea_drafts.fighters_alone(campaign, self.units, there.facts, theirs, "7.9.2, 11.2.1.1")
        yield from standing_aside.uninvolved(campaign, self.units)
        yield from battles.at_war(campaign, self.units, theirs)
        yield from battles.idle(campaign, self.units, sea_drafts.AIRCRAFT, "has intercepted", "11.2.3", span="segment")

    def answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        if self.area == NONE:
            hunt.passed(tx, at)
        else:
            hunt.fly(tx, at, self.area, self.units)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        helps = sides.side(campaign, self.power) == sides.AXIS
        if self.area == NONE:
            return f"{who} sends no aircraft {'to the help of' if helps else 'against'} the raiders"
        units, at = titles.units(campaign, self.units), sea_areas.name(self.area)
        return f"{who}: {units} {'to the help of' if helps else 'against'} the raiders in {at}"
