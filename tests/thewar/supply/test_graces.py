"""Units in supply for what they did: exploiters, drops, landings; and by when they are linked up (10.2.7, 11.14.5,
12.3, 12.5, ruling 410)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.supply import graces
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world.state import Grace, TheWar
from tests.thewar.beaches import COMBAT, LAND, ids, shore
from tests.thewar.builds import after
from tests.thewar.ground.test_ground_fight import asked, front, given, stepped
from tests.thewar.world import effect

SECOND, MOVE = "axis.operations.second-combat", "axis.operations.second-impulse"


def in_turn(campaign: TheWar, turn: int, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=turn, step=step, done=()))


def exploited() -> TheWar:
    """Germany's ARM have won in the Second Impulse of Summer 1941."""
    line = "germany attack smolensk units=3-arm-8-8 against=inf-4-5 terrain=clear"
    campaign = given(front("axis.operations.second-combat"), line)
    return settled(given(campaign, "germany fight smolensk", 1))


def settled(campaign: TheWar) -> TheWar:
    """The campaign once all questions of a battle are answered, each with the first answer."""
    while campaign.pending:
        campaign = given(campaign, asked(campaign)[1][0])
    return campaign


def armoured(campaign: TheWar) -> list[str]:
    return [key for key, unit in campaign.units.items() if (unit.power, unit.kind) == ("germany", "arm")]


@pytest.mark.example("12.3", "German ARM exploit in Summer 1941; linked up by the end of the Axis turn of Fall 1941")
def test_12_3_exploiters_are_in_supply_through_their_turn_and_the_enemys_and_linked_up_by_their_next() -> None:
    campaign = exploited()
    units = armoured(campaign)
    assert units and all(campaign.graces[key] == Grace(kind="exploits", since="1941-2-summer") for key in units)
    for turn, step, there in (
        (1, "axis.supply.check", True),
        (1, "allied.operations.supply", True),
        (1, "allied.supply.check", True),
        (2, "planning.effort", True),
        (2, "axis.operations.supply", False),
        (2, "axis.supply.check", False),
        (3, "axis.operations.supply", False),
    ):
        assert bool(graces.of(in_turn(campaign, turn, step), units[0])) == there, (turn, step)
    (duty,) = graces.duties(campaign)
    assert duty.text.startswith("Germany: 3 ARM 8-8 exploited in the Second Impulse")
    assert duty.text.endswith("linked up by the end of the Axis Supply Segment of Fall 1941")
    (refusal,) = graces.refused(campaign, units)
    assert refusal.rule == "10.2.7, 12.3, ruling 410"
    assert "in Summer 1941 and are in supply until the Axis' next turn begins" in refusal.reason


def test_12_3_allied_exploiters_keep_theirs_through_the_next_axis_half_and_no_longer() -> None:
    campaign = front()
    key = next(key for key, unit in campaign.units.items() if unit.power == "ussr")
    campaign = attrs.evolve(campaign, graces={key: Grace(kind="exploits", since="1941-2-summer")})
    assert graces.of(in_turn(campaign, 2, "axis.supply.check"), key) is not None
    assert graces.of(in_turn(campaign, 2, "allied.operations.supply"), key) is None
    assert graces.of(in_turn(campaign, 2, "end.advance"), key) is None


def test_12_3_an_attack_of_the_first_impulse_gives_none() -> None:
    campaign = given(front(), "germany attack smolensk units=3-arm-8-8 against=inf-4-5 terrain=clear")
    campaign = settled(given(stepped(campaign, "axis.operations.combat"), "germany fight smolensk", 1))
    assert not campaign.engagements and campaign.graces == {}


def test_10_2_7_who_is_put_at_a_place_in_the_second_impulse_exploits_if_it_is_mobile() -> None:
    campaign = given(front(MOVE), "capture smolensk germany")
    campaign = given(campaign, "germany station smolensk units=arm-8-8,inf-6-5")
    assert [campaign.units[key].kind for key in campaign.graces] == ["arm"]
    again = given(front("axis.operations.first-impulse"), "capture smolensk germany")
    assert given(again, "germany station smolensk units=arm-8-8").graces == {}


def test_12_5_who_lands_and_who_drops_is_in_supply_and_the_beachhead_is_a_duty() -> None:
    campaign = given(stepped(after(shore(), f"{LAND} airborne=para-2-5"), COMBAT), "britain fight x", 1)
    assert {campaign.units[key].kind: one.kind for key, one in campaign.graces.items()} == {
        "inf": "lands",
        "para": "drops",
    }
    said = [duty.text for duty in graces.duties(campaign)]
    drop = next(text for text in said if "PARA" in text)
    assert drop.startswith("Britain: PARA 2-5 dropped, in supply by themselves: linked up by the end of the Allied ")
    assert drop.endswith("Operations Segment of Fall 1944")
    assert said[-1] == "Britain: a port for those at X, whose beachhead is one to the end of Winter 1944"


def test_12_5_who_found_no_room_in_the_beachhead_has_no_grace() -> None:
    eight = f"{ids('britain', 'inf', *range(1, 8))},britain-arm-701"
    campaign = after(shore(), f"britain land x units={eight} against=germany-inf-702")
    fought = settled(given(stepped(campaign, COMBAT), "britain fight x", 1))
    assert set(fought.graces) == {key for key in eight.split(",") if not fought.units[key].depleted}


def test_12_3_at_the_end_of_the_next_turn_it_is_forgotten() -> None:
    campaign = exploited()
    ended = effect(in_turn(campaign, 1, "end.advance"), EndTurn("germany"))
    assert ended.graces == campaign.graces
    later = effect(in_turn(ended, 2, "end.advance"), EndTurn("germany"))
    assert later.graces == {}
