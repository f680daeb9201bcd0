"""The panel whose lines a cursor moves through; every panel of the work area is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import iscoroutinefunction
from typing import ClassVar

from textual.actions import SkipAction
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp, Paste
from textual.message import Message

from tui import keys
from tui.models.edit import types
from tui.panel import LinePanel, Panel
from tui.panels.laying import TEXT, Laid, beside, paragraph, split
from tui.rows import Row, cut

_ASKS = (
    Panel.Ordered,
    Panel.Begun,
    Panel.TakenBack,
    Panel.GivenAgain,
    Panel.Explain,
    Panel.Ponder,
    Panel.Said,
    Panel.Closed,
    Panel.HandedOver,
)
_MOVES = ("up", "down", "first", "last", "page_up", "page_down")
_IDLE = {
    "enter": "Enter does nothing on this line",
    "more": "no more of it, or nothing to count on this line",
    "fewer": "no fewer of it, or nothing to count on this line",
    "every": "nothing more to take on this line",
    "goal": "there is one way only for this line",
    "goal_before": "there is one way only for this line",
    "power": "nobody else acts here",
    "power_back": "nobody else acts here",
    "before": "nothing before this one",
    "after": "nothing after this one",
    "call_off": "the cursor stands on no battle that can be called off",
}


class CursorPanel(LinePanel):
    """Subclasses give ``spots`` (where the cursor may stand) and ``lay`` (the lines); Enter calls ``enter``."""

    most: ClassVar[int] = TEXT
    """Columns that its lines are never wider than; more where something stands side by side."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self.spot = ""
        self._places: list[str] = []
        self._top = 0
        self._pinned = False
        self._asked_of_frame = 0
        self._says: tuple[object, ...] = (None, False)

    def spots(self) -> Sequence[str]:
        """Where the cursor may stand."""
        return ()

    def first_spot(self) -> str:
        """Where the cursor stands when the panel opens, or when its spot is gone."""
        spots = self.spots()
        return spots[0] if spots else ""

    def last_spot(self) -> str:
        """The spot with which the lines under it are seen, '' for none."""
        return next(reversed(self.spots()), "")

    def lay(self, width: int) -> list[Laid]:
        """The panel's lines."""
        return []

    def at_line(self) -> str:
        """The spot whose lines are kept in sight: the cursor's, or the box with the caret."""
        return self.spot

    def typing(self) -> bool:
        """Whether signs go into a line under edit, so that no key of the frame acts."""
        return False

    def enter(self) -> None:
        """Enter, or a second click, on the cursor's spot."""

    # --- drawing

    def rows(self, width: int) -> list[Row]:
        if self.spot not in self.spots():
            self.spot = self.first_spot()
        self._pinned = False
        laid = self.lay(min(width, self.most))
        self._places = [line.spot for line in laid]
        typing = self.typing()
        return [
            cut(line.row.on("cursor", line.reach) if self._under(line, typing) else line.row, width) for line in laid
        ]

    def all_rows(self, width: int) -> tuple[Sequence[Row], Sequence[int]]:
        """The lines as they are laid out; what is drawn and where it stands on the screen stay as they are."""
        top = self._top
        laid = self.lay(width)
        self._top = top
        here = [at for at, line in enumerate(laid) if line.spot and line.spot == self.spot]
        return [cut(line.row, width) for line in laid], here

    def _under(self, line: Laid, typing: bool) -> bool:
        return not typing and bool(line.spot) and line.spot == self.spot

    def told(
        self, laid: list[Laid], details: Callable[[int], list[Laid]], width: int, then: Sequence[Laid] = ()
    ) -> list[Laid]:
        """A list laid in the columns that ``split`` gives it, with what is told of the line under the cursor: at its
        right, always in sight, where there is room, else below it. ``details`` lays that in so many columns; ``then``:
        what stands under all of it in the list's columns."""
        room, right = split(width)
        height = self.size.height
        pane = [line.row for line in details(right)] if right else []
        while pane and not pane[0].text.strip():
            pane = pane[1:]
        if right and not pane:
            # Nothing to tell of this line: the place is explained, as ? does.
            texts = [paragraph(text, right, "quiet") for text in self.help_text().split("\n")]
            pane = [line.row for text in texts for line in text][:height]
        if not right or len(pane) > height:
            return [*laid, *details(room), *then]
        self._pinned, laid = True, [*laid, *then]
        top = self.scroll_offset.y if len(laid) > height else 0
        return beside(laid, [*pane, *[Row()] * (height - len(pane))], width, right, top)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """What stands at the right of a list stays in sight."""
        super().watch_scroll_y(old_value, new_value)
        if self._pinned and round(old_value) != round(new_value):
            self.redraw()

    def window(self, laid: list[Laid], taken: int) -> list[Laid]:
        """The part of a long list around the cursor that has room between a heading and a foot of ``taken`` lines."""
        room = max(1, self.room - taken)
        lines = [y for y, line in enumerate(laid) if line.spot == self.spot] or [0]
        at, end = lines[0], min(lines[-1], lines[0] + room - 1)
        # The heading over a group's first line is seen with it.
        above = 1 if at and not laid[at - 1].spot else 0
        self._top = max(0, min(self._top, at - above, len(laid) - room), end - room + 1)
        return laid[self._top : self._top + room]

    def redraw(self) -> None:
        """A spot out of sight is scrolled to."""
        super().redraw()
        self._in_sight()
        if (says := self.bar_says()) != self._says:
            self._says = says
            self.retitle()

    def bar_says(self) -> tuple[object, ...]:
        """What the footer hangs on: where it is another, the footer is written anew."""
        return self.enter_says(), self.prose()

    def _in_sight(self) -> None:
        height, here = self.size.height, self.at_line()
        if not self._places or height <= 0 or not here:
            return
        lines = [y for y, spot in enumerate(self._places) if spot == here]
        if not lines:
            return
        first = here == next((spot for spot in self._places if spot), "")
        if len(self._places) <= height or (first and lines[-1] < height):
            top = 0
        else:
            top = self.scroll_offset.y
            last = self.last_spot()
            end = len(self._places) - 1 if here == last else lines[-1]
            # The heading over the first spot and the lines under the last one are seen with them.
            # What is pinned to the top covers as many lines of what is scrolled to.
            least = max(0, lines[0] - len(self._pins))
            top = min(least, max(top, end - height + 1)) if top <= least else least
        if top != self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, immediate=True)

    # --- moving

    def move(self, by: int) -> None:
        """The cursor goes so many spots on; it stays at the ends."""
        spots = list(self.spots())
        if not spots:
            self.scroll_relative(y=by, animate=False, immediate=True)
            return
        at = spots.index(self.spot) if self.spot in spots else 0
        to = spots[max(0, min(len(spots) - 1, at + by))]
        if to == self.spot and abs(by) <= self.size.height:
            # What stands under the last line, or over the first, is scrolled to.
            self.scroll_relative(y=by, animate=False, immediate=True)
        self.stand(to)

    def stand(self, spot: str) -> None:
        """The cursor goes to a spot."""
        if spot != self.spot:
            self.spot = spot
            self.moved()
            self.redraw()

    def moved(self) -> None:
        """The cursor stands elsewhere."""

    def action_up(self) -> None:
        """One up."""
        self.move(-1)

    def action_down(self) -> None:
        """One down."""
        self.move(1)

    def action_first(self) -> None:
        """To the first."""
        self.move(-9999)

    def action_last(self) -> None:
        """To the last."""
        self.move(9999)

    def action_page_up(self) -> None:
        """A page up."""
        self.move(-max(1, self.size.height - 4))

    def action_page_down(self) -> None:
        """A page down."""
        self.move(max(1, self.size.height - 4))

    def read_on(self, by: int) -> bool:
        """Scroll by a page through lines that the cursor does not stand on; False where nothing is left that way."""
        to = self.scroll_offset.y + by * max(1, self.size.height - len(self.pinned()) - 2)
        to = max(0, min(self.max_scroll_y, to))
        moves = to != self.scroll_offset.y
        if moves:
            self.scroll_to(y=to, animate=False, immediate=True)
        return moves

    def action_enter(self) -> None:
        """Do what stands under the cursor."""
        self.enter()

    def tell(self, text: str) -> None:
        """Say something in the line above the footer."""
        self.post_message(self.Said(text))

    def on_click(self, event: Click) -> None:
        """A click puts the cursor there, a double one is Enter."""
        if event.y < self.pinned_now():
            return
        y = event.y + self.scroll_offset.y
        spot = self._places[y] if y < len(self._places) else ""
        if not spot:
            return
        if self.typing():
            self.clicked(spot)
            return
        self.stand(spot)
        if event.chain == 2:
            self.enter()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel moves the cursor where all lines are in sight."""
        self._wheel(event, 3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel moves the cursor where all lines are in sight."""
        self._wheel(event, -3)

    def _wheel(self, event: MouseScrollDown | MouseScrollUp, by: int) -> None:
        if not self.typing() and self.spots() and len(self._places) <= self.size.height:
            event.stop()
            event.prevent_default()
            self.move(by)

    # --- typing

    def typed(self, key: str, character: str | None) -> bool:
        """A key while a line is under edit; False where it is none of the line's."""
        return False

    def clicked(self, spot: str) -> None:
        """A click on a spot while a line is under edit."""

    def pasted(self, text: str) -> None:
        """Text pasted into the line under edit."""

    def on_key(self, event: Key) -> None:
        """Keys go into the line under edit before anything else sees them; then the panel's own act."""
        self.open()
        if self.takes(event.key, event.character) or self._acts(event.key):
            event.stop()
            event.prevent_default()

    def _acts(self, key: str) -> bool:
        """Whether a key is bound to an action of this panel, which is done at once: a binding that first goes up to the
        app acts after the keys that were typed right behind it, and a form it opens would miss them."""
        binding = self.screen.active_bindings.get(key)
        if binding is None or binding.node is not self or not binding.enabled:
            return False
        action = getattr(self, f"action_{binding.binding.action}", None)
        if action is None or iscoroutinefunction(action):
            return False
        before = self._state()
        try:
            action()
        except SkipAction:
            # Nothing of the panel's own: the framework's scrolling, where all is in sight.
            return False
        if self._state() == before and (why := self.idle(binding.binding.action)):
            self.tell(why)
        return True

    def _state(self) -> tuple[object, ...]:
        """What a key may change: where the cursor stands, what is drawn, what was asked of the frame."""
        return self.spot, self.where, self.scroll_offset, self._asked_of_frame, self._rows

    def post_message(self, message: Message) -> bool:
        """Count what is asked of the frame, so that a key which did nothing can say so."""
        if type(message) in _ASKS:
            self._asked_of_frame += 1
        return super().post_message(message)

    def idle(self, action: str) -> str:
        """Why a key has just done nothing, by the action's name in the registry; '' at the end of a list, where it is
        seen."""
        if action in _MOVES:
            return "" if len(self.spots()) > 1 else "all of it is in sight, and there is nothing else to choose"
        return _IDLE.get(action) or f"nothing to do here with this key{self._taken_from(action)}"

    def _taken_from(self, action: str) -> str:
        """How to come to what the key does in all other places, where this panel has taken it."""
        mine = next((one for one in keys.of(self.where) if one.id == action), None)
        others = (one for one in keys.of(keys.CAMPAIGN) if mine is not None and one.keys and one.keys == mine.keys)
        other = next(others, None)
        return f"; {keys.by_name()} finds {other.label}" if other is not None else ""

    def takes(self, key: str, character: str | None) -> bool:
        """Whether the panel itself uses a key, before its bindings are asked."""
        return self.typing() and self.typed(key, character)

    def on_paste(self, event: Paste) -> None:
        """Pasted text goes where typed signs go."""
        if self.typing():
            event.stop()
            self.pasted(event.text)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return self.typing() and types(character, self.prose())
