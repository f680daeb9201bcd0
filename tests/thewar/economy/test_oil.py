"""Oil: factors, SMPs, hits, the plants' yield, and where the plants stand (24.0 to 24.3)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import outlook
from engine.kernel.sheets.ledger import falls_due, ledger_of
from engine.thewar.building import optional_forces
from engine.thewar.economy import capacity, income, oil, oil_plants
from engine.thewar.rolls.bombing import Raid, resolve
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import ledger
from engine.thewar.strategic import result_words
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import AIR, Segment, scenario, scene
from tests.thewar.single_rolls import calc, chances, refused
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals, rules_of

CITIES = "berlin,hamburg,vienna,cologne,essen"


def holding(campaign: TheWar, **holders: str) -> TheWar:
    """The campaign with oil places in other hands."""
    places = {key: attrs.evolve(campaign.places[key], holder=holder) for key, holder in holders.items()}
    return attrs.evolve(campaign, places={**campaign.places, **places})


def telling(campaign: TheWar, hits: int) -> TheWar:
    """The campaign with oil hits of last turn."""
    return attrs.evolve(campaign, facts={**campaign.facts, oil.FELT: hits})


def causes(campaign: TheWar, path: str) -> dict[str, int]:
    """A computed figure's lines by label."""
    found = ledger_of(RULESET).explain(campaign, path)
    assert found is not None and all(line.rule for line in found.lines)
    return {line.label: line.value for line in found.lines}


def smps(campaign: TheWar, power: str = "germany") -> int:
    """A power's SMPs this turn."""
    return capacity.smp(campaign, power).total


def notes(campaign: TheWar) -> list[str]:
    """What the Due panel says of oil."""
    return [duty.text for duty in falls_due(RULESET, campaign) if duty.rule.startswith("24.")]


# ---------------------------------------------------------------- who holds the oil


@pytest.mark.rule("tw-24.0")
def test_24_0_a_note_stands_as_long_as_an_oil_place_has_changed_hands() -> None:
    start = scenario()
    assert notes(start) == []
    lost = after(start, "capture ploesti ussr")
    assert notes(lost) == [
        "Oil: Germany has 5 factors, SMPs -2: Ploesti lost",
        "Oil: Soviet Union has 10 factors, SMPs +2: Ploesti held",
    ]
    assert notes(after(lost, "capture ploesti germany")) == []
    assert notes(holding(start, baku="germany", mosul="italy")) == [
        "Oil: Germany has 10 factors, SMPs +3: Baku held",
        "Oil: Soviet Union has 5 factors, SMPs -3: Baku lost",
        "Oil: Britain has 6 factors, SMPs -3: Mosul lost",
    ]


@pytest.mark.rule("tw-24.1")
def test_24_1_factors_at_start_are_ploesti_and_five_plants() -> None:
    assert causes(scenario(), "powers.germany.oil") == {"Ploesti": 2, "5 synthetic oil plants": 5}
    won = causes(holding(scenario(), baku="germany", mosul="germany"), "powers.germany.oil")
    assert won == {"Ploesti": 2, "5 synthetic oil plants": 5, "Baku": 3, "Mosul": 3}


@pytest.mark.rule("tw-24.1")
@pytest.mark.parametrize(
    ("ploesti", "factors"),
    [("romania", 7), ("germany", 7), ("italy", 7), ("ussr", 5), ("britain", 5), ("us", 5)],
)
def test_24_1_ploesti_counts_in_german_and_in_neutral_hands_alone(ploesti: str, factors: int) -> None:
    assert sum(causes(holding(scenario(), ploesti=ploesti), "powers.germany.oil").values()) == factors


@pytest.mark.rule("tw-24.1")
@pytest.mark.parametrize(
    ("orders", "factors"),
    [
        (("status romania satellite patron=germany",), 7),
        (("status romania associate patron=britain",), 7),
        (("status romania satellite patron=britain",), 5),
        (("conquer romania ussr",), 5),
        (("conquer romania germany",), 7),
        (("conquer romania ussr", "capture ploesti germany"), 7),
    ],
)
def test_24_1_a_country_holds_for_its_master(orders: tuple[str, ...], factors: int) -> None:
    campaign = scenario()
    for line in orders:
        campaign = after(campaign, line)
    assert oil.factors("germany", oil.of(campaign)).total == factors


@pytest.mark.rule("tw-24.1")
def test_24_1_a_country_at_war_with_germany_is_hostile() -> None:
    at_war = attrs.evolve(scenario(), wars=wars_of({**scenario().wars, "germany+romania": "1939-4-winter"}))
    assert oil.factors("germany", oil.of(at_war)).total == 5
    partisan = attrs.evolve(scenario().units["ussr-inf-1"], kind="partisan", place="ploesti")
    held = attrs.evolve(scenario(), units={**scenario().units, "ussr-partisan-1": partisan})
    assert oil.factors("germany", oil.of(held)).total == 5, "partisans hold the hex they stand in (1.2)"


@pytest.mark.rule("tw-24.1")
def test_24_1_no_oil_is_counted_for_a_place_not_held() -> None:
    foreign = holding(scenario(), baku="italy", mosul="italy", maikop="germany", abadan="germany")
    # Ruling 196: what Italy holds is lost to its owner and of no use to Germany; Abadan is no German field.
    assert oil.factors("germany", oil.of(foreign)).total == 7 and smps(foreign) == 7
    assert smps(foreign, "ussr") == 5 and smps(foreign, "britain") == 3


# ---------------------------------------------------------------- SMPs


@pytest.mark.rule("tw-24.1-smp", "tw-24.1-ger10")
@pytest.mark.parametrize(
    ("holders", "smp", "lines"),
    [
        ({}, 7, {"capacity": 7}),
        ({"baku": "germany"}, 10, {"capacity": 7, "Baku held": 3}),
        ({"baku": "germany", "mosul": "germany"}, 13, {"capacity": 7, "Baku held": 3, "Mosul held": 3}),
        ({"ploesti": "ussr"}, 5, {"capacity": 7, "Ploesti lost": -2}),
        ({"maikop": "germany"}, 7, {"capacity": 7}),
        ({"maikop": "germany", "grozny": "germany"}, 8, {"capacity": 7, "Maikop and Grozny held": 1}),
        ({"baku": "germany", "ploesti": "ussr"}, 8, {"capacity": 7, "Ploesti lost": -2, "Baku held": 3}),
    ],
)
def test_24_1_german_smps_follow_the_oil(holders: dict[str, str], smp: int, lines: dict[str, int]) -> None:
    campaign = holding(scenario(), **holders)
    assert smps(campaign) == smp
    assert causes(campaign, "powers.germany.smp-now") == lines
    row = next(row for row in ledger.rows(campaign) if row.power == "germany")
    assert row.smp == smp, "the ledger shows what is left"


@pytest.mark.rule("tw-24.1-smp")
def test_24_1_oil_changes_a_capacity_that_was_bought_and_never_the_minimum() -> None:
    germany = attrs.evolve(scenario().powers["germany"], smp=9, smp_lost=3)
    bought = attrs.evolve(scenario(), powers={**scenario().powers, "germany": germany})
    assert smps(holding(bought, ploesti="us")) == 4
    assert smps(telling(holding(bought, ploesti="us"), 5)) == germany.smp_minimum == 1


@pytest.mark.example("24.2", "Maikop and Grozny lost -1, Baku -3, Ploesti +2 SMPs")
@pytest.mark.rule("tw-24.2", "tw-24.2-plo")
@pytest.mark.parametrize(
    ("holders", "smp"),
    [
        ({}, 8),
        ({"maikop": "germany"}, 8),
        ({"maikop": "germany", "grozny": "italy"}, 7),
        ({"baku": "germany"}, 5),
        ({"maikop": "germany", "grozny": "germany", "baku": "germany"}, 4),
        ({"ploesti": "ussr"}, 10),
        ({"ploesti": "ussr", "baku": "germany"}, 7),
        ({"ploesti": "britain"}, 8),
    ],
)
def test_24_2_soviet_smps_follow_the_oil_and_are_restored(holders: dict[str, str], smp: int) -> None:
    campaign = scenario()
    for place, holder in holders.items():
        campaign = after(campaign, f"capture {place} {holder}")
    assert smps(campaign, "ussr") == smp
    for place in holders:
        campaign = after(campaign, f"capture {place} {scenario().places[place].holder}")
    assert smps(campaign, "ussr") == 8


@pytest.mark.example("24.3", "Abadan or Mosul lost: 6 SMPs, both: 3")
@pytest.mark.rule("tw-24.3")
@pytest.mark.parametrize(
    ("holders", "smp"),
    [
        ({}, 9),
        ({"abadan": "germany"}, 6),
        ({"mosul": "italy"}, 6),
        ({"abadan": "italy", "mosul": "germany"}, 3),
        ({"abadan": "ussr", "mosul": "us"}, 9),
    ],
)
def test_24_3_british_smps_follow_abadan_and_mosul(holders: dict[str, str], smp: int) -> None:
    campaign = holding(scenario(), **holders)
    assert smps(campaign, "britain") == smp
    britain = attrs.evolve(campaign.powers["britain"], smp_lost=4)
    bombed = attrs.evolve(campaign, powers={**campaign.powers, "britain": britain})
    assert smps(bombed, "britain") == max(2, smp - 4), "what strategic warfare costs comes on top"


# ---------------------------------------------------------------- hits


def bombed(answer: str, turn: str = "1944-1-spring") -> Segment:
    """The day raid of a turn: a firestorm, or two oil hits instead."""
    forces: dict[str, Any] = {"germany": {"int": 1}, "britain": {"sac": 2}, "us": {"sac": 20}}
    game = Segment(scene(turn, AIR, **forces, entered="1941-4-winter"))
    game.give("germany air-box", "britain air-box", "us air-box sac=20 troops=yes", faces=(3,))
    game.give(answer)
    return game


def played_to(game: Segment, step: str, turns: int) -> None:
    """Play on by what is offered first, ends of steps before all, until a step of a later turn."""
    last = game.campaign.progress.turn + turns
    while game.campaign.progress.turn < last or game.step != step:
        assert game.campaign.progress.turn <= last
        seen = outlook.outlook(RULESET, game.campaign, "solo")
        legal = [choice.text for choice in seen.choices if not choice.refused]
        game.give(next((text for text in legal if text.endswith(" done")), legal[0]))


@pytest.mark.rule("tw-24.1-hit", "tw-24.1-inc")
def test_24_1_a_double_hit_tells_in_the_next_turn_and_no_longer() -> None:
    game = bombed("us hit oil")
    now = game.campaign
    assert (smps(now), causes(now, "powers.germany.oil")["5 synthetic oil plants"]) == (
        7 - now.powers["germany"].smp_lost,
        5,
    )
    assert notes(now) == ["Oil hit on Germany: 2 oil factors fewer next turn"]
    assert game.changed("facts.oil-hits-scored") == [(None, 2)]
    # 20 SAC unopposed bring the cap of 42 NARFs; then 4 of the year's yield for each plant (24.1, ruling 198).
    assert [new for _, new in game.changed("powers.germany.narfs")] == [58, 50]
    game.dice = Faces()
    played_to(game, "planning.immobile", 1)
    summer = game.campaign
    assert causes(summer, "powers.germany.oil") == {
        "Ploesti": 2,
        "5 synthetic oil plants": 5,
        "2 of them hit last turn": -2,
    }
    assert causes(summer, "powers.germany.smp-now")["2 synthetic oil plants hit last turn"] == -2
    assert smps(summer) == 5
    played_to(game, "planning.effort", 1)
    assert smps(game.campaign) == 7 and notes(game.campaign) == []
    assert game.changed("facts.oil-hits-felt") == [(None, 2), (2, None)]


class Faces:
    """Dice that show 5 for ever."""

    def face(self, key: str, sides: int) -> int:
        return 5

    def salt(self, key: str) -> str:
        return "salt"


@pytest.mark.rule("tw-24.1-hit")
def test_24_1_a_firestorm_instead_leaves_the_oil_alone() -> None:
    now = bombed("us hit industry").campaign
    assert oil.SCORED not in now.facts and notes(now) == []


@pytest.mark.rule("tw-24.1-hit")
def test_24_1_hits_count_once_each_and_never_beyond_the_plants() -> None:
    assert [smps(telling(scenario(), hits)) for hits in (0, 1, 2, 5, 9)] == [7, 6, 5, 2, 2]
    one = calc("oil", (4,), power="germany", hits=1)
    assert (one["factors"], one["smp_change"], one["short"], one["immobile"]) == (6, -1, 1, 5)


def test_24_1_hits_of_this_turn_follow_those_of_the_last() -> None:
    both = attrs.evolve(scenario(), facts={**scenario().facts, oil.FELT: 1, oil.SCORED: 2})
    ended = after_end(both)
    assert ended.facts[oil.FELT] == 2 and oil.SCORED not in ended.facts
    assert oil.FELT not in after_end(ended).facts


def after_end(campaign: TheWar) -> TheWar:
    """The campaign after Germany's end of the turn."""
    from engine.thewar.turns.end_turn import EndTurn
    from tests.thewar.world import effect

    return effect(campaign, EndTurn("germany"))


def test_24_1_the_report_of_a_raid_says_what_the_oil_hit_does() -> None:
    raid = Raid(turn="1944-3-fall", by="us", sac=20, interceptors=1, base=170, face=1, oil=True)
    told = [said.text for said in result_words.of_raid(raid, resolve(raid), 20) if said.rule == "24.1"]
    assert told == ["Oil instead of industry: 2 oil hits, 2 oil factors fewer next turn, 4 NARFs of the plants' yield"]


# ---------------------------------------------------------------- the plants' yield


@pytest.mark.rule("tw-24.1-inc")
@pytest.mark.parametrize(
    ("turn", "hits", "worth"),
    [("1942-4-winter", 0, 0), ("1943-1-spring", 0, 20), ("1945-1-spring", 2, 12), ("1944-2-summer", 2, 20)],
)
def test_24_1_each_whole_plant_yields_four_narfs_a_year_from_1943(turn: str, hits: int, worth: int) -> None:
    campaign = telling(scene(turn), hits)
    labels = [(line.value, line.label) for line in income.level(campaign, "germany").lines if line.rule == "24.1"]
    assert labels == ([(worth, f"{worth // 4} synthetic oil plants, 4 each")] if worth else [])
    assert not [line for line in income.level(campaign, "italy").lines if line.rule == "24.1"]


@pytest.mark.rule("tw-24.1-inc")
def test_24_1_the_yield_comes_with_the_income_of_spring_1943() -> None:
    game = Segment(scene("1942-4-winter", "end.advance"))
    assert game.campaign.progress.turn == scene("1943-1-spring").progress.turn
    told = [
        (change.why, change.now - change.was, change.rule)
        for entry in game.entries
        for change in entry.changes
        if change.at == "powers.germany.narfs" and change.rule == "24.1"
    ]
    assert told == [("5 synthetic oil plants, 4 each", 20, "24.1")]


@pytest.mark.rule("tw-24.1-inc")
@pytest.mark.parametrize(
    ("turn", "count", "narfs"),
    [
        ("1942-3-fall", 1, 0),
        ("1944-1-spring", 1, 4),
        ("1944-2-summer", 1, 3),
        ("1944-3-fall", 2, 4),
        ("1944-4-winter", 1, 1),
    ],
)
def test_24_1_a_plant_hit_loses_its_yield_by_the_season(turn: str, count: int, narfs: int) -> None:
    assert oil.plant_loss(count, turn) == narfs


# ---------------------------------------------------------------- where the plants stand


@pytest.mark.rule("tw-24.1-place")
def test_24_1_plants_are_placed_one_in_a_hex_and_never_move() -> None:
    campaign = scene("1939-3-fall", oil_plants.PLANNING)
    assert not refusals(campaign, f"germany oil-plants {CITIES}")
    game = Segment(campaign)
    game.give(f"germany oil-plants {CITIES}")
    assert "germany" not in game.campaign.progress.done, "in Planning it stands beside the effort"
    assert game.refused("germany oil-plants kiel,bremen,munich,berlin,leipzig") == ["29.10"]
    assert rules_of(refusals(campaign, "germany oil-plants berlin,berlin,vienna,cologne,essen")) == ["24.1"]
    twins = {key: attrs.evolve(campaign.places[key], hex="1520") for key in ("cologne", "essen")}
    close = attrs.evolve(campaign, places={**campaign.places, **twins})
    assert [no.reason for no in refusals(close, f"germany oil-plants {CITIES}")] == ["Cologne and Essen lie in one hex"]


@pytest.mark.rule("tw-24.1-place", "tw-24.1")
def test_24_1_a_plant_in_a_lost_city_counts_for_nobody() -> None:
    start = scene("1944-4-winter", oil_plants.PLANNING)
    lost = after(start, "capture cologne us")
    assert oil.plants(lost) == 5, "nobody has said where they stand"
    assert notes(lost) == ["Cologne lost: say in Planning where the oil plants stand (oil-plants)"]
    placed = after(after(start, f"germany oil-plants {CITIES}"), "capture cologne us")
    assert causes(placed, "powers.germany.oil") == {"Ploesti": 2, "4 synthetic oil plants": 4}
    assert smps(placed) == 6 and causes(placed, "powers.germany.smp-now")["1 synthetic oil plant lost"] == -1
    assert notes(placed) == ["Oil: Germany has 6 factors, SMPs -1: 1 synthetic oil plant lost"]
    assert [line.value for line in income.level(placed, "germany").lines if line.rule == "24.1"] == [16]
    back = after(placed, "capture cologne germany")
    assert smps(back) == 7
    # A place that the campaign does not list is the board's.
    elsewhere = after(start, "germany oil-plants leuna,poelitz,wesseling,essen,berlin")
    assert oil.plants(elsewhere) == 5


def test_24_1_the_facts_of_plants_fit_with_every_option() -> None:
    placed = after(scene("1939-3-fall", oil_plants.PLANNING), f"germany oil-plants {CITIES}")
    assert not list(RULESET.check(placed)) and not list(optional_forces.faults(placed))


# ---------------------------------------------------------------- the calculator


@pytest.mark.example("24.1", "3 oil factors, a 9: 13 units stand still")
@pytest.mark.rule("tw-24.1", "tw-24.1-immob")
def test_24_1_the_printed_example_of_summer_1944() -> None:
    found = calc("oil", (9,), power="germany", ploesti="ussr", hits=2)
    assert (found["factors"], found["smp"], found["smp_change"], found["short"]) == (3, 3, -4, 4)
    assert found["immobile"] == 13
    assert sum(line["value"] for line in found["breakdown"]) == 3
    spread = chances(calc("oil", None, power="germany", ploesti="ussr", hits=2))
    assert [one["immobile"] for _, one in spread] == [face + 4 for face in range(1, 11)]


@pytest.mark.example("24.1", "Baku: 10 SMPs")
@pytest.mark.example("24.1", "Baku and Mosul: 13 SMPs")
@pytest.mark.rule("tw-24.1-ger10")
def test_24_1_the_printed_totals_by_the_calculator() -> None:
    assert calc("oil", None, power="germany", baku="germany")["smp"] == 10
    assert calc("oil", None, power="germany", ploesti="germany", baku="germany", mosul="germany")["smp"] == 13
    assert calc("oil", (1,), power="germany", ploesti="minor-enemy")["smp"] == 5
    assert calc("oil", (1,), power="germany", smp=9, plants=4)["smp"] == 8


def test_24_the_calculator_refuses_what_cannot_be() -> None:
    assert refused("oil", power="britain", hits=1) == ["24.1"]
    assert refused("oil", power="germany", plants=1, hits=2) == ["24.1"]
    assert refused("oil", power="germany", plants=2, hits=2) == []
