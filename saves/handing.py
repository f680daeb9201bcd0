"""A seat that was given or taken is told in the journal, where all players read it."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.remarks import HandOver
from saves.desk import Desk
from saves.errors import SavesError
from saves.last_seal import KeptSeals
from saves.rights import Handed
from saves.store import CampaignFolder

SEALS = "seals"
"""The folder of a server, beside its campaigns, with the last seal of each."""


def tell(data: Path, folder: Path, done: Handed) -> str:
    """Write what was done into the journal of a campaign of the server in the folder ``data``. Returns why it does not
    stand there, '' where it does: the seat is given or taken all the same. Who only watches stands in no journal."""
    if not done.seat:
        return ""
    try:
        desk = Desk(CampaignFolder(folder, KeptSeals(data / SEALS)))
        desk.tell_seating(HandOver(done.seat, done.player, not done.given))
    except SavesError as fault:
        return f"it is so, but the journal does not tell it: {fault}"
    return ""
