"""Every order that a seat may give has a form, or stands whole in some list, when it is legal; a form has a box for
every argument of its order."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from engine.kernel import outlook
from engine.kernel.forms import whole
from engine.kernel.grammar import arguments
from engine.kernel.orders import Form, Order
from engine.kernel.ruleset import Ruleset
from engine.thewar.ruleset import RULESET
from engine.worldatwar.ruleset import RULESET as OTHER
from tests.panels.desks import desk
from tests.tui.every_screen import standing
from tests.tui.screens import SIZES, shown
from tui.models.begun_forms import AsLeft
from tui.models.edit import Edit
from tui.panels.filling import Filling

GAMES = pytest.mark.parametrize("ruleset", [RULESET, OTHER], ids=lambda ruleset: str(ruleset.id))
TYPED = {"done", "ruling", "late", "overrule", "propose", "consent", "decline", "message"}
TYPED |= {"no-dice-line", "lapse-dice-line"}
"""The end of a step, which every step offers, the orders of the umpire, which stand before or over others, what seats
say to each other, and what is said before the first die."""
ANSWERS = {
    "thewar": {
        *("accept", "against", "agree", "air-effort", "break-off", "cancel-counter", "cancel-ultra", "contest"),
        *("counter-chit", "show-cards"),
        *("convoy", "deplete", "eastern-garrison", "foil", "take-free-french", "take-over"),
        *("fly-on", "hit", "hold", "hunt", "hunt-from", "hunters-chit", "nacs", "naval-card", "no-support", "occupy"),
        *("raider-aircraft", "raider-search", "raiders", "raiders-sail", "remove", "retreated", "rise", "seek-raiders"),
        *("send-back", "share", "suffers", "takes", "to-yard", "torpedoed", "ultra", "victim"),
    },
    "worldatwar": {"divide-asw", "hit-ship", "settle"},
}
"""Answers to what a battle or an event asks: offered whole where they are asked for, and legal nowhere else."""


def has(cls: type[Order[Any]], name: str) -> bool:
    """Whether an order has a form, or offers, of its own."""
    return getattr(cls, name).__func__ is not getattr(Order, name).__func__


@cache
def forms(ruleset_id: str) -> dict[str, tuple[type, Form]]:
    """A form of every order that has one in any of the campaigns that the tests of the screens walk through."""
    found: dict[str, tuple[type, Form]] = {}
    for campaign in standing().values():
        if campaign.ruleset != ruleset_id:
            continue
        ruleset: Ruleset[Any] = RULESET if ruleset_id == RULESET.id else OTHER
        powers = [power for power in campaign.seats if ruleset.takes_part(campaign, power)]
        for verb, cls in ruleset.verbs.items():
            if verb in found or not cls.choosable():
                continue
            made = (whole(cls, campaign, power) for power in powers)
            if (form := next((form for form in made if form is not None), None)) is not None:
                found[verb] = cls, form
    return found


@GAMES
def test_every_order_has_a_form_or_is_offered_whole(ruleset: Ruleset[Any]) -> None:
    neither = {
        verb
        for verb, cls in ruleset.verbs.items()
        if cls.choosable() and not has(cls, "form") and not has(cls, "offers")
    }
    assert neither - TYPED == ANSWERS[ruleset.id]


@GAMES
def test_an_answer_is_legal_nowhere_but_where_it_is_asked_for(ruleset: Ruleset[Any]) -> None:
    for name, campaign in standing().items():
        if campaign.ruleset != ruleset.id:
            continue
        seat = next(iter(campaign.seats.values()))
        seen = outlook.outlook(ruleset, campaign, seat)
        given = {choice.order.verb for choice in seen.choices}
        assert seen.decision is not None or not given & ANSWERS[ruleset.id], name


@GAMES
def test_a_form_has_a_box_for_every_argument(ruleset: Ruleset[Any]) -> None:
    checked = 0
    for verb, (cls, form) in forms(ruleset.id).items():
        if form.closed or verb in ("losses", "immobile"):
            continue
        pattern = form.unfolded.pattern
        named = {field.name for field in form.unfolded.fields}
        for name, *_ in arguments(cls):
            key = name.replace("_", "-")
            assert (
                name in named
                or re.search(rf"(^|\s){key}=", pattern)
                or f"{{{name}}}" in pattern
                or _fixed(form, cls, name)
            ), f"{verb}: no box for {name}"
            checked += 1
    assert checked > (100 if ruleset is RULESET else 20)


def _fixed(form: Form, cls: type, name: str) -> bool:
    """Whether a bare word of an order stands in its form as it is."""
    words = [one for one, is_word, *_ in arguments(cls) if is_word]
    given = [word for word in form.pattern.split() if "=" not in word]
    behind = given[given.index(form.verb) + 1 :]
    return name in words and len(behind) >= len(words)


@GAMES
def test_the_list_of_orders_holds_every_form_of_an_order_that_belongs_to_no_step(ruleset: Ruleset[Any]) -> None:
    met = set()
    for name, campaign in standing().items():
        if campaign.ruleset != ruleset.id or outlook.outlook(ruleset, campaign, "").over:
            continue
        for power, seat in campaign.seats.items():
            if not ruleset.takes_part(campaign, power):
                continue
            listed = {form.verb for form in outlook.at_any_time(ruleset, campaign, seat, power).forms}
            step = ruleset.sequence[campaign.progress.step] if campaign.progress.step in ruleset.sequence else None
            for verb, cls in ruleset.verbs.items():
                if cls.choosable() and not cls.steps and step is not None and verb not in step.forms:
                    form = whole(cls, campaign, power)
                    head = form.pattern.split()[0] if form is not None else ""
                    mine = form is not None and (head == power or head not in ruleset.powers)
                    assert (verb in listed) == mine, f"{name}: {verb} of {power}"
                    met |= {verb} if mine else set()
    wanted = {"evacuate", "disband", "raze", "inside-ussr"} if ruleset is RULESET else {"brps", "war", "hold"}
    assert wanted <= met


def test_one_key_lists_all_orders_and_enter_opens_the_form() -> None:
    listed = shown(desk(), ["O"], SIZES[0])
    assert "At any time" in listed and "enter open" in listed and "Declare war" in listed
    assert "Orders of" in shown(desk(), ["O", "tab"], (60, 20))
    assert "still to say" in shown(desk(), ["O", "down", "enter"], SIZES[0])


def test_boxes_that_are_rarely_wanted_open_below_the_last_one() -> None:
    found = desk()
    form = whole(RULESET.verbs["stratmove"], found.campaign, "germany")
    assert form is not None
    filling = Filling(found, form, give=lambda line: None, leave=lambda: None)
    first = len(filling.form.fields)
    said = "\n".join(line.row.text for line in filling.lay(80, 20))
    assert "below the last box: group" in said
    while len(filling.form.fields) == first:
        filling.typed("down", None)
    assert filling.form.fields[filling.at].name == form.more[0].name == "group"
    assert len(filling.form.fields) == first + len(form.more)
    filling.edits |= {"kind": Edit.of("ground"), "group": Edit.of("inf-6-5")}
    filling.read()
    assert filling.model.line.startswith("germany stratmove ground") and "group=inf-6-5" in filling.model.line
    again = Filling(found, form, give=lambda line: None, leave=lambda: None, left=AsLeft({"group": "inf-6-5"}))
    assert "group" in again.edits, "what was typed below the last box is kept too"
