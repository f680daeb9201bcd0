"""A line that a player typed behind ``ssh HOST``, as words. Nothing here is a shell: signs mean themselves, and quotes
keep words together as people type them."""

from __future__ import annotations

from engine.kernel.values import frozen

LONGEST = 16_384
"""Signs of a line; longer lists of orders come over standard input (``do CAMPAIGN -``)."""
MOST = 1_000
"""Words of a line."""
_PAIRS = {'"': '"', "'": "'", "“": "”", "„": "“”", "‘": "’", "«": "»", "»": "«"}
"""The quotes that open, each with those that close it."""
_ORDERED = {"do": 2, "forecast": 2, "propose": 2, "message": 2}
"""Commands whose last words are a text, and how many words stand before it: the command and the campaign."""
VALUED = frozenset({"--seat", "--for", "--rolls", "--to", "--turn", "--after", "--power", "--any", "--year", "--width"})
"""Options that are followed by a word of their own."""


class Unsplit(Exception):
    """The line cannot be read as words; the message says why."""


@frozen
class Word:
    """A word, and whether it or a part of it stood in quotes."""

    text: str
    quoted: bool


def words(line: str) -> list[str]:
    """The words of a command. Where a player's own shell has taken the quotes of an order away (``ssh HOST do NAME
    "germany done"`` comes as five words), what follows the campaign is one order again. Raises Unsplit."""
    return _together(_split(line))


def _split(line: str) -> list[Word]:
    if len(line) > LONGEST:
        raise Unsplit(f"the line has {len(line)} signs, {LONGEST} are the most: give orders over standard input with -")
    if bad := next((sign for sign in line if not sign.isprintable() and sign not in "\t\r\n"), ""):
        raise Unsplit(f"a sign that cannot be shown stands in the line (U+{ord(bad):04X})")
    found: list[Word] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        word, at = _word(line, at)
        found.append(word)
        if len(found) > MOST:
            raise Unsplit(f"more than {MOST} words")
    return found


def _word(line: str, at: int) -> tuple[Word, int]:
    """The word that begins at a sign, and where it ends. A quote opens only where a word or a value begins: the
    apostrophe of a word is a sign like any other."""
    text, quoted = "", False
    while at < len(line) and not line[at].isspace():
        if line[at] in _PAIRS and (not text or text.endswith("=")):
            part, at = _quoted(line, at)
            text, quoted = text + part, True
        else:
            text, at = text + line[at], at + 1
    return Word(text, quoted), at


def _quoted(line: str, opens: int) -> tuple[str, int]:
    """What stands between quotes, and where it ends. A backslash keeps the closing quote, or itself."""
    closing, text, at = _PAIRS[line[opens]], "", opens + 1
    while at < len(line):
        sign = line[at]
        if sign == "\\" and at + 1 < len(line) and (line[at + 1] in closing or line[at + 1] == "\\"):
            text, at = text + line[at + 1], at + 2
        elif sign in closing:
            return text, at + 1
        else:
            text, at = text + sign, at + 1
    raise Unsplit(f"the quote that opens at sign {opens + 1} is never closed")


def _together(found: list[Word]) -> list[str]:
    texts = [word.text for word in found]
    before = _ORDERED.get(texts[0], 0) if texts else 0
    if not before or any(word.quoted for word in found):
        return texts
    options: list[str] = []
    plain: list[str] = []
    at = 0
    while at < len(texts):
        size = 2 if texts[at] in VALUED else 1
        (options if texts[at].startswith("--") else plain).extend(texts[at : at + size])
        at += size
    order = plain[before:]
    return [*plain[:before], *options, *([" ".join(order)] if order else [])]
