"""What the seats say to each other: the proposals that stand, with whom they wait for, and the messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel import telling
from engine.kernel.campaign import several_eyes
from engine.kernel.consent import Proposal
from engine.kernel.remarks import Accept, Decline, Message, TakeBack
from saves.errors import SavesError
from tui.keys import bindings
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, mark, paragraph
from tui.rows import clean, row, wrap
from tui.words import and_list

_MOST = 40
"""The latest remarks that are shown; the journal has them all."""
WRITE = "write"
"""The line on which a message is begun."""


class TalkPanel(CursorPanel):
    """Proposals to answer, and what was said; Enter begins the answer or a message, a second Enter gives it."""

    where: ClassVar[str] = "talk"
    BINDINGS: ClassVar[list[BindingType]] = bindings("talk")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.proposals: tuple[Proposal, ...] = ()
        self.said: tuple[tuple[int, str], ...] = ()
        self.trouble = ""
        self._looked = False

    def show(self) -> None:
        self.trouble = ""
        try:
            self.proposals = self.desk.proposals
            entries = [entry for entry in self.desk.entries() if entry.remark]
            self.said = tuple(
                (entry.n, clean(telling.sentence(self.desk.campaign, entry))) for entry in entries[-_MOST:]
            )
        except SavesError as fault:
            self.proposals, self.said, self.trouble = (), (), str(fault)
        if self.spot not in {str(found.n) for found in self.proposals} and not self._looked:
            # What is asked comes before what may be written.
            self.spot = self.first_spot()
        self._looked = True
        self.redraw()
        self.retitle()

    def heading(self) -> str:
        return "Proposals and messages"

    @property
    def alone(self) -> bool:
        """Whether nobody else plays, so that there is nobody to talk to."""
        return not several_eyes(self.desk.campaign)

    def spots(self) -> Sequence[str]:
        if self.alone or not self.desk.seat:
            return ()
        return [*(str(found.n) for found in self.proposals), WRITE]

    @property
    def _here(self) -> Proposal | None:
        return next((found for found in self.proposals if str(found.n) == self.spot), None)

    def _begun(self) -> str:
        """The order that Enter begins, '' for none."""
        found = self._here
        if found is None:
            return f'{Message.verb} "' if self.spot == WRITE else ""
        if self.desk.seat == found.seat:
            return Decline(found.n).text
        asked = found.lacks(self.desk.campaign)
        if self.desk.seat in asked:
            return Accept(found.n).text
        vacant = sorted(self.desk.vacant.intersection(asked))
        return Accept(found.n, vacant[0]).text if vacant else ""

    def enter_says(self) -> str | None:
        begun = self._begun()
        if self.spot == WRITE:
            return "write"
        return "" if not begun else "withdraw" if begun.startswith(Decline.verb) else "agree"

    def footer_label(self, action: str) -> str | None:
        if action == "against":
            found = self._here
            return None if found is not None and self.desk.seat != found.seat else ""
        return super().footer_label(action)

    def enter(self) -> None:
        """Begin the answer or the message: the order line has it, and Enter there gives it."""
        if begun := self._begun():
            self.post_message(self.Begun(begun, whole=True))

    action_enter = enter

    def action_against(self) -> None:
        """Begin to decline the proposal under the cursor."""
        if (found := self._here) is not None:
            self.post_message(self.Begun(Decline(found.n).text, whole=True))

    def idle(self, action: str) -> str:
        if action in ("enter", "against"):
            return "nothing is asked of you on this line"
        return super().idle(action)

    def lay(self, width: int) -> list[Laid]:
        if self.alone:
            return paragraph("One player plays all seats: there is nobody to ask or to tell.", width, "quiet")
        if self.trouble:
            return paragraph(clean(self.trouble), width, "refused")
        laid: list[Laid] = []
        for found in self.proposals:
            laid += self._lay_proposal(found, width)
        if not self.proposals:
            laid += paragraph("No proposal stands.", width, "quiet")
        laid.append(BLANK)
        if self.desk.seat:
            laid.append(Laid(row(mark(self.spot == WRITE), "write a message to all"), WRITE))
        for n, said in reversed(self.said):
            lines = wrap(said, max(10, width - 9))
            laid += [Laid(row((f" {n if at == 0 else '':>6}  ", "quiet"), line)) for at, line in enumerate(lines)]
        return laid

    def _lay_proposal(self, found: Proposal, width: int) -> list[Laid]:
        campaign, spot = self.desk.campaign, str(found.n)
        asked = found.lacks(campaign)
        what = clean(found.order.sentence(campaign))
        who = found.player or f"the seat {found.seat}"
        lines = wrap(f"{who} proposes (entry {found.n}): {what}", max(10, width - 4))
        laid = [
            Laid(row(mark(self.spot == spot) if at == 0 else "   ", (line, "strong")), spot)
            for at, line in enumerate(lines)
        ]
        if isinstance(found.order, TakeBack):
            first, last = found.order.to + 1, found.n - 1
            gone = f"entries {first} to {last}" if first < last else f"entry {first}"
            laid += paragraph(f"That is {gone}.", width, "quiet", indent=5)
        agreed = f"{and_list(found.accepted)} agreed; " if found.accepted else ""
        return [*laid, *paragraph(f"{agreed}asked: {and_list(asked)}", width, "quiet", indent=5)]

    def help_text(self) -> str:
        return (
            "With several seats, what goes over the rules, and an undo past a die, past something that was opened or "
            "past another's order, is proposed: 'propose' stands before the order. The campaign says who has to agree: "
            "one seat of each other alliance, or all. With the last consent it takes effect; one who declines ends it, "
            "and so does the next order of anybody. Messages are read by all and change nothing."
        )
