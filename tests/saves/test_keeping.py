"""What becomes of a campaign's folder: renamed, archived, deleted, brought back, removed; never half, never under its
player."""

from __future__ import annotations

import multiprocessing
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from saves import keeping, library, locks, store
from saves.desk import Desk
from saves.errors import Busy, Exists, Misuse, NotFound, ReadOnly, SavesError
from saves.scenarios import new


def begun(home: Path, name: str = "north", seats: int = 1) -> Path:
    return new("1939-campaign", name=name, seats=seats)


def names() -> list[str]:
    return sorted(card.name for card in library.campaigns())


def test_a_title_of_its_own_goes_to_the_folder_where_that_is_free(home: Path) -> None:
    begun(home)
    renamed = keeping.rename("north", "  Evenings with\tPaul ")
    assert (renamed.title, renamed.folder.name, renamed.note) == ("Evenings with Paul", "Evenings with Paul", "")
    assert names() == ["Evenings with Paul"]
    desk = Desk.open("Evenings with Paul")
    assert (desk.title, desk.name) == ("Evenings with Paul", "Evenings with Paul")
    desk.do(["italy effort sle"])
    begun(home, "south")
    other = keeping.rename("south", "Evenings with Paul")
    assert other.folder.name == "south" and "there is a campaign 'Evenings with Paul' already" in other.note
    assert Desk.open("south").title == "Evenings with Paul"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Süden: Ost/West", "Suden- Ost-West"),
        ("../../etc", "etc"),
        (".hidden", "hidden"),
        ("第二次", ""),
        ("a" * 60, "a" * 60),
    ],
)
def test_a_folders_name_is_made_of_what_a_title_may_hold(title: str, name: str) -> None:
    assert keeping.folder_name(title) == name


def test_a_title_that_is_no_name_leaves_the_folder_its_own(home: Path) -> None:
    begun(home)
    assert keeping.rename("north", "第二次").folder.name == "north" and Desk.open("north").title == "第二次"


@pytest.mark.parametrize("title", ["", "   ", "x" * 61, "bell\x07", "turned\u202e"])
def test_what_is_no_title_is_refused_and_changes_nothing(home: Path, title: str) -> None:
    folder = begun(home)
    before = (folder / store.CARD).read_bytes()
    with pytest.raises(Misuse):
        keeping.rename("north", title)
    assert (folder / store.CARD).read_bytes() == before


def test_the_archive_is_out_of_the_list_and_gives_back(home: Path) -> None:
    begun(home)
    Desk.open("north").do(["italy effort sle"])
    kept = keeping.archive("north")
    assert kept == library.data_folder() / "archive" / "north" and names() == []
    assert [(card.name, card.kept, card.turn) for card in keeping.cards(keeping.ARCHIVE)] == [
        ("north", "archive", "1939-3-fall")
    ]
    with pytest.raises(NotFound, match="'north' is archived: 'warledger unarchive north' brings it back"):
        Desk.open("north")
    begun(home)
    # Another took its name meanwhile.
    assert keeping.bring_back("north").name == "north-2" and names() == ["north", "north-2"]
    assert Desk.open("north-2").entries()[-1].order == "italy effort sle"


def test_deleted_is_brought_back_until_it_is_removed_for_good(home: Path) -> None:
    folder = begun(home)
    keeping.delete("north")
    assert names() == [] and not folder.exists()
    with pytest.raises(Exists, match="deleted already"):
        keeping.delete("north")
    keeping.bring_back("north")
    assert names() == ["north"]
    keeping.archive("north")
    keeping.delete("north")
    with pytest.raises(NotFound, match="is deleted first"):
        keeping.remove("south")
    keeping.remove("north")
    assert keeping.cards(keeping.DELETED) == [] and list(keeping.kept_folder(keeping.DELETED).iterdir()) == []
    with pytest.raises(NotFound, match="there is none"):
        keeping.bring_back("north")


def test_a_removal_that_was_killed_leaves_nothing_in_a_list_and_is_swept_away(home: Path) -> None:
    begun(home)
    going = keeping.delete("north").rename(keeping.kept_folder(keeping.DELETED) / ".going-00000000")
    assert keeping.cards(keeping.DELETED) == []
    begun(home, "south")
    keeping.delete("south")
    keeping.remove("south")
    assert not going.exists()


def _play(folder: str, ready: Event, done: Event) -> None:
    handle = locks.sit(Path(folder))
    ready.set()
    done.wait(20)
    locks.leave(handle)


def test_what_is_open_elsewhere_is_not_moved_under_its_player(home: Path) -> None:
    folder = begun(home)
    context = multiprocessing.get_context("spawn")
    ready, done = context.Event(), context.Event()
    player = context.Process(target=_play, args=(str(folder), ready, done))
    player.start()
    assert ready.wait(20)
    try:
        before = (folder / store.CARD).read_bytes()
        for act in (keeping.archive, keeping.delete, lambda name: keeping.rename(name, "other")):
            with pytest.raises(Busy, match="'north' is open elsewhere: leave it there first"):
                act("north")
        assert names() == ["north"] and (folder / store.CARD).read_bytes() == before
        # Who plays, and who looks, is not kept out by the one who sits there.
        Desk.open("north").do(["italy effort none"])
    finally:
        done.set()
        player.join(20)
    keeping.archive("north")
    assert names() == []


def test_whoever_writes_just_then_finishes_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = begun(home)
    with locks.locked(folder / store.LOCK, "another"), pytest.raises(Busy, match="open elsewhere"):
        keeping.delete("north")
    assert names() == ["north"]


def test_what_cannot_be_read_is_archived_and_deleted_but_not_renamed(home: Path) -> None:
    folder = begun(home)
    (folder / store.CARD).write_text("title = [1,")
    with pytest.raises(SavesError, match=r"campaign\.toml"):
        keeping.rename("north", "mended")
    keeping.archive("north")
    (card,) = keeping.cards(keeping.ARCHIVE)
    assert card.problem and card.name == "north"
    keeping.delete(card.folder)
    keeping.bring_back("north")
    assert names() == ["north"]


def test_a_folder_that_may_not_be_looked_into_hides_no_other_campaign(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(home)
    locked = begun(home, "locked")
    really = Path.exists

    def exists(path: Path) -> bool:
        if path.parent == locked:
            raise PermissionError(13, "Permission denied")
        return really(path)

    monkeypatch.setattr(Path, "exists", exists)
    assert names() == ["locked", "north"]


def test_a_disk_that_takes_nothing_leaves_it_where_it_lay(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = begun(home)

    def full(source: Path, target: Path) -> None:
        raise ReadOnly(f"{target}: may not be written")

    monkeypatch.setattr("saves.keeping.disk.move", full)
    before = (folder / store.CARD).read_bytes()
    for act in (keeping.archive, keeping.delete, lambda name: keeping.rename(name, "other")):
        with pytest.raises(ReadOnly):
            act("north")
    assert names() == ["north"] and (folder / store.CARD).read_bytes() == before


def test_a_campaign_that_lies_elsewhere_is_its_owners_to_move(home: Path) -> None:
    folder = new("1939-campaign", name="east", at=home / "usb")
    with pytest.raises(Misuse, match="does not lie in the list of campaigns"):
        keeping.archive(folder)
    assert keeping.rename(folder, "West").folder == home / "usb" / "West"


def test_a_link_to_a_folder_is_removed_and_not_what_it_leads_to(home: Path) -> None:
    folder = new("1939-campaign", name="east", at=home / "usb")
    top = library.campaigns_folder()
    top.mkdir(parents=True, exist_ok=True)
    (top / "linked").symlink_to(folder)
    keeping.delete("linked")
    keeping.remove("linked")
    assert (folder / store.CARD).exists() and names() == []


def test_a_card_tells_campaigns_of_one_scenario_apart(home: Path) -> None:
    begun(home)
    begun(home, "south", seats=2)
    Desk.open("south", "axis").do(["italy effort sle"])
    by_name = {card.name: card for card in library.campaigns()}
    assert by_name["north"].count == "turn 1 of 24" and by_name["south"].seats == ("axis", "allied")
    assert by_name["south"].awaits == ("us",) and by_name["south"].scenario == "1939-campaign"
