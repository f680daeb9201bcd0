"""What no campaign of A World at War begins with, though it may come about in play."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import fitting, seasons
from engine.kernel.ruleset import Fault
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import WorldAtWar


def faults(campaign: WorldAtWar) -> Iterable[Fault]:
    """Wars within a faction and dates after the first turn, each with its path."""
    for key, war in campaign.wars.items():
        one, other = (campaign.powers.get(who) for who in (war.one, war.other))
        names = [sides.named(campaign, who) for who in (war.one, war.other)]
        if one is not None and other is not None and one is not other and one.faction == other.faction:
            # The table may have agreed so, and any turn of a campaign may become an opening.
            told = f"{names[0]} and {names[1]} are of one faction by [powers]"
            yield Fault(f"wars.{key}", told, "25.66", warning=True)
    for at, label in fitting.still_to_come(campaign):
        yield Fault(at, f"{seasons.spoken(label)} is after the first turn, {seasons.spoken(campaign.first)}")
