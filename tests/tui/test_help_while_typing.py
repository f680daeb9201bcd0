"""Help is a key away from every line that is being typed: `?` opens it and types nothing, except in words of the
player's own (a reason in quotes, a title), where F1 does and the footer says so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.kernel.orders import Field, Form
from tests.panels.desks import desk as small_desk
from tests.tui.every_screen import standing
from tests.tui.hand import drawn, press
from tests.tui.screens import campaign, drive, screen_text
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp
from tui.models.edit import Edit
from tui.panels.filling import Filling
from tui.screens.help import HelpScreen

FROM_A_STEP: dict[str, tuple[tuple[str, ...], str]] = {
    "the order line": ((":", *"germany decl"), "germany decl"),
    "the losses line": (("l", *"ger -1 inf"), "ger -1 inf"),
    "capture": (("c", "tab", *"pol"), "pol"),
    "a search among the places": (("m", "slash", *"par"), "par"),
    "the search of the journal": (("j", "slash", *"ruling"), "ruling"),
    "the palette": (("ctrl+p", *"jour"), "jour"),
    "a calculator": (("f3", "enter", *"12"), "12"),
}


def after(desk: Any, keys: Sequence[str], then: Sequence[str]) -> tuple[bool, str, str]:
    """Whether help is open after the keys, the screen then, and the screen after more keys."""
    found: list[Any] = []

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for key in keys:
            await press(app, key)
            await drawn(app)
        found.append(isinstance(app.screen, HelpScreen))
        found.append(screen_text(app))
        await press(app, *then)
        await drawn(app)
        found.append(screen_text(app))

    drive(desk, act, (80, 24))
    return found[0], found[1], found[2]


@pytest.mark.parametrize("where", FROM_A_STEP)
def test_a_question_mark_helps_and_what_was_typed_stays(where: str, tmp_path: Path) -> None:
    keys, typed = FROM_A_STEP[where]
    helped, page, back = after(campaign(tmp_path), (*keys, "?"), ("escape",))
    assert helped, f"no help from {where}:\n{page}"
    assert typed in back and f"{typed}?" not in back, f"what was typed in {where} is gone:\n{back}"


def test_the_order_line_helps_with_the_order_under_way() -> None:
    _, page, _ = after(small_desk(), (":", *"germany losses ", "?"), ())
    assert "The order line" in page and "name=value" in page


def test_the_footer_of_the_order_line_has_the_keys_of_the_line() -> None:
    _, page, back = after(small_desk(), (":", "g"), ("escape",))
    foot = page.splitlines()[-1]
    for said in ("enter give", "tab complete", "up earlier", "esc leave", "? help"):
        assert said in foot, foot
    assert "tab complete" not in back.splitlines()[-1], "the line is closed and its keys still stand there"


def test_in_a_reason_a_question_mark_is_typed_and_the_footer_names_the_other_key() -> None:
    ruling = 'ruling powers.germany.narfs 5 because "why not'
    helped, page, _ = after(small_desk(), (":", *ruling, "?"), ())
    assert not helped and "why not?" in page
    assert "F1 help" in page.splitlines()[-1] and "? help" not in page.splitlines()[-1]
    helped, _, back = after(small_desk(), (":", *ruling, "?", "f1"), ("escape",))
    assert helped and "why not?" in back


def test_a_form_takes_it_in_a_box_of_words_alone() -> None:
    fields = (Field("units", "units"), Field("why", "why"))
    form = Form("note", "Note", 'germany note {units} "{why}"', fields)
    filling = Filling(small_desk(), form, give=lambda line: None, leave=lambda: None)
    assert not filling.prose and not filling.typed("question_mark", "?")
    filling.typed("down", None)
    assert filling.prose and filling.typed("question_mark", "?")
    assert filling.edits["units"].text == "" and filling.edits["why"].text == "?"


def test_a_line_under_edit_leaves_it_to_help() -> None:
    assert Edit.of("3 ARM").pressed("question_mark", "?") is None
    assert Edit.of("Whose war").pressed("question_mark", "?", prose=True) == Edit.of("Whose war?")


def test_the_name_of_a_new_campaign_takes_none(tmp_path: Path) -> None:
    helped, page, _ = after(None, ("n", "tab", *["down"] * 12, "?"), ())
    assert helped, page


def test_every_form_of_a_step_opens_help_with_it() -> None:
    asked: dict[str, tuple[str, Any, Form]] = {}
    for name, stood in standing().items():
        desk = StandinDesk(stood)
        for form in desk.outlook().forms:
            asked.setdefault(form.verb, (name, desk, form))
    assert len(asked) > 20
    for name, desk, form in asked.values():
        filling = Filling(desk, form, give=lambda line: None, leave=lambda: None)
        for _ in form.fields:
            before = dict(filling.edits)
            if filling.prose:
                # Words of his own take the sign: there another key opens the help, and the footer names it.
                filling.typed("down", None)
                continue
            assert not filling.typed("question_mark", "?"), f"{name}, {form.verb}: a box takes the sign"
            assert filling.edits == before
            filling.typed("down", None)
