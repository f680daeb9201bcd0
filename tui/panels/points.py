"""Buying points: laid on targets in the list of diplomacy, with what they cost, what is left and what they would bring;
one order gives all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import evolve
from textual.binding import BindingType

from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.diplomacy import Bought, Supposed
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models.awaited import of_seat
from tui.models.diplomacy import Purchase, TargetRow, purchase
from tui.panels import ladder
from tui.panels.counting import CountingPanel, Number
from tui.panels.diplomacy import Weighing
from tui.panels.laying import Laid, mark, refusals
from tui.panels.step import DONE
from tui.rows import Row, folded, row
from tui.words import and_list

_KEYS = ("spy", "guard", "try_variant")
"""The actions that buy what stands beside points, in the sheet's order."""


class PointsPanel(CountingPanel, Weighing):
    """The purchase of points of one power after the other."""

    where: ClassVar[str] = "points"
    own_most: ClassVar[int] = Weighing.most
    BINDINGS: ClassVar[list[BindingType]] = bindings("points")

    model: Purchase | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._moment: tuple[object, ...] = ()
        self._power = ""
        self._points: dict[str, int] = {}
        self._extras: dict[str, int] = {}
        self._why: tuple[object, tuple[Refusal, ...]] = ((), ())

    # --- reading

    def read(self, outlook: Outlook) -> bool:
        self.read_targets()
        buyers = self.buyers
        if self._power not in buyers:
            self._power = next(iter(buyers), "")
        moment = (self.desk.campaign.progress.turn, outlook.step, self._power)
        if moment != self._moment:
            # Another power buys: nothing of the one before is left on the screen.
            self._moment, self._points, self._extras, self._supposed = moment, {}, {}, {}
            self.spot = ""
        if self.spot not in self.own_spots():
            self.spot = self.own_first_spot()
        self.reckon()
        return self.model is not None

    @property
    def buyers(self) -> tuple[str, ...]:
        """The powers of this seat that are still to buy."""
        return of_seat(self.desk, self.outlook.awaits) if self.outlook is not None else ()

    def reckon(self) -> None:
        """Work out what is laid, and what it would bring on the target under the cursor."""
        if self.outlook is not None:
            bought = Bought(self._points, self._extras)
            self.model = purchase(self.desk, self.outlook, self._power, bought) if self._power else None
        self.weigh()

    def moved(self) -> None:
        super().moved()
        self.weigh()

    def supposing(self, target: TargetRow) -> Supposed:
        """The buyer rolls with all that lies there and is laid now."""
        supposed = evolve(super().supposing(target), by=self._power)
        lying = target.lying.get(self._power) or 0
        laid = self._points.get(target.id, 0)
        return evolve(supposed, attack=lying + laid if laid else None)

    # --- the cursor

    def own_first_spot(self) -> str:
        """The first target that the buyer may influence."""
        rows = self.board.rows if self.board is not None else ()
        open_to = (target.spot for target in rows if not target.closed and target.open_to(self._power))
        return next(open_to, super().own_first_spot())

    def own_spots(self) -> Sequence[str]:
        return [*self.target_spots(), DONE] if self.ends() else self.target_spots()

    def ends(self) -> str:
        """The order that ends the step for all powers of this seat, '' where none is offered."""
        hidden = self.model is not None and self.model.sealed
        # Among several seats that would tell the others that nothing was bought.
        return "" if hidden else self.step_end()

    def done(self) -> str:
        return self.ends()

    # --- laying

    @property
    def lays(self) -> bool:
        """Whether points are laid on targets at all."""
        return self.board is not None and self.board.supposes

    def number(self) -> Number | None:
        target = self.target
        if target is None or self.model is None or not self.lays:
            return None
        return Number(self._points.get(target.id, 0), 0, most=9, typed=9)

    def take(self, many: int) -> None:
        target = self.target
        if target is not None:
            self._points[target.id] = many
            self._laid_anew()

    def _toggle(self, nth: int) -> None:
        extras = self.model.buying.extras if self.model is not None else ()
        if self.acting and nth < len(extras):
            self._extras[extras[nth].id] = 0 if extras[nth].count else 1
            self._laid_anew()

    def _laid_anew(self) -> None:
        """Something else is laid: why that before was refused is said no more."""
        self.reckon()
        if self._why_not:
            self._why_not = False
            self.tell("")
        self.redraw()

    def action_spy(self) -> None:
        """Buy an Espionage chit, or not."""
        self._toggle(0)

    def action_guard(self) -> None:
        """Buy a Counter-Espionage chit, or not."""
        self._toggle(1)

    def action_try_variant(self) -> None:
        """Keep a point for a variant roll, or not."""
        self._toggle(2)

    def action_defence_more(self) -> None:
        """Suppose one point more in the defence."""
        self._suppose_defence(1)

    def action_defence_fewer(self) -> None:
        """Suppose one point fewer."""
        self._suppose_defence(-1)

    def _suppose_defence(self, by: int) -> None:
        if self.may_suppose("more"):
            self.suppose_defence(by)

    def action_against(self) -> None:
        """Attack another alliance."""
        if self.may_suppose("against"):
            self.turn(against=1)

    def action_power(self) -> None:
        """Another power of this seat buys."""
        buyers = self.buyers
        if len(buyers) > 1 and self._power in buyers and self.outlook is not None:
            self._power = buyers[(buyers.index(self._power) + 1) % len(buyers)]
            self.read(self.outlook)
            self.redraw()

    def unfinished(self) -> str:
        laid = any(self._points.values()) or any(self._extras.values())
        return "what is laid is not bought yet: Enter on a target buys it" if laid else ""

    def own_enter(self) -> None:
        if self.spot == DONE:
            if laid := self.unfinished():
                self.tell(laid)
            else:
                self.give_done()
        elif self.model is not None:
            self.post_message(self.Ordered([self.model.line]))

    def own_enter_says(self) -> str | None:
        if self.spot == DONE:
            return "go on"
        if self.model is None:
            return ""
        return "why not" if self.model.refusals else "buy" if self.unfinished() else "buy none"

    def focused_order(self) -> str:
        if not self.acting or self.model is None:
            return super().focused_order()
        return self.ends() if self.spot == DONE else self.model.line

    def focused_path(self) -> str:
        """What the buyer can still spend."""
        return f"powers.{self._power}.free" if self.acting and self._power else ""

    def may_suppose(self, action: str) -> bool:
        if action == "power":
            return len(self.buyers) > 1
        target = self.target
        if target is None or not target.open_to(self._power):
            return False
        return super().may_suppose({"defence_more": "more"}.get(action, action))

    def footer_label(self, action: str) -> str | None:
        if not self.acting:
            return super().footer_label(action)
        if action in ("more", "fewer"):
            return "" if self.target is None or not self.lays else None
        if action in _KEYS:
            extras = self.model.buying.extras if self.model is not None else ()
            return None if _KEYS.index(action) < len(extras) else ""
        if action in ("defence_more", "against", "power"):
            return None if self.may_suppose(action) else ""
        return None

    def idle(self, action: str) -> str:
        supposed = {"defence_more": "more", "defence_fewer": "fewer", "against": "against"}.get(action)
        if supposed is None:
            return super().idle(action)
        return self.nothing_to_suppose(supposed) if self.may_suppose(supposed) else "there is no roll on this line"

    def bar_says(self) -> tuple[object, ...]:
        return *super().bar_says(), self.target is None, self.may_suppose("against"), len(self.buyers)

    # --- drawing

    def own_keys(self) -> ladder.Keys:
        return ladder.Keys("", self.key_of("defence_more"), "", self.key_of("against"))

    def own_lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return []
        keys = dict(zip((extra.id for extra in model.buying.extras), map(self.key_of, _KEYS), strict=False))

        def first(columns: int) -> list[Row]:
            beside = columns < width - 2
            return (ladder.basket if beside else ladder.brief_basket)(model, columns, keys)

        laying = ladder.Laying(self._power, self._points) if self.lays else None
        return self.lay_targets(width, self._below, laying, first)

    def told_of(self, width: int) -> list[Row]:
        target, thought = self.target, self.thought
        rolls = thought is not None and (thought.refused or thought.supposed.by == self._power)
        if target is None or target.closed or rolls:
            return super().told_of(width)
        barred = [line.row for line in refusals(self._barred(target), width)]
        return [*ladder.head(target, width), *barred, *ladder.lying(target, width), *ladder.rest(target, width)]

    def _barred(self, target: TargetRow) -> tuple[Refusal, ...]:
        """Why the buyer lays nothing on a target, whatever he has laid elsewhere."""
        at = (self._moment, target.id)
        if self._why[0] != at and self.outlook is not None:
            tried = purchase(self.desk, self.outlook, self._power, Bought({target.id: 1}, {}))
            self._why = at, tried.refusals if tried is not None else ()
        return self._why[1]

    def _below(self, width: int) -> list[Laid]:
        """The line that ends the step, and who buys after this power."""
        laid = []
        if self.ends():
            laid.append(Laid(row(mark(self.spot == DONE), "Nobody else buys: done, go on"), DONE))
        others = [power_name(self.desk.campaign, power) for power in self.buyers if power != self._power]
        if others and not self._low:
            after = row("   ", (f"{self.key_of('power')} ", "key"), (f"then {and_list(others)}", "quiet"))
            laid += [Laid(line) for line in folded(after, width)]
        return laid

    def help_text(self) -> str:
        if not self.acting:
            return super().help_text()
        if not self.lays:
            return self.whole_help("\n".join(self.step.printed(self.desk.campaign)) if self.step is not None else "")
        return self.whole_help(
            "POPs and chits are bought here, all with one order (16.1.1, 16.1.7). Plus, minus and digits lay POPs on "
            "the target under the cursor, e and c a chit of each kind, v the POP that a roll for a variant takes "
            "(28.0); what it costs and why it may not be is told at every key. Enter buys what is laid. With several "
            "seats all see the sum and nobody what it bought.\n"
            "The odds are those of all that would lie there against the defence that you suppose: left and right "
            "change it, tab attacks another alliance."
        )
