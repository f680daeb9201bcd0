"""The calculator of variants: whether one may be played in a turn by its printed dates, and how often still (28)."""

from __future__ import annotations

from engine.kernel.calculators import REQUIRED, Calculator, Input, Result, Values, without_dice
from engine.kernel.refusals import Refusal, Refused
from engine.thewar.countries.variant_table import of, turns
from engine.thewar.sheets.given_turns import given_turn
from engine.thewar.world import calendar, wars

_MOST = 99


def _window(values: Values) -> Result:
    """What a power's list prints of a number. Its condition, such as a war, is the campaign's and not asked here."""
    numbered = {row["number"]: row for row in of(values["power"]).values()}
    row = numbered.get(values["number"])
    if row is None:
        reason = f"the list of {values['power']} has no number {values['number']}"
        raise Refused([Refusal("28", reason, f"1 to {max(numbered)}.")])
    turn, had = given_turn(values), values["had"]
    now = calendar.number(turn)
    begun = not row["from"] or now >= calendar.number(row["from"])
    over = bool(row["until"]) and now > calendar.number(row["until"])
    in_season = calendar.season_of(turn) in row.get("seasons", calendar.SEASONS) and turn in (turns(row) or (turn,))
    most = row["times"] or None
    return {
        "playable": begun and not over and in_season,
        "maximum": most,
        "left": None if most is None else max(0, most - had),
        "breakdown": [],
    }


CALCULATORS: tuple[Calculator, ...] = (
    without_dice(
        "variant-window",
        "when a variant may be played, and how often still",
        "28",
        (
            Input("power", "name", REQUIRED, tuple(sorted(wars.POWERS)), about="whose list"),
            Input("number", "number", least=1, most=_MOST, about="number of the printed list"),
            Input("turn", "text", about="the turn, such as 1941-3-fall"),
            Input("had", "number", 0, least=0, most=_MOST, about="results obtained of it"),
        ),
        _window,
    ),
)
