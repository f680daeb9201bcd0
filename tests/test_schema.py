"""What is said of a field stands once, with the field: journal, rulings, cards and the list of options read it
there."""

from __future__ import annotations

from typing import Any, get_args

import attrs
import pytest

from engine.kernel import ruleset, schema
from engine.kernel.campaign import hidden_fields
from engine.kernel.changes import Change, Entry
from engine.kernel.ranges import Range, figure, holds
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.cards import Figure
from engine.kernel.sheets.options import named, options_of
from engine.kernel.sheets.titles import titles_of
from saves import scenarios
from tui import telling

GAMES = [ruleset.find("thewar"), ruleset.find("worldatwar")]


def test_a_field_says_its_title_unit_rule_and_range() -> None:
    @attrs.frozen
    class Purse:
        gold: int = figure(0, 9, 0, title="Gold", unit="pieces", rule="2.1", about="gold at the start")
        empty: bool = holds(title="is empty")
        plain: int = figure(0, 3, 1)

    assert attrs.astuple(schema.told(Purse, "gold")) == ("Gold", "pieces", "2.1", "gold at the start", None)
    assert schema.told(Purse, "empty").title == "is empty" and Purse() == Purse(0, False, 1)
    assert schema.told(Purse, "plain") == schema.told(Purse, "nothing") == schema.told(int, "real")


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_field_of_the_state_is_described_with_who_sees_it_and_who_may_rule_on_it(rules: Ruleset[Any]) -> None:
    cls = rules.campaign_class
    found = {one.path: one for one in schema.described(cls)}
    assert {path for path in found if "." not in path} == {field.name for field in attrs.fields(cls)}
    assert {path.partition(".")[0] for path, one in found.items() if one.secret} == hidden_fields(cls)
    assert {path for path, one in found.items() if one.ruled and "." not in path} == set(schema.ruled(cls))
    money = found["powers.*.narfs" if rules.id == "thewar" else "powers.*.brps"]
    assert money.told.unit in ("NARFs", "BRPs") and isinstance(money.bounds, Range) and money.ruled and not money.secret
    assert all(one.told.rule for one in found.values() if one.told.unit)


WITHOUT = {
    "options": "each option says its own rule and choices (kernel.options)",
    "facts": "each fact is declared with its rule and range (kernel.facts)",
    "progress.turn": "where play stands: no figure of the rules",
    "progress.nth": "counts dice by their keys",
    "progress.again": "counts consents in the keys of dice",
    "progress.taken": "where play stands: no figure of the rules",
    "progress.closed": "in which turn a seat closed the campaign: no figure of the rules",
    "serials": "the numbers of ids, which no rule knows",
    "used.*.count": "counts what its limit counts, by that limit's rule",
}
"""Numbers of the state that have no unit or no rule of their own, and why."""


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_number_of_the_state_says_what_it_counts_and_by_which_rule(rules: Ruleset[Any]) -> None:
    numbers = [
        one for one in schema.described(rules.campaign_class) if isinstance(one.bounds, Range) and not one.secret
    ]
    assert len(numbers) > 50
    untold = {one.path for one in numbers if not (one.told.unit and one.told.rule)}
    assert untold == {one.path for one in numbers} & WITHOUT.keys()
    plain = {
        one.path
        for one in schema.described(rules.campaign_class)
        if _counts(one.kind) and not one.secret and not one.bounds
    }
    assert plain == set(), "a number has a range"


def _counts(kind: Any) -> bool:
    """Whether whole numbers stand in a field: itself, or each in its tuple or mapping."""
    return kind is int or int in get_args(kind)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("powers.germany.narfs", "Germany NARFs"),
        ("powers.germany.base", "Germany NARF base"),
        ("powers.germany.smp_lost", "Germany SMPs lost this turn"),
        ("powers.germany.last_effort", "Germany last effort"),
        ("pools.germany-inf-6-5.count", "Germany INF 6-5 in the pool"),
        ("pools.gone.oos", "pool gone out of supply"),
    ],
)
def test_the_journal_calls_a_figure_by_the_title_of_its_field(path: str, words: str) -> None:
    assert telling.figure(scenarios.preview("1939-campaign"), path) == words


def test_a_card_has_range_and_words_of_the_field() -> None:
    campaign: Any = scenarios.preview("1939-campaign")
    found = Figure.of_field(campaign, "powers.germany.narfs")
    assert (found.least, found.most, found.about) == (0, 999, "NARFs in hand at the start")
    assert found.value == campaign.powers["germany"].narfs and found.source
    rating = Figure.of_field(campaign, "powers.germany.navy")
    assert (rating.least, rating.most, rating.about) == (1, 4, "the navy's rating")


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_option_of_a_scenario_is_declared_with_its_title(rules: Ruleset[Any]) -> None:
    cards = [card for card in scenarios.scenarios() if card.ruleset == rules.id]
    given = {name for card in cards for name in card.options}
    assert given and {name for name in given if named(options_of(rules).options, name) is None} == set()
    assert len({one.id for one in options_of(rules).options}) == len(options_of(rules).options)
    for one in options_of(rules).options:
        assert 0 < len(one.title) <= 20
        assert all(card.options[one.id] in one.choices for card in cards if one.choices and one.id in card.options)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_no_title_of_an_outcome_is_said_of_a_field_as_well(rules: Ruleset[Any]) -> None:
    assert not set(titles_of(rules).outcomes) & set(schema.titles(rules.campaign_class))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_segment_of_the_sequence_has_a_name_and_no_name_is_left_over(rules: Ruleset[Any]) -> None:
    assert list(rules.sequence.segments) == list(dict.fromkeys(step.segment for step in rules.sequence.steps))
    assert rules.sequence.segment("no-such-part") == "No such part"


def test_no_journal_tells_what_only_remembers_what_was_done() -> None:
    campaign = scenarios.preview("1939-campaign")
    rules = ruleset.of(campaign)
    of_diplomacy = {"statements", "speakers", "leanings"}
    assert schema.inner(rules.campaign_class) == {"serials", "engagements", "missions", *of_diplomacy}
    assert {key for key, fact in rules.facts.declared.items() if fact.inner} == {"british-units-lost", "points-bought"}
    inner = [Change(at, None, 1, "done") for at in ("serials.germany-arm", "missions.x", "facts.points-bought")]
    loud = [Change("facts.usel", 0, 1, "tension"), Change("powers.germany.narfs", 85, 80, "spent")]
    entry = Entry(n=1, step="planning.effort", seat="solo", order="", changes=(*inner, *loud))
    told = telling.tell(rules, campaign, entry, "done")
    assert [text.split()[0] for text in told.figures] == ["U.S.", "Germany"] and not told.routine
