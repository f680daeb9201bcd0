"""Naval combat cards in the real program at 80x24: both seats at one terminal choose theirs in secret, then they open
together (29.13, 7.9.8)."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.thewar.atlantic import SEATS
from tests.thewar.optional import playing
from tests.thewar.sea.test_sea_fight import med, unit
from tests.thewar.sea_cards import dealt, facing


def written(at: Path) -> Path:
    """Three Italian Fleets that four British ones have found, its dice the players' own."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    base = playing(dealt(med()), "naval-cards")
    more = {f"{power}-fleet-{n}": unit(power, "fleet") for power in ("italy", "britain") for n in range(6, 10)}
    mine, theirs = (tuple(key for key in more if key.startswith(power)) for power in ("italy", "britain"))
    campaign = facing(attrs.evolve(base, units={**base.units, **more}), mine[:3], theirs)
    campaign = attrs.evolve(campaign, seats=SEATS)
    return library.create(RULESET, campaign, name="aegean", at=at, dice="keyboard", secret_file=hidden)


def change_seats(terminal: Terminal, following: str) -> None:
    """The other player sits down."""
    terminal.calm()
    terminal.press("x")
    terminal.wait("press Enter")
    terminal.calm()
    terminal.press("enter")
    terminal.wait(following)
    terminal.calm()


@pytest.mark.rule("tw-29.13")
def test_29_13_two_seats_at_one_terminal_choose_their_cards_in_secret(home: Path) -> None:
    where = written(home)
    with Terminal("play", str(where), "--seat", "axis", home=home, columns=SMALL[0], lines=SMALL[1]) as terminal:
        terminal.wait("Naval missions")
        terminal.calm()
        terminal.press("d", "enter")
        terminal.wait("Interception and battles at sea")
        change_seats(terminal, "Aegean: 3 Fleet")
        terminal.press("enter")
        # Britain chooses, and reads what it has chosen; the question went to both at once.
        terminal.wait("Which naval card in round 1?")
        terminal.wait("Sealed: no other seat sees it")
        terminal.calm()
        terminal.press("down", "enter")
        terminal.wait("Waiting for Italy (Axis).")
        terminal.wait("Britain has ordered under seal: Britain plays 'smoke'")
        # The other player learns that there is a card, and not which.
        change_seats(terminal, "Which naval card in round 1?")
        terminal.wait("Britain has ordered under seal.")
        terminal.wait("'line ahead': -2 against smoke, +3 against torpedoes")
        terminal.lacks("plays 'smoke'")
        terminal.press("down", "enter")
        terminal.wait("Roll for Italy: all")
        terminal.calm()
        terminal.type("2")
        terminal.wait("✓ 2")
        terminal.press("enter")
        # 3 to 4 at +3 and -2: a 2 is a 3, DD; the British player rolls the damage.
        terminal.wait("Roll for Britain: damage")
        terminal.calm()
        terminal.type("4")
        terminal.wait("✓ 4")
        terminal.press("enter")
        terminal.wait("Break off before round 2?")
        terminal.wait("3 to 4: 2-3 · rolled 2, +1: DD")
        terminal.read_on("Italy 'line ahead' against Britain 'smoke', -2")
        terminal.read_on("−2  naval combat cards")
        terminal.press("home")
        terminal.wait("▸ goes on")
        # The second round has its own cards.
        terminal.calm()
        terminal.press("enter")
        change_seats(terminal, "Break off before round 2?")
        terminal.press("enter")
        terminal.wait("Which naval card in round 2?")
        quit_cleanly(terminal)
    found = Desk.open(where).campaign
    assert isinstance(found, TheWar) and not found.sealed and found.pending
