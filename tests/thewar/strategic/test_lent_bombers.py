"""German MDM that bomb Britain fly nothing else in the turn (5.2.4)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.building import unit_repair
from engine.thewar.combat import battles
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import deeds
from tests.thewar.air.test_air_fight import COUNTER, sky, stepped
from tests.thewar.atlantic import AIR, french
from tests.thewar.builds import after, refused
from tests.thewar.world import effect

MOVE, ATTACKS, NAVAL = (f"axis.operations.{step}" for step in ("first-impulse", "attacks", "naval"))


@pytest.mark.rule("tw-5.2.4-temp")
def test_5_2_4_an_mdm_that_bombs_britain_flies_no_other_mission_in_the_turn() -> None:
    free = sky("1940-3-fall", AIR, germany_mdm=2, britain_ftr=1, germany_arm=1, britain_inf=1)
    lent = after(french(free), "germany air-box mdm=1")
    there = stepped(lent, COUNTER)
    raid = "germany counter-air 2520 units={} against=britain-ftr-901"
    # The other is free, and is meant by its kind.
    assert refused(there, raid.format("mdm")) == ""
    text = refused(there, raid.format("germany-mdm-901"))
    assert "MDM 1-7-6 is lent to the bombing of Britain this turn" in text and "5.2.4" in text
    assert "lent to the bombing of Britain" in refused(there, raid.format("2-mdm"))
    attack = "germany attack x units=arm against=inf terrain=clear air=germany-mdm-901"
    assert "lent to the bombing of Britain" in refused(stepped(lent, ATTACKS), attack)
    assert "lent to the bombing of Britain" in refused(
        stepped(lent, NAVAL), "germany mission channel units=germany-mdm-901"
    )
    # Nor in answer to the enemy in the same turn.
    allied = stepped(lent, "allied.operations.counter-air")
    answered = after(allied, "britain counter-air y units=ftr against=germany-mdm-902")
    assert "lent to the bombing of Britain" in refused(answered, "germany intercept y germany-mdm-901")
    # None lent, and next turn, all of them fly.
    assert refused(stepped(after(french(free), "germany air-box"), COUNTER), raid.format("2-mdm")) == ""


@pytest.mark.rule("tw-5.2.4-temp")
def test_5_2_4_an_mdm_that_has_flown_bombs_britain_no_more() -> None:
    flown = after(sky("1940-3-fall", COUNTER, germany_mdm=2, britain_ftr=1),
                  "germany counter-air 2520 units=mdm against=ftr")  # fmt: skip
    late = stepped(french(flown), AIR)
    assert refused(late, "germany air-box mdm=1") == ""
    text = refused(late, "germany air-box mdm=2")
    assert "2 MDM are to be lent, 1 have flown no mission this turn" in text and "5.2.4" in text


@pytest.mark.rule("tw-5.2.4-temp")
def test_5_2_4_the_next_turn_frees_them() -> None:
    lent = after(french(sky("1940-3-fall", AIR, germany_mdm=3, britain_ftr=1)), "germany air-box mdm=2")
    assert sum(battles.lent(lent, key) for key in lent.units) == 2
    ended = effect(lent, EndTurn("germany"))
    assert not any(battles.lent(ended, key) for key in ended.units)


@pytest.mark.rule("tw-11.10")
def test_11_10_to_change_base_is_no_mission_and_leaves_the_price_of_repair() -> None:
    campaign = sky("1940-3-fall", COUNTER, germany_mdm=1, britain_ftr=1)
    moved = attrs.evolve(campaign, missions={"x": deeds.in_half("germany-mdm-901", "axis", 1, "stationed")})
    assert not unit_repair.has_flown(moved, "germany-mdm-901")
    flown = attrs.evolve(campaign, missions={"x": deeds.in_half("germany-mdm-901", "axis", 1, "counter-air")})
    assert unit_repair.has_flown(flown, "germany-mdm-901")


@pytest.mark.rule("tw-2.6-mdm")
def test_2_6_germany_alone_lends_mdm_and_each_shifts_two_columns() -> None:
    free = french(sky("1940-3-fall", AIR, germany_mdm=1, britain_mdm=1, germany_arm=3, britain_inf=1))
    assert refused(free, "germany air-box mdm=1") == ""
    assert "britain has no MDM to lend (5.2.4)" in refused(free, "britain air-box mdm=1")
    line = "germany attack x units=3-arm against=inf terrain=clear air=mdm"
    there = after(stepped(free, ATTACKS), line)
    assert ground_battle.battle(assaults.assault(there, "x", there.engagements["x"])).oas == 2
