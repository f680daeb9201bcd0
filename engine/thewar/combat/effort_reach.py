"""Which units an RLE or an LLE activates, as far as the campaign knows where they begin and what they attack (4.2, 4.3,
ruling 443)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.transaction import Transaction
from engine.thewar.combat import circumstances, commandos
from engine.thewar.economy import effort_markers, logistics
from engine.thewar.economy.effort_markers import Need
from engine.thewar.world import counters, ports, tallies, traits
from engine.thewar.world.state import Engagement, TheWar

LANDING = "beach-assault"
_NEXT, _ADVANCED = 1, 1
"""An attack is made on the next hex; before a second move a unit may have advanced into the hex that it won."""


def begin(campaign: TheWar, power: str, keys: Iterable[str]) -> tuple[str, ...]:
    """Where units under a power's effort begin their turn, as far as it is recorded: ships and aircraft at their bases,
    ground units where the board is checked; where others stand, the board alone knows."""
    checked = campaign.options.get("board") == "checked"
    places = []
    for key in keys:
        unit = campaign.units.get(key)
        if unit is None or circumstances.payer(campaign, unit.power) != power:
            continue
        based = unit.kind in ports.SHIPS or traits.category(unit) == "air"
        if (based or checked) and unit.place in campaign.places:
            places.append(unit.place)
    return tuple(dict.fromkeys(places))


def needs(campaign: TheWar, where: str, engagement: Engagement) -> dict[str, Need]:
    """How near to a hex that is attacked a marker of each attacking power has to lie, by power: none of its units comes
    farther than its move and the next hex. Units that a power has moved by rail this turn may come from anywhere, as do
    those that land from the sea."""
    if LANDING in engagement.terrain:
        return {}
    steps: dict[str, list[int]] = {}
    for key in engagement.attackers:
        unit = campaign.units.get(key)
        power = circumstances.payer(campaign, unit.power) if unit is not None else ""
        if unit is None or not power or campaign.powers[power].effort not in logistics.COUNTED:
            continue
        steps.setdefault(power, []).append(_comes(campaign, key, engagement))
    result = {}
    for power, many in steps.items():
        left = sorted(many)[tallies.used(campaign, power, tallies.RAILMOVES) :]
        if left:
            result[power] = Need(where, effort_markers.reach(campaign.powers[power].effort) + left[0])
    return result


def _comes(campaign: TheWar, key: str, engagement: Engagement) -> int:
    """The most hexes that a unit may come from to attack a hex, counted from where it is activated."""
    unit = campaign.units[key]
    move = counters.factors(unit).move
    kinds = (campaign.units[attacker].kind for attacker in engagement.attackers if attacker in campaign.units)
    if unit.kind == commandos.drops(engagement.facts, kinds):
        return max(commandos.reach(unit.kind), move + _NEXT)
    second = move - 1 + _ADVANCED if engagement.impulse > 1 and unit.kind in traits.SECOND_IMPULSE else 0
    return move + second + _NEXT


def remember(tx: Transaction[TheWar], where: str, engagement: Engagement) -> None:
    """An attack is announced: record that the efforts of its powers are used there."""
    for power, need in needs(tx.campaign, where, engagement).items():
        effort_markers.remember(tx, power, need)


def forget(tx: Transaction[TheWar], where: str) -> None:
    """An attack is called off: the efforts of its powers are not used there after all."""
    for power in tx.campaign.powers:
        effort_markers.forget(tx, power, where)
