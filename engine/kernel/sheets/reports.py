"""The picture of a battle, for any game: dice with the cells they led to, every modifier, what was lost; and the story
that it is made from, read back from the journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.kernel.campaign import C
from engine.kernel.changes import Change, Entry, Mismatch, inverted, replay
from engine.kernel.procedures import top
from engine.kernel.refusals import Line
from engine.kernel.sheets.strengths import Strength
from engine.kernel.tables import table
from engine.kernel.undoing import live
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)
P = TypeVar("P")
PENDING = "pending."


class Cause(Protocol):
    """A modifier as a game has it: 0 where it does not hold; ``why``: what it hangs on."""

    @property
    def label(self) -> str:
        """The modifier in words."""

    @property
    def value(self) -> int:
        """What the modifier adds to the die."""

    @property
    def rule(self) -> str:
        """The rule of the modifier."""

    @property
    def why(self) -> str:
        """Why the modifier holds or does not, '' where the label says so."""


@frozen
class Reckoned:
    """One modifier: what it adds to the die where it holds, and why it does or does not."""

    label: str
    value: int
    holds: bool
    why: str
    rule: str

    @classmethod
    def of(cls, cause: Cause) -> Self:
        """A game's modifier, which holds where it adds anything."""
        return cls(cause.label, cause.value, bool(cause.value), cause.why, cause.rule)


@frozen
class Said:
    """One sentence and the rule that it follows from; where it is what makes a sum, with the ``value`` that it adds."""

    text: str
    rule: str
    value: int | None = None


@frozen
class Cast:
    """One roll. ``faces`` are its natural dice (several only where they are added, or each stands for itself), ()
    before they are rolled or where none is; ``net`` modifies them. ``columns`` and ``rows`` are those of its printed
    table, ``column`` and ``row`` where the die led ('' and None before that), ``across`` what a column stands for; all
    empty where it uses none.
    ``strengths``: both sides (one where only one counts), that lead to the column ``basic``; ``shifts``: what moves it
    from there to ``column``, in columns to the right; ``reckoned``: every modifier; ``words``: what this roll came to;
    ``follows``: the roll before it called for it."""

    title: str
    rule: str
    faces: tuple[int, ...] = ()
    net: int = 0
    table: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()
    column: str = ""
    across: str = "column"
    row: int | None = None
    reckoned: tuple[Reckoned, ...] = ()
    words: tuple[Said, ...] = ()
    follows: bool = False
    strengths: tuple[Strength, ...] = ()
    basic: str = ""
    shifts: tuple[Reckoned, ...] = ()

    @property
    def odds(self) -> str:
        """The strengths and the column that they come to before anything moves it, '' where nobody counts them."""
        sides = " to ".join(str(side.total) for side in self.strengths)
        if len(self.strengths) == 1:
            sides = self.strengths[0].amount
        return f"{sides}: {self.basic}" if sides and self.basic else sides

    @property
    def cell(self) -> str:
        """The printed result, '' before the die or without a table."""
        cells = next((cells for number, cells in self.rows if number == self.row), ())
        return cells[self.columns.index(self.column)] if cells and self.column in self.columns else ""


@frozen
class Report:
    """One battle. ``kind``: battles of one kind that follow one another were fought together, save those that are
    ``alone``; ``forces`` against each other; ``casts`` in the order of their dice; ``words``: what came of it in all;
    ``lost``: units lost and depleted; ``changes``: what it changed in the campaign. ``open``: still under way;
    ``quiet``: dice of the rules, looked up like a battle, that interrupt nobody; ``brief``: what came of it in a line,
    '' where the printed results tell."""

    kind: str
    title: str
    turn: str
    forces: str
    rule: str
    casts: tuple[Cast, ...]
    words: tuple[Said, ...]
    lost: tuple[Said, ...]
    changes: tuple[Change, ...]
    open: bool
    alone: bool = False
    quiet: bool = False
    brief: str = ""


@frozen
class Moment(Generic[C, P]):
    """One entry that moved a battle on, with the campaign and the battle before it (None where it began there)."""

    campaign: C
    battle: P | None
    entry: Entry

    def face(self, purpose: str) -> int:
        """The natural die that was rolled for a purpose (its name up to the colon, or all of it), 0 for none."""
        return next(iter(self.faces(purpose)), 0)

    def faces(self, purpose: str) -> tuple[int, ...]:
        """All natural dice that were rolled together for a purpose, () for none."""
        named = (roll for roll in self.entry.rolls if purpose in (roll.purpose, roll.purpose.partition(":")[0]))
        return tuple(roll.face for roll in named)


@frozen
class Story(Generic[C, P]):
    """A battle read back: ``battle`` and ``campaign`` as they stood before its last entry, or while it is ``open`` as
    they stand; ``moments`` oldest first. Where entries are missing it begins with the first that is known."""

    battle: P
    campaign: C
    moments: tuple[Moment[C, P], ...]
    open: bool

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that the entries changed which moved it on."""
        return tuple(change for moment in self.moments for change in moment.entry.changes)

    def rolled(self, purpose: str) -> Moment[C, P] | None:
        """The latest moment at which a die was rolled for a purpose, None where none was."""
        return next((moment for moment in reversed(self.moments) if moment.face(purpose)), None)

    def face(self, purpose: str) -> int:
        """The natural die that was rolled for a purpose last, 0 for none."""
        moment = self.rolled(purpose)
        return moment.face(purpose) if moment is not None else 0


@frozen
class Series:
    """A figure turn by turn."""

    name: str
    values: tuple[int, ...]


@frozen
class Chronicle:
    """Figures of a war turn by turn, in one unit that ``title`` names; ``turns`` are labels, oldest first."""

    title: str
    turns: tuple[str, ...]
    series: tuple[Series, ...]


@frozen
class TurnOfLosses:
    """What a turn of war cost: for each side the money ``lost`` by each cause, and ``units`` lost (see Losses)."""

    turn: str
    lost: tuple[tuple[int, ...], ...]
    units: tuple[int, ...]

    @property
    def any(self) -> bool:
        """Whether anything was lost."""
        return any(map(any, self.lost)) or any(self.units)


@frozen
class Losses:
    """Money lost in war turn by turn, oldest first: by ``sides``, the causes of each by their names in ``causes``, and
    kinds of units by ``units``, of which ``note`` tells. ``elsewhere``: what others have lost in all, in sentences."""

    sides: tuple[str, ...]
    causes: tuple[str, ...]
    units: tuple[str, ...]
    note: str
    turns: tuple[TurnOfLosses, ...]
    elsewhere: tuple[str, ...] = ()


class WarCount(Protocol):
    """The figures of a war turn by turn, counted while its journal is read from the end: of no entry more is kept than
    what it adds."""

    def take(self, entry: Entry) -> None:
        """The entry before those taken so far, the latest of all first; none that an undo took back."""

    def chronicles(self) -> tuple[Chronicle, ...]:
        """What was counted, as curves; to be asked when all entries are taken."""

    def losses(self) -> Losses | None:
        """The losses of the war by sides and causes, None in a game that tells them by chronicles alone."""
        return None


class Reports(Protocol[K]):
    """The sheet of battles and of the war turn by turn."""

    def battles(self, campaign: K, entries: Sequence[Entry]) -> tuple[Report, ...]:
        """The battles of which these entries, up to the campaign as it stands, have a picture."""

    def war_count(self, campaign: K) -> WarCount:
        """A count of the war, from the campaign as it stands after all entries that the count will be given."""


def printed(game: str, table_id: str) -> dict[str, Any]:
    """A printed table's id, columns and rows, as a cast has them."""
    data = table(game, table_id)
    rows = sorted((int(key), tuple(str(cell) for cell in cells)) for key, cells in data["row"].items())
    return {"table": table_id, "columns": tuple(data["columns"]), "rows": tuple(rows)}


def held(lines: Iterable[Line]) -> tuple[Reckoned, ...]:
    """Lines that apply, as modifiers; one of nothing is shown as not holding."""
    return tuple(Reckoned(line.label, line.value, bool(line.value), "", line.rule) for line in lines)


def stories(campaign: C, entries: Sequence[Entry], tellers: Collection[type[Any]]) -> Iterator[Story[C, Any]]:
    """What the entries tell of each battle, those of the procedures ``tellers`` alone, in the order in which they
    ended, the one under way last. What it hung on at each of its moments is read from the campaign walked back to
    before it; ``campaign`` is how it stands after the entries."""
    moments: dict[str, list[Moment[C, Any]]] = {}
    for before, entry in _walked(campaign, entries, lambda entry: bool(_touched(entry))):
        for key, ended in _touched(entry).items():
            battle = before.pending.get(key)
            moments.setdefault(key, []).append(Moment(before, battle, entry))
            if not ended:
                continue
            told = tuple(moments.pop(key))
            if type(battle) in tellers:
                yield Story(battle, before, told, open=False)
    under_way = top(campaign)
    if under_way is not None and type(under_way[1]) in tellers:
        yield Story(under_way[1], campaign, tuple(moments.get(under_way[0], ())), open=True)


def rolls(campaign: C, entries: Sequence[Entry], purposes: Collection[str]) -> Iterator[Moment[C, Any]]:
    """The entries that rolled for one of these purposes (its name before the colon) by one order, without any
    procedure; oldest first, each with the campaign before it. ``campaign`` is how it stands after the entries."""
    for before, entry in _walked(campaign, entries, lambda entry: any(map(entry.faces, purposes))):
        yield Moment(before, None, entry)


def _touched(entry: Entry) -> dict[str, bool]:
    """The places on the stack that an entry moved on, and whether what stood there ended with it."""
    touched: dict[str, bool] = {}
    for change in entry.changes:
        if change.at.startswith(PENDING):
            key, _, field = change.at.removeprefix(PENDING).partition(".")
            touched[key] = touched.get(key, False) or (not field and change.now is None)
    return touched


def _walked(campaign: C, entries: Sequence[Entry], wanted: Callable[[Entry], bool]) -> list[tuple[C, Entry]]:
    """The entries that are ``wanted`` and were not taken back, oldest first, each with the campaign before it."""
    kept = {entry.n for entry in live(entries)}
    walked: list[tuple[C, Entry]] = []
    state, after = campaign, list[Entry]()
    for entry in reversed(entries):
        after.append(entry)
        if entry.n not in kept or not wanted(entry):
            continue
        try:
            state, after = _back(state, after), []
        except Mismatch:
            # A journal that does not lead back to this state tells nothing for sure.
            break
        walked.append((state, entry))
    walked.reverse()
    return walked


def _back(state: C, entries: Iterable[Entry]) -> C:
    """The campaign before these entries, newest first."""
    return replay(state, (change for entry in entries for change in inverted(entry.changes)))
