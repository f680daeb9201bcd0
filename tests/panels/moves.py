"""Desks for the tests of strategic movement's screens: the 1939 scenario in a year of war, standing in its steps."""

from __future__ import annotations

from typing import Any

from tests.thewar.supply_lines import GRANTS, GROUND, standing
from tests.tui.standin import StandinDesk

ROMANIA = {"romania": {"status": "satellite", "patron": "germany", "narfs": 9}}
NO_FRANCE = {"surrendered": "1940-2-summer"}


def moving_germans() -> Any:
    """Germany's ground units move in 1942; Italy's hand is larger, so Germany comes first."""
    return StandinDesk(standing("1942-1-spring", GROUND, "axis", countries=ROMANIA, italy={"narfs": 300}))


def granting_americans() -> Any:
    """The U.S. at war grants; Britain's hand is larger."""
    return StandinDesk(standing("1942-1-spring", GRANTS, france=NO_FRANCE, britain={"narfs": 300}))


def granting_british() -> Any:
    """Britain grants first, the U.S. after it."""
    return StandinDesk(standing("1942-1-spring", GRANTS, france=NO_FRANCE, us={"narfs": 300}))
