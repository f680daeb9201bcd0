"""What is told of a border war while it is fought. Whoever looks at a campaign asks it, so it loads nothing of what a
conquest brings (6.3.1, 16.5, 23.21)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import border_wars, wars
from engine.thewar.world.border_wars import RULE
from engine.thewar.world.state import TheWar


def duties(campaign: TheWar) -> Iterable[Duty]:
    """The border wars that are fought, how they end, and what is left of the doubling of the Finns (6.3.1, 23.21)."""
    for province, war in campaign.border_wars.items():
        if border_wars.fought(campaign, war.country) != province:
            continue
        name, whose = campaign.holdings[province].name, wars.named(campaign, war.country)
        yield Duty(f"Border war of {whose} and the Soviet Union: in {name} alone, over once it is Soviet", RULE)
        if war.country == border_wars.FINLAND:
            left = border_wars.DOUBLED_TO - war.lost
            said = f"doubled in defence until it loses {left} more factors" if left > 0 else "defends at face value now"
            yield Duty(f"{whose} in {name}: {war.lost} ground factors lost, {said}", "23.21")
