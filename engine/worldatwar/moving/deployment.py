"""Transfers of strategic warfare units between boxes, bases and fronts, in the movement and redeployment phases (24.5,
25.12, 25.3, 26.21)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import sailing
from engine.worldatwar.moving.sailing import MOVEMENT, REDEPLOYMENT, Move
from engine.worldatwar.world import aftermath, bases, fronts, groups, sides, turns
from engine.worldatwar.world.bases import ATLANTIC, BOXES, INDIAN, PACIFIC
from engine.worldatwar.world.state import WorldAtWar

KINDS = (*sailing.SHIPS, *fronts.AIR)
"""The kinds of units that may be transferred."""
WITHDRAWN = {MOVEMENT: 1, REDEPLOYMENT: 2}
"""Player turns until a naval unit that left a box is face up again (25.372): in the movement phase the rest of its own,
in the redeployment phase the enemy's as well."""
MOST = 999
"""The most factors that one transfer may name."""


def place_name(place: str, kind: str) -> str:
    """What people call the place of a kind of unit: a front for air units, a box or base for ships (the Pacific box and
    the Pacific front have one id)."""
    return fronts.name(place) if kind in fronts.AIR else bases.name(place)


@frozen
class Transfer(PowerOrder[WorldAtWar]):
    """Move factors of a kind from one box, base or front to another. ``attacked``: the submarines have attacked on the
    board in this player turn (25.121); ``inverted``: the inverted factors of the place are meant (25.34)."""

    verb: ClassVar[str] = "transfer"
    title: ClassVar[str] = "transfer"
    rule: ClassVar[str] = "24.52"
    steps: ClassVar[tuple[str, ...]] = (MOVEMENT, REDEPLOYMENT)

    kind: str = word(NAME)
    count: int = word(number(1, 200))
    origin: str = word(NAME)
    goal: str = word(NAME)
    attacked: bool = keyed(FLAG, False)
    inverted: bool = keyed(FLAG, False)

    @property
    def owner(self) -> str:
        """Whose units move."""
        return sides.owner(self.power, self.kind)

    def _phase(self, campaign: WorldAtWar) -> str:
        """The slug of the step at hand within a player turn, '' between player turns."""
        return campaign.progress.step.partition(".")[2] if turns.half(campaign) else ""

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.kind not in KINDS:
            yield Refusal("24.11", f"'{self.kind}' is no strategic warfare unit", f"There are: {', '.join(KINDS)}.")
            return
        if not 1 <= self.count <= MOST:
            yield Refusal("24.52", f"{self.count} factors", f"From 1 to {MOST}.")
            return
        if self.origin == self.goal:
            yield Refusal("24.52", f"they are at {place_name(self.goal, self.kind)} already")
            return
        have = groups.standing(campaign, self.owner, self.kind, self.origin, ready=not self.inverted)
        if self.count > have:
            state = "inverted " if self.inverted else "uninverted "
            here = place_name(self.origin, self.kind)
            reason = f"{self.count} {self.kind} are asked for, {have} {state}are at {here}"
            other = groups.standing(campaign, self.owner, self.kind, self.origin, ready=self.inverted)
            yield Refusal(
                "24.52", reason, "The others move with 'inverted=yes'." if other and not self.inverted else ""
            )
        if self.kind in fronts.AIR:
            if self._phase(campaign) == MOVEMENT:
                yield Refusal("26.21", "air units change fronts in the redeployment phase", "Wait for it.")
            yield from fronts.refusals(campaign, self.power, self.kind, self.goal)
        else:
            yield from sailing.refusals(campaign, self._move(campaign))

    def _move(self, campaign: WorldAtWar) -> Move:
        return Move(self.power, self.kind, self.count, self.origin, self.goal, self._phase(campaign))

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        campaign = tx.campaign
        phase, move, here = self._phase(campaign), self._move(campaign), turns.player_turn(campaign)
        passes = self.kind in sailing.SHIPS and sailing.past_gibraltar(campaign, move)
        face_up = self._ready(phase, here)
        for group in groups.take(
            tx, self.owner, self.kind, self.origin, self.count, "transferred", "24.52", inverted_first=self.inverted
        ):
            moved = attrs.evolve(group, place=self.goal, ready=max(group.ready, face_up))
            groups.add(tx, moved, "transferred", "24.52")
        if passes:
            _count(tx, sailing.passed_key(campaign, self.power), self.count, "past Gibraltar", "25.15")
        if self.kind == "american-asw" and self.goal == PACIFIC and not sides.at_war(campaign, "japan", "us"):
            _count(tx, sailing.ASW_SENT, self.count, "sent to the Pacific", "25.32B")

    def _ready(self, phase: str, here: int) -> int:
        """The player turn from which the factors that move are face up (25.121, 25.122, 25.34, 25.372, 25.38), 0 where
        moving does not invert them."""
        if self.kind in fronts.AIR or (self.origin in BOXES and self.goal in BOXES):
            return 0
        if self.origin in BOXES:
            return here + WITHDRAWN.get(phase, 0)
        return here + 2 if self.attacked or self.inverted else 0

    def sentence(self, campaign: WorldAtWar) -> str:
        whose = sides.named(campaign, self.power)
        origin, goal = place_name(self.origin, self.kind), place_name(self.goal, self.kind)
        return f"{whose}: {aftermath.counted(self.count, self.kind)} from {origin} to {goal}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[Transfer]:
        """One factor of each group, along each way that the rules leave open."""
        phase = campaign.progress.step.partition(".")[2]
        for group in campaign.groups.values():
            if not sides.commands(power, group.owner) or group.ready > turns.player_turn(campaign):
                continue
            if group.owner == sides.WESTERN and power != _speaker(campaign):
                continue
            for goal in goals(group.kind, group.place, phase):
                order = cls(power, group.kind, 1, group.place, goal)
                if not any(True for _ in order.judge(campaign)):
                    yield order

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        mine = [group for group in campaign.groups.values() if sides.commands(power, group.owner)]
        if not mine:
            return None
        places = (*BOXES, *(key for key, base in bases.bases().items() if power in base.who), *fronts.FRONTS)
        fields = (
            Field("kind", "what", cls.rule, tuple(dict.fromkeys(group.kind for group in mine))),
            Field("count", "how many", default="1"),
            Field("origin", "from", "25.31", tuple(dict.fromkeys(group.place for group in mine))),
            Field("goal", "to", "25.31", tuple(dict.fromkeys(places))),
        )
        return Form(cls.verb, "Transfer", power + " transfer {kind} {count} {origin} {goal}", fields, cls.rule)


def _speaker(campaign: WorldAtWar) -> str:
    """The Western Ally to whom moves of common units are offered, so that they are listed once;
    either may order them."""
    return next((power for power in sides.WESTERN_ALLIES if power in sides.standing(campaign)), "")


def goals(kind: str, origin: str, phase: str) -> tuple[str, ...]:
    """Where a group of a kind might go from a place, before any rule is asked: ships to the other boxes, and out of a
    box to the bases beside it; air units to the other fronts."""
    if kind in fronts.AIR:
        return tuple(front for front in fronts.FRONTS if front != origin)
    others = tuple(box for box in BOXES if box != origin)
    if origin in BOXES:
        back = tuple(key for key, base in bases.bases().items() if origin in (*base.boxes, *base.axis_boxes))
        return (*others, *back)
    return others


def _count(tx: Transaction[WorldAtWar], fact: str, count: int, why: str, rule: str) -> None:
    """Add to a fact that counts factors for the player turn."""
    tx.put(f"facts.{fact}", int(tx.campaign.facts.get(fact, 0)) + count, why, rule)


DAMAGED = 2
"""Player turns until damaged transports are face up: the rest of this one and their owner's next (24.631A)."""
# Where damaged transports go, and from where they come back (24.631A): a base of their owner beside each box.
REFUGE = {
    ("western", ATLANTIC): "us-atlantic",
    ("western", INDIAN): "south-africa",
    ("western", PACIFIC): "us-pacific",
    ("japan", PACIFIC): "japan",
}
"""The base beside each box where an owner's damaged transports go, and from which they come back (24.631A)."""


def ashore(campaign: WorldAtWar, side: str) -> tuple[tuple[str, str, str, int], ...]:
    """The transports of a side that stand outside the boxes: owner, base, the box that they belong to, and their
    number."""
    transports: dict[tuple[str, str], int] = {}
    for group in campaign.groups.values():
        if group.kind == "transport" and group.place not in BOXES and sides.side(campaign, group.owner) == side:
            at = (group.owner, group.place)
            transports[at] = transports.get(at, 0) + group.count
    return tuple((owner, base, _home(owner, base), count) for (owner, base), count in transports.items())


def returning(campaign: WorldAtWar, owner: str, box: str) -> int:
    """How many transports of a box were damaged in the combat phase at hand; they leave when it is over (24.64C)."""
    key = returning_key(campaign, owner, box) if (owner, box) in REFUGE else ""
    return campaign.groups[key].count if key in campaign.groups else 0


def returning_key(campaign: WorldAtWar, owner: str, box: str) -> str:
    """The id of the group of an owner's transports that were damaged in a box in the player turn at hand."""
    return groups.key_of(owner, "transport", REFUGE[(owner, box)], turns.player_turn(campaign) + DAMAGED)


def _home(owner: str, base: str) -> str:
    """The box to which an owner's transports at a base belong: the box from which that base takes damaged transports,
    else the first box that it leads to."""
    for (whose, box), refuge in REFUGE.items():
        if (whose, refuge) == (owner, base):
            return box
    return next(iter(bases.bases()[base].leads_to(owner)), ATLANTIC)


def redeployers(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers that command any units of strategic warfare."""
    return tuple(
        power
        for power in sides.standing(campaign)
        if any(sides.commands(power, group.owner) for group in campaign.groups.values())
    )
