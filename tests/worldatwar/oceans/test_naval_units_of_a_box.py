"""What warships and destroyers do from an SW box: the functions A to E and no other, raiders engaged, losses of
submarines absorbed (25.34, 25.35, 25.361, 25.363)."""

from __future__ import annotations

import pytest

from engine.worldatwar.oceans.employment import engaging
from engine.worldatwar.sheets.ocean_board import board
from engine.worldatwar.world import groups
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, refused
from tests.worldatwar.oceans.test_submarine_war import war

RAID, OWN = "axis.combat.raiders", "allied.movement.boxes"
SHIPS = {
    "western warship atlantic": 4,
    "western destroyer atlantic": 3,
    "western warship indian": 2,
    "western destroyer pacific": 5,
    "japan warship pacific": 3,
    "western transport atlantic": 20,
    "germany submarine atlantic": 2,
}


def there(campaign: WorldAtWar, kind: str, place: str) -> int:
    return groups.standing(campaign, "western", kind, place)


# ---------------------------------------------------------------- how they come to a box


@pytest.mark.rule("awaw-25.34", "awaw-25.35")
def test_25_34_ships_that_come_inverted_do_nothing_through_the_enemys_player_turn() -> None:
    game = Game(war({"western transport atlantic": 9, "germany submarine atlantic": 1}, OWN))
    game.give("us ships warship 3 us-atlantic inverted=yes", "us ships warship 1 us-atlantic")
    game.give("us transfer warship 3 us-atlantic atlantic inverted=yes", "us transfer warship 1 us-atlantic atlantic")
    game.give("us employ atlantic transports warships=1")
    line = "us employ atlantic transports warships=3"
    reason = "3 warships asked for, 1 uninverted in the Atlantic SW box, 1 at it already (25.34, 25.35)"
    assert reason in refused(game.campaign, line)
    assert "3 are inverted" in refused(game.campaign, line)
    game.until(RAID)
    assert "1 uninverted" in refused(game.campaign, "us employ atlantic raiders warships=4")
    game.until(OWN)
    assert not refused(game.campaign, "us employ atlantic transports warships=4")


@pytest.mark.rule("awaw-25.31", "awaw-25.371")
def test_25_31_who_has_no_naval_units_in_the_boxes_and_who_leaves_them_damaged() -> None:
    game = Game(war(SHIPS, OWN))
    axis = refused(game.campaign, "germany ships warship 2 western-port")
    assert "naval units of Germany do not enter SW boxes (25.31)" in axis
    assert not refused(game.campaign, "japan ships destroyer 2 japan")
    assert "from a base, not from 'atlantic'" in refused(game.campaign, "us ships destroyer 2 atlantic")
    assert "who is gone is not inverted" in refused(game.campaign, "us ships warship -1 atlantic inverted=yes")
    game.give("us ships warship -1 atlantic")
    assert there(game.campaign, "warship", "atlantic") == 3
    assert groups.allowable(game.campaign, "western", "warship") == 0


# ---------------------------------------------------------------- functions


@pytest.mark.rule("awaw-25.35")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("us employ atlantic patrol warships=1", "'patrol' is no function of a box (25.35)"),
        ("us employ atlantic bombardment warships=1", "There are: transports, invasion, passage, raiders"),
        ("us employ atlantic anti-submarine destroyers=1", "only CVEs wage anti-submarine warfare from a box (25.35D)"),
        ("us employ baltic transports warships=1", "there is no box 'baltic'"),
        ("us employ atlantic transports", "no factor is named"),
        ("us employ atlantic transports warships=5", "5 warships asked for, 4 uninverted in the Atlantic SW box"),
        ("us employ pacific transports warships=1", "0 uninverted in the Pacific SW box"),
        ("germany employ atlantic transports warships=1", "naval units of Germany do not enter SW boxes (25.31)"),
        ("us employ atlantic invasion warships=1", "without the box that it comes from"),
        ("us employ atlantic invasion warships=1 origin=south-africa", "from the South Africa box is not supported"),
        ("us employ atlantic invasion warships=1 origin=australia", "Give 'origin': us-atlantic."),
        ("us employ atlantic passage warships=1 origin=us-atlantic", "only an invasion names the box"),
        ("japan employ pacific invasion warships=1 origin=us-pacific", "only Western Allied naval units support"),
        ("japan employ pacific passage warships=1", "in their own player turn (25.35C)"),
        ("us employ atlantic raiders warships=1", "raiders are engaged in the step of the Axis raiders (25.363)"),
    ],
)
def test_25_35_no_other_function(line: str, reason: str) -> None:
    assert reason in refused(war(SHIPS, OWN), line)


@pytest.mark.rule("awaw-25.35", "awaw-25.36")
def test_25_35_the_same_ships_serve_again_later_and_not_twice_at_once() -> None:
    game = Game(war(SHIPS, OWN))
    game.give(
        "us employ atlantic transports warships=3 destroyers=1",
        "us employ atlantic invasion warships=4 origin=us-atlantic",
        "britain employ indian invasion warships=2 origin=india",
        "us employ atlantic passage destroyers=3",
    )
    assert "2 warships asked for, 4 uninverted" in refused(
        game.campaign, "britain employ atlantic transports warships=2"
    )
    game.give("britain employ atlantic transports warships=1")
    task = game.campaign.tasks["western-atlantic-transports"]
    assert (task.warships, task.destroyers) == (4, 1)
    game.until("allied.redeployment.boxes")
    game.give("us employ atlantic transports warships=4")
    assert there(game.campaign, "warship", "atlantic") == 4
    game.until("start.research")
    assert not game.campaign.tasks


@pytest.mark.rule("awaw-25.35")
def test_25_35_support_and_passage_are_for_ones_own_player_turn() -> None:
    campaign = war(SHIPS, RAID)
    for line in ("us employ atlantic passage warships=1", "us employ atlantic invasion warships=1 origin=us-atlantic"):
        assert "in their own player turn" in refused(campaign, line)
    assert not refused(campaign, "us employ atlantic transports warships=1")


# ---------------------------------------------------------------- raiders


@pytest.mark.rule("awaw-25.363", "awaw-25.35")
def test_25_363_uninverted_ships_of_the_box_engage_raiders() -> None:
    game = Game(war({**SHIPS, "western warship atlantic 99": 2}, RAID))
    line = "us employ atlantic raiders warships=5"
    reason = "5 warships asked for, 4 uninverted in the Atlantic SW box (25.363). 2 are inverted."
    assert refused(game.campaign, line) == reason
    game.give("britain employ atlantic raiders warships=4 destroyers=2")
    assert engaging(game.campaign, "western", "atlantic") == (4, 2)
    (strike,) = (one for one in board(game.campaign, ("germany",)).strikes if one.box == "atlantic")
    assert strike.escorts == (("warships that engage", 4), ("destroyers that engage", 2))
    game.give("britain ships warship -1 atlantic", "germany raiders atlantic 2")
    assert there(game.campaign, "warship", "atlantic") == 5
    game.until("allied.movement.boxes")
    assert engaging(game.campaign, "western", "atlantic") == (0, 0)


@pytest.mark.rule("awaw-25.363", "awaw-25.35")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("us employ indian raiders warships=1", "raiders come into the Atlantic and the Pacific SW boxes (25.35E)"),
        ("japan employ pacific raiders warships=1", "only Western Allied naval units engage raiders"),
        ("us employ pacific raiders warships=1", "0 uninverted in the Pacific SW box (25.363)"),
    ],
)
def test_25_363_who_engages_no_raiders(line: str, reason: str) -> None:
    assert reason in refused(war(SHIPS, RAID), line)
    assert "no enemy raids into this box" in refused(
        war(SHIPS, RAID, wars=("britain+germany", "germany+us")), "us employ pacific raiders destroyers=1"
    )


# ---------------------------------------------------------------- destroyers


@pytest.mark.rule("awaw-25.361")
def test_25_361_destroyers_of_the_box_absorb_losses_of_submarines() -> None:
    game = Game(war({**SHIPS, "western destroyer atlantic 99": 2}, RAID))
    game.give("us absorb atlantic 3")
    # The inverted are gone first, and no force pool of strategic warfare has them back.
    assert groups.standing(game.campaign, "western", "destroyer", "atlantic", ready=False) == 0
    assert there(game.campaign, "destroyer", "atlantic") == 2
    assert groups.allowable(game.campaign, "western", "destroyer") == 0
    assert there(game.campaign, "destroyer", "pacific") == 5


@pytest.mark.rule("awaw-25.361")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("us absorb indian 1", "1 loss, 0 destroyers in the Indian Ocean SW box (25.361). The 8 elsewhere take none"),
        ("us absorb atlantic 4", "4 losses, 3 destroyers in the Atlantic SW box (25.361). The 5 elsewhere take none"),
        ("germany absorb atlantic 1", "destroyers of Germany absorb nothing in an SW box"),
        ("us absorb baltic 1", "there is no box 'baltic'"),
    ],
)
def test_25_361_destroyers_of_another_box_are_no_use(line: str, reason: str) -> None:
    assert reason in refused(war(SHIPS, RAID), line)


@pytest.mark.rule("awaw-25.361")
def test_25_361_without_enemy_submarines_nothing_is_absorbed() -> None:
    units = {key: count for key, count in SHIPS.items() if "submarine" not in key}
    assert "no enemy at war has submarines" in refused(war(units, RAID), "us absorb atlantic 1")
