"""Who drops under the enemy's aircraft: PARA without escorts are shot down, and so are those whose escorts do not live
through the air battle (11.14.1, ruling 572)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.air import air_engagements, air_round
from engine.thewar.combat import battles, commandos
from engine.thewar.world import forces
from engine.thewar.world.state import Engagement, TheWar

RULE = "11.14.1"
SHOT_DOWN = "shot down before the drop"


def dropping(campaign: TheWar, engagement: Engagement) -> tuple[str, ...]:
    """The attackers in play that drop on the hex of a battle."""
    there = {key: campaign.units[key].kind for key in engagement.attackers if key in campaign.units}
    kind = commandos.drops(engagement.facts, there.values())
    return tuple(key for key, own in there.items() if own == kind) if kind else ()


def met(campaign: TheWar, where: str, engagement: Engagement) -> bool:
    """Whether the enemy's aircraft over the hex intercept a drop: all that are there do, unless they are surprised and
    intercept nothing (21.4)."""
    if engagement.kind != battles.GROUND or not engagement.facing or not dropping(campaign, engagement):
        return False
    return air_engagements.battle(campaign, where, engagement).rises


def unescorted(campaign: TheWar, where: str, engagement: Engagement) -> bool:
    """Whether a drop is intercepted and nobody flies with it."""
    if not met(campaign, where, engagement):
        return False
    battle = air_engagements.battle(campaign, where, engagement)
    return any(map(air_round.flies, battle.defenders)) and not any(map(air_round.flies, battle.attackers))


def shoot_down(tx: Transaction[TheWar], engagement: Engagement) -> None:
    """Eliminate who drops, before it is on the ground."""
    for key in dropping(tx.campaign, engagement):
        forces.eliminate(tx, key, SHOT_DOWN, RULE)
