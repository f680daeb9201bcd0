"""Section 29.10: raids on single German cities with hidden markers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel import reading
from engine.kernel.forecast import distribution
from engine.thewar import steps
from engine.thewar.building import optional_forces
from engine.thewar.countries import variant_hand
from engine.thewar.economy import oil
from engine.thewar.rolls import bombing, city_bombing
from engine.thewar.rolls.city_bombing import CityCore, CityRaid, Hidden
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import city_battle, city_raids
from engine.thewar.strategic.segment import AlliesBomb
from engine.thewar.world.state import Box, Place, TheWar
from saves import scenarios
from tests.thewar.chronicle import untold
from tests.thewar.drawn import drawn
from tests.thewar.optional import at_war, count, played, playing, with_units
from tests.thewar.player import Game, Player, hands, hands_after
from tests.thewar.world import after, refusals, rules_of, world

CITIES = ("essen", "cologne", "kiel", "hamburg", "vienna")
PLANTS = f"germany oil-plants {','.join(CITIES)}"


def german(name: str, **fields: Any) -> Place:
    """A city in German hands."""
    return Place(**{"name": name, "country": "germany", "holder": "germany", **fields})


def over(turn: str = "1943-3-fall", *, flak: int = 0) -> TheWar:
    """Five British and six American bombers ready, five interceptors, some cities on the list."""
    rle = {"effort": "rle"}
    american = {"entered": "1941-4-winter", **rle}
    campaign = world(turn, "strategic-warfare.targets", germany={"narfs": 100, **rle}, britain=rle, us=american)
    campaign = with_units(campaign, britain_sac=5, us_sac=6, germany_int=5)
    campaign = at_war(playing(campaign, "city-raids"), "germany+us")
    places = {
        "essen": german("Essen"),
        "cologne": german("Cologne"),
        "kiel": german("Kiel", kind="port"),
        "vienna": german("Vienna"),
        "salzburg": german("Salzburg", hex="1926"),
        "prague": german("Prague", tags={"bohemia": True}),
        "memel": german("Memel", tags={"east-prussia": True}),
        "danzig": german("Danzig", kind="port", country="danzig"),
    }
    facts = {**campaign.facts, "us-troops-in-france": True, "german-heavy-flak": flak}
    return attrs.evolve(campaign, places={**campaign.places, **places}, facts=facts)


def flying(turn: str = "1943-3-fall", *, flak: int = 0, plant: bool = False) -> TheWar:
    """British bombers over Essen, American ones over Cologne, three and two interceptors against them."""
    sent = {
        "britain": Box(sac=5, target="essen"),
        "us": Box(sac=6, target="cologne", plant=plant),
        "germany": Box(night=3, day=2),
    }
    return attrs.evolve(over(turn, flak=flak), boxes=sent)


def raid(**fields: Any) -> CityRaid:
    """Six American bombers against two interceptors on a base of 170 in Fall 1943, no Heavy Flak."""
    given = {"turn": "1943-3-fall", "by": "us", "sac": 6, "interceptors": 2, "base": 170}
    return CityRaid(bombing.Raid(**{**given, **fields}))


# ---------------------------------------------------------------- plants


@pytest.mark.rule("tw-29.10")
def test_29_10_germany_places_five_oil_plants_once() -> None:
    campaign = over()
    step = steps.sequence()["strategic-warfare.oil-plants"]
    assert step.who(campaign) == ("germany",) and not step.skipped(campaign)
    assert not refusals(campaign, PLANTS)
    placed = after(campaign, PLANTS)
    assert all(oil.plant_in(placed, city) for city in CITIES) and not oil.plant_in(placed, "berlin")
    assert rules_of(refusals(placed, PLANTS)) == ["29.10"]
    assert step.skipped(placed) and "option" in step.skipped(attrs.evolve(campaign, options={}))


@pytest.mark.rule("tw-29.10")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("germany oil-plants essen,cologne,kiel,vienna", "24.1"),
        ("germany oil-plants essen,cologne,kiel,vienna,vienna", "24.1"),
        ("germany oil-plants essen,cologne,kiel,vienna,prague", "24.1"),
        ("germany oil-plants essen,cologne,kiel,vienna,paris", "29.10"),
        ("britain oil-plants essen,cologne,kiel,vienna,berlin", "24.1"),
    ],
)
def test_29_10_plants_stand_in_german_cities_one_in_each(line: str, rule: str) -> None:
    assert rules_of(refusals(over(), line)) == [rule]


# ---------------------------------------------------------------- cities


@pytest.mark.rule("tw-29.10")
def test_29_10_each_ally_names_a_city_of_its_own() -> None:
    campaign = over()
    step = steps.sequence()["strategic-warfare.targets"]
    assert step.who(campaign) == ("britain", "us") and not step.sealed(campaign)
    named = after(campaign, "britain bomb-city essen")
    assert city_raids.target(named, "britain") == "essen"
    assert rules_of(refusals(named, "us bomb-city essen")) == ["29.10"]
    assert not refusals(named, "us bomb-city cologne")
    # A city that the campaign does not list is on the board.
    assert not refusals(named, "us bomb-city hamburg hexes=5")
    assert city_raids.BombCity.offers(named, "us")


@pytest.mark.rule("tw-29.10")
@pytest.mark.parametrize("city", ["danzig", "memel", "paris", "warsaw"])
def test_29_10_cities_without_an_industry_marker_are_no_targets(city: str) -> None:
    for power in ("britain", "us"):
        assert "29.10" in rules_of(refusals(over("1944-1-spring"), f"{power} bomb-city {city}"))


@pytest.mark.rule("tw-29.10")
def test_29_10_who_cannot_fly_names_no_city() -> None:
    campaign = over()
    assert rules_of(refusals(campaign, "germany bomb-city essen")) == ["29.10"]
    assert rules_of(refusals(attrs.evolve(campaign, options={}), "us bomb-city essen")) == ["29.10"]
    lost = attrs.evolve(
        campaign, places={**campaign.places, "essen": Place(name="Essen", country="germany", holder="us")}
    )
    assert rules_of(refusals(lost, "britain bomb-city essen")) == ["29.10"]
    grounded = attrs.evolve(campaign, units={})
    assert rules_of(refusals(grounded, "us bomb-city essen")) == ["29.10"] and not city_raids.raiders(grounded)
    resting = attrs.evolve(
        campaign, powers={**campaign.powers, "us": attrs.evolve(campaign.powers["us"], effort="mle")}
    )
    assert city_raids.raiders(resting) == ("britain",) and refusals(resting, "us bomb-city essen")


@pytest.mark.rule("tw-29.10-range")
@pytest.mark.parametrize(
    ("power", "turn", "limit"),
    [
        ("us", "1942-1-spring", 4),
        ("us", "1942-3-fall", 4),
        ("us", "1943-1-spring", 7),
        ("us", "1943-3-fall", 7),
        ("us", "1944-1-spring", None),
        ("britain", "1940-1-spring", 7),
        ("britain", "1943-1-spring", 7),
        ("britain", "1943-3-fall", None),
        ("britain", "1944-1-spring", None),
    ],
)
def test_29_10_how_far_bombers_fly_by_year(power: str, turn: str, limit: int | None) -> None:
    assert city_bombing.reach(power, turn) == limit
    there = over(turn)
    if limit is None:
        assert not refusals(there, f"{power} bomb-city vienna hexes=12")
        return
    assert not refusals(there, f"{power} bomb-city vienna hexes={limit}")
    (far,) = refusals(there, f"{power} bomb-city vienna hexes={limit + 1}")
    assert far.rule == "29.10" and f"At most {limit}" in far.hint
    assert rules_of(refusals(there, f"{power} bomb-city vienna hexes=-1")) == ["29.10"]


@pytest.mark.rule("tw-29.10-range")
def test_29_10_printed_hexes_are_measured_where_both_ends_are_known() -> None:
    campaign = over("1943-1-spring")
    assert city_raids.farthest(campaign, "salzburg") == 0 and not refusals(campaign, "us bomb-city salzburg")
    near = Place(name="Dover", kind="port", country="britain", holder="britain", hex="1934")
    measured = attrs.evolve(campaign, places={**campaign.places, "dover": near})
    assert city_raids.farthest(measured, "salzburg") == 8
    assert rules_of(refusals(measured, "us bomb-city salzburg")) == ["29.10"]
    assert not refusals(measured, "us bomb-city essen")


@pytest.mark.rule("tw-29.10-range")
def test_29_10_british_bombers_over_bohemia_from_spring_1944() -> None:
    (early,) = refusals(over("1943-3-fall"), "britain bomb-city prague")
    assert early.rule == "29.10" and "Bohemia" in early.reason
    assert not refusals(over("1944-1-spring"), "britain bomb-city prague hexes=9")
    assert not refusals(over("1944-1-spring"), "us bomb-city prague hexes=9")


@pytest.mark.rule("tw-29.10")
def test_29_10_oil_plants_are_american_targets_on_two_turns() -> None:
    def refused(turn: str, line: str) -> list[str]:
        return rules_of(refusals(after(over(turn), PLANTS), line))

    for turn in ("1944-3-fall", "1945-1-spring"):
        assert refused(turn, "us bomb-city essen plant=yes") == []
        assert refused(turn, "britain bomb-city essen plant=yes") == ["29.10"]
        assert refused(turn, "us bomb-city salzburg plant=yes") == ["29.10"]
    assert refused("1944-1-spring", "us bomb-city essen plant=yes") == ["29.10"]


# ---------------------------------------------------------------- boxes


@pytest.mark.rule("tw-29.10")
def test_29_10_a_bomber_for_each_city_and_an_interceptor_against_each_raid() -> None:
    campaign = after(after(over(), "britain bomb-city essen"), "us bomb-city cologne")
    for line in (
        "britain air-box",
        "us air-box",
        "germany air-box",
        "germany air-box night=5",
        "germany air-box day=1",
    ):
        assert rules_of(refusals(campaign, line)) == ["29.10"], line
    for line in ("britain air-box sac=1", "us air-box sac=6", "germany air-box night=4 day=1"):
        assert not refusals(campaign, line), line
    # A target stays where it is when the box is filled.
    assert city_raids.target(after(campaign, "us air-box sac=6"), "us") == "cologne"
    alone = after(over(), "us bomb-city cologne")
    assert not refusals(alone, "germany air-box day=1") and refusals(alone, "germany air-box night=1")
    assert rules_of(refusals(alone, "britain air-box sac=1")) == ["29.10"] and not refusals(alone, "britain air-box")
    last = attrs.evolve(campaign, units={key: unit for key, unit in campaign.units.items() if unit.kind != "int"})
    assert not refusals(last, "germany air-box")
    one = with_units(last, germany_int=1)
    assert not refusals(one, "germany air-box day=1") and refusals(one, "germany air-box")


@pytest.mark.rule("tw-29.10")
def test_29_10_jets_count_against_a_raid() -> None:
    campaign = after(after(over(), "britain bomb-city essen"), "us bomb-city cologne")
    jet = attrs.evolve(campaign.units["germany-int-1"], kind="jet", tag="int")
    armed = attrs.evolve(campaign, units={**campaign.units, "germany-jet-1": jet})
    assert not refusals(armed, "germany air-box night=1 jets_day=1")


@pytest.mark.rule("tw-29.10", "tw-29.9")
def test_29_10_window_is_announced_after_the_interceptors_and_once() -> None:
    # Who has not obtained it does not play it, and is not asked.
    step = steps.sequence()["strategic-warfare.window"]
    assert not step.who(flying()) and rules_of(refusals(flying(), "britain window")) == ["28.0"]
    campaign = drawn(flying(), "britain variant window")
    assert step.who(campaign) == ("britain",) and not step.skipped(campaign) and step.may_pass
    order = [step.id for step in steps.sequence().steps]
    for one, other in (("targets", "bombers"), ("bombers", "window"), ("window", "bombing-cards")):
        assert order.index(f"strategic-warfare.{one}") < order.index(f"strategic-warfare.{other}")
    assert not refusals(campaign, "britain window")
    played_it = after(campaign, "britain window")
    assert played_it.facts["variant-window"] == 1 and not variant_hand.hand(played_it, "britain")
    assert "window" in city_battle.CityBattle("combat", "britain", 42).city(played_it).raid.modifiers
    assert "window" not in city_battle.CityBattle("combat", "us", 42).city(played_it).raid.modifiers
    assert rules_of(refusals(played_it, "britain window")) == ["28.0", "28.2.2"] and not city_raids.window_players(
        played_it
    )
    assert rules_of(refusals(campaign, "us window")) == ["28.2.2"]
    late = drawn(flying("1944-3-fall"), "britain variant window")
    assert rules_of(refusals(late, "britain window")) == ["28.2.2"]
    # Where others look on, who holds anything that they do not know is asked: so the question tells nothing.
    two = attrs.evolve(
        campaign, seats={key: "axis" if key in ("germany", "italy") else "allied" for key in campaign.seats}
    )
    unknown = drawn(attrs.evolve(two, variant_tries={}), "britain variant bomber-command")
    assert step.who(two) == step.who(unknown) == ("britain",) and not step.who(attrs.evolve(two, variant_tries={}))
    assert rules_of(refusals(unknown, "britain window")) == ["28.0"]
    assert rules_of(refusals(over(), "britain window")) == ["29.10"]
    assert rules_of(refusals(attrs.evolve(campaign, options={}), "britain window")) == ["29.10"]


# ---------------------------------------------------------------- the raid


@pytest.mark.rule("tw-29.10")
def test_29_10_five_critical_and_two_firestorm_markers_among_twenty() -> None:
    found = [Hidden().under(face) for face in range(1, 21)]
    assert [found.count(what) for what in ("critical", "firestorm", "nothing")] == [5, 2, 13]
    rest = Hidden().without("critical")
    again = [rest.under(face) for face in range(1, rest.markers + 1)]
    assert [again.count(what) for what in ("critical", "firestorm", "nothing")] == [4, 2, 13]
    last = Hidden().without("firestorm").without("nothing")
    assert (last.markers, last.critical, last.firestorms) == (18, 5, 1)


@pytest.mark.rule("tw-29.10")
@pytest.mark.parametrize(
    ("by", "marker", "highest"),
    [("britain", 5, 2), ("us", 5, 5), ("britain", 7, 2), ("us", 7, 1)],
)
def test_29_10_the_last_die_makes_good_what_was_found(by: str, marker: int, highest: int) -> None:
    for face in range(1, 11):
        city = raid(by=by, face=5)
        city = attrs.evolve(city, marker_face=marker, hit_face=face)
        assert bool(city.hit) == (face <= highest)
        result = city_bombing.resolve(city)
        harm = 0 if face > highest else 1 if marker == 5 else 2
        assert result.rate == bombing.RATES[by][harm] and result.marks == ()
        assert (result.smps_extra, result.rail_lost) == ((0, 0), (2, 1), (2, 2))[harm]
        assert result.surrender == (-1 if harm == 2 else 0)
        assert result.base_loss == (result.narfs if harm else 0)


@pytest.mark.rule("tw-29.10")
def test_29_10_marks_of_the_table_are_ignored() -> None:
    # Six against two, die 1 less 1 for the excess: DL3/DA3 ** by the table.
    marked = raid(face=1)
    assert marked.fought.marks == ("**",) and bombing.resolve(marked.raid).rate == 5
    result = city_bombing.resolve(attrs.evolve(marked, marker_face=20))
    assert result.rate == 3 and result.smps_extra == 0 and result.int_lost == 2
    assert result.narfs == 6 * 3


@pytest.mark.rule("tw-29.10")
def test_29_10_flak_fires_after_the_interceptors_and_at_the_survivors() -> None:
    city = raid(by="britain", turn="1941-3-fall", sac=5, interceptors=5, heavy_flak=1, face=9)
    fought = city.fought
    assert city.surviving == 5 - fought.sac_lost - fought.sac_aborted < 5
    assert city.awaits == "marker" and city.sides == 20
    found = city.rolled(20)
    assert found.awaits == "flak" and found.sides == 10
    shot = found.rolled(10)
    assert shot.flak == bombing.heavy_flak(1, city.surviving, 10) and not shot.awaits
    result = city_bombing.resolve(shot)
    assert result.sac_flak_depleted == shot.flak.depleted and result.sac_flak_eliminated == shot.flak.eliminated
    guard = 5 - fought.int_lost - fought.int_aborted
    assert result.effective == max(0, shot.over_target - guard)


@pytest.mark.rule("tw-29.10")
def test_29_10_nothing_is_revealed_where_no_bomber_survives() -> None:
    city = raid(by="britain", turn="1941-3-fall", sac=1, interceptors=5, heavy_flak=1, face=10)
    assert not city.surviving and not city.awaits and not city.under
    # Where Flak stops the last of them there is no die for the marker that was turned.
    stopped = attrs.evolve(raid(sac=1, interceptors=0, heavy_flak=5, face=5), marker_face=1, flak_face=10)
    assert stopped.under == "critical" and not stopped.over_target and not stopped.awaits and not stopped.hit


@pytest.mark.rule("tw-29.10")
def test_29_10_the_forecast_weighs_every_die() -> None:
    found = distribution(CityCore(), raid(interceptors=0)).of(lambda city: city.hit)
    chances = dict(found.outcomes)
    assert chances["critical"] == Fraction(5, 20) * Fraction(5, 10)
    assert chances["firestorm"] == Fraction(2, 20) * Fraction(1, 10)


@pytest.mark.rule("tw-29.10")
def test_29_10_a_british_firestorm_and_an_american_miss_in_play() -> None:
    campaign = flying()
    night = city_battle.CityBattle("combat", "britain", 42, face=5, marker_face=6, hit_face=2).city(campaign)
    result = city_bombing.resolve(night)
    # The second raid draws from the nineteen markers left: one firestorm fewer.
    ended = played(campaign, AlliesBomb(), (5, 6, 2, 5, 19))
    assert ended.boxes["britain"].under == "firestorm" and ended.boxes["us"].under == "nothing"
    day = city_bombing.resolve(
        attrs.evolve(city_battle.CityBattle("combat", "us", 42, face=5).city(campaign), marker_face=20)
    )
    assert ended.powers["germany"].narfs == 100 - result.narfs - min(day.narfs, 42 - result.narfs)
    assert ended.powers["germany"].base == 170 - result.narfs and result.rate == 4
    assert ended.powers["germany"].smp_lost == 2 and ended.facts["rail-lost-germany"] == 2
    assert ended.facts["firestorms-on-germany"] == 1 and ended.facts["firestorm-this-turn"]
    assert count(ended, "britain", "sac") == 5 - result.sac_lost - result.attrition
    assert not ended.pending


@pytest.mark.rule("tw-29.10")
@pytest.mark.parametrize(("answer", "oil_hits"), [("us hit industry", 0), ("us hit oil", 1)])
def test_29_10_a_raid_on_an_oil_plant_is_a_critical_hit_or_an_oil_hit(answer: str, oil_hits: int) -> None:
    campaign = flying("1944-3-fall", plant=True)
    campaign = attrs.evolve(campaign, boxes={key: box for key, box in campaign.boxes.items() if key != "britain"})
    ended = played(campaign, AlliesBomb(), (5,), (answer,))
    assert ended.facts.get("oil-hits-scored", 0) == oil_hits
    assert ended.powers["germany"].smp_lost == (0 if oil_hits else 2)
    # The plant's yield of the year is gone in Fall by half, whichever was chosen (24.1).
    lost = 100 - ended.powers["germany"].narfs - 2
    assert lost and lost % (3 if oil_hits else 4) == 0 and ended.boxes["us"].under == ""
    assert (ended.powers["germany"].base == 170) == bool(oil_hits)


@pytest.mark.rule("tw-29.10", "tw-29.9")
def test_29_10_bombing_cards_change_the_table_s_die() -> None:
    campaign = after(playing(flying(), "bombing-cards"), "card bombing wild-boar pathfinders -3")
    for line in ("germany play-card night wild-boar", "britain play-card night pathfinders"):
        assert not refusals(campaign, line)
        campaign = after(campaign, line)
    plain = played(flying(), AlliesBomb(), (7, 20, 7, 19))
    carded = played(campaign, AlliesBomb(), (7, 20, 7, 19))
    without = city_battle.CityBattle("combat", "britain", 42, face=7).city(campaign)
    card = city_battle.CityBattle("combat", "britain", 42, cards=-3, face=7).city(campaign)
    more = city_bombing.resolve(card).narfs - city_bombing.resolve(without).narfs
    assert more > 0 and plain.powers["germany"].narfs - carded.powers["germany"].narfs == more


@pytest.mark.rule("tw-29.10")
def test_29_10_is_not_played_with_simplified_bombing() -> None:
    both = playing(over(), "city-raids", "simplified-bombing")
    assert [fault.at for fault in optional_forces.faults(both)] == ["options.city-raids"]


@pytest.mark.rule("tw-29.10")
def test_29_10_whole_turns_at_random_keep_every_narf() -> None:
    told: list[str] = []
    for seed in range(2):
        opening = scenarios.preview("1939-campaign", 1, {"city-raids": True})
        assert isinstance(opening, TheWar)
        opening = with_units(opening, britain_sac=4, germany_int=3)
        game, player = Game(opening), Player(seed, busy=0)
        before, first = hands(game.campaign), len(game.entries)
        while game.campaign.progress.turn < 4:
            seen = game.outlook()
            offered = [choice.text for choice in seen.choices if not choice.refused]
            sends = [text for text in offered if "-box" in text or " effort rle" in text]
            line = sends[0] if sends and player.random.chance(0.8) else player.asked_for(seen)
            game.give(reading.understand(RULESET, line, game.campaign))
            assert not list(RULESET.check(game.campaign))
        changes = [change for entry in game.entries[first:] for change in entry.changes]
        assert hands_after(before, changes) == hands(game.campaign)
        assert not untold(game.campaign, game.entries)
        told += [entry.order for entry in game.entries]
    assert sum(line.startswith("germany oil-plants ") for line in told) == 2
    assert {"bomb-city", "air-box"} <= {line.split()[1] for line in told if line.startswith("britain ")}
