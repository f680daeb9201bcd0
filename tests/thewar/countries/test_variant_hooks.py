"""What hangs on a variant's having been played, each asked before and after the play (28.1 and 28.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.transaction import Transaction
from engine.thewar.countries import variant_effects
from engine.thewar.economy import capacity
from engine.thewar.endings import signs_by_power
from engine.thewar.endings.signs import Reading
from engine.thewar.moving import lend_lease
from engine.thewar.politics import gathering
from engine.thewar.politics.gathering import Sides
from engine.thewar.rolls import diplomacy, partisans
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import holds
from engine.thewar.weather import weather_rolls
from engine.thewar.world import counters, entering, separate_allies
from engine.thewar.world.state import Place, TheWar, Unit
from tests.thewar import builds
from tests.thewar.countries import test_atrocities
from tests.thewar.minors import at, moved, with_country
from tests.thewar.politics.scenes import STEP, Table, laid
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals, world


def cost(campaign: TheWar, line: str) -> int:
    return int(understand(RULESET, line, campaign).cost(campaign).total)


@pytest.mark.rule("tw-28.1.1-10", "tw-28.2.2-12", "tw-28.2.4-16")
@pytest.mark.parametrize(
    ("power", "variant", "prices"),
    [
        ("italy", "sicilian-methods", (2, 1)),
        ("britain", "british-counter-intelligence", (3, 2)),
        ("us", "us-counter-intelligence", (3, 2)),
    ],
)
def test_28_chits_cost_a_power_less_once_it_has_played_its_variant(
    power: str, variant: str, prices: tuple[int, int]
) -> None:
    lines = [f"{power} points none espionage=yes", f"{power} points none counter-espionage=yes"]
    before = world("1940-1-spring", "planning.points")
    assert [cost(before, line) for line in lines] == [4, 3]
    now = after(before, f"{power} variant {variant}")
    assert [cost(now, line) for line in lines] == list(prices)
    # Nobody else's, and not what was to be had before Fall 1939.
    other = "france points none espionage=yes"
    assert cost(now, other) == cost(before, other) == 4
    assert "is a variant of" in refusals(before, f"france variant {variant}")[0].reason


@pytest.mark.rule("tw-28.2.3-10")
def test_28_2_3_evacuation_that_was_planned_costs_2_narfs_a_city() -> None:
    before = world("1941-1-spring")
    cities = {
        name: Place(name=name.title(), country="ussr", holder="ussr", value=value)
        for name, value in (("kiev", 6), ("gomel", 3))
    }
    before = attrs.evolve(before, places={**before.places, **cities})
    now = after(before, "ussr variant evacuation-planning")
    assert [cost(before, f"ussr evacuate {city}") for city in cities] == [3, 1]
    assert [cost(now, f"ussr evacuate {city}") for city in cities] == [2, 1]


@pytest.mark.rule("tw-28.2.1-09", "tw-28.2.2-09")
@pytest.mark.parametrize("line", ["france variant cooperation-with-britain", "britain variant anglo-french-accords"])
def test_28_2_british_and_french_act_as_one_army_once_either_has_played_it(line: str) -> None:
    before = world("1940-1-spring")
    planes = {
        f"{power}-{kind}-9": Unit(power=power, kind=kind, strength=strength)
        for power, kind, strength in (("britain", "tac", "1-5-4"), ("france", "tac", "1-5-4"), ("france", "inf", "6-5"))
    }
    before = attrs.evolve(before, units={**before.units, **planes})
    now = after(before, line)
    air = ("britain-tac-9", "france-tac-9")

    def limits(campaign: TheWar) -> list[str]:
        found = [*separate_allies.together(campaign, air), *entering.british_in_france(campaign, "britain", "paris")]
        found += separate_allies.supports(campaign, air[:1], ("france-inf-9",))
        return [no.rule for no in found]

    assert limits(before) == ["6.2.1", "9.6.1", "6.2.1"]
    assert limits(now) == []
    # The modifier of 18.4 counts once, whichever was played.
    sign = signs_by_power.FRENCH["anglo-french-cooperation"]
    both = after(after(before, "france variant cooperation-with-britain"), "britain variant anglo-french-accords")
    assert [sign(one).number for one in (before, now, both)] == [0, 1, 1]


@pytest.mark.rule("tw-28.1.2-12", "tw-28.2.2-11", "tw-28.2.4-11")
@pytest.mark.parametrize(
    ("whose", "turn"), [("german", "1940-3-fall"), ("british", "1941-3-fall"), ("us", "1942-3-fall")]
)
def test_28_landing_craft_put_two_whole_units_into_each_fleet_of_an_invasion(whose: str, turn: str) -> None:
    power = {"german": "germany", "british": "britain"}.get(whose, whose)
    here = {
        f"{power}-fleet-9": Unit(power=power, kind="fleet", strength="1-12-5"),
        **{f"{power}-inf-{nth}": Unit(power=power, kind="inf", strength="6-5") for nth in (7, 8, 9)},
    }
    before = attrs.evolve(world(turn), units=here)
    now = after(before, f"{power} variant {whose}-landing-craft")
    fleets, cargo = (f"{power}-fleet-9",), tuple(here)[1:]

    def left(campaign: TheWar, *, invades: bool) -> int:
        return holds.stowed(campaign, cargo, fleets, invades=invades)[1]

    assert (left(before, invades=True), left(now, invades=True)) == (2, 1)
    assert left(now, invades=False) == 2, "in an amphibious assault alone"
    [no] = [no for no in holds.wrong(now, cargo, fleets, invades=True) if "no room" in no.reason]
    assert "two whole units and a CDO" in no.hint


@pytest.mark.rule("tw-28.2.4-14")
def test_28_2_4_an_american_fleet_carries_30_narfs_with_the_merchant_marine() -> None:
    before = world("1942-1-spring")
    now = after(before, "us variant merchant-marine")
    fleets = [lend_lease.in_a_fleet(campaign, power) for campaign in (before, now) for power in ("us", "britain")]
    assert fleets == [20, 20, 30, 20]
    leg = lend_lease.Leg("us", "britain", 1, whole=False, crossing=True, last=True, rule="14.8.2")
    assert [leg.carriers(60), leg.carriers(60, 30), leg.carriers(61, 30)] == [3, 2, 3]


@pytest.mark.rule("tw-28.2.4-12")
def test_28_2_4_the_gis_are_warm_in_winters_of_the_west_alone() -> None:
    def added(turn: str, front: str, *, played: bool = True) -> int:
        campaign = world(turn)
        now = after(campaign, "us variant keep-the-gis-warm") if played else campaign
        return int(weather_rolls.modifiers(now, front).total)

    assert added("1943-4-winter", "western") == 2
    assert added("1943-4-winter", "western", played=False) == 0
    assert added("1944-1-spring", "western") == 0
    assert added("1944-4-winter", "mediterranean") == 0


@pytest.mark.rule("tw-28.1.1-07", "tw-28.1.2-21", "tw-28.2.1-12", "tw-28.2.4-08")
@pytest.mark.parametrize(
    ("signs", "sign", "line", "turn"),
    [
        (signs_by_power.ITALIAN, "totalitarian-italy", "italy variant totalitarian-italy", "1942-1-spring"),
        (signs_by_power.FRENCH, "french-morale", "germany variant french-morale", "1940-1-spring"),
        (signs_by_power.FRENCH, "national-will", "france variant national-will", "1940-1-spring"),
        (signs_by_power.GERMAN, "casablanca", "us variant casablanca", "1943-1-spring"),
    ],
)
def test_28_a_variant_that_was_played_is_a_sign_of_the_surrender_roll(
    signs: dict[str, Reading], sign: str, line: str, turn: str
) -> None:
    before = world(turn)
    known = signs[sign](before)
    assert (known.number, known.sure) == (0, False), "the table may have played it at the table"
    known = signs[sign](after(before, line))
    assert (known.number, known.sure, known.cause) == (1, True, "played")


@pytest.mark.rule("tw-28.1.1-06", "tw-28.1.2-22", "tw-28.2.2-05")
def test_28_diplomacy_remembers_what_was_played_and_the_balkans_once() -> None:
    def weighs(campaign: TheWar, power: str, target: str) -> int:
        return int(diplomacy.lasting(gathering.terms(campaign, Sides(power, target, "", {}, {}))).total)

    late = at("1943-1-spring")
    katyn = after(late, "germany variant katyn")
    assert [weighs(one, "ussr", "turkey") for one in (late, katyn)] == [0, 1]
    coup = after(at("1940-3-fall"), "britain variant yugoslavia-coup")
    assert (weighs(coup, "britain", "yugoslavia"), weighs(coup, "britain", "greece")) == (-5, 0)

    before = with_country(at("1940-3-fall", STEP), "greece", status="neutral", patron="")
    now = after(before, "italy variant balkan-diplomacy")
    assert [weighs(now, "italy", land) for land in ("greece", "yugoslavia", "turkey")] == [-3, -3, 0]
    played = Table(laid(now, {"italy turkey": 1, "italy greece": 1})).first("italy")
    played.give("italy influence turkey against=western", 5)
    assert weighs(played.campaign, "italy", "greece") == -3, "a roll elsewhere leaves it"
    played.give("italy influence greece against=western", 5)
    assert "die 5 -3" in played.told
    assert [weighs(played.campaign, "italy", land) for land in ("greece", "yugoslavia")] == [0, 0], "one roll"
    fought = attrs.evolve(before, wars={**before.wars, **wars_of({"greece+italy": "1940-2-summer"})})
    [no] = refusals(fought, "italy variant balkan-diplomacy")
    assert no.hint == "Italy has attacked Greece."
    assert refusals(moved(before, "1941-4-winter"), "italy variant balkan-diplomacy")


@pytest.mark.rule("tw-28.2.4-05")
def test_28_2_4_two_smps_more_come_out_of_the_us_box() -> None:
    before = attrs.evolve(world("1942-1-spring"), facts={})
    now = after(before, "us variant shipping-bottlenecks")
    crossing, board = capacity.purse("us", crossing=True), capacity.purse("us")
    assert capacity.smp(now, "us").total == capacity.smp(before, "us").total + 2
    assert capacity.room(now, crossing) == capacity.room(before, crossing) + 2
    assert capacity.room(now, board) == capacity.room(before, board), "nowhere else"
    assert capacity.smp(now, "britain").total == capacity.smp(before, "britain").total
    assert "Shipping Bottlenecks Alleviated" in [line.label for line in capacity.smp(now, "us").lines]
    assert refusals(world("1940-2-summer"), "us variant shipping-bottlenecks")


@pytest.mark.rule("tw-28.2.4-10")
def test_28_2_4_american_industry_mobilizes_at_the_start_of_the_next_five_turns() -> None:
    now = after(world("1943-1-spring"), "us variant industrial-mobilization")
    assert now.powers["us"].base == 50, "from the next turn on"
    bases = []
    for _ in range(6):
        tx: Transaction[TheWar] = Transaction(now, FixedDice(()), "1943-1-spring", "")
        for power in now.powers:
            variant_effects.end_turn(tx, power)
        now = tx.campaign
        bases.append(now.powers["us"].base)
    assert bases == [70, 90, 110, 130, 150, 150]
    assert now.powers["us"].narfs == 50 and now.powers["britain"].base == 186
    assert (
        "played from Spring 1943 on" in refusals(world("1942-4-winter"), "us variant industrial-mobilization")[0].reason
    )


@pytest.mark.rule("tw-28.1.1-08")
def test_28_1_1_blackshirts_are_first_rate_whatever_the_army_is() -> None:
    now = after(world("1940-1-spring", italy={"army": 3}), "italy variant blackshirts")
    pool = now.pools["italy-inf-6-5-blackshirt"]
    unit = Unit(power="italy", kind=pool.kind, strength=pool.strength, tag=pool.tag)
    plain = attrs.evolve(unit, tag="")
    assert [counters.rating(now, one).value for one in (unit, plain)] == [1, 3]
    assert counters.rating(now, attrs.evolve(unit, depleted=True)).value > 1


@pytest.mark.rule("tw-28.2.3-02", "tw-28.2.3-06")
@pytest.mark.parametrize(
    ("variant", "turn", "early"),
    [("stalin-line", "1940-3-fall", True), ("not-one-step-back", "1942-3-fall", False)],
)
def test_28_2_3_a_fortress_and_two_fortifications_are_put_up_for_nothing(variant: str, turn: str, early: bool) -> None:
    before = builds.at("allied.build.units", turn)
    one, fort = "ussr install fortification", "ussr install fortress at=kharkov"
    if early:
        assert "may not build a fortification yet" in builds.refused(before, one)
    given = after(before, f"ussr variant {variant}")
    now = builds.after(given, one, one, fort)
    assert now.powers["ussr"].narfs == given.powers["ussr"].narfs
    kinds = sorted(built.kind for built in now.installations.values() if built.power == "ussr")
    assert kinds == ["fortification", "fortification", "fortress"]
    # In 1941 a fortress that is bought stands in Leningrad; this one where it is wanted.
    later = attrs.evolve(given, first="1941-1-spring")
    assert builds.refused(later, fort) == ""
    # A third is bought as any other, or not yet.
    if early:
        assert "may not build a fortification yet" in builds.refused(now, one)
    else:
        assert builds.price(now, one) == 2 and builds.price(before, one) == 2
    assert "has been played" in refusals(now, f"ussr variant {variant}")[0].reason


@pytest.mark.rule("tw-28.1.2-02")
def test_28_1_2_the_russian_liberation_army_builds_one_a_turn_in_the_soviet_union() -> None:
    war = {"germany+ussr": "1941-2-summer"}
    before = attrs.evolve(builds.at("axis.build.units", "1941-3-fall"), wars=wars_of(war))
    held = attrs.evolve(before.places["kiev"], holder="germany")
    before = attrs.evolve(before, places={**before.places, "kiev": held})
    now = after(before, "germany variant russian-liberation-army")
    assert builds.price(now, "germany construct inf-4-5-roa") == builds.price(
        now, "germany construct inf-4-5-roa place=kiev"
    )
    built = builds.after(now, "germany construct inf-4-5-roa place=kiev")
    assert "2 units of the Russian Liberation Army this turn (28.1.2)" in builds.refused(
        built, "germany construct inf-2-5-roa place=kiev"
    )
    assert "One a turn" in builds.refused(now, "germany construct inf-2-5-roa count=2 place=kiev")
    assert "is not built at Berlin" in builds.refused(now, "germany construct inf-4-5-roa place=berlin")
    assert builds.refused(attrs.evolve(built, built={}), "germany construct inf-2-5-roa place=kiev") == ""


@pytest.mark.rule("tw-28.2.3-16")
def test_28_2_3_the_gulags_give_6_narfs_of_infantry_in_the_turn_of_the_play() -> None:
    before = builds.at("allied.build.units", "1942-3-fall", pools={"ussr inf 3-5": 3, "ussr arm 8-8": 1})
    before = attrs.evolve(before, wars=wars_of({"germany+ussr": "1941-2-summer"}))
    line, tank = "ussr construct inf-3-5", "ussr construct arm-8-8"
    usual = builds.price(before, line)
    now = after(before, "ussr variant gulags")
    assert builds.price(now, tank) == builds.price(before, tank), "INF and STA alone"
    assert builds.price(now, line) == max(0, usual - 6)
    built = builds.after(now, line, line)
    paid = before.powers["ussr"].narfs - built.powers["ussr"].narfs
    assert paid == 2 * usual - 6, "6 NARFs in all"
    assert builds.price(built, line) == usual
    tx: Transaction[TheWar] = Transaction(now, FixedDice(()), "1942-3-fall", "")
    variant_effects.end_turn(tx, "ussr")
    assert builds.price(tx.campaign, line) == usual, "not kept for another turn"
    again = after(now, "ussr variant gulags")
    assert builds.price(again, f"{line} count=3") == max(0, 3 * usual - 12), "any number of times"
    assert "is not played now" in refusals(attrs.evolve(before, wars={}), "ussr variant gulags")[0].reason


@pytest.mark.rule("tw-28.1.1-12")
def test_28_1_1_the_regia_aeronautica_builds_one_aircraft_for_nothing() -> None:
    before = builds.at("axis.build.units", "1941-1-spring", pools={"italy tac 1-5-4": 3, "italy inf 4-5": 1})
    before = attrs.evolve(before, wars=wars_of({"britain+italy": "1940-2-summer"}))
    line, infantry = "italy construct tac-1-5-4", "italy construct inf-4-5"
    usual = builds.price(before, line)
    now = after(before, "italy variant regia-aeronautica")
    assert (builds.price(now, line), builds.price(now, f"{line} count=2")) == (0, usual)
    assert builds.price(now, infantry) == builds.price(before, infantry)
    built = builds.after(now, line)
    assert built.powers["italy"].narfs == now.powers["italy"].narfs and builds.price(built, line) == usual
    # What it forbids and cheapens is read from its having been played: neither ARM nor ships, the air force for 5.
    assert "a variant played forbids it" in "; ".join(no.reason for no in refusals(now, "italy rating navy"))


@pytest.mark.rule("tw-28.2.1-06")
def test_28_2_1_the_french_air_force_is_second_rate_with_its_new_aircraft() -> None:
    before = builds.at("allied.build.units", "1940-1-spring", pools={"france ftr 2-3-2": 1, "france inf 6-5": 1})
    third = attrs.evolve(before.powers["france"], air=3)
    before = attrs.evolve(before, powers={**before.powers, "france": third})
    now = after(before, "france variant armee-de-l-air at=tac")
    france = now.powers["france"]
    assert (france.air, france.base - third.base, france.narfs - third.narfs) == (2, 5, 5)
    tac = [unit for key, unit in now.units.items() if key not in before.units]
    assert [(unit.power, unit.kind, unit.strength) for unit in tac] == [("france", "tac", "1-5-4")] * 2
    assert builds.price(now, "france construct ftr-2-3-2") > 0, "what is built is paid for"
    assert builds.price(now, "france construct inf-6-5") == builds.price(before, "france construct inf-6-5")


@pytest.mark.rule("tw-28.1.2-20")
def test_28_1_2_the_alpenfestung_counts_once_its_fortress_stands_in_one_of_two_hexes() -> None:
    sign = signs_by_power.GERMAN["alpenfestung"]
    before = builds.at("axis.build.units", "1944-3-fall")
    elsewhere = builds.after(before, "germany install fortress at=1926")
    assert sign(elsewhere).number == 0, "a fortress without the variant"
    now = after(before, "germany variant alpenfestung")
    assert (sign(now).number, sign(now).cause) == (0, "played; its fortress is to be built")
    other = builds.after(now, "germany install fortress at=1925")
    assert sign(other).number == 0
    built = builds.after(now, "germany install fortress at=1927")
    assert now.powers["germany"].narfs - built.powers["germany"].narfs == 20, "at its usual cost"
    assert (sign(built).number, sign(built).sure) == (1, True)
    assert "is not played now" in refusals(world("1944-4-winter"), "germany variant alpenfestung")[0].reason


@pytest.mark.rule("tw-28.2.1-02")
def test_28_2_1_the_maginot_line_is_extended_to_sedan_for_15_narfs_and_an_infantry() -> None:
    pools = {"france inf 6-5": 1, "france tac 1-5-4": 1}
    before = builds.at("allied.build.units", "1940-1-spring", pools=pools)
    line = "france install fortress at=sedan"
    assert "France has not played the extension of the Maginot Line" in builds.refused(before, line)
    now = after(before, "france variant maginot-extended")
    assert now.pools["france-inf-6-5"].count == 0
    assert "the fortress of this year stands in Sedan" in builds.refused(now, "france install fortress at=lyons")
    built = builds.after(now, line)
    assert now.powers["france"].narfs - built.powers["france"].narfs == 15
    assert "on the board" in builds.refused(built, "france install fortress")
    poor = builds.at("allied.build.units", "1940-1-spring", pools={"france tac 1-5-4": 1})
    [no] = refusals(poor, "france variant maginot-extended")
    assert no.reason == "1 INF 6-5 of the force pool are given up, 0 are left there"


@pytest.mark.rule("tw-28.2.3-03")
def test_28_2_3_soviet_partisans_are_created_with_1_less_on_the_die() -> None:
    for face in (5, 6):
        plain = test_atrocities.risen("yugoslavia", 10, face, turn="1942-1-spring")
        facts = {"variant-soviet-partisans": 1}
        prepared = test_atrocities.risen("yugoslavia", 10, face, turn="1942-1-spring", facts=facts)
        one_less = test_atrocities.risen("yugoslavia", 10, face - 1, turn="1942-1-spring")
        assert prepared.risings["yugoslavia"].partisans == one_less.risings["yugoslavia"].partisans
        assert plain.risings["yugoslavia"].partisans == partisans.Creation(10, face=face).partisans
        # Britain's own are not created so, nor the Soviets' by a British variant, which has a die of its own besides.
        british = test_atrocities.risen(
            "yugoslavia", 10, face, 9, turn="1942-1-spring", facts={"variant-set-europe-ablaze": 1}
        )
        assert british.risings["yugoslavia"].partisans == plain.risings["yugoslavia"].partisans
    assert "is not played now" in refusals(world("1941-1-spring"), "ussr variant soviet-partisans")[0].reason
