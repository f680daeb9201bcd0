"""From arguments to a command, and the one guard that turns every fault into a line on stderr and an exit code.

Exit codes: 0 done, 1 refused by the rules or findings reported, 2 misuse or unreadable input, 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import NamedTuple, NoReturn

from engine.kernel.nearest import nearest
from tui import session
from tui.access import HOME, MACHINE, PLAYS, SERVER, Access
from tui.cli import output

DONE, REFUSED, MISUSE, INTERRUPTED = 0, 1, 2, 130


class Command(NamedTuple):
    """A command: ``module`` in this package has ``<name>`` to run it and ``<name>_arguments`` to say what it takes.
    ``grouped``: its first word is a command of its own, each of which takes something else. ``needs``: what who
    gives it must have (a word of ``tui.access``)."""

    name: str
    module: str
    summary: str
    needs: str = MACHINE
    grouped: bool = False


COMMANDS = (
    Command("play", "starting", "open the app straight in a campaign"),
    Command("scenarios", "starting", "what can be started"),
    Command("new", "starting", "start a campaign from a scenario"),
    Command("campaigns", "keeping", "the campaigns: where each stands, when it was last played"),
    Command("rename", "keeping", "give a campaign a title of its own"),
    Command("archive", "keeping", "put a campaign out of the list"),
    Command("unarchive", "keeping", "bring an archived or deleted campaign back into the list"),
    Command("delete", "keeping", "delete a campaign; it can be brought back until it is removed for good"),
    Command("cards", "starting", "type the figures of your boxed game into a scenario of your own"),
    Command("scenario", "scenario", "scenarios of your own: make, share, compare, try, correct", grouped=True),
    Command("list", "waiting", "your campaigns: where each stands, and whose turn it is", SERVER),
    Command("status", "waiting", "what waits for you in all your campaigns", SERVER),
    Command("show", "reading", "the campaign, or one figure with its breakdown and source", PLAYS),
    Command("choices", "reading", "the orders open now: text, cost, refusals", PLAYS),
    Command("do", "acting", "give orders; all of them are applied or none", PLAYS),
    Command("forecast", "reading", "what may come of an order", PLAYS),
    Command("undo", "acting", "take back the last orders, or all down to an entry", PLAYS),
    Command("redo", "acting", "give again what the last undo took back"),
    Command("propose", "talking", "propose what takes the other seats' consent", PLAYS),
    Command("accept", "talking", "consent to a proposal", PLAYS),
    Command("decline", "talking", "decline a proposal, or withdraw your own", PLAYS),
    Command("message", "talking", "say something to all, in the journal", PLAYS),
    Command("note", "acting", "write a note on an entry or a turn, or print the notes"),
    Command("log", "journal", "the journal in sentences, with changes and rolls", PLAYS),
    Command("accounts", "accounts", "the powers' accounts: every year, every cause with its rule", PLAYS),
    Command("hand", "hand", "the variants in hand, and which may be played now", PLAYS),
    Command("sources", "supplying", "where each power's units trace supply to: full, limited or none, and why", PLAYS),
    Command("battles", "battles", "the battles of a turn, each roll with its modifiers and what was lost", PLAYS),
    Command("sheet", "sheet", "the turn on one page", PLAYS),
    Command("report", "report", "a turn, or what happened since an entry, on one page by power"),
    Command("map", "mapping", "the map: whose each hex is, what lies there, the Sea Areas"),
    Command("story", "story", "the campaign turn by turn, with curves and each seat's dice, to read and to post"),
    Command("branch", "acting", "start a new campaign from one of a campaign's turns or entries"),
    Command("audit", "inspecting", "judge the journal again by today's rules"),
    Command("doctor", "inspecting", "look over a campaign's files; turn a hand edit into a correction"),
    Command("check", "inspecting", "every fault of scenario, turn and campaign files"),
    Command("verify", "verifying", "every roll of a closed campaign, against its published secret"),
    Command("tables", "tables", "the printed tables of a ruleset"),
    Command("calc", "calculate", "resolve one thing without a campaign"),
    Command("serve", "serving", "let players in over SSH (needs the extra 'serve')"),
    Command("server", "server", "the players of a server, their keys and their seats", grouped=True),
)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line on stderr and exit code 2."""

    def error(self, message: str) -> NoReturn:
        output.complain(f"{message}; '{self.prog} --help' shows what it takes")
        raise SystemExit(MISUSE)


def main(argv: Sequence[str] | None = None, access: Access = HOME) -> int:
    """Run one command for who is here; returns its exit code and never lets a traceback out."""
    if argv is not None:
        with output.careful_streams():
            return copy_context().run(_as, access, list(argv))
    collect_rarely()
    with output.careful_streams():
        code = _guarded(sys.argv[1:])
    gc.freeze()
    return code


def collect_rarely() -> None:
    """In a process of its own: loading and pricing make many objects and hardly any garbage, and at the end what there
    is goes back to the system as a whole, with no need to be looked through. A command that looks makes some 45,000."""
    gc.set_threshold(100_000)


def _as(access: Access, given: list[str]) -> int:
    """A command of somebody's, of whom nothing is left when it has ended."""
    session.enter(session.Session(access=access))
    return _guarded(given)


def _guarded(given: list[str]) -> int:
    try:
        code = _run(given)
        sys.stdout.flush()
        return code
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else MISUSE
    except BrokenPipeError:
        _forget_output()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:
        from tui.cli.faults import explain

        code = explain(fault, json="--json" in given)
        try:
            sys.stdout.flush()
        except (OSError, ValueError):
            _forget_output()
        return code


def _forget_output() -> None:
    """What cannot be written any more must not make the interpreter complain when it flushes at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def there() -> tuple[Command, ...]:
    """The commands that there are for who is here."""
    holds = session.at_hand().access.holds
    return tuple(command for command in COMMANDS if command.needs in holds)


def _run(given: list[str]) -> int:
    commands = there()
    if not given and MACHINE in session.at_hand().access.holds:
        from tui.cli.starting import home

        return home()
    name, rest = (given[0], given[1:]) if given else ("help", [])
    if name in ("-h", "--help", "help"):
        wanted = [command for command in commands if rest[:1] == [command.name]]
        if not wanted:
            output.say(_help(commands))
            return DONE
        name, rest = wanted[0].name, ["--help"]
    if name in ("-V", "--version"):
        output.say(f"warledger {version()}")
        return DONE
    command = next((command for command in commands if command.name == name), None)
    if command is None:
        output.complain(_unknown(name, [command.name for command in commands]))
        return MISUSE
    module = importlib.import_module(f"tui.cli.{command.module}")
    parser = Parser(prog=f"warledger {name}", description=command.summary.capitalize() + ".", allow_abbrev=False)
    declare: Callable[[argparse.ArgumentParser], None] = getattr(module, f"{name}_arguments")
    declare(parser)
    run: Callable[[argparse.Namespace], int] = getattr(module, name)
    return run(parser.parse_args(rest) if command.grouped else parser.parse_intermixed_args(rest))


def _unknown(name: str, there: list[str]) -> str:
    near = nearest(name, there)
    hint = f"; nearest is '{near[0]}'" if near else ""
    if MACHINE in session.at_hand().access.holds:
        return f"no command '{name}'{hint}; 'warledger --help' lists them"
    return f"no command '{name[:40]}' on this server{hint}; there are {', '.join(there)}"


def _help(commands: tuple[Command, ...]) -> str:
    width = max(len(command.name) for command in commands)
    rows = [f"  {command.name:<{width}}  {command.summary}" for command in commands]
    at_home = MACHINE in session.at_hand().access.holds
    return "\n".join(
        [
            "usage: warledger [COMMAND ...]" if at_home else "usage: [COMMAND ...]",
            "",
            "A campaign manager for long wargames. Without a command it opens the app.",
            "",
            *rows,
            "",
            "'warledger COMMAND --help' shows what a command takes. CAMPAIGN is a campaign's name or its folder."
            if at_home
            else "'COMMAND --help' shows what a command takes. CAMPAIGN is a campaign's name.",
            "Reading commands take --json.",
            "Exit: 0 done, 1 refused by the rules or findings reported, 2 misuse or unreadable input.",
        ]
    )


def version() -> str:
    """The installed version, 'from source' where it is not installed."""
    from importlib import metadata

    try:
        return metadata.version("warledger")
    except metadata.PackageNotFoundError:
        return "from source"
