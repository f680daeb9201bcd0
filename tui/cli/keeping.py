"""``campaigns``, ``rename``, ``archive``, ``unarchive``, ``delete``: which campaigns there are, and where they go."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.cli import listing, output
from tui.cli.desks import where
from tui.cli.faults import Misuse

if TYPE_CHECKING:
    from saves.library import Card


def campaigns_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--archived", action="store_true", help="the archived and the deleted instead")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def campaigns(args: argparse.Namespace) -> int:
    """List the campaigns, the one played last first; unreadable ones with the reason."""
    from saves import keeping, library

    kept = (keeping.ARCHIVE, keeping.DELETED)
    cards = [card for each in kept for card in keeping.cards(each)] if args.archived else library.campaigns()
    if args.json:
        output.document([_document(card) for card in cards])
        return 0
    for card in cards:
        output.say(f"{card.name}: {_told(card)}")
    if not cards:
        output.say("nothing is archived or deleted" if args.archived else "no campaigns")
    return 0


def _document(card: Card) -> dict[str, Any]:
    return {
        **listing.document(card),
        "last_played": _played(card, "%Y-%m-%dT%H:%M:%S"),
        "kept": card.kept,
        "folder": str(card.folder),
    }


def _told(card: Card) -> str:
    seats = "1 seat" if len(card.seats) == 1 else f"{len(card.seats)} seats"
    return listing.told(card, (card.kept, card.title), (seats, _played(card, "played %Y-%m-%d %H:%M")))


def _played(card: Card, form: str) -> str:
    return time.strftime(form, time.localtime(card.last_played)) if card.last_played else ""


def _campaign(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("campaign", metavar="CAMPAIGN", help="a campaign's name or folder")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def rename_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    _campaign(parser)
    parser.add_argument("title", metavar="TITLE", help="its title; its folder takes the name where it can")


def rename(args: argparse.Namespace) -> int:
    """Give a campaign a title, and its folder that name where it is free. Raises SavesError."""
    from saves import keeping

    renamed = keeping.rename(where(args.campaign), args.title)
    if args.json:
        output.document({"title": renamed.title, "name": renamed.folder.name, "folder": str(renamed.folder)})
    else:
        output.say(f"{renamed.folder.name}: {renamed.title}")
    if renamed.note:
        output.complain(renamed.note)
    return 0


def archive_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    _campaign(parser)


def archive(args: argparse.Namespace) -> int:
    """Put a campaign into the archive. Raises SavesError."""
    from saves import keeping

    folder = keeping.archive(where(args.campaign))
    return _said(args, folder, f"archived; 'warledger unarchive {folder.name}' brings it back")


def unarchive_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("campaign", metavar="NAME", help="the name of an archived or deleted campaign")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def unarchive(args: argparse.Namespace) -> int:
    """Bring an archived or deleted campaign back. Raises SavesError."""
    from saves import keeping

    return _said(args, keeping.bring_back(args.campaign), "in the list again")


def delete_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    _campaign(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--for-good", action="store_true", help="remove a deleted campaign from the disk")


def delete(args: argparse.Namespace) -> int:
    """Delete a campaign, which can be brought back; with --for-good remove a deleted one. Raises Misuse, SavesError."""
    from saves import keeping

    goes = "goes for good; nothing brings it back" if args.for_good else "goes to the deleted; it can be brought back"
    if not args.yes and not _agreed(f"'{args.campaign}' {goes}. Type yes: "):
        raise Misuse(f"nothing was deleted; --yes deletes '{args.campaign}' without asking")
    if args.for_good:
        keeping.remove(args.campaign)
        if args.json:
            output.document({"name": args.campaign, "folder": ""})
        else:
            output.say(f"{args.campaign}: gone for good")
        return 0
    folder = keeping.delete(where(args.campaign))
    return _said(args, folder, f"deleted; 'warledger unarchive {folder.name}' brings it back")


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() == "yes"


def _said(args: argparse.Namespace, folder: Path, said: str) -> int:
    if args.json:
        output.document({"name": folder.name, "folder": str(folder)})
    else:
        output.say(f"{folder.name}: {said}")
    return 0
