"""Plain text and JSON on stdout, complaints on stderr."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tui import session

_PLAIN = {
    ord(sign): twin for sign, twin in {"·": "|", "–": "-", "—": "-", "−": "-", "→": "->", "×": "x", "✓": "+"}.items()
}
# Control characters, and what is not seen but turns or hides what follows (an old journal may hold it).
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u180e\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


@contextlib.contextmanager
def careful_streams() -> Iterator[None]:
    """Let output pass through terminals that lack a character, and run where a stream was closed before the start."""
    before = sys.stdin, sys.stdout, sys.stderr
    with contextlib.ExitStack() as opened:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, opened.enter_context(Path(os.devnull).open(mode, encoding="utf-8")))
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def clean(text: str) -> str:
    """Text without control characters: a name in a file must not steer the terminal."""
    return _CONTROL.sub(lambda match: _escaped(ord(match.group())), session.at_hand().access.shown(text))


def _escaped(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def toml(text: str) -> str:
    """A TOML file for the terminal or a pipe: ends of lines of one kind; what steers a terminal, or what the other end
    has no sign for, as TOML itself escapes it."""
    shown = _CONTROL.sub(lambda match: _in_toml(match.group()), text.replace("\r\n", "\n"))
    encoding = sys.stdout.encoding or "utf-8"
    if encoding.lower().startswith("utf"):
        return shown
    return "".join(sign if sign.encode(encoding, "ignore") else _in_toml(sign) for sign in shown)


def _in_toml(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def say(text: str = "") -> None:
    """A line, or several, on stdout."""
    shown = clean(text)
    if not (sys.stdout.encoding or "utf-8").lower().startswith("utf"):
        shown = shown.translate(_PLAIN)
    sys.stdout.write(shown + "\n")


def complain(text: str) -> None:
    """One line on stderr."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"warledger: {clean(text)}\n")


def document(value: object) -> None:
    """One JSON document on stdout. Of what steers a terminal JSON itself escapes only a part."""
    import json

    text = session.at_hand().access.shown(json.dumps(plain(value), ensure_ascii=False, indent=2))
    sys.stdout.write(_CONTROL.sub(lambda match: json.dumps(match.group())[1:-1], text) + "\n")


def plain(value: Any) -> Any:
    """A value of the engine as JSON knows it: classes and named tuples as objects of their fields, others as lists."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    fields = getattr(type(value), "__attrs_attrs__", None)
    if fields is not None:
        return {field.name: plain(getattr(value, field.name)) for field in fields if not field.name.startswith("_")}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    return str(value)


def figure(value: object) -> str:
    """A single value for people."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(figure(item) for item in value) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {figure(item)}" for key, item in value.items()) or "none"
    if hasattr(type(value), "__attrs_attrs__"):
        return " ".join(
            f"{key}={figure(item)}" for key, item in plain(value).items() if item not in ("", 0, False, [], {})
        )
    return str(value) if value != "" else '""'


def columns(
    rows: Sequence[Sequence[object]], *, head: Sequence[str] = (), right: Iterable[int] = (), indent: str = ""
) -> list[str]:
    """Rows aligned in columns two blanks apart; the numbers of ``right`` are columns aligned to the right."""
    texts = [[clean(str(cell)) for cell in row] for row in ([head, *rows] if head else rows)]
    if not texts:
        return []
    widths = [max((len(row[at]) for row in texts if at < len(row)), default=0) for at in range(max(map(len, texts)))]
    flush = set(right)
    return [
        (
            indent
            + "  ".join(
                cell.rjust(widths[at]) if at in flush else cell.ljust(widths[at]) for at, cell in enumerate(row)
            )
        ).rstrip()
        for row in texts
    ]


def wrapped(text: str, indent: str = "", width: int = 100) -> list[str]:
    """Text broken into lines."""
    import textwrap

    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent) or [""]


def cited(rule: str) -> str:
    """A rule number behind a text, in brackets."""
    return f" ({rule})" if rule else ""
