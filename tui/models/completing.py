"""What the word under way in an order line may become, read off the order's form: places, Sea Areas, units, facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tui.models.forms import form_of

if TYPE_CHECKING:
    from engine.kernel.orders import Field, Form
    from saves.desk import Desk

_COUNT = re.compile(r"\d{1,2}-(?=[a-z])")


def spelled(desk: Desk, words: Sequence[str]) -> list[str]:
    """The words of a line with its power and its verb in full, where a person wrote short names for them."""
    said, verbs = list(words), desk.ruleset.verbs
    powers = {power: power for power in desk.ruleset.powers} | dict(desk.ruleset.aliases)
    if said and said[0] not in verbs:
        said[0] = _in_full(said[0], powers)
    if len(said) > 1 and said[0] in desk.ruleset.powers:
        said[1] = _in_full(said[1], {verb: verb for verb, cls in verbs.items() if cls.names_power and cls.choosable()})
    return said


def _in_full(word: str, names: Mapping[str, str]) -> str:
    meant = {full for name, full in names.items() if name.startswith(word)} if word not in names else {names[word]}
    return meant.pop() if len(meant) == 1 else word


def form_under_way(desk: Desk, words: Sequence[str]) -> tuple[Form, Sequence[str]] | None:
    """The form of the order that a line begins, and the words behind its verb; None where no form is known."""
    if not words:
        return None
    power = words[0] if words[0] in desk.ruleset.powers else ""
    at = 1 if power else 0
    if len(words) <= at or words[at] not in desk.ruleset.verbs:
        return None
    form = form_of(desk, words[at], power or next(iter(desk.campaign.seats), ""))
    return None if form is None else (form.unfolded, words[at + 1 :])


def in_form(form: Form, given: Sequence[str], part: str) -> Iterator[str]:
    """What ``part``, the word behind ``given``, may become: whole words, of a list all of it."""
    fields = {field.name: field for field in form.fields}
    every = form.pattern.split()
    pattern = every[every.index(form.verb) + 1 :] if form.verb in every else []
    keyed = {token.partition("=")[0]: token.partition("=")[2] for token in pattern if "=" in token}
    key, sign, typed = part.partition("=")
    if sign:
        yield from _of_field(fields.get(keyed.get(key, "").strip("{}")), f"{key}=", typed)
        return
    words = [token for token in pattern if "=" not in token]
    nth = sum(1 for word in given if "=" not in word)
    if nth < len(words):
        name = words[nth].strip('"{}')
        yield from _of_field(fields[name], "", part) if name in fields else (name,)
        return
    used = {word.partition("=")[0] for word in given if "=" in word}
    yield from (f"{name}=" for name in keyed if name not in used and name.startswith(part))


def _of_field(field: Field | None, lead: str, typed: str) -> Iterator[str]:
    if field is None:
        return
    if field.listed:
        before, comma, typed = typed.rpartition(",")
        lead = f"{lead}{before}{comma}"
        if count := _COUNT.match(typed):
            lead, typed = lead + count.group(), typed[count.end() :]
    yield from (lead + choice for choice in field.choices if choice.startswith(typed) and choice != typed)
