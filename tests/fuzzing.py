"""Lines that nobody types: made from the grammar of every order of a game, with ids of the campaign, wrong ids, numbers
of every size, and texts with a sign changed; half of them forgotten, overruled or rulings. Each goes through parser,
judge, price, forecast and what-if, in twenty states of both games, and now and then one that is legal is given, so that
the states move on. Nothing may fail, and nothing may take a second of the processor's time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from engine.kernel import outlook, play, reading, ruleset
from engine.kernel.campaign import Campaign, seat_names, view
from engine.kernel.dice import KeyedDice
from engine.kernel.grammar import FLAG, LINE, NAMES, STEP, TEXT, Kind, Unreadable, arguments
from engine.kernel.orders import Order
from engine.kernel.plan import price
from engine.kernel.ranges import Range
from engine.kernel.refusals import Refused
from engine.kernel.ruleset import Ruleset
from saves import scenarios

DICE = KeyedDice(b"lines that nobody types, by seed")
SECOND = 1.0
# Scenario, turn, seats ('' for one), all options on.
STATES = (
    ("1939-campaign", 1, 1, False),
    ("1939-campaign", 2, 5, False),
    ("1939-campaign", 3, 2, True),
    ("1939-campaign", 8, 1, True),
    ("1939-campaign", 12, 2, False),
    ("1939-campaign", 16, 1, True),
    ("1939-campaign", 20, 1, False),
    ("1939-campaign", 24, 2, True),
    ("1940-spring", 1, 1, False),
    ("1940-spring", 5, 2, True),
    ("1940-spring", 9, 1, True),
    ("1940-spring", 14, 1, False),
    ("1940-spring", 18, 2, False),
    ("battle-of-the-atlantic", 1, 1, False),
    ("battle-of-the-atlantic", 4, 2, False),
    ("battle-of-the-atlantic", 9, 1, False),
    ("strategic-bombing", 1, 1, False),
    ("strategic-bombing", 3, 2, False),
    ("global-war", 1, 1, False),
    ("global-war", 2, 2, False),
)
ODD = ("foo", "none", "board", "x", "a-b-c", "vs", "1", "0", "no-such-place", "attack", "all", "solo", "table", "rules")
NUMBERS = (0, 1, 1, 2, 2, 3, 5, 7, 10, 20, 40, 99, 100, 999, 9999, 999999, 999999999, -1, -5, -99, -999999999)
SIGNS = '",=;-+.:/ 019az\u202e\u00e9\\'


@attrs.define
class Found:
    """What came of some lines: how many were run, were legal, were given; what failed, with its state and line; the
    slowest in seconds of the processor's time."""

    lines: int = 0
    legal: int = 0
    given: int = 0
    faults: list[str] = attrs.field(factory=list)
    slowest: float = 0.0
    slowest_line: str = ""


def opening(scenario: str, turn: int, seats: int, *, options: bool) -> Campaign:
    """A state to begin from: a scenario's opening, at a later turn where one is named."""
    campaign: Any = scenarios.preview(scenario)
    on = {"house_rulings": True}
    if options:
        on |= {name: True for name, value in campaign.options.items() if value is False}
    campaign = attrs.evolve(campaign, options={**campaign.options, **on})
    if seats > 1:
        holders = {power: getattr(one, "side", power) for power, one in campaign.powers.items()}
        campaign = attrs.evolve(campaign, seats={power: holders.get(power, "allied") for power in campaign.seats})
    campaign = _settled(campaign)
    if turn > 1:
        campaign = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=turn))
    opened: Campaign = campaign
    return opened


def _settled(campaign: Any) -> Any:
    batches = play.settle(ruleset.of(campaign), campaign, dice=DICE, n=1)
    return batches[-1].campaign if batches else campaign


class Maker:
    """Makes lines for one campaign."""

    def __init__(self, rules: Ruleset[Any], rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.verbs = [cls for cls in rules.verbs.values() if cls.wraps < 0]
        self.steps = [step.id for step in rules.sequence.steps]
        self.ids: list[str] = []
        self.offers: list[str] = []
        self.paths: list[str] = []

    def look(self, campaign: Any, seat: str) -> None:
        """Take the ids of a campaign, and what it offers a seat."""
        ids: list[str] = []
        paths: list[str] = []
        for field in attrs.fields(type(campaign)):
            held = getattr(campaign, field.name)
            if isinstance(held, dict) and held and field.name not in ("secrets", "sources"):
                keys = self.rng.sample(list(held), min(len(held), 25))
                ids += keys
                for key in keys:
                    inner = held[key]
                    if attrs.has(type(inner)):
                        names = [one.name for one in attrs.fields(type(inner))]
                        paths += [f"{field.name}.{key}.{self.rng.choice(names)}" for _ in range(2)]
                        ids += [
                            str(value)
                            for value in attrs.asdict(inner, recurse=False).values()
                            if isinstance(value, str) and value
                        ]
                    else:
                        paths.append(f"{field.name}.{key}")
        self.ids = sorted({one.lower().replace(" ", "-") for one in ids})
        self.paths = sorted(set(paths))
        shown = outlook.outlook(self.rules, campaign, seat)
        self.offers = [choice.text for choice in shown.choices]
        powers = [power for power in campaign.seats if self.rules.takes_part(campaign, power)]
        for cls in self.rng.sample(self.verbs, 12):
            form = cls.form(campaign, self.rng.choice(powers))
            if form is not None:
                self.ids += [choice for field in form.fields for choice in field.choices if choice]

    def name(self) -> str:
        """An id of the campaign, or one that stands nowhere."""
        if self.ids and self.rng.random() < 0.9:
            return self.rng.choice(self.ids)
        return self.rng.choice((*ODD, *self.rules.verbs, *self.steps))

    def number(self, kind: Kind | None = None) -> str:
        """A number of any size."""
        bounds = kind.bounds if kind is not None else None
        if isinstance(bounds, Range) and self.rng.random() < 0.6:
            return str(self.rng.randint(bounds.low, min(bounds.high, bounds.low + 12)))
        return str(self.rng.choice(NUMBERS))

    def value(self, kind: Kind) -> str:
        """An argument of a kind."""
        if isinstance(kind.bounds, Range):
            return self.number(kind)
        if kind is FLAG:
            return self.rng.choice(("yes", "no"))
        if kind in (TEXT, LINE):
            return '"because"'
        if kind is STEP:
            return self.rng.choice(self.steps)
        if kind.name == NAMES.name:
            return ",".join(
                (f"{self.rng.randint(1, 4)}-" if self.rng.random() < 0.2 else "") + self.name()
                for _ in range(self.rng.choice((1, 1, 2, 3, 6)))
            )
        return self.name()

    def plain(self) -> str:
        """An order that stands alone."""
        if self.offers and self.rng.random() < 0.15:
            return self.rng.choice(self.offers)
        cls = self.rng.choice(self.verbs)
        power = self.rng.choice(self.rules.powers) + " " if cls.names_power else ""
        return power + " ".join((cls.verb, *self.words(cls)))

    def words(self, cls: Any) -> Iterator[str]:
        """The arguments of an order."""
        if cls.verb == "ruling":
            path = self.rng.choice(self.paths) if self.paths and self.rng.random() < 0.9 else self.name()
            value = self.rng.choice((self.number(), self.name(), "yes", "no"))
            yield from (path, value, "because", '"x"')
        elif cls.verb == "done":
            yield from self.rng.choice(((), ("through", self.rng.choice(self.steps)), ("through", self.name())))
        elif cls.verb in ("losses", "immobile"):
            deed = self.rng.choice(("-", "+", "dep ", "rep ", "")) if cls.verb == "losses" else ""
            owner = self.rng.choice(self.rules.powers) + " " if cls.verb == "losses" else ""
            yield f"{owner}{deed}{self.number().lstrip('-')} {self.name()}"
        else:
            for name, is_word, kind, _ in arguments(cls):
                if is_word:
                    yield self.value(kind)
                elif self.rng.random() < 0.4:
                    yield f"{name.replace('_', '-')}={self.value(kind)}"

    def line(self) -> str:
        """A line: half of them over the rules, some with a sign changed."""
        said = self.plain()
        dice = self.rng.random()
        if dice < 0.25:
            said = f'overrule "x" {said}'
        elif dice < 0.38:
            said = f"late {said}"
        elif dice < 0.45:
            said = f'overrule "x" late {said}'
        elif dice < 0.5:
            said = " ".join(("ruling", *self.words(self.rules.verbs["ruling"])))
        if self.rng.random() < 0.1:
            at = self.rng.randrange(len(said))
            said = said[:at] + self.rng.choice(SIGNS) + said[at + self.rng.choice((0, 1, 3)) :]
        return said


def examine(campaign: Any, line: str, seat: str) -> tuple[Any, bool]:
    """What becomes of one line: the campaign after it (None where it may not be given), and whether it was legal."""
    rules = ruleset.of(campaign)
    shown = view(campaign, seat)
    try:
        order = reading.understand(rules, line, shown)
    except Unreadable:
        return None, False
    assert reading.parse(rules, order.text).text == order.text, "its text parses back to another order"
    refusals = play.judge(rules, shown, order, seat)
    price(order, shown)
    if refusals:
        assert all(refusal.reason for refusal in refusals)
        return None, False
    order.cost(shown)
    order.sentence(shown)
    outlook.forecast(rules, shown, order, seat)
    try:
        batches = play.submit(rules, campaign, [order], seat=seat, dice=DICE, n=1)
    except Refused:
        return None, True
    after = batches[-1].campaign
    for entry in batches[-1].entries:
        reading.parse(rules, entry.order)
    return after, True


def run(nth: int, seed: int, count: int) -> Found:
    """So many lines on one of the states."""
    rng = random.Random(f"{nth}/{seed}")
    scenario, turn, seats, options = STATES[nth % len(STATES)]
    start: Any = opening(scenario, turn, seats, options=options)
    campaign, found = start, Found()
    rules = ruleset.of(campaign)
    maker = Maker(rules, rng)
    stuck = 0
    for at in range(count):
        seat = rng.choice(seat_names(campaign))
        if at % 40 == 0:
            stuck += 1
            moved = _move_on(maker, campaign, found)
            if moved is not campaign:
                campaign, stuck = moved, 0
            if stuck > 10:
                campaign, stuck = start, 0
            _guard(found, campaign, "(look)", maker.look, campaign, seat)
        line = maker.line()
        outcome = _guard(found, campaign, line, examine, campaign, line, seat)
        found.lines += 1
        if outcome is not None and outcome[1]:
            found.legal += 1
            if outcome[0] is not None and rng.random() < 0.1:
                campaign = outcome[0]
                found.given += 1
    return found


def _move_on(maker: Maker, campaign: Any, found: Found) -> Any:
    """Give something that is on offer, so that the campaign goes on."""
    for seat in seat_names(campaign):
        shown = _guard(found, campaign, f"(outlook of {seat})", outlook.outlook, maker.rules, campaign, seat)
        if shown is None:
            continue
        legal = [choice.text for choice in shown.choices if not choice.refused]
        if not legal:
            continue
        text = shown.decision.default if shown.decision and shown.decision.default in legal else maker.rng.choice(legal)
        order = reading.parse(maker.rules, text)
        batches = _guard(found, campaign, text, _given, campaign, order, seat)
        if batches:
            return batches[-1].campaign
    return campaign


def _given(campaign: Any, order: Order[Any], seat: str) -> Any:
    return play.submit(ruleset.of(campaign), campaign, [order], seat=seat, dice=DICE, n=1)


def _guard(found: Found, campaign: Any, line: str, deed: Callable[..., Any], *given: Any) -> Any:
    """Do it; what fails is a fault of the program, and what takes long is noted."""
    began = time.process_time()
    try:
        return deed(*given)
    except Exception as fault:  # whatever it is, it is a fault that a player would meet
        trace: Any = fault.__traceback__
        places: list[str] = []
        while trace is not None:
            places.append(f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
            trace = trace.tb_next
        where = f"{campaign.scenario} turn {campaign.progress.turn} {campaign.progress.step}"
        found.faults.append(f"{type(fault).__name__}: {fault} at {' '.join(places[-4:])}\n    {where}: {line}")
        return None
    finally:
        took = time.process_time() - began
        if took > found.slowest:
            found.slowest, found.slowest_line = took, line


def run_all(seed: int, each: int, states: Sequence[int] = range(len(STATES))) -> list[Found]:
    """So many lines on each of the states."""
    return [run(nth, seed, each) for nth in states]
