"""Who acts as partisans roll, what nobody is led past, and what the step tells: the occupiers' chits come before the
dice (3.5, 25.4, 16.1.7.6, ruling 613)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.campaign import several_eyes
from engine.kernel.stops import CHANCE, ROLL, Stop
from engine.thewar.combat import chit_purposes
from engine.thewar.combat.chit_purposes import PARTISANS
from engine.thewar.politics import stating
from engine.thewar.strategic.partisan_war import PartisanWar, due, many, unlisted
from engine.thewar.world import sides, wars
from engine.thewar.world.influence import SORTS
from engine.thewar.world.state import TheWar


def axis_rollers(campaign: TheWar) -> tuple[str, ...]:
    """The Axis powers whose partisans are still to roll."""
    return tuple(dict.fromkeys(power for power, _ in due(campaign, sides.AXIS)))


def allied_rollers(campaign: TheWar) -> tuple[str, ...]:
    """The Allied powers whose partisans are still to roll."""
    return tuple(dict.fromkeys(power for power, _ in due(campaign, sides.ALLIED)))


def asked_first(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The occupiers that are asked for a chit before the dice of a side: where they see not with the eyes of those who
    roll, and as long as their alliance may still play one (25.4, 16.1.7.6, ruling 613)."""
    found = []
    for roller, occupier in due(campaign, side):
        apart = campaign.seats.get(roller) != campaign.seats.get(occupier) and wars.standing(campaign, occupier)
        asked = any(stating.asked_for_chit(campaign, occupier, sort) for sort in SORTS)
        if apart and asked and not chit_purposes.played_by_alliance(campaign, occupier, PARTISANS):
            found.append(occupier)
    return tuple(dict.fromkeys(found))


def axis_actors(campaign: TheWar) -> tuple[str, ...]:
    """Who acts as the Axis' partisans roll: the occupiers with their chits, then who rolls."""
    return (*asked_first(campaign, sides.AXIS), *axis_rollers(campaign))


def allied_actors(campaign: TheWar) -> tuple[str, ...]:
    """Who acts as the Allied partisans roll: the occupiers with their chits, then who rolls."""
    return (*asked_first(campaign, sides.ALLIED), *allied_rollers(campaign))


def at_once(campaign: TheWar) -> bool:
    """Whether nobody waits for another: one seat plays all."""
    return not several_eyes(campaign)


def axis_stops(campaign: TheWar, half: str) -> Iterable[Stop]:
    """What nobody is led past as the Axis' partisans roll."""
    return _stops(campaign, sides.AXIS, "the dice for the Axis' partisans")


def allied_stops(campaign: TheWar, half: str) -> Iterable[Stop]:
    """What nobody is led past as the Allied partisans roll."""
    return _stops(campaign, sides.ALLIED, "the dice for the Allied partisans")


def _stops(campaign: TheWar, side: str, dice: str) -> Iterable[Stop]:
    """The dice, and the chit that an occupier may play before them."""
    for power in asked_first(campaign, side):
        hint = f"'{power} play-chit espionage on={PARTISANS}'."
        yield Stop(CHANCE, power, "a chit before the partisans roll", "25.4, 16.1.7.6", hint)
    for power in dict.fromkeys(roller for roller, _ in due(campaign, side)):
        yield Stop(ROLL, power, dice, "3.5, 25.4")


def _told(campaign: TheWar, side: str) -> Iterable[str]:
    for (power, occupier), keys in due(campaign, side).items():
        count = many(len(keys) or unlisted(campaign, side))
        yield f"{wars.named(campaign, power)} against {wars.named(campaign, occupier)}: {count}"
    yield from chit_purposes.partisans_told(campaign)
    yield from _chits_at_hand(campaign, side)
    if any(PartisanWar(power, occupier).two_cards(campaign) for power, occupier in due(campaign, side)):
        yield "Two cards have met: what their cell adds is said with the roll, 'cards=' (29.11)."


def _chits_at_hand(campaign: TheWar, side: str) -> Iterable[str]:
    """Who is asked first, and how a chit is played that this view knows of."""
    if asked := asked_first(campaign, side):
        names = " and ".join(wars.named(campaign, power) for power in asked)
        yield f"Before the dice {names} may play a chit, or is done."
    for power in campaign.powers:
        if not wars.belligerent(campaign, power) or chit_purposes.played_by_alliance(campaign, power, PARTISANS):
            continue
        if sorts := chit_purposes.at_hand(campaign, power, PARTISANS):
            also = ", or counter-espionage" if len(sorts) > 1 else ""
            yield f"2 on the dice, before them: '{power} play-chit {sorts[0]} on={PARTISANS}'{also}."


def axis_told(campaign: TheWar) -> Iterable[str]:
    """The rolls of the Axis' partisans, and chits that stand."""
    return _told(campaign, sides.AXIS)


def allied_told(campaign: TheWar) -> Iterable[str]:
    """The rolls of the Allied partisans, and chits that stand."""
    return _told(campaign, sides.ALLIED)
