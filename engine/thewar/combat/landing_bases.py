"""Where aircraft land after they have supported a battle on the ground: at the base from which they began the turn, or
at a friendly one within their range of the hex, on the defence within their second range (11.2.2, ruling 626).

A base is recorded by ``station``; who names none is back at his own. Held to the range is who is said to land elsewhere
while the battles of the impulse are fought, or at its end: whoever flies in movement may be staging
for another mission. Fighters that meet others on their way have fought nobody knows where, and are held to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.combat.surprise_duties import STATIONED
from engine.thewar.world import counters, deeds, distances, sides, titles, traits, wars
from engine.thewar.world.distances import Apart
from engine.thewar.world.state import Deed, TheWar

RULE = "11.2.2"
FLOWN, BEGAN = "flown", "began"
"""The deeds of aircraft that have flown to a hex in this impulse, and that have begun the player turn at a base that
they were said to have left."""
_LANDS = (
    "operations.attacks",
    "operations.reserves",
    "operations.combat",
    "operations.second-combat",
    "operations.return",
)
"""The steps in which aircraft come down from a battle, and do not stage for one."""


# --- what is remembered


def _flown(campaign: TheWar, key: str, where: str) -> Deed:
    half, impulse = sides.phasing(campaign) or "common", battles.impulse(campaign)
    return Deed(who=key, half=half, impulse=impulse, deed=FLOWN, where=where)


def flies(tx: Transaction[TheWar], keys: Iterable[str], where: str) -> None:
    """Record that aircraft fly to a hex in this impulse."""
    for key in keys:
        deeds.keep(tx, _flown(tx.campaign, key, where), FLOWN, RULE)


def stays(tx: Transaction[TheWar], keys: Iterable[str], where: str) -> None:
    """Remove the record that they fly there: what they fly to is called off."""
    for key in keys:
        deeds.drop(tx, _flown(tx.campaign, key, where), "called off", RULE)


def leaves(tx: Transaction[TheWar], keys: Iterable[str]) -> None:
    """Record of aircraft that leave a base for the first time in this player turn that they have begun it there."""
    for key in keys:
        unit = tx.campaign.units[key]
        known = unit.place in tx.campaign.places and traits.category(unit) == "air"
        if known and not deeds.done(tx.campaign, key, STATIONED) and not any(_began(tx.campaign, key)):
            half = sides.phasing(tx.campaign) or "common"
            deeds.keep(tx, Deed(who=key, half=half, deed=BEGAN, where=unit.place), BEGAN, RULE)


def _began(campaign: TheWar, key: str) -> Iterator[str]:
    half = sides.phasing(campaign) or "common"
    for deed in campaign.missions.values():
        if (deed.who, deed.deed, deed.half) == (key, BEGAN, half):
            yield deed.where


# --- what it allows


@frozen
class Landing:
    """Aircraft that land after a battle elsewhere than at their base: who, where they fought, how far from there to the
    base, and how far they come."""

    unit: str
    fought: str
    far: Apart
    reach: int


def _landings(campaign: TheWar, keys: Iterable[str], where: str) -> Iterator[Landing]:
    """Those whose battles are known on the map, each with the nearest; nobody who may come there anyhow."""
    if campaign.progress.step.partition(".")[2] not in _LANDS or where not in campaign.places:
        return
    for key in keys:
        unit = campaign.units[key]
        home = campaign.places.get(unit.place)
        # Who is driven off his base flies away by a rule of its own (11.1.2); of others their base has to be known.
        driven = (
            home is None
            or wars.hostile(campaign, home.holder, unit.power)
            or battles.busy(campaign, key, battles.GROUNDED)
        )
        if traits.category(unit) != "air" or unit.place == where or driven:
            continue
        began = tuple(_began(campaign, key))
        if where in began or (not began and deeds.done(campaign, key, STATIONED)):
            continue
        offensive = sides.phasing(campaign) == sides.side(campaign, unit.power)
        factors = counters.factors(unit)
        reach = factors.move if offensive else factors.interception
        fought = [deed.where for deed in campaign.missions.values() if deed == _flown(campaign, key, deed.where)]
        known = {place: distances.apart(campaign, place, where) for place in fought}
        found = [Landing(key, place, far, reach) for place, far in known.items() if far is not None]
        if found and len(found) == len(known):
            yield min(found, key=lambda landing: landing.far.least)


def refused(campaign: TheWar, keys: Iterable[str], where: str) -> Iterator[Refusal]:
    """Why aircraft do not land so far from where they have fought, where the board is checked."""
    if not distances.checked(campaign):
        return
    for landing in _landings(campaign, keys, where):
        if landing.far.beyond(landing.reach):
            who, fought = titles.units(campaign, (landing.unit,)), titles.where(campaign, landing.fought)
            reason = f"{titles.where(campaign, where)} is {landing.far} from {fought}, where {who} has fought"
            yield Refusal(RULE, reason, f"Within {landing.reach} hexes of there, or at the base where it began.")


def told(campaign: TheWar, keys: Iterable[str], where: str) -> str:
    """How far aircraft land from where they have fought, as words behind the order; '' where nothing is known of it."""
    said = [
        f"{titles.units(campaign, (landing.unit,))} {landing.far} from {titles.where(campaign, landing.fought)}, where"
        f" it has fought, {landing.far.within(landing.reach)}"
        for landing in _landings(campaign, [key for key in keys if key in campaign.units], where)
    ]
    return f"; {', '.join(said)} ({RULE})" if said else ""
