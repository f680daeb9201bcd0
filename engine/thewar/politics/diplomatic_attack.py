"""A diplomatic roll under way: partners and defenders answer, chits are played, the die falls, the country moves
(16.1.3, 16.1.6, 16.1.7, rulings 301 to 314).

With one seat everything is known and nobody is asked but whose the country becomes. With several, an answer states
POPs; it is sealed until all who are asked have answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from engine.kernel.campaign import several_eyes
from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.procedures import Decision, Procedure
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.countries import variant_points
from engine.thewar.countries.statuses import SOUTH_AFRICA, become
from engine.thewar.politics import attack_questions as questions
from engine.thewar.politics import gathering, lasting, moves, purses, stating
from engine.thewar.politics.attack_stages import (
    CARDS,
    CARDS_OPTION,
    DEFENCE,
    LONE_COUNTER,
    PARTNERS,
    PICK,
    REVEAL,
    ROLL,
    RULE,
    STAGES,
    WHOSE,
)
from engine.thewar.politics.gathering import NAMES, Sides
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.diplomacy import COUNTER_ESPIONAGE, ESPIONAGE
from engine.thewar.world import calendar, influence, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Leaning, TheWar
from engine.thewar.world.variants_played import played

_QUESTIONS = {
    REVEAL: questions.shows,
    PICK: questions.picks,
    PARTNERS: questions.partner,
    DEFENCE: questions.defender,
    LONE_COUNTER: questions.met,
    CARDS: questions.net,
}
_NEXT = {
    PARTNERS: "the allies are asked",
    DEFENCE: "the defence is asked",
    LONE_COUNTER: "the attackers are asked for Espionage",
    CARDS: "the cards are turned over",
}


@frozen
class DiplomaticAttack(Procedure[TheWar]):
    """One diplomatic roll. Stages: reveal and pick, by an option, while all show their POPs and the attacker then picks
    an alliance; partners, while allies of the attacker are asked; defence, while the alliance attacked and the one that
    may help it are; lone-counter, while attackers met by Counter-Espionage alone are asked for Espionage; cards, while
    the net of two cards is typed; roll; whose, while the attacker chooses.

    ``by`` names the ``target`` ``against`` an alliance. ``shown``: POPs that all have shown, by power; ``pops`` and
    ``defending``: those that take part; ``alone``: allies are not asked; ``answered``: who has answered in this stage;
    ``joined``: the partners that lend POPs or status; ``spy``: who plays Espionage, ``guards``: who would play
    Counter-Espionage, '' and () for nobody; ``cards``: the net modifier of two cards; ``face``: the natural die, 0
    before it; ``gains``: whose the country becomes.
    """

    kind: ClassVar[str] = "influence"

    by: str = ""
    target: str = ""
    against: str = ""
    shown: Mapping[str, int] = attrs.field(factory=dict)
    pops: Mapping[str, int] = attrs.field(factory=dict)
    defending: Mapping[str, int] = attrs.field(factory=dict)
    alone: bool = False
    answered: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    spy: str = ""
    guards: tuple[str, ...] = ()
    cards: int = 0
    face: int = 0
    gains: str = ""

    @property
    def power(self) -> str:
        return self.by

    # --- who takes part

    def lenders(self, campaign: TheWar) -> tuple[str, ...]:
        """The powers of another alliance that may lend POPs to the defence (ruling 304)."""
        helping = gathering.helping(campaign, self.by, self.against)
        return gathering.able(campaign, helping, self.target) if helping else ()

    def _patron_helps(self, campaign: TheWar) -> bool:
        patron = campaign.countries[self.target].patron
        return patron == self.by or patron in self.joined

    @property
    def chits(self) -> tuple[str, ...]:
        """The chits played on the die."""
        played = ((ESPIONAGE, bool(self.spy)), (COUNTER_ESPIONAGE, bool(self.guards)))
        return tuple(sort for sort, holds in played if holds)

    def _by_cards(self, campaign: TheWar) -> bool:
        return bool(campaign.options.get(CARDS_OPTION)) and len(self.chits) > 1

    def sides(self, campaign: TheWar) -> Sides:
        """The roll as it stands by what has been said so far."""
        return Sides(
            self.by,
            self.target,
            self.against,
            self.pops,
            self.defending,
            patron_helps=self._patron_helps(campaign),
            chits=self.chits,
            cards=self.cards if self._by_cards(campaign) else None,
            gains=self.gains,
        )

    def terms(self, campaign: TheWar) -> diplomacy.Influence:
        """The same for the pure core."""
        return evolve(gathering.terms(campaign, self.sides(campaign)), face=self.face)

    def odds(self, campaign: TheWar) -> Distribution[Any]:
        """How the country may stand afterwards; POPs that nobody has named yet count for what this view knows."""
        known, assumed = self.supposed(campaign)
        return gathering.odds(campaign, known.sides(campaign), assumed)

    def supposed(self, campaign: TheWar) -> tuple[DiplomaticAttack, tuple[str, ...]]:
        """The roll with what is supposed of those who are still to answer, and what that is in words."""
        now, told = self, []
        for power in self._asked_later(campaign):
            name = wars.named(campaign, power)
            own, ours = influence.known(campaign, power), diplomacy.alliance(power) == diplomacy.alliance(self.by)
            pops = influence.held(campaign, power, self.target) if own else 0
            if ours:
                now = now.backed(power, pops)
            elif diplomacy.alliance(power) == self.against:
                now = now.defended(power, pops)
            else:
                pops = 0
            told.append(f"{name} {'adds' if ours else 'defends with'} {counted(pops, 'POP', 'POPs')}")
        if told:
            told.append("nobody plays another chit")
        return evolve(now, answered=self.answered), tuple(told)

    def _asked_later(self, campaign: TheWar) -> tuple[str, ...]:
        """Who is still to be asked for POPs."""
        if self.stage not in (PICK, PARTNERS, DEFENCE):
            return ()
        stages = STAGES[STAGES.index(self.stage) : STAGES.index(LONE_COUNTER)]
        asked = tuple(power for stage in stages for power in self.asked_in(campaign, stage))
        return tuple(power for power in asked if power not in self.answered)

    # --- what is asked

    def asked_in(self, campaign: TheWar, stage: str) -> tuple[str, ...]:
        """Who is asked in a stage, answered or not: by what everybody knows, never by what somebody has."""
        if stage == CARDS:
            return (self.by,) if self._by_cards(campaign) else ()
        if not several_eyes(campaign):
            return ()
        if stage == REVEAL:
            every = (power for key in NAMES for power in gathering.able(campaign, key, self.target))
            return tuple(power for power in every if power != self.by and self._might_have(campaign, power))
        if stage == PICK:
            return () if self.against else (self.by,)
        if stage == PARTNERS:
            patron = campaign.countries[self.target].patron
            allies = () if self.alone else gathering.partners(campaign, self.by, self.target)
            return tuple(ally for ally in allies if ally == patron or self._might_have(campaign, ally))
        if stage == DEFENCE:
            powers = (*gathering.able(campaign, self.against, self.target), *self.lenders(campaign))
            return tuple(power for power in powers if self._might_have(campaign, power))
        if stage == LONE_COUNTER and self.guards and not self.spy:
            able = (self.by, *(ally for ally in self.joined if self.pops.get(ally)))
            return tuple(
                power
                for power in able
                if stating.asked_for_chit(campaign, power, ESPIONAGE)
                and not moves.chit_played(campaign, power, ESPIONAGE, self.target)
            )
        return ()

    def _might_have(self, campaign: TheWar, power: str) -> bool:
        """Whether a power may have POPs in the target, as everybody knows by now."""
        if power in self.shown:
            return self.shown[power] > 0
        return purses.might_hold(campaign, power, self.target) > 0

    def decisions(self, campaign: TheWar) -> tuple[Decision, ...]:
        if self.stage == WHOSE:
            return () if self.gains else (questions.whose(self, campaign),)
        waiting = (power for power in self.asked_in(campaign, self.stage) if power not in self.answered)
        ask = _QUESTIONS[self.stage]
        return tuple(ask(self, campaign, power) for power in waiting)

    def name(self, campaign: TheWar) -> str:
        """The target's name."""
        return wars.named(campaign, self.target)

    def may_spy(self, campaign: TheWar, power: str) -> bool:
        """Whether an attacker of whom all is known here could play Espionage now."""
        free = not self.spy and not moves.chit_played(campaign, power, ESPIONAGE, self.target)
        return free and influence.stock(campaign, power, ESPIONAGE) > 0

    def may_guard(self, campaign: TheWar, power: str) -> bool:
        """The same of a defender and Counter-Espionage."""
        free = not moves.chit_played(campaign, power, COUNTER_ESPIONAGE, self.target)
        return free and influence.stock(campaign, power, COUNTER_ESPIONAGE) > 0

    # --- what is answered

    def backed(self, power: str, pops: int, *, joins: bool = True, spies: bool = False) -> DiplomaticAttack:
        """The attack once a partner has answered."""
        return evolve(
            self,
            pops={**self.pops, power: pops} if joins and pops else self.pops,
            joined=(*self.joined, power) if joins else self.joined,
            spy=self.spy or (power if spies else ""),
            answered=(*self.answered, power),
        )

    def defended(self, power: str, pops: int, *, guards: bool = False) -> DiplomaticAttack:
        """The attack once a defender or a helper has answered."""
        return evolve(
            self,
            defending={**self.defending, power: pops} if pops else self.defending,
            guards=(*self.guards, power) if guards else self.guards,
            answered=(*self.answered, power),
        )

    # --- what comes of it

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == WHOSE:
            self._over(tx, at)
            return
        now = self._chits_played(tx, at)
        following = now._next(tx.campaign)
        if following != ROLL:
            tx.put(at, evolve(now, stage=following, answered=()), "the next are asked", RULE)
            return
        now = evolve(now, face=tx.roll("influence", self.target, power=self.by, rule=RULE))
        choice, comes_over = now.eligible(tx.campaign), now._comes_over(tx.campaign)
        if comes_over and len(choice) > 1:
            tx.put(at, evolve(now, stage=WHOSE), "the country comes over", "ruling 313")
            return
        if comes_over:
            now = evolve(now, gains="".join(choice))
        now._over(tx, at)

    def _next(self, campaign: TheWar) -> str:
        """The next stage in which somebody is asked, else the roll."""
        later = STAGES[STAGES.index(self.stage) + 1 :]
        return next((stage for stage in later if self.asked_in(campaign, stage)), ROLL)

    def _chits_played(self, tx: Transaction[TheWar], at: str) -> DiplomaticAttack:
        """The chits that were played in this stage are spent: one of a kind, so of several alike the first one's."""
        if self.stage == DEFENCE and self.guards:
            first = self.guards[0]
            spend(tx, first, COUNTER_ESPIONAGE, self.target)
            return evolve(self, guards=(first,))
        if self.stage in (PARTNERS, LONE_COUNTER) and self.spy and self.spy in self.answered:
            spend(tx, self.spy, ESPIONAGE, self.target)
        return self

    def eligible(self, campaign: TheWar) -> tuple[str, ...]:
        """Whose the country may become by the die that fell (ruling 313)."""
        return diplomacy.winners(self.terms(campaign))

    def _comes_over(self, campaign: TheWar) -> bool:
        """Whether the roll leaves the country a client of the attackers, by a success."""
        roll = self.terms(campaign)
        outcome = diplomacy.outcome(roll)
        return outcome.levels > 0 and diplomacy.alliance(outcome.holder) == roll.ours

    def _over(self, tx: Transaction[TheWar], at: str) -> None:
        """The country stands as the die says; the POPs that took part are used up."""
        roll, campaign = self.terms(tx.campaign), tx.campaign
        outcome, land = diplomacy.outcome(roll), campaign.countries[self.target]
        turn = calendar.turn(campaign)
        for power, pops in (*self.pops.items(), *self.defending.items()):
            if pops:
                influence.use(tx, power, self.target, pops, "used up by a diplomatic roll", RULE)
        if (outcome.status, outcome.holder) != (land.status, land.patron):
            leaning = campaign.leanings.get(self.target)
            if leaning is None or leaning.turn != turn:
                stood = Leaning(country=self.target, status=land.status, patron=land.patron, turn=turn)
                tx.put(f"leanings.{stood.address}", stood, "as the segment opened", "16.1.6")
            become(tx, self.target, outcome.status, outcome.holder, "diplomacy", RULE)
        if outcome.levels < 0 and (self.by, self.target) == ("germany", SOUTH_AFRICA):
            tx.put(f"facts.{gathering.SHUT_OUT}", True, "an adverse result", "23.47, ruling 314")
        if self.by == "italy" and self.target in lasting.BALKAN_LANDS and played(campaign, lasting.BALKAN):
            tx.put(f"facts.{lasting.USED[lasting.BALKAN]}", 1, "Balkan Diplomacy has counted", "28.1.1")
        variant_points.rolled(tx, self.by, self.target)
        tx.remove(at, "the roll is over", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        name = self.name(before)
        if not entry.rolls and self.stage != WHOSE:
            return f"Diplomacy in {name}: {_NEXT.get(self._next(before), 'the next are asked')}"
        stands = _stands(before, entry, self.target)
        if not entry.rolls:
            return f"{name} is {stands}"
        face = entry.rolls[0].face
        roll = evolve(self, guards=self.guards[:1], face=face).terms(before)
        sums = f"{diplomacy.attack(roll).total} to {diplomacy.defence(roll).total}, {diplomacy.column(roll)}"
        net = diplomacy.modifier(roll).total
        die = f"die {face}" + (f" {net:+d}" if net else "")
        asks = not any(change.at.startswith("pending.") and change.now is None for change in entry.changes)
        came = "it comes over" if asks else f"it is {stands}"
        by = wars.named(before, self.by)
        return f"Diplomacy of {by} in {name}: {sums}, {die}: {level_words(diplomacy.levels(roll))}; {came}"


def spend(tx: Transaction[TheWar], power: str, sort: str, target: str) -> None:
    """A power plays a chit on a target: it is spent whatever comes of it (ruling 310)."""
    influence.play(tx, power, sort, f"{sort.title()} chit played", "16.1.7.2")
    moves.play_chit(tx, power, sort, target)


def level_words(levels: int) -> str:
    """What the table gives, in words."""
    return f"{levels:+d} level{'s' * (abs(levels) > 1)}" if levels else "no effect"


def _stands(before: TheWar, entry: Entry, country: str) -> str:
    """How a country stands after an entry, in words."""
    land, at = before.countries[country], f"countries.{country}"
    status, patron = land.status, land.patron
    for change in entry.changes:
        if change.at == f"{at}.status":
            status = change.now
        elif change.at == f"{at}.patron":
            patron = change.now
    return stands_words(before, status, patron)


def stands_words(campaign: TheWar, status: str, patron: str) -> str:
    """``neutral``, or ``an Associate of Germany``."""
    article = "an" if status == "associate" else "a"
    return f"{article} {status.capitalize()} of {wars.named(campaign, patron)}" if patron else status
