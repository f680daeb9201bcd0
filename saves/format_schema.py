"""A JSON Schema of the scenario files of a game, made from the fields of its state: editors complete and check a file
by it. A schema knows nothing of what stands in other tables: where a word is a key of one of them, it takes any;
``warledger check`` says the rest."""

from __future__ import annotations

from typing import Any, get_args, get_origin

import attrs

from engine.kernel import schema
from engine.kernel.campaign import KEYS
from engine.kernel.facts import FIELD, Fact
from engine.kernel.paths import Addressed, field_types
from engine.kernel.players import COUNTS
from engine.kernel.ranges import (
    NAME_COUNT,
    NAME_LENGTH,
    RANGE,
    TOLD,
    KeyOf,
    Known,
    Length,
    OneOf,
    Range,
    Told,
    TurnLabel,
)
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.options import options_of
from saves import format, scenario_head
from saves.checking import MARKED
from saves.scenario_head import ScenarioHead

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The version that the editors of TOML files know."""
_ID = "^[a-z0-9]+(-[a-z0-9]+)*$"
_TURN = "1[0-9]{3}-(1-spring|2-summer|3-fall|4-winter)"
_UNTOLD = Told()
Schema = dict[str, Any]


def of_game(ruleset: Ruleset[Any]) -> Schema:
    """The schema of a game's scenarios. A file that ``extends`` another needs nothing but what makes it one."""
    cls = ruleset.campaign_class
    properties = {name: _head(name, ruleset) for name in scenario_head.KEYS}
    required: dict[str, Schema] = {}
    definitions: dict[str, Schema] = {}
    for name in tables(cls):
        kind = field_types(cls)[name]
        properties[name] = _table(cls, name, kind, ruleset, definitions)
        entry = entry_class(kind)
        wanted = _required(entry) if entry is not None else []
        if wanted:
            required[name] = {"additionalProperties": {"required": wanted}}
    always = [name for name in scenario_head.REQUIRED if name in scenario_head.OWN]
    alone = {"required": [*(name for name in scenario_head.REQUIRED if name not in always), "seating"]}
    return {
        "$schema": DRAFT,
        "title": f"A scenario of {ruleset.title}",
        "type": "object",
        "required": always,
        "properties": properties,
        "additionalProperties": False,
        "if": {"required": ["extends"]},
        "else": {**alone, "properties": required},
        "definitions": definitions,
    }


def tables(cls: type) -> tuple[str, ...]:
    """The fields of a game's state that a scenario may give, without those of its head."""
    names = format.shared_fields(cls)
    return tuple(name for name in names if name not in (*MARKED, *scenario_head.KEYS))


def entry_class(kind: Any) -> type | None:
    """What the entries of a table are, None where they are single values."""
    args = get_args(kind)
    value = args[1] if len(args) == 2 and args[0] is str else None
    return value if isinstance(value, type) and attrs.has(value) else None


def _required(cls: type) -> list[str]:
    return [field.name for field in attrs.fields(cls) if field.init and field.default is attrs.NOTHING]


def _head(name: str, ruleset: Ruleset[Any]) -> Schema:
    field = attrs.fields_dict(ScenarioHead)[name]
    about: Schema = {"description": field.metadata[TOLD].about}
    if name == "format":
        return about | {"const": format.FORMAT}
    if name == "kind":
        return about | {"const": "scenario"}
    if name == "ruleset":
        return about | {"const": ruleset.id}
    if name == "id":
        return about | {"type": "string", "pattern": _ID, "maxLength": scenario_head.ID_LENGTH}
    if name == "seating":
        powers = {power: {"type": "string", "pattern": _ID} for power in ruleset.powers}
        seats = {"type": "object", "properties": powers, "additionalProperties": False}
        return about | {
            "type": "object",
            "properties": dict.fromkeys(COUNTS, seats),
            "additionalProperties": False,
        }
    if name == "options":
        return about | _options(ruleset)
    kind = field_types(ScenarioHead)[name]
    value = _value(kind, field.metadata.get(RANGE), field.default)
    if name == "title":
        value |= {"pattern": "\\S"}
    return about | value


def _options(ruleset: Ruleset[Any]) -> Schema:
    known = {}
    for option in options_of(ruleset).options:
        said = f"{option.title}, rule {option.rule}" if option.rule else option.title
        known[option.id] = {"description": said} | ({"enum": list(option.choices)} if option.choices else {})
    plain = {"type": ["string", "integer", "boolean"]}
    return {
        "type": "object",
        "properties": {name: plain | said for name, said in known.items()},
        "additionalProperties": plain,
    }


def _table(cls: type, name: str, kind: Any, ruleset: Ruleset[Any], definitions: dict[str, Schema]) -> Schema:
    field = attrs.fields_dict(cls)[name]
    told = field.metadata.get(TOLD, _UNTOLD)
    entry = entry_class(kind)
    if name == "leaves_out":
        steps = dict.fromkeys(one for step in ruleset.sequence.steps if not step.closes for one in step.names)
        return {
            "description": "steps of the sequence of play that are left out",
            "type": "array",
            "items": {"enum": list(steps)},
        }
    if name == FIELD:
        return _facts(ruleset)
    if entry is None:
        value = _value(kind, field.metadata.get(RANGE), field.default)
        if keys := field.metadata.get(KEYS):
            value["propertyNames"] = {"enum": list(keys)}
        return ({"description": describe(told)} if describe(told) else {}) | value
    if entry.__name__ not in definitions:
        definitions[entry.__name__] = {}
        definitions[entry.__name__] = of_class(entry)
    about = (entry.__doc__ or "").split("\n\n")[0].strip()
    found: Schema = {
        "description": " ".join(about.split()),
        "type": "object",
        "additionalProperties": {"$ref": f"#/definitions/{entry.__name__}"},
    }
    if name == "powers":
        return found | {"propertyNames": {"enum": list(ruleset.powers)}}
    joint = entry.joint if issubclass(entry, Addressed) else "-"
    return found | ({"propertyNames": {"pattern": _ID}} if joint == "-" else {})


def of_class(cls: type) -> Schema:
    """The schema of an entry of a table, of which all fields may be left out here."""
    types = field_types(cls)
    properties = {}
    for field in attrs.fields(cls):
        if not field.init:
            continue
        said = describe(schema.told(cls, field.name))
        value = _value(types[field.name], field.metadata.get(RANGE), field.default)
        properties[field.name] = ({"description": said} if said else {}) | value
    return {"type": "object", "properties": properties, "additionalProperties": False}


def describe(told: Told) -> str:
    """What people are told of a field, in one line."""
    rule = told.rule if told.rule.startswith("ruling") or not told.rule else f"rule {told.rule}"
    parts = (told.about or told.title, told.unit, rule)
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _value(kind: Any, allowed: Any, default: Any) -> Schema:
    """The schema of a value of a declared type within its bounds."""
    if kind is bool:
        return {"type": "boolean"}
    if kind is int:
        return {"type": "integer", **_limits(allowed)}
    if kind is str:
        return _text(allowed, default)
    args = get_args(kind)
    origin = get_origin(kind)
    if origin is tuple:
        many = len(args) == 2 and args[1] is Ellipsis
        count: Schema = {} if many else {"minItems": len(args), "maxItems": len(args)}
        if isinstance(allowed, Length):
            each: Any = Length(allowed.each)
            count = {"maxItems": allowed.most}
        else:
            each = allowed
            count = count or ({} if allowed is None else {"maxItems": NAME_COUNT} if isinstance(allowed, KeyOf) else {})
        return {"type": "array", "items": _value(args[0], each, attrs.NOTHING), **count}
    if len(args) == 2 and args[0] is str:
        return {"type": "object", "additionalProperties": _value(args[1], allowed, attrs.NOTHING)}
    if isinstance(kind, type) and attrs.has(kind):
        return of_class(kind)
    return {"type": ["string", "integer", "boolean"]}


def _limits(allowed: Any) -> Schema:
    return {"minimum": allowed.low, "maximum": allowed.high} if isinstance(allowed, Range) else {}


def _text(allowed: Any, default: Any) -> Schema:
    if isinstance(allowed, OneOf):
        words = [*allowed.words, *([default] if isinstance(default, str) and default not in allowed.words else [])]
        return {"enum": words}
    if isinstance(allowed, TurnLabel):
        return {"type": "string", "pattern": f"^({_TURN})?$" if allowed.empty else f"^{_TURN}$"}
    if isinstance(allowed, Length):
        return {"type": "string", "maxLength": allowed.most}
    if isinstance(allowed, (Known, KeyOf)):
        return {"type": "string", "maxLength": NAME_LENGTH}
    return {"type": "string"}


def _facts(ruleset: Ruleset[Any]) -> Schema:
    """The facts of a game: those of a fixed key one by one; of families, whose keys name what a scenario holds, any."""
    known = {key: _fact(fact) for key, fact in ruleset.facts.declared.items() if len(fact.parts) == 1}
    plain = {"type": ["string", "integer", "boolean"]}
    return {
        "description": "what the rules read beside the figures",
        "type": "object",
        "properties": known,
        "additionalProperties": plain,
    }


def _fact(fact: Fact) -> Schema:
    return {"description": describe(Told(fact.title, "", fact.rule)), **_value(fact.kind, fact.bounds, attrs.NOTHING)}
