"""Leningrad under siege (29.22): as long as it is a fortress and strongly held, Germany takes it by hunger alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Refusal
from engine.thewar.world import counters, installed, supply, traits, wars
from engine.thewar.world.state import TheWar, Unit

OPTION, RULE = "siege-of-leningrad", "29.22"
FACTORS = 6
"""From how many printed Soviet ground factors in supply on the city is not stormed."""
_WHERE, _GERMANY, _USSR = "leningrad", "germany", "ussr"
_CUT_OFF = "defenders-unsupplied"


def not_stormed(
    campaign: TheWar, where: str, owners: Iterable[str], against: Sequence[str], facts: Sequence[str]
) -> Iterable[Refusal]:
    """Why Germans do not attack Leningrad on the ground table, nor by an Automatic Victory (ruling 420). ``owners``:
    whose units attack; ``against``: the units that are named in the hex; ``facts``: what else holds."""
    if not campaign.options.get(OPTION, False) or where != _WHERE or _GERMANY not in owners:
        return
    if not installed.is_fortress(campaign, where) or _CUT_OFF in facts:
        return
    inside = defenders(campaign, against)
    if inside >= FACTORS:
        name = campaign.places[where].name if where in campaign.places else "Leningrad"
        reason = f"{name} is a fortress, and {inside} factors of the {wars.named(campaign, _USSR)} are in it"
        yield Refusal(RULE, reason, f"Below {FACTORS}, or out of supply: a siege takes it ('besiege {_WHERE}').")


def defenders(campaign: TheWar, against: Sequence[str]) -> int:
    """The printed Soviet ground factors in supply in Leningrad: of those that are recorded there, and of those that are
    named; none while it is under siege, nor of who was named out of supply at a check (13.2.3, 12.0)."""
    if campaign.sieges.get(_WHERE) or supply.at(campaign, _WHERE).level == supply.OUT:
        return 0
    there = {key for key, unit in campaign.units.items() if unit.place == _WHERE} | {*against}
    known = [key for key in there if key in campaign.units and supply.level(campaign, key).level != supply.OUT]
    return sum(_factors(campaign.units[key]) for key in known)


def _factors(unit: Unit) -> int:
    soldiers = unit.power == _USSR and traits.category(unit) == "ground"
    return counters.factors(unit).combat if soldiers else 0
