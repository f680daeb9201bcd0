"""The screens of strategic warfare under the hands: keys, what is given, what stands on the lines, what does not."""

from __future__ import annotations

import asyncio
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from tests.panels.desks import Host, pressed, work
from tests.panels.strategic import AIR, BUILD, MANY, SEA, campaign, desk
from tests.panels.test_panels import find
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp
from tui.look import Look
from tui.models.forms import form_of
from tui.panels import overlay_for, panel_for
from tui.panels.battles import BattlePanel, BattlesPanel
from tui.panels.strategic_boxes import BoxesPanel
from tui.panels.strategic_build import BuildPanel


def test_the_steps_have_their_panels() -> None:
    sequence = desk().ruleset.sequence
    assert panel_for(sequence[BUILD]) is BuildPanel
    assert panel_for(sequence[SEA]) is panel_for(sequence[AIR]) is BoxesPanel
    assert panel_for(sequence["strategic-warfare.u-boats"]) is BattlePanel
    assert overlay_for("battles") is BattlesPanel


def test_what_is_chosen_is_built_at_once_or_with_the_end_of_the_step() -> None:
    host, lines = pressed(lambda: BuildPanel(desk(BUILD)), ["plus", "plus", "down", "1", "enter"])
    built = ("germany build uboat count=2", "germany build int")
    assert host.ordered == [(built, ())]
    assert "×2" in find(lines, "U-boat") and "85 → 79" in find(lines, "Go on to Britain")
    host, lines = pressed(
        lambda: BuildPanel(desk(BUILD)), ["plus", "plus", "down", "1", "d", "plus", "d", "d", "enter"]
    )
    assert host.ordered == [((*built, "britain build asw", "germany done"), ())]


def test_enter_with_nothing_chosen_spends_nothing_and_the_last_line_goes_on() -> None:
    host, _ = pressed(lambda: BuildPanel(desk(BUILD)), ["enter"])
    assert host.ordered == [] and host.panel.enter_says() == "build"
    host, _ = pressed(lambda: BuildPanel(desk(BUILD)), ["enter", "enter"])
    assert host.ordered == [(("germany build uboat",), ())]
    host, _ = pressed(lambda: BuildPanel(desk(BUILD)), ["end", "enter", "end", "enter"])
    assert host.ordered == [(("germany done",), ())]


def test_tab_goes_to_the_next_power() -> None:
    host, lines = pressed(lambda: BuildPanel(desk(BUILD)), ["tab"])
    assert "Britain builds, 105 NARFs free" in lines[0]
    assert find(lines, "ASW")
    assert host.panel.focused_order().startswith("britain build")


def test_a_refused_number_says_why_in_its_line_and_below() -> None:
    _, lines = pressed(lambda: BuildPanel(desk(BUILD)), ["9"])
    assert find(lines, "×9").rstrip().endswith("✗")
    assert "9 U-boats are asked for" in find(lines, " ✗ 9") and "At most 3" in find(lines, " ✗ 9")


def test_units_go_into_boxes_by_keys_and_enter_commits() -> None:
    keys = ["left", "left", "tab", "right", "tab", "right", "enter"]
    host, lines = pressed(lambda: BoxesPanel(desk(SEA, **MANY)), keys)
    assert host.ordered == [(("germany sea-box uboats=5 murmansk=1 raiders=germany-fleet-1",), ())]
    assert "[ 1]" in find(lines, "▸ Fleet")
    assert find(lines, "NARFs Britain loses")


def test_all_none_and_digits() -> None:
    host, _ = pressed(lambda: BoxesPanel(desk(SEA, **MANY)), ["0", "tab", "a", "enter"])
    assert host.ordered == [(("germany sea-box murmansk=7",), ())]
    host, lines = pressed(lambda: BoxesPanel(desk(SEA, **MANY)), ["1", "2", "enter", "backspace", "enter"])
    assert host.ordered == [(("germany sea-box uboats=12",), ()), (("germany sea-box uboats=1",), ())]
    _, lines = pressed(lambda: BoxesPanel(desk(SEA, **MANY)), ["1", "2"])
    assert "Germany has 7" in find(lines, "✗ 12 U-boats")


def test_the_supposed_enemy_changes_the_odds_and_nothing_else() -> None:
    host, lines = pressed(lambda: BoxesPanel(desk(SEA, **MANY)), ["minus", "minus", "enter"])
    assert find(lines, "against 4 ASW, has 6")
    assert host.ordered == [(("germany sea-box uboats=7",), ())]


def test_the_next_power_begins_with_its_own_boxes() -> None:
    found = desk(SEA, **MANY)

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("minus", "left", "enter")
        await pilot.pause()
        found.do(host.ordered[0][0])
        host.panel.show()
        text = "\n".join(host.text)
        assert "Britain fills its boxes" in text
        # All seven are supposed, though six were placed.
        assert "against 7 U-boats, has 7" in text

    work(lambda: BoxesPanel(found), act)


def western(order: str) -> Any:
    """The western seat's desk after the Axis seat has sealed an order."""
    state = campaign(SEA, **MANY)
    seats = {power: "axis" if power in ("germany", "italy") else "west" for power in state.powers}
    found = StandinDesk(attrs.evolve(state, seats=seats))
    found.seat = "axis"
    found.do([order])
    found.seat = "west"
    return found


@pytest.mark.parametrize("panel", [BoxesPanel, BattlesPanel, BattlePanel])
def test_no_screen_shows_what_the_enemy_has_sealed(panel: Any) -> None:
    orders = ("germany sea-box", "germany sea-box uboats=6 murmansk=1 raiders=germany-fleet-1")
    keys = [] if panel is not BoxesPanel else ["minus", "left", "plus"]
    seen = [pressed(lambda order=order: panel(western(order)), keys)[1] for order in orders]  # type: ignore[misc]
    assert seen[0] == seen[1]


def test_a_decision_stands_over_the_picture_of_the_battle() -> None:
    found = desk(SEA, **MANY)
    found.do(["germany sea-box uboats=5 raiders=germany-fleet-1"])
    found.do(["britain sea-box asw=3"])
    host, lines = pressed(lambda: BattlePanel(found), ["down", "enter"], (78, 30))
    assert "Which way do the raiders of Wilhelmshaven sail?" in lines[0]
    assert find(lines, "Fleet 1-12-5, from Wilhelmshaven")
    ((given, _),) = host.ordered
    assert given[0].startswith("germany raiders-sail danish-north-sea,")


def test_battles_are_leafed_through_and_the_report_comes_last() -> None:
    found = desk(SEA, **MANY)
    found.do(["germany sea-box uboats=5"])
    found.do(["britain sea-box asw=3"])
    host, lines = pressed(lambda: BattlesPanel(found), [])
    assert host.panel.heading() == "U-boat war · Fall 1941 (1 of 1)"
    assert "[" in find(lines, " ▸ ") and find(lines, "✓  −2  a French port")
    host, lines = pressed(lambda: BattlesPanel(found), ["right", "right", "escape"])
    assert find(lines, "Fall 1941   ") and find(lines, "in all")
    assert host.closed == 1


def test_without_a_battle_the_report_says_so() -> None:
    _, lines = pressed(lambda: BattlesPanel(desk(BUILD)), [])
    assert find(lines, "Nothing has been lost")


def test_the_segment_is_played_by_keys_alone() -> None:
    found = desk(BUILD, **(MANY | {"britain_sac": 8}))

    async def go() -> list[str]:
        app = WarledgerApp(found, Look(theme="monochrome"))
        seen = []
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            # Two U-boats, then everyone is done; all to sea, the battle is looked at; the bombers; the battles again.
            for keys in (
                ["plus", "plus", "d"],
                ["d"],
                ["d", "enter"],
                ["enter"],
                ["enter"],
                ["escape", "enter"],
                ["enter"],
            ):
                await pilot.press(*keys)
                await pilot.pause()
                seen.append(found.campaign.progress.step)
            screen: Any = app.screen
            seen.append(screen.current.heading())
            await pilot.press("escape", "b")
            await pilot.pause()
            seen.append(screen.current.where)
        return seen

    seen = asyncio.run(go())
    assert seen[:6] == [BUILD, BUILD, SEA, SEA, AIR, AIR]
    assert (
        seen[6].startswith("axis.operations") and seen[7].startswith("British raid by night") and seen[8] == "battles"
    )
    assert sum(entry.order == "germany build uboat count=2" for entry in found.entries()) == 1


def test_lines_keep_within_the_width() -> None:
    found = desk(SEA, **MANY)
    found.do(["germany sea-box uboats=5 raiders=germany-fleet-1"])
    found.do(["britain sea-box asw=3"])

    async def act(host: Host, pilot: Pilot[None]) -> None:
        for width in (48, 52, 78, 118):
            for panel in (
                BuildPanel(desk(BUILD)),
                BoxesPanel(desk(SEA, **MANY)),
                BoxesPanel(desk(AIR, **MANY)),
                BattlePanel(found),
                BattlesPanel(found),
            ):
                panel.show()
                lines = [line.row for line in panel.lay(width)]
                assert lines and not [line.text for line in lines if line.width > width], type(panel).__name__

    work(lambda: BuildPanel(desk(BUILD)), act)


def test_5_2_a_raid_that_can_only_lose_is_never_the_default() -> None:
    alone = desk(AIR, germany_int=4)
    offered = [one.text for one in alone.outlook().choices if one.power == "britain"]
    assert offered == ["britain air-box interceptors=3", "britain air-box", "britain air-box sac=1 interceptors=3"]
    alone.do(["germany air-box"])
    host, _ = pressed(lambda: BoxesPanel(alone), ["enter"])
    assert host.ordered == [(("britain air-box interceptors=3",), ())]
    form = form_of(alone, "air-box", "britain")
    assert form is not None and next(one.default for one in form.fields if one.name == "sac") == "0"
    opening = desk(AIR, 1)
    first = next(one.text for one in opening.outlook().choices if one.power == "britain")
    assert first == "britain air-box interceptors=3"
    form = form_of(opening, "air-box", "britain")
    assert form is not None and next(one.default for one in form.fields if one.name == "sac") == "0"
    many = desk(AIR, germany_int=4, britain_sac=6)
    many.do(["germany air-box"])
    assert many.outlook().choices[0].text == "britain air-box sac=7 interceptors=3"
