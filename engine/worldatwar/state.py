"""The state of a campaign of A World at War: powers, strategic warfare units by place, force pools, places, research.

Units are counted groups: in the boxes and pools of strategic warfare one factor is like another (24.11).
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from engine.kernel.campaign import Campaign, public


@frozen(kw_only=True)
class Power:
    """A major power.

    ``faction``: its alliance faction, which shares research (axis, japan, western, russia, china); ``side``: the
    half-turn in which it phases. ``brps``: BRPs in hand, ``base``: those that it
    has each Spring; ``limit``: its construction limit, BRPs a turn (27.3),
    ``limit_change`` what bombing takes from it in its next player turn and rockets add (26.653, 26.71B), ``limit_now``
    the same for the player turn at hand, ``spent`` BRPs built for in it. ``shipbuilding``: shipbuilding points a turn,
    ``launched`` those used in this player turn (24.43). ``naval``: Naval Nationality DRM in submarine warfare (25.631);
    ``air``: Air Nationality DRM. ``resolve``: surrender or resistance level (26.83A), ``dps``: DPs from firestorms
    (26.83B). ``repaired``: damage markers removed in this turn (26.74). ``fallen``: turn of its surrender.
    """

    name: str
    adjective: str
    faction: str
    side: str
    brps: int = 0
    base: int = 0
    limit: int = 0
    limit_change: int = 0
    limit_now: int = 0
    spent: int = 0
    shipbuilding: int = 0
    launched: int = 0
    naval: int = 0
    air: int = 0
    resolve: int = 0
    dps: int = 0
    repaired: int = 0
    fallen: str = ""


@frozen(kw_only=True)
class Group:
    """So many factors of one kind in one place. ``owner``: a power, or 'western' for what both Western Allies hold
    together (24.233). ``ready``: the player turn, counted from 0 at the campaign's start, from which they are not
    inverted."""

    owner: str
    kind: str
    place: str
    count: int
    ready: int = 0


@frozen(kw_only=True)
class Pool:
    """Allowable builds of a kind: factors of the force pool that are not in play (24.2, 24.3). ``coming``: those that
    production adds in the unit construction phase of this turn (24.22)."""

    owner: str
    kind: str
    count: int = 0
    coming: int = 0


@frozen(kw_only=True)
class Place:
    """A port, city, mapboard box, oil center, synthetic oil plant or other place that the rules name.

    ``kind``: port, city, area (a key economic area), box, oil-center, synthetic, ic, base. ``country``: whose it is by
    right, ``holder`` who controls it. ``front``: western, eastern, mediterranean, asian, southeast-asian or pacific, ''
    for a mapboard box. ``operational`` and ``supplied``: as the rules use the words. ``value``: BRPs, -1 without limit;
    ``city``: a firestorm may be made there. ``flak``, ``airbases``, ``objectives``, ``anchors``, ``cities``,
    ``ports``, ``fortification``: what defends it (26.461A). ``damage``: damage markers (26.72), ``production`` of an
    oil center in oil counters; ``firestorm`` and ``atomic``: the turn of the marker, '' for none; ``destroyed``: the
    turn in which a plant was.
    """

    name: str
    kind: str = "port"
    country: str = ""
    holder: str = ""
    front: str = ""
    value: int = 0
    city: bool = False
    operational: bool = True
    supplied: bool = True
    flak: int = 0
    airbases: int = 0
    objectives: int = 0
    anchors: int = 0
    cities: int = 0
    ports: int = 0
    fortification: int = 0
    production: int = 0
    damage: int = 0
    firestorm: str = ""
    atomic: str = ""
    destroyed: str = ""


@frozen(kw_only=True)
class Ship:
    """A ship in a shipyard (26.76): ``size`` in factors, ``yard`` a place, ``column`` a season, ``row`` with 1 the
    launch row, 0 while it waits for repair."""

    name: str
    owner: str
    size: int
    yard: str
    column: str = "spring"
    row: int = 1


@frozen(kw_only=True)
class RocketBase:
    """A rocket base (26.61): ``place`` a hex or place, '' while it is not on the board; its value and holder are the
    place's. ``damaged``: the player turn, counted as for groups, from which it works again. ``moved``: it was placed or
    relocated in this turn."""

    owner: str
    place: str = ""
    damaged: int = 0
    moved: bool = False


@frozen(kw_only=True)
class Attack:
    """What a power has declared for one box in this combat phase: submarine and advanced submarine factors. ``asw``:
    the ASW that meet them where the defender has divided his (25.82), -1 for all."""

    power: str
    box: str
    submarines: int = 0
    advanced: int = 0
    asw: int = -1


@frozen(kw_only=True)
class Force:
    """A strategic bombing force (26.41) in this combat phase. ``power`` flies it against ``target``; ``bombers``,
    ``interceptors``, ``jets`` and ``aaf`` in factors; ``front`` from which bombers and interceptors come, ``route`` the
    fronts that it passes in order, the target's last. ``bomber_kind``: bomber or bomber-pacific; ``ship``: a ship in
    the target's shipyard (26.76)."""

    power: str
    target: str
    bombers: int = 0
    aaf: int = 0
    interceptors: int = 0
    jets: int = 0
    front: str = ""
    route: tuple[str, ...] = ()
    bomber_kind: str = "bomber"
    ship: str = ""


@frozen(kw_only=True)
class Guard:
    """Air units that the defender assigns to one force on one front (26.441): factors of each kind."""

    power: str
    force: str
    front: str
    interceptors: int = 0
    aaf: int = 0
    jets: int = 0


@frozen(kw_only=True)
class Salvo:
    """Flying bombs and rockets that a power fires at a target in this combat phase (26.63)."""

    power: str
    target: str
    bombs: int = 0
    rockets: int = 0


@frozen(kw_only=True)
class WorldAtWar(Campaign):
    """A campaign of A World at War.

    ``wars``: pairs of ids 'germany+us' at war, with the turn since; ``facts``: what the rules read and the board or
    other chapters decide (tension levels, diplomatic results, steps of research before the war); ``research``: results
    by faction and subject, such as 'western-asw'. For this turn: ``started``: transports in each box when it began, by
    owner and box, ``sunk`` of them to raiders and submarines; ``bombed``: BRPs of bombing by hex, before any cap. For
    this combat phase: ``attacks``, ``cards``, ``forces``, ``guards``, ``salvos``. ``flown``: what interceptors of a
    power and front did in a player turn ('defended' or 'escorted'), by power and front.
    """

    powers: Mapping[str, Power] = public(factory=dict)
    groups: Mapping[str, Group] = public(factory=dict)
    pools: Mapping[str, Pool] = public(factory=dict)
    places: Mapping[str, Place] = public(factory=dict)
    ships: Mapping[str, Ship] = public(factory=dict)
    bases: Mapping[str, RocketBase] = public(factory=dict)
    wars: Mapping[str, str] = public(factory=dict)
    facts: Mapping[str, str | int | bool] = public(factory=dict)
    research: Mapping[str, int] = public(factory=dict)
    started: Mapping[str, int] = public(factory=dict)
    sunk: Mapping[str, int] = public(factory=dict)
    bombed: Mapping[str, int] = public(factory=dict)
    attacks: Mapping[str, Attack] = public(factory=dict)
    cards: Mapping[str, int] = public(factory=dict)
    forces: Mapping[str, Force] = public(factory=dict)
    guards: Mapping[str, Guard] = public(factory=dict)
    salvos: Mapping[str, Salvo] = public(factory=dict)
    flown: Mapping[str, str] = public(factory=dict)
