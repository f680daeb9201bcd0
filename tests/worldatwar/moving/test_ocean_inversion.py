"""What crossing between box and board does to units: inversion, withdrawal, transports that must end in a box (25.12,
25.3)."""

from __future__ import annotations

import pytest

from engine.worldatwar.oceans import modifiers
from engine.worldatwar.world import groups
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, refused, scene
from tests.worldatwar.moving.test_ocean_moves import ALLIED, AXIS, MOVE, world

PORT = "western-port"


def ready(campaign: WorldAtWar, owner: str, kind: str, place: str) -> tuple[int, int]:
    """Uninverted and inverted factors."""
    return (
        groups.standing(campaign, owner, kind, place, ready=True),
        groups.standing(campaign, owner, kind, place, ready=False),
    )


# ---------------------------------------------------------------- submarines


@pytest.mark.rule("awaw-25.122", "awaw-25.372")
def test_25_122_submarines_back_on_the_board_are_inverted_through_the_enemys_player_turn() -> None:
    game = Game(world(AXIS, "germany submarine atlantic=3", "western asw us-atlantic"))
    game.give(f"germany transfer submarine 2 atlantic {PORT}")
    assert ready(game.campaign, "germany", "submarine", PORT) == (0, 2)
    game.until("allied.redeployment.boxes")
    assert ready(game.campaign, "germany", "submarine", PORT) == (0, 2)
    game.until("start.research")
    assert ready(game.campaign, "germany", "submarine", PORT) == (2, 0)


@pytest.mark.rule("awaw-25.121")
def test_25_121_submarines_that_attacked_on_the_board_enter_inverted_and_fight_in_their_next_player_turn() -> None:
    units = (f"germany submarine {PORT}=2", "western transport atlantic=20", "western asw us-atlantic")
    game = Game(world(AXIS, *units))
    game.give(
        f"germany transfer submarine 1 {PORT} atlantic attacked=yes", f"germany transfer submarine 1 {PORT} atlantic"
    )
    assert ready(game.campaign, "germany", "submarine", "atlantic") == (1, 1)
    game.until("allied.redeployment.boxes")
    assert ready(game.campaign, "germany", "submarine", "atlantic") == (1, 1)
    game.until("axis.combat.submarines")
    assert ready(game.campaign, "germany", "submarine", "atlantic") == (2, 0)
    assert not refused(game.campaign, "germany attack atlantic submarines=2")


@pytest.mark.rule("awaw-25.121", "awaw-25.13")
def test_25_121_inverted_submarines_do_not_fight() -> None:
    units = {"germany submarine atlantic": 1, "germany submarine atlantic 2": 2, "western transport atlantic": 9}
    campaign = scene("1943-1-spring", "axis.combat.submarines", groups=units)
    assert not refused(campaign, "germany attack atlantic submarines=1")
    reason = refused(campaign, "germany attack atlantic submarines=2")
    assert reason == "2 submarine factors, 1 are ready in the Atlantic SW box (25.13, 25.121). 2 are inverted."


@pytest.mark.rule("awaw-25.13", "awaw-24.52")
def test_25_13_what_enters_in_redeployment_fights_from_its_next_player_turn_on() -> None:
    units = (f"germany submarine {PORT}=2", "western transport atlantic=20")
    game = Game(world(AXIS, *units))
    game.give(f"germany transfer submarine 2 {PORT} atlantic")
    assert "not in this step" in refused(game.campaign, "germany attack atlantic submarines=2")
    game.until("axis.combat.submarines")
    assert game.campaign.progress.turn == 2
    game.give("germany attack atlantic submarines=2")


# ---------------------------------------------------------------- box to box, into boxes, out of them


@pytest.mark.rule("awaw-24.52", "awaw-25.38")
def test_24_52_a_transfer_between_boxes_turns_nothing_over() -> None:
    units = ("western asw atlantic=2", "western cve atlantic=3", "western transport atlantic=5")
    game = Game(world(ALLIED, *units))
    for kind, count in (("asw", 2), ("cve", 3), ("transport", 5)):
        game.give(f"britain transfer {kind} {count} atlantic indian")
        assert ready(game.campaign, "western", kind, "indian") == (count, 0)


@pytest.mark.rule("awaw-24.52")
def test_24_52_japanese_submarines_that_fought_in_one_ocean_fight_next_turn_in_the_other() -> None:
    units = ("japan submarine pacific", "western transport pacific=8", "western transport indian=8")
    game = Game(world("axis.combat.submarines", *units, turn="1944-1-spring"), b"dice")
    game.give("japan attack pacific submarines=1")
    game.until("axis.redeployment.boxes")
    if groups.standing(game.campaign, "japan", "submarine", "pacific"):
        game.give("japan transfer submarine 1 pacific indian")
    game.until("axis.combat.submarines")
    game.give("japan attack indian submarines=1")


@pytest.mark.rule("awaw-25.372")
@pytest.mark.parametrize("kind", ["asw", "cve"])
def test_25_372_withdrawn_in_movement_inverted_for_the_rest_of_the_player_turn(kind: str) -> None:
    game = Game(world(MOVE, f"western {kind} atlantic=2", "japan asw japan"))
    game.give(f"us transfer {kind} 2 atlantic us-atlantic")
    assert ready(game.campaign, "western", kind, "us-atlantic") == (0, 2)
    game.until("allied.redeployment.boxes")
    assert ready(game.campaign, "western", kind, "us-atlantic") == (0, 2)
    game.until("axis.movement.boxes")
    assert ready(game.campaign, "western", kind, "us-atlantic") == (2, 0)


@pytest.mark.rule("awaw-25.372")
@pytest.mark.parametrize("kind", ["asw", "cve"])
def test_25_372_withdrawn_in_redeployment_inverted_for_the_enemys_player_turn_too(kind: str) -> None:
    game = Game(world(ALLIED, f"western {kind} atlantic=2", "japan asw japan"))
    game.give(f"us transfer {kind} 2 atlantic us-atlantic")
    game.until("axis.redeployment.boxes")
    assert ready(game.campaign, "western", kind, "us-atlantic") == (0, 2)
    game.until("allied.movement.boxes")
    assert ready(game.campaign, "western", kind, "us-atlantic") == (2, 0)


@pytest.mark.rule("awaw-25.34")
def test_25_34_inverted_units_enter_a_box_and_stay_idle_through_the_enemys_player_turn() -> None:
    game = Game(world(MOVE, "western cve atlantic=6", "germany submarine atlantic", "western transport atlantic=9"))
    game.give("us transfer cve 6 atlantic us-atlantic")
    game.until("allied.redeployment.boxes")
    stuck = refused(game.campaign, "us transfer cve 6 us-atlantic atlantic")
    assert "0 uninverted are at the Atlantic U.S. box (24.52). The others move with 'inverted=yes'." in stuck
    game.give("us transfer cve 6 us-atlantic atlantic inverted=yes")
    game.until("axis.combat.submarines")
    assert ready(game.campaign, "western", "cve", "atlantic") == (0, 6)
    assert _cves(game.campaign) == 0
    game.until("allied.movement.boxes")
    assert ready(game.campaign, "western", "cve", "atlantic") == (6, 0)
    assert _cves(game.campaign) == -1


def _cves(campaign: WorldAtWar) -> int:
    considered = modifiers.submarine_war(campaign, "germany", "western", "atlantic")
    return next(modifier.value for modifier in considered if modifier.id == "cves")


@pytest.mark.rule("awaw-25.36")
def test_25_36_fighting_in_a_box_turns_no_unit_over() -> None:
    units = (
        "germany submarine atlantic=4",
        "western asw atlantic=5",
        "western cve atlantic=7",
        "western transport atlantic=30",
    )
    game = Game(world("axis.combat.submarines", *units), [3, 3, 3, 3])
    game.give("germany attack atlantic submarines=4")
    game.until("axis.redeployment.boxes")
    assert ready(game.campaign, "western", "asw", "atlantic") == (5, 0)
    assert ready(game.campaign, "western", "cve", "atlantic") == (7, 0)
    assert ready(game.campaign, "germany", "submarine", "atlantic")[1] == 0


@pytest.mark.rule("awaw-25.371")
def test_25_371_damaged_cves_leave_the_box_and_the_count() -> None:
    units = ("western cve atlantic=6", "germany submarine atlantic", "western transport atlantic=9")
    game = Game(world("axis.combat.raiders", *units))
    assert _cves(game.campaign) == -1
    assert refused(game.campaign, "britain ships cve -7 atlantic").startswith("7 cve are gone, 6 are at the Atlantic")
    game.give("britain ships cve -1 atlantic")
    assert _cves(game.campaign) == 0
    assert "western-cve" not in game.campaign.pools


@pytest.mark.rule("awaw-25.362")
def test_ruling_228_cves_come_from_the_yards_and_nothing_else_does() -> None:
    game = Game(world("allied.movement.boxes", "western cve atlantic=5", "germany submarine atlantic"))
    game.give("us ships cve 1 us-atlantic")
    assert _cves(game.campaign) == 0
    game.give("us transfer cve 1 us-atlantic atlantic")
    assert _cves(game.campaign) == -1
    for line, reason in (
        ("us ships cve 1 atlantic", "they come from a base, not from 'atlantic' (25.31)"),
        ("us ships cve 0 us-atlantic", "0 ships (25.362)"),
        ("us ships submarine 1 us-atlantic", "submarine are built in the construction phase (24.4)"),
        ("germany ships cve 1 western-port", "Germany has no CVEs (25.362)"),
        ("us ships carrier 1 us-atlantic", "'carrier' is no ship here (25.362)"),
        ("japan ships cve 1 singapore", "Singapore is not theirs and operational (25.31)"),
    ):
        assert reason in refused(game.campaign, line)


@pytest.mark.rule("awaw-25.21")
def test_25_21_ships_sunk_on_the_board_may_be_built_again() -> None:
    game = Game(world("allied.movement.boxes", "western asw western-port=2", "britain submarine western-port=2"))
    game.give("britain ships asw -1 western-port", "britain ships submarine -2 western-port")
    assert groups.standing(game.campaign, "western", "asw") == 1
    assert groups.allowable(game.campaign, "western", "asw") == 1
    assert groups.allowable(game.campaign, "britain", "submarine") == 2
    assert "2 asw are gone, 1 are at a western front port (25.21)" in refused(
        game.campaign, "britain ships asw -2 western-port"
    )


# ---------------------------------------------------------------- transports


@pytest.mark.rule("awaw-25.37-trans")
@pytest.mark.parametrize("step", [MOVE, ALLIED])
def test_25_37_western_transports_do_not_leave_the_boxes(step: str) -> None:
    campaign = world(step, "western transport atlantic=5", "western transport us-atlantic=1")
    for origin, goal in (("atlantic", "us-atlantic"), ("us-atlantic", "western-port")):
        reason = refused(campaign, f"us transfer transport 1 {origin} {goal}")
        assert "transports end the turn in an SW box (25.37)" in reason


@pytest.mark.rule("awaw-25.37-trans")
def test_25_37_japanese_transports_do_not_leave_the_pacific() -> None:
    campaign = world(AXIS, "japan transport pacific=5")
    reason = refused(campaign, "japan transfer transport 1 pacific japan")
    assert "transports end the turn in the Pacific SW box (25.37)" in reason


@pytest.mark.rule("awaw-25.37-trans")
@pytest.mark.parametrize(
    ("step", "owner", "power", "base", "box"),
    [
        ("allied.construction.build", "western", "britain", "western-port", "atlantic"),
        ("allied.construction.build", "western", "us", "us-atlantic", "atlantic"),
        ("allied.construction.build", "western", "us", "us-pacific", "pacific"),
        ("axis.construction.build", "japan", "japan", "japan", "pacific"),
    ],
)
def test_25_37_new_transports_end_the_turn_in_a_box(step: str, owner: str, power: str, base: str, box: str) -> None:
    campaign = world(step, pools={f"{owner} transport": 2})
    game = Game(campaign)
    game.give(f"{power} build transport count=2 place={base}")
    game.until("start.research")
    assert groups.standing(game.campaign, owner, "transport", base) == 0
    assert groups.standing(game.campaign, owner, "transport", box) == 2


@pytest.mark.rule("awaw-25.37-trans")
def test_25_37_new_transports_may_choose_another_box_that_their_base_leads_to() -> None:
    game = Game(world("allied.construction.build", pools={"western transport": 1}))
    game.give("britain build transport place=south-africa")
    game.until("allied.redeployment.boxes")
    game.give("britain transfer transport 1 south-africa atlantic")
    game.until("start.research")
    assert groups.standing(game.campaign, "western", "transport", "atlantic") == 1
