"""Single figures changed in a TOML text that people edit too: comments, order, and every line that is not meant stay.

tomlkit does the reading and the writing back; it takes 40 ms to load and 140 ms for the text of the 1939 campaign, so
it is loaded here alone, when a scenario is saved. What it does not know is where a new line belongs: beside those whose
keys are most like it, and before the comment that introduces the next table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from saves import toml
from saves.errors import UnreadableFile

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

BOM = "\ufeff"
_ESCAPED = re.compile(r"\\.")


def spaced(item: Any) -> str:
    """A value on one line, inline tables with room in their braces, as the scenarios have them."""
    if isinstance(item, Mapping) and item:
        return "{ " + ", ".join(f"{toml.key(name)} = {spaced(part)}" for name, part in item.items()) + " }"
    if isinstance(item, (list, tuple)):
        return "[" + ", ".join(spaced(part) for part in item) + "]"
    return toml.value(item)


def _lines_of(text: str) -> str:
    """A text of several lines as it is written behind its key."""
    inside = _ESCAPED.sub(lambda sign: "\n" if sign.group() == "\\n" else sign.group(), toml.scalar(text)[1:-1])
    return f'"""\n{inside}"""'


class Text:
    """A TOML text under change. An address is the names of tables and the key, such as ``("units", "germany-inf-1",
    "place")``; whether an entry stands on one line or is a table of its own makes no difference. Raises UnreadableFile
    for a text that is no TOML."""

    def __init__(self, text: str) -> None:
        import tomlkit
        from tomlkit.exceptions import TOMLKitError

        self._mark, text = (BOM, text[1:]) if text.startswith(BOM) else ("", text)
        try:
            self._document: TOMLDocument = tomlkit.parse(text)
        except (TOMLKitError, ValueError, RecursionError) as fault:
            raise UnreadableFile(f"this text cannot be changed from here: {fault}") from None

    @property
    def text(self) -> str:
        """The text as it stands now."""
        import tomlkit

        return self._mark + tomlkit.dumps(self._document)

    def get(self, address: Sequence[str]) -> Any:
        """The plain data at an address, None where nothing stands."""
        found = self._at(address)
        return found.unwrap() if hasattr(found, "unwrap") else found

    def put(self, address: Sequence[str], value: Any) -> None:
        """Write a value; the tables that lead there are made where they are missing."""
        *above, key = address
        for end in range(1, len(above) + 1):
            holder = self._at(above[:end])
            if holder is None:
                whole = value
                for name in reversed(address[end:]):
                    whole = {name: whole}
                self.put(address[:end], whole)
                return
            if _inline(holder):
                # tomlkit writes a key into braces without the room that stands in them: the line is written anew.
                whole = holder.unwrap()
                inside = whole
                for name in address[end:-1]:
                    inside = inside.setdefault(name, {})
                inside[key] = value
                self._replace(self._at(above[: end - 1]), above[end - 1], whole)
                return
        holder = self._at(above)
        if key in holder:
            self._replace(holder, key, value)
        else:
            _insert(holder, key, value, top=not above)

    def drop(self, address: Sequence[str]) -> None:
        """Take out what stands at an address, if anything does."""
        *above, key = address
        holder = self._at(above)
        if holder is None or key not in holder:
            return
        for end in range(1, len(above) + 1):
            if _inline(self._at(above[:end])):
                whole = self._at(above[:end]).unwrap()
                inside = whole
                for name in address[end:-1]:
                    inside = inside[name]
                del inside[key]
                self._replace(self._at(above[: end - 1]), above[end - 1], whole)
                return
        gone, before = holder[key], _before(holder, key)
        del holder[key]
        if _is_table(gone) and _is_table(before):
            # What introduces the next table stands at the end of this one.
            _cut_tail(before)
            _add_tail(before, _cut_tail(gone))

    def drop_bare(self, address: Sequence[str]) -> None:
        """Take out a table that has come to hold nothing, neither key nor comment."""
        from tomlkit.items import Comment

        table = self._at(address)
        body = _body(table)
        if isinstance(table, Mapping) and not table and not any(isinstance(item, Comment) for _, item in body):
            self.drop(address)

    def _at(self, address: Sequence[str]) -> Any:
        found: Any = self._document
        for name in address:
            if not isinstance(found, Mapping) or name not in found:
                return None
            found = found[name]
        return found

    def _replace(self, holder: Any, key: str, value: Any) -> None:
        old = holder[key]
        if isinstance(value, Mapping) and isinstance(old, dict) and not _inline(old):
            for name in [name for name in old if name not in value]:
                del old[name]
            for name, part in value.items():
                if name in old:
                    self._replace(old, name, part)
                else:
                    _insert(old, name, part)
            return
        if hasattr(old, "unwrap") and old.unwrap() == value:
            return
        new = _item(value)
        if hasattr(old, "trivia"):
            for name in ("indent", "comment_ws", "comment", "trail"):
                setattr(new.trivia, name, getattr(old.trivia, name))
        holder[key] = new


def _inline(holder: Any) -> bool:
    from tomlkit.items import InlineTable

    return isinstance(holder, InlineTable)


def _item(value: Any) -> Any:
    import tomlkit

    written = _lines_of(value) if isinstance(value, str) and "\n" in value else spaced(value)
    return tomlkit.parse(f"value = {written}\n")["value"]


def _is_table(item: Any) -> bool:
    from tomlkit.items import Table

    return isinstance(item, Table)


def _body(holder: Any) -> list[tuple[Any, Any]]:
    """The lines of a table, each with its key or None; none for one whose lines stand apart."""
    return getattr(_inside(holder), "body", [])


def _inside(holder: Any) -> Any:
    """What holds the lines of a table or of the whole text."""
    return holder.value if _is_table(holder) else holder


def _before(holder: Any, key: str) -> Any:
    """What stands before a key, None where nothing does."""
    found = None
    for name, item in _body(holder):
        if name is not None and name.key == key:
            return found
        found = item if name is not None else found
    return None


def _cut_tail(table: Any) -> list[Any]:
    """Take away what stands at the end of a table behind a blank line: it introduces the next one."""
    from tomlkit.items import Whitespace

    body = _body(table)
    first = next((at + 1 for at in range(len(body) - 1, -1, -1) if body[at][0] is not None), 0)
    blank = next((at for at in range(first, len(body)) if isinstance(body[at][1], Whitespace)), len(body))
    tail = [item for _, item in body[blank:]]
    del body[blank:]
    return tail


def _add_tail(table: Any, items: list[Any]) -> None:
    _body(table).extend((None, item) for item in items)


def _most_alike(among: Sequence[tuple[str, Any]], key: str) -> tuple[str, Any]:
    """The last of the lines whose keys begin with the most of the same signs as a key."""
    for end in range(len(key), 0, -1):
        for name, item in reversed(among):
            if name.startswith(key[:end]):
                return name, item
    return among[-1]


def _ends_blank(item: Any) -> bool:
    body = _body(item)
    return not body or (body[-1][0] is None and _ends_blank(body[-1][1])) if _is_table(item) else True


def _insert(holder: Any, key: str, value: Any, *, top: bool = False) -> None:
    """A new key, after the last of those that are most like it."""
    import tomlkit
    from tomlkit.items import Table

    known = [(name.key, item) for name, item in _body(holder) if name is not None]
    # Asked of thousands of lines: their class itself, which is twenty times as fast as what it is a kind of.
    tables = {name for name, item in known if type(item) is Table}
    if isinstance(value, Mapping) and (top or (known and len(tables) == len(known))):
        new: Any = tomlkit.table()
        for name, part in value.items():
            new.add(name, _item(part))
        among = [] if top else known
        last = known[-1][1] if known else None
    else:
        new, among, last = _item(value), [pair for pair in known if pair[0] not in tables], None
    if not among:
        tail = _cut_tail(holder) if not top else []
        if top and _is_table(new) and last is not None and not _ends_blank(last):
            new.trivia.indent = "\n"
        holder[key] = new
        _add_tail(holder, tail)
        return
    near, neighbour = _most_alike(among, key)
    if _is_table(new):
        tail = _cut_tail(neighbour)
        _add_tail(new, tail or [tomlkit.nl()])
        _add_tail(neighbour, [tomlkit.nl()])
    _inside(holder)._insert_after(near, key, new)
