"""Every figure that a person or a file may give is bounded: each argument of each order of both games, each figure that
a ruling may set. What is out of its range is refused before any rule is asked, and nothing overrules it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import attrs
import pytest

from engine.kernel import play, ruleset
from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, arguments
from engine.kernel.paths import field_types
from engine.kernel.ranges import KeyOf, Length, OneOf, Range, bounds, figure, listed, out_of_range
from engine.kernel.reading import parse
from engine.kernel.ruleset import Ruleset
from engine.kernel.telling import sentence
from engine.thewar.ruleset import RULESET
from tests.thewar import world
from tests.worldatwar import game as worldatwar

GAMES = [ruleset.find("thewar"), ruleset.find("worldatwar")]


def order_classes() -> Iterator[tuple[str, Any]]:
    for rules in GAMES:
        for verb, cls in rules.verbs.items():
            yield f"{rules.id} {verb}", cls


@pytest.mark.parametrize(("name", "cls"), list(order_classes()), ids=lambda one: one if isinstance(one, str) else "")
def test_every_argument_of_every_order_is_bounded(name: str, cls: Any) -> None:
    types, allowed = field_types(cls), bounds(cls)
    free = {"power", "inner"} | {argument for argument, _, kind, _ in arguments(cls) if kind is FLAG}
    for field in set(types) - free:
        assert field in allowed, f"{name}: '{field}' has no range"
        of_figures = types[field] is int or (get_origin(types[field]) is tuple and get_args(types[field])[0] is int)
        assert isinstance(allowed[field], Range if of_figures else Length | KeyOf | OneOf), f"{name}: '{field}'"
        if get_origin(types[field]) is tuple and attrs.has(item := get_args(types[field])[0]):
            unbounded = {key for key, kind in field_types(item).items() if kind is not bool} - set(bounds(item))
            assert not unbounded, f"{name}: {unbounded} of an item have no range"


def figures(cls: type, where: str) -> Iterator[tuple[str, bool]]:
    """The whole numbers below a class with whether they are bounded, by their paths with * for a key."""
    for field, kind in field_types(cls).items():
        at = f"{where}.{field}"
        inner = get_args(kind)
        if kind is int or (inner and int in inner and get_origin(kind) is not dict):
            yield at, field in bounds(cls)
        elif inner and attrs.has(inner[-1]):
            yield from figures(inner[-1], f"{at}.*")
        elif inner and (inner[-1] is int or int in get_args(inner[-1])):
            yield f"{at}.*", field in bounds(cls)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_figure_of_the_state_is_bounded(rules: Ruleset[Any]) -> None:
    found = dict(figures(rules.campaign_class, rules.id))
    assert len(found) > 40
    assert [at for at, bounded in found.items() if not bounded] == []


@pytest.mark.parametrize(
    ("line", "reason", "hint"),
    [
        ("entry 999999999", "level: 999999999 is out of range", "From -20 to 40."),
        ("britain install airbase count=9999999", "count: 9999999 is out of range", "From 1 to 9."),
        ("britain sea-box asw=-1", "asw: -1 is out of range", "From 0 to 99."),
        ("losses germany -999 inf-6-5", "count: 999 is out of range", "From 1 to 99."),
        ("germany immobile 999 inf-6-5", "count: 999 is out of range", "From 1 to 99."),
        ('ruling facts.usel -999999999 because "x"', "facts.usel: -999999999 is out of range", "From -20 to 40."),
        ('ruling facts.usel many because "x"', "'many' is not a whole number", ""),
        ('ruling facts.rail-italy 999 because "x"', "facts.rail-italy: 999 is out of range", "From 0 to 99."),
        ('ruling facts.whatever 99999 because "x"', "there is no fact 'whatever'", ""),
        (
            'ruling facts.granted-germny 9 because "x"',
            "there is no fact 'granted-germny'",
            "Nearest is 'granted-germany'.",
        ),
        ('ruling facts.usel-highst 9 because "x"', "there is no fact 'usel-highst'", "Nearest is 'usel-highest'."),
        (
            'ruling facts.yards-built-oslo 9 because "x"',
            "there is no fact 'yards-built-oslo'",
            "Nearest is 'yards-built-us'.",
        ),
        ('ruling powers.us.narfs 99999 because "x"', "powers.us.narfs: 99999 is out of range", "From -999 to 9999."),
        (f"britain counter-air brest units={','.join(f'britain-ftr-{n}' for n in range(101))}", "", "At most 100."),
        (f"germany effort {'x' * 81}", "", "At most 80."),
    ],
)
@pytest.mark.parametrize("before", ["", 'overrule "x" ', "late ", 'overrule "x" late '])
def test_what_is_out_of_its_range_is_refused_before_any_rule(line: str, reason: str, hint: str, before: str) -> None:
    campaign = world.world(step="planning.effort")
    found = play.judge(RULESET, campaign, parse(RULESET, before + line), "solo")
    assert reason in {refusal.reason for refusal in found} or not reason
    assert hint in {refusal.hint for refusal in found}
    # No rule was asked: beside it stand at the most its step and whose turn it is.
    assert not [one for one in found if "nothing stands against" in one.reason or "carried out" in one.reason]


def test_an_overruled_reason_has_a_length() -> None:
    campaign = world.world(step="planning.effort")
    found = play.judge(RULESET, campaign, parse(RULESET, f'overrule "{"x" * 601}" germany effort none'), "solo")
    assert [(refusal.reason, refusal.hint) for refusal in found] == [
        ("because: 601 characters are too many", "At most 600.")
    ]


def test_what_a_journal_recorded_out_of_todays_range_is_still_told() -> None:
    """Reading asks for no range, so an old entry has its sentence; only giving it anew is refused."""
    entry = Entry(7, "solo", "planning.effort", "germany spend 5000 on=other")
    assert sentence(world.world(), entry) == "Germany spends 5000 NARFs on other"


def test_figures_of_a_world_at_war_are_bounded() -> None:
    campaign = worldatwar.scene("1942-1-spring", "start.production")
    for line, hint in [
        ("germany produce submarine count=999999", "From 1 to 9."),
        ("germany brps 1000000", "From -999 to 999."),
        ('ruling research.axis-asw 100 because "x"', "From 0 to 99."),
    ]:
        for before in ("", 'overrule "x" '):
            found = play.judge(GAMES[1], campaign, parse(GAMES[1], before + line), "solo")
            assert hint in {refusal.hint for refusal in found}, before + line


def test_a_default_stands_for_not_said_and_is_never_out_of_range() -> None:
    @attrs.frozen
    class Thing:
        count: int = figure(1, 9, 0)
        names: tuple[str, ...] = listed(2, ())

    assert list(out_of_range(Thing())) == []
    assert [(one.field, one.problem) for one in out_of_range(Thing(10, ("a", "b", "c")))] == [
        ("count", "10 is out of range"),
        ("names", "3 are too many"),
    ]
    assert [one.problem for one in out_of_range(Thing(1, ("x" * 81,)))] == [f"'{'x' * 80}...' is too long"]
