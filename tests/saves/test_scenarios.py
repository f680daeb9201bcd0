"""Scenarios and settings: what can be started, and every fault of a bad file by file, table and key."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from saves import checking, library, scenarios, settings
from saves.desk import Desk
from saves.errors import Misuse, NotFound, SavesError, UnreadableFile
from tests.saves import game
from tests.saves.desks import begin, files, snapshot

GOOD = """
format = 4
kind = "scenario"
id = "first-blood"
ruleset = "feud"
title = "First blood"
description = "Two powers, one grudge."
first = "1500-1-spring"
last = "1502-2-fall"

[seating.1]
red = "solo"
blue = "solo"

[seating.2]
red = "red"
blue = "blue"

[options]
turns = 6
house_rulings = true
board = "trusted"

[sources]
"powers.red" = "house"

[powers]
red = {name = "Red", gold = 10}
blue = {name = "Blue", gold = 10}

[men]
hans = {power = "red"}
"""


def _own(text: str, name: str = "first-blood") -> Path:
    folder = scenarios.own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path


def _faults(old: str, new: str) -> list[tuple[str, str, str, str]]:
    assert old in GOOD
    findings = checking.scenario(GOOD.replace(old, new).encode(), "file.toml")[1]
    assert all(finding.file == "file.toml" for finding in findings)
    return [(finding.table, finding.key, finding.problem, finding.nearest) for finding in findings]


def test_the_packaged_scenarios_can_all_be_played() -> None:
    cards = {card.id: card for card in scenarios.scenarios()}
    assert {"1939-campaign", "1940-spring"} <= set(cards)
    for card in cards.values():
        assert card.problem == "" and not card.own
        # The Atlantic alone has three powers.
        players = [1, 2, 3] if card.id == "learn-battle-of-the-atlantic" else [1, 2, 3, 4, 5]
        assert list(card.seatings) == players
        assert [len(seats) for seats in card.seatings.values()] == players
        assert scenarios.preview(card.id).ruleset == card.ruleset
    assert {card.ruleset for card in cards.values()} == {"thewar", "worldatwar"}


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_war_begins_with_one_to_five_seats(tmp_path: Path, seats: int) -> None:
    folder = scenarios.new("1939-campaign", at=tmp_path, seats=seats)
    card = library.card(folder)
    assert len(card.seats) == seats
    assert (card.problem, card.turn, card.name) == ("", "1939-3-fall", "1939-campaign")
    assert card.awaits and card.step
    for seat in card.seats:
        assert Desk.open(folder, seat).outlook().awaits == card.awaits


def test_a_players_own_scenario_with_options_seats_and_dice(tmp_path: Path) -> None:
    _own(GOOD)
    [card] = [card for card in scenarios.scenarios() if card.own]
    assert (card.id, card.title, card.ruleset) == ("first-blood", "First blood", "feud")
    assert card.seatings == {1: ("solo",), 2: ("red", "blue")}
    assert card.options == {"turns": 6, "house_rulings": True, "board": "trusted"}
    options = {"turns": "4", "house_rulings": "no"}
    folder = scenarios.new("first-blood", seats=2, dice="keyboard", options=options)
    assert folder == library.campaigns_folder() / "first-blood"
    desk = Desk.open("first-blood", "red")
    assert desk.keyboard_dice
    assert desk.campaign.options == {"turns": 4, "house_rulings": False, "board": "trusted"}
    assert scenarios.new("first-blood").name == "first-blood-2"
    assert [card.name for card in library.campaigns()] == ["first-blood-2", "first-blood"]


def test_what_cannot_be_begun_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    path = _own(GOOD)
    for arguments, told in (
        ({"options": {"turn": 4}}, "no option 'turn'; nearest is 'turns'"),
        ({"options": {"turns": "many"}}, "is a whole number"),
        ({"options": {"turns": "9" * 5000}}, "is a whole number"),
        ({"options": {"house_rulings": "maybe"}}, "is yes or no"),
        ({"seats": 3}, "is played with 1, 2 seats, not with 3"),
        ({"dice": "loaded"}, "no dice 'loaded'"),
        ({"secret_file": tmp_path / "none"}, "No such file"),
        ({"name": "a/b"}, "is no name"),
    ):
        with pytest.raises(SavesError, match=told):
            scenarios.new("first-blood", **arguments)
    with pytest.raises(NotFound, match="nearest is 'first-blood'"):
        scenarios.new("first-blod")
    path.write_text(GOOD.replace("gold = 10", "gould = 10").replace("hans", "Hans"))
    with pytest.raises(UnreadableFile, match=r"\(and \d more: 'warledger check' lists them\)") as caught:
        scenarios.new("first-blood")
    assert len(caught.value.findings) == 5
    assert not library.campaigns_folder().exists() or not list(library.campaigns_folder().iterdir())


def test_a_good_scenario_has_no_findings() -> None:
    assert checking.scenario(GOOD.encode(), "x")[1] == []
    assert checking.scenario(GOOD.replace("\n", "\r\n").encode(), "x")[1] == []


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("[men]", "[mem]", ("", "mem", "there is no such table", "men")),
        ('kind = "scenario"', 'kind = "turn"', ("", "kind", "'turn' stands where 'scenario' is wanted", "")),
        ("format = 4", "format = 5", ("", "format", "format 5; this program reads 4", "")),
        ("format = 4", "format = 1.0", ("", "format", "a number with a fraction (or nan) stands here", "")),
        ('id = "first-blood"', "", ("", "id", "is missing", "")),
        ('id = "first-blood"', 'id = "First Blood"', ("", "id", "an id is lower-case", "")),
        ('title = "First blood"', "title = 5", ("", "title", "5 stands where text is wanted", "")),
        ('title = "First blood"', 'title = " "', ("", "title", "is empty", "")),
        ('title = "First blood"', 'title = "a\\u0007b"', ("", "title", "the character U+0007 cannot stand", "")),
        ('title = "First blood"', 'title = "a\\u202eb"', ("", "title", "the character U+202E cannot stand", "")),
        ('ruleset = "feud"', 'ruleset = "fued"', ("", "ruleset", "no game 'fued' is installed", "")),
        ('ruleset = "feud"', 'ruleset = "../feud"', ("", "ruleset", "no game '../feud' is installed", "")),
        ("gold = 10}\nblue", "gould = 10}\nblue", ("powers.red", "gould", "there is no such key", "gold")),
        ("gold = 10}\nblue", "gold = nan}\nblue", ("powers.red", "gold", "a number with a fraction (or nan)", "")),
        ("gold = 10}\nblue", "gold = 1e9}\nblue", ("powers.red", "gold", "a number with a fraction (or nan)", "")),
        ("gold = 10}\nblue", "gold = true}\nblue", ("powers.red", "gold", "True stands where a whole number", "")),
        ("gold = 10}\nblue", "gold = 2000000000}\nblue", ("powers.red", "gold", "a number beyond", "")),
        ("gold = 10}\nblue", "gold = 0x" + "f" * 5000 + "}\nblue", ("powers.red", "gold", "a number beyond", "")),
        ("gold = 10}\nblue", "gold = 1979-05-27}\nblue", ("powers.red", "gold", "a date stands here", "")),
        ("hans = ", "Hans = ", ("men", "Hans", "an id is lower-case", "")),
        ("hans = ", '"" = ', ("men", "''", "this is no key", "")),
        ('hans = {power = "red"}', "hans = 7", ("men", "hans", "7 stands where a table is wanted", "")),
        ('"powers.red" = ', '"powers.rod" = ', ("sources", "powers.rod", "leads nowhere", "red")),
        (
            '[seating.2]\nred = "red"',
            '[seating.2]\nrad = "red"',
            ("seating.2", "rad", "is no power of this game", "red"),
        ),
        ('[seating.2]\nred = "red"', "[seating.2]", ("seating.2", "red", "is missing: every power has a seat", "")),
        ('[seating.2]\nred = "red"', '[seating.2]\nred = "blue"', ("seating.2", "", "names 1 seats, not 2", "")),
        (
            '[seating.2]\nred = "red"',
            '[seating.2]\nred = "rules"',
            ("seating.2", "red", "'rules' is no name of a seat", ""),
        ),
        ("[seating.2]", "[seating.7]", ("seating", "7", "1 to 5 players are known", "")),
        ('first = "1500-1-spring"', 'frist = "1500-1-spring"', ("", "frist", "there is no such key", "first")),
    ],
)
def test_a_fault_is_named_by_table_key_and_nearest_key(old: str, new: str, finding: tuple[str, str, str, str]) -> None:
    table, key, problem, nearest = finding
    found = _faults(old, new)
    assert any((one[0], one[1], one[3]) == (table, key, nearest) and one[2].startswith(problem) for one in found), found


def test_faults_of_the_text_are_found_one_after_the_other_and_those_of_the_shape_with_them() -> None:
    text = (
        GOOD.replace("blue = {name", "red = {name")
        .replace("turns = 6", "turns = = 6")
        .replace("hans = {p", "hans = {q")
    )
    found = checking.scenario(text.encode(), "x")[1]
    told = [(finding.table, finding.key) for finding in found]
    assert ("options", "turns") in told
    assert ("powers", "red") in told
    assert ("men.hans", "qower") in told
    assert str(next(finding for finding in found if finding.key == "turns")).startswith("x:20: [options]: turns: ")
    assert all(finding.line for finding in found)


@pytest.mark.parametrize(
    "data",
    [
        b"x = " + b"[" * 100_000,
        b"x = " + b"{a = " * 50_000,
        b"x = " + b"[ " * 50_000 + b"]" * 50_000,
        b"a." * 300_000 + b"b = 1",
        b'"a"."b".' * 100_000 + b"c = 1",
        b"[" + b"a." * 200_000 + b"b]",
        b"x = " + b"9" * 1_000_000,
        b"a = 1\n" * 2_000,
        b"[a]\n" * 2_000,
        b"\xff\xfe\x00",
        b"x = '''" + b"y" * 1_000_000,
        b"a" * 1_000_000,
        b"\0" * 100_000,
        b"=\n" * 5_000,
        b'format = 1\nkind = "scenario"\nruleset = "feud"\ntitle = "' + b"x" * 100_000 + b'"',
        b'ruleset = "feud"\npowers = 5\nmen = [1]\nseating = [[[]]]\noptions = 3\nsources = {a = {}}\nprogress = {}',
        b"",
    ],
)
def test_hostile_files_give_findings_and_never_a_traceback_or_a_hang(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_bytes(data)
    before = time.process_time()
    found = checking.check(path)
    assert found
    assert all(len(str(finding)) < 700 for finding in found)
    assert settings.read(data, "settings.toml")[0] == settings.Settings()
    assert time.process_time() - before < 5


def test_a_huge_file_is_refused_by_its_size_alone(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    before = time.process_time()
    [finding] = checking.check(path)
    assert "100000000 bytes are too many" in finding.problem
    assert time.process_time() - before < 0.1
    own = _own("", "huge")
    with own.open("wb") as file:
        file.truncate(100_000_000)
    assert "too many" in next(card.problem for card in scenarios.scenarios() if card.id == "huge")


def test_check_reads_campaigns_turn_files_and_what_is_not_there(tmp_path: Path) -> None:
    folder = begin(tmp_path)
    assert checking.check(folder) == checking.check(files(folder)[0]) == checking.check(folder / "campaign.toml") == []
    before = snapshot(folder)
    text = files(folder)[0].read_text().replace("gold = 10}\nblue", "gould = 10}\nblue").replace("[men]", "[mem]")
    files(folder)[0].write_text(text)
    told = {(finding.table, finding.key, finding.nearest) for finding in checking.check(folder)}
    assert {("powers.red", "gould", "gold"), ("powers.red", "gold", ""), ("", "mem", "men")} <= told
    assert "No such file" in str(checking.check(tmp_path / "nothing.toml")[0])
    assert checking.check(tmp_path)[0].problem == "there is no campaign here"
    files(folder)[0].write_bytes(before["turns/0001-1500-1-spring.toml"] + b"\n[[ent")
    assert "bytes at the end" in checking.check(folder)[0].problem
    card = folder / "campaign.toml"
    for old, new in (
        ('kind = "keyed"', 'kind = "loaded"'),
        ("[dice]", "[dize]"),
        ('red = "solo"', "red = 1"),
        ("= ", "= = "),
    ):
        card.write_text(before["campaign.toml"].decode().replace(old, new))
        assert checking.check(folder), new
        assert library.card(folder).problem, new


def test_one_bad_campaign_does_not_hide_the_others() -> None:
    top = library.campaigns_folder()
    top.mkdir(parents=True)
    good, bad, empty = begin(top, "good"), begin(top, "bad"), begin(top, "empty")
    (bad / "campaign.toml").write_bytes(b"\xff")
    for path in files(empty):
        path.unlink()
    (top / "hidden").unlink()
    cards = {card.name: card for card in library.campaigns()}
    assert set(cards) == {"good", "bad", "empty"}
    assert cards["good"].problem == "" and cards["good"].step == "Bids" and cards["good"].folder == good
    assert "UTF-8" in cards["bad"].problem
    assert "no turn file" in cards["empty"].problem
    with pytest.raises(NotFound, match="there are bad, empty, good"):
        Desk.open("gud")


def test_a_stale_note_is_not_believed(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path))
    note = desk.folder / ".summary.toml"
    old = note.read_bytes()
    desk.do(["red bid 1", "blue bid 1"])
    assert library.card(desk.folder).step == "Deeds"
    assert library.card(desk.folder).awaits == ("red", "blue")
    for stale in (old, b"\xff", b"file = 3", b""):
        note.write_bytes(stale)
        card = library.card(desk.folder)
        assert (card.turn, card.step, card.awaits) == ("1500-1-spring", "court.deeds", ())
    note.unlink()
    assert library.card(desk.folder).step == "court.deeds"


def test_settings_are_read_written_and_faulty_ones_change_nothing() -> None:
    assert settings.load() == (settings.Settings(), [])
    chosen = settings.Settings(theme="monochrome", mouse=False, glyphs="plain", keys={"undo": "ctrl+z"})
    settings.save(chosen)
    assert settings.load() == (chosen, [])
    path = settings.path()
    path.write_text('thema = "dark"\nmouse = 1\nglyphs = "plane"\nmouse = true\n[keys]\nundo = 5\n')
    found, findings = settings.load()
    assert found == settings.Settings()
    told = {(finding.table, finding.key, finding.nearest) for finding in findings}
    assert {("", "thema", "theme"), ("", "mouse", ""), ("keys", "undo", "")} <= told
    assert all(finding.file == str(path) for finding in findings)
    assert checking.check(path) == findings


def test_the_opening_that_a_scenario_gives_is_the_one_that_was_written() -> None:
    _own(GOOD)
    campaign = scenarios.preview("first-blood")
    assert isinstance(campaign, game.Feud)
    assert campaign.powers["red"] == game.Purse(name="Red", gold=10)
    assert campaign.scenario == "first-blood"
    assert campaign.seats == {"red": "solo", "blue": "solo"}
    with pytest.raises(Misuse, match="not with 5"):
        scenarios.preview("first-blood", 5)


HEAD = """
author = "A. Hand"
version = "1.2"
based_on = "feud/first-blood"
changes = ["1.2: blue has more gold", "1.1: two seats"]
notes = \"\"\"
Why they quarrel.
And what for.\"\"\"
"""


def test_a_scenario_says_who_made_it_and_what_is_new_and_a_campaign_keeps_its_version() -> None:
    _own(GOOD.replace("\n[seating.1]", HEAD + "\n[seating.1]", 1))
    campaign = scenarios.preview("first-blood")
    assert (campaign.scenario, campaign.scenario_version) == ("first-blood", "1.2")
    desk = Desk.open(scenarios.new("first-blood"))
    assert desk.campaign.scenario_version == "1.2"
    assert 'scenario_version = "1.2"' in files(desk.folder)[0].read_text()
    _own(GOOD)
    assert scenarios.preview("first-blood").scenario_version == ""


@pytest.mark.parametrize(
    ("said", "key", "problem"),
    [
        ("author = 5", "author", "5 stands where text is wanted"),
        ('author = "' + "x" * 201 + '"', "author", "201 characters are too many; at most 200"),
        ('author = "a\\nb"', "author", "a line ends in it; here a text stands on one line"),
        ('version = ""\nchanges = "new"', "changes", "'new' stands where an array is wanted"),
        ("changes = [1]", "changes", "1 stands where text is wanted"),
        (f"changes = {['x'] * 201}", "changes", "201 are too many; at most 200"),
        ("changes = ['" + "x" * 1001 + "']", "changes", "'xxx"),
        ('notes = "' + "x" * 20_001 + '"', "notes", "a text of 20001 characters; 20000 are the most"),
        ('notes = "a\\u202eb"', "notes", "the character U+202E cannot stand in a text"),
        ("without = [5]", "without", "5 stands where text is wanted"),
        ('scenario_version = "1"', "scenario_version", "there is no such key"),
    ],
)
def test_what_a_scenario_says_of_itself_is_bounded(said: str, key: str, problem: str) -> None:
    found = _faults("\n[seating.1]", f"\n{said}\n\n[seating.1]")
    assert [one[:2] for one in found] == [("", key)] and found[0][2].startswith(problem), found


def test_a_title_that_check_takes_is_one_that_a_campaign_can_have() -> None:
    for title in ("two\\nlines", "x" * 101, " ", "tab\\there"):
        assert [one[1] for one in _faults('title = "First blood"', f'title = "{title}"')] == ["title"], title
    longest = GOOD.replace("First blood", "x" * 100).replace('"first-blood"', f'"{"y" * 60}"')
    _own(longest, "longest")
    assert [scenarios.new("longest").name for _ in range(2)] == ["y" * 60, "y" * 58 + "-2"]
    assert Desk.open(library.campaigns_folder() / ("y" * 60)).campaign.title == "x" * 100
