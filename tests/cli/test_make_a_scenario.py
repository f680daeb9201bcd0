"""``docs/make-a-scenario.md`` does what it says: its file is written, its commands run in their order."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from saves import scenarios
from tests import forked

PAGE = Path(__file__).parents[2] / "docs" / "make-a-scenario.md"


def commands(text: str) -> list[str]:
    """The lines of the page that are typed."""
    return [line.strip() for line in text.splitlines() if line.startswith("    warledger ")]


def test_the_commands_of_the_page_run_and_its_what_if_is_played(home: Path, tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (written,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "sea-lion-1940.toml").write_text(written, encoding="utf-8")
    every = commands(text)
    assert len(every) > 8
    said: dict[str, str] = {}
    for line in every:
        words = [str(Path(word).expanduser()) if word.startswith("~") else word for word in shlex.split(line)[1:]]
        done = forked.run(words, folder=tmp_path, environment=os.environ)
        assert done.returncode in ((0, 1) if words[:2] == ["scenario", "compare"] else (0,)), f"{line}: {done.stderr}"
        said[line] = done.stdout
    assert "90" in said["warledger scenario compare thewar/1940-spring sea-lion-1940.toml"]
    assert "it holds" in said["warledger scenario try sea-lion --turns 3"]
    assert {"sea-lion", "sea-lion-in-fall-1939"} <= {card.id for card in scenarios.scenarios() if card.own}
    assert (tmp_path / "sea-lion-for-others.toml").exists()


def test_the_page_names_keys_that_there_are() -> None:
    from tui import keys

    there = {action.shown for where in ("setup", "setup-page", "setup-compare") for action in keys.of(where)}
    there |= {key for action in keys.registered() for key in action.keys.split(",")}
    text = PAGE.read_text(encoding="utf-8").partition("## The same in an editor")[0]
    named = set(re.findall(r"`([a-zA-Z+/\[\]]|enter|tab|space|escape)`", text))
    assert {"s", "f", "t", "o", "m", "c", "C", "u", "U", "+", "/", "x"} <= named
    assert named - there - {"[", "]", "a", "enter"} == set()
