"""ASW: whose yards, which boxes, and tension while the U.S. is neutral (24.233, 24.54, 25.2, 25.32)."""

from __future__ import annotations

import pytest

from engine.worldatwar.oceans.submarine_attacks import prepared
from engine.worldatwar.world import groups
from engine.worldatwar.world.state import Attack, WorldAtWar
from tests.worldatwar.game import Game, refused, scenario, scene
from tests.worldatwar.moving.test_ocean_moves import ALLIED, AXIS, MOVE, way, world

EDITIONS = ("newest", "middle", "oldest")
NEUTRAL = ("britain+germany",)
BUILD = "allied.construction.build"


def sends(
    level: str, value: int, there: int, count: int, goal: str, wars: tuple[str, ...] = NEUTRAL, **how: object
) -> str:
    """Why American-built ASW do not go to a box where some are already."""
    units = [f"western american-asw us-{'pacific' if goal == 'pacific' else 'atlantic'}=5"]
    units += [f"western american-asw {goal}={there}"] if there else []
    campaign = world(ALLIED, *units, wars=wars, facts={level: value}, **how)  # type: ignore[arg-type]
    origin = "us-pacific" if goal == "pacific" else "us-atlantic"
    return way(campaign, "us", "american-asw", origin, goal, count)


# ---------------------------------------------------------------- where they operate


@pytest.mark.rule("awaw-25.21", "awaw-25.42")
def test_25_21_asw_in_port_or_in_another_box_meet_no_submarines() -> None:
    units = (
        "western asw atlantic=2",
        "western asw western-port=5",
        "western asw indian=4",
        "western transport atlantic=9",
    )
    campaign = world("axis.combat.submarines", "germany submarine atlantic=3", *units)
    assert prepared(campaign, Attack(power="germany", box="atlantic", submarines=3)).asw == 2


@pytest.mark.rule("awaw-25.21")
def test_25_21_new_asw_may_stay_in_port_change_bases_or_deploy() -> None:
    game = Game(world(BUILD, pools={"western asw": 3}, britain={"shipbuilding": 3}))
    game.give("britain build asw count=3")
    assert groups.standing(game.campaign, "western", "asw", "western-port", ready=True) == 3
    game.until("allied.redeployment.boxes")
    game.give("britain transfer asw 1 western-port atlantic", "britain transfer asw 1 western-port south-africa")
    game.until("start.research")
    counts = {group.place: group.count for group in game.campaign.groups.values()}
    assert counts == {"western-port": 1, "atlantic": 1, "south-africa": 1}


# ---------------------------------------------------------------- yards


@pytest.mark.rule("awaw-25.22")
def test_25_22A_and_C_the_british_asw_begins_in_the_atlantic_the_american_in_its_box() -> None:
    for opening in (scenario(), scenario("global-war")):
        places = {(group.kind, group.place) for group in opening.groups.values() if "asw" in group.kind}
        assert places == {("asw", "atlantic"), ("american-asw", "us-atlantic")}


@pytest.mark.rule("awaw-25.22")
def test_25_22B_the_british_allowable_build_needs_a_british_or_canadian_yard_and_goes_anywhere() -> None:
    campaign = world(BUILD, pools={"western asw": 1}, wars=NEUTRAL)
    for base in ("western-port", "us-atlantic"):
        assert not refused(campaign, f"britain build asw place={base}")
    for base in ("australia", "india", "pearl-harbor", "suez"):
        assert "built in British and Canadian shipyards (25.22B, 25.22D)" in refused(
            campaign, f"britain build asw place={base}"
        )
    assert "United States has no asw (24.41)" in refused(campaign, "us build asw")
    assert "1 american-asw are asked for, 0 are allowable builds (24.2)" in refused(campaign, "us build american-asw")
    free = world(ALLIED, "western asw us-atlantic", "western asw south-africa", "western asw australia", wars=NEUTRAL)
    for base, box in (("us-atlantic", "atlantic"), ("south-africa", "indian"), ("australia", "pacific")):
        assert not way(free, "britain", "asw", base, box)


@pytest.mark.rule("awaw-25.22")
def test_25_22C_the_american_allowable_build_needs_an_american_yard() -> None:
    campaign = world(BUILD, pools={"western american-asw": 1}, wars=NEUTRAL)
    for base in ("us-atlantic", "us-pacific"):
        assert not refused(campaign, f"us build american-asw place={base}")
    assert "American shipyards lie in the U.S. boxes (25.22C)" in refused(
        campaign, "us build american-asw place=western-port"
    )
    assert "Britain has no american-asw (24.41)" in refused(campaign, "britain build american-asw")
    assert "1 asw are asked for, 0 are allowable builds (24.2)" in refused(campaign, "britain build asw")


@pytest.mark.rule("awaw-24.233", "awaw-25.22")
def test_24_233_produced_asw_are_built_in_the_yards_of_either_ally() -> None:
    spring = world("start.production", turn="1943-1-spring", us={"shipbuilding": 9}, britain={"shipbuilding": 9})
    game = Game(spring)
    game.give("britain produce asw count=2", "us produce american-asw count=1")
    game.until(BUILD)
    assert groups.allowable(game.campaign, "western", "asw") == 3
    assert groups.allowable(game.campaign, "western", "american-asw") == 3
    game.give("us build american-asw count=2")
    assert groups.allowable(game.campaign, "western", "asw") == 1
    assert "2 asw are asked for, 1 are allowable builds (24.2)" in refused(game.campaign, "britain build asw count=2")
    game.give("britain build asw")
    assert groups.standing(game.campaign, "western", "american-asw", "us-atlantic") == 2
    assert groups.standing(game.campaign, "western", "asw", "western-port") == 1


@pytest.mark.rule("awaw-24.233")
def test_24_233_either_ally_orders_common_units_and_builds_transports() -> None:
    campaign = world(BUILD, "western transport atlantic=5", pools={"western transport": 5})
    for power in ("britain", "us"):
        assert not refused(campaign, f"{power} build transport count=2")
    moves = world(ALLIED, "western transport atlantic=5", "western asw atlantic=5", "western american-asw atlantic=2")
    for power in ("britain", "us"):
        for kind in ("transport", "asw", "american-asw"):
            assert not way(moves, power, kind, "atlantic", "indian")


@pytest.mark.rule("awaw-25.22E")
@pytest.mark.parametrize("name", EDITIONS)
def test_25_22E_japanese_asw_wait_for_war_with_the_us(name: str) -> None:
    for wars, may in (((), False), (("britain+japan",), False), (("japan+us",), True)):
        for step in ("axis.movement.boxes", AXIS):
            campaign = world(step, "japan asw japan", wars=wars, name=name, facts={"usjt": 60})
            reason = way(campaign, "japan", "asw", "japan", "pacific")
            assert bool(reason) != may
            assert may or "Japan and the U.S. are not at war (25.22E)" in reason


# ---------------------------------------------------------------- tension


@pytest.mark.rule("awaw-25.32", "awaw-24.54", "awaw-25.22")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(("level", "most"), [(0, 0), (24, 0), (25, 1), (34, 1), (35, 2), (99, 2)])
def test_25_32A_american_built_asw_in_the_atlantic_by_usat(level: int, most: int, name: str) -> None:
    for there in (0, 1, 2):
        for count in (1, 2, 3):
            reason = sends("usat", level, there, count, "atlantic", name=name)
            assert bool(reason) == (there + count > most)
            if reason:
                assert f"{there + count} American-built ASW at a USAT level of {level} (25.32A)" in reason


@pytest.mark.rule("awaw-25.32", "awaw-24.54")
def test_25_32A_war_in_europe_lifts_it_war_in_the_pacific_does_not() -> None:
    for war in ("germany+us", "italy+us"):
        assert not sends("usat", 0, 3, 5, "atlantic", (*NEUTRAL, war))
    assert "(25.32A)" in sends("usat", 0, 0, 1, "atlantic", (*NEUTRAL, "japan+us"))


@pytest.mark.rule("awaw-25.32", "awaw-24.54")
@pytest.mark.parametrize("level", [39, 40, 60])
def test_25_32B_one_american_built_asw_a_turn_to_the_pacific_from_a_usjt_of_40(level: int) -> None:
    assert bool(sends("usjt", level, 4, 1, "pacific")) == (level < 40)
    assert "2 American-built ASW this turn at a USJT level of" in sends("usjt", level, 0, 2, "pacific")
    assert "(25.32B)" in sends("usjt", 39, 0, 1, "pacific", (*NEUTRAL, "germany+us"))
    assert not sends("usjt", 0, 0, 5, "pacific", (*NEUTRAL, "japan+us"))


@pytest.mark.rule("awaw-25.32")
def test_25_32B_several_in_one_turn_one_after_the_other_and_in_both_phases() -> None:
    units = ("western american-asw us-pacific=4",)
    game = Game(world(MOVE, *units, wars=NEUTRAL, facts={"usjt": 45}))
    line = "us transfer american-asw 1 us-pacific pacific"
    game.give(line)
    assert "2 American-built ASW this turn at a USJT level of 45 (25.32B)" in refused(game.campaign, line)
    game.until(ALLIED)
    assert "2 American-built ASW this turn" in refused(game.campaign, line)
    game.until("start.research")
    game.until(MOVE)
    game.give(line)
    assert groups.standing(game.campaign, "western", "american-asw", "pacific") == 2


@pytest.mark.rule("awaw-25.32", "awaw-24.54")
def test_25_32A_several_in_one_turn_count_together() -> None:
    game = Game(world(ALLIED, "western american-asw us-atlantic=4", wars=NEUTRAL, facts={"usat": 35}))
    line = "us transfer american-asw 1 us-atlantic atlantic"
    game.give(line, line)
    assert "3 American-built ASW at a USAT level of 35 (25.32A). At most 2" in refused(game.campaign, line)


@pytest.mark.rule("awaw-25.32", "awaw-24.54")
def test_ruling_224_the_indian_ocean_opens_with_war_in_either_theater() -> None:
    for wars, may in ((NEUTRAL, False), ((*NEUTRAL, "japan+us"), True), ((*NEUTRAL, "germany+us"), True)):
        campaign = _neutral_at("south-africa", wars)
        reason = way(campaign, "us", "american-asw", "south-africa", "indian")
        assert bool(reason) != may
        assert may or "the U.S. is at war in neither theater (25.32, 24.54)" in reason


@pytest.mark.rule("awaw-25.32", "awaw-25.22")
def test_25_22_british_built_asw_and_american_units_of_other_kinds_know_no_tension() -> None:
    campaign = world(ALLIED, "western asw us-atlantic=5", "western cve us-pacific=3", wars=NEUTRAL)
    assert not way(campaign, "britain", "asw", "us-atlantic", "atlantic", 5)
    assert not way(campaign, "us", "cve", "us-pacific", "pacific", 3)


def _neutral_at(base: str, wars: tuple[str, ...]) -> WorldAtWar:
    return scene(
        "1941-1-spring",
        ALLIED,
        groups={f"western american-asw {base}": 1},
        wars=wars,
        facts={"usat": 99, "usjt": 99},
        scenario_id="global-war",
    )
