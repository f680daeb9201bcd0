"""``campaigns``, ``rename``, ``archive``, ``unarchive``, ``delete``."""

from __future__ import annotations

from pathlib import Path

from saves import library, locks
from saves.scenarios import new
from tests.cli.running import Runner


def test_a_campaign_is_renamed_archived_brought_back_and_deleted(run: Runner) -> None:
    new("1939-campaign", name="north", seats=2)
    assert run("rename", "north", "Second try").out == "Second try: Second try\n"
    (card,) = run("campaigns", "--json").json
    assert (card["title"], card["count"], card["seats"]) == ("Second try", "turn 1 of 24", ["axis", "allied"])
    assert "archived; 'warledger unarchive Second try'" in run("archive", "Second try").out
    assert run("campaigns").out == "no campaigns\n"
    assert "archive, Second try, Fall 1939, turn 1 of 24" in run("campaigns", "--archived").out
    assert "is archived: 'warledger unarchive Second try'" in run("show", "Second try").err
    assert "in the list again" in run("unarchive", "Second try").out
    refused = run("delete", "Second try")
    assert "nothing was deleted; --yes deletes" in refused.err and len(library.campaigns()) == 1
    assert "brings it back" in run("delete", "Second try", "--yes").out
    assert "gone for good" in run("delete", "Second try", "--for-good", "--yes").out
    assert run("campaigns", "--archived").out == "nothing is archived or deleted\n"


def test_what_is_open_elsewhere_is_refused(run: Runner) -> None:
    folder: Path = new("1939-campaign", name="north")
    chair = locks.sit(folder)
    try:
        for command in (("archive", "north"), ("delete", "north", "--yes"), ("rename", "north", "south")):
            assert "'north' is open elsewhere" in run(*command).err
    finally:
        locks.leave(chair)
    assert folder.exists()
