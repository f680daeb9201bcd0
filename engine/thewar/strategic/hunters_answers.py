"""The orders that lead sub hunters: how many go out, from where, with a chit (29.16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, keyed, number, word
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.sea import naval_radar
from engine.thewar.strategic import british_chits, hunted_war
from engine.thewar.strategic.hunting import SubHunt
from engine.thewar.strategic.sub_hunters import FARTHEST, may_play_chit, searching
from engine.thewar.world import wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar


class _HuntOrder(Answer[TheWar, SubHunt]):
    """An answer of an Ally whose hunters are out."""

    rule: ClassVar[str] = "29.16"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (SubHunt,)
    unasked: ClassVar[str] = "no sub hunters wait for this"
    when: ClassVar[str] = "They go out before the U-boat roll."

    def expected(self, campaign: TheWar, out: SubHunt) -> Distribution[Any] | None:
        """The hunt and all that comes after it, to the end of the U-boat war."""
        awaited = self.awaited(campaign)
        return None if awaited is None else hunted_war.from_here(campaign, awaited[0], self.after(campaign, out))


@frozen
class SendHunters(_HuntOrder):
    """Send so many sub hunters against so many U-boats; 0 and 0 keep what is left at home (29.16)."""

    verb: ClassVar[str] = "hunt"
    title: ClassVar[str] = "sub hunters"
    stages: ClassVar[tuple[str, ...]] = ("send",)

    hunters: int = word(number(0, 99))
    uboats: int = word(number(0, 99))

    def wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        most = campaign.boxes["germany"].uboats
        if not self.hunters and not self.uboats:
            return
        if not 1 <= self.hunters <= out.left:
            yield Refusal("29.16", f"{self.hunters} sub hunters of {out.left}", f"From 1 to {out.left}, or 0 0.")
        if not 1 <= self.uboats <= most:
            yield Refusal("29.16", f"{self.uboats} U-boats of {most}", f"From 1 to {most}, or 0 0.")

    def answer(self, tx: Transaction[TheWar], at: str, out: SubHunt) -> None:
        if self.hunters:
            super().answer(tx, at, out)
        else:
            tx.remove(at, "the sub hunters stay in port", "29.16")

    def expected(self, campaign: TheWar, out: SubHunt) -> Distribution[Any] | None:
        """With nobody out only the U-boat war is left."""
        if self.hunters:
            return super().expected(campaign, out)
        awaited = self.awaited(campaign)
        return None if awaited is None else hunted_war.from_here(campaign, awaited[0], None)

    def after(self, campaign: TheWar, out: SubHunt) -> SubHunt:
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
    stages: ClassVar[tuple[str, ...]] = ("port",)

    distance: int = word(number(0, 9))
    air: bool = keyed(FLAG, False)

    def wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        if not 0 <= self.distance <= FARTHEST:
            yield Refusal("7.8", f"{self.distance} Sea Areas away", f"From 0 to {FARTHEST}.")

    def after(self, campaign: TheWar, out: SubHunt) -> SubHunt:
        net = searching(campaign, out.ally, self.distance, air=self.air).total
        return attrs.evolve(out, stage="search", net=net)

    def sentence(self, campaign: TheWar) -> str:
        where = counted(self.distance, "Sea Area", "Sea Areas") + " away" if self.distance else "next to the sea"
        radar = naval_radar.has(campaign, self.power)
        helped = ", ".join(name for name, holds in (("aircraft", self.air), ("radar", radar)) if holds)
        return f"Port {where}" + (f", with {helped}" if helped else "")


@frozen
class HuntersChit(_HuntOrder):
    """Britain plays an Espionage chit for its sub hunters, or does not; Germany cannot cancel it (29.16, ruling 26)."""

    verb: ClassVar[str] = "hunters-chit"
    title: ClassVar[str] = "Espionage chit for sub hunters"
    stages: ClassVar[tuple[str, ...]] = ("chit",)
    open: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    plays: bool = word(FLAG)

    def wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        if self.plays and (refusal := may_play_chit(campaign, out.ally)) is not None:
            yield refusal

    def answer(self, tx: Transaction[TheWar], at: str, out: SubHunt) -> None:
        if self.plays:
            british_chits.play(tx, british_chits.HUNT)
        super().answer(tx, at, out)

    def after(self, campaign: TheWar, out: SubHunt) -> SubHunt:
        return attrs.evolve(out, stage="battle", chit=self.plays)

    def sentence(self, campaign: TheWar) -> str:
        return f"Britain plays {'an' if self.plays else 'no'} Espionage chit for its sub hunters"
