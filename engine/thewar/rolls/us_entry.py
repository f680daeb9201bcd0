"""The road of the United States to war: the Entry Level and what moves it, British propaganda, the loan of an ASW, the
attempts to enter (22.3 to 22.8). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import attrs

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.world import calendar

LEVELS, EVENTS = "usel", "usel-events"
PRICE = 25
"""NARFs of the American declaration of war (22.3.2); who is declared upon pays nothing (ruling 337)."""
NEEDED = 14
"""The level with the die on which the United States may enter the war (22.3)."""
ATTEMPTS_FROM, AUTOMATIC_FROM = "1941-3-fall", "1942-2-summer"
EARLY = {"associate": "1941-2-summer", "satellite": "1941-1-spring"}
"""By Spain's status with the Axis, the first attempt where that option is played (22.3, ruling 129)."""
PROPAGANDA_PRICE, PROPAGANDA_TO, BACKFIRE = 5, 3, 10
"""NARFs of British propaganda, the highest modified die that raises the level, the natural one that lowers it (22.5.1,
ruling 338)."""
PROPAGANDA_SEASONS = ("spring", "fall")
LOAN_PRICE, LOAN_LEVEL, LOAN_TO, LOAN_TURNS = 5, 7, 5, 2
"""NARFs of trying to lend Britain an ASW, from which level on, the highest die that succeeds, turns until it may move
(22.5.2)."""
MURMANSK_FROM, BY_MURMANSK = 11, 30
"""The level from which so many NARFs a turn may go to the Soviet Union by Murmansk (22.8)."""
YARDS_FROM = 4
"""The first level that brings a yard beyond the first (22.7.1, 22.8)."""


# --- the level


@frozen
class Level:
    """The Entry Level, the highest so far (0 at least), and the NARFs that the way there added to hand and base."""

    level: int = 0
    highest: int = 0
    narfs: int = 0


def row(level: int) -> dict[str, Any]:
    """The printed row of a level: what it brings and allows; beyond the table, the nearest row (22.8)."""
    rows: dict[str, dict[str, Any]] = table("thewar", LEVELS)["row"]
    return rows[str(min(max(level, 0), len(rows) - 1))]


def gain(level: int) -> int:
    """NARFs that a level adds when it is first reached; none are printed beyond the table (22.8, rulings 149, 427)."""
    rows: dict[str, dict[str, Any]] = table("thewar", LEVELS)["row"]
    return int(rows[str(level)]["gain"]) if str(level) in rows else 0


def moved(at: Level, by: int) -> Level:
    """The level after it has moved by so much; each number above the highest so far adds its NARFs (ruling 149)."""
    now = at.level + by
    reached = range(at.highest + 1, now + 1)
    return Level(now, max(at.highest, now), at.narfs + sum(map(gain, reached)))


def events() -> dict[str, dict[str, Any]]:
    """What moves the level: by id, the printed row with its ``level`` and how often it counts."""
    rows: dict[str, dict[str, Any]] = table("thewar", EVENTS)["row"]
    return rows


# --- propaganda (22.5.1)


@frozen
class Propaganda:
    """One attempt. ``conquered``: France or the Soviet Union is, by Germany or Italy; ``face``: 0 before the die."""

    turn: str
    conquered: bool = False
    face: int = 0

    @property
    def total(self) -> int:
        """The modified die."""
        return self.face - self.conquered

    @property
    def change(self) -> int:
        """What it does to the Entry Level: the natural 10 counts whatever modifies it (ruling 338)."""
        return -1 if self.face == BACKFIRE else int(self.total <= PROPAGANDA_TO)


def propaganda_refused(attempt: Propaganda) -> Iterable[Refusal]:
    """Why Britain makes no propaganda in this turn."""
    if calendar.season_of(attempt.turn) not in PROPAGANDA_SEASONS:
        yield Refusal("22.5.1", "British propaganda is made in Spring and Fall", "Wait for the next of these turns.")


# --- the loan of an ASW (22.5.2)


@frozen
class Loan:
    """One attempt to lend Britain an ASW; ``level``: the Entry Level reached in an earlier turn."""

    turn: str
    level: int
    face: int = 0

    @property
    def lent(self) -> bool:
        """Whether it may be lent."""
        return 0 < self.face <= LOAN_TO

    @property
    def arrives(self) -> str:
        """The turn in which it may first move to a British port."""
        return calendar.label(calendar.number(self.turn) + LOAN_TURNS)


def loan_refused(attempt: Loan) -> Iterable[Refusal]:
    """Why nothing can be lent yet."""
    if attempt.level < LOAN_LEVEL:
        reason = f"the U.S. Entry Level is {attempt.level}; an ASW is lent after the turn in which it reaches"
        yield Refusal("22.5.2", f"{reason} {LOAN_LEVEL}", "Wait until it has risen.")


# --- the entry (22.3)


@frozen
class Entry:
    """The United States in one turn. ``attacked``: another power has declared war on it; ``early``: earlier attempts
    are allowed by what Spain is (22.3); ``spain``: its status with the Axis, a conquest as 'satellite'."""

    turn: str
    level: int
    attacked: bool = False
    early: bool = False
    spain: str = "neutral"
    face: int = 0

    @property
    def automatic(self) -> bool:
        """Whether it enters without a die (22.3.1)."""
        return self.attacked or calendar.number(self.turn) >= calendar.number(AUTOMATIC_FROM)

    @property
    def total(self) -> int:
        """The level with the die."""
        return self.level + self.face

    @property
    def enters(self) -> bool:
        """Whether it may enter the war."""
        return self.automatic or (bool(self.face) and self.total >= NEEDED)

    @property
    def narfs(self) -> int:
        """NARFs that the declaration costs it."""
        return PRICE if self.enters and not self.attacked else 0


def attempts_from(entry: Entry) -> str:
    """The first turn in which it may try."""
    return EARLY.get(entry.spain, ATTEMPTS_FROM) if entry.early else ATTEMPTS_FROM


def entry_refused(entry: Entry) -> Iterable[Refusal]:
    """Why the United States does not try yet."""
    first = attempts_from(entry)
    if not entry.automatic and calendar.number(entry.turn) < calendar.number(first):
        when = calendar.spoken(first)
        yield Refusal("22.3", f"the United States does not try to enter the war before {when}", "Wait till then.")


# --- the one die of all three


class OneDieCore:
    """Propaganda, a loan or an entry as a core: one die, none for an entry that is automatic."""

    def finished(self, value: Any) -> bool:
        return bool(value.face) or (isinstance(value, Entry) and value.automatic)

    def dice(self, value: Any) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Any, faces: tuple[int, ...]) -> Any:
        return attrs.evolve(value, face=faces[0])


# --- events one after the other


@lru_cache(maxsize=1)
def causes() -> dict[str, str]:
    """What may happen, by name, each with the row of the table that it belongs to; a row may have several."""
    return {str(one["cause"]): key for key, line in events().items() for one in line["causes"]}


def declared(by: str, on: str) -> Iterable[str]:
    """The rows of which a declaration of war of one on another is a cause, but for those of the Western powers, whose
    causes ask for more (22.8)."""
    for key, line in events().items():
        if any(by in one.get("by", ()) and on in one.get("on", ()) for one in line["causes"]):
            yield key


def taken(place: str) -> str:
    """The row of which the fall of a place to the Axis is a cause, '' for none."""
    return _of("takes", place)


def fallen(power: str) -> str:
    """The row of which the surrender of a power is a cause, '' for none."""
    return _of("falls", power)


def _of(what: str, named: str) -> str:
    rows = (key for key, line in events().items() if any(one.get(what) == named for one in line["causes"]))
    return next(rows, "")


MOST_ISOLATIONISTS = 2
"""How often the variant can be had (28.2.4)."""


def change(cause: str) -> int:
    """What a cause does to the level (22.8; a backfire 22.5.1)."""
    return -1 if cause == "propaganda-backfire" else int(events()[causes()[cause]]["level"])


def most(cause: str) -> int:
    """How often a cause may count: 0 for as often as it happens (22.8, ruling 333)."""
    if cause == "isolationists-outmaneuvered":
        return MOST_ISOLATIONISTS
    return 0 if events()[causes()[cause]]["often"] == "every time" else 1


def repeated(named: Sequence[str]) -> Iterable[Refusal]:
    """Why a list of causes cannot be: what counts once is there twice."""
    for cause in dict.fromkeys(named):
        if (limit := most(cause)) and named.count(cause) > limit:
            often = "once" if limit == 1 else f"{limit} times"
            reason = f"{cause} is named {named.count(cause)} times and counts {often}"
            yield Refusal("22.8, ruling 333", reason, f"{limit} at most.")


def after(at: Level, named: Sequence[str]) -> tuple[Level, Breakdown]:
    """The level after all these in their order, and what each did to it."""
    done = Breakdown()
    for cause in named:
        at = moved(at, change(cause))
        done = done.plus(str(events()[causes()[cause]]["event"]), change(cause), "22.8")
    return at, done
