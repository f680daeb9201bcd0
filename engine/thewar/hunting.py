"""Sub hunters in a campaign (29.16): search and battle of each Ally's hunters, and the orders that lead them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs
from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NUMBER, keyed, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin, under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar import aftermath, boxes, effects, espionage, naval_radar, wars
from engine.thewar.reports import counted
from engine.thewar.state import TheWar
from engine.thewar.sub_hunters import (
    FARTHEST,
    KIND,
    Hunt,
    may_play_chit,
    resolve,
    searching,
    sent,
    sought,
)


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
        """See Procedure."""
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
        """See Procedure."""
        answers: tuple[str, ...]
        default = ""
        if self.stage == "send":
            most = campaign.boxes["germany"].uboats
            pairs = [(own, found) for own in range(self.left, 0, -1) for found in range(1, most + 1)]
            answers = (*(f"{self.ally} hunt {own} {found}" for own, found in pairs), f"{self.ally} hunt 0 0")
            default = f"{self.ally} hunt {self.left} {sought(self.left, most)}"
            title = f"how many of {self.left} sub hunters look for how many of {most} U-boats?"
        elif self.stage == "port":
            orders = (
                HuntFrom(self.ally, distance, air=air) for distance in range(FARTHEST + 1) for air in (False, True)
            )
            answers = tuple(order.text for order in orders)
            title = (
                "how far is the North Atlantic from their port (U.K., U.S. or Canada Box), with own aircraft (NAC, "
                "TAC, MDM) next to it?"
            )
        elif self.stage == "chit":
            answers = (f"{self.ally} hunters-chit no", f"{self.ally} hunters-chit yes")
            title = "play an Espionage chit on the sub hunters' battle (+1)?"
        else:
            return None
        return Decision(self.ally, title, answers, default or answers[0], "29.16")

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        """See Procedure."""
        if self.stage == "next":
            if self.left and tx.campaign.boxes["germany"].uboats:
                tx.set(f"{at}.stage", "send", "sub hunters", "29.16")
            else:
                tx.remove(at, "the sub hunters are back", "29.16")
        elif self.stage == "search":
            face = tx.roll("sub-hunters", "search", rule="7.8")
            hunt = attrs.evolve(self.hunt(tx.campaign), search_face=face)
            tx.set(f"{at}.search_face", face, "search", "7.8")
            asks = hunt.found and not hunt.fight.hopeless and may_play_chit(tx.campaign, self.ally) is None
            tx.set(f"{at}.stage", "chit" if asks else "battle" if hunt.found else "next", "search", "7.8")
        elif self.stage == "battle":
            self._battle(tx)
            tx.set(f"{at}.stage", "next", "sub hunters", "29.16")

    def told(self, before: TheWar, entry: Entry) -> str:
        """See Procedure."""
        title = f"{before.powers[self.ally].adjective} sub hunters"
        if self.stage == "search":
            (face,) = entry.faces("sub-hunters")
            found = attrs.evolve(self.hunt(before), search_face=face).found
            net = f" ({self.net:+d})" if self.net else ""
            return f"{title}: die {face}{net}, {'U-boats found' if found else 'no U-boats found'}"
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
            hunt = attrs.evolve(hunt, face=tx.roll("sub-hunters", "naval", rule="7.9.9"))
        result = resolve(hunt)
        for key in boxes.in_play(tx.campaign, "germany", "uboat")[: result.depleted]:
            tx.set(f"units.{key}.depleted", True, "sub hunters", "29.16")
        effects.units_lost(tx, "germany", "uboat", result.sunk, "sub hunters", "29.16")
        tx.add("boxes.germany.uboats", -result.sunk - result.depleted, "out of the U-boat roll", "29.16")


def _out(campaign: TheWar) -> tuple[str, SubHunt] | None:
    """The hunters that are out now: those on top of the stack."""
    return under_way(campaign, SubHunt)


@frozen
class _HuntOrder(PowerOrder[TheWar]):
    """An answer of an Ally whose hunters are out; ``stage`` is the one it answers."""

    stage: ClassVar[str] = ""
    rule: ClassVar[str] = "29.16"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        found = _out(campaign)
        if found is None or found[1].stage != self.stage or found[1].ally != self.power:
            yield Refusal("29.16", "no sub hunters wait for this", "They go out before the U-boat roll.")
        else:
            yield from self._wrong(campaign, found[1])

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        """What is wrong with it for these hunters."""
        return ()

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        found = _out(tx.campaign)
        if found is None:
            return
        at, now = found[0], self._after(tx.campaign, found[1])
        if now is None:
            tx.remove(at, "the sub hunters stay in port", "29.16")
        else:
            self._answer(tx)
            tx.put(at, now, self.title, "29.16")

    def _answer(self, tx: Transaction[TheWar]) -> None:
        """What it does besides moving the hunters on."""

    def _after(self, campaign: TheWar, out: SubHunt) -> SubHunt | None:
        """The hunters once this is answered, None where they stay in port."""
        return out

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """See Order: the hunt and all that comes after it, to the end of the U-boat war."""
        from engine.thewar import hunted_war

        found = _out(campaign)
        if found is None or any(True for _ in self.judge(campaign)):
            return None
        return hunted_war.from_here(campaign, found[0], self._after(campaign, found[1]))


@frozen
class SendHunters(_HuntOrder):
    """Send so many sub hunters against so many U-boats; 0 and 0 keep what is left at home (29.16)."""

    verb: ClassVar[str] = "hunt"
    title: ClassVar[str] = "sub hunters"
    stage: ClassVar[str] = "send"

    hunters: int = word(NUMBER)
    uboats: int = word(NUMBER)

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        most = campaign.boxes["germany"].uboats
        if not self.hunters and not self.uboats:
            return
        if not 1 <= self.hunters <= out.left:
            yield Refusal("29.16", f"{self.hunters} sub hunters of {out.left}", f"From 1 to {out.left}, or 0 0.")
        if not 1 <= self.uboats <= most:
            yield Refusal("29.16", f"{self.uboats} U-boats of {most}", f"From 1 to {most}, or 0 0.")

    def _after(self, campaign: TheWar, out: SubHunt) -> SubHunt | None:
        if not self.hunters:
            return None
        return attrs.evolve(
            out,
            stage="port",
            left=out.left - self.hunters,
            hunters=self.hunters,
            uboats=self.uboats,
            net=0,
            chit=False,
            search_face=0,
        )

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        if not self.hunters:
            return f"{wars.named(campaign, self.power)} sends out no more sub hunters"
        out = counted(self.hunters, "sub hunter", "sub hunters")
        look = "looks" if self.hunters == 1 else "look"
        sought_for = counted(self.uboats, "U-boat", "U-boats")
        return f"{out} of {wars.named(campaign, self.power)} {look} for {sought_for}"


@frozen
class HuntFrom(_HuntOrder):
    """How many Sea Areas the hunters' port is from the North Atlantic (0: it adjoins it; the U.S. and Canada Boxes: 5);
    ``air``: an own NAC, TAC or MDM is based next to it (29.16, 7.8)."""

    verb: ClassVar[str] = "hunt-from"
    title: ClassVar[str] = "port of the sub hunters"
    stage: ClassVar[str] = "port"

    distance: int = word(NUMBER)
    air: bool = keyed(FLAG, False)

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        if not 0 <= self.distance <= FARTHEST:
            yield Refusal("7.8", f"{self.distance} Sea Areas away", f"From 0 to {FARTHEST}.")

    def _after(self, campaign: TheWar, out: SubHunt) -> SubHunt | None:
        net = searching(campaign, out.ally, self.distance, air=self.air).total
        return attrs.evolve(out, stage="search", net=net)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        where = counted(self.distance, "Sea Area", "Sea Areas") + " away" if self.distance else "next to the sea"
        radar = naval_radar.has(campaign, self.power)
        helped = ", ".join(name for name, holds in (("aircraft", self.air), ("radar", radar)) if holds)
        return f"Port {where}" + (f", with {helped}" if helped else "")


@frozen
class HuntersChit(_HuntOrder):
    """Britain plays an Espionage chit for its sub hunters, or does not; Germany cannot cancel it (29.16, ruling 26)."""

    verb: ClassVar[str] = "hunters-chit"
    title: ClassVar[str] = "Espionage chit for sub hunters"
    stage: ClassVar[str] = "chit"

    plays: bool = word(FLAG)

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        if self.plays and (refusal := may_play_chit(campaign, out.ally)) is not None:
            yield refusal

    def _answer(self, tx: Transaction[TheWar]) -> None:
        if self.plays:
            espionage.play(tx, espionage.HUNT)

    def _after(self, campaign: TheWar, out: SubHunt) -> SubHunt | None:
        return attrs.evolve(out, stage="battle", chit=self.plays)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"Britain plays {'an' if self.plays else 'no'} Espionage chit for its sub hunters"
