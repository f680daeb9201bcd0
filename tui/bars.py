"""The bars that every screen has: what was last said, the keys at the foot, a rim with headings. No campaign needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tui import glyphs
from tui.lines import Lines, Piece, Row, cut, row, spread
from tui.rows import folded

if TYPE_CHECKING:
    from textual.events import Click

    from tui.keys import Action


class Notice(Lines):
    """What the program last said: what an order changed, or why it was refused. At least one line high, at most six."""

    # It is as high as what it says: a bar that comes for a moment would take a column, and break lines anew.
    DEFAULT_CSS = "Notice { overflow-y: hidden; }"
    can_focus = False
    MOST = 6

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._said: tuple[Row, ...] = ()

    def say(self, lines: Sequence[Row]) -> None:
        """Show these lines instead of the last ones."""
        self._said = tuple(lines)
        self._fit()
        self.redraw()

    def brief(self) -> None:
        """One line, as long as this is said: the first, and how much more there was."""
        if len(self._lines(self.size.width or self.app.size.width)) > 1:
            first, more = self._said[0], len(self._said) - 1
            after = row((f"   and {more} more in the journal", "quiet")) if more else row()
            # A column is left for the bar that scrolls what stands here now.
            width = (self.size.width or self.app.size.width) - 1
            self.say([cut(first, max(1, width - after.width)) + after])

    def _fit(self) -> None:
        """As high as what is said is at this width."""
        width = self.size.width or self.app.size.width
        height = max(1, min(self.MOST, len(self._lines(width))))
        if self.styles.height is None or self.styles.height.value != height:
            self.styles.height = height

    def _lines(self, width: int) -> list[Row]:
        return [part for line in self._said for part in folded(line, width)]

    def on_resize(self) -> None:
        """What is said is broken into lines for the new width."""
        self._fit()
        super().on_resize()

    @property
    def said(self) -> str:
        """The notice as text."""
        return "\n".join(line.text for line in self._said)

    def rows(self, width: int) -> list[Row]:
        every = self._lines(width)
        lines = every[: self.MOST]
        if len(every) > self.MOST:
            lines[-1] = row((f"   and {len(every) - self.MOST + 1} more", "quiet"))
        return lines or [row()]


class Footer(Lines):
    """The keys that work here: those of the panel first, help and palette always."""

    can_focus = False

    def __init__(self, actions: Callable[[], Sequence[Action]], **given: Any) -> None:
        super().__init__(**given)
        self._actions = actions

    def rows(self, width: int) -> list[Row]:
        return [footer_row(self._actions(), width)]

    def on_click(self, event: Click) -> None:
        """A click on a key presses it."""
        pressed = key_at(self._rows[0], event.x, self._actions()) if self._rows else ""
        if pressed:
            self.app.simulate_key(pressed)


def key_at(line: Row, x: int, actions: Sequence[Action]) -> str:
    """The key written at a column of the footer, as the framework names it, '' for none."""
    at = 0
    shown = ""
    for text, ink in line.pieces:
        at += row(text).width
        if ink == "key":
            shown = text
        if x < at:
            named = text if ink == "heading" else ""
            for action in actions:
                if glyphs.key(action.shown) == shown and action.keys and (not named or named.strip() == action.label):
                    return action.keys.split(",")[0]
            return ""
    return ""


def footer_row(actions: Sequence[Action], width: int) -> Row:
    """As many keys as the width takes."""
    always = [action for action in actions if action.id in ("help", "palette")]
    last = [piece for action in always for piece in _key(action)]
    right = row(*last)
    shown = _fitting([action for action in actions if action.rank and action not in always], width - right.width - 2)
    pieces = [piece for action in shown for piece in _key(action)]
    return spread(row((" ", ""), *pieces), right, width).on("bar")


def _fitting(actions: Sequence[Action], room: int) -> list[Action]:
    """The first of them that ``room`` takes, and among them what Enter does, wherever it stands: it is never left to
    be guessed because a window is small."""
    sizes = [row(*_key(action)).width for action in actions]
    kept = next((at for at, action in enumerate(actions) if action.shown == "enter"), None)
    free = room - (sizes[kept] if kept is not None else 0)
    taken = []
    for at, size in enumerate(sizes):
        if at != kept and (free := free - size) < 0:
            break
        taken.append(at)
    if kept is not None and kept not in taken:
        taken.append(kept)
    return [actions[at] for at in taken]


def _key(action: Action) -> list[Piece]:
    return [(glyphs.key(action.shown), "key"), (f" {action.label}  ", "heading")]


class Rim(Lines):
    """A line across the screen with headings set in it and joints where panes meet."""

    can_focus = False

    def __init__(self, parts: Callable[[int], tuple[list[tuple[Row, int]], str]], **given: Any) -> None:
        super().__init__(**given)
        self._parts = parts

    def rows(self, width: int) -> list[Row]:
        parts, joint = self._parts(width)
        return [rim_row(parts, width, joint=joint)]


def rim_row(parts: Sequence[tuple[Row, int]], width: int, *, joint: str = "tee", first: str = "across") -> Row:
    """A rim: each heading with the column where its part begins, a joint before each part but the first."""
    across = glyphs.sign("across")
    pieces: list[Piece] = []
    at = 0
    for index, (title, column) in enumerate(parts):
        if index:
            pieces.append((across * max(0, column - at), "rim"))
            at = max(at, column)
        pieces.append((glyphs.sign(joint if index else first), "rim"))
        at += 1
        end = parts[index + 1][1] if index + 1 < len(parts) else width
        shown = cut(title, max(0, end - at - 1))
        if shown.width:
            pieces += (
                list(shown.pieces)
                if index == 0 and first == "left"
                else [(across, "rim"), *cut(title, max(0, end - at - 2)).pieces]
            )
        at = sum(row(piece).width for piece in pieces)
    pieces.append((across * max(0, width - at), "rim"))
    return row(*pieces)
