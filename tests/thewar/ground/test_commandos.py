"""Commandos: by air ten hexes and never with PARA, ashore beside INF, no benefit of the terrain (2.6, 11.14)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.countries import checks
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.world.state import TheWar
from tests.thewar.beaches import LAND, SECOND, UNITS, ids, shore, unit
from tests.thewar.builds import after, refused

CDO, PARA = "britain-cdo-701", "britain-para-701"
DROP = "britain attack {} units={} against=germany-inf-702 terrain=clear facts=drop"


def based(**places: str) -> TheWar:
    """Commando and PARA at airbases of a campaign that checks its board."""
    campaign = shore()
    moved = {key: attrs.evolve(UNITS[f"britain-{key}-701"], place=place) for key, place in places.items()}
    units = {**UNITS, **{f"britain-{key}-701": one for key, one in moved.items()}}
    return attrs.evolve(campaign, units=units, options={**campaign.options, "board": "checked"})


@pytest.mark.rule("tw-2.6-cdo")
def test_2_6_a_commando_drops_without_para_and_is_lost_with_a_hex_that_is_not_cleared() -> None:
    campaign = shore()
    line = DROP.format("x", f"{CDO},{ids('britain', 'inf', 1)}")
    assert refused(campaign, line) == ""
    assert "no PARA or CDO is among the attackers (11.14)" in refused(
        campaign, DROP.format("x", ids("britain", "inf", 1))
    )
    assert "no PARA drop into a swamp" in refused(campaign, line.replace("clear", "swamp"))
    there = after(campaign, line)
    assault = assaults.assault(there, "x", there.engagements["x"])
    assert ground_battle.dropping(assault) == "cdo"
    # In the Second Impulse too, where units on foot attack nobody.
    later = shore(SECOND)
    assert refused(later, DROP.format("x", CDO)) == ""
    assert "2.6" in refused(later, line)


@pytest.mark.rule("tw-2.6-cdo", "tw-11.14")
def test_2_6_ten_hexes_for_a_commando_and_four_for_para_from_where_they_begin() -> None:
    # Two hexes, eight, and thirteen.
    for place, where, cdo, para in (
        ("london", "brussels", True, True),
        ("london", "berlin", True, False),
        ("london", "warsaw", False, False),
    ):
        campaign = based(cdo=place, para=place)
        assert ("too far away to drop (2.6)" not in refused(campaign, DROP.format(where, CDO))) is cdo, (place, where)
        said = refused(campaign, DROP.format(where, PARA))
        assert ("too far away to drop (11.14.1)" not in said) is para, (place, where)
    # Where nobody has said where it is, the board knows.
    assert "too far" not in refused(shore(), DROP.format("warsaw", CDO))


@pytest.mark.rule("tw-2.6-cdo")
def test_2_6_a_landing_has_a_commando_from_the_air_or_para_never_both() -> None:
    campaign = shore()
    assert refused(campaign, f"{LAND} airborne={CDO}") == ""
    assert refused(campaign, f"{LAND} airborne={PARA}") == ""
    assert "PARA and CDO drop on one hex (2.6)" in refused(campaign, f"{LAND} airborne={CDO},{PARA}")
    # By sea it may come beside PARA that drop.
    both = LAND.replace("units=", f"units={CDO},") + f" airborne={PARA}"
    assert refused(campaign, both) == ""
    assert "does not drop (11.14). PARA do, and CDO." in refused(campaign, f"{LAND} airborne=britain-inf-705")


@pytest.mark.rule("tw-2.6-cdo")
def test_2_6_it_doubles_one_inf_ashore_and_has_no_benefit_of_terrain() -> None:
    campaign = after(shore(), LAND.replace("units=", f"units={CDO},"))
    worth = ground_battle.attack(assaults.assault(campaign, "x", campaign.engagements["x"]))
    assert [line.value for line in worth.lines if line.rule == "2.6"] == [6]
    # A German one doubles nobody: Allied alone.
    swapped = {**UNITS, "germany-cdo-701": unit("germany", "cdo", "1-7")}
    there = attrs.evolve(shore("axis.operations.attacks", germany={"effort": "sle"}), units=swapped)
    line = "germany land x units=germany-cdo-701,germany-inf-701 against=britain-cdo-701"
    mine = after(there, line)
    german = assaults.assault(mine, "x", mine.engagements["x"])
    assert not [one for one in ground_battle.attack(german).lines if one.rule == "2.6"]
    assert ground_battle.defended(german).total == 1, "the British one defends at its face"


@pytest.mark.rule("tw-2.6-cdo")
def test_2_6_commandos_are_british_and_german_alone() -> None:
    american = {**UNITS, "us-cdo-701": unit("us", "cdo", "1-5")}
    faults = [fault for fault in checks.faults(attrs.evolve(shore(), units=american)) if "cdo" in fault.at]
    assert [(fault.at, fault.rule) for fault in faults] == [("units.us-cdo-701.kind", "2.6")]
    assert not [fault for fault in checks.faults(shore()) if "cdo" in fault.at]
