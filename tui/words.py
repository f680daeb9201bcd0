"""Words for people that need no campaign: turns, names, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tui.rows import clean

_LABEL = re.compile(r"(\d{4})-\d-([a-z]+)\Z")


def turn_name(label: str) -> str:
    """``1939-3-fall`` for people: ``Fall 1939``; any other label as it is."""
    match = _LABEL.match(label)
    return f"{match[2].title()} {match[1]}" if match else clean(label)


def bare(name: str) -> str:
    """A name without its article, for tables and titles."""
    return clean(name).removeprefix("the ")


def and_list(names: Sequence[str]) -> str:
    """``Italy, Germany and France``."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part) if names else ""


def power_word(power: str) -> str:
    """A power's id for people where no name is at hand."""
    return power.upper() if len(power) <= 4 else clean(power.replace("-", " ").title())


def begun(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
