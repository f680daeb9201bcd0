"""What is entered from the table: losses, declarations, the U.S. entry, statuses, Evasion chits."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse, understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world import forces
from engine.thewar.world.state import Pool
from tests.thewar.ground.test_ground_fight import front
from tests.thewar.world import after, refusals, rules_of, world


def test_losses_are_one_line_as_people_type_it() -> None:
    order = understand(RULESET, "losses GER -2 INF 6-5, dep ARM 8-8; sov -1 inf oos", world())
    assert order.text == "losses germany -2 inf-6-5, dep arm-8-8; ussr -1 inf-4-5 oos"
    assert parse(RULESET, order.text) == order


def test_losses_take_whole_units_first_and_return_to_the_pool() -> None:
    now = after(world(), "losses ger -2 inf-6-5; sov -1 inf-4-5 oos")
    assert [key for key in now.units if key.startswith("germany-inf")] == ["germany-inf-2"]
    assert now.pools["germany-inf-6-5"].count == 6
    assert (now.pools["ussr-inf-4-5"].count, now.pools["ussr-inf-4-5"].oos) == (0, 1)


def test_losses_may_name_depleted_units() -> None:
    now = after(world(), "losses ger -1 dep inf-6-5, dep arm-8-8")
    assert "germany-inf-2" not in now.units
    assert now.units["germany-arm-1"].depleted
    assert not after(now, "losses ger rep arm-8-8").units["germany-arm-1"].depleted


def test_losses_that_are_not_there_are_refused_with_what_is() -> None:
    found = refusals(world(), "losses ger -4 inf-6-5")
    assert "Germany has not 4 INF 6-5 on the board" in found[0].reason
    assert found[0].hint == "On the board: 3."
    assert "Nearest: inf-6-5" in refusals(world(), "losses ger -1 inf-6-6")[0].hint
    # Two items of one line may not find the same unit twice.
    assert refusals(world(), "losses ger -2 inf-6-5, -2 inf-6-5")


def test_a_units_id_is_never_given_twice() -> None:
    campaign = after(world(), "losses ger -3 inf-6-5")
    assert "germany-inf-4" in after(campaign, "losses ger +1 inf-6-5").units
    assert after(campaign, "losses ger +1 inf-6-5").pools["germany-inf-6-5"].count == 6


@pytest.mark.parametrize("text", ["losses", "losses ger", "losses ger -0 inf-6-5", "losses ger -1"])
def test_losses_without_sense_say_what_is_missing(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        understand(RULESET, text, world())
    assert caught.value.expected


def test_a_group_is_kind_strength_and_origin() -> None:
    unit = attrs.evolve(world().units["germany-inf-1"], tag="anzac")
    assert forces.group_of(unit) == "inf-6-5-anzac"


TURN, STEP = "1940-1-spring", "declarations.declare"


@pytest.mark.parametrize(
    ("text", "payer", "price"),
    [
        ("germany declare ussr", "germany", 15),
        ("germany declare sweden", "germany", 5),
        ("italy declare spain", "italy", 25),
        ("britain declare italy", "britain", 25),
        ("france declare sweden", "britain", 15),
        ("ussr declare bulgaria", "ussr", 5),
    ],
)
def test_6_4_2_what_a_declaration_costs_and_who_bears_it(text: str, payer: str, price: int) -> None:
    before = world(TURN, STEP)
    assert not refusals(before, text)
    assert after(before, text).powers[payer].narfs == before.powers[payer].narfs - price


def test_6_4_2_one_declaration_covers_belligerent_allies_and_satellites() -> None:
    campaign = after(world(TURN, STEP), "status bulgaria satellite patron=britain")
    now = after(campaign, "italy declare france")
    assert {"france+italy", "britain+italy", "bulgaria+italy"} <= now.wars.keys()
    assert "italy+us" not in now.wars


def test_6_4_declarations_that_are_refused() -> None:
    assert rules_of(refusals(world(TURN, STEP), "germany declare britain")) == ["6.4.1"]
    assert rules_of(refusals(world(TURN, STEP), "us declare germany")) == ["16.3, 22.3"]
    short = refusals(world(TURN, STEP, ussr={"narfs": 19}), "ussr declare germany")
    assert rules_of(short) == ["6.4.2, 14.1.4"] and "costs 20" in short[0].reason
    on_itself = parse(RULESET, "germany declare germany").shape(world(TURN, STEP))
    assert rules_of(tuple(on_itself)) == ["6.4.1"]
    assert rules_of(refusals(world(TURN, STEP, germany={"narfs": 3}), "germany declare sweden")) == ["6.4.2, 14.1.4"]


def test_22_3_the_us_enters_from_fall_1941_for_25_narfs() -> None:
    assert set(rules_of(refusals(world("1941-2-summer", STEP), "us enter"))) == {"22.3"}
    assert rules_of(refusals(world("1941-4-winter"), "us enter")) == ["6.4.1"]
    assert rules_of(refusals(world("1941-2-summer", STEP), "us enter attacked=yes")) == ["22.3.1"]
    assert rules_of(refusals(world("1941-4-winter", STEP), "us enter")) == ["22.3"]
    now = after(world("1941-4-winter"), "us enter")
    assert (now.powers["us"].entered, now.powers["us"].narfs) == ("1941-4-winter", 25)
    assert "germany+us" in now.wars
    attacked = after(world("1941-4-winter", STEP), "germany declare us")
    assert (attacked.powers["us"].entered, attacked.powers["us"].narfs) == ("1941-4-winter", 50)


def test_22_8_each_entry_level_reached_for_the_first_time_adds_to_hand_and_base() -> None:
    now = after(world(), "entry 4")
    assert (now.powers["us"].narfs, now.powers["us"].base) == (125, 125)  # levels 2, 3 and 4, ruling 277
    down = after(now, "entry 2")
    assert down.powers["us"].base == 125
    assert after(down, "entry 4").powers["us"].base == 125
    assert after(now, "entry 8").powers["us"].base == 125 + 25 + 25 + 50 + 50


def test_16_3_a_status_needs_its_patron() -> None:
    assert rules_of(refusals(world(), "status sweden associate")) == ["16.3"]
    assert rules_of(refusals(world(), "status sweden neutral patron=germany")) == ["16.3"]
    assert after(world(), "status spain neutral").countries["spain"].patron == ""


@pytest.mark.rule("tw-7.8.2")
def test_7_8_2_an_evasion_chit_a_year_for_three_navies_german_only_in_its_dates() -> None:
    spring = "1940-1-spring"
    now = after(world(spring), "germany chit")
    assert (now.powers["germany"].narfs, now.powers["germany"].chits) == (82, 1)
    assert rules_of(refusals(now, "germany chit")) == ["7.8.2"]
    assert rules_of(refusals(world("1942-2-summer"), "germany chit")) == ["7.8.2"]
    assert rules_of(refusals(world("1939-4-winter"), "germany chit")) == ["7.8.2"]
    assert rules_of(refusals(world(spring), "italy chit")) == ["7.8.2"]
    assert not refusals(world("1939-3-fall"), "britain chit")


def test_1_2_a_capture_needs_a_place_and_a_taker() -> None:
    assert rules_of(refusals(world(), "capture atlantis germany")) == ["1.2"]
    assert "conquer" in refusals(world(), "capture poland germany")[0].hint
    assert rules_of(refusals(world(), "capture kiev ussr")) == ["1.2"]
    assert after(world(), "capture egypt italy").powers["italy"].narfs == 35


def test_losses_of_several_powers_stand_in_one_line_with_commas_or_semicolons() -> None:
    lines = ("losses ger -1 inf-6-5, rus dep inf-4-5", "losses ger -1 inf-6-5; rus dep inf-4-5")
    found = [understand(RULESET, line, world()) for line in lines]
    assert found[0] == found[1] and len(getattr(found[0], "items", ())) == 2


def test_2_2_a_short_name_means_the_units_that_are_where_the_losses_are() -> None:
    campaign = front()
    pool = Pool(power="germany", kind="inf", strength="2-5", tag="fascist", count=1)
    campaign = attrs.evolve(campaign, pools={"germany-inf-2-5-fascist": pool})
    assert understand(RULESET, "losses ger -1 inf", campaign).text == "losses germany -1 inf-6-5"
    assert understand(RULESET, "losses ger +1 inf", campaign).text == "losses germany +1 inf-2-5-fascist"
    both = attrs.evolve(campaign, pools={**campaign.pools, "x": attrs.evolve(pool, strength="6-5", tag="")})
    with pytest.raises(Unreadable, match="may be"):
        understand(RULESET, "losses ger +1 inf", both)
