"""Orders with which a mission at sea ends: the battle, or it goes on undisturbed (7.8, 7.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import NAME, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.sea import cutting, sea_drafts, sea_outcomes, sea_transport, unescorted
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_orders import STEPS, at_sea, unknown
from engine.thewar.sea.sea_search import waits
from engine.thewar.supply import sea_lines
from engine.thewar.world import sides, titles, wars
from engine.thewar.world.state import TheWar


@frozen
class FightAtSea(PowerOrder[TheWar]):
    """The battle at sea is fought, once nobody looks for it any more (7.9)."""

    verb: ClassVar[str] = "sea-battle"
    title: ClassVar[str] = "battle at sea"
    rule: ClassVar[str] = "7.9"
    steps: ClassVar[tuple[str, ...]] = STEPS
    standing: ClassVar[bool] = True

    where: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = at_sea(campaign, self.where)
        if engagement is None:
            yield unknown(campaign, self.where)
            return
        yield from waits(campaign, self.where)
        if battles.gone(campaign, self.where):
            yield from battles.nobody_left(
                campaign, self.where, "7.9", f"'undisturbed {self.where}' takes it off the list."
            )
        elif unescorted.alone(engagement):
            hint = f"'intercept-at-sea {self.where}' meets who has found it; 'undisturbed' says that nobody does."
            yield Refusal("7.9, 12.7.2", "nobody escorts the supply run", hint)
        elif not sea_drafts.pieces(campaign, engagement.attackers) or not sea_drafts.pieces(
            campaign, engagement.defenders
        ):
            yield Refusal("7.9", "nobody has found the mission", "'undisturbed' lets it go on.")
        elif not sea_drafts.fought(campaign, engagement):
            yield Refusal("7.9, 7.9.2", "nobody there may attack anybody", "'undisturbed' lets it go on.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        begin(tx, SeaFight.opened(tx.campaign, self.where), "battle at sea", "7.9")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        engagement = at_sea(campaign, self.where)
        if engagement is None or any(True for _ in self.judge(campaign)):
            return None
        return sea_outcomes.counted(sea_drafts.drafted(campaign, engagement))

    def sentence(self, campaign: TheWar) -> str:
        engagement, at = at_sea(campaign, self.where), titles.where(campaign, self.where)
        if engagement is None:
            return f"The battle at {at} is fought"
        mine, others = titles.units(campaign, engagement.attackers), titles.units(campaign, engagement.defenders)
        return f"Battle at sea, {at}: {mine} against {others}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[FightAtSea]:
        for where, engagement in campaign.engagements.items():
            if engagement.kind == battles.SEA and engagement.defenders and sea_drafts.fought(campaign, engagement):
                yield cls(power, where)


@frozen
class Undisturbed(PowerOrder[TheWar]):
    """Nobody meets a mission, or nobody who looked for it found it: it goes on (7.8)."""

    verb: ClassVar[str] = "undisturbed"
    title: ClassVar[str] = "mission undisturbed"
    rule: ClassVar[str] = "7.8"
    steps: ClassVar[tuple[str, ...]] = STEPS
    standing: ClassVar[bool] = True

    where: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        engagement = at_sea(campaign, self.where)
        if engagement is None:
            yield unknown(campaign, self.where)
            return
        yield from waits(campaign, self.where)
        if (
            sea_drafts.pieces(campaign, engagement.defenders)
            and not battles.gone(campaign, self.where)
            and sea_drafts.fought(campaign, engagement)
        ):
            yield Refusal("7.9", "the mission was found", "'sea-battle' fights it out.")
        elif _others_run(campaign, self.power, self.where):
            by = wars.named(campaign, engagement.by)
            hint = f"'{engagement.by} undisturbed {self.where}' says that nobody does; as the step ends the run is cut."
            yield Refusal("7.8, 12.1.2", f"{by} may still meet those who have found its supply run", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        cutting.goes_on(tx, tx.campaign.engagements[self.where], self.where)
        sea_transport.lands(tx, tx.campaign.engagements[self.where])
        tx.remove(f"engagements.{self.where}", "undisturbed", "7.8")

    def sentence(self, campaign: TheWar) -> str:
        at, engagement = titles.where(campaign, self.where), at_sea(campaign, self.where)
        if engagement is None or not unescorted.of(engagement):
            return f"The mission at {at} goes on undisturbed"
        if unescorted.cut(campaign, engagement):
            found = titles.units(campaign, engagement.defenders)
            return f"The supply run to {at} is cut by {found}: nobody meets them"
        return f"Supply has come to {at}"

    def told(self, before: TheWar, entry: Entry) -> str:
        again = sea_lines.out_again(before, entry.changes)
        said = self.sentence(before)
        return f"{said}. The supply run is lost, out of supply again: {again}" if again else said

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Undisturbed]:
        for where, engagement in campaign.engagements.items():
            fought = engagement.defenders and sea_drafts.fought(campaign, engagement)
            if engagement.kind == battles.SEA and not fought and not _others_run(campaign, power, where):
                yield cls(power, where)


def _others_run(campaign: TheWar, power: str, where: str) -> bool:
    """Whether a mission is the other side's supply run that was found, so that it has the next word."""
    engagement = campaign.engagements[where]
    return (
        unescorted.cut(campaign, engagement)
        and unescorted.alone(engagement)
        and (sides.side(campaign, power) != sides.side(campaign, engagement.by))
    )
