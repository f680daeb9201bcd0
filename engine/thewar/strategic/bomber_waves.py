"""Bomber waves over Britain (29.18): lent bombers fly in up to three waves and a dummy, met before their sizes are
known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.combat import aftermath, battle_cards
from engine.thewar.rolls import bombing
from engine.thewar.rolls.submarines import NARFS_PER_SMP, ceiling
from engine.thewar.strategic import air_war, strategic_forces, strategic_losses
from engine.thewar.strategic.raid_sums import Capped, RaidSum, in_turn
from engine.thewar.strategic.ways import Way, bombers
from engine.thewar.world import wars
from engine.thewar.world.state import Box, TheWar

OPTION = "bomber-waves"
STEP, SIZES_STEP = "strategic-warfare.waves", "strategic-warfare.wave-sizes"
MOST = 3
"""Real waves; a dummy may fly beside them."""
PLACES = ("first", "second", "third", "fourth")
FEWEST_STACKS, MOST_STACKS = 2, MOST + 1


def on(campaign: TheWar) -> bool:
    """Whether the rule is played."""
    return bool(campaign.options.get(OPTION, False))


def _german(campaign: TheWar) -> Box:
    return campaign.boxes.get("germany", Box())


def flying(campaign: TheWar) -> int:
    """Bombers over Britain, lent MDM counting four each."""
    box = _german(campaign)
    return box.sac + bombing.MDM_SACS * box.mdm


def leaders(campaign: TheWar) -> tuple[str, ...]:
    """Who may divide bombers into waves: Germany, where it has lent any."""
    return ("germany",) if on(campaign) and _german(campaign).mdm else ()


def dividers(campaign: TheWar) -> tuple[str, ...]:
    """Who says in secret what is in the stacks, or against each: both sides, where there are stacks."""
    if not on(campaign) or not _german(campaign).stacks:
        return ()
    return tuple(power for power in ("germany", "britain") if wars.standing(campaign, power))


def divided(campaign: TheWar) -> bool:
    """Whether the bombers over Britain fly in waves this turn."""
    return bool(_german(campaign).waves)


def begin_raids(tx: Transaction[TheWar]) -> None:
    """Put the waves on the stack, the first on top, each with Heavy Flak of its own; what they lose is made up when all
    are over."""
    cap = tx.campaign.powers["britain"].base // strategic_losses.BASE_SHARE
    cards = battle_cards.taken(tx, air_war.CARDED["germany"])
    begin(tx, WaveLosses("settle"), "waves", "29.18")
    waves = _german(tx.campaign).waves
    for wave in range(len(waves), 0, -1):
        if waves[wave - 1]:
            begin(tx, air_war.RaidBattle("flak", "germany", cap, cards=cards, wave=wave), "wave", "29.18")


WAY: Way = Way(divided, lambda campaign: bombers(campaign, "germany"), begin_raids)


def evenly(amount: int, stacks: int) -> tuple[int, ...]:
    """A division as even as can be, the first stacks the larger."""
    return tuple(amount // stacks + (place < amount % stacks) for place in range(stacks))


@frozen
class Division:
    """Bombers in each stack and interceptors against each; ``supposed``: what of it is not known yet, in words."""

    sizes: tuple[int, ...]
    guards: tuple[int, ...]
    supposed: tuple[str, ...] = ()


def division(campaign: TheWar, german: Box, british: Box, guard: int | None = None) -> Division | None:
    """The waves as they stand in these boxes, None where the raid is one. What has not been said is supposed: stacks as
    even as can be, the dummy only where it must be, against ``guard`` interceptors (all whole ones) divided evenly."""
    stacks = len(german.waves) or german.stacks
    if not stacks:
        return None
    said = []
    sizes, guards = german.waves, british.waves
    if not sizes:
        sizes = evenly(german.sac + bombing.MDM_SACS * german.mdm, min(stacks, MOST))
        sizes += (0,) * (stacks - len(sizes))
        said.append(f"bombers divided evenly: {_told(sizes)}")
    if not guards:
        guards = evenly(strategic_forces.count(campaign, "britain", "int") if guard is None else guard, stacks)
        said.append(f"interceptors divided evenly: {_told(guards)}")
    return Division(sizes, guards, tuple(said))


def _told(figures: Iterable[int]) -> str:
    return ", ".join(map(str, figures))


def undivided(campaign: TheWar, mdm: int) -> tuple[str, ...]:
    """What a forecast says of a raid that may still be divided."""
    return ("bombers fly in one raid; waves are called later",) if on(campaign) and mdm else ()


@frozen
class WavesResult:
    """What all waves come to, in NARFs, SMPs and units. ``sac_lost`` to Heavy Flak and interceptors, lent bombers
    among them."""

    narfs: int
    smps_narfs: int
    smps_extra: int
    critical_hits: int
    firestorms: int
    sac_lost: int
    sac_depleted: int
    attrition: int
    int_lost: int


def _summed(total: RaidSum) -> WavesResult:
    return WavesResult(
        narfs=total.narfs,
        smps_narfs=ceiling(total.narfs, NARFS_PER_SMP),
        smps_extra=total.smps,
        critical_hits=total.critical_hits,
        firestorms=total.firestorms,
        sac_lost=total.shot,
        sac_depleted=total.depleted,
        attrition=total.worn,
        int_lost=total.interceptors,
    )


def sums(campaign: TheWar, flown: Division) -> Distribution[RaidSum]:
    """What waves add up to: each a raid of its own with its Flak and its odds, the cap for all (ruling 189)."""
    cap = campaign.powers["britain"].base // strategic_losses.BASE_SHARE
    raids = (air_war.over_britain(campaign, sac, guard) for sac, guard in zip(flown.sizes, flown.guards, strict=True))
    total = in_turn(Capped(raid, cap) for raid in raids if raid.sac)
    return evolve(total, assumed=flown.supposed)


def forecast(campaign: TheWar, flown: Division) -> Distribution[WavesResult]:
    """What may come of all waves."""
    return sums(campaign, flown).of(_summed)


@frozen
class WaveLosses(Procedure[TheWar]):
    """What the waves have lost so far, lent bombers and SAC together: ``shot`` down, ``depleted`` by Heavy Flak,
    ``worn`` by attrition. It has one stage, settle, after the last wave (ruling 152)."""

    kind: ClassVar[str] = air_war.WAVES

    shot: int = 0
    depleted: int = 0
    worn: int = 0

    @property
    def power(self) -> str:
        return "germany"

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        air_war.german_bombers(tx, self.shot, self.depleted, self.worn)
        tx.remove(at, "all waves are over", "29.18")

    def told(self, before: TheWar, entry: Entry) -> str:
        return aftermath.sentence("All German waves are over", aftermath.toll(before, entry, "no bomber lost"))


@frozen
class Waves(PowerOrder[TheWar]):
    """So many inverted stacks fly over Britain, a dummy among them or not; all see how many there are (29.18)."""

    verb: ClassVar[str] = "waves"
    title: ClassVar[str] = "bomber waves"
    rule: ClassVar[str] = "29.18"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    stacks: int = word(number(0, 9))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not on(campaign):
            yield Refusal("29.18", "no bombers fly in waves", f"Option '{OPTION}' is off.")
            return
        if self.power not in leaders(campaign):
            yield Refusal("29.18", f"{wars.named(campaign, self.power)} has lent no MDM to divide into waves")
        if not FEWEST_STACKS <= self.stacks <= MOST_STACKS:
            yield Refusal(
                "29.18", f"{self.stacks} stacks", f"From {FEWEST_STACKS} to {MOST_STACKS}: {MOST} waves and a dummy."
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.set("boxes.germany.stacks", self.stacks, "bomber waves", "29.18")

    def flown(self, campaign: TheWar, enemy: int | None = None) -> Division | None:
        """The waves with both sides dividing evenly, against ``enemy`` interceptors; None where it is not legal."""
        if any(True for _ in self.judge(campaign)):
            return None
        return division(campaign, evolve(_german(campaign), stacks=self.stacks, waves=()), Box(), enemy)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        flown = self.flown(campaign)
        return forecast(campaign, flown) if flown is not None else None

    def sentence(self, campaign: TheWar) -> str:
        return f"German bombers fly over Britain in {self.stacks} stacks"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Waves]:
        return (cls(power, stacks) for stacks in range(FEWEST_STACKS, MOST_STACKS + 1))


@frozen
class _Stacks(PowerOrder[TheWar]):
    """One number for each stack, face down."""

    rule: ClassVar[str] = "29.18"
    steps: ClassVar[tuple[str, ...]] = (SIZES_STEP,)
    finishes: ClassVar[bool] = True
    whose: ClassVar[str] = ""
    what: ClassVar[str] = ""

    first: int = keyed(number(0, 99), 0)
    second: int = keyed(number(0, 99), 0)
    third: int = keyed(number(0, 99), 0)
    fourth: int = keyed(number(0, 99), 0)

    def _all(self) -> tuple[int, ...]:
        return (self.first, self.second, self.third, self.fourth)

    def _figures(self, campaign: TheWar) -> tuple[int, ...]:
        return self._all()[: _german(campaign).stacks]

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != self.whose or self.power not in dividers(campaign):
            yield Refusal("29.18", f"{wars.named(campaign, self.power)} has nothing to divide among stacks")
            return
        stacks = _german(campaign).stacks
        if any(self._all()[stacks:]):
            yield Refusal("29.18", f"there are {stacks} stacks", f"Up to '{PLACES[stacks - 1]}'.")
        if min(self._all()) < 0:
            yield Refusal("29.18", f"{min(self._all())} {self.what}", "From 0 up.")
        else:
            yield from self._wrong(campaign)

    def _wrong(self, campaign: TheWar) -> Iterable[Refusal]:
        """What is wrong with this division."""
        return ()

    def _box(self, campaign: TheWar) -> Box:
        return evolve(campaign.boxes.get(self.power, Box()), waves=self._figures(campaign))

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"boxes.{self.power}", self._box(tx.campaign), "bomber waves", "29.18")

    def flown(self, campaign: TheWar, enemy: int | None = None) -> Division | None:
        """The waves as they stand with this order, the other side's as far as they are open; None where it is not
        legal. ``enemy`` units divided evenly, where the other side's are not."""
        if any(True for _ in self.judge(campaign)):
            return None
        held = {**campaign.boxes, self.power: self._box(campaign)}
        german, british = held.get("germany", Box()), held.get("britain", Box())
        if self.power == "britain" and enemy is not None:
            german = evolve(german, sac=enemy, mdm=0)
        return division(campaign, german, british, enemy)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        flown = self.flown(campaign)
        return forecast(campaign, flown) if flown is not None else None

    def sentence(self, campaign: TheWar) -> str:
        told = ", ".join(str(number) for number in self._figures(campaign))
        return f"{wars.named(campaign, self.power)} divides its {self.what}: {told}"

    @classmethod
    def evenly(cls, power: str, amount: int, stacks: int) -> Self:
        """A division as even as can be."""
        return cls(power, **dict(zip(PLACES, evenly(amount, stacks), strict=False)))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """None for whoever has nothing to divide."""
        if power != cls.whose or power not in dividers(campaign):
            return None
        named = PLACES[: _german(campaign).stacks]
        first = next(iter(cls.offers(campaign, power)), cls(power))
        fields = tuple(
            Field(name, f"{cls.what}, {name} stack", "29.18", default=str(getattr(first, name))) for name in named
        )
        pattern = " ".join((power, cls.verb, *(f"{name}={{{name}}}" for name in named)))
        return Form(cls.verb, cls.title, pattern, fields, cls.rule, closed=True)


@frozen
class WaveSizes(_Stacks):
    """How many bombers are in each stack, in secret until the interceptors are divided; 0 is the dummy (29.18)."""

    verb: ClassVar[str] = "wave-sizes"
    title: ClassVar[str] = "bombers in the waves"
    whose: ClassVar[str] = "germany"
    what: ClassVar[str] = "bombers"

    def _wrong(self, campaign: TheWar) -> Iterable[Refusal]:
        figures, total = self._figures(campaign), flying(campaign)
        if figures.count(0) > 1:
            yield Refusal("29.18", f"{figures.count(0)} stacks without bombers", "Germany has one dummy.")
        if sum(map(bool, figures)) > MOST:
            yield Refusal("29.18", f"{sum(map(bool, figures))} waves", f"At most {MOST}; a fourth stack is the dummy.")
        if sum(figures) != total:
            yield Refusal("29.18", f"{sum(figures)} bombers in waves", f"{total} fly; each lent MDM is four.")

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[WaveSizes]:
        """Even waves, without the dummy and with it."""
        stacks = _german(campaign).stacks
        if power == cls.whose and stacks:
            if stacks <= MOST:
                yield cls.evenly(power, flying(campaign), stacks)
            yield cls.evenly(power, flying(campaign), stacks - 1)


@frozen
class WaveGuards(_Stacks):
    """How many interceptors meet each stack, whose sizes are not known yet; one at least against each (29.18)."""

    verb: ClassVar[str] = "wave-guards"
    title: ClassVar[str] = "interceptors against the waves"
    whose: ClassVar[str] = "britain"
    what: ClassVar[str] = "interceptors"

    def _wrong(self, campaign: TheWar) -> Iterable[Refusal]:
        figures, have = self._figures(campaign), strategic_forces.count(campaign, "britain", "int")
        met = sum(map(bool, figures))
        if sum(figures) > have:
            yield Refusal("29.18", f"{sum(figures)} interceptors are asked for, {have} are there", f"At most {have}.")
        if met < min(have, len(figures)):
            yield Refusal(
                "29.18", f"{len(figures) - met} stacks meet no interceptor", f"One against each, of {have} in all."
            )

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[WaveGuards]:
        """All of them, as evenly as can be."""
        if power == cls.whose and (stacks := _german(campaign).stacks):
            yield cls.evenly(power, strategic_forces.count(campaign, "britain", "int"), stacks)
