"""``warledger server new``, ``give``, ``take``, ``watch``: a server's campaigns, and who plays and watches them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import output, starting
from tui.cli.faults import Misuse

if TYPE_CHECKING:
    from saves.players import ServerFolder
    from saves.rights import Handed


def new_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the verb takes."""
    starting.begun_arguments(parser)


def new(args: argparse.Namespace) -> int:
    """Begin a campaign on the server. Raises Misuse, SavesError."""
    folder = _server(args)
    folder.make()
    code = starting.begin(args, folder.campaigns)
    if not args.json:
        output.say("nobody plays it yet: 'warledger server give CAMPAIGN SEAT PLAYER' gives a seat")
    return code


def seat_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the verb takes."""
    parser.add_argument("campaign", metavar="CAMPAIGN", help="the name of a campaign of the server")
    parser.add_argument("seat", metavar="SEAT", help="one of its seats")
    parser.add_argument("player", metavar="PLAYER", help="a player of the server")


def give(args: argparse.Namespace) -> int:
    """Let a player sit at a seat. Raises NotFound, Exists, Misuse, SavesError."""
    from saves import players, rights

    folder = _campaign(args)
    players.read(_server(args)).named(args.player)
    return _said(args, folder, rights.give(folder, args.seat, args.player))


def take(args: argparse.Namespace) -> int:
    """Take a seat from a player. Raises NotFound, SavesError."""
    from saves import rights

    folder = _campaign(args)
    return _said(args, folder, rights.take(folder, args.seat, args.player))


def watch_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the verb takes."""
    parser.add_argument("campaign", metavar="CAMPAIGN", help="the name of a campaign of the server")
    parser.add_argument("player", metavar="PLAYER", help="a player of the server")
    parser.add_argument("--no-longer", action="store_true", help="he may watch no more")


def watch(args: argparse.Namespace) -> int:
    """Let a player watch. Raises NotFound, Exists, Misuse, SavesError."""
    from saves import players, rights

    folder = _campaign(args)
    if args.no_longer:
        return _said(args, folder, rights.unwatch(folder, args.player))
    players.read(_server(args)).named(args.player)
    return _said(args, folder, rights.watch(folder, args.player))


def _server(args: argparse.Namespace) -> ServerFolder:
    from saves import players

    return players.folder_at(args.data)


def _campaign(args: argparse.Namespace) -> Path:
    """The folder of a campaign of the server, by its name alone. Raises Misuse."""
    from engine.kernel.nearest import nearest
    from saves import library

    there = {folder.name: folder for folder in library.folders_in(_server(args).campaigns)}
    if args.campaign in there:
        return there[args.campaign]
    near = nearest(args.campaign, there)
    known = f"nearest is '{near[0]}'" if near else f"there are {', '.join(list(there)[:8]) or 'none yet'}"
    raise Misuse(f"no campaign '{args.campaign[:60]}' on this server; {known}")


def _said(args: argparse.Namespace, folder: Path, done: Handed) -> int:
    from saves import handing

    output.say(done.sentence)
    if untold := handing.tell(_server(args).path, folder, done):
        output.complain(untold)
    return 0
