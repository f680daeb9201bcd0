"""Running the command line inside the test's own process."""

from __future__ import annotations

import io
import json
import sys
from typing import Any, NamedTuple

import pytest

from tui.__main__ import main


class Ran(NamedTuple):
    """What a command left: its exit code, stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


class Runner:
    """Runs commands and captures what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *argv: str, stdin: bytes | str = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
            self._capsys.readouterr()
            code = main(argv)
        out, err = self._capsys.readouterr()
        assert "Traceback" not in out + err
        return Ran(code, out, err)
