"""The facts that this room keeps: what rolls have closed for good, and variants that weigh on rolls."""

from __future__ import annotations

from engine.kernel.facts import flag

FACTS = (flag("germany-out-of-south-africa", "23.47"),)
