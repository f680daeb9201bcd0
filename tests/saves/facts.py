"""The facts of the feud."""

from __future__ import annotations

from engine.kernel.facts import count

FACTS = (count("bid-{powers}", "B1", high=999),)
