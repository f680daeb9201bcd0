"""The three checks of supply: when they come up, who is named, who contests it, what is refused (12.0, 12.6.2, rulings
404, 410, 512)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks import third_check
from engine.thewar.supply_checks.naming import Unsupplied
from engine.thewar.world import supply
from engine.thewar.world.state import Grace, SupplyMark, TheWar, Unit
from tests.thewar.supply.pockets import FALL, FIRST, SECOND, SUMMER, THIRD, at_step, given, here, pocket, refused
from tests.thewar.values import wars_of

TWO = {"germany": "axis", "italy": "axis", "ussr": "red", "britain": "west", "us": "west", "france": "west"}


def several(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, seats=TWO)


def grey(campaign: TheWar, step: str) -> str:
    return str(RULESET.sequence[step].skipped(campaign))


def out(campaign: TheWar) -> set[str]:
    return {key for key in campaign.units if supply.level(campaign, key).level == "out"}


# --- when they come up


@pytest.mark.rule("tw-12.0")
def test_12_0_a_quiet_check_passes_by_itself_and_says_why() -> None:
    campaign = pocket("axis.operations.rail")
    for step in (f"axis.{FIRST}", f"axis.{THIRD}", f"allied.{FIRST}", f"allied.{THIRD}"):
        assert grey(campaign, step).startswith("nobody is named as cut off, no fortress is under siege"), step
    assert grey(campaign, f"axis.{SECOND}") == "no ARM, MECH or CAV was out of supply at the first check"


@pytest.mark.rule("tw-12.0")
def test_12_0_a_check_comes_up_where_a_mark_stands_a_siege_runs_or_a_seat_asks() -> None:
    campaign = pocket()
    named = here(campaign, "germany unsupplied units=germany-inf-1")
    assert not grey(named, f"axis.{FIRST}") and not grey(named, f"axis.{THIRD}")
    assert grey(named, f"axis.{SECOND}") and grey(named, f"allied.{FIRST}"), "one INF of the Axis"
    assert not grey(here(campaign, "germany unsupplied units=germany-arm-1"), f"axis.{SECOND}")
    limited = here(campaign, "germany unsupplied units=germany-inf-1 limited=yes")
    assert not grey(limited, f"axis.{FIRST}") and grey(limited, f"axis.{THIRD}"), "a limited source loses nobody"
    besieged = attrs.evolve(campaign, sieges={"fort": 1})
    assert not grey(besieged, f"axis.{FIRST}") and not grey(besieged, f"axis.{THIRD}")
    assert grey(besieged, f"allied.{THIRD}")
    asked = here(pocket("planning.effort"), "ussr ask-supply")
    assert [not grey(asked, f"{half}.{FIRST}") for half in ("axis", "allied")] == [True, True]
    axis = here(pocket("axis.operations.rail"), "ussr ask-supply")
    assert [not grey(axis, f"{half}.{THIRD}") for half in ("axis", "allied")] == [True, False]


@pytest.mark.parametrize(
    ("step", "lines", "says"),
    [
        ("axis.operations.rail", ("ussr ask-supply",), "the Soviet Union has asked already"),
        ("axis.end.minors", (), "the third check of this player turn is over"),
        ("axis.supply.repair", (), "the third check of this player turn is over"),
    ],
)
def test_12_0_who_has_asked_or_comes_too_late_is_told(step: str, lines: tuple[str, ...], says: str) -> None:
    assert says in refused(here(pocket(step), *lines), "ussr ask-supply")


def test_12_0_what_is_asked_for_is_taken_back_and_passes_again() -> None:
    campaign = here(pocket("axis.operations.rail"), "ussr ask-supply")
    again = here(campaign, "ussr ask-supply clear=yes")
    assert again.missions == {} and grey(again, f"axis.{THIRD}")
    assert "the Soviet Union has not asked" in refused(again, "ussr ask-supply clear=yes")


def test_12_0_who_asks_on_the_other_side_speaks_before_the_check_closes() -> None:
    campaign = several(here(pocket("axis.operations.rail"), "ussr ask-supply"))
    check = at_step(campaign, f"axis.{THIRD}")
    assert "the Soviet Union comes before Germany" in refused(check, "germany done", "axis")
    after = given(check, "ussr done", seat="red")
    assert after.progress.step == f"axis.{THIRD}"
    assert given(after, "germany done", seat="axis").progress.step != f"axis.{THIRD}", "for Italy too, whose seat it is"


# --- who is named


@pytest.mark.rule("tw-12.0")
def test_12_0_units_are_named_by_id_or_group_and_places_with_all_in_them() -> None:
    campaign = pocket()
    assert out(here(campaign, "germany unsupplied units=inf-6-5")) == {"germany-inf-1"}
    kiev = here(pocket("allied." + FIRST), "ussr unsupplied places=kiev")
    assert out(kiev) == {"ussr-arm-1", "ussr-inf-1"}
    by_enemy = here(campaign, "ussr unsupplied units=2-inf-6-5 of=germany")
    assert out(by_enemy) == {"germany-inf-1", "germany-inf-2"}
    assert by_enemy.supply_marks["germany-inf-1"] == SupplyMark(
        level="out", side="axis", by="ussr", since=SUMMER, half="axis", check=1, until=SUMMER
    )


@pytest.mark.parametrize(
    ("step", "side", "until"),
    [
        (f"axis.{FIRST}", "germany", SUMMER),
        (f"axis.{THIRD}", "germany", FALL),
        (f"axis.{THIRD}", "ussr", SUMMER),
        (f"allied.{FIRST}", "germany", FALL),
        (f"allied.{FIRST}", "ussr", SUMMER),
        (f"allied.{THIRD}", "ussr", FALL),
    ],
)
def test_12_6_2_a_mark_lasts_to_the_owners_next_third_check(step: str, side: str, until: str) -> None:
    campaign = here(pocket(step), f"{side} unsupplied units={side}-inf-2")
    assert campaign.supply_marks[f"{side}-inf-2"].until == until


BAD = [
    ("germany unsupplied", "nobody is named", "12.0"),
    ("germany unsupplied units=germany-inf-1,germany-inf-1", "a unit is named twice", "12.0"),
    ("germany unsupplied places=kursk,kursk", "a place is named twice", "12.0"),
    ("ussr unsupplied units=ussr-part-1", "is always in supply", "12.1.1"),
    ("germany unsupplied units=ussr-inf-1", "INF 4-5 of the Soviet Union is not on the side of Germany", "12.0"),
    ("germany unsupplied units=germany-sta-1", "besieged as a whole: 'places=fort'", "12.8, 13.2.3"),
    ("germany unsupplied places=azores-box", "lies off the map", "12.0"),
    ("germany unsupplied places=berlin", "nobody on the side of Germany is recorded in Berlin", "12.0"),
    ("ussr unsupplied places=fort", "the fortress of Brest is Germany's", "12.8"),
    ("britain unsupplied units=ussr-inf-1", "Britain does not speak for units of the Soviet Union", "1.1"),
    ("britain unsupplied places=kiev", "Britain does not speak for units of the Soviet Union", "1.1"),
    ("ussr unsupplied units=italy-inf-1 of=germany", "the Soviet Union is not at war with Italy", "ruling 505"),
    ("britain unsupplied places=fort", "the fortress of Brest is Germany's", "12.8"),
    ("ussr unsupplied places=kursk of=italy", "the Soviet Union is not at war with Italy", "ruling 505"),
    ("germany in-supply units=germany-inf-1", "no mark lies on INF 6-5 of Germany", "Nobody has named it"),
    ("germany in-supply places=kursk", "no mark lies on Kursk", "12.0"),
    ("germany contest-supply units=germany-inf-1", "no mark lies on INF 6-5 of Germany", "12.0"),
    ("germany contest-supply units=ussr-inf-1 of=ussr", "the Soviet Union is not on the side of Germany", "12.0"),
    ("decide-supply", "nobody is named", "12.0"),
    ("decide-supply units=germany-inf-1,germany-inf-1", "a unit is named twice", "12.0"),
    ("decide-supply units=germany-inf-1", "no mark lies on INF 6-5 of Germany", "12.0"),
    ("germany third-check", "not in this step (First supply check)", "Its step: Third supply check"),
]


@pytest.mark.rule("tw-12.0")
@pytest.mark.parametrize(("line", "says", "rule"), BAD)
def test_12_0_who_cannot_be_named_is_told_why(line: str, says: str, rule: str) -> None:
    found = refused(with_italians() if "italy" in line else pocket(), line)
    assert says in found and rule in found, found


def with_italians() -> TheWar:
    """An Italian unit beside the Germans in Kursk, and no war between Italy and the Soviet Union."""
    campaign = pocket()
    return attrs.evolve(
        campaign,
        units={**campaign.units, "italy-inf-1": Unit(power="italy", kind="inf", strength="4-5", place="kursk")},
    )


@pytest.mark.rule("tw-12.0")
def test_12_0_who_is_at_war_with_the_owner_names_his_units_and_the_owner_does() -> None:
    campaign = with_italians()
    at_war = attrs.evolve(campaign, wars={**campaign.wars, **wars_of({"italy+ussr": SUMMER})})
    for line in ("ussr unsupplied units=italy-inf-1 of=germany", "ussr unsupplied places=kursk of=italy"):
        assert not refused(at_war, line)
    assert not refused(campaign, "germany unsupplied units=italy-inf-1"), "allies speak for each other"
    assert not refused(campaign, "ussr unsupplied units=germany-inf-1 of=germany")
    # One seat speaks for all its powers of an alliance, of which Germany is at war.
    said = "italy unsupplied units=ussr-inf-1 of=ussr"
    assert not refused(campaign, said)
    apart = attrs.evolve(campaign, seats={**TWO, "italy": "rome"})
    assert "is not at war with the Soviet Union" in refused(apart, said, "rome")


def test_12_0_the_form_lists_the_units_and_places_of_whom_it_names_first() -> None:
    campaign = pocket()
    form = Unsupplied.form(campaign, "germany")
    assert form is not None and [field.name for field in form.fields] == ["of", "units", "places", "limited"]
    boxes = {field.name: field for field in form.fields}
    assert boxes["of"].choices == ("ussr", "britain")
    units, places = boxes["units"].counters, boxes["places"].counters
    assert units is not None and places is not None
    assert {line.text for line in units(campaign, {"of": "ussr"})} == {"arm-6-8", "inf-4-5", "partisan-1-5"}
    assert [(line.text, line.note) for line in places(campaign, {"of": "ussr"})] == [("kiev", "ARM 6-8, INF 4-5")]
    assert {line.text for line in places(campaign, {})} == {"kursk", "fort"}
    peace = attrs.evolve(campaign, wars={})
    assert [line.text for line in places(peace, {"of": "ussr"})] == []
    assert "is not at war with Germany" in refused(peace, "ussr unsupplied places=fort of=germany")
    quiet = Unsupplied.form(peace, "germany")
    assert quiet is not None and quiet.fields[0].name == "units", "nobody else's may be named"


@pytest.mark.parametrize("where", ["places=atlantis", "units=germany-inf-99", "places=kursk of=atlantis"])
def test_12_0_what_nobody_knows_is_refused_over_the_rules_too(where: str) -> None:
    for line in (f"germany unsupplied {where}", f'overrule "agreed" germany unsupplied {where}'):
        try:
            found = refused(pocket(), line)
        except ValueError as unreadable:
            found = str(unreadable)
        assert "there is no" in found or "none is there" in found, found


@pytest.mark.parametrize("step", ["axis.operations.rail", f"axis.{SECOND}", "axis.build.units", "planning.effort"])
def test_12_0_nobody_is_named_between_the_checks(step: str) -> None:
    found = refused(pocket(step), "germany unsupplied units=germany-inf-1")
    assert "not in this step" in found and "First supply check, Third supply check" in found


@pytest.mark.rule("tw-12.3")
def test_12_3_who_is_in_grace_is_not_named_and_no_longer_than_to_his_next_turn() -> None:
    graces = {"germany-arm-1": Grace(kind="exploits", since=SUMMER)}
    campaign = pocket(f"axis.{THIRD}", graces=graces)
    found = refused(campaign, "germany unsupplied units=germany-arm-1")
    assert "exploited in the Second Impulse in Summer 1941" in found and "10.2.7, 12.3" in found
    enemys = at_step(campaign, f"allied.{FIRST}")
    assert "exploited in the Second Impulse" in refused(enemys, "ussr unsupplied units=germany-arm-1 of=germany")
    assert out(here(campaign, "germany unsupplied places=kursk")) == {
        "germany-inf-1",
        "germany-tac-1",
        "germany-fleet-1",
    }
    assert not refused(at_step(campaign, f"axis.{FIRST}", 1), "germany unsupplied units=germany-arm-1")


@pytest.mark.rule("tw-12.0")
def test_12_0_nobody_in_a_place_that_is_out_of_supply_is_limited_alone_and_who_was_is_lost_with_the_others() -> None:
    campaign = given(pocket(), "germany unsupplied places=kursk")
    alone = refused(campaign, "germany unsupplied units=germany-inf-1 limited=yes")
    assert "all in Kursk is out of supply, INF 6-5 of Germany too (12.0, 12.2.3, ruling 505" in alone
    limited = given(pocket(), "germany unsupplied units=germany-inf-2 limited=yes")
    came = given(limited, "germany unsupplied places=kursk")
    there = attrs.evolve(
        came, units={**came.units, "germany-inf-2": attrs.evolve(came.units["germany-inf-2"], place="kursk")}
    )
    assert supply.level(there, "germany-inf-2").level == "out", "as all in the place where it is now"
    late = third_check.toll(at_step(there, f"axis.{THIRD}"), "germany")
    assert late.late == ("germany-inf-2",), "marked with the place, and lost at the next third check alone"


def test_12_0_named_again_a_unit_is_out_or_limited_and_never_both() -> None:
    campaign = here(pocket(), "germany unsupplied units=germany-inf-1 limited=yes")
    assert "is named already as on a limited source" in refused(
        campaign, "germany unsupplied units=germany-inf-1 limited=yes"
    )
    now = here(campaign, "germany unsupplied places=kursk")
    assert supply.level(now, "germany-inf-1").level == "out"
    assert len(now.supply_marks) == 4 and now.supply_marks["germany-inf-1"].level == "out"
    assert "all in Kursk is named already as out of supply" in refused(now, "germany unsupplied places=kursk")


def test_12_0_in_supply_again_a_place_takes_the_marks_of_all_in_it_with_it() -> None:
    campaign = at_step(here(pocket(), "germany unsupplied places=kursk"), f"axis.{THIRD}")
    found = refused(campaign, "germany in-supply units=germany-inf-1")
    assert "Kursk was named with all in it, INF 6-5 of Germany too" in found and "'places=kursk' takes it off" in found
    assert here(campaign, "germany in-supply places=kursk").supply_marks == {}
    away = {**campaign.units, "germany-inf-1": attrs.evolve(campaign.units["germany-inf-1"], place="board")}
    left = here(attrs.evolve(campaign, units=away), "germany in-supply units=germany-inf-1")
    assert set(left.supply_marks) == {"germany-arm-1", "germany-tac-1", "germany-fleet-1"}


# --- the second check


@pytest.mark.rule("tw-12.6.2")
@pytest.mark.example("12.6.2", "6-8 ARM in Kursk: out, no First Impulse; freed in it, the Second Impulse")
def test_12_6_2_example_1_a_mobile_unit_that_is_freed_moves_in_the_second_impulse() -> None:
    campaign = here(pocket(f"allied.{FIRST}"), "ussr unsupplied units=ussr-arm-1")
    moving = at_step(campaign, "allied.operations.first-impulse")
    (said,) = supply.supplied(moving, ["ussr-arm-1"], "move")
    assert said.rule.startswith("12.6.1") and "ground units do not move" in said.reason
    check = at_step(campaign, f"allied.{SECOND}")
    (stop,) = RULESET.sequence[f"allied.{SECOND}"].stops(check)
    assert stop.weight == "roll" and "ARM 6-8 of the Soviet Union" in stop.what
    freed = here(check, "ussr in-supply units=ussr-arm-1")
    assert list(supply.supplied(at_step(freed, "allied.operations.second-impulse"), ["ussr-arm-1"], "move")) == []
    assert list(supply.supplied(at_step(check, "allied.operations.second-impulse"), ["ussr-arm-1"], "move"))


@pytest.mark.rule("tw-12.6.2")
@pytest.mark.example("12.6.2", "4-8 MECH between Smolensk and Bryansk: began in supply, so it moves in the Second")
def test_12_6_2_example_2_who_began_in_supply_is_not_named_before_the_second_impulse() -> None:
    campaign = pocket(f"axis.{SECOND}")
    found = refused(campaign, "ussr unsupplied units=germany-arm-1 of=germany")
    assert "not in this step (Second supply check)" in found
    assert grey(pocket("axis.operations.combat"), f"axis.{SECOND}")
    assert list(supply.supplied(at_step(campaign, "axis.operations.second-impulse"), ["germany-arm-1"], "move")) == []


@pytest.mark.rule("tw-12.6.2")
def test_12_6_2_at_the_second_check_nobody_else_is_freed() -> None:
    campaign = at_step(here(pocket(), "germany unsupplied places=kursk"), f"axis.{SECOND}")
    for line in ("germany in-supply units=germany-inf-1", "germany in-supply places=kursk"):
        found = refused(campaign, line)
        assert "only ARM, MECH and CAV of the phasing side" in found and "12.6.2" in found
    freed = here(campaign, "germany in-supply units=germany-arm-1")
    assert out(freed) == {"germany-inf-1", "germany-tac-1", "germany-fleet-1"}, "whatever lies on the place"


# --- contested


def contested(*lines: str) -> TheWar:
    campaign = several(here(pocket(), "ussr ask-supply", "ussr unsupplied units=germany-inf-1 of=germany"))
    return here(campaign, *lines)


@pytest.mark.rule("tw-12.0")
def test_12_0_what_the_other_side_says_is_contested_and_the_table_decides() -> None:
    campaign = contested()
    assert "the Soviet Union has named INF 6-5 of Germany at this check" in refused(
        campaign, "germany in-supply units=germany-inf-1", "axis"
    )
    campaign = here(campaign, "germany contest-supply units=germany-inf-1")
    assert campaign.supply_marks["germany-inf-1"].contested
    done = given(campaign, "ussr done", seat="red")
    found = refused(done, "germany done", "axis")
    assert "the table's word on INF 6-5 of Germany, which is contested first" in found and "'decide-supply'" in found
    stands = here(done, "decide-supply units=germany-inf-1")
    assert out(stands) == {"germany-inf-1"} and not refused(stands, "germany done", "axis")
    assert out(here(done, "decide-supply units=germany-inf-1 stands=no")) == set()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("italy contest-supply units=germany-inf-2", "no mark lies on INF 6-5 of Germany"),
        ("ussr contest-supply units=germany-inf-1 of=germany", "Germany is not on the side of the Soviet Union"),
        ("germany in-supply units=germany-inf-1", "the owner contests it"),
        ("germany contest-supply units=germany-inf-1", "is contested already"),
    ],
)
def test_12_0_contesting_has_its_bounds(line: str, says: str) -> None:
    assert says in refused(contested("germany contest-supply units=germany-inf-1"), line)


def test_12_0_nobody_contests_his_own_word_nor_what_he_has_closed_on() -> None:
    own = here(pocket(), "germany unsupplied units=germany-inf-1")
    assert "was named by its own side" in refused(own, "germany contest-supply units=germany-inf-1")
    late = at_step(contested(), f"axis.{THIRD}")
    assert "a check of its owner has closed on that" in refused(late, "germany contest-supply units=germany-inf-1")
    later = at_step(contested(), f"axis.{FIRST}", 1)
    assert "no mark lies on" in refused(later, "germany contest-supply units=germany-inf-1"), "its date is over"
    at_enemys = several(here(pocket(f"allied.{THIRD}"), "ussr unsupplied units=germany-inf-1 of=germany"))
    assert not refused(at_step(at_enemys, f"axis.{FIRST}", 1), "germany contest-supply units=germany-inf-1", "axis")


def test_12_0_the_table_takes_back_what_was_said_this_turn_and_no_later() -> None:
    campaign = at_step(here(pocket(), "germany unsupplied places=kursk"), "axis.build.units")
    assert here(campaign, "decide-supply places=kursk stands=no").supply_marks == {}
    assert "nobody contests that" in refused(campaign, "decide-supply places=kursk")
    limited = here(pocket(), "germany unsupplied units=germany-inf-1 limited=yes")
    later = at_step(limited, "axis.build.units", 1)
    assert "that turn is closed" in refused(later, "decide-supply units=germany-inf-1 stands=no")


def test_12_0_with_several_seats_the_table_decides_by_consent() -> None:
    found = refused(contested(), "decide-supply units=germany-inf-1 stands=no", "axis")
    assert "propose" in found


def test_12_0_a_mark_is_seen_by_every_seat() -> None:
    from engine.kernel import judging

    campaign = contested()
    for seat in ("axis", "red", "west"):
        assert judging.seen(campaign, seat).supply_marks == campaign.supply_marks


def test_12_0_out_of_supply_nothing_is_done_where_the_other_seat_stands() -> None:
    campaign = several(pocket())
    with pytest.raises(Refused, match="seat"):
        given(campaign, "germany unsupplied units=germany-inf-1", seat="red")
