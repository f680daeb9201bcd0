"""The pictures in docs/screens: ``python -m tui.shots [FOLDER]`` draws them anew from a campaign with fixed dice."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saves.desk import Desk

SIZE = (120, 36)
SECRET = "5e" * 32
ORDERS = (
    "italy effort none",
    "us effort none",
    "france effort lle",
    "ussr effort sle",
)
# The second game: turns played by what is offered first, up to an attack; then by hand.
ATLANTIC = "battle-of-the-atlantic"
ATLANTIC_TURN, ATLANTIC_STEP = 6, "combat.submarines"
ATLANTIC_PICTURES: dict[str, tuple[str, ...]] = {
    "attack": (),
    "submarines": ("enter", "d"),
    "oceans": ("enter", "d", "enter"),
}
# Strategic movement: the first turn played by what is offered first, everybody with an effort that allows it.
MARCH_STEP = "stratmove.ground"
# An attack on Warsaw under the hands, its odds beside it.
ATTACK_STEP = "axis.operations.attacks"
ATTACK_KEYS = (
    *("n", *"warsaw", "tab", "plus", "plus", "tab", "down", "plus", "plus", "down", "plus", "plus", "plus", "tab"),
    *(*"tac", "tab"),
)
# The same attack given, fought and looked at; nobody reacts.
FOUGHT_KEYS = (*ATTACK_KEYS, "enter", "d", "enter", "d", "enter", "home", *["enter"] * 4, "escape", "b")
MARCH_KEYS = ("d", "3", "down", "2")
# Germany's purchases of Spring 1941, after Italy's.
BUILD_TURN, BUILD_STEP = 7, "axis.build.units"
BUILD_KEYS = (
    *("d", "4", "down", "4", "down", "1", "slash", "f", "l", "e", "e", "t", "enter", "enter"),
    *("slash", *["backspace"] * 5, "enter", "home", "tab", "K", "K"),
)
# POPs laid and not bought yet; then Germany before it names a target.
POINTS_STEP, NAMING_STEP = "planning.points", "planning.diplomacy"
POINTS_KEYS = ("right_square_bracket", *["down"] * 7, "plus", "plus", "down", "down", "1", "e")
POINTS = ("germany points 2-spain,turkey espionage=yes", "britain points spain,turkey")
PICTURES: dict[str, tuple[str, ...]] = {
    "frame": ("down",),
    "forces": ("f",),
    "places": ("m", *["tab"] * 6, "down"),
    "journal": ("j",),
    "sequence": ("s",),
    "palette": ("ctrl+p",),
    "map": ("M",),
    "victory": ("V", "tab", "down"),
}
CARDS = ("c", "enter", "enter", "9", "0", *["down"] * 4, "1", "2", "tab", "4")


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


def _sail(desk: Desk) -> None:
    """Play the second game up to its picture: what is built and attacks is what is offered, what is built sails."""
    while (at := desk.campaign.progress).turn < ATLANTIC_TURN or not at.step.endswith(ATLANTIC_STEP):
        outlook = desk.outlook()
        offers = [choice.text for choice in outlook.choices if not choice.refused]
        wanted = (
            text
            for text in offers
            if " attack " in text or " build " in text or ("transfer" in text and "-port atlantic" in text)
        )
        desk.do([outlook.decision.default if outlook.decision else next(wanted, f"{outlook.awaits[0]} done")])


def _march(desk: Desk, step: str) -> None:
    """Play up to a step of the Operations or what follows them."""
    while not desk.campaign.progress.step.endswith(step):
        outlook = desk.outlook()
        offers = [choice.text for choice in outlook.choices if not choice.refused]
        power = outlook.awaits[0]
        wanted = [text for text in offers if text == f"{power} effort sle" or text.endswith(" done")]
        desk.do([outlook.decision.default if outlook.decision else [*wanted, *offers, f"{power} done"][0]])


def _to_build(desk: Desk) -> None:
    """Play the first game up to the purchases of its picture: nobody does anything that may be left."""
    while (at := desk.campaign.progress).turn < BUILD_TURN or at.step != BUILD_STEP:
        outlook = desk.outlook()
        legal = [choice.text for choice in outlook.choices if not choice.refused]
        done = [text for text in legal if text.endswith(" done")]
        offers = done or legal or [f"{outlook.awaits[0]} done"]
        desk.do([outlook.decision.default if outlook.decision else offers[0]])


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
        build = new("1939-campaign", name="purchases", secret_file=secret)
        _to_build(Desk.open(build))
        asyncio.run(_draw(build, BUILD_KEYS, folder / "build.svg"))
        for name, keys in ATLANTIC_PICTURES.items():
            # Each from a campaign of its own: the keys give orders.
            sea = new(ATLANTIC, name=f"atlantic-{name}", secret_file=secret)
            _sail(Desk.open(sea))
            asyncio.run(_draw(sea, keys, folder / f"{name}.svg"))
        march = new("1939-campaign", name="movement", secret_file=secret)
        _march(Desk.open(march), MARCH_STEP)
        asyncio.run(_draw(march, MARCH_KEYS, folder / "movement.svg"))
        attack = new("1939-campaign", name="warsaw", secret_file=secret)
        _march(Desk.open(attack), ATTACK_STEP)
        asyncio.run(_draw(attack, ATTACK_KEYS, folder / "combat.svg"))
        # What was typed for the first picture was not given.
        asyncio.run(_draw(attack, FOUGHT_KEYS, folder / "fought.svg"))
        points = new("1939-campaign", name="points", secret_file=secret)
        _march(Desk.open(points), POINTS_STEP)
        asyncio.run(_draw(points, POINTS_KEYS, folder / "points.svg"))
        desk = Desk.open(points)
        desk.do(POINTS)
        _march(desk, NAMING_STEP)
        asyncio.run(_draw(points, ("plus",), folder / "diplomacy.svg"))
        for name, keys in PICTURES.items():
            asyncio.run(_draw(where, keys, folder / f"{name}.svg"))
        asyncio.run(_draw(where, (), folder / "small.svg", (80, 24)))
        asyncio.run(_draw(None, (), folder / "home.svg"))
        # A copy of the scenario with two figures typed, the cursor in the force pool.
        asyncio.run(_draw(None, CARDS, folder / "cards.svg"))
    print(f"{len(PICTURES) + len(ATLANTIC_PICTURES) + 9} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
