"""Ticking a box instead of typing it: its counters as lines with a count each, read from the box's text and written
into it. Text and ticks are two views of one thing; what is no counter's stays in the text as it was typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.kernel.values import frozen
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.counters import Counter
    from engine.kernel.orders import Field, Form

_COUNTED = re.compile(r"-?(?:(\d{1,2})x?-)?(.+)\Z")
_NONE: Mapping[str, int] = {}


@frozen
class Tick:
    """A line of a box: a counter of the game, how many of it are named now, and how many may be."""

    text: str
    label: str
    many: int
    of: int
    note: str
    spoken: str = ""

    @property
    def named(self) -> str:
        """So many of it, as a box has it: ``3 ARM 8-8``."""
        return _named(self.spoken, self.many)


@frozen
class Doubt:
    """A word typed in a box that several counters fit. ``at``: which of the box's names it is, ``word`` itself,
    ``fits``: what it may be, the likely one first."""

    at: int
    word: str
    many: int
    fits: tuple[Counter, ...]


def counters(campaign: Campaign, field: Field, others: Mapping[str, str]) -> tuple[Counter, ...]:
    """What may be ticked in a box, given what stands in the others; nothing where it is typed alone."""
    return field.counters(campaign, others) if field.counters is not None else ()


def ticks(text: str, known: Sequence[Counter], *, listed: bool) -> tuple[Tick, ...]:
    """The lines of a box by its text."""
    named = _counts(text, known) if listed else _single(text, known)
    return tuple(
        Tick(
            counter.text,
            clean(counter.label),
            named.get(counter.text, 0),
            counter.many,
            clean(counter.note),
            _spoken(counter),
        )
        for counter in known
    )


def ticked(text: str, known: Sequence[Counter], chosen: str, many: int, *, listed: bool) -> str:
    """The box's text with so many of a counter in it; 0 takes it out."""
    counter = next(counter for counter in known if counter.text == chosen)
    words = _written(counter, many) if many else ""
    if not listed:
        return words
    names = _names(text)
    kept: list[str] = []
    put = False
    for name in names:
        _, meant = _read(name, known)
        if meant is None or meant.text != chosen:
            kept.append(name)
        elif not put:
            put = True
            kept += [words] if words else []
    if not put and words:
        kept.append(words)
    return ", ".join(kept)


def narrowed(text: str, known: Sequence[Counter]) -> tuple[Counter, ...]:
    """The counters that the name under way at a text's end may become; all where none is under way."""
    name = text.rpartition(",")[2].strip()
    count, meant = _read(name, known)
    piece = _slug(name)[len(str(count)) + 1 :] if name[:1].isdigit() and count else _slug(name)
    if not piece.strip("-0123456789") or (meant is not None and meant.text == piece):
        return tuple(known)
    fits = tuple(counter for counter in known if counter.many and _begins(counter, piece))
    return fits or tuple(known)


def taken(text: str, known: Sequence[Counter], chosen: str) -> str:
    """The text with the name under way at its end become a counter, as many as its count says."""
    before, comma, name = text.rpartition(",")
    count, _ = _read(name.strip(), known)
    counter = next(counter for counter in known if counter.text == chosen)
    head = f"{before}{comma} " if comma else ""
    return head + _written(counter, max(1, count))


def under_way(text: str, known: Sequence[Counter]) -> bool:
    """Whether the last name of a text is none of the counters yet."""
    name = text.rpartition(",")[2].strip()
    return bool(name) and _read(name, known)[1] is None


def last_meant(text: str, known: Sequence[Counter]) -> Counter | None:
    """The counter that the last name of a text stands for, None where it is none or may be several."""
    return _read(text.rpartition(",")[2].strip(), known)[1]


def count_of(name: str) -> int:
    """How many a name says, 1 where it says nothing."""
    return _read_name(name)[0]


def doubtful(text: str, known: Sequence[Counter]) -> Doubt | None:
    """The first name in a list that several counters fit, so that nobody can say which is meant."""
    for at, name in enumerate(_names(text)):
        count, meant = _read(name, known)
        piece = _read_name(name)[1]
        if meant is not None:
            continue
        fits = _fitting(piece, known) or _fitting(_singular(piece), known)
        if len(fits) > 1:
            return Doubt(at, name, count, fits)
    return None


def settled(text: str, doubt: Doubt, chosen: str, *, listed: bool) -> str:
    """The text with a doubtful name written out as what was chosen."""
    counter = next(counter for counter in doubt.fits if counter.text == chosen)
    if not listed:
        return counter.text
    names = _names(text)
    names[doubt.at] = _written(counter, doubt.many)
    return ", ".join(names)


def gone(
    form: Form, boxes: Mapping[str, str], given: Mapping[str, str], was: Campaign, now: Campaign
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The boxes' texts once the campaign has gone on from ``was``, without the counters that may not be named any more,
    and these in words. ``given``: what stands in the boxes, as the order writes it."""
    kept = dict(boxes)
    off: list[str] = []
    for field in form.fields:
        if field.counters is not None and boxes[field.name].strip():
            before, after = counters(was, field, given), counters(now, field, given)
            kept[field.name], lost = left_over(boxes[field.name], before, after, listed=field.listed)
            off += lost
    return kept, tuple(off)


def left_over(
    text: str, before: Sequence[Counter], now: Sequence[Counter], *, listed: bool
) -> tuple[str, tuple[str, ...]]:
    """A box's text once the campaign has gone on, without the counters that may not be named any more; and these in
    words. What could not be named before either is the player's own business."""
    off: list[str] = []
    if not listed:
        return text, ()
    there = {counter.text: counter for counter in now}
    for counter in before:
        many = next(tick.many for tick in ticks(text, before, listed=True) if tick.text == counter.text)
        rest = there[counter.text].many if counter.text in there else 0
        if many <= counter.many and many > rest:
            text = ticked(text, before, counter.text, rest, listed=True)
            why = there[counter.text].note if counter.text in there else ""
            off.append(_written(counter, many - rest) + (f" ({clean(why)})" if why else ""))
    return text, tuple(off)


# --- names in a text


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _slug(name: str) -> str:
    return "-".join(name.lower().split())


def _read_name(name: str) -> tuple[int, str]:
    """How many a name says, and the name itself as the order has it."""
    match = _COUNTED.match(_slug(name))
    return (int(match.group(1) or 1), match.group(2)) if match else (1, "")


def _read(name: str, known: Sequence[Counter]) -> tuple[int, Counter | None]:
    """How many of which counter a name stands for, None where it is none or may be several."""
    whole = _slug(name)
    exact = next(
        (counter for counter in known if whole in (counter.text, _slug(_spoken(counter)), _slug(counter.label))), None
    )
    if exact is not None:
        return 1, exact
    many, piece = _read_name(name)
    exact = next(
        (counter for counter in known if piece in (counter.text, _slug(_spoken(counter)), _slug(counter.label))), None
    )
    if exact is not None:
        return many, exact
    fits = _fitting(piece, known)
    if not fits and (one := _singular(piece)) != piece:
        return _read(f"{many} {one}", known)
    return many, fits[0] if len(fits) == 1 else None


def _singular(name: str) -> str:
    """A name whose first word is written in the plural (``infs-6-5``) as its counter has it."""
    kind, dash, rest = name.partition("-")
    return f"{kind.removesuffix('s')}{dash}{rest}"


def _fitting(piece: str, known: Sequence[Counter]) -> tuple[Counter, ...]:
    """The counters that a short name stands for: those whose name begins with it, else those in which it stands after
    an owner's; Depleted ones only where it says so, or where there are no others."""
    if not piece:
        return ()
    able = [counter for counter in known if counter.many]
    fits = [counter for counter in able if counter.text.startswith(f"{piece}-")]
    fits = fits or [counter for counter in able if f"-{piece}-" in f"-{counter.text}-"]
    whole = [counter for counter in fits if not counter.worn]
    return tuple(whole or fits)


def _begins(counter: Counter, piece: str) -> bool:
    """Whether a counter's name, a word of it or its label begins so."""
    return f"-{piece}" in f"-{counter.text}" or f"-{piece}" in f"-{_slug(counter.label)}"


def _counts(text: str, known: Sequence[Counter]) -> Mapping[str, int]:
    named: dict[str, int] = {}
    for name in _names(text):
        many, counter = _read(name, known)
        if counter is not None:
            named[counter.text] = named.get(counter.text, 0) + many
    return named


def _single(text: str, known: Sequence[Counter]) -> Mapping[str, int]:
    word = _slug(text)
    found = next((counter.text for counter in known if word and word in (counter.text, _slug(counter.label))), "")
    return {found: 1} if found else _NONE


def _written(counter: Counter, many: int) -> str:
    return _named(_spoken(counter), many)


def _named(name: str, many: int) -> str:
    return f"{many} {name}" if many > 1 else name


def _spoken(counter: Counter) -> str:
    """A counter as people write it, where that reads back as the same: ``ARM 8-8``, ``INF 4-5 of Poland``."""
    label = clean(counter.label)
    if _slug(label) == counter.text:
        return label
    return f"{label} of {clean(counter.owner)}" if counter.owner else counter.text
