"""Scenarios under change for tests: a small one by default."""

from __future__ import annotations

import difflib

from saves.drafts import ScenarioDraft

SMALL = "battle-of-the-atlantic"


def begun(base: str = SMALL, title: str = "My box") -> ScenarioDraft:
    draft = ScenarioDraft(base)
    draft.name(title)
    return draft


def saved(base: str = SMALL, title: str = "My box") -> ScenarioDraft:
    draft = begun(base, title)
    draft.set("head.description", "Mine.")
    draft.save()
    return draft


def new_lines(before: str, after: str) -> list[str]:
    return [line[2:] for line in difflib.ndiff(before.split("\n"), after.split("\n")) if line.startswith("+ ")]


BASES = ("1939-campaign", "1940-spring", "battle-of-the-atlantic", "global-war", "strategic-bombing")
