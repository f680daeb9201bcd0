"""The boxes that optional rules add, as models and under the hands: sub hunters, stacks of bombers, the Mediterranean,
the East (29.12, 29.14, 29.16, 29.18)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.thewar.strategic import placing, uboat_war
from engine.thewar.strategic.hunting import SubHunt
from tests.panels.desks import Host, pressed, work
from tests.panels.strategic import (
    EAST,
    MANY,
    MED,
    SEA,
    STACKS,
    WAVES,
    campaign,
    hunters_out,
    hunting,
    optional_war,
    stacked,
    uncalled,
)
from tests.panels.test_panels import find
from tests.panels.test_strategic import filled
from tests.tui.standin import StandinDesk
from tui.models import strategic_boxes as boxes_model
from tui.panels import panel_for
from tui.panels.battles import BattlePanel
from tui.panels.step import OrdersPanel
from tui.panels.strategic_boxes import BoxesPanel

# ---------------------------------------------------------------- what may be placed


@pytest.mark.rule("tw-29.16")
def test_29_16_allies_have_a_box_for_hunters_and_germany_has_none() -> None:
    found = hunting(germany=True)
    german = boxes_model.sheet_of(found, found.outlook(), "germany")
    assert german is not None and "hunters" not in [column.id for column in german.columns]
    found.do(["germany sea-box uboats=14"])
    model = filled(found, "britain", asw={"sea": 3, "hunters": 2, "murmansk": 1})
    assert [one for one, _, _ in model.columns] == ["sea", "hunters", "murmansk"]
    assert model.rows[0].cells == (3, 2, 1) and model.totals == (3, 2, 1)
    assert model.line == "britain sea-box asw=3 murmansk=1 hunters=2" and not model.refusals
    assert "One ASW at least" in model.notes[0]
    off = attrs.evolve(found.campaign, options={})
    sheet = placing.sheet(off, "britain", SEA)
    assert sheet is not None and [column.id for column in sheet.columns] == ["sea", "murmansk"] and not sheet.notes


@pytest.mark.rule("tw-29.16")
def test_29_16_hunters_alone_are_refused_in_the_box() -> None:
    model = filled(hunting(), "britain", asw={"hunters": 6})
    assert [refusal.rule for refusal in model.refusals] == ["29.16"]


@pytest.mark.rule("tw-29.18")
def test_29_18_stacks_are_boxes_of_both_sides() -> None:
    found = stacked()
    german = filled(found, "germany", sac={"first": 10, "second": 1, "third": 1})
    assert german.line == "germany wave-sizes first=10 second=1 third=1" and not german.refusals
    assert (german.task, german.totals) == ("fills its stacks", (10, 1, 1))
    assert german.rows[0].have == 12, "each lent MDM is four"
    short = filled(found, "germany", sac={"first": 10})
    assert short.rows[0].left == 2 and "29.18" in {refusal.rule for refusal in short.refusals}
    british = filled(found, "britain", int={"first": 2, "second": 2, "third": 2})
    assert british.line == "britain wave-guards first=2 second=2 third=2" and british.task == "meets the stacks"
    assert placing.sheet(found.campaign, "us", STACKS) is None


@pytest.mark.rule("tw-29.14")
def test_29_14_submarines_and_asw_of_the_mediterranean_have_their_sheet() -> None:
    found = optional_war(MED, britain_uboat=4, italy_asw=2)
    model = filled(found, "italy", asw={"mediterranean": 2})
    assert model.line == "italy med-box asw=2" and not model.refusals
    assert [name for name, *_ in model.questions] == ["air"]
    view = boxes_model.odds(found, found.understand("britain med-box subs=4"), "mediterranean", 1)
    fewer = boxes_model.odds(found, found.understand("britain med-box subs=4"), "mediterranean", None)
    assert view is not None and fewer is not None and (view.enemy, fewer.enemy) == (1, 2)
    assert view.mean > fewer.mean and view.victim == "Italy" and view.supposed
    quiet = boxes_model.odds(found, found.understand("britain med-box"), "mediterranean", None)
    assert quiet is not None and quiet.quiet
    assert boxes_model.odds(found, found.understand("germany med-box air=yes"), "mediterranean", None) is None


@pytest.mark.rule("tw-29.12")
def test_29_12_the_eastern_raid_has_its_sheet() -> None:
    found = optional_war(EAST, germany_sac=5, ussr_int=2)
    model = filled(found, "germany", sac={"east": 5})
    assert model.line == "germany east-box sac=5" and not model.refusals
    assert [name for name, *_ in model.questions] == ["baku"]
    view = boxes_model.odds(found, found.understand("germany east-box sac=5"), "east", 0)
    opposed = boxes_model.odds(found, found.understand("germany east-box sac=5"), "east", None)
    assert view is not None and opposed is not None and opposed.enemy == 2
    assert view.mean > opposed.mean and view.victim == "Soviet Union"
    guard = boxes_model.odds(found, found.understand("ussr east-box interceptors=2"), "east", None)
    assert guard is not None and guard.mean == opposed.mean


def test_their_steps_have_the_panel_of_boxes() -> None:
    sequence = stacked().ruleset.sequence
    assert {panel_for(sequence[step]) for step in (STACKS, MED, EAST)} == {BoxesPanel}
    assert panel_for(sequence[WAVES]) is OrdersPanel


# ---------------------------------------------------------------- under the hands


@pytest.mark.rule("tw-29.16")
def test_29_16_hunters_are_put_into_their_box_by_keys_with_running_totals() -> None:
    keys = ["left", "left", "left", "tab", "right", "right", "enter"]
    host, lines = pressed(lambda: BoxesPanel(hunting()), keys)
    assert host.ordered == [(("britain sea-box asw=3 hunters=2",), ())]
    assert find(lines, "in all").split()[:5] == ["in", "all", "5/6", "3", "2"]
    assert find(lines, "free    at sea   hunters") and find(lines, "depleted by hunters")
    assert find(lines, "Supposed: all British hunters go out at once")


@pytest.mark.rule("tw-29.16")
def test_29_16_each_answer_of_the_hunters_stands_beside_its_odds() -> None:
    host, lines = pressed(lambda: BattlePanel(hunters_out()), [])
    assert find(lines, "How many of 3 sub hunters") and find(lines, "depleted by hunters")
    assert host.panel.spot == "britain hunt 3 3", "the default"
    few = find(lines, "hunters hit U-boats")
    _, many = pressed(lambda: BattlePanel(hunters_out()), ["down"] * 9)
    assert find(many, "▸ 3 sub hunters of Britain look for 12 U-boats")
    assert find(many, "hunters hit U-boats") != few
    host, last = pressed(lambda: BattlePanel(hunters_out()), ["end"])
    assert not [line for line in last if "hunters hit" in line] and host.panel.spot == "britain hunt 0 0"


@pytest.mark.rule("tw-29.16")
def test_29_16_no_two_ports_read_alike() -> None:
    state = hunters_out().campaign
    pending = {"1": uboat_war.UBoatBattle("muster"), "2": SubHunt("port", "britain", 0, hunters=3, uboats=4)}
    found: Any = StandinDesk(attrs.evolve(state, pending=pending))
    said = [found.understand(choice.text).sentence(found.campaign) for choice in found.outlook().choices]
    assert len(said) == len(set(said)) >= 12
    assert said[0] == "Port next to the sea" and "Port 2 Sea Areas away, with aircraft" in said


@pytest.mark.rule("tw-29.18")
def test_29_18_the_number_of_stacks_is_chosen_beside_its_odds() -> None:
    _, lines = pressed(lambda: OrdersPanel(uncalled()), ["home"])
    assert find(lines, "Supposed: bombers divided evenly: 6, 6") and find(lines, "NARFs Britain loses")
    _, four = pressed(lambda: OrdersPanel(uncalled()), ["up"])
    assert find(four, "4, 4, 4, 0")
    _, whole = pressed(lambda: OrdersPanel(uncalled()), ["end"])
    assert find(whole, "German raid") and not [line for line in whole if "Supposed" in line]


@pytest.mark.rule("tw-29.18")
def test_29_18_stacks_are_filled_by_keys() -> None:
    host, lines = pressed(lambda: BoxesPanel(stacked()), ["left", "tab", "right", "enter"])
    assert host.ordered == [(("germany wave-sizes first=3 second=5 third=4",), ())]
    assert find(lines, "Germany fills its stacks") and find(lines, "Supposed: interceptors divided evenly: 2, 2,")
    _, lines = pressed(lambda: BoxesPanel(stacked()), ["left", "minus"])
    assert find(lines, "11 bombers in waves") and find(lines, "The stacks are not filled")


@pytest.mark.rule("tw-29.14")
def test_29_14_a_power_with_nothing_to_place_answers_its_question() -> None:
    found = optional_war(MED, britain_uboat=4, italy_asw=2)
    found.do(["italy med-box asw=2"])
    host, lines = pressed(lambda: BoxesPanel(found), ["tab", "right", "enter"])
    assert host.ordered == [(("germany med-box air=yes",), ())]
    assert find(lines, "Nothing fights there now.")


def test_a_box_whose_battle_is_not_fought_says_so() -> None:
    found = StandinDesk(campaign("strategic-warfare.bombers", **MANY))
    _, lines = pressed(lambda: BoxesPanel(found), ["tab"])
    assert find(lines, "Nothing fights there now.")


def test_lines_with_odds_keep_within_the_width() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        for width in (48, 52, 78, 118):
            for panel in (
                BoxesPanel(hunting()),
                BoxesPanel(stacked(4)),
                OrdersPanel(uncalled()),
                BattlePanel(hunters_out()),
            ):
                panel.show()
                lines = [line.row for line in panel.lay(width)]
                assert lines and not [line.text for line in lines if line.width > width], type(panel).__name__

    work(lambda: BoxesPanel(hunting()), act)
