"""The facts that this room keeps: what the board says of air bases in China."""

from __future__ import annotations

from engine.kernel.facts import flag

FACTS = (flag("china-supplied-{powers}", "26.443E"),)
