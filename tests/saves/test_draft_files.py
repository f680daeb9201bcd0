"""The file of a scenario under change: written once and whole, every line that is not meant as it was; the draft beside
it; a copy of a scenario that came with the program."""

from __future__ import annotations

import difflib
import hashlib
import json
import tomllib
from pathlib import Path

import attrs
import pytest

from saves import checking, scenarios
from saves.draft_values import Unfit
from saves.drafts import ScenarioDraft, free_title, id_of
from saves.errors import Exists, Misuse, SavesError, Stale, UnreadableFile
from saves.extending import MOST_ENTRIES
from tests.saves.drafting import BASES, SMALL, begun, saved


@pytest.mark.parametrize("base", BASES)
def test_saved_without_a_change_or_with_one_that_was_taken_back_are_the_same_bytes(base: str) -> None:
    draft = saved(base)
    assert draft.path is not None
    kept = draft.path.read_bytes()
    again = ScenarioDraft("my-box")
    again.save()
    assert draft.path.read_bytes() == kept
    key = next(iter(again.campaign.powers))
    was = again.get(f"powers.{key}.name")
    again.set(f"powers.{key}.name", "Otherland", came=None)
    again.save()
    assert draft.path.read_bytes() != kept
    again.set(f"powers.{key}.name", was, came=None)
    again.save()
    assert draft.path.read_bytes() == kept


def test_comments_order_and_lines_of_odd_forms_stay() -> None:
    draft = saved("1939-campaign")
    assert draft.path is not None
    text = draft.path.read_text()
    line = 'germany-inf-6-5 = { power = "germany", kind = "inf", strength = "6-5", count = 4 }'
    odd = (
        "germany-inf-6-5.power = 'germany'  # dotted\ngermany-inf-6-5.kind = \"inf\"\n"
        "germany-inf-6-5.strength = \"6-5\"\ngermany-inf-6-5.'count' = 0x04 # in hex"
    )
    assert line in text
    draft.path.write_text(text.replace(line, odd).replace("\n", "\r\n"))
    again = ScenarioDraft("my-box")
    before = draft.path.read_bytes().decode()
    again.set("powers.italy.narfs", 33, came=None)
    again.set("pools.germany-inf-6-5.count", 5, came=None)
    again.save()
    after = draft.path.read_bytes().decode()
    changed = [line for line in difflib.ndiff(before.split("\r\n"), after.split("\r\n")) if line[0] in "+-"]
    assert changed == [
        "- narfs = 32",
        "+ narfs = 33",
        "- germany-inf-6-5.'count' = 0x04 # in hex",
        "+ germany-inf-6-5.'count' = 5 # in hex",
    ]


def test_a_file_that_another_hand_changed_is_not_written_over() -> None:
    draft = saved()
    assert draft.path is not None
    draft.set("powers.germany.brps", 91)
    draft.path.write_text(draft.path.read_text().replace("brps = 120", "brps = 133"))
    with pytest.raises(Stale, match="changed by another hand"):
        draft.save()
    assert "brps = 133" in draft.path.read_text() and draft.changed
    # Opened again, both hands' figures stand there.
    again = ScenarioDraft("my-box")
    assert again.told.startswith("the file was changed by another hand since; 1 change not saved")
    assert (again.get("powers.germany.brps"), again.get("powers.britain.brps")) == (91, 133)
    again.save()
    assert tomllib.loads(draft.path.read_text())["powers"]["germany"]["brps"] == 91


def test_a_change_that_the_file_has_no_place_for_any_more_is_told() -> None:
    draft = saved("1939-campaign")
    assert draft.path is not None
    draft.set("units.germany-inf-3.place", "berlin")
    draft.set("powers.germany.narfs", 91)
    lines = [line for line in draft.path.read_text().split("\n") if not line.startswith("germany-inf-3 =")]
    draft.path.write_text("\n".join(lines))
    again = ScenarioDraft("my-box")
    assert again.told.endswith("1 change could not stand there any more") and again.resumed == 1
    assert again.get("powers.germany.narfs") == 91
    assert ScenarioDraft("my-box").resumed == 1


def test_a_draft_is_left_or_taken_up_again() -> None:
    draft = saved()
    draft.set("powers.germany.brps", 91)
    draft.set("powers.germany.brps", 92)
    assert draft.undo()
    again = ScenarioDraft("my-box")
    assert again.resumed == 3 and again.get("powers.germany.brps") == 91 and again.redo()
    assert again.get("powers.germany.brps") == 92
    again.discard()
    assert again.get("powers.germany.brps") == 125 and not again.changed and not again.undo()
    assert ScenarioDraft("my-box").resumed == 0


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_torn_tail_is_dropped(cut: int) -> None:
    draft = saved()
    assert draft.path is not None
    draft.set("powers.germany.brps", 91)
    draft.set("powers.germany.brps", 92)
    log = draft.path.with_name(".my-box.draft")
    log.write_bytes(log.read_bytes()[:-cut])
    again = ScenarioDraft("my-box")
    assert (again.resumed, again.get("powers.germany.brps")) == (1, 91)
    again.set("powers.germany.brps", 93)
    assert ScenarioDraft("my-box").get("powers.germany.brps") == 93


def test_a_draft_that_is_none_is_told_and_left_alone() -> None:
    draft = saved()
    assert draft.path is not None
    log = draft.path.with_name(".my-box.draft")
    log.write_text('{"draft":99}\n')
    with pytest.raises(UnreadableFile, match="no draft that this program knows"):
        ScenarioDraft("my-box")
    assert log.read_text() == '{"draft":99}\n'


@pytest.mark.parametrize(
    "line",
    [
        '{"what":"x","mark":"done","changes":[[["powers","germany","brps"],"many"]]}',
        '{"what":"x","mark":"done","changes":[[["powers","nowhere","brps"],3]]}',
        '{"what":"x","mark":"done","changes":[[["progress"],3]]}',
        '{"what":"x","mark":"done","changes":[[["secrets","a"],{}]]}',
        '{"what":"x","mark":"done","changes":[[["seating","9"],{}]]}',
        '{"what":"x","mark":"done","changes":[[["powers"],{}]]}',
        '{"what":"x","mark":"done","changes":[[["powers","germany"],null],[["powers","germany"],null]]}',
        '{"what":"x","mark":"done","changes":[[["first"],null]]}',
        '{"what":"x","mark":"odd","changes":[]}',
        '{"what":"x","mark":"done","changes":[[[],3]]}',
        '{"what":"x","mark":"done","changes":[[["powers",3],3]]}',
        "[" * 2000,
        '{"saved":3}',
    ],
)
def test_a_draft_edited_by_hand_brings_nothing_out_of_shape(line: str) -> None:
    draft = saved()
    assert draft.path is not None
    draft.set("powers.germany.brps", 91)
    log = draft.path.with_name(".my-box.draft")
    log.write_text(log.read_text() + line + "\n")
    again = ScenarioDraft("my-box")
    assert again.resumed == 1 and again.campaign == draft.campaign


def test_what_does_not_fit_together_is_told_with_its_path_and_not_saved() -> None:
    draft = saved()
    draft.set("seating.2.germany", "east")
    draft.drop("places.kiel")
    draft.set("sources.nowhere.x", "own")
    faults = draft.faults()
    told = {fault.path: str(fault) for fault in faults}
    assert told["seating.2"] == "seating.2: names 3 seats, not 2"
    assert told["sources.nowhere.x"] == "sources.nowhere.x: leads nowhere: no 'nowhere'; nearest is 'powers'"
    with pytest.raises(UnreadableFile, match="names 3 seats") as refused:
        draft.save()
    assert refused.value.findings == tuple(fault for fault in faults if not fault.warning)
    assert ScenarioDraft("my-box").resumed == 3


def test_a_file_that_does_not_fit_together_is_opened_to_be_mended() -> None:
    draft = saved()
    assert draft.path is not None
    draft.path.write_text(draft.path.read_text().replace("base = 125\n", "base = 999999\n", 1))
    again = ScenarioDraft("my-box")
    assert {fault.path for fault in again.faults()} == {"powers.germany.base"}
    again.set("powers.germany.base", 120)
    again.save()
    assert checking.check(draft.path) == []


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("base = 125\n", "base = \n", "invalid value"),
        ("base = 125\n", 'base = "one"\n', "'one' stands where a whole number is wanted"),
        ('title = "My box"\n', "", "title: is missing"),
        ('ruleset = "worldatwar"', 'ruleset = "chess"', "no game 'chess'"),
    ],
)
def test_a_file_out_of_shape_is_refused_with_the_first_fault(was: str, now: str, told: str) -> None:
    draft = saved()
    assert draft.path is not None
    draft.path.write_text(draft.path.read_text().replace(was, now, 1))
    with pytest.raises(UnreadableFile, match=told):
        ScenarioDraft("my-box")


# --- a copy of one that came with the program


def test_the_copy_is_made_with_the_first_change() -> None:
    draft = ScenarioDraft(SMALL)
    with pytest.raises(Misuse, match="give yours a title first"):
        draft.set("powers.germany.brps", 90)
    with pytest.raises(Misuse, match="give yours a title first"):
        draft.save()
    draft.name("My box")
    assert (draft.named, draft.kept, draft.title, draft.id) == (True, False, "My box", "my-box")
    assert draft.path is not None and not draft.path.exists()
    draft.set("powers.germany.brps", 90)
    assert draft.kept and draft.path.exists()
    assert {card.id: card.problem for card in scenarios.scenarios()}["my-box"] == ""
    # The derivation's own note says what not to edit; a copy is edited.
    derived = saved("1940-spring", "Another")
    assert derived.path is not None and "change that list" not in derived.path.read_text()


def test_a_title_that_is_taken_or_none_is_refused() -> None:
    saved()
    other = ScenarioDraft(SMALL)
    with pytest.raises(Exists, match="there is a scenario 'my-box' already"):
        other.name("my BOX!")
    with pytest.raises(Exists, match="1939-campaign"):
        other.name("1939 campaign")
    with pytest.raises(Misuse, match="letters or digits"):
        other.name(" - ")
    assert free_title("My box") == "My box 2"
    assert id_of("Übermut & Co.") == "bermut-co"


def test_a_folder_that_cannot_be_written_is_told_and_changes_nothing() -> None:
    draft = begun()
    scenarios.own_folder().parent.mkdir(parents=True)
    scenarios.own_folder().write_text("a file where a folder should be")
    with pytest.raises(SavesError, match="nothing was written"):
        draft.set("powers.germany.brps", 90)
    assert draft.get("powers.germany.brps") == 125 and not draft.kept and not draft.changed


def test_a_scenario_anywhere_is_changed_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "what-if.toml"
    path.write_bytes(scenarios.read_bytes(scenarios.source_of(SMALL)))
    draft = ScenarioDraft(str(path))
    assert draft.named and draft.kept
    draft.set("powers.germany.brps", 90)
    draft.save()
    assert tomllib.loads(path.read_text())["powers"]["germany"]["brps"] == 90
    assert [child.name for child in tmp_path.iterdir()] == ["what-if.toml"]


def test_a_draft_is_bounded_as_a_file_is() -> None:
    """What a file may not hold is refused at once, and not only when it is saved after a minute."""
    draft = begun("1939-campaign")
    unit = {"power": "germany", "kind": "inf", "strength": "6-5"}
    with draft.together("very many"):
        for number in range(100, 100 + MOST_ENTRIES - len(draft.campaign.units)):
            draft.add("units", f"germany-inf-{number}", unit, came=None)
    with pytest.raises(Unfit, match="units: it holds 3000 entries, which are the most"):
        draft.add("units", "germany-inf-9999", unit, came=None)
    # Neither does what is made of it elsewhere, such as a pasted card or a country that is brought in.
    more = {**draft.campaign.units, "germany-inf-9999": draft.campaign.units["germany-inf-1"]}
    with pytest.raises(Unfit, match="units: 3001 entries; 3000 are the most"):
        draft.become(attrs.evolve(draft.campaign, units=more), "pasted")
    draft.set("units.germany-inf-100.place", "berlin", came=None)
    assert len(ScenarioDraft("my-box").campaign.units) == MOST_ENTRIES


def test_of_a_draft_that_somebody_blew_up_as_much_is_taken_as_a_file_may_hold() -> None:
    draft = saved("1939-campaign")
    assert draft.path is not None
    unit = {"power": "germany", "kind": "inf", "strength": "6-5"}
    lines = [{"draft": 1, "made_in": hashlib.sha256(draft.path.read_bytes()).hexdigest()}]
    lines += [
        {"what": "x", "mark": "done", "changes": [[["units", f"germany-inf-{number}"], unit]]}
        for number in range(100, 10_100)
    ]
    log = draft.path.with_name(".my-box.draft")
    log.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    again = ScenarioDraft("my-box")
    assert len(again.campaign.units) == MOST_ENTRIES and "could not stand there any more" in again.told
    # A single change of all of them is no part of it.
    whole = {"what": "x", "mark": "done", "changes": [line["changes"][0] for line in lines[1:]]}  # type: ignore[index]
    log.write_text(f"{json.dumps(lines[0])}\n{json.dumps(whole)}\n")
    last = ScenarioDraft("my-box")
    assert (last.resumed, last.told) == (0, "1 change could not stand there any more")


def test_four_hundred_new_lines_are_written_beside_their_like() -> None:
    draft = saved("1939-campaign")
    with draft.together("pasted"):
        for number in range(100, 500):
            draft.add("units", f"germany-inf-{number}", {"power": "germany", "kind": "inf", "strength": "6-5"})
    draft.save()
    assert draft.path is not None
    units = draft.path.read_text().partition("\n[units]\n")[2].partition("\n[")[0].split("\n")
    alike = [at for at, line in enumerate(units) if line.startswith("germany-inf-")]
    assert len(alike) == 414 and alike[-1] - alike[0] == 413


def test_two_files_with_one_id_are_told() -> None:
    path = saved().path
    assert path is not None and checking.check(path) == []
    other = path.with_name("copied.toml")
    other.write_bytes(path.read_bytes())
    (found,) = checking.check(path)
    assert found.warning and found.key == "id" and "copied.toml in the same folder has this id as well" in found.problem
    assert path.read_text().split("\n")[found.line - 1] == 'id = "my-box"'
