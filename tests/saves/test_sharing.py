"""A scenario shared as one file, with its author's figures or without; compared with another; and offered to a campaign
that began with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.sheets.cards import OWN, Cards, typed
from saves import checking, comparing, corrections, scenarios
from saves.desk import Desk
from saves.drafts import ScenarioDraft
from saves.errors import Misuse
from saves.sharing import shared
from tests.saves.drafting import begun
from tests.whole import whole


def type_in(draft: ScenarioDraft, owner: str, table: str, line: str, column: str, value: int) -> None:
    """Type one figure of a card."""
    cards = draft.ruleset.sheet(Cards)
    assert cards is not None
    for one in cards.card(draft.campaign, owner).tables:
        if one.id == table:
            found = next(each for each in one.lines if each.id == line).figures[one.columns.index(column)]
            assert found is not None
            draft.become(typed(draft.campaign, found, value), "typed")


def boxed(title: str = "My box", base: str = "1939-campaign") -> ScenarioDraft:
    """A copy with figures off the cards, and a what-if of its author's."""
    draft = begun(base, title)
    type_in(draft, "germany", "figures", "own", "hand", 91)
    type_in(draft, "germany", "units", "inf-6-5", "play", 12)
    type_in(draft, "germany", "units", "arm-8-8", "play", 6)
    type_in(draft, "germany", "units", "inf-6-5", "1940", 0)
    cards = draft.ruleset.sheet(Cards)
    assert cards is not None
    draft.become(cards.added(draft.campaign, "germany", "units", "arm 9-9 q fall 1942")[0], "added")
    draft.set("facts.usel", 2, came=None)
    draft.set("head.author", "Me")
    draft.save()
    return draft


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "shared.toml"
    path.write_text(text)
    assert checking.check(path) == []
    return str(path)


def test_with_his_figures_it_is_the_file_as_it_stands() -> None:
    draft = boxed()
    assert draft.path is not None
    assert shared("my-box").text == draft.path.read_text() == shared(str(draft.path), "own").text


def test_without_them_each_is_the_bases_again_and_all_else_stays(tmp_path: Path) -> None:
    boxed()
    found = shared("my-box", "none")
    base, other = comparing.state("1939-campaign"), comparing.state(written(tmp_path, found.text))
    assert OWN not in other.campaign.sources.values()
    differing = {one.path for one in comparing.compared(base, other)}
    assert differing == {"title", "facts.usel", "head.author", "head.based_on"}
    # The base's figures, the counters that he had taken off, and what he had added.
    assert found.base == "1939-campaign" and found.back >= 4 and found.gone == 3
    assert shared("1939-campaign", "none").text == scenarios.read_bytes(scenarios.source_of("1939-campaign")).decode()


def test_of_a_copy_of_a_copy_no_figure_of_either_is_shared(tmp_path: Path) -> None:
    boxed()
    second = begun("my-box", "Second")
    type_in(second, "italy", "figures", "own", "hand", 40)
    second.save()
    assert second.get("powers.germany.narfs") == 91
    other = comparing.state(written(tmp_path, shared("second", "none").text))
    assert (other.campaign.powers["germany"].narfs, other.campaign.powers["italy"].narfs) == (85, 32)
    assert OWN not in other.campaign.sources.values()


def test_what_extends_his_own_is_written_whole_and_what_extends_everybodys_stays_differences(tmp_path: Path) -> None:
    boxed()
    folder = scenarios.own_folder()
    head = 'format = 4\nkind = "scenario"\nid = "{id}"\ntitle = "{id}"\nextends = "{base}"\n[facts]\nusel = 5\n'
    (folder / "on-mine.toml").write_text(head.format(id="on-mine", base="my-box"))
    (folder / "on-theirs.toml").write_text(head.format(id="on-theirs", base="thewar/1939-campaign"))
    text = shared("on-mine").text
    assert "\nextends" not in text
    other = comparing.state(written(tmp_path, text))
    assert other.campaign == comparing.state("on-mine").campaign and other.campaign.powers["germany"].narfs == 91
    without = comparing.state(written(tmp_path, shared("on-mine", "none").text))
    assert (without.campaign.powers["germany"].narfs, without.campaign.facts["usel"]) == (85, 5)
    assert shared("on-theirs").text == (folder / "on-theirs.toml").read_text()


def test_without_a_base_the_figures_are_shared_or_nothing_is() -> None:
    draft = begun()
    draft.set("powers.germany.brps", 140)
    draft.set("sources.powers.germany.brps", "own")
    draft.drop("head.based_on")
    draft.save()
    with pytest.raises(Misuse, match=r"does not say what it is based on \(based_on\)"):
        shared("my-box", "none")
    for base, told in (
        ("my-box", "goes round in a circle"),
        ("a book", "what it is based on is not here: no scenario 'a book'"),
        ("1940-spring", "of another game"),
    ):
        draft.set("head.based_on", base)
        draft.save()
        with pytest.raises(Misuse, match=told):
            shared("my-box", "none")


# --- compared


def test_what_differs_is_told_in_words_with_both_figures() -> None:
    boxed()
    found = comparing.compared(comparing.state("1939-campaign"), comparing.state("my-box"))
    told = {one.words: (one.first, one.second) for one in found}
    assert told["Germany NARFs"] == (85, 91) and told["U.S. Entry Level"] == (0, 2)
    assert told["Germany ARM 9-9 Q of Fall 1942"][0] is None
    counted = {one.words: number for one, number in comparing.alike(found)}
    assert counted["Germany INF 6-5"] == 2 and counted["Germany ARM 8-8"] == 2
    back = comparing.compared(comparing.state("my-box"), comparing.state("1939-campaign"))
    assert {one.path: (one.second, one.first) for one in back} == {one.path: (one.first, one.second) for one in found}
    assert comparing.compared(comparing.state("my-box"), comparing.state("my-box")) == ()
    with pytest.raises(Misuse, match="one is of thewar, the other of worldatwar"):
        comparing.compared(comparing.state("my-box"), comparing.state("global-war"))


# --- offered to a campaign


def test_a_corrected_card_is_offered_as_rulings_and_what_play_has_changed_is_left(tmp_path: Path) -> None:
    draft = boxed()
    where = scenarios.new("my-box", at=tmp_path)
    desk = Desk.open(where)
    assert corrections.of(where, desk.campaign).rulings == ()
    desk.do(['ruling powers.italy.narfs 30 because "a slip"', 'ruling powers.ussr.narfs 70 because "a slip"'])
    for path, value in (
        ("powers.germany.narfs", 92),
        ("powers.italy.narfs", 40),
        ("powers.ussr.narfs", 70),
        ("countries.spain.value", 21),
        ("facts.norwegian-waters-open", False),
        ("head.version", "1.1"),
    ):
        draft.set(path, value)
    draft.drop("units.germany-inf-5")
    draft.save()
    found = corrections.of(where, desk.campaign)
    assert (found.began, found.now) == ("", "1.1")
    because = 'because "my-box 1.1 corrects it"'
    assert found.rulings == (
        f"ruling powers.germany.narfs 92 {because}",
        f"ruling countries.spain.value 21 {because}",
        f"ruling facts.norwegian-waters-open no {because}",
    )
    assert found.left == (
        "powers.italy.narfs 40: play has made it 30; it was 32 at the beginning",
        "units.germany-inf-5 gone: a ruling sets a figure; it makes nothing and takes nothing away",
    )
    desk.do(list(found.rulings))
    assert corrections.of(where, desk.campaign).rulings == ()
    assert whole(desk).powers["germany"].narfs == 92
