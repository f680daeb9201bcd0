"""A refusal about a unit names the order that would help, where there is one (10.0, 6.4, 7.4, 9.9.3, 15.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Pool, Unit
from tests.thewar.builds import after, refused
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, RESERVES, front, given, stepped


def test_10_0_who_has_attacked_is_set_free_by_calling_his_battle_off_as_long_as_that_is_possible() -> None:
    there = after(front(), ATTACK)
    again = "germany attack elsewhere units=3-arm-8-8 against=arm-6-8"
    assert "'germany call-off smolensk' sets them free" in refused(there, again)
    assert "call-off" not in refused(stepped(there, COMBAT), again), "what is announced is fought"
    freed = after(there, "germany call-off smolensk")
    assert "has attacked" not in refused(freed, "germany attack elsewhere units=3-arm-8-8 against=tac-1-5-4")


def test_10_1_2_who_is_attacked_already_is_set_free_by_the_same_order() -> None:
    there = after(front(), ATTACK)
    text = refused(there, "germany attack west units=inf-6-5 against=2-inf-4-5")
    assert "is attacked already" in text and "'germany call-off smolensk' sets them free" in text


def test_6_4_who_is_at_peace_declares_war_with_an_order_that_is_named() -> None:
    text = refused(attrs.evolve(front(), wars={}), "germany attack smolensk units=inf-6-5 against=2-inf-4-5")
    assert "'germany declare ussr'" in text
    assert understand(RULESET, "germany declare ussr", front()).verb == "declare"


def test_15_1_a_unit_that_lies_in_the_pool_is_put_on_the_board_by_an_order_that_is_named() -> None:
    campaign = front()
    pool = Pool(power="germany", kind="mech", strength="6-6", count=2)
    campaign = attrs.evolve(campaign, pools={**campaign.pools, "germany-mech-6-6": pool})
    with pytest.raises(Unreadable) as lacking:
        understand(RULESET, "germany attack smolensk units=mech-6-6 against=2-inf-4-5", campaign)
    assert "2 lie in the pool" in lacking.value.said and "'losses germany +1 mech-6-6'" in lacking.value.said
    built = given(campaign, "losses germany +1 mech-6-6")
    assert any(unit.kind == "mech" for unit in built.units.values())


def test_9_9_3_who_is_under_no_marker_is_placed_in_reserve_by_an_order_that_is_named() -> None:
    there = stepped(after(front(), ATTACK), RESERVES)
    there = attrs.evolve(there, units={**there.units, "ussr-mot-990": Unit(power="ussr", kind="mot", strength="3-6")})
    text = refused(there, "ussr reinforce smolensk ussr-mot-990")
    assert "is under no Reserve marker" in text and "'ussr reserve mot-3-6'" in text


def test_10_0_a_unit_of_the_other_side_is_said_to_belong_among_the_others() -> None:
    campaign = front()
    theirs = next(key for key, unit in campaign.units.items() if (unit.power, unit.kind) == ("ussr", "inf"))
    text = refused(campaign, f"germany attack smolensk units={theirs} against=2-inf-4-5")
    assert "INF 4-5 of Soviet Union is not on this side" in text and "it is named against them" in text
