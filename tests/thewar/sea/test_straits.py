"""7.3: straits that are closed to somebody, and the ways by sea from a port to a Sea Area."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.world.state import TheWar
from tests.thewar.builds import after, refused
from tests.thewar.sea.test_sea_fight import ALLIED, AT_WAR, AXIS, med, unit
from tests.thewar.values import wars_of

DARK = "no Ally controls Denmark or Sweden (7.3)"


def lying(campaign: TheWar, **ports: str) -> TheWar:
    """The campaign with ships recorded in ports: ``italy_fleet_1="genoa"``."""
    units = dict(campaign.units)
    for name, port in ports.items():
        key = name.replace("_", "-")
        power, kind, _ = key.split("-")
        units[key] = attrs.evolve(units.get(key) or unit(power, kind), place=port)
    return attrs.evolve(campaign, units=units)


def allied(**more: Any) -> TheWar:
    return lying(med(ALLIED, **more), britain_fleet_1="scapa-flow")


@pytest.mark.rule("tw-7.3-baltic")
@pytest.mark.parametrize("area", ["west-baltic", "west-baltic-2", "east-baltic", "oslo", "danzig"])
def test_7_3_no_western_ship_sails_on_a_mission_into_the_baltic(area: str) -> None:
    line = f"britain mission {area} units=britain-fleet-{{}}"
    assert DARK in refused(allied(), line.format(1))
    # Where nobody has said in which port it lies, no port of the West has a way.
    assert DARK in refused(allied(), line.format(2)) and "no port of Britain has an open way" in refused(
        allied(), line.format(2)
    )
    held = attrs.evolve(allied().countries["sweden"], status="satellite", patron="britain")
    open_ = attrs.evolve(allied(), countries={**allied().countries, "sweden": held})
    assert "7.3" not in refused(open_, line.format(1))
    # A patrol is judged in the same way, and who looks for a mission there.
    assert DARK in refused(allied(), line.replace("mission", "patrol").format(1)) or area in ("oslo", "danzig")
    german = after(lying(med(AXIS), germany_fleet_1="kiel"), "germany mission west-baltic units=germany-fleet-1")
    assert DARK in refused(german, "britain intercept-at-sea west-baltic units=britain-fleet-1 distance=2")


@pytest.mark.rule("tw-7.3-dard")
def test_7_3_the_black_sea_is_closed_to_who_has_not_turkey_and_open_to_who_lies_there() -> None:
    sailing = "britain mission black-sea units=britain-fleet-1"
    assert "The Dardanelles are closed" in refused(lying(allied(), britain_fleet_1="alexandria"), sailing)
    assert "The Dardanelles are closed" in refused(
        lying(med(), italy_fleet_1="taranto"), "italy mission black-sea units=italy-fleet-1"
    )
    ally = attrs.evolve(allied().countries["turkey"], status="associate", patron="britain")
    assert "7.3" not in refused(attrs.evolve(allied(), countries={**allied().countries, "turkey": ally}), sailing)
    soviet = attrs.evolve(allied(), wars=wars_of({**AT_WAR, "germany+ussr": "1941-2-summer"}))
    at_home = lying(soviet, ussr_fleet_1="sevastopol", ussr_fleet_2="leningrad")
    assert "7.3" not in refused(at_home, "ussr mission black-sea units=ussr-fleet-1")
    assert "7.3" in refused(at_home, "ussr mission black-sea units=ussr-fleet-2")
    assert "7.3" in refused(at_home, "ussr mission aegean units=ussr-fleet-1")


@pytest.mark.rule("tw-7.3-baltic")
def test_7_3_soviet_ships_stay_in_the_baltic() -> None:
    soviet = attrs.evolve(allied(), wars=wars_of({**AT_WAR, "germany+ussr": "1941-2-summer"}))
    soviet = lying(soviet, ussr_fleet_1="leningrad")
    for area in ("danish-north-sea", "north-sea", "norwegian-sea"):
        said = refused(soviet, f"ussr mission {area} units=ussr-fleet-1")
        assert "the Soviet Union controls neither Denmark nor Sweden (7.3)" in said
    assert "7.3" not in refused(soviet, "ussr mission west-baltic units=ussr-fleet-1")


@pytest.mark.rule("tw-7.3-gib")
def test_7_3_nobody_passes_gibraltar_whatever_he_leaves_out() -> None:
    shut = (
        "Britain holds Gibraltar and closes the way out of the Mediterranean (7.3, 23.22). Nobody is recorded there:"
        " 'britain station gibraltar units=...' says who is; without both it is open."
    )
    into = "Britain holds Gibraltar (7.3). Its strait needs a friendly Gibraltar."
    for area in ("eastern-atlantic", "north-atlantic", "danish-north-sea"):
        named = area.replace("-", " ").title()
        assert refused(lying(med(), italy_fleet_1="genoa"), f"italy mission {area} units=italy-fleet-1") == shut
        # Ruling 434: unrecorded, it lies in some port that is Italian.
        said = refused(med(), f"italy mission {area} units=italy-fleet-1")
        assert said == (
            "Britain holds Gibraltar (7.3). Its strait needs a friendly Gibraltar.; no port of Italy has an open way to"
            f" {named} (7.3). 'italy station PORT units=...' says where ships lie."
        )
    # Into the straits themselves from either side is not through them.
    assert "7.3" not in refused(
        lying(med(), italy_fleet_1="genoa"), "italy mission gibraltar-straits units=italy-fleet-1"
    )
    assert refused(lying(med(), germany_fleet_1="brest"), "germany mission levant units=germany-fleet-1") == into
    assert "7.3" not in refused(allied(), "britain mission levant units=britain-fleet-1")
    # What only the board knows is the board's.
    assert "7.3" not in refused(med(), "italy mission gulf-of-cadiz units=italy-fleet-1")


@pytest.mark.rule("tw-7.3-channel")
def test_7_3_a_mission_in_the_channel_is_judged_as_a_patrol_there() -> None:
    campaign = lying(med(), germany_fleet_1="wilhelmshaven")
    for order in ("mission", "patrol"):
        assert "Germany does not hold Calais" in refused(campaign, f"germany {order} channel units=germany-fleet-1")
    # Round Scotland the way is open.
    assert "7.3" not in refused(campaign, "germany mission western-approaches units=germany-fleet-1")


@pytest.mark.rule("tw-7.3-baltic", "tw-7.3-gib")
def test_7_3_strategic_movement_finds_no_way_either() -> None:
    naval = lying(med("allied.stratmove.naval"), britain_fleet_1="scapa-flow")
    assert DARK in refused(naval, "britain stratmove naval group=fleet-1-12-5 origin=scapa-flow to=danzig")
    assert DARK in refused(naval, "britain stratmove sealift origin=southampton to=oslo")
    italian = lying(med("axis.stratmove.naval"), italy_fleet_1="genoa")
    assert "Britain holds Gibraltar and closes the way out" in refused(
        italian, "italy stratmove naval origin=genoa to=kiel"
    )
    assert "7.3" not in refused(italian, "italy stratmove naval origin=genoa to=taranto")
