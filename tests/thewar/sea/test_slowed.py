"""Ships that aircraft have attacked sail three Sea Areas less each time, and turn back short of their goal (7.9.5)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.sea import sea_distances
from engine.thewar.supply import sea_lines
from engine.thewar.world.state import Deed, TheWar
from tests.thewar.looked_at import looked_at
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply.test_sea_paths import SHIPS, stepping, tobruk

RUN = "britain mission tobruk-waters units=b-1 facts=supply"


def fought(port: str, board: str, *, air: bool = True) -> TheWar:
    """A British Fleet of a port has run supply to Tobruk and fought a TAC on its way, without losses, until that has
    broken off; or an Italian Fleet has not found it."""
    campaign = stepping(tobruk(), "allied.operations.naval")
    units = {**SHIPS, "b-1": attrs.evolve(SHIPS["b-1"], place=port)}
    campaign = attrs.evolve(campaign, units=units, options={**campaign.options, "board": board})
    campaign = given(looked_at(campaign, port, "tobruk", "tripoli"), RUN)
    if not air:
        campaign = given(campaign, "italy intercept-at-sea tobruk-waters units=a-1 distance=2", 10)
        return given(campaign, "britain undisturbed tobruk-waters")
    campaign = given(campaign, "germany intercept-at-sea tobruk-waters units=a-2")
    campaign = given(campaign, "britain sea-battle tobruk-waters", 1, 1)
    assert campaign.pending, "the first round has hurt nobody"
    return given(given(campaign, "britain break-off no"), "germany break-off yes")


@pytest.mark.rule("tw-7.9.5-slow")
@pytest.mark.parametrize(
    ("port", "board", "air", "arrives"),
    [
        ("glasgow", "checked", True, False),
        ("glasgow", "checked", False, True),
        ("gibraltar", "checked", True, True),
        ("glasgow", "trusted", True, True),
    ],
    ids=["ten with nine left", "nobody has met it", "seven with nine left", "advice on a trusted board"],
)
def test_7_9_5_who_was_attacked_from_the_air_does_not_come_as_far(
    port: str, board: str, air: bool, arrives: bool
) -> None:
    campaign = fought(port, board, air=air)
    assert not campaign.engagements and not campaign.units["b-1"].depleted
    assert sea_lines.ran(campaign, "britain", "tobruk") == arrives
    assert sea_distances.left(campaign, "b-1").total == (9 if air else 12)


@pytest.mark.rule("tw-7.9.5-slow")
def test_7_9_5_each_time_costs_three_more() -> None:
    campaign = tobruk()
    seen = {
        str(n): Deed(who="b-1", deed=sea_distances.SLOWED, where=area) for n, area in enumerate(("levant", "ionian"))
    }
    twice = sea_distances.left(attrs.evolve(campaign, missions=seen), "b-1")
    assert [(line.value, line.rule) for line in twice.lines] == [(12, "7.2"), (-6, "7.9.5")]
