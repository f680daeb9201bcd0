"""Notes that players pin to the map: sealed with their seat or open to all, on the map, through the turns and in the
story."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.kernel.sheets.atlas import NOTE
from engine.thewar.countries.map_notes import Note
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import atlas_sheet
from engine.thewar.world import written_notes
from engine.thewar.world.state import MapNote, TheWar
from saves import library
from saves.desk import Desk
from tests.thewar.builds import after, refused
from tests.thewar.map.test_own_lines import begun, sentence
from tests.thewar.sea.test_task_forces import two_seats
from tests.tui.standin import StandinDesk
from tui.models.edit import Edit
from tui.models.forms import filled
from tui.models.map_picture import as_text, document, picture
from tui.models.map_turns import drawn_at
from tui.models.story import story
from tui.models.story_text import as_markdown

WARSAW = 'germany note warsaw "Guderian goes here"'


def test_a_note_lies_on_the_map_and_is_taken_off() -> None:
    campaign = after(begun(), WARSAW, 'germany note 1711 "mud"', 'britain note levant "two patrols"')
    assert campaign.map_notes["germany-1"] == MapNote(
        power="germany", since="1939-3-fall", where="warsaw", said="Guderian goes here"
    )
    assert list(campaign.map_notes) == ["germany-1", "germany-2", "britain-1"]
    drawn = picture(RULESET, campaign)
    assert drawn is not None and drawn.foremost["1521"].kind == NOTE and drawn.place_names["1521"] == "Warsaw"
    assert "note 1, Fall 1939: Guderian goes here (Germany)" in [f.text for f in atlas_sheet.tell(campaign, "1521")]
    level = atlas_sheet.middle("levant")
    assert drawn.foremost[level].name == "note 1, Fall 1939: two patrols"
    assert any("%" in line for line in as_text(drawn)[:45]) and "note" in str(document(drawn)["marks"])
    less = after(campaign, "germany note-off 1")
    assert list(less.map_notes) == ["germany-2", "britain-1"]
    assert list(after(less, WARSAW).map_notes)[-1] == "germany-1", "its number is free again"
    assert sentence(campaign, "germany note-off 1") == (
        "Germany takes its note at Warsaw off the map: Guderian goes here"
    )
    assert sentence(begun(), WARSAW) == "Germany notes at Warsaw: Guderian goes here"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('germany note atlantis "x"', "there is no 'atlantis' on the map (2.1)"),
        ('germany note warsow "x"', "Nearest: warsaw"),
        ('germany note 4600 "x"', "there is no '4600' on the map"),
        ('overrule "ours" germany note atlantis "x"', "there is no 'atlantis' on the map"),
        ('germany note sealed "x"', "there is no 'sealed' on the map"),
        ('germany note warsaw " "', "nothing is said (2.1)"),
        (f'germany note warsaw "{"x" * 241}"', "241 characters are too many"),
        ("germany note-off 3", "Germany has no note 3 on the map (2.1)"),
        ('germany note warsaw "x" number=1', "note 1 lies on the map"),
    ],
)
def test_a_note_that_stands_nowhere_or_says_nothing_is_refused(line: str, reason: str) -> None:
    assert reason in refused(after(begun(), 'germany note warsaw "before"'), line)


def test_a_note_in_a_file_that_stands_nowhere_is_a_fault() -> None:
    note = MapNote(power="germany", since="1939-3-fall", where="atlantis", said="x")
    hidden = MapNote(power="germany", since="1939-3-fall")
    written = attrs.evolve(begun(), map_notes={"germany-1": note, "germany-2": hidden})
    assert [fault.at for fault in RULESET.check(written) if "map_notes" in fault.at] == ["map_notes.germany-1"]


def test_two_hundred_notes_are_the_most() -> None:
    note = MapNote(power="germany", since="1939-3-fall", where="warsaw", said="x")
    full = attrs.evolve(begun(), map_notes={f"germany-{n}": note for n in range(1, written_notes.MOST + 1)})
    assert "200 notes lie on the map" in refused(full, WARSAW)


def _war(desk: Desk) -> TheWar:
    assert isinstance(desk.campaign, TheWar)
    return desk.campaign


def test_a_note_is_its_seats_own_unless_it_is_for_all(tmp_path: Path) -> None:
    campaign = two_seats(begun())
    folder = library.create(RULESET, campaign, name="war", at=tmp_path / "war")
    axis, allied = Desk.open(folder, "axis"), Desk.open(folder, "allied")
    before = drawn_at(allied, "1939-3-fall")
    axis.do([WARSAW])
    # The other seat sees that there is a note, not where nor what.
    after_it = Desk.open(folder, "allied")
    assert not written_notes.known(_war(after_it)) and "Guderian" not in str(after_it.campaign)
    drawn = drawn_at(after_it, "1939-3-fall")
    assert (as_text(drawn), document(drawn)) == (as_text(before), document(before))
    told = as_markdown(story(after_it))
    assert "Guderian" not in told and "Warsaw" not in told.partition("Notes on the map")[2]
    again = Desk.open(folder, "axis")
    mine = drawn_at(again, "1939-3-fall")
    assert mine.foremost["1521"].kind == NOTE
    assert "Warsaw, Germany: Guderian goes here" in as_markdown(story(again))
    # A past turn's file has no secrets: what this seat has sealed it knows of the turn as it did then.
    bare = attrs.evolve(_war(again), secrets={})
    assert not written_notes.known(bare) and written_notes.known(again.with_own(bare)) == written_notes.known(
        _war(again)
    )
    assert after_it.with_own(bare) is bare, "of another seat"
    again.do(['germany note 1711 "for all" open=yes'])
    assert [note.said for note in atlas_sheet.pinned(_war(Desk.open(folder, "allied")))] == ["for all"]
    # Both are taken back like anything else.
    axis = Desk.open(folder, "axis")
    axis.undo()
    axis.undo()
    assert not _war(axis).map_notes and not axis.campaign.sealed and not written_notes.known(_war(axis))
    allied = Desk.open(folder, "allied")
    assert document(drawn_at(allied, "1939-3-fall")) == document(before)


def test_the_form_takes_a_players_own_words_as_they_are() -> None:
    desk: Any = StandinDesk(begun())
    form = Note.form(begun(), "germany")
    assert form is not None
    edits = {"where": Edit.of("warsaw"), "said": Edit.of('where is "Guderian"? late')}
    made = filled(desk, form, edits, 1)
    assert understand(RULESET, made.line, begun()) == Note("germany", "warsaw", 'where is "Guderian"? late', 1)
