"""The secret of the dice: a commitment from the start, the secret itself once the campaign is over."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.dice import commitment
from saves import doctor
from tests.saves import desks


def _play_to_the_end(folder: Path) -> None:
    from saves.desk import Desk

    desk = Desk.open(folder)
    for _ in range(200):
        outlook = desk.outlook()
        if outlook.over:
            return
        legal = [choice.text for choice in outlook.choices if not choice.refused]
        desk.do([legal[-1] if legal else f"{outlook.awaits[0]} bid 1"])
    raise AssertionError("the campaign does not end")


def test_the_secret_is_published_when_the_campaign_is_over_and_not_before(tmp_path: Path) -> None:
    folder = desks.begin(tmp_path, turns=2)
    assert doctor.published(folder) == ""
    _play_to_the_end(folder)
    told = bytes.fromhex(doctor.published(folder))
    assert told == desks.SECRET
    assert commitment(told) in (folder / "campaign.toml").read_text()
