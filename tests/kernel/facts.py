"""The facts of the toy game, one of each kind."""

from __future__ import annotations

from engine.kernel.facts import count, flag, word

FACTS = (word("omen", "9"), count("markets", "3.1"), flag("truce", "9"))
