"""The picture of a battle of strategic warfare (see kernel.reports): what The War says in it (5.1, 5.2, 29.5 to
29.19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from engine.kernel.changes import Change
from engine.kernel.sheets import reports
from engine.kernel.sheets.reports import Cast, Reckoned, Report, Said, held
from engine.thewar.world import calendar, counters, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar, Unit

__all__ = ["Cast", "Moment", "Reckoned", "Report", "Said", "Story", "counted", "held", "kind_words", "printed", "told"]

P = TypeVar("P")
Moment = reports.Moment[TheWar, P]
Story = reports.Story[TheWar, P]


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
    alone: bool = False,
) -> Report:
    """The report of a story; ``changes`` where not all that its entries changed is this battle's; ``alone``: fought
    one after the other, as battles on the board are."""
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
        alone=alone,
    )


def printed(table_id: str) -> dict[str, Any]:
    """A printed table of The War as a cast has it."""
    return reports.printed("thewar", table_id)


_KINDS = {
    "uboat": ("U-boat", "U-boats"),
    "fleet": ("Fleet", "Fleets"),
    "jet": ("jet INT", ""),
    "partisan": ("partisan", "partisans"),
    "cdo": ("Commando", "Commandos"),
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
    """The words for so many units of a group of a force pool, such as ``uboat`` or ``sac-v-1``."""
    kind, strength, tag = counters.pieces(group)
    return kind_words(Unit(power=power, kind=kind, strength=strength, tag=tag), number)


def losses(campaign: TheWar, changes: Sequence[Change]) -> tuple[Said, ...]:
    """Units that left play and units that were depleted, one sentence for each power, kind and rule, with the cause
    where units were lost for more than one; ``campaign`` holds those that are depleted."""
    fate: dict[str, tuple[Unit, str, str, str]] = {}
    for change in changes:
        head, _, rest = change.at.partition(".")
        key, _, field = rest.partition(".")
        if head != "units":
            continue
        if not field and change.now is None:
            fate[key] = (change.was, "lost", change.rule, change.why)
        elif field == "depleted" and change.now and key in campaign.units:
            fate[key] = (campaign.units[key], "depleted", change.rule, "")
    groups: dict[tuple[str, str, str, str, str], list[tuple[Unit, str]]] = {}
    for unit, how, rule, why in fate.values():
        groups.setdefault((unit.power, unit.kind, unit.tag, how, rule), []).append((unit, why))
    several = len({rule for *_, how, rule in groups if how == "lost"}) > 1
    return tuple(
        Said(
            f"{wars.named(campaign, power)}: {kind_words(units[0][0], len(units))} {how}"
            + (f", {units[0][1]}" if several and units[0][1] else ""),
            rule,
        )
        for (power, _, _, how, rule), units in groups.items()
    )


def sentence(title: str, *parts: str) -> str:
    """``U-boat war: die 4 at 2-1, Britain loses 6 NARFs``; what is '' is left out."""
    said = ", ".join(part for part in parts if part)
    return f"{title}: {said}" if said else title


def named(units: Iterable[Unit]) -> str:
    """Units of strategic warfare counted by kind: ``2 U-boats and 1 ASW``."""
    by_kind: dict[str, list[Unit]] = {}
    for unit in units:
        by_kind.setdefault(kind_words(unit, 1), []).append(unit)
    return together([kind_words(alike[0], len(alike)) for alike in by_kind.values()])


def together(parts: Iterable[str]) -> str:
    """``6 NARFs, 1 SMP and 1 rail move``; what is '' is left out."""
    given = [part for part in parts if part]
    return " and ".join(part for part in (", ".join(given[:-1]), given[-1]) if part) if given else ""
