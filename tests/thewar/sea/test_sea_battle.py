"""Sections 7.8 to 7.11 and 11.7: battles at sea as a whole, their printed examples, a thousand against an oracle."""

from __future__ import annotations

import random
from fractions import Fraction

import attrs
import pytest

from engine.kernel.forecast import distribution
from engine.thewar.rolls import air_combat, flak, interception, naval_combat, ship_damage
from engine.thewar.sea import sea_outcomes
from engine.thewar.sea.sea_battle import (
    AIR_AT_SHIPS,
    ALL_AT_ALL,
    ATTACKER,
    DEFENDER,
    DOGFIGHT,
    ENDED,
    FLAK_AT_AIR,
    FLAK_AT_INTERCEPTORS,
    GUNS,
    SHIPS_AT_AIR,
    STRIKE,
    SURPRISE,
    Now,
    Party,
    Sea,
    SeaBattle,
    Surprise,
)
from engine.thewar.sea.sea_core import SeaCore
from engine.thewar.sea.sea_forces import Muster, hits
from tests.scale import sampled
from tests.thewar.fleets import every_leaf, force, oracle, random_battle, states, throw

BRITISH, ITALIAN, GERMAN, FRENCH = (1, "britain"), (3, "italy"), (1, "germany"), (2, "france")


def rolling(sea: Sea, now: Now) -> object:
    """The roll at hand."""
    found = sea.rolled(now)
    assert found is not None and found.faces
    return found.roll


def engaged(sea: Sea, now: Now) -> naval_combat.Engagement:
    roll = rolling(sea, now)
    assert isinstance(roll, naval_combat.Engagement)
    return roll


@pytest.mark.rule("tw-7.9.7", "tw-7.9.5")
def test_7_example_of_play_malta_step_by_step() -> None:
    """Spring 1942: the Axis cut the supply of Malta; ruling 48: G, H and J are fought before the British break off."""
    attacker = force(("tac", *ITALIAN), ("tac, ftr", *GERMAN), ("2 fleet", *ITALIAN))
    defender = force(("fleet, cv, nac", *BRITISH))
    # Names: i0-1 the Italian TAC, g1-1 the German TAC, g1-2 the FTR, i2-1 and i2-2 the Italian Fleets.
    places = {piece.unit.name: at for at, piece in enumerate(attacker)}
    british = interception.net(4, 1, 3, ["own-carrier"], counter=True).total
    italian = interception.net(3, 3, 1, ["other-carrier", "own-land-air"]).total
    assert (british, italian) == (-2, 4)
    sea = Sea(
        SeaBattle(
            attacker,
            defender,
            parties=(
                Party(DEFENDER, (0, 1), british),
                Party(ATTACKER, (places["g1-1"], places["g1-2"])),
                Party(ATTACKER, (places["i2-1"], places["i2-2"]), italian),
            ),
            supply=(DEFENDER,),
            nacs_up=(DEFENDER,),
        )
    )
    now = sea.start()
    # One Italian TAC is looked for with -2; a CV with its NAC and a Fleet are two, with +4: a 3 each finds them.
    assert rolling(sea, now) == interception.Search(1, -2)
    now = throw(sea, now, 3)
    assert rolling(sea, now) == interception.Search(2, 4)
    assert "absent" in states(attacker, throw(sea, now, 4).attacker).values()
    now = throw(sea, now, 3)
    # In the air 5 to 1 with -5: every face ends the NAC.
    fight = rolling(sea, now)
    assert isinstance(fight, air_combat.Dogfight) and now.step == DOGFIGHT
    assert (fight.attacker.factors, fight.defender.factors, sum(line.value for line in fight.lines)) == (5, 1, -5)
    assert {states(defender, throw(sea, now, face).defender)["b0-3"] for face in range(1, 11)} == {"gone"}
    now = throw(sea, now, 10)
    # No surprise after it. Flak of a Fleet and a CV without its NAC is one; the 10 falls on the German TAC.
    assert now.step == FLAK_AT_AIR and rolling(sea, now) == flak.Flak(Fraction(1))
    now = throw(sea, now, 10)
    assert states(attacker, now.attacker) == {
        "i0-1": "whole", "g1-1": "depleted", "g1-2": "whole", "i2-1": "whole", "i2-2": "whole",
    }  # fmt: skip
    # Two TAC attack a Fleet, 6 to 1, Third-Rate, -1 for the supply run: a 9 is an 11, DD. The CV is Depleted.
    assert now.step == AIR_AT_SHIPS
    shown = engaged(sea, now)
    assert (shown.attacker, shown.defender, shown.attacker_rating, shown.defender_rating) == (6, 1, 3, 1)
    assert shown.modifiers == ("defender-supply",)
    now = throw(sea, now, 9)
    assert states(defender, now.defender) == {"b0-1": "whole", "b0-2": "depleted", "b0-3": "gone"}
    # What the example skips: no British aircraft are left, so all fight all, the Italian Fleets too.
    assert now.step == ALL_AT_ALL
    shown = engaged(sea, now)
    assert (shown.attacker, shown.defender, shown.attacker_rating) == (8, 1, 3)
    damage = ship_damage.Damage("cv", 3)
    assert (ship_damage.damage(damage), ship_damage.space(damage)) == (2, 2)
    # Odds that good leave the Italian Fleets untouched but on a 10.
    after = {face: states(attacker, throw(sea, now, face).attacker) for face in (9, 10)}
    assert after[9]["i2-1"] == "whole" and after[10]["i2-1"] == "depleted"


@pytest.mark.rule("tw-7.11.5")
def test_7_11_5_example_a_british_and_a_french_fleet_against_an_italian_one() -> None:
    attacker, defender = force(("fleet", *FRENCH), ("fleet", *BRITISH)), force(("fleet", *ITALIAN))
    sea = Sea(SeaBattle(attacker, defender))
    now = sea.start()
    shown = engaged(sea, now)
    assert (shown.attacker, shown.defender, shown.attacker_rating, shown.defender_rating) == (2, 1, 1, 3)
    assert sum(line.value for line in shown.lines) == -3
    # The best-rated takes the loss: a 10 with -3 at 2-1 is DD; at 1-2 the British Fleet is hit first.
    back = Sea(SeaBattle(defender, attacker))
    # +3, 1-2: a 3 is a 6, AD on the Italian; a 9 sinks it.
    now = throw(back, back.start(), 2)
    assert states(defender, now.attacker) == {"i0-1": "depleted"}
    three = Sea(SeaBattle(force(("2 fleet", *ITALIAN)), attacker))
    now = throw(three, three.start(), 1)
    assert states(attacker, now.defender) == {"f0-1": "whole", "b1-1": "depleted"}


@pytest.mark.rule("tw-7.9.5-weak")
def test_7_9_5_example_a_fleet_on_the_way_to_murmansk() -> None:
    """Flak on its first column, then one roll at 1-3, whose results against the TAC are void."""
    sea = Sea(SeaBattle(force(("fleet", *BRITISH)), force(("tac", *GERMAN)), stay=1))
    now = sea.start()
    assert now.step == FLAK_AT_INTERCEPTORS and rolling(sea, now) == flak.Flak(Fraction(1, 2))
    hurt = throw(sea, now, 10)
    assert set(states(sea.battle.defender, hurt.defender).values()) == {"depleted"}
    now = throw(sea, now, 9)
    shown = engaged(sea, now)
    assert (now.step, shown.attacker, shown.defender) == (SHIPS_AT_AIR, 1, 3)
    for face in range(1, 11):
        ended = throw(sea, now, face)
        assert ended.clock == ENDED and set(states(sea.battle.defender, ended.defender).values()) == {"whole"}
    # The rows of 1-3: DD to 2, AD to 5, AD2 on 6 (twice on one Fleet: sunk), then sunk.
    found = ["".join(states(sea.battle.attacker, throw(sea, now, face).attacker).values()) for face in (2, 5, 6, 7)]
    assert found == ["whole", "depleted", "gone", "gone"]


@pytest.mark.rule("tw-7.9.8")
def test_7_9_8_ships_alone_roll_once_a_round_for_three_rounds() -> None:
    sea = Sea(SeaBattle(force(("3 fleet", *BRITISH)), force(("3 fleet", *BRITISH))))
    now = sea.start()
    for number in (1, 2, 3):
        assert (now.round, now.step) == (number, ALL_AT_ALL)
        now = throw(sea, now, 4)
    assert now.clock == ENDED
    # Two Depleted of three make the force Fourth-Rate: -4, and a 4 sinks the one that is whole.
    assert list(states(sea.battle.defender, now.defender).values()) == ["depleted", "depleted", "gone"]


@pytest.mark.rule("tw-7.9.7", "tw-7.9.5")
def test_7_9_7_the_steps_of_a_round_come_in_their_order() -> None:
    both = force(("3 fleet, cv, nac, 2 tac", *BRITISH))
    sea = Sea(SeaBattle(both, both, nacs_up=(0, 1)))
    now, seen = sea.start(), []
    while now.clock != ENDED:
        seen.append((now.round, now.step))
        now = throw(sea, now, 3 if now.step in (FLAK_AT_AIR, FLAK_AT_INTERCEPTORS) else 4)
    once = [DOGFIGHT, FLAK_AT_AIR, AIR_AT_SHIPS, FLAK_AT_INTERCEPTORS, SHIPS_AT_AIR, ALL_AT_ALL]
    assert [step for number, step in seen if number == 1] == once
    assert {number for number, _ in seen} == {1, 2, 3}
    # Without aircraft on one side there is no air battle, and surprise is rolled for in the first round alone.
    sea = Sea(SeaBattle(both, force(("3 fleet", *BRITISH))))
    now, seen = sea.start(), []
    while now.clock != ENDED:
        seen.append((now.round, now.step))
        now = throw(sea, now, 6)
    assert (1, SURPRISE) in seen and (2, SURPRISE) not in seen and (1, SHIPS_AT_AIR) not in seen


@pytest.mark.rule("tw-7.9.3")
@pytest.mark.parametrize(("harbour", "times"), [("sea", 2), (STRIKE, 3)])
def test_7_9_3_surprise_multiplies_aircraft_and_silences_flak(harbour: str, times: int) -> None:
    attacker, defender = force(("2 tac", *BRITISH)), force(("4 fleet", *ITALIAN))
    sea = Sea(SeaBattle(attacker, defender, harbour=harbour, port_flak=1))
    now = sea.start()
    assert isinstance(rolling(sea, now), Surprise)
    won, missed = throw(sea, now, 2), throw(sea, now, 3)
    assert won.step == AIR_AT_SHIPS and engaged(sea, won).attacker == 6 * times
    assert missed.step == FLAK_AT_AIR and engaged(sea, throw(sea, missed, 1)).attacker == 6
    # An Espionage chit takes one off the die; a battle in the air forbids the roll.
    told = Sea(attrs.evolve(sea.battle, espionage=True))
    assert throw(told, told.start(), 3).surprise
    met = Sea(attrs.evolve(sea.battle, defender=force(("4 fleet, ftr", *ITALIAN))))
    assert met.start().step == DOGFIGHT and throw(met, met.start(), 7).step == FLAK_AT_AIR


def test_11_7_3_the_first_surprise_of_a_powers_carriers() -> None:
    defender = force(("2 fleet", *ITALIAN))
    fight = SeaBattle(force(("cv, nac", *BRITISH)), defender, harbour=STRIKE, first_strike=True)
    sea = Sea(fight)
    won = throw(sea, sea.start(), 1)
    assert "first-surprise" in engaged(sea, won).modifiers
    assert "first-surprise" not in engaged(sea, throw(sea, throw(sea, sea.start(), 9), 1)).modifiers
    for other in (
        attrs.evolve(fight, first_strike=False),
        attrs.evolve(fight, attacker=force(("cv, nac, tac", *BRITISH))),
    ):
        sea = Sea(other)
        assert "first-surprise" not in engaged(sea, throw(sea, sea.start(), 1)).modifiers


@pytest.mark.rule("tw-7.9.4")
def test_7_9_4_flak_of_ships_that_are_not_surprised() -> None:
    side = force(("2 fleet, fleet dep, cv, nac, cv", *BRITISH))
    muster = Muster(side, bytes(piece.start for piece in side))
    # Two whole Fleets and a CV without its NAC half each, a CV with it one, the Depleted Fleet none.
    assert muster.flak == Fraction(5, 2)
    sea = Sea(SeaBattle(force(("tac", *GERMAN)), side, no_surprise=True))
    assert rolling(sea, sea.start()) == flak.Flak(Fraction(5, 2))


@pytest.mark.rule("tw-7.9")
def test_7_9_four_ships_count_and_any_ship_can_be_hit() -> None:
    """Ruling 40."""
    many, few = force(("6 fleet", *BRITISH)), force(("4 fleet", *BRITISH))
    sea = Sea(SeaBattle(many, few))
    assert (engaged(sea, sea.start()).attacker, engaged(sea, sea.start()).defender) == (4, 4)
    side = Muster(many, bytes(6))
    assert len(side.marks("sea")) == 6


@pytest.mark.rule("tw-7.9.2")
def test_7_9_2_fighters_attack_ships_in_straits_only() -> None:
    attacker, defender = force(("2 ftr", *GERMAN)), force(("fleet", *BRITISH))
    assert Sea(SeaBattle(attacker, defender)).start().clock == ENDED
    sea = Sea(SeaBattle(attacker, defender, straits=True, no_surprise=True, no_flak=True))
    assert engaged(sea, sea.start()).attacker == 1
    # One alone counts nothing and may not attack (ruling 41).
    assert Sea(SeaBattle(force(("ftr", *GERMAN)), defender, straits=True)).start().clock == ENDED


@pytest.mark.rule("tw-7.9.6")
def test_7_9_6_ships_under_construction_are_set_back_and_never_sunk() -> None:
    defender = force(("fleet, cv", *ITALIAN), slips=("i0-1", "i0-2"))
    sea = Sea(SeaBattle(force(("3 tac", *BRITISH)), defender, harbour=STRIKE, port_flak=1))
    now = sea.start()
    now = throw(sea, now, 5)
    # Their own Flak is silent: only the port's.
    assert rolling(sea, now) == flak.Flak(1)
    now = throw(sea, now, 1)
    # 9 to 2 is 4-1; Fourth-Rate, -4: a 1 is DSunk2, two ships are hit.
    ended = throw(sea, now, 1)
    assert [hits(code) for code in ended.defender] == [1, 1]
    while ended.clock != ENDED:
        ended = throw(sea, ended, 1)
    assert "gone" not in states(defender, ended.defender).values() and sum(map(hits, ended.defender)) == 6
    found = sea_outcomes.outcome(sea.battle, ended)
    assert (found.defender.set_back, found.defender.sunk, found.defender.narfs) == (2, 0, 0)


@pytest.mark.rule("tw-11.6")
def test_rulings_53_and_54_twice_depleted_is_sunk_and_the_nac_shares_its_carriers_fate() -> None:
    side = force(("cv, nac", *BRITISH))
    start = Muster(side, bytes(piece.start for piece in side))
    (mark,) = start.marks("sea")
    once = start.struck(mark, "depleted")
    assert states(side, once.codes) == {"b0-1": "depleted", "b0-2": "depleted"}
    assert states(side, once.struck(once.marks("sea")[0], "depleted").codes) == {"b0-1": "gone", "b0-2": "gone"}
    # Four factors, and one NAC aboard each CV (11.6).
    assert ship_damage.FACTORS["cv"] == 4
    assert [piece.wing is not None for piece in force(("2 cv, nac", *BRITISH))] == [True, False]
    # The other way round the carrier stays whole, and retires.
    (wing,) = start.marks("flak")
    assert states(side, start.struck(wing, "depleted").codes) == {"b0-1": "whole", "b0-2": "depleted"}


def test_ruling_39_ships_that_meet_more_than_four_times_their_number_are_sunk_without_a_die() -> None:
    sea = Sea(SeaBattle(force(("fleet", *BRITISH)), force(("2 tac", *GERMAN))))
    now = throw(sea, sea.start(), 1)
    assert now.clock == ENDED and set(states(sea.battle.attacker, now.attacker).values()) == {"gone"}


def test_18_5_6_mers_el_kebir_is_one_round_of_guns_without_flak_or_surprise() -> None:
    battle = SeaBattle(
        force(("3 fleet, cv, nac", *BRITISH)),
        force(("2 fleet", 3, "vichy")),
        harbour=GUNS,
        no_surprise=True,
        no_flak=True,
        modifiers=("mers-el-kebir",),
        stay=1,
    )
    sea = Sea(battle)
    now = sea.start()
    # The NAC first, 1-2 with -3 for ratings, -2 for the occasion and -1 for the NAC; then all.
    assert now.step == AIR_AT_SHIPS and sum(line.value for line in engaged(sea, now).lines) == -6
    now = throw(sea, now, 10)
    assert now.step == ALL_AT_ALL and engaged(sea, now).attacker == 4
    assert throw(sea, now, 10).clock == ENDED


@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_a_thousand_random_battles_end_as_the_oracle_says(first: int) -> None:
    """One in ten of them: units conserved, loss priorities kept, no crash; fought again unit by unit from the keyed
    tables."""
    for seed in range(first, first + sampled(100)):
        battle = random_battle(seed)
        sea = Sea(battle)
        dice = random.Random(seed)
        now, thrown = sea.start(), []
        while now.clock != ENDED:
            thrown.append(dice.randint(1, 10))
            now = throw(sea, now, thrown[-1])
        given = iter(thrown)
        fought = oracle(battle, given)
        assert next(given, None) is None, seed
        for side, codes in enumerate((now.attacker, now.defender)):
            mine = states(battle.pieces(side), codes)
            theirs = {one.name: one.state if one.here else "absent" for one in fought.sides[side]}
            assert mine == theirs, (seed, side, fought.told)
        found = sea_outcomes.outcome(battle, now)
        for side, told in enumerate((found.attacker, found.defender)):
            gone = sum(1 for one in fought.sides[side] if one.state == "gone" and one.here)
            start = sum(piece.wing is not None for piece in battle.pieces(side)) + len(battle.pieces(side))
            assert told.units == gone and len(fought.sides[side]) == start


BATTLES = {
    "fleets": SeaBattle(force(("2 fleet", *BRITISH)), force(("3 fleet", *ITALIAN))),
    "murmansk": SeaBattle(force(("2 fleet", *BRITISH), laden=("b0-1",)), force(("tac", *GERMAN)), stay=2),
    "cards in round 2": SeaBattle(
        force(("fleet", *BRITISH)), force(("fleet", *ITALIAN)), cards=True, card=3, card_round=2
    ),
    "taranto": SeaBattle(
        force(("cv, nac", *BRITISH)),
        force(("2 fleet", *ITALIAN)),
        harbour=STRIKE,
        port_flak=1,
        first_strike=True,
        stay=2,
    ),
    "found or not": SeaBattle(
        force(("fleet, fleet dep", *GERMAN)),
        force(("2 fleet", *BRITISH), ("fleet", *FRENCH)),
        parties=(Party(DEFENDER, (0, 1), 1), Party(DEFENDER, (2,), -1)),
        stay=2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(BATTLES))
def test_the_forecast_is_what_play_comes_to_in_every_leaf(name: str) -> None:
    battle = BATTLES[name]
    sea = Sea(battle)
    found: dict[sea_outcomes.Outcome, Fraction] = {}
    for ended, faces in every_leaf(sea, sea.start()):
        told = sea_outcomes.outcome(battle, ended)
        found[told] = found.get(told, Fraction(0)) + Fraction(1, 10 ** len(faces))
    forecast = sea_outcomes.forecast(battle)
    assert forecast.exact and dict(forecast.outcomes) == found
    assert sum(found.values()) == 1 and forecast.assumed


def test_the_forecast_of_a_large_battle_is_sampled_and_says_so() -> None:
    side = force(("5 fleet, 2 cv, 2 nac, 2 tac, ftr", *BRITISH))
    battle = SeaBattle(side, force(("5 fleet, 2 tac, 2 ftr", *ITALIAN)))
    told = sea_outcomes.forecast(battle, limit=500, samples=300)
    assert not told.exact and told.samples == 300 and told.error(Fraction(1, 2)) > 0
    core = SeaCore(battle)
    assert sum(chance for _, chance in told.outcomes) == 1 and core.start().clock != ENDED


def test_like_pieces_are_one_and_break_off_can_be_supposed() -> None:
    battle = BATTLES["fleets"]
    three = distribution(SeaCore(battle), SeaCore(battle).start())
    assert len(three.outcomes) < 30
    one = sea_outcomes.forecast(attrs.evolve(battle, stay=1))
    assert "somebody breaks off after round 1" in one.assumed
    sunk = [found.mean(lambda told: told.defender.sunk) for found in (one, sea_outcomes.forecast(battle))]
    assert sunk[0] < sunk[1]
