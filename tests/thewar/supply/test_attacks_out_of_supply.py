"""Who was named out of supply at a check attacks as who is said to be so in the attack itself (4.0, 9.8, 12.6)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import SupplyMark, TheWar
from tests.thewar.ground.test_ground_fight import front
from tests.thewar.world import after, refusals

LINE = "germany attack smolensk units=2-inf-6-5 against=inf-4-5 terrain=clear"
OVERRUN = "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 terrain=clear"
MARK = SupplyMark(level="out", side="axis", since="1941-2-summer", half="axis", check=1, until="1941-2-summer")


def marked(campaign: TheWar, *kinds: str, level: str = "out") -> TheWar:
    mark = attrs.evolve(MARK, level=level, until=MARK.until if level == "out" else "")
    keys = [key for key, unit in campaign.units.items() if unit.power == "germany" and unit.kind in kinds]
    return attrs.evolve(campaign, supply_marks=dict.fromkeys(keys, mark))


@pytest.mark.rule("tw-12.6")
def test_12_6_the_battle_with_the_mark_is_the_battle_with_the_typed_fact() -> None:
    typed: Any = after(front(), f"{LINE} facts=attackers-unsupplied").engagements["smolensk"]
    campaign = marked(front(), "inf")
    told: Any = after(campaign, LINE).engagements["smolensk"]
    assert told == typed and told.facts == ("attackers-unsupplied",)
    plain = ground_battle.defended(assaults.assault(front(), "smolensk", typed)).total
    assert ground_battle.defended(assaults.assault(campaign, "smolensk", told)).total == plain
    assert after(front(), LINE).engagements["smolensk"].facts == ()
    assert understand(RULESET, f"{LINE} facts=attackers-unsupplied", campaign) == understand(RULESET, LINE, campaign)


@pytest.mark.rule("tw-12.6.1")
def test_12_6_1_out_of_supply_nobody_wins_by_moving_not_even_one_among_others() -> None:
    for kinds in (("arm", "inf"), ("inf",)):
        found = [str(one) for one in refusals(marked(front("axis.operations.first-impulse"), *kinds), OVERRUN)]
        assert any("12.6.1" in one for one in found), found
    limited = marked(front("axis.operations.first-impulse"), "inf", level="limited")
    assert not any("12.6.1" in str(one) for one in refusals(limited, OVERRUN))
