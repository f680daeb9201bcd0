"""A branch from an entry: a new campaign that begins as things stood after it, taken back since or not."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from saves import branching, doctor, library
from saves.desk import Desk
from saves.errors import Edited, Exists, Misuse, NotFound
from tests.saves.desks import at_deeds, begin, files, two_turns
from tests.whole import whole


def test_it_begins_as_things_stood_after_the_entry(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    states = {}
    for line in ("red hire otto", "blue spend 2", "red spend 1"):
        desk.do([line])
        states[desk.last_number] = desk.campaign
    desk.undo()
    for n, state in states.items():
        branched = Desk.open(library.branch(desk.folder, f"@{n}", f"from {n}", at=tmp_path))
        assert branched.campaign == state
        assert branched.last_number == 0 and doctor.examine(branched.folder) == ()
        assert (branched.folder / "secret").read_bytes() != (desk.folder / "secret").read_bytes()
        assert f"@{n}" in (branched.folder / "campaign.toml").read_text()
        branched.do(["red spend 1"])


def test_an_entry_of_an_earlier_turn_and_one_in_the_middle_of_a_duel(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    asked = next(entry for entry in desk.entries("all") if entry.order == "blue fight")
    branched = Desk.open(library.branch(desk.folder, f"@{asked.n}", "duel", at=tmp_path))
    assert whole(branched).pending and branched.outlook().decision
    branched.do(["blue off"])
    first = Desk.open(library.branch(desk.folder, "@1", "first", at=tmp_path))
    assert first.campaign.progress.turn == 1


@pytest.mark.parametrize("entry", ["@0", "@999", "@x", "@", "@-1", "@" + "9" * 40, "@٣"])
def test_an_entry_that_there_is_not(tmp_path: Path, entry: str) -> None:
    desk = at_deeds(tmp_path)
    with pytest.raises(NotFound, match="the last one is"):
        library.branch(desk.folder, entry, "other", at=tmp_path)
    assert not (tmp_path / "other").exists()


def test_nothing_begins_in_a_file_that_is_not_to_be_believed(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    path = files(desk.folder)[0]
    path.write_bytes(path.read_bytes().replace(b"red hire otto", b"red hire emil"))
    with pytest.raises(Edited):
        library.branch(desk.folder, "@8", "other", at=tmp_path)


def test_a_name_that_is_none_or_taken_makes_nothing(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    for name in ("../up", "a/b", "", ".hidden", "x" * 61, "\x1b[31m"):
        with pytest.raises(Misuse, match="is no name"):
            library.branch(desk.folder, "@6", name, at=tmp_path)
    with pytest.raises(Exists, match="already"):
        library.branch(desk.folder, "@6", "feud", at=tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["feud"]


def test_the_proposed_name_is_a_name_however_long_the_campaigns_is() -> None:
    for name in ("feud", "x" * 60, "a. b-" * 12):
        assert library.NAME.match(branching.proposed(name, "Spring 1940", 12_345))
    assert branching.proposed("1939-campaign", "Fall 1939", 111) == "1939 campaign Fall 1939 entry 111"


def test_sealed_orders_stay_behind_and_are_asked_again(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red = Desk.open(folder, "red")
    red.do(["red bid 3"])
    branched = Desk.open(library.branch(folder, f"@{red.last_number}", "other", at=tmp_path), "red")
    assert whole(branched).sealed == {} and "red" in branched.outlook().awaits
    assert attrs.evolve(branched.campaign, progress=red.campaign.progress, sealed={}) == attrs.evolve(
        red.campaign, sealed={}, secrets={}
    )
