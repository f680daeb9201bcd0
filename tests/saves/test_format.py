"""The text of openings and entries: TOML, short, and the same values when read back, quickly or carefully."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.campaign import Secret
from engine.kernel.changes import Change, Entry, Roll
from saves import format, journal, scenarios, seals, shapes, toml, turnfile
from saves.format import Head
from saves.shapes import Fault
from tests.saves import game
from tests.saves.desks import files, two_turns

TEXT = st.text(st.characters(codec="utf-8"), max_size=30)
SCALAR = st.one_of(TEXT, st.integers(-(10**9), 10**9), st.booleans())
VALUE = st.recursive(
    SCALAR, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3))
)


@given(st.dictionaries(TEXT, VALUE, max_size=4))
def test_what_is_written_is_toml_and_reads_back(items: dict[str, Any]) -> None:
    text = "".join(toml.line(name, item) for name, item in items.items())
    assert tomllib.loads(text) == items
    assert text.count("\n") == len(items), "one line each"


CHANGE = st.builds(
    Change,
    st.sampled_from(["powers.red.gold", "powers.red.motto", "facts.x", "progress.done"]),
    st.one_of(st.none(), SCALAR, st.lists(TEXT, max_size=2).map(tuple)),
    st.one_of(st.none(), SCALAR, st.lists(TEXT, max_size=2).map(tuple)),
    TEXT,
    TEXT,
    TEXT,
)
ENTRY = st.builds(
    Entry,
    st.integers(1, 10**6),
    TEXT,
    TEXT,
    TEXT,
    st.lists(st.builds(Roll, TEXT, st.integers(1, 10), st.just(10), TEXT), max_size=2).map(tuple),
    st.lists(CHANGE, max_size=3).map(tuple),
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.lists(st.integers(1, 99), max_size=3).map(tuple),
    TEXT,
    st.lists(TEXT, max_size=2).map(tuple),
    TEXT,
)


@given(ENTRY)
def test_an_entry_reads_back_quickly_and_carefully(entry: Entry) -> None:
    body = journal.body(entry)
    reader = journal.Reader(game.opening(), game.RULESET.kinds)
    assert reader.entry(journal.quick(body.decode())) == entry
    assert reader.entry(tomllib.loads(body.decode())) == entry
    block, _ = seals.sealed("", body)
    [found] = seals.scan(block).blocks
    assert found.whole and found.body == body


def test_objects_in_changes_read_back_by_their_declared_type(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    changes = [change for entry in desk.entries("1500-2-fall") for change in entry.changes]
    values = [change.was or change.now for change in changes if change.at.startswith(("men.", "pending."))]
    assert game.Man(power="blue", kind="archer", marks=("new",), tags={"young": True}) in values
    assert any(isinstance(value, game.Duel) for value in values)


def _read_back(campaign: Any, ruleset: Any) -> Any:
    head = Head(format.FORMAT, 1, ruleset.calendar.now(campaign), ruleset.version)
    data, _ = turnfile.opening_bytes(head, campaign)
    return turnfile.load(Path("0001-x.toml"), data, ruleset)


@given(TEXT, st.integers(-(10**9), 10**9), st.dictionaries(TEXT, st.booleans(), max_size=3), st.lists(TEXT, max_size=3))
def test_an_opening_reads_back(title: str, gold: int, tags: dict[str, bool], marks: list[str]) -> None:
    campaign = game.with_gold(game.opening(), "red", gold)
    man = game.Man(power="blue", tags=tags, marks=tuple(marks))
    campaign = attrs.evolve(campaign, title=title, men={**campaign.men, "max": man})
    assert _read_back(campaign, game.RULESET).opening == campaign


@pytest.mark.parametrize("scenario_id", ["1939-campaign", "1940-spring"])
def test_the_openings_of_the_war_read_back_with_every_order_of_keys(scenario_id: str) -> None:
    campaign: Any = scenarios.preview(scenario_id)
    ruleset, _ = scenarios.read(scenario_id)
    found: Any = _read_back(campaign, ruleset).opening
    assert found == campaign
    assert list(found.units) == list(campaign.units)
    assert list(found.powers) == list(campaign.powers)


def test_an_opening_leaves_defaults_out_and_hidden_values_and_gives_each_man_a_line() -> None:
    campaign = attrs.evolve(game.opening(), secrets={"red-1": Secret("red", "red bid 3", "salt")})
    text = format.opening_text(Head(format.FORMAT, 1, "1500-1-spring", "1"), campaign)
    assert 'hans = {power = "red"}\n' in text
    assert "wounds" not in text and "pikeman" not in text
    assert "secrets" not in text and "red bid 3" not in text and "salt" not in text
    assert "[pending]" not in text and "previous" not in text
    # A later file's head names the one before.
    head = Head(format.FORMAT, 2, "1500-2-fall", "1", 9, "0001-1500-1-spring.toml", "ab")
    later = format.opening_text(head, campaign)
    assert 'previous = "0001-1500-1-spring.toml"\nprevious_seal = "ab"\n' in later


def test_long_objects_stand_in_tables_of_their_own() -> None:
    campaign = game.opening()
    purse = attrs.evolve(campaign.powers["red"], motto="x" * 200)
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "red": purse})
    text = format.opening_text(Head(format.FORMAT, 1, "1500-1-spring", "1"), campaign)
    assert "\n[powers.red]\n" in text and "\n[powers.blue]\n" in text
    assert _read_back(campaign, game.RULESET).opening == campaign


def test_every_fault_of_shape_is_named_with_the_nearest_key() -> None:
    faults: list[Fault] = []
    raw = {
        "ruleset": 5,
        "powers": {"red": {"name": "Red", "gould": 3}, "blue": 7},
        "men": {"hans": {"power": "red", "marks": "old", "tags": {"a": 1}}},
        "progress": {"turn": "one"},
        "pending": {"1": {"kind": "dual", "stage": "x"}, "2": {"stage": "x"}},
        "seets": {},
    }
    found = format.read_opening(game.RULESET, raw, faults)
    assert found is None
    told = {(fault.table, fault.key): (fault.problem, fault.nearest) for fault in faults}
    assert told[("", "seets")] == ("there is no such table", "seats")
    assert told[("", "ruleset")][0] == "5 stands where text is wanted"
    assert told[("powers.red", "gould")] == ("there is no such key", "gold")
    assert told[("powers.red", "gold")][0] == "is missing"
    assert told[("powers", "blue")][0] == "7 stands where a table is wanted"
    assert told[("men.hans", "marks")][0] == "'old' stands where an array is wanted"
    assert told[("men.hans.tags", "a")][0] == "1 stands where true or false is wanted"
    assert told[("progress", "turn")][0] == "'one' stands where a whole number is wanted"
    assert told[("pending.1", "kind")][0] == "'dual' is no procedure of this game"
    assert told[("", "scenario")][0] == "is missing"


def test_values_that_cannot_stand_in_a_file_are_refused() -> None:
    for odd in (1.5, {1, 2}, object()):
        with pytest.raises(TypeError):
            toml.value(odd)
    with pytest.raises(TypeError):
        shapes.plain(object())


def test_the_files_are_toml_for_anyone(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    for path in (*files(desk.folder), desk.folder / "campaign.toml"):
        raw = tomllib.loads(path.read_text())
        assert raw["format"] == format.FORMAT
    entries = tomllib.loads(files(desk.folder)[1].read_text())["entry"]
    assert [entry["order"] for entry in entries][:3] == ["opened", "red income", "blue income"]
    assert all(list(entry)[-1] == "seal" for entry in entries)


def test_an_opening_is_read_once_while_its_bytes_are_the_same_and_anew_once_one_is_not(tmp_path: Path) -> None:
    path = files(two_turns(tmp_path).folder)[1]
    data = path.read_bytes()
    first, again = (turnfile.load(path, data, game.RULESET) for _ in range(2))
    assert again.opening is first.opening and again.head is first.head
    # Entries that come after it change nothing of it; a byte of its own does.
    cut = turnfile.load(path, data[: data.rindex(b"\n\n") + 2], game.RULESET)
    assert cut.opening is first.opening
    edited = turnfile.load(path, data.replace(b"\n[", b"\n# looked at\n[", 1), game.RULESET)
    assert edited.opening is not first.opening and edited.opening == first.opening
    assert [edit.n for edit in edited.edited] == [0]


def test_an_opening_that_is_only_passed_takes_no_place_of_one_that_is_kept(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    earlier, _, last = files(desk.folder)
    head = turnfile.load(last, last.read_bytes(), game.RULESET)
    passed, again = (turnfile.load(earlier, earlier.read_bytes(), game.RULESET, passing=True) for _ in range(2))
    assert passed.opening == again.opening and passed.opening is not again.opening
    for _ in range(3):
        desk.entries("all")
    assert turnfile.load(last, last.read_bytes(), game.RULESET).opening is head.opening
