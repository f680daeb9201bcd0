"""Nobody is led past what matters: ``done`` and how far one key passes on, as the game tells it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import outlook, passing, play
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.kernel.standing import Done
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import Programme, TheWar
from tests.thewar.atlantic import SEATS
from tests.thewar.politics.scenes import laid
from tests.thewar.test_steps_that_fall_due import EAST, at, fallen, taken
from tests.thewar.values import limit_used, wars_of

SOLO = "solo"


def seated(campaign: TheWar, seats: int = 1) -> TheWar:
    """The campaign with one player or one for each side."""
    found: TheWar = attrs.evolve(campaign, seats=SEATS if seats == 2 else dict.fromkeys(campaign.powers, SOLO))
    return found


def give(campaign: TheWar, line: str, seat: str = SOLO) -> TheWar:
    """The campaign after an order and what follows by itself. Raises Refused."""
    order = understand(RULESET, line, campaign)
    after: TheWar = play.submit(RULESET, campaign, [order], seat=seat, dice=KeyedDice(b"past"), n=1)[-1].campaign
    return after


def refused(campaign: TheWar, line: str) -> str:
    return "; ".join(str(one) for one in play.judge(RULESET, campaign, understand(RULESET, line, campaign), SOLO))


def onward(campaign: TheWar, seat: str = SOLO, **more: Any) -> tuple[str, str, list[str]]:
    """The last step that one key passes, where it comes to rest, and what stops it there."""
    found = passing.onward(outlook.checklist(RULESET, campaign), campaign, seat, **more)
    last, following = found.last, found.following
    return last.id if last else "", following.id if following else "", [stop.what for stop in found.stops]


def warned(campaign: TheWar, line: str, seat: str = SOLO) -> list[str]:
    """What a second key would be asked for."""
    order = understand(RULESET, line, campaign)
    assert isinstance(order, Done)
    return [stop.what for stop in passing.passed_over(RULESET, campaign, seat, order)]


# --- what must be done


@pytest.mark.rule("tw-18.4")
def test_18_4_passing_on_comes_to_rest_at_the_french_roll() -> None:
    lost = taken(seated(at("1940-2-summer", "allied.supply.check")), "germany", "paris")
    rests = give(lost, "france done through allied.end.victory")
    assert rests.progress.step == "allied.end.french-surrender"
    assert "the die for the surrender of France" in refused(rests, "france done")
    # Its roll ends the step, and what was passed stays passed.
    assert give(rests, "france surrender-roll").progress.step not in ("allied.end.naval", "allied.end.victory")


@pytest.mark.rule("tw-18.5.4")
def test_18_5_4_the_dice_for_the_colonies_are_not_passed() -> None:
    here = seated(at("1940-2-summer", "allied.end.vichy"))
    powers = {**here.powers, "france": attrs.evolve(here.powers["france"], surrendered="1940-2-summer")}
    fell = attrs.evolve(here, powers=powers)
    said = refused(fell, "germany done")
    assert "the dice for the French colonies first" in said and "french-colonies" in said and "18.5.4" in said
    rolled = give(fell, "french-colonies")
    assert "Vichy's garrisons first" in refused(rolled, "germany done")


@pytest.mark.rule("tw-22.3.1")
def test_22_3_1_the_attempt_to_enter_is_not_passed_without_a_word() -> None:
    step = "declarations.us-entry"
    assert refused(seated(at("1942-1-spring", step)), "us done") == ""
    assert warned(seated(at("1942-1-spring", step)), "us done") == ["the attempt of the United States to enter the war"]


# --- chances


def planned(seats: int = 1) -> TheWar:
    """Fall 1939 with no efforts, where points and chits are bought."""
    here = seated(at("1939-3-fall", "planning.points"), seats)
    powers = {key: attrs.evolve(power, effort="none") for key, power in here.powers.items()}
    return attrs.evolve(here, powers=powers)


@pytest.mark.rule("tw-16.1.1")
@pytest.mark.parametrize("seats", [1, 2])
def test_16_1_3_diplomacy_that_was_paid_for_is_not_passed(seats: int) -> None:
    here = planned(seats)
    german, british = (here.seats[power] for power in ("germany", "britain"))
    if seats == 1:
        assert onward(here)[1] == "declarations.declare"
    paid = give(here, "germany points 2-spain,2-turkey", german)
    if seats == 1:
        assert onward(paid)[1:] == ("planning.diplomacy", ["targets of diplomacy, or a variant roll"])
    # Whoever passes further comes to rest there: it comes up for him who may have something to do, and for nobody else.
    through = give(paid, "italy done through planning.propaganda", german)
    through = give(through, "britain done", british) if seats == 2 else through
    assert through.progress.step == "planning.diplomacy"
    assert RULESET.sequence["planning.diplomacy"].who(through) == ("germany",)


@pytest.mark.rule("tw-22.5.1")
@pytest.mark.parametrize("seats", [1, 2])
def test_22_5_1_british_propaganda_that_was_paid_for_is_not_passed(seats: int) -> None:
    here = planned(seats)
    seat = here.seats["britain"]
    assert warned(here, "britain done through planning.propaganda", seat) == []
    # As in campaigns in which it was paid for by hand.
    paid = attrs.evolve(here, used={**here.used, **limit_used("britain", "propaganda", 1)})
    propaganda = "the die for British propaganda, which is paid"
    assert warned(paid, "britain done through planning.propaganda", seat) == [propaganda]
    if seats == 1:
        assert onward(paid)[1:] == ("planning.propaganda", [propaganda])
    made = attrs.evolve(paid, facts={**paid.facts, "propaganda-made": calendar.turn(paid)})
    assert warned(made, "britain done through planning.propaganda", seat) == []


def test_a_title_that_ends_in_a_period_ends_its_sentence_once() -> None:
    here = planned()
    order = understand(RULESET, "germany done through planning.propaganda", here)
    batch = play.submit(RULESET, here, [order], seat=SOLO, dice=KeyedDice(b"past"), n=1)
    told = order.told(here, batch[0].entries[0])
    assert told.endswith("through British propaganda in the U.S.") and not told.endswith("..")


@pytest.mark.rule("tw-23.25")
def test_chances_that_come_once_stop_one_key_and_not_the_order() -> None:
    iceland = fallen(seated(at("1940-1-spring", "declarations.declare")), "denmark", "germany", "1939-4-winter")
    last, rests, stops = onward(iceland)
    assert (last, rests, stops) == ("", "declarations.iceland", ["the occupation of Iceland and the Faeroes"])
    here = give(iceland, "germany done")
    assert warned(here, "britain done") == ["the occupation of Iceland and the Faeroes"]
    assert refused(here, "britain done") == ""
    wars = wars_of({"germany+greece": "1940-1-spring"})
    south = seated(at("1940-1-spring", "declarations.declare", wars=wars))
    allies = {
        key: attrs.evolve(south.countries[key], status="satellite", patron="germany") for key in ("romania", "bulgaria")
    }
    south = attrs.evolve(south, countries={**south.countries, **allies})
    assert onward(south)[1] == "declarations.greek-airbase"
    assert warned(south, "germany done through axis.build.units") == [
        "declarations of war",
        "the airbase in Greece",
        "Italy has 28 NARFs to build with, Germany 85; nothing is built",
    ]


@pytest.mark.rule("tw-18.2")
def test_18_2_the_attacks_are_not_passed_with_the_surprise_unused() -> None:
    wars = wars_of({"belgium+germany": "1940-1-spring"})
    west = seated(at("1940-1-spring", "axis.operations.attacks", wars=wars))
    west = attrs.evolve(west, powers={**west.powers, "germany": attrs.evolve(west.powers["germany"], effort="sle")})
    assert any("no French or British unit" in what for what in warned(west, "germany done"))
    used = attrs.evolve(west, facts={**west.facts, "western-surprise-turn": "1940-1-spring"})
    assert warned(used, "germany done") == []


@pytest.mark.rule("tw-10.8.2")
def test_10_8_2_a_payment_that_would_be_missed_is_said() -> None:
    here = seated(at("1941-1-spring", "axis.build.units"))
    here = attrs.evolve(here, powers={key: attrs.evolve(power, narfs=0) for key, power in here.powers.items()})
    due = attrs.evolve(
        here, programmes={"italy-army": Programme(power="italy", force="army", paid=1, last="1940-4-winter")}
    )
    assert warned(due, "germany done") == ["this turn's payment for the army"]
    paid = attrs.evolve(due.programmes["italy-army"], last="1941-1-spring")
    assert warned(attrs.evolve(due, programmes={"italy-army": paid}), "germany done") == []


@pytest.mark.rule("tw-15.1")
def test_15_1_a_build_in_which_nothing_is_built_is_said_as_it_is_left_and_not_before() -> None:
    here = seated(at("1940-1-spring", "axis.build.units"))
    assert warned(here, "germany done") == ["Italy has 28 NARFs to build with, Germany 85; nothing is built"]
    assert passing.resting(RULESET, here, SOLO) == ()
    # Of a power that has built nothing more is said, and none of one with nothing to build with.
    built = give(here, "germany construct inf-6-5 count=2")
    assert warned(built, "germany done") == ["Italy has 28 NARFs to build with; nothing is built"]
    poor = {**built.powers, "italy": attrs.evolve(built.powers["italy"], narfs=0)}
    assert warned(attrs.evolve(built, powers=poor), "germany done") == []
    gone = {key: attrs.evolve(pool, count=0, oos=0) for key, pool in here.pools.items()}
    assert warned(attrs.evolve(here, pools=gone), "germany done") == []


def test_declarations_of_war_stop_one_key_once_a_turn() -> None:
    points = seated(at("1940-3-fall", "planning.diplomacy"))
    assert onward(points)[1:] == ("declarations.declare", ["declarations of war"])
    assert onward(points, told=lambda stop: True)[0] == "declarations.declare"


# --- where one key comes to rest


def test_the_steps_list_comes_to_rest_on_the_step_that_is_meant() -> None:
    here = seated(at("1940-2-summer", "axis.operations.supply"))
    powers = {key: attrs.evolve(one, effort="sle") for key, one in here.powers.items()}
    here = attrs.evolve(here, powers=powers)
    last, rests, _ = onward(here, to="axis.operations.attacks")
    assert rests == "axis.operations.attacks"
    there = give(here, f"germany done through {last}")
    assert there.progress.step == "axis.operations.attacks"
    # What only orders can end is not passed.
    assert onward(here, to="axis.end.naval")[1] == "axis.end.naval"
    plan = seated(at("1940-2-summer", "income.free-french"))
    assert onward(plan, to="declarations.declare")[1] == "planning.effort"


def test_with_two_seats_one_key_never_passes_the_other_seats_choice() -> None:
    two = laid(seated(at("1940-3-fall", "planning.diplomacy"), 2), {"germany spain": 1, "britain spain": 1})
    assert onward(two, "axis")[:2] == ("", "planning.propaganda")
    passed = give(two, "germany done through planning.propaganda", "axis")
    assert passed.progress.step == "planning.diplomacy"
    allied = give(passed, "britain done", "allied")
    assert allied.progress.step == "planning.propaganda"
    half = seated(at("1940-2-summer", "axis.supply.check"), 2)
    last, rests, _ = onward(half, "axis")
    assert last.startswith("axis.end.") and rests.startswith("allied.")
    with pytest.raises(Refused):
        give(two, "britain done", "axis")


@pytest.mark.rule("tw-26.1.1-dep")
def test_26_1_1_passing_on_comes_to_rest_at_the_second_frostbite() -> None:
    facts = {"variant-winterized-wehrmacht-turn": "1941-4-winter"}
    cold = seated(at("1942-4-winter", "axis.end.naval", wars=EAST, facts=facts))
    rests = give(cold, "germany done through allied.end.victory")
    assert rests.progress.step in ("axis.end.second-frostbite", "axis.end.eastern-attrition")
