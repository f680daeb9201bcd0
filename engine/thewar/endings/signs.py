"""What a campaign knows of the lines of a surrender list: whether each holds, why and since when, and which of them
only the board shows (17.2.2, 18.4, 19.2, 20.4, 21.1, ruling 342)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import attrs

from engine.kernel.values import made_often
from engine.thewar.rolls import surrenders
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import BoardSign, TheWar

UNBUILT = "unbuilt"
"""The sign that counts NARFs of units, by the force pools."""
MOST, MOST_OF_EACH = 999, 20
"""What the board shows at the most: of NARFs and factors; of what adds to the die each time that it is there."""


@made_often
class Known:
    """What is known of a sign. ``number``: how many, 1 for what holds, 0 for what does not; ``cause`` in words;
    ``sure``: the record decides it, so that nobody says otherwise; else it is what the board is taken to show until
    somebody has said."""

    number: int
    cause: str = ""
    sure: bool = True


@made_often
class Sign:
    """A sign of a power's list. ``label``: what it is; ``counts``: whether it is a number; ``said``: by the table, in
    which turn, '' where it has said nothing that counts."""

    power: str
    id: str
    label: str
    counts: bool
    known: Known
    said: str = ""

    @property
    def holds(self) -> bool:
        """Whether it holds, or how often: once at least."""
        return bool(self.known.number)

    @property
    def open(self) -> bool:
        """Whether the board alone decides it."""
        return not self.known.sure

    @property
    def words(self) -> str:
        """The label with its cause, where there is one."""
        return f"{self.label} ({self.known.cause})" if self.known.cause else self.label


Reading = Callable[[TheWar], Known]


def board(number: int = 0, cause: str = "") -> Known:
    """What the board shows until somebody has said otherwise."""
    return Known(number, cause, sure=False)


def held(campaign: TheWar, key: str, ours: Callable[[str], bool]) -> Known:
    """Whether a place is in the hands of certain holders, since when."""
    place = campaign.places.get(key)
    if place is None:
        return Known(0, f"this scenario has no {key.replace('-', ' ').title()}")
    if not place.holder:
        return Known(0, "nobody holds it")
    since = f" since {calendar.spoken(place.taken)}" if place.taken else ""
    return Known(int(ours(place.holder)), f"{wars.named(campaign, place.holder)} holds {place.name}{since}")


def any_of(found: Iterable[Known]) -> Known:
    """Once, where any of several holds, with the first that does; else with the first."""
    several = list(found)
    return next((one for one in several if one.number), several[0] if several else Known(0))


def all_of(found: Iterable[Known]) -> Known:
    """Once, where all of several hold; else with the first that does not."""
    several = list(found)
    missing = next((one for one in several if not one.number), None)
    return missing or Known(1, "; ".join(one.cause for one in several))


def at_war(campaign: TheWar, power: str, *enemies: str) -> Known:
    """Whether a power is at war with any of these, since when."""
    for enemy in enemies:
        if since := wars.begun(campaign, power, enemy):
            return Known(1, f"with {wars.named(campaign, enemy)} since {calendar.spoken(since)}")
    return Known(0)


def surrendered(campaign: TheWar, power: str) -> Known:
    """Whether a power has surrendered, when."""
    row = campaign.powers.get(power)
    if row is None or not row.surrendered:
        return Known(0)
    return Known(1, f"in {calendar.spoken(row.surrendered)}")


def most(power: str, sign: str) -> int:
    """How many of what a sign counts the board shows at the most, so that the die's modifier stays one."""
    each = any((one.id, one.counts) == (sign, surrenders.EACH) for one in surrenders.modifiers(power))
    return MOST_OF_EACH if each else MOST


def said(campaign: TheWar, power: str, sign: str) -> BoardSign | None:
    """What the table has said of a sign last."""
    return campaign.board_signs.get(_address(power, sign)) if campaign.board_signs else None


@lru_cache(maxsize=256)
def _address(power: str, sign: str) -> str:
    return BoardSign.made_of(power, sign, count=0, turn="").address


def read(campaign: TheWar, power: str, sign: str, label: str, counts: bool, known: Known) -> Sign:
    """A sign as the campaign and the table know it."""
    words = None if known.sure else said(campaign, power, sign)
    # What the force pools count is corrected for a turn: afterwards they have changed.
    if words is None or (sign == UNBUILT and words.turn != calendar.turn(campaign)):
        return Sign(power, sign, label, counts, known)
    # A ruling may have set more than an order says.
    number = min(words.count, most(power, sign))
    told = attrs.evolve(known, number=number, cause=f"the board, {calendar.spoken(words.turn)}")
    return Sign(power, sign, label, counts, told, words.turn)


def of_list(campaign: TheWar, power: str, readings: Mapping[str, Reading]) -> tuple[Sign, ...]:
    """Every line of a power's list, in its printed order."""
    return tuple(
        read(campaign, power, one.id, one.event, one.counts != surrenders.ONE, readings[one.id](campaign))
        for one in surrenders.modifiers(power)
    )
