"""The diplomatic step of Spring and Fall: for whom it comes up, and in which order its powers name their targets (3.3,
16.1.3, ruling 306)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.orders import Automatic
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import lasting
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import simplified_influence, variant_hand
from engine.thewar.economy import paid_by_hand
from engine.thewar.politics import purses
from engine.thewar.rolls import political_points
from engine.thewar.rolls.simplified_diplomacy import ALLIES_TO, AXIS_FROM, PRICE
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Speaker, TheWar


def simplified(campaign: TheWar) -> bool:
    """Whether all act at once, on what the board shows: simplified diplomacy has no order (29.15)."""
    return simplified_influence.played(campaign)


def of_simple_purchases(campaign: TheWar) -> tuple[str, ...]:
    """What is said of the purchase where diplomacy is simplified; nothing where points are bought as usual."""
    if not simplified(campaign):
        return ()
    return (
        f"Diplomacy is simplified: no POPs are placed. 'sway' costs {PRICE} NARFs a die, in the diplomatic step.",
        f"Espionage {_each('espionage')}, Counter-Espionage {_each('counter_espionage')}, one of each; they go as Fall "
        "ends.",
        "One POP for a variant roll, for a U.S. at peace from Fall 1940 on.",
    )


def _each(chit: str) -> str:
    """What a chit costs, in NARFs."""
    return f"{political_points.PRICES[chit]} (Soviets {political_points.SOVIET_PRICES[chit]})"


def of_simple_rolls(campaign: TheWar) -> tuple[str, ...]:
    """The same of the rolls."""
    if not simplified(campaign):
        return ()
    return (
        f"Each power tries for one target: a die for {PRICE} NARFs, after a success a second for {PRICE} more, one "
        "level.",
        f"The Axis needs {AXIS_FROM} or more on both, the Allies {ALLIES_TO} or less; a client adds its level, or "
        "takes it off.",
        "An Espionage chit helps by 1 on both, once a year. Or roll for a variant with 1 POP.",
    )


def _may_act(campaign: TheWar, power: str) -> bool:
    """Whether a power may have something to do, as far as everybody knows: POPs, a chit, the point of a variant roll,
    or the roll for a project that it has won with its last point (28.0)."""
    if variant_hand.open_roll(campaign, power):
        return True
    return bool(paid_by_hand.pops_and_chits(campaign, power)) or purses.might_hold_any(campaign, power)


@lasting
def speakers(campaign: TheWar) -> tuple[str, ...]:
    """The powers for which the step comes up, the lowest hand first, as it stood when the step opened."""
    powers = [power for power in wars.POWERS if wars.standing(campaign, power)]
    if simplified(campaign):
        return tuple(powers)
    turn = calendar.turn(campaign)

    def hand(power: str) -> int:
        spoken = campaign.speakers.get(power)
        return spoken.narfs if spoken is not None and spoken.turn == turn else campaign.powers[power].narfs

    acting = [power for power in powers if _may_act(campaign, power)]
    return tuple(sorted(acting, key=lambda power: (hand(power), wars.POWERS.index(power))))


def opens(campaign: TheWar) -> bool:
    """Whether the hands are to be written down: there is an order to keep."""
    return not simplified(campaign) and len(speakers(campaign)) > 1 and not _written(campaign)


def _written(campaign: TheWar) -> bool:
    turn = calendar.turn(campaign)
    return any(one.turn == turn for one in campaign.speakers.values())


@frozen
class OpenDiplomacy(Automatic[TheWar]):
    """The diplomatic step opens: the hands by which its powers act in turn are written down (ruling 306)."""

    verb: ClassVar[str] = "open-diplomacy"
    title: ClassVar[str] = "the diplomatic step opens"
    rule: ClassVar[str] = "16.1.3, ruling 306"

    def act(self, tx: Transaction[TheWar]) -> None:
        acting, turn = speakers(tx.campaign), calendar.turn(tx.campaign)
        for power in [power for power in tx.campaign.speakers if power not in acting]:
            tx.remove(f"speakers.{power}", "the diplomatic step opens", self.rule)
        for power in acting:
            now = Speaker(power=power, narfs=tx.campaign.powers[power].narfs, turn=turn)
            tx.put(f"speakers.{power}", now, "the diplomatic step opens", self.rule)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        return ()

    def sentence(self, campaign: TheWar) -> str:
        names = ", then ".join(wars.named(campaign, power) for power in speakers(campaign))
        return f"Diplomacy, the lowest hand first: {names}"
