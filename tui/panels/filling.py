"""A form under the hands: boxes, completion, live judging; used by the by-hand step and by the quick lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.kernel.counters import Counter
from engine.kernel.orders import Form
from tui.models.begun_forms import AsLeft
from tui.models.edit import LONGEST, Edit, left_of, pasted
from tui.models.forms import beginning, cycled, last_item, wrong_box
from tui.models.picking import (
    Doubt,
    Tick,
    count_of,
    doubtful,
    last_meant,
    narrowed,
    settled,
    taken,
    ticked,
    under_way,
)
from tui.panels.boxes import Boxes, Completion
from tui.panels.filled_form import HELP, lay_form
from tui.panels.laying import Laid
from tui.panels.ticking import TICK

if TYPE_CHECKING:
    from saves.desk import Desk

_ON = "complete, on"
_OF_A_BOX = ("tick", "worn", "turn", "pick", "box", "complete")
"""The keys that a form without boxes has no use for."""
_ENOUGH = 3
"""Letters from which on a name is taken for the only one that it begins."""


class Filling(Boxes):
    """One form and its keys. ``give`` is called with the order's text, ``leave`` where it is left.

    A box with counters is a list as well: its lines are gone through with up and down and ticked with + and -."""

    def __init__(
        self,
        desk: Desk,
        form: Form,
        *,
        give: Callable[[str], None],
        leave: Callable[[], None],
        given: Mapping[str, str] | None = None,
        left: AsLeft | None = None,
        completion: Completion | None = None,
    ) -> None:
        super().__init__(desk, form, given=given, left=left, completion=completion)
        self._give, self._leave = give, leave

    def idle(self) -> str:
        """Why Enter has left the form as it stood."""
        missing = ", ".join(self.model.missing)
        return f"still to say: {missing}" if missing else ""

    def enter_says(self) -> str:
        """What Enter does now, for the footer."""
        if self._takes_one():
            return "take it"
        if self._picks():
            return "pick"
        if (on := self._goes_on()) is not None:
            # Where the box with the caret is the only one that is empty Enter leaves it, and says what is missing.
            return "next box" if on != self.at else ""
        return "why not" if not self.model.verdict.legal else "what if" if self.desk.watches else "give"

    def _picks(self) -> bool:
        """Whether Enter goes into the list: nothing is chosen of it, and without that the order is refused."""
        empty = self.picked and self.list.at is None and not self.model.boxes[self.at].edit.text.strip()
        wanted = bool(self.model.missing or self.model.verdict.refusals)
        return empty and wanted and any(line.of for line in self.lines())

    def _takes_one(self) -> bool:
        """Whether the list is there for one thing to be taken of it."""
        one = not (self._field.listed or self._field.losses)
        return self.list.doubt is not None or (self.list.at is not None and one)

    def footer_label(self, action: str) -> str | None:
        """What the footer says of the form's keys where it is not what the registry says."""
        if self.bare:
            return "" if action in _OF_A_BOX else None
        lines = bool(self._counters())
        if self._field.losses and action in _OF_A_BOX:
            return self._losing_label(action)
        if action == "tick":
            return None if lines and self._field.listed and self.list.doubt is None else ""
        if action == "box" and lines:
            return "pick"
        if action == "turn":
            return None if self.turns() and self.list.at is None else ""
        if action == "complete":
            if self._takes_one():
                return ""
            if not (self.list.at is not None or self._untouched or not self._text.strip()):
                return _ON
            return "next box" if len(self.form.fields) > 1 else ""
        return None

    def _losing_label(self, action: str) -> str | None:
        """The same in a box of losses."""
        inside = self.list.at is not None
        if action == "turn":
            return "whose" if inside else ""
        if action == "tick":
            return "lost" if inside else ""
        if action == "box":
            return "pick"
        return None if inside == (action == "worn") else ""

    # --- the list of a box

    def _tick(self, line: Tick, many: int) -> None:
        """So many of a line, as far as there are so many."""
        if many > line.of:
            there = f"{line.of} of {line.label} may be named" if line.of else f"no {line.label} may be named"
            self.news = f"{there}{f': {line.note}' if line.note else ''}"
        many = max(0, min(many, line.of))
        text = ticked(self._text, self._counters(), line.text, many, listed=self._field.listed)
        self._set(Edit.of(self.written(line.text) if self.picked and many else text))
        self._untouched = True
        if self._field.grows and self.list.at is not None:
            # What is ticked has moved up to what was ticked before.
            lines = [tick.text for tick in self.lines()]
            self.list.enter(lines.index(line.text) if line.text in lines else 0)

    def _in_list(self, key: str, character: str | None) -> bool:
        """A key while a line of the list is under the hands; False where it is none of the list's."""
        lines = self.lines()
        line = self.list.tick(lines)
        if line is None:
            self.list.leave()
            return False
        if key in ("up", "down", "home", "end"):
            if not self.list.move(key, len(lines)):
                self._untouched = False if self.list.doubt is not None else self._untouched
            return True
        if self.list.doubt is not None and self._answer(line, key):
            return True
        if self._field.losses:
            return self._loses(key, character, line)
        if self.list.doubt is None and not self._field.listed:
            if key in ("enter", "tab", "space", "plus", "equals_sign"):
                self._tick(line, 1)
                if line.of:
                    self.list.leave()
                    # Boxes that are rarely wanted stay closed behind the last one.
                    self._to(min(self.at + 1, len(self.form.fields) - 1))
                return True
        elif self.list.doubt is None and (many := self.list.count(key, character, line)) is not None:
            self._tick(line, many)
            return True
        return self._types_on(key, character)

    def _loses(self, key: str, character: str | None, line: Tick) -> bool:
        """A key in the list of a box of losses."""
        known = self._counters()
        if self.losing.turn(key, known):
            self.list.enter()
            return True
        if (said := self._field.losses) is not None:
            text = self.losing.befalls(said, self.desk.campaign, key, character, self._text, known, line)
            if text is not None:
                self._set(Edit.of(text))
                return True
        if character is not None and key not in ("enter", "tab"):
            # Letters go on typing behind what is ticked.
            self.list.leave()
        return False

    def _types_on(self, key: str, character: str | None) -> bool:
        """A letter in the list: whoever types goes on typing behind what is ticked."""
        begun = f"{self._text}, " if self._field.listed and self._text.strip() else ""
        edit = Edit.of(begun).pressed(key, character, self.prose)
        if edit is None or character is None:
            return False
        asked = self.list.doubt is not None
        self.list.leave()
        if asked:
            # The word that was asked about is still under the hands.
            return False
        self._untouched = False
        self._set(edit)
        return True

    def _answer(self, line: Tick, key: str) -> bool:
        """A key while it is asked which of several is meant."""
        doubt = self.list.doubt
        if doubt is None or key not in ("enter", "tab", "space", "plus", "equals_sign"):
            return False
        self.list.leave()
        self._set(Edit.of(settled(self._text, doubt, line.text, listed=self._field.listed)))
        self._untouched = True
        if key == "tab":
            self._to(self.at + 1)
        return True

    def _asks(self) -> bool:
        """Ask which is meant where a word in the box fits several; the likely one is the first."""
        box, text = self.model.boxes[self.at], self._text
        doubt: Doubt | None = None
        if self._field.listed:
            doubt = doubtful(text, self._counters())
        elif box.value not in self._field.choices and len(box.offers) > 1 and text.strip():
            fits = tuple(Counter(offer.value, offer.name) for offer in box.offers)
            if box.closed:
                doubt = Doubt(0, text.strip(), 1, fits)
            elif self._field.free and len(text.strip()) >= _ENOUGH:
                doubt = Doubt(0, text.strip(), 1, (*fits, Counter(box.value, f"{text.strip()}, as it stands")))
        if doubt is None or (doubt.word, self.at) == self.list.answered:
            return False
        self.list.ask(doubt, self.at)
        return True

    # --- keys

    def typed(self, key: str, character: str | None) -> bool:
        """A key; False where the form has no use for it."""
        self.news = ""
        if key == "escape":
            self._escape()
        elif self.bare:
            if key != "enter":
                return False
            self._give(self.model.line)
        elif self.list.at is not None and self._in_list(key, character):
            pass
        elif key == "enter":
            self._enter()
        elif key == "tab":
            if not self._number(1):
                self._complete()
        elif key in ("up", "shift+tab"):
            self._to(self.at - 1)
        elif key == "down":
            self._down()
        elif key in ("plus", "equals_sign", "asterisk") and self._field.listed and self.lines():
            self._number(0)
            self.list.enter()
            self._in_list(key, character)
        elif key == "minus" and self._field.listed and self.lines() and (self._untouched or not self._text.strip()):
            self._takes_back(character)
        elif key in ("plus", "equals_sign", "minus") and self._name_stands():
            # No name begins with a sign: what stands in the box stays.
            self.news = "a name stands here: typed, or taken from the list below (down)"
        elif key in ("left", "right") and self.turns():
            field = self._field
            by = 1 if key == "right" else -1
            self._untouched = True
            box = self.model.boxes[self.at]
            now = box.value if self.picked else box.edit.text
            self._set(Edit.of(self.written(cycled(self.desk.campaign, field, now, by))))
        else:
            edit = self._fresh(character).pressed(key, character, self.prose)
            if edit is None:
                return False
            self._set(edit)
        return True

    def _name_stands(self) -> bool:
        """Whether a sign is none that a box for one name could take: nothing of it is typed yet."""
        return bool(self._field.choices) and not self._field.listed and (self._untouched or not self._text.strip())

    def _takes_back(self, character: str | None) -> None:
        """One less of the last line that is ticked; of the first one where none is."""
        ticked_at = [at for at, line in enumerate(self.lines()) if line.many]
        self.list.enter(ticked_at[-1] if ticked_at else 0)
        self._in_list("minus", character)

    def _number(self, on: int) -> bool:
        """A number alone, typed where a list stands below, is how many of its first line; ``on``: boxes to go on. False
        where no such number is typed."""
        lines = self.lines()
        before, comma, last = self._text.rpartition(",")
        if self.picked or self._untouched or not lines or self.list.at is not None or not last.strip().isdecimal():
            return False
        self._set(Edit.of(before if comma else ""))
        self._tick(lines[0], int(last.strip()))
        if on and not self.news:
            self._to(self.at + on)
        return True

    def _escape(self) -> None:
        if self.list.doubt is not None:
            # The question goes, the word stands as it was typed.
            self.list.leave()
        else:
            self._leave()

    def _down(self) -> None:
        """Into the list of a box; behind what has just been typed on to the next box, as ever."""
        if self._number(0):
            # As below: the digit was the first line's, and down is the next one.
            self.list.enter(min(1, len(self.lines()) - 1))
        elif (self._untouched or not self._text.strip() or self._field.losses) and self._counters():
            chosen = (at for at, line in enumerate(self.lines()) if self.picked and line.many)
            self.list.enter(next(chosen, 0))
        else:
            self._to(self.at + 1)

    def _fresh(self, character: str | None) -> Edit:
        """Typing over a choice or a proposed number that stood in the box begins it anew; anything else edits what
        stands there."""
        edit = self.edits[self._name]
        untouched, self._untouched = self._untouched, False
        begins = untouched and character is not None and character.isprintable()
        field = self._field
        if begins and field.listed and field.counters is not None and edit.text.strip() and not edit.after:
            # Behind what is ticked a new name begins.
            return Edit.of(f"{edit.text.rstrip(' ,')}, ")
        if begins and not edit.after and not field.listed and (field.choices or edit.text.isdigit()):
            # A box for one name or figure is begun anew by whoever comes back into it.
            return Edit()
        return edit

    def paste(self, text: str) -> None:
        """Text pasted into the box: its first line that says anything; of the others it is said that they are not
        taken, and of a line for which there is no room too."""
        if self.bare:
            self.news = "nothing was taken: there is nothing to fill in"
            return
        line = pasted(text)
        edit = self.edits[self._name]
        if len(edit.text) + len(line) > LONGEST:
            self.news = f"nothing was taken: the box has room for {LONGEST - len(edit.text)} more letters"
            return
        self.list.leave()
        self._untouched = False
        self._set(edit.insert(line))
        self.news = left_of(text)

    def click(self, spot: str) -> None:
        """A click on a box takes the caret there, one on a line of the list ticks it once more."""
        names = [f"box:{field.name}" for field in self.form.fields]
        lines = self.lines()
        texts = [f"{TICK}{line.text}" for line in lines]
        if spot in names:
            self._to(names.index(spot))
        elif spot in texts:
            self.list.enter(texts.index(spot))
            self._in_list("plus", "+")

    def _write_out(self) -> None:
        """Where any name will do, the only suggestion that begins with what is typed is meant."""
        box = self.model.boxes[self.at]
        if self._field.free and len(box.edit.text.strip()) >= _ENOUGH and len(box.offers) == 1:
            self._set(Edit.of(box.offers[0].value))

    def _to(self, at: int) -> None:
        self._write_out()
        if self._asks():
            return
        if at >= len(self.form.fields) and self.form.more:
            self._unfold()
        self.at = max(0, min(len(self.form.fields) - 1, at))
        self._untouched = True
        self.list.leave()
        self.read()

    def _unfold(self) -> None:
        more = beginning(self.form.unfolded, {})
        self._first |= {name: edit.text for name, edit in more.items() if name not in self.edits}
        self.edits = more | self.edits
        self.form = self.form.unfolded

    def _enter(self) -> None:
        self._number(0)
        box = self.model.boxes[self.at]
        # What was meant is written out, so that the eye can check it before it is given.
        if box.closed and box.value and self.written(box.value) != box.edit.text:
            self._set(Edit.of(self.written(box.value)))
        self._write_out()
        if self._asks():
            return
        if self._picks():
            self.list.enter()
        elif (on := self._goes_on()) is not None:
            self._to(on)
        else:
            wrong = wrong_box(self.model)
            self._give(self.model.line)
            if wrong is not None:
                # The sentence at the foot tells what is wrong there: the caret shows where.
                self._to(wrong)

    def _goes_on(self) -> int | None:
        """The box to which Enter goes on, None where it gives the order."""
        if self.model.missing:
            empty = [at for at, box in enumerate(self.model.boxes) if box.label in self.model.missing]
            return next((at for at in empty if at > self.at), empty[0])
        if (on := self._still_empty()) and self.model.verdict.refusals:
            # What is refused while boxes below are empty is not finished: on to the next of them.
            return on
        return self.at + 1 if self.at < len(self.form.fields) - 1 and not self.model.verdict.order else None

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
        if self._field.listed:
            if self.list.at is not None or self._untouched or not self._complete_name():
                self._to(self.at + 1)
            return
        box = self.model.boxes[self.at]
        if offered and not box.edit.text.strip() and self._field.free and box.label in self.model.missing:
            # The likely one, for the eye to check: the next key goes on.
            self._untouched = True
            self._set(Edit.of(offered[0].value))
            return
        if offered and box.edit.text.strip() and self.written(offered[0].value) != box.edit.text:
            self._set(Edit.of(self.written(offered[0].value)))
        self._to(self.at + 1)

    def _complete_name(self) -> bool:
        """Write out the name under way at a list's end; whether several counters fit it, of which one is asked for."""
        text, known = self._text, self._counters()
        if (meant := last_meant(text, known)) is not None:
            self._set(Edit.of(taken(text, known, meant.text)))
            return False
        fits = narrowed(text, known) if under_way(text, known) else known
        if 1 < len(fits) < len(known) and doubtful(text, known) is None:
            word = text.rpartition(",")[2].strip()
            whole = text[: len(text) - len(word)].count(",")
            self.list.ask(Doubt(whole, word, count_of(word), fits), self.at)
            return True
        before, piece = last_item(text)
        if len(fits) == 1 < len(known):
            self._set(Edit.of(taken(text, known, fits[0].text)))
        elif not known and piece.strip() and (offered := self.offers()):
            self._set(Edit.of(f"{before}{offered[0].value}"))
        return False

    def lay(self, width: int, height: int) -> list[Laid]:
        """The form's lines."""
        return lay_form(self, width, height)

    def help_text(self) -> str:
        """What the keys do in a form."""
        return HELP
