"""Setup: the pages of a scenario under change with their counts and faults, and what is done with it as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, pointed, row, spread, wrap
from tui.models.setup_desk import SetupDesk
from tui.screens.setup_table import ASKED, acts, legend

if TYPE_CHECKING:
    from textual.events import Key

    from saves.draft_files import DraftFault

INDEX = "setup"
_ROOMY = 100
"""Columns from which the list says what is on each page."""


class SetupCommands(Screen[str]):
    """What every screen of setup can do: save, undo, begin a campaign, show what is wrong."""

    DEFAULT_CSS = """
    SetupCommands #title, SetupCommands #footer, SetupCommands #notice { height: 1; }
    """

    def __init__(self, model: SetupDesk) -> None:
        super().__init__()
        self.model = model

    def changed(self) -> None:
        """Show what differs."""
        model = self.model
        for lines in self.query(Lines):
            if not isinstance(lines, Notice):
                lines.redraw()
        sign, ink = ("refused", "refused") if model.bad else ("next", "quiet")
        said = wrap(f"{glyphs.sign(sign)} {model.said}", max(20, self.size.width - 3)) if model.said else []
        self.query_one(Notice).say(
            [row((f" {line}" if at == 0 else f"   {line}", ink)) for at, line in enumerate(said)]
        )

    def _do(self, deed: Callable[..., object], *given: object) -> None:
        deed(*given)
        self.changed()

    def action_undo(self) -> None:
        """Take back what was done last."""
        self._do(self.model.undo)

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self._do(self.model.undo, True)

    def action_save(self) -> None:
        """Check the whole and write it; what is wrong is listed."""
        faults = self.model.save()
        self.changed()
        if faults:
            self._list(faults)

    def action_faults(self) -> None:
        """Everything that is wrong, and what only looks so."""
        faults = self.model.faults()
        if faults:
            self._list(faults)
        else:
            self.model.tell("nothing is wrong with it")
            self.changed()

    def _list(self, faults: tuple[DraftFault, ...]) -> None:
        from tui.screens.setup_faults import FaultsScreen

        self.app.push_screen(FaultsScreen(self.model, faults), self._to_fault)

    def _to_fault(self, path: str | None) -> None:
        if path and self.model.go_to(path):
            self.show_page()
        self.changed()

    def show_page(self) -> None:
        """The page at hand, with the cursor where it stands."""

    def action_begin(self) -> None:
        """A campaign that begins with this scenario."""
        model = self.model
        if told := model.not_playable():
            model.tell(told, bad=True)
            self.changed()
            return
        from tui.screens.new import NewScreen

        self.app.push_screen(NewScreen(model.draft.id))

    def action_compare(self) -> None:
        """Side by side with another scenario."""
        self._beside("beside another scenario", "")

    def action_card(self) -> None:
        """What another scenario has of the power under the cursor, to be taken over."""
        line = self.model.line
        power = line.group if line is not None else ""
        power = power or (line.key if line is not None and self.model.page.table == "powers" else "")
        self._beside("a card of another scenario", power if power in self.model.draft.campaign.powers else "")

    def _beside(self, what: str, power: str) -> None:
        from tui.screens.setup_compare import PickScreen

        if self.model.commit():
            self.app.push_screen(PickScreen(self.model, what), lambda other: self._compared(other or "", power))
        else:
            self.changed()

    def _compared(self, other: str, power: str) -> None:
        from saves.errors import SavesError
        from tui.models.setup_compare import Comparison
        from tui.screens.setup_compare import CompareScreen

        if not other:
            return
        try:
            self.app.push_screen(CompareScreen(Comparison(self.model, other, power)), self._taken_over)
        except SavesError as fault:
            self.model.tell(str(fault), bad=True)
            self.changed()

    def _taken_over(self, _: str | None) -> None:
        if self.model.asking:
            self.show_page()
        self.changed()

    def action_trial(self) -> None:
        """Three turns at random, to see whether it holds."""
        model = self.model
        if model.commit():
            wrong = [fault for fault in model.faults() if not fault.warning]
            if wrong:
                model.tell(f"nothing to be played as long as this is wrong: {wrong[0]}", bad=True)
            else:
                from tui.screens.setup_trial import TrialScreen

                self.app.push_screen(TrialScreen(model))
        self.changed()


class SetupScreen(SetupCommands):
    """The pages of a scenario."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(INDEX)
    AUTO_FOCUS = "SetupIndex"

    DEFAULT_CSS = """
    SetupScreen SetupIndex { height: 1fr; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Title, pages, what was said, keys."""
        yield SetupTitle(self.model, id="title")
        yield SetupIndex(self.model)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_screen_resume(self) -> None:
        """Coming back from a page, or from a campaign begun."""
        self.changed()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        own = sorted((action for action in keys.of(INDEX) if action.rank), key=lambda action: action.rank)
        if self.model.asking:
            own = [action for action in keys.of(ASKED) if action.rank]
        anywhere = [action for action in keys.of(keys.ANYWHERE) if action.rank]
        prose = bool(self.model.asking)
        return own + [keys.help_while(prose) if action.id == "help" else action for action in anywhere]

    def show_page(self) -> None:
        from tui.screens.setup_page import SetupPageScreen

        self.app.push_screen(SetupPageScreen(self.model))

    def action_open(self) -> None:
        """Open the page under the cursor."""
        self.show_page()

    def _step(self, by: int) -> None:
        model = self.model
        model.at = max(0, min(len(model.pages) - 1, model.at + by))
        self.changed()

    def action_up(self) -> None:
        """The page above."""
        self._step(-1)

    def action_down(self) -> None:
        """The page below."""
        self._step(1)

    def action_first(self) -> None:
        """The first page."""
        self._step(-len(self.model.pages))

    def action_last(self) -> None:
        """The last page."""
        self._step(len(self.model.pages))

    def action_back(self) -> None:
        """Leave; what is not saved is kept in the draft."""
        told = self.model.farewell()
        self.model.draft.close()
        self.dismiss(told)

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "An opening position, page by page: what it is called and when it begins, who commands whom, the powers, "
            "the countries, every counter with its place, force pools, yards, places, wars, facts. Enter opens a page. "
            "What you change is kept at once in a draft beside the scenario, which survives a kill; s checks the whole "
            "and writes the scenario itself, f lists what is wrong and leads there. A scenario that came with the "
            "program is never changed: with the first change a copy of your own is made. Campaigns that have begun "
            "keep their figures."
        )
        return f"Setup of {clean(self.model.draft.title)}", text, INDEX


class SetupTitle(Lines):
    """Which scenario, and whether all of it is saved."""

    can_focus = False

    def __init__(self, model: SetupDesk, **given: Any) -> None:
        super().__init__(**given)
        self._model = model

    def rows(self, width: int) -> list[Row]:
        draft = self._model.draft
        state = "came with the program "
        if draft.named:
            state = "not saved yet " if draft.changed else f"{draft.id}.toml "
        head = row((" Warledger", "now"), ("   setup   ", "title"), (clean(draft.title), "strong"))
        right = row((state, "changed" if draft.changed else "quiet"))
        return [spread(head, right if head.width + right.width < width else row(), width).on("bar")]


class SetupIndex(Lines, can_focus=True):
    """The pages with how many entries each has and how many faults."""

    def __init__(self, model: SetupDesk) -> None:
        super().__init__()
        self.model = model
        self._counts = False

    def on_mount(self) -> None:
        """What is wrong is counted once the pages stand there."""
        super().on_mount()
        self.call_after_refresh(self._count)

    def _count(self) -> None:
        self._counts = True
        self.redraw()
        if any(page.known_in for page in self.model.pages):
            # Read while nobody waits: the first + on a page of countries needs it.
            self.call_after_refresh(self.model.known)

    def rows(self, width: int) -> list[Row]:
        model = self.model
        faults = model.faults_by_page() if self._counts else {}
        least = max(len(page.title) for page in model.pages) + 3
        signs = row((legend(), "quiet"), " ")
        game = row(" ", (model.draft.ruleset.title, "quiet"))
        if game.width + signs.width < width:
            rows = [spread(game, signs, width), row()]
        else:
            rows = [game, row(" ") + signs if signs.width < width else row()]
        for at, page in enumerate(model.pages):
            count = str(model.many(page) or glyphs.sign("dot"))
            wrong, odd = faults.get(page.id, (0, 0))
            marks = []
            if wrong:
                marks.append((f"  {glyphs.sign('refused')} {wrong} wrong", "refused"))
            if odd:
                marks.append((f"  {glyphs.sign('warning')} {odd} odd", "changed"))
            line = row("  ", (page.title.ljust(least), "strong" if at == model.at else ""), (count.rjust(5), "quiet"))
            line = line + row(*marks)
            if width >= _ROOMY and not marks:
                about = wrap(page.about, min(80, width - line.width - 4))
                line = line + row(
                    "   ", (about[0] if len(about) == 1 else f"{about[0]} {glyphs.sign('more')}", "quiet")
                )
            rows.append(pointed(line) if at == model.at else line)
        return [*rows, row(), *(row((f"  {line}", "quiet")) for line in wrap(model.page.about, min(100, width - 3)))]

    def redraw(self) -> None:
        """The page under the cursor is kept in sight."""
        super().redraw()
        last = self.model.at == len(self.model.pages) - 1
        self.show_line(len(self._rows) - 1 if last else self.model.at + 2 if self.model.at else 0)

    def on_key(self, event: Key) -> None:
        """Keys act here and now; the copy's title is typed at the foot of a page."""
        acts(self.screen, INDEX, event)


def open_setup(app: App[Any], scenario_id: str, told: Callable[[str | None], None] | None = None) -> str:
    """Show the setup of a scenario; returns why it cannot be shown, '' where it is. ``told``: hears what is to be said
    when it is left."""
    from engine.kernel.sheets.cards import BadCard
    from saves.drafts import ScenarioDraft
    from saves.errors import SavesError

    try:
        draft = ScenarioDraft(scenario_id, alone=True)
    except SavesError as fault:
        return str(fault)
    try:
        app.push_screen(SetupScreen(SetupDesk(draft)), told)
    except (BadCard, SavesError) as fault:
        draft.close()
        return str(fault)
    return ""
