"""Rules of single powers that cost or build something: American yards, scorched earth, the Stalin Line, Volkssturm,
ships bombed in their yards, where new units appear."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.sheets.ledger import falls_due
from engine.thewar import steps
from engine.thewar.building import unit_building
from engine.thewar.countries import scorched_earth, yards
from engine.thewar.economy import capacity, income
from engine.thewar.ruleset import RULESET
from engine.thewar.world import counters
from engine.thewar.world.state import Slip, TheWar
from tests.thewar.atlantic import scenario
from tests.thewar.builds import UNITS, after, at, price, refused
from tests.thewar.supply_lines import standing
from tests.thewar.values import wars_of
from tests.thewar.world import after as done
from tests.thewar.world import effect, refusals, rules_of, world

ALLIED_UNITS, SW = "allied.build.units", "strategic-warfare.build"


def in_year(campaign: TheWar, turn: str) -> TheWar:
    """The same campaign at another turn."""
    return attrs.evolve(campaign, progress=standing(turn).progress)


def us_yards(campaign: TheWar, turn: str) -> int:
    return yards.count(in_year(campaign, turn), "us")


@pytest.mark.rule("tw-22.7.1-cap")
def test_22_7_1_american_yards_rise_by_two_a_year_at_most() -> None:
    start = standing("1940-2-summer", at_war=(), entered="")
    slow = done(done(start, "entry 4"), "entry 6")
    assert us_yards(slow, "1940-2-summer") == 3
    fast = done(start, "entry 7")
    # Levels 4, 6 and 7 in one year: the third yard comes with the next.
    assert [us_yards(fast, turn) for turn in ("1940-2-summer", "1940-4-winter", "1941-1-spring")] == [3, 3, 4]


@pytest.mark.rule("tw-22.7.1-cap")
def test_22_7_1_the_entry_adds_what_is_missing_two_a_year_and_no_yard_is_built_beside_them() -> None:
    entered = standing("1941-4-winter", entered="1941-4-winter")
    assert [us_yards(entered, turn) for turn in ("1941-4-winter", "1942-1-spring")] == [3, 4]
    rich = attrs.evolve(at(ALLIED_UNITS, "1941-4-winter", entered="1941-4-winter"))
    assert "2 yards have come this year" in refused(rich, "us new-yard us-box")
    later = at(ALLIED_UNITS, "1943-1-spring", entered="1941-4-winter")
    assert "yards have come" not in refused(later, "us new-yard us-box")


@pytest.mark.example("22.4.2", "50, 75, 100, 125 in Spring 1942 to 1945")
@pytest.mark.rule("tw-22.4.2")
@pytest.mark.parametrize(
    ("turn", "amount"),
    [
        ("1942-1-spring", 50),
        ("1943-1-spring", 75),
        ("1944-1-spring", 100),
        ("1945-1-spring", 125),
        ("1942-2-summer", 0),
    ],
)
def test_22_4_2_the_us_grows_in_four_springs_in_hand_and_base(turn: str, amount: int) -> None:
    campaign = world(turn, "income.mobilization", us={"entered": "1941-4-winter"})
    assert income.mobilization_due(campaign) == amount
    if amount:
        now = effect(campaign, income.Mobilization("us")).powers["us"]
        assert (now.narfs, now.base) == (50 + amount, 50 + amount)


def attacked(turn: str = "1941-2-summer") -> TheWar:
    return done(standing(turn, at_war=()), "germany declare ussr")


@pytest.mark.rule("tw-21.7.6")
def test_21_7_6_scorched_earth_takes_a_point_for_each_city_moved_in_the_turn_of_the_attack() -> None:
    moved = done(done(attacked(), "ussr evacuate kiev"), "ussr evacuate kharkov")
    too_early = refusals(moved, "ussr scorched-earth")
    assert rules_of(too_early) == ["21.7.6"]
    fall = in_year(moved, "1941-3-fall")
    later = done(fall, "ussr evacuate odessa")
    assert not refusals(later, "ussr scorched-earth")
    burnt = done(later, "ussr scorched-earth")
    assert burnt.powers["ussr"].narfs == later.powers["ussr"].narfs - 10
    # Kiev and Kharkov, not Odessa, which went a turn later.
    assert scorched_earth.slower(burnt) == 2
    assert any("-2 MP" in duty.text for duty in falls_due(RULESET, burnt))


@pytest.mark.rule("tw-21.7.6")
def test_21_7_6_once_in_its_turn_by_the_soviets_alone() -> None:
    fall = in_year(done(attacked(), "ussr evacuate kiev"), "1941-3-fall")
    assert "only the Soviet Union" in refusals(fall, "germany scorched-earth")[0].reason
    burnt = done(fall, "ussr scorched-earth")
    assert "declared already" in refusals(burnt, "ussr scorched-earth")[0].reason
    winter = in_year(burnt, "1941-4-winter")
    assert scorched_earth.slower(winter) == 0
    assert rules_of(refusals(in_year(fall, "1941-4-winter"), "ussr scorched-earth")) == ["21.7.6"]
    theirs = in_year(done(standing("1941-2-summer", at_war=()), "ussr declare germany"), "1941-3-fall")
    assert rules_of(refusals(theirs, "ussr scorched-earth")) == ["21.7.6"]
    poor = attrs.evolve(fall, powers={**fall.powers, "ussr": attrs.evolve(fall.powers["ussr"], narfs=9)})
    assert rules_of(refusals(poor, "ussr scorched-earth")) == ["21.7.6, 14.1.4"]


@pytest.mark.rule("tw-21.7.4")
def test_21_7_4_eight_free_fortifications_stand_to_the_end_of_winter_1939() -> None:
    opening = scenario()
    line = [one for one in opening.installations.values() if (one.power, one.kind) == ("ussr", "fortification")]
    assert len(line) == 8
    assert scorched_earth.line_stands(opening) == ()
    winter = in_year(opening, "1939-4-winter")
    assert len(scorched_earth.line_stands(winter)) == 8
    step = steps.sequence()["end.stalin-line"]
    assert step.skipped(opening) and not step.skipped(winter)
    gone = effect(winter, scorched_earth.LineAbandoned())
    assert not gone.installations and step.skipped(gone)


@pytest.mark.rule("tw-20.2")
def test_20_2_nine_volkssturm_join_in_fall_1944_third_rate_and_are_rebuilt_like_others() -> None:
    summer, fall = in_year(scenario(), "1944-2-summer"), in_year(scenario(), "1944-3-fall")
    key = next(key for key, one in fall.additions.items() if one.tag == "volkssturm")
    assert key not in income.due_additions(summer, "germany") and key in income.due_additions(fall, "germany")
    joined = effect(fall, income.Additions("germany"))
    assert joined.pools["germany-inf-2-5-volkssturm"].count == 9
    campaign = at(UNITS, "1944-3-fall", pools={"germany inf 2-5 volkssturm": 9})
    assert price(campaign, "germany construct inf-2-5-volkssturm") == 3
    built = after(campaign, "germany construct inf-2-5-volkssturm")
    new = next(unit for key, unit in built.units.items() if key not in campaign.units)
    assert counters.rating(built, new).value == 3
    lost = done(built, "losses germany -1 inf-2-5-volkssturm")
    assert lost.pools["germany-inf-2-5-volkssturm"].count == 9


def on_track(space: int, kind: str = "fleet") -> TheWar:
    campaign = at(UNITS)
    slip = Slip(yard="kiel", power="germany", kind=kind, strength="1-12-5", space=space)
    return attrs.evolve(campaign, slips={"kiel-1": slip})


@pytest.mark.example("7.9.6", "7 factors on space 3: space 0")
@pytest.mark.rule("tw-15.1.5.6")
@pytest.mark.parametrize(("space", "factors", "left"), [(3, 7, 0), (6, 2, 4), (8, 9, 0)])
def test_15_1_5_6_a_ship_bombed_in_its_yard_goes_back_and_is_never_sunk(space: int, factors: int, left: int) -> None:
    hit = done(on_track(space), f"yard-hit kiel-1 {factors}")
    assert hit.slips["kiel-1"].space == left
    # The yard works on (ruling 122).
    assert not refused(hit, "germany work kiel-1")


@pytest.mark.rule("tw-15.1.5.6")
def test_15_1_5_6_what_is_no_ship_on_a_track_or_no_depletion_is_refused() -> None:
    assert "no ship on a track" in refusals(on_track(3), "yard-hit kiel-9 1")[0].reason
    assert "10 factors" in refusals(on_track(3), "yard-hit kiel-1 10")[0].reason
    assert "5 factors" in refusals(on_track(2, "cv"), "yard-hit kiel-1 5")[0].reason
    assert "space 0" in refusals(on_track(0), "yard-hit kiel-1 1")[0].reason


@pytest.mark.rule("tw-15.2.1")
def test_15_2_1_ships_grow_and_are_launched_in_their_own_yard_canadian_ones_in_its_box() -> None:
    campaign = at(ALLIED_UNITS, pools={"britain fleet 1-12-5": 1})
    assert "is no yard" in refused(campaign, "britain lay-down fleet-1-12-5 kiel")
    laid = after(campaign, "britain lay-down fleet-1-12-5 canada-box")
    slip = attrs.evolve(laid.slips["canada-box-1"], space=8)
    launched = after(attrs.evolve(laid, slips={"canada-box-1": slip}), "britain work canada-box-1")
    (new,) = [unit for key, unit in launched.units.items() if key not in laid.units]
    assert (new.kind, new.place) == ("fleet", "canada-box")
    lost = attrs.evolve(
        laid, places={**laid.places, "canada-box": attrs.evolve(laid.places["canada-box"], holder="germany")}
    )
    assert "is not in their hands" in refused(lost, "britain work canada-box-1")


@pytest.mark.rule("tw-15.1.4")
def test_15_1_4_units_stand_in_play_in_the_turn_they_are_paid_for_and_ships_do_not() -> None:
    campaign = at(UNITS, pools={"germany inf 6-5": 1})
    built = after(campaign, "germany construct inf-6-5")
    (new,) = [unit for key, unit in built.units.items() if key not in campaign.units]
    assert new.place == "board" and not new.depleted
    yard = at(UNITS, pools={"germany cv": 1})
    laid = after(yard, "germany lay-down cv kiel", "germany work kiel-1")
    assert laid.units.keys() == yard.units.keys() and laid.slips["kiel-1"].space == 1


@pytest.mark.rule("tw-15.2.2")
def test_15_2_2_ground_units_appear_in_home_places_in_their_own_hands() -> None:
    campaign = at(UNITS, pools={"germany inf 6-5": 2, "germany nac": 1})
    built = after(campaign, "germany construct inf-6-5 place=berlin")
    assert [unit.place for key, unit in built.units.items() if key not in campaign.units] == ["berlin"]
    assert "not built at Paris" in refused(campaign, "germany construct inf-6-5 place=paris")
    lost = attrs.evolve(
        campaign, places={**campaign.places, "berlin": attrs.evolve(campaign.places["berlin"], holder="ussr")}
    )
    assert "not built at Berlin" in refused(lost, "germany construct inf-6-5 place=berlin")


@pytest.mark.rule("tw-15.2.2", "tw-15.2.3", "tw-15.1.4")
def test_15_2_2_nothing_is_built_in_an_enemy_zone_of_control_but_in_a_fortress_nor_out_of_supply() -> None:
    campaign = at(UNITS, pools={"germany inf 6-5": 2, "germany tac 1-5-4": 1})
    campaign = attrs.evolve(campaign, wars=wars_of({**campaign.wars, "britain+germany": "1939-3-fall"}))
    line = "germany construct inf-6-5"
    assert refused(campaign, f"{line} zoc=britain").startswith("the hex lies in a zone of control of Britain (15.2.2)")
    assert "zone of control of Britain" in refused(campaign, f"{line} place=cologne zoc=britain")
    assert "Another home hex" in refused(campaign, f"{line} zoc=britain")
    # A zone does not reach into a fortress.
    cologne = attrs.evolve(campaign.places["cologne"], tags={"fortress": True})
    fortified = attrs.evolve(campaign, places={**campaign.places, "cologne": cologne})
    assert not refused(fortified, f"{line} place=cologne zoc=britain")
    assert not refused(campaign, f"{line} place=berlin")
    # Air units are not ground units; supply they need as well.
    assert not refused(campaign, "germany construct tac-1-5-4 place=berlin zoc=britain")
    assert "out of supply (15.2.3)" in refused(campaign, "germany construct tac-1-5-4 place=berlin supplied=no")
    assert "out of supply (15.2.2)" in refused(campaign, f"{line} place=berlin supplied=no")
    # Whose zone it is has to be an enemy's.
    assert "is no enemy" in refused(campaign, f"{line} zoc=italy")
    assert "no power or country 'nobody'" in refused(campaign, f"{line} zoc=nobody")
    assert after(campaign, f"{line} place=berlin").units.keys() > campaign.units.keys()


@pytest.mark.rule("tw-15.2.2")
def test_15_2_2_soviet_units_are_built_beside_finns_and_beside_nobody_else() -> None:
    campaign = at(ALLIED_UNITS, pools={"ussr inf 4-5": 5})
    wars = wars_of({"finland+ussr": "1939-4-winter", "germany+ussr": "1939-4-winter"})
    campaign = attrs.evolve(campaign, wars=wars_of({**campaign.wars, **wars}))
    assert not refused(campaign, "ussr construct inf-4-5 count=4 place=leningrad zoc=finland")
    assert "of Germany" in refused(campaign, "ussr construct inf-4-5 count=4 place=kiev zoc=germany")


@pytest.mark.rule("tw-15.2.2")
def test_15_2_2_new_units_do_not_overstack_with_those_recorded_in_the_place() -> None:
    campaign = at(UNITS, pools={"germany inf 6-5": 5, "germany art 8-3": 1})
    line = "germany construct inf-6-5 place=berlin"
    assert not refused(campaign, f"{line} count=3")
    assert refused(campaign, f"{line} count=4").startswith("4 units at Berlin (15.2.2, 9.6")
    two = after(campaign, f"{line} count=2")
    assert "4 units at Berlin, 2 there already" in refused(two, f"{line} count=2")
    assert not refused(two, line) and not refused(two, "germany construct inf-6-5 count=3")
    # What does not count towards stacking finds room.
    assert not refused(after(two, line), "germany construct art-8-3 place=berlin")
    # The first three Soviet ones stand in the Urals, whatever place is named.
    soviets = at(ALLIED_UNITS, pools={"ussr inf 4-5": 9})
    assert not refused(soviets, "ussr construct inf-4-5 count=4 place=moscow")
    assert "2 units at Moscow" in refused(soviets, "ussr construct inf-4-5 count=5 place=moscow")


@pytest.mark.rule("tw-15.2.2")
def test_15_2_2_anzac_units_come_to_south_africa_only_while_suez_is_the_axis() -> None:
    campaign = at(ALLIED_UNITS, pools={"britain mot 3-7 anzac": 1})
    there = "britain construct mot-3-7-anzac place=south-africa-box"
    assert "not built at South Africa" in refused(campaign, there)
    built = after(campaign, "britain construct mot-3-7-anzac")
    assert [unit.place for key, unit in built.units.items() if key not in campaign.units] == ["suez"]
    lost = done(campaign, "capture suez germany")
    assert "not built at Suez" in refused(lost, "britain construct mot-3-7-anzac place=suez")
    built = after(lost, "britain construct mot-3-7-anzac")
    assert [unit.place for key, unit in built.units.items() if key not in lost.units] == ["south-africa-box"]


@pytest.mark.rule("tw-15.2.2-sici")
@pytest.mark.parametrize("place", ["palermo", "cagliari", "rome", "genoa"])
def test_15_2_2_sicily_and_sardinia_are_home_to_italian_units(place: str) -> None:
    campaign = at(UNITS, pools={"italy inf 2-5": 1})
    assert not refused(campaign, f"italy construct inf-2-5 place={place}")
    assert "not built at Tripoli" in refused(campaign, "italy construct inf-2-5 place=tripoli")


@pytest.mark.rule("tw-15.2.3")
def test_15_2_3_bombers_in_home_cities_nac_at_a_shipyard() -> None:
    campaign = at(UNITS, pools={"germany tac 1-5-4": 1, "germany nac": 1, "germany ftr 3-3-2": 1})
    assert not refused(campaign, "germany construct tac-1-5-4 place=berlin")
    assert not refused(campaign, "germany construct nac place=kiel")
    assert refused(campaign, "germany construct nac place=berlin").endswith(
        "(15.2.3). Places: board. Or a home city of theirs."
    )
    assert "not built at Brest" in refused(campaign, "germany construct tac-1-5-4 place=brest")
    assert unit_building.at_home(campaign, campaign.pools["germany-ftr-3-3-2"], "kiel")


@pytest.mark.rule("tw-15.2.5")
def test_15_2_5_units_of_strategic_warfare_go_to_their_boxes() -> None:
    campaign = at(SW, "1941-3-fall", pools={"germany uboat": 1, "germany int": 1, "britain asw": 1, "britain sac": 1})
    orders = ("germany build uboat", "germany build int", "britain build asw", "britain build sac")
    for order, box in zip(orders, ("u-boat-war-box", "bombing-war-box") * 2, strict=True):
        built = done(campaign, order)
        assert [unit.place for key, unit in built.units.items() if key not in campaign.units] == [box]


@pytest.mark.rule("tw-3.7")
def test_3_7_the_axis_builds_before_the_allies_within_the_pool_and_reserves_cost_five_in_the_same_segment() -> None:
    order = [step.id for step in RULESET.sequence.steps]
    assert order.index("axis.build.units") < order.index("allied.build.units") < order.index("allied.end.minors")
    campaign = at(UNITS, pools={"germany inf 6-5": 1})
    assert "2 INF 6-5 are asked for, 1 are in the force pool" in refused(campaign, "germany construct inf-6-5 count=2")
    assert price(campaign, "germany reserve inf-6-5") == 5
    assert "not in this step" in refused(at("axis.operations.efforts"), "germany reserve inf-6-5")


@pytest.mark.rule("tw-14.5-destroy")
def test_14_5_what_a_minor_country_has_spent_takes_nothing_from_its_conqueror() -> None:
    rich = world("1940-1-spring")
    poor = attrs.evolve(rich, countries={**rich.countries, "poland": attrs.evolve(rich.countries["poland"], narfs=-20)})
    for campaign in (rich, poor):
        taken = done(campaign, "conquer poland germany")
        # With Danzig (14.6.2).
        assert taken.powers["germany"].narfs - campaign.powers["germany"].narfs == 30 + 2
    # Neither its own orders nor its units' loss touch its value.
    assert done(poor, "losses poland -1 inf-4-5").countries["poland"].value == 30


@pytest.mark.example("21.2", "Moscow: 6 a Spring to Germany")
@pytest.mark.example("21.2", "Moscow moved for 6")
@pytest.mark.example("21.2", "Moscow lost: 2 SMPs")
@pytest.mark.rule("tw-21.2")
def test_21_2_soviet_cities_by_the_season_half_for_germany_and_moscow_two_smps() -> None:
    start = attacked()
    taken = done(start, "capture moscow germany")
    lost = start.powers["ussr"].narfs - taken.powers["ussr"].narfs
    assert (lost, taken.powers["germany"].narfs - start.powers["germany"].narfs) == (9, 4)
    germany = {line.label: line.value for line in income.level(taken, "germany").lines}
    assert germany["Moscow (half of 12)"] == 6
    assert capacity.smp(start, "ussr").total - capacity.smp(taken, "ussr").total == 2
    away = done(start, "ussr evacuate moscow")
    assert start.powers["ussr"].narfs - away.powers["ussr"].narfs == 6
    fallen = done(away, "capture moscow germany")
    assert fallen.powers["ussr"].narfs == away.powers["ussr"].narfs
    assert "Moscow" not in str(income.level(fallen, "ussr")) + str(income.level(fallen, "germany"))


def test_play_goes_on_after_the_stalin_line_is_gone() -> None:
    campaign = in_year(attrs.evolve(scenario(), progress=standing("1939-4-winter").progress), "1939-4-winter")
    campaign = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="end.stalin-line"))
    given = play.automatic(RULESET, campaign)
    assert isinstance(given, scorched_earth.LineAbandoned)
    after_, entry = play.apply(RULESET, campaign, given, seat=play.RULES, dice=FixedDice(()), n=1)
    assert not after_.installations and entry.rules == ("21.7.4",)
