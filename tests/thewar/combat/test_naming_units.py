"""Units as a person names them in orders: whose, how many, of what kind, and why there are none such."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse, understand
from engine.thewar.combat import battles
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import at

COMBAT = "axis.operations.combat"


def board() -> TheWar:
    """Three German ARM, one of them in Reserve and one Depleted, a MECH, and units of other owners."""
    arm = Unit(power="germany", kind="arm", strength="8-8")
    units = {
        "germany-arm-1": arm,
        "germany-arm-2": attrs.evolve(arm, reserve=True),
        "germany-arm-3": attrs.evolve(arm, depleted=True),
        "germany-mech-1": attrs.evolve(arm, kind="mech", strength="4-8"),
        "italy-inf-1": Unit(power="italy", kind="inf", strength="4-5"),
        "italy-inf-2": Unit(power="italy", kind="inf", strength="4-5"),
        "britain-ftr-1": Unit(power="britain", kind="ftr", strength="3-3-2"),
        "us-ftr-1": Unit(power="us", kind="ftr", strength="3-3-2"),
        "france-arm-1": Unit(power="france", kind="arm", strength="6-8"),
        "france-arm-2": Unit(power="france", kind="arm", strength="6-8"),
        "poland-inf-1": Unit(power="poland", kind="inf", strength="4-5"),
        "poland-inf-2": Unit(power="poland", kind="inf", strength="4-5"),
        "poland-ftr-1": Unit(power="poland", kind="ftr", strength="1-2-1"),
    }
    return attrs.evolve(at(COMBAT, "1939-3-fall"), units=units)


@pytest.mark.rule("tw-9.9.3")
@pytest.mark.parametrize(
    ("named", "reserve", "why"),
    [
        ("mech-4-8", True, "1 MECH 4-8 is named, none is in Reserve (9.9.3)"),
        ("2-arm-8-8", True, "2 ARM 8-8 are named, 1 is in Reserve (9.9.3)"),
        ("arm-8-8-dep", True, "1 ARM 8-8 is named, none is Depleted and in Reserve (9.9.3)"),
        ("mech-4-8-dep", False, "1 MECH 4-8 is named, none is Depleted"),
        ("2-arm-8-8-dep", False, "2 ARM 8-8 are named, 1 is Depleted"),
        ("4-arm-8-8", False, "4 ARM 8-8 are named, 3 are there"),
        ("mot-3-7", True, "1 MOT 3-7 is named, none is there"),
        ("3-italy-inf-4-5", False, "3 INF 4-5 of Italy are named, 2 are there"),
        ("2-italian-arm", False, "2 ARM of Italy are named, none is there"),
        ("stuka", False, "'stuka' is no kind of unit"),
        ("2-italy-stuka", False, "'stuka' is no kind of unit"),
    ],
)
def test_9_9_3_what_is_lacking_of_units_is_said_as_it_is(named: str, reserve: bool, why: str) -> None:
    with pytest.raises(Unreadable) as found:
        battles.meant(board(), (named,), "axis", first="germany", reserve=reserve)
    assert found.value.problem == why


def test_of_units_named_before_it_is_said_what_is_left() -> None:
    with pytest.raises(Unreadable, match="2 ARM are named, 1 is left"):
        battles.meant(board(), ("2-arm-8-8", "2-arm"), "axis", first="germany")


@pytest.mark.parametrize(
    ("named", "side", "first", "keys"),
    [
        ("polish-ftr", "allied", "britain", ("poland-ftr-1",)),
        ("british-ftr", "allied", "us", ("britain-ftr-1",)),
        ("american-ftr", "allied", "britain", ("us-ftr-1",)),
        ("2-french-arm-6-8", "allied", "britain", ("france-arm-1", "france-arm-2")),
        ("italian-2-inf", "axis", "germany", ("italy-inf-1", "italy-inf-2")),
        ("poland-2-inf-4-5", "allied", "britain", ("poland-inf-1", "poland-inf-2")),
        ("german-arm-8-8-dep", "axis", "italy", ("germany-arm-3",)),
        ("german-2-arm", "axis", "italy", ("germany-arm-1", "germany-arm-2")),
        # An id is an id, whatever it looks like.
        ("poland-inf-2", "allied", "britain", ("poland-inf-2",)),
    ],
)
def test_units_are_named_by_their_owners_adjective_and_the_count_on_either_side(
    named: str, side: str, first: str, keys: tuple[str, ...]
) -> None:
    assert battles.meant(board(), (named,), side, first=first) == keys


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("germany reserve arm 8-8", "germany reserve arm-8-8"),
        ("germany reserve 2 ARM 8-8 chit=yes", "germany reserve arm-8-8 count=2 chit=yes"),
        ("germany construct 2 inf 6-5", "germany construct inf-6-5 count=2"),
        ("germany stratmove ground group=inf 6-5 count=2", "germany stratmove ground count=2 group=inf-6-5"),
        ("germany reinforce smolensk arm 8-8", "germany reinforce smolensk germany-arm-2"),
        (
            "germany attack smolensk units=2 arm 8-8, italian 2 inf , mech against=polish ftr",
            "germany attack smolensk units=germany-arm-1,germany-arm-2,italy-inf-1,italy-inf-2,germany-mech-1"
            " against=poland-ftr-1",
        ),
        ("late germany reserve arm 8-8", "late germany reserve arm-8-8"),
    ],
)
def test_in_the_order_line_units_are_written_with_spaces_as_in_forms(typed: str, order: str) -> None:
    assert understand(RULESET, typed, board()).text == order
    with pytest.raises(Unreadable, match=r"cannot be read|is too much"):
        parse(RULESET, typed.lower())


@pytest.mark.parametrize(
    ("typed", "at", "problem"),
    [
        ("germany attack smolensk arm 8-8", 24, "'arm' is too much"),
        ("germany reserve arm count=2 8-8", 28, "'8-8' is too much"),
        ("germany reserve arm 8-8 9_9", 16, "'arm-8-8-9_9' cannot be read"),
    ],
)
def test_what_belongs_to_no_unit_is_still_too_much(typed: str, at: int, problem: str) -> None:
    with pytest.raises(Unreadable) as found:
        understand(RULESET, typed, board())
    assert (found.value.at, found.value.problem) == (at, problem)
