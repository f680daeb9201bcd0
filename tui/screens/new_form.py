"""The form of a new campaign: scenarios, then players, dice, options in groups that fold, the name, and Begin; one
cursor for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve
from textual.message import Message

from engine.kernel.ruleset import UnknownRuleset, find
from engine.kernel.values import frozen
from tui import glyphs
from tui.lines import Lines, Row, clean, fit, pointed, row, spread, wrap
from tui.models import beginning
from tui.models.beginning import Asked, questions
from tui.models.edit import types
from tui.screens.new_preview import NOTHING, Told

if TYPE_CHECKING:
    from textual.events import Key

    from saves.scenarios import ScenarioCard

SCENARIO, QUESTION, GROUP, BEGIN = "scenario", "question", "group", "begin"


@frozen
class Place:
    """A line on which the cursor stands: what it is, and which one (a scenario's number, a question's key, a group)."""

    kind: str
    key: str = ""


def game_of(card: ScenarioCard) -> str:
    """The name of a scenario's game, '' where it is not known."""
    try:
        return clean(find(card.ruleset).title) if card.ruleset else ""
    except UnknownRuleset:
        return clean(card.ruleset)


def _short_title(card: ScenarioCard, game: str) -> str:
    """A scenario's title under the name of its game, which it does not say again."""
    return clean(card.title or card.id).removeprefix(f"{game}: ")


class NewForm(Lines, can_focus=True):
    """Scenarios first, then the questions."""

    class Changed(Message):
        """The cursor has moved, or something is chosen."""

    class Begun(Message):
        """The campaign is to be begun."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: Sequence[ScenarioCard] = ()
        self.asked: tuple[Asked, ...] = ()
        self._chosen = 0
        self._at = 0
        self._open: set[str] = set()
        self._lines: list[int] = []
        self._called: dict[str, str] = {}

    @property
    def card(self) -> ScenarioCard | None:
        """The scenario chosen."""
        return self.cards[self._chosen] if self.cards else None

    @property
    def places(self) -> list[Place]:
        """Where the cursor can stand now, from above; a folded group's options are none of them."""
        found = [Place(SCENARIO, str(at)) for at in range(len(self.cards))]
        group = ""
        for asked in self.asked:
            if asked.group and asked.group != group:
                found.append(Place(GROUP, asked.group))
            group = asked.group
            if not group or group in self._open:
                found.append(Place(QUESTION, asked.key))
        return [*found, Place(BEGIN)]

    @property
    def here(self) -> Place:
        """Where the cursor stands."""
        places = self.places
        return places[min(self._at, len(places) - 1)]

    @property
    def question(self) -> Asked | None:
        """The question under the cursor, None where it stands elsewhere."""
        place = self.here
        return next((one for one in self.asked if place == Place(QUESTION, one.key)), None)

    @property
    def turns(self) -> bool:
        """Whether the cursor stands on a question with values to turn through."""
        one = self.question
        return one is not None and len(one.values) > 1

    @property
    def group(self) -> str:
        """The group whose heading or option is under the cursor, '' elsewhere."""
        if self.here.kind == GROUP:
            return self.here.key
        return self.question.group if self.question is not None else ""

    @property
    def enters(self) -> str:
        """What Enter does here, as the footer says it."""
        if self.here.kind == GROUP:
            return "close" if self.here.key in self._open else "open"
        return "begin" if self.here.kind == BEGIN else "go on"

    def put(self, cards: Sequence[ScenarioCard], first: str = "") -> None:
        """Show these scenarios, those of a game together, the ones to learn by before the others; the cursor stands on
        the first of this id."""
        ahead = sorted(cards, key=lambda card: not card.teaches)
        games = list(dict.fromkeys(game_of(card) for card in ahead))
        self.cards = sorted(ahead, key=lambda card: games.index(game_of(card)))
        self._at = next((at for at, card in enumerate(self.cards) if card.id == first), 0)
        self._choose(self._at)

    def _choose(self, at: int) -> None:
        self._chosen = at
        self._open.clear()
        card = self.card
        self.asked = questions(card, 1, self._usual_name(card)) if card is not None and not card.problem else ()
        self.redraw()
        self.post_message(self.Changed())

    def _usual_name(self, card: ScenarioCard) -> str:
        """What a campaign with this scenario is called where nobody says otherwise."""
        if card.id not in self._called:
            from saves.library import free_name

            self._called[card.id] = free_name(card.id)
        return self._called[card.id]

    def told(self) -> Told:
        """What explains the line under the cursor."""
        card, place, one = self.card, self.here, self.question
        if card is None or card.problem:
            return NOTHING
        bad = beginning.problems(card, self.asked)
        if place.kind == GROUP:
            held = next((bad[key.key] for key in self.asked if key.group == place.key and key.key in bad), "")
            return Told(place.key, "", beginning.about_group(self.asked, place.key), held, bool(held))
        if place.kind == BEGIN:
            held = next(iter(bad.values()), "")
            return Told("Begin", "", "The campaign is made, and opened.", held, bool(held))
        if one is None:
            return NOTHING
        about, minded = beginning.explained(card, self.asked, one)
        return Told(one.label, one.rule, about, minded, one.key in bad)

    def rows(self, width: int) -> list[Row]:
        self._lines = []
        rows = [row(("Scenario", "heading"))]
        if not self.cards:
            rows.append(row(("  none is installed", "refused")))
        for at, card in enumerate(self.cards):
            rows += self._scenario(at, card, len(rows), width)
        rows.append(row())
        names = {bool(one.group): 8 for one in self.asked}
        for one in self.asked:
            names[bool(one.group)] = max(names[bool(one.group)], len(one.label) + 2 + 2 * bool(one.group))
        bad = beginning.problems(self.card, self.asked) if self.card is not None and self.asked else {}
        for nth, place in enumerate(self.places[len(self.cards) : -1], len(self.cards)):
            here = nth == self._at
            self._lines.append(len(rows))
            if place.kind == GROUP:
                rows.append(self._heading(place.key, here, any(one.key in bad for one in self._of(place.key)), width))
            else:
                asked = next(one for one in self.asked if one.key == place.key)
                rows += _question(asked, names[bool(asked.group)], width, here=here, bad=asked.key in bad)
        rows.append(row())
        ready = self.card is not None and not self.card.problem and not bad
        begin = row("  ", ("Begin", "now" if ready else "quiet"))
        self._lines.append(len(rows))
        rows.append(pointed(begin) if self.here.kind == BEGIN else begin)
        return rows

    def _of(self, group: str) -> list[Asked]:
        return [one for one in self.asked if one.group == group]

    def _scenario(self, at: int, card: ScenarioCard, above: int, width: int) -> list[Row]:
        mark = glyphs.sign("ball") if at == self._chosen else glyphs.sign("ring")
        game = game_of(card)
        head = [row(" ", (fit(game, width - 2), "quiet"))] if at == 0 or game != game_of(self.cards[at - 1]) else []
        self._lines.append(above + len(head))
        side = row(("to learn ", "quiet")) if card.teaches else row()
        if card.problem:
            side = row((f"{glyphs.sign('refused')} unreadable ", "refused"))
        left = row("  ", (mark, "now" if at == self._chosen else "quiet"), f" {_short_title(card, game)}")
        if card.teaches and left.width + side.width > width:
            # The name, which says it too, is whole.
            side = side if card.problem else row()
        line = spread(left, side, width)
        return [*head, pointed(line) if at == self._at else line]

    def _heading(self, group: str, here: bool, bad: bool, width: int) -> Row:
        sign = glyphs.sign("minus") if group in self._open else "+"
        counted = beginning.counted(self.asked, group)
        ink = "now" if any(one.changed for one in self._of(group)) else "quiet"
        side = row((f"{glyphs.sign('refused')} {counted} ", "refused")) if bad else row((f"{counted} ", ink))
        line = spread(row("  ", (f"{sign} {group}", "heading")), side, width)
        return line.on("cursor") if here else line

    def redraw(self) -> None:
        """The line under the cursor is kept in sight, the first one with the heading above it."""
        super().redraw()
        if self._at < len(self._lines):
            self.show_line(self._lines[self._at] if self._at else 0)

    def on_key(self, event: Key) -> None:
        """Arrows choose and change, Enter does what the footer says, letters write."""
        key, place, asked = event.key, self.here, self.question
        listed, first = place.kind == SCENARIO, self._at == len(self.cards)
        if key in ("up", "shift+tab"):
            # From the questions back to the scenario that is chosen, not to the last one there is.
            self._go(self._chosen if first else self._at - 1)
        elif key == "down":
            # The list ends at its end: who walks on would choose its last scenario.
            self._go(min(self._at + 1, len(self.cards) - 1) if listed else self._at + 1)
        elif key == "enter" and place.kind == BEGIN:
            self.post_message(self.Begun())
        elif place.kind == GROUP and key in ("enter", "space", "left", "right"):
            self._fold(place.key, {"left": False, "right": True}.get(key, place.key not in self._open))
        elif key in ("enter", "tab"):
            self._go(len(self.cards) if listed else self._at + 1)
        elif asked is not None and asked.values and key in ("left", "right", "space"):
            self._set(asked.turned(-1 if key == "left" else 1))
        elif asked is not None and not asked.values and key == "backspace":
            self._set(evolve(asked, text=asked.text[:-1]))
        elif asked is not None and not asked.values and event.character and types(event.character):
            self._set(evolve(asked, text=(asked.text + event.character)[:60]))
        else:
            return
        event.stop()
        event.prevent_default()

    def all_of_it(self) -> None:
        """Every option of the group under the cursor on; again: as the scenario has them."""
        if self.card is not None and self.group:
            self.asked = beginning.all_of(self.card, self.asked, self.group)
            self.redraw()
            self.post_message(self.Changed())

    def _fold(self, group: str, opened: bool) -> None:
        (self._open.add if opened else self._open.discard)(group)
        self.redraw()
        self.post_message(self.Changed())

    def _go(self, at: int) -> None:
        self._at = max(0, min(len(self.places) - 1, at))
        if self._at < len(self.cards) and self._at != self._chosen:
            self._choose(self._at)
        self.redraw()
        self.post_message(self.Changed())

    def _set(self, asked: Asked) -> None:
        self.asked = tuple(asked if one.key == asked.key else one for one in self.asked)
        if asked.key == "seats" and self.card is not None:
            kept = {old.key: old for old in self.asked if old.key != "seat"}
            anew = questions(self.card, int(asked.value), self._usual_name(self.card))
            self.asked = tuple(_kept(kept.get(one.key, one), one) for one in anew)
        self.redraw()
        self.post_message(self.Changed())


def _kept(old: Asked, anew: Asked) -> Asked:
    """What was chosen, where it is still offered; where it stands depends on how many play."""
    return evolve(anew, at=min(old.at, max(0, len(anew.values) - 1)), text=old.text)


def _question(asked: Asked, names: int, width: int, *, here: bool, bad: bool) -> list[Row]:
    """A question's lines: a long answer is told whole where the cursor stands, so that all questions are in sight."""
    if asked.values:
        signs = ("<", ">") if glyphs.plain() else ("‹", "›")
        said = f"{signs[0]} {asked.said} {signs[1]}" if here and len(asked.values) > 1 else asked.said
    else:
        said = asked.text + ("_" if here else "")
        if not asked.text and asked.empty:
            said = f"_  {asked.empty}" if here else asked.empty
    ink = "refused" if bad else "now" if asked.group and asked.changed else ""
    if not asked.values and not asked.text:
        ink = "quiet"
    head = fit(f"  {asked.label}" if asked.group else asked.label, names)
    room = max(8, width - names - 3)
    rows = []
    for part in (wrap(said, room) or [""]) if here else [fit(said, room)]:
        line = row("  ", (head, "heading" if not asked.group else ""), (part, ink))
        rows.append(line.on("cursor") if here else line)
        head = fit("", names)
    return rows
