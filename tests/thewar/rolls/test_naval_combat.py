"""Sections 7.9 to 7.11 and 11.7: combat at sea, the Malta example, and rulings 38 to 45 and 53 to 56."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.thewar.rolls import flak, interception, naval_combat
from engine.thewar.world import ratings
from engine.thewar.world.ratings import Hit, Target
from tests.thewar import keyed_combat_tables as keyed
from tests.thewar.by_hand import NAVAL_ROWS, clamp, column, matrix
from tests.thewar.single_rolls import calc, refused

EVEN = {"attacker_rate": 1, "defender_rate": 1}


def naval(face: int | None = None, /, **fields: Any) -> dict[str, Any]:
    """One roll at sea; without a face no die is rolled."""
    return calc("naval", () if face is None else (face,), **{**EVEN, **fields})


def outcome(found: dict[str, Any]) -> tuple[str, str, str, int]:
    return found["result"], found["side"], found["effect"], found["count"]


def test_7_example_of_play_the_battle_over_the_supply_of_malta() -> None:
    """Step by step; ruling 48: the British break off at the end of the round, whose steps G to J the example skips."""
    # The Fleet and the CV of Gibraltar counter-intercept one Italian TAC, four Sea Areas away: -2 in all, a 3 finds it.
    british = interception.net(4, 1, 3, ["own-carrier"], counter=True).total
    assert british == -2 and calc("interception", (3,), size=1, modifier=british)["intercept"]
    assert calc("interception", (7,), size=1, modifier=british)["intercept"]
    assert not calc("interception", (8,), size=1, modifier=british)["intercept"]
    # Two Italian Fleets, three Sea Areas away, seek a Fleet and a CV with its NAC: a 3 is just enough.
    italian = interception.net(3, 3, 1, ["other-carrier", "own-land-air"]).total
    assert italian == 4 and calc("interception", (3,), size=2, modifier=italian)["intercept"]
    assert not calc("interception", (4,), size=2, modifier=italian)["intercept"]
    # In the air: a FTR and two TAC, two of the three First-Rate, against a NAC. It is lost on every face.
    axis = ratings.governing([(1, 1), (1, 1), (3, 1)])
    fight = {"attacker": 5, "defender": 1, "attacker_rate": axis, "defender_rate": 4, "attacker_ftr": 1}
    for face in range(1, 11):
        found = calc("air", (face,), attacker_bombers=True, defender_bombers=True, **fight)
        assert (found["column"], found["modifier"], found["side"]) == ("4-1", -5, "defender")
        assert ratings.fall((Target("nac", 4),), found["effect"], found["count"])[-1] == Hit("nac", "eliminated")
    # Flak of a Fleet and a CV without its NAC: half and half are one. A 10 depletes a TAC, for the FTR takes no part.
    shot = calc("flak", (10,), factors=float(flak.at_sea(1, bare_carriers=1)))
    assert (shot["column"], shot["depleted"], shot["eliminated"]) == ("1", 1, 0)
    air = (Target("ftr", 1, able=False), Target("german tac", 1), Target("italian tac", 3))
    assert ratings.fall(air, "depleted", 1) == (Hit("german tac", "depleted"),)
    # Two TAC, one of them Depleted and Fourth-Rate, attack a Fleet; the CV counts nothing any more.
    rate = ratings.governing([(4, 1), (3, 1)])
    attacker, defender = naval_combat.strength(bombers=2, fighters=1).total, naval_combat.strength(fleets=1).total
    found = naval(
        9, attacker=attacker, defender=defender, attacker_rate=rate, defender_rate=1, modifiers=["defender-supply"]
    )
    assert (attacker, defender, rate) == (6, 1, 3)
    assert (found["column"], found["modifier"], found["row"]) == ("4-1", 2, 11)
    assert outcome(found) == ("DD", "defender", "depleted", 1)
    # The owner chooses between Fleet and CV, and takes the CV: two turns in Southampton.
    assert ratings.candidates((Target("fleet", 1), Target("cv", 1)), "depleted") == ("fleet", "cv")
    damage = calc("depletion", (3,), kind="cv")
    assert (damage["damage"], damage["space"]) == (2, 2)


def test_7_11_5_example_a_british_and_a_french_fleet() -> None:
    allied = (Target("french", 2), Target("british", 1))
    rate = ratings.governing((one.rating, 1) for one in allied)
    found = naval(4, attacker=2, defender=1, attacker_rate=rate, defender_rate=3)
    assert (rate, found["column"], found["modifier"]) == (1, "2-1", -3)
    # Ruling 45: the best-rated takes the first loss.
    assert ratings.fall(allied, "sunk", 1) == (Hit("british", "sunk"),)


def test_7_9_5_example_a_fleet_on_the_way_to_murmansk() -> None:
    assert calc("flak", (9,), factors=0.5)["column"] == "1"
    tac = naval_combat.strength(bombers=1).total
    assert naval(5, attacker=naval_combat.strength(fleets=1).total, defender=tac)["column"] == "1-3"


def test_7_9_four_ships_count_and_any_number_of_air_units() -> None:
    """Rulings 40, 41 and 55."""
    count = naval_combat.strength
    assert count(fleets=6).total == 4 and count(fleets=3, carriers=3).total == 4
    assert count(fleets=3, large_carriers=2).total == 4 + 2 and count(large_carriers=5).total == 8
    assert count(fleets=6, bombers=3).total == 4 + 9
    assert [count(fighters=many, straits=True).total for many in (1, 2, 3)] == [0, 1, 1]
    assert count(fighters=4).total == 0 and count().total == 0


def test_ruling_39_odds_worse_than_one_to_four_sink_all_attackers_without_a_die() -> None:
    found = naval(attacker=2, defender=9)
    assert (found["side"], found["effect"], found["count"], found["row"]) == ("attacker", "sunk", 2, None)
    assert calc("naval", None, attacker=2, defender=9, **EVEN)["distribution"][0]["p"] == "1"
    assert naval(5, attacker=2, defender=8)["column"] == "1-4"


def test_ruling_30_two_to_three_has_a_column_of_its_own_at_sea() -> None:
    assert [naval(5, attacker=a, defender=d)["column"] for a, d in ((2, 3), (3, 4), (3, 5), (5, 2))] == [
        "2-3", "2-3", "1-2", "2-1",
    ]  # fmt: skip


def test_ruling_168_carriers_that_count_nothing_attack_on_the_worst_column_and_defend_on_the_best() -> None:
    found = naval(5, attacker=0, defender=4, modifiers=["attacker-cv-only"])
    assert (found["column"], found["modifier"], found["row"]) == ("1-4", 3, 8)
    found = naval(5, attacker=1, defender=0, modifiers=["defender-cv-only"])
    assert (found["column"], found["modifier"], found["row"]) == ("4-1", -3, 2)
    assert refused("naval", attacker=0, defender=4, **EVEN) == ["7.9.9"]


@pytest.mark.rule("tw-7.9.9-mod", "tw-7.9.9-surp")
@pytest.mark.parametrize("name", list(keyed.NAVAL_MODIFIERS))
def test_7_9_9_each_modifier_moves_the_die(name: str) -> None:
    found = naval(5, attacker=4, defender=4, modifiers=[name])
    assert found["modifier"] == keyed.NAVAL_MODIFIERS[name] and found["row"] == 5 + keyed.NAVAL_MODIFIERS[name]
    assert refused("naval", attacker=4, defender=4, modifiers=[name, name], **EVEN) == ["7.9.9"]


def test_7_9_3_surprise() -> None:
    assert [face for face in range(1, 11) if naval_combat.surprised(face)] == [1, 2]
    assert [face for face in range(1, 11) if naval_combat.surprised(face, espionage=True)] == [1, 2, 3]
    assert naval_combat.SURPRISE == {"sea": 2, "port": 3}
    assert list(naval_combat.may_surprise(air_battle=False, round_number=1)) == []
    assert [one.rule for one in naval_combat.may_surprise(air_battle=True, round_number=2)] == ["7.9.3", "7.9.5"]


@pytest.mark.example("7.10", "a Fleet with 5 factors of damage: space 4")
@pytest.mark.rule("tw-7.10-roll")
def test_7_10_damage_and_the_space_on_the_track() -> None:
    """Rulings 54 and 56, and the example of a Fleet with 5 factors of damage on space 4."""
    fleet = [(calc("depletion", (face,), kind="fleet")["damage"]) for face in range(1, 11)]
    assert fleet == [1, 1, 1, 3, 3, 5, 5, 5, 7, 7]
    assert [calc("depletion", (face,), kind="cv")["damage"] for face in range(1, 11)] == [2] * 5 + [3] * 5
    assert calc("depletion", (7,), kind="fleet")["space"] == 4
    assert [calc("depletion", (face,), kind="cv")["space"] for face in (5, 6)] == [2, 1]


def test_ruling_53_who_is_depleted_is_sunk_at_sea() -> None:
    hurt = (Target("fleet", 4, depleted=True),)
    assert ratings.fall(hurt, "depleted", 1, ends="sunk") == (Hit("fleet", "sunk"),)


def test_a_thousand_rolls_are_those_of_the_keyed_table() -> None:
    chance = random.Random(7)
    for _ in range(1000):
        attacker, defender = chance.randint(1, 14), chance.randint(1, 14)
        sides = {"attacker_rate": chance.randint(1, 4), "defender_rate": chance.randint(1, 4)}
        held = chance.sample(list(keyed.NAVAL_MODIFIERS), chance.randint(0, 4))
        face = chance.randint(1, 10)
        if attacker * 4 < defender:
            assert naval(attacker=attacker, defender=defender, modifiers=held, **sides)["count"] == attacker
            continue
        found = naval(face, attacker=attacker, defender=defender, modifiers=held, **sides)
        modifier = matrix("naval", *sides.values()) + sum(keyed.NAVAL_MODIFIERS[name] for name in held)
        place = column(keyed.NAVAL_COLUMNS, attacker, defender)
        cell = NAVAL_ROWS[clamp(face + modifier)][place]
        assert (found["column"], found["modifier"]) == (keyed.NAVAL_COLUMNS[place], modifier)
        assert found["row"] == clamp(face + modifier)
        assert found["result"] == (cell if cell[1] == "D" else f"{cell[0]} Sunk{cell[2:]}")
        assert found["count"] == int(cell[2:] or 1) and found["side"][0].upper() == cell[0]
        assert found["effect"] == ("depleted" if cell[1] == "D" else "sunk")
        assert sum(line["value"] for line in found["breakdown"]) == modifier
