"""``story``: a campaign turn by turn with curves and dice, as Markdown to post or as plain text."""

from __future__ import annotations

import zipfile
from pathlib import Path

import attrs
import pytest

from engine.kernel.changes import Entry, Roll
from saves.desk import Desk
from tests.cli.running import Runner
from tests.cli.test_report import FROZEN, long_war
from tests.saves import desks
from tests.saves.test_verify import close, played
from tui.models.story import Story, story
from tui.models.story_dice import SeatDice, dice_of
from tui.models.story_text import as_markdown


def told(folder: Path, seat: str) -> Story:
    return story(Desk.open(folder, seat))


def test_a_page_a_turn_with_losses_turning_points_curves_and_dice(run: Runner, home: Path) -> None:
    where = long_war(home)
    text = run("story", where, "--md").out
    turns = [line for line in text.splitlines() if line.startswith("## ")]
    assert turns[:2] == ["## Spring 1940", "## Summer 1940"] and turns[-2:] == ["## Curves", "## Dice"]
    assert "- lost: 1 TAC 1-5-4" in text and "### Turning points" in text
    assert "### Base in NARFs\n\n```text\n" in text and "G Germany, I Italy" in text
    assert "| seat | dice | sum | expected | chance of so much or more |" in text
    assert "| axis | 6 of 10 sides | 28 | 33 | 77.8 % |" in text
    plain = run("story", where).out
    assert "Spring 1940\n-----------\n" in plain and "|---" not in plain
    assert run("story", where, "--json").json["chapters"][0]["page"]["title"] == "Spring 1940"


@pytest.mark.parametrize(
    ("faces", "chance"), [((0, 0, 0, 0, 0, 2), "1/36"), ((1, 0, 0, 0, 0, 1), "7/12"), ((2, 0, 0, 0, 0, 0), "1")]
)
def test_the_chance_of_a_sum_is_exact(faces: tuple[int, ...], chance: str) -> None:
    dice = SeatDice("red", 6, faces)
    assert dice.expected == 7 and str(dice.so_high) == chance


def test_a_die_that_an_edited_journal_cannot_have_thrown_is_in_no_count(tmp_path: Path) -> None:
    campaign = Desk.open(desks.begin(tmp_path, seats=2, turns=3)).campaign
    thrown = Entry(1, "red", "bid", "red bid 1", rolls=(Roll("1/bid/red/bid/0/1", 6, 6),))
    for face, sides in ((7, 6), (0, 6), (1, 10**9), (-1, 6)):
        edited = attrs.evolve(thrown, rolls=(*thrown.rolls, Roll("1/bid/red/bid/0/2", face, sides)))
        assert dice_of(campaign, (edited,)) == dice_of(campaign, (thrown,)) != ()


def test_what_another_has_under_seal_is_in_nobodys_story_before_all_have_closed(tmp_path: Path) -> None:
    folder = desks.begin(tmp_path, seats=2, turns=3)
    Desk.open(folder, "red").do(["red bid 7"])
    assert "bid 7" not in as_markdown(told(folder, "blue")) and not told(folder, "blue").unopened
    Desk.open(folder, "blue").do(["blue bid 2"])
    played(folder, seed=2, closing=False)
    assert not told(folder, "red").published
    close(folder)
    ended = told(folder, "blue")
    assert ended.published and "'warledger verify' checks every one" in as_markdown(ended)
    assert sum(dice.count for dice in ended.dice) <= sum(len(entry.rolls) for entry in Desk.open(folder).entries("all"))


def test_what_players_write_brings_no_sign_of_its_own_into_the_page(tmp_path: Path) -> None:
    folder = desks.begin(tmp_path, seats=2)
    Desk.open(folder, "red").do(['message "# [a](b) <b>*loud*</b>"'])
    text = as_markdown(told(folder, "blue"))
    assert r"\# \[a\](b) \<b\>\*loud\*\</b\>" in text


def test_a_campaign_without_dice_or_turns_behind_it_has_a_story_too(tmp_path: Path) -> None:
    found = told(desks.begin(tmp_path), "")
    assert not found.charts and not found.dice and not found.result
    assert as_markdown(attrs.evolve(found, title="x")).startswith("# x\n")


def test_what_was_never_opened_is_told_once_all_have_closed(home: Path) -> None:
    with zipfile.ZipFile(FROZEN / "thewar-sealed.zip") as archive:
        archive.extractall(home / "sealed")
    folder = home / "sealed"
    desk = Desk.open(folder)
    hidden = [place for place, one in desk.campaign.sealed.items() if not one.text]
    assert hidden
    desk.do(["agree-result nobody"])
    for seat in desk.seats:
        assert not told(folder, seat).unopened
        power = next(power for power, holder in desk.campaign.seats.items() if holder == seat)
        Desk.open(folder, seat).do([f"{power} close"])
    for seat in ("", *desk.seats):
        assert len(told(folder, seat).unopened) == len(hidden)
