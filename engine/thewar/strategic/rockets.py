"""Rockets (5.2.5): V-1 met by interceptors and Heavy Flak, V-2 that nothing meets. The core is pure; the order flies
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import keyed, number
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Procedure, begin
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often, frozen
from engine.thewar.combat import aftermath
from engine.thewar.economy import oil
from engine.thewar.rolls import air_combat, bombing
from engine.thewar.strategic import effects, strategic_forces, strategic_losses
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Box, TheWar

STEP = "strategic-warfare.rockets"
V1, V2 = "v-1", "v-2"
V1_FROM, V2_FROM = "1944-1-spring", "1944-3-fall"
V1_DAMAGE, V2_DAMAGE = 1, 6
FAILURE = 10
SITE = "v-weapon-site"
RATING = 1
"""Germans and British alike are first-rate in the air (11.11.1)."""


@frozen
class Attack:
    """A turn's rockets on Britain: how many of each, the interceptors that meet the V-1, Britain's Heavy Flak level.

    ``air_face`` and ``flak_face`` are natural dice, 0 before they are rolled; ``v2_faces`` those of the V-2 so far.
    """

    v1: int
    v2: int
    interceptors: int = 0
    heavy_flak: int = 0
    air_face: int = 0
    flak_face: int = 0
    v2_faces: tuple[int, ...] = ()

    @property
    def fight(self) -> air_combat.Dogfight:
        """V-1 against interceptors."""
        return air_combat.Dogfight(
            attacker=air_combat.Side(self.v1, RATING),
            defender=air_combat.Side(self.interceptors, RATING),
            over_britain=True,
            face=self.air_face,
        )

    @property
    def shot_down(self) -> int:
        """V-1 lost to interceptors: depleted or eliminated is the same to a rocket, and INT lose nothing (ruling
        120)."""
        if not self.air_face:
            return 0
        result = air_combat.resolve(self.fight)
        return min(result.count, self.v1) if result.side == "attacker" else 0

    @property
    def at_flak(self) -> int:
        """V-1 that reach the Flak."""
        return self.v1 - self.shot_down

    @property
    def through(self) -> int:
        """V-1 that hit: what Flak would deplete is lost as well, for V-1 are never depleted."""
        if not self.flak_face:
            return self.at_flak
        flak = bombing.heavy_flak(self.heavy_flak, self.at_flak, self.flak_face)
        return self.at_flak - flak.eliminated - flak.depleted

    @property
    def launched(self) -> int:
        """V-2 that did not fail on the pad or stray."""
        return sum(1 for face in self.v2_faces if face != FAILURE)

    @property
    def damage(self) -> Breakdown:
        """NARFs that Britain loses."""
        return Breakdown(
            (
                Line(f"{self.through} V-1 x {V1_DAMAGE}", self.through * V1_DAMAGE, "5.2.5"),
                Line(f"{self.launched} V-2 x {V2_DAMAGE}", self.launched * V2_DAMAGE, "5.2.5"),
            )
        )


class RocketCore:
    """Interceptors, Heavy Flak, then a die for each V-2, as a core for forecasts and play."""

    @staticmethod
    def next(value: Attack) -> str:
        """What is rolled next: 'air', 'flak', 'v2', or '' at the end."""
        if value.v1 and value.interceptors and not value.air_face:
            return "air"
        if value.at_flak and value.heavy_flak and not value.flak_face:
            return "flak"
        return "v2" if len(value.v2_faces) < value.v2 else ""

    def finished(self, value: Attack) -> bool:
        return not self.next(value)

    def dice(self, value: Attack) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Attack, faces: tuple[int, ...]) -> Attack:
        die = self.next(value)
        if die == "air":
            return attrs.evolve(value, air_face=faces[0])
        if die == "flak":
            return attrs.evolve(value, flak_face=faces[0])
        return attrs.evolve(value, v2_faces=(*value.v2_faces, faces[0]))


_CORE = RocketCore()
_DIED = {"air": "Interceptors against V-1", "flak": "Heavy Flak against V-1", "v2": "V-2"}
_TOLD: dict[str, Callable[[Attack], str]] = {
    "air": lambda attack: f"{attack.shot_down} of {attack.v1} shot down",
    "flak": lambda attack: f"{attack.at_flak - attack.through} of {attack.at_flak} shot down",
    "v2": lambda attack: "it fails" if attack.v2_faces[-1] == FAILURE else "it hits",
}
_PURPOSE = {"air": ("rockets-air", "11.9"), "flak": ("heavy-flak", "11.12"), "v2": ("v-2", "5.2.5")}


def ready(campaign: TheWar, tag: str) -> tuple[str, ...]:
    """The rockets of a kind that stand ready, by unit id."""
    return strategic_forces.in_play(campaign, "germany", "sac", tag)


def sites_lost(campaign: TheWar) -> bool:
    """Whether the Western Allies hold all four cities, themselves or by way of a country that is theirs, so that there
    is nowhere to launch from (5.2.5)."""
    sites = [oil.holder(campaign, key) for key, place in campaign.places.items() if SITE in place.tags]
    return bool(sites) and all(holder in ("britain", "us") for holder in sites)


def launchers(campaign: TheWar) -> tuple[str, ...]:
    """Germany, where it has a rocket to launch at a Britain still at war with it."""
    if "britain" not in wars.enemies_of_germany(campaign) or sites_lost(campaign):
        return ()
    return ("germany",) if ready(campaign, V1) or ready(campaign, V2) else ()


def prepared(campaign: TheWar, v1: int, v2: int) -> Attack:
    """The attack with Britain's interceptors of this turn and its Heavy Flak."""
    placed = campaign.boxes.get("britain", Box()).interceptors
    guard = min(placed, strategic_forces.count(campaign, "britain", "int"))
    return Attack(v1, v2, guard, int(campaign.facts.get("british-heavy-flak", 0)))


@compared_often(order=True)
class RocketToll:
    """What a turn's rockets cost Britain, in NARFs."""

    narfs: int


@frozen
class RocketAttack(Procedure[TheWar]):
    """Rockets in the air. One stage a die, then the damage; every rocket is spent."""

    kind: ClassVar[str] = "rockets"

    v1: int
    v2: int
    interceptors: int
    heavy_flak: int
    air_face: int = 0
    flak_face: int = 0
    v2_faces: tuple[int, ...] = ()

    @property
    def power(self) -> str:
        return "germany"

    @property
    def attack(self) -> Attack:
        """The facts and dice so far."""
        return Attack(
            self.v1, self.v2, self.interceptors, self.heavy_flak, self.air_face, self.flak_face, self.v2_faces
        )

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        attack = self.attack
        if die := _CORE.next(attack):
            purpose, rule = _PURPOSE[die]
            after = _CORE.stage(attack, (tx.roll(purpose, rule=rule),))
            for field in ("air_face", "flak_face", "v2_faces"):
                tx.set(f"{at}.{field}", getattr(after, field), "die rolled", rule)
            return
        narfs = self.within_cap(tx.campaign, attack.damage.total)
        effects.narfs_lost(tx, "britain", narfs, "rockets", "5.2.5", bombed=True)
        for tag, spent in ((V1, self.v1), (V2, self.v2)):
            effects.units_lost(tx, "germany", "sac", spent, "rocket spent", "5.2.5", tag)
        tx.remove(at, "the rockets are spent", "5.2.5")

    def told(self, before: TheWar, entry: Entry) -> str:
        attack = self.attack
        die = _CORE.next(attack)
        for roll in entry.rolls:
            after = _CORE.stage(attack, (roll.face,))
            return aftermath.sentence(_DIED[die], aftermath.rolled((roll.face,)), _TOLD[die](after))
        return aftermath.sentence("Rockets on Britain", aftermath.toll(before, entry))

    @staticmethod
    def within_cap(campaign: TheWar, narfs: int) -> int:
        """A quarter of the base is the most that bombing of every kind takes in a turn (5.2)."""
        cap = campaign.powers["britain"].base // strategic_losses.BASE_SHARE
        return min(narfs, max(0, cap - campaign.boxes.get("britain", Box()).bombed))


@frozen
class Launch(PowerOrder[TheWar]):
    """Launch rockets at Britain (5.2.5). Every one of them is spent."""

    verb: ClassVar[str] = "launch"
    title: ClassVar[str] = "launch rockets"
    rule: ClassVar[str] = "5.2.5"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    v1: int = keyed(number(0, 99), 0)
    v2: int = keyed(number(0, 99), 0)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "germany":
            yield Refusal("5.2.5", "only Germany has rockets")
            return
        if self.v1 + self.v2 < 1:
            yield Refusal("5.2.5", "no rocket is named", "v1=N, v2=N, or done.")
        if sites_lost(campaign):
            yield Refusal("5.2.5", "the Allies hold Calais, Antwerp, Rotterdam and The Hague", "There is no site left.")
        for name, wanted, tag, first in (("V-1", self.v1, V1, V1_FROM), ("V-2", self.v2, V2, V2_FROM)):
            have = len(ready(campaign, tag))
            if not 0 <= wanted <= have:
                yield Refusal("5.2.5", f"{wanted} {name} are asked for, {have} stand ready", f"From 0 to {have}.")
            if wanted and calendar.now(campaign) < calendar.number(first):
                yield Refusal("5.2.5", f"{name} fly from {calendar.spoken(first)} on")

    def effect(self, tx: Transaction[TheWar]) -> None:
        attack = prepared(tx.campaign, self.v1, self.v2)
        procedure = RocketAttack("flight", attack.v1, attack.v2, attack.interceptors, attack.heavy_flak)
        begin(tx, procedure, "rockets launched", "5.2.5")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """What Britain loses."""
        odds = distribution(_CORE, prepared(campaign, self.v1, self.v2))
        return odds.of(lambda attack: RocketToll(attack.damage.total))

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} launches {self.v1} V-1 and {self.v2} V-2"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Launch]:
        """The order to launch all rockets that stand ready."""
        if power == "germany":
            yield cls(power, len(ready(campaign, V1)), len(ready(campaign, V2)))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (
            Field("v1", f"V-1, of {len(ready(campaign, V1))}", "5.2.5", default=str(len(ready(campaign, V1)))),
            Field("v2", f"V-2, of {len(ready(campaign, V2))}", "5.2.5", default=str(len(ready(campaign, V2)))),
        )
        return Form(cls.verb, "Launch rockets", "germany launch v1={v1} v2={v2}", fields, cls.rule)
