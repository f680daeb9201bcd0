"""A scenario under change beside another: what differs, side by side, and what is taken over from there, such as a
power's whole card."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, fit, row, wrap
from tui.models.setup_compare import Comparison, Differing
from tui.models.setup_desk import SetupDesk
from tui.screens.card_list import CardList, CardListTitle
from tui.screens.setup_table import acts

if TYPE_CHECKING:
    from textual.events import Key

PICK, COMPARE = "setup-pick", "setup-compare"


class PickScreen(Screen[str]):
    """Which other scenario of the game; leaves with its id, or ''."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(PICK)
    AUTO_FOCUS = "CardList"

    DEFAULT_CSS = """
    PickScreen #title, PickScreen #footer, PickScreen #notice { height: 1; }
    PickScreen CardList { height: 1fr; padding: 1 2; }
    """

    def __init__(self, model: SetupDesk, what: str) -> None:
        super().__init__()
        self.model, self.what = model, what

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield CardListTitle(self.what, id="title")
        yield CardList(f"{clean(self.model.draft.title)}: which scenario is it to be looked at beside?")
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """The other scenarios of the game."""
        from saves.scenarios import scenarios

        draft = self.model.draft
        others = [card for card in scenarios() if card.ruleset == draft.ruleset.id and card.id != draft.id]
        self.query_one(CardList).put([card for card in others if not card.problem])

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        return [action for where in (PICK, keys.ANYWHERE) for action in keys.of(where) if action.rank]

    def action_open(self) -> None:
        """This one."""
        card = self.query_one(CardList).card
        self.dismiss("" if card is None else card.id)

    def action_back(self) -> None:
        """None of them."""
        self.dismiss("")

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = "The scenario under change is laid beside another of its game; whatever differs may be taken over."
        return self.what.capitalize(), text, PICK


class CompareScreen(Screen[str]):
    """What differs."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(COMPARE)
    AUTO_FOCUS = "CompareList"

    DEFAULT_CSS = """
    CompareScreen #title, CompareScreen #footer, CompareScreen #notice { height: 1; }
    CompareScreen CompareList { height: 1fr; padding: 0 1; }
    """

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison

    def compose(self) -> ComposeResult:
        """Title, what differs, what was said, keys."""
        yield CardListTitle(f"setup beside {self.comparison.title}", id="title")
        yield CompareList(self.comparison)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen now."""
        idle = () if self.comparison.lines else ("take", "all", "up")
        every = [action for where in (COMPARE, keys.ANYWHERE) for action in keys.of(where) if action.rank]
        return [action for action in every if action.id not in idle]

    def changed(self) -> None:
        """Show what differs now."""
        self.query_one(CompareList).redraw()
        self.query_one(Footer).redraw()
        model = self.comparison.desk
        ink = "refused" if model.bad else "quiet"
        said = wrap(model.said, max(20, self.size.width - 3)) if model.said else []
        self.query_one(Notice).say([row((f" {line}", ink)) for line in said])

    def _step(self, by: int) -> None:
        self.comparison.step(by)
        self.changed()

    def action_up(self) -> None:
        """The line above."""
        self._step(-1)

    def action_down(self) -> None:
        """The line below."""
        self._step(1)

    def action_first(self) -> None:
        """The first line."""
        self._step(-9999)

    def action_last(self) -> None:
        """The last line."""
        self._step(9999)

    def action_page_up(self) -> None:
        """A page up."""
        self._step(1 - self.query_one(CompareList).size.height)

    def action_page_down(self) -> None:
        """A page down."""
        self._step(self.query_one(CompareList).size.height - 1)

    def action_power(self) -> None:
        """One power alone."""
        self.comparison.turn()
        self.comparison.desk.tell("")
        self.changed()

    def action_take(self) -> None:
        """This line as it stands there."""
        found = self.comparison
        if found.lines:
            found.take(found.lines[found.at])
        self._shown()

    def action_all(self) -> None:
        """All that is shown as it stands there."""
        self.comparison.take(*self.comparison.lines)
        self._shown()

    def _shown(self) -> None:
        if self.comparison.desk.asking:
            # A copy of the author's own has to have a title first, which is asked at the foot of a page.
            self.dismiss("")
        else:
            self.changed()

    def action_undo(self) -> None:
        """Take back what was taken over."""
        self.comparison.desk.undo()
        self.comparison.read()
        self.changed()

    def action_back(self) -> None:
        """Back to where the author was."""
        self.dismiss("")

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "What differs between the scenario under change and the other, page by page: at the left what it is, then "
            "what stands here, then what stands there. p shows one power's alone: its card. Enter takes one line over, "
            "a all that are shown, each with where its figure comes from; u brings back what was here."
        )
        return "Side by side", text, COMPARE


class CompareList(Lines, can_focus=True):
    """The differences under the titles of their pages."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison

    def rows(self, width: int) -> list[Row]:
        found = self.comparison
        power = found.desk.shelf().called(found.power) if found.power else "all powers"
        many = len(found.lines)
        head = row(
            (" p ", "key"),
            (clean(power), "strong"),
            (f"   {many} differences" if many != 1 else "   1 difference", "quiet"),
        )
        words, each = _columns(width)
        rows = [head, row((f"   {fit('', words)}{fit('here', each)} {fit('there', each)}", "quiet"))]
        if not many:
            return [*rows, row(("   nothing differs", "quiet"))]
        last = ""
        for at, line in enumerate(found.lines):
            if line.page != last:
                rows.append(row((f" {line.page}", "heading")))
                last = line.page
            rows += self._line(line, at == found.at, words, each)
        return rows

    def _line(self, line: Differing, here: bool, words: int, each: int) -> list[Row]:
        cells = (wrap(line.words, words - 1), wrap(line.here, each - 1), wrap(line.there, each - 1))
        rows = []
        for at in range(max(map(len, cells))):
            said, mine, other = (cell[at] if at < len(cell) else "" for cell in cells)
            sign = f" {glyphs.sign('now')} " if here and not at else "   "
            drawn = row(
                (sign, "now"), (fit(said, words), "strong" if here else ""), fit(mine, each), " ", (other, "changed")
            )
            rows.append(drawn.on("cursor") if here else drawn)
        return rows

    def redraw(self) -> None:
        """The line under the cursor is kept in sight, the last one with the end, the first with the headings."""
        super().redraw()
        under = [y for y, line in enumerate(self._rows) if line.under == "cursor"]
        if under:
            self.show_line(under[-1])
            self.show_line(under[0] if self.comparison.at else 0)

    def on_key(self, event: Key) -> None:
        """Keys act here and now."""
        acts(self.screen, COMPARE, event)


def _columns(width: int) -> tuple[int, int]:
    """The cells of what differs, and of what stands on each side."""
    each = max(12, (width - 4) * 3 // 10)
    return width - 4 - 2 * each, each
