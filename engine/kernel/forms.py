"""The whole form of an order: the boxes that its class asks for, and one for every argument that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel import things
from engine.kernel.campaign import Campaign
from engine.kernel.grammar import FLAG, Kind, arguments, label_of, quote
from engine.kernel.orders import Field, Form, Order
from engine.kernel.ranges import KeyOf, Range
from engine.kernel.values import evolve


def whole(cls: type[Order[Any]], campaign: Campaign, power: str) -> Form | None:
    """The form of an order for a power as things stand, with what it leaves out in ``more``, behind what its class has
    there itself; None where there is no form."""
    form = cls.form(campaign, power)
    if form is None or form.closed:
        return form
    return evolve(form, more=(*form.more, *_left_out(cls, form, campaign)))


def written(form: Form, values: Mapping[str, str]) -> str:
    """The order's text with the boxes filled in; a ``name=`` whose box is empty is left out."""
    line = form.pattern
    for field in form.fields:
        value = values.get(field.name, "").strip()
        if not value:
            line = re.sub(rf"\s*[^\s=]+=\{{{re.escape(field.name)}\}}", "", line)
        place = f'"{{{field.name}}}"'
        line = line.replace(place, quote(value)) if place in line else line.replace(f"{{{field.name}}}", value)
    return " ".join(line.split())


def _left_out(cls: type, form: Form, campaign: Campaign) -> Iterable[Field]:
    words = form.pattern.split()
    keys = {word.partition("=")[0] for word in words if "=" in word}
    named = {field.name for field in (*form.fields, *form.more)}
    for name, is_word, kind, default in arguments(cls):
        key = name.replace("_", "-")
        if not is_word and key not in keys and name not in named:
            yield box(name, kind, default, campaign, label_of(cls, name))


def box(name: str, kind: Kind, default: Any, campaign: Campaign, label: str = "") -> Field:
    """The box of an argument: what it takes is offered where the campaign knows it."""
    label = label or name.replace("_", " ")
    if kind is FLAG:
        return Field(name, label, choices=("yes", "no"), default=kind.write(default))
    if isinstance(kind.bounds, KeyOf):
        ids = (*kind.bounds.also, *(key for at in kind.bounds.mappings for key in things.table(campaign, at)))
        return Field(name, label, choices=tuple(dict.fromkeys(ids)), listed=kind.spaced)
    number = isinstance(kind.bounds, Range)
    return Field(name, label, default=kind.write(default) if number else "", listed=kind.spaced and not number)
