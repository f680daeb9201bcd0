"""What bases in Malta: one Fleet or CV with NAC, one air unit, one ground unit (1.2, 23.35)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import refused
from tests.thewar.minors import at

NEW = {
    **{f"britain-fleet-{n}": Unit(power="britain", kind="fleet", strength="1-12-5") for n in (901, 902)},
    **{f"britain-tac-{n}": Unit(power="britain", kind="tac", strength="1-5-4") for n in (901, 902)},
    "britain-ftr-901": Unit(power="britain", kind="ftr", strength="3-3-2"),
    **{f"britain-inf-{n}": Unit(power="britain", kind="inf", strength="4-5") for n in (901, 902)},
}


def malta(*there: str) -> TheWar:
    """Allied Operations with these units recorded in Malta."""
    campaign = at("1941-1-spring", "allied.operations.first-impulse")
    units = {key: attrs.evolve(one, place="malta" if key in there else "board") for key, one in NEW.items()}
    return attrs.evolve(campaign, units=units)


@pytest.mark.rule("tw-23.35")
@pytest.mark.parametrize(
    ("first", "second", "says", "rule"),
    [
        ("britain-fleet-901", "britain-fleet-902", "2 Fleets in Malta, which bases one", "(23.35)"),
        ("britain-tac-901", "britain-tac-902", "2 air units at Malta", "(1.2, 23.35)"),
        ("britain-tac-901", "britain-ftr-901", "2 air units at Malta", "(1.2, 23.35)"),
        ("britain-inf-901", "britain-inf-902", "2 units stack at Malta", "(1.2, 23.35)"),
    ],
)
def test_23_35_a_second_fleet_air_or_ground_unit_does_not_base_in_malta(
    first: str, second: str, says: str, rule: str
) -> None:
    assert refused(malta(), f"britain station malta units={first}") == ""
    text = refused(malta(first), f"britain station malta units={second}")
    assert says in text and rule in text
    assert says in refused(malta(), f"britain station malta units={first},{second}")
