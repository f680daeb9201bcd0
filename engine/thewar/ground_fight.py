"""A ground battle of a campaign as it is fought: the roll, who pays, retreat and advance (10.2.2 to 10.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, NAME, NAMES, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Decision, Procedure, under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar import (
    aftermath,
    battles,
    circumstances,
    conquest,
    forces,
    ground_battle,
    ground_losses,
    sides,
    traits,
    wars,
)
from engine.thewar.combatants import Combatant
from engine.thewar.ground_battle import Assault
from engine.thewar.state import Engagement, TheWar

LANDED = ("beach-assault",)
_MOST_ANSWERS = 40


@frozen
class GroundFight(Procedure[TheWar]):
    """One battle on the ground. Stages: roll, attackers (who pay), defenders (who are removed), depletions, attrition,
    retreat, advance, end. ``attacker`` and ``defender``: factors still to be removed at least, -1 for all;
    ``depletions`` still to fall on defenders."""

    kind: ClassVar[str] = "ground-fight"

    where: str
    result: str = ""
    attacker: int = 0
    defender: int = 0
    depletions: int = 0
    retreat: bool = False
    attrition: bool = False

    @property
    def power(self) -> str:
        """See Procedure."""
        return ""

    def engagement(self, campaign: TheWar) -> Engagement:
        """What was announced."""
        return campaign.engagements[self.where]

    def assault(self, campaign: TheWar) -> Assault:
        """The battle as it stands now."""
        return battles.assault(campaign, self.where, self.engagement(campaign))

    # --- decisions

    def choices(self, campaign: TheWar) -> tuple[tuple[str, ...], ...]:
        """Among which sets of units an owner chooses at this stage; one where nothing is to be chosen."""
        assault = self.assault(campaign)
        if self.stage == "attackers":
            if self.attacker < 0:
                return (tuple(one.name for one in assault.attackers),)
            worths = [one.factors for one in assault.attackers]
            return ground_losses.ways(assault.attackers, worths, self.attacker) if self.attacker else ((),)
        if self.stage == "defenders":
            if self.defender < 0:
                return (tuple(one.name for one in assault.defenders),)
            worths = [ground_battle.worth(assault, one) for one in assault.defenders]
            return ground_losses.ways(assault.defenders, worths, self.defender) if self.defender else ((),)
        owed, force = (
            (self.depletions, assault.defenders) if self.stage == "depletions" else (self.attrition, assault.attackers)
        )
        if self.stage in ("depletions", "attrition") and owed:
            return tuple((name,) for name in battles.unlike(force, ground_losses.struck(force)))
        return ((),)

    def decision(self, campaign: TheWar) -> Decision | None:
        """See Procedure."""
        found = self.engagement(campaign)
        if self.stage == "retreat":
            owner = battles.speaker(campaign, self.assault(campaign).defenders)
            return Decision(
                owner, f"the defenders at {self.where} retreat", (f"{owner} retreated",), "", "10.4", _RETREAT
            )
        if self.stage == "advance":
            goes = tuple(f"{found.by} occupy {answer}" for answer in ("yes", "no"))
            return Decision(found.by, f"advance into {self.where}?", goes, goes[0], "10.5")
        if self.stage not in _PAYING:
            return None
        choices = self.choices(campaign)
        if len(choices) < 2:
            return None
        assault = self.assault(campaign)
        own = self.stage in ("attackers", "attrition")
        owner = found.by if own else battles.speaker(campaign, assault.defenders)
        verb, title, rule = _PAYING[self.stage]
        answers = tuple(f"{owner} {verb} {','.join(names)}" for names in choices[:_MOST_ANSWERS])
        return Decision(owner, title, answers, answers[0], rule)

    # --- going on

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        """See Procedure."""
        if self.stage == "roll":
            self._roll(tx, at)
        elif self.stage in _PAYING:
            self.pay(tx, at, (self.choices(tx.campaign) or ((),))[0])
        else:
            self._end(tx, at)

    def _roll(self, tx: Transaction[TheWar], at: str) -> None:
        assault = self.assault(tx.campaign)
        if not ground_battle.battle(assault).allowed:
            # Reserves have made it hopeless: then it is not made (10.0, ruling 251).
            tx.set(f"{at}.result", "not allowed", "odds worse than 1-4", "10.0")
            tx.set(f"{at}.stage", "end", "odds worse than 1-4", "10.0")
            return
        found = self.engagement(tx.campaign)
        circumstances.spent(tx, self.where, found)
        face = tx.roll("ground", self.where, power=found.by, rule="10.2.2")
        asked = ground_losses.demands(rolled(assault, face))
        tx.set(f"{at}.result", asked.result.result, "ground combat", "10.2.2")
        tx.set(f"{at}.attacker", -1 if asked.attacker_all else asked.attacker, "ground combat", "10.2.2")
        tx.set(f"{at}.defender", -1 if asked.defender_all else asked.defender, "ground combat", "10.2.2")
        tx.set(f"{at}.depletions", asked.depletions, "ground combat", "10.2.2")
        tx.set(f"{at}.retreat", asked.retreat, "ground combat", "10.2.2")
        tx.set(f"{at}.attrition", asked.attrition, "ground combat", "10.3.6")
        tx.set(f"{at}.stage", "attackers", "ground combat", "10.2.2")

    def pay(self, tx: Transaction[TheWar], at: str, names: Sequence[str]) -> None:
        """These units bear what this stage asks; then the next stage."""
        facts = self.engagement(tx.campaign).facts
        if self.stage in ("attackers", "defenders"):
            for key in names:
                forces.eliminate(tx, key, "ground combat", "10.2.2", oos=f"{self.stage}-unsupplied" in facts)
            tx.set(f"{at}.{self.stage[:-1]}", 0, "ground combat", "10.2.2")
            following = {"attackers": "defenders", "defenders": "depletions"}[self.stage]
        elif self.stage == "depletions":
            for key in names:
                deplete(tx, key, "defenders-unsupplied" in facts, "10.2.2")
            left = max(0, self.depletions - 1)
            tx.set(f"{at}.depletions", left, "ground combat", "10.2.2")
            following = "depletions" if left else "attrition"
        else:
            for key in names:
                deplete(tx, key, "attackers-unsupplied" in facts, "10.3.6")
            tx.set(f"{at}.attrition", False, "ground combat", "10.3.6")
            following = self._after_losses(tx.campaign)
        tx.set(f"{at}.stage", following, "ground combat", "10.2.2")

    def _after_losses(self, campaign: TheWar) -> str:
        assault = self.assault(campaign)
        if self.retreat and assault.defenders:
            return "retreat"
        return self.after_retreat(campaign)

    def after_retreat(self, campaign: TheWar) -> str:
        """Whether the attackers are asked for their advance."""
        assault = self.assault(campaign)
        open_to_them = self.retreat or not assault.defenders
        if open_to_them and assault.attackers and advance_to(campaign, self.where, self.engagement(campaign).by):
            return "advance"
        return "end"

    def _end(self, tx: Transaction[TheWar], at: str) -> None:
        found, assault = self.engagement(tx.campaign), self.assault(tx.campaign)
        # Who lands or drops on a hex and does not clear it is lost out of supply (10.3.3).
        landed = [one for one in assault.attackers if "beach-assault" in found.terrain or _dropped(one, found)]
        if assault.defenders and not self.retreat:
            for one in landed:
                forces.eliminate(tx, one.name, "the landing failed", "10.3.3", oos=True)
        tx.remove(f"engagements.{self.where}", "fought", "10.2.2")
        tx.remove(at, "the battle is over", "10.2.2")

    def told(self, before: TheWar, entry: Entry) -> str:
        """See Procedure."""
        if self.where not in before.engagements:
            return ""
        title = f"Battle at {battles.place_name(before, self.where)}"
        if self.stage == "roll":
            for face in entry.faces("ground"):
                asked = ground_losses.demands(rolled(self.assault(before), face))
                roll = aftermath.die(face, asked.result.modifier, asked.result.column)
                return aftermath.sentence(title, roll, asked.result.result)
            return f"{title} is not fought: the odds are worse than 1-4"
        toll = aftermath.toll(before, entry, "")
        if toll:
            return aftermath.sentence(title, toll)
        return f"{title} is over" if self.stage == "end" else ""


_PAYING = {
    "attackers": ("remove", "which attackers are lost?", "10.3.2"),
    "defenders": ("remove", "which defenders are lost?", "10.2.2"),
    "depletions": ("deplete", "which defender is Depleted?", "10.2.2, 10.3.4"),
    "attrition": ("deplete", "which attacker is Depleted on the Eastern Front?", "10.3.6"),
}
_RETREAT = (
    "2 hexes towards supply; the owner chooses the way",
    "on while it would overstack; Depleted units do not stack",
    "into an enemy zone of control only onto a friendly unit, and Depleted by it; else eliminated",
    "what is lost on the way: losses ... in one line",
)


def rolled(assault: Assault, face: int) -> Assault:
    """The assault after its die."""
    return ground_battle.AssaultCore().stage(assault, (face,))


def _dropped(one: Combatant, found: Engagement) -> bool:
    return one.kind == "para" and "drop" in found.facts


def deplete(tx: Transaction[TheWar], key: str, unsupplied: bool, rule: str) -> None:
    """A Depletion falls on a unit on the ground: small ones, ART and Depleted ones die of it (10.2.6)."""
    if traits.after_depletion(tx.campaign.units[key]) == "depleted":
        tx.set(f"units.{key}.depleted", True, "ground combat", rule)
    else:
        forces.eliminate(tx, key, "ground combat", rule, oos=unsupplied)


def enemy_holder(campaign: TheWar, where: str, power: str) -> bool:
    """Whether a place is in the hands of the other side."""
    place = campaign.places.get(where)
    return place is not None and sides.side(campaign, place.holder) != sides.side(campaign, power)


def advance_to(campaign: TheWar, where: str, power: str) -> bool:
    """Whether an advance into a place takes it."""
    return enemy_holder(campaign, where, power)


@frozen
class _Answer(PowerOrder[TheWar]):
    """An answer to what a ground battle awaits."""

    stages: ClassVar[tuple[str, ...]] = ()

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        found = under_way(campaign, GroundFight)
        if found is None or found[1].stage not in self.stages:
            yield Refusal(self.rule, "no ground battle awaits this")


@frozen
class Remove(_Answer):
    """The units that pay for a result (10.2.2, 10.3.2)."""

    verb: ClassVar[str] = "remove"
    title: ClassVar[str] = "units lost in a battle"
    rule: ClassVar[str] = "10.3.2"
    stages: ClassVar[tuple[str, ...]] = ("attackers", "defenders")

    units: tuple[str, ...] = word(NAMES)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        if (found := under_way(tx.campaign, GroundFight)) is not None:
            found[1].pay(tx, found[0], self.units)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.power)} loses {battles.spoken(campaign, self.units)}"


@frozen
class Deplete(_Answer):
    """The unit on which a Depletion falls (10.2.2, 10.3.4, 10.3.6)."""

    verb: ClassVar[str] = "deplete"
    title: ClassVar[str] = "unit Depleted in a battle"
    rule: ClassVar[str] = "10.2.2"
    stages: ClassVar[tuple[str, ...]] = ("depletions", "attrition")

    unit: str = word(NAME)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        if (found := under_way(tx.campaign, GroundFight)) is not None:
            found[1].pay(tx, found[0], (self.unit,))

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        unit = campaign.units.get(self.unit)
        gone = unit is not None and traits.after_depletion(unit) != "depleted"
        what = battles.spoken(campaign, (self.unit,))
        return f"{wars.named(campaign, self.power)}: {what} is {'eliminated' if gone else 'Depleted'}"


@frozen
class Retreated(_Answer):
    """The defenders have retreated on the board; what was lost on the way is entered as losses (10.4)."""

    verb: ClassVar[str] = "retreated"
    title: ClassVar[str] = "retreat"
    rule: ClassVar[str] = "10.4"
    stages: ClassVar[tuple[str, ...]] = ("retreat",)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        if (found := under_way(tx.campaign, GroundFight)) is not None:
            tx.set(f"{found[0]}.stage", found[1].after_retreat(tx.campaign), "retreat", "10.4")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.power)}'s defenders retreat"


@frozen
class Occupy(_Answer):
    """Whether attackers advance into the hex; a place there is captured (10.5)."""

    verb: ClassVar[str] = "occupy"
    title: ClassVar[str] = "advance after combat"
    rule: ClassVar[str] = "10.5"
    stages: ClassVar[tuple[str, ...]] = ("advance",)

    goes: bool = word(FLAG)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        found = under_way(tx.campaign, GroundFight)
        if found is None:
            return
        if self.goes:
            conquest.Capture(found[1].where, self.power).effect(tx)
        tx.set(f"{found[0]}.stage", "end", "advance", "10.5")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        found = under_way(campaign, GroundFight)
        place = campaign.places.get(found[1].where) if found is not None else None
        who, name = wars.named(campaign, self.power), place.name if place is not None else "the hex"
        return f"{who} advances and takes {name}" if self.goes else f"{who} does not advance into {name}"
