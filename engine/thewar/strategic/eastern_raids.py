"""German bombing of the Soviet Union (29.12): SAC only, from a box of its own, against Soviet interceptors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, keyed, number
from engine.kernel.orders import Automatic, Field, Form, PowerOrder
from engine.kernel.procedures import Decision, begin
from engine.kernel.refusals import Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.economy import logistics
from engine.thewar.rolls import bombing
from engine.thewar.strategic import air_war, effects, strategic_forces, strategic_losses
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Box, TheWar

OPTION = "bombing-ussr"
STEP = "strategic-warfare.eastern-bombers"
HEAVY_FLAK = 1
"""The Soviet level of Heavy Flak; it never grows."""


def nationality(campaign: TheWar) -> int:
    """What the ratings of the two air forces add to the die (29.12, 11.11)."""
    german, soviet = campaign.powers["germany"].air, campaign.powers["ussr"].air
    return int(table("thewar", "air-nationality")["row"][str(soviet)][german - 1])


def over_ussr(campaign: TheWar, sac: int, interceptors: int, *, baku: bool = False, oil: bool = False) -> bombing.Raid:
    """A German raid on the Soviet Union. ``baku``: Germany has an airbase within 10 hexes of Baku."""
    return bombing.Raid(
        turn=calendar.turn(campaign),
        by="germany",
        sac=sac,
        interceptors=interceptors,
        heavy_flak=HEAVY_FLAK,
        base=campaign.powers["ussr"].base,
        oil=oil,
        soviet=True,
        baku=baku,
        research=bool(campaign.facts.get(air_war.RESEARCH, False)),
        nationality=nationality(campaign),
    )


def bombers(campaign: TheWar) -> int:
    """German SAC that do not fly over Britain this turn."""
    return max(0, strategic_forces.count(campaign, "germany", "sac") - campaign.boxes.get("germany", Box()).sac)


def powers(campaign: TheWar) -> tuple[str, ...]:
    """Who fills the boxes of the eastern raid: both at war with each other, while Germany has SAC to send."""
    pair = ("germany", "ussr")
    ready = all(wars.standing(campaign, power) for power in pair) and wars.at_war(campaign, *pair)
    return pair if ready and bombers(campaign) else ()


def flies(campaign: TheWar) -> bool:
    """Whether any SAC was sent over the Soviet Union."""
    return campaign.boxes.get("germany", Box()).east > 0


@frozen
class EasternRaid(air_war.RaidBattle):
    """The raid under way; its stages are those of any raid."""

    kind: ClassVar[str] = "eastern-raid"

    def raid(self, campaign: TheWar) -> bombing.Raid:
        sent = campaign.boxes["germany"]
        guard = campaign.boxes.get("ussr", Box()).interceptors
        raid = over_ussr(campaign, sent.east, guard, baku=sent.baku, oil=self.oil)
        cap = self.cap * strategic_losses.BASE_SHARE
        return attrs.evolve(raid, base=cap, flak_face=self.flak_face, face=self.face)

    def title(self, campaign: TheWar) -> str:
        return "German raid on the Soviet Union"

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage != "choice":
            return None
        answers = ("germany hit industry", "germany hit oil")
        return Decision("germany", "critical hit, or oil instead?", answers, answers[0], "5.2.1, 24.2")

    def _combat(self, tx: Transaction[TheWar], at: str) -> None:
        face = tx.roll("bombing", "ussr", rule="29.12")
        tx.set(f"{at}.face", face, "bombing roll", "29.12")
        raid = attrs.evolve(self.raid(tx.campaign), face=face)
        # A firestorm gives only the American a choice (5.2.2).
        chooses = raid.baku and bombing.resolve(raid).marks == ("*",)
        tx.set(f"{at}.stage", "choice" if chooses else "damage", "raid", "29.12")

    def _damage(self, tx: Transaction[TheWar]) -> None:
        result = bombing.resolve(self.raid(tx.campaign))
        effects.narfs_lost(tx, "ussr", result.narfs, "bombed by Germany", "29.12", bombed=True)
        effects.smps_lost(tx, "ussr", result.smps_narfs, "NARFs lost to bombing", "5.2.1, ruling 158")
        effects.smps_lost(tx, "ussr", result.smps_extra, "critical hit", "5.2.1")
        effects.smps_lost(tx, "ussr", result.oil_hits, "oil hit", "24.2")
        air_war.rail_lost(tx, "rail-lost-ussr", result.rail_lost)
        effects.units_lost(tx, "ussr", "int", result.int_lost, "bombing combat", "29.12")
        sent = tx.campaign.boxes["germany"].east
        lost = result.sac_flak_eliminated + result.sac_lost
        air_war.bombers_lost(tx, "germany", sent, lost, result.sac_flak_depleted, result.attrition)


@frozen
class EastBox(PowerOrder[TheWar]):
    """German SAC sent over the Soviet Union, or Soviet interceptors against them; face down (29.12). ``baku``: an
    airbase within 10 hexes of Baku is German, as the board shows."""

    verb: ClassVar[str] = "east-box"
    title: ClassVar[str] = "bombing of the Soviet Union"
    rule: ClassVar[str] = "29.12"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    sac: int = keyed(number(0, 99), 0)
    interceptors: int = keyed(number(0, 99), 0)
    baku: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not campaign.options.get(OPTION, False):
            yield Refusal("29.12", "Germany does not bomb the Soviet Union", f"Option '{OPTION}' is off.")
            return
        if self.power not in ("germany", "ussr") or not wars.at_war(campaign, "germany", "ussr"):
            yield Refusal("29.12", f"{wars.named(campaign, self.power)} takes no part in these raids")
            return
        if self.power == "germany":
            most, wanted, name, misplaced = bombers(campaign), self.sac, "SAC", self.interceptors
        else:
            most, wanted, name = strategic_forces.count(campaign, "ussr", "int"), self.interceptors, "interceptors"
            misplaced = self.sac + self.baku
        if misplaced:
            yield Refusal("29.12", "German SAC fly, Soviet interceptors defend", f"Only {name}.")
        if not 0 <= wanted <= most:
            yield Refusal("29.12", f"{wanted} {name} are asked for, {most} are free", f"From 0 to {most}.")
        if self.sac and (refusal := logistics.may(campaign, self.power, "strategic_warfare")) is not None:
            yield refusal

    def effect(self, tx: Transaction[TheWar]) -> None:
        box = tx.campaign.boxes.get(self.power, Box())
        if self.power == "germany":
            box = evolve(box, east=self.sac, baku=self.baku)
        else:
            box = evolve(box, interceptors=self.interceptors)
        tx.put(f"boxes.{self.power}", box, "bombing of the Soviet Union", "29.12")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """Against every interceptor the Soviets have, since what they place is not known."""
        if self.power != "germany" or self.sac <= 0:
            return None
        raid = over_ussr(campaign, self.sac, strategic_forces.count(campaign, "ussr", "int"), baku=self.baku)
        if any(True for _ in bombing.refusals(raid)):
            return None
        return distribution(bombing.BombingCore(), raid).of(bombing.resolve)

    def sentence(self, campaign: TheWar) -> str:
        if self.power == "germany":
            near = ", with an airbase near Baku" if self.sac and self.baku else ""
            return f"{wars.named(campaign, self.power)} sends {self.sac} SAC over the Soviet Union{near}"
        return f"{wars.named(campaign, self.power)} places {counted(self.interceptors, 'interceptor', 'interceptors')}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[EastBox]:
        """Everything, and nothing."""
        if power == "germany":
            yield cls(power, sac=bombers(campaign))
        elif power == "ussr" and (guard := strategic_forces.count(campaign, power, "int")):
            yield cls(power, interceptors=guard)
        yield cls(power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power == "germany":
            most = bombers(campaign)
            fields = (
                Field("sac", f"SAC over the Soviet Union, of {most}", "29.12", default=str(most)),
                Field("baku", "an airbase within 10 hexes of Baku", "29.12", ("no", "yes"), "no"),
            )
            return Form(cls.verb, cls.title, "germany east-box sac={sac} baku={baku}", fields, cls.rule, closed=True)
        most = strategic_forces.count(campaign, power, "int")
        field = Field("int", f"interceptors, of {most}", "29.12", default=str(most))
        return Form(cls.verb, cls.title, power + " east-box interceptors={int}", (field,), cls.rule, closed=True)


@frozen
class GermansBombEast(Automatic[TheWar]):
    """German bombers fly over the Soviet Union (29.12); a quarter of its base is the most that they destroy (5.2)."""

    verb: ClassVar[str] = "germans-bomb-east"
    title: ClassVar[str] = "bombing of the Soviet Union"
    rule: ClassVar[str] = "29.12"

    def act(self, tx: Transaction[TheWar]) -> None:
        cap = tx.campaign.powers["ussr"].base // strategic_losses.BASE_SHARE
        begin(tx, EasternRaid("flak", "germany", cap), "raid on the Soviet Union", "29.12")

    def sentence(self, campaign: TheWar) -> str:
        return "German bombers fly over the Soviet Union"
