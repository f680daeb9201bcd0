"""Each screen in one state at both sizes, as text. ``pytest --snapshot-update`` writes them anew; look at them then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.screens import SIZES, campaign, shown

SHOTS = Path(__file__).parent / "shots"
SCREENS = {
    "frame": [],
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
@pytest.mark.parametrize("name", SCREENS)
def test_screen(snapshot: Any, home: Path, name: str, size: tuple[int, int]) -> None:
    desk = campaign(home, ORDERS)
    snapshot.snapshot_dir = SHOTS
    snapshot.assert_match(shown(desk, SCREENS[name], size), f"{name}-{size[0]}x{size[1]}.txt")


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
