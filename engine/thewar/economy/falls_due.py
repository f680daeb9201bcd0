"""What makes a step done by hand fall due: a step comes up where its rule asks for something, and where it does not the
checklist says why (25.1.1, 15.2, 3.9.2, 16.1.7.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.thewar.economy import inside_ussr, us_attempt
from engine.thewar.economy.logistics import allows, bought
from engine.thewar.world import calendar, influence, minors, patrols, tallies, traits, wars
from engine.thewar.world.partisan_homes import HOMES
from engine.thewar.world.state import TheWar

Due = Callable[[TheWar, str], str]
"""Given the campaign and the side whose half-turn it is, why nothing falls due; '' where it does."""

POINTS = "points-bought"
"""The fact of the last year in which anybody spent on diplomacy or espionage, 0 before; a campaign begun before it was
kept has none."""
_GERMANY, _USSR, _FRANCE = "germany", "ussr", "france"
_AXIS = ("germany", "italy")
OCCUPIED = "occupied-france"
"""The home of French partisans."""


def _placing(campaign: TheWar, side: str) -> str:
    """Units built this turn stand somewhere on the board (15.2)."""
    for built in campaign.built.values():
        mine = built.power in campaign.powers and campaign.powers[built.power].side == side
        if mine and built.count and built.what not in (tallies.RESERVES, tallies.RESERVES_CHIT):
            return ""
    # What was bought at the table shows in the money alone.
    if any(power.spent for power in campaign.powers.values() if power.side == side):
        return ""
    return "nothing was built this turn"


def _repairs(campaign: TheWar, side: str) -> str:
    """A Depleted ground unit of the side that moves might be repaired (3.9.2)."""
    for unit in campaign.units.values():
        if unit.depleted and traits.category(unit) == "ground" and _side(campaign, unit.power) in ("", side):
            return ""
    return "no ground unit is Depleted"


def _side(campaign: TheWar, owner: str) -> str:
    """The side of a unit's owner; '' where nobody can tell."""
    land = campaign.countries.get(owner)
    power = land.patron if land is not None else owner
    return campaign.powers[power].side if power in campaign.powers else ""


def _atrocities(campaign: TheWar, side: str) -> str:
    """The Axis has conquered a country that partisans may rise in, or has come into the Soviet Union (25.1.1)."""
    return "" if conquests(campaign) else "no country was conquered"


def conquests(campaign: TheWar) -> tuple[str, ...]:
    """The names of the homes of partisans whose conquest or invasion is still to be rolled for or noted."""
    return tuple(HOMES[home].name for home in homes(campaign))


def homes(campaign: TheWar) -> dict[str, str]:
    """The homes whose Atrocities are still to be rolled or noted, each with its conqueror; a home counts once, with the
    first of its lands (ruling 362)."""
    out: dict[str, str] = {}
    for home in HOMES.values():
        for key in home.lands if home.id not in campaign.risings else ():
            land = campaign.countries.get(key)
            conquered = land is not None and land.status == "conquered" and land.patron in _AXIS
            if land is not None and conquered and _unasked(campaign, land.taken or land.since):
                out.setdefault(home.id, land.patron)
    # France surrenders in the Allied End Segment, after this step: its die falls in the Axis turn that follows.
    fallen = campaign.powers[_FRANCE].surrendered if _FRANCE in campaign.powers else ""
    if fallen and fallen in (calendar.turn(campaign), _last_turn(campaign)) and OCCUPIED not in campaign.risings:
        out[OCCUPIED] = _GERMANY
    if _USSR not in campaign.risings and _entered(campaign):
        out[_USSR] = _GERMANY
    return out


def _last_turn(campaign: TheWar) -> str:
    return calendar.label(calendar.now(campaign) - 1)


def _asked(campaign: TheWar) -> int:
    """The turn, as a count of seasons, in which Atrocities last came up; 0 for never."""
    turn = campaign.progress.taken.get("axis-end-atrocities", 0)
    return calendar.number(campaign.first) + turn - 1 if turn else 0


def _unasked(campaign: TheWar, since: str) -> bool:
    """Whether what happened in a turn is still to be rolled for: this turn's, and last turn's where it came too late
    for the step, which did not come up then."""
    if since == calendar.turn(campaign):
        return True
    if since != _last_turn(campaign):
        return False
    # Where the dice were rolled by hand only the step is known to have come up.
    return bool(campaign.risings) or _asked(campaign) < calendar.number(since)


def _entered(campaign: TheWar) -> bool:
    """Whether Germany has come into the 1939 Soviet Union and this step has not come up since the war began."""
    begun = wars.begun(campaign, _GERMANY, _USSR)
    if not begun:
        return False
    since = calendar.number(begun)
    if since == calendar.now(campaign):
        return True
    kept = min((calendar.number(one.turn) for one in campaign.risings.values() if one.turn), default=0)
    unasked = kept <= since if kept else _asked(campaign) < since
    return unasked and inside_ussr.there(campaign)


def _western_surprise(campaign: TheWar, side: str) -> str:
    """Germany has declared war on one of the Low Countries this turn (18.2)."""
    begun = (wars.begun(campaign, _GERMANY, land) for land in ("belgium", "netherlands", "luxembourg"))
    if calendar.turn(campaign) in begun:
        return ""
    return "only in the turn of the declaration on a Low Country"


def _eastern_surprise(campaign: TheWar, side: str) -> str:
    """The war between Germany and the Soviet Union began this turn (21.4)."""
    begun = wars.begun(campaign, _GERMANY, _USSR)
    return "" if begun == calendar.turn(campaign) else "only in the turn of the attack on the Soviet Union"


def soviet_east_prussia(campaign: TheWar) -> tuple[str, ...]:
    """The places of East Prussia in Soviet hands while the one die for it is still to be rolled (25.1.2)."""
    if not campaign.facts.get("east-prussia-open") or not wars.at_war(campaign, _GERMANY, _USSR):
        return ()
    there = (place for place in campaign.places.values() if place.tags.get("east-prussia"))
    return tuple(place.name for place in there if minors.alliance(campaign, place.holder) == "soviet")


def _points(campaign: TheWar, side: str) -> str:
    """Points or chits were bought this year, or lie there still (16.1.1, 16.1.7.4)."""
    if influence.lies_there(campaign) or takes_off_by_hand(campaign):
        return ""
    return "nobody has bought points or chits this year"


def takes_off_by_hand(campaign: TheWar) -> tuple[str, ...]:
    """Who takes points off that a campaign does not know: they were bought at the table, in a campaign begun before
    they were kept, or before it was noted whether there are any."""
    bought = campaign.facts.get(POINTS)
    return (_GERMANY,) if bought is None or bought == calendar.year(campaign) else ()


def _ships(campaign: TheWar, side: str) -> str:
    """Ships of a side return from patrol, or take one up where it could sail: every effort that allows a patrol allows
    movement (4.0, 7.4)."""
    if patrols.over(campaign, side) or could_move(campaign, side):
        return ""
    return "nobody could sail, and no patrol returns"


def could_move(campaign: TheWar, side: str) -> bool:
    """Whether an effort of this turn let a side move (4.0). Where efforts are not bought, or none is known because the
    campaign began in the middle of the turn, anybody may have."""
    standing = [power for power in campaign.powers.values() if power.effort]
    if not bought(campaign) or not standing:
        return True
    return any(allows(power.effort, "movement")[0] != "no" for power in standing if power.side == side)


FALLS_DUE: Mapping[str, Due] = {
    "placing": _placing,
    "repairs": _repairs,
    "atrocities": _atrocities,
    "western-surprise": _western_surprise,
    "eastern-surprise": _eastern_surprise,
    "points": _points,
    "us-attempt": us_attempt.not_yet,
    "ships": _ships,
}
"""Each check whether a step falls due, by the name with which the sequence of play asks for it."""
