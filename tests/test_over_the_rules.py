"""What is overruled is a rule, never a shape: orders that nothing can carry out are refused and nothing is written."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import outlook, play, reading
from engine.kernel.changes import Entry
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from engine.kernel.ruleset import of
from engine.kernel.telling import sentence
from engine.thewar.world.state import Engagement
from tests import fuzzing
from tui.cli.output import clean


def given(campaign: Any, line: str, seat: str = "solo") -> Any:
    rules = of(campaign)
    order = reading.understand(rules, line, campaign)
    return play.submit(rules, campaign, [order], seat=seat, dice=fuzzing.DICE, n=1)[-1].campaign


def refused(campaign: Any, line: str, seat: str = "solo") -> str:
    with pytest.raises(Refused) as found:
        given(campaign, line, seat)
    return " ".join(str(one) for one in found.value.refusals)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('overrule "x" italy done through foo', "there is no step 'foo'"),
        ('overrule "x" germany revive-fascism', "it cannot be carried out at all: no 'northern-italy' there"),
        ('overrule "x" late germany revive-fascism', "it cannot be carried out at all"),
        ('overrule "x" late germans-bomb-east', "the rules give this order, no seat does"),
        ("late germans-bomb-east", "the rules give this order, no seat does"),
        ('overrule "x" ussr overrun karelia', "it cannot be carried out at all"),
        ('ruling powers.italy.side nowhere because "x"', "there is no 'nowhere'"),
    ],
)
def test_what_cannot_be_carried_out_is_refused_under_overrule(line: str, reason: str) -> None:
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    assert reason in refused(campaign, line)


@pytest.mark.parametrize(
    ("scenario", "line", "reason"),
    [
        ("1939-campaign", "germany declare germany", "Germany declares no war on itself (6.4.1)"),
        ("battle-of-the-atlantic", "germany war germany", "Germany fights no war with itself (25.66)"),
    ],
)
def test_a_war_with_itself_is_refused_whatever_stands_before_it(scenario: str, line: str, reason: str) -> None:
    campaign = fuzzing.opening(scenario, 1, 1, options=False)
    for before in ("", 'overrule "x" ', "late ", 'overrule "x" late '):
        assert reason in refused(campaign, before + line)
    other = 'overrule "x" germany declare us' if scenario == "1939-campaign" else "germany war us"
    assert "germany+us" in given(campaign, other).wars


@pytest.mark.parametrize(
    "line", ["germany settle italy", "late germany hit-ship attack", 'overrule "x" france hit-ship germany all=no']
)
def test_a_decision_that_nobody_awaits_is_not_overruled(line: str) -> None:
    campaign = fuzzing.opening("strategic-bombing", 1, 1, options=False)
    for before in ("", 'overrule "x" '):
        if before and line.startswith("overrule"):
            continue
        with pytest.raises(Refused):
            given(campaign, before + line)


def test_a_seat_without_a_power_to_move_is_offered_forms_of_its_own() -> None:
    """A World at War with two seats: research is entered for any power, whoever has ended the step."""
    campaign = fuzzing.opening("global-war", 1, 2, options=False)
    while campaign.progress.step != "start.research":
        shown = [outlook.outlook(of(campaign), campaign, seat) for seat in dict.fromkeys(campaign.seats.values())]
        seat, choice = next((one.seat, c.text) for one in shown for c in one.choices if not c.refused)
        campaign = given(campaign, choice, seat)
    seat = campaign.seats["germany"]
    campaign = given(campaign, "germany done", seat)
    assert campaign.progress.step == "start.research"
    forms = outlook.outlook(of(campaign), campaign, seat).forms
    assert forms
    mine = {power for power, holder in campaign.seats.items() if holder == seat}
    assert {form.pattern.split()[0] for form in forms} <= mine | set(of(campaign).verbs)


def test_a_reason_that_turns_the_writing_round_is_refused_and_an_old_one_is_shown_escaped() -> None:
    campaign = fuzzing.opening("1939-campaign", 1, 1, options=False)
    assert "an invisible sign stands in it" in refused(campaign, 'overrule "\u202egnorw" germany done')
    assert "an invisible sign stands in it" in refused(campaign, 'ruling powers.us.narfs 3 because "a\u2066b"')
    # Names in scripts that need a joiner, or that run from right to left, are no fault.
    for fine in ("\u05d0\u05d1", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001f469\u200d\U0001f680"):
        assert given(campaign, f'ruling powers.us.narfs 3 because "{fine}"').powers["us"].narfs == 3
    old = Entry(7, "solo", campaign.progress.step, 'ruling powers.us.narfs 3 because "\u202egnorw"')
    assert clean(sentence(campaign, old)).endswith("because \\u202egnorw")
    with pytest.raises(Unreadable):
        reading.parse(of(campaign), 'ruling powers.us.narfs 3 because "\x1b[2J"')


def test_what_an_overruled_order_writes_fits_the_bounds_of_the_state() -> None:
    campaign: Any = fuzzing.opening("1939-campaign", 1, 1, options=False)
    poor = attrs.evolve(campaign.powers["us"], narfs=-500)
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "us": poor})
    found = refused(campaign, 'overrule "x" us spend 999 on=other')
    assert "powers.us.narfs: -1499 is out of range" in found


def test_a_ruling_on_where_a_place_lies_names_a_place() -> None:
    campaign = fuzzing.opening("battle-of-the-atlantic", 1, 1, options=False)
    assert "there is no 'summer' in places" in refused(campaign, 'ruling places.lorient.within summer because "x"')


@pytest.mark.rule("tw-14.8")
def test_14_8_a_grant_by_ship_to_a_country_without_a_patron_is_refused_and_no_fault() -> None:
    campaign = fuzzing.opening("1940-spring", 1, 1, options=False)
    assert "Finland is no Satellite (14.8)" in refused(campaign, "us grant 10 finland fleets=7")


def test_a_mission_announced_between_the_player_turns_asks_nobody_for_interceptors() -> None:
    """Only an overruled order announces one there: no side is the one that does not move."""
    campaign: Any = fuzzing.opening("1939-campaign", 3, 2, options=True)
    progress = attrs.evolve(campaign.progress, step="strategic-warfare.build")
    mission = Engagement(kind="air", by="germany")
    campaign = attrs.evolve(campaign, progress=progress, engagements={"paris": mission})
    assert of(campaign).verbs["intercept"].form(campaign, "germany") is None
