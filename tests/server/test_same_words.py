"""Non-interference over the line: two servers that differ in what one seat has sealed alone print the same to every
other player, whatever he asks, tries and proposes, and also while he is asked; digests and seals masked."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.undoing import reveals
from saves.desk import Desk
from tests.server.guests import Commands, Server
from tests.server.secret_scenes import NAME, SCENES, Scene, pair

HASH = re.compile(r"[0-9a-f]{16,64}")
COMMANDS = ("list", "status", "show {}", "show {} --steps", "choices {}", "log {}", "log {} --dice", "accounts {}")
READING = tuple(f"{line}{form}" for line in (*COMMANDS, "battles {}", "sheet {}") for form in ("", " --json"))
"""Commands that read, in words and as JSON."""
WHILE_IT_STANDS = ("status --json", "choices {} --json", "log {} --json")
AFTERWARDS = (*WHILE_IT_STANDS, "show {} --json")


class Both:
    """The same command on both servers."""

    def __init__(
        self, servers: tuple[Server, Server], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ways = [Commands(server, capsys, monkeypatch) for server in servers]

    def __call__(self, player: str, line: str) -> str:
        """What both print, which is the same."""
        one, two = (
            HASH.sub("#", f"{ran.code}\n{ran.out}\n{ran.err}") for ran in (way(player, line) for way in self.ways)
        )
        assert one == two, (player, line)
        return one

    def told(self, player: str, line: str, *, compared: bool) -> tuple[int, ...]:
        """The same where both need not print the same to this player; with which codes they end."""
        if compared:
            return (int(self(player, line).partition("\n")[0]),) * 2
        return tuple(way(player, line).code for way in self.ways)

    def looked(self, *players: str, lines: tuple[str, ...] = READING) -> None:
        """Everything is the same that these players can read."""
        for player in players:
            for line in lines:
                self(player, line.format(NAME))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_what_a_seat_has_sealed_changes_no_word_to_another(
    scene: Scene, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Both(pair(scene, server, tmp_path), capsys, monkeypatch)
    both.looked(scene.sees, "dora")
    for order in (*scene.refused, scene.given):
        if not order:
            continue
        both(scene.sees, f"forecast {NAME} '{order}' --json")
        said = both(scene.sees, f"do {NAME} '{order}' --json")
        assert said.startswith("0" if order == scene.given else "1"), said
        assert ("is commanded by the seat" in said) == (order == scene.refused[0])
    both.looked(scene.sees, lines=AFTERWARDS)


def proposed(scene: Scene, server: Server) -> tuple[str, ...]:
    """What may be proposed in a step with sealed orders: over anybody's head, and back past what is sealed."""
    campaign: Any = Desk.open(server.sealed).campaign
    figure, value = ("narfs", 7) if campaign.ruleset == "thewar" else ("brps", 7)
    theirs = next(power for power, seat in campaign.seats.items() if seat == scene.hides)
    mine = next(power for power, seat in campaign.seats.items() if seat != scene.hides)
    last = Desk.open(server.sealed).last_number
    orders = (*scene.refused, *scene.worlds[0], *filter(None, (scene.given,)))
    return (
        *(f'ruling powers.{power}.{figure} {value} because "so agreed"' for power in (theirs, mine)),
        *(f"undo to={to}" for to in (last, last - 1, last - 2, 1)),
        *(f"{how} {order}" for order in orders for how in ('overrule "so agreed"', "late")),
    )


@pytest.mark.parametrize("scene", (SCENES[0], SCENES[2], SCENES[3]), ids=lambda scene: scene.id)
@pytest.mark.parametrize("hider", [False, True], ids=["by-the-other", "by-who-hides"])
def test_nor_do_proposals_tell_of_it(
    scene: Scene,
    hider: bool,
    server: Server,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Made, looked at while they stand, declined, agreed to, carried out or not: to who hides nothing it is all the
    same, until what is sealed is opened."""
    servers = pair(scene, server, tmp_path)
    both = Both(servers, capsys, monkeypatch)
    by, other = (scene.hider, scene.sees) if hider else (scene.sees, scene.hider)
    stood, kept = 0, tmp_path / "kept"
    for at, one in enumerate(servers):
        shutil.copytree(one.data, kept / str(at))
    for order in proposed(scene, server):
        codes = both.told(by, f"propose {NAME} '{order}'", compared=by == scene.sees)
        assert len(set(codes)) == 1, order
        if codes != (0, 0):
            continue
        stood += 1
        n = Desk.open(server.sealed).last_number
        both.looked(scene.sees, lines=WHILE_IT_STANDS)
        answer = "decline" if stood == 1 else "accept"
        both.told(other, f"{answer} {NAME} {n} --json", compared=other == scene.sees)
        if not any(reveals(entry) for entry in Desk.open(server.sealed).entries() if entry.n > n):
            both.looked(scene.sees, lines=AFTERWARDS)
        for at, one in enumerate(servers):
            shutil.rmtree(one.data)
            shutil.copytree(kept / str(at), one.data)
    assert stood > 2, "hardly anything was proposed"
