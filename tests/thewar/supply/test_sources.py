"""Sources of supply: a table keyed by hand, the same over random holders, and played through orders (12.2)."""

from __future__ import annotations

import random

import attrs
import pytest

from engine.thewar.supply import sources
from engine.thewar.supply.links import SupplyLink
from engine.thewar.supply.sources import FULL, LIMITED, NONE, Source
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import at
from tests.thewar.endings.scenes import give, hints, holds, lands, war, why_not
from tests.thewar.supply.keyed_sources import CASES, HELD, expected

OPERATIONS = "axis.operations.first-impulse"


def begun(step: str = OPERATIONS, turn: str = "1940-2-summer") -> TheWar:
    return at(step, turn)


def held(campaign: TheWar, holders: dict[str, str]) -> TheWar:
    for place, by in holders.items():
        campaign = holds(by, place)(campaign)
    return campaign


def keys(found: tuple[Source, ...], level: str) -> tuple[str, ...]:
    return tuple(source.key for source in found if source.level == level)


def source(campaign: TheWar, owner: str, key: str) -> Source:
    return next(found for found in sources.of(campaign, owner) if found.key == key)


def with_unit(campaign: TheWar, **unit: str) -> TheWar:
    return attrs.evolve(campaign, units={**campaign.units, "x-1": Unit(**unit)})  # type: ignore[arg-type]


@pytest.mark.parametrize(("holders", "power", "full", "limited"), CASES, ids=range(len(CASES)))
def test_12_2_the_sources_of_a_power_by_who_holds_what(
    holders: dict[str, str], power: str, full: tuple[str, ...], limited: tuple[str, ...]
) -> None:
    found = sources.of(held(begun(), holders), power)
    assert keys(found, FULL) == full
    assert sorted(keys(found, LIMITED)) == sorted(limited)
    assert all(one.why and one.rule.startswith("12.2") and one.name for one in found)
    assert len({one.key for one in found}) == len(found), "each source stands once"


def test_12_2_over_random_holders_the_sources_are_those_of_the_rules_own_words() -> None:
    chance, seen = random.Random(12), set()
    powers = ("germany", "italy", "ussr", "britain", "us", "france")
    at_war = war("france+italy")(war("britain+italy")(begun()))
    for _ in range(60):
        holders = {place: chance.choice(powers) for place in HELD}
        campaign = held(at_war, holders)
        for power in powers:
            found = sources.of(campaign, power)
            told = tuple({one.key for one in found if one.level == level} & set(HELD) for level in (FULL, LIMITED))
            assert told == expected(holders, power), (power, holders)
            seen.add((power, bool(told[0]), bool(told[1])))
    assert len(seen) > 15, "most of what may come about did"


def test_12_2_2_each_source_says_why_it_is_one_or_none() -> None:
    fresh = begun()
    assert source(fresh, "france", "bordeaux").why == "Paris stands: a backup only while that is the enemy's"
    lost = held(fresh, {"paris": "germany"})
    assert source(lost, "france", "paris").why == "Germany holds it"
    assert source(lost, "france", "bordeaux").why == "for Paris, which is the enemy's"
    gone = held(lost, {"bordeaux": "italy"})
    why = source(gone, "france", "tunis")
    assert (why.level, why.rule) == (NONE, "12.2.2, ruling 520")
    assert why.why == "Paris and Bordeaux are both the enemy's: every French unit is out of supply"


def test_12_2_2_who_has_fallen_has_no_source() -> None:
    fresh = begun()
    gone = attrs.evolve(fresh.powers["france"], surrendered="1940-2-summer")
    assert sources.of(attrs.evolve(fresh, powers={**fresh.powers, "france": gone}), "france") == ()


# --- played through orders (12.2.2, ruling 406)


def test_12_2_2_paris_taken_makes_bordeaux_the_source_and_retaken_it_counts_from_the_next_check() -> None:
    campaign = give(begun(), "capture paris germany")
    assert keys(sources.of(campaign, "france"), FULL) == ("bordeaux",)
    allied = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="allied.operations.attacks"))
    retaken = give(allied, "capture paris france")
    assert keys(sources.of(retaken, "france"), FULL) == ("bordeaux",)
    assert source(retaken, "france", "paris").why == "retaken: it counts from the next check"
    assert source(retaken, "france", "bordeaux").why == "for Paris, until the next check"
    for step, full in (
        ("allied.operations.combat", "bordeaux"),
        ("allied.operations.second-supply", "paris"),
        ("allied.supply.check", "paris"),
        ("allied.end.minors", "paris"),
    ):
        there = attrs.evolve(retaken, progress=attrs.evolve(retaken.progress, step=step))
        assert keys(sources.of(there, "france"), FULL) == (full,), step


def test_12_2_2_retaken_after_the_third_check_it_counts_from_the_other_sides_first() -> None:
    campaign = give(held(begun("allied.end.minors"), {"paris": "germany"}), "capture paris france")
    assert campaign.retaken["paris"].turn == "1940-3-fall" and campaign.retaken["paris"].half == "axis"
    later = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=2, step="planning.effort"))
    assert keys(sources.of(later, "france"), FULL) == ("bordeaux",)
    later = attrs.evolve(later, progress=attrs.evolve(later.progress, step="axis.operations.supply"))
    assert keys(sources.of(later, "france"), FULL) == ("paris",)


def test_12_2_2_lost_again_before_it_counts_it_is_the_enemys() -> None:
    campaign = give(held(begun(), {"paris": "germany"}), "capture paris france", "capture paris germany")
    assert campaign.retaken == {}
    assert source(campaign, "france", "paris").why == "Germany holds it"


# --- the Soviet links (12.2.2)


def test_12_2_2_sov_moscow_without_its_link_is_no_source_nor_is_leningrad_behind_it() -> None:
    campaign = give(war("germany+ussr")(begun()), "germany supply-link moscow cut=yes")
    assert keys(sources.of(campaign, "ussr"), FULL) == ("baku", "edge")
    assert "is cut since Summer 1940" in source(campaign, "ussr", "moscow").why
    assert source(campaign, "ussr", "leningrad").why.startswith("its way goes on by Moscow: its link to")
    opened = give(campaign, "ussr supply-link moscow cut=no")
    assert keys(sources.of(opened, "ussr"), FULL) == ("moscow", "leningrad", "baku", "edge")


def test_12_2_2_sov_ladoga_is_lost_with_its_far_shore_or_as_the_board_shows() -> None:
    campaign = war("germany+ussr")(begun())
    shore = give(campaign, "germany holds 0515")
    assert source(shore, "ussr", "leningrad").why == "hex 0515 on Lake Ladoga is German"
    assert "leningrad" in keys(sources.of(give(campaign, "ussr holds 0515"), "ussr"), FULL)
    cut = give(campaign, "germany supply-link leningrad")
    assert keys(sources.of(cut, "ussr"), FULL) == ("moscow", "baku", "edge")


def test_12_2_2_sov_no_link_is_cut_twice_nor_that_of_baku_nor_that_of_a_city_that_is_lost() -> None:
    fresh = war("germany+ussr")(begun())
    assert why_not(fresh, "germany supply-link baku") == [("12.2.2", "'baku' has no link that is cut")]
    assert "nobody cuts the Caspian" in hints(fresh, "germany supply-link baku")
    assert why_not(fresh, "ussr supply-link moscow cut=no") == [("12.2.2", "the link of Moscow is not cut already")]
    cut = give(fresh, "germany supply-link moscow")
    assert why_not(cut, "germany supply-link moscow") == [("12.2.2", "the link of Moscow is cut already")]
    assert "'supply-link moscow cut=no' opens it" in hints(cut, "germany supply-link moscow")
    lost = held(fresh, {"moscow": "germany"})
    assert ("12.2.2", "Germany has Moscow, so that it supplies nobody") in why_not(lost, "germany supply-link moscow")


@pytest.mark.rule("tw-12.2.2-sov")
def test_12_2_2_sov_of_the_soviet_links_the_soviet_union_speaks_and_who_is_at_war_with_it() -> None:
    peace = begun()
    for power, name in (("germany", "Germany"), ("britain", "Britain")):
        line = f"{power} supply-link moscow"
        assert why_not(peace, line) == [("12.2.2, ruling 505", f"{name} is not at war with Soviet Union")]
        assert SupplyLink.form(peace, power) is None
    assert why_not(peace, "ussr supply-link moscow") == []
    assert SupplyLink.form(war("germany+ussr")(peace), "germany") is not None


# --- limited sources (12.2.3, 12.2.5, 12.2.6)


def test_12_2_5_tripoli_supplies_germans_once_italy_is_at_war_with_britain_and_france() -> None:
    fresh = begun()
    assert source(fresh, "germany", "tripoli").level == NONE
    assert source(fresh, "germany", "tripoli").why == "Italy's until that is at war with Britain and France"
    one = war("britain+italy")(fresh)
    assert source(one, "germany", "tripoli").level == NONE
    both = war("france+italy")(one)
    assert source(both, "germany", "tripoli").level == LIMITED
    fallen = attrs.evolve(both.powers["france"], surrendered="1940-2-summer")
    assert source(attrs.evolve(one, powers={**one.powers, "france": fallen}), "germany", "tripoli").level == LIMITED
    lost = held(both, {"tripoli": "britain"})
    assert all(found.key != "tripoli" for found in sources.of(lost, "germany"))
    assert source(lost, "italy", "tripoli").why == "Britain holds it"


def test_12_2_6_capitals_of_associates_satellites_and_conquests_of_the_alliance_are_limited() -> None:
    campaign = lands("hungary", patron="germany", status="associate")(begun())
    campaign = lands("belgium", patron="germany")(lands("bulgaria", patron="italy", status="satellite")(campaign))
    assert source(campaign, "germany", "budapest").why == "Hungary, an Associate"
    assert source(campaign, "germany", "sofia").why == "Bulgaria, a Satellite of Italy"
    assert source(campaign, "italy", "brussels").why == "Belgium-Luxembourg, conquered by Germany"
    assert source(campaign, "italy", "brussels").rule == "12.2.3"
    assert all(found.key != "brussels" for found in sources.of(campaign, "britain"))
    lost = holds("britain", "sofia")(campaign)
    assert source(lost, "germany", "sofia").level == NONE
    leaning = lands("turkey", patron="germany", status="sympathizer")(campaign)
    assert all(found.key != "ankara" for found in sources.of(leaning, "germany")), "a Sympathizer's is none"


def test_12_2_1_a_minor_country_traces_to_its_own_capital_and_its_friends() -> None:
    fresh = begun()
    assert [(one.key, one.level) for one in sources.of(fresh, "poland")] == [("warsaw", FULL), ("cape-town", LIMITED)]
    lost = held(fresh, {"warsaw": "germany"})
    assert source(lost, "poland", "warsaw").why == "Germany holds it"
    assert [one.name for one in sources.of(fresh, "finland")][:1] == ["the capital of Finland"]
    assert sources.of(lands("poland", patron="germany")(fresh), "poland") == ()


# --- Suez (12.2.4)

BIG = ("britain", "mot", "6-7", "")


@pytest.mark.parametrize(
    ("unit", "level"),
    [
        (("britain", "mot", "3-7", "anzac"), FULL),
        (("britain", "arm", "4-8", ""), FULL),
        (BIG, NONE),
        (("britain", "arm", "8-8", ""), NONE),
        (("britain", "fleet", "1-12-5", ""), FULL),
        (("us", "tac", "1-5-4", ""), FULL),
        # Broken down: by the whole unit, of which 2-7 and 1-7 are a 6-7's, 1-8 a 4-8's.
        (("britain", "mot", "2-7", "breakdown"), NONE),
        (("britain", "mot", "1-7", "canadian-breakdown"), NONE),
        (("britain", "arm", "1-8", "breakdown"), FULL),
        (("britain", "arm", "2-8", "breakdown"), NONE),
        (("us", "para", "1-7", "breakdown"), FULL),
        (("us", "mot", "2-7", "breakdown"), NONE),
        (("britain", "inf", "2-5", "free-french"), FULL),
        (("france", "inf", "2-5", ""), NONE),
    ],
    ids=str,
)
def test_12_2_4_suez_is_a_full_source_for_four_factors_or_fewer_by_the_whole_unit(
    unit: tuple[str, str, str, str], level: str
) -> None:
    power, kind, strength, tag = unit
    campaign = with_unit(begun(), power=power, kind=kind, strength=strength, tag=tag)
    assert sources.level(campaign, "x-1", "suez") == level


def test_12_2_4_what_is_too_big_is_refused_with_the_whole_unit_named_and_where_it_may_trace() -> None:
    campaign = with_unit(begun(), power="britain", kind="mot", strength="2-7", tag="breakdown")
    (refusal,) = sources.refused(campaign, "x-1", "suez")
    assert refusal.rule == "12.2.4" and "of a whole unit of 6" in refusal.reason
    assert "through the Mediterranean" in refusal.reason and refusal.hint.startswith("It has London,")
    assert not list(sources.refused(campaign, "x-1", "london"))


def test_12_2_1_a_city_that_is_no_source_is_refused() -> None:
    campaign = with_unit(begun(), power="france", kind="inf", strength="6-5")
    (refusal,) = sources.refused(campaign, "x-1", "lyons")
    assert (refusal.rule, refusal.reason) == ("12.2.1", "Lyons is no source of supply for France")
    (refusal,) = sources.refused(campaign, "x-1", "bordeaux")
    assert "a backup only while that is the enemy's" in refusal.reason
    gone = held(campaign, {"paris": "germany", "bordeaux": "germany"})
    (refusal,) = sources.refused(gone, "x-1", "bordeaux")
    assert refusal.hint == "It has none: it is out of supply."
