"""Orders that belong to a step, given before it by ``overrule``: the step comes up, asks for nothing that cannot be
given any more, and passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import KeyedDice
from engine.kernel.in_memory import InMemory
from engine.kernel.random_play import Table
from engine.kernel.reading import parse
from engine.kernel.refusals import Refused
from engine.thewar.countries import fascism
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.thewar.countries.test_fallen import north_german
from tests.thewar.economy.test_oil_shortage import GERMANS, forces, short
from tests.thewar.endings.test_free_french import spring
from tests.thewar.player import SEAT, opening
from tests.thewar.strategic.test_bomber_waves import SIZES, WAVES, britain
from tests.thewar.strategic.test_city_raids import PLANTS, over
from tests.thewar.test_optional_play import everywhere

DICE = KeyedDice(b"early")
STEPS = tuple(dict.fromkeys(step.id for step in RULESET.sequence.named.values()))
_MANY = 60
"""Tries in one step after which it stands still: whoever plays at random gives what it offers in far fewer."""


def early(line: str) -> Any:
    return parse(RULESET, f'overrule "so agreed" {line}')


def passes(game: InMemory[TheWar], step: str, seed: int = 1) -> None:
    """Play on until a step is over."""
    table, tries = Table.of(game, seed, 0), 0
    turn = game.campaign.progress.turn
    while game.campaign.progress.turn == turn and _at(game) <= STEPS.index(step) and not game.over:
        was = game.campaign
        tried = table.tries()
        tries = tries + 1 if game.campaign is was else 0
        assert tried is not None and tries < _MANY, f"{step} stands still at {was.progress.step}: {tried}"


def _at(game: InMemory[TheWar]) -> int:
    return STEPS.index(game.campaign.progress.step)


def given_at_random(start: Callable[[], TheWar], seed: int, turns: int) -> dict[str, tuple[TheWar, str, str]]:
    """Of each order that was given in a step of its own, the first: the campaign in the step before, the order, and the
    step."""
    game = InMemory(RULESET, start(), DICE)
    table = Table.of(game, seed, 0.15)
    given: dict[str, tuple[TheWar, str, str]] = {}
    before, here = game.campaign, game.campaign
    while game.campaign.progress.turn <= turns:
        was = game.campaign
        if was.progress.step != here.progress.step:
            before = here
        here = was
        tried = table.tries()
        assert tried is not None
        order, step = tried.order, was.progress.step
        ours = not tried.refused and not order.automatic and RULESET.sequence[step].slug in order.steps
        if ours and not was.pending and before.progress.turn == was.progress.turn:
            given.setdefault(order.verb, (before, order.text, step))
    return given


@pytest.mark.parametrize(("start", "seed", "turns"), [(opening, 3, 6), (everywhere, 1, 6)])
def test_no_step_stands_still_whose_order_was_given_before_it(
    start: Callable[[], TheWar], seed: int, turns: int
) -> None:
    given, done = given_at_random(start, seed, turns), set()
    for verb, (before, line, step) in given.items():
        game = InMemory(RULESET, before, DICE)
        try:
            game.order(early(line), SEAT)
        except Refused:
            # What it names is not there yet, or it would lead to what no rule expects.
            continue
        passes(game, step, seed)
        done.add(verb)
    ending = {verb for verb in done if RULESET.verbs[verb].finishes}
    assert len(done) >= 16 and ending >= {"sea-box", "air-box"}, sorted(done)


def in_planning() -> TheWar:
    """Germany may try to revive Fascism in the north of Italy."""
    north = north_german()
    return attrs.evolve(north, progress=attrs.evolve(north.progress, step=fascism.STEP))


@pytest.mark.parametrize(
    ("scene", "line"),
    [
        (lambda: _at_step(opening(), "planning.effort"), "germany effort lle"),
        (in_planning, "germany revive-fascism"),
        (spring, "britain free-french"),
        (lambda: short("germany", 7, forces("germany", GERMANS)), "germany immobile 2 fleet-1-12-5, 5 arm-8-8"),
        (lambda: _at_step(over(), "strategic-warfare.oil-plants"), PLANTS.replace("hamburg", "leipzig")),
        (over, "us bomb-city essen"),
        (over, "britain bomb-city essen"),
        (lambda: _at_step(britain(), WAVES), "germany waves 3"),
        (lambda: _at_step(britain(stacks=2), SIZES), "germany wave-sizes first=3"),
        (lambda: _at_step(britain(stacks=2), SIZES), "britain wave-guards first=6"),
    ],
)
def test_no_step_of_the_rarer_ones_stands_still(scene: Callable[[], TheWar], line: str) -> None:
    campaign = attrs.evolve(scene(), seats=dict.fromkeys(scene().powers, SEAT))
    step = campaign.progress.step
    before = STEPS[STEPS.index(step) - 1]
    let, _ = play.apply(RULESET, _at_step(campaign, before), early(line), seat=SEAT, dice=DICE, n=1)
    passes(InMemory(RULESET, _at_step(let, step), DICE), step)


def test_19_3_who_was_let_roll_for_fascism_before_its_step_is_not_asked_again() -> None:
    """Else a second die would fall for the same state."""
    campaign = in_planning()
    assert fascism.rollers(campaign) == ("germany",)
    there = _at_step(campaign, "planning.effort")
    let, entry = play.apply(RULESET, there, early("germany revive-fascism"), seat=SEAT, dice=DICE, n=1)
    assert len(entry.rolls) == 1 and not fascism.rollers(_at_step(let, fascism.STEP))


def _at_step(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step, done=()))
