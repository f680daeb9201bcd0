"""How the player wants it to look: colours, glyphs, mouse, own keys; kept in the settings file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import field

from engine.kernel.values import frozen
from tui import keys, themes

_LIGHT_GROUNDS = ("7", "15")


@frozen
class Look:
    """What the player has chosen. ``remapped``: other keys for actions, by ``where.id`` as in docs/keys.md;
    ``declarations``: what may be done every turn, as declarations of war, stops who passes on once a turn; ``unspent``:
    so does money that nobody has spent as he leaves the Build; ``bell``: the terminal's bell rings when it is his
    turn; ``guide``: the guide of a scenario that has one speaks."""

    theme: str = "dark"
    plain: bool = False
    mouse: bool = True
    remapped: Mapping[str, str] = field(factory=dict)
    declarations: bool = True
    unspent: bool = True
    bell: bool = True
    guide: bool = True


def default_theme() -> str:
    """Light where the terminal says that its ground is light (COLORFGBG), else dark."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if ground in _LIGHT_GROUNDS else "dark"


def load(where: Path | None = None) -> tuple[Look, list[str]]:
    """The look that was kept, in the user's settings or in the file ``where`` a server keeps a player's, and what is
    wrong with it. Where nothing was kept, nothing is imported: this happens before the paint."""
    where = where or _file()
    if not where.exists():
        return Look(theme=default_theme()), []
    from engine.kernel.nearest import nearest
    from saves import settings

    kept, findings = settings.load(where)
    problems = [str(finding) for finding in findings]
    theme = kept.theme or default_theme()
    if theme not in themes.NAMES:
        problems.append(f"settings: theme '{theme}' is none of {', '.join(themes.NAMES)}")
        theme = default_theme()
    remapped = dict(kept.keys)
    known = [f"{action.where}.{action.id}" for action in keys.every()]
    for name in [name for name in remapped if name not in known]:
        near = nearest(name, known)
        problems.append(f"settings: [keys] {name} is no action" + (f"; nearest is {near[0]}" if near else ""))
        del remapped[name]
    return Look(
        theme, kept.glyphs == "plain", kept.mouse, remapped, kept.declarations, kept.unspent, kept.bell, kept.guide
    ), problems


def _file() -> Path:
    from platformdirs import user_config_dir

    return Path(user_config_dir("warledger")) / "settings.toml"


def keep(look: Look, where: Path | None = None) -> str:
    """Write the look to the settings file, the user's or that of a server's player. Returns why it could not be kept,
    '' where it was."""
    from saves import settings
    from saves.errors import SavesError

    glyphs = "plain" if look.plain else "full"
    try:
        kept = settings.Settings(
            look.theme, look.mouse, glyphs, look.declarations, look.unspent, look.bell, look.guide, look.remapped
        )
        settings.save(kept, where)
    except SavesError as fault:
        return str(fault)
    return ""
