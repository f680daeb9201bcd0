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
    for fact in OF_THE_TURN:
        was = tx.campaign.facts.get(fact)
        if was:
            tx.set(f"facts.{fact}", False if was is True else 0, "end of the turn", "5.1.3.1, 5.2.1")
