"""A guide is read from its scenario's file, from the one that that extends, and not from one that is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import checking, guides, scenarios

ATLANTIC = "learn-battle-of-the-atlantic"
NOTE = '\n[[guide]]\nstep = "planning.effort"\ntext = "Buy one."\n'


def own(name: str, text: str) -> str:
    """A scenario in the player's folder."""
    folder = scenarios.own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return name


def packaged(name: str) -> str:
    return scenarios.read_bytes(scenarios.source_of(name)).decode()


def test_the_learning_scenario_has_a_guide_and_the_others_have_none() -> None:
    notes = guides.notes_of(ATLANTIC)
    assert len(notes) > 20 and notes[0].step == "strategic-warfare.build" and notes[0].first_time
    assert guides.notes_of("1939-campaign") == guides.notes_of("no-such-scenario") == ()


def test_a_scenario_that_extends_another_has_its_guide_or_one_of_its_own(home: Path) -> None:
    head = f'format = 4\nkind = "scenario"\nid = "mine"\ntitle = "Mine"\nextends = "thewar/{ATLANTIC}"\n'
    assert guides.notes_of(own("mine", head)) == guides.notes_of(ATLANTIC)
    (note,) = guides.notes_of(own("mine", head + NOTE))
    assert note.text == "Buy one."


@pytest.mark.parametrize(
    "said",
    [
        f"extends = 'thewar/{ATLANTIC}'",
        f'extends="thewar/{ATLANTIC}"  # the sea alone',
        f'"extends" = "thewar/{ATLANTIC}"',
        f'  extends = """thewar/{ATLANTIC}"""',
        f"extends = 'thewar/{ATLANTIC}'\r",
    ],
)
def test_however_toml_writes_it_a_scenario_that_extends_another_has_its_guide(home: Path, said: str) -> None:
    head = f'\ufeffformat = 4\nkind = "scenario"\nid = "mine"\ntitle = "Mine"\n{said}\n'
    name = own("mine", head)
    assert checking.check(scenarios.own_folder() / f"{name}.toml") == []
    assert guides.notes_of(name) == guides.notes_of(ATLANTIC)


@pytest.mark.parametrize("heading", ["[[ guide ]]", "[['guide']]"])
def test_however_toml_writes_it_a_guide_is_read(home: Path, heading: str) -> None:
    name = own("mine", packaged("1939-campaign") + NOTE.replace("[[guide]]", heading))
    assert [note.text for note in guides.notes_of(name)] == ["Buy one."]


@pytest.mark.parametrize(
    "broken",
    [
        '\n[[guide]]\nstep = 3\ntext = "x"\n',
        "\n[[guide]]\nstep =\n",
        '\n[[guide]]\nstop = "x"\n',
        '\n[[guide]]\ntext = "x\n',
    ],
)
def test_a_guide_that_cannot_be_read_is_none_and_check_names_it(home: Path, broken: str) -> None:
    text = packaged("1939-campaign") + broken
    assert guides.notes_of(own("mine", text)) == ()
    _, findings = checking.scenario(text.encode(), "mine.toml")
    assert findings and all("guide" in finding.table for finding in findings), findings


def test_check_names_the_table_and_key_of_a_note() -> None:
    text = packaged("1939-campaign") + NOTE.replace("planning.effort", "planning.efort")
    _, findings = checking.scenario(text.encode(), "mine.toml")
    (finding,) = findings
    assert (finding.table, finding.key) == ("guide", "step") and "nearest is 'planning.effort'" in str(finding)
    assert checking.scenario((packaged("1939-campaign") + NOTE).encode(), "mine.toml")[1] == []
