"""What is done without an effort, under a Pass and under an MLE: by whom, and how far (4.0, 4.4, 4.5)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import ATTACK, MOVE, RESERVES, front, stepped
from tests.thewar.sea.test_sea_fight import AXIS, med

UNSUPPLIED = " facts=attackers-unsupplied"
PORT = "italy mission ionian units=italy-fleet-1 against=britain-fleet-1 facts=port"


@pytest.mark.rule("tw-4.0-exempt")
@pytest.mark.parametrize("effort", ["none", "mle", "pass"])
def test_4_0_ground_units_out_of_supply_attack_next_to_them_and_do_nothing_else(effort: str) -> None:
    campaign = front(germany={"effort": effort})
    forbids = "no {} without an effort" if effort == "none" else "allows no {}"
    assert forbids.format("combat") in refused(campaign, ATTACK)
    assert refused(campaign, ATTACK + UNSUPPLIED) == ""
    # Aircraft that support them need an effort, and nobody drops or lands so.
    assert forbids.format("combat") in refused(campaign, f"{ATTACK} air=mdm{UNSUPPLIED}")
    para = {**campaign.units, "germany-para-1": Unit(power="germany", kind="para", strength="2-5")}
    dropping = ATTACK.replace("units=", "units=para-2-5,").replace("city", "clear")
    said = refused(attrs.evolve(campaign, units=para), f"{dropping}{UNSUPPLIED},drop")
    assert forbids.format("airdrop") in said and forbids.format("combat") not in said
    landing = ATTACK.replace("attack", "land").replace("terrain=city", "terrain=clear")
    assert forbids.format("invasion") in refused(campaign, landing + UNSUPPLIED)


@pytest.mark.rule("tw-4.0-exempt")
def test_4_0_an_automatic_victory_is_movement_and_not_for_units_out_of_supply() -> None:
    line = "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 terrain=city air=mdm"
    moving = stepped(front(), MOVE)
    assert refused(moving, line) == ""
    assert "units out of supply do not move" in refused(moving, line + UNSUPPLIED)


@pytest.mark.rule("tw-4.0-exempt")
def test_4_0_who_does_not_move_answers_without_an_effort() -> None:
    announced = stepped(after(front(ussr={"effort": "none"}), ATTACK), RESERVES)
    assert refused(announced, "ussr support smolensk tac") == ""
    # At sea too.
    campaign = med(AXIS, italy={"effort": "sle"}, britain={"effort": "none"})
    sailing = after(campaign, "italy mission ionian units=italy-fleet-1")
    assert refused(sailing, "britain intercept-at-sea ionian units=britain-fleet-1 distance=1") == ""


@pytest.mark.rule("tw-4.4-bans", "tw-4.5-limits")
@pytest.mark.parametrize(("effort", "rule"), [("mle", "4.4"), ("pass", "4.5")])
def test_4_4_ships_sail_under_an_mle_or_a_pass_and_attack_nobody(effort: str, rule: str) -> None:
    campaign = med(AXIS, italy={"effort": effort})
    assert refused(campaign, "italy mission ionian units=italy-fleet-1") == ""
    assert f"allows no combat ({rule})" in refused(campaign, PORT)
    assert refused(med(AXIS), PORT) == ""


@pytest.mark.rule("tw-4.5-limits")
def test_4_5_under_a_pass_ships_sail_five_sea_areas() -> None:
    campaign = med(AXIS, italy={"effort": "pass"})
    lying = attrs.evolve(campaign.units["italy-fleet-1"], place="genoa")
    campaign = attrs.evolve(campaign, units={**campaign.units, "italy-fleet-1": lying})
    free = attrs.evolve(
        campaign, powers={**campaign.powers, "italy": attrs.evolve(campaign.powers["italy"], effort="mle")}
    )
    near, far = "italy mission ionian units=italy-fleet-1", "italy mission levant units=italy-fleet-1"
    assert refused(campaign, near) == "" == refused(free, far)
    assert "Sea Areas from Levant (4.5). Under a Pass ships sail 5 at the most" in refused(campaign, far)


@pytest.mark.rule("tw-4.5-limits")
def test_4_5_a_pass_allows_no_stratmove_no_automatic_victory_no_strategic_warfare() -> None:
    passing = {"effort": "pass", "narfs": 0}
    moving = front(germany=passing)
    line = "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 terrain=clear"
    assert "allows no automatic victory (4.5)" in refused(stepped(moving, MOVE), line)
    assert "allows no strategic movement (4.5)" in refused(
        stepped(moving, "axis.stratmove.ground"), "germany stratmove ground"
    )
    bombing = at("strategic-warfare.bombers", germany=passing)
    assert "allows no strategic warfare (4.5)" in refused(bombing, "germany air-box sac=1")
    assert "Pass" in refused(moving, ATTACK) and "(4.5)" in refused(moving, ATTACK)


@pytest.mark.rule("tw-4.5-limits")
def test_4_5_a_pass_has_no_diplomacy_and_no_espionage_but_a_variant_roll() -> None:
    campaign = at("planning.points", germany={"effort": "pass", "narfs": 0}, britain={"effort": "pass", "narfs": 0})
    passes = refused(campaign, "germany points spain deficit=yes")
    assert "Germany passes: no diplomacy (4.5). A variant roll is open: 'points none variant=yes'" in passes
    assert refused(campaign, "germany points none variant=yes deficit=yes") == ""
    assert "passes: no espionage (4.5)" in refused(campaign, "germany points none espionage=yes deficit=yes")
    # British propaganda in the United States is diplomacy (22.5.1).
    propaganda = at("planning.propaganda", britain={"effort": "pass", "narfs": 0})
    assert "Britain passes: no diplomacy (4.5)" in refused(propaganda, "britain propaganda deficit=yes")
    assert refused(at("planning.points", germany={"effort": "mle"}), "germany points 2-spain") == ""
