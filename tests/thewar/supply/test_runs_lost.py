"""A supply run that loses its battle supplies nobody: who was named as cut off, and was said to be supplied by it, is
out of supply again by itself (7.8.4, 12.7.2, rulings 561, 568)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.play import submit
from engine.kernel.reading import understand
from engine.kernel.telling import backwards
from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks import marks
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import supply
from engine.thewar.world.state import SupplyMark, TheWar, Unit
from tests.thewar.builds import after
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply.test_sea_paths import stepping, tobruk
from tests.thewar.world import effect

NAMED = SupplyMark(
    level="out", side="allied", by="italy", since="1940-4-winter", half="axis", check=1, until="1940-4-winter"
)
RUN = "britain mission tobruk-waters units=b-1 facts=supply"
BACK = Unit(power="britain", kind="inf", strength="2-5")


def cut_off(*, said: str = "britain in-supply places=tobruk", step: str = marks.FIRST) -> TheWar:
    """The Axis has named all in Tobruk; Britain says at a check of its own that they are supplied."""
    campaign = tobruk(f"allied.{step}")
    both = {"b-2": NAMED, "b-9": NAMED}
    campaign = attrs.evolve(
        campaign, units={**campaign.units, "b-9": BACK}, supply_marks=both, supply_places={"tobruk": NAMED}
    )
    return after(campaign, said) if said else campaign


def intercepted(campaign: TheWar) -> TheWar:
    """The Fleet that runs supply has met a TAC, and the first round has hurt nobody."""
    campaign = given(stepping(campaign, "allied.operations.naval"), RUN)
    campaign = given(campaign, "germany intercept-at-sea tobruk-waters units=a-2")
    return given(campaign, "britain sea-battle tobruk-waters", 1, 1)


def levels(campaign: TheWar) -> tuple[str, str]:
    return supply.level(campaign, "b-2").level, supply.level(campaign, "b-9").level


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_a_run_that_is_lost_puts_those_out_of_supply_again_that_it_was_to_supply() -> None:
    said = cut_off()
    assert levels(cut_off(said="")) == ("out", "out")
    assert levels(said) == ("full", "out"), "who is not in the port keeps his mark"
    fought = intercepted(said)
    order = understand(RULESET, "britain break-off yes", fought)
    batches = submit(RULESET, fought, [order], seat="solo", dice=FixedDice(()), n=1)
    lost = batches[-1].campaign
    assert isinstance(lost, TheWar)
    assert levels(lost) == ("out", "out") and lost.supply_marks["b-2"] == NAMED
    entries = [entry for batch in batches for entry in batch.entries]
    assert any(change.rule == "12.7.2, ruling 568" for entry in entries for change in entry.changes)
    told = " ".join(sentence for _, sentence in backwards(lost, entries))
    assert "The supply run is lost, out of supply again: all in Tobruk" in told


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_a_run_that_holds_leaves_them_in_supply_and_the_mark_goes_with_the_turn() -> None:
    held = given(given(intercepted(cut_off()), "britain break-off no"), "germany break-off yes")
    assert levels(held) == ("full", "out") and held.supply_marks["b-2"].lifted == "tobruk"
    ended = effect(stepping(held, "end.advance"), EndTurn("britain"))
    assert not ended.supply_marks and not ended.supply_places


@pytest.mark.rule("tw-12.7.2")
def test_12_7_2_what_is_contested_by_a_run_that_is_lost_is_decided() -> None:
    campaign = cut_off(said="britain contest-supply places=tobruk")
    assert campaign.supply_places["tobruk"].contested
    lost = given(intercepted(campaign), "britain break-off yes")
    assert levels(lost) == ("out", "out") and not lost.supply_places["tobruk"].contested


@pytest.mark.parametrize("step", [marks.SECOND, marks.THIRD])
def test_12_7_2_once_no_run_is_ahead_a_mark_is_taken_off_for_good(step: str) -> None:
    said = "britain in-supply places=tobruk" if step == marks.THIRD else "decide-supply places=tobruk stands=no"
    campaign = cut_off(said=said, step=step)
    assert "tobruk" not in campaign.supply_places and "b-2" not in campaign.supply_marks


def test_12_7_2_who_is_named_again_has_his_mark_whatever_was_lifted() -> None:
    again = after(stepping(cut_off(), "allied.supply.check"), "britain unsupplied places=tobruk")
    assert levels(again) == ("out", "out") and not again.supply_places["tobruk"].lifted


@pytest.mark.parametrize("order", ["britain undisturbed tobruk-waters", "britain call-off tobruk-waters"])
def test_12_7_2_ships_that_have_left_play_have_run_supply_to_nobody(order: str) -> None:
    sails = given(stepping(cut_off(), "allied.operations.naval"), RUN)
    none_left = {key: unit for key, unit in sails.units.items() if key != "b-1"}
    gone = stepping(attrs.evolve(sails, units=none_left), "allied.operations.interception")
    if "call-off" in order:
        gone = stepping(gone, "allied.operations.attacks")
    assert levels(after(gone, order)) == ("out", "out")
