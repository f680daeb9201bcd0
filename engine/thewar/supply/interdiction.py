"""Supply lines over the sea that the enemy asks for and cuts: what is remembered of each to the end of the turn
(7.8.4, 12.1.2, 12.7.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.world import deeds, regions, sea_areas, sides, titles, wars
from engine.thewar.world.state import Deed, Engagement, TheWar

ASK_RULE, CUT_RULE = "7.8.4", "12.1.2"
WON_RULE = "12.7.2, ruling 412"
_WON = "won-at-sea"
"""The deed of a power whose ships alone are left in a Sea Area after a battle."""
_ASKED, _CUT, _WAY, _CUTS = "asked-supply", "cut-supply", "supply-way-", "cuts-"
"""Deeds: whose line to a port was asked for, whose was cut, through which Sea Area it goes; and the fact of a mission
that cuts one."""
LINE_SIZE = 1
"""Naval units that a supply line counts as where ships look for it (12.1.2)."""


def owner(campaign: TheWar, port: str) -> str:
    """The power whose line it is that leads to a port: its holder, or the holder's master; '' for nobody's."""
    holder = regions.controller(campaign, port) if port in campaign.places else ""
    land = campaign.countries.get(holder)
    return holder if land is None else land.patron


def asked(campaign: TheWar, port: str) -> bool:
    """Whether the way of the line to a port was asked for in this turn."""
    return any(deed.deed == _ASKED and deed.where == port for deed in campaign.missions.values())


def ask(tx: Transaction[TheWar], power: str, port: str) -> None:
    """Record that a power asks for the way of the line to a port."""
    deeds.keep(tx, Deed(who=power, deed=_ASKED, where=port), "asks for a supply line", ASK_RULE)


def way(campaign: TheWar, port: str) -> tuple[str, ...]:
    """The Sea Areas of the line to a port as its owner has named them, those next to the port first; () for none."""
    return tuple(deed.where for deed in campaign.missions.values() if deed.deed == f"{_WAY}{port}")


def name(tx: Transaction[TheWar], power: str, port: str, areas: Iterable[str]) -> None:
    """Record the Sea Areas of a line; what was named before holds no more."""
    for old in [deed for deed in tx.campaign.missions.values() if deed.deed == f"{_WAY}{port}"]:
        deeds.drop(tx, old, "another way is named", ASK_RULE)
    for area in areas:
        deeds.keep(tx, Deed(who=power, deed=f"{_WAY}{port}", where=area), "names a supply line", ASK_RULE)


# --- who has won a Sea Area


def won(tx: Transaction[TheWar], power: str, where: str) -> None:
    """Record whose ships alone are left where a battle was fought: the last one there counts (ruling 412)."""
    area = sea_areas.area(where)
    for old in [deed for deed in tx.campaign.missions.values() if deed.deed == _WON and deed.where == area]:
        deeds.drop(tx, old, "another battle there", WON_RULE)
    if power:
        deeds.keep(tx, Deed(who=power, deed=_WON, where=area), "its ships alone are left", WON_RULE)


def winner(campaign: TheWar, area: str) -> str:
    """The side that has won the last battle in a Sea Area in this turn, '' for none."""
    by = next((deed.who for deed in campaign.missions.values() if deed.deed == _WON and deed.where == area), "")
    return sides.side(campaign, by) if by else ""


# --- missions that cut one


def fact(port: str) -> str:
    """What is kept of a mission that cuts the line to a port."""
    return f"{_CUTS}{port}"


def aim(engagement: Engagement) -> str:
    """The port whose line a mission cuts; '' for any other mission."""
    return next((name.removeprefix(_CUTS) for name in engagement.facts if name.startswith(_CUTS)), "")


def alone(engagement: Engagement) -> bool:
    """Whether nobody has met the line yet: ships look for it as for one naval unit."""
    return bool(aim(engagement)) and not engagement.attackers and not engagement.defenders


def wrong(campaign: TheWar, power: str, port: str, where: str) -> Iterable[Refusal]:
    """Why a power does not cut the line to a port in a Sea Area: it is no enemy's, or does not go there."""
    area, whose = sea_areas.area(where), owner(campaign, port)
    at = titles.where(campaign, port)
    if not whose or not wars.at_war(campaign, power, whose):
        yield Refusal(CUT_RULE, f"no enemy traces supply to {at}", "A port that the enemy holds: cuts=tobruk.")
        return
    named = way(campaign, port)
    if not named:
        hint = f"'{power} ask-path {port}' asks; 'supply-path {port}' answers for {wars.named(campaign, whose)}."
        yield Refusal("7.8.4, 12.1.2", f"the way of the supply line to {at} is not named", hint)
    elif area not in named:
        goes = ", ".join(map(sea_areas.name, named))
        reason = f"the supply line to {at} does not go through {sea_areas.name(area)}"
        yield Refusal("7.8.4, 12.1.2", reason, f"It goes through {goes}.")


def cuts(tx: Transaction[TheWar], engagement: Engagement) -> None:
    """The line that a mission has come for is cut, as whole units of the mission are left in its Sea Area (12.1.2)."""
    units = tx.campaign.units
    port = aim(engagement)
    if port and any(key in units and not units[key].depleted for key in engagement.attackers):
        whose = owner(tx.campaign, port)
        deeds.keep(tx, Deed(who=whose, deed=_CUT, where=port), "its supply line is cut", CUT_RULE)


BEFORE_RUNS = ("operations.supply", "operations.breakdown", "operations.staging", "operations.counter-air")
AT_SEA = ("operations.naval", "operations.interception")
"""The steps of a player turn from its first check on to its missions at sea, and those in which supply is run."""


def run_there(campaign: TheWar, power: str, port: str) -> str:
    """What helps where a port is closed: when supply is run there, and how (ruling 504)."""
    half, _, slug = campaign.progress.step.partition(".")
    order = f"'{power} run-supply {port}'"
    if half == sides.side(campaign, power) and slug in AT_SEA:
        return f"{order} supplies it from now on, unless the run is lost."
    if half == sides.side(campaign, power) and slug in BEFORE_RUNS:
        return f"{order} in the step 'Naval missions': from then on it is supplied, unless the run is lost."
    return f"{order} in the step 'Naval missions' of its next player turn."


def closed(campaign: TheWar, power: str, port: str) -> Iterable[Refusal]:
    """Why nobody is supplied through a port: its line is cut, or was asked for and is not named (7.8.4, 12.1.2)."""
    side, at = sides.side(campaign, power), titles.where(campaign, port)
    here = [deed for deed in campaign.missions.values() if deed.where == port]
    if any(deed.deed == _CUT and sides.side(campaign, deed.who) == side for deed in here):
        hint = f"By another way: {run_there(campaign, power, port)}"
        yield Refusal("12.1.2, 12.7.2", f"the enemy has cut the supply line to {at} in this turn", hint)
    elif not way(campaign, port) and any(
        deed.deed == _ASKED and sides.side(campaign, deed.who) != side for deed in here
    ):
        reason = f"the enemy has asked which way supply comes to {at}, and nobody has named it"
        yield Refusal(ASK_RULE, reason, f"'{power} supply-path {port}' names it.")
