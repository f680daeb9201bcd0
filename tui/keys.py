"""Every action with its key, in one registry. It feeds bindings, footer, help, the command palette and
``docs/keys.md``.

``python -m tui.keys`` prints the page for the docs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from attrs import evolve
from textual.binding import Binding, BindingType

from engine.kernel.values import frozen
from tui import session
from tui.access import GIVES, KEEPS, MACHINE, PLANS, SITS


@frozen
class Action:
    """One thing a key does. ``where``: ``anywhere`` (every screen), ``campaign`` (the frame), a screen or a panel by
    its name.

    ``keys`` as the framework names them, commas between; ``shown`` how the footer writes them; ``label`` for the
    footer;
    ``text`` for help and palette; ``rank``: how early it stands in the footer (0: not there); ``palette``: found by
    ctrl+p; ``needs``: what who presses it must have (a word of ``tui.access``, '' for nothing): without it there is no
    such action.
    """

    id: str
    keys: str
    shown: str
    label: str
    where: str
    text: str
    rank: int = 0
    palette: bool = True
    needs: str = ""


ANYWHERE = "anywhere"
CAMPAIGN = "campaign"
LINE = "line"
"""The order line."""

ACTIONS: tuple[Action, ...] = (
    # --- everywhere
    Action("help", "question_mark,f1", "?", "help", ANYWHERE, "Explain this screen, its keys and its rules", 8),
    Action("palette", "ctrl+p", "ctrl+p", "more", ANYWHERE, "Find any action by its name", 9, False),
    Action("calculators", "f3", "F3", "calculators", ANYWHERE, "Calculator: one roll of the rules, or its odds"),
    Action("settings", "f2", "F2", "settings", ANYWHERE, "Colours, glyphs, mouse, keys"),
    Action("quit", "q,ctrl+q", "q", "quit", ANYWHERE, "Leave; everything acknowledged is on disk", 10),
    # --- the frame of a campaign
    Action(
        "undo",
        "u",
        "u",
        "undo",
        CAMPAIGN,
        "Show what taking back the last order would undo; Enter there does it",
        5,
        needs=SITS,
    ),
    Action(
        "redo",
        "U,ctrl+r",
        "U",
        "redo",
        CAMPAIGN,
        "Show what undo took back; Enter there gives it again",
        13,
        needs=SITS,
    ),
    Action("journal", "j", "j", "journal", CAMPAIGN, "The journal: search, turns, rolls", 6),
    Action("losses", "l", "l", "losses", CAMPAIGN, "Enter losses from the table in one line", 3, needs=SITS),
    Action("capture", "c", "c", "capture", CAMPAIGN, "Enter a place taken, or a country conquered", 4, needs=SITS),
    Action("order", "colon", ":", "order", CAMPAIGN, "Type any order; it is judged while you type", 2, needs=PLANS),
    Action(
        "orders", "O", "O", "orders", CAMPAIGN, "All orders that may be given now, each with its form", 12, needs=PLANS
    ),
    Action("ponder", "w", "w", "what if", CAMPAIGN, "What would come of the order under the cursor", 7, needs=PLANS),
    Action("accounts", "i", "i", "accounts", CAMPAIGN, "The powers' accounts: any year, every cause with its rule"),
    Action("forces", "f", "f", "forces", CAMPAIGN, "The forces: board, depleted, pool, to come"),
    Action("places", "m", "m", "places", CAMPAIGN, "Places, countries, holdings: whose, worth, what they bring"),
    Action("map", "M", "M", "map", CAMPAIGN, "The map: whose each hex is, the front, the seas, turn by turn"),
    Action("diplomacy", "D", "D", "diplomacy", CAMPAIGN, "Diplomacy: each target, its POPs, the chance of a roll"),
    Action("objectives", "V", "V", "victory", CAMPAIGN, "Victory: objectives by power, and how far off each end is"),
    Action("hand", "H", "H", "hand", CAMPAIGN, "The hand: variants obtained, which may be played now"),
    Action("sources", "L", "L", "sources", CAMPAIGN, "Sources of supply: what is full, limited or none, and why"),
    Action("checks", "C", "C", "supply", CAMPAIGN, "Checks of supply: ask for them, say who is cut off", needs=SITS),
    Action("sequence", "s", "s", "sequence", CAMPAIGN, "The turn's steps: done, next, skipped and why"),
    Action("ledger", "g", "g", "ledger", CAMPAIGN, "The powers' money and the duties of this turn"),
    Action("due", "Y", "Y", "due", CAMPAIGN, "The duties of this turn; Enter opens the order that meets one", 11),
    Action("curves", "n", "n", "curves", CAMPAIGN, "Money in hand, bases and spending by kind, turn by turn"),
    Action("battles", "b", "b", "battles", CAMPAIGN, "Battles fought, roll by roll, and the war turn by turn"),
    Action("tables", "t", "t", "tables", CAMPAIGN, "The printed tables"),
    Action("sheet", "p", "p", "turn sheet", CAMPAIGN, "One page of text with all figures of the turn"),
    Action("talk", "T", "T", "talk", CAMPAIGN, "Proposals to agree to, and messages between the seats"),
    Action("guide", "G", "G", "guide", CAMPAIGN, "The guide of a scenario to learn by: off, or on again", 14),
    Action("report", "R", "R", "report", CAMPAIGN, "The turn that ended, or what happened since you last sat down"),
    Action(
        "seat",
        "x",
        "x",
        "seat",
        CAMPAIGN,
        "Hand over to another seat at this terminal, behind a curtain",
        needs=MACHINE,
    ),
    Action(
        "copy", "y,ctrl+y", "y", "copy", CAMPAIGN, "Copy all of this page as text (ctrl+y while boxes are typed in)", 12
    ),
    Action("work", "escape", "esc", "back", CAMPAIGN, "Back to the step at hand", 0, False),
    Action("home", "h", "h", "home", CAMPAIGN, "All campaigns"),
    # --- the order line
    Action("give", "enter", "enter", "give", LINE, "Give the order that is typed", 1, False),
    Action("complete", "tab", "tab", "complete", LINE, "Write out the word under way", 2, False),
    Action("earlier", "up", "up", "earlier", LINE, "The order given before, or what was typed and left", 3, False),
    Action("later", "down", "down", "later", LINE, "A later order given before", 0, False),
    Action("back", "escape", "esc", "leave", LINE, "Leave the line; what is typed is kept for the up key", 4, False),
    # --- overlays of the frame
    Action("up", "up,k", "↑↓", "choose", "sequence", "The step before", 1, False),
    Action("down", "down", "↓", "next", "sequence", "The step after", 0, False),
    Action("first", "home", "home", "first", "sequence", "The first step of the turn", 0, False),
    Action("last", "end", "end", "last", "sequence", "The last step of the turn", 0, False),
    Action("page_up", "pageup", "pgup", "page up", "sequence", "A page up", 0, False),
    Action("page_down", "pagedown", "pgdn", "page down", "sequence", "A page down", 0, False),
    Action(
        "pass",
        "greater_than_sign",
        ">",
        "pass to here",
        "sequence",
        "Pass everything done by hand up to this step",
        2,
        False,
        needs=SITS,
    ),
    Action(
        "enter", "enter", "enter", "order", "ledger", "Open the order that meets the duty under the cursor", 2, False
    ),
    Action("up", "up,k", "↑↓", "scroll", "text", "A line up", 1, False),
    Action("down", "down", "↓", "scroll", "text", "A line down", 0, False),
    # --- home
    Action("open", "enter", "enter", "open", "home", "Open the campaign under the cursor", 1, False),
    Action("new", "n", "n", "new", "home", "Choose a scenario, seats and dice", 2, needs=KEEPS),
    Action("cards", "c", "c", "cards", "home", "Type in the figures of your boxed game's cards", 7, needs=MACHINE),
    Action("scenarios", "m", "m", "setup", "home", "Make or change a scenario", 8, needs=MACHINE),
    Action(
        "rename", "e", "e", "rename", "home", "Give the campaign under the cursor a title of its own", 3, needs=KEEPS
    ),
    Action(
        "archive",
        "a",
        "a",
        "archive",
        "home",
        "Into the archive, out of the list; in the archive: back",
        4,
        needs=KEEPS,
    ),
    Action(
        "delete",
        "delete,D",
        "del",
        "delete",
        "home",
        "Delete the campaign; asks for a yes, may be brought back",
        5,
        needs=KEEPS,
    ),
    Action(
        "kept",
        "v",
        "v",
        "archived",
        "home",
        "Show the archived and the deleted, or the campaigns again",
        6,
        needs=KEEPS,
    ),
    Action(
        "seats",
        "s",
        "s",
        "seats",
        "home",
        "Say which players sit where in the campaign, and who watches",
        3,
        needs=GIVES,
    ),
    Action("reread", "r", "r", "reread", "home", "Read the folder of campaigns again", 9),
    Action("unasked", "escape", "esc", "", "home", "Leave a question: nothing is changed", 0, False),
    # --- who sits where, on a server
    Action("give", "enter", "enter", "give", "seats", "Give the place to the player beside it, or take it from him", 1),
    Action("turn_on", "right", "←→", "player", "seats", "The next player beside the place", 2, False),
    Action("turn_back", "left", "←", "player", "seats", "The player before", 0, False),
    Action("back", "escape", "esc", "back", "seats", "Back to the campaigns", 3, False),
    Action("given", "enter", "enter", "give", "home-answer", "Take what is typed", 1, False),
    Action("unasked", "escape", "esc", "leave", "home-answer", "Leave the question: nothing is changed", 2, False),
    # --- the curtain between two players
    Action("sit", "enter", "enter", "sit down", "curtain", "Open the campaign for the seat that is named", 1, False),
    Action("following", "right,down,x,tab", "←→", "another seat", "curtain", "Another seat sits down", 2, False),
    Action("before", "left,up,shift+tab", "←", "seat before", "curtain", "The seat before", 0, False),
    Action("home", "escape,h", "esc", "campaigns", "curtain", "All campaigns; nobody sits down", 3, False),
    # --- cards of the boxed game
    Action("open", "enter", "enter", "open", "card-list", "Open the cards of the scenario under the cursor", 1, False),
    Action("back", "escape", "esc", "back", "card-list", "Back to the campaigns", 2, False),
    Action("next", "tab", "tab", "next", "cards", "The next figure; the one typed is kept", 1, False),
    Action("before", "shift+tab", "⇧tab", "figure before", "cards", "The figure before", 0, False),
    Action("below", "enter", "enter", "down", "cards", "Down the column, then the next one", 2, False),
    Action("up", "up,k", "↑↓", "line", "cards", "A line up", 0, False),
    Action("down", "down", "↓", "line", "cards", "A line down", 0, False),
    Action("power", "pagedown,p", "p", "card", "cards", "The card of the next power or country", 3),
    Action("power_back", "pageup", "pgup", "card before", "cards", "The card of the power or country before", 0),
    Action(
        "unchecked", "space", "space", "next unchecked", "cards", "The next figure that is not your own yet", 0, False
    ),
    Action("add", "a,plus", "a", "add", "cards", "Add a type of unit, or a shipyard, that the card lacks", 4),
    Action("remove", "x,delete", "x", "remove", "cards", "Take the line under the cursor off the card", 5),
    Action("undo", "u", "u", "undo", "cards", "Take back what was typed last", 6),
    Action("redo", "U,ctrl+r", "U", "redo", "cards", "Do again what was taken back last", 0),
    Action("save", "ctrl+s", "ctrl+s", "save", "cards", "Write the scenario; leaving the page does so too", 0, False),
    Action("begin", "n", "n", "new campaign", "cards", "Begin a campaign with this scenario", 7),
    Action(
        "back", "escape", "esc", "back", "cards", "Leave a figure, then the page; the scenario is written", 8, False
    ),
    # --- new campaign
    Action("start", "ctrl+s", "ctrl+s", "start", "new", "Make the campaign and open it", 1, False),
    Action("all", "a", "a", "all", "new", "All options of the group on, or again as in the scenario", 3),
    Action("back", "escape", "esc", "back", "new", "Back without making anything", 2, False),
    # --- the map
    Action("west", "left", "←→↑↓", "hex", "map", "The hex to the west", 1, False),
    Action("east", "right", "→", "east", "map", "The hex to the east", 0, False),
    Action("north", "up", "↑", "north", "map", "The hex to the north", 0, False),
    Action("south", "down", "↓", "south", "map", "The hex to the south", 0, False),
    Action("far_west", "shift+left,H", "H", "far west", "map", "Five hexes to the west", 0, False),
    Action("far_east", "shift+right,L", "L", "far east", "map", "Five hexes to the east", 0, False),
    Action("far_north", "shift+up,K", "K", "far north", "map", "Five hexes to the north", 0, False),
    Action("far_south", "shift+down,J", "J", "far south", "map", "Five hexes to the south", 0, False),
    Action("older", "left_square_bracket", "[ ]", "turn", "map", "The turn before", 2, False),
    Action("newer", "right_square_bracket", "]", "next turn", "map", "The turn after", 0, False),
    Action("play", "p", "p", "play", "map", "The war from its first turn to the one at hand; again: stop", 4),
    Action("layer", "tab", "tab", "seas", "map", "The Sea Areas and who may come there, or the land", 3, False),
    Action("find", "slash", "/", "find", "map", "Go to a hex, a place or a Sea Area", 5, False),
    Action(
        "ring",
        "r",
        "r",
        "range",
        "map",
        "What lies within 2 to 7 hexes of the cursor, the ranges of aircraft, and 10; then none",
        6,
    ),
    Action("legend", "l", "l", "signs", "map", "What the signs mean; again: more of them, and back", 9),
    Action("told_on", "pagedown", "pgdn", "more", "map", "More of what is told beside the map", 0, False),
    Action("told_back", "pageup", "pgup", "before", "map", "What stood before it", 0, False),
    Action("note", "N", "N", "note", "map", "A note on the hex under the cursor", 8, needs=PLANS),
    Action("closer", "plus,equals_sign", "+ -", "zoom", "map", "Larger, round the cursor", 7, False),
    Action("wider", "minus", "-", "smaller", "map", "Smaller", 0, False),
    Action("back", "escape,M", "esc", "back", "map", "Back to the campaign", 10, False),
    Action("go", "enter", "enter", "go there", "finding", "Go there, if it is on the map", 1, False),
    Action("leave", "escape", "esc", "leave", "finding", "Leave the line", 2, False),
    # --- journal
    Action("find", "slash", "/", "search", "journal", "Search sentences, orders, rules and changes", 1, False),
    Action("older", "left_square_bracket,left", "[ ]", "turn", "journal", "The turn before", 2, False),
    Action("newer", "right_square_bracket,right", "]", "next turn", "journal", "The turn after", 0, False),
    Action("rolls", "d", "d", "dice only", "journal", "Only entries with dice", 8, False),
    Action(
        "undo_to", "u", "u", "undo to here", "journal", "Show what undo takes back down to this entry", 3, needs=SITS
    ),
    Action(
        "note",
        "n",
        "n",
        "note",
        "journal",
        "Write a note on this entry, or on the turn whose note it is",
        4,
        needs=SITS,
    ),
    Action("again", "a", "a", "again", "journal", "Put this entry's order into the order line", 5, needs=SITS),
    Action(
        "branch",
        "b",
        "b",
        "branch",
        "journal",
        "Begin a new campaign as things stood after this entry",
        6,
        needs=MACHINE,
    ),
    Action("turn_note", "N", "N", "turn's note", "journal", "Write a note on the turn shown", 9, needs=SITS),
    Action(
        "redo",
        "U,ctrl+r",
        "U",
        "redo",
        "journal",
        "Show what undo took back; Enter there gives it again",
        10,
        needs=SITS,
    ),
    Action("copy", "y", "y", "copy", "journal", "Copy all entries shown as text, to the terminal's clipboard", 11),
    Action("copy_entry", "Y", "Y", "copy entry", "journal", "Copy the entry under the cursor as text"),
    Action("back", "escape", "esc", "back", "journal", "Back to the campaign", 7, False),
    Action("keep", "enter", "enter", "keep", "noting", "Keep the note; an empty one is gone", 1, False),
    Action("line", "ctrl+j", "ctrl+j", "new line", "noting", "A new line in the note", 2, False),
    Action("leave", "escape", "esc", "leave", "noting", "Leave the note as it was", 3, False),
    Action("make", "enter", "enter", "make it", "branching", "Make the campaign that branches off", 1, False),
    Action("turn", "tab", "tab", "open or stay", "branching", "Open it when it is made, or stay here", 2, False),
    Action("leave", "escape", "esc", "leave", "branching", "Make nothing", 3, False),
    # --- help, settings
    Action("back", "escape", "esc", "back", "help", "Back", 1, False),
    Action("up", "up,shift+tab", "↑↓", "field", "calculators", "The field before", 1, False),
    Action("down", "down,tab", "↓", "field", "calculators", "The next field", 0, False),
    Action("open", "enter", "enter", "open", "calculators", "Open the calculator, or go to the next field", 2, False),
    Action("first", "home", "home", "first", "calculators", "The first of the list", 0, False),
    Action("last", "end", "end", "last", "calculators", "The last of the list", 0, False),
    Action("find", "slash", "/", "search", "calculators", "Search the list: names, titles, chapters", 2, False),
    Action("turn", "left,right", "←→", "turn", "calculators", "Turn through a few choices", 3, False),
    Action("copy", "ctrl+y", "ctrl+y", "copy", "calculators", "Copy what the boxes come to as text", 4, False),
    Action("back", "escape", "esc", "back", "calculators", "To the list of calculators, and back", 5, False),
    Action("change", "enter,space,right", "enter", "change", "settings", "The next value", 1, False),
    Action("back", "escape", "esc", "back", "settings", "Back; what you chose is kept", 2, False),
)


def registered() -> tuple[Action, ...]:
    """All actions, those of the panels included, with the keys that they have by themselves."""
    from tui.panels.actions import ACTIONS as of_panels
    from tui.setup_keys import ACTIONS as of_setup

    return ACTIONS + of_setup + of_panels


def every() -> tuple[Action, ...]:
    """All actions that there are for the player at hand, with his keys (``remapped`` in his settings): what footer,
    help and palette show, and what a key does."""
    at_hand = session.at_hand()
    there = _there_for(at_hand.holds)
    return tuple(_own_key(action, at_hand.remapped) for action in there) if at_hand.remapped else there


@cache
def _there_for(holds: frozenset[str]) -> tuple[Action, ...]:
    return tuple(action for action in registered() if not action.needs or action.needs in holds)


NO_KEY = "no-key"
"""A key that no keyboard has: what its actions are bound to that a player does not have."""


def withheld() -> dict[str, str]:
    """The keymap of the actions that there are not for the player at hand: no key does them."""
    there = {f"{action.where}.{action.id}" for action in every()}
    names = [f"{action.where}.{action.id}" for action in registered()]
    return {name: NO_KEY for name in names if name not in there}


def exists(where: str, action: str) -> bool:
    """Whether there is such an action for the player at hand."""
    return any(one.id == action for one in of(where))


def _own_key(action: Action, remapped: Mapping[str, str]) -> Action:
    given = remapped.get(f"{action.where}.{action.id}")
    return evolve(action, keys=given, shown=given.split(",")[0]) if given else action


def of(where: str) -> tuple[Action, ...]:
    """The actions that act there, in the order of the registry."""
    return tuple(action for action in every() if action.where == where)


def help_while(prose: bool) -> Action:
    """The action that explains, with the keys that are left to it while words are typed in which ``?`` is a sign."""
    action = next(action for action in every() if (action.where, action.id) == (ANYWHERE, "help"))
    left = [key for key in action.keys.split(",") if key != "question_mark"]
    return evolve(action, keys=",".join(left), shown=left[0].upper()) if prose and left else action


def pressed_on(where: str) -> frozenset[str]:
    """The keys that do something of a screen's or panel's own."""
    return frozenset(key for bound in of(where) for key in bound.keys.split(","))


def taken(action: Action, own: frozenset[str]) -> bool:
    """Whether all keys of an action do something else where these keys have a meaning of their own."""
    return own.issuperset(action.keys.split(","))


def by_name() -> str:
    """The key with which any action is found by its name."""
    return next(action.shown for action in every() if (action.where, action.id) == (ANYWHERE, "palette"))


def shown_of(action: str) -> str:
    """The key of an action of the frame as it is written, for texts that offer it."""
    return next(one.shown for one in every() if (one.where, one.id) == (CAMPAIGN, action))


def bindings(where: str) -> list[BindingType]:
    """The framework's bindings of a screen or panel. Their ids (``where.id``) are what settings remap: a screen's class
    is every player's, so it has the keys that nobody has changed."""
    return [
        Binding(action.keys, action.id, action.label, key_display=action.shown, id=f"{where}.{action.id}")
        for action in registered()
        if action.where == where
    ]


def page() -> str:
    """The registry as a page for the docs."""
    lines = [
        "# Keys",
        "",
        "Made by `python -m tui.keys`; change `tui/keys.py` or the actions of panels and of setup, not this page.",
        "",
    ]
    for where in dict.fromkeys(action.where for action in registered()):
        lines += [f"## {where.replace('.', ' ').capitalize()}", "", "| key | action | remap as |", "|---|---|---|"]
        lines += [
            f"| `{_plain(action.shown)}` | {action.text} | `{where}.{action.id}` |"
            for action in registered()
            if action.where == where
        ]
        lines.append("")
    return "\n".join(lines)


def _plain(key: str) -> str:
    return key.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
