"""The page of sources of supply: by power, with level and cause, from the checks and from the places."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.thewar.sheets.gazetteer import sites
from engine.thewar.world.state import TheWar
from tests.panels.desks import Host, pressed, work
from tests.panels.test_oceans import desk as atlantic
from tests.thewar.builds import at
from tests.thewar.endings.scenes import holds, war
from tests.tui.screens import SIZES, shown
from tests.tui.standin import StandinDesk
from tui import glyphs
from tui.models.supply_sources import as_text, groups
from tui.panels.supply_sources import SupplySourcesPanel


@cache
def fallen_paris(step: str = "axis.operations.supply") -> TheWar:
    """Paris is Germany's, and Italy at war with Britain and France, as the Axis checks its supply."""
    return war("france+italy")(war("britain+italy")(holds("germany", "paris")(at(step, "1940-2-summer"))))


def desk(campaign: TheWar | None = None) -> Any:
    return StandinDesk(campaign if campaign is not None else fallen_paris())


def panel() -> Any:
    return SupplySourcesPanel(desk())


@pytest.mark.parametrize("size", [(60, 20), *SIZES], ids=str)
def test_the_page_opens_at_a_check_by_the_key_in_the_footer(size: tuple[int, int]) -> None:
    assert "L sources" in shown(desk(), [], size).rstrip().splitlines()[-1]
    text = shown(desk(), ["L"], size)
    assert "Sources of supply" in text and "next power" in text.rstrip().splitlines()[-1]
    assert any("Berlin" in line and "full" in line for line in text.splitlines())


@pytest.mark.parametrize("step", ["allied.operations.second-supply", "axis.supply.check"])
def test_every_check_names_the_key(step: str) -> None:
    assert "L sources" in shown(desk(fallen_paris(step)), [], (60, 20)).rstrip().splitlines()[-1]


def test_the_places_lead_to_it_and_no_other_step_or_page_does() -> None:
    assert "L sources" in shown(desk(), ["m"], (60, 20)).rstrip().splitlines()[-1]
    text = shown(desk(), ["m", "L"], (60, 20))
    assert "Sources of supply" in text
    assert "L sources" not in shown(desk(), ["f"], (140, 40)).rstrip().splitlines()[-1]
    elsewhere = shown(desk(fallen_paris("axis.operations.attacks")), [], (140, 40))
    assert "L sources" not in elsewhere.rstrip().splitlines()[-1]


@pytest.mark.rule("tw-12.4")
def test_tab_goes_from_power_to_power_and_a_source_says_what_it_gives() -> None:
    async def act(host: Host, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "tab", "tab", "tab", "tab")
        text = " ".join(" ".join(host.text).split())
        assert "France" in text and "Bordeaux" in text and "for Paris, which is the enemy's" in text
        assert "Any number of units traces supply over the same hexes, however far" in text
        await pilot.press("down")
        assert "Bordeaux, full: for Paris, which is the enemy's. 12.2.2" in " ".join(" ".join(host.text).split())
        await pilot.press("home", "shift+tab")
        assert any("Minor countries" in line for line in host.text), "round to the last one"

    work(panel, act)


def test_each_level_says_what_it_means() -> None:
    said = {line.name: line for group in groups(desk()) for line in group.lines if group.spot == "germany"}
    assert said["Tripoli"].level == "limited"
    assert said["Tripoli"].why == "capital of Libya, Italy's, which is at war with Britain and France"
    meaning, rule = said["Tripoli"].told[1]
    assert meaning.startswith("Ships do not intercept from there, air units fight as Third-Rate")
    assert rule == "12.2.3, ruling 405"
    assert said["Vienna"].level == "none" and said["Vienna"].told[1][0] == "It supplies nobody now."


def test_a_seat_sees_its_own_powers_first_and_who_has_fallen_not_at_all() -> None:
    campaign = fallen_paris()
    seats = {power: "west" if power in ("britain", "us", "france") else "axis" for power in campaign.seats}
    gone = attrs.evolve(campaign.powers["france"], surrendered="1940-2-summer")
    there = attrs.evolve(campaign, seats=seats, powers={**campaign.powers, "france": gone})
    seated = desk(there)
    seated.seat = "west"
    assert [group.spot for group in groups(seated)] == ["britain", "us", "germany", "italy", "ussr", "minors"]


def test_a_city_tells_whom_it_supplies_among_the_places() -> None:
    found = {site.id: [str(fact.text) for fact in site.facts] for site in sites(fallen_paris())}
    assert "full source of supply of Britain, United States" in found["suez"]
    assert "limited source of supply of Germany, Italy" in found["tripoli"]
    assert not [text for text in found["vienna"] if "source of supply" in text], "only while Berlin is lost"


def test_as_text_it_is_in_words() -> None:
    lines = list(as_text(groups(desk()), "france"))
    assert lines[0].startswith("France: 1 full, ")
    assert "  none     Paris: Germany holds it (12.2.2)" in lines
    assert not any("-" in line.split(":")[0] for line in lines)


def test_with_plain_signs_there_is_nothing_but_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glyphs, "plain", lambda: True)
    _, lines = pressed(panel, ["tab"])
    assert all(line.isascii() for line in lines)


def test_the_other_game_has_no_such_page() -> None:
    assert groups(atlantic("combat.raiders")) == ()
    assert "Sources of supply" not in shown(atlantic("combat.raiders"), ["L"], SIZES[0])
