"""Telling who is away that something waits for him: once, by the host's command, and nothing that is secret."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
import time
from pathlib import Path

import attrs
import pytest

from saves import rights
from saves.desk import Desk
from saves.players import ServerFolder
from tests.server.guests import Commands, Server
from tui.server import guest, notice, noticing
from tui.server.host_log import HostLog

_NOTES_DOWN = """import json, os, sys
told = {"words": sys.argv[1:], "environment": dict(os.environ)}
with open(sys.argv[1], "a") as file:
    file.write(json.dumps(told) + chr(10))
"""


@pytest.fixture
def told(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host's command that writes down what it is told, a line each time; where it does. Tests look by themselves."""
    monkeypatch.setattr(noticing, "by_itself", lambda data, campaign: None)
    program, where = tmp_path / "tell.py", tmp_path / "told"
    program.write_text(_NOTES_DOWN)
    words = ", ".join(f'"{word}"' for word in (sys.executable, program, where))
    (server.data / noticing.CONFIGURED).write_text(f"command = [{words}]\n")
    return where


def look(server: Server, campaign: str = "sealed") -> str:
    """A look at a campaign in which something was written; what stands in the host's log of it."""
    log = HostLog(ServerFolder(server.data).log)
    notice.tell(server.data, campaign, log)
    log.close()
    return ServerFolder(server.data).log.read_text()


def lines(told: Path) -> list[str]:
    return told.read_text().splitlines() if told.exists() else []


def test_who_is_away_is_told_once_and_not_again_until_he_has_been_in(server: Server, told: Path) -> None:
    logged = look(server)
    (line,) = lines(told)
    assert '"sealed", "axis", "anna", "Logistical efforts"]' in line and '"WARLEDGER_PLAYER": "anna"' in line
    assert "notice" in logged and "player=anna" in logged and "came=exit-0" in logged
    for campaign in ("sealed", "alone", "sealed"):
        look(server, campaign)
    assert len(lines(told)) == 1
    # He comes in, the other plays, he leaves: nothing has waited for him since.
    guest.run_command("anna", server.data, "do sealed italy effort none")
    guest.run_command("anna", server.data, "do alone italy effort none")
    rights.take(server.alone, "solo", "anna")
    guest.run_command("anna", server.data, "list")
    look(server)
    assert {line.split('"WARLEDGER_PLAYER": "')[1].split('"')[0] for line in lines(told)[1:]} == {"ben"}
    desk = Desk.open(server.sealed, "allied")
    while not any(desk.campaign.seats[power] == "axis" for power in desk.outlook().awaits):
        desk.do([f"{desk.outlook().awaits[0]} effort none"])
    look(server)
    assert len([line for line in lines(told) if '"WARLEDGER_PLAYER": "anna"' in line]) == 2


def test_who_is_in_and_who_left_it_waiting_is_not_told(server: Server, told: Path) -> None:
    here = notice.come_in(server.guest("anna"))
    look(server)
    assert lines(told) == []
    notice.go(here, server.guest("anna"))
    look(server)
    assert lines(told) == []


def test_who_was_in_when_the_server_was_killed_is_not_told_of_what_he_has_seen(server: Server, told: Path) -> None:
    """A handle that is closed without a word is what is left of a visit that was killed."""
    look(server)
    assert len(lines(told)) == 1
    os.close(notice.come_in(server.guest("anna")))
    for campaign in ("sealed", "alone", "sealed"):
        look(server, campaign)
    assert len(lines(told)) == 1
    # Nor of what came while he was in.
    here = notice.come_in(server.guest("anna"))
    _her_part(server)
    look(server)
    _others_part(server)
    look(server)
    os.close(here)
    look(server)
    assert _of_anna(told) == 1
    # What the other player of his seat sees to waits no more: the next thing that does is told, once.
    assert (server.data / notice.TOLD / "anna").read_text() == "knows\n"
    _her_part(server)
    look(server)
    _others_part(server)
    for _ in range(2):
        look(server)
    assert _of_anna(told) == 2


def test_what_came_after_a_visit_was_killed_is_told(server: Server, told: Path) -> None:
    here = notice.come_in(server.guest("anna"))
    _her_part(server)
    look(server)
    os.close(here)
    _others_part(server)
    for _ in range(2):
        look(server)
    assert _of_anna(told) == 1


def _her_part(server: Server) -> None:
    """All that waits for anna is done."""
    if rights.read(server.alone).seats_of("anna"):
        rights.take(server.alone, "solo", "anna")
    _play(server, "axis")


def _others_part(server: Server) -> None:
    """The other seat plays on until something waits for anna."""
    _play(server, "allied")


def _play(server: Server, seat: str) -> None:
    desk = Desk.open(server.sealed, seat)
    while mine := [power for power in desk.outlook().awaits if desk.campaign.seats[power] == seat]:
        desk.do(
            [next(choice.text for choice in desk.outlook().choices if choice.power == mine[0] and not choice.refused)]
        )


def _of_anna(told: Path) -> int:
    """How often anna was told."""
    return len([line for line in lines(told) if '"WARLEDGER_PLAYER": "anna"' in line])


def test_nothing_secret_and_nothing_of_the_servers_own_environment_is_told(
    server: Server, told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SECRET", "hidden")
    Desk.open(server.sealed, "axis").do(["italy effort rle count=2"])
    look(server)
    text = told.read_text()
    assert "rle" not in text and "hidden" not in text and "ben" in text
    assert os.environ["HOME"] not in text


def test_a_command_that_does_not_end_is_ended_with_all_that_it_began(server: Server, tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    script = tmp_path / "slow.sh"
    script.write_text(f"#!/bin/sh\nsleep 300 &\necho $! > {alive}\nwait\n")
    script.chmod(stat.S_IRWXU)
    (server.data / noticing.CONFIGURED).write_text(f'command = ["{script}"]\nseconds = 1\n')
    assert "came=too-long" in look(server)
    child = int(alive.read_text())
    for _ in range(1_000):
        if _gone(child):
            break
        time.sleep(0.01)
    assert _gone(child)


def _gone(process: int) -> bool:
    """Whether a process has ended, be it that nobody has asked yet what with."""
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ('command = ["tell"]', "whole path"),
        ("command = []", "0 words"),
        ('command = "/bin/tell"', "array"),
        ('command = ["/bin/tell"]\nseconds = 0', "1 to 60"),
        ('command = ["/bin/tell"]\nseconds = 9999', "1 to 60"),
        ('command = ["/bin/tell"]\nshell = true', "there is no such key"),
        ("command = [", "invalid value"),
        ("", "is missing"),
        ('command = ["/nowhere/tell"]', "No such file"),
    ],
)
def test_what_the_host_configured_wrongly_is_told_to_him_and_stops_nobody(
    server: Server, ssh: Commands, file: str, why: str
) -> None:
    (server.data / noticing.CONFIGURED).write_text(file)
    assert why in look(server)
    assert guest.run_command("anna", server.data, "list") == 0


def test_a_campaign_that_is_none_and_one_that_cannot_be_read_tell_nobody(server: Server, told: Path) -> None:
    for name in ("../campaigns/sealed", "nothing", "", ".sealed", "a" * 300):
        look(server, name)
    (server.sealed / "campaign.toml").write_text("x")
    look(server)
    assert lines(told) == []


def test_names_that_were_put_there_by_others_are_not_followed(server: Server, told: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    (server.data / notice.TOLD).mkdir()
    (server.data / notice.TOLD / "anna").symlink_to(elsewhere)
    look(server)
    odd = attrs.evolve(server.guest("anna"), player="../x")
    assert notice.come_in(server.guest("anna")) == -1 and notice.come_in(odd) == -1
    assert elsewhere.read_text() == "kept" and lines(told) == []


def test_without_a_front_a_visit_begins_the_look_itself(server: Server, tmp_path: Path) -> None:
    """As over a host's own sshd; the look goes on when the visit is over."""
    where = tmp_path / "told"
    (server.data / noticing.CONFIGURED).write_text(f'command = ["/bin/sh", "-c", "echo $2 > {where}"]')
    assert guest.run_command("anna", server.data, "do sealed italy effort none") == 0
    for _ in range(1_000):
        if where.exists() and where.read_text():
            break
        time.sleep(0.02)
    assert where.read_text() == "ben\n"


def test_the_front_tells_a_moment_after_something_was_written_and_nothing_where_nothing_is_configured(
    server: Server, told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written meanwhile is looked at once more, with it."""
    monkeypatch.setattr(noticing, "MOMENT", 0.0)

    async def serve() -> None:
        looking = noticing.Noticing(server.data)
        for _ in range(5):
            looking.written("sealed")
        for _ in range(1_000):
            if lines(told):
                break
            await asyncio.sleep(0.02)
        await looking.close()
        (server.data / noticing.CONFIGURED).unlink()
        looking.written("alone")
        assert not looking._tasks

    asyncio.run(serve())
    assert len(lines(told)) == 1
