"""Where land may change hands as a half of the turn ends, and the quiet turns in which nobody is asked."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.world.state import TheWar
from tests.thewar.test_steps_that_fall_due import at, grey, taken
from tests.thewar.values import wars_of


@pytest.mark.rule("tw-3.10.1")
def test_3_10_1_the_end_of_a_turn_asks_for_land_only_where_some_may_change_hands() -> None:
    minors = "allied.end.minors"

    def efforts(campaign: TheWar, part: str = "effort", **kinds: str) -> TheWar:
        chosen: dict[str, dict[str, Any]] = {key: {part: kinds.get(key, "none")} for key in campaign.powers}
        powers = {key: attrs.evolve(one, **chosen[key]) for key, one in campaign.powers.items()}
        return attrs.evolve(campaign, powers=powers)

    here = at("1940-2-summer", minors, wars=wars_of({"germany+belgium": "1940-2-summer"}))
    assert grey(here, minors) == "", "a campaign that begins here knows of no effort"
    still = efforts(here)
    quiet = "nobody has moved, and no capital, Paris or Soviet advance waits for a word"
    assert grey(still, minors) == quiet
    # Pockets: the other side's Second Impulse, which the Allies had in the turn before the Axis turn.
    assert grey(efforts(here, germany="sle"), minors) == ""
    before = efforts(still, "last_effort", britain="sle")
    assert grey(before, "axis.end.minors") == "" and grey(before, minors) == quiet
    assert grey(efforts(still, "last_effort", germany="sle"), "axis.end.minors") == quiet
    # A capital in enemy hands waits for its country to fall, also when nobody moves.
    assert grey(taken(still, "germany", "brussels"), minors) == ""
    late = efforts(at("1944-1-spring", minors, wars=wars_of({"ussr+hungary": "1942-1-spring"})))
    satellite = attrs.evolve(late.countries["hungary"], status="satellite", patron="germany")
    inside = attrs.evolve(late, countries={**late.countries, "hungary": satellite})
    assert grey(inside, minors) == ""
    assert grey(attrs.evolve(inside, progress=attrs.evolve(inside.progress, turn=1)), minors) == quiet
