"""Sub hunters in a campaign (29.16): search and battle of each Ally's hunters, and the orders that lead them."""

from __future__ import annotations

from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.dice import Words
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath
from engine.thewar.strategic import effects, strategic_forces
from engine.thewar.strategic.sub_hunters import (
    FARTHEST,
    KIND,
    Hunt,
    asked_for_chit,
    may_play_chit,
    resolve,
    sent,
    sought,
)
from engine.thewar.world.state import TheWar

_ROLLED_FOR = Words("search", "naval")


def begin_hunts(tx: Transaction[TheWar]) -> None:
    """The hunters go out, British ones first."""
    for ally in reversed(sent(tx.campaign)):
        begin(tx, SubHunt("next", ally, tx.campaign.boxes[ally].hunters), "sub hunters go out", "29.16")


@frozen
class SubHunt(Procedure[TheWar]):
    """The hunters of one Ally. Stages: next, send, port, search, chit, battle. ``left``: hunters not yet sent out;
    the others are those of the engagement at hand."""

    kind: ClassVar[str] = KIND

    ally: str
    left: int
    hunters: int = 0
    uboats: int = 0
    net: int = 0
    chit: bool = False
    search_face: int = 0

    @property
    def power(self) -> str:
        return "germany" if self.stage == "battle" else self.ally

    def hunt(self, campaign: TheWar) -> Hunt:
        """The engagement at hand."""
        return Hunt(
            uboats=self.uboats,
            hunters=self.hunters,
            net=self.net,
            german=campaign.powers["germany"].navy,
            allied=campaign.powers[self.ally].navy,
            chit=self.chit,
            search_face=self.search_face,
        )

    def decision(self, campaign: TheWar) -> Decision | None:
        answers: tuple[str, ...]
        default = ""
        if self.stage == "send":
            most = campaign.boxes["germany"].uboats
            pairs = [(own, sought_uboats) for own in range(self.left, 0, -1) for sought_uboats in range(1, most + 1)]
            answers = (
                *(f"{self.ally} hunt {own} {sought_uboats}" for own, sought_uboats in pairs),
                f"{self.ally} hunt 0 0",
            )
            default = f"{self.ally} hunt {self.left} {sought(self.left, most)}"
            title = f"how many of {self.left} sub hunters look for how many of {most} U-boats?"
        elif self.stage == "port":
            answers = tuple(
                f"{self.ally} hunt-from {distance}{air}" for distance in range(FARTHEST + 1) for air in ("", " air=yes")
            )
            title = (
                "how far is the North Atlantic from their port (U.K., U.S. or Canada Box), with own aircraft (NAC, "
                "TAC, MDM) next to it?"
            )
        elif self.stage == "chit":
            plays = (f"{self.ally} hunters-chit yes",) if may_play_chit(campaign, self.ally) is None else ()
            answers = (f"{self.ally} hunters-chit no", *plays)
            title = "play an Espionage chit on the sub hunters' battle (+1)?"
        else:
            return None
        return Decision(self.ally, title, answers, default or answers[0], "29.16")

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "next":
            if self.left and tx.campaign.boxes["germany"].uboats:
                tx.set(f"{at}.stage", "send", "sub hunters", "29.16")
            else:
                tx.remove(at, "the sub hunters are back", "29.16")
        elif self.stage == "search":
            face = tx.roll("sub-hunters", _ROLLED_FOR("search"), rule="7.8")
            hunt = attrs.evolve(self.hunt(tx.campaign), search_face=face)
            tx.set(f"{at}.search_face", face, "search", "7.8")
            asks = hunt.found and not hunt.fight.hopeless and asked_for_chit(tx.campaign, self.ally) is None
            tx.set(f"{at}.stage", "chit" if asks else "battle" if hunt.found else "next", "search", "7.8")
        elif self.stage == "battle":
            self._battle(tx)
            tx.set(f"{at}.stage", "next", "sub hunters", "29.16")

    def told(self, before: TheWar, entry: Entry) -> str:
        title = f"{before.powers[self.ally].adjective} sub hunters"
        if self.stage == "search":
            (face,) = entry.faces("sub-hunters")
            succeeds = attrs.evolve(self.hunt(before), search_face=face).found
            net = f" ({self.net:+d})" if self.net else ""
            return f"{title}: die {face}{net}, {'U-boats found' if succeeds else 'no U-boats found'}"
        if self.stage != "battle":
            more = any(change.now == "send" for change in entry.changes)
            return f"{title} {'may go out again' if more else 'are back in port'}"
        roll = "odds worse than 1-4"
        for face in entry.faces("sub-hunters"):
            fought = resolve(attrs.evolve(self.hunt(before), face=face))
            roll = aftermath.die(face, fought.breakdown.total, fought.column)
        return aftermath.sentence(title, roll, aftermath.toll(before, entry, "no U-boat lost"))

    def _battle(self, tx: Transaction[TheWar]) -> None:
        hunt = self.hunt(tx.campaign)
        if not hunt.fight.hopeless:
            hunt = attrs.evolve(hunt, face=tx.roll("sub-hunters", _ROLLED_FOR("naval"), rule="7.9.9"))
        result = resolve(hunt)
        for key in strategic_forces.in_play(tx.campaign, "germany", "uboat")[: result.depleted]:
            tx.set(f"units.{key}.depleted", True, "sub hunters", "29.16")
        effects.units_lost(tx, "germany", "uboat", result.sunk, "sub hunters", "29.16")
        tx.add("boxes.germany.uboats", -result.sunk - result.depleted, "out of the U-boat roll", "29.16")
