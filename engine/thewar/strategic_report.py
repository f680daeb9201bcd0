"""What happened in the boxes, read back from the journal: each battle with its tables, dice, modifiers and result, and
the NARFs of the war at sea and in the air turn by turn (5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

from engine.kernel.changes import Change, Entry, Mismatch, inverted, replay
from engine.kernel.judging import top
from engine.kernel.undoing import live
from engine.thewar import air_reports, calendar, sea_reports
from engine.thewar.reports import Moment, Report, Story
from engine.thewar.state import TheWar

AT_SEA = "strategic-warfare.u-boats"
OVER_BRITAIN = ("strategic-warfare.bombing-of-britain", "strategic-warfare.rockets")
OVER_GERMANY = "strategic-warfare.bombing-of-germany"
IN_ITALY, IN_USSR = "strategic-warfare.mediterranean", "strategic-warfare.bombing-of-ussr"
SEGMENT = "strategic-warfare."
PENDING = "pending."
TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {**sea_reports.TELLERS, **air_reports.TELLERS}
"""Who makes the picture of which procedure; one that is not here has none."""


@frozen
class Tonnage:
    """A turn of strategic warfare in NARFs lost at sea, in Britain, in Germany, by Italy to submarines and by the
    Soviet Union to bombers; and in U-boats and ASW lost at sea."""

    turn: str
    at_sea: int = 0
    over_britain: int = 0
    over_germany: int = 0
    in_italy: int = 0
    in_ussr: int = 0
    uboats: int = 0
    asw: int = 0


def battles(campaign: TheWar, entries: Sequence[Entry]) -> tuple[Report, ...]:
    """The battles of these entries in the order in which they ended, the one under way last. ``campaign`` is how it
    stands after them."""
    return tuple(TELLERS[type(story.battle)](story) for story in stories(campaign, entries))


def stories(campaign: TheWar, entries: Sequence[Entry]) -> Iterator[Story[Any]]:
    """What the entries tell of each battle. What it hung on at each of its moments is read from the campaign walked
    back to before it."""
    moments: dict[str, list[Moment[Any]]] = {}
    for before, entry in _walked(campaign, entries):
        for key, ended in _touched(entry).items():
            battle = before.pending.get(key)
            moments.setdefault(key, []).append(Moment(before, battle, entry))
            if not ended:
                continue
            told = tuple(moments.pop(key))
            if type(battle) in TELLERS:
                yield Story(battle, before, told, open=False)
    under_way = top(campaign)
    if under_way is not None and type(under_way[1]) in TELLERS:
        yield Story(under_way[1], campaign, tuple(moments.get(under_way[0], ())), open=True)


def _touched(entry: Entry) -> dict[str, bool]:
    """The places on the stack that an entry moved on, and whether what stood there ended with it."""
    found: dict[str, bool] = {}
    for change in entry.changes:
        if change.at.startswith(PENDING):
            key, _, field = change.at.removeprefix(PENDING).partition(".")
            found[key] = found.get(key, False) or (not field and change.now is None)
    return found


def _walked(campaign: TheWar, entries: Sequence[Entry]) -> list[tuple[TheWar, Entry]]:
    """The entries that moved a battle on and were not taken back, oldest first, each with the campaign before it."""
    kept = {entry.n for entry in live(entries)}
    found: list[tuple[TheWar, Entry]] = []
    state, after = campaign, list[Entry]()
    for entry in reversed(entries):
        after.append(entry)
        if entry.n not in kept or not _touched(entry):
            continue
        try:
            state, after = _back(state, after), []
        except Mismatch:
            # A journal that does not lead back to this state tells nothing for sure.
            break
        found.append((state, entry))
    found.reverse()
    return found


def _back(state: TheWar, entries: Iterable[Entry]) -> TheWar:
    """The campaign before these entries, newest first."""
    return replay(state, (change for entry in entries for change in inverted(entry.changes)))


def tonnage(campaign: TheWar, entries: Sequence[Entry]) -> tuple[Tonnage, ...]:
    """The strategic war turn by turn, from all entries of the campaign up to now: turns in which it was fought."""
    found: dict[int, Tonnage] = {}
    turn = campaign.progress.turn
    first = calendar.number(campaign.first)
    for entry in reversed(live(entries)):
        if entry.step.startswith(SEGMENT):
            here = found.setdefault(turn, Tonnage(calendar.label(first + turn - 1)))
            for change in entry.changes:
                here = _counted(here, entry.step, change)
            found[turn] = here
        for change in entry.changes:
            if change.at == "progress.turn":
                turn = int(change.was)
    return tuple(found[number] for number in sorted(found))


def _counted(so_far: Tonnage, step: str, change: Change) -> Tonnage:
    if change.at.endswith(".narfs") and change.at.startswith("powers."):
        lost = int(change.was) - int(change.now)
        if step == AT_SEA:
            return attrs.evolve(so_far, at_sea=so_far.at_sea + lost)
        if step in OVER_BRITAIN and change.at == "powers.britain.narfs":
            return attrs.evolve(so_far, over_britain=so_far.over_britain + lost)
        if step == OVER_GERMANY and change.at == "powers.germany.narfs":
            return attrs.evolve(so_far, over_germany=so_far.over_germany + lost)
        if step == IN_ITALY and change.at == "powers.italy.narfs":
            return attrs.evolve(so_far, in_italy=so_far.in_italy + lost)
        if step == IN_USSR and change.at == "powers.ussr.narfs":
            return attrs.evolve(so_far, in_ussr=so_far.in_ussr + lost)
    if step == AT_SEA and change.now is None and change.at.startswith("units."):
        kind = getattr(change.was, "kind", "")
        if kind == "uboat":
            return attrs.evolve(so_far, uboats=so_far.uboats + 1)
        if kind == "asw":
            return attrs.evolve(so_far, asw=so_far.asw + 1)
    return so_far
