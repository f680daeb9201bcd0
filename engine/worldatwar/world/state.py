"""The state of a campaign of A World at War: powers, strategic warfare units by place, force pools, places, research.

Units are counted groups: in the boxes and pools of strategic warfare one factor is like another (24.11).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.kernel.campaign import Campaign, public
from engine.kernel.paths import Paired
from engine.kernel.ranges import Range, dated, figure, key_of, known, one_of, written
from engine.kernel.values import frozen, made_often
from engine.worldatwar.world.research import KEYS

_FRONTS = ("western", "eastern", "mediterranean", "asian", "southeast-asian", "pacific")


@made_often(kw_only=True)
class Power:
    """A major power.

    ``faction``: its alliance faction, which shares research (axis, japan, western, russia, china); ``side``: the
    half-turn in which it phases. ``brps``: BRPs in hand, ``base``: those that it has each Spring; ``limit``: its
    construction limit, BRPs a turn (27.3), ``limit_change`` what bombing takes from it in its next player turn and
    rockets add (26.653, 26.71B), ``limit_now`` the same for the player turn at hand, ``spent`` BRPs built for in it.
    ``shipbuilding``: shipbuilding points a turn, ``launched`` those used in this player turn (24.43). ``naval``: Naval
    Nationality DRM in submarine warfare (25.631); ``air``: Air Nationality DRM. ``resolve``: surrender or resistance
    level, from which firestorm markers take (26.83A). ``repaired``: damage markers removed in this turn (26.74),
    ``cleared``: firestorm markers (26.85). ``fallen``: turn of its surrender."""

    name: str = written()
    adjective: str = written()
    faction: str = known()
    side: str = known()
    brps: int = figure(
        -999,
        9999,
        0,
        title="BRPs",
        unit="BRPs",
        about="BRPs in hand at the start",
        printed=(0, 999),
        rule="24.43, 26.71",
    )
    base: int = figure(
        0, 9999, 0, unit="BRPs", about="BRPs that each Spring brings", printed=(0, 999), rule="ruling 201"
    )
    limit: int = figure(0, 999, 0, unit="BRPs", rule="27.3", about="BRPs that may be built for in a turn")
    limit_change: int = figure(-999, 999, 0, unit="BRPs", rule="26.653, 26.71B")
    limit_now: int = figure(-999, 999, 0, unit="BRPs", rule="26.653, 26.71B")
    spent: int = figure(0, 9999, 0, title="BRPs built for", unit="BRPs", rule="27.3")
    shipbuilding: int = figure(0, 99, 0, about="shipbuilding points a turn", unit="SBPs", rule="24.43")
    launched: int = figure(0, 99, 0, title="SBPs used", unit="SBPs", rule="24.43")
    naval: int = figure(-9, 9, 0, about="naval nationality modifier", printed=(0, 5), unit="on the die", rule="25.631")
    air: int = figure(-9, 9, 0, about="air nationality modifier", printed=(0, 5), unit="on the die", rule="26.453")
    resolve: int = figure(
        -999, 999, 0, about="surrender or resistance level", printed=(0, 99), unit="levels", rule="26.83A"
    )
    repaired: int = figure(0, 99, 0, unit="damage markers", rule="26.74")
    cleared: int = figure(0, 99, 0, unit="firestorm markers", rule="26.85")
    fallen: str = dated("")


@made_often(kw_only=True)
class Group:
    """So many factors of one kind in one place. ``owner``: a power, or 'western' for what both Western Allies hold
    together (24.233). ``ready``: the player turn, counted from 0 at the campaign's start, from which they are not
    inverted."""

    owner: str = key_of("powers", also=("western",))
    kind: str = known(among=("groups", "pools"))
    place: str = known()
    count: int = figure(0, 999, unit="factors", rule="24.11")
    ready: int = figure(0, 999, 0, unit="player turn", rule="26.431, 26.443, 26.66")


@made_often(kw_only=True)
class Pool:
    """Allowable builds of a kind: factors of the force pool that are not in play (24.2, 24.3). ``coming``: those that
    production adds in the unit construction phase of this turn (24.22)."""

    owner: str = key_of("powers", also=("western",))
    kind: str = known(among=("groups", "pools"))
    count: int = figure(0, 999, 0, unit="factors", rule="24.2, 24.3")
    coming: int = figure(0, 999, 0, unit="factors", rule="24.22")


@made_often(kw_only=True)
class Place:
    """A port, city, mapboard box, oil center, synthetic oil plant or other place that the rules name.

    ``kind``: port, city, area (a key economic area), box, oil-center, synthetic, ic, base. ``within``: the place in
    whose hex it lies, '' for its own. ``country``: whose it is by right, ``holder`` who controls it. ``front``:
    western, eastern, mediterranean, asian, southeast-asian or pacific, '' for a mapboard box. ``operational`` and
    ``supplied``: as the rules use the words. ``value``: BRPs, -1 without limit; ``city``: a firestorm may be made
    there; ``secondary``: a city beside a key economic area (26.32). ``flak``, ``airbases``, ``objectives``,
    ``anchors``, ``cities``, ``ports``, ``fortification``: what defends it (26.461A). ``damage``: damage markers
    (26.72), ``production`` of an oil center in oil counters; ``firestorm`` and ``atomic``: the turn of the marker, ''
    for none; ``destroyed``: the turn in which a plant was destroyed or an IC given up."""

    name: str = written()
    kind: str = known("port")
    within: str = key_of("places", default="")
    country: str = known("")
    holder: str = key_of("powers", default="")
    front: str = one_of(*_FRONTS, default="")
    value: int = figure(-1, 999, 0, unit="BRPs", rule="26.71A")
    city: bool = False
    secondary: bool = False
    operational: bool = True
    supplied: bool = True
    flak: int = figure(0, 99, 0, unit="flak factors", rule="26.461A")
    airbases: int = figure(0, 9, 0, unit="air bases", rule="26.461A")
    objectives: int = figure(0, 9, 0, unit="objectives", rule="26.461A")
    anchors: int = figure(0, 9, 0, unit="anchors", rule="26.461A")
    cities: int = figure(0, 9, 0, unit="cities", rule="26.461A")
    ports: int = figure(0, 9, 0, unit="ports", rule="26.461A")
    fortification: int = figure(0, 9, 0, unit="levels", rule="26.461A")
    production: int = figure(0, 99, 0, unit="oil counters", rule="26.73")
    damage: int = figure(0, 99, 0, unit="damage markers", rule="26.72")
    firestorm: str = dated("")
    atomic: str = dated("")
    destroyed: str = dated("")


@made_often(kw_only=True)
class Ship:
    """A ship in a shipyard (26.76): ``size`` in factors, ``yard`` a place, ``column`` a season, ``row`` with 1 the
    launch row, 0 while it waits for repair."""

    name: str = written()
    owner: str = key_of("powers")
    size: int = figure(0, 9, unit="factors", rule="26.76")
    yard: str = key_of("places")
    column: str = one_of("spring", "summer", "fall", "winter", default="spring")
    row: int = figure(0, 9, 1, unit="row", rule="26.76")


@made_often(kw_only=True)
class RocketBase:
    """A rocket base (26.61): ``place`` where it stands, '' while it is eliminated. ``damaged``: the player turn,
    counted as for groups, from which it works again. ``moved``: 'new' or 'moved' where it was placed, relocated or
    rebuilt in this player turn, else ''."""

    owner: str = key_of("powers")
    place: str = key_of("places", default="")
    damaged: int = figure(0, 999, 0, unit="player turn", rule="26.62B")
    moved: str = one_of("new", "moved", default="")


@made_often(kw_only=True)
class Attack:
    """What a power has declared for one box in this combat phase: submarine and advanced submarine factors. ``asw``:
    the ASW that meet them where the defender has divided his (25.82), -1 for all."""

    power: str = key_of("powers")
    box: str = one_of("atlantic", "indian", "pacific")
    submarines: int = figure(0, 200, 0, unit="submarine factors", rule="24.6")
    advanced: int = figure(0, 200, 0, unit="submarine factors", rule="25.17")
    asw: int = figure(-1, 200, -1, title="ASW", rule="25.82", unit="ASW factors")


@made_often(kw_only=True)
class Force:
    """A strategic bombing force (26.41) in this combat phase. ``power`` flies it against ``target``; ``bombers``,
    ``interceptors``, ``jets`` and ``aaf`` in factors; ``front`` from which the bombers come, ``escort`` the front of
    the interceptors, ``route`` the fronts that it passes in order, the target's last, ``cover`` those along which
    interceptors and jets fly with it. ``hexes``: from the base to the target, 0 where the board was not asked.
    ``ship``: a ship in the target's shipyard (26.76). ``atomic``: it carries an atomic bomb (26.33). ``engage``: the
    groups that fight first."""

    power: str = key_of("powers")
    target: str = key_of("places")
    bombers: int = figure(0, 200, 0, unit="factors", rule="26.41")
    aaf: int = figure(0, 200, 0, unit="factors", rule="26.41")
    interceptors: int = figure(0, 200, 0, unit="factors", rule="26.41")
    jets: int = figure(0, 200, 0, unit="factors", rule="26.41")
    front: str = one_of(*_FRONTS, default="")
    escort: str = one_of(*_FRONTS, default="")
    route: tuple[str, ...] = one_of(*_FRONTS, default=())
    cover: tuple[str, ...] = one_of(*_FRONTS, default=())
    hexes: int = figure(0, 99, 0, unit="hexes", rule="26.42")
    ship: str = key_of("ships", default="")
    atomic: bool = False
    engage: tuple[str, ...] = one_of("interceptors", "escort-aaf", "jets", "bombing-aaf", "bombers", default=())


@made_often(kw_only=True)
class Guard:
    """Air units that a power assigns to a target's defence on one front (26.441): factors of each kind that may still
    engage. ``target``: the place of the hex; ``home``: the front to which its interceptors are assigned. ``resting``:
    interceptors, AAF and jets that were forced to abort."""

    power: str = key_of("powers")
    target: str = key_of("places")
    front: str = one_of(*_FRONTS)
    home: str = one_of(*_FRONTS, default="")
    interceptors: int = figure(0, 200, 0, unit="factors", rule="26.441")
    aaf: int = figure(0, 200, 0, unit="factors", rule="26.441")
    jets: int = figure(0, 200, 0, unit="factors", rule="26.441")
    resting: tuple[int, int, int] = figure(0, 200, (0, 0, 0), unit="factors", rule="26.45")


@made_often(kw_only=True)
class Salvo:
    """Flying bombs and rockets that a power fires at a target in this combat phase (26.63), from ``bases``. ``atomic``:
    a rocket carries an atomic bomb (26.67)."""

    power: str = key_of("powers")
    target: str = key_of("places")
    bombs: int = figure(0, 200, 0, unit="flying bombs", rule="26.63")
    rockets: int = figure(0, 200, 0, unit="rockets", rule="26.63")
    bases: tuple[str, ...] = key_of("bases", default=())
    atomic: bool = False


@made_often(kw_only=True)
class Damage:
    """BRPs of damage that a power did to a hex in this combat phase by one means: bombers, bombs or rockets. ``brps``
    before any cap, ``lost`` what the hex's value leaves of them (26.71A)."""

    hex: str = key_of("places")
    power: str = key_of("powers")
    means: str = one_of("bombers", "bombs", "rockets")
    brps: int = figure(0, 999, 0, unit="BRPs", rule="26.71A")
    lost: int = figure(0, 999, 0, unit="BRPs", rule="26.71A")


@made_often(kw_only=True)
class Firestorm:
    """A firestorm that a faction has made, which gives it a DP in its year and the next (26.83B)."""

    place: str = key_of("places")
    faction: str = one_of("axis", "japan", "western", "russia", "china")
    turn: str = dated()


@made_often(kw_only=True)
class Flown:
    """What factors of a power did in a player turn: 'defended' or 'escorted' (interceptors of a front against bombers,
    and to a target on another front), 'bombs' (interceptors against flying bombs), 'aaf' and 'jets' (inverted since
    they did; 26.431, 26.443, 26.66)."""

    power: str = key_of("powers")
    deed: str = one_of("defended", "escorted", "bombs", "aaf", "jets")
    front: str = one_of(*_FRONTS, default="")
    player_turn: int = figure(0, 999, 0, unit="player turn", rule="26.431, 26.443")
    count: int = figure(0, 999, 0, unit="factors", rule="26.431, 26.443")


@made_often(kw_only=True)
class Task:
    """What uninverted naval units do from a box in the player turn at hand (25.35): ``owner`` of the units,
    ``warships`` and ``destroyers`` in factors; ``step``: when they were last named for it, as the same units may do so
    again later (25.36). ``origin``: the mapboard box from which the invasion comes that they support, '' for another
    function."""

    owner: str = key_of("powers", also=("western",))
    box: str = one_of("atlantic", "indian", "pacific")
    function: str = one_of("transports", "invasion", "passage", "raiders")
    warships: int = figure(0, 99, 0, unit="factors", rule="25.35")
    destroyers: int = figure(0, 99, 0, unit="factors", rule="25.35")
    step: str = known("")
    origin: str = known("")


@made_often(kw_only=True)
class War(Paired):
    """Two powers at war with each other, ``since`` which turn (25.66)."""

    said: ClassVar[str] = "since"

    one: str = key_of("powers")
    other: str = key_of("powers")
    since: str = dated()


@frozen(kw_only=True, slots=False)
class WorldAtWar(Campaign):
    """A campaign of A World at War.

    ``wars``: who is at war with whom; ``facts``: what the rules read and the board or
    other chapters decide (tension levels, diplomatic results, steps of research before the war); ``research``: results
    by faction and subject, such as 'western-asw'. For this turn: ``started``: transports in each box when it began, by
    owner and box, ``sunk`` of them to raiders and submarines. ``tasks``: what naval units do from the boxes in this
    player turn. For this combat phase: ``attacks``, ``cards``,
    ``forces``, ``guards``, ``salvos``, ``bombed``. ``flown``: what air units did in this player turn and in the one
    before. ``firestorms``: those made so far."""

    powers: Mapping[str, Power] = public(factory=dict, ruled=True, ids=True)
    groups: Mapping[str, Group] = public(factory=dict, ruled=True)
    pools: Mapping[str, Pool] = public(factory=dict, ruled=True)
    places: Mapping[str, Place] = public(factory=dict, ruled=True)
    ships: Mapping[str, Ship] = public(factory=dict, ruled=True)
    bases: Mapping[str, RocketBase] = public(factory=dict, ruled=True)
    wars: Mapping[str, War] = public(factory=dict, ruled=True)
    facts: Mapping[str, str | int | bool] = public(factory=dict, bounds=Range(-9999, 9999), ruled=True)
    research: Mapping[str, int] = public(
        factory=dict, bounds=Range(0, 99), ruled=True, keys=KEYS, unit="results", rule="41"
    )
    started: Mapping[str, int] = public(factory=dict, bounds=Range(0, 999), unit="transports", rule="24.66")
    sunk: Mapping[str, int] = public(factory=dict, bounds=Range(0, 999), unit="transports", rule="24.66")
    tasks: Mapping[str, Task] = public(factory=dict)
    bombed: Mapping[str, Damage] = public(factory=dict)
    attacks: Mapping[str, Attack] = public(factory=dict)
    cards: Mapping[str, int] = public(factory=dict, bounds=Range(0, 20), unit="codebreaking cards", rule="25.671")
    forces: Mapping[str, Force] = public(factory=dict)
    guards: Mapping[str, Guard] = public(factory=dict)
    salvos: Mapping[str, Salvo] = public(factory=dict)
    flown: Mapping[str, Flown] = public(factory=dict)
    firestorms: Mapping[str, Firestorm] = public(factory=dict)
