"""Answers to what a battle at sea awaits (7.9.5, 7.9.7, 7.10, 7.11.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, word
from engine.kernel.procedures import Procedure, under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.combat import battle_cards
from engine.thewar.sea import holds, naval_cards, sea_outcomes
from engine.thewar.sea.sea_battle import ATTACKER, DEFENDER, ENDED, SIDES
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_forces import Mark
from engine.thewar.world import card_matrices, titles, wars
from engine.thewar.world.naming import UNIT
from engine.thewar.world.state import TheWar


class _Answer(Answer[TheWar, SeaFight]):
    """An answer to what a battle at sea awaits."""

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (SeaFight,)
    unasked: ClassVar[str] = "no battle at sea awaits this"
    when: ClassVar[str] = "It is asked while a battle is fought: 'sea-battle' begins one with a mission that was found."


@frozen
class Nacs(_Answer):
    """Whether a side's NAC fight in the air (7.9.7 D)."""

    verb: ClassVar[str] = "nacs"
    title: ClassVar[str] = "NAC in the air battle"
    rule: ClassVar[str] = "7.9.7"
    stages: ClassVar[tuple[str, ...]] = ("nacs-attacker", "nacs-defender")

    rise: bool = word(FLAG)

    def answer(self, tx: Transaction[TheWar], at: str, fight: SeaFight) -> None:
        side = SIDES.index(fight.stage.removeprefix("nacs-"))
        if self.rise:
            fight = evolve(fight, nacs=(*fight.nacs, side))
            tx.set(f"{at}.nacs", fight.nacs, "NAC rise", "7.9.7")
        if side == ATTACKER:
            tx.set(f"{at}.stage", "nacs-defender", "battle at sea", "7.9.7")
        else:
            fight.opens(tx, at)

    def sentence(self, campaign: TheWar) -> str:
        return f"The NAC of {wars.named(campaign, self.power)} {'rise' if self.rise else 'stay out of the air battle'}"


@frozen
class NavalCard(_Answer):
    """A side's naval combat card for the roll at hand, or none; face down until both are in (29.13)."""

    verb: ClassVar[str] = naval_cards.VERB
    title: ClassVar[str] = "naval combat card"
    rule: ClassVar[str] = naval_cards.RULE
    stages: ClassVar[tuple[str, ...]] = ("cards",)

    card: str = word(NAME)

    def _side(self, campaign: TheWar, fight: SeaFight) -> int:
        return ATTACKER if fight.speaker(campaign, ATTACKER) == self.power else DEFENDER

    def wrong(self, campaign: TheWar, fight: SeaFight) -> Iterable[Refusal]:
        side = self._side(campaign, fight)
        force = fight.sea(campaign).muster(side, fight.now.codes(side))
        yield from naval_cards.wrong(campaign, self.card, side, force)

    def answer(self, tx: Transaction[TheWar], at: str, fight: SeaFight) -> None:
        fight.played(tx, at, self._side(tx.campaign, fight), self.card)

    def expected(self, campaign: TheWar, fight: SeaFight) -> Distribution[Any] | None:
        """What is still to come; of a card of the other side that is not open each is as likely as another."""
        side = self._side(campaign, fight)
        enemy_card = fight.cards[1 - side]
        force = fight.sea(campaign).muster(1 - side, fight.now.codes(1 - side))
        against = (enemy_card,) if enemy_card else naval_cards.hand(campaign, 1 - side, force) or (battle_cards.NONE,)
        weights: dict[int, int] = {}
        for theirs in against:
            mine_first = (self.card, theirs) if side == ATTACKER else (theirs, self.card)
            figure = naval_cards.figure(campaign, *mine_first)
            weights[figure] = weights.get(figure, 0) + 1
        supposed = "" if enemy_card else _SUPPOSED[against != (battle_cards.NONE,)]
        return sea_outcomes.carded(fight.sea(campaign), fight.now, weights, supposed)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        none = self.card == battle_cards.NONE
        return f"{who} plays no naval combat card" if none else f"{who} plays '{card_matrices.spoken(self.card)}'"


_SUPPOSED = ("the other side has no card", "each card of the other side is as likely as another")


@frozen
class Take(_Answer):
    """Who takes the next result: among the best-rated as the owner likes, in port as the attacker likes (7.11.5,
    11.7.1)."""

    verb: ClassVar[str] = "suffers"
    title: ClassVar[str] = "who takes a result at sea"
    rule: ClassVar[str] = "7.11.5"
    stages: ClassVar[tuple[str, ...]] = ("take",)

    unit: str = word(UNIT)

    def _mark(self, campaign: TheWar, fight: SeaFight) -> Mark | None:
        marks = fight.choices(campaign)
        return next((mark for mark in marks if fight.unit(campaign, mark).name == self.unit), None)

    def wrong(self, campaign: TheWar, fight: SeaFight) -> Iterable[Refusal]:
        if self._mark(campaign, fight) is None:
            keys = [fight.unit(campaign, mark).name for mark in fight.choices(campaign)]
            named = ", ".join(titles.unit(campaign, key) for key in keys)
            yield Refusal(self.rule, f"'{self.unit}' cannot take it", f"The best-rated first: {named}.")

    def answer(self, tx: Transaction[TheWar], at: str, fight: SeaFight) -> None:
        mark = self._mark(tx.campaign, fight)
        if mark is not None:
            fight.take(tx, at, mark)

    def sentence(self, campaign: TheWar) -> str:
        current = under_way(campaign, SeaFight)
        carried = (
            holds.aboard(campaign, current[1].engagement(campaign)).get(self.unit, ()) if current is not None else ()
        )
        cargo = titles.units(campaign, carried)
        return f"{titles.unit(campaign, self.unit)}{f' with {cargo} aboard' if cargo else ''} takes the result"


@frozen
class BreakOff(_Answer):
    """After a round, whether a side breaks off with its whole force or goes on with all of it (7.9.5)."""

    verb: ClassVar[str] = "break-off"
    title: ClassVar[str] = "break off at sea"
    rule: ClassVar[str] = "7.9.5"
    stages: ClassVar[tuple[str, ...]] = ("stay-attacker", "stay-defender")

    leaves: bool = word(FLAG)

    def expected(self, campaign: TheWar, fight: SeaFight) -> Distribution[Any] | None:
        """What is still to come where it goes on."""
        return None if self.leaves else sea_outcomes.from_here(fight.sea(campaign), fight.now)

    def answer(self, tx: Transaction[TheWar], at: str, fight: SeaFight) -> None:
        side = fight.stage.removeprefix("stay-")
        if self.leaves:
            tx.set(f"{at}.fled", side, "breaks off", "7.9.5")
            tx.set(f"{at}.clock", ENDED, "breaks off", "7.9.5")
            tx.set(f"{at}.stage", "home", "breaks off", "7.9.5")
        elif side == SIDES[ATTACKER]:
            tx.set(f"{at}.stage", "stay-defender", "goes on", "7.9.5")
        else:
            fight.went_on(tx, at)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} {'breaks off the battle at sea' if self.leaves else 'goes on'}"
