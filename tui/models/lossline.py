"""Completing a line of losses: whose units, what became of them, which of that power's groups."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.models.forces import ForceRow, unit_words
from tui.models.forms import Offer, name_of

if TYPE_CHECKING:
    from saves.desk import Desk

# What may stand before the units, and what it means.
DEEDS = (
    Offer("-1", "lost (so many; the minus may be left out)"),
    Offer("dep", "depleted"),
    Offer("rep", "repaired"),
    Offer("+1", "built from the pool"),
)


def offers(desk: Desk, before: str, known: tuple[ForceRow, ...]) -> tuple[Offer, ...]:
    """What the piece of a word before the caret may become; ``before`` is the typed text up to the caret, ``known`` the
    campaign's groups."""
    part = re.split(r";", before)[-1]
    words = re.split(r"[\s,]+", part.lstrip())
    piece = words[-1].lower()
    if len(words) <= 1:
        return _owners(desk, piece, known)
    item = re.split(r",", part)[-1] if "," in part else part.lstrip().partition(" ")[2]
    given = item.split()
    if not item or item[-1].isspace():
        given.append("")
    if len(given) <= 1:
        return tuple(deed for deed in DEEDS if deed.value.startswith(piece))
    if len(given) > 3 or not re.match(r"[-+]?\d+$|dep$|rep$|depleted$|repaired$", given[0].lower()):
        return ()
    return _groups(known, owner(desk, words[0], known), given[0].lower(), piece)


def owner(desk: Desk, word: str, known: tuple[ForceRow, ...]) -> str:
    """The power or country that a short name stands for, '' where it is unclear."""
    owners = [offer.value for offer in _owners(desk, "", known)]
    aliases = dict(desk.ruleset.aliases)
    text = word.lower()
    if text in owners:
        return text
    fits = {value for value in owners if value.startswith(text)}
    fits |= {power for name, power in aliases.items() if name.startswith(text)}
    return fits.pop() if len(fits) == 1 else ""


def _owners(desk: Desk, piece: str, known: tuple[ForceRow, ...]) -> tuple[Offer, ...]:
    campaign = desk.campaign
    have = dict.fromkeys(row.power for row in known)
    owners = [Offer(power, name_of(campaign, power)) for power in have]
    return tuple(
        offer for offer in owners if offer.value.startswith(piece) or (piece and offer.name.lower().startswith(piece))
    )


def _groups(known: tuple[ForceRow, ...], power: str, deed: str, piece: str) -> tuple[Offer, ...]:
    groups = []
    for row in known:
        if row.power != power:
            continue
        many = {"+": row.pool, "r": row.depleted, "d": row.board}.get(deed[0], row.board + row.depleted)
        group = "-".join(part for part in (row.kind, row.strength, row.tag) if part)
        if many and group.startswith(piece):
            groups.append(Offer(group, f"{unit_words(row.kind, row.strength, row.tag)}: {many}"))
    return tuple(groups)
