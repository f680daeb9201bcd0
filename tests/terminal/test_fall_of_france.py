"""The fall of France by keys alone in the real terminal at 80 by 24: its die, the colonies' dice, garrisons, the Navy's
ports and Mers-el-Kebir (18.4, 18.5)."""

from __future__ import annotations

from pathlib import Path

from engine.thewar.endings import terms
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.terminal.counted import CountedTerminal
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.thewar.endings.played_falls import due
from tests.thewar.endings.test_whole_falls import FRANCE


def now(where: Path) -> TheWar:
    """The campaign as it is written."""
    found = Desk.open(where).campaign
    assert isinstance(found, TheWar)
    return found


def settled(where: Path) -> set[str]:
    """The lines of the terms that are not open any more."""
    return {one.id for one in terms.lines(now(where)) if one.state != terms.OPEN}


def test_18_5_france_falls_by_keys_and_nobody_is_led_past_a_line(home: Path) -> None:
    hidden = home / "hidden"
    hidden.write_bytes(bytes(32))
    # With ten to be added any die is the end.
    where = library.create(RULESET, due(FRANCE["summer"]).campaign, name="france", at=home, secret_file=hidden)
    with CountedTerminal("play", str(where), home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("▸ rolls for surrender")
        terminal.count_anew()
        terminal.hit("enter")
        terminal.wait("How many British ground factors eliminated in France?")
        assert now(where).powers["france"].surrendered == "1940-2-summer"
        # What the board is asked is not passed by one key.
        terminal.hit("enter")
        terminal.wait("passed by it: what the board shows")
        terminal.hit("enter")
        terminal.wait("▸ Dice for the French colonies")
        # The cursor stands on what is due, and the end of the step says what comes first.
        terminal.hit(">")
        terminal.wait("'french-colonies' throws them")
        terminal.hit("enter")
        terminal.wait("✓ Dice for the French colonies")
        terminal.hit("enter")
        terminal.wait("▸ Vichy's garrisons: INF 6-5 in the mainland")
        assert "colonies" in settled(where)
        terminal.hit("enter")
        terminal.wait("▸ 2 Fleet 1-12-5 to North Africa")
        terminal.hit("enter")
        # The attack is under the cursor, and to spare the fleet is a page of its own.
        terminal.wait("▸ Mers-el-Kebir …")
        terminal.hit("down")
        terminal.wait("▸ No attack on Mers-el-Kebir …")
        terminal.hit("up", "enter")
        terminal.wait("French ships")
        # Ships are ticked, none is named by its id.
        terminal.hit("down", "+", "down", "+", "tab")
        terminal.wait("has sailed to Marseilles")
        terminal.hit("+")
        terminal.wait("✓ Mers-el-Kebir: 2 Fleet 1-12-5 against Fleet 1-12-5")
        terminal.hit("enter")
        terminal.wait("Vichy France is a German Sympathizer")
        assert settled(where) == set(terms.TITLES)
        assert terminal.keys <= 24, terminal.keys
        assert now(where).progress.step != "allied.end.vichy"
        quit_cleanly(terminal)
