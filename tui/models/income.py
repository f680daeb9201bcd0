"""The year's income as a statement for each power: every cause with its NARFs and rule, and what the hand became."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import frozen

from engine.kernel.changes import Change, Entry
from engine.kernel.play import live
from tui.frame_model import power_name
from tui.rows import clean
from tui.words import turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.desk import Desk

# Segment of the sequence in which money comes in; its step ids begin with it.
SEGMENT = "income."


@frozen
class StatementLine:
    """One cause: NARFs gained or lost, its rule, and the figure after it."""

    label: str
    value: int
    rule: str
    then: int | None = None


@frozen
class Statement:
    """One power's year. ``lines`` make the hand from ``hand_was`` to ``hand_now``, ``base_lines`` the base; in NARFs.
    ``units``: what joined the force pool."""

    power: str
    name: str
    hand_was: int
    hand_now: int
    lines: tuple[StatementLine, ...]
    base_was: int
    base_now: int
    base_lines: tuple[StatementLine, ...]
    units: tuple[str, ...]


@frozen
class IncomePage:
    """All statements. ``expected``: no income this turn, the figures are what next Spring would bring."""

    title: str
    expected: bool
    statements: tuple[Statement, ...]


def income(desk: Desk) -> IncomePage:
    """The statements of this turn's income, or, in a turn without, what next Spring would bring as things stand."""
    entries = live(desk.entries())
    statements = tuple(statement(desk.campaign, power, entries) for power in _powers(desk.campaign))
    told = tuple(one for one in statements if one.lines or one.base_lines or one.units)
    if told:
        return IncomePage(f"Income of {turn_name(desk.ruleset.label(desk.campaign))}", False, told)
    expected = tuple(found for power in _powers(desk.campaign) if (found := _expected(desk, power)) is not None)
    return IncomePage("Next Spring, as things stand now", True, expected)


def _powers(campaign: Campaign) -> tuple[str, ...]:
    return tuple(getattr(campaign, "powers", {}))


def statement(campaign: Campaign, power: str, entries: Iterable[Entry]) -> Statement:
    """A power's statement from the entries of a turn."""
    hand: list[Change] = []
    base: list[Change] = []
    units: list[str] = []
    for entry in entries:
        if not entry.step.startswith(SEGMENT):
            continue
        for change in entry.changes:
            if change.at == f"powers.{power}.narfs":
                hand.append(change)
            elif change.at == f"powers.{power}.base":
                base.append(change)
            elif change.at.startswith(f"pools.{power}-") and change.now is not None:
                units.append(_joined(change))
    present = getattr(campaign, "powers", {}).get(power)
    hand_was, hand_now = _ends(hand, getattr(present, "narfs", 0))
    base_was, base_now = _ends(base, getattr(present, "base", 0))
    return Statement(
        power=power,
        name=power_name(campaign, power),
        hand_was=hand_was,
        hand_now=hand_now,
        lines=tuple(_line(change) for change in hand),
        base_was=base_was,
        base_now=base_now,
        base_lines=tuple(_line(change) for change in base),
        units=tuple(unit for unit in units if unit),
    )


def _ends(changes: list[Change], otherwise: int) -> tuple[int, int]:
    return (int(changes[0].was), int(changes[-1].now)) if changes else (otherwise, otherwise)


def _line(change: Change) -> StatementLine:
    return StatementLine(clean(change.why), int(change.now) - int(change.was), clean(change.rule), int(change.now))


def _joined(change: Change) -> str:
    from tui.models.forces import unit_words

    if change.at.endswith(".count"):
        group = change.at.split(".")[1].split("-", 1)[1]
        return f"{int(change.now) - int(change.was or 0)} {unit_words_of(group)}"
    if hasattr(change.now, "count") and hasattr(change.now, "kind"):
        return f"{change.now.count} {unit_words(change.now.kind, change.now.strength, change.now.tag)}"
    return ""


def unit_words_of(group: str) -> str:
    """A group's id for people: ``arm-8-8`` is ``ARM 8-8``."""
    from tui.models.forces import unit_words

    kind, _, rest = group.partition("-")
    return unit_words(kind, rest)


def _expected(desk: Desk, power: str) -> Statement | None:
    found = desk.ruleset.explain(desk.campaign, f"powers.{power}.income")
    if found is None:
        return None
    present = getattr(desk.campaign, "powers", {})[power]
    lines = []
    so_far = 0
    for line in found.lines:
        so_far += line.value
        lines.append(StatementLine(clean(line.label), line.value, clean(line.rule), so_far))
    name, base = power_name(desk.campaign, power), present.base
    return Statement(power, name, present.narfs, found.total, tuple(lines), base, base, (), ())
