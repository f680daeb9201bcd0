"""Filling in a form: its boxes with what fits, the order so far, and what the rules say about it while it is typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from engine.kernel import ruleset as rulesets
from engine.kernel import things
from engine.kernel.forms import whole, written
from engine.kernel.orders import Field, Form
from engine.kernel.sheets.entries import Entries
from engine.kernel.sheets.titles import titles_of
from engine.kernel.values import frozen
from tui.models.edit import Edit
from tui.models.verdicts import Verdict, effects, verdict
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.desk import Desk

# Where ids have names for people, in the order in which an id is looked up.
_NAMED = ("powers", "countries", "places", "holdings")
OFFERED = 40
_NONE: Mapping[str, str] = {}
_MARK = "\ufffc"
_QUOTED = re.compile(r"'([^']+)'")


@frozen
class Offer:
    """A value that fits: its id and its name for people."""

    value: str
    name: str


@frozen
class Box:
    """One box of a form. ``edit``: what is typed; ``value``: what it stands for; ``offers``: what fits so far;
    ``unfit``: why it can be nothing of what the box takes, '' where it can."""

    name: str
    label: str
    rule: str
    edit: Edit
    value: str
    shown: str
    offers: tuple[Offer, ...]
    closed: bool
    unfit: str = ""


@frozen
class Filled:
    """A form under the hands: ``at`` the box with the caret, ``missing`` labels of empty boxes, ``line`` the order.
    ``effects``: the figures that it would change."""

    title: str
    rule: str
    boxes: tuple[Box, ...]
    at: int
    missing: tuple[str, ...]
    line: str
    verdict: Verdict
    effects: tuple[str, ...] = ()

    @property
    def unfit(self) -> tuple[str, ...]:
        """What stands in boxes that the caret has left and fits nothing that they take; once all are filled in the
        rules say so of the whole order."""
        left = (box for at, box in enumerate(self.boxes) if at != self.at and box.unfit)
        return tuple(f"{box.label}: {box.unfit}" for box in left) if self.missing else ()

    @property
    def ready(self) -> bool:
        """Whether Enter would carry the order out."""
        return not self.missing and self.verdict.legal


def entered(desk: Desk, entry: str) -> tuple[str, ...]:
    """The verbs of the orders that a quick entry offers, none where the game has no such entry."""
    sheet = desk.ruleset.sheet(Entries)
    return sheet.verbs.get(entry, ()) if sheet is not None else ()


def name_of(campaign: Campaign, value: str) -> str:
    """The name for people of an id, the id itself where it has none."""
    for collection in _NAMED:
        if name := things.name_of(things.table(campaign, collection).get(value)):
            return clean(name)
    return clean(titles_of(rulesets.of(campaign)).called(campaign, value) or value)


def fitting(
    campaign: Campaign, typed: str, choices: Iterable[str], called: Mapping[str, str] = _NONE
) -> tuple[Offer, ...]:
    """The choices that a typed beginning fits, of the id, the name or a word in it; exact ones first. ``called``: what
    the form itself calls some of them."""
    wanted = typed.strip().lower()
    ranked: list[tuple[int, int, Offer]] = []
    for at, value in enumerate(choices):
        name = called.get(value) or name_of(campaign, value)
        if not wanted:
            rank = 3
        elif wanted in (value, name.lower()):
            rank = 0
        elif value.startswith(wanted) or name.lower().startswith(wanted):
            rank = 1
        elif any(word.startswith(wanted) for word in re.split(r"[\s\-(]+", name.lower())):
            rank = 2
        else:
            continue
        ranked.append((rank, at, Offer(value, name)))
    ranked.sort(key=lambda match: match[:2])
    return tuple(offer for _, _, offer in ranked)


def meant(campaign: Campaign, typed: str, choices: Sequence[str], called: Mapping[str, str] = _NONE) -> str:
    """The choice that a typed text stands for: an exact or the only fitting one, else the text itself."""
    text = typed.strip()
    if not text or not choices:
        return text
    fits = fitting(campaign, text, choices, called)
    exact = [offer.value for offer in fits if text.lower() in (offer.value, offer.name.lower())]
    if exact:
        return exact[0]
    return fits[0].value if len(fits) == 1 else text


def freely(campaign: Campaign, typed: str, choices: Iterable[str]) -> str:
    """What a text stands for where the choices are suggestions: one of them by its id or its whole name, else itself as
    one word."""
    text = typed.strip().lower()
    exact = (value for value in choices if text in (value, name_of(campaign, value).lower()))
    return next(exact, "-".join(text.split()))


def listed(typed: str) -> str:
    """Several values as an order has them: ``3 ARM 8-8, INF 6-5 dep`` is ``3-arm-8-8,inf-6-5-dep``."""
    items = ("-".join(item.lower().split()) for item in typed.split(","))
    return ",".join(item for item in items if item)


_COUNTED = re.compile(r"\s*(\d{1,2}[\s-]+)?(.*)\Z", re.DOTALL)


def last_item(typed: str) -> tuple[str, str]:
    """What stands before the last name of a list (its count too), and what is typed of that name."""
    before, comma, item = typed.rpartition(",")
    match = _COUNTED.match(item)
    count, piece = (match.group(1) or "", match.group(2)) if match else ("", item)
    head = f"{before}{comma} " if comma else ""
    return head + count, piece


def _more(campaign: Campaign, typed: str, choices: Iterable[str]) -> tuple[Offer, ...]:
    """What the last name of a list may become; nothing once it is one of the choices."""
    piece = "-".join(last_item(typed)[1].lower().split())
    fits = fitting(campaign, piece, choices)
    return () if any(offer.value == piece for offer in fits) else fits


def quoted(form: Form, name: str) -> bool:
    """Whether what is typed in a box stands in quotes in the order: words of the player's own."""
    return f'"{{{name}}}"' in form.pattern


def optional(form: Form, field: Field) -> bool:
    """Whether the order can do without a box."""
    return f"={{{field.name}}}" in form.pattern


def beginning(form: Form, given: Mapping[str, str]) -> dict[str, Edit]:
    """The boxes as they stand when the form opens."""
    return {field.name: Edit.of(given.get(field.name, field.default)) for field in form.fields}


def filled(desk: Desk, form: Form, edits: Mapping[str, Edit], at: int, known: Sequence[Box] = ()) -> Filled:
    """The form as it stands now. ``known``: its boxes as they were made before for the same campaign; those in which
    nothing has changed are taken as they are."""
    campaign = desk.campaign
    before = {box.name: box for box in known}
    boxes: list[Box] = []
    for field in form.fields:
        edit = edits.get(field.name, Edit())
        if field.name in before and before[field.name].edit == edit:
            boxes.append(before[field.name])
            continue
        called = labels(campaign, field, {box.name: box.value for box in boxes})
        value = _meant(campaign, field, edit.text, called)
        if field.listed:
            offers = _more(campaign, edit.text, field.choices)
        else:
            offers = fitting(campaign, edit.text, field.choices, called)
        if len(offers) == 1 and offers[0].value == value:
            offers = ()
        boxes.append(
            Box(
                field.name,
                clean(field.label),
                clean(field.rule),
                edit,
                value,
                clean(called[value]) if value in called else _shown(campaign, field, edit.text, value),
                offers,
                bool(field.choices) and not (field.listed or field.free),
                "" if offers else _unfit(campaign, field, edit.text, value),
            )
        )
    values = {box.name: box.value for box in boxes}
    missing = tuple(
        box.label for box, field in zip(boxes, form.fields, strict=True) if not box.value and not optional(form, field)
    )
    line = written(form, values)
    said = Verdict(line) if missing else _boxed(form, values, verdict(desk, line))
    return Filled(clean(form.title), clean(form.rule), tuple(boxes), at, missing, line, said, effects(desk, said))


def _shown(campaign: Campaign, field: Field, typed: str, value: str) -> str:
    """What a box shows while the caret is elsewhere: of units what was typed, of anything else its name."""
    if field.listed and field.counters is not None:
        return clean(typed)
    return name_of(campaign, value) if value in field.choices else clean(typed if field.listed else value)


_NAMED_AT_MOST = 6
"""Choices that are named where what is typed is none of them."""


def _unfit(campaign: Campaign, field: Field, typed: str, value: str) -> str:
    """Why what is typed can be none of a box's choices, '' where it is one or the box takes more than those."""
    if not value or not field.choices or field.listed or field.free or value in field.choices:
        return ""
    names = [name_of(campaign, choice) for choice in field.choices[:_NAMED_AT_MOST]]
    more = ", ..." if len(field.choices) > _NAMED_AT_MOST else ""
    return clean(f"'{typed.strip()}' is none of {', '.join(names)}{more}")


def _boxed(form: Form, values: Mapping[str, str], said: Verdict) -> Verdict:
    """A verdict that names the box in which what cannot be read was typed, where there are several."""
    if not said.problem or len(form.fields) < 2:
        return said
    # A fault at the line's very beginning is one of the whole order, or of a word that the sentence quotes.
    if not said.at:
        label = quoted_box({field.label: values.get(field.name, "") for field in form.fields}, said.problem)
        return evolve(said, problem=f"{clean(label)}: {said.problem}") if label else said
    for field in form.fields:
        value = " ".join(values.get(field.name, "").split())
        begins = written(form, {**values, field.name: _MARK}).find(_MARK)
        if value and begins <= said.at < begins + len(value):
            return evolve(said, problem=f"{clean(field.label)}: {said.problem}")
    return said


def quoted_box(values: Mapping[str, str], sentence: str) -> str:
    """The only box, by its label, in which the word stands that a refusal quotes; '' for none, or where two have it."""
    quoted = _QUOTED.match(sentence)
    if quoted is None:
        return ""
    word = quoted.group(1).replace(" ", "-").lower()
    having = [label for label, value in values.items() if word in value.replace(" ", "-").lower().split(",")]
    return having[0] if len(having) == 1 else ""


def wrong_box(filled: Filled) -> int | None:
    """The box whose own word is why the order cannot be given, None where there is none or it is no box's."""
    said = filled.verdict
    values = {box.label: box.value for box in filled.boxes}
    labels = [box.label for box in filled.boxes if said.problem.startswith(f"{box.label}: ")]
    labels += [label for refusal in said.refusals if (label := quoted_box(values, clean(refusal.reason)))]
    return next((at for at, box in enumerate(filled.boxes) if box.label in labels[:1]), None)


def _meant(campaign: Campaign, field: Field, typed: str, called: Mapping[str, str]) -> str:
    if field.listed:
        return listed(typed)
    if field.free:
        return freely(campaign, typed, field.choices)
    return meant(campaign, typed, field.choices, called)


def picked(field: Field) -> bool:
    """Whether a box takes one thing of a list that stands below it as the box is reached."""
    return field.counters is not None and bool(field.choices) and not (field.listed or field.free)


def labels(campaign: Campaign, field: Field, others: Mapping[str, str]) -> dict[str, str]:
    """What the lines of such a box are called, by the values that it takes."""
    if not picked(field) or field.counters is None:
        return {}
    return {counter.text: counter.label for counter in field.counters(campaign, others)}


def cycled(campaign: Campaign, field: Field, typed: str, by: int) -> str:
    """The choice before or after the one in a box, by name."""
    if not field.choices:
        return typed
    value = meant(campaign, typed, field.choices)
    if value not in field.choices:
        return field.choices[0 if by > 0 else -1]
    return field.choices[(field.choices.index(value) + by) % len(field.choices)]


def form_of(desk: Desk, verb: str, power: str) -> Form | None:
    """The form of an order that may be given at any time, None where its ruleset has none."""
    cls = desk.ruleset.verbs.get(verb)
    if cls is None:
        return None
    return whole(cls, desk.campaign, power)
