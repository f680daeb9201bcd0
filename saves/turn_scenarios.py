"""A turn of a campaign as a scenario of its own: what stood on the board as the turn began, for all to see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from engine.kernel.campaign import Campaign, Progress, seat_names
from engine.kernel.paths import leads
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.setup import Setup
from saves import checking, drafts, library, scenarios
from saves.draft_files import make_folder, write_aside
from saves.errors import NotFound, SavesError
from saves.format import TURN_FILE
from saves.scenario_text import written
from saves.store import CampaignFolder


def begun(folder: CampaignFolder, turn: str) -> tuple[Ruleset[Any], Campaign]:
    """The game, and the campaign as a turn began that it has played, by the turn's label. Raises NotFound where it was
    not played, or was taken back; Edited where its file is not to be believed; SavesError."""
    starts: dict[str, Path] = {}
    label = ""
    for path in folder.files():
        match = TURN_FILE.match(path.name)
        before, label = label, match.group(2) if match else ""
        if label == before:
            continue
        if label in starts:
            # An undo went back into that turn: what came after it is not played any more.
            kept = list(starts)[: list(starts).index(label) + 1]
            starts = {name: starts[name] for name in kept}
            if _restored(folder, path):
                continue
        starts[label] = path
    if turn not in starts:
        raise NotFound(f"no turn '{turn[:40]}' in {folder.identity.name}; there are {', '.join(starts)}")
    return library.believed(folder, starts[turn])


def _restored(folder: CampaignFolder, path: Path) -> bool:
    """Whether a turn's file was begun by an undo, so that it opens in the middle of the turn."""
    entries = folder.read(path).entries
    return bool(entries and entries[0].undoes and not entries[0].changes)


def scenario_of(where: str | Path, turn: str, title: str = "", called: str = "") -> Path:
    """Make a scenario of a turn that a campaign has played; returns its file. ``called``: what people call the turn.
    What is sealed stays out of it: a turn's file has nothing that not every seat sees, and sealed orders go as well.
    Raises SavesError."""
    folder = CampaignFolder(library.find(where))
    ruleset, campaign = begun(folder, turn)
    spoken, called = campaign.title or folder.identity.name, called or turn
    title = " ".join((title or drafts.free_title(f"{spoken}, {called}")).split())
    scenario_id, path = drafts.new_file(title)
    opened = opening(ruleset, campaign, scenario_id, title)
    head = {
        "title": title,
        "description": f"As {spoken} stood when {called} began.",
        "based_on": campaign.scenario,
    }
    about = f"The beginning of {called} in a campaign. Every line may be edited by hand."
    text = written(opened, head, _seating(ruleset, campaign), campaign.options, about)
    scenarios.refuse(checking.scenario(text.encode(), str(path))[1])
    make_folder(path.parent)
    write_aside(path, text.encode())
    return path


def opening(ruleset: Ruleset[Any], campaign: Campaign, scenario_id: str, title: str) -> Campaign:
    """The campaign as an opening position: nothing has been done in it, nothing is sealed or under way."""
    setup = ruleset.sheet(Setup)
    campaign = campaign if setup is None else setup.as_opening(campaign)
    return attrs.evolve(
        campaign,
        scenario=scenario_id,
        scenario_version="",
        title=title,
        first=ruleset.calendar.now(campaign),
        progress=Progress(),
        pending={},
        sealed={},
        sources={path: source for path, source in campaign.sources.items() if leads(campaign, path)},
    )


def _seating(ruleset: Ruleset[Any], campaign: Campaign) -> dict[str, dict[str, str]]:
    """The seatings of the campaign's own scenario where it is still there; for one player, and for as many as play."""
    try:
        raw = scenarios.read(campaign.scenario)[1]
        if raw["ruleset"] == ruleset.id:
            return dict(raw["seating"])
    except SavesError:
        pass
    seatings = {"1": dict.fromkeys(ruleset.powers, "solo")}
    seats = len(seat_names(campaign))
    return seatings | ({str(seats): dict(campaign.seats)} if 1 < seats <= 5 else {})
