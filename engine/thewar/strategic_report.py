"""What happened in the boxes, read back from the journal: each battle with its table, die, modifiers and result, and
the NARFs of the war at sea and in the air turn by turn (5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs
from attrs import frozen

from engine.kernel.changes import Change, Entry, Mismatch, inverted, replay
from engine.kernel.judging import top
from engine.kernel.tables import table
from engine.kernel.undoing import live
from engine.thewar import air_war, bombing, boxes, calendar, reckoning, result_words, submarines, uboat_war, wars
from engine.thewar.crt import combat_table
from engine.thewar.reckoning import Reckoned
from engine.thewar.result_words import Said
from engine.thewar.state import TheWar

AT_SEA = "strategic-warfare.u-boats"
OVER_BRITAIN = ("strategic-warfare.bombing-of-britain", "strategic-warfare.rockets")
OVER_GERMANY = "strategic-warfare.bombing-of-germany"
SEGMENT = "strategic-warfare."


@frozen
class Report:
    """One battle. ``table`` is its id, ``columns`` and ``rows`` the printed ones, ``column`` and ``row`` where the die
    led ('' and None before that); ``face`` is the natural die, 0 where none was rolled. ``open``: still under way.
    ``changes``: what it changed in the campaign."""

    kind: str
    title: str
    turn: str
    forces: str
    table: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    column: str
    row: int | None
    face: int
    net: int
    reckoned: tuple[Reckoned, ...]
    words: tuple[Said, ...]
    changes: tuple[Change, ...]
    open: bool


@frozen
class Tonnage:
    """A turn of strategic warfare in NARFs lost at sea, in Britain and in Germany, and in U-boats and ASW lost."""

    turn: str
    at_sea: int = 0
    over_britain: int = 0
    over_germany: int = 0
    uboats: int = 0
    asw: int = 0


def battles(campaign: TheWar, entries: Sequence[Entry]) -> tuple[Report, ...]:
    """The battles of these entries in their order, the one under way last. ``campaign`` is how it stands after them.

    What a battle hung on is read from the campaign as it stood before the battle was over, walked back by the entries.
    """
    kept = {entry.n for entry in live(entries)}
    found: list[Report] = []
    state, after = campaign, []
    for entry in reversed(entries):
        ended = _ended(entry) if entry.n in kept else None
        if ended is None:
            after.append(entry)
            continue
        key, procedure = ended
        try:
            before = _back(state, [*after, entry])
        except Mismatch:
            # A journal that does not lead back to this state tells nothing for sure.
            break
        state, after = before, []
        # The die of the optional attrition table is rolled with the losses and kept in the journal alone (29.17).
        worn = next((roll.face for roll in entry.rolls if "attrition" in roll.purpose), 0)
        changes = tuple(_changes(entries, kept, key, entry.n))
        found.append(_report(before, procedure, changes, is_open=False, worn=worn))
    found.reverse()
    pending = top(campaign)
    if pending is not None and isinstance(pending[1], uboat_war.UBoatBattle | air_war.RaidBattle):
        last = entries[-1].n if entries else 0
        changes = tuple(_changes(entries, kept, pending[0], last))
        found.append(_report(campaign, pending[1], changes, is_open=True))
    return tuple(found)


def _back(state: TheWar, entries: Iterable[Entry]) -> TheWar:
    """The campaign before these entries, newest first."""
    return replay(state, (change for entry in entries for change in inverted(entry.changes)))


def _ended(entry: Entry) -> tuple[str, Any] | None:
    """The battle that an entry brought to its end: its place on the stack, and what it was."""
    for change in entry.changes:
        if change.now is None and isinstance(change.was, uboat_war.UBoatBattle | air_war.RaidBattle):
            return change.at.partition(".")[2], change.was
    return None


def _changes(entries: Sequence[Entry], kept: set[int], key: str, last: int) -> Iterator[Change]:
    """What a battle changed: all changes of the entries that moved it on, from its beginning to entry ``last``."""
    at = f"pending.{key}"
    mine: list[Entry] = []
    for entry in reversed(entries):
        if entry.n > last or entry.n not in kept:
            continue
        touched = [change for change in entry.changes if change.at == at or change.at.startswith(f"{at}.")]
        if any(change.was is None and change.at == at for change in touched):
            break
        if touched:
            mine.append(entry)
    for entry in reversed(mine):
        yield from entry.changes


def _report(campaign: TheWar, procedure: Any, changes: tuple[Change, ...], *, is_open: bool, worn: int = 0) -> Report:
    if isinstance(procedure, uboat_war.UBoatBattle):
        return _sea_report(campaign, procedure, changes, is_open, worn)
    return _raid_report(campaign, procedure, changes, is_open)


def _printed(table_id: str) -> tuple[tuple[str, ...], tuple[tuple[int, tuple[str, ...]], ...]]:
    data = table("thewar", table_id)
    rows = sorted((int(key), tuple(str(cell) for cell in cells)) for key, cells in data["row"].items())
    return tuple(data["columns"]), tuple(rows)


def _sea_report(
    campaign: TheWar, battle: uboat_war.UBoatBattle, changes: tuple[Change, ...], is_open: bool, worn: int
) -> Report:
    war = battle.war(campaign)
    # Before its die the optional table says nothing; without attrition none is rolled.
    war = attrs.evolve(war, attrition_face=worn, by_table=bool(worn))
    known = bool(battle.face) or (not war.rolls and not is_open)
    result = submarines.resolve(war) if known else None
    parts = [result_words.counted(war.uboats, "U-boat", "U-boats"), f"{war.asw} ASW"]
    columns, rows = _printed(submarines.CRT)
    sent = len(campaign.boxes["germany"].raiders) if "germany" in campaign.boxes else 0
    return Report(
        kind="sea",
        title="U-boat war",
        turn=calendar.turn(campaign),
        forces=" against ".join(parts) + (f", {result_words.counted(sent, 'raider', 'raiders')}" if sent else ""),
        table=submarines.CRT,
        rule="5.1.1",
        columns=columns,
        rows=rows,
        column=war.column,
        row=result.row if result is not None and war.uboats else None,
        face=battle.face,
        net=war.modifier,
        reckoned=reckoning.at_sea(campaign, ultra=battle.ultra),
        words=result_words.of_war(campaign, war, result, undecided=is_open) if result is not None else (),
        changes=changes,
        open=is_open,
    )


_RAIDS = {"germany": "German raid on Britain", "britain": "British raid by night", "us": "American raid by day"}


def _raid_report(campaign: TheWar, battle: air_war.RaidBattle, changes: tuple[Change, ...], is_open: bool) -> Report:
    raid = battle.raid(campaign)
    rolled = bool(battle.face)
    gone = not raid.arriving and (bool(battle.flak_face) or not raid.heavy_flak)
    result = bombing.resolve(raid) if rolled or gone else None
    columns, rows = _printed(bombing.CRT)
    column = combat_table(bombing.CRT).column(raid.arriving, raid.interceptors or 1) if raid.arriving else ""
    guard = f"{raid.interceptors} INT" + (f" ({raid.jets} jets)" if raid.jets else "")
    lent = campaign.boxes[battle.by].mdm if battle.by in campaign.boxes else 0
    bombers = f"{raid.sac} SAC" + (f" ({lent} MDM count {boxes.LENT} each)" if lent else "")
    flak = f", Heavy Flak {raid.heavy_flak}" if raid.heavy_flak else ""
    return Report(
        kind="raid",
        title=_RAIDS.get(battle.by, f"raid of {wars.named(campaign, battle.by)}"),
        turn=calendar.turn(campaign),
        forces=f"{bombers} against {guard}{flak}",
        table=bombing.CRT,
        rule="5.2",
        columns=columns,
        rows=rows,
        column=column,
        row=result.row if result is not None and rolled else None,
        face=battle.face,
        net=sum(line.value for line in bombing.modifiers(raid)),
        reckoned=reckoning.over_target(campaign, raid),
        words=result_words.of_raid(raid, result) if result is not None else result_words.of_flak(raid),
        changes=changes,
        open=is_open,
    )


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
    if step == AT_SEA and change.now is None and change.at.startswith("units."):
        kind = getattr(change.was, "kind", "")
        if kind == "uboat":
            return attrs.evolve(so_far, uboats=so_far.uboats + 1)
        if kind == "asw":
            return attrs.evolve(so_far, asw=so_far.asw + 1)
    return so_far
