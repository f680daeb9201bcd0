"""What goes over the rules is tried out before it stands. Where that fails after a die had fallen for it, or after
something sealed had been opened, nobody has seen it for nothing: it is written that all dice fall anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.changes import RULES, Entry
from engine.kernel.refusals import Refused, RefusedAgain
from saves import audit, dice_log, doctor, verifying
from saves.desk import Desk
from tests.saves import game
from tests.saves.desks import SECRET, begin, same
from tui import telling

BRAWL = 'overrule "so agreed" red brawl nobody'
"""Carried out with a face up to game.HURT; with a higher one it fails, as nobody is of that name."""


def seats(at: Path, name: str = "feud", *, bids: bool = True) -> tuple[Desk, Desk]:
    """Both seats; with ``bids`` in the step of deeds."""
    folder = begin(at, name, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    if bids:
        red.do(["red bid 0"])
        blue.do(["blue bid 0"])
        red.refresh()
    else:
        red.settle()
        blue.refresh()
    return red, blue


def agree(red: Desk, blue: Desk, line: str = BRAWL) -> str:
    """Red proposes, blue agrees: why nothing came of it, '' where it was carried out."""
    red.refresh()
    red.do([f"propose {line}"])
    blue.refresh()
    try:
        blue.do([f"consent {red.last_number}"])
    except Refused as refused:
        return str(refused)
    return ""


def again(desk: Desk) -> int:
    desk.refresh()
    return desk.campaign.progress.again


def rolled(entries: tuple[Entry, ...]) -> list[str]:
    return [roll.key for entry in entries for roll in entry.rolls]


def clean(desk: Desk) -> bool:
    """Whether nobody finds anything amiss with what was written."""
    document = dice_log.gathered(desk.folder)
    assert not verifying.verified(document, SECRET).problems
    assert not audit.audit(desk.folder).differences
    assert doctor.examine(desk.folder) == ()
    return same(desk.folder, desk)


def test_what_all_agreed_to_and_what_failed_after_its_die_leaves_its_trace(tmp_path: Path) -> None:
    red, blue = seats(tmp_path)
    before: Any = blue.campaign
    told = agree(red, blue)
    assert "no 'nobody'" in told and "nothing of it stands, and all dice fall anew" in told
    assert "Nothing was written" not in told
    consent, anew = blue.entries()[-2:]
    n = red.last_number
    assert (consent.order, anew.order, anew.seat) == (f"consent {n}", f"anew {n}", RULES)
    assert [entry.batch for entry in (consent, anew)] == [(1, 2), (2, 2)]
    assert blue.campaign.progress.again == before.progress.again + 1 and not anew.rolls
    after: Any = blue.campaign
    assert after.powers == before.powers and blue.proposals == ()
    assert clean(blue)


def test_both_see_it_at_once_and_others_are_woken(tmp_path: Path) -> None:
    red, blue = seats(tmp_path)
    woken: list[int] = []
    red.do([f"propose {BRAWL}"])
    blue.refresh()
    blue.poke = lambda: woken.append(blue.last_number)
    with pytest.raises(Refused):
        blue.do([f"consent {red.last_number}"])
    assert woken == [red.last_number + 2] and blue.refresh() and not blue.refresh()
    assert red.refresh() and [entry.n for entry in red.last_entries] == [entry.n for entry in blue.last_entries]
    told = telling.tell_records(red.ruleset, red.records("all"))[-1]
    assert told.sentence.startswith("What was agreed to in entry") and not told.routine
    with pytest.raises(Refused):
        blue.do(["blue spend 99"])
    assert len(woken) == 1 and not blue.refresh()


def test_no_face_that_was_seen_in_it_falls_again(tmp_path: Path) -> None:
    """Proposed as often as one likes: each failure has a die of its own, and what stands has one that nobody saw."""
    red, blue = seats(tmp_path)
    failed = 0
    for _ in range(12):
        count = again(blue)
        if told := agree(red, blue):
            failed += 1
            assert again(blue) == count + 1, told
        else:
            last = blue.entries()[-1]
            assert rolled((last,))[0].split("/")[-2] == str(failed)
            assert last.agreed and last.rolls[0].face <= game.HURT
    assert 1 < failed < 12 and clean(blue)
    keys = rolled(blue.entries())
    assert len(keys) == len(set(keys)) == 12 - failed


def test_no_undo_brings_the_faces_back(tmp_path: Path) -> None:
    red, blue = seats(tmp_path)
    red.do(["red spend 1"])
    assert agree(red, blue)
    red.refresh()
    assert red.undo().entries[0].undoes, "no die stands in what is taken back: it is red's own"
    assert again(blue) == 1
    red.do(["red fight"])
    table = Desk.open(red.folder)
    table.undo()
    table.undo(to=red.entries()[0].n)
    assert again(blue) == 3 and clean(blue), "that it failed was taken back after something that came later was"


def test_the_table_s_own_try_leaves_its_trace_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a ruling the duel goes on by itself, its die falls, and what follows fails."""
    red, _ = seats(tmp_path)
    red.do(["red fight"])
    asked = game.Duel.decision

    def decision(duel: game.Duel, campaign: game.Feud) -> Any:
        return None if campaign.powers["red"].fame == 77 else asked(duel, campaign)

    def broken(_: game.FeudRules, campaign: game.Feud) -> Iterator[Any]:
        yield from ()
        if campaign.powers["red"].fame > 70:
            raise LookupError("too famous")

    monkeypatch.setattr(game.Duel, "decision", decision)
    monkeypatch.setattr(game.FeudRules, "check", broken)
    table = Desk.open(red.folder)
    with pytest.raises(Refused, match=r"too famous.*all dice fall anew"):
        table.do(['ruling powers.red.fame 77 because "a try"'])
    assert [entry.order for entry in table.entries()[-1:]] == ["anew 0"] and again(red) == 1 and clean(table)


def test_one_player_alone_tries_as_he_likes(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path))
    desk.do(["red bid 0", "blue bid 0"])
    before = desk.last_number
    with pytest.raises(Refused, match="Nothing was written"):
        desk.do([BRAWL])
    assert desk.last_number == before and again(desk) == 0


def test_what_fails_without_a_die_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = seats(tmp_path)
    line = 'ruling powers.red.fame 7 because "it was agreed"'

    def broken(_: game.FeudRules, campaign: game.Feud) -> Iterator[Any]:
        yield from ()
        if campaign.powers["red"].fame == 7:
            raise LookupError("seven")

    monkeypatch.setattr(game.FeudRules, "check", broken)
    told = agree(red, blue, line)
    assert "seven" in told and "Nothing was written" in told
    assert [entry.order for entry in blue.entries()[-1:]] == [f"propose {line}"] and again(blue) == 0
    assert [one.n for one in blue.proposals] == [red.last_number]


def test_what_was_opened_in_it_is_not_told_by_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An overruled bid ends the step, so the other's sealed one is opened; what fails over it may not say it."""
    told = []
    for name, gold in (("much", 8), ("little", 3)):
        red, blue = seats(tmp_path, name, bids=False)
        blue.do([f"blue bid {gold}"])

        def broken(_: game.FeudRules, campaign: game.Feud) -> Iterator[Any]:
            yield from ()
            if bid := campaign.facts.get("bid-blue"):
                raise LookupError(f"a bid of {bid}")

        with monkeypatch.context() as patched:
            patched.setattr(game.FeudRules, "check", broken)
            told.append(agree(red, blue, 'overrule "so agreed" red bid 99'))
        assert blue.entries()[-1].order.startswith("anew "), "it was opened, if nobody was shown it"
        assert clean(blue) and "blue" not in {one.power for one in red.campaign.secrets.values()}
    assert told[0] == told[1] and "why would tell of what is sealed" in told[0]


# --- a redo


def test_what_was_agreed_to_and_taken_back_is_agreed_to_again_before_a_seat_gives_it_again(tmp_path: Path) -> None:
    """Or consent to one moment would serve for every later one."""
    red, blue = seats(tmp_path)
    line = 'ruling powers.red.fame 7 because "it was agreed"'
    before = red.last_number
    assert not agree(red, blue, line)
    red.refresh()
    red.undo()
    blue.refresh()
    with pytest.raises(RefusedAgain, match="takes the others' consent") as caught:
        red.redo()
    assert f"propose {line}" in str(caught.value)
    table = Desk.open(red.folder)
    given = table.redo().entries[0]
    assert (given.seat, given.again, given.agreed) == ("red", before + 3, before + 1), "the table gives it again"
    assert clean(table)


def test_what_the_table_gives_again_and_what_fails_after_its_die_leaves_its_trace(tmp_path: Path) -> None:
    red, blue = seats(tmp_path)
    assert not all(agree(red, blue) for _ in range(20)), "one of twenty stands"
    table = Desk.open(red.folder)
    table.undo()
    for _ in range(20):
        before = again(table)
        try:
            table.redo()
        except RefusedAgain as refused:
            assert "all dice fall anew" in str(refused) and again(table) == before + 1
            break
        table.undo()
    else:
        pytest.fail("it never failed")
    assert clean(table)


def test_a_redo_stops_at_its_first_die_where_the_rules_have_still_to_come_to_the_step(tmp_path: Path) -> None:
    red, blue = seats(tmp_path)
    turn = red.last_number
    for desk in (red, blue):
        desk.refresh()
        desk.do([f"{desk.seat} done"])
    red.refresh()
    assert red.campaign.progress.turn == 2 and turn
    begins = red.entries()[0].n
    for line in ("red fight", "red on", "red off"):
        red.do([line])
    table = Desk.open(red.folder)
    table.undo(to=begins)
    assert table.outstanding
    red.refresh()
    fell, last = rolled(red.entries("all")), red.last_number
    with pytest.raises(RefusedAgain, match="a die falls") as caught:
        red.redo()
    assert caught.value.before == 1 and rolled(red.entries("all")) == fell and red.last_number == last


@pytest.mark.parametrize("change", [{"failed": None}, {"again": 2}, {"again": 0}])
def test_verify_counts_one_consent_for_each_failure_and_no_other(tmp_path: Path, change: dict[str, Any]) -> None:
    red, blue = seats(tmp_path)
    assert agree(red, blue)
    document = dice_log.gathered(red.folder)
    (event,) = (one for one in document["events"] if one.get("failed"))
    assert event["again"] == 1 and not verifying.verified(document, SECRET).problems
    for name, value in change.items():
        event.pop(name)
        if value is not None:
            event[name] = value
    (problem,) = verifying.verified(document, SECRET).problems
    assert f"entry {event['n']}: the count of consents goes from 0 to" in problem
