"""All that the surrender of a Major Power brings at once, by its own rule (14.6, 17.3, 18.5, 19.2, 20.4, 21.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.transaction import Transaction
from engine.thewar.countries import conquest, fallen_forces
from engine.thewar.economy import fallen
from engine.thewar.endings import ends
from engine.thewar.rolls.surrenders import RULES
from engine.thewar.world import minors, wars
from engine.thewar.world.state import TheWar

_SEATS = {"france": "paris", "britain": "london", "ussr": "moscow", "germany": "berlin", "italy": "rome"}
"""The capital whose holder a power surrenders to (18.5.1)."""
_USUAL = {"france": "germany", "britain": "germany", "ussr": "germany"}
_ALLIES = ("britain", "us", "ussr")


def conqueror(campaign: TheWar, power: str) -> str:
    """To whom a power surrenders: who holds its capital, else Germany, or the first of the Allies that stands."""
    capital = campaign.places.get(_SEATS[power])
    holder = minors.master(campaign, capital.holder) if capital is not None else ""
    enemy = holder in campaign.powers and campaign.powers[holder].side != campaign.powers[power].side
    if enemy and wars.standing(campaign, holder):
        return holder
    if power in _USUAL:
        return _USUAL[power]
    return next(key for key in _ALLIES if key in campaign.powers and (key == "ussr" or wars.standing(campaign, key)))


def falls(tx: Transaction[TheWar], power: str) -> None:
    """A power surrenders: its lands are divided, its wars end, its forces go as its rule says. France keeps its forces
    for the terms that follow (18.5)."""
    campaign = tx.campaign
    vichy = power == "france" and fallen.VICHY_FRANCE in campaign.countries
    conquest.surrendered(tx, power, conqueror(campaign, power), vichy=vichy)
    _FORCES.get(power, _none)(tx)
    ends.by_fall(tx)


def _none(tx: Transaction[TheWar]) -> None:
    """The forces wait for their terms."""


def _gone(power: str) -> Callable[[Transaction[TheWar]], None]:
    return lambda tx: fallen_forces.gone(tx, power, RULES[power])


_FORCES: Mapping[str, Callable[[Transaction[TheWar]], None]] = {
    "italy": _gone("italy"),
    "ussr": _gone("ussr"),
    "germany": _gone("germany"),
    "britain": fallen_forces.british,
}
