"""Naval combat cards (29.13): in each round, just before all fight all on the naval table, both sides choose one in
secret; what their cell of the matrix says is added to the die (7.9.7 I, 7.9.8 D)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.procedures import Decision
from engine.kernel.refusals import Refusal
from engine.thewar.combat import battle_cards
from engine.thewar.combat.battle_cards import CARRIERS, NONE
from engine.thewar.sea.sea_battle import ATTACKER
from engine.thewar.sea.sea_forces import Muster
from engine.thewar.world import card_matrices, wars
from engine.thewar.world.card_matrices import NAVAL, spoken
from engine.thewar.world.state import TheWar

RULE = "29.13"
VERB = "naval-card"


def wrong(campaign: TheWar, card: str, side: int, force: Muster) -> Iterable[Refusal]:
    """Why a side cannot play a card; none is always possible."""
    if card == NONE:
        return
    if card == CARRIERS and not force.whole_carrier:
        yield Refusal(RULE, "the Carriers card needs a whole CV with its whole NAC", "Any other card, or none.")
    yield from battle_cards.unplayable(campaign, NAVAL, card, attacks=side == ATTACKER)


def hand(campaign: TheWar, side: int, force: Muster) -> tuple[str, ...]:
    """The cards that a side can play in a battle."""
    known = battle_cards.playable(campaign, NAVAL, attacks=side == ATTACKER)
    return tuple(card for card in known if not any(True for _ in wrong(campaign, card, side, force)))


def asked(campaign: TheWar, power: str, side: int, force: Muster, round_: int) -> Decision:
    """What a side is asked before the roll of a round."""
    cards = hand(campaign, side, force)
    answers = tuple(f"{power} {VERB} {card}" for card in (NONE, *cards))
    notes = [_cells(campaign, card, side) for card in cards]
    notes.append("below 0 helps the attacker; a card alone does nothing")
    notes += [f"{refusal.reason}. {refusal.hint}" for refusal in _missing(campaign, side)]
    title = f"which naval card in round {round_}?"
    return Decision(power, title, answers, answers[0], RULE, tuple(notes), sealed=True)


def _cells(campaign: TheWar, card: str, side: int) -> str:
    """A card's cells in words."""
    row = card_matrices.row(campaign, NAVAL, card, attacks=side == ATTACKER)
    cells = (f"{figure:+d} against {spoken(enemy_card)}" for enemy_card, figure in row.items())
    return f"'{spoken(card)}': {', '.join(cells)}"


def _missing(campaign: TheWar, side: int) -> Iterable[Refusal]:
    """The first cell that is still to be entered for each card of a side; the way to do it where there is none."""
    attacks = side == ATTACKER
    names = card_matrices.named(campaign, NAVAL, attacks=attacks)
    for card in names:
        yield from list(battle_cards.unplayable(campaign, NAVAL, card, attacks=attacks))[:1]
    if not names:
        yield Refusal(
            RULE, "no cell of the card matrix is known", "The table enters it: card naval DEFENDER ATTACKER FIGURE."
        )


def figure(campaign: TheWar, attacker: str, defender: str) -> int:
    """What two cards add to the die; 0 unless both sides play one (ruling 284)."""
    return card_matrices.matrix(campaign, NAVAL).get((defender, attacker), 0)


def told(campaign: TheWar, powers: Sequence[str], cards: Sequence[str]) -> str:
    """Both cards and what their cell says: ``Italy 'smoke' against Britain 'torpedoes', +2``."""
    if set(cards) == {NONE}:
        return "no cards"
    words = ("no card" if card == NONE else f"'{spoken(card)}'" for card in cards)
    said = " against ".join(f"{wars.named(campaign, power)} {word}" for power, word in zip(powers, words, strict=True))
    return f"{said}, {figure(campaign, *cards):+d}"
