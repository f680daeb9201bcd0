"""``warledger calc``: one resolution without a campaign, or many from JSON lines."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, BinaryIO

from tui.cli import output
from tui.cli.faults import Misuse

_LONGEST = 1 << 20
_KIND_NAMES = {"halves": "number, halves allowed", "names": "names with commas", "numbers": "numbers with commas"}

if TYPE_CHECKING:
    from engine.kernel.calculators import Calculator


def calc_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the calculator; without it all are listed")
    parser.add_argument("given", metavar="key=value", nargs="*", help="its fields")
    parser.add_argument(
        "--rolls", metavar="4,7", help="natural faces in the order the rules use them; without them the distribution"
    )
    parser.add_argument("--fields", action="store_true", help="list the calculator's fields")
    parser.add_argument("--batch", action="store_true", help="read JSON lines from stdin, write one JSON line for each")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def calc(args: argparse.Namespace) -> int:
    """Resolve one thing, list calculators or fields, or work through a batch. Raises Misuse, Malformed, Refused."""
    from engine.kernel import calculators

    if args.batch:
        if args.name:
            raise Misuse("calc --batch takes its calculators from stdin, none on the command line")
        return _batch(sys.stdin.buffer)
    if not args.name:
        return _list(args.json)
    calculator = calculators.find(args.name)
    if args.fields:
        return _fields(calculator, args.json)
    given: dict[str, str] = {}
    for pair in args.given:
        name, sign, text = pair.partition("=")
        if not sign:
            raise Misuse(f"'{pair}' is no key=value; fields of {args.name}: {', '.join(calculator.named)}")
        if name in given:
            raise Misuse(f"{name} is given twice")
        given[name] = text
    result = calculators.solve(calculator, calculator.read(given, typed=False), rolls(args.rolls))
    if args.json:
        output.document(result)
    else:
        _print(result)
    return 0


def rolls(text: str | None) -> list[int] | None:
    """The faces of ``--rolls``: numbers with commas or blanks between. Raises Misuse."""
    if text is None:
        return None
    faces = []
    for item in text.replace(",", " ").split():
        if not item.isdecimal() or len(item) > 3:
            raise Misuse(f"--rolls: '{item}' is no face; write them as 7,3,0")
        faces.append(int(item))
    return faces


def _list(json: bool) -> int:
    from engine.kernel import calculators

    every = list(calculators.every().values())
    if json:
        output.document(
            [{"calc": calculator.name, "title": calculator.title, "rule": calculator.rule} for calculator in every]
        )
        return 0
    output.say(
        "\n".join(
            output.columns(
                [[calculator.name, calculator.title, calculator.rule] for calculator in every],
                head=("calc", "", "rule"),
            )
        )
    )
    output.say()
    output.say("'warledger calc NAME --fields' lists a calculator's fields.")
    return 0


def _fields(calculator: Calculator, json: bool) -> int:
    from engine.kernel.calculators import REQUIRED

    if json:
        fields = []
        for spec in calculator.inputs:
            shown: dict[str, Any] = {"name": spec.name, "kind": spec.kind, "required": spec.default is REQUIRED}
            if spec.default is not REQUIRED:
                shown["default"] = spec.default
            if spec.choices:
                shown["choices"] = spec.choices
            fields.append({**shown, "about": spec.about})
        output.document({"calc": calculator.name, "title": calculator.title, "rule": calculator.rule, "fields": fields})
        return 0
    output.say(f"{calculator.name}: {calculator.title}{output.cited(calculator.rule)}")
    rows = []
    for spec in calculator.inputs:
        kind = _KIND_NAMES.get(spec.kind, spec.kind) if not spec.choices else ", ".join(spec.choices)
        default = "required" if spec.default is REQUIRED else f"default {output.figure(spec.default)}"
        rows.append([spec.name, kind, default, spec.about])
    output.say("\n".join(output.columns(rows, indent="  ")))
    return 0


def _print(result: dict[str, Any]) -> None:
    spread = result.get("distribution")
    if spread is not None and len(spread) > 1:
        names = [name for name in spread[0] if name not in ("p", "breakdown")]
        rows = [
            [outcome["p"], f"{_percent(outcome['p'])} %", *(output.figure(outcome.get(name)) for name in names)]
            for outcome in spread
        ]
        output.say("\n".join(output.columns(rows, head=("chance", "", *names), right=(0, 1))))
        for name in ("samples", "assumed"):
            if name in result:
                output.say(f"{name}: {output.figure(result[name])}")
        return
    figures = [
        [name, output.figure(value)] for name, value in result.items() if name not in ("breakdown", "distribution")
    ]
    output.say("\n".join(output.columns(figures)))
    parts = [[line["label"], line["value"], line["rule"]] for line in result.get("breakdown", ())]
    if parts:
        output.say()
        output.say("\n".join(output.columns(parts, right=(1,), indent="  ")))


def _percent(chance: str) -> str:
    top, _, bottom = chance.partition("/")
    return f"{100 * int(top) / int(bottom or 1):.1f}"


def _batch(source: BinaryIO) -> int:
    """Answer each line as it comes, so that a program can talk with this one."""
    import json

    write, flush = sys.stdout.write, sys.stdout.flush
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    while line := source.readline(_LONGEST):
        if len(line) == _LONGEST and not line.endswith(b"\n"):
            while (rest := source.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
            answer: dict[str, Any] = {"error": f"a line longer than {_LONGEST} bytes"}
        elif not line.strip():
            continue
        else:
            answer = _answer(line)
        write(encode(answer) + "\n")
        flush()
    return 0


def _answer(line: bytes) -> dict[str, Any]:
    """The answer to one line; every fault is an answer too, so that the rest of the batch goes on."""
    import json

    from engine.kernel.calculators import Malformed, find, solve
    from engine.kernel.refusals import Refused

    try:
        given = json.loads(line)
        if not isinstance(given, dict):
            return {"error": 'a line is an object: {"calc": NAME, "rolls": [...], ...fields}'}
        name = given.pop("calc", None)
        if not isinstance(name, str):
            return {"error": "no 'calc' in the line"}
        calculator = find(name)
        faces = given.pop("rolls", None)
        if faces is not None and not (isinstance(faces, list) and all(type(face) is int for face in faces)):
            return {"error": "rolls: not a list of whole numbers"}
        result = solve(calculator, calculator.read(given, typed=True), faces)
    except Refused as fault:
        return {"refused": [{"rule": r.rule, "reason": r.reason, "hint": r.hint} for r in fault.refusals]}
    except Malformed as fault:
        return {"error": str(fault)}
    except ValueError:
        return {"error": "not to be read as JSON"}
    except RecursionError:
        return {"error": "nested too deeply"}
    except Exception as fault:
        return {"error": f"a fault of the program itself: {type(fault).__name__}: {fault}"}
    return result
