"""Who stands where: seats, Major Powers and minor countries, the phasing side, the Western Allies, ties and disputes
(1.1, 1.2, 2.1, 3.11)."""

from __future__ import annotations

from engine.kernel.refusals import Refusal
from engine.thewar.world import border_wars, wars
from engine.thewar.world.state import TheWar

AXIS, ALLIED = "axis", "allied"


def seat(campaign: TheWar, power: str) -> str:
    """The seat that commands a power (1.1). Raises KeyError for a power that nobody commands."""
    return campaign.seats[power]


def kind(campaign: TheWar, who: str) -> str:
    """'major' or 'minor' (1.2). Raises LookupError for one that is neither Major Power nor country."""
    if wars.major(campaign, who):
        return "major"
    if who in campaign.countries:
        return "minor"
    raise LookupError(f"there is no power or country '{who}'")


def phasing(campaign: TheWar) -> str:
    """The phasing side, 'axis' or 'allied'; '' in the segments that both sides play together (1.2, 3.11)."""
    half = campaign.progress.step.partition(".")[0]
    return half if half in (AXIS, ALLIED) else ""


def non_phasing(campaign: TheWar) -> str:
    """The other side than the phasing one, '' where neither is phasing (1.2)."""
    return {AXIS: ALLIED, ALLIED: AXIS}.get(phasing(campaign), "")


def side(campaign: TheWar, who: str) -> str:
    """The side of a power, or of the power a country leans to; of a country that was attacked and is nobody's the side
    against its invaders (6.3.1, 16.3); '' for a neutral (1.2)."""
    if who in campaign.powers:
        return campaign.powers[who].side
    land = campaign.countries.get(who)
    if land is None or land.patron in campaign.powers:
        return campaign.powers[land.patron].side if land is not None else ""
    if border_wars.fought(campaign, who):
        return AXIS
    invaders = {campaign.powers[enemy].side for enemy in wars.enemies(campaign, who) if enemy in campaign.powers}
    return {AXIS: ALLIED, ALLIED: AXIS}[invaders.pop()] if len(invaders) == 1 else ""


def acting(campaign: TheWar, power: str) -> str:
    """Who is likely to act where a player speaks for a power: this one, or, where it is at war with nobody or not of
    the phasing side, the first of the phasing side that is at war (1.2)."""
    moving = phasing(campaign)
    if wars.belligerent(campaign, power) and moving in ("", side(campaign, power)):
        return power
    own = (owner for owner in campaign.powers if moving in ("", side(campaign, owner)))
    return next((owner for owner in own if wars.belligerent(campaign, owner)), power)


def must_be_phasing(campaign: TheWar, power: str) -> Refusal | None:
    """Why a power may not act as the phasing one now, None where it may (1.2)."""
    turn_of = phasing(campaign)
    if turn_of == side(campaign, power):
        return None
    whose = f"it is the {turn_of.capitalize()} player turn" if turn_of else "no side is phasing in this segment"
    return Refusal("1.2", whose, f"{wars.named(campaign, power)} acts in its own side's turn.")


def western_allies(campaign: TheWar) -> tuple[str, ...]:
    """The Western Allies: those of the western alliance, the U.S. only once it is in the war (1.2)."""
    return tuple(
        power
        for power in wars.POWERS
        if wars.standing(campaign, power)
        and campaign.powers[power].alliance == "western"
        and (power != "us" or campaign.powers[power].entered)
    )
