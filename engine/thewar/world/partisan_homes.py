"""The homes of partisans: which lands they are, who occupies them, how many counters there are, and where partisans and
SS Legions are built (25.1.1, 25.2, rulings 361, 362, 366)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.world import counters, regions, sides, tallies, traits, wars
from engine.thewar.world.state import Place, Pool, TheWar, Unit

PARTISAN, LEGION = "partisan", "ss"
STRENGTHS = {PARTISAN: "1-3", LEGION: "2-5"}
"""A partisan of one combat factor and an SS Legion, as they are played with (ruling 361)."""
FORMER = "former-partisan"
"""The origin of a regular unit that was a partisan: Fourth-Rate, and never rebuilt (25.4, ruling 371)."""
HELPED = "conquered-with-help-"
"""With a country's id, the fact that Italy conquered it while Germany was at war with it too (25.1.1, ruling 616)."""
A_TURN = 2
"""Partisans, or Legions, that are built in a home in a turn (25.1.1, rulings 95, 96)."""
_GERMANY, _USSR, _FRANCE, _BRITAIN = "germany", "ussr", "france", "britain"


@frozen
class Home:
    """A home of partisans. ``lands``: the countries that it is; ``counters``: how many partisans there are for it
    (ruling 361); ``modifier``: added to the die for Atrocities; ``rolled``: whether there is such a die (25.1.1)."""

    id: str
    name: str
    lands: tuple[str, ...]
    counters: int
    modifier: int = 0
    rolled: bool = True


HOMES: Mapping[str, Home] = {
    home.id: home
    for home in (
        Home("poland", "Poland", ("poland", "eastern-poland"), 8),
        Home("norden", "Denmark and Norway", ("norway", "denmark"), 1, rolled=False),
        Home("benelux", "the Low Countries", ("belgium", "netherlands", "luxembourg"), 1, rolled=False),
        Home("occupied-france", "Occupied France", ("france",), 5, -3),
        Home("spain", "Spain", ("spain",), 7, 3),
        Home("turkey", "Turkey", ("turkey",), 7, 3),
        Home("greece", "Greece", ("greece",), 7),
        Home("yugoslavia", "Yugoslavia", ("yugoslavia",), 8, 4),
        Home("baltic", "the Baltic States", ("estonia", "latvia", "lithuania"), 1, rolled=False),
        Home("ussr", "the Soviet Union", ("ussr",), 7, 5),
        Home("britain", "Britain", ("britain",), 4, rolled=False),
        Home("northern-ireland", "Northern Ireland", ("northern-ireland", "britain"), 2, rolled=False),
        # Arab partisans, six of them in all, each in the land in which it rose (28.1.1 #14, 28.1.2 #1).
        Home("egypt", "Egypt", ("egypt",), 6, rolled=False),
        Home("palestine", "Palestine", ("palestine",), 6, rolled=False),
        Home("iraq", "Iraq", ("iraq",), 6, rolled=False),
        Home("transjordan", "Transjordan", ("transjordan",), 6, rolled=False),
    )
}
"""Each home by the tag that its units bear; one in Poland besides is the Vatican's (23.56)."""


def home_of(tagged: Unit | Pool) -> Home | None:
    """The home of a partisan or an SS Legion; None for any other unit."""
    return HOMES.get(tagged.tag) if tagged.kind in (PARTISAN, LEGION) else None


def named(kind: str, tag: str) -> str:
    """The home of a kind of unit with a tag for people, '' for units that have none."""
    return HOMES[tag].name if kind in STRENGTHS and tag in HOMES else ""


def of_home(group: str) -> str:
    """A group that names its home as people do, ``partisan-1-3-of-denmark-and-norway``, as an order has it."""
    before, of, home = group.partition("-of-")
    if not of or counters.kind_of(before) not in STRENGTHS:
        return group
    slugs = {"-".join(one.name.lower().split()).removeprefix("the-"): tag for tag, one in HOMES.items()}
    tag = slugs.get(home.removeprefix("the-"), "")
    return f"{before}-{tag}" if tag else group


def occupier(campaign: TheWar, home: Home) -> str:
    """Who holds a home against its partisans; '' where it is free (ruling 366)."""
    if home.id == "northern-ireland":
        return _BRITAIN if wars.standing(campaign, _BRITAIN) else ""
    if home.id == _USSR:
        return _GERMANY if wars.at_war(campaign, _GERMANY, _USSR) and wars.standing(campaign, _GERMANY) else ""
    fallen = home.lands[0]
    if fallen in campaign.powers:
        return _of_power(campaign, home, fallen)
    for key in home.lands:
        land, holding = campaign.countries.get(key), campaign.holdings.get(key)
        if land is not None and land.status == "conquered" and wars.standing(campaign, land.patron):
            return land.patron
        if home.id == key and holding is not None and wars.standing(campaign, holding.holder):
            return holding.holder
    return ""


def _of_power(campaign: TheWar, home: Home, power: str) -> str:
    """Who occupies a Major Power that has fallen: who holds its capital, its conqueror where nobody knows."""
    if not campaign.powers[power].surrendered:
        return ""
    capital = campaign.places.get({_FRANCE: "paris", _BRITAIN: "london"}[power])
    if capital is not None and capital.holder in campaign.powers and capital.holder != power:
        return capital.holder if wars.axis_holds(campaign, capital.holder) else ""
    rising = campaign.risings.get(home.id)
    by = rising.by if rising is not None else _GERMANY
    return by if wars.standing(campaign, by) else ""


def in_play(campaign: TheWar, home: str) -> tuple[str, ...]:
    """The partisans of a home on the board, by id."""
    return tuple(key for key, unit in campaign.units.items() if unit.kind == PARTISAN and unit.tag == home)


def freed(campaign: TheWar, unit: Unit | Pool) -> bool:
    """Whether the home of a partisan is its own side's again, or a free country's (25.4, ruling 371)."""
    home, side = HOMES.get(unit.tag), sides.side(campaign, unit.power)
    if home is not None and home.id in campaign.holdings:
        return sides.side(campaign, campaign.holdings[home.id].holder) == side
    if home is None or home.id in (_USSR, "northern-ireland") or home.id not in campaign.risings:
        return False
    if home.lands[0] in campaign.powers:
        return not campaign.powers[home.lands[0]].surrendered
    lands = [campaign.countries[key] for key in home.lands if key in campaign.countries]
    return all(not land.patron or sides.side(campaign, land.patron) == side for land in lands)


def liberator(campaign: TheWar, unit: Unit) -> str:
    """Whose a partisan of a home that is free again becomes: who has freed it, or who had sponsored it."""
    for key in HOMES[unit.tag].lands:
        land = campaign.countries.get(key)
        if key in campaign.powers:
            return key
        if land is not None and wars.standing(campaign, land.patron):
            return land.patron
    return unit.power


def abroad(campaign: TheWar, units: Iterable[Unit], where: str) -> Iterable[Refusal]:
    """Why partisans do not stand in a recorded place: they never leave their home country (25.2, 25.4)."""
    place = campaign.places.get(where)
    for unit in units:
        home = HOMES.get(unit.tag) if unit.kind == PARTISAN else None
        if home is not None and place is not None and not _inside(home, place):
            reason = f"{place.name} is not in {home.name}, and partisans do not leave their home country"
            yield Refusal("25.2, 25.4", reason, f"A place in {home.name}, or 'board'.")
            return


def _inside(home: Home, place: Place) -> bool:
    """Whether a place lies in a home of partisans."""
    return place.country in home.lands or (home.id == _USSR and bool(place.tags.get(regions.SOVIET_1939)))


# --- building


def place_refused(campaign: TheWar, pool: Pool, where: str) -> Iterable[Refusal]:
    """Why partisans or an SS Legion are not built in a place: abroad, in a hex of their own side, or where an enemy
    stands (25.2). On the board nobody but the builder knows."""
    home, place = HOMES[pool.tag], campaign.places.get(where)
    name = "Partisans" if pool.kind == PARTISAN else "SS Legions"
    if pool.kind == PARTISAN and freed(campaign, pool):
        yield Refusal("25.2, 25.4", f"{home.name} is not occupied", "Partisans rise in an occupied home.")
        return
    if pool.kind == LEGION and not held_by_the_axis(campaign, home):
        yield Refusal("25.2", f"the Axis holds nothing of {home.name}", "A Legion is built in its home country.")
        return
    if where == "board":
        return
    if place is None:
        hint = f"A place in {home.name}, or without place=: the board knows the hex."
        yield Refusal("1.2", f"there is no place '{where}'", hint)
        return
    if not _inside(home, place):
        yield Refusal("25.2", f"{place.name} is not in {home.name}", f"{name} are built in their home country.")
        return
    ours = sides.side(campaign, pool.power)
    if pool.kind == LEGION and place.holder and sides.side(campaign, place.holder) != ours:
        yield Refusal("25.2", f"{place.name} is the enemy's", "A hex of their home that the Axis holds.")
    if pool.kind == PARTISAN and place.holder and sides.side(campaign, place.holder) == ours:
        yield Refusal("25.2", f"{place.name} is not in enemy hands", "Partisans rise in a hex that the occupier holds.")
    for unit in campaign.units.values():
        if unit.place == where and traits.category(unit) == "ground" and sides.side(campaign, unit.power) != ours:
            yield Refusal("25.2", f"an enemy unit is in {place.name}", "Another hex of their home country.")
            return


def held_by_the_axis(campaign: TheWar, home: Home) -> bool:
    """Whether somebody of the Axis holds a home, or a place of it."""
    holders = {place.holder for place in campaign.places.values() if _inside(home, place)}
    return bool({occupier(campaign, home), *holders} & _axis_or_friends(campaign))


def _axis_or_friends(campaign: TheWar) -> set[str]:
    owners = {*campaign.powers, *campaign.countries}
    return {owner for owner in owners if sides.side(campaign, owner) == sides.AXIS}


def rate_refused(campaign: TheWar, pool: Pool, count: int) -> Iterable[Refusal]:
    """Why so many partisans or Legions of a home are not built in this turn: two a home a turn, of all powers together;
    in Britain those that were lost come back one by one (25.1.1, 17.3)."""
    home = HOMES[pool.tag]
    before, most, rule = built(campaign, pool)
    if (now := before + count) > most:
        what = "partisans" if pool.kind == PARTISAN else "SS Legions"
        yield Refusal(rule, f"{now} {what} in {home.name} this turn", f"At most {most} a turn.")
    there = len(in_play(campaign, home.id)) + count
    if pool.kind == PARTISAN and there > (most := counter_limit(campaign, home)):
        reason = f"{there} partisans of {home.name}, there are {most} counters"
        yield Refusal("25.1.1, ruling 361", reason, "A lost one comes back first.")


def built(campaign: TheWar, pool: Pool) -> tuple[int, int, str]:
    """How many partisans, or Legions, of a pool's home were built this turn, of all powers together; how many may be,
    and by which rule."""
    rebuilt = pool.tag == _BRITAIN and pool.lost > 0
    group = "-".join((pool.kind, pool.strength, pool.tag))
    many = sum(tallies.built(campaign, power, group) for power in campaign.powers)
    return (many, 1, "17.3") if rebuilt else (many, A_TURN, "25.1.1, ruling 96")


def counter_limit(campaign: TheWar, home: Home) -> int:
    """How many partisans there may be of a home: what more a variant has raised comes besides (rulings 361, 590)."""
    more = campaign.risings.get(f"{home.id}-ablaze")
    return home.counters + (more.partisans if more is not None else 0)


# --- who is counted


def bitten(campaign: TheWar, unit: Unit) -> str:
    """The power whose occupation a partisan on the board troubles; '' where there is none, or its hex is its own
    side's (25.4, ruling 366)."""
    place = campaign.places.get(unit.place)
    if place is not None and place.holder and not wars.hostile(campaign, place.holder, unit.power):
        return ""
    occupying = _occupying(campaign, unit)
    return occupying if occupying and wars.hostile(campaign, occupying, unit.power) else ""


def _occupying(campaign: TheWar, unit: Unit) -> str:
    if unit.tag in HOMES:
        return occupier(campaign, HOMES[unit.tag])
    land, holding = campaign.countries.get(unit.tag), campaign.holdings.get(unit.tag)
    if land is not None:
        return land.patron if land.patron in campaign.powers else ""
    if holding is not None:
        return holding.holder if holding.holder in campaign.powers else ""
    # Nobody has said whose land it is.
    return _BRITAIN if sides.side(campaign, unit.power) == sides.AXIS else _GERMANY


def counted(campaign: TheWar) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The partisans on the board by alliance and occupier: Western, Soviet and Axis ones are never counted together
    (25.4, rulings 366, 367)."""
    found: dict[tuple[str, str], list[str]] = {}
    for key, unit in [one for one in campaign.units.items() if one[1].kind == PARTISAN]:
        if unit.power in campaign.powers and (against := bitten(campaign, unit)):
            found.setdefault((campaign.powers[unit.power].alliance, against), []).append(key)
    return {pair: tuple(keys) for pair, keys in found.items()}


ROLLED = "partisan-war"
"""What of a turn's limits is used: the roll of an alliance against an occupier (25.4)."""


def rolled(campaign: TheWar, alliance: str, occupier: str) -> bool:
    """Whether an alliance has rolled against an occupier in this turn."""
    ours = [power for power in campaign.powers if campaign.powers[power].alliance == alliance]
    return any(tallies.used(campaign, power, ROLLED, occupier) for power in ours)


def rolls_left(campaign: TheWar, side: str) -> tuple[tuple[str, str], ...]:
    """The rolls for listed partisans that a side still has to make, by alliance and occupier."""
    return tuple(
        (alliance, occupier)
        for (alliance, occupier), keys in counted(campaign).items()
        if sides.side(campaign, campaign.units[keys[0]].power) == side and not rolled(campaign, alliance, occupier)
    )
