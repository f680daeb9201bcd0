"""Diplomatic rolls under seal: two campaigns that differ in nothing but what one seat has bought give every other seat
the same bytes, before a target is named, while seats are asked, and after answers that tell nothing; and the answers
can be taken back, left and cut short between any two of them (16.1.3, 16.1.7.2, rulings 298, 304, 307, 309, 310)."""

from __future__ import annotations

import shutil
from pathlib import Path
from unittest import mock

import attrs
import pytest
from attrs import frozen

from engine.kernel.procedures import decisions
from saves.desk import Desk
from tests.thewar.politics.purchases import DIPLOMACY, FIVE, SIDES, THREE, begun, give, scene
from tests.thewar.secrecy import everything, files_of
from tests.whole import whole

ASKED = (
    "germany influence spain against=western",
    "italy influence spain against=soviet",
    "britain influence spain against=axis",
    "britain defend pops=1",
    "britain defend pops=1 counter-espionage=yes",
    "germany back pops=1",
    "germany back joins=no",
    "ussr defend lends=no",
    "britain foil yes",
    "britain disclose 2",
    'overrule "so agreed" britain defend pops=3',
    "late britain influence spain against=axis",
)


@frozen
class Case:
    """Two worlds. ``hidden``: whose purchase differs; ``one`` and ``other``: what it buys, at the same sum; ``bought``:
    what others buy; ``lowest``: who names first; ``script``: what is ordered then. What differs is said by none of
    these lines."""

    seats: dict[str, str]
    hidden: str
    one: str
    other: str
    bought: tuple[str, ...]
    lowest: str
    script: tuple[str, ...]


SHOWN = ("france disclose 0", "britain disclose 1")
CASES = {
    "asked for POPs that it has or has not, 2 seats": Case(
        SIDES, "britain", "2-spain", "norway,turkey", ("germany points 2-spain",), "germany",
        ("germany influence spain against=western",),
    ),
    "a chit that is kept or is none, 2 seats": Case(
        SIDES, "britain", "spain counter-espionage=yes", "spain,turkey", ("germany points 2-spain",), "germany",
        ("germany influence spain against=western", "britain defend pops=1"),
    ),
    "a helper who lends nothing, 3 seats": Case(
        THREE, "ussr", "spain,turkey", "sweden,greece", ("britain points 2-spain", "germany points spain"), "britain",
        ("britain influence spain against=axis", "ussr defend lends=no", "germany defend pops=1"),
    ),
    "an ally who does not join, 5 seats": Case(
        FIVE, "germany", "2-spain,turkey", "2-turkey,sweden", ("italy points spain", "britain points spain"), "italy",
        ("italy influence spain against=western", "germany back joins=no", "britain defend pops=1"),
    ),
    "spied on with a chit that is kept or is none, 2 seats": Case(
        SIDES, "britain", "spain counter-espionage=yes", "spain,turkey",
        ("germany points spain espionage=yes", "france points turkey"),
        "germany",
        ("germany spy spain on=western", "france foil no", "britain foil no", *SHOWN),
    ),
    "a chit against a target of others, 5 seats": Case(
        FIVE, "france", "turkey counter-espionage=yes", "turkey,norway",
        ("germany points 2-turkey", "britain points turkey"), "germany",
        ("germany influence turkey against=western", "britain defend pops=1", "france defend pops=1"),
    ),
}  # fmt: skip


def start(folder: Path, case: Case, purchase: str, name: str) -> Path:
    """The campaign of a case, all bought and opened, in the diplomatic step."""
    here = scene(seats=case.seats)
    powers = {**here.powers, case.lowest: attrs.evolve(here.powers[case.lowest], narfs=40)}
    at = begun(folder, attrs.evolve(here, powers=powers), name)
    give(at, f"{case.hidden} points {purchase}", *case.bought)
    buying = [line.split()[0] for line in (f"{case.hidden} x", *case.bought)]
    give(at, *(f"{power} points none" for power in case.seats if power not in buying))
    assert Desk.open(at).campaign.progress.step == DIPLOMACY
    return at


def readers(case: Case) -> tuple[str, ...]:
    """Every seat but that whose purchase differs, and the public."""
    own = case.seats[case.hidden]
    return (*(seat for seat in dict.fromkeys(case.seats.values()) if seat != own), "")


def seen(folder: Path, case: Case) -> dict[str, object]:
    """All that the others read, and the files they have. They look at a copy: the table may take back what others have
    ordered, and would."""
    looked: dict[str, object] = {}
    for seat in readers(case):
        aside = Path(shutil.copytree(folder, folder.parent / "aside" / folder.name))
        # What is only supposed rolls dice of its own, which are never the same twice.
        with mock.patch("saves.seated.os.urandom", lambda count: bytes(count)):
            looked[seat] = (everything(aside, seat, ASKED), files_of(folder, seat))
        shutil.rmtree(aside.parent)
    return looked


@pytest.mark.rule("tw-16.1.3", "tw-16.1.7", "tw-16.1.7.2-b")
@pytest.mark.parametrize("name", CASES)
def test_16_1_3_what_is_asked_and_what_is_not_told_betrays_nothing(name: str, tmp_path: Path) -> None:
    case, told = CASES[name], []
    for world, purchase in (("one", case.one), ("two", case.other)):
        folder = start(tmp_path, case, purchase, world)
        looked = []
        for line in case.script:
            give(folder, line)
            looked.append(seen(folder, case))
        asked = {one.power for one in decisions(whole(Desk.open(folder)))}
        told.append((looked, asked))
    assert told[0] == told[1]
