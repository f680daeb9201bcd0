"""Battles that are announced: called off, or fought (10.0, 10.2.2, 11.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.air import air_fight, airborne
from engine.thewar.combat import aftermath, battles, effort_reach, landing_bases
from engine.thewar.ground import assaults, landings, marched_off
from engine.thewar.ground.ground_answers import unannounced
from engine.thewar.ground.ground_attacks import ANNOUNCED, ATTACK, ROLLED, SUPPORT, expected
from engine.thewar.ground.ground_fight import GroundFight
from engine.thewar.sea import cutting
from engine.thewar.world import sides, titles
from engine.thewar.world.state import TheWar

COMBAT = ("operations.combat", "operations.second-combat")
COUNTER_AIR, INTERCEPTION = "counter-air", "interception"


@frozen
class CallOff(PowerOrder[TheWar]):
    """An attack that was announced is called off again, as long as no battle of the impulse is rolled (10.0); a
    counter-air mission before it is flown. One whose attackers or defenders have all left play comes off the list at
    any time."""

    verb: ClassVar[str] = "call-off"
    title: ClassVar[str] = "call off an attack"
    rule: ClassVar[str] = "10.0"
    steps: ClassVar[tuple[str, ...]] = (*ANNOUNCED, *COMBAT[:1], battles.COUNTER_AIR_STEP)

    where: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = campaign.engagements.get(self.where)
        if engagement is None:
            yield unannounced(campaign, self.where)
        elif battles.gone(campaign, self.where):
            return
        elif engagement.kind == battles.GROUND and battles.busy(campaign, ROLLED, ATTACK):
            yield Refusal("10.0", "battles of this impulse are being rolled", "What is announced is fought.")
        elif campaign.progress.step.partition(".")[2] == COMBAT[0]:
            yield Refusal("10.0", "the attacks of this impulse are announced", "What is announced is fought.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        engagement = tx.campaign.engagements[self.where]
        deed = COUNTER_AIR if engagement.kind == battles.AIR else ATTACK
        battles.forget(tx, (*engagement.attackers, *engagement.wave), deed, "10.0")
        landings.released(tx, engagement.wave, "called off")
        effort_reach.forget(tx, self.where)
        battles.forget(
            tx,
            (*engagement.air, *engagement.facing),
            INTERCEPTION if engagement.kind == battles.AIR else SUPPORT,
            "11.2.3",
        )
        landing_bases.stays(tx, (*engagement.air, *engagement.facing), self.where)
        if engagement.kind == battles.SEA:
            # Its ships have left play: nobody has run supply.
            cutting.goes_on(tx, engagement, self.where)
        tx.remove(f"engagements.{self.where}", "called off", "10.0")

    def sentence(self, campaign: TheWar) -> str:
        return f"The attack on {titles.where(campaign, self.where)} is called off"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[CallOff]:
        yield from (cls(power, where) for where, engagement in campaign.engagements.items() if engagement.by == power)


@frozen
class Fight(PowerOrder[TheWar]):
    """A battle that is announced is fought; in any order, each to its end before the next (10.2.2). ``choose``: the
    attacker is asked after the roll whether he takes a higher-numbered result."""

    verb: ClassVar[str] = "fight"
    title: ClassVar[str] = "fight a battle"
    rule: ClassVar[str] = "10.2.2"
    steps: ClassVar[tuple[str, ...]] = (*COMBAT, battles.COUNTER_AIR_STEP)

    where: str = word(NAME)
    choose: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = campaign.engagements.get(self.where)
        if engagement is None:
            yield unannounced(campaign, self.where)
        elif sides.side(campaign, engagement.by) != sides.side(campaign, self.power):
            yield Refusal("10.2.2", "the phasing side chooses which battle comes next")
        elif engagement.kind == battles.SEA:
            yield Refusal(
                "7.9",
                f"the battle at {titles.where(campaign, self.where)} is one at sea",
                "'sea-battle' fights it.",
            )
        elif engagement.kind == battles.AIR and not battles.counter_air(campaign):
            yield Refusal("11.5.1", "counter-air missions come before all others", "It can be called off.")
        else:
            rule = "10.0" if engagement.kind == battles.GROUND else "11.5.1"
            yield from battles.nobody_left(
                campaign, self.where, rule, f"'call-off {self.where}' takes it off the list."
            )

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """The odds with all support and Reserves as they stand."""
        engagement = campaign.engagements.get(self.where)
        if engagement is None or engagement.kind == battles.SEA or battles.gone(campaign, self.where):
            return None
        if engagement.kind == battles.AIR:
            return air_fight.expected(campaign, self.where)
        return expected(
            assaults.assault(campaign, self.where, engagement), air_fight.over(campaign, self.where, engagement)
        )

    def effect(self, tx: Transaction[TheWar]) -> None:
        if airborne.unescorted(tx.campaign, self.where, tx.campaign.engagements[self.where]):
            airborne.shoot_down(tx, tx.campaign.engagements[self.where])
        if tx.campaign.engagements[self.where].kind == battles.GROUND:
            battles.remember(tx, (ROLLED,), ATTACK, "10.0")
            marched_off.record(tx, tx.campaign.engagements[self.where], self.where)
            begin(tx, GroundFight("roll", self.where, choose=self.choose), "battle", "10.2.2")
        # What supports a battle on the ground has to come through first (11.3.1).
        if air_fight.meets(tx.campaign, self.where):
            begin(tx, air_fight.begun(tx.campaign, self.where), "air battle", "11.3.1, 11.5.1")

    def sentence(self, campaign: TheWar) -> str:
        engagement, at = campaign.engagements.get(self.where), titles.where(campaign, self.where)
        if engagement is None:
            return f"The battle at {at} is fought"
        mine, theirs = titles.units(campaign, engagement.attackers), battles.opposed(campaign, engagement.defenders)
        return f"The battle at {at} is fought: {mine} against {theirs}"

    def told(self, before: TheWar, entry: Entry) -> str:
        lost = aftermath.toll(before, entry, "")
        alone = f"; intercepted without escorts: {lost} ({airborne.RULE})" if lost else ""
        return f"{self.sentence(before)}{alone}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Fight]:
        yield from (
            cls(power, where)
            for where, engagement in campaign.engagements.items()
            if engagement.by == power and engagement.kind != battles.SEA
        )
