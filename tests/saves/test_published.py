"""The end of a campaign: each seat closes it; with the last one the secret of its dice is published, and nothing is
taken back any more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kernel.dice import commitment
from engine.kernel.refusals import Refused
from saves import audit, dice_log, doctor, library
from saves.desk import Desk
from saves.errors import Misuse
from tests.saves import desks
from tests.saves.test_verify import played


def played_out(at: Path, seats: int = 1) -> Path:
    """A campaign of two turns that is over."""
    folder = desks.begin(at, turns=2, seats=seats)
    for _ in range(200):
        table = Desk.open(folder)
        if table.outlook().over:
            return folder
        power = (table.outlook().awaits or ("red",))[0]
        desk = Desk.open(folder, table.campaign.seats[power])
        legal = [choice.text for choice in desk.outlook().choices if not choice.refused]
        desk.do([legal[-1] if legal else f"{power} bid 1"])
    raise AssertionError("the campaign does not end")


def close(folder: Path, power: str) -> None:
    seat = Desk.open(folder).campaign.seats[power]
    Desk.open(folder, seat).do([f"{power} close"])


def why(folder: Path, line: str, seat: str = "") -> str:
    """Why an order is refused, with the way out."""
    with pytest.raises(Refused) as refused:
        Desk.open(folder, seat).do([line])
    return " ".join(str(one) for one in refused.value.refusals)


PUBLISHED = "its dice are published"


def test_a_campaign_that_goes_on_is_not_closed_and_no_ruling_passes_over_that(tmp_path: Path) -> None:
    folder = desks.begin(tmp_path, turns=2)
    assert "the campaign is being played" in why(folder, "red close")
    assert "the campaign is being played" in why(folder, 'overrule "all tired" red close')
    assert doctor.published(folder) == ""


def test_one_seat_closes_and_its_dice_are_published_for_good(tmp_path: Path) -> None:
    folder = played_out(tmp_path)
    assert doctor.published(folder) == "", "over, and not closed"
    close(folder, "red")
    told = bytes.fromhex(doctor.published(folder))
    assert told == desks.SECRET
    assert commitment(told) in (folder / "campaign.toml").read_text()
    assert dice_log.gathered(folder)["secret"] == told.hex()
    desk = Desk.open(folder)
    for take_back in (desk.undo, lambda: desk.undo(1), desk.would_undo):
        with pytest.raises(Refused, match=f"{PUBLISHED}.*branch"):
            take_back()
    for line in (
        "blue close",
        "red spend 1",
        'overrule "so be it" red spend 1',
        'ruling powers.red.gold 3 because "so"',
    ):
        assert PUBLISHED in why(folder, line) and "branch" in why(folder, line)
    before = desks.snapshot(folder)
    with pytest.raises(Misuse, match=PUBLISHED):
        doctor.accept(folder, "mended by hand")
    assert desks.snapshot(folder) == before


def test_until_the_last_seat_has_closed_nothing_is_published_and_a_mark_is_taken_back(tmp_path: Path) -> None:
    folder = played_out(tmp_path, seats=2)
    close(folder, "red")
    assert dice_log.gathered(folder)["secret"] == ""
    first = Desk.open(folder).campaign.seats["red"]
    assert "has closed it already" in why(folder, "red close", first)
    Desk.open(folder, first).undo()
    assert not Desk.open(folder).campaign.progress.closed
    close(folder, "red")
    close(folder, "blue")
    assert dice_log.gathered(folder)["secret"] == desks.SECRET.hex()
    with pytest.raises(Refused, match=PUBLISHED):
        Desk.open(folder).undo()
    assert PUBLISHED in why(folder, "propose undo to=1", first)
    said = Desk.open(folder, first).do(['message "well played"'])
    assert said.entries[0].remark and Desk.open(folder).campaign.progress.closed


def test_what_is_ordered_after_a_seat_has_closed_lets_its_mark_lapse(tmp_path: Path) -> None:
    folder = played_out(tmp_path, seats=2)
    close(folder, "red")
    Desk.open(folder).do(['ruling powers.blue.gold 3 because "miscounted"'])
    assert not Desk.open(folder).campaign.progress.closed
    close(folder, "blue")
    assert dice_log.gathered(folder)["secret"] == "", "red has closed something else"


def test_a_branch_of_a_closed_campaign_is_open_and_has_a_secret_of_its_own(tmp_path: Path) -> None:
    folder = played_out(tmp_path)
    close(folder, "red")
    last = Desk.open(folder).last_number
    for turn in (f"@{last}", "@9"):
        branched = library.branch(folder, turn, f"again {turn[1:]}", at=tmp_path)
        desk = Desk.open(branched)
        assert not desk.campaign.progress.closed
        assert (branched / "secret").read_bytes() != (folder / "secret").read_bytes()
    assert Desk.open(folder).campaign.progress.closed


def test_audit_holds_every_published_die_against_the_secret(tmp_path: Path) -> None:
    folder = desks.begin(tmp_path, seats=2, turns=3)
    rolls = played(folder, seed=2, closing=False)["rolls"]
    assert rolls and audit.audit(folder).dice is None
    close(folder, "red")
    close(folder, "blue")
    dice = audit.audit(folder).dice
    assert dice is not None and dice.rolls == rolls and not dice.problems
    path = next(path for path in desks.files(folder) if "rolls = " in path.read_text())
    path.write_text(
        re.sub(r'(duel[^"]*", )(\d+)', lambda die: f"{die[1]}{int(die[2]) % 10 + 1}", path.read_text(), count=1)
    )
    spoilt = audit.audit(folder).dice
    assert spoilt is not None and "the secret gives" in spoilt.problems[0]
