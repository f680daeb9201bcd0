"""An Automatic Victory as it is carried out: aircraft that answer its support, the air battle, whether it is one
still (9.8, 11.2.3, 11.4, ruling 60)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, word
from engine.kernel.procedures import Decision, Procedure, begin, under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.air import air_fight
from engine.thewar.combat import aftermath, battles, circumstances, mobility
from engine.thewar.combat.combatants import lost_cut_off
from engine.thewar.ground import ahead_of_supply, assaults, ground_battle, landings
from engine.thewar.ground.ground_fight import GroundFight, advance_to, captured
from engine.thewar.world import deeds, forces, sides, titles, wars
from engine.thewar.world.state import Deed, Engagement, TheWar

RULE = "9.8, 11.4"
AV_SUPPORT, AGAINST_AV, COUNTER = "av-support", "av-interception", "counter-interception"
"""Types of mission of their own: support of an Automatic Victory, fighters that meet it, fighters that meet those
(11.2.3)."""
FLIES = ("ftr", "tac", "mdm", "jet")
OVER = "the Automatic Victory is judged"
DAS, MEET, VERDICT = "das", "meet", "verdict"


@frozen
class Overrunning(Procedure[TheWar]):
    """An Automatic Victory that aircraft may answer. Stages: das (the defenders send some, or none), meet (the moving
    side against those), in turns until one sends none; verdict (after the air battle: whether it is one still)."""

    kind: ClassVar[str] = "overrun"

    where: str

    @property
    def power(self) -> str:
        return ""

    def engagement(self, campaign: TheWar) -> Engagement:
        """The engagement that was announced for this place."""
        return campaign.engagements[self.where]

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage not in (DAS, MEET):
            return None
        engagement = self.engagement(campaign)
        at = titles.where(campaign, self.where)
        if self.stage == DAS:
            owner = battles.speaker(campaign, battles.force(campaign, engagement.defenders))
            title = f"air support against the Automatic Victory at {at}?"
        else:
            owner, title = engagement.by, f"fighters against those who answer at {at}?"
        # Of units that are alike the first; an answer stands in the words of its order, by ids.
        able = battles.unlike(battles.force(campaign, keys := answering(campaign, self.where, engagement, owner)), keys)
        answers = (f"{owner} no-support {self.where}", *(f"{owner} support {self.where} {name}" for name in able))
        return Decision(owner, title, answers, answers[0], RULE, _NOTES[self.stage])

    def answered(self, tx: Transaction[TheWar], at: str, *, sent: bool) -> None:
        """Go on after a side has sent aircraft or none: ask the other side, or, where nobody answers any more,
        fight."""
        next_stage = MEET if self.stage == DAS else DAS
        following = attrs.evolve(self, stage=next_stage)
        engagement, asked = self.engagement(tx.campaign), following.asked(tx.campaign)
        if not sent or not answering(tx.campaign, self.where, engagement, asked):
            _in_the_air(tx, at, self.where)
        else:
            tx.set(f"{at}.stage", next_stage, "Automatic Victory", RULE)

    def asked(self, campaign: TheWar) -> str:
        """Who answers at this stage, '' for nobody."""
        decision = self.decision(campaign)
        return decision.power if decision is not None else ""

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        tx.remove(at, OVER, "9.8")
        carried_out(tx, self.where)

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.where not in before.engagements or not any(change.why == OVER for change in entry.changes):
            return ""
        title = f"Automatic Victory at {titles.where(before, self.where)}"
        if why := spoilt(before, self.where):
            return f"{title} is not made: {why[0].reason}"
        return aftermath.sentence(title, aftermath.toll(before, entry, ""))


_NOTES = {
    DAS: (
        "In range of the hex or of the flight there: TAC 4 hexes, MDM 6, FTR 2",
        "TAC and MDM shift columns to the left; below 6-1 nobody is eliminated and nobody has attacked",
    ),
    MEET: ("Fighters meet them in the air; TAC and MDM support the Automatic Victory as well",),
}


def at(campaign: TheWar, where: str) -> tuple[str, Overrunning] | None:
    """The Automatic Victory under way there that is still to be answered, with its path; None for none."""
    current = under_way(campaign, Overrunning)
    return current if current is not None and current[1].where == where and current[1].stage in (DAS, MEET) else None


def deed(campaign: TheWar, engagement: Engagement, key: str) -> str:
    """The type of mission by which an aircraft joins an Automatic Victory (11.2.3)."""
    unit = campaign.units[key]
    fighter = "ftr" in (unit.kind, unit.tag)
    if sides.side(campaign, unit.power) == sides.side(campaign, engagement.by):
        return COUNTER if fighter else AV_SUPPORT
    return AGAINST_AV if fighter else battles.SUPPORT


def type_named(campaign: TheWar, engagement: Engagement, power: str, names: Iterable[str]) -> str:
    """The type of mission that a side's aircraft fly there as they are named: fighters another than bombers."""
    ours = sides.side(campaign, power) == sides.side(campaign, engagement.by)
    if any("ftr" in name for name in names):
        return COUNTER if ours else AGAINST_AV
    return AV_SUPPORT if ours else battles.SUPPORT


def not_asked(campaign: TheWar, where: str, power: str) -> Iterable[Refusal]:
    """Why a side sends no aircraft to an Automatic Victory: the other side answers first."""
    if (current := at(campaign, where)) is None:
        return
    asked = current[1].asked(campaign)
    if sides.side(campaign, asked) != sides.side(campaign, power):
        yield Refusal(RULE, f"{wars.named(campaign, asked)} is asked", "Both sides answer in turns.")


def answering(campaign: TheWar, where: str, engagement: Engagement, power: str) -> tuple[str, ...]:
    """The aircraft of a power's side that may still answer, as far as the campaign knows: on the board, with oil, not
    used up, of owners at war with those whom they would meet."""
    side = sides.side(campaign, power) if power else ""
    theirs = engagement.defenders if side == sides.side(campaign, engagement.by) else engagement.attackers
    return tuple(
        key
        for key, unit in campaign.units.items()
        if unit.kind in FLIES
        and sides.side(campaign, unit.power) == side
        and not unit.immobile
        and not _boxed(campaign, key)
        and not any(True for _ in battles.idle(campaign, (key,), deed(campaign, engagement, key), "", "11.2.3"))
        and not any(True for _ in battles.at_war(campaign, (key,), theirs, where))
    )


def _boxed(campaign: TheWar, key: str) -> bool:
    place = campaign.places.get(campaign.units[key].place)
    return place is not None and place.kind == "box"


def waits(campaign: TheWar, where: str, engagement: Engagement) -> bool:
    """Whether an Automatic Victory that is announced is not carried out at once: aircraft may answer, or meet."""
    owner = battles.speaker(campaign, battles.force(campaign, engagement.defenders))
    flown = answering(campaign, where, engagement, owner)
    return bool(flown) or air_fight.over(campaign, where, engagement) is not None


def announced(tx: Transaction[TheWar], where: str, engagement: Engagement) -> None:
    """An Automatic Victory is announced: it waits where aircraft may answer it, else it is carried out."""
    tx.create(f"engagements.{where}", engagement, "Automatic Victory", "9.8")
    # They may go on, and attack after it; air units support one Automatic Victory in an impulse (9.8).
    battles.remember(tx, engagement.air, AV_SUPPORT, "9.8")
    waiting = Overrunning(DAS, where)
    if answering(tx.campaign, where, engagement, waiting.asked(tx.campaign)):
        begin(tx, waiting, "Automatic Victory", RULE)
    elif air_fight.meets(tx.campaign, where):
        # The defenders' Flak fires at what supports it (11.12.2).
        _in_the_air(tx, begin(tx, waiting, "Automatic Victory", "11.12.2"), where)
    else:
        carried_out(tx, where)


def _in_the_air(tx: Transaction[TheWar], at: str, where: str) -> None:
    """Nobody sends any more: those who meet over the hex fight before anything else."""
    tx.set(f"{at}.stage", VERDICT, "Automatic Victory", RULE)
    if air_fight.meets(tx.campaign, where):
        begin(tx, air_fight.begun(tx.campaign, where), "air battle", "9.8, 11.3.1")


def spoilt(campaign: TheWar, where: str) -> tuple[Refusal, ...]:
    """Why what was announced is no Automatic Victory any more."""
    return tuple(ground_battle.automatic(assaults.assault(campaign, where, campaign.engagements[where])))


def carried_out(tx: Transaction[TheWar], where: str) -> None:
    """The defenders are gone without a roll, or it is none any more: then nobody has attacked (9.8, ruling 442)."""
    engagement = tx.campaign.engagements[where]
    if spoilt(tx.campaign, where):
        tx.remove(f"engagements.{where}", "no Automatic Victory any more", RULE)
        return
    circumstances.spent(tx, where, engagement)
    besieged = circumstances.siege(tx.campaign, where, engagement)
    supplied = "defenders-unsupplied" not in engagement.facts and not besieged
    for key in engagement.defenders:
        forces.eliminate(tx, key, "Automatic Victory", "9.8", oos=not supplied or lost_cut_off(tx.campaign, key))
    if landings.lands(engagement):
        # Who overruns a beach from the sea comes ashore as after any landing (7.7.4, 9.8).
        begin(tx, GroundFight("ashore", where, result="AUTO VICTORY"), "a landing", "7.7.4")
        return
    ahead_of_supply.fought(tx, engagement)
    over = Deed(deed=mobility.OVERRUN, half=sides.phasing(tx.campaign), where=where)
    deeds.keep(tx, over, "Automatic Victory", "9.8")
    tx.remove(f"engagements.{where}", "Automatic Victory", "9.8")
    if advance_to(tx.campaign, where, engagement.by):
        captured(tx, where, engagement.by)


@frozen
class NoSupport(Answer[TheWar, Overrunning]):
    """No (more) aircraft answer an Automatic Victory, or those who answer it (9.8, 11.4)."""

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Overrunning,)
    stages: ClassVar[tuple[str, ...]] = (DAS, MEET)
    unasked: ClassVar[str] = "no Automatic Victory awaits aircraft"
    when: ClassVar[str] = "'support' joins an attack."

    verb: ClassVar[str] = "no-support"
    title: ClassVar[str] = "no more aircraft"
    rule: ClassVar[str] = RULE

    where: str = word(NAME)

    def wrong(self, campaign: TheWar, under_way: Overrunning) -> Iterable[Refusal]:
        if under_way.where != self.where:
            at_hand = f"'no-support {under_way.where}' answers the one at hand."
            yield Refusal(RULE, f"no Automatic Victory at '{self.where}' awaits aircraft", at_hand)

    def answer(self, tx: Transaction[TheWar], at: str, under_way: Overrunning) -> None:
        under_way.answered(tx, at, sent=False)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} sends no more aircraft to {titles.where(campaign, self.where)}"
