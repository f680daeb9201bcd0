"""Home: the campaigns with date, whose move and when they were last played; those that cannot be read, with the
reason."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from engine.kernel.values import frozen
from tui import glyphs, keys
from tui.access import SERVER, Stake
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, cut, row, spread, wrap
from tui.screens.campaign_list import DELETED, CampaignList, ago, kept_how, seats_of
from tui.session import at_hand
from tui.typed_line import TypedLine
from tui.words import turn_name

if TYPE_CHECKING:
    from saves.library import Card

WELCOME = (
    "Warledger keeps what the table forgets: money, pools, boxes, dates and duties. The map and the "
    "counters stay on your table.",
    "",
    "There is no campaign yet. Press n to begin one.",
)
NOT_YET = (
    "Warledger keeps what the table forgets: money, pools, boxes, dates and duties. The map and the "
    "counters stay on your table.",
    "",
    "No campaign is yours yet: the host of this server gives seats. It appears here by itself.",
)

NOTHING_KEPT = ("Nothing is archived or deleted. Press v for the campaigns.",)
_REREAD_EVERY = 5.0
"""Seconds after which the list is read again on a server, where nothing told it to before."""


@frozen
class Asked:
    """What a typed line is asked for: ``rename``, ``delete`` or ``remove``, of which campaign."""

    what: str
    card: Card


class AnswerLine(TypedLine):
    """The line for a title or a yes."""

    def prose(self) -> bool:
        return True


class HomeScreen(Screen[None]):
    """The list of campaigns."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("home")
    AUTO_FOCUS = "CampaignList"

    DEFAULT_CSS = """
    HomeScreen #title, HomeScreen #footer, HomeScreen #notice { height: 1; }
    HomeScreen CampaignList { height: 1fr; padding: 1 2; }
    HomeScreen #answer, HomeScreen #answer:focus { height: 1; border: none; padding: 0 1; background: $background;
    display: none; }
    HomeScreen.asking #answer, HomeScreen.asking #answer:focus { display: block; }
    """

    def __init__(self, said: str = "") -> None:
        """``said``: why the player is here again."""
        super().__init__()
        self.archive = False
        self._asked: Asked | None = None
        self._said = said

    def compose(self) -> ComposeResult:
        """Title, list, a line for a title or a yes, footer."""
        yield HomeTitle(id="title")
        yield CampaignList()
        yield Notice(id="notice")
        yield AnswerLine(id="answer")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """Say why the player is here; on a server others play meanwhile, which shows by itself."""
        if self._said:
            self.query_one(Notice).say([row((f" {glyphs.sign('warning')} {clean(self._said)}", "refused"))])
        if at_hand().access.holds & {SERVER}:
            self.set_interval(_REREAD_EVERY, self.look)

    def others_wrote(self, campaigns: frozenset[str]) -> None:
        """Others have played: the list tells."""
        self.look()

    def look(self) -> None:
        """Read the list again: others may have played, and seats may have been given."""
        if self._asked is None and self.is_current:
            self._read()

    def on_screen_resume(self) -> None:
        """Read before the first paint, so that it shows the list, and again on coming back: it was played meanwhile."""
        self._read()

    def _read(self, stand_on: str = "") -> None:
        from saves import keeping

        access = at_hand().access
        empty: tuple[str, ...]
        stakes: dict[str, Stake]
        if self.archive:
            cards = [*keeping.cards(keeping.ARCHIVE), *keeping.cards(keeping.DELETED)]
            empty, stakes = NOTHING_KEPT, {}
        else:
            cards = access.campaigns()
            empty = WELCOME if keys.exists("home", "new") else NOT_YET
            stakes = {card.name: access.stake(card) for card in cards}
        self.query_one(CampaignList).put(cards, empty, stand_on, stakes)
        self.query_one(HomeTitle).put(self.archive)
        self.query_one(Footer).redraw()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen now."""
        if self._asked is not None:
            return [action for action in keys.of("home-answer") if action.rank]
        listed = self.query_one(CampaignList)
        own = []
        for action in sorted((action for action in keys.of("home") if action.rank), key=lambda action: action.rank):
            label = self._label(action.id, listed.card)
            if label is None:
                own.append(action)
            elif label:
                own.append(evolve(action, label=label))
        return own + [action for action in keys.of(keys.ANYWHERE) if action.rank]

    def _label(self, action: str, card: Card | None) -> str | None:
        """What the footer says of an action on the campaign under the cursor; '' for nothing, None for its own."""
        if action in ("rename", "archive", "delete", "seats") and card is None:
            return ""
        if action == "open" and card is None and not keys.exists("home", "new"):
            return ""
        if not self.archive:
            return None
        labels = {"open": "", "rename": "", "seats": "", "archive": "bring back", "kept": "campaigns"}
        if card is not None and card.kept == DELETED:
            labels["delete"] = "remove"
        return labels.get(action)

    def action_open(self) -> None:
        """Open the campaign under the cursor."""
        card = self.query_one(CampaignList).card
        if self.archive:
            self._tell("" if card is None else f"{card.name} is {kept_how(card)}: a brings it back into the list")
            return
        if card is None:
            if keys.exists("home", "new"):
                self.action_new()
            return
        from saves.errors import SavesError

        notice = self.query_one(Notice)
        if card.problem:
            notice.say([row((f" {glyphs.sign('refused')} {clean(card.problem)}", "refused"))])
            return
        try:
            desk = at_hand().access.open(card.folder, self.query_one(CampaignList).seat_of(card))
        except SavesError as fault:
            notice.say([row((f" {glyphs.sign('refused')} {clean(str(fault))}", "refused"))])
            return
        self.app.open_campaign(desk)  # type: ignore[attr-defined]

    def action_new(self) -> None:
        """Begin one."""
        from tui.screens.new import NewScreen

        self.app.push_screen(NewScreen())

    def action_seats(self) -> None:
        """Who sits where in the campaign under the cursor."""
        card = self.query_one(CampaignList).card
        if card is not None and not card.problem and not self.archive:
            from tui.screens.seats import SeatsScreen

            self.app.push_screen(SeatsScreen(card))

    def action_cards(self) -> None:
        """The player's own figures."""
        from tui.screens.card_list import CardListScreen

        self.app.push_screen(CardListScreen())

    def action_scenarios(self) -> None:
        """Make or change a scenario."""
        from tui.screens.scenario_list import ScenarioListScreen

        self.app.push_screen(ScenarioListScreen())

    def action_reread(self) -> None:
        """Read the folder again."""
        self._read()
        many = len(self.query_one(CampaignList).cards or ())
        self._tell(f"read again: {many} campaign{'' if many == 1 else 's'}")

    # --- what becomes of a campaign

    def action_rename(self) -> None:
        """Give the campaign under the cursor a title of its own."""
        card = self.query_one(CampaignList).card
        if card is not None and not self.archive:
            self._tell(f"a title of its own for {card.name}, up to 60 signs; the folder takes it where it can")
            self._ask(Asked("rename", card), (), clean(card.title or card.name))

    def action_archive(self) -> None:
        """Out of the list into the archive, or back from there."""
        card = self.query_one(CampaignList).card
        if card is not None:
            self._do(Asked("bring back" if self.archive else "archive", card))

    def action_kept(self) -> None:
        """The archived and the deleted instead of the campaigns, and back."""
        self.archive = not self.archive
        self._tell("")
        self._read()

    def action_delete(self) -> None:
        """Ask whether the campaign under the cursor is to go."""
        card = self.query_one(CampaignList).card
        if card is not None:
            what = "remove" if card.kept == DELETED else "delete"
            self._ask(Asked(what, card), _question(card, self.app.size.width), "")

    def _ask(self, asked: Asked, said: Sequence[Row], text: str) -> None:
        self._asked = asked
        if said:
            self.query_one(Notice).say(said)
        self.add_class("asking")
        answer = self.query_one(AnswerLine)
        answer.value = text
        answer.focus()
        answer.action_end()
        self.query_one(Footer).redraw()

    def on_input_submitted(self, event: AnswerLine.Submitted) -> None:
        """The title, or the yes."""
        event.stop()
        asked = self._asked
        if asked is None:
            return
        if asked.what != "rename" and event.value.strip().lower() != "yes":
            self.query_one(Notice).say(_question(asked.card, self.app.size.width, "nothing is done without it: "))
            return
        self._leave()
        self._do(asked, event.value)

    def action_unasked(self) -> None:
        """Leave the question: nothing is done."""
        if self._asked is not None:
            self._leave()
            self._tell("nothing was changed")

    def _leave(self) -> None:
        self._asked = None
        self.remove_class("asking")
        self.query_one(CampaignList).focus()
        self.query_one(Footer).redraw()

    def _do(self, asked: Asked, text: str = "") -> None:
        from saves import keeping
        from saves.errors import SavesError

        name, stand_on = asked.card.name, ""
        try:
            if told := at_hand().access.keeps_no_more():
                raise SavesError(told)
            if asked.what == "rename":
                renamed = keeping.rename(asked.card.folder, text)
                said, stand_on = f"'{renamed.title}' it is", renamed.folder.name
                said = f"{said}; {renamed.note}" if renamed.note else said
            elif asked.what == "archive":
                keeping.archive(asked.card.folder)
                said = f"{name} is in the archive: v shows it, and a brings it back"
            elif asked.what == "bring back":
                said = f"{keeping.bring_back(asked.card.folder).name} is in the list again"
            elif asked.what == "delete":
                keeping.delete(asked.card.folder)
                said = f"{name} is deleted: v shows it, a brings it back, and del there removes it for good"
            else:
                keeping.remove(asked.card.folder)
                said = f"{name} is gone for good"
        except SavesError as fault:
            self.query_one(Notice).say([row((f" {glyphs.sign('refused')} {clean(str(fault))}", "refused"))])
        else:
            self._tell(said)
        self._read(stand_on)

    def _tell(self, said: str) -> None:
        lines = wrap(clean(said), max(20, self.app.size.width - 3)) if said else []
        self.query_one(Notice).say([row((f" {line}", "quiet")) for line in lines])

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        if at_hand().access.player:
            return "Home", self._help_of_a_guest(), "home"
        text = (
            "Your campaigns, the last played first, with the date in the game, the step, and who is "
            "awaited. Each is a folder of plain text files in "
            "your data directory; what you see acknowledged is on disk. One that cannot be read says why "
            "and does not hide the others.\nThe archive keeps campaigns out of the list; what is deleted lies there "
            "too and can be brought back until it is removed for good. Nothing is moved that is open elsewhere."
        )
        return "Home", text, "home"

    def _help_of_a_guest(self) -> str:
        text = (
            "The campaigns on this server in which you have a seat or watch, the last played first, with the date in "
            "the game, whose turn it is, and what happened since you were there. Enter opens one at your seat; where "
            "you have several, the arrows choose. What others do appears by itself."
        )
        if keys.exists("home", "seats"):
            text += (
                "\nYou are a host: you begin campaigns and say who sits where. Of a campaign in which you have no seat "
                "you see what all may see."
            )
        return text


def _question(card: Card, width: int, again: str = "") -> list[Row]:
    """What goes, and what a yes does."""
    facts = [turn_name(card.turn), card.count, seats_of(card)] if not card.problem else ["cannot be read"]
    played = f"last played {ago(time.time() - card.last_played)}" if card.last_played else ""
    told = ", ".join(fact for fact in (*facts, played) if fact)
    name = card.title if card.title == card.name else f"{card.title} ({card.name})" if card.title else card.name
    if card.kept == DELETED:
        goes = "Journal, dice and sealed orders go for good: nothing brings them back."
    else:
        goes = "It goes to the deleted and can be brought back until it is removed there."
    verb = "Remove" if card.kept == DELETED else "Delete"
    head = row((f" {glyphs.sign('warning')} {verb} ", "refused"), (clean(name), "strong"), "?")
    rows = [row(f"   {line}") for text in (clean(told), goes) for line in wrap(text, max(20, width - 4))]
    return [cut(head, width), *rows, row((f"   {again}type yes and press Enter; Escape keeps it", "now"))]


class HomeTitle(Lines):
    """The program's name, and which list is shown."""

    can_focus = False
    _archive = False

    def put(self, archive: bool) -> None:
        """The archive, or the campaigns."""
        self._archive = archive
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        player = at_hand().access.player
        return [
            spread(
                row((" Warledger", "now"), ("   archived and deleted" if self._archive else "   campaigns", "title")),
                row((f"you are {player} " if player else "a ledger beside the board ", "quiet")),
                width,
            ).on("bar")
        ]
