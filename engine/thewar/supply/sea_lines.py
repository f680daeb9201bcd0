"""Supply over the sea: from which port, whose Fleet lies along the way, which patrol closes it, what is lifted by sea
(12.1.1, 12.5, 12.7, 12.7.1, 12.7.3).

Which Sea Areas a line passes the board shows; the judge asks for what is recorded (rulings 411, 412).
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.changes import Change
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.supply import interdiction, sources
from engine.thewar.world import (
    capitals,
    deeds,
    markers,
    patrols,
    ports,
    regions,
    sea_areas,
    seas,
    sides,
    supply,
    titles,
    wars,
)
from engine.thewar.world.state import Deed, Place, TheWar

RULE, FLEET_RULE = "12.7.1", "12.1.1, 12.7.1, ruling 411"
LIFT_RULE = "12.7.3, ruling 523"
CLOSED_RULE, RUN_RULE = "12.7, 12.7.2, ruling 412", "12.7.2"
SERVED, SERVED_RULE = "supply is run there", "12.7.2, ruling 504"
AGAIN = "the supply run is lost: out of supply again"
RUN = "supply-run"
"""The deed of a power that runs supply to a port."""
LOST, LOST_RULE = "lost-run", "12.7.2, ruling 607"
"""The deed of a power whose supply run to a port was lost in this turn."""
MOST_ESCORTS = 3
FLEET = "fleet"
_ACROSS = ("north-africa", "french-north-africa", "one-hex-island")
"""The regions from which no land leads to Europe."""
_OVERSEAS = ("malta", "gibraltar", "cyprus", "sicily", "sardinia", "corsica", "ireland")
"""Lands from which none leads there either, by the ids of countries and holdings."""


def overseas(campaign: TheWar, key: str, source: str) -> bool:
    """Whether a unit, as far as it is recorded, traces to a source over the sea alone: what lies off the map's western
    edge, in Britain or, from Africa and the islands, in Europe. Of who stands on the board nobody knows."""
    unit = campaign.units[key]
    there, goal = campaign.places.get(unit.place), campaign.places.get(source)
    if there is None:
        return False
    if source == sources.EDGE:
        return unit.power == "us" and there.kind != "box"
    if goal is None or goal.country == there.country:
        return False
    return "britain" in (there.country, goal.country) or across(there) != across(goal)


def across(place: Place) -> bool:
    """Whether no land leads from a place to Europe."""
    return place.country in _OVERSEAS or any(place.tags.get(tag) for tag in _ACROSS)


def refused(campaign: TheWar, power: str, port: str) -> Iterable[Refusal]:
    """Why a power traces no supply through a port over the sea."""
    unfit = list(no_port(campaign, power, port))
    yield from unfit
    if unfit:
        return
    yield from closed(campaign, power, port)
    yield from no_fleet(campaign, power)
    if not any(True for _ in home_ports(campaign, power)):
        yield Refusal(
            RULE, f"{wars.named(campaign, power)} and its allies have no port at home", "One is retaken first."
        )


def no_port(campaign: TheWar, power: str, port: str) -> Iterable[Refusal]:
    """Why a place is no port for a power's supply: none at all, or in enemy hands."""
    place, name = campaign.places.get(port), titles.where(campaign, port)
    beachhead = markers.at(campaign, port, (markers.BEACHHEAD, markers.PORT))
    known = place is not None and (ports.of(campaign, port) is not None or bool(seas.of_port(campaign, port)))
    if not known and not beachhead:
        hint = "A port, or a beachhead for as long as its marker lies."
        yield Refusal("12.5, 12.7.1", f"{name} is no port, and no beachhead lies there", hint)
        return
    holder = regions.controller(campaign, port) if place is not None else beachhead[0].power
    if beachhead and not known:
        holder = beachhead[0].power
    if capitals.enemys(campaign, holder, power) and not beachhead:
        hint = "A port in friendly hands."
        yield Refusal(RULE, f"{name} is in the hands of {wars.named(campaign, holder)}, an enemy", hint)


def no_fleet(campaign: TheWar, power: str) -> Iterable[Refusal]:
    """Why a power has no line over the sea at all: no whole Fleet along it (12.1.1, 12.7.1)."""
    if not any(True for _ in along(campaign, power)):
        reason = f"no whole Fleet of {wars.named(campaign, power)} or its allies lies in a friendly port along the way"
        yield Refusal(FLEET_RULE, reason, "'station' says in which port one lies; a Depleted one does not count.")


def along(campaign: TheWar, power: str) -> Iterable[str]:
    """The whole Fleets of a power's alliance that lie in friendly ports, or on the board, which alone knows where."""
    ours = {power, *wars.allies(campaign, power)}
    for key, unit in campaign.units.items():
        if unit.kind != FLEET or unit.depleted or unit.power not in ours:
            continue
        place = campaign.places.get(unit.place)
        if place is None or (place.kind != "box" and not capitals.enemys(campaign, place.holder, power)):
            yield key


def home_ports(campaign: TheWar, power: str) -> Iterable[str]:
    """The ports at home that are a power's, or an ally's of its; the U.S. Box, from which the United States sails."""
    ours = {power, *wars.allies(campaign, power)}
    for key, place in campaign.places.items():
        land = campaign.holdings.get(place.country)
        at_home = place.country in ours or (land is not None and land.kind == "province" and land.owner in ours)
        port = ports.of(campaign, key) is not None or (key == "us-box" and "us" in ours)
        if at_home and port and not capitals.enemys(campaign, place.holder, power):
            yield key


def closed(campaign: TheWar, power: str, port: str) -> Iterable[Refusal]:
    """Why nothing sails from a port: the enemy alone patrols every Sea Area on which it lies, and nobody has run supply
    there; or, where the board is checked, he closes every way to a port at home; or the run there was lost (12.7,
    12.7.2, 12.7.4)."""
    if ran(campaign, power, port):
        return
    found = [*interdiction.closed(campaign, power, port), *_controlled(campaign, power, port)]
    yield from found or _lost_there(campaign, power, port)


def _controlled(campaign: TheWar, power: str, port: str) -> Iterable[Refusal]:
    """Why nothing sails from a port: the enemy alone controls what lies around it."""
    areas, enemy = seas.of_port(campaign, port), other_side(sides.side(campaign, power))
    if not areas:
        return
    name, run = titles.where(campaign, port), interdiction.run_there(campaign, power, port)
    hint = f"A patrol of ours beside it, or: {run}"
    if all(controlled(campaign, area, enemy) for area in areas):
        named = ", ".join(sea_areas.name(area) for area in areas)
        patrolled = any(patrols.there(campaign, area, enemy) for area in areas)
        who = "an enemy patrol alone" if patrolled else "the enemy, who has won a battle there,"
        reason = f"{who} controls {named}, on which {name} lies"
        yield Refusal(CLOSED_RULE, reason, hint)
    elif campaign.options.get("board") == "checked" and not shortest(campaign, power, port):
        yield Refusal(CLOSED_RULE, f"the enemy alone controls every way from {name} to a port at home", hint)


def _lost_there(campaign: TheWar, power: str, port: str) -> Iterable[Refusal]:
    """Why a port supplies nobody to the end of the turn: the run there was lost (12.7.2, ruling 607)."""
    there, side = (port, *seas.of_port(campaign, port)), sides.side(campaign, power)
    if any(
        deed.deed == LOST and deed.where in there and sides.side(campaign, deed.who) == side
        for deed in campaign.missions.values()
    ):
        hint = f"By another run: {interdiction.run_there(campaign, power, port)}"
        yield Refusal(LOST_RULE, f"the supply run to {titles.where(campaign, port)} was lost in this turn", hint)


def home_waters(campaign: TheWar, power: str) -> frozenset[str]:
    """The Sea Areas on which the ports at home lie, and Suez, where it is a source of the power's (12.2.4, 12.7.1)."""
    ends = [*home_ports(campaign, power)]
    canal = campaign.places.get(sources.SUEZ)
    if power in sources.SUEZ_FOR and canal is not None and not capitals.enemys(campaign, canal.holder, power):
        ends.append(sources.SUEZ)
    return frozenset(area for port in ends for area in seas.of_port(campaign, port))


def shortest(campaign: TheWar, power: str, port: str) -> tuple[str, ...]:
    """The shortest chain of Sea Areas from a port to one at home that no enemy alone controls; () where there is none
    (12.7, 12.7.1)."""
    enemy, drawn, goals = other_side(sides.side(campaign, power)), seas.graph(campaign), home_waters(campaign, power)
    starts = (area for area in seas.of_port(campaign, port) if not controlled(campaign, area, enemy))
    chains: list[tuple[str, ...]] = [(area,) for area in starts]
    seen = {chain[-1] for chain in chains}
    for chain in chains:
        if chain[-1] in goals:
            return chain
        beside = [one for one in drawn.neighbours[chain[-1]] if one not in seen]
        beside = [one for one in beside if not controlled(campaign, one, enemy)]
        seen.update(beside)
        chains += [(*chain, one) for one in beside]
    return ()


def ran(campaign: TheWar, power: str, port: str) -> bool:
    """Whether a power or its ally has run supply to a port in this turn (12.7.2)."""
    there, ours = (port, *seas.of_port(campaign, port)), {power, *wars.allies(campaign, power)}
    return any(
        record.deed == RUN and record.who in ours and record.where in there for record in campaign.missions.values()
    )


def runs(tx: Transaction[TheWar], power: str, where: str) -> None:
    """Record that a power's mission runs supply to a port, or into a Sea Area, in this turn."""
    deeds.keep(tx, Deed(who=power, deed=RUN, where=sea_areas.area(where)), "supply is run", RUN_RULE)
    _lift(tx, power, sea_areas.area(where))


def _lift(tx: Transaction[TheWar], power: str, goal: str) -> None:
    """Who is out of supply in a port to which supply is run, or that lies on the Sea Area to which it is, is in supply
    from now on, unless the run is lost (rulings 504, 568)."""
    side = sides.side(tx.campaign, power)
    marked = (("supply_marks", tx.campaign.supply_marks), ("supply_places", tx.campaign.supply_places))
    for path, marks in marked:
        for key, mark in list(marks.items()):
            port = _stands_at(tx.campaign, path, key)
            here = bool(port) and goal in (port, *seas.of_port(tx.campaign, port))
            if here and mark.side == side and mark.level == supply.OUT and supply.stands(tx.campaign, mark):
                if mark.contested:
                    tx.set(f"{path}.{key}.contested", False, SERVED, SERVED_RULE)
                tx.set(f"{path}.{key}.lifted", port, SERVED, SERVED_RULE)


def run_lost(tx: Transaction[TheWar], power: str, where: str) -> None:
    """A battle is lost that a supply run had to fight: it has supplied nobody. Who was named as cut off, and was said
    to be supplied by it, is out of supply again (7.8.4, 12.7.2, ruling 568)."""
    run = Deed(who=power, deed=RUN, where=sea_areas.area(where))
    if not deeds.is_kept(tx.campaign, run):
        return
    deeds.drop(tx, run, "the supply run has lost its battle", "7.8.4, 12.7.2")
    deeds.keep(tx, attrs.evolve(run, deed=LOST), "the supply run has lost its battle", LOST_RULE)
    campaign, side = tx.campaign, sides.side(tx.campaign, power)
    for path, marks in (("supply_marks", campaign.supply_marks), ("supply_places", campaign.supply_places)):
        for key, mark in list(marks.items()):
            port = mark.lifted or (_stands_at(campaign, path, key) if mark.contested else "")
            served = bool(port) and run.where in (port, *seas.of_port(campaign, port))
            if mark.side != side or not served or ran(campaign, power, port):
                continue
            if mark.lifted:
                tx.set(f"{path}.{key}.lifted", "", AGAIN, "12.7.2, ruling 568")
            else:
                tx.set(f"{path}.{key}.contested", False, AGAIN, "12.7.2, ruling 568")


def _stands_at(campaign: TheWar, path: str, key: str) -> str:
    """The place of a mark: where its unit stands, or itself."""
    if path == "supply_places":
        return key
    return campaign.units[key].place if key in campaign.units else ""


def out_again(before: TheWar, changes: Iterable[Change]) -> str:
    """Who is out of supply again since the supply run for him was lost, in words; '' for nobody."""
    keys = [change.at.split(".") for change in changes if change.why == AGAIN]
    units = [key for path, key, _ in keys if path == "supply_marks" and key in before.units]
    places = [key for path, key, _ in keys if path == "supply_places"]
    apart = [key for key in units if before.units[key].place not in places]
    named = [titles.units(before, apart)] if apart else []
    return ", ".join((*named, *(f"all in {titles.where(before, place)}" for place in places)))


def too_many_escorts(campaign: TheWar, units: Iterable[str]) -> Iterable[Refusal]:
    """Why so many ships do not escort one supply run: three Fleets, or CV with their NAC, at most (12.7.2)."""
    ships = [key for key in units if campaign.units[key].kind in ports.SHIPS]
    if len(ships) > MOST_ESCORTS:
        yield Refusal(RUN_RULE, f"{len(ships)} ships escort one supply run", f"{MOST_ESCORTS} Fleets or CV at most.")


def other_side(side: str) -> str:
    """The enemy's side."""
    return sides.ALLIED if side == sides.AXIS else sides.AXIS


def lifted(campaign: TheWar, power: str, units: Iterable[str], to: str) -> Iterable[Refusal]:
    """Why units are not carried over the sea to a place: they begin their move out of supply, and do not end it in
    supply, or the enemy closes the port where they lie (12.7.3, ruling 523)."""
    cut_off = [key for key in units if supply.level(campaign, key).level == supply.OUT]
    if not cut_off:
        return
    begin = f"{titles.units(campaign, cut_off)} {'begin' if len(cut_off) > 1 else 'begins'}"
    since = supply.level(campaign, cut_off[0]).why
    if to not in campaign.places:
        reason = f"{begin} {since}, and nobody says where it ends"
        yield Refusal(LIFT_RULE, reason, "A place in supply: 'port=' of a transport, 'to=' of strategic movement.")
    elif supply.at(campaign, to).level == supply.OUT:
        reason = f"{begin} {since}, and {campaign.places[to].name} is out of supply too"
        yield Refusal(LIFT_RULE, reason, "To a place in supply, or 'trace' first, once supply is run to its port.")
    for port in dict.fromkeys(campaign.units[key].place for key in cut_off):
        yield from closed(campaign, power, port)


def controlled(campaign: TheWar, area: str, side: str) -> bool:
    """Whether a side alone has Fleets or CV on patrol in a Sea Area, or has won the last battle there in this turn;
    where both have ships, it is disputed (12.7.4, ruling 412)."""
    there, others = (
        [key for key in patrols.there(campaign, area, one) if campaign.units[key].kind != "nac"]
        for one in (side, other_side(side))
    )
    return bool(there or interdiction.winner(campaign, area) == side) and not others
