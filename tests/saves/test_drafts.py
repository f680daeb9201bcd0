"""A scenario under change: fields held to their shape and range, undone, resumed after a kill, written once, and every
line that is not meant left as it was."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from engine.kernel.campaign import source
from saves import checking, scenarios
from saves.draft_changes import differences
from saves.draft_values import Unfit
from saves.drafts import ScenarioDraft
from tests.saves.drafting import BASES, begun, new_lines, random_change


@cache
def untouched() -> ScenarioDraft:
    """The 1939 campaign, for tests in which nothing comes to stand."""
    return begun("1939-campaign")


# --- fields


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("powers.germany.narfs", 100_000, "100000 is out of range; from -999 to 9999"),
        ("powers.germany.narfs", "many", "'many' stands where a whole number is wanted"),
        ("powers.germany.narfs", True, "True stands where a whole number is wanted"),
        ("powers.germny.narfs", 1, "no 'germny'; nearest is 'germany'"),
        ("powers.germany.narf", 1, "no 'narf'; nearest is 'narfs'"),
        ("powers.germany", {}, "is an entry; its fields are set one by one"),
        ("powers", {}, "is a table"),
        ("power.germany.narfs", 1, "no 'power' in a scenario; nearest is 'powers'"),
        ("units.germany-inf-1.place", "berlni", "no 'berlni' in places; nearest is 'berlin'"),
        ("units.germany-inf-1.kind", "infx", "no 'infx'; nearest is 'inf'"),
        ("powers.germany.name", "a\u202eb", "the character U+202E cannot stand"),
        ("wars.germany+poland.one", "italy", "known by this; drop it and add another"),
        ("wars.germany+poland.since", "1939-9-fall", "is no turn; a turn, such as 1940-1-spring"),
        ("facts.usel", 41, "out of range; from -20 to 40"),
        ("facts.usel", True, "is not a whole number"),
        ("facts.usel", [1], "is no figure"),
        ("facts.uselx", 1, "no fact 'uselx'; nearest is 'usel'"),
        ("options.convois", True, "no option 'convois'; nearest is 'convoys'"),
        ("options.convoys", 1, "1 stands where yes or no is wanted"),
        ("options.consent", "all", "no 'all'; one of friends, strict"),
        ("seating.2.germny", "axis", "no power of this game; nearest is 'germany'"),
        ("seating.6.germany", "axis", "1 to 5 players"),
        ("seating.2.germany", "table", "'table' is no name of a seat"),
        ("head.title", "two\nlines", "a line break"),
        ("head.title", "x" * 101, "101 characters are too many; at most 100"),
        ("head.description", "x" * 4001, "a text of 4001 characters; 4000 are the most"),
        ("head.author", "x" * 201, "201 characters are too many; at most 200"),
        ("head.author", "a\nb", "a line ends in it"),
        ("head.changes", "1.1: more", "stands where an array is wanted"),
        ("head.description", 3, "3 stands where text is wanted"),
        ("head.first", "1939-3-fal", "'1939-3-fal' is no turn"),
        ("head.titel", "x", "nearest is 'title'"),
        ("scenario", "other", "no 'scenario' in a scenario"),
        ("progress.turn", 3, "no 'progress' in a scenario"),
        ("sources.powers.germany.base", 3, "3 stands where text is wanted"),
    ],
)
def test_a_field_is_held_to_its_shape_and_range_in_words(path: str, value: Any, told: str) -> None:
    draft = untouched()
    with pytest.raises(Unfit) as refused:
        draft.set(path, value)
    assert told in str(refused.value)
    assert not draft.changed and not draft.kept


SET = (
    ("powers.germany.narfs", 90),
    ("units.germany-inf-1.place", "berlin"),
    ("places.dardanelles.tags.mediterranean", False),
    ("facts.usel", 3),
    ("facts.western-weather", "mud"),
    ("options.consent", "strict"),
    ("options.convoys", True),
    ("seating.3.britain", "britain"),
    ("sources.powers.germany.narfs", "own"),
    ("head.title", "Another war"),
    ("head.description", 'Two\nlines \\n and "quotes" of \'\'\'all\'\'\' """kinds"""'),
    ("head.last", "1944-2-summer"),
    ("head.author", "Me & Co."),
    ("head.version", "1.1"),
    ("head.changes", ("1.1: more\nof it", "1.0")),
    ("head.notes", "Why\nso."),
    ("countries.spain.status", "neutral"),
    ("countries.spain.patron", ""),
    ("seating.3.us", "britain"),
    ("seating.3.france", "britain"),
)


def test_what_is_set_stands_there_and_is_read_from_the_file_again() -> None:
    draft = begun("1939-campaign")
    for path, value in SET:
        draft.set(path, value)
        assert draft.get(path) == value and draft.changed, path
    draft.save()
    assert not draft.changed
    again = ScenarioDraft("my-box")
    assert {path: again.get(path) for path, _ in SET} == dict(SET)
    assert again.campaign == draft.campaign and dict(again.head) == dict(draft.head)
    assert draft.path is not None and checking.check(draft.path) == []


@pytest.mark.parametrize(
    ("table", "key", "fields", "told"),
    [
        ("units", "germany-inf-1", {"power": "germany", "kind": "inf"}, "stands there already"),
        ("units", "Germany Inf", {"power": "germany", "kind": "inf"}, "is no id"),
        ("units", "germany-inf-99", {"power": "germny", "kind": "inf"}, "no 'germny' in powers or countries"),
        ("units", "germany-inf-99", {"power": "germany", "kin": "inf"}, "no such key; nearest is 'kind'"),
        ("units", "germany-inf-99", {"power": "germany"}, "is missing"),
        ("units", "germany-inf-99", 3, "where a table is wanted"),
        ("pools", "germany-x", {"power": "germany", "kind": "inf", "count": 4000}, "count: 4000 is out of range"),
        ("wars", "", {"one": "germany", "other": "germany", "since": "1939-3-fall"}, "names 'germany' twice"),
        ("wars", "a+b", {"one": "germany", "other": "ussr", "since": "1939-3-fall"}, "'germany+ussr'"),
        ("seating", "2", {"germany": "axis"}, "stands there already"),
        ("unit", "x", {}, "nearest is 'units'"),
    ],
)
def test_an_entry_that_cannot_stand_is_refused_in_words(table: str, key: str, fields: Any, told: str) -> None:
    draft = untouched()
    with pytest.raises(Unfit) as refused:
        draft.add(table, key, fields)
    assert told in str(refused.value) and not draft.changed


def test_entries_come_and_go_beside_their_like() -> None:
    draft = begun("1939-campaign")
    before = scenarios.read_bytes(scenarios.source_of("1939-campaign")).decode()
    unit = {"power": "germany", "kind": "inf", "strength": "6-5"}
    assert draft.add("units", "germany-inf-15", unit, came=None) == "germany-inf-15"
    assert draft.add("wars", "", {"one": "ussr", "other": "germany", "since": "1939-3-fall"}, None) == "germany+ussr"
    draft.drop("units.germany-inf-3")
    draft.drop("countries.greece.army")
    draft.save()
    assert draft.path is not None
    lines = draft.path.read_text().split("\n")
    at = lines.index('germany-inf-15 = { power = "germany", kind = "inf", strength = "6-5" }')
    assert lines[at - 1].startswith("germany-inf-14 =") and lines[at + 1].startswith("germany-arm-1 =")
    assert not any(line.startswith("germany-inf-3 =") for line in lines)
    greece = next(line for line in lines if line.startswith("greece ="))
    assert "army" not in greece and greece.endswith("# falls only with Suda Bay too")
    assert len([line for line in new_lines(before, draft.path.read_text()) if line and line[0] != "#"]) == 7
    with pytest.raises(Unfit, match="no 'germany-inf-3'"):
        draft.drop("units.germany-inf-3")
    with pytest.raises(Unfit, match="cannot be left out"):
        draft.drop("powers.germany.name")


# --- undo, several as one


def test_several_changes_are_one_for_undo_and_none_where_one_is_refused() -> None:
    draft = begun("1939-campaign")
    with draft.together("ten more"):
        for number in range(15, 25):
            draft.add("units", f"germany-inf-{number}", {"power": "germany", "kind": "inf", "strength": "6-5"})
    assert len(draft.campaign.units) == len(scenarios.preview("1939-campaign").units) + 10  # type: ignore[attr-defined]
    before = draft.campaign
    with pytest.raises(Unfit), draft.together("half of it"):
        draft.set("powers.germany.narfs", 1)
        draft.set("powers.italy.narfs", 99_999)
    assert draft.campaign is before
    assert draft.undo() == "ten more" and not draft.changed and draft.undo() == ""
    assert draft.redo() == "ten more" and draft.campaign == before and draft.redo() == ""


@pytest.mark.parametrize("base", BASES)
def test_undo_takes_back_all_and_what_a_kill_left_is_the_same(base: str) -> None:
    chance = random.Random(base)
    draft = begun(base)
    first = draft.campaign, dict(draft.head)
    for _ in range(60):
        random_change(draft, chance)
    # As after a kill: nothing was closed, another process opens it.
    again = ScenarioDraft("my-box")
    assert again.campaign == draft.campaign and dict(again.head) == dict(draft.head)
    assert again.resumed > 20 and f"{again.resumed} changes not saved last time" in again.told
    for one in (draft, again):
        done = one.campaign, dict(one.head)
        back = 0
        while one.undo():
            back += 1
        assert (one.campaign, dict(one.head)) == first and not one.changed
        for _ in range(back):
            assert one.redo()
        assert (one.campaign, dict(one.head)) == done
        if one is draft:
            again = ScenarioDraft("my-box")
            assert again.campaign == draft.campaign
            break


@pytest.mark.parametrize("base", BASES)
def test_what_is_saved_opens_as_the_draft_stood(base: str) -> None:
    chance = random.Random(f"saved {base}")
    draft = begun(base)
    for _ in range(40):
        random_change(draft, chance)
    # The head's notes are no key that a file has yet; what does not fit together is not saved.
    while any(not fault.warning for fault in draft.faults()):
        assert draft.undo()
    draft.set("head.description", "Changed\nat random")
    draft.save()
    again = ScenarioDraft("my-box")
    assert again.campaign == draft.campaign and dict(again.head) == dict(draft.head)
    assert again.resumed == 0 and not again.changed
    assert differences(again._state, draft._state) == []


# --- where a figure comes from


def test_whatever_road_changes_a_figure_it_is_the_authors_own() -> None:
    draft = begun("1939-campaign")
    draft.set("powers.germany.narfs", 91)
    draft.set("facts.usel", 2)
    draft.add("units", "germany-inf-15", {"power": "germany", "kind": "inf", "strength": "6-5"})
    draft.drop("countries.greece.army")
    figures = ("powers.germany.narfs", "facts.usel", "units.germany-inf-15.strength", "countries.greece.army")
    assert {source(draft.campaign, path) for path in figures} == {"own"}
    assert draft.undo() and source(draft.campaign, "countries.greece.army") != "own"
    # What a scenario says of itself, seats and options are no figures; nor is a figure of an entry that is gone.
    before = dict(draft.campaign.sources)
    for path, value in (("last", "1944-2-summer"), ("options.convoys", True), ("seating.3.us", "britain")):
        draft.set(path, value)
    assert dict(draft.campaign.sources) == before
    draft.drop("units.germany-inf-15")
    assert not any(path.startswith("units.germany-inf-15") for path in draft.campaign.sources)


def test_what_is_taken_over_from_elsewhere_says_from_where_it_came() -> None:
    draft = begun("1939-campaign")
    draft.set("powers.germany.narfs", 91, came="my other box")
    assert draft.campaign.sources["powers.germany.narfs"] == "my other box"
    draft.set("powers.germany.narfs", 92, came="")
    assert "powers.germany.narfs" not in draft.campaign.sources
