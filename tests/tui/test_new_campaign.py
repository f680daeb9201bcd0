"""What is asked before a campaign is begun: options in groups that fold, each explained, and what may not be begun."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from textual.pilot import Pilot

from engine.kernel.ruleset import find
from engine.kernel.sheets.options import ABOUT, Option, contrary, idle, named, options_of
from saves import library, scenarios
from saves.errors import Misuse
from saves.scenarios import ScenarioCard
from tests.tui.screens import drive, screen_text
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.models import beginning
from tui.models.beginning import Asked, questions
from tui.rows import wrap
from tui.screens.new_form import NewForm

GAMES = ("thewar", "worldatwar")
SIZES = ((60, 20), (80, 24), (120, 40))


def card_of(scenario: str) -> ScenarioCard:
    return next(card for card in scenarios.scenarios() if card.id == scenario)


def turned(asked: tuple[Asked, ...], *options: str) -> tuple[Asked, ...]:
    """The form with these options of yes and no turned."""
    return tuple(one.turned(1) if one.key.removeprefix(beginning.OPTION) in options else one for one in asked)


# --- what a game says of its options


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_group_and_one_sentence_that_fits_two_lines_of_the_smallest_window(game: str) -> None:
    for option in options_of(find(game)).options:
        assert option.group and option.title and option.about.endswith("."), option.id
        assert len(option.about) <= ABOUT, (option.id, len(option.about))
        assert len(wrap(f"{option.about} ({option.rule})", 58)) <= 2, option.id


@pytest.mark.parametrize("card", [one.id for one in scenarios.scenarios()])
def test_every_option_of_a_scenario_is_one_that_its_game_explains(card: str) -> None:
    found = card_of(card)
    known = options_of(find(found.ruleset)).options
    assert {*found.options} <= {option.id for option in known}
    assert beginning.OTHERS not in beginning.groups(questions(found))


@pytest.mark.parametrize("game", GAMES)
def test_what_an_option_names_is_an_option_of_its_game(game: str) -> None:
    known = options_of(find(game)).options
    for option in known:
        for other in (*option.excludes, *(key for key, _ in option.counts_with)):
            assert named(known, other) is not None, (option.id, other)


def test_the_screen_and_the_engine_refuse_the_same_pairs() -> None:
    card = card_of("1939-campaign")
    known = options_of(find("thewar")).options
    pairs = [(option.id, other) for option in known for other in option.excludes]
    assert len(pairs) == 10
    for one, other in pairs:
        found = beginning.problems(card, turned(questions(card), one, other))
        assert set(found) == {beginning.OPTION + one, beginning.OPTION + other}
        with pytest.raises(Misuse, match=f"'{other}' cannot be played together with '{one}'"):
            scenarios.preview("1939-campaign", 1, {one: True, other: True})
    assert not beginning.problems(card, turned(questions(card), "convoys", "u-boat-cards"))


def test_contrary_and_idle_are_asked_of_any_game() -> None:
    rain = Option("rain", "Rain", "7", excludes=("snow",), about="It rains.")
    snow = Option("snow", "Snow", counts_with=(("season", "winter"),))
    (pair,) = contrary((rain, snow), {"rain": True, "snow": True})
    assert pair.said == "Snow cannot be played together with Rain (7)."
    assert contrary((rain, snow), {"rain": True, "snow": False}) == ()
    assert idle(snow, {"season": "summer"}) == (("season", "winter"),) and idle(snow, {"season": "winter"}) == ()


# --- the model of the form


def test_a_group_says_how_many_of_its_options_are_not_the_scenarios() -> None:
    card = card_of("1939-campaign")
    asked = questions(card)
    assert beginning.groups(asked)[0] == "At the table" and len(beginning.groups(asked)) == 4
    sea = beginning.groups(asked)[1]
    assert beginning.counted(asked, sea) == "8 options"
    assert beginning.counted(turned(asked, "convoys", "sub-hunters"), sea) == "2 changed"
    assert "Convoys: yes" in beginning.about_group(turned(asked, "convoys"), sea)
    once = card_of("battle-of-the-atlantic")
    assert [one.key for one in questions(once, 2) if one.key == "option.consent"]
    assert not [one.key for one in questions(once) if one.key == "option.consent"], "asked where several play"


def test_all_of_a_group_is_set_but_for_what_excludes_the_others_and_back_again() -> None:
    card = card_of("1939-campaign")
    asked = questions(card)
    sea = beginning.groups(asked)[1]
    every = beginning.all_of(card, asked, sea)
    assert {one.key for one in every if one.changed} == {
        one.key for one in asked if one.group == sea and one.key != "option.simplified-u-boats"
    }
    assert not beginning.problems(card, every)
    assert beginning.all_of(card, every, sea) == asked


def test_what_changes_nothing_now_says_with_what_it_counts() -> None:
    card = card_of("global-war")
    asked = questions(card)
    steps = next(one for one in asked if one.key == "option.german-submarine-steps")
    about, minded = beginning.explained(card, asked, steps)
    assert about.startswith("Steps of German") and minded == "It counts only where Classic game is no."
    assert beginning.explained(card, turned(asked, "classic"), steps)[1] == ""
    raids = next(one for one in questions(card_of("1939-campaign")) if one.key == "option.simplified-bombing")
    said = beginning.explained(card_of("1939-campaign"), questions(card_of("1939-campaign")), raids)[1]
    assert said == "Not with Bomb the USSR, Bombing cards, City raids, Bomber waves."


# --- the screen


async def to(pilot: Pilot[None], form: NewForm, wanted: Callable[[NewForm], bool]) -> None:
    """Walk down to where this is so."""
    for _ in range(60):
        if wanted(form):
            return
        await pilot.press("down")
    raise AssertionError("the cursor does not come there")


@pytest.mark.parametrize("size", SIZES)
def test_groups_fold_and_the_option_under_the_cursor_is_explained(home: Path, size: tuple[int, int]) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        form = app.screen.query_one(NewForm)
        await to_scenario(pilot, form, "1939-campaign")
        await pilot.press("tab")
        await to(pilot, form, lambda form: form.here.key == "U-boats and the sea")
        await pilot.pause()
        assert "enter open" in screen_text(app) and "Capital ships" not in [one.key for one in form.places]
        folded = len(form.places)
        await pilot.press("enter")
        assert len(form.places) == folded + 8 and form.enters == "close"
        await to(pilot, form, lambda form: form.here.key == "option.capital-ships")
        await pilot.press("space")
        await pilot.pause()
        shown = " ".join(screen_text(app).split())
        assert "29.19" in shown and "1 changed" in shown and "Capital ships ‹ yes ›" in shown
        assert "natural 1" in shown
        await pilot.press("a")
        await pilot.pause()
        assert beginning.counted(form.asked, form.group) == "7 changed"
        await pilot.press("a")
        assert beginning.counted(form.asked, form.group) == "8 options"

    drive(None, act, size)


async def to_scenario(pilot: Pilot[None], form: NewForm, scenario: str) -> None:
    for _ in range(20):
        if form.card is not None and form.card.id == scenario:
            return
        await pilot.press("down")


def test_what_excludes_another_says_so_before_it_is_begun_and_is_not_begun(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        form = app.screen.query_one(NewForm)
        await to_scenario(pilot, form, "1939-campaign")
        await pilot.press("tab")
        await to(pilot, form, lambda form: form.here.key == "U-boats and the sea")
        await pilot.press("right")
        for option in ("convoys", "simplified-u-boats"):
            await to(pilot, form, lambda form, option=option: form.here.key == f"option.{option}")  # type: ignore[misc]
            await pilot.press("right")
        await pilot.pause()
        said = "Convoys cannot be played together with Simplified U-boats (29.5)."
        assert said in " ".join(screen_text(app).split()) and form.told().bad
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert said in app.screen.query_one(Notice).said and not isinstance(app.screen, CampaignScreen)
        await pilot.press("left")
        assert not form.told().bad
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen)
        assert app.screen.desk.campaign.options["convoys"] is True

    drive(None, act, (60, 20))


@pytest.mark.rule("tw-29.15")
def test_29_15_one_player_is_asked_for_simplified_diplomacy_first(home: Path) -> None:
    """In words of its own beside the number of players; where several play it stands among the options."""
    card = card_of("1939-campaign")
    key = "option.simplified-diplomacy"
    first = questions(card)
    assert [one.key for one in first[:2]] == ["seats", key]
    assert (first[1].label, first[1].said, first[1].turned(1).said) == ("Diplomacy", "in full", "simplified")
    assert (first[1].group, first[1].rule) == ("", "29.15") and "made for one player" in first[1].about
    assert [one.key for one in questions(card, 2)[:2]] == ["seats", "seat"]
    several = next(one for one in questions(card, 2) if one.key == key)
    assert (several.label, several.group, several.said) == ("Simplified diplomacy", "Battles and countries", "no")
    taught = next(card for card in scenarios.scenarios() if card.teaches)
    assert next(one for one in questions(taught) if one.key == key).group, "nothing is asked first there"

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        form = app.screen.query_one(NewForm)
        await to_scenario(pilot, form, "1939-campaign")
        await pilot.press("enter", "enter", "right")
        assert form.question is not None and form.question.key == key and form.question.said == "simplified"
        # What was chosen is kept, wherever it stands.
        for seats, group in ((2, "Battles and countries"), (1, "")):
            while form.here.key != "seats":
                await pilot.press("up")
            while next(one for one in form.asked if one.key == "seats").value != seats:
                await pilot.press("right")
            now = next(one for one in form.asked if one.key == key)
            assert (now.value, now.group) == (True, group)

    drive(None, act, (80, 24))


def test_the_name_says_what_the_campaign_will_be_called_and_enter_does_what_the_footer_says(home: Path) -> None:
    scenarios.new("1939-campaign")
    assert library.free_name("1939-campaign") == "1939-campaign-2"

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        form = app.screen.query_one(NewForm)
        await to_scenario(pilot, form, "1939-campaign")
        assert form.enters == "go on"
        await pilot.press("enter")
        assert form.question is not None and form.question.key == "seats"
        await pilot.press("enter", "enter", "enter")
        assert form.here.kind == "group" and form.enters == "open"
        await to(pilot, form, lambda form: form.here.key == "name")
        await pilot.pause()
        assert "1939-campaign-2" in screen_text(app)
        await pilot.press("a", "q", "enter")
        await pilot.pause()
        assert form.enters == "begin" and next(one.text for one in form.asked if one.key == "name") == "aq"
        await pilot.press("up", "backspace", "backspace", "enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen) and app.screen.desk.name == "1939-campaign-2"

    drive(None, act, (80, 24))


def test_scenarios_to_learn_by_stand_first_and_say_so(home: Path) -> None:
    text = scenarios.read_bytes(scenarios.source_of("1940-spring")).decode()
    folder = scenarios.own_folder()
    folder.mkdir(parents=True)
    (folder / "learn-spring.toml").write_text(text.replace('id = "1940-spring"', 'id = "learn-spring"'))

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        form = app.screen.query_one(NewForm)
        assert form.card is not None and form.card.teaches
        assert "to learn" in screen_text(app)
        ids = [card.id for card in form.cards if card.ruleset == "thewar"]
        assert ids == sorted(ids, key=lambda one: not one.startswith("learn-"))

    drive(None, act, (60, 20))
    assert attrs.evolve(card_of("1940-spring"), id="thewar/learn-a-year").teaches
    assert not card_of("1940-spring").teaches
