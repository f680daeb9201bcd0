"""Who takes no part in others' battles: neutral countries, and those that only lean to a power (6.3.2, 16.3.1 to
16.3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.thewar.world import border_wars, titles, wars
from engine.thewar.world.state import TheWar

FOLLOWS = ("satellite", "conquered")
"""The statuses of a country whose wars are those of its power (16.3.4, 23.1)."""


def stays_out(campaign: TheWar, owner: str) -> str:
    """What a minor country is that takes no part in anybody's war, in words; '' for all others. Of those that lean to a
    power only a Satellite follows it to war, and whom somebody attacked is at war itself, if only in a province of his
    (6.3.1, 16.3.1 to 16.3.4)."""
    land = campaign.countries.get(owner)
    if land is None or land.status in FOLLOWS or wars.belligerent(campaign, owner):
        return ""
    if border_wars.fought(campaign, owner):
        return ""
    if land.patron not in campaign.powers:
        return "a neutral"
    article = "an" if land.status == "associate" else "a"
    return f"only {article} {land.status.capitalize()} of {wars.named(campaign, land.patron)}"


def uninvolved(campaign: TheWar, keys: Sequence[str]) -> Iterable[Refusal]:
    """Why units do not take part in a battle or mission: their country is in no war (6.3.2, 16.3)."""
    for owner in dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units):
        if what := stays_out(campaign, owner):
            name = wars.named(campaign, owner)
            units = [key for key in keys if key in campaign.units and campaign.units[key].power == owner]
            yield Refusal(
                "6.3.2, 16.3",
                f"{titles.units(campaign, units)} of {name} stays out: {name} is {what} and not at war",
                "A Satellite's units take part; 'status' records a country that became one.",
            )
