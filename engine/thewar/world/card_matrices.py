"""Decks of cards and their matrices (29.6, 29.9, 29.11, 29.13): what two cards that meet add to the die. The matrices
are printed on a player aid that the rulebook leaves out, so all cells but three are the table's to enter."""

from __future__ import annotations

from collections.abc import Mapping

from engine.thewar.world.state import TheWar

NAVAL, ESPIONAGE = "naval", "espionage"
DECKS = {"u-boats": "29.6", "bombing": "29.9", NAVAL: "29.13", ESPIONAGE: "29.11"}
"""The decks, with their rules."""
OPTIONS = {"u-boats": "u-boat-cards", "bombing": "bombing-cards", NAVAL: "naval-cards", ESPIONAGE: "espionage-cards"}
PRINTED: Mapping[str, Mapping[tuple[str, str], int]] = {
    "u-boats": {("long-range-recon", "surface-threat"): -2, ("long-range-recon", "combined-air-sea"): 1},
    "bombing": {},
    NAVAL: {},
    ESPIONAGE: {("double-agent", "sanction"): -1},
}
"""The cells that the rulebook's text names: defender's card, attacker's card, what they add to the die. Of Espionage
the defender's is the Counter-Espionage card (16.1.3, the second example)."""


def matrix(campaign: TheWar, deck: str) -> dict[tuple[str, str], int]:
    """All cells that are known, by defender's and attacker's card; a cell that the table has entered replaces the
    printed one."""
    entered = {(cell.defender, cell.attacker): cell.adds for cell in campaign.card_cells.values() if cell.deck == deck}
    return {**PRINTED[deck], **entered}


def on(campaign: TheWar, deck: str) -> bool:
    """Whether a deck is played with."""
    return bool(campaign.options.get(OPTIONS[deck], False))


def named(campaign: TheWar, deck: str, *, attacks: bool) -> tuple[str, ...]:
    """The cards of a side of which any cell is known."""
    return tuple(sorted({pair[1] if attacks else pair[0] for pair in matrix(campaign, deck)}))


def row(campaign: TheWar, deck: str, card: str, *, attacks: bool) -> dict[str, int]:
    """What is known of a card: against each card of the other side what both add to the die."""
    cells = matrix(campaign, deck)
    pairs = {
        enemy_card: (enemy_card, card) if attacks else (card, enemy_card)
        for enemy_card in named(campaign, deck, attacks=not attacks)
    }
    return {enemy_card: cells[pair] for enemy_card, pair in pairs.items() if pair in cells}


def spoken(card: str) -> str:
    """The name of a card for players."""
    return card.replace("-", " ")
