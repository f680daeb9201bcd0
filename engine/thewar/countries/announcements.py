"""What a power merely announces, and what happens by date: Iceland, Norwegian waters, Alsace-Lorraine,
Transylvania, Vichy's units (18.7.4, 23.5, 23.25, 23.38, 29.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, keyed
from engine.kernel.orders import PowerOrder, TableOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy.spending import short, take
from engine.thewar.world import calendar, forces, wars
from engine.thewar.world.state import TheWar

ICELAND, WATERS = "iceland-open", "norwegian-waters-open"
ICELAND_PRICE = 5
MINED_FROM = "1940-1-spring"
ROMANIA, HUNGARY = "romania", "hungary"
TRANSYLVANIA, AWARDED = 2, "transylvania-awarded"
"""The NARFs of Transylvania, and the fact that it has been awarded (29.4)."""
AWARDERS = ("germany", "italy")
ALSACE, OCCUPIED = "alsace-lorraine", "occupied-france"
VICHY, VICHY_TURNS = "vichy-france", 5
"""Turns after the U.S. entry in which Vichy's units go home (18.7.4)."""


@frozen
class Iceland(PowerOrder[TheWar]):
    """Britain occupies Iceland and the Faeroes once Denmark has fallen (23.25)."""

    verb: ClassVar[str] = "occupy-iceland"
    title: ClassVar[str] = "Iceland and the Faeroes"
    rule: ClassVar[str] = "23.25"
    account: ClassVar[str] = "diplomacy"
    steps: ClassVar[tuple[str, ...]] = ("declarations.iceland",)
    finishes: ClassVar[bool] = True

    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "britain":
            yield Refusal("23.25", "only Britain occupies Iceland and the Faeroes", "'britain occupy-iceland'.")
            return
        denmark = campaign.countries.get("denmark")
        axis = (
            denmark is not None and denmark.patron in campaign.powers and campaign.powers[denmark.patron].side == "axis"
        )
        if denmark is None or denmark.status != "conquered" or not axis:
            yield Refusal("23.25", "Denmark has not fallen to the Axis", "Only once it has.")
        if not campaign.facts.get(ICELAND):
            yield Refusal("23.25", "Iceland and the Faeroes are occupied", "Once does; U-boats roll without the -1.")
        yield from short(campaign, self.power, ICELAND_PRICE, "23.25", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        return Breakdown((Line("occupation of Iceland and the Faeroes", ICELAND_PRICE, "23.25"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        take(tx, self.power, ICELAND_PRICE, "Iceland and the Faeroes", "23.25")
        tx.set(f"facts.{ICELAND}", False, "occupied", "23.25")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} occupies Iceland and the Faeroes"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Iceland]:
        if power == "britain":
            yield cls(power)


@frozen
class MineNorway(PowerOrder[TheWar]):
    """Britain mines Norwegian waters while Norway is neutral, for nothing (23.38)."""

    verb: ClassVar[str] = "mine-norway"
    title: ClassVar[str] = "mining of Norwegian waters"
    rule: ClassVar[str] = "23.38"
    steps: ClassVar[tuple[str, ...]] = ("end.mining",)
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "britain":
            yield Refusal("23.38", "only Britain mines Norwegian waters", "'britain mine-norway'.")
            return
        norway = campaign.countries.get("norway")
        if norway is None or norway.status != "neutral" or wars.belligerent(campaign, "norway"):
            yield Refusal("23.38", "Norway is not neutral", "Its waters are mined only while it is.")
        if calendar.now(campaign) < calendar.number(MINED_FROM):
            yield Refusal("23.38", f"not before {calendar.spoken(MINED_FROM)}", "Wait till then.")
        if not campaign.facts.get(WATERS):
            yield Refusal("23.38", "Norwegian waters are mined", "Once does.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.set(f"facts.{WATERS}", False, "mined", "23.38")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} mines Norwegian waters"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[MineNorway]:
        if power == "britain":
            yield cls(power)


@frozen
class Annex(PowerOrder[TheWar]):
    """Germany makes Alsace-Lorraine a part of the Reich after the surrender of France, for good (16.3.5, 23.5)."""

    verb: ClassVar[str] = "annex-alsace"
    title: ClassVar[str] = "Alsace-Lorraine"
    rule: ClassVar[str] = "23.5"
    standing: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "germany":
            yield Refusal("23.5", "only Germany annexes Alsace-Lorraine", "'germany annex-alsace'.")
            return
        france = campaign.holdings.get(OCCUPIED)
        if france is None or france.holder != self.power:
            yield Refusal("23.5", "France has not surrendered to Germany", "Only after its surrender.")
        land = campaign.holdings.get(ALSACE)
        if land is None or land.owner == self.power:
            yield Refusal("16.3.5", "Alsace-Lorraine belongs to the Reich" if land else "there is no Alsace-Lorraine")

    def effect(self, tx: Transaction[TheWar]) -> None:
        province = tx.campaign.holdings[ALSACE]
        # In a campaign in which France fell earlier the province is still counted within what is occupied.
        if province.holder == "france":
            tx.add(f"holdings.{OCCUPIED}.value", -province.value, "Alsace-Lorraine annexed", "23.5")
        annexed(tx, self.power)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} annexes Alsace-Lorraine"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Annex]:
        """Offered once Germany may annex Alsace-Lorraine."""
        if power == "germany" and not list(cls(power).judge(campaign)):
            yield cls(power)


@frozen
class Award(PowerOrder[TheWar]):
    """Germany or Italy awards Transylvania to Hungary: 2 NARFs of Romania's value are Hungary's for good (29.4)."""

    verb: ClassVar[str] = "award-transylvania"
    title: ClassVar[str] = "Transylvania"
    rule: ClassVar[str] = "29.4"
    steps: ClassVar[tuple[str, ...]] = ("planning.transylvania",)
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in AWARDERS:
            yield Refusal("29.4", "only Germany or Italy awards Transylvania", "One of them gives the order.")
        if not campaign.options.get("transylvania"):
            yield Refusal("29.4", "Transylvania is not played in this campaign", "An option of a new campaign.")
        if campaign.facts.get(AWARDED):
            yield Refusal("29.4", "Transylvania is Hungarian already", "It is awarded once.")
        for key in (ROMANIA, HUNGARY):
            land = campaign.countries.get(key)
            if land is None:
                yield Refusal("29.4", f"{key.capitalize()} is not in this campaign", "An award needs both countries.")
            elif land.status == "conquered":
                yield Refusal("29.4", f"{land.name} is conquered", "An award needs both countries.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.add(f"countries.{ROMANIA}.value", -TRANSYLVANIA, "Transylvania awarded to Hungary", "29.4")
        tx.add(f"countries.{HUNGARY}.value", TRANSYLVANIA, "Transylvania awarded to Hungary", "29.4")
        tx.put(f"facts.{AWARDED}", True, "Transylvania awarded to Hungary", "29.4")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} awards Transylvania to Hungary"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Award]:
        if power in AWARDERS:
            yield cls(power)


def awarders(campaign: TheWar) -> tuple[str, ...]:
    """Who may award Transylvania, until one of them has (29.4)."""
    if campaign.facts.get(AWARDED):
        return ()
    return tuple(power for power in AWARDERS if power in campaign.powers and wars.standing(campaign, power))


def annexed(tx: Transaction[TheWar], by: str) -> None:
    """Alsace-Lorraine joins a power's base and, by the season, its hand (23.5). Its province is inside that base."""
    land = tx.campaign.holdings.get(ALSACE)
    value = land.value if land is not None else 4
    now = value * calendar.SHARE[calendar.season(tx.campaign)] // 100
    tx.add(f"powers.{by}.base", value, "Alsace-Lorraine annexed", "23.5")
    tx.add(f"powers.{by}.narfs", now, "Alsace-Lorraine annexed", "23.5")
    if land is not None:
        for part in ("owner", "holder"):
            tx.set(f"holdings.{ALSACE}.{part}", by, "annexed", "23.5")
        if land.left_base:
            tx.set(f"holdings.{ALSACE}.left_base", 0, "annexed", "23.5")


def vichy_leaves(campaign: TheWar) -> tuple[str, ...]:
    """Vichy's units, by id, once their time is up: five turns after the U.S. entry, if it has fought for nobody
    (18.7.4)."""
    us, land = campaign.powers.get("us"), campaign.countries.get(VICHY)
    if us is None or not us.entered or land is None or land.status in ("satellite", "conquered"):
        return ()
    if wars.belligerent(campaign, VICHY) or calendar.now(campaign) < calendar.number(us.entered) + VICHY_TURNS:
        return ()
    return tuple(key for key, unit in campaign.units.items() if unit.power == VICHY)


@frozen
class VichyLeaves(TableOrder[TheWar]):
    """All units of Vichy France go home for good (18.7.4)."""

    verb: ClassVar[str] = "vichy-leaves"
    title: ClassVar[str] = "Vichy's units go home"
    rule: ClassVar[str] = "18.7.4"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in vichy_leaves(tx.campaign):
            forces.keep_serial(tx, key)
            tx.remove(f"units.{key}", "Vichy's units go home", "18.7.4")

    def sentence(self, campaign: TheWar) -> str:
        return "All units of Vichy France go home"
