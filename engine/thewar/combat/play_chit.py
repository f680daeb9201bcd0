"""A chit is played on one of its purposes; the enemies that might hold Counter-Espionage are asked whether they cancel
it; what it does holds from then on (16.1.7.2, rulings 310, 433)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.counters import Counter
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import NAMES, key, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often, frozen
from engine.thewar.combat import battle_cards, chit_purposes, surprise_odds
from engine.thewar.combat.chit_purposes import PURPOSES, RULE, SHOW, SURPRISE, Purpose
from engine.thewar.politics import chit_answers, moves
from engine.thewar.politics.chit_answers import COUNTER, Countered
from engine.thewar.world import card_matrices, sides, tallies, wars
from engine.thewar.world.influence import COUNTER_ESPIONAGE, ESPIONAGE, SORTS
from engine.thewar.world.naming import POWER
from engine.thewar.world.state import TheWar

SHOW_CARDS = "show-cards"


def _here(campaign: TheWar, purpose: Purpose) -> bool:
    """Whether a purpose's step is at hand, in whichever half-turn."""
    step = campaign.progress.step
    return step.removeprefix(f"{sides.phasing(campaign)}.") in purpose.steps


@compared_often
class ChitPlayed(Countered):
    """A chit ``by`` a power ``on`` a purpose. Stages: counter, while its enemies are asked; show, while Germany is
    asked for its cards. ``answered``: who has answered; ``guards``: who would cancel it, () for nobody."""

    kind: ClassVar[str] = "chit-played"

    by: str = ""
    on: str = ""
    sort: str = ESPIONAGE
    answered: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()

    @property
    def power(self) -> str:
        return self.by

    @property
    def purpose(self) -> Purpose:
        """What it is played on."""
        return PURPOSES[self.on]

    def whose(self) -> str:
        return self.by

    def replied(self, power: str, *, plays: bool) -> ChitPlayed:
        guards = (*self.guards, power) if plays else self.guards
        return attrs.evolve(self, guards=guards, answered=(*self.answered, power))

    def question(self, campaign: TheWar, power: str) -> tuple[str, tuple[str, ...]]:
        by, on = wars.named(campaign, self.by), self.purpose.said
        title = f"{by} plays Espionage {on}: does {wars.named(campaign, power)} cancel it?"
        return title, (f"If not: {self.purpose.does}.", f"With Counter-Espionage: {self.purpose.without}.")

    def odds(self, campaign: TheWar) -> Distribution[Any] | None:
        if self.on != SURPRISE:
            return None
        return attrs.evolve(surprise_odds.odds(chit=not self.guards), assumed=())

    def decisions(self, campaign: TheWar) -> tuple[Decision, ...]:
        if self.stage == SHOW:
            return self._cards(campaign)
        # Counter-Espionage itself is cancelled by nobody, nor is a card.
        card = self.on == chit_purposes.PARTISANS and chit_purposes.by_cards(campaign)
        return self.awaits(campaign, self.answered) if self.sort == ESPIONAGE and not card else ()

    def _cards(self, campaign: TheWar) -> tuple[Decision, ...]:
        many = chit_purposes.to_be_shown(campaign)
        if self.answered or not many:
            return ()
        title = f"Which {many} U-boat cards does Germany show, of those that it does not play?"
        mine = _unplayed(campaign)
        answers = tuple(f"germany {SHOW_CARDS} {','.join(pair)}" for pair in _choices(mine, many))
        notes = ("All are told; a card that is shown is not played in this turn.",)
        return (Decision("germany", title, answers, next(iter(answers), ""), "16.1.7.2, 29.6", notes),)

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == SHOW:
            tx.remove(at, "the cards are shown", RULE)
            return
        if self.guards:
            chit_answers.spend(tx, self.guards[0], COUNTER_ESPIONAGE, f"against {self.purpose.said}")
        else:
            if self.purpose.stands is not None:
                self.purpose.stands(tx, self.by)
            following = attrs.evolve(self, stage=self.purpose.next_stage, answered=())
            if self.purpose.next_stage and following.decisions(tx.campaign):
                tx.put(at, following, "Germany shows cards", RULE)
                return
        tx.remove(at, "the chit is played", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.stage == SHOW:
            return ""
        if self.guards:
            who = wars.named(before, self.guards[0])
            return f"{who} cancels it with Counter-Espionage: {self.purpose.without}"
        return f"The chit of {wars.named(before, self.by)} stands: {self.purpose.does}"


_NOBODY = "nobody"


@frozen
class _Boxes:
    """The lines of the boxes in which a power says which chit it plays, and what for."""

    power: str

    def sorts(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        sorts = dict.fromkeys(order.sort for order in PlayChit.offers(campaign, self.power))
        return tuple(Counter(sort, sort.title()) for sort in sorts)

    def purposes(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        on = dict.fromkeys(order.on for order in PlayChit.offers(campaign, self.power))
        return tuple(Counter(one, PURPOSES[one].said, 1, PURPOSES[one].does) for one in on)

    def guards(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        able = (
            other
            for other in chit_answers.opponents(campaign, self.power)
            if not any(True for _ in chit_answers.for_the_enemy(campaign, self.power, other))
        )
        return (Counter("", _NOBODY), *(Counter(other, wars.named(campaign, other)) for other in able))


@compared_often
class PlayChit(PowerOrder[TheWar]):
    """Play a chit on a purpose: reserves, surprise, partisans, u-boat-cards (16.1.7.2). ``counter``: where one seat
    plays all and nobody is asked, the enemy that cancels it with Counter-Espionage."""

    verb: ClassVar[str] = "play-chit"
    title: ClassVar[str] = "a chit is played"
    rule: ClassVar[str] = RULE
    # It has steps by its purpose, and is no order of a sealed step: all see it at once.
    by_secrets: ClassVar[bool] = True

    sort: str = word(key(also=SORTS))
    on: str = keyed(key(also=tuple(PURPOSES)), "", "what for")
    counter: str = keyed(POWER, "", "who cancels it")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        purpose = PURPOSES.get(self.on)
        if self.sort not in SORTS:
            yield Refusal(RULE, f"'{self.sort}' is no sort of chits", f"One of {', '.join(SORTS)}.")
            return
        if purpose is None:
            reason = f"'{self.on}' is nothing that a chit is played on" if self.on else "no purpose is named"
            hint = f"on= one of {', '.join(PURPOSES)}; others are played with the roll that they modify."
            yield Refusal(RULE, reason, hint)
            return
        if not wars.standing(campaign, self.power):
            yield Refusal(RULE, f"{wars.named(campaign, self.power)} has surrendered", "A power that stands.")
            return
        if not _here(campaign, purpose):
            yield Refusal(purpose.rule, f"no chit is played {purpose.said} in this step", purpose.when)
            return
        if self.sort not in purpose.sorts:
            reason = f"Counter-Espionage is not played {purpose.said}"
            yield Refusal(purpose.rule, reason, "It cancels the Espionage of an enemy, who plays first.")
        yield from chit_purposes.wrong_deck(campaign, self.power, self.on, self.sort)
        yield from purpose.wrong(campaign, self.power)
        yield from chit_answers.refused(campaign, self.power, self.sort)
        if self.counter:
            yield from self._countered(campaign)

    def _countered(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.sort != ESPIONAGE:
            yield Refusal(RULE, "nobody cancels Counter-Espionage", "Without 'counter'.")
            return
        if self.on == chit_purposes.PARTISANS and chit_purposes.by_cards(campaign):
            yield Refusal("29.11", "a card is cancelled by none: two count as their cell", "Without 'counter'.")
            return
        yield from chit_answers.for_the_enemy(campaign, self.power, self.counter)

    def effect(self, tx: Transaction[TheWar]) -> None:
        chit_answers.spend(tx, self.power, self.sort, PURPOSES[self.on].said)
        moves.play_chit(tx, self.power, self.sort, self.on)
        guards = (self.counter,) if self.counter else ()
        begin(tx, ChitPlayed(COUNTER, self.power, self.on, self.sort, guards=guards), "a chit is played", RULE)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """The chance of surprise with the chit; without, where it is cancelled, is told beside it."""
        if self.on != SURPRISE or any(True for _ in self.judge(campaign)):
            return None
        return surprise_odds.odds(chit=not self.counter)

    def sentence(self, campaign: TheWar) -> str:
        by = f"; {wars.named(campaign, self.counter)} cancels it" if self.counter else ""
        said = PURPOSES[self.on].said if self.on in PURPOSES else ""
        return f"{wars.named(campaign, self.power)} plays {self.sort.title()} {said}{by}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[PlayChit]:
        """One for each purpose whose step is at hand, with a chit that this view knows of."""
        for purpose in PURPOSES.values():
            if _here(campaign, purpose):
                yield from (cls(power, sort, purpose.id) for sort in chit_purposes.at_hand(campaign, power, purpose.id))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        offered = list(cls.offers(campaign, power))
        if not offered:
            return None
        sorts = tuple(dict.fromkeys(order.sort for order in offered))
        on = tuple(dict.fromkeys(order.on for order in offered))
        boxes = _Boxes(power)
        fields = [
            Field("sort", "which chit", RULE, sorts, sorts[0].title(), counters=boxes.sorts),
            Field("on", "what for", PURPOSES[on[0]].rule, on, PURPOSES[on[0]].said, counters=boxes.purposes),
        ]
        pattern = power + " play-chit {sort} on={on}"
        guards = tuple(
            other
            for other in chit_answers.opponents(campaign, power)
            if not any(True for _ in chit_answers.for_the_enemy(campaign, power, other))
        )
        if guards:
            fields.append(Field("counter", "who cancels it", RULE, ("", *guards), _NOBODY, counters=boxes.guards))
            pattern += " counter={counter}"
        return Form(cls.verb, "Play a chit", pattern, tuple(fields), RULE)


# --- cards that are shown


def _unplayed(campaign: TheWar) -> tuple[str, ...]:
    """The German cards but the one that this view knows to be played."""
    mine = campaign.facts.get(battle_cards.played("u-boats", "attacker"), "")
    return tuple(card for card in card_matrices.named(campaign, "u-boats", attacks=True) if card != mine)


def _choices(cards: tuple[str, ...], many: int) -> Iterable[tuple[str, ...]]:
    if many == 1:
        return tuple((card,) for card in cards)
    return tuple((one, other) for at, one in enumerate(cards) for other in cards[at + 1 :])


@compared_often
class ShowCards(Answer[TheWar, ChitPlayed]):
    """Germany shows U-boat cards that it does not play in this turn (16.1.7.2 d)."""

    verb: ClassVar[str] = SHOW_CARDS
    title: ClassVar[str] = "U-boat cards shown"
    rule: ClassVar[str] = "16.1.7.2, 29.6"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (ChitPlayed,)
    stages: ClassVar[tuple[str, ...]] = (SHOW,)
    unasked: ClassVar[str] = "nobody asks for U-boat cards"
    when: ClassVar[str] = "'britain play-chit espionage on=u-boat-cards' asks for them."
    by_secrets: ClassVar[bool] = True

    cards: tuple[str, ...] = word(NAMES)

    def wrong(self, campaign: TheWar, under_way: ChitPlayed) -> Iterable[Refusal]:
        mine, many = _unplayed(campaign), chit_purposes.to_be_shown(campaign)
        if len(set(self.cards)) != many or len(self.cards) != many:
            yield Refusal(self.rule, f"{len(set(self.cards))} cards are named", f"{many}, each once.")
        for card in self.cards:
            if card not in mine:
                named = ", ".join(card_matrices.spoken(other) for other in mine)
                reason = f"'{card_matrices.spoken(card)}' is no card that Germany keeps unplayed"
                yield Refusal(self.rule, reason, f"Of {named}.")

    def answer(self, tx: Transaction[TheWar], at: str, under_way: ChitPlayed) -> None:
        for card in self.cards:
            tallies.use(tx, self.power, battle_cards.SHOWN, 1, "card shown", self.rule, of=card)
        super().answer(tx, at, under_way)

    def after(self, campaign: TheWar, under_way: ChitPlayed) -> ChitPlayed:
        return attrs.evolve(under_way, answered=(*under_way.answered, self.power))

    def sentence(self, campaign: TheWar) -> str:
        cards = " and ".join(f"'{card_matrices.spoken(card)}'" for card in self.cards)
        return f"{wars.named(campaign, self.power)} shows the U-boat cards {cards}"
