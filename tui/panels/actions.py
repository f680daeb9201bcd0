"""The panels' actions, a part of the registry in ``tui.keys``."""

from __future__ import annotations

from tui.keys import Action

# Panels whose lines a cursor moves through, all with the same keys.
_MOVING = (
    "orders",
    "logistics",
    "by-hand",
    "income",
    "forces",
    "tables",
    "sheet",
    "curves",
    "strategic-build",
    "battle",
    "battles",
)


def _moving(where: str) -> tuple[Action, ...]:
    # Where there is nothing to choose the lines are moved.
    label = "scroll" if where == "battles" else "choose"
    return (
        Action("up", "up,k", "↑↓", label, where, "One up", 1, False),
        Action("down", "down", "↓", "down", where, "One down", 0, False),
        Action("first", "home", "home", "first", where, "To the first", 0, False),
        Action("last", "end", "end", "last", where, "To the last", 0, False),
        Action("page_up", "pageup", "pgup", "page up", where, "A page up", 0, False),
        Action("page_down", "pagedown", "pgdn", "page down", where, "A page down", 0, False),
    )


ACTIONS: tuple[Action, ...] = (
    *(action for where in _MOVING for action in _moving(where)),
    Action("enter", "enter", "enter", "order", "orders", "Give the order under the cursor", 2, False),
    Action("enter", "enter", "enter", "buy", "logistics", "Buy the effort under the cursor", 2, False),
    Action("more", "plus,equals_sign", "+ -", "how many", "logistics", "One more of this effort", 3),
    Action("fewer", "minus", "-", "fewer", "logistics", "One fewer of this effort", 0),
    Action("enter", "enter", "enter", "go on", "by-hand", "Type the figure, open the form, or end the step", 2, False),
    Action(
        "onward",
        "greater_than_sign",
        ">",
        "pass on",
        "by-hand",
        "Pass all steps done by hand up to the next decision",
        3,
    ),
    Action("before", "left", "←→", "turn", "by-hand", "The choice before, in a figure with choices", 0, False),
    Action("after", "right", "→", "turn", "by-hand", "The next choice, in a figure with choices", 0, False),
    Action("more", "plus,equals_sign,right", "+ -", "how many", "strategic-build", "One more of this unit", 2, False),
    Action("fewer", "minus,left", "-", "fewer", "strategic-build", "One fewer of this unit", 0, False),
    Action("enter", "enter", "enter", "build", "strategic-build", "Build all that is chosen", 3, False),
    Action("finish", "d", "d", "done", "strategic-build", "On to the next power; after the last build it all", 4),
    Action("power", "tab", "tab", "power", "strategic-build", "The next power that builds", 5),
    Action("up", "up,k", "↑↓", "kind", "boxes", "The kind of unit before", 0, False),
    Action("down", "down", "↓", "kind", "boxes", "The next kind of unit", 0, False),
    Action("put", "right", "→", "one", "boxes", "One more into this box", 1, False),
    Action("put_all", "shift+right,greater_than_sign", "⇧→", "all", "boxes", "All that are left go here", 2, False),
    Action("back", "left", "←", "back", "boxes", "One out of this box", 3, False),
    Action("back_all", "shift+left,less_than_sign", "⇧←", "none", "boxes", "All out of this box", 0, False),
    Action("box", "tab", "tab", "box", "boxes", "The next box", 4, False),
    Action("box_before", "shift+tab", "⇧tab", "box", "boxes", "The box before", 0, False),
    Action("more", "plus,equals_sign", "+ -", "suppose", "boxes", "Suppose one enemy unit more", 5),
    Action("fewer", "minus", "-", "suppose", "boxes", "Suppose one enemy unit fewer", 0),
    Action("enter", "enter", "enter", "commit", "boxes", "Commit the boxes; they are sealed until all have", 6, False),
    Action("enter", "enter", "enter", "decide", "battle", "Give the answer under the cursor", 2, False),
    Action("before", "left", "←→", "battle", "battles", "The battle before", 2, False),
    Action("after", "right", "→", "battle", "battles", "The next battle, the report of the segment last", 0, False),
    Action("leave", "escape,enter", "esc", "on", "battles", "Back to the step at hand", 3, False),
    Action("enter", "enter", "enter", "give", "form", "Give the order, or go to the next empty box", 1, False),
    Action("complete", "tab", "tab", "complete", "form", "The first that fits", 2, False),
    Action("box", "up,down", "↑↓", "box", "form", "Another box", 3, False),
    Action("turn", "left,right", "←→", "turn", "form", "Turn through a few choices", 4, False),
    Action("leave", "escape", "esc", "leave", "form", "Leave the form", 5, False),
    Action("enter", "enter", "enter", "give", "quick", "Give the order, or go to the next empty box", 1, False),
    Action("complete", "tab", "tab", "complete", "quick", "The first that fits", 2, False),
    Action("kind", "pagedown,pageup", "pgdn", "another kind", "quick", "Another kind of entry", 3, False),
    Action("leave", "escape", "esc", "leave", "quick", "Back to the step", 4, False),
    Action("enter", "enter", "enter", "give", "losses", "Give the losses", 1, False),
    Action("complete", "tab", "tab", "complete", "losses", "The first that fits", 2, False),
    Action("leave", "escape", "esc", "leave", "losses", "Back to the step", 3, False),
    Action("power", "tab", "tab", "power", "forces", "The next power", 2),
    Action("power_back", "shift+tab", "⇧tab", "power", "forces", "The power before", 0, False),
    Action("arm", "r", "r", "arm", "forces", "Land, air, naval, strategic warfare", 3),
    Action("state", "v", "v", "state", "forces", "Board, depleted, pool, out of supply, to come", 4),
    Action("find", "slash", "/", "find", "forces", "Look for a type or a name", 5),
    Action("every", "a", "a", "all", "forces", "All filters off", 6),
    Action("before", "left", "←→", "turn", "curves", "The turn before", 2, False),
    Action("after", "right", "→", "turn", "curves", "The next turn", 0, False),
    Action("enter", "enter", "enter", "open", "tables", "Open the table", 2, False),
    Action("before", "left", "←→", "page", "tables", "The table before", 3, False),
    Action("after", "right", "→", "page", "tables", "The next table", 0, False),
    Action("back", "escape", "esc", "list", "tables", "Back to the list of tables", 4, False),
    Action("enter", "enter", "enter", "give", "dice", "Give the orders with these faces", 1, False),
    Action("leave", "escape", "esc", "leave", "dice", "Give nothing", 2, False),
)
