"""Why an order is not legal, and what a figure is made of."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.values import made_and_compared_often


@made_and_compared_often
class Refusal:
    """One reason why an order is not legal: the rule's number, the reason, and what would make it legal."""

    rule: str
    reason: str
    hint: str = ""

    def __str__(self) -> str:
        tail = f" {self.hint}" if self.hint else ""
        return f"{self.reason} ({self.rule}).{tail}"


class Refused(Exception):
    """An order that the rules do not allow; ``refusals`` holds every reason at once. ``late``: it was tried out over
    the rules, and failed after a die had fallen or something sealed had been opened."""

    def __init__(self, refusals: Iterable[Refusal], order: str = "", *, late: bool = False) -> None:
        self.refusals = tuple(refusals)
        self.order = order
        self.late = late
        super().__init__(self.refusals, order)

    def __str__(self) -> str:
        return "; ".join(str(refusal) for refusal in self.refusals)


@made_and_compared_often
class Line:
    """One part of a figure: what it is, how much (in the figure's own unit), and the rule that says so."""

    label: str
    value: int
    rule: str = ""


@made_and_compared_often
class Breakdown:
    """A figure with its causes. ``total`` is the sum of its lines unless a cap or rounding is a line of its own."""

    lines: tuple[Line, ...] = ()

    @property
    def total(self) -> int:
        """The figure itself, in the unit of its lines."""
        total = 0
        for line in self.lines:
            total += line.value
        return total

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the figure's lines, each once, in order."""
        return tuple(dict.fromkeys(line.rule for line in self.lines if line.rule))

    def plus(self, label: str, value: int, rule: str = "") -> Breakdown:
        """This figure with one more line."""
        return Breakdown((*self.lines, Line(label, value, rule)))


class RefusedAgain(Refused):
    """Of orders given again, the one that stood in entry ``n`` is not legal now; the ``before`` ones before it are."""

    def __init__(self, refusals: Iterable[Refusal], order: str, n: int, before: int, *, late: bool = False) -> None:
        super().__init__(tuple(refusals), order, late=late)
        self.n, self.before = n, before
