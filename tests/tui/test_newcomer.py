"""What a newcomer met at 80x24: duties under the fold, figures with a zero before them, pastes of several lines, and
questions that outlived the next key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from engine.kernel.orders import Form
from engine.kernel.umpire import Ruling
from engine.thewar.world.state import Unit
from tests.panels import strategic
from tests.panels.desks import EASTERN_WAR, Host, desk, work
from tests.panels.moves import moving_germans
from tests.panels.test_combat import desk as fighting
from tests.thewar.politics.purchases import SIDES
from tests.thewar.politics.purchases import scene as diplomatic
from tests.thewar.values import wars_of
from tests.tui.screens import campaign, drive, screen_text
from tests.tui.standin import StandinDesk
from tests.tui.test_led_past import at_the_points, said, step
from tui import frame_model
from tui.app import WarledgerApp
from tui.frame_model import DueLine
from tui.models.forms import form_of
from tui.order_line import hints, offers, read
from tui.panels.combat import CombatPanel
from tui.panels.filling import Filling
from tui.panels.moving import MovingPanel
from tui.panels.quick import CapturePanel
from tui.reader import pondered

DUTIES = (
    DueLine("Garrison against the Soviet Union: 12 factors and 1 air unit", "16.5", False, ""),
    DueLine("Belgium asks for a declaration", "23.1", False, "germany declare belgium"),
)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_capital_y_stands_on_the_first_duty_in_sight_and_enter_says_why_it_opens_nothing(
    home: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_model, "due", lambda desk: DUTIES)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("Y")
        await pilot.pause()
        await pilot.pause()
        assert "\u25b8 \u00b7 Garrison against the Soviet Union" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "no order here meets this" in said(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.screen.query_one(Input).value.strip() == "germany declare belgium"

    drive(campaign(home), act, size)


def test_capital_y_and_enter_typed_in_one_go_stand_on_the_duty(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_model, "due", lambda desk: DUTIES)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("Y", "enter")
        await pilot.pause()
        assert "no order here meets this" in said(app)

    drive(campaign(home), act, (80, 24))


def test_a_ruling_says_a_figure_without_zeros_before_it(home: Path) -> None:
    desk = campaign(home)
    order = desk.understand('ruling powers.italy.hand 01 because "counted"')
    assert order.text == 'ruling powers.italy.hand 1 because "counted"'
    named = Ruling("powers.italy.hand", "01", "counted")
    assert desk.understand(named.text) == named


def test_a_paste_of_several_lines_says_what_it_left(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        screen: Any = app.screen
        screen.current.post_message(Paste("us effort none\nfrance effort none\nussr effort none"))
        await pilot.pause()
        await pilot.pause()
        line = app.screen.query_one(Input)
        assert line.value == "us effort none"
        assert "2 more lines were not taken" in said(app)
        await pilot.press("backspace")
        await pilot.pause()
        assert "not taken" not in said(app)
        line.value = ""
        await pilot.pause()
        line.post_message(Paste("us effort none\rus effort none\r"))
        await pilot.pause()
        await pilot.pause()
        assert line.value == "us effort none"
        assert "1 more line was not taken" in said(app)

    drive(campaign(home), act, (80, 24))


def test_another_key_takes_back_the_question_whether_to_go_on(home: Path) -> None:
    desk = at_the_points(home)
    for line in ("italy done", "britain done"):
        desk.do([line])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert "once more" in said(app)
        await pilot.press("up")
        await pilot.pause()
        assert "once more" not in said(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert step(desk) == "declarations.declare" and "once more" in said(app)
        await pilot.press("enter")
        await pilot.pause()
        assert step(desk) != "declarations.declare"

    drive(desk, act, (80, 24))


@pytest.mark.parametrize("key", ["i", "greater_than_sign"])
def test_the_key_that_passes_on_closes_the_page_of_accounts_and_says_so(home: Path, key: str) -> None:
    desk = at_the_points(home)
    before = step(desk)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await pilot.pause()
        screen: Any = app.screen
        assert screen.current.where == "accounts" and "esc on" in screen_text(app)
        await pilot.press(key)
        await pilot.pause()
        assert screen.current.where == "points" and step(desk) == before
        assert key == "i" or "back at the step at hand" in said(app)

    drive(desk, act, (80, 24))


def test_a_capture_begins_with_the_power_in_whose_block_the_cursor_is() -> None:
    found = moving_germans()
    panel = MovingPanel(found)
    panel.show()
    assert panel.whose() == "germany"
    capture = CapturePanel(found)
    capture.begin_with(panel.whose())
    assert capture.filling is not None and capture.filling.edits["by"].text == "germany"


def test_1_2_who_is_at_peace_is_not_offered_as_the_one_that_takes_a_place() -> None:
    found = desk(step="axis.operations.supply", wars=EASTERN_WAR)
    for verb in ("capture", "conquer"):
        form = form_of(found, verb, "italy")
        assert form is not None and form.fields[1].default == "germany"
    at_peace = form_of(desk(step="axis.operations.supply", wars={}), "capture", "italy")
    assert at_peace is not None and at_peace.fields[1].default == "italy"


def capture_of(campaign: Any, *keys: str, power: str = "germany") -> Any:
    """The form of a capture with a place typed in it."""
    found: Any = StandinDesk(campaign)
    form = form_of(found, "capture", power)
    assert form is not None
    filling = Filling(found, form, give=lambda line: None, leave=lambda: None)
    for key in keys:
        filling.typed(key, key if len(key) == 1 else None)
    return filling


def test_1_2_a_capture_proposes_the_only_enemy_who_may_have_taken_the_place() -> None:
    east = desk(step="axis.operations.supply", wars=EASTERN_WAR).campaign
    mixed = attrs.evolve(east, wars=wars_of({"germany+ussr": "1939-3-fall", "britain+italy": "1939-3-fall"}))
    assert capture_of(mixed, *"kie", power="italy").edits["by"].text == "germany", "at war with its holder alone"
    assert capture_of(mixed, *"zzz", power="italy").edits["by"].text == "italy", "no place: who acts"
    both = attrs.evolve(east, wars=wars_of({**dict.fromkeys(("germany+ussr", "italy+ussr"), "1939-3-fall")}))
    assert capture_of(both, *"kiev", power="italy").edits["by"].text == "italy", "both are far away: who acts"
    key = next(key for key, unit in both.units.items() if unit.power == "germany" and unit.kind == "inf")
    there = attrs.evolve(both, units={**both.units, key: attrs.evolve(both.units[key], place="kiev")})
    assert capture_of(there, *"kiev", power="italy").edits["by"].text == "germany", "its units stand there"


def test_1_2_a_taker_that_was_typed_is_not_proposed_away() -> None:
    east = desk(step="axis.operations.supply", wars=EASTERN_WAR).campaign
    filling = capture_of(east, "tab", *"italy", "shift+tab", *"kiev", power="germany")
    assert filling.edits["by"].text == "italy"
    assert capture_of(east, *"kiev", "backspace").edits["by"].text == "germany"


def test_losses_begin_with_the_power_that_fights_and_not_with_a_neutral() -> None:
    world = desk(step="axis.operations.combat", wars=EASTERN_WAR).campaign
    alpini = {"italy-inf-900": Unit(power="italy", kind="inf", strength="4-5")}
    found: Any = StandinDesk(attrs.evolve(world, units={**alpini, **world.units}))
    form: Any = form_of(found, "losses", "italy")
    owners = [counter.owner for counter in form.fields[0].counters(found.campaign, {})]
    assert owners[0] == "Germany" and "Italy" in owners[1:]


@pytest.mark.parametrize(("verbs", "label"), [(("attack", "losses"), None), (("losses",), "form"), ((), "")])
def test_the_footer_says_announce_only_where_something_can_be_announced(verbs: tuple[str, ...], label: Any) -> None:
    panel = CombatPanel(desk())
    forms = tuple(Form(verb, verb, verb, (), "") for verb in verbs)
    panel.forms = lambda: forms  # type: ignore[method-assign]
    assert panel.footer_label("announce") == label
    assert panel.footer_label("fight") is None


def test_several_lines_pasted_into_an_order_are_not_run_together_with_it(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"us ")
        line = app.screen.query_one(Input)
        line.post_message(Paste("us effort none\nfrance effort none"))
        await pilot.pause()
        await pilot.pause()
        assert line.value == "us " and "nothing was taken" in said(app)
        line.post_message(Paste("effort none\n"))
        await pilot.pause()
        await pilot.pause()
        assert line.value == "us effort none" and "not taken" not in said(app) and "nothing was taken" not in said(app)

    drive(campaign(home), act, (80, 24))


def test_the_order_line_offers_several_names_at_80_columns_whatever_is_typed_of_the_list() -> None:
    found = desk(step="axis.operations.attacks", wars=EASTERN_WAR)
    line = "germany attack smolensk units=3-arm-8-8,2-inf-6-5,"
    reading = read(found, line)
    told = [one.text for one in hints(reading, 80)]
    names = " ".join(told[-2:]).split()
    assert all(len(one) <= 80 for one in told) and len([one for one in names if "units=" not in one]) >= 8


def test_the_order_line_tells_what_follows_from_a_declaration_of_war() -> None:
    found: Any = StandinDesk(diplomatic("1940-1-spring", "declarations.declare", dict.fromkeys(SIDES, "solo")))
    told = [one.text for one in hints(read(found, "germany declare norway"), 80)]
    assert all(len(one) <= 80 for one in told) and len(told) <= 5
    text = " ".join(" ".join(told).split())
    for one in ("costs 5", "war: Germany with Norway", "Satellite of Britain", "U.S. Entry Level"):
        assert one in text
    refused = [one.text for one in hints(read(found, "germany declare norway deficit=maybe"), 80)]
    assert "Satellite" not in " ".join(refused)


def test_a_step_is_completed_behind_done_through(home: Path) -> None:
    found = campaign(home, ["italy effort sle"])
    assert set(offers(found, "us done through end.p")) == {"end.points", "end.partisans", "end.pact"} & set(
        offers(found, "us done through end.p")
    )
    assert "end.points" in offers(found, "us done through end.p")
    assert not [one for one in offers(found, "us done through ") if "." not in one]


def test_a_form_offers_several_names_at_80_columns() -> None:
    found: Any = StandinDesk(strategic.campaign("axis.operations.attacks"))
    form = form_of(found, "attack", "germany")
    assert form is not None
    filling = Filling(found, form, give=lambda line: None, leave=lambda: None)
    for width in (44, 58, 78):
        lines = [one.row.text for one in filling.lay(width, 14)]
        at = next(y for y, one in enumerate(lines) if one.strip().startswith("tab "))
        assert lines[at].count(",") >= 2, lines


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_the_form_of_an_attack_says_where_its_factors_and_its_modifier_come_from(size: tuple[int, int]) -> None:
    found = fighting()
    seen: list[str] = []

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        for text in ("smolensk", "ussr-inf", "3 ARM 8-8, 2 INF 6-5", "", "clear"):
            host.panel.pasted(text)
            await pilot.press("down" if text else "tab")
        # As far as a window of this size shows without leaving the form: page by page.
        for _ in range(6):
            top, height = host.panel.scroll_offset.y, host.panel.size.height
            seen.extend(line.text.split("\u2502")[0] for line in host.panel._rows[top : top + height])
            assert "36 to 9" in " ".join(line.text for line in host.panel._rows)
            await pilot.press("pagedown")
        assert host.panel.typing() and not host.ordered
        await pilot.press("down")
        line = next(y for y, spot in enumerate(host.panel._places) if spot == host.panel.at_line())
        assert host.panel.scroll_offset.y <= line < host.panel.scroll_offset.y + host.panel.size.height

    work(lambda: CombatPanel(found), act, (size[0] - 2, size[1] - 9))
    text = " ".join(" ".join(seen).split())
    for part in ("24 3 ARM 8-8", "8 printed", "12 2 INF 6-5", "4 x 2 in the hex", "+1 city", "First-Rate against"):
        assert part in text, f"{part} in\n" + "\n".join(seen)


def test_escape_keeps_what_is_typed_in_a_form_until_the_turn_is_over() -> None:
    found = fighting()

    async def act(host: Host, pilot: Pilot[None]) -> None:
        panel = host.panel
        await pilot.press("n", *"smol", "down", *"3 ARM 8-8", "escape")
        assert not panel.typing() and "kept" in host.said[-1]
        await pilot.press("n")
        assert [edit.text for edit in panel.filling.edits.values()][:2] == ["smolensk", "3 ARM 8-8"]
        assert "as you left it" in host.said[-1]
        # Left as it was opened it stays kept; emptied it is gone.
        await pilot.press("escape", "n", "up", "ctrl+u", "up", "ctrl+u", "escape")
        said = len(host.said)
        await pilot.press("n")
        assert len(host.said) == said and not any(edit.text for edit in list(panel.filling.edits.values())[:2])
        await pilot.press("escape", "n", *"x", "escape")
        turn = found.campaign.progress.turn
        progress = attrs.evolve(found._whole.progress, turn=turn + 1)
        found._whole = attrs.evolve(found._whole, progress=progress)
        await pilot.press("n")
        assert not panel.filling.edits["where"].text

    work(lambda: CombatPanel(found), act)


def test_escape_keeps_losses_a_capture_and_the_order_line(home: Path) -> None:
    found = campaign(home)
    before = found.last_number

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("l", *"ger -2 inf", "escape", "l")
        await pilot.pause()
        assert "ger -2 inf" in screen_text(app)
        await pilot.press("ctrl+u", "escape", "c", *"par", "pagedown", "pageup")
        await pilot.pause()
        assert "par" in screen_text(app)
        await pilot.press("escape", "colon", *"us eff", "escape")
        await pilot.pause()
        assert "kept" in said(app) and not app.screen.query(Input)
        await pilot.press("colon", "up")
        assert app.screen.query_one(Input).value == "us eff" and found.last_number == before

    drive(found, act, (80, 24))


def test_who_waits_has_no_key_in_his_footer_that_does_nothing(home: Path) -> None:
    found = campaign(home, ["italy effort none"], seats=2)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        shown = {(one.id, one.where) for one in app.screen.actions()}  # type: ignore[attr-defined]
        assert "Waiting for" in screen_text(app)
        assert not {where for _, where in shown} & {"orders", "logistics"}
        assert not {one for one, _ in shown} & {"up", "finish", "onward", "ponder"}
        assert {"journal", "undo", "losses"} <= {one for one, _ in shown}
        # Who shares the screen sits down behind a curtain.
        assert ("enter", "waiting") in shown and "enter hand over" in screen_text(app)
        await pilot.press("d")
        await pilot.pause()
        assert "waiting for" in said(app)

    drive(found, act, (80, 24))


def test_what_if_says_what_is_asked_next_where_no_figure_changes() -> None:
    from tests.thewar.strategic.test_raider_hunt import ROUTE, at_sea

    game = at_sea()
    game.give(f"germany raiders-sail {ROUTE}")
    found: Any = StandinDesk(attrs.evolve(game.campaign, seats=dict.fromkeys(game.campaign.powers, "solo")))
    text = "\n".join(line.text for line in pondered(found, ["britain seek-raiders glasgow"]))
    assert "then Britain is asked: where, and with how many ships?" in text and "Faeroes, 1 from port" in text
    found.do(["britain seek-raiders glasgow"])
    text = "\n".join(line.text for line in pondered(found, ["britain raider-search faeroes 3"]))
    assert "the sides meet" in text and "yes in 60 %" in text, text
