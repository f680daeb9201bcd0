"""Fleets that change base together take one SMP for each port in which they are recorded (7.6.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import Purse
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.endings.scenes import why_not
from tests.thewar.supply_lines import NAVAL, standing
from tests.thewar.world import after

FLEET = Unit(power="britain", kind="fleet", strength="1-12-5")
MOVE = "britain stratmove naval count={} group=fleet-1-12-5 to=scapa-flow"


def fleets(*ports: str, **worn: str) -> TheWar:
    """British Fleets in these ports, and no others."""
    campaign = standing(step=NAVAL, france={"effort": "pass"}, ussr={"effort": "pass"})
    others = {key: unit for key, unit in campaign.units.items() if (unit.power, unit.kind) != ("britain", "fleet")}
    mine = {f"x-{nth}": attrs.evolve(FLEET, place=port) for nth, port in enumerate(ports, 1)}
    hurt = {key.replace("_", "-"): attrs.evolve(FLEET, place=port, depleted=True) for key, port in worn.items()}
    return attrs.evolve(campaign, units={**others, **mine, **hurt})


def taken(campaign: TheWar, line: str) -> float:
    """SMPs of Britain that a move takes."""
    assert why_not(campaign, line) == []
    return (capacity.left(campaign, Purse("britain")) - capacity.left(after(campaign, line), Purse("britain"))) / 2


@pytest.mark.rule("tw-7.6.2")
@pytest.mark.parametrize(
    ("ports", "smps"),
    [
        (("gibraltar", "gibraltar", "gibraltar"), 1),
        (("gibraltar", "southampton", "gibraltar"), 2),
        (("gibraltar", "southampton", "glasgow"), 3),
        (("board", "board", "board"), 1),
        (("gibraltar", "board", "board"), 1),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else str(value),
)
def test_7_6_2_fleets_of_each_port_take_an_smp(ports: tuple[str, ...], smps: float) -> None:
    assert taken(fleets(*ports), MOVE.format(3)) == smps


def test_7_6_2_a_depleted_one_alone_in_its_port_takes_half() -> None:
    campaign = fleets("gibraltar", x_2="southampton")
    assert taken(campaign, f"{MOVE.format(1)} depleted=1") == 1.5


def test_7_6_2_three_ports_are_not_left_for_two_smps() -> None:
    campaign = fleets("gibraltar", "southampton", "glasgow")
    short = attrs.evolve(campaign.powers["britain"], smp_lost=capacity.left(campaign, Purse("britain")) // 2 - 2)
    few = attrs.evolve(campaign, powers={**campaign.powers, "britain": short})
    assert any("3 SMPs" in reason for _, reason in why_not(few, MOVE.format(3)))
    assert why_not(few, MOVE.format(2)) == []
