"""The British Commando dropped into a country that Germany holds, and flown out with a die (2.6, 25.4)."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.combat import chit_purposes
from engine.thewar.ground.commando_raids import ComesHome
from engine.thewar.ruleset import RULESET
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import behind_lines, calendar
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import given, stepped
from tests.thewar.minors import at_war, moved, with_country
from tests.thewar.world import effect

MOVE = "allied.operations.first-impulse"
CDO = "britain-cdo-701"
DROP = "britain commando-raid norway"


def raid(turn: str = "1942-1-spring", step: str = MOVE) -> TheWar:
    """Germany has conquered Norway and holds Paris and Prague; Britain has its Commando."""
    units = {CDO: Unit(power="britain", kind="cdo", strength="1-5")}
    campaign = attrs.evolve(at(step, turn, france={"surrendered": "1940-2-summer"}), units=units)
    campaign = with_country(campaign, "norway", status="conquered", patron="germany")
    paris = attrs.evolve(campaign.places["paris"], holder="germany")
    campaign = attrs.evolve(campaign, places={**campaign.places, "paris": paris})
    return at_war(campaign, "britain+germany")


def test_2_6_a_commando_that_is_too_far_away_drops_nowhere_on_a_checked_board() -> None:
    line = "britain commando-raid bohemia at=prague"
    start = raid()
    based = {CDO: attrs.evolve(start.units[CDO], place="gibraltar")}
    for board, reason in (("trusted", ""), ("checked", "Prague is about 22 hexes away, it drops within 10 (2.6)")):
        there = attrs.evolve(start, units=based, options={**start.options, "board": board})
        assert reason in refused(there, line) and bool(reason) == bool(refused(there, line))
        near = attrs.evolve(there, units={CDO: attrs.evolve(start.units[CDO], place="london")})
        assert refused(near, line) == ""


def next_turn(campaign: TheWar) -> TheWar:
    """The same as the next turn stands in the Allied First Impulse."""
    turn = calendar.number(calendar.turn(campaign)) + 1
    first = calendar.number(campaign.first)
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=turn - first + 1, step=MOVE, done=()))


@pytest.mark.rule("tw-2.6-cdo-raid")
@pytest.mark.parametrize("line", [DROP, "britain commando-raid france", "britain commando-raid bohemia at=prague"])
def test_2_6_the_commando_drops_into_what_germany_holds(line: str) -> None:
    start = raid()
    assert refused(start, line) == ""
    there = after(start, line)
    land = line.split()[2]
    assert (behind_lines.raider(there), behind_lines.raided(there)) == (CDO, land)
    rolls = stepped(there, "strategic-warfare.allied-partisans")
    [told] = chit_purposes.partisans_told(rolls)
    assert (
        told.startswith("-2 on the Western roll against Germany: the British Commando is in ") and "(2.6, 25.4)" in told
    )
    assert list(chit_purposes.partisans_told(stepped(there, "strategic-warfare.axis-partisans"))) == []
    assert list(chit_purposes.partisans_told(stepped(start, "strategic-warfare.allied-partisans"))) == []


@pytest.mark.rule("tw-2.6-cdo-raid")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("britain commando-raid ussr", "no Commando is dropped inside the Soviet Union"),
        ("britain commando-raid norway at=kiev", "inside the Soviet Union, and Kiev lies in it"),
        ("britain commando-raid sweden", "Sweden is no minor country that Germany holds (2.6). Among"),
        ("britain commando-raid mars", "'mars' is no minor country that Germany holds"),
        ("britain commando-raid norway at=paris", "Paris does not lie in Norway"),
        ("britain commando-raid norway at=nowhere", "there is no place or hex 'nowhere'"),
        ("us commando-raid norway", "the United States drops no Commando behind the lines"),
        ("britain exfiltrate", "no Commando of Britain is behind the lines"),
    ],
)
def test_2_6_where_no_commando_is_dropped(line: str, reason: str) -> None:
    assert reason.replace("the United States", "United States") in refused(raid(), line).replace("the United", "United")


@pytest.mark.rule("tw-2.6-cdo-raid")
def test_2_6_not_before_spring_1942_and_only_in_the_own_operations() -> None:
    text = refused(raid("1941-4-winter"), DROP)
    assert "the Commando is not dropped behind the lines yet (2.6). From Spring 1942 on." in text
    assert refused(moved(raid("1941-4-winter"), "1942-1-spring", MOVE), DROP) == ""
    assert "it is the Axis player turn" in refused(raid(step="axis.operations.first-impulse"), DROP)
    assert "not in this step" in refused(raid(step="allied.operations.combat"), DROP)
    nobody = attrs.evolve(raid(), units={})
    assert "Britain has no Commando on the board (2.6). One comes with a variant (28.2)." in refused(nobody, DROP)
    poor = raid()
    poor = attrs.evolve(poor, powers={**poor.powers, "britain": attrs.evolve(poor.powers["britain"], effort="mle")})
    assert "no airdrop" in refused(poor, DROP) or "4." in refused(poor, DROP)


@pytest.mark.rule("tw-2.6-cdo-raid")
def test_2_6_it_stays_until_it_is_flown_out_and_not_in_the_turn_of_its_drop() -> None:
    there = after(raid(), DROP)
    assert "is in Norway already (2.6). 'britain exfiltrate'" in refused(there, "britain commando-raid france")
    assert "is behind the enemy's lines" in refused(there, f"britain station london units={CDO}")
    smps = "britain stratmove ground group=cdo-1-5 to=london"
    assert "is behind the enemy's lines" in refused(stepped(there, "allied.stratmove.ground"), smps)
    assert "has dropped in this turn (11.14.3)" in refused(there, "britain exfiltrate")
    assert refused(next_turn(there), "britain exfiltrate") == ""
    assert "it is the Axis player turn" in refused(
        stepped(next_turn(there), "axis.operations.first-impulse"), "britain exfiltrate"
    )


@pytest.mark.rule("tw-2.6-cdo-raid")
@pytest.mark.parametrize(("face", "home"), [(1, True), (6, True), (7, False), (10, False)])
def test_2_6_it_comes_home_on_one_to_six(face: int, home: bool) -> None:
    start = next_turn(after(raid(), DROP))
    came = given(start, "britain exfiltrate", face)
    assert (CDO in came.units) == home and behind_lines.raider(came) == ""
    assert "no Commando of Britain is behind the lines" in refused(came, "britain exfiltrate")
    if home:
        assert refused(came, DROP) == ""


@pytest.mark.rule("tw-2.6-cdo-raid")
def test_2_6_the_chance_is_told_before_the_die_and_what_came_after_it() -> None:
    start = next_turn(after(raid(), DROP))
    order = understand(RULESET, "britain exfiltrate", start)
    forecast = order.forecast(start)
    assert forecast is not None
    assert dict(forecast.outcomes) == {ComesHome(True): Fraction(6, 10), ComesHome(False): Fraction(4, 10)}
    assert order in tuple(type(order).offers(start, "britain"))
    assert tuple(type(order).offers(after(raid(), DROP), "britain")) == ()


@pytest.mark.rule("tw-2.6-cdo-raid")
def test_2_6_a_country_that_is_free_hides_no_commando() -> None:
    there = after(raid(), DROP)
    end = stepped(there, "end.advance")
    assert behind_lines.raider(effect(end, EndTurn("germany"))) == CDO
    freed = with_country(end, "norway", status="satellite", patron="britain")
    assert behind_lines.raider(effect(freed, EndTurn("germany"))) == ""
