"""The Bombing War Box: what each power puts into it, face down (5.2, 5.2.4, 11.13)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, keyed, number
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.combat import battles
from engine.thewar.rolls import bombing
from engine.thewar.strategic import air_war, bomber_waves, city_battle, city_raids, strategic_forces
from engine.thewar.world import wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Box, TheWar


@frozen
class AirBox(PowerOrder[TheWar]):
    """Place bombers and interceptors in the Bombing War Box. Germany divides its interceptors between night and day."""

    verb: ClassVar[str] = "air-box"
    title: ClassVar[str] = "Bombing War Box"
    rule: ClassVar[str] = "5.2"
    steps: ClassVar[tuple[str, ...]] = (strategic_forces.AIR_STEP,)
    finishes: ClassVar[bool] = True

    sac: int = keyed(number(0, 99), 0)
    mdm: int = keyed(number(0, 99), 0)
    interceptors: int = keyed(number(0, 99), 0)
    night: int = keyed(number(0, 99), 0)
    day: int = keyed(number(0, 99), 0)
    jets_night: int = keyed(number(0, 99), 0)
    jets_day: int = keyed(number(0, 99), 0)
    troops: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in ("germany", *wars.enemies_of_germany(campaign)):
            yield Refusal("5.2", f"{wars.named(campaign, self.power)} takes no part in the bombing war")
            return
        yield from strategic_forces.too_many(campaign, self.power, self.sac, "sac", "SAC", "5.2")
        yield from strategic_forces.american(campaign, self.power, self.sac)
        yield from strategic_forces.attacking(campaign, self.power, self.sac + self.mdm)
        yield from city_raids.box_refusals(campaign, self.power, self.filling(campaign))
        if self.troops and self.power != "us":
            yield Refusal("5.2", "only American bombers look for American troops in France")
        if self.power == "germany":
            yield from self._german(campaign)
            return
        yield from strategic_forces.only(self.power, ("germany",), self.mdm, "MDM to lend", "5.2.4")
        divided = any((self.night, self.day, self.jets_night, self.jets_day))
        yield from strategic_forces.only(self.power, ("germany",), divided, "interceptors to divide", "5.2")
        yield from strategic_forces.only(self.power, ("britain",), self.interceptors, "interceptors over Europe", "5.2")
        yield from strategic_forces.too_many(campaign, self.power, self.interceptors, "int", "interceptors", "5.2")

    def _german(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.interceptors:
            yield Refusal("5.2", "Germany divides its interceptors", "night=N and day=N.")
        wrong = tuple(strategic_forces.too_many(campaign, "germany", self.mdm, "mdm", "MDM", "5.2.4"))
        yield from wrong
        able = len(battles.lendable(campaign))
        if not wrong and able < self.mdm:
            reason = f"{self.mdm} MDM are to be lent, {able} have flown no mission this turn"
            yield Refusal("5.2.4", reason, "One that bombs Britain flies nothing else in the turn.")
        for part, name in (
            (self.night, "night"),
            (self.day, "day"),
            (self.jets_night, "night"),
            (self.jets_day, "day"),
        ):
            if part < 0:
                yield Refusal("5.2", f"{part} interceptors by {name}", "From 0 up.")
        yield from strategic_forces.too_many(campaign, "germany", self.night + self.day, "int", "interceptors", "5.2")
        yield from strategic_forces.too_many(
            campaign, "germany", self.jets_night + self.jets_day, "jet", "jet interceptors", "11.13", "int"
        )
        if self.sac + self.mdm and not strategic_forces.german_city_in_france(campaign):
            yield Refusal(
                "5.2.4", "Germany bombs Britain only from France", "It needs a French city at the segment's start."
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"boxes.{self.power}", self.filling(tx.campaign), "Bombing War Box", "5.2")
        if self.power == "germany":
            battles.lend(tx, self.mdm)

    def filling(self, campaign: TheWar) -> Box:
        """The power's Bombing War Box once this order has filled it."""
        return evolve(
            campaign.boxes.get(self.power, Box()),
            sac=self.sac,
            mdm=self.mdm,
            interceptors=self.interceptors,
            night=self.night,
            day=self.day,
            jets_night=self.jets_night,
            jets_day=self.jets_day,
            troops=self.troops,
        )

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """Against every interceptor the enemy could send, since what he places is not known."""
        assumed: tuple[str, ...] = ()
        if self.power == "germany":
            assumed = bomber_waves.undivided(campaign, self.mdm)
            if not self.sac + self.mdm:
                return None
            raid = air_war.over_britain(
                campaign,
                self.sac + bombing.MDM_SACS * self.mdm,
                strategic_forces.count(campaign, "britain", "int"),
            )
        else:
            if not self.sac:
                return None
            raid = self._over_germany(campaign)
        if any(True for _ in bombing.refusals(raid)):
            return None
        if self.power != "germany" and city_raids.on(campaign):
            return city_battle.forecast(campaign, self.power, raid)
        return distribution(bombing.BombingCore(), raid, assumed=assumed).of(bombing.resolve)

    def sentence(self, campaign: TheWar) -> str:
        parts = [f"{self.sac} SAC"] if self.sac else []
        if self.mdm:
            parts.append(f"{self.mdm} MDM")
        if self.power == "germany":
            night = counted(self.night + self.jets_night, "interceptor", "interceptors")
            parts.append(f"{night} by night, {self.day + self.jets_day} by day")
        elif self.interceptors:
            parts.append(counted(self.interceptors, "interceptor", "interceptors"))
        return f"{wars.named(campaign, self.power)} places {', '.join(parts) or 'nothing'}"

    def _over_germany(self, campaign: TheWar) -> bombing.Raid:
        """The raid against every interceptor that Germany could send."""
        facing = strategic_forces.count(campaign, "germany", "int")
        jets = strategic_forces.count(campaign, "germany", "jet", "int")
        return air_war.over_germany(campaign, self.power, self.sac, facing, jets, troops=self.troops)

    def hopeless(self, campaign: TheWar) -> bool:
        """Whether the bombers can only lose by the forecast that is shown with them: none gets through to the ground,
        and more of them fall than interceptors (5.2)."""
        if not self.sac or self.power == "germany" or city_raids.on(campaign):
            return False
        return _only_loses(self._over_germany(campaign))

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[AirBox]:
        """Everything in defence and attack, defence alone, nothing; a raid that can only lose comes last."""
        if power == "germany":
            guard, jets = (strategic_forces.count(campaign, power, *tags) for tags in (("int",), ("jet", "int")))
            night, by_night = -(-guard // 2), -(-jets // 2)
            yield cls(power, night=night, day=guard - night, jets_night=by_night, jets_day=jets - by_night)
        else:
            guard = strategic_forces.count(campaign, power, "int") if power == "britain" else 0
            flying = cls(power, sac=strategic_forces.count(campaign, power, "sac"), interceptors=guard)
            # A raid that can only lose is never the first thing offered: who wants it flies it by his own choice.
            if (hopeless := flying.hopeless(campaign)) and guard:
                yield cls(power, interceptors=guard)
            if hopeless:
                yield cls(power)
            yield flying
            if guard and flying.sac and not hopeless:
                yield cls(power, interceptors=guard)
            if hopeless:
                return
        yield cls(power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power == "germany":
            most = strategic_forces.count(campaign, power, "int")
            fields: tuple[Field, ...] = (
                Field("night", f"interceptors by night, of {most}", "5.2", default=str(-(-most // 2))),
                Field("day", "by day", "5.2", default=str(most // 2)),
                Field(
                    "sac",
                    f"SAC over Britain, of {strategic_forces.count(campaign, power, 'sac')}",
                    "5.2.4",
                    default="0",
                ),
                Field(
                    "mdm",
                    f"MDM lent, 4 SAC each, of {strategic_forces.count(campaign, power, 'mdm')}",
                    "5.2.4",
                    default="0",
                ),
            )
            pattern = "germany air-box night={night} day={day} sac={sac} mdm={mdm}"
            if jets := strategic_forces.count(campaign, power, "jet", "int"):
                half = jets // 2
                fields = (
                    *fields,
                    Field("jets_night", f"jets by night, of {jets}", "11.13", default=str(jets - half)),
                    Field("jets_day", "jets by day", "11.13", default=str(half)),
                )
                pattern += " jets_night={jets_night} jets_day={jets_day}"
            return Form(cls.verb, "Bombing War Box", pattern, fields, "5.2", closed=True)
        sac = strategic_forces.count(campaign, power, "sac")
        proposed = "0" if cls(power, sac=sac).hopeless(campaign) else str(sac)
        flying: tuple[Field, ...] = (Field("sac", f"SAC over Germany, of {sac}", "5.2", default=proposed),)
        if power == "britain":
            guard = strategic_forces.count(campaign, power, "int")
            flying = (*flying, Field("int", f"interceptors, of {guard}", "5.2", default=str(guard)))
            return Form(
                cls.verb, "Bombing War Box", "britain air-box sac={sac} interceptors={int}", flying, "5.2", closed=True
            )
        troops = Field("troops", "a supplied U.S. INF, MOT or ARM in France", "5.2", ("no", "yes"), "no")
        return Form(
            cls.verb,
            "Bombing War Box",
            power + " air-box sac={sac} troops={troops}",
            (*flying, troops),
            "5.2",
            closed=True,
        )


@lru_cache(maxsize=64)
def _only_loses(raid: bombing.Raid) -> bool:
    """Whether no die of a raid does any harm on the ground, and it loses more aircraft than it shoots down.

    Cached, as the answer is wanted whenever the orders on offer are listed."""
    if any(True for _ in bombing.refusals(raid)):
        return False
    forecast = distribution(bombing.BombingCore(), raid).of(bombing.resolve)
    if any(_costs(result) for result, _ in forecast.outcomes):
        return False
    lost = sum(chance * (result.sac_lost + result.sac_flak_eliminated) for result, chance in forecast.outcomes)
    return lost > sum(chance * result.int_lost for result, chance in forecast.outcomes)


def _costs(result: bombing.RaidResult) -> bool:
    """Whether a raid costs its victim anything on the ground: money, base, points, oil, the will to go on."""
    toll = (result.narfs, result.base_loss, result.smps_narfs, result.smps_extra, result.rail_lost, result.surrender)
    return any((*toll, result.oil_hits))
