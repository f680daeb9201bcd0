"""What the report of a diplomatic roll tells (16.1.3, 16.3.4)."""

from __future__ import annotations

from engine.thewar.sheets import war_report
from tests.thewar.politics.scenes import Table, table


def test_16_3_4_a_diplomatic_roll_tells_the_wars_that_a_status_brings() -> None:
    played = Table(table({"germany spain": 6}, {"germany espionage": 1}, germany=20))
    played.give("germany influence spain against=western espionage=yes", 1)
    (report,) = war_report.battles(played.campaign, played.entries)
    words = " / ".join(one.text for one in report.words)
    assert "Spain is now a Satellite of Germany / Spain is at war with Britain, France" in words
    assert [one.unit for cast in report.casts for one in cast.strengths] == ["POPs", "POPs"]
