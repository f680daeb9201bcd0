"""What the weather does to movement, flight, rails, ports and building; which place lies in which zone (26.0)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.campaign import Progress
from engine.thewar.combat import mobility
from engine.thewar.ruleset import RULESET
from engine.thewar.weather import weather
from engine.thewar.world import tallies
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, refused
from tests.thewar.combat.test_weather import EAST_WINTER, sky
from tests.thewar.ground.test_ground_fight import ATTACKS, MOVE, SECOND, stepped
from tests.thewar.ground.test_ground_fight import front as in_the_east

# --- movement


def with_units(campaign: TheWar, *texts: str) -> TheWar:
    """The campaign with these units alone, 'germany arm 8-8' or 'ussr inf 6-5 siberian', by power, kind and tag."""
    units = {}
    for text in texts:
        power, kind, strength, *tag = text.split()
        units["-".join((power, kind, *tag))] = Unit(power=power, kind=kind, strength=strength, tag="".join(tag))
    return attrs.evolve(campaign, units=units)


ALL = (
    "germany arm 8-8",
    "germany mech 4-8",
    "germany mot 4-7",
    "germany inf 6-5",
    "germany cav 2-6",
    "ussr arm 6-8",
    "ussr inf 4-5",
    "ussr cav 2-6",
    "ussr sta 2-3",
    "ussr inf 6-5 siberian",
    "ussr arm 8-8 siberian",
    "finland inf 3-5",
    "finland cav 2-6",
    "britain mot 6-7",
    "britain arm 6-8",
    "britain inf 4-5",
    "germany tac 1-5-4",
    "ussr tac 1-5-4",
    "finland ftr 2-3-2",
    "britain mdm 1-7-6",
)


def moves(turn: str, front: str, level: str, side: str = "allied") -> dict[str, int]:
    """The First Impulse's movement points of each unit."""
    facts = {f"{front}-weather": level}
    campaign = with_units(sky(f"{side}.operations.first-impulse", turn, facts), *ALL)
    ground = [key for key, unit in campaign.units.items() if unit.kind not in ("tac", "ftr", "mdm")]
    return {key: int(mobility.allowance(campaign, key, front).total) for key in ground}


def lost(turn: str, front: str, level: str) -> dict[str, int]:
    """What each unit loses of its printed movement."""
    return {key: int(ALL_PRINTED[key]) - left for key, left in moves(turn, front, level).items()}


ALL_PRINTED = {"-".join((text.split()[0], text.split()[1], *text.split()[3:])): text.split()[2][-1] for text in ALL}
AXIS_GROUND = ("germany-arm", "germany-mech", "germany-mot", "germany-inf", "germany-cav")
SOVIETS = ("ussr-arm", "ussr-inf", "ussr-cav", "ussr-sta")


@pytest.mark.rule("tw-26.1.1-move")
@pytest.mark.parametrize(
    ("level", "axis", "soviet", "finns"),
    [
        ("hard-freeze", (0, 0, 0, 0, 0), (0, 0, 0, 0), (0, 0)),
        ("snow-and-sleet", (2, 2, 1, 1, 1), (0, 0, 0, 0), (0, 0)),
        ("russian-winter", (2, 2, 1, 1, 1), (0, 0, 0, 0), (0, 0)),
        ("harsh-winter", (4, 4, 2, 2, 2), (1, 0, 0, 0), (0, 0)),
        ("severe-winter", (4, 4, 2, 2, 2), (1, 0, 0, 0), (0, 0)),
        ("extreme-winter", (4, 4, 2, 2, 2), (1, 1, 1, 0), (1, 1)),
        ("arctic", (4, 4, 2, 2, 2), (3, 3, 3, 0), (3, 3)),
    ],
)
def test_26_1_1_winter_in_russia_slows_the_axis_and_from_harsh_on_the_soviets(
    level: str, axis: tuple[int, ...], soviet: tuple[int, ...], finns: tuple[int, ...]
) -> None:
    found = lost("1942-4-winter", "eastern", level)
    assert tuple(found[key] for key in AXIS_GROUND) == axis
    assert tuple(found[key] for key in SOVIETS) == soviet
    assert (found["finland-inf"], found["finland-cav"]) == finns


@pytest.mark.rule("tw-26.1.1-move", "tw-26.1.1-zoc")
def test_26_1_1_both_impulses_are_cut_and_extreme_winter_has_no_second() -> None:
    def second(level: str, key: str) -> int:
        facts = {"eastern-weather": level}
        side = "axis" if key.startswith("germany") else "allied"
        campaign = with_units(sky(f"{side}.operations.second-impulse", "1942-4-winter", facts), *ALL)
        return int(mobility.allowance(campaign, key, "eastern", impulse=mobility.SECOND).total)

    whole = second("hard-freeze", "germany-arm")
    assert whole > 2 and second("snow-and-sleet", "germany-arm") == whole - 2
    assert second("harsh-winter", "germany-arm") == max(0, whole - 4)
    assert second("extreme-winter", "germany-arm") == 0 == second("arctic", "germany-cav")
    # That ends it for the Axis; the Soviets have theirs.
    assert second("extreme-winter", "ussr-arm") == second("hard-freeze", "ussr-arm") - 1 > 0


@pytest.mark.rule("tw-26.1.1-sib")
def test_26_1_1_siberians_know_a_hard_freeze_only_and_swedes_of_the_axis_too() -> None:
    for level in ("harsh-winter", "arctic"):
        found = lost("1942-4-winter", "eastern", level)
        assert found["ussr-inf-siberian"] == found["ussr-arm-siberian"] == 0
        assert found["ussr-arm"] > 0
    campaign = with_units(
        sky("axis.operations.staging", "1942-4-winter", {"eastern-weather": "arctic"}), "sweden inf 4-5"
    )
    land = attrs.evolve(campaign.countries["sweden"], status="satellite", patron="germany")
    ally = attrs.evolve(campaign, countries={**campaign.countries, "sweden": land})
    assert mobility.allowance(ally, "sweden-inf", "eastern").total == 5
    other = attrs.evolve(land, patron="britain")
    theirs = attrs.evolve(campaign, countries={**campaign.countries, "sweden": other})
    assert mobility.allowance(theirs, "sweden-inf", "eastern").total == 2
    # Mud is for everybody.
    assert lost("1942-1-spring", "eastern", "light-mud")["ussr-inf-siberian"] == 1


@pytest.mark.rule("tw-26.1.3-move")
@pytest.mark.parametrize("turn", ["1942-1-spring", "1942-3-fall"])
def test_26_1_3_mud_slows_everybody_and_heavy_mud_ends_the_second_impulse(turn: str) -> None:
    for level in ("light-mud", "heavy-mud", "morass"):
        found = lost(turn, "eastern", level)
        assert tuple(found[key] for key in AXIS_GROUND) == (2, 2, 1, 1, 1)
        assert tuple(found[key] for key in SOVIETS) == (2, 1, 1, 1)
        campaign = with_units(sky("allied.operations.second-impulse", turn, {"eastern-weather": level}), *ALL)
        left = mobility.allowance(campaign, "ussr-arm", "eastern", impulse=mobility.SECOND)
        assert bool(left.total) == (level == "light-mud")
    assert not any(lost(turn, "eastern", "clear").values())


@pytest.mark.rule("tw-26.2-move", "tw-26.3-move")
def test_26_2_and_26_3_winter_in_the_west_and_round_the_mediterranean_slows_mot_too() -> None:
    for front, level, mobile, others in (
        ("western", "clear", 0, 0),
        ("western", "cold-rain", 2, 1),
        ("western", "snow", 2, 1),
        ("western", "severe-winter", 2, 1),
        ("western", "extreme-winter", 4, 2),
        ("mediterranean", "clear", 0, 0),
        ("mediterranean", "cold-rain", 2, 1),
        ("mediterranean", "morass", 2, 1),
    ):
        found = lost("1942-4-winter", front, level)
        assert {found[key] for key in ("britain-arm", "britain-mot", "germany-mech", "germany-mot")} == {mobile}
        assert {found[key] for key in ("britain-inf", "germany-inf", "germany-cav")} == {others}
    for level, moving in (("cold-rain", True), ("morass", False)):
        facts = {"mediterranean-weather": level}
        campaign = with_units(sky("allied.operations.second-impulse", "1942-4-winter", facts), *ALL)
        left = mobility.allowance(campaign, "britain-arm", "mediterranean", impulse=mobility.SECOND)
        assert bool(left.total) == moving


@pytest.mark.rule("tw-26.1.1-air", "tw-26.2-double")
@pytest.mark.parametrize(
    ("front", "level", "german", "soviet", "british"),
    [
        ("eastern", "hard-freeze", (5, 4), (5, 4), None),
        ("eastern", "snow-and-sleet", (2, 2), (5, 4), None),
        ("eastern", "russian-winter", (1, 1), (5, 4), None),
        ("eastern", "severe-winter", (1, 1), (4, 3), None),
        ("eastern", "extreme-winter", (0, 0), (4, 3), None),
        ("eastern", "arctic", (0, 0), (3, 2), None),
        ("western", "snow", (5, 4), None, (7, 6)),
        ("western", "severe-winter", (3, 2), None, (4, 3)),
        ("western", "extreme-winter", (3, 2), None, (4, 3)),
    ],
)
def test_26_winter_shortens_the_ranges_of_aircraft(
    front: str,
    level: str,
    german: tuple[int, int],
    soviet: tuple[int, int] | None,
    british: tuple[int, int] | None,
) -> None:
    campaign = with_units(sky("axis.operations.staging", "1942-4-winter", {f"{front}-weather": level}), *ALL)
    for key, wanted in (("germany-tac", german), ("ussr-tac", soviet), ("britain-mdm", british)):
        if wanted is not None:
            unit = campaign.units[key]
            found = tuple(one.total for one in mobility.flies(unit, mobility.around(campaign, unit, front)))
            assert found == wanted, key
    said = " ".join(RULESET.sequence["axis.operations.staging"].told(campaign))
    assert ("range" in said) == (german != (5, 4))


# --- what else


def frozen(step: str, level: str, front: str = "eastern") -> TheWar:
    return sky(step, "1942-4-winter", {f"{front}-weather": level}, germany={"effort": "sle"}, italy={"effort": "sle"})


@pytest.mark.rule("tw-26.1.1-rail")
@pytest.mark.parametrize(
    ("level", "most"),
    [("russian-winter", 9), ("harsh-winter", 3), ("severe-winter", 2), ("extreme-winter", 1), ("arctic", 0)],
)
def test_26_1_1_few_axis_units_move_by_rail_and_smps_in_the_soviet_union(level: str, most: int) -> None:
    rail, smps = frozen("axis.operations.rail", level), "axis.stratmove.ground"
    rail = attrs.evolve(rail, facts={**rail.facts, "rail-germany": 40})
    for count in range(1, 5):
        text = refused(rail, f"germany railmove {count} in-ussr=yes")
        assert ("1939 Soviet Union" in text) == (count > most)
        # Nobody minds moves elsewhere.
        assert refused(rail, f"germany railmove {count}") == ""
    if not most:
        return
    moved = after(rail, f"germany railmove {min(most, 3)} in-ussr=yes")
    last = attrs.evolve(moved, progress=Progress(turn=1, step=smps, done=("italy",)))
    text = refused(last, "germany stratmove ground to=kiev")
    assert ("0 more may move" in text and "(26.1.1)" in text) == (most <= 3)
    assert "26.1.1" not in refused(last, "germany stratmove ground to=warsaw")
    # All of the Axis together, but not the Soviets.
    assert ("(26.1.1)" in refused(moved, "italy railmove 1 to=kiev")) == (most <= 3)
    soviet = attrs.evolve(last, progress=Progress(turn=1, step="allied.operations.rail"))
    assert "26.1.1" not in refused(soviet, "ussr railmove 4 to=kiev")


@pytest.mark.rule("tw-26.2-double")
def test_26_2_rail_and_smps_in_the_west_count_twice_in_a_severe_winter() -> None:
    for level, times in (("snow", 1), ("severe-winter", 2), ("extreme-winter", 2)):
        rail = frozen("axis.operations.rail", level, "western")
        used = {
            line: tallies.used(after(rail, line), "germany", tallies.RAILMOVES)
            for line in ("germany railmove 2 in-west=yes", "germany railmove 2 to=berlin", "germany railmove 2")
        }
        assert list(used.values()) == [2 * times, 2 * times, 2]
        move = attrs.evolve(rail, progress=Progress(turn=1, step="axis.stratmove.ground", done=("italy",)))
        halves = {
            line: tallies.used(after(move, line), "germany", tallies.SMPS)
            for line in ("germany stratmove ground to=berlin", "germany stratmove ground to=rome")
        }
        assert list(halves.values()) == [2 * times, 2]


@pytest.mark.rule("tw-26.1.1-fort", "tw-26.2-fort")
def test_26_nothing_is_fortified_in_russian_winter_or_in_snow() -> None:
    def fortify(side: str, power: str, place: str, front: str, level: str) -> str:
        campaign = frozen(f"{side}.build.units", level, front)
        here = attrs.evolve(campaign.places[place], holder=power)
        return refused(
            attrs.evolve(campaign, places={**campaign.places, place: here}), f"{power} install fortification at={place}"
        )

    for level, allowed in (
        ("hard-freeze", True),
        ("snow-and-sleet", True),
        ("russian-winter", False),
        ("arctic", False),
    ):
        text = fortify("axis", "germany", "vilna", "eastern", level)
        assert (text == "") == allowed and (allowed or ("by the Axis in" in text and "(26.1.1)" in text))
    # The Soviets build in theirs as they do in any winter (10.6.4).
    assert "26.1.1" not in fortify("allied", "ussr", "vilna", "eastern", "arctic")
    for level, allowed in (("clear", True), ("cold-rain", True), ("snow", False), ("extreme-winter", False)):
        for side, power in (("axis", "germany"), ("allied", "britain")):
            text = fortify(side, power, "rotterdam", "western", level)
            assert (text == "") == allowed and (allowed or "in the West in" in text)


@pytest.mark.rule("tw-26.1.1-ice")
def test_26_1_1_axis_ships_stay_in_their_baltic_ports() -> None:
    ships = ("germany fleet 1-12-5", "italy fleet 1-12-5", "ussr fleet 1-12-5")
    mission, patrol = "germany mission {} units=germany-fleet", "germany patrol {} units=germany-fleet"
    campaign = with_units(frozen("axis.operations.naval", "hard-freeze"), *ships)
    for line in (mission, patrol):
        for area in ("east-baltic", "west-baltic"):
            text = refused(campaign, line.format(area))
            assert "is frozen (hard freeze) (26.1.1)" in text and "stay in their Baltic ports" in text
        assert "frozen" not in refused(campaign, line.format("levant"))
    assert "frozen" in refused(campaign, mission.format("skagerrak") + " through=west-baltic")
    smps = attrs.evolve(campaign, progress=Progress(turn=1, step="axis.stratmove.naval", done=("italy",)))
    assert "the East Baltic is frozen" in refused(smps, "germany stratmove naval through=east-baltic")
    # In another season, or for the Soviets, it is open.
    fall = with_units(sky("axis.operations.naval", "1942-3-fall", germany={"effort": "sle"}), *ships)
    assert refused(fall, mission.format("east-baltic")) == ""
    theirs = attrs.evolve(campaign, progress=Progress(turn=1, step="allied.operations.naval"))
    assert "frozen" not in refused(theirs, "ussr mission east-baltic units=ussr-fleet")


@pytest.mark.rule("tw-1.2-front", "tw-26.3-clear", "tw-26.1.1-zone", "tw-26.2-zone")
def test_26_places_have_the_weather_of_their_zone() -> None:
    zones = {
        "eastern": ("finland", "karelia", "estonia", "latvia", "lithuania", "eastern-poland", "ussr", "bessarabia"),
        "western": (
            "france", "britain", "belgium", "netherlands", "luxembourg", "ireland", "denmark", "norway", "germany",
            "switzerland", "poland", "hungary", "danzig",
        ),
        "mediterranean": (
            "romania", "bulgaria", "turkey", "iraq", "iran", "syria", "tunisia", "algeria", "morocco", "spain",
            "portugal", "italy", "yugoslavia", "albania", "greece", "rome", "naples", "sicily", "sardinia",
        ),
    }  # fmt: skip
    zone_of = {land: zone for zone, lands in zones.items() for land in lands}
    campaign = sky(EAST_WINTER, "1942-4-winter")
    checked = 0
    for place in campaign.places.values():
        # Dakar is French and lies off the three fronts.
        if place.kind == "box" or place.country not in zone_of or place.name == "Dakar":
            continue
        tagged = [zone for zone in zones if place.tags.get(zone)]
        assert tagged == [zone_of[place.country]], place.name
        checked += 1
    assert checked > 60
    sheltered = {place.country for place in campaign.places.values() if weather.sheltered(place)}
    assert {"egypt", "libya"} <= sheltered <= set(weather.ALWAYS_CLEAR)
    assert not sheltered & {"tunisia", "italy"}


@pytest.mark.rule("tw-26.1.1-zoc")
@pytest.mark.parametrize(("level", "closed"), [("severe-winter", False), ("extreme-winter", True), ("arctic", True)])
def test_26_1_1_nobody_exploits_in_extreme_winter(level: str, closed: bool) -> None:
    campaign = in_the_east(SECOND, "1941-4-winter")
    campaign = attrs.evolve(campaign, facts={**campaign.facts, "eastern-weather": level})
    line = "germany attack smolensk units=3-arm-8-8 against=inf-4-5"
    assert ("no Second Impulse in" in refused(campaign, line)) == closed
    # In the First Impulse the attack is made; and Soviet units exploit in any Winter.
    assert refused(stepped(campaign, ATTACKS), line) == ""
    soviet = stepped(campaign, "allied.operations.second-combat")
    arm = {key: attrs.evolve(unit, reserve=False) for key, unit in soviet.units.items()}
    text = refused(attrs.evolve(soviet, units=arm), "ussr attack smolensk units=arm-6-8 against=germany-inf-6-5")
    assert "no Second Impulse" not in text


@pytest.mark.rule("tw-10.2.4")
def test_10_2_4_infantry_exploits_nothing() -> None:
    campaign = in_the_east(SECOND)
    text = refused(campaign, "germany attack x units=inf-6-5 against=inf-4-5")
    assert "Infantry moves in the First Impulse only (2.6)" in text
    moving = stepped(campaign, "axis.operations.second-impulse")
    text = refused(moving, "germany overrun x units=3-arm-8-8,inf-6-5 against=inf-4-5")
    assert (
        "Infantry moves in the First Impulse only" in text and "only ARM, MECH and CAV win automatically (9.8)" in text
    )


@pytest.mark.rule("tw-26.1.1-zoc")
@pytest.mark.parametrize(("level", "cancelled"), [("harsh-winter", False), ("severe-winter", True), ("arctic", True)])
def test_26_1_1_a_severe_winter_cancels_the_zocs_of_the_axis_and_the_step_says_so(level: str, cancelled: bool) -> None:
    campaign = in_the_east(MOVE, "1941-4-winter")
    campaign = attrs.evolve(campaign, facts={**campaign.facts, "eastern-weather": level})
    for step in (MOVE, "allied.operations.first-impulse", "axis.operations.second-impulse"):
        lines = RULESET.sequence[step].says(stepped(campaign, step))
        assert any("no ZOCs of the Axis (26.1.1)" in line for line in lines) == cancelled
    spring = attrs.evolve(campaign, first="1942-1-spring")
    assert not any("ZOCs of the Axis" in line for line in RULESET.sequence[MOVE].says(spring))
