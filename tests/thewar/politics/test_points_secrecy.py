"""POPs and chits under seal: two campaigns that differ in nothing but what one seat bought give every other seat the
same, before the step is opened and after (16.1.1, 16.1.7, ruling 298)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.thewar.world import influence
from saves.desk import Desk
from tests.thewar.politics.purchases import ALLIED, AXIS, FIVE, POINTS, SIDES, THREE, begun, give, scene
from tests.thewar.secrecy import everything, files_of
from tests.whole import whole

# How many seats there are, who else reads, and what one of them buys in one world and in another, for the same sum.
PAIRS = [
    (SIDES, (ALLIED, ""), "germany points 2-spain,2-turkey", "germany points spain,sweden,turkey,greece"),
    (
        SIDES,
        (ALLIED, ""),
        "germany points spain espionage=yes counter-espionage=yes",
        "germany points 2-spain espionage=yes",
    ),
    (SIDES, (ALLIED, ""), "italy points none counter-espionage=yes", "italy points none variant=yes"),
    (SIDES, (AXIS, ""), "france points none counter-espionage=yes", "france points belgium"),
    (THREE, (AXIS, "soviet"), "britain points 2-norway,spain", "britain points norway,turkey variant=yes"),
    (THREE, (AXIS, ALLIED), "ussr points turkey,spain", "ussr points sweden,greece"),
    (FIVE, ("italy", "ussr"), "germany points 2-spain,turkey", "germany points norway,spain counter-espionage=yes"),
    (FIVE, ("britain", "germany"), "france points none counter-espionage=yes", "france points spain"),
]
ASKED = (
    "germany points 2-spain",
    "italy points spain",
    "britain points ireland espionage=yes",
    "ussr points ireland",
    "britain done",
    'ruling influence.germany+spain.placed 0 because "to see"',
    'overrule "so agreed" germany points 4-spain',
    "late germany points 2-spain",
    "propose undo",
)


def seen(folder: Path, readers: tuple[str, ...]) -> list[object]:
    """All that others read, and the files they have. They look at a copy: the table may take back what others have
    ordered, and would."""
    looked: list[object] = []
    for reader in readers:
        aside = Path(shutil.copytree(folder, folder.parent / "aside" / folder.name))
        looked += [everything(aside, reader, ASKED), files_of(folder, reader)]
        shutil.rmtree(aside)
    return looked


@pytest.mark.rule("tw-16.1.1", "tw-16.1.7")
@pytest.mark.parametrize(("seats", "readers", "one", "other"), PAIRS)
def test_16_1_1_what_is_bought_changes_nothing_that_another_seat_sees(
    seats: dict[str, str], readers: tuple[str, ...], one: str, other: str, tmp_path: Path
) -> None:
    told: list[list[list[object]]] = []
    for name, line in (("one", one), ("two", other)):
        folder = begun(tmp_path, scene(seats=seats), name)
        give(folder, line)
        told.append([seen(folder, readers)])
        give(folder, *(f"{power} points none" for power in seats if power != line.split()[0]))
        # The sums are shown now, nothing else.
        assert Desk.open(folder).campaign.progress.step != POINTS
        told[-1].append(seen(folder, readers))
    assert told[0] == told[1]


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_sums_are_shown_and_paid_together_when_the_last_has_sealed(tmp_path: Path) -> None:
    folder = begun(tmp_path, scene())
    give(folder, "germany points 2-spain,turkey espionage=yes", "italy done", "britain points norway")
    for seat in (AXIS, ALLIED, ""):
        desk = Desk.open(folder, seat)
        shown = whole(desk)
        assert shown.purchases == {} and shown.powers["germany"].narfs == 100
        assert not any("narfs" in change.at for entry in desk.entries("all") for change in entry.changes)
        assert "paid=" not in repr(desk.entries("all"))
    # Its own seat counts on what it has given.
    own = Desk.open(folder, AXIS)
    assert own.reckoned.powers["germany"].narfs == 100 - 13
    assert influence.held(own.reckoned, "germany", "spain") == 2 and influence.stock(
        own.reckoned, "germany", "espionage"
    )
    give(folder, "france points none", "ussr points turkey,sweden", "us done")
    desk = Desk.open(folder, ALLIED)
    assert whole(desk).powers["germany"].narfs == 87
    paid = {made.power: (made.narfs, made.opened) for made in whole(desk).purchases.values()}
    assert paid == {"germany": (13, False), "britain": (3, False), "ussr": (8, False)}
    orders = [entry.order for entry in desk.entries("all")]
    first = next(at for at, order in enumerate(orders) if " enact " in order)
    assert all("enact" not in order for order in orders[:first])
    assert sum(order.startswith("show-cover ") for order in orders[:first]) == 3
    assert "germany points none paid=13" in " ".join(orders)
    # Each seat knows its own POPs, nobody the others'.
    knows = {seat: whole(Desk.open(folder, seat)) for seat in (AXIS, ALLIED)}
    assert [influence.held(knows[AXIS], "germany", land) for land in ("spain", "turkey", "norway")] == [2, 1, 0]
    assert influence.held(knows[ALLIED], "germany", "spain") == 0 == influence.held(knows[AXIS], "britain", "norway")
    assert influence.known(knows[AXIS], "germany") and not influence.known(knows[ALLIED], "germany")
    assert influence.known(knows[ALLIED], "britain") and not influence.known(knows[AXIS], "ussr")
