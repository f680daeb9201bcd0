"""Attacks on shipping: each with its limit and causes, the modifiers that hold and those that do not, and what may come
of it, exact before the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.sheets.oceans import Amount, Strike
from tui import glyphs
from tui.keys import bindings
from tui.models.battles import caused
from tui.models.oceans import Moving, Told, moving, told
from tui.odds_model import Odds
from tui.panels.counting import Number, ScrolledPanel
from tui.panels.laying import BLANK, SPREAD, Laid, column, mark, order_line, paragraph, refusals, signed
from tui.panels.reckoning import lay_modifier
from tui.panels.step import DONE
from tui.panels.strategic_odds import bar_rows
from tui.rows import Row, clean, cut, fit, row, spread

_BESIDE = 70
"""From this width on the forecast stands beside the modifiers."""
_FORECAST = 31
_MANY_BARS = 8


class StrikesPanel(ScrolledPanel):
    """What may be done to the shipping of the boxes in this step, each in a line with its number."""

    where: ClassVar[str] = "strikes"
    own_most: ClassVar[int] = SPREAD
    wants: ClassVar[int] = 72
    BINDINGS: ClassVar[list[BindingType]] = bindings("strikes")

    model: Moving | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._chosen: dict[str, int] = {}
        self._step: tuple[int, str] = (0, "")
        self._told: Told | None = None

    def read(self, outlook: Outlook) -> bool:
        moment = (self.desk.campaign.progress.turn, outlook.step)
        if moment != self._step:
            self._step, self._chosen = moment, {}
        self.model = moving(self.desk, outlook)
        self._told = None
        if any(strike.declared for spot, strike, _ in self._numbers() if spot == self.spot):
            # What is given is left behind.
            self.spot = ""
        return True

    def _numbers(self) -> list[tuple[str, Strike, Amount]]:
        """A line for each number: its spot, the strike, the amount."""
        strikes = self.model.oceans.strikes if self.model is not None else ()
        return [(f"{strike.id} {amount.name}", strike, amount) for strike in strikes for amount in strike.amounts]

    def own_spots(self) -> Sequence[str]:
        return [*(spot for spot, _, _ in self._numbers()), DONE] if self.model is not None else ()

    def own_first_spot(self) -> str:
        """The first that is proposed, or the end of the step."""
        if self.model is None:
            return ""
        return next((spot for spot, strike, amount in self._numbers() if amount.first and not strike.declared), DONE)

    def at_hand(self) -> tuple[Strike, Amount] | tuple[None, None]:
        """The strike and the amount under the cursor."""
        return next(((strike, amount) for spot, strike, amount in self._numbers() if spot == self.spot), (None, None))

    def many(self, strike: Strike, amount: Amount) -> int:
        """How many are chosen, at first what is proposed."""
        return self._chosen.get(f"{strike.id} {amount.name}", amount.first)

    def order(self) -> Order[Any] | None:
        """The order of the strike under the cursor, None where there is none."""
        strike, _ = self.at_hand()
        if strike is None or self.choices is not None:
            return None
        return strike.order({amount.name: self.many(strike, amount) for amount in strike.amounts})

    def line(self) -> str:
        """The same as text, '' for none."""
        order = self.order()
        return order.text if order is not None else ""

    def moved(self) -> None:
        super().moved()
        self._told = None

    # --- acting

    def number(self) -> Number | None:
        strike, amount = self.at_hand()
        if strike is None or amount is None:
            return None
        return Number(self.many(strike, amount), amount.have, most=amount.have, typed=amount.have)

    def take(self, many: int) -> None:
        self._chosen[self.spot] = many
        self._told = None
        self.redraw()

    def done(self) -> str:
        """The order that ends the step: factors without an order hold back."""
        return self.model.done if self.model is not None else ""

    def own_enter(self) -> None:
        strike, _ = self.at_hand()
        if self.spot == DONE:
            self.give_done()
        elif strike is not None and not self._sent(strike):
            self.tell("nothing is chosen: plus and digits say how many attack")
        elif self.line():
            self.post_message(self.Ordered([self.line()]))

    def _sent(self, strike: Strike) -> bool:
        """Whether any factor of a strike is chosen."""
        return any(self.many(strike, amount) for amount in strike.amounts)

    def own_enter_says(self) -> str | None:
        strike, _ = self.at_hand()
        if strike is None:
            return "go on"
        if not self._sent(strike):
            return ""
        return "why not" if self._told is not None and self._told.refusals else "attack"

    def focused_order(self) -> str:
        return self.line() or super().focused_order()

    # --- drawing

    def own_lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return []
        order = self.order()
        if self._told is None and order is not None:
            self._told = told(self.desk, order, model.oceans.tells)
        head = row(" ", (f"{glyphs.sign('whose')} {model.who}: ", "now"), "against shipping")
        laid = [Laid(spread(head, row((model.rule, "rule"), " "), width)), *self._table(width)]
        strike, _ = self.at_hand()
        if strike is None or self._told is None:
            return laid
        laid += [BLANK, *self._order(strike, self._told, width), *lay_shipping(strike, width)]
        modifiers = lay_modifiers(strike, width if width < _BESIDE else width - _FORECAST - 3)
        forecast = lay_forecast(self._told, _FORECAST if width >= _BESIDE else width - 3)
        if width < _BESIDE or not modifiers:
            return [*laid, *(BLANK for _ in forecast[:1]), *(Laid(row("   ") + line) for line in forecast), *modifiers]
        return [*laid, *_beside(modifiers, forecast, width)]

    def _table(self, width: int) -> list[Laid]:
        rows = self._numbers()
        names = min(max([20, *(len(strike.title) + len(amount.title) + 2 for _, strike, amount in rows)]), width - 26)
        titles = f"   {fit('', names)}{column('ready', 7)}{column('most', 7)}{column('chosen', 8)}"
        laid = [Laid(cut(row((titles, "quiet")), width))]
        for spot, strike, amount in rows:
            many, ink = self.many(strike, amount), "quiet" if strike.declared else ""
            most = glyphs.sign("none") if amount.most < 0 else str(amount.most)
            chosen = "given" if strike.declared else f"{glyphs.sign('times')}{many}" if many else glyphs.sign("none")
            name = clean(f"{strike.title}: {amount.title}")
            figures = (f"{column(amount.have, 7)}{column(most, 7)}", ink)
            line = row(mark(spot == self.spot), (fit(name, names), ink), figures, (column(chosen, 8), "changed"))
            if amount.waiting:
                line = line + row((f"  {amount.waiting} inverted", "quiet"))
            laid.append(Laid(cut(line, width), spot))
        end = row(mark(self.spot == DONE), ("Done, go on", "strong"), ("   d", "key"))
        return [*laid, Laid(end, DONE)]

    def _order(self, strike: Strike, said: Told, width: int) -> list[Laid]:
        if said.refusals:
            return refusals(said.refusals, width)
        return order_line(said.line, width)

    def help_text(self) -> str:
        return (
            "Each line is a force that may act against the shipping of a box. Plus, minus and digits say how many, "
            "Enter gives the order, D ends the step: what is not ordered holds back.\n"
            "Below stand the limit with its causes, the shipping of the turn with the most that may be sunk, every "
            "modifier with its reason whether it holds or not, and what may come of it: exact, before any die."
        )


def lay_shipping(strike: Strike, width: int) -> list[Laid]:
    """The shipping of the box, what meets the attack, and the limit with its causes."""
    shipping = strike.shipping
    escorts = "".join(f", {count} {name}" for name, count in strike.escorts)
    said = f"{shipping.owner}: {shipping.now} transports{escorts}. "
    said += f"Of {shipping.began} when the turn began {shipping.sunk} are sunk"
    said += f", {shipping.away} in port" if shipping.away else ""
    said += f"; {shipping.left} more may be, {shipping.most} in all."
    laid = paragraph(clean(said), width, "quiet", rule=shipping.rule, indent=3)
    if strike.limit.lines:
        base, *more = strike.limit.lines
        causes = ", ".join([f"{base.value} {base.label}", *(f"{signed(line.value)} {line.label}" for line in more)])
        said = f"Submarine factors that may fight: {strike.limit.total} ({causes})."
        laid += paragraph(clean(said), width, "quiet", rule=base.rule, indent=3)
    return laid


def lay_modifiers(strike: Strike, width: int) -> list[Laid]:
    """The net modifier, those that hold, then those that do not, each with its reason."""
    if not strike.modifiers:
        return []
    modifiers = caused(strike.modifiers)
    net = sum(modifier.value for modifier in modifiers)
    laid = [BLANK, Laid(row((f" Modifier {signed(net)}", "strong"), (" for the attacker", "quiet")))]
    return laid + [line for modifier in modifiers for line in lay_modifier(modifier, width)]


def lay_forecast(said: Told, width: int) -> list[Row]:
    """What may come of it: bars of the first figure, the others in a line each."""
    if not said.odds:
        return []
    first, *others = said.odds
    rows = [row(("What may come of it", "heading"), ("  exact" if said.exact else "  sampled", "quiet"))]
    rows.append(_mean(first, width))
    shares = _few(first)
    rows += bar_rows([(label, share) for label, share in shares], [_percent(share) for _, share in shares], width)
    rows += [_mean(figure, width) for figure in others]
    for text in said.assumed:
        rows += [laid.row for laid in paragraph(f"Taken for granted: {text}.", width, "quiet", indent=0)]
    return rows


def _few(figure: Odds) -> list[tuple[str, float]]:
    """The likeliest stretch of values: rare ends are left out where there are too many for the room."""
    shares = list(figure.shares)
    while len(shares) > _MANY_BARS:
        shares.pop(0 if shares[0][1] < shares[-1][1] else -1)
    return shares


def _percent(share: float) -> str:
    return "<1 %" if 0 < share < 0.5 else f"{share:.0f} %"


def _mean(figure: Odds, width: int) -> Row:
    mean = f"{figure.mean:.1f}" if figure.mean is not None else ""
    spans = f"{figure.low}-{figure.high}" if figure.low != figure.high else figure.low
    label, told = row((clean(figure.label), "strong")), row((f"{spans}  mean ", "quiet"), (mean, "strong"))
    short = row((f"{spans}  ", "quiet"), (mean, "strong"))
    return spread(label, told if label.width + told.width < width else short, width)


def _beside(left: list[Laid], right: list[Row], width: int) -> list[Laid]:
    """Modifiers at the left, the forecast at the right."""
    room = width - _FORECAST - 3
    joined = []
    pane = [row(), *right]
    for at in range(max(len(left), len(pane))):
        head = cut(left[at].row, room) if at < len(left) else row()
        tail = cut(pane[at], _FORECAST) if at < len(pane) else row()
        rim = (f" {glyphs.sign('down')} ", "rim") if at else "   "
        joined.append(Laid(head + row(" " * (room - head.width), rim) + tail))
    return joined
