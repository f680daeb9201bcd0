"""What strategic warfare did holds for its turn alone (5.1.3.1, 5.2.1)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.world.state import TheWar

OF_THE_TURN = (
    "convoy-hit",
    "convoy-massacre",
    "massacre-suffered-britain",
    "massacre-suffered-us",
    "firestorm-this-turn",
    "rail-lost-germany",
    "rail-lost-britain",
    "rail-lost-ussr",
    "rail-lost-italy",
    "rail-lost-us",
    "rail-lost-france",
)
"""Facts of strategic warfare that hold for their turn alone."""


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """At the end of the turn, remove the facts that hold for one turn only."""
    for fact in filter(tx.campaign.facts.get, OF_THE_TURN):
        now = False if tx.campaign.facts[fact] is True else 0
        tx.set(f"facts.{fact}", now, "end of the turn", "5.1.3.1, 5.2.1")
