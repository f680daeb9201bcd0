"""The picture of a battle of strategic warfare: dice with the cells they led to, every modifier, what was lost; and the
story that it is made from, read back from the journal (5.1, 5.2, 29.5 to 29.19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from attrs import frozen

from engine.kernel.changes import Change, Entry
from engine.kernel.refusals import Line
from engine.kernel.tables import table
from engine.thewar import calendar, wars
from engine.thewar.state import TheWar, Unit

P = TypeVar("P")


@frozen
class Reckoned:
    """One modifier: what it adds to the die where it holds, and why it does or does not."""

    label: str
    value: int
    holds: bool
    why: str
    rule: str


@frozen
class Said:
    """One sentence and the rule that it follows from."""

    text: str
    rule: str


@frozen
class Cast:
    """One roll. ``faces`` are its natural dice (several only where they are added, or each stands for itself), ()
    before they are rolled or where none is; ``net`` modifies them. ``columns`` and ``rows`` are those of its printed
    table, ``column`` and ``row`` where the die led ('' and None before that), ``across`` what a column stands for; all
    empty where it uses none.
    ``reckoned``: every modifier; ``words``: what this roll came to."""

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

    @property
    def cell(self) -> str:
        """The printed result, '' before the die or without a table."""
        cells = next((cells for number, cells in self.rows if number == self.row), ())
        return cells[self.columns.index(self.column)] if cells and self.column in self.columns else ""


@frozen
class Report:
    """One battle. ``kind``: battles of one kind that follow one another were fought together; ``forces`` against each
    other; ``casts`` in the order of their dice; ``words``: what came of it in all; ``lost``: units lost and depleted;
    ``changes``: what it changed in the campaign. ``open``: still under way."""

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


@frozen
class Moment(Generic[P]):
    """One entry that moved a battle on, with the campaign and the battle before it (None where it began there)."""

    campaign: TheWar
    battle: P | None
    entry: Entry

    def face(self, purpose: str) -> int:
        """The natural die that was rolled for a purpose (its name up to the colon, or all of it), 0 for none."""
        named = (roll for roll in self.entry.rolls if purpose in (roll.purpose, roll.purpose.partition(":")[0]))
        return next((roll.face for roll in named), 0)


@frozen
class Story(Generic[P]):
    """A battle read back: ``battle`` and ``campaign`` as they stood before its last entry, or while it is ``open`` as
    they stand; ``moments`` oldest first. Where entries are missing it begins with the first that is known."""

    battle: P
    campaign: TheWar
    moments: tuple[Moment[P], ...]
    open: bool

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that the entries changed which moved it on."""
        return tuple(change for moment in self.moments for change in moment.entry.changes)

    def rolled(self, purpose: str) -> Moment[P] | None:
        """The latest moment at which a die was rolled for a purpose, None where none was."""
        return next((moment for moment in reversed(self.moments) if moment.face(purpose)), None)

    def face(self, purpose: str) -> int:
        """The natural die that was rolled for a purpose last, 0 for none."""
        found = self.rolled(purpose)
        return found.face(purpose) if found is not None else 0


def told(
    story: Story[Any],
    *,
    kind: str,
    title: str,
    forces: str,
    rule: str,
    casts: Iterable[Cast] = (),
    words: Iterable[Said] = (),
    changes: tuple[Change, ...] | None = None,
) -> Report:
    """The report of a story; ``changes`` where not all that its entries changed is this battle's."""
    mine = story.changes if changes is None else changes
    return Report(
        kind=kind,
        title=title,
        turn=calendar.turn(story.campaign),
        forces=forces,
        rule=rule,
        casts=tuple(casts),
        words=tuple(words),
        lost=losses(story.campaign, mine),
        changes=mine,
        open=story.open,
    )


def printed(table_id: str) -> dict[str, Any]:
    """A printed table's id, columns and rows, as a cast has them."""
    data = table("thewar", table_id)
    rows = sorted((int(key), tuple(str(cell) for cell in cells)) for key, cells in data["row"].items())
    return {"table": table_id, "columns": tuple(data["columns"]), "rows": tuple(rows)}


def held(lines: Iterable[Line]) -> tuple[Reckoned, ...]:
    """Lines that apply, as modifiers; one of nothing is shown as not holding."""
    return tuple(Reckoned(line.label, line.value, bool(line.value), "", line.rule) for line in lines)


def counted(number: int, one: str, many: str = "") -> str:
    """``1 raider``, ``2 raiders``; a name that is no word, such as ASW, stays as it is."""
    return f"{number} {one if number == 1 else many or one}"


_KINDS = {
    "uboat": ("U-boat", "U-boats"),
    "fleet": ("Fleet", "Fleets"),
    "jet": ("jet INT", ""),
}
_ROCKETS = {"v-1": "V-1", "v-2": "V-2"}


def kind_words(unit: Unit, number: int) -> str:
    """``2 U-boats``; British ones are submarines."""
    if unit.kind == "uboat" and unit.power != "germany":
        return counted(number, "submarine", "submarines")
    if unit.tag in _ROCKETS:
        return counted(number, _ROCKETS[unit.tag])
    return counted(number, *_KINDS.get(unit.kind, (unit.kind.upper(), "")))


def group_words(power: str, group: str, number: int) -> str:
    """The same for a group of a force pool, such as ``uboat`` or ``sac-v-1``."""
    kind, _, tag = group.partition("-")
    return kind_words(Unit(power=power, kind=kind, tag=tag), number)


def losses(campaign: TheWar, changes: Sequence[Change]) -> tuple[Said, ...]:
    """Units that left play and units that were depleted, one sentence for each power and kind; ``campaign`` holds those
    that are depleted."""
    fate: dict[str, tuple[Unit, str, str]] = {}
    for change in changes:
        head, _, rest = change.at.partition(".")
        key, _, field = rest.partition(".")
        if head != "units":
            continue
        if not field and change.now is None:
            fate[key] = (change.was, "lost", change.rule)
        elif field == "depleted" and change.now and key in campaign.units:
            fate[key] = (campaign.units[key], "depleted", change.rule)
    groups: dict[tuple[str, str, str, str], list[tuple[Unit, str]]] = {}
    for unit, how, rule in fate.values():
        groups.setdefault((unit.power, unit.kind, unit.tag, how), []).append((unit, rule))
    return tuple(
        Said(f"{wars.named(campaign, power)}: {kind_words(units[0][0], len(units))} {how}", units[0][1])
        for (power, _, _, how), units in groups.items()
    )
