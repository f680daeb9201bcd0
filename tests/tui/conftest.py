"""Keys and pauses of the pilot wait for what happens, not for a stretch of time."""

from __future__ import annotations

from tests.tui.hand import draw_for_nobody, read_styles_once, wait_for_what_happens

wait_for_what_happens()
draw_for_nobody()
read_styles_once()
