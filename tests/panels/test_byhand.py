"""The models of steps done by hand, of forms, and of the line of losses."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.forms import written
from engine.kernel.orders import Field, Form
from engine.thewar.building.loss_line import TableLosses, owner_named
from tests.panels.desks import desk, in_greece, past_efforts
from tui.models.byhand import by_hand
from tui.models.edit import Edit
from tui.models.forms import cycled, filled, fitting, form_of, meant, name_of
from tui.models.led_past import onward, watch
from tui.models.occasions import occasions, said


@pytest.fixture(scope="module")
def points() -> Any:
    return past_efforts(desk())


@pytest.fixture(scope="module")
def winter() -> Any:
    return in_greece()


def model(found: Any, typed: dict[str, str] | None = None) -> Any:
    return by_hand(found, found.outlook(), found.checklist(), typed or {})


def test_a_step_by_hand_says_what_to_do_for_whom_and_by_which_rule(points: Any) -> None:
    found = model(points)
    assert found.title == "Political points and espionage chits"
    assert found.lines and found.rule == "16.1.1, 16.1.7"
    assert found.who == "all powers"
    assert found.orders == ("italy done",)
    assert [form.verb for form in found.forms] == ["points"]


def test_one_key_passes_to_the_next_decision_and_says_through_what(points: Any) -> None:
    found = model(points)
    assert found.onward == "italy done through planning.propaganda"
    assert found.onward_title == "British propaganda in the U.S."
    assert found.onward_next == "Declarations of war"
    assert points.judge(found.onward) == ()


def test_passing_on_stops_where_another_segment_asks_for_orders() -> None:
    found = past_efforts(desk())
    watch(found, lambda weight: False)
    assert model(found).onward_next == "Axis Build, repair, upgrade"
    assert model(found).onward == "italy done through declarations.declare"


def test_passing_on_may_end_the_turn(points: Any) -> None:
    marks = points.checklist()
    here = next(at for at, mark in enumerate(marks) if mark.step.id == "allied.end.minors")
    moved = tuple(
        attrs.evolve(mark, state="now" if at == here else "done" if at < here else mark.state)
        for at, mark in enumerate(marks)
    )
    found = onward(points, moved)
    assert found.last is not None and found.following is None


def test_nothing_is_passed_where_a_decision_is_next(winter: Any) -> None:
    found = onward(winter, winter.checklist())
    assert found.last is None
    assert found.following is not None and found.following.id == "axis.build.units"
    assert model(winter).onward == ""


def test_steps_just_skipped_are_named_with_the_reason(winter: Any) -> None:
    titles = [title for title, _ in model(winter).passed]
    assert "Iceland and the Faeroes" in titles and "Declarations of war" not in titles


def test_why_a_step_comes_up(winter: Any, points: Any) -> None:
    assert model(winter).occasions[0] == "Germany and Greece at war"
    assert model(points).occasions == ("Spring and Fall",)
    assert said(winter.campaign, "war:germany+ussr") == "Germany and the Soviet Union at war"
    assert said(winter.campaign, "status:poland=satellite") == "Poland satellite"
    assert said(winter.campaign, "effort:second-impulse") == "an effort allows second impulse"
    assert said(winter.campaign, "omen:raven") == "omen: raven"
    sequence = winter.ruleset.sequence
    assert occasions(winter, sequence["planning.effort"]) == ()
    assert occasions(winter, sequence["income.growth"]) == ("Spring", "from Spring 1941")


def test_every_condition_of_a_step_is_said_in_words(winter: Any) -> None:
    asked = {text for step in winter.ruleset.sequence.steps for text in step.occasion.conditions}
    told = {text: said(winter.campaign, text) for text in asked}
    assert (
        len(told) > 40 and {text for text, words in told.items() if ":" in words or "{" in words or not words} == set()
    )
    assert told["without:simplified-bombing"] == "without option simplified bombing"
    assert told["effort:not-pass"] == "an effort is more than a Pass"


def test_a_typed_figure_becomes_a_ruling_in_the_same_batch(winter: Any) -> None:
    found = model(winter, {"facts.greek-airbase-open": "no"})
    assert [field.changed for field in found.fields] == [True]
    assert found.refusals == ()
    assert found.orders == (
        'ruling facts.greek-airbase-open no because "Airbase in Greece (23.23)"',
        "germany done",
    )
    copy = in_greece()
    copy.do(found.orders)
    assert copy.campaign.facts["greek-airbase-open"] is False
    assert copy.outlook().step != "declarations.greek-airbase"


def test_a_figure_typed_as_it_stands_changes_nothing(winter: Any) -> None:
    assert model(winter, {"facts.greek-airbase-open": "yes"}).orders == ("germany done",)


def test_a_figure_of_a_wrong_shape_is_refused_before_enter() -> None:
    found = desk("1943-1-spring", "strategic-warfare.allied-partisans", facts={"allied-partisans": True})
    assert "is not a whole number" in model(found, {"powers.germany.smp_lost": "many"}).refusals[0].reason
    assert model(found, {"powers.germany.smp_lost": "1"}).refusals == ()


def test_a_figure_with_choices_takes_no_other(winter: Any) -> None:
    found = model(winter, {"facts.greek-airbase-open": "perhaps"})
    assert found.refusals[0].reason == "'perhaps' is none of these"
    assert "yes, no" in found.refusals[0].hint


CAPTURE = Form(
    "capture",
    "A place changes hands",
    "capture {what} {by}",
    (
        Field("what", "place", "1.2", choices=("warsaw", "kiev", "paris", "libya")),
        Field("by", "taken by", choices=("germany", "ussr", "us")),
    ),
)


def edits(**given: str) -> dict[str, Edit]:
    return {name: Edit.of(text) for name, text in given.items()}


def test_a_form_says_what_is_missing_then_what_the_rules_say(points: Any) -> None:
    empty = filled(points, CAPTURE, edits(), 0)
    assert empty.missing == ("place", "taken by")
    assert not empty.ready
    at_war = desk(step="axis.operations.supply")
    at_war.do(['ruling wars.germany+ussr 1939-3-fall because "to take"'])
    full = filled(at_war, CAPTURE, edits(what="Kie", by="germany"), 1)
    assert full.line == "capture kiev germany"
    assert full.ready
    assert full.effects
    points = desk(step="axis.operations.supply")
    peace = filled(points, CAPTURE, edits(what="Kie", by="germany"), 1)
    assert "with which Germany is not at war" in peace.verdict.refusals[0].reason and not peace.ready
    refused = filled(points, CAPTURE, edits(what="kiev", by="ussr"), 1)
    assert not refused.ready
    assert "holds Kiev already" in refused.verdict.refusals[0].reason


def test_a_form_names_the_box_with_what_cannot_be_read(points: Any) -> None:
    fields = (
        Field("area", "where"),
        Field("units", "ships", listed=True),
        Field("distance", "Sea Areas from their port", default="0"),
    )
    pattern = "britain intercept-at-sea {area} units={units} distance={distance}"
    form = Form("intercept-at-sea", "Interception at sea", pattern, fields)
    number = filled(points, form, edits(area="north-sea", units="fleet", distance="west-baltic"), 2).verdict
    assert number.problem == "Sea Areas from their port: 'west-baltic' cannot be read"
    assert number.expected == "a whole number"
    names = filled(points, form, edits(area="north-sea", units="Flügel", distance="3"), 1).verdict
    assert names.problem == "ships: 'flügel' cannot be read"
    # Who names no ships of the board is shown the box in which that word stands.
    none = filled(points, form, edits(area="north-sea", units="stuka", distance="3"), 1).verdict
    assert none.problem == "ships: 'stuka' is no kind of unit"
    # Of a single box there is no other.
    losses = Form("losses", "Losses", "losses {line}", (Field("line", "losses"),))
    assert filled(points, losses, edits(line="germany 0 inf"), 0).verdict.problem.startswith("no units are named")


def test_choices_are_found_by_id_name_or_a_word_in_it(points: Any) -> None:
    campaign = points.campaign
    assert [offer.value for offer in fitting(campaign, "w", ("warsaw", "kiev"))] == ["warsaw"]
    assert [offer.value for offer in fitting(campaign, "union", ("germany", "ussr"))] == ["ussr"]
    assert [offer.value for offer in fitting(campaign, "", ("germany", "ussr"))] == ["germany", "ussr"]
    assert meant(campaign, "us", ("ussr", "us")) == "us"
    assert meant(campaign, "the united states", ("ussr", "us")) == "us"
    assert meant(campaign, "p", ("paris", "poland")) == "p"
    assert name_of(campaign, "libya") == "Libya"
    assert name_of(campaign, "no-such") == "no-such"


def test_choices_turn_round(points: Any) -> None:
    field = CAPTURE.fields[1]
    assert cycled(points.campaign, field, "germany", 1) == "ussr"
    assert cycled(points.campaign, field, "germany", -1) == "us"
    assert cycled(points.campaign, field, "", 1) == "germany"
    assert cycled(points.campaign, Field("free", "free"), "text", 1) == "text"


def test_an_empty_box_of_a_keyed_argument_leaves_it_out_and_text_is_quoted() -> None:
    form = Form("x", "x", 'x {a} b={b} because "{why}"', (Field("a", "a"), Field("b", "b"), Field("why", "why")))
    assert written(form, {"a": "one", "why": 'so "there"'}) == 'x one because "so \\"there\\""'
    assert written(form, {"a": "one", "b": "two", "why": "w"}) == 'x one b=two because "w"'


def test_forms_come_from_the_ruleset(points: Any) -> None:
    found = form_of(points, "capture", "germany")
    assert found is not None and "kiev" in found.fields[0].choices
    assert form_of(points, "no-such", "germany") is None


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", "germany"),
        ("ger", "germany"),
        ("germany ", "-1"),
        ("germany d", "dep"),
        ("germany -2 ", "arm-8-8"),
        ("germany -2 inf", "inf-6-5"),
        ("germany dep ", "arm-8-8"),
        ("germany rep ", "inf-6-5"),
        ("germany +1 ", "inf-6-5"),
        ("sov -1 ", "inf-4-5"),
        ("germany -2 inf-6-5, ", "-1"),
        ("germany -2 inf-6-5, dep ", "arm-8-8"),
        ("germany -2 inf-6-5; po", "poland"),
        ("germany -2 inf-6-5; ", "germany"),
    ],
)
def test_the_line_of_losses_is_completed(points: Any, typed: str, first: str) -> None:
    found = TableLosses().offers(points.campaign, typed)
    assert found and found[0].text == first


def test_losses_offer_only_what_is_there(points: Any) -> None:
    line, now = TableLosses(), points.campaign
    assert [offer.label for offer in line.offers(now, "germany rep ")] == ["INF 6-5: 1"]
    assert line.offers(now, "germany nonsense ") == ()
    assert line.offers(now, "nobody -1 ") == ()
    assert [owner_named(now, word) for word in ("sov", "ger", "zz")] == ["ussr", "germany", ""]
