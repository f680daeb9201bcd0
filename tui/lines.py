"""Lines of text in inks, and the widget that draws them with the line API, repainting only those that changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar

from rich.segment import Segment, Segments
from rich.style import Style
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from tui import glyphs
from tui.rows import Piece, Row, cited, clean, cut, fit, fitting, row, spread, wrap
from tui.spare_time import HasSpareTime
from tui.themes import ink, paper

__all__ = [
    "Lines",
    "Piece",
    "Row",
    "cited",
    "clean",
    "cut",
    "fit",
    "fitting",
    "pointed",
    "row",
    "spread",
    "strip_of",
    "wrap",
]


def strip_of(line: Row, width: int, theme: str) -> Strip:
    """The line as the framework draws it, exactly ``width`` cells wide."""
    return _strip(line, width, theme, glyphs.plain())


@lru_cache(maxsize=128)
def _strip(line: Row, width: int, theme: str, plain: bool) -> Strip:
    # Most lines of a screen are the same after a key; a strip is never written to. Each holds up to six others that
    # the framework makes of it, and all of them their own seven stores: 8 KB a line.
    if line.reach and line.under:
        at = 0
        segments = []
        for text, name in line.pieces:
            # A piece stands wholly on one ground: what lies beside a list begins with a piece of its own.
            under = line.under if at < line.reach else ""
            segments.append(Segment(_drawn(text, plain), _style(theme, name, under)))
            at += row(text).width
        return Strip(segments).adjust_cell_length(width, _style(theme, "", "")).simplify()
    segments = [Segment(_drawn(text, plain), _style(theme, name, line.under)) for text, name in line.pieces]
    return Strip(segments).adjust_cell_length(width, _style(theme, "", line.under)).simplify()


def _drawn(text: str, plain: bool) -> str:
    """A text as it goes to the terminal, which it never steers, whoever forgot to clean it."""
    return clean(glyphs.flat(text) if plain else text)


@lru_cache(maxsize=1024)
def _style(theme: str, name: str, under: str) -> Style:
    """An ink on the plain ground, or on that of another ink."""
    ground = paper(theme)
    if not under:
        return ground + ink(theme, name)
    if name in ("", "quiet", "rim", "heading", "rule") or (name in ("strong", "title") and theme != "monochrome"):
        # What is quiet elsewhere must be readable where the cursor stands.
        return ground + ink(theme, under)
    return ground + ink(theme, name) + (ink(theme, under) if theme == "monochrome" else _ground_of(theme, under))


def pointed(line: Row, sign: str = "now") -> Row:
    """A line that begins with a blank, as the cursor's: another ground and a sign, as colour is never the only one."""
    if not line.pieces:
        return row((glyphs.sign(sign), "now")).on("cursor")
    (first, name), *rest = line.pieces
    return Row(((glyphs.sign(sign), "now"), (first[1:], name), *rest), "cursor")


def _ground_of(theme: str, under: str) -> Style:
    return Style(bgcolor=ink(theme, under).bgcolor)


def watch_theme(widget: Widget, changed: Callable[[], None]) -> None:
    """Have something done whenever the app has another theme; until ``unwatch_theme``."""
    widget.watch(widget.app, "theme", changed, init=False)


def unwatch_theme(widget: Widget) -> None:
    """The widget goes.

    Textual 8.2 keeps who watches the app until the theme changes, and with a widget its whole page and what that read.
    """
    watchers = getattr(widget.app, "__watchers", {}).get("theme", [])
    watchers[:] = [watcher for watcher in watchers if watcher[0] is not widget]


class _WholeCells(ScrollBarRender):
    """A scroll bar of blank cells alone, the thumb in reverse: its ends are not drawn in eighths of a cell."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class Bar(ScrollBarRender):
    """A scroll bar in the signs of its session."""

    @classmethod
    def render_bar(cls, *given: Any, **named: Any) -> Segments:
        return (_WholeCells if glyphs.plain() else ScrollBarRender).render_bar(*given, **named)


ScrollBar.renderer = Bar


class Lines(ScrollView):
    """A widget of lines. Subclasses give ``rows``; ``redraw`` repaints what differs from the last time."""

    DEFAULT_CSS = """
    Lines { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; overflow-x: hidden; background: $background; }
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._rows: list[Row] = []
        self._pins: list[Row] = []
        self._drawn: tuple[int, str] = (0, "")

    def rows(self, width: int) -> list[Row]:
        """All lines of the widget at this width."""
        return []

    def pinned(self) -> list[Row]:
        """Lines that stay in sight over what is scrolled to: asked after ``rows``, drawn once they are out of sight
        where they stand among these (the first line, where they do not)."""
        return []

    def _pinned_at(self, top: int, rows: list[Row], pins: list[Row]) -> int:
        """How many pinned lines are drawn, scrolled so far down."""
        if not top or not pins:
            return 0
        return len(pins) if top > (rows.index(pins[0]) if pins[0] in rows else 0) else 0

    def pinned_now(self) -> int:
        """How many lines at the top are pinned ones."""
        return self._pinned_at(self.scroll_offset.y, self._rows, self._pins)

    def _line_at(self, y: int, top: int, rows: list[Row], pins: list[Row]) -> Row | None:
        """The line that stands at a height of the screen, scrolled so far down."""
        if y < self._pinned_at(top, rows, pins):
            return pins[y]
        return rows[y + top] if y + top < len(rows) else None

    def redraw(self) -> None:
        """Make the lines anew and repaint those that changed."""
        if self.size.width <= 0:
            return
        old, were = self._rows, self._pins
        width = self._room_for_lines()
        new = self.rows(width)
        if self._count_lines(Size(width, len(new))):
            # The bar has come or gone: the lines are made for the room that there is now, before anything is painted.
            width = self._room_for_lines()
            new = self.rows(width)
            self._tell_lines(Size(width, len(new)), paint=False)
        look = (width, self.app.theme + str(glyphs.plain()))
        self._rows, self._pins = new, [cut(line, width) for line in self.pinned()]
        if look != self._drawn:
            self._drawn = look
            self.refresh()
            self.call_after_refresh(self._fit_to_bar)
            return
        if len(old) != len(new):
            self.call_after_refresh(self._fit_to_bar)
        top = self.scroll_offset.y
        for y in range(self.size.height):
            if self._line_at(y, top, old, were) != self._line_at(y, top, new, self._pins):
                self.refresh(Region(0, y, self.size.width, 1))

    def _room_for_lines(self) -> int:
        """The columns beside the bar, if it is there."""
        return self.scrollable_content_region.width or self.size.width

    def _count_lines(self, size: Size) -> bool:
        """Say how many lines there are; whether the bar comes or goes for that.

        Textual 8.2 lays the whole screen out anew for another number of lines, for the bar and for each figure of the
        bar, one after the other, each with a paint: a key has no time for that. Here all is told at once, and laid out
        once, only where the bar comes or goes.
        """
        height = self.container_size.height
        if not height or self.styles.auto_dimensions:
            # Before the first layout, or as high as its lines.
            self.virtual_size = size
            return False
        barred = self._needs_bar(size)
        if barred == self.show_vertical_scrollbar:
            self._tell_lines(size, paint=True)
            return False
        bar = self.vertical_scrollbar
        bar.display = barred
        bar.set_reactive(Widget.virtual_size, self.container_size)
        bar.set_reactive(ScrollBar.window_size, height)
        bar.set_reactive(ScrollBar.position, self.scroll_offset.y)
        self.show_vertical_scrollbar = barred
        self._tell_lines(size, paint=False)
        return True

    def _needs_bar(self, size: Size) -> bool:
        return self.styles.overflow_y == "auto" and size.height > self.container_size.height

    def _scroll_update(self, virtual_size: Size) -> None:
        """Private in Textual 8.2, called by every layout: it has the bar painted once more, in a frame of its own, also
        where nothing of it has changed."""
        if self.show_vertical_scrollbar != self._needs_bar(virtual_size) or self.scroll_y > self.max_scroll_y:
            super()._scroll_update(virtual_size)
        elif self.show_vertical_scrollbar:
            bar = self.vertical_scrollbar
            if (bar.window_virtual_size, bar.window_size) != (virtual_size.height, self.container_size.height):
                super()._scroll_update(virtual_size)

    def _tell_lines(self, size: Size, *, paint: bool) -> None:
        """The number of lines, to the bar as well, without a layout. ``paint``: the bar, which else is painted by the
        layout to come."""
        self.set_reactive(Widget.virtual_size, size)
        if self.show_vertical_scrollbar:
            bar = self.vertical_scrollbar
            if bar.window_virtual_size != size.height:
                bar.set_reactive(ScrollBar.window_virtual_size, size.height)
                if paint:
                    bar.refresh()
        if self.scroll_offset.y > self.max_scroll_y:
            # Not by ``scroll_to``, which does nothing where no bar is left.
            self.scroll_target_y = self.scroll_y = self.max_scroll_y

    def _fit_to_bar(self) -> None:
        """Textual 8.2 sends no Resize when a scrollbar of our own making takes a column."""
        if self.scrollable_content_region.width not in (0, self._drawn[0]):
            self.redraw()

    def _make_first(self) -> None:
        """The lines for the first paint, which comes before the Resize that tells a widget its size.

        Textual 8.2: and where another widget is painted between mounting and layout, the layout no longer takes this
        one for new and never sends it.
        """
        width = self.size.width
        self._drawn = (width, self.app.theme + str(glyphs.plain()))
        self._rows = self.rows(width)
        self._pins = [cut(line, width) for line in self.pinned()]
        self.call_later(self.redraw)

    def render_line(self, y: int) -> Strip:
        if not self._drawn[0]:
            self._make_first()
        elif not y and self._drawn[0] != (self.scrollable_content_region.width or self.size.width):
            # A scrollbar that came or went after the lines had been made.
            self.call_later(self.redraw)
        line = self._line_at(y, self.scroll_offset.y, self._rows, self._pins)
        width = self.size.width
        theme = self.app.theme
        if line is None:
            return Strip.blank(width, paper(theme))
        return strip_of(line, width, theme)

    def on_resize(self) -> None:
        """Lines are made for a width."""
        self.redraw()

    def on_mount(self) -> None:
        """A new theme or set of glyphs needs every line again."""
        watch_theme(self, self._theme_changed)
        # The bar may come only with a layout after the one that was waited for.
        self.watch(self, "show_vertical_scrollbar", self._bar_changed, init=False)

    def on_unmount(self) -> None:
        """A page that is closed is let go, and its lines as they were drawn."""
        unwatch_theme(self)
        # Textual 8.2 keeps the store of drawn lines of each of the last thousand widgets, as a part of a cache's keys.
        self._styles_cache.clear()
        if isinstance(self.app, HasSpareTime) and self.app.spare is not None:
            self.app.spare.page_gone()

    def _bar_changed(self) -> None:
        self.call_after_refresh(self._fit_to_bar)

    def _theme_changed(self) -> None:
        self._drawn = (0, "")
        self.redraw()

    def show_line(self, y: int) -> None:
        """Scroll as little as needed to have a line in sight."""
        top, height = self.scroll_offset.y, self.size.height
        if y < top:
            self.scroll_to(y=y, animate=False)
        elif height and y >= top + height:
            self.scroll_to(y=y - height + 1, animate=False)
