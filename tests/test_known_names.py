"""Words that name something of the campaign - a power, a country, a place, a unit - name what it has: in orders, in
rulings, in what an overruled order writes, and in files. What is unknown is no rule that a table could overrule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import attrs
import pytest

from engine.kernel import fitting, play, ruleset
from engine.kernel.grammar import Unreadable
from engine.kernel.paths import field_types
from engine.kernel.ranges import KeyOf, Length, OneOf, TurnLabel, bounds
from engine.kernel.reading import parse, understand
from engine.kernel.refusals import Refused
from engine.kernel.ruleset import Ruleset
from tests import fuzzing

GAMES = [ruleset.find("thewar"), ruleset.find("worldatwar")]


def judged(campaign: Any, line: str) -> str:
    rules = ruleset.of(campaign)
    return " ".join(str(one) for one in play.judge(rules, campaign, parse(rules, line), "solo"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("germany grant 5 atlantis", "to: there is no 'atlantis' in powers or countries"),
        ("germany grant 5 italy pays=summer", "pays: there is no 'summer' in powers"),
        ("germany grant 5 italy of=summer", "of: there is no 'summer' in countries"),
        ("capture paris summer", "by: there is no 'summer' in powers or countries"),
        ("conquer poland poland", "by: there is no 'poland' in powers"),
        ("status belgium satellite patron=summer", "patron: there is no 'summer' in powers"),
        ("germany construct inf-6-5 country=prussia", "country: there is no 'prussia' in countries"),
        ("germany attack warsaw units=germany-inf-999", "units: there is no 'germany-inf-999' in units"),
        ("germany new-yard atlantis", "place: there is no 'atlantis' in places"),
    ],
)
def test_a_name_that_the_campaign_does_not_know_is_not_overruled(line: str, reason: str) -> None:
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    for before in ('overrule "x" ', 'overrule "x" late '):
        assert reason in judged(campaign, before + line), before
    # The order as it is has its own judge's reason, or this one where that says nothing.
    assert judged(campaign, line)


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("germany new-yard genua", "place: there is no 'genua' in places (15.1.5.1). Nearest: genoa."),
        ("capture pariz germany", "there is no place or colony 'pariz' (1.2). Nearest: paris."),
        ("germany grant 5 itali", "to: there is no 'itali' in powers or countries (14.8). Nearest: italy."),
    ],
)
def test_a_name_that_nobody_knows_is_refused_with_the_nearest_one(line: str, nearest: str) -> None:
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    assert nearest in judged(campaign, line) + judged(campaign, f'overrule "x" {line}')


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("italy effort", "a name (kind): none, sle, rle, lle, mle, pass"),
        ("besiege", "a name (where): maginot-1631, maginot-1730, maginot-1831, gibraltar, sevastopol"),
        ("capture", "a name (what): london, glasgow, southampton, scapa-flow, paris, calais or "),
        ("germany construct Ä", "a name: inf-6-5, arm-8-8, "),
        ("germany ask-path", "a name (port): none may be named now"),
        ("germany new-yard", "a name (place): kiel, wilhelmshaven"),
        ("germany grant", "a whole number (narfs)"),
    ],
)
def test_where_a_name_is_missing_those_that_may_stand_there_are_told(line: str, names: str) -> None:
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    with pytest.raises(Unreadable) as fault:
        understand(ruleset.of(campaign), line, campaign)
    told = fault.value.expected
    assert told.startswith(names)
    assert fault.value.usage and f"expected {told}. It is written '" in str(fault.value)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("holdings.albania.holder summer", "there is no 'summer' in powers or countries"),
        ("places.paris.holder summer", "there is no 'summer' in powers or countries"),
        ("countries.poland.patron poland", "there is no 'poland' in powers"),
        ("countries.poland.status friendly", "there is no 'friendly'"),
        ("countries.poland.capital atlantis", "there is no 'atlantis' in places"),
        ("powers.germany.entered yesterday", "'yesterday' is no turn"),
        ("powers.germany.entered 1939-3-spring", "'1939-3-spring' is no turn"),
        ("wars.britain+germany yesterday", "'yesterday' is no turn"),
        ("powers.germany.effort huge", "there is no 'huge'"),
        ("places.paris.kind summer", "there is no 'summer'"),
        ("units.germany-inf-1.place atlantis", "there is no 'atlantis' in places"),
    ],
)
def test_a_ruling_puts_no_unknown_word_into_a_field_that_names_something(line: str, reason: str) -> None:
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    assert reason in judged(campaign, f'ruling {line} because "x"')


@pytest.mark.parametrize(
    "line",
    [
        "holdings.albania.holder france",
        "places.paris.holder germany",
        "places.paris.holder poland",
        "powers.germany.entered 1939-3-fall",
        "countries.poland.status satellite",
        "places.paris.name Lutetia",
        "units.germany-inf-1.place paris",
        "units.germany-inf-1.place board",
    ],
)
def test_a_ruling_puts_known_words_there(line: str) -> None:
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    assert judged(campaign, f'ruling {line} because "x"') == ""


def test_a_unit_of_a_kind_that_only_places_have_is_none() -> None:
    """A word stands where the same kind of thing has it: a pool of 'city' has no factors."""
    campaign: Any = fuzzing.opening("1939-campaign", 1, 1, options=False)
    pool = next(key for key, one in campaign.pools.items() if one.power == "germany")
    assert "there is no 'city'" in judged(campaign, f'ruling pools.{pool}.kind city because "x"')
    assert "there is no 'city'" not in judged(campaign, f'ruling pools.{pool}.kind mech because "x"')


def texts(cls: type, where: str) -> Iterator[tuple[str, type, str]]:
    """The text fields of the things that a campaign holds: where, in which class, which."""
    for field, kind in field_types(cls).items():
        args = get_args(kind)
        if args and attrs.has(args[-1]) and args[-1].__module__ == cls.__module__:
            for name, inner in field_types(args[-1]).items():
                is_text = inner is str or (get_origin(inner) is tuple and get_args(inner)[0] is str)
                if is_text:
                    yield f"{where}.{field}.*.{name}", args[-1], name


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_text_of_the_state_says_what_may_stand_there(rules: Ruleset[Any]) -> None:
    found = list(texts(rules.campaign_class, rules.id))
    assert len(found) > 40
    assert [at for at, cls, name in found if name not in bounds(cls)] == []


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_what_the_state_names_are_mappings_that_it_has(rules: Ruleset[Any]) -> None:
    have = set(field_types(rules.campaign_class))
    for at, cls, name in texts(rules.campaign_class, rules.id):
        allowed = bounds(cls)[name]
        assert not isinstance(allowed, KeyOf) or set(allowed.mappings) <= have, at


@pytest.mark.parametrize(("scenario", "turn", "seats", "options"), fuzzing.STATES)
def test_every_opening_fits_what_its_fields_declare(scenario: str, turn: int, seats: int, options: bool) -> None:
    campaign = fuzzing.opening(scenario, turn, seats, options=options)
    assert list(fitting.misfits(campaign, ruleset.of(campaign).facts)) == []


def test_bounds_of_words_and_turns() -> None:
    assert OneOf(("a", "b")).wrong(("a", "c")) == "there is no 'c'"
    assert TurnLabel().wrong("1940-1-spring") == "" and TurnLabel().wrong("") == ""
    assert TurnLabel().wrong("1940-1-summer") == "'1940-1-summer' is no turn"
    assert KeyOf(("powers",)).wrong("x" * 81) == Length(80).wrong("x" * 81)
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    assert fitting.stranger(campaign, KeyOf(("powers",), also=("solo",)), "solo") == ""
    assert fitting.stranger(campaign, KeyOf(("powers",)), "") == "there is no '' in powers"
    assert fitting.stranger(campaign, KeyOf(("powers",), empty=True), "") == ""
    assert fitting.stranger(campaign, KeyOf(("places", "powers")), ("paris", "us", "x")) == (
        "there is no 'x' in places or powers"
    )


def test_what_an_overruled_order_writes_names_what_there_is() -> None:
    """A field that an order has no declared name for is looked at when it is written."""
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    rules = ruleset.of(campaign)
    order = parse(rules, 'overrule "x" status belgium friendly')
    with pytest.raises(Refused, match="there is no 'friendly'"):
        play.submit(rules, campaign, [order], seat="solo", dice=fuzzing.DICE, n=1)
