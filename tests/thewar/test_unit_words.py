"""Units are written in one way in every order: whoever writes them with a minus, with hyphens, with capitals or in the
plural means the same units."""

from __future__ import annotations

import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse, understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world import counters, forces, unit_words
from engine.thewar.world.unit_words import Written
from tests.thewar.world import world

TWO = ("2 INF", "-2 INF", "-2 inf-6-5", "2 inf-6-5", "2 INF 6-5", "2-inf-6-5", "-2-inf-6-5", "2x INF 6-5", "2 INFs 6-5")


@pytest.mark.parametrize("typed", TWO)
def test_two_are_lost_however_they_are_written(typed: str) -> None:
    order = understand(RULESET, f"losses ger {typed}", world())
    assert order.text == "losses germany -2 inf-6-5"
    assert parse(RULESET, order.text) == order


@pytest.mark.parametrize("typed", TWO)
def test_two_attack_however_they_are_written(typed: str) -> None:
    line = "germany attack brest-litovsk units={} terrain=clear"
    plain = understand(RULESET, line.format("2-inf-6-5"), world())
    assert understand(RULESET, line.format(typed), world()) == plain


@pytest.mark.parametrize("typed", TWO)
def test_two_are_given_up_however_they_are_written(typed: str) -> None:
    order = understand(RULESET, f"germany disband {typed}", world())
    assert order.text == "germany disband inf-6-5 count=2"


@pytest.mark.parametrize("typed", TWO)
def test_two_move_strategically_however_they_are_written(typed: str) -> None:
    order = understand(RULESET, f"germany stratmove ground group={typed}", world())
    assert order.text == "germany stratmove ground count=2 group=inf-6-5"


def test_a_list_of_losses_goes_on_without_signs() -> None:
    order = understand(RULESET, "losses ger 2 INF, ARM 8-8 dep; sov 1 inf 4-5 oos", world())
    assert order.text == "losses germany -2 inf-6-5, dep arm-8-8; ussr -1 inf-4-5 oos"
    again = understand(RULESET, "losses ger 2 inf-6-5, sov inf 4-5", world())
    assert again.text == "losses germany -2 inf-6-5; ussr -1 inf-4-5"


def test_what_the_reader_makes_of_words() -> None:
    def read(*words: str) -> Written | None:
        return unit_words.read(words)

    assert read("dep", "-2", "INF", "6-5") == Written("inf-6-5", 2, True, "-", depleted=True)
    assert read("3", "U-boats") == Written("uboat", 3, True)
    assert read("+1-fleet-1-12-5") == Written("fleet-1-12-5", 1, True, "+")
    assert read("rep", "ARM") == Written("arm", repaired=True)
    assert read("2", "3", "inf") is None and read("6-5") is None and read() is None


@pytest.mark.parametrize("typed", ("losses ger 2", "losses ger 0 inf", "losses ger 2 3 inf", "losses ger %"))
def test_what_names_no_units_is_refused_with_how_to_write_them(typed: str) -> None:
    with pytest.raises(Unreadable) as refused:
        understand(RULESET, typed, world())
    assert "INF" in refused.value.said.upper() or "number" in refused.value.said


@pytest.mark.parametrize(
    ("group", "pieces", "spoken"),
    [
        ("inf-6-5", ("inf", "6-5", ""), "INF 6-5"),
        ("mot-3-7-anzac", ("mot", "3-7", "anzac"), "MOT 3-7 Anzac"),
        ("mech-4-8-90th-light", ("mech", "4-8", "90th-light"), "MECH 4-8 90th Light"),
        ("fleet-1-12-5", ("fleet", "1-12-5", ""), "Fleet 1-12-5"),
        ("ftr-jet", ("ftr", "", "jet"), "FTR JET"),
        ("sac-v-1", ("sac", "", "v-1"), "SAC V-1"),
        ("partisan-1-3-poland", ("partisan", "1-3", "poland"), "Partisan 1-3 of Poland"),
    ],
)
def test_2_2_a_group_is_named_by_kind_strength_and_origin(
    group: str, pieces: tuple[str, str, str], spoken: str
) -> None:
    assert counters.pieces(group) == pieces and counters.group(*pieces) == group
    assert forces.spoken(group) == spoken
