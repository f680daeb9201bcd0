"""What a limited source costs in a battle and at sea, and what is lost out of supply (12.2.3, 12.2.6, 12.6.3, ruling
405)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat.combatants import in_battle
from engine.thewar.ground import assaults, ground_battle, ground_strengths
from engine.thewar.world.state import SupplyMark, TheWar
from tests.thewar.builds import after, refused
from tests.thewar.endings.scenes import give, lands, why_not
from tests.thewar.ground.test_ground_fight import ATTACK, front, given, stepped
from tests.thewar.sea.test_sea_fight import ALLIED, AXIS, med
from tests.thewar.supply.test_graces import settled
from tests.thewar.supply.test_tracing import stood

COMBAT = "axis.operations.combat"


def marked(campaign: TheWar, level: str, kind: str, power: str = "ussr") -> TheWar:
    side = "axis" if power in ("germany", "italy") else "allied"
    mark = SupplyMark(level=level, side=side, since="1941-2-summer", half="axis", check=1)
    keys = [key for key, unit in campaign.units.items() if (unit.power, unit.kind) == (power, kind)]
    return attrs.evolve(campaign, supply_marks={**campaign.supply_marks, **dict.fromkeys(keys, mark)})


def attacked(campaign: TheWar) -> ground_battle.Assault:
    announced = after(campaign, ATTACK)
    return assaults.assault(announced, "smolensk", announced.engagements["smolensk"])


@pytest.mark.rule("tw-12.2.3")
def test_12_2_3_ground_units_on_a_limited_source_fight_as_depleted_ones() -> None:
    whole, limited = attacked(front()), attacked(marked(front(), "limited", "inf"))
    assert ground_battle.battle(whole).defence > ground_battle.battle(limited).defence == 8
    worn = front()
    units = {
        key: attrs.evolve(unit, depleted=True) if (unit.power, unit.kind) == ("ussr", "inf") else unit
        for key, unit in worn.units.items()
    }
    as_depleted = ground_battle.battle(attacked(attrs.evolve(worn, units=units)))
    assert ground_battle.battle(limited) == as_depleted, "the same battle as with Depleted ones"
    assert [unit.now() for unit in limited.defenders] == [4, 4]


def test_12_2_3_a_depletion_eliminates_who_counts_as_depleted_and_depletes_another() -> None:
    line = "germany attack smolensk units=arm-8-8 against=inf-4-5 terrain=clear"

    def fates(campaign: TheWar) -> set[str]:
        """What becomes of the defender on any face."""
        announced = after(campaign, line)
        (target,) = announced.engagements["smolensk"].defenders
        said = set()
        for face in range(1, 11):
            left = settled(given(stepped(announced, COMBAT), "germany fight smolensk", face)).units.get(target)
            said.add("gone" if left is None else "Depleted" if left.depleted else "whole")
        return said

    assert fates(front()) >= {"Depleted"}
    assert fates(marked(front(), "limited", "inf")) == {"gone", "whole"}


def test_12_2_3_a_battle_says_that_a_unit_is_on_a_limited_source() -> None:
    _, defenders = ground_strengths.sides(attacked(marked(front(), "limited", "inf")))
    assert {share.label for share in defenders.shares} == {"INF 4-5 on a limited source"}


@pytest.mark.parametrize(("level", "rating"), [("", 1), ("limited", 3), ("out", 4)])
def test_12_2_3_aircraft_on_a_limited_source_are_third_rate_and_out_of_supply_fourth(level: str, rating: int) -> None:
    campaign = front(germany={"air": 1})
    campaign = marked(campaign, level, "tac", "germany") if level else campaign
    key = next(key for key, unit in campaign.units.items() if (unit.power, unit.kind) == ("germany", "tac"))
    assert in_battle(campaign, key).now() == rating


def test_12_6_3_aircraft_out_of_supply_fly_no_mission_and_on_a_limited_source_they_do() -> None:
    line = "germany attack smolensk units=3-arm-8-8 against=inf-4-5 air=tac terrain=clear"
    assert "it flies only to another base" in refused(marked(front(), "out", "tac", "germany"), line)
    assert refused(marked(front(), "limited", "tac", "germany"), line) == ""


@pytest.mark.rule("tw-12.2.3")
@pytest.mark.parametrize(
    ("level", "said"),
    [("limited", "ships do not intercept"), ("out", "ships sail on no mission"), ("", "")],
)
def test_12_2_3_ships_on_a_limited_source_do_not_intercept(level: str, said: str) -> None:
    sails = after(med(ALLIED), "britain mission levant units=britain-fleet-1")
    sails = marked(sails, level, "fleet", "italy") if level else sails
    text = refused(sails, "italy intercept-at-sea levant units=italy-fleet-1 distance=2")
    assert said in text and bool(text) == bool(said)
    mission = marked(med(AXIS), level, "fleet", "italy") if level else med(AXIS)
    assert ("ships sail on no mission" in refused(mission, "italy mission ionian units=italy-fleet-1")) == (
        level == "out"
    )


@pytest.mark.rule("tw-12.2.6")
def test_12_2_6_who_has_only_the_capital_of_a_satellite_is_on_a_limited_source() -> None:
    unit = ("germany", "inf", "6-5", "", "sofia")
    campaign = lands("bulgaria", patron="germany", status="satellite")(stood(unit, out=("x-1",)))
    own = attrs.evolve(campaign, supply_marks={})
    traced = give(own, "germany trace x-1 to=sofia")
    fighter = in_battle(traced, "x-1")
    assert fighter.depleted and fighter.limited and not traced.units["x-1"].depleted
    assert why_not(own, "germany trace x-1 to=belgrade") == [("12.2.1", "Belgrade is no source of supply for Germany")]
    leaning = lands("bulgaria", patron="germany", status="sympathizer")(own)
    assert why_not(leaning, "germany trace x-1 to=sofia")[0][0] == "12.2.1"


def test_15_3_what_a_unit_out_of_supply_loses_is_lost_out_of_supply_as_with_the_typed_fact() -> None:
    line = "germany attack smolensk units=3-arm-8-8 against=inf-4-5 terrain=clear"
    typed = settled(
        given(stepped(after(front(), f"{line} facts=defenders-unsupplied"), COMBAT), "germany fight smolensk", 1)
    )
    named = settled(given(stepped(after(marked(front(), "out", "inf"), line), COMBAT), "germany fight smolensk", 1))
    pool = "ussr-inf-4-5"
    assert typed.pools[pool].oos == named.pools[pool].oos == front().pools[pool].oos + 1
    assert typed.units.keys() == named.units.keys()
