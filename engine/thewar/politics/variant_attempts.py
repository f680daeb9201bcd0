"""A power tries for a variant instead of naming targets: the first die, and, where it rolls for a project at once, the
project and the second die (28.0, 16.6, 3.3, rulings 381 to 387)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

import attrs

from engine.kernel.campaign import several_eyes
from engine.kernel.changes import Entry
from engine.kernel.counters import Counter
from engine.kernel.dice import Words
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, key, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Decision, begin
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import simplified_influence, variant_hand, variant_table, variant_windows
from engine.thewar.economy.spending import short, take
from engine.thewar.politics import chit_answers, moves, stating
from engine.thewar.politics.chit_answers import COUNTER, Countered
from engine.thewar.politics.naming import STEP
from engine.thewar.rolls import variant_dice
from engine.thewar.rolls.variant_dice import LISTS, MOST_SAVED, PRICE, RULE, Die
from engine.thewar.world import calendar, influence, wars
from engine.thewar.world.influence import COUNTER_ESPIONAGE, ESPIONAGE
from engine.thewar.world.naming import POWER, counted
from engine.thewar.world.state import TheWar, VariantTry

ROLL, SAVE = "roll", "save"
GOALS = {ROLL: "to roll for a project now", SAVE: "to save the modifier"}
"""What a power says before its first die that a success is for (ruling 381)."""


def die(campaign: TheWar, power: str, *, chit: bool, saved: int, second: bool = False, face: int = 0) -> Die:
    """One of the dice of a power in this turn."""
    us = campaign.powers.get("us")
    at_war = power != "us" or (us is not None and bool(us.entered))
    return Die(power, calendar.turn(campaign), chit=chit, saved=saved, at_war=at_war, second=second, face=face)


_ROLLED_FOR = Words(ROLL, SAVE)


@frozen
class Came:
    """What may come of a try: the first die ``succeeds``; the project is ``obtained``, which wants both dice."""

    succeeds: bool
    obtained: bool


@frozen
class VariantRoll(Countered):
    """The first die of a try ``by`` a power, for a ``goal``, with so many ``saved`` modifiers and with Espionage or
    without. Stage: counter, while its enemies are asked. ``answered``: who has answered; ``guards``: who would cancel
    the chit, () for nobody."""

    kind: ClassVar[str] = "variant-roll"

    by: str = ""
    goal: str = ROLL
    saved: int = 0
    espionage: bool = False
    answered: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()

    @property
    def power(self) -> str:
        return self.by

    @property
    def chit(self) -> bool:
        """Whether Espionage counts on the dice."""
        return self.espionage and not self.guards

    def whose(self) -> str:
        return self.by

    def replied(self, power: str, *, plays: bool) -> VariantRoll:
        guards = (*self.guards, power) if plays else self.guards
        return attrs.evolve(self, guards=guards, answered=(*self.answered, power))

    def question(self, campaign: TheWar, power: str) -> tuple[str, tuple[str, ...]]:
        title = (
            f"{wars.named(campaign, self.by)} tries for a variant with Espionage: does {wars.named(campaign, power)} "
            "cancel it?"
        )
        notes = ("If not, the chit helps by 1 on this die and on that for a project.",)
        return title, (*notes, "With Counter-Espionage it helps on neither.")

    def decisions(self, campaign: TheWar) -> tuple[Decision, ...]:
        return self.awaits(campaign, self.answered) if self.espionage else ()

    def odds(self, campaign: TheWar) -> Distribution[Any] | None:
        """What may come of both dice; the second without a saved modifier."""
        first = variant_dice.chance(die(campaign, self.by, chit=self.chit, saved=self.saved))
        if self.goal == SAVE:
            return _outcomes({Came(True, False): first, Came(False, False): 1 - first})
        second = variant_dice.chance(die(campaign, self.by, chit=self.chit, saved=0, second=True))
        both = first * second
        return _outcomes({Came(True, True): both, Came(True, False): first - both, Came(False, False): 1 - first})

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.guards:
            chit_answers.spend(tx, self.guards[0], COUNTER_ESPIONAGE, "against a try for a variant")
        face = tx.roll("variant", _ROLLED_FOR(self.goal), power=self.by, rule=RULE)
        won = die(tx.campaign, self.by, chit=self.chit, saved=self.saved, face=face).success
        turn = calendar.turn(tx.campaign)
        tried = VariantTry(
            power=self.by, turn=turn, goal=self.goal, chit=self.chit, used=self.saved, first=face, won=won
        )
        tx.put(f"variant_tries.{tried.address}", tried, "try for a variant", RULE)
        tx.remove(at, "the die has fallen", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        face = entry.rolls[0].face
        thrown = die(before, self.by, chit=self.chit, saved=self.saved, face=face)
        by = wars.named(before, self.by)
        guard = f"; {wars.named(before, self.guards[0])} plays Counter-Espionage" if self.guards else ""
        came = "nothing comes of it"
        if thrown.success:
            came = "it rolls for a project" if self.goal == ROLL else "it saves a modifier"
        return f"{by}'s try for a variant: {came}; die {_reckoned(thrown)}, {_needed(self.by)} is needed{guard}"


def _outcomes(chances: dict[Came, Fraction]) -> Distribution[Any]:
    return Distribution(tuple((came, chance) for came, chance in chances.items() if chance))


def _reckoned(thrown: Die) -> str:
    """``5 +2``: a die with its modifiers."""
    added = variant_dice.modifier(thrown).total
    return f"{thrown.face} {added:+d}".replace("-", "−")


def _needed(power: str) -> str:
    """What a modified die has to be."""
    if power in variant_dice.AXIS:
        return f"{variant_dice.AXIS_FROM} or more"
    return f"{variant_dice.ALLIES_TO} or less"


# --- the orders


@frozen
class TryVariant(PowerOrder[TheWar]):
    """Try for a variant with the one POP that a power has for it, and, if it likes, an Espionage chit and ``saved``
    modifiers on this die. ``goal``: whether a success lets it roll for a project now, or is saved. ``counter``: where
    one seat plays all and nobody is asked, the enemy that cancels the chit."""

    verb: ClassVar[str] = "try-variant"
    title: ClassVar[str] = "try for a variant"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    by_secrets: ClassVar[bool] = True

    goal: str = word(key(also=tuple(GOALS)))
    saved: int = keyed(number(0, MOST_SAVED), 0, "saved modifiers on this die")
    espionage: bool = keyed(FLAG, False, "Espionage chit")
    counter: str = keyed(POWER, "", "who cancels it")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.goal not in GOALS or self.power not in campaign.powers:
            yield Refusal(RULE, f"'{self.goal}' is nothing that is tried for", f"{' or '.join(GOALS)}.")
            return
        name = wars.named(campaign, self.power)
        if not wars.standing(campaign, self.power):
            yield Refusal(RULE, f"{name} has surrendered", "A power that stands.")
            return
        yield from moves.refused(campaign, self.power, moves.VARIANT)
        if simplified_influence.tried(campaign, self.power):
            hint = "Diplomacy or a variant roll in a turn, not both."
            yield Refusal("3.3, 28.0", f"{name} has tried for a target in this turn", hint)
        yield from variant_dice.refusals(die(campaign, self.power, chit=self.espionage, saved=self.saved))
        yield from self._paid(campaign)
        yield from store_refused(campaign, self.power, self.saved)
        left = variant_hand.saved(campaign, self.power) - self.saved
        if self.goal == SAVE and left >= MOST_SAVED:
            reason = f"{name} has {left} saved modifiers, and {MOST_SAVED} are the most there are"
            yield Refusal("28.0, ruling 384", reason, "'roll' tries for a project; saved= uses them.")
        if self.espionage:
            yield from chit_answers.refused(campaign, self.power, ESPIONAGE)
        if self.counter:
            yield from self._countered(campaign)

    def _paid(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why there is no POP for it."""
        if unread := tuple(stating.unreadable(campaign, self.power)):
            yield from unread
        elif not influence.held(campaign, self.power, influence.VARIANT):
            reason = f"{wars.named(campaign, self.power)} has no POP for a variant"
            yield Refusal("28.0, 16.6, ruling 383", reason, "'points none variant=yes' buys one, in Spring and Fall.")

    def _countered(self, campaign: TheWar) -> Iterable[Refusal]:
        if not self.espionage:
            yield Refusal("28.0, ruling 385", "Counter-Espionage alone does nothing", "It cancels Espionage.")
            return
        yield from chit_answers.for_the_enemy(campaign, self.power, self.counter)

    def thrown(self, campaign: TheWar) -> Die:
        """The die that this order throws."""
        chit = self.espionage and not self.counter
        return die(campaign, self.power, chit=chit, saved=self.saved)

    def _begun(self) -> VariantRoll:
        guards = (self.counter,) if self.counter else ()
        return VariantRoll(COUNTER, self.power, self.goal, self.saved, self.espionage, guards=guards)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """The exact chance of the first die, and of both."""
        if self.goal not in GOALS or self.power not in campaign.powers:
            return None
        return self._begun().odds(campaign)

    def effect(self, tx: Transaction[TheWar]) -> None:
        moves.make(tx, self.power, moves.VARIANT)
        influence.use(tx, self.power, influence.VARIANT, 1, "try for a variant", RULE)
        if self.espionage:
            chit_answers.spend(tx, self.power, ESPIONAGE, "for a variant")
        begin(tx, self._begun(), "a try for a variant", RULE)

    def sentence(self, campaign: TheWar) -> str:
        with_ = ", with Espionage" if self.espionage else ""
        more = f", {self.saved} saved" if self.saved else ""
        goal = GOALS.get(self.goal, self.goal)
        return f"{wars.named(campaign, self.power)} tries for a variant, {goal}{with_}{more}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[TryVariant]:
        """One for each goal, for who has a POP for it that this view knows of."""
        if influence.known(campaign, power) and influence.held(campaign, power, influence.VARIANT):
            yield from (cls(power, goal) for goal in GOALS)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not any(True for _ in cls.offers(campaign, power)):
            return None
        fields = [
            Field("goal", "a success is for", "28.0, ruling 381", tuple(GOALS), GOALS[ROLL], counters=_goals),
        ]
        pattern = power + " try-variant {goal}"
        if not any(True for _ in chit_answers.refused(campaign, power, ESPIONAGE)):
            fields.append(Field("espionage", "Espionage chit", "28.0, ruling 385", ("no", "yes"), "no"))
            pattern += " espionage={espionage}"
        if store := variant_hand.saved(campaign, power):
            counts = tuple(str(count) for count in range(store + 1))
            fields.append(Field("saved", "saved modifiers on this die", "28.0, ruling 384", counts, "0"))
            pattern += " saved={saved}"
        guards = tuple(
            other
            for other in chit_answers.opponents(campaign, power)
            if not any(True for _ in chit_answers.for_the_enemy(campaign, power, other))
        )
        if guards:
            lines = _Guards(guards).lines
            fields.append(Field("counter", "who cancels the chit", RULE, ("", *guards), _NOBODY, counters=lines))
            pattern += " counter={counter}"
        return Form(cls.verb, "Try for a variant", pattern, tuple(fields), RULE, closed=True)


_NOBODY = "nobody"


@frozen
class _Guards:
    """Who might cancel a chit where one seat plays all, or nobody."""

    powers: tuple[str, ...]

    def lines(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        return (Counter("", _NOBODY), *(Counter(power, wars.named(campaign, power)) for power in self.powers))


def _goals(campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
    """What a success may be for, as a form asks before the die (ruling 381)."""
    return tuple(Counter(goal, said) for goal, said in GOALS.items())


def store_refused(campaign: TheWar, power: str, saved: int) -> Iterable[Refusal]:
    """Why a power does not use so many saved modifiers on a die."""
    store = variant_hand.saved(campaign, power)
    if saved > store:
        reason = f"{counted(saved, 'saved modifier', 'saved modifiers')}, and {wars.named(campaign, power)} has {store}"
        yield Refusal("28.0, ruling 384", reason, "'try-variant save' saves one; two at the most.")


@frozen
class _Projects:
    """The list of a power, as the form of a project shows it: number, name and window, or why one is not to be had."""

    power: str

    def lines(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        able, gone = [], []
        for variant, row in variant_table.of(self.power).items():
            item, name = str(row["number"]), f"{row['number']} {row['name']}"
            if why := variant_hand.gone(campaign, self.power, variant):
                gone.append(Counter(item, name, 0, why))
            else:
                able.append(Counter(item, name, 1, variant_windows.brief(row)))
        return (*able, *gone)


@frozen
class Project(PowerOrder[TheWar]):
    """Choose a project of the power's list by its number, and roll for it: 3 NARFs, lost with the die. Where there are
    several seats the others do not see which (ruling 387)."""

    verb: ClassVar[str] = variant_hand.VERB
    title: ClassVar[str] = "roll for a project"
    rule: ClassVar[str] = RULE
    account: ClassVar[str] = "diplomacy"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    item: int = keyed(number(0, max(LISTS.values())), 0, "number in the list")
    saved: int = keyed(number(0, MOST_SAVED), 0, "saved modifiers on this die")
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def openly(self, campaign: TheWar) -> str:
        """The die without the project."""
        return attrs.evolve(self, item=0).text if self.item and several_eyes(campaign) else ""

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        name = wars.named(campaign, self.power)
        tried = variant_hand.this_turn(campaign, self.power)
        if tried is None or not variant_hand.open_roll(campaign, self.power):
            once = "Once in Spring and once in Fall; the die has fallen, the choice stands."
            hint = once if tried is not None else f"'{self.power} try-variant roll' comes first."
            yield Refusal(RULE, f"{name} {_why_none(tried)}", hint)
            return
        last = LISTS.get(self.power, 0)
        if not 1 <= self.item <= last:
            what = f"{self.item} is no project of {name}" if self.item else "no project is chosen"
            yield Refusal("28.0, ruling 386", what, f"By its number in the list: item=1 to item={last}.")
        for variant, row in variant_table.of(self.power).items():
            if row["number"] == self.item:
                yield from variant_hand.not_to_be_had(campaign, self.power, variant)
        yield from store_refused(campaign, self.power, self.saved)
        yield from short(campaign, self.power, PRICE, RULE, deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        return Breakdown().plus("roll for a project", PRICE, "28.0, ruling 386")

    def thrown(self, campaign: TheWar, face: int = 0) -> Die:
        """The die for the project."""
        tried = variant_hand.this_turn(campaign, self.power)
        chit = tried is not None and tried.chit
        return die(campaign, self.power, chit=chit, saved=self.saved, second=True, face=face)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """The exact chance that it is obtained."""
        if self.power not in campaign.powers:
            return None
        won = variant_dice.chance(self.thrown(campaign))
        return _outcomes({Came(True, True): won, Came(True, False): 1 - won})

    def effect(self, tx: Transaction[TheWar]) -> None:
        tried = variant_hand.this_turn(tx.campaign, self.power)
        if tried is None:
            raise LookupError("nobody has won a roll for a project in this turn")
        if tried.second:
            # What lay under seal is opened: the die has fallen long ago.
            tx.set(f"variant_tries.{tried.address}.project", self.item, "the project is opened", RULE)
            return
        take(tx, self.power, PRICE, "roll for a project", RULE)
        face = tx.roll("project", power=self.power, rule=RULE)
        got = self.thrown(tx.campaign, face).success
        made = attrs.evolve(tried, second=face, got=got, used=tried.used + self.saved, project=self.item)
        tx.put(f"variant_tries.{tried.address}", made, "roll for a project", RULE)

    def sentence(self, campaign: TheWar) -> str:
        which = (
            f"project {variant_hand.titles(self.power, self.item)}"
            if self.item
            else "a project that it has written down"
        )
        more = f", {self.saved} saved" if self.saved else ""
        return f"{wars.named(campaign, self.power)} rolls for {which}{more}"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        thrown = self.thrown(before, entry.rolls[0].face)
        came = "it is obtained" if thrown.success else "it is not obtained"
        return f"{self.sentence(before)}: {came}; die {_reckoned(thrown)}, {_needed(self.power)} is needed"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Project]:
        """Each project of its list that may still be tried for, where it has won the roll."""
        if not variant_hand.open_roll(campaign, power):
            return
        for variant, row in variant_table.of(power).items():
            if not any(True for _ in variant_hand.not_to_be_had(campaign, power, variant)):
                yield cls(power, item=row["number"])

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not variant_hand.open_roll(campaign, power):
            return None
        items = tuple(str(order.item) for order in cls.offers(campaign, power))
        only = items[0] if len(items) == 1 else ""
        fields = [Field("item", "project", "28.0, ruling 386", items, only, counters=_Projects(power).lines)]
        pattern = power + " project item={item}"
        if store := variant_hand.saved(campaign, power):
            counts = tuple(str(count) for count in range(store + 1))
            fields.append(Field("saved", "saved modifiers on this die", "28.0, ruling 384", counts, "0"))
            pattern += " saved={saved}"
        credit = Field("deficit", "deficit spending", "14.1.4", ("no", "yes"), "no")
        return Form(cls.verb, "Roll for a project", pattern, tuple(fields), RULE, (credit,), closed=True)


def _why_none(tried: VariantTry | None) -> str:
    """Why there is no roll for a project, of a power."""
    if tried is None:
        return "has not tried for a variant in this turn"
    if not tried.won:
        return "has tried for a variant in this turn without success"
    return "saves its success of this turn" if tried.goal == SAVE else "has rolled for a project in this turn"
