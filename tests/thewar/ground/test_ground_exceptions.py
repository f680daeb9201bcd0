"""Who and what does not count in a ground battle: Flak, PARA on their own, static garrisons under a drop, rivers before
a schwerpunkt, NKVD (9.8, 10.2.5, 10.6.1, 11.3.2, 11.12.2, 11.14.4, 28.2.3)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.combat.combatants import Combatant, lost
from engine.thewar.ground import ground_battle, ground_losses
from engine.thewar.ground.ground_battle import Assault, automatic, battle, refusals
from engine.thewar.ground.ground_losses import demands
from tests.thewar.ground.test_ground_battle import german, rolled, said, soviet, units


def british(text: str) -> tuple[Combatant, ...]:
    return units(text, "britain", 2)


@pytest.mark.rule("tw-11.14.4")
def test_11_14_4_static_garrisons_are_not_doubled_against_an_airborne_landing_alone() -> None:
    drop = Assault(german("2 PARA 2-5"), british("STA 3-3, INF 4-5"), ("clear",), facts=("drop",))
    assert ground_battle.defended(drop).total == 3 + 8
    assert next(line.rule for line in ground_battle.defended(drop).lines) == "10.6.1, 11.14.4"
    # In either impulse.
    assert ground_battle.defended(attrs.evolve(drop, second_impulse=True)).total == 3 + 8
    walking = attrs.evolve(drop, facts=())
    assert ground_battle.defended(walking).total == 6 + 8
    helped = attrs.evolve(drop, attackers=(*drop.attackers, *units("INF 6-5", "germany", 1, "i")))
    assert ground_battle.defended(helped).total == 6 + 8
    for terrain, worth in (("forest", 7), ("fortified", 9), ("city", 7), ("fortress", 18)):
        assert ground_battle.worth(attrs.evolve(drop, terrain=(terrain,)), drop.defenders[0]) == worth


@pytest.mark.rule("tw-11.3.2")
def test_11_3_2_paras_alone_have_one_column_of_support_whether_they_drop_or_walk() -> None:
    walking = Assault(german("3 PARA 2-5"), british("INF 2-5"), ("clear",), oas=german("MDM, 2 TAC"))
    assert battle(walking).oas == 1
    assert battle(attrs.evolve(walking, facts=("drop",))).oas == 1
    helped = attrs.evolve(walking, attackers=(*walking.attackers, *units("INF 6-5", "germany", 1, "i")))
    assert battle(helped).oas == 2


@pytest.mark.rule("tw-10.2.5", "tw-10.2.5-mix")
def test_10_2_5_neither_flak_nor_a_river_takes_the_schwerpunkt_away() -> None:
    exploiting = Assault(german("2 ARM 8-8"), soviet("INF 4-5"), ("clear",), 0, True, facts=("breach",))

    def why_not(**change: Any) -> str:
        return dict(ground_battle.modifiers(attrs.evolve(exploiting, **change)))["second-impulse"]

    assert why_not() == ""
    assert why_not(defenders=soviet("INF 4-5, 2 FLAK 1-3")) == ""
    assert why_not(defenders=soviet("INF 4-5, FLAK 1-3, ARM 2-8")) == "only against INF and STA"
    assert why_not(defenders=soviet("FLAK 1-3")) == "only against INF and STA"
    assert why_not(terrain=("clear", "river")) == why_not(terrain=("desert", "river")) == ""
    for ground in ("forest", "mountain", "swamp", "city", "fortified"):
        assert why_not(terrain=(ground, "river")) == "only in clear and desert hexes"


@pytest.mark.rule("tw-10.8.5")
def test_10_8_5_flak_has_no_say_in_the_rating_of_a_stack() -> None:
    romanians = units("INF 4-5", "romania", 3)
    flak = units("5 FLAK 1-3", "germany", 1, "f")
    fight = battle(Assault(soviet("4 INF 6-5", 2), (*romanians, *flak), ("clear",)))
    # Second-Rate against Third-Rate.
    assert (fight.defender_rating, fight.lines[0].value) == (3, -2)
    beside = (*romanians, *flak, *units("INF 6-5", "germany", 1, "g"))
    assert battle(Assault(soviet("4 INF 6-5", 2), beside, ("clear",))).defender_rating == 1


@pytest.mark.rule("tw-11.12.2")
def test_11_12_2_flak_attacks_no_ground_units() -> None:
    for force in (soviet("2 INF 6-5, FLAK 1-3"), german("2 INF 6-5, FLAK 1-7")):
        assault = Assault(force, british("INF 2-5"), ("clear",))
        assert [one.rule for one in refusals(assault)] == ["11.12.2"]
        assert "takes no part in ground combat" in said(refusals(assault))
        assert not list(refusals(attrs.evolve(assault, attackers=force[:2])))


@pytest.mark.rule("tw-9.8")
@pytest.mark.parametrize("kind", ["ART 8-3", "CDO 1-5"])
def test_9_8_artillery_and_commandos_win_nothing_in_movement(kind: str) -> None:
    armor = german("6 ARM 8-8")
    for listed in ("INF 6-5", "MOT 4-7", "MECH 4-8", "CAV 2-6", "PARA 2-5"):
        assert not list(automatic(Assault((*armor, *units(listed, "germany", 1, "x")), soviet("INF 2-5"), ("clear",))))
    overrun = Assault((*armor, *units(kind, "germany", 1, "x")), soviet("INF 2-5"), ("clear",))
    assert [one.rule for one in automatic(overrun)] == ["9.8"]
    assert "a kind of unit is named that takes no part" in said(automatic(overrun))
    # They fight it out after the movement.
    assert not list(refusals(overrun))


@pytest.mark.rule("tw-28.2.3-13")
def test_28_2_3_beside_nkvd_no_soviet_unit_retreats() -> None:
    """Every retreat becomes a half exchange: the defenders are removed, the attackers pay half of their strength."""
    alone = Assault(german("5 ARM 8-8"), soviet("INF 4-5, INF 6-5"), ("clear",), facts=("ussr-1939",))
    guarded = attrs.evolve(alone, defenders=soviet("INF 4-5, INF 4-5, NKVD 2-3"))
    changed = set()
    for face in range(1, 11):
        free, held = (demands(attrs.evolve(one, face=face)) for one in (alone, guarded))
        if free.result.result not in ground_losses.RETREATS:
            assert held.result.result == free.result.result
            continue
        changed.add(free.result.result)
        assert held.result.result == "1/2 EX" and not held.retreat and not held.depletions
        # 20 factors with the doubling.
        assert held.defender_all and held.attacker == 10
        assert held.result.marks == free.result.marks and held.attrition == free.attrition
        assert "28.2.3" in [line.rule for line in held.result.breakdown.lines]
    assert changed == {"DD", "DR"}
    # 5 - 3 is row 2 of 2-1, a DD: two ARM pay 10, the hex is empty without a retreat.
    ended = rolled(guarded, 5)
    assert len(lost(ended.attackers)) == 2 and len(lost(ended.defenders)) == 3
    assert ended.cleared and not ended.retreat
