"""Cards of the U-boat war, of bombing and of battles at sea (29.6, 29.9, 29.13): who plays one on what, and how the
table enters the cells of the matrices (see world.card_matrices)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, number, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often
from engine.thewar.world import calendar, tallies, wars
from engine.thewar.world.card_matrices import DECKS, ESPIONAGE, NAVAL, OPTIONS, PRINTED, matrix, named, on, row, spoken
from engine.thewar.world.state import Box, CardCell, TheWar

SEA_STEP, AIR_STEP = "strategic-warfare.u-boat-cards", "strategic-warfare.bombing-cards"
_STEPS = {SEA_STEP: "u-boats", AIR_STEP: "bombing", "planning.diplomacy": ESPIONAGE}
NONE = "none"
"""What an order names in place of a card when a side plays none."""
CARRIERS = "carriers"
"""The naval card that only a force with a whole CV and its whole NAC can play (29.13)."""
SHOWN = "u-boat-card-shown"
"""What counts a U-boat card that Germany has shown in this turn, of which it is (16.1.7.2 d)."""
MOST = 9
# From and to when a result for the U-boats, and one for the ASW, counts twice (29.6).
UBOATS_TWICE, ASW_TWICE = ("1940-3-fall", "1942-3-fall"), ("1943-1-spring", "1945-1-spring")


@compared_often
class Battle:
    """A roll on which cards are played: its deck, who attacks, who may defend (the first that stands)."""

    id: str
    deck: str
    attacker: str
    defenders: tuple[str, ...]
    step: str


BATTLES = {
    battle.id: battle
    for battle in (
        Battle("u-boats", "u-boats", "germany", ("britain", "us"), SEA_STEP),
        Battle("over-britain", "bombing", "germany", ("britain",), AIR_STEP),
        Battle("night", "bombing", "britain", ("germany",), AIR_STEP),
        Battle("day", "bombing", "us", ("germany",), AIR_STEP),
    )
}


ROLLS = {
    "u-boats": "the U-boat roll",
    "over-britain": "the German raid",
    "night": "the British raid",
    "day": "the American raid",
}
"""The names of the rolls for players."""


def effect(deck: str, turn: str, figure: int) -> int:
    """What a cell adds to the die on a turn: in the U-boat war some periods double one side's results (29.6)."""
    if deck != "u-boats":
        return figure
    now = calendar.number(turn)
    first, last = UBOATS_TWICE if figure < 0 else ASW_TWICE
    return 2 * figure if calendar.number(first) <= now <= calendar.number(last) else figure


def defender(campaign: TheWar, battle: Battle) -> str:
    """The power that plays the defender's card, '' where none is left."""
    return next((power for power in battle.defenders if wars.standing(campaign, power)), "")


def coming(campaign: TheWar, step: str) -> tuple[Battle, ...]:
    """The battles of a step's deck that will be rolled this turn, from the open boxes."""
    return tuple(battle for battle in BATTLES.values() if battle.step == step and _rolled(campaign, battle))


def _rolled(campaign: TheWar, battle: Battle) -> bool:
    box = campaign.boxes.get(battle.attacker, Box())
    if battle.id != "u-boats":
        return bool(box.sac + box.mdm)
    allies = wars.enemies_of_germany(campaign)
    return bool(box.uboats) and any(campaign.boxes.get(power, Box()).asw for power in allies)


def players(campaign: TheWar, step: str) -> tuple[str, ...]:
    """The powers that may play a card in a step: both sides of each battle that comes."""
    named = {
        power for battle in coming(campaign, step) for power in (battle.attacker, defender(campaign, battle)) if power
    }
    return tuple(power for power in wars.POWERS if power in named)


def played(battle: str, role: str) -> str:
    """The fact that names the card that a role (attacker, defender) has played on a battle."""
    return f"played-{battle}-{role}"


def taken(tx: Transaction[TheWar], battle_id: str) -> int:
    """What the cards of a battle add to its die; they go back into their decks. 0 unless both sides have played."""
    battle = BATTLES[battle_id]
    keys = [played(battle_id, role) for role in ("defender", "attacker")]
    cards = [str(tx.campaign.facts.get(key, "")) for key in keys]
    figure = matrix(tx.campaign, battle.deck).get((cards[0], cards[1]), 0)
    for key in keys:
        if key in tx.campaign.facts:
            tx.remove(f"facts.{key}", "the card goes back into its deck", DECKS[battle.deck])
    return effect(battle.deck, calendar.turn(tx.campaign), figure)


def unplayable(campaign: TheWar, deck: str, card: str, *, attacks: bool) -> Iterable[Refusal]:
    """Why a card cannot be played: each of its cells against the other deck's cards has to be known."""
    rule = DECKS[deck]
    enter = f"The table enters it from the player aid: card {deck} DEFENDER ATTACKER FIGURE."
    mine = named(campaign, deck, attacks=attacks)
    if card not in mine:
        known = f"Known: {', '.join(mine)}. " if mine else ""
        yield Refusal(rule, f"no cell of the card matrix is known for '{card}'", known + enter)
        return
    cells = row(campaign, deck, card, attacks=attacks)
    for enemy_card in named(campaign, deck, attacks=not attacks):
        if enemy_card not in cells:
            first, second = (enemy_card, card) if attacks else (card, enemy_card)
            yield Refusal(rule, f"the cell of '{first}' against '{second}' is empty: the rulebook has it not", enter)


def playable(campaign: TheWar, deck: str, *, attacks: bool) -> tuple[str, ...]:
    """The cards of a side that can be played: all of their cells are known."""
    return tuple(
        card
        for card in named(campaign, deck, attacks=attacks)
        if not any(True for _ in unplayable(campaign, deck, card, attacks=attacks))
    )


@compared_often
class Card(PowerOrder[TheWar]):
    """Play a card on a roll, face down: u-boats, or a raid (over-britain, night, day). It counts where both sides
    play one (29.6, 29.9)."""

    verb: ClassVar[str] = "play-card"
    title: ClassVar[str] = "play a card"
    rule: ClassVar[str] = "29.6, 29.9"
    steps: ClassVar[tuple[str, ...]] = (SEA_STEP, AIR_STEP)

    battle: str = word(NAME)
    card: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        battle = BATTLES.get(self.battle)
        if battle is None:
            yield Refusal("29.6, 29.9", f"'{self.battle}' is no battle with cards", f"One of {', '.join(BATTLES)}.")
            return
        rule, option = DECKS[battle.deck], OPTIONS[battle.deck]
        if not on(campaign, battle.deck):
            yield Refusal(rule, "no cards are played", f"Option '{option}' is off.")
            return
        role = self._role(campaign, battle)
        if not role:
            yield Refusal(rule, f"{wars.named(campaign, self.power)} plays no card on '{self.battle}'")
            return
        if not _rolled(campaign, battle):
            yield Refusal(rule, f"nothing is rolled for '{self.battle}' this turn")
        if played(self.battle, role) in campaign.facts:
            yield Refusal(rule, "a card is played there already", "One card on each roll; 'undo' takes it back.")
        if role == "attacker" and tallies.used(campaign, self.power, SHOWN, self.card):
            reason = f"'{spoken(self.card)}' was shown to Britain in this turn"
            yield Refusal("16.1.7.2, 29.6", reason, "A card that is shown is not played; another.")
        yield from unplayable(campaign, battle.deck, self.card, attacks=role == "attacker")

    def _role(self, campaign: TheWar, battle: Battle) -> str:
        if self.power == battle.attacker:
            return "attacker"
        return "defender" if self.power == defender(campaign, battle) else ""

    def effect(self, tx: Transaction[TheWar]) -> None:
        battle = BATTLES[self.battle]
        key = played(self.battle, self._role(tx.campaign, battle))
        tx.put(f"facts.{key}", self.card, "card played", DECKS[battle.deck])

    def sentence(self, campaign: TheWar) -> str:
        roll = ROLLS.get(self.battle, self.battle)
        return f"{wars.named(campaign, self.power)} plays '{spoken(self.card)}' on {roll}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Card]:
        """Every card that can be played now."""
        for battle in (*coming(campaign, SEA_STEP), *coming(campaign, AIR_STEP)):
            attacks = power == battle.attacker
            if not attacks and power != defender(campaign, battle):
                continue
            for card in named(campaign, battle.deck, attacks=attacks):
                order = cls(power, battle.id, card)
                if not any(True for _ in order.judge(campaign)):
                    yield order


def _face_down(campaign: TheWar, deck: str) -> bool:
    """Whether cards of a deck may lie face down: a cell that is entered then could make one of them void."""
    # What lies under a cover, such as what was bought in secret, stays sealed beyond the step and is no card.
    its_turn = deck == NAVAL or _STEPS.get(campaign.progress.step) == deck
    answers = deck in (NAVAL, ESPIONAGE)
    return its_turn and any(bool(sealed.answers) == answers for sealed in campaign.sealed.values() if not sealed.cover)


@compared_often
class Cell(TableOrder[TheWar]):
    """Enter one cell of a card matrix as the player aid prints it; below zero it helps the attacker (29.6, 29.9, 29.11,
    29.13)."""

    verb: ClassVar[str] = "card"
    title: ClassVar[str] = "a cell of a card matrix"
    rule: ClassVar[str] = "29.6, 29.9, 29.11, 29.13"

    deck: str = word(NAME)
    defender: str = word(NAME)
    attacker: str = word(NAME)
    figure: int = word(number(-9, 9))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.deck not in DECKS:
            yield Refusal(self.rule, f"'{self.deck}' is no deck", f"One of {', '.join(DECKS)}.")
            return
        rule = DECKS[self.deck]
        if abs(self.figure) > MOST:
            yield Refusal(rule, f"{self.figure} on a die of ten", f"From -{MOST} to {MOST}.")
        if NONE in (self.defender, self.attacker):
            yield Refusal(rule, f"no card is called '{NONE}'", "That is said by who plays none.")
        if _face_down(campaign, self.deck):
            yield Refusal(rule, "cards lie face down", "A cell is entered before the first card is played, or later.")
        printed = PRINTED[self.deck].get((self.defender, self.attacker), self.figure)
        if printed != self.figure:
            yield Refusal(rule, f"the rulebook prints {printed} there, not {self.figure}")

    def effect(self, tx: Transaction[TheWar]) -> None:
        cell = CardCell.made_of(self.deck, self.defender, self.attacker, adds=self.figure)
        tx.put(f"card_cells.{cell.address}", cell, "card matrix", DECKS[self.deck])

    def sentence(self, campaign: TheWar) -> str:
        return f"Card matrix of {self.deck}: '{self.defender}' against '{self.attacker}' is {self.figure:+}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        deck = _STEPS.get(campaign.progress.step, NAVAL)
        if not on(campaign, deck):
            return None
        fields = (
            Field("deck", "deck", DECKS[deck], tuple(DECKS), deck),
            Field("defender", "defender's card"),
            Field("attacker", "attacker's card"),
            Field("figure", "figure", default="0"),
        )
        return Form(cls.verb, cls.title, "card {deck} {defender} {attacker} {figure}", fields, cls.rule)


def at_sea(campaign: TheWar) -> tuple[str, ...]:
    """The powers that play a card on the U-boat war (29.6)."""
    return players(campaign, SEA_STEP)


def in_the_air(campaign: TheWar) -> tuple[str, ...]:
    """The powers that play a card on a raid (29.9)."""
    return players(campaign, AIR_STEP)
