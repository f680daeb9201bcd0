"""A campaign's story to read and to post: a page a turn (the turn report with its turning points), curves, and each
seat's dice beside what could be expected of them. It is told from a seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.kernel import closed, outlook, reading
from engine.kernel.grammar import Unreadable
from engine.kernel.sheets.overview import Overview
from engine.kernel.values import frozen
from tui.frame_model import called, power_name
from tui.models.curves import Curves, charts
from tui.models.story_dice import SeatDice, dice_of
from tui.models.turn_report import Line, Page, Span, labels, of_turn, report
from tui.rows import clean
from tui.words import and_list, begun, turn_name

if TYPE_CHECKING:
    from saves.desk import Desk

SPENDING = "spending"


@frozen
class Chapter:
    """A turn: what it turned on, its report, and the dice that fell in it by seat."""

    points: tuple[Line, ...]
    page: Page
    dice: tuple[SeatDice, ...]


@frozen
class Story:
    """The whole: who plays what, how it ended ('' while it goes on), the turns, the charts, all dice by seat, and what
    nobody had opened when all seats had closed the campaign."""

    title: str
    seats: tuple[str, ...]
    result: str
    chapters: tuple[Chapter, ...]
    charts: tuple[Curves, ...]
    dice: tuple[SeatDice, ...]
    unopened: tuple[str, ...]
    published: bool


def story(desk: Desk) -> Story:
    """The story of a campaign up to now. Reads every turn's file; raises SavesError."""
    campaign = desk.campaign
    spans = [(label, of_turn(desk, label)) for label in labels(desk)]
    return Story(
        called(desk),
        tuple(_seated(desk)),
        clean(outlook.outlook(desk.ruleset, campaign, desk.seat).over),
        tuple(_chapter(desk, label, span) for label, span in spans),
        tuple(one for one in charts(desk) if one.family != SPENDING and len(one.turns) > 1),
        dice_of(campaign, [entry for _, span in spans for entry in span.entries]),
        tuple(_unopened(desk)),
        closed.by_all(campaign) and not desk.keyboard_dice,
    )


def chapter(desk: Desk, label: str) -> Chapter:
    """One turn by its label. Raises SavesError."""
    return _chapter(desk, label, of_turn(desk, label))


def _chapter(desk: Desk, label: str, span: Span) -> Chapter:
    sheet = desk.ruleset.sheet(Overview)
    points = sheet.turning_points(span.before, span.after) if sheet is not None else ()
    page = report(desk, turn_name(label), span, due=False, turn=label)
    told = tuple(Line(begun(clean(point.says)), clean(point.rule)) for point in points)
    return Chapter(told, page, dice_of(desk.campaign, span.entries))


def _seated(desk: Desk) -> Iterator[str]:
    """``axis: Germany and Italy``, a line for each seat."""
    campaign = desk.campaign
    for seat in desk.seats:
        powers = [power for power, holder in campaign.seats.items() if holder == seat]
        mine = [power_name(campaign, power) for power in powers if desk.ruleset.takes_part(campaign, power)]
        if mine:
            yield clean(f"{seat}: {and_list(mine)}")


def _unopened(desk: Desk) -> Iterator[str]:
    """What was still under seal when all had closed the campaign, as far as the seats' files are at hand."""
    campaign = desk.campaign
    if not closed.by_all(campaign):
        return
    for place, secret in campaign.secrets.items():
        if place in campaign.sealed and not campaign.sealed[place].text:
            try:
                said = reading.parse(desk.ruleset, secret.text).sentence(campaign)
            except Unreadable:
                said = secret.text
            yield clean(f"{power_name(campaign, secret.power)}: {said}")
