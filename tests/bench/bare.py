"""The peer of the home screen: the least app that the framework allows."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static


class BareApp(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("ready to be read")


if __name__ == "__main__":
    BareApp().run()
