"""Who plays at random from a seed, any game and any number of seats: to see that a scenario holds, and to find what
breaks.

A player chooses among what his outlook offers and fills in forms of orders; he knows what his seat sees and nothing
else. Some of what he tries is refused, as at a table. What is particular to a game stands in its sheet of habits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic

import attrs

from engine.kernel import reading, things
from engine.kernel.campaign import C, Campaign, powers_of
from engine.kernel.chooser import Chooser
from engine.kernel.forms import written
from engine.kernel.grammar import FLAG, TEXT, Kind, Unreadable, arguments, quote
from engine.kernel.in_memory import InMemory
from engine.kernel.orders import Field, Form, Order
from engine.kernel.outlook import Choice, Outlook
from engine.kernel.ranges import KeyOf, Range, bounds
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.habits import USUAL, Habits
from engine.kernel.umpire import Late, Overrule, Ruling
from engine.kernel.values import frozen

_AGAIN = 40
"""How often something is looked for that may not be there before something else is done."""
_KEPT = 24
"""How many lines of steps gone by are remembered."""


class Player:
    """Orders at random from a seed. ``busy``: how many orders he gives beside each one that the step asks for;
    ``beside``: what part of all that is."""

    def __init__(self, ruleset: Ruleset[Any], seed: object, busy: float = 1.0) -> None:
        self.ruleset = ruleset
        self.random = Chooser(seed)
        self.habits = ruleset.sheet(Habits) or Habits()
        self.beside = busy / (1 + busy)
        self._once: list[str] = []
        given = (verb for verb, cls in ruleset.verbs.items() if cls.choosable() and cls.wraps < 0)
        self._tries = {verb: self.habits.tries.get(verb, USUAL) for verb in given}

    def wants(self, campaign: Campaign, seen: Outlook) -> Order[Any] | None:
        """The order that he tries next, on his seat's view of the campaign; it may be refused. None where his seat has
        nothing to do."""
        for _ in range(_AGAIN):
            beside = self.random.chance(self.beside)
            line = self.beside_the_step(campaign, seen) if beside else self._asked_for(campaign, seen)
            if not line and not beside:
                return None
            try:
                return reading.understand(self.ruleset, line, campaign)
            except Unreadable:
                # A line of losses may fit two groups; a person would type it in full.
                continue
        return None

    def line(self, campaign: Campaign, seen: Outlook) -> str:
        """The order that he tries next, as a line; '' where his seat has nothing to do."""
        order = self.wants(campaign, seen)
        return "" if order is None else order.text

    def asked_for(self, seen: Outlook) -> str:
        """One of the legal orders that the step offers; sooner or later its end. Where it offers none: a form that has
        nothing to be filled in, else what meets the step's demand; '' where there is neither."""
        legal = [choice for choice in seen.choices if not choice.refused]
        if not legal:
            if bare := [form.pattern for form in seen.forms if not form.fields]:
                return bare[0]
            return self.habits.meets.get(self.ruleset.sequence[seen.step].slug, "") if seen.step else ""
        ends = [choice for choice in legal if choice.ends]
        others = [choice for choice in legal if not choice.ends]
        if others and (not ends or self.random.chance(0.5)):
            return self._remembered(self.random.pick(others))
        end = self.random.pick(ends).text
        following = self.ruleset.sequence.following(seen.step)[:12]
        return f"{end} through {self.random.pick(following).id}" if following and self.random.chance(0.05) else end

    def fill(self, form: Form, campaign: Campaign) -> str:
        """A form's line with something in each box."""
        values = dict.fromkeys((box.name for box in form.fields), "")
        for box in form.fields:
            values[box.name] = self.box(form.verb, box, campaign, values)
        return written(form, values)

    def box(self, verb: str, box: Field, campaign: Campaign, others: Mapping[str, str]) -> str:
        """What stands in one box of a form. ``others``: what stands in the others, '' where nothing does yet."""
        fill = self.habits.fills.get(f"{verb}.{box.name}")
        if fill is not None:
            return fill(campaign, self.random)
        if box.counters is not None and self.random.chance(0.8):
            offered = [counter for counter in box.counters(campaign, others) if counter.many]
            if offered:
                found = self.random.some(offered, self.random.between(1, 3) if box.listed else 1)
                return ",".join(_many(self.random.between(1, min(3, one.many)), one.text) for one in found)
        if box.choices and not (box.listed and self.random.chance(0.5)):
            return box.default if box.default and self.random.chance(0.3) else self.random.pick(box.choices)
        if box.listed and not box.default:
            return ""
        if box.default and self.random.chance(0.5):
            return box.default
        return self._of_its_kind(verb, box.name, campaign)

    def _of_its_kind(self, verb: str, name: str, campaign: Campaign) -> str:
        """What fits the argument that a box fills: an id of the campaign, or a figure such as play has them."""
        cls: Any = self.ruleset.verbs[verb]
        kind = next((kind for one, _, kind, _ in arguments(cls) if one == name), None)
        if kind is FLAG or kind is TEXT:
            return "yes" if kind is FLAG else quote("so agreed")
        if kind is not None and (ids := _ids(kind, campaign)):
            return self.random.pick(ids)
        return str(self.random.between(1, 24))

    def _remembered(self, choice: Choice) -> str:
        if self.random.chance(0.2):
            self._once = [*self._once[-_KEPT:], choice.text]
        return choice.text

    def _asked_for(self, campaign: Campaign, seen: Outlook) -> str:
        """What the step offers, or where that is nothing or little, one of its forms."""
        mine = set(powers_of(campaign, seen.seat))
        part = self.habits.forms.get(self.ruleset.sequence[seen.step].slug, 0.0) if seen.step and seen.forms else 0.0
        if part and mine & set(seen.awaits) and seen.decision is None and self.random.chance(part):
            return self.fill(self.random.pick(seen.forms), campaign)
        line = self.asked_for(seen)
        if line or not (mine & set(seen.awaits)):
            return line
        return self.fill(self.random.pick(seen.forms), campaign) if seen.forms else ""

    def beside_the_step(self, campaign: Campaign, seen: Outlook) -> str:
        """What nobody has asked for: a form filled in, late, overruled, out of its step; a ruling."""
        kind = self.random.below(100)
        if kind < 7:
            return self._ruling(campaign)
        again = self._once and (15 <= kind < 18 or (kind < 15 and self.random.chance(0.3)))
        line = self.random.pick(self._once) if again else self._filled(campaign, seen)
        if kind < 10:
            return f"{Late.verb} {line}"
        return f"{Overrule.verb} {quote('so agreed')} {line}" if kind < 15 else line

    def _ruling(self, campaign: Campaign) -> str:
        fields = self.ruleset.sequence[campaign.progress.step].fields
        if fields and self.random.chance(0.5):
            field = self.random.pick(fields)
            at = field.name
            value = self.random.pick(field.choices) if field.choices else str(self.random.below(9))
        else:
            at, value = self.random.pick(self._figures(campaign)), str(self.random.below(120))
        return f"{Ruling.verb} {at} {value} because {quote('the table says so')}"

    def _figures(self, campaign: Campaign) -> Sequence[str]:
        """The paths of the powers' figures, in whatever mapping a game has its powers; their seats where they have
        none."""
        found = [
            f"{mapping}.{power}.{figure}"
            for mapping in (field.name for field in attrs.fields(type(campaign)))
            for power in self.ruleset.powers
            if attrs.has(type(thing := things.table(campaign, mapping).get(power)))
            for figure, allowed in bounds(type(thing)).items()
            if isinstance(allowed, Range) and figure in (self.habits.rules_on or (figure,))
        ]
        return found or [f"seats.{power}" for power in self.ruleset.powers]

    def _filled(self, campaign: Campaign, seen: Outlook) -> str:
        """A form filled in: of the step at hand, or of any order that has one; now and then an order that has none."""
        if seen.forms and self.random.chance(0.2):
            return self.fill(self.random.pick(seen.forms), campaign)
        mine = [power for power in powers_of(campaign, seen.seat) if self.ruleset.takes_part(campaign, power)]
        for _ in range(_AGAIN if mine else 0):
            cls, power = self.ruleset.verbs[self.random.weighted(self._tries)], self.random.pick(mine)
            if (form := cls.form(campaign, power)) is not None:
                return self.fill(form, campaign)
            if self.random.chance(0.25):
                return self._bare(cls.verb, power, campaign)
        return self.asked_for(seen)

    def _bare(self, verb: str, power: str, campaign: Campaign) -> str:
        """An order that has no form, by its grammar alone: the words that it needs, and half of what it may say."""
        cls: Any = self.ruleset.verbs[verb]
        words = [power, verb] if cls.names_power else [verb]
        for name, is_word, _, usual in arguments(cls):
            value = self._of_its_kind(verb, name, campaign)
            if is_word:
                words.append(value)
            elif usual is attrs.NOTHING or self.random.chance(0.5):
                words.append(f"{name.replace('_', '-')}={value}")
        return " ".join(words)


def _many(many: int, text: str) -> str:
    return f"{many}-{text}" if many > 1 else text


def _ids(kind: Kind, campaign: Campaign) -> Sequence[str]:
    if not isinstance(kind.bounds, KeyOf):
        return ()
    return (*kind.bounds.also, *(key for at in kind.bounds.mappings for key in things.table(campaign, at)))


@frozen
class Try:
    """What somebody tried: his ``seat``, the order, and why it was ``refused``; () where it was given."""

    seat: str
    order: Order[Any]
    refused: tuple[Refusal, ...] = ()


class Table(Generic[C]):
    """A campaign in memory and those who play it, one for each seat, each on what his own seat sees."""

    def __init__(
        self,
        game: InMemory[C],
        players: Mapping[str, Player],
        seed: object = 0,
        tells: Callable[[str, str], None] = lambda seat, line: None,
    ) -> None:
        """``tells`` is told of every order before it is tried: seat and line."""
        self.game, self.players, self._tells = game, players, tells
        self._random = Chooser(f"{seed} turns")

    @classmethod
    def of(
        cls,
        game: InMemory[C],
        seed: object,
        busy: float = 1.0,
        tells: Callable[[str, str], None] = lambda seat, line: None,
    ) -> Table[C]:
        """A player for every seat of a campaign."""
        return cls(game, {seat: Player(game.ruleset, f"{seed} {seat}", busy) for seat in game.seats}, seed, tells)

    def tries(self) -> Try | None:
        """Somebody tries an order, mostly one whom the game awaits. None where nobody has anything to do."""
        for seat in self._in_turn():
            order = self.players[seat].wants(*self.game.looks(seat))
            if order is not None:
                self._tells(seat, order.text)
                try:
                    self.game.order(order, seat)
                except Refused as refused:
                    return Try(seat, order, refused.refusals)
                return Try(seat, order)
        return None

    def _in_turn(self) -> Sequence[str]:
        seats = tuple(self.players)
        if len(seats) == 1:
            return seats
        seats = tuple(self._random.some(seats, len(seats)))
        if self._random.chance(0.1):
            return seats
        return sorted(seats, key=lambda seat: not any(not one.refused for one in self.game.looks(seat)[1].choices))
