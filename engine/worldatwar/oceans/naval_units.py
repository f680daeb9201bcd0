"""Ships whose fate the board decides: CVEs that join or leave strategic warfare, and its units that are sunk on the
mapboard (25.21, 25.362, 25.371)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import NAME, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.worldatwar.moving import sailing
from engine.worldatwar.world import aftermath, bases, groups, sides
from engine.worldatwar.world.bases import BOXES
from engine.worldatwar.world.state import Group, WorldAtWar

CVE = "cve"
MOST = 99


@frozen
class Ships(PowerOrder[WorldAtWar]):
    """Tell of ships that other chapters bring or take: ``count`` is above 0 for CVEs out of the shipyards, below 0 for
    ships sunk and CVEs damaged on the board (25.371). Strategic warfare units that are sunk go back to their force
    pool."""

    verb: ClassVar[str] = "ships"
    title: ClassVar[str] = "ships of the board"
    rule: ClassVar[str] = "25.362"
    standing: ClassVar[bool] = True

    kind: str = word(NAME)
    count: int = word(number(-99, 99))
    place: str = word(NAME)

    @property
    def owner(self) -> str:
        """Who owns the ships."""
        return sides.owner(self.power, self.kind)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.kind not in sailing.SHIPS:
            yield Refusal("25.362", f"'{self.kind}' is no ship here", f"There are: {', '.join(sailing.SHIPS)}.")
            return
        if not self.count or not -MOST <= self.count <= MOST:
            yield Refusal("25.362", f"{self.count} ships", f"From 1 to {MOST}, below 0 for those that are gone.")
        elif self.count > 0:
            yield from self._come(campaign)
        elif (there := groups.standing(campaign, self.owner, self.kind, self.place)) < -self.count:
            where = bases.name(self.place)
            yield Refusal("25.21", f"{-self.count} {self.kind} are gone, {there} are at {where}", f"At most {there}.")

    def _come(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.kind != CVE:
            yield Refusal("24.4", f"{self.kind} are built in the construction phase", "Use 'build'.")
        elif self.owner not in (sides.WESTERN, "japan"):
            yield Refusal("25.362", f"{sides.named(campaign, self.power)} has no CVEs")
        elif self.place in BOXES or self.place not in bases.bases():
            own = ", ".join(key for key, base in bases.bases().items() if self.owner in base.who)
            yield Refusal("25.31", f"they come from a base, not from '{self.place}'", f"There are: {own}.")
        elif not bases.open_base(campaign, self.owner, self.place):
            yield Refusal("25.31", f"{bases.name(self.place)} is not theirs and operational")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        if self.count > 0:
            fresh = Group(owner=self.owner, kind=self.kind, place=self.place, count=self.count)
            groups.add(tx, fresh, "from the shipyards", self.rule)
        elif self.kind == CVE:
            groups.take(tx, self.owner, CVE, self.place, -self.count, "sunk or damaged on the board", "25.371")
        else:
            groups.lose(tx, self.owner, self.kind, self.place, -self.count, "sunk on the board", "25.21")

    def sentence(self, campaign: WorldAtWar) -> str:
        who, where = sides.named(campaign, self.power), bases.name(self.place)
        factors = aftermath.counted(abs(self.count), self.kind)
        return f"{who}: {factors} {'come to' if self.count > 0 else 'are gone from'} {where}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        places = (*BOXES, *(key for key, base in bases.bases().items() if power in base.who))
        fields = (
            Field("kind", "what", cls.rule, sailing.SHIPS),
            Field("count", "how many, below 0 for those gone"),
            Field("place", "where", "25.31", places),
        )
        return Form(cls.verb, "Ships of the board", power + " ships {kind} {count} {place}", fields, cls.rule)
