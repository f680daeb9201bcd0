"""Submarine attacks as they are declared: by whom, from where, with how many factors, and what may come of them (25.1,
25.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel import seasons
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import deployment, sailing, submarine_limits
from engine.worldatwar.oceans import codebreaking, modifiers
from engine.worldatwar.rolls import combat_table, submarines
from engine.worldatwar.world import aftermath, bases, editions, groups, sides
from engine.worldatwar.world.bases import BOXES, INDIAN
from engine.worldatwar.world.state import Attack, WorldAtWar

STEP = "combat.submarines"
ATTACKERS = ("germany", "japan", "us")


def defender(attacker: str) -> str:
    """The owner of the transports that a power's submarines attack."""
    return "japan" if attacker == "us" else sides.WESTERN


def key_of(power: str, box: str) -> str:
    """The id of a power's attack in a box."""
    return f"{power}-{box}"


def attackers(campaign: WorldAtWar, half: str) -> tuple[str, ...]:
    """The powers of a side whose submarines could attack in a box now."""
    return tuple(power for power in codebreaking.attacking(campaign, half) if _targets(campaign, power))


def _targets(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The boxes in which a power has submarines, and the enemy something for them to sink."""
    return tuple(
        box
        for box in BOXES
        if groups.standing(campaign, power, sailing.SUBMARINES, box) and _prey(campaign, defender(power), box)
    )


def _prey(campaign: WorldAtWar, enemy: str, box: str) -> int:
    """How many factors of an enemy in a box submarines may sink: transports, in some editions also the ASW and CVEs
    with them (24.631A)."""
    escorts = (*sides.ASW, "cve") if editions.of(campaign).transports.hits_escorts else ()
    return groups.standing(campaign, enemy, ("transport", *escorts), box)


@frozen
class Toll:
    """What a submarine campaign costs both sides, in factors: see submarines.SubmarineResult."""

    transports_sunk: int
    transports_damaged: int
    submarines_lost: int
    asw_lost: int
    cves_lost: int


def toll(war: submarines.Submarines, cves: int) -> Toll:
    """The toll of a submarine campaign both of whose rolls are made, in a box with so many CVEs."""
    losses = submarines.resolve(war)
    lost = min(losses.cves_lost, cves)
    return Toll(losses.transports_sunk, losses.transports_damaged, losses.subs_eliminated, losses.asw_lost, lost)


@frozen
class AttackShipping(PowerOrder[WorldAtWar]):
    """Attack the transports of a box with submarines (25.13). Factors that are not named hold back (25.14)."""

    verb: ClassVar[str] = "attack"
    title: ClassVar[str] = "submarine attack"
    rule: ClassVar[str] = "25.13"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    box: str = word(NAME)
    submarines: int = keyed(number(0, 200), 0)
    advanced: int = keyed(number(0, 200), 0)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
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
        """Whether the submarines are there and ready, and whether they have anything to sink."""
        for kind, wanted in (("submarine", self.submarines), ("advanced-submarine", self.advanced)):
            ready = groups.standing(campaign, self.power, kind, self.box, ready=True)
            if wanted > ready:
                waiting = groups.standing(campaign, self.power, kind, self.box) - ready
                hint = f"{waiting} are inverted." if waiting else ""
                where = bases.name(self.box)
                yield Refusal("25.13, 25.121", f"{wanted} {kind} factors, {ready} are ready in {where}", hint)
        enemy = defender(self.power)
        if not _prey(campaign, enemy, self.box):
            yield Refusal("24.63", f"no transports of {sides.named(campaign, enemy)} are in {bases.name(self.box)}")

    def _permitted(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether war, a base and the limit of the turn let this many submarines attack (25.13, 25.5)."""
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
        declared = Attack(power=self.power, box=self.box, submarines=self.submarines, advanced=self.advanced)
        tx.create(f"attacks.{key_of(self.power, self.box)}", declared, "submarine attack", "25.13")

    def forecast(self, campaign: WorldAtWar) -> Distribution[Any] | None:
        """What the conventional submarines and the dice of both sides may come to."""
        if self.box not in BOXES or self.power not in ATTACKERS or not self.submarines:
            return None
        attack = Attack(power=self.power, box=self.box, submarines=self.submarines)
        war = prepared(campaign, attack)
        assumed: tuple[str, ...] = () if self.box != INDIAN else ("all ASW of the box meet these submarines",)
        if self.advanced:
            assumed += ("what advanced submarines do besides is not counted",)
        most = groups.standing(campaign, defender(self.power), "cve", self.box)
        return distribution(submarines.SubmarineCore(), war, assumed=assumed).of(lambda end: toll(end, most))

    def sentence(self, campaign: WorldAtWar) -> str:
        both = ((self.submarines, "submarine"), (self.advanced, "advanced-submarine"))
        parts = [aftermath.counted(count, kind) for count, kind in both if count]
        return f"{sides.named(campaign, self.power)} attacks in {bases.name(self.box)} with {' and '.join(parts)}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[AttackShipping]:
        """In each box, an attack with all submarines that may fight."""
        for box in _targets(campaign, power) if power in ATTACKERS else ():
            limit = submarine_limits.limit(campaign, power, box, seasons.now(campaign)).total
            ready = groups.standing(campaign, power, "submarine", box, ready=True)
            modern = groups.standing(campaign, power, "advanced-submarine", box, ready=True)
            yield cls(power, box, min(ready, limit), modern)

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
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
    """Why a power's submarines have no base from which to fight in a box (25.51, 25.721)."""
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
    """An attack as the core of submarine warfare takes it: factors, net modifier, and the transports of the turn."""
    enemy = defender(attack.power)
    key = groups.shipping_key(enemy, attack.box)
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
        away=started - lost - here,
        returning=deployment.returning(campaign, enemy, attack.box),
    )


def fighting(campaign: WorldAtWar) -> bool:
    """Whether any attack is declared."""
    return bool(campaign.attacks)


def column(war: submarines.Submarines) -> tuple[int, int]:
    """The columns of the table on which the two rolls fell, after modifiers; 0 for a roll not made."""
    attack = combat_table.clamped(war.attack + war.modifier) if war.attack else 0
    return attack, combat_table.clamped(war.defence - war.modifier) if war.defence else 0
