"""Single figures changed in a TOML text: where a new line goes, and that nothing else moves."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from saves.errors import UnreadableFile
from saves.text_edits import Text

FIRST = '[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1\n\n[b.c]\nn = 1\n'
INTRODUCED = "[a]\n\n# of b\n\n[b.c]\nn = 1\n\n# of z\n\n[z]\nk = 1\n"


@pytest.mark.parametrize(
    ("text", "deed", "expected"),
    [
        (
            FIRST,
            lambda text: text.put(("a", "x", "n"), 2),
            '[a]\nx = { n = 2, s = "#" } # kept\ny-1 = 1\n\n[b.c]\nn = 1\n',
        ),
        (
            FIRST,
            lambda text: text.put(("a", "x", "t"), {"on": True}),
            '[a]\nx = { n = 1, s = "#", t = { on = true } } # kept\ny-1 = 1\n\n[b.c]\nn = 1\n',
        ),
        (FIRST, lambda text: text.drop(("a", "x", "n")), '[a]\nx = { s = "#" } # kept\ny-1 = 1\n\n[b.c]\nn = 1\n'),
        (
            FIRST,
            lambda text: text.put(("a", "y-2"), 5),
            '[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1\ny-2 = 5\n\n[b.c]\nn = 1\n',
        ),
        (FIRST, lambda text: text.put(("b", "c", "n"), 3), FIRST.replace("[b.c]\nn = 1", "[b.c]\nn = 3")),
        (FIRST, lambda text: text.drop(("b", "c")), '[a]\nx = { n = 1, s = "#" } # kept\ny-1 = 1'),
        (FIRST, lambda text: text.drop(("a", "x")), "[a]\ny-1 = 1\n\n[b.c]\nn = 1\n"),
        (FIRST, lambda text: text.put(("d", "e.f"), "own"), FIRST + '\n[d]\n"e.f" = "own"\n'),
        (FIRST, lambda text: text.put(("top",), "two\nlines\\n"), 'top = """\ntwo\nlines\\\\n"""\n\n' + FIRST),
        # What introduces the next table stays before it.
        (INTRODUCED, lambda text: text.put(("a", "k"), 1), INTRODUCED.replace("[a]\n", "[a]\nk = 1\n")),
        (
            INTRODUCED,
            lambda text: text.put(("b", "d"), {"q": [1, 2]}),
            INTRODUCED.replace("n = 1\n", "n = 1\n\n[b.d]\nq = [1, 2]\n"),
        ),
        (
            "[p.a]\nq = 4\n[z]\nk=1\n[p.b]\nq=4\n",
            lambda text: text.put(("p", "b", "q"), 5),
            "[p.a]\nq = 4\n[z]\nk=1\n[p.b]\nq=5\n",
        ),
        (
            "[p.a]\nq = 4\n\n[p.b]\nq = 4\n\n# of z\n\n[z]\nk = 1\n",
            lambda text: text.drop(("p", "b")),
            "[p.a]\nq = 4\n\n# of z\n\n[z]\nk = 1\n",
        ),
        (FIRST, lambda text: text.drop(("a", "nothing", "there")), FIRST),
    ],
)
def test_an_entry_is_changed_where_it_stands(text: str, deed: Any, expected: str) -> None:
    changed = Text(text)
    deed(changed)
    assert changed.text.strip() == expected.strip()
    assert tomllib.loads(changed.text)


def test_a_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="cannot be changed from here"):
        Text("[a\n")
