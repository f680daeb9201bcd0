"""The opening of the 1939 campaign: figures, their sources, what stands where."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.thewar.strategic import rockets
from engine.thewar.world.options import OPTIONS
from saves import scenarios
from tests.thewar.data import ID, POWERS, SEASONS, figures, opening, source

# The kinds of units that an opening may hold.
KINDS = "arm inf mech mot para sta cav flak art cdo ftr tac mdm nac fleet cv sac int jet uboat asw"


def test_head_names_the_campaign_and_its_24_turns() -> None:
    head = opening()
    assert (head["format"], head["kind"], head["id"], head["ruleset"]) == (4, "scenario", "1939-campaign", "thewar")
    assert (head["first"], head["last"]) == ("1939-3-fall", "1945-2-summer")
    assert head["description"].count("\n") == 1


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        ("1", {"solo"}),
        ("2", {"axis", "allied"}),
        ("3", {"axis", "western", "ussr"}),
        ("4", {"germany", "italy", "western", "ussr"}),
        ("5", {"germany", "italy", "britain", "france-us", "ussr"}),
    ],
)
def test_seats_follow_the_rule_for_the_number_of_players(players: str, seats: set[str]) -> None:
    seating = opening()["seating"][players]
    assert set(seating) == set(POWERS)
    assert set(seating.values()) == seats
    assert (seating["france"] == seating["britain"]) == (players != "5")
    assert (seating["germany"] == seating["italy"]) == (players in "123")


def test_every_figure_says_where_it_comes_from() -> None:
    parts = ("powers", "countries", "holdings", "places", "units", "pools", "additions", "facts", "wars")
    paths = [path for part in parts for path in figures(opening()[part], part)]
    assert len(paths) > 300
    assert [path for path in paths if not source(path)] == []
    assert {text.split()[0] for text in opening()["sources"].values()} == {"rules", "house"}
    assert source("powers.germany.base") == "rules 15.1.6.1"
    assert source("powers.germany.narfs") == "house"
    assert source("countries.poland.value") == "rules 23.2"
    assert source("countries.yugoslavia.value") == "house"
    assert source("facts.rail-germany") == "house"
    assert source("additions.germany-1944-fall-inf-2-5-volkssturm.count") == "rules 20.2"


def test_every_source_stands_for_something() -> None:
    for prefix in opening()["sources"]:
        value: Any = opening()
        for part in prefix.split("."):
            assert part in value, prefix
            value = value[part]


@pytest.mark.rule("tw-14.0", "tw-15.1.6.1-bases", "tw-22.4.1")
def test_bases_are_printed_and_hands_are_half_of_base_and_colonies() -> None:
    powers = opening()["powers"]
    assert {power: powers[power]["base"] for power in POWERS} == {
        "germany": 170,
        "italy": 56,
        "ussr": 135,
        "britain": 186,
        "us": 50,
        "france": 85,
    }
    hands = {power: powers[power]["narfs"] for power in POWERS}
    assert hands == {"germany": 85, "italy": 32, "ussr": 68, "britain": 105, "us": 50, "france": 51}
    for power in set(POWERS) - {"us"}:
        level = powers[power]["base"] + colonies(power)
        assert hands[power] == -(-level // 2)


def colonies(power: str) -> int:
    """What a power's colonies are worth, in NARFs."""
    holdings = opening()["holdings"].values()
    return sum(holding["value"] for holding in holdings if (holding["kind"], holding["owner"]) == ("colony", power))


@pytest.mark.rule("tw-14.7", "tw-23.2", "tw-23.11")
def test_colonies_dominions_and_provinces_have_their_printed_values() -> None:
    holdings = opening()["holdings"]
    assert {power: colonies(power) for power in POWERS if colonies(power)} == {"britain": 24, "france": 17, "italy": 7}
    dominions = {key: row["value"] for key, row in holdings.items() if row["kind"] == "dominion"}
    assert dominions == {"australia-nz": 20, "canada": 24, "india": 10, "south-africa": 12}
    assert 120 + sum(dominions.values()) == opening()["powers"]["britain"]["base"]
    provinces = {key: row["value"] for key, row in holdings.items() if row["kind"] == "province"}
    assert provinces == {
        "alsace-lorraine": 4,
        "corsica": 2,
        "naples": 3,
        "rome": 8,
        "sardinia": 3,
        "sicily": 5,
        "zara": 1,
        "danzig": 2,
        "bessarabia": 1,
        "eastern-poland": 10,
        "karelia": 2,
    }
    assert len(holdings) == 15 + len(dominions) + len(provinces)
    assert all(row["holder"] == row["owner"] for row in holdings.values())


def test_5_2_5_v_weapons_are_launched_from_four_cities() -> None:
    sites = {key for key, place in opening()["places"].items() if place.get("tags", {}).get(rockets.SITE)}
    assert sites == {"calais", "antwerp", "rotterdam", "the-hague"}


@pytest.mark.rule("tw-1.2-rating", "tw-7.11", "tw-10.8", "tw-11.11", "tw-8.4", "tw-8.4-min", "tw-14.3.3")
def test_ratings_movement_points_and_growth_are_printed() -> None:
    parts = ("army", "navy", "air", "smp", "smp_minimum", "growth", "growth_from")
    assert {power: tuple(opening()["powers"][power][part] for part in parts) for power in POWERS} == {
        "germany": (1, 1, 1, 7, 1, 50, 1942),
        "italy": (3, 3, 3, 4, 1, 25, 1941),
        "ussr": (3, 3, 3, 8, 2, 30, 1941),
        "britain": (2, 1, 1, 9, 2, 35, 1941),
        "us": (3, 1, 1, 10, 2, 80, 1941),
        "france": (2, 2, 3, 4, 1, 25, 1941),
    }
    sides = {power: (row["alliance"], row["side"]) for power, row in opening()["powers"].items()}
    assert sides["ussr"] == ("soviet", "allied")
    assert sides["italy"] == ("axis", "axis")
    assert sides["us"] == ("western", "allied")


@pytest.mark.rule("tw-23.2-half")
def test_minor_countries_have_their_values_and_status() -> None:
    countries = opening()["countries"]
    values = {key: (row["value"], row.get("associate_value", 0)) for key, row in countries.items()}
    with_two = {key: value for key, value in values.items() if value[1]}
    assert with_two == {
        "belgium": (18, 6),
        "bulgaria": (5, 2),
        "greece": (8, 3),
        "norway": (6, 3),
        "portugal": (6, 2),
        "sweden": (16, 6),
        "turkey": (14, 5),
    }
    assert {key: value for key, (value, other) in values.items() if not other} == {
        "denmark": 9,
        "estonia": 1,
        "finland": 5,
        "hungary": 11,
        "iran": 0,
        "ireland": 3,
        "latvia": 2,
        "lithuania": 5,
        "netherlands": 12,
        "poland": 20,
        "romania": 7,
        "slovakia": 3,
        "south-africa": 0,
        "spain": 20,
        "switzerland": 28,
        "vatican": 0,
        "yugoslavia": 12,
        "croatia": 4,
        "ukraine": 28,
        "vichy-france": 12,
    }
    leaning = {key: (row["status"], row["patron"]) for key, row in countries.items() if row["status"] != "neutral"}
    assert leaning == {
        "finland": ("associate", "germany"),
        "poland": ("satellite", "france"),
        "slovakia": ("satellite", "germany"),
        "south-africa": ("satellite", "britain"),
        "spain": ("sympathizer", "germany"),
    }
    rated = {
        key: (row.get("army", 3), row.get("navy", 3), row.get("air", 3))
        for key, row in countries.items()
        if {"army", "navy", "air"} & row.keys()
    }
    assert rated == {
        "finland": (1, 3, 3),
        "greece": (2, 3, 3),
        "netherlands": (3, 2, 3),
        "sweden": (1, 2, 2),
        "switzerland": (1, 3, 2),
    }


def test_a_minor_country_starts_with_half_of_its_value_in_hand() -> None:
    # Poland, Finland and Romania are whole at the start: with Eastern Poland, Karelia and Bessarabia.
    more = {"poland": 10, "finland": 2, "romania": 1}
    made_later = {"croatia", "ukraine", "vichy-france"}
    for key, row in opening()["countries"].items():
        whole = row["value"] + more.get(key, 0)
        assert row["narfs"] == (0 if key in made_later else -(-whole // 2)), key


@pytest.mark.rule("tw-14.6.1", "tw-13.2.1")
def test_industry_and_fortresses_stand_where_the_rules_put_them() -> None:
    places = opening()["places"]
    industry: dict[str, dict[str, int]] = {}
    for key, place in places.items():
        if place.get("value"):
            industry.setdefault(place["country"], {})[key] = place["value"]
    assert industry == {
        "germany": {"berlin": 12, "essen": 12, "cologne": 12, "breslau": 12},
        "france": {"paris": 12, "calais": 4, "sedan": 4, "lyons": 4, "marseilles": 4},
        "ussr": {
            "moscow": 12,
            "leningrad": 12,
            "baku": 12,
            "kiev": 6,
            "kharkov": 6,
            "stalingrad": 6,
            "stalino": 6,
            "dnepropetrovsk": 6,
            "grozny": 6,
            "maikop": 4,
            "odessa": 4,
        },
    }
    fortresses = {
        place["hex"]
        for place in places.values()
        if place["kind"] == "fortress" or place.get("tags", {}).get("fortress")
    }
    assert fortresses == {"1631", "1730", "1831", "2313", "2643"}
    assert Counter(place["kind"] for place in places.values()) == {
        "city": 65,
        "port": 34,
        "box": 11,
        "fortress": 3,
        "strait": 2,
    }


def test_shipyards_are_those_of_the_house() -> None:
    yards: dict[str, set[str]] = {}
    for key, place in opening()["places"].items():
        if place.get("tags", {}).get("shipyard"):
            yards.setdefault(place["holder"], set()).add(key)
    assert yards == {
        "germany": {"kiel", "wilhelmshaven"},
        "britain": {"southampton", "scapa-flow", "glasgow", "canada-box"},
        "france": {"brest", "marseilles"},
        "italy": {"genoa", "taranto"},
        "ussr": {"leningrad", "sevastopol"},
        "us": {"us-box"},
    }


@pytest.mark.rule("tw-6.2")
def test_three_wars_and_the_pact_are_there_from_the_start() -> None:
    pairs = (("britain", "germany"), ("france", "germany"), ("germany", "poland"))
    assert opening()["wars"] == {
        f"{one}+{other}": {"one": one, "other": other, "since": "1939-3-fall"} for one, other in pairs
    }
    assert opening()["facts"]["nazi-soviet-pact"] is True
    assert opening()["facts"]["usel"] == 0


def test_ids_are_legal_and_what_is_referred_to_exists() -> None:
    data = opening()
    for part in ("powers", "countries", "holdings", "places", "units", "pools", "additions", "facts"):
        assert [key for key in data[part] if not ID.match(key)] == []
    known = data["powers"].keys() | data["countries"].keys() | data["holdings"].keys()
    sides = data["powers"].keys() | data["countries"].keys()
    for row in data["countries"].values():
        assert row.get("capital", "london") in data["places"]
        assert row.get("patron", "germany") in data["powers"]
    for row in data["holdings"].values():
        assert {row["owner"], row["holder"]} <= {*sides, ""}
    for row in data["places"].values():
        assert row.get("country", "germany") in known
        assert row.get("holder", "germany") in sides
        assert row["kind"] in {"city", "port", "box", "fortress", "strait"}
    for key, row in data["units"].items():
        assert row["power"] in sides and row["kind"] in KINDS.split()
        assert re.fullmatch(rf"{row['power']}-{row['kind']}-\d+", key)
        assert row.get("place", "board") in {"board", *data["places"]}
    for key, row in data["pools"].items():
        assert row["power"] in sides and row["kind"] in KINDS.split()
        assert key == "-".join(filter(None, (row["power"], row["kind"], row.get("strength"), row.get("tag"))))
    for key, row in data["additions"].items():
        assert row["power"] in POWERS and row["kind"] in KINDS.split() and row["season"] in SEASONS and row["count"] > 0
        parts = (row["power"], str(row["year"]), row["season"], row["kind"], row.get("strength"), row.get("tag"))
        assert key == "-".join(filter(None, parts))


def test_every_option_of_the_game_can_be_chosen_in_its_campaigns() -> None:
    known = {option.id for option in OPTIONS}
    for scenario in ("1939-campaign", "1940-spring"):
        assert known <= set(scenarios.preview(scenario).options), scenario
