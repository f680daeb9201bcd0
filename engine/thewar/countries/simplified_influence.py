"""Simplified diplomacy in a campaign (29.15): a power tries for one target each Spring and Fall with two dice at 3
NARFs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries.statuses import become
from engine.thewar.economy import logistics, paid_by_hand
from engine.thewar.economy.spending import short, take
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.simplified_diplomacy import (
    PRICE,
    RULE,
    Attempt,
    SimplifiedCore,
    after,
    passes,
    refusals,
    succeeds,
)
from engine.thewar.world import calendar, influence, minors, tallies, wars
from engine.thewar.world.influence import ESPIONAGE
from engine.thewar.world.naming import COUNTRY, POWER
from engine.thewar.world.state import TheWar

STEP = "planning.diplomacy"
SIMPLIFIED = "simplified-diplomacy"
"""The option by which diplomacy takes no points (29.15)."""
TRIED, CHIT = "swayed-", "sway-chit-"
"""With a power, the facts of the turns in which it last tried for a target, and last played a chit for it."""


def played(campaign: TheWar) -> bool:
    """Whether diplomacy is simplified in this campaign."""
    return bool(campaign.options.get(SIMPLIFIED))


def has_played_chit(campaign: TheWar, power: str) -> bool:
    """Whether a power has played an Espionage chit for its roll of this turn."""
    return campaign.facts.get(f"{CHIT}{power}") == calendar.turn(campaign)


def _french_surrender(campaign: TheWar) -> str:
    france = campaign.powers.get("france")
    return france.surrendered if france is not None else ""


@frozen
class Swayed:
    """What may come of it: the country's ``status``, and whose it is then, for people."""

    status: str
    patron: str


def tried(campaign: TheWar, power: str) -> bool:
    """Whether a power has tried for a target in this turn."""
    return campaign.facts.get(f"{TRIED}{power}") == calendar.turn(campaign)


@frozen
class Sway(PowerOrder[TheWar]):
    """Try to move a country one level: a die, and after a success a second one, at 3 NARFs each (29.15). ``gains``:
    whose it becomes, of the power's alliance; ``chit``: one of its Espionage chits is played for both dice."""

    verb: ClassVar[str] = "sway"
    title: ClassVar[str] = "simplified diplomacy"
    rule: ClassVar[str] = RULE
    account: ClassVar[str] = "diplomacy"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    by_secrets: ClassVar[bool] = True

    target: str = word(COUNTRY)
    gains: str = keyed(POWER, "", "becomes whose")
    chit: bool = keyed(FLAG, False, "Espionage chit")
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def terms(self, campaign: TheWar) -> diplomacy.Influence:
        """The attempt as a single roll takes it."""
        land = campaign.countries[self.target]
        us = campaign.powers.get("us")
        facts = [("us-at-war", us is not None and bool(us.entered)), (diplomacy.ESPIONAGE, self.chit)]
        return diplomacy.Influence(
            turn=calendar.turn(campaign),
            target=self.target,
            by=self.power,
            pops={},
            against="",
            status=land.status,
            holder=land.patron,
            gains=self.gains,
            french_surrender=_french_surrender(campaign),
            invaded=minors.was_attacked(campaign, self.target),
            modifiers=tuple(name for name, holds in facts if holds),
        )

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not played(campaign):
            hint = "The diplomacy of chapter 16 is entered with 'status'."
            yield Refusal(RULE, "simplified diplomacy is not played in this campaign", hint)
            return
        land = campaign.countries.get(self.target)
        if land is None:
            yield Refusal("16.1", f"there is no minor country '{self.target}'", "One of the targets of diplomacy.")
            return
        if land.status == "conquered":
            reason = f"{land.name} is conquered by {wars.named(campaign, land.patron)}"
            yield Refusal("16.4", reason, "War alone moves it.")
            return
        yield from minors.not_made(campaign, self.target)
        yield from refusals(Attempt(self.terms(campaign)), lambda who: wars.named(campaign, who))
        yield from self._limits(campaign)
        yield from short(campaign, self.power, PRICE, RULE, deficit=self.deficit)

    def _limits(self, campaign: TheWar) -> Iterable[Refusal]:
        name = wars.named(campaign, self.power)
        if tried(campaign, self.power):
            yield Refusal(RULE, f"{name} has tried for a target in this turn", "One each Spring and each Fall.")
        if tallies.used(campaign, self.power, tallies.VARIANT):
            hint = "Diplomacy or a variant roll in a turn, not both."
            yield Refusal("3.3, 28.0", f"{name} has tried for a variant in this turn", hint)
        if campaign.powers[self.power].effort == "pass":
            yield Refusal("4.5", f"{name} passes: no diplomacy", "A variant roll is open.")
        if not self.chit:
            return
        if not (paid_by_hand.chit(campaign, self.power) or influence.stock(campaign, self.power, ESPIONAGE)):
            hint = "Bought with 'points none espionage=yes' in Spring and Fall; else chit=no."
            yield Refusal(f"{RULE}, 16.1.7.1", f"{name} has no Espionage chit", hint)
        last = str(campaign.facts.get(f"{CHIT}{self.power}", ""))
        if last and calendar.number(last) // 4 == calendar.year(campaign):
            yield Refusal(RULE, f"{name} has played a chit for a diplomatic roll this year", "chit=no")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs: what the first die costs."""
        return Breakdown().plus("simplified diplomacy, before each die", PRICE, RULE)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """How the country stands afterwards, where both dice can be paid for."""
        if self.target not in campaign.countries:
            return None

        def stands(attempt: Attempt) -> Swayed:
            status, holder = after(attempt)
            return Swayed(status, wars.named(campaign, holder) if holder else "nobody")

        return distribution(SimplifiedCore(), Attempt(self.terms(campaign))).of(stands)

    def effect(self, tx: Transaction[TheWar]) -> None:
        turn, terms = calendar.turn(tx.campaign), self.terms(tx.campaign)
        tx.put(f"facts.{TRIED}{self.power}", turn, "simplified diplomacy", RULE)
        if self.chit:
            tx.put(f"facts.{CHIT}{self.power}", turn, "Espionage chit played", RULE)
            if not paid_by_hand.chit(tx.campaign, self.power):
                influence.play(tx, self.power, ESPIONAGE, "Espionage chit played", RULE)
        take(tx, self.power, PRICE, "simplified diplomacy", RULE)
        attempt = Attempt(terms, tx.roll("sway", self.target, rule=RULE))
        able = self.deficit or logistics.free(tx.campaign.powers[self.power]) >= PRICE
        if not (passes(terms, attempt.first) and able):
            return
        take(tx, self.power, PRICE, "simplified diplomacy", RULE)
        attempt = Attempt(terms, attempt.first, tx.roll("sway", self.target, rule=RULE))
        if succeeds(attempt):
            status, holder = after(attempt)
            become(tx, self.target, status, holder, "diplomacy", f"{RULE}, 16.3")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} tries to sway {wars.named(campaign, self.target)}"

    def told(self, before: TheWar, entry: Entry) -> str:
        dice = " and ".join(str(roll.face) for roll in entry.rolls)
        if not dice:
            return self.sentence(before)
        moved = any(change.at.startswith(f"countries.{self.target}.") for change in entry.changes)
        came = "it comes one level nearer" if moved else "nothing comes of it"
        return f"{self.sentence(before)}: die {dice}: {came}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Sway]:
        if played(campaign):
            for target, able in diplomacy.targets().items():
                if power in able and target in campaign.countries:
                    yield cls(power, target)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not played(campaign):
            return None
        able = tuple(key for key, may in diplomacy.targets().items() if power in may and key in campaign.countries)
        ours = diplomacy.ALLIANCES.get(diplomacy.alliance(power), ())
        fields = (
            Field("target", "country", "16.1", choices=able),
            Field("gains", "becomes whose", "ruling 313", choices=ours, default=power),
            Field("chit", "Espionage chit", RULE, choices=("no", "yes"), default="no"),
        )
        return Form(cls.verb, "Simplified diplomacy", power + " sway {target} gains={gains} chit={chit}", fields, RULE)
