"""A campaign of a program in which whoever said so played a variant, before powers tried for them: it opens, goes on
and is taken back, and the audit names nothing; what is given today is asked of who has obtained it (28.0, 28.1.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.kernel.refusals import Refused
from engine.thewar.sheets.hand_sheet import HandSheet
from engine.thewar.world.variants_played import played
from saves import audit, doctor, scenarios
from saves.desk import Desk
from tests.saves.desks import same
from tests.saves.test_frozen_campaigns import thawed
from tests.thewar.politics.purchases import begun
from tui import telling


@pytest.mark.rule("tw-28.0-play")
def test_28_variants_played_before_anybody_tried_stand_as_they_were_recorded(tmp_path: Path) -> None:
    folder, said = thawed("thewar-variants", tmp_path)
    desk: Any = Desk.open(folder)
    assert desk.warnings == () and doctor.examine(folder) == ()
    entries = [[entry.n, entry.step, entry.order] for entry in desk.entries("all")]
    assert entries == said["entries"] and entries[0][2] == "germany weather winterized=yes"
    assert sum(" variant " in order for _, _, order in entries) == 48
    assert audit.audit(folder).differences == ()
    assert all(one.sentence for one in telling.tell_records(desk.ruleset, desk.records("all")))
    # Both count as played, for the rules that ask and on the page of the hand.
    assert played(desk.campaign, "winterized-wehrmacht") == played(desk.campaign, "z-plan") == 1
    told = {held.power: [text for text, _ in held.told] for held in HandSheet().held(desk.campaign)}
    assert "Z-Plan: played 1 time" in told["germany"] and "Winterized Wehrmacht: played 1 time" in told["germany"]
    # Given today they are refused.
    with pytest.raises(Refused) as fault:
        desk.do(["britain variant british-counter-intelligence"])
    assert "Britain has not obtained Counter-intelligence (28.0)" in str(fault.value)
    # It goes on, also over the rules, and back before all of it.
    desk.do(['overrule "drawn at the table" germany variant german-commandos'])
    desk.do(["germany frostbite none fewer=yes"])
    assert desk.outlook().step != said["step"]
    assert audit.audit(folder).differences == ()
    desk.undo(10)
    assert same(folder, desk) and doctor.examine(folder) == () and audit.audit(folder).differences == ()


def test_28_what_is_refused_today_is_still_named(tmp_path: Path) -> None:
    """Once a power has tried for variants, no order without the turn in which it was obtained stands."""
    folder, _ = thawed("thewar-variants", tmp_path)
    turn = next((folder / "turns").glob("*.toml"))
    text = turn.read_text(encoding="utf-8")
    turn.write_text(
        text.replace(
            'order = "germany variant z-plan yard=kiel"', 'order = "germany variant z-plan yard=kiel had=1941-1-spring"'
        ),
        encoding="utf-8",
    )
    [one] = [str(one) for one in audit.audit(folder).differences if one.kind == "refused"]
    assert "Germany has not obtained Z-Plan (28.0)" in one


@pytest.mark.parametrize("had", ["", " had=1939-3-fall"])
def test_28_in_a_campaign_begun_today_what_nobody_obtained_is_named(tmp_path: Path, had: str) -> None:
    """Nobody can have drawn it at the table: an entry that says so was not written by the rules."""
    opening: Any = scenarios.preview("1939-campaign")
    folder = begun(tmp_path, opening)
    desk: Any = Desk.open(folder)
    line = "germany variant z-plan yard=kiel"
    desk.do([f'overrule "drawn at the table" {line}'])
    assert audit.audit(folder).differences == ()
    turn = next((folder / "turns").glob("*.toml"))
    text = turn.read_text(encoding="utf-8")
    [written] = [row for row in text.splitlines() if row.startswith("order = ") and line in row]
    turn.write_text(text.replace(written, f'order = "{line}{had}"'), encoding="utf-8")
    [one] = [str(one) for one in audit.audit(folder).differences if one.kind == "refused"]
    assert "Germany has not obtained Z-Plan (28.0)" in one
