"""What is answered to a diplomatic roll: by allies of the attacker, defenders and who may help them, by attackers met
by Counter-Espionage, and whose the country becomes (16.1.1, 16.1.3, 16.1.7, rulings 301, 304, 307, 313)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, keyed, number, word
from engine.kernel.orders import Field, Form
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.politics import attack_stages as attacks
from engine.thewar.politics import moves, stating
from engine.thewar.politics.diplomatic_attack import DiplomaticAttack
from engine.thewar.politics.gathering import ALLIANCE, NAMES
from engine.thewar.politics.naming import POPS
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.diplomacy import COUNTER_ESPIONAGE, ESPIONAGE
from engine.thewar.world import wars
from engine.thewar.world.naming import POWER, counted
from engine.thewar.world.state import TheWar


class _OfAttack(Answer[TheWar, DiplomaticAttack]):
    """An answer to a diplomatic roll."""

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (DiplomaticAttack,)
    unasked: ClassVar[str] = "no diplomatic roll awaits this"
    when: ClassVar[str] = (
        "It is asked once a target is named, in the diplomatic step of Spring and Fall; where one seat plays all, "
        "'influence' says it with counter=, spy= and lends=."
    )

    def expected(self, campaign: TheWar, under_way: DiplomaticAttack) -> Distribution[Any] | None:
        return self.after(campaign, under_way).odds(campaign)


class _OfPops(_OfAttack, stating.Stating[DiplomaticAttack]):
    """An answer that states POPs."""


def _silent(power: str, campaign: TheWar, says: bool) -> Iterable[Refusal]:
    """Who does not take part says nothing of what he has."""
    if says:
        name = wars.named(campaign, power)
        yield Refusal("16.1.1", f"{name} takes no part: its POPs and chits stay its secret", "Without pops= and chits.")


@frozen
class ShowPops(_OfPops):
    """A power shows its POPs in the target before the attacker picks whom to attack (option, ruling 432)."""

    verb: ClassVar[str] = attacks.SHOW
    title: ClassVar[str] = "POPs shown to all"
    rule: ClassVar[str] = "16.1.3, ruling 432"
    stages: ClassVar[tuple[str, ...]] = (attacks.REVEAL,)

    pops: int = word(POPS)

    def after(self, campaign: TheWar, under_way: DiplomaticAttack) -> DiplomaticAttack:
        shown = {**under_way.shown, self.power: self.pops}
        return attrs.evolve(under_way, shown=shown, answered=(*under_way.answered, self.power))

    def expected(self, campaign: TheWar, under_way: DiplomaticAttack) -> Distribution[Any] | None:
        return None

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} shows {counted(self.pops, 'POP', 'POPs')}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if cls.asking(campaign, power) is None:
            return None
        fields = (Field("pops", "own POPs there", cls.rule, default="0"),)
        return Form(cls.verb, "Show POPs to all", power + " " + cls.verb + " {pops}", fields, cls.rule)


@frozen
class PickAlliance(_OfAttack):
    """The attacker picks the alliance once all have shown their POPs (option, ruling 432)."""

    verb: ClassVar[str] = attacks.AGAINST
    title: ClassVar[str] = "alliance attacked"
    rule: ClassVar[str] = "16.1.3, ruling 303"
    stages: ClassVar[tuple[str, ...]] = (attacks.PICK,)

    alliance: str = word(ALLIANCE)

    def after(self, campaign: TheWar, under_way: DiplomaticAttack) -> DiplomaticAttack:
        answered = (*under_way.answered, self.power)
        return attrs.evolve(under_way, against=self.alliance, answered=answered)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} attacks {NAMES.get(self.alliance, 'nobody')}"


@frozen
class Back(_OfPops):
    """An ally of the attacker adds its POPs and, where the country is its client, the status; or does neither (16.1.1,
    ruling 301). ``espionage``: it plays the Espionage chit."""

    verb: ClassVar[str] = attacks.BACK
    title: ClassVar[str] = "POPs for an ally's roll"
    rule: ClassVar[str] = "16.1.1, ruling 301"
    stages: ClassVar[tuple[str, ...]] = (attacks.PARTNERS,)

    pops: int = keyed(POPS, 0, "own POPs there")
    joins: bool = keyed(FLAG, True, "takes part")
    espionage: bool = keyed(FLAG, False, "Espionage chit")

    def wrong(self, campaign: TheWar, under_way: DiplomaticAttack) -> Iterable[Refusal]:
        if not self.joins:
            yield from _silent(self.power, campaign, bool(self.pops or self.espionage))
            return
        if wrong := tuple(super().wrong(campaign, under_way)):
            yield from wrong
        elif not self.pops and campaign.countries[under_way.target].patron != self.power:
            name = wars.named(campaign, self.power)
            yield Refusal("16.1.1", f"{name} has neither POPs nor a status to add", "joins=no")
        if self.espionage:
            yield from _with_pops(campaign, self.power, self.pops, under_way.target)
            yield from moves.chit_refused(campaign, self.power, ESPIONAGE, under_way.target)

    def stated(self) -> int | None:
        return self.pops if self.joins else None

    def after(self, campaign: TheWar, under_way: DiplomaticAttack) -> DiplomaticAttack:
        return under_way.backed(self.power, self.pops, joins=self.joins, spies=self.espionage)

    def sentence(self, campaign: TheWar) -> str:
        name = wars.named(campaign, self.power)
        if not self.joins:
            return f"{name} takes no part in the diplomatic roll"
        chit = " and plays Espionage" if self.espionage else ""
        return f"{name} adds {counted(self.pops, 'POP', 'POPs')} to the diplomatic roll{chit}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if cls.asking(campaign, power) is None:
            return None
        fields = (
            Field("pops", "own POPs there", cls.rule, default="0"),
            Field("joins", "takes part", cls.rule, choices=("yes", "no"), default="yes"),
            Field("espionage", "Espionage chit", "16.1.7.2", choices=("no", "yes"), default="no"),
        )
        pattern = power + " " + cls.verb + " pops={pops} joins={joins} espionage={espionage}"
        return Form(cls.verb, "Add POPs to an ally's roll", pattern, fields, cls.rule)


def _with_pops(campaign: TheWar, power: str, pops: int, target: str) -> Iterable[Refusal]:
    """Why a power plays no chit on a target: it has no POPs there (16.1.7.3)."""
    if not pops:
        name, where = wars.named(campaign, power), wars.named(campaign, target)
        yield Refusal("16.1.7.3", f"{name} has no POPs in {where}: it plays no chit on it", "Without a chit.")


@frozen
class Defend(_OfPops):
    """A power of the alliance attacked shows its POPs; one of the alliance that may help lends them or not (16.1.1,
    16.1.3, rulings 304, 432). ``counter_espionage``: it plays the Counter-Espionage chit."""

    verb: ClassVar[str] = attacks.DEFEND
    title: ClassVar[str] = "POPs in defence"
    rule: ClassVar[str] = "16.1.3, ruling 304"
    stages: ClassVar[tuple[str, ...]] = (attacks.DEFENCE,)

    pops: int = keyed(POPS, 0, "own POPs there")
    lends: bool = keyed(FLAG, True, "takes part")
    counter_espionage: bool = keyed(FLAG, False, "Counter-Espionage chit")

    def wrong(self, campaign: TheWar, under_way: DiplomaticAttack) -> Iterable[Refusal]:
        helper = diplomacy.alliance(self.power) != under_way.against
        if not self.lends:
            if not helper:
                name = wars.named(campaign, self.power)
                yield Refusal("16.1.3", f"{name} is of the alliance attacked and shows its POPs", "pops= as they are.")
            yield from _silent(self.power, campaign, bool(self.pops or self.counter_espionage))
            return
        if wrong := tuple(super().wrong(campaign, under_way)):
            yield from wrong
        elif helper and not self.pops:
            name = wars.named(campaign, self.power)
            yield Refusal("16.1.1, ruling 423", f"{name} has no POP to lend", "lends=no")
        if self.counter_espionage:
            yield from _with_pops(campaign, self.power, self.pops, under_way.target)
            yield from moves.chit_refused(campaign, self.power, COUNTER_ESPIONAGE, under_way.target)

    def stated(self) -> int | None:
        return self.pops if self.lends else None

    def after(self, campaign: TheWar, under_way: DiplomaticAttack) -> DiplomaticAttack:
        return under_way.defended(self.power, self.pops, guards=self.counter_espionage)

    def sentence(self, campaign: TheWar) -> str:
        name = wars.named(campaign, self.power)
        if not self.lends:
            return f"{name} lends no POPs to the defence"
        chit = " and plays Counter-Espionage" if self.counter_espionage else ""
        return f"{name} defends with {counted(self.pops, 'POP', 'POPs')}{chit}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if cls.asking(campaign, power) is None:
            return None
        fields = (
            Field("pops", "own POPs there", cls.rule, default="0"),
            Field("lends", "takes part", cls.rule, choices=("yes", "no"), default="yes"),
            Field("counter_espionage", "Counter-Espionage chit", "16.1.7.2", choices=("no", "yes"), default="no"),
        )
        pattern = power + " " + cls.verb + " pops={pops} lends={lends} counter-espionage={counter_espionage}"
        return Form(cls.verb, "Show POPs in defence", pattern, fields, cls.rule)


@frozen
class CancelCounter(_OfAttack):
    """An attacker met by Counter-Espionage alone cancels it with Espionage, or does not (16.1.7.2, ruling 307)."""

    verb: ClassVar[str] = attacks.CANCEL
    title: ClassVar[str] = "Espionage against Counter-Espionage"
    rule: ClassVar[str] = "16.1.7.2, ruling 307"
    stages: ClassVar[tuple[str, ...]] = (attacks.LONE_COUNTER,)
    open: ClassVar[bool] = True
    covert: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    plays: bool = word(FLAG)

    def wrong(self, campaign: TheWar, under_way: DiplomaticAttack) -> Iterable[Refusal]:
        if self.plays:
            yield from moves.chit_refused(campaign, self.power, ESPIONAGE, under_way.target)

    def after(self, campaign: TheWar, under_way: DiplomaticAttack) -> DiplomaticAttack:
        spy = under_way.spy or (self.power if self.plays else "")
        return attrs.evolve(under_way, spy=spy, answered=(*under_way.answered, self.power))

    def sentence(self, campaign: TheWar) -> str:
        name = wars.named(campaign, self.power)
        meets = "meets" if campaign.options.get(attacks.CARDS_OPTION) else "cancels"
        return f"{name} {meets} it with Espionage" if self.plays else f"{name} lets the Counter-Espionage stand"


@frozen
class TakeOver(_OfAttack):
    """Whose the country becomes that has come over (ruling 313)."""

    verb: ClassVar[str] = attacks.TAKE
    title: ClassVar[str] = "whose the country becomes"
    rule: ClassVar[str] = "16.1.3, ruling 313"
    stages: ClassVar[tuple[str, ...]] = (attacks.WHOSE,)

    whose: str = word(POWER)

    def after(self, campaign: TheWar, under_way: DiplomaticAttack) -> DiplomaticAttack:
        return attrs.evolve(under_way, gains=self.whose)

    def expected(self, campaign: TheWar, under_way: DiplomaticAttack) -> Distribution[Any] | None:
        return None

    def sentence(self, campaign: TheWar) -> str:
        return f"The country becomes {wars.named(campaign, self.whose)}'s"


@frozen
class CardModifier(_OfAttack):
    """What an Espionage and a Counter-Espionage card add to the die together, as the matrix of the player aid has it
    (29.11)."""

    verb: ClassVar[str] = attacks.NET
    title: ClassVar[str] = "net modifier of two cards"
    rule: ClassVar[str] = "29.11"
    stages: ClassVar[tuple[str, ...]] = (attacks.CARDS,)
    open: ClassVar[bool] = True

    adds: int = word(number(-diplomacy.MOST_OF_CARDS, diplomacy.MOST_OF_CARDS))

    def after(self, campaign: TheWar, under_way: DiplomaticAttack) -> DiplomaticAttack:
        return attrs.evolve(under_way, cards=self.adds, answered=(*under_way.answered, self.power))

    def sentence(self, campaign: TheWar) -> str:
        return f"The two cards add {self.adds:+d} to the die"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if cls.asking(campaign, power) is None:
            return None
        fields = (Field("adds", "added to the die", cls.rule, default="0"),)
        return Form(cls.verb, "Net modifier of two cards", power + " " + cls.verb + " {adds}", fields, cls.rule)
