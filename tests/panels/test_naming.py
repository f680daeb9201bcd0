"""Naming a target of diplomacy by keys: the list with its odds, the form that names it, the two dice of simplified
diplomacy, and what the asked seat sees."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.thewar.world.state import TheWar
from tests.panels.desks import Host, work
from tests.thewar.optional import playing
from tests.thewar.politics.scenes import TWO, Table, table
from tests.tui.hand import drawn, press
from tests.tui.screens import SIZES, drive, screen_text
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp
from tui.panels.naming import NamingPanel

POPS = {"germany spain": 2, "italy spain": 1, "britain spain": 1, "ussr turkey": 2}
CHITS = {"germany espionage": 1}


def desk(campaign: TheWar | None = None) -> Any:
    """Italy names first: it has the lowest hand."""
    return StandinDesk(campaign if campaign is not None else table(POPS, CHITS, italy=10))


def panel(campaign: TheWar | None = None) -> Any:
    return NamingPanel(desk(campaign))


def test_the_cursor_opens_on_a_target_where_the_power_has_points() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        assert host.panel.spot == "countries.spain" and host.panel.thought.supposed.by == "italy"
        text = "\n".join(host.text)
        assert "Done, go on" in text and "60 % Associate of Germany" in text
        assert host.panel.enter_says() == "open"

    work(panel, act)


def test_a_power_without_points_is_told_so_before_it_opens_a_form() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("down", "down")
        assert host.panel.target.name == "Turkey"
        assert "Italy has no POP of its own in" in " ".join("\n".join(host.text).split())

    work(panel, act, (118, 30))


def test_enter_opens_the_form_with_the_target_and_the_alliance_and_gives_it() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        boxes = {name: edit.text for name, edit in host.panel.filling.edits.items()}
        assert (boxes["target"], boxes["against"]) == ("spain", "western") and not host.ordered
        text = "\n".join(host.text)
        assert "What may come of it" in text and "odds 1-1" in text
        await pilot.press("enter")
        (((line,), _),) = host.ordered
        assert line == "italy influence spain against=western espionage=no alone=no"

    work(panel, act)


def test_what_is_typed_in_the_form_changes_its_odds() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "down", *["backspace"] * 9, *"soviet", "tab")
        assert host.panel._form_chances().supposed.against == "soviet"
        assert "Italy against the Soviets" in "\n".join(host.text)

    work(panel, act)


def test_the_alliance_that_is_supposed_is_proposed_in_the_form() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "enter")
        assert host.panel.filling.edits["against"].text == "soviet"
        await pilot.press("escape", "down", "enter")
        assert host.panel.filling.edits["target"].text == "sweden", "another target begins another form"

    work(panel, act)


def test_a_word_that_is_no_alliance_is_refused_and_no_fault() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "tab", "y", "tab")
        reasons = [refusal.reason for refusal in host.panel.filling.model.verdict.refusals]
        assert "there is no alliance 'y'" in reasons

    work(panel, act)


def test_the_step_is_left_by_its_line_alone() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        assert host.panel.spot == "done" and not host.ordered
        await pilot.press("enter")
        (((line,), _),) = host.ordered
        assert line == "italy done"

    work(panel, act)


def test_a_power_that_has_nothing_anywhere_opens_on_the_line_that_goes_on() -> None:
    campaign = table({"germany spain": 2}, {"germany espionage": 1, "italy espionage": 1}, italy=10)

    async def act(host: Host, pilot: Pilot[None]) -> None:
        assert host.panel.spot == "done" and host.panel.enter_says() == "go on"

    work(lambda: panel(campaign), act)


@pytest.mark.rule("tw-28.0")
def test_28_0_who_has_a_point_for_a_variant_is_led_to_its_form_and_told_the_chances_of_both_dice() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        assert host.panel.spot == "form:try-variant" and host.panel.enter_says() == "open"
        await pilot.press("enter")
        text = " ".join("\n".join(host.text).split())
        assert "40 % for a roll for a project, 16 % that it is obtained as well" in text and "1 POP: +1" in text
        await pilot.press("tab", "right")
        text = " ".join("\n".join(host.text).split())
        assert "50 % for a roll for a project, 25 % that it is obtained as well" in text
        assert "if the chit is cancelled: 40 %" in text and "Espionage: +1" in text
        await pilot.press("up", "right")
        assert "50 % that a modifier is saved" in " ".join("\n".join(host.text).split())

    work(lambda: panel(table({"italy variant": 1}, {"italy espionage": 1}, italy=10)), act, (118, 30))


@pytest.mark.rule("tw-28.0")
def test_28_0_who_has_won_the_roll_is_led_to_the_project_and_told_what_it_is() -> None:
    won = Table(table({"italy variant": 1}, italy=10)).give("italy try-variant roll", 9)

    async def act(host: Host, pilot: Pilot[None]) -> None:
        assert host.panel.spot == "form:project"
        await pilot.press("enter", "1", "3")
        text = " ".join("\n".join(host.text).split())
        for said in ("project 13, North-South Divide", "costs 3", "40 % that it is obtained", "growth rate +10%"):
            assert said in text

    work(lambda: panel(won.campaign), act, (118, 30))


def test_a_target_is_named_rolled_and_shown_with_one_player() -> None:
    found = desk()

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "enter", "enter")
        await drawn(app)
        assert found.campaign.named["axis+spain"].turn == "1940-1-spring"
        text = screen_text(app)
        assert "Spain" in text and "die" in text.lower()

    drive(found, act, SIZES[0])
    assert not found.campaign.pending


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_simplified_diplomacy_gives_its_order_from_the_list(size: tuple[int, int]) -> None:
    campaign = playing(table({}, {}), "simplified-diplomacy")
    found = desk(campaign)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        now: Any = app.screen
        panel = now.current
        panel.stand("countries.turkey")
        await drawn(app)
        assert panel.enter_says() == "order" and "costs 3" in screen_text(app)
        await press(app, "enter")
        await drawn(app)

    drive(found, act, size)
    orders = [entry.order for entry in found.entries() if " sway " in entry.order]
    assert len(orders) == 1 and orders[0].endswith("sway turkey"), orders


def test_simplified_diplomacy_says_why_a_country_cannot_be_tried() -> None:
    campaign = playing(table({}, {}), "simplified-diplomacy")
    invaded = attrs.evolve(campaign, facts={**campaign.facts, "attacked-turkey": "1939-4-winter"})

    async def act(host: Host, pilot: Pilot[None]) -> None:
        host.panel.stand("countries.turkey")
        assert "was invaded" in " ".join("\n".join(host.text).split())

    work(lambda: panel(invaded), act, (118, 30))


def test_the_asked_seat_answers_from_the_list_of_choices() -> None:
    campaign = table(POPS, CHITS, seats=TWO, italy=10)
    found = StandinDesk(campaign)
    found.seat = "axis"
    found.do(["italy influence spain against=western"])
    if (partner := found.outlook().decision) is not None:
        found.do([partner.default])
    found.seat = "allied"
    asked = found.outlook().decision
    assert asked is not None and "Spain" in asked.title

    async def act(host: Host, pilot: Pilot[None]) -> None:
        text = "\n".join(host.text)
        assert asked.title.split("?")[0][:20] in " ".join(text.split())
        assert host.panel.where == "battle" and host.panel.enter_says() in ("decide", "why not")

    work(lambda: NamingPanel(found), act)


def asked_of_britain() -> Any:
    """Two seats; Britain is asked for its POPs in Spain, which Italy and Germany attack with three."""
    found = StandinDesk(table(POPS, {"britain counter-espionage": 1}, seats=TWO, italy=10))
    found.seat = "axis"
    found.do(["italy influence spain against=western"])
    partner = found.outlook().decision
    assert partner is not None and partner.power == "germany"
    found.do([partner.default])
    found.seat = "allied"
    return found


@pytest.mark.parametrize("size", [(118, 30), (78, 20), (58, 40)], ids=str)
def test_who_is_asked_sees_what_may_come_of_each_answer(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        text = "\n".join(host.text)
        assert "What may come of it" in text and "attack 4  defence 3" in text and "Associate of Germany" in text
        assert "die −1" in text
        await pilot.press("down")
        changed = "\n".join(host.text)
        assert "with Counter-Espionage chit" in changed and "odds 1-1" in changed
        assert "the country's own strength" in host.panel.help_text()

    work(lambda: NamingPanel(asked_of_britain()), act, size)


def test_a_question_of_whose_a_country_becomes_has_no_odds_and_tells_the_die() -> None:
    found = StandinDesk(table({"germany spain": 6, "italy spain": 2}, {}, italy=10))
    found.do(["italy influence spain against=western"])
    asked = found.outlook().decision
    assert asked is not None and asked.notes[0].startswith("Die ") and "it becomes a" in asked.notes[0]

    async def act(host: Host, pilot: Pilot[None]) -> None:
        assert "What may come of it" not in "\n".join(host.text)

    work(lambda: NamingPanel(found), act)


def test_lines_that_are_no_target_say_what_the_step_is() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        host.panel.stand("done")
        assert "Lowest hand first" in "\n".join(host.text)

    work(panel, act)


def test_a_form_opened_below_the_list_begins_with_the_target_that_the_cursor_came_from() -> None:
    campaign = table(POPS, {"italy espionage": 1}, italy=10)

    async def act(host: Host, pilot: Pilot[None]) -> None:
        host.panel.stand("countries.turkey")
        await pilot.press("tab")
        against = host.panel.thought.supposed.against
        host.panel.stand("form:spy")
        await pilot.press("enter")
        boxes = {name: edit.text for name, edit in host.panel.filling.edits.items()}
        assert (boxes["target"], boxes["on"]) == ("turkey", against)

    work(lambda: panel(campaign), act)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_simplified_diplomacy_has_no_columns_of_points_and_says_how_it_is_played(size: tuple[int, int]) -> None:
    found = desk(playing(table({}, {}), "simplified-diplomacy"))

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        text = " ".join(screen_text(app).split())
        assert "8 or more" in text and "POPs there" not in text and "own year" not in text
        now: Any = app.screen
        assert "tries for it" in now.current.help_text() and "POPs" not in now.current.help_text()

    drive(found, act, size)


def test_a_target_that_nobody_may_name_says_why_and_opens_no_form() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        host.panel.stand("countries.vichy-france")
        assert host.panel.target.closed and host.panel.enter_says() == "why not"
        await pilot.press("enter")
        (((line,), _),) = host.ordered
        assert line.startswith("italy influence vichy-france") and host.panel.filling is None
        assert desk().judge(desk().understand(line))

    work(panel, act)
