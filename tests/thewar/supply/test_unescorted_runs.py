"""Supply that is run without an escort: announced with its way, met as one naval unit, lost to whole units that nobody
drives off (12.1.2, 12.7.2, rulings 503, 504)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.ground.impulse_over import LeftToTheTable
from engine.thewar.ruleset import RULESET
from engine.thewar.sea.sea_endings import Undisturbed
from engine.thewar.sea.supply_runs import RunSupply
from engine.thewar.sheets import seafield
from engine.thewar.supply import run_ports
from engine.thewar.supply_checks import seen
from engine.thewar.world.state import Patrol, TheWar
from tests.thewar.builds import after
from tests.thewar.endings.scenes import hints, why_not
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply.test_runs_lost import NAMED, cut_off, levels
from tests.thewar.supply.test_sea_paths import LOST, stepping
from tests.thewar.supply.test_sea_paths import closed as reasons
from tests.thewar.world import effect

RUN = "britain run-supply tobruk"
FOUND = "germany intercept-at-sea tobruk units=a-2"


def sailing() -> TheWar:
    """All in Tobruk are out of supply, as is a unit of the board; the Allies announce missions at sea."""
    return stepping(cut_off(said=""), "allied.operations.naval")


def ran(line: str = RUN) -> TheWar:
    return given(sailing(), line)


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_supply_is_run_without_a_ship_and_counts_from_its_announcement() -> None:
    assert levels(sailing()) == ("out", "out")
    run = ran()
    assert levels(run) == ("full", "out"), "who is not in the port keeps his mark"
    assert run.engagements["tobruk"].attackers == () and run.engagements["tobruk"].path == ("levant", "tobruk-waters")
    held = given(run, "britain undisturbed tobruk")
    assert levels(held) == ("full", "out") and not held.engagements
    assert reasons(held) == []
    # The same in the words of a mission.
    assert levels(given(sailing(), "britain mission tobruk facts=supply"))[0] == "full"


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_who_stands_elsewhere_traces_through_the_port_in_the_same_step_and_not_without_a_run() -> None:
    inland = "britain trace b-9 to=london sea=tobruk"
    assert ("12.6.2, 12.7.2, ruling 504", "no supply is run to Tobruk") in why_not(sailing(), inland)
    assert "'britain run-supply tobruk' first" in hints(sailing(), inland)
    assert why_not(sailing(), "britain in-supply places=tobruk") == [
        ("12.6.2, 12.7.2, ruling 504", "between the checks nobody is in supply again but by a supply run")
    ]
    traced = after(ran(), inland)
    assert levels(traced) == ("full", "full")
    assert levels(after(ran(), "britain in-supply units=b-9 sea=tobruk")) == ("full", "full")
    cut = given(given(traced, FOUND), "britain undisturbed tobruk")
    assert levels(cut) == ("out", "out"), "the run is lost"


@pytest.mark.rule("tw-12.7.2")
@pytest.mark.parametrize(
    ("units", "faces", "out"),
    [("a-2", (), True), ("a-1", (1,), True), ("a-1", (10,), False)],
    ids=["aircraft next to its way", "ships that find it", "ships that do not"],
)
def test_12_7_2_a_run_without_an_escort_is_met_as_one_naval_unit_and_cut(
    units: str, faces: tuple[int, ...], out: bool
) -> None:
    where = "distance=1" if units == "a-1" else ""
    by = "italy" if units == "a-1" else "germany"
    met = given(ran(), f"{by} intercept-at-sea tobruk units={units} {where}", *faces)
    assert bool(met.engagements["tobruk"].defenders) == out, "one that is not found sails on"
    done = given(met, "britain undisturbed tobruk")
    assert levels(done) == ("out" if out else "full", "out")
    if out:
        assert done.supply_marks["b-2"] == NAMED, "the mark is as it was"
        assert ("7.9, 12.7.2", "nobody escorts the supply run") in why_not(met, "britain sea-battle tobruk")


@pytest.mark.rule("tw-12.1.2")
def test_12_1_2_who_meets_the_interceptors_fights_for_the_run() -> None:
    met = given(ran(), FOUND)
    aid = given(met, "britain intercept-at-sea tobruk units=b-1 distance=1", 1)
    assert aid.engagements["tobruk"].attackers == ("b-1",)
    fought = given(aid, "britain sea-battle tobruk", 1, 1)
    assert levels(given(fought, "britain break-off yes")) == ("out", "out")
    assert levels(given(given(fought, "britain break-off no"), "germany break-off yes")) == ("full", "out")
    # The Fleet is sunk, and its Flak has left no whole aircraft to cut the line.
    assert levels(given(aid, "britain sea-battle tobruk", *LOST)) == ("full", "out")


@pytest.mark.rule("tw-12.1.2")
def test_12_1_2_who_has_found_a_run_does_not_say_that_nobody_meets_him() -> None:
    met = given(ran(), FOUND)
    early = "germany undisturbed tobruk"
    assert why_not(met, early) == [("7.8, 12.1.2", "Britain may still meet those who have found its supply run")]
    assert not list(Undisturbed.offers(met, "germany")) and list(Undisturbed.offers(met, "britain"))
    assert why_not(ran(), early) == [], "who lets it pass may say so"
    (shown,) = seafield.announced(stepping(met, "allied.operations.interception"), "germany")
    assert shown.orders == (("fight", "britain undisturbed tobruk"),)


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_nobody_is_led_past_a_run_that_was_found() -> None:
    here = "allied.operations.interception"
    (stop,) = RULESET.sequence[here].stops(stepping(given(ran(), FOUND), here))
    assert (stop.power, stop.weight) == ("britain", "roll")
    assert stop.what == "who meets TAC 1-5-4, which has found the supply run to Tobruk; nobody, and it is lost"
    assert "'britain undisturbed tobruk' says that nobody does" in stop.hint
    assert not list(RULESET.sequence[here].stops(stepping(ran(), here)))


def test_12_1_2_a_depleted_interceptor_cuts_no_run() -> None:
    met = given(ran(), FOUND)
    worn = attrs.evolve(met, units={**met.units, "a-2": attrs.evolve(met.units["a-2"], depleted=True)})
    assert levels(given(worn, "britain undisturbed tobruk")) == ("full", "out")


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_what_no_run_is_and_where_the_way_lies() -> None:
    campaign = sailing()
    once = given(ran(), "britain undisturbed tobruk")
    assert why_not(once, RUN) == [
        ("12.7.2, ruling 503", "Britain has run supply to Tobruk without an escort in this turn")
    ]
    assert why_not(once, f"{RUN} units=b-1") == []
    # Nor by way of its Sea Area.
    beside = why_not(once, "britain mission tobruk-waters facts=supply")
    assert beside == [("12.5, 12.7.1", "Tobruk Waters is no port, and no beachhead lies there")]
    assert ("12.7.1", "Tripoli is in the hands of Italy, an enemy") in why_not(campaign, "britain run-supply tripoli")
    assert ("12.7.2", "Tobruk Waters is a Sea Area") in why_not(campaign, "britain run-supply tobruk-waters")
    fleets = {key: unit for key, unit in campaign.units.items() if unit.power != "britain" or unit.kind != "fleet"}
    alone = why_not(attrs.evolve(campaign, units=fleets), RUN)
    assert [rule for rule, _ in alone] == ["12.1.1, 12.7.1, ruling 411"]
    assert ("7.0", "nobody sails") in why_not(campaign, "britain mission tobruk")
    laden = why_not(campaign, "britain mission tobruk facts=supply against=a-1")
    assert ("7.0, 12.7.2", "a supply run without ships does nothing else") in laden
    far = f"{RUN} path=biscay,tobruk-waters"
    checked = attrs.evolve(campaign, options={**campaign.options, "board": "checked"})
    assert any("does not adjoin" in reason for _, reason in why_not(checked, far))
    passes = {"britain": attrs.evolve(campaign.powers["britain"], effort="none")}
    still = attrs.evolve(campaign, powers={**campaign.powers, **passes})
    assert why_not(still, RUN) and why_not(stepping(campaign, "axis.operations.naval"), RUN)
    assert why_not(stepping(campaign, "allied.supply.check"), RUN)


def test_12_7_2_a_patrol_on_its_way_meets_it_and_who_is_at_peace_does_not() -> None:
    out = attrs.evolve(ran(), patrols={"a-1": Patrol(area="levant", since="1940-4-winter")})
    assert why_not(out, "italy intercept-at-sea tobruk units=patrol") == []
    peace = attrs.evolve(out, wars={}, patrols={})
    assert ("6.3.1", "Italy is not at war with Britain") in why_not(peace, "italy intercept-at-sea tobruk units=a-1")


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_the_step_says_where_supply_may_be_run_and_its_form_asks_for_the_port_first() -> None:
    campaign = sailing()
    form = RunSupply.form(campaign, "britain")
    assert form is not None and [field.name for field in form.fields] == ["port", "units", "path"]
    assert form.fields[0].choices[0] == "tobruk"
    (due,) = run_ports.duties(campaign)
    assert due.text == "'run-supply' runs supply over the sea to Tobruk, with an escort or without"
    first = seen.told(cut_off(said=""))
    assert "To Tobruk supply may be run, as missions sail: who is there is in supply from then on." in list(first)
    assert list(run_ports.duties(ran())) == []
    assert RunSupply.form(campaign, "italy") is None
    other = RunSupply.form(campaign, "ussr")
    assert other is not None and other.pattern.startswith("britain "), "for who needs it, of the same seat"
    apart = attrs.evolve(campaign, seats={**campaign.seats, "ussr": "red"})
    assert RunSupply.form(apart, "ussr") is None
    assert any(rule == "1.1" for rule, _ in why_not(campaign, "ussr run-supply tobruk"))
    course = form.fields[2].counters
    assert course is not None
    assert next(line.text for line in course(campaign, {"port": "tobruk"})) == "levant"
    assert "levant" in [line.text for line in course(campaign, {"port": "tobruk", "units": "b-1"})], "from Alexandria"
    quiet = attrs.evolve(campaign, supply_marks={}, supply_places={})
    assert RunSupply.form(quiet, "britain") is None, "nobody needs it"
    (shown,) = seafield.announced(ran(), "britain")
    assert shown.preview.forces == ("a supply run without an escort", "nobody yet")


@pytest.mark.rule("tw-12.7.2")
@pytest.mark.parametrize(("met", "out"), [(False, False), (True, True)], ids=["nobody met it", "it was met"])
def test_12_7_2_a_run_that_is_left_to_the_table(met: bool, out: bool) -> None:
    run = given(ran(), FOUND) if met else ran()
    over = effect(stepping(run, "allied.operations.first-impulse"), LeftToTheTable())
    assert levels(over)[0] == ("out" if out else "full") and not over.engagements


def test_12_7_2_the_refusal_says_when_supply_is_run() -> None:
    severed = attrs.evolve(
        cut_off(said=""), patrols={"a-1": Patrol(area="tobruk-waters", since="1940-4-winter")}, supply_places={}
    )
    line = "britain trace b-2 to=london sea=tobruk"
    assert "'britain run-supply tobruk' in the step 'Naval missions': from then on" in hints(severed, line)
    late = stepping(severed, "allied.supply.check")
    assert "'britain run-supply tobruk' in the step 'Naval missions' of its next player turn" in hints(late, line)
