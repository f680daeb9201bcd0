"""What falls due in this room: the U.S. entry, new Satellites, the liberation of France, the garrison of the Pact."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.late import Asked
from engine.kernel.sheets.ledger import Duty
from engine.thewar.countries import liberation, protection
from engine.thewar.world import calendar, minors, wars
from engine.thewar.world.state import TheWar


def us_entry(campaign: TheWar) -> Iterable[Duty]:
    """By when the United States enters (22.3.1)."""
    spring = calendar.season(campaign) == "spring"
    if spring and not campaign.powers["us"].entered and calendar.year(campaign) >= 1942:
        yield Duty("The United States enters in Summer 1942 at the latest", "22.3.1", order="us try-entry")


def french_freedom(campaign: TheWar) -> Iterable[Duty]:
    """Whether France may be freed (18.8)."""
    if by := liberation.open_to(campaign):
        said = f"Paris is {campaign.powers[by].adjective}: France is free once its units are supplied"
        yield Duty(said, "18.8", order=f"liberate {by}")


def satellites(campaign: TheWar) -> Iterable[Duty]:
    """Which minor countries become Satellites, and of whom (16.1.5, 16.3)."""
    for country, patron in minors.joining(campaign).items():
        land = campaign.countries[country]
        yield Duty(f"{land.name} becomes a Satellite of {wars.named(campaign, patron)}", "16.1.5")
    for key, land in campaign.countries.items():
        if able := protection.open_to(campaign, key):
            whose = ", ".join(wars.named(campaign, power) for power in able)
            yield Duty(f"{land.name}, attacked, is a Satellite of the nearest of {whose}", "16.3")


def pact_garrison(campaign: TheWar) -> Iterable[Duty]:
    """What Germany keeps in the East while the Pact holds (16.5)."""
    pact = campaign.facts.get("nazi-soviet-pact") and not wars.at_war(campaign, "germany", "ussr")
    poland = campaign.countries.get("poland")
    if (
        pact
        and poland is not None
        and poland.status == "conquered"
        and calendar.now(campaign) < calendar.number("1940-4-winter")
    ):
        yield Duty("Germany keeps a garrison against the Soviet Union: 12 factors and 1 air unit", "16.5")


_obtained = Asked("engine.thewar.countries", "variant_hand:duties")
_given = Asked("engine.thewar.countries", "variant_points:duties")


def variants(campaign: TheWar) -> Iterable[Duty]:
    """What has been saved and obtained of variants, and the POPs that they give, where anything was tried (28.0)."""
    if campaign.variant_tries:
        yield from _obtained(campaign)
        yield from _given(campaign)
