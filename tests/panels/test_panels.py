"""The panels under the hands: keys, what is posted, what stands on the lines."""

from __future__ import annotations

import attrs
import pytest
from textual.pilot import Pilot

from engine.kernel.dice import NeedsDie
from engine.kernel.procedures import Decision
from tests.panels.desks import EASTERN_WAR, Host, desk, in_greece, past_efforts, pressed, work
from tests.thewar.builds import at
from tests.tui.standin import StandinDesk
from tui.models.waiting import ending
from tui.panels import overlay_for, panel_for
from tui.panels.accounts import AccountsPanel
from tui.panels.byhand import ByHandPanel
from tui.panels.choosing import lay_ending
from tui.panels.combat import CombatPanel
from tui.panels.curves import CurvesPanel
from tui.panels.dice import DicePanel
from tui.panels.forces import ForcesPanel
from tui.panels.logistics import LogisticsPanel
from tui.panels.places import PlacesPanel
from tui.panels.quick import CapturePanel, LossesPanel
from tui.panels.sheet import SheetPanel
from tui.panels.step import OrdersPanel
from tui.panels.tables import TablesPanel


def find(lines: list[str], part: str) -> str:
    found = [line for line in lines if part in line]
    assert found, f"{part!r} stands nowhere in\n" + "\n".join(lines)
    return found[0]


def test_every_step_has_a_panel_and_every_overlay_its_own() -> None:
    for step in desk().ruleset.sequence.steps:
        assert issubclass(panel_for(step), OrdersPanel), step.id
    assert panel_for(desk().ruleset.sequence["planning.effort"]) is LogisticsPanel
    for name in ("losses", "capture", "accounts", "forces", "curves", "tables", "sheet", "dice"):
        assert overlay_for(name) is not None
    assert overlay_for("nothing") is None


def test_enter_buys_the_effort_under_the_cursor() -> None:
    host, lines = pressed(lambda: LogisticsPanel(desk()), ["down", "down", "plus", "plus", "minus", "enter"])
    assert host.ordered == [(("italy effort rle count=2",), ())]
    assert "8    24  within 4 hexes" in find(lines, "Regional")
    assert "Italy has 32 NARFs in hand" in find(lines, "Pass")


def test_a_refused_effort_shows_its_reason_and_rule_without_a_key() -> None:
    _, lines = pressed(lambda: LogisticsPanel(desk()), ["end"])
    assert any(line.startswith(" ✗ Italy has 32 NARFs in hand. Pass is for") for line in lines)
    assert any(line.rstrip().endswith("4.5") for line in lines)


def test_the_next_buyer_begins_at_his_first_effort() -> None:
    found = desk()

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("down", "down", "plus", "enter")
        await pilot.pause()
        found.do(host.ordered[0][0])
        host.panel.show()
        assert host.panel.spot == "none"
        assert host.panel.model.name == "United States"
        assert {row.many for row in host.panel.model.rows} == {0, 1}

    work(lambda: LogisticsPanel(found), act)


@pytest.mark.parametrize("size", [(52, 30), (78, 14), (118, 30)])
def test_lines_keep_within_the_width(size: tuple[int, int]) -> None:
    found = past_efforts(desk())
    for make in (
        lambda: LogisticsPanel(desk()),
        lambda: ByHandPanel(found),
        lambda: ForcesPanel(found),
        lambda: AccountsPanel(found),
        lambda: CurvesPanel(found),
        lambda: TablesPanel(found),
        lambda: CapturePanel(found),
        lambda: LossesPanel(found),
    ):
        host, lines = pressed(make, [], size)
        too_long = [line.row.text for line in host.panel.lay(size[0]) if len(line.row.text.rstrip()) > size[0]]
        assert lines and not too_long, f"{type(host.panel).__name__}: {too_long}"


def test_one_enter_ends_a_step_by_hand_and_one_key_passes_on() -> None:
    host, lines = pressed(lambda: ByHandPanel(past_efforts(desk())), ["enter", "greater_than_sign"])
    assert host.ordered == [(("italy done",), ()), (("italy done through planning.propaganda",), ())]
    assert find(lines, "▸ Done, go on")
    assert "Declarations of war" in find(lines, "Pass on")


def test_the_key_that_passes_on_ends_the_step_where_a_decision_comes_next() -> None:
    found = in_greece()
    host, lines = pressed(lambda: ByHandPanel(found), ["greater_than_sign"])
    assert [orders[-1].split()[1:] for orders, _ in host.ordered] == [["done"]]
    assert not any("Pass on" in line for line in lines)


def test_a_figure_is_typed_and_set_with_the_end_of_the_step() -> None:
    host, lines = pressed(lambda: ByHandPanel(in_greece()), ["home", "enter", "n", "o", "enter", "enter"])
    assert host.ordered == [
        (('ruling facts.greek-airbase-open no because "Airbase in Greece (23.23)"', "germany done"), ())
    ]
    assert "yes → no" in find(lines, "Privilege still open")
    assert find(lines, "Set 1 figure and go on")


def test_the_first_digit_replaces_a_figure_that_was_opened_and_zeros_before_it_go() -> None:
    found = desk(step="strategic-warfare.allied-partisans", facts={"allied-partisans": 3})
    for keys in (["1"], ["0", "1"]):
        _, lines = pressed(lambda: ByHandPanel(found), ["home", "enter", *keys, "enter"])
        assert find(lines, "German SMPs lost this turn").split()[-4:-1] == ["0", "→", "1"]


def test_a_figure_with_choices_is_turned_and_escape_forgets_what_is_typed() -> None:
    _, lines = pressed(lambda: ByHandPanel(in_greece()), ["home", "right", "right", "left"])
    assert "→ no" in find(lines, "Privilege still open")
    _, lines = pressed(lambda: ByHandPanel(in_greece()), ["home", "enter", "x", "escape"])
    assert "yes" in find(lines, "Privilege still open") and "x" not in find(lines, "Privilege still open")


def test_a_bad_figure_holds_the_step_and_says_why() -> None:
    host, lines = pressed(lambda: ByHandPanel(in_greece()), ["home", "enter", *"perhaps", "tab", "enter"])
    assert host.ordered == []
    assert find(lines, "'perhaps' is none of these")


def test_while_a_form_is_open_letters_are_typed_and_nothing_else() -> None:
    found = past_efforts(desk())

    async def act(host: Host, pilot: Pilot[None]) -> None:
        host.panel.stand("form:points")
        await pilot.press("enter")
        await pilot.pause()
        assert host.panel.typing() and host.panel.where == "form"
        await pilot.press("q", "u", "l")
        await pilot.pause()
        assert any(edit.text.endswith("qul") for edit in host.panel.filling.edits.values())
        await pilot.press("escape")
        await pilot.pause()
        assert not host.panel.typing() and host.panel.where == "by-hand"

    work(lambda: ByHandPanel(found), act)


def test_a_place_is_captured_in_a_few_keys() -> None:
    found = desk(step="axis.operations.supply", wars=EASTERN_WAR)
    host, lines = pressed(lambda: CapturePanel(found), ["k", "i", "tab", *"germ", "enter"])
    assert host.ordered == [(("capture kiev germany",), ())]
    assert find(lines, "68 → 65")
    assert host.closed == 0


def test_a_capture_that_is_refused_says_so_before_enter() -> None:
    _, lines = pressed(lambda: CapturePanel(desk()), ["k", "i", "tab", *"ussr"])
    assert find(lines, "✗ the Soviet Union holds Kiev already")


def test_other_changes_of_hands_are_a_page_away() -> None:
    _, lines = pressed(lambda: CapturePanel(desk()), ["pagedown", *"pol", "tab", *"germany"])
    assert find(lines, "conquer poland germany")


def test_losses_are_completed_and_given() -> None:
    host, _ = pressed(lambda: LossesPanel(desk()), [*"ger", "tab", *"-2 in", "tab", "enter"])
    assert host.ordered == [(("losses germany -2 inf-6-5",), ())]


def test_losses_close_when_they_are_done_and_stay_when_refused() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press(*"germany -9 inf-6-5", "enter")
        await pilot.pause()
        host.panel.refused(())
        host.panel.show()
        assert host.closed == 0
        await pilot.press("escape")
        await pilot.pause()
        assert host.closed == 1

    work(lambda: LossesPanel(desk()), act)


def test_the_forces_are_sifted_by_keys() -> None:
    _, lines = pressed(lambda: ForcesPanel(desk()), ["tab", "v", "v"])
    assert "Germany" in lines[0] and "depleted" in lines[0]
    assert find(lines, "INF 6-5")
    assert not any("ARM" in line for line in lines)
    _, lines = pressed(lambda: ForcesPanel(desk()), ["slash", *"zzz"])
    assert find(lines, "Nothing passes these filters")
    _, lines = pressed(lambda: ForcesPanel(desk()), ["slash", *"zzz", "escape", "a"])
    assert find(lines, "ARM 8-8")


def test_accounts_unfold_the_power_under_the_cursor() -> None:
    _, lines = pressed(lambda: AccountsPanel(desk("1940-1-spring")), ["tab"], (78, 12))
    assert "▸ Italy" in find(lines, "Italy")
    assert find(lines, "Libya")
    assert "hand 85 → 170" in find(lines, "Germany")


def test_enter_on_accounts_without_several_causes_says_so_and_stands_in_no_footer() -> None:
    host, _ = pressed(lambda: AccountsPanel(desk("1939-3-fall")), ["enter"], (78, 12))
    assert host.panel.enter_says() == "" and not host.panel.brief
    assert host.said == ["every cause stands here: no heading sums up several"]
    host, _ = pressed(lambda: AccountsPanel(desk("1940-1-spring")), ["tab", "enter"], (78, 12))
    assert host.panel.enter_says() == "unfold" and host.panel.brief and not host.said
    host, _ = pressed(lambda: AccountsPanel(desk("1940-1-spring")), ["tab", "enter", "enter"], (56, 14))
    assert host.panel.enter_says() == "fold" and not host.panel.brief


def test_accounts_tell_every_cause_whole_however_narrow_they_are() -> None:
    _, wide = pressed(lambda: AccountsPanel(desk("1940-1-spring")), ["tab"], (120, 14))
    _, narrow = pressed(lambda: AccountsPanel(desk("1940-1-spring")), ["tab"], (44, 20))
    assert find(wide, "left over from last year is lost")
    assert not any("…" in line for line in narrow) and "is lost" in " ".join(" ".join(narrow).split())


def test_all_filters_off_says_that_none_is_on() -> None:
    for make in (lambda: ForcesPanel(desk()), lambda: PlacesPanel(desk())):
        host, _ = pressed(make, ["a"])
        assert host.said == ["no filter is on: everything is shown"]
        host, _ = pressed(make, ["tab", "a"])
        assert not host.said


def test_enter_where_no_place_passes_the_filters_says_so() -> None:
    host, _ = pressed(lambda: PlacesPanel(desk()), ["slash", *"zzz", "enter", "enter"])
    assert host.panel.enter_says() == "" and host.said == ["no place is under the cursor"]


def test_curves_tables_and_sheet_can_be_read() -> None:
    _, lines = pressed(lambda: CurvesPanel(desk()), ["left", "right"])
    assert "Fall 1939 (1 of 1)" in find(lines, "Fall 1939")
    host, lines = pressed(lambda: TablesPanel(desk()), [])
    assert find(lines, "Logistical efforts")
    _, lines = pressed(lambda: SheetPanel(desk()), ["down", "down"])
    assert find(lines, "Powers, in NARFs")
    assert host.ordered == []


def test_own_dice_are_typed_and_given_with_the_same_orders() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        host.panel.ask(NeedsDie("t/planning.effort/germany/attack/1", 10, 1), ("germany fight",), (4,))
        await pilot.press(*"7 30", "enter")
        await pilot.pause()
        assert find(host.text, "Roll for Germany: attack.")
        await pilot.press("backspace", "x", "enter")
        await pilot.pause()
        assert find(host.text, "✗")

    host = work(lambda: DicePanel(desk(keyboard=True)), act)
    assert host.ordered == [(("germany fight",), (4, 7, 3, 10))]


def test_plain_choices_are_listed_with_cost_and_reason() -> None:
    host, lines = pressed(lambda: OrdersPanel(desk()), ["down", "enter"])
    assert host.ordered == [(("italy effort sle",), ())]
    assert "8     24" in find(lines, "buys Sustained Effort")
    assert "✗" in find(lines, "passes")


def test_a_decision_comes_before_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    found = desk()
    asked = Decision(
        "italy", "Fight another round?", ("italy effort none", "italy effort sle"), "italy effort none", "10.2"
    )
    outlook = found.outlook()
    deciding = attrs.evolve(outlook, decision=asked, choices=outlook.choices[:2])
    monkeypatch.setattr(found, "outlook", lambda: deciding)
    host, lines = pressed(lambda: LogisticsPanel(found), ["down", "plus", "enter"])
    assert lines[0].startswith(" Fight another round?") and lines[0].endswith("10.2")
    assert host.ordered == [(("italy effort sle",), ())]


def test_what_the_cursor_stands_on_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        assert host.panel.focused_order() == "germany done"
        await pilot.press("home")
        assert host.panel.focused_path() == "facts.greek-airbase-open"
        await pilot.press("end")
        assert host.panel.focused_order() == "germany done"
        assert "23.23" not in host.panel.help_text() and host.panel.help_text()

    work(lambda: ByHandPanel(in_greece()), act)


def test_the_end_of_the_campaign_replaces_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    found = desk()
    over = attrs.evolve(found.outlook(), over="Germany has surrendered", choices=(), make_forms=tuple)
    monkeypatch.setattr(found, "outlook", lambda: over)
    host, lines = pressed(lambda: LogisticsPanel(found), ["enter"])
    assert find(lines, "is over: Germany has surrendered.")
    assert find(lines, "Britain")
    assert find(lines, "The map as the war ended; M opens it")
    drawn = lay_ending(ending(found, over), 78)[-30:]
    assert {line.row.width for line in drawn} == {78} and any("★" in line.row.text for line in drawn)
    letters = lay_ending(ending(found, over), 78, colours=False)[-30:]
    assert all(line.row.text.isascii() or "★" in line.row.text or "●" in line.row.text for line in letters)
    assert {ink for line in letters for _, ink in line.row.pieces} <= {"", "strong"}
    assert host.ordered == []


def test_a_seat_with_nothing_to_do_is_told_for_whom_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    found = desk()
    idle = attrs.evolve(found.outlook(), choices=(), make_forms=tuple)
    monkeypatch.setattr(found, "outlook", lambda: idle)
    _, lines = pressed(lambda: LogisticsPanel(found), [])
    assert find(lines, "Waiting for Italy.")


def test_markup_and_control_signs_are_shown_literally() -> None:
    found = desk()
    germany = attrs.evolve(found.campaign.powers["italy"], name="[red]Italy\x1b[0m")
    odd = desk(powers={**found.campaign.powers, "italy": germany})
    _, lines = pressed(lambda: LogisticsPanel(odd), [])
    assert find(lines, "[red]Italy?[0m buys")


def test_enter_alone_does_nothing_but_go_on_where_all_may_be_left() -> None:
    host, lines = pressed(lambda: OrdersPanel(desk("1940-1-spring", step="planning.evasion")), ["enter"])
    assert find(lines, "▸ Done, go on  nothing here has to be ordered") and find(lines, "buys an Evasion chit")
    assert host.ordered == [(("germany done",), ())]


def test_why_the_cursor_begins_on_the_end_of_a_step_is_said_where_it_stands() -> None:
    """In a low window too, where the orders that may be given stand above what is in sight."""
    start, said = at("axis.operations.breakdown"), "nothing here has to be ordered"
    _, lines = pressed(lambda: OrdersPanel(StandinDesk(start)), [], (58, 14))
    assert find(lines, f"▸ Done, go on  {said}")
    _, lines = pressed(lambda: OrdersPanel(StandinDesk(start)), ["up"], (58, 14))
    assert find(lines, "Done, go on") and not any(said in line for line in lines)


def test_a_panel_opened_in_the_middle_of_a_step_stands_where_it_would_on_coming_to_it() -> None:
    """It is drawn once before anything is read: no cursor is left where it stood then."""
    _, lines = pressed(lambda: CombatPanel(StandinDesk(at("axis.operations.attacks"))), [])
    assert find(lines, "▸ Announce an attack")
