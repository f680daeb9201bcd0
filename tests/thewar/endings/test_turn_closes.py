"""How a turn ends: victory is looked for before the marker moves, what stands too many is removed, who is out of supply
is lost, and the next season begins (3.10.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import judging
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.endings.scenes import holds
from tests.thewar.supply.pockets import FIRST, THIRD, at_step, here, pocket
from tests.thewar.supply.pockets import refused as pocket_refused
from tests.thewar.test_led_past import give, refused, seated
from tests.thewar.test_steps_that_fall_due import EAST, at

CLOSE = "allied.end.naval"


def closing(turn: str = "1942-3-fall", step: str = CLOSE) -> TheWar:
    return seated(at(turn, step, wars=EAST))


def crowded(count: int, *, checked: bool) -> TheWar:
    """So many German INF in Berlin as the Axis half ends."""
    campaign = closing(step="axis.end.naval")
    units = {
        f"germany-inf-{number}": Unit(power="germany", kind="inf", strength="6-5", place="berlin")
        for number in range(900, 900 + count)
    }
    options = {**campaign.options, "board": "checked" if checked else "trusted"}
    return attrs.evolve(campaign, units=units, options=options)


@pytest.mark.rule("tw-3.10.3")
def test_3_10_3_no_turn_is_advanced_without_a_look_for_victory() -> None:
    """The same pass to the next turn is made in a war that goes on, and not in one that is won."""
    line = "britain done through allied.end.victory"
    goes_on = give(closing(), line)
    assert calendar.turn(goes_on) == "1942-4-winter" and not judging.over(RULESET, goes_on)
    won = give(holds("germany", "paris", "moscow", "leningrad", "stalingrad", "baku")(closing()), line)
    assert (won.progress.step, calendar.turn(won)) == ("allied.end.victory", "1942-3-fall")
    assert "the Axis wins by sudden death" in judging.over(RULESET, won)
    # Nobody moves the marker by hand.
    assert "'end-turn' happens by itself" in refused(closing(), "germany end-turn")
    assert "'end-turn' happens by itself" in refused(closing(step="allied.end.victory"), "britain end-turn")


@pytest.mark.rule("tw-3.10.3")
def test_3_10_3_after_winter_the_next_year_begins() -> None:
    after = give(closing("1942-4-winter"), "britain done through allied.end.victory")
    assert calendar.turn(after) == "1943-1-spring"


@pytest.mark.rule("tw-3.10.3")
@pytest.mark.parametrize("checked", [False, True])
def test_3_10_3_what_overstacks_is_removed_before_the_half_closes(checked: bool) -> None:
    line = "germany done through allied.operations.supply"
    rests = give(crowded(4, checked=checked), line)
    assert rests.progress.step == "axis.end.victory", "nobody is led past it"
    if not checked:
        # The board alone knows whether what is recorded stands there still: the step's own 'done' says so.
        assert give(rests, "germany done").progress.step.startswith("allied.")
        return
    assert "4 units stack at Berlin" in refused(rests, "germany done")
    with pytest.raises(Refused):
        give(rests, "germany done")
    fewer = give(rests, "losses germany -1 inf-6-5")
    assert sum(unit.place == "berlin" for unit in fewer.units.values()) == 3
    assert fewer.progress.step.startswith("allied."), "what was passed before stays passed"
    assert not give(crowded(3, checked=True), line).progress.step.startswith("axis.end.victory")


@pytest.mark.rule("tw-3.10.3")
def test_3_10_3_who_is_unsupplied_is_removed_before_the_half_ends() -> None:
    campaign = at_step(here(pocket(f"axis.{FIRST}"), "germany unsupplied units=germany-inf-1"), f"axis.{THIRD}")
    assert "the third check's toll" in pocket_refused(campaign, "germany done")
    assert "germany-inf-1" not in here(campaign, "germany third-check").units
