"""The cards of the boxed game as pages of figures: a power's own, its yards, its units at start, in the pool, to come,
the objective cities that the map prints in its land (27.2), and what is lost of its list of surrender (ruling 113).

What a player types here makes a scenario of his own (1.2, 2.2, 3.1, 8.4, 14.1, 15.1.5); a running campaign is changed
by rulings alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import attrs

from engine.kernel.campaign import source
from engine.kernel.grammar import ID
from engine.kernel.paths import Draft
from engine.kernel.sheets.cards import BadCard, Card, Cards, CardTable, Figure, owned
from engine.kernel.sheets.cards import CardLine as Line
from engine.kernel.tables import table
from engine.thewar.building import shipyards
from engine.thewar.building.card_figures import (
    AdditionFigure,
    Alike,
    ObjectiveFigure,
    PoolFigure,
    PrintedTotal,
    UnitsFigure,
    YardFigure,
)
from engine.thewar.countries import yards
from engine.thewar.rolls import surrenders
from engine.thewar.rolls.endings import OBJECTIVE
from engine.thewar.world import calendar, counters, traits, wars
from engine.thewar.world.forces import group_of
from engine.thewar.world.state import Addition, CardTotal, Place, Pool, TheWar, Unit

BOARD = "board"
FIGURES, YARDS, UNITS, OBJECTIVES, SURRENDER = "figures", "yards", "units", "objectives", "surrender"
_DATE = re.compile(r"\s+(?P<season>spring|summer|fall|winter)\s+(?P<year>19\d\d)\Z")
_PRINTED = {"flak": "Flak", "fleet": "Fleet", "uboat": "U-boat", "partisan": "Partisan", "jet": "Jet", "art": "ART"}
_SAID = {"u-boat": "uboat", "uboats": "uboat", "u-boats": "uboat", "fleets": "fleet"}
_BOXES = {"uboat": "u-boat-war-box", "asw": "u-boat-war-box", "int": "bombing-war-box", "sac": "bombing-war-box"}
"""Where units of strategic warfare stand that nobody has placed yet (5.1, 5.2)."""

_OF_POWERS = (
    ("hand", "narfs"),
    ("base", "base"),
    ("growth", "growth"),
    ("from", "growth_from"),
    ("SMP", "smp"),
    ("least", "smp_minimum"),
    ("army", "army"),
    ("navy", "navy"),
    ("air", "air"),
)
_OF_COUNTRIES = (
    ("hand", "narfs"),
    ("value", "value"),
    ("assoc.", "associate_value"),
    ("growth", "growth"),
    ("army", "army"),
    ("navy", "navy"),
    ("air", "air"),
)


class TheWarCards(Cards[TheWar]):
    """The cards of the Major Powers and, behind them, of the minor countries."""

    def owners(self, campaign: TheWar) -> Mapping[str, str]:
        powers = {power: campaign.powers[power].name for power in campaign.powers}
        lands = sorted(campaign.countries, key=lambda key: campaign.countries[key].name)
        return powers | {key: campaign.countries[key].name for key in lands}

    def card(self, campaign: TheWar, owner: str) -> Card:
        tables = [_own_figures(campaign, owner)]
        if owner in campaign.powers:
            tables.append(_yards(campaign, owner))
        tables.append(_units(campaign, owner))
        if _cities(campaign, owner):
            tables.append(_objectives(campaign, owner))
        if owner in surrenders.LISTS and surrenders.house(owner):
            tables.append(_surrender(campaign, owner))
        return Card(owner, wars.named(campaign, owner), tuple(tables))

    def added(self, campaign: TheWar, owner: str, table: str, typed: str) -> tuple[TheWar, str]:
        """A type of unit, with a date for one that comes later, or a place that gets a shipyard or is an objective."""
        if table == YARDS:
            return _with_yard(campaign, owner, typed)
        if table == OBJECTIVES:
            return _with_objective(campaign, owner, typed)
        if table != UNITS:
            raise BadCard("these figures are all that there are")
        return _with_units(campaign, owner, typed)

    def removed(self, campaign: TheWar, owner: str, table: str, line: str) -> TheWar:
        if table == YARDS:
            figure = YardFigure(f"places.{line}.tags.{yards.SHIPYARD}", 0, place=line)
            return owned(figure.put(campaign, 0), ())
        if table == OBJECTIVES:
            return _without_objective(campaign, line)
        if table != UNITS:
            raise BadCard("every power has these figures; type another number")
        group = line.partition("@")[0]

        def stays(item: Unit | Pool | Addition | CardTotal) -> bool:
            return item.power != owner or _group(item) != group

        return owned(
            attrs.evolve(
                campaign,
                units={key: item for key, item in campaign.units.items() if stays(item)},
                pools={key: item for key, item in campaign.pools.items() if stays(item)},
                totals={key: item for key, item in campaign.totals.items() if stays(item)},
                additions={key: item for key, item in campaign.additions.items() if stays(item)},
            ),
            (),
        )


def _own_figures(campaign: TheWar, owner: str) -> CardTable:
    """The owner's own figures in one line (8.4, 10.8, 7.11, 11.11, 14.1, 14.3), rail capacity (9.1.2) behind them."""
    top = "powers" if owner in campaign.powers else "countries"
    rows = _OF_POWERS if top == "powers" else _OF_COUNTRIES
    figures = []
    for _, part in rows:
        path = f"{top}.{owner}.{part}"
        figures.append(Figure.of_field(campaign, path))
    columns = [row[0] for row in rows]
    rail = f"rail-{owner}"
    if rail in campaign.facts:
        path = f"facts.{rail}"
        about = "units that may move by rail a turn"
        figures.append(Figure(path, int(campaign.facts[rail]), source(campaign, path), 0, 99, about))
        columns.append("rail")
    return CardTable(FIGURES, "Figures", tuple(columns), (Line("own", "", tuple(figures)),))


def _yards(campaign: TheWar, owner: str) -> CardTable:
    lines = []
    for key, place in campaign.places.items():
        if yards.SHIPYARD in place.tags and _home(campaign, owner, place):
            path = f"places.{key}.tags.{yards.SHIPYARD}"
            value = 1 + yards.added(campaign, key)
            about = f"ships on the tracks of {place.name} at a time"
            figure = YardFigure(path, value, source(campaign, path), 0, 9, about, place=key)
            lines.append(Line(key, place.name, (figure,)))
    return CardTable(YARDS, "Shipyards", ("tracks",), tuple(lines), "a home port, such as Kiel")


def _home(campaign: TheWar, owner: str, place: Place) -> bool:
    """Whether a yard there is the owner's own: at home or in a dominion or colony (15.1.5.2)."""
    holding = campaign.holdings.get(place.country)
    return place.country == owner or (holding is not None and holding.owner == owner)


def _with_yard(campaign: TheWar, owner: str, typed: str) -> tuple[TheWar, str]:
    homes = {
        key: place.name
        for key, place in campaign.places.items()
        if _home(campaign, owner, place) and place.kind in ("port", "city", "box")
    }
    wanted = typed.strip().lower()
    key = next((key for key, name in homes.items() if wanted in (key, name.lower())), "")
    if not key:
        raise BadCard(f"'{typed.strip()[:40]}' is no home port; there are {', '.join(homes.values()) or 'none'}")
    if yards.SHIPYARD in campaign.places[key].tags:
        raise BadCard(f"{homes[key]} stands on the card already")
    path = f"places.{key}.tags.{yards.SHIPYARD}"
    figure = YardFigure(path, 0, place=key)
    after = figure.put(campaign, 1)
    return owned(after, figure.paths(after)), key


def _objectives(campaign: TheWar, owner: str) -> CardTable:
    """The cities in the owner's land and colonies that may be objectives, each with whether it is one (27.2)."""
    lines = []
    for key, place in campaign.places.items():
        if OBJECTIVE in place.tags and _home(campaign, owner, place):
            path = f"places.{key}.tags.{OBJECTIVE}"
            value, about = int(place.tags[OBJECTIVE]), f"{place.name} is an objective city, 1, or none, 0"
            lines.append(Line(key, place.name, (ObjectiveFigure(path, value, source(campaign, path), 0, 1, about),)))
    return CardTable(OBJECTIVES, "Objectives", ("counts",), tuple(lines), "a city that the map prints in orange")


def _surrender(campaign: TheWar, owner: str) -> CardTable:
    """The modifiers of the owner's surrender whose printed figures are lost (18.4, 20.4)."""
    lines = []
    for one in surrenders.house(owner):
        key = surrenders.typed_over(owner, one.id)
        path, typed = f"facts.{key}", key in campaign.facts
        value = int(campaign.facts[key]) if typed else one.value
        about = f"added to the die of {wars.named(campaign, owner)}'s surrender: {one.event}"
        at = source(campaign, path) if typed else one.source
        figure = Figure(path, value, at, -surrenders.MOST, surrenders.MOST, about)
        lines.append(Line(one.id, one.event, (figure,)))
    return CardTable(SURRENDER, "Surrender", ("die",), tuple(lines))


def _cities(campaign: TheWar, owner: str) -> dict[str, str]:
    """The names of the cities and ports in the owner's land and colonies."""
    homes = {key: place for key, place in campaign.places.items() if _home(campaign, owner, place)}
    return {key: place.name for key, place in homes.items() if place.kind in ("port", "city")}


def _with_objective(campaign: TheWar, owner: str, typed: str) -> tuple[TheWar, str]:
    """Another objective among the owner's cities. Raises BadCard with those that there are."""
    cities = _cities(campaign, owner)
    wanted = typed.strip().lower()
    key = next((key for key, name in cities.items() if wanted in (key, name.lower())), "")
    if not key:
        raise BadCard(f"'{typed.strip()[:40]}' is no city here; there are {', '.join(cities.values()) or 'none'}")
    path = f"places.{key}.tags.{OBJECTIVE}"
    if OBJECTIVE in campaign.places[key].tags:
        raise BadCard(f"{cities[key]} stands on the card already; 1 makes it an objective")
    return owned(ObjectiveFigure(path, 0).put(campaign, 1), (path,)), key


def _without_objective(campaign: TheWar, key: str) -> TheWar:
    """A city's line is taken away: it is none."""
    draft = Draft(campaign)
    tags = campaign.places[key].tags
    draft.change(f"places.{key}.tags", {tag: on for tag, on in tags.items() if tag != OBJECTIVE})
    root: TheWar = draft.campaign
    return owned(root, ())


def _group(item: Unit | Pool | Addition | CardTotal) -> str:
    return "-".join(part for part in (item.kind, item.strength, item.tag) if part)


def words(kind: str, strength: str, tag: str) -> str:
    """A type of unit for people: ``MOT 3-7 (anzac)``."""
    printed = _PRINTED.get(kind, kind.upper())
    return " ".join(part for part in (printed, strength, f"({tag.replace('-', ' ')})" if tag else "") if part)


def _dates(campaign: TheWar, owner: str) -> tuple[int, ...]:
    """The turns that have a column: every Spring of the campaign, and what else something of the owner's comes in."""
    first, last = calendar.number(campaign.first), calendar.number(campaign.last)
    springs = [turn for turn in range(first, last + 1) if turn % 4 == 0]
    return tuple(
        sorted({*springs, *(_due(addition) for addition in campaign.additions.values() if addition.power == owner)})
    )


def _due(coming: Addition) -> int:
    return coming.year * 4 + calendar.SEASONS.index(coming.season)


def _column(turn: int) -> str:
    year, season = divmod(turn, 4)
    return str(year) if season == 0 else f"{calendar.SEASONS[season][:2].title()}{year % 100}"


def _usual_place(owner: str, kind: str) -> str:
    """Where units are at the start unless the scenario says otherwise: the boxes of strategic warfare, the U.S. Box
    (5.1, 5.2, 22.7), else the board."""
    return _BOXES.get(kind) or (shipyards.US_BOX if owner == "us" else BOARD)


def _units(campaign: TheWar, owner: str) -> CardTable:
    """A line for each type, and one more for those of it that stand in another place at the start."""
    types: dict[str, Pool] = {}
    places: dict[str, list[str]] = {}
    for item in _everything(campaign):
        if item.power == owner:
            group = _group(item)
            types.setdefault(group, Pool(power=owner, kind=item.kind, strength=item.strength, tag=item.tag))
            if isinstance(item, Unit) and item.place not in places.setdefault(group, []):
                places[group].append(item.place)
    dates = _dates(campaign, owner)
    alike = Alike(campaign)
    lines = []
    for group in sorted(types, key=lambda name: _rank(types[name])):
        pool = types[group]
        usual = _usual_place(owner, pool.kind)
        first, *others = places.get(group) or [usual]
        name = words(pool.kind, pool.strength, pool.tag)
        later = tuple(_addition(campaign, alike, pool, turn) for turn in dates)
        counted = (_at_start(campaign, alike, pool, first), _in_pool(campaign, pool), *later)
        elsewhere = [_at_start(campaign, alike, pool, place) for place in others]
        total = _printed(campaign, pool, sum(figure.value for figure in (*counted, *elsewhere)))
        label = name if first == usual else f"{name} {_short(campaign, first)}"
        lines.append(Line(group, label, (*counted, total)))
        for place, figure in zip(others, elsewhere, strict=True):
            empty = (None,) * (2 + len(dates))
            lines.append(Line(f"{group}@{place}", f"{name} {_short(campaign, place)}", (figure, *empty)))
    columns = ("play", "pool", *map(_column, dates), "in all")
    return CardTable(UNITS, "Units", columns, tuple(lines), "kind and strength, such as ARM 10-8 or INF 6-5 fall 1942")


def _rank(pool: Pool) -> tuple[int, tuple[int, ...], str]:
    order = list(table("thewar", "traits")["row"])
    factors = tuple(-int(part) for part in pool.strength.split("-") if part)
    return (order.index(pool.kind) if pool.kind in order else len(order), factors, pool.tag)


def _short(campaign: TheWar, place: str) -> str:
    return f"({campaign.places[place].name.removesuffix(' Box')})" if place in campaign.places else f"({place})"


def _at_start(campaign: TheWar, alike: Alike, pool: Pool, place: str) -> UnitsFigure:
    sample = Unit(power=pool.power, kind=pool.kind, strength=pool.strength, tag=pool.tag, place=place)
    in_play = alike.units(sample)
    path = f"units.{in_play[0]}" if in_play else "units"
    about = f"{words(pool.kind, pool.strength, pool.tag)} in play at the start"
    return UnitsFigure(path, len(in_play), source(campaign, path) if in_play else "", 0, 60, about, sample)


def _in_pool(campaign: TheWar, pool: Pool) -> PoolFigure:
    key = next(
        (
            key
            for key, known in campaign.pools.items()
            if known.power == pool.power and group_of(known) == group_of(pool)
        ),
        f"{pool.power}-{group_of(pool)}",
    )
    path = f"pools.{key}"
    stock = campaign.pools.get(key)
    about = f"{words(pool.kind, pool.strength, pool.tag)} in the force pool"
    return PoolFigure(path, stock.count if stock else 0, source(campaign, path) if stock else "", 0, 60, about, pool)


def _printed(campaign: TheWar, pool: Pool, counted: int) -> PrintedTotal:
    group = group_of(pool)
    key = next(
        (key for key, known in campaign.totals.items() if known.power == pool.power and group_of(known) == group),
        f"{pool.power}-{group}",
    )
    path = f"totals.{key}"
    known = campaign.totals.get(key)
    said = source(campaign, path) or "own" if known else ""
    about = f"{words(pool.kind, pool.strength, pool.tag)} in all, as the card prints it; {counted} stand on it here"
    return PrintedTotal(path, known.count if known else 0, said, 0, 199, about, counted, pool)


def _addition(campaign: TheWar, alike: Alike, pool: Pool, turn: int) -> AdditionFigure:
    season = calendar.SEASONS[turn % 4]
    wanted = Addition(
        power=pool.power, year=turn // 4, season=season, kind=pool.kind, strength=pool.strength, tag=pool.tag
    )
    same = alike.coming(wanted)
    key = same[0] if same else f"{pool.power}-{turn // 4}-{season}-{group_of(pool)}"
    path = f"additions.{key}"
    count = sum(campaign.additions[coming].count for coming in same)
    about = f"{words(pool.kind, pool.strength, pool.tag)} that join the pool in {calendar.spoken(calendar.label(turn))}"
    return AdditionFigure(path, count, source(campaign, path) if same else "", 0, 60, about, wanted)


def _with_units(campaign: TheWar, owner: str, typed: str) -> tuple[TheWar, str]:
    """Another type on the card: an empty place in the pool, or with a date one that comes then."""
    said = " ".join(typed.lower().split())
    date = _DATE.search(said)
    pool = _type(campaign, owner, said[: date.start()] if date else said)
    group = group_of(pool)
    if date is None:
        if any(item.power == owner and _group(item) == group for item in _everything(campaign)):
            raise BadCard(f"{words(pool.kind, pool.strength, pool.tag)} stands on the card already")
        after = attrs.evolve(campaign, pools={**campaign.pools, f"{owner}-{group}": pool})
        return owned(after, (f"pools.{owner}-{group}",)), group
    turn = int(date["year"]) * 4 + calendar.SEASONS.index(date["season"])
    if not calendar.number(campaign.first) <= turn <= calendar.number(campaign.last):
        span = f"{calendar.spoken(campaign.first)} to {calendar.spoken(campaign.last)}"
        raise BadCard(f"{calendar.spoken(calendar.label(turn))} is not in the campaign: {span}")
    figure = _addition(campaign, Alike(campaign), pool, turn)
    if figure.value:
        raise BadCard(f"{figure.about}: the card has {figure.value} already")
    after = figure.put(campaign, 1)
    return owned(after, figure.paths(after)), group


def _everything(campaign: TheWar) -> Iterable[Unit | Pool | Addition]:
    yield from campaign.units.values()
    yield from campaign.pools.values()
    yield from campaign.additions.values()


def _type(campaign: TheWar, owner: str, said: str) -> Pool:
    """The type of unit that words mean: kind, strength, origin. Raises BadCard with what there is."""
    kind, _, rest = said.partition(" ")
    kind = _SAID.get(kind, kind)
    known = traits.kinds()
    if kind not in known:
        named = ", ".join(_PRINTED.get(name, name.upper()) for name in known)
        raise BadCard(f"'{kind[:20]}' is no kind of unit; there are {named}")
    strength, _, tag = rest.partition(" ") if rest[:1].isdigit() else ("", "", rest)
    tag = tag.strip("() ").replace(" ", "-")
    try:
        counters.parsed(kind, strength)
    except counters.BadStrength as bad:
        raise BadCard(str(bad)) from None
    if tag and (not ID.match(tag) or len(tag) > 30):
        raise BadCard(f"'{tag[:30]}' is no origin: letters and digits, such as canadian")
    pool = Pool(power=owner, kind=kind, strength=strength, tag=tag)
    owners = traits.owners(campaign, pool)
    if owners and owner not in owners:
        raise BadCard(
            f"{traits.trait(pool)['name']} belong to {' and '.join(power.title() for power in owners)} only (2.6)"
        )
    return pool
