"""Units in supply for what they did: exploiters, drops, landings; and by when they are linked up (10.2.7, 11.14.5,
12.3, 12.5, ruling 410)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.supply import graces
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import supply
from engine.thewar.world.state import Grace, SupplyMark, TheWar, Unit
from tests.thewar.beaches import COMBAT, LAND, ids, shore
from tests.thewar.builds import after, refused
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


# --- said by their owner, where no battle is recorded


def test_10_2_7_who_exploits_without_a_battle_is_named_and_is_in_supply() -> None:
    campaign = given(front(MOVE), "germany ahead 2-arm-8-8")
    assert [one.kind for one in campaign.graces.values()] == ["exploits", "exploits"]
    third = given(campaign, "germany ahead arm-8-8")
    assert len(third.graces) == 3, "those first that are not named yet"
    assert "ARM 8-8 is in supply by itself already (12.3)" in refused(third, "germany ahead arm-8-8")


def test_11_14_5_who_drops_is_named_in_either_impulse_and_who_exploits_in_the_second() -> None:
    para = {"germany-para-9": Unit(power="germany", kind="para", strength="2-5")}
    for step in ("axis.operations.first-impulse", MOVE):
        there = front(step)
        there = given(attrs.evolve(there, units={**there.units, **para}), "germany ahead para-2-5")
        assert there.graces["germany-para-9"].kind == "drops"
    first = front("axis.operations.first-impulse")
    text = refused(first, "germany ahead arm-8-8")
    assert "exploits in the Second Impulse, and this is the First (10.2.7)" in text and "once it has moved" in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("germany ahead inf-6-5", "moves in the First Impulse only (2.6)"),
        ("germany ahead tac-1-5-4", "neither exploits nor drops (12.3)"),
        ("germany ahead ussr-arm-1027", "is not on this side"),
        ("ussr ahead arm-6-8", "acts in its own side's turn"),
        ("germany ahead germany-arm-1027,germany-arm-1027", "a unit is named twice"),
    ],
    ids=str,
)
def test_12_3_nobody_else_gets_ahead_of_his_supply(line: str, said: str) -> None:
    assert said in refused(front(MOVE), line)
    assert "not in this step" in refused(front("axis.build.units"), "germany ahead arm-8-8")


@pytest.mark.rule("tw-10.2.7")
def test_10_2_7_who_began_out_of_supply_and_is_not_linked_up_exploits_without_grace() -> None:
    mark = SupplyMark(level="out", side="axis", by="ussr", since="1941-2-summer", half="axis", check=1)
    campaign = front(MOVE)
    key = next(key for key, unit in campaign.units.items() if unit.kind == "arm" and unit.power == "germany")
    named = attrs.evolve(campaign, supply_marks={key: mark})
    text = refused(named, f"germany ahead {key}")
    assert "began the Operations out of supply, and is so still (10.2.7, 12.6.2)" in text and "second check" in text
    taken = given(named, "capture smolensk germany")
    assert given(taken, f"germany station smolensk units={key}").graces == {}
    linked = attrs.evolve(named, supply_marks={})
    moved = given(linked, f"germany ahead {key}")
    # Whoever is named while its grace lasts is in supply, to the enemy's third check and no longer.
    marked = attrs.evolve(moved, supply_marks={key: mark})
    for turn, step, level in (
        (1, "axis.supply.check", "full"),
        (1, "allied.supply.check", "full"),
        (2, "axis.operations.supply", "out"),
    ):
        assert supply.level(in_turn(marked, turn, step), key).level == level, step


@pytest.mark.rule("tw-11.14.5")
@pytest.mark.example(
    "11.14.5", "PARA dropped in Summer 1944: in supply in the Axis Fall, to be linked up in the Allied Fall"
)
def test_11_14_5_who_dropped_is_in_supply_through_the_enemys_turn_and_out_of_it_in_its_own_next() -> None:
    campaign = settled(given(stepped(after(shore(), f"{LAND} airborne=para-2-5"), COMBAT), "britain fight x", 1))
    key = next(key for key, one in campaign.graces.items() if one.kind == "drops")
    mark = SupplyMark(level="out", side="allied", by="germany", since="1944-2-summer", half="axis", check=1)
    named = attrs.evolve(campaign, supply_marks={key: mark})
    for turn, step, level in (
        (1, "allied.supply.check", "full"),
        (2, "axis.operations.supply", "full"),
        (2, "axis.supply.check", "full"),
        (2, "allied.operations.supply", "out"),
        (2, "allied.supply.check", "out"),
    ):
        assert supply.level(in_turn(named, turn, step), key).level == level, step
    later = attrs.evolve(named, units={**named.units, key: attrs.evolve(named.units[key], place="caen")})
    text = refused(in_turn(later, 2, "allied.operations.first-impulse"), f"britain station cherbourg units={key}")
    assert "PARA 2-5 is out of supply since Summer 1944: ground units do not move (12.6.1" in text
    linked = in_turn(attrs.evolve(later, supply_marks={}), 2, "allied.operations.first-impulse")
    assert "12.6.1" not in refused(linked, f"britain station cherbourg units={key}")
