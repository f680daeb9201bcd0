"""Each screen in one state at both sizes, as text. ``pytest --snapshot-update`` writes them anew; look at them then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.screens import SIZES, campaign, drive, screen_text, shown
from tui.app import WarledgerApp

SHOTS = Path(__file__).parent / "shots"
SCREENS = {
    "frame": ["up"],
    "sequence": ["s"],
    "ledger": ["g"],
    "journal": ["j"],
    "help": ["question_mark"],
    "palette": ["ctrl+p"],
    "settings": ["f2"],
    "order": ["colon", "g", "e", "r"],
}
ORDERS = ("italy effort sle", "us effort none", "france effort lle")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_screens(snapshot: Any, home: Path, size: tuple[int, int]) -> None:
    desk = campaign(home, ORDERS)
    taken: dict[str, str] = {}

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for name, keys in SCREENS.items():
            await pilot.press(*keys)
            await pilot.pause()
            taken[name] = screen_text(app)
            await pilot.press("escape")
            await pilot.pause()

    drive(desk, act, size)
    snapshot.snapshot_dir = SHOTS
    for name, text in taken.items():
        snapshot.assert_match(text, f"{name}-{size[0]}x{size[1]}.txt")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_home(snapshot: Any, home: Path, size: tuple[int, int]) -> None:
    campaign(home, ORDERS)
    broken = home / ".local/share/warledger/campaigns/broken"
    broken.mkdir()
    (broken / "campaign.toml").write_text("x = [")
    snapshot.snapshot_dir = SHOTS
    text = shown(None, (), size).replace(str(home), "~")
    snapshot.assert_match(_without_time(text), f"home-{size[0]}x{size[1]}.txt")


def _without_time(text: str) -> str:
    return "\n".join(line.split("~")[0] for line in text.split("\n"))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_new_campaign(snapshot: Any, size: tuple[int, int]) -> None:
    snapshot.snapshot_dir = SHOTS
    snapshot.assert_match(shown(None, ["n", "down", "down", "right"], size), f"new-{size[0]}x{size[1]}.txt")


def test_home_without_a_campaign(snapshot: Any) -> None:
    snapshot.snapshot_dir = SHOTS
    snapshot.assert_match(shown(None, (), (80, 24)), "welcome-80x24.txt")
