"""Where units stand before a surprise, and beside an ally (6.2.1, 18.2, 21.4, rulings 528, 529)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import Duties
from engine.thewar.ruleset import RULESET
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import posting
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.countries.test_straits import held
from tests.thewar.minors import at_war, moved, with_country
from tests.thewar.world import effect

ALLIED, AXIS = "allied.operations.first-impulse", "axis.operations.first-impulse"
STRENGTHS = {"inf": "6-5", "arm": "6-8", "tac": "1-5-4", "fleet": "1-12-5"}
FORWARD = ("1941-1-spring", ALLIED)


def posted(turn: str, step: str) -> TheWar:
    """Six of each kind of Britain, France and the Soviet Union on the board, in the West's war with Germany."""
    units = {
        f"{power}-{kind}-{700 + number}": Unit(power=power, kind=kind, strength=strength)
        for power in ("britain", "france", "ussr")
        for kind, strength in STRENGTHS.items()
        for number in range(6)
    }
    campaign = attrs.evolve(at(step, turn, ussr={"narfs": 100}), units=units)
    campaign = with_country(campaign, "romania", status="satellite", patron="germany")
    return at_war(campaign, "britain+germany", "france+germany")


def standing(campaign: TheWar, **places: str) -> TheWar:
    """The campaign with units at places, as they came there before."""
    changed = {
        name.replace("_", "-"): attrs.evolve(campaign.units[name.replace("_", "-")], place=where)
        for name, where in places.items()
    }
    return attrs.evolve(campaign, units={**campaign.units, **changed})


def told(campaign: TheWar, rule: str) -> list[tuple[str, bool]]:
    sheet: Any = RULESET.sheet(Duties)
    return [(duty.text, duty.overdue) for duty in sheet.due(campaign) if duty.rule == rule]


# ---------------------------------------------------------------- Britain and France


@pytest.mark.rule("tw-6.2.1-place")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("france station london units=france-inf-700", "no French ground or air unit is in London"),
        ("france station cairo units=france-tac-700", "no French ground or air unit is in Cairo"),
        ("britain station paris units=britain-inf-700", "no British ground unit is in Paris"),
        ("britain station paris units=britain-tac-700", "no British air unit bases in Paris"),
        ("britain station maginot-1631 units=britain-inf-700", "no British ground unit is in the Maginot"),
        ("britain station vichy units=britain-inf-700", "Vichy lies 2 hexes or more from a friendly port"),
        ("britain station vichy units=britain-tac-700", "Vichy lies 2 hexes or more from a friendly port"),
    ],
)
def test_6_2_1_allies_who_stand_apart(line: str, reason: str) -> None:
    start = posted("1940-1-spring", ALLIED)
    text = refused(start, line)
    assert reason in text and ("6.2.1" in text or "9.6.1" in text)
    # Somewhere else on the own side of the Channel, or near a port, they do stand.
    free = "lille" if line.startswith("britain") else "calais"
    free = free if free in start.places else "calais"
    words = line.split()
    assert "6.2.1" not in refused(start, " ".join([*words[:2], free, words[3]]))
    ships = " ".join([*words[:2], "alexandria", f"units={words[0]}-fleet-700"])
    assert "6.2.1" not in refused(start, ships)


@pytest.mark.rule("tw-6.2.1-place")
def test_6_2_1_every_way_into_france_keeps_near_a_port() -> None:
    """By rail, by SMPs, once ports are lost; not in the enemy's player turn, when a retreat takes them there."""
    rail, smp = (posted("1940-1-spring", f"allied.{step}") for step in ("operations.rail", "stratmove.ground"))
    assert "6.2.1" in refused(rail, "britain railmove 1 to=vichy")
    assert "6.2.1" not in refused(rail, "france railmove 1 to=vichy")
    assert "6.2.1" in refused(smp, "britain stratmove ground to=vichy group=inf-6-5")
    near = posted("1940-1-spring", ALLIED)
    assert posting.beyond_ports(near, "lyons") == 0
    lost = held(near, marseilles="germany")
    assert "Lyons lies 3 hexes or more from a friendly port" in refused(
        lost, "britain station lyons units=britain-inf-700"
    )
    retreat = posted("1940-1-spring", AXIS)
    assert "6.2.1" not in refused(retreat, "britain station vichy units=britain-inf-700")
    fallen = at("allied.operations.first-impulse", "1941-1-spring", france={"surrendered": "1940-2-summer"})
    assert posting.beyond_ports(fallen, "vichy") == 0


@pytest.mark.rule("tw-6.2.1-place")
def test_6_2_1_who_was_forced_inland_goes_back_or_is_depleted() -> None:
    driven = standing(posted("1940-1-spring", ALLIED), britain_inf_700="vichy", britain_inf_701="calais")
    [(text, overdue)] = told(driven, "6.2.1")
    assert "goes back within 1 hex of a friendly port, or is Depleted as the Allied player turn ends" in text
    assert not overdue
    ended = effect(attrs.evolve(driven, progress=attrs.evolve(driven.progress, step="end.advance")), EndTurn("germany"))
    assert ended.units["britain-inf-700"].depleted and not ended.units["britain-inf-701"].depleted
    back = after(driven, "britain station calais units=britain-inf-700")
    assert told(back, "6.2.1") == []
    # Who is driven there in the Allied player turn itself has the next one.
    late = after(posted("1940-1-spring", ALLIED), 'overrule "a retreat" britain station vichy units=britain-inf-700')
    late = attrs.evolve(late, progress=attrs.evolve(late.progress, step="end.advance"))
    for power in ("germany", "britain"):
        late = effect(late, EndTurn(power))
    assert not late.units["britain-inf-700"].depleted


# ---------------------------------------------------------------- French aircraft


@pytest.mark.rule("tw-18.2-basing")
def test_18_2_french_aircraft_base_at_the_border_until_summer_1940() -> None:
    start = posted("1940-1-spring", ALLIED)
    line = "france station bordeaux units=france-tac-700"
    text = refused(start, line)
    assert "from Germany and Belgium, French air units base next to them (18.2, ruling 528)" in text
    assert "18.2" not in refused(start, line.replace("bordeaux", "sedan"))
    assert "18.2" not in refused(start, line.replace("tac", "inf"))
    for turn in ("1939-4-winter", "1940-2-summer"):
        assert "18.2" not in refused(moved(start, turn, ALLIED), line)
    assert "French air units base next to the border" in told(start, "18.2")[0][0]


# ---------------------------------------------------------------- the Soviets


@pytest.mark.rule("tw-21.4")
def test_21_4_thirty_soviet_factors_stand_back_and_no_aircraft() -> None:
    start = posted(*FORWARD)
    back = standing(start, ussr_inf_700="moscow", ussr_inf_701="leningrad", ussr_inf_702="stalingrad")
    back = standing(back, ussr_arm_700="smolensk", ussr_inf_703="kiev")
    assert posting.rear(back) == 24
    [(text, overdue)] = told(back, "21.4")
    assert text.endswith(": 24 are recorded further back") and not overdue
    full = after(back, "ussr station kharkov units=ussr-inf-704")
    line = "ussr station kursk units=ussr-inf-705"
    over = refused(full, line)
    assert "36 Soviet ground factors would stand more than 3 hexes from the border, 30 at most (21.4" in over
    assert "21.4" not in refused(full, line.replace("kursk", "lwow"))
    # Who is in the rear moves there; what the board alone places is not counted.
    assert "21.4" not in refused(full, "ussr station kursk units=ussr-inf-700")
    [(text, overdue)] = told(standing(full, ussr_inf_705="orel"), "21.4")
    assert "36 are recorded" in text and overdue
    air = "ussr station moscow units=ussr-tac-700"
    assert "Soviet air units base within 3" in refused(start, air)
    assert "21.4" not in refused(start, air.replace("moscow", "lwow"))


@pytest.mark.rule("tw-21.4")
@pytest.mark.parametrize(
    ("turn", "held_back"),
    [("1940-3-fall", False), ("1940-4-winter", True), ("1941-3-fall", True), ("1941-4-winter", False)],
)
def test_21_4_the_soviets_stand_forward_for_a_year(turn: str, held_back: bool) -> None:
    start = moved(posted(*FORWARD), turn, ALLIED)
    assert ("21.4" in refused(start, "ussr station moscow units=ussr-tac-700")) == held_back
    assert "21.4" not in refused(at_war(start, "germany+ussr"), "ussr station moscow units=ussr-tac-700")
    turkey = attrs.evolve(start, facts={**start.facts, "soviets-released": True})
    assert "21.4" not in refused(turkey, "ussr station moscow units=ussr-tac-700")


@pytest.mark.rule("tw-21.4")
def test_21_4_new_units_and_those_that_come_by_smps_count_too() -> None:
    back = {"ussr_inf_702": "moscow", "ussr_inf_703": "leningrad", "ussr_inf_704": "stalingrad"}
    full = standing(posted("1941-1-spring", "allied.stratmove.ground"), **back, ussr_inf_705="kharkov")
    line = "ussr stratmove ground count={} to=kursk group=inf-6-5"
    assert "21.4" not in refused(full, line.format(1))
    assert "36 Soviet ground factors" in refused(full, line.format(2))
    built = attrs.evolve(full, progress=attrs.evolve(full.progress, step="allied.build.units"))
    pool = at("allied.build.units", pools={"ussr inf 6-5": 9}).pools
    built = attrs.evolve(built, pools=pool)
    assert "21.4" in refused(built, "ussr construct inf-6-5 count=5 place=kursk")
    assert "21.4" not in refused(built, "ussr construct inf-6-5 count=4 place=kursk")


def test_21_4_friends_of_germany_are_behind_the_border_for_ground_units() -> None:
    """Sevastopol lies near Romania and far from Poland (ruling 529)."""
    start = standing(posted(*FORWARD), ussr_inf_700="sevastopol")
    friend = with_country(start, "romania", status="satellite", patron="germany")
    stranger = with_country(start, "romania", status="neutral", patron="")
    assert (posting.rear(friend), posting.rear(stranger)) == (0, 6)


# ---------------------------------------------------------------- variants


def with_variant(campaign: TheWar, *variants: str) -> TheWar:
    return attrs.evolve(campaign, facts={**campaign.facts, **{f"variant-{name}": 1 for name in variants}})


@pytest.mark.rule("tw-21.4", "tw-28.2.3-12")
def test_28_2_3_flexible_defense_lets_forty_factors_and_an_air_unit_stand_back() -> None:
    start = posted(*FORWARD)
    back = standing(start, ussr_inf_700="moscow", ussr_inf_702="stalingrad", ussr_inf_703="kharkov")
    back = standing(back, ussr_inf_704="smolensk", ussr_arm_700="orel")
    tac, foot = "ussr station moscow units=ussr-tac-700", "ussr station kursk units=ussr-inf-705"
    assert "36 Soviet ground factors" in refused(back, foot) and "21.4" in refused(back, tac)
    flexible = with_variant(back, "flexible-defense")
    full = after(flexible, foot, tac)
    assert "21.4" in refused(full, tac.replace("700", "701"))
    assert "42 Soviet ground factors would stand more than 3 hexes from the border, 40 at most" in refused(
        full, "ussr station maikop units=ussr-arm-701"
    )
    [(text, overdue)] = told(full, "21.4")
    assert text.startswith("All but 40 Soviet ground factors, and all aircraft but a TAC or MDM") and not overdue


@pytest.mark.rule("tw-6.2.1-place", "tw-18.2-basing")
@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("france station london units=france-inf-700", "anglo-french-accords"),
        ("britain station vichy units=britain-inf-700", "cooperation-with-britain"),
        ("france station bordeaux units=france-tac-700", "intelligence-coup"),
    ],
)
def test_28_2_1_what_was_played_lifts_these_limits(line: str, variant: str) -> None:
    start = posted("1940-1-spring", ALLIED)
    rule = "18.2" if variant == "intelligence-coup" else "6.2.1"
    assert rule in refused(start, line) and rule not in refused(with_variant(start, variant), line)
    driven = standing(with_variant(start, variant), britain_inf_700="vichy")
    assert (posting.deep(driven) == ()) == (rule == "6.2.1")
