"""The queue of purchases: each line judged and priced at its place, what is given is what was planned, and what the
building screen is told of everything that is bought in the Build Segment."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.orders import Order
from engine.kernel.plan import Plan, offered
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.kernel.sheets.building import Stock
from engine.thewar.economy import construction_limit
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import build_means, build_stock
from engine.thewar.sheets.build_sheet import BuildSheet
from engine.thewar.world.state import Addition, Built, Place, Slip, TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.values import wars_of

BUILD, ALLIED = "axis.build.units", "allied.build.units"
POOLS = {"germany inf 6-5": 6, "germany arm 8-8": 4, "germany ftr 3-3-2": 4, "germany fleet 1-12-5": 2}


def orders(campaign: TheWar, *lines: str) -> list[Order[Any]]:
    return [understand(RULESET, line, campaign) for line in lines]


def plan(campaign: TheWar, *lines: str) -> Plan[TheWar]:
    return Plan(RULESET, campaign, "solo").with_orders(orders(campaign, *lines))


def prices(found: Plan[TheWar]) -> list[int]:
    return [line.cost.total for line in found.lines]


def why(found: Plan[TheWar], nth: int) -> str:
    return "; ".join(str(refusal) for refusal in found.lines[nth].refusals)


def germany(turn: str = "1941-1-spring", **more: Any) -> TheWar:
    more.setdefault("pools", POOLS)
    return at(BUILD, turn, **more)


# ---------------------------------------------------------------- prices at their place


@pytest.mark.rule("tw-15.1.6.1")
def test_15_1_6_1_what_comes_last_is_what_is_doubled() -> None:
    campaign = germany(germany={"base": 100})
    arm, ftr = "germany construct arm-8-8 count=2", "germany construct ftr-3-3-2"
    # Half of the base is 50: 34 for the armor leave 16 for the fighter's 15, the next has 1 left.
    assert prices(plan(campaign, arm, ftr, ftr)) == [34, 15, 29]
    assert prices(plan(campaign, ftr, ftr, arm)) == [15, 15, 48]
    last = plan(campaign, arm, ftr, ftr).lines[-1].cost.lines[-1]
    assert (last.label, last.value, last.rule) == ("14 beyond half of the base: twice", 14, "15.1.6.1")


@pytest.mark.rule("tw-15.3")
def test_15_3_lost_out_of_supply_and_beyond_the_limit_is_four_times_the_price_each_cause_named() -> None:
    campaign = germany(pools={"germany inf 6-5": 0}, oos={"germany inf 6-5": 1}, germany={"base": 0})
    only = plan(campaign, "germany construct inf-6-5 oos=yes").lines[0]
    assert only.cost.total == 28
    assert [line.value for line in only.cost.lines] == [6, 1, 7, 14]
    assert {"15.3, ruling 104", "15.1.6.1"} <= set(only.cost.rules)


@pytest.mark.rule("tw-15.1.6.1")
def test_15_1_6_1_supplied_losses_come_first_also_within_the_queue() -> None:
    campaign = germany(pools={"germany inf 6-5": 1}, oos={"germany inf 6-5": 1})
    supplied, lost = "germany construct inf-6-5", "germany construct inf-6-5 oos=yes"
    assert "lost in supply come first" in why(plan(campaign, lost, supplied), 0)
    assert plan(campaign, supplied, lost).refused == ()


def test_installations_and_ratings_do_not_use_up_half_of_the_base() -> None:
    campaign = germany(germany={"base": 34})
    found = plan(campaign, "germany install fortification count=2", "germany construct arm-8-8")
    assert prices(found) == [4, 17]


# ---------------------------------------------------------------- refused lines


@pytest.mark.rule("tw-14.1.4")
def test_14_1_4_beyond_the_purse_only_deficit_spending_asked_for_by_name_with_its_price() -> None:
    campaign = germany(germany={"narfs": 20})
    arm = "germany construct arm-8-8"
    found = plan(campaign, arm, arm)
    assert why(found, 0) == ""
    assert "it costs 17 NARFs, 3 are free" in why(found, 1)
    assert "'deficit=yes' spends 14 more than there are and cuts the base by as much" in why(found, 1)
    asked = plan(campaign, arm, f"{arm} deficit=yes")
    assert asked.refused == ()
    before, after = campaign.powers["germany"], asked.after.powers["germany"]
    assert (after.narfs, before.base - after.base, after.deficit) == (-14, 14, 14)


@pytest.mark.rule("tw-15.1.1")
def test_15_1_1_the_seventh_of_a_limit_of_six() -> None:
    campaign = germany()
    assert "7 INF 6-5 are asked for, 6 are in the force pool" in refused(campaign, "germany construct inf-6-5 count=7")
    four, three = "germany construct inf-6-5 count=4", "germany construct inf-6-5 count=3"
    found = plan(campaign, four, three)
    assert why(found, 0) == "" and "3 INF 6-5 are asked for, 2 are in the force pool" in why(found, 1)
    # A refused line leaves everything as it was: what comes after it still counts.
    assert plan(campaign, four, three, "germany construct inf-6-5 count=2").refused == found.lines[1:2]


@pytest.mark.rule("tw-15.1.5.2")
def test_15_1_5_2_a_fleet_in_a_captured_yard_with_every_rule_against_it() -> None:
    campaign = germany(pools={"germany fleet 1-12-5": 0, "germany inf 6-5": 1})
    brest: Place = attrs.evolve(campaign.places["brest"], holder="germany")
    campaign = attrs.evolve(campaign, places={**campaign.places, "brest": brest})
    said = why(plan(campaign, "germany lay-down fleet-1-12-5 brest"), 0)
    assert "no Fleet 1-12-5 is in the force pool (15.1.1)" in said
    assert "Brest is captured: nothing new is begun there (15.1.5.2)" in said


@pytest.mark.rule("tw-15.1.1")
def test_3_1_a_unit_that_comes_next_year() -> None:
    coming = Addition(power="germany", year=1942, season="summer", kind="arm", strength="10-8")
    campaign = attrs.evolve(germany(), additions={"late": coming})
    assert "ARM 10-8 joins the pool of Germany only in Summer 1942 (3.1)" in refused(
        campaign, "germany construct arm-10-8"
    )
    assert "germany construct arm-10-8" in [order.text for order in BuildSheet().shut(campaign, "germany")]


def test_a_line_that_names_nothing_is_refused_and_costs_nothing() -> None:
    campaign = germany()
    found = plan(campaign, "germany construct zeppelin-9-9", "germany work kiel-1", "germany mend arm-9-9")
    assert prices(found) == [0, 0, 0] and len(found.refused) == 3
    assert found.after is campaign


# ---------------------------------------------------------------- the plan as a value


def test_what_stands_before_a_change_is_kept_and_what_comes_after_two_that_changed_places() -> None:
    campaign = germany()
    lines = ("germany construct inf-6-5", "germany construct arm-8-8", "germany construct ftr-3-3-2")
    found = plan(campaign, *lines)
    longer = found.with_orders([*found.orders, *orders(campaign, "germany construct inf-6-5")])
    assert [one is other for one, other in zip(found.lines, longer.lines, strict=False)] == [True] * 3
    swapped = found.with_orders([found.orders[1], found.orders[0], found.orders[2]])
    assert swapped.lines[2] is found.lines[2] and swapped.after == found.after
    assert found.with_orders(found.orders).lines == found.lines
    assert found.with_orders(()).after is campaign


def test_two_that_change_places_where_it_matters_are_priced_anew_to_the_end() -> None:
    campaign = germany(germany={"base": 40})
    arm, ftr, inf = "germany construct arm-8-8", "germany construct ftr-3-3-2", "germany construct inf-6-5"
    assert prices(plan(campaign, arm, ftr, inf)) == [17, 27, 14]
    found = plan(campaign, arm, ftr, inf).with_orders(orders(campaign, arm, inf, ftr))
    assert prices(found) == [17, 11, 30] == prices(plan(campaign, arm, inf, ftr))


def test_from_another_state_on_everything_is_judged_anew() -> None:
    campaign = germany()
    found = plan(campaign, "germany construct arm-8-8 count=4")
    poor = attrs.evolve(
        campaign, powers={**campaign.powers, "germany": attrs.evolve(campaign.powers["germany"], narfs=5)}
    )
    assert found.on(campaign) is found
    assert "5 are free" in why(found.on(poor), 0)


OFFERS = (
    "germany construct inf-6-5 count={n}",
    "germany construct arm-8-8 count={n}",
    "germany construct ftr-3-3-2",
    "germany construct nac-1-3-2 deficit=yes",
    "germany lay-down fleet-1-12-5 kiel",
    "germany lay-down fleet-1-12-5 wilhelmshaven",
    "germany work kiel-1",
    "germany work kiel-1 spaces=2",
    "germany work wilhelmshaven-1",
    "germany install fortification count={n}",
    "germany smp-capacity",
    "germany new-yard kiel",
    "germany mend arm-8-8",
    "germany upgrade flak-1-3 count={n}",
    "germany reserve arm-8-8",
)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_given_is_what_was_planned(seed: int) -> None:
    chance = random.Random(seed)
    hurt = {"germany-arm-99": Unit(power="germany", kind="arm", strength="8-8", depleted=True)}
    flak = {f"germany-flak-{n}": Unit(power="germany", kind="flak", strength="1-3") for n in range(90, 93)}
    pools = {**POOLS, "germany nac 1-3-2": 2}
    money = {"base": 90, "narfs": chance.choice((60, 150, 400))}
    campaign = germany(pools=pools, units={**hurt, **flak}, germany=money)
    lines = [chance.choice(OFFERS).format(n=chance.randint(1, 4)) for _ in range(14)]
    found = plan(campaign, *lines)
    # Edits one after the other come to the same as the list at once.
    edited = Plan(RULESET, campaign, "solo")
    for count in range(len(lines) + 1):
        edited = edited.with_orders(found.orders[:count])
    assert prices(edited) == prices(found) and edited.after == found.after

    legal = [line.order for line in found.lines if not line.refusals]
    batches = play.submit(RULESET, campaign, legal, seat="solo", dice=FixedDice(()), n=1)
    assert batches[-1].campaign == found.after
    assert campaign.powers["germany"].narfs - found.after.powers["germany"].narfs == found.total
    refused_there = found.refused
    if refused_there:
        with pytest.raises(Refused):
            play.submit(RULESET, campaign, found.orders, seat="solo", dice=FixedDice(()), n=1)


# ---------------------------------------------------------------- one step for everything


@pytest.mark.rule("tw-3.7")
def test_3_7_everything_is_bought_in_one_step_of_the_segment_the_axis_first() -> None:
    build = [step for step in RULESET.sequence.steps if step.slug == construction_limit.STEP]
    assert [step.half for step in build] == ["axis", "allied"]
    campaign = germany(units={"germany-arm-1": Unit(power="germany", kind="arm", strength="8-8")})
    campaign = attrs.evolve(campaign, units={"germany-arm-1": campaign.units["germany-arm-1"]})
    found = plan(campaign, "germany construct arm-8-8", "germany reserve arm-8-8 count=2")
    # The unit just built takes a marker as well; markers cost 5 each and come beside half of the base.
    assert prices(found) == [17, 10] and found.refused == ()
    assert found.after.powers["germany"].spent == 17
    assert "not in this step" not in refused(at(ALLIED), "britain construct inf-4-5")
    assert "Britain has nothing to do in 'Build, repair, upgrade' now" in refused(
        at(BUILD), "britain construct inf-4-5"
    )


@pytest.mark.parametrize("former", ["yards", "unit-upgrades", "upgrades", "reserves"])
def test_the_former_steps_of_the_segment_mean_this_one(former: str) -> None:
    sequence = RULESET.sequence
    assert sequence[f"axis.build.{former}"] is sequence[BUILD]
    campaign = at(f"axis.build.{former}", pools=POOLS)
    assert not refused(campaign, "germany construct inf-6-5")
    assert not refused(campaign, "germany install fortification")
    assert not refused(campaign, f"germany done through build.{former}")


# ---------------------------------------------------------------- what the screen is told


def stock(campaign: TheWar, line: str) -> Stock:
    found = BuildSheet().stock(campaign, understand(RULESET, line, campaign))
    assert found is not None, line
    return found


def test_everything_that_is_bought_has_its_entry() -> None:
    units = {
        "germany-fleet-99": Unit(power="germany", kind="fleet", strength="1-12-5", depleted=True, damage=5),
        "germany-flak-99": Unit(power="germany", kind="flak", strength="1-3"),
    }
    campaign = germany(units=units, pools={**POOLS, "germany inf 6-5 siberian": 1})
    slips = {"kiel-1": Slip(yard="kiel", power="germany", kind="fleet", strength="1-12-5", space=4)}
    campaign = attrs.evolve(campaign, slips=slips)
    told = {
        "germany construct inf-6-5-siberian": ("INF 6-5 Siberian", "land", 1),
        "germany construct ftr-3-3-2": ("FTR 3-3-2", "air", 4),
        "germany lay-down fleet-1-12-5 wilhelmshaven": ("Fleet, Wilhelmshaven", "shipyards", 2),
        "germany work kiel-1": ("Kiel: Fleet 5/9", "shipyards", None),
        "germany dock germany-fleet-99 wilhelmshaven": ("damaged Fleet, Wilhelmshaven", "shipyards", None),
        "germany new-yard kiel": ("new yard, Kiel", "shipyards", None),
        "germany upgrade flak-1-3": ("Flak 1-3 to Flak 1-7", "upgrades", None),
        "germany install fortress at=kiel": ("fortress, Kiel", "installations", None),
        "germany smp-capacity": ("SMP capacity", "ratings, SMPs", None),
        "italy rating army": ("rating: army 1/5", "ratings, SMPs", None),
        "germany reserve arm-8-8": ("ARM 8-8 in Reserve", "Reserves", None),
    }
    for line, (name, section, pool) in told.items():
        found = stock(campaign, line)
        assert (found.name, found.section) == (name, section)
        assert pool is None or found.pool == pool
    track = stock(campaign, "germany work kiel-1 spaces=2").track
    assert track is not None and (track.at, track.to, track.last, track.repair) == (4, 6, 9, False)
    damaged = stock(campaign, "germany dock germany-fleet-99 wilhelmshaven")
    assert damaged.track is not None and damaged.track.repair and damaged.track.at == 4 and not damaged.counted


def test_levies_say_that_they_cost_nothing() -> None:
    campaign = at(ALLIED, pools={"ussr inf 6-5 siberian": 2})
    found = stock(campaign, "ussr levy inf-6-5-siberian")
    assert (found.name, found.section, found.pool) == ("INF 6-5 Siberian, free", "for nothing", 2)


def test_every_offer_of_every_power_can_be_told() -> None:
    for step, powers in ((BUILD, ("germany", "italy")), (ALLIED, ("britain", "ussr", "us", "france"))):
        for turn in ("1939-3-fall", "1941-1-spring", "1943-4-winter"):
            campaign = at(step, turn)
            for power in powers:
                everything = [*offered(RULESET, campaign, power), *BuildSheet().shut(campaign, power)]
                assert everything
                for order in everything:
                    found = BuildSheet().stock(campaign, order)
                    assert found is not None and found.section, order.text
                    ways = {type(one) for one in BuildSheet().variants(campaign, order)}
                    assert ways == {type(order)}, order.text


def test_what_is_shut_is_refused() -> None:
    for step, powers in ((BUILD, ("germany", "italy")), (ALLIED, ("britain", "ussr", "us", "france"))):
        campaign = at(step, "1940-2-summer")
        for power in powers:
            on_offer = {order.text for order in offered(RULESET, campaign, power)}
            for order in BuildSheet().shut(campaign, power):
                assert order.text in on_offer or play.judge(RULESET, campaign, order, "solo"), order.text


def test_variants_are_places_yards_and_circumstances() -> None:
    campaign = germany(units={"germany-arm-99": Unit(power="germany", kind="arm", strength="8-8", depleted=True)})

    def ways(line: str, where: TheWar = campaign) -> list[str]:
        return [order.text for order in BuildSheet().variants(where, understand(RULESET, line, where))]

    assert ways("germany mend arm-8-8") == [
        "germany mend arm-8-8",
        "germany mend arm-8-8 moved=yes",
        "germany mend arm-8-8 ussr=yes",
        "germany mend arm-8-8 moved=yes ussr=yes",
    ]
    assert ways("germany lay-down fleet-1-12-5 kiel") == [
        "germany lay-down fleet-1-12-5 kiel",
        "germany lay-down fleet-1-12-5 wilhelmshaven",
    ]
    british = at(ALLIED, pools={"britain inf 4-5": 1})
    assert ways("britain construct inf-4-5", british) == [
        "britain construct inf-4-5",
        "britain construct inf-4-5 place=suez",
    ]
    assert ways("germany smp-capacity") == ["germany smp-capacity"]


def means(campaign: TheWar, power: str) -> Mapping[str, tuple[int, int]]:
    return {one.title: (one.left, one.most) for one in BuildSheet().means(campaign, power)}


def test_22_7_1_means_of_a_us_before_its_entry_and_9_9_1_reserves() -> None:
    peace = attrs.evolve(at(ALLIED), built={"us-units": Built(power="us", what="units", count=1)})
    assert means(peace, "us")["units"] == (1, 2)
    assert "units" not in means(at(ALLIED, entered="1941-1-spring"), "us")
    assert means(germany(germany={"army": 1}), "germany")["Reserves"] == (3, 3)
    assert "Reserves" not in means(germany(germany={"effort": "lle"}), "germany")


def test_tracks_with_new_and_damaged_ships_and_free_yards() -> None:
    slips = {
        "kiel-1": Slip(yard="kiel", power="germany", kind="fleet", space=4),
        "brest-1": Slip(yard="brest", power="germany", kind="fleet", space=2, unit="germany-fleet-1", worked=True),
    }
    campaign = germany()
    brest = attrs.evolve(campaign.places["brest"], holder="germany")
    campaign = attrs.evolve(campaign, slips=slips, places={**campaign.places, "brest": brest})
    found = {one.yard: one for one in BuildSheet().berths(campaign, "germany")}
    assert list(found) == ["Kiel", "Wilhelmshaven", "Brest"]
    kiel, brest_track = found["Kiel"].track, found["Brest"].track
    assert kiel is not None and (kiel.at, kiel.last, kiel.repair) == (4, 9, False)
    assert brest_track is not None and brest_track.repair and brest_track.worked
    assert found["Wilhelmshaven"].track is None


def ahead(campaign: TheWar, power: str) -> Sequence[str]:
    return [one.text for one in build_means.prospects(campaign, power)]


def test_what_is_left_is_wanted_for_grants_growth_and_next_turns_payments() -> None:
    at_war = attrs.evolve(at(ALLIED), wars=wars_of({"germany+ussr": "1941-1-spring", "britain+germany": "1939-3-fall"}))
    assert "grant to Soviet Union: at most 20" in ahead(at_war, "britain")
    spring = germany(germany={"effort": "none"})
    assert "next turn: Sustained Effort 8" in ahead(spring, "germany")
    assert "next turn: Regional Effort 4" in ahead(germany(germany={"effort": "sle"}), "germany")
    winter = germany("1941-4-winter", germany={"narfs": 60, "growth": 50, "growth_from": 1940})
    assert "the base grows by 30, 50 % of what is left" in ahead(winter, "germany")
    slips = {"kiel-1": Slip(yard="kiel", power="germany", kind="fleet", oos=True)}
    assert "next turn: ships on their tracks 8" in ahead(attrs.evolve(spring, slips=slips), "germany")


@pytest.mark.rule("tw-15.1.4")
def test_15_1_4_units_stand_at_once_ships_lag_by_their_track() -> None:
    campaign = germany(pools={"germany inf 6-5": 1, "germany cv 1-3": 0, "germany fleet 1-12-5": 1})
    built = plan(campaign, "germany construct inf-6-5").after
    (new,) = set(built.units) - set(campaign.units)
    assert built.units[new].place == "board"
    afloat = plan(campaign, "germany lay-down fleet-1-12-5 kiel").after
    for turn in range(1, 10):
        assert len(afloat.units) == len(campaign.units)
        afloat = plan(afloat, "germany work kiel-1").after
        # The next season.
        slips = {key: attrs.evolve(slip, worked=False) for key, slip in afloat.slips.items()}
        assert [slip.space for slip in slips.values()] == ([turn] if turn < 9 else [])
        afloat = attrs.evolve(afloat, slips=slips)
    (ship,) = set(afloat.units) - set(campaign.units)
    assert afloat.units[ship].kind == "fleet" and not afloat.units[ship].depleted


def test_what_the_screen_shows_of_unknown_orders_is_nothing() -> None:
    campaign = germany()
    for line in ("germany spend 3 on=units", "germany work kiel-9", "germany rating cavalry"):
        assert build_stock.stock(campaign, understand(RULESET, line, campaign)) is None
