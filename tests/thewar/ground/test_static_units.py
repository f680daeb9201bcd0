"""Static infantry defends, and does nothing else (13.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import judging
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world import prices, traits
from engine.thewar.world.state import Unit
from tests.thewar.beaches import INFANTRY, LAND, shore

STATIC = Unit(power="britain", kind="sta", strength="2-3")


def refused(line: str) -> list[str]:
    """What stands against an order of the Allies before a landing, a static unit among their units."""
    campaign = shore()
    campaign = attrs.evolve(campaign, units={**campaign.units, "britain-sta-701": STATIC})
    found = judging.judge(RULESET, campaign, understand(RULESET, line, campaign), "solo")
    return [str(refusal) for refusal in found]


@pytest.mark.rule("tw-13.1")
@pytest.mark.parametrize(
    "line",
    [
        LAND.replace(INFANTRY, f"{INFANTRY},britain-sta-701"),
        "britain land x units=britain-sta-701 against=germany-inf-702",
        "britain attack x units=britain-arm-701,britain-sta-701 against=germany-inf-702 terrain=clear",
    ],
)
def test_13_1_static_units_neither_land_nor_attack(line: str) -> None:
    assert "Static infantry may not attack (13.1). It defends." in refused(line)
    assert "Static infantry may not attack (13.1). It defends." not in refused(LAND)


@pytest.mark.rule("tw-13.1")
def test_13_1_static_units_have_no_zone_of_control_and_no_cadre_whatever_their_strength() -> None:
    for strength in ("2-3", "4-3", "6-3"):
        assert not traits.zoc(attrs.evolve(STATIC, strength=strength))
        assert not traits.zoc(attrs.evolve(STATIC, strength=strength), desert=True)
    assert traits.zoc(Unit(power="britain", kind="inf", strength="6-7"))
    assert [line.label for line in prices.build("britain", "sta", "2-3").lines] == ["2 factors x 1"]
    assert prices.build("britain", "inf", "2-7").total == prices.build("britain", "sta", "2-3").total + 1
