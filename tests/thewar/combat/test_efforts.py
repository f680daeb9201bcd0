"""Chapter 4: what efforts mean for what is done under them; building under a Pass; Satellites' growth (14.3.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import falls_due
from engine.kernel.transaction import Transaction
from engine.thewar.combat import efforts
from engine.thewar.economy import free_efforts, income, logistics, spending
from engine.thewar.ruleset import RULESET
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world.state import Country, TheWar
from tests.thewar.world import after, effect, refusals, rules_of, world

AXIS_TURN = "axis.operations.first-impulse"


def one(found: Refusal | None) -> str:
    """The rule of a refusal that must be there."""
    assert found is not None
    return found.rule


def received(campaign: TheWar, power: str, narfs: int) -> TheWar:
    """The campaign after NARFs of another power have come to a hand."""
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), "1940-3-fall", "britain")
    spending.granted_to(tx, power, narfs)
    return tx.campaign


@pytest.mark.rule("tw-4.1-partisan")
def test_4_1_the_axis_attacks_no_partisans_under_an_sle() -> None:
    sle = world(germany={"effort": "sle"}, ussr={"effort": "sle"}, italy={"effort": "rle"})
    refusal = logistics.may(sle, "germany", "partisan_attack")
    assert one(refusal) == "4.1"
    assert refusal is not None and "Sustained" not in refusal.hint and "Regional" in refusal.hint
    assert logistics.may(sle, "ussr", "partisan_attack") is None
    assert logistics.may(sle, "italy", "partisan_attack") is None


def test_4_1_an_sle_may_triple_the_first_round_of_an_air_battle() -> None:
    campaign = world(step=AXIS_TURN, germany={"effort": "sle"}, italy={"effort": "rle"}, ussr={"effort": "sle"})
    assert not list(efforts.declare_air_effort(campaign, "germany", "sae"))
    assert rules_of(tuple(efforts.declare_air_effort(campaign, "italy", "sae"))) == ["4.1"]
    assert rules_of(tuple(efforts.declare_air_effort(campaign, "ussr", "sae"))) == ["4.1"], "it is not phasing"


def test_4_2_an_rle_may_double_the_first_round_of_an_air_battle() -> None:
    campaign = world(step=AXIS_TURN, germany={"effort": "sle"}, italy={"effort": "rle"})
    assert not list(efforts.declare_air_effort(campaign, "italy", "rae"))
    assert rules_of(tuple(efforts.declare_air_effort(campaign, "germany", "rae"))) == ["4.2"]
    limited = world(step=AXIS_TURN, germany={"effort": "lle"})
    assert rules_of(tuple(efforts.declare_air_effort(limited, "germany", "rae"))) == ["4.2"]
    assert list(efforts.declare_air_effort(limited, "germany", "huge"))


def invaded() -> TheWar:
    """Sweden attacked by Germany in Spring 1940."""
    return after(world("1940-1-spring", "declarations.declare"), "germany declare sweden")


def free(campaign: TheWar) -> list[str]:
    """The duties that name a free RLE."""
    return [duty.text for duty in falls_due(RULESET, campaign) if duty.rule == "4.2"]


@pytest.mark.rule("tw-4.2-minorfree")
def test_4_2_an_invaded_neutral_moves_with_one_free_rle_in_that_turn() -> None:
    campaign = invaded()
    assert free(campaign) == ["Sweden, attacked this turn, moves with one free RLE, commanded by Britain"]
    # What the attack makes of it changes nothing; its fall does.
    assert free_efforts.of(after(campaign, "status sweden satellite patron=britain")) == ("sweden",)
    assert free_efforts.of(after(campaign, "conquer sweden germany")) == ()


@pytest.mark.rule("tw-4.2-minorfree")
def test_4_2_no_second_free_rle_and_none_for_satellites() -> None:
    later = attrs.evolve(invaded(), progress=attrs.evolve(invaded().progress, turn=4))
    assert free_efforts.of(later) == ()
    assert free_efforts.of(after(later, "italy declare sweden")) == ()
    assert free_efforts.of(world()) == ("poland",), "here Poland is a neutral, attacked in this first turn"
    satellite = world()
    poland = attrs.evolve(satellite.countries["poland"], status="satellite", patron="france")
    assert free_efforts.of(attrs.evolve(satellite, countries={"poland": poland})) == ()
    # A Satellite of this very turn that follows its master to war is not attacked.
    joined = after(world("1941-1-spring"), "status bulgaria satellite patron=germany")
    assert free_efforts.of(after(joined, "germany declare ussr")) == ()


@pytest.mark.parametrize(
    ("factors", "modifier"),
    [
        ({"italy": 8, "germany": 8}, -1),
        ({"italy": 9, "germany": 8}, -1),
        ({"italy": 7, "germany": 8}, 0),
        ({"germany": 8}, 0),
        ({}, 0),
    ],
)
def test_4_3_ruling_46_a_mixed_attack_needs_half_of_its_factors_under_the_lle(
    factors: dict[str, int], modifier: int
) -> None:
    campaign = world(germany={"effort": "rle"}, italy={"effort": "lle"})
    assert efforts.ground_modifier(campaign, factors).total == modifier


def passing() -> TheWar:
    """France out of NARFs under its Pass, Britain with 105."""
    return world(step="allied.build.units", france={"narfs": 0, "effort": "pass"})


@pytest.mark.rule("tw-4.5-build")
def test_4_5_under_a_pass_units_are_built_on_a_deficit() -> None:
    refused = refusals(passing(), "france spend 7 on=units")
    assert rules_of(refused) == ["15.1, 14.1.4", "4.5"]
    assert "deficit=yes" in refused[1].hint
    assert not refusals(passing(), "france spend 7 on=units deficit=yes")
    built = after(passing(), "france spend 7 on=units deficit=yes")
    assert (built.powers["france"].narfs, built.powers["france"].base) == (-7, 78)


@pytest.mark.rule("tw-4.5-build")
def test_4_5_under_a_pass_units_are_built_with_grants_of_this_turn() -> None:
    granted = received(passing(), "france", 10)
    assert granted.facts["granted-france"] == 10
    assert not refusals(granted, "france spend 7 on=units")
    once = after(granted, "france spend 7 on=units")
    assert once.facts["granted-france"] == 3
    assert not refusals(once, "france spend 3 on=repair")
    assert "4.5" in rules_of(refusals(once, "france spend 4 on=units"))
    # NARFs of another source do not pay for units under a Pass.
    found = after(passing(), "france gain 10 by=other")
    assert rules_of(refusals(found, "france spend 7 on=units")) == ["4.5"]
    assert not refusals(found, "france spend 5 on=other")


@pytest.mark.rule("tw-4.5-build")
def test_4_5_a_grant_counts_in_its_own_turn_and_only_under_a_pass() -> None:
    granted = received(passing(), "france", 10)
    assert "granted-france" not in effect(granted, EndTurn("france")).facts
    assert "granted-us" not in received(granted, "us", 10).facts
    assert not refusals(world(france={"effort": "mle"}), "france spend 7 on=units")


@pytest.mark.rule("tw-14.1.1")
@pytest.mark.parametrize(
    ("text", "hand", "moved"),
    [
        ("britain spend 5 on=losses", "britain", -5),
        ("germany gain 4 by=oil", "germany", 4),
        ("france gain 10 by=grant", "france", 10),
        ("capture paris germany", "france", -6),
        ("conquer poland germany", "germany", 15 + 1),
        ("entry 3", "us", 50),
    ],
)
def test_14_1_1_a_hand_moves_in_the_year_by_an_event_that_is_cited(text: str, hand: str, moved: int) -> None:
    campaign = world("1940-3-fall")
    order = understand(RULESET, text, campaign)
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), "1940-3-fall", order.actor)
    order.effect(tx)
    changes = [change for change in tx.changes if change.at == f"powers.{hand}.narfs"]
    assert sum(change.now - change.was for change in changes) == moved
    assert all(change.why and change.rule for change in tx.changes)


@pytest.mark.rule("tw-14.1.1")
def test_14_1_1_no_hand_moves_without_a_named_event() -> None:
    assert rules_of(refusals(world(), "germany gain 5 by=magic")) == ["14.1.1"]
    assert rules_of(refusals(world(), "germany spend 5 on=whims")) == ["14.1.1"]


def with_romania(turn: str, status: str = "satellite", patron: str = "germany", narfs: int = 7) -> TheWar:
    """Romania, worth 7, a German Satellite with 7 NARFs left over."""
    romania = Country(name="Romania", status=status, patron=patron, value=7, narfs=narfs)
    campaign = world(turn, "income.growth", germany={"narfs": 20})
    return attrs.evolve(campaign, countries={**campaign.countries, "romania": romania})


@pytest.mark.rule("tw-14.3.2")
def test_14_3_2_a_satellite_grows_by_a_quarter_of_its_leftovers_rounded_down() -> None:
    grown = effect(with_romania("1941-1-spring"), income.Growth("germany"))
    assert (grown.countries["romania"].value, grown.countries["romania"].narfs) == (8, 0)
    # Germany itself grows from 1942 on.
    assert grown.powers["germany"].base == 170
    assert income.level(grown, "germany").total == 170 + 8
    assert effect(with_romania("1942-1-spring", narfs=12), income.Growth("germany")).countries["romania"].value == 10
    assert effect(with_romania("1942-1-spring", narfs=3), income.Growth("germany")).countries["romania"].value == 7


@pytest.mark.rule("tw-14.3.2")
@pytest.mark.parametrize("status", ["associate", "sympathizer", "conquered", "neutral"])
def test_14_3_2_no_other_minor_country_grows(status: str) -> None:
    patron = "" if status == "neutral" else "germany"
    campaign = with_romania("1942-1-spring", status=status, patron=patron)
    assert income.growing_satellites(campaign, "germany") == {}
    assert effect(campaign, income.Growth("germany")).countries["romania"] == campaign.countries["romania"]


@pytest.mark.rule("tw-14.3.2")
def test_14_3_2_nothing_grows_before_1941_and_only_with_its_own_master() -> None:
    assert income.growing_satellites(with_romania("1940-1-spring"), "germany") == {}
    assert income.growing_satellites(with_romania("1941-1-spring"), "italy") == {}
    step = RULESET.sequence["income.growth"]
    asked = [order.actor for order in step.outstanding(with_romania("1941-1-spring"))]
    assert "germany" in asked
