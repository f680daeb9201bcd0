"""Filling the boxes of strategic warfare: what is left, what stands in which box, why not, and what may come of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.kernel.forecast import Distribution
from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.boxes import Boxes as BoxSheet
from engine.kernel.sheets.boxes import Lot, Odds, Placed, Placing
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.choices import sealed
from tui.models.forces import unit_words
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.orders import Order
    from saves.desk import Desk

_WIDE_BIN = 10
_NAMES = {"uboat": "U-boat", "int": "Interceptor", "jet": "Jet INT", "fleet": "Fleet", "cv": "CV", "mdm": "MDM"}


@frozen
class LotRow:
    """One kind: ``left`` of ``have`` are unassigned; ``cells`` as the columns stand, None where it cannot go."""

    id: str
    name: str
    have: int
    left: int
    cells: tuple[int | None, ...]


@frozen
class Bar:
    """A span of NARFs with its chance."""

    label: str
    chance: Fraction


@frozen
class OddsView:
    """One battle's odds for the eye. ``enemy`` of ``most`` units ``against`` are supposed; ``net``: the die's modifier.
    ``means`` and ``chances`` with their labels; ``quiet``: why there is nothing to tell; ``supposed``: what else is."""

    title: str
    against: str
    enemy: int
    most: int
    column: str
    net: str
    victim: str
    bars: tuple[Bar, ...]
    mean: Fraction
    means: tuple[tuple[str, Fraction], ...]
    chances: tuple[tuple[str, Fraction, str], ...]
    exact: bool
    quiet: str
    refusals: tuple[Refusal, ...]
    supposed: tuple[str, ...] = ()


@frozen
class Boxes:
    """The panel's content. ``columns``: (id, title, short); ``totals``: what stands in each, as it counts there;
    ``order``: what Enter gives; ``then`` who fills boxes after; ``questions``: (field, label, rule, answer);
    ``task`` and ``notes`` as the sheet has them; ``sealed``: whether other seats do not see what is committed."""

    power: str
    name: str
    rule: str
    columns: tuple[tuple[str, str, str], ...]
    rows: tuple[LotRow, ...]
    questions: tuple[tuple[str, str, str, str], ...]
    order: Order[Any]
    refusals: tuple[Refusal, ...]
    then: tuple[str, ...]
    totals: tuple[int, ...] = ()
    task: str = ""
    notes: tuple[str, ...] = ()
    sealed: bool = False

    @property
    def line(self) -> str:
        """The order as text."""
        return self.order.text


def fillers(outlook: Outlook) -> tuple[str, ...]:
    """The powers whose boxes this seat still has to fill, in their order."""
    return tuple(dict.fromkeys(choice.power for choice in outlook.choices if choice.power))


def sheet_of(desk: Desk, outlook: Outlook, power: str) -> Placing | None:
    """What the ruleset lets a power place in this step, None where it fills no boxes."""
    sheet = desk.ruleset.sheet(BoxSheet)
    return sheet.placing(desk.campaign, power, desk.ruleset.sequence[outlook.step].slug) if sheet is not None else None


def beginning(outlook: Outlook, sheet: Placing) -> dict[tuple[str, str], int]:
    """How the boxes stand when the panel opens: as the first legal order on offer has them."""
    for choice in outlook.choices:
        if choice.power == sheet.power and not choice.refused:
            return dict(sheet.placed(choice.order))
    return {}


def boxes(desk: Desk, outlook: Outlook, sheet: Placing, placed: Placed, answers: Mapping[str, str]) -> Boxes:
    """The panel's content for what is placed so far."""
    order = sheet.order(placed, answers)
    return Boxes(
        power=sheet.power,
        name=power_name(desk.campaign, sheet.power),
        rule=clean(sheet.rule),
        columns=tuple((column.id, clean(column.title), clean(column.short)) for column in sheet.columns),
        rows=tuple(_row(sheet, lot, placed) for lot in sheet.lots),
        questions=tuple(
            (field.name, clean(field.label), clean(field.rule), answers.get(field.name, field.default))
            for field in sheet.questions
        ),
        order=order,
        refusals=desk.judge(order),
        then=tuple(power_name(desk.campaign, power) for power in fillers(outlook) if power != sheet.power),
        totals=tuple(
            sum(placed.get((lot.id, column.id), 0) * lot.worth for lot in sheet.lots) for column in sheet.columns
        ),
        task=clean(sheet.task),
        notes=tuple(clean(note) for note in sheet.notes),
        sealed=sealed(desk, outlook),
    )


def _row(sheet: Placing, lot: Lot, placed: Placed) -> LotRow:
    cells = tuple(placed.get((lot.id, column.id), 0) if column.id in lot.into else None for column in sheet.columns)
    used = sum(cell for cell in cells if cell)
    name = clean(lot.name) or _NAMES.get(lot.kind) or unit_words(lot.kind)
    if lot.place:
        name = f"{name}, {clean(lot.place)}"
    elif lot.worth > 1:
        name = f"{name} (as {lot.worth})"
    return LotRow(lot.id, name, lot.have, lot.have - used, cells)


def odds(desk: Desk, order: Order[Any], battle: str, enemy: int | None) -> OddsView | None:
    """What may come of the battle that a column leads to, as the ruleset supposes, or with none named of the one that
    the order bears on; None where nothing is fought."""
    sheet = desk.ruleset.sheet(BoxSheet)
    if sheet is None:
        return None
    supposed = sheet.suppose(desk.campaign, order, battle, enemy)
    if supposed is None:
        return None
    return view(supposed, power_name(desk.campaign, supposed.victim) if supposed.victim else "")


def view(supposed: Odds, victim: str) -> OddsView:
    """A ruleset's odds for the eye."""
    return OddsView(
        title=clean(supposed.title),
        against=clean(supposed.against),
        enemy=supposed.enemy,
        most=supposed.most,
        column=clean(supposed.column),
        net=clean(supposed.net),
        victim=victim,
        bars=bars(supposed.narfs),
        mean=supposed.narfs.mean(int),
        means=tuple((clean(mean.label), mean.value) for mean in supposed.means),
        chances=tuple((clean(chance.label), chance.value, clean(chance.rule)) for chance in supposed.chances),
        exact=supposed.narfs.exact,
        quiet=clean(supposed.quiet),
        refusals=supposed.refused,
        supposed=tuple(clean(text) for text in supposed.supposed),
    )


def bars(spread: Distribution[int], few: int = 6) -> tuple[Bar, ...]:
    """A distribution of a figure as bars: its values where they are few, else 0 and spans of ten."""
    values = [(value, chance) for value, chance in spread.outcomes]
    if len(values) <= few:
        return tuple(Bar(str(value), chance) for value, chance in values)
    spans: dict[int, Fraction] = {}
    for value, chance in values:
        span = -1 if value == 0 else value // _WIDE_BIN
        spans[span] = spans.get(span, Fraction(0)) + chance
    top = max(spans)
    return tuple(
        Bar(_span(at), spans.get(at, Fraction(0))) for at in range(min(spans), top + 1) if at >= 0 or at in spans
    )


def _span(at: int) -> str:
    if at < 0:
        return "0"
    return f"{max(1, at * _WIDE_BIN)}-{at * _WIDE_BIN + _WIDE_BIN - 1}"


def percent(chance: Fraction) -> str:
    """A chance for people: whole percents, ``<1 %`` for what is not quite nothing."""
    if 0 < chance < Fraction(1, 200):
        return "<1 %"
    if Fraction(199, 200) < chance < 1:
        return ">99 %"
    return f"{round(float(chance) * 100)} %"


def decimal(value: Fraction) -> str:
    """A mean with one decimal."""
    return f"{float(value):.1f}"
