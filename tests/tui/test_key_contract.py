"""One contract for keys on every screen of both games: Enter does what the footer says of the line under the cursor,
nothing in a footer is dead, no run of letters changes a campaign, and what is pasted is shown and never run."""

from __future__ import annotations

import asyncio
import random
import string
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from engine.kernel.dice import NeedsDie
from engine.kernel.sheets.ledger import ledger_of
from tests.panels.desks import Host, pressed, work
from tests.tui.every_screen import OVERLAYS, codebreaking, desks, sailing, standing
from tests.tui.hand import drawn, press, settled
from tests.tui.screens import campaign, drive
from tests.tui.standin import StandinDesk
from tui import keys
from tui.app import WarledgerApp
from tui.panels import panel_for
from tui.panels.cursor import CursorPanel
from tui.panels.dice import DicePanel
from tui.panels.step import OrdersPanel

_LEAVING = "qhjx"
"""Letters that go to another screen or another seat."""
_MOST_LINES = 6
_MOVING = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "ctrl+pageup", "ctrl+pagedown")
"""Keys that move something in one place or another."""


def panel_of(found: Any) -> CursorPanel:
    """The panel of the step at which a desk stands."""
    cls: Any = panel_for(found.ruleset.sequence[found.outlook().step])
    made: CursorPanel = cls(found)
    return made


def on_each(act: Callable[[Host, str], Awaitable[None]]) -> None:
    """Put the panel of each kind of step, and of each scene, into one app and act on it."""

    async def go() -> None:
        every = list(desks())
        host = Host(lambda: panel_of(every[0][1]))
        async with host.run_test(size=(78, 20)):
            for name, found in every:
                await host.put(panel_of(found))
                host.panel.show()
                await drawn(host)
                await act(host, name)

    asyncio.run(go())


def state(host: Host) -> tuple[Any, ...]:
    """What a key may change."""
    panel = host.panel
    return (
        panel.rows(panel.size.width),
        panel.spot,
        panel.where,
        panel.scroll_offset,
        len(host.ordered),
        host.closed,
        len(host.said),
    )


def own_keys(panel: CursorPanel) -> Iterator[keys.Action]:
    """The panel's actions that the footer shows now."""
    for action in keys.of(panel.where):
        if action.rank and not (action.id == "enter" and panel.enter_says() == ""):
            yield action


def test_nothing_in_the_footer_of_a_step_is_dead() -> None:
    async def act(host: Host, name: str) -> None:
        for action in list(own_keys(host.panel)):
            if action not in own_keys(host.panel):
                continue
            before = state(host)
            await press(host, *action.keys.split(",")[:1])
            if state(host) == before and action.shown == "↑↓":
                await press(host, "down")
            if state(host) == before and len(action.shown) == 2:
                # Two keys stand as one in the footer.
                for other in keys.of(host.panel.where):
                    if other.label == action.label or other.id in ("fewer", "lower", "after"):
                        await press(host, other.keys.split(",")[0])
            assert state(host) != before, f"{name}: {action.shown} {action.label} does nothing"
            if host.panel.typing():
                await press(host, "escape")

    on_each(act)


def test_enter_does_what_the_footer_says_of_the_line_under_the_cursor() -> None:
    async def act(host: Host, name: str) -> None:
        panel: Any = host.panel
        spots = list(panel.spots())
        for spot in dict.fromkeys([*spots[:_MOST_LINES], *spots[-2:]]):
            if spot not in panel.spots():
                continue
            panel.stand(spot)
            await settled(host)
            says, given, before = panel.enter_says(), len(host.ordered), state(host)
            await press(host, "enter")
            await settled(host)
            at = f"{name}, {spot}: {says}"
            if says == "":
                assert len(host.ordered) == given and len(host.said) > before[-1], at
            elif says == "open":
                assert panel.filling is not None and len(host.ordered) == given, at
            elif says in ("type", "edit"):
                assert panel.typing() and len(host.ordered) == given, at
            elif says in ("choose one", "add", "next power"):
                assert len(host.ordered) == given and state(host) != before, at
            else:
                leaves = getattr(panel, "leaving", None) is not None
                assert len(host.ordered) == given + 1 or leaves or len(host.said) > before[-1], at
                if says == "why not" and len(host.ordered) > given:
                    assert any(panel.desk.judge(line) for line in host.ordered[-1][0]), at
            if panel.typing():
                await press(host, "escape")
            panel.show()

    on_each(act)


def test_the_first_enter_on_a_step_spends_nothing() -> None:
    async def act(host: Host, name: str) -> None:
        found: Any = host.panel.desk
        if found.outlook().decision is not None:
            return
        hands = {line.power: line.free for line in ledger_of(found.ruleset).rows(found.campaign)}
        await press(host, "enter")
        for lines, rolls in host.ordered:
            if any(found.judge(line) for line in lines[:1]):
                continue
            after, entries = found.what_if(list(lines), rolls)
            given = [entry for entry in entries if entry.seat != "rules"]
            spent = {line.power: line.free for line in ledger_of(found.ruleset).rows(after)} != hands
            assert not (
                given and spent and all("reserved" in c.at or "narfs" in c.at for e in given for c in e.changes)
            ), name

    on_each(act)


def test_no_run_of_letters_changes_a_campaign() -> None:
    made = random.Random(11)
    letters = [one for one in string.ascii_letters if one not in _LEAVING]

    async def act(host: Host, name: str) -> None:
        typed = made.sample(letters, 12)
        await press(host, *typed)
        assert not host.ordered, f"{name}: {''.join(typed)}"

    on_each(act)


def test_no_key_that_moves_or_edits_is_a_fault_of_the_program() -> None:
    async def act(host: Host, name: str) -> None:
        await press(host, *_MOVING, "escape", *_MOVING)

    on_each(act)


def test_arrows_while_dice_are_awaited_are_no_fault_of_the_program() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        host.panel.ask(NeedsDie("t/planning.effort/germany/attack/1", 10, 1), ("germany fight",), ())
        await press(host, *_MOVING, "enter")
        assert host.said[-1] == "no face is typed yet" and not host.ordered

    work(lambda: DicePanel(codebreaking()), act)


def test_letters_of_the_frame_and_of_what_it_lays_over_change_no_campaign(home: Path) -> None:
    found = campaign(home, ["italy effort sle"])
    before = found.last_number

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for over in OVERLAYS:
            await press(app, over)
            await drawn(app)
            await press(app, "d", "n", "u", "N", "U", "D", "o", "escape", "escape")
            assert found.last_number == before, over

    drive(found, act, (80, 24))


def test_what_is_pasted_opens_the_order_line_and_is_given_by_enter_alone(home: Path) -> None:
    found = campaign(home)
    before = found.last_number

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        screen: Any = app.screen
        screen.current.post_message(Paste("\n\x1b[31mitaly effort sle\x07\nus effort sle\n"))
        await pilot.pause()
        await pilot.pause()
        (line,) = app.screen.query(Input)
        assert line.value == "[31mitaly effort sle" and found.last_number == before
        line.value = ""
        line.post_message(Paste("italy effort\x00 sle\nus effort sle"))
        await pilot.pause()
        assert line.value == "italy effort  sle" and found.last_number == before
        await pilot.press("enter")
        await pilot.pause()
        assert found.last_number == before + 1 and not app.screen.query(Input)

    drive(found, act)


def test_codebreaking_is_ended_and_passed_by_the_keys_of_every_step() -> None:
    done = next(one.text for one in codebreaking().outlook().choices if one.text.endswith(" done"))

    async def ended(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("end", "d")
        assert host.panel.spot == done and not host.ordered
        await pilot.press("enter")
        assert host.ordered == [((done,), ())]

    work(lambda: OrdersPanel(codebreaking()), ended)
    host, _ = pressed(lambda: OrdersPanel(codebreaking()), ["greater_than_sign"])
    ((line,), _), *_ = host.ordered
    assert line.startswith(done)


def test_enter_on_a_mission_at_sea_says_that_it_is_not_decided_yet() -> None:
    host, _ = pressed(lambda: panel_of(sailing()), ["home", "enter"])
    assert host.panel.enter_says() == "" and not host.ordered
    assert "the steps that follow decide it" in host.said[-1]


def test_a_question_is_answered_and_neither_ended_nor_passed() -> None:
    host, _ = pressed(lambda: panel_of(StandinDesk(standing()["hunters"])), ["d", "greater_than_sign"])
    assert not host.ordered and host.said == ["an answer is awaited: Enter gives the one under the cursor"] * 2
