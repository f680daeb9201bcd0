"""The Free French of each Spring after the fall of France: a die, and where it gives two units Britain's choice
(18.7.5, ruling 359)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import liberation
from engine.thewar.rolls import falls
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Pool, TheWar

STEP, RULE = "income.free-french", "18.7.5"
BRITAIN, FRANCE, TAG = "britain", "france", liberation.TAG
ROLLED = "free-french-rolled"
"""The fact of the turn of the last roll for the Free French."""
_KINDS = {falls.FREE_FRENCH_ARM: ("arm", "6-8"), falls.FREE_FRENCH_MOT: ("mot", "4-7")}


@frozen
class Comes:
    """What may come of the roll: whether a unit joins the pool."""

    joins: bool


def had(campaign: TheWar) -> tuple[str, ...]:
    """Which of the two have come already, in play, in the pool or lost, by this die, a variant or the liberation."""
    missing = liberation.missing(campaign)
    return tuple(unit for unit, kind in _KINDS.items() if kind not in missing)


def rollers(campaign: TheWar) -> tuple[str, ...]:
    """Who rolls now: Britain in a Spring after the turn in which France fell, while one of the two has not come."""
    france = campaign.powers.get(FRANCE)
    fell = france is not None and france.surrendered
    late = bool(fell) and calendar.now(campaign) > calendar.number(str(fell))
    open_ = late and wars.standing(campaign, BRITAIN) and len(had(campaign)) < len(_KINDS)
    rolled = campaign.facts.get(ROLLED) == calendar.turn(campaign)
    return (BRITAIN,) if open_ and not rolled and calendar.season(campaign) == "spring" else ()


def _roll(campaign: TheWar, face: int = 0) -> falls.FreeFrench:
    return falls.FreeFrench(calendar.turn(campaign), had(campaign), face)


@frozen
class FreeFrench(PowerOrder[TheWar]):
    """Roll for the Free French of this Spring; it is thrown by itself."""

    verb: ClassVar[str] = "free-french"
    title: ClassVar[str] = "Free French"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from falls.free_french_refused(_roll(campaign))
        if self.power not in rollers(campaign):
            if self.power != BRITAIN:
                yield Refusal(RULE, "the Free French are Britain's", "Britain rolls for them.")
            elif campaign.facts.get(ROLLED) == calendar.turn(campaign):
                yield Refusal(RULE, "the die of this Spring has fallen", "One each Spring.")
            elif len(had(campaign)) == len(_KINDS):
                yield Refusal(RULE, "both Free French units have come", "Each comes once.")
            else:
                yield Refusal(RULE, "France had not fallen before this turn", "From the next Spring on.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{ROLLED}", calendar.turn(tx.campaign), "Free French", RULE)
        face = tx.roll("free-french", rule=RULE)
        units = _roll(tx.campaign, face).units
        if len(units) > 1:
            begin(tx, Choice("choose"), "Free French", RULE)
        elif units:
            joins(tx, units[0])

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        if any(True for _ in self.judge(campaign)):
            return None
        return distribution(falls.FallCore(), _roll(campaign)).of(lambda made: Comes(_any(made)))

    def sentence(self, campaign: TheWar) -> str:
        return "Britain rolls for the Free French"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        face = entry.rolls[0].face
        units = _roll(before, face).units
        came = "nobody comes" if not units else " or ".join(units)
        return f"Free French: die {face}: {came}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[FreeFrench]:
        if power in rollers(campaign):
            yield cls(power)


def _any(made: falls.Colony | falls.FreeFrench | falls.Revival) -> bool:
    return isinstance(made, falls.FreeFrench) and bool(made.units)


def joins(tx: Transaction[TheWar], unit: str) -> None:
    """A Free French unit joins the British force pool."""
    kind, strength = _KINDS[unit]
    key = f"{BRITAIN}-{kind}-{strength}-{TAG}"
    if key in tx.campaign.pools:
        tx.add(f"pools.{key}.count", 1, "Free French", RULE)
    else:
        fresh = Pool(power=BRITAIN, kind=kind, strength=strength, tag=TAG, count=1)
        tx.create(f"pools.{key}", fresh, "Free French", RULE)


@frozen
class Choice(Procedure[TheWar]):
    """The die has given one of the two, and Britain says which."""

    kind: ClassVar[str] = "free-french"

    taken: str = ""

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage != "choose":
            return None
        answers = tuple(f"{BRITAIN} {Take.verb} {kind}" for kind, _ in _KINDS.values())
        title = f"Which Free French unit comes: {' or '.join(_KINDS)}?"
        return Decision(BRITAIN, title, answers, answers[0], RULE, ("The other may come in another Spring.",))

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        unit = next(name for name, (kind, _) in _KINDS.items() if kind == self.taken)
        tx.remove(at, "Free French", RULE)
        joins(tx, unit)

    def told(self, before: TheWar, entry: Entry) -> str:
        return f"A Free French {self.taken.upper()} joins the British force pool"


@frozen
class Take(Answer[TheWar, Choice]):
    """Britain takes the ARM or the MOT of the Free French, where the die gives either."""

    verb: ClassVar[str] = "take-free-french"
    title: ClassVar[str] = "Free French unit"
    rule: ClassVar[str] = RULE
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Choice,)
    stages: ClassVar[tuple[str, ...]] = ("choose",)
    unasked: ClassVar[str] = "nobody asks which Free French unit comes"
    when: ClassVar[str] = "Britain is asked where the die of a Spring gives either."

    unit: str = word(NAME)

    def answer(self, tx: Transaction[TheWar], at: str, under_way: Choice) -> None:
        tx.set(f"{at}.taken", self.unit, "Free French", RULE)
        tx.set(f"{at}.stage", "join", "Free French", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return f"Britain takes the Free French {self.unit.upper()}"
