"""What the table is told of an airbase that came with a German attack. Whoever looks at a campaign asks it, so it loads
nothing of what a conquest brings (23.23, 23.58, ruling 471)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import installed, minors, wars
from engine.thewar.world.installed import AIRBASE
from engine.thewar.world.state import TheWar

ATTACK_AIRBASE = "attack-airbase"
"""The deed of a country whose airbase came with the attack."""


def duties(campaign: TheWar) -> Iterable[Duty]:
    """The unit on which an airbase that came with an attack depends."""
    for record in campaign.missions.values():
        if record.deed != ATTACK_AIRBASE:
            continue
        name = wars.named(campaign, record.who)
        bases = installed.at(campaign, record.where, AIRBASE)
        order = f"germany raze {bases[0]}" if bases else ""
        said = f"A German INF or ARM enters {name} this turn, or its airbase there is taken down"
        yield Duty(said, minors.rule(record.who), order=order)
