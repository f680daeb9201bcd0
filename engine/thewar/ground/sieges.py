"""Fortresses out of supply: Siege markers, what they take from their defenders, the fourth check (12.8, 13.2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.combat import offered_counters as offers
from engine.thewar.ground import defence
from engine.thewar.world import deeds, forces, installed, sides, titles, traits
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import Deed, TheWar

RULE = "13.2.3"


def fortresses(campaign: TheWar) -> tuple[str, ...]:
    """The places and hexes with a fortress."""
    built = (
        installation.place
        for installation in campaign.installations.values()
        if installation.kind == installed.FORTRESS
    )
    known = (key for key, place in campaign.places.items() if installed.from_start(place))
    return tuple(dict.fromkeys((*known, *(where for where in built if where != installed.BOARD))))


def checked(where: str) -> Deed:
    """The deed of a fortress that has failed its check this turn."""
    return Deed(deed="siege", where=where)


def _garrison(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
    """The units that a fourth check of the fortress named may take, those of its owner first; none before it."""
    where = given.get("where", "")
    held = installed.owner(campaign, where)
    if not held or campaign.sieges.get(where, 0) < defence.SIEGES:
        return ()
    return offers.own(campaign, held, offers.Call())


@frozen
class Besiege(TableOrder[TheWar]):
    """A fortress fails its supply check: one Siege marker more. The fourth time all units in it are eliminated out of
    supply; ``units`` are those that are not recorded there (13.2.3, ruling 69)."""

    verb: ClassVar[str] = "besiege"
    title: ClassVar[str] = "a fortress is out of supply"
    rule: ClassVar[str] = RULE

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named."""
        held = installed.owner(campaign, self.where)
        side = sides.side(campaign, held)
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=held)) if held else self

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        held = installed.owner(campaign, self.where)
        if not held:
            known = ", ".join(fortresses(campaign))
            yield Refusal(RULE, f"no fortress stands at '{self.where}'", f"There are: {known}.")
            return
        if deeds.is_kept(campaign, checked(self.where)):
            yield Refusal(RULE, f"{titles.where(campaign, self.where)} has been checked this turn", "Once a turn.")
        yield from battles.wrong_units(campaign, self.units, sides.side(campaign, held), RULE)
        if self.units and not self._last(campaign):
            there = campaign.sieges.get(self.where, 0)
            yield Refusal(RULE, f"nobody is lost with {there} Siege markers", "The fourth check eliminates.")

    def _last(self, campaign: TheWar) -> bool:
        return campaign.sieges.get(self.where, 0) >= defence.SIEGES

    def _side(self, campaign: TheWar) -> str:
        """Whose side the fortress is on."""
        return sides.side(campaign, installed.owner(campaign, self.where))

    def lost(self, campaign: TheWar) -> tuple[str, ...]:
        """The units that the fourth check eliminates: all recorded there, and those named."""
        if not self._last(campaign):
            return ()
        there = (
            key
            for key, unit in campaign.units.items()
            if unit.place == self.where and sides.side(campaign, unit.power) == self._side(campaign)
        )
        return tuple(dict.fromkeys((*there, *self.units)))

    def _based(self, campaign: TheWar) -> tuple[str, ...]:
        """Ships and aircraft recorded there, which leave as Siege 3 is laid, or are lost with the fortress."""
        there = (key for key, unit in campaign.units.items() if unit.place == self.where)
        return tuple(key for key in there if traits.category(campaign.units[key]) in ("naval", "air"))

    def effect(self, tx: Transaction[TheWar]) -> None:
        gone = self.lost(tx.campaign)
        if self._last(tx.campaign):
            for key in gone:
                # Aircraft are built again at the normal price (12.6.4).
                flies = traits.category(tx.campaign.units[key]) == "air"
                forces.eliminate(tx, key, "the fortress falls to hunger", RULE, oos=not flies)
            tx.remove(f"sieges.{self.where}", "the fortress falls to hunger", RULE)
        else:
            tx.put(f"sieges.{self.where}", tx.campaign.sieges.get(self.where, 0) + 1, "out of supply", RULE)
        deeds.keep(tx, checked(self.where), "siege", RULE)

    def sentence(self, campaign: TheWar) -> str:
        name = titles.where(campaign, self.where)
        if not self._last(campaign):
            now = campaign.sieges.get(self.where, 0) + 1
            based = self._based(campaign) if now >= defence.SIEGES else ()
            leave = f"; {titles.units(campaign, based)} may not base there any more" if based else ""
            return f"{name} is out of supply: Siege {now}{leave}"
        gone = titles.units(campaign, self.lost(campaign))
        return f"{name} has been out of supply for four turns: {gone or 'its garrison'} is eliminated"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        there, named = fortresses(campaign), battles.names(campaign, sides.side(campaign, power))
        fields = (
            Field("where", "which fortress", RULE, there),
            Field("units", "lost at the fourth check", RULE, named, listed=True, counters=_garrison),
        )
        return (
            Form(cls.verb, "A fortress is out of supply", "besiege {where} units={units}", fields, RULE)
            if there
            else None
        )


@frozen
class Relieve(TableOrder[TheWar]):
    """A besieged fortress is in supply again: its Siege markers come off (13.2.3)."""

    verb: ClassVar[str] = "relieve"
    title: ClassVar[str] = "a siege is raised"
    rule: ClassVar[str] = RULE

    where: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.where not in campaign.sieges:
            known = ", ".join(campaign.sieges)
            yield Refusal(RULE, f"'{self.where}' is not under siege", f"There are: {known}." if known else "None is.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.remove(f"sieges.{self.where}", "in supply again", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return f"The siege of {titles.where(campaign, self.where)} is raised"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not campaign.sieges:
            return None
        fields = (Field("where", "which fortress", RULE, tuple(campaign.sieges)),)
        return Form(cls.verb, "A siege is raised", "relieve {where}", fields, RULE)
