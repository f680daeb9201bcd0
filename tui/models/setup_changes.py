"""An opening position under change: what is typed into a cell, new lines, lines that go, counters that move.
Everything goes through the draft, which keeps it, and is taken back as it was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.kernel.field_words import BadWord, Column, said, understood
from engine.kernel.setup_adding import New, new, plain_fields, told
from engine.kernel.setup_bringing import Bundle, bearing, brought, free, named, with_all, without
from engine.kernel.setup_lines import Line
from engine.kernel.sheets.setup import SEATING
from tui.models.setup import MANY, SetupPages
from tui.models.setup_typing import Typing

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.drafts import ScenarioDraft

_FEW = 8
"""Words of a cell up to which space goes through them."""


class SetupChanges(SetupPages):
    """The setup pages of one draft, with what changes it. ``typing``: the cell under edit; ``waiting``: what was to be
    changed in a scenario that came with the program, until the copy has a title."""

    def __init__(self, draft: ScenarioDraft) -> None:
        super().__init__(draft)
        self.typing: Typing | None = None
        self.waiting: tuple[Callable[[], None], str, Callable[[], None]] | None = None
        self._known: Campaign | None = None

    def ask_title(self) -> None:
        """Ask how the author's copy is called."""

    # --- typing

    def type(self, sign: str = "") -> bool:
        """Begin to type into the cell, over what stands there where a sign is given; False where there is none."""
        line, cell = self.line, self.cell
        if line is None or cell is None:
            return False
        shelf = self.shelf()
        self.typing = Typing.of(shelf, line, cell, self.shown(shelf, line, self.column), sign, self._count)
        self.tell("")
        return True

    def _count(self, line: Line) -> int:
        return len(line.keys)

    def drop(self) -> bool:
        """Leave what is being typed; False where nothing was."""
        was, self.typing = self.typing, None
        if was is not None:
            self.tell("")
        return was is not None

    def commit(self) -> bool:
        """Take what is typed; False where it cannot stand, which is said and stays to be mended."""
        typing, line = self.typing, self.line
        if typing is None or line is None:
            return True
        read = typing.read
        if read.problem:
            self.tell(read.problem, bad=True)
            return False
        if self.put(line, typing.column, read.value):
            self.typing = None
            return True
        return False

    def put(self, line: Line, cell: Column, value: object) -> bool:
        """Set a cell of a line; False where the draft does not take it, which is said."""
        shelf = self.shelf()
        if cell is MANY:
            return self.make_many(line, int(str(value)))
        paths = shelf.paths(line, cell)
        what = f"{shelf.name(line)}: {cell.about}"

        def change() -> None:
            for path in paths:
                self.draft.set(path, value)

        def then() -> None:
            self.stand(line.key)
            now = said(cell, value, shelf.vocabulary(cell)) or "nothing"
            self.tell(f"{cell.about}: {now}" + (f", {len(paths)} times" if len(paths) > 1 else ""))

        return self.do(change, what, then)

    def make_many(self, line: Line, count: int) -> bool:
        """So many of what a line stands for: new ones like it, or the last ones away."""
        shelf = self.shelf()
        there = len(line.keys)
        try:
            more = new(shelf, str(count - there), line) if count > there else New((), None)
        except BadWord as bad:
            self.tell(str(bad), bad=True)
            return False
        gone = line.keys[count:]

        def change() -> None:
            self._drop(gone)
            self._add(more)

        return self.do(change, f"{count} of {shelf.name(line)}", lambda: self.tell(f"{count} now, {there} before"))

    def _add(self, made: New) -> None:
        for key in made.keys:
            if self.shelf().entry is None:
                self.draft.set(f"{self.page.table}.{key}", made.entry)
            else:
                self.draft.add(self.page.table, key, plain_fields(made.entry))

    def do(self, change: Callable[[], None], what: str, then: Callable[[], None]) -> bool:
        """One change of the draft, taken back as one, and what is said and shown of it ``then``; False where it is
        refused, which is said, or waits until the copy has a title."""
        from saves.errors import SavesError

        if not self.draft.named:
            self.waiting = (change, what, then)
            self.ask_title()
            return False
        try:
            with self.draft.together(what):
                change()
        except (SavesError, ValueError) as fault:
            self._version += 1
            self.tell(str(fault), bad=True)
            return False
        self._version += 1
        then()
        return True

    def _drop(self, keys: Iterable[str]) -> None:
        """Entries of the page away, with what is said of where their figures come from."""
        for key in keys:
            at = f"{self.page.table}.{key}"
            self.draft.drop(at)
            for path in self.sources_of(at):
                self.draft.drop(path)

    def sources_of(self, at: str) -> list[str]:
        """The paths at which it is said where figures of an entry come from."""
        said = self.draft.campaign.sources
        return [f"sources.{path}" for path in said if path == at or path.startswith(f"{at}.")]

    # --- lines

    @property
    def like(self) -> Line | None:
        """The line that a new one takes its heading of; a new country has no patron because another has one."""
        return None if self.page.known_in else self.line

    def add(self, text: str) -> bool:
        """The lines that a typed text means."""
        if self.knows(text):
            return self.bring(text)
        shelf = self.shelf()
        try:
            made = new(shelf, text, self.like)
        except BadWord as bad:
            self.tell(str(bad), bad=True)
            return False

        def then() -> None:
            self.texts.pop(self.page.id, None)
            self.stand(made.keys[0])
            self.tell(f"added: {told(shelf, made)}")

        return self.do(lambda: self._add(made), f"add {made.keys[0]}", then)

    # --- countries and powers, which the rules know all of

    def known(self) -> Campaign:
        """The scenario, one that came with the program, in which all powers and countries of the game stand; read
        once."""
        if self._known is None:
            from saves.comparing import whole_scenario

            self._known = whole_scenario(self.draft.ruleset)
            assert self._known is not None, "asked on a page that names it"
        return self._known

    def knows(self, text: str) -> bool:
        """Whether a typed line names what the rules know, and is not one of the author's own, said by its fields."""
        return bool(self.page.known_in) and not (self.page.ids and "=" in text)

    def free(self) -> list[str]:
        """The names of what may be added to the page at hand."""
        return list(free(self.page, self.draft.campaign, self.known()).values())

    def known_bundle(self, text: str) -> Bundle:
        """What a typed name brings. Raises BadWord."""
        ruleset, campaign, page = self.draft.ruleset, self.draft.campaign, self.page
        key = named(page, ruleset, campaign, self.known(), text)
        return brought(self.setup, ruleset, campaign, self.known(), page.table, key)

    def bearing(self, key: str) -> Bundle:
        """What goes with an entry of the page at hand."""
        return bearing(self.setup, self.draft.ruleset, self.draft.campaign, self.page.table, key)

    def told_bundle(self, bundle: Bundle) -> str:
        """What is added, in words."""
        with_it = bundle.told(self.pages)
        title = self.known().title
        return f"{bundle.name} as in {title}" + (f"; with it {with_it}" if with_it else "")

    def bring(self, text: str) -> bool:
        """A country or power as it is in the scenario that has all, with what is its."""
        try:
            bundle = self.known_bundle(text)
        except BadWord as bad:
            self.tell(str(bad), bad=True)
            return False
        told = self.told_bundle(bundle)

        def change() -> None:
            self.draft.become(with_all(self.draft.campaign, self.known(), bundle), f"add {bundle.name}")

        def then() -> None:
            self.texts.pop(self.page.id, None)
            self.stand(bundle.key)
            self.tell(f"added: {told}")

        return self.do(change, f"add {bundle.name}", then)

    def remove(self) -> None:
        """The line under the cursor away, with all that it stands for."""
        line = self.line
        if line is None:
            self.tell("no line is under the cursor", bad=True)
            return
        page = self.page
        if page.table == SEATING:
            self._unseat()
            return
        shelf = self.shelf()
        if not shelf.grows:
            self.tell(f"{page.title}: these lines are all that there are, and stay; type other figures", bad=True)
            return
        lines = self.lines()
        at = lines.index(line)
        name, many = shelf.name(line), len(line.keys)
        bundle = self.bearing(line.key) if page.known_in else None
        with_it = bundle.told(self.pages) if bundle is not None else ""

        def change() -> None:
            if bundle is not None:
                gone = without(self.draft.campaign, bundle.entries)
                self.draft.become(gone, f"remove {name}", also_wrong=True)
            else:
                self._drop(line.keys)

        def then() -> None:
            left = self.lines()
            if left:
                self.stand(left[min(at, len(left) - 1)].key)
            told = f"{name} is off" if many == 1 else f"{many} are off, from {name} on"
            self.tell(f"{told}, and with it {with_it}" if with_it else told)

        self.do(change, f"remove {name}", then)

    def _unseat(self) -> None:
        """The number of players under the cursor away."""
        count = self.column.name
        if len(self.columns()) < 2:
            self.tell("a scenario is played by some number of players", bad=True)
            return
        self.do(
            lambda: self.draft.drop(f"{SEATING}.{count}"),
            f"no seats for {count}",
            lambda: self.tell(f"no seats for {count}"),
        )

    def move(self, text: str) -> bool:
        """Some of what stands under the cursor to a place: ``3 kiev``, or ``kiev`` for all."""
        line, page = self.line, self.page
        if line is None or not page.place:
            self.tell("nothing stands here that could be moved", bad=True)
            return False
        shelf = self.shelf()
        col = next(col for col in (*shelf.columns(), *shelf.more()) if col.name == page.place)
        first, _, rest = text.strip().partition(" ")
        many, where = (
            (int(first), rest)
            if first.isascii() and first.isdigit() and len(first) < 10 and rest
            else (len(line.keys), text)
        )
        if not 0 < many <= len(line.keys):
            self.tell(f"there are {len(line.keys)}, not {many}", bad=True)
            return False
        try:
            place = understood(col, where, shelf.vocabulary(col))
        except BadWord as bad:
            self.tell(str(bad), bad=True)
            return False
        keys = line.keys[len(line.keys) - many :]

        def change() -> None:
            for key in keys:
                self.draft.set(f"{page.table}.{key}.{col.name}", place)

        def then() -> None:
            self.stand(line.key)
            self.tell(f"{many} to {said(col, place, shelf.vocabulary(col))}")

        return self.do(change, f"move {many} of {line.key}", then)

    def undo(self, again: bool = False) -> None:
        """Take back what was done last, or ``again`` what was taken back."""
        from saves.errors import SavesError

        if self.drop():
            return
        try:
            done = self.draft.redo() if again else self.draft.undo()
        except SavesError as fault:
            self.tell(str(fault), bad=True)
            return
        self._version += 1
        if again:
            self.tell("done again" if done else "nothing was taken back that could be done again", bad=not done)
        else:
            self.tell("taken back" if done else "nothing has been changed that could be taken back", bad=not done)

    def turn_value(self) -> None:
        """The other value of yes and no, the next of a few words; any other cell is opened."""
        line, cell = self.line, self.cell
        if line is None or cell is None:
            return
        words = list(self.shelf().vocabulary(cell).shown)
        closed = not self.shelf().vocabulary(cell).open and not cell.listed and cell is not MANY
        if not closed or not 1 < len(words) <= _FEW:
            self.type()
            return
        value = self.shelf().value(line, self.column)
        if cell.kind is bool:
            self.put(line, cell, not value)
        else:
            self.put(line, cell, words[(words.index(value) + 1) % len(words) if value in words else 0])
