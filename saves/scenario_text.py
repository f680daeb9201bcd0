"""A scenario's file written anew from an opening: its head, its seatings, its options, its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.campaign import Campaign
from saves import format, toml


def written(campaign: Campaign, head: Mapping[str, Any], seating: Mapping[str, Any], options: Any, about: str) -> str:
    """The text: ``about`` is the comment on top; ``head`` says what stands between the ruleset's name and the turns,
    the title first."""
    file = format.Head(format=format.FORMAT, number=1, turn=campaign.first, version="")
    opening = format.opening_text(file, campaign)
    tables = _without(opening[opening.index("\n[") :], ("options", "seats"))
    lines = [
        *(f"# {line}".rstrip() for line in about.split("\n")),
        f"format = {format.FORMAT}",
        'kind = "scenario"',
        f"id = {toml.scalar(campaign.scenario)}",
        f"ruleset = {toml.scalar(campaign.ruleset)}",
        *(f"{toml.key(name)} = {toml.value(item)}" for name, item in head.items()),
        f"first = {toml.scalar(campaign.first)}",
        f"last = {toml.scalar(campaign.last)}",
    ]
    if campaign.leaves_out:
        lines.append(f"leaves_out = {toml.value(campaign.leaves_out)}")
    seatings = [_table(f"seating.{count}", seats) for count, seats in seating.items()]
    return "\n".join(lines) + "\n" + "".join(seatings) + _table("options", options) + tables


def _table(name: str, items: Mapping[str, Any]) -> str:
    return f"\n[{name}]\n" + "".join(toml.line(*pair) for pair in items.items())


def _without(text: str, names: Iterable[str]) -> str:
    parts = text.split("\n[")
    kept = [part for part in parts[1:] if part.split("]")[0] not in names]
    return "".join(f"\n[{part}" for part in kept)
