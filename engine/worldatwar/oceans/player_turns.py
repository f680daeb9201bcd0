"""What the rules do by themselves at the edges of turns and player turns (24.66, 25.12, 25.37, 25.66, 26.71)."""

from __future__ import annotations

from typing import ClassVar

import attrs
from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.worldatwar.moving import deployment, sailing, submarine_limits
from engine.worldatwar.oceans import modifiers
from engine.worldatwar.world import bases, flights, groups, sides, turns
from engine.worldatwar.world.state import WorldAtWar

PHASE_TALLIES = ("attacks", "cards", "forces", "guards", "salvos", "bombed")
TURN_TALLIES = ("started", "sunk")


@frozen
class CountTransports(Automatic[WorldAtWar]):
    """Transports in each box as the turn begins: they cap its losses (24.66)."""

    verb: ClassVar[str] = "count-transports"
    title: ClassVar[str] = "transports counted"
    rule: ClassVar[str] = "24.66"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        for owner, box in deployment.REFUGE:
            count = groups.standing(tx.campaign, owner, "transport", box)
            if count:
                tx.put(f"started.{groups.shipping_key(owner, box)}", count, "transports counted", self.rule)

    def told(self, before: WorldAtWar, entry: Entry) -> str:
        """See Order."""
        counted = [
            f"{change.now} in {bases.name(box)}"
            for change in entry.changes
            for owner, box in deployment.REFUGE
            if change.at == f"started.{groups.shipping_key(owner, box)}"
        ]
        return f"Transports at the turn's start: {', '.join(counted) or 'none'}"


@frozen
class YearStart(Automatic[WorldAtWar]):
    """A year begins: each power's hand is its base again, less a deficit (ruling 201)."""

    verb: ClassVar[str] = "year-start"
    title: ClassVar[str] = "year start"
    rule: ClassVar[str] = "ruling 201"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        for power in sides.standing(tx.campaign):
            one = tx.campaign.powers[power]
            if one.base:
                tx.set(f"powers.{power}.brps", one.base + min(0, one.brps), "year start", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return "The year starts: each power has its BRP base"


@frozen
class SetUp(Automatic[WorldAtWar]):
    """Without three steps of submarine research before the war no German submarine begins in the Atlantic (25.13A)."""

    verb: ClassVar[str] = "set-up"
    title: ClassVar[str] = "set-up"
    rule: ClassVar[str] = "25.13A"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        count = groups.standing(tx.campaign, "germany", "submarine", bases.ATLANTIC)
        for group in groups.take(tx, "germany", "submarine", bases.ATLANTIC, count, "too little research", self.rule):
            groups.add(tx, attrs.evolve(group, place=bases.WESTERN_PORT), "too little research", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return "No German submarine begins in the Atlantic: fewer than three steps of research before the war"


@frozen
class ReturnTransports(Automatic[WorldAtWar]):
    """Transports left in port go back to the box that they belong to, those of the side that phases (25.37)."""

    verb: ClassVar[str] = "return-transports"
    title: ClassVar[str] = "transports back to their boxes"
    rule: ClassVar[str] = "25.37"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        for owner, base, box, count in deployment.ashore(tx.campaign, turns.half(tx.campaign)):
            for group in groups.take(tx, owner, "transport", base, count, "back to the box", self.rule):
                # Inverted ones stay so through the enemy's next player turn (25.34).
                ready = turns.player_turn(tx.campaign) + 2 if group.ready else 0
                groups.add(tx, attrs.evolve(group, place=box, ready=ready), "back to the box", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return "Transports in port go back to their boxes"


@frozen
class EndPlayerTurn(Automatic[WorldAtWar]):
    """The player turn is over: units turn face up, what was declared is cleared, limits are counted anew."""

    verb: ClassVar[str] = "end-player-turn"
    title: ClassVar[str] = "end of the player turn"
    rule: ClassVar[str] = "25.12"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        side = turns.half(tx.campaign)
        for tally in PHASE_TALLIES:
            for key in list(getattr(tx.campaign, tally)):
                tx.remove(f"{tally}.{key}", "combat phase over", self.rule)
        if side == sides.HALVES[0] and sides.at_war(tx.campaign, "germany", "us"):
            phases = int(tx.campaign.facts.get(modifiers.PHASES, 0))
            tx.put(f"facts.{modifiers.PHASES}", phases + 1, "an Axis combat phase of the war", "25.66B")
        for fact in list(tx.campaign.facts):
            if fact.startswith((sailing.PASSED, sailing.ASW_SENT)):
                tx.remove(f"facts.{fact}", "player turn over", "25.15, 25.32B")
        for power, one in list(tx.campaign.powers.items()):
            # A limit that bombing changed counts for the power's next player turn only (26.71B).
            if one.side == side:
                self._anew(tx, power)
            elif one.limit_change or one.limit_now:
                tx.set(
                    f"powers.{power}.limit_now", one.limit_change, "construction limit of the next player turn", "27.3"
                )
                tx.set(f"powers.{power}.limit_change", 0, "construction limit of the next player turn", "27.3")
        for key, base in list(tx.campaign.bases.items()):
            if base.moved and sides.side(tx.campaign, base.owner) == side:
                tx.set(f"bases.{key}.moved", "", "player turn over", "26.61B")
        flights.forget(tx)
        groups.refresh(tx, turns.player_turn(tx.campaign) + 1)

    @staticmethod
    def _anew(tx: Transaction[WorldAtWar], power: str) -> None:
        for part in ("spent", "launched", "repaired", "cleared", "limit_now"):
            tx.set(f"powers.{power}.{part}", 0, "player turn over", "27.3")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return f"The {turns.half(campaign).title()} player turn is over"


@frozen
class EndTurn(Automatic[WorldAtWar]):
    """The turn is over: its tallies of shipping and bombing are closed (24.66, 26.71)."""

    verb: ClassVar[str] = "end-turn"
    title: ClassVar[str] = "end of the turn"
    rule: ClassVar[str] = "26.71"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        for tally in TURN_TALLIES:
            for key in list(getattr(tx.campaign, tally)):
                tx.remove(f"{tally}.{key}", "turn over", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return "The turn is over"


def year_starts(campaign: WorldAtWar) -> bool:
    """Whether a year starts that is not the campaign's first turn: that opens with its scenario's hands."""
    return campaign.progress.turn > 1 or not campaign.progress.step


def set_up_due(campaign: WorldAtWar) -> bool:
    """Whether a submarine stands in the Atlantic at the start that may not."""
    first = campaign.progress.turn == 1 and not campaign.progress.taken.get("start-transports")
    there = groups.standing(campaign, "germany", "submarine", bases.ATLANTIC)
    return bool(first and there) and not submarine_limits.first_submarine(campaign)


def transports_ashore(campaign: WorldAtWar, half: str) -> bool:
    """Whether transports of a side stand outside the boxes."""
    return bool(deployment.ashore(campaign, half))
