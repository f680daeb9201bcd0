"""Raising the ratings of armies, navies and air forces by payments, one a turn (10.8.2, 10.8.3, 7.11.2, 7.11.3,
11.11.2, 11.11.3).

A payment missed takes one back from the track (ruling 236); the rating is better from the end of the segment with the
last payment on (ruling 93).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen, made_and_compared_often
from engine.thewar.economy import construction_limit
from engine.thewar.economy.spending import short, take, under_pass
from engine.thewar.world import calendar, conditions, ratings, variants_played, wars
from engine.thewar.world.state import Programme, TheWar

FORCES = {"army": "10.8", "navy": "7.11", "air": "11.11"}
"""The forces of a power that have a rating, each with the section on it."""
NAMES = {"army": "army", "navy": "navy", "air": "air force"}


def row(campaign: TheWar, power: str, force: str) -> dict[str, Any] | None:
    """The programme that may raise a force from the rating it has, None where there is none."""
    if power not in campaign.powers or force not in FORCES:
        return None
    return _printed(power, force, getattr(campaign.powers[power], force))


@lru_cache(maxsize=256)
def _printed(power: str, force: str, rating: int) -> dict[str, Any] | None:
    printed: dict[str, Any] | None = table("thewar", "rating-programmes")["row"].get(f"{power}-{force}-{rating}")
    return printed


def terms(campaign: TheWar, line: dict[str, Any]) -> tuple[int, int]:
    """NARFs for a payment and how many it takes, as printed or as a variant has it (28)."""
    for eased in line.get("eased", ()):
        if campaign.facts.get(eased["fact"]):
            return int(eased["price"]), int(eased["turns"])
    return int(line["price"]), int(line["turns"])


def underway(campaign: TheWar, power: str, force: str) -> Programme | None:
    """A power's programme for a force, None where it has none."""
    return campaign.programmes.get(f"{power}-{force}")


def closed(campaign: TheWar, power: str, force: str) -> Iterable[Refusal]:
    """Every reason, money apart, why a power may not pay for a force now."""
    section = FORCES[force]
    line = row(campaign, power, force)
    if line is None:
        rating, name = getattr(campaign.powers[power], force), wars.named(campaign, power)
        reason = (
            f"{name}'s {NAMES[force]} is First-Rate"
            if rating == ratings.BEST
            else f"{name}'s {ratings.ORDINALS[rating]}-Rate {NAMES[force]} is never raised"
        )
        yield Refusal(section, reason)
        return
    for variant in variants_played.forbids(campaign, line.get("barred", ())):
        yield Refusal("28", f"a variant played forbids it: {variant}")
    programme = underway(campaign, power, force)
    if programme is None and (why := conditions.unmet(campaign, line.get("begins", ()))):
        name = wars.named(campaign, power)
        yield Refusal(line["rule"], f"{name} may not begin to raise its {NAMES[force]}", f"{why[0].upper()}{why[1:]}.")
    if programme is not None and programme.last == calendar.turn(campaign):
        name = wars.named(campaign, power)
        yield Refusal(line["rule"], f"{name} has paid for its {NAMES[force]} this turn", "One payment a turn.")


@made_and_compared_often
class Rating(PowerOrder[TheWar]):
    """Pay this turn's part of a programme that raises the rating of the army, navy or air force."""

    verb: ClassVar[str] = "rating"
    title: ClassVar[str] = "raise a rating"
    rule: ClassVar[str] = "10.8.2"
    account: ClassVar[str] = "ratings"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    force: str = word(NAME)
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.force not in FORCES:
            yield Refusal("10.8", f"'{self.force}' has no rating", f"There are: {', '.join(FORCES)}.")
            return
        yield from closed(campaign, self.power, self.force)
        price = self.cost(campaign).total
        yield from short(campaign, self.power, price, FORCES[self.force], deficit=self.deficit)
        yield from under_pass(campaign, self.power, price, "installations", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; it does not count against half of the base (15.1.6.1)."""
        line = row(campaign, self.power, self.force)
        if line is None:
            return Breakdown()
        price, turns = terms(campaign, line)
        programme = underway(campaign, self.power, self.force)
        nth = (programme.paid if programme else 0) + 1
        return Breakdown((Line(f"payment {nth} of {turns}", price, line["rule"]),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        line = row(tx.campaign, self.power, self.force)
        if line is None:
            raise LookupError(f"the {self.force} of {self.power} cannot be raised")
        why = f"raising the {NAMES[self.force]}"
        take(tx, self.power, self.cost(tx.campaign).total, why, line["rule"])
        at, turn = f"programmes.{self.power}-{self.force}", calendar.turn(tx.campaign)
        if underway(tx.campaign, self.power, self.force) is None:
            tx.create(at, Programme(power=self.power, force=self.force, paid=1, last=turn), why, line["rule"])
        else:
            tx.add(f"{at}.paid", 1, why, line["rule"])
            tx.set(f"{at}.last", turn, why, line["rule"])

    def sentence(self, campaign: TheWar) -> str:
        line = row(campaign, self.power, self.force)
        who = f"{wars.named(campaign, self.power)} pays for a better {NAMES.get(self.force, self.force)}"
        if line is None:
            return who
        programme = underway(campaign, self.power, self.force)
        return f"{who}: {(programme.paid if programme else 0) + 1} of {terms(campaign, line)[1]}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Rating]:
        """The payments that are open, and those that only a date still forbids."""
        for force in FORCES:
            if row(campaign, power, force) is not None:
                yield cls(power, force)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not payable(campaign, power):
            return None
        fields = (Field("force", "raise the", cls.rule, choices=payable(campaign, power)),)
        return Form(cls.verb, "Raise a rating", power + " rating {force}", fields, cls.rule)


def payable(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The forces for which a power may make a payment this turn, if it has the money."""
    return tuple(force for force in FORCES if not any(True for _ in closed(campaign, power, force)))


@frozen
class Track(PowerOrder[TheWar]):
    """The segment ends: a force whose last payment was made is better by one; a payment missed takes one back."""

    verb: ClassVar[str] = "rating-track"
    title: ClassVar[str] = "ratings"
    rule: ClassVar[str] = "10.8.2"
    account: ClassVar[str] = "ratings"
    steps: ClassVar[tuple[str, ...]] = ("build.ratings",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key, programme in list(tx.campaign.programmes.items()):
            if programme.power == self.power:
                self._one(tx, key, programme)

    def _one(self, tx: Transaction[TheWar], key: str, programme: Programme) -> None:
        force, rule = programme.force, FORCES[programme.force]
        line = row(tx.campaign, self.power, force)
        if line is None:
            # Only a ruling on the rating gets here.
            tx.remove(f"programmes.{key}", "there is no such programme", rule)
        elif programme.last != calendar.turn(tx.campaign):
            if programme.paid > 1:
                tx.add(f"programmes.{key}.paid", -1, "no payment this turn", f"{line['rule']}, ruling 236")
            else:
                tx.remove(f"programmes.{key}", "no payment this turn", f"{line['rule']}, ruling 236")
        elif programme.paid >= terms(tx.campaign, line)[1]:
            tx.remove(f"programmes.{key}", "the last payment is made", line["rule"])
            tx.add(f"powers.{self.power}.{force}", -1, "the last payment is made", f"{line['rule']}, ruling 93")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)}: programmes for better ratings"

    def told(self, before: TheWar, entry: Entry) -> str:
        """What happened to each programme, in words."""
        news = []
        for key, programme in before.programmes.items():
            if programme.power != self.power:
                continue
            name = NAMES[programme.force]
            better = next((c.now for c in entry.changes if c.at == f"powers.{self.power}.{programme.force}"), 0)
            back = next((c.now for c in entry.changes if c.at == f"programmes.{key}.paid"), None)
            if better:
                news.append(f"the {name} is {ratings.ORDINALS[better]}-Rate")
            elif back is not None:
                news.append(f"no payment for the {name}, back to {back}")
            elif any(c.at == f"programmes.{key}" and c.now is None for c in entry.changes):
                news.append(f"the {name}'s programme ends")
        return f"{wars.named(before, self.power)}: {', '.join(news)}" if news else self.sentence(before)


def tracked(campaign: TheWar) -> tuple[str, ...]:
    """The powers with a programme on whose track something happens when the segment ends."""
    turn = calendar.turn(campaign)
    on_track = set()
    for programme in campaign.programmes.values():
        line = row(campaign, programme.power, programme.force)
        if line is None or programme.last != turn or programme.paid >= terms(campaign, line)[1]:
            on_track.add(programme.power)
    return tuple(power for power in wars.POWERS if power in on_track and wars.standing(campaign, power))


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Programmes that go back without a payment this turn."""
    for programme in campaign.programmes.values():
        line = row(campaign, programme.power, programme.force)
        if line is None or programme.last == calendar.turn(campaign) or not wars.standing(campaign, programme.power):
            continue
        price, turns = terms(campaign, line)
        name = wars.named(campaign, programme.power)
        lost = f"back to {programme.paid - 1}" if programme.paid > 1 else "it breaks off"
        yield Duty(
            f"{name}'s {NAMES[programme.force]}: {programme.paid} of {turns} paid; without {price} NARFs {lost}",
            line["rule"],
            order=f"{programme.power} rating {programme.force}",
        )
