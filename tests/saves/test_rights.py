"""Who plays a campaign on a server: seats given and taken, spectators, and a file of rights that is spoilt."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from saves import doctor, rights
from saves.errors import Exists, Misuse, NotFound, SavesError, UnreadableFile
from saves.rights import AT_A_SEAT, FILE
from tests.saves.desks import begin


@pytest.fixture
def feud(tmp_path: Path) -> Path:
    """A campaign of the seats red and blue."""
    return begin(tmp_path, seats=2)


def test_a_seat_may_have_two_players_and_a_player_several_seats(feud: Path) -> None:
    rights.give(feud, "red", "anna")
    rights.give(feud, "red", "ben")
    rights.give(feud, "blue", "ben")
    told = rights.watch(feud, "dora")
    assert told.sentence == "dora watches"
    now = rights.read(feud)
    assert now == told.rights and now.problem == ""
    assert now.players("red") == ("anna", "ben") and now.seats_of("ben") == ("red", "blue")
    assert [now.concerns(name) for name in ("anna", "ben", "dora", "carl")] == [True, True, True, False]


def test_a_seat_that_is_taken_is_its_players_no_longer_and_is_handed_over_in_words(feud: Path) -> None:
    given = rights.give(feud, "red", "anna")
    assert given.sentence == "anna sits down at the seat red; anna holds it now"
    before = rights.stamp(feud)
    taken = rights.take(feud, "red", "anna")
    assert taken.sentence == "anna leaves the seat red; nobody holds it now"
    # Whoever keeps the stamp sees that it is another file now.
    assert rights.stamp(feud) != before
    assert not rights.read(feud).concerns("anna")
    assert rights.give(feud, "red", "carl").rights.players("red") == ("carl",)


def test_what_cannot_be_given_says_why_and_changes_nothing(feud: Path) -> None:
    rights.give(feud, "red", "anna")
    rights.give(feud, "red", "ben")
    rights.watch(feud, "dora")
    before = (feud / FILE).read_bytes()
    refused: list[tuple[Callable[[], object], type[SavesError], str]] = [
        (lambda: rights.give(feud, "green", "carl"), NotFound, "there is no seat 'green'; seats are red, blue"),
        (lambda: rights.give(feud, "bleu", "carl"), NotFound, "nearest is 'blue'"),
        (lambda: rights.give(feud, "red", "anna"), Exists, "anna sits at the seat 'red' already"),
        (lambda: rights.give(feud, "red", "carl"), Misuse, "anna and ben sit at the seat 'red': take it from one"),
        (lambda: rights.give(feud, "blue", "../carl"), Misuse, "'../carl' is no player's name"),
        (lambda: rights.take(feud, "blue", "anna"), NotFound, "anna does not sit at the seat 'blue'; nobody does"),
        (lambda: rights.watch(feud, "dora"), Exists, "dora watches already"),
        (lambda: rights.unwatch(feud, "anna"), NotFound, "anna does not watch"),
    ]
    for act, kind, told in refused:
        with pytest.raises(kind) as caught:
            act()
        assert told in str(caught.value)
    assert (feud / FILE).read_bytes() == before


_SPOILT = {
    "no TOML": b"seats = [",
    "no text": b"\xff\xfe",
    "of a newer format": b"format = 9\n",
    "without a format": b'[seats]\nred = ["anna"]\n',
    "a key too many": b'format = 1\nadmin = ["anna"]\n',
    "a number for a name": b"format = 1\n[seats]\nred = [7]\n",
    "a word for a list": b'format = 1\n[seats]\nred = "anna"\n',
    "a path for a name": b'format = 1\n[seats]\nred = ["../../anna"]\n',
    "a path for a seat": b'format = 1\n[seats]\n"../red" = ["anna"]\n',
    "three at a seat": b'format = 1\n[seats]\nred = ["anna", "ben", "carl"]\n',
    "one twice": b'format = 1\n[seats]\nred = ["anna", "anna"]\n',
    "a table too deep": b"format = 1\nseats = " + b"{a=" * 500 + b"1" + b"}" * 500,
    "too long": b"format = 1\n#" + b"x" * 60_000,
}


@pytest.mark.parametrize("spoilt", _SPOILT.values(), ids=_SPOILT.keys())
def test_a_spoilt_file_gives_nobody_a_right_and_is_told_to_the_host(feud: Path, spoilt: bytes) -> None:
    rights.give(feud, "red", "anna")
    (feud / FILE).write_bytes(spoilt)
    now = rights.read(feud)
    assert now.problem.startswith(f"{FILE} ") and "mended" in now.problem
    assert not now.concerns("anna") and now.seats == {} and now.watching == ()
    with pytest.raises(UnreadableFile):
        rights.give(feud, "red", "carl")
    assert (feud / FILE).read_bytes() == spoilt
    assert [found.file for found in doctor.examine(feud)] == [FILE]
    (feud / FILE).unlink()
    assert rights.give(feud, "red", "carl").rights.players("red") == ("carl",)


def test_a_link_a_folder_and_a_pipe_in_its_place_are_not_followed(feud: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text('format = 1\n[seats]\nred = ["anna"]\n')
    for make in (
        lambda path: path.symlink_to(elsewhere),
        lambda path: path.mkdir(),
        lambda path: os.mkfifo(path),
    ):
        make(feud / FILE)
        assert rights.read(feud).problem and not rights.read(feud).concerns("anna")
        with pytest.raises(UnreadableFile):
            rights.give(feud, "blue", "anna")
        (feud / FILE).rmdir() if (feud / FILE).is_dir() else (feud / FILE).unlink()
    assert elsewhere.read_text() == 'format = 1\n[seats]\nred = ["anna"]\n'


def test_a_seat_that_the_campaign_does_not_have_is_told_and_costs_nobody_else_his(feud: Path) -> None:
    (feud / FILE).write_text('format = 1\n[seats]\nred = ["anna"]\ngreen = ["ben"]\n')
    assert rights.read(feud).seats_of("anna") == ("red",)
    assert [found.problem for found in doctor.examine(feud)] == [
        "gives a seat 'green' that this campaign does not have"
    ]


def test_a_campaign_without_the_file_is_nobodys_and_clean(feud: Path) -> None:
    assert rights.read(feud) == rights.Rights() and rights.stamp(feud) == ()
    assert doctor.examine(feud) == () and AT_A_SEAT == 2
