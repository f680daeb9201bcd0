"""Building: units with their limits and prices, how many, and the sum against the hand and what else it uses up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refusal
from tui import glyphs
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models.edit import is_digit
from tui.models.strategic_build import MOST, Building, BuildRow, Used, builders, building, ends_the_step, limits
from tui.panels.laying import BLANK, Laid, column, figure, labelled, mark, not_more, paragraph, reasoned, refusals, task
from tui.panels.step import DONE, OrdersPanel
from tui.rows import Row, clean, fit, row, spread
from tui.words import and_list


class BuildPanel(OrdersPanel):
    """The purchase of units, one power at a time."""

    where: ClassVar[str] = "strategic-build"
    BINDINGS: ClassVar[list[BindingType]] = bindings("strategic-build")

    model: Building | None = None
    power: str = ""
    _step: tuple[int, str] = (0, "")
    _given: tuple[str, ...] = ()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._known: dict[str, tuple[int, tuple[Refusal, ...]]] = {}
        self._counts: dict[str, int] = {}
        self._seen: set[str] = set()

    def read(self, outlook: Outlook) -> bool:
        powers = builders(outlook)
        if not powers:
            return False
        here = (self.desk.campaign.progress.turn, outlook.step)
        if here != self._step:
            self._step, self.power = here, ""
            self._counts, self._seen = {}, set()
        if self.power not in powers:
            self.power, self.spot = powers[0], ""
        self._seen.add(self.power)
        self._known = limits(self.desk, outlook)
        self.model = building(self.desk, outlook, self.power, self._counts, self._known)
        return True

    def refused(self, refusals: Sequence[Refusal]) -> None:
        """The orders were refused: the choice stays and can be mended."""
        super().refused(refusals)
        self._given = ()

    def carried_out(self) -> None:
        """What was given is built by now."""
        super().carried_out()
        self._counts = {text: many for text, many in self._counts.items() if not text.startswith(self._given or "?")}
        self._given = ()

    def _read_again(self) -> None:
        if self.outlook is not None:
            self.model = building(self.desk, self.outlook, self.power, self._counts, self._known)
        self.redraw()

    def own_spots(self) -> Sequence[str]:
        return [*(unit.id for unit in self.model.rows), DONE] if self.model is not None else ()

    def own_first_spot(self) -> str:
        """The first that may be built, or the end of building."""
        rows = self.model.rows if self.model is not None else ()
        return next((unit.id for unit in rows if unit.legal), DONE)

    def at_hand(self) -> BuildRow | None:
        """The row under the cursor."""
        rows = self.model.rows if self.model is not None else ()
        return next((unit for unit in rows if unit.id == self.spot), None)

    # --- acting

    def action_more(self) -> None:
        """One more."""
        self._count(1)

    def action_fewer(self) -> None:
        """One fewer."""
        self._count(-1)

    def _count(self, by: int) -> None:
        unit = self.at_hand() if self.choices is None else None
        if unit is not None:
            self._choose(unit, unit.many + by)

    def _choose(self, unit: BuildRow, many: int) -> None:
        most = MOST if unit.pool is not None else max(1, unit.can)
        self._counts[unit.id] = max(0, min(most, many))
        self._read_again()

    def takes(self, key: str, character: str | None) -> bool:
        """A digit says how many."""
        unit = self.at_hand() if self.choices is None and self.waits is None and self.ended is None else None
        if unit is not None and is_digit(character):
            self._choose(unit, int(character))
            return True
        return super().takes(key, character)

    def action_power(self) -> None:
        """The next power that builds; what was chosen for this one is kept."""
        powers = builders(self.outlook) if self.outlook is not None and self.choices is None else ()
        if len(powers) > 1:
            at = powers.index(self.power) if self.power in powers else -1
            self._go_to(powers[(at + 1) % len(powers)])

    def _go_to(self, power: str) -> None:
        self.power, self.spot = power, ""
        self._seen.add(power)
        self._read_again()

    @property
    def following(self) -> str:
        """The next power of this seat whose building was not looked at yet: the step ends for all of them together."""
        powers = builders(self.outlook) if self.outlook is not None else ()
        return next((power for power in powers if power not in self._seen), "")

    def action_finish(self) -> None:
        """On to the next power; after the last one to the line that builds all that is chosen and ends the step."""
        if self._mine and self.following:
            self._go_to(self.following)
        else:
            super().action_finish()

    @property
    def _mine(self) -> bool:
        """Whether the units stand there, and not a question or who is awaited."""
        there = self.model is not None and self.outlook is not None
        return there and self.choices is None and self.waits is None and self.ended is None

    def done_order(self) -> str:
        return self.model.done if self._mine and self.model is not None else super().done_order()

    def unfinished(self) -> str:
        chosen = self._mine and any(self._counts.values())
        return "units are chosen and not built: Enter here builds them" if chosen else ""

    def _finish(self) -> None:
        """On to the next power; after the last one build all that is chosen, and end the step."""
        if self.model is None or self.outlook is None:
            return
        if self.following:
            self._go_to(self.following)
            return
        powers = builders(self.outlook)
        every = [building(self.desk, self.outlook, power, self._counts, self._known) for power in powers]
        lines = tuple(line for model in every for line in model.lines)
        # Where nothing is left to build the step is over, and a 'done' would end the next one.
        ends = () if ends_the_step(self.desk, lines) else (every[0].done,)
        self._give([*lines, *ends], powers)

    def _give(self, lines: Sequence[str], powers: Sequence[str]) -> None:
        self._given = tuple(f"{power} " for power in powers)
        self.post_message(self.Ordered(lines))

    def own_enter(self) -> None:
        """Build what is chosen; with nothing chosen nothing is spent, and one of the row under the
        cursor is chosen."""
        if self.model is None:
            return
        if self.spot == DONE:
            self._finish()
        elif self.model.lines:
            self._give(self.model.lines, [self.power])
        else:
            self._count(1)

    def own_enter_says(self) -> str | None:
        if self.spot == DONE:
            return "next power" if self.following else "go on"
        return "build" if self.model is not None and self.model.lines else "choose one"

    def idle(self, action: str) -> str:
        unit = self.at_hand() if self._mine else None
        if action in ("enter", "more") and unit is not None and (why := unit.refusals or unit.why):
            return why[0].reason
        return super().idle(action)

    def focused_order(self) -> str:
        unit = self.at_hand() if self.choices is None else None
        return unit.line if unit is not None else super().focused_order()

    def focused_path(self) -> str:
        if not self.power or self.choices is not None:
            return ""
        paths = [used.path for used in self.model.used if used.path] if self.model is not None else []
        return paths[0] if paths else f"powers.{self.power}.free"

    # --- drawing

    def own_lay(self, width: int) -> list[Laid]:
        if self.model is None:
            return []
        return lay_building(self.model, self.spot, width, power_name(self.desk.campaign, self.following))

    def help_text(self) -> str:
        return (
            f"{super().help_text()}\n"
            "Plus and minus, or a digit, choose how many, and so does Enter where nothing is chosen yet; then Enter "
            "builds all that is chosen. D goes on to the next power and after the last one to the line on which Enter "
            "builds all and ends the step; Tab changes the power.\n"
            "'Can' counts the pool, the limits of the turn and the money; the reason against one more stands beside it."
        )


def lay_building(model: Building, spot: str, width: int, following: str = "") -> list[Laid]:
    """The panel's lines; ``following``: who builds next, '' where this is the last."""
    laid = task(f"{model.name} builds", f", {model.free} {model.money} free.", model.rule, width)
    laid += [Laid(_used(used, width)) for used in model.used]
    if model.then:
        laid += paragraph(f"Also to build: {and_list(model.then)}.", width, "quiet")
    laid.append(BLANK)
    names = min(max([8, *(len(unit.name) for unit in model.rows)]), max(12, width - 38))
    head_line = (
        f"   {fit('unit', names)}{column('pool', 5)}{column('can', 5)}{column(model.money, 7)}{column('chosen', 8)}"
    )
    laid.append(Laid(row((head_line, "quiet"))))
    for unit in model.rows:
        laid += [Laid(line, unit.id) for line in _rows(unit, unit.id == spot, names, width)]
    laid.append(Laid(_sum(model, spot == DONE, width, following), DONE))
    laid += [BLANK, *refusals(model.refusals, width)] if model.refusals else []
    chosen = next((unit for unit in model.rows if unit.id == spot), None)
    if chosen is None:
        return laid
    if chosen.refusals:
        laid += [BLANK, *refusals(chosen.refusals, width)] if chosen.refusals != model.refusals else []
    elif chosen.why and chosen.can:
        first = chosen.why[0]
        said = not_more(chosen.can, first)
        laid += [BLANK, *paragraph(said, width, "quiet", rule=first.rule, indent=3)]
    if chosen.built:
        laid += paragraph(f"{chosen.built} built this turn.", width, "quiet", indent=3)
    return laid


def _rows(unit: BuildRow, here: bool, names: int, width: int) -> list[Row]:
    ink = "" if unit.legal else "quiet"
    sign = mark(here) if unit.legal or here else (f" {glyphs.sign('refused')} ", "refused")
    many = f"{glyphs.sign('times')}{unit.many}" if unit.many else glyphs.sign("none")
    name, more = labelled(unit.name, names)
    left = row(
        sign,
        (name, ink),
        (column(figure(unit.pool), 5), ink),
        (column(figure(unit.can) if unit.legal else glyphs.sign("none"), 5), ink),
        (column(unit.each, 7), ink),
        (column(many, 8), "changed" if unit.many else "quiet"),
    )
    under = [row("     ", (text, ink)) for text in more]
    if unit.refusals and unit.many:
        # The reason stands below in full.
        return [left + row((f"  {glyphs.sign('refused')}", "refused")), *under]
    if unit.refusals:
        first, *told = reasoned([left], clean(unit.refusals[0].reason), width, "refused" if here else "quiet")
        return [first, *under, *told]
    return [left + row((f"  = {unit.cost}" if unit.many else "", "")), *under]


def _used(used: Used, width: int) -> Row:
    """What else is used up: how much is left of it, and after what is chosen."""
    left = row(f"   {used.title}  ", (f"{used.left}", "strong"), f" of {used.most}")
    if used.after is not None and used.after != used.left:
        left = left + row("  ", (f"{glyphs.sign('to')} {used.after}", "refused" if used.after < 0 else "changed"))
    return spread(left, row((used.rule, "rule"), " "), width)


def _sum(model: Building, here: bool, width: int, following: str) -> Row:
    said = f"Go on to {following}" if following else "Build, and done" if model.lines else "Done, go on"
    total = row()
    if model.lines:
        after = (f"{model.after}", "refused" if model.after < 0 else "changed")
        total = row(f"{model.chosen} {model.money}   {model.free} {glyphs.sign('to')} ", after, " ")
    return spread(row(mark(here), (said, "strong"), ("   d", "key")), total, width)
