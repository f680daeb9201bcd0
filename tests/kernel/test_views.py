"""Views: what a seat must not know changes nothing that it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import outlook, play
from engine.kernel.campaign import (
    Campaign,
    Secret,
    hidden,
    hidden_fields,
    hides_nothing,
    powers_of,
    public,
    seat_names,
    view,
)
from engine.kernel.changes import Entry
from engine.kernel.reading import parse
from tests.kernel import toy

LINES = (
    *(f"{power} bid {office}" for power in toy.POWERS for office in ("toll", "mint", "fair", "sceptre")),
    *(f"{power} gift {other} {gold}" for power, other in (("red", "blue"), ("blue", "green")) for gold in (1, 7, 12)),
    *(f"{power} done" for power in toy.POWERS),
    "red march red-1 forest",
    "red attack red-1 blue-1",
    "late red bid toll",
    'overrule "x" red bid toll',
    'ruling houses.red.gold 3 because "x"',
)


def shown(campaign: toy.Toy, seat: str) -> tuple[Any, ...]:
    """Everything that a seat is ever shown."""
    seen = view(campaign, seat)
    return (
        seen,
        play.seen(campaign, seat),
        outlook.outlook(toy.RULESET, campaign, seat),
        outlook.checklist(toy.RULESET, seen),
        tuple(play.judge(toy.RULESET, campaign, parse(toy.RULESET, line), seat) for line in LINES),
        outlook.forecast(toy.RULESET, campaign, parse(toy.RULESET, "red attack red-1 blue-1"), seat),
        play.acting(toy.RULESET, seen),
        play.over(toy.RULESET, seen),
        list(toy.RULESET.check(seen)),
    )


BIDS = st.sampled_from(["toll", "mint", "fair", "sceptre"])
ANYTHING = BIDS.map("{} bid".format) | st.text(max_size=20)


@given(st.sets(st.sampled_from(toy.POWERS)), BIDS, st.lists(ANYTHING, min_size=3, max_size=3))
def test_two_campaigns_that_differ_in_others_secrets_alone_show_a_seat_the_same(
    bidders: set[str], office: str, others: list[str]
) -> None:
    campaign = toy.started(3)
    for power in sorted(bidders - {"green"}):
        campaign, _ = toy.given(campaign, f"{power} bid {'fair' if office == 'sceptre' else office}")
    for seat in ("north", "west", "east", "", "nobody"):
        powers = powers_of(campaign, seat)
        changed = {
            key: secret if secret.power in powers else Secret(secret.power, text, "0")
            for (key, secret), text in zip(campaign.secrets.items(), others, strict=False)
        }
        changed["green-99"] = Secret("green" if seat != "east" else "blue", others[2], "0")
        other = attrs.evolve(campaign, secrets=changed)
        assert shown(other, seat) == shown(campaign, seat)


def masked(value: Any) -> str:
    """What is shown, with digests blotted out: they say nothing without the salt."""
    text = repr(value)
    for word in {part for part in text.replace("'", " ").split() if len(part) == 64}:
        text = text.replace(word, "#" * 64)
    return text


@given(BIDS.filter(lambda office: office != "sceptre"), BIDS.filter(lambda office: office != "sceptre"))
def test_two_games_in_which_another_bids_differently_look_the_same_until_the_reveal(one: str, two: str) -> None:
    def played(office: str) -> tuple[toy.Toy, tuple[Entry, ...]]:
        return toy.given(toy.started(3), f"red bid {office}", "blue bid mint")

    (first, entries), (second, others) = played(one), played(two)
    assert masked(entries) == masked(others)
    for seat in ("west", "east", ""):
        assert masked(shown(first, seat)) == masked(shown(second, seat))
    if one != two:
        assert masked(shown(first, "north")) != masked(shown(second, "north"))


def test_a_view_of_a_view_is_the_view() -> None:
    campaign, _ = toy.given(toy.started(3), "red bid toll", "blue bid toll")
    for seat in ("north", "west", "east", ""):
        assert view(view(campaign, seat), seat) == view(campaign, seat)


def test_where_nothing_is_hidden_every_view_is_the_campaign_itself() -> None:
    campaign = toy.started(3)
    assert hides_nothing(campaign)
    assert all(view(campaign, seat) == campaign for seat in ("north", "west", "east", ""))
    sealed, _ = toy.given(campaign, "red bid toll")
    assert not hides_nothing(sealed)


@frozen(kw_only=True)
class Loose(Campaign):
    """A campaign with a field that does not say who sees it."""

    treasure: int = 3
    map: Mapping[str, str] = attrs.field(factory=dict)


def test_a_field_that_does_not_say_who_sees_it_is_refused_by_name() -> None:
    loose = Loose(ruleset="toy", scenario="x", first="1", last="2")
    for look in (lambda: view(loose, "north"), lambda: hides_nothing(loose)):
        with pytest.raises(TypeError, match="Loose does not say who sees treasure, map"):
            look()


@frozen(kw_only=True)
class Guarded(toy.Toy):
    """A campaign with a hidden field of its own: each house's plan is its own."""

    plans: Mapping[str, str] = hidden(
        lambda plans, powers: {house: plan for house, plan in plans.items() if house in powers}, factory=dict
    )
    open: str = public(default="")


def test_a_hidden_field_comes_over_as_its_declaration_makes_it() -> None:
    plain = {field.name: getattr(toy.started(3), field.name) for field in attrs.fields(toy.Toy)}
    guarded = Guarded(**plain, plans={"red": "strike", "blue": "wait"}, open="all see this")
    assert hidden_fields(Guarded) == {"secrets", "plans"}
    assert [view(guarded, seat).plans for seat in ("north", "west", "east", "")] == [
        {"red": "strike"},
        {"blue": "wait"},
        {},
        {},
    ]
    assert view(guarded, "").open == "all see this"


def test_a_seat_commands_the_powers_that_the_campaign_gives_it() -> None:
    campaign = toy.started(2)
    assert seat_names(campaign) == ("north", "south")
    assert powers_of(campaign, "south") == ("blue", "green") and powers_of(campaign, "") == ()
