"""``sheet``: the turn on one page, as text to print or to keep."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk, where_it_stands, who_is_awaited
from tui.cli.reading import duty_lines, ledger_lines

if TYPE_CHECKING:
    from saves.desk import Desk

_MARKS = {"done": "x", "now": ">", "next": " ", "skipped": "-"}


def sheet_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)


def sheet(args: argparse.Namespace) -> int:
    """Print the turn sheet. Raises SavesError."""
    desk = open_desk(args.campaign, args.seat)
    lines = sheet_lines(desk)
    if args.json:
        output.document({"name": desk.name, "turn": desk.ruleset.label(desk.campaign), "lines": lines})
    else:
        output.say("\n".join(lines))
    return 0


def sheet_lines(desk: Desk) -> list[str]:
    """The turn sheet: date, ledger, duties, the steps with what became of them, and what was done this turn."""
    date, step = where_it_stands(desk)
    lines = [f"{desk.campaign.title} - {date}", step, who_is_awaited(desk)]
    lines += ledger_lines(desk)
    lines += duty_lines(desk)
    lines += ["", "Sequence   x done   > now   - not this turn", *_steps(desk)]
    lines += _turn_so_far(desk)
    return lines


def _steps(desk: Desk) -> list[str]:
    """A line for each segment and half: the letters of its steps, with the reason where none of them takes place."""
    rows: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for mark in desk.checklist():
        step = mark.step
        rows.setdefault((step.segment, step.half), []).append((mark.state, step.title, mark.reason))
    table = []
    for (segment, half), steps in rows.items():
        name = segment.replace("-", " ") + (f", {half}" if half else "")
        live = [(state, title) for state, title, _ in steps if state != "skipped"]
        if live:
            state = "now" if any(state == "now" for state, _ in live) else live[-1][0]
            now = next((title for state, title in live if state == "now"), "")
            done = sum(state == "done" for state, _ in live)
            text = f"{done} of {len(live)} steps" + (f"; now {now}" if now else "")
        else:
            state, text = "skipped", steps[0][2]
        table.append([_MARKS[state], name, text])
    return output.columns(table, indent="  ")


def _turn_so_far(desk: Desk) -> list[str]:
    from engine.kernel.play import live
    from tui.cli.journal import sentence

    rows = [[entry.n, sentence(desk, entry)] for entry in live(desk.entries()) if entry.seat != "rules"]
    return ["", "Orders this turn", *output.columns(rows, right=(0,), indent="  ")] if rows else []
