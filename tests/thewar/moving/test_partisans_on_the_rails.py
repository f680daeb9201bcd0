"""What partisans cut: the hex in which they stand for rails, strategic moves and lines of supply, by a marked result
an SMP and a railmove (1.2, 8.1.1, 9.1.1, 12.1.1, 25.4, ruling 609)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import Purse
from engine.thewar.moving import railways
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world.state import SupplyMark, TheWar, Unit
from tests.thewar.endings.scenes import give, hints, why_not
from tests.thewar.supply_lines import GROUND, NAVAL, standing
from tests.thewar.world import effect

RAIL, SEGMENT = "operations.rail", "strategic-warfare.partisans-allied"
BAND = Unit(power="britain", kind="partisan", strength="1-3", tag="poland", place="warsaw")
STANDS = "Partisan 1-3 of Britain stands at Warsaw"
OUT = SupplyMark(
    level="out", side="axis", by="britain", since="1942-1-spring", half="axis", check=1, until="1942-1-spring"
)


def occupied(step: str, *bands: Unit, side: str = "axis") -> TheWar:
    """Poland is German, and these partisans are all that there are."""
    held, lands = {"warsaw": "germany", "danzig": "germany"}, {"poland": {"status": "conquered", "patron": "germany"}}
    campaign = standing(step=step, side=side, places=held, countries=lands, italy={"effort": "pass"})
    others = {key: unit for key, unit in campaign.units.items() if unit.kind != "partisan"}
    return attrs.evolve(campaign, units={**others, **{f"p-{nth}": unit for nth, unit in enumerate(bands, 1)}})


@pytest.mark.rule("tw-9.1.1")
@pytest.mark.parametrize(
    ("step", "line", "rule"),
    [
        (RAIL, "germany railmove 1 origin=warsaw", "9.1.1, ruling 609"),
        (RAIL, "germany railmove 1 to=warsaw", "9.4"),
        (GROUND, "germany stratmove ground origin=warsaw", "8.1.1, 8.1.3, ruling 609"),
        (GROUND, "germany stratmove ground to=warsaw", "9.4"),
    ],
)
def test_9_1_1_8_1_no_rail_and_no_strategic_move_begins_or_ends_where_partisans_stand(
    step: str, line: str, rule: str
) -> None:
    campaign = occupied(step, BAND)
    assert (rule, STANDS) in why_not(campaign, line)
    assert "It is attacked first" in hints(campaign, line)
    # Once they have left, or where they are somewhere on the board, nothing is in the way.
    for place in ("board", "danzig"):
        assert why_not(occupied(step, attrs.evolve(BAND, place=place)), line) == []
    own = attrs.evolve(BAND, power="germany")
    assert why_not(occupied(step, own), line) == [], "an enemy's"


def test_8_1_1_nobody_is_carried_out_of_a_port_that_partisans_hold() -> None:
    campaign = occupied(NAVAL, attrs.evolve(BAND, place="danzig"))
    refused = why_not(campaign, "germany stratmove sealift origin=danzig to=kiel")
    assert ("8.1.1, 8.1.3, ruling 609", "Partisan 1-3 of Britain stands at Danzig") in refused


@pytest.mark.rule("tw-12.1.1")
def test_12_1_1_no_line_of_supply_passes_the_hex_of_partisans_and_past_them_it_goes() -> None:
    cut_off = Unit(power="germany", kind="inf", strength="6-5", place="minsk")
    campaign = occupied("operations.supply", BAND)
    campaign = attrs.evolve(campaign, units={**campaign.units, "g-1": cut_off}, supply_marks={"g-1": OUT})
    line = "germany trace g-1 to=berlin through={}"
    assert why_not(campaign, line.format("warsaw")) == [("12.1.1", "Partisan 1-3, the enemy's, stands at Warsaw")]
    assert why_not(campaign, line.format("danzig")) == []
    mine = attrs.evolve(BAND, power="germany")
    assert why_not(attrs.evolve(campaign, units={**campaign.units, "p-1": mine}), line.format("warsaw")) == []


@pytest.mark.rule("tw-25.4")
def test_25_4_a_marked_result_takes_an_smp_and_a_railmove_of_its_turn_and_cuts_no_line() -> None:
    six = tuple(attrs.evolve(BAND, place="board") for _ in range(6))
    campaign = occupied("allied-partisans", *six, side="strategic-warfare")
    assert why_not(campaign, "germany partisan-war britain") != [], "those of others"
    rolled = give(campaign, "britain partisan-war germany", faces=(1,))
    before, after = (capacity.left(one, Purse("germany")) // 2 for one in (campaign, rolled))
    assert before - after == 1
    assert railways.railmoves(campaign, "germany").total - railways.railmoves(rolled, "germany").total == 1
    assert rolled.supply_marks == campaign.supply_marks and rolled.supply_places == campaign.supply_places
    most = railways.railmoves(rolled, "germany").total
    rails = attrs.evolve(rolled, progress=attrs.evolve(rolled.progress, step=f"axis.{RAIL}"))
    assert why_not(rails, f"germany railmove {most + 1}")[0][0] == "9.1.2"
    assert "bombers and partisans -1" in hints(rails, f"germany railmove {most + 1}")
    assert why_not(rails, f"germany railmove {most}") == []
    ended = effect(attrs.evolve(rails, progress=attrs.evolve(rails.progress, step="end.advance")), EndTurn("britain"))
    assert railways.railmoves(ended, "germany").total == most + 1
