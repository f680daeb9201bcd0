"""Minor countries, colonies and provinces: what they are worth, what they fall with, whose they become (chapter 23)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.campaign import Progress
from engine.thewar import calendar, due, income, minors
from engine.thewar.state import TheWar, Unit
from tests.thewar.atlantic import scenario
from tests.thewar.world import after, refusals, rules_of

DECLARE = "declarations.declare"


def at(turn: str, step: str = DECLARE, orders: tuple[str, ...] = (), faces: tuple[int, ...] = ()) -> TheWar:
    """The 1939 campaign at a turn and step after some orders."""
    start = scenario()
    when = Progress(turn=calendar.number(turn) - calendar.number(start.first) + 1, step=step)
    now: TheWar = attrs.evolve(start, progress=when)
    for text in orders:
        now = after(now, text, faces if text == orders[-1] else ())
    return now


def moved(campaign: TheWar, turn: str) -> TheWar:
    """The same campaign in another turn."""
    progress = attrs.evolve(campaign.progress, turn=calendar.number(turn) - calendar.number(campaign.first) + 1)
    return attrs.evolve(campaign, progress=progress)


def level(campaign: TheWar, power: str) -> int:
    """What a Spring brings a power, in NARFs."""
    return income.level(campaign, power).total


def hand(campaign: TheWar, power: str) -> int:
    """The NARFs of a power."""
    return campaign.powers[power].narfs


def land(campaign: TheWar, country: str) -> tuple[str, str]:
    """A country's status and to whom it leans."""
    found = campaign.countries[country]
    return found.status, found.patron


def with_country(campaign: TheWar, key: str, **changes: Any) -> TheWar:
    """The campaign with a country otherwise."""
    return attrs.evolve(
        campaign, countries={**campaign.countries, key: attrs.evolve(campaign.countries[key], **changes)}
    )


# ---------------------------------------------------------------- colonies and provinces (23.2)


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
        ("italian-east-africa", 3, "italy", "britain"),
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
        before = at(turn)
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


@pytest.mark.rule("tw-23.19")
def test_23_19_egypt_falls_with_three_cities_and_returns_with_the_first() -> None:
    before = at("1942-2-summer")
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
    before = at("1943-2-summer")
    one = after(before, "capture palermo us")
    assert one.holdings["sicily"].holder == "italy"
    assert rules_of(refusals(one, "capture sicily us")) == ["23.45"]
    both = after(one, "capture messina britain")
    assert both.holdings["sicily"].holder == "britain"
    assert (hand(both, "britain") - hand(one, "britain"), hand(one, "italy") - hand(both, "italy")) == (3, 3)


@pytest.mark.rule("tw-23.8")
def test_23_8_bessarabia_falls_with_two_cities_and_one_is_not_enough() -> None:
    before = at("1940-2-summer")
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


# ---------------------------------------------------------------- countries and their capitals (23.1)


@pytest.mark.rule("tw-23.1", "tw-23.1-free")
def test_23_1_a_minor_falls_the_moment_its_capital_does_and_all_its_units_are_removed() -> None:
    before = at("1940-2-summer", orders=("germany declare norway",))
    assert [unit for unit in before.units.values() if unit.power == "norway"]
    fallen = after(before, "capture oslo germany")
    assert land(fallen, "norway") == ("conquered", "germany")
    assert not [unit for unit in fallen.units.values() if unit.power == "norway"]
    assert not [key for key in fallen.wars if "norway" in key.split("+")]
    assert hand(fallen, "germany") - hand(before, "germany") == 6 * 75 // 100
    assert land(after(before, "capture bergen germany"), "norway")[0] == "satellite"
    # One who says that it is conquered has its capital.
    assert after(before, "conquer norway germany").places["oslo"].holder == "germany"


@pytest.mark.rule("tw-23.1")
def test_23_1_a_satellite_takes_a_capital_for_its_master_and_another_power_takes_it_back() -> None:
    joined = at("1940-4-winter", "planning.satellites", orders=("join",))
    war = after(moved(joined, "1941-1-spring"), "germany declare yugoslavia", (9, 2))
    taken = after(war, "capture belgrade hungary") if not refusals(war, "capture belgrade hungary") else war
    # Hungarian units never enter Yugoslavia (23.24), Bulgarian ones may.
    assert taken is war
    assert land(after(war, "capture belgrade bulgaria"), "yugoslavia") == ("conquered", "germany")
    held = moved(after(war, "capture belgrade germany"), "1944-3-fall")
    back = after(held, "capture belgrade ussr")
    assert land(back, "yugoslavia") == ("conquered", "ussr")
    assert (hand(back, "ussr") - hand(held, "ussr"), hand(held, "germany") - hand(back, "germany")) == (6, 6)


@pytest.mark.rule("tw-23.1-two", "tw-23.23", "tw-23.51")
@pytest.mark.parametrize(
    ("country", "first", "second"), [("greece", "athens", "suda-bay"), ("switzerland", "bern", "zurich")]
)
def test_23_1_two_capitals_must_both_fall(country: str, first: str, second: str) -> None:
    before = at("1941-1-spring", orders=(f"germany declare {country}",))
    one = after(before, f"capture {first} germany")
    assert land(one, country)[0] != "conquered"
    [refused] = refusals(one, f"conquer {country} germany")
    assert refused.rule == minors.rule(country) and one.places[second].name in refused.hint
    both = after(one, f"capture {second} italy")
    assert land(both, country) == ("conquered", "italy")
    assert hand(both, "italy") - hand(before, "italy") == before.countries[country].value


@pytest.mark.rule("tw-23.20", "tw-23.31", "tw-23.33")
@pytest.mark.parametrize(("country", "value"), [("estonia", 1), ("latvia", 2), ("lithuania", 5)])
def test_23_20_the_baltic_states_cost_the_soviets_no_declaration(country: str, value: int) -> None:
    before = at("1940-1-spring")
    assert not refusals(before, f"conquer {country} ussr")
    now = after(before, f"conquer {country} ussr")
    assert hand(now, "ussr") - hand(before, "ussr") == value and level(now, "ussr") - level(before, "ussr") == value
    declared = after(before, f"ussr declare {country}")
    assert hand(declared, "ussr") == hand(before, "ussr")
    assert hand(after(before, f"germany declare {country}"), "germany") == hand(before, "germany") - 5


# ---------------------------------------------------------------- attacked countries (16.3, 23.x)


@pytest.mark.rule("tw-23.7", "tw-23.23", "tw-23.37", "tw-23.38", "tw-23.43", "tw-23.50", "tw-23.54", "tw-23.58")
@pytest.mark.parametrize(
    ("by", "country", "patron"),
    [
        ("germany", "greece", "britain"),
        ("italy", "greece", "britain"),
        ("ussr", "greece", "britain"),
        ("britain", "greece", "ussr"),
        ("germany", "netherlands", "britain"),
        ("france", "netherlands", "germany"),
        ("germany", "norway", "britain"),
        ("britain", "norway", "germany"),
        ("germany", "romania", "ussr"),
        ("ussr", "romania", "germany"),
        ("germany", "sweden", "britain"),
        ("britain", "sweden", "germany"),
        ("germany", "turkey", "ussr"),
        ("ussr", "turkey", "germany"),
        ("britain", "turkey", "germany"),
        ("ussr", "yugoslavia", "germany"),
        ("britain", "belgium", "germany"),
        ("ussr", "finland", "germany"),
    ],
)
def test_16_3_an_attacked_country_is_a_satellite_of_whom_its_rule_names(by: str, country: str, patron: str) -> None:
    now = at("1941-3-fall", orders=(f"{by} declare {country}",))
    assert land(now, country) == ("satellite", patron)
    assert f"{min(by, country)}+{max(by, country)}" in now.wars


@pytest.mark.rule("tw-23.7")
def test_16_3_of_several_enemies_the_nearest_protects_it_and_the_board_says_which() -> None:
    now = at("1940-2-summer", orders=("germany declare belgium",))
    assert land(now, "belgium") == ("neutral", "")
    told = [duty.text for duty in due.duties(now) if duty.rule == "16.3"]
    assert told == ["Belgium-Luxembourg, attacked, is a Satellite of the nearest of France, Britain"]
    said = after(now, "status belgium satellite patron=france")
    assert not [duty for duty in due.duties(said) if duty.rule == "16.3"]


@pytest.mark.rule("tw-23.7")
def test_23_7_a_western_attack_on_belgium_ends_lend_lease_until_the_us_is_at_war() -> None:
    assert at("1940-1-spring", orders=("france declare belgium",)).facts["lend-lease-stopped"]
    assert "lend-lease-stopped" not in at("1940-1-spring", orders=("germany declare belgium",)).facts


@pytest.mark.rule("tw-23.58")
@pytest.mark.parametrize(("faces", "patron"), [((9, 2), "britain"), ((2, 9), "ussr"), ((5, 5, 1, 8), "ussr")])
def test_23_58_britain_and_the_soviets_roll_for_yugoslavia(faces: tuple[int, ...], patron: str) -> None:
    assert land(at("1941-1-spring", orders=("germany declare yugoslavia",), faces=faces), "yugoslavia") == (
        "satellite",
        patron,
    )


@pytest.mark.rule("tw-23.17")
def test_23_17_denmark_is_german_the_moment_germany_declares_war() -> None:
    before = at("1940-1-spring")
    now = after(before, "germany declare denmark")
    assert land(now, "denmark") == ("conquered", "germany") and now.places["copenhagen"].holder == "germany"
    assert hand(now, "germany") == hand(before, "germany") - 5 + 9
    assert (
        hand(after(moved(before, "1940-4-winter"), "germany declare denmark"), "germany")
        == hand(before, "germany") - 5 + 2
    )
    assert "denmark+germany" not in now.wars
    assert land(after(before, "britain declare denmark"), "denmark") == ("satellite", "germany")


@pytest.mark.rule("tw-23.41-spain")
def test_23_41_an_axis_attack_on_spain_makes_portugal_british_without_a_roll() -> None:
    assert land(at("1940-4-winter", orders=("germany declare spain",)), "portugal") == ("satellite", "britain")
    now = at("1940-4-winter", orders=("italy declare spain",))
    assert "germany+portugal" in now.wars
    assert land(at("1940-4-winter", orders=("britain declare spain",)), "portugal") == ("neutral", "")


@pytest.mark.rule("tw-23.48", "tw-23.54", "tw-23.27", "tw-6.4.2")
@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("germany declare spain", 25),
        ("italy declare turkey", 25),
        ("ussr declare turkey", 25),
        ("britain declare spain", 15),
        ("germany declare iran", 0),
        ("italy declare iran", 0),
        ("ussr declare iran", 5),
        ("germany declare portugal", 5),
    ],
)
def test_6_4_2_spain_and_turkey_cost_the_axis_25_iran_nothing(text: str, price: int) -> None:
    before = at("1941-4-winter")
    payer = text.partition(" ")[0]
    assert hand(before, payer) - hand(after(before, text), payer) == price


@pytest.mark.rule("tw-23.54", "tw-16.5-turk")
def test_23_54_a_german_attack_on_turkey_frees_the_soviets_of_the_pacts_date() -> None:
    before = at("1940-2-summer")
    assert rules_of(refusals(before, "ussr declare germany")) == ["16.5"]
    assert not refusals(after(before, "germany declare turkey"), "ussr declare germany")
    assert rules_of(refusals(after(before, "italy declare turkey"), "ussr declare germany")) == ["16.5"]


@pytest.mark.rule("tw-23.1-supp")
def test_23_1_a_neutral_is_told_to_stand_alone_in_the_turn_of_its_invasion() -> None:
    now = at("1940-2-summer", orders=("germany declare belgium",))
    said = [duty.text for duty in due.duties(now) if duty.rule == "23.1"]
    assert len(said) == 1 and said[0].startswith("Belgium-Luxembourg: no air or naval support")
    assert not [duty for duty in due.duties(moved(now, "1940-3-fall")) if duty.rule == "23.1"]


# ---------------------------------------------------------------- Satellites by date (16.1.5) and Soviets inside


@pytest.mark.rule("tw-23.10", "tw-23.24", "tw-23.43", "tw-23.21-sat", "tw-16.1.5")
def test_16_1_5_three_join_in_winter_1940_and_finland_in_spring_1941_by_themselves() -> None:
    assert minors.joining(at("1940-3-fall")) == {}
    winter = at("1940-4-winter")
    assert set(minors.joining(winter)) == {"bulgaria", "hungary", "romania"}
    now = after(winter, "join")
    for country in ("bulgaria", "hungary", "romania"):
        assert land(now, country) == ("satellite", "germany")
        assert f"britain+{country}" in now.wars
    # The year's value comes with the next Spring; Romania still has Bessarabia.
    assert hand(now, "germany") == hand(winter, "germany")
    assert level(now, "germany") - level(winter, "germany") == 5 + 11 + 7 + 1
    spring = moved(now, "1941-1-spring")
    assert set(minors.joining(spring)) == {"finland"}
    assert level(after(spring, "join"), "germany") - level(spring, "germany") == 5 + 2
    assert minors.joining(at("1940-4-winter", orders=("conquer romania ussr",))).keys() == {"bulgaria", "hungary"}


@pytest.mark.rule("tw-23.10", "tw-23.24", "tw-23.43")
@pytest.mark.parametrize("country", ["bulgaria", "hungary", "romania"])
def test_23_10_from_spring_1944_soviets_inside_turn_a_satellite(country: str) -> None:
    joined = after(at("1940-4-winter"), "join")
    assert rules_of(refusals(moved(joined, "1943-4-winter"), f"entered {country}")) == [minors.rule(country)]
    before = moved(joined, "1944-3-fall")
    assert not refusals(before, f"entered {country}")
    now = after(before, f"entered {country}")
    assert land(now, country) == ("satellite", "ussr")
    share = before.countries[country].value // 2
    assert (hand(now, "ussr") - hand(before, "ussr"), hand(before, "germany") - hand(now, "germany")) == (share, share)
    assert f"britain+{country}" not in now.wars
    assert rules_of(refusals(now, f"entered {country}")) == [minors.rule(country)]


@pytest.mark.rule("tw-23.43", "tw-23.10")
def test_23_43_a_place_inside_says_so_by_itself_bessarabia_does_not_count() -> None:
    joined = moved(after(at("1940-4-winter"), "join"), "1944-1-spring")
    assert land(after(joined, "capture kishinev ussr"), "romania") == ("satellite", "germany")
    assert land(after(joined, "capture ploesti ussr"), "romania") == ("satellite", "ussr")
    assert land(after(joined, "capture sofia ussr"), "bulgaria") == ("satellite", "ussr")
    assert land(after(joined, "capture sofia britain"), "bulgaria") == ("conquered", "britain")
    early = moved(joined, "1943-1-spring")
    assert land(after(early, "capture ploesti ussr"), "romania") == ("satellite", "germany")


@pytest.mark.rule("tw-23.24")
def test_23_24_the_german_commando_in_budapest_keeps_hungary_in_the_war() -> None:
    joined = moved(after(at("1940-4-winter"), "join"), "1944-4-winter")
    commando = Unit(power="germany", kind="cdo", strength="1-5", place="budapest")
    guarded = attrs.evolve(joined, units={**joined.units, "germany-cdo-1": commando})
    assert rules_of(refusals(guarded, "entered hungary")) == ["23.24"]
    assert not refusals(guarded, "entered romania")
    away = attrs.evolve(guarded, units={**guarded.units, "germany-cdo-1": attrs.evolve(commando, place="board")})
    assert not refusals(away, "entered hungary")


@pytest.mark.rule("tw-23.21-44")
def test_23_21_finland_drops_out_when_it_is_entered_from_spring_1944_not_over_karelia() -> None:
    joined = moved(after(at("1941-1-spring"), "join"), "1944-2-summer")
    assert land(after(joined, "capture karelia ussr"), "finland") == ("satellite", "germany")
    now = after(joined, "entered finland")
    assert land(now, "finland") == ("neutral", "")
    assert hand(now, "germany") == hand(joined, "germany") and hand(now, "ussr") == hand(joined, "ussr")
    assert not [key for key in now.wars if "finland" in key.split("+")]
    assert minors.joining(moved(now, "1944-3-fall")) == {}
    assert rules_of(refusals(joined, "entered greece")) == ["23.1"]


@pytest.mark.rule("tw-18.7.4")
def test_18_7_4_vichys_units_leave_five_turns_after_the_us_entry_unless_it_fights() -> None:
    from engine.thewar import announcements

    start = at("1941-4-winter", orders=("us enter",))
    unit = Unit(power="vichy-france", kind="inf", strength="3-5")
    start = attrs.evolve(start, units={**start.units, "vichy-france-inf-1": unit})
    assert announcements.vichy_leaves(moved(start, "1942-4-winter")) == ()
    later = moved(start, "1943-1-spring")
    assert announcements.vichy_leaves(later) == ("vichy-france-inf-1",)
    assert "vichy-france-inf-1" not in after(later, "vichy-leaves").units
    assert announcements.vichy_leaves(with_country(later, "vichy-france", status="satellite", patron="germany")) == ()


# ---------------------------------------------------------------- diplomacy's limits and effects


@pytest.mark.rule("tw-23.29", "tw-23.29-us", "tw-23.51", "tw-23.56", "tw-23.10", "tw-23.17", "tw-23.27", "tw-23.46")
@pytest.mark.parametrize(
    ("turn", "text", "rule"),
    [
        ("1941-1-spring", "status ireland satellite patron=britain", "23.29"),
        ("1941-1-spring", "status ireland associate patron=britain", "23.29"),
        ("1941-1-spring", "status ireland associate patron=us", "23.29"),
        ("1941-1-spring", "status ireland satellite patron=germany", ""),
        ("1941-1-spring", "status portugal satellite patron=us", "23.41"),
        ("1941-1-spring", "status portugal satellite patron=britain", ""),
        ("1941-1-spring", "status switzerland sympathizer patron=germany", "23.51"),
        ("1941-1-spring", "status vatican satellite patron=ussr", "23.56"),
        ("1941-1-spring", "status vatican satellite patron=italy", ""),
        ("1940-1-spring", "status bulgaria satellite patron=germany", "23.10"),
        ("1940-1-spring", "status denmark sympathizer patron=germany", "23.17"),
        ("1940-1-spring", "status iran sympathizer patron=britain", "23.27"),
        ("1940-1-spring", "status slovakia neutral", "23.46"),
    ],
)
def test_23_29_whose_a_country_never_is(turn: str, text: str, rule: str) -> None:
    assert rules_of(refusals(at(turn), text)) == ([rule] if rule else [])


@pytest.mark.rule("tw-23.29", "tw-23.29-us")
def test_23_29_ireland_may_be_american_once_the_us_is_at_war_with_germany() -> None:
    war = at("1942-1-spring", orders=("us enter",))
    assert not refusals(war, "status ireland satellite patron=us")


@pytest.mark.rule("tw-23.46")
def test_23_46_slovakia_is_german_worth_3_with_a_second_infantry_by_the_vatican() -> None:
    before = at("1941-1-spring")
    assert land(before, "slovakia") == ("satellite", "germany")
    assert "slovakia-inf-1-5" not in before.pools
    assert after(before, "status vatican satellite patron=germany").pools["slovakia-inf-1-5"].count == 1
    taken = after(before, "conquer slovakia ussr")
    assert level(taken, "ussr") - level(before, "ussr") == 3 == level(before, "germany") - level(taken, "germany")


@pytest.mark.rule("tw-23.56")
def test_23_56_the_vatican_weighs_on_both_axis_bases() -> None:
    before = at("1941-1-spring")
    bases = [before.powers[power].base for power in ("germany", "italy")]
    axis = after(before, "status vatican satellite patron=italy")
    assert [axis.powers[power].base for power in ("germany", "italy")] == [base + 5 for base in bases]
    assert axis.pools["croatia-inf-3-5"].count == before.pools["croatia-inf-3-5"].count + 1
    gone = after(axis, "status vatican associate patron=italy")
    assert [gone.powers[power].base for power in ("germany", "italy")] == bases
    west = after(before, "status vatican satellite patron=britain")
    assert [west.powers[power].base for power in ("germany", "italy")] == [base - 5 for base in bases]
    assert [hand(before, power) - hand(west, power) for power in ("germany", "italy")] == [5, 5]
    assert not [power for power in before.powers if before.powers[power].base != gone.powers[power].base]


@pytest.mark.rule("tw-23.56")
def test_23_56_the_vatican_is_occupied_only_by_who_holds_rome() -> None:
    before = at("1943-3-fall")
    assert rules_of(refusals(before, "conquer vatican us")) == ["23.56"]
    assert not refusals(after(before, "capture rome us"), "conquer vatican us")


@pytest.mark.rule("tw-23.47")
def test_23_47_south_africa_leaning_to_the_axis_costs_britain_its_units_and_12_narfs() -> None:
    before = at("1941-2-summer")
    boer = Unit(power="britain", kind="mot", strength="3-7", tag="south-african")
    before = attrs.evolve(before, units={**before.units, "britain-mot-99": boer})
    assert [one for one in before.additions.values() if one.tag == "south-african"]
    leaning = after(before, "status south-africa sympathizer patron=germany")
    assert not [unit for unit in leaning.units.values() if unit.tag == "south-african"]
    assert not [one for one in leaning.additions.values() if one.tag == "south-african"]
    assert hand(before, "britain") - hand(leaning, "britain") == 9
    assert level(before, "britain") - level(leaning, "britain") == 12 and level(leaning, "germany") == level(
        before, "germany"
    )
    ours = after(leaning, "status south-africa satellite patron=germany")
    assert level(ours, "germany") - level(before, "germany") == 12 and hand(ours, "britain") == hand(leaning, "britain")
    back = after(ours, "status south-africa satellite patron=britain")
    assert level(back, "britain") == level(before, "britain")
    assert not [unit for unit in back.units.values() if unit.tag == "south-african"]
    neutral = after(before, "status south-africa neutral")
    assert level(neutral, "britain") == level(before, "britain")
    assert not [unit for unit in neutral.units.values() if unit.tag == "south-african"]
    friend = after(before, "status south-africa associate patron=britain")
    assert [unit for unit in friend.units.values() if unit.tag == "south-african"]


# ---------------------------------------------------------------- announcements


@pytest.mark.rule("tw-23.25")
def test_23_25_iceland_costs_5_once_denmark_has_fallen_and_ends_the_u_boats_help() -> None:
    before = at("1940-2-summer", "declarations.iceland")
    assert rules_of(refusals(before, "britain occupy-iceland")) == ["23.25"]
    fallen = after(before, "germany declare denmark")
    assert rules_of(refusals(fallen, "us occupy-iceland")) == ["23.25"]
    held = after(fallen, "britain occupy-iceland")
    assert hand(fallen, "britain") - hand(held, "britain") == 5 and held.facts["iceland-open"] is False
    assert held.facts["usel"] == fallen.facts["usel"] and "lend-lease-stopped" not in held.facts
    assert rules_of(refusals(held, "britain occupy-iceland")) == ["23.25"]


@pytest.mark.rule("tw-23.38")
def test_23_38_norwegian_waters_are_mined_for_nothing_while_norway_is_neutral() -> None:
    step = "allied.end.mining"
    assert rules_of(refusals(at("1939-4-winter", step), "britain mine-norway")) == ["23.38"]
    before = at("1940-1-spring", step)
    assert rules_of(refusals(before, "france mine-norway")) == ["23.38"]
    mined = after(before, "britain mine-norway")
    assert hand(mined, "britain") == hand(before, "britain") and mined.facts["norwegian-waters-open"] is False
    assert rules_of(refusals(mined, "britain mine-norway")) == ["23.38"]
    assert rules_of(refusals(after(before, "germany declare norway"), "britain mine-norway")) == ["23.38"]


@pytest.mark.rule("tw-23.37")
def test_23_37_the_dutch_fleet_joins_britain_on_a_10_and_is_not_built_again() -> None:
    war = at("1940-2-summer", orders=("germany declare netherlands",))
    gone = after(war, "capture the-hague germany", (9,))
    assert land(gone, "netherlands") == ("conquered", "germany")
    assert "netherlands-fleet-1" not in gone.units
    joined = after(war, "capture the-hague germany", (10,))
    assert joined.units["netherlands-fleet-1"].power == "britain"
    assert not [unit for unit in joined.units.values() if unit.power == "netherlands"]
    lost = after(joined, "losses britain -1 fleet-1-12-5-dutch")
    assert "23.37" in rules_of(refusals(lost, "britain lay-down fleet-1-12-5-dutch glasgow"))


# ---------------------------------------------------------------- new states


@pytest.mark.rule("tw-23.14", "tw-23.58-croatia")
def test_23_14_croatia_is_made_by_who_holds_belgrade_and_takes_4_of_yugoslavias_12() -> None:
    before = at("1941-1-spring", orders=("germany declare yugoslavia",), faces=(9, 2))
    assert rules_of(refusals(before, "germany found croatia")) == ["23.14"]
    fallen = after(before, "capture belgrade italy")
    assert rules_of(refusals(fallen, "germany found croatia")) == ["23.14"]
    assert not refusals(fallen, "italy found croatia")
    made = after(fallen, "italy found croatia")
    assert land(made, "croatia") == ("satellite", "italy")
    assert (made.countries["yugoslavia"].value, made.countries["croatia"].value) == (8, 4)
    assert level(made, "italy") == level(fallen, "italy")
    assert made.pools["croatia-inf-3-5"].count == 1
    assert rules_of(refusals(made, "italy found croatia")) == ["23.14"]
    ally = with_country(at("1941-1-spring"), "yugoslavia", status="satellite", patron="germany")
    assert not refusals(ally, "germany found croatia") and refusals(ally, "italy found croatia")


FIVE = ("kiev", "kharkov", "stalino", "dnepropetrovsk", "odessa")


@pytest.mark.rule("tw-23.55")
def test_23_55_ukraine_takes_all_five_cities_and_28_narfs_until_fall_1942() -> None:
    start = at("1941-2-summer", orders=("germany declare ussr",))
    before = moved(start, "1942-2-summer")
    assert rules_of(refusals(before, "germany found ukraine")) == ["23.55"]
    for city in FIVE:
        before = after(before, f"capture {city} germany")
    assert rules_of(refusals(after(before, "capture odessa ussr"), "germany found ukraine")) == ["23.55"]
    assert rules_of(refusals(moved(before, "1942-4-winter"), "germany found ukraine")) == ["23.55"]
    made = after(before, "germany found ukraine")
    assert land(made, "ukraine") == ("satellite", "germany") and made.countries["ukraine"].value == 28
    assert before.powers["ussr"].base - made.powers["ussr"].base == 28
    # In full instead of by halves; the Soviets lose no city twice.
    assert level(made, "germany") - level(before, "germany") == 28 - 14
    assert level(made, "ussr") == level(before, "ussr")


@pytest.mark.rule("tw-23.55")
def test_23_55_evacuated_industry_is_no_part_of_ukraine_and_kiev_retaken_ends_it() -> None:
    start = at("1941-2-summer", orders=("germany declare ussr",))
    kharkov = attrs.evolve(start.places["kharkov"], moved=True)
    before = moved(attrs.evolve(start, places={**start.places, "kharkov": kharkov}), "1942-2-summer")
    for city in FIVE:
        before = after(before, f"capture {city} germany")
    made = after(before, "germany found ukraine")
    assert made.countries["ukraine"].value == 22 and level(made, "ussr") == level(before, "ussr")
    unit = Unit(power="ukraine", kind="inf", strength="2-5")
    later = moved(attrs.evolve(made, units={**made.units, "ukraine-inf-1": unit}), "1943-4-winter")
    ended = after(later, "capture kiev ussr")
    assert land(ended, "ukraine") == ("neutral", "") and "ukraine-inf-1" not in ended.units
    assert level(ended, "ussr") == level(before, "ussr") + 6
    assert rules_of(refusals(moved(ended, "1942-3-fall"), "germany found ukraine")) == ["23.55"]


# ---------------------------------------------------------------- units at home, own money


@pytest.mark.rule("tw-23.10-geo", "tw-23.24-geo", "tw-23.43-area", "tw-23.40-area", "tw-23.48-area", "tw-23.60")
@pytest.mark.parametrize(
    ("country", "inside", "outside"),
    [
        ("bulgaria", "athens", "kiev"),
        ("hungary", "kiev", "belgrade"),
        ("romania", "odessa", "budapest"),
        ("poland", "berlin", "paris"),
        ("spain", "paris", "london"),
        ("slovakia", "", "warsaw"),
        ("croatia", "belgrade", "rome"),
        ("turkey", "athens", "belgrade"),
    ],
)
def test_23_60_units_of_a_minor_country_enter_only_the_lands_that_its_rule_names(
    country: str, inside: str, outside: str
) -> None:
    now = with_country(at("1942-3-fall", "axis.stratmove.ground"), country, status="satellite", patron="germany")
    rule = f"{minors.rule(country)}, 23.60"
    assert rule in rules_of(refusals(now, f"capture {outside} {country}"))
    assert rule in rules_of(refusals(now, f"germany stratmove ground country={country} to={outside}"))
    if inside:
        assert refusals(now, f"capture {inside} {country}") == ()
        assert rule not in rules_of(refusals(now, f"germany stratmove ground country={country} to={inside}"))


@pytest.mark.rule("tw-15.4")
def test_15_4_a_country_builds_and_repairs_with_its_own_narfs_or_not_at_all() -> None:
    start = at("1940-1-spring", "axis.build.units", orders=("losses sweden -1 inf-4-5, dep inf-4-5",))
    assert not refusals(start, "own-build sweden inf-4-5")
    built = after(start, "own-build sweden inf-4-5")
    assert start.countries["sweden"].narfs - built.countries["sweden"].narfs == 5
    assert built.pools["sweden-inf-4-5"].count == 0 and len(built.units) == len(start.units) + 1
    repaired = after(built, "own-build sweden inf-4-5 repair=yes")
    assert built.countries["sweden"].narfs - repaired.countries["sweden"].narfs == 2
    assert not [unit for unit in repaired.units.values() if unit.power == "sweden" and unit.depleted]
    poor = with_country(start, "sweden", narfs=4)
    assert rules_of(refusals(poor, "own-build sweden inf-4-5")) == ["15.4"]
    assert rules_of(refusals(start, "own-build sweden inf-4-5 count=2")) == ["15.4"]
    assert rules_of(refusals(after(start, "conquer sweden germany"), "own-build sweden inf-4-5")) == ["15.4"]
    assert rules_of(refusals(start, "germany construct inf-4-5 country=sweden")) == ["15.4"]


@pytest.mark.rule("tw-14.4")
def test_14_4_a_spring_fills_the_track_of_a_country_that_is_no_satellite() -> None:
    start = at("1940-1-spring", "income.minors", orders=("status sweden associate patron=germany",))
    now = after(start, "minor-income")
    assert now.countries["norway"].narfs == 6 and now.countries["sweden"].narfs == 16 - 6
    assert now.countries["slovakia"].narfs == start.countries["slovakia"].narfs
    assert level(start, "germany") - level(at("1940-1-spring"), "germany") == 6


@pytest.mark.rule("tw-16.5-cost")
def test_16_5_germany_pays_for_what_finland_and_romania_lose_while_the_pact_holds() -> None:
    start = at("1940-1-spring", "axis.build.units", orders=("losses finland -1 inf-6-5",))
    group = next(key for key in start.pools if key.startswith("finland-")).removeprefix("finland-")
    assert refusals(start, f"germany construct {group} country=finland") == ()
    assert rules_of(refusals(start, f"italy construct {group} country=finland")) == ["15.4"]
    over = attrs.evolve(start, facts={**start.facts, "nazi-soviet-pact": False})
    assert rules_of(refusals(over, f"germany construct {group} country=finland")) == ["15.4"]


@pytest.mark.rule("tw-23.48")
def test_23_48_spanish_infantry_costs_twice_to_build_again() -> None:
    start = with_country(at("1941-3-fall", "axis.build.units"), "spain", status="satellite", patron="germany")
    lost = after(after(start, "losses spain -1 inf-4-5"), "losses slovakia -1 inf-1-5")
    before = hand(lost, "germany")
    assert before - hand(after(lost, "germany construct inf-4-5 country=spain"), "germany") == 2 * 4 + 1
    assert before - hand(after(lost, "germany construct inf-1-5 country=slovakia"), "germany") == 1 + 1


# ---------------------------------------------------------------- fortresses, East Prussia, the Azores, who commands


def standing_in(campaign: TheWar, place: str, *kinds: str) -> TheWar:
    """The campaign with British units of these kinds in a place."""
    more = {
        f"britain-{kind}-{80 + nth}": Unit(power="britain", kind=kind, strength="1-12-5", place=place)
        for nth, kind in enumerate(kinds)
    }
    return attrs.evolve(campaign, units={**campaign.units, **more})


@pytest.mark.rule("tw-23.35")
def test_23_35_malta_bases_one_fleet_and_a_second_is_told() -> None:
    def told(campaign: TheWar) -> list[str]:
        return [duty.text for duty in due.duties(campaign) if duty.rule == "23.35"]

    assert told(standing_in(at("1941-1-spring"), "malta", "fleet")) == []
    assert told(standing_in(at("1941-1-spring"), "malta", "fleet", "cv")) == [
        "Malta holds 2 naval units: 1 is the limit."
    ]
    assert told(standing_in(at("1941-1-spring"), "alexandria", "fleet", "fleet")) == []


def test_23_22_gibraltar_takes_one_ground_unit_of_three_kinds() -> None:
    def told(campaign: TheWar) -> list[str]:
        return [duty.text for duty in due.duties(campaign) if duty.rule == "23.22"]

    assert told(standing_in(at("1941-1-spring"), "gibraltar", "mot", "fleet")) == []
    assert told(standing_in(at("1941-1-spring"), "gibraltar", "mot", "sta")) == [
        "Gibraltar holds 2 ground units: 1 is the limit."
    ]
    assert told(standing_in(at("1941-1-spring"), "gibraltar", "arm")) == [
        "ARM stands in Gibraltar: Only INF, MOT, STA."
    ]


@pytest.mark.rule("tw-23.18")
def test_23_18_soviets_in_east_prussia_call_for_a_roll_and_its_cities_are_no_german_industry() -> None:
    from engine.thewar import german_cities

    war = at("1944-4-winter", orders=("germany declare ussr",))

    def told(campaign: TheWar) -> list[str]:
        return [duty.text for duty in due.duties(campaign) if duty.rule == "23.18"]

    entered = after(war, "capture konigsberg ussr")
    assert told(war) == [] and len(told(entered)) == 1 and told(entered)[0].startswith("Konigsberg is Soviet")
    assert told(after(war, "capture konigsberg us")) == []
    rolled = attrs.evolve(entered, facts={**entered.facts, "east-prussia-open": False})
    assert told(rolled) == []
    assert not german_cities.with_industry(entered, "konigsberg") and german_cities.with_industry(entered, "berlin")


@pytest.mark.rule("tw-23.21-owner", "tw-23.51")
def test_23_21_who_commands_a_country_that_is_nobodys_satellite() -> None:
    start = at("1940-1-spring")
    assert [minors.commander(start, key) for key in ("finland", "romania", "switzerland", "portugal")] == [
        "germany",
        "germany",
        "us",
        "britain",
    ]
    assert minors.commander(start, "slovakia") == "germany" and minors.commander(start, "sweden") == ""
    attacked = after(start, "ussr declare sweden")
    assert minors.commander(attacked, "sweden") == "germany"
    told = [duty.text for duty in due.duties(after(start, "germany declare switzerland")) if duty.rule == "4.2"]
    assert told == ["Switzerland, attacked this turn, moves with one free RLE, commanded by United States"]
