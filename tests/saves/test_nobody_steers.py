"""With several seats no line of play learns a face and returns before it without consent.

Players try at random whatever a seat can give: orders alone and several at once, under other names, undo, redo,
branches, trials; and they propose, agree, decline, talk and let lapse in between. Each is tried on two campaigns that
differ in nothing but their secret. As long as no die falls for good, both say the very same, so nobody can have learned
a face; and a die that has fallen stands for good, unless all consent, and then falls anew under another key.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.kernel import play
from engine.kernel.dice import NeedsDie, commitment
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from saves import dice_log, doctor, library, verifying
from saves.desk import Desk
from saves.errors import SavesError
from tests.saves.desks import SECRET, begin
from tests.saves.test_frozen_campaigns import thawed
from tests.scale import sampled

Lines = Callable[[Desk, random.Random], list[str]]
_NAMES = ("sedan", "the-ford", "2520", "a-hill", "no-mans-land", "lucky-10")


def twin(folder: Path, name: str, secret: bytes) -> Path:
    """A copy of a campaign, from now on with another secret."""
    other = folder.with_name(name)
    shutil.copytree(folder, other)
    card = (other / "campaign.toml").read_text()
    (other / "secret").write_text(secret.hex() + "\n")
    said = next(line for line in card.splitlines() if line.startswith("commitment"))
    (other / "campaign.toml").write_text(card.replace(said, f'commitment = "{commitment(secret)}"'))
    return other


def feud(desk: Desk, chance: random.Random) -> list[str]:
    """What a seat of the small game may try to say."""
    power = desk.seat
    name = chance.choice(_NAMES)
    return [
        *(f"{power} {order}" for order in ("bid 0", "bid 1", "fight", "fight", "on", "off", "done", "spend 1")),
        f"{power} hire {name}",
        f"{power} dismiss {name}",
        f"{power} brawl hans",
        f'{power} spend 1 because="{name}"',
        f"late {power} fight",
        f'overrule "we want to" {power} fight',
        f'overrule "we want to" {power} brawl {name}',
        f"{power} spend 99",
        "nonsense",
    ]


def thewar(desk: Desk, chance: random.Random) -> list[str]:
    """What a seat of The War may try to say about its battles, under whatever name for the hex."""
    campaign: Any = desk.campaign
    name = chance.choice(_NAMES)
    tried = [choice.text for choice in desk.outlook().choices]
    for where, battle in campaign.engagements.items():
        if campaign.seats[battle.by] != desk.seat:
            continue
        units, against = ",".join(battle.attackers), ",".join(battle.defenders)
        again = f"{battle.by} attack {name} units={units} against={against} terrain=clear"
        fights = [f"{battle.by} fight {hexed} choose=yes" for hexed in (where, where, where, name)]
        tried += [*fights, f"{battle.by} call-off {where}", again, f"late {again}", f'overrule "so agreed" {fights[0]}']
    tried += [f"{power} {order}" for power in desk.outlook().awaits for order in ("done", "accept 0", "accept 1")]
    return tried or ["nonsense"]


def talk(desk: Desk, chance: random.Random, lines: Sequence[str]) -> str:
    """What a seat may say: it proposes what goes beyond its own orders (``lines``), answers what stands, or what has
    lapsed, or says something else."""
    asked = [one.n for one in desk.proposals]
    if asked and chance.random() < 0.7:
        return f"{chance.choice(('consent', 'consent', 'consent', 'decline'))} {chance.choice(asked)}"
    power = next(power for power, seat in desk.campaign.seats.items() if seat == desk.seat)
    # Back to an entry of this file: how far it goes makes no other law.
    first, last = desk.entries()[0].n, desk.last_number
    proposed = [
        *(f"undo to={max(first, last - chance.randrange(8))}" for _ in range(6)),
        *(line for line in lines if line.startswith(("overrule", "late"))),
        f'late {power} spend 1 because="forgotten"',
        f'ruling powers.{power}.{"fame" if desk.ruleset.id == "feud" else "narfs"} 7 because "so agreed"',
    ]
    said = f"propose {chance.choice(proposed)}"
    return chance.choice((said, said, said, said, 'message "well?"', f"consent {max(1, last)}", f"decline {first}"))


def attempt(desk: Desk, what: str, lines: Sequence[str], number: int) -> tuple[str, ...]:
    """What a seat is told of an attempt: what was written, or why nothing was."""
    try:
        if what == "undo":
            done = desk.undo(number or None)
        elif what == "redo":
            done = desk.redo(number or None)
        elif what == "settle":
            done = desk.settle()
        elif what == "judge":
            return ("judged", *(str(refusal) for refusal in desk.judge(lines[0])))
        elif what == "forecast":
            return ("forecast", str(desk.forecast(lines[0])))
        else:
            done = desk.do(lines)
    except (Refused, Unreadable, NeedsDie, SavesError, LookupError) as fault:
        return ("refused", type(fault).__name__, str(fault).replace(desk.name, "it"))
    # What is sealed has salts of its secret in it.
    return ("written", *(f"{entry.n} {entry.step}" for entry in done.entries))


def fallen(desk: Desk, turn: str | None = "all") -> list[str]:
    return [roll.key for entry in desk.entries(turn) for roll in entry.rolls]


def standing(desk: Desk, turn: str | None = "all") -> set[str]:
    return {roll.key for entry in play.live(desk.entries(turn)) for roll in entry.rolls}


def tries(chance: random.Random, desk: Desk, lines: Lines) -> tuple[str, list[str], int]:
    """The next attempt: its kind, its lines, an entry's number or a count."""
    what = chance.choice(
        ("do", "do", "do", "several", "several", "undo", "redo", "settle", "judge", "forecast", *("talk",) * 5)
    )
    said = lines(desk, chance)
    if what == "talk":
        return what, [talk(desk, chance, said)], 0
    many = chance.randrange(2, 4) if what == "several" else 1
    number = chance.choice((0, 0, 1, 2)) if what == "redo" else 0
    if what == "undo" and chance.random() < 0.6:
        number = max(1, desk.last_number - chance.randrange(8))
    return what, [chance.choice(said) for _ in range(many)], number


def all_agreed(desk: Desk, last: int) -> bool:
    """Whether what was written after entry ``last`` takes back what one seat proposed and another agreed to, and all
    dice fall anew."""
    consent, undo = (entry for entry in desk.entries("all") if entry.n > last)
    proposal = next(entry for entry in desk.entries("all") if entry.n == undo.agreed)
    again = [change.now for change in undo.changes if change.at == "progress.again"]
    now = [desk.campaign.progress.again]
    return (
        consent.order == f"consent {proposal.n}"
        and consent.seat != proposal.seat
        and min(undo.undoes) > int(proposal.order.removeprefix("propose undo to="))
        and again[-1:] in (now, [])
    )


def lines_of_play(first: Path, lines: Lines, seed: int, count: int, turn: str | None = "all") -> Iterator[str]:
    """Attempts on a campaign and its twin; what is told where a die has fallen, as the two part there. ``turn``: whose
    journal is looked through (None: the newest file's)."""
    chance, secret = random.Random(seed), bytes(reversed(range(100, 132)))
    seats = Desk.open(first).seats
    second = twin(first, f"{first.name}-twin", secret)
    pairs = {seat: (Desk.open(first, seat), Desk.open(second, seat)) for seat in seats}
    for _ in range(count):
        one, other = pairs[chance.choice(seats)]
        one.refresh()
        other.refresh()
        if one.outlook().over:
            return
        what, said, number = tries(chance, one, lines)
        before, stood, last = fallen(one, turn), standing(one, turn), one.last_number
        told = attempt(one, what, said, number), attempt(other, what, said, number)
        assert (one.last_number == last) == (other.last_number == last), (what, said, told)
        wrote = [entry for desk in (one, other) for entry in desk.entries() if entry.n > last]
        shown = [entry for entry in wrote if entry.rolls or entry.order.startswith("anew ")]
        if not shown:
            assert told[0] == told[1], "what nobody has to stand by tells nothing of the dice"
        fell = fallen(one, turn)
        assert fell[: len(before)] == before and len(fell) == len(set(fell)), "no key twice, taken back or not"
        took = not stood <= standing(one, turn)
        assert not took or all_agreed(one, last), "who has seen a face stands by it"
        for entry in wrote:
            # What is free goes over no rule and costs nobody else; the rest all agreed to, also where it failed.
            if entry.seat != play.RULES and entry.order.startswith(("overrule", "ruling")):
                assert entry.agreed, entry
        if not (shown or took):
            continue
        yield "taken back" if took else "failed" if any(not entry.rolls for entry in shown) else what
        # From here on the twin is the same campaign again, with its own secret.
        shutil.rmtree(second)
        twin(first, second.name, secret)
        pairs = {seat: (Desk.open(first, seat), Desk.open(second, seat)) for seat in seats}


def begun(tmp_path: Path) -> Path:
    folder = begin(tmp_path, seats=2, turns=40)
    for seat in ("red", "blue"):
        Desk.open(folder, seat).do([f"{seat} bid 0"])
    return folder


def in_battle(tmp_path: Path) -> Path:
    """The War before a battle whose hex was typed, its dice keyed as today."""
    folder, _ = thawed("thewar-3", tmp_path)
    table = Desk.open(folder)
    fights = [entry.n for entry in table.entries() if entry.seat != play.RULES and " fight " in entry.order]
    table.undo(fights[-1] - 1)
    table.settle()
    campaign: Any = table.campaign
    assert campaign.engagements and campaign.progress.again == 0
    return folder


@pytest.mark.parametrize("seed", range(sampled(30)))
def test_whatever_a_seat_tries_a_face_is_learned_only_by_standing_by_it(tmp_path: Path, seed: int) -> None:
    folder = begun(tmp_path)
    seen = Counter(lines_of_play(folder, feud, seed, 400))
    assert seen.total() > 3 and seen["taken back"] and seen["talk"] + seen["failed"], (
        f"the law was hardly tried: {seen}"
    )
    assert not verifying.verified(dice_log.gathered(folder), SECRET).problems


@pytest.mark.parametrize("seed", range(sampled(10)))
def test_in_a_war_no_other_name_for_a_hex_brings_another_face(tmp_path: Path, seed: int) -> None:
    rolled = list(lines_of_play(in_battle(tmp_path), thewar, seed, 150, None))
    assert rolled, "no battle was fought"
    keys = fallen(Desk.open(tmp_path / "thewar-3"), None)[-len(rolled) :]
    assert not [key for key in keys for name in _NAMES if name in key]


def test_orders_after_a_die_are_given_once_it_stands(tmp_path: Path) -> None:
    """Or the reason why a later one is refused would tell what has fallen, with nothing written."""
    desk = Desk.open(begun(tmp_path), "red")
    before = desk.last_number
    for second in ("red off", "red spend 99", "nonsense"):
        with pytest.raises((SavesError, Unreadable, Refused), match="a die falls"):
            desk.do(["red fight", second])
    assert Desk.open(desk.folder).last_number == before


def test_what_all_took_back_falls_anew_when_it_is_given_again(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    faces = []
    for _ in range(12):
        desk = Desk.open(folder, "red")
        faces.append(next(roll for entry in desk.do(["red fight"]).entries for roll in entry.rolls))
        with pytest.raises(Refused, match="cannot be unseen"):
            desk.undo()
        Desk.open(folder).undo()
    assert len({roll.key for roll in faces}) == 12 and len({roll.face for roll in faces}) > 3
    assert {roll.key.rsplit("/", 2)[0] for roll in faces} == {faces[0].key.rsplit("/", 2)[0]}


def test_a_redo_after_consent_rolls_anew_and_stops_at_each_die(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    red = Desk.open(folder, "red")
    red.do(["red fight"])
    red.do(["red on"])
    red.do(["red off"])
    first = fallen(red)
    table = Desk.open(folder)
    table.undo(red.last_number - 5)
    with pytest.raises(Refused, match="a die falls") as caught:
        table.redo()
    given = getattr(caught.value, "before", 0)
    assert given == 1 and fallen(table) == first
    table.redo(given)
    again = [key for key in fallen(table) if key not in first]
    assert len(again) == 1 and again[0].split("/")[-2:] == ["1", "1"]


def test_a_branch_rolls_other_dice_and_learns_nothing_of_those_to_come(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    rolled, last = [], Desk.open(folder).last_number
    for at in range(6):
        elsewhere = Desk.open(library.branch(folder, f"@{last}", f"elsewhere-{at}", at=tmp_path), "red")
        elsewhere.settle()
        done = elsewhere.do(["red fight"])
        rolled.append(next(roll for entry in done.entries for roll in entry.rolls))
    assert len({roll.face for roll in rolled}) > 1, "each branch has a secret of its own"


def test_with_one_seat_the_same_again_gives_the_same_face_as_ever(tmp_path: Path) -> None:
    folder = begin(tmp_path)
    desk = Desk.open(folder)
    desk.do(["red bid 0", "blue bid 0"])
    faces = set()
    for _ in range(3):
        faces.add(next(roll for entry in desk.do(["red fight"]).entries for roll in entry.rolls))
        desk.undo()
    assert len(faces) == 1 and desk.campaign.progress.again == 0


def test_the_count_stands_in_the_opening_of_a_turn_that_is_taken_back_past_its_beginning(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    red = Desk.open(folder, "red")
    (first,) = [roll for entry in red.do(["red fight"]).entries for roll in entry.rolls]
    red.do(["red off"])
    for seat in ("red", "blue"):
        Desk.open(folder, seat).do([f"{seat} done"])
    table = Desk.open(folder)
    assert table.campaign.progress.turn == 2
    table.undo(to=table.records("1500-1-spring")[0].entries[-1].n - 8)
    back = Desk.open(folder, "red")
    assert (back.campaign.progress.turn, back.campaign.progress.again) == (1, 1)
    assert "again = 1" in sorted((folder / "turns").glob("*.toml"))[-1].read_text()
    assert doctor.examine(folder) == ()
    back.settle()
    again = [roll for entry in back.do(["red fight"]).entries for roll in entry.rolls]
    assert [roll.key for roll in again] == [first.key.replace("/0/1", "/1/1")]
    document = dice_log.gathered(folder)
    assert verifying.verified(document, SECRET).problems == ()
