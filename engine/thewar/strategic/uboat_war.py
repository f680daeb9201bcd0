"""The U-boat war in a campaign: the procedure from the British chit to the NARFs lost (5.1)."""

from __future__ import annotations

from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.dice import Words
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath, battle_cards
from engine.thewar.rolls import submarines
from engine.thewar.rolls.submarines import UBoatCore, UBoatResult
from engine.thewar.strategic import (
    british_chits,
    capital_ships,
    convoys,
    effects,
    hunting,
    raider_hunt,
    strategic_losses,
    sub_hunters,
    uboat_modifiers,
)
from engine.thewar.strategic.raider_forces import RULE
from engine.thewar.strategic.ways import Way, always
from engine.thewar.world import calendar, influence, wars
from engine.thewar.world import raiders as raiding
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Box, TheWar

_CRT = Words("crt")("crt")


def prepared(
    campaign: TheWar,
    *,
    uboats: int,
    asw: int,
    hunters: int = 0,
    raiders: int = 0,
    ultra: bool = False,
    victim: str = "",
) -> submarines.UBoatWar:
    """The U-boat war of this turn with the campaign's modifiers, for so many units."""
    held = uboat_modifiers.holding(campaign, ultra=ultra)
    return submarines.UBoatWar(
        turn=calendar.turn(campaign),
        uboats=uboats,
        asw=asw,
        hunters=hunters,
        modifiers=held,
        raiders=raiders,
        victim=victim or _only_victim(campaign, held),
        isles=strategic_losses.isles(campaign),
        convoys=bool(campaign.options.get(convoys.OPTION, False)),
        damage_only=campaign.options.get("ruling_7", "a") == "b",
        by_table=bool(campaign.options.get("attrition-table", False)),
    )


def _only_victim(campaign: TheWar, held: tuple[str, ...]) -> str:
    """Who bears the NARFs where nobody chooses: the U.S. in the Happy Time, or where Britain is out of the war."""
    return "us" if "happy-time" in held or wars.enemies_of_germany(campaign) == ("us",) else "britain"


AMBUSH, MASSACRE = "Convoy Ambush", "Convoy Massacre"
_MET = {1: (AMBUSH, "5.1.3.1"), 2: (MASSACRE, "5.1.3.2")}
"""What the convoys met and its rule, by the SMPs that it costs."""


@frozen
class UBoatBattle(Procedure[TheWar]):
    """One turn of the U-boat war under way. Stages: muster, ultra, cancel, roll, met (raiders at sea
    have been looked for; in campaigns begun before that was played, raiders: Germany is asked), victim, losses.
    ``convoy``: what the convoy has met, with the convoy rule (29.7); ``cards``: what cards add to the die (29.6)."""

    kind: ClassVar[str] = "u-boat-war"

    ultra: bool = False
    face: int = 0
    raiders: int = 0
    raiders_depleted: int = 0
    victim: str = ""
    convoy: str = ""
    cards: int = 0

    @property
    def power(self) -> str:
        return "germany"

    def war(self, campaign: TheWar) -> submarines.UBoatWar:
        """The facts and, once rolled, the die."""
        box = campaign.boxes.get("germany", Box())
        allied = [campaign.boxes.get(power, Box()) for power in wars.enemies_of_germany(campaign)]
        asw = sum(box.asw for box in allied)
        war = prepared(campaign, uboats=box.uboats, asw=asw, raiders=self.raiders, ultra=self.ultra, victim=self.victim)
        return attrs.evolve(
            war,
            hunters=sum(box.hunters for box in allied),
            raiders_depleted=self.raiders_depleted,
            convoy=self.convoy,
            cards=self.cards,
            face=self.face,
            rolled=bool(self.face) or not war.rolls,
        )

    def odds(self, campaign: TheWar, *, ultra: bool, assumed: tuple[str, ...] = ()) -> Distribution[UBoatResult]:
        """What may come of the roll and all after it, with Ultra or without."""
        raiders = len(campaign.boxes.get("germany", Box()).raiders)
        told = distribution(UBoatCore(), attrs.evolve(self, ultra=ultra, raiders=raiders).war(campaign))
        supposed = (*assumed, *(("every raider comes through",) if raiders else ()))
        return attrs.evolve(told.of(submarines.resolve), assumed=supposed)

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage == "ultra":
            title = "play an Espionage chit (Ultra, +1)?"
            return Decision("britain", title, _answers(campaign, "britain", "ultra"), "britain ultra no", "5.1.3.5")
        if self.stage == "cancel":
            title = "cancel Ultra with a Counter-Espionage chit, once a game?"
            answers = _answers(campaign, "germany", "cancel-ultra")
            return Decision("germany", title, answers, answers[0], "5.1.3.5")
        if self.stage == "raiders":
            marked = self.marked(campaign)
            sent = len(campaign.boxes["germany"].raiders)
            # What cannot be found comes through whole, so only so many may have been hit.
            safe = sent - len(raiding.exposed(campaign, marked))
            answers = tuple(
                f"germany raiders {full} {depleted}"
                for full in range(sent, safe - 1, -1)
                for depleted in range(sent - full + 1)
            )
            raiders = "the raider" if sent == 1 else f"the {sent} raiders"
            met = raiding.told(campaign, marked)
            return Decision("germany", f"what became of {raiders}?", answers, answers[0], "5.1.2.2", met)
        if self.stage == "victim":
            chooser = self._chooser(campaign)
            answers = (f"{chooser} victim britain", f"{chooser} victim us")
            return Decision(chooser, "whose NARFs are lost at sea?", answers, answers[0], "5.1.3, ruling 9")
        return None

    def _chooser(self, campaign: TheWar) -> str:
        # Under the convoy rule the table's marks say nothing (29.7), so neither does the choice hang on them.
        mark = "*" * submarines.resolve(self.war(campaign)).smps_convoy
        allied = strategic_losses.chooses(mark, allied_in_massacre=campaign.options.get("ruling_9", "a") == "b")
        return "britain" if allied == "allied" else "germany"

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "muster":
            tx.set(f"{at}.stage", self.opening(tx.campaign), "U-boat war", "5.1")
        elif self.stage == "roll":
            self._roll(tx, at)
        elif self.stage == "met":
            self._met(tx, at)
        elif self.stage == "losses":
            self._losses(tx)
            tx.remove(at, "the U-boat war is over", "5.1")

    def opening(self, campaign: TheWar) -> str:
        """The stage with which the war begins, once the sub hunters are back."""
        return "ultra" if self.war(campaign).rolls and may_play_ultra(campaign) is None else "roll"

    def _roll(self, tx: Transaction[TheWar], at: str) -> None:
        rolled = self
        if self.war(tx.campaign).rolls:
            rolled = attrs.evolve(self, face=tx.roll("uboat", _CRT, rule="5.1.1"))
            tx.set(f"{at}.face", rolled.face, "U-boat roll", "5.1.1")
            capital_ships.after_roll(tx, rolled.face)
        raiders = tx.campaign.boxes.get("germany", Box()).raiders
        if raiders and not raiding.exposed(tx.campaign, rolled.marked(tx.campaign)):
            tx.set(f"{at}.raiders", len(raiders), "raiders are not found", "5.1.2.2")
            rolled = attrs.evolve(rolled, raiders=len(raiders))
            raiders = ()
        tx.set(f"{at}.stage", "met" if raiders else rolled.after_raiders(tx.campaign), "U-boat war", "5.1")
        if raiders:
            raider_hunt.begin_hunts(tx, raiders, marked=rolled.marked(tx.campaign))

    def _met(self, tx: Transaction[TheWar], at: str) -> None:
        """The raiders that have come through, whole and Depleted, once nobody looks for them any more (5.1.3)."""
        units = tx.campaign.units
        left = [key for key in tx.campaign.boxes["germany"].raiders if key in units]
        worn = sum(units[key].depleted for key in left)
        through = attrs.evolve(self, raiders=len(left) - worn, raiders_depleted=worn)
        tx.set(f"{at}.raiders", through.raiders, "raiders", RULE)
        tx.set(f"{at}.raiders_depleted", worn, "raiders", RULE)
        tx.set(f"{at}.stage", through.after_raiders(tx.campaign), "raiders", RULE)

    def marked(self, campaign: TheWar) -> bool:
        """Whether the roll's mark exposes the raiders of Norway and Murmansk as well (ruling 25)."""
        return "§" in submarines.resolve(self.war(campaign)).marks

    def after_raiders(self, campaign: TheWar) -> str:
        """The stage after the raiders: somebody chooses the victim only where there is a loss that both Western Allies
        can bear."""
        both = len(wars.enemies_of_germany(campaign)) == 2 and not uboat_modifiers.happy_time(campaign)
        if not both:
            return "losses"
        # The British cap may leave less of it, but never nothing.
        result = submarines.resolve(attrs.evolve(self.war(campaign), victim="us"))
        return "victim" if result.narfs or result.smps_convoy else "losses"

    def _losses(self, tx: Transaction[TheWar]) -> None:
        campaign = tx.campaign
        war = self.war(campaign)
        if submarines.attrition_due(war):
            war = attrs.evolve(war, attrition_face=tx.roll("attrition", rule="29.17"))
        result = submarines.resolve(war)
        effects.narfs_lost(tx, war.victim, result.narfs, "lost to U-boats and raiders", "5.1.3")
        met, rule = _MET.get(result.smps_convoy, ("", ""))
        effects.smps_lost(tx, war.victim, result.smps_convoy, met, rule)
        effects.units_lost(tx, "germany", "uboat", result.uboats_lost, "U-boat combat", "5.1.1")
        effects.asw_lost(tx, result.asw_lost)
        effects.units_lost(tx, "germany", "uboat", result.attrition, "attrition", "5.1.3.3")
        # These facts are unset when the turn ends, so where nothing was met there is nothing to write.
        if met:
            tx.put("facts.convoy-hit", True, met, rule)
        if met == MASSACRE:
            tx.put("facts.convoy-massacre", True, met, rule)
            tx.put(f"facts.{raiding.SUFFERED}{war.victim}", True, "no invasion after a Massacre", rule)

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.stage == "roll":
            return self._roll_told(before, entry)
        war = self.war(before)
        if self.stage != "losses":
            return f"U-boat war: {counted(war.uboats, 'U-boat', 'U-boats')} meet {war.asw} ASW"
        return aftermath.sentence(
            "U-boat war",
            aftermath.die(war.face, war.modifier, war.column) if war.face else _unmet(war),
            _told_met(entry),
            aftermath.toll(before, entry),
        )

    def _roll_told(self, before: TheWar, entry: Entry) -> str:
        parts = []
        for face in entry.faces("uboat"):
            rolled = submarines.resolve(attrs.evolve(self, face=face).war(before))
            parts.append(f"{aftermath.die(face, rolled.modifier, rolled.column)}, {rolled.result}")
        parts += [capital_ships.told(face, entry) for face in entry.faces("capital-ship")]
        parts.append("" if parts else _unmet(self.war(before)))
        if before.boxes.get("germany", Box()).raiders:
            sought = any(change.at.endswith(".stage") and change.now == "met" for change in entry.changes)
            parts.append("raiders may be met" if sought else "raiders are not found")
        return aftermath.sentence("U-boat war", *parts)


def _unmet(war: submarines.UBoatWar) -> str:
    return "no ASW meets the U-boats" if war.uboats else ""


def _told_met(entry: Entry) -> str:
    """What the convoys met, from the facts that an entry set."""
    facts = {change.at for change in entry.changes if change.now is True}
    return MASSACRE if "facts.convoy-massacre" in facts else AMBUSH if "facts.convoy-hit" in facts else ""


_SORTS = {"ultra": influence.ESPIONAGE, "cancel-ultra": influence.COUNTER_ESPIONAGE}
"""The chit that each of the two answers plays."""


def _answers(campaign: TheWar, power: str, verb: str) -> tuple[str, ...]:
    """Without a chit, and with one where this view knows that the power has it."""
    has = influence.known(campaign, power) and influence.stock(campaign, power, _SORTS[verb])
    return (f"{power} {verb} no", *((f"{power} {verb} yes",) if has else ()))


def may_play_ultra(campaign: TheWar) -> Refusal | None:
    """Why Britain is not asked for an Espionage chit on this roll, None where it is: not twice running, not in the
    Happy Time, not where it cannot hold one."""
    if not wars.standing(campaign, "britain"):
        return Refusal("5.1.3.5", "Britain has surrendered")
    if uboat_modifiers.happy_time(campaign):
        return Refusal("5.1.3.5", "not in the Happy Time")
    if british_chits.played_now(campaign, british_chits.HUNT):
        return Refusal("29.16", "the chit of this turn was played for the sub hunters")
    return british_chits.not_asked(campaign, british_chits.ULTRA)


def begin_battle(tx: Transaction[TheWar]) -> None:
    """The boxes are open: the U-boat war begins, with the British choice of a chit where it has one (5.1.3.5)."""
    campaign = tx.campaign
    if not sails(campaign):
        return
    battle = UBoatBattle("muster")
    if not sub_hunters.sent(campaign):
        battle = UBoatBattle(battle.opening(campaign))
    at = begin(tx, attrs.evolve(battle, cards=battle_cards.taken(tx, "u-boats")), "U-boat war", "5.1")
    hunting.begin_hunts(tx)
    # The convoy passes the counters of all U-boats in the box (29.7), so it sails first.
    convoys.begin_run(tx, at)


def sails(campaign: TheWar) -> bool:
    """Whether U-boats or raiders were placed."""
    box = campaign.boxes.get("germany", Box())
    return bool(box.uboats or box.raiders)


WAY: Way = Way(always, sails, begin_battle)
