"""What winter in Russia Depletes of the Axis at once, after each of its two rolls (26.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Self

import attrs
from attrs import frozen

from engine.kernel.grammar import FLAG, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.combat import battles
from engine.thewar.economy import weather
from engine.thewar.ground.ground_fight import deplete
from engine.thewar.world import counters, forces, sides, titles, traits, wars
from engine.thewar.world.naming import UNITS_OR_NONE
from engine.thewar.world.state import TheWar, Unit

RULE = "26.1.1"
DUE = "frostbite"
"""The fact of the winter whose losses are still to be taken, by the name of its level."""
_GERMANY, _SIX = "germany", 6
_INFANTRY_ONLY = "russian-winter"
"""The level at which the Satellite unit is an INF; in harder ones it is of any kind."""


def _german(kind: str, strength: str) -> Callable[[TheWar, Unit], bool]:
    return lambda campaign, unit: (unit.power, unit.kind, unit.strength) == (_GERMANY, kind, strength)


def _infantry(campaign: TheWar, unit: Unit) -> bool:
    return unit.power == _GERMANY and unit.kind == "inf" and counters.factors(unit).combat == _SIX


def _satellite(campaign: TheWar, unit: Unit) -> bool:
    land = campaign.countries.get(unit.power)
    german = land is not None and (land.status, land.patron) == ("satellite", _GERMANY)
    infantry = unit.kind == "inf" or campaign.facts.get(DUE) != _INFANTRY_ONLY
    ground = traits.category(unit) == "ground" and counters.factors(unit).combat > 0
    return german and unit.power not in weather.NORDIC and infantry and ground


LOTS: Mapping[str, Callable[[TheWar, Unit], bool]] = {
    "ARM 8-8": _german("arm", "8-8"),
    "MECH 4-8": _german("mech", "4-8"),
    "INF of 6 factors": _infantry,
    "units of Satellites": _satellite,
}
"""What is Depleted, in the order of the table's row; Satellites without Finland."""


def owed(campaign: TheWar) -> dict[str, int]:
    """How many of each are to be Depleted now, none where nothing is due."""
    level = str(campaign.facts.get(DUE, ""))
    if not level:
        return {}
    return dict(zip(LOTS, weather.row(weather.EASTERN, "winter", level)["deplete"], strict=True))


def owing(campaign: TheWar) -> tuple[str, ...]:
    """Who has to take its losses now, for the step."""
    return (_GERMANY,) if owed(campaign) and wars.standing(campaign, _GERMANY) else ()


def able(campaign: TheWar, name: str) -> tuple[str, ...]:
    """The whole units of a lot that may be in the 1939 Soviet Union: those recorded at a place outside it are not."""
    found = []
    for key, unit in campaign.units.items():
        place = campaign.places.get(unit.place)
        outside = place is not None and not place.tags.get("ussr-1939")
        if not unit.depleted and not outside and LOTS[name](campaign, unit):
            found.append(key)
    return tuple(found)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What is still to be Depleted."""
    if due := {name: many for name, many in owed(campaign).items() if many}:
        said = ", ".join(f"{many} {name}" for name, many in due.items())
        yield Duty(
            f"Frostbite in the 1939 Soviet Union: Depleted are {said}, those next to the enemy first",
            RULE,
            order="germany frostbite",
        )


@frozen
class Frostbite(PowerOrder[TheWar]):
    """The Axis Depletes what the Winter asks for in the 1939 Soviet Union, first what stands next to the enemy, the
    strongest units of Satellites. ``fewer``: there are no more of them there, as the board shows."""

    verb: ClassVar[str] = "frostbite"
    title: ClassVar[str] = "frostbite"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    units: tuple[str, ...] = word(UNITS_OR_NONE)
    fewer: bool = keyed(FLAG, False)

    def complete(self, campaign: TheWar) -> Self:
        """See Order: units by their groups, whole ones first."""
        if self.units == ("none",):
            return attrs.evolve(self, units=())
        return attrs.evolve(self, units=battles.meant(campaign, self.units, sides.AXIS, first=_GERMANY))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        due = owed(campaign)
        if not due or self.power != _GERMANY:
            yield Refusal(RULE, "no frostbite is due", "After a roll for the weather of a Winter in the East.")
            return
        wrong = tuple(battles.wrong_units(campaign, self.units, sides.AXIS, RULE))
        yield from wrong
        if wrong:
            return
        left = list(self.units)
        for name, many in due.items():
            may = able(campaign, name)
            mine = [key for key in left if key in may]
            left = [key for key in left if key not in mine]
            yield from self._count(name, len(mine), min(many, len(may)))
            if name == "units of Satellites":
                yield from _weak(campaign, mine, may)
        if left:
            yield Refusal(RULE, f"{titles.units(campaign, left)} suffers no frostbite", f"{', '.join(LOTS)}.")

    def _count(self, name: str, named: int, need: int) -> Iterable[Refusal]:
        if named > need or (named < need and not self.fewer):
            hint = "fewer=yes where no more are in the 1939 Soviet Union." if named < need else "No more."
            yield Refusal(RULE, f"{named} {name} are named, {need} are Depleted", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        for key in self.units:
            forces.keep_serial(tx, key)
            deplete(tx, key, False, RULE)
        tx.remove(f"facts.{DUE}", "frostbite", RULE)

    def arguments(self) -> str:
        """See Order: 'none' where nobody is there."""
        return super().arguments() if self.units else f"none{' fewer=yes' if self.fewer else ''}"

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"Frostbite Depletes {titles.units(campaign, self.units) or 'nobody'}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        due = owed(campaign)
        if power != _GERMANY or not due:
            return None
        groups = dict.fromkeys(
            f"{unit.power}-{forces.group_of(unit)}"
            for name in due
            for unit in (campaign.units[key] for key in able(campaign, name))
        )
        said = ", ".join(f"{many} {name}" for name, many in due.items() if many)
        fields = (
            Field("units", said, RULE, tuple(groups), listed=True),
            Field("fewer", "no more are there", RULE, ("no", "yes"), "no"),
        )
        return Form(cls.verb, "Frostbite", power + " frostbite {units} fewer={fewer}", fields, RULE)


def _weak(campaign: TheWar, named: list[str], may: tuple[str, ...]) -> Iterable[Refusal]:
    """Why others come before these units of Satellites: they are stronger."""
    factors = {key: counters.factors(campaign.units[key]).combat for key in may}
    spared = [key for key in may if key not in named]
    if named and spared and max(factors[key] for key in spared) > min(factors[key] for key in named):
        best = max(spared, key=lambda key: factors[key])
        whose = wars.named(campaign, campaign.units[best].power)
        yield Refusal(RULE, f"{titles.units(campaign, (best,))} of {whose} is stronger", "The strongest come first.")


def due_after(tx: Transaction[TheWar], level: str) -> None:
    """A Winter of this level has been rolled in the East: its losses are to be taken."""
    if any(weather.row(weather.EASTERN, "winter", level)["deplete"]):
        tx.put(f"facts.{DUE}", level, "weather", RULE)
