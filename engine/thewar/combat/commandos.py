"""Commandos: landings, drops, raids on occupied lands (2.6, 25.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.thewar.world import calendar, counters, hexes, traits, wars
from engine.thewar.world.state import TheWar, Unit

RAIDS_FROM = "1942-1-spring"
SAFE = 6
"""The highest face with which the Commando comes home (2.6)."""
PARTISANS = Line("British Commando on the partisan table", -2, "2.6, 25.4")
"""What a committed Commando adds to the Western Allied partisan roll."""
NOT_RAIDED = ("ussr",)
_AS_MINOR = ("occupied-france", "bohemia")
"""What counts as a minor country for a raid though it is none (2.6)."""


def may_land(unit: Unit, ground: str) -> Refusal | None:
    """Why a unit may not make an amphibious assault on a 'beach' or a 'port' hex: only CDO land at ports, STA nowhere
    (2.6, 13.1)."""
    if unit.kind == "sta":
        return Refusal("13.1", "Static infantry makes no amphibious assault", "Other ground units do.")
    if ground == "beach" or (ground == "port" and traits.trait(unit).get("lands_at_ports")):
        return None
    return Refusal("2.6", f"{traits.trait(unit)['name']} lands at beaches only", "CDO land at ports too.")


def may_drop(unit: Unit, base: str, target: str, *, with_para: bool = False) -> Iterable[Refusal]:
    """Every reason why a unit may not drop from an airbase's hex on another: 4 hexes for PARA, 10 for CDO, never both
    on one hex (2.6). Raises BadHex for text that is no hex number."""
    row = traits.trait(unit)
    reach = int(row.get("drop", 0))
    if not reach:
        yield Refusal("2.6", f"{row['name']} does not drop", "PARA and CDO do.")
        return
    away = hexes.distance(base, target)
    if away > reach:
        yield Refusal("2.6", f"{target} is {away} hexes from {base}", f"{row['name']} drops within {reach}.")
    if with_para and unit.kind == "cdo":
        yield Refusal("2.6", "CDO and PARA do not drop on the same hex", "Choose another hex for one of them.")


def assault(campaign: TheWar, units: Iterable[Unit], *, beach: bool = True) -> Breakdown:
    """The factors that assault a hex from the sea: with an Allied CDO among them the strongest INF or MOT counts twice,
    on a beach only (2.6)."""
    landing = list(units)
    found = Breakdown(
        tuple(Line(f"{unit.kind.upper()} {unit.strength}", counters.factors(unit).combat, "2.4") for unit in landing)
    )
    allied = any(
        unit.kind == "cdo" and unit.power in campaign.powers and campaign.powers[unit.power].side == "allied"
        for unit in landing
    )
    bonus = beside_commandos(landing) if allied and beach else 0
    return found.plus("one INF or MOT doubled beside a Commando", bonus, "2.6") if bonus else found


def beside_commandos(landing: Iterable[Unit]) -> int:
    """The factors that an Allied Commando adds to those who land on a beach with it: the strongest INF or MOT counts
    twice (2.6)."""
    return max((counters.factors(unit).combat for unit in landing if unit.kind in ("inf", "mot")), default=0)


def may_raid(campaign: TheWar, unit: Unit, where: str) -> Iterable[Refusal]:
    """Every reason why a Commando may not be dropped among the partisans of a country (2.6).

    ``where``: a minor country that Germany holds or that is its Satellite, or 'occupied-france' or 'bohemia'.
    """
    if unit.kind != "cdo" or unit.power != "britain":
        yield Refusal("2.6", "only the British Commando raids occupied lands", "Another unit drops by 11.14.")
    if calendar.now(campaign) < calendar.number(RAIDS_FROM):
        yield Refusal("2.6", "raids begin in Spring 1942", "Not before.")
    if where in NOT_RAIDED:
        yield Refusal("2.6", "no raid in the Soviet Union", "A minor country in German hands.")
        return
    land = campaign.countries.get(where)
    german = land is not None and land.patron == "germany" and land.status in ("conquered", "satellite")
    if where == "occupied-france":
        held = campaign.holdings.get(where)
        german = held is not None and held.holder == "germany"
    elif where in _AS_MINOR:
        german = wars.standing(campaign, "germany")
    if not german:
        yield Refusal("2.6", f"{wars.named(campaign, where)} is not in German hands", "A minor country that is.")


def exfiltrates(face: int) -> bool:
    """Whether a Commando that is flown out comes home to Britain, on 1 to 6; otherwise it is eliminated (2.6). Raises
    ValueError for what is no face of the die."""
    if not 1 <= face <= 10:
        raise ValueError(f"{face} is no face of a ten-sided die")
    return face <= SAFE
