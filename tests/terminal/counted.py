"""A terminal that counts every key that it is sent."""

from __future__ import annotations

from tests.terminal.driver import KEYS, Terminal


class CountedTerminal(Terminal):
    """``keys``: how many keys it has been sent since ``count_anew``."""

    keys: int = 0

    def count_anew(self) -> None:
        """Forget the keys that led here."""
        self.calm()
        self.keys = 0

    def hit(self, *keys: str) -> None:
        """Keys by their names, or signs, one after the other; each is done before the next. A text of several signs is
        typed sign by sign."""
        for sign in signs(keys):
            self.press(sign)
            self.calm(0.02)
            self.keys += 1


def signs(keys: tuple[str, ...]) -> list[str]:
    """Keys by their names one by one, and the signs of texts."""
    return [sign for key in keys for sign in ((key,) if key in KEYS else key)]
