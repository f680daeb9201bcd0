"""What the Fleets of a mission have aboard: how much each holds, who is in which, what befalls them with their Fleet
(7.5, 7.7.1, 7.10)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.combat import battles
from engine.thewar.combat.combatants import lost_cut_off
from engine.thewar.sea import sea_transport
from engine.thewar.sea.sea_forces import DEPLETED, GONE, SHIPS
from engine.thewar.world import counters, deeds, forces, titles, traits, variants_played
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Deed, Engagement, TheWar, Unit

_MANY = re.compile(r"[0-9]{1,3}\Z")
WHOLE, DEPLETED_UNIT, BREAKDOWN_UNIT = 6, 3, 2
"""What a whole unit takes of a Fleet, a Depleted one and a Breakdown unit, in sixths: a Fleet holds one, two or three
of them (7.5, ruling 597)."""
INVASION = "invasion"
CARRIED, TURNED_BACK = "carried", "turned-back"
"""Deeds recorded for units: carried aboard in this impulse, and back in port with a Fleet that returned (7.10)."""
ABOARD = "aboard"
"""The deed of a unit of a landing: in which Fleet it is."""
STRATEGIC = ("sac", "int", "uboat", "asw")

Stowed = Mapping[str, tuple[str, ...]]
"""For each Fleet, the units aboard it."""


def room_taken(unit: Unit) -> int:
    """What a unit takes of a Fleet, in sixths."""
    if counters.is_breakdown(unit):
        return BREAKDOWN_UNIT
    return DEPLETED_UNIT if unit.depleted else WHOLE


LANDING_CRAFT = {
    "germany": "german-landing-craft",
    "britain": "british-landing-craft",
    "us": "us-landing-craft",
}
"""The variants by which a power's Fleets hold twice as much in an invasion (28.1.2 #12, 28.2.2 #11, 28.2.4 #11)."""


def room_in(campaign: TheWar, fleet: str, *, invades: bool) -> int:
    """What a Fleet holds, in sixths."""
    owner = campaign.units[fleet].power if fleet in campaign.units else ""
    craft = invades and variants_played.has_played(campaign, LANDING_CRAFT.get(owner, ""))
    return 2 * WHOLE if craft else WHOLE


def _besides(unit: Unit, *, invades: bool) -> bool:
    """Whether a unit goes over and above the rest: a CDO in an invasion (7.7.1)."""
    return invades and unit.kind == "cdo"


def stowed(campaign: TheWar, cargo: Iterable[str], fleets: Sequence[str], *, invades: bool) -> tuple[Stowed, int]:
    """Who is aboard which Fleet, each unit in the first that has room for it, and how many have none. Who is named
    first goes aboard first, so the owner says who sails with whom."""
    aboard: dict[str, list[str]] = {fleet: [] for fleet in fleets}
    full = dict.fromkeys(fleets, 0)
    rooms = {name: room_in(campaign, name, invades=invades) for name in fleets}
    extra = set(fleets)
    left = 0
    for key in cargo:
        unit = campaign.units.get(key)
        if unit is None:
            continue
        if _besides(unit, invades=invades) and (carrier := next((name for name in fleets if name in extra), "")):
            extra.discard(carrier)
            aboard[carrier].append(key)
            continue
        takes = room_taken(unit)
        fleet = next((name for name in fleets if full[name] + takes <= rooms[name]), "")
        if not fleet:
            left += 1
            continue
        full[fleet] += takes
        aboard[fleet].append(key)
    return {fleet: tuple(keys) for fleet, keys in aboard.items()}, left


def aboard(campaign: TheWar, engagement: Engagement) -> Stowed:
    """Who is aboard which Fleet of a mission."""
    return stowed(campaign, engagement.cargo, engagement.ships, invades=INVASION in engagement.facts)[0]


def contents(campaign: TheWar, engagement: Engagement) -> Mapping[str, tuple[Unit, ...]]:
    """What is aboard each Fleet of a mission, whatever its units are called."""
    return {
        fleet: tuple(sorted((campaign.units[key] for key in keys), key=repr))
        for fleet, keys in aboard(campaign, engagement).items()
    }


def carriers(campaign: TheWar, cargo: Sequence[str], units: Sequence[str], *, invades: bool) -> tuple[str, ...]:
    """The first whole Fleets of a mission that hold its cargo, all there are where they do not suffice."""
    fleets = [key for key in units if campaign.units[key].kind == "fleet" and not campaign.units[key].depleted]
    for many in range(1, len(fleets)):
        if not stowed(campaign, cargo, fleets[:many], invades=invades)[1]:
            return tuple(fleets[:many])
    return tuple(fleets) if cargo else ()


def wrong(campaign: TheWar, cargo: Sequence[str], fleets: Sequence[str], *, invades: bool) -> Iterable[Refusal]:
    """Why units cannot go aboard the Fleets that carry (7.5, 7.7.1)."""
    if not cargo:
        return
    rule = "7.7.1" if invades else "7.5"
    units = {key: campaign.units[key] for key in cargo}
    if afloat := [key for key, unit in units.items() if unit.kind in (*SHIPS, *STRATEGIC)]:
        yield Refusal(rule, f"{titles.units(campaign, afloat)} is no cargo", "Ground units and air units of the board.")
    if invades and (worn := [key for key, unit in units.items() if unit.depleted]):
        yield Refusal("7.7.1", f"{titles.units(campaign, worn)} invades nothing", "Whole units only.")
    if invades and (flying := [key for key, unit in units.items() if unit.kind in ("ftr", "tac", "mdm", "nac", "jet")]):
        yield Refusal("7.7.1", f"{titles.units(campaign, flying)} invades nothing", "Ground units do.")
    if invades:
        yield from _not_with_them(campaign, cargo, fleets)
    if not fleets:
        yield Refusal(rule, "no whole Fleet carries them", "carrying= names the Fleets, or units= has whole ones.")
    elif left := stowed(campaign, cargo, fleets, invades=invades)[1]:
        two = any(room_in(campaign, fleet, invades=invades) > WHOLE for fleet in fleets)
        each = f"{'two whole units' if two else 'a whole unit'}{' and a CDO' if invades else ' or two Depleted ones'}"
        have = "has" if left == 1 else "have"
        reason = f"{left} of the units {have} no room in {counted(len(fleets), 'Fleet', 'Fleets')}"
        yield Refusal(rule, reason, f"Each holds {each}; three Breakdown units take the room of one.")
    yield from battles.idle(campaign, cargo, CARRIED, "has been carried", rule)


def _not_with_them(campaign: TheWar, cargo: Sequence[str], fleets: Sequence[str]) -> Iterable[Refusal]:
    """Why units do not invade with Fleets: they are recorded where none of these lies. A landing begins in the port
    where both began the turn (7.7)."""
    ports = {campaign.units[name].place for name in fleets if name in campaign.units}
    if not ports or not all(port in campaign.places for port in ports):
        return
    known = {key: campaign.units[key].place for key in cargo if campaign.units[key].place in campaign.places}
    if away := [key for key, place in known.items() if place not in ports]:
        stand = "stand" if len(away) > 1 else "stands"
        lie = " and ".join(titles.where(campaign, port) for port in sorted(ports))
        at = titles.where(campaign, known[away[0]])
        reason = f"{titles.units(campaign, away)} {stand} at {at}, the Fleets lie at {lie}"
        yield Refusal("7.7", reason, "Who invades begins the turn stacked with its Fleets.")


def embark(tx: Transaction[TheWar], cargo: Iterable[str], rule: str = "7.5") -> None:
    """Record that units are aboard: a unit is carried only once in an impulse."""
    battles.remember(tx, cargo, CARRIED, rule)


def remember(tx: Transaction[TheWar], engagement: Engagement) -> None:
    """Record which Fleet of a landing has which units aboard, to the end of the turn (7.7.2)."""
    for fleet, keys in aboard(tx.campaign, engagement).items():
        for key in keys:
            deeds.keep(tx, Deed(who=key, deed=ABOARD, where=fleet), "aboard", "7.7.1")


def fleets(campaign: TheWar) -> Mapping[str, str]:
    """The Fleet that has each unit of a landing aboard."""
    return {deed.who: deed.where for deed in campaign.missions.values() if deed.deed == ABOARD}


def settle(
    tx: Transaction[TheWar],
    engagement: Engagement,
    fates: Mapping[str, int],
    hurt: Iterable[str],
    *,
    fled: bool,
    oos: bool,
) -> None:
    """What befalls the units aboard with their Fleets: lost with one that is sunk; back to port with one that was
    Depleted (``hurt``), in an invasion Depleted too; all back where the mission breaks off (7.7.1, 7.10). ``fates``:
    what the Fleets are now (see sea_forces.fate)."""
    stow = aboard(tx.campaign, engagement)
    struck = set(hurt)
    back: list[str] = []
    for fleet, keys in stow.items():
        if fates.get(fleet) == GONE:
            for key in keys:
                forces.eliminate(
                    tx, key, "lost with its Fleet", "7.10, ruling 278", oos=lost_cut_off(tx.campaign, key, said=oos)
                )
            continue
        depleted = fates.get(fleet) == DEPLETED and fleet in struck
        if depleted and INVASION in engagement.facts:
            for key in keys:
                worn(tx, key, oos=oos, why="with its Fleet", rule="7.7.1")
        if depleted or fled:
            back += [key for key in keys if key in tx.campaign.units]
    battles.remember(tx, back, TURNED_BACK, "7.10")
    sea_transport.lands(tx, engagement, back)


def worn(tx: Transaction[TheWar], key: str, *, oos: bool = False, why: str, rule: str) -> None:
    """A unit returns to port Depleted; one that is so already stays as it is, one that never is so is lost instead
    (10.2.6)."""
    unit = tx.campaign.units[key]
    if unit.depleted:
        return
    if traits.depletes(unit):
        tx.set(f"units.{key}.depleted", True, f"Depleted: {why}", rule)
    else:
        forces.eliminate(tx, key, f"lost: {why}", f"{rule}, 10.2.6", oos=lost_cut_off(tx.campaign, key, said=oos))


def loaders(campaign: TheWar, names: tuple[str, ...], units: tuple[str, ...]) -> tuple[str, ...]:
    """Fleets of a mission by their ids, or so many of them (``2-fleet``)."""
    chosen: list[str] = []
    for name in names:
        head, _, rest = name.partition("-")
        if name in campaign.units:
            chosen.append(name)
        elif name == "fleet" or (rest == "fleet" and _MANY.match(head)):
            many = 1 if name == "fleet" else int(head)
            fleets = [key for key in units if campaign.units[key].kind == "fleet" and key not in chosen]
            chosen += fleets[:many]
    return tuple(chosen)
