"""The hand: variants obtained, which may be played now and what they would do, why not, and nothing of others' (28)."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import pytest

from engine.thewar.countries.variant_table import rows
from engine.thewar.countries.variant_windows import window
from engine.thewar.world.state import TheWar, VariantTry
from tests.panels.test_oceans import desk as atlantic
from tests.thewar.drawn import drawn
from tests.thewar.minors import at
from tests.tui.screens import SIZES, shown
from tests.tui.standin import StandinDesk
from tui.models.hands import as_text, document, groups
from tui.panels.hand import HandPanel

SMALL = (60, 20)
HELD = ("z-plan", "jet-program", "heavy-artillery", "sneak-attack")


@cache
def holding() -> TheWar:
    """Spring 1941: Germany holds four variants and has failed to get another, Britain holds one that waits for the
    fall of France; Italy has saved a modifier."""
    campaign = at("1941-1-spring", "planning.effort")
    campaign = attrs.evolve(campaign, seats=dict.fromkeys(campaign.powers, "solo"))
    for name in HELD:
        campaign = drawn(campaign, f"germany variant {name}")
    for text in ("britain variant british-commandos", "italy variant north-south-divide"):
        campaign = drawn(campaign, text)
    failed = VariantTry(
        power="germany", turn="1940-4-winter", goal="roll", first=10, won=True, second=2, got=False, project=1
    )
    kept = VariantTry(power="italy", turn="1940-3-fall", goal="save", first=9, won=True)
    more = {one.address: one for one in (failed, kept)}
    return attrs.evolve(campaign, variant_tries={**campaign.variant_tries, **more})


def desk(campaign: TheWar | None = None) -> Any:
    return StandinDesk(campaign if campaign is not None else holding())


def line(name: str, campaign: TheWar | None = None) -> Any:
    return next(one for group in groups(desk(campaign)) for one in group.lines if one.card.id == name)


def every_spot(found: Any) -> list[str]:
    """The lines that the cursor goes through, in their order."""
    return [spot for group in groups(found) for spot in (group.spot, *(one.spot for one in group.lines))]


def down_to(found: Any, spot: str) -> int:
    """How many lines down from the first one."""
    return every_spot(found).index(spot)


@pytest.mark.parametrize("size", [SMALL, *SIZES], ids=str)
def test_28_the_hand_is_opened_by_a_key_from_anywhere_and_says_what_may_be_played(size: tuple[int, int]) -> None:
    text = shown(desk(), ["H"], size)
    assert "Hand" in text and "2 of 4 now" in text and "Z-Plan: from Fall 1939" in text


@pytest.mark.rule("tw-28.0-play")
def test_28_a_card_that_may_be_played_is_played_with_one_key_and_tells_its_figures() -> None:
    divide = line("north-south-divide")
    assert divide.playable and not divide.asks and divide.card.left == "once"
    found = desk()
    keys = ["H", "home", *["down"] * down_to(found, "italy north-south-divide")]
    text = shown(found, keys, SIZES[0])
    assert "enter play" in text.rstrip().splitlines()[-1]
    assert "Italy growth 25 → 35" in text
    shown(found, [*keys, "enter"], SIZES[0])
    assert found.campaign.powers["italy"].growth == 35
    assert "italy north-south-divide" not in every_spot(found)
    italy = next(group for group in groups(found) if group.spot == "italy")
    assert any("North-South Divide: obtained in Fall 1939, played in Spring 1941" in told for told, _ in italy.told)


@pytest.mark.rule("tw-28.0-play")
def test_28_what_may_not_be_played_says_when_and_enter_gives_the_reason() -> None:
    jets = line("jet-program")
    assert not jets.playable and [(one.rule, one.reason) for one in jets.why] == [
        ("28.1.2", "Jet program is played from Spring 1943 on")
    ]
    assert [one.hint for one in line("british-commandos").why] == ["France has not fallen."]
    found = desk()
    at_jets = ["H", "home", *["down"] * down_to(found, "germany jet-program")]
    assert "enter play" not in shown(found, at_jets, SIZES[0]).rstrip().splitlines()[-1]
    assert "Jet program is played from Spring 1943 on (28.1.2)." in shown(found, [*at_jets, "enter"], SIZES[0])
    assert not found.campaign.facts.get("variant-jet-program")


@pytest.mark.rule("tw-28.0-play")
def test_28_a_card_that_is_played_on_something_opens_its_form() -> None:
    assert line("z-plan").asks and line("z-plan").playable
    found = desk()
    keys = ["H", "home", *["down"] * down_to(found, "germany z-plan"), "enter"]
    text = shown(found, keys, SMALL)
    assert (
        "Play a variant" in text and "home port of the yard" in text and "Kiel" in text and "ship or unit" not in text
    )
    shown(found, [*keys, "right", "enter"], SMALL)
    assert found.campaign.facts["variant-z-plan"] == 1


def test_tab_goes_from_hand_to_hand_and_belongs_to_a_form_while_one_is_open() -> None:
    found = desk()
    hands = [group.spot for group in groups(found)]
    assert len(hands) > 2
    told = {group.spot: group.told for group in groups(found)}
    assert told["italy"] and "1 modifier saved" not in shown(found, ["H", "home"], SIZES[0])
    there = ["H", "home", *["tab"] * hands.index("italy")]
    assert "1 modifier saved" in shown(found, there, SIZES[0])
    assert "1 modifier saved" in shown(found, ["H", "home", *["shift+tab"] * (len(hands) - hands.index("italy"))])
    form = ["H", "home", *["down"] * down_to(found, "germany z-plan"), "enter"]
    assert "Play a variant" in shown(found, [*form, "tab"], SIZES[0])
    assert "next power" not in shown(found, form, SIZES[0])


@pytest.mark.rule("tw-28.0")
def test_28_of_others_nothing_is_seen_but_that_they_have_obtained_something() -> None:
    """What a seat cannot read lies in no record (ruling 387): two campaigns that differ in it alone look the same."""
    campaign = holding()
    blank = {
        key: attrs.evolve(one, project=0) if one.power == "germany" else one
        for key, one in campaign.variant_tries.items()
    }
    seats = {power: "axis" if power in ("germany", "italy") else "allied" for power in campaign.seats}
    theirs = desk(attrs.evolve(campaign, seats=seats, variant_tries=blank))
    theirs.seat = "allied"
    first, *others = groups(theirs)
    assert first.spot == "britain" and [one.card.id for one in first.lines] == ["british-commandos"]
    germany = next(group for group in others if group.spot == "germany")
    assert not germany.lines
    assert [text for text, _ in germany.told] == [
        "A project of its list: tried for in Winter 1940, and not obtained.",
        "4 cards in hand that its own seat alone knows.",
    ]
    assert "Z-Plan" not in shown(theirs, ["H"], SIZES[1])


def test_28_saved_modifiers_and_failures_are_told() -> None:
    told = {group.spot: [text for text, _ in group.told] for group in groups(desk())}
    assert told["italy"] == [
        "1 modifier saved, 2 at most; each counts on one die.",
        "Saved a modifier in Fall 1940.",
    ]
    assert any("tried for in Winter 1940, and not obtained" in text for text in told["germany"])


@pytest.mark.parametrize(
    ("first", "won", "said"),
    [(3, False, "Tried for a variant in Fall 1940, without success."), (9, True, "Won a roll for a project in Fall")],
)
def test_28_every_try_is_told_to_every_seat(first: int, won: bool, said: str) -> None:
    """An attempt and its dice are seen by all (ruling 387)."""
    one = VariantTry(power="germany", turn="1940-3-fall", goal="roll", first=first, won=won)
    seats = {power: "axis" if power in ("germany", "italy") else "allied" for power in holding().seats}
    theirs = desk(attrs.evolve(holding(), seats=seats, variant_tries={one.address: one}))
    theirs.seat = "allied"
    (germany,) = groups(theirs)
    assert germany.told[0][0].startswith(said)


@pytest.mark.parametrize("name", rows())
def test_28_every_variant_says_when_it_may_be_played(name: str) -> None:
    said = window(rows()[name])
    assert said and "1-spring" not in said and "3-fall" not in said


def test_28_help_tells_the_whole_card_under_the_cursor_also_where_the_screen_is_low() -> None:
    panel = HandPanel(desk())
    panel.groups, panel.spot = groups(panel.desk), "germany jet-program"
    text = " ".join(panel.help_text().split())
    for said in ("jets a year early.", "from Spring 1943.", "Jet program is played from Spring 1943 on. In 8 turns."):
        assert said in text


def test_28_times_left_are_those_of_the_list_whatever_was_obtained_over_the_rules() -> None:
    twice = drawn(holding(), "germany variant z-plan")
    assert line("z-plan", twice).card.left == "once"
    played = attrs.evolve(twice, facts={**twice.facts, "variant-z-plan": 1})
    assert line("z-plan", played).card.left == "no more; played 1 time already"


def test_28_as_text_and_as_data() -> None:
    lines = list(as_text(groups(desk()), "britain"))
    assert lines[0] == "Britain: 0 of 1 now" and lines[1].startswith("  not now  Commandos (28.2.2 #7): ")
    assert "           Commandos is not played now (28.2.2). France has not fallen." in lines
    found: list[Any] = [document(group) for group in groups(desk())]
    (britain,) = [one for one in found if one["power"] == "britain"]
    assert britain["cards"][0]["orders"] == [] and britain["cards"][0]["refusals"][0]["rule"] == "28.2.2"


def test_before_anybody_has_tried_the_page_says_how_one_tries_and_the_other_game_has_none() -> None:
    fresh = attrs.evolve(holding(), variant_tries={})
    assert "Nobody has tried for a variant" in shown(desk(fresh), ["H"], SMALL)
    assert groups(atlantic("combat.raiders")) == ()
    assert "Hand" not in shown(atlantic("combat.raiders"), ["H"], SIZES[0])


def test_28_the_footer_of_a_low_window_says_that_enter_plays_and_tab_only_where_there_is_another_hand() -> None:
    found = desk()
    keys = ["H", "home", *["down"] * down_to(found, "italy north-south-divide")]
    footer = shown(found, keys, SMALL).rstrip().splitlines()[-1]
    assert "enter play" in footer
    assert "tab next power" in shown(found, keys, SIZES[0]).rstrip().splitlines()[-1]
    alone = drawn(at("1941-1-spring", "planning.effort"), "italy variant north-south-divide")
    alone = attrs.evolve(alone, seats=dict.fromkeys(alone.powers, "solo"))
    footer = shown(desk(alone), ["H"], SIZES[0]).rstrip().splitlines()[-1]
    assert "enter play" in footer and "tab" not in footer
