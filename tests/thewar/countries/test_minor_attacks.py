"""Minor countries attacked and conquered: capitals that fall, whose Satellites they become (23.1, 16.3)."""

from __future__ import annotations

import pytest

from engine.kernel.sheets.ledger import falls_due
from engine.thewar.ruleset import RULESET
from engine.thewar.world import minors
from tests.thewar.builds import refused
from tests.thewar.minors import at, hand, land, level, moved
from tests.thewar.world import after, refusals

# ---------------------------------------------------------------- countries and their capitals (23.1)


@pytest.mark.rule("tw-23.1", "tw-23.1-free")
def test_23_1_a_minor_falls_the_moment_its_capital_does_and_all_its_units_are_removed() -> None:
    before = at("1940-2-summer", orders=("germany declare norway",))
    assert [unit for unit in before.units.values() if unit.power == "norway"]
    fallen = after(before, "capture oslo germany")
    assert land(fallen, "norway") == ("conquered", "germany")
    assert not [unit for unit in fallen.units.values() if unit.power == "norway"]
    assert not [war for war in fallen.wars.values() if "norway" in war.names]
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
    before = at("1940-1-spring", orders=("conquer poland germany",))
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
    told = [duty.text for duty in falls_due(RULESET, now) if duty.rule == "16.3"]
    assert told == ["Belgium-Luxembourg, attacked, is a Satellite of the nearest of France, Britain"]
    said = after(now, "status belgium satellite patron=france")
    assert not [duty for duty in falls_due(RULESET, said) if duty.rule == "16.3"]


@pytest.mark.rule("tw-23.7")
def test_23_7_a_western_attack_on_belgium_ends_lend_lease_until_the_us_is_at_war() -> None:
    assert at("1940-1-spring", orders=("france declare belgium",)).facts["lend-lease-stopped"]
    assert "lend-lease-stopped" not in at("1940-1-spring", orders=("germany declare belgium",)).facts


@pytest.mark.rule("tw-23.58")
@pytest.mark.parametrize(("faces", "patron"), [((9, 2), "britain"), ((2, 9), "ussr"), ((5, 5, 1, 8), "ussr")])
def test_23_58_britain_and_the_soviets_roll_for_yugoslavia(faces: tuple[int, ...], patron: str) -> None:
    attacked = at("1941-1-spring", orders=("germany declare yugoslavia",), faces=faces)
    assert land(attacked, "yugoslavia") == ("satellite", patron)
    # The dice have said it: nobody says otherwise afterwards.
    for other in ("ussr", "britain", "germany"):
        text = refused(attacked, f"status yugoslavia satellite patron={other}")
        assert "Yugoslavia was attacked: there is no diplomacy in it any more (16.4)" in text


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
    for held in (before, after(before, "italy declare turkey")):
        tried = after(held, "ussr declare germany")
        assert tried.pending and "germany+ussr" not in tried.wars
    free = after(before, "germany declare turkey")
    assert not refusals(free, "ussr declare germany")
    war = after(free, "ussr declare germany")
    assert "germany+ussr" in war.wars and not war.pending and hand(free, "ussr") - hand(war, "ussr") == 15


@pytest.mark.rule("tw-23.1-supp")
def test_23_1_a_neutral_is_told_to_stand_alone_in_the_turn_of_its_invasion() -> None:
    now = at("1940-2-summer", orders=("germany declare belgium",))
    said = [duty.text for duty in falls_due(RULESET, now) if duty.rule == "23.1"]
    assert len(said) == 1 and said[0].startswith("Belgium-Luxembourg: no air or naval support")
    assert not [duty for duty in falls_due(RULESET, moved(now, "1940-3-fall")) if duty.rule == "23.1"]
