"""Supply over the sea: ports, beachheads, a Fleet along the way, patrols that close it (12.1.1, 12.5, 12.7)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.supply import sea_lines
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import seas
from engine.thewar.world.state import Marker, Patrol, SupplyMark, TheWar, Unit
from tests.thewar.builds import after, at
from tests.thewar.endings.scenes import hints, holds, war, why_not
from tests.thewar.world import effect


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


@pytest.mark.rule("tw-12.7.4")
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


# --- lifted by sea (12.7.3)

ANZAC = Unit(power="britain", kind="mot", strength="3-7", tag="anzac", place="tobruk")
OUT = SupplyMark(
    level="out", side="allied", by="italy", since="1940-4-winter", half="axis", check=3, until="1941-1-spring"
)
LIFT = "britain stratmove sealift group=mot-3-7-anzac origin=tobruk"


def lifting(*out: str, **more: Unit) -> TheWar:
    """ANZAC in Tobruk, which is Britain's, as naval units move strategically; those places and units ``out``."""
    campaign = holds("britain", "tobruk")(africa(x_1=ANZAC, **more))
    units = {key: one for key, one in campaign.units.items() if key.startswith("x-") or one.tag != "anzac"}
    marks = {key: OUT for key in out if key in units}
    return attrs.evolve(
        campaign,
        units=units,
        supply_marks=marks,
        supply_places={key: OUT for key in out if key not in units},
        progress=attrs.evolve(campaign.progress, step="allied.stratmove.naval", done=("france",)),
    )


@pytest.mark.rule("tw-12.7.3")
@pytest.mark.example("12.7.3", "a British 3-7 MOT cut off in Tobruk is lifted out by sea once supply is run there")
def test_12_7_3_units_lifted_by_sea_begin_or_end_in_supply() -> None:
    campaign = lifting("x-1", "benghazi", x_2=attrs.evolve(FLEET, place="taranto"))
    assert why_not(lifting(), f"{LIFT} to=alexandria") == []
    assert why_not(campaign, f"{LIFT} to=alexandria") == []
    ((rule, reason),) = why_not(lifting("x-1", "alexandria"), f"{LIFT} to=alexandria")
    assert rule == "12.7.3, ruling 523"
    assert reason == "MOT 3-7 begins out of supply since Winter 1940, and Alexandria is out of supply too"
    assert "supply is run to its port" in hints(lifting("x-1", "alexandria"), f"{LIFT} to=alexandria")
    ((rule, reason),) = why_not(campaign, LIFT)
    assert rule == "12.7.3, ruling 523" and reason.endswith("and nobody says where it ends")
    # The Italian patrol closes the port; one of ours beside it opens it again.
    closed = attrs.evolve(campaign, patrols={"x-2": Patrol(area="tobruk-waters", since="1940-4-winter")})
    assert why_not(closed, f"{LIFT} to=alexandria")[0][0] == "12.7, 12.7.2, ruling 412"
    ours = attrs.evolve(FLEET, power="britain", place="alexandria")
    run = attrs.evolve(
        closed,
        units={**closed.units, "x-3": ours},
        patrols={**closed.patrols, "x-3": Patrol(area="tobruk-waters", since="1940-4-winter")},
    )
    assert why_not(run, f"{LIFT} to=alexandria") == []


def test_12_7_3_of_like_units_those_go_first_that_nobody_has_named() -> None:
    campaign = lifting("x-1", x_2=attrs.evolve(ANZAC, place="board"))
    assert why_not(campaign, "britain stratmove sealift group=mot-3-7-anzac") == []
    assert why_not(campaign, LIFT) != [], "from Tobruk goes who is there"


def test_12_7_3_a_mission_carries_nobody_from_out_of_supply_to_out_of_supply() -> None:
    campaign = lifting("x-1", x_2=attrs.evolve(FLEET, power="britain", place="tobruk"))
    there = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="allied.operations.naval"))
    line = "britain mission {} units=x-2 carrying=x-2 cargo=x-1"
    assert why_not(there, line.format("alexandria")) == []
    assert [rule for rule, _ in why_not(there, line.format("levant"))] == ["12.7.3, ruling 523"]
    # The port where it lands says where it ends.
    assert "12.7.3, ruling 523" not in [rule for rule, _ in why_not(there, f"{line.format('levant')} port=alexandria")]
    out = attrs.evolve(there, supply_places={"alexandria": OUT})
    assert [rule for rule, _ in why_not(out, line.format("alexandria"))] == ["12.7.3, ruling 523"]


# --- ways that the enemy closes, supply that is run (12.7, 12.7.2)


def blockaded(*areas: str, board: str = "checked") -> TheWar:
    """British Fleets on patrol in Sea Areas, as Italy traces from Tripoli."""
    fleets = {f"x_{nth}": Unit(power="britain", kind="fleet", strength="1-12-5") for nth in range(2, 2 + len(areas))}
    campaign = africa(x_1=FLEET, **fleets)
    out = {f"x-{nth}": Patrol(area=area, since="1940-4-winter") for nth, area in enumerate(areas, 2)}
    return attrs.evolve(campaign, patrols=out, options={**campaign.options, "board": board})


@pytest.mark.rule("tw-12.7")
def test_12_7_no_line_passes_sea_areas_that_the_enemy_alone_controls() -> None:
    berths = seas.of_port(africa(), "tripoli")
    around = {one for area in berths for one in seas.graph(africa()).neighbours[area]} - set(berths)
    assert reasons(blockaded(*around), "italy", "tripoli") == [
        ("12.7, 12.7.2, ruling 412", "the enemy alone controls every way from Tripoli to a port at home")
    ]
    assert reasons(blockaded(*around, board="trusted"), "italy", "tripoli") == [], "the ways are advice alone"
    left_open = set(around) - {"ionian"}
    assert reasons(blockaded(*left_open), "italy", "tripoli") == []


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_supply_is_run_to_a_port_that_is_closed_with_three_escorts_at_most() -> None:
    fleets = {f"x_{nth}": Unit(power="britain", kind="fleet", strength="1-12-5") for nth in range(3, 7)}
    campaign = holds("britain", "tobruk")(africa(x_1=FLEET, **fleets))
    closed = attrs.evolve(
        campaign,
        patrols={"x-1": Patrol(area="tobruk-waters", since="1940-4-winter")},
        progress=attrs.evolve(campaign.progress, step="allied.operations.naval"),
    )
    assert reasons(closed, "britain", "tobruk")[0][0] == "12.7, 12.7.2, ruling 412"
    line = "britain mission tobruk units={} facts=supply"
    assert why_not(closed, line.format("x-3,x-4,x-5,x-6")) == [("12.7.2", "4 ships escort one supply run")]
    run = after(closed, line.format("x-3,x-4,x-5"))
    assert reasons(run, "britain", "tobruk") == []
    assert reasons(after(closed, "britain mission tobruk units=x-3"), "britain", "tobruk") != []
    ended = effect(attrs.evolve(run, progress=attrs.evolve(run.progress, step="end.advance")), EndTurn("britain"))
    assert reasons(ended, "britain", "tobruk") != [], "for this turn alone"
