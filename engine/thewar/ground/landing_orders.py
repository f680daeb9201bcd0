"""A landing from the sea, announced with its waves; who goes back where a beachhead has no room (7.7 to 7.7.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import keyed, word
from engine.kernel.orders import Field, Form
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, commandos
from engine.thewar.combat import offered_counters as offers
from engine.thewar.ground import attack_boxes, defence, ground_battle, landing_zones, landings
from engine.thewar.ground.ground_attacks import ATTACK, UNSUPPLIED, Attack, fighters
from engine.thewar.ground.ground_choices import GroundAnswer
from engine.thewar.ground.ground_fight import GroundFight
from engine.thewar.world import caps, distances, sides, titles, wars
from engine.thewar.world.naming import UNIT, UNITS
from engine.thewar.world.state import Engagement, TheWar


@frozen
class Land(Attack):
    """Announce a landing: ``units`` are its first wave, ``airborne`` PARA, or a CDO, that drop on the same hex,
    ``second`` the ARM, MECH and CAV that follow in the Second Impulse, ``ships`` the Fleets that bombard the shore."""

    verb: ClassVar[str] = "land"
    title: ClassVar[str] = "announce a landing"
    rule: ClassVar[str] = "7.7"
    steps: ClassVar[tuple[str, ...]] = ("operations.attacks",)

    airborne: tuple[str, ...] = keyed(UNITS, ())
    second: tuple[str, ...] = keyed(UNITS, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with its units by their ids; no unit is in two waves."""
        mine = sides.side(campaign, self.power)
        order = super().complete(campaign)
        dropped = battles.meant(campaign, self.airborne, mine, first=self.power, deed=ATTACK, last=order.units)
        taken = (*order.units, *dropped)
        second = battles.meant(campaign, self.second, mine, first=self.power, deed=ATTACK, last=taken)
        return attrs.evolve(order, airborne=dropped, second=second)

    def engagement(self, campaign: TheWar) -> Engagement:
        """A beach attacked from the sea."""
        facts = (*self.facts, *((landings.DROP,) if self.airborne and landings.DROP not in self.facts else ()))
        beach = () if landings.BEACH in self.terrain else (landings.BEACH,)
        return attrs.evolve(
            super().engagement(campaign),
            attackers=(*self.units, *self.airborne),
            wave=self.second,
            terrain=(*beach, *self.terrain),
            facts=facts,
        )

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not self.units:
            yield Refusal("7.7", "nobody lands from the sea", "The first wave, such as 2 INF 4-5.")
        kinds = {key: campaign.units[key].kind for key in self.airborne if key in campaign.units}
        if slow := [key for key, kind in kinds.items() if kind not in commandos.AIRBORNE]:
            yield Refusal("11.14", f"{titles.units(campaign, slow)} does not drop", "PARA do, and CDO.")
        if set(commandos.AIRBORNE) <= set(kinds.values()):
            yield Refusal("2.6", "PARA and CDO drop on one hex", "One of them; the CDO may come by sea.")
        ashore = [key for key in (*self.units, *self.airborne, *self.second) if key in campaign.units]
        for owner in dict.fromkeys(campaign.units[key].power for key in ashore):
            own = [key for key in ashore if campaign.units[key].power == owner]
            yield from caps.refused(campaign, owner, self.where, own)
        yield from super().judge(campaign)
        yield from landing_zones.wrong(campaign, self.where, self.units, campaign.engagements)

    def sentence(self, campaign: TheWar) -> str:
        engagement = self.engagement(campaign)
        mine, theirs = titles.units(campaign, self.units), battles.opposed(campaign, self.against)
        more = (
            ("", self.airborne),
            ("a second wave of ", self.second),
            ("bombarded by ", self.ships),
            ("", self.air),
        )
        said = "".join(f", {words}{titles.units(campaign, keys)}" for words, keys in more if keys)
        at = titles.where(campaign, self.where)
        who = wars.named(campaign, engagement.by)
        advice = landing_zones.told(campaign, self.where, self.units, campaign.engagements)
        flown = distances.air_told(campaign, self.air, self.where, stages=True)
        return f"{who} lands at {at}: {mine} against {theirs}{said}{flown}{advice}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        mine = sides.side(campaign, power)
        own, enemies = fighters(campaign, power)
        paras = tuple(name for name in own if set(commandos.AIRBORNE) & set(name.split("-")))
        fast = tuple(name for name in own if {"arm", "mech", "cav"} & set(name.split("-")))
        ships, air = (battles.names(campaign, mine, first=power, category=arm) for arm in ("naval", "air"))
        fleets = tuple(name for name in ships if "fleet" in name)
        offered = attack_boxes.Offered(power, ATTACK, cls.support, UNSUPPLIED)
        fields = (
            Field("where", "where", cls.rule, offers.places(campaign, power), free=True, counters=offered.where),
            Field("against", "defenders", cls.rule, enemies, listed=True, counters=offered.against),
            Field("units", "first wave", "7.7.2", own, listed=True, counters=offered.units),
            Field("airborne", "airborne", "11.14", paras, listed=True, counters=offered.airborne),
            Field("second", "second wave", "7.7.1", fast, listed=True, counters=offered.fast),
            Field("ships", "bombardment", "7.7.3", fleets, listed=True, counters=offered.ships),
            Field("air", "air support", "11.3", air, listed=True, counters=offered.air),
            Field("terrain", "the hex", "10.6", defence.TERRAIN, listed=True, counters=offered.terrain),
            Field("facts", "what else holds", "10.0", ground_battle.FACTS, listed=True, counters=offered.facts),
        )
        named = " ".join(f"{field.name}={{{field.name}}}" for field in fields[1:])
        return Form(cls.verb, "Announce a landing", f"{power} land {{where}} {named}", fields, cls.rule)


@frozen
class SendBack(GroundAnswer):
    """The unit for which a beachhead has no room: Depleted, and back to port (7.7.4)."""

    verb: ClassVar[str] = "send-back"
    title: ClassVar[str] = "no room in the beachhead"
    rule: ClassVar[str] = "7.7.4"
    stages: ClassVar[tuple[str, ...]] = ("ashore",)

    unit: str = word(UNIT)

    def answer(self, tx: Transaction[TheWar], at: str, fight: GroundFight) -> None:
        fight.pay(tx, at, (self.unit,))

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} sends {titles.units(campaign, (self.unit,))} back to port"
