"""Ships whose fate the board decides: CVEs and other naval units that join or leave strategic warfare, and its units
that are sunk on the mapboard (25.21, 25.34, 25.362, 25.371)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import sailing
from engine.worldatwar.world import aftermath, bases, groups, sides, turns
from engine.worldatwar.world.bases import BOXES
from engine.worldatwar.world.state import Group, WorldAtWar

CVE = "cve"
NAVAL = (CVE, *sides.SURFACE)
"""Naval units that other chapters build and repair; they belong to no force pool of strategic warfare."""
MOST = 99
INVERTED = 2
"""Player turns until naval units that came inverted are face up: the rest of this one and the enemy's next (25.34)."""


@frozen
class Ships(PowerOrder[WorldAtWar]):
    """Tell of ships that other chapters bring or take: ``count`` is above 0 for CVEs out of the shipyards and for
    warships and destroyers of the board, ``inverted`` where they come so (25.34); below 0 for ships sunk and naval
    units damaged there (25.371). Strategic warfare units that are sunk go back to their force pool."""

    verb: ClassVar[str] = "ships"
    title: ClassVar[str] = "ships of the board"
    rule: ClassVar[str] = "25.362"
    standing: ClassVar[bool] = True

    kind: str = word(NAME)
    count: int = word(number(-99, 99))
    place: str = word(NAME)
    inverted: bool = keyed(FLAG, False)

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
        elif self.inverted:
            yield Refusal("25.34", "who is gone is not inverted", "Leave out 'inverted'.")
        elif (there := groups.standing(campaign, self.owner, self.kind, self.place)) < -self.count:
            where = bases.name(self.place)
            yield Refusal("25.21", f"{-self.count} {self.kind} are gone, {there} are at {where}", f"At most {there}.")

    def _come(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.kind not in NAVAL:
            yield Refusal("24.4", f"{self.kind} are built in the construction phase", "Use 'build'.")
        elif self.owner not in (sides.WESTERN, "japan"):
            who = sides.named(campaign, self.power)
            if self.kind == CVE:
                yield Refusal("25.362", f"{who} has no CVEs")
            else:
                yield Refusal("25.31", f"naval units of {who} do not enter SW boxes")
        elif self.place in BOXES or self.place not in bases.bases():
            own = ", ".join(key for key, base in bases.bases().items() if self.owner in base.who)
            yield Refusal("25.31", f"they come from a base, not from '{self.place}'", f"There are: {own}.")
        elif not bases.open_base(campaign, self.owner, self.place):
            yield Refusal("25.31", f"{bases.name(self.place)} is not theirs and operational")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        if self.count > 0:
            ready = turns.player_turn(tx.campaign) + INVERTED if self.inverted else 0
            fresh = Group(owner=self.owner, kind=self.kind, place=self.place, count=self.count, ready=ready)
            groups.add(tx, fresh, "from the board" if self.kind in sides.SURFACE else "from the shipyards", self.rule)
        elif self.kind in NAVAL:
            groups.take(tx, self.owner, self.kind, self.place, -self.count, "sunk or damaged on the board", "25.371")
        else:
            groups.lose(tx, self.owner, self.kind, self.place, -self.count, "sunk on the board", "25.21")

    def sentence(self, campaign: WorldAtWar) -> str:
        who, where = sides.named(campaign, self.power), bases.name(self.place)
        factors = aftermath.counted(abs(self.count), self.kind)
        how = " inverted" if self.inverted else ""
        return f"{who}: {factors} {f'come{how} to' if self.count > 0 else 'are gone from'} {where}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        places = (*BOXES, *(key for key, base in bases.bases().items() if power in base.who))
        fields = (
            Field("kind", "what", cls.rule, sailing.SHIPS),
            Field("count", "how many, below 0 for those gone"),
            Field("place", "where", "25.31", places),
        )
        more = (Field("inverted", "inverted (yes, no)", "25.34", ("no", "yes"), default="no"),)
        return Form(cls.verb, "Ships of the board", power + " ships {kind} {count} {place}", fields, cls.rule, more)
