"""What falls due this turn, so that nothing of the kind is forgotten at the board."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.building import basing, rating_programmes
from engine.thewar.combat import stacking
from engine.thewar.countries import liberation, protection, scorched_earth
from engine.thewar.economy import falls_due, free_efforts, inside_ussr, oil, oil_shortage
from engine.thewar.moving import lend_lease_duty
from engine.thewar.weather import frostbite_losses
from engine.thewar.world import (
    calendar,
    minors,
    patrols,
    ports,
    raiders,
    regions,
    sea_areas,
    sides,
    task_forces,
    titles,
    wars,
)
from engine.thewar.world.state import Place, TheWar


def duties(campaign: TheWar) -> tuple[Duty, ...]:
    """The duties of the turn at hand, in the order of the sequence of play."""
    parts = (
        _money,
        _oil,
        rating_programmes.duties,
        _liberation,
        scorched_earth.duties,
        _diplomacy,
        _efforts,
        inside_ussr.duties,
        _war,
        _islands,
        basing.duties,
        ports.duties,
        frostbite_losses.duties,
        _at_sea,
        _task_forces,
        _next_season,
    )
    return tuple(duty for part in parts for duty in part(campaign))


def _money(campaign: TheWar) -> Iterable[Duty]:
    spring = calendar.season(campaign) == "spring"
    if spring and not campaign.powers["us"].entered and calendar.year(campaign) >= 1942:
        yield Duty("The United States enters in Summer 1942 at the latest", "22.3.1", order="us enter")


def _oil(campaign: TheWar) -> Iterable[Duty]:
    """What hangs on the oil places once they are not as at start (24.0), and who may not move for it."""
    here = oil.of(campaign)
    for power in oil.POWERS:
        if not wars.standing(campaign, power):
            continue
        name, rule = wars.named(campaign, power), str(oil.shortage(power)["rule"])
        if changes := oil.smp_changes(power, here):
            factors, smps = oil.factors(power, here).total, sum(line.value for line in changes)
            why = ", ".join(line.label for line in changes)
            yield Duty(f"Oil: {name} has {factors} factors, SMPs {smps:+d}: {why}", rule)
        if need := oil_shortage.to_name(campaign, power):
            yield Duty(
                f"{name} names {need} units that have no oil and may not move", rule, order=f"{power} oil-shortage"
            )
        if still := oil_shortage.standing_still(campaign, power):
            yield Duty(f"{name}, without oil, may not move {', '.join(still)}{_NO_RESERVE.get(power, '')}", rule)
    if scored := int(campaign.facts.get(oil.SCORED, 0)):
        yield Duty(f"Oil hit on Germany: {oil.several(scored, 'oil factor')} fewer next turn", "24.1")
    fallen = [place.name for place in campaign.places.values() if _fallen_german_city(place)]
    if fallen and not campaign.facts.get(oil.PLACED, False):
        said = f"{', '.join(fallen)} lost: say in Planning where the oil plants stand (oil-plants)"
        yield Duty(said, "24.1", order="germany oil-plants")


_NO_RESERVE = {"germany": ", nor place it in Reserve"}


def _fallen_german_city(place: Place) -> bool:
    return place.country == "germany" and place.kind in ("city", "port") and place.holder != "germany"


def _liberation(campaign: TheWar) -> Iterable[Duty]:
    if by := liberation.open_to(campaign):
        said = f"Paris is {campaign.powers[by].adjective}: France is free once its units are supplied"
        yield Duty(said, "18.8", order=f"liberate {by}")


def _diplomacy(campaign: TheWar) -> Iterable[Duty]:
    for country, patron in minors.joining(campaign).items():
        land = campaign.countries[country]
        yield Duty(f"{land.name} becomes a Satellite of {wars.named(campaign, patron)}", "16.1.5")
    for key, land in campaign.countries.items():
        if able := protection.open_to(campaign, key):
            whose = ", ".join(wars.named(campaign, power) for power in able)
            yield Duty(f"{land.name}, attacked, is a Satellite of the nearest of {whose}", "16.3")


def _war(campaign: TheWar) -> Iterable[Duty]:
    for power in ("britain", "us"):
        if raiders.invasion_forbidden(campaign, power):
            yield Duty(f"{wars.named(campaign, power)}: no amphibious invasion after a Massacre", "5.1.3.2")
    pact = campaign.facts.get("nazi-soviet-pact") and not wars.at_war(campaign, "germany", "ussr")
    poland = campaign.countries.get("poland")
    if (
        pact
        and poland is not None
        and poland.status == "conquered"
        and calendar.now(campaign) < calendar.number("1940-4-winter")
    ):
        yield Duty("Garrison against the Soviet Union: 12 factors and 1 air unit", "16.5")
    if entered := falls_due.soviet_east_prussia(campaign):
        yield Duty(f"{', '.join(entered)} is Soviet: a roll for Soviet Atrocities at the end of the turn", "23.18")
    yield from lend_lease_duty.duties(campaign)


def _efforts(campaign: TheWar) -> Iterable[Duty]:
    for key in free_efforts.of(campaign):
        helped = f"{campaign.countries[key].name}: no air or naval support of a Major Power in the invader's Operations"
        yield Duty(helped, "23.1")
        yield Duty(
            f"{campaign.countries[key].name}, attacked this turn, moves with one free RLE{_whose(campaign, key)}", "4.2"
        )


def _whose(campaign: TheWar, country: str) -> str:
    power = minors.commander(campaign, country)
    return f", commanded by {wars.named(campaign, power)}" if power else ""


def _islands(campaign: TheWar) -> Iterable[Duty]:
    for excess in stacking.overstacked(campaign):
        yield Duty(f"{excess.reason}: {excess.hint}", excess.rule)
    for excess in regions.fortress_excess(campaign):
        yield Duty(f"{excess.reason}: {excess.hint}", excess.rule)
    for key in regions.islands(campaign):
        for excess in regions.island_excess(campaign, key):
            yield Duty(f"{excess.reason}: {excess.hint}", excess.rule)


def _at_sea(campaign: TheWar) -> Iterable[Duty]:
    """Who is on patrol where, and how long (7.4)."""
    for side in (sides.AXIS, sides.ALLIED):
        for area, keys in patrols.standing(campaign, side).items():
            for since in dict.fromkeys(campaign.patrols[key].since for key in keys):
                there = [key for key in keys if campaign.patrols[key].since == since]
                whose = " and ".join(dict.fromkeys(wars.named(campaign, campaign.units[key].power) for key in there))
                end = f"to the end of the {side.capitalize()} player turn of {calendar.spoken(patrols.until(since))}"
                ships = titles.units(campaign, there)
                yield Duty(f"On patrol in {sea_areas.name(area)}, {end}: {whose}, {ships}", "7.4")


def _task_forces(campaign: TheWar) -> Iterable[Duty]:
    """What lies under which marker, by what this view knows of it (7.12)."""
    for marker, one in campaign.task_forces.items():
        port = campaign.places.get(one.port)
        where = f", {port.name}" if port is not None else ""
        ships = titles.units(campaign, task_forces.contents(campaign, marker)) or "face down"
        hidden = ", hidden from the other side" if marker in campaign.units and ships != "face down" else ""
        yield Duty(f"{task_forces.name(marker)} of {wars.named(campaign, one.power)}{where}: {ships}{hidden}", "7.12")


def _next_season(campaign: TheWar) -> Iterable[Duty]:
    if calendar.season(campaign) == "winter":
        yield Duty("Year's end: what is left over grows or is lost in Spring", "14.3")
