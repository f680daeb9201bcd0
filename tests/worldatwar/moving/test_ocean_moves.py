"""Who may enter and leave which box from where, and when (24.52, 25.1, 25.2, 25.3); bases keyed a second time."""

from __future__ import annotations

import pytest

from engine.worldatwar.world import bases
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, refused, scene

EDITIONS = ("newest", "middle", "oldest")
BOXES = ("atlantic", "indian", "pacific")
AXIS, ALLIED = "axis.redeployment.boxes", "allied.redeployment.boxes"
MOVE = "allied.movement.boxes"
WARS = ("britain+germany", "britain+italy", "britain+japan", "germany+us", "japan+us")
# 25.31A to C, keyed from the rulebook: bases beside each box.
WESTERN = {
    "atlantic": {"western-port", "us-atlantic", "south-africa"},
    "pacific": {"pearl-harbor", "tahiti", "us-pacific", "australia"},
    "indian": {"suez", "basra", "abadan", "colombo", "madras", "south-africa", "australia", "india"},
}
GERMAN = {"atlantic": {"western-port", "mediterranean-port"}, "indian": {"mediterranean-port"}, "pacific": set[str]()}
JAPANESE = {"pacific": {"japan", "truk"}, "indian": {"japan", "singapore"}, "atlantic": set[str]()}
EVERY_BASE = sorted(set(bases.bases()))


def world(
    step: str,
    *units: str,
    wars: tuple[str, ...] = WARS,
    turn: str = "1944-1-spring",
    name: str = "newest",
    **more: object,
) -> WorldAtWar:
    """A world at war; units as 'owner kind place' or 'owner kind place=count'."""
    groups = {}
    for unit in units:
        key, _, count = unit.partition("=")
        groups[key] = int(count or 1)
    return scene(turn, step, name=name, groups=groups, wars=wars, scenario_id="global-war", **more)  # type: ignore[arg-type]


def way(campaign: WorldAtWar, power: str, kind: str, origin: str, goal: str, count: int = 1) -> str:
    return refused(campaign, f"{power} transfer {kind} {count} {origin} {goal}")


# ---------------------------------------------------------------- bases and boxes


@pytest.mark.rule("awaw-25.31", "awaw-25.31A", "awaw-25.31B", "awaw-25.31C")
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("base", EVERY_BASE)
def test_25_31_western_allied_units_enter_and_leave_by_the_bases_of_the_box_alone(base: str, box: str) -> None:
    for kind in ("asw", "cve"):
        into = way(world(ALLIED, f"western {kind} {base}"), "britain", kind, base, box)
        out = way(world(ALLIED, f"western {kind} {box}"), "britain", kind, box, base)
        if base in WESTERN[box]:
            assert not into
            assert not out
        else:
            assert "(25.31" in into
            assert "(25.31" in out


@pytest.mark.rule("awaw-25.31A", "awaw-25.31C")
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("base", EVERY_BASE)
def test_25_31_german_submarines_come_from_western_and_mediterranean_ports(base: str, box: str) -> None:
    held = {"suez": "italy", "gibraltar": "italy", "naples": "italy"}
    campaign = world(AXIS, f"germany submarine {base}", held=held)
    assert bool(way(campaign, "germany", "submarine", base, box)) == (base not in GERMAN[box])


@pytest.mark.rule("awaw-25.31B", "awaw-25.31C")
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("base", EVERY_BASE)
def test_25_31_japanese_submarines_come_from_japan_truk_and_singapore(base: str, box: str) -> None:
    campaign = world(AXIS, f"japan submarine {base}", held={"singapore": "japan"})
    assert bool(way(campaign, "japan", "submarine", base, box)) == (base not in JAPANESE[box])


@pytest.mark.rule("awaw-25.31")
def test_25_31_a_base_must_be_theirs_and_operational() -> None:
    for place, base, box in (("pearl-harbor", "pearl-harbor", "pacific"), ("colombo", "colombo", "indian")):
        lost = world(ALLIED, f"western cve {box}", held={place: "japan"})
        assert "is not theirs and operational (25.31)" in way(lost, "us", "cve", box, base)
    game = Game(world(ALLIED, "western cve indian"))
    assert not way(game.campaign, "us", "cve", "indian", "madras")
    game.give("britain hold madras operational=no")
    assert "is not theirs and operational (25.31)" in way(game.campaign, "us", "cve", "indian", "madras")


@pytest.mark.rule("awaw-25.31")
def test_25_31_japanese_naval_units_enter_the_pacific_box_only() -> None:
    campaign = world(
        AXIS, "japan cve japan", "japan asw japan", "japan transport pacific=9", held={"singapore": "japan"}
    )
    for kind in ("cve", "asw"):
        assert not way(campaign, "japan", kind, "japan", "pacific")
        assert "Japanese naval units enter the Pacific SW box only (25.31)" in way(
            campaign, "japan", kind, "japan", "indian"
        )
    assert "Pacific SW box only (25.31)" in way(campaign, "japan", "transport", "pacific", "indian")


@pytest.mark.rule("awaw-25.31A", "awaw-25.31D")
def test_25_31_no_other_navy_enters_a_box() -> None:
    campaign = world(ALLIED, "france cve western-port", "russia cve western-port")
    assert "naval units of France do not enter SW boxes (25.31D)" in way(
        campaign, "france", "cve", "western-port", "atlantic"
    )
    axis = world(AXIS, "germany cve western-port", "italy cve mediterranean-port")
    assert "naval units of Germany do not enter SW boxes (25.31A)" in way(
        axis, "germany", "cve", "western-port", "atlantic"
    )
    assert "(25.31A)" in way(axis, "italy", "cve", "mediterranean-port", "atlantic")


# ---------------------------------------------------------------- phases


@pytest.mark.rule("awaw-25.12", "awaw-25.31-phase")
def test_25_12_submarines_enter_and_leave_a_box_in_the_redeployment_phase() -> None:
    units = ("germany submarine western-port", "germany submarine atlantic")
    for step, may in ((AXIS, True), ("axis.movement.boxes", False)):
        for origin, goal in (("western-port", "atlantic"), ("atlantic", "western-port")):
            reason = way(world(step, *units), "germany", "submarine", origin, goal)
            assert bool(reason) != may
            assert may or "submarines enter and leave boxes in the redeployment phase (25.12)" in reason
    for step, may in ((ALLIED, True), (MOVE, False)):
        reason = way(world(step, "us submarine us-pacific"), "us", "submarine", "us-pacific", "pacific")
        assert may or "(25.12)" in reason
        assert bool(reason) != may


@pytest.mark.rule("awaw-25.31-phase", "awaw-25.37")
@pytest.mark.parametrize("step", [MOVE, ALLIED])
@pytest.mark.parametrize("kind", ["asw", "american-asw", "cve"])
def test_25_31_other_units_come_and_go_in_movement_and_redeployment(kind: str, step: str) -> None:
    campaign = world(step, f"western {kind} us-atlantic", f"western {kind} atlantic")
    assert not way(campaign, "us", kind, "us-atlantic", "atlantic")
    assert not way(campaign, "us", kind, "atlantic", "us-atlantic")
    assert not way(campaign, "britain", kind, "atlantic", "south-africa")


@pytest.mark.rule("awaw-25.31-phase")
@pytest.mark.parametrize("step", ["axis.movement.boxes", AXIS])
def test_25_31_japanese_asw_and_cves_come_and_go_in_both_phases(step: str) -> None:
    campaign = world(step, "japan asw japan", "japan cve truk", "japan asw pacific")
    for kind, origin, goal in (("asw", "japan", "pacific"), ("cve", "truk", "pacific"), ("asw", "pacific", "truk")):
        assert not way(campaign, "japan", kind, origin, goal)


@pytest.mark.rule("awaw-25.31-phase")
def test_25_31_nobody_transfers_in_the_other_sides_phase_or_in_combat() -> None:
    for step in (AXIS, "allied.combat.raiders", "allied.construction.build"):
        assert way(world(step, "western asw us-atlantic"), "us", "asw", "us-atlantic", "atlantic")


@pytest.mark.rule("awaw-24.52", "awaw-25.38")
@pytest.mark.parametrize("kind", ["asw", "american-asw", "cve", "transport"])
def test_24_52_from_any_box_to_any_other_in_the_redeployment_phase_alone(kind: str) -> None:
    for origin in BOXES:
        for goal in BOXES:
            if origin == goal:
                continue
            assert not way(world(ALLIED, f"western {kind} {origin}"), "britain", kind, origin, goal)
            early = way(world(MOVE, f"western {kind} {origin}"), "britain", kind, origin, goal)
            assert "from box to box only in the redeployment phase (24.52)" in early


@pytest.mark.rule("awaw-24.11")
def test_24_11_other_units_are_no_units_of_strategic_warfare() -> None:
    for kind in ("battleship", "infantry", "jet", "joint-asw"):
        reason = way(world(ALLIED, "western asw atlantic"), "britain", kind, "atlantic", "indian")
        assert reason.startswith(f"'{kind}' is no strategic warfare unit (24.11)")


@pytest.mark.rule("awaw-25.11")
def test_25_11_a_submarine_is_in_a_box_or_on_the_board_never_in_both() -> None:
    game = Game(world(AXIS, "germany submarine western-port=2"))
    game.give("germany transfer submarine 2 western-port atlantic")
    assert "2 submarine are asked for, 0 uninverted are at a western front port" in way(
        game.campaign, "germany", "submarine", "western-port", "mediterranean-port", 2
    )
    assert sum(group.count for group in game.campaign.groups.values()) == 2


# ---------------------------------------------------------------- whose submarines, and since when


@pytest.mark.rule("awaw-25.13A", "awaw-25.13B", "awaw-25.13D", "awaw-25.13E-entry", "awaw-25.151")
@pytest.mark.parametrize(
    ("step", "power", "base", "box", "rule"),
    [
        (AXIS, "italy", "mediterranean-port", "atlantic", "25.13B"),
        (AXIS, "italy", "mediterranean-port", "indian", "25.13B"),
        (ALLIED, "britain", "western-port", "atlantic", "25.13D"),
        (ALLIED, "britain", "colombo", "indian", "25.13D"),
        (ALLIED, "us", "us-atlantic", "atlantic", "25.13E"),
        (ALLIED, "us", "australia", "indian", "25.13E"),
        (AXIS, "japan", "japan", "atlantic", "25.13A"),
        (AXIS, "germany", "western-port", "pacific", "25.13A"),
    ],
)
def test_25_13_submarines_that_never_enter_a_box(step: str, power: str, base: str, box: str, rule: str) -> None:
    campaign = world(step, f"{power} submarine {base}", held={"gibraltar": "italy", "suez": "italy"})
    assert f"({rule})" in way(campaign, power, "submarine", base, box)
    assert "25.31D" not in way(campaign, power, "submarine", base, box)


@pytest.mark.rule("awaw-25.13C-entry", "awaw-25.13E-entry", "awaw-25.91")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(("power", "step", "base"), [("japan", AXIS, "japan"), ("us", ALLIED, "us-pacific")])
def test_25_91_the_pacific_opens_with_war_or_a_tension_of_40(power: str, step: str, base: str, name: str) -> None:
    for wars, level, may in (((), 39, False), ((), 40, True), (("japan+us",), 0, True), (("britain+japan",), 0, False)):
        campaign = world(step, f"{power} submarine {base}", wars=wars, name=name, facts={"usjt": level})
        reason = way(campaign, power, "submarine", base, "pacific")
        assert bool(reason) != may
        assert may or f"not at war, and the USJT level is {level}" in reason


@pytest.mark.rule("awaw-25.13C-entry", "awaw-25.81")
def test_25_81_the_indian_ocean_opens_to_japan_with_war_against_britain() -> None:
    for wars, may in (((), False), (("japan+us",), False), (("britain+japan",), True)):
        campaign = world(AXIS, "japan submarine singapore", wars=wars, held={"singapore": "japan"}, facts={"usjt": 50})
        reason = way(campaign, "japan", "submarine", "singapore", "indian")
        assert bool(reason) != may
        assert may or "Japan and Britain are not at war (25.13C, 25.81)" in reason


@pytest.mark.rule("awaw-25.13C-first", "awaw-25.13")
def test_25_13C_war_in_winter_1941_lets_japan_attack_first_in_spring_1942() -> None:
    units = ("japan submarine japan", "western transport pacific=8")
    game = Game(world("axis.movement.boxes", *units, wars=(), turn="1941-4-winter", held={"singapore": "japan"}))
    assert "not at war" in way(
        world(AXIS, *units, wars=(), turn="1941-4-winter"), "japan", "submarine", "japan", "pacific"
    )
    game.give("japan war us", "japan war britain")
    game.until("axis.redeployment.boxes")
    assert not any("combat.submarines" in entry.order for entry in game.entries)
    game.give("japan transfer submarine 1 japan pacific")
    game.until("axis.combat.submarines")
    assert game.campaign.progress.turn == 2
    game.give("japan attack pacific submarines=1")


@pytest.mark.rule("awaw-25.91")
def test_25_91_no_submarine_passes_an_enemys_singapore() -> None:
    units = ("japan submarine japan", "japan submarine indian", "japan submarine pacific")

    def at(holder: str) -> WorldAtWar:
        return world(AXIS, *units, held={"singapore": holder}, turn="1946-1-spring")

    for origin, goal in (("japan", "indian"), ("indian", "japan")):
        assert not way(at("japan"), "japan", "submarine", origin, goal)
        assert "do not pass an enemy's Singapore (25.91)" in way(at("britain"), "japan", "submarine", origin, goal)
    # Ruling 223: the boxes are connected (24.52).
    assert not way(at("britain"), "japan", "submarine", "pacific", "indian")


# ---------------------------------------------------------------- Gibraltar


@pytest.mark.rule("awaw-25.15")
@pytest.mark.parametrize(
    ("origin", "goal"),
    [
        ("western-port", "mediterranean-port"),
        ("mediterranean-port", "western-port"),
        ("atlantic", "mediterranean-port"),
        ("mediterranean-port", "atlantic"),
    ],
)
def test_25_15_one_german_submarine_a_turn_past_an_enemys_gibraltar(origin: str, goal: str) -> None:
    units = (f"germany submarine {origin}=3",)
    held = {"naples": "italy"}
    both = way(world(AXIS, *units, held=held), "germany", "submarine", origin, goal, 2)
    assert both.startswith("2 submarine factors past an enemy's Gibraltar (25.15)")
    game = Game(world(AXIS, *units, held=held))
    game.give(f"germany transfer submarine 1 {origin} {goal}")
    assert "past an enemy's Gibraltar (25.15)" in way(game.campaign, "germany", "submarine", origin, goal)
    free = world(AXIS, *units, held={**held, "gibraltar": "germany"})
    assert not way(free, "germany", "submarine", origin, goal, 3)


@pytest.mark.rule("awaw-25.15")
def test_25_15_the_next_turn_lets_another_one_past() -> None:
    game = Game(world(AXIS, "germany submarine atlantic=3", held={"naples": "italy"}))
    game.give("germany transfer submarine 1 atlantic mediterranean-port")
    game.until("start.research")
    game.until("axis.redeployment.boxes")
    game.give("germany transfer submarine 1 atlantic mediterranean-port")


@pytest.mark.rule("awaw-25.15", "awaw-25.12")
def test_ruling_229_gibraltar_is_passed_by_redeployment() -> None:
    campaign = world("axis.movement.boxes", "germany submarine western-port", "germany submarine mediterranean-port")
    reason = way(campaign, "germany", "submarine", "western-port", "mediterranean-port")
    assert "pass an enemy's Gibraltar in the redeployment phase (25.15)" in reason


@pytest.mark.rule("awaw-25.151")
def test_25_151_italian_submarines_pass_an_axis_gibraltar_alone() -> None:
    units = ("italy submarine mediterranean-port=2",)
    shut = world(AXIS, *units)
    assert "Italian submarines do not pass an enemy's Gibraltar (25.151)" in way(
        shut, "italy", "submarine", "mediterranean-port", "western-port"
    )
    for holder in ("germany", "italy"):
        campaign = world(AXIS, "germany submarine atlantic=3", *units, held={"gibraltar": holder, "naples": "italy"})
        assert "25.151" not in way(campaign, "italy", "submarine", "mediterranean-port", "western-port", 2)
        assert not way(campaign, "germany", "submarine", "atlantic", "mediterranean-port", 3)


@pytest.mark.rule("awaw-25.16")
def test_25_16_the_western_allies_pass_an_axis_gibraltar_with_one_submarine_between_them() -> None:
    units = ("britain submarine western-port=2", "us submarine western-port")
    line = "{} transfer submarine {} western-port mediterranean-port"
    assert not refused(world(ALLIED, *units), line.format("britain", 2))
    game = Game(world(ALLIED, *units, held={"gibraltar": "germany", "alexandria": "britain"}))
    assert "2 submarine factors past an enemy's Gibraltar (25.16)" in refused(game.campaign, line.format("britain", 2))
    game.give(line.format("britain", 1))
    for power in ("britain", "us"):
        assert "past an enemy's Gibraltar (25.16)" in refused(game.campaign, line.format(power, 1))
