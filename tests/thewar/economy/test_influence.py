"""What may be spent on diplomacy and espionage in a turn (16.1.1, 16.1.2, 16.1.7.1, 22.5.1, 22.8)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.economy import influence
from tests.thewar.builds import refused
from tests.thewar.minors import at, at_war, hand, moved
from tests.thewar.values import limit_used
from tests.thewar.world import after

STEP = "planning.points"


@pytest.mark.rule("tw-16.1.7.1")
@pytest.mark.parametrize(
    ("power", "good", "bad"),
    [("germany", (4, 3, 7), (8, 1, 2, 5, 14)), ("ussr", (3, 2, 5), (4, 7, 6)), ("us", (4, 3, 7), (8,))],
)
def test_16_1_7_1_one_chit_of_each_kind_at_its_price(power: str, good: tuple[int, ...], bad: tuple[int, ...]) -> None:
    before = at("1940-1-spring", STEP)
    for amount in good:
        line = f"{power} spend {amount} on=espionage"
        assert refused(before, line) == ""
        now = after(before, line)
        assert hand(before, power) - hand(now, power) == amount
        # None of its kind a second time, in Fall again.
        assert "(16.1.7.1)" in refused(now, line)
        assert refused(attrs.evolve(moved(now, "1940-3-fall"), used={}), line) == ""
    for amount in bad:
        assert f"{amount} NARFs buy no chits: Espionage" in refused(before, f"{power} spend {amount} on=espionage")
    one = after(before, f"{power} spend {good[0]} on=espionage")
    assert refused(one, f"{power} spend {good[1]} on=espionage") == ""


@pytest.mark.rule("tw-16.1.1", "tw-16.1.2", "tw-16.1.2-ital")
@pytest.mark.parametrize(
    ("turn", "power", "most"),
    [
        ("1940-1-spring", "germany", 4),
        ("1940-1-spring", "italy", 2),
        ("1940-1-spring", "france", 2),
        ("1940-1-spring", "ussr", 2),
        ("1940-1-spring", "britain", 3),
        ("1940-3-fall", "italy", 2),
        ("1941-1-spring", "italy", 1),
    ],
)
def test_16_1_2_so_many_points_and_no_more(turn: str, power: str, most: int) -> None:
    before = at(turn, STEP)
    price = 4 if power == "ussr" else 3
    assert refused(before, f"{power} spend {most * price} on=diplomacy") == ""
    too_many = refused(before, f"{power} spend {(most + 1) * price} on=diplomacy")
    assert f"may buy {most} more in this turn (16.1.2)" in too_many
    spent = after(before, f"{power} spend {most * price} on=diplomacy")
    assert "may buy 0 more in this turn (16.1.2)" in refused(spent, f"{power} spend {price} on=diplomacy")
    assert "is no multiple (16.1.1)" in refused(before, f"{power} spend {price + 3} on=diplomacy") or price == 3
    assert "is no multiple (16.1.1)" in refused(before, f"{power} spend 7 on=diplomacy")


@pytest.mark.rule("tw-16.1.1", "tw-16.1.7.1")
@pytest.mark.parametrize("turn", ["1940-2-summer", "1940-4-winter"])
@pytest.mark.parametrize("line", ["germany spend 3 on=diplomacy", "germany spend 4 on=espionage"])
def test_16_1_1_in_spring_and_fall_alone(turn: str, line: str) -> None:
    assert "nothing is spent on" in refused(at(turn, STEP), line)


@pytest.mark.rule("tw-16.1.2")
def test_16_1_2_germany_and_britain_have_a_point_less_once_the_us_is_in_the_war() -> None:
    war = at("1941-4-winter", orders=("us enter",))
    assert influence.limit(moved(war, "1942-1-spring"), "germany") == (3, "16.1.2")
    assert influence.limit(moved(war, "1942-1-spring"), "britain") == (3, "16.1.2")
    assert influence.limit(moved(war, "1942-3-fall"), "britain") == (2, "16.1.2")
    assert influence.limit(moved(war, "1942-1-spring"), "us") == (2, "16.1.2")
    fought = at_war(at("1940-2-summer"), "britain+italy")
    assert influence.limit(moved(fought, "1941-1-spring"), "italy") == (2, "16.1.2")


@pytest.mark.rule("tw-22.8", "tw-16.1.2")
def test_22_8_the_neutral_united_states_have_one_point_for_a_variant_from_fall_1940() -> None:
    early = refused(at("1940-1-spring", STEP), "us spend 3 on=diplomacy")
    assert "United States may buy 0 more in this turn (16.6, 22.8)" in early
    fall = at("1940-3-fall", STEP)
    assert refused(fall, "us spend 3 on=diplomacy") == ""
    assert "may buy 1 more in this turn (16.6, 22.8). One point, for a variant" in refused(
        fall, "us spend 6 on=diplomacy"
    )
    assert "may buy 0 more" in refused(after(fall, "us spend 3 on=diplomacy"), "us spend 3 on=diplomacy")


@pytest.mark.rule("tw-22.5.1")
def test_22_5_1_british_propaganda_is_no_point() -> None:
    """Its own order pays for it; in campaigns in which it was paid for by hand, it only rolls."""
    before = at("1940-1-spring", "planning.propaganda")
    by_hand = refused(before, "britain spend 5 on=diplomacy")
    assert "paid for with its die (22.5.1). 'britain propaganda' pays 5 NARFs and rolls" in by_hand
    told = attrs.evolve(before, used=limit_used("britain", "propaganda", 1))
    again = refused(told, "britain spend 5 on=diplomacy")
    assert "is paid for in this turn (22.5.1). 'britain propaganda' rolls it" in again
    made = after(before, "britain propaganda", faces=(5,))
    assert "has made propaganda in this turn (22.5.1)" in refused(made, "britain spend 5 on=diplomacy")
    assert refused(told, "britain spend 9 on=diplomacy") == ""
    assert "is no multiple" in refused(before, "france spend 5 on=diplomacy")


@pytest.mark.rule("tw-16.1.2")
def test_16_1_2_a_power_that_has_surrendered_buys_no_points() -> None:
    standing = at("1941-1-spring", STEP)
    assert refused(standing, "italy spend 3 on=diplomacy") == ""
    italy = attrs.evolve(standing.powers["italy"], surrendered="1940-4-winter")
    fallen = attrs.evolve(standing, powers={**standing.powers, "italy": italy})
    assert "Italy has surrendered: it spends nothing (14.1.1)" in refused(fallen, "italy spend 3 on=diplomacy")
    assert refused(fallen, "italy spend 3 on=losses") == ""
