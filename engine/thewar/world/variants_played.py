"""Which variants have been played (chapter 28), as the rules ask that they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar

PLAYED = "variant-"
"""With a variant's id, the fact of how often it has been played."""
OF_TURN = "-turn"
"""How the facts end that hold the turn in which a variant was played."""
FREE_AIR, FREE_INFANTRY = "free-aircraft-", "free-infantry-"
"""With a power, the facts of how many aircraft, and NARFs of infantry, it still builds for nothing."""
RIVALS, FIRST_OF_RIVALS = ("mare-nostrum", "regia-aeronautica"), "italian-priority"
"""Two variants that forbid each other's upgrades, and the fact that names the one that was played first."""
COOPERATION = ("cooperation-with-britain", "anglo-french-accords")
"""The two that lift the limits on what British and French do together: one of them is enough (ruling 393)."""
IN_AFRICA = "british-in-french-africa"
"""The fact of the turn in which British ground units first took a city of French North Africa."""
_FRENCH_AFRICA = ("algeria", "morocco", "tunisia")
COUP = "intelligence-coup"
"""The one by which France knows the German plan of attack."""


def played(campaign: TheWar, variant: str) -> int:
    """How often a variant has been played; at least once where all that an earlier program kept of it is the turn."""
    times = int(campaign.facts.get(PLAYED + variant, 0))
    return times or int(f"{PLAYED}{variant}{OF_TURN}" in campaign.facts)


def has_played(campaign: TheWar, *variants: str) -> bool:
    """Whether any of these has been played at all."""
    return any(played(campaign, name) for name in variants)


def forbids(campaign: TheWar, facts: Iterable[str]) -> Iterator[str]:
    """The names of the variants played that forbid something, of those whose facts are given. Of two that forbid each
    other's upgrades it is the one that was played first (28.1.1 #11, #12, ruling 394)."""
    first = str(campaign.facts.get(FIRST_OF_RIVALS, ""))
    for fact in facts:
        variant = fact.removeprefix(PLAYED)
        if campaign.facts.get(fact) and (variant not in RIVALS or first in ("", variant)):
            yield variant.replace("-", " ").title()


def one_army(campaign: TheWar) -> bool:
    """Whether British and French work together as one army does (28.2.1 #9, 28.2.2 #9)."""
    return has_played(campaign, *COOPERATION)


def forewarned(campaign: TheWar) -> bool:
    """Whether French units suffer nothing from surprise in the West (28.2.1 #1, ruling 393)."""
    return has_played(campaign, COUP)


def captured(tx: Transaction[TheWar], place_id: str, by: str) -> None:
    """A place is taken from the enemy: by the British, in French North Africa, it brings Free French (28.2.2 #4)."""
    place = tx.campaign.places[place_id]
    if by == "britain" and place.country in _FRENCH_AFRICA and IN_AFRICA not in tx.campaign.facts:
        tx.put(f"facts.{IN_AFRICA}", calendar.turn(tx.campaign), "a city of French North Africa is taken", "28.2.2")
