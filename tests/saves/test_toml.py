"""What tomli-w writes for us: any text, as a key or a value, is read back equal, by tomli and by the fast reader."""

from __future__ import annotations

import json
import random
import zipfile
from pathlib import Path

import pytest
import tomli

from engine.kernel.changes import Change, Entry, Roll
from engine.kernel.grammar import Unreadable
from saves import drafts, journal, seals, toml
from saves.errors import Misuse
from tests.saves import game
from tests.saves.desks import at_deeds, snapshot
from tests.saves.freezing import FROZEN, SAMPLES

CONTROLS = "".join(map(chr, (*range(32), 127)))
ODD = {
    "nothing": "",
    "a tab": "one\ttwo",
    "tabs alone": "\t\t",
    "every control character": CONTROLS,
    "lines": "one\ntwo\r\nthree\n",
    "quotes": "'one' \"two\" '''three''' \"\"\"four\"\"\"",
    "backslashes": '\\ \\\\ \\t \\u0041 \\"',
    "a backslash before a tab": "\\\t",
    "dots": "powers.germany.narfs",
    "dots and quotes": "a.\"b.c\".'d'",
    "signs of TOML": "[[entry]] {a = 1, b = [2]} # none",
    "a digit": "7",
    "a truth value": "true",
    "blanks": "  one  ",
    "other alphabets": "Łódź, Österreich, 東京, Σ",
    "beyond the first plane": "\U0001f3b2\U0010ffff",
    "separators of lines": "a\u2028b\u2029c\x85d\ufeff",
    "a very long one": 'Long "and"\t\\odd. ' * 8_000,
}


def entry_of(text: str, n: int = 1, number: int = -3) -> Entry:
    """An entry that holds the text wherever one may stand."""
    return Entry(
        n=n,
        seat=text,
        step=text,
        order=text,
        rolls=(Roll(text, 7, 10, text), Roll(text, 1, 6)),
        changes=(
            Change("powers.red.motto", text, None, text, text, text),
            Change("powers.red.motto", None, text, text),
            Change("powers.red.gold", number, 10**15, text, "", text),
            Change("powers.red.marks", (text, text), (), text, text),
            Change("powers.red.tags", True, False, text),
        ),
        batch=(2, 3),
        undoes=(4, 5),
        late=text,
        overruled=(text, text),
        because=text,
    )


def read_quickly(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> Entry:
    """The entry, written and read by the fast reader alone: the parser behind it is taken away."""
    body = journal.body(entry)
    reader = journal.Reader(game.opening(), game.RULESET.kinds)
    with monkeypatch.context() as without:
        without.delattr(journal, "tomli")
        return reader.entry(journal.quick(body.decode()))


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_any_text_is_read_back_as_key_and_value(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = toml.line(text, {text: [text, {text: text}]})
    assert line.endswith("\n") and line.count("\n") == 1
    assert tomli.loads(line) == {text: {text: [text, {text: text}]}}
    assert json.loads(toml.scalar(text)) == text
    entry = entry_of(text)
    assert read_quickly(entry, monkeypatch) == entry


def test_texts_and_numbers_by_seed_are_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(1939)
    signs = [*CONTROLS, *"\"'\\.=#[]{},- \t", *"aZ09_", *"äß東\U0001f3b2\x80\xa0\u2028\ufffe"]
    for n in range(1, 1001):
        text = "".join(dice.choices(signs, k=dice.randrange(30)))
        number = dice.randrange(-(10**18), 10**18)
        plain = {text: text, text + "a": [number, text, n % 2 == 0], text + "b": {text: {text: number}, "": []}}
        written = "".join(toml.line(*pair) for pair in plain.items())
        assert tomli.loads(written) == plain and written.count("\n") == len(plain)
        entry = entry_of(text, n, number)
        raw = tomli.loads(journal.body(entry).decode())
        reader = journal.Reader(game.opening(), game.RULESET.kinds)
        assert reader.entry(raw) == entry == read_quickly(entry, monkeypatch)


def test_a_number_is_no_truth_value_though_they_are_equal() -> None:
    assert [toml.value(item) for item in (1, True, 0, False, 1, True)] == ["1", "true", "0", "false", "1", "true"]


def test_a_key_is_bare_where_it_may_be() -> None:
    names = ("ger-1", "7_a", "", "a.b", 'a"b', "a b", "ä", "a\tb")
    assert [toml.key(name) for name in names] == [
        *("ger-1", "7_a", '""', '"a.b"', '"a\\"b"', '"a b"', '"ä"', '"a\\tb"')
    ]


@pytest.mark.parametrize("half", ["\ud800", "to\udcffll", "\udfff\ud800"])
def test_half_a_surrogate_pair_is_refused_before_anything_is_written(half: str, tmp_path: Path) -> None:
    for write in (toml.scalar, toml.key):
        with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
            write(half)
    desk = at_deeds(tmp_path)
    before = snapshot(desk.folder)
    for line in (f"red hire {half}", f'ruling powers.red.gold 3 because "{half}"'):
        with pytest.raises(Unreadable, match="no text"):
            desk.do([line])
    assert snapshot(desk.folder) == before
    with pytest.raises(Misuse):
        drafts.free_title(half)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_line_written_before_would_be_written_the_same(name: str) -> None:
    """Seals are over exact bytes: whoever writes an entry anew must not find others."""
    entries = 0
    with zipfile.ZipFile(FROZEN / f"{name}.zip") as archive:
        for turn in (one for one in archive.namelist() if "turns/" in one and one.endswith(".toml")):
            for block in seals.scan(archive.read(turn)).blocks:
                assert block.whole and again(block.body.decode()) == block.body.decode()
                entries += 1
    assert entries > 100


def again(body: str) -> str:
    """An entry's lines from what they say."""
    lines = []
    for line in body.removesuffix("\n").split("\n"):
        if line.startswith("{"):
            [change] = tomli.loads(f"changes = [{line}]")["changes"]
            lines.append(toml.table(change) + ",\n")
        elif line in ("changes = [", "]"):
            lines.append(line + "\n")
        else:
            [pair] = tomli.loads(line).items()
            lines.append(toml.line(*pair))
    return "".join(lines)
