"""What the sides of a battle bring to one roll, counter by counter: what each counts for, why, and what counts for
nothing."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.kernel.values import evolve, frozen

Amount = int | Fraction


@frozen
class Share:
    """Equal counters in a side's strength, or something else that adds to it (``many`` is 0). ``value``: what they
    bring together, in the unit of the strength; ``why``: how one of them comes to it; what does not ``count`` brings
    nothing, and ``why`` says why."""

    label: str
    value: Amount
    why: str
    rule: str
    many: int = 1
    counts: bool = True


@frozen
class Strength:
    """One side in one roll: ``who`` it is, the ``total`` that the column comes from, in ``unit`` (factors, Fleets), and
    its shares, which add up to it. ``rating``: which rating governs it and by what, with ``rating_rule``, both '' where
    ratings do not count."""

    who: str
    total: Amount
    unit: str
    shares: tuple[Share, ...]
    rating: str = ""
    rating_rule: str = ""

    @property
    def amount(self) -> str:
        """The total with its unit: ``36 factors``, ``1 Fleet``."""
        return f"{self.total} {self.unit.removesuffix('s') if self.total == 1 else self.unit}"

    @property
    def counted(self) -> tuple[Share, ...]:
        """The shares that count."""
        return tuple(share for share in self.shares if share.counts)

    @property
    def idle(self) -> tuple[Share, ...]:
        """What counts for nothing."""
        return tuple(share for share in self.shares if not share.counts)


def together(shares: Iterable[Share]) -> tuple[Share, ...]:
    """Shares with equal counters as one, in the order in which they first stand."""
    groups: dict[tuple[object, ...], Share] = {}
    for nth, share in enumerate(shares):
        # What is no counter stands by itself.
        each = share.value / share.many if share.many else nth
        key = (share.label, Fraction(each), share.why, share.rule, share.counts, bool(share.many))
        held = groups.get(key)
        groups[key] = (
            share if held is None else evolve(held, many=held.many + share.many, value=held.value + share.value)
        )
    return tuple(groups.values())
