"""Opening a campaign for a command, and who acts in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.kernel.sheets.ledger import falls_due, ledger_of
from tui import session
from tui.cli import output
from tui.cli.faults import Misuse
from tui.words import bare, turn_name

if TYPE_CHECKING:
    import argparse

    from engine.kernel.campaign import Campaign
    from engine.kernel.sheets.ledger import Duty, LedgerRow
    from saves.desk import Desk


def campaign_arguments(parser: argparse.ArgumentParser, *, seat: bool = True, json: bool = True) -> None:
    """The arguments of every command that reads a campaign."""
    parser.add_argument("campaign", metavar="CAMPAIGN", help="a campaign's name or folder")
    if seat:
        parser.add_argument(
            "--seat", default="", help="whose view; without it the public one (with one seat: everything)"
        )
    if json:
        parser.add_argument("--json", action="store_true", help="one JSON document")


def where(text: str | Path) -> str | Path:
    """The campaign that is meant: a name, its folder, or a folder that holds just one campaign."""
    from saves import disk

    path = disk.expanded(text)
    try:
        if path.is_dir() and not (path / "campaign.toml").exists():
            inside = [folder for folder in path.iterdir() if (folder / "campaign.toml").is_file()]
            if len(inside) == 1:
                return inside[0]
    except (OSError, ValueError):
        pass
    return text


def open_desk(campaign: str, seat: str) -> Desk:
    """The campaign as who asks may open it, with what is wrong in its files said on stderr. Raises SavesError."""
    desk = session.at_hand().access.open(campaign, seat)
    for warning in desk.warnings:
        output.complain(warning)
    desk.heard = output.complain
    return desk


def acting_desk(campaign: str, seat: str) -> Desk:
    """The campaign as the seat that acts: the one given, or the only one. Raises Misuse where it must be named."""
    return _at_a_seat(open_desk(campaign, seat))


def _at_a_seat(desk: Desk) -> Desk:
    if not desk.seat:
        if desk.sitter is not None:
            raise Misuse(desk.sitter.no_order())
        from engine.kernel.campaign import seat_names

        names = seat_names(desk.campaign)
        raise Misuse(f"say which seat acts: {', '.join(f'--seat {name}' for name in names)}")
    return desk


def planning_desk(campaign: str, seat: str) -> Desk:
    """The campaign as the seat that thinks something through, or in the public view for a player who only watches it.
    Raises Misuse where a seat must be named."""
    desk = open_desk(campaign, seat)
    return desk if desk.watches and desk.sitter is not None and not desk.sitter.seats() else _at_a_seat(desk)


def named(campaign: Campaign, power: str) -> str:
    """A power's name for people."""
    from engine.kernel import ruleset

    known = ledger_of(ruleset.of(campaign)).powers(campaign).get(power, "")
    return bare(known or power.replace("-", " ").title())


def ledger(desk: Desk) -> tuple[LedgerRow, ...]:
    """The rows of the powers' ledger, none where the game keeps none."""
    return ledger_of(desk.ruleset).rows(desk.campaign)


def duties(desk: Desk) -> tuple[Duty, ...]:
    """What falls due this turn, nothing where the game has no duties."""
    return falls_due(desk.ruleset, desk.campaign)


def where_it_stands(desk: Desk) -> tuple[str, str]:
    """The date with the number of the turn, and the step with its rule."""
    campaign, rules = desk.campaign, desk.ruleset
    progress = campaign.progress
    date = f"{turn_name(rules.calendar.now(campaign))}, turn {progress.turn} of {rules.calendar.last(campaign)}"
    if not progress.step:
        return date, "not begun"
    step = rules.sequence[progress.step]
    half = f", {step.half}" if step.half else ""
    return date, f"{step.number}{step.letter}{half}: {step.title} [{step.id}]{output.cited(step.rule)}"


def _questions(desk: Desk) -> Iterator[str]:
    """Each question that is open, with all who have not answered it: several may be asked at once, each his own."""
    from engine.kernel.judging import seen
    from engine.kernel.procedures import decisions

    asked: dict[str, list[str]] = {}
    for due in decisions(seen(desk.campaign, "")):
        who = asked.setdefault(f"{due.title}{output.cited(due.rule)}", [])
        if due.power not in who:
            who.append(due.power)
    for question, powers in asked.items():
        who = [named(desk.campaign, power) for power in powers]
        yield f"{' and '.join(who)} {'decides' if len(who) == 1 else 'decide'}: {question}"


def who_is_awaited(desk: Desk) -> str:
    """Who is to act, or why nobody is."""
    from engine.kernel.outlook import outlook as outlook_of

    # The public is offered nothing, so nothing has to be worked out but who is awaited.
    outlook = outlook_of(desk.ruleset, desk.campaign, "")
    if outlook.over:
        return f"The campaign is over: {outlook.over}."
    if outlook.decision:
        return "; ".join(_questions(desk))
    if not outlook.awaits:
        return "Nobody is awaited."
    seats = desk.campaign.seats
    several = len(set(seats.values())) > 1
    names = [named(desk.campaign, power) + (f" ({seats[power]})" if several else "") for power in outlook.awaits]
    return f"To act: {', '.join(names)}"
