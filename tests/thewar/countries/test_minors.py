"""Minor countries: announcements, new states, their units at home and own money, their fortresses (chapter 23)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.sheets.ledger import falls_due
from engine.thewar.economy import german_cities
from engine.thewar.ruleset import RULESET
from engine.thewar.world import minors
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.minors import at, at_war, hand, land, level, moved, with_country
from tests.thewar.world import after, refusals, rules_of

# ---------------------------------------------------------------- announcements


@pytest.mark.rule("tw-23.25")
def test_23_25_iceland_costs_5_once_denmark_has_fallen_and_ends_the_u_boats_help() -> None:
    before = at("1940-2-summer", "declarations.iceland")
    assert rules_of(refusals(before, "britain occupy-iceland")) == ["23.25"]
    fallen = after(before, "germany declare denmark")
    assert rules_of(refusals(fallen, "us occupy-iceland")) == ["23.25"]
    held = after(fallen, "britain occupy-iceland")
    assert hand(fallen, "britain") - hand(held, "britain") == 5 and held.facts["iceland-open"] is False
    assert held.facts["usel"] == fallen.facts["usel"] and "lend-lease-stopped" not in held.facts
    assert rules_of(refusals(held, "britain occupy-iceland")) == ["23.25"]


@pytest.mark.rule("tw-23.38")
def test_23_38_norwegian_waters_are_mined_for_nothing_while_norway_is_neutral() -> None:
    step = "allied.end.mining"
    assert rules_of(refusals(at("1939-4-winter", step), "britain mine-norway")) == ["23.38"]
    before = at("1940-1-spring", step)
    assert rules_of(refusals(before, "france mine-norway")) == ["23.38"]
    mined = after(before, "britain mine-norway")
    assert hand(mined, "britain") == hand(before, "britain") and mined.facts["norwegian-waters-open"] is False
    assert rules_of(refusals(mined, "britain mine-norway")) == ["23.38"]
    assert rules_of(refusals(after(before, "germany declare norway"), "britain mine-norway")) == ["23.38"]


@pytest.mark.rule("tw-23.37")
def test_23_37_the_dutch_fleet_joins_britain_on_a_10_and_is_not_built_again() -> None:
    war = at("1940-2-summer", orders=("germany declare netherlands",))
    gone = after(war, "capture the-hague germany", (9,))
    assert land(gone, "netherlands") == ("conquered", "germany")
    assert "netherlands-fleet-1" not in gone.units
    joined = after(war, "capture the-hague germany", (10,))
    assert joined.units["netherlands-fleet-1"].power == "britain"
    assert not [unit for unit in joined.units.values() if unit.power == "netherlands"]
    lost = after(joined, "losses britain -1 fleet-1-12-5-dutch")
    assert "23.37" in rules_of(refusals(lost, "britain lay-down fleet-1-12-5-dutch glasgow"))


# ---------------------------------------------------------------- new states


@pytest.mark.rule("tw-23.14", "tw-23.58-croatia")
def test_23_14_croatia_is_made_by_who_holds_belgrade_and_takes_4_of_yugoslavias_12() -> None:
    before = at("1941-1-spring", orders=("germany declare yugoslavia",), faces=(9, 2))
    assert rules_of(refusals(before, "germany found croatia")) == ["23.14"]
    fallen = after(before, "capture belgrade italy")
    assert rules_of(refusals(fallen, "germany found croatia")) == ["23.14"]
    assert not refusals(fallen, "italy found croatia")
    made = after(fallen, "italy found croatia")
    assert land(made, "croatia") == ("satellite", "italy")
    assert (made.countries["yugoslavia"].value, made.countries["croatia"].value) == (8, 4)
    assert level(made, "italy") == level(fallen, "italy")
    assert made.pools["croatia-inf-3-5"].count == 1
    assert rules_of(refusals(made, "italy found croatia")) == ["23.14"]
    ally = with_country(at("1941-1-spring"), "yugoslavia", status="satellite", patron="germany")
    assert not refusals(ally, "germany found croatia") and refusals(ally, "italy found croatia")


FIVE = ("kiev", "kharkov", "stalino", "dnepropetrovsk", "odessa")


def variant_played(turn: str) -> TheWar:
    """Germany at war with the Soviet Union since Summer 1941, the variant that allows Ukraine played the turn after."""
    played = after(
        moved(at("1941-2-summer", orders=("germany declare ussr",)), "1941-3-fall"), "germany variant ukraine"
    )
    return moved(played, turn)


@pytest.mark.rule("tw-23.55")
def test_23_55_ukraine_takes_all_five_cities_and_28_narfs_until_fall_1942() -> None:
    before = variant_played("1942-2-summer")
    assert rules_of(refusals(before, "germany found ukraine")) == ["23.55"]
    for city in FIVE:
        before = after(before, f"capture {city} germany")
    assert rules_of(refusals(after(before, "capture odessa ussr"), "germany found ukraine")) == ["23.55"]
    assert rules_of(refusals(moved(before, "1942-4-winter"), "germany found ukraine")) == ["23.55"]
    made = after(before, "germany found ukraine")
    assert land(made, "ukraine") == ("satellite", "germany") and made.countries["ukraine"].value == 28
    assert before.powers["ussr"].base - made.powers["ussr"].base == 28
    # In full instead of by halves; the Soviets lose no city twice.
    assert level(made, "germany") - level(before, "germany") == 28 - 14
    assert level(made, "ussr") == level(before, "ussr")


@pytest.mark.rule("tw-23.55")
def test_23_55_evacuated_industry_is_no_part_of_ukraine_and_kiev_retaken_ends_it() -> None:
    start = variant_played("1942-2-summer")
    kharkov = attrs.evolve(start.places["kharkov"], moved=True)
    before = attrs.evolve(start, places={**start.places, "kharkov": kharkov})
    for city in FIVE:
        before = after(before, f"capture {city} germany")
    made = after(before, "germany found ukraine")
    assert made.countries["ukraine"].value == 22 and level(made, "ussr") == level(before, "ussr")
    unit = Unit(power="ukraine", kind="inf", strength="2-5")
    later = moved(attrs.evolve(made, units={**made.units, "ukraine-inf-1": unit}), "1943-4-winter")
    ended = after(later, "capture kiev ussr")
    assert land(ended, "ukraine") == ("neutral", "") and "ukraine-inf-1" not in ended.units
    assert level(ended, "ussr") == level(before, "ussr") + 6
    assert rules_of(refusals(moved(ended, "1942-3-fall"), "germany found ukraine")) == ["23.55"]


@pytest.mark.rule("tw-23.55", "tw-28.1.2-03")
def test_23_55_ukraine_takes_its_variant_from_the_turn_after_the_attack_on() -> None:
    attack = at("1941-2-summer", orders=("germany declare ussr",))
    assert rules_of(refusals(at("1941-2-summer"), "germany variant ukraine")) == ["28.1.2"]
    assert "Not before the turn after" in refusals(attack, "germany variant ukraine")[0].hint
    held = moved(attack, "1941-3-fall")
    for city in FIVE:
        held = after(held, f"capture {city} germany")
    [refused] = refusals(held, "germany found ukraine")
    assert refused.rule == "23.55, 28.1.2" and "variant" in refused.reason and "variant ukraine" in refused.hint
    assert rules_of(refusals(held, "ussr variant ukraine")) == ["28.1.2"]
    assert refusals(moved(held, "1942-4-winter"), "germany variant ukraine") != ()
    made = after(after(held, "germany variant ukraine"), "germany found ukraine")
    assert (made.pools["ukraine-inf-3-5"].count, made.countries["ukraine"].narfs) == (6, 0)


@pytest.mark.rule("tw-23.55", "tw-14.3.2")
def test_23_55_ukraine_does_not_grow_from_a_track_it_had_before_it_stood() -> None:
    start = variant_played("1942-1-spring")
    assert after(start, "minor-income").countries["ukraine"].narfs == 0
    # A campaign of an earlier program has such a track: it is gone as Ukraine is made, or in the next Spring.
    old = with_country(start, "ukraine", narfs=28)
    assert after(old, "minor-income").countries["ukraine"].narfs == 0
    for city in FIVE:
        old = after(old, f"capture {city} germany")
    made = after(old, "germany found ukraine")
    grown = after(moved(made, "1943-1-spring"), "germany growth")
    assert grown.countries["ukraine"].value == 28
    # What it does grow by, from NARFs granted to it, is no Soviet industry.
    rich = after(with_country(moved(made, "1943-1-spring"), "ukraine", narfs=8), "germany growth")
    assert rich.countries["ukraine"].value == 30
    ended = after(rich, "capture kiev ussr")
    assert ended.powers["ussr"].base - rich.powers["ussr"].base == 28
    assert "ukraine-inf-3-5" not in ended.pools


@pytest.mark.rule("tw-23.55")
@pytest.mark.parametrize("country", ["croatia", "ukraine", "vichy-france"])
def test_23_55_a_state_that_is_not_made_yet_has_no_track_and_is_neither_influenced_nor_conquered(country: str) -> None:
    start = at("1940-1-spring")
    assert after(start, "minor-income").countries[country].narfs == 0
    for order in (
        f"status {country} associate patron=germany",
        f"conquer {country} germany",
        f"germany declare {country}",
        f"own-build {country} inf-3-5",
    ):
        assert any("there is no" in refused.reason for refused in refusals(start, order)), order


@pytest.mark.rule("tw-23.2", "tw-14.4", "tw-14.5-loss")
@pytest.mark.parametrize(
    ("country", "province", "cities", "whole", "without"),
    [("romania", "bessarabia", ("kishinev", "cernauti"), 8, 7), ("finland", "karelia", (), 7, 5)],
)
def test_23_2_a_countrys_own_track_has_its_provinces_and_their_share_moves_with_them(
    country: str, province: str, cities: tuple[str, ...], whole: int, without: int
) -> None:
    spring = after(at("1940-1-spring"), "minor-income")
    assert spring.countries[country].narfs == whole
    value = whole - without
    for turn, share in (("1940-1-spring", 100), ("1940-2-summer", 75), ("1940-3-fall", 50), ("1940-4-winter", 25)):
        before = moved(spring, turn)
        now = before
        for city in cities or (province,):
            now = after(now, f"capture {city} ussr")
        part = value * share // 100
        assert before.countries[country].narfs - now.countries[country].narfs == part
        assert hand(now, "ussr") - hand(before, "ussr") == part
        assert after(moved(now, "1941-1-spring"), "minor-income").countries[country].narfs == without
        # It comes back with its share as well.
        back = after(now, f"capture {province} {country}")
        assert back.countries[country].narfs == before.countries[country].narfs
    # A country loses no more than it has left.
    poor = with_country(spring, country, narfs=0)
    for city in cities or (province,):
        poor = after(poor, f"capture {city} ussr")
    assert (poor.countries[country].narfs, poor.holdings[province].holder) == (0, "ussr")


# ---------------------------------------------------------------- units at home, own money


@pytest.mark.rule("tw-23.10-geo", "tw-23.24-geo", "tw-23.43-area", "tw-23.40-area", "tw-23.48-area", "tw-23.60")
@pytest.mark.parametrize(
    ("country", "inside", "outside"),
    [
        ("bulgaria", "athens", "kiev"),
        ("hungary", "kiev", "belgrade"),
        ("romania", "odessa", "budapest"),
        ("poland", "berlin", "paris"),
        ("spain", "paris", "london"),
        ("slovakia", "", "warsaw"),
        ("croatia", "belgrade", "rome"),
        ("turkey", "athens", "belgrade"),
    ],
)
def test_23_60_units_of_a_minor_country_enter_only_the_lands_that_its_rule_names(
    country: str, inside: str, outside: str
) -> None:
    now = with_country(at("1942-3-fall", "axis.stratmove.ground"), country, status="satellite", patron="germany")
    # Land is taken in war alone (6.4, 9.4.1).
    now = at_war(now, *(f"germany+{whose}" for whose in ("ussr", "italy", "greece", "yugoslavia")))
    rule = f"{minors.rule(country)}, 23.60"
    assert rule in rules_of(refusals(now, f"capture {outside} {country}"))
    assert rule in rules_of(refusals(now, f"germany stratmove ground country={country} to={outside}"))
    if inside:
        assert refusals(now, f"capture {inside} {country}") == ()
        assert rule not in rules_of(refusals(now, f"germany stratmove ground country={country} to={inside}"))


def standing_units(campaign: TheWar, **units: Unit) -> TheWar:
    """The campaign with more units, by id with _ for -."""
    more = {key.replace("_", "-"): unit for key, unit in units.items()}
    return attrs.evolve(campaign, units={**campaign.units, **more})


@pytest.mark.rule("tw-23.43-area", "tw-23.24-geo", "tw-23.54")
@pytest.mark.parametrize(
    ("one", "other", "place", "rule"),
    [("romania", "hungary", "odessa", "23.24, 23.43"), ("greece", "turkey", "athens", "23.23, 23.54")],
)
def test_23_43_romanians_never_stack_with_hungarians_nor_turks_with_greeks(
    one: str, other: str, place: str, rule: str
) -> None:
    now = at_war(at("1942-3-fall", "axis.operations.first-impulse"), "germany+ussr")
    for country in (one, other):
        now = with_country(now, country, status="satellite", patron="germany")
    now = attrs.evolve(now, places={**now.places, place: attrs.evolve(now.places[place], holder="germany")})
    now = standing_units(
        now,
        **{f"{one}_inf_90": Unit(power=one, kind="inf", strength="2-5")},
        **{f"{other}_inf_90": Unit(power=other, kind="inf", strength="2-5")},
        # A First-Rate unit with them: there would be room for three.
        germany_arm_90=Unit(power="germany", kind="arm", strength="8-8"),
    )
    first = after(now, f"germany station {place} units={one}-inf-90,germany-arm-90")
    [refused] = refusals(first, f"germany station {place} units={other}-inf-90")
    assert refused.rule == rule and "do not stack" in refused.reason
    assert refusals(now, f"germany station {place} units={other}-inf-90,germany-arm-90") == ()


@pytest.mark.rule("tw-23.47")
@pytest.mark.parametrize(
    ("status", "allowed", "barred"),
    [
        ("satellite", ("suez", "london"), ()),
        ("associate", ("suez",), ("london",)),
        ("sympathizer", (), ("suez", "london")),
    ],
)
def test_23_47_south_african_units_stay_in_africa_or_at_home_once_it_is_no_satellite(
    status: str, allowed: tuple[str, ...], barred: tuple[str, ...]
) -> None:
    start = with_country(
        at("1941-1-spring", "allied.stratmove.ground"), "south-africa", status=status, patron="britain"
    )
    now = standing_units(start, britain_mot_90=Unit(power="britain", kind="mot", strength="6-7", tag="south-african"))
    move = "britain stratmove ground group=mot-6-7-south-african to="
    for place in (*allowed, *barred):
        found = refusals(now, f"britain station {place} units=britain-mot-90")
        assert bool(found) == (place in barred)
        assert ("23.47" in rules_of(refusals(now, move + place))) == (place in barred)
        if found:
            assert found[0].rule == "23.47" and "its units do not enter" in found[0].reason


@pytest.mark.rule("tw-15.4")
def test_15_4_a_country_builds_and_repairs_with_its_own_narfs_or_not_at_all() -> None:
    start = at("1940-1-spring", "axis.build.units", orders=("losses sweden -1 inf-4-5, dep inf-4-5",))
    assert not refusals(start, "own-build sweden inf-4-5")
    built = after(start, "own-build sweden inf-4-5")
    assert start.countries["sweden"].narfs - built.countries["sweden"].narfs == 5
    assert built.pools["sweden-inf-4-5"].count == 0 and len(built.units) == len(start.units) + 1
    repaired = after(built, "own-build sweden inf-4-5 repair=yes")
    assert built.countries["sweden"].narfs - repaired.countries["sweden"].narfs == 2
    assert not [unit for unit in repaired.units.values() if unit.power == "sweden" and unit.depleted]
    poor = with_country(start, "sweden", narfs=4)
    assert rules_of(refusals(poor, "own-build sweden inf-4-5")) == ["15.4"]
    assert rules_of(refusals(start, "own-build sweden inf-4-5 count=2")) == ["15.4"]
    assert rules_of(refusals(after(start, "conquer sweden germany"), "own-build sweden inf-4-5")) == ["15.4"]
    assert rules_of(refusals(start, "germany construct inf-4-5 country=sweden")) == ["15.4"]


@pytest.mark.rule("tw-14.4")
def test_14_4_a_spring_fills_the_track_of_a_country_that_is_no_satellite() -> None:
    start = at("1940-1-spring", "income.minors", orders=("status sweden associate patron=germany",))
    now = after(start, "minor-income")
    assert now.countries["norway"].narfs == 6 and now.countries["sweden"].narfs == 16 - 6
    # What a Satellite had left and what did not grow is lost, as everybody's (14.3, 14.3.2).
    assert (start.countries["slovakia"].narfs, now.countries["slovakia"].narfs) == (2, 0)
    assert level(start, "germany") - level(at("1940-1-spring"), "germany") == 6


@pytest.mark.rule("tw-16.5-cost")
def test_16_5_germany_pays_for_what_finland_and_romania_lose_while_the_pact_holds() -> None:
    start = at("1940-1-spring", "axis.build.units", orders=("losses finland -1 inf-6-5",))
    group = next(key for key in start.pools if key.startswith("finland-")).removeprefix("finland-")
    assert refusals(start, f"germany construct {group} country=finland") == ()
    assert rules_of(refusals(start, f"italy construct {group} country=finland")) == ["15.4"]
    over = attrs.evolve(start, facts={**start.facts, "nazi-soviet-pact": False})
    assert rules_of(refusals(over, f"germany construct {group} country=finland")) == ["15.4"]


@pytest.mark.rule("tw-23.48")
def test_23_48_spanish_infantry_costs_twice_to_build_again() -> None:
    start = with_country(at("1941-3-fall", "axis.build.units"), "spain", status="satellite", patron="germany")
    lost = after(after(start, "losses spain -1 inf-4-5"), "losses slovakia -1 inf-1-5")
    before = hand(lost, "germany")
    assert before - hand(after(lost, "germany construct inf-4-5 country=spain"), "germany") == 2 * 4 + 1
    assert before - hand(after(lost, "germany construct inf-1-5 country=slovakia"), "germany") == 1 + 1


# ---------------------------------------------------------------- fortresses, East Prussia, the Azores, who commands


_PRINTED = {"fleet": "1-12-5", "cv": ""}


def standing_in(campaign: TheWar, place: str, *kinds: str) -> TheWar:
    """The campaign with British units of these kinds in a place."""
    more = {
        f"britain-{kind}-{80 + nth}": Unit(power="britain", kind=kind, strength=_PRINTED.get(kind, "4-5"), place=place)
        for nth, kind in enumerate(kinds)
    }
    return attrs.evolve(campaign, units={**campaign.units, **more})


@pytest.mark.rule("tw-23.35")
def test_23_35_malta_bases_one_fleet_and_a_second_is_told() -> None:
    def told(campaign: TheWar) -> list[str]:
        return [duty.text for duty in falls_due(RULESET, campaign) if duty.rule == "23.35"]

    assert told(standing_in(at("1941-1-spring"), "malta", "fleet")) == []
    assert told(standing_in(at("1941-1-spring"), "malta", "fleet", "cv")) == [
        "Malta holds 2 naval units: 1 is the limit."
    ]
    assert told(standing_in(at("1941-1-spring"), "alexandria", "fleet", "fleet")) == []


def test_23_22_gibraltar_takes_one_ground_unit_of_three_kinds() -> None:
    def told(campaign: TheWar) -> list[str]:
        return [duty.text for duty in falls_due(RULESET, campaign) if duty.rule == "23.22"]

    assert told(standing_in(at("1941-1-spring"), "gibraltar", "mot", "fleet")) == []
    assert told(standing_in(at("1941-1-spring"), "gibraltar", "mot", "sta")) == [
        "2 units stack at Gibraltar: the fortress: 1 at most. They leave with 'station board'."
    ]
    assert told(standing_in(at("1941-1-spring"), "gibraltar", "arm")) == [
        "ARM stands in Gibraltar: Only INF, MOT, STA."
    ]


@pytest.mark.rule("tw-23.18")
def test_23_18_soviets_in_east_prussia_call_for_a_roll_and_its_cities_are_no_german_industry() -> None:
    war = at("1944-4-winter", orders=("germany declare ussr",))

    def told(campaign: TheWar) -> list[str]:
        return [duty.text for duty in falls_due(RULESET, campaign) if duty.rule == "23.18"]

    entered = after(war, "capture konigsberg ussr")
    assert told(war) == [] and len(told(entered)) == 1 and told(entered)[0].startswith("Konigsberg is Soviet")
    assert told(after(war, "capture konigsberg us")) == []
    rolled = attrs.evolve(entered, facts={**entered.facts, "east-prussia-open": False})
    assert told(rolled) == []
    assert not german_cities.with_industry(entered, "konigsberg") and german_cities.with_industry(entered, "berlin")


@pytest.mark.rule("tw-23.21-owner", "tw-23.51")
def test_23_21_who_commands_a_country_that_is_nobodys_satellite() -> None:
    start = at("1940-1-spring")
    assert [minors.commander(start, key) for key in ("finland", "romania", "switzerland", "portugal")] == [
        "germany",
        "germany",
        "us",
        "britain",
    ]
    assert minors.commander(start, "slovakia") == "germany" and minors.commander(start, "sweden") == ""
    attacked = after(start, "ussr declare sweden")
    assert minors.commander(attacked, "sweden") == "germany"
    told = [duty.text for duty in falls_due(RULESET, after(start, "germany declare switzerland")) if duty.rule == "4.2"]
    assert told == ["Switzerland, attacked this turn, moves with one free RLE, commanded by United States"]
