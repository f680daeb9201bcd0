"""A war begins: who fights whom by a declaration, whom it covers, what hangs on it (6.2.1, 6.3, 6.4.2, 22.3.1)."""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.thewar.countries import conquest, entry_level, statuses, war_terms
from engine.thewar.economy import east_africa
from engine.thewar.rolls.declarations import ONE_NATION, held_against
from engine.thewar.world import calendar, grudges, minors, wars
from engine.thewar.world.state import TheWar

LEND_LEASE_STOPPED = "lend-lease-stopped"
"""The fact that Britain or France attacked a neutral minor country before the U.S. entered (14.8.6)."""


def partner(campaign: TheWar, power: str) -> str:
    """The power that is one nation with another for declarations of war: Britain and France while both stand (6.2.1);
    '' for none."""
    twin = ONE_NATION.get(power, "")
    return twin if wars.standing(campaign, power) and wars.standing(campaign, twin) else ""


def targets_with(campaign: TheWar, target: str) -> tuple[str, ...]:
    """All whom a declaration on a target covers: a Major Power's belligerent allies and all their Satellites; France
    with Britain always (6.2.1, 6.4.2)."""
    if target not in campaign.powers:
        return (target,)
    alliance, twin = campaign.powers[target].alliance, partner(campaign, target)
    powers = [target]
    for power, ally in campaign.powers.items():
        if power == target or ally.alliance != alliance or not wars.standing(campaign, power):
            continue
        if power == twin or wars.belligerent(campaign, power):
            powers.append(power)
    return (*powers, *_satellites(campaign, powers))


def _satellites(campaign: TheWar, powers: Collection[str]) -> tuple[str, ...]:
    lands = campaign.countries.items()
    return tuple(key for key, land in lands if land.status == "satellite" and land.patron in powers)


def declarers(campaign: TheWar, power: str) -> tuple[str, ...]:
    """Who is at war by a declaration: its power, France with Britain and Britain with France, and their Satellites
    (6.2.1, 6.4.2)."""
    powers = tuple(member for member in (power, partner(campaign, power)) if member)
    return (*powers, *_satellites(campaign, powers))


def go_to_war(tx: Transaction[TheWar], power: str, target: str) -> None:
    """Record the wars that a declaration begins (6.4.2): its power and Satellites against the target and those it
    covers."""
    entry_level.declared(tx, power, target)
    for kind in held_against(war_terms.terms(tx.campaign, power, target)) if target in tx.campaign.countries else ():
        grudges.borne(tx, power, target, kind)
    _remembered(tx, power, target)
    _released(tx, power, target)
    theirs = targets_with(tx.campaign, target)
    _at_war(tx, declarers(tx.campaign, power), theirs)
    if "us" in theirs and not tx.campaign.powers["us"].entered:
        enters(tx, power)
    if target in tx.campaign.countries:
        if power in minors.row(target).get("at_once", ()):
            conquest.conquer(tx, target, power)
        else:
            statuses.invaded(tx, target, power)


def enters(tx: Transaction[TheWar], enemy: str) -> None:
    """The United States is in the war, against an enemy, its allies and Satellites (6.3, 22.3, 22.3.1)."""
    tx.set("powers.us.entered", calendar.turn(tx.campaign), "entry into the war", "22.3")
    _at_war(tx, declarers(tx.campaign, "us"), targets_with(tx.campaign, enemy))
    for key in tx.campaign.countries:
        if minors.american(tx.campaign, key):
            statuses.become(tx, key, "satellite", "us", "the United States is in the war", minors.rule(key))


def _at_war(tx: Transaction[TheWar], ours: Collection[str], theirs: Collection[str]) -> None:
    turn = calendar.turn(tx.campaign)
    for their in theirs:
        for mine in ours:
            if wars.at_war(tx.campaign, mine, their) or mine == their:
                continue
            wars.begin(tx, mine, their, turn, "declaration of war", "6.4.2")
            if {mine, their} == {"germany", "ussr"}:
                tx.put("facts.nazi-soviet-pact", False, "Germany and the Soviets are at war", "16.5")
            if (mine, their) == ("germany", "ussr"):
                _barbarossa(tx)
            if {mine, their} == {"britain", "italy"}:
                east_africa.cut_off(tx)


def _released(tx: Transaction[TheWar], power: str, target: str) -> None:
    """Germany attacks Turkey while it is at peace with the Soviet Union (16.5, 23.54)."""
    if minors.row(target).get("released") == power and not wars.at_war(tx.campaign, power, "ussr"):
        tx.put(f"facts.{wars.SOVIETS_RELEASED}", True, "Germany attacks Turkey", "23.54")


def _barbarossa(tx: Transaction[TheWar]) -> None:
    """Germany attacks the Soviet Union: mobilization begins (21.7.1)."""
    turns = len(table("thewar", "soviet-mobilization")["row"])
    tx.put("facts.soviet-mobilization", turns, "Germany declares war", "21.7.1")
    tx.put(f"facts.{wars.GERMAN_ATTACK}", True, "Germany declares war", "14.6, 21.7.1")


def _remembered(tx: Transaction[TheWar], power: str, target: str) -> None:
    """Record who attacked whom, as far as Lend-Lease depends on it (14.8.2, 14.8.6)."""
    campaign = tx.campaign
    if power == "ussr" and "germany" in targets_with(campaign, target) and not wars.at_war(campaign, "germany", "ussr"):
        tx.put(f"facts.{wars.SOVIET_ATTACK}", True, "the Soviets declare war", "14.6.1, 14.8.2")
    land = campaign.countries.get(target)
    neutral = land is not None and land.status != "satellite" and not wars.belligerent(campaign, target)
    us = campaign.powers.get("us")
    if power in ("britain", "france") and neutral and us is not None and not us.entered:
        tx.put(f"facts.{LEND_LEASE_STOPPED}", True, "attack on a neutral country", "14.8.6")
