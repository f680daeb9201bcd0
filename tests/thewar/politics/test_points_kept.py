"""Purchases on the disk: taken back and given again, cut short by a kill, a seat's file that was edited, and the audit
of what owners stated (16.1.1, 16.1.3, ruling 298)."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import attrs
import pytest

from engine.kernel import play, telling
from engine.kernel.refusals import Refused
from engine.thewar.politics import stating
from engine.thewar.ruleset import RULESET
from engine.thewar.world import influence
from engine.thewar.world.state import TheWar
from saves import audit, doctor
from saves.desk import Desk
from tests.saves.desks import files
from tests.scale import scaled
from tests.thewar.politics.purchases import ALLIED, AXIS, DIPLOMACY, POINTS, begun, give, pass_to, scene
from tests.thewar.secrecy import HASH
from tests.whole import whole

LAST = "allied.end.victory"
"""The step of Fall after which all is opened."""
BOUGHT = (
    "germany points 2-spain,turkey espionage=yes",
    "italy points none espionage=yes",
    "britain points norway",
    "france points none",
    "ussr points turkey,sweden",
    "us points none",
)
SPIED = ("germany spy norway on=western", "britain foil no", "britain disclose 1")
LIED = ("italy spy turkey on=soviet", "ussr disclose 3")


def stands(folder: Path) -> list[TheWar]:
    """How the campaign stands for its seats and for all."""
    views = [whole(Desk.open(folder, seat)) for seat in (AXIS, ALLIED, "")]
    # How often all have consented to an undo stays.
    return [attrs.evolve(view, progress=attrs.evolve(view.progress, again=0)) for view in views]


def here(folder: Path) -> TheWar:
    now: TheWar = whole(Desk.open(folder))
    return now


def of_diplomacy(folder: Path) -> str:
    """What each seat and all know of purchases."""
    views = [whole(Desk.open(folder, seat)) for seat in (AXIS, ALLIED, "")]
    names = (*influence.OF_A_YEAR, "mismatches", "sealed", "secrets")
    kept = [[sorted(map(str, getattr(view, name).items())) for name in names] for view in views]
    told = repr((kept, [power.narfs for power in views[0].powers.values()]))
    # Given again it lies under another number.
    return re.sub(r"([a-z]+)-\d+'", r"\1'", HASH.sub("#", told))


def sound(folder: Path) -> None:
    assert audit.audit(folder).differences == ()
    assert doctor.examine(folder) == ()


LIE = "Soviet Union (seat 'allied') said in Fall 1940 that it had 3 POPs in Turkey, and had written 1"


@pytest.fixture(scope="module")
def fall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign at the end of a Fall in which Germany and Italy have spied: the next order opens what was bought.
    Britain has said what it had; the Soviet Union, by a program that does not compare, 3 POPs for 1."""
    start = scene("1940-3-fall")
    # Without efforts few steps come up; with one of Britain's the close of the Allied half does (3.10.3).
    idle = {
        key: power if key == "britain" else attrs.evolve(power, effort="none") for key, power in start.powers.items()
    }
    folder = begun(tmp_path_factory.mktemp("fall"), attrs.evolve(start, powers=idle))
    give(folder, *BOUGHT)
    while here(folder).progress.step == DIPLOMACY:
        spy = play.acting(RULESET, here(folder))[0]
        lines = {"germany": SPIED, "italy": LIED}.get(spy, ())
        for line in lines:
            with pytest.MonkeyPatch.context() as patch:
                if line == LIED[-1]:
                    patch.setattr(stating, "misstated", lambda *said: ())
                give(folder, line)
        if here(folder).progress.step == DIPLOMACY and play.acting(RULESET, here(folder))[0] == spy:
            give(folder, f"{spy} done")
    pass_to(folder, LAST)
    return folder


def lies(folder: Path) -> list[str]:
    """What the campaign says was said and was not so."""
    return [fault.problem for fault in RULESET.check(here(folder)) if fault.at.startswith("mismatches.")]


def copied(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to / "copy"))


# --- taken back, and given again


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_a_seat_takes_its_purchase_back_until_all_have_bought_and_gives_it_again(tmp_path: Path) -> None:
    folder = begun(tmp_path, scene())
    before = stands(folder)
    give(folder, BOUGHT[0])
    bought = of_diplomacy(folder)
    desk = Desk.open(folder, AXIS)
    desk.undo()
    assert stands(folder) == before and influence.held(whole(desk), "germany", "spain") == 0
    Desk.open(folder, AXIS).redo()
    own = Desk.open(folder, AXIS)
    assert influence.held(own.reckoned, "germany", "spain") == 2
    assert of_diplomacy(folder) == bought
    Desk.open(folder, AXIS).undo()
    give(folder, "germany points sweden", *BOUGHT[1:])
    # Another purchase than at first is what counts.
    assert influence.held(whole(Desk.open(folder, AXIS)), "germany", "sweden") == 1
    assert influence.held(whole(Desk.open(folder, AXIS)), "germany", "spain") == 0
    assert here(folder).powers["germany"].narfs == 97
    sound(folder)


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_what_all_have_seen_paid_is_taken_back_by_the_table_alone(tmp_path: Path) -> None:
    folder = begun(tmp_path, scene())
    give(folder, *BOUGHT[:-1])
    before = stands(folder)
    give(folder, BOUGHT[-1])
    opened = of_diplomacy(folder)
    assert here(folder).progress.step == DIPLOMACY
    for seat in (AXIS, ALLIED):
        with pytest.raises(Refused, match="Propose it: propose undo"):
            Desk.open(folder, seat).undo()
    Desk.open(folder).undo()
    assert stands(folder) == before and here(folder).progress.step == POINTS
    assert here(folder).powers["germany"].narfs == 100 and not here(folder).purchases
    Desk.open(folder).redo()
    assert of_diplomacy(folder) == opened
    assert here(folder).purchases and influence.held(whole(Desk.open(folder, AXIS)), "germany", "spain") == 2
    sound(folder)


@pytest.mark.rule("tw-16.1.1", "tw-16.1.7.4")
def test_16_1_1_the_opening_is_taken_back_and_comes_again(fall: Path, tmp_path: Path) -> None:
    folder = copied(fall, tmp_path)
    before = stands(folder)
    give(folder, "france done")
    after = of_diplomacy(folder)
    assert not here(folder).influence and not here(folder).sealed
    with pytest.raises(Refused, match="propose undo"):
        Desk.open(folder, ALLIED).undo()
    Desk.open(folder).undo()
    assert stands(folder) == before
    assert influence.held(whole(Desk.open(folder, AXIS)), "germany", "spain") == 2
    Desk.open(folder).redo()
    assert of_diplomacy(folder) == after
    assert not here(folder).influence and not here(folder).sealed and lies(folder) == [LIE]
    assert [fault.problem for fault in doctor.examine(folder)] == [f"{LIE} (16.1.1, 16.1.7.4)"]


# --- cut short


def cuts(good: int, text: bytes) -> list[int]:
    """Where a kill may leave the journal: between any two of its entries and within each."""
    ends = [good + found.end() for found in re.finditer(rb"\n\n", text[good:])]
    starts = [good, *ends]
    every = sorted({keep for at in starts for keep in (at, at + 7) if keep < len(text) - 1})
    return random.Random(len(text)).sample(every, min(scaled(3), len(every)))


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_a_kill_between_any_two_purchases_loses_the_last_alone(tmp_path: Path) -> None:
    folder = begun(tmp_path, scene())
    for line in BOUGHT:
        journal, before = files(folder)[-1], stands(folder)
        good = journal.stat().st_size
        give(folder, line)
        text = journal.read_bytes()
        # The seat's own file is written first: a kill leaves it there, and a part of the entries.
        for keep in cuts(good, text):
            journal.write_bytes(text[:keep])
            assert stands(folder) == before, (line, keep - good)
        give(folder, line)
    assert here(folder).progress.step == DIPLOMACY
    assert influence.held(whole(Desk.open(folder, AXIS)), "germany", "spain") == 2
    paid = {made.power: made.narfs for made in here(folder).purchases.values()}
    assert paid == {"germany": 13, "italy": 4, "britain": 3, "ussr": 8}
    assert audit.audit(folder).differences == ()
    assert all("torn" in str(fault) for fault in doctor.examine(folder))


@pytest.mark.rule("tw-16.1.1", "tw-16.1.7.4")
def test_16_1_1_a_kill_while_all_is_opened_loses_nothing_of_what_was_bought(fall: Path, tmp_path: Path) -> None:
    folder = copied(fall, tmp_path)
    journal, before = files(folder)[-1], stands(folder)
    good = journal.stat().st_size
    whole_copy = copied(folder, tmp_path / "calm")
    give(whole_copy, "france done")
    give(folder, "france done")
    text = journal.read_bytes()
    later = [path for path in files(folder) if path > journal]
    for keep in cuts(good, text):
        for path in later:
            path.unlink(missing_ok=True)
        journal.write_bytes(text[:keep])
        assert stands(folder) == before, keep - good
    give(folder, "france done")
    assert stands(folder) == stands(whole_copy)
    assert not here(folder).sealed and lies(folder) == [LIE]
    assert [one.kind for one in audit.audit(folder).differences] == ["refused"], "the lie alone"


# --- a seat's file that was edited


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_a_purchase_that_was_edited_counts_for_nothing_and_holds_the_opening_up(
    fall: Path, tmp_path: Path
) -> None:
    folder = copied(fall, tmp_path)
    file = folder / "seats" / f"{ALLIED}.toml"
    was = file.read_text()
    file.write_text(was.replace("britain points norway", "britain points 2-norway"))
    assert file.read_text() != was
    own = whole(Desk.open(folder, ALLIED))
    assert not influence.known(own, "britain") and influence.held(own, "britain", "norway") == 0
    found = [str(fault) for fault in doctor.examine(folder)]
    assert any("allied.toml" in fault and "a sealed order was edited by hand" in fault for fault in found)
    give(folder, "france done")
    campaign = here(folder)
    # What the others bought is open, and of Britain's nothing: it waits, and says for whose file.
    assert campaign.pending and campaign.progress.step == "end.points"
    with pytest.raises(Refused, match=r"what is sealed is to be opened first: Britain \(3\.0\)\. It opens where"):
        give(folder, "britain done")
    assert not campaign.mismatches
    file.write_text(was)
    Desk.open(folder).settle()
    campaign = here(folder)
    assert not campaign.pending and not campaign.sealed and not campaign.influence and lies(folder) == [LIE]


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_who_edits_his_file_before_he_is_asked_cannot_state_what_it_says(tmp_path: Path) -> None:
    folder = begun(tmp_path, scene())
    give(folder, *BOUGHT)
    while (first := play.acting(RULESET, here(folder))[0]) != "germany":
        give(folder, f"{first} done")
    give(folder, *SPIED[:-1])
    file = folder / "seats" / f"{ALLIED}.toml"
    was = file.read_text()
    file.write_text(was.replace("britain points norway", "britain points 2-norway"))
    for said in (1, 2):
        with pytest.raises(Refused, match="what Britain has under seal cannot be read here"):
            give(folder, f"britain disclose {said}")
    file.write_text(was)
    with pytest.raises(Refused, match="Britain has 1 POP in Norway, and 2 are stated"):
        give(folder, "britain disclose 2")
    give(folder, "britain disclose 1")
    assert not here(folder).pending


# --- the audit


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_what_was_stated_is_compared_as_all_is_opened_and_in_the_audit(fall: Path, tmp_path: Path) -> None:
    folder = copied(fall, tmp_path)
    assert lies(folder) == [] and audit.audit(folder).differences == (), "while it is under seal nobody can say"
    give(folder, "france done")
    assert lies(folder) == [LIE]
    told = "\n".join(said for _, said in telling.backwards(here(folder), Desk.open(folder).entries("all")))
    assert LIE in told and "had written 1" in told
    [found] = audit.audit(folder).differences
    assert found.kind == "refused" and found.order.startswith("ussr enact ")
    assert found.details == ("Soviet Union has 1 POP in Turkey, and 3 are stated (16.1.3). As it is written down: 1.",)
