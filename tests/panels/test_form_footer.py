"""The footer of a form is that of what is under the hands: a box, the list below it, or nothing at all; the page of
a campaign that has ended."""

from __future__ import annotations

from typing import Any

from engine.kernel.orders import Field, Form
from tests.panels.desks import desk
from tests.thewar.endings.scenes import both, facts, holds, standing
from tests.tui.hand import drawn, press
from tests.tui.screens import drive, screen_text
from tests.tui.standin import StandinDesk
from tui.panels.filling import Filling


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


def test_a_form_without_a_box_is_a_page_that_enter_gives_and_escape_leaves() -> None:
    form = Form("adjourn", "Adjourn the campaign", "adjourn", (), "27.1")
    given: list[str] = []
    left: list[bool] = []
    filling = Filling(desk(), form, give=given.append, leave=lambda: left.append(True))
    assert filling.enter_says() == "give" and filling.offers() == () and filling.idle() == ""
    assert [filling.footer_label(key) for key in ("tick", "worn", "turn", "pick", "box", "complete")] == [""] * 6
    page = "\n".join(str(line) for line in filling.lay(60, 12))
    assert "The campaign is adjourned" in page
    for key, sign in (("x", "x"), ("tab", None), ("down", None), ("plus", "+"), ("left", None)):
        assert not filling.typed(key, sign), "no key of a box does anything"
    filling.paste("one line")
    assert "nothing to fill in" in filling.news
    filling.typed("enter", None)
    filling.typed("escape", None)
    assert given == ["adjourn"] and left == [True]
    # It is as it was opened, so nothing of it is kept for later.
    assert filling.typed_in() == {}


def test_the_end_of_a_campaign_is_read_from_its_first_line_wherever_the_step_was_scrolled_to() -> None:
    """A roll that stands below a long list ends it; the result is what is seen then."""
    seen: list[str] = []

    async def act(app: Any, pilot: Any) -> None:
        await drawn(app)
        seen.append(screen_text(app))
        await press(app, "enter")
        await drawn(app)
        seen.append(screen_text(app))

    # With all of this any die is the end.
    lost = both(holds("ussr", "berlin", "breslau", "vienna"), facts(firestorms_on_germany=4))
    here: Any = StandinDesk(lost(standing("germany", "1945-1-spring")))
    drive(here, act, (60, 20))
    before, after = seen
    assert "▸ rolls for surrender" in before and "German surrender roll" not in before.splitlines()[3]
    assert "is over: the Allies win" in after and "Germany has surrendered before Summer 1945" in after


def test_a_word_that_fits_nothing_of_a_box_is_said_as_the_caret_leaves_it() -> None:
    form = Form(
        "war",
        "War",
        "{power} declare {on}",
        (Field("power", "power", "6.0", ("germany", "italy")), Field("on", "on", "6.0", ("poland", "greece"))),
        "6.0",
    )
    filling = Filling(desk(), form, give=lambda _: None, leave=lambda: None)

    def said() -> str:
        return " ".join("\n".join(str(line) for line in filling.lay(60, 14)).split())

    for key in "neth":
        filling.typed(key, key)
    assert "is none of" not in said(), "while it is typed it may still become something"
    filling.typed("tab", None)
    assert "power: 'neth' is none of Germany, Italy" in said() and "still to say: on" in said()
    filling.typed("up", None)
    for _ in "neth":
        filling.typed("backspace", None)
    for key in "ger":
        filling.typed(key, key)
    filling.typed("tab", None)
    assert "is none of" not in said() and "Germany" in said()
