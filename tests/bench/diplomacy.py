"""The pages of diplomacy in a real terminal of 120 by 40: how soon the last bytes come after each key."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import library
from tests.bench.measuring import Figure, Settings
from tests.bench.screens import bare_key, worst
from tests.terminal.driver import Terminal
from tests.thewar.politics.purchases import SIDES, scene
from tests.thewar.politics.scenes import table

_POPS = {"germany spain": 2, "italy turkey": 1, "britain spain": 1, "ussr turkey": 2, "germany sweden": 1}
_CHITS = {"germany espionage": 1, "britain counter-espionage": 1}


@frozen
class _Page:
    """A page: the campaign it stands in, what is read on it, the key that opens it from the step ('' where it is the
    step's own), and keys whose answers are timed."""

    name: str
    campaign: TheWar
    before: str
    opens: str
    keys: tuple[str, ...]


def _pages() -> tuple[_Page, ...]:
    solo = dict.fromkeys(SIDES, "solo")
    supposing = ("+", "-", "tab", "v", "e", "c", "down", "down", "up", "end", "home")
    return (
        _Page(
            "purchase",
            scene(seats=solo),
            "0 of 2 POPs",
            "",
            ("+", "-", "1", "0", "right", "tab", "e", "e", "down", "up", "]"),
        ),
        _Page("naming", table(_POPS, _CHITS), "Done, go on", "", supposing),
        _Page("targets", table(_POPS, _CHITS), "Done, go on", "D", (*supposing, "]", "[")),
    )


def diplomacy(settings: Settings) -> Iterator[Figure]:
    """Keys on the pages of diplomacy, the forms opened on them, and the page of all targets opened."""
    opened: dict[str, list[float]] = {}
    pressed: dict[str, list[float]] = {}
    for page in _pages():
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            hidden = home / "hidden"
            hidden.write_bytes(bytes(32))
            where = library.create(RULESET, page.campaign, name="bench", at=home, secret_file=hidden)
            with Terminal("play", str(where), home=home, columns=120, lines=40) as terminal:
                terminal.wait(page.before)
                terminal.calm(0.5)
                for _ in range(settings.runs(5)):
                    if page.opens:
                        opened.setdefault(page.name, []).append(terminal.answer(page.opens).last)
                    for nth, key in enumerate(page.keys, 1):
                        answer = terminal.answer(key)
                        if answer.size:
                            pressed.setdefault(f"{page.name}: key {nth}, {key}", []).append(answer.last)
                    if page.opens:
                        terminal.answer("escape", 0.3)
                if page.name == "naming":
                    terminal.answer("home")
                    for _ in range(settings.runs(5)):
                        opened.setdefault("the form that names", []).append(terminal.answer("enter").last)
                        terminal.answer("escape", 0.3)
                terminal.press("q")
                terminal.ended()
    floor = bare_key(settings)
    yield worst("a key on a page of diplomacy, last byte, the slowest", pressed, 16, floor)
    yield worst("a page of diplomacy opened, last byte, the slowest", opened, 120, floor)
