"""An air battle under way in a campaign: a counter-air mission, or the fight over a hex before a battle on the ground
(11.3 to 11.5, 11.9, 11.12). It goes roll for roll as ``air_battle`` forecasts it, and rests where a seat decides."""

from __future__ import annotations

from itertools import chain, islice, product
from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.procedures import Decision, Procedure
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.air import air_battle, air_engagements, air_round, air_sides, airborne
from engine.thewar.air.air_battle import AirBattleCore, Toll
from engine.thewar.air.air_sides import AIR, COUNTER_AIR, FLAK, ROUNDS, STRAFE, SUPPORT_FLAK, AirBattle, Plan
from engine.thewar.combat import aftermath, battles, efforts
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import air_combat, flak
from engine.thewar.rolls.air_combat import Dogfight
from engine.thewar.world import forces, ratings, titles, traits
from engine.thewar.world.state import Engagement, TheWar

ATTACKER, DEFENDER = "attacker", "defender"
EFFORT, RISE, HIT, GO_ON, STAY, END = "effort", "rise", "hit", "go-on", "stay", "end"
ROLLS = (AIR, FLAK, STRAFE, SUPPORT_FLAK)
_SECTION = {AIR: "11.9", STRAFE: "11.5.1", FLAK: "11.12", SUPPORT_FLAK: "11.12"}
OVER = "the air battle is over"


@frozen
class AirFight(Procedure[TheWar]):
    """One air battle. Stages: effort, rise (the defender comes up or stays down), the rolls air, flak, strafe and
    support-flak, hit (who takes a result among equals), go-on (the attacker, after a round), stay (the defender), end.

    ``number`` of the round; ``effort`` as air_combat.EFFORTS has it; ``up``: defenders, by id, that fight in the air in
    this round; ``side`` owes ``many`` results of ``effect`` from the roll ``through``; ``left``: who broke off.
    """

    kind: ClassVar[str] = "air-fight"

    where: str
    number: int = 1
    effort: str = "none"
    up: tuple[str, ...] = ()
    side: str = ""
    effect: str = ""
    many: int = 0
    through: str = ""
    left: str = ""

    @property
    def power(self) -> str:
        return ""

    def engagement(self, campaign: TheWar) -> Engagement:
        """The engagement that was announced for this place."""
        return campaign.engagements[self.where]

    def place(self, campaign: TheWar) -> str:
        """The name of the place of the battle, for players."""
        return titles.where(campaign, self.where)

    def battle(self, campaign: TheWar, plan: Plan = Plan()) -> AirBattle:  # noqa: B008
        """The battle with the units that are still in it."""
        return air_engagements.battle(campaign, self.where, self.engagement(campaign), effort=self.effort, plan=plan)

    def able(self, campaign: TheWar, side: str, stage: str) -> tuple[Combatant, ...]:
        """The units of a side that take part in a roll, and on which its results may fall."""
        battle = self.battle(campaign)
        if side == ATTACKER:
            takes = air_round.bomber if stage == SUPPORT_FLAK else air_round.flies
            return tuple(filter(takes, battle.attackers))
        if stage == STRAFE:
            return tuple(unit for unit in battle.defenders if unit.name in battle.based)
        return tuple(unit for unit in battle.defenders if air_round.flies(unit) and unit.name in self.up)

    def dogfight(self, campaign: TheWar, face: int = 0) -> Dogfight:
        """The round at hand."""
        return air_round.dogfight(
            self.able(campaign, ATTACKER, AIR),
            self.able(campaign, DEFENDER, self.stage),
            self.battle(campaign).skies,
            number=self.number,
            on_ground=self.stage == STRAFE,
            face=face,
        )

    def remaining(self, campaign: TheWar, plan: Plan) -> Distribution[Toll]:
        """The exact odds from the beginning of this round on, if both sides decide as ``plan`` says."""
        core = AirBattleCore(self.battle(campaign, plan))
        return core.forecast(core.opened(self.number)).of(core.toll)

    # --- decisions

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage in ROLLS or self.stage == END:
            return None
        engagement = self.engagement(campaign)
        defender = battles.speaker(campaign, self.battle(campaign).defenders)
        if self.stage == EFFORT:
            kinds = ("none", *allowed_efforts(campaign, engagement.by))
            answers = tuple(f"{engagement.by} air-effort {kind}" for kind in kinds)
            return Decision(
                engagement.by, f"an air effort over {self.place(campaign)}?", answers, answers[0], "4.1, 4.2"
            )
        if self.stage == HIT:
            owner = engagement.by if self.side == ATTACKER else defender
            answers = tuple(f"{owner} takes {name}" for name in self.choices(campaign))
            fate = "Depleted" if self.effect == "depleted" else "eliminated"
            return Decision(
                owner, f"who is {fate} over {self.place(campaign)}?", answers, answers[0], "11.11.5, ruling 45"
            )
        if self.stage == RISE:
            title = f"round {self.number}: come up against the aircraft over {self.place(campaign)}?"
            some = (f"{defender} rise yes units={','.join(names)}" for names in self._some(campaign))
            answers = (f"{defender} rise yes", f"{defender} rise no", *some)
            return Decision(defender, title, answers, answers[0], "11.5.1", _ON_THE_GROUND)
        owner = engagement.by if self.stage == GO_ON else defender
        answers = (f"{owner} fly-on yes", f"{owner} fly-on no")
        title = f"round {self.number + 1} over {self.place(campaign)}?"
        return Decision(owner, title, answers, answers[0], "11.9")

    def _some(self, campaign: TheWar) -> tuple[tuple[str, ...], ...]:
        """The groups of defenders that may come up where not all do, small groups first; of like units the first are
        named."""
        kinds: dict[tuple[object, ...], list[str]] = {}
        for unit in self.battle(campaign).defenders:
            if unit.name in self.up and unit.name in self.engagement(campaign).defenders:
                kinds.setdefault((unit.power, unit.kind, unit.strength, unit.tag, unit.depleted), []).append(unit.name)
        groups = list(kinds.values())
        counts = sorted(product(*(range(len(group) + 1) for group in groups)), key=lambda each: (sum(each), each))
        sets = (tuple(chain(*map(_first, groups, each))) for each in counts[1:-1])
        return tuple(islice(sets, _MOST_ANSWERS))

    def open_to(self, campaign: TheWar) -> tuple[str, ...]:
        """The names of the units that may take the next result."""
        fought = self.through in (AIR, STRAFE)
        targets = [
            ratings.Target(unit.name, unit.now(air_combat=fought), unit.depleted) for unit in self._struck(campaign)
        ]
        return ratings.candidates(targets, self.effect)

    def choices(self, campaign: TheWar) -> tuple[str, ...]:
        """Among whom the owner chooses, of units that are alike the first; one or none where there is nothing to
        choose."""
        names = self.open_to(campaign)
        # Where all of them are hit anyway it does not matter who is first.
        return names[:1] if self.many >= len(names) else battles.unlike(self._struck(campaign), names)

    def _struck(self, campaign: TheWar) -> tuple[Combatant, ...]:
        """The units on which the results of the roll fall."""
        return self.able(campaign, self.side, AIR if self.through == FLAK else self.through)

    # --- going on

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        by = self.engagement(tx.campaign).by
        if self.stage in (AIR, STRAFE):
            face = tx.roll("air", power=by, rule=_SECTION[self.stage], formerly=self.where)
            result = air_combat.resolve(self.dogfight(tx.campaign, face))
            self.owe(tx, at, result.side, result.effect, result.count)
        elif self.stage in (FLAK, SUPPORT_FLAK):
            face = tx.roll("air-flak", power=by, rule="11.12", formerly=self.where)
            shot = flak.resolve(flak.Flak(self.battle(tx.campaign).fires, face))
            effect = "eliminated" if shot.eliminated else "depleted"
            self.owe(tx, at, ATTACKER, effect, shot.eliminated + shot.depleted)
        else:
            self._end(tx, at)

    def owe(self, tx: Transaction[TheWar], at: str, side: str, effect: str, many: int) -> None:
        """After a roll: record its results and apply them as far as nobody has to choose who takes them."""
        through = self.stage
        attrs.evolve(self, side=side, effect=effect, many=many, through=through).strike(tx, at)

    def strike(self, tx: Transaction[TheWar], at: str, chosen: str = "") -> None:
        """Apply results, the first to the unit that was ``chosen``, until the owner has to choose or none is left."""
        owed = self
        while owed.many:
            names = (chosen,) if chosen else owed.choices(tx.campaign)
            if len(names) > 1:
                tx.put(at, attrs.evolve(owed, stage=HIT), "air battle", "11.11.5")
                return
            chosen = ""
            if not names:
                # What finds no unit any more is lost (ruling 38).
                break
            self._fall(tx, names[0])
            owed = attrs.evolve(owed, many=owed.many - 1)
        tx.put(at, attrs.evolve(owed, many=0).after_roll(tx.campaign), "air battle", _SECTION[self.through])

    def _fall(self, tx: Transaction[TheWar], key: str) -> None:
        why, rule = {FLAK: "Flak", SUPPORT_FLAK: "Flak"}.get(self.through, "air combat"), _SECTION[self.through]
        if self.effect == "depleted" and traits.after_depletion(tx.campaign.units[key]) == "depleted":
            tx.set(f"units.{key}.depleted", True, why, rule)
        else:
            forces.eliminate(tx, key, why, rule)

    def after_roll(self, campaign: TheWar) -> AirFight:
        """This battle at its next stage, once all results of a roll have been applied."""
        if self.through == SUPPORT_FLAK:
            return attrs.evolve(self, stage=END)
        if self.through == FLAK:
            return attrs.evolve(self, stage=STRAFE if self.able(campaign, ATTACKER, AIR) else END)
        after = self.opened(campaign, self.number + 1)
        return after if after.stage in (END, SUPPORT_FLAK) else attrs.evolve(self, stage=GO_ON)

    def opened(self, campaign: TheWar, number: int) -> AirFight:
        """This battle at the beginning of a round."""
        battle = self.battle(campaign)
        attackers = any(map(air_round.flies, battle.attackers))
        risers = tuple(unit.name for unit in battle.defenders if air_round.flies(unit)) if battle.rises else ()
        fresh = attrs.evolve(self, number=number, up=risers)
        if battle.kind != COUNTER_AIR:
            meets = attackers and risers and number <= ROUNDS
            return attrs.evolve(fresh, stage=AIR) if meets else self.ended(campaign)
        if not attackers or number > ROUNDS or not battle.defenders:
            return attrs.evolve(self, stage=END)
        if not risers:
            return fresh.below(campaign)
        # Those that have come from elsewhere fight a round at least: with nobody else there is nothing to ask.
        forced = number == 1 and not set(risers) & set(battle.based)
        return attrs.evolve(fresh, stage=AIR if forced else RISE)

    def below(self, campaign: TheWar) -> AirFight:
        """This battle at the beginning of a round against units on the ground: first Flak, then the attack."""
        battle = self.battle(campaign)
        if not battle.based:
            return attrs.evolve(self, stage=END)
        return attrs.evolve(self, up=(), stage=FLAK if battle.fires else STRAFE)

    def ended(self, campaign: TheWar, left: str = "") -> AirFight:
        """The air battle over a hex is done: Flak meets what is left to support the attack."""
        battle = self.battle(campaign)
        fires = battle.fires and left != ATTACKER and any(map(air_round.bomber, battle.attackers))
        return attrs.evolve(self, stage=SUPPORT_FLAK if fires else END, left=left)

    def _end(self, tx: Transaction[TheWar], at: str) -> None:
        engagement, fought = self.engagement(tx.campaign), f"engagements.{self.where}"
        if engagement.kind == battles.AIR:
            tx.remove(fought, "fought", "11.5.1")
        else:
            for part, side in (("air", ATTACKER), ("facing", DEFENDER)):
                left = () if self.left == side else getattr(engagement, part)
                survivors = tuple(key for key in left if key in tx.campaign.units)
                tx.set(f"{fought}.{part}", survivors, "air battle", "11.3.1, 11.4.1")
            lives = any(key in tx.campaign.units for key in engagement.air)
            if not lives and airborne.met(tx.campaign, self.where, engagement):
                airborne.shoot_down(tx, engagement)
        tx.remove(at, OVER, "11.9")

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.where not in before.engagements:
            return ""
        if self.stage not in ROLLS:
            ended = any(change.why == OVER for change in entry.changes)
            if not ended:
                return ""
            lost = aftermath.toll(before, entry, "")
            without = f"; no escort is left, and before it drops: {lost}" if lost else ""
            return f"The air battle over {self.place(before)} is over{without}"
        title = f"Over {self.place(before)}, round {self.number}"
        for face in entry.faces("air"):
            result = air_combat.resolve(self.dogfight(before, face))
            roll = aftermath.die(face, result.modifier, result.column)
            return aftermath.sentence(title, roll, result.result, aftermath.toll(before, entry, ""))
        for face in entry.faces("air-flak"):
            shot = flak.resolve(flak.Flak(self.battle(before).fires, face))
            return aftermath.sentence(
                f"{title}, Flak", aftermath.die(face, 0, shot.column), shot.result, aftermath.toll(before, entry, "")
            )
        return ""


def _first(names: list[str], many: int) -> list[str]:
    return names[:many]


_MOST_ANSWERS = 40
_ON_THE_GROUND = (
    "On the ground: Flak fires first, the attackers are one column better, and nothing befalls them on the air table.",
    "Those that stay down are hit on the ground alone.",
)


def allowed_efforts(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The air efforts that a power may declare now, by their ids (4.1, 4.2)."""
    return tuple(kind for kind in efforts.AIR_EFFORTS if not list(efforts.declare_air_effort(campaign, power, kind)))


def begun(campaign: TheWar, where: str) -> AirFight:
    """The fight of an announced battle at its first stage."""
    engagement = campaign.engagements[where]
    fight = AirFight("effort", where)
    return fight if allowed_efforts(campaign, engagement.by) else fight.opened(campaign, 1)


def meets(campaign: TheWar, where: str) -> bool:
    """Whether there is anything to fight in the air: a counter-air mission, or what is over a battle on the ground."""
    engagement = campaign.engagements[where]
    return engagement.kind == battles.AIR or over(campaign, where, engagement) is not None


def over(campaign: TheWar, where: str, engagement: Engagement) -> AirBattle | None:
    """The air battle over a battle on the ground: aircraft of both sides, or Flak that fires at support (11.3.1,
    11.12.2); None where nobody meets."""
    battle = air_engagements.battle(campaign, where, engagement)
    attackers, defenders = (any(map(air_round.flies, side)) for side in (battle.attackers, battle.defenders))
    shot = battle.fires and any(map(air_round.bomber, battle.attackers))
    return battle if (attackers and defenders) or shot else None


def expected(campaign: TheWar, where: str) -> Distribution[Toll] | None:
    """The odds of an announced air battle without an air effort; None where no air battle is announced."""
    battle = air_engagements.battle(campaign, where, campaign.engagements[where])
    return None if any(True for _ in air_sides.refusals(battle)) else air_battle.forecast(battle)
