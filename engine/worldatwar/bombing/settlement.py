"""The effects of a phase of bombing: BRPs lost hex by hex, facilities, rocket bases, firestorms, construction limits
(26.7, 26.8)."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from engine.kernel import seasons
from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, word
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.bombing import over_target
from engine.worldatwar.bombing.over_target import BY_BOMBERS, BY_BOMBS, BY_ROCKETS, MEANS
from engine.worldatwar.rolls import bombing
from engine.worldatwar.targets import facilities, firestorms, rocket_bases, targets
from engine.worldatwar.targets.firestorms import FIRESTORM
from engine.worldatwar.world import editions, flights, sides, turns
from engine.worldatwar.world.state import Damage, WorldAtWar

BOMBED = "lost to bombing"
"""The cause (``why`` of a change) under which BRPs are lost."""
PAY, TAKE, KEEP, GIVE_UP = "pay", "take", "keep", "give-up"
STAGES = ("ic", "loss", "rest", "markers", "base", "wreck", "fire")
"""The stages of settling a hex in their order."""
_AFTER = {"ic": "loss", "rest": "markers", "base": "wreck"}
"""The stage that follows each decision."""


def damages(campaign: WorldAtWar, hex_id: str) -> list[tuple[str, Damage]]:
    """The damage to a hex, by power and means, in the order in which it uses up the value of the hex."""
    here = [(key, damage) for key, damage in campaign.bombed.items() if damage.hex == hex_id]
    return sorted(here, key=lambda item: MEANS.index(item[1].means))


def capped(campaign: WorldAtWar, hex_id: str) -> dict[str, int]:
    """How many BRPs each damage to a hex costs its owner: all together no more than the hex is
    worth (26.652, 26.71A)."""
    left = targets.value(campaign, hex_id)
    losses = {}
    for key, damage in damages(campaign, hex_id):
        lost = damage.brps if left is None else min(damage.brps, left)
        left = None if left is None else left - lost
        losses[key] = lost
    return losses


@frozen
class Settling(Procedure[WorldAtWar]):
    """The effects of all attacks on one hex. A decision (stages ic, rest and base) comes right before what depends on
    it. ``choice``: what the owner has decided."""

    kind: ClassVar[str] = "bombing-effects"

    hex: str
    choice: str = ""

    def decision(self, campaign: WorldAtWar) -> Decision | None:
        """What the owner may decide: about an IC (26.75), emergency repairs (26.72D) or a rocket base (26.62B)."""
        if self.stage == "ic":
            return self._about_ic(campaign)
        if self.stage == "rest":
            return self._about_rest(campaign)
        if self.stage == "base":
            return self._about_base(campaign)
        return None

    def _about_ic(self, campaign: WorldAtWar) -> Decision | None:
        """Whether to lose BRPs or to give up the IC (26.75)."""
        key = targets.economic(campaign, self.hex)
        if not key or campaign.places[key].kind != targets.IC:
            return None
        place, lost = campaign.places[key], sum(capped(campaign, self.hex).values())
        title = f"{place.name}: lose {lost} BRPs, or give up the IC for {place.value}?"
        return _decision(place.holder, title, (KEEP, GIVE_UP), "26.75")

    def _about_rest(self, campaign: WorldAtWar) -> Decision | None:
        """Whether to pay the BRPs left over or to take one marker more (26.72D)."""
        rule = editions.of(campaign).markers
        brps = over_target.whole(campaign, self.hex)
        if rule.markers(brps) == rule.markers(brps, paid=True):
            return None
        facility = facilities.damageable(campaign, self.hex, rule.markers(brps, paid=True))
        if not facility:
            return None
        place, rest = campaign.places[facility], brps % rule.brps
        title = f"{place.name}: pay {rest} BRPs for emergency repairs, or take a marker?"
        return _decision(place.holder, title, (TAKE, PAY), "26.72D")

    def _about_base(self, campaign: WorldAtWar) -> Decision | None:
        """Whether to pay for a rocket base or to let it be damaged (26.62B)."""
        base = targets.rocket_base(campaign, self.hex)
        brps = over_target.whole(campaign, self.hex)
        if not base or brps >= rocket_bases.DESTROYED_AT:
            return None
        title = f"rocket base in {campaign.places[self.hex].name}: pay {brps} BRPs, or let it be damaged?"
        return _decision(campaign.bases[base].owner, title, (TAKE, PAY), "26.62B")

    def resolve(self, tx: Transaction[WorldAtWar], at: str) -> None:
        """All stages up to the next decision, or to the end."""
        effects = {"loss": self._loss, "markers": self._markers, "wreck": self._wreck, "fire": self._fire}
        for stage in STAGES[STAGES.index(self.stage) :]:
            if stage in effects:
                effects[stage](tx)
            elif attrs.evolve(self, stage=stage).decision(tx.campaign) is not None:
                tx.set(f"{at}.choice", "", "to be decided", "26.71")
                tx.set(f"{at}.stage", stage, "to be decided", "26.71")
                return
        tx.remove(at, "bombing effects are settled", "26.71")

    def _chosen(self, stage: str) -> str:
        """What the owner has decided for a stage, '' where nothing was to decide right before it."""
        return self.choice if stage == self.stage else ""

    def _loss(self, tx: Transaction[WorldAtWar]) -> None:
        """BRPs are lost, up to the value of the hex (26.71A), or that of an IC given up (26.75)."""
        key = targets.economic(tx.campaign, self.hex)
        if key and self._chosen("loss") == GIVE_UP:
            place = tx.campaign.places[key]
            tx.add(f"powers.{place.holder}.brps", -place.value, "IC given up", "26.75")
            tx.set(f"places.{key}.destroyed", seasons.turn(tx.campaign), "IC given up", "26.75")
        elif key:
            owner = tx.campaign.places[key].holder
            for damage_id, lost in capped(tx.campaign, self.hex).items():
                tx.set(f"bombed.{damage_id}.lost", lost, BOMBED, "26.71A")
                tx.add(f"powers.{owner}.brps", -lost, BOMBED, "26.71")

    def _markers(self, tx: Transaction[WorldAtWar]) -> None:
        """Damage markers on oil facilities (26.72, 26.73)."""
        rule = editions.of(tx.campaign).markers
        brps = over_target.whole(tx.campaign, self.hex)
        paid = self._chosen("markers") == PAY
        if paid:
            facility = facilities.damageable(tx.campaign, self.hex, rule.markers(brps, paid=True))
            owner = tx.campaign.places[facility].holder
            tx.add(f"powers.{owner}.brps", -(brps % rule.brps), "emergency repairs", "26.72D")
        facilities.mark(tx, self.hex, rule.markers(brps, paid=paid))

    def _wreck(self, tx: Transaction[WorldAtWar]) -> None:
        """A rocket base is paid for, damaged or eliminated (26.62B)."""
        base = targets.rocket_base(tx.campaign, self.hex)
        brps = over_target.whole(tx.campaign, self.hex)
        if not base:
            return
        if brps >= rocket_bases.DESTROYED_AT:
            rocket_bases.eliminate(tx, base, "26.62B")
        elif self._chosen("wreck") == PAY:
            tx.add(f"powers.{tx.campaign.bases[base].owner}.brps", -brps, "rocket base kept", "26.62B")
        else:
            works = turns.player_turn(tx.campaign) + rocket_bases.DAMAGED_FOR
            tx.set(f"bases.{base}.damaged", works, "rocket base damaged", "26.62B")

    def _fire(self, tx: Transaction[WorldAtWar]) -> None:
        """Enough damage makes a firestorm, credited to the faction that did most of it (26.81, ruling 215)."""
        whole = over_target.whole(tx.campaign, self.hex)
        if whole >= firestorms.AT_ONCE and not any(firestorms.eligible(tx.campaign, self.hex)):
            by: dict[str, int] = {}
            for _, damage in damages(tx.campaign, self.hex):
                faction = sides.faction(tx.campaign, damage.power)
                by[faction] = by.get(faction, 0) + damage.brps
            firestorms.burn(tx, self.hex, max(by, key=lambda faction: by[faction]))

    def told(self, before: WorldAtWar, entry: Entry) -> str:
        effects = []
        if lost := sum(change.was - change.now for change in entry.changes if change.at.endswith(".brps")):
            effects.append(f"{lost} BRPs are lost")
        if markers := facilities.told(before, entry):
            effects.append(markers)
        effects += dict.fromkeys(change.why for change in entry.changes if change.rule == "26.62B")
        if any(change.why == FIRESTORM for change in entry.changes):
            effects.append(FIRESTORM)
        return f"{before.places[self.hex].name}: {', '.join(effects) or 'no more comes of it'}"


def _decision(power: str, title: str, choices: tuple[str, ...], rule: str) -> Decision:
    answers = tuple(f"{power} settle {choice}" for choice in choices)
    return Decision(power, title, answers, answers[0], rule)


@frozen
class Settle(Answer[WorldAtWar, Settling]):
    """What the owner of a bombed hex decides: keep or give up an IC; pay, or take the damage."""

    verb: ClassVar[str] = "settle"
    title: ClassVar[str] = "bombing effects"
    rule: ClassVar[str] = "26.71"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Settling,)
    stages: ClassVar[tuple[str, ...]] = tuple(_AFTER)
    unasked: ClassVar[str] = "no effect of bombing awaits a decision"
    when: ClassVar[str] = "It comes where bombers have hit and its owner may choose."

    choice: str = word(NAME)

    def answer(self, tx: Transaction[WorldAtWar], at: str, settling: Settling) -> None:
        tx.set(f"{at}.choice", self.choice, "decided", "26.71")
        tx.set(f"{at}.stage", _AFTER[settling.stage], "decided", "26.71")

    def sentence(self, campaign: WorldAtWar) -> str:
        words = {
            PAY: "pays for repairs",
            TAKE: "takes the damage",
            KEEP: "keeps its IC",
            GIVE_UP: "gives up its IC",
        }
        return f"{sides.named(campaign, self.power)} {words.get(self.choice, self.choice)}"


@frozen
class Reckoning(Procedure[WorldAtWar]):
    """The end of a phase of bombing. Stages: hexes (begins to settle each hex), accounts (construction limits, and what
    air units have done)."""

    kind: ClassVar[str] = "bombing-reckoning"

    def resolve(self, tx: Transaction[WorldAtWar], at: str) -> None:
        if self.stage == "hexes":
            tx.set(f"{at}.stage", "accounts", "bombing effects", "26.71")
            for here in reversed(dict.fromkeys(damage.hex for damage in tx.campaign.bombed.values())):
                begin(tx, Settling("ic", here), "bombing effects", "26.71")
            return
        _limits(tx)
        _gains(tx)
        _flown(tx)
        tx.remove(at, "the bombing is over", "26.71")

    def told(self, before: WorldAtWar, entry: Entry) -> str:
        if self.stage == "hexes":
            hexes = dict.fromkeys(before.places[damage.hex].name for damage in before.bombed.values())
            return f"Bombing effects: {', '.join(hexes) or 'nowhere'}"
        limits = [
            f"{before.powers[change.at.split('.')[1]].name} {change.now - change.was:+d}"
            for change in entry.changes
            if change.at.endswith((".limit_change", ".limit_now"))
        ]
        return f"The bombing is over; construction limits: {', '.join(limits) or 'as they were'}"


def _limits(tx: Transaction[WorldAtWar]) -> None:
    """Lower the defenders' construction limits for their next player turn: by a third of what bombers cost, counted hex
    by hex, by a third of what flying bombs cost in all, and by all that rockets cost (26.653, 26.71B, ruling 214)."""
    bombers: dict[str, int] = {}
    bombs: dict[str, int] = {}
    rockets: dict[str, int] = {}
    for here in dict.fromkeys(damage.hex for damage in tx.campaign.bombed.values()):
        lost = dict.fromkeys(MEANS, 0)
        for _, damage in damages(tx.campaign, here):
            lost[damage.means] += damage.lost
        key = targets.economic(tx.campaign, here)
        owner = tx.campaign.places[key].holder if key else ""
        bombers[owner] = bombers.get(owner, 0) + bombing.limit_loss(lost[BY_BOMBERS])
        bombs[owner] = bombs.get(owner, 0) + lost[BY_BOMBS]
        rockets[owner] = rockets.get(owner, 0) + lost[BY_ROCKETS]
    for owner in bombers:
        if owner:
            at = f"powers.{owner}.limit_change"
            tx.add(at, -bombers[owner], "bombing", "26.71B")
            tx.add(at, -bombing.limit_loss(bombs[owner]), "flying bombs", "26.653A")
            tx.add(at, -rockets[owner], "rockets", "26.653B")


def _gains(tx: Transaction[WorldAtWar]) -> None:
    """Raise construction limits of this player turn for flying bombs and rockets (26.653C)."""
    gainers = editions.of(tx.campaign).rocket_gain
    for damage in list(tx.campaign.bombed.values()):
        if damage.means == BY_BOMBERS or not damage.lost or (gainers and damage.power not in gainers):
            continue
        key = targets.economic(tx.campaign, damage.hex)
        victim = tx.campaign.places[key].holder if key else ""
        gainer = (
            "britain"
            if (damage.power, victim) == ("us", "germany") and "britain" in tx.campaign.powers
            else damage.power
        )
        tx.add(f"powers.{gainer}.limit_now", damage.lost, "flying bombs and rockets", "26.653C")


def _flown(tx: Transaction[WorldAtWar]) -> None:
    """Record what the defenders' air units have done, those not shot down (26.443A, 26.663, 26.664)."""
    campaign = tx.campaign
    for guard in list(campaign.guards.values()):
        interceptors, aaf, jets = (
            now + resting
            for now, resting in zip((guard.interceptors, guard.aaf, guard.jets), guard.resting, strict=True)
        )
        raided = any(
            targets.hex_of(campaign, force.target) == guard.target and guard.front in force.route
            for force in campaign.forces.values()
        )
        bombed = guard.front == targets.last_front(campaign, guard.target) and any(
            salvo.bombs and targets.hex_of(campaign, salvo.target) == guard.target for salvo in campaign.salvos.values()
        )
        if raided:
            flights.note(tx, guard.power, flights.DEFENDED, interceptors, guard.home, "26.431B")
        if bombed:
            flights.note(tx, guard.power, flights.BOMBS, interceptors, guard.home, "26.663")
            flights.note(tx, guard.power, flights.AAF, aaf, rule="26.664")
            flights.note(tx, guard.power, flights.JETS, jets, rule="26.664")
