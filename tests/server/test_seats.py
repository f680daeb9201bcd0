"""Seats given on the host's command line: ``server new``, ``give``, ``take``, ``watch``."""

from __future__ import annotations

import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from saves import handing, rights
from saves.audit import audit
from saves.desk import Desk
from saves.errors import Misuse
from tests.cli.running import Runner
from tests.server.guests import Server


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of the host's own commands."""
    return Runner(capsys, monkeypatch)


def test_a_campaign_is_begun_and_its_seats_are_given(server: Server, run: Runner) -> None:
    data = str(server.data)
    made = run("server", "--data", data, "new", "1939-campaign", "--name", "north", "--seats", "2")
    assert made.code == 0 and "nobody plays it yet" in made.out
    assert run("server", "--data", data, "give", "north", "axis", "anna").out == (
        "anna sits down at the seat axis; anna holds it now\n"
    )
    assert run("server", "--data", data, "watch", "north", "carl").out == "carl watches\n"
    desk = Desk.open(server.campaigns / "north", "axis")
    last = desk.entries()[-1]
    assert (last.order, last.seat, last.changes) == ("seating axis anna", "table", ())
    assert "Anna sits down at the seat axis" in run("log", str(server.campaigns / "north")).out
    assert not audit(server.campaigns / "north").differences
    held = rights.read(server.campaigns / "north")
    assert held.players("axis") == ("anna",) and held.watching == ("carl",)
    assert run("server", "take", "north", "axis", "anna", "--data", data).code == 0
    assert run("server", "--data", data, "watch", "north", "carl", "--no-longer").code == 0
    held = rights.read(server.campaigns / "north")
    assert held.players("axis") == () and held.watching == ()


def test_nobody_says_so_who_gives_no_seats(server: Server) -> None:
    desk = Desk.open(server.sealed, "axis")
    for line in ("seating axis carl", "seating allied anna leaves=yes"):
        with pytest.raises((Refused, Unreadable, Misuse)):
            desk.do([line])
    assert not [entry for entry in desk.entries() if entry.order.startswith("seating")]


def test_a_handover_ends_no_proposal_and_an_undo_goes_by_it(server: Server) -> None:
    desk = Desk.open(server.sealed, "axis")
    desk.do(["italy effort none"])
    handing.tell(server.data, server.sealed, rights.give(server.sealed, "axis", "carl"))
    desk.refresh()
    assert desk.entries()[-1].order == "seating axis carl"
    assert desk.undo().entries[0].undoes
    assert rights.read(server.sealed).players("axis") == ("anna", "carl")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("give", "sealed", "axis", "nobody"), "no player 'nobody'"),
        (("give", "sealed", "axsi", "carl"), "nearest is 'axis'"),
        (("give", "seald", "axis", "carl"), "nearest is 'sealed'"),
        (("give", "../sealed", "axis", "carl"), "no campaign '../sealed' on this server"),
        (("give", "sealed", "axis", "anna"), "anna sits at the seat 'axis' already"),
        (("take", "sealed", "allied", "anna"), "anna does not sit at the seat 'allied'; ben does"),
        (("watch", "sealed", "nobody"), "no player 'nobody'"),
        (("watch", "sealed", "dora"), "dora watches already"),
        (("new", "1939-campaign", "--name", "sealed"), "there is a campaign 'sealed' already"),
        (("new", "1939-campaign", "--at", "elsewhere"), "--at"),
        (("give", "sealed", "axis"), "PLAYER"),
    ],
)
def test_what_cannot_be_given_says_what_would(server: Server, run: Runner, words: tuple[str, ...], told: str) -> None:
    before = rights.read(server.sealed)
    done = run("server", "--data", str(server.data), *words)
    assert done.code == 2 and told in done.err and rights.read(server.sealed) == before
