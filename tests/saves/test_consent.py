"""With several seats what goes beyond a seat's own orders is proposed, agreed to and carried out, or nothing comes of
it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from saves import audit, disk, scenarios
from saves.desk import Desk
from saves.errors import Misuse
from tests.saves.desks import begin, same

RULING = 'ruling powers.red.fame 9 because "we forgot a duel"'


def _seats(at: Path) -> tuple[Desk, Desk]:
    """Both seats in the step with deeds, after a duel of red's in which dice fell."""
    folder = begin(at, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 1"])
    blue.do(["blue bid 2"])
    return red, blue


def _fought(at: Path) -> tuple[Desk, Desk, int]:
    """The same after a duel of red's; the last entry before it."""
    red, blue = _seats(at)
    red.refresh()
    before = red.last_number
    red.do(["red fight"])
    blue.refresh()
    return red, blue, before


def _to_the_next_turn(red: Desk, blue: Desk) -> None:
    """Both pass on, each in his turn; red sees the next turn begin."""
    for line in ("red done", "blue done"):
        for desk in (red, blue):
            desk.refresh()
            if not desk.judge(line):
                desk.do([line])
                break
    red.refresh()


def _narfs(desk: Desk) -> int:
    campaign: Any = desk.campaign
    return int(campaign.powers["germany"].narfs)


def _fame(desk: Desk) -> int:
    campaign: Any = desk.campaign
    return int(campaign.powers["red"].fame)


def _refused(desk: Desk, line: str) -> str:
    with pytest.raises(Refused) as caught:
        desk.do([line])
    return str(caught.value)


def test_what_all_agree_to_takes_effect_with_the_consent(tmp_path: Path) -> None:
    red, blue = _seats(tmp_path)
    red.refresh()
    assert "takes the others' consent" in _refused(red, RULING)
    assert f"propose {RULING}" in _refused(red, RULING)
    red.do([f"propose {RULING}"])
    n = red.last_number
    blue.refresh()
    assert [(one.n, one.seat, one.order.text) for one in blue.proposals] == [(n, "red", RULING)]
    done = blue.do([f"consent {n}"])
    assert [entry.order for entry in done.entries] == [f"consent {n}", RULING]
    assert [entry.batch for entry in done.entries] == [(1, 2), (2, 2)]
    carried = done.entries[1]
    assert (carried.seat, carried.agreed, carried.because) == ("red", n, "we forgot a duel")
    assert _fame(blue) == 9 and blue.proposals == ()
    assert same(blue.folder, blue) and not audit.audit(blue.folder).differences


def test_an_undo_past_a_die_is_agreed_to_and_its_dice_fall_anew(tmp_path: Path) -> None:
    red, blue, before = _fought(tmp_path)
    with pytest.raises(Refused, match="dice fell") as caught:
        red.undo()
    assert f"propose undo to={before}" in str(caught.value)
    campaign = red.campaign
    red.do([f"propose undo to={before}"])
    blue.do([f"consent {red.last_number}"])
    assert blue.campaign.progress.again == campaign.progress.again + 1
    assert not blue.campaign.pending
    last = blue.entries()[-1]
    assert (last.seat, last.agreed) == ("table", red.last_number) and last.undoes
    assert same(blue.folder, blue)


def test_an_undo_past_the_beginning_of_a_turn_is_agreed_to(tmp_path: Path) -> None:
    red, blue = _seats(tmp_path)
    red.refresh()
    turn, before = red.campaign.progress.turn, red.last_number
    _to_the_next_turn(red, blue)
    assert red.campaign.progress.turn == turn + 1
    red.do([f"propose undo to={before}"])
    n = red.last_number
    blue.do([f"consent {n}"])
    assert blue.campaign.progress.turn == turn
    assert next(entry.order for entry in blue.entries("all") if entry.n > n) == f"consent {n}"
    assert same(blue.folder, blue) and red.refresh() and red.proposals == ()


def test_it_lapses_with_the_next_order_and_not_with_a_remark(tmp_path: Path) -> None:
    red, blue = _seats(tmp_path)
    red.do([f"propose {RULING}"])
    n = red.last_number
    blue.do(['message "let me think"'])
    red.refresh()
    assert [one.n for one in red.proposals] == [n]
    red.do(["red spend 1"])
    blue.refresh()
    assert blue.proposals == ()
    assert f"entry {n} is no proposal that still stands" in _refused(blue, f"consent {n}")


def test_one_who_declines_ends_it_and_its_own_seat_withdraws_it(tmp_path: Path) -> None:
    red, blue = _seats(tmp_path)
    for ends in (blue, red):
        red.do([f"propose {RULING}"])
        n = red.last_number
        assert "its own seat's proposal" in _refused(red, f"consent {n}")
        ends.do([f"decline {n}"])
        blue.refresh()
        assert blue.proposals == ()
        assert "no proposal that still stands" in _refused(blue, f"consent {n}")
    assert _fame(red) != 9


def test_what_became_illegal_is_not_carried_out_and_stands_until_it_is_declined(tmp_path: Path) -> None:
    red, blue, _ = _fought(tmp_path)
    red.do([f"propose undo to={red.last_number - 1}"])
    first = red.last_number
    red.do([f"propose undo to={first - 2}"])
    second = red.last_number
    blue.do([f"consent {second}"])
    assert "no proposal that still stands" in _refused(blue, f"consent {first}"), "the undo let it lapse"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("propose red spend 1", "only what takes consent is proposed"),
        ('propose message "x"', "only what takes consent is proposed"),
        ("propose undo to=999999", "nothing to take back"),
        ('propose ruling powers.red.fame nine because "x"', "is not a whole number"),
        ('propose ruling powers.blue.nothing 1 because "x"', "no 'nothing' in"),
        ('propose overrule "why not" blue spend 99', "commanded by the seat 'blue'"),
        ("consent 1", "entry 1 is no proposal that still stands"),
        ("decline 999", "entry 999 is no proposal that still stands"),
        ("undo to=3", "an undo is not given as an order"),
        ('message "   "', "nothing is said"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(tmp_path: Path, line: str, reason: str) -> None:
    red, _ = _seats(tmp_path)
    red.refresh()
    before = red.last_number
    assert reason in _refused(red, line)
    assert red.last_number == before and any(reason in str(one) for one in red.judge(line))


@pytest.mark.parametrize("line", ["propose propose undo to=1", 'propose consent 3 because "x"', "propose", "consent"])
def test_nothing_but_an_order_is_wrapped(tmp_path: Path, line: str) -> None:
    red, _ = _seats(tmp_path)
    with pytest.raises(Unreadable):
        red.do([line])


def test_a_remark_is_given_alone(tmp_path: Path) -> None:
    red, _ = _seats(tmp_path)
    with pytest.raises(Misuse, match="given alone"):
        red.do(['message "x"', "red spend 1"])


def test_a_late_order_of_ones_own_is_free_and_one_of_a_sealed_step_is_not(tmp_path: Path) -> None:
    red, _ = _seats(tmp_path)
    red.refresh()
    assert "orders were sealed" in _refused(red, "late red bid 1")


def test_the_table_does_all_at_once_and_needs_nobody(tmp_path: Path) -> None:
    red, _, before = _fought(tmp_path)
    table = Desk.open(red.folder)
    assert "the table needs no consent" in _refused(table, f"propose {RULING}")
    table.undo(to=before)
    table.do([RULING])
    assert _fame(table) == 9


def test_alone_there_is_nobody_to_ask(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path))
    assert "nobody to ask" in _refused(desk, 'message "hello"')
    desk.do([RULING])


def test_undo_redo_and_what_was_shown_pass_over_remarks(tmp_path: Path) -> None:
    red, blue = _seats(tmp_path)
    red.refresh()
    red.do(["red spend 1"])
    state = red.campaign
    blue.do(['message "hm"'])
    red.refresh()
    red.do(['message "sorry"'])
    taken = red.undo().entries[0].undoes
    assert len(taken) == 1
    blue.do(['message "quite right"'])
    red.redo()
    assert red.campaign == state
    assert [entry.order for entry in red.entries() if entry.remark] == [
        'message "hm"',
        'message "sorry"',
        'message "quite right"',
    ]
    assert not audit.audit(red.folder).differences


def test_a_remark_makes_nobody_s_order_stale(tmp_path: Path) -> None:
    red, blue = _seats(tmp_path)
    red.refresh()
    blue.refresh()
    blue.do(['message "wait"'])
    red.do(["red spend 1"])
    assert _fame(red) == 1


# --- who has to agree


def _war(at: Path, seats: int, consent: str) -> tuple[Path, tuple[str, ...]]:
    folder = scenarios.new("1939-campaign", name="war", at=at, seats=seats, options={"consent": consent})
    return folder, Desk.open(folder).seats


@pytest.mark.parametrize("consent", ["friends", "strict"])
def test_friends_ask_one_seat_of_each_other_alliance_and_strict_ones_all(tmp_path: Path, consent: str) -> None:
    folder, seats = _war(tmp_path, 3, consent)
    desks = {seat: Desk.open(folder, seat) for seat in seats}
    axis = next(seat for seat, desk in desks.items() if desk.campaign.seats["germany"] == seat)
    desks[axis].do(['propose ruling powers.germany.narfs 99 because "counted anew"'])
    n = desks[axis].last_number
    (found,) = desks[axis].proposals
    assert axis not in found.lacks(desks[axis].campaign)
    asked = [seat for seat in seats if seat != axis]
    gave = 0
    for seat in asked:
        desks[seat].refresh()
        if not desks[seat].proposals:
            break
        desks[seat].do([f"consent {n}"])
        gave += 1
    shown: Any = desks[axis].campaign
    sides = {desks[axis].ruleset.alliance(shown, power) for power in shown.powers}
    assert gave == (2 if consent == "strict" else min(2, len(sides) - 1))
    assert _narfs(Desk.open(folder)) == 99


class _Killed(BaseException):
    """The process is no more."""


@pytest.mark.parametrize("at", ["write_new", "append", "move"])
def test_a_kill_while_an_undo_is_agreed_to_leaves_both_or_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """Past the turn's beginning the consent ends one file and the undo begins the next."""
    red, blue = _seats(tmp_path)
    red.refresh()
    turn, before = red.campaign.progress.turn, red.last_number
    _to_the_next_turn(red, blue)
    red.do([f"propose undo to={before}"])
    n = red.last_number

    def killed(*_: object) -> None:
        raise _Killed

    with monkeypatch.context() as patched:
        patched.setattr(disk, at, killed)
        with pytest.raises(_Killed):
            blue.do([f"consent {n}"])
    after = Desk.open(blue.folder, "blue")
    consents = [entry for entry in after.entries("all") if entry.order == f"consent {n}"]
    undone = after.campaign.progress.turn == turn
    assert bool(consents) == undone == (at == "move"), "the append decides"
    if not undone:
        after.do([f"consent {n}"])
    assert after.campaign.progress.turn == turn and Desk.open(blue.folder, "red").proposals == ()
    after.do(['message "on we go"'])
    assert not audit.audit(blue.folder).differences and same(after.folder, after)


@pytest.mark.parametrize("consent", ["friends", "strict"])
def test_five_seats_agree_and_one_declines(tmp_path: Path, consent: str) -> None:
    folder, seats = _war(tmp_path, 5, consent)
    desks = {seat: Desk.open(folder, seat) for seat in seats}
    proposer = desks[desks[seats[0]].campaign.seats["germany"]]
    proposer.do(['propose ruling powers.germany.narfs 99 because "counted anew"'])
    n = proposer.last_number
    (found,) = proposer.proposals
    asked = found.lacks(proposer.campaign)
    own = proposer.ruleset.alliance(proposer.campaign, "germany")
    others = {
        seat
        for power, seat in proposer.campaign.seats.items()
        if proposer.ruleset.alliance(proposer.campaign, power) != own
    }
    assert set(asked) == (set(seats) - {proposer.seat} if consent == "strict" else others)
    last = desks[asked[-1]]
    last.refresh()
    last.do([f"decline {n}"])
    for seat in asked[:-1]:
        desks[seat].refresh()
        assert "no proposal that still stands" in _refused(desks[seat], f"consent {n}")
    assert _narfs(Desk.open(folder)) != 99


def test_with_proposals_strewn_in_no_face_is_learned_and_taken_back_alone(tmp_path: Path) -> None:
    """Proposed, declined, lapsed, proposed anew: the die stands until both agree, and then another falls."""
    red, blue, before = _fought(tmp_path)
    for ends in (f"decline {red.last_number + 1}", None):
        red.do([f"propose undo to={before}"])
        with pytest.raises(Refused, match="dice fell"):
            red.undo(to=before)
        blue.refresh()
        if ends:
            blue.do([ends])
        else:
            red.do(['message "please"'])
            red.do(["red off"])
        red.refresh()
    rolled = [roll for entry in red.entries() for roll in entry.rolls]
    with pytest.raises(Refused, match="dice fell"):
        red.undo(to=before)
    red.do([f"propose undo to={before}"])
    blue.do([f"consent {red.last_number}"])
    red.refresh()
    red.do(["red fight"])
    again = [roll for entry in red.entries() for roll in entry.rolls][len(rolled) :]
    assert again and all(roll.key not in {old.key for old in rolled} for roll in again)
