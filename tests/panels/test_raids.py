"""The panel of strategic bombing: forces announced and met by keys, with what may come of them beside them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panels.desks import Host, work
from tests.tui.standin import StandinDesk
from tests.worldatwar.bombers import bombing
from tui.models.raids import raiding, weigh
from tui.panels import panel_for
from tui.panels.raids import RaidsPanel

SIZES = ((50, 30), (78, 15))


def said(host: Host) -> str:
    """The panel's text with every run of blanks as one, so that it reads alike at any width."""
    return " ".join(" ".join(host.text).split())


def desk(*orders: str, **changes: Any) -> Any:
    found = StandinDesk(bombing(**changes))
    for order in orders:
        found.do([order])
    return found


def defence(**changes: Any) -> Any:
    """Germany's turn to defend Essen and Breslau."""
    return desk(
        "britain raid essen bombers=6 interceptors=2 front=western hexes=6",
        "us raid breslau bombers=5 front=western",
        "britain done",
        **changes,
    )


def test_both_steps_have_the_panel() -> None:
    sequence = desk().ruleset.sequence
    assert panel_for(sequence["axis.combat.bombers"]) is panel_for(sequence["allied.combat.defence"]) is RaidsPanel


def test_the_model_names_who_acts_and_what_ends_the_step() -> None:
    found = desk()
    model = raiding(found, found.outlook())
    # Who has bombers comes first.
    assert model.powers[:2] == ("britain", "us") and model.done.endswith(" done")
    assert model.rule == "26.41" and not model.others


def test_the_model_judges_a_line_and_keeps_silent_about_one_that_is_refused() -> None:
    found = desk()
    seven, six = (found.understand(f"britain raid essen bombers={many} front=western") for many in (7, 6))
    refused = weigh(found, seven, {"brps": "BRPs lost"})
    assert refused.told.refusals[0].rule == "26.42A" and not refused.told.odds and not refused.sections
    legal = weigh(found, six, {"brps": "BRPs lost"})
    assert [one.label for one in legal.told.odds] == ["BRPs lost"] and legal.told.exact
    holding = [one.holds for one in legal.sections[0].modifiers]
    assert holding == sorted(holding, reverse=True), "what holds comes first"


@pytest.mark.parametrize("size", SIZES)
def test_a_force_is_composed_by_keys(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        text = said(host)
        assert "Ready, Britain: Western front 6 bombers + 4 interceptors" in text
        assert "Targets str BRPs" in text and "britain raid berlin bombers=6 interceptors=4 front=western" in text
        assert "strength 7, 25 BRPs" in text
        await pilot.press("tab", "down", "minus", "minus")
        text = said(host)
        assert "britain raid essen bombers=4 interceptors=4 front=western" in text
        assert "BRPs lost" in text and "bombers lost" in text and "exact" in text
        assert "Modifier +1 over the target" in text and "26.461B" in text and "not in the newest edition" in text
        await pilot.press("down", "0", "down", "1", "2", "down", "6")
        assert "6 hexes are too far for aaf" in said(host) and "26.422" in said(host)
        await pilot.press("minus", "minus", "minus", "enter")
        assert host.ordered[-1][0] == ("britain raid essen bombers=4 aaf=12 front=western hexes=3",)

    work(lambda: RaidsPanel(desk()), act, size)


def test_more_than_there_are_is_refused_while_it_is_typed() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("down", "7")
        text = said(host)
        assert "7 bombers are named, 6 are left" in text and "26.42A" in text and "What may come of it" not in text
        await pilot.press("minus")
        assert "britain raid berlin bombers=6 interceptors=4 front=western" in said(host), "down to what there is"
        await pilot.press("9", "5")
        assert "britain raid berlin bombers=5 interceptors=4 front=western" in said(host), "95 there are not"
        await pilot.press("down", "down", "down", "1", "7")
        assert "17 hexes are too far for bombers" in said(host) and "26.421" in said(host)

    work(lambda: RaidsPanel(desk()), act)


def test_the_order_is_seen_again_when_anything_of_it_changes() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("down", "pagedown")
        assert host.panel.scroll_offset.y > 0
        await pilot.press("minus")
        assert host.panel.scroll_offset.y == 0
        await pilot.press("pagedown", "down")
        assert host.panel.scroll_offset.y == 0

    work(lambda: RaidsPanel(desk()), act, (78, 15))


def test_after_one_power_s_force_comes_the_next_power_s_then_the_end() -> None:
    async def act(host: Host, pilot: Any) -> None:
        text = said(host)
        assert "Announced" in text and "1. Britain against Essen: 6" in text
        assert "who United States" in text
        host.panel.desk.do(["us raid essen bombers=5 front=western"])
        host.panel.show()
        await pilot.pause()
        text = said(host)
        assert "2. United States against" in text and "▸ Done, go on" in text
        assert "bombers are named" not in text and "nothing in this force" not in text, (
            "no reproach where all has flown"
        )
        await pilot.press("enter")
        assert host.ordered[-1][0][0].endswith(" done")

    work(lambda: RaidsPanel(desk("britain raid essen bombers=6 interceptors=4 front=western")), act)


@pytest.mark.parametrize("size", SIZES)
def test_a_defence_is_assigned_by_keys(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        text = said(host)
        assert "1. Britain against Essen: 6" in text and "2. United States against" in text
        assert "germany guard essen front=western interceptors=4" in text
        await pilot.press("down", "minus")
        text = said(host)
        assert "Britain fights in row 3, the" in text
        assert "defenders lost" in text and "attackers lost" in text and "BRPs lost" in text
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("germany guard essen front=western interceptors=3",)
        host.panel.desk.do(["germany guard essen front=western interceptors=3"])
        host.panel.show()
        await pilot.pause()
        # On to what is still undefended, on its own front first; the front is turned by keys.
        assert "germany guard breslau front=eastern interceptors=2" in said(host)
        assert "3 interceptors" in said(host) and "of Germany" in said(host)
        await pilot.press("down", "plus", "down", "plus")
        assert "germany guard breslau front=western interceptors=1" in said(host)
        await pilot.press("d", "enter")
        assert host.ordered[-1][0] == ("germany done",)

    work(lambda: RaidsPanel(defence()), act, size)


def test_what_is_assigned_already_says_so() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("tab")
        text = said(host)
        assert "given" in text and "26.443C" in text

    found = defence()
    found.do(["germany guard essen front=western interceptors=3"])
    work(lambda: RaidsPanel(found), act)


def test_the_form_is_still_there_for_what_the_panel_does_not_name() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("end")
        assert "▸ Ship in a shipyard" in said(host)
        await pilot.press("enter")
        assert host.panel.typing()
        await pilot.press("escape")
        assert "▸ Ship in a shipyard" in said(host)

    work(lambda: RaidsPanel(desk()), act)
