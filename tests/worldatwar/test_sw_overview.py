"""What chapter 24 says of both kinds of warfare: where the chapters meet, rockets, air fights, tables of bombing."""

from __future__ import annotations

import pytest

from engine.kernel.calculators import Malformed
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import refused, scenario, scene
from tests.worldatwar.solving import calc

EDITIONS = ("newest", "middle", "oldest")


def steps_of(segment: str) -> list[str]:
    return [f"{step.rule} {' '.join(step.lines)}" for step in RULESET.sequence.steps if step.segment == segment]


@pytest.mark.rule("awaw-24.14", "awaw-24.51", "awaw-24.44")
def test_24_14_each_step_names_the_chapter_that_rules_it() -> None:
    assert any("25.13" in text for text in steps_of("submarines"))
    assert all("26." in text for text in steps_of("bombing"))
    redeployment = " ".join(steps_of("redeployment"))
    assert "25.31" in redeployment
    assert "26.21" in redeployment
    assert any("27.9" in text for text in steps_of("construction"))


def firing(results: int, name: str) -> WorldAtWar:
    research = {"axis-rockets": results} if results else {}
    return scene("1944-3-fall", "axis.movement.rocket-bases", name=name, research=research, scenario_id="global-war")


@pytest.mark.rule("awaw-24.42")
@pytest.mark.parametrize("name", EDITIONS)
def test_24_42_rockets_need_a_research_result(name: str) -> None:
    reason = refused(firing(0, name), "germany place-rocket-base kiel")
    assert "0 allowed by 0 research results (26.63B)" in reason
    assert "26.63B" not in refused(firing(1, name), "germany place-rocket-base kiel")


@pytest.mark.rule("awaw-24.613")
@pytest.mark.parametrize(("bombers", "defenders", "engaged"), [(9, 4, 4), (3, 8, 3), (5, 5, 5), (1, 20, 1)])
def test_24_613_no_more_attackers_are_engaged_than_there_are_defenders_and_the_rest_fly_on(
    bombers: int, defenders: int, engaged: int
) -> None:
    answer = calc("air-combat", 7, 7, attackers={"bombers": bombers}, defenders={"interceptors": defenders})
    assert answer["attacker_strength"] == engaged
    lost = answer["attackers_lost"]["bombers"] + answer["attackers_aborted"]["bombers"]
    assert lost <= engaged
    assert answer["bombers"] == bombers - lost


@pytest.mark.rule("awaw-24.table-bomb")
@pytest.mark.parametrize("nationality", [-2, 0, 3])
@pytest.mark.parametrize("radar", [0, 2])
def test_24_622_modifiers_of_air_combat(nationality: int, radar: int) -> None:
    fields = {"attackers": {"jets": 1, "bombers": 5}, "defenders": {"jets": 2, "interceptors": 2}, "jets": 1}
    answer = calc("air-combat", 7, 7, nationality=nationality, radar=radar, **fields)
    assert answer["modifier"] == nationality - radar + 1 - 2


@pytest.mark.rule("awaw-24.table-bomb")
@pytest.mark.parametrize(("results", "defence", "american"), [(1, 0, False), (3, 1, False), (1, 2, True), (2, 0, True)])
def test_24_622_modifiers_over_the_target(results: int, defence: int, american: bool) -> None:
    for theater in ("europe", "pacific"):
        fields = {"results": results, "air_defense": defence, "american": american, "theater": theater}
        pacific = american and theater == "pacific"
        newest = calc("bombing-modifier", edition="newest", excess_range=40, **fields)
        assert newest["modifier"] == results - defence + pacific
        older = calc("bombing-modifier", edition="middle", **fields)
        assert older["modifier"] == results - 1 - defence


@pytest.mark.rule("awaw-24.table-def")
@pytest.mark.parametrize(
    ("fields", "strength"),
    [
        ({"flak": 1}, 1),
        ({"airbases": 2}, 2),
        ({"objectives": 1}, 1),
        ({"anchors": 1}, 1),
        ({"cities": 1}, 2),
        ({"ports": 1}, 2),
        ({"cities": 1, "ports": 1}, 4),
        ({"fortification": 1}, 1),
        ({"fortification": 2}, 2),
        ({"flak": 2, "airbases": 1, "objectives": 1, "anchors": 1, "cities": 2, "ports": 1, "fortification": 2}, 13),
    ],
)
def test_24_622_strength_of_a_target(fields: dict[str, int], strength: int) -> None:
    assert calc("target", **fields)["target_strength"] == strength


@pytest.mark.rule("awaw-24.table-def")
def test_24_622_beach_defences_count_for_nothing() -> None:
    with pytest.raises(Malformed):
        calc("target", cities=1, beach=1)


@pytest.mark.parametrize(
    ("step", "line", "reason"),
    [
        ("axis.redeployment.boxes", "germany transfer submarine 1 atlantic baltic", "there is no box or base 'baltic'"),
        ("start.production", "germany produce submarine count=0", "count: 0 is out of range (24.21)"),
        ("start.production", "germany produce submarine count=100", "count: 100 is out of range (24.21)"),
        ("start.research", "germany result radio", "'radio' is no subject of research here (41)"),
        ("start.research", "china result asw", "China does no research of its own (41)"),
        ("start.research", "germany result torpedo count=0", "0 results (41)"),
        ("start.research", "germany result torpedo count=10", "count: 10 is out of range (41)"),
        ("start.research", "germany result torpedo count=-1", "fewer than no results (41)"),
        ("axis.construction.build", "germany build submarine place=tokyo", "'tokyo' is no base of theirs (25.22)"),
        (
            "axis.construction.build",
            "germany build submarine place=mediterranean-port",
            "a Mediterranean port is not theirs and operational (25.22)",
        ),
        (
            "axis.redeployment.boxes",
            "germany transfer submarine 0 atlantic western-port",
            "count: 0 is out of range (24.52)",
        ),
        ("axis.redeployment.boxes", "germany transfer submarine 1 atlantic atlantic", "SW box already (24.52)"),
        ("axis.movement.boxes", "germany transfer bomber 1 western eastern", "in the redeployment phase (26.21)"),
        ("axis.combat.raiders", "germany raiders baltic 1", "there is no box 'baltic' (24.611)"),
        ("axis.combat.submarines", "germany attack baltic submarines=1", "there is no box 'baltic' (25.13)"),
    ],
)
def test_what_is_not_there_is_refused_with_its_rule(step: str, line: str, reason: str) -> None:
    units = {"germany submarine atlantic": 1}
    pools = {"germany submarine": 1}
    inside = [key for key, place in scenario("global-war").places.items() if place.front == "mediterranean"]
    held = dict.fromkeys(inside, "britain")
    campaign = scene("1944-1-spring", step, groups=units, pools=pools, held=held, scenario_id="global-war")
    assert reason in refused(campaign, line)
