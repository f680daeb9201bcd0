"""Submarine warfare in a campaign: each declared attack is fought, box by box, with its modifiers (24.6, 25)."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.dice import Words
from engine.kernel.grammar import number, word
from engine.kernel.orders import Automatic
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.oceans import modifiers
from engine.worldatwar.oceans.naval_units import CVE
from engine.worldatwar.oceans.shipping import ship_losses
from engine.worldatwar.oceans.submarine_attacks import defender, key_of, prepared
from engine.worldatwar.rolls import submarines
from engine.worldatwar.world import aftermath, bases, editions, groups, sides, turns
from engine.worldatwar.world.bases import BOXES, INDIAN
from engine.worldatwar.world.state import Attack, WorldAtWar

DICE = 2
_BOX = Words(*BOXES)
SUNK_BY_ASW = "sunk by ASW"
ESCORTS_SUNK = "escorts sunk"
LOSSES = (
    (aftermath.SUNK, "sunk"),
    (aftermath.DAMAGED, "damaged"),
    (SUNK_BY_ASW, "lost"),
    (ESCORTS_SUNK, "lost"),
)


@frozen
class Campaigning(Procedure[WorldAtWar]):
    """The submarine campaign of one attack under way. Stages: attack, defence, losses, advanced. ``rolled`` and
    ``answered``: the natural totals of the attacker and the defender, 0 before they are rolled."""

    kind: ClassVar[str] = "submarine-campaign"

    attack: str
    rolled: int = 0
    answered: int = 0

    @property
    def power(self) -> str:
        return self.attack.partition("-")[0]

    def _war(self, campaign: WorldAtWar) -> submarines.Submarines:
        """The campaign as its core takes it, with the rolls made so far."""
        war = prepared(campaign, campaign.attacks[self.attack])
        return attrs.evolve(war, attack=self.rolled, defence=self.answered)

    def resolve(self, tx: Transaction[WorldAtWar], at: str) -> None:
        attack = tx.campaign.attacks[self.attack]
        if self.stage == "attack":
            if attack.submarines:
                tx.set(
                    f"{at}.rolled", _two_dice(tx, "submarines", _BOX(attack.box), "24.62"), "attacker's roll", "24.62"
                )
            tx.set(f"{at}.stage", "defence" if attack.submarines else "advanced", "submarine warfare", "24.6")
        elif self.stage == "defence":
            if self._war(tx.campaign).asw:
                answer = _two_dice(tx, "asw", _BOX(attack.box), "24.62", power=_speaker(tx.campaign, attack.power))
                tx.set(f"{at}.answered", answer, "defender's roll", "24.62")
            tx.set(f"{at}.stage", "losses", "submarine warfare", "24.6")
        elif self.stage == "losses":
            _apply(tx, attack, submarines.resolve(self._war(tx.campaign)))
            tx.set(f"{at}.stage", "advanced", "submarine warfare", "24.6")
        else:
            if attack.advanced:
                total = _two_dice(tx, "advanced-submarines", _BOX(attack.box), "25.17")
                _apply_advanced(tx, attack, total)
            tx.remove(at, "the submarine campaign is over", "24.6")

    def told(self, before: WorldAtWar, entry: Entry) -> str:
        attack = before.attacks[self.attack]
        who = f"{before.powers[attack.power].adjective} submarines in {bases.name(attack.box)}"
        net = modifiers.net(before, attack.power, defender(attack.power), attack.box).total
        if self.stage == "attack":
            dice = aftermath.rolled(entry, net)
            return f"{who}: {attack.submarines} attack, {dice}" if dice else ""
        if self.stage == "defence":
            dice = aftermath.rolled(entry, -net)
            return f"{prepared(before, attack).asw} ASW answer in {bases.name(attack.box)}: {dice}" if dice else ""
        if self.stage == "losses":
            return f"{who}: {aftermath.toll(before, entry, LOSSES)}"
        if dice := aftermath.rolled(entry, 0):
            return f"Advanced {who}: {dice}, {aftermath.toll(before, entry, LOSSES)}"
        return ""


def _two_dice(tx: Transaction[WorldAtWar], purpose: str, subject: str, rule: str, power: str = "") -> int:
    """The total of two dice."""
    return sum(tx.roll(purpose, subject, power=power, sides=6, rule=rule) for _ in range(DICE))


def _speaker(campaign: WorldAtWar, attacker: str) -> str:
    """The power that rolls the defender's dice."""
    enemy = defender(attacker)
    if enemy != sides.WESTERN:
        return enemy
    return next((power for power in sides.WESTERN_ALLIES if power in sides.standing(campaign)), "britain")


def _apply(tx: Transaction[WorldAtWar], attack: Attack, losses: submarines.SubmarineResult) -> None:
    """Write the losses that conventional submarines suffer and inflict (24.63, 24.64)."""
    groups.lose(tx, attack.power, "submarine", attack.box, losses.subs_eliminated, SUNK_BY_ASW, "24.631B")
    ship_losses(tx, defender(attack.power), attack.box, losses.transports_sunk, losses.transports_damaged, "24.631A")
    _escort_losses(tx, attack, losses.asw_lost, losses.cves_lost)


def _escort_losses(tx: Transaction[WorldAtWar], attack: Attack, asw: int, cves: int) -> None:
    """Where no transports are left, ASW are lost, then CVEs (24.631A of the older editions). CVEs go to no pool."""
    enemy = defender(attack.power)
    if lost := min(asw, groups.standing(tx.campaign, enemy, sides.ASW, attack.box)):
        groups.lose(tx, enemy, sides.ASW, attack.box, lost, ESCORTS_SUNK, "24.631A")
    if lost := min(cves, groups.standing(tx.campaign, enemy, CVE, attack.box)):
        groups.take(tx, enemy, CVE, attack.box, lost, ESCORTS_SUNK, "24.631A")


def _apply_advanced(tx: Transaction[WorldAtWar], attack: Attack, total: int) -> None:
    """Write what advanced submarines do, up to the same ceiling (25.17, 24.66)."""
    hit = submarines.advanced(attack.advanced, total)
    rule = editions.of(tx.campaign).transports
    # One transport for each falls on transports alone (25.17D); the table's own may fall on escorts.
    by_table = hit.first - attack.advanced
    lost = rule.losses(prepared(tx.campaign, attack).fleet, by_table, hit.second, attack.advanced)
    ship_losses(tx, defender(attack.power), attack.box, lost.sunk, lost.damaged, "25.17")
    _escort_losses(tx, attack, lost.asw, lost.cves)


@frozen
class Division(Procedure[WorldAtWar]):
    """German and Japanese submarines attack in the Indian Ocean together: the Western Allies divide their ASW between
    them (25.82)."""

    kind: ClassVar[str] = "asw-division"

    def decision(self, campaign: WorldAtWar) -> Decision | None:
        asw = groups.standing(campaign, sides.WESTERN, sides.ASW, INDIAN, ready=True)
        who = _speaker(campaign, "germany")
        answers = tuple(f"{who} divide-asw {count}" for count in range(asw + 1))
        title = f"how many of {asw} ASW meet the German submarines?"
        return Decision(who, title, answers, answers[(asw + 1) // 2], "25.82")


@frozen
class Divide(Answer[WorldAtWar, Division]):
    """Say how many ASW of the Indian Ocean meet the German submarines; the others meet the Japanese (25.82)."""

    verb: ClassVar[str] = "divide-asw"
    title: ClassVar[str] = "ASW divided"
    rule: ClassVar[str] = "25.82"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Division,)
    unasked: ClassVar[str] = "no ASW are to be divided now"
    when: ClassVar[str] = "They are where German and Japanese submarines attack in the Indian Ocean together."

    german: int = word(number(0, 200))

    def answer(self, tx: Transaction[WorldAtWar], at: str, division: Division) -> None:
        asw = groups.standing(tx.campaign, sides.WESTERN, sides.ASW, INDIAN, ready=True)
        tx.set(f"attacks.{key_of('germany', INDIAN)}.asw", self.german, "ASW divided", "25.82")
        tx.set(f"attacks.{key_of('japan', INDIAN)}.asw", max(0, asw - self.german), "ASW divided", "25.82")
        tx.remove(at, "ASW divided", "25.82")

    def sentence(self, campaign: WorldAtWar) -> str:
        return f"{self.german} ASW meet the German submarines in the Indian Ocean, the others the Japanese"


@frozen
class SubmarinesFight(Automatic[WorldAtWar]):
    """The submarine campaigns of the player turn begin, box by box (24.612)."""

    verb: ClassVar[str] = "submarines-fight"
    title: ClassVar[str] = "submarine warfare"
    rule: ClassVar[str] = "24.6"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        # The last one put on the stack comes first.
        for key in sorted(tx.campaign.attacks, key=lambda one: BOXES.index(tx.campaign.attacks[one].box), reverse=True):
            begin(tx, Campaigning("attack", attack=key), "submarine warfare", "24.6")
        # Against advanced submarines the Western Allies roll nothing (25.17C).
        both = (tx.campaign.attacks.get(key_of(power, INDIAN)) for power in ("germany", "japan"))
        if all(attack is not None and attack.submarines for attack in both):
            begin(tx, Division("divide"), "ASW divided", "25.82")

    def sentence(self, campaign: WorldAtWar) -> str:
        return "The submarine campaigns begin"


def forget(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a player turn ends, the attacks and cards of its combat phase are over."""
    turns.forget_phase(tx, "attacks", "cards")
