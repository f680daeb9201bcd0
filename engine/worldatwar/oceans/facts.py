"""The facts that this room keeps: the Happy Time, Ireland."""

from __future__ import annotations

from engine.kernel.facts import count, flag

FACTS = (
    count("ireland", "25.725", low=-99),
    # Below 0 while the phase at hand, which is over, does not count.
    count("german-american-combat-phases", "25.66B", low=-1, high=999),
    flag("us-re-entry", "25.66B"),
)
