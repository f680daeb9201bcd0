"""The line behind ``ssh HOST``: words as people quote them, and no shell."""

from __future__ import annotations

import argparse
import importlib

import pytest

from tui.access import MACHINE
from tui.cli.main import COMMANDS
from tui.server.words import LONGEST, VALUED, Unsplit, words


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("show my-war powers.germany", ["show", "my-war", "powers.germany"]),
        ('  do my-war "germany effort mle"  "germany done" ', ["do", "my-war", "germany effort mle", "germany done"]),
        ("do 'my old war' 'italy done'", ["do", "my old war", "italy done"]),
        (
            "do my-war “germany done” „italy done“ «ussr done»",
            ["do", "my-war", "germany done", "italy done", "ussr done"],
        ),
        (
            "do my-war 'ruling powers.italy.hand 3 because \"agreed\"'",
            ["do", "my-war", 'ruling powers.italy.hand 3 because "agreed"'],
        ),
        (r'do my-war "ruling a 3 because \"so\""', ["do", "my-war", 'ruling a 3 because "so"']),
        ('message my-war "it\'s late"', ["message", "my-war", "it's late"]),
        ("show --seat='axis' my-war", ["show", "--seat=axis", "my-war"]),
        ('do my-war ""', ["do", "my-war", ""]),
        ("", []),
    ],
)
def test_quotes_keep_words_together_as_people_type_them(line: str, given: list[str]) -> None:
    assert words(line) == given


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("do my-war germany effort mle", ["do", "my-war", "germany effort mle"]),
        ("do my-war --json germany done", ["do", "my-war", "--json", "germany done"]),
        (
            "do --seat axis my-war germany done --rolls 7,3",
            ["do", "my-war", "--seat", "axis", "--rolls", "7,3", "germany done"],
        ),
        ("do my-war losses ger -2 inf-6-5", ["do", "my-war", "losses ger -2 inf-6-5"]),
        ("do my-war -", ["do", "my-war", "-"]),
        ("forecast my-war germany attack 1426", ["forecast", "my-war", "germany attack 1426"]),
        ("message my-war don't wait for me", ["message", "my-war", "don't wait for me"]),
        ("show my-war powers.germany --json", ["show", "my-war", "powers.germany", "--json"]),
        ("do my-war", ["do", "my-war"]),
    ],
)
def test_an_order_whose_quotes_a_shell_has_taken_is_one_order_again(line: str, given: list[str]) -> None:
    assert words(line) == given


def test_what_means_something_to_a_shell_means_itself() -> None:
    line = "show $(id) `id` ;id |id &id >out <in ~ * ? {a,b} $HOME \\n #x"
    assert words(line) == line.split()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('do my-war "germany done', "the quote that opens at sign 11 is never closed"),
        ("show my\x1b[2Jwar", "a sign that cannot be shown stands in the line (U+001B)"),
        ("show my\u202ewar", "U+202E"),
        ("show \x00", "U+0000"),
        ("x" * (LONGEST + 1), f"the line has {LONGEST + 1} signs"),
        ("a " * 1_100, "more than 1000 words"),
    ],
)
def test_what_is_no_line_of_words_is_refused_with_the_reason(line: str, told: str) -> None:
    with pytest.raises(Unsplit) as caught:
        words(line)
    assert told in str(caught.value)


def test_the_options_that_are_followed_by_a_word_are_known() -> None:
    """A new one is to be told to the words, or an order without quotes would swallow its value."""
    valued = set()
    for command in COMMANDS:
        if command.needs != MACHINE:
            parser = argparse.ArgumentParser()
            getattr(importlib.import_module(f"tui.cli.{command.module}"), f"{command.name}_arguments")(parser)
            for action in parser._actions:
                if action.nargs is None or isinstance(action.nargs, str):
                    valued |= set(action.option_strings)
    assert valued and valued <= VALUED
