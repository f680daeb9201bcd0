"""The U-boat war in play: the boxes as orders, the battle with its choices, and what it does (5.1)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.economy import capacity
from engine.thewar.strategic import uboat_modifiers, uboat_war
from engine.thewar.world import influence
from engine.thewar.world.state import Country, TheWar, Unit
from tests.thewar.atlantic import AIR, SEA, Segment, box, count, pool, scene
from tests.thewar.world import refusals, rules_of

BIG: dict[str, Any] = {"germany": {"uboat": 8, "int": 4}, "britain": {"asw": 4, "sac": 3, "int": 2}}
JOINT: dict[str, Any] = {
    "germany": {"uboat": 8, "int": 4},
    "britain": {"asw": 2, "sac": 3},
    "us": {"asw": 2, "sac": 2},
    "entered": "1941-4-winter",
}


def at_sea(turn: str = "1940-3-fall", **more: Any) -> Segment:
    """A game at the step of the U-Boat War Box, with 8 U-boats and 4 ASW unless told otherwise."""
    return Segment(scene(turn, SEA, **(BIG | more)))


def fought(*lines: str, faces: tuple[int, ...] = (2,), turn: str = "1940-3-fall", **more: Any) -> Segment:
    """The same with its boxes given and the die rolled; on a 2 at two to one an Ambush: DL1/DA3."""
    game = at_sea(turn, **more)
    game.give(*(lines or ("germany sea-box uboats=8", "britain sea-box asw=4")), faces=faces)
    return game


# ---------------------------------------------------------------- the box


@pytest.mark.rule("tw-5.1", "tw-5.3.1")
@pytest.mark.parametrize(
    ("order", "rules"),
    [
        ("germany sea-box uboats=9", {"5.1"}),
        ("germany sea-box uboats=7 murmansk=2", {"5.1"}),
        ("germany sea-box murmansk=3", {"5.3.1"}),
        ("germany sea-box uboats=-1 murmansk=2", {"5.1"}),
        ("germany sea-box asw=1", {"5.1"}),
        ("britain sea-box asw=5", {"5.1"}),
        ("britain sea-box asw=-1 murmansk=1", {"5.1"}),
        ("britain sea-box uboats=1", {"5.1"}),
        ("britain sea-box raiders=germany-fleet-1", {"5.1.2.1"}),
        ("italy sea-box", {"5.1"}),
        ("us sea-box", {"5.1"}),
    ],
)
def test_5_1_what_a_box_does_not_take(order: str, rules: set[str]) -> None:
    assert rules <= set(rules_of(refusals(scene(step=SEA, **BIG), order)))
    at_sea().refused(order)


@pytest.mark.rule("tw-5.3.1")
def test_5_1_what_a_box_takes_stands_in_it() -> None:
    game = at_sea()
    game.give("germany sea-box uboats=6 murmansk=2")
    assert (box(game.campaign, "germany").uboats, box(game.campaign, "germany").murmansk) == (6, 2)
    assert game.refused("germany sea-box uboats=1"), "once is all"
    assert game.acting == ("britain",)


@pytest.mark.rule("tw-5.0")
def test_5_0_under_a_limited_effort_only_defence() -> None:
    for effort in ("mle", "none", "pass"):
        campaign = scene(step=SEA, **BIG)
        powers = {**campaign.powers, "germany": attrs.evolve(campaign.powers["germany"], effort=effort)}
        powers["britain"] = attrs.evolve(campaign.powers["britain"], effort=effort)
        campaign = attrs.evolve(campaign, powers=powers)
        assert refusals(campaign, "germany sea-box uboats=1")
        assert not refusals(campaign, "germany sea-box")
        assert not refusals(campaign, "britain sea-box asw=4")
        assert refusals(campaign, "britain air-box sac=1")
        assert not refusals(campaign, "britain air-box interceptors=2")


@pytest.mark.rule("tw-5.1.2.1", "tw-5.1.2")
def test_5_1_2_1_raiders_are_whole_and_sail_from_a_listed_port() -> None:
    campaign = scene(step=SEA, **BIG)
    units = dict(campaign.units)
    units["germany-fleet-7"] = Unit(power="germany", kind="fleet", strength="1-12-5", place="genoa")
    units["germany-fleet-8"] = Unit(power="germany", kind="fleet", strength="1-12-5", place="kiel", depleted=True)
    units["germany-fleet-9"] = Unit(power="germany", kind="fleet", strength="1-12-5", place="kiel")
    units["germany-cv-1"] = Unit(power="germany", kind="cv", place="kiel")
    campaign = attrs.evolve(campaign, units=units)

    def asked(names: str) -> list[str]:
        return rules_of(refusals(campaign, f"germany sea-box raiders={names}"))

    assert asked("germany-fleet-9") == []
    for bad in ("germany-fleet-7", "germany-fleet-8", "germany-arm-1", "britain-fleet-1", "nobody-1", "germany-cv-1"):
        assert asked(bad) == ["5.1.2.1"], bad
    assert asked("germany-fleet-9,germany-fleet-9") == ["5.1.2.1"]
    units["germany-nac-1"] = Unit(power="germany", kind="nac", strength="1-3-2")
    campaign = attrs.evolve(campaign, units=units)
    assert asked("germany-cv-1") == [], "with its NAC aboard"


def test_germany_is_asked_for_raiders_even_without_uboats() -> None:
    game = at_sea(germany={}, britain={"int": 1})
    assert game.acting == ("germany",)
    game.give("germany sea-box raiders=germany-fleet-1", faces=())
    assert game.decision is not None and game.decision.power == "germany"
    alone(game)
    assert game.changed("powers.britain.narfs") == [(100, 92)]


def alone(game: Segment) -> None:
    """Raiders sail, and nobody looks for them: the defaults."""
    while game.decision is not None:
        game.give(game.decision.default)


# ---------------------------------------------------------------- the battle


@pytest.mark.rule("tw-5.1.1", "tw-5.1.3.1", "tw-5.1.3-smp", "tw-5.1.3.3")
def test_5_1_3_1_an_ambush_from_the_boxes_to_the_last_narf() -> None:
    game = fought(germany={"uboat": 8}, britain={"asw": 4})
    now = game.campaign
    # 8 get through 4 - 1 - 3 = 0 ASW, 4 NARFs each; the SMPs: 2 for 32 NARFs, 1 for the Ambush.
    assert game.changed("powers.britain.narfs") == [(100, 68)]
    assert [new for _, new in game.changed("powers.britain.smp_lost")] == [1, 3]
    assert (count(now, "britain", "asw"), count(now, "germany", "uboat")) == (3, 6)
    start = game.begun
    assert pool(now, "britain-asw") == pool(start, "britain-asw") + 1
    assert pool(now, "germany-uboat") == pool(start, "germany-uboat") + 2
    assert (now.facts["convoy-hit"], now.facts.get("convoy-massacre", False)) == (True, False)
    assert now.boxes == {} and now.pending == {}
    # 22.8: 20 NARFs lost in a turn move the U.S. Entry Level.
    assert now.facts["usel"] == int(start.facts.get("usel", 0)) + 1


@pytest.mark.rule("tw-5.1.3-cap")
def test_ruling_10_britain_loses_at_most_a_third_of_its_isles_at_sea() -> None:
    game = fought("germany sea-box uboats=20", "britain sea-box asw=4", germany={"uboat": 20}, faces=(2,))
    assert game.changed("powers.britain.narfs") == [(100, 60)]


@pytest.mark.rule("tw-5.1.1-noasw")
def test_ruling_6_without_asw_no_die_is_rolled_and_no_chit_asked() -> None:
    game = fought(
        "germany sea-box uboats=8", "britain sea-box", faces=(), facts={"espionage-britain": 1}, britain={"asw": 4}
    )
    assert [entry.rolls for entry in game.entries if entry.rolls] == []
    assert game.changed("powers.britain.narfs") == [(100, 60)]
    assert count(game.campaign, "germany", "uboat") == 8, "no ASW, no attrition"


def test_ruling_151_asw_sunk_come_from_whoever_has_most_left_in_the_box() -> None:
    game = fought(
        "germany sea-box uboats=12",
        "britain sea-box asw=1",
        "us sea-box asw=3",
        faces=(1,),
        turn="1944-1-spring",
        **JOINT | {"germany": {"uboat": 12}, "britain": {"asw": 3}, "us": {"asw": 3}},
    )
    # Three to one, a 1: DL2/DA4 and an Ambush, so that the Allies choose.
    assert game.decision is not None and game.decision.answers == ("britain victim britain", "britain victim us")
    game.give("britain victim us")
    assert (count(game.campaign, "us", "asw"), count(game.campaign, "britain", "asw")) == (1, 3)


@pytest.mark.rule("tw-5.1.3-split")
@pytest.mark.parametrize(
    ("face", "option", "chooser"), [(2, "a", "britain"), (3, "a", "germany"), (1, "a", "britain"), (1, "b", "britain")]
)
def test_ruling_9_who_says_whose_narfs_are_lost(face: int, option: str, chooser: str) -> None:
    game = at_sea("1943-3-fall", **JOINT)
    game.campaign = attrs.evolve(game.campaign, options={**game.campaign.options, "ruling_9": option})
    game.give("germany sea-box uboats=8", "britain sea-box asw=2", "us sea-box asw=2", faces=(face,))
    assert game.decision is not None and game.decision.power == chooser
    other = "germany" if chooser == "britain" else "britain"
    assert game.refused(f"{other} victim us")
    assert game.refused("germany air-box night=1"), "first the choice"
    game.give(f"{chooser} victim us")
    assert game.step == AIR
    lost = game.changed("powers.us.narfs")[0]
    assert lost[0] > lost[1] and game.changed("powers.britain.narfs") == []


def test_ruling_9_in_a_massacre_the_germans_choose_unless_the_option_says_otherwise() -> None:
    for option, chooser in (("a", "germany"), ("b", "britain")):
        campaign = scene("1943-1-spring", SEA, **JOINT | {"germany": {"uboat": 16}})
        brest = attrs.evolve(campaign.places["brest"], holder="germany")
        campaign = attrs.evolve(campaign, places={**campaign.places, "brest": brest}, options={"ruling_9": option})
        game = Segment(campaign)
        # Four to one, a 1 with the French port: row -1, DL2/DA6 and a Massacre.
        game.give("germany sea-box uboats=16", "britain sea-box asw=2", "us sea-box asw=2", faces=(1,))
        assert game.decision is not None and game.decision.power == chooser
        game.give(f"{chooser} victim us")
        now = game.campaign
        assert game.changed("powers.us.narfs") == [(100, 20)]
        # Two SMPs for the Massacre in each half of the American capacity (ruling 13).
        assert now.powers["us"].smp_lost == 4
        assert (now.facts["convoy-hit"], now.facts["convoy-massacre"]) == (True, True)


def test_nobody_chooses_where_nothing_is_lost_or_one_alone_can_lose_it() -> None:
    # One to one, a 6: AL1. Three U-boats are left against four ASW.
    calm = fought(
        "germany sea-box uboats=4", "britain sea-box asw=2", "us sea-box asw=2", faces=(6,), turn="1943-3-fall", **JOINT
    )
    assert calm.decision is None and calm.step == AIR
    alone = at_sea("1943-3-fall", **JOINT).campaign
    fallen = attrs.evolve(alone.powers["britain"], surrendered="1942-1-spring")
    alone = attrs.evolve(alone, powers={**alone.powers, "britain": fallen})
    assert uboat_war.prepared(alone, uboats=4, asw=2).victim == "us"


@pytest.mark.rule("tw-5.1.1-happy", "tw-5.1.1-happy2")
def test_5_1_1_in_the_happy_time_the_us_bears_it_all_and_british_asw_are_spared() -> None:
    game = fought(
        "germany sea-box uboats=8",
        "britain sea-box asw=4",
        faces=(6,),
        turn="1942-1-spring",
        entered="1941-4-winter",
        germany={"uboat": 8},
        britain={"asw": 4},
    )
    # Two to one, 6 - 4 = 2: DL1/DA3, an Ambush. 8 - 1 through at 4, and the ASW that would be lost 4 more.
    through = 8 - (4 - 3)
    assert game.changed("powers.us.narfs")[0] == (100, 100 - 4 * through - 4)
    assert game.changed("powers.britain.narfs") == [(100, 95)], "but for the raids it has not flown"
    assert count(game.campaign, "britain", "asw") == 4


@pytest.mark.rule("tw-5.1.1-happy")
@pytest.mark.parametrize(
    ("entered", "turns"),
    [
        ("1941-4-winter", {"1942-1-spring", "1942-3-fall"}),
        ("1942-1-spring", {"1942-1-spring", "1942-3-fall"}),
        ("1941-3-fall", {"1941-3-fall", "1942-1-spring"}),
        ("1942-2-summer", {"1942-3-fall", "1943-1-spring"}),
    ],
)
def test_5_1_1_the_happy_time_is_the_first_spring_and_the_first_fall_after_the_entry(
    entered: str, turns: set[str]
) -> None:
    labels = [f"{year}-{n}-{season}" for year in (1941, 1942, 1943) for n, season in ((1, "spring"), (3, "fall"))]
    found = {label for label in labels if uboat_modifiers.happy_time(scene(label, entered=entered))}
    assert found == turns
    assert not uboat_modifiers.happy_time(scene("1942-2-summer", entered="1941-4-winter"))
    assert not uboat_modifiers.happy_time(scene("1942-1-spring"))


# ---------------------------------------------------------------- raiders


@pytest.mark.rule("tw-5.1.2.1-dmg", "tw-5.1.2")
def test_5_1_2_2_raiders_that_nobody_meets_come_through() -> None:
    game = at_sea(britain={"asw": 8})
    game.give("germany sea-box uboats=1 raiders=germany-fleet-1,germany-fleet-2", "britain sea-box asw=8", faces=(10,))
    # Who they meet is for dice to say: what came of them is asked of nobody.
    assert game.refused("germany raiders 2 1") and game.refused("britain raiders 0 0")
    alone(game)
    assert game.changed("powers.britain.narfs") == [(100, 100 - 8 - 8)]
    assert not game.campaign.units["germany-fleet-2"].depleted


@pytest.mark.rule("tw-5.1.2.2-sec")
@pytest.mark.parametrize(("face", "asked"), [(4, True), (2, False)])
def test_ruling_25_raiders_from_norway_are_met_only_on_a_marked_result(face: int, asked: bool) -> None:
    campaign = scene(step=SEA, **BIG)
    moved = {
        key: attrs.evolve(campaign.units[key], place="narvik-box") for key in ("germany-fleet-1", "germany-fleet-2")
    }
    game = Segment(attrs.evolve(campaign, units={**campaign.units, **moved}))
    # Two to one: a 4 is marked, a 2 is not.
    game.give(
        "germany sea-box uboats=8 raiders=germany-fleet-1,germany-fleet-2", "britain sea-box asw=4", faces=(face,)
    )
    assert (game.decision is not None) == asked
    if not asked:
        assert game.changed("powers.britain.narfs") == [(100, 60)], "32 and 16, at most 40"


# ---------------------------------------------------------------- Ultra


CHITS = {"espionage-britain": 2, "counter-espionage-germany": 1}


@pytest.mark.rule("tw-5.1.3.5")
def test_5_1_3_5_ultra_and_its_answer() -> None:
    game = fought(facts=CHITS, faces=())
    assert game.decision is not None and game.decision.power == "britain"
    assert game.refused("germany ultra yes") and game.refused("britain cancel-ultra yes")
    game.give("britain ultra yes")
    assert game.refused("germany ultra yes")
    assert game.refused("britain cancel-ultra yes")
    game.give("germany cancel-ultra yes", faces=(2,))
    now = game.campaign
    assert influence.stock(now, "britain", "espionage") == 1 and not influence.stock(
        now, "germany", "counter-espionage"
    )
    assert game.changed("powers.britain.narfs") == [(100, 68)], "the plain 2"
    assert (now.facts["ultra-played"], now.facts["ultra-cancelled"]) == ("1940-3-fall", True)
    assert uboat_war.may_play_ultra(attrs.evolve(now, progress=scene("1941-1-spring").progress)) is not None
    assert uboat_war.may_play_ultra(attrs.evolve(now, progress=scene("1941-3-fall").progress)) is None


@pytest.mark.rule("tw-5.1.3.5")
def test_5_1_3_5_ultra_adds_one_unless_it_is_cancelled_and_that_once_a_game() -> None:
    game = fought(facts=CHITS | {"ultra-cancelled": True}, faces=())
    game.give("britain ultra yes", faces=(2,))
    # 2 + 1 = 3 at two to one: DL1/DA3, no Ambush: eight at 3 NARFs.
    assert game.changed("powers.britain.narfs") == [(100, 76)]
    game = fought(facts=CHITS, faces=())
    game.give("britain ultra yes")
    game.give("germany cancel-ultra no", faces=(2,))
    assert game.changed("powers.britain.narfs") == [(100, 76)]
    assert influence.stock(game.campaign, "germany", "counter-espionage") == 1
    game = fought(facts=CHITS, faces=())
    game.give("britain ultra no", faces=(2,))
    assert game.changed("powers.britain.narfs") == [(100, 68)]
    assert influence.stock(game.campaign, "britain", "espionage") == 2


def test_5_1_3_5_no_chit_no_question_and_none_in_the_happy_time() -> None:
    assert fought().decision is None
    happy = fought(facts=CHITS, turn="1942-1-spring", entered="1941-4-winter", britain={"asw": 4})
    assert happy.decision is None
    for order in (
        "britain ultra yes",
        "germany cancel-ultra no",
        "germany raiders 1 0",
        "germany victim us",
        "us hit oil",
    ):
        assert happy.refused(order)


# ---------------------------------------------------------------- modifiers that hang on the campaign


def _with(campaign: TheWar, land: str = "", status: str = "", patron: str = "", **holders: str) -> TheWar:
    places = dict(campaign.places)
    for key, holder in holders.items():
        places[key.replace("_", "-")] = attrs.evolve(places[key.replace("_", "-")], holder=holder)
    countries = dict(campaign.countries)
    if land:
        countries[land] = attrs.evolve(countries.get(land, Country(name=land)), status=status, patron=patron)
    return attrs.evolve(campaign, places=places, countries=countries)


IRELAND = "ireland-or-south-africa-axis"
NORWAY = {"bergen": "germany", "trondheim": "germany", "narvik_box": "germany"}


@pytest.mark.rule(
    "tw-5.1.1-m1",
    "tw-5.1.1-m2",
    "tw-5.1.1-m3",
    "tw-5.1.1-m4",
    "tw-5.1.1-m5",
    "tw-5.1.1-m6",
    "tw-5.1.1-m7",
    "tw-5.1.1-m8",
)
@pytest.mark.parametrize(
    ("turn", "change", "modifier", "holds"),
    [
        ("1940-3-fall", {"brest": "germany"}, "french-bay-port", True),
        ("1943-1-spring", {"brest": "germany"}, "french-bay-port", True),
        ("1943-3-fall", {"brest": "germany"}, "french-bay-port", False),
        ("1940-3-fall", {"calais": "germany"}, "french-bay-port", False),
        ("1940-3-fall", NORWAY, "norway-ports", True),
        ("1943-3-fall", NORWAY, "norway-ports", True),
        ("1944-1-spring", NORWAY, "norway-ports", False),
        ("1940-3-fall", NORWAY | {"narvik_box": "britain"}, "norway-ports", False),
        ("1940-3-fall", {"land": "norway", "status": "satellite", "patron": "germany"}, "norway-ports", True),
        (
            "1940-3-fall",
            {"land": "norway", "status": "conquered", "patron": "germany", "narvik_box": "britain"},
            "norway-ports",
            False,
        ),
        ("1940-3-fall", {"land": "portugal", "status": "satellite", "patron": "germany"}, "azores-axis", True),
        (
            "1940-3-fall",
            {"land": "portugal", "status": "satellite", "patron": "germany", "azores_box": "britain"},
            "azores-axis",
            False,
        ),
        ("1943-1-spring", {"azores_box": "britain"}, "portugal-british", False),
        ("1943-3-fall", {"azores_box": "britain"}, "portugal-british", True),
        ("1940-3-fall", {"land": "portugal", "status": "satellite", "patron": "britain"}, "portugal-british", True),
        ("1940-3-fall", {}, "iceland-unoccupied", False),
        ("1940-3-fall", {"land": "denmark", "status": "conquered", "patron": "germany"}, "iceland-unoccupied", True),
        ("1940-3-fall", {"gibraltar": "germany"}, "gibraltar-axis", True),
        ("1940-3-fall", {"land": "spain", "status": "satellite", "patron": "germany"}, "spain-axis", True),
        ("1940-3-fall", {"land": "spain", "status": "sympathizer", "patron": "germany"}, "spain-axis", False),
        ("1940-3-fall", {"land": "spain", "status": "satellite", "patron": "us"}, "spain-allied", True),
        ("1940-3-fall", {"land": "ireland", "status": "satellite", "patron": "us"}, "ireland-american", True),
        ("1940-3-fall", {"land": "ireland", "status": "satellite", "patron": "britain"}, "ireland-american", False),
        ("1940-3-fall", {"land": "ireland", "status": "sympathizer", "patron": "germany"}, IRELAND, False),
        ("1940-3-fall", {"land": "ireland", "status": "satellite", "patron": "germany"}, IRELAND, True),
        ("1940-3-fall", {"land": "south-africa", "status": "satellite", "patron": "germany"}, IRELAND, True),
    ],
)
def test_5_1_1_modifiers_as_the_campaign_stands(turn: str, change: dict[str, str], modifier: str, holds: bool) -> None:
    assert (modifier in uboat_modifiers.holding(_with(scene(turn, SEA, **BIG), **change))) == holds


@pytest.mark.rule("tw-5.1.3-smp")
def test_ruling_13_the_us_keeps_two_smps_in_each_half() -> None:
    campaign = scene()
    for lost, left in ((4, 6), (12, 4)):
        us = attrs.evolve(campaign.powers["us"], smp=10, smp_minimum=2, smp_lost=lost)
        assert capacity.smp(attrs.evolve(campaign, powers={**campaign.powers, "us": us}), "us").total == left
