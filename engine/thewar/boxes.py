"""The boxes of strategic warfare: what each power puts into them, face down (5.1, 5.1.2.1, 5.2, 5.2.4, 5.3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from attrs import evolve, frozen

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, NAMES, NUMBER, keyed
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar import bombing, forces, logistics, submarines, wars
from engine.thewar.reports import counted
from engine.thewar.state import Box, TheWar

SEA_STEP, AIR_STEP = "strategic-warfare.boxes", "strategic-warfare.bombers"
MURMANSK_MOST = 2
LENT = bombing.MDM_SACS
RAIDING = ("fleet", "cv")


def in_play(campaign: TheWar, power: str, kind: str, tag: str = "") -> tuple[str, ...]:
    """A power's undepleted units of a kind that are in play and have oil to move (24.1), by id."""
    return tuple(
        key
        for key, unit in forces.units_of(campaign, power).items()
        if unit.kind == kind and unit.tag == tag and not unit.depleted and not unit.immobile
    )


def count(campaign: TheWar, power: str, kind: str, tag: str = "") -> int:
    """How many of them there are."""
    return len(in_play(campaign, power, kind, tag))


def enemies_of_germany(campaign: TheWar) -> tuple[str, ...]:
    """The Western Allies that fight Germany at sea and in the air: Britain, and the United States once entered."""
    return tuple(
        power
        for power in ("britain", "us")
        if wars.standing(campaign, power) and wars.at_war(campaign, "germany", power)
    )


def placing(campaign: TheWar, *kinds: str) -> tuple[str, ...]:
    """The powers at war that have any unit of these kinds to place."""
    allies = enemies_of_germany(campaign)
    if not allies or not wars.standing(campaign, "germany"):
        return ()
    powers = ("germany", *allies)
    return tuple(
        power for power in powers if any(unit.kind in kinds for unit in forces.units_of(campaign, power).values())
    )


def sea_powers(campaign: TheWar) -> tuple[str, ...]:
    """Who places in the U-Boat War Box: Germany also where it has but ships to send as raiders."""
    found = placing(campaign, "uboat", "asw")
    raiding = "germany" in placing(campaign, *RAIDING)
    return found if "germany" in found or not (found or raiding) else ("germany", *found)


def air_powers(campaign: TheWar) -> tuple[str, ...]:
    """Who places in the Bombing War Box."""
    return placing(campaign, "sac", "int", "jet", "mdm")


def _too_many(
    campaign: TheWar, power: str, wanted: int, kind: str, name: str, rule: str, tag: str = ""
) -> Iterable[Refusal]:
    have = count(campaign, power, kind, tag)
    if wanted < 0:
        yield Refusal(rule, f"{wanted} {name}", "From 0 up.")
    elif wanted > have:
        dry = sum(
            unit.immobile and (unit.power, unit.kind, unit.tag) == (power, kind, tag)
            for unit in campaign.units.values()
        )
        rule, more = (f"{rule}, 24.1", f"; {dry} without oil may not move") if dry else (rule, "")
        reason = f"{wanted} {name} are asked for, {wars.named(campaign, power)} has {have}{more}"
        yield Refusal(rule, reason, f"At most {have}.")


def _only(power: str, owner: tuple[str, ...], amount: int, name: str, rule: str) -> Iterable[Refusal]:
    if amount and power not in owner:
        yield Refusal(rule, f"{power} has no {name}")


def _offensive(campaign: TheWar, power: str, amount: int) -> Iterable[Refusal]:
    """Attacking from the boxes needs an effort that allows it (5.0, 4.4)."""
    if amount and (refusal := logistics.may(campaign, power, "strategic_warfare")) is not None:
        yield refusal


@frozen
class SeaBox(PowerOrder[TheWar]):
    """Place U-boats, ASW and raiders in the U-Boat War Box; up to 2 U-boats or ASW go to the Murmansk Run instead,
    ``hunters`` are ASW that hunt beside those in the box (29.16)."""

    verb: ClassVar[str] = "sea-box"
    title: ClassVar[str] = "U-Boat War Box"
    rule: ClassVar[str] = "5.1"
    steps: ClassVar[tuple[str, ...]] = (SEA_STEP,)
    finishes: ClassVar[bool] = True

    uboats: int = keyed(NUMBER, 0)
    asw: int = keyed(NUMBER, 0)
    murmansk: int = keyed(NUMBER, 0)
    raiders: tuple[str, ...] = keyed(NAMES, ())
    hunters: int = keyed(NUMBER, 0)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        from engine.thewar import sub_hunters

        if self.power not in ("germany", *enemies_of_germany(campaign)):
            yield Refusal("5.1", f"{wars.named(campaign, self.power)} takes no part in the U-boat war")
            return
        german = self.power == "germany"
        yield from _only(self.power, ("germany",), self.uboats, "U-boats", "5.1")
        yield from _only(self.power, ("britain", "us"), self.asw, "ASW", "5.1")
        if german:
            yield from _too_many(campaign, self.power, self.uboats + self.murmansk, "uboat", "U-boats", "5.1")
        else:
            placed = self.asw + self.murmansk + max(0, self.hunters)
            yield from _too_many(campaign, self.power, placed, "asw", "ASW", "5.1")
        yield from sub_hunters.box_refusals(campaign, self.power, self.hunters, self.asw)
        if min(self.uboats, self.asw) < 0:
            yield Refusal("5.1", f"{min(self.uboats, self.asw)} units", "From 0 up.")
        if not 0 <= self.murmansk <= MURMANSK_MOST:
            yield Refusal("5.3.1", f"{self.murmansk} on the Murmansk Run", f"From 0 to {MURMANSK_MOST}.")
        if self.raiders and not german:
            yield Refusal("5.1.2.1", "only Germany sends raiders")
        yield from self._raiders(campaign)
        if german:
            yield from _offensive(campaign, self.power, self.uboats + len(self.raiders))

    def _raiders(self, campaign: TheWar) -> Iterable[Refusal]:
        if len(set(self.raiders)) < len(self.raiders):
            yield Refusal("5.1.2.1", "a raider is named twice")
        for key in self.raiders:
            unit = campaign.units.get(key)
            if unit is None or unit.power != "germany":
                yield Refusal("5.1.2.1", f"Germany has no unit '{key}'")
                continue
            if unit.kind not in RAIDING:
                yield Refusal("5.1.2.1", f"'{key}' is no Fleet or CV")
            if unit.depleted:
                yield Refusal("5.1.2.1", f"'{key}' is depleted", "Raiders are at full strength.")
            if unit.immobile:
                yield Refusal("24.1", f"'{key}' has no oil and stays in port", "Another ship, or next turn.")
            port = campaign.places.get(unit.place)
            if port is not None and "raider-port" not in port.tags:
                ports = ", ".join(place.name for place in campaign.places.values() if "raider-port" in place.tags)
                yield Refusal("5.1.2.1", f"{port.name} is no port for raiders", f"Ports: {ports}.")
        carriers = sum(campaign.units[key].kind == "cv" for key in self.raiders if key in campaign.units)
        aboard = count(campaign, "germany", "nac")
        if carriers > aboard:
            yield Refusal(
                "5.1.2.1", f"{carriers} CV are sent, {aboard} NAC are at full strength", "One aboard each CV."
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        box = tx.campaign.boxes.get(self.power, Box())
        box = evolve(box, uboats=self.uboats, asw=self.asw, murmansk=self.murmansk, raiders=self.raiders)
        box = evolve(box, hunters=self.hunters)
        tx.put(f"boxes.{self.power}", box, "U-Boat War Box", "5.1")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """See Order: against every ASW (or U-boat) the enemy has in play, since what he places is not known."""
        from engine.thewar import hunted_war

        war, hunters, assumed = hunted_war.supposed(campaign, self)
        if any(True for _ in submarines.refusals(war)):
            return None
        found = hunted_war.forecast(campaign, war, hunters)
        return evolve(found, assumed=assumed + found.assumed)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
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
        """See Order: everything, and nothing."""
        if power == "germany":
            yield cls(power, uboats=count(campaign, power, "uboat"))
        else:
            most = count(campaign, power, "asw")
            yield cls(power, asw=most)
            if most > 1 and campaign.options.get("sub-hunters", False):
                yield cls(power, asw=most - most // 2, hunters=most // 2)
        yield cls(power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        if power == "germany":
            most = count(campaign, power, "uboat")
            fields = (
                Field("uboats", f"U-boats of {most}", "5.1", default=str(most)),
                Field("murmansk", "U-boats on the Murmansk Run, at most 2", "5.3.1", default="0"),
            )
            return Form(
                cls.verb, "U-Boat War Box", "germany sea-box uboats={uboats} murmansk={murmansk}", fields, "5.1"
            )
        most = count(campaign, power, "asw")
        asw: tuple[Field, ...] = (
            Field("asw", f"ASW of {most}", "5.1", default=str(most)),
            Field("murmansk", "ASW on the Murmansk Run, at most 2", "5.3.1", default="0"),
        )
        pattern = power + " sea-box asw={asw} murmansk={murmansk}"
        if campaign.options.get("sub-hunters", False):
            asw = (*asw, Field("hunters", "sub hunters beside them", "29.16", default="0"))
            pattern += " hunters={hunters}"
        return Form(cls.verb, "U-Boat War Box", pattern, asw, "5.1")


@frozen
class AirBox(PowerOrder[TheWar]):
    """Place bombers and interceptors in the Bombing War Box. Germany divides its interceptors between night and day."""

    verb: ClassVar[str] = "air-box"
    title: ClassVar[str] = "Bombing War Box"
    rule: ClassVar[str] = "5.2"
    steps: ClassVar[tuple[str, ...]] = (AIR_STEP,)
    finishes: ClassVar[bool] = True

    sac: int = keyed(NUMBER, 0)
    mdm: int = keyed(NUMBER, 0)
    interceptors: int = keyed(NUMBER, 0)
    night: int = keyed(NUMBER, 0)
    day: int = keyed(NUMBER, 0)
    jets_night: int = keyed(NUMBER, 0)
    jets_day: int = keyed(NUMBER, 0)
    troops: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        from engine.thewar import city_raids

        if self.power not in ("germany", *enemies_of_germany(campaign)):
            yield Refusal("5.2", f"{wars.named(campaign, self.power)} takes no part in the bombing war")
            return
        yield from _too_many(campaign, self.power, self.sac, "sac", "SAC", "5.2")
        yield from _offensive(campaign, self.power, self.sac + self.mdm)
        yield from city_raids.box_refusals(campaign, self)
        if self.troops and self.power != "us":
            yield Refusal("5.2", "only American bombers look for American troops in France")
        if self.power == "germany":
            yield from self._german(campaign)
            return
        yield from _only(self.power, ("germany",), self.mdm, "MDM to lend", "5.2.4")
        divided = any((self.night, self.day, self.jets_night, self.jets_day))
        yield from _only(self.power, ("germany",), divided, "interceptors to divide", "5.2")
        yield from _only(self.power, ("britain",), self.interceptors, "interceptors over Europe", "5.2")
        yield from _too_many(campaign, self.power, self.interceptors, "int", "interceptors", "5.2")

    def _german(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.interceptors:
            yield Refusal("5.2", "Germany divides its interceptors", "night=N and day=N.")
        yield from _too_many(campaign, "germany", self.mdm, "mdm", "MDM", "5.2.4")
        for part, name in (
            (self.night, "night"),
            (self.day, "day"),
            (self.jets_night, "night"),
            (self.jets_day, "day"),
        ):
            if part < 0:
                yield Refusal("5.2", f"{part} interceptors by {name}", "From 0 up.")
        yield from _too_many(campaign, "germany", self.night + self.day, "int", "interceptors", "5.2")
        yield from _too_many(
            campaign, "germany", self.jets_night + self.jets_day, "jet", "jet interceptors", "11.13", "int"
        )
        if self.sac + self.mdm and not german_city_in_france(campaign):
            yield Refusal(
                "5.2.4", "Germany bombs Britain only from France", "It needs a French city at the segment's start."
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        box = evolve(
            tx.campaign.boxes.get(self.power, Box()),
            sac=self.sac,
            mdm=self.mdm,
            interceptors=self.interceptors,
            night=self.night,
            day=self.day,
            jets_night=self.jets_night,
            jets_day=self.jets_day,
            troops=self.troops,
        )
        tx.put(f"boxes.{self.power}", box, "Bombing War Box", "5.2")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """See Order: against every interceptor the enemy could send, since what he places is not known."""
        from engine.thewar import air_war, bomber_waves, city_battle, city_raids

        assumed: tuple[str, ...] = ()
        if self.power == "germany":
            assumed = bomber_waves.undivided(campaign, self.mdm)
            if not self.sac + self.mdm:
                return None
            raid = air_war.over_britain(campaign, self.sac + LENT * self.mdm, count(campaign, "britain", "int"))
        else:
            if not self.sac:
                return None
            facing = count(campaign, "germany", "int")
            jets = count(campaign, "germany", "jet", "int")
            raid = air_war.over_germany(campaign, self.power, self.sac, facing, jets, troops=self.troops)
        if any(True for _ in bombing.refusals(raid)):
            return None
        if self.power != "germany" and city_raids.on(campaign):
            return city_battle.forecast(campaign, self.power, raid)
        return distribution(bombing.BombingCore(), raid, assumed=assumed).of(bombing.resolve)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        parts = [f"{self.sac} SAC"] if self.sac else []
        if self.mdm:
            parts.append(f"{self.mdm} MDM")
        if self.power == "germany":
            night = counted(self.night + self.jets_night, "interceptor")
            parts.append(f"{night} by night, {self.day + self.jets_day} by day")
        elif self.interceptors:
            parts.append(counted(self.interceptors, "interceptor", "interceptors"))
        return f"{wars.named(campaign, self.power)} places {', '.join(parts) or 'nothing'}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[AirBox]:
        """See Order: everything in defence and attack, defence alone, nothing."""
        if power == "germany":
            night = -(-count(campaign, power, "int") // 2)
            yield cls(power, night=night, day=count(campaign, power, "int") - night)
        else:
            guard = count(campaign, power, "int") if power == "britain" else 0
            yield cls(power, sac=count(campaign, power, "sac"), interceptors=guard)
            if guard:
                yield cls(power, interceptors=guard)
        yield cls(power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        if power == "germany":
            most = count(campaign, power, "int")
            fields = (
                Field("night", f"interceptors by night, of {most}", "5.2", default=str(-(-most // 2))),
                Field("day", "by day", "5.2", default=str(most // 2)),
                Field("sac", f"SAC over Britain, of {count(campaign, power, 'sac')}", "5.2.4", default="0"),
                Field("mdm", f"MDM lent, 4 SAC each, of {count(campaign, power, 'mdm')}", "5.2.4", default="0"),
            )
            pattern = "germany air-box night={night} day={day} sac={sac} mdm={mdm}"
            return Form(cls.verb, "Bombing War Box", pattern, fields, "5.2")
        sac = count(campaign, power, "sac")
        flying: tuple[Field, ...] = (Field("sac", f"SAC over Germany, of {sac}", "5.2", default=str(sac)),)
        if power == "britain":
            guard = count(campaign, power, "int")
            flying = (*flying, Field("int", f"interceptors, of {guard}", "5.2", default=str(guard)))
            return Form(cls.verb, "Bombing War Box", "britain air-box sac={sac} interceptors={int}", flying, "5.2")
        troops = Field("troops", "a supplied U.S. INF, MOT or ARM in France", "5.2", ("no", "yes"), "no")
        return Form(cls.verb, "Bombing War Box", power + " air-box sac={sac} troops={troops}", (*flying, troops), "5.2")


def german_city_in_france(campaign: TheWar) -> bool:
    """Whether Germany holds a city in France (5.2.4): by capture, or because France has surrendered to it."""
    france = campaign.powers.get("france")
    if france is not None and france.surrendered:
        return True
    return any(place.country == "france" and place.holder == "germany" for place in campaign.places.values())


def close(tx: Transaction[TheWar]) -> None:
    """The segment ends: the boxes are emptied."""
    for power in list(tx.campaign.boxes):
        tx.remove(f"boxes.{power}", "strategic warfare ends", "5.0")
