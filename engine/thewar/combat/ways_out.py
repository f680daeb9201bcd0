"""The orders that would help where units may not be named: what a refusal's hint says (10.0, 15.1, 6.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.refusals import Refusal
from engine.thewar.world import border_wars, deeds, forces, sides, titles, wars
from engine.thewar.world.state import Engagement, TheWar

_CALLED_OFF_IN = ("operations.attacks", "operations.second-combat", "operations.counter-air")
_ROLLED = ("battles", "attack")
"""The deed recorded once a battle of the impulse has been rolled; nothing is called off after it (10.0)."""


def freed(campaign: TheWar, keys: Sequence[str], impulse: int) -> str:
    """The order that sets units free which are in a battle that is announced, '' where none does."""
    rolled = deeds.in_half(_ROLLED[0], sides.phasing(campaign), impulse, _ROLLED[1])
    step = campaign.progress.step.partition(".")[2]
    if step not in _CALLED_OFF_IN or deeds.is_kept(campaign, rolled):
        return ""
    where = next((where for where, battle in campaign.engagements.items() if set(_ours(battle)) & set(keys)), "")
    return f"'{campaign.engagements[where].by} call-off {where}' sets them free." if where else ""


def _ours(battle: Engagement) -> tuple[str, ...]:
    """The units that a battle calls upon, which its end sets free."""
    return () if battle.kind == "sea" else (*battle.attackers, *battle.wave, *battle.air, *battle.defenders)


def from_pool(campaign: TheWar, owner: str, group: str) -> str:
    """What puts units of a group on the board that lie in the force pool, '' where none do."""
    pool = forces.there(campaign, owner, group, "in the pool") if owner else 0
    if not pool:
        return ""
    lie = "lies" if pool == 1 else "lie"
    return f"{pool} {lie} in the pool: built in the Build Segment, or 'losses {owner} +1 {group}' as at the table"


def repaired(campaign: TheWar, keys: Sequence[str]) -> str:
    """What makes Depleted units whole: ships in a yard, others by NARFs; '' for none."""
    units = [campaign.units[key] for key in keys if key in campaign.units and campaign.units[key].depleted]
    if not units:
        return ""
    unit = units[0]
    group = forces.group_of(unit)
    if unit.kind in ("fleet", "cv"):
        return f"'dock' repairs them in the Build Segment, 'losses {unit.power} rep {group}' as at the table."
    return f"'mend' repairs them in the Build Segment, 'losses {unit.power} rep {group}' as at the table."


def not_at_war(campaign: TheWar, owner: str, opponent: str, where: str | None) -> Refusal:
    """Why two owners do not fight each other in a place, None for the sea, with the order that helps (6.3.1, 6.4)."""
    if province := border_wars.foes(campaign, owner, opponent):
        name, country = campaign.holdings[province].name, campaign.border_wars[province].country
        at = "the sea" if where is None else titles.where(campaign, where)
        reason = f"the border war is over {name} alone, and {at} does not lie in it"
        hint = f"Elsewhere by war: '{border_wars.USSR} declare {country}', as an Associate's after one on Germany."
        return Refusal(border_wars.RULE, reason, hint)
    reason = f"{wars.named(campaign, owner)} and {wars.named(campaign, opponent)} are not at war"
    return Refusal("6.4", reason, f"{_declaration(campaign, owner, opponent)}{border(campaign, owner, opponent)}")


def border(campaign: TheWar, owner: str, opponent: str) -> str:
    """The order that leads to a border war of two, '' where none does."""
    if border_wars.USSR not in (owner, opponent):
        return ""
    country = opponent if owner == border_wars.USSR else owner
    for province, whose in border_wars.PROVINCES.items():
        if whose == country and border_wars.undecided(campaign, province):
            name = campaign.holdings[province].name
            return f" Over {name} alone without one: '{border_wars.USSR} cross {province}'."
    return ""


def _declaration(campaign: TheWar, owner: str, opponent: str) -> str:
    """Who would have to declare war on whom, and when."""
    power = owner if owner in campaign.powers else opponent if opponent in campaign.powers else ""
    other = opponent if power == owner else owner
    order = f": '{power} declare {other}'" if power and wars.standing(campaign, power) else ""
    return f"War is declared in segment 4{order}."
