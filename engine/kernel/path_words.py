"""What players call what stands at a path of a campaign: ``powers.germany.base`` is ``Germany NARF base``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.kernel import ruleset as rulesets
from engine.kernel import schema, things
from engine.kernel.campaign import Campaign
from engine.kernel.facts import FIELD
from engine.kernel.sheets.titles import titles_of


def bare(name: str) -> str:
    """A name without its article, for tables and titles."""
    return name.removeprefix("the ")


def field_words(name: str, titles: Mapping[str, str]) -> str:
    """The name of a field for people; ``titles`` are its game's own words."""
    return titles.get(name) or name.replace("_", " ")


def field_title(cls: type, name: str) -> str:
    """What a field of a class is called."""
    return schema.told(cls, name).title or field_words(name, {})


def figure(campaign: Campaign, path: str, made: object = None) -> str:
    """A path in words: ``units.germany-arm-1.depleted`` is ``Germany ARM 8-8 depleted``; what a thing is stands there
    only where it has no name. ``made``: the thing at the path's end, where the campaign has it not or no more."""
    parts = path.split(".")
    if parts[0] == "progress":
        return " ".join(parts[1:])
    rules = rulesets.of(campaign)
    if parts[0] == FIELD and len(parts) > 1:
        return rules.facts.told(campaign, parts[1], partial(words, campaign)) or words(campaign, parts[1])
    titles = schema.titles(rules.campaign_class)
    said: list[str] = []
    thing: object = campaign
    for at, part in enumerate(parts):
        if isinstance(thing, Mapping):
            thing = thing.get(part)
            held = made if thing is None and at == len(parts) - 1 else thing
            named = bare(things.name_of(held)) or titles_of(rules).thing(campaign, held)
            kind = field_words(parts[at - 1], titles).removesuffix("es" if parts[at - 1].endswith("xes") else "s")
            whose = bare(titles_of(rules).called(campaign, part))
            said.append(named or (f"{kind} of {whose}" if whose else f"{kind} {words(campaign, part)}"))
        else:
            # Of a thing that is gone the name alone is known.
            title = field_title(type(thing), part) if thing is not None else field_words(part, titles)
            thing = things.part_of(thing, part)
            if not isinstance(thing, Mapping):
                said.append(title)
    return " ".join(said)


def words(campaign: Campaign, key: str) -> str:
    """A key of several words as people say it, with the names of what it names: ``attacked-norway`` is ``attacked
    Norway``."""
    called: Any = titles_of(rulesets.of(campaign)).called
    parts = key.split("-")
    said: list[str] = []
    at = 0
    while at < len(parts):
        ends = range(len(parts), at, -1)
        named = next(((end, name) for end in ends if (name := called(campaign, "-".join(parts[at:end])))), None)
        at, name = named if named is not None else (at + 1, parts[at])
        said.append(bare(name))
    return " ".join(said)
