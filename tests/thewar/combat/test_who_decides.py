"""Who decides for the side that does not move (1.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat import battles
from engine.thewar.world import sides, wars
from tests.thewar.builds import at


@pytest.mark.rule("tw-1.2")
def test_1_2_another_power_decides_for_a_minor_country_whose_side_has_fallen() -> None:
    fallen = {"surrendered": "1944-1-spring"}
    campaign = at("allied.operations.combat", "1944-2-summer", germany=fallen, italy=fallen)
    left = [power for power in campaign.powers if wars.standing(campaign, power)]
    assert left and all(sides.side(campaign, power) == sides.ALLIED for power in left)
    assert battles.speaker(campaign, ()) in left
    # Between the halves nobody moves, so nobody is there to answer.
    with pytest.raises(StopIteration):
        battles.speaker(attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="end.advance")), ())
