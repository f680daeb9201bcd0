"""The page of diplomacy: every target on its ladder, what lies there, and the chances for what is supposed."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.thewar.world.state import TheWar
from tests.panels.desks import Host, work
from tests.panels.test_oceans import desk as atlantic
from tests.thewar.optional import playing
from tests.thewar.politics_scenes import SPAIN, named, paid, standing, with_points
from tests.tui.screens import SIZES, shown
from tests.tui.standin import StandinDesk
from tui.panels.diplomacy import DiplomacyPanel


def at_desk(campaign: TheWar) -> Any:
    return StandinDesk(campaign)


def page(campaign: TheWar | None = None) -> Any:
    return DiplomacyPanel(at_desk(campaign if campaign is not None else with_points(SPAIN)))


def line(host: Host, name: str) -> str:
    return next(text for text in host.text if name in text)


def to(name: str) -> list[str]:
    """Keys to a target by its place in the list."""
    order = ["Belgium", "Greece", "Ireland", "Netherlands", "Norway", "Portugal", "South Africa", "Spain", "Sweden"]
    return ["home", *["down"] * order.index(name)]


def test_every_target_has_a_line_with_its_ladder_in_a_window_of_80_by_24() -> None:
    text = shown(at_desk(with_points(SPAIN)), ["D", *to("Spain")], SIZES[0])
    names = ("Belgium", "Greece", "Ireland", "Netherlands", "Norway", "Portugal", "South Africa", "Spain", "Sweden")
    for name in (*names, "Turkey", "Vatican", "Vichy France", "Yugoslavia"):
        assert any(part[4:].startswith(name) for part in text.splitlines()), name
    assert "S a s · s a S" in text and "Axis    W/S" in text and "Sympathizer of" in text
    assert "odds 1-1" in text and "%" in text


def test_the_broad_window_has_whole_words_and_every_cause_with_its_rule() -> None:
    campaign = with_points(SPAIN, purchases=paid("britain", "1941-1-spring", 7))
    campaign = attrs.evolve(campaign, named=named("axis", "spain", "1941-1-spring"))
    text = shown(at_desk(campaign), ["D", *to("Spain")], SIZES[1])
    assert (
        "Sat Aso Sym ·   Sym Aso Sat" in text
        and "Axis            West/Soviets" in text
        and "Belgium-Luxembourg" in text
    )
    (cause,) = [line for line in text.splitlines() if "2 POPs of Germany" in line]
    assert cause.rstrip().endswith("16.1.1")
    assert "Italy 0 (1 used)" in text and "Named this year by the Axis" in text
    assert "paid in Spring 1941, hidden: Britain 7" in text


def test_plus_and_minus_suppose_the_defence_and_brackets_the_attack() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press(*to("Spain"))
        assert host.panel.thought.column == "1-1"
        await pilot.press("plus")
        assert host.panel.thought.column == "2-3" and " 50 % Associate of Germany" in "\n".join(host.text)
        await pilot.press("right_square_bracket", "right_square_bracket")
        assert host.panel.thought.attack.total == 5
        await pilot.press("minus", "minus", "minus")
        assert host.panel.thought.supposed.defence == 0
        assert host.said[-1] == "the defence has no points that could be fewer"
        await pilot.press(*["left_square_bracket"] * 5)
        assert host.panel.thought.supposed.attack == 1 and "nobody attacks" in host.said[-1]

    work(page, act)


def test_another_power_rolls_and_another_alliance_is_attacked() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press(*to("Spain"))
        assert any(f"Germany {on} the West" in text for text in host.text for on in ("against", "on"))
        await pilot.press("tab")
        assert host.panel.thought.supposed.against == "soviet"
        await pilot.press("v")
        assert host.panel.thought.supposed.by == "italy" and host.panel.thought.supposed.against == "western"
        await pilot.press("e")
        assert host.panel.thought.die.lines[-1].label == "Espionage"
        await pilot.press("c")
        assert host.panel.thought.die.lines[-1].label == "Espionage, met by Counter-Espionage"
        assert not host.ordered

    work(page, act)


def test_what_is_supposed_of_a_target_stays_with_it() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press(*to("Spain"), "plus", "plus", "down", "up")
        assert host.panel.thought.supposed.defence == 3

    work(page, act)


def test_a_target_without_a_roll_says_why_and_shows_no_key_for_it() -> None:
    campaign = standing(with_points({}), "norway", "conquered", "germany")

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press(*to("Norway"))
        assert "conquered" in line(host, "Norway   ") and "War alone" in "\n".join(host.text)
        for action in ("more", "attack_more", "by", "against", "spy", "guard"):
            assert host.panel.footer_label(action) == "", action
        await pilot.press("plus")
        assert host.said[-1] == "there is no roll on this target"

    work(lambda: page(campaign), act, (118, 30))


def test_who_has_which_points_is_known_by_seat() -> None:
    """Nothing is sealed here: what is placed is known to all. What is sealed is another test's."""
    campaign = with_points(SPAIN)
    seats = {power: "axis" if power in ("germany", "italy") else "allied" for power in campaign.seats}
    for first in ("axis", "allied"):
        order = sorted(seats, key=lambda power: seats[power] != first)
        desk = at_desk(attrs.evolve(campaign, seats={power: seats[power] for power in order}))
        text = shown(desk, ["D", *to("Spain")], SIZES[1])
        assert "Germany 2" in text and "Britain 1" in text
        assert ("Germany against" in text) == (first == "axis")


def test_simplified_diplomacy_has_the_chance_of_two_dice_and_no_points() -> None:
    campaign = playing(with_points({}), "simplified-diplomacy")

    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        assert "9 % Sympathizer of Germany" in "\n".join(host.text) and "odds" not in "\n".join(host.text)
        await pilot.press("plus")
        assert "neither points nor a defence" in host.said[-1]
        assert host.panel.footer_label("more") == "" and host.panel.footer_label("spy") is None

    work(lambda: page(campaign), act, (118, 30))


def test_plain_glyphs_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from tui import session

    async def act(host: Host, pilot: Pilot[None]) -> None:
        monkeypatch.setattr(session.at_hand(), "plain", True)
        await pilot.press(*to("Spain"))
        text = "\n".join(host.text)
        assert text.isascii(), [sign for sign in text if not sign.isascii()]
        assert ". . G . . . ." in text and "> Spain" in text

    work(page, act)


def test_the_other_game_has_no_such_page() -> None:
    text = shown(atlantic("combat.raiders"), ["D"], SIZES[0])
    assert "has nothing to show here" in text


def test_help_tells_all_of_the_target_under_the_cursor() -> None:
    text = shown(at_desk(with_points(SPAIN)), ["D", *to("Spain"), "question_mark"], (120, 60))
    assert "POPs of Germany" in text and "May influence it: Germany 2" in text and "Suppose an Espionage chit" in text
