"""Names that a person begins: wherever one is typed, a beginning that fits one alone will do, and one that fits several
asks which, the likely one first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.grammar import Unreadable

_MOST = 6
"""Names that a question which is meant lists."""


def fits(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that a text may mean, in their order: the one that it is, those that it begins, else those of which it
    begins a later word."""
    known = tuple(dict.fromkeys(names))
    if text in known:
        return (text,)
    if not text:
        return ()
    return tuple(name for name in known if name.startswith(text)) or tuple(
        name for name in known if any(word.startswith(text) for word in name.split("-")[1:])
    )


def which(text: str, found: Sequence[str], at: int = 0) -> Unreadable:
    """The question which of several names is meant; ``at``: the column in the line."""
    shown = " or ".join(found[:_MOST])
    more = f", or {len(found) - _MOST} more" if len(found) > _MOST else ""
    return Unreadable(f"'{text}' may be {shown}{more}", at, "one of them in full")


def only(text: str, names: Iterable[str], at: int = 0) -> str:
    """The name that a text means, the text itself where it fits none. Raises Unreadable where it fits several."""
    found = fits(text, names)
    if len(found) > 1:
        raise which(text, found, at)
    return found[0] if found else text
