"""The app: which screen comes first, the looks, the keys that work everywhere. ``run`` starts it and gives the exit
code."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from attrs import evolve

from tui import terminal

terminal.settle_environment()

from textual.app import App  # noqa: E402
from textual.binding import BindingType  # noqa: E402
from textual.events import Event, Key, Resize  # noqa: E402
from textual.filter import ANSIToTruecolor, LineFilter  # noqa: E402
from textual.screen import Screen  # noqa: E402

from tui import glyphs, keys, session, themes  # noqa: E402
from tui.access import HOME, Access  # noqa: E402
from tui.bars import Notice  # noqa: E402
from tui.lines import Lines, clean, row  # noqa: E402
from tui.look import Look, keep, load  # noqa: E402
from tui.pasted import settle_pastes  # noqa: E402
from tui.session import Session  # noqa: E402
from tui.spare_time import SpareTime  # noqa: E402
from tui.words import and_list  # noqa: E402

if TYPE_CHECKING:
    from saves.desk import Desk

MISUSE = 2
LOOK_EVERY = 2.0
"""Seconds after which a player's rights are looked at, where nothing told before that they changed."""


@runtime_checkable
class FollowsOthers(Protocol):
    """A screen that shows what others do."""

    def others_wrote(self, campaigns: frozenset[str]) -> None:
        """Something was written in these campaigns, by their names."""


class WarledgerApp(App[None]):
    """Warledger on a terminal. With a desk it opens straight into its campaign, without one it begins at home."""

    TITLE = "Warledger"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(keys.ANYWHERE)
    CSS = """
    Screen { background: $background; }
    * { scrollbar-size-vertical: 1; }
    """

    def __init__(
        self,
        desk: Desk | None = None,
        look: Look | None = None,
        problems: Sequence[str] = (),
        cards: tuple[str, str] | None = None,
        access: Access = HOME,
        setup: str = "",
    ) -> None:
        """``cards``: over the home screen, the cards of a scenario ('' for the list of them) and of which power;
        ``access``: who is here, and what he may do; ``setup``: the scenario whose setup pages lie over the home
        screen."""
        with terminal.own_no_colour():
            super().__init__()
        self.access = access
        self._cards, self._setup = cards, setup
        self._desk, self._problems = desk, tuple(problems)
        self._small = False
        self._sitting: Desk | None = None
        self._rights: tuple[int, ...] = ()
        self._elsewhere: frozenset[str] = frozenset()
        self.spare: SpareTime | None = None
        """What is done between keys, where the process is this app's own."""
        self._session = Session(access=access)
        session.enter(self._session)
        for name in themes.NAMES:
            self.register_theme(themes.make(name))
        self.use(look or Look())

    def _fatal_error(self) -> None:
        """Private in Textual 8.2."""
        error = self._exception or sys.exc_info()[1]
        if error is not None:
            self._exit_renderables.append(terminal.farewell(error))
        self._close_messages_no_wait()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What the framework makes of every line before it is drawn.

        Every ink is a true colour, or in monochrome the terminal's own: to look for other colours in it would keep a
        second copy of each line."""
        return [one for one in super().get_line_filters() if not isinstance(one, ANSIToTruecolor)]

    def get_default_screen(self) -> Screen[Any]:
        """The first screen."""
        if self._desk is not None and not self._desk.seat and self.access.curtained(self._desk):
            from tui.screens.curtain import Chairs, CurtainScreen, after

            return terminal.switchable(CurtainScreen(Chairs.around(self._desk, after(self._desk))))
        if self._desk is not None:
            from tui.frame import CampaignScreen

            self._before(self._desk)
            return terminal.switchable(CampaignScreen(self._desk))
        from tui.screens.home import HomeScreen

        return terminal.switchable(HomeScreen())

    def on_load(self) -> None:
        """Enter the session of this app's player, whose signs and keys everything is drawn with."""
        session.enter(self._session)

    def on_mount(self) -> None:
        """End cleanly on signals; say what was wrong with the settings."""
        terminal.end_on_signals(self)
        self.access.listen(self.others_wrote)
        if self.access.player:
            self.set_interval(LOOK_EVERY, self.keep_seat)
        if self.spare is not None:
            self.spare.begin()
        if self._cards is not None:
            self._show_cards(*self._cards)
        if self._setup:
            self._show_setup(self._setup)
        if self._problems:
            self.call_after_refresh(self._say_problems)

    def others_wrote(self, campaigns: frozenset[str]) -> None:
        """Something was written in these campaigns, by their names: who sees one of them sees it now."""
        if not self.keep_seat():
            return
        for screen in self.screen_stack:
            if isinstance(screen, FollowsOthers):
                screen.others_wrote(campaigns)
        if self._sitting is not None:
            self._tell_elsewhere(campaigns - {self._sitting.folder.name})

    def _tell_elsewhere(self, campaigns: frozenset[str]) -> None:
        """Where others wrote in campaigns that are not before the player, and it is his turn there now, say so."""
        now = self._his_turns()
        new = sorted(now & campaigns - self._elsewhere)
        self._elsewhere = now
        if not new:
            return
        if self.look.bell:
            self.bell()
        told = row((f" {glyphs.sign('now')} something waits for you in {clean(and_list(new))}:", "now"))
        for notice in self.screen.query(Notice):
            notice.say([told + row((f" {keys.shown_of('home')}", "key"), " shows your campaigns")])

    def _his_turns(self) -> frozenset[str]:
        """The names of the campaigns in which it is the turn of a player on a server."""
        listed = self.access.campaigns() if self.access.player else []
        return frozenset(card.name for card in listed if self.access.stake(card).waits)

    def _show_setup(self, scenario: str) -> None:
        from tui.screens.scenario_list import ScenarioListScreen
        from tui.screens.setup import open_setup

        listed = ScenarioListScreen()
        self.push_screen(listed)
        if trouble := open_setup(self, scenario, listed.left):
            self.call_after_refresh(listed.refuse, trouble)

    def _show_cards(self, scenario: str, power: str) -> None:
        from tui.screens.card_list import CardListScreen
        from tui.screens.cards import open_cards

        trouble = open_cards(self, scenario, power) if scenario else ""
        if trouble or not scenario:
            listed = CardListScreen()
            self.push_screen(listed)
            self.call_after_refresh(listed.refuse, trouble)

    async def on_event(self, event: Event) -> None:
        """A campaign's screen hears of every key before anything acts on it: what it asked is answered by the next."""
        if isinstance(event, Key) and not event.is_forwarded:
            if self.spare is not None:
                self.spare.key()
            if not self.keep_seat():
                return
            from tui.giving import GivingScreen

            if isinstance(self.screen, GivingScreen):
                self.screen.key_pressed(event.key)
        await super().on_event(event)

    def on_resize(self, event: Resize) -> None:
        """A window too small for any screen says so until there is room again."""
        small = terminal.too_small(event.size.width, event.size.height)
        if small == self._small:
            return
        from tui.screens.small import SmallScreen

        self._small = small
        if small:
            self.push_screen(SmallScreen())
        elif isinstance(self.screen, SmallScreen):
            self.pop_screen()

    def _say_problems(self) -> None:
        for notice in self.screen.query(Notice):
            notice.say([row((f" {glyphs.sign('warning')} {clean(text)}", "refused")) for text in self._problems])

    def use(self, look: Look) -> None:
        """Apply what the player has chosen; NO_COLOR wins over his theme."""
        self.look = look
        self._session.plain, self._session.remapped = look.plain, look.remapped
        self.set_keymap({**look.remapped, **keys.withheld()})
        self.theme = "monochrome" if terminal.wants_no_colour() else look.theme

    def choose(self, setting: str) -> str:
        """The next value of a setting, applied and kept. Returns why it could not be kept, '' where it was."""
        look = self.look
        if setting == "theme":
            look = evolve(look, theme=themes.NAMES[(themes.NAMES.index(look.theme) + 1) % len(themes.NAMES)])
        elif setting == "glyphs":
            look = evolve(look, plain=not look.plain)
        elif setting == "declarations":
            look = evolve(look, declarations=not look.declarations)
        elif setting == "unspent":
            look = evolve(look, unspent=not look.unspent)
        elif setting == "bell":
            look = evolve(look, bell=not look.bell)
        elif setting == "guide":
            look = evolve(look, guide=not look.guide)
        else:
            look = evolve(look, mouse=not look.mouse)
        self.use(look)
        for screen in self.screen_stack:
            for widget in screen.query(Lines):
                widget.redraw()
        return keep(look, self.access.look_file)

    def open_campaign(self, desk: Desk) -> None:
        """Show a campaign instead of the screen at hand; where several players share it, behind a curtain."""
        if self.access.curtained(desk):
            self.draw_curtain(desk, desk.seat)
        else:
            self.sit_down(desk)

    def draw_curtain(self, desk: Desk, seat: str) -> None:
        """Cover the whole screen until a seat's player is there. What the one before him copied here cannot be pasted
        by him."""
        from tui.screens.curtain import Chairs, CurtainScreen

        # Private in Textual 8.2; giving it a text would overwrite the clipboard of the whole desktop as well.
        self._clipboard = ""
        self.switch_screen(CurtainScreen(Chairs.around(desk, seat)))

    def sit_down(self, desk: Desk) -> None:
        """Show a campaign to the player whose desk it is."""
        from tui.frame import CampaignScreen

        self._before(desk)
        self.switch_screen(CampaignScreen(desk))

    def go_home(self, said: str = "") -> None:
        """Show the list of campaigns, whatever is shown now. ``said``: why."""
        from tui.models.sitting import note_seen
        from tui.screens.home import HomeScreen

        if self._sitting is not None:
            # The list tells what is new to him.
            note_seen(self._sitting)
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._before(None)
        self.switch_screen(HomeScreen(said))

    def _before(self, desk: Desk | None) -> None:
        """This campaign, or none, is before the player: what he may do hangs on it."""
        self._sitting, self._rights = desk, ()
        self._elsewhere = self._his_turns()
        self._session.holds = self.access.holds if desk is None else self.access.holds_at(desk)
        self.use(self.look)

    def keep_seat(self) -> bool:
        """Whether the player may still see what is before him; where his seat was given to another he is at home
        again, and told."""
        desk = self._sitting
        if desk is None or desk.sitter is None:
            return True
        from saves import rights

        now = rights.stamp(desk.folder)
        if self._rights != now:
            if told := self.access.unseated(desk):
                self.go_home(told)
                return False
            self._rights = now
        return True

    def action_help(self) -> None:
        """Explain what has the focus."""
        from tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_palette(self) -> None:
        """Every action by name."""
        from tui.palette import PaletteScreen

        if not isinstance(self.screen, PaletteScreen):
            self.push_screen(PaletteScreen(self.screen))

    def action_calculators(self) -> None:
        """Single figures and rolls of the rules, without a campaign."""
        from tui.screens.calculators import CalculatorsScreen

        if not isinstance(self.screen, CalculatorsScreen):
            self.push_screen(CalculatorsScreen())

    def action_settings(self) -> None:
        """Settings."""
        from tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())


def run(
    where: str | None,
    seat: str = "",
    *,
    cards: str | None = None,
    power: str = "",
    access: Access = HOME,
    setup: str = "",
) -> int:
    """The app for who is here, at home, straight in the campaign at ``where``, at the ``cards`` or the ``setup`` of a
    scenario. Returns the exit code; what prevents it is said on stderr."""
    trouble = terminal.ready()
    if trouble:
        print(f"warledger: {trouble}", file=sys.stderr)
        return MISUSE
    desk = None
    if where is not None:
        from saves.errors import SavesError

        try:
            desk = access.open(where, seat)
        except SavesError as fault:
            print(f"warledger: {fault}", file=sys.stderr)
            return MISUSE
    else:
        # While the terminal answers the framework's questions the list of campaigns gets ready to be read.
        threading.Thread(target=importlib.import_module, args=("saves.library",), daemon=True).start()
    look, problems = load(access.look_file)
    app = WarledgerApp(desk, look, problems, None if cards is None else (cards, power), access, setup)
    app.spare = SpareTime()
    app.spare.by_itself()
    settle_pastes()
    app.run(mouse=look.mouse)
    if app.return_code == terminal.HANGUP:
        terminal.let_go()
    return app.return_code or 0
