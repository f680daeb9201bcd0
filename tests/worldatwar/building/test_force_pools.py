"""Force pools: who may have what, from which year they grow, and whose they are (24.11, 24.2, 24.41)."""

from __future__ import annotations

import attrs
import pytest

from engine.worldatwar.world import groups
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, refused, scene, wars_of

EDITIONS = ("newest", "middle", "oldest")
RESEARCHED = {"axis-strategic-bombers": 1, "axis-advanced-submarines": 1, "japan-strategic-bombers": 1}
RESEARCHED |= {"japan-advanced-submarines": 1, "western-strategic-bombers": 1, "russia-strategic-bombers": 1}
# 24.41, keyed from the rulebook: what needs no research, and what research opens.
ALLOWED = {
    "germany": ({"submarine", "interceptor"}, {"advanced-submarine", "bomber"}),
    "italy": ({"submarine"}, set[str]()),
    "japan": ({"submarine", "asw", "interceptor", "transport"}, {"bomber", "advanced-submarine"}),
    "britain": ({"submarine", "asw", "bomber", "interceptor", "transport"}, set[str]()),
    "us": ({"submarine", "american-asw", "bomber", "bomber-pacific", "interceptor", "transport"}, set[str]()),
    "russia": ({"interceptor"}, {"bomber"}),
    "china": (set[str](), set[str]()),
    "france": (set[str](), set[str]()),
}
KINDS = (
    "submarine",
    "advanced-submarine",
    "asw",
    "american-asw",
    "transport",
    "bomber",
    "bomber-pacific",
    "interceptor",
)
# 24.21 to 24.21D: who, what, the first year by the rulebook's figures.
FIRST = (
    ("germany", "submarine", 1940),
    ("germany", "interceptor", 1940),
    ("germany", "advanced-submarine", 1940),
    ("germany", "bomber", 1940),
    ("italy", "submarine", 1940),
    ("russia", "interceptor", 1940),
    ("russia", "bomber", 1940),
    ("britain", "interceptor", 1940),
    ("britain", "bomber", 1940),
    ("us", "bomber", 1940),
    ("us", "interceptor", 1940),
    ("japan", "interceptor", 1940),
    ("japan", "transport", 1940),
    ("britain", "asw", 1941),
    ("us", "american-asw", 1941),
    ("britain", "transport", 1941),
    ("us", "transport", 1941),
    ("britain", "submarine", 1942),
    ("us", "submarine", 1942),
    ("japan", "submarine", 1942),
    ("japan", "asw", 1943),
    ("us", "bomber-pacific", 1944),
)
RULES = {1940: "24.21", 1941: "24.21B", 1942: "24.21C", 1943: "24.21D", 1944: "24.21A"}


def spring(
    year: int, name: str = "newest", *, classic: bool = True, begun: str = "1939-3-fall", **more: object
) -> WorldAtWar:
    """The year start of a year, every power at war since it is said."""
    wars = wars_of(("britain+germany", "germany+russia", "britain+italy", "japan+us"), begun)
    more.setdefault("research", RESEARCHED)
    made = scene(f"{year}-1-spring", "start.production", name=name, classic=classic, scenario_id="global-war", **more)  # type: ignore[arg-type]
    return attrs.evolve(made, wars=wars)


# ---------------------------------------------------------------- who may have what


@pytest.mark.rule("awaw-24.41", "awaw-24.11", "awaw-24.234")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("power", ALLOWED)
def test_24_41_who_may_have_what(power: str, kind: str) -> None:
    free, researched = ALLOWED[power]
    for research in (RESEARCHED, {"western-strategic-bombers": 1}):
        campaign = spring(1946, classic=False, research=research)
        reason = refused(campaign, f"{power} produce {kind}")
        if kind in free or (kind in researched and research is RESEARCHED):
            assert not reason
        elif kind in researched:
            assert "has no research result for" in reason
        else:
            assert f"has no {kind} ({'24.234' if power == 'france' else '24.41'})" in reason


@pytest.mark.rule("awaw-24.41", "awaw-25.17")
def test_25_17_japan_has_advanced_submarines_in_the_newest_edition_outside_the_classic_game() -> None:
    line = "japan produce advanced-submarine"
    assert not refused(spring(1944, classic=False), line)
    assert "Japan has no advanced submarines in the classic game (25.17)" in refused(spring(1944), line)
    for name in ("middle", "oldest"):
        assert f"no advanced submarines in the {name} edition (25.73)" in refused(
            spring(1944, name, classic=False), line
        )
        assert not refused(spring(1944, name), "germany produce advanced-submarine")


@pytest.mark.rule("awaw-24.21A")
@pytest.mark.parametrize(("name", "needed"), [("newest", "10+"), ("middle", "9+"), ("oldest", "9+")])
def test_24_21A_bombers_need_a_research_result_which_the_western_allies_begin_with(name: str, needed: str) -> None:
    campaign = spring(1944, name, research={"western-strategic-bombers": 1})
    for power in ("germany", "japan", "russia"):
        reason = refused(campaign, f"{power} produce bomber")
        assert "has no research result for strategic bombers (24.21A)" in reason
        assert needed in reason
    for line in ("britain produce bomber", "us produce bomber", "us produce bomber-pacific"):
        assert not refused(campaign, line)


# ---------------------------------------------------------------- from which year


@pytest.mark.rule("awaw-24.21", "awaw-24.21A", "awaw-24.21B", "awaw-24.21C", "awaw-24.21D", "awaw-24.232D")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("classic", [True, False])
@pytest.mark.parametrize(("power", "kind", "year"), FIRST)
def test_24_21_the_first_year_of_production(power: str, kind: str, year: int, name: str, classic: bool) -> None:
    line = f"{power} produce {kind}"
    assert not refused(spring(year, name, classic=classic), line)
    assert not refused(spring(1946, name, classic=classic), line)
    early = refused(spring(year - 1, name, classic=classic), line)
    assert f"no RPs for {kind} before the {year} year start ({RULES[year]})" in early


@pytest.mark.rule("awaw-24.21")
@pytest.mark.parametrize(
    ("begun", "year"),
    [("1938-4-winter", 1939), ("1939-1-spring", 1940), ("1940-4-winter", 1941), ("1941-2-summer", 1942)],
)
def test_24_21_newest_outside_the_classic_game_the_first_full_year_of_war(begun: str, year: int) -> None:
    line = "germany produce submarine"
    assert not refused(spring(year, classic=False, begun=begun), line)
    assert f"before the {year} year start (24.21)" in refused(spring(year - 1, classic=False, begun=begun), line)
    for name, classic in (("newest", True), ("middle", False), ("oldest", True)):
        assert not refused(spring(1940, name, classic=classic, begun=begun), line)
        assert refused(spring(1939, name, classic=classic, begun=begun), line)


@pytest.mark.rule("awaw-24.21")
def test_ruling_220_the_year_counts_for_the_faction_and_a_neutral_faction_waits() -> None:
    neutral = attrs.evolve(spring(1940, classic=False), wars=wars_of(("britain+germany",), "1939-3-fall"))
    assert not refused(neutral, "us produce interceptor")
    for power in ("japan", "russia"):
        assert f"{'Japan' if power == 'japan' else 'Russia'} is not at war (24.21)" in refused(
            neutral, f"{power} produce interceptor"
        )
    peace = attrs.evolve(spring(1940, "middle"), wars={})
    assert not refused(peace, "japan produce interceptor")


@pytest.mark.rule("awaw-24.21")
def test_24_21_pools_grow_in_the_year_start_alone() -> None:
    game = Game(spring(1943, pools={"germany submarine": 1}))
    game.until("axis.construction.build")
    assert "not in this step" in refused(game.campaign, "germany produce submarine")


# ---------------------------------------------------------------- when they may be built


@pytest.mark.rule("awaw-24.22")
def test_24_22_submarines_asw_and_transports_join_the_pools_in_the_construction_phase() -> None:
    game = Game(spring(1944))
    made = (("germany", "submarine"), ("japan", "asw"), ("japan", "transport"), ("britain", "submarine"))
    for power, kind in made:
        game.give(f"{power} produce {kind}")
        assert groups.allowable(game.campaign, power, kind) == 0
    game.until("axis.construction.build")
    assert [groups.allowable(game.campaign, *pool) for pool in made] == [1, 1, 1, 0]
    game.until("allied.construction.build")
    assert groups.allowable(game.campaign, "britain", "submarine") == 1


@pytest.mark.rule("awaw-24.22")
def test_24_22_bombers_and_interceptors_join_them_at_once() -> None:
    game = Game(spring(1944))
    for power, kind in (
        ("germany", "interceptor"),
        ("germany", "bomber"),
        ("britain", "bomber"),
        ("us", "bomber-pacific"),
    ):
        game.give(f"{power} produce {kind} count=1")
        assert groups.allowable(game.campaign, power, kind) == 1


# ---------------------------------------------------------------- whose they are


@pytest.mark.rule("awaw-24.231")
@pytest.mark.parametrize("kind", ["bomber", "interceptor", "submarine"])
def test_24_231_britain_and_the_us_draw_on_pools_of_their_own(kind: str) -> None:
    units = {"britain interceptor western": 1, "us interceptor western": 1}
    campaign = scene(
        "1943-1-spring",
        "allied.construction.build",
        groups=units,
        pools={f"britain {kind}": 2},
        research=RESEARCHED,
        wars=("britain+germany", "germany+us", "japan+us"),
        scenario_id="global-war",
    )
    assert not refused(campaign, f"britain build {kind} count=2")
    assert f"1 {kind} are asked for, 0 are allowable builds (24.2)" in refused(campaign, f"us build {kind}")


@pytest.mark.rule("awaw-24.232D")
def test_24_232D_british_and_american_pools_grow_alike_but_for_one_odd_factor() -> None:
    campaign = spring(1942, groups={"britain bomber western": 2, "us bomber us-atlantic": 1}, pools={"us bomber": 1})
    game = Game(campaign)
    assert "4 bombers in this pool, 2 in that of United States (24.232D)" in refused(
        game.campaign, "britain produce bomber count=2"
    )
    game.give("britain produce bomber")
    assert "4 bombers in this pool, 2 in that of United States (24.232D)" in refused(
        game.campaign, "britain produce bomber"
    )
    game.give("us produce bomber count=2")
    assert groups.force_pool(game.campaign, "us", "bomber") == 4
    assert "5 bombers in this pool, 3 in that of Britain (24.232D)" in refused(game.campaign, "us produce bomber")


@pytest.mark.rule("awaw-24.232C", "awaw-24.232D")
def test_24_232D_pacific_bombers_are_produced_apart_from_1944() -> None:
    game = Game(spring(1944, groups={"britain bomber western": 1, "us bomber us-atlantic": 1}))
    game.give("us produce bomber-pacific count=6")
    assert groups.force_pool(game.campaign, "us", "bomber") == 1
    assert not refused(game.campaign, "britain produce bomber")
    assert "(24.21A)" in refused(spring(1943), "us produce bomber-pacific")


@pytest.mark.rule("awaw-24.232A", "awaw-24.232B", "awaw-24.232C")
@pytest.mark.parametrize(
    ("power", "kind", "home", "goals", "rule"),
    [
        ("britain", "bomber", "western", ("asian", "southeast-asian", "pacific"), "24.232A"),
        ("us", "bomber", "western", ("asian", "southeast-asian", "pacific"), "24.232B"),
        ("us", "bomber-pacific", "pacific", ("western", "mediterranean", "eastern"), "24.232C"),
    ],
)
def test_24_232_strategic_bombers_stay_in_their_theater(
    power: str, kind: str, home: str, goals: tuple[str, ...], rule: str
) -> None:
    campaign = scene(
        "1944-1-spring",
        "allied.redeployment.boxes",
        groups={f"{power} {kind} {home}": 2},
        wars=("britain+germany", "britain+japan", "germany+us", "japan+us"),
        scenario_id="global-war",
    )
    for goal in goals:
        assert rule in refused(campaign, f"{power} transfer {kind} 1 {home} {goal}")
    near = {"western": "mediterranean", "pacific": "southeast-asian"}[home]
    assert not refused(campaign, f"{power} transfer {kind} 1 {home} {near}")
