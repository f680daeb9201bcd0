"""Surrender rolls played through orders: due and told all turn long, once a turn, with the chance that the dice show,
and all that a surrender brings done at once (17.2, 17.3, 18.4, 19.2, 20.4, 21.1)."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel import play
from engine.kernel.chooser import Chooser
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.endings import near, rolls_due, signs_by_power, surrender_words
from engine.thewar.endings.near import STEPS
from engine.thewar.rolls import surrenders
from engine.thewar.ruleset import RULESET
from engine.thewar.world import markers
from engine.thewar.world.state import Marker, TheWar, Unit
from tests.thewar.atlantic import SEATS
from tests.thewar.endings.scenes import (
    INF,
    LOST,
    MAKES,
    Scene,
    board,
    facts,
    give,
    hints,
    holds,
    lands,
    out,
    peace,
    pool,
    standing,
    told,
    units,
    war,
    why_not,
)
from tests.thewar.test_steps_that_fall_due import taken
from tests.thewar.world import refusals


def _chance(campaign: TheWar, power: str) -> Fraction:
    """How likely the roll of a power's list is the end today."""
    return surrenders.chance(power, rolls_due.roll(campaign, power).modifier.total)


def due(power: str) -> TheWar:
    """The campaign in the step of a power's roll, which is due and may go either way."""
    here = standing(power, "1942-3-fall")
    if power == "ussr":
        here = pool("ussr-inf-4-5", oos=30)(out("france")(here))
    if power == "britain":
        here = peace("germany+ussr")(here)
    by, places = LOST[power]
    return taken(here, by, *places)


def fell(campaign: TheWar, power: str) -> bool:
    return bool(campaign.powers[power].surrendered)


def forecast(campaign: TheWar, line: str) -> Fraction:
    """The chance that an order's forecast gives a surrender."""
    found = understand(RULESET, line, campaign).forecast(campaign)
    assert found is not None and found.exact
    return found.chance(lambda made: made.surrenders)


# --- the chance is the share of the dice


@pytest.mark.rule("tw-18.4", "tw-17.2", "tw-19.2", "tw-20.4", "tw-21.1")
@pytest.mark.parametrize("power", list(STEPS))
def test_the_chance_told_is_the_share_of_dice_that_surrender(power: str) -> None:
    here = due(power)
    ends = [face for face in range(1, 11) if fell(give(here, f"{power} surrender-roll", faces=(face,)), power)]
    assert 0 < len(ends) < 10, "the scene may go either way"
    share = Fraction(len(ends), 10)
    assert forecast(here, f"{power} surrender-roll") == share == _chance(here, power)
    said = next(iter(surrender_words.told_of(power)(here)))
    assert f"{len(ends)}0 %" in said and f"{surrenders.THRESHOLDS[power]} or " in said


@pytest.mark.rule("tw-18.4", "tw-17.2.2", "tw-19.2-mod", "tw-20.4-city", "tw-21.1")
@pytest.mark.parametrize("power", list(STEPS))
def test_the_chance_is_the_share_of_dice_at_random_positions(power: str) -> None:
    chance, rolled = Chooser(f"surrenders {power}"), 0
    for _ in range(8):
        here = due(power)
        for sign, (scene, _) in MAKES[power].items():
            if sign not in ("unbuilt", "satellites-gone", "britain-surrendered") and chance.chance(0.3):
                here = scene(here)
        if rolls_due.LIST not in rolls_due.due(here, power):
            continue
        ends = sum(fell(give(here, f"{power} surrender-roll", faces=(face,)), power) for face in range(1, 11))
        assert _chance(here, power) == Fraction(ends, 10)
        rolled += 1
    assert rolled >= 3


# --- told all turn long


@pytest.mark.rule("tw-18.4-when", "tw-3.10.1")
def test_18_4_the_roll_ahead_is_told_all_turn_long_with_its_chance_of_today() -> None:
    here = taken(standing("france", "1940-2-summer"), "germany", "marseilles")
    planning = attrs.evolve(here, progress=attrs.evolve(here.progress, step="planning.effort"))
    found = [duty.text for duty in falls_due(RULESET, planning) if duty.rule == "18.4"]
    assert found == [
        "France rolls for surrender as the Allied turn ends: Germany holds Marseilles since Summer 1940; 10 % today"
    ]
    paris = taken(planning, "germany", "paris")
    (now,) = [duty.text for duty in falls_due(RULESET, paris) if duty.rule == "18.4"]
    assert "Germany holds Paris" in now and now.endswith(f"{int(_chance(paris, 'france') * 100)} % today")
    assert [duty for duty in falls_due(RULESET, standing("france")) if duty.rule == "18.4"] == []


# --- when


@pytest.mark.rule("tw-18.4-when", "tw-18.4")
@pytest.mark.parametrize("city", ["paris", "calais", "sedan", "lyons", "marseilles"])
def test_18_4_one_city_lost_makes_the_roll_due_each_turn_and_none_makes_none(city: str) -> None:
    calm = standing("france", "1940-2-summer")
    assert ("18.4", "no roll is due: no city of France is lost") in why_not(calm, "france surrender-roll")
    lost = taken(calm, "germany", city)
    once = give(lost, "france surrender-roll", faces=(1,))
    assert not fell(once, "france") and once.progress.step != lost.progress.step
    back = attrs.evolve(once, progress=lost.progress)
    assert ("18.4, ruling 341", "France has rolled in this turn") in why_not(back, "france surrender-roll")
    assert "Once a turn." in hints(back, "france surrender-roll")
    # The city still is the enemy's in the next turn: France rolls again.
    again = attrs.evolve(back, progress=attrs.evolve(back.progress, turn=back.progress.turn + 1))
    assert why_not(again, "france surrender-roll") == []
    retaken = taken(again, "france", city)
    assert ("18.4", "no roll is due: no city of France is lost") in why_not(retaken, "france surrender-roll")


@pytest.mark.rule("tw-18.4-when", "tw-3.10.1")
def test_341_nobody_rolls_in_another_step_or_half_or_from_another_seat() -> None:
    here = taken(standing("france", "1940-2-summer"), "germany", "paris")
    for step in ("axis.end.minors", "allied.end.italian-surrender", "allied.operations.attacks"):
        elsewhere = attrs.evolve(here, progress=attrs.evolve(here.progress, step=step))
        refused = why_not(elsewhere, "france surrender-roll")
        assert ("ruling 341", "France rolls in a step of its own") in refused and len(refused) == 2, step
    seated = attrs.evolve(here, seats=SEATS)
    axis = next(seat for power, seat in SEATS.items() if power == "germany")
    assert axis != SEATS["france"]
    assert ("1.1", "France is commanded by the seat 'allied'") in why_not(seated, "france surrender-roll", axis)
    assert why_not(seated, "france surrender-roll", SEATS["france"]) == []
    assert "rolls in a step of its own" in why_not(here, "italy surrender-roll")[-2][1]
    assert "never rolls for its surrender" in why_not(here, "us surrender-roll")[-1][1]


@pytest.mark.rule("tw-18.4", "tw-18.4-when", "tw-3.10.1")
def test_18_4_the_die_is_not_passed_by_done() -> None:
    here = taken(standing("france", "1940-2-summer"), "germany", "paris")
    (found,) = why_not(here, "france done")
    assert found[1].startswith("the die for the surrender of France: Germany holds Paris")
    assert "france surrender-roll" in hints(here, "france done")


@pytest.mark.rule("tw-18.4")
def test_18_4_the_journal_tells_the_die_its_modifiers_and_what_came_of_it() -> None:
    here = taken(standing("france", "1940-2-summer"), "germany", "paris")
    added = rolls_due.roll(here, "france").modifier.total
    line = told(here, "france surrender-roll", 1)
    assert f"die 1 {added:+d} makes {1 + added}; 10 or more is the end: it fights on" in line


@pytest.mark.rule("tw-18.4-mods")
def test_18_4_french_morale_counts_on_the_first_roll_alone() -> None:
    here = board("france", "french-morale")(taken(standing("france", "1940-2-summer"), "germany", "paris"))
    first = rolls_due.roll(here, "france").modifier.total
    once = give(here, "france surrender-roll", faces=(1,))
    again = attrs.evolve(once, progress=attrs.evolve(here.progress, turn=here.progress.turn + 1))
    assert rolls_due.roll(again, "france").modifier.total == first - 1


@pytest.mark.rule("tw-17.2", "tw-17.2.2", "tw-17.2.2-once")
def test_17_2_2_britain_rolls_only_in_a_turn_with_a_new_event_and_then_adds_all_that_stand() -> None:
    here = pool("britain-fleet-1-12-5", count=8, lost=8)(peace("germany+ussr")(standing("britain", "1942-3-fall")))
    old = facts(british_unbuilt_before=288)(holds("germany", "suez", "malta")(here))
    (found,) = [one for one in why_not(old, "britain surrender-roll") if one[0] == "17.2.2"]
    assert found[1] == "no roll is due: nothing British was lost this turn that is rolled for"
    new = taken(old, "germany", "gibraltar")
    assert rolls_due.occasion(new, "britain").why == "Gibraltar lost"
    assert rolls_due.roll(new, "britain").modifier.total == 1 + 1 + 1 + 288 // 50
    once = give(new, "britain surrender-roll", faces=(1,))
    again = attrs.evolve(once, progress=new.progress)
    assert ("17.2.2, ruling 341", "Britain has rolled in this turn") in why_not(again, "britain surrender-roll")


@pytest.mark.rule("tw-17.2.2-once")
def test_346_another_firestorm_and_another_fifty_narfs_are_new_events() -> None:
    here = pool("britain-fleet-1-12-5", count=8, lost=8)(peace("germany+ussr")(standing("britain", "1942-3-fall")))
    kept = facts(firestorms_on_britain=2, british_fires_before=2, british_unbuilt_before=288)(here)
    assert rolls_due.new_events(kept) == ()
    assert rolls_due.new_events(facts(firestorms_on_britain=3)(kept)) == ("1 firestorm",)
    assert rolls_due.new_events(facts(british_unbuilt_before=251)(kept)) == ()
    assert rolls_due.new_events(facts(british_unbuilt_before=249)(kept)) == (
        "British units lost, 288 NARFs of them not rebuilt",
    )
    # A second home city adds nothing, so it is no event of its own.
    two = taken(holds("germany", "glasgow")(kept), "germany", "southampton")
    assert rolls_due.new_events(two) == ()
    one = taken(holds("germany", "southampton")(kept), "germany", "glasgow")
    assert rolls_due.new_events(one) == ()
    # What Britain itself takes in the turn is no loss.
    assert rolls_due.new_events(taken(kept, "britain", "suez")) == ()


@pytest.mark.rule("tw-17.2.2-once")
def test_346_the_turn_ends_with_what_stands_of_the_british_list() -> None:
    here = pool("britain-fleet-1-12-5", lost=3, count=3)(standing("britain"))
    ending = attrs.evolve(here, progress=attrs.evolve(here.progress, step="end.advance"))
    batches = play.settle(RULESET, facts(firestorms_on_britain=2)(ending), dice=KeyedDice(b"ends"), n=1)
    now = batches[-1].campaign
    assert now.facts["british-fires-before"] == 2 and now.facts["british-unbuilt-before"] == 108


# --- Dunkirk


def disaster(turn: str = "1940-2-summer") -> TheWar:
    """All that is recorded of a Dunkirk holds."""
    return lands("belgium", "netherlands", patron="germany")(standing("britain", turn))


@pytest.mark.rule("tw-17.2.1")
def test_17_2_1_all_five_conditions_and_a_plain_ten() -> None:
    here = disaster()
    (found,) = [one for one in why_not(here, "britain dunkirk") if one[0] == "17.2.1"]
    assert found[1] == "no roll is due: the board does not show a disaster in France"
    assert "'board' says" in hints(here, "britain dunkirk")
    emptied = give(here, "board britain no-british-in-france", "board britain eliminated number=6")
    assert [one.reason for one in refusals(emptied, "britain dunkirk")] == [found[1]]
    assert emptied.progress.step != here.progress.step, "the board has said all: nothing is rolled"
    seven = give(here, "board britain no-british-in-france", "board britain eliminated number=7")
    assert why_not(seven, "britain dunkirk") == []
    # No modifier changes it: the Soviets at war would add -3 to the other roll.
    ends = [face for face in range(1, 11) if fell(give(seven, "britain dunkirk", faces=(face,)), "britain")]
    assert ends == [10]
    once = attrs.evolve(give(seven, "britain dunkirk", faces=(9,)), progress=seven.progress)
    assert ("17.2.1, ruling 341", "Britain has rolled in this turn") in why_not(once, "britain dunkirk")
    assert "Dunkirk: die 9" in told(seven, "britain dunkirk", 9)


def next_turn(campaign: TheWar) -> TheWar:
    """The same moment a turn later."""
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=campaign.progress.turn + 1))


@pytest.mark.rule("tw-17.2.1")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (peace("britain+italy"), "Italy is not at war"),
        (peace("france+italy"), "Italy is not at war"),
        (lands("netherlands", patron="", status="neutral"), "the Low Countries are not German"),
        (next_turn, "only in Spring and Summer 1940"),
    ],
)
def test_17_2_1_no_roll_where_a_recorded_condition_fails(change: Scene, reason: str) -> None:
    here = give(disaster(), "board britain no-british-in-france", "board britain eliminated number=7")
    assert f"no roll is due: {reason}" in [one[1] for one in why_not(change(here), "britain dunkirk")]


@pytest.mark.rule("tw-17.2.1")
def test_17_2_1_an_italy_at_war_with_britain_alone_is_enough_once_france_is_out() -> None:
    here = give(disaster(), "board britain no-british-in-france", "board britain eliminated number=7")
    assert why_not(out("france")(peace("france+italy")(here)), "britain dunkirk") == []


@pytest.mark.rule("tw-17.2.1")
def test_17_2_1_a_british_unit_recorded_in_france_decides() -> None:
    here = units(x_1=Unit(power="britain", kind="inf", strength="6-5", place="brest"))(disaster())
    assert "the record decides it" in why_not(here, "board britain no-british-in-france")[0][1]


# --- Italy asks


@pytest.mark.rule("tw-19.2")
def test_19_2_italy_rolls_while_the_west_has_a_hex_of_it_and_the_board_may_say_so() -> None:
    here = standing("italy", "1943-3-fall")
    assert "no roll is due" in why_not(here, "italy surrender-roll")[-1][1]
    said = give(here, "board italy italy-entered")
    assert why_not(said, "italy surrender-roll") == []
    sicily = units(x_1=attrs.evolve(INF, place="messina"))(here)
    assert why_not(sicily, "italy surrender-roll") == []
    # Not of an Italy that has fallen, nor of one at peace.
    peaceful = peace("france+italy")(peace("britain+italy")(sicily))
    for scene, reason in ((out("italy")(sicily), "Italy has fallen"), (peaceful, "Italy is not at war")):
        assert ("19.2", f"no roll is due: {reason}") in why_not(scene, "italy surrender-roll")


@pytest.mark.rule("tw-19.2")
def test_19_2_frenchmen_in_italy_are_neither_britain_nor_the_united_states() -> None:
    here = standing("italy", "1943-3-fall")
    marker = Marker(kind="beachhead", power="france", place="palermo", since="1943-3-fall")
    for scene in (
        holds("france", "messina"),
        units(x_1=attrs.evolve(INF, power="france", place="messina")),
        lambda campaign: attrs.evolve(campaign, markers={"beachhead-palermo": marker}),
    ):
        french = scene(here)
        assert near.far(french, "italy") == "nobody of Britain or the United States is known to stand in Italy"
        assert not rolls_due.occasion(french, "italy").due
        assert "no roll is due" in why_not(french, "italy surrender-roll")[-1][1]
    british = attrs.evolve(here, markers={"beachhead-palermo": attrs.evolve(marker, power="britain")})
    assert rolls_due.occasion(british, "italy").due
    # A Satellite of either is theirs.
    greek = lands("greece", patron="britain", status="satellite")(holds("greece", "messina")(here))
    assert near.far(greek, "italy") == "" and rolls_due.occasion(greek, "italy").due


@pytest.mark.rule("tw-21.1")
def test_350_no_soviet_roll_where_fourteen_is_out_of_reach_and_the_sum_is_told() -> None:
    here = holds("germany", "moscow", "leningrad", "stalingrad")(standing("ussr"))
    assert rolls_due.occasion(here, "ussr").not_yet == "no die makes 14: the modifiers are -1"
    reach = out("france")(pool("ussr-inf-4-5", oos=6)(here))
    assert rolls_due.roll(reach, "ussr").modifier.total == 4
    assert rolls_due.occasion(reach, "ussr").due
    allied = war("germany+us")(reach)
    assert not rolls_due.occasion(allied, "ussr").due


# --- what it brings


@pytest.mark.rule("tw-18.3", "tw-18.4")
def test_18_3_france_is_out_of_the_game_its_wars_end_and_vichy_stands() -> None:
    here = due("france")
    now = give(here, "france surrender-roll", faces=(10,))
    assert now.powers["france"].surrendered == "1942-3-fall"
    assert not any("france" in one.names for one in now.wars.values())
    assert now.holdings["occupied-france"].holder == "germany"
    assert {now.places[key].holder for key in ("vichy", "lyons", "marseilles")} == {"vichy-france"}
    assert now.powers["germany"].narfs == here.powers["germany"].narfs, "paid from next Spring on (14.6)"
    assert "france" not in RULESET.sequence["planning.effort"].who(now)
    # In the segments in which a France that stands gives these orders.
    for step, line, refusal in (
        ("planning.effort", "france effort sle", ("3.3, 4.0", "France has nothing to do in 'Logistical efforts' now")),
        ("declarations.declare", "france declare spain", ("6.4", "France has surrendered")),
    ):
        before, after = (attrs.evolve(one, progress=attrs.evolve(one.progress, step=step)) for one in (here, now))
        assert refusal not in why_not(before, line) and refusal in why_not(after, line)


@pytest.mark.rule("tw-18.4")
def test_18_5_1_france_falls_to_who_holds_paris() -> None:
    here = taken(taken(standing("france", "1940-2-summer"), "germany", "sedan", "calais"), "italy", "paris", "lyons")
    for _ in range(2):
        here = board("france", "paris-threatened")(here)
    here = pool("france-inf-6-5", count=40)(here)
    now = give(here, "france surrender-roll", faces=(10,))
    assert now.holdings["occupied-france"].holder == "italy"
    # It counts for Italy where France has surrendered to Germany (19.2).
    to_germany = give(taken(here, "germany", "paris"), "france surrender-roll", faces=(10,))
    told_of = {key: signs_by_power.signs(fell, "italy") for key, fell in (("italy", now), ("germany", to_germany))}
    counts = {key: [one.holds for one in found if one.id == "france-surrendered"] for key, found in told_of.items()}
    assert counts == {"italy": [False], "germany": [True]}


@pytest.mark.rule("tw-19.2")
def test_19_2_all_units_of_italy_are_out_and_its_land_is_whose_who_holds_it() -> None:
    here = taken(due("italy"), "germany", "milan")
    now = give(here, "italy surrender-roll", faces=(1,))
    assert not [unit for unit in now.units.values() if unit.power == "italy"]
    assert not [one for one in now.pools.values() if one.power == "italy" and (one.count or one.lost or one.oos)]
    assert not [one for one in now.additions.values() if one.power == "italy"]
    assert (now.places["milan"].holder, now.places["rome"].holder, now.places["taranto"].holder) == (
        "germany",
        "us",
        "",
    )


@pytest.mark.rule("tw-21.1")
def test_21_1_all_soviet_units_are_out_of_the_game() -> None:
    now = give(due("ussr"), "ussr surrender-roll", faces=(10,))
    assert fell(now, "ussr") and not [unit for unit in now.units.values() if unit.power == "ussr"]
    assert now.holdings["occupied-ussr"].holder == "germany"


@pytest.mark.rule("tw-17.3")
def test_17_3_units_in_the_isles_are_out_those_abroad_are_the_empires() -> None:
    """Ruling 352: what nobody has said the place of stands in the Isles."""
    abroad = Unit(power="britain", kind="inf", strength="6-5", place="cairo")
    home = attrs.evolve(abroad, place="glasgow")
    here = units(x_1=abroad, x_2=home)(due("britain"))
    now = give(here, "britain surrender-roll", faces=(10,))
    assert now.units["x-1"].power == "british-empire" and "x-2" not in now.units
    assert not [unit for unit in now.units.values() if unit.power == "britain"]
    assert now.countries["british-empire"].patron == "us"
    assert now.holdings["occupied-britain"].value == 120


@pytest.mark.rule("tw-17.3")
def test_17_3_a_beachhead_abroad_is_the_empires_and_an_effort_s_marker_is_gone() -> None:
    beach = Marker(kind="beachhead", place="cairo", power="britain", since="1941-2-summer")
    lying = {"beachhead-cairo": beach, "rle-britain-cairo": attrs.evolve(beach, kind="rle")}
    now = give(attrs.evolve(due("britain"), markers=lying), "britain surrender-roll", faces=(10,))
    assert [marker.power for marker in now.markers.values()] == ["british-empire"]
    assert "of the British Empire" in markers.spoken(now, now.markers["beachhead-cairo"])
    assert [one for one in RULESET.check(now) if one.at.startswith("markers")] == []
