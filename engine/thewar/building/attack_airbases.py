"""The airbase that Germany places in Greece or Yugoslavia in the turn of its attack, before anybody has entered
(23.23, 23.58, ruling 471)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import GROUP, NAME, key, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import installations
from engine.thewar.building.attack_airbase_duties import ATTACK_AIRBASE
from engine.thewar.countries import conquest
from engine.thewar.world import calendar, counters, deeds, forces, installed, minors, wars, whereabouts
from engine.thewar.world.installed import AIRBASE
from engine.thewar.world.minors import ATTACK_AIRBASES
from engine.thewar.world.state import Deed, HexHold, TheWar

GERMANY = "germany"
_ALLIES = ("romania", "bulgaria")
_ENTERING = ("inf", "arm")
_HEX = re.compile(r"\d{4}\Z")


@frozen
class AttackAirbase(PowerOrder[TheWar]):
    """Place the airbase in a hex of the country. ``at``: a hex or place; ``entering``: the INF or ARM that enters the
    country this turn, without which there is none."""

    verb: ClassVar[str] = "attack-airbase"
    title: ClassVar[str] = "airbase with the attack"
    rule: ClassVar[str] = "23.23, 23.58"
    account: ClassVar[str] = "installations"
    steps: ClassVar[tuple[str, ...]] = (
        "declarations.greek-airbase",
        "declarations.yugoslav-airbase",
        installations.STAGING,
    )

    country: str = word(key("countries"))
    at: str = keyed(NAME, "")
    entering: str = keyed(GROUP, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        land = campaign.countries.get(self.country)
        if self.power != GERMANY:
            reason = f"{wars.named(campaign, self.power)} places no airbase with its attack"
            yield Refusal(self.rule, reason, "Germany does, in Greece and Yugoslavia.")
        if land is None or self.country not in ATTACK_AIRBASES:
            name = land.name if land is not None else self.country
            yield Refusal(self.rule, f"no airbase comes with an attack on {name}", "In Greece and Yugoslavia.")
            return
        rule = minors.rule(self.country)
        yield from self._time(campaign, rule, land.name)
        for ally in _ALLIES:
            friend = campaign.countries.get(ally)
            if friend is None or (friend.status, friend.patron) != ("satellite", GERMANY):
                reason = f"{wars.named(campaign, ally)} is no German Satellite"
                yield Refusal(rule, reason, "Romania and Bulgaria both are, or there is no airbase.")
        yield from self._hex(campaign, rule, land.name)
        yield from self._unit(campaign, rule, land.name)
        line = installations.row(GERMANY, AIRBASE)
        if line is not None:
            yield from installations.numbers(campaign, line, 1)

    def _time(self, campaign: TheWar, rule: str, name: str) -> Iterable[Refusal]:
        """Why it is not placed now: not the turn of the attack, or placed already."""
        begun = wars.begun(campaign, GERMANY, self.country)
        if not begun:
            hint = f"'germany declare {self.country}' comes first, in segment 4."
            yield Refusal(rule, f"Germany is not at war with {name}", hint)
        elif begun != calendar.turn(campaign):
            reason = f"Germany is at war with {name} since {calendar.spoken(begun)}"
            yield Refusal(rule, reason, "In the turn of the attack alone; later 'install airbase' in friendly hexes.")
        elif not campaign.facts.get(ATTACK_AIRBASES[self.country]):
            yield Refusal(rule, f"the airbase in {name} is placed, or given up", "One, once.")

    def _where(self, campaign: TheWar) -> str:
        """Where it stands: in the recorded place that is named or has the hex that is, else in that hex."""
        if self.at in campaign.places or _HEX.match(self.at) is None:
            return self.at
        return next((key for key, place in campaign.places.items() if place.hex == self.at), self.at)

    def _hex(self, campaign: TheWar, rule: str, name: str) -> Iterable[Refusal]:
        """Why it does not stand in a hex: of those that only the board knows the players see to it."""
        where = self._where(campaign)
        place = campaign.places.get(where)
        if place is None and _HEX.match(self.at) is None:
            said = f"there is no place '{self.at}'" if self.at else "no hex is named"
            yield Refusal(rule, said, "at= a hex number such as 2821, or a place.")
            return
        if installed.at(campaign, where, AIRBASE):
            yield Refusal(rule, "there is an airbase already", "Another hex.")
        if place is None:
            yield from whereabouts.off_the_land(where)
            if away := whereabouts.outside(campaign, where, self.country):
                reason = f"{where} lies {away + whereabouts.MAY_ERR} hexes from {name}"
                yield Refusal(f"{rule}, ruling 528", reason, f"A hex of {name}. {whereabouts.BY_OUR_MAP}")
            return
        if place.country != self.country:
            yield Refusal(rule, f"{place.name} does not lie in {name}", f"A hex of {name}.")
        elif where in minors.falls_with(campaign, self.country):
            reason = f"{place.name} falls to units that enter it, not to an airbase"
            yield Refusal(f"{rule}, ruling 471", reason, "Another hex.")
        elif there := [unit for unit in campaign.units.values() if unit.place == where and unit.power != GERMANY]:
            reason = f"units of {wars.named(campaign, there[0].power)} stand in {place.name}"
            yield Refusal(rule, reason, "A hex without enemies in it, or in whose ZOC it lies.")

    def _unit(self, campaign: TheWar, rule: str, name: str) -> Iterable[Refusal]:
        """Why the unit that is to enter is none."""
        group = forces.meant_or_typed(campaign, GERMANY, self.entering)
        units = forces.group_units(campaign, GERMANY, group)
        if not self.entering or not any(unit.kind in _ENTERING for unit in units.values()):
            named = forces.spoken(group) if units else f"'{self.entering}'"
            reason = f"{named} is no German INF or ARM on the board" if self.entering else "nobody is named who enters"
            yield Refusal(rule, reason, f"entering=inf-6-5: an INF or ARM enters {name} in this turn.")
        elif all(unit.immobile for unit in units.values()):
            yield Refusal("24.1", f"{forces.spoken(group)} has no oil to move", "Another INF or ARM.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        rule, where = minors.rule(self.country), self._where(tx.campaign)
        # Whoever takes a place takes the airbases in it down: this one comes after.
        if where in tx.campaign.places:
            conquest.Capture(where, GERMANY).effect(tx)
        installed.put_up(tx, GERMANY, AIRBASE, where, "with the attack", rule)
        if where not in tx.campaign.places:
            # It becomes German-controlled, as the map shows it.
            said = HexHold(power=GERMANY, since=calendar.turn(tx.campaign))
            tx.put(f"hex_holds.{where}", said, "with the attack", rule)
        tx.put(f"facts.{ATTACK_AIRBASES[self.country]}", False, "the airbase is placed", rule)
        deeds.keep(tx, Deed(who=self.country, deed=ATTACK_AIRBASE, where=where), "the airbase is placed", rule)

    def sentence(self, campaign: TheWar) -> str:
        land = campaign.countries.get(self.country)
        name = land.name if land is not None else self.country
        group = forces.meant_or_typed(campaign, GERMANY, self.entering)
        who = f": {forces.spoken(group)} enters it this turn" if self.entering else ""
        where = f", {installations.at_words(campaign, self._where(campaign)).strip()}" if self.at else ""
        return f"Germany places an airbase in {name}{where}{who}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        able = tuple(
            land for land, fact in ATTACK_AIRBASES.items() if land in campaign.countries and campaign.facts.get(fact)
        )
        if power != GERMANY or not able:
            return None
        groups = forces.groups_of(campaign, GERMANY)
        entering = tuple(name for name in groups if counters.kind_of(name) in _ENTERING)
        fields = (
            Field("country", "country", cls.rule, able, able[0]),
            Field("at", "hex or place", cls.rule, free=True),
            Field("entering", "INF or ARM that enters this turn", cls.rule, entering),
        )
        pattern = "{power} attack-airbase {country} at={at} entering={entering}".replace("{power}", power)
        return Form(cls.verb, "Airbase with the attack", pattern, fields, cls.rule)
