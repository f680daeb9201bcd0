"""Strategic bombing in a campaign: each force is met front by front and then bombs its target (26.45, 26.46, 26.76)."""

from __future__ import annotations

from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.dice import Words
from engine.kernel.orders import Automatic
from engine.kernel.procedures import Decision, begin
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.bombing import air_meetings, barrages, over_target, raid_words, raids, settlement
from engine.worldatwar.bombing.air_meetings import Left
from engine.worldatwar.rolls import air, bombing
from engine.worldatwar.rolls.combat_table import Result
from engine.worldatwar.targets import atomics, shipyards, targets
from engine.worldatwar.world import aftermath, flights, fronts, turns
from engine.worldatwar.world.state import Force, WorldAtWar

DICE = 2
_FRONT = Words(*fronts.FRONTS)


@frozen
class Raiding(shipyards.OverShips):
    """A bombing force under way. Stages: approach; combat, answer and losses on each front where it is met; target,
    flak and effect; ships.

    ``at``: how many fronts of its route lie behind it. ``left``: factors that fly on, in the order of ``air.GROUPS``;
    ``gone``: factors lost, likewise. ``rolled`` and ``answered``: the natural totals of attacker and defender.
    ``hits``: the result that ships in the yard still have to take, before and behind the stroke.
    """

    kind: ClassVar[str] = "bombing-raid"

    force: str
    at: int = 0
    left: tuple[int, ...] = ()
    rolled: int = 0
    answered: int = 0
    gone: tuple[int, ...] = ()
    hits: tuple[int, int] = (0, 0)

    @property
    def power(self) -> str:
        return self.force.partition("-")[2]

    def decision(self, campaign: WorldAtWar) -> Decision | None:
        """Which ship is hit next, where the shipyard has several (26.76)."""
        force = campaign.forces[self.force]
        if self.stage != "ships" or not any(self.hits):
            return None
        return shipyards.decision(campaign, force, Result(*self.hits))

    def resolve(self, tx: Transaction[WorldAtWar], at: str) -> None:
        force = tx.campaign.forces[self.force]
        stages = {
            "approach": self._approach,
            "combat": self._combat,
            "answer": self._answer,
            "losses": self._losses,
            "target": self._target,
            "flak": self._flak,
            "effect": self._effect,
            "ships": self._ships,
        }
        stages[self.stage](tx, at, force)

    def _approach(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """The force takes off."""
        left = air_meetings.opening(force)
        tx.set(f"{at}.left", left, "takes off", "26.41")
        tx.set(f"{at}.gone", (0,) * len(left), "takes off", "26.41")
        self._onward(tx, at, force, 0, left)

    def _onward(self, tx: Transaction[WorldAtWar], at: str, force: Force, number: int, left: Left) -> None:
        """Go on to the next front where the force is met, to its target, or home."""
        for place in range(number, len(force.route)):
            if air_meetings.fight_in(tx.campaign, force, left, force.route[place]) is not None:
                tx.set(f"{at}.at", place, "met", "26.442")
                tx.set(f"{at}.stage", "combat", "met", "26.442")
                return
        if sum(air_meetings.reaching(left)):
            tx.set(f"{at}.stage", "target", "over the target", "26.461")
        else:
            self._land(tx, at, force)

    def _fight(self, campaign: WorldAtWar, force: Force) -> air.AirCombat:
        """The air combat on the front at hand, with the rolls made so far."""
        fight = air_meetings.fight_in(campaign, force, self.left, force.route[self.at])
        assert fight is not None
        return attrs.evolve(fight, attack=self.rolled, defence=self.answered)

    def _combat(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """The force rolls in air combat."""
        front = force.route[self.at]
        total = _two_dice(tx, "bombing-force", _over(front), "26.45", formerly=front)
        tx.set(f"{at}.rolled", total, "attacker's roll", "26.45")
        tx.set(f"{at}.stage", "answer", "air combat", "26.45")

    def _answer(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """The first of the defending powers rolls in air combat."""
        front = force.route[self.at]
        who = tx.campaign.guards[air_meetings.keepers(tx.campaign, force.target, front)[0]].power
        tx.set(
            f"{at}.answered",
            _two_dice(tx, "interception", _over(front), "26.45", who, front),
            "defender's roll",
            "26.45",
        )
        tx.set(f"{at}.stage", "losses", "air combat", "26.45")

    def _losses(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """Both sides lose what the two results say, and the force flies on."""
        front = force.route[self.at]
        ours, theirs = self._fight(tx.campaign, force).results
        keys = air_meetings.keepers(tx.campaign, force.target, front)
        here = air_meetings.along(force, self.left, front)
        suffered = air.share(here, theirs.first, theirs.second)
        inflicted = air.share(air_meetings.together(tx.campaign, keys), ours.first, ours.second)
        air_meetings.attackers_lose(tx, force, suffered.lost)
        air_meetings.defenders_lose(tx, keys, inflicted)
        left = tuple(suffered.left.get(name, count) for name, count in air_meetings.named(self.left).items())
        tx.set(f"{at}.left", left, "flies on", "26.454")
        self._count(tx, at, suffered)
        tx.set(f"{at}.rolled", 0, "flies on", "26.45")
        tx.set(f"{at}.answered", 0, "flies on", "26.45")
        self._onward(tx, at, force, self.at + 1, left)

    def _count(self, tx: Transaction[WorldAtWar], at: str, losses: air.Losses) -> None:
        """Add to the losses of the force. AAF and jets are counted too, though the players take them off the board."""
        gone = zip(air.GROUPS, self.gone, strict=True)
        tx.set(f"{at}.gone", tuple(count + losses.lost.get(name, 0) for name, count in gone), "lost", "26.454")

    def _target(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """The bombers roll over their target."""
        here = targets.hex_of(tx.campaign, force.target)
        total = _two_dice(tx, "bombing", "", "26.461", formerly=here)
        tx.set(f"{at}.rolled", total, "attacker's roll", "26.461")
        tx.set(f"{at}.stage", "flak", "over the target", "26.461")

    def _flak(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """The target's defences roll, where it has any."""
        here = targets.hex_of(tx.campaign, force.target)
        if targets.strength(tx.campaign, force.target).total:
            owner = tx.campaign.places[here].holder
            tx.set(f"{at}.answered", _two_dice(tx, "flak", "", "26.461", owner, here), "defender's roll", "26.461")
        tx.set(f"{at}.stage", "effect", "over the target", "26.461")

    def _raid(self, campaign: WorldAtWar, force: Force) -> bombing.Raid:
        """The attack on the target as the core takes it, with the rolls made so far."""
        raid = over_target.raid_of(campaign, force, self.left)
        return attrs.evolve(raid, attack=self.rolled, defence=self.answered)

    def _effect(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """What the bombers do and suffer over their target (26.463, 26.464, 26.47)."""
        raid = self._raid(tx.campaign, force)
        losses = over_target.shared(self.left, bombing.met(raid).defence)
        over_target.bombers_lose(tx, force, losses)
        self._count(tx, at, losses)
        here = targets.hex_of(tx.campaign, force.target)
        if force.atomic and losses.left[air_meetings.BOMBERS]:
            atomics.strike(tx, here)
        if force.ship:
            hit = bombing.on_ships(raid)
            tx.set(f"{at}.hits", (hit.first, hit.second), "ships in the shipyard", "26.76")
            tx.set(f"{at}.stage", "ships", "ships in the shipyard", "26.76")
            return
        over_target.damage(tx, here, force.power, over_target.BY_BOMBERS, bombing.resolve(raid).brps, "26.463")
        self._land(tx, at, force)

    def _ships(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """The rest of the result falls on the one ship that is left, or on none."""
        there = targets.ships(tx.campaign, force.power, force.target)
        if there and any(self.hits):
            shipyards.strike(tx, there[0], Result(*self.hits))
        self._land(tx, at, force)

    def _land(self, tx: Transaction[WorldAtWar], at: str, force: Force) -> None:
        """The raid is over. Interceptors that escorted it to another front are remembered (26.443A), and a bomb that
        was carried is spent."""
        if force.route[-1] != force.escort:
            back = force.interceptors - tx.campaign.pending[at.partition(".")[2]].gone[0]
            flights.note(tx, force.power, flights.ESCORTED, back, force.escort, "26.443A")
        if force.atomic:
            atomics.spend(tx, force.power)
        tx.remove(at, "the raid is over", "26.4")

    def told(self, before: WorldAtWar, entry: Entry) -> str:
        force = before.forces[self.force]
        who = f"{before.powers[force.power].adjective} raid on {before.places[force.target].name}"
        if self.stage == "approach":
            bombing_aaf, strategic = air_meetings.reaching(air_meetings.opening(force))
            return f"{who}: {aftermath.counted(bombing_aaf + strategic, 'bomber')} on the way"
        if self.stage in ("combat", "answer"):
            net = sum(line.value for line in self._fight(before, force).modifiers)
            dice = aftermath.rolled(entry, net if self.stage == "combat" else -net)
            where = fronts.name(force.route[self.at]) if force.route[self.at] in fronts.FRONTS else "the box"
            return f"{who}: {'air combat' if self.stage == 'combat' else 'the defenders'} on {where}, {dice}"
        if self.stage in ("target", "flak"):
            net = self._raid(before, force).modifier
            dice = aftermath.rolled(entry, net if self.stage == "target" else -net)
            bombers = aftermath.counted(sum(air_meetings.reaching(self.left)), "bomber")
            scene = f"{bombers} over the target" if self.stage == "target" else "its defences"
            return f"{who}: {scene}, {dice or 'none'}"
        return self._came(before, entry, force, who)

    def _came(self, before: WorldAtWar, entry: Entry, force: Force, who: str) -> str:
        """What came of air combat, of the attack on the target or of hits on ships, in words."""
        lost = raid_words.losses(before, entry, force)
        if self.stage == "losses":
            ours, theirs = self._fight(before, force).results
            return f"{who}: in the air {ours} against {theirs}, {raid_words.flying_on(entry)}; {lost}"
        if self.stage == "effect":
            met = bombing.met(self._raid(before, force))
            return f"{who}: {met.attack} against {met.defence}, {raid_words.damage(entry, force)}; {lost}"
        return f"{who}: {shipyards.told(before, entry)}"


def _over(front: str) -> str:
    """The front that a die names; none for a box off the map."""
    return _FRONT(front) if front in fronts.FRONTS else ""


def _two_dice(
    tx: Transaction[WorldAtWar], purpose: str, subject: str, rule: str, power: str = "", formerly: str = ""
) -> int:
    """The total of two dice. ``formerly``: see Transaction.roll."""
    return sum(tx.roll(purpose, subject, power=power, sides=6, rule=rule, formerly=formerly) for _ in range(DICE))


@frozen
class BombersFly(Automatic[WorldAtWar]):
    """Resolve all that was announced: raids in their order, then flying bombs and rockets, then the effects of all
    (26.64)."""

    verb: ClassVar[str] = "bombers-fly"
    title: ClassVar[str] = "strategic bombing"
    rule: ClassVar[str] = "26.45"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """Procedures are put on the stack in reverse: the last one begun is resolved first."""
        begin(tx, settlement.Reckoning("hexes"), "bombing effects", "26.71")
        struck = dict.fromkeys(targets.hex_of(tx.campaign, salvo.target) for salvo in tx.campaign.salvos.values())
        for here in reversed(struck):
            begin(tx, barrages.Barrage("fire", here), "flying bombs and rockets", "26.64")
        for key in reversed(raids.announced(tx.campaign)):
            begin(tx, Raiding("approach", key), "strategic bombing", "26.45")

    def sentence(self, campaign: WorldAtWar) -> str:
        return "The bombers fly"


def flying(campaign: WorldAtWar) -> bool:
    """Whether any force or salvo is announced."""
    return bool(campaign.forces or campaign.salvos)


def forget(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a player turn ends, its bombing forces and their defenders, its salvos and the damage done are over."""
    turns.forget_phase(tx, "forces", "guards", "salvos", "bombed")
