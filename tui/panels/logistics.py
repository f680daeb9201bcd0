"""Planning: the logistical efforts, how many, what they cost and allow, and whose turn it is to buy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from engine.kernel.outlook import Outlook
from tui import glyphs
from tui.keys import bindings
from tui.models.choices import without_name
from tui.models.logistics import EffortRow, Logistics, logistics
from tui.panels.laying import (
    BLANK,
    SPREAD,
    Laid,
    breakdown,
    column,
    figure,
    hung,
    mark,
    paragraph,
    refusals,
    split,
    with_rule,
)
from tui.panels.step import OrdersPanel
from tui.rows import Row, clean, fit, row, some_of, wrap


class LogisticsPanel(OrdersPanel):
    """The purchase of efforts."""

    where: ClassVar[str] = "logistics"
    own_most: ClassVar[int] = SPREAD
    BINDINGS: ClassVar[list[BindingType]] = bindings("logistics")

    model: Logistics | None = None
    _counts: dict[str, int]

    def read(self, outlook: Outlook) -> bool:
        before = self.model.power if self.model is not None else ""
        if not hasattr(self, "_counts"):
            self._counts = {}
        bought = logistics(self.desk, outlook, self._counts)
        if before and bought.power != before:
            # Another power buys: its counts begin anew, and its cursor on the first effort.
            self._counts = {}
            self.spot = ""
            bought = logistics(self.desk, outlook, self._counts)
        self.model = bought
        return bool(bought.rows)

    def own_spots(self) -> Sequence[str]:
        return [effort.kind for effort in self.model.rows] if self.model is not None else ()

    def own_first_spot(self) -> str:
        """The first effort that may be bought."""
        rows = self.model.rows if self.model is not None else ()
        return next((effort.kind for effort in rows if effort.legal), rows[0].kind if rows else "")

    def own_lay(self, width: int) -> list[Laid]:
        model, height = self.model, self.size.height
        if model is None:
            return []
        room, _ = split(width)
        laid = lay_logistics(model, self.spot, room, height)
        effort = self.at_hand()
        if effort is None:
            return laid

        def details(columns: int) -> list[Laid]:
            told = lay_effort(effort, columns, _low(height))
            below = columns == room and len(laid) + 1 + len(told) > height
            return [Laid(row(("   pgdn reads on below", "quiet"))) if below else BLANK, *told]

        return self.told(laid, details, width)

    def last_spot(self) -> str:
        """None: the list stays in sight on its last line too, and what is told of it is read on with a page."""
        return "" if self.choices is None else super().last_spot()

    def action_page_down(self) -> None:
        """A page down: through what is told of the effort under the cursor, then to the lines below."""
        if self.choices is not None or not self.read_on(1):
            super().action_page_down()

    def action_page_up(self) -> None:
        """A page up, as ``action_page_down``."""
        if self.choices is not None or not self.read_on(-1):
            super().action_page_up()

    def at_hand(self) -> EffortRow | None:
        """The effort under the cursor."""
        rows = self.model.rows if self.model is not None else ()
        return next((effort for effort in rows if effort.kind == self.spot), None)

    def own_enter(self) -> None:
        effort = self.at_hand()
        if effort is not None:
            self.post_message(self.Ordered([effort.order]))

    def own_enter_says(self) -> str | None:
        effort = self.at_hand()
        return "" if effort is None else "buy" if effort.legal else "why not"

    def no_end(self) -> str:
        if self.model is None or self.choices is not None or self.waits is not None or self.ended is not None:
            return super().no_end()
        return "an effort is chosen here, if only the first line: no effort at all"

    def focused_order(self) -> str:
        effort = self.at_hand() if self.choices is None else None
        return effort.order if effort is not None else super().focused_order()

    def focused_path(self) -> str:
        """What the buyer can still spend."""
        return f"powers.{self.model.power}.free" if self.model is not None and self.model.power else ""

    def action_more(self) -> None:
        """One more of this effort."""
        self._count(1)

    def action_fewer(self) -> None:
        """One fewer of this effort."""
        self._count(-1)

    def _count(self, by: int) -> None:
        effort = self.at_hand()
        if effort is None or not effort.many or self.outlook is None:
            return
        self._counts[effort.kind] = max(1, min(effort.most, effort.many + by))
        self.model = logistics(self.desk, self.outlook, self._counts)
        self.redraw()

    def help_text(self) -> str:
        at_hand = self.at_hand()
        allowed = [f"{answer}: {activities}" for answer, activities in by_answer(at_hand)] if at_hand else []
        return "\n".join(
            (
                "Each power chooses one kind of logistical effort a turn; the lowest hand chooses first (3.3).",
                "The cost is reserved now and paid when Operations begin; what the effort allows is listed under it.",
                "Plus and minus change how many of an effort that may be bought several times.",
                "A refused effort names its reason and rule; Enter gives the order under the cursor.",
                *([f"\n{at_hand.name}:", *allowed] if at_hand else []),
            )
        ).strip()


def _low(height: int) -> bool:
    return height < 18


def lay_logistics(model: Logistics, spot: str, width: int, height: int) -> list[Laid]:
    """Who buys, and the efforts; in a low window who comes after is left to the ledger."""
    low = _low(height)
    laid = paragraph(model.bought, width, rule=clean(model.rule))
    buyer = next((buyer for buyer in model.buyers if buyer.power == model.power), None)
    if buyer is not None:
        hand = f", {buyer.hand} NARFs in hand" if buyer.hand is not None else ""
        now = f"{glyphs.sign('whose')} {buyer.name} buys{hand}."
        said = (now, model.seal, "" if low else model.to_come)
        lines = wrap(" ".join(part for part in said if part), max(10, width - 2))
        head = lines[0]
        laid.append(Laid(row(" ", (head[: len(now)], "now"), (head[len(now) :], "quiet"))))
        laid += [Laid(row(" ", (line, "quiet"))) for line in lines[1:]]
    names = max([8, *(len(effort.name) for effort in model.rows)])
    if not low:
        laid.append(BLANK)
    laid.append(Laid(row((f"   {fit('effort', names + 4)}{'NARFs':>6}{'left':>6}  this turn you may", "quiet"))))
    for effort in model.rows:
        laid += [Laid(line, effort.kind) for line in _effort_rows(effort, effort.kind == spot, names, width, low)]
    return laid


def _effort_rows(effort: EffortRow, here: bool, names: int, width: int, low: bool) -> list[Row]:
    """An effort's line: what it allows as far as there is room, or why it is refused, in a low window only where that
    has room: all of it is told of the line under the cursor."""
    ink = "" if effort.legal else "quiet"
    sign = mark(here) if effort.legal or here else (f" {glyphs.sign('refused')} ", "refused")
    many = f"{glyphs.sign('times')}{effort.many}" if effort.many else ""
    left = row(
        sign,
        (fit(effort.name, names), ink),
        (fit(f" {many}", 4), "strong" if effort.legal else ink),
        (column(effort.cost, 6), ink),
        (column(figure(effort.after), 6), ink),
        "  ",
    )
    room = max(0, width - left.width - 1)
    if not effort.refusals:
        head = "only " if effort.may.startswith("only ") else ""
        may = some_of(effort.may.removeprefix(head).split(", "), room, head)
        return [left + row((may, ink or "quiet"))]
    why, ink = clean(effort.refusals[0].reason), "refused" if here else "quiet"
    if low and len(why) > room:
        # Whose it is stands above the list.
        why = without_name(why, effort.whose)
    if len(why) <= room:
        return [left + row((why, ink))]
    return [left] if low else [left, *hung(row("     "), why, width - 1, ink)]


def by_answer(effort: EffortRow) -> list[tuple[str, str]]:
    """What an effort allows, by the answer: what it allows freely first, limits next, what it forbids last."""
    groups: dict[str, list[str]] = {}
    for allowed in effort.allowed:
        groups.setdefault(allowed.answer, []).append(allowed.activity)
    ranked = sorted(groups, key=lambda answer: (answer == "no", answer != "yes"))
    return [(answer, ", ".join(groups[answer])) for answer in ranked]


def lay_effort(effort: EffortRow, width: int, low: bool) -> list[Laid]:
    """Under the list: why the effort is refused, what it costs and why, and what it allows."""
    laid = [*refusals(effort.refusals, width), *breakdown(effort.breakdown, width, "costs", "NARFs")]
    if effort.many and effort.legal and not low:
        laid += paragraph("+ and - change how many", width, "quiet", indent=3)
    answers = by_answer(effort)
    rule = next((allowed.rule for allowed in effort.allowed if allowed.rule), "")
    if low:
        said = ". ".join(f"{answer[:1].upper()}{answer[1:]}: {activities}" for answer, activities in answers)
        return [*laid, *paragraph(said, width, "quiet", rule=rule, indent=3)] if answers else laid
    lines: list[Row] = []
    for answer, activities in answers:
        plain = answer in ("yes", "no")
        ink = "quiet" if answer == "no" else ""
        head = row((f"   {fit(answer if plain else '', 3)}  ", ink or "heading"))
        lines += hung(head, activities if plain else f"{answer}: {activities}", width - 1, ink)
    laid += [Laid(line) for line in with_rule(lines, rule, width)]
    return laid
