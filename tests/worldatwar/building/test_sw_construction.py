"""Construction of strategic warfare units: price, shipbuilding, limits, phase (24.12, 24.22, 24.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.worldatwar.world import groups
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, refused, scene

WARS = ("britain+germany", "germany+us", "japan+us")
BUILDS = (
    ("germany", "submarine", True),
    ("germany", "advanced-submarine", True),
    ("germany", "interceptor", False),
    ("germany", "bomber", False),
    ("italy", "submarine", True),
    ("japan", "asw", True),
    ("japan", "transport", True),
    ("britain", "asw", True),
    ("britain", "transport", True),
    ("britain", "bomber", False),
    ("us", "american-asw", True),
    ("us", "submarine", True),
    ("us", "interceptor", False),
)
RESEARCH = {"axis-strategic-bombers": 1, "axis-advanced-submarines": 1, "western-strategic-bombers": 1}


def yard(power: str, kind: str, count: int = 9, step: str = "", **figures: Any) -> WorldAtWar:
    """A power in its construction phase with allowable builds of a kind."""
    side = "axis" if power in ("germany", "italy", "japan") else "allied"
    owner = "western" if kind in ("asw", "american-asw", "transport") and power in ("britain", "us") else power
    plenty = {"brps": 300, "limit": 300, "spent": 0, "shipbuilding": 30, "launched": 0, **figures}
    return scene(
        "1944-1-spring",
        step or f"{side}.construction.build",
        pools={f"{owner} {kind}": count},
        wars=WARS,
        research=RESEARCH,
        scenario_id="global-war",
        **{power: plenty},  # type: ignore[arg-type]
    )


@pytest.mark.rule("awaw-24.43")
@pytest.mark.parametrize(("power", "kind", "naval"), BUILDS)
def test_24_43_three_brps_a_factor_and_ships_one_shipbuilding_point(power: str, kind: str, naval: bool) -> None:
    game = Game(yard(power, kind))
    before = game.campaign.powers[power]
    game.give(f"{power} build {kind} count=4")
    after = game.campaign.powers[power]
    assert (before.brps - after.brps, after.spent - before.spent) == (12, 12)
    assert after.launched - before.launched == (4 if naval else 0)
    owner = "western" if kind in ("asw", "american-asw", "transport") and power in ("britain", "us") else power
    assert groups.allowable(game.campaign, owner, kind) == 5
    assert groups.standing(game.campaign, owner, kind) == 4


@pytest.mark.rule("awaw-24.43")
def test_24_43_shipyards_lose_no_room() -> None:
    game = Game(yard("germany", "submarine"))
    ships = dict(game.campaign.ships)
    game.give("germany build submarine count=9")
    assert game.campaign.ships == ships


@pytest.mark.rule("awaw-24.22-lim")
@pytest.mark.parametrize(
    ("figures", "most", "reason"),
    [
        ({"brps": 11}, 3, "12 BRPs are needed, 11 are there (24.43). At most 3."),
        ({"limit": 14}, 4, "15 BRPs, 14 are left of the construction limit (24.22, 27.3). At most 4 factors."),
        ({"limit": 20, "limit_now": -9}, 3, "12 BRPs, 11 are left of the construction limit (24.22, 27.3)"),
        ({"limit": 20, "spent": 15}, 1, "6 BRPs, 5 are left of the construction limit (24.22, 27.3)"),
        ({"shipbuilding": 2}, 2, "3 shipbuilding points are needed, 2 are left in this player turn (24.43)"),
        ({"shipbuilding": 5, "launched": 4}, 1, "2 shipbuilding points are needed, 1 are left"),
    ],
)
def test_24_22_spending_construction_and_shipbuilding_limit_what_is_built(
    figures: dict[str, int], most: int, reason: str
) -> None:
    campaign = yard("germany", "submarine", 9, "", **figures)
    assert not refused(campaign, f"germany build submarine count={most}")
    assert reason in refused(campaign, f"germany build submarine count={most + 1}")


@pytest.mark.rule("awaw-24.22-lim")
def test_24_22_several_builds_of_one_player_turn_count_together_and_the_next_counts_anew() -> None:
    game = Game(yard("germany", "submarine", shipbuilding=3, limit=9))
    game.give("germany build submarine count=2")
    assert "2 shipbuilding points are needed, 1 are left" in refused(game.campaign, "germany build submarine count=2")
    game.give("germany build submarine")
    assert "3 BRPs, 0 are left of the construction limit" in refused(game.campaign, "germany build submarine")
    game.until("start.research")
    game.until("axis.construction.build")
    game.give("germany build submarine count=3")


@pytest.mark.rule("awaw-24.22-lim", "awaw-24.22")
def test_24_2_no_more_than_the_allowable_builds() -> None:
    campaign = yard("germany", "submarine", 2)
    assert "3 submarine are asked for, 2 are allowable builds (24.2). At most 2." in refused(
        campaign, "germany build submarine count=3"
    )
    assert "count: 0 is out of range (24.4)" in refused(campaign, "germany build submarine count=0")


@pytest.mark.rule("awaw-24.41")
@pytest.mark.parametrize(
    ("power", "kind"), [("italy", "asw"), ("italy", "interceptor"), ("germany", "asw"), ("germany", "transport")]
)
def test_24_41_what_a_power_may_not_have_it_may_not_build(power: str, kind: str) -> None:
    assert f"has no {kind} (24.41)" in refused(yard(power, kind), f"{power} build {kind}")


@pytest.mark.rule("awaw-24.41")
def test_24_41_research_opens_advanced_submarines_and_bombers() -> None:
    for kind, rule in (("advanced-submarine", "24.41"), ("bomber", "24.21A")):
        campaign = yard("germany", kind)
        assert not refused(campaign, f"germany build {kind}")
        without = scene("1944-1-spring", "axis.construction.build", pools={f"germany {kind}": 1}, wars=WARS)
        assert f"({rule})" in refused(without, f"germany build {kind}")


@pytest.mark.rule("awaw-24.234")
@pytest.mark.parametrize("kind", ["submarine", "asw", "transport", "bomber", "interceptor"])
def test_24_234_france_builds_nothing(kind: str) -> None:
    campaign = yard("france", kind)
    assert f"France has no {kind} (24.234)" in refused(campaign, f"france build {kind}")


@pytest.mark.rule("awaw-24.12")
def test_24_12_units_are_built_in_the_construction_phase_and_fight_in_the_combat_phase_of_each_player_turn() -> None:
    units = {
        "germany submarine atlantic": 2,
        "us submarine pacific": 2,
        "western transport atlantic": 9,
        "japan transport pacific": 9,
    }
    pools = {"germany submarine": 2, "us submarine": 2}
    game = Game(
        scene("1944-1-spring", "start.research", groups=units, pools=pools, wars=WARS, scenario_id="global-war"), b"12"
    )
    seen = []
    for side, power, box in (("axis", "germany", "atlantic"), ("allied", "us", "pacific")):
        game.until(f"{side}.combat.submarines")
        assert "not in this step" in refused(game.campaign, f"{power} build submarine")
        game.give(f"{power} attack {box} submarines=2")
        game.until(f"{side}.construction.build")
        assert "not in this step" in refused(game.campaign, f"{power} attack {box} submarines=1")
        game.give(f"{power} build submarine")
        seen.append(game.campaign.progress.step)
    assert seen == ["axis.construction.build", "allied.construction.build"]
    assert game.campaign.progress.turn == 1
    fought = [entry.order for entry in game.entries if entry.order == "submarines-fight"]
    assert len(fought) == 2
