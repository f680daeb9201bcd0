"""A seat's own note on the map across a turn and to the campaign's end: what the other seat reads is the same whatever
the note says, until all have closed the campaign; then all read it."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.world import written_notes
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.thewar.map.test_own_lines import begun
from tests.thewar.sea.test_task_forces import two_seats
from tests.thewar.secrecy import HASH, everything, files_of
from tui.models.map_picture import as_text, document
from tui.models.map_svg import drawing
from tui.models.map_told import lies_there
from tui.models.map_turns import drawn_at, labels
from tui.models.story import story
from tui.models.story_text import as_markdown
from tui.models.turn_report import page_of_turn

NOTES = ('germany note warsaw "Guderian goes here"', 'germany note 1711 "mud until May, by all we know"')
FIRST, SECOND = "1939-3-fall", "1939-4-winter"


def war(at: Path, name: str, turn: int, step: str) -> Path:
    """A campaign of two seats with known dice, at a step of a turn."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(range(32)))
    (at / name).mkdir()
    campaign = two_seats(begun())
    progress = attrs.evolve(campaign.progress, turn=turn, step=step)
    campaign = attrs.evolve(campaign, progress=progress)
    return library.create(RULESET, campaign, name="war", at=at / name, secret_file=hidden)


def to_the_next_turn(folder: Path) -> None:
    """Both seats end what is left of the first turn."""
    for _ in range(20):
        for seat in ("allied", "axis"):
            desk = Desk.open(folder, seat)
            if desk.campaign.progress.turn > 1:
                return
            if legal := [one.text for one in desk.outlook().choices if not one.refused and one.text.endswith(" done")]:
                desk.do(legal[:1])
    raise AssertionError("the turn does not end")


def read(folder: Path, seat: str) -> str:
    """All that a seat may read of the map: both layers as text, document and drawing, turn by turn; what lies in the
    hexes of the notes; the reports of the turns and the story."""
    desk = Desk.open(folder, seat)
    told: list[object] = []
    for label in labels(desk):
        shown = drawn_at(desk, label)
        told += [as_text(shown, seas=seas) for seas in (False, True)]
        told += [document(shown), drawing(shown, "war"), lies_there(shown, "1521"), lies_there(shown, "1711")]
        told.append(page_of_turn(desk, label))
    return repr((told, as_markdown(story(desk))))


def test_a_sealed_note_tells_the_other_seat_nothing_across_a_turn(tmp_path: Path) -> None:
    folders = [war(tmp_path, str(at), 1, "allied.end.reserves") for at, _ in enumerate(NOTES)]
    for folder, line in zip(folders, NOTES, strict=True):
        Desk.open(folder, "axis").do([line])
        to_the_next_turn(folder)
    assert labels(Desk.open(folders[0], "allied")) == (FIRST, SECOND)
    asked = ("germany note-off 1", "britain note-off 1", 'britain note 1711 "x"')
    one, two = (HASH.sub("#", read(folder, "allied")) for folder in folders)
    assert one == two and "Guderian" not in one and "Warsaw" in one
    assert len({everything(folder, "allied", asked) for folder in folders}) == 1
    assert files_of(folders[0], "allied") == files_of(folders[1], "allied")
    # Its own seat reads it on the map of the turn in which it was written, in its report and in the story.
    mine = read(folders[0], "axis")
    assert mine.count("note 1, Fall 1939: Guderian goes here") >= 2, "on the map of both turns"
    assert "Warsaw, Germany: Guderian goes here" in mine
    report = repr(page_of_turn(Desk.open(folders[0], "axis"), FIRST))
    assert "Notes on the map" in report and "Guderian goes here" in report
    # Taken off in the second turn it lies on the maps of the first; taken back, it lies on both again.
    axis = Desk.open(folders[0], "axis")
    axis.do(["germany note-off 1"])
    again = Desk.open(folders[0], "axis")
    assert "Guderian" in repr(lies_there(drawn_at(again, FIRST), "1521"))
    assert "Guderian" not in repr(lies_there(drawn_at(again, SECOND), "1521"))
    again.undo()
    assert "Guderian" in repr(lies_there(drawn_at(Desk.open(folders[0], "axis"), SECOND), "1521"))


def test_what_lay_under_seal_is_read_by_all_once_all_have_closed_the_campaign(tmp_path: Path) -> None:
    folder = war(tmp_path, "over", 24, "allied.end.reserves")
    Desk.open(folder, "axis").do([NOTES[0]])

    def other() -> str:
        desk = Desk.open(folder, "allied")
        campaign = desk.campaign
        assert isinstance(campaign, TheWar)
        known = [note.said for note in written_notes.known(campaign).values()]
        return repr((known, as_markdown(story(desk)), document(drawn_at(desk, labels(desk)[-1]))))

    while not (desk := Desk.open(folder, "allied")).outlook().over:
        for seat in ("allied", "axis"):
            desk = Desk.open(folder, seat)
            legal = [one.text for one in desk.outlook().choices if not one.refused and one.text.endswith(" done")]
            desk.do(legal[:1])
    assert "Guderian" not in other()
    with pytest.raises(Refused):
        Desk.open(folder, "allied").do(["germany note-off 1"])
    Desk.open(folder, "allied").do(["britain close"])
    assert "Guderian" not in other(), "one seat has not closed it"
    Desk.open(folder, "axis").do(["germany close"])
    assert "Guderian goes here" in other()
