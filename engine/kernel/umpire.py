"""Orders of the table over the rules: rulings, forgotten orders, orders that pass although the rules refuse them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, ClassVar, Self, TypeGuard, Union, get_args, get_origin

import attrs

from engine.kernel import beginnings, facts, fitting, leaving_out, path_words, ruleset, schema, things
from engine.kernel.campaign import Campaign
from engine.kernel.dice import NeedsDie, NoDice
from engine.kernel.grammar import ID, LINE, STEP, Token, Unreadable, is_number, quote, unquote, word
from engine.kernel.nearest import nearest
from engine.kernel.orders import Order, TableOrder, Wrapping
from engine.kernel.paths import Addressed, UnknownPath, field_types, get, leaf_bounds, leaf_type
from engine.kernel.ranges import NAME_LENGTH, RANGE, REASON_LENGTH, Length, Range, out_of_range, written
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen

REASON = {RANGE: Length(REASON_LENGTH)}

FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""How a rule fails on a state that it never expects: only an order over the rules leads there."""


def impossible(fault: Exception) -> Refusal:
    """The refusal of an order over the rules of which something failed when it was tried."""
    said = f"no '{fault.args[0]}' there" if isinstance(fault, KeyError) and fault.args else str(fault)
    return Refusal("overrule", f"it cannot be carried out at all: {said}", "Nothing was written.")


def impossible_unsaid() -> Refusal:
    """The same where the fault's own words might be of what somebody sealed."""
    reason = "it cannot be carried out at all; why would tell of what is sealed"
    return Refusal("overrule", reason, "Nothing was written.")


def rehearsed(campaign: Campaign, order: Order[Any]) -> Iterable[Refusal]:
    """Try an order over the rules, up to its first die: why it cannot be carried out, nothing where it can."""
    try:
        order.effect(Transaction(campaign, NoDice(), "", order.actor))
    except NeedsDie:
        return
    except FAULTS as fault:
        yield impossible(fault)


@frozen
class Ruling(TableOrder[Campaign]):
    """The umpire sets a declared figure, whatever the rules say. A wrong shape is refused, nothing else.

    Of a value that stands under an address made of itself the words that people write for it are enough:
    ``wars.germany+ussr 1941-2-summer``, in whatever order."""

    verb: ClassVar[str] = "ruling"
    title: ClassVar[str] = "ruling of the table"
    over_the_rules: ClassVar[bool] = True

    at: str = word(STEP)
    value: str = word(LINE)
    because: str = written(REASON_LENGTH, "")

    @classmethod
    def parse(cls, power: str, given: list[Token], end: int) -> Self:
        if len(given) != 4 or given[2].text != "because":
            raise Unreadable(
                "a ruling has another form", given[0].at if given else end, 'ruling PATH VALUE because "..."'
            )
        try:
            at = STEP.read(given[0].text)
            because = unquote(given[3].text)
        except ValueError:
            raise Unreadable("a ruling has another form", given[0].at, 'ruling PATH VALUE because "..."') from None
        value = given[1].text
        if value.startswith('"'):
            return cls(at, unquote(value), because)
        # A figure is said in one way: 01 is 1. A word of digits, such as a name, keeps its zeros in quotes.
        return cls(at, str(int(value)) if is_number(value) else value, because)

    def complete(self, campaign: Campaign) -> Ruling:
        """The path with the names that a person began written out: ``powers.ger.nar`` is ``powers.germany.narfs``."""
        head, *rest = self.at.split(".")
        parts = [beginnings.only(head, (path.partition(".")[0] for path in schema.ruled(type(campaign))))]
        holder: Any = getattr(campaign, parts[0], None)
        for part in rest:
            parts.append(beginnings.only(part, _names_in(campaign, parts[0], holder)))
            holder = things.part_of(holder, parts[-1]) if holder is not None else None
        return attrs.evolve(self, at=".".join(parts))

    def arguments(self) -> str:
        bare = (
            str(int(self.value)) == self.value
            if is_number(self.value)
            else ID.match(self.value) or _is_bare(self.value)
        )
        return f"{self.at} {self.value if bare else quote(self.value)} because {quote(self.because)}"

    def shape(self, campaign: Campaign) -> Iterable[Refusal]:
        """A path that is no declared figure, or a value that cannot stand there."""
        if misshapen := tuple(super().shape(campaign)):
            yield from misshapen
            return
        ruled = schema.ruled(type(campaign))
        if not any(self.at == prefix or self.at.startswith(f"{prefix}.") for prefix in ruled):
            yield Refusal("ruling", f"'{self.at}' is not open to rulings", f"Open are: {', '.join(ruled)}.")
            return
        try:
            kind = leaf_type(campaign, self.at)
            value = self._meant(kind) if _is_addressed(kind) else convert(self.value, kind)
        except UnknownPath as fault:
            yield Refusal("ruling", str(fault), "Look the path up with 'show'.")
        except ValueError as fault:
            yield Refusal("ruling", str(fault))
        else:
            yield from self._misfits(campaign, value) if isinstance(value, Addressed) else self._unfit(campaign, value)

    def _meant(self, kind: type[Addressed]) -> Addressed:
        """The value that is to stand there. Raises ValueError where the words mean none."""
        names = kind.meant(self.at.rpartition(".")[2])
        return kind.made_of(*names, **{kind.said: convert(self.value, field_types(kind)[kind.said])})

    def _misfits(self, campaign: Campaign, value: Addressed) -> Iterable[Refusal]:
        """Why a value cannot stand in the campaign under its own address."""
        for fault in out_of_range(value):
            yield Refusal("ruling", f"{self.at}: {fault.problem}", f"{fault.allowed[:1].upper()}{fault.allowed[1:]}.")
        for _, problem in fitting.strangers(campaign, value):
            yield Refusal("ruling", f"{self.at}: {problem}")

    def _unfit(self, campaign: Campaign, value: str | int | bool) -> Iterable[Refusal]:
        """Why a value of a right type cannot stand at the path: another kind than the rules read there, or a range."""
        mapping, _, key = self.at.partition(".")
        holder, _, name = self.at.rpartition(".")
        if isinstance(whole := get(campaign, holder), Addressed) and name in whole.known_by:
            yield Refusal("ruling", f"'{name}' says what {holder} is, and is not open to rulings")
            return
        fact = None
        if mapping == facts.FIELD:
            known = ruleset.of(campaign).facts
            fact = known.find(campaign, key)
            if fact is None:
                near = known.nearest(campaign, key)
                yield Refusal("ruling", f"there is no fact '{key}'", f"Nearest is '{near}'." if near else "")
                return
        elif type(whole) is dict and name not in whole and (refusal := self._no_key(campaign, holder, name)):
            yield refusal
            return
        try:
            kind: Any = fact.kind if fact is not None else type(get(campaign, self.at))
        except UnknownPath:
            kind = None
        if kind in facts.EXPECTED and type(value) is not kind:
            yield Refusal("ruling", f"'{self.value}' is not {facts.EXPECTED[kind]}")
            return
        allowed = fact.bounds if fact is not None else leaf_bounds(campaign, self.at)
        if isinstance(value, str) and (allowed is None or isinstance(allowed, Range)):
            allowed = Length(NAME_LENGTH)
        if problem := fitting.unfit(campaign, self.at, allowed, value):
            yield Refusal("ruling", f"{self.at}: {problem}", f"{str(allowed)[:1].upper()}{str(allowed)[1:]}.")

    def _no_key(self, campaign: Campaign, holder: str, key: str) -> Refusal | None:
        """Why nothing new can stand under a key: the game does not know it, or it is no id."""
        known = schema.keys(type(campaign), holder)
        if key in known or (not known and ID.match(key)):
            return None
        ids = (name for mapping in schema.ruled(type(campaign)) for name in getattr(campaign, mapping))
        near = nearest(key, known or ids)
        problem = "" if known else ": an id has small letters, digits and single hyphens"
        return Refusal(
            "ruling", f"there is no '{key}' in {holder}{problem}", f"Nearest is '{near[0]}'." if near else ""
        )

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        if not self.because.strip():
            yield Refusal("ruling", "a ruling needs its reason", 'Add: because "..."')

    def effect(self, tx: Transaction[Campaign]) -> None:
        kind = leaf_type(tx.campaign, self.at)
        if _is_addressed(kind):
            value = self._meant(kind)
            tx.put(f"{self.at.rpartition('.')[0]}.{value.address}", value, "ruling", "ruling")
        else:
            tx.put(self.at, convert(self.value, kind), "ruling", "ruling")

    def sentence(self, campaign: Campaign) -> str:
        value = path_words.words(campaign, self.value) if ID.match(self.value) else self.value
        return f"ruling: {path_words.figure(campaign, self.at)} is {value}, because {self.because}"


def _names_in(campaign: Campaign, head: str, holder: Any) -> Iterable[str]:
    """The names that a part of a path may be the beginning of: of fields, of facts, of things that bear a name. What
    has an id alone is called by it, for a ruling may make another."""
    if head == facts.FIELD:
        return (key for fact in ruleset.of(campaign).facts.declared.values() for key in fact.keys(campaign))
    if isinstance(holder, Mapping):
        return (key for key, thing in holder.items() if things.name_of(thing))
    return (field.name for field in attrs.fields(type(holder))) if attrs.has(type(holder)) else ()


def _is_addressed(kind: Any) -> TypeGuard[type[Addressed]]:
    return isinstance(kind, type) and issubclass(kind, Addressed)


def _is_bare(text: str) -> bool:
    """Whether a value can stand without quotes."""
    try:
        STEP.read(text)
    except ValueError:
        return False
    return True


def convert(text: str, kind: Any) -> str | int | bool:
    """A ruling's value as the figure's own type. Raises ValueError naming what was expected."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if bool in kinds and text in ("yes", "no"):
        return text == "yes"
    if int in kinds and is_number(text):
        return int(text)
    if str in kinds:
        return text
    expected = " or ".join(facts.EXPECTED[option] for option in kinds if option in facts.EXPECTED)
    if not expected:
        raise ValueError("that is not a single figure")
    raise ValueError(f"'{text}' is not {expected}")


@frozen
class Late(Wrapping[Campaign]):
    """An order that was forgotten: judged as of its step earlier in this turn, entered now."""

    verb: ClassVar[str] = "late"
    title: ClassVar[str] = "late order"
    over_the_rules: ClassVar[bool] = True
    nests: ClassVar[int] = 0

    inner: Order[Any]

    @property
    def before(self) -> str:
        return self.verb

    def ends_step(self, slug: str) -> bool:
        return False

    def late_step(self, campaign: Campaign) -> str:
        """The latest step before the present one, in this turn, in which the order could be given."""
        sequence = ruleset.of(campaign).sequence
        turn, taken = campaign.progress.turn, campaign.progress.taken
        now_at = sequence.position(campaign.progress.step)
        passed = [
            step
            for step in reversed(sequence.steps[:now_at])
            if step.slug in self.inner.steps and (taken.get(step.key) == turn or not step.skipped(campaign))
        ]
        # Of a step that comes up in each half, its power's own half counts.
        own = (step.id for step in passed if self.actor in step.who(campaign))
        return str(next(own, passed[0].id if passed else ""))

    def as_of(self, campaign: Campaign) -> Campaign:
        """The campaign as the late order's judge sees it: at its step, nobody done."""
        progress = attrs.evolve(campaign.progress, step=self.late_step(campaign), done=())
        return attrs.evolve(campaign, progress=progress)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        if not self.inner.steps:
            reason = "this order is bound to no step, so there is none to give it late for"
            yield Refusal("late", reason, "Without 'late', when its rule allows it; else 'overrule \"why\" ORDER'.")
        elif not self.late_step(campaign):
            steps = ruleset.of(campaign).sequence.steps
            left_out = leaving_out.refusal(campaign, "late", [one for one in steps if one.slug in self.inner.steps])
            yield left_out or Refusal("late", "its step has not passed this turn", "Give it in its step.")
        else:
            then = self.as_of(campaign)
            rules = ruleset.of(campaign)
            step = rules.sequence[then.progress.step]
            if self.actor and self.actor not in step.who(then):
                yield Refusal(step.rule, f"{rules.name(campaign, self.actor)} has nothing to do in '{step.title}'")
            try:
                yield from self.inner.judge(then)
            except FAULTS as fault:
                yield impossible(fault)

    def effect(self, tx: Transaction[Campaign]) -> None:
        tx.before = self.as_of(tx.campaign)
        self.inner.effect(tx)


@frozen
class Overrule(Wrapping[Campaign]):
    """The table lets an order pass that the rules refuse; the reason stays visible for ever."""

    verb: ClassVar[str] = "overrule"
    title: ClassVar[str] = "overruled at the table"
    over_the_rules: ClassVar[bool] = True
    wraps: ClassVar[int] = 1
    nests: ClassVar[int] = 1

    because: str = attrs.field(metadata=REASON)
    inner: Order[Any]

    @property
    def before(self) -> str:
        return f"overruled ({self.because})"

    def arguments(self) -> str:
        return f"{quote(self.because)} {self.inner.text}"

    def shape(self, campaign: Campaign) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        # It passes over the inner order's judge, who would say so better.
        yield from self.inner.strangers(campaign)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        if not campaign.options.get("house_rulings", False):
            yield Refusal("overrule", "this campaign does not allow rulings against the rules", "Option house_rulings.")
        if not self.because.strip():
            yield Refusal("overrule", "it needs its reason", 'overrule "why" ORDER')
        yield from rehearsed(campaign, self)

    def ends_step(self, slug: str) -> bool:
        return self.inner.ends_step(slug)

    def late_step(self, campaign: Campaign) -> str:
        return self.inner.late_step(campaign)

    def effect(self, tx: Transaction[Campaign]) -> None:
        self.inner.effect(tx)


ORDERS: tuple[type[Order[Any]], ...] = (Ruling, Late, Overrule)
"""The orders of the table over the rules of every game."""
