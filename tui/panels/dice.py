"""The player's own dice: what is rolled for, and the faces as he types them."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.dice import NeedsDie
from tui import glyphs
from tui.keys import bindings
from tui.models.dice import DicePrompt, Faces, faces, prompt
from tui.models.edit import Edit
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, caret, paragraph, plain
from tui.rows import row


class DicePanel(CursorPanel):
    """Asks for faces; ``ask`` says for what. Enter gives the orders again with the faces typed."""

    where: ClassVar[str] = "dice"
    once: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("dice")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.model: DicePrompt | None = None
        self._orders: tuple[str, ...] = ()
        self._edit = Edit()

    def ask(self, need: NeedsDie, orders: tuple[str, ...], given: tuple[int, ...]) -> None:
        """Ask for the die that is wanted, and as many after it as the player has rolled."""
        self.model = prompt(self.desk, need, orders, given)
        self._orders = orders
        self._edit = Edit()
        self.redraw()

    def show(self) -> None:
        self.redraw()

    def heading(self) -> str:
        return "Your dice"

    def read(self) -> Faces:
        """The faces typed so far."""
        return faces(self._edit.text, self.model.sides if self.model is not None else 10)

    def typing(self) -> bool:
        return self.model is not None

    def typed(self, key: str, character: str | None) -> bool:
        if key == "escape":
            self.post_message(self.Closed())
            return True
        if key == "enter":
            reading = self.read()
            if self.model is not None and not reading.problem:
                self.post_message(self.Ordered(self._orders, (*self.model.given, *reading.faces)))
            elif reading.problem:
                self.tell(reading.problem)
            return True
        edited = self._edit.pressed(key, character)
        if edited is None:
            return False
        self._edit = edited
        self.redraw()
        return True

    def pasted(self, text: str) -> None:
        self._edit = self._edit.insert(text)
        self.redraw()

    def lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return paragraph("No die is wanted.", width, "quiet")
        who = f"{model.who}: " if model.who else ""
        laid = [BLANK, *paragraph(f"Roll for {who}{model.what}.", width, "title", rule=model.rule)]
        zero = "; 0 is 10" if model.sides == 10 else ""
        laid += paragraph(f"A die of {model.sides}{zero}. Several may be typed at once: 7 3 0", width, "quiet")
        if model.given:
            laid += paragraph(f"Rolled before: {' '.join(map(str, model.given))}", width, "quiet")
        laid += [BLANK, Laid(row((" faces  ", "now")) + caret(self._edit, max(10, width - 10)))]
        reading = self.read()
        if self._edit.text and reading.problem:
            laid.append(plain((f" {glyphs.sign('refused')} {reading.problem}", "refused")))
        elif reading.faces:
            laid.append(plain((f" {glyphs.sign('done')} {', '.join(map(str, reading.faces))}", "changed")))
        for order in model.orders:
            laid += [BLANK, *paragraph(f"for: {order}", width, "quiet")]
        return laid

    def help_text(self) -> str:
        return (
            "You roll the dice yourself in this campaign. Type the faces as they fall; 0 is 10 on a ten-sided die. "
            "Escape gives nothing."
        )
