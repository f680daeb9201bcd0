"""Codebreaking cards for submarine warfare and ASW. They are compared submarine campaign by submarine campaign, for an
advantage of one at most (25.67)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.world import sides, turns
from engine.worldatwar.world.bases import INDIAN, PACIFIC
from engine.worldatwar.world.state import WorldAtWar

STEP = "combat.codebreaking"
ULTRA, MAGIC = "ultra", "magic"
SUBMARINE, ANTI = "submarine", "asw"
KINDS = (SUBMARINE, ANTI)
SAID = {SUBMARINE: "submarine", ANTI: "ASW"}
# Who plays which cards (25.671): power, code, kind.
CARDS = {
    ("germany", SUBMARINE): ULTRA,
    ("britain", ANTI): ULTRA,
    ("japan", SUBMARINE): MAGIC,
    ("us", ANTI): MAGIC,
    ("us", SUBMARINE): MAGIC,
    ("japan", ANTI): MAGIC,
}
MOST = 9
"""The most cards of one kind that a power plays in a player turn (ruling 453)."""


def opponents(attacker: str) -> tuple[str, str]:
    """The two powers whose cards are compared in a power's submarine campaigns: its own and its opponent's."""
    return attacker, {"germany": "britain", "japan": "us", "us": "japan"}[attacker]


def advantage(campaign: WorldAtWar, attacker: str, defender: str, box: str) -> tuple[str, int, str]:
    """What the cards do in one submarine campaign: the code's name, the modifier for the submarines (+1, 0 or -1), and
    why (25.672, 25.673)."""
    ours, theirs = opponents(attacker)
    code = CARDS[(ours, SUBMARINE)]
    mine = campaign.cards.get(f"{ours}-{SUBMARINE}", 0)
    other = campaign.cards.get(f"{theirs}-{ANTI}", 0)
    value = (mine > other) - (mine < other)
    return code.title(), value, f"{mine} submarine cards against {other} ASW cards"


def players(campaign: WorldAtWar, half: str) -> tuple[str, ...]:
    """The powers that may play cards on the submarine campaigns of a side's player turn."""
    attackers = attacking(campaign, half)
    holders = [power for attacker in attackers for power in opponents(attacker)]
    return tuple(power for power in sides.standing(campaign) if power in holders)


def attacking(campaign: WorldAtWar, half: str) -> tuple[str, ...]:
    """The powers of a side that have submarines in the boxes."""
    return tuple(
        power
        for power in ("germany", "japan", "us")
        if power in campaign.powers
        and campaign.powers[power].side == half
        and any(
            group.owner == power and "submarine" in group.kind and group.place in ("atlantic", INDIAN, PACIFIC)
            for group in campaign.groups.values()
        )
    )


@frozen
class PlayCards(PowerOrder[WorldAtWar]):
    """In secret, play Ultra or Magic cards on the submarine warfare of this player turn (25.671)."""

    verb: ClassVar[str] = "play-cards"
    title: ClassVar[str] = "codebreaking cards"
    rule: ClassVar[str] = "25.671"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    kind: str = word(NAME)
    count: int = word(number(0, MOST))

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.kind not in KINDS:
            yield Refusal("25.671", f"'{self.kind}' is no kind of card", f"There are {' and '.join(KINDS)} cards.")
            return
        needed = self.needed(campaign, self.power)
        if self.kind != needed:
            name = sides.named(campaign, self.power)
            yield Refusal("25.671", f"{name} has no use for {self.kind} cards now", f"Now: {needed or 'none'}.")

    @staticmethod
    def needed(campaign: WorldAtWar, power: str) -> str:
        """The kind of card that a power may play in the player turn at hand, '' for none."""
        attackers = attacking(campaign, turns.half(campaign))
        if power in attackers:
            return SUBMARINE
        return ANTI if any(opponents(attacker)[1] == power for attacker in attackers) else ""

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        tx.put(f"cards.{self.power}-{self.kind}", self.count, "codebreaking cards", "25.671")

    def sentence(self, campaign: WorldAtWar) -> str:
        code = CARDS[(self.power, self.kind)].title() if (self.power, self.kind) in CARDS else ""
        count = f"{self.count} {code} {SAID.get(self.kind, self.kind)} card{'' if self.count == 1 else 's'}"
        return f"{sides.named(campaign, self.power)} plays {count}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[PlayCards]:
        if kind := cls.needed(campaign, power):
            yield cls(power, kind, 0)
            yield cls(power, kind, 1)

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        kind = cls.needed(campaign, power)
        fields = (
            Field("kind", "cards", "25.671", choices=(kind,) if kind else KINDS, default=kind),
            Field("count", "how many", default="0"),
        )
        return Form(cls.verb, "Play codebreaking cards", power + " play-cards {kind} {count}", fields, cls.rule)
