"""The die of an oil shortage and the units that may not move for it (24.1 to 24.3, 9.9.4)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import outlook, reading
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.economy import oil, oil_shortage
from engine.thewar.economy.oil_shortage import NAMING_STEP, STAYING, Immobile
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import air_box, city_raids
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import traits
from engine.thewar.world.state import Box, TheWar, Unit
from tests.thewar.atlantic import AIR, SEA, Segment, scene
from tests.thewar.economy.test_oil import holding, notes
from tests.thewar.optional import playing
from tests.thewar.world import after, effect, refusals, rules_of

# Whole German units but for one of the two Fleets and an ARM; what else there is does not count.
GERMANS = {
    "fleet-1-12-5": 2,
    "mdm-1-7-6": 2,
    "tac-1-5-4": 3,
    "ftr-3-3-2": 2,
    "mech-4-8": 1,
    "arm-8-8": 3,
    "int": 4,
    "cv": 1,
    "inf-6-5": 5,
}


def forces(power: str, counts: dict[str, int], depleted: bool = False) -> dict[str, Unit]:
    """Units of a power by id, so many of each group."""
    found = {}
    for group, count in counts.items():
        kind, _, strength = group.partition("-")
        for nth in range(1, count + 1):
            key = f"{power}-{kind}-{nth + 50 * depleted}"
            found[key] = Unit(power=power, kind=kind, strength=strength, depleted=depleted)
    return found


def short(power: str, need: int, units: dict[str, Unit], turn: str = "1944-2-summer", **facts: Any) -> TheWar:
    """A campaign in which a power has so many units to name, and these are all there are."""
    campaign = scene(turn, NAMING_STEP, facts={f"{STAYING}{power}": need, **facts})
    return attrs.evolve(campaign, units=units)


def staying(campaign: TheWar) -> dict[str, int]:
    """How many units of each kind may not move."""
    found: dict[str, int] = {}
    for unit in campaign.units.values():
        if unit.immobile:
            found[unit.kind] = found.get(unit.kind, 0) + 1
    return found


def reasons(campaign: TheWar, line: str) -> list[str]:
    """Why an order is refused."""
    found = refusals(campaign, line)
    assert all(no.rule.startswith("24.") for no in found)
    return [no.reason for no in found]


# ---------------------------------------------------------------- the die


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_the_die_comes_in_planning_before_efforts_are_bought() -> None:
    winter = scene("1944-1-spring", "end.advance", facts={oil.SCORED: 2})
    game = Segment(holding(winter, ploesti="ussr"), dice=Nine())
    assert game.step == NAMING_STEP and game.acting == ("germany",)
    (entry,) = [entry for entry in game.entries if entry.order == "germany oil-shortage"]
    assert entry.step == "planning.oil" and [(roll.face, roll.rule) for roll in entry.rolls] == [(9, "24.1")]
    # The printed example: 9 of the die and 4 short of 7.
    told = [(change.why, change.now) for change in entry.changes if change.at.startswith("facts.")]
    assert told == [("short of oil", 0), ("die of 9", 9), ("4 oil factors short of 7", 13)]
    order = reading.parse(RULESET, entry.order)
    told_in_words = order.told(game.campaign, entry)
    assert told_in_words == "Germany is short of oil: a die of 9, 13 units may not move"
    assert "Germany names 13 units that have no oil and may not move" in notes(game.campaign)
    steps = RULESET.sequence
    assert steps.position("planning.oil") < steps.position(NAMING_STEP) < steps.position("planning.effort")


class Nine:
    """Dice that show 9 for ever."""

    def face(self, key: str, sides: int) -> int:
        return 9

    def salt(self, key: str) -> str:
        return "salt"


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_nobody_rolls_with_seven_factors() -> None:
    game = Segment(scene("1944-1-spring", "end.advance"))
    assert game.step != NAMING_STEP and not [entry for entry in game.entries if "oil" in entry.order]
    assert "planning-oil" not in game.campaign.progress.taken
    baku = holding(scene("1944-1-spring", "end.advance"), ploesti="ussr", baku="germany")
    assert oil.short(baku) == (), "what is captured makes good what is lost"


@pytest.mark.rule("tw-24.2", "tw-24.3")
@pytest.mark.parametrize(
    ("holders", "who"),
    [
        ({"baku": "germany", "maikop": "germany"}, ()),
        ({"baku": "germany", "maikop": "germany", "grozny": "italy"}, ("ussr",)),
        ({"baku": "germany", "maikop": "germany", "grozny": "germany", "ploesti": "ussr"}, ("germany_no", "ussr")),
        ({"mosul": "germany"}, ()),
        ({"mosul": "italy", "abadan": "germany"}, ("britain",)),
    ],
)
def test_24_2_and_24_3_all_fields_must_be_lost(holders: dict[str, str], who: tuple[str, ...]) -> None:
    campaign = holding(scene("1942-4-winter"), **holders)
    assert oil.short(campaign) == tuple(power for power in who if power != "germany_no")


@pytest.mark.rule("tw-24.2", "tw-24.3")
@pytest.mark.parametrize(
    ("power", "holders", "cause"),
    [
        ("ussr", {"baku": "germany", "maikop": "germany", "grozny": "germany"}, "24.2"),
        ("britain", {"mosul": "italy", "abadan": "germany"}, "24.3"),
    ],
)
def test_24_2_and_24_3_half_of_the_die_rounded_up(power: str, holders: dict[str, str], cause: str) -> None:
    campaign = holding(scene("1942-1-spring", "end.advance"), **holders)
    game = Segment(campaign, dice=Nine())
    assert game.changed(f"facts.{STAYING}{power}") == [(None, 0), (0, 5)]
    rolls = [roll for entry in game.entries for roll in entry.rolls if "oil-shortage" in roll.key]
    assert [(roll.rule, roll.key.split("/")[2]) for roll in rolls] == [(cause, power)]
    assert oil.immobile(power, 1, 10).total == 5 and oil.immobile(power, 1, 1).total == 1


# ---------------------------------------------------------------- the units


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_germany_names_whole_units_and_all_int_as_one() -> None:
    campaign = short("germany", 7, forces("germany", GERMANS))
    named = "germany immobile 2 fleet-1-12-5, 3 arm-8-8, mech-4-8, int"
    assert not refusals(campaign, named)
    after_it = after(campaign, named)
    assert staying(after_it) == {"fleet": 2, "arm": 3, "mech": 1, "int": 4}
    assert f"{STAYING}germany" not in after_it.facts
    assert notes(after_it) == [
        "Germany, without oil, may not move 2 Fleet 1-12-5, 1 MECH 4-8, 3 ARM 8-8, all INT, nor place it in Reserve"
    ]
    assert falls_due(RULESET, after_it)


@pytest.mark.rule("tw-24.1-immob")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("germany immobile 2 fleet-1-12-5, 3 arm-8-8, mech-4-8", "6 units are named, 7 may not move"),
        ("germany immobile 2 fleet-1-12-5, 3 arm-8-8, mech-4-8, int, tac-1-5-4", "8 units are named, 7 may not move"),
        ("germany immobile cv, 3 arm-8-8, 3 tac-1-5-4", "CV and NAC do not count"),
        ("germany immobile 7 inf-6-5", "INF 6-5 does not count"),
        ("germany immobile 4 int, 3 arm-8-8", "all INT count as one unit"),
        ("germany immobile 4 arm-8-8, 3 tac-1-5-4", "Germany has not 4 whole ARM 8-8 to stay"),
        (
            "germany immobile 2 fleet-1-12-5, 4 tac-1-5-4, int; britain 1 fleet-1-12-5",
            "Britain does not stand in for it",
        ),
        ("britain immobile 2 fleet-1-12-5", "Britain has no units to name that may not move"),
    ],
)
def test_24_1_fewer_more_and_other_units_are_refused(line: str, reason: str) -> None:
    campaign = short("germany", 7, forces("germany", GERMANS) | forces("britain", {"fleet-1-12-5": 3}))
    assert reason in reasons(campaign, line)


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_depleted_units_stay_only_once_the_whole_ones_run_out() -> None:
    units = forces("germany", {"arm-8-8": 2}) | forces("germany", {"arm-8-8": 3}, depleted=True)
    campaign = short("germany", 4, units)
    assert not refusals(campaign, "germany immobile 2 arm-8-8, dep 2 arm-8-8")
    assert reasons(campaign, "germany immobile arm-8-8, dep 3 arm-8-8") == ["depleted units come last"]
    assert reasons(campaign, "germany immobile 2 arm-8-8") == ["2 units are named, 4 may not move"]
    named = after(campaign, "germany immobile 2 arm-8-8, dep 2 arm-8-8")
    assert sum(unit.immobile and unit.depleted for unit in named.units.values()) == 2
    # Where nothing else is left, fewer are enough.
    few = short("germany", 9, units)
    assert not refusals(few, "germany immobile 2 arm-8-8, dep 3 arm-8-8")
    assert reasons(few, "germany immobile 2 arm-8-8, dep 2 arm-8-8") == ["4 units are named, 9 may not move"]


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_italian_units_may_stand_in_for_german_ones() -> None:
    units = forces("germany", {"arm-8-8": 3}) | forces("italy", {"fleet-1-12-5": 2, "int": 1})
    campaign = short("germany", 3, units)
    line = "germany immobile arm-8-8; italy 2 fleet-1-12-5"
    order = reading.understand(RULESET, line, campaign)
    assert order.text == line and reading.parse(RULESET, order.text) == order
    assert not refusals(campaign, line)
    named = after(campaign, line)
    assert {key for key, unit in named.units.items() if unit.immobile} == {
        "germany-arm-1",
        "italy-fleet-1",
        "italy-fleet-2",
    }
    assert oil_shortage.standing_still(named, "germany") == ("1 ARM 8-8", "2 Fleet 1-12-5 of Italy")
    assert order.sentence(campaign) == "Germany has no oil for 1 ARM 8-8, 2 Fleet 1-12-5 of Italy"
    fallen = attrs.evolve(campaign.powers["italy"], surrendered="1943-3-fall")
    out = attrs.evolve(campaign, powers={**campaign.powers, "italy": fallen})
    assert "Italy has not 2 whole Fleet 1-12-5 to stay" in reasons(out, line)


@pytest.mark.rule("tw-24.2")
def test_24_2_small_soviet_armor_and_ships_do_not_count() -> None:
    units = forces("ussr", {"arm-2-8": 2, "fleet-1-12-5": 1, "tac-1-5-4": 2}) | forces("ussr", {"arm-4-8": 1})
    campaign = short("ussr", 3, forces("ussr", {"fleet-1-12-5": 1, "tac-1-5-4": 2}) | units)
    assert reasons(campaign, "ussr immobile 2 tac-1-5-4, arm-2-8")[0] == "ARM 2-8 does not count"
    assert reasons(campaign, "ussr immobile 2 tac-1-5-4, fleet-1-12-5")[0] == "Fleet 1-12-5 does not count"
    assert not refusals(campaign, "ussr immobile 2 tac-1-5-4, arm-4-8")


@pytest.mark.rule("tw-24.3")
def test_24_3_british_ships_count_carriers_do_not_and_nothing_depleted() -> None:
    units = forces("britain", {"fleet-1-12-5": 2, "cv": 1}) | forces("britain", {"fleet-1-12-5": 2}, depleted=True)
    campaign = short("britain", 3, units)
    assert reasons(campaign, "britain immobile 2 fleet-1-12-5, cv") == ["CV and NAC do not count"]
    assert "Britain has not 1 depleted Fleet 1-12-5 to stay" in reasons(campaign, "britain immobile dep fleet-1-12-5")
    assert not refusals(campaign, "britain immobile 2 fleet-1-12-5"), "two whole ones are all there are"


def test_24_1_one_list_is_offered_and_it_is_legal() -> None:
    for need in (1, 7, 14, 40):
        units = forces("germany", GERMANS) | forces("germany", {"tac-1-5-4": 2}, depleted=True)
        game = Segment(short("germany", need, units))
        (choice,) = outlook.outlook(RULESET, game.campaign, "solo").choices
        assert not choice.refused, choice.text
        assert reading.parse(RULESET, choice.text).text == choice.text
        game.give(choice.text)
        assert game.step == "planning.effort"
    nothing = Segment(short("germany", 5, forces("germany", {"inf-6-5": 2})))
    assert nothing.step == "planning.effort", "nobody is asked for what he has not"


@pytest.mark.parametrize(
    "line", ["germany immobile", "germany immobile ;", "germany immobile 0 arm-8-8", "germany immobile ,"]
)
def test_24_1_unreadable_lists(line: str) -> None:
    with pytest.raises(Unreadable):
        reading.parse(RULESET, line)


def test_24_1_short_names_are_filled_in() -> None:
    campaign = short("germany", 3, forces("germany", {"arm-8-8": 1, "fleet-1-12-5": 2}))
    assert reading.understand(RULESET, "ger immob ARM 8-8, 2 fleet", campaign).text == (
        "germany immobile arm-8-8, 2 fleet-1-12-5"
    )


# ---------------------------------------------------------------- what it forbids


@pytest.mark.rule("tw-24.1-res")
def test_24_1_units_without_oil_are_no_reserves() -> None:
    campaign = short("germany", 1, forces("germany", {"arm-8-8": 2}) | forces("ussr", {"arm-4-8": 1}))
    named = after(campaign, "germany immobile arm-8-8")
    still, free = named.units["germany-arm-1"], named.units["germany-arm-2"]
    refused = traits.may_reserve(named, still)
    assert refused is not None and refused.rule == "9.9.4, 24.1" and "oil" in refused.reason
    assert traits.may_reserve(named, free) is None
    # Printed of Germans alone; a Soviet unit has only its own turn to stand still in.
    assert traits.may_reserve(named, attrs.evolve(named.units["ussr-arm-1"], immobile=True)) is None
    assert any("nor place it in Reserve" in note for note in notes(named))


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_int_without_oil_miss_the_next_strategic_warfare() -> None:
    summer = short("germany", 1, forces("germany", {"int": 3, "arm-8-8": 2}), "1944-2-summer")
    named = after(summer, "germany immobile int")
    ended = effect(named, EndTurn("germany"))
    assert staying(ended) == {"int": 3}, "there was no strategic warfare this turn"
    fall = attrs.evolve(scene("1944-3-fall", AIR, us={"sac": 2}, entered="1941-4-winter"), units=ended.units)
    (no,) = refusals(fall, "germany air-box day=1")
    assert no.rule == "5.2, 24.1" and "3 without oil may not move" in no.reason
    assert not refusals(fall, "germany air-box")
    assert air_box.AirBox.forecast(air_box.AirBox("us", sac=2), fall) != air_box.AirBox.forecast(
        air_box.AirBox("us", sac=2), attrs.evolve(fall, units=summer.units)
    ), "nobody rises against the raid"
    assert staying(effect(fall, EndTurn("germany"))) == {}
    # In a city raid nobody has to meet it who cannot.
    cities = playing(fall, city_raids.OPTION)
    target = attrs.evolve(cities, boxes={"us": Box(target="essen")})
    assert not refusals(target, "germany air-box")


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_ships_and_bombers_without_oil_do_not_raid() -> None:
    units = forces("germany", {"fleet-1-12-5": 2, "mdm-1-7-6": 2, "uboat": 2})
    named = after(short("germany", 3, units, "1943-3-fall"), "germany immobile fleet-1-12-5, 2 mdm-1-7-6")
    sea = attrs.evolve(named, progress=attrs.evolve(named.progress, step=SEA))
    assert rules_of(refusals(sea, "germany sea-box uboats=2 raiders=germany-fleet-1")) == ["24.1"]
    assert not refusals(sea, "germany sea-box uboats=2 raiders=germany-fleet-2")
    assert "5.2.4, 24.1" in rules_of(refusals(sea, "germany air-box mdm=1"))


def test_24_1_the_turn_s_end_lets_all_others_move_again() -> None:
    units = forces("germany", {"arm-8-8": 1, "int": 1}) | forces("italy", {"fleet-1-12-5": 1})
    named = after(short("germany", 3, units), "germany immobile arm-8-8, int; italy fleet-1-12-5")
    assert staying(effect(named, EndTurn("germany"))) == {"int": 1}
    unnamed = short("germany", 3, units)
    assert f"{STAYING}germany" not in effect(unnamed, EndTurn("germany")).facts


def test_24_1_int_still_grounded_cannot_be_named_again() -> None:
    units = {key: attrs.evolve(unit, immobile=True) for key, unit in forces("germany", {"int": 2}).items()}
    campaign = short("germany", 2, units | forces("germany", {"arm-8-8": 3}))
    assert reasons(campaign, "germany immobile arm-8-8, int")[0] == "no INT is left to stay"
    assert [choice.text for choice in Immobile.offers(campaign, "germany")] == ["germany immobile 2 arm-8-8"]


def test_24_1_jets_count_as_what_they_are() -> None:
    units = {
        "germany-jet-1": Unit(power="germany", kind="jet", tag="int"),
        "germany-jet-2": Unit(power="germany", kind="jet", tag="ftr"),
        "germany-int-1": Unit(power="germany", kind="int"),
    }
    campaign = short("germany", 2, units)
    named = after(campaign, "germany immobile jet-ftr, int")
    assert all(unit.immobile for unit in named.units.values())
    assert oil_shortage.standing_still(named, "germany") == ("1 Jet FTR", "all INT")


def broken_down(power: str, *texts: str) -> dict[str, Unit]:
    """Breakdown units such as 'arm 2-8'."""
    found = {}
    for number, text in enumerate(texts):
        kind, strength = text.split()
        found[f"{power}-{kind}-9{number}"] = Unit(power=power, kind=kind, strength=strength, tag="breakdown")
    return found


@pytest.mark.rule("tw-24.1-immob")
def test_24_3_british_breakdown_units_do_not_stand_in_for_whole_ones() -> None:
    units = forces("britain", {"tac-1-5-4": 1, "arm-4-8": 1}) | broken_down("britain", "arm 2-8")
    campaign = short("britain", 3, units)
    assert reasons(campaign, "britain immobile tac-1-5-4, arm-2-8-breakdown") == [
        "ARM 2-8 Breakdown: Breakdown units do not count"
    ]
    assert not refusals(campaign, "britain immobile tac-1-5-4, arm-4-8"), "the two are all that count"


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_german_breakdown_units_count_and_small_soviet_ones_do_not() -> None:
    german = short("germany", 2, forces("germany", {"arm-8-8": 1}) | broken_down("germany", "arm 4-8"))
    assert not refusals(german, "germany immobile arm-8-8, arm-4-8-breakdown")
    assert "1 more have to stay" in str(refusals(german, "germany immobile arm-8-8"))
    soviet = short("ussr", 2, forces("ussr", {"arm-6-8": 1}) | broken_down("ussr", "arm 2-8", "arm 3-8"))
    assert reasons(soviet, "ussr immobile arm-6-8, arm-2-8-breakdown") == ["ARM 2-8 Breakdown does not count"]
    assert not refusals(soviet, "ussr immobile arm-6-8, arm-3-8-breakdown")


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_units_without_oil_fly_no_mission_and_sail_on_none() -> None:
    units = forces("germany", {"tac-1-5-4": 1, "ftr-3-3-2": 1, "fleet-1-12-5": 1, "arm-8-8": 3})
    dry = {key: attrs.evolve(unit, immobile=True) for key, unit in units.items()}
    enemies = {"britain-inf-1": Unit(power="britain", kind="inf", strength="6-5")}
    enemies |= {"britain-tac-1": Unit(power="britain", kind="tac", strength="1-5-4")}

    def board(step: str, own: dict[str, Unit]) -> TheWar:
        campaign = scene("1944-2-summer", step)
        ready = attrs.evolve(campaign.powers["germany"], effort="sle", efforts=1)
        return attrs.evolve(campaign, units=own | enemies, powers={**campaign.powers, "germany": ready})

    attack = "germany attack x units=3-arm against=inf terrain=clear"
    raid = "germany counter-air 2520 units=germany-ftr-1 against=britain-tac-1 flak=1"
    overrun = "germany overrun x units=3-arm against=inf terrain=clear"
    for step, line, stuck in (
        ("axis.operations.attacks", f"{attack} air=tac", "TAC 1-5-4"),
        ("axis.operations.counter-air", raid, "FTR 3-3-2"),
        ("axis.operations.naval", "germany mission danish-north-sea units=fleet", "Fleet 1-12-5"),
        ("axis.operations.naval", "germany patrol danish-north-sea units=fleet", "Fleet 1-12-5"),
        ("axis.operations.first-impulse", overrun, "3 ARM 8-8"),
    ):
        assert f"{stuck} has no oil" in "; ".join(no.reason for no in refusals(board(step, dry), line)), line
        assert not [no for no in refusals(board(step, units), line) if no.rule == "24.1"], line
    # Who attacks from the hex in which he stands has not moved.
    assert not [no for no in refusals(board("axis.operations.attacks", dry), attack) if no.rule == "24.1"]


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_aircraft_without_oil_support_no_battle_that_is_announced() -> None:
    own = forces("germany", {"arm-8-8": 3, "tac-1-5-4": 2}) | {
        "britain-inf-1": Unit(power="britain", kind="inf", strength="6-5")
    }
    own["germany-tac-2"] = attrs.evolve(own["germany-tac-2"], immobile=True)
    campaign = scene("1944-2-summer", "axis.operations.attacks")
    ready = attrs.evolve(campaign.powers["germany"], effort="sle", efforts=1)
    campaign = attrs.evolve(campaign, units=own, powers={**campaign.powers, "germany": ready})
    announced = after(campaign, "germany attack x units=3-arm against=inf terrain=clear")
    assert "TAC 1-5-4 has no oil" in [no.reason for no in refusals(announced, "germany support x germany-tac-2")]
    assert "24.1" not in rules_of(refusals(announced, "germany support x germany-tac-1"))


def test_24_1_a_number_alone_names_no_units() -> None:
    with pytest.raises(Unreadable, match="the units cannot be read"):
        parse(RULESET, "ussr immobile 1 1")
    assert parse(RULESET, "ussr immobile 1 arm-8-8").text == "ussr immobile arm-8-8"
