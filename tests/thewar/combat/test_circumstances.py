"""What a battle's campaign knows by itself: surprise, efforts, the hex, weather, optional rules."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.air import air_engagements
from engine.thewar.air.air_orders import CounterAir
from engine.thewar.air.air_round import Skies
from engine.thewar.combat import surprises
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.ground.ground_attacks import Attack
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Installation, TheWar, Unit
from tests.thewar.air.test_air_fight import sky
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import ATTACK, ATTACKS, COMBAT, SECOND, front, given, stepped
from tests.thewar.values import wars_of

ALLIED = "allied.operations.attacks"
MOVE = "axis.operations.first-impulse"


def assault(campaign: TheWar, line: str) -> Assault:
    order = understand(RULESET, line, campaign)
    assert isinstance(order, Attack)
    return assaults.assault(campaign, order.where, order.engagement(campaign))


def holds(campaign: TheWar, line: str) -> set[str]:
    return {name for name, why in ground_battle.modifiers(assault(campaign, line)) if not why}


def with_facts(campaign: TheWar, **facts: Any) -> TheWar:
    return attrs.evolve(
        campaign, facts={**campaign.facts, **{key.replace("_", "-"): one for key, one in facts.items()}}
    )


def with_units(campaign: TheWar, *texts: str) -> TheWar:
    """Units such as 'germany arm 8-8' beside those that are there."""
    more = {}
    for number, text in enumerate(texts):
        power, kind, strength, *tag = text.split()
        more[f"{power}-{kind}-{700 + number}"] = Unit(power=power, kind=kind, strength=strength, tag="".join(tag))
    return attrs.evolve(campaign, units={**campaign.units, **more})


# --- surprise in the West


def west(turn: str = "1940-1-spring", step: str = ATTACKS, **facts: Any) -> TheWar:
    campaign = with_facts(at(step, turn), **facts)
    wars = wars_of(
        {
            "britain+germany": "1939-3-fall",
            "france+germany": "1939-3-fall",
            "belgium+germany": "1940-1-spring",
            "germany+netherlands": "1940-1-spring",
        }
    )
    patrons = {
        key: attrs.evolve(campaign.countries[key], status="associate", patron="britain")
        for key in ("belgium", "netherlands")
    }
    campaign = attrs.evolve(campaign, wars=wars, countries={**campaign.countries, **patrons}, units={})
    return with_units(
        campaign,
        *["germany arm 8-8"] * 3,
        *["germany inf 6-5"] * 3,
        "germany para 2-5",
        *["france inf 6-5"] * 3,
        "belgium inf 3-5",
        "netherlands inf 2-5",
        "italy inf 4-5",
    )


SEDAN = "germany attack sedan units=2-arm-8-8 against=france-inf-6-5"
BRUSSELS = "germany attack brussels units=arm-8-8,inf-6-5 against=belgium-inf-3-5"


@pytest.mark.rule("tw-18.2")
def test_18_2_surprise_comes_with_an_attack_on_the_french_in_france() -> None:
    campaign = west()
    assert surprises.WESTERN in holds(campaign, SEDAN)
    # The Low Countries alone are no surprise; with Sedan announced beside them they are.
    assert surprises.WESTERN not in holds(campaign, BRUSSELS)
    both = after(campaign, SEDAN, BRUSSELS)
    assert surprises.WESTERN in {
        name
        for name, why in ground_battle.modifiers(assaults.assault(both, "brussels", both.engagements["brussels"]))
        if not why
    }
    off = after(both, "germany call-off sedan")
    assert surprises.WESTERN not in holds(off, "germany attack rotterdam units=arm-8-8 against=netherlands-inf-2-5")
    # Of a hex that the campaign does not know the player says that it is surprised.
    assert surprises.WESTERN in holds(campaign, SEDAN.replace("sedan", "1532") + " facts=western-surprise")
    assert surprises.WESTERN not in holds(campaign, SEDAN.replace("sedan", "1532"))


def test_18_2_surprise_is_used_in_its_turn_and_hurts_the_surprised_side_after() -> None:
    campaign = stepped(after(west(), SEDAN, BRUSSELS), COMBAT)
    fought = given(campaign, "germany fight sedan", 1)
    assert fought.facts["western-surprise-turn"] == "1940-1-spring"
    assert fought.facts["western-surprise-open"] is False
    assert surprises.used(fought, surprises.WESTERN)
    allied = stepped(west(western_surprise_turn="1940-1-spring", western_surprise_open=False), ALLIED)
    allied = attrs.evolve(
        allied, powers={**allied.powers, "france": attrs.evolve(allied.powers["france"], effort="sle")}
    )
    assert surprises.COUNTER in holds(allied, "france attack sedan units=3-inf-6-5 against=germany-inf-6-5")
    later = attrs.evolve(allied, first="1940-2-summer")
    assert surprises.COUNTER not in holds(later, "france attack sedan units=3-inf-6-5 against=germany-inf-6-5")


@pytest.mark.parametrize(
    ("facts", "turn", "line", "why"),
    [
        ({}, "1940-2-summer", SEDAN, "has not declared war on Belgium or the Netherlands in this turn"),
        ({"western_surprise_open": False}, "1940-1-spring", SEDAN, "the surprise in the West is used or lost"),
        ({}, "1940-1-spring", BRUSSELS, "no French or British unit in France is attacked this turn"),
    ],
)
def test_18_2_a_surprise_that_is_none_is_refused(facts: dict[str, Any], turn: str, line: str, why: str) -> None:
    text = refused(west(turn, **facts), line + " facts=western-surprise")
    assert f"'western-surprise' does not hold: {why}" in text.replace("Germany has", "has") and "18.2" in text


def test_18_2_half_of_the_attack_is_german() -> None:
    campaign = with_units(west(), "italy inf 4-5", "italy inf 4-5")
    assert surprises.WESTERN in holds(
        campaign, "germany attack sedan units=inf-6-5,italy-inf-4-5 against=france-inf-6-5"
    )
    most = "germany attack sedan units=inf-6-5,3-italy-inf-4-5 against=france-inf-6-5"
    assert surprises.WESTERN not in holds(campaign, most)


def test_18_2_one_airborne_landing_surprises_more() -> None:
    campaign = after(west(), SEDAN)
    drop = "germany attack the-hague units=arm-8-8,para against=netherlands-inf-2-5 facts=drop,airborne-surprise"
    assert refused(campaign, drop) == ""
    assert {surprises.WESTERN, surprises.AIRBORNE} <= holds(campaign, drop)
    assert "no PARA drops on the hex" in refused(campaign, drop.replace("drop,", ""))
    there = with_units(after(campaign, drop), "germany para 2-5", "germany inf 6-5")
    again = "germany attack brussels units=inf-6-5,para against=belgium-inf-3-5 facts=drop,airborne-surprise"
    assert "it holds in one hex, and another is named" in refused(there, again)


# --- surprise in the East


def east(turn: str = "1941-2-summer", since: str = "1941-2-summer", **facts: Any) -> TheWar:
    return with_facts(attrs.evolve(front(turn=turn), wars=wars_of({"germany+ussr": since})), **facts)


def test_21_4_the_first_turn_in_the_east_is_a_surprise_by_itself() -> None:
    assert surprises.BARBAROSSA in holds(east(), ATTACK)
    assert surprises.BARBAROSSA in holds(east("1941-3-fall", "1941-3-fall"), ATTACK)
    fought = given(stepped(after(east(), ATTACK), COMBAT), "germany fight smolensk", 1)
    assert fought.facts["barbarossa-turn"] == "1941-2-summer"
    assert fought.facts["eastern-surprise-open"] is False
    # It holds for the rest of the turn.
    assert surprises.used(fought, surprises.BARBAROSSA)


@pytest.mark.parametrize(
    ("campaign", "why"),
    [
        (east(since="1941-1-spring"), "Germany has not attacked the Soviet Union in this turn"),
        (east("1942-1-spring", "1942-1-spring"), "only an attack in Summer or Fall 1941"),
        (east(soviet_attack_on_germany=True), "the Soviet Union declared the war"),
        (east(eastern_surprise_open=False), "the surprise in the East is used or lost"),
    ],
)
def test_21_4_no_surprise_later_nor_where_the_soviets_declare(campaign: TheWar, why: str) -> None:
    assert surprises.BARBAROSSA not in holds(campaign, ATTACK)
    assert why in refused(campaign, ATTACK + " facts=barbarossa")


# --- surprise in the air

RAID = "germany counter-air minsk units=germany-tac-901,germany-ftr-901 against=ussr-tac-901"


def test_21_4_a_counter_air_mission_knows_the_surprise_in_the_east() -> None:
    campaign = sky("1941-2-summer", germany_tac=1, germany_ftr=1, ussr_tac=1)
    assert surprises.BARBAROSSA in raid(campaign).modifiers
    later = attrs.evolve(campaign, wars=wars_of(dict.fromkeys(campaign.wars, "1941-1-spring")))
    assert raid(later).modifiers == ()
    assert "has not attacked the Soviet Union in this turn" in refused(later, RAID + " facts=barbarossa")


def test_18_2_a_counter_air_mission_before_the_attacks_is_told_of_the_surprise_in_the_west() -> None:
    campaign = sky("1940-2-summer", germany_tac=1, germany_ftr=1, france_tac=1)
    wars = wars_of({**campaign.wars, "belgium+germany": "1940-2-summer", "france+germany": "1939-3-fall"})
    campaign = attrs.evolve(campaign, wars=wars)
    line = RAID.replace("ussr", "france")
    assert raid(campaign, line).modifiers == ()
    assert raid(campaign, line + " facts=western-surprise").modifiers == ("western-surprise",)
    used = with_facts(campaign, western_surprise_turn="1940-2-summer")
    assert raid(used, line).modifiers == ("western-surprise",)
    late = attrs.evolve(campaign, wars=wars_of({"france+germany": "1939-3-fall"}))
    assert "has not declared war on Belgium" in refused(late, line + " facts=western-surprise")


def raid(campaign: TheWar, line: str = RAID) -> Skies:
    order = understand(RULESET, line, campaign)
    assert isinstance(order, CounterAir)
    return air_engagements.skies(campaign, order.where, order.engagement())


# --- efforts


@pytest.mark.rule("tw-4.3-attack")
def test_4_3_a_limited_effort_has_its_modifier_by_itself_and_one_column() -> None:
    campaign = front(germany={"effort": "lle"})
    assert "limited-effort" in holds(campaign, ATTACK)
    assert "does not hold: the powers under an LLE" in refused(front(), ATTACK + " facts=limited-effort")
    assert "no attacker is under a Limited Effort" in refused(front(), ATTACK + " facts=lle-column")
    there = after(campaign, ATTACK + " facts=lle-column")
    assert assaults.assault(there, "smolensk", there.engagements["smolensk"]).facts.count("lle-column") == 1
    assert "has used its column at smolensk" in refused(
        there, "germany attack west units=inf-6-5 against=arm-6-8 facts=lle-column"
    )
    fought = given(stepped(there, COMBAT), "germany fight smolensk", 1)
    second = stepped(given(fought, "germany occupy no"), SECOND)
    line = "germany attack west units=2-arm-8-8 against=arm-6-8 facts=lle-column"
    assert "has used its column at smolensk" in refused(second, line)


@pytest.mark.rule("tw-4.3-mixed", "tw-4.3-attack")
@pytest.mark.parametrize(("arms", "holds_"), [(1, True), (2, False)])
def test_4_3_ruling_46_half_of_the_factors_under_an_lle_make_an_attack_a_limited_one(arms: int, holds_: bool) -> None:
    campaign = front(germany={"effort": "rle"}, italy={"effort": "lle"})
    italian = {f"italy-inf-{n}": Unit(power="italy", kind="inf", strength="4-5") for n in (901, 902)}
    wars = wars_of({**campaign.wars, "italy+ussr": "1941-2-summer"})
    campaign = attrs.evolve(campaign, units={**campaign.units, **italian}, wars=wars)
    line = f"germany attack smolensk units={arms}-arm-8-8,italy-inf-901,italy-inf-902 against=2-inf-4-5 terrain=city"
    # Eight Italian factors beside eight German ones, or sixteen.
    assert ("limited-effort" in holds(campaign, line)) is holds_
    assert ("does not hold" in refused(campaign, line + " facts=limited-effort")) is not holds_


# --- the hex


@pytest.mark.rule("tw-10.6.6")
def test_10_6_6_a_fortress_is_known_by_its_place() -> None:
    campaign = front()
    line = "germany attack sevastopol units=3-arm-8-8 against=inf-4-5"
    found = assault(campaign, line)
    assert set(found.terrain) == {"fortress", "city"} and ground_battle.defended(found).total == 21
    assert "no fortress stands at Smolensk" in refused(campaign, ATTACK.replace("city", "fortress"))
    assert "ussr-1939" in found.facts
    assert "lies outside it" in refused(
        campaign, "germany attack warsaw units=3-arm-8-8 against=inf-4-5 facts=ussr-1939"
    )


@pytest.mark.rule("tw-10.6.4")
def test_10_6_4_a_fortification_is_known_where_it_was_built() -> None:
    campaign = front()
    built = {"ussr-fortification-1": Installation(power="ussr", kind="fortification", place="smolensk")}
    fortified = attrs.evolve(campaign, installations=built)
    assert set(assault(fortified, ATTACK).terrain) == {"city", "fortified"}
    hexes = {"ussr-fortification-1": Installation(power="ussr", kind="fortification", place="2210")}
    line = "germany attack 2210 units=3-arm-8-8 against=inf-4-5"
    assert assault(attrs.evolve(campaign, installations=hexes), line).terrain == ("fortified",)
    assert "no fortification stands at Smolensk" in refused(campaign, ATTACK.replace("city", "fortified"))
    # It may be one of those of which nobody has said where they stand.
    unplaced = {"ussr-fortification-1": Installation(power="ussr", kind="fortification")}
    assert refused(attrs.evolve(campaign, installations=unplaced), ATTACK.replace("city", "fortified")) == ""


@pytest.mark.rule("tw-10.6.8")
def test_10_6_8_cities_are_known_and_german_ones_cost_soviets_more() -> None:
    campaign = stepped(front(ussr={"army": 2}), ALLIED)
    soviets = assault(campaign, "ussr attack berlin units=2-inf-4-5 against=germany-inf-6-5")
    assert soviets.terrain == ("german-city-vs-soviets",) and ground_battle.defended(soviets).total == 15
    assert assault(front(), ATTACK.replace(" terrain=city", "")).terrain == ("city",)
    tunis = assault(front(), ATTACK.replace("smolensk", "tunis").replace(" terrain=city", ""))
    assert tunis.terrain == ()


@pytest.mark.rule("tw-10.6.8", "tw-1.2-natzone")
def test_10_6_8_what_is_named_of_a_known_city_does_not_change_what_it_is() -> None:
    soviet = stepped(front(ussr={"army": 2}), ALLIED)
    berlin = "ussr attack berlin units=2-inf-4-5 against=germany-inf-6-5 terrain="
    assert assault(soviet, berlin + "city").terrain == ("german-city-vs-soviets",)
    # Whether the hex has a second city the board shows.
    two = assault(soviet, berlin + "two-cities")
    assert set(two.terrain) == {"two-cities", "german-city-vs-soviets"}
    assert ground_battle.defended(two).total == 12 + 6
    smolensk = ATTACK.replace("terrain=city", "terrain={}")
    assert assault(front(), smolensk.format("two-cities")).terrain == ("two-cities",)
    assert assault(front(), smolensk.format("german-city-vs-soviets")).terrain == ("city",)
    assert "Smolensk is no German city that Soviets attack" in refused(
        front(), smolensk.format("german-city-vs-soviets")
    )
    tunis = ATTACK.replace("smolensk", "tunis")
    assert assault(front(), tunis).terrain == ()
    assert "Tunis adds nothing to its defenders" in refused(front(), tunis)
    # Of a hex that the campaign does not know the players say what it is.
    assert assault(front(), ATTACK.replace("smolensk", "2210")).terrain == ("city",)


# --- weather


def winter(level: str, turn: str = "1941-4-winter", **powers: Any) -> TheWar:
    return with_facts(front(turn=turn, **powers), eastern_weather=level)


@pytest.mark.rule("tw-26.1.1-oas", "tw-26.1.3-morass")
@pytest.mark.parametrize(
    ("turn", "level", "columns"),
    [
        ("1941-4-winter", "snow-and-sleet", 2),
        ("1941-4-winter", "russian-winter", 1),
        ("1942-1-spring", "morass", 1),
        ("1942-1-spring", "heavy-mud", 2),
        # What was rolled in another season says nothing.
        ("1942-2-summer", "russian-winter", 2),
    ],
)
def test_26_1_weather_limits_air_support(turn: str, level: str, columns: int) -> None:
    campaign = winter(level, turn)
    fight = ground_battle.battle(assault(campaign, ATTACK + " air=mdm"))
    assert fight.oas == columns


@pytest.mark.rule("tw-26.1.1-oas")
def test_26_1_1_the_extreme_winter_grounds_the_axis_and_halves_soviet_support() -> None:
    campaign = winter("extreme-winter")
    assert "no Axis air unit flies in extreme winter" in refused(campaign, ATTACK + " air=mdm")
    there = after(campaign, ATTACK)
    assert "no Axis air unit flies" in refused(there, "germany support smolensk mdm")
    answered = after(
        stepped(with_units(there, "ussr tac 1-5-4"), "axis.operations.reserves"), "ussr support smolensk 2-tac"
    )
    assert ground_battle.battle(assaults.assault(answered, "smolensk", answered.engagements["smolensk"])).das == 1


def test_26_1_3_mud_forbids_the_second_impulse_automatic_victories_and_drops() -> None:
    campaign = winter("heavy-mud", "1942-1-spring")
    assert "no Automatic Victory in heavy mud" in refused(
        stepped(campaign, MOVE), "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 air=mdm"
    )
    assert "no Second Impulse in heavy mud" in refused(
        stepped(campaign, SECOND), "germany attack smolensk units=3-arm-8-8 against=inf-4-5"
    )
    paras = with_units(campaign, "germany para 2-5")
    line = "germany attack smolensk units=3-arm-8-8,para against=inf-4-5 facts=drop"
    assert "no airborne drops in heavy mud" in refused(paras, line)
    mild = winter("light-mud", "1941-3-fall")
    assert refused(stepped(mild, SECOND), "germany attack smolensk units=3-arm-8-8 against=inf-4-5") == ""
    # A hex that the campaign does not know has the weather of the front that is named.
    named = "germany attack 2210 units=3-arm-8-8 against=inf-4-5 facts=eastern-front"
    assert "no Second Impulse in heavy mud" in refused(stepped(campaign, SECOND), named)
    assert "does not lie on the western front" in refused(campaign, ATTACK + " facts=western-front")


@pytest.mark.rule("tw-26.1.1-av")
def test_26_1_1_sleet_forbids_the_axis_automatic_victories_and_drops() -> None:
    overrun = "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 air=mdm"
    for level, forbidden in (("hard-freeze", False), ("snow-and-sleet", True), ("arctic", True)):
        campaign = with_units(winter(level), "germany para 2-5")
        assert ("no Automatic Victory in" in refused(stepped(campaign, MOVE), overrun)) == forbidden
        drop = "germany attack smolensk units=3-arm-8-8,para against=inf-4-5 facts=drop"
        assert ("no airborne drops in" in refused(campaign, drop)) == forbidden
    # The Soviets drop in any winter.
    soviets = with_units(stepped(winter("arctic"), ALLIED), "ussr para 2-5")
    line = "ussr attack smolensk units=para,2-inf-4-5 against=germany-inf-6-5 facts=drop"
    assert "no airborne drops" not in refused(soviets, line)


def test_26_1_1_rivers_and_swamps_freeze() -> None:
    line = ATTACK.replace("terrain=city", "terrain=river,swamp")
    assert set(assault(front(), line).terrain) == {"river", "swamp", "city"}
    assert assault(winter("hard-freeze"), line).terrain == ("city",)


@pytest.mark.rule("tw-26.2-inv", "tw-26.2-oas")
def test_26_2_nothing_lands_in_a_western_winter() -> None:
    campaign = with_facts(west("1940-4-winter"), western_weather="cold-rain")
    assert "no landings in cold rain" in refused(campaign, SEDAN + " terrain=beach-assault")
    dropped = "germany attack sedan units=2-arm-8-8,para against=france-inf-6-5 facts=drop"
    assert "no airborne drops in cold rain" in refused(campaign, dropped)
    assert "no landings" not in refused(with_facts(campaign, western_weather="clear"), SEDAN + " terrain=beach-assault")
    snow = with_facts(campaign, western_weather="snow")
    assert assaults.assault(after(snow, SEDAN), "sedan", after(snow, SEDAN).engagements["sedan"]).oas_columns == 1


# --- Siberians, optional rules


@pytest.mark.rule("tw-10.3.6")
def test_21_7_1_siberians_are_doubled_in_winter_by_themselves() -> None:
    campaign = stepped(with_units(winter("hard-freeze"), "ussr arm 8-8 siberian"), ALLIED)
    campaign = attrs.evolve(campaign, countries=campaign.countries)
    found = assault(campaign, "ussr attack smolensk units=arm-8-8-siberian against=germany-inf-6-5")
    assert ground_battle.attack(found).total == 16
    summer = stepped(with_units(front(), "ussr arm 8-8 siberian"), ALLIED)
    line = "ussr attack smolensk units=arm-8-8-siberian against=germany-inf-6-5"
    assert ground_battle.attack(assault(summer, line)).total == 8
    assert "'siberian-winter' does not hold: it is not Winter" in refused(summer, line + " facts=siberian-winter")


@pytest.mark.rule("tw-29.2")
def test_29_2_elite_units_are_a_switch_of_the_campaign() -> None:
    campaign = with_units(front(), "germany arm 10-8")
    line = "germany attack smolensk units=arm-10-8 against=2-inf-4-5"
    assert ground_battle.other_columns(assault(campaign, line)).total == 0
    assert "the optional rule is not played" in refused(campaign, line + " facts=elite")
    played = attrs.evolve(campaign, options={**campaign.options, "elite-units": True})
    assert ground_battle.other_columns(assault(played, line)).total == 1


@pytest.mark.rule("tw-29.20")
def test_29_20_two_hexes_are_bombed_in_summer_1944() -> None:
    campaign = west("1944-2-summer", "allied.operations.attacks")
    campaign = attrs.evolve(
        campaign, options={**campaign.options, "carpet-bombing": True}, wars=wars_of({"britain+germany": "1939-3-fall"})
    )
    campaign = with_units(campaign, *["britain inf 4-5"] * 6)
    line = "britain attack {} units=2-inf-4-5 against={} facts=carpet-bombing"
    there = after(campaign, line.format("caen", "arm-8-8"), line.format("calais", "arm-8-8"))
    assert "2 hexes are bombed already" in refused(there, line.format("brest", "arm-8-8"))
    early = attrs.evolve(campaign, first="1944-1-spring")
    assert "only in Summer 1944" in refused(early, line.format("caen", "arm-8-8"))
    off = attrs.evolve(campaign, options={})
    assert "the optional rule is not played" in refused(off, line.format("caen", "arm-8-8"))
