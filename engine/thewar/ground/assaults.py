"""An announced attack as the rules of ground combat know it (10.0)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import unchanged
from engine.thewar.air import air_round, airborne
from engine.thewar.combat import battles, circumstances
from engine.thewar.combat.combatants import Combatant
from engine.thewar.countries import french_morale
from engine.thewar.ground import ground_battle
from engine.thewar.ground.ground_battle import Assault, outflown
from engine.thewar.world import border_wars, turncoats
from engine.thewar.world.state import Engagement, TheWar


def _support(campaign: TheWar, keys: Iterable[str]) -> tuple[Combatant, ...]:
    """Air units over a hex without their escorts, which fight in the air alone: a jet TAC supports as a TAC does (11.3,
    11.4, 11.13)."""
    return tuple(unit for unit in battles.force(campaign, keys) if not air_round.fighter(unit))


@unchanged(*battles.BOARD)
def assault(campaign: TheWar, where: str, engagement: Engagement) -> Assault:
    """The attack on the ground that an engagement comes to, with what the campaign itself knows."""
    terrain = circumstances.terrain(campaign, where, engagement)
    owners = dict.fromkeys(campaign.units[key].power for key in engagement.defenders if key in campaign.units)
    return Assault(
        attackers=battles.force(campaign, engagement.attackers),
        defenders=battles.force(campaign, engagement.defenders),
        terrain=terrain,
        siege=circumstances.siege(campaign, where, engagement),
        second_impulse=engagement.impulse == battles.SECOND,
        reserves=engagement.reserves,
        oas=_support(campaign, engagement.air),
        das=_support(campaign, engagement.facing),
        oas_columns=circumstances.columns(campaign, where, engagement, engagement.air),
        das_columns=circumstances.columns(campaign, where, engagement, engagement.facing),
        ships=len(engagement.ships),
        facts=circumstances.facts(campaign, where, engagement),
        spent=tuple(owner for owner in owners if border_wars.spent(campaign, owner)),
        turned=turncoats.attacking(campaign, where, engagement.attackers),
        unescorted=airborne.unescorted(campaign, where, engagement),
        outflown=outflown(battles.force(campaign, engagement.air), battles.force(campaign, engagement.facing), terrain),
    )


def french_help(campaign: TheWar, where: str, engagement: Engagement) -> Iterable[Refusal]:
    """Why French aircraft and Fleets have no part in an attack: it is made at worse than 1-1, by whomever (18.1)."""
    helpers = {campaign.units[key].power for key in (*engagement.air, *engagement.ships) if key in campaign.units}
    if french_morale.FRANCE in helpers:
        fight = ground_battle.battle(assault(campaign, where, engagement))
        yield from french_morale.outnumbered(helpers, fight.attack, fight.defence)
