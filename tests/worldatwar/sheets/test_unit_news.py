"""What became of units, for the report of a turn: built, sunk, damaged, lost, by whose they were (24.2, 24.631)."""

from __future__ import annotations

from engine.worldatwar.sheets.overview import OverviewSheet
from engine.worldatwar.world import groups
from tests.worldatwar.game import scene
from tests.worldatwar.sheets.test_ocean_board import ATLANTIC
from tests.worldatwar.sheets.test_submarine_reports import fought


def test_what_submarines_sank_and_lost_is_told_by_whose_it_was() -> None:
    game = fought()
    before = scene("1942-1-spring", "axis.combat.submarines", groups=ATLANTIC, held={"brest": "germany"})
    told = {(one.owner, one.says.partition(":")[0]): one for one in OverviewSheet().units(before, game.entries)}
    sunk, gone = (
        game.campaign.sunk["western-atlantic"],
        3 - groups.standing(game.campaign, "germany", "submarine", "atlantic"),
    )
    of_the_west = told["western", "sunk"]
    assert of_the_west.says == f"sunk: {sunk} transports" and of_the_west.rule == "24.631A"
    assert of_the_west.name == "the Western Allies"
    assert (("germany", "lost") in told) == bool(gone)
    assert OverviewSheet().units(before, ()) == ()
