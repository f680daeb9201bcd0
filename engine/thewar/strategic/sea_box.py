"""The U-Boat War Box: what each power puts into it, face down (5.1, 5.1.2.1, 5.3.1, 29.16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.forecast import Distribution
from engine.kernel.grammar import keyed, number
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.rolls import submarines
from engine.thewar.strategic import hunted_war, strategic_forces, sub_hunters
from engine.thewar.world import patrols, wars
from engine.thewar.world.naming import UNITS, counted
from engine.thewar.world.state import Box, TheWar


@frozen
class SeaBox(PowerOrder[TheWar]):
    """Place U-boats, ASW and raiders in the U-Boat War Box; up to 2 U-boats or ASW go to the Murmansk Run instead,
    ``hunters`` are ASW that hunt beside those in the box (29.16)."""

    verb: ClassVar[str] = "sea-box"
    title: ClassVar[str] = "U-Boat War Box"
    rule: ClassVar[str] = "5.1"
    steps: ClassVar[tuple[str, ...]] = (strategic_forces.SEA_STEP,)
    finishes: ClassVar[bool] = True

    uboats: int = keyed(number(0, 99), 0)
    asw: int = keyed(number(0, 99), 0)
    murmansk: int = keyed(number(0, 99), 0)
    raiders: tuple[str, ...] = keyed(UNITS, ())
    hunters: int = keyed(number(0, 99), 0)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in ("germany", *wars.enemies_of_germany(campaign)):
            yield Refusal("5.1", f"{wars.named(campaign, self.power)} takes no part in the U-boat war")
            return
        german = self.power == "germany"
        yield from strategic_forces.only(self.power, ("germany",), self.uboats, "U-boats", "5.1")
        yield from strategic_forces.only(self.power, ("britain", "us"), self.asw, "ASW", "5.1")
        if german:
            yield from strategic_forces.too_many(
                campaign, self.power, self.uboats + self.murmansk, "uboat", "U-boats", "5.1"
            )
        else:
            placed = self.asw + self.murmansk + max(0, self.hunters)
            yield from strategic_forces.too_many(campaign, self.power, placed, "asw", "ASW", "5.1")
            yield from strategic_forces.american(campaign, self.power, placed)
        yield from sub_hunters.box_refusals(campaign, self.power, self.hunters, self.asw)
        if min(self.uboats, self.asw) < 0:
            yield Refusal("5.1", f"{min(self.uboats, self.asw)} units", "From 0 up.")
        if not 0 <= self.murmansk <= strategic_forces.MURMANSK_MOST:
            yield Refusal(
                "5.3.1", f"{self.murmansk} on the Murmansk Run", f"From 0 to {strategic_forces.MURMANSK_MOST}."
            )
        if self.raiders and not german:
            yield Refusal("5.1.2.1", "only Germany sends raiders")
        yield from self._raiders(campaign)
        if german:
            yield from strategic_forces.attacking(campaign, self.power, self.uboats + len(self.raiders))

    def _raiders(self, campaign: TheWar) -> Iterable[Refusal]:
        if len(set(self.raiders)) < len(self.raiders):
            yield Refusal("5.1.2.1", "a raider is named twice")
        for key in self.raiders:
            unit = campaign.units.get(key)
            if unit is None or unit.power != "germany":
                yield Refusal("5.1.2.1", f"Germany has no unit '{key}'")
                continue
            if unit.kind not in strategic_forces.RAIDING:
                yield Refusal("5.1.2.1", f"'{key}' is no Fleet or CV")
            if unit.depleted:
                yield Refusal("5.1.2.1", f"'{key}' is depleted", "Raiders are at full strength.")
            if unit.immobile:
                yield Refusal("24.1", f"'{key}' has no oil and stays in port", "Another ship, or next turn.")
            yield from patrols.stays(campaign, (key,))
            port = campaign.places.get(unit.place)
            if port is not None and "raider-port" not in port.tags:
                ports = ", ".join(place.name for place in campaign.places.values() if "raider-port" in place.tags)
                yield Refusal("5.1.2.1", f"{port.name} is no port for raiders", f"Ports: {ports}.")
        carriers = sum(campaign.units[key].kind == "cv" for key in self.raiders if key in campaign.units)
        aboard = strategic_forces.count(campaign, "germany", "nac")
        if carriers > aboard:
            yield Refusal(
                "5.1.2.1", f"{carriers} CV are sent, {aboard} NAC are at full strength", "One aboard each CV."
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"boxes.{self.power}", self.filling(tx.campaign), "U-Boat War Box", "5.1")

    def filling(self, campaign: TheWar) -> Box:
        """The power's U-Boat War Box once this order has filled it."""
        return evolve(
            campaign.boxes.get(self.power, Box()),
            uboats=self.uboats,
            asw=self.asw,
            murmansk=self.murmansk,
            raiders=self.raiders,
            hunters=self.hunters,
        )

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """Against every ASW (or U-boat) the enemy has in play, since what he places is not known."""
        war, hunters, assumed = hunted_war.supposed(campaign, self.power, self.filling(campaign))
        if any(True for _ in submarines.refusals(war)):
            return None
        odds = hunted_war.forecast(campaign, war, hunters)
        return evolve(odds, assumed=assumed + odds.assumed)

    def sentence(self, campaign: TheWar) -> str:
        parts = [counted(self.uboats, "U-boat", "U-boats") if self.power == "germany" else f"{self.asw} ASW"]
        if self.raiders:
            parts.append(counted(len(self.raiders), "raider", "raiders"))
        if self.hunters:
            parts.append(counted(self.hunters, "sub hunter", "sub hunters"))
        if self.murmansk:
            parts.append(f"{self.murmansk} to the Murmansk Run")
        return f"{wars.named(campaign, self.power)} places {', '.join(parts)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[SeaBox]:
        """The order that places everything, and the one that places nothing."""
        if power == "germany":
            yield cls(power, uboats=strategic_forces.count(campaign, power, "uboat"))
        else:
            most = strategic_forces.count(campaign, power, "asw")
            yield cls(power, asw=most)
            if most > 1 and campaign.options.get("sub-hunters", False):
                yield cls(power, asw=most - most // 2, hunters=most // 2)
        yield cls(power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power == "germany":
            most = strategic_forces.count(campaign, power, "uboat")
            fields = (
                Field("uboats", f"U-boats of {most}", "5.1", default=str(most)),
                Field("murmansk", "U-boats on the Murmansk Run, at most 2", "5.3.1", default="0"),
            )
            return Form(
                cls.verb, "U-Boat War Box", "germany sea-box uboats={uboats} murmansk={murmansk}", fields, "5.1"
            )
        most = strategic_forces.count(campaign, power, "asw")
        asw: tuple[Field, ...] = (
            Field("asw", f"ASW of {most}", "5.1", default=str(most)),
            Field("murmansk", "ASW on the Murmansk Run, at most 2", "5.3.1", default="0"),
        )
        pattern = power + " sea-box asw={asw} murmansk={murmansk}"
        if campaign.options.get("sub-hunters", False):
            asw = (*asw, Field("hunters", "sub hunters beside them", "29.16", default="0"))
            pattern += " hunters={hunters}"
        return Form(cls.verb, "U-Boat War Box", pattern, asw, "5.1")
