"""The pictures in docs/screens: ``python -m tui.shots [FOLDER]`` draws them anew from a campaign with fixed dice."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

SIZE = (120, 36)
SECRET = "5e" * 32
ORDERS = (
    "italy effort none",
    "us effort none",
    "france effort lle",
    "ussr effort sle",
)
PICTURES: dict[str, tuple[str, ...]] = {
    "frame": ("down",),
    "forces": ("f",),
    "journal": ("j",),
    "sequence": ("s",),
    "palette": ("ctrl+p",),
}


async def _draw(where: Path | None, keys: Sequence[str], file: Path, size: tuple[int, int] = SIZE) -> None:
    from saves.desk import Desk
    from tui.app import WarledgerApp

    app = WarledgerApp(Desk.open(where) if where is not None else None)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        picture = app.export_screenshot(title="warledger", simplify=True)
    file.write_text(tidy(picture), encoding="utf-8")


def tidy(picture: str) -> str:
    """The same picture for the same screen: no made-up ids, nothing fetched from elsewhere; spaces kept by every
    reader of SVG."""
    fixed = re.sub(r"terminal-\d+(?=[-\"])", "terminal-0", picture)
    # The framework names a font on another server; a reader's own fixed-width font does.
    fixed = re.sub(r"@font-face \{.*?\}\s*", "", fixed, flags=re.DOTALL)
    return fixed.replace("<text ", '<text xml:space="preserve" ')


def main(arguments: Sequence[str]) -> int:
    """Draw every picture. Returns the exit code."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parent.parent / "docs" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = home
        os.environ.pop("NO_COLOR", None)
        from saves.desk import Desk
        from saves.scenarios import new

        secret = Path(home) / "secret"
        secret.write_text(SECRET, encoding="utf-8")
        where = new("1939-campaign", name="north-atlantic", secret_file=secret)
        desk = Desk.open(where)
        for order in ORDERS:
            desk.do([order])
        for name, keys in PICTURES.items():
            asyncio.run(_draw(where, keys, folder / f"{name}.svg"))
        asyncio.run(_draw(where, (), folder / "small.svg", (80, 24)))
        asyncio.run(_draw(None, (), folder / "home.svg"))
    print(f"{len(PICTURES) + 2} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
