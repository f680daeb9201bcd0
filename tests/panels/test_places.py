"""The list of places: filters, what may be recorded of a line, and what it would bring both sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.kernel.sheets.gazetteer import Site
from engine.kernel.sheets.ledger import ledger_of
from engine.thewar.sheets.gazetteer import PlaceSheet
from saves.desk import Desk
from tests.tui.screens import SIZES, campaign, drive, screen_text
from tests.whole import whole
from tui.app import WarledgerApp
from tui.models import places
from tui.models.places import Filter

SHOTS = Path(__file__).parent / "shots"


def sites(desk: Desk) -> tuple[Site, ...]:
    return PlaceSheet().sites(whole(desk))


OPERATIONS = (
    "italy effort none",
    "us effort none",
    "france effort lle",
    "ussr effort lle",
    "germany effort sle",
    "britain effort lle",
    "germany done through declarations.declare",
    "germany done",
    "germany sea-box",
    "britain sea-box asw=3",
    "germany air-box night=1 day=1",
    "britain air-box interceptors=3",
)
"""From the opening of the 1939 campaign to its first Operations, in which land changes hands."""


def operations(home: Path) -> Desk:
    return campaign(home, list(OPERATIONS))


def names(desk: Desk, **by: str) -> list[str]:
    return [site.name for site in places.shown(sites(desk), Filter(**by), desk.campaign)]


def test_filters_by_power_region_kind_and_words(home: Path) -> None:
    desk = campaign(home)
    assert names(desk, power="italy", kind="colony") == ["Albania", "Italian East Africa", "Libya"]
    assert "Poland" in names(desk, power="france") and "Berlin" not in names(desk, power="france")
    assert names(desk, kind="city", region="Eastern Front", text="caucasus") == ["Baku", "Grozny", "Maikop"]
    assert names(desk, text="shipyard kiel") == ["Kiel"]
    assert "Kiev" in names(desk, text="1939 soviet") and "Warsaw" not in names(desk, text="1939 soviet")
    assert set(names(desk, text="oil mediterranean")) >= {"Ploesti", "Mosul", "Abadan"}
    assert names(desk, text="nowhere") == []


@pytest.mark.parametrize(
    ("path", "verbs"),
    [
        ("places.paris", ["capture", "station", "mark"]),
        ("holdings.danzig", ["capture"]),
        ("places.danzig", ["capture"]),
        ("countries.poland", ["conquer", "status"]),
        ("places.moscow", ["capture", "evacuate", "station", "mark"]),
        # The same id names a country and a dominion.
        ("countries.south-africa", ["conquer", "status"]),
        ("holdings.south-africa", ["capture"]),
    ],
)
def test_what_may_be_recorded_of_a_line(home: Path, path: str, verbs: list[str]) -> None:
    desk = campaign(home)
    (site,) = [one for one in sites(desk) if one.path == path]
    found = [one.verb for one in places.recordings(desk, site, "germany")]
    assert found[: len(verbs)] == verbs or set(verbs) <= set(found)
    assert all(next(iter(one.given.values())) == site.id for one in places.recordings(desk, site, "germany"))


def test_what_would_come_of_it_is_what_comes_of_it(home: Path) -> None:
    desk = operations(home)
    before = {row.name: row.figures for row in ledger_of(desk.ruleset).rows(desk.campaign)}
    foretold = places.would_move(desk, "capture paris germany")
    assert {one.name for one in foretold} == {"France", "Germany"}
    assert places.would_move(desk, "capture paris nobody") == ()
    desk.do(["capture paris germany"])
    columns = [column.title for column in ledger_of(desk.ruleset).columns]
    after = {row.name: row.figures for row in ledger_of(desk.ruleset).rows(desk.campaign)}
    for one in foretold:
        for title, was, now in one.figures:
            at = columns.index(title)
            assert (was, now) == (before[one.name][at], after[one.name][at])


def test_a_capture_is_recorded_from_the_line_with_its_consequences_in_view(home: Path) -> None:
    desk = operations(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", "slash", *"paris", "enter", "enter", *"germ")
        await pilot.pause()
        text = screen_text(app)
        assert "Fall 1939: 50 % of the value changes hands at once" in text
        assert "level 132 → 120" in text and "level 173 → 179" in text
        assert whole(desk).places["paris"].holder == "france"
        await pilot.press("enter")
        await pilot.pause()
        assert whole(desk).places["paris"].holder == "germany"
        assert "+6 a year for Germany" in screen_text(app)
        # Liberation is the same entry; the half is paid back by the whole (14.6.1).
        await pilot.press("enter", *"france", "enter")
        await pilot.pause()
        assert whole(desk).places["paris"].holder == "france"
        assert whole(desk).powers["france"].narfs == 51
        await pilot.press("u", "enter", "escape")
        await pilot.pause()
        assert whole(desk).places["paris"].holder == "germany"

    drive(desk, act, (80, 24))


def test_a_refusal_is_seen_before_it_is_given_and_leaves_the_form_open(home: Path) -> None:
    desk = campaign(home)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", "slash", *"berlin", "enter", "enter", *"germ")
        await pilot.pause()
        assert "Germany holds Berlin already" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "taken by" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "brings a year" in screen_text(app)

    drive(desk, act, (80, 24))


def test_a_country_is_conquered_or_leans_otherwise(home: Path) -> None:
    desk = operations(home)
    desk.do(['ruling wars.bulgaria+germany 1939-3-fall because "to take"'])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", "slash", *"country bulgaria", "enter", "enter", "pagedown", "down")
        await pilot.pause()
        assert "A minor country leans otherwise" in screen_text(app) or "becomes" in screen_text(app)
        await pilot.press("escape", "enter", *"germ", "enter")
        await pilot.pause()
        assert whole(desk).countries["bulgaria"].status == "conquered"
        assert "Germany (conquered)" in screen_text(app)

    drive(desk, act, (80, 24))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_places_as_they_look(snapshot: Any, home: Path, size: tuple[int, int]) -> None:
    at_war = [f'ruling wars.{pair} 1939-3-fall because "to take"' for pair in ("britain+italy", "germany+ussr")]
    desk = campaign(home, [*OPERATIONS, *at_war, "capture paris germany", "capture libya britain"])
    taken: dict[str, str] = {}

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", *["tab"] * 6, "down")
        await pilot.pause()
        taken["places"] = screen_text(app)
        await pilot.press("a", "slash", *"moscow", "enter", "enter", *"germ")
        await pilot.pause()
        taken["places-record"] = screen_text(app)

    drive(desk, act, size)
    snapshot.snapshot_dir = SHOTS
    for name, text in taken.items():
        snapshot.assert_match(text, f"{name}-{size[0]}x{size[1]}.txt")
