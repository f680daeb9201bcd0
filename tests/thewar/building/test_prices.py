"""15.1.2, 15.1.3, 15.3: what units cost to build and to repair. The figures are keyed anew from the rulebook's
table."""

from __future__ import annotations

import pytest

from engine.kernel.refusals import Refused
from engine.thewar.world import prices


@pytest.mark.rule("tw-15.1.2")
@pytest.mark.parametrize(
    ("power", "unit", "narfs"),
    [
        ("germany", "INF 6-5", 7),
        ("italy", "INF 4-5", 9),
        ("ussr", "STA 2-3", 2),
        ("ussr", "CAV 2-6", 3),
        ("germany", "MECH 4-8", 6),
        ("britain", "MOT 6-7", 8),
        ("germany", "ARM 8-8", 17),
        ("britain", "ARM 4-8", 13),
        ("france", "ARM 6-8", 19),
        ("germany", "PARA 2-5", 5),
        ("britain", "PARA 3-7", 10),
        ("britain", "CDO", 1),
        ("germany", "Flak", 2),
        ("germany", "INT", 2),
        ("germany", "U-Boat", 2),
        ("germany", "JET-INT", 5),
        ("us", "SAC", 4),
        ("germany", "SAC", 6),
        ("britain", "ASW", 3),
        ("germany", "V-1", 1),
        ("germany", "V-2", 3),
        ("britain", "Fleet", 36),
        ("us", "CV", 16),
        ("italy", "CV", 32),
        ("germany", "TAC", 15),
        ("italy", "FTR", 24),
        ("us", "NAC", 6),
        ("germany", "NAC", 12),
        ("germany", "JET", 20),
    ],
)
def test_15_1_2_the_price_of_a_whole_unit(power: str, unit: str, narfs: int) -> None:
    assert prices.build(power, *prices.read(unit)).total == narfs


@pytest.mark.rule("tw-15.3")
def test_15_3_out_of_supply_doubles_with_the_cadre_and_beyond_the_limit_doubles_again() -> None:
    assert prices.build("germany", "inf", "6-5", out_of_supply=True).total == 14
    assert prices.build("germany", "inf", "6-5", over_limit=True).total == 14
    assert prices.build("germany", "inf", "6-5", out_of_supply=True, over_limit=True).total == 28
    # Ruling 104: a 4-factor MECH is 6, twice that lost out of supply.
    assert prices.build("germany", "mech", "4-8", out_of_supply=True).total == 12


@pytest.mark.rule("tw-15.1.3.3")
@pytest.mark.parametrize(
    ("power", "unit", "moved", "in_ussr", "narfs"),
    [
        # 3.9.2: a Soviet 6-5 INF is repaired for 3.
        ("ussr", "INF 6-5", False, False, 3),
        # Ruling 81: half of 3 factors is 2, at 2 NARFs each.
        ("germany", "ARM 3-8", False, False, 4),
        ("britain", "ARM 4-8", False, False, 6),
        ("germany", "ARM 8-8", True, False, 16),
        ("germany", "ARM 8-8", False, True, 16),
        ("germany", "ARM 8-8", True, True, 32),
        ("ussr", "ARM 8-8", False, True, 8),
        ("germany", "TAC", False, False, 6),
        ("italy", "TAC", True, False, 18),
        ("germany", "TAC", False, True, 6),
        ("germany", "SAC", False, False, 3),
        ("britain", "Fleet", False, False, 4),
        ("germany", "CV", False, False, 8),
    ],
)
def test_15_1_3_what_a_repair_costs(power: str, unit: str, moved: bool, in_ussr: bool, narfs: int) -> None:
    assert prices.repair(power, *prices.read(unit), moved=moved, in_ussr=in_ussr).total == narfs


@pytest.mark.parametrize("unit", ["", "ZEPPELIN", "ARM", "ARM x-y", "ARM 8-8 8-8", "INF 6-5-4-3"])
def test_text_that_is_no_unit_says_what_is_wanted(unit: str) -> None:
    with pytest.raises(Refused) as caught:
        prices.read(unit)
    assert caught.value.refusals[0].rule == "15.1.2"
    assert caught.value.refusals[0].hint


def test_what_is_eliminated_or_whole_is_not_repaired() -> None:
    with pytest.raises(Refused, match="Interceptors are not repaired"):
        prices.repair("germany", "int")
