"""A power names a target and an alliance whose influence it attacks there (16.1.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from engine.kernel.campaign import several_eyes
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.countries import simplified_influence, variant_points
from engine.thewar.countries.statuses import SOUTH_AFRICA
from engine.thewar.politics import gathering, moves, stating
from engine.thewar.politics.attack_stages import PARTNERS, REVEAL, REVEAL_OPTION, RULE
from engine.thewar.politics.diplomatic_attack import DiplomaticAttack, spend
from engine.thewar.politics.gathering import ALLIANCE, NAMES, Sides
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.diplomacy import COUNTER_ESPIONAGE, ESPIONAGE
from engine.thewar.world import calendar, influence, wars
from engine.thewar.world.naming import COUNTRY, POWER
from engine.thewar.world.state import Named, TheWar

STEP = "planning.diplomacy"
POPS = number(0, 99)
BELGIAN = "belgian-diplomacy-turn"
"""The fact of the turn in which Belgium became a French Associate without a die (28.2.1 #3)."""


def picks_later(campaign: TheWar) -> bool:
    """Whether all show their POPs before an alliance is picked: an option, where anything is hidden (ruling 432)."""
    return bool(campaign.options.get(REVEAL_OPTION)) and several_eyes(campaign)


@frozen
class NameTarget(PowerOrder[TheWar]):
    """Name a target and the alliance whose influence in it is attacked, with all of the power's own POPs there (16.1.3,
    16.1.6). ``espionage``: it plays an Espionage chit; ``alone``: its allies are not asked. Where nobody is asked,
    because all is one seat's: ``spy``, the ally who plays Espionage, ``counter``, who plays Counter-Espionage, and
    ``lends``, that who may help the defence does."""

    verb: ClassVar[str] = "influence"
    title: ClassVar[str] = "diplomatic roll"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    by_secrets: ClassVar[bool] = True

    target: str = word(COUNTRY)
    against: str = keyed(ALLIANCE, "", "alliance attacked")
    pops: int = keyed(POPS, 0, "own POPs there")
    espionage: bool = keyed(FLAG, False, "Espionage chit")
    alone: bool = keyed(FLAG, False, "without its allies")
    spy: str = keyed(POWER, "", "ally who plays Espionage")
    counter: str = keyed(POWER, "", "who plays Counter-Espionage")
    lends: bool = keyed(FLAG, False, "help for the defence")

    def complete(self, campaign: TheWar) -> Self:
        """Its POPs, of which it has no choice, need not be typed."""
        if self.pops or not influence.known(campaign, self.power):
            return self
        return evolve(self, pops=influence.held(campaign, self.power, self.target))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if simplified_influence.played(campaign):
            hint = f"'{self.power} sway {self.target}' tries for it."
            yield Refusal("29.15", "simplified diplomacy is played in this campaign", hint)
            return
        if self.power not in campaign.powers:
            return
        name = wars.named(campaign, self.power)
        yield from moves.refused(campaign, self.power, moves.NAMES)
        if campaign.powers[self.power].effort == "pass":
            hint = "What lies there from Spring defends; a variant roll is open."
            yield Refusal("4.5, ruling 318", f"{name} passes: it names no target", hint)
        if shut := list(gathering.closed(campaign, self.target)):
            yield from shut
            return
        sides = evolve(self._sides(campaign), gains=gathering.heir(campaign, self.power, self.target))
        roll = gathering.terms(campaign, sides)
        yield from diplomacy.refusals_without_points(roll, lambda who: wars.named(campaign, who))
        yield from self._named_before(campaign)
        yield from self._attacked(campaign)
        yield from self._own(campaign)
        yield from self._for_others(campaign)

    def _named_before(self, campaign: TheWar) -> Iterable[Refusal]:
        """Once a calendar year for an alliance, whichever of its powers does (ruling 306); Germany not again after an
        adverse result in South Africa (23.47)."""
        ours = diplomacy.alliance(self.power)
        target = wars.named(campaign, self.target)
        when = influence.named(campaign, ours, self.target)
        if when and calendar.number(when) // 4 == calendar.year(campaign):
            reason = f"{NAMES[ours]} named {target} in {calendar.spoken(when)}"
            yield Refusal("16.1.3, ruling 306", reason, "Each target once a year for each alliance.")
        if (
            self.power == "france"
            and self.target == "belgium"
            and campaign.facts.get(BELGIAN) == calendar.turn(campaign)
        ):
            reason = f"{target} has become a French Associate in this turn, without a die"
            yield Refusal("28.2.1 #3, ruling 584", reason, "Another target; this one from the next turn on.")
        if self.power == "germany" and self.target == SOUTH_AFRICA and campaign.facts.get(gathering.SHUT_OUT):
            reason = f"a roll went against Germany in {target}: Germany does not name it again"
            yield Refusal("23.47, ruling 314", reason, "Another target.")

    def _attacked(self, campaign: TheWar) -> Iterable[Refusal]:
        others = gathering.others(campaign, self.power)
        listed = ", ".join(f"against={key}" for key in others)
        if picks_later(campaign):
            if self.against:
                hint = "Without against=; it is picked once all have shown their POPs."
                yield Refusal("16.1.3, ruling 432", "all show their POPs before an alliance is picked", hint)
            return
        if self.against == diplomacy.alliance(self.power):
            yield Refusal("16.1.3, ruling 303", "nobody attacks the influence of his own alliance", f"{listed}.")
        elif self.against not in others:
            known = NAMES.get(self.against, f"there is no alliance '{self.against}'")
            what = f"{known} stand no more" if self.against in NAMES else known
            what = what if self.against else "no alliance is named to be attacked"
            yield Refusal("16.1.3, ruling 303", what, f"{listed}.")

    def _own(self, campaign: TheWar) -> Iterable[Refusal]:
        """Its own POPs and its chit; what a view does not know of somebody else it does not judge."""
        target, name = wars.named(campaign, self.target), wars.named(campaign, self.power)
        if wrong := tuple(stating.misstated(campaign, self.power, self.target, self.pops)):
            yield from wrong
        elif not self.pops and not variant_points.on_roll(campaign, self.power, self.target):
            hint = "One POP at least; they are bought in Spring and Fall."
            yield Refusal("16.1.6, ruling 301", f"{name} has no POP of its own in {target}", hint)
        if self.espionage:
            yield from moves.chit_refused(campaign, self.power, ESPIONAGE, self.target)

    def _for_others(self, campaign: TheWar) -> Iterable[Refusal]:
        """What is said for others, where one seat plays all."""
        if not (self.spy or self.counter or self.lends):
            return
        if several_eyes(campaign):
            hint = "Without spy=, counter= and lends=."
            yield Refusal("16.1.3, 16.1.7.2", "the others are asked themselves", hint)
            return
        if self.spy:
            yield from self._spied_for(campaign)
        helping = gathering.helping(campaign, self.power, self.against) if self.against else ""
        if self.lends and not helping:
            hint = "The Soviets and the Axis under the Pact; the Soviets and the West once Germany fights the Soviets."
            yield Refusal("16.1.1, ruling 304", "nobody may lend POPs to this defence now", hint)
        if self.counter:
            defends = self._defending(campaign)
            if self.counter not in defends:
                who = wars.named(campaign, self.counter)
                reason = f"{who} has no POPs in the defence of {wars.named(campaign, self.target)}"
                yield Refusal("16.1.7.3", reason, "Who defends or helps with POPs may play Counter-Espionage.")
            else:
                yield from moves.chit_refused(campaign, self.counter, COUNTER_ESPIONAGE, self.target)

    def _spied_for(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why an ally plays no Espionage: it adds no POPs, or another chit is played."""
        who = wars.named(campaign, self.spy)
        if self.spy not in self._partners(campaign) or not influence.held(campaign, self.spy, self.target):
            hint = "Who attacks with POPs may play Espionage."
            yield Refusal("16.1.7.3", f"{who} adds no POPs to this roll", hint)
        elif self.espionage:
            yield Refusal("16.1.7.3", "one Espionage chit is played on a roll", "espionage=yes or spy=.")
        else:
            yield from moves.chit_refused(campaign, self.spy, ESPIONAGE, self.target)

    def _partners(self, campaign: TheWar) -> tuple[str, ...]:
        """The allies that add POPs or status without being asked: of whom all is known here."""
        if self.alone:
            return ()
        patron = campaign.countries[self.target].patron
        allies = gathering.partners(campaign, self.power, self.target)
        known = gathering.known_pops(campaign, allies, self.target)
        return tuple(ally for ally in allies if ally in known and (known[ally] or ally == patron))

    def _defending(self, campaign: TheWar) -> dict[str, int]:
        """POPs that defend, as far as this view knows."""
        if not self.against:
            return {}
        powers = gathering.able(campaign, self.against, self.target)
        helping = gathering.helping(campaign, self.power, self.against) if self.lends else ""
        powers = (*powers, *(gathering.able(campaign, helping, self.target) if helping else ()))
        return {power: pops for power, pops in gathering.known_pops(campaign, powers, self.target).items() if pops}

    def _sides(self, campaign: TheWar) -> Sides:
        attack = self._begun(campaign)
        return attack.sides(campaign)

    def _begun(self, campaign: TheWar) -> DiplomaticAttack:
        """The roll as it begins. With several seats nothing is in it but what this order says."""
        attack = DiplomaticAttack(
            REVEAL if picks_later(campaign) else PARTNERS,
            by=self.power,
            target=self.target,
            against=self.against,
            pops={self.power: self.pops},
            alone=self.alone,
            spy=self.power if self.espionage else self.spy,
        )
        if several_eyes(campaign):
            return attack
        for ally in self._partners(campaign):
            attack = attack.backed(ally, influence.held(campaign, ally, self.target))
        for power, pops in self._defending(campaign).items():
            attack = attack.defended(power, pops, guards=power == self.counter)
        return evolve(attack, answered=())

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """How the country may stand; of hidden POPs those count that this view knows."""
        if not self.against or self.against not in NAMES or any(True for _ in gathering.closed(campaign, self.target)):
            return None
        return self._begun(campaign).odds(campaign)

    def effect(self, tx: Transaction[TheWar]) -> None:
        moves.make(tx, self.power, moves.NAMES)
        ours = diplomacy.alliance(self.power)
        named = Named.made_of(ours, self.target, turn=calendar.turn(tx.campaign))
        tx.put(f"named.{named.address}", named, "named as a target", RULE)
        attack = self._begun(tx.campaign)
        influence.state(tx, self.power, self.target, self.pops, self.rule)
        if attack.spy:
            spend(tx, attack.spy, ESPIONAGE, self.target)
        if self.counter:
            spend(tx, self.counter, COUNTER_ESPIONAGE, self.target)
        begin(tx, attack, "a target is named", RULE)

    def sentence(self, campaign: TheWar) -> str:
        against = f" against {NAMES[self.against]}" if self.against in NAMES else ""
        chit = ", with Espionage" if self.espionage or self.spy else ""
        points = f"{self.pops} POP{'s' * (self.pops != 1)}"
        for line in variant_points.on_roll(campaign, self.power, self.target):
            points += f" and {line.value} of {line.label}"
        where = wars.named(campaign, self.target)
        return f"{wars.named(campaign, self.power)} names {where}{against}: {points}{chit}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[NameTarget]:
        if simplified_influence.played(campaign):
            return
        others = gathering.others(campaign, power)
        others = ("",) if picks_later(campaign) else others
        for target in diplomacy.targets():
            pops = influence.held(campaign, power, target) if target in campaign.countries else 0
            if pops or variant_points.on_roll(campaign, power, target):
                yield from (cls(power, target, against=other, pops=pops) for other in others)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if simplified_influence.played(campaign):
            return None
        able = tuple(key for key, may in diplomacy.targets().items() if power in may and key in campaign.countries)
        others = gathering.others(campaign, power)
        named = () if picks_later(campaign) else (Field("against", "alliance attacked", RULE, choices=others),)
        fields = (
            Field("target", "country", "16.1", choices=able),
            *named,
            Field("espionage", "Espionage chit", "16.1.7.2", choices=("no", "yes"), default="no"),
            Field("alone", "without its allies", "16.1.1", choices=("no", "yes"), default="no"),
        )
        against = " against={against}" if named else ""
        pattern = power + " influence {target}" + against + " espionage={espionage} alone={alone}"
        # What others say of it themselves is no box where there are several seats.
        return Form(cls.verb, "Name a target", pattern, fields, cls.rule, closed=several_eyes(campaign))
