"""The Operations Segment from its efforts to its end: one step after the other, for each side, and never back (3.6)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.thewar.builds import at, refused
from tests.thewar.ground.test_ground_fight import ATTACK, front, stepped
from tests.thewar.player import Game
from tests.thewar.values import wars_of

# Keyed from the sequence of play (3.6 and the chart of chapter 3).
ORDER = (
    "efforts", "supply", "breakdown", "staging", "counter-air", "naval", "interception", "rail", "first-impulse",
    "attacks", "reserves", "combat", "second-supply", "second-impulse", "second-combat", "return",
)  # fmt: skip


def operating(side: str) -> TheWar:
    """Both sides under their SLE, as a side's Operations begin."""
    efforts = {power: {"effort": "sle", "efforts": 1, "reserved": 8} for power in ("germany", "italy", "ussr")}
    efforts |= {power: {"effort": "sle", "efforts": 1, "reserved": 12} for power in ("britain", "us")}
    found = at(f"{side}.operations.efforts", "1942-2-summer", **efforts)  # type: ignore[arg-type]
    return attrs.evolve(found, wars=wars_of({"germany+ussr": "1941-2-summer", "britain+germany": "1939-3-fall"}))


@pytest.mark.rule("tw-3.6")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_3_6_operations_are_played_step_by_step_in_their_order(side: str) -> None:
    game = Game(operating(side))
    seen: list[str] = []
    while (step := game.campaign.progress.step).startswith(f"{side}.operations."):
        seen.append(step.rpartition(".")[2])
        assert len(seen) < 60, seen
        power = game.outlook().awaits[0]
        game.give(understand(RULESET, f"{power} done", game.campaign))
    places = [ORDER.index(step) for step in seen]
    assert places == sorted(places) and len(set(seen)) > 6
    assert {"staging", "first-impulse", "second-impulse"} <= set(seen)
    assert game.campaign.progress.step.startswith(f"{side}.build.")


@pytest.mark.rule("tw-3.6")
def test_3_6_efforts_are_paid_as_operations_begin() -> None:
    begun = operating("axis")
    game = Game(begun)
    for power in ("germany", "italy"):
        assert game.campaign.powers[power].narfs == begun.powers[power].narfs - 8
        assert game.campaign.powers[power].reserved == 0
    # The other side pays in its own Operations.
    assert game.campaign.powers["ussr"].narfs == begun.powers["ussr"].narfs
    assert game.campaign.powers["ussr"].reserved == 8


@pytest.mark.rule("tw-3.6")
def test_3_6_a_step_is_not_gone_back_to_once_a_later_one_has_begun() -> None:
    campaign = front()
    attack = ATTACK
    assert refused(stepped(campaign, "axis.operations.attacks"), attack) == ""
    for later in ("combat", "second-impulse", "return"):
        step = RULESET.sequence[f"axis.operations.{later}"]
        assert f"not in this step ({step.title}) (10.0)" in refused(stepped(campaign, step.id), attack)
    rail = "germany railmove 1"
    assert refused(stepped(campaign, "axis.operations.rail"), rail) == ""
    assert "not in this step" in refused(stepped(campaign, "axis.operations.first-impulse"), rail)
    # Nor before it has come, nor by the side that does not move.
    assert "not in this step" in refused(stepped(campaign, "axis.operations.staging"), attack)
    assert refused(stepped(campaign, "allied.operations.attacks"), attack)
