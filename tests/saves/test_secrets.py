"""Secrets lie apart: in their seat's file alone until the reveal, and no campaign needs another seat's file to be
read.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.refusals import Refused
from saves import library
from saves.desk import Desk
from saves.errors import SavesError
from tests.saves.desks import begin, files, same, snapshot
from tests.whole import whole


def _shared(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in (*files(folder), folder / "campaign.toml", folder / ".summary.toml"))


def test_a_sealed_order_stands_in_its_seats_file_alone(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 3"])
    assert b"bid 3" not in _shared(folder)
    assert b'text = "red bid 3"' in (folder / "seats/red.toml").read_bytes()
    assert (folder / "seats/red.toml").stat().st_mode & 0o777 == 0o600
    assert (folder / "seats").stat().st_mode & 0o777 == 0o700
    assert not (folder / "seats/blue.toml").exists()
    assert red.campaign.secrets
    assert red.reckoned.powers["red"].gold == whole(red).powers["red"].gold - 3
    blue.refresh()
    assert blue.campaign.secrets == {}
    assert list(blue.campaign.sealed) == ["red-5"]
    assert blue.reckoned == blue.campaign
    public = Desk.open(folder)
    assert public.seat == "" and public.campaign.secrets == {}
    assert same(folder, red) and same(folder, blue)


def test_what_a_seat_must_not_know_changes_nothing_that_it_sees(tmp_path: Path) -> None:
    shown = []
    for bid in (0, 9):
        folder = begin(tmp_path, f"bid-{bid}", seats=2)
        Desk.open(folder, "red").do([f"red bid {bid}"])
        blue = Desk.open(folder, "blue")
        digests = [sealed.digest for sealed in blue.campaign.sealed.values()]
        text = repr(
            (
                blue.campaign,
                blue.outlook(),
                blue.checklist(),
                blue.entries("all"),
                blue.judge("blue bid 99"),
                blue.what_if(["blue bid 2"])[0],
                blue.last_changes,
                library.card(folder).awaits,
            )
        )
        shown.append(
            text.replace(digests[0], "digest").replace(blue.what_if(["blue bid 2"])[0].sealed["blue-6"].digest, "x")
        )
    import re

    assert re.sub("[0-9a-f]{64}", "digest", shown[0]) == re.sub("[0-9a-f]{64}", "digest", shown[1])


def test_when_all_have_ordered_all_is_revealed(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 3"])
    done = blue.do(["blue bid 2"])
    reveals = [entry.order for entry in done.entries if entry.order.startswith("reveal")]
    assert len(reveals) == 2 and "red bid 3" in reveals[0]
    assert whole(blue).powers["red"].gold == 12
    assert blue.campaign.sealed == {}
    red.refresh()
    assert whole(red).powers == whole(blue).powers
    with pytest.raises(Refused, match=r"cannot be unseen|given by the seat"):
        red.undo()


def test_without_the_other_seats_file_its_reveal_waits(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    Desk.open(folder, "red").do(["red bid 3"])
    hidden = folder / "seats/red.toml"
    kept = hidden.read_bytes()
    hidden.unlink()
    blue = Desk.open(folder, "blue")
    done = blue.do(["blue bid 2"])
    assert sum(entry.order.startswith("reveal") for entry in done.entries) == 1
    assert [sealed.text for sealed in blue.campaign.sealed.values()] == ["", "blue bid 2"]
    assert blue.campaign.progress.step == "court.bids"
    assert same(folder, blue)
    hidden.write_bytes(kept)
    red = Desk.open(folder, "red")
    assert red.outstanding
    assert red.do(["red spend 1"]).entries[-1].order == "red spend 1"
    assert whole(red).powers["red"].gold == 11


def test_a_sealed_order_is_undone_with_its_text(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red = Desk.open(folder, "red")
    red.do(["red bid 3"])
    red.undo()
    assert red.campaign.sealed == {} and red.campaign.secrets == {}
    red.do(["red bid 4"])
    assert [secret.text for secret in red.campaign.secrets.values()] == ["red bid 4"]
    assert same(folder, red)


def test_a_torn_or_changed_seat_file_does_not_stop_anyone(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red = Desk.open(folder, "red")
    red.do(["red bid 3"])
    hidden = folder / "seats/red.toml"
    whole = hidden.read_bytes()
    hidden.write_bytes(whole.replace(b"bid 3", b"bid 4"))
    again = Desk.open(folder, "red")
    assert again.campaign.secrets == {}, "what does not fit its digest is not what was sealed"
    hidden.write_bytes(whole + b"\n[[entry]]\nsealed = ")
    again = Desk.open(folder, "red")
    assert again.campaign.secrets
    again.undo()
    again.do(["red bid 5"])
    assert hidden.with_name("red.toml.torn-1").exists()
    assert [secret.text for secret in Desk.open(folder, "red").campaign.secrets.values()] == ["red bid 5"]


def test_a_branch_has_a_new_secret_and_no_sealed_orders(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red = Desk.open(folder, "red")
    blue = Desk.open(folder, "blue")
    red.do(["red bid 3"])
    blue.do(["blue bid 2"])
    red.refresh()
    red.do(["red done"])
    blue.refresh()
    blue.do(["blue done"])
    before = snapshot(folder)
    branched = library.branch(folder, "1500-2-fall", "other", at=tmp_path)
    assert snapshot(folder) == before
    desk = Desk.open(branched, "red")
    blue.refresh()
    assert whole(desk).powers == whole(blue).powers
    assert desk.campaign.progress.turn == 2
    assert (branched / "secret").read_bytes() != (folder / "secret").read_bytes()
    assert list((branched / "seats").iterdir()) == []
    assert desk.entries()[0].n == 1
    assert desk.do(["red spend 1"]).entries[0].seat == "red"


def test_a_branch_asks_again_for_what_was_sealed(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2, turns=9)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 3"])
    blue.do(["blue bid 2"])
    red.refresh()
    red.do(["red done"])
    blue.refresh()
    blue.do(["blue done"])
    blue.do(["blue done"])
    red.refresh()
    red.do(["red done"])
    # Turn 3: sealed again, then back past the turn's start into the middle of turn 2, and forward into the branch.
    assert red.campaign.progress.turn == 3
    one = Desk.open(begin(tmp_path, "one", seats=2), "red")
    one.do(["red bid 3"])
    branched = library.branch(one.folder, "1", "again", at=tmp_path)
    desk = Desk.open(branched, "red")
    assert desk.campaign.sealed == {}
    assert desk.outlook().awaits == ("red", "blue")


def test_a_branch_from_any_turn_file_by_name_number_label_or_path(tmp_path: Path) -> None:
    from tests.saves.desks import two_turns

    desk = two_turns(tmp_path)
    desk.undo()
    name = files(desk.folder)[1].name
    for number, turn in enumerate((name, "2", "0002", str(files(desk.folder)[1]))):
        folder = library.branch(desk.folder, turn, f"b-{number}", at=tmp_path)
        assert Desk.open(folder).campaign.progress.turn == 2
    latest = library.branch(desk.folder, "1500-2-fall", "latest", at=tmp_path)
    assert Desk.open(latest).campaign == desk.campaign
    with pytest.raises(SavesError, match="no turn '1700-1-spring'"):
        library.branch(desk.folder, "1700-1-spring", "never", at=tmp_path)
    assert not (tmp_path / "never").exists()
