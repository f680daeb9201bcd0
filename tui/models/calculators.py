"""Calculators as screens: fields under the hands, and the result or its exact distribution while they are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.kernel import rulebook, ruleset
from engine.kernel.calculators import REQUIRED, Calculator, Input, Malformed, by_game, solve
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.values import frozen
from tui import glyphs
from tui.models.edit import Edit
from tui.models.strategic_boxes import Bar
from tui.rows import clean

FEW = 8
"""So many choices are turned through with the arrows."""
ROLLS = "dice"
_MAIN = ("narfs", "result", "flak_result")
_HIDDEN = ("breakdown", "distribution", "p")


@frozen
class Known:
    """A calculator in the list. ``group``: its game and chapter, as the heading over it says."""

    name: str
    title: str
    rule: str
    group: str = ""


@frozen
class Field:
    """One box: ``typed`` is under edit, ``offers`` what fits so far, ``turns``: the arrows turn through them."""

    name: str
    about: str
    typed: Edit
    offers: tuple[str, ...]
    turns: bool
    required: bool


@frozen
class Answer:
    """What the fields come to. ``problems``: what cannot be read; ``refusals``: what the rules forbid; ``figures``:
    what is certain; ``bars`` the chances of ``main``; ``means`` of the other figures; ``causes`` with their rules."""

    problems: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    main: str = ""
    bars: tuple[Bar, ...] = ()
    means: tuple[tuple[str, Fraction], ...] = ()
    causes: tuple[tuple[str, int, str], ...] = ()
    sampled: int = 0


def known() -> tuple[Known, ...]:
    """All calculators by game and by the chapter of the rulebook."""
    listed: list[Known] = []
    for game, calculators in by_game().items():
        title = ruleset.find(game).title
        order = sorted(calculators.values(), key=lambda one: rulebook.chapter(game, one.rule)[0])
        for one in order:
            heading = f"{title} {glyphs.sign('dot')} {chapter_heading(game, one.rule)}"
            listed.append(Known(one.name, clean(one.title), clean(one.rule), heading))
    return tuple(listed)


def chapter_heading(game: str, rule: str) -> str:
    """The heading over what stands in a rule's chapter: ``5 Strategic warfare``."""
    number, title = rulebook.chapter(game, rule)
    return f"{number} {title}".strip() if number else "Everything else"


def found(known: Sequence[Known], typed: str) -> tuple[Known, ...]:
    """The calculators in whose name, title, rule or heading every typed word occurs."""
    words = typed.lower().split()
    return tuple(
        one for one in known if all(word in f"{one.name} {one.title} {one.rule} {one.group}".lower() for word in words)
    )


def beginning(calculator: Calculator) -> dict[str, Edit]:
    """The boxes as they stand first: what has a default shows it."""
    edits = {spec.name: Edit.of(_written(spec)) for spec in calculator.inputs}
    edits[ROLLS] = Edit()
    return edits


def _written(spec: Input) -> str:
    if spec.default is REQUIRED or spec.default in ((), {}, ""):
        return ""
    return ("yes" if spec.default else "no") if isinstance(spec.default, bool) else str(spec.default)


def choices(spec: Input) -> tuple[str, ...]:
    """What a box offers."""
    return ("no", "yes") if spec.kind == "flag" else spec.choices if spec.kind in ("name", "names") else ()


def fields(calculator: Calculator, edits: Mapping[str, Edit]) -> tuple[Field, ...]:
    """The boxes as they stand, the dice last."""
    boxes = [_field(spec, edits[spec.name]) for spec in calculator.inputs]
    about = "natural faces, 0 for 10; empty: the odds"
    return (*boxes, Field(ROLLS, about, edits[ROLLS], (), False, False))


def _field(spec: Input, edit: Edit) -> Field:
    offered = choices(spec)
    word = edit.text.rpartition(",")[2].strip().lower()
    fits = tuple(name for name in offered if name.startswith(word)) if word not in offered else ()
    turns = spec.kind in ("flag", "name") and 0 < len(offered) <= FEW
    return Field(spec.name, clean(spec.about), edit, fits, turns, spec.default is REQUIRED)


def completed(calculator: Calculator, name: str, edit: Edit) -> Edit:
    """A box with the word before the caret written out, where only one choice fits it."""
    spec = calculator.named.get(name)
    fits = _field(spec, edit).offers if spec is not None and edit.text.strip() else ()
    if len(fits) != 1:
        return edit
    head, comma, _ = edit.text.rpartition(",")
    return Edit.of(f"{head}{comma}{fits[0]}")


def turned(calculator: Calculator, name: str, edit: Edit, by: int) -> Edit:
    """The choice before or after the one in a box."""
    spec = calculator.named[name]
    offered = choices(spec)
    if edit.text not in offered:
        return Edit.of(offered[0 if by > 0 else -1])
    return Edit.of(offered[(offered.index(edit.text) + by) % len(offered)])


def answer(calculator: Calculator, edits: Mapping[str, Edit]) -> Answer:
    """What the fields come to now."""
    given = {name: edit.text.strip() for name, edit in edits.items() if name != ROLLS and edit.text.strip()}
    typed = edits[ROLLS].text.replace(",", " ").split()
    try:
        values = calculator.read(given, typed=False)
        rolls = [_face(text) for text in typed] if typed else None
        result = solve(calculator, values, rolls)
    except Malformed as fault:
        return Answer(problems=tuple(clean(problem).replace("_", " ") for problem in fault.problems))
    except Refused as refused:
        return Answer(refusals=refused.refusals)
    return told(result)


def _face(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise Malformed(f"dice: '{text}' is no face")
    return int(text) or 10


def told(result: Mapping[str, Any]) -> Answer:
    """A result for the eye."""
    causes = tuple(
        (clean(str(line["label"])), int(line["value"]), clean(str(line["rule"])))
        for line in result.get("breakdown", ())
    )
    spread: list[dict[str, Any]] = result.get("distribution", [])
    if len(spread) < 2:
        return Answer(figures=_figures(result), causes=causes)
    names = [name for name in spread[0] if name not in _HIDDEN]
    constant = [name for name in names if all(outcome.get(name) == spread[0][name] for outcome in spread)]
    varying = [name for name in names if name not in constant]
    main = next((name for name in _MAIN if name in varying), varying[0] if varying else "")
    return Answer(
        figures=_figures({name: spread[0][name] for name in constant}),
        main=_label(main),
        bars=_bars(spread, main),
        means=tuple(
            (_label(name), _mean(spread, name)) for name in varying if _numeric(spread, name) and name != "row"
        ),
        sampled=int(result.get("samples", 0)),
    )


def _label(name: str) -> str:
    return "NARFs" if name == "narfs" else clean(name.replace("_", " "))


def _figures(result: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    figures = []
    for name, value in result.items():
        if name in _HIDDEN or value in (None, "", [], ()):
            continue
        said = ", ".join(map(_word, value)) if isinstance(value, list | tuple) else _word(value)
        figures.append((_label(name), clean(said)))
    return tuple(figures)


def _word(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _numeric(spread: list[dict[str, Any]], name: str) -> bool:
    return all(isinstance(outcome.get(name), int) and not isinstance(outcome.get(name), bool) for outcome in spread)


def _mean(spread: list[dict[str, Any]], name: str) -> Fraction:
    return sum((Fraction(outcome["p"]) * outcome[name] for outcome in spread), Fraction(0))


def _bars(spread: list[dict[str, Any]], name: str) -> tuple[Bar, ...]:
    merged: dict[Any, Fraction] = {}
    for outcome in spread:
        value = outcome.get(name)
        key = " ".join(map(str, value)) if isinstance(value, list) else value
        merged[key] = merged.get(key, Fraction(0)) + Fraction(outcome["p"])
    numeric = _numeric(spread, name)
    ranked = sorted(merged, key=(lambda key: key) if numeric else (lambda key: -merged[key]))
    return tuple(Bar(clean(_word(key)), merged[key]) for key in ranked)
