"""Ships under way: whose they are, where they lie, by which Sea Areas they come to where their mission goes, and in
which of these it may be met (7.2, 7.8, ruling 605)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import straits
from engine.thewar.map.graph import Way
from engine.thewar.sea.sea_forces import SHIPS
from engine.thewar.world import deeds, patrols, seas, sides, task_forces, titles
from engine.thewar.world.state import Deed, Engagement, TheWar

FORCE_RULE = "7.8, ruling 606"
_EVADES = "evades"
"""The deed of a power whose chit hides the ships of a port."""
_MANY = {2: "two", 3: "three", 4: "four"}


def ships(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The given units that are ships, or a Task Force of ships."""
    kinds = (*SHIPS, task_forces.KIND)
    return tuple(key for key in keys if key in campaign.units and campaign.units[key].kind in kinds)


def owners(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The owners of these ships: powers, and the masters of minor countries, for whom straits are open or closed
    (7.3)."""
    masters: dict[str, None] = {}
    for key in ships(campaign, keys):
        owner = campaign.units[key].power
        land = campaign.countries.get(owner)
        masters[land.patron if land is not None else owner] = None
    return tuple(owner for owner in masters if owner in campaign.powers)


def lying(campaign: TheWar, key: str) -> str:
    """The port or box where a ship lies, a Task Force where it was formed; 'board' or '' where only the board knows."""
    marker = campaign.task_forces.get(key)
    return campaign.units[key].place if marker is None else marker.port


def together(campaign: TheWar, keys: Iterable[str], rule: str, hint: str, *, why: str = "") -> Iterable[Refusal]:
    """Why ships are not one naval force: they lie in several ports, as far as it is recorded (7.8). ``why``: what only
    one force may do."""
    by_port: dict[str, list[str]] = {}
    for key in ships(campaign, keys):
        if lying(campaign, key) in campaign.places:
            by_port.setdefault(lying(campaign, key), []).append(key)
    if len(by_port) > 1:
        each = " and ".join(
            f"{titles.units(campaign, those)} of {titles.where(campaign, port)}" for port, those in by_port.items()
        )
        yield Refusal(rule, f"{each} are {_MANY.get(len(by_port), 'several')} naval forces{why}", hint)


def hide(tx: Transaction[TheWar], power: str, keys: Iterable[str]) -> None:
    """A chit hides the naval force of these ships in this turn, on whatever missions it sails (7.8.2)."""
    for port in dict.fromkeys(lying(tx.campaign, key) for key in ships(tx.campaign, keys)):
        if port in tx.campaign.places:
            deeds.keep(tx, Deed(who=power, deed=_EVADES, where=port), "Evasion chit", "7.8.2")


def evades(campaign: TheWar, keys: Iterable[str]) -> bool:
    """Whether a chit hides a naval force to which some of these ships belong; those on patrol are another (7.8)."""
    hidden = {(deed.who, deed.where) for deed in campaign.missions.values() if deed.deed == _EVADES}
    return bool(hidden) and any(
        (sides.side(campaign, who), port) == (sides.side(campaign, campaign.units[key].power), lying(campaign, key))
        for key in ships(campaign, keys)
        for who, port in hidden
        if patrols.of(campaign, key) is None
    )


def looked_before(campaign: TheWar, keys: Iterable[str], where: str) -> tuple[str, ...]:
    """The ships of the naval forces of some others, of one owner in one port or on patrol in one Sea Area, that have
    looked for a mission at a place in this player turn: a force looks once for each (7.8)."""
    forces = {force for key in ships(campaign, keys) if (force := _force(campaign, key))}
    return tuple(
        key
        for key in ships(campaign, campaign.units)
        if key not in keys and _force(campaign, key) in forces and deeds.done(campaign, key, f"seeks-{where}")
    )


def stay_behind(campaign: TheWar, where: str) -> tuple[str, ...]:
    """The ships that have not looked for a mission at a place, of naval forces of which others have."""
    if not any(record.deed == f"seeks-{where}" for record in campaign.missions.values()):
        return ()
    return tuple(key for key in ships(campaign, campaign.units) if looked_before(campaign, (key,), where))


def _force(campaign: TheWar, key: str) -> tuple[str, str] | None:
    """The naval force of a ship: whose, and where it lies or is on patrol; None where only the board knows."""
    patrol = patrols.of(campaign, key)
    place = patrol.area if patrol is not None else lying(campaign, key)
    return (campaign.units[key].power, place) if patrol is not None or place in campaign.places else None


def supposed(campaign: TheWar, keys: Iterable[str], where: str) -> tuple[str, ...]:
    """The Sea Areas by which ships are supposed to come to where their mission goes, if it names no course: the
    shortest open way; of ships from several ports, those through which all of them come. () where the board alone
    knows: where one of them lies, or on what Sea Area."""
    common: tuple[str, ...] | None = None
    bases = dict.fromkeys(
        (owner, lying(campaign, key)) for key in ships(campaign, keys) for owner in owners(campaign, (key,))
    )
    for owner, port in bases:
        way = straits.open_way(campaign, owner, port, where)
        if way is None:
            return ()
        common = way.areas if common is None else tuple(area for area in common if area in way.areas)
    return common or ()


@frozen
class Joined:
    """How ships of another port than the one where a course begins come to its goal: by which way to which of its Sea
    Areas, and how many they sail in all."""

    way: Way
    total: int


def joining(campaign: TheWar, keys: Iterable[str], path: Sequence[str]) -> dict[str, Joined]:
    """The ports of these ships that do not lie where a course begins, each with the shortest way to its goal that joins
    the course; none where no port of theirs lies there."""
    afloat = {lying(campaign, key): key for key in ships(campaign, keys)}
    away = [port for port in afloat if (berths := seas.of_port(campaign, port)) and path[0] not in berths]
    if len(away) == len(afloat):
        return {}
    found: dict[str, Joined] = {}
    for port in away:
        every = [
            Joined(way, way.count + len(path) - nth)
            for owner in owners(campaign, (afloat[port],))
            for nth, area in enumerate(path, 1)
            if (way := straits.open_way(campaign, owner, port, area)) is not None
        ]
        if every:
            found[port] = min(every, key=lambda one: one.total)
    return found


def course(campaign: TheWar, where: str, engagement: Engagement) -> tuple[str, ...]:
    """The Sea Areas of a mission's course: those that it has named, else those by which its ships are supposed to come.
    Who has met its interceptors is no part of it."""
    if engagement.path:
        return engagement.path
    return supposed(campaign, sailed(campaign, where, engagement.attackers), where)


def sailed(campaign: TheWar, where: str, keys: Sequence[str]) -> tuple[str, ...]:
    """The units that went on the mission: not those that have looked for others there since, nor a patrol, which is
    where it is."""
    return tuple(key for key in keys if key not in campaign.patrols and not deeds.done(campaign, key, f"seeks-{where}"))


def met_in(campaign: TheWar, where: str) -> tuple[str, ...]:
    """The Sea Areas in which a mission at a place may be met: those of its course, and those that it sails to (7.2,
    7.8)."""
    announced = campaign.engagements.get(where)
    along = course(campaign, where, announced) if announced is not None else ()
    return tuple(dict.fromkeys((*along, *seas.goals(campaign, where))))
