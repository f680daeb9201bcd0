"""Scenarios under change for tests: a small one by default."""

from __future__ import annotations

import difflib
import random

from saves.draft_values import Unfit
from saves.drafts import ScenarioDraft

BASES = ("1939-campaign", "1940-spring", "battle-of-the-atlantic", "global-war", "strategic-bombing")
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


def random_change(draft: ScenarioDraft, chance: random.Random) -> None:
    """Some change, as an author might make it; one that is refused changes nothing."""
    campaign = draft.campaign
    tables = [name for name in ("powers", "units", "pools", "places", "groups") if getattr(campaign, name, None)]
    table = chance.choice(tables)
    key = chance.choice(list(getattr(campaign, table)))
    entry = getattr(campaign, table)[key]
    names = [name for name in type(entry).__attrs_attrs__ if isinstance(getattr(entry, name.name), int)]
    try:
        match chance.randrange(8):
            case 0:
                draft.drop(f"{table}.{key}")
            case 1:
                taken = {
                    name: getattr(entry, name)
                    for name in ("power", "kind", "owner", "place", "strength")
                    if getattr(entry, name, "")
                }
                draft.add(table, f"{key}-{chance.randrange(99)}", taken)
            case 2:
                draft.undo()
            case 3:
                draft.redo()
            case 4:
                with draft.together("two"):
                    draft.set("head.notes", str(chance.randrange(99)))
                    draft.set(f"sources.{table}.{key}", chance.choice(("own", "house")))
            case 5:
                draft.set("seating.2.germany", chance.choice(("axis", "east", "west")))
            case _ if names:
                draft.set(f"{table}.{key}.{chance.choice(names).name}", chance.randrange(12))
    except Unfit:
        pass
