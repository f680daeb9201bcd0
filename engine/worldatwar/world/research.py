"""Who researches what (41, 43): the factions, the subjects, and the key of a faction's results in one."""

from __future__ import annotations

from itertools import product

FACTIONS = ("axis", "japan", "western", "russia")
"""The factions that research."""
SUBJECTS = (
    "strategic-bombers",
    "air-range",
    "torpedo",
    "asw",
    "radar",
    "air-defense",
    "jets",
    "rockets",
    "advanced-submarines",
)
"""The subjects of research that strategic warfare asks for (41)."""


def researched(faction: str, subject: str) -> str:
    """The key of a faction's results in a subject. Nobody takes it apart."""
    return f"{faction}-{subject}"


KEYS = tuple(researched(*pair) for pair in product(FACTIONS, SUBJECTS))
"""The keys of all results that there may be."""
