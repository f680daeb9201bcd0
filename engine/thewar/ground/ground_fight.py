"""A ground battle of a campaign as it is fought: the roll, who pays, retreat and advance (10.2.2 to 10.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.procedures import Decision, Procedure
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath, battles, circumstances
from engine.thewar.combat.combatants import lost_cut_off
from engine.thewar.countries import conquest
from engine.thewar.ground import ahead_of_supply, assaults, ground_battle, ground_losses, landings
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.ground_losses import HELD
from engine.thewar.rolls import ground_combat
from engine.thewar.world import forces, installed, markers, sides, supply, titles, traits
from engine.thewar.world.state import Engagement, TheWar

_MOST_ANSWERS = 40
_HOPELESS, _OUTFLOWN = ("the odds are worse than 1-4", "10.0"), ("no air superiority over the beach", "7.7.2")
_SHOT_DOWN = ("who was to drop is shot down, and nobody else attacks", "11.14.1")
"""Why an attack that was announced is not made, each with its rule."""


def _not_made(assault: Assault) -> tuple[str, str]:
    """Why an attack that was announced is not made, and by which rule."""
    if not assault.attackers:
        return _SHOT_DOWN
    return _OUTFLOWN if assault.outflown else _HOPELESS


@frozen
class GroundFight(Procedure[TheWar]):
    """One battle on the ground. Stages: roll, accept (where the attackers ``choose`` among worse results), hold (a
    fortress, or leave it), defenders (who are removed), attackers (who pay), depletions, attrition, retreat, advance,
    ashore (who of a landing has no room), end. ``face``: the natural die; ``attacker`` and ``defender``: factors still
    to be removed at least, -1 for all; ``depletions`` still to fall on defenders. ``armor``: an ARM was among the
    attackers (10.5); ``river``: the defenders had its benefit, and nobody has said that the attackers stay behind it
    (9.6.2)."""

    kind: ClassVar[str] = "ground-fight"

    where: str
    result: str = ""
    face: int = 0
    choose: bool = False
    attacker: int = 0
    defender: int = 0
    depletions: int = 0
    retreat: bool = False
    attrition: bool = False
    armor: bool = False
    river: bool = False

    @property
    def power(self) -> str:
        return ""

    def engagement(self, campaign: TheWar) -> Engagement:
        """The engagement that was announced for this place."""
        return campaign.engagements[self.where]

    def assault(self, campaign: TheWar) -> Assault:
        """The battle as it stands now."""
        return assaults.assault(campaign, self.where, self.engagement(campaign))

    # --- decisions

    def choices(self, campaign: TheWar) -> tuple[tuple[str, ...], ...]:
        """Among which sets of units an owner chooses at this stage; one where nothing is to be chosen."""
        assault = self.assault(campaign)
        if self.stage == "attackers":
            if self.attacker < 0:
                return (tuple(unit.name for unit in assault.attackers),)
            worths = [unit.factors for unit in assault.attackers]
            return ground_losses.ways(assault.attackers, worths, self.attacker) if self.attacker else ((),)
        if self.stage == "defenders":
            if self.defender < 0:
                return (tuple(unit.name for unit in assault.defenders),)
            worths = [ground_battle.worth(assault, unit) for unit in assault.defenders]
            return ground_losses.ways(assault.defenders, worths, self.defender) if self.defender else ((),)
        if self.stage == "ashore":
            crowd = landings.crowded_out(campaign, self.engagement(campaign))
            return tuple((name,) for name in battles.unlike(assault.attackers, crowd)) if crowd else ((),)
        owed, force = (
            (self.depletions, assault.defenders) if self.stage == "depletions" else (self.attrition, assault.attackers)
        )
        if self.stage in ("depletions", "attrition") and owed:
            return tuple((name,) for name in battles.unlike(force, ground_losses.struck(force)))
        return ((),)

    def decision(self, campaign: TheWar) -> Decision | None:
        engagement = self.engagement(campaign)
        at = titles.where(campaign, self.where)
        if self.stage == "retreat":
            owner = battles.speaker(campaign, self.assault(campaign).defenders)
            return Decision(owner, f"the defenders at {at} retreat", (f"{owner} retreated",), "", "10.4", _RETREAT)
        if self.stage == "accept":
            answers = tuple(f"{engagement.by} accept {worse}" for worse, _ in self.results(campaign))
            notes = tuple(f"{worse} lower on the table: {result}" for worse, result in self.results(campaign))
            return Decision(engagement.by, "which result is taken?", answers, answers[0], "10.2.2", notes)
        if self.stage == "hold":
            owner = battles.speaker(campaign, self.assault(campaign).defenders)
            holds = tuple(f"{owner} hold {answer}" for answer in ("yes", "no"))
            return Decision(owner, f"the defenders stay in the fortress at {at}?", holds, holds[0], "10.6.6")
        if self.stage == "advance":
            goes = tuple(f"{engagement.by} occupy {answer}" for answer in ("yes", "no"))
            return Decision(engagement.by, f"advance into {at}?", goes, goes[0], "10.5")
        if self.stage not in _PAYING:
            return None
        choices = self.choices(campaign)
        if len(choices) < 2:
            return None
        assault = self.assault(campaign)
        own = self.stage in ("attackers", "attrition", "ashore")
        owner = engagement.by if own else battles.speaker(campaign, assault.defenders)
        verb, title, rule = _PAYING[self.stage]
        if self.stage == "ashore":
            many = len(landings.crowded_out(campaign, engagement)) - markers.ROOM
            title = f"{many} too many for the beachhead: {title}"
        answers = tuple(f"{owner} {verb} {','.join(names)}" for names in choices[:_MOST_ANSWERS])
        return Decision(owner, title, answers, answers[0], rule)

    # --- going on

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "roll":
            self._roll(tx, at)
        elif self.stage in _PAYING:
            self.pay(tx, at, (self.choices(tx.campaign) or ((),))[0])
        else:
            self._end(tx, at)

    def _roll(self, tx: Transaction[TheWar], at: str) -> None:
        assault = self.assault(tx.campaign)
        if not assault.attackers or not ground_battle.made(assault):
            # Reserves have made it hopeless, or the air over the hex is the enemy's (rulings 251, 572).
            why, rule = _not_made(assault)
            tx.set(f"{at}.result", "not allowed", why, rule)
            tx.set(f"{at}.stage", "end", why, rule)
            return
        engagement = self.engagement(tx.campaign)
        circumstances.spent(tx, self.where, engagement)
        face = tx.roll("ground", power=engagement.by, rule="10.2.2", formerly=self.where)
        tx.set(f"{at}.face", face, "ground combat", "10.2.2")
        tx.set(f"{at}.armor", any(unit.kind == "arm" for unit in assault.attackers), "ground combat", "10.5")
        tx.set(f"{at}.river", ground_battle.across_river(assault), "ground combat", "9.6.2")
        fallen = attrs.evolve(self, face=face)
        if self.choose and len(fallen.results(tx.campaign)) > 1:
            tx.set(f"{at}.stage", "accept", "ground combat", "10.2.2")
        else:
            fallen.take(tx, at, 0)

    def results(self, campaign: TheWar) -> tuple[tuple[int, str], ...]:
        """The results that the attacker may take, by how many rows lower they stand, the rolled one first (10.2.2)."""
        rows: dict[str, int] = {}
        assault = self.assault(campaign)
        for worse in range(ground_combat.rows_below(ground_battle.battle(rolled(assault, self.face))) + 1):
            result = ground_losses.demands(rolled(assault, self.face, worse)).result
            rows.setdefault(result.result, worse)
        return tuple((worse, result) for result, worse in rows.items())

    def take(self, tx: Transaction[TheWar], at: str, worse: int) -> None:
        """Let the result so many rows lower count."""
        assault = self.assault(tx.campaign)
        asked = ground_losses.demands(rolled(assault, self.face, worse))
        tx.set(f"{at}.result", asked.result.result, "ground combat", "10.2.2")
        tx.set(f"{at}.attacker", -1 if asked.attacker_all else asked.attacker, "ground combat", "10.2.2")
        tx.set(f"{at}.defender", -1 if asked.defender_all else asked.defender, "ground combat", "10.2.2")
        tx.set(f"{at}.depletions", asked.depletions, "ground combat", "10.2.2")
        tx.set(f"{at}.retreat", asked.retreat, "ground combat", "10.2.2")
        tx.set(f"{at}.attrition", asked.attrition, "ground combat", "10.3.6")
        stays = "fortress" in assault.terrain and bool(asked.depletions) and bool(assault.defenders)
        tx.set(f"{at}.stage", "hold" if stays else "defenders", "ground combat", "10.2.2")

    def pay(self, tx: Transaction[TheWar], at: str, names: Sequence[str]) -> None:
        """Let these units pay what this stage asks, and go on to the next stage."""
        facts = self.engagement(tx.campaign).facts
        if circumstances.siege(tx.campaign, self.where, self.engagement(tx.campaign)):
            # Who is lost in a fortress under siege is lost out of supply (13.2.3).
            facts = (*facts, "defenders-unsupplied")
        overseas = self._lost_landing(tx.campaign)
        if self.stage in ("attackers", "defenders"):
            for key in names:
                failed = self.stage == "attackers" and key in overseas
                unsupplied = failed or f"{self.stage}-unsupplied" in facts or lost_cut_off(tx.campaign, key)
                forces.eliminate(tx, key, "ground combat", "10.3.3" if failed else "10.2.2", oos=unsupplied)
            tx.set(f"{at}.{self.stage[:-1]}", 0, "ground combat", "10.2.2")
            # What defenders are worth hangs on who attacks: they are counted while all attackers are there.
            following = {"defenders": "attackers", "attackers": "depletions"}[self.stage]
        elif self.stage == "depletions":
            for key in names:
                _deplete(tx, key, "defenders-unsupplied" in facts, "10.2.2")
            left = max(0, self.depletions - 1)
            tx.set(f"{at}.depletions", left, "ground combat", "10.2.2")
            following = "depletions" if left else "attrition"
        elif self.stage == "ashore":
            for key in names:
                landings.send_back(tx, key)
            following = "ashore" if names else "end"
        else:
            for key in names:
                _deplete(tx, key, key in overseas or "attackers-unsupplied" in facts, "10.3.6")
            tx.set(f"{at}.attrition", False, "ground combat", "10.3.6")
            following = self._after_losses(tx.campaign)
        tx.set(f"{at}.stage", following, "ground combat", "10.2.2")

    def _lost_landing(self, campaign: TheWar) -> tuple[str, ...]:
        """The attackers from the sea or the air whose hex is not cleared, once the defenders have paid: whoever of them
        is lost, by the roll or after it, is lost out of supply (10.3.3)."""
        assault = self.assault(campaign)
        cleared = self.retreat or not assault.defenders
        return () if cleared and self.result not in HELD else ground_losses.landed(assault, assault.attackers)

    def _after_losses(self, campaign: TheWar) -> str:
        assault = self.assault(campaign)
        if self.retreat and assault.defenders:
            return "retreat"
        return self.after_retreat(campaign)

    def after_retreat(self, campaign: TheWar) -> str:
        """Whether the attackers are asked for their advance."""
        if not self.won(campaign):
            return "end"
        if landings.lands(self.engagement(campaign)):
            # Who has landed stands in the hex: there is nothing else to stand on.
            return "ashore"
        return "advance" if advance_to(campaign, self.where, self.engagement(campaign).by) else "end"

    def won(self, campaign: TheWar) -> bool:
        """Whether the hex is empty, and somebody is left to enter it."""
        assault = self.assault(campaign)
        return bool((self.retreat or not assault.defenders) and assault.attackers) and self.result not in HELD

    def _end(self, tx: Transaction[TheWar], at: str) -> None:
        assault = self.assault(tx.campaign)
        # Who lands or drops on a hex and does not clear it is lost out of supply (10.3.3).
        if assault.defenders and not self.retreat and self.result != "not allowed":
            for name in ground_losses.landed(assault, assault.attackers):
                forces.eliminate(tx, name, "the landing failed", "10.3.3", oos=True)
        if self.won(tx.campaign):
            self._won(tx)
        ahead_of_supply.fought(tx, self.engagement(tx.campaign))
        tx.remove(f"engagements.{self.where}", "fought", "10.2.2")
        tx.remove(at, "the battle is over", "10.2.2")

    def breach(self, campaign: TheWar) -> bool:
        """Whether the hex is a Breach, once all is paid: it is empty, and an ARM was among the attackers (10.5)."""
        return self.armor and self.won(campaign)

    def _won(self, tx: Transaction[TheWar]) -> None:
        """The markers that a victory leaves in the hex; a landing has taken what is there (7.7.4, 9.6.2, 10.5)."""
        engagement = self.engagement(tx.campaign)
        if landings.lands(engagement):
            if advance_to(tx.campaign, self.where, engagement.by):
                captured(tx, self.where, engagement.by)
            landings.succeeded(tx, self.where, engagement)
        elif self.river:
            markers.lay(tx, markers.BRIDGEHEAD, self.where, engagement.by)
        if self.breach(tx.campaign):
            markers.lay(tx, markers.BREACH, self.where, engagement.by)

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.where not in before.engagements:
            return ""
        title = f"Battle at {titles.where(before, self.where)}"
        if self.stage == "roll":
            for face in entry.faces("ground"):
                asked = ground_losses.demands(rolled(self.assault(before), face))
                roll = aftermath.die(face, asked.result.modifier, asked.result.column)
                return aftermath.sentence(title, roll, asked.result.result)
            return f"{title} is not fought: {_not_made(self.assault(before))[0]}"
        toll = aftermath.toll(before, entry, "")
        if toll:
            return aftermath.sentence(title, toll)
        if self.stage != "end":
            return ""
        laid = [change.now.kind for change in entry.changes if change.at.startswith("markers.") and change.now]
        said = {"beachhead": "a beachhead", "bridgehead": "a bridgehead", "breach": "an ARM makes a Breach"}
        return "; ".join((f"{title} is over", *(said[kind] for kind in dict.fromkeys(laid))))


_PAYING = {
    "attackers": ("remove", "which attackers are lost?", "10.3.2"),
    "defenders": ("remove", "which defenders are lost?", "10.2.2"),
    "depletions": ("deplete", "which defender is Depleted?", "10.2.2, 10.3.4"),
    "ashore": ("send-back", "who goes back to port?", "7.7.4"),
    "attrition": ("deplete", "which attacker is Depleted on the Eastern Front?", "10.3.6"),
}
_RETREAT = (
    "Two hexes towards supply; the owner chooses the way.",
    "A unit goes on while it would overstack; Depleted units do not stack.",
    "It enters an enemy zone of control only onto a friendly unit, and is Depleted by it; else it is eliminated.",
    "What is lost on the way is entered with l, in one line.",
)


def rolled(assault: Assault, face: int, worse: int = 0) -> Assault:
    """The assault after its die; ``worse``: rows lower that the attacker takes."""
    return attrs.evolve(ground_battle.AssaultCore().stage(assault, (face,)), worse=worse)


def _deplete(tx: Transaction[TheWar], key: str, unsupplied: bool, rule: str) -> None:
    """A Depletion falls on a unit in battle: one that counts as Depleted for its supply dies of it too (12.2.3)."""
    if supply.level(tx.campaign, key).level == supply.LIMITED:
        forces.eliminate(tx, key, "ground combat", f"{rule}, 12.2.3", oos=unsupplied)
    else:
        deplete(tx, key, unsupplied or lost_cut_off(tx.campaign, key), rule)


def deplete(tx: Transaction[TheWar], key: str, unsupplied: bool, rule: str) -> None:
    """A Depletion falls on a unit on the ground: small ones, ART and Depleted ones die of it (10.2.6)."""
    if traits.after_depletion(tx.campaign.units[key]) == "depleted":
        tx.set(f"units.{key}.depleted", True, "ground combat", rule)
    else:
        forces.eliminate(tx, key, "ground combat", rule, oos=unsupplied)


def captured(tx: Transaction[TheWar], where: str, power: str) -> None:
    """An advance takes what is there: a place, or what was built in a hex (10.5, 10.6.4)."""
    if where in tx.campaign.places:
        conquest.Capture(where, power).effect(tx)
    else:
        installed.captured(tx, where, power)


def enemy_holder(campaign: TheWar, where: str, power: str) -> bool:
    """Whether a place is in the hands of the other side."""
    place = campaign.places.get(where)
    return place is not None and sides.side(campaign, place.holder) != sides.side(campaign, power)


def advance_to(campaign: TheWar, where: str, power: str) -> bool:
    """Whether an advance takes anything: a place, or what the enemy has built in a hex."""
    built = (
        installation
        for installation in campaign.installations.values()
        if installation.place == where and where != installed.BOARD
    )
    theirs = any(sides.side(campaign, installation.power) != sides.side(campaign, power) for installation in built)
    return enemy_holder(campaign, where, power) or theirs
