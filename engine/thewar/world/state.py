"""The state of a campaign of The War: powers, minor countries, holdings, places, units, pools (chapters 1, 2, 14,
23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import field

from engine.kernel.campaign import Campaign, public
from engine.kernel.paths import Addressed, Paired
from engine.kernel.ranges import Range, dated, figure, holds, key_of, known, listed, one_of, written
from engine.kernel.values import frozen, made_often
from engine.thewar.world.board_state import HexHold as HexHold
from engine.thewar.world.board_state import MapNote as MapNote
from engine.thewar.world.board_state import SeaLink as SeaLink
from engine.thewar.world.board_state import SeaPort as SeaPort
from engine.thewar.world.diplomatic_state import BorderWar as BorderWar
from engine.thewar.world.diplomatic_state import Chits as Chits
from engine.thewar.world.diplomatic_state import EntryCause as EntryCause
from engine.thewar.world.diplomatic_state import Grudge as Grudge
from engine.thewar.world.diplomatic_state import Influence as Influence
from engine.thewar.world.diplomatic_state import Leaning as Leaning
from engine.thewar.world.diplomatic_state import Mismatch as Mismatch
from engine.thewar.world.diplomatic_state import Named as Named
from engine.thewar.world.diplomatic_state import Purchase as Purchase
from engine.thewar.world.diplomatic_state import Speaker as Speaker
from engine.thewar.world.diplomatic_state import Statement as Statement
from engine.thewar.world.diplomatic_state import VariantTry as VariantTry
from engine.thewar.world.ending_state import BoardSign as BoardSign
from engine.thewar.world.ending_state import BoxHold as BoxHold
from engine.thewar.world.ending_state import Outcome as Outcome
from engine.thewar.world.ending_state import SurrenderRoll as SurrenderRoll
from engine.thewar.world.ending_state import Term as Term
from engine.thewar.world.partisan_state import Rising as Rising
from engine.thewar.world.source_state import CutLink as CutLink
from engine.thewar.world.source_state import Grace as Grace
from engine.thewar.world.source_state import Retaken as Retaken
from engine.thewar.world.supply_state import InAfrica as InAfrica
from engine.thewar.world.supply_state import SupplyMark as SupplyMark
from engine.thewar.world.turn_state import Built as Built
from engine.thewar.world.turn_state import Deed as Deed
from engine.thewar.world.turn_state import Used as Used

_EFFORTS = ("sle", "rle", "lle", "mle", "none", "pass")
_COUNTERS = ("units", "pools", "additions", "slips")
_OWNERS = ("powers", "countries")
_ROUTES = ("land", "sea", "murmansk", "turkey", "persia")
_STATUSES = ("neutral", "sympathizer", "associate", "satellite", "conquered")


@made_often(kw_only=True)
class Power:
    """A Major Power (1.2).

    ``narfs``: NARFs in hand (the level on its track); ``base``: NARF base (14.1); ``growth``: percent (14.3), from the
    year ``growth_from``; ``deficit``: NARFs spent below zero this year, already taken from the base (ruling 146);
    ``smp``: Strategic Movement Points a turn (8.4), never below ``smp_minimum``; ``smp_lost``: this turn's reduction;
    ``army``, ``navy``, ``air``: ratings, 1 best to 4 (10.8, 7.11, 11.11).
    ``effort``: this turn's logistical effort, '' before it is chosen, ``efforts`` how many, ``reserved`` their NARFs
    still to be paid (ruling 144), ``last_effort``: the turn before's (4.1). ``spent``: NARFs spent this turn that count
    against half of the base (15.1.6.1). ``chits``: Evasion chits in hand, ``chit_year`` the year of the last purchase
    (7.8.2). ``entered``: turn of entry into the war of a power neutral at start; ``surrendered``: turn of surrender.
    """

    name: str = written()
    adjective: str = written()
    alliance: str = known()
    side: str = known()
    narfs: int = figure(
        -999, 9999, title="NARFs", unit="NARFs", rule="14.1", about="NARFs in hand at the start", printed=(0, 999)
    )
    base: int = figure(-999, 9999, title="NARF base", unit="NARFs", rule="14.1", about="NARF base", printed=(0, 999))
    growth: int = figure(0, 100, 0, unit="percent", rule="14.3", about="growth in percent of what is left over")
    growth_from: int = figure(
        1939, 1950, 1941, unit="year", rule="14.3", about="the year of the first growth", printed=(1939, 1946)
    )
    deficit: int = figure(0, 999, 0, unit="NARFs", rule="ruling 146")
    smp: int = figure(
        0, 999, 0, title="SMP", unit="SMPs", rule="8.4", about="Strategic Movement Points a turn", printed=(0, 99)
    )
    smp_minimum: int = figure(
        0, 999, 0, unit="SMPs", rule="8.4", about="the fewest SMPs that losses leave", printed=(0, 99)
    )
    smp_lost: int = figure(0, 999, 0, title="SMPs lost this turn", unit="SMPs", rule="8.4")
    army: int = figure(1, 4, 3, rule="10.8", about="the army's rating", unit="rating")
    navy: int = figure(1, 4, 3, rule="7.11", about="the navy's rating", unit="rating")
    air: int = figure(1, 4, 3, rule="11.11", about="the air force's rating", unit="rating")
    effort: str = one_of(*_EFFORTS, default="")
    efforts: int = figure(0, 99, 0, unit="efforts", rule="4.1")
    reserved: int = figure(0, 999, 0, unit="NARFs", rule="ruling 144")
    last_effort: str = one_of(*_EFFORTS, default="")
    spent: int = figure(0, 9999, 0, unit="NARFs", rule="15.1.6.1")
    chits: int = figure(0, 99, 0, rule="7.8.2", unit="chits")
    chit_year: int = figure(0, 1950, 0, title="year of the last Evasion chit", unit="year", rule="7.8.2")
    entered: str = dated("")
    surrendered: str = dated("")


@made_often(kw_only=True)
class Country:
    """A minor country (chapter 23). ``status``: neutral, sympathizer, associate, satellite or conquered; ``patron``:
    the power it leans to or that holds it; ``value``: NARFs as conquest or Satellite, ``associate_value`` as Associate
    (0: as ``value``); ``narfs``: its own track; ``since``: the turn of its present status ('' from the start);
    ``taken``: of its conquest."""

    name: str = written()
    adjective: str = written(default="")
    capital: str = key_of("places", default="")
    status: str = one_of(*_STATUSES, default="neutral")
    patron: str = key_of("powers", default="")
    value: int = figure(0, 999, 0, unit="NARFs", rule="23.2", about="NARFs as a conquest or Satellite")
    associate_value: int = figure(0, 999, 0, unit="NARFs", rule="23.2", about="NARFs as an Associate, 0: as its value")
    narfs: int = figure(0, 999, 0, title="NARFs", unit="NARFs", rule="15.4", about="NARFs on its own track")
    growth: int = figure(0, 100, 25, unit="percent", rule="14.3", about="growth in percent of what is left over")
    army: int = figure(1, 4, 3, rule="10.8", about="the army's rating", unit="rating")
    navy: int = figure(1, 4, 3, rule="7.11", about="the navy's rating", unit="rating")
    air: int = figure(1, 4, 3, rule="11.11", about="the air force's rating", unit="rating")
    since: str = dated("")
    taken: str = dated("")


@made_often(kw_only=True)
class Holding:
    """A colony, province or dominion with a NARF value of its own (14.7, 23.2); ``holder`` is who has its income
    now; ``left_base``: NARFs by which its loss has lowered its owner's base (23.2)."""

    name: str = written()
    kind: str = known()
    value: int = figure(0, 999, unit="NARFs", rule="14.7, 23.2")
    owner: str = key_of(*_OWNERS, also=("",))
    holder: str = key_of(*_OWNERS, also=("",))
    taken: str = dated("")
    left_base: int = figure(0, 999, 0, title="NARFs taken from its owner's base", unit="NARFs", rule="23.2")


@made_often(kw_only=True)
class Place:
    """A city, port, box or other named place. ``country``: what it belongs to; ``holder``: who controls it (1.2);
    ``value``: its industry in NARFs (14.6.1); ``hex``: the printed hex number; ``tags``: region names it lies in;
    ``moved``: its industry was moved to the Urals (14.6.1)."""

    name: str = written()
    kind: str = known("city")
    country: str = key_of(*_OWNERS, "holdings", default="")
    holder: str = key_of(*_OWNERS, default="")
    value: int = figure(0, 999, 0, unit="NARFs", rule="14.6.1")
    hex: str = written(default="")
    tags: Mapping[str, bool] = field(factory=dict)
    moved: bool = False
    taken: str = dated("")


@made_often(kw_only=True)
class Unit:
    """A unit in play (2.4, 2.6). ``strength`` is as printed, such as 8-8 or 1-12-5; ``place`` 'board' or a place's id;
    ``tag`` an origin or name that rules ask for (anzac, indian, afrika-korps). ``immobile``: it has no oil to move
    (24.1); ``reserve``: a Reserve marker lies on it (9.9.2); ``army``: the army counter that it lies under (9.6.4);
    ``damage``: factors that a Depleted ship has lost (7.10), 0 where nobody has rolled for it."""

    power: str = key_of(*_OWNERS)
    kind: str = known(among=_COUNTERS)
    strength: str = known("", among=_COUNTERS, more=True)
    place: str = key_of("places", default="board", also=("board",))
    depleted: bool = False
    tag: str = written(default="")
    immobile: bool = False
    reserve: bool = False
    army: str = written(default="")  # an army counter is no unit
    damage: int = figure(0, 99, 0, unit="factors", rule="7.10")


@made_often(kw_only=True)
class Pool:
    """Counted units of a kind that are not in play: ``count`` may be built, of which ``lost`` were in play and have
    been eliminated (17.2.2, 21.1); ``oos`` were eliminated out of supply (15.3)."""

    power: str = key_of(*_OWNERS)
    kind: str = known(among=_COUNTERS)
    strength: str = known("", among=_COUNTERS, more=True)
    count: int = figure(0, 99, 0, title="in the pool", unit="units", rule="15.3")
    lost: int = figure(0, 99, 0, title="lost", unit="units", rule="17.2.2")
    oos: int = figure(0, 99, 0, title="out of supply", unit="units", rule="15.3")
    tag: str = written(default="")


@made_often(kw_only=True)
class Addition:
    """Units that join a force pool at a date (3.1)."""

    power: str = key_of(*_OWNERS)
    year: int = figure(1939, 1950, unit="year", rule="3.1")
    season: str = known()
    kind: str = known(among=_COUNTERS)
    strength: str = known("", among=_COUNTERS, more=True)
    count: int = figure(0, 99, 1, title="in the pool", unit="units", rule="3.1")
    tag: str = written(default="")


@made_often(kw_only=True)
class CardTotal:
    """How many units of a kind a power's card prints in all (2.2): in play, in the pool and to come. No rule reads it;
    a scenario that says it is told where its parts do not add up."""

    power: str = key_of(*_OWNERS)
    kind: str = known(among=_COUNTERS)
    strength: str = known("", among=_COUNTERS)
    count: int = figure(0, 199, unit="units", rule="2.2", about="units that the card prints in all")
    tag: str = written(default="")


@made_often(kw_only=True)
class Box:
    """What a power has placed in the boxes of strategic warfare this turn (5.1, 5.2). ``raiders`` are unit ids;
    ``night`` and ``day`` are German interceptors against British and American raids, ``jets_night`` and ``jets_day``
    jets
    beside them; ``interceptors`` are British; ``troops``: the U.S. has a supplied ground unit in France.
    ``east``: German SAC over the Soviet Union, ``baku``: an airbase near Baku is German (29.12); ``ships`` and
    ``aircraft``: of this power, near the submarines of the Mediterranean (29.14). ``target``: the city named for its
    bombers, or there its oil ``plant``; ``under``: what lay under the Industry marker once it is turned (29.10).
    ``hunters``: ASW that hunt, beside ``asw`` (29.16). ``stacks``: how many stacks the bombers over Britain fly in,
    ``waves``: the bombers in each, or the British interceptors against each (29.18).
    ``lost``: NARFs lost to strategic warfare this turn, ``bombed`` of them to bombing."""

    uboats: int = figure(0, 99, 0, title="U-boats", unit="U-boats", rule="5.1")
    asw: int = figure(0, 99, 0, title="ASW", unit="ASW", rule="5.1")
    murmansk: int = figure(0, 99, 0, unit="U-boats or ASW", rule="5.1, 5.3.1")
    raiders: tuple[str, ...] = key_of("units", default=())
    sac: int = figure(0, 99, 0, title="SAC", unit="SAC", rule="5.2")
    mdm: int = figure(0, 99, 0, title="MDM", unit="MDM", rule="5.2")
    interceptors: int = figure(0, 99, 0, unit="INT", rule="5.2")
    night: int = figure(0, 99, 0, title="INT by night", unit="INT", rule="5.2")
    day: int = figure(0, 99, 0, title="INT by day", unit="INT", rule="5.2")
    jets_night: int = figure(0, 99, 0, title="jets by night", unit="jets", rule="11.13")
    jets_day: int = figure(0, 99, 0, title="jets by day", unit="jets", rule="11.13")
    troops: bool = False
    east: int = figure(0, 99, 0, title="SAC in the East", unit="SAC", rule="29.12")
    baku: bool = False
    ships: bool = False
    aircraft: bool = False
    target: str = written(default="")  # or a city that only the board shows
    plant: bool = False
    under: str = written(default="")  # a marker, of those that the rules deal
    hunters: int = figure(0, 99, 0, unit="ASW", rule="29.16")
    stacks: int = figure(0, 9, 0, unit="stacks", rule="29.18")
    waves: tuple[int, ...] = figure(0, 99, (), unit="bombers or INT", rule="29.18")
    lost: int = figure(0, 999, 0, unit="NARFs", rule="5.1, 5.2")
    bombed: int = figure(0, 999, 0, unit="NARFs", rule="5.2")


@made_often(kw_only=True)
class Slip:
    """A ship on the track of a shipyard (15.1.5): ``yard`` a place, ``space`` from 0 (9 launches a Fleet, 4 a CV);
    ``unit`` the id of one that is repaired, '' for a new one; ``oos``: lost out of supply, so twice the price;
    ``worked``: advanced this turn."""

    yard: str = key_of("places")
    power: str = key_of("powers")
    kind: str = known(among=_COUNTERS)
    strength: str = known("", among=_COUNTERS, more=True)
    tag: str = written(default="")
    space: int = figure(0, 9, 0, unit="spaces", rule="15.1.5")
    unit: str = key_of("units", default="")
    oos: bool = holds(title="out of supply", rule="15.3")
    worked: bool = False


@made_often(kw_only=True)
class Shipment:
    """NARFs granted and on their way (14.8): the ``giver``, who is to have them (``to``), the Satellite ``of`` the
    giver whose they were, '' for its own, ``route`` (a row of lend-lease), the leg of it that they are on (from 0) and
    whether they are ``sailing`` on it this turn or still lie where it begins; ``fleets`` of ``carrier`` carry them;
    ``granted``: the turn of the grant."""

    giver: str = key_of("powers")
    to: str = key_of(*_OWNERS)
    narfs: int = figure(0, 999, title="NARFs", unit="NARFs", rule="14.8")
    route: str = one_of(*_ROUTES)
    leg: int = figure(0, 9, 0, unit="legs", rule="14.8")
    sailing: bool = True
    fleets: int = figure(0, 99, 0, unit="Fleets", rule="14.8")
    carrier: str = key_of("powers", default="")
    granted: str = dated("")
    of: str = key_of("countries", default="")


@made_often(kw_only=True)
class Installation:
    """A fortification, fortress or airbase that was built (10.6.4, 13.2.2, 11.1.1). ``place``: a place's id, a hex
    number, or 'board' where nobody has said where; ``since``: the turn in which it was built; ``idle``: the turn at
    whose end it was found without a garrison, '' while it has one."""

    power: str = key_of(*_OWNERS)
    kind: str = one_of("fortification", "fortress", "airbase")
    place: str = written(default="board")  # or what the players call a hex
    since: str = dated("")
    idle: str = dated("")


@made_often(kw_only=True)
class Marker:
    """A marker that lies in a hex for a time. ``kind``: beachhead (7.7.4), bridgehead or breach (9.6.2), or the port
    for good that a beachhead became (28.2.4); ``place``: a place's id, or what the players call the hex; ``power``: who
    made it; ``since``: the turn in which it was laid."""

    kind: str = one_of("beachhead", "bridgehead", "breach", "artificial-port", "rle", "lle")
    place: str = written()  # or what the players call a hex
    power: str = key_of(*_OWNERS)
    since: str = dated()


@made_often(kw_only=True)
class Programme:
    """A rating that is being raised (10.8.2, 7.11.2, 11.11.2). ``force``: army, navy or air; ``paid``: payments on its
    track; ``last``: the turn of the last one."""

    power: str = key_of("powers")
    force: str = one_of("army", "navy", "air")
    paid: int = figure(0, 99, 0, unit="payments", rule="10.8.2, 7.11.2, 11.11.2")
    last: str = dated("")


@made_often(kw_only=True)
class Patrol:
    """A ship, or a NAC aboard its CV, on patrol (7.4): in which Sea Area, ``since`` which turn. It stays to the end of
    its side's next player turn. The unit's own ``place`` stays its port."""

    area: str = written()  # the players name Areas that the rules do not
    since: str = dated()


@made_often(kw_only=True)
class TaskForce:
    """Two or three naval units under one marker (2.6, 7.12): whose it is, in which ``port`` it was formed ('' where
    nobody has said), and its ``units``. While it is hidden they are () to all, and a unit of its own id and of the kind
    'tf' stands for them wherever units are named; what they are lies under seal with its power's seat."""

    power: str = key_of("powers")
    port: str = key_of("places", default="")
    units: tuple[str, ...] = key_of("units", default=())


@made_often(kw_only=True)
class Engagement:
    """A battle that is announced and not fought yet (10.0, 11.5, 7.9). ``kind``: ground, air or sea; ``by``: the power
    that announced it; ``attackers``, ``defenders``: ids of the units that fight there, the phasing side's first;
    ``air``, ``facing``: air units that support the one and the other; ``ships``: Fleets that bombard the shore;
    ``cargo``: units aboard those of a mission at sea that carry; ``wave``: held back as a landing's second wave;
    ``reserves``: defenders that came as Reserves; ``terrain``, ``siege``: the hex; ``facts``: what else holds;
    ``path``: the Sea Areas of a mission's course, as far as they were named (7.2); ``port``: where it lands its cargo,
    '' where only the board knows (7.5); ``impulse``: 1 or 2. Its id is what the players call the place: a place's id, a
    hex number, any name."""

    kind: str = one_of("ground", "air", "sea")
    by: str = key_of(*_OWNERS)
    attackers: tuple[str, ...] = key_of("units", default=())
    defenders: tuple[str, ...] = key_of("units", default=())
    air: tuple[str, ...] = key_of("units", default=())
    facing: tuple[str, ...] = key_of("units", default=())
    ships: tuple[str, ...] = key_of("units", default=())
    cargo: tuple[str, ...] = key_of("units", default=())
    wave: tuple[str, ...] = key_of("units", default=())
    reserves: tuple[str, ...] = key_of("units", default=())
    terrain: tuple[str, ...] = listed(99, ())
    siege: int = figure(0, 3, 0, unit="Siege markers", rule="13.2.3")
    facts: tuple[str, ...] = listed(99, ())
    path: tuple[str, ...] = listed(99, ())
    port: str = key_of("places", default="")
    impulse: int = figure(1, 2, 1, unit="impulse", rule="9.2, 9.8")


@made_often(kw_only=True)
class CardCell(Addressed):
    """A cell of a card matrix as the table has entered it from the player aid (29.6, 29.9, 29.11, 29.13): what the
    cards of a ``deck`` that ``defender`` and ``attacker`` play add together to the die."""

    known_by: ClassVar[tuple[str, ...]] = ("deck", "defender", "attacker")
    joint: ClassVar[str] = "+"
    said: ClassVar[str] = "adds"

    deck: str = one_of("u-boats", "bombing", "naval", "espionage")
    defender: str = written()
    attacker: str = written()
    adds: int = figure(-9, 9, unit="on the die", rule="29.6, 29.9, 29.11, 29.13")


@made_often(kw_only=True)
class War(Paired):
    """Two powers or countries at war with each other, ``since`` which turn (6.1)."""

    said: ClassVar[str] = "since"

    one: str = key_of(*_OWNERS)
    other: str = key_of(*_OWNERS)
    since: str = dated()


@frozen(kw_only=True, slots=False)
class TheWar(Campaign):
    """A campaign of The War. ``wars``: who is at war with whom; ``facts``: named facts that rules read;
    ``boxes``: strategic warfare's, by power; ``slips``: ships on the tracks of shipyards; ``built``: what was built
    this turn; ``shipments``: NARFs on their way; ``used``: what of this turn's limits is used;
    ``totals``: of units by kind, as the cards print them, to check an opening by;
    ``installations``: what was built on the board, by id ('germany-fortification-1');
    ``programmes``: ratings that are being raised, by power and force ('italy-army');
    ``engagements``: battles announced and not fought yet, by where; ``missions``: what units have done this
    turn;
    ``sieges``: Siege markers on fortresses, by place or hex (13.2.3); ``patrols``: by unit (7.4);
    ``markers``: beachheads, bridgeheads and breaches, by kind and place ('breach-smolensk'); ``task_forces``: by marker
    ('tf-1', 7.12); ``card_cells``: of card matrices, as far as the table has entered them; ``oil_plants``: whether a
    synthetic oil plant stands in a city, by its id (24.1, 29.10);
    ``entry_causes``: what has moved the U.S. Entry Level, by event and, where it counts more than once, what it was of
    ('losses-1941-1-spring', 22.8);
    ``influence``: POPs by power and target; ``chits``: by power and sort; ``purchases``: of POPs and chits, by power
    and turn; ``statements``: what powers have said of their POPs; ``mismatches``: what of it was not true; ``named``:
    targets named this year (16.1); ``grudges``: declarations of war that later diplomatic rolls remember (16.2);
    ``speakers``: who names targets in this turn's diplomatic step, and ``leanings``: how targets stood before it moved
    them (16.1.3, 16.1.6);
    ``board_signs``: what the board has shown for surrender rolls, ``surrender_rolls``: those that were made (17 to 21);
    ``border_wars``: what Germany decided of the provinces that the Soviets entered by the Pact, by province (16.5);
    ``terms``: of France, line by line (18.5); ``outcomes``: how it has ended, and each side's level (27);
    ``risings``: Atrocities and what rose for them, by home of partisans ('poland', 25.1.1);
    ``box_holds``: turns that forces have stood in boxes to take them (19.1.2, 23.41, 23.47);
    ``hex_holds``, ``sea_links``, ``sea_ports``: what players say of their own map (1.2, 7.2);
    ``map_notes``: what they have written on it, by power and number ('germany-3');
    ``retaken``: capitals that do not supply again yet, by place; ``cut_links``: Soviet links to the map's edge that the
    board shows cut (12.2.2); ``graces``: units in supply for what they did (12.3, 12.5);
    ``supply_marks``, ``supply_places``: who is out of supply or on a limited source, by unit and by place (12.0);
    ``variant_tries``: what powers have tried for a variant, by power and turn (28.0);
    ``in_africa``: units of the board that stand in North Africa (12.2.5);
    ``serials``: the highest number a unit id has used, by power and kind, so that none is given twice."""

    powers: Mapping[str, Power] = public(factory=dict, ruled=True, ids=True)
    countries: Mapping[str, Country] = public(factory=dict, ruled=True, ids=True)
    holdings: Mapping[str, Holding] = public(factory=dict, ruled=True, ids=True)
    places: Mapping[str, Place] = public(factory=dict, ruled=True)
    units: Mapping[str, Unit] = public(factory=dict, ruled=True, ids=True)
    pools: Mapping[str, Pool] = public(factory=dict, ruled=True)
    additions: Mapping[str, Addition] = public(factory=dict, ruled=True)
    totals: Mapping[str, CardTotal] = public(factory=dict)
    wars: Mapping[str, War] = public(factory=dict, ruled=True)
    facts: Mapping[str, str | int | bool] = public(factory=dict, bounds=Range(-9999, 9999), ruled=True)
    serials: Mapping[str, int] = public(factory=dict, bounds=Range(0, 9999), inner=True)
    boxes: Mapping[str, Box] = public(factory=dict)
    built: Mapping[str, Built] = public(factory=dict)
    slips: Mapping[str, Slip] = public(factory=dict)
    shipments: Mapping[str, Shipment] = public(factory=dict, ruled=True)
    used: Mapping[str, Used] = public(factory=dict)
    installations: Mapping[str, Installation] = public(factory=dict)
    programmes: Mapping[str, Programme] = public(factory=dict)
    engagements: Mapping[str, Engagement] = public(factory=dict, inner=True)
    missions: Mapping[str, Deed] = public(factory=dict, inner=True)
    sieges: Mapping[str, int] = public(factory=dict, bounds=Range(0, 9), unit="Siege markers", rule="13.2.3")
    patrols: Mapping[str, Patrol] = public(factory=dict)
    markers: Mapping[str, Marker] = public(factory=dict)
    task_forces: Mapping[str, TaskForce] = public(factory=dict)
    card_cells: Mapping[str, CardCell] = public(factory=dict, ruled=True)
    entry_causes: Mapping[str, EntryCause] = public(factory=dict, ruled=True)
    oil_plants: Mapping[str, bool] = public(factory=dict, ruled=True)
    influence: Mapping[str, Influence] = public(factory=dict, ruled=True)
    chits: Mapping[str, Chits] = public(factory=dict, ruled=True)
    purchases: Mapping[str, Purchase] = public(factory=dict)
    statements: Mapping[str, Statement] = public(factory=dict, inner=True)
    mismatches: Mapping[str, Mismatch] = public(factory=dict)
    named: Mapping[str, Named] = public(factory=dict, ruled=True)
    grudges: Mapping[str, Grudge] = public(factory=dict, ruled=True)
    speakers: Mapping[str, Speaker] = public(factory=dict, inner=True)
    leanings: Mapping[str, Leaning] = public(factory=dict, inner=True)
    board_signs: Mapping[str, BoardSign] = public(factory=dict)
    surrender_rolls: Mapping[str, SurrenderRoll] = public(factory=dict)
    border_wars: Mapping[str, BorderWar] = public(factory=dict, ruled=True)
    terms: Mapping[str, Term] = public(factory=dict)
    outcomes: Mapping[str, Outcome] = public(factory=dict)
    box_holds: Mapping[str, BoxHold] = public(factory=dict)
    risings: Mapping[str, Rising] = public(factory=dict)
    hex_holds: Mapping[str, HexHold] = public(factory=dict)
    map_notes: Mapping[str, MapNote] = public(factory=dict)
    sea_links: Mapping[str, SeaLink] = public(factory=dict, ruled=True)
    sea_ports: Mapping[str, SeaPort] = public(factory=dict, ruled=True)
    retaken: Mapping[str, Retaken] = public(factory=dict, ruled=True)
    cut_links: Mapping[str, CutLink] = public(factory=dict, ruled=True)
    graces: Mapping[str, Grace] = public(factory=dict, ruled=True)
    supply_marks: Mapping[str, SupplyMark] = public(factory=dict, ruled=True)
    supply_places: Mapping[str, SupplyMark] = public(factory=dict, ruled=True)
    variant_tries: Mapping[str, VariantTry] = public(factory=dict, ruled=True)
    in_africa: Mapping[str, InAfrica] = public(factory=dict, ruled=True)

    def gone(self, mapping: str, key: str) -> bool:
        """A unit's number is given once, and kept as it leaves play."""
        stem, _, number = key.rpartition("-")
        counted = mapping == "units" and number.isdecimal() and number.isascii() and len(number) < 5
        return counted and 0 < int(number) <= self.serials.get(stem, 0)
