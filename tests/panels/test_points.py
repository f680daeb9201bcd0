"""Buying points by keys in the list of diplomacy: laid on targets, refused as they are laid, given with one order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.thewar.world.state import TheWar
from saves.desk import Desk
from tests.panels.desks import Host, work
from tests.thewar.politics.purchases import SIDES, begun, give, scene
from tests.thewar.politics_scenes import with_points
from tests.tui.hand import drawn, press
from tests.tui.screens import SIZES, drive, screen_text, shown
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp
from tui.panels.diplomacy import DiplomacyPanel
from tui.panels.points import PointsPanel

SPRING_1942 = 11


def desk(**powers: dict[str, Any]) -> Any:
    """One player at the purchase of Spring 1942; ``powers``: what is otherwise with them."""
    campaign = with_points({}, "planning.points", SPRING_1942)
    changed = {key: attrs.evolve(power, **powers.get(key, {})) for key, power in campaign.powers.items()}
    return StandinDesk(attrs.evolve(campaign, powers=changed))


def panel(found: Any = None) -> Any:
    return PointsPanel(found if found is not None else desk())


def to(name: str, host: Host) -> None:
    host.panel.stand(next(target.spot for target in host.panel.board.rows if target.name == name))


async def german(host: Host, pilot: Pilot[None]) -> None:
    """Germany buys, which comes after Italy."""
    await pilot.press("right_square_bracket")
    assert host.panel.model.name == "Germany"


def test_points_and_a_chit_are_bought_with_one_order() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await german(host, pilot)
        to("Spain", host)
        await pilot.press("plus", "plus")
        to("Turkey", host)
        await pilot.press("1", "e")
        assert host.panel.model.buying.cost.total == 13 and host.panel.model.left == 72
        assert "3 of 4 POPs" in "\n".join(host.text) and host.panel.enter_says() == "buy"
        await pilot.press("enter")
        (((line,), _),) = host.ordered
        assert line == "germany points 2-spain,turkey espionage=yes"

    work(panel, act)


def test_what_lies_there_and_what_is_laid_roll_together() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await german(host, pilot)
        to("Spain", host)
        await pilot.press("2")
        assert host.panel.thought.attack.total == 3, "two POPs and the Sympathizer's"
        await pilot.press("right")
        assert host.panel.thought.defence.total == 3 and host.panel.thought.supposed.defence == 1
        await pilot.press("left", "left")
        assert host.said[-1] == "the defence has no points that could be fewer"

    work(panel, act)


@pytest.mark.parametrize(
    ("name", "keys", "why"),
    [
        ("Spain", ("3",), "3 POPs in Spain are more than half of 4"),
        ("Spain", ("2", "down", "2", "down", "1"), "5 POPs, and Germany may place 4 in a turn"),
        ("Yugoslavia", ("1",), ""),
    ],
)
def test_refusals_come_as_points_are_laid(name: str, keys: tuple[str, ...], why: str) -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await german(host, pilot)
        to(name, host)
        await pilot.press(*keys)
        reasons = [refusal.reason for refusal in host.panel.model.refusals]
        assert any(why in reason for reason in reasons) if why else not reasons
        assert host.panel.enter_says() == ("why not" if why else "buy")

    work(panel, act)


def test_a_target_that_is_not_the_buyers_is_marked_and_says_so() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        assert host.panel.spot == "countries.greece", "the first that Italy may influence"
        to("Ireland", host)
        text = "\n".join(host.text)
        assert "Italy may not influence Ireland" in text and "odds" not in text
        await pilot.press("right")
        assert host.said[-1] == "there is no roll on this line"
        await pilot.press("plus")
        assert host.panel.model.refusals[0].rule == "16.1.4"

    work(panel, act, (118, 30))


def test_more_than_the_hand_holds_is_refused() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("1", "e", "c")
        assert host.panel.model.buying.cost.total == 10 and any(
            "NARFs" in str(one) for one in host.panel.model.refusals
        )

    work(lambda: panel(desk(italy={"narfs": 5})), act)


def test_one_player_buys_for_all_powers_or_ends_the_step_at_once() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        assert host.panel.spot == "done" and host.panel.enter_says() == "go on"
        await pilot.press("enter")
        (((line,), _),) = host.ordered
        assert line.endswith(" done")

    work(panel, act)


def test_what_is_laid_is_not_passed_over() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("1", "greater_than_sign")
        assert not host.ordered and "not bought yet" in host.said[-1]
        await pilot.press("enter")
        assert not host.ordered and host.panel.spot == "done"

    work(panel, act)


def test_the_next_power_begins_with_nothing_laid() -> None:
    found = desk()

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "1", "enter")
        await drawn(app)
        now: Any = app.screen
        assert now.current.model.name == "Germany" and now.current.model.buying.cost.total == 0
        assert [line for line in screen_text(app).splitlines() if "0 of 4 POPs" in line]

    drive(found, act, SIZES[0])
    assert found.campaign.powers["italy"].narfs < 63 and len(found.campaign.purchases) == 1


def test_the_list_stands_whole_in_a_window_of_80_by_24() -> None:
    text = shown(desk(), ["1"], SIZES[0])
    for name in ("Belgium", "South Africa", "Vichy France", "Yugoslavia"):
        assert name in text
    assert "1 of 1 POPs" in text and "costs 3, leaves 29" in text and "Nobody else buys: done, go on" in text


# --- several seats


def at_seats(folder: Path, *lines: str) -> Path:
    made = begun(folder, scene())
    give(made, *lines)
    return made


def test_a_seat_buys_under_seal_and_the_other_sees_nothing_of_it(tmp_path: Path) -> None:
    """Two campaigns that differ in what Germany has bought for the same sum: the page and the purchase of the other
    seat are the same to the sign; Germany's own seat sees its POPs."""
    pages = {}
    for name, order in (("one", "germany points 2-spain"), ("two", "germany points turkey,belgium")):
        (tmp_path / name).mkdir()
        folder = at_seats(tmp_path / name, order, "italy points none")
        other = Desk.open(folder, "allied")
        assert PointsPanel(other).desk.outlook().awaits
        pages[name] = [text for keys in ([], ["D"], ["D", "end"]) for text in (shown(other, keys, SIZES[1]),)]
        own = Desk.open(folder, "axis")
        text = shown(own, ["D", *["down"] * (7 if name == "one" else 0)], SIZES[1])
        assert ("Germany 2" if name == "one" else "Germany 1") in text
    assert pages["one"] == pages["two"]


def test_after_all_have_bought_each_sees_the_sum_and_where_more_may_lie(tmp_path: Path) -> None:
    folder = at_seats(
        tmp_path,
        *("germany points 2-spain", "italy points none", "france points none", "britain points spain,turkey"),
        *("us points none", "ussr points none"),
    )
    text = shown(Desk.open(folder, "allied"), ["D", *["down"] * 7], SIZES[1])
    assert "paid in Spring 1940, hidden: Germany 6" in text
    spain = next(line for line in text.splitlines() if "▸ Spain" in line)
    assert "?" in spain.partition("│")[0] and "Germany up to 2" in text and "Britain 1" in text


def test_with_several_seats_no_line_ends_the_step_without_buying(tmp_path: Path) -> None:
    """It would tell the others that nothing was bought before they have bought."""
    found = Desk.open(at_seats(tmp_path), "axis")
    text = shown(found, [], SIZES[0])
    assert "Nobody else buys" not in text and "sealed" in text


def test_the_page_can_be_looked_at_while_points_are_laid() -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await press(app, "1", "D")
        await drawn(app)
        now: Any = app.screen
        assert type(now.current) is DiplomacyPanel
        await press(app, "escape")
        await drawn(app)
        laying: Any = app.screen
        assert laying.current.model.buying.laid == 1

    drive(desk(), act, SIZES[0])


def test_an_old_campaign_of_one_seat_that_passes_buys_only_for_a_variant() -> None:
    campaign: TheWar = desk(italy={"effort": "pass"}).campaign

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        assert host.panel.model.refusals[0].rule == "4.5"
        await pilot.press("0", "v")
        assert not host.panel.model.refusals and host.panel.model.line.endswith("variant=yes")

    work(lambda: panel(StandinDesk(campaign)), act)


def test_why_a_purchase_was_refused_is_said_no_more_once_it_is_another() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("5")
        host.panel.refused(host.panel.model.refusals)
        await pilot.press("1")
        assert host.said[-1] == ""
        said = len(host.said)
        await pilot.press("0")
        assert len(host.said) == said, "once"

    work(panel, act)


def test_29_15_where_diplomacy_is_simplified_no_points_are_laid() -> None:
    usual = scene(seats=dict.fromkeys(SIDES, "solo"))
    simple = attrs.evolve(usual, options={**usual.options, "simplified-diplomacy": True})

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("plus", "3")
        assert host.panel.number() is None and host.panel.model.line == "italy points none"
        assert host.panel.footer_label("more") == ""
        assert not any(" lay " in line or "[0]" in line for line in host.text)
        assert "no POPs are placed" in host.panel.help_text() and "lay POPs" not in host.panel.help_text()
        await pilot.press("e", "enter")
        (((line,), _),) = host.ordered
        assert line == "italy points none espionage=yes"

    work(lambda: PointsPanel(StandinDesk(simple)), act)
