"""The page of victory: ends with what they want, each side's objectives with the level of the day, and the result."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.thewar.world.state import TheWar
from tests.panels.desks import Host, pressed, work
from tests.panels.test_oceans import desk as atlantic
from tests.thewar.endings.scenes import give, holds, lands
from tests.thewar.endings.test_victory import closed, closing
from tests.tui.screens import SIZES, shown
from tests.tui.standin import StandinDesk
from tui import glyphs
from tui.models.objectives import Page, page
from tui.panels.objectives import ObjectivesPanel


@cache
def in_1942() -> TheWar:
    """Paris and Moscow are Germany's as an Allied half of 1942 closes; Bulgaria leans to it."""
    return lands("bulgaria", patron="germany", status="associate")(
        holds("germany", "paris", "moscow")(closing("1942-3-fall"))
    )


def desk(campaign: TheWar | None = None) -> Any:
    return StandinDesk(campaign if campaign is not None else in_1942())


def read(campaign: Any) -> Page:
    found = page(campaign)
    assert found is not None
    return found


def panel(campaign: TheWar | None = None) -> Any:
    return ObjectivesPanel(desk(campaign))


@pytest.mark.parametrize("size", [(60, 20), *SIZES], ids=str)
def test_the_page_opens_by_its_key_at_every_size_with_the_ends_first(size: tuple[int, int]) -> None:
    text = shown(desk(), ["V"], size)
    line = next(line for line in text.splitlines() if "Axis: Paris and three of seven" in line)
    assert "2 missing" in line and "Victory" in text and "next side" in text.rstrip().splitlines()[-1]


def test_a_way_tells_what_it_gives_what_is_held_what_is_missing_and_until_when() -> None:
    _, lines = pressed(panel, ["down"])
    text = " ".join(" ".join(lines).split())
    assert "The Axis wins by sudden death, as an Allied half closes, to Summer 1945" in text
    assert "Has Paris, Moscow." in text and "2 more of Leningrad, Stalingrad, London, Gibraltar, Suez, Baku." in text
    _, lines = pressed(panel, ["down", "down"])
    assert "Not now: the United States is not in the war." in " ".join(" ".join(lines).split())


def test_tab_goes_from_side_to_side_and_each_has_its_level_and_what_the_next_wants() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "tab")
        text = host.text
        assert any(line.lstrip("▸> ").startswith("Germany") and line.endswith("8 decisive") for line in text)
        assert any("Marginal from 6, tactical from 7, decisive from 8" in line for line in text)
        await pilot.press("shift+tab")
        assert "Britain and the U.S." in text[0] or any("10 more for marginal" in line for line in host.text)
        await pilot.press("home", "shift+tab")
        assert any("Count for nobody" in line for line in host.text), "round to the last one"

    work(panel, act)


def test_what_counts_for_nobody_says_why_with_the_rule() -> None:
    (nobody,) = [group for group in read(desk()).groups if group.spot == "nobody"]
    said = {line.name: (line.said, line.rule, line.counts) for line in nobody.lines}
    assert said["Sofia"] == ("Bulgaria is an Associate of Germany", "27.2.3", False)
    assert said["Ankara"] == ("Turkey is neutral", "27.2.3", False)
    assert said["Lyons"] == ("France has no seat of its own", "27.1, ruling 376", False)
    assert "Paris" not in said


def test_what_may_count_besides_stands_with_its_side_and_says_why_it_does_not() -> None:
    sides = {group.spot: group for group in read(desk()).groups}
    (straits,) = [line for line in sides["ussr"].lines if not line.counts]
    assert (straits.name, straits.said, straits.rule) == ("The Dardanelles", "Turkey has them", "27.2.2")
    assert [line.name for line in sides["italy"].lines if not line.counts] == ["All of Corsica", "All of Tunisia"]


def test_the_result_stands_over_it_with_cause_rule_and_the_way_on() -> None:
    here = closed(holds("germany", "paris", "moscow", "suez", "baku")(closing("1942-3-fall")))
    _, lines = pressed(lambda: panel(here), [])
    text = " ".join(" ".join(lines).split())
    assert "The Axis wins by sudden death: the Axis holds Paris, Moscow, Suez, Baku. 27.1" in text
    assert "It came by the rules in Fall 1942." in text and "'play-on' goes on after it" in text
    assert "How it may end" not in text and "Britain and the U.S." in text
    adjourned = read(desk(give(in_1942(), "adjourn")))
    assert any("'play-on' takes it up again" in said for said, _ in adjourned.result)
    shut = read(desk(give(here, "germany close")))
    assert "a branch with dice of its own" in shut.result[-1][0]
    on = read(desk(give(here, "play-on")))
    assert any("changes nothing of the result" in said for said, _ in on.result)


def test_with_plain_signs_there_is_nothing_but_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glyphs, "plain", lambda: True)
    _, lines = pressed(panel, ["tab"])
    assert all(line.isascii() for line in lines) and any(line.startswith(" > ") for line in lines)


def test_a_seat_of_several_sees_its_own_sides_first_and_help_explains_the_place_under_the_cursor() -> None:
    seats = {power: "west" if power in ("britain", "us", "france") else "axis" for power in in_1942().seats}
    seated = desk(attrs.evolve(in_1942(), seats=seats))
    seated.seat = "axis"
    assert [group.spot for group in read(seated).groups][:3] == ["ends", "germany", "italy"]
    text = shown(desk(), ["V", "tab", "tab", "down", "question_mark"], (100, 50))
    assert "Counts for Germany" in text and "the list is the house's" in " ".join(text.split())


def test_a_scenario_without_the_cities_says_so_and_the_other_game_has_no_such_key() -> None:
    bare = attrs.evolve(in_1942(), places={})
    found = read(desk(bare))
    assert [group.spot for group in found.groups] == ["ends"]
    assert ("This scenario has no objective cities.", "27.2") in found.about
    closed_ways = [line for line in found.groups[0].lines if line.said == "not now"]
    assert any("without Paris" in text for text, _ in closed_ways[0].told)
    assert "Victory" not in shown(atlantic("combat.raiders"), ["V"], SIZES[0])
