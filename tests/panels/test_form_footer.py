"""The footer of a form is that of what is under the hands: a box, or the list below it."""

from __future__ import annotations

from typing import Any

from tests.panels.desks import desk
from tests.tui.hand import drawn, press
from tests.tui.screens import drive, screen_text


def test_the_footer_follows_into_the_list_of_a_box_and_out_of_it() -> None:
    seen: list[str] = []

    async def act(app: Any, pilot: Any) -> None:
        for key in ("l", "down", "up"):
            await press(app, key)
            await drawn(app)
            seen.append(screen_text(app).splitlines()[-1])

    drive(desk(), act, (80, 24))
    typed, listed, back = seen
    assert "↓ pick" in typed and "tab complete" in typed and "- + lost" not in typed
    assert "- + lost" in listed and "d depleted" in listed and "tab complete" not in listed
    assert back == typed
