"""What a newcomer met in a window of 60 by 20: keys that the footer left out, words of the program's own, and refusals
that did not say where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.thewar.economy import logistics
from engine.thewar.economy.conditions import by_effort
from engine.thewar.moving import freight
from engine.thewar.sheets.occasions import condition
from engine.thewar.world.state import Shipment
from tests.panels.desks import Host, pressed, work
from tests.panels.queues import queue_desk
from tests.panels.test_combat import desk as fighting
from tests.thewar.world import world
from tests.tui.screens import campaign, drive, screen_text
from tui import keys
from tui.app import WarledgerApp
from tui.bars import footer_row
from tui.keys import Action
from tui.panels.build_queue import QueuePanel
from tui.panels.combat import CombatPanel
from tui.screens.help import HelpText

_KEYS = (
    Action("up", "up", "\u2191\u2193", "choose", "x", "", 1),
    Action("more", "plus", "+ -", "how many", "x", "", 2),
    Action("enter", "enter", "enter", "choose one", "x", "", 3),
    Action("finish", "d", "d", "to the end", "x", "", 4),
    Action("help", "question_mark", "?", "help", "", "", 90),
    Action("palette", "ctrl+p", "ctrl+p", "more", "", "", 91),
)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (80, ("choose", "how many", "choose one", "to the end")),
        (60, ("choose", "choose one")),
        (44, ("choose one",)),
    ],
)
def test_the_footer_tells_what_enter_does_at_any_width(width: int, shown: tuple[str, ...]) -> None:
    line = footer_row(_KEYS, width)
    labels = ("choose", "how many", "choose one", "to the end")
    keys = {"choose": "\u2191\u2193 choose ", "choose one": "enter choose one"}
    assert tuple(label for label in labels if keys.get(label, label) in line.text) == shown
    assert line.width == width and "? help" in line.text


def test_undo_shows_beside_its_stops_by_which_keys_it_goes_further(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        await pilot.pause()
        line = next(line for line in screen_text(app).splitlines() if "back:" in line)
        assert line.rstrip().endswith("\u2190\u2192")

    drive(campaign(home, ["italy effort none", "us effort none"]), act, (60, 20))


def test_the_line_that_goes_on_to_another_power_does_not_say_that_it_gives_the_queues() -> None:
    host, _ = pressed(lambda: QueuePanel(queue_desk()), ("enter",), (58, 12))
    name = "Italy" if host.panel.following == "italy" else "Germany"
    said = f"a queue is not given yet: Enter goes on to {name}, and after the last power gives all of them"
    assert host.panel.unfinished() == said


def test_a_word_that_is_no_unit_is_shown_in_its_box() -> None:
    found = fighting()

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        for text in ("smolensk", "ussr-inf", "panzer", "", "clear"):
            host.panel.pasted(text)
            await pilot.press("down" if text else "tab")
        filling = host.panel.filling
        assert filling.model.verdict.problem == "attackers: 'panzer' is no kind of unit"
        assert "ARM, ART" in filling.model.verdict.expected and "uboat" not in filling.model.verdict.expected
        while filling._goes_on() is not None:
            await pilot.press("enter")
        assert filling.enter_says() == "why not"
        await pilot.press("enter")
        assert filling.model.boxes[filling.at].label == "attackers"

    work(lambda: CombatPanel(found), act, (58, 11))


def test_a_refusal_that_quotes_a_word_brings_the_caret_to_its_box() -> None:
    found = fighting()

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        for text in ("smolensk", "ussr-inf", "3 ARM 8-8", "", "deep jungle"):
            host.panel.pasted(text)
            await pilot.press("down" if text else "tab")
        filling = host.panel.filling
        refusal: Any = filling.model.verdict.refusals[0]
        assert (refusal.rule, refusal.reason) == ("10.6", "'deep jungle' is no terrain")
        assert "german city vs soviets" in refusal.hint and "-" not in refusal.hint
        while filling._goes_on() is not None:
            await pilot.press("enter")
        await pilot.press("enter")
        assert filling.model.boxes[filling.at].label == "the hex"

    work(lambda: CombatPanel(found), act, (58, 11))


def test_sentences_of_one_and_of_none() -> None:
    sent = Shipment(giver="britain", to="ussr", route="murmansk", narfs=1)
    assert freight.told_of(world(), sent).startswith("1 NARF for the Soviet Union by Murmansk")
    start = world("1939-3-fall", "", italy={"effort": "none"})
    refusal = logistics.may(start, "italy", "rail")
    assert refusal is not None and refusal.reason == "no rail movement without an effort"
    idle = world("1939-3-fall", "", **{power: {"effort": "none"} for power in ("britain", "us", "france", "ussr")})
    assert by_effort("movement")(idle, "allied") == "no effort of the Allies allows it"
    placing = condition("due:placing")
    assert placing is not None and placing.says == "something was bought this turn"


@pytest.mark.parametrize("where", sorted({action.where for action in keys.every()} - {""}))
def test_the_help_cuts_no_line_and_tells_what_each_of_two_keys_does(where: str) -> None:
    lines = [line.text for line in HelpText("", "", where, None).rows(58)]
    assert max(map(len, lines)) <= 58
    if where == "map":
        text = " ".join(" ".join(lines).split())
        assert "The turn before; the turn after" in text and "The hex to the west; the hex to the east" in text


def test_who_waits_reads_a_seat_by_the_name_that_the_curtain_gives_it(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert "Waiting for United States (Allied)." in screen_text(app)

    drive(campaign(home, ["italy effort none"], seats=2), act, (60, 20))


def test_a_refused_effort_says_why_also_where_its_buyer_s_name_leaves_no_room(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        line = next(line for line in screen_text(app).splitlines() if "Pass" in line)
        assert line.rstrip().endswith("has 50 NARFs in hand")

    drive(campaign(home, ["italy effort none"]), act, (60, 20))


def test_a_key_that_the_queue_has_taken_says_how_to_come_to_what_it_does_elsewhere() -> None:
    host, _ = pressed(lambda: QueuePanel(queue_desk()), ("end", "D"), (58, 12))
    assert host.said[-1] == "nothing to do here with this key; ctrl+p finds diplomacy"
