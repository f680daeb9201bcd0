"""The 1939 campaign set down in a Build Segment with the pools that a test wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.kernel import play
from engine.kernel.campaign import Progress
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Pool, TheWar, Unit
from tests.thewar.atlantic import scenario
from tests.thewar.drawn import drawn

UNITS = "axis.build.units"


def at(
    step: str,
    turn: str = "1941-1-spring",
    *,
    pools: Mapping[str, int] | None = None,
    oos: Mapping[str, int] | None = None,
    units: Mapping[str, Unit] | None = None,
    entered: str = "",
    **powers: Mapping[str, Any],
) -> TheWar:
    """The 1939 campaign at a turn and step with these pools ('germany arm 8-8') and nobody short of money."""
    base = scenario()
    figures = {key: attrs.evolve(power, narfs=500, effort="sle") for key, power in base.powers.items()}
    if entered:
        figures["us"] = attrs.evolve(figures["us"], entered=entered)
    for key, changed in powers.items():
        figures[key] = attrs.evolve(figures[key], **changed)
    filled = {}
    for name, count in {**(pools or {}), **dict.fromkeys(oos or {}, 0), **(pools or {})}.items():
        power, kind, *rest = name.split()
        strength, tag = (*rest, "", "")[:2]
        filled["-".join(name.split())] = Pool(
            power=power, kind=kind, strength=strength, tag=tag, count=count, oos=(oos or {}).get(name, 0)
        )
    return attrs.evolve(
        base,
        first=turn,
        powers=figures,
        pools=filled or base.pools,
        units={**base.units, **(units or {})},
        # The Stalin Line is gone since Winter 1939.
        installations={},
        progress=Progress(turn=1, step=step),
        seats=dict.fromkeys(base.powers, "solo"),
    )


def refused(campaign: TheWar, line: str) -> str:
    campaign = drawn(campaign, line)
    order = understand(RULESET, line, campaign)
    return "; ".join(str(refusal) for refusal in play.judge(RULESET, campaign, order, "solo"))


def after(campaign: TheWar, *lines: str) -> TheWar:
    for line in lines:
        campaign = drawn(campaign, line)
        order = understand(RULESET, line, campaign)
        assert not refused(campaign, line), refused(campaign, line)
        campaign, _ = play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice(()), n=1)
    return campaign


def price(campaign: TheWar, line: str) -> int:
    return int(understand(RULESET, line, campaign).cost(campaign).total)
