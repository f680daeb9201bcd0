"""Battles that are announced, of any kind: which there are, whose they are, and what a power may do about each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.sheets.previews import Announced, Preview
from engine.thewar.combat import battles
from engine.thewar.ground.ground_orders import CallOff, Fight
from engine.thewar.world import sides, titles, wars
from engine.thewar.world.state import Engagement, TheWar


def announced(
    campaign: TheWar,
    power: str,
    kind: str,
    previewed: Callable[[TheWar, str, Engagement], Preview | None],
    orders: Callable[[str, Engagement], tuple[tuple[str, str], ...]],
) -> tuple[Announced, ...]:
    """The battles of a kind that are announced, in their order, with what a power may do about each."""
    listed = []
    for where, engagement in campaign.engagements.items():
        shown, over = None, bool(battles.gone(campaign, where))
        if engagement.kind == kind:
            shown = (_over if over else previewed)(campaign, where, engagement)
        if shown is not None:
            may = orders(where, engagement) if power else ()
            listed.append(
                Announced(where, wars.named(campaign, engagement.by), shown, may, powers(campaign, engagement), over)
            )
    return tuple(listed)


def _over(campaign: TheWar, where: str, engagement: Engagement) -> Preview:
    """A battle of which one side has left play: nothing is rolled."""
    mine, theirs = (titles.units(campaign, keys) or "nobody" for keys in (engagement.attackers, engagement.defenders))
    return Preview(title=titles.where(campaign, where), forces=(mine, theirs), cast=None, odds=None)


def fought(campaign: TheWar, power: str) -> Callable[[str, Engagement], tuple[tuple[str, str], ...]]:
    """A battle on the ground or in the air is fought or called off by the side that announced it: fought in the
    steps in which battles are, and called off alone once one of its sides has left play."""

    def orders(where: str, engagement: Engagement) -> tuple[tuple[str, str], ...]:
        if sides.side(campaign, engagement.by) != sides.side(campaign, power):
            return ()
        off = ("call-off", CallOff(power, where).text)
        if battles.gone(campaign, where):
            return (off,)
        if campaign.progress.step.partition(".")[2] not in Fight.steps:
            return ("weigh", Fight(power, where).text), off
        return ("fight", Fight(power, where).text), off

    return orders


def owners(campaign: TheWar, keys: Sequence[str]) -> str:
    """Whose units these are, in words."""
    names = dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units)
    return ", ".join(wars.named(campaign, owner) for owner in names) or "nobody"


def powers(campaign: TheWar, engagement: Engagement) -> tuple[str, ...]:
    """Which powers a battle is about: those with units in it, a minor country's patron for its units; where one side
    has none there yet, those of it who are at war with who announced it."""
    mine, theirs = (
        (*engagement.attackers, *engagement.air, *engagement.ships),
        (*engagement.defenders, *engagement.facing),
    )
    owners = dict.fromkeys(campaign.units[key].power for key in (*mine, *theirs) if key in campaign.units)
    there = [_speaks_for(campaign, owner) for owner in owners]
    enemies = [
        power
        for power in campaign.powers
        if sides.side(campaign, power) != sides.side(campaign, engagement.by)
        and wars.at_war(campaign, power, engagement.by)
    ]
    return tuple(dict.fromkeys((*there, *(() if set(there) & set(enemies) else enemies))))


def _speaks_for(campaign: TheWar, owner: str) -> str:
    land = campaign.countries.get(owner)
    return owner if land is None else land.patron
