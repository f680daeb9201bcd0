"""Sections 11.3 to 11.5, 11.9, 11.12: whole air battles; printed examples step by step, an oracle written apart."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.thewar.air import air_battle, air_sides
from engine.thewar.air.air_battle import AirBattleCore, Standing
from engine.thewar.air.air_round import Skies
from engine.thewar.air.air_sides import COUNTER_AIR, DEPLETED, GONE, OVER_HEX, WHOLE, AirBattle, Plan
from engine.thewar.combat.combatants import Combatant
from tests.thewar import air_oracle
from tests.thewar.air_oracle import Plane, Raid
from tests.thewar.named_forces import parsed


def force(text: str, rating: int = 1, sign: str = "", power: str = "") -> tuple[Combatant, ...]:
    return parsed(text, rating, power=power, sign=sign)


def names(units: tuple[Combatant, ...]) -> tuple[str, ...]:
    return tuple(unit.name for unit in units)


def raid(attackers: str, defenders: str, rating: int = 1, **fields: Any) -> AirBattle:
    """A counter-air mission on units of which all are based there."""
    other = force(defenders, rating, "d")
    return AirBattle(force(attackers, 1, "a"), other, COUNTER_AIR, based=names(other), **fields)


def walk(battle: AirBattle, *faces: int) -> list[Standing]:
    """How it stands before each roll and at its end; every face is used."""
    core, found = AirBattleCore(battle), [AirBattleCore(battle).start]
    for face in faces:
        assert not core.finished(found[-1])
        found.append(core.stage(found[-1], (face,)))
    return found


@pytest.mark.rule("tw-11.5.1", "tw-11.9-rounds")
def test_11_5_1_example_the_raf_fighter_comes_up_once() -> None:
    """Up and Depleted in the first round; in the second it stays down: Flak depletes the German, and the 10 is void;
    in the third another volley comes before the last attack."""
    battle = raid("FTR", "FTR", flak=1, skies=Skies(over_britain=True), plan=Plan(3, 1))
    first, second, strafing, third, *_ = walk(battle, 3, 10, 10)
    assert (first.stage, first.round) == ("air", 1)
    # 1-1, and +2 over Britain: a 3 is row 5, DD.
    assert (second.stage, second.round, second.defenders) == ("flak", 2, (DEPLETED,))
    assert (strafing.stage, strafing.attackers) == ("strafe", (DEPLETED,))
    assert (third.stage, third.round, third.attackers, third.defenders) == ("flak", 3, (DEPLETED,), (DEPLETED,))
    # In the third round: no hit by Flak, and a 4 is row 6 at 3-2, DD: the RAF unit is gone.
    end = walk(battle, 3, 10, 10, 1, 4)[-1]
    assert end.stage == "done" and end.defenders == (GONE,)


@pytest.mark.rule("tw-11.9-rounds", "tw-11.3.1", "tw-11.4.2")
def test_11_3_1_example_the_french_tac_flies_home() -> None:
    battle = AirBattle(force("2 TAC", 1, "a"), force("TAC", 3, "d"), plan=Plan(3, 1))
    core, end = AirBattleCore(battle), walk(battle, 10)[-1]
    assert end == Standing((WHOLE, WHOLE), (DEPLETED,), 0, "done", "defender")
    toll = core.toll(end)
    assert (toll.oas, toll.das, toll.defenders_depleted, toll.bombers) == (2, 0, 1, 2)
    # If it stays, the worst die of the Germans is enough to shoot it down.
    assert walk(attrs.evolve(battle, plan=Plan()), 10, 10)[-1].defenders == (GONE,)
    # If the Germans leave, a Depleted TAC shifts a column, and they none.
    toll = core.toll(walk(attrs.evolve(battle, plan=Plan(1, 3)), 10)[-1])
    assert (toll.oas, toll.das, toll.bombers) == (0, 1, 0)


@pytest.mark.rule("tw-11.5.1")
def test_11_5_1_flak_before_each_round_on_the_ground_and_none_in_the_air() -> None:
    down = walk(raid("2 TAC", "2 FTR", flak=2, plan=Plan(3, 0)), 1, 10, 1, 10, 1, 10)
    assert [one.stage for one in down] == ["flak", "strafe"] * 3 + ["done"]
    up = walk(raid("2 FTR", "2 FTR", flak=2), 7, 7)
    assert [one.stage for one in up] == ["air", "air", "air"]
    assert [one.stage for one in walk(raid("2 FTR", "2 FTR", plan=Plan(3, 0)), 10)] == ["strafe", "strafe"]


@pytest.mark.rule("tw-11.5.1")
def test_ruling_58_adverse_results_are_void_only_where_the_defender_stayed_down() -> None:
    assert walk(raid("FTR", "3 FTR", plan=Plan(1, 0)), 10)[-1].attackers == (WHOLE,)
    assert walk(raid("FTR", "3 FTR", plan=Plan(1, 1)), 10)[-1].attackers == (GONE,)


@pytest.mark.rule("tw-11.5.1")
def test_11_5_1_some_stay_down_and_others_come_from_elsewhere() -> None:
    """Those from elsewhere leave with the first round on the ground; those that stayed down are not hit in the air."""
    other = force("2 TAC, FTR", 2, "d")
    battle = AirBattle(
        force("3 FTR", 1, "a"), other, COUNTER_AIR, based=("d1", "d2"), below=("d1",), plan=Plan(3, 1)
    )  # fmt: skip
    core = AirBattleCore(battle)
    first, second, end = walk(attrs.evolve(battle, plan=Plan(2, 1)), 1, 1)
    # 9 against 4 with -2 for the ratings, the TAC and the FTRs: -3 in all, row -1 at 2-1, DE3 on those two that rose.
    assert (first.stage, core.defenders(second)[0].fights) == ("air", True)
    assert second.defenders == (WHOLE, GONE, GONE) and second.stage == "strafe"
    assert end.defenders == (GONE, GONE, GONE)
    gone = AirBattleCore(attrs.evolve(battle, below=()))
    assert gone.stage(Standing((0, 0, 0), (GONE, GONE, WHOLE), 1, "air"), (10,)).stage == "done"


@pytest.mark.rule("tw-4.1-sae", "tw-4.2-rae")
def test_rulings_36_and_37_an_effort_multiplies_the_first_round_and_no_flak() -> None:
    for effort, lost in (("none", 1), ("regional", 2), ("sustained", 3)):
        battle = raid("6 FTR", "6 FTR", skies=Skies(effort=effort))
        first, second = walk(battle, 1)[1], walk(battle, 1, 1)[-1]
        assert first.defenders.count(GONE) == lost
        assert second.defenders.count(GONE) > lost
        shot = walk(raid("6 FTR", "6 FTR", flak=4, skies=Skies(effort=effort), plan=Plan(3, 0)), 7)[-1]
        assert shot.attackers.count(DEPLETED) == 1


@pytest.mark.rule("tw-11.12")
def test_11_12_flak_at_offensive_air_support_after_the_air_battle() -> None:
    battle = AirBattle(force("FTR, TAC", 1, "a"), force("FTR", 4, "d"), flak=2)
    core = AirBattleCore(battle)
    after = walk(battle, 1)[-1]
    assert after.stage == "support-flak" and after.defenders == (GONE,)
    end = core.stage(after, (9,))
    # The TAC is hit and not its escort.
    assert end.attackers == (WHOLE, DEPLETED) and core.toll(end).oas == 1
    left = attrs.evolve(battle, plan=Plan(1, 3), defenders=force("2 TAC", 1, "d"))
    assert walk(left, 8)[-1][3:] == ("done", "attacker")


def test_18_2_and_21_4_surprise_keeps_flak_silent_and_soviet_units_down() -> None:
    skies = Skies(modifiers=("barbarossa",))
    battle = raid("2 FTR", "2 FTR", 3, flak=3, skies=skies)
    assert AirBattleCore(battle).start.stage == "strafe"
    assert "the defender stays down" in air_battle.assumed(battle)
    west = raid("2 FTR", "2 FTR", 3, flak=3, skies=Skies(modifiers=("western-surprise",)), plan=Plan(3, 0))
    assert AirBattleCore(west).start.stage == "strafe"
    # Soviet units that are elsewhere do not come.
    far = attrs.evolve(battle, based=("d1",))
    assert [one.rule for one in air_sides.refusals(far)] == ["21.4"]


@pytest.mark.rule("tw-11.5.1", "tw-11.11.4")
def test_11_5_1_what_is_no_air_battle_is_refused() -> None:
    fine = raid("FTR", "FTR")
    assert not list(air_sides.refusals(fine))

    def why(**fields: Any) -> list[str]:
        return [one.reason for one in air_sides.refusals(attrs.evolve(fine, **fields))]

    assert why(attackers=force("ARM 8-8, FTR")) == ["ARM 8-8 does not fly a counter-air mission"]
    assert why(attackers=force("NAC, FTR")) == ["NAC 1-3-2 does not fly a counter-air mission"]
    assert not why(attackers=force("NAC"), port=True)
    depleted = why(attackers=force("NAC dep"), port=True)
    assert depleted == ["a Depleted NAC 1-3-2 flies no mission", "no attacking air units"]
    assert why(defenders=force("INF 6-5, FTR"), based=("1", "2")) == ["INF 6-5 on an airfield"]
    assert why(attackers=force("FTR") * 2) == ["a unit is named twice, attacking"]
    assert why(based=()) == ["no air units are based there"]
    assert why(defenders=()) == ["no defending air units", "no air units are based there"]
    assert why(plan=Plan(0, 1)) == ["0 and 1 rounds are planned"] and not why(plan=Plan(1, 0))
    assert why(kind=OVER_HEX, plan=Plan(1, 0)) == ["1 and 0 rounds are planned"]
    assert why(skies=Skies(modifiers=("fog",))) == ["'fog' is no modifier of an air battle"]


def test_prices_of_what_is_lost_and_depleted() -> None:
    """15.1.2: a British FTR costs what its table says to build, 6 to repair."""
    battle = AirBattle(force("2 FTR", 1, "a", "germany"), force("2 FTR", 1, "d", "britain"))
    core = AirBattleCore(battle)
    toll = core.toll(Standing((WHOLE, DEPLETED), (GONE, DEPLETED), 0, "done"))
    (gone, hurt) = (
        air_sides.narfs(battle.defenders[0], battle.defenders[0].hit(how)) for how in ("eliminated", "depleted")
    )
    assert (toll.attackers_lost, toll.attackers_depleted, toll.attackers_price) == (0, 1, 6)
    assert hurt == 6 and gone > hurt
    assert (toll.defenders_lost, toll.defenders_depleted, toll.defenders_price) == (1, 1, gone + hurt)


# Random battles, and an oracle that knows nothing of the code under test.

KINDS = {"ftr": "FTR 3-3-2", "tac": "TAC", "mdm": "MDM", "nac": "NAC 1-3-2"}


def _planes(chance: random.Random, *, based: bool, some: bool) -> list[Plane]:
    """One side; ``some``: a few are from elsewhere or stay down."""
    found = []
    for _ in range(chance.randint(1, 6)):
        plane = Plane(chance.choice(tuple(KINDS)), chance.randint(1, 4), chance.random() < 0.2)
        plane.whole_at_first = not plane.depleted
        plane.based = based and not (some and chance.random() < 0.3)
        plane.below = some and plane.based and chance.random() < 0.2
        found.append(plane)
    return found


def _random(chance: random.Random) -> Raid:
    counter = chance.random() < 0.5
    return Raid(
        own=_planes(chance, based=False, some=False),
        other=_planes(chance, based=counter, some=counter),
        counter=counter,
        flak=chance.randint(0, 5),
        times=chance.randint(1, 3),
        britain=chance.random() < 0.3,
        attacker_rounds=chance.randint(1, 3),
        defender_rounds=chance.randint(0 if counter else 1, 3),
    )


def _battle(raided: Raid) -> AirBattle:
    """The same for the code under test."""

    def units(planes: list[Plane], sign: str) -> tuple[Combatant, ...]:
        return tuple(
            attrs.evolve(force(KINDS[one.kind], one.rating)[0], name=f"{sign}{place}", depleted=one.depleted)
            for place, one in enumerate(planes)
        )

    other = units(raided.other, "d")
    pairs = list(zip(other, raided.other, strict=True))
    return AirBattle(
        attackers=units(raided.own, "a"),
        defenders=other,
        kind=COUNTER_AIR if raided.counter else OVER_HEX,
        skies=Skies(raided.britain, {1: "none", 2: "regional", 3: "sustained"}[raided.times]),
        flak=raided.flak,
        based=tuple(unit.name for unit, plane in pairs if plane.based),
        below=tuple(unit.name for unit, plane in pairs if plane.below),
        plan=Plan(raided.attacker_rounds, raided.defender_rounds),
        port=True,
    )


def _figures(core: AirBattleCore, end: Standing) -> tuple[int, ...]:
    toll = core.toll(end)
    return (*toll[:2], *toll[3:5], toll.oas, toll.das)


@pytest.mark.rule("tw-11.9-rounds", "tw-11.11.5", "tw-11.4.1", "tw-11.3.1")
def test_a_thousand_random_air_battles_go_as_the_oracle_says() -> None:
    chance = random.Random(1940)
    for number in range(1000):
        raided = _random(chance)
        battle = _battle(raided)
        core = AirBattleCore(battle)
        value, rolled = core.start, 0
        faces = [chance.randint(1, 10) for _ in range(8)]
        while not core.finished(value):
            before, value, rolled = value, core.stage(value, (faces[rolled],)), rolled + 1
            _conserved(core, before, value)
        dice = iter(faces)
        used: list[int] = []

        def die(dice: Any = dice, used: list[int] = used) -> int:
            used.append(next(dice))
            return used[-1]

        air_oracle.fight(raided, die)
        assert len(used) == rolled, (number, battle)
        assert _figures(core, value) == air_oracle.figures(raided), (number, battle, faces)


def _conserved(core: AirBattleCore, before: Standing, after: Standing) -> None:
    """Nobody comes back, nobody is made whole; in one stage one side alone is hit, and the best of it first."""
    hit = 0
    for was, now in ((before.attackers, after.attackers), (before.defenders, after.defenders)):
        assert len(was) == len(now) and sum(now) >= sum(was) and now.count(GONE) >= was.count(GONE)
        hit += was != now
    assert hit <= 1


@pytest.mark.parametrize("seed", range(6))
def test_a_forecast_is_every_leaf_of_play(seed: int) -> None:
    """The exact distribution, merged as it is, against every run of dice through the oracle."""
    chance = random.Random(seed)
    raided = _random(chance)
    # Up to six dice: a hundred thousand leaves take too long here, so two rounds on the ground are enough.
    raided.attacker_rounds = min(raided.attacker_rounds, 2 if raided.counter and raided.flak else 3)
    battle = _battle(raided)

    def make() -> Raid:
        return attrs.evolve(
            raided, own=[attrs.evolve(one) for one in raided.own], other=[attrs.evolve(one) for one in raided.other]
        )

    wanted: dict[tuple[int, ...], Fraction] = {}
    for found, share in air_oracle.every_leaf(make):
        wanted[found] = wanted.get(found, Fraction(0)) + share
    core = AirBattleCore(battle)
    told = core.forecast()
    assert told.exact and sum(share for _, share in told.outcomes) == 1
    assert dict(told.of(lambda end: _figures(core, end)).outcomes) == wanted


def test_equal_units_merge_in_a_forecast() -> None:
    battle = AirBattle(force("6 FTR", 1, "a"), force("6 FTR", 1, "d"), flak=2, skies=Skies(effort="regional"))
    ends = AirBattleCore(battle).forecast().outcomes
    assert len({tuple(sorted(end.attackers)) + tuple(sorted(end.defenders)) + end[2:] for end, _ in ends}) == len(ends)
    assert len(ends) < 200
