"""Campaigns to measure on, made by random legal play once and kept in a temporary folder until a source changes.

Who orders and the dice come from a seed: made again the turns are the same, byte for byte, as long as what may be
ordered in them is the same.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from functools import cache
from pathlib import Path

from engine.kernel.refusals import Refused
from saves import scenarios
from saves.desk import Desk
from tests.bench.measuring import ROOT, note
from tests.thewar.player import SCENARIO, Player

SEEDS = (24, 25, 26)
"""Of the wars; most is measured on the first."""
ENTRIES = 5_000
TURNS = 24
SMALL_CHANGE = "germany gain 1 by=other"


def _fingerprint() -> str:
    """What the campaigns depend on: rules, tables, scenarios, files, the player."""
    digest = hashlib.sha256()
    for folder in ("engine", "saves", "scenarios"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()[:16]


@cache
def home(seed: int = SEEDS[0]) -> Path:
    """A home folder with two campaigns in its library: ``whole`` (24 turns, 5,000 entries and more) and ``begun``
    (the first 2 turns)."""
    folder = Path(tempfile.gettempdir()) / f"warledger-bench-{_fingerprint()}-{seed}"
    if not folder.exists():
        aside = Path(tempfile.mkdtemp(prefix="warledger-bench-"))
        library = aside / ".local" / "share" / "warledger" / "campaigns"
        library.mkdir(parents=True)
        note("making a campaign of 24 turns and one of 2 by random play ...")
        whole = _make(library, "whole", TURNS, seed)
        begun = _make(library, "begun", 2, seed)
        # As much in the newest file of both, so that only the length of the campaign differs.
        while len(begun.entries()) < len(whole.entries()):
            begun.do([SMALL_CHANGE])
        try:
            aside.rename(folder)
        except OSError:
            shutil.rmtree(aside)
    return folder


def library() -> Path:
    """Where the campaigns of ``home`` lie."""
    return home() / ".local" / "share" / "warledger" / "campaigns"


def copied(name: str, to: Path) -> Path:
    """A copy of a campaign to write to."""
    return Path(shutil.copytree(library() / name, to / name))


def _make(library: Path, name: str, turns: int, seed: int) -> Desk:
    """Play to the last step of a turn: then the newest file is as long as it gets."""
    with tempfile.NamedTemporaryFile() as secret:
        secret.write(hashlib.sha256(f"war {seed}".encode()).hexdigest().encode())
        secret.flush()
        desk = Desk.open(scenarios.new(SCENARIO, name=name, at=library, secret_file=Path(secret.name)))
    player = Player(seed, busy=1.0)
    last = desk.ruleset.sequence.position("allied.end.victory")
    while True:
        here = desk.campaign.progress
        at_end = desk.ruleset.sequence.position(here.step) >= last if here.step else False
        enough = desk.last_number >= ENTRIES * (here.turn if at_end else here.turn - 1) // TURNS
        if here.turn > turns or (here.turn == turns and at_end and enough):
            break
        # Random play ends somewhere about the number wanted. What is missing is small change, in every turn alike: a
        # newest file that held all of it would be read, and measured, as a turn five times as long.
        if here.step and not enough:
            desk.do([SMALL_CHANGE])
            continue
        if desk.ruleset.ended(desk.campaign):
            # Powers fall early in random play; what is measured is the length.
            desk.do(["play-on"])
            continue
        line = player.line(desk.campaign, desk.outlook())
        assert line, f"nothing can be ordered in {here.step or 'a war that is over'}"
        try:
            desk.do([line])
        except Refused:
            continue
    return desk
