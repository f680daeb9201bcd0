"""Two players at one real terminal: not one byte of the one's secrets comes after he has left the screen."""

from __future__ import annotations

from pathlib import Path

from saves.desk import Desk
from saves.scenarios import new
from tests.terminal.driver import Terminal

_SECRETS = (b"Italy buys", b"germany effort mle", b"ger -3 fleet")
"""What the Axis has sealed, and typed in the order line and in the losses."""


def test_no_byte_of_the_former_seat_comes_after_the_curtain_has_fallen(home: Path) -> None:
    folder = new("1939-campaign", name="sealed", seats=2, options={"sealed_efforts": True})
    Desk.open(folder, "axis").do(["italy effort sle"])
    with Terminal("play", str(folder), "--seat", "axis", home=home, columns=80, lines=24) as terminal:
        terminal.wait("Italy buys")
        terminal.calm()
        terminal.press(":")
        terminal.calm()
        terminal.type("germany effort mle")
        terminal.wait("germany effort mle")
        terminal.press("escape")
        terminal.wait("what you typed is kept")
        terminal.press("l")
        terminal.wait("Losses")
        terminal.calm()
        terminal.type("ger -3 fleet")
        terminal.wait("ger -3 fleet")
        terminal.press("escape")
        terminal.wait("Waiting for")
        terminal.calm()
        before = len(terminal.output)
        assert all(secret in terminal.output for secret in _SECRETS[:1])
        terminal.press("x")
        terminal.wait("Allied, press Enter")
        terminal.calm()
        curtain = [line.strip() for line in terminal.text.splitlines() if line.strip()]
        # Nothing else stands on the screen: the title of the campaign, who sits down, the keys.
        assert len(curtain) <= 7 and "NARF" not in terminal.text and "Fall 1939" not in terminal.text
        covered = len(terminal.output)
        # Typed ahead by habit, keys of the frame open nothing here.
        terminal.press("j", "p", ":", "?")
        terminal.wait("Several players share this terminal")
        terminal.press("escape")
        terminal.wait("Allied, press Enter")
        terminal.press("enter")
        terminal.wait("under seal")
        terminal.calm()
        terminal.press(":", "up")
        # The line is open before escape is pressed: escape and a letter that come at once are another key.
        terminal.wait("\n :")
        terminal.calm()
        terminal.press("escape")
        terminal.wait(lambda shown: "\n :" not in shown.text)
        terminal.press("l")
        terminal.wait("Losses")
        terminal.calm()
        terminal.press("escape")
        terminal.wait(lambda shown: "Losses and" not in shown.text)
        terminal.press("ctrl+p")
        terminal.wait("what do you want to do?")
        terminal.press("escape")
        terminal.wait(lambda shown: "what do you want" not in shown.text)
        terminal.press("j")
        terminal.wait("/ search")
        terminal.calm()
        after = terminal.output[before:]
        assert not [secret for secret in _SECRETS if secret in after]
        # While the curtain falls nothing of the Allies is painted either.
        assert b"Britain" not in terminal.output[before:covered].replace(b"Soviet Union, Britain", b"")
        terminal.press("escape")
        terminal.wait(lambda shown: "/ search" not in shown.text)
        terminal.press("q")
        assert terminal.ended() == 0
        # The other screen of the terminal was used: nothing is left in what can be scrolled back to.
        assert terminal.restored and terminal.output.index(b"\x1b[?1049h") < terminal.output.index(b"Italy buys")
