"""Odds that build themselves: the same lines before the die and after it, on every screen and from the command line;
what decides stays in sight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import pytest

from engine.kernel.sheets.reports import Cast
from engine.thewar.ruleset import RULESET
from tests.panels.desks import Host, work
from tests.panels.test_combat import at_sea, desk, over_the_front
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, stepped
from tests.thewar.ground.test_overruns import AV, field
from tests.tui.standin import StandinDesk
from tui.cli.battles import as_text, before_text
from tui.models import battles as model
from tui.models.combat import Before, previewed
from tui.panels import panel_for
from tui.panels.battle_picture import lay_battle
from tui.panels.combat import CombatPanel, before_line, lay_before
from tui.reader import pondered

DECISIVE = "36 to 18: 2-1 → 4-1 · die −3"
WIDTHS = (50, 78, 118)
Fought = tuple[Before, model.Battle]


def joined(lines: Iterable[str]) -> str:
    """Lines as one text, however they were broken."""
    return " ".join(" ".join(lines).split())


def parts(cast: Cast) -> list[str]:
    """Everything that a page of a roll must say: labels, reasons, rules, figures."""
    found = []
    for side in cast.strengths:
        found += [side.who, side.amount, side.rating]
        found += [text for share in side.shares for text in (share.label, share.why, share.rule)]
    for each in (*cast.shifts, *cast.reckoned):
        found += [each.label, each.why, each.rule]
    return [text for text in found if text]


def told(cast: Cast, lines: Iterable[str]) -> None:
    """Every word of it stands there; lines may be broken, and rules stand between a label and its reason."""
    said = joined(lines)
    for part in parts(cast):
        assert all(word in said for word in part.split()), part


def ground() -> Fought:
    found: Any = StandinDesk(stepped(desk(f"{ATTACK} air=mdm").campaign, COMBAT))
    before = previewed(found, "germany fight smolensk")
    found.do(["germany fight smolensk"])
    return _read(found, before)


def air() -> Fought:
    found = over_the_front("counter-air")
    found.do(["germany counter-air x units=2-tac against=ussr-tac flak=1"])
    before = previewed(found, "germany fight x")
    found.do(["germany fight x", "germany air-effort none", "ussr rise yes"])
    return _read(found, before)


def sea() -> Fought:
    found: Any = at_sea()
    found.do(["germany mission baltic units=2-fleet against=2-ussr-fleet"])
    found = StandinDesk(stepped(found.campaign, "axis.operations.interception"))
    before = previewed(found, "germany sea-battle baltic")
    found.do(["germany sea-battle baltic"])
    return _read(found, before)


def _read(found: Any, before: Before | None) -> Fought:
    assert before is not None and before.cast is not None
    return before, model.battles(found)[-1]


KINDS = {"ground": ground, "air": air, "sea": sea}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_roll_is_missing_from_any_page(kind: str) -> None:
    before, battle = KINDS[kind]()
    assert before.cast is not None
    rolled = next(cast for cast in battle.casts if cast.title == before.cast.title)
    assert rolled.faces and (rolled.strengths, rolled.shifts) == (before.cast.strengths, before.cast.shifts)
    assert rolled.modifiers == before.cast.modifiers
    for width in WIDTHS:
        lines = lay_before(before, width), lay_battle(battle, width)
        assert all(line.row.width <= width for page in lines for line in page)
        for page in lines:
            told(before.cast.shown, [line.row.text for line in page])
    told(before.cast.shown, before_text(before))
    told(before.cast.shown, as_text(battle))


def test_w_says_what_the_builder_says() -> None:
    found = desk()
    before = previewed(found, f"{ATTACK} air=mdm")
    assert before is not None and before.cast is not None
    rows = [row.text for row in pondered(found, [f"{ATTACK} air=mdm"])]
    told(before.cast.shown, rows)
    assert DECISIVE in joined(rows)


def test_what_decides_is_the_first_line_before_the_die_and_after() -> None:
    before, battle = ground()
    assert before_line(before, 118)[0].text.strip() == f"{DECISIVE} · the hex is ours to enter 100 %"
    (face,), cell = battle.casts[0].faces, battle.casts[0].cell
    assert lay_battle(battle, 118)[0].row.text.strip() == f"36 to 18: 2-1 → 4-1 · rolled {face}, −3: {cell}"


def in_sight(panel: Any) -> list[str]:
    return [panel.render_line(y).text.rstrip() for y in range(panel.size.height)]


@pytest.mark.parametrize("size", [(58, 11), (118, 22)])
def test_what_decides_stays_in_sight_while_the_lines_below_are_scrolled_through(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("n", *"smol", "down", *"2 inf", "tab", *"3 arm, 2 inf", "tab")
        await pilot.press("tab", *"city", "down")
        panel: Any = host.panel
        seen, before = in_sight(panel), -1
        while panel.scroll_offset.y != before:
            before = panel.scroll_offset.y
            await pilot.press("pagedown")
            assert "36 to 18: 2-1 · die −3" in in_sight(panel)[0]
            seen += in_sight(panel)
        assert "24 3 ARM 8-8" in joined(seen) and "What does not count" in joined(seen)
        assert "no Soviet attack" in joined(seen), "the last line comes into sight"
        # The next key is for a box, which comes back into sight under the line that decides.
        await pilot.press("up")
        assert "36 to 18: 2-1 · die −3" in in_sight(panel)[0] and "city" in joined(in_sight(panel))

    work(lambda: CombatPanel(desk()), act, size)


def test_page_down_on_an_announced_battle_goes_through_its_lines_and_then_on() -> None:
    async def act(host: Host, pilot: Any) -> None:
        panel: Any = host.panel
        assert panel.spot == "battle:smolensk"
        await pilot.press("pagedown")
        assert panel.spot == "battle:smolensk" and panel.scroll_offset.y and DECISIVE in in_sight(panel)[0]
        for _ in range(12):
            await pilot.press("pagedown")
        assert panel.spot != "battle:smolensk"

    work(lambda: CombatPanel(desk(f"{ATTACK} air=mdm")), act, (58, 11))


def test_names_from_a_file_do_not_steer_the_terminal() -> None:
    found: Any = desk(f"{ATTACK} air=mdm")
    power = attrs.evolve(found.campaign.powers["germany"], name="Ger\x1b[2Jmany")
    found = StandinDesk(attrs.evolve(found.campaign, powers={**found.campaign.powers, "germany": power}))
    before = previewed(found, "germany fight smolensk")
    assert before is not None
    assert all(line.row.text.isprintable() for line in lay_before(before, 78))


def test_9_8_w_and_the_command_line_tell_the_odds_of_an_automatic_victory() -> None:
    found: Any = StandinDesk(attrs.evolve(field(), seats=dict.fromkeys(field().powers, "solo")))
    rows = joined(row.text for row in pondered(found, [AV]))
    assert "42 to 9: 4-1 → 6-1 · Automatic Victory" in rows and "24 3 ARM 8-8" in rows
    before = previewed(found, AV)
    assert before is not None and "42 to 9: 4-1, 6-1 with all support" in joined(before_text(before))


@pytest.mark.parametrize("size", [(58, 12), (78, 30)])
def test_9_8_an_automatic_victory_has_its_odds_while_it_is_built_and_while_aircraft_are_asked(
    size: tuple[int, int],
) -> None:
    found: Any = StandinDesk(attrs.evolve(field(), seats=dict.fromkeys(field().powers, "solo")))

    async def act(host: Host, pilot: Any) -> None:
        panel: Any = host.panel
        panel.stand("form:overrun")
        await pilot.press("enter")
        panel.filling.paste("smolensk")
        for name, text in (("units", "3 arm, 3 inf"), ("against", "ussr-inf-4-5"), ("terrain", "city"), ("air", "mdm")):
            panel.filling.at = [one.name for one in panel.filling.form.fields].index(name)
            panel.filling.paste(text)
        panel.redraw()
        await pilot.pause()
        assert "42 to 9: 4-1 → 6-1 · Automatic Victory" in in_sight(panel)[0]
        assert "columns +2: 6-1" in joined(host.text) and "What does not count" in joined(host.text)
        found.do([AV])
        panel._close_form()
        panel.show()
        asked = joined(host.text)
        assert "air support against the Automatic Victory" in asked.replace("Air", "air")
        assert "42 to 9: 4-1 → 6-1" in asked and "24 3 ARM 8-8" in asked

    work(lambda: panel_for(RULESET.sequence[found.campaign.progress.step])(found), act, size)  # type: ignore[return-value,arg-type]
