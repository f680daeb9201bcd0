"""The ways in which the battles of the segment are fought, and which option brings which (5.1, 5.2, 29.5 to 29.18)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.dice import NoDice
from engine.kernel.transaction import Transaction
from engine.thewar.strategic import segment, ways
from engine.thewar.world import calendar
from engine.thewar.world.state import Box, TheWar
from tests.thewar.atlantic import french, scene
from tests.thewar.optional import playing

ENTERED = "1941-4-winter"


def placed(*options: str, **boxes: Box) -> TheWar:
    """Fall 1943 with these options and boxes, everyone's units ready."""
    found = scene(
        "1943-3-fall",
        germany={"uboat": 4, "int": 4, "sac": 2, "mdm": 2},
        britain={"asw": 2, "sac": 3, "int": 3},
        us={"sac": 3},
        entered=ENTERED,
    )
    return attrs.evolve(french(playing(found, *options)), boxes=boxes)


def begun(opening: type[ways.OneOf], campaign: TheWar) -> list[str]:
    """The kinds of procedures that a battle begins with, the first to be resolved first."""
    tx: Transaction[TheWar] = Transaction(campaign, NoDice(), calendar.turn(campaign))
    opening().effect(tx)
    return [tx.campaign.pending[key].kind for key in sorted(tx.campaign.pending, key=int, reverse=True)]


GERMAN = Box(uboats=4, sac=2, night=2, day=2)
WAVES = Box(mdm=2, sac=2, stacks=2, waves=(6, 4))


@pytest.mark.parametrize(
    ("opening", "options", "german", "kinds"),
    [
        (segment.UBoatsSail, (), GERMAN, ["u-boat-war"]),
        (segment.UBoatsSail, ("convoys",), GERMAN, ["convoy", "u-boat-war"]),
        (segment.UBoatsSail, ("simplified-u-boats",), GERMAN, ["simplified-u-boat-war"]),
        (segment.GermansBomb, (), GERMAN, ["raid"]),
        (segment.GermansBomb, ("bomber-waves",), GERMAN, ["raid"]),
        (segment.GermansBomb, ("bomber-waves",), WAVES, ["raid", "raid", "bomber-waves"]),
        (segment.AlliesBomb, (), GERMAN, ["raid", "raid"]),
        (segment.AlliesBomb, ("city-raids",), GERMAN, ["city-raid", "city-raid"]),
        (segment.AlliesBomb, ("simplified-bombing",), GERMAN, ["simplified-raid", "simplified-raid"]),
    ],
)
def test_an_option_brings_its_own_way(
    opening: type[ways.OneOf], options: tuple[str, ...], german: Box, kinds: list[str]
) -> None:
    campaign = placed(*options, germany=german, britain=Box(asw=2, sac=3, interceptors=2, waves=(1, 1)), us=Box(sac=3))
    assert opening.due(campaign)
    assert begun(opening, campaign) == kinds


@pytest.mark.parametrize("opening", [segment.UBoatsSail, segment.GermansBomb, segment.AlliesBomb])
@pytest.mark.parametrize("option", ["", "city-raids", "bomber-waves", "convoys"])
def test_with_empty_boxes_nothing_is_fought(opening: type[ways.OneOf], option: str) -> None:
    assert not opening.due(placed(*((option,) if option else ())))


def test_the_simplified_war_asks_for_no_box() -> None:
    campaign = placed("simplified-u-boats", "simplified-bombing")
    assert segment.UBoatsSail.due(campaign) and segment.AlliesBomb.due(campaign)
    assert not segment.GermansBomb.due(campaign)


@pytest.mark.parametrize("table", [segment.AT_SEA, segment.OVER_BRITAIN, segment.OVER_GERMANY])
def test_the_last_way_is_the_standard_one_and_no_other_applies_without_its_option(table: tuple[ways.Way, ...]) -> None:
    campaign = placed(germany=GERMAN)
    assert table[-1].applies is ways.always
    assert ways.chosen(table, campaign) is table[-1]
    assert not any(way.applies(campaign) for way in table[:-1])
