"""Redo: what undos took back is given again as one batch, judged now; an order that is none of theirs ends it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.dice import NeedsDie
from engine.kernel.play import NothingToUndo
from engine.kernel.redoing import NothingToRedo
from engine.kernel.refusals import Refusal, Refused, RefusedAgain
from saves import audit, doctor, scenarios
from saves.desk import Desk
from saves.errors import Edited
from saves.store import CampaignFolder
from tests.saves import game
from tests.saves.desks import at_deeds, begin, files, same, snapshot, two_turns
from tests.saves.test_play import MOVES
from tests.scale import scaled
from tests.whole import whole


def _state(desk: Desk) -> Any:
    """What stands on the board; where a sealed order is kept names its entry, whose number is never used twice."""
    state = whole(desk)
    sealed = [(one.power, one.step, one.answers, one.text) for one in state.sealed.values()]
    texts = [one.text for one in state.secrets.values()]
    return attrs.evolve(state, sealed={}, secrets={}), sealed, texts


def test_redo_gives_again_what_undo_took_back_with_what_followed(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red hire otto", "blue fight"])
    before, rolls = desk.campaign, [roll for entry in desk.last_entries for roll in entry.rolls]
    taken = desk.undo().entries[0].undoes
    assert [entry.order for entry in desk.would_redo()] == ["red hire otto", "blue fight"]
    done = desk.redo()
    assert desk.campaign == before
    assert [roll for entry in done.entries for roll in entry.rolls] == rolls
    assert [entry.batch for entry in done.entries] == [(k, len(taken)) for k in range(1, len(taken) + 1)]
    assert [entry.again for entry in done.entries if entry.seat != "rules"] == [taken[0], taken[1]]
    assert not any(entry.again for entry in done.entries if entry.seat == "rules")
    assert same(desk.folder, desk)
    assert doctor.examine(desk.folder) == () and audit.audit(desk.folder).differences == ()


def test_several_undos_are_gone_back_through_the_other_way_round(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    states = [desk.campaign]
    for line in ("red hire otto", "blue spend 1", "red spend 2"):
        desk.do([line])
        states.append(desk.campaign)
    for _ in range(3):
        desk.undo()
    for state in states[1:]:
        # A desk opened anew knows as much.
        desk = Desk.open(desk.folder)
        desk.redo()
        assert desk.campaign == state
    with pytest.raises(NothingToRedo, match="no undo stands"):
        desk.redo()


def test_a_redo_can_be_undone_and_redone(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    for line in ("red hire otto", "blue spend 1"):
        desk.do([line])
    after = desk.campaign
    desk.undo()
    desk.undo()
    desk.redo()
    middle = desk.campaign
    desk.undo()
    desk.redo()
    assert desk.campaign == middle
    desk.redo()
    assert desk.campaign == after
    with pytest.raises(NothingToRedo):
        desk.redo()


def test_after_another_order_it_says_what_was_given_since_and_where_the_orders_are(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red hire otto"])
    n = desk.undo().entries[0].n
    desk.do(["blue spend 1"])
    before = snapshot(desk.folder)
    with pytest.raises(NothingToRedo, match=rf"undo in entry {n} .*\(entry {n + 1}: blue spend 1\).* marks .*undone"):
        desk.redo()
    assert snapshot(desk.folder) == before


def test_where_nothing_was_taken_back_there_is_nothing_to_give_again(tmp_path: Path) -> None:
    desk = at_deeds(tmp_path)
    with pytest.raises(NothingToRedo, match="there is nothing to give again"):
        desk.would_redo()


def test_a_whole_turn_and_more_comes_back_past_the_beginnings_of_files(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    before, turn = whole(desk), whole(desk).progress.turn
    desk.undo(to=7)
    assert whole(desk).progress.turn < turn
    desk = Desk.open(desk.folder)
    done = desk.redo()
    assert whole(desk) == before and len(done.entries) > 10
    assert same(desk.folder, desk)
    assert doctor.examine(desk.folder) == () and audit.audit(desk.folder).differences == ()


def test_a_players_own_dice_keep_their_faces(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path, dice="keyboard"))
    desk.do(["red bid 0", "blue bid 0"])
    desk.do(["blue fight", "blue on", "blue off"], [0, 3])
    before = desk.campaign
    desk.undo()
    done = desk.redo()
    assert desk.campaign == before
    assert [roll.face for entry in done.entries for roll in entry.rolls] == [10, 3]
    # An undo into the middle of a resolution leaves its die open: the face that was rolled is taken for it too.
    first = next(entry.n for entry in done.entries if entry.rolls)
    desk.undo(to=first - 1)
    assert desk.outstanding
    again = desk.redo()
    assert desk.campaign == before
    assert [roll.face for entry in again.entries for roll in entry.rolls] == [10, 3]


def test_one_order_that_is_refused_now_is_named_and_nothing_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red spend 1"])
    desk.do(["red hire otto"])
    desk.do(["red spend 2"])
    taken = desk.undo(to=7).entries[0].undoes
    monkeypatch.setattr(game.Hire, "replaced", "POWER enlist NAME")
    monkeypatch.delitem(game.RULESET.__dict__, "by_step", raising=False)
    before = snapshot(desk.folder)
    with pytest.raises(RefusedAgain, match="no longer given") as fault:
        desk.redo()
    assert (fault.value.n, fault.value.before, fault.value.order) == (taken[1], 1, "red hire otto")
    assert snapshot(desk.folder) == before
    # Those before it may be given; the others wait for the next redo.
    done = desk.redo(most=fault.value.before)
    assert [entry.order for entry in done.entries] == ["red spend 1"]
    assert [entry.order for entry in desk.would_redo()] == ["red hire otto", "red spend 2"]


def test_an_order_that_cannot_be_read_any_more_is_refused_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_deeds(tmp_path)
    desk.do(["red hire otto"])
    desk.undo()
    monkeypatch.setattr(CampaignFolder, "unsealed", lambda self, seat, order: "red knight otto")
    with pytest.raises(RefusedAgain, match="today's rules cannot read it"):
        desk.redo()


def test_with_several_seats_each_gives_its_own_again_and_the_table_all(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 3"])
    before = _state(red)
    red.undo()
    blue.refresh()
    with pytest.raises(Refused, match="was given by the seat 'red'"):
        blue.redo()
    assert [red.order_text(entry) for entry in red.would_redo()] == ["red bid 3"]
    assert "bid 3" not in "".join(blue.order_text(entry) for entry in Desk.open(folder).would_redo())
    red.redo()
    assert _state(red) == before
    red.undo()
    Desk.open(folder).redo()
    red.refresh()
    assert _state(red) == before and red.entries()[-1].seat == "red"


def test_what_was_sealed_and_lost_its_file_is_not_given_again(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red = Desk.open(folder, "red")
    red.do(["red bid 3"])
    red.undo()
    (folder / "seats/red.toml").unlink()
    with pytest.raises(RefusedAgain, match="cannot be opened any more"):
        red.redo()


def test_nothing_is_given_again_out_of_a_file_that_is_not_to_be_believed(tmp_path: Path) -> None:
    desk = two_turns(tmp_path)
    desk.undo(to=7)
    path = files(desk.folder)[1]
    path.write_bytes(path.read_bytes().replace(b"archer", b"knight"))
    with pytest.raises(Edited):
        Desk.open(desk.folder).redo()


@pytest.mark.parametrize("seed", range(scaled(12)))
def test_undo_then_redo_gives_the_same_campaign(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    desk = Desk.open(begin(tmp_path))
    for _ in range(40):
        move = chance.choice(MOVES)
        try:
            if move == "undo to":
                desk.undo(to=chance.randint(0, desk.last_number))
            elif move in ("undo", "redo"):
                getattr(desk, move)()
            else:
                desk.do([move])
        except (Refused, NothingToUndo, NothingToRedo):
            continue
        if chance.random() < 0.3 and not desk.outstanding:
            before, back = whole(desk), chance.choice((None, None, chance.randint(0, desk.last_number)))
            try:
                desk.undo(back)
            except NothingToUndo:
                continue
            desk.redo()
            assert whole(desk) == before, (seed, move, back)
    assert same(desk.folder, desk)
    # An overruled order may bring debts.
    assert {finding.problem for finding in doctor.examine(desk.folder)} <= {"below zero (S2)"}
    assert audit.audit(desk.folder).differences == ()


@pytest.mark.parametrize("dice", ["keyed", "keyboard"])
def test_a_turn_of_the_war_undone_and_redone_is_the_same(tmp_path: Path, dice: str) -> None:
    chance = random.Random(3)
    desk = Desk.open(scenarios.new("1939-campaign", name="war", at=tmp_path, dice=dice))
    faces: list[int] = []
    desk.do(["italy effort sle", "us effort none", "france effort none", "ussr effort none"])
    given = 0
    while given < 40:
        legal = [choice.text for choice in desk.outlook().choices if not choice.refused]
        if not legal:
            break
        line, rolls = chance.choice(legal), list[int]()
        while True:
            try:
                desk.do([line], rolls)
                break
            except NeedsDie as wanted:
                rolls.append(chance.randint(1, wanted.sides))
        faces += rolls
        given += 1
    before = whole(desk)
    rolled = [roll for entry in desk.entries("all") for roll in entry.rolls]
    assert rolled and (dice == "keyed" or [roll.face for roll in rolled] == faces)
    desk.note(desk.last_number, "so it went")
    first = next(entry.n for entry in desk.entries("all") if entry.seat != "rules")
    desk.undo(to=first - 1)
    assert whole(desk) != before
    done = desk.redo()
    assert whole(desk) == before
    again = [roll for entry in done.entries for roll in entry.rolls]
    assert again == rolled[len(rolled) - len(again) :]
    assert len(desk.notes.entries) == 1 and doctor.examine(desk.folder) == ()


def test_the_table_gives_again_what_was_sealed_and_is_not_shown_what_it_says(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red = Desk.open(folder, "red")
    sealed = red.do(["red bid 7"]).entries[-1]
    red.undo()
    table = Desk.open(folder)
    (order,) = table.would_redo()
    assert table.order_text(order) == sealed.order and " bid " not in sealed.order
    assert Desk.open(folder, "red").order_text(order) == "red bid 7"
    assert Desk.open(folder, "blue").order_text(order) == sealed.order
    table.redo()
    assert [one.power for one in table.campaign.sealed.values()] == ["red"]
    (again,) = Desk.open(folder, "red").campaign.secrets.values()
    assert again.text == "red bid 7"


def test_the_table_is_told_that_a_sealed_order_is_refused_now_and_not_why(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red = Desk.open(folder, "red")
    sealed = red.do(["red bid 7"]).entries[-1]
    red.undo()
    refused = RefusedAgain((Refusal("1.1", "red has 3 gold", ""),), "red bid 7", sealed.n, 0)
    shown = Desk.open(folder)._as_shown(refused, sealed)
    assert (shown.order, shown.n, shown.before) == (sealed.order, sealed.n, 0)
    assert [str(one) for one in shown.refusals] == [
        f"what was sealed in entry {sealed.n} is refused now (redo). Ask the seat 'red' to give another in its place."
    ]
    assert red._as_shown(refused, sealed) is refused
