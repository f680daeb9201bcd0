"""Declarations of war (6.4) and the entry of the United States (22.3, 22.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.thewar.countries import conquest, statuses, us_yards
from engine.thewar.economy import east_africa
from engine.thewar.economy.spending import short, take
from engine.thewar.world import calendar, minors, wars
from engine.thewar.world.state import TheWar

# 6.4.2, in NARFs: on a Major Power, on a minor country that has no price of its own (table minors).
PRICES = {
    "germany": (15, 5),
    "italy": (15, 5),
    "ussr": (15, 5),
    "britain": (25, 15),
    "france": (25, 15),
    "us": (25, 15),
}
US_ENTRY_FROM = "1941-3-fall"
SOVIET_WAR_FROM = "1940-4-winter"
USEL = "usel"
USEL_HIGHEST = "usel-highest"
SOVIET_ATTACK = wars.SOVIET_ATTACK
SOVIETS_RELEASED = "soviets-released"
"""The fact that Germany attacked Turkey before the Soviet Union, which lifts the Pact's limits (16.5, 23.54)."""
LEND_LEASE_STOPPED = "lend-lease-stopped"
"""The fact that Britain or France attacked a neutral minor country before the U.S. entered (14.8.6)."""


def payer(power: str) -> str:
    """Who bears a declaration's cost: Britain for itself and France (6.2.1, 6.4.2)."""
    return "britain" if power == "france" else power


def targets_with(campaign: TheWar, target: str) -> tuple[str, ...]:
    """All whom a declaration on a target covers: a Major Power's belligerent allies and all their Satellites
    (6.4.2)."""
    if target not in campaign.powers:
        return (target,)
    alliance = campaign.powers[target].alliance
    powers = [target]
    for power, other in campaign.powers.items():
        if (
            power != target
            and other.alliance == alliance
            and wars.standing(campaign, power)
            and wars.belligerent(campaign, power)
        ):
            powers.append(power)
    satellites = [
        key for key, country in campaign.countries.items() if country.status == "satellite" and country.patron in powers
    ]
    return (*powers, *satellites)


@frozen
class Declare(PowerOrder[TheWar]):
    """Declare war on a Major Power or a minor country (6.4)."""

    verb: ClassVar[str] = "declare"
    title: ClassVar[str] = "declare war"
    rule: ClassVar[str] = "6.4"
    standing: ClassVar[bool] = True

    on: str = word(NAME)
    deficit: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if self.power not in campaign.powers:
            return
        if not campaign.progress.step.startswith("declarations."):
            yield Refusal("6.4.1", "wars are declared in the Declaration of War Segment", "Segment 4 of each turn.")
        if self.on == self.power or (self.on not in campaign.powers and self.on not in campaign.countries):
            yield Refusal(
                "6.4.1", f"there is no country '{self.on}' to declare war on", "A Major Power or a minor country."
            )
            return
        if self.on in campaign.countries:
            yield from minors.not_made(campaign, self.on)
        target = wars.named(campaign, self.on)
        if wars.at_war(campaign, self.power, self.on):
            yield Refusal("6.4.1", f"{wars.named(campaign, self.power)} is at war with {target} already")
        if not wars.standing(campaign, self.power):
            yield Refusal("6.4", f"{wars.named(campaign, self.power)} has surrendered")
        if self.on in campaign.countries and campaign.countries[self.on].status == "conquered":
            yield Refusal("6.4", f"{target} is conquered")
        yield from self._protected(campaign)
        here = calendar.now(campaign)
        if self.power == "us" and not campaign.powers["us"].entered:
            yield Refusal("22.3", "the United States declares war only by its entry", "Its roll, then the entry order.")
        held = here < calendar.number(SOVIET_WAR_FROM) and not campaign.facts.get(SOVIETS_RELEASED)
        if self.power == "ussr" and self.on == "germany" and held:
            yield Refusal(
                "16.5",
                "the Pact holds the Soviet Union until Winter 1940",
                "Earlier only without a German garrison (overrule), or once Germany has attacked Turkey.",
            )
        if payer(self.power) in campaign.powers:
            yield from short(campaign, payer(self.power), self.cost(campaign).total, "6.4.2", deficit=self.deficit)

    def _protected(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why nobody attacks another Major Power's Associate or Satellite alone (16.3.3, 16.3.4, 16.5)."""
        land = campaign.countries.get(self.on)
        if land is None or land.status not in ("associate", "satellite") or land.patron not in campaign.powers:
            return
        master = wars.named(campaign, land.patron)
        if land.patron == self.power or wars.at_war(campaign, self.power, land.patron):
            return
        if wars.standing(campaign, land.patron):
            rule, status = ("16.3.3", "an Associate") if land.status == "associate" else ("16.3.4", "a Satellite")
            border = "; the lands of the Pact are taken without any (16.5)" if self.power == "ussr" else ""
            hint = f"It takes a declaration of war on {master}{border}."
            yield Refusal(rule, f"{land.name} is {status} of {master}", hint)

    def cost(self, campaign: TheWar) -> Breakdown:
        """See Order: in NARFs, borne by ``payer``."""
        major, minor = PRICES[self.power]
        prices = minors.row(self.on).get("prices", {})
        rule = f"6.4.2, {minors.rule(self.on)}" if self.power in prices else "6.4.2"
        price = major if self.on in campaign.powers else int(prices.get(self.power, minor))
        return Breakdown((Line(f"declaration of war on {wars.named(campaign, self.on)}", price, rule),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        take(tx, payer(self.power), self.cost(tx.campaign).total, "declaration of war", "6.4.2")
        go_to_war(tx, self.power, self.on)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.power)} declares war on {wars.named(campaign, self.on)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        fields = (
            Field("power", "power", default=power, choices=tuple(campaign.powers)),
            Field("on", "on", "6.4.2", choices=(*campaign.powers, *campaign.countries)),
        )
        return Form(cls.verb, "Declare war", "{power} declare {on}", fields, cls.rule)


def go_to_war(tx: Transaction[TheWar], power: str, target: str) -> None:
    """Record the wars that a declaration begins (6.4.2): its power and Satellites against the target and those it
    covers."""
    turn = calendar.turn(tx.campaign)
    _remembered(tx, power, target)
    _released(tx, power, target)
    ours = [power]
    ours += [key for key, land in tx.campaign.countries.items() if land.status == "satellite" and land.patron == power]
    for theirs in targets_with(tx.campaign, target):
        for mine in ours:
            key = wars.pair(mine, theirs)
            if key not in tx.campaign.wars:
                tx.create(f"wars.{key}", turn, "declaration of war", "6.4.2")
                if (mine, theirs) == ("germany", "ussr"):
                    _barbarossa(tx)
                if key == wars.pair("britain", "italy"):
                    east_africa.cut_off(tx)
    if target in tx.campaign.countries:
        if power in minors.row(target).get("at_once", ()):
            conquest.conquer(tx, target, power)
        else:
            statuses.invaded(tx, target, power)


def _released(tx: Transaction[TheWar], power: str, target: str) -> None:
    """Germany attacks Turkey while it is at peace with the Soviet Union (16.5, 23.54)."""
    if minors.row(target).get("released") == power and not wars.at_war(tx.campaign, power, "ussr"):
        tx.put(f"facts.{SOVIETS_RELEASED}", True, "Germany attacks Turkey", "23.54")


def _barbarossa(tx: Transaction[TheWar]) -> None:
    """Germany attacks the Soviet Union: the Pact is over, mobilization begins (16.5, 21.7.1)."""
    turns = len(table("thewar", "soviet-mobilization")["row"])
    tx.put("facts.soviet-mobilization", turns, "Germany declares war", "21.7.1")
    tx.put("facts.nazi-soviet-pact", False, "Germany declares war", "16.5")
    tx.put(f"facts.{wars.GERMAN_ATTACK}", True, "Germany declares war", "14.6, 21.7.1")


def _remembered(tx: Transaction[TheWar], power: str, target: str) -> None:
    """Who attacked whom, as far as Lend-Lease hangs on it (14.8.2, 14.8.6)."""
    here = tx.campaign
    if power == "ussr" and "germany" in targets_with(here, target) and not wars.at_war(here, "germany", "ussr"):
        tx.put(f"facts.{SOVIET_ATTACK}", True, "the Soviets declare war", "14.6.1, 14.8.2")
    land = here.countries.get(target)
    neutral = land is not None and land.status != "satellite" and not wars.belligerent(here, target)
    us = here.powers.get("us")
    if power in ("britain", "france") and neutral and us is not None and not us.entered:
        tx.put(f"facts.{LEND_LEASE_STOPPED}", True, "attack on a neutral country", "14.8.6")


@frozen
class Enter(PowerOrder[TheWar]):
    """The United States enters the war against Germany and Italy (22.3); the roll was 14 or more, or it is Summer
    1942."""

    verb: ClassVar[str] = "enter"
    title: ClassVar[str] = "enter the war"
    rule: ClassVar[str] = "22.3"
    standing: ClassVar[bool] = True

    attacked: bool = keyed(FLAG, False)
    deficit: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if self.power != "us" or "us" not in campaign.powers:
            yield Refusal("22.3", "only the United States enters the war so", "Others declare war.")
            return
        if campaign.powers["us"].entered:
            yield Refusal("22.3", "the United States is in the war")
        if not self.attacked and calendar.now(campaign) < calendar.number(US_ENTRY_FROM):
            yield Refusal(
                "22.3", "not before Fall 1941", "attacked=yes if another power has declared war on it (22.3.1)."
            )
        if not self.attacked:
            yield from short(campaign, "us", PRICES["us"][0], "22.3.2", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """See Order: in NARFs; nothing where it was attacked."""
        return Breakdown() if self.attacked else Breakdown((Line("declaration of war", PRICES["us"][0], "22.3.2"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        tx.set("powers.us.entered", calendar.turn(tx.campaign), "entry into the war", "22.3")
        if not self.attacked:
            take(tx, "us", PRICES["us"][0], "declaration of war", "22.3.2")
        go_to_war(tx, "us", "germany")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return "The United States enters the war"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        fields = (Field("attacked", "attacked first", "22.3.1", choices=("no", "yes"), default="no"),)
        return Form(cls.verb, "The United States enters the war", "us enter attacked={attacked}", fields, cls.rule)


def entry_row(level: int) -> dict[str, int]:
    """What an Entry Level brings and allows; beyond the printed ones as the nearest (22.8)."""
    rows: dict[str, dict[str, int]] = table("thewar", USEL)["row"]
    return rows[str(min(max(level, 0), len(rows) - 1))]


@frozen
class EntryLevel(TableOrder[TheWar]):
    """Move the U.S. Entry Level; each level reached for the first time adds to the U.S. hand and base (22.8, ruling
    149)."""

    verb: ClassVar[str] = "entry"
    title: ClassVar[str] = "U.S. Entry Level"
    rule: ClassVar[str] = "22.8"

    level: int = word(number(-20, 40))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if not -20 <= self.level <= 40:
            yield Refusal("22.8", f"{self.level} is no U.S. Entry Level", "From -20 to 40.")
        if "us" in campaign.powers and campaign.powers["us"].entered:
            yield Refusal("22.8", "the United States is in the war", "The level has no more use.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        facts = tx.campaign.facts
        highest = int(facts.get(USEL_HIGHEST, facts.get(USEL, 0)))
        tx.put(f"facts.{USEL}", self.level, "U.S. Entry Level", "22.8")
        for level in range(highest + 1, self.level + 1):
            gained = entry_row(level)["gain"]
            tx.add("powers.us.base", gained, f"U.S. Entry Level {level}", "22.8")
            tx.add("powers.us.narfs", gained, f"U.S. Entry Level {level}", "22.8")
            us_yards.reached(tx, level)
        if self.level > highest:
            tx.put(f"facts.{USEL_HIGHEST}", self.level, "U.S. Entry Level", "22.8")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"U.S. Entry Level {self.level}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        level = campaign.facts.get(USEL, 0)
        return Form(
            cls.verb,
            "U.S. Entry Level",
            "entry {level}",
            (Field("level", f"new level (now {level})", "22.8"),),
            cls.rule,
        )


def raise_entry(tx: Transaction[TheWar]) -> None:
    """The U.S. Entry Level rises by 1 while the United States is out of the war (22.8)."""
    if "us" in tx.campaign.powers and not tx.campaign.powers["us"].entered:
        EntryLevel(int(tx.campaign.facts.get(USEL, 0)) + 1).effect(tx)
