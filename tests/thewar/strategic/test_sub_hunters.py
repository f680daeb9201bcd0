"""Section 29.16: sub hunters, from the sea box to the U-boat roll."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel.forecast import distribution
from engine.kernel.grammar import Unreadable
from engine.thewar.building import optional_forces
from engine.thewar.rolls import submarines
from engine.thewar.sea import naval_radar
from engine.thewar.strategic import british_chits, sub_hunters
from engine.thewar.strategic.hunting import SubHunt
from engine.thewar.strategic.segment import UBoatsSail
from engine.thewar.strategic.sub_hunters import Hunt, HuntCore
from engine.thewar.world import influence
from engine.thewar.world.state import Box, TheWar
from tests.thewar.optional import at_war, count, played, playing, with_units
from tests.thewar.world import after, refusals, rules_of, world

TURN = "1943-1-spring"
VARIANT = "britain variant naval-radar"


def atlantic(uboats: int = 6, asw: int = 3, hunters: int = 3, *options: str, chits: int = 0) -> TheWar:
    """The boxes filled, the hunters apart from the ASW in the box."""
    campaign = world(TURN, germany={"effort": "rle", "navy": 2}, britain={"narfs": 100, "navy": 2})
    campaign = playing(with_units(campaign, germany_uboat=uboats, britain_asw=asw + hunters), "sub-hunters", *options)
    facts = {**campaign.facts, "espionage-britain": chits, "counter-espionage-germany": 1}
    boxes = {"germany": Box(uboats=uboats), "britain": Box(asw=asw, hunters=hunters)}
    return attrs.evolve(campaign, boxes=boxes, facts=facts)


def out(campaign: TheWar, stage: str, **more: Any) -> TheWar:
    """British hunters at a stage of their own."""
    return attrs.evolve(campaign, pending={"1": SubHunt(stage, "britain", 3, **more)})


def depleted(campaign: TheWar) -> int:
    """U-boats that are depleted."""
    return sum(unit.kind == "uboat" and unit.depleted for unit in campaign.units.values())


# ---------------------------------------------------------------- the box


@pytest.mark.rule("tw-29.16")
def test_29_16_hunters_are_placed_beside_asw_that_stay() -> None:
    campaign = attrs.evolve(atlantic(), boxes={})
    assert not refusals(campaign, "britain sea-box asw=4 hunters=2")
    placed = after(campaign, "britain sea-box asw=1 hunters=5")
    assert placed.boxes["britain"] == Box(asw=1, hunters=5)


@pytest.mark.rule("tw-29.16")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("britain sea-box hunters=2", "29.16"),
        ("britain sea-box asw=2 hunters=-1", "29.16"),
        ("germany sea-box hunters=1", "29.16"),
        ("britain sea-box asw=4 hunters=3", "5.1"),
    ],
)
def test_29_16_what_cannot_hunt_is_refused(line: str, rule: str) -> None:
    assert rules_of(refusals(attrs.evolve(atlantic(), boxes={}), line)) == [rule]


@pytest.mark.rule("tw-29.16")
def test_29_16_without_the_option_nobody_hunts() -> None:
    off = attrs.evolve(atlantic(), options={})
    assert rules_of(refusals(off, "britain sea-box asw=2 hunters=1")) == ["29.16"]
    assert not sub_hunters.sent(off) and sub_hunters.sent(atlantic()) == ("britain",)
    assert not sub_hunters.sent(attrs.evolve(atlantic(), boxes={"britain": Box(asw=1, hunters=2)}))
    both = playing(atlantic(), "simplified-u-boats")
    assert [fault.at for fault in optional_forces.faults(both)] == ["options.sub-hunters"]


# ---------------------------------------------------------------- the engagement alone


@pytest.mark.rule("tw-29.16", "tw-7.8")
@pytest.mark.parametrize(("uboats", "face"), [(2, 5), (3, 7), (4, 7), (5, 9), (6, 9), (7, 10)])
def test_29_16_each_uboat_is_half_a_unit_of_the_search(uboats: int, face: int) -> None:
    # Up to 1, 2, 3 units, and more: found to row 5, 7, 9 and 10; a natural 10 is a miss all the same.
    assert Hunt(uboats, 2, search_face=min(face, 9), net=face - min(face, 9)).found
    assert not Hunt(uboats, 2, search_face=9, net=face + 1 - 9).found
    assert not Hunt(uboats, 2, search_face=10, net=-9).found


@pytest.mark.rule("tw-29.16")
@pytest.mark.parametrize(
    ("uboats", "hunters", "face", "sunk", "lost"),
    [
        (4, 4, 6, 0, 1),  # 1-1: AD
        (4, 4, 9, 0, 2),  # AD2
        (1, 1, 9, 1, 0),  # AD2 on one alone: depleted, then gone
        (4, 4, 10, 1, 0),  # A Sunk
        (2, 6, 11, 2, 0),  # 1-3: A Sunk2
        (1, 6, 0, 1, 0),  # worse than 1-4: no roll
    ],
)
def test_29_16_results_fall_on_single_uboats(uboats: int, hunters: int, face: int, sunk: int, lost: int) -> None:
    hunt = Hunt(uboats, hunters, search_face=1, face=face)
    found = sub_hunters.resolve(hunt)
    assert (found.sunk, found.depleted) == (sunk, lost)


@pytest.mark.rule("tw-29.16")
@pytest.mark.parametrize("face", range(1, 5))
def test_29_16_adverse_results_are_void(face: int) -> None:
    found = sub_hunters.resolve(Hunt(6, 2, search_face=1, face=face))
    assert found.result.startswith("D") and not found.sunk + found.depleted


@pytest.mark.rule("tw-29.16")
def test_29_16_the_chit_adds_one_and_the_ratings_count() -> None:
    plain = Hunt(4, 4, search_face=1, face=9)
    assert sub_hunters.resolve(attrs.evolve(plain, chit=True)).sunk == 1
    assert sub_hunters.resolve(attrs.evolve(plain, allied=1, german=3)).sunk >= 1
    assert sub_hunters.resolve(Hunt(12, 8, search_face=1, face=5)).column == "1-1"


@pytest.mark.rule("tw-29.16")
def test_29_16_the_forecast_weighs_search_and_battle() -> None:
    found = distribution(HuntCore(), Hunt(6, 6, net=-2)).of(sub_hunters.resolve)
    assert found.chance(lambda result: result.found) == Fraction(9, 10)
    # Row 9 or 10 of 1-1.
    assert found.chance(lambda result: result.sunk > 0) == Fraction(9, 10) * Fraction(1, 10)


# ---------------------------------------------------------------- in a campaign


@pytest.mark.rule("tw-29.16")
def test_29_16_what_hunters_hit_is_out_before_the_uboat_roll() -> None:
    # 6 to 3, a 9: AD2 would be at 1-1; at 2-1 it is AD. A U-boat is depleted, five to three are 3-2.
    ended = played(atlantic(), UBoatsSail(), (2, 9, 5), ("britain hunt 3 6", "britain hunt-from 1"))
    plain = submarines.UBoatWar(TURN, 5, 3, hunters=3, face=5, rolled=True)
    result = submarines.resolve(attrs.evolve(plain, isles=162))
    assert depleted(ended) == 1
    assert count(ended, "germany", "uboat") == 5 - result.uboats_lost - result.attrition
    assert ended.powers["britain"].narfs == 100 - result.narfs
    assert count(ended, "britain", "asw") == 6 - result.asw_lost


@pytest.mark.rule("tw-29.16", "tw-5.1.3.3")
def test_ruling_8_hunters_count_in_attrition_and_nowhere_else() -> None:
    without, beside = (
        submarines.resolve(submarines.UBoatWar(TURN, 9, 3, hunters=hunters, face=3, rolled=True)) for hunters in (0, 3)
    )
    assert (without.attrition, beside.attrition) == (1, 2)
    assert (without.column, without.result, without.narfs) == (beside.column, beside.result, beside.narfs)


@pytest.mark.rule("tw-29.16")
def test_29_16_several_engagements_and_hunters_that_stay() -> None:
    answers = ("britain hunt 1 2", "britain hunt-from 0", "britain hunt 1 6", "britain hunt-from 5 air=yes")
    ended = played(atlantic(), UBoatsSail(), (10, 10, 5), (*answers, "britain hunt 0 0"))
    assert not depleted(ended) and not ended.pending
    # Nothing is found: six to three.
    same = submarines.resolve(submarines.UBoatWar(TURN, 6, 3, hunters=3, face=5, rolled=True))
    assert count(ended, "germany", "uboat") == 6 - same.uboats_lost - same.attrition


@pytest.mark.rule("tw-29.16")
def test_29_16_all_uboats_may_be_gone_before_the_roll() -> None:
    campaign = atlantic(1, 1, 5, chits=1)
    ended = played(campaign, UBoatsSail(), (1,), ("britain hunt 5 1", "britain hunt-from 0"))
    assert not count(ended, "germany", "uboat") and ended.powers["britain"].narfs == 100
    assert influence.stock(ended, "britain", "espionage") == 1


@pytest.mark.rule("tw-29.16")
def test_29_16_both_allies_hunt_each_apart() -> None:
    campaign = with_units(at_war(atlantic(), "germany+us"), us_asw=3)
    us = {**campaign.powers, "us": attrs.evolve(campaign.powers["us"], entered="1941-4-winter")}
    campaign = attrs.evolve(campaign, powers=us, boxes={**campaign.boxes, "us": Box(asw=1, hunters=2)})
    answers = ("britain hunt 3 6", "britain hunt-from 1", "us hunt 2 6", "us hunt-from 5", "germany victim britain")
    ended = played(campaign, UBoatsSail(), (10, 10, 2), answers)
    assert not ended.pending


@pytest.mark.rule("tw-29.16", "tw-5.1.3.5")
def test_ruling_26_the_chit_cannot_be_cancelled_and_is_not_for_two_turns_running() -> None:
    answers = ("britain hunt 3 6", "britain hunt-from 1", "britain hunters-chit yes")
    ended = played(atlantic(chits=2), UBoatsSail(), (2, 8, 5), answers)
    # Row 9 with the chit: AD. Neither Germany nor Britain is asked again: no Ultra this turn.
    assert influence.stock(ended, "britain", "espionage") == 1 == influence.stock(ended, "germany", "counter-espionage")
    assert depleted(ended) == 1
    for last, refused in (("1942-3-fall", True), ("1942-1-spring", False)):
        told = attrs.evolve(atlantic(chits=1), facts={"espionage-britain": 1, british_chits.HUNT.fact: last})
        assert bool(sub_hunters.may_play_chit(told, "britain")) == refused
        assert bool(refusals(out(told, "chit"), "britain hunters-chit yes")) == refused
    assert sub_hunters.may_play_chit(atlantic(chits=1), "us") and sub_hunters.may_play_chit(atlantic(), "britain")


@pytest.mark.rule("tw-29.16", "tw-5.1.3.5")
def test_29_16_a_chit_kept_may_still_be_ultra() -> None:
    answers = ("britain hunt 3 6", "britain hunt-from 1", "britain hunters-chit no", "britain ultra no")
    assert influence.stock(played(atlantic(chits=1), UBoatsSail(), (2, 1, 5), answers), "britain", "espionage") == 1


@pytest.mark.rule("tw-29.16")
def test_29_16_answers_out_of_bounds_are_refused() -> None:
    assert rules_of(refusals(atlantic(), "britain hunt 1 1")) == ["29.16"]
    campaign = out(atlantic(), "send")
    assert not refusals(campaign, "britain hunt 3 6") and not refusals(campaign, "britain hunt 0 0")
    for line in ("britain hunt 4 1", "britain hunt 1 7", "britain hunt 0 1", "us hunt 1 1", "britain hunt-from 1"):
        assert rules_of(refusals(campaign, line)) == ["29.16"], line
    asked = out(atlantic(), "port", hunters=3, uboats=6)
    assert rules_of(refusals(asked, "britain hunt-from 6")) == ["7.8"]
    assert not refusals(asked, "britain hunt-from 0 air=yes")
    # Radar is no matter of what somebody says: it is known from the variant.
    with pytest.raises(Unreadable):
        refusals(asked, "britain hunt-from 0 radar=yes")


@pytest.mark.rule("tw-28.2.2-15")
def test_28_2_2_naval_radar_makes_the_search_of_british_hunters_easier_and_of_american_ones_when_shared() -> None:
    plain = out(atlantic(), "port", hunters=3, uboats=6)
    assert rules_of(refusals(attrs.evolve(plain, progress=world("1940-4-winter").progress), VARIANT)) == ["28.2.2"]
    radar = after(plain, VARIANT)
    nets = [after(one, "britain hunt-from 2").pending["1"].net for one in (plain, radar)]
    assert nets[1] == nets[0] - 1
    assert [line.label for line in sub_hunters.searching(radar, "britain", 2).lines][-1] == "British and American radar"
    assert sub_hunters.by_default(radar, "britain", 3).net == sub_hunters.by_default(plain, "britain", 3).net - 1
    american = [
        sub_hunters.searching(one, "us", 2).total for one in (plain, radar, after(radar, "britain share-radar yes"))
    ]
    assert american == [american[0], american[0], american[0] - 1]
    assert "has been played 1 times" in refusals(radar, VARIANT)[0].reason


@pytest.mark.rule("tw-28.2.2-15")
def test_28_2_2_britain_alone_shares_naval_radar_and_may_stop() -> None:
    radar = after(atlantic(), VARIANT)
    shared = after(radar, "britain share-radar yes")
    kept = after(shared, "britain share-radar no")
    assert [naval_radar.has(one, "us") for one in (radar, shared, kept)] == [False, True, False]
    assert [naval_radar.has(one, "britain") for one in (atlantic(), radar, kept)] == [False, True, True]
    assert not naval_radar.has(shared, "germany")
    for campaign, line, reason in (
        (atlantic(), "britain share-radar yes", "Britain has no naval radar"),
        (radar, "us share-radar yes", "naval radar is Britain's to share"),
        (shared, "britain share-radar yes", "naval radar is shared already"),
        (radar, "britain share-radar no", "naval radar is not shared"),
    ):
        (refusal,) = refusals(campaign, line)
        assert (refusal.rule, refusal.reason) == ("28.2.2", reason)
    assert naval_radar.ShareRadar.form(atlantic(), "britain") is None
    assert naval_radar.ShareRadar.form(radar, "us") is None
    form = naval_radar.ShareRadar.form(radar, "britain")
    assert form is not None and not refusals(radar, form.pattern.format(shares="yes"))


@pytest.mark.rule("tw-29.16")
def test_29_16_depleted_uboats_are_made_whole_for_one_narf_next_time() -> None:
    campaign = atlantic(3, 3, 3)
    hit = attrs.evolve(campaign.units["germany-uboat-1"], depleted=True)
    campaign = attrs.evolve(campaign, units={**campaign.units, "germany-uboat-1": hit}, boxes={})
    assert rules_of(refusals(campaign, "germany sea-box uboats=3")) == ["5.1"]
    mended = after(campaign, "germany repair uboat")
    assert mended.powers["germany"].narfs == campaign.powers["germany"].narfs - 1
    assert not refusals(mended, "germany sea-box uboats=3")
