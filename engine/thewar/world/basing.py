"""How many air units base in a hex: one in a city, two with an airbase there, one on an airbase elsewhere, and a
fighter beside them on open ground (11.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.ruleset import Fault
from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import installed, regions, sides
from engine.thewar.world.state import Pool, TheWar, Unit

RULE = "11.1"
KINDS = ("ftr", "jet", "tac", "mdm", "nac")
"""The kinds of units that need a base on the map; SAC and INT fly from their boxes."""
FIGHTER_BESIDE = 1
_CITIES = ("city", "port")


def bases(campaign: TheWar, where: str, facts: Iterable[str] = ()) -> Breakdown:
    """The bases of a place or hex, each for one TAC, MDM, NAC or FTR. ``facts``: what is said of it, 'city' and
    'airbase'. Of a hex that the campaign does not know the board knows: it may have both (ruling 287)."""
    said, place = set(facts), campaign.places.get(where)
    city = (place is not None and place.kind in _CITIES) or bool(said & {"city", "port", "capital"})
    counter = "airbase" in said or bool(installed.at(campaign, where, installed.AIRBASE))
    unknown = place is None and not city and not counter and campaign.options.get("board") != "checked"
    total = Breakdown()
    if city or unknown:
        total = total.plus("a city", 1, RULE)
    if counter or unknown:
        total = total.plus("an airbase", 1, RULE)
    return total


def fighter(unit: Unit | Pool) -> bool:
    """Whether a unit bases as fighters do, on open ground or beside others; a jet TAC needs a base as a TAC (11.1,
    11.13)."""
    return (unit.kind, unit.tag) == ("jet", "ftr") if unit.kind == "jet" else unit.kind == "ftr"


def excess(campaign: TheWar, where: str, units: Iterable[Unit], facts: Iterable[str] = ()) -> Iterable[Refusal]:
    """Why so many air units do not base together in a place or hex. One fighter stands beside those that fill the
    bases, where the ground is open: that the board shows."""
    flying = [unit for unit in units if unit.kind in KINDS]
    room = bases(campaign, where, facts).total
    others = sum(not fighter(unit) for unit in flying)
    hint = "A city bases one, with an airbase two; one FTR besides."
    with_bases = f"at {_name(campaign, where)}, with {room or 'no'} base{'' if room == 1 else 's'}"
    place = campaign.places.get(where)
    if place is not None and place.tags.get(regions.ONE_HEX_ISLAND) and len(flying) > regions.ISLAND_LIMIT:
        rule = "1.2, 23.35" if where == "malta" else "1.2"
        yield Refusal(rule, f"{len(flying)} air units {with_bases}", "A one-hex island takes one air unit.")
    elif others > room:
        yield Refusal(RULE, f"{others} TAC, MDM and NAC {with_bases}", hint)
    elif len(flying) > room + FIGHTER_BESIDE:
        yield Refusal(RULE, f"{len(flying)} air units {with_bases}", hint)


def based(campaign: TheWar, where: str) -> tuple[Unit, ...]:
    """The air units that are recorded in a place; NAC beside a CV there are aboard."""
    if where == installed.BOARD or (place := campaign.places.get(where)) is None or place.kind == "box":
        return ()
    recorded = regions.forces_at(campaign, where)
    aboard = {unit.power for unit in recorded if unit.kind == "cv"}
    return tuple(unit for unit in recorded if unit.kind in KINDS and not (unit.kind == "nac" and unit.power in aboard))


def wrong(campaign: TheWar, power: str, where: str, coming: Iterable[Unit]) -> Iterable[Refusal]:
    """Why a side's air units do not base in a place, with those that are there (11.1, 11.2.2)."""
    new = tuple(coming)
    place = campaign.places.get(where)
    if place is not None and place.holder and sides.side(campaign, place.holder) != sides.side(campaign, power):
        yield Refusal("11.2.2", f"{place.name} is not in friendly hands", "Air units land at friendly bases.")
    if new:
        yield from installed.closed(campaign, where)
    there = [unit for unit in based(campaign, where) if all(unit is not newcomer for newcomer in new)]
    yield from excess(campaign, where, (*there, *new))


def crowded(campaign: TheWar) -> Iterable[Fault]:
    """Every place in which an opening puts more air units than base there: what the board shows beside nobody has
    told."""
    for where in regions.occupied(campaign):
        for refusal in excess(campaign, where, based(campaign, where)):
            yield Fault(f"places.{where}", refusal.reason, refusal.rule, warning=True)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Every place with more air units than base there, as far as they are recorded."""
    for where in regions.occupied(campaign):
        for refusal in excess(campaign, where, based(campaign, where)):
            yield Duty(f"{refusal.reason}: {refusal.hint}", RULE)


def _name(campaign: TheWar, where: str) -> str:
    return campaign.places[where].name if where in campaign.places else where
