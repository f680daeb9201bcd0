"""Supply over the sea: ports, beachheads, a Fleet along the way, patrols that close it (12.1.1, 12.5, 12.7)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.supply import sea_lines
from engine.thewar.world.state import Marker, Patrol, TheWar, Unit
from tests.thewar.builds import at
from tests.thewar.endings.scenes import holds, war


def africa(**more: Unit) -> TheWar:
    """Italy, at war with Britain, has no Fleet but those that a test adds, Britain those of the set-up."""
    campaign = war("britain+italy")(at("axis.operations.supply", "1940-4-winter"))
    kept = {key: unit for key, unit in campaign.units.items() if (unit.power, unit.kind) != ("italy", "fleet")}
    kept = {key: unit for key, unit in kept.items() if (unit.power, unit.kind) != ("germany", "fleet")}
    return attrs.evolve(campaign, units={**kept, **{key.replace("_", "-"): unit for key, unit in more.items()}})


FLEET = Unit(power="italy", kind="fleet", strength="1-12-5", place="taranto")


def reasons(campaign: TheWar, power: str, port: str) -> list[tuple[str, str]]:
    return [(one.rule, one.reason) for one in sea_lines.refused(campaign, power, port)]


@pytest.mark.parametrize(
    ("fleet", "enough"),
    [
        (FLEET, True),
        (attrs.evolve(FLEET, depleted=True), False),
        (attrs.evolve(FLEET, place="board"), True),
        (attrs.evolve(FLEET, power="germany", place="naples"), True),
        (attrs.evolve(FLEET, power="britain", place="alexandria"), False),
        (attrs.evolve(FLEET, kind="cv", strength="1-12-5"), False),
    ],
    ids=["whole", "Depleted", "on the board", "an ally's", "an enemy's", "a CV"],
)
def test_12_1_1_a_line_over_the_sea_needs_a_whole_fleet_in_a_port(fleet: Unit, enough: bool) -> None:
    found = reasons(africa(x_1=fleet), "italy", "tripoli")
    if enough:
        assert found == []
    else:
        lacking = "no whole Fleet of Italy or its allies lies in a friendly port along the way"
        assert found == [("12.1.1, 12.7.1, ruling 411", lacking)]


def test_12_7_1_the_port_is_a_port_and_in_friendly_hands() -> None:
    campaign = africa(x_1=FLEET)
    assert reasons(campaign, "italy", "el-agheila") == [
        ("12.5, 12.7.1", "El Agheila is no port, and no beachhead lies there")
    ]
    lost = holds("britain", "tobruk")(campaign)
    assert reasons(lost, "italy", "tobruk") == [("12.7.1", "Tobruk is in the hands of Britain, an enemy")]


def test_12_5_a_beachhead_is_a_port_while_its_marker_lies_and_not_after() -> None:
    campaign = africa()
    laid = Marker(kind="beachhead", place="2935", power="britain", since="1940-4-winter")
    landed = attrs.evolve(campaign, markers={"beachhead-2935": laid})
    assert reasons(landed, "britain", "2935") == []
    assert reasons(campaign, "britain", "2935") == [("12.5, 12.7.1", "2935 is no port, and no beachhead lies there")]


@pytest.mark.example("12.7.2", "an Italian patrol in Tobruk Waters closes the port of Tobruk to British supply")
def test_12_7_2_an_enemy_patrol_alone_closes_a_port_and_beside_one_of_ours_it_does_not() -> None:
    campaign = holds("britain", "tobruk")(africa(x_1=FLEET))
    out = {"x-1": Patrol(area="tobruk-waters", since="1940-4-winter")}
    patrolled = attrs.evolve(campaign, patrols=out)
    assert reasons(campaign, "britain", "tobruk") == []
    assert reasons(patrolled, "britain", "tobruk") == [
        (
            "12.7, 12.7.2, ruling 412",
            "an enemy patrol alone controls Tobruk Waters, on which Tobruk lies",
        )
    ]
    ours = attrs.evolve(FLEET, power="britain", place="alexandria")
    both = attrs.evolve(
        patrolled,
        units={**patrolled.units, "x-2": ours},
        patrols={**out, "x-2": Patrol(area="tobruk-waters", since="1940-4-winter")},
    )
    assert reasons(both, "britain", "tobruk") == [], "disputed (12.7.4)"


@pytest.mark.parametrize(
    ("power", "place", "source", "sea"),
    [
        ("italy", "el-agheila", "rome", True),
        ("italy", "el-agheila", "tripoli", False),
        ("italy", "milan", "rome", False),
        ("italy", "palermo", "rome", True),
        ("britain", "cairo", "london", True),
        ("britain", "cairo", "suez", False),
        ("britain", "paris", "london", True),
        ("britain", "southampton", "london", False),
        ("us", "casablanca-hex", "edge", False),
        ("us", "brest", "edge", True),
        ("us", "us-box", "edge", False),
        ("germany", "oslo", "berlin", False),
        ("germany", "board", "berlin", False),
    ],
)
def test_12_7_from_where_a_source_is_reached_over_the_sea_alone(power: str, place: str, source: str, sea: bool) -> None:
    unit = Unit(power=power, kind="inf", strength="4-5", place=place)
    assert sea_lines.overseas(africa(x_1=unit), "x-1", source) == sea
