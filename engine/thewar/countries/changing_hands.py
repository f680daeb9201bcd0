"""Whether land may change hands as a half of the turn ends: pockets of the enemy's Second Impulse, Soviet units inside
an Axis Satellite, a capital or Paris in enemy hands (3.10.1, 10.2.8, 18.8, 23.1). In a quiet turn nothing is asked."""

from __future__ import annotations

from engine.kernel.wiring import UnknownCondition
from engine.thewar.countries import liberation
from engine.thewar.economy import logistics
from engine.thewar.world import minors, sides, wars
from engine.thewar.world.conditions import Condition
from engine.thewar.world.state import TheWar

_USSR = "ussr"
QUIET = "nobody has moved, and no capital, Paris or Soviet advance waits for a word"


def condition(argument: str) -> Condition:
    """The condition of the sequence, ``land:changes``. Raises UnknownCondition."""
    if argument != "changes":
        raise UnknownCondition(f"land:{argument}")
    return quiet


def quiet(campaign: TheWar, side: str) -> str:
    """Why no land changes hands as this half ends, '' where some may, as far as the record knows. Where efforts are not
    bought, anybody may have moved."""
    if not logistics.bought(campaign) or _moved(campaign, side):
        return ""
    if liberation.open_to(campaign) or _capital_lost(campaign) or _soviets_may_be_inside(campaign):
        return ""
    return QUIET


def _moved(campaign: TheWar, side: str) -> bool:
    """Whether an effort of this turn let anybody move on the ground; in the Axis half also whether one of the turn
    before let the Allies make pockets, which are theirs as the Axis ends its turn (10.2.8)."""
    powers = campaign.powers.values()
    chosen = [power.effort for power in powers if power.effort]
    # A campaign that begins in the middle of a turn knows no effort of it.
    if not chosen or any(logistics.allows(effort, "movement")[0] != "no" for effort in chosen):
        return True
    before = (power.last_effort for power in powers if side == sides.AXIS and power.side == sides.ALLIED)
    return any(effort and logistics.allows(effort, "second_impulse")[0] != "no" for effort in before)


def _capital_lost(campaign: TheWar) -> bool:
    """Whether an enemy holds the capital of a country that has not fallen (23.1)."""
    return any(
        land.status != "conquered"
        and land.capital in campaign.places
        and wars.hostile(campaign, campaign.places[land.capital].holder, key)
        for key, land in campaign.countries.items()
    )


def _soviets_may_be_inside(campaign: TheWar) -> bool:
    """Whether a country would turn, or leave the war, where Soviet units are inside it (23.10, 23.21, 23.24, 23.43)."""
    return any(
        key in campaign.countries
        and wars.hostile(campaign, key, _USSR)
        and not any(True for _ in minors.not_entered(campaign, key))
        for key, row in minors.rows().items()
        if "entered" in row
    )
