"""A scenario that gives only the differences to another: what it takes over, what it takes out, and which file a fault
is in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saves import checking, extending, scenarios
from saves.desk import Desk
from saves.drafts import ScenarioDraft
from saves.errors import NotFound, UnreadableFile
from saves.reading import Finding
from tests.saves import game
from tests.saves.test_scenarios import GOOD

HEAD = 'format = 4\nkind = "scenario"\nid = "{id}"\ntitle = "{id}"\nextends = "{base}"\n'
LATER = (
    HEAD.format(id="later", base="first-blood")
    + """first = "1501-1-spring"
without = ["men.hans", "sources"]

[powers.red]
gold = 20

[men]
fritz = {power = "blue", marks = ["scar"]}
"""
)


def _own(name: str, text: str) -> Path:
    folder = scenarios.own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path


def _places(findings: list[Finding]) -> list[tuple[str, int, str, str]]:
    return [(Path(one.file).name, one.line, one.table, one.key) for one in findings]


def _narfs(scenario: str, power: str) -> int:
    campaign: Any = scenarios.preview(scenario)
    return int(campaign.powers[power].narfs)


def _checked(path: Path) -> list[Finding]:
    return checking.check(path)


def test_only_the_differences_are_said_and_the_rest_is_taken_over() -> None:
    _own("first-blood", GOOD.replace("\n[seating.1]", '\nauthor = "A. Hand"\nversion = "3"\n\n[seating.1]', 1))
    assert _checked(_own("later", LATER)) == []
    base: Any = scenarios.preview("first-blood")
    campaign: Any = scenarios.preview("later")
    assert (campaign.scenario, campaign.title, campaign.first) == ("later", "later", "1501-1-spring")
    assert campaign.last == base.last and campaign.ruleset == "feud" and campaign.options == base.options
    assert campaign.scenario_version == "" and base.scenario_version == "3"
    assert campaign.powers["red"] == game.Purse(name="Red", gold=20) and campaign.powers["blue"] == base.powers["blue"]
    assert list(campaign.men) == ["fritz"] and campaign.men["fritz"].marks == ("scar",)
    assert campaign.sources == {} and base.sources
    assert Desk.open(scenarios.new("later", seats=2), "red").campaign.title == "later"


def test_the_list_knows_what_is_taken_over_without_reading_the_tables() -> None:
    _own("first-blood", GOOD.replace("[men]", "[men] # never read\n= broken"))
    _own("later", LATER + "\n[facts]\n= broken too\n")
    cards = {card.id: card for card in scenarios.scenarios()}
    card = cards["later"]
    assert (card.problem, card.title, card.ruleset, card.first) == ("", "later", "feud", "1501-1-spring")
    assert card.description == cards["first-blood"].description and card.seatings == cards["first-blood"].seatings
    _own("first-blood", GOOD.replace("\ndescription", '\nnotes = """\n[1] see\n[2] there"""\ndescription'))
    assert {card.id: card.notes for card in scenarios.scenarios()}["first-blood"] == "[1] see\n[2] there"


def test_a_chain_may_be_long_and_each_file_changes_what_the_ones_before_it_say() -> None:
    _own("first-blood", GOOD)
    for nth in range(1, 12):
        base = "first-blood" if nth == 1 else f"blood-{nth - 1}"
        _own(f"blood-{nth}", HEAD.format(id=f"blood-{nth}", base=base) + f"[powers.blue]\nfame = {nth}\n")
    assert _checked(scenarios.own_folder() / "blood-11.toml") == []
    campaign: Any = scenarios.preview("blood-11")
    assert campaign.powers["blue"] == game.Purse(name="Blue", gold=10, fame=11)
    assert {card.id: card.ruleset for card in scenarios.scenarios() if card.own}["blood-11"] == "feud"


def test_a_circle_is_refused_with_all_who_are_in_it() -> None:
    for name, base in (("one", "two"), ("two", "three"), ("three", "two"), ("self", "self")):
        _own(name, HEAD.format(id=name, base=base))
    [found] = _checked(scenarios.own_folder() / "one.toml")
    assert found.problem == "goes round in a circle: two extends three extends two"
    assert (Path(found.file).name, found.line, found.key) == ("three.toml", 5, "extends")
    [found] = _checked(scenarios.own_folder() / "self.toml")
    assert found.problem == "goes round in a circle: self extends self"
    problems = {card.id: card.problem for card in scenarios.scenarios() if card.own}
    assert all("in a circle" in problem for problem in problems.values()) and len(problems) == 4


def test_a_fault_is_named_in_the_file_and_on_the_line_that_said_it() -> None:
    _own("first-blood", GOOD.replace("Blue", "Bl\\nue").replace('kind = "scenario"', 'kind = "scenario"\nodd = 1'))
    bad = (
        LATER.replace("gold = 20", "gould = 20")
        .replace("men.hans", "men.hand")
        .replace("fritz = {", "fritz = { x = 1,")
    )
    found = _places(_checked(_own("later", bad)))
    assert ("first-blood.toml", GOOD.count("\n", 0, GOOD.index("blue = {name")) + 2, "powers.blue", "name") in found
    assert ("first-blood.toml", 4, "", "odd") in found
    assert ("later.toml", 10, "powers.red", "gould") in found
    assert ("later.toml", 7, "", "without") in found
    assert ("later.toml", 13, "men.fritz", "x") in found
    [told] = [one for one in _checked(scenarios.own_folder() / "later.toml") if one.key == "without"]
    assert (told.problem, told.nearest) == ("there is no 'men.hand' in what it extends", "men.hans")


@pytest.mark.parametrize(
    ("said", "key", "problem"),
    [
        ('extends = "first-blod"', "extends", "no scenario 'first-blod'; nearest is 'first-blood'"),
        ('extends = "../first-blood"', "extends", "'../first-blood' is no GAME/ID of a scenario"),
        ('extends = "/etc/passwd"', "extends", "'/etc/passwd' is no GAME/ID of a scenario"),
        ('extends = "thewar/first-blood"', "extends", "no scenario 'thewar/first-blood'; nearest is 'first-blood'"),
        ("extends = 5", "extends", "5 stands where text is wanted"),
        (
            'extends = "first-blood"\nruleset = "thewar"',
            "ruleset",
            "'thewar' is not the game of what it extends, 'feud'",
        ),
        ('extends = "first-blood"\nwithout = "men"', "without", "'men' stands where an array is wanted"),
        ('extends = "turn"', "extends", "that file is no scenario"),
    ],
)
def test_what_cannot_be_extended_is_refused(said: str, key: str, problem: str) -> None:
    _own("first-blood", GOOD)
    _own("turn", 'format = 4\nkind = "turn"\nruleset = "feud"\n')
    bare = LATER.replace('without = ["men.hans", "sources"]\n', "")
    found = _checked(_own("later", bare.replace('extends = "first-blood"', said)))
    assert any(one.key == key and one.problem == problem for one in found), found
    with pytest.raises(UnreadableFile, match=r"later\.toml"):
        scenarios.preview("later")


def test_a_scenario_is_named_by_its_game_too_and_may_extend_the_one_whose_name_it_bears() -> None:
    assert scenarios.preview("thewar/1939-campaign") == scenarios.preview("1939-campaign")
    _own("first-blood", GOOD)
    assert scenarios.preview("feud/first-blood").scenario == "first-blood"
    with pytest.raises(NotFound, match="no scenario 'worldatwar/first-blood'"):
        scenarios.source_of("worldatwar/first-blood")
    for base in ("1939-campaign", "thewar/1939-campaign"):
        path = _own("1939-campaign", HEAD.format(id="1939-campaign", base=base) + "[powers.germany]\nnarfs = 99\n")
        assert checking.check(path) == []
        assert _narfs("1939-campaign", "germany") == 99
        assert _narfs("thewar/1939-campaign", "germany") != 99


def test_a_figure_typed_into_a_scenario_of_differences_is_one_more_difference() -> None:
    head = HEAD.format(id="mine", base="thewar/1939-campaign")
    path = _own("mine", head + "\n[powers.germany]\nnarfs = 99\n")
    own = ScenarioDraft("mine")
    narfs = own.campaign.powers["italy"].narfs
    own.set("powers.italy.narfs", narfs + 1)
    own.save()
    assert len(path.read_text().splitlines()) < 18 and checking.check(path) == []
    assert _narfs("mine", "italy") == narfs + 1


def test_what_is_taken_out_may_be_written_anew_and_keys_may_have_dots() -> None:
    data = {"units": {"a": {"x": 1, "y": 2}}, "sources": {"powers.red": "house", "powers": "own"}, "last": "z"}
    assert extending.taken_out(data, "sources.powers.red") == {**data, "sources": {"powers": "own"}}
    assert extending.taken_out(data, "units.a.y") == {**data, "units": {"a": {"x": 1}}}
    assert extending.taken_out(data, "units.b") is None and extending.taken_out(data, "last.z") is None
    assert extending.merged(data, {"units": {"a": {"y": 3}, "b": {}}})["units"] == {"a": {"x": 1, "y": 3}, "b": {}}
    assert extending.merged({"u": {"a": {"t": {"k": 1}}}}, {"u": {"a": {"t": {}}}}) == {"u": {"a": {"t": {}}}}
