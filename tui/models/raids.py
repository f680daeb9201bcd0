"""Bombing forces and air defence for the eye: targets, the fronts from which or on which, what is announced, and what a
force hangs on. All of it is what the game's sheet of raids tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel.outlook import Outlook
from engine.kernel.sheets.raids import Aim, Raids, RaidSheet
from engine.kernel.sheets.reports import Reckoned
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.awaited import of_seat
from tui.models.battles import caused
from tui.models.choices import ChoiceRow, choices
from tui.models.oceans import Told, told
from tui.odds_model import Odds, odds
from tui.rows import clean
from tui.words import and_list

if TYPE_CHECKING:
    from engine.kernel.orders import Order
    from saves.desk import Desk


@frozen
class Raiding:
    """What may be done in the step: the ``raids`` of the game's sheet; ``who`` acts; ``done`` ends it; ``others``:
    choices that are no order against a target of the board."""

    board: Raids
    who: str
    rule: str
    done: str
    others: tuple[ChoiceRow, ...]

    @property
    def powers(self) -> tuple[str, ...]:
        """Whose targets there are, in the board's order."""
        return tuple(dict.fromkeys(aim.power for aim in self.board.aims))

    def of(self, power: str) -> tuple[Aim, ...]:
        """A power's targets."""
        return tuple(aim for aim in self.board.aims if aim.power == power)


@frozen
class Section:
    """Modifiers of one combat: those that hold first."""

    title: str
    net: int
    modifiers: tuple[Reckoned, ...]


@frozen
class Weighed:
    """What an order comes to and hangs on: ``meets`` and ``clash`` of the air combat that it leads to."""

    told: Told
    sections: tuple[Section, ...] = ()
    meets: str = ""
    clash: tuple[Odds, ...] = ()


def raiding(desk: Desk, outlook: Outlook) -> Raiding:
    """The board for the powers that this seat still acts for."""
    powers = of_seat(desk, outlook.awaits)
    sheet = desk.ruleset.sheet(RaidSheet)
    board = sheet.raids(desk.campaign, powers) if sheet is not None else Raids("", "", (), (), ())
    verbs = {start.blank.verb for aim in board.aims for start in aim.starts}
    done, others = "", []
    for choice, row in zip(outlook.choices, choices(desk, outlook).rows, strict=True):
        if choice.ends:
            done = done or choice.text
        elif choice.order.verb not in verbs:
            others.append(row)
    return Raiding(
        board=board,
        who=and_list([power_name(desk.campaign, power) for power in powers]),
        rule=clean(desk.ruleset.sequence[outlook.step].rule),
        done=done,
        others=tuple(others),
    )


def weigh(desk: Desk, order: Order[Any], tells: Mapping[str, str]) -> Weighed:
    """An order judged; where it is legal, what may come of it and what that hangs on."""
    said = told(desk, order, tells)
    if said.refusals:
        return Weighed(said)
    said = attrs.evolve(said, odds=_chosen(said.odds, tells))
    sheet = desk.ruleset.sheet(RaidSheet)
    if sheet is None:
        return Weighed(said)
    hangs_on = sheet.weighed(desk.campaign, order.complete(desk.campaign))
    sections = tuple(
        Section(clean(title), sum(cause.value for cause in causes), caused(causes)) for title, causes in hangs_on.causes
    )
    clash = _chosen(odds(hangs_on.clash, hangs_on.tells), hangs_on.tells) if hangs_on.clash is not None else ()
    return Weighed(said, sections, clean(hangs_on.meets), clash)


def _chosen(figures: tuple[Odds, ...], tells: Mapping[str, str]) -> tuple[Odds, ...]:
    """The figures that the ruleset tells, in its order."""
    by = {figure.label: figure for figure in figures}
    return tuple(by[title] for title in tells.values() if title in by)
