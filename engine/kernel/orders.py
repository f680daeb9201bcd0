"""An order: one decision of one seat, with its text, its judge and its effect side by side in one class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, cast

import attrs

from engine.kernel import fitting
from engine.kernel.campaign import C
from engine.kernel.changes import Change, Entry
from engine.kernel.counters import Counter
from engine.kernel.grammar import Token, read_arguments, write_arguments
from engine.kernel.ranges import OutOfRange, out_of_range
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen, made_often

if TYPE_CHECKING:
    from engine.kernel.forecast import Distribution
    from engine.kernel.loss_line import LossLine


Counting = Callable[[Any, Mapping[str, str]], tuple[Counter, ...]]
"""What may be ticked in a box, of a campaign and of what stands in the form's other boxes (as the order writes it), the
likely ones first."""


@frozen
class Field:
    """One box of a form: the argument it fills, its label, the rule, and the values offered ('' for free ones).

    ``listed``: it takes several, with commas between, each perhaps with a count before it; what people write with
    spaces (``3 ARM 8-8``) is one word in the order (``3-arm-8-8``). ``free``: the values are suggestions, another word
    will do as well. ``counters``: where the box can be ticked instead of typed; ``losses``: what is ticked is lost or
    Depleted, whoever's it is, and how the game writes that.
    ``proposes``: what stands in the box in place of ``default``, by what stands in the others, as long as its player
    has left it alone. ``grows``: what may be ticked hangs on what is ticked already, in order: ``counters`` is asked
    with what stands in the box too."""

    name: str
    label: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""
    listed: bool = False
    free: bool = False
    counters: Counting | None = None
    losses: LossLine | None = None
    proposes: Callable[[Any, Mapping[str, str]], str] | None = None
    grows: bool = False


@frozen
class Form:
    """An open-ended order to fill in. ``pattern`` is the order's text with ``{name}`` for each field. ``more``: boxes
    that are rarely wanted and open on demand; ``closed``: what it does not ask is not this power's to say."""

    verb: str
    title: str
    pattern: str
    fields: tuple[Field, ...]
    rule: str = ""
    more: tuple[Field, ...] = ()
    closed: bool = False

    @property
    def unfolded(self) -> Form:
        """The form with all its boxes."""
        rest = "".join(f" {field.name.replace('_', '-')}={{{field.name}}}" for field in self.more)
        return Form(self.verb, self.title, self.pattern + rest, self.fields + self.more, self.rule, (), self.closed)


@made_often
class Order(Generic[C]):
    """What every order class has. Subclasses declare fields with ``word`` and ``keyed`` and override what they need.

    ``steps``: the steps in which it may be given, without the half's prefix; empty means at any time.
    ``finishes``: after it its power has finished the step. ``automatic``: the rules give it, never a seat.
    ``standing``: it may be given while a decision or another power is awaited.
    ``fights``: it begins a battle, of which the sheet of previews tells the odds.
    ``over_the_rules``: it may lead to what no rule expects, so it is tried out with all that follows before it stands.
    ``of_the_table``: with several seats no seat may give it alone.
    ``account``: the id of the account of its power under which the figures on the books that it changes are filed,
    ``account_of_gains`` that of what it brings where this is another (see kernel.sheets.accounts).
    ``by_secrets``: its judge compares it with what lies under its own seat's seal. A journal is audited by what was
    opened later; where that never was, nobody can say more of it.
    ``wraps``: it stands before another order, with so many quoted words between; -1 for one that stands alone.
    ``nests``: of those that wrap, one holds only those of a lower number.
    ``as_written``: its names mean what is written, never what the game has another word for.
    ``replaced``: the form of the order that is given in its place now, '' for one that is still given. Journals written
    before are read and told by it for ever; given anew it is refused.
    """

    verb: ClassVar[str] = ""
    title: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    steps: ClassVar[tuple[str, ...]] = ()
    finishes: ClassVar[bool] = False
    automatic: ClassVar[bool] = False
    standing: ClassVar[bool] = False
    names_power: ClassVar[bool] = True
    over_the_rules: ClassVar[bool] = False
    of_the_table: ClassVar[bool] = False
    fights: ClassVar[bool] = False
    wraps: ClassVar[int] = -1
    nests: ClassVar[int] = -1
    account: ClassVar[str] = ""
    account_of_gains: ClassVar[str] = ""
    by_secrets: ClassVar[bool] = False
    as_written: ClassVar[bool] = False
    replaced: ClassVar[str] = ""

    @property
    def actor(self) -> str:
        """The power that gives the order, '' for an order of the table."""
        return str(getattr(self, "power", ""))

    @property
    def replaced_by(self) -> str:
        """The order given in place of this one now, or in that of the order it stands before; '' for one that is still
        given."""
        return self.replaced

    def stands_as_recorded(self, campaign: C) -> bool:
        """Whether an earlier program alone can have recorded the order so in such a state, when another rule held for
        it: like one that has been replaced it is told for ever, and judged by nobody."""
        return False

    @classmethod
    def choosable(cls) -> bool:
        """Whether seats give the order: it is none of the rules' own and none that has been replaced."""
        return not (cls.automatic or cls.replaced)

    @classmethod
    def own_words(cls) -> Collection[str]:
        """Words of its fields that mean themselves, also in a step whose form does not offer them: they are never taken
        for the beginning of another."""
        return ()

    @classmethod
    def parse(cls, power: str, given: list[Token], end: int) -> Self:
        """The order from the tokens after its verb. Raises Unreadable."""
        values = read_arguments(cls, given, end)
        if cls.names_power:
            values["power"] = power
        return cls(**values)

    @classmethod
    def around(cls, inner: Order[Any], heading: tuple[str, ...]) -> Self:
        """An order that wraps another, with the quoted words between. Raises Unreadable."""
        raise TypeError(f"{cls.__name__} wraps no order")

    def arguments(self) -> str:
        """The canonical text after the verb."""
        return " ".join(write_arguments(self))

    @property
    def text(self) -> str:
        """The canonical line; it parses back to this order."""
        rest = self.arguments()
        return f"{self.verb} {rest}" if rest else self.verb

    def openly(self, campaign: C) -> str:
        """Where there are several seats: the text of the same order without what only its own seat may know until a
        procedure opens it (see Procedure.unseals). That much is shown and takes effect at once, or, in a sealed step,
        when this is opened, together with all others of the step. '' for an order with nothing to hide beyond its
        step."""
        return ""

    def complete(self, campaign: C) -> Self:
        """What a person typed, with short names filled in from the campaign. Raises Unreadable where several fit."""
        return self

    def shape(self, campaign: C) -> Iterable[Refusal]:
        """What is wrong with it whatever the rules of the game say, such as a figure out of its range. Nothing
        overrules it; where there is any, no rule is asked."""
        faults = out_of_range(self)
        return [self._misshapen(fault) for fault in faults] if faults else ()

    def _misshapen(self, fault: OutOfRange) -> Refusal:
        reason = f"{fault.field.replace('_', '-')}: {fault.problem}"
        return Refusal(self.rule or "shape", reason, f"{fault.allowed[:1].upper()}{fault.allowed[1:]}.")

    def strangers(self, campaign: C) -> Iterable[Refusal]:
        """What it names that the campaign does not know: no power, no place. Its judge says so better, where it is
        asked; nothing overrules that either."""
        unknown = fitting.strangers(campaign, self)
        if not unknown:
            return ()
        near = {name: fitting.nearest_name(campaign, self, name) for name, _ in unknown}
        return [
            Refusal(self.rule or "shape", f"{name.replace('_', '-')}: {what}", near[name] and f"Nearest: {near[name]}.")
            for name, what in unknown
        ]

    def judge(self, campaign: C) -> Iterable[Refusal]:
        """Every reason why the order is not legal; none means legal. Sees only a seat's view. Only asked of an order
        whose shape is right."""
        return ()

    def ends_step(self, slug: str) -> bool:
        """Whether the order's power has finished the step at hand once the order is given."""
        return self.finishes and (not self.steps or slug in self.steps)

    def late_step(self, campaign: C) -> str:
        """The step as of which the order is judged, '' for the step at hand."""
        return ""

    def cost(self, campaign: C) -> Breakdown:
        """What the order costs, with its causes (NARFs in The War)."""
        return Breakdown()

    def effect(self, tx: Transaction[C]) -> None:
        """Write what the order does. Only called for a legal or overruled order."""
        raise TypeError(f"{type(self).__name__} has no effect")

    def files(self, change: Change) -> str:
        """The account under which a change of a figure on the books is filed that names none itself; '' where the
        order knows none."""
        gains = int(change.now) > int(change.was)
        return (gains and self.account_of_gains) or self.account

    def forecast(self, campaign: C) -> Distribution[Any] | None:
        """What may come of the order, None where nothing is left to chance."""
        return None

    def sentence(self, campaign: C) -> str:
        """One line for people, made from a view of the campaign in which it is given."""
        return self.text

    def told(self, before: C, entry: Entry) -> str:
        """The order's line in the journal. ``before`` is a view of the campaign as it stood then, ``entry`` what it
        did."""
        return self.sentence(before)

    @classmethod
    def offers(cls, campaign: C, power: str) -> Iterable[Self]:
        """The complete orders of this class worth showing to a power now, legal or not."""
        return ()

    @classmethod
    def form(cls, campaign: C, power: str) -> Form | None:
        """The form of an open-ended order, None where every order is offered whole."""
        return None


@made_often
class PowerOrder(Order[C]):
    """An order of one power; its text begins with the power's id."""

    power: str

    @property
    def actor(self) -> str:
        return self.power

    @property
    def text(self) -> str:
        rest = self.arguments()
        return f"{self.power} {self.verb} {rest}" if rest else f"{self.power} {self.verb}"


@made_often
class TableOrder(Order[C]):
    """An order of the table as a whole; its text begins with its verb. It may be given at any time."""

    names_power: ClassVar[bool] = False
    standing: ClassVar[bool] = True


class Wrapping(TableOrder[C]):
    """An order that stands before another, which is its power's and the only thing that it does: forgotten, overruled,
    proposed. Not made by attrs itself: each subclass says where ``inner`` stands among its fields.

    An order that is no longer given is not given inside another either, nor proposed: once all had agreed to it, it
    would be refused.
    """

    __slots__ = ()

    wraps: ClassVar[int] = 0

    inner: Order[Any]

    @property
    def before(self) -> str:
        """What is said of the inner order before its own words."""
        raise TypeError(f"{type(self).__name__} says nothing of its order")

    @property
    def actor(self) -> str:
        return self.inner.actor

    @property
    def replaced_by(self) -> str:
        return self.inner.replaced_by

    def stands_as_recorded(self, campaign: C) -> bool:
        return self.inner.stands_as_recorded(campaign)

    @classmethod
    def around(cls, inner: Order[Any], heading: tuple[str, ...]) -> Self:
        made: Any = cls
        wrapped: Self = made(*heading, inner)
        return wrapped

    def arguments(self) -> str:
        return self.inner.text

    def complete(self, campaign: C) -> Self:
        completed: Any = self
        return cast("Self", attrs.evolve(completed, inner=self.inner.complete(campaign)))

    def shape(self, campaign: C) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        if self.inner.automatic:
            yield Refusal(self.verb, "the rules give this order, no seat does")
        yield from self.inner.shape(campaign)

    def strangers(self, campaign: C) -> Iterable[Refusal]:
        return self.inner.strangers(campaign)

    def sentence(self, campaign: C) -> str:
        return f"{self.before}: {self.inner.sentence(campaign)}"

    def told(self, before: C, entry: Entry) -> str:
        return f"{self.before}: {self.inner.told(before, entry)}"


@made_often
class Automatic(TableOrder[C]):
    """An order that the rules give by themselves, once in its step: there it counts as done."""

    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[C]) -> None:
        tx.finish((*tx.campaign.progress.done, self.verb), "done", self.rule)
        self.act(tx)

    def act(self, tx: Transaction[C]) -> None:
        """Do to the campaign what the order says."""
        raise TypeError(f"{type(self).__name__} does nothing")
