"""Colonies and provinces: what they are worth, what they fall with, whose they become (23.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.economy import income
from engine.thewar.world.state import BorderWar
from tests.thewar.minors import at, at_war, hand, land, level, moved
from tests.thewar.world import after, refusals, rules_of


@pytest.mark.rule("tw-23.3", "tw-23.4", "tw-23.12", "tw-23.15", "tw-23.26", "tw-23.28", "tw-23.30", "tw-23.32")
@pytest.mark.rule("tw-23.36", "tw-23.39", "tw-23.53", "tw-23.57")
@pytest.mark.parametrize(
    ("what", "value", "owner", "by"),
    [
        ("albania", 1, "italy", "britain"),
        ("algeria", 5, "france", "italy"),
        ("cyprus", 1, "britain", "italy"),
        ("india", 10, "britain", "germany"),
        ("iraq", 3, "britain", "germany"),
        # In war with Britain it brings Italy nothing while Suez is British (19.1): France takes it.
        ("italian-east-africa", 3, "italy", "france"),
        ("libya", 3, "italy", "britain"),
        ("morocco", 6, "france", "italy"),
        ("palestine", 1, "britain", "italy"),
        ("syria", 4, "france", "germany"),
        ("transjordan", 1, "britain", "italy"),
        ("tunisia", 2, "france", "italy"),
    ],
)
def test_23_2_a_colony_pays_by_the_season_now_and_in_full_from_spring(
    what: str, value: int, owner: str, by: str
) -> None:
    for turn, share in (("1940-1-spring", 100), ("1940-2-summer", 75), ("1940-3-fall", 50), ("1940-4-winter", 25)):
        before = at_war(at(turn), "+".join(sorted((by, owner))))
        assert not refusals(before, f"capture {what} {by}")
        now = after(before, f"capture {what} {by}")
        part = value * share // 100
        assert (hand(now, by) - hand(before, by), hand(now, owner) - hand(before, owner)) == (part, -part)
        assert (level(now, by) - level(before, by), level(now, owner) - level(before, owner)) == (value, -value)
        back = after(now, f"capture {what} {owner}")
        assert level(back, owner) == level(before, owner)


@pytest.mark.rule("tw-23.12")
def test_23_12_a_colony_does_not_fall_with_its_mother_country() -> None:
    fallen = at("1940-2-summer", orders=("surrender france germany vichy=yes",))
    assert {fallen.holdings[key].holder for key in ("algeria", "morocco", "syria", "tunisia")} == {"france"}


@pytest.mark.rule("tw-23.13", "tw-23.44", "tw-23.59")
@pytest.mark.parametrize(
    ("city", "province", "value", "owner", "by"),
    [
        ("ajaccio", "corsica", 2, "france", "italy"),
        ("cagliari", "sardinia", 3, "italy", "us"),
        ("zara", "zara", 1, "italy", "britain"),
    ],
)
def test_23_13_a_province_falls_with_its_city_and_is_lost_from_the_base(
    city: str, province: str, value: int, owner: str, by: str
) -> None:
    before = at("1943-1-spring")
    now = after(before, f"capture {city} {by}")
    assert now.holdings[province].holder == by
    assert (hand(now, by) - hand(before, by), hand(now, owner) - hand(before, owner)) == (value, -value)
    assert (level(now, by) - level(before, by), level(now, owner) - level(before, owner)) == (value, -value)
    # The other way round the city is taken with the province: it is never credited without it.
    assert after(before, f"capture {province} {by}").places[city].holder == by
    assert level(after(now, f"capture {city} {owner}"), owner) == level(before, owner)


@pytest.mark.rule("tw-23.13", "tw-23.44", "tw-23.45", "tw-23.59", "tw-14.1.1")
@pytest.mark.parametrize(
    ("province", "cities", "value", "owner", "by"),
    [
        ("corsica", ("ajaccio",), 2, "france", "italy"),
        ("sardinia", ("cagliari",), 3, "italy", "us"),
        ("sicily", ("palermo", "messina"), 5, "italy", "us"),
        ("zara", ("zara",), 1, "italy", "britain"),
        ("rome", ("rome",), 8, "italy", "us"),
        ("canada", ("canada",), 24, "britain", "germany"),
    ],
)
@pytest.mark.parametrize(
    ("turn", "share"), [("1943-1-spring", 100), ("1943-2-summer", 75), ("1943-3-fall", 50), ("1943-4-winter", 25)]
)
def test_23_44_a_lost_province_leaves_the_base_whole_the_hand_by_the_season_and_spring_takes_nothing_more(
    province: str, cities: tuple[str, ...], value: int, owner: str, by: str, turn: str, share: int
) -> None:
    before = at_war(at(turn), "+".join(sorted((by, owner))))
    now = before
    for city in cities:
        now = after(now, f"capture {city} {by}")
    assert now.holdings[province].holder == by
    assert hand(before, owner) - hand(now, owner) == hand(now, by) - hand(before, by) == value * share // 100
    assert before.powers[owner].base - now.powers[owner].base == value
    assert before.powers[by].base == now.powers[by].base
    # The next income is the base as it stands: no second loss beside it.
    assert level(before, owner) - level(now, owner) == value
    lines = [line.label for line in income.level(now, owner).lines]
    assert f"{now.holdings[province].name} lost" not in lines
    # What may be spent on units at normal prices is half of the base that is left (15.1.6.1).
    assert income.limit(now.powers[owner].base) == -(-(before.powers[owner].base - value) // 2)
    back = after(now, f"capture {cities[0]} {owner}")
    if back.holdings[province].holder == owner:
        assert (back.powers[owner].base, level(back, owner)) == (before.powers[owner].base, level(before, owner))
        assert hand(back, owner) == hand(before, owner)


def test_23_44_a_campaign_in_which_a_province_was_lost_before_its_base_fell_goes_on_as_it_was() -> None:
    lost = after(at_war(at("1943-2-summer"), "italy+us"), "capture sardinia us")
    sardinia = attrs.evolve(lost.holdings["sardinia"], left_base=0)
    italy = attrs.evolve(lost.powers["italy"], base=lost.powers["italy"].base + 3)
    old = attrs.evolve(lost, holdings={**lost.holdings, "sardinia": sardinia}, powers={**lost.powers, "italy": italy})
    assert level(old, "italy") == level(lost, "italy")
    back = after(old, "capture cagliari italy")
    assert (back.powers["italy"].base, level(back, "italy")) == (
        56,
        level(after(lost, "capture cagliari italy"), "italy"),
    )


@pytest.mark.rule("tw-23.19")
def test_23_19_egypt_falls_with_three_cities_and_returns_with_the_first() -> None:
    before = at_war(at("1942-2-summer"), "britain+italy")
    two = after(after(before, "capture cairo italy"), "capture alexandria germany")
    assert two.holdings["egypt"].holder == "britain" and level(two, "italy") == level(before, "italy")
    [refused] = refusals(two, "capture egypt italy")
    assert refused.rule == "23.19" and "Suez" in refused.hint and "Cairo" not in refused.hint
    all_three = after(two, "capture suez italy")
    assert all_three.holdings["egypt"].holder == "italy"
    assert (hand(all_three, "italy") - hand(two, "italy"), hand(two, "britain") - hand(all_three, "britain")) == (4, 4)
    back = after(all_three, "capture cairo britain")
    assert back.holdings["egypt"].holder == "britain" and level(back, "britain") == level(before, "britain")


@pytest.mark.rule("tw-23.45")
def test_23_45_sicily_falls_with_palermo_and_messina() -> None:
    before = at_war(at("1943-2-summer", orders=("us enter",)), "britain+italy", "italy+us")
    one = after(before, "capture palermo us")
    assert one.holdings["sicily"].holder == "italy"
    assert rules_of(refusals(one, "capture sicily us")) == ["23.45"]
    both = after(one, "capture messina britain")
    assert both.holdings["sicily"].holder == "britain"
    assert (hand(both, "britain") - hand(one, "britain"), hand(one, "italy") - hand(both, "italy")) == (3, 3)


@pytest.mark.rule("tw-23.8")
def test_23_8_bessarabia_falls_with_two_cities_and_one_is_not_enough() -> None:
    start = at("1940-2-summer", orders=("conquer poland germany",))
    given_up = BorderWar(country="romania", since="1940-2-summer")
    before = attrs.evolve(start, border_wars={"bessarabia": given_up})
    one = after(before, "capture kishinev ussr")
    assert one.holdings["bessarabia"].holder == "romania"
    assert rules_of(refusals(one, "capture bessarabia ussr")) == ["23.8"]
    both = after(one, "capture cernauti ussr")
    assert both.holdings["bessarabia"].holder == "ussr" and level(both, "ussr") == level(before, "ussr") + 1


@pytest.mark.rule("tw-23.40")
def test_23_40_poland_is_20_with_warsaw_eastern_poland_10_with_all_three_of_its_cities() -> None:
    before = at("1939-3-fall")
    poland = after(before, "capture warsaw germany")
    assert land(poland, "poland") == ("conquered", "germany")
    assert hand(poland, "germany") - hand(before, "germany") == 10 + 1  # with Danzig
    two = after(after(poland, "capture lwow ussr"), "capture vilna ussr")
    assert two.holdings["eastern-poland"].holder == "poland" and level(two, "ussr") == level(before, "ussr")
    three = after(two, "capture brest-litovsk ussr")
    assert hand(three, "ussr") - hand(before, "ussr") == 5 and level(three, "ussr") == level(before, "ussr") + 10
    later = moved(three, "1941-2-summer")
    lost = after(after(later, "capture brest-litovsk germany"), "capture vilna germany")
    assert lost.holdings["eastern-poland"].holder == "ussr"
    assert after(lost, "capture lwow germany").holdings["eastern-poland"].holder == "germany"


@pytest.mark.rule("tw-23.40")
def test_23_40_poland_is_frances_satellite_and_britains_once_france_has_fallen() -> None:
    assert land(at("1939-3-fall"), "poland") == ("satellite", "france")
    fallen = at("1940-2-summer", orders=("surrender france germany",))
    assert land(fallen, "poland") == ("satellite", "britain")
    assert land(at("1940-2-summer", orders=("conquer poland germany", "surrender france germany")), "poland") == (
        "conquered",
        "germany",
    )


@pytest.mark.rule("tw-23.16", "tw-14.6.2")
def test_14_6_2_nobody_takes_danzig_while_poland_stands() -> None:
    start = at("1939-3-fall")
    [refused] = refusals(start, "capture danzig germany")
    assert refused.rule == "14.6.2, 23.16" and "while Poland does" in refused.reason and "conquest" in refused.hint
    fallen = after(start, "capture warsaw germany")
    assert level(fallen, "germany") - level(start, "germany") == 20 + 2
    fallen = at_war(moved(fallen, "1945-1-spring"), "germany+ussr")
    assert refusals(fallen, "capture danzig ussr") == ()
    assert after(fallen, "capture danzig ussr").holdings["danzig"].holder == "ussr"


@pytest.mark.rule("tw-23.16")
def test_23_16_danzig_is_the_reichs_when_poland_falls_not_before() -> None:
    assert at("1939-3-fall").holdings["danzig"].holder == ""
    assert after(at("1939-3-fall"), "capture warsaw germany").holdings["danzig"].holder == "germany"


@pytest.mark.rule("tw-23.5", "tw-16.3.5")
def test_23_5_alsace_lorraine_is_annexed_only_after_frances_surrender_and_once() -> None:
    before = at("1940-2-summer")
    assert rules_of(refusals(before, "germany annex-alsace"))[0] == "23.5"
    fallen = after(before, "surrender france germany vichy=yes")
    assert rules_of(refusals(fallen, "italy annex-alsace")) == ["23.5"]
    annexed = after(fallen, "germany annex-alsace")
    assert hand(annexed, "germany") - hand(fallen, "germany") == 3
    assert annexed.powers["germany"].base - fallen.powers["germany"].base == 4
    assert annexed.holdings["occupied-france"].value == 69
    assert level(annexed, "germany") == level(fallen, "germany")
    assert rules_of(refusals(annexed, "germany annex-alsace")) == ["16.3.5"]
    at_once = after(before, "surrender france germany vichy=yes alsace=yes")
    assert at_once.powers["germany"] == annexed.powers["germany"] and at_once.holdings == annexed.holdings
    assert rules_of(refusals(at_once, "germany annex-alsace")) == ["16.3.5"]
