"""SS Legions: built at home where no enemy stands, as good as the army of Germany, free to leave their home, and back
in the German pool once they are lost (25.2, 25.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat.combatants import in_battle
from engine.thewar.world.state import Pool, TheWar, Unit
from tests.thewar.endings.scenes import give, lands, why_not
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply_lines import GROUND, standing

LEGION = Unit(power="germany", kind="ss", strength="2-5", tag="norden")
POOL = "germany-ss-2-5-norden"
BUILD = "germany construct ss-2-5-norden place=oslo"


def norway(step: str, *, norden: bool = True, **units: Unit) -> TheWar:
    """Denmark and Norway are German, two Legions in the pool, with the units of a test."""
    campaign = standing("1942-2-summer", step=step, side="axis", places={"oslo": "germany", "warsaw": "germany"})
    campaign = lands("norway", "denmark", patron="germany")(campaign) if norden else campaign
    two = Pool(power="germany", kind="ss", strength="2-5", tag="norden", count=2)
    mine = {key.replace("_", "-"): unit for key, unit in units.items()}
    italy = attrs.evolve(campaign.powers["italy"], effort="pass")
    return attrs.evolve(
        campaign,
        pools={**campaign.pools, POOL: two},
        units={**campaign.units, **mine},
        powers={**campaign.powers, "italy": italy},
    )


@pytest.mark.rule("tw-25.2-ss")
def test_25_2_a_legion_is_built_at_home_where_no_enemy_stands() -> None:
    built = give(norway("build.units"), BUILD)
    assert [unit.place for unit in built.units.values() if unit.kind == "ss"] == ["oslo"]
    band = Unit(power="britain", kind="partisan", strength="1-3", tag="norden", place="oslo")
    assert why_not(norway("build.units", p_1=band), BUILD) == [("25.2", "an enemy unit is in Oslo")]
    assert why_not(norway("build.units", p_1=attrs.evolve(band, place="board")), BUILD) == []
    free = norway("build.units", norden=False)
    held = attrs.evolve(free, places={**free.places, "oslo": attrs.evolve(free.places["oslo"], holder="norway")})
    for line in (BUILD, "germany construct ss-2-5-norden"):
        assert why_not(held, line) == [("25.2", "the Axis holds nothing of Denmark and Norway")]
    assert why_not(free, "germany construct ss-2-5-norden") == [], "Oslo is German"
    assert why_not(norway("operations.first-impulse"), BUILD) != [], "in the Build Segment"


@pytest.mark.rule("tw-25.2-ss")
def test_25_3_a_legion_leaves_its_home_and_fights_as_the_german_army() -> None:
    campaign = norway("operations.attacks", g_1=LEGION, u_1=Unit(power="ussr", kind="inf", strength="2-5"))
    assert in_battle(campaign, "g-1").rating == campaign.powers["germany"].army
    worse = attrs.evolve(campaign.powers["germany"], army=2)
    assert in_battle(attrs.evolve(campaign, powers={**campaign.powers, "germany": worse}), "g-1").rating == 2
    fought = stepped(give(campaign, "germany attack 1632 units=g-1 against=u-1"), "axis.operations.combat")
    lost = given(fought, "germany fight 1632", 10)
    assert "g-1" not in lost.units and (lost.pools[POOL].count, lost.pools[POOL].lost) == (3, 1)
    back = attrs.evolve(lost, progress=attrs.evolve(lost.progress, step="axis.build.units"))
    assert why_not(back, BUILD) == []
    assert why_not(back, BUILD.replace("oslo", "warsaw"))[0] == ("25.2", "Warsaw is not in Denmark and Norway")
    smps = norway(GROUND, g_1=LEGION)
    assert why_not(smps, "germany stratmove ground group=ss-2-5-norden to=warsaw") == []
