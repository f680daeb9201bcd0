"""A new campaign: the scenario with its preview, how many players, whose dice, the options, a name."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, row
from tui.models.beginning import chosen, problems
from tui.screens.new_form import NewForm
from tui.screens.new_preview import Explained, Preview
from tui.session import at_hand

_BESIDE = 76
"""From this width on the scenario's own figures stand beside the questions."""


class NewScreen(Screen[None]):
    """Scenarios at the left, what is chosen at the right."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("new")
    AUTO_FOCUS = "NewForm"

    DEFAULT_CSS = """
    NewScreen #title, NewScreen #footer, NewScreen #notice { height: 1; }
    NewScreen Horizontal { height: 1fr; }
    NewScreen NewForm { width: 46%; padding: 1 1; }
    NewScreen Preview { width: 1fr; padding: 1 2 1 1; }
    NewScreen.narrow NewForm { width: 100%; }
    NewScreen.narrow Preview { display: none; }
    NewScreen Explained { display: none; height: 2; }
    NewScreen.narrow Explained { display: block; }
    """

    def __init__(self, chosen: str = "") -> None:
        super().__init__()
        self._first = chosen

    def compose(self) -> ComposeResult:
        """Form, preview, explanation."""
        yield NewTitle(id="title")
        with Horizontal():
            yield NewForm()
            yield Preview()
        yield Explained()
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_resize(self) -> None:
        """In a narrow window the questions have it all, what explains them stands below."""
        self.set_class(self.app.size.width < _BESIDE, "narrow")

    def on_mount(self) -> None:
        """Read what can be played."""
        from saves.scenarios import scenarios

        self.query_one(NewForm).put(scenarios(), self._first)

    def on_new_form_changed(self) -> None:
        """Show what the form says now."""
        form = self.query_one(NewForm)
        told = form.told()
        self.query_one(Preview).put(form.card, form.asked, told)
        self.query_one(Explained).put(told)
        self.query_one(Footer).redraw()

    def on_new_form_begun(self) -> None:
        """Enter on Begin."""
        self.action_start()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen, with what Enter does where the cursor stands."""
        found = self.query(NewForm)
        form = found.first() if found else None
        more = [keys.Action("", "", glyphs.sign("up-down"), "choose", "new", "", 1)]
        if form is not None:
            more.append(keys.Action("", "", "enter", form.enters, "new", "", 1))
            if form.group:
                more += [evolve(action, rank=1) for action in keys.of("new") if action.id == "all"]
            if form.turns:
                more.append(keys.Action("", "", glyphs.sign("left-right"), "change", "new", "", 1))
        every = [action for where in ("new", keys.ANYWHERE) for action in keys.of(where) if action.rank]
        return more + [action for action in every if action.id != "all"]

    def action_all(self) -> None:
        """Every option of the group under the cursor."""
        self.query_one(NewForm).all_of_it()

    def action_back(self) -> None:
        """Nothing is made."""
        self.dismiss()

    def action_start(self) -> None:
        """Make the campaign and open it."""
        from saves.errors import SavesError
        from saves.scenarios import new

        form = self.query_one(NewForm)
        notice = self.query_one(Notice)
        card = form.card
        if card is None:
            return
        if card.problem:
            notice.say([row((f" {glyphs.sign('refused')} {clean(card.problem)}", "refused"))])
            return
        if told := at_hand().access.keeps_no_more():
            notice.say([row((f" {glyphs.sign('refused')} {clean(told)}", "refused"))])
            return
        if told := next(iter(problems(card, form.asked).values()), ""):
            notice.say([row((f" {glyphs.sign('refused')} {told}", "refused"))])
            return
        given = {asked.key: asked.value for asked in form.asked}
        options = chosen(form.asked)
        try:
            made = new(card.id, name=given["name"] or None, seats=given["seats"], dice=given["dice"], options=options)
            desk = at_hand().access.begun(made, str(given.get("seat", "")))
        except SavesError as fault:
            notice.say([row((f" {glyphs.sign('refused')} {clean(str(fault))}", "refused"))])
            return
        app: Any = self.app
        self.dismiss()
        if at_hand().access.player and len(desk.seats) > 1:
            # On a server others want their seats before anything is played.
            from saves.library import card as card_of
            from tui.screens.seats import SeatsScreen

            app.call_later(app.push_screen, SeatsScreen(card_of(made)))
        else:
            app.call_later(app.open_campaign, desk)

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Up and down choose the scenario; Tab or Enter goes on to the questions below: how many players share "
            "the powers (rule 1.1), and whose dice are rolled. The program's dice follow from a secret whose "
            "fingerprint is written down at the start, so that at the end anyone can check every roll. "
            "Where several play, each may bring a line of his own to them before the first die falls: then not even "
            "the host, who has the secret, can have chosen them. With your own dice you type the faces. "
            "The options of the scenario stand in groups that Enter opens and closes; each heading says how many are "
            "not as in the scenario, and 'a' sets all of a group, or puts them back. What an option changes and which "
            "others it excludes is told beside it, below it in a narrow window. The name may be left empty."
        )
        return "A new campaign", text, "new"


class NewTitle(Lines):
    """What this screen is."""

    can_focus = False

    def rows(self, width: int) -> list[Row]:
        return [row((" Warledger", "now"), ("   new campaign", "title")).on("bar")]
