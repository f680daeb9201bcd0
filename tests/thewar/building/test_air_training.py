"""Pilots and crews in a campaign (29.3) and the schools that train more of them (28.1.1 #16 and its like)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.building import air_training
from engine.thewar.world.state import TheWar
from tests.thewar.builds import UNITS, after, at, price, refused
from tests.thewar.world import after as played
from tests.thewar.world import refusals

POOLS = {
    "germany ftr 3-3-2": 4,
    "germany tac 1-5-4": 3,
    "germany nac 1-3-2": 2,
    "germany arm 8-8": 3,
    "germany inf 6-5": 3,
}
FTR, TAC = "germany construct ftr-3-3-2", "germany construct tac-1-5-4"


def training(campaign: TheWar, *, on: bool = True) -> TheWar:
    return attrs.evolve(campaign, options={**campaign.options, air_training.OPTION: on})


def building(turn: str = "1941-1-spring") -> TheWar:
    return training(at(UNITS, turn, pools=POOLS, germany={"base": 900}))


@pytest.mark.rule("tw-29.3")
def test_29_3_each_further_crew_of_a_kind_costs_twice_the_one_before() -> None:
    """The rule's own example: two FTR and two TAC, with cadres of 3 and 6 and 3 and 6 beside 12 each."""
    campaign = building()
    prices = []
    for line in (FTR, FTR, TAC, TAC):
        prices.append(price(campaign, line))
        campaign = after(campaign, line)
    assert prices == [15, 18, 15, 18]
    assert price(campaign, FTR) == 12 + 12, "3, 6, 12"
    # Several at once are those one after the other, and say why.
    assert price(building(), f"{FTR} count=4") == 4 * 12 + 3 + 6 + 12 + 24
    assert (
        price(building(), "germany construct nac-1-3-2 count=2")
        == price(training(building(), on=False), "germany construct nac-1-3-2 count=2") + 4
    )
    # The next turn begins anew; ground units have no crews; without the option nothing changes.
    later = attrs.evolve(campaign, built={})
    assert price(later, FTR) == 15
    assert price(building(), "germany construct arm-8-8 count=3") == 3 * price(building(), "germany construct arm-8-8")
    assert price(training(building(), on=False), f"{FTR} count=4") == 60


@pytest.mark.rule("tw-29.3")
def test_29_3_the_doubled_crews_count_against_half_of_the_base_and_are_refused_without_narfs() -> None:
    poor = training(at(UNITS, pools=POOLS, germany={"base": 900, "narfs": 32}))
    assert "it costs 33 NARFs, 32 are free (15.1.2, 14.1.4)" in refused(poor, f"{FTR} count=2")
    assert refused(training(poor, on=False), f"{FTR} count=2") == ""
    assert after(building(), f"{FTR} count=2").powers["germany"].spent == 33
    small = training(at(UNITS, pools=POOLS, germany={"base": 60}))
    assert price(small, f"{FTR} count=2") == 33 + 3, "3 beyond 30 are paid twice"


@pytest.mark.rule("tw-28.1.1-16", "tw-28.1.2-23", "tw-28.2.1-13", "tw-28.2.2-16", "tw-28.2.3-17", "tw-28.2.4-18")
@pytest.mark.parametrize("power", air_training.SCHOOLS)
def test_28_pilot_schools_train_one_more_at_the_usual_price(power: str) -> None:
    strength = {"italy": "2-3-2", "france": "2-3-2", "ussr": "2-3-2"}.get(power, "3-3-2")
    half = "axis" if power in ("germany", "italy") else "allied"
    pools = {f"{power} ftr {strength}": 4}
    here = training(at(f"{half}.build.units", "1942-3-fall", pools=pools, entered="1942-1-spring"))
    here = attrs.evolve(
        here, powers={key: attrs.evolve(one, base=900, surrendered="") for key, one in here.powers.items()}
    )
    line, school = f"{power} construct ftr-{strength} count=3", f"{power} variant {air_training.SCHOOLS[power]}"
    assert refusals(here, school) == ()
    now = played(here, school)
    cadre = 6 if power == "italy" else 3
    usual = price(training(here, on=False), line)
    assert (price(here, line), price(now, line)) == (usual + cadre * (1 + 3), usual + cadre)
    other = "germany" if power != "germany" else "italy"
    assert air_training.at_first_price(now, other, "ftr") == 1
    assert "has been played 1 times" in refusals(now, school)[0].reason
    [no] = refusals(training(here, on=False), school)
    assert no.reason == "Pilot Training Schools is not played now" and "air-crew-training" in no.hint


@pytest.mark.rule("tw-28.1.1-16", "tw-28.1.2-23", "tw-28.2.2-16")
def test_28_german_schools_train_one_more_of_each_kind_all_others_one_more_in_a_turn() -> None:
    """The German list says "per type", the five others do not (ruling 614)."""
    pools = {f"{power} {kind}": 3 for power in ("germany", "italy") for kind in ("ftr 2-3-2", "tac 1-5-4", "mdm 1-7-6")}
    here = training(at(UNITS, "1942-3-fall", pools=pools))
    here = attrs.evolve(here, powers={key: attrs.evolve(one, base=900, narfs=500) for key, one in here.powers.items()})
    here = attrs.evolve(
        here, facts={**here.facts, "variant-german-pilot-schools": 1, "variant-italian-pilot-schools": 1}
    )
    ftr, tac, mdm = ("construct ftr-2-3-2", "construct tac-1-5-4", "construct mdm-1-7-6")
    for line in (ftr, tac, mdm):
        assert price(here, f"germany {line} count=3") == 3 * 15 + 3, "3, 3, 6"
    german = after(after(here, f"germany {ftr} count=2"), f"germany {tac}")
    assert price(german, f"germany {tac}") == price(german, f"germany {mdm} count=2") - 15 == 15
    first = after(here, f"italy {tac} count=2")
    assert price(here, f"italy {tac} count=2") == 2 * 24, "6, 6"
    assert price(first, f"italy {ftr} count=2") == 2 * 24 + 6, "the school has trained a TAC in this turn"
    assert price(first, f"italy {tac}") == 24 + 6, "and has not a third"
    # In whatever order, and one by one.
    slowly = after(after(after(here, f"italy {ftr}"), f"italy {tac}"), f"italy {ftr}")
    assert slowly.powers["italy"].narfs == 500 - 3 * 24 and price(slowly, f"italy {tac}") == 24 + 6
    assert price(attrs.evolve(slowly, built={}, used={}), f"italy {tac} count=2") == 2 * 24
