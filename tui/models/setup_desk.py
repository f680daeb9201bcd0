"""Setup as a whole: what is wrong with the scenario under change, writing it, and what is asked in the line at the
foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.field_words import BadWord
from engine.kernel.setup_adding import new, told
from engine.kernel.setup_bringing import listed
from engine.kernel.setup_lines import paged
from tui.models.edit import Edit
from tui.models.setup_changes import SetupChanges

if TYPE_CHECKING:
    from saves.draft_files import DraftFault
    from saves.drafts import ScenarioDraft

TITLE, LINE, MOVE, FIND = "title", "line", "move", "find"
"""What the line at the foot may be for."""
_PROMPTS = {TITLE: "title of your own scenario", LINE: "new line", MOVE: "move to", FIND: "find"}


class SetupDesk(SetupChanges):
    """The setup pages of one draft. ``asking``: '' or what the line at the foot is for."""

    def __init__(self, draft: ScenarioDraft) -> None:
        super().__init__(draft)
        self.asking = ""
        self.edit = Edit()
        self._faults: tuple[object, tuple[DraftFault, ...]] | None = None
        if draft.told:
            self.tell(draft.told)

    # --- the whole

    def faults(self) -> tuple[DraftFault, ...]:
        """What is wrong with the opening as it stands, and what only looks so."""
        if self._faults is None or self._faults[0] is not self.draft.campaign:
            self._faults = (self.draft.campaign, tuple(self.draft.faults()))
        return self._faults[1]

    def faults_by_page(self) -> dict[str, tuple[int, int]]:
        """By page how much is wrong, and how much only looks so."""
        found: dict[str, tuple[int, int]] = {}
        for fault in self.faults():
            page = paged(self.pages, fault.path) or self.pages[0]
            wrong, odd = found.get(page.id, (0, 0))
            found[page.id] = (wrong, odd + 1) if fault.warning else (wrong + 1, odd)
        return found

    def save(self) -> tuple[DraftFault, ...]:
        """Check the whole and write it; returns what is to be shown: everything wrong where it was not written, what
        looks odd where it was."""
        from saves.errors import SavesError

        if not self.commit():
            return ()
        draft = self.draft
        if not draft.named:
            self.tell("nothing has been changed: it came with the program, and stays as it is")
            return ()
        faults = self.faults()
        wrong = sum(not fault.warning for fault in faults)
        if wrong:
            self.tell(
                f"not written: {wrong} thing{'s are' if wrong > 1 else ' is'} wrong; all you did stays here", bad=True
            )
            return faults
        try:
            draft.save()
        except SavesError as fault:
            self.tell(str(fault), bad=True)
            return ()
        odd = f"; {len(faults)} look odd" if faults else ""
        self.tell(f"written: {draft.id}.toml{odd}")
        return faults

    def not_playable(self) -> str:
        """Why no campaign can begin with it now, '' where one can."""
        if not self.commit():
            return self.said
        return "s saves it first: a campaign begins with what is written" if self.draft.changed else ""

    def farewell(self) -> str:
        """What is to be said when setup is left."""
        if not self.draft.changed:
            return ""
        many = len(self.draft.differences)
        return f"{self.draft.title}: {many} change{'s are' if many > 1 else ' is'} kept in the draft, not written yet"

    # --- what is asked at the foot

    @property
    def prompt(self) -> str:
        """What stands before the line at the foot."""
        return _PROMPTS.get(self.asking, self.asking)

    def ask(self, what: str, text: str = "") -> None:
        """Ask something in the line at the foot."""
        if self.commit():
            self.asking, self.edit = what, Edit.of(text)

    def ask_title(self) -> None:
        """Ask how the author's copy is called."""
        from saves.drafts import free_title

        self.asking, self.edit = TITLE, Edit.of(free_title(f"{self.draft.title}, mine"))
        self.tell(f"{self.draft.title} came with the program: what you change goes into a copy of your own")

    def ask_line(self) -> None:
        """Ask what a new line is of."""
        page, shelf = self.page, self.shelf()
        if not shelf.grows:
            self.tell(f"{page.title}: these lines are all that there are", bad=True)
            return
        if page.known_in and not page.ids and not self.free():
            self.tell(f"{page.title}: all that the rules know stand here", bad=True)
            return
        if self.commit():
            self.ask(LINE)
            self.preview()

    def ask_move(self) -> None:
        """Ask where counters go."""
        line = self.line
        if line is None or not self.page.place:
            self.tell(f"{self.page.title}: nothing stands here that could be moved", bad=True)
        elif self.commit():
            self.ask(MOVE)
            there = len(line.keys)
            self.tell(
                "a place, such as Kiev" + (f"; with a number before it so many of the {there}" if there > 1 else "")
            )

    def preview(self) -> None:
        """Say what the line at the foot would add or what keeps it, at every key."""
        if self.asking == FIND:
            self.texts[self.page.id] = self.edit.text
            return
        if self.asking != LINE:
            return
        like = self.like
        if self.knows(self.edit.text):
            self._preview_known()
            return
        if not self.edit.text.strip():
            same = f"; Enter: one more like {self.shelf().name(like)}" if like is not None and self.page.folds else ""
            self.tell(f"write {self.page.example}{same}")
            return
        try:
            self.tell(f"Enter adds {told(self.shelf(), new(self.shelf(), self.edit.text, like))}")
        except BadWord as bad:
            self.tell(str(bad), bad=True)

    def _preview_known(self) -> None:
        if not self.edit.text.strip():
            left = listed(self.free())
            self.tell(f"write a name, such as {self.page.example}" + (f"; there are: {left}" if left else ""))
            return
        try:
            self.tell(f"Enter adds {self.told_bundle(self.known_bundle(self.edit.text))}")
        except BadWord as bad:
            self.tell(str(bad), bad=True)

    def answer(self) -> None:
        """Take what has been typed at the foot; what cannot be taken stays to be mended."""
        asked, text = self.asking, self.edit.text
        if asked == TITLE:
            self._name(text)
        elif asked == FIND or (asked == LINE and self.add(text)) or (asked == MOVE and self.move(text)):
            # A copy that has no title yet asks for it instead.
            self.asking = "" if self.asking == asked else self.asking

    def _name(self, title: str) -> None:
        from saves.errors import SavesError

        try:
            self.draft.name(title)
        except SavesError as fault:
            self.tell(str(fault), bad=True)
            return
        self._version += 1
        self.asking = ""
        self.tell(f"'{self.draft.title}' is yours")
        waiting, self.waiting = self.waiting, None
        if waiting is not None and self.do(*waiting):
            self.typing = None

    def leave_line(self) -> None:
        """Leave the line at the foot; what waited for a title is not done."""
        if self.asking == FIND:
            self.texts.pop(self.page.id, None)
        self.asking, self.waiting = "", None
        self.tell("")
