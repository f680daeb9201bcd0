"""The simplified U-boat war and the simplified bombing of Germany: dice, NARFs and the units they cost (29.5, 29.8).
Pure: no campaign is needed."""

from __future__ import annotations

import attrs

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import compared_often
from engine.thewar.rolls.submarines import ceiling
from engine.thewar.world import calendar

UBOATS, BRITISH, AMERICAN = "germany", "britain", "us"
UNBUILT = 2
"""NARFs subtracted from the roll for each unbuilt U-boat or SAC in the force pool."""
HAPPY_DICE = 4
UBOAT_DICE = (("1940-3-fall", 2), ("1939-3-fall", 1))
BOMBER_DICE = {
    BRITISH: (("1943-1-spring", 2), ("1942-1-spring", 1)),
    AMERICAN: (("1945-1-spring", 3), ("1944-1-spring", 2), ("1943-3-fall", 1)),
}
NARFS_PER_SAC = {BRITISH: 4, AMERICAN: 6}
"""NARFs inflicted for each SAC lost, the last lot begun counting whole (29.8)."""
EARLY, MIDDLE, LATE, HAPPY = 2, 1, 3, 1
"""U-boats lost for each die: before Fall 1940, up to the Happy Time, after it; in that time for all dice (29.5)."""


def _fights(turn: str) -> bool:
    return calendar.SEASONS[calendar.number(turn) % 4] in calendar.STRATEGIC_WARFARE


def why_dice(by: str, turn: str, entered: str = "") -> str:
    """Why a power rolls as many dice as it does."""
    if by == UBOATS and happy(turn, entered):
        return "Happy Time"
    rows, now = UBOAT_DICE if by == UBOATS else BOMBER_DICE[by], calendar.number(turn)
    return next((f"from {calendar.spoken(first)} on" for first, _ in rows if now >= calendar.number(first)), "")


def _dated(rows: tuple[tuple[str, int], ...], turn: str) -> int:
    now = calendar.number(turn)
    return next((dice for first, dice in rows if now >= calendar.number(first)), 0)


def happy(turn: str, entered: str) -> bool:
    """Whether a turn is one of the first two turns of strategic warfare since the U.S. entered on turn ``entered`` ('':
    it has not)."""
    return bool(entered) and _fights(turn) and 0 <= calendar.number(turn) - calendar.number(entered) < 4


def dice(by: str, turn: str, entered: str = "") -> int:
    """How many ten-sided dice a power rolls in a turn; none in Summer and Winter (29.5, 29.8)."""
    if not _fights(turn):
        return 0
    if by == UBOATS:
        return HAPPY_DICE if happy(turn, entered) else _dated(UBOAT_DICE, turn)
    return _dated(BOMBER_DICE[by], turn)


@compared_often
class Throw:
    """One power's dice of a turn, before or after they are rolled. ``unbuilt``: its U-boats or SAC that stand in the
    force pool; ``entered``: the turn of the U.S. entry, or ''."""

    by: str
    turn: str
    unbuilt: int
    entered: str = ""
    faces: tuple[int, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        return dice(self.by, self.turn, self.entered)


class ThrowCore:
    """All dice of a throw as a core for forecasts and play."""

    def finished(self, value: Throw) -> bool:
        return len(value.faces) == value.dice

    def dice(self, value: Throw) -> tuple[int, ...]:
        return (10,) * value.dice

    def stage(self, value: Throw, faces: tuple[int, ...]) -> Throw:
        return attrs.evolve(value, faces=faces)


@compared_often
class ThrowResult:
    """The result of a throw: NARFs that the victim loses, U-boats or SAC that it costs, and why."""

    narfs: int
    units: int
    breakdown: Breakdown = attrs.field(eq=False)


def resolve(throw: Throw) -> ThrowResult:
    """NARFs and units lost (29.5, 29.8). Unbuilt units count once against the sum of the dice, never below nothing
    (ruling 160)."""
    rule = "29.5" if throw.by == UBOATS else "29.8"
    lines = [Line(f"die {face}", face, rule) for face in throw.faces]
    rolled = sum(throw.faces)
    less = min(rolled, UNBUILT * throw.unbuilt)
    if less:
        lines.append(Line(f"{throw.unbuilt} unbuilt in the force pool", -less, rule))
    narfs = rolled - less
    if throw.by == UBOATS:
        return ThrowResult(narfs, uboats_spent(throw.turn, throw.entered), Breakdown(tuple(lines)))
    return ThrowResult(narfs, ceiling(narfs, NARFS_PER_SAC[throw.by]), Breakdown(tuple(lines)))


def uboats_spent(turn: str, entered: str = "") -> int:
    """U-boats that Germany eliminates for rolling in a turn (29.5)."""
    rolled = dice(UBOATS, turn, entered)
    if not rolled:
        return 0
    if happy(turn, entered):
        return HAPPY
    if entered and calendar.number(turn) >= calendar.number(entered):
        return LATE * rolled
    return (EARLY if _dated(UBOAT_DICE, turn) == 1 else MIDDLE) * rolled


def price(turn: str, entered: str = "") -> str:
    """How the U-boats are counted that a turn costs (29.5)."""
    if happy(turn, entered):
        return f"{HAPPY} for all dice in the Happy Time"
    late = bool(entered) and calendar.number(turn) >= calendar.number(entered)
    early = _dated(UBOAT_DICE, turn) == 1
    turning = calendar.spoken(UBOAT_DICE[0][0])
    when = "after the Happy Time" if late else f"before {turning}" if early else f"from {turning} on"
    return f"{LATE if late else EARLY if early else MIDDLE} for each die {when}"
