"""Section 29.12: German bombing of the Soviet Union."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.forecast import distribution
from engine.thewar import steps
from engine.thewar.building import optional_forces
from engine.thewar.building.optional_forces import AddForces
from engine.thewar.rolls import bombing
from engine.thewar.strategic import eastern_raids
from engine.thewar.strategic.eastern_raids import GermansBombEast
from engine.thewar.world.state import Box, TheWar
from tests.thewar.optional import at_war, count, played, playing, with_units
from tests.thewar.world import after, refusals, rules_of, world

TURN = "1942-1-spring"


def east(sac: int = 6, interceptors: int = 2) -> TheWar:
    """Germany and the Soviet Union at war, with so many SAC and INT built."""
    campaign = world(
        TURN,
        "strategic-warfare.eastern-bombers",
        germany={"effort": "rle", "air": 1},
        ussr={"effort": "rle", "air": 3, "narfs": 100},
    )
    campaign = with_units(campaign, germany_sac=sac, ussr_int=interceptors)
    return playing(at_war(campaign, "germany+ussr"), "bombing-ussr")


def raid(**fields: Any) -> bombing.Raid:
    """A raid of six SAC on two interceptors, Flak rolled low."""
    given = {"turn": TURN, "by": "germany", "sac": 6, "interceptors": 2, "heavy_flak": 1, "base": 135, "soviet": True}
    return bombing.Raid(**{**given, "flak_face": 1, **fields})


@pytest.mark.rule("tw-29.12")
def test_29_12_five_soviet_interceptors_join_and_are_built_for_two() -> None:
    joined = played(playing(world(TURN), "bombing-ussr"), AddForces())
    assert joined.pools["ussr-int"].count == 5 and not optional_forces.missing(joined)
    there = attrs.evolve(joined, progress=attrs.evolve(joined.progress, step="strategic-warfare.build"))
    assert not refusals(there, "ussr build int count=5")
    assert rules_of(refusals(there, "ussr build int count=6")) == ["15.1.1"]
    built = after(there, "ussr build int count=2")
    assert built.powers["ussr"].narfs == there.powers["ussr"].narfs - 4 and count(built, "ussr", "int") == 2
    assert "ussr" in steps.sequence()["strategic-warfare.build"].who(there)
    assert refusals(world(TURN), "ussr build int")


@pytest.mark.rule("tw-29.12")
def test_29_12_flak_of_level_1_with_the_soviet_modifier() -> None:
    # Six SAC: +2, Soviet: -2. A 10 is row 10: AD2; over Germany it would be AD3.
    assert bombing.resolve(raid(flak_face=10)).sac_flak_depleted == 2
    assert bombing.resolve(raid(flak_face=10, soviet=False, by="britain")).sac_flak_depleted == 3
    assert eastern_raids.over_ussr(east(), 6, 2).heavy_flak == 1


@pytest.mark.rule("tw-29.12")
def test_29_12_ratings_count_and_radar_does_not() -> None:
    assert eastern_raids.nationality(east()) == -3
    lines = {line.label: line.value for line in bombing.modifiers(eastern_raids.over_ussr(east(), 6, 2))}
    assert lines == {"air forces' ratings": -3, "1 for each 3 SAC in excess": -1}


@pytest.mark.rule("tw-29.12")
@pytest.mark.parametrize("face", range(1, 11))
def test_29_12_without_an_airbase_near_baku_marks_count_for_nothing(face: int) -> None:
    found = bombing.resolve(raid(face=face, nationality=-3))
    assert (found.rate, found.narfs) == (2, min(33, 2 * found.effective))
    assert (found.smps_extra, found.rail_lost, found.surrender, found.oil_hits, found.base_loss) == (0, 0, 0, 0, 0)


@pytest.mark.rule("tw-29.12", "tw-5.2.1")
def test_29_12_with_one_criticals_firestorms_and_oil() -> None:
    rows = [bombing.resolve(raid(face=face, nationality=-3, baku=True)) for face in range(1, 11)]
    critical = next(found for found in rows if found.marks == ("*",))
    assert (critical.rate, critical.smps_extra, critical.rail_lost) == (3, 2, 1)
    firestorm = next(found for found in rows if "**" in found.marks)
    assert (firestorm.rate, firestorm.smps_extra, firestorm.rail_lost, firestorm.surrender) == (4, 0, 2, 0)
    face = rows.index(critical) + 1
    oil = bombing.resolve(raid(face=face, nationality=-3, baku=True, oil=True))
    assert (oil.rate, oil.oil_hits, oil.smps_extra) == (2, 1, 0)


@pytest.mark.rule("tw-29.12")
@pytest.mark.rule("tw-5.2.4-ussr")
def test_29_12_oil_far_from_baku_is_refused() -> None:
    assert [no.rule for no in bombing.refusals(raid(oil=True))] == ["29.12"]
    assert not list(bombing.refusals(raid(oil=True, baku=True)))
    assert [no.rule for no in bombing.refusals(raid(by="britain"))] == ["29.12"]


@pytest.mark.rule("tw-29.12")
def test_29_12_in_a_campaign_from_the_boxes_to_the_narfs() -> None:
    placed = after(after(east(), "germany east-box sac=5"), "ussr east-box interceptors=2")
    ended = played(placed, GermansBombEast(), (1, 6))
    same = bombing.resolve(attrs.evolve(eastern_raids.over_ussr(east(), 5, 2), flak_face=1, face=6))
    assert same.narfs and same.attrition == 1
    assert ended.powers["ussr"].narfs == 100 - same.narfs
    assert count(ended, "germany", "sac") == 6 - same.sac_lost - same.attrition
    assert count(ended, "ussr", "int") == 2 - same.int_lost


@pytest.mark.rule("tw-29.12")
def test_29_12_near_baku_germany_chooses_between_industry_and_oil() -> None:
    placed = after(after(east(), "germany east-box sac=6 baku=yes"), "ussr east-box interceptors=2")
    faces = [
        face for face in range(1, 11) if bombing.resolve(raid(face=face, nationality=-3, baku=True)).marks == ("*",)
    ]
    industry = played(placed, GermansBombEast(), (1, faces[0]), ("germany hit industry",))
    assert industry.powers["ussr"].smp_lost == 2 and industry.facts["rail-lost-ussr"] == 1
    oil = played(placed, GermansBombEast(), (1, faces[0]), ("germany hit oil",))
    assert oil.powers["ussr"].smp_lost == 1 and "rail-lost-ussr" not in oil.facts
    assert oil.powers["ussr"].narfs > industry.powers["ussr"].narfs
    assert oil.powers["ussr"].base == placed.powers["ussr"].base


@pytest.mark.rule("tw-29.12")
def test_29_12_a_quarter_of_the_soviet_base_is_the_most() -> None:
    campaign = attrs.evolve(east(30, 0), boxes={"germany": Box(east=30)})
    ended = played(campaign, GermansBombEast(), (1, 10))
    assert ended.powers["ussr"].narfs == 100 - 33
    # Ruling 158: one SMP for each full 20.
    assert ended.powers["ussr"].smp_lost == 1


@pytest.mark.rule("tw-29.12")
def test_29_12_the_same_bomber_does_not_fly_twice_and_mdm_not_at_all() -> None:
    over_britain = attrs.evolve(east(), boxes={"germany": Box(sac=4)})
    assert not refusals(over_britain, "germany east-box sac=2")
    assert rules_of(refusals(over_britain, "germany east-box sac=3")) == ["29.12"]
    lent = with_units(east(sac=0), germany_mdm=3)
    assert rules_of(refusals(lent, "germany east-box sac=1")) == ["29.12"]


@pytest.mark.rule("tw-29.12")
def test_29_12_what_is_not_there_or_not_allowed_is_refused() -> None:
    assert not refusals(east(), "ussr east-box interceptors=2")
    for line in (
        "germany east-box sac=7",
        "germany east-box sac=-1",
        "germany east-box interceptors=1",
        "ussr east-box interceptors=3",
        "ussr east-box sac=1",
        "ussr east-box baku=yes",
        "britain east-box interceptors=1",
    ):
        assert rules_of(refusals(east(), line)) == ["29.12"], line
    assert rules_of(refusals(attrs.evolve(east(), options={}), "germany east-box sac=1")) == ["29.12"]
    assert rules_of(refusals(attrs.evolve(east(), wars={}), "germany east-box sac=1")) == ["29.12"]
    tired = {**east().powers, "germany": attrs.evolve(east().powers["germany"], effort="mle")}
    assert len(refusals(attrs.evolve(east(), powers=tired), "germany east-box sac=1")) == 1


@pytest.mark.rule("tw-29.12")
def test_29_12_the_step_comes_up_with_sac_in_that_war_only() -> None:
    step = steps.sequence()["strategic-warfare.eastern-bombers"]
    assert step.who(east()) == ("germany", "ussr") and not step.skipped(east())
    assert step.skipped(east(sac=0)) and step.skipped(attrs.evolve(east(), options={}))
    assert step.skipped(attrs.evolve(east(), boxes={"germany": Box(sac=6)}))


@pytest.mark.rule("tw-29.12")
def test_29_12_the_forecast_is_exact() -> None:
    order = eastern_raids.EastBox("germany", sac=6)
    found = order.forecast(east())
    assert found is not None
    core = distribution(bombing.BombingCore(), eastern_raids.over_ussr(east(), 6, 2)).of(bombing.resolve)
    assert found.mean(lambda result: result.narfs) == core.mean(lambda result: result.narfs)
