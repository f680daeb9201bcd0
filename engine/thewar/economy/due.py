"""What falls due in this room: oil, free efforts, the cities of East Prussia."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.economy import falls_due, free_efforts, oil, oil_shortage
from engine.thewar.world import minors, wars
from engine.thewar.world.state import Place, TheWar


def oil_places(campaign: TheWar) -> Iterable[Duty]:
    """What follows from the oil places once they are not as at start (24.0), and which units may not move for want of
    oil."""
    figures = oil.of(campaign)
    for power in oil.POWERS:
        if not wars.standing(campaign, power):
            continue
        name, rule = wars.named(campaign, power), str(oil.shortage(power)["rule"])
        if changes := oil.smp_changes(power, figures):
            factors, smps = oil.factors(power, figures).total, sum(line.value for line in changes)
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


def attacked_minors(campaign: TheWar) -> Iterable[Duty]:
    """The free efforts of minor countries that were attacked this turn, and who may not help them (4.2, 23.1)."""
    for key in free_efforts.of(campaign):
        helped = f"{campaign.countries[key].name}: no air or naval support of a Major Power in the invader's Operations"
        yield Duty(helped, "23.1")
        yield Duty(
            f"{campaign.countries[key].name}, attacked this turn, moves with one free RLE{_whose(campaign, key)}", "4.2"
        )


def _whose(campaign: TheWar, country: str) -> str:
    power = minors.commander(campaign, country)
    return f", commanded by {wars.named(campaign, power)}" if power else ""


def east_prussia(campaign: TheWar) -> Iterable[Duty]:
    """Whether a roll for Soviet Atrocities is due at the end of the turn (23.18)."""
    if entered := falls_due.soviet_east_prussia(campaign):
        yield Duty(f"{', '.join(entered)} is Soviet: a roll for Soviet Atrocities at the end of the turn", "23.18")
