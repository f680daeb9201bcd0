"""The hand: the cards of this seat, which may be played now and what they would do, why the others may not; and what
all know of the hands of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.campaign import Campaign
from engine.kernel.refusals import Refusal
from tui import glyphs
from tui.keys import bindings
from tui.models.hands import Group, Line, groups
from tui.models.verdicts import effects
from tui.panels.filling import Filling
from tui.panels.form_host import FormHost
from tui.panels.grouped import GroupsPanel
from tui.panels.laying import SPREAD, Laid, hung, mark, paragraph, refusals
from tui.rows import Row, clean, row

_ASKED = "It may be played: Enter asks on what."


def _does(line: Line) -> str:
    """A card's name and what it does, as a sentence."""
    return f"{clean(line.card.name)}: {clean(line.card.effect).rstrip('.')}."


def _whole(line: Line) -> Iterator[str]:
    """All that is told of a card, a paragraph each."""
    card = line.card
    yield f"{_does(line)} ({card.rule})"
    yield f"Obtained in {card.had}; {card.left}; {card.window}."
    if line.asks and not line.playable:
        yield _ASKED
    yield from (f"{clean(no.reason)}. {clean(no.hint)}".strip() for no in line.why)


class HandPanel(GroupsPanel[Group], FormHost):
    """The page of the hand, from anywhere in a campaign."""

    where: ClassVar[str] = "hand"
    most: ClassVar[int] = SPREAD
    BINDINGS: ClassVar[list[BindingType]] = bindings("hand")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.groups: tuple[Group, ...] = ()
        self._given = False
        self._weighed: tuple[Campaign | None, str, tuple[str, ...]] = (None, "", ())

    def show(self) -> None:
        self.groups = groups(self.desk)
        if self.spot not in self.spots():
            cards = sorted((line for group in self.groups for line in group.lines), key=lambda line: not line.playable)
            self.spot = next((line.spot for line in cards), self.first_spot())
        if self.filling is not None:
            self.filling.read()
        self.redraw()

    def heading(self) -> str:
        return "Play a variant" if self.filling is not None else "Hand"

    def parts(self) -> Sequence[Group]:
        # While a form is open no line may be chosen.
        return self.groups if self.filling is None else ()

    @property
    def line(self) -> Line | None:
        """The card under the cursor."""
        return next((line for group in self.groups for line in group.lines if line.spot == self.spot), None)

    def focused_order(self) -> str:
        if self.filling is not None:
            return super().focused_order()
        line = self.line
        return line.said.order if line is not None else ""

    # --- playing

    def enter_says(self) -> str | None:
        if self.filling is not None:
            return self.filling.enter_says()
        line = self.line
        if line is None or not (line.playable or line.asks):
            return ""
        return "play on" if line.asks else "play"

    def footer_label(self, action: str) -> str | None:
        if self.filling is not None:
            # Tab is the form's.
            return "" if action == "part" else self.filling.footer_label(action)
        return self.enter_says() if action == "enter" else super().footer_label(action)

    def idle(self, action: str) -> str:
        if action == "enter":
            line = self.line
            return str(line.why[0]) if line is not None and line.why else "no card is under the cursor"
        return super().idle(action)

    def action_enter(self) -> None:
        """Play the card, or open the form that asks on what."""
        line = self.line
        form = line.card.form if line is not None else None
        if line is None or not (line.playable or form):
            self.tell(self.idle("enter"))
        elif form is not None:
            # What it is played on may be all that lacks: the form says what else does.
            self.filling = Filling(self.desk, form, give=self._give, leave=self._leave, given=dict(line.card.given))
            self.filling.at = min(1, len(form.fields) - 1)
            self.filling.read()
            self.redraw()
        else:
            self.post_message(self.Ordered([line.ways[0]]))

    def _give(self, line: str) -> None:
        self._given = True
        self.post_message(self.Ordered([line]))

    def _leave(self) -> None:
        self.filling = None

    def refused(self, reasons: Sequence[Refusal]) -> None:
        super().refused(reasons)
        self._given = False

    def carried_out(self) -> None:
        """A form whose order has been given is closed."""
        if self._given:
            self._given, self.filling = False, None

    def typed(self, key: str, character: str | None) -> bool:
        if self.filling is None:
            return super().typed(key, character)
        used = self.into_form(self.filling, key, character)
        self.redraw()
        return used

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        if self.filling is not None:
            return self.filling.lay(width, self.room)
        if not self.groups:
            said = (
                "Nobody has tried for a variant. In Spring and Fall a power buys a POP for it with its Political "
                "Points, and rolls in the step of diplomacy in place of its targets; what it obtains lies here until "
                "it is played."
            )
            return paragraph(said, width, "quiet", rule="28.0")
        return self.listed(width)

    def tail(self, group: Group) -> Row:
        return row((group.counted, "quiet"), " ")

    def below(self, group: Group, width: int) -> list[Laid]:
        laid: list[Laid] = []
        for line in group.lines:
            sign, ink = ("ball", "strong") if line.playable else ("ring", "quiet")
            first = row(mark(line.spot == self.spot), (f"{glyphs.sign(sign)} ", ink))
            text = f"{clean(line.card.name)}: {line.card.window}"
            laid += [Laid(one, line.spot) for one in hung(first, text, width, ink)]
        if not group.lines and group.told:
            laid += [Laid(one.row, group.spot) for one in paragraph(group.told[0][0], width, "quiet", indent=3)]
        return laid

    def said(self, width: int) -> list[Row]:
        line = self.line
        if line is not None:
            return [one.row for one in self._of_card(line, width)]
        group = next((one for one in self.groups if one.spot == self.spot), None)
        told = group.told if group is not None else ()
        return [one.row for text, rule in told for one in paragraph(text, width, "quiet", rule=rule, indent=0)]

    def _of_card(self, line: Line, width: int) -> list[Laid]:
        card = line.card
        laid = paragraph(_does(line), width, "strong", rule=card.rule, indent=0)
        laid += paragraph(f"Obtained in {card.had}; {card.left}; {card.window}.", width, "quiet", indent=0)
        if not line.playable:
            if line.asks:
                laid += paragraph(_ASKED, width, "", indent=0)
            return [*laid, *refusals(line.why, width)]
        if len(line.ways) > 1:
            laid += paragraph(f"On one of {len(line.ways)}, which the form asks for.", width, "quiet", indent=0)
        return laid + [one for text in self._effects(line) for one in paragraph(clean(text), width, "", indent=0)]

    def _effects(self, line: Line) -> tuple[str, ...]:
        """What playing it would change now, worked out once for a card."""
        if self._weighed[:2] != (self.desk.campaign, line.spot):
            self._weighed = (self.desk.campaign, line.spot, effects(self.desk, line.said))
        return self._weighed[2]

    def help_text(self) -> str:
        said = "\n".join(_whole(self.line)) if self.line is not None else ""
        return (
            "What this seat has obtained and not played yet: each with the time in which it may be played, how often, "
            "and what it does; Enter plays the one under the cursor, or says why it may not be played now and when "
            "(28). What it would change stands below it, figure by figure.\n"
            "Of other powers all know that they have obtained something, and what they have played; what lies in "
            "their hands nobody sees before it is played, nor what they failed to get before the end (28.0)."
            + (f"\n\n{said}" if said else "")
        )
