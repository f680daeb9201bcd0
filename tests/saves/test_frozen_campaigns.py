"""Real campaigns of both games as an earlier program left them: they open, go on, are taken back past that moment, and
the audit names nothing that it did not name then (see freezing)."""

from __future__ import annotations

import json
import re
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.changes import RULES
from engine.kernel.refusals import Refused
from engine.kernel.sheets.reports import Reports
from saves import audit, dice_log, doctor, verifying
from saves.desk import Desk
from tests.saves.desks import same
from tests.saves.freezing import FROZEN, SAMPLES, SECRET, Table, told
from tests.thewar.reckoning import adds_up
from tests.whole import whole

MORE = 25


def thawed(name: str, at: Path) -> tuple[Path, dict[str, Any]]:
    """The campaign's folder, and what the program of its time said of it."""
    with zipfile.ZipFile(FROZEN / f"{name}.zip") as archive:
        archive.extractall(at / name)
    (at / name / "secret").chmod(0o600)
    said = at / name / "told.json"
    found: dict[str, Any] = json.loads(said.read_text(encoding="utf-8"))
    said.unlink()
    return at / name, found


LATER = ("entry_causes.", "facts.asw-loan-", "grudges.", "facts.british-unbuilt-before")
"""Where rules write that came after these campaigns were frozen: what moved the U.S. Entry Level (22.8), what later
diplomatic rolls remember (16.2), what stood of the British list as a turn ended (17.2.2)."""
ARRIVED = re.compile(r"used\.[a-z-]+-grants-arrived-")
"""And which grants have arrived in a turn (17.2.2, 21.1)."""
LOST = re.compile(r"pools\.[a-z0-9-]+\.lost: ")
POOL, COUNTS = re.compile(r"pools\.[a-z0-9-]+: recorded nothing -> "), re.compile(r"lost=\d+, ")
"""And which units of a force pool were lost (17.2.2, 21.1), also in a pool that is opened by them."""
SURRENDERS = re.compile(
    r"advance allied\.end\.british-surrender: the rules would go on with advance "
    r"|done( through [a-z.-]+)?: the die for the surrender of [A-Z]"
    r"|britain done: Britain has nothing to do in 'British surrender roll' now"
    r"|britain done: progress\.done: recorded \(\) -> \('britain',\), today unchanged"
)
"""A roll that came up for what might have been lost is passed over where nothing is counted as lost; and one that was
made at the table, so that 'done' closed its step, is an order now (17.2, 18.4)."""


PASSED_OVER = re.compile(
    r"advance planning\.diplomacy: the rules would go on with advance "
    r"|: \w+ done: .* has nothing to do in 'Diplomatic rolls or variant rolls' now"
)
"""The diplomatic step, in which these campaigns had everybody say 'done', is passed over where nobody has bought what
may be used there (16.1.3); a 'done' that is refused so marks nobody as done either."""
QUIET = re.compile(
    r"advance (axis|allied)\.(end\.(naval|victory)|operations\.(second-)?supply|supply\.check): "
    r"the rules would go on with "
)
"""The two steps with which a half closes are passed over where nobody could move (3.10.2, 3.10.3), the checks of supply
where nobody is named as cut off (12.0, ruling 512)."""


def later(detail: str) -> bool:
    """Whether a difference is one that only came to be written since."""
    if POOL.match(detail):
        was, _, now = COUNTS.sub("", detail).partition(", today ")
        return was.partition(" -> ")[2] == now.partition(" -> ")[2]
    return detail.startswith(LATER) or any(pattern.match(detail) for pattern in (LOST, ARRIVED))


def differing(folder: Path) -> list[str]:
    """What today's rules would decide otherwise, but for what they only write besides."""
    found = audit.audit(folder).differences
    passed_over = {(one.turn, one.n) for one in found if PASSED_OVER.search(str(one))}
    rules = [
        one
        for one in found
        if one.kind != "differs"
        or not all(
            later(detail) or ((one.turn, one.n) in passed_over and detail.startswith("progress.done: "))
            for detail in one.details
        )
    ]
    told = [str(one) for one in rules]
    return [text for text in told if not any(p.search(text) for p in (SURRENDERS, PASSED_OVER, QUIET))]


@pytest.mark.parametrize("name", SAMPLES)
def test_it_opens_and_says_what_it_said(name: str, tmp_path: Path) -> None:
    folder, said = thawed(name, tmp_path)
    assert said["pending"] or said["sealed"]
    for seat in ("", *Desk.open(folder).seats):
        assert Desk.open(folder, seat).warnings == ()
    assert doctor.examine(folder) == ()
    assert told(folder) | {"differences": differing(folder)} == said


@pytest.mark.parametrize("name", SAMPLES)
def test_it_goes_on_and_back_past_the_moment_it_was_frozen(name: str, tmp_path: Path) -> None:
    folder, said = thawed(name, tmp_path)
    last = said["entries"][-1][0]
    table = Table(folder, 7)
    given = 0
    while given < MORE:
        desk, line = table.turn()
        given += table.tries(desk, line)
    desk = Desk.open(folder)
    assert desk.last_number >= last + MORE
    assert same(folder, desk)
    assert doctor.examine(folder) == ()
    assert verifying.verified(dice_log.gathered(folder), SECRET).problems == ()
    assert differing(folder) == said["differences"]
    # Back a little, then into an earlier turn's file.
    desk.undo(last - 3)
    assert same(folder, desk)
    desk.undo(last // 2)
    assert desk.campaign.progress.turn < said["turn"]
    assert same(folder, desk)
    assert doctor.examine(folder) == ()
    assert verifying.verified(dice_log.gathered(folder), SECRET).problems == ()
    assert differing(folder) == said["differences"]


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_taken_back_of_it_is_given_again_and_its_notes_stay(name: str, tmp_path: Path) -> None:
    folder, _ = thawed(name, tmp_path)
    # What today's rules refuse is not given again either.
    refused = max((one.n for one in audit.audit(folder).differences if one.kind == "refused"), default=0)
    seated, table = Desk.open(folder, Desk.open(folder).seats[0]), Desk.open(folder)
    # What the rules had still to do as it was frozen is done first, so that it may be there again afterwards.
    table.settle()
    seated.note(3, "as it was")
    fallen = max([refused, *(entry.n for entry in table.entries("all") if entry.rolls)])
    since = [entry.n for entry in table.entries("all") if entry.n > fallen and entry.seat != RULES]
    if since:
        before = played(table)
        table.undo(since[0] - 1)
        table.redo()
        assert played(table) == before
    again = table.campaign.progress.again
    table.undo(table.last_number // 2)
    assert table.campaign.progress.again == again + 1, "dice that all took back fall anew"
    last = table.last_number
    with suppress(Refused):
        table.redo()
    fell = [roll.key for entry in table.entries("all") if entry.n > last for roll in entry.rolls]
    assert all(key.split("/")[-2] == str(again + 1) for key in fell)
    assert seated.notes.on(3) == "as it was" and doctor.examine(folder) == ()


def played(desk: Desk) -> Any:
    """What stands on the board, without the count of consents; where a sealed order is kept names its entry, whose
    number is never used twice."""
    campaign = whole(desk)
    # What rules keep that came later, they keep as it is given again.
    facts = {key: value for key, value in campaign.facts.items() if not f"facts.{key}".startswith(LATER)}
    progress = attrs.evolve(campaign.progress, again=0)
    return attrs.evolve(campaign, sealed={}, secrets={}, facts=facts, progress=progress)


@pytest.mark.parametrize("name", SAMPLES)
def test_battles_of_an_old_journal_are_told_as_fully_as_those_of_today(name: str, tmp_path: Path) -> None:
    """Every roll read back from each turn's file adds up, and says what both sides brought to it."""
    desk = Desk.open(thawed(name, tmp_path)[0])
    sheet = desk.ruleset.sheet(Reports)
    assert sheet is not None
    for turn in desk.turns():
        for record in desk.records(turn.label):
            for report in sheet.battles(record.campaign, tuple(record.entries)):
                for cast in report.casts:
                    adds_up(cast)
                    if cast.table in ("ground-crt", "air-crt", "naval-crt", "bombing-crt", "uboat-crt"):
                        assert cast.strengths, cast.title
