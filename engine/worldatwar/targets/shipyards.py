"""Ships in shipyards: where each stands on the shipyard track, and what bombers do to it (26.76)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel import seasons
from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Decision, Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.rolls import bombing
from engine.worldatwar.rolls.combat_table import Result
from engine.worldatwar.targets import targets
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import Force, Ship, WorldAtWar

LARGEST = 20
STRUCK = "bombed in the shipyard"
BEFORE, BEHIND = Result(1, 0), Result(0, 1)


def parts(hit: Result) -> tuple[Result, ...]:
    """A result cut into parts of one: those before the stroke first, then those behind it."""
    return (BEFORE,) * hit.first + (BEHIND,) * hit.second


def strike(tx: Transaction[WorldAtWar], key: str, hit: Result) -> Result:
    """Let a ship take a result. What is left of the result once the ship is eliminated is returned (26.761)."""
    ship = tx.campaign.ships[key]
    axis = sides.side(tx.campaign, ship.owner) == "axis"
    berth = bombing.Berth(ship.column, ship.row)
    todo = list(parts(hit))
    while todo and not berth.eliminated:
        berth = bombing.delayed(berth, ship.size, todo.pop(0), seasons.season(tx.campaign), axis=axis)
    if berth.eliminated:
        tx.remove(f"ships.{key}", STRUCK, "26.761D")
    else:
        tx.set(f"ships.{key}.column", berth.season, STRUCK, "26.761")
        tx.set(f"ships.{key}.row", berth.row, STRUCK, "26.761C")
    return sum(todo, Result())


def decision(campaign: WorldAtWar, force: Force, hit: Result) -> Decision | None:
    """The attacker's choice of the ship that takes the next part of a result, or all of it; None where a shipyard has
    one ship only (26.76)."""
    there = targets.ships(campaign, force.power, force.target)
    if len(there) < 2:
        return None
    named = sorted(there, key=lambda key: key != force.ship)
    whole = [f"{force.power} hit-ship {key} all=yes" for key in named]
    single = [f"{force.power} hit-ship {key}" for key in named]
    return Decision(force.power, f"which ship takes the {hit}?", (*whole, *single), whole[0], "26.76")


@frozen
class OverShips(Procedure[WorldAtWar]):
    """A raid that asks which ships of a shipyard take what is left of its result."""

    @property
    def hits(self) -> tuple[int, int]:
        """The result that ships still have to take: its figures before and behind the stroke."""
        return (0, 0)


@frozen
class HitShip(Answer[WorldAtWar, OverShips]):
    """A ship in the bombed shipyard takes the next part of the result, 1/0 before 0/1, or all of it."""

    verb: ClassVar[str] = "hit-ship"
    title: ClassVar[str] = "ship hit"
    rule: ClassVar[str] = "26.76"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (OverShips,)
    unasked: ClassVar[str] = "no bombers are over a shipyard now"
    when: ClassVar[str] = "It comes where several ships share a result of 'raid'."

    ship: str = word(NAME)
    all: bool = keyed(FLAG, False)

    def wrong(self, campaign: WorldAtWar, raid: OverShips) -> Iterable[Refusal]:
        if self.ship not in campaign.ships:
            yield Refusal("26.76", f"there is no ship '{self.ship}'")

    def answer(self, tx: Transaction[WorldAtWar], at: str, raid: OverShips) -> None:
        hit = Result(*raid.hits)
        now, *later = (hit,) if self.all else parts(hit)
        left = sum(later, strike(tx, self.ship, now))
        tx.set(f"{at}.hits", (left.first, left.second), "ship hit", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        ship = campaign.ships.get(self.ship)
        what = "All that is left of the result" if self.all else "The next part of the result"
        return f"{what} falls on {ship.name if ship is not None else self.ship}"


def told(before: WorldAtWar, entry: Entry) -> str:
    """What became of ships in an entry, in words, each ship by its name."""
    moved: dict[str, list[str]] = {}
    for change in entry.changes:
        if not change.at.startswith("ships."):
            continue
        came = moved.setdefault(change.at.split(".")[1], [])
        if change.now is None:
            came.append("is eliminated")
        elif change.at.endswith(".column"):
            came.append(f"goes back to {str(change.now).title()}")
        else:
            came.append(f"goes up to row {change.now}")
    delays = [f"{before.ships[key].name} {' and '.join(came)}" for key, came in moved.items()]
    return ", ".join(delays) or "nothing is delayed"


@frozen
class BerthOrder(PowerOrder[WorldAtWar]):
    """Tell where a ship under construction or repair stands on the board's shipyard track: new, moved, or gone."""

    verb: ClassVar[str] = "berth"
    title: ClassVar[str] = "ship in a shipyard"
    rule: ClassVar[str] = "26.31H"
    standing: ClassVar[bool] = True

    ship: str = word(NAME)
    yard: str = keyed(NAME, "")
    size: int = keyed(number(0, 9), 0)
    column: str = keyed(NAME, "")
    row: int = keyed(number(0, 9), 1)
    launched: bool = keyed(FLAG, False)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        known = campaign.ships.get(self.ship)
        if known is not None and known.owner != self.power:
            yield Refusal("26.31H", f"{known.name} is a ship of {sides.named(campaign, known.owner)}")
        if self.launched:
            if known is None:
                yield Refusal("26.31H", f"there is no ship '{self.ship}' in any shipyard")
            return
        yard = campaign.places.get(self.yard or (known.yard if known is not None else ""))
        if yard is None or not yard.anchors:
            yards = ", ".join(key for key, place in campaign.places.items() if place.anchors) or "none"
            yield Refusal("26.31H", f"'{self.yard}' is no shipyard", f"There are: {yards}.")
        size = self.size or (known.size if known is not None else 0)
        if not 1 <= size <= LARGEST:
            yield Refusal("26.761D", f"a ship of {size} factors", f"From 1 to {LARGEST}.")
        elif not 0 <= self.row <= size:
            yield Refusal("26.761D", f"row {self.row} for a ship of {size} factors", "0 waits for repair, 1 launches.")
        if self.column and self.column not in seasons.SEASONS:
            yield Refusal("26.761", f"'{self.column}' is no season")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        known = tx.campaign.ships.get(self.ship)
        if self.launched:
            tx.remove(f"ships.{self.ship}", "launched", self.rule)
            return
        fresh = Ship(
            name=known.name if known is not None else self.ship.replace("-", " ").title(),
            owner=self.power,
            size=self.size or (known.size if known is not None else 0),
            yard=self.yard or (known.yard if known is not None else ""),
            column=self.column or (known.column if known is not None else seasons.season(tx.campaign)),
            row=self.row,
        )
        tx.put(f"ships.{self.ship}", fresh, "in a shipyard", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        known = campaign.ships.get(self.ship)
        name = known.name if known is not None else self.ship.replace("-", " ").title()
        if self.launched:
            return f"{name} leaves its shipyard"
        where = campaign.places.get(self.yard or (known.yard if known is not None else ""))
        return f"{name} stands in {where.name if where is not None else self.yard}, row {self.row}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        yards = tuple(key for key, place in campaign.places.items() if place.anchors)
        fields = (
            Field("ship", "ship", cls.rule, tuple(k for k, vessel in campaign.ships.items() if vessel.owner == power)),
            Field("yard", "shipyard", cls.rule, yards),
            Field("size", "factors", "26.761D", default="3"),
            Field("column", "column", "26.761", seasons.SEASONS),
            Field("row", "row, 1 to launch", "26.761", default="1"),
        )
        pattern = power + " berth {ship} yard={yard} size={size} column={column} row={row}"
        return Form(cls.verb, "Ship in a shipyard", pattern, fields, cls.rule)
