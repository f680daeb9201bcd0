"""A step with orders: what is offered whole, and the forms of what is not, opened in the same panel."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from engine.kernel.orders import Field, Form
from engine.kernel.refusals import Refusal
from tests.panels.desks import Host, past_efforts, pressed, work
from tests.panels.desks import desk as begun
from tests.panels.test_panels import find
from tests.thewar.economy.test_oil_shortage import GERMANS, forces, short
from tests.tui.standin import StandinDesk
from tui.panels.byhand import ByHandPanel
from tui.panels.filling import Filling
from tui.panels.step import OrdersPanel


def desk() -> Any:
    """Germany names four units without oil."""
    return StandinDesk(short("germany", 4, forces("germany", GERMANS)))


def test_what_is_proposed_is_given_with_enter_and_told_in_full() -> None:
    host, lines = pressed(lambda: OrdersPanel(desk()), ["enter"])
    assert host.ordered == [(("germany immobile 2 fleet-1-12-5, 2 mdm-1-7-6",), ())]
    assert find(lines, "Other units, 4 in all") and find(lines, "24.1")


def test_a_form_opens_with_what_is_proposed_and_is_judged_while_it_is_typed() -> None:
    found = desk()

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert host.panel.typing() and host.panel.where == "form"
        assert host.panel.focused_order() == "germany immobile 2 fleet-1-12-5, 2 mdm-1-7-6"
        await pilot.press(*["backspace"] * 40, *"3 arm-8-8", "enter")
        await pilot.pause()
        assert "3 units are named, 4 may not move" in "\n".join(line.text for line in host.panel.rows(80))
        assert host.ordered == [(("germany immobile 3 arm-8-8",), ())]
        # Refused: the form stays, so that it can be mended.
        host.panel.refused([Refusal("24.1", "too few")])
        host.panel.show()
        assert host.panel.typing()
        await pilot.press(*", int", "enter")
        await pilot.pause()
        assert host.ordered[-1] == (("germany immobile 3 arm-8-8, int",), ())
        found.do(["germany immobile 3 arm-8-8, int"])
        host.panel.show()
        assert not host.panel.typing() and host.panel.where != "form"

    work(lambda: OrdersPanel(found), act)


def test_escape_leaves_the_form_and_the_list_is_there_again() -> None:
    host, lines = pressed(lambda: OrdersPanel(desk()), ["down", "enter", "x", "escape"])
    assert host.ordered == []
    assert find(lines, "has no oil for 2 Fleet 1-12-5") and find(lines, "Other units")


def test_a_step_of_several_powers_asks_whose_order_it_is_and_proposes_what_the_step_is_about() -> None:
    (form,) = past_efforts(begun()).outlook().forms
    boxes = {field.name: field for field in form.fields}
    assert form.verb == "points" and boxes["power"].default == "" and "sweden" in boxes["placed"].choices
    keys = ["home", "enter", *"germ", "tab", *"2 spain, sweden", "enter"]
    host, lines = pressed(lambda: ByHandPanel(past_efforts(begun())), keys)
    assert host.ordered == [(("germany points 2-spain,sweden espionage=no counter-espionage=no",), ())], lines


def test_many_choices_are_turned_through_where_nothing_is_being_typed() -> None:
    found = desk()
    routes = tuple(f"route-{number}" for number in range(10))
    form = Form(
        "grant", "Grant", "x {route} {narfs}", (Field("route", "route", choices=routes), Field("narfs", "NARFs"))
    )
    filling = Filling(found, form, give=lambda _: None, leave=lambda: None)

    def typed() -> str:
        return filling.edits["route"].text

    for key, wanted in (("right", "route-0"), ("right", "route-1"), ("left", "route-0"), ("left", "route-9")):
        assert filling.typed(key, None) and typed() == wanted
    # Typing begins the box anew; then the keys move the caret again.
    for key in "oute":
        filling.typed(key, key)
    filling.typed("left", None)
    assert typed() == "oute" and filling.edits["route"].before == "out"


def test_a_number_typed_over_a_proposed_one_takes_its_place() -> None:
    form = Form("look", "Look", "x far={far} {what}", (Field("what", "what"), Field("far", "far", default="0")))
    filling = Filling(desk(), form, give=lambda _: None, leave=lambda: None)
    filling.typed("down", None)
    for key in "12":
        filling.typed(key, key)
    assert filling.edits["far"].text == "12"


def test_where_a_box_suggests_names_enter_takes_the_only_one_that_fits_and_any_other_word_will_do() -> None:
    field = Field("where", "where", choices=("paris", "warsaw"), free=True)
    form = Form("look", "Look", "x {where} {what}", (field, Field("what", "what")))
    found = past_efforts(begun())

    def given(*keys: str) -> tuple[str, str]:
        filling = Filling(found, form, give=lambda _: None, leave=lambda: None)
        for key in keys:
            filling.typed(key, key if len(key) == 1 else None)
        box = filling.model.boxes[0]
        return box.value, box.shown

    assert given(*"war", "enter") == ("warsaw", "Warsaw")
    assert given(*"war", "tab") == ("warsaw", "Warsaw")
    assert given(*"Warsaw", "down") == ("warsaw", "Warsaw")
    assert given(*"wars", "down") == ("warsaw", "Warsaw")
    # The board knows more hexes than the campaign has places.
    assert given(*"the gap", "enter")[0] == "the-gap" and given(*"2520", "down")[0] == "2520"
    assert given(*"wa", "down") == ("wa", "wa")
