"""Whole falls played as journals, from a saved start to the next Spring's income: what each Major Power loses, who has
its lands, what is paid for them and when (14.6, 17.3, 18.5, 19.2, 19.3, 20.4, 21.1, 27.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import judging, outlook
from engine.thewar.countries import french_colonies
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Holding, TheWar
from tests.thewar.endings.played_falls import (
    NORTH,
    Fall,
    british,
    due,
    french,
    german,
    give,
    italian,
    left_of,
    levels,
    on,
    played,
    soviet,
)
from tests.thewar.endings.scenes import why_not
from tests.thewar.player import Game

VICHY = "vichy-france"
_MAINLAND = "germany french-garrisons mainland=vichy-france-inf-1 "
_TWO = "germany french-navy africa=france-fleet-1,france-fleet-2"
_LEFT = "britain french-garrisons {}=vichy-france-inf-3"
_ATTACK = "britain mers-el-kebir units=britain-fleet-1,britain-fleet-2 against=france-fleet-1,france-fleet-2"
FRANCE = {
    "spring": french(
        "1940-1-spring",
        (1, 1, 1, 1),
        (f"{_MAINLAND}syria=vichy-france-inf-2 algeria=vichy-france-inf-3", _TWO, "britain spare-fleet"),
    ),
    "summer": french(
        "1940-2-summer",
        (2, 3, 2, 3),
        (f"{_MAINLAND}tunisia=vichy-france-inf-2", _LEFT.format("syria"), _TWO, _ATTACK),
    ),
    "fall": french(
        "1940-3-fall",
        (4, 5, 4, 5),
        (f"{_MAINLAND}morocco=vichy-france-inf-2", _LEFT.format("syria"), _TWO, "britain spare-fleet"),
    ),
    "winter": french(
        "1940-4-winter",
        (6, 5, 5, 5),
        (f"{_MAINLAND}syria=vichy-france-inf-2", _LEFT.format("algeria"), "germany french-navy"),
    ),
}
"""The falls of 1940: none, two and three colonies Free French; spared, attacked, and no Fleet within reach."""
ITALY = {"fascists": italian(fascists=True), "none": italian(fascists=False)}
GERMANY = {turn: german(turn) for turn in ("1944-3-fall", "1944-4-winter", "1945-1-spring", "1945-2-summer")}
GOES_ON: dict[str, Fall] = {
    **{f"france-{season}": fall for season, fall in FRANCE.items()},
    **{f"italy-{how}": fall for how, fall in ITALY.items()},
    "ussr-with-france": soviet(france=True),
    "britain-with-france": british(france=True),
}
"""The falls after which the campaign goes on."""


# --- the laws of every fall


@pytest.mark.rule("tw-14.6", "tw-18.5", "tw-19.2", "tw-21.1", "tw-17.3")
@pytest.mark.parametrize("name", list(GOES_ON))
def test_14_6_nothing_and_nobody_is_left_of_a_fallen_power_and_nothing_is_paid_at_once(name: str) -> None:
    fall = GOES_ON[name]
    found = played(fall)
    assert found.now.powers[fall.power].surrendered == fall.turn
    assert left_of(found.due, fall.power) != []
    assert left_of(found.fell, fall.power) == [] == left_of(found.now, fall.power)
    # The United States alone gain, by their Entry Level (22.8): the conqueror waits for next Spring.
    assert found.moved().keys() <= {"us"}
    standing = [power for power in found.now.powers if not found.now.powers[power].surrendered]
    for power in standing:
        assert found.income(power).keys() >= {"base"}
    assert found.now.outcomes == {}


@pytest.mark.rule("tw-18.3", "tw-14.6")
@pytest.mark.parametrize("name", list(GOES_ON))
def test_18_3_a_fallen_power_is_awaited_nowhere_and_is_offered_nothing(name: str) -> None:
    fall = GOES_ON[name]
    here = played(fall).fell
    offered = outlook.at_any_time(RULESET, here, "solo", fall.power)
    assert not [one.verb for one in offered.forms if one.pattern.startswith(fall.power)]
    assert not [one.text for one in offered.choices if one.text.startswith(fall.power)]
    assert not [step.key for step in RULESET.sequence.steps if fall.power in step.who(here)]
    out = ("14.6, 18.3", f"{here.powers[fall.power].name} has surrendered")
    for line in ("mark breach warsaw", "station board units=germany-inf-1", "base-lost germany-tac-1", "concede"):
        assert out in [
            (rule, reason[:1].upper() + reason[1:]) for rule, reason in why_not(here, f"{fall.power} {line}")
        ]
    if fall.power in ("germany", "italy"):
        assert out in why_not(here, f"{fall.power} found croatia")


# --- France


@pytest.mark.rule("tw-18.5.1", "tw-18.5.4", "tw-18.5", "tw-14.6-france")
@pytest.mark.parametrize(
    ("season", "free", "vichys", "paid"),
    [
        ("spring", (), 12 + 2 + 4 + 2 + 5 + 6, (12 + 4 + 4, 6 + 2 + 2)),
        ("summer", ("syria", "algeria"), 12 + 2 + 2 + 6, (9 + 3 + 3, 4 + 1 + 1)),
        ("fall", ("syria", "algeria"), 12 + 2 + 2 + 6, (6 + 2 + 2, 3 + 1 + 1)),
        ("winter", ("tunisia", "algeria", "morocco"), 12 + 2 + 4, (3 + 1 + 1, 1)),
    ],
)
def test_18_5_every_land_of_france_is_whose_the_terms_say_and_pays_him_from_next_spring(
    season: str, free: tuple[str, ...], vichys: int, paid: tuple[int, int]
) -> None:
    found = played(FRANCE[season])
    now, fell = found.now, found.fell
    assert {key for key in french_colonies.COLONIES if now.holdings[key].holder == "britain"} == set(free)
    theirs = {key for key, held in now.holdings.items() if held.holder == VICHY}
    assert theirs == {"corsica", *french_colonies.COLONIES} - set(free)
    assert {now.places[key].holder for key in ("vichy", "lyons", "marseilles", "ajaccio", "dakar")} == {VICHY}
    occupied = [place.holder for place in now.places.values() if place.country == "france" and place.name != "Dakar"]
    assert set(occupied) == {"germany"}
    # What was lost of cities before the fall: France the season's share, Germany half of it (18.6).
    assert (lost(found.due, "france"), lost(found.due, "germany")) == (-paid[0], paid[1])
    # 85 less 12 for Vichy, and Alsace-Lorraine counted apart while nobody has annexed it (14.6, 23.5).
    income = found.income("germany")
    assert (income["Occupied France"], income["Alsace-Lorraine"]) == (69, 4)
    values = {"syria": 4, "tunisia": 2, "algeria": 5, "morocco": 6}
    britains = found.income("britain")
    assert {now.holdings[key].name: values[key] for key in free}.items() <= britains.items()
    assert not {"Syria", "Tunisia", "Algeria", "Morocco"} - {now.holdings[key].name for key in free} & britains.keys()
    assert now.countries[VICHY].narfs == vichys
    # The INF that Britain has, whatever the dice say (18.5.4).
    assert fell.pools["britain-inf-2-5-free-french"].count == 1


def lost(campaign: TheWar, power: str) -> int:
    """What a power's hand is above or below that of the 1939 start."""
    return campaign.powers[power].narfs - START[power]


START = {"france": 51, "germany": 85}


@pytest.mark.rule("tw-18.5.3", "tw-18.5.5", "tw-18.5.6", "tw-18.7")
@pytest.mark.parametrize(
    ("season", "status", "in_africa"),
    [("spring", "neutral", 2), ("summer", "sympathizer", 2), ("fall", "neutral", 2), ("winter", "neutral", 0)],
)
def test_18_5_3_what_is_left_of_army_and_navy_is_vichys_and_its_status_follows_from_the_attack(
    season: str, status: str, in_africa: int
) -> None:
    found = played(FRANCE[season])
    land = found.fell.countries[VICHY]
    assert (land.status, land.patron) == (status, "germany" if status == "sympathizer" else "")
    army = [unit for key, unit in found.fell.units.items() if key.startswith(f"{VICHY}-inf-")]
    free = 0 if season == "spring" else 1
    assert sorted(unit.power for unit in army) == ["britain"] * free + [VICHY] * (3 - free)
    assert all(unit.tag != "vichy-garrison" for unit in army)
    ships = [unit for unit in found.fell.units.values() if (unit.power, unit.kind) == (VICHY, "fleet")]
    sunk = 4 - len(ships)
    assert sum(unit.place == "marseilles" for unit in ships) == 4 - in_africa
    assert sunk == 0 or status == "sympathizer"


@pytest.mark.rule("tw-18.5.8")
@pytest.mark.parametrize("season", list(FRANCE))
def test_18_5_8_its_markers_are_gone_from_whoever_leaned_to_it(season: str) -> None:
    found = played(FRANCE[season])
    before = {key: land.status for key, land in found.due.countries.items() if land.patron == "france"}
    assert (before["spain"], before["turkey"], before["greece"]) == ("sympathizer", "associate", "satellite")
    fell = found.fell.countries
    assert {(fell[key].status, fell[key].patron) for key in ("spain", "turkey", "greece")} == {("neutral", "")}
    assert "France has surrendered: nobody leans to it" in reasons(found.fell, "status spain sympathizer patron=france")


def reasons(campaign: TheWar, line: str) -> str:
    """Why an order is refused."""
    return " ".join(reason for _, reason in why_not(campaign, line))


@pytest.mark.rule("tw-18.5.1", "tw-18.5.4", "tw-18.5")
def test_490_what_france_has_taken_is_its_enemys_again_vichys_or_nobodys() -> None:
    game = due(
        attrs.evolve(
            FRANCE["summer"], allied=("capture cologne france", "capture tripoli france", "capture libya france")
        )
    )
    here = game.campaign
    belgium = attrs.evolve(here.countries["belgium"], status="conquered", patron="france")
    brussels = attrs.evolve(here.places["brussels"], holder="france")
    game.campaign = attrs.evolve(
        here, countries={**here.countries, "belgium": belgium}, places={**here.places, "brussels": brussels}
    )
    give(game, "france surrender-roll", (10,))
    now = game.campaign.places
    assert (now["cologne"].holder, now["tripoli"].holder, now["brussels"].holder) == ("germany", VICHY, "")
    assert game.campaign.holdings["libya"].holder == VICHY


@pytest.mark.rule("tw-14.6-france", "tw-18.8")
def test_23_5_alsace_lorraine_is_occupied_with_france_and_counted_once() -> None:
    game = on(due(FRANCE["summer"]), "allied.end.french-surrender")
    give(game, "france surrender-roll", (10,))
    fell = game.campaign
    assert fell.holdings["alsace-lorraine"].holder == "germany"
    assert levels(fell, "germany")["Occupied France"] + levels(fell, "germany")["Alsace-Lorraine"] == 85 - 12
    give(game, "germany annex-alsace")
    annexed = game.campaign
    assert annexed.powers["germany"].base == fell.powers["germany"].base + 4
    assert levels(annexed, "germany")["Occupied France"] == 69 and "Alsace-Lorraine" not in levels(annexed, "germany")
    # Taken before the fall it is in no part of what is occupied (14.6).
    early = due(attrs.evolve(FRANCE["summer"], axis=(*FRANCE["summer"].axis, "capture alsace-lorraine germany")))
    give(early, "france surrender-roll", (10,))
    assert levels(early.campaign, "germany")["Occupied France"] == 69
    # In a campaign in which France fell earlier it is counted within, and is taken out of it.
    within = {**fell.holdings}
    within["alsace-lorraine"] = attrs.evolve(within["alsace-lorraine"], holder="france")
    within["occupied-france"] = attrs.evolve(within["occupied-france"], value=73)
    old = Game(attrs.evolve(fell, holdings=within))
    give(old, "germany annex-alsace")
    assert levels(old.campaign, "germany")["Occupied France"] == 69


# --- Italy


@pytest.mark.rule("tw-19.2", "tw-19.3", "tw-19.3-narf")
@pytest.mark.parametrize(("how", "label", "now"), [("fascists", "Fascist Italy", 20), ("none", "Northern Italy", 0)])
def test_19_2_italy_falls_and_each_has_the_parts_that_he_held_as_it_fell(how: str, label: str, now: int) -> None:
    found = played(ITALY[how])
    fell = found.fell
    held = {key: one.holder for key, one in fell.holdings.items() if one.owner == "italy"}
    assert held == {
        "albania": "",
        "italian-east-africa": "",
        "libya": "",
        "naples": "us",
        "northern-italy": "germany",
        "rome": "",
        "sardinia": "us",
        "sicily": "us",
        "zara": "",
    }
    assert {fell.places[city].holder for city in NORTH} == {"germany"}
    assert {fell.places[key].holder for key in ("rome", "tripoli", "athens", "zara")} == {""}
    # The Fascist state's 40 come by the season as it is revived, half of it in Fall (19.3).
    revived = [entry for entry in found.journal.entries if "revive-fascism" in entry.order]
    assert [entry.moved("powers.germany.narfs") for entry in revived] == [now]
    germany, us = found.income("germany"), found.income("us")
    assert germany[label] == 40 and (us["Sicily"], us["Sardinia"]) == (5, 3)
    pool = found.now.pools.get("germany-inf-2-5-fascist")
    assert (pool.count if pool is not None else 0) == (2 if how == "fascists" else 0)


@pytest.mark.rule("tw-19.2", "tw-23.1")
def test_19_2_what_italy_had_conquered_is_his_who_enters_it_first() -> None:
    game = on(due(ITALY["none"]), "allied.end.italian-surrender")
    give(game, "italy surrender-roll", (1,))
    moving(game, "1943-3-fall")
    before = game.campaign
    give(game, "capture athens germany")
    assert game.campaign.countries["greece"].patron == "italy"
    give(game, "capture suda-bay germany")
    now = game.campaign
    assert (now.countries["greece"].status, now.countries["greece"].patron) == ("conquered", "germany")
    # 8 NARFs, half of them in Fall (14.5); nobody loses them.
    assert now.powers["germany"].narfs - before.powers["germany"].narfs == 4


@pytest.mark.rule("tw-19.2")
def test_19_2_a_part_whose_cities_are_in_several_hands_is_nobodys() -> None:
    axis = tuple(f"capture {city} germany" for city in NORTH[:4])
    fall = attrs.evolve(
        ITALY["none"], axis=axis, allied=("capture rome us", "capture palermo us", "capture trieste us"), then=()
    )
    game = due(fall)
    give(game, "italy surrender-roll", (1,))
    fell = game.campaign
    assert fell.holdings["northern-italy"].holder == "" == fell.holdings["sicily"].holder


def moving(game: Game, turn: str) -> None:
    """On to the end of the Axis half of a turn in which Germany has moved: in a quiet one no land changes hands."""
    on(game, "planning.effort", turn)
    while (first := game.outlook().awaits[0]) != "germany":
        give(game, f"{first} effort none")
    give(game, "germany effort lle")
    on(game, "axis.end.minors", turn)


# --- the Soviet Union and Britain


@pytest.mark.rule("tw-21.1", "tw-14.6")
def test_21_1_the_soviet_home_is_the_conquerors_and_what_it_had_taken_nobodys() -> None:
    found = played(GOES_ON["ussr-with-france"])
    fell = found.fell
    assert {one.holder for one in fell.places.values() if one.country == "ussr"} == {"germany"}
    assert {fell.holdings[key].holder for key in ("eastern-poland", "bessarabia")} == {""}
    assert {fell.places[key].holder for key in ("lwow", "kishinev")} == {""}
    # Its base of 135 is Germany's next Spring, and no city of it is counted a second time (14.6).
    income = found.income("germany")
    assert income["Occupied Soviet Union"] == 135
    assert not {line for line in income if "Moscow" in line or "Kiev" in line}
    game = Game(fell)
    moving(game, "1942-4-winter")
    assert why_not(game.campaign, "conquer estonia germany") == []


@pytest.mark.rule("tw-21.1", "tw-17.3", "tw-27.1-axisd")
@pytest.mark.parametrize("fall", [soviet(france=False), british(france=False)], ids=["ussr", "britain"])
def test_27_1_with_france_out_the_second_fall_is_a_tactical_victory_at_once(fall: Fall) -> None:
    found = played(fall)
    outcome = found.now.outcomes["campaign"]
    assert (outcome.winner, outcome.level, outcome.by, outcome.turn) == ("axis", "tactical", "rules", fall.turn)
    assert judging.over(RULESET, found.now).startswith("the Axis wins tactically: France and ")
    assert found.fell == found.now, "nothing follows it"
    assert left_of(found.now, fall.power) == []


@pytest.mark.rule("tw-17.3", "tw-14.6")
def test_17_3_the_isles_are_120_the_empire_90_and_britains_units_abroad_are_the_empires() -> None:
    found = played(GOES_ON["britain-with-france"])
    fell = found.fell
    assert found.income("germany")["Occupied Britain"] == 120
    assert sum(value for label, value in found.income("us").items() if "Empire" in label) == 66 + 24
    assert {one.holder for one in fell.places.values() if one.country == "britain"} == {"germany"}
    assert fell.countries["british-empire"].patron == "us" == fell.countries["south-africa"].patron
    assert fell.places["gibraltar"].holder == "germany" and fell.places["cairo"].holder == "british-empire"
    assert fell.units["x-1"].power == "british-empire"
    assert not {"x-2", "x-3", "britain-fleet-1"} & fell.units.keys()


# --- Germany


@pytest.mark.rule("tw-20.4", "tw-20.4-vic", "tw-27.1")
@pytest.mark.parametrize(
    ("turn", "winner", "level"),
    [
        ("1944-3-fall", "allies", "decisive"),
        ("1944-4-winter", "allies", "tactical"),
        ("1945-1-spring", "allies", "tactical"),
        ("1945-2-summer", "", "draw"),
    ],
)
def test_20_4_germany_falls_and_the_date_gives_the_level(turn: str, winner: str, level: str) -> None:
    found = played(GERMANY[turn])
    outcome = found.now.outcomes["campaign"]
    assert (outcome.winner, outcome.level, outcome.turn) == (winner, level, turn)
    assert list(found.now.outcomes) == ["campaign"] and found.moved() == {}
    assert not [unit for unit in found.now.units.values() if unit.power == "germany"]
    assert not [one for one in found.now.wars.values() if "germany" in one.names]
    assert "the campaign has its result" in reasons(found.now, "germany concede")


@pytest.mark.rule("tw-27.1-multi", "tw-20.4")
def test_27_1_a_fall_of_germany_in_the_last_turn_gives_each_side_its_level_besides() -> None:
    game = due(GERMANY["1945-2-summer"])
    game.campaign = attrs.evolve(game.campaign, options={**game.campaign.options, "victory-by-objectives": True})
    give(game, "germany surrender-roll", (1,))
    assert game.campaign.outcomes["campaign"].level == "draw"
    assert {side: one.level for side, one in game.campaign.outcomes.items() if side != "campaign"} == {
        "britain-us": "stalemate",
        "germany": "stalemate",
        "italy": "stalemate",
        "ussr": "stalemate",
    }
    early = due(GERMANY["1945-1-spring"])
    early.campaign = attrs.evolve(early.campaign, options={**early.campaign.options, "victory-by-objectives": True})
    give(early, "germany surrender-roll", (1,))
    assert list(early.campaign.outcomes) == ["campaign"]


def test_a_holding_of_which_the_campaign_has_no_city_is_nobodys_as_italy_falls() -> None:
    """A scenario of its own may leave places out."""
    game = due(ITALY["none"])
    extra = Holding(name="Dodecanese", kind="colony", value=1, owner="italy", holder="italy")
    game.campaign = attrs.evolve(game.campaign, holdings={**game.campaign.holdings, "dodecanese": extra})
    give(game, "italy surrender-roll", (1,))
    assert game.campaign.holdings["dodecanese"].holder == ""
