"""Air defence: the air units that defenders assign to each target, front by front (26.24, 26.44, 26.462, 26.52)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.bombing import raid_forecast, raid_limits
from engine.worldatwar.targets import targets
from engine.worldatwar.world import aftermath, editions, flights, fronts, ranges, sides
from engine.worldatwar.world.state import Guard, WorldAtWar

STEP = "combat.defence"


def key_of(power: str, target: str, front: str) -> str:
    """The id of a power's guard of a target on a front."""
    return f"{power}-{target}-{front}"


def attacked(campaign: WorldAtWar) -> tuple[str, ...]:
    """The hexes under attack by bombers or flying bombs, each once, by the ids of their places."""
    forces = [targets.hex_of(campaign, force.target) for force in campaign.forces.values()]
    salvos = [targets.hex_of(campaign, salvo.target) for salvo in campaign.salvos.values() if salvo.bombs]
    return tuple(dict.fromkeys((*forces, *salvos)))


def passed(campaign: WorldAtWar, target: str) -> tuple[str, ...]:
    """The fronts on which a target's attackers can be met: those that they pass, and the target's
    own (26.24, 26.442)."""
    ways = [
        front
        for force in campaign.forces.values()
        if targets.hex_of(campaign, force.target) == target
        for front in force.route
    ]
    return tuple(dict.fromkeys((*ways, targets.last_front(campaign, target))))


def home_of(campaign: WorldAtWar, target: str, front: str) -> str:
    """The front to which interceptors must be assigned in order to defend on a front. For a mapboard box that is the
    front by which its attacker comes (26.462)."""
    if front in fronts.FRONTS:
        return front
    ways = targets.approaches(front)
    flying = [party.power for party in campaign.forces.values() if targets.hex_of(campaign, party.target) == target]
    fired = [party.power for party in campaign.salvos.values() if targets.hex_of(campaign, party.target) == target]
    attackers = (*flying, *fired)
    return next((ways[power] for power in attackers if power in ways), "")


def may_defend(campaign: WorldAtWar, power: str, target: str) -> Iterable[Refusal]:
    """Why a power's air units may not defend a target (26.443E, 26.52)."""
    place = campaign.places[target]
    owner = place.holder
    ships = [ship.owner for ship in campaign.ships.values() if targets.hex_of(campaign, ship.yard) == target]
    if power == owner or sides.faction(campaign, power) == sides.faction(campaign, owner) or power in ships:
        return
    name, whose = sides.named(campaign, power), sides.named(campaign, owner)
    if {sides.faction(campaign, power), sides.faction(campaign, owner)} == {sides.WESTERN, "russia"}:
        yield Refusal("26.52", "the Western Allies and Russia do not defend each other's targets")
    elif owner == "china" and power in ("us", "russia"):
        if not campaign.facts.get(f"china-supplied-{power}", False):
            hint = f"The table enters it: facts.china-supplied-{power}."
            yield Refusal("26.443E", f"no air base in China is fully supplied from a source of {name}", hint)
    else:
        yield Refusal("26.441", f"{name} does not defend {place.name}, which {whose} holds")


def defenders(campaign: WorldAtWar, half: str) -> tuple[str, ...]:
    """The powers of the other side that may defend anything against what a side has announced."""
    hexes = attacked(campaign)
    return tuple(
        power
        for power in sides.standing(campaign)
        if campaign.powers[power].side != half and any(not any(may_defend(campaign, power, key)) for key in hexes)
    )


@frozen
class Guarding(PowerOrder[WorldAtWar]):
    """Assign air units to a target's defence on one front. ``hexes``: the distance from their base to where they
    engage, 0 where the board was not asked; ``operational``: whether that base is operational."""

    verb: ClassVar[str] = "guard"
    title: ClassVar[str] = "air defence"
    rule: ClassVar[str] = "26.441"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    target: str = word(NAME)
    front: str = keyed(NAME, "")
    interceptors: int = keyed(number(0, 200), 0)
    aaf: int = keyed(number(0, 200), 0)
    jets: int = keyed(number(0, 200), 0)
    hexes: int = keyed(number(0, 99), 0)
    operational: bool = keyed(FLAG, True)

    def complete(self, campaign: WorldAtWar) -> Guarding:
        """The order with the target's own front filled in where none is named."""
        if self.front or self.target not in campaign.places:
            return self
        return attrs.evolve(self, front=targets.last_front(campaign, self.target))

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        here = targets.hex_of(campaign, self.target)
        if here not in attacked(campaign):
            under = ", ".join(attacked(campaign)) or "none"
            yield Refusal("26.441", f"nothing attacks '{self.target}'", f"Under attack: {under}.")
            return
        yield from may_defend(campaign, self.power, here)
        counts = (self.interceptors, self.aaf, self.jets)
        if min(counts) < 0 or not 1 <= sum(counts) <= raid_limits.MOST:
            reason = (
                f"{sum(counts)} air units are named" if sum(counts) > raid_limits.MOST else "no air units are named"
            )
            yield Refusal("26.441", reason, f"From 1 to {raid_limits.MOST}; to leave a target alone, name none.")
        ways = passed(campaign, here)
        if self.front not in ways:
            reason = f"no force against {campaign.places[here].name} passes '{self.front}'"
            yield Refusal("26.24, 26.442", reason, f"They can be met on: {', '.join(ways)}.")
            return
        if key_of(self.power, here, self.front) in campaign.guards:
            where = fronts.name(self.front)
            yield Refusal(
                "26.443C", f"a force is engaged once on {where}, and these are assigned", "Undo to change it."
            )
        yield from self._italians(campaign, here)
        yield from self._interceptors(campaign, here)
        yield from self._reach(campaign, here)

    def _italians(self, campaign: WorldAtWar, here: str) -> Iterable[Refusal]:
        """Italian AAF defend Italy on the Mediterranean front and nothing else (26.445A)."""
        if self.power == "italy" and (self.aaf or self.jets):
            if campaign.places[here].country != "italy":
                yield Refusal("26.445A", "Italian AAF defend targets in Italy only")
            elif self.front != "mediterranean":
                yield Refusal("26.445A", "Italian AAF engage on the Mediterranean front only")

    def _interceptors(self, campaign: WorldAtWar, here: str) -> Iterable[Refusal]:
        """Whether enough interceptors of the front are free (26.24, 26.443A)."""
        if not self.interceptors:
            return
        home = home_of(campaign, here, self.front)
        left = flights.guards_left(campaign, self.power, home)
        where = fronts.name(home)
        if self.interceptors > left:
            reason = f"{self.interceptors} interceptors are named, {left} of {where} are free and uninverted"
            yield Refusal("26.24, 26.443A", reason, f"At most {max(0, left)}.")
            return
        if home == self.front or not editions.of(campaign).front_rule:
            return
        gone = flights.before(campaign, self.power, flights.ESCORTED, home)
        if self.interceptors > left - gone:
            able = max(0, left - gone)
            reason = f"{self.interceptors} interceptors named, {able} of {where} may defend: {gone} escorted elsewhere"
            yield Refusal("26.443A", reason, f"In the {editions.of(campaign).name} they defend {where} alone.")

    def _reach(self, campaign: WorldAtWar, here: str) -> Iterable[Refusal]:
        """Whether the units reach the target from their base (26.443)."""
        if self.hexes < 0:
            yield Refusal("26.443", "a distance below 0 hexes", "Leave it out where the board is trusted.")
        if self.hexes and not self.operational:
            reason = "air units in a base that is not operational engage in its hex only"
            yield Refusal("26.13, 26.25, 26.443D", reason, "That is at 0 hexes.")
        home = home_of(campaign, here, self.front) or self.front
        if self.interceptors and self.front in fronts.FRONTS:
            for refusal in ranges.refusals(campaign, self.power, ranges.INTERCEPTORS, home, self.hexes):
                yield attrs.evolve(refusal, rule="26.443A")
        if self.aaf and self.front in fronts.FRONTS:
            for refusal in ranges.refusals(campaign, self.power, ranges.AAF, home, self.hexes):
                yield attrs.evolve(refusal, rule="26.443B")
        if self.jets:
            yield from ranges.refusals(campaign, self.power, ranges.JETS, home, self.hexes)

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        guard = self.guard(tx.campaign)
        tx.create(f"guards.{key_of(self.power, guard.target, self.front)}", guard, "assigned to defence", "26.441")

    def guard(self, campaign: WorldAtWar) -> Guard:
        """The guard that the order assigns."""
        here = targets.hex_of(campaign, self.target)
        return Guard(
            power=self.power,
            target=here,
            front=self.front,
            home=home_of(campaign, here, self.front),
            interceptors=self.interceptors,
            aaf=self.aaf,
            jets=self.jets,
        )

    def forecast(self, campaign: WorldAtWar) -> Distribution[Any] | None:
        """What may come of the first force against the target, if all that is assigned so far meets it."""
        here = targets.hex_of(campaign, self.target)
        if here not in attacked(campaign) or min(self.interceptors, self.aaf, self.jets) < 0:
            return None
        key = key_of(self.power, here, self.front)
        supposed = attrs.evolve(campaign, guards={**campaign.guards, key: self.guard(campaign)})
        return raid_forecast.of_first(supposed, here)

    def sentence(self, campaign: WorldAtWar) -> str:
        counts = ((self.interceptors, "interceptor"), (self.aaf, "aaf"), (self.jets, "jet"))
        units = ", ".join(aftermath.counted(count, kind) for count, kind in counts if count) or "nothing"
        place = campaign.places.get(self.target)
        where = fronts.name(self.front) if self.front in fronts.FRONTS else "the box"
        goal = place.name if place is not None else self.target
        return f"{sides.named(campaign, self.power)} defends {goal} on {where} with {units}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[Guarding]:
        """For each target and front, the interceptors that are free there."""
        for target in attacked(campaign):
            if any(may_defend(campaign, power, target)):
                continue
            for front in passed(campaign, target):
                left = flights.guards_left(campaign, power, home_of(campaign, target, front))
                if left > 0 and key_of(power, target, front) not in campaign.guards:
                    yield cls(power, target, front, left)

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        defended = tuple(key for key in attacked(campaign) if power and not any(may_defend(campaign, power, key)))
        if not defended:
            return None
        ways = tuple(dict.fromkeys(front for key in defended for front in passed(campaign, key)))
        fields = (
            Field("target", "target", "26.441", defended),
            Field("front", "on the front", "26.442", ways),
            Field("interceptors", "interceptors", "26.443A", default="0"),
            Field("aaf", "AAF", "26.443B", default="0"),
            Field("jets", "jets", "26.443B", default="0"),
        )
        pattern = power + " guard {target} front={front} interceptors={interceptors} aaf={aaf} jets={jets}"
        return Form(cls.verb, "Air defence", pattern, fields, cls.rule)
