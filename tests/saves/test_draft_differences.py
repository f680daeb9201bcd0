"""A draft of a scenario that extends another writes differences alone, and takes out what it has not."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from saves import checking, scenarios
from saves.drafts import ScenarioDraft
from tests.saves.drafting import random_change

HEAD = 'format = 4\nkind = "scenario"\nid = "mine"\ntitle = "Mine"\nextends = "{base}"\n'


def mine(base: str = "thewar/1939-campaign") -> tuple[ScenarioDraft, Path]:
    path = scenarios.own_folder() / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD.format(base=base))
    return ScenarioDraft("mine"), path


def said(path: Path) -> dict[str, Any]:
    """What a file says besides its head, after it has been found in order."""
    assert checking.check(path) == []
    raw = tomllib.loads(path.read_text())
    return {name: item for name, item in raw.items() if name not in ("format", "kind", "id", "title", "extends")}


def test_what_is_changed_is_a_difference_and_what_is_changed_back_is_none() -> None:
    draft, path = mine()
    path.write_text(path.read_text() + "\n[powers.germany]\n# Berlin's own.\nnarfs = 89\n")
    draft = ScenarioDraft("mine")
    draft.set("powers.germany.narfs", 90)
    draft.set("facts.usel", 2)
    draft.set("head.description", "")
    draft.set("head.last", "1944-2-summer")
    draft.save()
    assert said(path) == {
        "powers": {"germany": {"narfs": 90}},
        "facts": {"usel": 2},
        "description": "",
        "last": "1944-2-summer",
        "sources": {"powers.germany.narfs": "own", "facts.usel": "own"},
    }
    again = ScenarioDraft("mine")
    again.set("powers.germany.narfs", 85)
    again.set("powers.italy.narfs", 40)
    again.save()
    assert said(path)["powers"] == {"germany": {}, "italy": {"narfs": 40}} and "# Berlin's own." in path.read_text()
    again.set("powers.italy.narfs", 32)
    again.set("facts.usel", 0)
    again.save()
    # His own figures are the base's now, and still his.
    assert set(said(path)) == {"powers", "sources", "description", "last"} and said(path)["powers"] == {"germany": {}}
    for figure in ("powers.germany.narfs", "powers.italy.narfs", "facts.usel"):
        again.set(figure, again.get(figure), came=scenarios.read("1939-campaign")[1]["sources"].get(figure, ""))
    again.save()
    assert set(said(path)) == {"powers", "description", "last"}


def test_what_goes_is_taken_out_and_may_come_back_as_it_was_or_anew() -> None:
    draft, path = mine()
    was = scenarios.read("1939-campaign")[1]
    draft.drop("units.germany-inf-3")
    draft.drop("countries.greece.army")
    draft.drop("sources.powers.germany.base")
    draft.drop("options.convoys")
    draft.save()
    taken = {"units.germany-inf-3", "countries.greece.army", "sources.powers.germany.base", "options.convoys"}
    whole = said(path)
    assert set(whole.pop("without")) == taken and whole == {"sources": {"countries.greece.army": "own"}}
    again = ScenarioDraft("mine")
    assert again.campaign == draft.campaign and again.campaign.countries["greece"].army == 3
    again.add("units", "germany-inf-3", was["units"]["germany-inf-3"], came=None)
    again.set("countries.greece.army", 2, came=was["sources"]["countries.greece.army"])
    again.set("sources.powers.germany.base", "own")
    again.save()
    whole = said(path)
    assert set(whole.pop("without")) == {"options.convoys"}
    assert whole == {"sources": {"powers.germany.base": "own"}}
    other = ScenarioDraft("mine")
    other.drop("units.germany-inf-3")
    other.add("units", "germany-inf-3", {"power": "germany", "kind": "arm", "strength": "8-8"})
    other.save()
    assert said(path)["units"] == {"germany-inf-3": {"kind": "arm", "strength": "8-8"}}
    # Taken out and saved in between, it comes anew, with none of the base's fields.
    other.drop("units.germany-inf-3")
    other.save()
    other.add("units", "germany-inf-3", {"power": "germany", "kind": "uboat"})
    other.save()
    whole = said(path)
    assert whole["units"] == {"germany-inf-3": {"power": "germany", "kind": "uboat"}}
    assert set(whole["without"]) == {"options.convoys", "units.germany-inf-3"}
    assert ScenarioDraft("mine").get("units.germany-inf-3.strength") == ""


@pytest.mark.parametrize("base", ["thewar/1939-campaign", "worldatwar/global-war", "thewar/1940-spring"])
def test_whatever_is_changed_opens_as_the_draft_stood_and_all_changed_back_is_the_base(base: str) -> None:
    chance = random.Random(f"differences {base}")
    draft, path = mine(base)
    first = draft.campaign
    for _ in range(3):
        for _ in range(25):
            random_change(draft, chance)
        while any(not fault.warning for fault in draft.faults()):
            assert draft.undo()
        draft.save()
        again = ScenarioDraft("mine")
        assert again.campaign == draft.campaign and dict(again.head) == dict(draft.head)
    assert len(path.read_bytes()) < 6_000
    while draft.undo():
        pass
    draft.save()
    assert draft.campaign == first and said(path) == {}
