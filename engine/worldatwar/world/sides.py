"""The powers, their sides and factions: whose units are whose, who is at war with whom, and what a faction has
researched (24.23, 24.4)."""

from __future__ import annotations

from functools import lru_cache

from engine.kernel import seasons
from engine.worldatwar.world.research import researched
from engine.worldatwar.world.state import War, WorldAtWar

POWERS = ("germany", "italy", "japan", "britain", "us", "russia", "china", "france")
HALVES = ("axis", "allied")
WESTERN = "western"
WESTERN_ALLIES = ("britain", "us")
SURFACE = ("warship", "destroyer")
"""Naval units of the board that stand in a box: factors of warships (fast carriers among them) and of destroyers
(ruling 570)."""
SHARED = ("asw", "american-asw", "transport", "cve", *SURFACE)
"""Kinds that the Western Allies hold together (24.233); American ASW are those built in American shipyards (24.54). No
kind ends where a place begins, so that the ids of groups never meet."""
ASW = ("asw", "american-asw")
JOINT_ASW = "joint-asw"
"""In the force pools alone: ASW from production, to be built in the yards of either Western Ally (24.233, 25.22D)."""
DELAYED = "asw-in-two-turns"
"""How facts begin that name the turn in which an ASW result of 8 or more was rolled."""


def owner(power: str, kind: str) -> str:
    """Who owns a power's units of a kind: the power itself, or the Western Allies together."""
    return WESTERN if power in WESTERN_ALLIES and kind in SHARED else power


def commands(power: str, who: str) -> bool:
    """Whether a power gives the orders for the units of an owner."""
    return who == power or (who == WESTERN and power in WESTERN_ALLIES)


def faction(campaign: WorldAtWar, who: str) -> str:
    """The alliance faction of a power or owner."""
    if who == WESTERN:
        return WESTERN
    power = campaign.powers.get(who)
    return power.faction if power is not None else who


def results(campaign: WorldAtWar, who: str, subject: str) -> int:
    """Research results that the faction of a power or owner has in a subject (41, 43)."""
    return campaign.research.get(researched(faction(campaign, who), subject), 0)


def delayed_key(campaign: WorldAtWar, who: str) -> str:
    """The fact that names the turn in which a faction got an ASW result of 8 or more, worth two (25.622)."""
    return f"{DELAYED}-{faction(campaign, who)}"


def asw_results(campaign: WorldAtWar, who: str) -> int:
    """ASW results that count: the second level of an 8+ counts from the turn after it was reached (25.622)."""
    waiting = campaign.facts.get(delayed_key(campaign, who)) == seasons.turn(campaign)
    return results(campaign, who, "asw") - waiting


@lru_cache(maxsize=256)
def pair(power: str, other: str) -> str:
    """The key of the war of two powers. Nobody takes it apart: who is at war stands in the value."""
    return War.made_of(power, other, since="").address


def at_war(campaign: WorldAtWar, power: str, other: str) -> bool:
    """Whether two powers are at war with each other."""
    return pair(power, other) in campaign.wars


def enemies(campaign: WorldAtWar, power: str, other: str) -> bool:
    """Whether two powers or owners are at war. For the Western Allies together it is enough that either of them is."""
    ours = WESTERN_ALLIES if power == WESTERN else (power,)
    theirs = WESTERN_ALLIES if other == WESTERN else (other,)
    return any(at_war(campaign, mine, yours) for mine in ours for yours in theirs)


def fights(campaign: WorldAtWar, power: str) -> bool:
    """Whether a power is at war with anybody."""
    return any(power in war.names for war in campaign.wars.values())


def standing(campaign: WorldAtWar, half: str = "") -> tuple[str, ...]:
    """The powers that take part and have not fallen, all or those of a side, in their order."""
    present = ((power, campaign.powers[power]) for power in POWERS if power in campaign.powers)
    return tuple([power for power, figures in present if not figures.fallen and half in ("", figures.side)])


def side(campaign: WorldAtWar, who: str) -> str:
    """The side of a power or owner, 'axis' or 'allied'."""
    return "allied" if who == WESTERN else campaign.powers[who].side


def named(campaign: WorldAtWar, who: str) -> str:
    """The name of a power or owner."""
    if who == WESTERN:
        return "the Western Allies"
    known = campaign.powers.get(who)
    return known.name if known is not None else who.replace("-", " ").title()


def tension(campaign: WorldAtWar, level: str) -> int:
    """The level of U.S. tension with the European Axis ('usat') or with Japan ('usjt')."""
    return int(campaign.facts.get(level, 0))
