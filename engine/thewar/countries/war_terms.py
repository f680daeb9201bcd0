"""A declaration of war as a single roll takes it, gathered from a campaign: by whom, on whom, how a country stands, who
is at war already (6.4). ``rolls/declarations`` judges and prices it, for the calculators as for the order."""

from __future__ import annotations

from collections.abc import Iterable

from engine.thewar.rolls.declarations import COLONY, RELEASED, Declaration
from engine.thewar.world import calendar, entering, wars
from engine.thewar.world.state import TheWar

ITALY_ATTACKED = "italy-attacked-minor"
"""The fact that Italy has declared war on a minor country: a Western war on Italy is then no attack (22.8)."""


def terms(campaign: TheWar, power: str, on: str) -> Declaration:
    """The declaration of a power on another, on a country or on a colony of Vichy (18.7.2)."""
    land = campaign.countries.get(on)
    known = on in campaign.powers or land is not None
    return Declaration(
        by=power,
        on=on if known or not is_vichys(campaign, on) else COLONY,
        turn=calendar.turn(campaign),
        status=land.status if land is not None else "neutral",
        holder=land.patron if land is not None else "",
        at_war_with=wars.enemies(campaign, power),
        allies=tuple(ally for ally in wars.allies(campaign, on) if wars.belligerent(campaign, ally)),
        modifiers=tuple(_facts(campaign)),
    )


def is_vichys(campaign: TheWar, holding: str) -> bool:
    """Whether this is a colony of Vichy France, which is attacked for the price of a minor country (18.7.2)."""
    colony = campaign.holdings.get(holding)
    return holding not in campaign.countries and colony is not None and colony.holder == entering.VICHY


def _facts(campaign: TheWar) -> Iterable[str]:
    """What holds of it besides, in the words of the single roll."""
    us = campaign.powers.get("us")
    if us is not None and us.entered:
        yield "us-at-war"
    if campaign.facts.get(wars.SOVIETS_RELEASED):
        yield RELEASED
    if campaign.facts.get(ITALY_ATTACKED):
        yield "italy-attacked-minor"
    for power in ("france", "germany"):
        if not wars.standing(campaign, power):
            yield f"{power}-surrendered"
