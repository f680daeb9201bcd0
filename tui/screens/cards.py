"""The cards of a boxed game as a page to type through: digits, tab, the next figure; saved as the player's own
scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Paste
from textual.screen import Screen

from engine.kernel.sheets.cards import CardLine, CardTable, Figure, TotalFigure
from engine.kernel.sheets.pasting import Pasted, PastedLine
from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, cut, fit, row, spread
from tui.models.cards import CardDesk, Spot, many
from tui.models.edit import types
from tui.panels.laying import caret

if TYPE_CHECKING:
    from saves.drafts import ScenarioDraft
    from tui.rows import Piece

_WIDER, _PAGE = 2, 10
"""By how much a column of totals is wider than the others, and the lines of a page."""
_WIDE, _NARROW = 100, 70
"""From so many columns on there is room for all words, and below so many for hardly any."""
STANDS = "Campaigns that have begun keep their figures: there a ruling changes one."


class CardsScreen(Screen[None]):
    """One owner's card at a time, of one scenario."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("cards")
    AUTO_FOCUS = "CardPage"

    DEFAULT_CSS = """
    CardsScreen #title, CardsScreen #footer, CardsScreen #notice { height: 1; }
    CardsScreen CardPage { height: 1fr; padding: 0 1; overflow-y: hidden; }
    """

    def __init__(self, own: ScenarioDraft, owner: str = "") -> None:
        super().__init__()
        self.model = CardDesk(own, owner)

    def compose(self) -> ComposeResult:
        """Title, page, what was said, keys."""
        yield CardsTitle(self.model, id="title")
        yield CardPage(self.model)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """Say what is asked."""
        self.changed()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        own = sorted((action for action in keys.of("cards") if action.rank), key=lambda action: action.rank)
        anywhere = [action for action in keys.of(keys.ANYWHERE) if action.rank]
        prose = self.model.asking == "title"
        return own + [keys.help_while(prose) if action.id == "help" else action for action in anywhere]

    def changed(self) -> None:
        """Show what differs."""
        model = self.model
        for lines in self.query(Lines):
            if not isinstance(lines, (Notice, Footer)):
                lines.redraw()
        sign, ink = ("refused", "refused") if model.bad else ("next", "quiet")
        said = [row((f" {glyphs.sign(sign)} {model.said}", ink))] if model.said else []
        self.query_one(Notice).say([wrapped for line in said for wrapped in _wrapped(line, self.size.width)])

    def _do(self, deed: Any, *given: Any) -> None:
        deed(*given)
        self.changed()

    def action_next(self) -> None:
        """The next figure."""
        self._do(self.model.step, 1)

    def action_before(self) -> None:
        """The figure before."""
        self._do(self.model.step, -1)

    def action_below(self) -> None:
        """Down the column."""
        self._do(self.model.below)

    def action_up(self) -> None:
        """A line up."""
        self._do(self.model.climb, -1)

    def action_down(self) -> None:
        """A line down."""
        self._do(self.model.climb, 1)

    def action_power(self) -> None:
        """The next card."""
        self._do(self.model.turn, 1)

    def action_power_back(self) -> None:
        """The card before."""
        self._do(self.model.turn, -1)

    def action_unchecked(self) -> None:
        """The next figure that is not one's own."""
        self._do(self.model.to_unchecked)

    def action_add(self) -> None:
        """Another line."""
        self._do(self.model.ask_line)

    def action_remove(self) -> None:
        """Take this line off the card."""
        self._do(self.model.remove)

    def action_undo(self) -> None:
        """Take back."""
        self._do(self.model.undo)

    def action_redo(self) -> None:
        """Do again."""
        self._do(self.model.redo)

    def action_save(self) -> None:
        """Write the scenario."""
        model = self.model
        if not model.own.changed and model.digits is None:
            model.tell("nothing is typed that is not saved")
        elif model.save():
            model.tell(f"{model.own.id}.toml is written")
        self.changed()

    def action_begin(self) -> None:
        """A campaign that begins with this scenario."""
        model = self.model
        if not model.own.kept and model.digits is None:
            model.tell("no figure of yours stands in it yet", bad=True)
            self.changed()
            return
        if not model.save():
            self.changed()
            return
        from tui.screens.new import NewScreen

        self.app.push_screen(NewScreen(model.own.id))

    def action_back(self) -> None:
        """Leave what is typed; then leave the page, with the scenario written."""
        model = self.model
        if model.leave_pasted() or model.drop() or (model.asking and model.leave_line()) or not model.leave():
            self.changed()
        else:
            model.own.close()
            self.dismiss()

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "The figures of a boxed game, a card for each power and country: its own figures, its shipyards, its units "
            "at the start, in the force pool and by the year in which they join it. Type digits over a figure and go "
            "on; it is kept at once, and written into a scenario of your own when you leave the page or press ctrl+s. "
            "New campaigns can begin with it. Enter goes "
            "down a column, as the cards print it. A figure typed again as it was becomes your own as well. "
            "space goes on to the next figure that is not yours. Under 'in all' stands how many are on the card, and "
            "behind the stroke how many it prints, when you have typed that. A card pasted from a spreadsheet, a line "
            "for each type, is shown before it is taken. Figures that may be below none begin with a minus. "
            f"The sign behind a figure says where it comes from: {_legend()}. "
            "A line that the card lacks: a, then kind and strength, such as ARM 10-8 or MOT 3-7 canadian; with a "
            f"season and year it comes then. {STANDS}"
        )
        return f"Card of {clean(self.model.card.name)}", text, "cards"


class CardsTitle(Lines):
    """Whose scenario this is."""

    can_focus = False

    def __init__(self, model: CardDesk, **given: Any) -> None:
        super().__init__(**given)
        self._model = model

    def rows(self, width: int) -> list[Row]:
        own = self._model.own
        kept = "not saved " if own.changed else f"{own.id}.toml "
        state = kept if own.kept else "nothing typed yet " if own.named else ""
        head = row((" Warledger", "now"), ("   cards   ", "title"), (clean(own.title), "strong"))
        return [spread(head, row((state, "quiet")), width).on("bar")]


class CardPage(Lines, can_focus=True):
    """The card: its heading, its tables, and at the foot what the cursor stands on or what is asked."""

    FOOT = 3

    def __init__(self, model: CardDesk) -> None:
        super().__init__()
        self.model = model
        self._top = 0

    # --- drawing

    def rows(self, width: int) -> list[Row]:
        model = self.model
        every = list(model.owners)
        count = f"{every.index(model.owner) + 1} of {len(every)}"
        own, there = model.checked
        progress = f"   {count}   {own} of {there} yours"
        head = spread(
            row(" ", (clean(model.card.name), "strong"), (progress, "quiet")),
            row((_legend(width), "quiet"), " "),
            width,
        )
        if model.pasted is not None:
            return [head, *self._preview(model.pasted, width)]
        body: list[tuple[Row, Spot | None]] = []
        headings: dict[str, int] = {}
        for table in model.card.tables:
            headings[table.id] = len(body)
            widths = _widths(table, width)
            body.append((_heading(table, widths), None))
            for line in table.lines:
                body.append((self._line(table, line, widths), Spot(table.id, line.id, 0)))
            if not table.lines:
                body.append((row(("   none", "quiet")), None))
            body.append((row(), None))
        shown = self._window(body[:-1], headings)
        return [head, *shown, *self._foot(width)]

    def _preview(self, pasted: Pasted, width: int) -> list[Row]:
        """What was pasted, line by line, before it is taken."""
        room = max(3, self.size.height - 1 - self.FOOT)
        counted = f"{many(pasted.figures, 'figure')} in {many(len(pasted.lines) - pasted.wrong, 'line')}"
        left = f"; {many(pasted.wrong, 'line')} cannot be taken" if pasted.wrong else ""
        lines = [cut(_read(line), width) for line in pasted.lines[self.model.pasted_from :][: room - 1]]
        lines += [row()] * (room - 1 - len(lines))
        told = row(" enter: take them    esc: leave them    ↑↓: more lines")
        return [row((f" pasted: {counted}{left}", "heading")), *lines, row(), told, row((f" {STANDS}", "quiet"))]

    def _window(self, body: list[tuple[Row, Spot | None]], headings: dict[str, int]) -> list[Row]:
        room = max(3, self.size.height - 1 - self.FOOT)
        spot = self.model.spot
        here = next((y for y, (_, at) in enumerate(body) if at and (at.table, at.line) == (spot.table, spot.line)), 0)
        title = headings.get(spot.table, 0)
        # The heading of the cursor's table stands above its line whatever is scrolled away.
        self._top = max(0, min(self._top, here - 1, len(body) - room))
        self._top = max(self._top, here - room + 1)
        lines = [line for line, _ in body[self._top : self._top + room]]
        if title < self._top and lines:
            lines[0] = body[title][0]
        return lines + [row()] * (room - len(lines))

    def _line(self, table: CardTable, line: CardLine, widths: tuple[int, int]) -> Row:
        label, each = widths
        spot = self.model.spot
        here = (spot.table, spot.line) == (table.id, line.id)
        sign = f" {glyphs.sign('now')} " if here else "   "
        pieces: list[Piece] = [(sign, "now"), (fit(clean(line.label), label), "strong" if here else "")]
        for column, figure in enumerate(line.figures):
            room = each + _WIDER * (column == len(table.columns) - 1 and _totals(table))
            pieces += self._cell(figure, room, here and column == spot.column)
        return Row(tuple(pieces))

    def _cell(self, figure: Figure | None, each: int, here: bool) -> list[Piece]:
        if figure is None:
            return [(" " * each, "")]
        digits = self.model.digits
        if here and digits is not None:
            return [(" " * (each - len(digits) - 1), ""), (f"{digits}_", "cursor")]
        sign, ink = _mark(figure.source)
        said = str(figure.value) if figure.value or figure.source else glyphs.sign("dot")
        if isinstance(figure, TotalFigure):
            said, sign = f"{figure.counted}/{said}", " "
            ink = "refused" if figure.differs else "quiet"
        text = fit(said, each - 1, "right")
        if not here:
            return [(text, ink if figure.value else "quiet"), (sign, ink)]
        blank = len(text) - len(text.lstrip())
        marker = "[" if glyphs.plain() or self.app.theme == "monochrome" else " "
        left = (" " * (blank - 1) + marker, "now") if blank else ("", "")
        return [left, (text.lstrip(), "cursor"), (sign, "cursor" if sign.strip() else ink)]

    def _foot(self, width: int) -> list[Row]:
        model = self.model
        if model.asking:
            label = f" {model.prompt}: "
            typed = caret(model.line, max(10, width - len(label) - 1))
            told = "enter: take it    esc: leave" if model.asking == "line" else "enter: begin the copy    esc: back"
            return [row(), cut(row((label, "now")) + typed, width), row((f" {told}", "quiet"))]
        figure = model.figure
        if figure is None:
            return [row(), row(), row((f" {STANDS}", "quiet"))]
        source = {"": "nothing stands there", "house": "house: the program's own", "own": "own: yours"}
        told = source.get(figure.source, f"printed: {clean(figure.source)}")
        value = f": {figure.value}" if figure.source else ""
        about = row(" ", (clean(figure.about or figure.path), "strong"), (value, "strong"), (f"   {told}", "quiet"))
        span = row((f"{figure.least} to {figure.most} ", "quiet"))
        waits = model.unchecked()
        stands = (
            f"space: on to the next that is not yours, {clean(model.named(waits))}" if waits is not None else STANDS
        )
        return [row(), spread(about, span, width), row((cut(row(f" {stands}"), width).text, "quiet"))]

    # --- keys

    def on_key(self, event: Key) -> None:
        """Digits write a figure; while a line is asked for, every sign goes into it. The page's actions are done here
        and now: their bindings would act after digits that come fast behind them."""
        if self._takes(event.key, event.character):
            event.stop()
            event.prevent_default()
            self._screen.changed()
            return
        named = next((action.id for action in keys.of("cards") if event.key in action.keys.split(",")), "")
        if named:
            event.stop()
            event.prevent_default()
            getattr(self._screen, f"action_{named}")()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Signs of a line under edit are nobody else's."""
        return bool(self.model.asking) and types(character, self._prose)

    @property
    def _prose(self) -> bool:
        """Whether the line under edit is the title, in which ``?`` is a sign like any other."""
        return self.model.asking == "title"

    def _takes(self, key: str, character: str | None) -> bool:
        model = self.model
        if model.pasted is not None:
            if key == "enter":
                model.take_pasted()
            by = {"up": -1, "k": -1, "down": 1, "pageup": -_PAGE, "pagedown": _PAGE}.get(key)
            model.scroll_pasted(by or 0)
            return key != "escape"
        if model.asking:
            if key == "enter":
                model.answer()
                return True
            if key in ("escape", "tab", "shift+tab", "up", "down"):
                return key != "escape"
            edit = model.line.pressed(key, character, self._prose)
            if edit is not None:
                model.line = edit
            return edit is not None
        if character is not None and character in "0123456789":
            model.digit(character)
        elif character == "-":
            return model.minus()
        elif key == "backspace":
            model.rub()
        elif key in ("left", "right"):
            model.step(-1 if key == "left" else 1)
        else:
            # Whoever leaves the program with a number typed has typed it.
            return key in ("q", "ctrl+q") and not model.leave()
        return True

    def on_paste(self, event: Paste) -> None:
        """Pasted text goes where typed signs go; on the card it is a card."""
        event.stop()
        if self.model.asking:
            self.model.line = self.model.line.insert(event.text)
        else:
            self.model.paste(event.text)
        self._screen.changed()

    @property
    def _screen(self) -> CardsScreen:
        screen = self.screen
        assert isinstance(screen, CardsScreen)
        return screen


def _read(line: PastedLine) -> Row:
    """A pasted line as it was read, with what it changes or what is wrong with it."""
    if line.problem:
        told = f"line {line.number}{f', {clean(line.label)}' if line.label else ''}: {clean(line.problem)}"
        return row((f" {glyphs.sign('refused')} {told}", "refused"))
    figures = ", ".join(f"{clean(one.column)} {glyphs.arrow(one.was, one.now)}" for one in line.figures)
    new = "   a new line" if line.new else ""
    return row(f"   {clean(line.label)}: ", (figures, "changed"), (new, "quiet"))


def _mark(source: str) -> Piece:
    """The sign behind a figure and its ink: the player's own, printed, or the house's."""
    if source == "own":
        return glyphs.sign("done"), "changed"
    return ("§", "rule") if source.startswith("rules") else (" ", "")


def _legend(width: int = _WIDE) -> str:
    if width < _WIDE:
        told = f"{glyphs.sign('done')} yours   § printed"
        return told if width < _NARROW else f"{told}   no sign: house"
    return f"{glyphs.sign('done')} your own   § printed in the rules   no sign: house"


def _totals(table: CardTable) -> bool:
    """Whether the last column of a table is that of totals."""
    return any(isinstance(line.figures[-1], TotalFigure) for line in table.lines if line.figures)


def _widths(table: CardTable, width: int) -> tuple[int, int]:
    """The cells of the labels and of each column."""
    longest = max([len(line.label) for line in table.lines] + [len(table.title), 9]) + 1
    width -= 4 + _WIDER * _totals(table)
    most = max((one.value for line in table.lines for one in line.figures if one is not None), default=0)
    tight = 5 if most > 999 or width - 5 * len(table.columns) >= 12 else 4
    each = min(8, max(tight, (width - longest) // max(1, len(table.columns))))
    # Of a table whose lines have no names the heading alone needs room.
    label = 9 if any(line.label for line in table.lines) else len(table.title) - 2
    return max(label, min(longest, width - each * len(table.columns))), each


def _title(title: str, room: int) -> str:
    """A column's title with a blank behind it where there is room; in hardly any 1940 is 40, and Fa44 is F44."""
    if len(title) < room or room > 4:
        return title if len(title) >= room else f"{title} "
    year = title[-2:] if title[-2:].isdigit() else ""
    return f"{title[: room - 1] if not year else year if title.isdigit() else title[0] + year} "


def _heading(table: CardTable, widths: tuple[int, int]) -> Row:
    label, each = widths
    last = len(table.columns) - 1 if _totals(table) else -1
    rooms = [each + _WIDER * (at == last) for at in range(len(table.columns))]
    titles = [fit(_title(title, room), room, "right") for title, room in zip(table.columns, rooms, strict=True)]
    columns = "".join(titles)
    return row((fit(f" {table.title}", label + 3), "heading"), (columns, "quiet"))


def _wrapped(line: Row, width: int) -> list[Row]:
    from tui.rows import wrap

    (text, ink) = line.pieces[0]
    parts = wrap(text.strip(), max(20, width - 4))
    return [row((f" {part}" if at == 0 else f"   {part}", ink)) for at, part in enumerate(parts)]


def open_cards(app: Any, scenario_id: str, owner: str = "") -> str:
    """Show a scenario's cards; returns why they cannot be shown, '' where they are."""
    from engine.kernel.sheets.cards import BadCard
    from saves.drafts import ScenarioDraft
    from saves.errors import SavesError

    try:
        draft = ScenarioDraft(scenario_id, alone=True)
    except SavesError as fault:
        return str(fault)
    try:
        app.push_screen(CardsScreen(draft, owner))
    except (BadCard, SavesError) as fault:
        draft.close()
        return str(fault)
    return ""
