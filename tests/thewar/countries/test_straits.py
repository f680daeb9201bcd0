"""Section 7.3: straits that are closed while the wrong side holds their shores."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import TheWar
from tests.thewar.builds import refused
from tests.thewar.sea.test_sea_fight import ALLIED, med, unit


def held(campaign: TheWar, **holders: str) -> TheWar:
    """The campaign with places in other hands."""
    changed = {key: attrs.evolve(campaign.places[key], holder=who) for key, who in holders.items()}
    return attrs.evolve(campaign, places={**campaign.places, **changed})


def land(campaign: TheWar, key: str, status: str, patron: str) -> TheWar:
    changed = attrs.evolve(campaign.countries[key], status=status, patron=patron)
    return attrs.evolve(campaign, countries={**campaign.countries, key: changed})


def fleet(power: str, step: str) -> TheWar:
    base = med(step)
    return attrs.evolve(base, units={**base.units, f"{power}-fleet-9": unit(power, "fleet")})


def sail(power: str, strait: str) -> str:
    return f"{power} mission north units={power}-fleet-9 through={strait}"


@pytest.mark.rule("tw-7.3-gib")
def test_7_3_the_strait_of_gibraltar_needs_a_friendly_gibraltar() -> None:
    axis, allied = fleet("italy", "axis.operations.naval"), fleet("britain", ALLIED)
    assert "Britain holds Gibraltar" in refused(axis, sail("italy", "gibraltar-strait"))
    assert "Gibraltar" not in refused(held(axis, gibraltar="germany"), sail("italy", "gibraltar-strait"))
    assert not refused(allied, sail("britain", "gibraltar-strait"))
    assert "Germany holds Gibraltar" in refused(held(allied, gibraltar="germany"), sail("britain", "gibraltar-strait"))
    assert "'suez-canal' is no strait" in refused(allied, sail("britain", "suez-canal"))


@pytest.mark.rule("tw-7.3-baltic")
def test_7_3_the_baltic_is_closed_to_the_west_and_its_exit_to_the_soviets() -> None:
    west, east = fleet("britain", ALLIED), fleet("ussr", ALLIED)
    assert "no Ally controls Denmark or Sweden" in refused(west, sail("britain", "west-baltic"))
    assert "no Ally" in refused(land(west, "denmark", "conquered", "germany"), sail("britain", "west-baltic"))
    for patron in ("britain", "ussr"):
        assert not refused(land(west, "sweden", "satellite", patron), sail("britain", "west-baltic"))
    assert not refused(held(west, copenhagen="us"), sail("britain", "west-baltic"))
    closed = "controls neither Denmark nor Sweden"
    assert closed in refused(east, sail("ussr", "baltic-exit"))
    assert closed in refused(land(east, "sweden", "satellite", "britain"), sail("ussr", "baltic-exit"))
    assert closed not in refused(land(east, "sweden", "satellite", "ussr"), sail("ussr", "baltic-exit"))


@pytest.mark.rule("tw-7.3-dard")
@pytest.mark.parametrize("status", ["conquered", "associate", "satellite"])
def test_7_3_the_dardanelles_need_turkey(status: str) -> None:
    axis = fleet("italy", "axis.operations.naval")
    assert "The Dardanelles are closed" in refused(axis, sail("italy", "dardanelles"))
    assert not refused(land(axis, "turkey", status, "germany"), sail("italy", "dardanelles"))
    assert "Dardanelles" in refused(land(axis, "turkey", status, "britain"), sail("italy", "dardanelles"))


@pytest.mark.rule("tw-7.3-channel")
def test_7_3_german_ships_need_every_french_port_of_the_channel() -> None:
    """Ruling 279."""
    axis = held(fleet("germany", "axis.operations.naval"), calais="germany", cherbourg="france")
    assert "Germany does not hold Cherbourg" in refused(axis, sail("germany", "english-channel"))
    assert not refused(held(axis, cherbourg="germany"), sail("germany", "english-channel"))
    assert not refused(fleet("britain", ALLIED), sail("britain", "english-channel"))


@pytest.mark.rule("tw-7.3-gib")
def test_7_3_strategic_movement_passes_no_closed_strait_either() -> None:
    base = held(fleet("britain", "allied.stratmove.naval"), gibraltar="germany")
    assert "Germany holds Gibraltar" in refused(base, "britain stratmove naval through=gibraltar-strait")
    assert "Gibraltar" not in refused(
        held(base, gibraltar="britain"), "britain stratmove naval through=gibraltar-strait"
    )
