"""The actions of the setup screens, for the registry (tui.keys)."""

from __future__ import annotations

from tui.keys import Action

ACTIONS: tuple[Action, ...] = (
    Action(
        "open", "enter", "enter", "setup", "scenario-list", "Open the setup of the scenario under the cursor", 1, False
    ),
    Action("cards", "c", "c", "cards", "scenario-list", "The cards of the scenario under the cursor", 2),
    Action(
        "begin", "n", "n", "new campaign", "scenario-list", "Begin a campaign with the scenario under the cursor", 3
    ),
    Action("back", "escape", "esc", "back", "scenario-list", "Back to the campaigns", 4, False),
    Action("open", "enter,right", "enter", "open", "setup", "Open the page under the cursor", 1, False),
    Action("save", "s,ctrl+s", "s", "save", "setup", "Check the whole and write the scenario", 2),
    Action("faults", "f", "f", "faults", "setup", "What is wrong with it, and what only looks so", 3),
    Action("begin", "o", "o", "play", "setup", "Begin a campaign with this scenario", 4),
    Action("trial", "t", "t", "try", "setup", "Let three turns be played at random, and say what came of it", 5),
    Action("undo", "u", "u", "undo", "setup", "Take back what was done last", 7),
    Action("redo", "U,ctrl+r", "U", "redo", "setup", "Do again what was taken back", 8),
    Action("up", "up,k", "↑↓", "page", "setup", "The page above", 0, False),
    Action("down", "down,j", "↓", "page", "setup", "The page below", 0, False),
    Action("first", "home", "home", "first", "setup", "The first page", 0, False),
    Action("last", "end", "end", "last", "setup", "The last page", 0, False),
    Action("back", "escape", "esc", "leave", "setup", "Leave; what is not saved is kept in the draft", 9, False),
    Action("edit", "enter", "enter", "type", "setup-page", "Type into the cell under the cursor", 1, False),
    Action("next", "tab", "tab", "next", "setup-page", "The next cell", 2, False),
    Action("before", "shift+tab", "⇧tab", "before", "setup-page", "The cell before", 0, False),
    Action("left", "left", "←", "left", "setup-page", "The cell at the left", 0, False),
    Action("right", "right", "→", "right", "setup-page", "The cell at the right", 0, False),
    Action("up", "up,k", "↑↓", "line", "setup-page", "A line up", 0, False),
    Action("down", "down,j", "↓", "line", "setup-page", "A line down", 0, False),
    Action("first", "home", "home", "first", "setup-page", "The first line", 0, False),
    Action("last", "end", "end", "last", "setup-page", "The last line", 0, False),
    Action("page_up", "pageup", "pgup", "up", "setup-page", "A page of lines up", 0, False),
    Action("page_down", "pagedown", "pgdn", "down", "setup-page", "A page of lines down", 0, False),
    Action("other", "space", "space", "other", "setup-page", "The other of yes and no, the next of a few words", 0),
    Action("add", "plus,a", "+", "add", "setup-page", "Add a line, or ten, as you would say it", 3),
    Action("remove", "x,delete", "x", "remove", "setup-page", "Take the line under the cursor away", 4),
    Action("move", "m", "m", "move", "setup-page", "Move what the line stands for, or some of it, to a place", 5),
    Action("find", "slash", "/", "find", "setup-page", "Show only lines with these words", 6),
    Action("following", "right_square_bracket", "]", "page", "setup-page", "The next page", 0),
    Action("preceding", "left_square_bracket", "[ ]", "page", "setup-page", "The page before", 7),
    Action("save", "s,ctrl+s", "s", "save", "setup-page", "Check the whole and write the scenario", 8),
    Action("trial", "t", "t", "try", "setup-page", "Let three turns be played at random, and say what came of it", 13),
    Action("undo", "u", "u", "undo", "setup-page", "Take back what was done last", 9),
    Action("redo", "U,ctrl+r", "U", "redo", "setup-page", "Do again what was taken back", 0),
    Action("faults", "f", "f", "faults", "setup-page", "What is wrong with it, and what only looks so", 10),
    Action("begin", "o", "o", "play", "setup-page", "Begin a campaign with this scenario", 11),
    Action("back", "escape", "esc", "pages", "setup-page", "Leave a search, then the page", 12, False),
    Action("take", "enter", "enter", "take", "setup-cell", "Take what is typed; it becomes your own", 1, False),
    Action(
        "complete", "tab", "tab", "complete", "setup-cell", "Write the word out, or go on to the next cell", 2, False
    ),
    Action("choose", "down,up", "↑↓", "choose", "setup-cell", "Another of the words that may stand there", 3, False),
    Action("leave", "escape", "esc", "leave", "setup-cell", "Leave the cell as it was", 4, False),
    Action("take", "enter", "enter", "take", "setup-line", "Take what is typed", 1, False),
    Action("leave", "escape", "esc", "leave", "setup-line", "Leave it: nothing is done", 2, False),
    Action("open", "enter", "enter", "go there", "setup-faults", "Go to the cell of what is wrong", 1, False),
    Action("up", "up,k", "↑↓", "fault", "setup-faults", "The one above", 2, False),
    Action("down", "down,j", "↓", "fault", "setup-faults", "The one below", 0, False),
    Action("back", "escape", "esc", "back", "setup-faults", "Back to where you were", 3, False),
    Action("again", "t,enter", "t", "again", "setup-trial", "Play three turns anew, otherwise", 1),
    Action("up", "up,k", "↑↓", "scroll", "setup-trial", "A line up", 2, False),
    Action("down", "down,j", "↓", "scroll", "setup-trial", "A line down", 0, False),
    Action("page_up", "pageup", "pgup", "page up", "setup-trial", "A page up", 0, False),
    Action("page_down", "pagedown", "pgdn", "page down", "setup-trial", "A page down", 0, False),
    Action("back", "escape", "esc", "back", "setup-trial", "Back to where you were", 3, False),
)
