"""Countries and powers added in setup: as they are in the scenario that has all, with what is theirs; taken out with
the same; refused with the reason where the rules know none of the name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs
import pytest
from textual.pilot import Pilot

from saves import checking, comparing, scenarios, sharing, trial
from saves.draft_values import Unfit
from saves.drafts import ScenarioDraft
from saves.errors import UnreadableFile
from tests.tui.screens import drive, screen_text
from tests.tui.test_setup import desk
from tui.app import WarledgerApp
from tui.models.setup_desk import SetupDesk

LEARN = "learn-battle-of-the-atlantic"


def typed(model: SetupDesk, text: str) -> str:
    """A new line typed at the foot; what stood there before Enter."""
    model.ask_line()
    model.edit = model.edit.of(text)
    model.preview()
    before = model.said
    model.answer()
    return before


def test_a_country_comes_with_its_places_and_counters_and_is_taken_back_as_one(home: Path) -> None:
    model = desk("countries", LEARN)
    before = model.draft.campaign
    model.ask_line()
    assert model.said.startswith("write a name, such as Spain, or one of your own: name=Bohemia value=9; there are: B")
    assert typed(model, "spain") == "Enter adds Spain as in The War, 1939 campaign; with it Counters 6, Places 2"
    now = model.draft.campaign
    assert now.countries["spain"].capital == "madrid" and {"madrid", "cordoba"} <= set(now.places)
    assert sum(unit.power == "spain" for unit in now.units.values()) == 6
    # Its figures are not the author's: where each comes from comes along.
    assert (
        now.sources["countries.spain.value"] == ScenarioDraft("1939-campaign").campaign.sources["countries.spain.value"]
    )
    assert model.line is not None and model.line.key == "spain" and not model.faults()
    model.undo()
    assert model.draft.campaign == before


def test_every_country_and_power_is_added_and_the_whole_is_written_and_played(home: Path) -> None:
    model = desk("countries", LEARN)
    for page in ("countries", "powers"):
        model.at = next(at for at, one in enumerate(model.pages) if one.id == page)
        for name in model.free():
            assert model.add(name), model.said
        model.ask_line()
    assert model.bad and model.said == "Major Powers: all that the rules know stand here"
    every = ScenarioDraft("1939-campaign").campaign
    now = model.draft.campaign
    assert (set(now.countries), set(now.powers)) == (set(every.countries), set(every.powers))
    assert now.facts["rail-italy"] == 2
    assert set(now.places) >= {
        key for key, place in every.places.items() if place.country in ("spain", "italy", "ussr")
    }
    assert all(fault.warning for fault in model.save()) and not model.draft.changed
    assert trial.of_scenario(model.draft.id, turns=2, seed="spain").holds


def test_a_country_without_its_patron_is_neutral_and_one_with_him_is_not(home: Path) -> None:
    model = desk("powers", "1939-campaign")
    for key in ("ussr", "italy", "france"):
        model.stand(key)
        model.remove()
    model.at = next(at for at, one in enumerate(model.pages) if one.id == "countries")
    for key in ("poland", "finland"):
        model.stand(key)
        model.remove()
    assert model.add("poland") and model.add("Finland")
    lands = model.draft.campaign.countries
    assert (lands["poland"].status, lands["poland"].patron) == ("neutral", "")
    assert (lands["finland"].status, lands["finland"].patron) == ("associate", "germany")
    assert model.draft.campaign.wars["germany+poland"].since == "1939-3-fall"


@pytest.mark.parametrize(
    ("page", "text", "why"),
    [
        ("countries", "spian", "'spian' is none of The War, 1939 campaign, which has all that the rules know; nearest"),
        ("countries", "atlantis", "Belgium-Luxembourg, Bulgaria, Denmark, Estonia, Finland, Greece, Hungary, Iran and"),
        ("countries", "Norway", "Norway stands there already; change its line"),
        ("countries", "", "nothing is typed"),
        ("countries", "name=", "its name has no letter or digit"),
        ("countries", "name=Norway", "'norway' stands there already; change its line"),
        ("powers", "japan", "'japan' is none of The War, 1939 campaign, which has all that the rules know; Italy, Sov"),
        ("powers", "name=Japan", "'name=japan' is none of The War"),
    ],
)
def test_what_no_rule_knows_is_refused_with_what_may_be_added(home: Path, page: str, text: str, why: str) -> None:
    model = desk(page, LEARN)
    before = model.draft.campaign
    typed(model, text)
    assert model.bad and why in model.said and model.asking
    assert model.draft.campaign is before


def test_a_country_of_the_author_s_own_is_said_by_its_fields_and_has_no_patron(home: Path) -> None:
    model = desk("countries", LEARN)
    typed(model, "name=Bohemia value=9 associate")
    assert not model.bad and model.said.startswith("added: Bohemia, associate, 9,"), model.said
    land = model.draft.campaign.countries["bohemia"]
    assert (land.name, land.value, land.patron) == ("Bohemia", 9, "")
    # An Associate is somebody's: that is told when the whole is looked at.
    assert any("an Associate of nobody" in str(fault) for fault in model.faults())


def test_a_country_and_a_power_are_off_with_all_that_is_theirs(home: Path) -> None:
    model = desk("countries", "1939-campaign")
    before = model.draft.campaign
    model.stand("spain")
    model.remove()
    assert model.said == "Spain is off, and with it Counters 6, Places 2" and not model.faults()
    assert not [path for path in model.draft.campaign.sources if path.startswith("countries.spain")]
    model.at = next(at for at, one in enumerate(model.pages) if one.id == "powers")
    model.stand("italy")
    model.remove()
    assert "Italy is off, and with it Counters 26" in model.said and not model.faults()
    model.undo()
    model.undo()
    assert model.draft.campaign == before


@pytest.mark.parametrize("power", ["germany", "britain", "us"])
def test_without_a_power_that_every_step_reads_no_scenario_is_written(home: Path, power: str) -> None:
    model = desk("powers", "1939-campaign")
    model.stand(power)
    model.remove()
    told = [str(fault) for fault in model.faults()]
    assert any("is missing: no scenario is played without it (1.2)" in text for text in told)
    model.save()
    assert "not written" in model.said


def test_what_comes_in_has_to_fit(home: Path) -> None:
    """Poland's war with Germany has begun in Fall 1939: before that it cannot have."""
    model = desk("countries", LEARN)
    model.draft.set("first", "1939-2-summer")
    assert not model.add("poland")
    assert model.bad and "Fall 1939 is after the first turn, Summer 1939" in model.said
    assert "poland" not in model.draft.campaign.countries


def test_it_is_taken_from_the_program_s_scenario_also_where_the_author_has_one_of_that_id(home: Path) -> None:
    folder = scenarios.own_folder()
    folder.mkdir(parents=True)
    (folder / "1939-campaign.toml").write_text("spoilt")
    model = desk("countries", LEARN)
    assert typed(model, "spain").startswith("Enter adds Spain as in The War, 1939 campaign")


def test_a_country_that_was_brought_in_is_shared_with_the_program_s_figures(home: Path, tmp_path: Path) -> None:
    model = desk("countries", LEARN)
    typed(model, "spain")
    typed(model, "name=Bohemia value=9")
    for path, value in (("countries.spain.value", 25), ("countries.spain.narfs", 77), ("powers.germany.narfs", 99)):
        model.draft.set(path, value)
    model.draft.save()
    found = sharing.shared(model.draft.id, "none")
    other = tmp_path / "other.toml"
    other.write_text(found.text)
    assert checking.check(other) == []
    opened = comparing.state(str(other)).campaign
    known = comparing.state("thewar/1939-campaign").campaign
    assert opened.countries["spain"] == known.countries["spain"] and "bohemia" not in opened.countries
    assert opened.sources["countries.spain.value"] == known.sources["countries.spain.value"]
    assert opened.powers["germany"].narfs == 43 and "own" not in opened.sources.values()


def test_the_second_game_adds_its_powers(home: Path) -> None:
    model = desk("powers", "battle-of-the-atlantic")
    assert "Enter adds Japan as in A World at War: Global war; with it Units in play 2" in typed(model, "japan")
    assert "tokyo" in model.draft.campaign.places and not model.faults()
    typed(model, "atlantis")
    assert model.bad and "none of A World at War: Global war" in model.said


@pytest.mark.parametrize(("power", "seed"), [("us", 0), ("germany", 1)])
def test_the_second_game_is_played_without_a_power(home: Path, power: str, seed: int) -> None:
    """Without the United States raiders in the Pacific once asked for its submarines."""
    model = desk("powers", "battle-of-the-atlantic")
    model.stand(power)
    model.remove()
    for fault in model.faults():
        model.draft.drop(fault.path)
    model.draft.save()
    found = trial.of_scenario(model.draft.id, turns=4, seed=seed)
    assert found.holds, (found.fault, found.led[-2:])


def test_a_country_is_added_by_keys(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("m", "home")
        while "▸ Learn: the Battle of the Atlantic" not in screen_text(app):
            await pilot.press("down")
        await pilot.press("enter", *["down"] * 4, "enter", "plus", *"spain")
        await pilot.pause()
        assert "Enter adds Spain as in The War, 1939 campaign" in screen_text(app)
        await pilot.press("enter")
        # It came with the program: the copy has to have a title first.
        await pilot.press("ctrl+u", *"Spain joins", "enter", "s", "escape", "escape")

    drive(None, act)
    (path,) = (home / ".local/share/warledger/scenarios").glob("*.toml")
    raw = tomllib.loads(path.read_text())
    assert raw["title"] == "Spain joins" and "spain" in raw["countries"] and "madrid" in raw["places"]
    assert checking.check(path) == []


FILE = """
format = 4
kind = "scenario"
id = "more"
extends = "thewar/learn-battle-of-the-atlantic"
title = "More"
author = "me"
"""
POWER = 'name = "Japan"\nadjective = "Japanese"\nalliance = "axis"\nside = "axis"\nnarfs = 3\nbase = 9'


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('[countries.spain]\nname = "Spain"\n[units.spain-inf-1]\npower = "spain"\nkind = "inf"\nstrength = "6-5"', ""),
        ('[countries.norwya]\nstatus = "neutral"', "name: is missing: this is a new entry; nearest is 'norway'"),
        ('[countries.spain]\nname = "Spain"\ncapital = "madrid"', "capital: there is no 'madrid' in places (23.1)"),
        ("[powers.japan]\n" + POWER, "japan: is no power of this game"),
    ],
)
def test_a_country_is_added_in_a_file(tmp_path: Path, lines: str, told: str) -> None:
    path = tmp_path / "more.toml"
    path.write_text(f"{FILE}{lines}\n")
    found = checking.check(path)
    assert [told in str(one) for one in found] == ([True] if told else []), found


def test_an_opening_that_does_not_fit_is_taken_over_only_where_it_is_mended_afterwards(home: Path) -> None:
    draft = ScenarioDraft("1939-campaign")
    draft.name("Mine")
    gone = attrs.evolve(draft.campaign, powers={})
    with pytest.raises(UnreadableFile):
        draft.become(gone, "none")
    draft.become(gone, "none", also_wrong=True)
    assert not draft.campaign.powers
    with pytest.raises((UnreadableFile, Unfit)):
        draft.save()
    draft.undo()
    assert not draft.changed
