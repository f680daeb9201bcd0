"""How losses from the table are written in one line, one owner after the other: ``germany -2 INF 6-5, dep ARM 8-8;
ussr -3 INF 4-5`` (2.2). The order itself reads it in ``table_losses``; here it is read and written for those who tick
it, and completed word by word for those who type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.kernel import reading, ruleset
from engine.kernel.counters import Counter
from engine.kernel.grammar import Unreadable
from engine.kernel.loss_line import DEPLETED, LOST
from engine.kernel.values import frozen
from engine.thewar.world import counters, forces, unit_words, wars
from engine.thewar.world.state import TheWar

_DEEDS = (
    Counter("-1", "lost (so many; the minus may be left out)"),
    Counter("dep", "depleted"),
    Counter("rep", "repaired"),
    Counter("+1", "built from the pool"),
)
_DEED = re.compile(r"[-+]?\d+\Z|dep(leted)?\Z|rep(aired)?\Z")
_SOURCES = {"+": "in the pool", "r": "depleted", "d": "at full strength"}
"""Where units are of which something is said, by the first sign of the word that says it; of others on the board."""
_ARMS = ("ground", "air", "naval", "strategic")


@frozen
class _Piece:
    """One part of a line: whose it is, as it was typed, and what it says: the deed, how many, of which group; the deed
    is '' for what is none of the ticks' business."""

    owner: str
    words: str
    deed: str = ""
    many: int = 0
    group: str = ""


class TableLosses:
    """The line of the order ``losses``. A counter's text is its owner's id and its group: ``germany inf-6-5``."""

    says = "2 lost,  dep depleted,  rep repaired,  +1 built;  oos: lost out of supply"

    def counts(self, campaign: TheWar, text: str, known: Sequence[Counter]) -> Mapping[tuple[str, str], int]:
        counted: dict[tuple[str, str], int] = {}
        for piece in _read(campaign, text, known):
            if piece.deed:
                key = (f"{piece.owner} {piece.group}", piece.deed)
                counted[key] = counted.get(key, 0) + piece.many
        return counted

    def changed(self, campaign: TheWar, text: str, known: Sequence[Counter], chosen: str, deed: str, many: int) -> str:
        owner, _, group = chosen.partition(" ")
        counter = next(counter for counter in known if counter.text == chosen)
        words = _written(counter, group, deed, many)
        pieces = list(_read(campaign, text, known))
        mine = [at for at, piece in enumerate(pieces) if (piece.owner, piece.deed, piece.group) == (owner, deed, group)]
        if mine:
            first, *others = mine
            pieces[first] = _Piece(owner, words)
            for at in reversed(others):
                del pieces[at]
        else:
            last = max((at for at, piece in enumerate(pieces) if piece.owner == owner), default=len(pieces) - 1)
            pieces.insert(last + 1, _Piece(owner, words))
        return _line([piece for piece in pieces if piece.words])

    def offers(self, campaign: TheWar, before: str) -> tuple[Counter, ...]:
        part = before.rpartition(";")[2]
        words = re.split(r"[\s,]+", part.lstrip().lower())
        piece = words[-1]
        if len(words) <= 1:
            return _owners(campaign, piece)
        item = part.rpartition(",")[2] if "," in part else part.lstrip().partition(" ")[2]
        given = item.lower().split()
        if not item or item[-1].isspace():
            given.append("")
        if len(given) <= 1:
            return tuple(deed for deed in _DEEDS if deed.text.startswith(piece))
        if len(given) > 3 or not _DEED.match(given[0]):
            return ()
        return _groups(campaign, owner_named(campaign, words[0]), given[0], piece)


# --- a line read and written


def _read(campaign: TheWar, text: str, known: Sequence[Counter]) -> Iterator[_Piece]:
    """The parts of a line, as far as they can be read."""
    groups: dict[str, list[str]] = {}
    for counter in known:
        owner, _, group = counter.text.partition(" ")
        groups.setdefault(owner, []).append(group)
    for part in text.split(";"):
        head, _, rest = part.strip().partition(" ")
        owner = owner_named(campaign, head) if head else ""
        owner = owner if owner in groups else head
        for item in rest.split(","):
            if item.strip():
                yield _piece(owner, item.strip(), groups.get(owner, ()))
        if head and not rest.strip():
            yield _Piece(owner, "")


def _piece(owner: str, words: str, groups: Sequence[str]) -> _Piece:
    written = unit_words.read(words.split())
    nothing = _Piece(owner, words)
    if written is None or written.oos or written.repaired or written.sign == "+":
        return nothing
    if written.depleted and written.sign:
        # A Depleted unit that is lost.
        return nothing
    if not written.counted and not written.depleted:
        # Somebody is still typing.
        return nothing
    name = written.group
    fits = [name] if name in groups else [group for group in groups if group.startswith(f"{name}-")]
    if len(fits) != 1:
        return nothing
    return _Piece(owner, words, DEPLETED if written.depleted else LOST, written.many, fits[0])


def _written(counter: Counter, group: str, deed: str, many: int) -> str:
    name = counter.label if "-".join(counter.label.lower().split()) == group else group
    if not many:
        return ""
    if deed == LOST:
        return f"-{many} {name}"
    return f"dep {many} {name}" if many > 1 else f"dep {name}"


def _line(pieces: Sequence[_Piece]) -> str:
    parts: dict[str, list[str]] = {}
    for piece in pieces:
        parts.setdefault(piece.owner, []).append(piece.words)
    return "; ".join(f"{owner} {', '.join(words)}" for owner, words in parts.items())


# --- a line completed


def owner_named(campaign: TheWar, word: str) -> str:
    """The power or country with units or a force pool that a word stands for, '' where it is unclear."""
    text, every = word.lower(), _all_owners(campaign)
    if text in every:
        return text
    fits = [owner for owner in every if owner.startswith(text)]
    if len(fits) == 1:
        return fits[0]
    try:
        return reading.power_named(ruleset.of(campaign), text)
    except Unreadable:
        return ""


def _all_owners(campaign: TheWar) -> tuple[str, ...]:
    """Whose units there are, on the board or in the pool; powers before countries."""
    have = dict.fromkeys((*forces.owners(campaign), *(pool.power for pool in campaign.pools.values())))
    return tuple(sorted(have, key=lambda owner: owner not in campaign.powers))


def _owners(campaign: TheWar, piece: str) -> tuple[Counter, ...]:
    every = (Counter(owner, wars.named(campaign, owner)) for owner in _all_owners(campaign))
    return tuple(one for one in every if one.text.startswith(piece) or (piece and one.label.lower().startswith(piece)))


def _groups(campaign: TheWar, owner: str, deed: str, piece: str) -> tuple[Counter, ...]:
    source = _SOURCES.get(deed[0], "on the board")
    found = []
    for group in sorted(forces.known_groups(campaign, owner), key=_rank):
        many = forces.there(campaign, owner, group, source)
        if many and group.startswith(piece):
            found.append(Counter(group, f"{forces.spoken(group)}: {many}"))
    return tuple(found)


def _rank(group: str) -> tuple[int, str, tuple[int, ...]]:
    """By arm and kind, the strongest first."""
    kind, *strength = group.split("-")
    return _ARMS.index(counters.category(kind)), kind, tuple(-int(part) for part in strength if part.isdigit())
