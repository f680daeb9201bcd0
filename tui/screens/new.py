"""A new campaign: the scenario with its preview, how many players, whose dice, the options, a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve, frozen
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from engine.kernel.ruleset import UnknownRuleset, find
from engine.kernel.sheets import options
from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.frame_model import ledger_lines, power_name
from tui.lines import Lines, Row, clean, fit, pointed, row, spread, wrap
from tui.models.edit import types
from tui.session import at_hand
from tui.words import turn_name

if TYPE_CHECKING:
    from textual.events import Key

    from saves.scenarios import ScenarioCard


@frozen
class Asked:
    """One line of the form: what it asks, the values offered, which one is chosen (``text`` for one that is typed)."""

    key: str
    label: str
    values: tuple[Any, ...] = ()
    names: tuple[str, ...] = ()
    at: int = 0
    text: str = ""

    @property
    def value(self) -> Any:
        """The chosen value."""
        return self.values[self.at] if self.values else self.text

    @property
    def said(self) -> str:
        """The chosen value as people say it."""
        if not self.values:
            return self.text
        return self.names[self.at] if self.names else str(self.values[self.at])

    def turned(self, by: int) -> Asked:
        """The value before or after."""
        return evolve(self, at=(self.at + by) % len(self.values)) if self.values else self


def questions(card: ScenarioCard, seats: int = 1) -> tuple[Asked, ...]:
    """What is asked for a scenario that so many players share."""
    counts = sorted(card.seatings) or [1]
    names = tuple(f"{count} player{'s' if count > 1 else ''}" for count in counts)
    dice: tuple[str, ...] = ("the program's, provable at the end", "your own: you type the faces")
    asked = [Asked("seats", "Players", tuple(counts), names, counts.index(seats) if seats in counts else 0)]
    if seats > 1:
        asked.append(Asked("seat", "Your seat", tuple(card.seatings.get(seats, ()))))
    kinds: tuple[str, ...] = ("keyed", "keyboard")
    if seats > 1:
        kinds, dice = (*kinds, "shared"), (*dice, "the program's, with a line of each player in them")
    asked.append(Asked("dice", "Dice", kinds, dice))
    ruleset = find(card.ruleset)
    known = options.options_of(ruleset).options
    for name, default in card.options.items():
        option = options.named(known, str(name))
        if seats > 1 or option is None or not option.several:
            asked.append(_option(option, str(name), default))
    asked.append(Asked("name", "Name", text=""))
    return tuple(asked)


def _option(known: options.Option | None, name: str, default: str | int | bool) -> Asked:
    label = (known.title if known is not None else "") or name.replace("_", " ").replace("-", " ").capitalize()
    if isinstance(default, bool):
        return Asked(f"option.{name}", label, (False, True), ("no", "yes"), int(default))
    values = known.choices if known is not None else ()
    if default in values:
        return Asked(f"option.{name}", label, values, at=values.index(str(default)))
    return Asked(f"option.{name}", label, text=str(default))


def game_of(card: ScenarioCard) -> str:
    """The name of a scenario's game, '' where it is not known."""
    try:
        return clean(find(card.ruleset).title) if card.ruleset else ""
    except UnknownRuleset:
        return clean(card.ruleset)


def _short_title(card: ScenarioCard, game: str) -> str:
    """A scenario's title under the name of its game, which it does not say again."""
    return clean(card.title or card.id).removeprefix(f"{game}: ")


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
    """

    def __init__(self, chosen: str = "") -> None:
        super().__init__()
        self._first = chosen

    def compose(self) -> ComposeResult:
        """Form and preview."""
        yield NewTitle(id="title")
        with Horizontal():
            yield NewForm()
            yield Preview()
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_resize(self) -> None:
        """In a narrow window the questions have it all."""
        self.set_class(self.app.size.width < _BESIDE, "narrow")

    def on_mount(self) -> None:
        """Read what can be played."""
        from saves.scenarios import scenarios

        self.query_one(NewForm).put(scenarios(), self._first)

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        arrows = [
            keys.Action("", "", glyphs.sign("up-down"), "choose", "new", "", 1),
            *([keys.Action("", "", glyphs.sign("left-right"), "change", "new", "", 1)] if self._turns() else []),
            keys.Action("", "", "tab", "on", "new", "", 1),
        ]
        return arrows + [action for where in ("new", keys.ANYWHERE) for action in keys.of(where) if action.rank]

    def _turns(self) -> bool:
        """Whether the cursor stands on a question with values to turn through."""
        forms = self.query(NewForm)
        return bool(forms) and forms.first().turns

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
        given = {asked.key: asked.value for asked in form.asked}
        options = {key.removeprefix("option."): value for key, value in given.items() if key.startswith("option.")}
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
            "The name may be left empty."
        )
        return "A new campaign", text, "new"


class NewTitle(Lines):
    """What this screen is."""

    can_focus = False

    def rows(self, width: int) -> list[Row]:
        return [row((" Warledger", "now"), ("   new campaign", "title")).on("bar")]


class NewForm(Lines, can_focus=True):
    """Scenarios first, then the questions; one cursor for all."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: Sequence[ScenarioCard] = ()
        self.asked: tuple[Asked, ...] = ()
        self._chosen = 0
        self._at = 0
        self._lines: list[int] = []

    @property
    def card(self) -> ScenarioCard | None:
        """The scenario chosen."""
        return self.cards[self._chosen] if self.cards else None

    @property
    def turns(self) -> bool:
        """Whether the cursor stands on a question with values to turn through."""
        at = self._at - len(self.cards)
        return 0 <= at < len(self.asked) and len(self.asked[at].values) > 1

    def put(self, cards: Sequence[ScenarioCard], first: str = "") -> None:
        """Show these scenarios, those of a game together; the cursor stands on the first of this id."""
        games = list(dict.fromkeys(game_of(card) for card in cards))
        self.cards = sorted(cards, key=lambda card: games.index(game_of(card)))
        self._at = next((at for at, card in enumerate(self.cards) if card.id == first), 0)
        self._choose(self._at)

    def _choose(self, at: int) -> None:
        self._chosen = at
        card = self.card
        self.asked = questions(card) if card is not None and not card.problem else ()
        self.redraw()
        self.screen.query_one(Preview).put(card, self.asked)

    def rows(self, width: int) -> list[Row]:
        self._lines = []
        rows = [row(("Scenario", "heading"))]
        if not self.cards:
            rows.append(row(("  none is installed", "refused")))
        for at, card in enumerate(self.cards):
            mark = glyphs.sign("ball") if at == self._chosen else glyphs.sign("ring")
            problem = row((f"{glyphs.sign('refused')} unreadable ", "refused")) if card.problem else row()
            game = game_of(card)
            if at == 0 or game != game_of(self.cards[at - 1]):
                rows.append(row(" ", (fit(game, width - 2), "quiet")))
            self._lines.append(len(rows))
            line = spread(
                row("  ", (mark, "now" if at == self._chosen else "quiet"), f" {_short_title(card, game)}"),
                problem,
                width,
            )
            rows.append(pointed(line) if at == self._at else line)
        rows.append(row())
        names = max([len(asked.label) for asked in self.asked] + [8]) + 2
        for at, asked in enumerate(self.asked, len(self.cards)):
            here = at == self._at
            self._lines.append(len(rows))
            if asked.values:
                ends = (
                    (f"{'<' if glyphs.plain() else '‹'} ", f" {'>' if glyphs.plain() else '›'}")
                    if here and len(asked.values) > 1
                    else ("", "")
                )
                said = f"{ends[0]}{asked.said}{ends[1]}"
            else:
                said = asked.text + ("_" if here else "") or "after the scenario"
            ink = "" if asked.values or asked.text or here else "quiet"
            head = fit(asked.label, names)
            room = max(8, width - names - 3)
            # A long answer is told whole where the cursor stands, so that all questions are in sight.
            for part in (wrap(said, room) or [""]) if here else [fit(said, room)]:
                line = row(("  ", ""), (head, "heading"), (part, ink))
                rows.append(line.on("cursor") if here else line)
                head = fit("", names)
        rows.append(row())
        begin = row(
            "  ", (f"{glyphs.sign('now')} Begin", "now" if self.card is not None and not self.card.problem else "quiet")
        )
        self._lines.append(len(rows))
        rows.append(pointed(begin) if self._at == self._last else begin)
        return rows

    def redraw(self) -> None:
        """The line under the cursor is kept in sight, the first one with the heading above it."""
        super().redraw()
        if self._at < len(self._lines):
            self.show_line(self._lines[self._at] if self._at else 0)

    @property
    def _last(self) -> int:
        return len(self.cards) + len(self.asked)

    def on_key(self, event: Key) -> None:
        """Arrows choose and change; letters write the name."""
        key = event.key
        at = self._at - len(self.cards)
        asked = self.asked[at] if 0 <= at < len(self.asked) else None
        listed = self._at < len(self.cards)
        if key in ("up", "shift+tab"):
            # From the questions back to the scenario that is chosen, not to the last one there is.
            self._go(self._chosen if at == 0 else self._at - 1)
        elif key == "down":
            # The list ends at its end: who walks on would choose its last scenario.
            self._go(min(self._at + 1, len(self.cards) - 1) if listed else self._at + 1)
        elif key in ("enter", "tab"):
            if key == "enter" and self._at == self._last:
                self.screen.action_start()  # type: ignore[attr-defined]
            else:
                self._go(len(self.cards) if listed else self._at + 1)
        elif asked is not None and asked.values and key in ("left", "right", "space"):
            self._set(at, asked.turned(-1 if key == "left" else 1))
        elif asked is not None and not asked.values and key == "backspace":
            self._set(at, evolve(asked, text=asked.text[:-1]))
        elif asked is not None and not asked.values and event.character and types(event.character):
            self._set(at, evolve(asked, text=(asked.text + event.character)[:60]))
        else:
            return
        event.stop()
        event.prevent_default()

    def _go(self, at: int) -> None:
        self._at = max(0, min(self._last, at))
        if self._at < len(self.cards) and self._at != self._chosen:
            self._choose(self._at)
        self.redraw()
        self.screen.query_one(Footer).redraw()

    def _set(self, at: int, asked: Asked) -> None:
        self.asked = (*self.asked[:at], asked, *self.asked[at + 1 :])
        if asked.key == "seats" and self.card is not None:
            kept = {old.key: old for old in self.asked if old.key != "seat"}
            self.asked = tuple(kept.get(new.key, new) for new in questions(self.card, int(asked.value)))
        self.redraw()
        self.screen.query_one(Preview).put(self.card, self.asked)


class Preview(Lines):
    """What the scenario sets up, and who plays what."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._card: ScenarioCard | None = None
        self._asked: tuple[Asked, ...] = ()
        self._money: dict[str, list[Row]] = {}

    def put(self, card: ScenarioCard | None, asked: tuple[Asked, ...]) -> None:
        """Show this scenario."""
        self._card, self._asked = card, asked
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        card = self._card
        if card is None:
            return []
        rows = [row((clean(card.title or card.id), "title"))]
        if card.problem:
            return rows + [row((line, "refused")) for line in wrap(clean(card.problem), width)]
        rows.append(row((f"{turn_name(card.first)} to {turn_name(card.last)}", "quiet")))
        rows.append(row())
        rows += [row(line) for line in wrap(clean(" ".join(card.description.split())), width)]
        rows.append(row())
        rows += self._powers(card, width)
        seats = int(next((asked.value for asked in self._asked if asked.key == "seats"), 1))
        return rows if seats == 1 else rows + self._seating(card, seats, width)

    def _seating(self, card: ScenarioCard, seats: int, width: int) -> list[Row]:
        key = f"{card.id} {seats} {width}"
        if key not in self._money:
            self._money[key] = _chairs(card.id, seats, width)
        return self._money[key]

    def _powers(self, card: ScenarioCard, width: int) -> list[Row]:
        key = f"{card.id} {width}"
        if key not in self._money:
            self._money[key] = _opening(card.id, width)
        return self._money[key]


_NAMES = 20
"""Columns for the powers' names where there is room."""


def _opening(scenario: str, width: int) -> list[Row]:
    """The powers' figures at the start: the names give way, no figure is ever cut."""
    from engine.kernel import ruleset
    from saves.errors import SavesError
    from saves.scenarios import preview

    try:
        campaign = preview(scenario)
    except SavesError as fault:
        return [row((clean(str(fault)), "refused"))]
    lines = ledger_lines(ruleset.of(campaign), campaign)
    if not lines:
        return []
    titles = "".join(figure.head() for figure in lines[0].brief)
    names = max(1, min(_NAMES, width - row(titles).width))
    head = f"At the start, {lines[0].money}"
    rows = [row((f"{fit(head if len(head) < names else lines[0].money, names)}{titles}", "quiet"))]
    for line in lines:
        rows.append(row(f"{fit(line.name, names)}{''.join(figure.cell() for figure in line.brief)}"))
    return rows


_SEAT = 14
"""Columns for a seat's name."""


def _chairs(scenario: str, seats: int, width: int) -> list[Row]:
    """Who plays what."""
    from saves.errors import SavesError
    from saves.scenarios import preview

    try:
        campaign = preview(scenario, seats)
    except SavesError as fault:
        return [row((clean(str(fault)), "refused"))]
    held: dict[str, list[str]] = {}
    for power, seat in campaign.seats.items():
        held.setdefault(seat, []).append(power_name(campaign, power))
    rows = [row(), row(("Who plays what", "heading"))]
    for seat, powers in held.items():
        for nth, part in enumerate(wrap(", ".join(powers), max(10, width - _SEAT - 2))):
            rows.append(row("  ", (fit("" if nth else clean(seat), _SEAT), "strong"), part))
    return rows
