"""What stands in a form: the text of each box, where the caret stands, the list under the box; judged whenever it
changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.kernel.counters import Counter
from engine.kernel.orders import Field, Form
from tui.models.begun_forms import AsLeft, begun_forms
from tui.models.edit import Edit
from tui.models.forms import Filled, Offer, beginning, filled, meant, name_of, picked, quoted
from tui.models.picking import Tick, counters, gone, narrowed, ticks
from tui.panels.laying import Laid
from tui.panels.losing import Losing
from tui.panels.ticking import TICK, Ticking

if TYPE_CHECKING:
    from saves.desk import Desk

# Boxes with at most so many choices are turned through with the left and right keys whatever stands in them, others
# while nothing is being typed there.
FEW = 8
_NO_BOX = Field("", "")
"""What stands for the box under the caret in a form that has none."""
Completion = Callable[[str], tuple[Offer, ...]]


class Boxes:
    """One form and what stands in it. ``given``: what the panel proposes for boxes, ``left``: what the player had put
    in when he left it."""

    def __init__(
        self,
        desk: Desk,
        form: Form,
        *,
        given: Mapping[str, str] | None = None,
        left: AsLeft | None = None,
        completion: Completion | None = None,
    ) -> None:
        self.desk = desk
        # Before the boxes are unfolded that it rarely needs.
        self.opened = form
        self.form = form.unfolded if left and {field.name for field in form.more} & set(left.typed) else form
        self._completion = completion
        self.edits: dict[str, Edit] = beginning(self.form, given or {})
        if self.bare:
            self.edits[_NO_BOX.name] = Edit()
        self._first = {name: edit.text for name, edit in self.edits.items()}
        self._proposed = {field.name: field.default for field in self.form.fields if field.proposes is not None}
        self.edits |= {name: Edit.of(text) for name, text in left.typed.items()} if left is not None else {}
        names = [field.name for field in self.form.fields]
        self.at = next((at for at, name in enumerate(names) if not self.edits[name].text), 0)
        self._untouched = True
        self.list = Ticking()
        self.losing = Losing()
        self.news = ""
        """What is to be said of the box besides what the rules say: counters that were taken off, a paste."""
        self._seen = left.campaign if left is not None and left.campaign is not None else desk.campaign
        self._known: tuple[object, tuple[object, ...], tuple[Counter, ...]] = (None, (), ())
        self._made_for: tuple[object, object] = (desk.campaign, self.form)
        self.model: Filled = filled(desk, self.form, self.edits, self.at)
        self.read()

    @property
    def _name(self) -> str:
        return self._field.name

    @property
    def bare(self) -> bool:
        """Whether the form has no box at all: its order is complete as it opens."""
        return not self.form.fields

    @property
    def _field(self) -> Field:
        return _NO_BOX if self.bare else self.form.fields[self.at]

    @property
    def _text(self) -> str:
        return self.edits[self._name].text

    @property
    def box(self) -> str:
        """The spot of what is under the hands: the box with the caret, or the line of its list."""
        tick = self.list.tick(self.lines())
        return f"{TICK}{tick.text}" if tick is not None else f"box:{self._name}"

    def standing(self) -> tuple[object, ...]:
        """All that a key may change."""
        return self.at, dict(self.edits), self.list.at, self.list.doubt, self.news

    @property
    def prose(self) -> bool:
        """Whether the box with the caret takes words of the player's own, such as a reason in quotes."""
        return quoted(self.form, self._name)

    def read(self) -> None:
        """Judge the order again: what is typed or the campaign has changed."""
        if self.desk.campaign is not self._seen:
            self._take_off()
        campaign, was = self.desk.campaign, self._made_for
        known = self.model.boxes if was[0] is campaign and was[1] is self.form else ()
        self._made_for = (campaign, self.form)
        self.model = filled(self.desk, self.form, self.edits, self.at, known)
        if self._proposes():
            self.model = filled(self.desk, self.form, self.edits, self.at)

    def _proposes(self) -> bool:
        """Write what the other boxes lead to into those that the player has left alone; whether any is another now."""
        given = {box.name: box.value for box in self.model.boxes}
        changed = False
        for field in self.form.fields:
            if field.proposes is None or self.edits[field.name].text != self._proposed[field.name]:
                continue
            text = field.proposes(self.desk.campaign, given)
            if text != self._proposed[field.name]:
                self._proposed[field.name], self.edits[field.name] = text, Edit.of(text)
                changed = True
        return changed

    def go_on_from(self, before: Boxes) -> None:
        """Stand as another form of the same order stood."""
        self.edits, self.at, self._seen = before.edits, before.at, before._seen
        self._proposed = before._proposed
        self.list, self.losing = before.list, before.losing

    def _take_off(self) -> None:
        """The campaign has gone on: counters that may not be named any more are taken off, and that is said."""
        was, self._seen = self._seen, self.desk.campaign
        boxes = {name: edit.text for name, edit in self.edits.items()}
        given = {box.name: box.value for box in filled(self.desk, self.form, self.edits, self.at).boxes}
        kept, off = gone(self.form, boxes, given, was, self._seen)
        self.edits |= {name: Edit.of(text) for name, text in kept.items() if text != boxes[name]}
        if off:
            self.news = f"taken off, as they can no longer be named: {', '.join(off)}"

    def keep(self) -> bool:
        """Keep what is put in until the form is opened again; False where there is nothing."""
        return begun_forms(self.desk).keep(self.opened, self.typed_in(), self.desk.campaign)

    def typed_in(self) -> dict[str, str]:
        """What stands in the boxes, where the player has typed anything."""
        now = {name: edit.text for name, edit in self.edits.items()}
        return now if now != self._first else {}

    def offers(self) -> tuple[Offer, ...]:
        """What the box under the caret may become."""
        if self._completion is not None:
            return self._completion(self.edits[self._name].before)
        return () if self.bare else self.model.boxes[self.at].offers

    def _counters(self) -> tuple[Counter, ...]:
        """What may be ticked in the box under the caret."""
        if self._field.counters is None:
            return ()
        own = self._field.grows
        others = tuple((box.name, box.value) for box in self.model.boxes if own or box.name != self._name)
        campaign, key, known = self.desk.campaign, (self._name, others), self._known
        if known[0] is not campaign or known[1] != key:
            self._known = (campaign, key, counters(campaign, self._field, dict(others)))
        return self._known[2]

    @property
    def in_words(self) -> bool:
        """Whether the panel completes word by word (see Completion)."""
        return self._completion is not None

    def lines(self) -> tuple[Tick, ...]:
        """The lines of the list as it stands: of what is asked, of what is being typed, or all. A box for one thing
        of which any will do shows names in a row until its list is gone into."""
        known, text = self._counters(), self._text
        if self.list.doubt is not None:
            return ticks("", self.list.doubt.fits, listed=True)
        if (line := self._field.losses) is not None:
            return self.losing.lines(line, self.desk.campaign, text, known) if self.list.at is not None else ()
        if self.list.at is None and not (self._field.listed or self.picked):
            return ()
        if known and self.list.at is None and not self._untouched:
            known = narrowed(text, known)
        return ticks(text, known, listed=self._field.listed)

    def over_list(self) -> list[Laid]:
        """What stands over the list: whose counters it shows, where it goes from owner to owner."""
        return [self.losing.heading()] if self._field.losses and self.list.at is not None else []

    @property
    def picked(self) -> bool:
        """Whether the box under the caret takes one line of the list below it."""
        return picked(self._field)

    def written(self, value: str) -> str:
        """A value as it stands in the box: by its name, where the box takes that for it."""
        field, campaign = self._field, self.desk.campaign
        if self.picked:
            return {counter.text: counter.label for counter in self._counters()}.get(value, value)
        if field.listed or field.free or value not in field.choices:
            return value
        name = name_of(campaign, value)
        return name if meant(campaign, name, field.choices) == value else value

    def few(self) -> bool:
        """Whether the box has so few choices that they are turned through."""
        field = self._field
        return 0 < len(field.choices) <= FEW and not field.listed

    def turns(self) -> bool:
        """Whether left and right turn through the box's choices: where they do not move the caret in what is typed."""
        field, text = self._field, self._text.strip()
        whole = not text or (self._untouched and self.model.boxes[self.at].value in field.choices)
        return self.few() or (bool(field.choices) and not field.listed and whole)

    def _set(self, edit: Edit) -> None:
        self.edits[self._name] = edit
        self.read()
