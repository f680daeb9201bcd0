"""What two lists and the map tell of hidden Task Forces: who may intercept a strategic move by sea, and what may come
to a Sea Area. Whatever lies under a marker, the other seat reads the same (7.8, 7.12, 8.2.1)."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.thewar.moving import met_on_the_way
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import atlas_sheet
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.thewar.looked_at import looked_at
from tests.thewar.sea.test_sea_fight import ALLIED
from tests.thewar.sea.test_task_forces import BREAKDOWN, CARRIER, FORMED, TWO_FLEETS, pass_to, ships, two_seats
from tests.whole import whole
from tui.models.map_picture import as_text, document
from tui.models.map_svg import drawing
from tui.models.map_told import lies_there
from tui.models.map_turns import drawn_at

PORTS = {"britain": "gibraltar", "us": "scapa-flow", "italy": "taranto", "germany": "kiel"}
UNDER = (TWO_FLEETS, CARRIER)
TOGETHER = {*TWO_FLEETS.split(","), *CARRIER.split(",")}
"""The ships that lie in the port of the marker."""
AREAS = ("ionian", "levant", "central-med", "sardinian-sea", "gibraltar-straits")
MOVE = "italy stratmove naval group=fleet-1-12-5 origin=taranto to=tobruk"
PATROL = "britain patrol levant units=tf-1"


def lying() -> TheWar:
    """Ships in ports, not merely on the board; every line looked at, so that the move has to be asked."""
    campaign = ships(BREAKDOWN)
    units = {
        key: attrs.evolve(one, place="alexandria" if key in TOGETHER else PORTS[one.power])
        for key, one in campaign.units.items()
    }
    options = {**campaign.options, "board": "checked"}
    return looked_at(attrs.evolve(campaign, units=units, options=options), "taranto", "tobruk", "alexandria")


def hidden(at: Path, name: str, units: str) -> Path:
    """Two seats, and a Task Force under a marker in Alexandria."""
    secret = at / "hidden"
    secret.write_bytes(bytes(range(32)))
    (at / name).mkdir()
    folder = library.create(RULESET, two_seats(lying()), name="med", at=at / name, secret_file=secret)
    Desk.open(folder, "allied").do([f"{FORMED.format(units)} port=alexandria"])
    pass_to(folder, ALLIED)
    return folder


def lists(folder: Path, seat: str) -> str:
    """Both lists as a seat's own view gives them."""
    desk = Desk.open(folder, seat)
    campaign = whole(desk)
    assert isinstance(campaign, TheWar)
    met = met_on_the_way.meetings(campaign, "italy", AREAS)
    said = met_on_the_way.spoken(campaign, met)
    passed = list(met_on_the_way.unasked(campaign, "italy", ("taranto",), "tobruk"))
    assert passed or seat != "axis", "a move that has to be asked"
    tried = [(desk.understand(text).sentence(campaign), desk.judge(text)) for text in (MOVE, f"{MOVE} asked=yes")]
    reached = [(area, atlas_sheet.reach(campaign, area)) for area in AREAS]
    return repr((met, said, passed, tried, reached, atlas_sheet.AtlasSheet().seas(campaign)))


def drawn(folder: Path, seat: str) -> str:
    """Both layers of the map, in letters, as a document and as a drawing, as a seat's own view gives them."""
    shown = drawn_at(Desk.open(folder, seat), "1942-1-spring")
    layers = [(as_text(shown, seas=seas), drawing(shown, "war", seas=seas)) for seas in (False, True)]
    return repr((layers, document(shown), [lies_there(shown, number) for number in shown.foremost]))


@pytest.mark.rule("tw-7.12", "tw-8.2.1-int")
def test_7_12_lists_and_map_tell_the_other_seat_nothing_of_what_is_hidden(tmp_path: Path) -> None:
    folders = [hidden(tmp_path, str(at), units) for at, units in enumerate(UNDER)]
    one, two = (lists(folder, "axis") for folder in folders)
    assert "britain-fleet-1" in one and "may intercept" in one, "the lists are not empty"
    assert one == two, "in port"
    # To its own seat the lists do tell what lies under the marker: they differ where nothing is hidden.
    mine, other = (lists(folder, "allied") for folder in folders)
    assert mine != other
    # The map is drawn with the same bytes, and with others for its own seat.
    one, two = (drawn(folder, "axis") for folder in folders)
    assert one == two and "Fleet" in one
    mine, other = (drawn(folder, "allied") for folder in folders)
    assert mine != other
    for folder in folders:
        Desk.open(folder, "allied").do([PATROL])
    one, two = (lists(folder, "axis") for folder in folders)
    assert one == two, "on patrol"
