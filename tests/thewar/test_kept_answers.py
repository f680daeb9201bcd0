"""What is kept for as long as some of a campaign's fields stay the same (kernel.remembering) must read nothing else,
and nobody who asks writes to an answer: whatever a game of random play has kept is asked again, on the campaign that it
is kept for."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from engine.kernel import outlook, play, reading
from engine.kernel.campaign import view
from engine.kernel.changes import Change
from engine.kernel.dice import KeyedDice
from engine.kernel.remembering import Parts, follow, keep
from engine.kernel.sequence import Step, awaited
from engine.kernel.sheets.ledger import falls_due
from engine.kernel.transaction import Transaction
from engine.thewar.ruleset import RULESET
from engine.thewar.world import forces
from engine.thewar.world.state import TheWar, Unit
from tests.kernel.shortcuts import (
    assert_choices_are_refused_what_a_judge_refuses,
    assert_what_bars_is_what_must_be_done,
    assert_what_lasts_is_as_if_asked_anew,
)
from tests.scale import share_of
from tests.thewar.duties import met
from tests.thewar.player import SEAT, Game, Player, opening, play_on

STEPS, ORDERS, CHOICES, LOOKED_AT = 400, 800, 4_000, 8
"""Orders of a game of those that are offered, and of one of all kinds; how many choices are judged; and every how many
orders all that is kept is asked again."""


def _states(seed: int) -> Iterator[TheWar]:
    """The campaigns of a game in which everything that is open is listed and one of it is given."""
    chance, game = random.Random(seed), Game(opening())
    campaign = game.campaign
    for nth in range(STEPS):
        seen = outlook.outlook(RULESET, campaign, SEAT)
        if seen.over:
            return
        seen.read()
        legal = [choice.order for choice in seen.choices if not choice.refused]
        order = chance.choice(legal) if legal else reading.parse(RULESET, met(seen.step))
        campaign = play.submit(RULESET, campaign, [order], seat=SEAT, dice=game.dice, n=3)[-1].campaign
        if nth % LOOKED_AT == 0:
            yield campaign


def _asked_again(question: Callable[..., Any], campaign: TheWar, values: Any, given: tuple[Any, ...]) -> Any:
    """A question's answer on a campaign that remembers nothing."""
    forgetful = view(campaign, SEAT)
    object.__setattr__(forgetful, "known", None)
    if next(iter(inspect.signature(question).parameters)) == "campaign":
        return question(forgetful, *given)
    return question(*(values if type(values) is tuple else (values,)), *given)


def _of_parts_asked_again(campaign: TheWar, slot: str, values: Any, answers: dict[Any, Any]) -> set[Any]:
    """Asks again what is kept of a mapping's parts, or of one of them. Returns what was asked."""
    name, by, *which = slot.split("/")
    mapping = getattr(campaign, name)
    if not which:
        if values is mapping:
            apart: dict[str, list[Any]] = {}
            for key, value in mapping.items():
                apart.setdefault(getattr(value, by), []).append((key, value))
            assert [(of, list(part.items())) for of, part in answers.items()] == list(apart.items())
        return set()
    if values is not Parts[Any](name, by).one(campaign, which[0]):
        return set()
    assert list(values.items()) == [(key, value) for key, value in mapping.items() if getattr(value, by) == which[0]]
    questions = set()
    for key, answer in list(answers.items()):
        question, given = key if type(key) is tuple else (key, ())
        assert _asked_again(question, campaign, (), (which[0], *given)) == answer, (question.__qualname__, which, given)
        questions.add(question)
    return questions


def _of_its_own_values_asked_again(campaign: TheWar, slot: str, answers: dict[Any, Any]) -> None:
    """Asks again what a campaign keeps of the answers about its own values, whatever other campaigns have by now."""
    name, *rest = slot.split("/")
    fields = name.split()
    values = _read(campaign, fields[0]) if len(fields) == 1 else tuple(_read(campaign, field) for field in fields)
    for key, answer in list(answers.items()):
        question, given = key if type(key) is tuple else (key, ())
        given = (*rest[1:], *given)
        assert _asked_again(question, campaign, values, given) == answer, (question.__qualname__, given)


@pytest.mark.parametrize("seed", share_of([3, 39], 1, 2))
def test_kept_answers_stand_where_their_fields_are_the_same(seed: int) -> None:
    questions = set()
    for campaign in _states(seed):
        keep(campaign)
        assert campaign.known
        for slot, (values, answers) in list(campaign.known.items()):
            if "/" in slot:
                questions |= _of_parts_asked_again(campaign, slot, values, answers)
                continue
            fields = slot.split()
            now = tuple(_read(campaign, name) for name in fields)
            if any(mine is not kept for mine, kept in zip(now, values if len(fields) > 1 else (values,), strict=True)):
                continue
            for key, answer in list(answers.items()):
                question, given = key if type(key) is tuple else (key, ())
                assert _asked_again(question, campaign, values, given) == answer, (question.__qualname__, given)
                questions.add(question)
    assert len(questions) > 20


def test_a_unit_that_comes_and_goes_by_one_order_leaves_the_units_by_their_owners_as_they_are() -> None:
    campaign = opening()
    keep(campaign)
    before = forces.OWN.every(campaign)
    unit = Unit(power="germany", kind="inf", strength="6-5")
    changes = [Change("units.passing", None, unit, "comes"), Change("units.passing", unit, None, "goes")]
    after = attrs.evolve(campaign, units=dict(campaign.units))
    keep(after)
    assert after.known is not None and campaign.known is not None
    after.known.update(campaign.known)
    follow(campaign, after, {"units"}, changes)
    assert forces.OWN.every(after) == before == forces.OWN.made(after.units)


def test_the_units_by_their_owners_follow_in_order_also_where_the_first_of_an_owner_goes() -> None:
    campaign = opening()
    keep(campaign)
    parts = forces.OWN.every(campaign)
    for owner, first in [(owner, next(iter(part))) for owner, part in parts.items()]:
        after = attrs.evolve(campaign, units={key: unit for key, unit in campaign.units.items() if key != first})
        keep(after)
        assert after.known is not None and campaign.known is not None
        after.known.update(campaign.known)
        follow(campaign, after, {"units"}, [Change(f"units.{first}", campaign.units[first], None, "goes")])
        assert after.known[forces.OWN.slot][0] is after.units, "the parts followed"
        made, followed = forces.OWN.made(after.units), forces.OWN.every(after)
        assert [(of, list(part.items())) for of, part in followed.items()] == [
            (of, list(part.items())) for of, part in made.items()
        ]
        assert all(part is parts[of] for of, part in followed.items() if of != owner)


def test_the_units_by_their_owners_follow_whatever_orders_do_to_units() -> None:
    campaign, chance = opening(), random.Random(5)
    keep(campaign)
    forces.OWN.every(campaign)
    for nth in range(60):
        tx: Transaction[TheWar] = Transaction(campaign, KeyedDice(b"units"), "1939")
        # What one order creates, removes, creates again, changes in place and gives to another owner.
        for _ in range(chance.randint(1, 6)):
            key = chance.choice((*tx.campaign.units, *(f"fresh-{one}" for one in range(3))))
            unit = Unit(power=chance.choice(("germany", "ussr", "spain", f"new-{nth}")), kind="inf", strength="6-5")
            match chance.choice(("put", "remove", "deplete", "give")) if key in tx.campaign.units else "put":
                case "put":
                    tx.put(f"units.{key}", unit, "put")
                case "remove":
                    tx.remove(f"units.{key}", "removed")
                case "deplete":
                    tx.set(f"units.{key}.depleted", True, "depleted")
                case _:
                    tx.set(f"units.{key}.power", unit.power, "given")
        after = tx.campaign
        keep(after)
        forgetful = attrs.evolve(after)
        keep(forgetful)
        # As an order has left it behind, and as a campaign that comes to the same without one.
        assert after.known is not None and after.known is campaign.known and forgetful.known is not None
        forgetful.known.update(after.known)
        object.__setattr__(after, "known", dict(after.known))
        follow(campaign, after, {"units"}, tx.changes)
        assert after.known[forces.OWN.slot][0] is after.units, "the parts followed"
        for found in (forces.OWN.every(after), forces.OWN.every(forgetful)):
            made = forces.OWN.made(after.units)
            assert [(of, list(part.items())) for of, part in found.items()] == [
                (of, list(part.items())) for of, part in made.items()
            ]
        untouched = set(forces.OWN.every(campaign)) - {
            units[key].power
            for key in {change.at.split(".")[1] for change in tx.changes}
            for units in (campaign.units, after.units)
            if key in units
        }
        assert all(forces.OWN.one(after, of) is forces.OWN.one(campaign, of) for of in untouched)
        campaign = after


def test_units_that_are_again_what_they_were_have_the_same_parts() -> None:
    campaign = opening()
    keep(campaign)
    parts = forces.OWN.every(campaign)
    first, *others = campaign.units.items()
    for units, same in (((first, *others), True), ((*others, first), False), (others, False)):
        again = attrs.evolve(campaign, units={key: attrs.evolve(unit) for key, unit in units})
        keep(again)
        assert again.known is not None and campaign.known is not None
        again.known.update(campaign.known)
        assert (forces.OWN.every(again) is parts) == same
        assert list(forces.OWN.every(again).items()) == list(forces.OWN.made(again.units).items())


def test_what_a_campaign_remembers_is_as_it_was_answered_after_all_have_read_it() -> None:
    questions = set()
    for campaign in _states(17):
        outlook.outlook(RULESET, campaign, SEAT).read()
        falls_due(RULESET, campaign)
        assert campaign.answers
        for key, answer in list(campaign.answers.items()):
            if isinstance(key, str):
                _of_its_own_values_asked_again(campaign, key, answer)
                continue
            question, given = key if type(key) is tuple else (key, ())
            if isinstance(key, Step):
                # Whom a step awaits is kept by the step alone.
                question, given = awaited, (key, RULESET.sequence)
            assert _asked_again(question, campaign, (), given) == answer, (question.__qualname__, given)
            questions.add(question)
    assert len(questions) > 3


@pytest.mark.parametrize("seed", share_of([5, 39], 0, 2))
def test_who_acts_and_what_is_skipped_is_kept_only_as_long_as_it_holds(seed: int) -> None:
    game, player, kept = Game(opening()), Player(seed), 0
    for _ in range(ORDERS // LOOKED_AT):
        play_on(game, player, LOOKED_AT)
        kept += bool(game.campaign.lasting)
        assert_what_lasts_is_as_if_asked_anew(RULESET, game.campaign)
        assert_what_bars_is_what_must_be_done(RULESET, game.campaign)
    # Some of it was asked before, on a campaign that this one comes from by steps that were done.
    assert kept > ORDERS // LOOKED_AT // 3


@pytest.mark.parametrize("seed", share_of([5, 41], 1, 2))
def test_what_a_step_offers_is_refused_for_what_a_judge_would_refuse_it(seed: int) -> None:
    judged = 0
    game, player = Game(opening()), Player(seed)
    while judged < CHOICES:
        if game.over:
            game = Game(opening())
        play_on(game, player, 3)
        judged += assert_choices_are_refused_what_a_judge_refuses(RULESET, game.campaign, SEAT)


def _read(campaign: TheWar, name: str) -> Any:
    found: Any = campaign
    for part in name.split("."):
        found = getattr(found, part)
    return found
