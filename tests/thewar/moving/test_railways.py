"""Rail capacity, what cuts it and how it is used up (5.2.1, 5.2.2, 9.1.2, 25.4)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.judging import judge
from engine.kernel.reading import understand
from engine.thewar.moving import railways
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import ledger
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import tallies
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.supply_lines import standing, why
from tests.thewar.world import after, effect

STEP = "operations.rail"


def capacity(campaign: TheWar, power: str) -> int:
    """Railmoves of a power this turn, used ones included."""
    return railways.railmoves(campaign, power).total


def used_up(power: str, number: int, side: str = "allied") -> list[tuple[str, str]]:
    """Why one more than so many railmoves is refused; that so many are not is asserted."""
    start = standing(step=STEP, side=side)
    assert why(start, f"{power} railmove {number}") == []
    last = after(start, f"{power} railmove {number}")
    assert railways.remaining(last, power).total == 0
    return why(last, f"{power} railmove 1")


@pytest.mark.rule("tw-9.1.2")
@pytest.mark.parametrize(
    ("power", "side", "number"),
    [
        ("germany", "axis", 6),
        ("italy", "axis", 2),
        ("ussr", "allied", 8),
        ("britain", "allied", 3),
        ("us", "allied", 3),
        ("france", "allied", 2),
    ],
)
def test_9_1_2_each_power_has_its_railmoves_and_no_more(power: str, side: str, number: int) -> None:
    ((rule, reason),) = used_up(power, number, side)
    assert rule == "9.1.2" and reason.startswith("it takes 1 railmoves") and reason.endswith("has 0 left")


@pytest.mark.rule("tw-9.1.2")
def test_9_1_2_a_minor_country_has_two_of_its_own() -> None:
    lands = {"romania": {"status": "satellite", "patron": "germany"}}
    start = standing(step=STEP, side="axis", countries=lands)
    assert why(start, "germany railmove 2 country=romania") == []
    moved = after(start, "germany railmove 2 country=romania")
    assert why(moved, "germany railmove 1 country=romania") == [("9.1.2", "it takes 1 railmoves, Romania has 0 left")]
    assert why(moved, "germany railmove 6") == []
    assert why(start, "italy railmove 1 country=romania") == [("9.1.2", "Romania is no Satellite of Italy")]


@pytest.mark.rule("tw-9.1.2")
def test_9_1_2_the_soviets_have_six_without_moscow() -> None:
    start = standing(step=STEP, places={"moscow": "germany"})
    assert [(line.label, line.value) for line in railways.railmoves(start, "ussr").lines] == [
        ("rail capacity", 8),
        ("Moscow lost", -2),
    ]
    assert why(start, "ussr railmove 6") == []
    assert why(start, "ussr railmove 7")[0][0] == "9.1.2"
    assert capacity(standing(step=STEP), "ussr") == 8, "Moscow is retaken"


@pytest.mark.rule("tw-9.1.2")
def test_9_1_2_no_rail_in_north_africa_nor_to_boxes() -> None:
    start = standing(step=STEP)
    assert why(start, "britain railmove 1 to=cairo") == [("9.1.2", "no rail runs to Cairo")]
    assert why(start, "us railmove 1 to=us-box")[0][0] == "9.1.2"
    assert why(start, "britain railmove 1 to=london") == []
    assert why(start, "britain railmove 1 to=atlantis")[0][0] == "9.1.1"


@pytest.mark.rule("tw-9.1.2-east")
def test_9_1_2_german_railmoves_in_the_1939_soviet_union_count_twice() -> None:
    start = standing(step=STEP, side="axis")
    assert why(start, "germany railmove 3 in-ussr=yes") == []
    assert why(start, "germany railmove 4 in-ussr=yes") == [("9.1.2", "it takes 8 railmoves, Germany has 6 left")]
    by_place = after(start, "germany railmove 2 to=kiev")
    assert railways.remaining(by_place, "germany").total == 2
    italian = after(start, "italy railmove 2 in-ussr=yes")
    assert railways.remaining(italian, "italy").total == 0, "German ones alone"
    soviet = after(standing(step=STEP), "ussr railmove 2 to=kiev")
    assert railways.remaining(soviet, "ussr").total == 6


@pytest.mark.rule("tw-9.1.2-hit")
@pytest.mark.parametrize(("lost", "left"), [(1, 5), (2, 4), (7, 0)])
def test_9_1_2_critical_hits_and_firestorms_cut_it(lost: int, left: int) -> None:
    start = standing(step=STEP, side="axis", facts={"rail-lost-germany": lost})
    assert capacity(start, "germany") == left
    assert why(start, f"germany railmove {left + 1}")[0][1].endswith(f"Germany has {left} left")
    titles = dict(ledger.causes(start, "germany"))
    assert titles["Railmoves"].total == left


@pytest.mark.rule("tw-9.1.2-hit")
def test_25_4_a_marked_partisan_result_costs_the_occupier_a_railmove_and_an_smp() -> None:
    start = standing(step=STEP, side="axis")
    cut = after(after(start, "partisans-cut germany"), "partisans-cut italy")
    assert [capacity(cut, power) for power in ("germany", "italy")] == [5, 1]
    assert cut.powers["germany"].smp_lost == start.powers["germany"].smp_lost + 1
    # The roll of the partisan war cuts by itself: given beside it, it would be counted twice.
    order = understand(RULESET, "partisans-cut germany", start)
    (refusal,) = judge(RULESET, start, order, next(iter(start.seats.values())))
    assert "this order is no longer given" in str(refusal) and "POWER partisan-war OCCUPIER" in str(refusal)


@pytest.mark.rule("tw-9.1.2")
def test_9_1_2_in_its_step_under_an_effort_that_allows_it_and_anew_next_turn() -> None:
    start = standing(step=STEP, side="axis")
    order = understand(RULESET, "germany railmove 2", start)
    assert judge(RULESET, start, order, "solo") == ()
    later = standing(step="operations.first-impulse", side="axis")
    assert any(one.reason.startswith("not in this step") for one in judge(RULESET, later, order, "solo"))
    passing = attrs.evolve(
        start, powers={**start.powers, "germany": attrs.evolve(start.powers["germany"], effort="pass")}
    )
    assert "allows no rail movement" in why(passing, "germany railmove 2")[0][1]
    moved = after(start, "germany railmove 6")
    assert tallies.used(moved, "germany", tallies.RAILMOVES) == 6
    ended = effect(moved, EndTurn("germany"))
    assert RULESET.sequence[start.progress.step].at_table
    assert railways.remaining(ended, "germany").total == 6


BY_RAIL = {
    "germany-inf-801": Unit(power="germany", kind="inf", strength="6-5", place="berlin"),
    "germany-inf-802": Unit(power="germany", kind="inf", strength="6-5"),
    "germany-arm-803": Unit(power="germany", kind="arm", strength="8-8", immobile=True),
    "germany-part-804": Unit(power="germany", kind="partisan", strength="1-5"),
    "romania-inf-805": Unit(power="romania", kind="inf", strength="2-5"),
    "britain-inf-806": Unit(power="britain", kind="inf", strength="4-5", place="suez"),
}


def passengers(**changed: Unit) -> TheWar:
    return attrs.evolve(standing(step=STEP, side="axis"), units={**BY_RAIL, **changed})


@pytest.mark.rule("tw-9.1.1")
def test_9_1_1_who_is_named_goes_leaves_his_place_and_is_told() -> None:
    start = passengers()
    order = understand(RULESET, "germany railmove 2 to=breslau units=2-inf-6-5", start)
    told = "Germany moves 2 INF 6-5 by rail to Breslau: 2 of 6 railmoves"
    assert order.sentence(start) == told
    moved = effect(start, order)
    assert {moved.units[key].place for key in ("germany-inf-801", "germany-inf-802")} == {"board"}
    assert [deed.who for deed in moved.missions.values() if deed.deed == "moved"] == list(BY_RAIL)[:2]
    few = understand(RULESET, "germany railmove 3 to=breslau units=inf-6-5", start)
    assert few.sentence(start) == (
        "Germany moves 3 units by rail to Breslau, INF 6-5 among them: 3 of 6 railmoves; "
        "about 3 hexes from Berlin, within 25 (9.1.1)"
    )
    assert why(start, few.text) == []
    form = railways.Railmove.form(start, "germany")
    count = next(field.proposes for field in form.fields if field.name == "count") if form else None
    assert count is not None
    assert [count(start, {"units": one}) for one in ("", "2-inf-6-5,germany-inf-801")] == ["1", "3"]


@pytest.mark.rule("tw-9.1.1")
@pytest.mark.parametrize(
    ("named", "rule", "reason"),
    [
        ("1 units=2-inf-6-5", "9.1.2", "2 units are named and 1 go"),
        ("1 units=germany-arm-803", "24.1", "ARM 8-8 has no oil to move"),
        ("1 units=germany-part-804", "9.1.1", "goes not by rail"),
        ("1 units=romania-inf-805", "9.1.2", "INF 2-5 belongs to Romania, not to Germany"),
        ("1 to=berlin units=germany-inf-801", "9.1.1", "INF 6-5 is there already"),
        ("1 origin=breslau units=germany-inf-801", "9.1.1", "INF 6-5 is in Berlin, not in Breslau"),
        ("2 units=germany-inf-801,germany-inf-801", "9.1.1", "a unit is named twice"),
    ],
)
def test_9_1_1_who_goes_not_by_rail_is_refused(named: str, rule: str, reason: str) -> None:
    assert any(said == rule and reason in text for said, text in why(passengers(), f"germany railmove {named}"))
