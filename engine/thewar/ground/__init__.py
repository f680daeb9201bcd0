"""Attacks on a hex and what comes of them (chapters 9.8, 10, 13.2.3)."""
