"""The documentation of the scenario file and its JSON Schemas are made from the classes of the state; every scenario of
the program is valid by them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
import tomli

from engine.kernel.ranges import Length, bounds
from engine.kernel.ruleset import find
from engine.kernel.setup_lines import SINGLE
from saves import checking, format_docs, format_schema, scenario_head, scenarios

ROOT = Path(__file__).parents[2]
PACKAGED = [card.id for card in scenarios.scenarios() if not card.own]


def _validator(game: str) -> Any:
    return jsonschema.Draft7Validator(json.loads((ROOT / format_docs.SCHEMAS / f"{game}.scenario.json").read_text()))


def _raw(scenario: str) -> dict[str, Any]:
    return tomli.loads(scenarios.read_bytes(scenarios.source_of(scenario)).decode())


@pytest.mark.parametrize("path", format_docs.texts())
def test_what_is_written_is_what_the_classes_say(path: str) -> None:
    written = (ROOT / path).read_text(encoding="utf-8")
    assert written == format_docs.texts()[path], "run: python -m saves.format_docs"


@pytest.mark.parametrize("game", format_docs.GAMES)
def test_a_schema_is_one_and_knows_every_table_and_field_of_a_scenario(game: str) -> None:
    schema = format_schema.of_game(find(game))
    jsonschema.Draft7Validator.check_schema(schema)
    cls = find(game).campaign_class
    assert set(schema["properties"]) == {*scenario_head.KEYS, *format_schema.tables(cls)}
    for name, definition in schema["definitions"].items():
        entry = next(
            kind
            for table in format_schema.tables(cls)
            if (kind := format_schema.entry_class(attrs.resolve_types(cls) and attrs.fields_dict(cls)[table].type))
            and kind.__name__ == name
        )
        assert set(definition["properties"]) == {field.name for field in attrs.fields(entry) if field.init}


@pytest.mark.parametrize("scenario", PACKAGED)
def test_every_scenario_of_the_program_is_valid(scenario: str) -> None:
    raw = _raw(scenario)
    assert [error.message for error in _validator(raw["ruleset"]).iter_errors(raw)] == []


def test_a_scenario_of_differences_is_valid_and_the_one_on_the_page_is_in_order() -> None:
    raw = tomli.loads(format_docs.EXAMPLE)
    assert list(_validator("thewar").iter_errors(raw)) == []
    found = checking.scenario(format_docs.EXAMPLE.encode(), "late-start.toml")[1]
    assert [one for one in found if not one.warning] == []
    alone = {name: item for name, item in raw.items() if name not in ("extends", "without")}
    told = {error.message for error in _validator("thewar").iter_errors(alone)}
    assert "'seating' is a required property" in told and "'ruleset' is a required property" in told


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("powers", "germany", "army"), 7, "7 is greater than the maximum of 4"),
        (("powers", "germany", "narfs"), "many", "'many' is not of type 'integer'"),
        (("powers", "germany", "entered"), "1939-3-spring", "'1939-3-spring' does not match"),
        (("powers", "prussia"), {}, "'prussia' is not one of ['germany', "),
        (("powers", "germany", "gold"), 1, "'gold' was unexpected"),
        (("countries", "poland", "status"), "satelite", "'satelite' is not one of ['neutral', "),
        (("units", "germany-inf-1"), {"kind": "inf"}, "'power' is a required property"),
        (("units", "Germany"), {"power": "germany", "kind": "inf"}, "'Germany' does not match"),
        (("facts", "usel"), True, "True is not of type 'integer'"),
        (("options", "consent"), "nobody", "'nobody' is not one of ['friends', 'strict']"),
        (("leaves_out",), ["end.advance"], "'end.advance' is not one of ["),
        (("seating", "6"), {}, "'6' was unexpected"),
        (("first",), "spring", "'spring' does not match"),
        (("title",), " ", "' ' does not match"),
        (("unit",), {}, "'unit' was unexpected"),
    ],
)
def test_what_an_editor_is_told(path: tuple[str, ...], value: Any, told: str) -> None:
    raw = _raw("1939-campaign")
    inside = raw
    for name in path[:-1]:
        inside = inside[name]
    inside[path[-1]] = value
    messages = [error.message for error in _validator("thewar").iter_errors(raw)]
    assert any(told in message for message in messages), messages


def test_what_is_typed_on_a_setup_page_may_be_as_long_as_in_the_file() -> None:
    head = bounds(scenario_head.ScenarioHead)
    lengths = {name: allowed for name, (_, allowed) in SINGLE.items() if isinstance(allowed, Length) and name in head}
    assert set(lengths) == {"title", "author", "version", "based_on", "description"}
    assert lengths == {name: head[name] for name in lengths}
