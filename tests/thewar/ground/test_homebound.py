"""Ground units that stay in their lands, by whatever door they would leave them (12.2.5, 20.2, 23.21, 23.60)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import InAfrica, TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.countries.test_straits import held
from tests.thewar.minors import at_war, moved, with_country

ATTACKS, NAVAL, RAIL = (f"axis.operations.{step}" for step in ("attacks", "naval", "rail"))
MOVES = "axis.operations.first-impulse"
UNITS = {
    "germany-inf-901": Unit(power="germany", kind="inf", strength="6-5"),
    "germany-inf-902": Unit(power="germany", kind="inf", strength="2-5", tag="volkssturm"),
    "romania-inf-901": Unit(power="romania", kind="inf", strength="4-5"),
    "finland-inf-901": Unit(power="finland", kind="inf", strength="6-5"),
    "italy-fleet-901": Unit(power="italy", kind="fleet", strength="1-12-5"),
    "britain-inf-901": Unit(power="britain", kind="inf", strength="2-5"),
    "ussr-inf-901": Unit(power="ussr", kind="inf", strength="2-5"),
}


@pytest.fixture(scope="module")
def war() -> TheWar:
    """Germany and its Satellites at war with Britain and the Soviets in Fall 1941; Tobruk is Italian."""
    campaign = attrs.evolve(at(ATTACKS, "1941-3-fall"), units=UNITS)
    pairs = ["britain+germany", "britain+italy", "germany+ussr", "italy+ussr"]
    for country in ("romania", "finland"):
        campaign = with_country(campaign, country, status="satellite", patron="germany")
        pairs += [f"britain+{country}", f"{country}+ussr"]
    return at_war(campaign, *pairs)


def at_step(campaign: TheWar, step: str) -> TheWar:
    return moved(campaign, "1941-3-fall", step)


@pytest.mark.rule("tw-23.60")
@pytest.mark.parametrize(
    ("step", "line", "land"),
    [
        (MOVES, "germany africa libya units=romania-inf-901", "Libya"),
        (NAVAL, "italy mission central-med units=italy-fleet-901 cargo=romania-inf-901 port=tripoli", "Libya"),
        (RAIL, "germany railmove 1 to=berlin country=romania", "Germany"),
        (ATTACKS, "germany land alexandria units=romania-inf-901 against=britain-inf-901", "Egypt"),
    ],
)
def test_23_60_no_door_leads_a_minor_countrys_units_out_of_its_lands(
    war: TheWar, step: str, line: str, land: str
) -> None:
    text = refused(at_step(war, step), line)
    assert f"units of Romania do not enter {land} (23.43, 23.60). At home, and in Bulgaria, Greece, Turkey" in text
    # The Soviet Union, which is theirs to enter, is named among the lands.
    assert "Soviet Union." in text
    assert "23.60" not in refused(at_step(war, RAIL), "germany railmove 1 to=ploesti country=romania")


@pytest.mark.rule("tw-23.21")
def test_23_21_finns_take_no_part_in_an_attack_on_leningrad_or_the_murmansk_route(war: TheWar) -> None:
    line = "germany {} {} units={} against=ussr-inf-901"
    for where, name in (("leningrad", "Leningrad"), ("0015", "0015"), ("0016", "0016")):
        text = refused(war, line.format("attack", where, "germany-inf-901,finland-inf-901"))
        assert f"Finnish units take no part in an attack on {name} (23.21). The German INF in Finland may." in text
        assert "23.21" not in refused(war, line.format("attack", where, "germany-inf-901"))
    both = line.format("overrun", "leningrad", "germany-inf-901,finland-inf-901")
    assert "Finnish units take no part" in refused(at_step(war, MOVES), both)
    assert refused(war, line.format("attack", "0516", "finland-inf-901")) == ""


@pytest.mark.rule("tw-20.2-geo")
def test_20_2_volkssturm_attacks_in_germany_alone(war: TheWar) -> None:
    line = "germany attack {} units=germany-inf-901,germany-inf-902 against=britain-inf-901"
    assert "Volkssturm does not go to Paris (20.2, ruling 415)" in refused(war, line.format("paris"))
    assert "20.2" not in refused(war, line.format("berlin"))


@pytest.mark.rule("tw-12.2.5-tob")
def test_12_2_5_without_tobruk_the_axis_attacks_nothing_in_egypt_either(war: TheWar) -> None:
    line = "germany {} alexandria units=germany-inf-901 against=britain-inf-901"
    assert "Tobruk" not in refused(war, line.format("attack"))
    lost = held(war, tobruk="britain")
    for verb in ("attack", "land"):
        assert "no Axis unit enters Egypt while Tobruk is not the Axis'" in refused(lost, line.format(verb))
    # Who is in Egypt already fights on there.
    inside = attrs.evolve(lost, in_africa={"germany-inf-901": InAfrica(land="egypt", since="1941-2-summer")})
    assert "Tobruk" not in refused(inside, line.format("attack"))


@pytest.mark.rule("tw-10.1.2")
def test_10_1_2_on_a_checked_board_nobody_attacks_from_beyond_his_movement(war: TheWar) -> None:
    arm = Unit(power="germany", kind="arm", strength="8-8", place="paris")
    far = attrs.evolve(war, units={**war.units, "germany-arm-901": arm}, options={**war.options, "board": "checked"})
    line = "germany attack moscow units=germany-arm-901 against=ussr-inf-901"
    text = refused(far, line)
    assert "Moscow is about 24 hexes from Paris, where ARM 8-8 stands (10.1.2). 9 hexes at the most" in text
    assert "10.1.2" not in refused(attrs.evolve(far, options=war.options), line)
    near = attrs.evolve(far, units={**far.units, "germany-arm-901": attrs.evolve(arm, place="smolensk")})
    assert "10.1.2" not in refused(near, line)
