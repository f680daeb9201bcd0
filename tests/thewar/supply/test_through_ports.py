"""Nobody is said to be in supply through a port to which no run was announced, or whose run was lost (12.1.2, 12.7.2,
ruling 607)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.supply import sea_lines
from engine.thewar.supply_checks import marks
from engine.thewar.supply_checks.naming import InSupply
from engine.thewar.world.state import Patrol, TheWar
from tests.thewar.builds import after
from tests.thewar.endings.scenes import hints, holds, why_not
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply.test_runs_lost import NAMED, cut_off, levels
from tests.thewar.supply.test_sea_paths import SEVERED, UNNAMED, stepping, tobruk
from tests.thewar.supply.test_unescorted_runs import FOUND, RUN

SAID = "britain in-supply places=tobruk"
OVERLAND = f"{SAID} to=suez"
SHUT = ("12.7, 12.7.2, ruling 412, ruling 607", "an enemy patrol alone controls Tobruk Waters, on which Tobruk lies")


def patrolled(step: str = marks.FIRST) -> TheWar:
    """All in Tobruk are out of supply, and an Italian patrol alone has the Sea Area."""
    out = {"a-1": Patrol(area="tobruk-waters", since="1940-4-winter")}
    return attrs.evolve(cut_off(said="", step=step), patrols=out)


@pytest.mark.rule("tw-12.7.2")
@pytest.mark.parametrize("step", [marks.FIRST, marks.THIRD])
def test_12_7_2_nobody_is_in_supply_through_a_port_to_which_no_run_was_announced(step: str) -> None:
    campaign = patrolled(step)
    assert why_not(campaign, SAID) == [SHUT]
    assert "'britain run-supply tobruk' in the step 'Naval missions'" in hints(campaign, SAID)
    assert "Over land: to=suez." in hints(campaign, SAID)
    # The unit that stands there is no way around it, whoever is named with it.
    alone = attrs.evolve(campaign, supply_places={})
    assert why_not(alone, "britain in-supply units=b-2") == [SHUT]
    assert why_not(alone, "britain in-supply units=b-9") == [], "it is somewhere on the board"
    assert why_not(cut_off(said="", step=step), SAID) == [], "nothing is known to close the port"
    assert why_not(stepping(campaign, "allied.operations.first-impulse"), OVERLAND) != [], "at a check"
    apart = attrs.evolve(campaign, seats={**campaign.seats, "italy": "red", "germany": "red"})
    assert any(rule == "1.1" for rule, _ in why_not(apart, OVERLAND, seat="red"))


@pytest.mark.rule("tw-12.1.2")
def test_12_1_2_nor_while_the_line_is_cut_or_was_asked_for_and_is_not_named() -> None:
    asked = after(tobruk(), "italy ask-path tobruk")
    asked = attrs.evolve(asked, supply_places={"tobruk": NAMED})
    mine = stepping(asked, f"allied.{marks.FIRST}")
    assert why_not(mine, SAID) == [(f"{UNNAMED[0]}, ruling 607", UNNAMED[1])]
    named = stepping(after(asked, "britain supply-path tobruk"), "axis.operations.naval")
    cut = given(
        given(named, "germany mission tobruk-waters units=a-2 cuts=tobruk"), "germany undisturbed tobruk-waters"
    )
    assert why_not(stepping(cut, f"allied.{marks.FIRST}"), SAID) == [(f"{SEVERED[0]}, ruling 607", SEVERED[1])]


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_after_the_run_was_lost_nobody_says_so_at_the_third_check_and_after_one_that_holds_he_is() -> None:
    sails = stepping(cut_off(said=""), "allied.operations.naval")
    lost = given(given(given(sails, RUN), FOUND), "britain undisturbed tobruk")
    third = stepping(lost, f"allied.{marks.THIRD}")
    assert levels(third) == ("out", "out")
    assert why_not(third, SAID) == [("12.7.2, ruling 607", "the supply run to Tobruk was lost in this turn")]
    assert why_not(third, "britain trace b-9 to=london sea=tobruk")[0][1].endswith("was lost in this turn")
    again = given(given(lost, f"{RUN} units=b-1"), "britain undisturbed tobruk")
    assert levels(again)[0] == "full" and list(sea_lines.closed(again, "britain", "tobruk")) == []


@pytest.mark.rule("tw-12.2.4")
def test_12_7_2_where_a_source_is_reached_over_land_it_is_named() -> None:
    campaign = patrolled()
    assert why_not(campaign, OVERLAND) == []
    assert levels(after(campaign, OVERLAND))[0] == "full"
    assert [order.to for order in InSupply.offers(campaign, "britain") if order.places] == ["suez"]
    assert [order.to for order in InSupply.offers(cut_off(said=""), "britain") if order.places] == [""]
    far = why_not(campaign, f"{SAID} to=london")
    assert far == [("12.7.1", "INF 4-5 lies over the sea from London")]
    limited = why_not(campaign, f"{SAID} to=cairo")
    assert limited == [("12.2.3, 12.2.6", "Cairo is a limited source for INF 4-5")]
    assert "britain trace b-2 to=cairo" in hints(campaign, f"{SAID} to=cairo")
    assert why_not(campaign, f"{SAID} to=paris")[0][0] == "12.2.1"
    assert any(rule == "12.2.4" for rule, _ in why_not(holds("italy", "suez")(campaign), OVERLAND))


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_inland_where_no_port_of_the_land_is_open_and_no_source_is() -> None:
    """Italy's full source is Rome alone, over the sea from all of Africa."""
    axis = attrs.evolve(NAMED, side="axis", by="britain", half="allied", until="1941-1-spring")
    units = dict(patrolled().units)
    units["b-2"] = attrs.evolve(units["b-2"], power="italy", place="el-agheila")
    ours = {"b-1": Patrol(area="central-med", since="1940-4-winter")}
    campaign = attrs.evolve(patrolled(), units=units, patrols=ours, supply_places={}, supply_marks={"b-2": axis})
    campaign = stepping(holds("italy", "tobruk", "benghazi")(campaign), f"axis.{marks.FIRST}")
    line = "italy in-supply units=b-2"
    assert why_not(campaign, line) == [], "Benghazi is open"
    shut = holds("britain", "tobruk", "benghazi")(campaign)
    assert "controls Central Med, on which Tripoli lies" in why_not(shut, line)[0][1]
    assert "'italy run-supply tripoli'" in hints(shut, line)


def test_12_7_2_of_a_port_on_the_continent_the_board_shows_whether_land_leads_there() -> None:
    axis = attrs.evolve(NAMED, side="axis", by="britain", half="allied", until="1941-1-spring")
    units = dict(patrolled().units)
    units["b-2"] = attrs.evolve(units["b-2"], power="italy", place="taranto")
    ours = {"b-1": Patrol(area="ionian", since="1940-4-winter")}
    campaign = attrs.evolve(patrolled(), units=units, patrols=ours, supply_places={}, supply_marks={"b-2": axis})
    assert list(sea_lines.closed(campaign, "italy", "taranto"))
    assert why_not(stepping(campaign, f"axis.{marks.FIRST}"), "italy in-supply units=b-2") == []
