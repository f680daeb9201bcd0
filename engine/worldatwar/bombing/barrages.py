"""Flying bombs and rockets: who fires them at what, and the damage that they do (26.15, 26.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, NAME, NAMES, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.bombing import over_target, raid_limits
from engine.worldatwar.rolls import flying_bombs
from engine.worldatwar.targets import atomics, rocket_bases, targets
from engine.worldatwar.world import fronts, ranges, sides, turns
from engine.worldatwar.world.state import Salvo, WorldAtWar

STEP = "combat.bombers"


def free_bases(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The ids of a power's working rocket bases that fire nothing yet: each fires one salvo (26.63A)."""
    firing = {base for salvo in campaign.salvos.values() for base in salvo.bases}
    return tuple(key for key in rocket_bases.working(campaign, power) if key not in firing)


def half(campaign: WorldAtWar, power: str) -> int:
    """How many working bases of a power's faction may fire flying bombs, and how many rockets: half of them, and an odd
    base either (26.63B)."""
    mine = rocket_bases.of_faction(campaign, power)
    return (sum(rocket_bases.works(campaign, campaign.bases[key]) for key in mine) + 1) // 2


@frozen
class Fire(PowerOrder[WorldAtWar]):
    """Fire salvos of flying bombs and rockets at a target, each from a base of its own. ``hexes``: the distance from
    the base farthest away, 0 where the board was not asked. ``atomic``: one of the rockets carries an atomic bomb."""

    verb: ClassVar[str] = "fire"
    title: ClassVar[str] = "flying bombs and rockets"
    rule: ClassVar[str] = "26.63"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    target: str = word(NAME)
    bombs: int = keyed(number(0, 200), 0)
    rockets: int = keyed(number(0, 200), 0)
    bases: tuple[str, ...] = keyed(NAMES, ())
    hexes: int = keyed(number(0, 99), 0)
    atomic: bool = keyed(FLAG, False)

    def complete(self, campaign: WorldAtWar) -> Fire:
        """The order with the first free bases filled in."""
        count = self.bombs + self.rockets
        free = free_bases(campaign, self.power)
        return self if self.bases or not 0 < count <= len(free) else attrs.evolve(self, bases=free[:count])

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        yield from targets.refusals(campaign, self.power, self.target, atomic=self.atomic)
        count = self.bombs + self.rockets
        if min(self.bombs, self.rockets) < 0 or not 1 <= count <= raid_limits.MOST:
            named = f"{count} salvos are named" if count > raid_limits.MOST else "no salvo is named"
            yield Refusal("26.63A", named, f"Flying bombs, rockets or both, from 1 to {raid_limits.MOST} together.")
            return
        yield from self._bases(campaign, count)
        yield from self._halves(campaign)
        if self.atomic:
            yield from self._atomic(campaign)
        if self.target in campaign.places:
            yield from self._reach(campaign)

    def _bases(self, campaign: WorldAtWar, count: int) -> Iterable[Refusal]:
        """Whether each salvo has a base that is free to fire it (26.15, 26.63A)."""
        free = free_bases(campaign, self.power)
        if len(set(self.bases)) != count or len(self.bases) != count:
            reason = f"{count} salvos from {len(self.bases)} rocket bases"
            yield Refusal("26.63A", reason, f"One from each; free to fire: {', '.join(free) or 'none'}.")
        for key in self.bases:
            base = campaign.bases.get(key)
            if base is None or base.owner != self.power:
                yield Refusal("26.15", f"'{key}' is no rocket base of theirs", f"{', '.join(free) or 'none'}.")
            elif key not in free:
                damaged = base.damaged > turns.player_turn(campaign)
                why = "is damaged" if damaged else "is not on the board, not operational or fires already"
                yield Refusal("26.15", f"rocket base {key} {why}", f"Free to fire: {', '.join(free) or 'none'}.")

    def _halves(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Half of the faction's bases fire flying bombs, half of them rockets (26.63B)."""
        most, mine = half(campaign, self.power), sides.faction(campaign, self.power)
        for means, wanted in (("bombs", self.bombs), ("rockets", self.rockets)):
            others = sum(
                getattr(salvo, means)
                for salvo in campaign.salvos.values()
                if sides.faction(campaign, salvo.power) == mine
            )
            if wanted and wanted + others > most:
                what = "flying bombs" if means == "bombs" else "rockets"
                yield Refusal("26.63B", f"{wanted + others} salvos of {what}", f"Half of the bases fire them: {most}.")

    def _atomic(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether a rocket may carry an atomic bomb (26.33, 26.67)."""
        if not self.rockets:
            yield Refusal("26.33, 26.67", "atomic bombs are carried by rockets, not by flying bombs")
        results = sides.results(campaign, self.power, "rockets")
        if results < rocket_bases.ATOMIC_AT:
            yield Refusal("26.67", f"{results} research results for rockets", 'The fourth, "12+", is needed.')
        if raid_limits.bombs_left(campaign, self.power) < 1:
            yield raid_limits.no_bomb(campaign, self.power)

    def _reach(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether the target is near enough and in the theatre of the bases (26.31, 26.63C)."""
        if self.hexes < 0:
            yield Refusal("26.63C", "a distance below 0 hexes", "Leave it out where the board is trusted.")
        last = targets.last_front(campaign, self.target)
        if last in fronts.HOMES:
            yield Refusal("26.31", "only strategic bombers attack the U.S. boxes")
            return
        theater = targets.theater(campaign, self.power, self.target)
        for key in self.bases:
            base = campaign.bases.get(key)
            place = campaign.places.get(base.place) if base is not None else None
            if place is not None and place.front not in theater:
                yield Refusal("26.63C", f"rocket base {key} lies in another theater")
        yield from ranges.refusals(campaign, self.power, ranges.ROCKETS, theater[0], self.hexes)

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        salvo = Salvo(
            power=self.power,
            target=self.target,
            bombs=self.bombs,
            rockets=self.rockets,
            bases=self.bases,
            atomic=self.atomic,
        )
        tx.create(f"salvos.{len(tx.campaign.salvos) + 1}-{self.power}", salvo, "flying bombs and rockets", "26.64")

    def sentence(self, campaign: WorldAtWar) -> str:
        counts = ((self.bombs, "salvos of flying bombs"), (self.rockets, "salvos of rockets"))
        what = " and ".join(f"{count} {name}" for count, name in counts if count) or "nothing"
        place = campaign.places.get(self.target)
        bomb = " with an atomic bomb" if self.atomic else ""
        return f"{sides.named(campaign, self.power)} fires {what}{bomb} at {place.name if place else self.target}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[Fire]:
        """One salvo of each kind at each target."""
        free = free_bases(campaign, power)
        if not free:
            return
        for target in dict.fromkeys(targets.against(campaign, power)):
            for bombs, rockets in ((1, 0), (0, 1)):
                order = cls(power, target, bombs, rockets, free[:1])
                if not any(True for _ in order.judge(campaign)):
                    yield order

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        if not power or not free_bases(campaign, power):
            return None
        fields = (
            Field("target", "target", "26.31", tuple(dict.fromkeys(targets.against(campaign, power)))),
            Field("bombs", "salvos of flying bombs", "26.651A", default="1"),
            Field("rockets", "salvos of rockets", "26.651B", default="0"),
        )
        pattern = power + " fire {target} bombs={bombs} rockets={rockets}"
        return Form(cls.verb, "Flying bombs and rockets", pattern, fields, cls.rule)


@frozen
class Barrage(Procedure[WorldAtWar]):
    """All flying bombs and rockets that strike one hex, after the bombers (26.64)."""

    kind: ClassVar[str] = "barrage"

    hex: str

    def resolve(self, tx: Transaction[WorldAtWar], at: str) -> None:
        for power, brps in bombs_damage(tx.campaign, self.hex):
            over_target.damage(tx, self.hex, power, over_target.BY_BOMBS, brps, "26.651A, 26.661")
        for salvo in _at(tx.campaign, self.hex):
            rockets = flying_bombs.rockets(salvo.rockets)
            over_target.damage(tx, self.hex, salvo.power, over_target.BY_ROCKETS, rockets, "26.651B")
            if salvo.atomic:
                atomics.strike(tx, self.hex)
                atomics.spend(tx, salvo.power)
        tx.remove(at, "flying bombs and rockets are over", "26.64")

    def told(self, before: WorldAtWar, entry: Entry) -> str:
        amounts = []
        for change in entry.changes:
            if change.at.startswith("bombed.") and change.now is not None:
                brps = getattr(change.now, "brps", None)
                more = brps if brps is not None else change.now - change.was
                means = "rockets" if change.rule == "26.651B" else "flying bombs"
                amounts.append(f"{more} BRPs by {means}")
        return f"{before.places[self.hex].name}: {', '.join(amounts) or 'no damage'}"


def _at(campaign: WorldAtWar, hex_id: str) -> list[Salvo]:
    """The salvos at a hex, in the order of their announcement."""
    return [salvo for salvo in campaign.salvos.values() if targets.hex_of(campaign, salvo.target) == hex_id]


def bombs_damage(campaign: WorldAtWar, hex_id: str) -> list[tuple[str, int]]:
    """The damage of flying bombs to a hex, in BRPs by power. What takes damage off for the target as a whole does so
    once (26.661B)."""
    place = campaign.places[hex_id]
    owner = place.holder
    if owner not in campaign.powers:
        # Only what was overruled or ruled fires at a hex that nobody holds: it destroys nothing of anybody's.
        return []
    front = targets.last_front(campaign, hex_id)
    here = [guard for guard in campaign.guards.values() if (guard.target, guard.front) == (hex_id, front)]
    # All who were not shot down defend against flying bombs as well, those that aborted among them (26.51).
    defence = flying_bombs.Salvos(
        salvos=0,
        radar=sides.results(campaign, owner, "radar"),
        air_defense=0 if owner == "china" else sides.results(campaign, owner, "air-defense"),
        strength=targets.strength(campaign, hex_id).total,
        interceptors=sum(guard.interceptors + guard.resting[0] for guard in here),
        aaf=sum(guard.aaf + guard.resting[1] for guard in here),
        jets=sum(guard.jets + guard.resting[2] for guard in here),
    )
    damage = []
    for salvo in _at(campaign, hex_id):
        if not salvo.bombs:
            continue
        nationality = campaign.powers[owner].air - campaign.powers[salvo.power].air
        attack = attrs.evolve(defence, salvos=salvo.bombs, nationality=nationality)
        brps = flying_bombs.damage(attack).total
        used = salvo.bombs * attack.each - brps
        damage.append((salvo.power, brps))
        # What the target's defences have not used up against these salvos is left against the next.
        defence = flying_bombs.Salvos(
            salvos=0,
            radar=defence.radar,
            air_defense=defence.air_defense,
            strength=_reduction(defence) - used,
        )
    return damage


def _reduction(defence: flying_bombs.Salvos) -> int:
    """How many BRPs the defences of a target as a whole take off (26.661B)."""
    return defence.strength + defence.aaf + defence.interceptors + flying_bombs.JET * defence.jets
