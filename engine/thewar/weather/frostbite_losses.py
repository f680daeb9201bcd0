"""What winter in Russia Depletes of the Axis at once, after each of its two rolls (26.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.weather import weather
from engine.thewar.world import counters, traits, wars
from engine.thewar.world.state import TheWar, Unit

RULE = "26.1.1"
DUE = "frostbite"
"""The fact that names the level of winter whose losses Germany has still to take."""
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
"""The kinds of units that frostbite Depletes, in the order of the numbers in the table's row. Finland does not count
among the Satellites."""


def owed(campaign: TheWar) -> dict[str, int]:
    """How many units of each of LOTS are to be Depleted now; empty where no frostbite is due."""
    level = str(campaign.facts.get(DUE, ""))
    if not level:
        return {}
    return dict(zip(LOTS, weather.row(weather.EASTERN, "winter", level)["deplete"], strict=True))


def owing(campaign: TheWar) -> tuple[str, ...]:
    """Who has to take the losses of frostbite in this step: Germany, or nobody."""
    return (_GERMANY,) if owed(campaign) and wars.standing(campaign, _GERMANY) else ()


def able(campaign: TheWar, name: str) -> tuple[str, ...]:
    """The whole units of a lot that may be in the 1939 Soviet Union: those recorded at a place outside it are not."""
    return tuple(
        key for key, unit in campaign.units.items() if not outside(campaign, unit) and of_lot(campaign, unit, name)
    )


def outside(campaign: TheWar, unit: Unit) -> bool:
    """Whether a unit is recorded at a place that is not in the 1939 Soviet Union."""
    place = campaign.places.get(unit.place)
    return place is not None and not place.tags.get("ussr-1939")


def of_lot(campaign: TheWar, unit: Unit, name: str) -> bool:
    """Whether a unit is a whole one of a lot, wherever it stands."""
    return not unit.depleted and LOTS[name](campaign, unit)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What Germany has still to Deplete, for the ledger of what is due."""
    if due := {name: many for name, many in owed(campaign).items() if many}:
        said = ", ".join(f"{many} {name}" for name, many in due.items())
        yield Duty(
            f"Frostbite in the 1939 Soviet Union: Depleted are {said}, those next to the enemy first",
            RULE,
            order="germany frostbite",
        )


def due_after(tx: Transaction[TheWar], level: str) -> None:
    """Record that Germany has to take the losses of a Winter of this level, which has been rolled in the East."""
    if any(weather.row(weather.EASTERN, "winter", level)["deplete"]):
        tx.put(f"facts.{DUE}", level, "weather", RULE)
