"""The build queue: on the left what may be bought and why the rest may not, on the right the queue in its order, each
line with its price at its place; one key gives it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from textual.events import Click

from engine.kernel.grammar import Unreadable
from engine.kernel.orders import Order
from engine.kernel.plan import price
from engine.kernel.reading import understand
from engine.kernel.sheets.building import building_of
from engine.kernel.sheets.ledger import ledger_of
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models import build_queue as model
from tui.models.build_queue import QueueLine
from tui.models.edit import Edit, is_digit
from tui.panels.laying import SPREAD, Laid
from tui.panels.queue_edits import OFFERS, QUEUE, QueueEdits
from tui.panels.queue_lines import Shown, lay_queue, left_width
from tui.panels.step import DONE

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign


class QueuePanel(QueueEdits):
    """All purchases of the Build Segment, one power at a time."""

    where: ClassVar[str] = "build-queue"
    own_most: ClassVar[int] = SPREAD
    wants: ClassVar[int] = 112
    BINDINGS: ClassVar[list[BindingType]] = bindings("build-queue")

    def takes(self, key: str, character: str | None) -> bool:
        """A digit says how many."""
        self._committing = self._committing and key == "enter"
        if not self.typing() and self._mine and is_digit(character):
            line, offer = self.line(), self.offer()
            if offer is not None:
                line = self._of_offer(offer)
                if line is None and int(character):
                    self._queue(offer, int(character))
                    return True
            if line is not None:
                self._set(line, int(character))
            return True
        return super().takes(key, character)

    # --- filters

    def action_section(self) -> None:
        """The next kind of purchase."""
        names = ["", *dict.fromkeys(offer.section for offer in self.offers)]
        self.section = names[(names.index(self.section) + 1) % len(names)] if self.section in names else ""
        self._sifted()

    def action_every(self) -> None:
        """With what may not be bought, or without."""
        self.every = not self.every
        self._sifted()

    def _sifted(self) -> None:
        if self.side == OFFERS and self.spot not in self.own_spots():
            self.spot = self.own_first_spot()
        self.redraw()

    def action_find(self) -> None:
        """Look for a name."""
        if self._mine:
            self.side, self._search = OFFERS, Edit.of(self.text)
            self.redraw()

    def action_edit(self) -> None:
        """Type the order of a line."""
        line, offer = self.line(), self.offer()
        if line is not None or offer is not None:
            self._nth = line.nth if line is not None else None
            self._typed = Edit.of(f"{self.focused_order()} ")
            self.redraw()

    # --- typing

    def typing(self) -> bool:
        return self._search is not None or self._typed is not None or super().typing()

    def typed(self, key: str, character: str | None) -> bool:
        if self._search is not None:
            return self._searched(key, character)
        if self._typed is None:
            return super().typed(key, character)
        if key == "escape":
            self._typed = None
        elif key == "enter":
            self._take_typed()
        elif (edit := self._typed.pressed(key, character)) is not None:
            self._typed = edit
        else:
            return False
        self.redraw()
        return True

    def _searched(self, key: str, character: str | None) -> bool:
        if self._search is None:
            return False
        if key in ("enter", "tab", "down", "up", "escape"):
            self._search = None
            self.text = "" if key == "escape" else self.text
        elif (edit := self._search.pressed(key, character)) is not None:
            self._search, self.text = edit, edit.text
        else:
            return False
        self._sifted()
        return True

    def pasted(self, text: str) -> None:
        if self._typed is not None:
            self._typed = self._typed.insert(text)
        elif self._search is not None:
            self._search = self._search.insert(text)
            self.text = self._search.text
        else:
            super().pasted(text)
        self.redraw()

    def typed_order(self) -> Order[Any] | str:
        """The order that is being typed, or why it is none."""
        plan = self.plan(self.power)
        nth = self._nth if self._nth is not None else len(plan.lines)
        at = plan.lines[nth - 1].after if nth else plan.start
        try:
            order = understand(self.desk.ruleset, self._typed.text.strip() if self._typed else "", at)
        except Unreadable as fault:
            return str(fault)
        return order if order.actor == self.power else f"an order of {power_name(self.desk.campaign, self.power)}"

    def _take_typed(self) -> None:
        order = self.typed_order()
        if isinstance(order, str):
            return
        nth, self._typed = self._nth, None
        if nth is None:
            self.put((*self.drafts.of(self.power), order))
        else:
            self._replace(nth, order)

    # --- giving

    def own_enter(self) -> None:
        if self._committing:
            self._committing = False
            self._give((self.power,), ())
        elif self.spot == DONE:
            self._finish()
        elif self.offer() is not None:
            self.action_more()
        elif self.line() is not None:
            self.action_edit()

    def own_enter_says(self) -> str | None:
        if self._committing:
            return "give queue"
        if self.spot == DONE:
            queued = any(self.drafts.of(power) for power in model.builders(self.outlook)) if self.outlook else False
            return "next power" if self.following else "give all" if queued else "go on"
        return "add" if self.offer() is not None else "edit"

    def action_commit(self) -> None:
        """Ask for the Enter that gives the power's queue: a letter alone gives nothing."""
        if self._mine and self.lines and not self._stopped((self.power,)):
            self._committing = True
            orders = f"{len(self.lines)} order{'s' if len(self.lines) > 1 else ''}"
            self.tell(f"Enter gives the queue of {power_name(self.desk.campaign, self.power)}, {orders}, all or none")
            self.redraw()

    def action_power(self) -> None:
        """The next power that buys."""
        powers = model.builders(self.outlook) if self.outlook is not None and self._mine else ()
        if len(powers) > 1:
            self._go_to(powers[(powers.index(self.power) + 1) % len(powers)])

    def _go_to(self, power: str) -> None:
        self.power, self.spot, self.side = power, "", OFFERS
        self._seen.add(power)
        self._read_power()
        self.redraw()

    @property
    def following(self) -> str:
        """The next power of this seat whose purchases were not looked at yet: all of them end the step together."""
        powers = model.builders(self.outlook) if self.outlook is not None else ()
        return next((power for power in powers if power not in self._seen), "")

    def action_finish(self) -> None:
        """On to the next power; after the last one to the line that gives all queues and ends the step."""
        if self._mine and self.outlook is not None and self.following:
            self._go_to(self.following)
        else:
            super().action_finish()

    def done_order(self) -> str:
        powers = model.builders(self.outlook) if self._mine and self.outlook is not None else ()
        return f"{powers[0]} done" if powers else super().done_order()

    def unfinished(self) -> str:
        powers = model.builders(self.outlook) if self._mine and self.outlook is not None else ()
        queued = any(self.drafts.of(power) for power in powers)
        if not queued:
            return ""
        if self.following:
            name = power_name(self.desk.campaign, self.following)
            return f"a queue is not given yet: Enter goes on to {name}, and after the last power gives all of them"
        return "a queue is not given yet: Enter here gives all of them"

    def _finish(self) -> None:
        """On to the next power; after the last one give all queues and end the step."""
        if self.outlook is None:
            return
        if self.following:
            self._go_to(self.following)
            return
        powers = model.builders(self.outlook)
        if powers and not self._stopped(powers):
            self._give(powers, (f"{powers[0]} done",))

    def _stopped(self, powers: Sequence[str]) -> bool:
        """Whether a line is refused where it stands; then the cursor goes there, and nothing is given."""
        for power in powers:
            plan = self.plan(power)
            for nth, planned in enumerate(plan.lines):
                if planned.refusals:
                    if power != self.power:
                        self._go_to(power)
                    self.side, self.spot = QUEUE, f"queue {nth}"
                    self.redraw()
                    return True
        return False

    def _give(self, powers: Sequence[str], ends: Sequence[str]) -> None:
        lines = [text for power in powers for text in model.text_of(self.drafts.of(power))]
        self.drafts.sent(self._entries[-1].n if self._entries else 0, powers)
        self.post_message(self.Ordered((*lines, *ends)))

    # --- what the frame asks

    def focused_order(self) -> str:
        line, offer = self.line(), self.offer()
        if line is not None:
            return line.planned.order.text
        return offer.order.text if offer is not None else super().focused_order()

    def focused_path(self) -> str:
        if not self.power or not self._mine or self.sums is None:
            return ""
        return next((means.path for means in self.sums.used if means.path), f"powers.{self.power}.free")

    # --- drawing

    def _under(self, line: Laid, typing: bool) -> bool:
        return False if self._mine else super()._under(line, typing)

    def own_lay(self, width: int) -> list[Laid]:
        if self.sums is None:
            return []
        return lay_queue(self._now(), self._pages, width, self.size.height)

    def _now(self) -> Shown:
        order = self.typed_order() if self._typed is not None else None
        planned = self.plan(self.power).placed(order, self._place()) if isinstance(order, Order) else None
        assert self.sums is not None and self.outlook is not None
        return Shown(
            name=power_name(self.desk.campaign, self.power),
            following=power_name(self.desk.campaign, self.following) if self.following else "",
            money=ledger_of(self.desk.ruleset).money,
            offers=tuple(self.shown),
            hidden=len(self.offers) - len(self.shown),
            lines=self.lines,
            ordered=self.ordered,
            sums=self.sums,
            limit=self.limit,
            named=self._named,
            alone=self._alone,
            queued=self._of_offer,
            spot=self.spot,
            left=self.side == OFFERS,
            section=self.section,
            text=self.text,
            search=self._search,
            typed=self._typed,
            problem=order if isinstance(order, str) else "",
            trial=planned,
        )

    def _named(self, line: QueueLine) -> str:
        order = line.planned.order
        return model.name_of(self.desk, line.at, order, building_of(self.desk.ruleset).stock(line.at, order))

    def _alone(self, line: QueueLine) -> int:
        return price(line.planned.order, self._plans[self.power].start).total

    def _place(self) -> Campaign:
        plan = self.plan(self.power)
        nth = self._nth if self._nth is not None else len(plan.lines)
        place: Campaign = plan.lines[nth - 1].after if nth else plan.start
        return place

    def on_click(self, event: Click) -> None:
        """A click puts the cursor on the side it falls on."""
        if not self._mine or self.typing():
            super().on_click(event)
            return
        left = event.x < left_width(self.size.width)
        spot = self._pages.spot(left, event.y)
        if spot:
            self.side = OFFERS if left else QUEUE
            self.stand(spot)
            if event.chain == 2:
                self.enter()

    def help_text(self) -> str:
        return (
            f"{super().help_text()}\n"
            "On the left what may be bought: how many after all that is queued, how many the pool has, the price of "
            "the next; what may not be bought says why. On the right the queue: each line is judged and priced where "
            "it stands, so moving it changes what is doubled. A refused line is red; its reasons stand below.\n"
            "Enter or plus queues one, minus takes one off, digits set the number, * takes all that may be bought. "
            "Tab goes to the queue; K and J move a line, Delete removes it, z takes the last edit back. "
            "On a line v turns through places, yards and circumstances, such as that a unit has moved; D asks for "
            "deficit spending by name, e types the order. "
            "O and Enter give the whole queue, all or none; d goes on to the next power and after the last one to the "
            "line on which Enter gives all queues and ends the step. What was given is taken back with u into "
            "the queue.\n"
            "R, / and a sift the list."
        )
