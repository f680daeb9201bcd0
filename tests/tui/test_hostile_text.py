"""What is pasted, and what a file says: a page of text, signs that would steer the terminal. Nothing of it reaches the
terminal as more than text, whichever box or line it stands in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from saves.desk import Desk
from saves.errors import UnreadableFile
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive, screen_text
from tui.app import WarledgerApp
from tui.cli import output
from tui.copying import Copied
from tui.lines import row, strip_of
from tui.models.edit import LONGEST
from tui.themes import NAMES

STEERS = "\x1b]52;c;aGk=\x07 \x9b31m \u202eevil\x00\x08"
PAGE = f"\n{STEERS} line\r\n" + "\n".join(f"line {at} " + "x" * 70 for at in range(500))
BOXES = {
    "order line": ((":",), True),
    "search of the journal": (("j", "slash"), True),
    "note": (("j", "n"), True),
    "name of a branch": (("j", "b"), True),
    "palette": (("ctrl+p",), True),
    "title": (("e", "ctrl+u"), False),
    "yes": (("delete",), False),
}
"""The keys that open each box, and whether they are pressed in a campaign."""


def steers(text: str) -> list[str]:
    """The signs of a screen that are more than text."""
    return [repr(sign) for sign in text if sign != "\n" and not sign.isprintable()]


@pytest.mark.parametrize("box", BOXES)
def test_a_pasted_page_steers_no_terminal_and_stays_through_a_resize(home: Path, box: str) -> None:
    keys, inside = BOXES[box]
    desk = campaign(home, ["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, *keys)
        await drawn(app)
        line = app.focused
        assert isinstance(line, Input | TextArea)
        line.post_message(Paste(PAGE))
        await drawn(app)
        typed = line.value if isinstance(line, Input) else line.text
        assert "]52;c;aGk=" in typed and not steers(typed)
        if isinstance(line, Input):
            assert "line 0" not in typed
        for size in ((200, 60), (60, 20)):
            await pilot.resize_terminal(*size)
            await drawn(app)
            assert not steers(screen_text(app)) and app.focused is line
        assert typed == (line.value if isinstance(line, Input) else line.text)
        await press(app, "enter")
        await drawn(app)
        assert not steers(screen_text(app))

    drive(desk if inside else None, act, (60, 20))


def test_what_was_copied_here_is_pasted_as_one_line_and_no_longer_than_a_line_may_be(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "j", "slash")
        await drawn(app)
        line = app.focused
        assert isinstance(line, Input)
        app._clipboard = PAGE
        await press(app, "ctrl+v")
        assert line.value.startswith("]52") and line.value.endswith("line")
        await press(app, "ctrl+u")
        line.post_message(Paste("y" * 1_000_000))
        await drawn(app)
        assert line.value == "y" * LONGEST

    drive(campaign(home, ["italy effort sle"]), act)


def test_a_title_in_a_file_steers_no_terminal(home: Path) -> None:
    desk = campaign(home)
    card = desk.folder / "campaign.toml"
    written = STEERS.encode("unicode_escape").decode().replace("\\x", "\\u00")
    card.write_text(card.read_text().replace("The War, 1939 campaign", written))
    with pytest.raises(UnreadableFile, match="cannot be shown"):
        Desk.open(desk.folder)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for keys in ((), ("e",), ("escape",), ("delete",), ("escape",), ("enter",)):
            await press(app, *keys)
            await drawn(app)
            assert not steers(screen_text(app)), keys
            assert "cannot be read" in screen_text(app)

    drive(None, act)


def test_whoever_forgets_to_clean_a_line_steers_neither_terminal_nor_clipboard() -> None:
    assert not steers(strip_of(row(STEERS, (STEERS, "now")), 80, NAMES[0]).text)
    assert not steers(Copied.of(STEERS, [row(STEERS)]).text)


def test_a_document_on_the_command_line_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    output.document({"title": STEERS + "\U000e0041"})
    printed = capsys.readouterr().out
    assert not steers(printed) and json.loads(printed) == {"title": STEERS + "\U000e0041"}
