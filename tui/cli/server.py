"""``warledger server``: what a host does beside a running server. Each verb is a function here or in a module of its
own, listed in ``VERBS``; ``serve`` notices within a moment what they write."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from saves.errors import SavesError
from tui.cli import output, server_seats
from tui.cli.faults import Misuse

if TYPE_CHECKING:
    from saves.players import ServerFolder

Arguments = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


class Verb(NamedTuple):
    """One verb: what it is for, what it takes, what it does; ``run`` gives the exit code."""

    summary: str
    declare: Arguments
    run: Run


def server_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes: a verb, and what that takes."""
    _data(parser, "")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        one = verbs.add_parser(name, help=verb.summary, description=verb.summary.capitalize() + ".", allow_abbrev=False)
        # It may stand on either side of the verb.
        _data(one, argparse.SUPPRESS)
        verb.declare(one)


def _data(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--data", metavar="DIR", default=default, help="the server's folder; one in your data folder")


def server(args: argparse.Namespace) -> int:
    """Do what the verb says. Raises Misuse, SavesError."""
    return VERBS[args.verb].run(args)


def _player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", metavar="PLAYER", help="a player's name, as he types it in front of the @")


# --- who there is


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    _player(parser)
    parser.add_argument("--key", metavar="FILE.pub", required=True, help="his public key; '-' reads standard input")


def _add(args: argparse.Namespace) -> int:
    from saves import players, public_keys

    folder = players.folder_at(args.data)
    key = public_keys.read_key(_given(args.key))
    player, new = players.add(folder, args.player, key)
    what = "is a player now" if new else f"has {len(player.keys)} keys now"
    output.say(f"{player.name} {what}: {key.kind} {key.fingerprint}")
    if new:
        _seats(folder, player.name, "it is his now")
    if player.disabled:
        output.say(f"{player.name} is disabled and not let in: 'warledger server enable {player.name}' changes that")
    return 0


def _given(where: str) -> bytes:
    """The bytes of a key's file, not more than can be one. Raises Misuse."""
    from saves import disk, public_keys

    if where == "-":
        return sys.stdin.buffer.read(public_keys.LONGEST + 1)
    try:
        return disk.read(Path(where).expanduser(), public_keys.LONGEST)
    except SavesError as fault:
        raise Misuse(f"--key: {fault}") from None


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON document")


def _list(args: argparse.Namespace) -> int:
    from saves import players

    everyone = players.read(players.folder_at(args.data)).by_name.values()
    if args.json:
        output.document(
            [
                {
                    "player": one.name,
                    "host": one.host,
                    "disabled": one.disabled,
                    "keys": [{"kind": k.kind, "fingerprint": k.fingerprint, "comment": k.comment} for k in one.keys],
                }
                for one in everyone
            ]
        )
        return 0
    for one in everyone:
        marks = [name for name, so in (("host", one.host), ("disabled", one.disabled)) if so]
        output.say(f"{one.name}" + (f" ({', '.join(marks)})" if marks else ""))
        for key in one.keys:
            output.say(f"  {' '.join(part for part in (key.kind, key.fingerprint, key.comment) if part)}")
    if not everyone:
        output.say("no players yet: 'warledger server add PLAYER --key FILE.pub'")
    return 0


def _disable(args: argparse.Namespace) -> int:
    from saves import players

    players.set_disabled(players.folder_at(args.data), args.player, True)
    output.say(f"{args.player} is not let in any more; 'warledger server enable {args.player}' lets him in again")
    return 0


def _enable(args: argparse.Namespace) -> int:
    from saves import players

    players.set_disabled(players.folder_at(args.data), args.player, False)
    output.say(f"{args.player} is let in")
    return 0


def _remove(args: argparse.Namespace) -> int:
    from saves import players

    folder = players.folder_at(args.data)
    players.remove(folder, args.player)
    output.say(f"{args.player} and his keys are gone")
    _seats(folder, args.player, "whoever is added under this name has it")
    return 0


def _seats(folder: ServerFolder, player: str, then: str) -> None:
    """Tell the seats that stand under a player's name: they are the campaigns', and go by the name alone."""
    from saves import library, rights

    for campaign in library.folders_in(folder.campaigns):
        for seat in rights.read(campaign).seats_of(player):
            take = f"warledger server take {campaign.name} {seat} {player}"
            output.say(
                f"  the seat {seat} of {campaign.name} stands under the name {player}: {then} ('{take}' ends that)"
            )


def _host_arguments(parser: argparse.ArgumentParser) -> None:
    _player(parser)
    parser.add_argument("--no-longer", action="store_true", help="take it from him")


def _host(args: argparse.Namespace) -> int:
    from saves import players

    players.set_host(players.folder_at(args.data), args.player, not args.no_longer)
    may = "no longer starts campaigns nor gives seats" if args.no_longer else "may start campaigns and give seats"
    output.say(f"{args.player} {may}")
    return 0


# --- over a host's own sshd


def _openssh_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--user", default="warledger", help="the system user that the players come in as (warledger)")
    parser.add_argument("--keys", action="store_true", help="the lines of authorized_keys alone")


def _openssh(args: argparse.Namespace) -> int:
    from saves import players
    from tui.server import openssh

    if not openssh.USER.match(args.user):
        raise Misuse(f"--user: '{args.user[:40]}' is no system user's name")
    folder = players.folder_at(args.data)
    lines = openssh.key_lines(folder, players.read(folder))
    if args.keys:
        for line in lines:
            output.say(line)
        return 0
    output.say(openssh.sshd_lines(args.user))
    output.say(f"# For ~{args.user}/.ssh/authorized_keys (his alone, mode 600); anew when players or keys change:")
    output.say("#   warledger server openssh --keys > ~/.ssh/authorized_keys")
    for line in lines:
        output.say(line)
    if not lines:
        output.complain("nobody is let in yet: warledger server add PLAYER --key FILE.pub")
    return 0


def _session_arguments(parser: argparse.ArgumentParser) -> None:
    _player(parser)
    parser.add_argument("--key", metavar="FINGERPRINT", required=True, help="of the key that sshd let him in with")


def _session(args: argparse.Namespace) -> int:
    from saves import players
    from tui.server import forced

    return forced.visit(players.folder_at(args.data), args.player, args.key)


VERBS: Mapping[str, Verb] = {
    "add": Verb("let a player in, or give him one more key", _add_arguments, _add),
    "list": Verb("the players and their keys", _list_arguments, _list),
    "disable": Verb("keep a player out; who is in is out at once", _player, _disable),
    "enable": Verb("let a disabled player in again", _player, _enable),
    "remove": Verb("forget a player and his keys", _player, _remove),
    "host": Verb("let a player start campaigns and give seats", _host_arguments, _host),
    "new": Verb("begin a campaign on the server", server_seats.new_arguments, server_seats.new),
    "give": Verb("let a player sit at a seat of a campaign", server_seats.seat_arguments, server_seats.give),
    "take": Verb("take a seat from a player, at once", server_seats.seat_arguments, server_seats.take),
    "watch": Verb("let a player watch a campaign", server_seats.watch_arguments, server_seats.watch),
    "openssh": Verb("what a host with OpenSSH adds to sshd_config and authorized_keys", _openssh_arguments, _openssh),
    "session": Verb("one visit over a host's own sshd, which runs this; nobody types it", _session_arguments, _session),
}
