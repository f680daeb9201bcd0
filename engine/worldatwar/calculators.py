"""The calculators of A World at War: strategic warfare, naval interception and Japanese resistance."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.calculators import Calculator, Input, Result, Values, lines, without_dice
from engine.kernel.forecast import Core
from engine.kernel.refusals import Breakdown, Line, Refused
from engine.worldatwar.rolls import combat_table, interception, resistance, submarines
from engine.worldatwar.sheets import bombing_calculators
from engine.worldatwar.sheets.fields import EDITION, FACTORS, MODIFIER, MOST, ROLL, figures, needed
from engine.worldatwar.world.editions import edition


def _sw_table(values: Values) -> Result:
    """The result of factors on the strategic warfare table."""
    factors, roll = values["factors"], combat_table.clamped(values["roll"])
    effect = combat_table.result(factors, roll)
    rest = factors % combat_table.LARGEST_ROW
    causes = [
        Line(f"row {row}, {roll}: {combat_table.result(row, roll)}" + (f", {times} times" if times > 1 else ""), row)
        for row, times in ((combat_table.LARGEST_ROW, factors // combat_table.LARGEST_ROW), (rest, 1))
        if row and times
    ]
    rule = "24.62" if len(causes) == 1 and factors <= combat_table.LARGEST_ROW else "24.621, ruling 140"
    return {
        "first": effect.first,
        "second": effect.second,
        "result": str(effect),
        "breakdown": lines(Breakdown(tuple(attrs.evolve(cause, rule=rule) for cause in causes))),
    }


def _begin_submarines(values: Values) -> tuple[Core[Any], Any]:
    """A submarine campaign before its rolls."""
    war = submarines.Submarines(
        edition=edition(values["edition"]),
        submarines=values["submarines"],
        asw=values["asw"],
        modifier=values["modifier"],
        transports=values["transports"],
    )
    return submarines.SubmarineCore(), war


def _interception(values: Values) -> Result:
    """The range of a naval interception, and whether it succeeds."""
    attempt = interception.Attempt(
        activity=values["activity"],
        force=values["force"],
        theater=values["theater"],
        modifiers=values["modifiers"],
        air=values["air"],
        distance=values["distance"],
    )
    reasons = list(interception.refusals(attempt))
    if reasons:
        raise Refused(reasons)
    reach = interception.reach(attempt)
    return {
        "range": max(0, reach.total),
        "needs_air": attempt.needs_air,
        "intercept": interception.intercepts(attempt),
        "breakdown": lines(reach),
    }


def _resistance(values: Values) -> Result:
    """The resistance level of Japan."""
    counts = {name: int(values[_field(name)]) for name in resistance.facts()}
    level = resistance.level(counts, values["earlier"])
    return {
        "level": level.total,
        "cumulative": values["earlier"] + resistance.cumulative(counts),
        "surrender": level.total <= 0,
        "breakdown": lines(level),
    }


def _field(name: str) -> str:
    """The name of a calculator's field for a line of the resistance table."""
    return name.replace("-", "_")


def _counts() -> tuple[Input, ...]:
    """A field for each line of the resistance table: a flag where the line counts one thing at most."""
    return tuple(
        Input(_field(fact.id), "flag", False, about=fact.counted)
        if fact.most == 1
        else Input(_field(fact.id), "number", 0, least=0, most=fact.most or FACTORS, about=fact.counted)
        for fact in resistance.facts().values()
    )


CALCULATORS: tuple[Calculator, ...] = (
    without_dice(
        "awaw-sw-table",
        "a result of the strategic warfare table",
        "24.62",
        (EDITION, needed("factors", "submarines, ASW, bombers or target strength", 1, FACTORS), ROLL),
        _sw_table,
    ),
    Calculator(
        "awaw-submarines",
        "submarines against transports in a box",
        "24.6, 25.6",
        (
            EDITION,
            needed("submarines", "submarine factors that attack"),
            needed("asw", "ASW factors that defend"),
            MODIFIER,
            needed("transports", "transports in the box at the turn's start"),
        ),
        _begin_submarines,
        lambda value: figures(submarines.resolve(value)),
    ),
    without_dice(
        "awaw-interception",
        "the range of a naval interception",
        "22.2",
        (
            Input("activity", "name", choices=interception.activities(), about="what is intercepted"),
            Input("force", "name", interception.SURFACE, interception.FORCES, about="what intercepts"),
            Input("theater", "name", interception.EUROPE, interception.THEATERS, about="whose hexes are counted"),
            Input("modifiers", "names", (), interception.modifiers(), about="ids of modifiers that hold"),
            Input("air", "flag", False, about="within range of an own uninverted air unit"),
            Input("distance", "number", None, least=0, most=MOST, about="hexes to the interception hex"),
        ),
        _interception,
    ),
    without_dice(
        "awaw-resistance",
        "the resistance level of Japan",
        "57.11",
        (
            *_counts(),
            Input("earlier", "number", 0, least=-MOST, most=MOST, about="cumulative modifiers of earlier turns"),
        ),
        _resistance,
    ),
    *bombing_calculators.CALCULATORS,
)
