"""What a seat can learn by any means, for tests of non-interference: two campaigns that differ in another seat's
secrets alone must give the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from engine.kernel import play
from engine.kernel.dice import NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.ledger import LedgerSheet
from saves import library
from saves.desk import Desk
from saves.errors import SavesError
from tests.whole import whole
from tui import telling

# Digests; a campaign's own id; and the salts of what is only tried, which are never the same twice.
HASH = re.compile(r"[0-9a-f]{16,64}")


def _tried(desk: Desk, act: Callable[[], object]) -> str:
    """What a seat reads after it has tried something: its result, or the error's every word."""
    try:
        return repr(act())
    except Refused as no:
        return repr((no.refusals, str(no)))
    except (SavesError, Unreadable, NeedsDie, play.NothingToUndo) as fault:
        return f"{type(fault).__name__} {fault}"


def everything(folder: Path, seat: str, asked: Sequence[str]) -> str:
    """All that a seat can learn at its desk without giving an order that counts; ``asked``: the orders that it asks
    about."""
    desk = Desk.open(folder, seat)
    told = [
        repr((desk.campaign, desk.reckoned, desk.outlook(), desk.checklist(), desk.entries("all"), desk.warnings)),
        repr(telling.tell_records(RULESET, desk.records("all"))),
        repr((desk.last_changes, desk.last_entries, desk.outstanding, desk.turns()[0].count)),
        repr((LedgerSheet().rows(whole(desk)), falls_due(RULESET, whole(desk)), list(RULESET.check(whole(desk))))),
        repr(attrs.evolve(library.card(folder), last_played=0)),
    ]
    for line in asked:
        for ask in (desk.judge, desk.forecast, desk.understand, lambda text: desk.what_if([text])):
            told.append(_tried(desk, lambda line=line, ask=ask: ask(line)))  # type: ignore[misc]
    told.append(_tried(desk, desk.undo))
    return HASH.sub("#", "\n".join(told).replace(str(folder.parent), "here"))


def files_of(folder: Path, seat: str) -> dict[str, str]:
    """The files that a seat may read: all but the dice's secret and the other seats' own."""
    hidden = {folder / "secret", *(path for path in (folder / "seats").glob("*") if path.stem != seat)}
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in hidden and path.name not in (".lock", ".summary.toml"):
            text = re.sub(r'id = "[0-9a-f]{16}"', "id", path.read_text())
            found[str(path.relative_to(folder))] = HASH.sub("#", text)
    return found
