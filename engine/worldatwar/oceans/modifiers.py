"""The modifiers of submarine warfare: those that hold and those that do not, each with its reason (25.6 to 25.9)."""

from __future__ import annotations

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import frozen
from engine.worldatwar.oceans import codebreaking
from engine.worldatwar.world import bases, editions, groups, sides
from engine.worldatwar.world.bases import ATLANTIC, INDIAN, PACIFIC
from engine.worldatwar.world.state import WorldAtWar

BISCAY = ("brest", "lorient", "st-nazaire", "la-rochelle")
"""French ports on the Bay of Biscay (25.723)."""
IBERIA = ("la-coruna", "vigo", "lisbon", "cadiz")
"""Spanish and Portuguese ports (25.723)."""
GIBRALTAR = ("gibraltar",)
SOUTH_PACIFIC = ("townsville", "noumea", "suva", "pearl-harbor", "hilo", "maui")
"""Ports of which Japan needs one; the last three are those of the Hawaiian Islands (25.92A)."""
HAPPY_TIME = (2, 1)
"""What the first and the second Axis combat phase of the war between Germany and the U.S. add (25.66B)."""
PHASES = "german-american-combat-phases"
"""The fact that counts Axis combat phases since war broke out between Germany and the U.S. It is -1 in a player turn
whose combat phase was over when war broke out."""
AFTER_COMBAT = ("construction", "redeployment")
"""How steps of a player turn begin that follow its combat phase."""
IRELAND = "ireland"
"""The fact that holds the diplomatic result for Ireland in effect."""
IRELAND_AT = 7
"""The diplomatic result from which Ireland helps the submarines (25.725)."""
CVE_STEP = {ATLANTIC: 6, INDIAN: 3, PACIFIC: 3}
"""How many CVEs in each box make one modifier against the submarines (25.64)."""
CVE_MOST = 4
"""The largest modifier that CVEs make (25.64)."""


@frozen
class Modifier:
    """A modifier of submarine warfare. ``value`` is above 0 where it favours the submarines, and 0 where it does not
    hold; ``why`` says what it hangs on."""

    id: str
    label: str
    value: int
    rule: str
    why: str = ""


def submarine_war(campaign: WorldAtWar, attacker: str, defender: str, box: str) -> tuple[Modifier, ...]:
    """Every modifier of a power's submarines against an owner's transports in a box."""
    modifiers = [*_general(campaign, attacker, defender), _cves(campaign, defender, box)]
    if box == ATLANTIC:
        modifiers += _atlantic(campaign)
    elif box == INDIAN and attacker == "japan":
        modifiers.append(_port(campaign, "colombo", "Colombo", 1, "25.811", "japan", "colombo"))
    elif box == PACIFIC and attacker == "japan":
        modifiers.append(_port(campaign, "south-pacific", "a South Pacific port", 1, "25.92A", "japan", *SOUTH_PACIFIC))
    elif box == PACIFIC and attacker == "us":
        held = "manila" if bases.held(campaign, "allied", "manila") else ""
        modifiers.append(Modifier("manila", "Manila", 2 if held else 0, "25.92B", _held(held, "Manila")))
    modifiers.append(_cards(campaign, attacker, defender, box))
    return tuple(modifiers)


def net(campaign: WorldAtWar, attacker: str, defender: str, box: str) -> Breakdown:
    """The net modifier, above 0 for the submarines, from those that hold (24.622, 25.61)."""
    return Breakdown(
        tuple(
            Line(modifier.label, modifier.value, modifier.rule)
            for modifier in submarine_war(campaign, attacker, defender, box)
            if modifier.value
        )
    )


def _general(campaign: WorldAtWar, attacker: str, defender: str) -> list[Modifier]:
    """The modifiers of every box: nationality and research (25.62)."""
    ours, theirs = _naval(campaign, attacker), _naval(campaign, defender)
    nationality = Modifier(
        "nationality", "Naval Nationality DRMs", ours - theirs, "25.621", f"{ours:+d} against {theirs:+d}"
    )
    torpedoes, asw = sides.results(campaign, attacker, "torpedo"), sides.asw_results(campaign, defender)
    reach, their_reach = sides.results(campaign, attacker, "air-range"), sides.results(campaign, defender, "air-range")
    return [
        nationality,
        Modifier("torpedoes", "torpedo research", torpedoes, "25.622", f"{torpedoes} results"),
        Modifier("asw-research", "ASW research", -asw, "25.622", f"{asw} results"),
        Modifier("air-range", "air range research", reach - their_reach, "25.623", f"{reach} against {their_reach}"),
    ]


def _naval(campaign: WorldAtWar, owner: str) -> int:
    """The Naval Nationality DRM of an attacker or defender, 0 for one that is not in the scenario; the Western Allies
    have the British one."""
    who = "britain" if owner == sides.WESTERN else owner
    return campaign.powers[who].naval if who in campaign.powers else 0


def _cves(campaign: WorldAtWar, defender: str, box: str) -> Modifier:
    """Uninverted CVEs of the defender in the box; fast carriers do not count (25.362, 25.64)."""
    there = groups.standing(campaign, defender, "cve", box, ready=True)
    value = -min(there // CVE_STEP[box], CVE_MOST)
    rule = "25.64A" if box == ATLANTIC else "25.64B"
    return Modifier("cves", f"{there} CVEs", value, rule, f"-1 for every {CVE_STEP[box]}, at most -{CVE_MOST}")


def _atlantic(campaign: WorldAtWar) -> list[Modifier]:
    """The modifiers of the Atlantic: ports, the war with the U.S., Ireland (25.66, 25.72)."""
    modifiers = [_port(campaign, "biscay", "a Biscay port", 2, "25.723", "axis", *BISCAY)]
    if editions.of(campaign).iberia_apart:
        modifiers.append(_port(campaign, "iberia", "a Spanish or Portuguese port", 1, "25.723", "axis", *IBERIA))
        modifiers.append(_port(campaign, "gibraltar", "Gibraltar", 1, "25.723", "axis", *GIBRALTAR))
    else:
        ports = (*IBERIA, *GIBRALTAR)
        modifiers.append(_port(campaign, "iberia", "an Iberian port or Gibraltar", 1, "25.723", "axis", *ports))
    war = sides.at_war(campaign, "germany", "us")
    modifiers.append(Modifier("us-war", "war with the U.S.", int(war), "25.66A", "at war" if war else "no war"))
    modifiers.append(_happy_time(campaign, war))
    result = int(campaign.facts.get(IRELAND, 0))
    modifiers.append(
        Modifier("ireland", "Ireland", int(result >= IRELAND_AT), "25.725", f"diplomatic result {result}, 7 needed")
    )
    return modifiers


def _happy_time(campaign: WorldAtWar, war: bool) -> Modifier:
    """The Happy Time: what the first Axis combat phases of war with the U.S. add (25.66B)."""
    phases = max(0, int(campaign.facts.get(PHASES, 0)))
    void = editions.of(campaign).happy_time_once and bool(campaign.facts.get("us-re-entry", False))
    holds = war and phases < len(HAPPY_TIME) and not void
    why = f"Axis combat phase {phases + 1} of the war" if war else "no war with the U.S."
    if void:
        why = "the U.S. has entered the war again"
    return Modifier("happy-time", "Happy Time", HAPPY_TIME[phases] if holds else 0, "25.66B", why)


def combat_over(campaign: WorldAtWar) -> bool:
    """Whether the combat phase of the player turn at hand is over."""
    return campaign.progress.step.partition(".")[2].startswith(AFTER_COMBAT)


def _port(campaign: WorldAtWar, key: str, label: str, value: int, rule: str, who: str, *ports: str) -> Modifier:
    """A modifier that holds while an owner or side controls and supplies one of these ports."""
    held = bases.supplied(campaign, who, *ports)
    return Modifier(key, label, value if held else 0, rule, _held(held, label))


def _held(place: str, label: str) -> str:
    """Why a modifier of a port holds, or does not."""
    return f"{place.replace('-', ' ').title()} is held" if place else f"{label}: not held and supplied"


def _cards(campaign: WorldAtWar, attacker: str, defender: str, box: str) -> Modifier:
    """The modifier of codebreaking (25.67)."""
    name, value, why = codebreaking.advantage(campaign, attacker, defender, box)
    return Modifier("codebreaking", f"{name} cards", value, "25.67", why)
