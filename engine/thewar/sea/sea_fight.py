"""A battle at sea of a campaign as it is fought: the rolls of each round, who takes their results, whether to go on,
the yards of ships that were hit (7.9, 7.10)."""

from __future__ import annotations

from typing import ClassVar, Self

from engine.kernel.changes import Entry
from engine.kernel.procedures import Decision
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.building import homecoming, shipyards
from engine.thewar.building.homecoming import NOWHERE, BringsHome, Homecoming
from engine.thewar.combat import aftermath, battles
from engine.thewar.combat.combatants import Combatant, lost_cut_off
from engine.thewar.countries import entry_level
from engine.thewar.rolls import air_combat, naval_combat, ship_damage
from engine.thewar.sea import cutting, holds, naval_cards, sea_distances, sea_drafts, unescorted
from engine.thewar.sea.sea_battle import (
    AIR_AT_SHIPS,
    ALL_AT_ALL,
    AT_SEA,
    ATTACKER,
    DEFENDER,
    DOGFIGHT,
    ENDED,
    FLAK_AT_AIR,
    SIDES,
    STEPS,
    SURPRISE,
    Blow,
    Now,
    Rolled,
    Sea,
    following,
)
from engine.thewar.sea.sea_forces import (
    DEPLETED,
    GONE,
    SEA,
    WHOLE,
    Mark,
    Muster,
    candidates,
    fate,
    hits,
    hits_on,
    wing_fate,
)
from engine.thewar.supply import sea_lines
from engine.thewar.world import forces, patrols, sides, titles, wars
from engine.thewar.world.state import Engagement, TheWar

DEFECTS = 10
"""The die on which a Vichy Fleet joins the Axis (18.5.6)."""
OVER = "the battle is over"
PURPOSES = ("air", "surprise", "flak", "air-on-ships", "flak-on-interceptors", "ships-on-air", "all")
"""The purposes under which the dice of the steps of a round are recorded."""


@frozen
class SeaFight(BringsHome):
    """One battle at sea. Stages: nacs-attacker and nacs-defender (do NAC fight in the air?), cards (both sides choose
    theirs, 29.13), fight (the roll at hand), take (who takes the next result), damage (of the ship Depleted last),
    stay-attacker and stay-defender, home (effects), defection (18.5.6), yards, end.

    ``clock``, ``aloft``, ``surprise`` and the codes of both sides: see sea_battle.Now. ``nacs``: sides whose NAC fight
    in the air. A blow that falls: its ``side``, ``arena``, ``effect``, how much of it is ``owed``, the codes ``before``
    it, and who was ``struck`` by it: places, those of NAC aboard negative less one. ``hurt``: ships Depleted here with
    their ``damages`` in factors; ``yards`` where they go. ``fled``: the side that broke off. ``cards``: the attacker's
    and the defender's for the roll at hand, '' while they are not chosen.
    """

    kind: ClassVar[str] = "sea-fight"

    where: str
    clock: int
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    aloft: bool = False
    surprise: bool = False
    nacs: tuple[int, ...] = ()
    side: int = 0
    arena: str = ""
    effect: str = ""
    owed: int = 0
    before: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    hurt: tuple[str, ...] = ()
    damages: tuple[int, ...] = ()
    yards: tuple[str, ...] = ()
    fled: str = ""
    cards: tuple[str, ...] = ("", "")

    @classmethod
    def opened(cls, campaign: TheWar, where: str) -> Self:
        """A battle before its first roll."""
        battle = sea_drafts.drafted(campaign, campaign.engagements[where])
        codes = [tuple(piece.start for piece in battle.pieces(side)) for side in (ATTACKER, DEFENDER)]
        return cls("nacs-attacker", where, 0, codes[ATTACKER], codes[DEFENDER])

    @property
    def power(self) -> str:
        return ""

    def engagement(self, campaign: TheWar) -> Engagement:
        """The engagement that was announced for this place."""
        return campaign.engagements[self.where]

    def sea(self, campaign: TheWar) -> Sea:
        """The rules of this battle: its next roll, and what a roll does."""
        battle = sea_drafts.drafted(campaign, self.engagement(campaign), self.nacs)
        if all(self.cards):
            battle = evolve(battle, card=naval_cards.figure(campaign, *self.cards), card_round=self.now.round)
        return Sea(battle)

    @property
    def now(self) -> Now:
        """The battle as it stands before the roll at hand."""
        return Now(self.clock, bytes(self.attacker), bytes(self.defender), self.aloft, self.surprise)

    def rolled(self, campaign: TheWar) -> Rolled | None:
        """The roll at hand, None where none is."""
        return self.sea(campaign).rolled(self.now) if self.clock != ENDED else None

    # --- who decides

    def speaker(self, campaign: TheWar, side: int) -> str:
        """The power that decides for a side: the one with most units there; a minor country's patron for its units."""
        engagement = self.engagement(campaign)
        owners: dict[str, int] = {}
        for key in engagement.defenders if side else engagement.attackers:
            unit = campaign.units.get(key)
            land = campaign.countries.get(unit.power) if unit is not None else None
            owner = "" if unit is None else unit.power if land is None else land.patron
            if owner in campaign.seats:
                owners[owner] = owners.get(owner, 0) + 1
        if owners:
            return max(owners, key=lambda owner: owners[owner])
        return next(
            power
            for power in wars.POWERS
            if wars.standing(campaign, power)
            and (sides.side(campaign, power) == sides.side(campaign, engagement.by)) == (side == ATTACKER)
        )

    def marks(self, campaign: TheWar) -> tuple[Mark, ...]:
        """The units that the blow at hand can still hit."""
        muster = self.sea(campaign).muster(self.side, bytes(self.before))
        left = muster.marks(self.arena)
        for code in self.struck:
            place, wing = (code, False) if code >= 0 else (-code - 1, True)
            hit = next(mark for mark in left if (mark.place, mark.wing) == (place, wing))
            muster, left = hits_on(muster, left, hit, self.effect)
        return left

    def choices(self, campaign: TheWar) -> tuple[Mark, ...]:
        """Among whom somebody chooses who takes the next result, the default first; of like ones one."""
        if not self.owed:
            return ()
        marks, sea = self.marks(campaign), self.sea(campaign)
        eligible = candidates(marks, self.effect)
        if self._in_port(sea):
            # In port the attacker chooses among all (11.7.1, ruling 258).
            eligible = (*eligible, *(mark for mark in marks if mark not in eligible))
        codes, pieces = self.now.codes(self.side), sea.battle.pieces(self.side)
        # Fleets are not alike where what they carry is not.
        stow = holds.contents(campaign, self.engagement(campaign)) if self.side == ATTACKER else {}
        alike = {
            (pieces[mark.place].kin, codes[mark.place], mark.wing, stow.get(pieces[mark.place].unit.name)): mark
            for mark in reversed(eligible)
        }
        return tuple(mark for mark in eligible if mark in alike.values())

    def _in_port(self, sea: Sea) -> bool:
        return sea.battle.harbour != AT_SEA and (self.side, self.arena) == (DEFENDER, SEA)

    def chooser(self, campaign: TheWar) -> str:
        """The power that chooses who takes a result: the owner, in port the attacker."""
        return self.speaker(campaign, ATTACKER if self._in_port(self.sea(campaign)) else self.side)

    def unit(self, campaign: TheWar, mark: Mark) -> Combatant:
        """The unit of a mark."""
        piece = self.sea(campaign).battle.pieces(self.side)[mark.place]
        return piece.wing if mark.wing and piece.wing is not None else piece.unit

    @property
    def homecoming(self) -> Homecoming:
        """The ships that were hit here, on their way to the yards."""
        return Homecoming(self.hurt, self.damages, self.yards)

    def decisions(self, campaign: TheWar) -> tuple[Decision, ...]:
        """Both sides choose their cards at once."""
        return self._cards(campaign) if self.stage == "cards" else super().decisions(campaign)

    def _cards(self, campaign: TheWar) -> tuple[Decision, ...]:
        sea = self.sea(campaign)
        asked = [(side, self.speaker(campaign, side)) for side in (ATTACKER, DEFENDER) if not self.cards[side]]
        return tuple(
            naval_cards.asked(campaign, power, side, sea.muster(side, self.now.codes(side)), self.now.round)
            for side, power in asked
        )

    def played(self, tx: Transaction[TheWar], at: str, side: int, card: str) -> None:
        """Record a side's card, or that it plays none; the roll follows when both sides have chosen (29.13)."""
        cards = (card, self.cards[DEFENDER]) if side == ATTACKER else (self.cards[ATTACKER], card)
        tx.set(f"{at}.cards", cards, "card chosen", naval_cards.RULE)
        if all(cards):
            tx.set(f"{at}.stage", "fight", "cards turned over", naval_cards.RULE)

    def cards_told(self, campaign: TheWar) -> str:
        """The cards of the roll at hand and their cell in words."""
        return naval_cards.told(campaign, [self.speaker(campaign, side) for side in (ATTACKER, DEFENDER)], self.cards)

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage == "cards":
            return next(iter(self._cards(campaign)), None)
        if self.stage in ("nacs-attacker", "nacs-defender"):
            side = SIDES.index(self.stage.removeprefix("nacs-"))
            if not self._nacs_may_rise(campaign, side):
                return None
            power = self.speaker(campaign, side)
            answers = (f"{power} nacs no", f"{power} nacs yes")
            notes = ("NAC are Fourth-Rate in the air", "without an air battle surprise is possible")
            return Decision(power, "do the NAC fight in the air?", answers, answers[0], "7.9.7 D", notes)
        if self.stage == "take":
            marks = self.choices(campaign)
            if len(marks) < 2:
                return None
            power = self.chooser(campaign)
            units = tuple(f"{power} suffers {self.unit(campaign, mark).name}" for mark in marks)
            return Decision(power, f"which unit is {self.effect}?", units, units[0], "7.11.5, 11.7.1")
        if self.stage in ("stay-attacker", "stay-defender"):
            power = self.speaker(campaign, SIDES.index(self.stage.removeprefix("stay-")))
            answers = (f"{power} break-off no", f"{power} break-off yes")
            round_ = self.now.round
            return Decision(power, f"break off before round {round_}?", answers, answers[0], "7.9.5")
        if self.stage == "yards":
            return self.homecoming.asked(campaign)
        return None

    def _nacs_may_rise(self, campaign: TheWar, side: int) -> bool:
        """Whether the question comes up: a side has whole NAC, and the other aircraft."""
        sea = self.sea(campaign)
        mine, enemy = sea.muster(side, self.now.codes(side)), sea.muster(1 - side, self.now.codes(1 - side))
        flies = any(not piece.ship for piece in sea.battle.pieces(1 - side))
        return mine.has_nacs and (flies or enemy.has_nacs)

    # --- going on

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "nacs-attacker":
            tx.set(f"{at}.stage", "nacs-defender", "battle at sea", "7.9.7")
        elif self.stage == "nacs-defender":
            self.opens(tx, at)
        elif self.stage == "fight":
            self._roll(tx, at)
        elif self.stage == "take":
            marks = self.choices(tx.campaign)
            if marks:
                self.take(tx, at, marks[0])
            else:
                self._go(tx, at, self.now)
        elif self.stage == "damage":
            self._damaged(tx, at)
        elif self.stage == "home":
            self._home(tx, at)
        elif self.stage == "defection":
            self._defection(tx, at)
        elif self.stage == "yards" and self.homecoming.homeless(tx.campaign):
            self.homecoming.docked(tx, at, NOWHERE)
        else:
            tx.remove(f"engagements.{self.where}", "fought", "7.9")
            tx.remove(at, OVER, "7.9")

    def _roll(self, tx: Transaction[TheWar], at: str) -> None:
        sea, now = self.sea(tx.campaign), self.now
        rolled = sea.rolled(now)
        if rolled is None:
            raise ValueError("nothing is rolled at this moment of the battle")
        side = DEFENDER if now.step == FLAK_AT_AIR else ATTACKER
        face = tx.roll(PURPOSES[now.step], power=self.speaker(tx.campaign, side), rule="7.9.7", formerly=self.where)
        did = rolled.faces[face - 1]
        if now.step == SURPRISE:
            battles.remember(tx, self._targets(tx.campaign), sea_drafts.SURPRISED, "11.7.2")
            self._go(tx, at, now._replace(surprise=bool(did)))
            return
        if now.step == AIR_AT_SHIPS:
            self._struck_first(tx, sea)
        now = now._replace(aloft=now.aloft or now.step == DOGFIGHT)
        tx.set(f"{at}.aloft", now.aloft, "battle at sea", "7.9.7")
        if isinstance(did, Blow):
            self._fall(tx, at, did)
        else:
            self._go(tx, at, now)

    def _targets(self, campaign: TheWar) -> tuple[str, ...]:
        """The ships that are attacked from the air."""
        return tuple(key for key in self.engagement(campaign).defenders if key in campaign.units)

    def _struck_first(self, tx: Transaction[TheWar], sea: Sea) -> None:
        """Carriers have struck: their power's next surprise is not its first (11.7.3)."""
        for piece, code in zip(sea.battle.attacker, self.attacker, strict=True):
            if piece.wing is not None and wing_fate(code) == WHOLE and fate(code) < GONE:
                tx.put(f"facts.{sea_drafts.strike_fact(piece.unit.power)}", True, "carrier strike", "11.7.3")

    def _fall(self, tx: Transaction[TheWar], at: str, blow: Blow) -> None:
        why, rule = "battle at sea", "7.9.9"
        tx.set(f"{at}.side", blow.side, why, rule)
        tx.set(f"{at}.arena", blow.arena, why, rule)
        tx.set(f"{at}.effect", blow.effect, why, rule)
        tx.set(f"{at}.owed", blow.many, why, rule)
        tx.set(f"{at}.before", tuple(self.now.codes(blow.side)), why, rule)
        tx.set(f"{at}.struck", (), why, rule)
        tx.set(f"{at}.stage", "take", why, rule)

    def take(self, tx: Transaction[TheWar], at: str, mark: Mark) -> None:
        """A mark takes the next result of the blow."""
        sea = self.sea(tx.campaign)
        muster = sea.muster(self.side, self.now.codes(self.side))
        was = fate(muster.codes[mark.place])
        after = muster.struck(mark, self.effect)
        why, rule = "battle at sea", "7.9.9"
        tx.set(f"{at}.{SIDES[self.side]}", tuple(after.codes), why, rule)
        tx.set(f"{at}.struck", (*self.struck, -mark.place - 1 if mark.wing else mark.place), why, rule)
        tx.set(f"{at}.owed", self.owed - 1, why, rule)
        piece = sea.battle.pieces(self.side)[mark.place]
        newly = was == WHOLE and fate(after.codes[mark.place]) == DEPLETED
        if newly and not mark.wing and piece.unit.kind in ship_damage.FACTORS:
            tx.set(f"{at}.hurt", (*self.hurt, piece.unit.name), "Depleted", "7.10")
            tx.set(f"{at}.stage", "damage", "Depleted", "7.10")

    def _damaged(self, tx: Transaction[TheWar], at: str) -> None:
        tx.set(f"{at}.damages", (*self.damages, homecoming.rolled(tx, self.hurt[-1])), "damage", "7.10")
        tx.set(f"{at}.stage", "take", "damage", "7.10")

    def _go(self, tx: Transaction[TheWar], at: str, now: Now) -> None:
        """On to the next roll, to the question whether to go on, or to the end."""
        self._write(tx, at, *_onward(self.sea(tx.campaign), following(now), asked=False))

    def opens(self, tx: Transaction[TheWar], at: str) -> None:
        """The first roll of the battle."""
        self._go(tx, at, self.now._replace(clock=-1))

    def went_on(self, tx: Transaction[TheWar], at: str) -> None:
        """Both sides go on: the first roll of the round."""
        self._write(tx, at, *_onward(self.sea(tx.campaign), self.now, asked=True))

    def _write(self, tx: Transaction[TheWar], at: str, now: Now, stage: str) -> None:
        why, rule = "battle at sea", "7.9.7"
        tx.set(f"{at}.clock", now.clock, why, rule)
        tx.set(f"{at}.attacker", tuple(now.attacker), why, rule)
        tx.set(f"{at}.defender", tuple(now.defender), why, rule)
        tx.set(f"{at}.aloft", now.aloft, why, rule)
        tx.set(f"{at}.surprise", now.surprise, why, rule)
        tx.set(f"{at}.owed", 0, why, rule)
        tx.set(f"{at}.cards", ("", ""), "the cards go back into their decks", naval_cards.RULE)
        tx.set(f"{at}.stage", stage, why, rule)

    def _home(self, tx: Transaction[TheWar], at: str) -> None:
        """Record in the campaign what has happened to the units of both sides."""
        sea, engagement = self.sea(tx.campaign), self.engagement(tx.campaign)
        facts = engagement.facts
        short = self._slowed(tx, sea, engagement)
        self._cargo(tx, sea, engagement, back=short)
        for side, name in enumerate(("attackers", "defenders")):
            oos = f"{name}-unsupplied" in facts
            for piece, code in zip(sea.battle.pieces(side), self.now.codes(side), strict=True):
                if piece.slip:
                    self._set_back(tx, piece.unit.name, hits(code))
                    continue
                self._settle(tx, piece.unit, fate(code), oos=oos)
                if piece.wing is not None:
                    self._settle(tx, piece.wing, wing_fate(code), oos=oos)
        fled = SIDES.index(self.fled) if self.fled else None
        gone = (engagement.attackers, engagement.defenders)[fled] if fled is not None else ()
        patrols.leave(tx, gone, "broke off", "7.4, 7.8")
        patrols.retire(tx)
        if sea.battle.harbour == AT_SEA:
            cutting.settled(tx, engagement, self.where, fled, back=short)
        mers = sea_drafts.MERS in facts
        tx.set(f"{at}.stage", "defection" if mers else "yards", "battle at sea", "7.10")

    def _slowed(self, tx: Transaction[TheWar], sea: Sea, engagement: Engagement) -> bool:
        """Ships of the phasing side that aircraft have attacked sail less far (7.9.5): whether they turn back, as they
        do not come to where their mission goes."""
        start = sea_drafts.codes(sea.battle.defender)
        struck = Muster(sea.battle.defender, start, sea.battle.straits).part(ships=False).strength
        if sea.battle.harbour != AT_SEA or not struck:
            return False
        sea_distances.slowed(tx, engagement.attackers, self.where)
        if unescorted.of(engagement):
            # Who has come to the run's aid does not sail its way.
            return False
        return sea_distances.falls_short(tx.campaign, engagement.attackers, self.where, engagement.path)

    def _settle(self, tx: Transaction[TheWar], unit: Combatant, state: int, *, oos: bool) -> None:
        """What became of a unit; a ship Depleted here has lost what the die for it has said."""
        key = unit.name
        if key not in tx.campaign.units:
            return
        if state == GONE:
            forces.eliminate(tx, key, "battle at sea", "7.9.9", oos=lost_cut_off(tx.campaign, key, said=oos))
        elif state == DEPLETED and key in self.hurt:
            homecoming.wound(tx, key, self.damages[self.hurt.index(key)], "battle at sea", "7.10")
        elif state == DEPLETED and not tx.campaign.units[key].depleted:
            tx.set(f"units.{key}.depleted", True, "battle at sea", "7.10")

    @staticmethod
    def _set_back(tx: Transaction[TheWar], key: str, many: int) -> None:
        """A ship on its yard's track goes back by its damage, once for each hit (7.9.6)."""
        for slip in [name for name, track in tx.campaign.slips.items() if track.unit == key]:
            for _ in range(many):
                shipyards.set_back(tx, slip, homecoming.rolled(tx, key))

    def _cargo(self, tx: Transaction[TheWar], sea: Sea, engagement: Engagement, *, back: bool) -> None:
        """What befalls the units aboard."""
        fates = {piece.unit.name: fate(code) for piece, code in zip(sea.battle.attacker, self.attacker, strict=True)}
        oos = "attackers-unsupplied" in engagement.facts
        holds.settle(tx, engagement, fates, self.hurt, fled=back or self.fled == SIDES[ATTACKER], oos=oos)

    def _defection(self, tx: Transaction[TheWar], at: str) -> None:
        """After Mers-el-Kebir a Vichy Fleet may join the Axis, on a 10, where some were hit and some are left
        (18.5.6)."""
        fleets = [key for key in self._targets(tx.campaign) if tx.campaign.units[key].kind == "fleet"]
        whole = [key for key in fleets if not tx.campaign.units[key].depleted]
        struck = self.engagement(tx.campaign).defenders
        hit = any(key in self.hurt or key not in tx.campaign.units for key in struck)
        if hit:
            entry_level.happened(tx, "mers-el-kebir")
        if hit and fleets and tx.roll("vichy-fleet", power="britain", rule="18.5.6") == DEFECTS:
            tx.set(f"units.{(whole or fleets)[0]}.power", "germany", "joins the Axis", "18.5.6")
        tx.set(f"{at}.stage", "yards", "Mers-el-Kebir", "18.5.6")

    def told(self, before: TheWar, entry: Entry) -> str:
        title = f"Battle at sea, {titles.where(before, self.where)}"
        if entry.changes and entry.changes[-1].why == OVER:
            return f"{title}: {OVER}"
        if self.stage == "yards":
            waits = titles.unit(before, self.homecoming.homeless(before)[0])
            return f"{title}: {waits} waits for a yard with a free track"
        if self.stage == "home":
            came = aftermath.sentence(title, aftermath.toll(before, entry, "nothing is lost"))
            came += sea_distances.slowed_told(before, entry.changes, self.engagement(before), self.where)
            again = sea_lines.out_again(before, entry.changes)
            return f"{came}. The supply run is lost, out of supply again: {again}" if again else came
        if self.stage == "defection":
            for face in entry.faces("vichy-fleet"):
                return f"Mers-el-Kebir: die {face}, {'a' if face == DEFECTS else 'no'} Vichy Fleet joins the Axis"
        if self.stage == "damage":
            for face in entry.faces("damage"):
                return f"{title}: {homecoming.wounded(before, self.hurt[-1], face)}"
        rolled = self.rolled(before) if self.stage == "fight" else None
        faces = entry.faces(PURPOSES[self.now.step])
        cards = f", {self.cards_told(before)}" if all(self.cards) else ""
        return (
            f"{title}, round {self.now.round}{cards}: {said(rolled, faces[0])}" if rolled is not None and faces else ""
        )


def _onward(sea: Sea, now: Now, *, asked: bool) -> tuple[Now, str]:
    """The battle at its next roll, at the question whether to go on (not again where it was ``asked``), or ended; and
    the stage of each. What comes without a die happens on the way."""
    while True:
        if now.clock >= sea.battle.stay * STEPS or sea.settled(now) == Now(ENDED, now.attacker, now.defender):
            return Now(ENDED, now.attacker, now.defender), "home"
        if now.step == DOGFIGHT and now.round > 1 and not asked:
            return now, "stay-attacker"
        asked = False
        rolled = sea.rolled(now)
        if rolled is not None and rolled.faces:
            return now, "cards" if sea.battle.cards and now.step == ALL_AT_ALL else "fight"
        now = following(sea.after(now, rolled, 0))


def said(rolled: Rolled, face: int) -> str:
    """A roll in words: ``die 4 (+2) at 2-1, DD``."""
    roll = rolled.roll
    if isinstance(roll, air_combat.Dogfight):
        air = air_combat.resolve(evolve(roll, face=face))
        return f"in the air {aftermath.die(face, air.modifier, air.column)}, {air.result}"
    if isinstance(roll, naval_combat.Engagement):
        sea = naval_combat.resolve(evolve(roll, face=face))
        return f"{aftermath.die(face, sea.modifier, sea.column)}, {sea.result}"
    done = rolled.faces[face - 1]
    if isinstance(done, bool):
        return f"die {face}, {'surprise' if done else 'no surprise'}"
    return f"Flak, die {face}, {f'{done.many} {done.effect}' if isinstance(done, Blow) else 'a miss'}"
