"""5.1.2.2: who may intercept raiders; 5.1.3.2: what a Massacre forbids."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.sheets.ledger import falls_due
from engine.thewar.economy import logistics
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import turn_over
from engine.thewar.world import raiders
from engine.thewar.world.state import Box, Place, TheWar, Unit
from tests.thewar.values import wars_of
from tests.thewar.world import world


def sent(*bases: str, american: bool = False) -> TheWar:
    campaign = world("1941-3-fall")
    ships = {
        f"germany-fleet-{nth}": Unit(power="germany", kind="fleet", place=base) for nth, base in enumerate(bases, 1)
    }
    places = {base: Place(name=base, kind="port") for base in bases if base != "board"}
    return attrs.evolve(
        campaign,
        units={**campaign.units, **ships},
        places={**campaign.places, **places},
        boxes={"germany": Box(raiders=tuple(ships))},
        wars=wars_of({**campaign.wars, **({"germany+us": "1941-3-fall"} if american else {})}),
    )


@pytest.mark.rule("tw-5.1.2.2", "tw-5.1.2.2-sec")
def test_5_1_2_2_raiders_of_norway_and_murmansk_are_found_on_a_mark_alone() -> None:
    campaign = sent("bergen", "murmansk-box", "kiel", "board")
    assert raiders.exposed(campaign, False) == ("germany-fleet-3", "germany-fleet-4")
    assert len(raiders.exposed(campaign, True)) == 4


@pytest.mark.rule("tw-5.1.2.2")
def test_5_1_2_2_those_of_germany_and_france_on_their_way_whatever_the_mark() -> None:
    found = raiders.interceptors(sent("kiel", american=True), False)
    assert [(one.power, one.where) for one in found] == [
        ("britain", "between their port and the North Atlantic"),
        ("us", "between their port and the North Atlantic"),
    ]
    assert raiders.interceptors(sent("bergen"), False) == ()


@pytest.mark.rule("tw-5.1.2.2-sec", "tw-5.1.2.2-gib")
def test_5_1_2_2_on_a_mark_gibraltar_tries_last_and_only_when_the_others_failed() -> None:
    found = raiders.interceptors(sent("bergen", american=True), True)
    assert {one.where for one in found} == {"the North Atlantic"}
    assert [one.base for one in found] == ["home ports", "U.S. and Canada Boxes, 5 Sea Areas away", "Gibraltar"]
    assert [one.condition for one in found] == ["", "", "after others tried and failed"]
    # A United States at peace sends nothing.
    assert [one.power for one in raiders.interceptors(sent("bergen"), True)] == ["britain", "britain"]


@pytest.mark.rule("tw-5.1.3.2-inv")
def test_5_1_3_2_a_massacre_forbids_its_victim_every_invasion_of_the_turn() -> None:
    suffered = attrs.evolve(
        world(britain={"effort": "sle"}, us={"effort": "sle"}), facts={raiders.SUFFERED + "britain": True}
    )
    found = logistics.may(suffered, "britain", "invasion")
    assert found is not None and found.rule == "5.1.3.2"
    assert logistics.may(suffered, "us", "invasion") is None
    assert logistics.may(suffered, "britain", "airdrop") is None
    assert "Britain: no amphibious invasion after a Massacre" in [duty.text for duty in falls_due(RULESET, suffered)]
    assert raiders.SUFFERED + "britain" in turn_over.OF_THE_TURN
