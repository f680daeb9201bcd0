"""The oceans for the eye: boxes with what lies in them and beside them, groups with the order that moves them, strikes
with what may come of them. All of it is what the game's sheet of oceans tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.oceans import Lot, Oceans, OceanSheet
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.awaited import of_seat
from tui.odds_model import Odds, odds
from tui.rows import clean
from tui.words import and_list

if TYPE_CHECKING:
    from engine.kernel.orders import Order
    from saves.desk import Desk


@frozen
class Moving:
    """What may be done in the step: the ``oceans`` of the game's sheet; ``who`` acts; ``done``: the order that ends it,
    '' where it cannot be ended."""

    oceans: Oceans
    who: str
    rule: str
    done: str

    @property
    def columns(self) -> tuple[tuple[Lot, ...], ...]:
        """The groups of each box, with those of the bases beside it; those elsewhere last."""
        beside = tuple(
            (*water.lots, *(lot for harbour in water.harbours for lot in harbour.lots)) for water in self.oceans.waters
        )
        return (*beside, tuple(lot for harbour in self.oceans.elsewhere for lot in harbour.lots))


@frozen
class Told:
    """An order as it stands: its line, why not, and the figures of its forecast. ``exact``: the chances are."""

    line: str
    refusals: tuple[Refusal, ...]
    odds: tuple[Odds, ...] = ()
    exact: bool = True
    assumed: tuple[str, ...] = ()


def moving(desk: Desk, outlook: Outlook) -> Moving:
    """The oceans as they stand, for the powers that this seat still acts for."""
    powers = of_seat(desk, outlook.awaits)
    sheet = desk.ruleset.sheet(OceanSheet)
    board = sheet.oceans(desk.campaign, powers) if sheet is not None else Oceans((), ())
    done = next((choice.text for choice in outlook.choices if choice.ends), "")
    return Moving(
        oceans=board,
        who=and_list([power_name(desk.campaign, power) for power in powers]),
        rule=clean(desk.ruleset.sequence[outlook.step].rule),
        done=done,
    )


def told(desk: Desk, order: Order[Any], tells: Mapping[str, str]) -> Told:
    """An order judged as it is given, and what may come of it where it is legal and something of it is told."""
    whole = order.complete(desk.campaign)
    refusals = desk.judge(whole)
    spread = desk.forecast(whole) if tells and not refusals else None
    if spread is None:
        return Told(order.text, refusals)
    return Told(order.text, refusals, odds(spread, tells), spread.exact, tuple(map(clean, spread.assumed)))
