"""What is pasted is never a key, in whatever pieces it comes."""

from __future__ import annotations

import random

import pytest
from textual.events import Key, Paste

from tui.pasted import BEGINS, ENDS, PasteFilter, PastingParser

EVIL = "\x1bq\x1b[2Jdo\x1b]0;own\x07\x1b[A\x1b\x1b[20"


def read(*pieces: str) -> list[str]:
    """What comes of the pieces: keys by their names, pasted texts in brackets."""
    parser = PastingParser()
    events = [event for piece in pieces for event in parser.feed(piece)]
    return [
        f"[{event.text}]" if isinstance(event, Paste) else event.key
        for event in events
        if isinstance(event, (Key, Paste))
    ]


def pieces_of(text: str, chance: random.Random) -> list[str]:
    found = []
    while text:
        size = chance.randrange(1, 9)
        found.append(text[:size])
        text = text[size:]
    return found


def test_escape_signs_in_what_is_pasted_press_no_key() -> None:
    assert read(f"a{BEGINS}{EVIL}{ENDS}b") == ["a", "[q[2Jdo]0;own\x07[A[20]", "b"]


@pytest.mark.parametrize("seed", range(40))
def test_it_is_the_same_in_whatever_pieces_it_comes(seed: int) -> None:
    whole = f"\x1b[Ax{BEGINS}{EVIL}{ENDS}\x1b[B{BEGINS}\x1b[201{ENDS}{BEGINS}{ENDS}y"
    assert read(*pieces_of(whole, random.Random(seed))) == read(whole)
    assert read(whole)[:2] == ["up", "x"] and read(whole)[-1] == "y"


def test_a_lone_escape_is_kept_back_for_nothing() -> None:
    found = PasteFilter()
    assert [found.passed(piece) for piece in ("\x1b", "[20", "0~", "a\x1b", "[20", "1~", "\x1b")] == [
        "\x1b",
        "[20",
        "0~",
        "a",
        "",
        ENDS,
        "\x1b",
    ]
    # A function key that begins as the mark does.
    assert PasteFilter().passed("\x1b[20~") == "\x1b[20~"


def test_the_end_of_what_comes_is_told() -> None:
    parser = PastingParser()
    assert list(parser.feed(f"{BEGINS}half")) == [] and list(parser.feed("")) == []
    assert parser.is_eof
