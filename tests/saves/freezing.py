"""Real campaigns to freeze as samples of a format: ``python -m tests.saves.freezing NAME``, before the format changes.

Two seats play at random through the desks that people use, with rulings, overruled orders and undos, until the campaign
stands where it is to be frozen. What comes of it lies in ``frozen/NAME.zip``: the campaign's folder, and ``told.json``
with what the program of that time says of it.
"""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import frozen

from engine.kernel import play, random_play
from engine.kernel.dice import NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from engine.kernel.ruleset import find
from engine.kernel.sheets.ledger import ledger_of
from saves import audit, library, scenarios
from saves.desk import Desk
from tests.whole import whole

FROZEN = Path(__file__).parent / "frozen"
SECRET = bytes(range(32))
_MOST = 4_000


@frozen
class Sample:
    """What is frozen: a scenario with options, the seed of its players, from which turn on, and ``wanted`` of the
    campaign as it then stands. ``ruled``: what the table says at last."""

    scenario: str
    seed: int
    turn: int
    wanted: Callable[[Any], bool]
    options: Mapping[str, Any] = {}
    ruled: tuple[str, ...] = ()


def _pending(campaign: Any, *kinds: str) -> bool:
    return any(one.kind in kinds for one in campaign.pending.values())


def _fell(campaign: Any, purpose: str, count: int) -> bool:
    return sum(f"/{purpose}" in key for key in campaign.progress.nth) >= count


SAMPLES: Mapping[str, Sample] = {
    "thewar-battle": Sample(
        "1940-spring",
        3,
        3,
        lambda campaign: _pending(campaign, "ground-fight") and bool(campaign.sealed),
        {"sealed_efforts": True},
    ),
    "thewar-sealed": Sample(
        "1940-spring", 5, 2, lambda campaign: len(campaign.sealed) > 1, {"sealed_efforts": True, "elite-units": True}
    ),
    "worldatwar-battle": Sample("battle-of-the-atlantic", 2, 3, lambda campaign: bool(campaign.pending)),
    "worldatwar-sealed": Sample("global-war", 4, 3, lambda campaign: bool(campaign.sealed)),
    "thewar-2": Sample(
        "1940-spring",
        8,
        2,
        lambda campaign: (
            _pending(campaign, "ground-fight") and bool(campaign.sealed and campaign.used and campaign.built)
        ),
        {"sealed_efforts": True, "bombing-cards": True},
        (
            'ruling wars.italy+yugoslavia 1940-2-summer because "a war that nobody declared"',
            'ruling wars.italy+yugoslavia 1940-1-spring because "it began earlier"',
            'ruling wars.italy+yugoslavia 1940-2-summer because "it did not"',
            'ruling wars.france+italy 1940-2-summer because "both say so"',
            "card bombing bait escort 2",
        ),
    ),
    "worldatwar-2": Sample(
        "battle-of-the-atlantic",
        2,
        2,
        lambda campaign: bool(campaign.pending),
        {},
        (
            'ruling wars.germany+us 1940-1-spring because "a war that nobody declared"',
            'ruling wars.germany+us 1939-4-winter because "it began earlier"',
            'ruling research.western-strategic-bombers 2 because "rolled at the table"',
            'ruling research.axis-asw 1 because "rolled at the table"',
            'ruling research.axis-asw 2 because "rolled at the table"',
        ),
    ),
    # Keys of dice as they were: with words that players typed, and without the count of consents.
    "thewar-3": Sample(
        "1940-spring",
        3,
        3,
        lambda campaign: _pending(campaign, "ground-fight") and _fell(campaign, "ground:", 2),
        {"sealed_efforts": True},
    ),
}


def begun(sample: Sample, at: Path, name: str) -> Path:
    """The campaign's folder, for two seats, its dice known."""
    hidden = at / "hidden"
    hidden.write_bytes(SECRET)
    opening: Any = scenarios.preview(sample.scenario, 2, sample.options)
    return library.create(find(opening.ruleset), opening, name=name, at=at, dice="keyed", secret_file=hidden)


class Table:
    """The desks of both seats, and a player at random who gives orders at one or the other."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.desks = [Desk.open(folder, seat) for seat in Desk.open(folder).seats]
        self.player = random_play.Player(self.desks[0].ruleset, seed, 0.7)
        self.random = self.player.random

    def turn(self) -> tuple[Desk, str]:
        """A desk whose seat has something to choose, and the line that its player tries."""
        for desk in self.desks:
            desk.refresh()
        first, second = self.random.some(self.desks, 2)
        seen = first.outlook()
        desk = first if any(not choice.refused for choice in seen.choices) else second
        if desk.ruleset.id == "thewar" and self.random.chance(0.8) and (line := self._fighting(desk)):
            return desk, line
        return desk, self.player.line(desk.campaign, desk.outlook())

    def _fighting(self, desk: Desk) -> str:
        """A line about a battle or a Task Force, where the step is for it; '' elsewhere."""
        campaign, step = whole(desk), desk.campaign.progress.step
        mine = {power for power, seat in campaign.seats.items() if seat == desk.seat}
        land = [key for key, unit in campaign.units.items() if unit.kind in ("inf", "arm", "mot") and not unit.depleted]
        fighting = [key for key in land if campaign.units[key].power in ("germany", "britain", "france")]
        ours = [key for key in fighting if campaign.units[key].power in mine]
        theirs = [key for key in fighting if campaign.units[key].power not in mine]
        power = campaign.units[self.random.pick(ours)].power
        if step == "planning.effort":
            return f"{power} effort {'sle' if power == 'germany' else 'rle count=2'}"
        if step.endswith(".attacks") and len(campaign.engagements) < 4:
            units = [key for key in ours if campaign.units[key].power == power]
            units = self.random.some(units, min(3, len(units)))
            where = self.random.pick(("sedan", "2520", "smolensk", "the-ford"))
            facing = self.random.some(theirs, 2)
            return f"{power} attack {where} units={','.join(units)} against={','.join(facing)} terrain=clear"
        if step.endswith(".breakdown") and "britain" in mine:
            return "britain task-force tf-1 units=2-fleet-1-12-5"
        if campaign.engagements and step.endswith((".battles", ".combat")):
            where = next(iter(campaign.engagements))
            return f"{campaign.engagements[where].by} fight {where} choose=yes"
        return ""

    def tries(self, desk: Desk, line: str) -> bool:
        """Whether an order was given."""
        try:
            desk.do([line])
        except (Refused, Unreadable, NeedsDie):
            return False
        return True

    def takes_back(self, to: int | None = None) -> None:
        """Undo, where the seats may."""
        desk = self.random.pick(self.desks)
        desk.refresh()
        with suppress(Refused, play.NothingToUndo):
            desk.undo(to)


def played(sample: Sample, folder: Path) -> Table:
    """Play to where the campaign is to be frozen. Raises AssertionError where it never comes there."""
    table = Table(folder, sample.seed)
    for _ in range(_MOST):
        desk, line = table.turn()
        if desk.campaign.progress.turn >= sample.turn and sample.wanted(desk.campaign):
            for said in sample.ruled:
                desk.do([said])
            return table
        table.tries(desk, line)
        if table.random.chance(0.03):
            table.takes_back()
    raise AssertionError("it never stands where it is to be frozen")


def told(folder: Path) -> dict[str, Any]:
    """What the program says of a campaign, in words and figures that outlast the form of its state."""
    desk = Desk.open(folder)
    campaign = desk.campaign
    money = dict(ledger_of(desk.ruleset).hands(campaign))
    found = audit.audit(folder)
    return {
        "turn": campaign.progress.turn,
        "step": campaign.progress.step,
        "money": money,
        "pending": [one.kind for one in campaign.pending.values()],
        "sealed": len(campaign.sealed),
        "entries": [[entry.n, entry.step, entry.order] for entry in desk.entries("all")],
        "audited": found.entries,
        "differences": [str(one) for one in found.differences],
    }


def freeze(name: str) -> None:
    """Play a sample and write its archive, always the same bytes of the same campaign."""
    with tempfile.TemporaryDirectory() as at:
        folder = begun(SAMPLES[name], Path(at), name)
        played(SAMPLES[name], folder)
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _kept(folder)}
        files["told.json"] = json.dumps(told(folder), indent=1, ensure_ascii=False).encode()
    with zipfile.ZipFile(FROZEN / f"{name}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED, 9)


def _kept(folder: Path) -> Iterable[Path]:
    left_out = (".lock", ".summary.toml")
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in left_out)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        freeze(each)
        print(each, (FROZEN / f"{each}.zip").stat().st_size)
