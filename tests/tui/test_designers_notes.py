"""What a scenario's designer says of it stands in the preview of a new campaign, as much as there is room for."""

from __future__ import annotations

from saves import scenarios
from tui.screens.new_preview import designers_notes


def notes(name: str) -> str:
    return next(card.notes for card in scenarios.scenarios() if card.id == name)


def test_the_notes_of_a_learning_scenario_are_told_paragraph_by_paragraph() -> None:
    rows = designers_notes(notes("learn-battle-of-the-atlantic"), 60, 200)
    text = [line.text for line in rows]
    assert text[:2] == ["", "Designer's notes"] and text[2].startswith("What it is.")
    assert any(line.startswith("Who wins.") for line in text) and max(line.width for line in rows) <= 60
    assert text.count("") == 1 + 5, "a blank line before the heading and between the paragraphs"


def test_where_there_is_little_room_they_end_with_a_sign_and_where_there_is_none_they_are_not_begun() -> None:
    said = notes("learn-a-year")
    assert [line.text for line in designers_notes(said, 40, 6)][-1] == "…" and len(designers_notes(said, 40, 6)) == 6
    assert designers_notes(said, 40, 3) == designers_notes("", 40, 30) == []
