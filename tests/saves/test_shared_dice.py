"""Dice that nobody chose alone: every seat is bound to a line of its own before any is opened and before any die."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from engine.kernel.dice import KeyedDice, die_key, keyed_face
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from saves import audit, dice_log, doctor, library, verifying
from saves.desk import Desk
from saves.errors import Misuse
from tests.saves.desks import SECRET, begin, same

REDS, BLUES = "the kings of the north drink tea", "forty-two herrings, upside down"


def sha(line: str) -> str:
    return sha256(line.encode()).hexdigest()


def seats_of(folder: Path) -> tuple[Desk, Desk]:
    return Desk.open(folder, "red"), Desk.open(folder, "blue")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begin(tmp_path, seats=2, dice="shared")


def refused(desk: Desk, line: str) -> str:
    with pytest.raises(Refused) as caught:
        desk.do([line])
    return str(caught.value)


def agreed(folder: Path) -> tuple[Desk, Desk]:
    """Both desks, red bound by a digest, blue under seal, both lines open."""
    red, blue = seats_of(folder)
    red.do([f"red dice-digest {sha(REDS)}"])
    blue.refresh()
    blue.do([f'blue dice-line "{BLUES}"'])
    red.refresh()
    red.do([f'red open-dice-line "{REDS}"'])
    blue.refresh()
    return red, blue


def test_nothing_goes_on_before_every_seat_is_bound_and_has_opened(folder: Path) -> None:
    red, blue = seats_of(folder)
    assert red.outlook().awaits == ("red", "blue") and red.campaign.progress.step == "court.income"
    assert [form.verb for form in red.outlook().forms] == ["dice-line", "dice-digest"]
    assert "a line of your own for the dice" in refused(red, "red bid 1")
    assert "no line for the dice is to be opened" in refused(red, f'red open-dice-line "{REDS}"')
    red.do([f"red dice-digest {sha(REDS)}"])
    blue.refresh()
    assert "has to decide first" in refused(red, f"red dice-digest {sha(BLUES)}"), "bound once"
    blue.do([f'blue dice-line "{BLUES}"'])
    red.refresh()
    assert [form.verb for form in red.outlook().forms] == ["open-dice-line"]
    assert "not the line that was bound" in refused(red, f'red open-dice-line "{REDS} "')
    red.do([f'red open-dice-line "{REDS}"'])
    assert red.campaign.progress.lines == {"red": REDS, "blue": BLUES} and not red.campaign.pending
    assert same(folder, red) and doctor.examine(folder) == () and not audit.audit(folder).differences


def test_a_line_under_seal_is_read_by_nobody_before_all_are_bound(folder: Path) -> None:
    red, blue = seats_of(folder)
    blue.do([f'blue dice-line "{BLUES}"'])
    red.refresh()
    assert BLUES not in str(red.campaign) and BLUES not in "".join(entry.order for entry in red.entries())
    assert BLUES in str(Desk.open(folder, "blue").campaign.secrets)
    blue.undo()
    assert blue.outlook().awaits == ("red", "blue"), "till then it may be taken back"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('red dice-line "short"', "could be guessed"),
        (f'red dice-line "{"x" * 121}"', "121"),
        ("red dice-digest 12ab", "64 of the signs"),
        (f"red dice-digest {'g' * 64}", "64 of the signs"),
        (f'blue dice-line "{BLUES}"', "commanded by"),
    ],
)
def test_what_is_no_line_is_refused_with_the_reason(folder: Path, line: str, why: str) -> None:
    assert why in refused(Desk.open(folder, "red"), line)
    with pytest.raises(Unreadable):
        Desk.open(folder, "red").do(['red dice-line "a line with a \u0007 bell in it"'])


def test_nobody_is_bound_by_the_digest_of_another(folder: Path) -> None:
    red, blue = seats_of(folder)
    red.do([f"red dice-digest {sha(REDS)}"])
    blue.refresh()
    assert "another seat is bound" in refused(blue, f"blue dice-digest {sha(REDS)}")


def test_an_opened_line_is_taken_back_by_consent_alone(folder: Path) -> None:
    red, blue = agreed(folder)
    with pytest.raises(Refused, match="cannot be unseen"):
        red.undo()
    for desk in (red, blue):
        with pytest.raises(Refused, match=r"cannot be unseen|was given by the seat"):
            desk.undo(to=1)
    table = Desk.open(folder)
    table.undo(to=1)
    assert table.campaign.progress.lines == {} and table.campaign.progress.again == 1
    red.refresh()
    red.do(["red no-dice-line"])


def test_without_any_line_the_dice_are_made_of_the_secret_alone(folder: Path) -> None:
    red, blue = seats_of(folder)
    red.do(["red no-dice-line"])
    blue.refresh()
    blue.do(["blue no-dice-line"])
    assert blue.campaign.progress.lines == {} and not blue.campaign.pending
    assert KeyedDice(SECRET).face("k", 10) == keyed_face(SECRET, "k", 10)


def test_a_line_that_is_never_opened_lapses_by_consent_alone(folder: Path) -> None:
    red, blue = seats_of(folder)
    red.do([f"red dice-digest {sha(REDS)}"])
    blue.refresh()
    blue.do([f'blue dice-line "{BLUES}"'])
    for desk in seats_of(folder):
        assert "all have to agree" in refused(desk, "lapse-dice-line red")
    table = Desk.open(folder)
    assert "no line of the seat 'blue' is awaited" in refused(table, "lapse-dice-line blue")
    table.do(["lapse-dice-line red"])
    assert table.campaign.progress.lines == {"blue": BLUES}


def test_the_faces_follow_from_secret_and_lines_in_the_order_of_the_seats(folder: Path) -> None:
    red, blue = agreed(folder)
    red.do(["red bid 0"])
    blue.refresh()
    blue.do(["blue bid 1"])
    desk = Desk.open(folder, blue.outlook().awaits[0])
    (roll,) = [roll for entry in desk.do([f"{desk.seat} fight"]).entries for roll in entry.rolls]
    key = die_key(SECRET, {"red": REDS, "blue": BLUES})
    assert key != die_key(SECRET, {"blue": BLUES, "red": REDS}) != SECRET
    assert roll.face == keyed_face(key, roll.key, roll.sides)
    assert doctor.examine(folder) == ()


def test_a_branch_has_a_secret_of_its_own_that_no_line_was_bound_before(folder: Path, tmp_path: Path) -> None:
    agreed(folder)
    branched = library.branch(folder, "@5", "elsewhere", at=tmp_path)
    assert Desk.open(branched).campaign.progress.lines == {}


def test_one_seat_has_nobody_to_share_its_dice_with(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="several players"):
        begin(tmp_path, seats=1, dice="shared")


def test_salts_do_not_depend_on_the_lines() -> None:
    assert KeyedDice(SECRET, {"red": REDS}).salt("k") == KeyedDice(SECRET).salt("k")
    assert KeyedDice(SECRET).with_lines({"red": REDS}).salt("k") == KeyedDice(SECRET).salt("k")


def test_what_verify_reads_names_every_line_with_its_digest(folder: Path) -> None:
    agreed(folder)
    document = dice_log.gathered(folder)
    assert [(one["seat"], one["line"]) for one in document["bound"]] == [("red", REDS), ("blue", BLUES)]
    assert verifying.verified(document, SECRET).problems == ()
