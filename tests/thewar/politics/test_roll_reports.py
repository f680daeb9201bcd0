"""What the report of a diplomatic roll tells (16.1.3, 16.3.4)."""

from __future__ import annotations

import attrs

from engine.thewar.politics.attack_stages import REVEAL_OPTION
from engine.thewar.sheets import war_report
from tests.thewar.politics.scenes import Table, table


def test_16_3_4_a_diplomatic_roll_tells_the_wars_that_a_status_brings() -> None:
    played = Table(table({"germany spain": 6}, {"germany espionage": 1}, germany=20))
    played.give("germany influence spain against=western espionage=yes", 1)
    (report,) = war_report.battles(played.campaign, played.entries)
    words = " / ".join(one.text for one in report.words)
    assert "Spain is now a Satellite of Germany / Spain is at war with Britain, France" in words
    assert [one.unit for cast in report.casts for one in cast.strengths] == ["POPs", "POPs"]


def test_432_a_roll_whose_alliance_is_still_to_be_picked_is_told() -> None:
    start = table({"germany spain": 2, "britain spain": 1}, seats={"germany": "axis", "italy": "axis"}, germany=1)
    played = Table(attrs.evolve(start, options={**start.options, REVEAL_OPTION: True}))
    played.give("germany influence spain pops=2")
    (report,) = war_report.battles(played.campaign, played.entries)
    assert report.forces == "Germany against an alliance that is still to be picked"
