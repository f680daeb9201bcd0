"""What answers an attack that is announced: air support on both sides, Reserves into the hex (9.9, 11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import NAME, word
from engine.kernel.orders import Counting, Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import (
    battles,
    circumstances,
    commandos,
    invaded_alone,
    landing_bases,
    standing_aside,
    surprises,
)
from engine.thewar.combat import offered_counters as offers
from engine.thewar.ground import assaults, attack_boxes, overruns, partisans
from engine.thewar.ground.ground_attacks import MOVEMENT, SUPPORT
from engine.thewar.world import distances, forces, ratings, separate_allies, sides, supply, titles, traits, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import Engagement, TheWar, Unit

ANSWERED = ("operations.attacks", "operations.reserves", "operations.combat", "operations.second-combat")
ALONE = 3
"""The rating from which on an army's units do not stack (9.6)."""


def _into(cls: type[Any], campaign: TheWar, power: str, names: tuple[str, ...], counters: Counting) -> Form | None:
    """The form of an order that brings units into a battle that is announced."""
    if not campaign.engagements or not names:
        return None
    fields = (
        Field("where", "which battle", cls.rule, tuple(campaign.engagements)),
        Field("units", "units", cls.rule, names, listed=True, counters=counters),
    )
    pattern = f"{power} {cls.verb} {{where}} {{units}}"
    return Form(cls.verb, cls.title[0].upper() + cls.title[1:], pattern, fields, cls.rule)


@frozen
class _Offered:
    """What may be ticked of a power's side to go into a battle that is announced."""

    power: str

    def air(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Aircraft that have flown no support yet."""
        engagement = campaign.engagements.get(given.get("where", ""))
        if engagement is None:
            return ()
        ours = sides.side(campaign, engagement.by) == sides.side(campaign, self.power)
        mine, theirs = engagement.attackers, engagement.defenders
        if not ours:
            mine, theirs = theirs, mine
        ground, opponents = forces.owners_among(campaign, mine), forces.owners_among(campaign, theirs)
        flying = forces.owners_among(campaign, engagement.air if ours else engagement.facing)

        def apart(key: str, unit: Unit) -> str:
            return separate_allies.barred(campaign, unit, ground, flying)

        fit = offers.of_all(attack_boxes.no_carriers, apart)
        activity = partisans.COMBAT if ours else ""
        return offers.own(
            campaign, self.power, offers.Call(("air",), SUPPORT, "have flown in support", activity, fit), opponents
        )

    def reserves(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Units under Reserve markers that are not committed."""
        committed = {key for battle in campaign.engagements.values() for key in battle.reserves}

        def fit(key: str, unit: Unit) -> str:
            return "committed already" if key in committed else "" if unit.reserve else offers.NEVER

        return offers.own(campaign, self.power, offers.Call(fit=fit))


def _late(campaign: TheWar, where: str) -> Refusal | None:
    """Why nothing joins a battle any more: it is being fought (10.2)."""
    fought = any(getattr(procedure, "where", "") == where for procedure in campaign.pending.values())
    if fought and overruns.at(campaign, where) is None:
        return Refusal("10.2", "the battle is being fought", "Support and Reserves come before its first die.")
    return None


@frozen
class Support(PowerOrder[TheWar]):
    """Air units support a battle that is announced: its attackers' (11.3) or its defenders' (11.4), and answer an
    Automatic Victory (9.8). FTR go with them and fight in the air alone."""

    verb: ClassVar[str] = "support"
    title: ClassVar[str] = "air support"
    rule: ClassVar[str] = "11.3, 11.4"
    steps: ClassVar[tuple[str, ...]] = (*MOVEMENT, *ANSWERED)
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    air: tuple[str, ...] = word(UNITS)

    def complete(self, campaign: TheWar) -> Self:
        side = sides.side(campaign, self.power)
        engagement = campaign.engagements.get(self.where)
        deed = SUPPORT
        if engagement is not None and overruns.at(campaign, self.where) is not None:
            deed = overruns.type_named(campaign, engagement, self.power, self.air)
        return attrs.evolve(self, air=battles.meant(campaign, self.air, side, first=self.power, deed=deed))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = campaign.engagements.get(self.where)
        if engagement is None or engagement.kind != battles.GROUND:
            yield unannounced(campaign, self.where)
            return
        if (late := _late(campaign, self.where)) is not None:
            yield late
            return
        wrong = list(battles.wrong_units(campaign, self.air, sides.side(campaign, self.power), self.rule))
        yield from wrong
        if wrong:
            return
        if not all(traits.category(campaign.units[key]) == "air" for key in self.air):
            yield Refusal(self.rule, "air units support a battle", "FTR, TAC and MDM.")
        if any(campaign.units[key].kind == "nac" for key in self.air):
            yield Refusal("11.4.1", "NAC support no ground battle", "FTR, TAC and MDM do.")
        yield from overruns.not_asked(campaign, self.where, self.power)
        for key in self.air:
            yield from battles.idle(campaign, (key,), self._deed(campaign, key), "has flown in support", "11.2.3")
        yield from battles.dry(campaign, self.air)
        yield from supply.supplied(campaign, self.air, supply.MISSION)
        yield from standing_aside.uninvolved(campaign, self.air)
        there = engagement.air if self._ours(campaign) else engagement.facing
        on_foot = engagement.attackers if self._ours(campaign) else engagement.defenders
        yield from separate_allies.supports(campaign, self.air, on_foot)
        yield from separate_allies.together(campaign, (*self.air, *there))
        against = engagement.defenders if self._ours(campaign) else engagement.attackers
        yield from battles.at_war(campaign, self.air, against, self.where)
        yield from circumstances.grounded(campaign, self.where, engagement, self.air)
        for air, met in self._flying(campaign):
            yield from distances.air_refused(campaign, air, self.where, stages=self._ours(campaign), meets=met)
        if not self._ours(campaign) and surprises.stays_down(campaign, engagement, self.air):
            yield Refusal("21.4", "surprised Soviet air units intercept nothing", "TAC and MDM support the defence.")
        if not self._ours(campaign):
            yield from invaded_alone.refused(campaign, self.where, self.air, engagement.defenders)
        if self._ours(campaign):
            yield from partisans.activated(campaign, self.air, partisans.COMBAT, engagement.defenders)
            if engagement.impulse == battles.SECOND:
                yield from battles.activated(campaign, self.air, battles.SECOND_IMPULSE)
            yield from assaults.french_help(campaign, self.where, self.joined(campaign))

    def _deed(self, campaign: TheWar, key: str) -> str:
        """The type of mission that an aircraft flies in this battle (11.2.3)."""
        if overruns.at(campaign, self.where) is None:
            return SUPPORT
        return overruns.deed(campaign, campaign.engagements[self.where], key)

    def _ours(self, campaign: TheWar) -> bool:
        """Whether the aircraft support the attackers."""
        engagement = campaign.engagements[self.where]
        return sides.side(campaign, engagement.by) == sides.side(campaign, self.power)

    def _flying(self, campaign: TheWar) -> tuple[tuple[tuple[str, ...], int], ...]:
        """The aircraft, each with how far from the hex it may meet those of the attackers: FTR of the defenders, which
        fight in the air alone, anywhere on their way; who supports the ground flies to the hex itself (11.4, 11.8)."""
        engagement = campaign.engagements[self.where]
        kinds = (campaign.units[key].kind for key in engagement.attackers if key in campaign.units)
        dropped = commandos.drops(engagement.facts, kinds)
        met = max(distances.mission_range(campaign, engagement.air), commandos.reach(dropped) if dropped else 0)
        if self._ours(campaign) or not met:
            return ((self.air, 0),)
        fighters = tuple(key for key in self.air if key in campaign.units and campaign.units[key].kind == "ftr")
        others = tuple(key for key in self.air if key not in fighters)
        return tuple((air, far) for air, far in ((fighters, met), (others, 0)) if air)

    def joined(self, campaign: TheWar) -> Engagement:
        """The battle with them in it."""
        engagement = campaign.engagements[self.where]
        if self._ours(campaign):
            return attrs.evolve(engagement, air=(*engagement.air, *self.air))
        return attrs.evolve(engagement, facing=(*engagement.facing, *self.air))

    def effect(self, tx: Transaction[TheWar]) -> None:
        after = self.joined(tx.campaign)
        tx.set(f"engagements.{self.where}.air", after.air, "air support", self.rule)
        tx.set(f"engagements.{self.where}.facing", after.facing, "air support", self.rule)
        for key in self.air:
            battles.remember(tx, (key,), self._deed(tx.campaign, key), "11.2.3")
        # Who flies with an Automatic Victory may stage for another mission after it.
        staging = self._ours(tx.campaign) and overruns.at(tx.campaign, self.where) is not None
        for there in [air for air, met in self._flying(tx.campaign) if not met and not staging]:
            landing_bases.flies(tx, there, self.where)
        if (current := overruns.at(tx.campaign, self.where)) is not None:
            current[1].answered(tx, current[0], sent=True)

    def sentence(self, campaign: TheWar) -> str:
        at = titles.where(campaign, self.where)
        known = self.where in campaign.engagements
        ours = known and self._ours(campaign)
        flying = self._flying(campaign) if known else ()
        far = "".join(distances.air_told(campaign, air, self.where, stages=ours, meets=met) for air, met in flying)
        return f"{wars.named(campaign, self.power)} supports {at} with {titles.units(campaign, self.air)}{far}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        air = battles.names(campaign, sides.side(campaign, power), first=power, category="air")
        return _into(cls, campaign, power, air, _Offered(power).air)


def unannounced(campaign: TheWar, where: str) -> Refusal:
    known = ", ".join(campaign.engagements)
    return Refusal("10.0", f"no battle at '{where}' is announced", f"There are: {known}." if known else "None is.")


@frozen
class Reinforce(PowerOrder[TheWar]):
    """Units under Reserve markers move into the hex that is attacked; they count at face value (9.9.3, 9.9.6)."""

    verb: ClassVar[str] = "reinforce"
    title: ClassVar[str] = "Reserves into the hex"
    rule: ClassVar[str] = "9.9.3"
    steps: ClassVar[tuple[str, ...]] = ANSWERED
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = word(UNITS)

    def complete(self, campaign: TheWar) -> Self:
        side = sides.side(campaign, self.power)
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, reserve=True))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = campaign.engagements.get(self.where)
        if (late := _late(campaign, self.where)) is not None:
            yield late
            return
        if engagement is None:
            yield unannounced(campaign, self.where)
            return
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), self.rule))
        yield from wrong
        if wrong:
            return
        if sides.side(campaign, engagement.by) == sides.side(campaign, self.power):
            yield Refusal("9.9.6", "Reserves come to the defenders", "The attackers' stay where they are.")
        for key in self.units:
            unit = campaign.units[key]
            if not unit.reserve:
                yield Refusal(
                    "9.9.3",
                    f"{titles.label(unit)} is under no Reserve marker",
                    f"Placed in the Build Segment: '{unit.power} reserve {forces.group_of(unit)}'.",
                )
            elif (refusal := traits.may_reserve(campaign, unit)) is not None:
                yield refusal
        if again := [
            key for key in self.units if any(key in battle.reserves for battle in campaign.engagements.values())
        ]:
            yield Refusal(
                "9.9.3", f"{titles.units(campaign, again)} is committed already", "Others under Reserve markers."
            )
        rating = max((campaign.powers[owner].army for owner in self._owners(campaign)), default=0)
        if rating >= ALONE:
            reason = f"units of a {ratings.ORDINALS[rating]}-Rate army do not stack"
            yield Refusal(
                "9.9.6, 9.6", reason, f"From {ratings.ORDINALS[ALONE]}-Rate on; next to the hex they may stand."
            )

    def _owners(self, campaign: TheWar) -> tuple[str, ...]:
        owners = dict.fromkeys(campaign.units[key].power for key in self.units)
        return tuple(owner for owner in owners if owner in campaign.powers)

    def joined(self, campaign: TheWar) -> Engagement:
        """The battle with them in it."""
        engagement = campaign.engagements[self.where]
        return attrs.evolve(
            engagement, defenders=(*engagement.defenders, *self.units), reserves=(*engagement.reserves, *self.units)
        )

    def effect(self, tx: Transaction[TheWar]) -> None:
        after = self.joined(tx.campaign)
        tx.set(f"engagements.{self.where}.defenders", after.defenders, "Reserves", "9.9.3")
        tx.set(f"engagements.{self.where}.reserves", after.reserves, "Reserves", "9.9.6")

    def sentence(self, campaign: TheWar) -> str:
        at = titles.where(campaign, self.where)
        return f"{wars.named(campaign, self.power)} commits {titles.units(campaign, self.units)} at {at}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        units = battles.names(campaign, sides.side(campaign, power), first=power, reserve=True)
        return _into(cls, campaign, power, units, _Offered(power).reserves) if units else None
