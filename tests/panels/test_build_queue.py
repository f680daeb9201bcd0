"""The build queue under the hands: what is queued, moved, counted and taken back, what is refused where it stands, and
what one key gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from textual.pilot import Pilot

from tests.panels.desks import Host, pressed, work
from tests.panels.queues import BUILD, german_desk, queue_desk
from tests.panels.test_panels import find
from tui.models.drafts import drafts
from tui.panels import panel_for
from tui.panels.build_queue import QueuePanel
from tui.panels.queue_lines import DONE

WIDE = (118, 31)


def german(*keys: str, size: tuple[int, int] = WIDE, **germany: Any) -> tuple[Host, list[str]]:
    return pressed(lambda: QueuePanel(german_desk(**germany)), keys, size)


def queue(host: Host) -> list[str]:
    """What is queued, by its texts."""
    return [line.planned.order.text for line in host.panel.lines]


def to(name: str) -> list[str]:
    """The keys that bring the cursor to an offer: it is looked for by its letters."""
    return ["slash", *["backspace"] * 12, *typed(name), "enter"]


def typed(text: str) -> list[str]:
    named = {" ": "space", "-": "minus", ":": "colon", ",": "comma"}
    return [named.get(sign, sign) for sign in text]


def test_the_step_has_its_panel_which_takes_the_whole_width() -> None:
    sequence = german_desk().ruleset.sequence
    assert panel_for(sequence[BUILD]) is QueuePanel and QueuePanel.wants > 100


def test_enter_queues_one_and_again_one_more_digits_set_the_number_minus_takes_off() -> None:
    host, lines = german("enter", "enter", "down", "3")
    assert queue(host) == ["germany construct inf-6-5 count=2", "germany construct arm-8-8 count=3"]
    assert "×2" in find(lines, "INF 6-5") and "in hand 121 → 56" in find(lines, "spent 65")
    assert "half of the base 85 → 20 of 85" in lines[0]
    host, _ = german("enter", "enter", "minus", "down", "3", "minus", "minus", "minus")
    assert queue(host) == ["germany construct inf-6-5"]
    host, _ = german("asterisk")
    assert queue(host) == ["germany construct inf-6-5 count=4"]
    assert not host.ordered


def test_a_line_moved_before_another_takes_the_normal_price_and_leaves_it_the_doubled_one() -> None:
    keys = ["enter", "down", "2", *to("FTR"), "enter", "tab"]
    host, lines = german(*keys, base=90)
    right = [line.partition("│")[2] for line in lines]
    assert re.search(r"FTR 3-3-2  11 beyond half of the base: twice +26$", "\n".join(right), re.MULTILINE)
    host, lines = german(*keys, "K", "K", base=90)
    assert queue(host)[0] == "germany construct ftr-3-3-2"
    right = [line.partition("│")[2] for line in lines]
    assert re.search(r"FTR 3-3-2 +15$", "\n".join(right), re.MULTILINE)
    assert re.search(r"ARM 8-8 ×2  11 beyond half of the base: t.* 45$", "\n".join(right), re.MULTILINE)
    host, _ = german(*keys, "shift+up", "shift+up", "shift+down", base=90)
    assert queue(host)[1] == "germany construct ftr-3-3-2"


def test_a_line_is_removed_and_every_edit_taken_back() -> None:
    host, _ = german("enter", "down", "enter", "tab", "delete")
    assert queue(host) == ["germany construct inf-6-5"]
    host, _ = german("enter", "down", "enter", "tab", "delete", "z")
    assert queue(host) == ["germany construct inf-6-5", "germany construct arm-8-8"]
    host, _ = german("enter", "down", "enter", "tab", "delete", *["z"] * 5)
    assert queue(host) == []


def test_a_refused_line_is_shown_at_once_with_every_rule_and_nothing_is_given() -> None:
    host, lines = german("9", "o", narfs=30)
    assert "9 INF 6-5 are asked for, 4 are in the force pool" in find(lines, " ✗ 9")
    assert any("it costs 63 NARFs, 30 are free" in line for line in lines)
    assert host.ordered == [] and host.panel.side == "queue" and host.panel.spot == "queue 0"
    assert find(lines, "✗ 1 refused")


def test_deficit_spending_is_asked_for_by_name() -> None:
    host, lines = german("2", narfs=10)
    assert any("deficit=yes spends 4 more than there are" in line for line in lines) or "14.1.4" in "\n".join(lines)
    assert find(lines, "✗ 1 refused")
    host, lines = german("2", "D", "o", "enter", narfs=10)
    assert host.ordered == [(("germany construct inf-6-5 count=2 deficit=yes",), ())]


def test_o_gives_the_whole_queue_at_once_and_d_ends_the_step_with_it() -> None:
    host, _ = german("enter", "down", "2", "o", "o")
    assert not host.ordered, "letters alone give nothing"
    host, _ = german("enter", "down", "2", "o", "down", "up", "enter")
    assert not host.ordered, "another key takes the question back"
    host, _ = german("enter", "down", "2", "o", "enter")
    given = ("germany construct inf-6-5", "germany construct arm-8-8 count=2")
    assert host.ordered == [(given, ())]
    host, _ = german("enter", "down", "2", "d", "enter")
    assert host.ordered == [((*given, "germany done"), ())]
    host, _ = german("d", "enter")
    assert host.ordered == [(("germany done",), ())]


def test_each_power_has_its_own_queue_and_the_last_d_gives_all() -> None:
    host, lines = pressed(lambda: QueuePanel(queue_desk()), ["enter", "d", "enter", "enter"], WIDE)
    assert "Germany buys  121 NARFs" in lines[0]
    host, _ = pressed(lambda: QueuePanel(queue_desk()), ["enter", "d", "enter", "enter", "d", "d", "enter"], WIDE)
    lines_given, _ = host.ordered[0]
    assert lines_given == ("italy construct inf-6-5", "germany construct inf-6-5 count=2", "italy done")
    host, lines = pressed(lambda: QueuePanel(queue_desk()), ["enter", "right_square_bracket"] * 2, WIDE)
    assert "Italy buys" in lines[0] and queue(host) == ["italy construct inf-6-5"]


def test_a_refused_line_of_another_power_stops_the_giving_and_is_shown() -> None:
    host, lines = pressed(lambda: QueuePanel(queue_desk()), ["9", "d", "enter", "d", "d", "enter"], WIDE)
    assert host.ordered == [] and "Italy buys" in lines[0] and host.panel.spot == "queue 0"


def test_work_goes_one_space_then_two_and_the_track_is_drawn() -> None:
    host, lines = german(*to("Kiel: F"), "enter")
    assert queue(host) == ["germany work kiel-1"]
    host, lines = german(*to("Kiel: F"), "enter", "enter")
    assert queue(host) == ["germany work kiel-1 spaces=2"]
    assert "Kiel ▪▪▪▪▪▪▪▫▫ Fleet 7/9" in find(lines, "   yards ")


def test_a_ship_laid_down_in_the_queue_can_be_worked_in_it() -> None:
    host, lines = german(*to("fleet"), "enter", *to("1/9"), "enter")
    assert queue(host) == ["germany lay-down fleet-1-12-5 wilhelmshaven", "germany work wilhelmshaven-1"]
    assert find(lines, "▸✓ Wilhelmshaven: Fleet 1/9 ×1")
    assert "Wilhelmshaven ▪▫▫▫▫▫▫▫▫ Fleet 1/9" in find(lines, "   yards ")
    assert not host.panel.plan("germany").refused


def test_not_one_more_says_the_limit_with_the_figure_asked_for() -> None:
    _, lines = german(*to("fortification"))
    assert find(lines, "Not 3: 3 fortifications this turn. 2 a turn.")


def test_v_turns_through_circumstances_and_yards() -> None:
    host, _ = german(*to("repair"), "enter", "v")
    assert queue(host) == ["germany mend arm-8-8 moved=yes"]
    host, _ = german(*to("repair"), "v", "v", "enter")
    assert queue(host) == ["germany mend arm-8-8 ussr=yes"]
    host, _ = german(*to("new yard"), "v", "enter")
    assert queue(host) == ["germany new-yard wilhelmshaven"]


def test_an_order_is_typed_judged_while_it_is_typed_and_queued() -> None:
    keys = ["e", *["backspace"] * 40, *typed("ger install fortification count=2")]
    host, lines = german(*keys)
    assert find(lines, "costs 4 (fortification x 2) NARFs") and queue(host) == []
    host, _ = german(*keys, "enter")
    assert queue(host) == ["germany install fortification count=2"]
    host, lines = german("e", *["backspace"] * 40, *typed("ger instal"), "enter")
    assert queue(host) == [] and host.panel.typing()
    host, lines = german("enter", "tab", "enter", *typed("count=3"), "enter")
    assert queue(host) == ["germany construct inf-6-5 count=3"]
    host, _ = german("e", *["backspace"] * 40, *typed("italy construct inf-6-5"), "enter", "escape")
    assert queue(host) == [] and not host.panel.typing()


def test_filters_by_letters_by_kind_and_by_what_may_be_bought() -> None:
    host, _ = german(*to("arm"))
    assert {one.section for one in host.panel.shown} == {"land", "repairs", "upgrades", "Reserves"}
    host, _ = german("r", "r")
    assert {one.section for one in host.panel.shown} == {"air"}
    host, lines = german(*["pagedown"] * 3, "up")
    assert find(lines, "not now") and find(lines, "INF 6-5, out of supply") and host.panel.every
    host, lines = german("a")
    assert not [one for one in host.panel.shown if one.shut]
    assert not [line for line in lines if line.startswith(" ✗")]
    host, lines = german("slash", *"zzz", "enter")
    assert find(lines, "nothing passes these filters")
    host, _ = german("slash", *"zzz", "escape")
    assert host.panel.text == ""


def test_what_was_given_stands_above_the_queue_and_comes_back_into_it_when_undone() -> None:
    found = german_desk()
    seen: dict[str, Sequence[str]] = {}

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "down", "2", "o", "enter")
        found.do(list(host.ordered[-1][0]))
        host.panel.show()
        await pilot.press("home", "enter")
        seen["given"], seen["queued after"] = host.text, queue(host)
        found.undo()
        host.panel.show()
        await pilot.pause()
        seen["undone"], seen["back"] = host.text, queue(host)

    work(lambda: QueuePanel(found), act, WIDE)
    right = [line.partition("│")[2] for line in seen["given"]]
    assert any(re.search(r"✓ builds 2 ARM 8-8 +34", line) for line in right)
    assert seen["queued after"] == ["germany construct inf-6-5"]
    assert not any("✓ builds" in line for line in seen["undone"])
    assert seen["back"] == [
        "germany construct inf-6-5",
        "germany construct arm-8-8 count=2",
        "germany construct inf-6-5",
    ]


def test_the_queue_outlives_its_panel_and_a_refusal() -> None:
    found = german_desk()

    async def fill(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "o", "enter")
        host.panel.refused(())

    work(lambda: QueuePanel(found), fill, WIDE)
    host, _ = pressed(lambda: QueuePanel(found), [], WIDE)
    assert queue(host) == ["germany construct inf-6-5"]
    assert drafts(found).of("germany") and not drafts(german_desk()).of("germany")


def test_what_is_under_the_cursor_is_what_the_frame_asks_about() -> None:
    host, _ = german()
    assert host.panel.focused_order() == "germany construct inf-6-5"
    assert host.panel.focused_path() == "powers.germany.room"
    host, _ = german("enter", "2", "tab")
    assert host.panel.focused_order() == "germany construct inf-6-5 count=2"


def test_a_click_goes_to_its_side() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "down", "enter")
        row = next(y for y, line in enumerate(host.text) if "INF 6-5" in line.partition("│")[2])
        await pilot.click(offset=(80, row))
        assert host.panel.spot == "queue 0"
        row = next(y for y, line in enumerate(host.text) if line.startswith("   ARM 8-8"))
        await pilot.click(offset=(6, row))
        assert host.panel.spot.endswith("arm-8-8") and host.panel.side == "offers"
        await pilot.press("end")
        assert host.panel.spot == DONE

    work(lambda: QueuePanel(german_desk()), act, WIDE)


def test_lines_keep_within_the_width_at_every_size() -> None:
    keys = ["9", "down", "2", *to("Kiel: F"), "enter"]

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        for width in (60, 78, 100, 118, 160):
            for key in ("tab", "tab", "e", "escape"):
                await pilot.press(key)
                lines = [line.row for line in host.panel.lay(width)]
                assert lines and not [line.text for line in lines if line.width > width]

    work(lambda: QueuePanel(german_desk()), act, (78, 15))
    host, lines = german(*keys, size=(78, 15))
    assert len(lines) <= 15
    assert "Build" not in host.panel.help_text() or "queue" in host.panel.help_text()
