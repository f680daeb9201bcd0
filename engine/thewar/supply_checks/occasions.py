"""When a check of supply comes up, and who acts in it (12.0, 12.6.2, ruling 512).

Every look at a campaign asks this, so it loads little: what is told in a check stands apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.sheets.ledger import Duty
from engine.kernel.wiring import UnknownCondition
from engine.thewar.supply_checks import marks
from engine.thewar.world import sides, supply, traits, wars
from engine.thewar.world.conditions import Condition
from engine.thewar.world.state import TheWar

QUIET = "nobody is named as cut off, no fortress is under siege, and nobody asks ('ask-supply')"
QUIET_SECOND = "no ARM, MECH or CAV was out of supply at the first check"


def condition(argument: str) -> Condition:
    """The conditions of the sequence, ``supply:first`` and so on. Raises UnknownCondition."""
    checks = {"first": first, "second": second, "third": third}
    if argument not in checks:
        raise UnknownCondition(f"supply:{argument}")
    return checks[argument]


def first(campaign: TheWar, side: str) -> str:
    """Why the first check of a side passes by itself, '' where it comes up."""
    marked = bool(marks.of_units(campaign, side)) or bool(marks.of_places(campaign, side))
    return "" if marked or _asked_or_besieged(campaign, side) else QUIET


def third(campaign: TheWar, side: str) -> str:
    """Why the third check of a side passes by itself, '' where it comes up: whose source is limited loses nothing."""
    every = (*marks.of_units(campaign, side).values(), *marks.of_places(campaign, side).values())
    out = any(mark.level == supply.OUT for mark in every)
    return "" if out or _asked_or_besieged(campaign, side) else QUIET


def _asked_or_besieged(campaign: TheWar, side: str) -> bool:
    return bool(marks.besieged(campaign, side)) or bool(marks.askers(campaign, side))


def second(campaign: TheWar, side: str) -> str:
    """Why the second check of a side passes by itself, '' where it comes up. Battles that were announced and not fought
    leave the list in its step."""
    return "" if campaign.engagements or mobile_out(campaign, side) else QUIET_SECOND


def mobile_out(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The ARM, MECH and CAV of a side that are out of supply."""
    places = [place for place, mark in marks.of_places(campaign, side).items() if mark.level == supply.OUT]
    if not places and not campaign.supply_marks:
        return ()
    return tuple(
        key
        for key, unit in campaign.units.items()
        if unit.kind in traits.SECOND_IMPULSE
        and sides.side(campaign, unit.power) == side
        and (key in campaign.supply_marks or unit.place in places)
        and supply.level(campaign, key).level == supply.OUT
    )


# --- who acts


def who(campaign: TheWar, half: str) -> tuple[str, ...]:
    """Who acts in the first and the third check: first those of the other side who have asked, so that they name whom
    they see cut off before the check closes; then the phasing powers."""
    phasing = wars.all_standing(campaign, half) if half else []
    seats = {campaign.seats.get(power) for power in phasing}
    others = (power for power in marks.askers(campaign, half) if power not in phasing and _stands(campaign, power))
    return (*(power for power in others if campaign.seats.get(power) not in seats), *phasing)


def _stands(campaign: TheWar, power: str) -> bool:
    return power in campaign.powers and wars.standing(campaign, power)


def at_once(campaign: TheWar) -> bool:
    """Whether all who are left act at once: nobody of the other side has still to say whom he sees cut off."""
    half = sides.phasing(campaign)
    done = campaign.progress.done
    return all(campaign.powers[power].side == half or power in done for power in who(campaign, half))


# --- what is still on


def duties(campaign: TheWar) -> Iterator[Duty]:
    """Everybody who is cut off, with the date."""
    for side in (sides.AXIS, sides.ALLIED):
        for said in marks.told(campaign, side):
            yield Duty(f"{said.removesuffix('.')}", "12.0, 12.6")
