"""``warledger scenario``: scenarios of your own made of others and of campaigns, shared, compared, tried, and offered
to the campaigns that began with them. Each verb is a function here, listed in ``VERBS``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.kernel.players import MOST_PLAYERS
from tui.cli import output
from tui.cli.faults import Misuse
from tui.words import turn_name

_LAST = 10
"""So many of the orders that led to a fault are printed; all of them with --json."""


class Verb(NamedTuple):
    """One verb: what it is for, what it takes, what it does; ``run`` gives the exit code."""

    summary: str
    declare: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def scenario_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes: a verb, and what that takes."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        summary = verb.summary.capitalize() + "."
        verb.declare(verbs.add_parser(name, help=verb.summary, description=summary, allow_abbrev=False))


def scenario(args: argparse.Namespace) -> int:
    """Do what the verb says. Raises Misuse, SavesError."""
    return VERBS[args.verb].run(args)


def _scenario(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's id, or a scenario file")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON document")


def _title(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--title", metavar="T", default="", help="what it is called; its id is made of that")


def _made(path: Path, as_json: bool) -> int:
    if as_json:
        output.document({"id": path.stem, "file": str(path)})
        return 0
    output.say(f"{path.stem}: {path}")
    output.say(f"'warledger scenario setup {path.stem}' opens its pages, 'warledger cards {path.stem}' its cards;")
    output.say(f"'warledger new {path.stem}' begins with it")
    return 0


# --- made of another, or of a campaign


def _new_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", metavar="SCENARIO", required=True, dest="base", help="the scenario that is copied")
    _title(parser)
    _json(parser)


def _new(args: argparse.Namespace) -> int:
    from saves.drafts import ScenarioDraft, free_title

    draft = ScenarioDraft(args.base)
    draft.name(args.title or free_title(f"{draft.title}, my own"))
    draft.save()
    assert draft.path is not None
    if not args.json and sys.stdin.isatty() and sys.stdout.isatty():
        from tui.app import run

        return run(None, setup=draft.id)
    return _made(draft.path, args.json)


def _from_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("campaign", metavar="CAMPAIGN", help="a campaign's name or folder")
    parser.add_argument(
        "--turn", metavar="T", required=True, help="the turn that it begins with, such as 1941-2-summer"
    )
    _title(parser)
    _json(parser)


def _from(args: argparse.Namespace) -> int:
    from saves.turn_scenarios import scenario_of
    from tui.cli.desks import where

    made = scenario_of(where(args.campaign), args.turn, args.title, turn_name(args.turn))
    return _made(made, args.json)


def _setup(args: argparse.Namespace) -> int:
    from engine.kernel.sheets.setup import Setup
    from saves.drafts import ScenarioDraft
    from tui.app import run

    draft = ScenarioDraft(args.scenario)
    if draft.ruleset.sheet(Setup) is None:
        raise Misuse(f"{draft.ruleset.title} has no setup pages")
    return run(None, setup=args.scenario)


# --- shared, compared


def _share_arguments(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--figures",
        choices=("own", "none"),
        default="own",
        help="with the figures that you typed off your cards, or with none of them",
    )
    parser.add_argument("--out", metavar="FILE", default="", help="the file that is written; standard output otherwise")


def _share(args: argparse.Namespace) -> int:
    from saves.sharing import shared

    found = shared(args.scenario, args.figures)
    if args.out:
        from saves import disk
        from saves.draft_files import write_aside

        path = disk.expanded(args.out)
        if path.exists():
            raise Misuse(f"{path} is there already; give the name of a file that is not")
        write_aside(path, found.text.encode())
        disk.flush_folder(path.parent)
        output.say(f"{path}: {len(found.text.encode())} bytes")
    else:
        sys.stdout.write(output.toml(found.text))
    if found.base and (found.back or found.gone):
        told = (
            f"of your figures {found.back} are those of {found.base} again, {found.gone} that it has not are left out"
        )
        output.complain(told)
    return 0


def _compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", help="a scenario's id, or a scenario file")
    parser.add_argument("second", metavar="B", help="the one that it is compared with")
    _json(parser)


def _compare(args: argparse.Namespace) -> int:
    from saves import comparing

    found = comparing.compared(comparing.state(args.first), comparing.state(args.second))
    if args.json:
        output.document(found)
        return 0
    table = ""
    for one, number in comparing.alike(found):
        if one.table != table:
            table = one.table
            output.say(f"[{table}]")
        times = f" ({number} of them)" if number > 1 else ""
        output.say(f"  {one.words}{times}: {comparing.told(one.first)} -> {comparing.told(one.second)}")
    if not found:
        output.say("nothing differs")
    return 0


# --- tried


def _try_arguments(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--turns", type=int, default=3, choices=range(1, 31), metavar="1..30", help="how many turns (3)"
    )
    parser.add_argument(
        "--seats",
        type=int,
        default=1,
        choices=range(1, MOST_PLAYERS + 1),
        metavar=f"1..{MOST_PLAYERS}",
        help="how many players (1)",
    )
    parser.add_argument("--seed", default="0", metavar="S", help="another word plays otherwise")
    _json(parser)


def _try(args: argparse.Namespace) -> int:
    from saves import trial

    found = trial.of_scenario(args.scenario, seats=args.seats, turns=args.turns, seed=args.seed)
    if args.json:
        output.document(found)
        return 0 if found.holds else 1
    turns = "1 turn" if found.turns == 1 else f"{found.turns} turns"
    output.say(f"{found.title}: {turns} played at random, {found.orders} orders given, {found.refused} refused")
    if found.holds:
        why = {trial.PLAYED: "", trial.OVER: "; the campaign is over"}.get(found.ended, f"; no more {found.ended}")
        output.say(f"it holds{why}")
        return 0
    output.say(f"it does not hold, in {found.step}: {found.fault}")
    for line in found.led[-_LAST:]:
        output.say(f"  {line}")
    return 1


# --- offered to a campaign


def _rulings_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("campaign", metavar="CAMPAIGN", help="a campaign's name or folder")
    _json(parser)


def _rulings(args: argparse.Namespace) -> int:
    from saves import corrections
    from tui.cli.desks import open_desk, where

    desk = open_desk(args.campaign, "")
    found = corrections.of(where(args.campaign), desk.campaign)
    if args.json:
        output.document(found)
        return 0
    versions = f"{found.began or 'no version'}, {found.now or 'no version'} now"
    output.say(f"# {found.scenario}: the campaign began with {versions}")
    for line in found.rulings:
        output.say(line)
    for line in found.left:
        output.say(f"# left to the table: {line}")
    if not found.rulings and not found.left:
        output.say("# nothing differs from what the campaign began with")
    return 0


VERBS = {
    "new": Verb(
        "a scenario of your own, copied from another; at a terminal its setup pages open", _new_arguments, _new
    ),
    "from": Verb("a scenario of your own from a turn of a campaign, as all may see it", _from_arguments, _from),
    "setup": Verb("open the pages on which a scenario is made and changed", _scenario, _setup),
    "share": Verb(
        "print a scenario as one file for others, with or without your own figures", _share_arguments, _share
    ),
    "compare": Verb("what differs between two scenarios, in words", _compare_arguments, _compare),
    "try": Verb("play some turns of a scenario at random, to see that it holds", _try_arguments, _try),
    "rulings": Verb("the orders that bring a campaign up to its scenario as it is now", _rulings_arguments, _rulings),
}
