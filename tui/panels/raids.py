"""Strategic bombing: a force composed against a target, or air units assigned to its defence, with what may come of
it, exact before the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.sheets.raids import Aim, Start
from engine.kernel.sheets.raids import Number as Part
from tui import glyphs
from tui.keys import bindings
from tui.models.raids import Raiding, Weighed, raiding, weigh
from tui.panels.choosing import FORM, lay_forms
from tui.panels.counting import MOST, Number, ScrolledPanel
from tui.panels.laying import BLANK, SPREAD, Laid, beside, column, mark, order_line, refusals, task
from tui.panels.raid_lines import flight_rows, lay_sections, lay_stands, odds_pane, target_rows, worth
from tui.panels.step import DONE
from tui.rows import Row, clean, cut, fit, row

WHO, TARGET, FRONT = "who", "target", "front"
OTHER = "other:"
_BESIDE = 70
"""From this width on the targets, or the forecast, stand beside the force."""
_PANE = 31
_LABEL = 13
_FEW = 5
"""Lines of the list of targets where it has to share its room."""


class RaidsPanel(ScrolledPanel):
    """A force against one target: who, against what, from or on which front, and a number for each kind of units."""

    where: ClassVar[str] = "raids"
    own_most: ClassVar[int] = SPREAD
    wants: ClassVar[int] = 76
    BINDINGS: ClassVar[list[BindingType]] = bindings("raids")

    model: Raiding | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._step: tuple[int | str, ...] = ()
        self._power = ""
        self._aims: dict[str, str] = {}
        self._fronts: dict[str, str] = {}
        self._chosen: dict[tuple[str, str, str], int] = {}
        self._weighed: Weighed | None = None

    # --- reading

    def read(self, outlook: Outlook) -> bool:
        self.model = model = raiding(self.desk, outlook)
        # With each order there is less to send: what was composed before it is composed anew.
        moment = (self.desk.campaign.progress.turn, outlook.step, len(model.board.flights), self._given())
        if moment != self._step:
            if moment[:2] != self._step[:2] or moment[3] != self._step[3]:
                self._aims, self._fronts = {}, {}
            self._step, self._chosen, self.spot = moment, {}, ""
            self._to_top()
            self._power = next((aim.power for aim in model.board.aims if _left(aim)), self._power)
        if self._power not in model.powers:
            self._power = next(iter(model.powers), "")
        self._weighed = None
        return bool(model.board.aims)

    def _given(self) -> int:
        aims = self.model.board.aims if self.model is not None else ()
        return sum(start.given for aim in aims for start in aim.starts)

    def aims(self) -> tuple[Aim, ...]:
        """The targets of the power that is looked at."""
        return self.model.of(self._power) if self.model is not None else ()

    def aim(self) -> Aim | None:
        """The target at hand: the one that was chosen, else the first against which anything is left to order."""
        aims = self.aims()
        chosen = [aim for aim in aims if aim.id == self._aims.get(self._power)]
        return next(iter([*chosen, *filter(_left, aims), *aims]), None)

    def start(self) -> Start | None:
        """The front at hand: the one that was chosen, else the first on which anything is left to order."""
        aim = self.aim()
        if aim is None:
            return None
        starts = [start for start in aim.starts if start.front == self._fronts.get(aim.id)]
        starts += [start for start in aim.starts if _open(start)]
        return next(iter(starts), aim.starts[0])

    def many(self, number: Part) -> int:
        """How many of a kind are chosen, at first what is proposed."""
        aim, start = self.aim(), self.start()
        if aim is None or start is None:
            return number.first
        return self._chosen.get((aim.id, start.front, number.name), number.first)

    def order(self) -> Order[Any] | None:
        """The order that stands there, None where none does."""
        start = self.start()
        if start is None or self.choices is not None:
            return None
        return start.order({part.name: self.many(part) for part in start.numbers})

    def line(self) -> str:
        """The same as text, '' for none."""
        order = self.order()
        return order.text if order is not None else ""

    def _looked_at(self) -> Weighed | None:
        order = self.order()
        if self._weighed is None and order is not None and self.model is not None:
            self._weighed = weigh(self.desk, order, self.model.board.tells)
        return self._weighed

    # --- the cursor

    def own_spots(self) -> Sequence[str]:
        model, aim, start = self.model, self.aim(), self.start()
        if model is None or aim is None or start is None:
            return ()
        spots = [WHO] if len(model.powers) > 1 else []
        spots += [TARGET, *([FRONT] if len(aim.starts) > 1 else []), *(part.name for part in start.numbers), DONE]
        spots += [f"{OTHER}{order.order}" for order in model.others]
        return [*spots, *(f"{FORM}{form.verb}" for form in self.forms())]

    def own_first_spot(self) -> str:
        """The target, or the end of the step where nothing is left to send."""
        aim = self.aim()
        left = aim is not None and _left(aim)
        return TARGET if left or not (self.model and self.model.board.flights) else DONE

    def moved(self) -> None:
        super().moved()
        self._to_top()

    def _to_top(self) -> None:
        """The order and the force are seen together wherever the reader has gone on to."""
        self.scroll_to(y=0, animate=False, immediate=True)

    def _kind(self) -> Part | None:
        start = self.start()
        return next((part for part in start.numbers if part.name == self.spot), None) if start is not None else None

    def number(self) -> Number | None:
        """Units of a kind that are sent; no most where only the rules limit it."""
        kind = self._kind() if self.model is not None else None
        if kind is None:
            return None
        most = MOST if kind.have < 0 else kind.have
        return Number(self.many(kind), kind.have, most=most)

    def take(self, many: int) -> None:
        aim, start = self.aim(), self.start()
        if aim is not None and start is not None:
            self._chosen[aim.id, start.front, self.spot] = many
            self._fresh()

    def done(self) -> str:
        return self.model.done if self.model is not None else ""

    # --- acting

    def action_goal(self) -> None:
        """The next target."""
        if self.acting:
            self._to_aim(1)

    def action_goal_before(self) -> None:
        """The target before."""
        if self.acting:
            self._to_aim(-1)

    def count(self, by: int) -> None:
        """One more, or the next."""
        if not self.acting or self.model is None:
            return
        if self._kind() is not None:
            super().count(by)
        elif self.spot == WHO:
            self._power = _next(self.model.powers, self._power, by)
            self._fresh()
        elif self.spot == TARGET:
            self._to_aim(by)
        elif self.spot == FRONT and (aim := self.aim()) is not None and (start := self.start()) is not None:
            self._fronts[aim.id] = _next([each.front for each in aim.starts], start.front, by)
            self._fresh()

    def _to_aim(self, by: int) -> None:
        if (aim := self.aim()) is not None:
            self._aims[self._power] = _next([each.id for each in self.aims()], aim.id, by)
            self._fresh()

    def _fresh(self) -> None:
        self._weighed = None
        self._to_top()
        self.redraw()

    def own_enter(self) -> None:
        if self.spot == DONE:
            self.give_done()
        elif self.spot.startswith(OTHER):
            self.post_message(self.Ordered([self.spot.removeprefix(OTHER)]))
        elif self.enter_form():
            return
        elif not self._sent():
            self.tell("nothing is chosen: plus and digits say how many fly")
        elif self.line():
            self.post_message(self.Ordered([self.line()]))

    def _sent(self) -> bool:
        """Whether any unit is chosen, on the front that is looked at."""
        start = self.start()
        return start is not None and any(self.many(part) for part in start.numbers)

    def own_enter_says(self) -> str | None:
        if self.spot == DONE:
            return "go on"
        if not self.spot.startswith(OTHER) and not self._sent():
            return ""
        said = self._looked_at()
        return "why not" if said is not None and said.told.refusals and not self.spot.startswith(OTHER) else "order"

    def focused_order(self) -> str:
        if self.filling is not None or self.choices is not None:
            return super().focused_order()
        return self.spot.removeprefix(OTHER) if self.spot.startswith(OTHER) else self.line()

    # --- drawing

    def own_lay(self, width: int) -> list[Laid]:
        model, aim = self.model, self.aim()
        said = self._looked_at()
        if model is None or aim is None or said is None:
            return []
        laid = task(f"{model.who}: ", model.board.task, model.rule, width)
        # Where all has flown nothing is reproached.
        if self.spot != DONE:
            refused = said.told.refusals
            laid += refusals(refused, width) if refused else order_line(said.told.line, width)
        mine, others = lay_stands(model.board.stands, aim.who, width)
        wide = width >= _BESIDE
        force = self._force(width - _PANE - 3 if wide else width)
        pane = self._pane(said, len(force) if wide else 8, _PANE if wide else width - 3)
        laid += mine
        laid += (
            beside(force, pane, width, _PANE) if wide else [*force, BLANK, *(Laid(row("   ") + line) for line in pane)]
        )
        if not self._choosing(said):
            laid += flight_rows(model.board.flights, width)
        return [*laid, *lay_sections(said.sections, width), BLANK, *others]

    def _choosing(self, said: Weighed) -> bool:
        return self.spot in (WHO, TARGET, FRONT) or bool(said.told.refusals)

    def _pane(self, said: Weighed, height: int, width: int) -> list[Row]:
        """The targets and what is announced while one is chosen, else what may come of the order."""
        aim = self.aim()
        if self.model is None or aim is None or not self._choosing(said):
            return odds_pane(said, width)
        flights = [line.row for line in flight_rows(self.model.board.flights, width)]
        return [*target_rows(self.aims(), aim, _FEW if flights else max(_FEW, height), width), *flights]

    def _force(self, width: int) -> list[Laid]:
        """The order's parts, one in a line."""
        model, aim, start = self.model, self.aim(), self.start()
        assert model is not None and aim is not None and start is not None
        laid = [self._line(WHO, "who", aim.who, width)] if len(model.powers) > 1 else []
        laid.append(self._line(TARGET, "target", aim.name, width))
        laid.append(Laid(cut(row((f"   {'':{_LABEL}}{worth(aim)}", "quiet")), width)))
        if len(aim.starts) > 1:
            laid.append(self._line(FRONT, model.board.at, f"the {start.name}", width))
        else:
            laid.append(Laid(cut(row(f"   {model.board.at:{_LABEL}}the {start.name}"), width)))
        if len(start.way) > 1:
            laid.append(Laid(cut(row((f"   {'':{_LABEL}}then {' and '.join(start.way[1:])}", "quiet")), width)))
        given = "  given" if start.given else ""
        laid.append(
            Laid(cut(row((f"   {'':{_LABEL}}{column('ready', 6)}{column('chosen', 7)}{given}", "quiet")), width))
        )
        for part in start.numbers:
            many = self.many(part)
            have = "board" if part.have < 0 else str(part.have)
            have = "" if part.name == "hexes" else have
            chosen = (column(many or glyphs.sign("none"), 7), "changed" if many else "quiet")
            label = (fit(clean(part.title), _LABEL), "")
            line = row(
                mark(self.spot == part.name), label, (column(have, 6), "quiet"), chosen, (f"  {part.note}", "quiet")
            )
            laid.append(Laid(cut(line, width), part.name))
        laid.append(Laid(row(mark(self.spot == DONE), ("Done, go on", "strong"), ("   d", "key")), DONE))
        for offer in model.others:
            spot = f"{OTHER}{offer.order}"
            sign = (f"{glyphs.sign('refused')} " if offer.refusals else "", "refused")
            laid.append(Laid(cut(row(mark(self.spot == spot), sign, f"{offer.who}: {offer.says}"), width), spot))
        return [*laid, *(line for line in lay_forms(self.forms(), self.spot, width) if line.spot)]

    def _line(self, spot: str, label: str, value: str, width: int) -> Laid:
        here = self.spot == spot
        turn = (f" {glyphs.sign('left-right')}" if here else "", "quiet")
        return Laid(cut(row(mark(here), fit(label, _LABEL), (clean(value), "strong"), turn), width), spot)

    def help_text(self) -> str:
        if self.filling is not None or self.choices is not None:
            return super().help_text()
        return (
            "One force at a time: the target, the front, and how many of each kind. On the upper lines plus and minus "
            "turn to the next, Tab does it from anywhere; on the others they and digits say how many, a takes all that "
            "are ready. Distances are the board's: those that are told are judged. The order stands at the top, or "
            "every reason why not; Enter gives it, D ends the step.\n"
            "While a target is chosen the list shows the strength and the BRPs of all; then the forecast stands there, "
            "exact before any die, and below it every modifier with its reason, and the forces that are announced.\n"
            "Longer routes, escorts for a part of the way and who fights first are told with the typed order."
        )


def _open(start: Start) -> bool:
    """Whether anything is proposed on a front that is not assigned yet."""
    return not start.given and any(number.first for number in start.numbers)


def _left(aim: Aim) -> bool:
    """Whether anything is left to order against, or for, a target."""
    return any(map(_open, aim.starts))


def _next(among: Sequence[str], now: str, by: int) -> str:
    """The name so many places on, round at the ends."""
    names = list(among)
    at = names.index(now) if now in names else 0
    return names[(at + by) % len(names)]
