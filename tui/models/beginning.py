"""What is asked before a campaign is begun: players, dice, the scenario's options by groups, a name; and what explains
each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from engine.kernel.ruleset import find
from engine.kernel.sheets import options
from engine.kernel.values import frozen
from tui.rows import clean

if TYPE_CHECKING:
    from saves.scenarios import ScenarioCard

OPTION = "option."
"""How the key of an option's question begins."""
OTHERS = "More"
"""The group of options of which a game says nothing."""


@frozen
class Asked:
    """One line of the form: what it asks, the values offered, which one is chosen (``text`` for one that is typed),
    which is the scenario's (``usual``), and what explains it. ``empty`` is what stands where nothing is typed."""

    key: str
    label: str
    values: tuple[Any, ...] = ()
    names: tuple[str, ...] = ()
    at: int = 0
    text: str = ""
    usual: int | str = 0
    group: str = ""
    about: str = ""
    rule: str = ""
    empty: str = ""

    @property
    def value(self) -> Any:
        """The chosen value."""
        return self.values[self.at] if self.values else self.text

    @property
    def said(self) -> str:
        """The chosen value as people say it."""
        if not self.values:
            return self.text
        return self.names[self.at] if self.names else str(self.values[self.at])

    @property
    def changed(self) -> bool:
        """Whether it is not what the scenario has."""
        return (self.at if self.values else self.text) != self.usual

    @property
    def ticked(self) -> bool:
        """Whether it is an option of yes and no."""
        return self.values == (False, True)

    def turned(self, by: int) -> Asked:
        """The value before or after."""
        return evolve(self, at=(self.at + by) % len(self.values)) if self.values else self

    def as_usual(self) -> Asked:
        """As the scenario has it."""
        return evolve(self, at=int(self.usual)) if self.values else evolve(self, text=str(self.usual))


_SEATS = "How many play; each seat commands some of the powers."
_SEAT = "Which seat is yours; the others are for those who join."
_DICE = {
    "keyed": "They follow from a secret whose fingerprint is written down first: at the end anyone can check them.",
    "keyboard": "You roll at the table, and type each face when it is asked for.",
    "shared": "Each may bring a line of his own before the first die: not even the host can have chosen them.",
}
_NAME = "What the campaign is called in the library. Left empty, it is called as shown."


def questions(card: ScenarioCard, seats: int = 1, name: str = "") -> tuple[Asked, ...]:
    """What is asked for a scenario that so many players share, the options by groups; one that is made for a single
    player stands before them where one plays. ``name``: what the campaign is called where nobody says otherwise."""
    counts = sorted(card.seatings) or [1]
    names = tuple(f"{count} player{'s' if count > 1 else ''}" for count in counts)
    dice: tuple[str, ...] = ("the program's, provable at the end", "your own: you type the faces")
    chosen = counts.index(seats) if seats in counts else 0
    asked = [Asked("seats", "Players", tuple(counts), names, chosen, about=_SEATS, rule="1.1")]
    if seats > 1:
        asked.append(Asked("seat", "Your seat", tuple(card.seatings.get(seats, ())), about=_SEAT))
    known = options.options_of(find(card.ruleset)).options
    found = [(str(key), options.named(known, str(key)), default) for key, default in card.options.items()]
    # What is there to learn by has its own rules, and asks for nothing first.
    single = seats == 1 and not card.teaches
    alone = {key for key, option, _ in found if single and option is not None and option.alone}
    asked += [_alone(option, key, now) for key, option, now in found if key in alone and option is not None]
    kinds: tuple[str, ...] = ("keyed", "keyboard")
    if seats > 1:
        kinds, dice = (*kinds, "shared"), (*dice, "the program's, with a line of each player in them")
    asked.append(Asked("dice", "Dice", kinds, dice))
    mine = [
        _option(option, key, now)
        for key, option, now in found
        if key not in alone and (seats > 1 or option is None or not option.several)
    ]
    order = list(dict.fromkeys([*(option.group for option in known), OTHERS]))
    asked += sorted(mine, key=lambda one: order.index(one.group))
    asked.append(Asked("name", "Name", usual="", about=_NAME, empty=name))
    return tuple(asked)


def _option(known: options.Option | None, name: str, default: str | int | bool) -> Asked:
    label = (known.title if known is not None else "") or name.replace("_", " ").replace("-", " ").capitalize()
    plain = Asked(
        OPTION + name,
        label,
        group=(known.group if known is not None else "") or OTHERS,
        about=known.about if known is not None else "",
        rule=known.rule if known is not None else "",
    )
    if isinstance(default, bool):
        return evolve(plain, values=(False, True), names=("no", "yes"), at=int(default), usual=int(default))
    values = known.choices if known is not None else ()
    if default in values:
        at = values.index(str(default))
        return evolve(plain, values=values, at=at, usual=at)
    return evolve(plain, text=str(default), usual=str(default))


def _alone(known: options.Option, name: str, default: str | int | bool) -> Asked:
    """The question for an option that is made for one player, under its own title."""
    title, *names = known.alone or (known.title, "no", "yes")
    return evolve(_option(known, name, default), label=title, names=tuple(names), group="")


def chosen(asked: Sequence[Asked]) -> dict[str, Any]:
    """The options as they are chosen, by their names."""
    return {one.key.removeprefix(OPTION): one.value for one in asked if one.key.startswith(OPTION)}


def problems(card: ScenarioCard, asked: Sequence[Asked]) -> Mapping[str, str]:
    """Why options cannot be begun with as they are chosen, by the keys of their questions."""
    known = options.options_of(find(card.ruleset)).options
    found: dict[str, str] = {}
    for pair in options.contrary(known, chosen(asked)):
        for one in (pair.option, pair.other):
            found.setdefault(OPTION + one.id, pair.said)
    return found


def explained(card: ScenarioCard, asked: Sequence[Asked], one: Asked) -> tuple[str, str]:
    """What explains a question, and what is to be minded about it now: that it excludes others, or changes nothing."""
    about = _DICE[str(one.value)] if one.key == "dice" else one.about
    known = options.options_of(find(card.ruleset)).options
    option = options.named(known, one.key.removeprefix(OPTION)) if one.key.startswith(OPTION) else None
    if option is None:
        return about, ""
    if minded := problems(card, asked).get(one.key, ""):
        return about, minded
    if wanted := options.idle(option, chosen(asked)):
        said = " and ".join(f"{_title(known, key)} is {_spoken(value)}" for key, value in wanted)
        return about, f"It counts only where {said}."
    off = [_title(known, key) for key in option.excludes if key in card.options]
    return about, f"Not with {', '.join(off)}." if off else ""


def _title(known: Sequence[options.Option], key: str) -> str:
    found = options.named(known, key)
    return found.title if found is not None else key


def _spoken(value: str | int | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def all_of(card: ScenarioCard, asked: Sequence[Asked], group: str) -> tuple[Asked, ...]:
    """The form with every option of a group on that is one of yes and no, but for those that exclude others of it; with
    them on already, as the scenario has them."""
    known = options.options_of(find(card.ruleset)).options
    mine = [one for one in asked if one.group == group and one.ticked]
    taken = {OPTION + option.id for option in known if option.excludes}
    wanted = [one.key for one in mine if one.key not in taken] or [one.key for one in mine]
    done = all(one.value is (one.key in wanted) for one in mine)

    def set_now(one: Asked) -> Asked:
        if one not in mine:
            return one
        return one.as_usual() if done else evolve(one, at=int(one.key in wanted))

    return tuple(set_now(one) for one in asked)


def groups(asked: Sequence[Asked]) -> tuple[str, ...]:
    """The headings of the options, in their order."""
    return tuple(dict.fromkeys(one.group for one in asked if one.group))


def counted(asked: Sequence[Asked], group: str) -> str:
    """How many of a group's options are not as the scenario has them."""
    mine = [one for one in asked if one.group == group]
    changed = sum(one.changed for one in mine)
    return f"{changed} changed" if changed else f"{len(mine)} option{'s' if len(mine) > 1 else ''}"


def about_group(asked: Sequence[Asked], group: str) -> str:
    """The names of a group's options, those that are changed with their value."""
    mine = [one for one in asked if one.group == group]
    return ", ".join(f"{one.label}: {clean(one.said)}" if one.changed else one.label for one in mine)
