"""The orders that lead sub hunters: how many go out, from where, with a chit (29.16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs
from attrs import frozen

from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, keyed, number, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.sea import naval_radar
from engine.thewar.strategic import hunted_war
from engine.thewar.strategic.hunting import SubHunt
from engine.thewar.strategic.sub_hunters import FARTHEST, may_play_chit, searching
from engine.thewar.world import espionage, wars
from engine.thewar.world.reports import counted
from engine.thewar.world.state import TheWar


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

    hunters: int = word(number(0, 99))
    uboats: int = word(number(0, 99))

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

    distance: int = word(number(0, 9))
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
