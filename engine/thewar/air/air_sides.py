"""The two sides of an air battle: who fights and how, and what each unit of a side is and can do at each stage (11.3 to
11.5, 11.11, 11.12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import attrs

from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.air import air_missions, air_round
from engine.thewar.air.air_round import CLEAR, Skies
from engine.thewar.combat.combatants import Combatant
from engine.thewar.countries import french_morale
from engine.thewar.rolls import air_combat
from engine.thewar.rolls.printed import Amount
from engine.thewar.world import prices

COUNTER_AIR, OVER_HEX = "counter-air", "over-hex"
KINDS = (COUNTER_AIR, OVER_HEX)
ROUNDS = air_combat.ROUNDS
BARBAROSSA = "barbarossa"
_SILENT = {"western-surprise", BARBAROSSA}
WHOLE, DEPLETED, GONE = range(3)
AIR, FLAK, STRAFE, SUPPORT_FLAK, DONE = "air", "flak", "strafe", "support-flak", "done"
"""Stages, each a roll but the last: a round in the air; Flak before those on the ground are attacked; that attack; Flak
at what supports an attack on the ground."""


@frozen
class Plan:
    """What both sides decide, as a forecast takes it. ``attacker``: after so many rounds he breaks off, 1 to 3;
    ``defender``: for so many rounds he fights in the air, then he breaks off or stays down, 0 (counter-air alone)
    to 3."""

    attacker: int = ROUNDS
    defender: int = ROUNDS


@frozen
class AirBattle:
    """Who fights and how; the phasing side attacks.

    ``flak``: factors of the hex, 0 for none. In a counter-air mission it fires before each attack on units on the
    ground; over a hex it fires once, at the TAC and MDM of the attacker that are to support a ground attack. ``based``:
    the defenders, by name, that stand in the hex attacked; others come from elsewhere and leave with the first round
    that is not fought in the air. ``below``: those of them that never rise. ``port``: the hex is a port or shipyard, so
    that NAC may fly. ``para_only``: the OAS is for PARA alone.
    """

    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    kind: str = OVER_HEX
    skies: Skies = CLEAR
    flak: Amount = 0
    based: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    plan: Plan = Plan()
    port: bool = False
    para_only: bool = False

    @property
    def fires(self) -> Amount:
        """The Flak factors that fire in this battle: none where a surprise keeps it from firing (18.2, 21.4)."""
        return 0 if set(self.skies.modifiers) & _SILENT else self.flak

    @property
    def rises(self) -> bool:
        """Whether the defender may come up at all: Soviet units surprised in 1941 may not (21.4)."""
        return BARBAROSSA not in self.skies.modifiers


def refusals(battle: AirBattle) -> Iterable[Refusal]:
    """Every reason why there is no such battle."""
    counter, named = battle.kind == COUNTER_AIR, {unit.name for unit in battle.defenders}
    yield from air_missions.refusals(
        "counter-air" if counter else "counter-interception", battle.attackers, port=battle.port
    )
    guests = [unit for unit in battle.defenders if unit.name not in battle.based]
    yield from air_missions.refusals("interception", guests, port=battle.port)
    if wrong := [unit.label for unit in battle.defenders if unit.name in battle.based and unit.category != "air"]:
        yield Refusal("11.5.1", f"{', '.join(wrong)} on an airfield", "Air units are attacked there.")
    for role, force in (("attacking", battle.attackers), ("defending", battle.defenders)):
        if len({unit.name for unit in force}) < len(force):
            yield Refusal("11.9", f"a unit is named twice, {role}")
    if not any(map(air_round.flies, battle.attackers)):
        yield Refusal("11.9", "no attacking air units", "A Depleted NAC flies no missions.")
    if not any(air_round.flies(unit) or (counter and unit.fights) for unit in battle.defenders):
        yield Refusal("11.9", "no defending air units", "An air battle needs both sides in the air or on a base.")
    if counter and not set(battle.based) & named:
        yield Refusal("11.5.1", "no air units are based there", "A counter-air mission attacks a base in use.")
    if counter:
        powers = {unit.power for unit in battle.attackers}
        yield from french_morale.outnumbered(powers, *(_factors(battle, attacks=attacks) for attacks in (True, False)))
    if not battle.rises and not set(battle.based) >= named:
        yield Refusal("21.4", "surprised Soviet air units intercept nothing", "They are attacked on the ground.")
    least = 0 if counter else 1
    if not (1 <= battle.plan.attacker <= ROUNDS and least <= battle.plan.defender <= ROUNDS):
        planned = f"{battle.plan.attacker} and {battle.plan.defender} rounds are planned"
        hint = f"One to {ROUNDS}. Both sides fight one; only based units can stay down."
        yield Refusal("11.9", planned, hint)
    yield from (
        Refusal("11.9", f"'{name}' is no modifier of an air battle")
        for name in battle.skies.modifiers
        if name not in air_combat.BY_ID
    )


def _factors(battle: AirBattle, *, attacks: bool) -> int:
    force = battle.attackers if attacks else battle.defenders
    able = [unit for unit in force if unit.category == "air" and (air_round.flies(unit) or not attacks)]
    return air_round.factors(able, battle.skies, attacks=attacks).total


class CameTo(NamedTuple):
    """What happened to a side in a battle: units lost, depleted and their price; columns of support and TAC and MDM
    that are left."""

    lost: tuple[int, int, int]
    columns: int
    bombers: int


class Force:
    """One side of a battle as tuples of what each unit is now; what is asked of such a tuple is worked out once.
    ``start``: how it begins."""

    def __init__(self, battle: AirBattle, units: tuple[Combatant, ...], *, attacks: bool = True) -> None:
        self._battle, self._units, self._attacks = battle, units, attacks
        self._states = tuple(tuple(_as(unit, status) for status in (WHOLE, DEPLETED, GONE)) for unit in units)
        self.start = tuple(map(_status, units))
        self._places = {unit.name: place for place, unit in enumerate(units)}
        self._alike = _alike(battle, units)
        self._able: dict[tuple[tuple[int, ...], str], tuple[Combatant, ...]] = {}
        self._sides: dict[tuple[tuple[int, ...], str], air_combat.Side] = {}
        self._struck: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._prices: dict[tuple[int, int], int] = {}
        self._came_to: dict[tuple[int, ...], CameTo] = {}

    def now(self, force: Sequence[int]) -> tuple[Combatant, ...]:
        """The units of the side as they are now."""
        return tuple(states[now] for states, now in zip(self._states, force, strict=True))

    def able(self, force: tuple[int, ...], stage: str) -> tuple[Combatant, ...]:
        """The units that take part in a stage, and on which its results may fall."""
        if (force, stage) not in self._able:
            self._able[force, stage] = tuple(
                unit for unit in self.now(force) if unit.fights and self._takes(unit, stage)
            )
        return self._able[force, stage]

    def _takes(self, unit: Combatant, stage: str) -> bool:
        if stage == SUPPORT_FLAK:
            return air_round.bomber(unit)
        if stage == STRAFE:
            return unit.name in self._battle.based
        grounded = unit.name in self._battle.below or not self._battle.rises
        return air_round.flies(unit) and (self._attacks or not grounded)

    def side(self, force: tuple[int, ...], stage: str) -> air_combat.Side:
        """The units that take part in a stage, summed up for the air table."""
        if (force, stage) not in self._sides:
            able = self.able(force, stage)
            self._sides[force, stage] = air_round.side(able, self._battle.skies, attacks=self._attacks)
        return self._sides[force, stage]

    def hit(self, force: tuple[int, ...], effect: str, many: int, stage: str) -> tuple[int, ...]:
        """The state of the side's units after so many results in a stage."""
        if not many:
            return force
        key = (force, effect, many, stage)
        if key not in self._struck:
            fought = stage in (AIR, STRAFE)
            able = self.able(force, AIR if stage == FLAK else stage)
            after = list(force)
            for hit in air_round.hits(able, effect, many, air_combat=fought):
                after[self._places[hit.name]] = DEPLETED if hit.effect == "depleted" else GONE
            self._struck[key] = self._merged(after)
        return self._struck[key]

    def came_to(self, force: tuple[int, ...]) -> CameTo:
        """What happened to the side in the battle."""
        if force not in self._came_to:
            now = self.now(force)
            bombers = sum(unit.fights and air_round.bomber(unit) for unit in now)
            shifts = columns(now, para_only=self._attacks and self._battle.para_only)
            self._came_to[force] = CameTo(self._lost(force), shifts, bombers)
        return self._came_to[force]

    def _lost(self, force: tuple[int, ...]) -> tuple[int, int, int]:
        """Units lost, those depleted that are left, and the price of both."""
        gone = depleted = price = 0
        for place, (was, now) in enumerate(zip(self.start, force, strict=True)):
            if was == now:
                continue
            gone += now == GONE
            depleted += now == DEPLETED
            if (place, now) not in self._prices:
                self._prices[place, now] = narfs(self._units[place], self._states[place][now])
            price += self._prices[place, now]
        return gone, depleted, price

    def _merged(self, force: list[int]) -> tuple[int, ...]:
        """The state with like units in a fixed order, since it does not matter which of them was hit."""
        for places in self._alike:
            for place, now in zip(places, sorted(force[place] for place in places), strict=True):
                force[place] = now
        return tuple(force)


def columns(force: Sequence[Combatant], *, para_only: bool = False) -> int:
    """The columns of OAS or DAS of those that are left (11.3.1, 11.4.1, ruling 35)."""
    return air_missions.support(force, para_only=para_only).total


def narfs(before: Combatant, after: Combatant) -> int:
    """The price of what happened to a unit, in NARFs at normal prices: of building it anew, or of its repair
    (15.1.2)."""
    if after.fate:
        return prices.build(before.power, before.kind, before.strength, before.tag).total
    if after.depleted and not before.depleted:
        return prices.repair(before.power, before.kind, before.strength).total
    return 0


def _status(unit: Combatant) -> int:
    return GONE if unit.fate else DEPLETED if unit.depleted else WHOLE


def _as(unit: Combatant, status: int) -> Combatant:
    if status == GONE:
        return attrs.evolve(unit, fate=unit.fate or "eliminated")
    return attrs.evolve(unit, depleted=status == DEPLETED, fate="")


def _alike(battle: AirBattle, force: Sequence[Combatant]) -> tuple[tuple[int, ...], ...]:
    """The places of units that nothing tells apart, where there are several such."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, unit in enumerate(force):
        key = (attrs.evolve(unit, name=""), unit.name in battle.based, unit.name in battle.below)
        groups.setdefault(key, []).append(place)
    return tuple(tuple(places) for places in groups.values() if len(places) > 1)
