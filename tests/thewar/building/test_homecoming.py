"""7.10: however a ship becomes Depleted, its damage is rolled, it lies on its space of a yard, and its repair waits."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import Slip, TheWar
from tests.thewar.builds import UNITS, at, refused
from tests.thewar.sea.test_sea_fight import AXIS, asked, given, med, unit
from tests.thewar.strategic.test_raider_hunt import met


def turn_over(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, missions={})


@pytest.mark.rule("tw-7.10-roll", "tw-7.10-home", "tw-7.10-wait")
def test_7_10_a_raider_that_comes_home_depleted_waits_a_turn_on_its_space() -> None:
    game = met()
    # A 5 Depletes it, a 7 is five factors: space 4.
    game.give("britain seek-raiders none")
    game.give("germany seek-raiders none", faces=(5, 7))
    game.give("germany break-off yes")
    assert game.decision is not None and game.decision.answers[0] == "germany to-yard germany-fleet-1 kiel"
    game.give("germany to-yard germany-fleet-1 kiel")
    hurt = game.campaign.units["germany-fleet-1"]
    assert hurt.depleted and hurt.damage == 5
    slip = game.campaign.slips["kiel-1"]
    assert (slip.unit, slip.space) == ("germany-fleet-1", 4)
    building = attrs.evolve(game.campaign, progress=attrs.evolve(game.campaign.progress, step=UNITS))
    assert "germany-fleet-1 was hit this turn (7.10)" in refused(building, "germany work kiel-1")
    assert "7.10" not in refused(turn_over(building), "germany work kiel-1")


@pytest.mark.rule("tw-7.10-roll", "tw-7.10-home", "tw-7.10-wait")
def test_7_10_a_ship_depleted_at_the_table_is_rolled_for_as_well() -> None:
    campaign = given(at("axis.operations.naval"), "losses bri dep fleet-1-12-5", 2)
    power, answers = asked(campaign)
    key = answers[0].split()[2]
    assert (power, campaign.units[key].damage, answers[-1]) == ("britain", 1, f"britain to-yard {key} none")
    home = given(campaign, answers[0])
    (slip,) = home.slips.values()
    assert (slip.unit, slip.space) == (key, 8)
    # With none it waits, and is docked later on the space of its damage and no other.
    waits = given(campaign, answers[-1])
    building = attrs.evolve(waits, progress=attrs.evolve(waits.progress, step="allied.build.units"))
    yard = slip.yard
    said = refused(building, f"britain dock {key} {yard} space=3")
    assert f"its damage of 1 factors puts {key} on space 8, not 3 (7.10, ruling 56)" in said
    docked = given(building, f"britain dock {key} {yard}")
    assert next(one.space for one in docked.slips.values()) == 8
    assert f"{key} was hit this turn (7.10)" in refused(docked, f"britain work {next(iter(docked.slips))}")


@pytest.mark.rule("tw-7.10-roll")
def test_7_10_the_nac_of_a_cv_depleted_at_the_table_is_depleted_with_it_once() -> None:
    campaign = given(med(), "losses bri dep cv", 6)
    assert campaign.units["britain-nac-1"].depleted and campaign.units["britain-cv-1"].damage == 3
    two = attrs.evolve(med(), units={**med().units, "britain-nac-2": unit("britain", "nac", "1-3-2")})
    named = given(two, "losses bri dep cv, dep nac-1-3-2", 6)
    assert sum(one.depleted for one in named.units.values() if one.kind == "nac") == 1


@pytest.mark.rule("tw-7.10-roll")
def test_7_10_one_that_a_ruling_has_depleted_is_rolled_for_as_it_docks() -> None:
    campaign = given(at(UNITS), 'ruling units.germany-fleet-1.depleted yes because "hit at the table"')
    said = refused(campaign, "germany dock germany-fleet-1 kiel space=8")
    assert "the damage of germany-fleet-1 has not been rolled (7.10)" in said
    docked = given(campaign, "germany dock germany-fleet-1 kiel", 9)
    assert docked.slips["kiel-1"].space == 2 and docked.units["germany-fleet-1"].damage == 7
    last = attrs.evolve(docked, slips={"kiel-1": attrs.evolve(docked.slips["kiel-1"], space=8)})
    whole = given(last, "germany work kiel-1").units["germany-fleet-1"]
    assert not whole.depleted and not whole.damage


@pytest.mark.rule("tw-7.9.6")
def test_7_9_6_a_ship_in_its_yard_is_set_back_from_the_air_and_never_sunk() -> None:
    slip = Slip(yard="southampton", power="britain", kind="fleet", strength="1-12-5", unit="britain-fleet-1", space=6)
    units = {**med().units, "britain-fleet-1": unit("britain", "fleet", depleted=True, place="southampton", damage=3)}
    campaign = attrs.evolve(med(AXIS), units=units, slips={"southampton-1": slip})
    line = "germany mission southampton units=germany-tac-1 against=britain-fleet-1 facts=port"
    # No surprise, Flak misses, a 1 sinks what is at sea; after the round a 4 for its damage, three factors.
    campaign = given(given(campaign, line), "germany sea-battle southampton", 9, 5, 1)
    home = given(campaign, "germany break-off yes", 4)
    assert not home.pending and home.slips["southampton-1"].space == 3
    assert home.units["britain-fleet-1"].depleted and not home.engagements
