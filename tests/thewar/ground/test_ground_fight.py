"""Ground battles in a campaign: announced, supported, rolled, paid for, entered (9.8, 9.9, 10.0 to 10.5)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import fitting, play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse, understand
from engine.kernel.refusals import Refused
from engine.thewar.combat import battles
from engine.thewar.ground.ground_attacks import Attack
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import battlefield
from engine.thewar.world.state import Place, Pool, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.minors import at_war
from tests.thewar.values import wars_of

ATTACKS, RESERVES, COMBAT = (f"axis.operations.{step}" for step in ("attacks", "reserves", "combat"))
SECOND, MOVE = "axis.operations.second-combat", "axis.operations.first-impulse"
WAR = wars_of({"germany+ussr": "1941-1-spring"})


def _many(power: str, kind: str, strength: str, count: int, **more: Any) -> dict[str, Unit]:
    first = 900 + 10 * len(strength) + ord(kind[0])
    return {
        f"{power}-{kind}-{n}": Unit(power=power, kind=kind, strength=strength, **more)
        for n in range(first, first + count)
    }


def front(step: str = ATTACKS, turn: str = "1941-2-summer", **powers: Any) -> TheWar:
    campaign = at(step, turn, **powers)
    units = {
        **_many("germany", "arm", "8-8", 3),
        **_many("germany", "inf", "6-5", 3),
        **_many("germany", "mdm", "1-7-6", 1),
        **_many("germany", "tac", "1-5-4", 2),
        **_many("ussr", "inf", "4-5", 2),
        **_many("ussr", "tac", "1-5-4", 1),
        **_many("ussr", "arm", "6-8", 1, reserve=True),
    }
    smolensk = Place(name="Smolensk", country="ussr", holder="ussr", value=3, tags={"ussr-1939": True})
    return attrs.evolve(campaign, units=units, wars=WAR, places={**campaign.places, "smolensk": smolensk})


def given(campaign: TheWar, line: str, *faces: int) -> TheWar:
    """The campaign after an order and all that follows of itself, up to the next choice."""
    order = understand(RULESET, line, campaign)
    batches = play.submit(RULESET, campaign, [order], seat="solo", dice=FixedDice(faces), n=1)
    campaign = batches[-1].campaign
    assert isinstance(campaign, TheWar)
    return campaign


def stepped(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step, done=()))


def asked(campaign: TheWar) -> tuple[str, tuple[str, ...]]:
    found = play.decision(campaign)
    assert found is not None
    return found.power, found.answers


ATTACK = "germany attack smolensk units=3-arm-8-8,2-inf-6-5 against=2-inf-4-5 terrain=city"


@pytest.mark.rule("tw-10.0")
def test_10_0_an_attack_is_announced_with_units_by_their_groups() -> None:
    campaign = front()
    order = understand(RULESET, ATTACK, campaign)
    assert parse(RULESET, order.text) == order
    assert isinstance(order, Attack)
    assert len(order.units) == 5 and len(order.against) == 2
    there = after(campaign, ATTACK)
    found = there.engagements["smolensk"]
    assert (found.kind, found.impulse, found.terrain) == ("ground", 1, ("city",))
    assert order.sentence(campaign) == "Germany attacks Smolensk: 3 ARM 8-8, 2 INF 6-5 against 2 INF 4-5"
    again = "germany attack elsewhere units=3-arm-8-8 against=tac-1-5-4"
    text = refused(there, again)
    assert "3 ARM 8-8 has attacked in this impulse already" in text
    # The third INF is still free.
    assert "has attacked" not in refused(there, "germany attack elsewhere units=inf-6-5 against=arm-6-8")


def test_a_battle_that_names_its_dead_is_in_order_and_a_unit_that_never_was_is_not() -> None:
    campaign = given(given(front(), ATTACK), "losses germany -2 arm-8-8")
    battle = campaign.engagements["smolensk"]
    assert set(battle.attackers) - set(campaign.units)
    assert list(fitting.misfits(campaign, RULESET.facts)) == []
    for stranger in ("germany-arm-9999", "germany-arm", "germany-arm-²"):
        odd = {"smolensk": attrs.evolve(battle, attackers=(*battle.attackers, stranger))}
        told = [one.problem for one in fitting.misfits(attrs.evolve(campaign, engagements=odd), RULESET.facts)]
        assert told and all(stranger in problem for problem in told)


def test_10_0_everything_that_forbids_an_attack_is_said_at_once() -> None:
    campaign = attrs.evolve(front(), wars={})
    text = refused(campaign, "germany attack smolensk units=inf-6-5 against=2-inf-4-5 terrain=mountain,fortified")
    assert "Germany and Soviet Union are not at war" in text and "6.4" in text
    campaign = front(germany={"effort": "mle"})
    text = refused(campaign, "germany attack smolensk units=tac-1-5-4 against=2-inf-4-5 terrain=city")
    assert "allows no combat" in text and "fights no ground battle" in text
    lone = front()
    assert "is worse than 1-4" in refused(
        lone, "germany attack x units=inf-6-5 against=2-inf-4-5,arm-6-8 terrain=mountain"
    )
    assert "nobody is named in the hex" in refused(lone, "germany attack x units=inf-6-5")
    text = refused(lone, "ussr attack x units=inf-4-5 against=inf-6-5")
    assert "it is the Axis player turn" in text
    assert "not in this step" in refused(stepped(lone, COMBAT), ATTACK)


@pytest.mark.rule("tw-10.1.2")
def test_10_1_2_defenders_are_attacked_by_one_attack() -> None:
    campaign = after(front(), "germany attack smolensk units=3-arm-8-8 against=2-inf-4-5 terrain=city")
    text = refused(campaign, "germany attack west units=3-inf-6-5 against=inf-4-5")
    assert "is attacked already" in text
    assert "announced already" in refused(campaign, "germany attack smolensk units=inf-6-5 against=arm-6-8")


def test_10_0_a_battle_is_called_off_before_the_first_roll_and_not_after() -> None:
    campaign = after(front(), ATTACK)
    off = after(campaign, "germany call-off smolensk")
    assert not off.engagements and not off.missions
    second = stepped(after(stepped(front(), SECOND), "germany attack smolensk units=3-arm-8-8 against=inf-4-5"), SECOND)
    fought = given(second, "germany fight smolensk", 1)
    assert "battles of this impulse are being rolled" in refused(
        fought, "germany attack x units=arm-8-8 against=inf-4-5"
    )


@pytest.mark.rule("tw-9.9.3")
def test_9_9_3_reserves_and_air_support_answer_an_attack() -> None:
    campaign = stepped(after(front(ussr={"army": 2}), ATTACK, "germany support smolensk mdm"), RESERVES)
    there = after(campaign, "ussr reinforce smolensk arm-6-8", "ussr support smolensk tac")
    found = there.engagements["smolensk"]
    assert len(found.defenders) == 3 and len(found.reserves) == 1 and len(found.facing) == 1
    assert "is committed already" in refused(
        there, "ussr reinforce smolensk ussr-arm-" + found.reserves[0].rpartition("-")[2]
    )
    assert "has flown in support" in refused(there, "ussr support smolensk " + found.facing[0])
    assert "is under no Reserve marker" in refused(
        campaign, "ussr reinforce smolensk " + campaign_unit(campaign, "inf")
    )
    third = stepped(after(front(ussr={"army": 3}), ATTACK), RESERVES)
    assert "do not stack" in refused(third, "ussr reinforce smolensk arm-6-8")
    assert "Reserves come to the defenders" in refused(
        campaign, "germany reinforce smolensk " + campaign_unit(campaign, "arm", "germany")
    )
    assert "no battle at 'x'" in refused(campaign, "ussr support x tac") or "is announced" in refused(
        campaign, "ussr support x tac"
    )


def campaign_unit(campaign: TheWar, kind: str, power: str = "ussr") -> str:
    return next(key for key, unit in campaign.units.items() if (unit.power, unit.kind) == (power, kind))


@pytest.mark.rule("tw-10.2.2")
def test_10_2_2_defenders_eliminated_go_to_their_pool_and_the_city_is_taken() -> None:
    campaign = stepped(after(front(), ATTACK), COMBAT)
    before = campaign.pools.get("ussr-inf-4-5")
    fought = given(campaign, "germany fight smolensk", 1)
    power, answers = asked(fought)
    assert (power, answers) == ("germany", ("germany occupy yes", "germany occupy no"))
    assert not any(unit.kind == "inf" and unit.power == "ussr" for unit in fought.units.values())
    assert fought.pools["ussr-inf-4-5"].count == (before.count if before else 0) + 2
    taken = given(fought, "germany occupy yes")
    assert taken.places["smolensk"].holder == "germany" and not taken.engagements and not taken.pending
    stays = given(fought, "germany occupy no")
    assert stays.places["smolensk"].holder == "ussr"


@pytest.mark.rule("tw-10.3.2")
def test_10_3_2_the_attacker_chooses_what_an_exchange_costs_him() -> None:
    # 36 to 18 is 2-1, -3; a die of 8 is row 5: EX, at least 18 factors.
    campaign = stepped(after(front(), ATTACK), COMBAT)
    fought = given(campaign, "germany fight smolensk", 8)
    power, answers = asked(fought)
    assert power == "germany" and len(answers) > 1 and all(one.startswith("germany remove ") for one in answers)
    with pytest.raises(Refused, match="which attackers are lost"):
        given(fought, "germany done")
    paid = given(fought, answers[0])
    lost = {key for key in campaign.units if key not in paid.units and key.startswith("germany")}
    assert sum(int(campaign.units[key].strength.split("-")[0]) for key in lost) >= 18
    assert not any(unit.power == "ussr" and unit.kind == "inf" for unit in paid.units.values())


@pytest.mark.rule("tw-10.3.6")
def test_10_3_6_an_omega_inside_the_1939_soviet_union_depletes_an_attacker() -> None:
    # 2-1 at -3, die 6 is row 3: DR with an omega.
    campaign = stepped(after(front(), ATTACK), COMBAT)
    fought = given(campaign, "germany fight smolensk", 6)
    power, answers = asked(fought)
    # Of like units one is named: an ARM or an INF.
    assert power == "germany" and len(answers) == 2 and all(" deplete " in one for one in answers)
    worn = given(fought, answers[1])
    assert sum(unit.depleted for unit in worn.units.values()) == 1
    power, answers = asked(worn)
    assert (power, answers) == ("ussr", ("ussr retreated",))
    retreated = given(worn, "ussr retreated")
    assert asked(retreated)[1][0] == "germany occupy yes"


def test_10_0_reserves_that_make_the_odds_hopeless_stop_the_attack() -> None:
    campaign = front(ussr={"army": 2})
    line = "germany attack x units=inf-6-5 against=inf-4-5 terrain=mountain"
    reserves = {f"ussr-arm-{n}": Unit(power="ussr", kind="arm", strength="10-8", reserve=True) for n in (980, 981)}
    campaign = attrs.evolve(campaign, units={**campaign.units, **reserves})
    campaign = after(stepped(after(campaign, line), RESERVES), "ussr reinforce x 2-arm-10-8")
    fought = given(stepped(campaign, COMBAT), "germany fight x")
    assert not fought.engagements and not fought.pending and set(fought.units) == set(campaign.units)


@pytest.mark.rule("tw-10.3.3")
def test_10_3_3_who_lands_and_clears_nothing_is_lost_out_of_supply() -> None:
    campaign = front()
    beach = "germany attack beach units=inf-6-5 against=inf-4-5 terrain=beach-assault"
    # 6 to 12 is 1-2, -3; a die of 10 is row 7: AE; 5 is row 2: 1/2 EX, 6 factors; 2 is row -1: DD.
    fought = given(stepped(after(campaign, beach), COMBAT), "germany fight beach", 10)
    assert not fought.pending and len(fought.units) == len(campaign.units) - 1
    dead(fought, campaign, "germany-inf-6-5", count=0, oos=1)


def dead(fought: TheWar, before: TheWar, pool: str, *, count: int, oos: int) -> None:
    """So many more units lie in a force pool, and in its box of those lost out of supply."""
    empty = Pool(power="", kind="", strength="", count=0)
    now, was = (campaign.pools.get(pool, empty) for campaign in (fought, before))
    assert (now.count - was.count, now.oos - was.oos) == (count, oos)


@pytest.mark.rule("tw-10.3.3")
@pytest.mark.parametrize("face", range(4, 11))
@pytest.mark.parametrize("facts", ["terrain=beach-assault", "facts=drop"])
def test_10_3_3_the_dead_of_a_failed_landing_or_drop_are_out_of_supply_by_the_roll_too(face: int, facts: str) -> None:
    campaign = front()
    para = _many("germany", "para", "3-7", 2)
    campaign = attrs.evolve(campaign, units={**campaign.units, **para})
    line = f"germany attack beach units=2-para-3-7 against=2-inf-4-5 {facts}"
    fought = given(stepped(after(campaign, line), COMBAT), "germany fight beach", face)
    failed = any(key.startswith("ussr-inf") for key in fought.units)
    lost = sum(key.startswith("germany-para") and key not in fought.units for key in campaign.units)
    assert not fought.pending and (lost == 2 or not failed)
    # Who is lost where the hex is cleared is lost in supply.
    dead(fought, campaign, "germany-para-3-7", count=0 if failed else lost, oos=lost if failed else 0)
    # An attack by land loses the same units in supply.
    by_land = given(stepped(after(campaign, line.removesuffix(facts).strip()), COMBAT), "germany fight beach", face)
    assert all(by_land.pools.get(key, pool).oos == pool.oos for key, pool in campaign.pools.items())


@pytest.mark.rule("tw-9.8")
def test_9_8_an_automatic_victory_is_movement_and_takes_no_roll() -> None:
    campaign = stepped(front(), MOVE)
    line = "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 terrain=city air=mdm"
    there = given(after(campaign, line), "ussr no-support smolensk")
    assert there.places["smolensk"].holder == "germany"
    assert sum(1 for unit in there.units.values() if unit.kind == "inf" and unit.power == "ussr") == 1
    # The units may still attack; the bomber supports no second one.
    attack = stepped(there, ATTACKS)
    assert refused(attack, "germany attack x units=3-arm-8-8 against=inf-4-5") == ""
    assert "has flown in support" in refused(there, "germany overrun y units=3-arm-8-8 against=inf-4-5 air=mdm")
    assert "6-1 is needed" in refused(campaign, "germany overrun smolensk units=3-arm-8-8 against=inf-4-5 terrain=city")


def test_11_3_what_an_attack_may_come_to_is_exact_before_the_die() -> None:
    campaign = front()
    order = understand(RULESET, ATTACK, campaign)
    found = order.forecast(campaign)
    assert found is not None and found.exact
    assert sum(chance for _, chance in found.outcomes) == 1
    with_air = understand(RULESET, ATTACK + " air=mdm", campaign).forecast(campaign)
    assert with_air is not None
    cleared = [odds.chance(lambda one: bool(one.cleared)) for odds in (found, with_air)]
    assert cleared[0] < cleared[1]


@pytest.mark.rule("tw-10.2.2", "tw-10.3.2")
def test_10_2_2_the_hex_may_be_empty_of_defenders_with_nobody_left_to_advance() -> None:
    campaign = front()
    found = understand(RULESET, "germany attack smolensk units=1-inf-6-5 against=2-inf-4-5", campaign)
    before = battlefield.preview(campaign, found)
    assert before is not None and before.odds is not None
    chances, bars = dict(before.odds.chances), dict(before.odds.bars)
    # Half an exchange takes every defender, and the one INF that pays for it.
    retreats = sum(bars.get(result, 0) for result in ("DE", "1/2 DE", "DD", "DD2", "DD3", "DR"))
    assert chances[battlefield.CLEARED] == retreats
    assert chances[battlefield.EMPTIED] - chances[battlefield.CLEARED] == bars.get("1/2 EX", 0) > 0


def test_10_2_what_is_announced_and_not_fought_here_is_left_to_the_table() -> None:
    campaign = stepped(after(front(), ATTACK), COMBAT)
    on = given(campaign, "germany done")
    assert on.progress.step == "axis.operations.second-supply" and not on.engagements
    assert on.missions, "they have attacked all the same"


@pytest.mark.rule("tw-8.8.8")
def test_8_8_8_who_has_to_retreat_from_narvik_is_eliminated() -> None:
    campaign = at_war(front(), "germany+norway")
    line = "germany attack narvik-box units=3-arm-8-8 against=2-inf-4-5"
    # 24 to 16 is 1-1, -3; a die of 6 is row 3: DR.
    fought = given(stepped(after(campaign, line), COMBAT), "germany fight narvik-box", 6)
    assert not any(unit.power == "ussr" and unit.kind == "inf" for unit in fought.units.values())
    assert asked(fought)[1][0] == "germany occupy yes"
    assert "from Smolensk units retreat" in refused(campaign, f"{ATTACK} facts=no-retreat")


@pytest.mark.rule("tw-10.2")
def test_10_2_nothing_joins_a_battle_that_is_being_fought() -> None:
    campaign = stepped(after(front(ussr={"army": 2}), ATTACK), COMBAT)
    fought = given(campaign, "germany fight smolensk", 1)
    assert fought.pending
    for line in ("ussr support smolensk tac", "ussr reinforce smolensk arm-6-8"):
        assert refused(campaign, line) == ""
        assert "the battle is being fought" in refused(fought, line)


def test_a_patron_decides_for_the_defenders_of_a_minor_country_and_they_stay_its_own() -> None:
    base = front(turn="1939-3-fall")
    units = {
        key: attrs.evolve(unit, power="poland") if unit.power == "ussr" and unit.kind == "inf" else unit
        for key, unit in base.units.items()
    }
    base = attrs.evolve(base, units=units, wars=wars_of({**base.wars, "germany+poland": "1939-3-fall"}))
    campaign = after(base, "germany attack smolensk units=arm-8-8,inf-6-5 against=2-poland-inf")
    fights = fought = stepped(campaign, COMBAT)
    for face in range(1, 11):
        fought = given(fights, "germany fight smolensk", face)
        found = play.decision(fought)
        if found is not None and found.answers == ("france retreated",):
            break
    said = understand(RULESET, "france retreated", fought).sentence(fought)
    assert said == "Poland's defenders retreat (France decides for Poland)"
    # A Major Power's own units need no such words.
    assert battles.spoken_for(fought, "germany", ["germany-arm-1027"]) == ("Germany", "")
    one = next(key for key, unit in units.items() if unit.power == "poland")
    lost = understand(RULESET, f"france remove {one}", fights).sentence(fights)
    assert lost == "Poland loses INF 4-5 (France decides for Poland)"
