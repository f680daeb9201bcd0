"""When a variant may be played, in words: its dates, seasons and condition as its list prints them (chapter 28)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.thewar.countries.variant_table import turns
from engine.thewar.world import calendar
from engine.thewar.world.naming import counted

_BY_ROLL = "with its roll, before the dice"
_CONDITIONS = {
    (("war:britain+italy",), ("war:france+italy",)): ("at war with Britain or France", "war with the West", "at war"),
    (("peace:britain+italy", "peace:france+italy"),): (
        "at peace with Britain and France",
        "peace with the West",
        "at peace",
    ),
    (("peace:britain+italy", "peace:france+italy", "standing:france"),): (
        "at peace with Britain and France, before France falls",
        "peace with the West",
        "at peace",
    ),
    (("unattacked:italy+greece", "unattacked:italy+yugoslavia"),): (
        "before Italy attacks Greece or Yugoslavia",
        "before a Balkan war",
        "early",
    ),
    (("war:germany+ussr",),): ("while Germany and the Soviet Union are at war", "war in the East", "at war"),
    (("after-declaration:germany+ussr",),): (
        "after the turn in which Germany and the Soviet Union went to war",
        "war in the East",
        "at war",
    ),
    (("option:air-crew-training",),): ("with the optional rule of air crews (29.3)", "with 29.3", "29.3"),
    (
        ("fact:western-surprise-open", "begins:germany+belgium"),
        ("fact:western-surprise-open", "begins:germany+netherlands"),
        ("this-turn:western-surprise-turn",),
    ): (
        "in the turn of surprise in the West",
        "surprise in the West",
        "surprise",
    ),
    (("conquered:france",),): ("once France has fallen", "France fallen", ""),
    (("unrolled:france",),): ("before France has rolled for its surrender", "before its first roll", ""),
}
"""What has to hold for a variant, by its needs: in full, in a few words, and in one or two where a date stands
beside it."""


def _condition(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """What has to hold, at three lengths; '' for nothing."""
    needs = tuple(tuple(alternative) for alternative in row.get("needs", ()))
    return _CONDITIONS[needs] if needs else ("", "", "")


def window(row: Mapping[str, Any]) -> str:
    """When a row may be played by its printed dates, seasons and condition; 'at any time' where nothing is printed."""
    parts = []
    if row["from"] and row["from"] == row["until"]:
        parts.append(f"in {calendar.spoken(row['from'])} alone")
    else:
        parts += [f"from {calendar.spoken(row['from'])}"] if row["from"] else []
        parts += [f"until {calendar.spoken(row['until'])}"] if row["until"] else []
    if seasons := row.get("seasons", ()):
        parts.append(f"in {' or '.join(season.capitalize() for season in seasons)}")
    if after := row.get("after", 0):
        parts.append(f"{counted(after, 'turn', 'turns')} after it was obtained")
    if row.get("yearly", 0):
        parts.append("once a year")
    if single := turns(row):
        parts.append(f"in {' or '.join(calendar.spoken(turn) for turn in single)} alone")
    elif row.get("needs", ()):
        parts.append(_condition(row)[0])
    if row.get("with_roll", ""):
        parts.append(_BY_ROLL)
    return ", ".join(parts) or "at any time"


def brief(row: Mapping[str, Any]) -> str:
    """The same for a line of a list: its dates, or else what has to hold."""
    first, last = (calendar.spoken(row[edge]) if row[edge] else "" for edge in ("from", "until"))
    if single := turns(row):
        return " or ".join(calendar.spoken(turn) for turn in single)
    if after := row.get("after", 0):
        return f"{after} turns after it is had"
    if first and last:
        return f"{first} alone" if first == last else f"{first} to {last}"
    _, alone, beside = _condition(row)
    if first:
        return f"from {first}" + (f", {beside}" if beside else "")
    if last:
        return f"until {last}" + (f", {beside}" if beside else "")
    return alone or _often(row)


def _often(row: Mapping[str, Any]) -> str:
    return "once a year" if row.get("yearly", 0) else "at any time"
