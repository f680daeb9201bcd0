"""What is loaded when it is first asked: a mapping's keys load nothing, and a value is loaded once and kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.late import Asked, LateValues, attribute

PACKAGE = "late_rooms"


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LateValues]:
    """Two modules of a package that nothing else knows, and a third that is not there."""
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "low.py").write_text("NAME = 'low'\nclass Kind:\n    size = 3\n    def told(who): return f'low {who}'\n")
    (folder / "high.py").write_text("NAME = 'high'\n")
    monkeypatch.syspath_prepend(tmp_path)
    places = {"size": "low:Kind.size", "told": "low:Kind.told", "high": "high:NAME", "gone": "gone:NAME"}
    yield LateValues({key: Asked(PACKAGE, path) for key, path in places.items()})
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def loaded() -> set[str]:
    """The package's modules that are loaded."""
    return {name.rpartition(".")[2] for name in sys.modules if name.startswith(f"{PACKAGE}.")}


def test_its_keys_load_nothing(rooms: LateValues) -> None:
    assert list(rooms) == ["size", "told", "high", "gone"] and len(rooms) == 4
    assert "size" in rooms and "gone" in rooms and "other" not in rooms and rooms.keys() >= {"high"}
    assert loaded() == set()


def test_a_value_loads_its_own_module_alone(rooms: LateValues) -> None:
    assert rooms["size"] == 3
    assert loaded() == {"low"}
    assert rooms.get("high") == "high" and loaded() == {"low", "high"}
    assert rooms.get("other") is None and rooms.get("other", 5) == 5


def test_a_key_that_is_none_and_a_module_that_is_not_there_are_told_apart(rooms: LateValues) -> None:
    with pytest.raises(KeyError):
        rooms["other"]
    with pytest.raises(ModuleNotFoundError, match=r"late_rooms\.gone"):
        rooms["gone"]
    with pytest.raises(AttributeError, match="NONE"):
        _ = Asked(PACKAGE, "low:NONE").target


def test_a_function_is_loaded_when_it_is_called_and_kept(rooms: LateValues) -> None:
    told = Asked(PACKAGE, "low:Kind.told")
    assert loaded() == set()
    assert told("tide") == "low tide" and loaded() == {"low"}
    del sys.modules[f"{PACKAGE}.low"]
    assert told("land") == "low land" and loaded() == set(), "it is not loaded again"


def test_an_attribute_is_loaded_when_it_is_read(rooms: LateValues) -> None:
    class Game:
        name: str = attribute(PACKAGE, "high:NAME")

    assert loaded() == set()
    assert Game.name == "high" and Game().name == "high" and loaded() == {"high"}
