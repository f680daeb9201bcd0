"""Two players at once over a real server: sealed orders given at the same time and revealed together, one's order on
the other's screen, a seat handed over while somebody sits there, and who is away told."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from saves import rights
from saves.scenarios import new
from tests.server.loopback import Running, app, serving, until


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Running]:
    """A server on which anna plays the Axis and ben the Allies, with efforts under seal; carl has nothing yet."""
    with serving(tmp_path / "host", "anna", "ben", "carl") as running:
        campaigns = running.folder.campaigns
        war = new("1939-campaign", name="war", seats=2, at=campaigns, options={"sealed_efforts": True})
        rights.give(war, "axis", "anna")
        rights.give(war, "allied", "ben")
        yield running


def test_what_is_sealed_is_given_at_the_same_time_and_seen_together(played: Running) -> None:
    """While the one is asked the other plans on: his line stays, and nothing sealed reaches him before the reveal."""

    async def play() -> None:
        async with await played.connect("anna") as of_anna, await played.connect("ben") as of_ben:
            anna, ben = await app(of_anna), await app(of_ben)
            await anna.wait("your turn")
            await ben.wait("waits for anna")
            anna.type("\r")
            ben.type("\r")
            await anna.wait("Italy to act")
            await ben.wait("Waiting for Italy")
            ben.type(":")
            await ben.wait("enter give")
            ben.type("france effort rle")
            await ben.wait("france effort rle")
            before = len(ben.output)
            async with await played.connect("anna") as line:
                done = await line.run("do war italy effort sle")
            assert done.exit_status == 0, done.stderr
            await ben.wait("it is your turn")
            await anna.wait("another player has gone on")
            await ben.wait("france effort rle")
            # The rest of the step, each by his own command, the last of them opens all.
            for _ in range(12):
                waits = [one for name in ("anna", "ben") for one in await waiting(played, name)]
                if not any(one["step"] == "planning.effort" for one in waits):
                    break
                assert b"Italy buys" not in ben.output[before:]
                player = {"axis": "anna", "allied": "ben"}[waits[0]["seat"]]
                done = await played.run(player, f"do war {waits[0]['powers'][0]} effort none")
                assert done.exit_status == 0, done.stderr
            ben.type("\x1b")
            await ben.wait("enter buy none")
            ben.type("j")
            await ben.wait("/ search")
            await ben.wait("Takes effect: Italy buys Sustained Effort")

    asyncio.run(play())


async def waiting(played: Running, player: str) -> list[dict[str, str]]:
    """What waits for a player, as ``status`` tells it."""
    done = await played.run(player, "status --json")
    found: list[dict[str, str]] = json.loads(str(done.stdout))["waits"]
    return found


def test_a_seat_is_handed_over_while_its_player_sits_there(played: Running) -> None:
    war = played.folder.campaigns / "war"

    async def play() -> None:
        async with await played.connect("anna") as of_anna, await played.connect("carl") as of_carl:
            anna, carl = await app(of_anna), await app(of_carl)
            await carl.wait("No campaign is yours yet")
            await anna.wait("your turn")
            anna.type("\r")
            await anna.wait("Italy to act")
            assert (await played.run("anna", "do war italy effort rle")).exit_status == 0
            rights.take(war, "axis", "anna")
            rights.give(war, "axis", "carl")
            anna.type("j")
            await anna.wait("the seat axis of war is no longer yours: carl holds it now")
            await carl.wait("axis")
            carl.type("\r")
            await carl.wait("Italy buys")
            refused = await played.run("anna", "show war")
            assert refused.exit_status == 2 and "none is yours yet" in str(refused.stderr)
            again = await played.run("carl", "undo war")
            assert again.exit_status == 0, again.stderr

    asyncio.run(play())


def test_who_is_away_is_told_by_the_hosts_command_and_who_is_in_is_not(played: Running, tmp_path: Path) -> None:
    told, program = tmp_path / "told", tmp_path / "tell.py"
    program.write_text("import sys; open(sys.argv[1], 'a').write(' '.join(sys.argv[2:]) + chr(10))")
    words = ", ".join(f'"{word}"' for word in (sys.executable, program, told))
    (played.folder.path / "notice.toml").write_text(f"command = [{words}]\n")

    async def play() -> None:
        async with await played.connect("anna") as of_anna:
            anna = await app(of_anna)
            await anna.wait("your turn")
            done = await played.run("anna", "do war italy effort none")
            assert done.exit_status == 0, done.stderr
            await asyncio.to_thread(until, lambda: "came=" in played.log, "nobody was told")

    asyncio.run(play())
    assert told.read_text() == "war allied ben Logistical efforts\n"
    assert "notice" in played.log and "player=ben" in played.log and "came=exit-0" in played.log


def test_who_was_in_as_the_server_was_killed_is_not_told_by_the_next_what_he_has_seen(
    played: Running, tmp_path: Path
) -> None:
    """Carl, who sits beside him and has never been in, is."""
    rights.give(played.folder.campaigns / "war", "axis", "carl")
    (played.folder.path / "notice.toml").write_text(f'command = ["/bin/sh", "-c", "echo $2 >> {tmp_path}/told"]\n')

    async def sit() -> None:
        async with await played.connect("anna") as of_anna:
            anna = await app(of_anna)
            await anna.wait("your turn")
            await asyncio.to_thread(played.end, kill=True)

    async def play() -> None:
        assert (await played.run("ben", "message war hello")).exit_status == 0
        await asyncio.to_thread(until, lambda: "came=" in played.log, "nobody was told")

    asyncio.run(sit())
    played.start()
    asyncio.run(play())
    assert (tmp_path / "told").read_text() == "carl\n"
