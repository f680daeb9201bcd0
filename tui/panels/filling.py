"""A form under the hands: boxes, completion, live judging; used by the by-hand step and by the quick lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.kernel.orders import Form
from tui import glyphs
from tui.models.edit import Edit
from tui.models.forms import Box, Filled, Offer, beginning, cycled, filled, last_item, quoted
from tui.panels.laying import BLANK, Laid, answer, caret, mark, paragraph, plain
from tui.rows import Row, cut, fit, row, spread, wrap

if TYPE_CHECKING:
    from saves.desk import Desk

# Boxes with at most so many choices are turned through with the left and right keys whatever stands in them, others
# while nothing is being typed there.
FEW = 8
_ENOUGH = 3
"""Letters from which on a name is taken for the only one that it begins."""
_BESIDE_LABELS, _UNDER_LABELS = 45, 7
"""From this room on names to complete with stand beside the labels, else so far in under them, in columns."""
Completion = Callable[[str], tuple[Offer, ...]]


class Filling:
    """One form: what is typed in its boxes and where the caret stands. ``give`` is called with the order's text;
    ``given``: what the panel proposes for boxes, ``kept``: what the player had typed when he left it."""

    def __init__(
        self,
        desk: Desk,
        form: Form,
        *,
        give: Callable[[str], None],
        leave: Callable[[], None],
        given: Mapping[str, str] | None = None,
        kept: Mapping[str, str] | None = None,
        completion: Completion | None = None,
    ) -> None:
        self.desk = desk
        self.form = form
        self._give, self._leave = give, leave
        self._completion = completion
        self.edits: dict[str, Edit] = beginning(form, given or {})
        self._first = {name: edit.text for name, edit in self.edits.items()}
        self.edits |= {name: Edit.of(text) for name, text in (kept or {}).items()}
        names = [field.name for field in form.fields]
        self.at = next((at for at, name in enumerate(names) if not self.edits[name].text), 0)
        self._untouched = True
        self.model: Filled = filled(desk, form, self.edits, self.at)

    @property
    def _name(self) -> str:
        return self.form.fields[self.at].name

    @property
    def box(self) -> str:
        """The spot of the box with the caret."""
        return f"box:{self._name}"

    @property
    def prose(self) -> bool:
        """Whether the box with the caret takes words of the player's own, such as a reason in quotes."""
        return quoted(self.form, self._name)

    def idle(self) -> str:
        """Why Enter has left the form as it stood."""
        missing = ", ".join(self.model.missing)
        return f"still to say: {missing}" if missing else ""

    def read(self) -> None:
        """Judge the order again: what is typed or the campaign has changed."""
        self.model = filled(self.desk, self.form, self.edits, self.at)

    def typed_in(self) -> dict[str, str]:
        """What stands in the boxes, where the player has typed anything."""
        now = {name: edit.text for name, edit in self.edits.items()}
        return now if now != self._first else {}

    def offers(self) -> tuple[Offer, ...]:
        """What the box under the caret may become."""
        if self._completion is not None:
            return self._completion(self.edits[self._name].before)
        return self.model.boxes[self.at].offers

    def typed(self, key: str, character: str | None) -> bool:
        """A key; False where the form has no use for it."""
        if key == "escape":
            self._leave()
        elif key == "enter":
            self._enter()
        elif key == "tab":
            self._complete()
        elif key in ("up", "shift+tab"):
            self._to(self.at - 1)
        elif key == "down":
            self._to(self.at + 1)
        elif key in ("left", "right") and self._turns():
            field = self.form.fields[self.at]
            by = 1 if key == "right" else -1
            self._untouched = True
            self._set(Edit.of(cycled(self.desk.campaign, field, self.edits[field.name].text, by)))
        else:
            edit = self._fresh(character).pressed(key, character, self.prose)
            if edit is None:
                return False
            self._set(edit)
        return True

    def _fresh(self, character: str | None) -> Edit:
        """Typing over a choice or a proposed number that stood in the box begins it anew; anything else edits what
        stands there."""
        edit = self.edits[self._name]
        untouched, self._untouched = self._untouched, False
        begins = untouched and character is not None and character.isprintable()
        field = self.form.fields[self.at]
        if begins and (edit.text in field.choices or (edit.text == field.default and edit.text.isdigit())):
            return Edit()
        return edit

    def paste(self, text: str) -> None:
        """Text pasted into the box."""
        self._set(self.edits[self._name].insert(text))

    def click(self, spot: str) -> None:
        """A click on a box takes the caret there."""
        names = [f"box:{field.name}" for field in self.form.fields]
        if spot in names:
            self._to(names.index(spot))

    def _few(self) -> bool:
        field = self.form.fields[self.at]
        return 0 < len(field.choices) <= FEW and not field.listed

    def _turns(self) -> bool:
        """Whether left and right turn through the box's choices: where they do not move the caret in what is typed."""
        field, text = self.form.fields[self.at], self.edits[self._name].text.strip()
        whole = not text or (self._untouched and text in field.choices)
        return self._few() or (bool(field.choices) and not field.listed and whole)

    def _set(self, edit: Edit) -> None:
        self.edits[self._name] = edit
        self.read()

    def _write_out(self) -> None:
        """Where any name will do, the only suggestion that begins with what is typed is meant."""
        box = self.model.boxes[self.at]
        if self.form.fields[self.at].free and len(box.edit.text.strip()) >= _ENOUGH and len(box.offers) == 1:
            self._set(Edit.of(box.offers[0].value))

    def _to(self, at: int) -> None:
        self._write_out()
        self.at = max(0, min(len(self.form.fields) - 1, at))
        self._untouched = True
        self.read()

    def _enter(self) -> None:
        box = self.model.boxes[self.at]
        # What was meant is written out, so that the eye can check it before it is given.
        if box.closed and box.value and box.value != box.edit.text:
            self._set(Edit.of(box.value))
        self._write_out()
        if self.model.missing:
            empty = [at for at, box in enumerate(self.model.boxes) if box.label in self.model.missing]
            later = [at for at in empty if at > self.at]
            self._to((later or empty)[0])
        elif (on := self._still_empty()) and self.model.verdict.refusals:
            # What is refused while boxes below are empty is not finished: on to the next of them.
            self._to(on)
        elif self.at < len(self.form.fields) - 1 and not self.model.verdict.order:
            self._to(self.at + 1)
        else:
            self._give(self.model.line)

    def _still_empty(self) -> int:
        """The next empty box below the caret; 0 for none, the first box is never below."""
        later = range(self.at + 1, len(self.form.fields))
        return next((at for at in later if not self.model.boxes[at].edit.text.strip()), 0)

    def _complete(self) -> None:
        offered = self.offers()
        if self._completion is not None:
            if offered:
                self._set(self.edits[self._name].complete(offered[0].value))
            return
        if self.form.fields[self.at].listed:
            before, piece = last_item(self.edits[self._name].text)
            if offered and piece.strip():
                self._set(Edit.of(f"{before}{offered[0].value}"))
            else:
                self._to(self.at + 1)
            return
        box = self.model.boxes[self.at]
        if offered and box.edit.text.strip() and offered[0].value != box.edit.text:
            self._set(Edit.of(offered[0].value))
        self._to(self.at + 1)

    # --- drawing

    def lay(self, width: int, height: int) -> list[Laid]:
        """The form's lines."""
        model = self.model
        laid = [BLANK] if self._completion is None else []
        labels = min(max(len(box.label) for box in model.boxes), max(12, width // 2 - 2))
        for at, box in enumerate(model.boxes):
            laid.append(Laid(self._box(box, at == self.at, labels, width), f"box:{box.name}"))
        offered = self.offers()
        room = max(2, height - len(laid) - 8)
        laid += self._offered(offered, width, room, labels)
        if len(label := model.boxes[self.at].label) > labels:
            # A label that is cut stands whole under the boxes while the caret is in its box.
            laid += paragraph(f"{label}.", width, "quiet")
        laid.append(BLANK)
        if model.missing:
            laid.append(plain((f" {glyphs.sign('next')} still to say: {', '.join(model.missing)}", "quiet")))
        else:
            laid.append(plain((f"   {fit(model.line, min(width - 4, len(model.line)))}", "quiet")))
            laid += answer(model.verdict, width)
            for effect in model.effects:
                laid.append(plain((f"   {effect}", "changed")))
        return laid

    def _box(self, box: Box, here: bool, labels: int, width: int) -> Row:
        room = max(10, width - labels - 7)
        head = row(mark(here), (fit(box.label, labels), "now" if here else "heading"), "  ")
        if here:
            typed = caret(box.edit, room - 1)
            means = box.shown if box.closed and box.value and box.shown.lower() != box.edit.text.lower() else ""
            turn = f"{glyphs.sign('left-right')} " if self._turns() else ""
            right = row((f"{turn}{means}", "quiet"), " ") if means or turn else row()
            return spread(head + typed, right, width) if (head + typed).width + right.width < width else head + typed
        shown = box.shown or glyphs.sign("none")
        right = row((box.rule, "rule"), " ") if box.rule else row()
        return spread(head + row((shown, "strong" if box.value else "quiet")), right, width)

    def _offered(self, offered: tuple[Offer, ...], width: int, room: int, labels: int) -> list[Laid]:
        if not offered or self._few():
            return []
        # Few names fit to the right of the labels in a narrow form: there they stand under them.
        indent = labels + 5 if width - labels >= _BESIDE_LABELS else _UNDER_LABELS
        if self._completion is not None:
            lines = [
                row(
                    (f"   {'tab' if at == 0 else '   '} ", "key"),
                    (fit(offer.value, 16), ""),
                    (f" {offer.name}", "quiet"),
                )
                for at, offer in enumerate(offered[:room])
            ]
            if len(offered) > room:
                lines[-1] = row((f"       and {len(offered) - room + 1} more", "quiet"))
            return [Laid(cut(line, width)) for line in lines]
        names = ", ".join(offer.name for offer in offered)
        lines_of = wrap(names, max(10, width - indent - 1))
        laid = [
            plain((" " * (indent - 4), ""), ("tab " if at == 0 else "    ", "key"), (line, "quiet"))
            for at, line in enumerate(lines_of[:room])
        ]
        if len(lines_of) > room:
            laid[-1] = plain((" " * indent, ""), (f"and more; {len(offered)} in all", "quiet"))
        return laid

    def help_text(self) -> str:
        """What the keys do in a form."""
        return (
            "Up and down change the box, Tab completes, left and right turn through a few choices. "
            "The order is judged while you type; Enter gives it, Escape leaves it and keeps what is typed for later."
        )
