"""Fortifications, fortresses, airbases (10.6.4, 10.7, 11.1.1, 13.2.2, 15.2.4, 21.3)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import falls_due
from engine.thewar.building import installations
from engine.thewar.economy import capacity
from engine.thewar.ruleset import RULESET
from engine.thewar.world import basing, installed
from engine.thewar.world.state import Installation, SupplyMark, TheWar, Unit
from saves import scenarios
from tests.thewar.builds import after, at, price, refused
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.values import wars_of
from tests.thewar.world import after as done

AXIS, ALLIED, STAGING = "axis.build.units", "allied.build.units", "axis.operations.staging"


def ready(turn: str, power: str = "germany", *, facts: dict[str, Any] | None = None, **figures: Any) -> TheWar:
    step = AXIS if power in ("germany", "italy") else ALLIED
    changed: dict[str, Any] = {power: figures}
    campaign = at(step, turn, **changed)
    return attrs.evolve(campaign, facts={**campaign.facts, **(facts or {})})


def at_war(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, wars=wars_of({**campaign.wars, "germany+ussr": "1941-2-summer"}))


def karelia(campaign: TheWar, taken: str) -> TheWar:
    held = attrs.evolve(campaign.holdings["karelia"], holder="ussr", taken=taken)
    return attrs.evolve(campaign, holdings={**campaign.holdings, "karelia": held})


def fallen(campaign: TheWar) -> TheWar:
    france = attrs.evolve(campaign.powers["france"], surrendered="1940-2-summer")
    return attrs.evolve(campaign, powers={**campaign.powers, "france": france})


@pytest.mark.rule("tw-10.6.4-cost")
def test_10_6_4_two_narfs_two_a_turn_four_for_the_soviets_nine_on_the_board() -> None:
    german = ready("1940-2-summer")
    assert price(german, "germany install fortification count=2") == 4
    two = after(german, "germany install fortification count=2")
    assert german.powers["germany"].narfs - two.powers["germany"].narfs == 4
    assert two.powers["germany"].spent == 0
    assert "3 fortifications this turn" in refused(two, "germany install fortification")
    soviet = ready("1941-2-summer", "ussr")
    four = after(soviet, "ussr install fortification count=4")
    assert "5 fortifications this turn" in refused(four, "ussr install fortification")
    eight = after(attrs.evolve(four, built={}), "ussr install fortification count=4")
    assert "10 fortifications on the board" in refused(
        attrs.evolve(eight, built={}), "ussr install fortification count=2"
    )
    assert refused(attrs.evolve(eight, built={}), "ussr install fortification") == ""


@pytest.mark.rule("tw-10.6.4-cost", "tw-21.3")
def test_10_6_4_france_from_spring_1941_the_soviets_from_summer_1941_italy_and_the_us_never() -> None:
    assert "Not before Spring 1941" in refused(ready("1940-4-winter", "france"), "france install fortification")
    assert refused(ready("1941-1-spring", "france"), "france install fortification") == ""
    assert "Not before Summer 1941" in refused(ready("1941-1-spring", "ussr"), "ussr install fortification")
    assert "never builds a fortification" in refused(ready("1942-1-spring", "italy"), "italy install fortification")
    assert "never builds a fortification" in refused(ready("1942-1-spring", "us"), "us install fortification")


@pytest.mark.rule("tw-10.6.4-where", "tw-15.2.4")
def test_10_6_4_not_on_a_fortress_nor_twice_nor_in_the_soviet_union_in_winter_nor_in_enemy_hands() -> None:
    soviet = ready("1941-3-fall", "ussr")
    assert "a fortress already" in refused(soviet, "ussr install fortification at=sevastopol")
    once = after(soviet, "ussr install fortification at=kiev")
    assert "a fortification already" in refused(once, "ussr install fortification at=kiev")
    winter = ready("1941-4-winter", "ussr")
    assert "in the 1939 Soviet Union in Winter" in refused(winter, "ussr install fortification at=kiev")
    assert "is not in friendly hands" in refused(soviet, "ussr install fortification at=berlin")
    assert "there is no place 'atlantis'" in refused(soviet, "ussr install fortification at=atlantis")
    assert refused(soviet, "ussr install fortification at=2213") == ""
    assert "One at a time" in refused(soviet, "ussr install fortification count=2 at=2213")
    snow = ready("1940-4-winter", facts={"western-weather": "snow"})
    assert "in snow" in refused(snow, "germany install fortification at=kiel")
    clear = ready("1940-4-winter", facts={"western-weather": "clear"})
    assert refused(clear, "germany install fortification at=kiel") == ""


def test_10_6_4_britain_and_france_do_not_fortify_each_others_country() -> None:
    assert "each other's country" in refused(
        ready("1940-2-summer", "britain"), "britain install fortification at=paris"
    )
    assert "each other's country" in refused(ready("1941-2-summer", "france"), "france install fortification at=london")


@pytest.mark.rule("tw-13.2.2")
def test_13_2_2_twenty_narfs_fifteen_on_a_fortification_one_a_year_none_in_1939() -> None:
    campaign = ready("1940-2-summer")
    assert price(campaign, "germany install fortress at=kiel") == 20
    fortified = after(campaign, "germany install fortification at=kiel")
    assert price(fortified, "germany install fortress at=kiel") == 15
    stands = after(fortified, "germany install fortress at=kiel")
    assert [one.kind for one in stands.installations.values()] == ["fortress"]
    assert fortified.powers["germany"].narfs - stands.powers["germany"].narfs == 15
    assert "One a year" in refused(stands, "germany install fortress")
    assert refused(attrs.evolve(stands, first="1941-1-spring"), "germany install fortress") == ""
    assert "Not before Spring 1940" in refused(ready("1939-4-winter"), "germany install fortress")


@pytest.mark.rule("tw-13.2.2")
def test_13_2_2_none_in_paris_rome_berlin_nor_north_africa_but_british_tobruk() -> None:
    campaign = ready("1941-2-summer")
    assert "no fortress is built in Berlin" in refused(campaign, "germany install fortress at=berlin")
    assert "no fortress is built in North Africa" in refused(campaign, "germany install fortress at=tripoli")
    british = ready("1941-2-summer", "britain")
    assert "no fortress is built in North Africa" in refused(british, "britain install fortress at=alexandria")
    assert refused(done(british, "capture tobruk britain"), "britain install fortress at=tobruk") == ""
    assert refused(british, "britain install fortress at=malta") == ""
    assert "Sevastopol is a fortress" in refused(ready("1942-2-summer", "ussr"), "ussr install fortress at=sevastopol")


@pytest.mark.rule("tw-13.2.2-who", "tw-21.3")
def test_13_2_2_the_soviets_leningrad_in_1941_with_karelia_one_in_1942_and_one_in_1943() -> None:
    line = "ussr install fortress at=leningrad"
    assert "may not build a fortress yet" in refused(ready("1940-2-summer", "ussr"), line)
    summer = at_war(ready("1941-2-summer", "ussr"))
    assert "does not hold Karelia" in refused(summer, line)
    assert "did not hold Karelia before Summer 1941" in refused(karelia(summer, "1941-2-summer"), line)
    held = karelia(summer, "1940-1-spring")
    assert refused(held, line) == ""
    assert "of this year stands in Leningrad" in refused(held, "ussr install fortress at=moscow")
    peace = karelia(ready("1941-2-summer", "ussr"), "1940-1-spring")
    assert "are not at war" in refused(peace, line)
    for turn in ("1942-1-spring", "1943-3-fall"):
        assert refused(ready(turn, "ussr"), "ussr install fortress at=moscow") == ""
    assert "any more" in refused(ready("1944-1-spring", "ussr"), "ussr install fortress")


@pytest.mark.rule("tw-13.2.2-who")
def test_13_2_2_britain_in_1940_only_after_the_fall_of_france_italy_and_the_us_never() -> None:
    early = ready("1940-3-fall", "britain")
    assert "France has not fallen" in refused(early, "britain install fortress at=malta")
    assert refused(fallen(early), "britain install fortress at=malta") == ""
    assert refused(ready("1941-1-spring", "britain"), "britain install fortress at=malta") == ""
    assert "never builds a fortress" in refused(ready("1942-1-spring", "italy"), "italy install fortress")
    assert "never builds a fortress" in refused(ready("1942-1-spring", "us"), "us install fortress")


@pytest.mark.rule("tw-11.1.1")
@pytest.mark.parametrize(
    ("power", "most"), [("germany", 6), ("italy", 3), ("ussr", 5), ("britain", 6), ("us", 5), ("france", 1)]
)
def test_11_1_1_airbases_are_free_in_the_build_segment_up_to_the_national_limit(power: str, most: int) -> None:
    campaign = ready("1940-2-summer", power)
    all_of_them = after(campaign, f"{power} install airbase count={most}")
    assert all_of_them.powers[power].narfs == campaign.powers[power].narfs
    assert f"{most + 1} airbases on the board" in refused(all_of_them, f"{power} install airbase")
    # Once its turn is over what was taken down lies on the country card again (11.1.2).
    razed = attrs.evolve(after(all_of_them, f"{power} raze {power}-airbase-1"), used={})
    assert refused(razed, f"{power} install airbase") == ""


@pytest.mark.rule("tw-11.1.1")
def test_11_1_1_an_airbase_costs_five_in_staging_where_nothing_else_is_built() -> None:
    campaign = at(STAGING, "1940-2-summer")
    staged = after(campaign, "germany install airbase")
    assert campaign.powers["germany"].narfs - staged.powers["germany"].narfs == 5
    assert "built in the Build Segment" in refused(campaign, "germany install fortification")


@pytest.mark.rule("tw-11.1.1")
@pytest.mark.parametrize("step", [ALLIED, "allied.operations.staging"])
def test_11_1_1_an_airbase_is_put_up_where_supply_is_full_and_no_partisans_stand(step: str) -> None:
    campaign = at(step, "1942-1-spring", britain={"narfs": 50})
    held = attrs.evolve(campaign.places["tobruk"], holder="britain")
    campaign = attrs.evolve(campaign, places={**campaign.places, "tobruk": held})
    line = "britain install airbase at=tobruk"
    assert refused(campaign, line) == ""
    out = SupplyMark(level="out", side="allied", since="1942-1-spring", half="axis", check=1, until="1942-1-spring")
    for level, said in (("out", "out of supply"), ("limited", "on a limited source")):
        marked = attrs.evolve(out, level=level, until="1942-1-spring" if level == "out" else "")
        cut_off = attrs.evolve(campaign, supply_places={"tobruk": marked})
        assert f"Tobruk is {said} since Spring 1942: no airbase is built there (11.1.1" in refused(cut_off, line)
        assert refused(cut_off, "britain install airbase at=alexandria") == ""
        if step == ALLIED:
            assert "supply" not in refused(cut_off, "britain install fortification at=tobruk"), "in any friendly hex"
    band = Unit(power="germany", kind="partisan", strength="1-3", tag="egypt", place="tobruk")
    risen = attrs.evolve(campaign, units={**campaign.units, "p-1": band}, wars=wars_of({"britain+germany": "1939"}))
    assert "Tobruk is not in friendly hands (15.2.4)" in refused(risen, line)


@pytest.mark.rule("tw-10.7")
def test_10_7_a_captured_fortress_becomes_a_fortification_leningrad_and_the_maginot_line_vanish() -> None:
    campaign = at_war(ready("1942-2-summer"))
    taken = done(campaign, "capture sevastopol germany")
    assert not installed.is_fortress(taken, "sevastopol")
    assert [(one.power, one.kind, one.place) for one in taken.installations.values()] == [
        ("germany", "fortification", "sevastopol")
    ]
    assert after(taken, "germany raze germany-fortification-1").installations == {}
    maginot = done(campaign, "capture maginot-1730 germany")
    assert not installed.is_fortress(maginot, "maginot-1730") and maginot.installations == {}
    soviet = ready("1942-2-summer", "ussr")
    built = after(soviet, "ussr install fortress at=leningrad")
    assert installed.is_fortress(built, "leningrad")
    lost = done(built, "capture leningrad germany")
    assert not installed.is_fortress(lost, "leningrad") and lost.installations == {}


@pytest.mark.rule("tw-10.6.4-where")
def test_10_6_4_fortifications_and_airbases_are_gone_with_their_hex() -> None:
    soviet = after(ready("1941-3-fall", "ussr"), "ussr install fortification at=kiev", "ussr install airbase at=kiev")
    assert done(soviet, "capture kiev germany").installations == {}
    assert "none of its installations" in refused(soviet, "britain raze ussr-airbase-1")


def test_4_5_a_power_that_passes_builds_only_on_a_deficit_or_with_grants() -> None:
    passing = ready("1940-2-summer", effort="pass", narfs=0)
    assert "4.5" in refused(passing, "germany install fortification")
    assert refused(passing, "germany install fortification deficit=yes") == ""
    assert refused(passing, "germany install airbase") == ""


# --- airbases taken down and built elsewhere


def with_airbase(campaign: TheWar, place: str = "board") -> TheWar:
    base = Installation(power="germany", kind="airbase", place=place)
    return attrs.evolve(campaign, installations={**campaign.installations, "germany-airbase-1": base})


@pytest.mark.rule("tw-11.1.2-move")
def test_11_1_2_an_airbase_is_moved_for_an_smp_in_the_build_segment_two_by_sea() -> None:
    campaign = with_airbase(ready("1940-3-fall"), "kiel")
    order = "germany rebuild germany-airbase-1 at=paris"
    assert "is not in friendly hands" in refused(campaign, order)
    warsaw = order.replace("paris", "1532")
    moved = after(campaign, warsaw)
    assert moved.installations["germany-airbase-1"] == Installation(
        power="germany", kind="airbase", place="1532", since="1940-3-fall"
    )
    purse = capacity.purse("germany")
    assert capacity.used(moved, purse) == 2 and price(campaign, warsaw) == 0
    assert capacity.used(after(campaign, warsaw + " sea=yes"), purse) == 4
    # With too few SMPs left it stays.
    power = attrs.evolve(campaign.powers["germany"], smp=1, smp_minimum=0)
    poor = attrs.evolve(campaign, powers={**campaign.powers, "germany": power})
    assert "Germany: it takes 2 SMPs, 1 SMP are left (8.4)" in refused(poor, warsaw + " sea=yes")
    assert refused(poor, warsaw) == ""
    assert "it takes 1 SMP" in refused(after(poor, warsaw), "germany rebuild germany-airbase-1 at=1632")


@pytest.mark.rule("tw-11.1.2-move")
def test_11_1_2_an_airbase_is_moved_for_5_narfs_in_staging() -> None:
    campaign = with_airbase(at(STAGING, "1940-3-fall"), "kiel")
    order = "germany rebuild germany-airbase-1 at=1532"
    assert price(campaign, order) == 5
    moved = after(campaign, order)
    assert moved.powers["germany"].narfs == campaign.powers["germany"].narfs - 5
    assert capacity.used(moved, capacity.purse("germany")) == 0
    power = attrs.evolve(campaign.powers["germany"], narfs=4, reserved=0)
    poor = attrs.evolve(campaign, powers={**campaign.powers, "germany": power})
    assert "it costs 5 NARFs, 4 are free" in refused(poor, order)


@pytest.mark.rule("tw-11.1.2-move")
def test_11_1_2_an_airbase_goes_to_another_hex_that_has_none() -> None:
    campaign = with_airbase(ready("1940-3-fall"), "kiel")
    assert "it stands at Kiel already (11.1.2)" in refused(campaign, "germany rebuild germany-airbase-1 at=kiel")
    assert "'italy-airbase-1' is none of its airbases" in refused(campaign, "germany rebuild italy-airbase-1 at=1532")
    second = after(campaign, "germany install airbase at=berlin")
    assert "there is an airbase already" in refused(second, "germany rebuild germany-airbase-1 at=berlin")
    assert "there is no place 'atlantis'" in refused(campaign, "germany rebuild germany-airbase-1 at=atlantis")


@pytest.mark.rule("tw-11.1.2-move")
def test_11_1_2_what_was_taken_down_is_not_built_again_for_nothing() -> None:
    campaign = ready("1940-3-fall")
    for number in range(6):
        campaign = after(campaign, f"germany install airbase at=160{number}")
    down = after(campaign, "germany raze germany-airbase-1")
    text = refused(down, "germany install airbase at=1700")
    assert "1 taken down this turn are not built again for nothing (11.1.2)" in text and "1 SMP" in text
    # From the country card new ones are free, and so is one that the enemy took.
    five = after(ready("1940-3-fall"), "germany install airbase at=1600")
    assert refused(after(five, "germany raze germany-airbase-1"), "germany install airbase at=1700") == ""
    taken = after(stepped(campaign, "allied.operations.first-impulse"), "germany raze germany-airbase-1")
    assert refused(stepped(taken, AXIS), "germany install airbase at=1700") == ""


# --- what bases where


def based(place: str, *kinds: str, airbase: bool = False, **options: str) -> TheWar:
    campaign = at(STAGING, "1940-3-fall")
    strength = {"ftr": "3-3-2", "tac": "1-5-4", "mdm": "1-7-6", "nac": "1-3-2", "cv": ""}
    units = {
        f"germany-{kind}-{number}": Unit(power="germany", kind=kind, strength=strength[kind], place=place)
        for number, kind in enumerate(kinds)
    }
    found = attrs.evolve(campaign, units=units, options={**campaign.options, **options})
    return with_airbase(found, place) if airbase else found


@pytest.mark.rule("tw-11.1")
@pytest.mark.parametrize(
    ("kinds", "airbase", "said"),
    [
        (("tac",), False, ""),
        (("ftr", "tac"), False, ""),
        (("ftr", "ftr"), False, ""),
        (("tac", "mdm"), False, "2 TAC, MDM and NAC at Berlin, with 1 base"),
        (("ftr", "ftr", "tac"), False, "3 air units at Berlin, with 1 base"),
        (("ftr", "tac", "mdm"), True, ""),
        (("ftr", "ftr", "ftr"), True, ""),
        (("tac", "tac", "mdm"), True, "3 TAC, MDM and NAC at Berlin, with 2 bases"),
        (("ftr", "ftr", "ftr", "ftr"), True, "4 air units at Berlin, with 2 bases"),
    ],
)
def test_11_1_a_city_bases_one_with_an_airbase_two_and_a_fighter_besides(
    kinds: tuple[str, ...], airbase: bool, said: str
) -> None:
    campaign = based("berlin", *kinds, airbase=airbase)
    found = "; ".join(
        f"{one.reason} ({one.rule})" for one in basing.excess(campaign, "berlin", campaign.units.values())
    )
    assert found == (f"{said} (11.1)" if said else "")
    due = [duty.text for duty in falls_due(RULESET, campaign) if duty.rule == "11.1"]
    assert bool(due) == bool(said) and (not said or due[0].startswith(said))


@pytest.mark.rule("tw-11.1")
def test_11_1_air_units_are_stationed_where_there_is_a_base_for_them() -> None:
    campaign = based("board", "tac", "mdm", "ftr")
    one = after(campaign, "germany station berlin units=tac")
    assert one.units["germany-tac-0"].place == "berlin"
    text = refused(one, "germany station berlin units=mdm")
    assert "2 TAC, MDM and NAC at Berlin, with 1 base (11.1)" in text and "with an airbase two" in text
    assert (
        refused(one, "germany station berlin units=ftr") == "" and refused(one, "germany station kiel units=mdm") == ""
    )
    assert refused(after(one, "germany install airbase at=berlin"), "germany station berlin units=mdm,ftr") == ""
    assert "Paris is not in friendly hands (11.2.2)" in refused(campaign, "germany station paris units=tac")


@pytest.mark.rule("tw-11.1")
def test_11_1_nac_aboard_need_no_base_and_a_hex_has_at_most_a_city_and_an_airbase() -> None:
    assert not list(basing.duties(based("kiel", "nac", "tac", "cv")))
    assert [duty.rule for duty in basing.duties(based("kiel", "nac", "tac"))] == ["11.1"]
    # What the map shows of a hex is trusted, unless the board is checked.
    campaign = based("board", "tac", "mdm", "ftr")
    units = list(campaign.units.values())
    assert not list(basing.excess(campaign, "1532", units)) and list(basing.excess(campaign, "1532", units * 2))
    checked = based("board", "tac", "mdm", "ftr", board="checked")
    assert list(basing.excess(checked, "1532", units))
    assert not list(basing.excess(checked, "1532", units, ("city", "airbase")))
    assert not list(basing.excess(checked, "1532", units[-1:]))


def test_28_2_1_in_a_scenario_without_sedan_the_maginot_line_is_extended_nowhere() -> None:
    small = scenarios.preview("learn-battle-of-the-atlantic")
    assert isinstance(small, TheWar) and "sedan" not in small.places
    french = attrs.evolve(small, facts={**small.facts, "variant-maginot-extended": True})
    line = installations.row("france", installed.FORTRESS)
    assert line is not None
    first = next(iter(installations.wrong_place(french, line, "london")))
    assert first.reason == "the fortress of this year stands in Sedan"
    assert first.hint == "The places of this scenario are without it."
