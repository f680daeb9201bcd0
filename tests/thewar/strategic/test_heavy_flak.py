"""Section 11.12: Heavy Flak against strategic bombers, and rulings 18 and 19."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.running import Runner
from tests.thewar import keyed_tables as keyed
from tests.thewar.single_rolls import batch, bombing, calc, chances

ROWS = {row: [label for label, _ in cells] for row, cells in keyed.cells(keyed.FLAK_HEAVY).items()}


@pytest.mark.rule("tw-11.12", "tw-11.12-mod", "tw-11.12.5")
@pytest.mark.parametrize("soviet", [False, True])
@pytest.mark.parametrize(("sac", "bonus"), [(1, 0), (3, 0), (4, 1), (5, 1), (6, 2), (30, 2)])
def test_11_12_every_face_and_level_by_the_keyed_table(sac: int, bonus: int, soviet: bool) -> None:
    """Ruling 19: +1 from 4 SAC and +2 from 6 are not added up."""
    for level in range(1, 6):
        for face in range(1, 11):
            found = calc("heavy-flak", (face,), level=level, sac=sac, soviet=soviet)
            row = sorted((2, face + bonus - (2 if soviet else 0), 12))[1]
            label = ROWS[row][level - 1]
            assert (found["row"], found["result"]) == (row, label or "Miss")
            hit = min(sac, int(label[2:] or 1)) if label else 0
            shot = hit if label.startswith("AE") else 0
            assert (found["eliminated"], found["depleted"]) == (shot, hit - shot)
            assert sum(line["value"] for line in found["breakdown"]) == face + bonus - (2 if soviet else 0)


@pytest.mark.rule("tw-11.12")
def test_11_12_no_more_bombers_are_hit_than_there_are() -> None:
    assert calc("heavy-flak", (5,), level=5, sac=1)["depleted"] == 1
    assert calc("heavy-flak", (10,), level=5, sac=1)["eliminated"] == 1


def test_ruling_18_flak_fires_first_and_all_the_rest_uses_what_it_left() -> None:
    # Level 1, nine SAC: a die of 10 is row 12: three depleted. Six against three, and one -1 for three in excess.
    found = bombing(10, 5, sac=9, int_=3, heavy_flak=1)
    assert (found["flak_result"], found["sac_flak_depleted"], found["sac_flak_eliminated"]) == ("AD3", 3, 0)
    assert (found["column"], found["modifier"], found["row"]) == ("2-1", -1, 4)
    assert (found["result"], found["effective"], found["narfs"]) == ("DL1/DA2", 6, 12)
    # The table's aborts are counted apart from those of Flak.
    assert found["sac_aborted"] == 0
    # The defender's level above 2 is still a modifier, and Flak's own +2 is for the nine that came.
    high = bombing(4, 5, sac=9, int_=3, heavy_flak=3)
    assert (high["flak_result"], high["modifier"]) == ("AD", -1 + 1)


def test_ruling_18_where_flak_leaves_no_bomber_no_second_die_is_rolled() -> None:
    found = bombing(10, sac=1, int_=3, heavy_flak=4)
    assert (found["flak_result"], found["sac_flak_eliminated"], found["result"]) == ("AE2", 1, "no effect")
    assert (found["column"], found["narfs"], found["attrition"], found["marks"]) == ("", 0, 0, [])
    depleted = bombing(7, sac=2, int_=0, heavy_flak=3)
    assert (depleted["sac_flak_depleted"], depleted["narfs"]) == (2, 0)


def test_without_heavy_flak_there_is_no_roll_and_no_result() -> None:
    assert bombing(5, sac=4, int_=4)["flak_result"] is None
    assert bombing(1, 5, sac=3, int_=4, heavy_flak=1)["flak_result"] == "Miss"


@pytest.mark.parametrize("level", range(1, 6))
def test_a_distribution_of_flak_is_exact(level: int) -> None:
    found = chances(calc("heavy-flak", None, level=level, sac=5))
    assert sum(chance for chance, _ in found) == 1
    mean = sum(chance * (one["depleted"] + one["eliminated"]) for chance, one in found)
    faces = [ROWS[max(2, min(12, face + 1))][level - 1] for face in range(1, 11)]
    assert mean == Fraction(sum(int(label[2:] or 1) for label in faces if label), 10)


def test_calc_heavy_flak_on_the_command_line(run: Runner) -> None:
    done = run("calc", "heavy-flak", "level=3", "sac=6", "--rolls", "8", "--json")
    assert {"row", "result", "depleted", "eliminated", "breakdown"} <= set(done.json)
    assert (done.json["row"], done.json["result"], done.json["eliminated"]) == (10, "AE", 1)
    soviet = run("calc", "heavy-flak", "level=1", "sac=6", "soviet=true", "--rolls", "8", "--json")
    assert (soviet.json["row"], soviet.json["result"]) == (8, "AD")
    spread = run("calc", "heavy-flak", "level=3", "sac=6", "--json").json["distribution"]
    assert sum(Fraction(one["p"]) for one in spread) == 1
    found = batch(
        run,
        {"calc": "heavy-flak", "level": 5, "sac": 6, "rolls": [10]},
        {"calc": "heavy-flak", "level": 0, "sac": 6, "rolls": [10]},
        {"calc": "heavy-flak", "level": 6, "sac": 6, "rolls": [10]},
        {"calc": "heavy-flak", "level": 5, "sac": 0, "rolls": [10]},
        {"calc": "heavy-flak", "level": 5, "sac": 6, "rolls": [0]},
    )
    assert found[0]["result"] == "AE3" and all("error" in one for one in found[1:])
