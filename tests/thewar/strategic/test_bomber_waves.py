"""Section 29.18: German bombers over Britain in waves."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar import steps
from engine.thewar.building import optional_forces
from engine.thewar.rolls import bombing
from engine.thewar.strategic import air_war, bomber_waves
from engine.thewar.strategic.segment import GermansBomb
from engine.thewar.world.state import Box, TheWar
from tests.thewar.optional import count, played, playing, with_units
from tests.thewar.world import after, refusals, rules_of, world

TURN = "1940-3-fall"
WAVES, SIZES = "strategic-warfare.waves", "strategic-warfare.wave-sizes"


def britain(sac: int = 0, mdm: int = 3, guard: int = 6, stacks: int = 0, flak: int = 0) -> TheWar:
    """Lent bombers in the box, Britain's interceptors built; so many stacks called."""
    campaign = world(TURN, SIZES, germany={"effort": "rle", "narfs": 100}, britain={"narfs": 100, "base": 200})
    campaign = playing(with_units(campaign, germany_mdm=mdm, germany_sac=sac, britain_int=guard), "bomber-waves")
    boxes = {"germany": Box(mdm=mdm, sac=sac, stacks=stacks), "britain": Box(interceptors=1)}
    return attrs.evolve(campaign, boxes=boxes, facts={**campaign.facts, "british-heavy-flak": flak})


def flown(campaign: TheWar, sizes: tuple[int, ...], guards: tuple[int, ...], faces: tuple[int, ...]) -> TheWar:
    """After the raid with these stacks."""
    german = attrs.evolve(campaign.boxes["germany"], stacks=len(sizes), waves=sizes)
    british = attrs.evolve(campaign.boxes["britain"], waves=guards)
    return played(attrs.evolve(campaign, boxes={"germany": german, "britain": british}), GermansBomb(), faces)


def raid(sac: int, interceptors: int, face: int) -> bombing.RaidResult:
    """One wave alone, without Heavy Flak."""
    return bombing.resolve(bombing.Raid(TURN, "germany", sac, interceptors, base=200, face=face))


# ---------------------------------------------------------------- how many


@pytest.mark.rule("tw-29.18")
@pytest.mark.parametrize("stacks", [2, 3, 4])
def test_29_18_up_to_three_waves_and_a_dummy(stacks: int) -> None:
    assert after(britain(), f"germany waves {stacks}").boxes["germany"].stacks == stacks


@pytest.mark.rule("tw-29.18")
def test_29_18_what_flies_in_no_waves_is_refused() -> None:
    for line in ("germany waves 1", "germany waves 5", "britain waves 2"):
        assert rules_of(refusals(britain(), line)) == ["29.18"], line
    assert rules_of(refusals(britain(sac=3, mdm=0), "germany waves 2")) == ["29.18"]
    off = attrs.evolve(britain(), options={})
    assert rules_of(refusals(off, "germany waves 2")) == ["29.18"]
    both = playing(britain(), "simplified-bombing")
    assert [fault.at for fault in optional_forces.faults(both)] == ["options.bomber-waves"]


@pytest.mark.rule("tw-29.18")
def test_29_18_the_steps_come_up_where_mdm_are_lent_and_stacks_are_called() -> None:
    first, second = (steps.sequence()[name] for name in (WAVES, SIZES))
    assert first.who(britain()) == ("germany",) and first.may_pass and not first.sealed(britain())
    assert not first.skipped(britain()) and first.skipped(britain(sac=2, mdm=0))
    assert second.skipped(britain()) and not second.skipped(britain(stacks=2))
    assert second.who(britain(stacks=2)) == ("germany", "britain") and second.sealed(britain())
    assert first.skipped(attrs.evolve(britain(), options={}))


# ---------------------------------------------------------------- how large, and how many against each


@pytest.mark.rule("tw-29.18")
@pytest.mark.parametrize(
    ("stacks", "line"),
    [
        (3, "germany wave-sizes first=10 second=1 third=1"),
        (3, "germany wave-sizes first=0 second=6 third=6"),
        (4, "germany wave-sizes first=5 second=0 third=4 fourth=3"),
        (2, "germany wave-sizes first=12"),
        (3, "britain wave-guards first=4 second=1 third=1"),
        (4, "britain wave-guards first=1 second=1 third=1 fourth=1"),
    ],
)
def test_29_18_stacks_are_filled_and_met_as_their_owners_like(stacks: int, line: str) -> None:
    campaign = britain(stacks=stacks)
    assert not refusals(campaign, line)
    assert len(after(campaign, line).boxes[line.split()[0]].waves) == stacks


@pytest.mark.rule("tw-29.18")
@pytest.mark.parametrize(
    "line",
    [
        "germany wave-sizes first=10 second=1",
        "germany wave-sizes first=11 second=1 third=1",
        "germany wave-sizes first=12 second=0 third=0",
        "germany wave-sizes first=4 second=4 third=3 fourth=1",
        "germany wave-sizes first=13 second=-1 third=0",
        "britain wave-guards first=6",
        "britain wave-guards first=5 second=1 third=1",
        "britain wave-sizes first=6 second=6",
        "germany wave-guards first=1 second=1 third=1",
        "us wave-guards first=1 second=1 third=1",
    ],
)
def test_29_18_other_divisions_are_refused(line: str) -> None:
    found = rules_of(refusals(britain(stacks=3), line))
    assert found and set(found) == {"29.18"}
    assert rules_of(refusals(britain(), line)) == ["29.18"]


@pytest.mark.rule("tw-29.18")
def test_29_18_a_fourth_stack_is_the_dummy() -> None:
    (found,) = refusals(britain(stacks=4), "germany wave-sizes first=3 second=3 third=3 fourth=3")
    assert found.rule == "29.18" and "dummy" in found.hint


@pytest.mark.rule("tw-29.18")
def test_ruling_188_with_too_few_interceptors_no_stack_meets_two() -> None:
    campaign = britain(guard=2, stacks=3)
    assert not refusals(campaign, "britain wave-guards first=1 third=1")
    assert rules_of(refusals(campaign, "britain wave-guards first=2")) == ["29.18"]
    assert not refusals(britain(guard=0, stacks=3), "britain wave-guards")


@pytest.mark.rule("tw-29.18")
def test_29_18_what_is_offered_is_legal() -> None:
    for stacks in (2, 3, 4):
        campaign = britain(sac=1, stacks=stacks)
        offers = [
            *bomber_waves.WaveSizes.offers(campaign, "germany"),
            *bomber_waves.WaveGuards.offers(campaign, "britain"),
        ]
        assert len(offers) >= 2
        assert not [order.text for order in offers if list(order.judge(campaign))]


# ---------------------------------------------------------------- the raid


@pytest.mark.rule("tw-29.18")
def test_29_18_each_wave_is_a_raid_of_its_own() -> None:
    ended = flown(britain(), (10, 1, 1), (2, 2, 2), (2, 5, 5))
    waves = raid(10, 2, 2), raid(1, 2, 5), raid(1, 2, 5)
    assert ended.powers["britain"].narfs == 100 - sum(one.narfs for one in waves)
    assert count(ended, "britain", "int") == 6 - sum(one.int_lost for one in waves)


@pytest.mark.rule("tw-29.18")
def test_29_18_heavy_flak_fires_at_each_wave() -> None:
    # Three waves: each has a die of Flak and one of the table; the dummy has none.
    ended = flown(britain(flak=1), (4, 0, 4, 4), (1, 2, 1, 2), (2, 5, 3, 6, 4, 7))
    assert not ended.pending
    undivided = played(britain(flak=1), GermansBomb(), (2, 5))
    assert not undivided.pending


@pytest.mark.rule("tw-29.18")
def test_29_18_interceptors_against_the_dummy_meet_nobody() -> None:
    ended = flown(britain(mdm=1, guard=6), (0, 4), (5, 1), (2,))
    one = raid(4, 1, 2)
    assert ended.powers["britain"].narfs == 100 - one.narfs
    assert count(ended, "britain", "int") == 6 - one.int_lost


@pytest.mark.rule("tw-29.18", "tw-5.2.4")
@pytest.mark.parametrize("faces", [(9, 9, 9), (2, 6, 10), (9, 4, 8)])
def test_ruling_189_lent_bombers_are_paid_for_all_waves_together(faces: tuple[int, int, int]) -> None:
    ended = flown(britain(), (4, 4, 4), (2, 2, 2), faces)
    waves = [raid(4, 2, face) for face in faces]
    lost = sum(one.sac_lost + one.attrition for one in waves)
    assert ended.powers["germany"].narfs == 100 - bombing.lent_bombers(lost, 0)[2]


@pytest.mark.rule("tw-29.18")
def test_ruling_187_sac_fly_in_the_waves_and_are_lost_first() -> None:
    faces = (9, 9)
    ended = flown(britain(sac=2, mdm=1), (3, 3), (3, 3), faces)
    lost = sum(one.sac_lost + one.attrition for one in (raid(3, 3, face) for face in faces))
    assert lost and count(ended, "germany", "sac") == max(0, 2 - lost)


@pytest.mark.rule("tw-29.18", "tw-5.2-cap")
def test_ruling_189_the_cap_is_for_all_waves() -> None:
    poor = britain(mdm=6)
    powers = {**poor.powers, "britain": attrs.evolve(poor.powers["britain"], base=40)}
    ended = flown(attrs.evolve(poor, powers=powers), (12, 12), (1, 1), (2, 2))
    assert ended.powers["britain"].narfs == 90


@pytest.mark.rule("tw-29.18")
def test_29_18_without_waves_the_raid_is_one() -> None:
    campaign = britain()
    assert not bomber_waves.divided(campaign)
    whole = played(campaign, GermansBomb(), (2,))
    assert whole.powers["britain"].narfs == 100 - raid(12, 1, 2).narfs
    assert air_war.RaidBattle("flak", "germany", 50).raid(campaign).sac == 12
