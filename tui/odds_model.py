"""What a forecast says, for people: every figure of the outcome that varies, with its mean, its range and its shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.kernel import path_words, things
from engine.kernel.forecast import Distribution
from engine.kernel.values import frozen
from tui import glyphs
from tui.rows import Row, clean, fit, row, wrap

MOST_BARS = 12
_TOLD = 46
"""How wide a sentence is that stands under the figures, in columns: as wide as the narrowest work area."""


@frozen
class Odds:
    """One figure of the outcomes: ``mean`` in its own unit, ``shares`` its values (or ranges of them) with their
    chances
    in percent, ``likeliest`` the single value that comes most often, with its chance."""

    label: str
    mean: float | None
    low: str
    high: str
    shares: tuple[tuple[str, float], ...]
    likeliest: tuple[str, float]


def odds(chances: Distribution[Any], titles: Mapping[str, str] | None = None) -> tuple[Odds, ...]:
    """The figures of a distribution that vary; the outcome itself where it is no compound value.
    ``titles``: the game's own words for fields."""
    if not chances.outcomes:
        return ()
    paths = list(_paths(chances.outcomes[0][0]))
    if paths == [()]:
        return (_odds("outcome", chances.of(_reader(()))),)
    varied = [(path, values) for path in paths if len((values := chances.of(_reader(path))).outcomes) > 1]
    # What is said in words stands for a compound value only where none of its numbers tells of it; whether something
    # comes to pass at all goes before them.
    numbers = [(path, values) for path, values in varied if type(values.outcomes[0][0]) is int]
    whether = [(path, values) for path, values in varied if {value for value, _ in values.outcomes} == {"no", "yes"}]
    shown = [*whether, *numbers] if numbers else varied
    return tuple(
        _odds(" ".join(path_words.field_words(name, titles or {}) for name in path), values) for path, values in shown
    )


def _paths(value: object) -> Iterator[tuple[str, ...]]:
    """The ways to the figures of a compound value, field by field; () for a value that is none."""
    names = things.parts(value)
    if not names:
        yield ()
    for name in names:
        held = things.part_of(value, name)
        if isinstance(held, int | str):
            yield (name,)
        elif things.named_parts(held):
            yield from ((name, *path) for path in _paths(held))


def _reader(path: tuple[str, ...]) -> Callable[[object], object]:
    def read(value: object) -> object:
        for name in path:
            value = things.part_of(value, name)
        return ("no", "yes")[value] if isinstance(value, bool) else value

    return read


def _odds(label: str, chances: Distribution[Any]) -> Odds:
    pairs = [(value, float(chance) * 100) for value, chance in chances.outcomes]
    numbers = all(type(value) is int for value, _ in pairs)
    mean = sum(value * share for value, share in pairs) / 100 if numbers else None
    likeliest = max(pairs, key=lambda pair: pair[1])
    shares = _ranges(pairs) if numbers else [(str(value), share) for value, share in pairs]
    low, high = (str(pairs[0][0]), str(pairs[-1][0])) if numbers else ("", "")
    return Odds(label, mean, low, high, tuple(shares), (clean(str(likeliest[0])), likeliest[1]))


def _ranges(pairs: list[tuple[int, float]]) -> list[tuple[str, float]]:
    """Every whole number from the lowest to the highest, or equal ranges of them where they are many."""
    low, high = pairs[0][0], pairs[-1][0]
    step = -(-(high - low + 1) // MOST_BARS)
    shares = dict.fromkeys(range(low, high + 1, step), 0.0)
    for value, share in pairs:
        shares[low + (value - low) // step * step] += share
    return [(str(start) if step == 1 else f"{start}-{start + step - 1}", share) for start, share in shares.items()]


def odds_rows(chances: Distribution[Any], title: str, titles: Mapping[str, str]) -> list[Row]:
    """A forecast in one line a figure."""
    exact = "exact" if chances.exact else f"from {chances.samples} trials"
    rows = [row((" what if  ", "now"), (clean(title), "strong"), (f"   {exact}", "quiet"))]
    figures = odds(chances, titles)
    if not figures:
        rows.append(row(("   nothing is left to chance", "quiet")))
    for figure in figures:
        mean = f"mean {figure.mean:6.1f}" if figure.mean is not None else " " * 11
        shape = glyphs.spark([round(share * 10) for _, share in figure.shares])
        likely = f"   {figure.likeliest[0]} in {figure.likeliest[1]:.0f} %"
        rows.append(
            row(
                "   ",
                fit(figure.label, 22),
                mean,
                (f"{figure.low:>6} ", "quiet"),
                (shape, "changed"),
                (f" {figure.high:<5}", "quiet"),
                likely,
            )
        )
    if chances.assumed:
        told = f"taken for granted: {clean('; '.join(chances.assumed))}"
        rows.extend(row((f"   {line}", "quiet")) for line in wrap(told, _TOLD))
    return rows
