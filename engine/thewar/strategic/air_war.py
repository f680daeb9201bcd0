"""The bombing war in a campaign: raids over Britain and Germany, one after the other, and what they do (5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, word
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath, battle_cards
from engine.thewar.countries import entry_level
from engine.thewar.economy import oil
from engine.thewar.economy.spending import take
from engine.thewar.rolls import bombing
from engine.thewar.strategic import effects, simplified_war, strategic_forces, strategic_losses, uboat_modifiers
from engine.thewar.strategic.ways import Way, always, bombers
from engine.thewar.world import calendar, forces, wars
from engine.thewar.world.state import Box, TheWar

CARDED = {"germany": "over-britain", "britain": "night", "us": "day"}
"""The names of the raids for cards (29.9)."""
TITLES = {
    "germany": "German raid on Britain",
    "britain": "British raid on Germany",
    "us": "American raid on Germany",
}
WAVES = "bomber-waves"
"""The kind of procedure that adds up what the waves of a German raid lose (29.18)."""
MANDATORY = {"britain": (2, "1942-1-spring", 5), "us": (1, "1943-3-fall", 10)}
"""For each Western Ally: the fewest SAC it must send over Germany, from which turn on, and the NARFs it loses if it
sends fewer (5.2)."""


RESEARCH = "bomber-research"
"""The fact that Germany has played Strategic bomber research (28.1.2)."""


def _fact(campaign: TheWar, name: str) -> int:
    return int(campaign.facts.get(name, 0))


def troops_in_france(campaign: TheWar) -> bool:
    """Whether a supplied U.S. INF, MOT or ARM stands in France, as the American says with his box, or a fact (5.2,
    ruling 20)."""
    return campaign.boxes.get("us", Box()).troops or bool(campaign.facts.get("us-troops-in-france", False))


def over_germany(
    campaign: TheWar,
    by: str,
    sac: int,
    interceptors: int,
    jets: int = 0,
    *,
    oil: bool = False,
    troops: bool = False,
) -> bombing.Raid:
    """A British or American raid on Germany with the campaign's modifiers. ``interceptors`` without the ``jets``."""
    held: list[str] = []
    if by == "us":
        if campaign.facts.get("bombsights", False):
            held.append("bombsights")
        if uboat_modifiers.happy_time(campaign) and campaign.facts.get("convoy-hit", False):
            held.append("convoy-massacre" if campaign.facts.get("convoy-massacre", False) else "convoy-ambush")
        if not troops and not troops_in_france(campaign):
            held.append("no-troops-in-france")
    if by == "britain" and campaign.facts.get("window-turn", "") == calendar.turn(campaign):
        held.append("window")
    return bombing.Raid(
        turn=calendar.turn(campaign),
        by=by,
        sac=sac,
        interceptors=interceptors + jets,
        jets=jets,
        heavy_flak=_fact(campaign, "german-heavy-flak"),
        base=campaign.powers["germany"].base,
        modifiers=tuple(held),
        oil=oil,
    )


def over_britain(campaign: TheWar, sac: int, interceptors: int) -> bombing.Raid:
    """A German raid on Britain; lent MDM are counted in ``sac`` as 4 each."""
    return bombing.Raid(
        turn=calendar.turn(campaign),
        by="germany",
        sac=sac,
        interceptors=interceptors,
        heavy_flak=_fact(campaign, "british-heavy-flak"),
        base=campaign.powers["britain"].base,
        research=bool(campaign.facts.get(RESEARCH, False)),
    )


@frozen
class HitsOneOfTwo(Procedure[TheWar]):
    """A raid that in its stage choice asks whether it hits industry or oil; ``oil`` and ``stage`` take the answer."""


@frozen
class RaidBattle(HitsOneOfTwo):
    """One raid under way. Stages: flak, combat, choice, damage. ``by`` flies it; ``cap`` is what the victim can lose
    to bombing this turn in all, in NARFs (a quarter of its base before the segment, ruling 15); ``cards``: what cards
    add to the die (29.9); ``wave``: which stack of a divided German raid this is, from 1, 0 for all of it (29.18)."""

    kind: ClassVar[str] = "raid"

    by: str
    cap: int
    flak_face: int = 0
    face: int = 0
    oil: bool = False
    cards: int = 0
    wave: int = 0

    @property
    def power(self) -> str:
        return self.by

    def raid(self, campaign: TheWar) -> bombing.Raid:
        """The raid's facts and dice so far."""
        box = campaign.boxes[self.by]
        if self.by == "germany":
            british = campaign.boxes.get("britain", Box())
            sent, guard = box.sac + bombing.MDM_SACS * box.mdm, british.interceptors
            if self.wave:
                sent, guard = box.waves[self.wave - 1], (british.waves or (0,) * len(box.waves))[self.wave - 1]
            raid = over_britain(campaign, sent, guard)
        else:
            germany = campaign.boxes.get("germany", Box())
            night = self.by == "britain"
            guard, jets = (germany.night, germany.jets_night) if night else (germany.day, germany.jets_day)
            raid = over_germany(campaign, self.by, box.sac, guard, jets, oil=self.oil)
        # The cap is the turn's, not the raid's: the core takes a quarter of what is named here as its cap.
        victim = "britain" if self.by == "germany" else "germany"
        room = max(0, self.cap - campaign.boxes.get(victim, Box()).bombed)
        base = room * strategic_losses.BASE_SHARE
        return attrs.evolve(raid, base=base, cards=self.cards, flak_face=self.flak_face, face=self.face)

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage != "choice":
            return None
        return Decision(
            "us", "critical hit, or oil instead?", ("us hit industry", "us hit oil"), "us hit industry", "5.2.1, 24.1"
        )

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "flak":
            self._flak(tx, at)
        elif self.stage == "combat":
            self._combat(tx, at)
        elif self.stage == "damage":
            self._damage(tx)
            tx.remove(at, "the raid is over", "5.2")

    def _flak(self, tx: Transaction[TheWar], at: str) -> None:
        raid = self.raid(tx.campaign)
        if raid.heavy_flak:
            raid = attrs.evolve(raid, flak_face=tx.roll("heavy-flak", rule="11.12"))
            tx.set(f"{at}.flak_face", raid.flak_face, "Heavy Flak", "11.12")
        tx.set(f"{at}.stage", "combat" if raid.arriving else "damage", "raid", "5.2")

    def _combat(self, tx: Transaction[TheWar], at: str) -> None:
        face = tx.roll("bombing", rule="5.2")
        tx.set(f"{at}.face", face, "bombing roll", "5.2")
        marks = bombing.resolve(attrs.evolve(self.raid(tx.campaign), face=face)).marks
        oil_open = self.by == "us" and calendar.now(tx.campaign) >= calendar.number(bombing.OIL_FROM)
        tx.set(f"{at}.stage", "choice" if marks and oil_open else "damage", "raid", "5.2")

    def _damage(self, tx: Transaction[TheWar]) -> None:
        result = bombing.resolve(self.raid(tx.campaign))
        if self.by == "germany":
            self._over_britain(tx, result)
        else:
            over_germany_done(tx, self.by, result)

    def told(self, before: TheWar, entry: Entry) -> str:
        return aftermath.of_raid(self.title(before), self.stage, self.raid(before), before, entry)

    def title(self, campaign: TheWar) -> str:
        """The name of this raid in the journal."""
        return f"German wave {self.wave} over Britain" if self.wave else TITLES[self.by]

    def _over_britain(self, tx: Transaction[TheWar], result: bombing.RaidResult) -> None:
        effects.narfs_lost(tx, "britain", result.narfs, "bombed", "5.2.4", bombed=True)
        effects.smps_lost(tx, "britain", result.smps_extra, "critical hit", "5.2.1")
        if result.surrender:
            _count(tx, "firestorms-on-britain", "firestorm", "5.2.2")
            entry_level.every_time(tx, "firestorm")
        rail_lost(tx, "rail-lost-britain", result.rail_lost)
        effects.units_lost(tx, "britain", "int", result.int_lost, "bombing combat", "5.2")
        shot = result.sac_flak_eliminated + result.sac_lost
        if not self.wave:
            german_bombers(tx, shot, result.sac_flak_depleted, result.attrition)
            return
        at = next(f"pending.{key}" for key, procedure in tx.campaign.pending.items() if procedure.kind == WAVES)
        tx.add(f"{at}.shot", shot, "lost in a wave", "29.18")
        tx.add(f"{at}.depleted", result.sac_flak_depleted, "depleted in a wave", "29.18")
        tx.add(f"{at}.worn", result.attrition, "attrition of a wave", "29.18")


@frozen
class Toll:
    """What German bombers over Britain have lost: SAC ``lost``, ``depleted`` by Heavy Flak and ``worn`` by attrition;
    lent MDM ``rebuilt`` and ``repaired`` at once, for so many ``narfs``."""

    lost: int
    depleted: int
    worn: int
    rebuilt: int
    repaired: int
    narfs: int


def toll(box: Box, shot: int, by_flak: int, attrition: int) -> Toll:
    """German bombers over Britain ``shot`` down, depleted ``by_flak``, worn by ``attrition``: SAC are lost before lent
    bombers, lent bombers depleted before SAC (ruling 152)."""
    lent = bombing.MDM_SACS * box.mdm
    own = min(box.sac, shot)
    depleted = min(lent - (shot - own), by_flak)
    worn = min(box.sac - own, attrition)
    # Of the lent ones too the depleted are the first to be worn out.
    rest = attrition - worn
    price = bombing.lent_bombers(shot - own + rest, depleted - min(rest, depleted))
    return Toll(own, by_flak - depleted, worn, *price)


def german_bombers(tx: Transaction[TheWar], shot: int, by_flak: int, attrition: int) -> None:
    """What is lost of the German bombers over Britain. Lent MDM are made whole at once, even on a deficit (5.2.4,
    ruling 23)."""
    box = tx.campaign.boxes["germany"]
    losses = toll(box, shot, by_flak, attrition)
    bombers_lost(tx, "germany", box.sac, losses.lost, losses.depleted, losses.worn)
    if losses.narfs:
        take(tx, "germany", losses.narfs, "lent bombers replaced", "5.2.4", account="strategic")


def over_germany_done(tx: Transaction[TheWar], by: str, result: bombing.RaidResult) -> None:
    """What a raid on Germany has done: NARFs, base, SMPs, railmoves, firestorms, oil hits, units (5.2 to 5.2.3)."""
    effects.narfs_lost(tx, "germany", result.narfs, f"bombed by {wars.named(tx.campaign, by)}", "5.2", bombed=True)
    tx.add("powers.germany.base", -result.base_loss, "critical hit or firestorm", "5.2.1")
    effects.smps_lost(tx, "germany", result.smps_extra, "critical hit or firestorm", "5.2.1")
    rail_lost(tx, "rail-lost-germany", result.rail_lost)
    if result.surrender:
        _count(tx, "firestorms-on-germany", "firestorm", "5.2.2")
        tx.put("facts.firestorm-this-turn", True, "firestorm", "5.2.2")
    oil.struck(tx, result.oil_hits)
    effects.units_lost(tx, "germany", "int", result.int_lost - result.jets_lost, "bombing combat", "5.2")
    effects.units_lost(tx, "germany", "jet", result.jets_lost, "bombing combat", "5.2", "int")
    lost = result.sac_flak_eliminated + result.sac_lost
    sent = tx.campaign.boxes[by].sac
    bombers_lost(tx, by, sent, lost, result.sac_flak_depleted, result.attrition)


def bombers_lost(tx: Transaction[TheWar], power: str, sent: int, lost: int, depleted: int, worn: int) -> None:
    """SAC that were sent: so many lost, of the others so many depleted by Flak, then attrition. The owner may take
    depleted bombers for that, and does (ruling 22); but only of those that flew."""
    flown = strategic_forces.in_play(tx.campaign, power, "sac")[:sent]
    for key in flown[:lost]:
        forces.eliminate(tx, key, "bombing combat", "5.2")
    back = flown[lost:]
    for key in back[:depleted]:
        tx.set(f"units.{key}.depleted", True, "Heavy Flak", "11.12")
    for key in back[:worn]:
        forces.eliminate(tx, key, "attrition", "5.2.3")


def _count(tx: Transaction[TheWar], fact: str, why: str, rule: str) -> None:
    tx.put(f"facts.{fact}", _fact(tx.campaign, fact) + 1, why, rule)


def rail_lost(tx: Transaction[TheWar], fact: str, amount: int) -> None:
    """Railmoves lost for the turn, counted in a fact (5.2.1, 5.2.2)."""
    if amount:
        tx.put(f"facts.{fact}", _fact(tx.campaign, fact) + amount, "railmoves lost", "5.2.1")


def begin_raids(tx: Transaction[TheWar], by: Iterable[str], victim: str) -> None:
    """Put the raids of these powers on the stack, the first on top; the victim's cap is shared among them (ruling
    15)."""
    cap = tx.campaign.powers[victim].base // strategic_losses.BASE_SHARE
    for power in reversed(tuple(by)):
        box = tx.campaign.boxes.get(power, Box())
        if box.sac + box.mdm:
            cards = battle_cards.taken(tx, CARDED[power])
            begin(tx, RaidBattle("flak", power, cap, cards=cards), "raid", "5.2")


OVER_BRITAIN: Way = Way(
    always, lambda campaign: bombers(campaign, "germany"), lambda tx: begin_raids(tx, ("germany",), "britain")
)
OVER_GERMANY: Way = Way(
    always,
    lambda campaign: bombers(campaign, "britain", "us"),
    lambda tx: begin_raids(tx, wars.enemies_of_germany(tx.campaign), "germany"),
)


@frozen
class Hit(Answer[TheWar, HitsOneOfTwo]):
    """What a marked American result hits: industry, or oil instead from Spring 1944 (5.2.1, 24.1)."""

    verb: ClassVar[str] = "hit"
    title: ClassVar[str] = "critical hit or oil"
    rule: ClassVar[str] = "5.2.1"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (HitsOneOfTwo,)
    stages: ClassVar[tuple[str, ...]] = ("choice",)
    unasked: ClassVar[str] = "no raid awaits this choice"
    when: ClassVar[str] = "It comes with a marked result of the bombing."

    target: str = word(NAME)

    def wrong(self, campaign: TheWar, raid: HitsOneOfTwo) -> Iterable[Refusal]:
        if self.target not in ("industry", "oil"):
            yield Refusal("5.2.1", f"'{self.target}' is no target", "industry or oil")

    def answer(self, tx: Transaction[TheWar], at: str, raid: HitsOneOfTwo) -> None:
        tx.set(f"{at}.oil", self.target == "oil", "target chosen", "5.2.1")
        tx.set(f"{at}.stage", "damage", "target chosen", "5.2.1")

    def sentence(self, campaign: TheWar) -> str:
        return f"{campaign.powers[self.power].adjective} bombers hit {self.target}"


def missed_raids(campaign: TheWar) -> tuple[tuple[str, int, str], ...]:
    """Who has sent fewer bombers over Germany than it must this turn, the NARFs it loses, and why (5.2). Nobody must
    where the bombing is simplified (29.8)."""
    missed: list[tuple[str, int, str]] = []
    if simplified_war.in_the_air(campaign):
        return ()
    for power in wars.enemies_of_germany(campaign):
        least, first, price = MANDATORY[power]
        sent = campaign.boxes.get(power, Box()).sac
        if calendar.now(campaign) >= calendar.number(first) and sent < least:
            missed.append((power, price, f"fewer than {least} SAC sent over Germany"))
    return tuple(missed)
