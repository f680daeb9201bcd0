"""Submarine warfare in a campaign: attacks declared box by box, then each fought with its modifiers (24.6, 25)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs
from attrs import frozen

from engine.kernel import seasons
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, NUMBER, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.worldatwar import (
    bases,
    codebreaking,
    combat_table,
    deployment,
    editions,
    groups,
    modifiers,
    sides,
    submarine_limits,
    submarines,
    turns,
)
from engine.worldatwar.bases import BOXES, INDIAN, PACIFIC
from engine.worldatwar.state import Attack, Group, WorldAtWar

STEP, RAIDERS = "combat.submarines", "combat.raiders"
DICE = 2
ATTACKERS = ("germany", "japan", "us")


def defender(attacker: str) -> str:
    """Whose transports a power's submarines attack."""
    return "japan" if attacker == "us" else sides.WESTERN


def key_of(power: str, box: str) -> str:
    """The id of an attack."""
    return f"{power}-{box}"


def shipping_key(owner: str, box: str) -> str:
    """The id under which transports are counted for the turn."""
    return f"{owner}-{box}"


def attackers(campaign: WorldAtWar, half: str) -> tuple[str, ...]:
    """The powers of a side whose submarines could attack in a box now."""
    return tuple(power for power in codebreaking.attacking(campaign, half) if _targets(campaign, power))


def _targets(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The boxes in which a power has submarines and the enemy transports."""
    return tuple(
        box
        for box in BOXES
        if groups.standing(campaign, power, ("submarine", "advanced-submarine"), box)
        and groups.standing(campaign, defender(power), "transport", box)
    )


@frozen
class AttackShipping(PowerOrder[WorldAtWar]):
    """Submarines attack the transports of a box (25.13); what is not named holds back (25.14)."""

    verb: ClassVar[str] = "attack"
    title: ClassVar[str] = "submarine attack"
    rule: ClassVar[str] = "25.13"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    box: str = word(NAME)
    submarines: int = keyed(NUMBER, 0)
    advanced: int = keyed(NUMBER, 0)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """See Order."""
        if self.box not in BOXES:
            yield Refusal("25.13", f"there is no box '{self.box}'", f"There are: {', '.join(BOXES)}.")
            return
        if self.power not in ATTACKERS:
            rule = {"italy": "25.13B", "britain": "25.13D"}.get(self.power, "25.13")
            yield Refusal(rule, f"submarines of {sides.named(campaign, self.power)} do not fight in SW boxes")
            return
        if self.submarines < 0 or self.advanced < 0 or not self.submarines + self.advanced:
            yield Refusal("25.14", "no submarines are named", "To decline, end the step.")
        yield from self._present(campaign)
        yield from self._permitted(campaign)

    def _present(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        for kind, wanted in (("submarine", self.submarines), ("advanced-submarine", self.advanced)):
            ready = groups.standing(campaign, self.power, kind, self.box, ready=True)
            if wanted > ready:
                waiting = groups.standing(campaign, self.power, kind, self.box) - ready
                hint = f"{waiting} are inverted." if waiting else ""
                where = bases.name(self.box)
                yield Refusal("25.13, 25.121", f"{wanted} {kind} factors, {ready} are ready in {where}", hint)
        enemy = defender(self.power)
        if not groups.standing(campaign, enemy, "transport", self.box):
            yield Refusal("24.63", f"no transports of {sides.named(campaign, enemy)} are in {bases.name(self.box)}")

    def _permitted(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        enemy = defender(self.power)
        if not sides.enemies(campaign, self.power, enemy):
            yield Refusal("25.13", f"not at war with {sides.named(campaign, enemy)}")
        yield from _based(campaign, self.power, self.box)
        if key_of(self.power, self.box) in campaign.attacks:
            yield Refusal("25.13", f"an attack in {bases.name(self.box)} is declared already", "Undo it to change it.")
        limit = submarine_limits.limit(campaign, self.power, self.box, seasons.now(campaign))
        if not limit.lines:
            reason = f"submarines of {sides.named(campaign, self.power)} do not fight in {bases.name(self.box)}"
            yield Refusal("25.13", reason)
            return
        others = sum(
            attack.submarines
            for attack in campaign.attacks.values()
            if self.power == "japan" and attack.power == "japan" and attack.box != self.box
        )
        if self.submarines + others > limit.total:
            reason = f"{self.submarines + others} submarine factors, {limit.total} may fight this turn"
            yield Refusal(limit.lines[0].rule, reason, f"At most {max(0, limit.total - others)} here.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        declared = Attack(power=self.power, box=self.box, submarines=self.submarines, advanced=self.advanced)
        tx.create(f"attacks.{key_of(self.power, self.box)}", declared, "submarine attack", "25.13")

    def forecast(self, campaign: WorldAtWar) -> Distribution[Any] | None:
        """See Order: what the conventional submarines and both sides' dice may come to."""
        if self.box not in BOXES or self.power not in ATTACKERS or not self.submarines:
            return None
        attack = Attack(power=self.power, box=self.box, submarines=self.submarines)
        war = prepared(campaign, attack)
        assumed = () if self.box != INDIAN else ("all ASW of the box meet these submarines",)
        return distribution(submarines.SubmarineCore(), war, assumed=assumed)

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        parts = [f"{self.submarines} submarines"] if self.submarines else []
        parts += [f"{self.advanced} advanced submarines"] if self.advanced else []
        return f"{sides.named(campaign, self.power)} attacks in {bases.name(self.box)} with {' and '.join(parts)}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[AttackShipping]:
        """See Order: with all that may fight, in each box."""
        for box in _targets(campaign, power) if power in ATTACKERS else ():
            limit = submarine_limits.limit(campaign, power, box, seasons.now(campaign)).total
            ready = groups.standing(campaign, power, "submarine", box, ready=True)
            modern = groups.standing(campaign, power, "advanced-submarine", box, ready=True)
            yield cls(power, box, min(ready, limit), modern)

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        """See Order."""
        if power not in ATTACKERS:
            return None
        fields = (
            Field("box", "box", "25.13", BOXES),
            Field("submarines", "submarine factors", "25.13", default="1"),
            Field("advanced", "advanced submarine factors", "25.17", default="0"),
        )
        pattern = power + " attack {box} submarines={submarines} advanced={advanced}"
        return Form(cls.verb, "Submarine attack", pattern, fields, cls.rule)


def _based(campaign: WorldAtWar, power: str, box: str) -> Iterable[Refusal]:
    """Whether there is a base from which a power's submarines fight in a box (25.51, 25.721)."""
    if power == "germany" and box == bases.ATLANTIC:
        if not bases.operational_port(campaign, "axis", front="western"):
            yield Refusal("25.51A, 25.721", "the Axis controls no operational port on the western front")
    elif power == "germany" and box == INDIAN:
        if not bases.operational_port(campaign, "axis", place="suez"):
            yield Refusal("25.51A", "the Axis does not control an operational Suez")
    elif power == "japan":
        if not bases.operational_port(campaign, "japan"):
            yield Refusal("25.51B", "Japan controls no operational port")
    elif power == "us" and not _american_base(campaign):
        yield Refusal("25.51C", "no Australia box and no Allied port on the Pacific front")


def _american_base(campaign: WorldAtWar) -> bool:
    box = campaign.places.get("australia")
    if box is None or box.holder in sides.WESTERN_ALLIES:
        return True
    return bases.operational_port(campaign, sides.WESTERN, front="pacific")


def prepared(campaign: WorldAtWar, attack: Attack) -> submarines.Submarines:
    """An attack as the core takes it: factors, the net modifier, the transports of the turn."""
    enemy = defender(attack.power)
    key = shipping_key(enemy, attack.box)
    here = groups.standing(campaign, enemy, "transport", attack.box)
    started, lost = campaign.started.get(key, here), campaign.sunk.get(key, 0)
    asw = groups.standing(campaign, enemy, sides.ASW, attack.box, ready=True)
    return submarines.Submarines(
        edition=editions.of(campaign),
        submarines=attack.submarines,
        asw=asw if attack.asw < 0 else min(asw, attack.asw),
        modifier=modifiers.net(campaign, attack.power, enemy, attack.box).total,
        transports=started,
        lost=lost,
        away=max(0, started - lost - here),
    )


@frozen
class Campaigning(Procedure[WorldAtWar]):
    """The submarine campaign of one box under way. Stages: attack, defence, losses, advanced."""

    kind: ClassVar[str] = "submarine-campaign"

    attack: str
    rolled: int = 0
    answered: int = 0

    @property
    def power(self) -> str:
        """See Procedure."""
        return self.attack.partition("-")[0]

    def _war(self, campaign: WorldAtWar) -> submarines.Submarines:
        war = prepared(campaign, campaign.attacks[self.attack])
        return attrs.evolve(war, attack=self.rolled, defence=self.answered)

    def resolve(self, tx: Transaction[WorldAtWar], at: str) -> None:
        """See Procedure."""
        attack = tx.campaign.attacks[self.attack]
        if self.stage == "attack":
            if attack.submarines:
                tx.set(f"{at}.rolled", _two_dice(tx, "submarines", attack.box, "24.62"), "attacker's roll", "24.62")
            tx.set(f"{at}.stage", "defence" if attack.submarines else "advanced", "submarine warfare", "24.6")
        elif self.stage == "defence":
            if self._war(tx.campaign).asw:
                answer = _two_dice(tx, "asw", attack.box, "24.62", power=_speaker(tx.campaign, attack.power))
                tx.set(f"{at}.answered", answer, "defender's roll", "24.62")
            tx.set(f"{at}.stage", "losses", "submarine warfare", "24.6")
        elif self.stage == "losses":
            _apply(tx, attack, submarines.resolve(self._war(tx.campaign)))
            tx.set(f"{at}.stage", "advanced", "submarine warfare", "24.6")
        else:
            if attack.advanced:
                total = _two_dice(tx, "advanced-submarines", attack.box, "25.17")
                _apply_advanced(tx, attack, total)
            tx.remove(at, "the submarine campaign is over", "24.6")


def _two_dice(tx: Transaction[WorldAtWar], purpose: str, subject: str, rule: str, power: str = "") -> int:
    return sum(tx.roll(purpose, subject, power=power, sides=6, rule=rule) for _ in range(DICE))


def _speaker(campaign: WorldAtWar, attacker: str) -> str:
    """The power whose dice the defender rolls."""
    enemy = defender(attacker)
    if enemy != sides.WESTERN:
        return enemy
    return next((power for power in sides.WESTERN_ALLIES if power in sides.standing(campaign)), "britain")


def _apply(tx: Transaction[WorldAtWar], attack: Attack, found: submarines.SubmarineResult) -> None:
    """Losses of the conventional submarines (24.63, 24.64)."""
    groups.lose(tx, attack.power, "submarine", attack.box, found.subs_eliminated, "sunk by ASW", "24.631B")
    ship_losses(tx, defender(attack.power), attack.box, found.transports_sunk, found.transports_damaged, "24.631A")
    if found.asw_lost:
        groups.lose(tx, defender(attack.power), sides.ASW, attack.box, found.asw_lost, "sunk", "24.631A")
    cves = min(found.cves_lost, groups.standing(tx.campaign, defender(attack.power), "cve", attack.box))
    if cves:
        groups.lose(tx, defender(attack.power), "cve", attack.box, cves, "sunk", "24.631A")


def _apply_advanced(tx: Transaction[WorldAtWar], attack: Attack, total: int) -> None:
    """What advanced submarines do, within the same ceiling (25.17, 24.66)."""
    hit = submarines.advanced(attack.advanced, total)
    rule = editions.of(tx.campaign).transports
    lost = rule.losses(prepared(tx.campaign, attack).fleet, hit.first, hit.second, 0)
    ship_losses(tx, defender(attack.power), attack.box, lost.sunk, lost.damaged, "25.17")


def ship_losses(tx: Transaction[WorldAtWar], owner: str, box: str, sunk: int, damaged: int, rule: str) -> None:
    """Transports sunk go to the force pool; those damaged leave the box inverted until their owner's player turn after
    the next (24.631A)."""
    if sunk:
        groups.lose(tx, owner, "transport", box, sunk, "transports sunk", rule)
        key = shipping_key(owner, box)
        tx.put(f"sunk.{key}", tx.campaign.sunk.get(key, 0) + sunk, "transports sunk", "24.66")
    if damaged:
        refuge = deployment.REFUGE[(owner, box)]
        groups.take(tx, owner, "transport", box, damaged, "transports damaged", "24.631A")
        ready = turns.player_turn(tx.campaign) + 2
        home = Group(owner=owner, kind="transport", place=refuge, count=damaged, ready=ready)
        groups.add(tx, home, "transports damaged", "24.631A")


@frozen
class Divide(PowerOrder[WorldAtWar]):
    """ASW of the Indian Ocean that meet the German submarines, the others the Japanese (25.82)."""

    verb: ClassVar[str] = "divide-asw"
    title: ClassVar[str] = "ASW divided"
    rule: ClassVar[str] = "25.82"

    german: int = word(NUMBER)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """See Order."""
        if not any(isinstance(procedure, Division) for procedure in campaign.pending.values()):
            yield Refusal("25.82", "no ASW are to be divided now")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        asw = groups.standing(tx.campaign, sides.WESTERN, sides.ASW, INDIAN, ready=True)
        tx.set(f"attacks.{key_of('germany', INDIAN)}.asw", self.german, "ASW divided", "25.82")
        tx.set(f"attacks.{key_of('japan', INDIAN)}.asw", asw - self.german, "ASW divided", "25.82")
        at = next(f"pending.{key}" for key, one in tx.campaign.pending.items() if isinstance(one, Division))
        tx.remove(at, "ASW divided", "25.82")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return f"{self.german} ASW meet the German submarines in the Indian Ocean, the others the Japanese"


@frozen
class Division(Procedure[WorldAtWar]):
    """German and Japanese submarines attack in the Indian Ocean together: the Western Allies divide ASW (25.82)."""

    kind: ClassVar[str] = "asw-division"

    def decision(self, campaign: WorldAtWar) -> Decision | None:
        """See Procedure."""
        asw = groups.standing(campaign, sides.WESTERN, sides.ASW, INDIAN, ready=True)
        who = _speaker(campaign, "germany")
        answers = tuple(f"{who} divide-asw {count}" for count in range(asw + 1))
        title = f"how many of {asw} ASW meet the German submarines?"
        return Decision(who, title, answers, answers[(asw + 1) // 2], "25.82")


@frozen
class SubmarinesFight(TableOrder[WorldAtWar]):
    """The submarine campaigns of the player turn begin, box by box (24.612)."""

    verb: ClassVar[str] = "submarines-fight"
    title: ClassVar[str] = "submarine warfare"
    rule: ClassVar[str] = "24.6"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        tx.set("progress.done", (*tx.campaign.progress.done, self.verb), "begun", "24.6")
        # The last one put on the stack comes first.
        for key in sorted(tx.campaign.attacks, key=lambda one: BOXES.index(tx.campaign.attacks[one].box), reverse=True):
            begin(tx, Campaigning("attack", attack=key), "submarine warfare", "24.6")
        if all(key_of(power, INDIAN) in tx.campaign.attacks for power in ("germany", "japan")):
            begin(tx, Division("divide"), "ASW divided", "25.82")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return "The submarine campaigns begin"


@frozen
class Raiders(PowerOrder[WorldAtWar]):
    """Transports that raiders sank on the board in this combat phase (24.611, 24.66)."""

    verb: ClassVar[str] = "raiders"
    title: ClassVar[str] = "raiders"
    rule: ClassVar[str] = "24.611"
    steps: ClassVar[tuple[str, ...]] = (RAIDERS,)

    box: str = word(NAME)
    sunk: int = word(NUMBER)

    def _victim(self, campaign: WorldAtWar) -> str:
        return sides.WESTERN if sides.side(campaign, self.power) == "axis" else "japan"

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """See Order."""
        if self.box not in BOXES:
            yield Refusal("24.611", f"there is no box '{self.box}'", f"There are: {', '.join(BOXES)}.")
            return
        if self.box == INDIAN:
            yield Refusal("25.35E", "raiders come into the Atlantic and the Pacific SW boxes")
        victim = self._victim(campaign)
        war = prepared(campaign, Attack(power="us" if victim == "japan" else "germany", box=self.box))
        most = min(war.fleet.present, max(0, war.edition.transports.ceiling(war.transports) - war.lost))
        if not 1 <= self.sunk <= most:
            yield Refusal(war.edition.transports.rule, f"{self.sunk} transports", f"From 1 to {most} here now.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        """See Order."""
        ship_losses(tx, self._victim(tx.campaign), self.box, self.sunk, 0, "24.611")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return f"Raiders of {sides.named(campaign, self.power)} sink {self.sunk} transports in {bases.name(self.box)}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        """See Order."""
        fields = (Field("box", "box", "24.611", (bases.ATLANTIC, PACIFIC)), Field("sunk", "transports sunk", "24.66"))
        return Form(cls.verb, "Raiders", power + " raiders {box} {sunk}", fields, cls.rule)


def fighting(campaign: WorldAtWar) -> bool:
    """Whether any attack is declared."""
    return bool(campaign.attacks)


def column(war: submarines.Submarines) -> tuple[int, int]:
    """The columns of the table that both rolls came to, after modifiers; 0 where nobody rolled."""
    attack = combat_table.clamped(war.attack + war.modifier) if war.attack else 0
    return attack, combat_table.clamped(war.defence - war.modifier) if war.defence else 0
