"""A diplomatic roll can be left between any two of its answers: opened anew, taken back and given again, or cut short
by a kill, and what comes of it is the same (16.1.3)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from engine.kernel.procedures import decisions
from engine.kernel.refusals import Refused
from saves import audit, doctor
from saves.desk import Desk
from tests.saves.desks import files, snapshot
from tests.thewar.politics.purchases import DIPLOMACY, FIVE, SIDES, THREE, begun, give, scene
from tests.thewar.secrecy import HASH
from tests.whole import whole

BOUGHT = (
    "italy points spain espionage=yes",
    "germany points 2-spain",
    "britain points spain counter-espionage=yes",
    "france points spain",
    "ussr points spain counter-espionage=yes",
    "us points none",
)
SCRIPT = (
    "italy influence spain against=western",
    "germany back pops=2",
    "britain defend pops=1 counter-espionage=yes",
    "france defend pops=1",
    "italy cancel-counter yes",
    "italy take-over germany",
)
"""Each is given if its power is asked, whatever the die brings."""
WRONG = {
    "germany back pops=2": ("germany back pops=1", "Germany has 2 POPs in Spain, and 1 are stated (16.1.3)"),
    "britain defend pops=1 counter-espionage=yes": ("britain defend pops=0", "Britain has 1 POP in Spain"),
    "france defend pops=1": ("france defend pops=1 counter-espionage=yes", "France has no Counter-Espionage chit"),
    "italy cancel-counter yes": ("germany cancel-counter yes", "Italy has to decide first"),
}
"""What is refused in the place of a line, and the words."""
SEATS = {"2": SIDES, "3": THREE, "5": FIVE}


def begin(folder: Path, seats: dict[str, str]) -> Path:
    """A campaign on the disk with all bought, in which Italy names first."""
    here = scene(seats=seats)
    poor = {"italy": attrs.evolve(here.powers["italy"], narfs=40)}
    folder.mkdir()
    at = begun(folder, attrs.evolve(here, powers={**here.powers, **poor}))
    give(at, *BOUGHT)
    assert Desk.open(at).campaign.progress.step == DIPLOMACY
    return at


def due(folder: Path) -> Iterator[str]:
    """The lines of the script one after the other, each that may be given as things stand then."""
    for line in SCRIPT:
        asked = {one.power for one in decisions(whole(Desk.open(folder)))}
        if line == SCRIPT[0] or line.split()[0] in asked:
            yield line


def stands(folder: Path) -> str:
    """How the campaign stands, as all know it."""
    campaign = whole(Desk.open(folder))
    known = (campaign.countries, campaign.influence, campaign.chits, campaign.statements, campaign.pending)
    return HASH.sub("#", repr((known, campaign.progress.step)))


def played(folder: Path, seats: dict[str, str]) -> str:
    """How it stands after the script without any interruption."""
    at = begin(folder, seats)
    for line in due(at):
        give(at, line)
    assert not Desk.open(at).campaign.pending
    return stands(at)


def whole_and_sound(folder: Path) -> None:
    """The campaign is played again as recorded, and nothing is wrong with its files."""
    assert audit.audit(folder).differences == ()
    assert doctor.examine(folder) == ()


@pytest.mark.rule("tw-16.1.3")
@pytest.mark.parametrize("seats", SEATS)
def test_16_1_3_wrong_answers_are_refused_and_those_taken_back_are_given_again(seats: str, tmp_path: Path) -> None:
    at = begin(tmp_path / "stirred", SEATS[seats])
    back = 0
    for line in due(at):
        seat = Desk.open(at).campaign.seats[line.split()[0]]
        before, files = stands(at), snapshot(at)
        if line in WRONG:
            wrong, reason = WRONG[line]
            with pytest.raises(Refused, match=re.escape(reason)):
                give(at, wrong)
            assert snapshot(at) == files
        give(at, line)
        try:
            Desk.open(at, seat).undo()
        except Refused as no:
            # All have heard it by now: one alone takes nothing of it back.
            assert "propose" in str(no).lower()
            continue
        back += 1
        assert stands(at) == before
        give(at, line)
    assert back
    assert stands(at) == played(tmp_path / "calm", SEATS[seats])
    whole_and_sound(at)


@pytest.mark.rule("tw-16.1.3")
@pytest.mark.parametrize("seats", SEATS)
def test_16_1_3_a_kill_in_the_middle_of_any_answer_loses_that_answer_alone(seats: str, tmp_path: Path) -> None:
    chance = random.Random(f"cut {seats}")
    at = begin(tmp_path / "cut", SEATS[seats])
    for line in due(at):
        journal, before = files(at)[-1], stands(at)
        good = journal.stat().st_size
        give(at, line)
        # The seat's own file is written first: a kill leaves it there, and a part of the entry.
        text = journal.read_bytes()
        for keep in (good, chance.randrange(good, len(text) - 1)):
            journal.write_bytes(text[:keep])
            assert stands(at) == before
        give(at, line)
    assert stands(at) == played(tmp_path / "calm", SEATS[seats])
    # What was cut off lies aside, and is all that the doctor finds.
    assert audit.audit(at).differences == ()
    assert all("torn" in str(fault) for fault in doctor.examine(at))
