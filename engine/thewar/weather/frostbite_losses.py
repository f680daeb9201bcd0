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


def due_after(tx: Transaction[TheWar], level: str) -> None:
    """A Winter of this level has been rolled in the East: its losses are to be taken."""
    if any(weather.row(weather.EASTERN, "winter", level)["deplete"]):
        tx.put(f"facts.{DUE}", level, "weather", RULE)
