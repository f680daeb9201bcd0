"""The weather rolled for a front: two dice, one less the other, on the table of the front and season (26.1 to 26.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar, Self

import attrs

from engine.kernel.changes import Entry
from engine.kernel.dice import Words
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, keyed
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import variant_hand
from engine.thewar.countries.variant_table import PLAYED, played
from engine.thewar.economy import inside_ussr
from engine.thewar.weather import frostbite_losses, weather
from engine.thewar.weather.front_roll import WINTERIZED_FROM, FrontRoll, read
from engine.thewar.weather.weather import EASTERN, MEDITERRANEAN, WESTERN
from engine.thewar.world import calendar, variants_played, wars
from engine.thewar.world.state import TheWar

STEPS = {
    "weather.eastern-spring": EASTERN,
    "weather.eastern-fall": EASTERN,
    "weather.eastern-winter": EASTERN,
    "weather.western-winter": WESTERN,
    "weather.mediterranean-winter": MEDITERRANEAN,
    "end.second-winter": EASTERN,
}
"""Steps of the sequence of play, each with the front whose weather it rolls."""
WARM_GIS = "keep-the-gis-warm"
"""The variant by which the Winter is milder in the West, once it is played (28.2.4)."""
VARIANT = "winterized-wehrmacht"
"""Variant 10 of Germany, which is played with the dice of a Winter in the East (28.1.2)."""
WINTERIZED = f"{PLAYED}{VARIANT}-turn"
"""The fact that names the turn in which Germany plays Variant 10 (28.1.2)."""
ROLL = "roll"
"""What an order names in place of a level when the program rolls the dice."""
_FRONT = Words(EASTERN, WESTERN, MEDITERRANEAN)
_GERMANY, _USSR = "germany", "ussr"
_FACES = range(1, 11)


def front(campaign: TheWar) -> str:
    """The front whose weather the step at hand rolls, '' in any other step."""
    half, _, slug = campaign.progress.step.partition(".")
    return STEPS.get(slug) or STEPS.get(f"{half}.{slug}", "")


def dice(campaign: TheWar, where: str) -> tuple[str, str]:
    """The power whose die counts for a front's weather, and the power whose die is subtracted from it (26.1.1, 26.2,
    26.3)."""
    if where == EASTERN:
        return _GERMANY, _USSR
    western_power = "britain" if wars.standing(campaign, "britain") else "us"
    if where == WESTERN:
        return _GERMANY, western_power
    return ("italy" if wars.standing(campaign, "italy") else _GERMANY), western_power


def western(campaign: TheWar) -> tuple[str, ...]:
    """The powers that roll for Western Europe (26.2)."""
    return (_GERMANY,) if wars.standing(campaign, _GERMANY) else ()


def mediterranean(campaign: TheWar) -> tuple[str, ...]:
    """The powers that roll for the Mediterranean: Britain, or the United States once Britain has fallen (26.3)."""
    whose = dice(campaign, MEDITERRANEAN)[1]
    return (whose,) if wars.standing(campaign, whose) else ()


def eastern(campaign: TheWar) -> tuple[str, ...]:
    """Who throws for the East by itself: nobody in a Winter in which Germany has first to say whether it plays its
    variant (26.1.1, 28.1.2)."""
    return () if may_winterize(campaign) else western(campaign)


def may_winterize(campaign: TheWar) -> bool:
    """Whether Germany may play the Winterized Wehrmacht before its dice for the East: any one Winter from 1941 on
    (28.1.2). Whether it holds the variant nobody else knows."""
    late = calendar.now(campaign) >= calendar.number(WINTERIZED_FROM)
    return late and calendar.season(campaign) == "winter" and WINTERIZED not in campaign.facts


def roll(campaign: TheWar, where: str, *, winterized: bool = False) -> FrontRoll:
    """The roll for a front as the campaign has it, before its dice."""
    germany = campaign.powers.get(_GERMANY)
    prepared = germany is not None and germany.last_effort == "lle"
    holding = (
        ("fall-lle", prepared),
        ("germans-inside", inside_ussr.there(campaign)),
        ("winterized-wehrmacht", winterized),
        (WARM_GIS, calendar.season(campaign) == "winter" and variants_played.has_played(campaign, WARM_GIS)),
    )
    return FrontRoll(
        where,
        calendar.turn(campaign),
        wars.begun(campaign, _GERMANY, _USSR),
        str(campaign.facts.get(f"{EASTERN}-weather", "")),
        frozenset(fact for fact, holds in holding if holds),
    )


def modifiers(campaign: TheWar, where: str, *, winterized: bool = False) -> Breakdown:
    """What is added to the die that counts (26.1.2, 26.1.3.2, 28.1.2)."""
    return roll(campaign, where, winterized=winterized).added


def worse(campaign: TheWar, where: str) -> int:
    """By how many levels the weather is worse than its table says (26.1.3.1, 26.2)."""
    return roll(campaign, where).worse


@frozen
class RollWeather(PowerOrder[TheWar]):
    """Roll the weather of the front that the step is about. ``level``: what was rolled at the table, with all that is
    added; ``winterized``: Germany plays Variant 10 in this Winter, for both of its rolls; ``had``: the turn in which
    it was obtained."""

    verb: ClassVar[str] = "weather"
    title: ClassVar[str] = "roll the weather"
    rule: ClassVar[str] = "26.0"
    steps: ClassVar[tuple[str, ...]] = tuple(STEPS)
    finishes: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    level: str = keyed(NAME, ROLL)
    winterized: bool = keyed(FLAG, False)
    had: str = keyed(NAME, "", "the turn in which it was obtained")

    def complete(self, campaign: TheWar) -> Self:
        """The turn in which the variant was obtained need not be typed."""
        mine = variant_hand.to_play(campaign, _GERMANY, VARIANT) if self.winterized and not self.had else ()
        return attrs.evolve(self, had=mine[0].turn) if mine else self

    def stands_as_recorded(self, campaign: TheWar) -> bool:
        """Before powers tried for variants here, whoever said so played Variant 10, and no number of plays was kept."""
        untold = self.winterized and not self.had and WINTERIZED not in campaign.facts
        return untold and variant_hand.drawn_at_the_table(campaign, _GERMANY)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        known = weather.LEVELS.get((front(campaign), calendar.season(campaign)))
        if self.level != ROLL and known is not None and self.level not in known[0]:
            yield Refusal(known[1], f"'{self.level}' is no weather of this front", f"{', '.join(known[0])}.")
        if not self.winterized:
            return
        name = "Winterized Wehrmacht"
        if self.power != _GERMANY or front(campaign) != EASTERN or calendar.season(campaign) != "winter":
            yield Refusal("28.1.2", f"{name} is for German dice of a Winter in the East", "Leave it out.")
        elif calendar.now(campaign) < calendar.number(WINTERIZED_FROM):
            yield Refusal("28.1.2", f"{name} is playable from Winter 1941", "Leave it out.")
        elif campaign.facts.get(WINTERIZED, calendar.turn(campaign)) != calendar.turn(campaign):
            yield Refusal("28.1.2", f"{name} has been played in another Winter", "One Winter.")
        elif WINTERIZED not in campaign.facts:
            yield from variant_hand.not_obtained(campaign, _GERMANY, VARIANT, self.had)

    def effect(self, tx: Transaction[TheWar]) -> None:
        campaign, where = tx.campaign, front(tx.campaign)
        season, rule = calendar.season(campaign), self._rule(campaign)
        level = self.level
        if level == ROLL:
            ours, theirs = self._rolled(tx, where)
            level = read(where, season, ours + self._added(campaign) - theirs, worse(campaign, where))
        tx.put(f"facts.{where}-weather", level, "weather", rule)
        if (where, season) == (EASTERN, "winter"):
            frostbite_losses.due_after(tx, level)
        if self.winterized:
            self._play(tx)

    def _play(self, tx: Transaction[TheWar]) -> None:
        """Variant 10 is played, once for both rolls of a Winter."""
        if WINTERIZED not in tx.campaign.facts:
            times = played(tx.campaign, VARIANT) + 1
            tx.put(f"facts.{PLAYED}{VARIANT}", times, "Winterized Wehrmacht", "28.1.2")
            variant_hand.used(tx, _GERMANY, VARIANT, self.had)
        tx.put(f"facts.{WINTERIZED}", calendar.turn(tx.campaign), "Variant 10", "28.1.2")

    def _rolled(self, tx: Transaction[TheWar], where: str) -> Iterator[int]:
        """The face of each power's die, the one that counts first."""
        for who in dice(tx.campaign, where):
            rule, formerly = self._rule(tx.campaign), f"{where}-{who}"
            yield tx.roll("weather", _FRONT(where), power=who, rule=rule, formerly=formerly)

    def _rule(self, campaign: TheWar) -> str:
        return weather.LEVELS[front(campaign), calendar.season(campaign)][1]

    def _added(self, campaign: TheWar) -> int:
        played = self.winterized or campaign.facts.get(WINTERIZED) == calendar.turn(campaign)
        return int(modifiers(campaign, front(campaign), winterized=played).total)

    def forecast(self, campaign: TheWar) -> Distribution[str] | None:
        """The chance of each level."""
        where = front(campaign)
        if not where or self.level != ROLL or any(True for _ in self.judge(campaign)):
            return None
        season, added, more = calendar.season(campaign), self._added(campaign), worse(campaign, where)
        if (where, season) not in weather.LEVELS:
            return None
        chances: dict[str, Fraction] = {}
        for ours in _FACES:
            for theirs in _FACES:
                name = read(where, season, ours + added - theirs, more).replace("-", " ")
                chances[name] = chances.get(name, Fraction(0)) + Fraction(1, 100)
        return Distribution(tuple(chances.items()))

    def sentence(self, campaign: TheWar) -> str:
        where = front(campaign)
        if self.level != ROLL:
            return f"{where.capitalize()} weather: {_said(self.level)}"
        ours, theirs = (wars.named(campaign, who) for who in dice(campaign, where))
        prepared = f", {ours} with the Winterized Wehrmacht" if self.winterized else ""
        return f"{ours} and {theirs} roll for the weather{prepared}"

    def told(self, before: TheWar, entry: Entry) -> str:
        """The dice, what is added, what comes of it."""
        if self.level != ROLL:
            return self.sentence(before)
        where = front(before)
        ours, theirs = (wars.named(before, who) for who in dice(before, where))
        faces = [roll.face for roll in entry.rolls]
        level = next((change.now for change in entry.changes if change.at == f"facts.{where}-weather"), "")
        known = level or str(before.facts.get(f"{where}-weather", ""))
        added = f" {self._added(before):+d}" if self._added(before) else ""
        step = ", one level worse" if worse(before, where) else ""
        return f"{where.capitalize()} weather: {ours} {faces[0]}{added}, {theirs} {faces[1]}{step}: {_said(known)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[RollWeather]:
        if (front(campaign), calendar.season(campaign)) in weather.LEVELS:
            yield cls(power)
            if _may_prepare(campaign, power):
                yield cls(power, winterized=True).complete(campaign)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The order's form, which asks a seat that has obtained Variant 10 for it, where that may be played."""
        where, season = front(campaign), calendar.season(campaign)
        if (where, season) not in weather.LEVELS:
            return None
        levels, rule = weather.LEVELS[where, season]
        fields: tuple[Field, ...] = (Field("level", "rolled at the table", rule, (ROLL, *levels), ROLL),)
        pattern = f"{power} {cls.verb} level={{level}}"
        if _may_prepare(campaign, power):
            fields = (*fields, Field("winterized", "Variant 10, Winterized Wehrmacht", "28.1.2", ("no", "yes"), "no"))
            pattern += " winterized={winterized}"
        return Form(cls.verb, "Roll the weather", pattern, fields, cls.rule, closed=True)


def _may_prepare(campaign: TheWar, power: str) -> bool:
    """Whether a power has obtained Variant 10, as far as this view knows, and may play it with this roll."""
    mine = (power, front(campaign)) == (_GERMANY, EASTERN) and may_winterize(campaign)
    return mine and bool(variant_hand.to_play(campaign, _GERMANY, VARIANT))


def _said(level: str) -> str:
    return level.replace("-", " ")
