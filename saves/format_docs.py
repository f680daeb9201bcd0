"""``python -m saves.format_docs``: writes the documentation of the scenario file and its JSON Schemas, all made from
the classes of the state. A test compares what is written with what would be."""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import attrs

from engine.kernel import schema
from engine.kernel.campaign import INNER, KEYS
from engine.kernel.facts import FIELD
from engine.kernel.paths import field_types
from engine.kernel.ranges import RANGE, TOLD, KeyOf, Known, Length, OneOf, Range, Told, TurnLabel
from engine.kernel.ruleset import Ruleset, find
from engine.kernel.sheets.options import Option, options_of
from saves import extending, format_schema, scenario_files, scenario_head, scenarios
from saves.scenario_head import ScenarioHead
from saves.shapes import SCALARS

GAMES = ("thewar", "worldatwar")
PAGE = "docs/scenario-format.md"
SCHEMAS = "docs/schema"
_VARIES = re.compile(r"\{\d?\}")
"""In a title of facts: what varies."""
_PLAIN = {bool: "true or false", int: "a whole number", str: "text"}

_SCHEMA_FILES = " or ".join(f"`{game}.scenario.json`" for game in GAMES)
_OWN_ALONE = ", ".join(f"`{name}`" for name in extending.NOT_TAKEN_OVER if name not in ("format", "kind"))
EXAMPLE = """\
format = 4
kind = "scenario"
id = "late-start"
title = "The War, a year later"
extends = "thewar/1939-campaign"
without = ["units.germany-inf-14", "wars.germany+poland"]
first = "1940-3-fall"

[powers.germany]
narfs = 120
"""
"""A scenario of differences, as the page shows it."""

_INTRODUCTION = f"""\
# The scenario file

<!-- Written by `python -m saves.format_docs` from the classes of the state; edit those, not this page. -->

A scenario is an opening position: one TOML file of at most {scenario_files.LIMIT:,} bytes, with at most
{extending.MOST_ENTRIES:,} keys in a table. Yours lie in
`$XDG_DATA_HOME/warledger/scenarios` (`~/.local/share/warledger/scenarios`), named by their ids; `warledger new` takes a
path as well. Wherever a scenario is named, its id will do (`1939-campaign`, where your own comes before one that came
with the program), or its game and id (`thewar/1939-campaign`).

    warledger check mine.toml          # every fault with its line; --json for programs
    warledger new mine.toml            # a campaign begins with it

`check` ends with 0 where a file is in order (warnings may stand beside that), 1 where it found faults, 2 where a file
cannot be read at all. What it takes, `new` opens. A warning is of what you may mean, such as a fourth Fleet in a port.
In `--json` each finding has `file`, `line`, `table`, `key`, `problem`, `nearest` (the valid name that a mistyped one
may be meant for) and `warning`.

Editors that know JSON Schema complete and check a scenario as you type. taplo, and what is made of it (Even Better
TOML), looks for it in the first line, with the path or address of a file of `docs/schema`, {_SCHEMA_FILES}:

    #:schema docs/schema/{GAMES[0]}.scenario.json

A schema cannot know whether there is a place that a counter stands in; `check` does.

## Only the differences

{textwrap.indent(EXAMPLE, "    ")}
What `extends` names is taken over, but for {_OWN_ALONE}.
Tables merge key by key and entries field by field: above, Germany keeps its base. What a field holds is replaced whole,
also where that is a table or a list. `without` takes out an entry, a field of one (which has its default again) or a
whole table, before the file's own entries come: what is taken out may be written anew. The scenario extended may extend
another, to any depth. It is looked for beside the file, among your own, and among those that came with the program.

`[sources]` says for a path, or the beginning of one, where its figures come from: "rules 14.1", "house" or "own".

## Who begins

No key says which side begins, and there is none to be had. `first` is a whole turn, and a turn begins with what both
sides do together. Then in The War the Axis always has the first player turn (3.6); of A World at War the chapters that
are played here leave the order of the player turns to others, and the Axis comes first as well. Who buys, builds or
moves first within a side follows from what its powers have, in The War from the NARFs in hand, fewest first: to let
another power begin, change its NARFs.

## Countries and powers

A country's key may be any id: one that the rules have no line of their own for is played by the general ones (in The
War 23.1: it falls with its capital). A power has to be one of the game; of The War all but Germany, Britain and the
United States may be missing. In the setup pages `+` on their page adds one as it is in the scenario that has them all,
with its places, counters, pools and wars; in a file every entry is written out.
"""


def texts() -> dict[str, str]:
    """Every file that is written, by its path from the project's folder."""
    games = [find(game) for game in GAMES]
    files = {PAGE: page(games)}
    for ruleset in games:
        said = json.dumps(format_schema.of_game(ruleset), indent=1, ensure_ascii=False)
        files[f"{SCHEMAS}/{ruleset.id}.scenario.json"] = said + "\n"
    return files


def page(games: list[Ruleset[Any]]) -> str:
    """The page of documentation."""
    parts = [_INTRODUCTION, "## The head\n", *_rows(_head())]
    for ruleset in games:
        parts += ["", f"## {ruleset.title}", "", *_of_game(ruleset)]
    return "\n".join(parts) + "\n"


def _head() -> Iterator[tuple[str, str, str, str]]:
    types = field_types(ScenarioHead)
    for field in attrs.fields(ScenarioHead):
        wanted = "wanted" if field.name in (*scenario_head.REQUIRED, "seating") else ""
        yield field.name, _kind(types[field.name], field.metadata.get(RANGE)), wanted, field.metadata[TOLD].about


def _of_game(ruleset: Ruleset[Any]) -> Iterator[str]:
    cls = ruleset.campaign_class
    yield f'`ruleset = "{ruleset.id}"`; the powers of `[seating]` are {", ".join(ruleset.powers)}.'
    yield from ("", f"### [options] of {ruleset.title}", "")
    options = options_of(ruleset).options
    yield from _rows(
        (one.id, " or ".join(one.choices) or "true or false", "", _said(one.title, one.rule)) for one in options
    )
    types = field_types(cls)
    for name in format_schema.tables(cls):
        field = attrs.fields_dict(cls)[name]
        if field.metadata.get(INNER) or name in ("sources", "leaves_out"):
            continue
        yield from ("", f"### [{name}] of {ruleset.title}", "")
        entry = format_schema.entry_class(types[name])
        if name == FIELD:
            yield from _facts(ruleset)
        elif entry is not None:
            yield from (_prose(entry), "", *_rows(_fields(entry)))
        else:
            said = format_schema.describe(field.metadata.get(TOLD, Told()))
            keys = field.metadata.get(KEYS, ())
            among = f" Keys: {', '.join(keys)}." if keys else ""
            kind = _kind(get_args(types[name])[1], field.metadata.get(RANGE))
            yield f"Each key has {kind}{f' ({said})' if said else ''}.{among}"


def _usual(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """What the options are in the game's packaged scenarios."""
    usual: dict[str, Any] = {}
    for card in scenarios.scenarios():
        if card.ruleset == ruleset.id and not card.own:
            usual |= card.options
    return usual


def _choices(option: Option, usual: Mapping[str, Any]) -> str:
    return " or ".join(option.choices) or _PLAIN[type(usual.get(option.id, False))]


def _prose(cls: type) -> str:
    """What a class says of itself, without line breaks and with single marks around names."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(cls.__doc__ or "").split("\n\n")).replace(
        "``", "`"
    )


def _fields(cls: type) -> Iterator[tuple[str, str, str, str]]:
    types = field_types(cls)
    for field in attrs.fields(cls):
        if field.init:
            said = format_schema.describe(schema.told(cls, field.name))
            yield field.name, _kind(types[field.name], field.metadata.get(RANGE)), _default(field.default), said


def _default(default: Any) -> str:
    if default is attrs.NOTHING:
        return "wanted"
    if isinstance(default, attrs.Factory) or default == ():  # type: ignore[arg-type]
        return "empty"
    return f"`{json.dumps(default)}`" if type(default) in SCALARS else ""


def _kind(kind: Any, allowed: Any) -> str:
    """What may stand in a field, in words."""
    args = get_args(kind)
    if get_origin(kind) is tuple:
        if isinstance(allowed, Length) and attrs.has(args[0]):
            names = ", ".join(f"`{field.name}`" for field in attrs.fields(args[0]))
            return f"a list of at most {allowed.most} tables of {names}"
        if isinstance(allowed, Length):
            return f"a list of at most {allowed.most}, each: {_one(args[0], Length(allowed.each))}"
        return f"a list, each: {_one(args[0], allowed)}"
    if isinstance(get_origin(kind), type) and issubclass(get_origin(kind), Mapping):
        return f"a table, each: {_kind(args[1], allowed)}" if args[1] in (*SCALARS,) else "a table"
    return _one(kind, allowed)


def _one(kind: Any, allowed: Any) -> str:
    if isinstance(allowed, Range):
        return str(allowed.low) if allowed.low == allowed.high else f"{allowed.low} to {allowed.high}"
    if isinstance(allowed, OneOf):
        return ", ".join(f"`{word}`" for word in allowed.words)
    if isinstance(allowed, KeyOf):
        also = "".join(f" or `{word}`" for word in allowed.also if word)
        return f"a key of {' or '.join(f'[{name}]' for name in allowed.mappings)}{also}"
    if isinstance(allowed, Known):
        return "a word"
    if isinstance(allowed, TurnLabel):
        return "a turn (`1940-1-spring`)"
    if isinstance(allowed, Length):
        return f"text, at most {allowed.most}" if kind is str else _PLAIN.get(kind, "text")
    return _PLAIN.get(kind, "text, a whole number, true or false")


def _facts(ruleset: Ruleset[Any]) -> Iterator[str]:
    yield "What the rules read beside the figures. Braces stand for a key of the table named there, or a word."
    yield ""
    facts = [fact for fact in ruleset.facts.declared.values() if not fact.inner]
    yield from _rows(
        (fact.key, _one(fact.kind, fact.bounds), "", _said(_VARIES.sub("...", fact.title), fact.rule)) for fact in facts
    )


def _said(title: str, rule: str) -> str:
    return format_schema.describe(Told(title, "", rule))


def _rows(rows: Any) -> Iterator[str]:
    yield "| key | what stands there | default | what it is |"
    yield "|---|---|---|---|"
    for key, kind, default, said in rows:
        yield f"| `{key}` | {kind} | {default} | {said} |".replace("|  |", "| |").replace("|  |", "| |")


def main() -> int:
    """Write all of it into the folder that this is run in."""
    for path, text in texts().items():
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
