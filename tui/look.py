"""How the player wants it to look: colours, glyphs, mouse; kept in the settings file, which is read after the first
paint."""

from __future__ import annotations

from attrs import frozen


@frozen
class Look:
    """What the player has chosen."""

    theme: str = "dark"
    plain: bool = False
    mouse: bool = True


def keep(look: Look) -> str:
    """Write it down. Returns why it could not be kept, '' where it was."""
    return ""
