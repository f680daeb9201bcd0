"""The units of strategic warfare that are in play, who fights with them, and what may not be placed (5.0, 5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import of_part
from engine.thewar.economy import logistics
from engine.thewar.world import forces, us_box, wars
from engine.thewar.world.state import TheWar

SEA_STEP, AIR_STEP = "strategic-warfare.boxes", "strategic-warfare.bombers"
MURMANSK_MOST = 2
RAIDING = ("fleet", "cv")


def in_play(campaign: TheWar, power: str, kind: str, tag: str = "") -> tuple[str, ...]:
    """A power's undepleted units of a kind that are in play and have oil to move (24.1), by id."""
    return _in_play(campaign, power, kind, tag)


@of_part(forces.OWN)
def _in_play(campaign: TheWar, power: str, kind: str, tag: str) -> tuple[str, ...]:
    return tuple(
        key
        for key, unit in forces.units_of(campaign, power).items()
        if unit.kind == kind and unit.tag == tag and not unit.depleted and not unit.immobile
    )


def count(campaign: TheWar, power: str, kind: str, tag: str = "") -> int:
    """How many undepleted units of a kind a power has in play with oil to move."""
    return len(in_play(campaign, power, kind, tag))


def placing(campaign: TheWar, *kinds: str) -> tuple[str, ...]:
    """The powers at war that have any unit of these kinds to place."""
    allies = wars.enemies_of_germany(campaign)
    if not allies or not wars.standing(campaign, "germany"):
        return ()
    powers = ("germany", *allies)
    return tuple(
        power
        for power in powers
        if any(unit.kind in kinds for unit in forces.units_of(campaign, power).values())
        and not any(True for _ in american(campaign, power, 1))
    )


def sea_powers(campaign: TheWar) -> tuple[str, ...]:
    """The powers that place in the U-Boat War Box: Germany also where it has but ships to send as raiders."""
    placers = placing(campaign, "uboat", "asw")
    raiding = "germany" in placing(campaign, *RAIDING)
    return placers if "germany" in placers or not (placers or raiding) else ("germany", *placers)


def air_powers(campaign: TheWar) -> tuple[str, ...]:
    """The powers that place in the Bombing War Box."""
    return placing(campaign, "sac", "int", "jet", "mdm")


def too_many(
    campaign: TheWar, power: str, wanted: int, kind: str, name: str, rule: str, tag: str = ""
) -> Iterable[Refusal]:
    """Refuse a number of units that is greater than what a power has in play; units without oil are named apart
    (24.1)."""
    have = count(campaign, power, kind, tag)
    if wanted < 0:
        yield Refusal(rule, f"{wanted} {name}", "From 0 up.")
    elif wanted > have:
        dry = sum(
            unit.immobile and (unit.power, unit.kind, unit.tag) == (power, kind, tag)
            for unit in campaign.units.values()
        )
        rule, more = (f"{rule}, 24.1", f"; {dry} without oil may not move") if dry else (rule, "")
        reason = f"{wanted} {name} are asked for, {wars.named(campaign, power)} has {have}{more}"
        yield Refusal(rule, reason, f"At most {have}.")


def only(power: str, owner: tuple[str, ...], amount: int, name: str, rule: str) -> Iterable[Refusal]:
    """Refuse units of a kind that only other powers have."""
    if amount and power not in owner:
        yield Refusal(rule, f"{power} has no {name}")


def american(campaign: TheWar, power: str, amount: int) -> Iterable[Refusal]:
    """The United States fights with units of strategic warfare from Spring 1942 on (22.3.3)."""
    if amount > 0:
        yield from us_box.too_early(campaign, power, "units of strategic warfare")


def attacking(campaign: TheWar, power: str, amount: int) -> Iterable[Refusal]:
    """Attacking from the boxes needs an effort that allows it (5.0, 4.4)."""
    if amount and (refusal := logistics.may(campaign, power, "strategic_warfare")) is not None:
        yield refusal


def german_city_in_france(campaign: TheWar) -> bool:
    """Whether Germany holds a city in France (5.2.4): by capture, or because France has surrendered to it."""
    france = campaign.powers.get("france")
    if france is not None and france.surrendered:
        return True
    return any(place.country == "france" and place.holder == "germany" for place in campaign.places.values())
