"""The U-boat war in a campaign: which modifiers hold and why, and the procedure from the chit to the NARFs (5.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs
from attrs import frozen

from engine.kernel.grammar import FLAG, NAME, NUMBER, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar import (
    battle_cards,
    boxes,
    calendar,
    capital_ships,
    convoys,
    effects,
    strategic_losses,
    sub_hunters,
    submarines,
    wars,
)
from engine.thewar import raiders as raiding
from engine.thewar.state import Box, TheWar

"""Raiders' bases from which only a marked result exposes them (5.1.2.2)."""
AZORES = "1943-3-fall"


def _axis_land(campaign: TheWar, country: str) -> bool:
    land = campaign.countries.get(country)
    if land is None or not land.patron or land.status not in ("satellite", "conquered"):
        return False
    return campaign.powers[land.patron].side == "axis"


def _satellite_of(campaign: TheWar, country: str, *patrons: str) -> bool:
    land = campaign.countries.get(country)
    return land is not None and land.status == "satellite" and land.patron in patrons


def _held_by_axis(campaign: TheWar, *places: str) -> bool:
    """Whether Axis powers control all of these places, themselves or by way of a country that is theirs."""
    held = [campaign.places[key].holder for key in places if key in campaign.places]
    return len(held) == len(places) and all(
        campaign.powers[holder].side == "axis" if holder in campaign.powers else _axis_land(campaign, holder)
        for holder in held
    )


def happy_time(campaign: TheWar) -> bool:
    """Whether this is the first Spring or the first Fall of strategic warfare after the U.S. declared war (5.1.1)."""
    us = campaign.powers.get("us")
    if us is None or not us.entered:
        return False
    since = calendar.now(campaign) - calendar.number(us.entered)
    return 0 <= since < 4 and calendar.season(campaign) in submarines.SEASONS


def _biscay(campaign: TheWar) -> bool:
    ports = [place for place in campaign.places.values() if "biscay" in place.tags]
    fallen = wars.major(campaign, "france") and bool(campaign.powers["france"].surrendered)
    return fallen or any(place.holder == "germany" for place in ports)


def _allied_azores(campaign: TheWar) -> bool:
    """Whether Britain has its base in the Azores, which from Fall 1943 needs no diplomacy (23.41)."""
    box = campaign.places.get("azores-box")
    return box is not None and box.holder in ("britain", "us") and calendar.now(campaign) >= calendar.number(AZORES)


def _fact(campaign: TheWar, name: str) -> bool:
    return bool(campaign.facts.get(name, False))


def holding(campaign: TheWar, *, ultra: bool = False) -> tuple[str, ...]:
    """The ids of the modifiers that hold now (5.1.1); which of them count by date is the table's to say."""
    facts = {
        "happy-time": happy_time(campaign),
        "advanced-subs": _fact(campaign, "advanced-subs"),
        "french-bay-port": _biscay(campaign),
        "norway-ports": _held_by_axis(campaign, "bergen", "trondheim", "narvik-box"),
        "azores-axis": _axis_land(campaign, "portugal") and _held_by_axis(campaign, "azores-box"),
        "spain-axis": _axis_land(campaign, "spain"),
        "gibraltar-axis": _held_by_axis(campaign, "gibraltar"),
        "ireland-or-south-africa-axis": _satellite_of(campaign, "ireland", "germany")
        or _satellite_of(campaign, "south-africa", "germany"),
        "iceland-unoccupied": _fact(campaign, "iceland-open") and _axis_land(campaign, "denmark"),
        "schnorkel": _fact(campaign, "schnorkel"),
        "escort-carriers": _fact(campaign, "escort-carriers"),
        "sonar-hedgehogs": _fact(campaign, "sonar-hedgehogs"),
        "huff-duff": _fact(campaign, "huff-duff"),
        "portugal-british": _satellite_of(campaign, "portugal", "britain") or _allied_azores(campaign),
        "spain-allied": _satellite_of(campaign, "spain", "britain", "us"),
        "ireland-american": _satellite_of(campaign, "ireland", "us"),
        "ultra": ultra,
    }
    here = calendar.now(campaign)
    return tuple(name for name, holds in facts.items() if holds and _in_dates(name, here))


def _in_dates(name: str, here: int) -> bool:
    found = submarines.BY_ID[name]
    early = bool(found.first) and here < calendar.number(found.first)
    late = bool(found.last) and here > calendar.number(found.last)
    return not early and not late


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
    held = holding(campaign, ultra=ultra)
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
    return "us" if "happy-time" in held or boxes.enemies_of_germany(campaign) == ("us",) else "britain"


@frozen
class UBoatBattle(Procedure[TheWar]):
    """One turn of the U-boat war under way. Stages: muster, ultra, cancel, roll, raiders, victim, losses. ``convoy``:
    what the convoy has met, with the convoy rule (29.7); ``cards``: what cards add to the die (29.6)."""

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
        """See Procedure."""
        return "germany"

    def war(self, campaign: TheWar) -> submarines.UBoatWar:
        """The facts and, once rolled, the die."""
        box = campaign.boxes.get("germany", Box())
        allied = [campaign.boxes.get(power, Box()) for power in boxes.enemies_of_germany(campaign)]
        asw = sum(one.asw for one in allied)
        war = prepared(campaign, uboats=box.uboats, asw=asw, raiders=self.raiders, ultra=self.ultra, victim=self.victim)
        return attrs.evolve(
            war,
            hunters=sum(one.hunters for one in allied),
            raiders_depleted=self.raiders_depleted,
            convoy=self.convoy,
            cards=self.cards,
            face=self.face,
            rolled=bool(self.face) or not war.rolls,
        )

    def decision(self, campaign: TheWar) -> Decision | None:
        """See Procedure."""
        if self.stage == "ultra":
            return Decision(
                "britain",
                "play an Espionage chit (Ultra, +1)?",
                ("britain ultra no", "britain ultra yes"),
                "britain ultra no",
                "5.1.3.5",
            )
        if self.stage == "cancel":
            return Decision(
                "germany",
                "cancel Ultra with a Counter-Espionage chit, once a game?",
                ("germany cancel-ultra no", "germany cancel-ultra yes"),
                "germany cancel-ultra no",
                "5.1.3.5",
            )
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
            title = f"how many of {sent} raiders came through, whole and depleted? {raiding.told(campaign, marked)}"
            return Decision("germany", title, answers, answers[0], "5.1.2.2")
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
        """See Procedure."""
        if self.stage == "muster":
            tx.set(f"{at}.stage", self.opening(tx.campaign), "U-boat war", "5.1")
        elif self.stage == "roll":
            self._roll(tx, at)
        elif self.stage == "losses":
            self._losses(tx)
            tx.remove(at, "the U-boat war is over", "5.1")

    def opening(self, campaign: TheWar) -> str:
        """The stage with which the war begins, once the sub hunters are back."""
        return "ultra" if self.war(campaign).rolls and may_play_ultra(campaign) is None else "roll"

    def _roll(self, tx: Transaction[TheWar], at: str) -> None:
        rolled = self
        if self.war(tx.campaign).rolls:
            rolled = attrs.evolve(self, face=tx.roll("uboat", "crt", rule="5.1.1"))
            tx.set(f"{at}.face", rolled.face, "U-boat roll", "5.1.1")
            capital_ships.after_roll(tx, rolled.face)
        raiders = tx.campaign.boxes.get("germany", Box()).raiders
        if raiders and not raiding.exposed(tx.campaign, rolled.marked(tx.campaign)):
            tx.set(f"{at}.raiders", len(raiders), "raiders are not found", "5.1.2.2")
            rolled = attrs.evolve(rolled, raiders=len(raiders))
            raiders = ()
        tx.set(f"{at}.stage", "raiders" if raiders else rolled.after_raiders(tx.campaign), "U-boat war", "5.1")

    def marked(self, campaign: TheWar) -> bool:
        """Whether the roll's mark exposes the raiders of Norway and Murmansk as well (ruling 25)."""
        return "§" in submarines.resolve(self.war(campaign)).marks

    def after_raiders(self, campaign: TheWar) -> str:
        """The stage after the raiders: somebody chooses the victim only where there is a loss that both Western Allies
        can bear."""
        both = len(boxes.enemies_of_germany(campaign)) == 2 and not happy_time(campaign)
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
        effects.smps_lost(tx, war.victim, result.smps_convoy, "Ambush or Massacre", "5.1.3.1")
        effects.units_lost(tx, "germany", "uboat", result.uboats_lost, "U-boat combat", "5.1.1")
        effects.asw_lost(tx, result.asw_lost)
        effects.units_lost(tx, "germany", "uboat", result.attrition, "attrition", "5.1.3.3")
        hit = result.smps_convoy
        tx.put("facts.convoy-hit", hit > 0, "Ambush or Massacre", "5.1.3.1")
        tx.put("facts.convoy-massacre", hit == 2, "Massacre", "5.1.3.2")
        if hit == 2:
            tx.put(f"facts.{raiding.SUFFERED}{war.victim}", True, "no invasion after a Massacre", "5.1.3.2")


def begin_battle(tx: Transaction[TheWar]) -> None:
    """The boxes are open: the U-boat war begins, with the British choice of a chit where it has one (5.1.3.5)."""
    campaign = tx.campaign
    box = campaign.boxes.get("germany", Box())
    if not box.uboats and not box.raiders:
        return
    battle = UBoatBattle("muster")
    if not sub_hunters.sent(campaign):
        battle = UBoatBattle(battle.opening(campaign))
    at = begin(tx, attrs.evolve(battle, cards=battle_cards.taken(tx, "u-boats")), "U-boat war", "5.1")
    sub_hunters.begin_hunts(tx)
    # The convoy passes the counters of all U-boats in the box (29.7), so it sails first.
    convoys.begin_run(tx, at)


def may_play_ultra(campaign: TheWar) -> Refusal | None:
    """Why Britain cannot play an Espionage chit on this roll, None where it can: not twice running, not in the Happy
    Time."""
    if not wars.standing(campaign, "britain"):
        return Refusal("5.1.3.5", "Britain has surrendered")
    if happy_time(campaign):
        return Refusal("5.1.3.5", "not in the Happy Time")
    if not campaign.facts.get("espionage-britain", 0):
        return Refusal("5.1.3.5", "Britain has no Espionage chit", "Bought in Planning.")
    if sub_hunters.played_now(campaign):
        return Refusal("29.16", "the chit of this turn was played for the sub hunters")
    last = campaign.facts.get("ultra-played", "")
    if last and calendar.now(campaign) - calendar.number(str(last)) <= 2:
        return Refusal("5.1.3.5", "not in two strategic warfare turns running")
    return None


@frozen
class _Answer(PowerOrder[TheWar]):
    """An answer to what the U-boat war awaits; given at any other time it has nothing to answer."""

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if _battle(campaign) is None:
            yield Refusal("5.1", "no U-boat war is under way", "It comes in the Strategic Warfare Segment.")


def _battle(campaign: TheWar) -> tuple[str, UBoatBattle] | None:
    for key, procedure in campaign.pending.items():
        if isinstance(procedure, UBoatBattle):
            return f"pending.{key}", procedure
    return None


def _under_way(tx: Transaction[TheWar]) -> tuple[str, UBoatBattle]:
    found = _battle(tx.campaign)
    if found is None:
        raise LookupError("no U-boat war is under way")
    return found


@frozen
class Ultra(_Answer):
    """Britain plays an Espionage chit on the U-boat roll, or does not (5.1.3.5)."""

    verb: ClassVar[str] = "ultra"
    title: ClassVar[str] = "Ultra"
    rule: ClassVar[str] = "5.1.3.5"

    plays: bool = word(FLAG)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        at, _ = _under_way(tx)
        tx.set(f"{at}.ultra", self.plays, "Ultra", "5.1.3.5")
        if self.plays:
            tx.add("facts.espionage-britain", -1, "Espionage chit played", "5.1.3.5")
            # A chit that Germany cancels has been played all the same: none in the next turn.
            tx.put("facts.ultra-played", calendar.turn(tx.campaign), "Ultra played", "5.1.3.5")
        counter = self.plays and not tx.campaign.facts.get("ultra-cancelled", False)
        chits = tx.campaign.facts.get("counter-espionage-germany", 0)
        tx.set(f"{at}.stage", "cancel" if counter and chits else "roll", "Ultra", "5.1.3.5")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return "Britain plays Ultra" if self.plays else "Britain plays no Espionage chit on the U-boat roll"


@frozen
class CancelUltra(_Answer):
    """Germany cancels Ultra with a Counter-Espionage chit, once a game (5.1.3.5)."""

    verb: ClassVar[str] = "cancel-ultra"
    title: ClassVar[str] = "Counter-Espionage against Ultra"
    rule: ClassVar[str] = "5.1.3.5"

    plays: bool = word(FLAG)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        at, _ = _under_way(tx)
        if self.plays:
            tx.set(f"{at}.ultra", False, "Ultra cancelled", "5.1.3.5")
            tx.add("facts.counter-espionage-germany", -1, "Counter-Espionage chit played", "5.1.3.5")
            tx.put("facts.ultra-cancelled", True, "Ultra cancelled", "5.1.3.5")
        tx.set(f"{at}.stage", "roll", "Ultra", "5.1.3.5")


@frozen
class Raiders(_Answer):
    """How many raiders came through the Allied interception, whole and depleted; the rest were sunk (5.1.2.2)."""

    verb: ClassVar[str] = "raiders"
    title: ClassVar[str] = "raiders that came through"
    rule: ClassVar[str] = "5.1.2.2"

    whole: int = word(NUMBER)
    depleted: int = word(NUMBER)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        at, _ = _under_way(tx)
        sent = tx.campaign.boxes["germany"].raiders
        tx.set(f"{at}.raiders", self.whole, "raiders", "5.1.2.2")
        tx.set(f"{at}.raiders_depleted", self.depleted, "raiders", "5.1.2.2")
        for key in sent[self.whole : self.whole + self.depleted]:
            tx.set(f"units.{key}.depleted", True, "raider depleted", "5.1.2.2")
        for key in sent[self.whole + self.depleted :]:
            effects.unit_lost(tx, key, "raider sunk", "5.1.2.2")
        now = tx.campaign.pending[at.partition(".")[2]]
        tx.set(f"{at}.stage", now.after_raiders(tx.campaign), "raiders", "5.1.2.2")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{self.whole} raiders come through, {self.depleted} depleted"


@frozen
class Victim(_Answer):
    """Which Western Ally loses the NARFs and SMPs (5.1.3, 5.1.3.1, ruling 9)."""

    verb: ClassVar[str] = "victim"
    title: ClassVar[str] = "whose NARFs are lost at sea"
    rule: ClassVar[str] = "5.1.3"

    who: str = word(NAME)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        at, _ = _under_way(tx)
        tx.set(f"{at}.victim", self.who, "victim chosen", "5.1.3")
        tx.set(f"{at}.stage", "losses", "victim chosen", "5.1.3")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.who)} bears the losses at sea"
