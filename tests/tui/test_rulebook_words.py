"""The rulebook's words are known: to the palette, to help, to the search of the journal; tables and calculators stand
under its chapters."""

from __future__ import annotations

import pytest

from engine.kernel import rulebook
from engine.thewar.ruleset import RULESET
from engine.worldatwar.ruleset import RULESET as OTHER
from tests.panels.desks import desk
from tests.panels.test_oceans import desk as atlantic
from tests.tui.screens import SIZES, shown
from tui.models import calculators, tables
from tui.models.journal import chosen
from tui.palette import Entry, matching
from tui.screens.help import HelpText
from tui.telling import Told

GAMES = (RULESET, OTHER)


@pytest.mark.parametrize("game", [ruleset.id for ruleset in GAMES])
def test_every_word_is_told_in_full_with_its_rule_in_a_chapter_that_there_is(game: str) -> None:
    for term in rulebook.terms(game):
        assert term.word and term.name and term.says.endswith(".") and term.rule, term
        number, title = rulebook.chapter(game, term.rule)
        assert number in rulebook.chapters(game) and title, term
    spelled = [way for term in rulebook.terms(game) for way in term.spellings]
    assert len(spelled) == len(set(spelled)), "one way to write two words"


def test_the_words_that_players_ask_for_are_there() -> None:
    for word in ("POPs", "DOW", "USEL", "NARFs", "SMP", "SLE", "OAS", "DAS", "ZOC", "ASW", "GCRT", "EX/PV", "ASWSH"):
        assert rulebook.meant("thewar", word), word
    for word in ("BRPs", "CVE", "DRM", "YSS", "USAT"):
        assert rulebook.meant("worldatwar", word), word
    assert rulebook.meant("thewar", "") == () and rulebook.meant("nogame", "POP") == ()


def test_the_palette_says_what_a_word_means() -> None:
    listed = (
        Entry("A political map", "", "x", "map", "anywhere"),
        Entry("POP, Political Point: ...", "pop", "word", word="POP"),
    )
    assert matching(listed, "pop")[0].word == "POP"
    assert matching(listed, "polit")[0].action == "map", "what can be done stands before what is only told"
    assert all(not entry.word for entry in matching(listed, "")), "the whole list is of what can be done"
    page = shown(desk(), ["ctrl+p", *"usel", "enter"], SIZES[0])
    assert "U.S. Entry Level" in page


def test_help_explains_the_words_that_it_uses() -> None:
    lines = [line.text for line in HelpText("", "How many POPs may be bought.", "by-hand", RULESET).rows(80)]
    assert any(line.startswith("  POP, Political Point") for line in lines)
    assert not any(line.startswith("  USEL") for line in lines)


def test_the_journal_is_searched_by_both_spellings() -> None:
    entry = Told(1, "solo", "step", "Germany buys 2 POPs", (), (), (), (), False, False)
    assert chosen([entry], "political", False, game="thewar") == [entry]
    assert chosen([entry], "sweden", False, game="thewar") == []
    assert chosen([entry], "pop", False, game="thewar") == [entry]
    war = Told(2, "solo", "step", "Germany pays for its declaration of war", (), (), (), (), False, False)
    assert chosen([war], "DOW", False, game="thewar") == [war]


def test_calculators_stand_by_game_and_chapter_and_are_found_by_words() -> None:
    known = calculators.known()
    groups = list(dict.fromkeys(one.group for one in known))
    assert groups[0].startswith(RULESET.title) and "14 NARFs" in " ".join(groups)
    assert [one.group for one in known] == [group for group in groups for one in known if one.group == group]
    assert any(group.startswith(OTHER.title) for group in groups)
    assert [one.name for one in calculators.found(known, "attempt intercept")] == ["interception"]
    page = shown(None, ["f3", "slash", *"air flak"], SIZES[0])
    assert "heavy-flak" in page and "logistics" not in page
    opened = shown(None, ["f3", "slash", *"oil factors", "enter"], SIZES[0])
    assert "oil factors, SMPs" in opened.splitlines()[0]


def test_tables_stand_by_chapter_and_are_found_by_words() -> None:
    titles = tables.titles(desk())
    assert [title.group for title in titles if title.id == "uboat-crt"] == ["5 Strategic warfare"]
    numbers = [rulebook.chapter("thewar", title.rule)[0] for title in titles]
    assert numbers == sorted(numbers)
    page = shown(desk(), ["t", "slash", *"u-boat"], SIZES[0])
    assert "U-boat combat" in page and "Ground combat" not in page
    assert "24 Strategic warfare" in shown(atlantic("combat.raiders"), ["t"], SIZES[0])
