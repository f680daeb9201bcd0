"""Steps done by hand come up where their rule asks for something, and only there; weather is rolled by itself."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import Progress
from engine.kernel.dice import FixedDice, KeyedDice, NeedsDie
from engine.kernel.reading import understand
from engine.thewar.endings import signs_by_power
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import BoardSign, Built, Influence, Marker, TheWar, Unit, War
from tests.thewar.atlantic import scenario
from tests.thewar.drawn import drawn
from tests.thewar.player import Game
from tests.thewar.values import limit_used, wars_of

FRENCH, BRITISH, ITALIAN, SOVIET, GERMAN = (
    f"allied.end.{name}-surrender" for name in ("french", "british", "italian", "soviet", "german")
)
ATROCITIES, BOXES, POINTS = "axis.end.atrocities", "allied.stratmove.boxes", "end.points"
EAST = wars_of({"germany+ussr": "1941-2-summer"})


def at(turn: str, step: str = "", **changes: Any) -> TheWar:
    """The 1939 campaign in another turn; ``changes`` replace fields, mappings are added to."""
    start = scenario()
    progress = Progress(turn=calendar.number(turn) - calendar.number(start.first) + 1, step=step)
    merged: dict[str, Any] = {
        name: {**getattr(start, name), **found} if isinstance(found, dict) else found for name, found in changes.items()
    }
    there: TheWar = attrs.evolve(start, progress=progress, **merged)
    return there


def taken(campaign: TheWar, by: str, *keys: str, turn: str = "") -> TheWar:
    """The campaign with places in other hands, since this turn or another."""
    since = turn or calendar.turn(campaign)
    places = {key: attrs.evolve(campaign.places[key], holder=by, taken=since) for key in keys}
    return attrs.evolve(campaign, places={**campaign.places, **places})


def fallen(campaign: TheWar, country: str, patron: str, turn: str) -> TheWar:
    """The campaign with a country conquered in a turn."""
    land = attrs.evolve(campaign.countries[country], status="conquered", patron=patron, taken=turn, since=turn)
    return attrs.evolve(campaign, countries={**campaign.countries, country: land})


def grey(campaign: TheWar, step: str) -> str:
    """The reason beside a step that is skipped, '' where it comes up."""
    return str(RULESET.sequence[step].skipped(campaign))


# --- a quiet Winter


def quiet(game: Game, last: str) -> dict[str, list[str]]:
    """The steps at which play stops in each turn up to a last one for a player who orders nothing."""
    stops: dict[str, list[str]] = {}
    while not game.over and (turn := RULESET.calendar.now(game.campaign)) <= last:
        seen = game.outlook()
        here = stops.setdefault(turn, [])
        if seen.step not in here:
            here.append(seen.step)
        legal = [choice.text for choice in seen.choices if not choice.refused]
        ends = [text for text in legal if text.endswith((" done", " effort none"))]
        game.give(understand(RULESET, (ends or legal)[0], game.campaign))
    return stops


def test_a_quiet_winter_stops_only_where_something_may_be_ordered() -> None:
    every = quiet(Game(scenario()), "1940-2-summer")
    stops = every["1939-4-winter"]
    halves = [f"{side}.{step}" for side in ("axis", "allied") for step in ("build.units", "stratmove.grants")]
    assert stops == ["planning.effort", "declarations.declare", *halves]
    assert len(stops) <= 6
    # Over four quiet turns no check of supply comes up (12.0).
    assert len(every) == 4 and not [step for steps in every.values() for step in steps if "supply" in step]


@pytest.mark.parametrize("step", ["axis.end.naval", "axis.end.victory"])
def test_a_half_closes_without_a_word_where_its_side_could_not_move(step: str) -> None:
    here = scenario()

    def with_efforts(**efforts: str) -> TheWar:
        powers = {key: attrs.evolve(power, effort=efforts.get(key, "none")) for key, power in here.powers.items()}
        return attrs.evolve(here, powers=powers)

    skipped = RULESET.sequence[step].skipped
    assert skipped(with_efforts()) and skipped(with_efforts(britain="sle")), "the other side's is not asked"
    for effort in ("mle", "lle", "pass"):
        assert skipped(with_efforts(germany=effort)) == "", effort
    # A campaign that has bought no efforts keeps no record of who moved.
    assert skipped(attrs.evolve(here, powers={k: attrs.evolve(p, effort="") for k, p in here.powers.items()})) == ""


# --- weather


def settled(campaign: TheWar, faces: tuple[int, ...] | None = None) -> TheWar:
    """The campaign after what the rules do by themselves."""
    dice = KeyedDice(b"weather") if faces is None else FixedDice(faces)
    batches = play.settle(RULESET, campaign, dice=dice, n=1)
    return batches[-1].campaign if batches else campaign


def rolled(campaign: TheWar, *fronts: str) -> list[str]:
    return [str(campaign.facts[f"{front}-weather"]) for front in fronts]


@pytest.mark.rule("tw-3.2")
@pytest.mark.parametrize(
    ("turn", "wars", "rolled_by"),
    [
        ("1942-1-spring", EAST, ["weather.eastern-spring germany", "weather.eastern-spring ussr"]),
        ("1942-2-summer", EAST, []),
        ("1942-3-fall", EAST, ["weather.eastern-fall germany", "weather.eastern-fall ussr"]),
        ("1942-1-spring", {}, []),
        ("1942-2-summer", {}, []),
        ("1942-3-fall", {}, []),
        (
            "1942-4-winter",
            {},
            [
                "weather.western-winter germany",
                "weather.western-winter britain",
                "weather.mediterranean-winter italy",
                "weather.mediterranean-winter britain",
            ],
        ),
    ],
)
def test_3_2_each_season_has_its_dice_for_the_weather_those_of_the_east_in_its_war_alone(
    turn: str, wars: dict[str, War], rolled_by: list[str]
) -> None:
    batches = play.settle(RULESET, at(turn, "income.additions", wars=wars), dice=KeyedDice(b"weather"), n=1)
    keys = [roll.key.split("/") for batch in batches for entry in batch.entries for roll in entry.rolls]
    assert [f"{step} {power}" for _, step, power, *_ in keys] == rolled_by
    assert batches[-1].campaign.progress.step == "planning.effort"


@pytest.mark.rule("tw-3.2")
def test_3_2_nothing_is_moved_bought_or_taken_before_the_dice_for_the_weather() -> None:
    east = settled(at("1942-4-winter", "income.additions", wars=EAST))
    assert east.progress.step == "weather.eastern-winter"

    def refused(line: str, seat: str = "solo") -> list[tuple[str, str]]:
        order = understand(RULESET, line, east)
        return [(one.rule, one.reason) for one in play.judge(RULESET, east, order, seat)]

    here = "not in this step (Eastern Front in Winter, Axis turn)"
    assert ("4.0", here) in refused("germany effort sle") and ("14.5", here) in refused("capture kiev germany")
    assert ("26.1.1, 26.1.2", "the dice for the weather of the East first") in refused("germany done")
    assert refused("ussr weather") != [], "Germany rolls for both"
    order = understand(RULESET, "germany weather", east)
    after = play.submit(RULESET, east, [order], seat="solo", dice=KeyedDice(b"x"), n=1)[-1].campaign
    assert after.progress.step in ("weather.frostbite", "planning.effort")
    assert str(after.facts["eastern-weather"]) != ""


@pytest.mark.rule("tw-26.2", "tw-26.3")
def test_26_2_winter_weather_is_rolled_by_itself_in_its_season() -> None:
    winter = settled(at("1939-4-winter", "income.additions"), (9, 4, 5, 5))
    assert rolled(winter, "western", "mediterranean") == ["snow", "cold-rain"]
    assert winter.progress.step == "planning.effort"


@pytest.mark.rule("tw-26.1.1-when")
def test_26_1_1_both_rolls_of_a_winter_in_the_east_are_made() -> None:
    east = at(
        "1942-4-winter", "weather.season", wars=EAST, facts={"variant-winterized-wehrmacht-turn": "1941-4-winter"}
    )
    now = settled(attrs.evolve(east, progress=attrs.evolve(east.progress, step="weather.eastern-winter")), (10, 1))
    assert rolled(now, "eastern") == ["hard-freeze"] and now.progress.step == "weather.frostbite"


@pytest.mark.rule("tw-26.1.1-dep")
def test_26_1_1_frostbite_is_not_passed_by_done() -> None:
    cold = at("1942-4-winter", "weather.frostbite", wars=EAST, facts={"frostbite": "hard-freeze"})
    for line in ("germany done", "germany done through planning.points"):
        refusals = play.judge(RULESET, cold, understand(RULESET, line, cold), "solo")
        assert [(one.rule, one.reason) for one in refusals] == [("26.1.1", "the frostbite of this Winter first")]
        assert "germany frostbite" in refusals[0].hint
    given = understand(RULESET, "germany frostbite 2 inf-6-5", cold)
    after = play.submit(RULESET, cold, [given], seat="solo", dice=KeyedDice(b"x"), n=1)[-1].campaign
    assert after.progress.step == "planning.effort"
    assert grey(attrs.evolve(cold, facts={**cold.facts, "frostbite": ""}), "weather.frostbite") == "nothing falls due"


@pytest.mark.rule("tw-26.1.1")
def test_26_1_1_germany_is_asked_for_its_variant_before_the_dice() -> None:
    east = settled(at("1941-4-winter", "weather.eastern-winter", wars=EAST))
    assert east.progress.step == "weather.eastern-winter"
    (refusal,) = play.judge(RULESET, east, understand(RULESET, "germany done", east), "solo")
    assert refusal.rule == "26.1.1, 26.1.2" and "germany weather" in refusal.hint
    order = understand(RULESET, "germany weather winterized=yes", east)
    (refusal,) = play.judge(RULESET, east, order, "solo")
    assert "has not obtained Winterized Wehrmacht" in refusal.reason
    east = drawn(east, "germany variant winterized-wehrmacht")
    order = understand(RULESET, "germany weather winterized=yes", east)
    after = play.submit(RULESET, east, [order], seat="solo", dice=FixedDice((5, 5, 5, 5, 5, 5)), n=1)
    assert after[-1].campaign.facts["eastern-weather"] != "light-mud"


@pytest.mark.rule("tw-26.2")
def test_26_2_own_dice_are_typed_as_two_faces() -> None:
    with pytest.raises(NeedsDie):
        settled(at("1939-4-winter", "weather.western-winter"), ())
    assert rolled(settled(at("1939-4-winter", "weather.western-winter"), (9, 4, 5, 5)), "western") == ["snow"]


def test_a_campaign_that_stands_in_a_step_which_is_no_stop_any_more_goes_on() -> None:
    for step in ("weather.western-winter", "weather.mediterranean-winter"):
        assert settled(at("1939-4-winter", step)).progress.step == "planning.effort"
    for step in ("axis.build.place", "allied.supply.repair"):
        # It may be ended by hand, as it was begun.
        here = settled(at("1939-4-winter", step))
        assert here.progress.step == step
        power = RULESET.sequence[step].who(here)[0]
        after = play.submit(
            RULESET, here, [understand(RULESET, f"{power} done", here)], seat="solo", dice=KeyedDice(b"x"), n=1
        )
        assert after[-1].campaign.progress.step != step


# --- steps by hand


@pytest.mark.rule("tw-15.2.1")
def test_15_2_new_units_are_placed_where_any_were_built() -> None:
    quiet_build = at("1940-1-spring")
    for half in ("axis", "allied"):
        assert grey(quiet_build, f"{half}.build.place") == "nothing was built this turn"
    tallies = (Built(power="germany", what="inf-6-5", count=1), Built(power="britain", what="reserves", count=2))
    built = attrs.evolve(quiet_build, built=dict(zip("ab", tallies, strict=True)))
    assert grey(built, "axis.build.place") == ""
    assert grey(built, "allied.build.place") == "nothing was built this turn"


@pytest.mark.rule("tw-3.9.2")
def test_3_9_2_repairs_come_up_where_a_ground_unit_is_depleted() -> None:
    whole = at("1940-1-spring")
    assert grey(whole, "axis.supply.repair") == "no ground unit is Depleted"
    hurt = attrs.evolve(
        whole, units={**whole.units, "x-1": Unit(power="germany", kind="inf", strength="6-5", depleted=True)}
    )
    assert grey(hurt, "axis.supply.repair") == ""
    assert grey(hurt, "allied.supply.repair") == "no ground unit is Depleted"
    flown = attrs.evolve(whole, units={**whole.units, "x-1": Unit(power="germany", kind="tac", depleted=True)})
    assert grey(flown, "axis.supply.repair") == "no ground unit is Depleted"


@pytest.mark.rule("tw-19.1.2", "tw-23.41", "tw-23.47")
def test_8_8_boxes_come_up_where_somebody_waits_to_take_one() -> None:
    empty = at("1941-1-spring", wars=wars_of({"britain+italy": "1940-2-summer"}))
    why = "nobody waits in a box that is to be taken"
    assert grey(empty, BOXES) == why
    mot = Unit(power="britain", kind="mot", strength="6-7", place="italian-east-africa-box")
    units = {**empty.units, "x-1": mot}
    assert grey(attrs.evolve(empty, units=units), BOXES) == "nothing falls due", "half of the force"
    air = {**units, "x-2": attrs.evolve(mot, kind="tac", strength="1-5-4")}
    assert grey(attrs.evolve(empty, units=air), BOXES) == ""
    holdings = {
        **empty.holdings,
        "italian-east-africa": attrs.evolve(empty.holdings["italian-east-africa"], holder="britain"),
    }
    assert grey(attrs.evolve(empty, units={**empty.units, "x-1": mot}, holdings=holdings), BOXES) == why
    # The Azores are waited for while a unit of the Axis is there, whoever Portugal is with.
    for box, country, asks in (
        ("azores-box", "portugal", why),
        ("south-africa-box", "south-africa", "nothing falls due"),
    ):
        there = attrs.evolve(empty, units={**empty.units, "x-1": attrs.evolve(mot, place=box)})
        assert grey(there, BOXES) == why
        land = attrs.evolve(there.countries[country], status="satellite", patron="germany")
        told = grey(attrs.evolve(there, countries={**there.countries, country: land}), BOXES)
        assert told == asks, "the force is not whole, or nobody of the Axis is there"


@pytest.mark.rule("tw-25.1.1")
def test_25_1_1_atrocities_come_up_in_the_turn_of_a_conquest_and_on_entering_the_soviet_union() -> None:
    why = "no country was conquered"
    calm = at("1940-1-spring")
    assert grey(calm, ATROCITIES) == why
    for country in ("poland", "norway", "belgium", "greece"):
        assert grey(fallen(calm, country, "germany", "1940-1-spring"), ATROCITIES) == ""
        assert grey(fallen(calm, country, "germany", "1939-3-fall"), ATROCITIES) == why
        assert grey(fallen(calm, country, "ussr", "1940-1-spring"), ATROCITIES) == why
    # A conquest recorded after the step of its turn has passed unasked is asked for in the next.
    assert grey(fallen(calm, "poland", "germany", "1939-4-winter"), ATROCITIES) == ""
    summer = at("1940-3-fall")
    powers = {**summer.powers, "france": attrs.evolve(summer.powers["france"], surrendered="1940-2-summer")}
    assert grey(attrs.evolve(summer, powers=powers), ATROCITIES) == ""
    powers = {**summer.powers, "france": attrs.evolve(summer.powers["france"], surrendered="1940-1-spring")}
    assert grey(attrs.evolve(summer, powers=powers), ATROCITIES) == why


@pytest.mark.rule("tw-25.1.1")
def test_25_1_1_the_soviet_union_is_rolled_for_once() -> None:
    attack = at("1941-2-summer", wars=EAST)
    assert grey(attack, ATROCITIES) == ""
    later = at("1941-3-fall", wars=EAST, facts={"germans-in-ussr": True})
    assert grey(later, ATROCITIES) == ""
    asked = attrs.evolve(later, progress=attrs.evolve(later.progress, taken={"axis-end-atrocities": 8}))
    assert calendar.number("1939-3-fall") + 8 - 1 == calendar.number("1941-2-summer")
    assert grey(asked, ATROCITIES) == "no country was conquered"


@pytest.mark.rule("tw-18.4")
def test_18_4_france_rolls_with_a_city_lost() -> None:
    war = at("1940-2-summer")
    assert grey(war, FRENCH) == "no city of France is lost"
    assert grey(taken(war, "germany", "brest"), FRENCH) == "no city of France is lost"
    for city in ("paris", "sedan", "marseilles"):
        assert grey(taken(war, "germany", city), FRENCH) == ""


@pytest.mark.rule("tw-17.2")
def test_17_2_britain_rolls_in_the_turn_of_a_loss() -> None:
    why = "nothing British was lost this turn that is rolled for"
    # Two Fleets of an earlier turn are not rebuilt: with them a ten is enough.
    pool = "britain-fleet-1-12-5"
    war = with_lost(at("1941-2-summer"), pool, 2)
    assert grey(war, BRITISH) == why
    for place in ("london", "glasgow", "suez", "gibraltar", "malta"):
        assert grey(taken(war, "germany", place), BRITISH) == ""
        assert grey(taken(war, "germany", place, turn="1941-1-spring"), BRITISH) == why
    assert grey(taken(war, "germany", "tobruk"), BRITISH) == why
    fall = with_lost(at("1941-3-fall", facts={"firestorms-on-britain": 1}), pool, 2)
    assert grey(fall, BRITISH) == ""
    lost = {**war.facts, "british-units-lost": "1941-2-summer"}
    assert grey(attrs.evolve(with_lost(war, pool, 3), facts=lost), BRITISH) == ""
    assert grey(with_lost(war, pool, 3), BRITISH) == why


@pytest.mark.rule("tw-17.2.2-unb")
def test_17_2_2_units_never_built_are_no_occasion() -> None:
    """Ruling 343: a pool that has grown by its additions alone has lost nothing."""
    war = at("1941-2-summer", facts={"british-units-lost": "1941-2-summer"})
    pool = "britain-fleet-1-12-5"
    grown = attrs.evolve(war, pools={**war.pools, pool: attrs.evolve(war.pools[pool], count=9)})
    assert signs_by_power.british_unbuilt(grown) == 0
    assert grey(grown, BRITISH) == "nothing British was lost this turn that is rolled for"
    assert signs_by_power.british_unbuilt(with_lost(war, pool, 3)) == 3 * 36
    starved = attrs.evolve(war, pools={**war.pools, pool: attrs.evolve(war.pools[pool], oos=2)})
    assert signs_by_power.british_unbuilt(starved) == 2 * 36 * 2


def with_lost(campaign: TheWar, pool: str, lost: int) -> TheWar:
    """The campaign with so many units of a pool lost and not rebuilt."""
    held = attrs.evolve(campaign.pools[pool], count=lost, lost=lost)
    return attrs.evolve(campaign, pools={**campaign.pools, pool: held})


SHOWN = (("no-british-in-france", 1), ("eliminated", 7))
"""What the board shows of a Dunkirk: the sign, and its figure."""


def told(campaign: TheWar, step: str) -> list[str]:
    """The lines that a step tells."""
    return list(RULESET.sequence[step].told(campaign))


def stops(campaign: TheWar, step: str) -> list[str]:
    """What nobody is led past in a step."""
    return [stop.what for stop in RULESET.sequence[step].stops(campaign)]


@pytest.mark.rule("tw-17.2")
def test_17_2_the_british_roll_says_what_it_is_for_and_what_it_takes() -> None:
    war = at("1941-2-summer", pools={})
    pools = {key: one for key, one in war.pools.items() if one.power != "britain"}
    bare = attrs.evolve(war, pools=pools)
    fell = taken(bare, "germany", "suez", "malta")
    assert grey(fell, BRITISH) == ""
    why = "the die for the surrender of Britain: Suez lost, Malta lost"
    assert stops(fell, BRITISH) == [why]
    assert told(fell, BRITISH)[0] == "Suez lost, Malta lost. With +2, 12 or more is the end: 10 %."
    losses = {**bare.facts, "british-units-lost": "1941-2-summer"}
    fleet = next(key for key, one in war.pools.items() if (one.power, one.kind) == ("britain", "fleet"))
    sunk = attrs.evolve(bare, facts=losses, pools={**pools, fleet: attrs.evolve(war.pools[fleet], count=4, lost=4)})
    worth = signs_by_power.british_unbuilt(sunk)
    said = f"British units lost, {worth} NARFs of them not rebuilt"
    assert worth >= 100 and stops(sunk, BRITISH) == [f"the die for the surrender of Britain: {said}"]
    added = worth // 50
    assert told(sunk, BRITISH)[0] == f"{said}. With +{added}, 12 or more is the end: {10 * (added - 1)} %."


@pytest.mark.rule("tw-17.2")
def test_17_2_a_roll_that_cannot_reach_twelve_does_not_come_up() -> None:
    war = at("1941-2-summer")
    bare = attrs.evolve(war, pools={key: one for key, one in war.pools.items() if one.power != "britain"})
    one = taken(bare, "germany", "suez")
    assert grey(one, BRITISH) == "no die surrenders: Suez lost; +1, 12 needed"
    london = taken(bare, "germany", "london")
    assert grey(london, BRITISH) == ""
    allied = attrs.evolve(london, wars=wars_of({**london.wars, "germany+us": "1941-1-spring"}))
    assert grey(allied, BRITISH) == "no die surrenders: London lost; +1, 12 needed"
    soviets = attrs.evolve(london, wars=wars_of({**london.wars, "germany+ussr": "1941-1-spring"}))
    assert grey(soviets, BRITISH) == ""
    lent = attrs.evolve(soviets, used=limit_used("us", "grants-arrived", 20, "britain"))
    assert grey(lent, BRITISH) == "no die surrenders: London lost; +1, 12 needed"


@pytest.mark.rule("tw-25.1.1")
def test_25_1_1_atrocities_of_a_conquest_never_stop_a_turn() -> None:
    poland = fallen(at("1939-3-fall"), "poland", "germany", "1939-3-fall")
    assert stops(poland, ATROCITIES) == []


@pytest.mark.rule("tw-17.2.1")
def test_17_2_1_dunkirk_comes_up_in_its_two_turns() -> None:
    def dunkirk(turn: str) -> TheWar:
        found = at(turn, wars=wars_of({**at(turn).wars, "britain+italy": turn, "france+italy": turn}))
        return fallen(fallen(found, "belgium", "germany", turn), "netherlands", "germany", turn)

    assert grey(dunkirk("1940-1-spring"), BRITISH) == grey(dunkirk("1940-2-summer"), BRITISH) == ""
    assert grey(dunkirk("1940-3-fall"), BRITISH) != ""
    asked = dunkirk("1940-2-summer")
    assert stops(asked, BRITISH) == ["what the board shows for the surrender of Britain"]
    # Once the board has shown it, a plain 10 is the end.
    shown = [BoardSign(power="britain", sign=sign, count=count, turn="1940-2-summer") for sign, count in SHOWN]
    rolled = attrs.evolve(asked, board_signs={one.address: one for one in shown})
    assert stops(rolled, BRITISH) == ["the die for the surrender of Britain: Dunkirk: all five conditions hold"]
    assert told(rolled, BRITISH)[0] == ("Dunkirk: all five conditions hold: a plain 10 is the end ('britain dunkirk').")


def test_a_british_unit_that_is_lost_is_noted_for_the_surrender_roll() -> None:
    game = Game(scenario())
    game.give(understand(RULESET, "losses britain -1 fleet-1-12-5", game.campaign))
    assert game.campaign.facts["british-units-lost"] == "1939-3-fall"


@pytest.mark.rule("tw-19.2")
def test_19_2_italy_rolls_once_the_west_may_stand_in_it() -> None:
    war = at("1943-2-summer", wars=wars_of({"britain+italy": "1940-2-summer"}))
    why = "nobody of Britain or the United States is known to stand in Italy"
    assert grey(war, ITALIAN) == why
    for place in ("palermo", "cagliari", "taranto", "rome"):
        assert grey(taken(war, "us", place), ITALIAN) == ""
    beach = Marker(kind="beachhead", place="sicily-south", power="britain", since="1943-2-summer")
    assert grey(attrs.evolve(war, markers={"beachhead-x": beach}), ITALIAN) == ""
    elsewhere = attrs.evolve(beach, place="algiers")
    assert grey(attrs.evolve(war, markers={"beachhead-x": elsewhere}), ITALIAN) == (
        why if "algiers" in war.places else ""
    )


@pytest.mark.rule("tw-21.1")
def test_21_1_the_soviet_union_rolls_with_all_three_cities_lost() -> None:
    war = at("1942-3-fall", wars=EAST)
    powers = {**war.powers, "france": attrs.evolve(war.powers["france"], surrendered="1940-2-summer")}
    war = with_lost(attrs.evolve(war, powers=powers), "ussr-inf-4-5", 20)
    two = taken(war, "germany", "moscow", "leningrad")
    assert grey(two, SOVIET) == "Stalingrad not lost"
    assert grey(taken(two, "germany", "stalingrad"), SOVIET) == ""


@pytest.mark.rule("tw-20.4", "tw-23.18")
def test_20_4_germany_rolls_with_a_city_lost() -> None:
    war = at("1944-4-winter")
    assert grey(war, GERMAN) == "no city of Germany is lost"
    assert grey(taken(war, "ussr", "konigsberg", "danzig"), GERMAN) == "no city of Germany is lost"
    assert grey(taken(war, "ussr", "breslau"), GERMAN) == ""
    assert grey(taken(war, "britain", "cologne"), GERMAN) == ""


@pytest.mark.rule("tw-16.1.1-carry", "tw-16.1.7.4")
def test_16_1_1_points_come_off_where_any_were_bought() -> None:
    fall = at("1940-3-fall")
    assert grey(fall, POINTS) == "nobody has bought points or chits this year"
    for facts in ({"espionage-britain": 1}, {"counter-espionage-germany": 1}):
        assert grey(at("1940-3-fall", facts=facts), POINTS) == ""
    points = attrs.evolve(fall, influence={"italy+spain": Influence(power="italy", country="spain", placed=1)})
    assert grey(points, POINTS) == ""
    # In a campaign begun before they were kept the table takes off what it bought.
    old = attrs.evolve(fall, facts={key: one for key, one in fall.facts.items() if key != "points-bought"})
    assert grey(old, POINTS) == "" and grey(at("1940-3-fall", facts={"points-bought": 1940}), POINTS) == ""
    assert grey(at("1940-3-fall", facts={"points-bought": 1939}), POINTS) != ""


@pytest.mark.rule("tw-18.2")
def test_18_2_the_surprise_comes_up_in_its_turn_alone() -> None:
    step = "declarations.western-surprise"
    attack = at("1940-1-spring", wars=wars_of({"belgium+germany": "1940-1-spring"}))
    assert grey(attack, step) == ""
    assert grey(at("1940-2-summer", wars=wars_of({"belgium+germany": "1940-1-spring"})), step) != ""
    dutch = at(
        "1940-2-summer", wars=wars_of({"belgium+germany": "1940-1-spring", "germany+netherlands": "1940-2-summer"})
    )
    assert grey(dutch, step) == ""
    east = "declarations.eastern-surprise"
    assert grey(at("1941-2-summer", wars=EAST), east) == "" and grey(at("1941-3-fall", wars=EAST), east) != ""
