"""Strategic bombing forces as they are announced: units of one nationality, a target and a route (26.41 to 26.43)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, NAMES, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.bombing import raid_forecast, raid_limits
from engine.worldatwar.targets import targets
from engine.worldatwar.world import aftermath, flights, fronts, groups, sides
from engine.worldatwar.world.state import Force, WorldAtWar

STEP = "combat.bombers"


def attackers(campaign: WorldAtWar, half: str) -> tuple[str, ...]:
    """The powers of a side that have anything they might bomb."""
    return tuple(power for power in sides.standing(campaign, half) if targets.against(campaign, power))


def key_of(campaign: WorldAtWar, power: str) -> str:
    """The id of the next force. It begins with the force's number, because forces are met in the order of their
    announcement (26.51)."""
    return f"{len(campaign.forces) + 1}-{power}"


def announced(campaign: WorldAtWar) -> list[str]:
    """The ids of all forces, in the order of their announcement."""
    return sorted(campaign.forces, key=lambda key: int(key.partition("-")[0]))


def route_to(campaign: WorldAtWar, front: str, target: str) -> tuple[str, ...]:
    """The shortest route from a front to a target: no other front lies between."""
    last = targets.last_front(campaign, target)
    return tuple(dict.fromkeys((front, last)))


def homes(campaign: WorldAtWar, power: str, target: str) -> tuple[str, ...]:
    """The fronts of a target's theatre from which a power's bombers may fly; where it has none left, those of
    interceptors that may."""
    here = [front for front in targets.theater(campaign, power, target) if front in fronts.FRONTS]
    with_bombers = [front for front in here if flights.bombers_left(campaign, power, front) > 0]
    return tuple(with_bombers or [front for front in here if flights.escorts_left(campaign, power, front) > 0])


@frozen
class Raid(PowerOrder[WorldAtWar]):
    """Announce a bombing force. ``hexes``: the distance from its base to the target; ``aaf_hexes``, ``escort_hexes``
    and ``jet_hexes``: those of its other parts where they differ; what is left out is trusted to the board. ``base``:
    the place from which distances are measured, where the rules ask for it. ``nas`` can be named only to be refused
    with the reason."""

    verb: ClassVar[str] = "raid"
    title: ClassVar[str] = "bombing raid"
    rule: ClassVar[str] = "26.41"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    target: str = word(NAME)
    bombers: int = keyed(number(0, 200), 0)
    aaf: int = keyed(number(0, 200), 0)
    interceptors: int = keyed(number(0, 200), 0)
    jets: int = keyed(number(0, 200), 0)
    front: str = keyed(NAME, "")
    escort: str = keyed(NAME, "")
    route: tuple[str, ...] = keyed(NAMES, ())
    cover: tuple[str, ...] = keyed(NAMES, ())
    hexes: int = keyed(number(0, 99), 0)
    aaf_hexes: int = keyed(number(0, 99), 0)
    escort_hexes: int = keyed(number(0, 99), 0)
    jet_hexes: int = keyed(number(0, 99), 0)
    base: str = keyed(NAME, "")
    ship: str = keyed(NAME, "")
    atomic: bool = keyed(FLAG, False)
    engage: tuple[str, ...] = keyed(NAMES, ())
    nas: int = keyed(number(0, 200), 0)

    def complete(self, campaign: WorldAtWar) -> Raid:
        """The order with the front filled in, where only one front has units for this target, and with the shortest
        route."""
        if self.target not in campaign.places:
            return self
        front = self.front or self._only_front(campaign)
        if not front:
            return self
        route = self.route or route_to(campaign, front, self.target)
        # A place without a front has no way to it: its judge says so.
        return attrs.evolve(self, front=front, route=tuple(front_passed for front_passed in route if front_passed))

    def _only_front(self, campaign: WorldAtWar) -> str:
        """The front from which this force must come, '' where there are several. AAF without bombers or interceptors
        come from the target's front."""
        last = targets.last_front(campaign, self.target)
        if not self.bombers and not self.interceptors:
            return last if last in fronts.FRONTS else ""
        possible = homes(campaign, self.power, self.target)
        return possible[0] if len(possible) == 1 else ""

    def force(self) -> Force:
        """The force that the order announces."""
        return Force(
            power=self.power,
            target=self.target,
            bombers=self.bombers,
            aaf=self.aaf,
            interceptors=self.interceptors,
            jets=self.jets,
            front=self.front,
            escort=self.escort or self.front,
            route=self.route,
            cover=self.cover,
            hexes=self.hexes,
            ship=self.ship,
            atomic=self.atomic,
            engage=self.engage,
        )

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        force = self.force()
        yield from targets.refusals(campaign, self.power, self.target, ship=self.ship, atomic=self.atomic)
        yield from raid_limits.parts(campaign, force, self.nas)
        if self.target not in campaign.places:
            return
        if not self.front:
            possible = ", ".join(homes(campaign, self.power, self.target)) or "none"
            yield Refusal("26.21", "the front from which they come is not named", f"There are bombers on: {possible}.")
            return
        wrong = list(raid_limits.units(campaign, force))
        yield from wrong
        if force.front not in fronts.FRONTS or force.escort not in fronts.FRONTS:
            return
        yield from raid_limits.bases(campaign, force, self.base)
        yield from raid_limits.ways(campaign, force)
        distances = (self.hexes, self.aaf_hexes, self.escort_hexes, self.jet_hexes)
        if min(distances) < 0:
            yield Refusal("26.31", "a distance below 0 hexes", "Leave it out where the board is trusted.")
        yield from raid_limits.reaches(campaign, force, *distances[1:], base=self.base)

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        tx.create(f"forces.{key_of(tx.campaign, self.power)}", self.force(), "bombing force announced", "26.41")

    def forecast(self, campaign: WorldAtWar) -> Distribution[Any] | None:
        """What may come of the raid, if all uninverted interceptors of the target's front meet it."""
        if self.target not in campaign.places or self.front not in fronts.FRONTS:
            return None
        if not self.route or (self.ship and self.ship not in campaign.ships):
            return None
        if min(self.bombers, self.aaf, self.interceptors, self.jets) < 0 or not self.bombers + self.aaf // 3:
            return None
        return raid_forecast.of_raid(campaign, self.force())

    def sentence(self, campaign: WorldAtWar) -> str:
        counts = (
            (self.bombers, "bomber"),
            (self.aaf, "aaf"),
            (self.interceptors, "interceptor"),
            (self.jets, "jet"),
        )
        units = ", ".join(aftermath.counted(count, kind) for count, kind in counts if count) or "nothing"
        place = campaign.places.get(self.target)
        goal = place.name if place is not None else self.target
        if self.ship:
            ship = campaign.ships.get(self.ship)
            goal = f"{ship.name if ship is not None else self.ship} in {goal}"
        way = " over " + ", ".join(map(fronts.name, self.route[:-1])) if len(self.route) > 1 else ""
        bomb = " with an atomic bomb" if self.atomic else ""
        return f"{sides.named(campaign, self.power)} raids {goal}{bomb}{way}: {units}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[Raid]:
        """All bombers of each front, with its interceptors, against every target of their theatre."""
        for target in dict.fromkeys(targets.against(campaign, power)):
            place = campaign.places[target]
            if place.destroyed:
                continue
            for front in homes(campaign, power, target):
                kind = flights.bomber_kind(power, front)
                bombers = flights.bombers_left(campaign, power, front)
                if not bombers or not groups.standing(campaign, power, kind, front):
                    continue
                escorts = 0 if place.kind == targets.BOX else max(0, free(campaign, power, front))
                ships = () if targets.on_list(campaign, target) else targets.ships(campaign, power, target)
                yield cls(
                    power,
                    target,
                    bombers,
                    interceptors=escorts,
                    front=front,
                    route=route_to(campaign, front, target),
                    ship=ships[0] if ships else "",
                )

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        bombable = tuple(dict.fromkeys(targets.against(campaign, power)))
        if not bombable:
            return None
        here = tuple(
            front for front in fronts.FRONTS if any(front in _theater(campaign, power, key) for key in bombable)
        )
        fields = (
            Field("target", "target", "26.31", bombable),
            Field("bombers", "bombers", "26.42", default="1"),
            Field("aaf", "AAF, a third of which bomb", "26.13", default="0"),
            Field("interceptors", "interceptors as escorts", "26.431", default="0"),
            Field("jets", "jets as escorts", "26.14", default="0"),
            Field("front", "from the front", "26.21", here),
            Field("hexes", "hexes to the target, 0 not told", "26.421", default="0"),
        )
        pattern = (
            power + " raid {target} bombers={bombers} aaf={aaf} interceptors={interceptors} jets={jets}"
            " front={front} hexes={hexes}"
        )
        return Form(cls.verb, "Bombing raid", pattern, fields, cls.rule)


def _theater(campaign: WorldAtWar, power: str, target: str) -> tuple[str, ...]:
    return targets.theater(campaign, power, target)


def free(campaign: WorldAtWar, power: str, front: str) -> int:
    """How many interceptors of a front may escort a force to any target, in factors."""
    held = max(flights.before(campaign, power, deed, front) for deed in (flights.BOMBS, flights.DEFENDED))
    return flights.escorts_left(campaign, power, front) - held
