"""``verify`` needs nothing but the document of a campaign's dice, and names whatever was altered in it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.refusals import Refused
from saves import dice_log, verifying
from saves.desk import Desk
from saves.errors import Misuse, SavesError, UnreadableFile
from tests.saves.desks import SECRET, begin
from tests.saves.test_shared_dice import BLUES, REDS, agreed

Document = dict[str, Any]


def close(folder: Path) -> None:
    """Every seat closes a campaign that is over."""
    for power, seat in Desk.open(folder).campaign.seats.items():
        if seat not in Desk.open(folder).campaign.progress.closed:
            Desk.open(folder, seat).do([f"{power} close"])


def played(folder: Path, seed: int = 1, *, undo: bool = True, closing: bool = True) -> Document:
    """A campaign of two seats played at random to its end (and closed), with undos of the table on the way."""
    chance, table = random.Random(seed), Desk.open(folder)
    first, desks = table.last_number, {seat: Desk.open(folder, seat) for seat in table.seats}
    for at in range(600):
        desk = desks[chance.choice(table.seats)]
        desk.refresh()
        seen = desk.outlook()
        if seen.over:
            break
        legal = [choice.text for choice in seen.choices if not choice.refused]
        legal += [f"{power} {order}" for power in seen.awaits for order in ("bid 0", "fight", "fight", "on")]
        try:
            if undo and at < 100 and chance.random() < 0.08:
                table.refresh()
                table.undo(max(first, desk.last_number - chance.randrange(12)))
                table.settle()
            else:
                desk.do([chance.choice(legal)])
        except (Refused, LookupError):
            continue
    if closing and Desk.open(folder).outlook().over:
        close(folder)
    return dice_log.gathered(folder)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Document:
    folder = begin(tmp_path_factory.mktemp("shared"), seats=2, dice="shared", turns=4)
    agreed(folder)
    document = played(folder)
    assert document["secret"] and document["rolls"] > 5
    assert any("again" in event for event in document["events"])
    return document


def verdict(document: Document) -> verifying.Verdict:
    return verifying.verified(json.loads(json.dumps(document)))


def test_what_nobody_altered_is_in_order(shared: Document) -> None:
    found = verdict(shared)
    assert found.problems == () and found.rolls == shared["rolls"]
    assert found.since == 1 and found.lines == ("red", "blue")


def fallen(document: Document) -> list[tuple[Document, Document]]:
    return [(event, roll) for event in document["events"] for roll in event.get("rolls", ())]


def _face(document: Document) -> None:
    roll = fallen(document)[3][1]
    roll["face"] = roll["face"] % 10 + 1


def _sides(document: Document) -> None:
    fallen(document)[0][1]["sides"] = 6


def _purpose(document: Document) -> None:
    roll = fallen(document)[2][1]
    roll["key"] = roll["key"].replace("duel", "dual")


def _left_out(document: Document) -> None:
    event, roll = fallen(document)[1]
    event["rolls"].remove(roll)


def _cut_off(document: Document) -> None:
    del document["events"][-3:]


def _twice(document: Document) -> None:
    event, roll = fallen(document)[1]
    event["rolls"].append(dict(roll))


def _count(document: Document) -> None:
    roll = fallen(document)[1][1]
    parts = roll["key"].split("/")
    roll["key"] = "/".join((*parts[:-1], str(int(parts[-1]) + 1)))


def _consents(document: Document) -> None:
    roll = fallen(document)[-1][1]
    parts = roll["key"].split("/")
    roll["key"] = "/".join((*parts[:-2], str(int(parts[-2]) + 1), parts[-1]))


def _consents_lowered(document: Document) -> None:
    counted = [event for event in document["events"] if "again" in event]
    counted[-1]["again"] = 0


def _consent_left_out(document: Document) -> None:
    for event in document["events"]:
        event.pop("again", None)


def _line(document: Document) -> None:
    document["bound"][0]["line"] = document["bound"][0]["text"] = REDS.replace("tea", "gin")


def _line_in_force(document: Document) -> None:
    next(event for event in document["events"] if "lines" in event)["lines"]["red"] = "some other line of his"


def _line_bound_late(document: Document) -> None:
    document["bound"][0]["n"] = document["bound"][1]["opened"] + 1


def _old_spelling(document: Document) -> None:
    roll = fallen(document)[4][1]
    parts = roll["key"].split("/")
    roll["key"] = "/".join((*parts[:4], parts[5]))


def _no_key(document: Document) -> None:
    fallen(document)[0][1]["key"] = "a/b/c"


def _secret(document: Document) -> None:
    document["secret"] = "ab" * 32


def _commitment(document: Document) -> None:
    document["commitment"] = "0" * 64


def _moved(document: Document) -> None:
    document["events"][2], document["events"][3] = document["events"][3], document["events"][2]


ALTERED: dict[Callable[[Document], None], str] = {
    _face: "the secret gives",
    _sides: "the secret gives",
    _purpose: "a die was skipped",
    _left_out: "left out or added",
    _cut_off: "left out or added",
    _twice: "a die was repeated",
    _count: "a die was skipped",
    _consents: "consents, where the campaign",
    _consents_lowered: "the count of consents goes from",
    _consent_left_out: "no consent is counted",
    _line: "is not what it was bound to",
    _line_in_force: "was never bound",
    _line_bound_late: "bound after another had been opened",
    _old_spelling: "counts no consents",
    _no_key: "is no key of a die",
    _secret: "not the one that the campaign was bound to",
    _commitment: "not the one that the campaign was bound to",
    _moved: "comes after entry",
}


@pytest.mark.parametrize("alter", ALTERED, ids=lambda alter: alter.__name__.strip("_"))
def test_what_was_altered_is_named(shared: Document, alter: Callable[[Document], None]) -> None:
    document = copy.deepcopy(shared)
    alter(document)
    problems = verdict(document).problems
    assert any(ALTERED[alter] in problem for problem in problems), problems


def test_every_die_and_entry_that_is_left_out_is_missed(shared: Document) -> None:
    for at in range(len(shared["events"])):
        document = copy.deepcopy(shared)
        event = document["events"].pop(at)
        found = verdict(document).problems
        assert found or not (event.get("rolls") or "again" in event or "lines" in event), event


@pytest.mark.parametrize("seed", range(4))
def test_whole_campaigns_of_random_play_are_in_order(tmp_path: Path, seed: int) -> None:
    folder = begin(tmp_path, seats=1 + seed % 2, turns=3)
    document = played(folder, seed)
    found = verdict(document)
    assert found.problems == () and found.rolls == document["rolls"]


def test_before_the_end_there_is_no_secret_to_check_against(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2, dice="shared")
    agreed(folder)
    document = dice_log.gathered(folder)
    assert document["secret"] == "" and SECRET.hex() not in json.dumps(document)
    with pytest.raises(Misuse, match="not published"):
        verifying.verified(document)
    assert verifying.verified(document, SECRET).lines == ("red", "blue") and BLUES in json.dumps(document)
    with pytest.raises(Misuse, match="their own dice"):
        verifying.verified(dice_log.gathered(begin(tmp_path, "typed", dice="keyboard")))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"kind": "warledger-dice"}',
        b'{"kind": "warledger-dice", "format": 2}',
        b'{"kind": "warledger-dice", "format": 1}',
        b"9" * 5000,
        b'{"kind": "something else", "format": 1}',
    ],
    ids=range(8),
)
def test_what_is_no_such_document_is_refused_by_its_name(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "dice.json"
    path.write_bytes(data)
    with pytest.raises(UnreadableFile):
        verifying.verified(verifying.of_file(path))


def test_a_document_that_is_cut_anywhere_or_huge_is_refused(
    shared: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dice.json"
    data = json.dumps(shared).encode()
    for end in range(0, len(data) - 1, 97):
        path.write_bytes(data[:end])
        with pytest.raises(UnreadableFile):
            verifying.of_file(path)
    monkeypatch.setattr(verifying, "LIMIT", 1000)
    path.write_bytes(data)
    with pytest.raises(SavesError):
        verifying.of_file(path)


def test_whatever_stands_in_a_value_is_refused_or_named_and_never_a_fault(shared: Document) -> None:
    chance = random.Random(5)
    odd: list[Any] = [None, True, -1, 10**40, 1.5, "", "x" * 9000, "\x1b[2J", [], {}, [[]], {"n": {}}, "1/2/3/4/5/6/7"]
    for _ in range(400):
        document = copy.deepcopy(shared)
        place: Any = document
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = chance.choice(keys)
            if isinstance(place[key], dict | list) and place[key] and chance.random() < 0.9:
                place = place[key]
                continue
            place[key] = chance.choice(odd)
            break
        try:
            verifying.verified(document)
        except SavesError:
            continue
