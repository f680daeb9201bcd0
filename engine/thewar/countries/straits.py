"""Straits through which ships sail while the right side holds their shores (7.3): by any move at sea, a mission's, a
stratmove's or a transport's; and whether there is a way at all from a port to a Sea Area."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.kernel.refusals import Refusal
from engine.thewar.map.graph import Way
from engine.thewar.world import regions, sea_areas, seas, titles, traits, wars
from engine.thewar.world.state import TheWar

RULE = "7.3"
CHANNEL_PORTS = ("calais", "cherbourg")
"""The French ports of the campaign next to the English Channel (ruling 280)."""
SOUND = ("denmark", "sweden")
GIBRALTAR, STRAIT = "gibraltar", "gibraltar-strait"


def _held(campaign: TheWar, place: str) -> str:
    """The power that holds a place, also through its Satellite or a country that it has conquered; '' for none."""
    return _behind(campaign, regions.controller(campaign, place)) if place in campaign.places else ""


def _behind(campaign: TheWar, holder: str, *statuses: str) -> str:
    if holder in campaign.powers:
        return holder
    land = campaign.countries.get(holder)
    fits = land is not None and land.status in (statuses or ("satellite", "conquered"))
    return land.patron if land is not None and fits and land.patron in campaign.powers else ""


def _controlled(campaign: TheWar, country: str) -> str:
    """The power that controls a minor country: its master, or who holds its capital."""
    land = campaign.countries.get(country)
    capital = land.capital if land is not None else ""
    return _behind(campaign, country) or _held(campaign, capital)


def _alliance(campaign: TheWar, power: str) -> str:
    return campaign.powers[power].alliance if power in campaign.powers else ""


def _gibraltar(campaign: TheWar, power: str) -> Iterable[Refusal]:
    holder = _held(campaign, GIBRALTAR)
    if _alliance(campaign, holder) != _alliance(campaign, power):
        who = wars.named(campaign, holder) if holder else "nobody friendly"
        yield Refusal(RULE, f"{who} holds Gibraltar", "Its strait needs a friendly Gibraltar.")


def _out_of_gibraltar(campaign: TheWar, power: str) -> Iterable[Refusal]:
    """The Axis leaves the Mediterranean unless Gibraltar has both its garrison and a whole ship or aircraft (23.22,
    ruling 329); everybody else passes as 7.3 says. What stands there is what is recorded; with nothing recorded the
    table says so first."""
    shut = list(_gibraltar(campaign, power))
    if not shut or _alliance(campaign, power) != "axis":
        yield from shut
        return
    there = [unit for unit in regions.forces_at(campaign, GIBRALTAR) if unit.power != power]
    garrison = any(traits.category(unit) == "ground" for unit in there)
    watch = any(traits.category(unit) in ("air", "naval") and not unit.depleted for unit in there)
    if not there:
        hint = "Nobody is recorded there: 'britain station gibraltar units=...' says who is; without both it is open."
        who = wars.named(campaign, _held(campaign, GIBRALTAR))
        yield Refusal(f"{RULE}, 23.22", f"{who} holds Gibraltar and closes the way out of the Mediterranean", hint)
    elif garrison and watch:
        reason = "Gibraltar has its garrison and a whole ship or aircraft, and closes the way out to the Axis"
        yield Refusal("23.22", reason, "Open once either is gone.")


def _leaves(campaign: TheWar, power: str, port: str) -> bool:
    """Whether ships that lie in a port pass Gibraltar on their way out of the Mediterranean; where nobody says in
    which, whether all that are theirs lie in it."""
    lying = [area for at in ((port,) if port else ports(campaign, power)) for area in seas.of_port(campaign, at)]
    return bool(lying) and all(sea_areas.areas()[area].get("waters") == sea_areas.MEDITERRANEAN for area in lying)


def _west_baltic(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if _alliance(campaign, power) != "western":
        return
    if not any(_alliance(campaign, _controlled(campaign, place)) in ("western", "soviet") for place in SOUND):
        yield Refusal(RULE, "no Ally controls Denmark or Sweden", "The West Baltic is closed to the West until then.")


def _baltic_exit(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if _alliance(campaign, power) == "soviet" and not any(
        _alliance(campaign, _controlled(campaign, place)) == "soviet" for place in SOUND
    ):
        yield Refusal(RULE, "the Soviet Union controls neither Denmark nor Sweden", "Its ships stay in the Baltic.")


def _dardanelles(campaign: TheWar, power: str) -> Iterable[Refusal]:
    master = _behind(campaign, "turkey", "conquered", "associate", "satellite")
    if _alliance(campaign, master) != _alliance(campaign, power):
        yield Refusal(RULE, "Turkey is neither conquered nor an Associate or Satellite", "The Dardanelles are closed.")


def _channel(campaign: TheWar, power: str) -> Iterable[Refusal]:
    others = [port for port in CHANNEL_PORTS if port in campaign.places and _held(campaign, port) != "germany"]
    if power == "germany" and others:
        named = " and ".join(campaign.places[port].name for port in others)
        yield Refusal(RULE, f"Germany does not hold {named}", "The Channel needs every French port next to it.")


STRAITS: Mapping[str, Callable[[TheWar, str], Iterable[Refusal]]] = {
    STRAIT: _gibraltar,
    "west-baltic": _west_baltic,
    "baltic-exit": _baltic_exit,
    "dardanelles": _dardanelles,
    "english-channel": _channel,
}
"""For each strait, by its name in ``through``, the function that says why a power may not pass it."""


def closed(campaign: TheWar, power: str, through: Iterable[str], port: str = "") -> Iterable[Refusal]:
    """Why ships of a power may not sail through these; names that are no straits are let pass. ``port``: where they
    lie, '' where nobody says: who leaves the Mediterranean passes Gibraltar by another rule."""
    for name in through:
        if name in STRAITS:
            yield from _rule(campaign, name, power, port)(campaign, power)


def shut(campaign: TheWar, power: str, port: str = "") -> frozenset[str]:
    """The straits through which ships of a power may not sail, from a port where one is said."""
    return frozenset(name for name in STRAITS if any(True for _ in closed(campaign, power, (name,), port)))


def _rule(campaign: TheWar, strait: str, power: str, port: str) -> Callable[[TheWar, str], Iterable[Refusal]]:
    return _out_of_gibraltar if strait == STRAIT and _leaves(campaign, power, port) else STRAITS[strait]


def unknown(through: Iterable[str]) -> Iterable[Refusal]:
    """Names that are no strait of 7.3."""
    if wrong := [name for name in through if name not in STRAITS]:
        yield Refusal(RULE, f"'{wrong[0]}' is no strait", f"One of {', '.join(STRAITS)}.")


# --- from a port to a Sea Area


def ports(campaign: TheWar, power: str) -> tuple[str, ...]:
    """Where ships of a power may lie of which nobody has said where: the ports in its hands, for a Western power those
    of any of them (ruling 434)."""
    if _alliance(campaign, power) == "western":
        return tuple(key for key in seas.charted(campaign) if _alliance(campaign, _held(campaign, key)) == "western")
    return tuple(key for key in seas.charted(campaign) if _held(campaign, key) == power)


def _way(campaign: TheWar, power: str, port: str, where: str) -> Way | None:
    """The shortest way as in ``SeaGraph.way``, around what is closed to the power as long as it can; None where nobody
    knows one."""
    ends = seas.goals(campaign, where)
    starts = seas.of_port(campaign, port) or tuple(
        area for harbour in ports(campaign, power) for area in seas.of_port(campaign, harbour)
    )
    if not ends or not starts:
        return None
    return seas.graph(campaign).way(starts, ends, shut(campaign, power, port).__contains__)


def areas_away(campaign: TheWar, power: str, port: str, where: str) -> int:
    """How many Sea Areas ships of a power take from a port, from any that is theirs where nobody has said which, to a
    Sea Area or another port, the first counted (7.2); 0 where only the board knows."""
    way = _way(campaign, power, port, where)
    return way.count if way is not None else 0


def open_way(campaign: TheWar, power: str, port: str, where: str) -> Way | None:
    """The shortest way of a power's ships from a port to a Sea Area through no strait that is closed to them; None
    where there is none, or where only the board knows."""
    way = _way(campaign, power, port, where) if seas.of_port(campaign, port) else None
    return way if way is not None and not way.closed else None


def no_way(campaign: TheWar, power: str, port: str, where: str) -> Iterable[Refusal]:
    """Why ships of a power do not come from a port to a Sea Area, or to another port; ``port``: '' or a place of which
    only the board knows on what Sea Area it lies, where they may be in any that is theirs."""
    way = _way(campaign, power, port, where)
    if way is None or not way.closed:
        return
    yield from closed(campaign, power, dict.fromkeys(way.closed), port)
    if not seas.of_port(campaign, port):
        name = wars.named(campaign, power)
        hint = f"'{power} station PORT units=...' says where ships lie."
        yield Refusal(RULE, f"no port of {name} has an open way to {titles.where(campaign, where)}", hint)


def sails(campaign: TheWar, power: str, lying: Iterable[str], where: str, through: Iterable[str]) -> Iterable[Refusal]:
    """Why ships of a power that lie in these ports do not sail to a Sea Area, or a port: a strait that they are said to
    pass, or pass on every way, is closed to them, each named once."""
    ports_of, passed = tuple(dict.fromkeys(lying)), dict.fromkeys((*through, *sea_areas.closes(where)))
    said: list[Refusal] = []
    for port in ports_of or ("",):
        said += closed(campaign, power, passed, port)
    for port in ports_of:
        said += no_way(campaign, power, port, where)
    yield from dict.fromkeys(said)
