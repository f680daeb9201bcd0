"""A surprise that a declaration of war brings: told in its turn, given up where only the board knows that it is lost,
closed as the turn ends (6.4.3, 18.2, 21.4). What it does stands in ``surprises`` and with the battles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import word
from engine.kernel.orders import Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often
from engine.thewar.combat import surprises
from engine.thewar.world import calendar, sides, wars
from engine.thewar.world.state import TheWar

WEST, EAST = "west", "east"
TOLD = {WEST: "western-surprise-due", EAST: "eastern-surprise-due"}
"""The facts of the turn in which a surprise was told to be due."""
_RULES = {WEST: "6.4.3, 18.2", EAST: "6.4.3, 21.4"}
_OPEN = {WEST: surprises.WESTERN_OPEN, EAST: surprises.EASTERN_OPEN}
_OVER = "no attack in the turn of the declaration"


def due(campaign: TheWar, front: str) -> bool:
    """Whether a surprise may be used in this turn and has not been yet."""
    name, why_not = (
        (surprises.WESTERN, surprises.west_not) if front == WEST else (surprises.BARBAROSSA, surprises.east_not)
    )
    return not why_not(campaign) and not surprises.used(campaign, name)


def in_the_west(campaign: TheWar) -> bool:
    """Whether the surprise in the West is due and not told yet."""
    return due(campaign, WEST) and campaign.facts.get(TOLD[WEST]) != calendar.turn(campaign)


def in_the_east(campaign: TheWar) -> bool:
    """Whether the surprise in the East is due and not told yet."""
    return due(campaign, EAST) and campaign.facts.get(TOLD[EAST]) != calendar.turn(campaign)


@compared_often
class SurpriseDue(TableOrder[TheWar]):
    """The declaration of this turn brings surprise: it is told, and the turn kept."""

    verb: ClassVar[str] = "surprise-due"
    title: ClassVar[str] = "surprise"
    rule: ClassVar[str] = "6.4.3"
    automatic: ClassVar[bool] = True

    front: str = word()

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.front not in TOLD:
            yield Refusal("6.4.3", f"no surprise is '{self.front}'", "west or east.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{TOLD[self.front]}", calendar.turn(tx.campaign), "a declaration of war", _RULES[self.front])

    def sentence(self, campaign: TheWar) -> str:
        if self.front == WEST:
            return "Surprise in the West this turn, once French or British units in France are attacked"
        return "Surprise in the East this turn"


def west() -> SurpriseDue:
    """The order that tells of the surprise in the West."""
    return SurpriseDue(WEST)


def east() -> SurpriseDue:
    """The order that tells of the surprise in the East."""
    return SurpriseDue(EAST)


@compared_often
class SurpriseLost(TableOrder[TheWar]):
    """Nobody is surprised in the West: German units come through Italy, as the board shows (18.2)."""

    verb: ClassVar[str] = "surprise-lost"
    title: ClassVar[str] = "surprise in the West lost"
    rule: ClassVar[str] = "18.2"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if surprises.used(campaign, surprises.WESTERN):
            yield Refusal("18.2", "the West is surprised already", "It holds to the end of the turn.")
        elif why := surprises.west_not(campaign):
            yield Refusal("18.2", f"there is no surprise to lose: {why}", "It is due in the turn of a declaration.")
        elif sides.phasing(campaign) != sides.AXIS:
            reason = "Germany has not moved yet" if not sides.phasing(campaign) else "Germany's player turn is over"
            yield Refusal("18.2", reason, "In the Operations of the Axis, before it attacks.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{surprises.WESTERN_OPEN}", False, "German units come through Italy", "18.2")

    def sentence(self, campaign: TheWar) -> str:
        return "The West is not surprised: German units come through Italy"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not due(campaign, WEST) or sides.phasing(campaign) != sides.AXIS:
            return None
        return Form(cls.verb, "Germans come through Italy: no surprise", cls.verb, (), cls.rule)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """The surprise that is due in this turn, and how it is used (18.2, 21.4)."""
    if due(campaign, WEST):
        said = "Surprise in the West this turn alone: an attack on French or British units in France uses it"
        yield Duty(said, _RULES[WEST])
    if due(campaign, EAST):
        yield Duty("Surprise in the East this turn alone: an attack on Soviet units uses it", _RULES[EAST])


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends: a surprise that cannot come any more is closed (18.2, 21.4)."""
    if power != "germany":
        return
    for front, over in ((WEST, _over_in_west(tx.campaign)), (EAST, _over_in_east(tx.campaign))):
        if over and tx.campaign.facts.get(_OPEN[front]):
            tx.put(f"facts.{_OPEN[front]}", False, _OVER, _RULES[front])


def _over_in_west(campaign: TheWar) -> bool:
    """Whether Germany has declared war on both Low Countries, or France is out: nobody can be surprised any more."""
    declared = [wars.begun(campaign, "germany", land) for land in surprises.LOW_COUNTRIES]
    return not wars.standing(campaign, "france") or all(declared)


def _over_in_east(campaign: TheWar) -> bool:
    """Whether Germany and the Soviet Union are at war: the turn of the attack is this one or past."""
    return wars.at_war(campaign, "germany", "ussr")
