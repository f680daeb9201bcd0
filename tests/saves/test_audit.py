"""The audit goes on where today's rules fail on what an old journal holds: what fails is a finding of its entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.ruleset import find
from engine.kernel.seasons import BadTurn
from engine.thewar.world.state import War
from saves import audit, library, scenarios
from saves.desk import Desk
from tests.saves.desks import SECRET, at_deeds, files
from tests.saves.game import Spend


def test_a_war_since_no_turn_in_an_old_journal_is_a_finding_of_each_entry_it_fails(tmp_path: Path) -> None:
    opening: Any = scenarios.preview("1939-campaign")
    east = War.made_of("germany", "ussr", since="1939-2-summer")
    opening = attrs.evolve(opening, wars={**opening.wars, east.address: east})
    hidden = tmp_path / "hidden"
    hidden.write_bytes(SECRET)
    folder = library.create(find("thewar"), opening, name="x", at=tmp_path, dice="keyed", secret_file=hidden)
    desk = Desk.open(folder)
    while desk.campaign.progress.turn == 1:
        desk.do([next(choice.text for choice in desk.outlook().choices if not choice.refused)])
    count = audit.audit(folder).entries
    assert count and not audit.audit(folder).differences
    for path in files(folder):
        path.write_text(path.read_text().replace('"1939-2-summer"', '"hello world"'))
    found = audit.audit(folder)
    assert found.entries == count
    told = "the rules can no longer tell what follows: 'hello world' is no turn; write 1940-1-spring"
    assert ("differs", (told,)) in {(one.kind, one.details) for one in found.differences}
    assert len({one.n for one in found.differences}) < count, "what no rule reads it for is no finding"


def test_an_order_whose_judge_fails_today_is_a_finding_and_the_next_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_deeds(tmp_path)
    for line in ("red spend 1", "blue spend 2", "red hire otto"):
        desk.do([line])
    first = next(entry.n for entry in desk.entries("all") if entry.order == "red spend 1")

    def fails(self: Spend, campaign: Any) -> Any:
        raise BadTurn("'hello world' is no turn")

    monkeypatch.setattr(Spend, "judge", fails)
    found = audit.audit(desk.folder)
    assert [(one.n, one.kind, one.details) for one in found.differences] == [
        (n, "differs", ("can no longer be judged: 'hello world' is no turn",)) for n in (first, first + 1)
    ]
