"""A variant is played: in its time, under its condition, as often as it may be (chapter 28)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, Self

import attrs

from engine.kernel import ruleset
from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import NAME, NAMES, keyed, word
from engine.kernel.orders import Form, PowerOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import (
    variant_boxes,
    variant_effects,
    variant_hand,
    variant_points,
    variant_targets,
    yards,
)
from engine.thewar.countries.variant_table import LAST_PLAYED, PLAYED, of, played, rows
from engine.thewar.countries.variant_targets import Named, Struck
from engine.thewar.economy import income
from engine.thewar.world import calendar, conditions, entering, forces, wars
from engine.thewar.world.naming import UNIT, counted
from engine.thewar.world.state import TheWar

_ROLLS = {"german-winter": "the weather roll of a Winter in the East, winterized=yes"}
"""How variants are played that have no order of their own, by the roll."""
_GONE = "Its time is over; another one."
_OWN = "A power plays those of its own list."


def too_early_or_late(campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
    """Why a variant is not playable now: its dates, its seasons, its condition (rulings 192, 388)."""
    now = calendar.now(campaign)
    if row["from"] and now < calendar.number(row["from"]):
        wait = counted(calendar.number(row["from"]) - now, "turn", "turns")
        yield Refusal(row["rule"], f"{row['name']} is played from {calendar.spoken(row['from'])} on", f"In {wait}.")
    if row["until"] and now > calendar.number(row["until"]):
        yield Refusal(row["rule"], f"{row['name']} could be played until {calendar.spoken(row['until'])}", _GONE)
    if calendar.season(campaign) not in row.get("seasons", calendar.SEASONS):
        yield Refusal(row["rule"], f"{row['name']} is played in {' or '.join(row['seasons'])}", "In the next.")
    if (step := row.get("before", "")) and _past(campaign, step):
        title = ruleset.of(campaign).sequence[step].title.lower()
        reason = f"{row['name']} is for one turn alone, and its '{title}' is over"
        yield Refusal(f"{row['rule']}, ruling 611", reason, "In another turn, before that.")
    if why := conditions.unmet(campaign, row.get("needs", ())):
        yield Refusal(row["rule"], f"{row['name']} is not played now", f"{why[0].upper()}{why[1:]}.")


def _past(campaign: TheWar, step: str) -> bool:
    """Whether a step of this turn is at hand or over."""
    steps, here = ruleset.of(campaign).sequence, campaign.progress.step
    return here in steps and steps.position(here) >= steps.position(step)


def _too_often(campaign: TheWar, name: str, row: dict[str, Any]) -> Iterable[Refusal]:
    """Why it is not played again: by its list, or in this year (28.1.1 #9, ruling 389)."""
    times = played(campaign, name)
    if row["times"] and times >= row["times"]:
        yield Refusal(row["rule"], f"{row['name']} has been played {times} times", f"At most {row['times']}.")
    last = str(campaign.facts.get(LAST_PLAYED + name, ""))
    if row.get("yearly", 0) and last and calendar.number(last) // 4 == calendar.year(campaign):
        yield Refusal(row["rule"], f"{row['name']} was played in {calendar.spoken(last)}", "Once a year.")


@frozen
class Variant(PowerOrder[TheWar]):
    """Play a variant that its roll has given (28). ``yard``: the home port of the shipyard that it gives; ``at`` and
    ``unit``: what it is played on (see variant_targets)."""

    verb: ClassVar[str] = "variant"
    title: ClassVar[str] = "play a variant"
    rule: ClassVar[str] = "28"
    account: ClassVar[str] = "diplomacy"
    account_of_gains: ClassVar[str] = "gained"
    standing: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    name: str = word(NAME)
    yard: str = keyed(NAME, "")
    had: str = keyed(NAME, "", "the turn in which it was obtained")
    at: tuple[str, ...] = keyed(NAMES, (), "what it is played on")
    unit: str = keyed(UNIT, "", "ship or unit")

    @property
    def named(self) -> Named:
        """What it is played on."""
        return Named(self.at, self.unit)

    def complete(self, campaign: TheWar) -> Self:
        """The turn in which it was obtained need not be typed: of several, the earliest."""
        row = rows().get(self.name)
        if row is None:
            return self
        meant = variant_targets.kind(row).meant(campaign, row, self.named)
        mine = variant_hand.to_play(campaign, self.power, self.name)
        had = self.had or (mine[0].turn if mine else "")
        return attrs.evolve(self, had=had, at=meant.at, unit=meant.unit)

    def stands_as_recorded(self, campaign: TheWar) -> bool:
        """Before powers tried for variants here, whoever said so played one, and it did what was known of it then."""
        return not self.had and variant_hand.drawn_at_the_table(campaign, self.power)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        row = rows().get(self.name)
        if row is None:
            listed = ", ".join(of(self.power)) or "no list of this power"
            yield Refusal("28", f"'{self.name}' is no variant", f"There are {listed}.")
            return
        if row["power"] != self.power:
            yield Refusal(row["rule"], f"{row['name']} is a variant of {wars.named(campaign, row['power'])}", _OWN)
        if roll := row.get("with_roll", ""):
            yield Refusal(row["rule"], f"{row['name']} is played with a roll", f"With {_ROLLS[roll]}.")
        if row["power"] == self.power:
            yield from variant_hand.not_obtained(campaign, self.power, self.name, self.had)
        yield from self.barred(campaign, row)
        yield from self._yard(campaign, row)
        yield from variant_targets.kind(row).wrong(campaign, row, self.named)

    def barred(self, campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
        """Why it is not played now, whatever it would be played on."""
        yield from entering.fallen(campaign, self.power)
        yield from too_early_or_late(campaign, row)
        yield from self._alliances(campaign, row)
        yield from _too_often(campaign, self.name, row)
        yield from self._gives_up(campaign, row)
        yield from variant_points.not_now(campaign, row)
        if (kind := row.get("early", "")) and not income.coming(campaign, self.power, kind):
            yield Refusal(row["rule"], f"every {kind} of {wars.named(campaign, self.power)} has come", "None is early.")

    def _alliances(self, campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
        """Why a country does not become this power's: it has fallen, or fights for somebody (28.2.1 #3)."""
        for country, status in row.get("status", {}).items():
            land, name = campaign.countries.get(country), wars.named(campaign, country)
            if land is None:
                yield Refusal(row["rule"], f"{name} is not in this campaign")
            elif land.status == "conquered":
                yield Refusal(row["rule"], f"{name} is conquered: it allies with nobody")
            elif land.status == "satellite":
                whose = f"a Satellite of {wars.named(campaign, land.patron)}"
                yield Refusal(row["rule"], f"{name} is {whose}: it allies with nobody else")
            elif (land.status, land.patron) == (status, self.power):
                yield Refusal(row["rule"], f"{name} is {status.title()} of {wars.named(campaign, self.power)} already")

    def _gives_up(self, campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
        """Units that are given up come from the force pool (ruling 193)."""
        for group, change in row.get("pool", {}).items():
            pool = campaign.pools.get(f"{self.power}-{group}")
            left = pool.count if pool else 0
            if change < 0 and left < -change:
                reason = f"{-change} {forces.spoken(group)} of the force pool are given up, {left} are left there"
                yield Refusal(row["rule"], reason, "Built ones stay: it waits until so many are in the pool.")

    def _yard(self, campaign: TheWar, row: dict[str, Any]) -> Iterable[Refusal]:
        gives = row.get("yard", False)
        homes = yards.homes(campaign, self.power) if gives else ()
        if gives and self.yard not in homes:
            ports = ", ".join(f"'yard={home}'" for home in homes)
            said = f"'{self.yard}' is no home port for the yard" if self.yard else "no home port is named for the yard"
            yield Refusal(row["rule"], said, f"One of {ports}." if homes else "There is none left.")
        elif self.yard and not homes:
            yield Refusal(row["rule"], f"{row['name']} gives no yard", "Without yard=.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, where the play itself costs some."""
        return variant_targets.cost(campaign, rows().get(self.name, {}), self.named)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """Whether a ship is hit, where a die says so."""
        most = rows().get(self.name, {}).get("strikes", {}).get("upto", 0)
        if not most or any(True for _ in self.judge(campaign)):
            return None
        hit, lost = Fraction(most, 10), variant_targets.factors(campaign, self.named)
        return Distribution(((Struck(True, lost), hit), (Struck(False, 0), 1 - hit)))

    def effect(self, tx: Transaction[TheWar]) -> None:
        row = rows()[self.name]
        tx.put(f"facts.{PLAYED}{self.name}", played(tx.campaign, self.name) + 1, str(row["name"]), row["rule"])
        if row.get("yearly", 0):
            tx.put(f"facts.{LAST_PLAYED}{self.name}", calendar.turn(tx.campaign), str(row["name"]), row["rule"])
        variant_effects.take_effect(tx, self.name, row, self.yard)
        variant_hand.used(tx, self.power, self.name, self.had)
        variant_targets.kind(row).carry_out(tx, row, self.named)

    def sentence(self, campaign: TheWar) -> str:
        row = rows().get(self.name, {})
        effect = f": {row['effect']}" if row else ""
        if said := variant_targets.kind(row).said(campaign, row, self.named):
            effect += f"; {said}"
        return f"{wars.named(campaign, self.power)} plays {row.get('name', self.name)}{effect}"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        face = entry.rolls[0].face
        hit = face <= rows()[self.name]["strikes"]["upto"]
        came = f"Depleted, {variant_targets.factors(before, self.named)} factors" if hit else "missed"
        return f"{self.sentence(before)}: die {face}, {came}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Variant]:
        """What the power has obtained, as far as this view knows, and may play now; a yard's home port is filled in."""
        for name in variant_hand.hand(campaign, power):
            row = rows()[name]
            for one in variant_hand.to_play(campaign, power, name)[:1]:
                homes = yards.homes(campaign, power) if row.get("yard", False) else ()
                for what in variant_targets.kind(row).offered(campaign, row):
                    yard = homes[0] if homes else ""
                    order = cls(power, name, yard=yard, had=one.turn, at=what.at, unit=what.unit)
                    if not any(True for _ in order.judge(campaign)):
                        yield order

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """A box for what the power has obtained, whether it may be played now or is refused with the reason."""
        mine = variant_hand.hand(campaign, power)
        return cls.form_of(campaign, power, mine) if mine else None

    @classmethod
    def form_of(cls, campaign: TheWar, power: str, mine: tuple[str, ...]) -> Form:
        """The form for some variants, with a box for whatever any of them is played on."""
        fields = variant_boxes.boxes(campaign, power, mine)
        pattern = f"{power} variant {{name}}" + "".join(f" {one.name}={{{one.name}}}" for one in fields[1:])
        return Form(cls.verb, "Play a variant", pattern, fields, cls.rule, closed=True)
