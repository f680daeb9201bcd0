"""An Espionage chit is played to learn which POPs an alliance has in a target (16.1.7.2 b, 16.1.7.5, ruling 309)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.campaign import several_eyes
from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import simplified_influence
from engine.thewar.politics import gathering, moves, purses, stating
from engine.thewar.politics.diplomatic_attack import spend
from engine.thewar.politics.gathering import ALLIANCE, NAMES
from engine.thewar.politics.naming import POPS, STEP
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.diplomacy import COUNTER_ESPIONAGE, ESPIONAGE
from engine.thewar.world import influence, wars
from engine.thewar.world.naming import COUNTRY, POWER, counted
from engine.thewar.world.state import TheWar

RULE = "16.1.7.2"
COUNTER, SHOW = "counter", "show"
FOIL, DISCLOSE = "foil", "disclose"
"""The verbs of the answers."""


@frozen
class Disclosure(Procedure[TheWar]):
    """``by`` spies on an alliance in a ``target``. Stages: counter, while the alliance is asked for Counter-Espionage;
    show, while it is asked for its POPs. ``answered``: who has answered in this stage; ``guard``: who plays the
    chit."""

    kind: ClassVar[str] = "disclosure"

    by: str = ""
    target: str = ""
    on: str = ""
    answered: tuple[str, ...] = ()
    guard: str = ""

    @property
    def power(self) -> str:
        return self.by

    def _asked(self, campaign: TheWar) -> tuple[str, ...]:
        if not several_eyes(campaign):
            return ()
        if self.stage == COUNTER:
            return tuple(
                power
                for power in gathering.standing(campaign, self.on)
                if stating.asked_for_chit(campaign, power, COUNTER_ESPIONAGE)
                and not moves.chit_played(campaign, power, COUNTER_ESPIONAGE, self.target)
            )
        powers = gathering.able(campaign, self.on, self.target)
        return tuple(power for power in powers if purses.might_hold(campaign, power, self.target))

    def decisions(self, campaign: TheWar) -> tuple[Decision, ...]:
        waiting = (power for power in self._asked(campaign) if power not in self.answered)
        ask = self._for_chit if self.stage == COUNTER else self._for_pops
        return tuple(ask(campaign, power) for power in waiting)

    def _for_chit(self, campaign: TheWar, power: str) -> Decision:
        answers = [f"{power} {FOIL} no"]
        if influence.known(campaign, power) and influence.stock(campaign, power, COUNTER_ESPIONAGE):
            answers.append(f"{power} {FOIL} yes")
        spy, where = wars.named(campaign, self.by), wars.named(campaign, self.target)
        title = (
            f"{spy} spies on {NAMES[self.on]} in {where}: does {wars.named(campaign, power)} play Counter-Espionage?"
        )
        notes = ("With a chit nothing is shown; without one all are told how many POPs lie there.",)
        return Decision(power, title, tuple(answers), answers[0], "16.1.7.5", notes)

    def _for_pops(self, campaign: TheWar, power: str) -> Decision:
        answers: tuple[str, ...] = ()
        if influence.known(campaign, power):
            answers = (f"{power} {DISCLOSE} {influence.held(campaign, power, self.target)}",)
        title = f"How many POPs has {wars.named(campaign, power)} in {wars.named(campaign, self.target)}?"
        notes = ("All are told.",)
        return Decision(power, title, answers, next(iter(answers), ""), RULE, notes, forms=(DISCLOSE,))

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.guard:
            spend(tx, self.guard, COUNTER_ESPIONAGE, self.target)
        elif self.stage == COUNTER:
            showing = attrs.evolve(self, stage=SHOW, answered=())
            if showing.decisions(tx.campaign):
                tx.put(at, showing, "POPs are to be shown", RULE)
                return
        tx.remove(at, "the spying is over", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        where = wars.named(before, self.target)
        if self.guard:
            return f"{wars.named(before, self.guard)} plays Counter-Espionage: nothing is shown of {where}"
        if self.stage == COUNTER and any(change.now is not None for change in entry.changes):
            return f"No Counter-Espionage: {NAMES[self.on]} have to show their POPs in {where}"
        if several_eyes(before):
            return f"All have heard what {NAMES[self.on]} have in {where}"
        return f"{NAMES[self.on]} in {where}: {_shown(before, self.on, self.target)}"


def _shown(campaign: TheWar, alliance: str, target: str) -> str:
    """The POPs of an alliance in a target, where all is known."""
    powers = gathering.able(campaign, alliance, target)
    some = ((power, influence.held(campaign, power, target)) for power in powers)
    told = [f"{wars.named(campaign, power)} {counted(pops, 'POP', 'POPs')}" for power, pops in some if pops]
    return ", ".join(told) or "no POPs"


@frozen
class Spy(PowerOrder[TheWar]):
    """Play an Espionage chit to learn which POPs an alliance has in a target; the power does nothing else in the
    diplomatic step (16.1.7.2 b, ruling 309)."""

    verb: ClassVar[str] = "spy"
    title: ClassVar[str] = "spying on POPs"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    by_secrets: ClassVar[bool] = True

    target: str = word(COUNTRY)
    on: str = keyed(ALLIANCE, "", "alliance spied on")
    counter: str = keyed(POWER, "", "who plays Counter-Espionage")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if simplified_influence.played(campaign):
            hint = f"'{self.power} sway COUNTRY' tries for a country."
            yield Refusal("29.15", "simplified diplomacy has no points to spy on", hint)
            return
        if self.power not in campaign.powers:
            return
        name, mine = wars.named(campaign, self.power), campaign.powers[self.power]
        yield from moves.refused(campaign, self.power, moves.SPIES)
        if mine.effort == "pass":
            yield Refusal("4.5, ruling 318", f"{name} passes: no diplomacy", "A variant roll is open.")
        if self.power == "us" and not mine.entered:
            yield Refusal("16.1.2, 22.8", f"{name} does nothing in diplomacy before it is in the war")
        yield from gathering.closed(campaign, self.target)
        others = gathering.others(campaign, self.power)
        if self.on not in others:
            hint = f"{', '.join(f'on={key}' for key in others)}."
            yield Refusal(RULE, "another alliance that stands is named to be spied on", hint)
        yield from moves.chit_refused(campaign, self.power, ESPIONAGE, self.target)
        yield from self._countered(campaign)

    def _countered(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why nobody plays Counter-Espionage, which is said here where one seat plays all (16.1.7.5, ruling 433)."""
        if not self.counter:
            return
        if several_eyes(campaign):
            yield Refusal("16.1.7.5", "the others are asked themselves", "Without counter=.")
        elif self.counter not in gathering.standing(campaign, self.on):
            who, on = wars.named(campaign, self.counter), NAMES.get(self.on, "nobody")
            yield Refusal("16.1.7.5", f"{who} is not spied on", f"A power of {on} that has a chit.")
        else:
            yield from moves.chit_refused(campaign, self.counter, COUNTER_ESPIONAGE, self.target)

    def effect(self, tx: Transaction[TheWar]) -> None:
        moves.make(tx, self.power, moves.SPIES)
        spend(tx, self.power, ESPIONAGE, self.target)
        spied = Disclosure(COUNTER, self.power, self.target, self.on, guard=self.counter)
        begin(tx, spied, "spying", RULE)

    def sentence(self, campaign: TheWar) -> str:
        on = NAMES.get(self.on, "nobody")
        return f"{wars.named(campaign, self.power)} spies on {on} in {wars.named(campaign, self.target)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if simplified_influence.played(campaign) or not influence.stock(campaign, power, ESPIONAGE):
            return None
        able = tuple(key for key in diplomacy.targets() if key in campaign.countries)
        others = gathering.others(campaign, power)
        fields = (
            Field("target", "country", "16.1", choices=able),
            Field("on", "alliance spied on", RULE, choices=others),
        )
        # What others say of it themselves is no box where there are several seats.
        closed = several_eyes(campaign)
        return Form(cls.verb, "Spy on POPs", power + " spy {target} on={on}", fields, cls.rule, closed=closed)


class _OfDisclosure(Answer[TheWar, Disclosure]):
    """An answer to spying."""

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Disclosure,)
    unasked: ClassVar[str] = "nobody spies here"
    when: ClassVar[str] = (
        "It answers 'spy', in the diplomatic step of Spring and Fall; where one seat plays all, that says counter=."
    )
    open: ClassVar[bool] = True
    covert: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True


@frozen
class Foil(_OfDisclosure):
    """The alliance spied on plays Counter-Espionage, or does not (16.1.7.5)."""

    verb: ClassVar[str] = FOIL
    title: ClassVar[str] = "Counter-Espionage against spying"
    rule: ClassVar[str] = "16.1.7.5"
    stages: ClassVar[tuple[str, ...]] = (COUNTER,)

    plays: bool = word(FLAG)

    def wrong(self, campaign: TheWar, under_way: Disclosure) -> Iterable[Refusal]:
        if self.plays:
            yield from moves.chit_refused(campaign, self.power, COUNTER_ESPIONAGE, under_way.target)

    def after(self, campaign: TheWar, under_way: Disclosure) -> Disclosure:
        guard = under_way.guard or (self.power if self.plays else "")
        return attrs.evolve(under_way, guard=guard, answered=(*under_way.answered, self.power))

    def sentence(self, campaign: TheWar) -> str:
        name = wars.named(campaign, self.power)
        return f"{name} plays Counter-Espionage" if self.plays else f"{name} plays no Counter-Espionage"


@frozen
class Disclose(_OfDisclosure, stating.Stating[Disclosure]):
    """A power of the alliance spied on shows its POPs in the target, to all (16.1.7.2 b)."""

    verb: ClassVar[str] = DISCLOSE
    title: ClassVar[str] = "POPs shown to a spy"
    rule: ClassVar[str] = RULE
    stages: ClassVar[tuple[str, ...]] = (SHOW,)

    pops: int = word(POPS)

    def after(self, campaign: TheWar, under_way: Disclosure) -> Disclosure:
        return attrs.evolve(under_way, answered=(*under_way.answered, self.power))

    def sentence(self, campaign: TheWar) -> str:
        current = self.awaited(campaign)
        where = f" in {wars.named(campaign, current[1].target)}" if current is not None else ""
        return f"{wars.named(campaign, self.power)} has {counted(self.pops, 'POP', 'POPs')}{where}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if cls.asking(campaign, power) is None:
            return None
        fields = (Field("pops", "own POPs there", cls.rule, default="0"),)
        return Form(cls.verb, "Show POPs to a spy", power + " disclose {pops}", fields, cls.rule)
