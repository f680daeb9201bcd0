"""Rocket bases: how many of them research allows, how they are placed, moved and rebuilt, and their damage (26.61 to
26.63)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel import seasons
from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.targets import targets
from engine.worldatwar.world import editions, fronts, sides, turns
from engine.worldatwar.world.state import Place, RocketBase, WorldAtWar

MOVEMENT, CONSTRUCTION = "movement.rocket-bases", "construction.build"
ALLOWED = (0, 2, 4, 6)
"""How many bases a number of research results allows: none, "9", "10", "11" or "12+" (26.63B, ruling 217)."""
ATOMIC_AT = 4
"""The number of research results at which rockets carry atomic bombs: that of "12+" (26.67)."""
NEW, MOVED = "new", "moved"
DESTROYED_AT = 10
"""BRPs of damage in a turn that eliminate a base (26.62B)."""
DAMAGED_FOR = 2
"""Player turns until a damaged base works again: its owner's next player turn passes without it (26.62B)."""


def allowed(campaign: WorldAtWar, power: str) -> int:
    """How many rocket bases a power's faction may have."""
    return ALLOWED[min(sides.results(campaign, power, "rockets"), len(ALLOWED) - 1)]


def of_faction(campaign: WorldAtWar, power: str) -> list[str]:
    """The ids of all rocket bases of a power's faction, on the board or eliminated."""
    mine = sides.faction(campaign, power)
    return [key for key, base in campaign.bases.items() if sides.faction(campaign, base.owner) == mine]


def works(campaign: WorldAtWar, base: RocketBase) -> bool:
    """Whether a base may fire: on the board, undamaged and operational (26.15)."""
    place = campaign.places.get(base.place)
    return place is not None and place.operational and base.damaged <= turns.player_turn(campaign)


def working(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The ids of a power's rocket bases that may fire now."""
    return tuple(key for key, base in campaign.bases.items() if base.owner == power and works(campaign, base))


def result_fact(campaign: WorldAtWar, power: str) -> str:
    """The fact that holds the turn of a faction's last research result for rockets."""
    return f"rockets-result-{sides.faction(campaign, power)}"


def placers(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers that may place or move a rocket base."""
    return tuple(power for power in sides.standing(campaign) if allowed(campaign, power))


def rebuildable(campaign: WorldAtWar, power: str) -> bool:
    """Whether a power may put a rocket base back on the board in the unit construction phase (26.61B, 26.62C)."""
    if not editions.of(campaign).rocket_rules or not allowed(campaign, power):
        return False
    own = [base for base in campaign.bases.values() if base.owner == power]
    waiting = any(not base.place for base in own) or len(of_faction(campaign, power)) < allowed(campaign, power)
    return waiting and not any(base.moved == MOVED for base in own)


def eliminate(tx: Transaction[WorldAtWar], key: str, rule: str) -> None:
    """Take a rocket base off the board."""
    tx.set(f"bases.{key}.place", "", "rocket base eliminated", rule)
    tx.set(f"bases.{key}.damaged", 0, "rocket base eliminated", rule)


def overrun(tx: Transaction[WorldAtWar], place: str, holder: str) -> None:
    """A hex has come under a power's control: an enemy's rocket base in it is eliminated (26.62A)."""
    key = targets.rocket_base(tx.campaign, place)
    if key and sides.side(tx.campaign, tx.campaign.bases[key].owner) != sides.side(tx.campaign, holder):
        eliminate(tx, key, "26.62A")


@frozen
class _Placing(PowerOrder[WorldAtWar]):
    """What placing and rebuilding have in common. ``base``: the id of the base that is moved or rebuilt, '' for a new
    one; ``front``: where the hex lies, if it is no place of the campaign yet."""

    place: str = word(NAME)
    base: str = keyed(NAME, "")
    front: str = keyed(NAME, "")

    def _hex(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether a base may stand in the hex (26.61)."""
        place = campaign.places.get(self.place)
        if place is None:
            if self.front not in fronts.FRONTS:
                reason = f"'{self.place}' is no place of the campaign"
                yield Refusal("26.61", reason, f"Say on which front the hex lies: {', '.join(fronts.FRONTS)}.")
            return
        if sides.faction(campaign, place.holder) != sides.faction(campaign, self.power):
            reason = f"{place.name} is not in the hands of {sides.named(campaign, self.power)} or a partner"
            yield Refusal("26.61", reason)
        if not place.supplied:
            yield Refusal("26.61", f"{place.name} is not fully supplied")
        if targets.rocket_base(campaign, self.place):
            yield Refusal("26.61", f"a rocket base stands in {place.name} already")

    def _mine(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether ``base`` is a rocket base of this power."""
        base = campaign.bases.get(self.base)
        if base is None or base.owner != self.power:
            own = ", ".join(key for key, other in campaign.bases.items() if other.owner == self.power) or "none"
            yield Refusal("26.61", f"'{self.base}' is no rocket base of theirs", f"There are: {own}.")

    def _once(self, campaign: WorldAtWar, deed: str) -> Iterable[Refusal]:
        """One base a turn is relocated or rebuilt, and one new base is placed besides (26.61B)."""
        if any(base.owner == self.power and base.moved == deed for base in campaign.bases.values()):
            what = "placed" if deed == NEW else "relocated or rebuilt"
            yield Refusal("26.61B", f"a rocket base was {what} in this turn", "One a turn.")

    def _stand(self, tx: Transaction[WorldAtWar], key: str, deed: str) -> None:
        """Write the base to its hex, which becomes a place of the campaign if it was none."""
        if self.place not in tx.campaign.places:
            name = self.place.replace("-", " ").title()
            fresh = Place(name=name, kind="base", country=self.power, holder=self.power, front=self.front)
            tx.create(f"places.{self.place}", fresh, "rocket base", self.rule)
        if key in tx.campaign.bases:
            tx.set(f"bases.{key}.place", self.place, "rocket base", self.rule)
            tx.set(f"bases.{key}.moved", deed, "rocket base", self.rule)
        else:
            base = RocketBase(owner=self.power, place=self.place, moved=deed)
            tx.create(f"bases.{key}", base, "rocket base", self.rule)

    def _new_key(self, campaign: WorldAtWar) -> str:
        """The id of the next rocket base of this power."""
        return f"{self.power}-{sum(base.owner == self.power for base in campaign.bases.values()) + 1}"

    def _room(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether research allows another base (26.63B)."""
        have, most = len(of_faction(campaign, self.power)), allowed(campaign, self.power)
        if have >= most:
            results = sides.results(campaign, self.power, "rockets")
            yield Refusal("26.63B", f"{have} rocket bases, {most} allowed by {results} research results")

    @classmethod
    def _fields(cls, campaign: WorldAtWar, power: str) -> tuple[Field, ...]:
        faction = sides.faction(campaign, power)
        held = tuple(key for key, place in campaign.places.items() if sides.faction(campaign, place.holder) == faction)
        own = tuple(key for key, base in campaign.bases.items() if base.owner == power)
        return (Field("place", "in the hex", "26.61", held), Field("base", "which base", "26.61B", own))


@frozen
class PlaceBase(_Placing):
    """Place a new rocket base, or move one (26.61A, B). In older editions eliminated bases come back in this way too
    (26.62C)."""

    verb: ClassVar[str] = "place-rocket-base"
    title: ClassVar[str] = "rocket base"
    rule: ClassVar[str] = "26.61"
    steps: ClassVar[tuple[str, ...]] = (MOVEMENT,)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        yield from self._hex(campaign)
        own_rules = editions.of(campaign).rocket_rules
        if not self.base:
            yield from self._room(campaign)
            if not own_rules:
                yield from self._once(campaign, NEW)
            elif campaign.facts.get(result_fact(campaign, self.power)) != seasons.turn(campaign):
                hint = "In later turns it is rebuilt in the unit construction phase."
                yield Refusal("26.61A", "no research result for rockets in this turn", hint)
            return
        wrong = list(self._mine(campaign))
        yield from wrong
        if wrong:
            return
        if own_rules and not campaign.bases[self.base].place:
            yield Refusal("26.61B", "an eliminated rocket base is rebuilt in the unit construction phase")
        if not own_rules and campaign.bases[self.base].damaged > turns.player_turn(campaign):
            edition = editions.of(campaign).name
            yield Refusal("26.61A", "the rocket base is damaged", f"In the {edition} undamaged ones are recycled.")
        yield from self._once(campaign, MOVED)

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        self._stand(tx, self.base or self._new_key(tx.campaign), MOVED if self.base else NEW)

    def sentence(self, campaign: WorldAtWar) -> str:
        verb = "moves" if self.base else "places"
        return f"{sides.named(campaign, self.power)} {verb} a rocket base: {self.place.replace('-', ' ').title()}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        if not power or not allowed(campaign, power):
            return None
        pattern = power + " place-rocket-base {place}"
        return Form(cls.verb, "Rocket base", pattern, cls._fields(campaign, power)[:1], cls.rule)

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[PlaceBase]:
        """A new base in each place where one may stand."""
        for key in campaign.places:
            order = cls(power, key)
            if not any(True for _ in order.judge(campaign)):
                yield order


@frozen
class RebuildBase(_Placing):
    """In the unit construction phase, put an eliminated rocket base back on the board, or one that was not placed when
    research allowed it (26.61B, 26.62C, ruling 217)."""

    verb: ClassVar[str] = "rebuild-rocket-base"
    title: ClassVar[str] = "rocket base rebuilt"
    rule: ClassVar[str] = "26.61B"
    steps: ClassVar[tuple[str, ...]] = (CONSTRUCTION,)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if not editions.of(campaign).rocket_rules:
            edition = editions.of(campaign).name
            yield Refusal("26.61", f"in the {edition} rocket bases return as airbases do", "In the movement phase.")
        yield from self._hex(campaign)
        yield from self._once(campaign, MOVED)
        if not self.base:
            yield from self._room(campaign)
            return
        wrong = list(self._mine(campaign))
        yield from wrong
        if not wrong and campaign.bases[self.base].place:
            yield Refusal("26.61B", "that rocket base is on the board", "It moves in the movement phase.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        self._stand(tx, self.base or self._new_key(tx.campaign), MOVED)

    def sentence(self, campaign: WorldAtWar) -> str:
        return f"{sides.named(campaign, self.power)} rebuilds a rocket base: {self.place.replace('-', ' ').title()}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        if not power or not rebuildable(campaign, power):
            return None
        place, base = cls._fields(campaign, power)
        gone = tuple(key for key, own in campaign.bases.items() if own.owner == power and not own.place)
        if not gone:
            return Form(cls.verb, "Rocket base", power + " rebuild-rocket-base {place}", (place,), cls.rule)
        base = Field(base.name, base.label, base.rule, gone)
        return Form(
            cls.verb, "Rocket base", power + " rebuild-rocket-base {place} base={base}", (place, base), cls.rule
        )


def move_anew(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a side's player turn ends, its rocket bases may be moved again (26.61B)."""
    for key, base in list(tx.campaign.bases.items()):
        if base.moved and sides.side(tx.campaign, base.owner) == side:
            tx.set(f"bases.{key}.moved", "", "player turn over", "26.61B")
