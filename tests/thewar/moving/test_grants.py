"""NARF grants, their routes, Lend-Lease in peace and what is owed to the Soviets (14.8, 15.1.5.5, 23.47)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import BOARD, EUROPE, Purse
from engine.thewar.moving import freight, grants, lend_lease_duty, shipments
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import grant_sheet
from engine.thewar.world.state import Pool, Shipment, TheWar
from tests.scale import scaled
from tests.thewar.player import Game, Player
from tests.thewar.supply_lines import standing, why
from tests.thewar.values import limit_used
from tests.thewar.world import after, effect, refusals, rules_of

PEACE = ("germany+ussr",)


def used(campaign: TheWar, power: str, part: str = "") -> float:
    """SMPs used of a purse."""
    return capacity.used(campaign, Purse(power, part)) / 2


def arrived(campaign: TheWar) -> TheWar:
    """The campaign after everything at sea has arrived, at the next turn's grants."""
    for power in shipments.at_sea(campaign):
        campaign = effect(campaign, shipments.Arrivals(power))
    following = attrs.evolve(campaign.progress, turn=campaign.progress.turn + 1)
    return attrs.evolve(campaign, used={}, progress=following)


def narfs(campaign: TheWar, power: str) -> int:
    return campaign.powers[power].narfs


def only(campaign: TheWar) -> Shipment:
    (one,) = campaign.shipments.values()
    return one


@pytest.mark.example("14.8.7", "each 20 to Italy: 1 SMP")
@pytest.mark.rule("tw-14.8", "tw-14.8.7")
def test_14_8_7_germany_grants_to_italy_by_land_an_smp_for_each_20() -> None:
    start = standing(side="axis")
    sent = after(start, "germany grant 20 italy")
    assert (used(sent, "germany"), narfs(sent, "germany"), narfs(sent, "italy")) == (1, 180, 200)
    assert narfs(arrived(sent), "italy") == 220
    assert used(after(start, "germany grant 11 italy"), "germany") == 1
    big = attrs.evolve(start, facts={**start.facts, "yards-built-us": 1})
    us = after(big, "us grant 21 britain")
    assert used(us, "us", EUROPE) == 4, "21 take 2 SMPs and 2 Fleets"
    assert "14.8.7" in rules_of(refusals(start, "germany grant 5 britain"))
    satellite = standing(side="axis", countries={"romania": {"status": "satellite", "patron": "germany"}})
    assert rules_of(refusals(satellite, "germany grant 5 romania")) == ["14.8.7"]
    assert rules_of(refusals(start, "germany grant 5 italy route=sea")) == ["14.8.7"]
    assert refusals(satellite, "italy grant 5 romania") == ()
    given = arrived(after(satellite, "italy grant 5 romania"))
    assert given.countries["romania"].narfs == satellite.countries["romania"].narfs + 5


@pytest.mark.rule("tw-14.8.1")
def test_14_8_1_20_a_turn_to_a_power_with_a_common_enemy_and_never_from_the_soviets() -> None:
    start = standing()
    assert refusals(start, "britain grant 20 ussr") == ()
    assert why(start, "britain grant 25 ussr") == [("14.8.1", "25 NARFs to Soviet Union this turn")]
    once = after(start, "britain grant 12 ussr")
    assert rules_of(refusals(once, "britain grant 9 ussr")) == ["14.8.1"]
    assert refusals(once, "britain grant 8 ussr") == ()
    assert rules_of(refusals(start, "ussr grant 5 britain")) == ["14.8.1"]
    peace = standing("1940-1-spring", side="axis", at_war=())
    assert why(peace, "germany grant 5 italy") == [
        ("14.8.1", "Germany and Italy have no Major Power as a common enemy")
    ]
    assert rules_of(refusals(standing("1940-4-winter"), "britain grant 5 france")) == ["14.8.1"]
    assert refusals(standing("1941-1-spring"), "britain grant 5 france") == ()
    assert rules_of(refusals(standing(britain={"narfs": 4}), "britain grant 5 ussr")) == ["14.8, 14.1.4"]
    assert rules_of(refusals(standing(britain={"effort": "pass"}), "britain grant 5 ussr")) == ["4.5"]


@pytest.mark.example("8.8.3", "NARFs from the U.S. Box to Britain: 2 SMPs")
@pytest.mark.rule("tw-14.8.2")
def test_14_8_2_each_20_by_sea_take_a_fleet_and_two_smps() -> None:
    start = standing()
    sent = after(start, "us grant 20 britain")
    assert (used(sent, "us", EUROPE), used(sent, "us", BOARD), used(sent, "britain")) == (2, 0, 0)
    assert (narfs(sent, "us"), sent.powers["us"].base) == (180, start.powers["us"].base), "the base stays, at war"
    assert (only(sent).fleets, only(sent).carrier) == (1, "us")
    assert narfs(arrived(sent), "britain") == 220, "sent and received in one turn"
    british = after(start, "us grant 20 britain carrier=britain")
    assert (used(british, "us", EUROPE), used(british, "britain")) == (1, 1)
    assert "14.8.2" in rules_of(refusals(start, "us grant 20 britain carrier=ussr"))
    none = attrs.evolve(start, units={key: one for key, one in start.units.items() if one.power != "us"})
    assert why(none, "us grant 20 britain") == [("14.8.2", "it takes 1 Fleet, United States has 0 to carry")]
    spent = standing(us={"smp": 4, "smp_minimum": 1})
    full = after(spent, "us grant 20 britain")
    assert rules_of(refusals(full, "us grant 20 ussr")) == ["8.5.5"]


@pytest.mark.example("14.8.2", "from the U.S. to the Soviets in two turns")
@pytest.mark.rule("tw-14.8.2", "tw-14.8.5")
def test_14_8_2_american_narfs_reach_murmansk_in_two_turns_british_in_one() -> None:
    start = standing()
    british = after(start, "britain grant 20 ussr")
    assert used(british, "britain") == 2
    assert narfs(arrived(british), "ussr") == 220
    american = after(start, "us grant 20 ussr")
    assert used(american, "us", EUROPE) == 2
    assert freight.arrives(american, only(american)) == "Summer 1942"
    waiting = arrived(american)
    assert narfs(waiting, "ussr") == 200 and not only(waiting).sailing
    assert freight.lies(waiting, only(waiting)) == "Britain"
    on = after(waiting, "us send-on us-ussr-1 carrier=britain")
    assert (used(on, "us", BOARD), used(on, "us", EUROPE), used(on, "britain")) == (1, 0, 1)
    assert rules_of(refusals(on, "us send-on us-ussr-1")) == ["14.8.2"], "one leg a turn"
    there = arrived(on)
    assert (narfs(there, "ussr"), dict(there.shipments)) == (220, {})
    assert narfs(arrived(waiting), "ussr") == 200, "what is not sent on waits"
    assert rules_of(refusals(waiting, "britain send-on us-ussr-1")) == ["14.8.2"]


def test_14_8_2_the_soviets_receive_nothing_before_their_war() -> None:
    assert "14.8.2" in rules_of(refusals(standing("1941-1-spring", at_war=()), "britain grant 5 ussr"))


@pytest.mark.rule("tw-14.8.5")
def test_14_8_5_murmansk_a_fleet_for_each_20_escorts_and_what_closes_the_route() -> None:
    start = standing(facts={"yards-built-us": 1})
    assert ("14.8.5", "1 Fleet for 21 NARFs, 20 in each: it takes 2") in why(
        attrs.evolve(start, shipments={"us-ussr-1": waits(21)}), "us send-on us-ussr-1 fleets=1"
    )
    escorted = after(start, "britain grant 20 ussr fleets=3")
    assert (used(escorted, "britain"), only(escorted).fleets) == (4, 1), "one carries, two guard"
    shut = after(start, "route murmansk yes")
    assert rules_of(refusals(shut, "britain grant 20 ussr route=murmansk")) == ["14.8.5"]
    assert refusals(after(shut, "route murmansk no"), "britain grant 20 ussr route=murmansk") == ()
    box = standing(places={"murmansk-box": "germany"})
    assert rules_of(refusals(box, "britain grant 20 ussr")) == ["14.8.5"]
    assert rules_of(refusals(start, "route persia yes")) == ["14.8.5"]
    assert rules_of(refusals(start, "route murmansk no")) == ["14.8.5"]


def waits(amount: int, route: str = "murmansk", leg: int = 1) -> Shipment:
    """American NARFs that wait for their next leg."""
    return Shipment(giver="us", to="ussr", narfs=amount, route=route, leg=leg, sailing=False, granted="1941-4-winter")


@pytest.mark.example("14.8.5", "a depleted Fleet loses half of its cargo, a sunk one all")
@pytest.mark.rule("tw-14.8.5-loss")
@pytest.mark.parametrize(
    ("amount", "sunk", "depleted", "left"),
    [(20, 0, 1, 10), (20, 1, 0, 0), (15, 0, 1, 7), (40, 1, 0, 20), (40, 0, 1, 30), (40, 1, 1, 10), (40, 2, 0, 0)],
)
def test_14_8_5_a_depleted_fleet_loses_half_of_its_cargo_a_sunk_one_all(
    amount: int, sunk: int, depleted: int, left: int
) -> None:
    fleets = -(-amount // 20)
    one = attrs.evolve(waits(amount), sailing=True, fleets=fleets, carrier="us")
    start = attrs.evolve(standing(), shipments={"us-ussr-1": one})
    lost = after(start, f"us cargo-lost us-ussr-1 sunk={sunk} depleted={depleted}")
    assert sum(one.narfs for one in lost.shipments.values()) == left
    assert narfs(arrived(lost), "ussr") == 200 + left
    assert rules_of(refusals(start, f"us cargo-lost us-ussr-1 sunk={fleets + 1}")) == ["14.8.5"]
    assert rules_of(refusals(start, "us cargo-lost us-ussr-1")) == ["14.8.5"]
    assert rules_of(refusals(attrs.evolve(start, shipments={"us-ussr-1": waits(9)}), "us cargo-lost us-ussr-1")) == [
        "14.8.5"
    ]


@pytest.mark.rule("tw-14.8.3")
def test_14_8_3_turkey_must_lean_to_the_allies_and_the_mediterranean_be_open() -> None:
    def turkey(status: str, patron: str) -> TheWar:
        return standing(countries={"turkey": {"status": status, "patron": patron}})

    for patron in ("britain", "us", "ussr", "france"):
        assert refusals(turkey("sympathizer", patron), "britain grant 20 ussr route=turkey") == ()
    for status, patron in (("neutral", ""), ("sympathizer", "germany"), ("conquered", "britain")):
        assert rules_of(refusals(turkey(status, patron), "britain grant 20 ussr route=turkey")) == ["14.8.3"]
    friend = turkey("associate", "britain")
    sent = after(friend, "britain grant 20 ussr route=turkey")
    assert used(sent, "britain") == 2 and narfs(arrived(sent), "ussr") == 220
    shut = after(friend, "route turkey yes")
    assert rules_of(refusals(shut, "britain grant 20 ussr route=turkey")) == ["14.8.3"]


@pytest.mark.example("14.8.4", "15 in Spring 1942 open Persia in Fall 1942")
@pytest.mark.example("14.8.4", "20 NARFs: 2 Fleets and 3 SMPs")
@pytest.mark.rule("tw-14.8.4", "tw-14.8.2")
def test_14_8_4_persia_is_paid_once_opens_in_two_turns_and_takes_two_fleets_on_each_leg() -> None:
    """The example: 15 NARFs in Spring 1942, NARFs by Persia in Fall 1942."""
    start = standing("1942-1-spring")
    assert why(start, "britain grant 20 ussr route=persia") == [("14.8.4", "the Persian route is not open")]
    paid = after(start, "britain open-persia")
    assert narfs(paid, "britain") == 185
    assert rules_of(refusals(paid, "us open-persia")) == ["14.8.4"]
    assert rules_of(refusals(start, "france open-persia")) == ["14.8.4"]
    spring = after(paid, "britain grant 20 ussr route=persia")
    assert (used(spring, "britain"), only(spring).fleets) == (3, 2)
    summer = arrived(spring)
    assert freight.lies(summer, only(summer)) == "South Africa Box"
    assert why(summer, "britain send-on britain-ussr-1") == [("14.8.4", "the Persian route opens in Fall 1942")]
    fall = arrived(summer)
    on = after(fall, "britain send-on britain-ussr-1")
    assert used(on, "britain") == 3
    assert narfs(arrived(on), "ussr") == 220


@pytest.mark.example("14.8.2", "from the U.S. by Persia in three turns")
@pytest.mark.rule("tw-14.8.4", "tw-14.8.2")
def test_14_8_4_from_the_us_persia_takes_three_turns() -> None:
    start = standing("1943-1-spring", facts={"persia-opens": "1942-3-fall"}, us={"smp": 20})
    extra = {f"us-fleet-{n}": attrs.evolve(start.units["us-fleet-1"], place="board") for n in (11, 12)}
    start = attrs.evolve(start, units={**start.units, **extra})
    sent = after(start, "us grant 20 ussr route=persia")
    assert (used(sent, "us", EUROPE), freight.arrives(sent, only(sent))) == (2, "Fall 1943")
    for smps in (3, 3):
        waiting = arrived(sent)
        assert narfs(waiting, "ussr") == 200
        sent = after(waiting, "us send-on us-ussr-1")
        assert used(sent, "us", BOARD) == smps
    assert narfs(arrived(sent), "ussr") == 220


@pytest.mark.rule("tw-14.8.4-sa")
def test_23_47_by_a_german_south_africa_persia_takes_three_undepleted_fleets() -> None:
    hostile = {"south-africa": {"status": "satellite", "patron": "germany"}}
    start = standing(facts={"persia-opens": "1941-4-winter"}, countries=hostile)
    sent = after(start, "britain grant 20 ussr route=persia")
    assert (used(sent, "britain"), only(sent).fleets) == (4, 3)
    hurt = {
        key: attrs.evolve(one, depleted=True) if (one.power, one.kind) == ("britain", "fleet") else one
        for key, one in start.units.items()
    }
    broken = attrs.evolve(start, units=hurt)
    assert why(broken, "britain grant 20 ussr route=persia") == [
        ("14.8.4", "it takes 3 undepleted Fleets, Britain has 0 to carry")
    ]
    assert refusals(broken, "britain grant 20 ussr route=murmansk") == ()


def test_14_8_2_what_waits_in_britain_may_take_another_route() -> None:
    start = attrs.evolve(standing(facts={"persia-opens": "1941-4-winter"}), shipments={"us-ussr-1": waits(20)})
    on = after(start, "us send-on us-ussr-1 route=persia carrier=britain")
    assert freight.lies(arrived(on), only(arrived(on))) == "South Africa Box"
    assert rules_of(refusals(arrived(on), "us send-on us-ussr-1 route=murmansk")) == ["14.8.2"]
    assert rules_of(refusals(start, "us send-on us-ussr-1 route=land")) == ["14.8.2"]


@pytest.mark.example("15.1.5.5", "10 NARFs more for each yard added")
@pytest.mark.rule("tw-15.1.5.5", "tw-14.8.1")
def test_15_1_5_5_each_yard_added_lets_the_us_grant_ten_more_in_all() -> None:
    start = standing(facts={"yards-built-us": 2}, us={"smp": 30})
    assert refusals(start, "us grant 40 britain") == ()
    assert rules_of(refusals(start, "us grant 41 britain")) == ["14.8.1, 15.1.5.5, ruling 91"]
    thirty = after(start, "us grant 30 britain")
    assert refusals(thirty, "us grant 30 ussr carrier=britain") == ()
    assert "14.8.1, 15.1.5.5, ruling 91" in rules_of(refusals(thirty, "us grant 31 ussr carrier=britain"))
    assert rules_of(refusals(standing(), "us grant 21 britain")) == ["14.8.1"]


@pytest.mark.rule("tw-14.8.6")
@pytest.mark.parametrize(("level", "most"), [(2, 0), (3, 3), (6, 8), (9, 15), (10, 15), (13, 20), (-3, 0), (15, 20)])
def test_14_8_6_in_peace_the_entry_level_limits_the_grant_from_hand_and_base(level: int, most: int) -> None:
    start = standing("1941-1-spring", at_war=(), entered="", facts={"usel": level}, us={"base": 150})
    assert "14.8.6, 22.8" in rules_of(refusals(start, f"us grant {most + 1} britain"))
    if most:
        text = f"us grant {most} britain"
        assert refusals(start, text) == ()
        sent = after(start, text)
        assert (narfs(sent, "us"), sent.powers["us"].base) == (200 - most, 150 - most)
        assert (used(sent, "us", EUROPE), used(sent, "britain")) == (1, 1), "in British Fleets"
        assert "14.8.2" in rules_of(refusals(start, f"{text} carrier=us"))


@pytest.mark.rule("tw-14.8.6")
def test_14_8_6_at_level_11_thirty_go_to_the_soviets_by_murmansk() -> None:
    start = standing("1941-3-fall", at_war=PEACE, entered="", facts={"usel": 11}, us={"base": 150})
    assert refusals(start, "us grant 30 ussr route=murmansk") == ()
    assert "14.8.6, 22.8" in rules_of(refusals(start, "us grant 31 ussr route=murmansk"))
    assert "14.8.6, 22.8" in rules_of(refusals(start, "us grant 21 britain"))
    assert rules_of(refusals(start, "us grant 5 italy"))[0] == "14.8.6"


@pytest.mark.rule("tw-14.8.6")
def test_14_8_6_units_of_the_turn_cost_twice_once_a_us_at_peace_grants() -> None:
    base = standing("1941-1-spring", at_war=(), entered="", facts={"usel": 9}, us={"base": 150})
    pool = Pool(power="us", kind="inf", strength="5-5", count=2)
    start = attrs.evolve(base, pools={**base.pools, "us-inf-5-5": pool})
    built = after(start, "us construct inf-5-5 count=2")
    paid = narfs(start, "us") - narfs(built, "us")
    assert paid > 0 and grants.again(built, "us") == paid
    # The page of grants tells it beforehand.
    told = [one.text for one in grant_sheet.moves(built, "us", ()).notices if one.heading == "With the first grant"]
    assert told == [f"{paid} NARFs more: air and ground units built in a turn with grants cost twice"]
    first = after(built, "us grant 5 britain")
    assert narfs(built, "us") - narfs(first, "us") == 5 + paid
    assert not [one for one in grant_sheet.moves(first, "us", ()).notices if one.heading == "With the first grant"]
    assert built.powers["us"].base - first.powers["us"].base == 5 + paid
    second = after(first, "us grant 5 britain")
    assert narfs(first, "us") - narfs(second, "us") == 5, "once a turn"
    war = standing(entered="1941-4-winter")
    assert grants.again(attrs.evolve(war, used=limit_used("us", "units-paid", 30)), "us") == 0


@pytest.mark.rule("tw-14.8.6-ban")
def test_14_8_6_an_attack_on_a_neutral_or_by_the_soviets_stops_lend_lease_until_the_entry() -> None:
    facts = {"usel": 9}
    start = standing("1941-1-spring", "declarations.declare", at_war=(), entered="", facts=facts)
    attacked = after(start, "britain declare norway")
    assert "14.8.6" in rules_of(refusals(attacked, "us grant 5 britain"))
    us = {"us": attrs.evolve(attacked.powers["us"], entered="1941-4-winter")}
    assert refusals(attrs.evolve(attacked, powers={**attacked.powers, **us}), "us grant 5 britain") == ()
    assert refusals(after(start, "germany declare norway"), "us grant 5 britain") == ()
    theirs = after(start, "ussr declare germany")
    assert "14.8.6" in rules_of(refusals(theirs, "us grant 5 ussr"))
    ours = after(start, "germany declare ussr")
    assert refusals(ours, "us grant 5 ussr") == ()


@pytest.mark.rule("tw-14.8.2-min")
@pytest.mark.parametrize(
    ("turn", "power", "owes"),
    [
        ("1941-3-fall", "britain", 10),
        ("1941-4-winter", "britain", 0),
        ("1942-1-spring", "britain", 10),
        ("1942-2-summer", "us", 0),
        ("1942-1-spring", "us", 20),
        ("1941-3-fall", "us", 0),
        ("1942-3-fall", "us", 20),
        ("1942-1-spring", "france", 0),
    ],
)
def test_14_8_2_what_is_owed_each_spring_and_fall(turn: str, power: str, owes: int) -> None:
    start = standing(turn)
    assert lend_lease_duty.due(start, power) == owes
    told = [
        duty.text
        for duty in falls_due(RULESET, start)
        if duty.text.startswith(f"{start.powers[power].name} grants the")
    ]
    assert len(told) == bool(owes)
    assert all(f" {owes} NARFs or loses {owes} " in text for text in told)


@pytest.mark.rule("tw-14.8.2-min")
def test_14_8_2_who_sends_too_little_loses_narfs_and_growth_for_good() -> None:
    start = standing("1942-1-spring")
    assert lend_lease_duty.failing(start) == ("britain", "us")
    for power, loses, growth in (("britain", 10, 3), ("us", 20, 5)):
        punished = effect(start, lend_lease_duty.LendLeaseFailed(power))
        assert narfs(punished, power) == 200 - loses
        assert punished.powers[power].growth == start.powers[power].growth - growth
        assert punished.powers[power].base == start.powers[power].base
    part = after(start, "britain grant 6 ussr")
    assert lend_lease_duty.missing(part, "britain") == 4
    done = after(part, "britain grant 4 ussr")
    assert "britain" not in lend_lease_duty.failing(done)
    sunk = after(done, "britain cargo-lost britain-ussr-1 sunk=1")
    assert "britain" not in lend_lease_duty.failing(sunk), "an attempt in good faith counts"
    assert "us" not in lend_lease_duty.failing(after(start, "us grant 20 ussr"))


@pytest.mark.rule("tw-14.8.2-min")
def test_14_8_2_what_lies_in_a_warehouse_does_not_count() -> None:
    start = attrs.evolve(standing("1942-1-spring"), shipments={"us-ussr-1": waits(20)})
    granted = after(start, "us grant 20 ussr")
    assert lend_lease_duty.missing(granted, "us") == 20
    assert "us" not in lend_lease_duty.failing(after(granted, "us send-on us-ussr-1 carrier=britain"))
    assert any("lie still on the way" in duty.text for duty in falls_due(RULESET, granted))


@pytest.mark.rule("tw-14.8.2-exempt")
def test_14_8_2_nothing_is_owed_where_the_soviets_declared_war() -> None:
    start = standing("1942-1-spring", "declarations.declare", at_war=("germany+us", "italy+us"))
    theirs = after(start, "ussr declare germany")
    assert lend_lease_duty.failing(theirs) == ()
    assert lend_lease_duty.failing(after(start, "germany declare ussr")) == ("britain", "us")


def test_14_8_in_play_grants_arrive_by_themselves_and_the_test_follows() -> None:
    start = standing("1942-1-spring")
    lines: list[str] = []
    campaign, n = start, 1
    for text in ("france done", "britain grant 10 ussr", "britain done", "us grant 20 ussr", "us done"):
        order = understand(RULESET, text, campaign)
        for batch in play.submit(RULESET, campaign, [order], seat="solo", dice=FixedDice(()), n=n):
            campaign, n = batch.campaign, batch.entries[-1].n + 1
    for _ in range(30):
        if campaign.progress.step.startswith("allied.end."):
            break
        step = RULESET.sequence[campaign.progress.step]
        order = understand(RULESET, f"{step.who(campaign)[0]} done", campaign)
        for power in step.who(campaign):
            if power not in campaign.progress.done:
                order = understand(RULESET, f"{power} done", campaign)
                break
        before = campaign
        for batch in play.submit(RULESET, campaign, [order], seat="solo", dice=FixedDice(()), n=n):
            for entry in batch.entries:
                lines.append(understand(RULESET, entry.order, before).told(before, entry))
            campaign, n = batch.campaign, batch.entries[-1].n + 1
    assert campaign.progress.step.startswith("allied.end.")
    assert narfs(campaign, "ussr") == 210
    assert [one.narfs for one in campaign.shipments.values()] == [20]
    assert "10 NARFs of Britain reach Soviet Union" in lines
    assert (narfs(campaign, "britain"), narfs(campaign, "us")) == (190, 180), "both have granted enough"


@pytest.mark.parametrize("seed", range(scaled(3)))
def test_14_8_granted_in_transit_arrived_and_lost_add_up_whatever_is_played(seed: int) -> None:
    start = standing("1942-1-spring", facts={"persia-opens": "1941-4-winter", "yards-built-us": 1})
    game, player = Game(start, b"grants"), Player(seed, busy=0.1)
    tried = 0
    while tried < 400 and not game.over:
        tried += 1
        seen = game.outlook()
        legal = [one.text for one in seen.choices if not one.refused]
        wanted = [text for text in legal if " grant " in text or " send-on " in text]
        text = player.random.pick(wanted) if wanted and player.random.chance(0.7) else player.asked_for(seen)
        game.give(understand(RULESET, text, game.campaign))
        sailing = [(key, one) for key, one in game.campaign.shipments.items() if one.sailing and one.fleets]
        if sailing and player.random.chance(0.15):
            key, one = player.random.pick(sailing)
            hit = player.random.pick(("sunk=1", "depleted=1"))
            game.give(understand(RULESET, f"{one.giver} cargo-lost {key} {hit}", game.campaign))
    changes = [change for entry in game.entries for change in entry.changes]
    hands = [one for one in changes if one.at.endswith(".narfs") and not one.at.startswith("shipments.")]
    granted = -sum(one.now - one.was for one in hands if one.why == "granted")
    received = sum(one.now - one.was for one in hands if one.why == "grant received")
    transit = sum(one.narfs for one in game.campaign.shipments.values())
    sunk = 0
    for change in changes:
        if change.why == "lost at sea":
            sunk += change.was.narfs if isinstance(change.was, Shipment) else change.was - change.now
    assert granted == received + transit + sunk
    assert granted > 0 and received > 0
