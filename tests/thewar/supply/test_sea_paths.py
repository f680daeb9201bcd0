"""Supply lines over the sea: asked for, named, cut by ships and aircraft, run again (7.8.4, 12.1.2, 12.7.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.sheets.ledger import Duty
from engine.thewar.ground.impulse_over import LeftToTheTable
from engine.thewar.supply import interdiction, sea_lines, sea_paths
from engine.thewar.world.state import Patrol, TheWar, Unit
from tests.thewar.builds import after, at
from tests.thewar.endings.scenes import hints, holds, war, why_not
from tests.thewar.sea.test_sea_fight import asked, given
from tests.thewar.world import effect

ASK, NAME = "italy ask-path tobruk", "britain supply-path tobruk"
CUT = "mission tobruk-waters units={} cuts=tobruk"
SHIPS = {
    "a-1": Unit(power="italy", kind="fleet", strength="1-12-5", place="tripoli"),
    "a-2": Unit(power="germany", kind="tac", strength="1-5-4"),
    "a-3": Unit(power="germany", kind="tac", strength="1-5-4", place="palermo"),
    "b-1": Unit(power="britain", kind="fleet", strength="1-12-5", place="alexandria"),
    "b-3": Unit(power="britain", kind="fleet", strength="1-12-5"),
    "b-2": Unit(power="britain", kind="inf", strength="4-5", place="tobruk"),
}


def tobruk(step: str = "axis.operations.supply", **patrols: Patrol) -> TheWar:
    """Tobruk is British, and nobody is anywhere but the ships and units of this page."""
    campaign = war("britain+italy")(at(step, "1940-4-winter"))
    campaign = holds("italy", "benghazi", "tripoli")(holds("britain", "tobruk")(campaign))
    return attrs.evolve(campaign, units=SHIPS, patrols={key.replace("_", "-"): one for key, one in patrols.items()})


def stepping(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step, done=()))


def named() -> TheWar:
    """Italy has asked, and Britain has named, as the Axis sails."""
    return stepping(after(tobruk(), ASK, NAME), "axis.operations.naval")


def closed(campaign: TheWar) -> list[tuple[str, str]]:
    return [(one.rule, one.reason) for one in sea_lines.refused(campaign, "britain", "tobruk")]


SEVERED = ("12.1.2, 12.7.2", "the enemy has cut the supply line to Tobruk in this turn")
UNNAMED = ("7.8.4", "the enemy has asked which way supply comes to Tobruk, and nobody has named it")


@pytest.mark.rule("tw-7.8.4-ask")
def test_7_8_4_the_first_check_names_the_lines_for_which_may_be_asked() -> None:
    told = [duty.text for duty in sea_paths.duties(tobruk())]
    assert told == ["'ask-path' asks the enemy which way supply comes over the sea to Tobruk"]
    waits = list(sea_paths.duties(after(tobruk(), ASK)))
    assert waits == [Duty("Britain names the way of its supply to Tobruk: 'supply-path'", "7.8.4")]
    assert list(sea_paths.duties(after(tobruk(), ASK, NAME))) == []


@pytest.mark.rule("tw-7.8.4")
def test_7_8_4_who_names_no_way_is_supplied_by_none() -> None:
    campaign = after(tobruk(), ASK)
    assert closed(tobruk()) == []
    assert closed(campaign) == [UNNAMED]
    assert closed(after(campaign, NAME)) == []
    way = interdiction.way(after(campaign, NAME), "tobruk")
    assert way == ("tobruk-waters", "levant"), "to Suez (12.2.4)"


@pytest.mark.rule("tw-7.8.4")
def test_7_8_4_who_asks_whom_and_when() -> None:
    campaign = tobruk()
    ((rule, reason),) = why_not(campaign, NAME)
    assert (rule, reason) == ("7.8.4", "nobody has asked which way supply comes to Tobruk")
    assert ("7.8.4", "no enemy traces supply to Tripoli") in why_not(campaign, "italy ask-path tripoli")
    assert why_not(after(campaign, ASK), ASK) == [("7.8.4", "the way to Tobruk was asked for in this turn")]
    assert why_not(after(campaign, ASK), "italy supply-path tobruk") == [("7.8.4", "Tobruk is not Italy's")]
    assert any("player turn" in reason for _, reason in why_not(campaign, "britain ask-path tripoli"))
    assert why_not(stepping(campaign, "axis.supply.check"), ASK)
    wrong = why_not(after(campaign, ASK), f"{NAME} through=atlantis")
    assert wrong == [("7.8.4", "'atlantis' is no Sea Area")]


@pytest.mark.rule("tw-12.7")
def test_12_7_no_way_goes_through_what_the_enemy_alone_controls_and_a_disputed_one_does() -> None:
    italian = Patrol(area="tobruk-waters", since="1940-4-winter")
    campaign = after(tobruk(a_1=italian), ASK)
    ((rule, reason),) = why_not(campaign, f"{NAME} through=tobruk-waters,levant")
    assert (rule, reason) == ("12.7, 12.7.2, ruling 412", "the enemy alone controls Tobruk Waters")
    assert why_not(campaign, NAME) == [("12.7, 12.7.1", "no way by sea leads from Tobruk to a port at home")]
    both = attrs.evolve(campaign, patrols={**campaign.patrols, "b-1": italian})
    assert why_not(both, f"{NAME} through=tobruk-waters,levant") == []


def test_12_7_1_where_the_board_is_checked_a_way_holds_together() -> None:
    campaign = after(tobruk(), ASK)
    campaign = attrs.evolve(campaign, options={**campaign.options, "board": "checked"})
    reasons = [reason for _, reason in why_not(campaign, f"{NAME} through=levant,biscay")]
    assert any("does not adjoin" in reason for reason in reasons)
    assert "Tobruk does not lie on Levant" in reasons
    assert why_not(campaign, NAME) == []


@pytest.mark.rule("tw-12.1.2")
@pytest.mark.example("12.7.2", "Tobruk's line is asked for, cut from the air, run again and cut again after a battle")
def test_12_7_2_example_2_as_it_is_played() -> None:
    campaign = given(named(), f"germany {CUT.format('a-2')}")
    assert closed(campaign) == [], "nobody has cut it as long as it may be met"
    campaign = given(campaign, "germany undisturbed tobruk-waters")
    assert closed(campaign) == [SEVERED]
    # In the British player turn supply is run there; the same aircraft meet the run in the other half.
    run = "britain mission tobruk-waters units=b-1 facts=supply"
    british = given(stepping(campaign, "allied.operations.naval"), run)
    assert closed(british) == []
    lost = given(british, "germany intercept-at-sea tobruk-waters units=a-2")
    fought = given(lost, "britain sea-battle tobruk-waters", *LOST)
    assert closed(fought) == [SEVERED]


@pytest.mark.rule("tw-12.7.2")
@pytest.mark.example("12.7.2", "a battle won in Tobruk Waters closes Tobruk, as no British ship is left there")
def test_12_7_2_example_1_who_wins_a_battle_has_the_sea_area() -> None:
    run = "britain mission tobruk-waters units=b-1 facts=supply"
    campaign = given(stepping(tobruk(), "allied.operations.naval"), run)
    campaign = given(campaign, "italy intercept-at-sea tobruk-waters units=a-1 distance=1", 1)
    campaign = given(campaign, "britain sea-battle tobruk-waters", 10, 1)
    campaign = given(campaign, "britain break-off yes")
    campaign = given(campaign, asked(campaign)[1][0])
    assert campaign.units["b-1"].depleted and not campaign.engagements
    won = "the enemy, who has won a battle there, controls Tobruk Waters, on which Tobruk lies"
    assert closed(campaign) == [("12.7, 12.7.2, ruling 412", won)]


LOST = (10, 10)
"""The faces of the battle: the Flak misses, and the Fleet is sunk."""


@pytest.mark.rule("tw-12.1.2")
def test_12_1_2_a_mission_that_cuts_and_is_left_to_the_table_has_cut_where_nobody_met_it() -> None:
    campaign = stepping(given(named(), f"germany {CUT.format('a-2')}"), "axis.operations.first-impulse")
    assert closed(effect(campaign, LeftToTheTable())) == [SEVERED]
    there = attrs.evolve(campaign.engagements["tobruk-waters"], defenders=("b-1",))
    met = attrs.evolve(campaign, engagements={"tobruk-waters": there})
    assert closed(effect(met, LeftToTheTable())) == [], "who met it has fought at the table"


@pytest.mark.rule("tw-12.1.2")
@pytest.mark.parametrize(("face", "found"), [(1, True), (10, False)])
def test_12_1_2_ships_look_for_a_line_as_for_one_naval_unit(face: int, found: bool) -> None:
    campaign = given(named(), f"italy {CUT.format('a-1')} distance=1", face)
    assert ("tobruk-waters" in campaign.engagements) == found
    if found:
        assert campaign.engagements["tobruk-waters"].attackers == ("a-1",)
        assert closed(given(campaign, "italy undisturbed tobruk-waters")) == [SEVERED]
    else:
        assert closed(campaign) == []


@pytest.mark.rule("tw-12.1.2")
def test_12_1_2_a_line_is_not_cut_by_who_has_no_whole_unit_left_there() -> None:
    campaign = given(named(), f"germany {CUT.format('a-2')}")
    worn = {**campaign.units, "a-2": attrs.evolve(campaign.units["a-2"], depleted=True)}
    assert closed(given(attrs.evolve(campaign, units=worn), "germany undisturbed tobruk-waters")) == []


@pytest.mark.rule("tw-12.1.2")
def test_12_1_2_what_cuts_no_line() -> None:
    line = f"germany {CUT.format('a-2')}"
    campaign = stepping(after(tobruk(), ASK), "axis.operations.naval")
    assert ("7.8.4, 12.1.2", "the way of the supply line to Tobruk is not named") in why_not(campaign, line)
    assert "'supply-path tobruk' answers for Britain" in hints(campaign, line)
    away = "germany mission adriatic units=a-3 cuts=tobruk"
    assert any(
        reason.startswith("the supply line to Tobruk does not go through") for _, reason in why_not(named(), away)
    )
    far = why_not(named(), f"germany {CUT.format('a-3')}")
    assert far == [("7.8.3, 12.1.2", "TAC 1-5-4 at Palermo is not next to Tobruk Waters")]
    assert ("12.1.2", "no enemy traces supply to Tripoli") in why_not(
        named(), line.replace("cuts=tobruk", "cuts=tripoli")
    )
    assert ("7.0, 12.1.2", "a mission that cuts supply does nothing else") in why_not(named(), f"{line} facts=supply")
