"""A declaration of war and all that follows from it can be taken back and given again, and left between its questions:
by an undo, by a kill, with one, two and three seats (6.4, 16.3, 16.5)."""

from __future__ import annotations

import random
from pathlib import Path

import attrs
import pytest

from engine.kernel.procedures import decisions
from engine.kernel.refusals import Refused
from engine.thewar.world.state import TheWar
from saves import audit, doctor
from saves.desk import Desk
from tests.saves.desks import files, snapshot
from tests.thewar.minors import at
from tests.thewar.politics.purchases import SIDES, THREE, begun, give
from tests.thewar.secrecy import HASH
from tests.whole import whole

SEATS = {"1": dict.fromkeys(SIDES, "solo"), "2": SIDES, "3": THREE}
SCRIPTS = {
    "belgium": ("1940-2-summer", ("germany declare belgium", "status belgium satellite patron=britain")),
    "yugoslavia": ("1941-1-spring", ("germany declare yugoslavia",)),
    "soviets": ("1941-2-summer", ("ussr declare germany", "germany eastern-garrison 1")),
    "karelia": ("1939-4-winter", ("ussr cross karelia", "germany contest yes", "capture karelia ussr")),
}
"""By what they are about: the turn, and the orders one after the other."""
ROLLED = ("yugoslavia", "soviets")
"""Those of which a die is a part."""


def opened(turn: str, seats: dict[str, str], *, east: bool) -> TheWar:
    """A campaign at its declarations, or in the Soviets' Operations once Poland has fallen."""
    here = at(turn, "allied.operations.combat" if east else "declarations.declare")
    poland = attrs.evolve(here.countries["poland"], status="conquered", patron="germany")
    countries = {**here.countries, "poland": poland} if east else here.countries
    powers = {key: attrs.evolve(power, narfs=200, effort="sle") for key, power in here.powers.items()}
    return attrs.evolve(here, powers=powers, countries=countries, seats=dict(seats))


def begin(folder: Path, name: str, seats: str) -> Path:
    """Such a campaign on the disk."""
    folder.mkdir()
    turn, _ = SCRIPTS[name]
    return begun(folder, opened(turn, SEATS[seats], east=name == "karelia"))


def seat_of(folder: Path, line: str) -> str:
    """The seat that gives a line: its power's, for an order of the table whoever is asked, else the Soviets'."""
    campaign = whole(Desk.open(folder))
    power = line.split()[0]
    if power in campaign.seats:
        return str(campaign.seats[power])
    asked = [one.power for one in decisions(campaign)]
    return str(campaign.seats[asked[0] if asked else "ussr"])


def order(folder: Path, line: str) -> None:
    Desk.open(folder, seat_of(folder, line)).do([line])


def stands(folder: Path) -> str:
    """All that a declaration may change."""
    campaign = whole(Desk.open(folder))
    known = (
        *(campaign.wars, campaign.countries, campaign.powers, campaign.grudges, campaign.entry_causes, campaign.facts),
        *(campaign.border_wars, campaign.holdings, campaign.pending),
    )
    return HASH.sub("#", repr(known))


def played(folder: Path, name: str, seats: str) -> str:
    """How it stands after the script without any interruption."""
    at_rest = begin(folder, name, seats)
    for line in SCRIPTS[name][1]:
        order(at_rest, line)
    assert not Desk.open(at_rest).campaign.pending
    return stands(at_rest)


@pytest.mark.rule("tw-6.4", "tw-16.5-roll")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", SCRIPTS)
def test_6_4_a_declaration_and_all_that_followed_is_taken_back_and_given_again(
    name: str, seats: str, tmp_path: Path
) -> None:
    here = begin(tmp_path / "stirred", name, seats)
    before = stands(here)
    for line in SCRIPTS[name][1]:
        order(here, line)
    after = stands(here)
    assert after == played(tmp_path / "calm", name, seats) != before
    table = Desk.open(here)
    while stands(here) != before:
        # The table takes back what one seat alone may not: dice have fallen, or others have answered.
        table.undo()
    for line in SCRIPTS[name][1]:
        order(here, line)
    # Alone, the same dice fall again; where all have agreed to take one back, another falls.
    assert stands(here) == after or (seats != "1" and name in ROLLED)
    assert not whole(Desk.open(here)).pending
    assert audit.audit(here).differences == () and doctor.examine(here) == ()


@pytest.mark.rule("tw-6.4")
@pytest.mark.parametrize("seats", ["2", "3"])
def test_6_4_one_seat_alone_does_not_take_back_what_others_have_answered(seats: str, tmp_path: Path) -> None:
    here = begin(tmp_path / "one", "soviets", seats)
    for line in SCRIPTS["soviets"][1]:
        order(here, line)
    written = snapshot(here)
    for seat in dict.fromkeys(SEATS[seats].values()):
        with pytest.raises(Refused, match="propose"):
            Desk.open(here, seat).undo()
    assert snapshot(here) == written


@pytest.mark.rule("tw-6.4", "tw-16.3")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", SCRIPTS)
def test_6_4_a_kill_between_declaration_and_answer_loses_the_answer_alone(
    name: str, seats: str, tmp_path: Path
) -> None:
    chance = random.Random(f"{name} {seats}")
    here = begin(tmp_path / "cut", name, seats)
    for line in SCRIPTS[name][1]:
        journal, before = files(here)[-1], stands(here)
        good = journal.stat().st_size
        order(here, line)
        text = journal.read_bytes()
        journal.write_bytes(text[: chance.randrange(good, len(text) - 1)])
        assert stands(here) == before, "the torn entry is no entry"
        order(here, line)
    assert stands(here) == played(tmp_path / "calm", name, seats)
    assert audit.audit(here).differences == ()


def test_what_is_asked_is_asked_again_after_the_campaign_is_opened_anew(tmp_path: Path) -> None:
    here = begin(tmp_path / "open", "soviets", "3")
    give(here, "ussr declare germany")
    [asked] = decisions(whole(Desk.open(here, "axis")))
    assert asked.power == "germany" and "ground factors with an air unit" in asked.title
