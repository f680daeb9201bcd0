"""Aircraft of minor countries: their patron decides for them, and they stay their own (11.5)."""

from __future__ import annotations

from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from tests.thewar.air.test_air_fight import Played, sky
from tests.thewar.builds import after


def test_a_patron_decides_for_the_aircraft_of_a_minor_country_and_they_stay_its_own() -> None:
    campaign = sky("1939-3-fall", germany_ftr=2, poland_ftr=2)
    campaign = after(campaign, "germany counter-air x units=2-ftr against=2-poland-ftr")
    game = Played(campaign).give("germany fight x").give("germany air-effort none")
    said = {answer: understand(RULESET, answer, game.campaign).sentence(game.campaign) for answer in game.asked[:2]}
    assert said == {
        "france rise yes": "Poland's aircraft come up (France decides for Poland)",
        "france rise no": "Poland's aircraft stay on the ground (France decides for Poland)",
    }
    some = understand(RULESET, game.asked[2], game.campaign).sentence(game.campaign)
    assert some == "Poland's aircraft come up: FTR 3-3-2 (France decides for Poland)"
