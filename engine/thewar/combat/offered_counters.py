"""What the forms of missions and attacks offer to be ticked: a side's units by their groups with how many of them may
still be named, the enemies of a hex with its holder first, the places worth attacking (4.0, 6.4, 10.0, 11.2.3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from attrs import define, field

from engine.kernel.counters import Counter
from engine.kernel.remembering import unchanged
from engine.kernel.values import frozen
from engine.thewar.combat import battles, standing_aside
from engine.thewar.combat.circumstances import payer
from engine.thewar.economy import free_efforts, logistics
from engine.thewar.map import grid
from engine.thewar.map.board import Spot
from engine.thewar.world import calendar, counters, forces, sides, task_forces, titles, traits, wars, whereabouts
from engine.thewar.world.state import Country, Place, TheWar, Unit

_REACH, _UNKNOWN = 5, 99
"""The hexes within which places count as equally near, and the distance of those of which only the board knows."""
DEPLETED = "-dep"
"""Behind a group's name: its Depleted units."""
NEVER = "never"
"""What is said of a unit that a box does not ask for at all; it is not listed."""
Fit = Callable[[str, Unit], str]
"""Of a unit and its id: why it may not be named, in words that go on with ``2 of them ...``; '' where it may."""


@frozen
class Call:
    """Which units of a side a box asks for. ``category``: of what arm, '' for any; ``deed``: what they must not have
    done in this impulse, ``done`` in words (``have attacked``); ``activity``: what the effort of their powers has to
    allow, '' for nothing; ``fit``: what else may be wrong with one; ``never``: kinds that are never asked for."""

    category: tuple[str, ...] = ()
    deed: str = ""
    done: str = ""
    activity: str = ""
    fit: Fit | None = None


@define
class _Line:
    """The units of a line: how many may be named, and of the others how many are kept from it by what."""

    many: int = 0
    kept: dict[str, int] = field(factory=dict)

    def counter(self, text: str, label: str, owner: str, worn: bool) -> Counter:
        """The line for the form; ``owner``: whose they are, where that is to be said; ``worn``: they are Depleted."""
        others = [f"{many} {why}" for why, many in self.kept.items()]
        return Counter(text, label, self.many, "; ".join(part for part in (owner, *others) if part), owner, worn)


@frozen
class Everyone:
    """All units of some arms of a power's side."""

    power: str
    arms: tuple[str, ...]

    def units(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Whatever they have done and may do."""
        return own(campaign, self.power, Call(self.arms))


def own(campaign: TheWar, power: str, call: Call, opponents: Collection[str] = ()) -> tuple[Counter, ...]:
    """The units of a power's side, its own first, then of those whom it commands; who may do nothing of the kind stands
    below with the reason, once for each owner. ``opponents``: with whom they must be at war."""
    side, busy = sides.side(campaign, power), _busy(campaign, call.deed)
    mine: list[Counter] = []
    idle: list[Counter] = []
    for owner in _ordered(campaign, power, side):
        lines = list(_lines(campaign, owner, call, busy, first=owner == power))
        if lines and (why := _barred(campaign, owner, call.activity, opponents)):
            idle.append(Counter(owner, wars.named(campaign, owner), 0, why))
        else:
            mine += lines
    return (*(line for line in mine if line.many), *(line for line in mine if not line.many), *idle)


def each(campaign: TheWar, keys: Iterable[str], kept: Mapping[str, str] | None = None) -> tuple[Counter, ...]:
    """Units each by itself, where an order names them so: what they are, where they stand; ``kept``: by unit, why it
    may not be named."""
    barred, found = kept or {}, []
    for key in keys:
        unit = campaign.units[key]
        where = "" if unit.place in ("", "board") else titles.where(campaign, unit.place)
        why = barred.get(key, "")
        found.append(Counter(key, titles.label(unit), 0 if why else 1, why or where, worn=unit.depleted))
    return tuple(sorted(found, key=lambda counter: not counter.many))


def enemies(
    campaign: TheWar,
    power: str,
    where: str,
    call: Call,
    engaged: Collection[str] = (),
    there: Collection[str] = (),
) -> tuple[Counter, ...]:
    """The enemies who may stand in a hex: those recorded there, then its holder's, the most numerous first, then all
    others with whom the power is at war, then those with whom only its allies are. ``engaged``: units that are in
    another battle; ``there``: units that are known to be there besides."""
    side = battles.enemy(campaign, power)
    place = campaign.places.get(where)
    holder = place.holder if place is not None else ""
    friends = [who for who in campaign.powers if sides.side(campaign, who) == sides.side(campaign, power)]
    ranked: list[tuple[tuple[int, int, int], Counter]] = []
    for owner in forces.owners(campaign):
        if sides.side(campaign, owner) != side:
            continue
        ours = battles.fight(campaign, power, owner, where)
        if not ours and not any(battles.fight(campaign, who, owner, where) for who in friends):
            continue
        holds = owner == holder or (bool(holder) and payer(campaign, owner) == holder)
        rank = 0 if holds else 1 if ours else 2
        for line in _lines(campaign, owner, call, set(engaged), first=False, said="in another battle"):
            units = forces.group_units(campaign, owner, line.text[len(owner) + 1 :])
            known = sum(unit.place == where or key in there for key, unit in units.items())
            ranked.append(((-known, rank + 3 * (not line.many), -line.many), line))
    ranked.sort(key=lambda one: one[0])
    return tuple(line for _, line in ranked)


@unchanged("places", "wars", "powers", "countries", "holdings", "border_wars", "facts", "progress.turn")
def targets(campaign: TheWar, power: str) -> tuple[Counter, ...]:
    """The places that a power may want to attack: those in enemy hands, those of enemies new in this turn first, then
    the nearest to what its side holds; of those about as near what is worth most, a country's capital its value."""
    held = [
        (key, place)
        for key, place in campaign.places.items()
        if _on_land(key, place) and place.holder and battles.fight(campaign, power, place.holder, key)
    ]
    mine, turn = _held(campaign, power), calendar.turn(campaign)
    new = {
        holder: battles.since(campaign, power, holder) == turn
        for holder in dict.fromkeys(place.holder for _, place in held)
    }
    held.sort(
        key=lambda known: (
            not new[known[1].holder],
            _far(campaign, known[0], mine),
            -_worth(campaign, *known),
            known[1].name,
        )
    )
    return tuple(Counter(key, place.name, 1, _told(campaign, key, place)) for key, place in held)


def _on_land(key: str, place: Place) -> bool:
    """Whether a place may be attacked at all: no strait, and no box off the map but those where both sides stand."""
    return place.kind != "strait" and (place.kind != "box" or key in battles.FOUGHT_IN)


def _capital(campaign: TheWar, key: str) -> Country | None:
    """The minor country whose capital a place is, with which it is conquered (23.1)."""
    return next((land for land in campaign.countries.values() if land.capital == key), None)


def _worth(campaign: TheWar, key: str, place: Place) -> int:
    """What a place brings, in NARFs; the capital of a country that still holds it brings the whole country."""
    land = _capital(campaign, key)
    own = land is not None and campaign.countries.get(place.holder) == land
    return land.value if land is not None and own else place.value


def _told(campaign: TheWar, key: str, place: Place) -> str:
    """Whose a place is and what it brings."""
    capital = ", the capital" if _capital(campaign, key) is not None or place.tags.get("capital") else ""
    worth = _worth(campaign, key, place)
    return wars.named(campaign, place.holder) + capital + (f", {worth} NARFs" if worth else "")


def _held(campaign: TheWar, power: str) -> tuple[Spot, ...]:
    """Where the places of a power and of those whom it commands lie."""
    mine = (key for key, place in campaign.places.items() if power in (place.holder, payer(campaign, place.holder)))
    return tuple(spot for spot in (whereabouts.spot(campaign, key) for key in mine) if spot is not None)


def _far(campaign: TheWar, where: str, mine: Sequence[Spot]) -> int:
    """How far a place lies from the nearest of a power's own, in steps of a unit's reach."""
    spot = whereabouts.spot(campaign, where)
    if spot is None or not mine:
        return _UNKNOWN
    return min(grid.distance(spot.hex, other.hex) for other in mine) // _REACH


def places(campaign: TheWar, power: str) -> tuple[str, ...]:
    """Every place that may be attacked by its id, those worth attacking first."""
    likely = [counter.text for counter in targets(campaign, power)]
    others = (key for key, place in campaign.places.items() if _on_land(key, place))
    return tuple(dict.fromkeys((*likely, *others)))


def words(
    names: Iterable[str], notes: Mapping[str, str] | None = None, spoken: Mapping[str, str] | None = None
) -> tuple[Counter, ...]:
    """Names that are ticked or not, such as what a hex is; ``spoken``: those that have other words."""
    said, called = notes or {}, spoken or {}
    return tuple(Counter(name, called.get(name, name.replace("-", " ")), 1, said.get(name, "")) for name in names)


def owners_of(campaign: TheWar, given: Mapping[str, str], box: str, own: str = "") -> tuple[str, ...]:
    """The owners of the units that stand in a box, as far as their names say them. ``own``: whose those are that are
    named without an owner."""
    names = [name for name in given.get(box, "").split(",") if name]
    owners = (battles.owner_of(campaign, name) or own for name in names)
    return tuple(dict.fromkeys(owner for owner in owners if owner))


def of_all(*fits: Fit) -> Fit:
    """The first reason that any of these gives."""
    return lambda key, unit: next((why for fit in fits if (why := fit(key, unit))), "")


# --- units by their groups


def _ordered(campaign: TheWar, power: str, side: str) -> Iterator[str]:
    """The owners of a side's units: the power, those whom it commands, the others."""
    known = [owner for owner in forces.owners(campaign) if sides.side(campaign, owner) == side]
    known.sort(key=lambda owner: (owner != power, payer(campaign, owner) != power))
    yield from known


def _lines(
    campaign: TheWar, owner: str, call: Call, busy: Collection[str], *, first: bool, said: str = ""
) -> Iterator[Counter]:
    """The groups of an owner's units, whole ones and Depleted ones apart, those with most factors first."""
    groups = sorted(forces.groups_of(campaign, owner).items(), key=lambda known: _weight(known[1]))
    covered = task_forces.inside(campaign)
    for group, units in groups:
        sample = next(iter(units.values()))
        sort = traits.category(sample)
        if sort == "strategic" or (call.category and sort not in call.category):
            continue
        whole, worn = _Line(), _Line()
        for key, unit in units.items():
            line = worn if unit.depleted else whole
            if (why := _kept(campaign, key, unit, call, busy, covered, said)) == NEVER:
                continue
            if why:
                line.kept[why] = line.kept.get(why, 0) + 1
            else:
                line.many += 1
        if sample.kind == task_forces.KIND:
            for key in units:
                yield Counter(key, task_forces.name(key), min(1, whole.many))
            continue
        name = group if first else f"{owner}-{group}"
        whose = "" if first else wars.named(campaign, owner)
        for line, tail, state in ((whole, "", ""), (worn, DEPLETED, " Depleted")):
            if line.many or line.kept:
                yield line.counter(f"{name}{tail}", f"{forces.spoken(group)}{state}", whose, bool(tail))


def _weight(units: Mapping[str, Unit]) -> tuple[int, int, str]:
    sample = next(iter(units.values()))
    printed = counters.factors(sample)
    return -printed.combat, -printed.move, sample.kind


def _busy(campaign: TheWar, deed: str) -> set[str]:
    """Who has done a deed in this impulse."""
    if not deed:
        return set()
    half, impulse = sides.phasing(campaign), battles.impulse(campaign)
    return {
        record.who
        for record in campaign.missions.values()
        if record.deed == deed and record.half == half and record.impulse == impulse
    }


def _kept(
    campaign: TheWar,
    key: str,
    unit: Unit,
    call: Call,
    busy: Collection[str],
    covered: Mapping[str, str],
    said: str,
) -> str:
    """What keeps a unit from being named, '' for nothing."""
    if key in busy:
        return said or call.done
    if key in covered:
        return f"in {task_forces.name(covered[key])}"
    if unit.immobile and traits.category(unit) != "ground":
        return "without oil"
    if battles.lent(campaign, key):
        return "bombing Britain"
    return call.fit(key, unit) if call.fit is not None else ""


def _barred(campaign: TheWar, owner: str, activity: str, opponents: Collection[str]) -> str:
    """Why none of an owner's units may be named: their power's effort, or peace with those whom they would fight."""
    if what := standing_aside.stays_out(campaign, owner):
        return f"{what}, not at war"
    if opponents and not any(battles.fight(campaign, owner, opponent, "") for opponent in opponents):
        return f"not at war with {' or '.join(wars.named(campaign, opponent) for opponent in opponents)}"
    lead = payer(campaign, owner)
    if not activity or not lead:
        return ""
    if (refusal := logistics.may(campaign, lead, activity)) is None:
        return ""
    if owner in campaign.countries and owner in free_efforts.of(campaign):
        return "" if logistics.allows(free_efforts.KIND, activity)[0] != "no" else refusal.reason
    return refusal.reason
