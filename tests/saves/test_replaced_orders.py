"""An order that has been replaced: what was written of it is read, told and taken back for ever; given anew it is
refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.refusals import Refused
from saves import audit, doctor
from saves.desk import Desk
from tests.saves import game
from tests.saves.desks import same, two_turns
from tui import telling
from tui.order_line import offers


def _told(desk: Desk) -> list[str]:
    return [one.sentence for one in telling.tell_records(desk.ruleset, desk.records("all"))]


@pytest.fixture
def replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Desk, list[str]]:
    """A campaign in whose journal men are hired, opened by a program in which they are enlisted; and its sentences as
    they were."""
    desk = two_turns(tmp_path)
    said = _told(desk)
    assert any(" hire " in entry.order for entry in desk.entries("all"))
    monkeypatch.setattr(game.Hire, "replaced", "POWER enlist NAME")
    monkeypatch.delitem(game.RULESET.__dict__, "by_step", raising=False)
    return Desk.open(desk.folder), said


def test_what_was_written_is_read_told_audited_and_taken_back(replaced: tuple[Desk, list[str]]) -> None:
    desk, said = replaced
    assert _told(desk) == said
    assert doctor.examine(desk.folder) == ()
    assert audit.audit(desk.folder).differences == ()
    desk.undo(to=5)
    assert same(desk.folder, desk)


_BEFORE = ("late ", 'overrule "we want to" ', 'overrule "we want to" late ')


@pytest.mark.parametrize("before", ["", *_BEFORE, *(f"propose {words}" for words in _BEFORE)])
def test_given_anew_it_is_refused_with_what_is_given_now(replaced: tuple[Desk, list[str]], before: str) -> None:
    desk, _ = replaced
    with pytest.raises(Refused) as fault:
        desk.do([f"{before}red hire otto"])
    first, *rest = [(one.reason, one.hint) for one in fault.value.refusals]
    assert first == ("this order is no longer given", "In its place: POWER enlist NAME.")
    # To propose, one player of all seats has other reasons not to.
    assert not rest or before.startswith("propose")


def test_it_is_neither_offered_nor_completed(replaced: tuple[Desk, list[str]]) -> None:
    desk, _ = replaced
    assert not [choice.text for choice in desk.outlook().choices if " hire " in choice.text]
    assert "red hire" not in offers(desk, "red h")
    with pytest.raises(ValueError, match="'hir' is no order of a power"):
        desk.understand("red hir otto")
