"""Partisans on the pages: the picture of their rolls at every width (25.4)."""

from __future__ import annotations

from typing import Any

import attrs

from engine.thewar.world import behind_lines
from tests.thewar.strategic.test_partisan_war import LOST_COMMANDO, risen, scene
from tests.tui.standin import StandinDesk
from tui.models import battles as battles_model
from tui.panels.battle_picture import lay_battle

WIDTHS = (48, 58, 78, 118)


def test_25_4_after_a_roll_of_partisans_its_picture_opens_and_goes_with_an_undo() -> None:
    here = scene(risen("britain", "poland", 3), risen("ussr", "occupied-france", 4), risen("us", "greece", 1))
    there = {behind_lines.RAIDER: LOST_COMMANDO, behind_lines.RAIDED: "poland"}
    found: Any = StandinDesk(attrs.evolve(here, facts={**here.facts, **there}))
    found.do(["britain partisan-war germany"])
    entries = found.entries()
    assert battles_model.fought(found, entries)
    (battle,) = battles_model.battles(found)
    assert battle.title == "Western partisans against Germany · Spring 1943"
    for width in WIDTHS:
        lines = [laid.row.text for laid in lay_battle(battle, width)]
        assert not [line for line in lines if len(line) > width]
        said = " ".join(" ".join(lines).split())
        for text in ("4 partisans, 3 of Poland and 1 of Greece; Germany occupies", "a Commando", "Germany loses"):
            assert text in said
    found.undo()
    assert not battles_model.battles(found)
