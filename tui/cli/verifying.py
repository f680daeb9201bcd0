"""``verify``: every roll of a closed campaign, against its published secret; and the rolls for it to read."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.cli import output
from tui.cli.desks import where

if TYPE_CHECKING:
    from saves.verifying import Verdict

CLEAN, FINDINGS = 0, 1


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("campaign", metavar="CAMPAIGN|FILE", help="a campaign, or what 'log --dice --json' printed")
    parser.add_argument("--secret-file", metavar="F", help="the secret, where it was told otherwise than in the file")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def verify(args: argparse.Namespace) -> int:
    """Check every roll: exit 0 all right, 1 problems, 2 nothing to check. Raises SavesError, Misuse."""
    from saves import dice_log, verifying
    from saves.secret import read_secret

    path = Path(args.campaign)
    document = verifying.of_file(path) if path.is_file() else dice_log.gathered(where(args.campaign))
    secret = read_secret(Path(args.secret_file)) if args.secret_file else None
    verdict = verifying.verified(document, secret)
    if args.json:
        output.document(verdict)
    else:
        for problem in verdict.problems:
            output.say(problem)
        for line in said(verdict):
            output.say(line)
    return FINDINGS if verdict.problems else CLEAN


def said(verdict: Verdict) -> tuple[str, ...]:
    """A verdict in sentences."""
    count = f"{verdict.rolls} {'die' if verdict.rolls == 1 else 'dice'}"
    lines = [f"{count}: every face follows from the secret" if not verdict.problems else f"{count} looked over"]
    if len(verdict.seats) < 2:
        lines.append("One seat: what it took back and did again gave it the same faces.")
    elif not verdict.since:
        lines.append("All keys are spelt as before format 4: dice that were taken back may have been steered.")
    elif verdict.since > 1:
        lines.append(f"From entry {verdict.since} on nobody can have steered a face by taking back; before, perhaps.")
    else:
        lines.append("Nobody can have steered a face by taking back.")
    if verdict.lines:
        lines.append(f"Nobody alone can have chosen them: lines of {', '.join(verdict.lines)} are in every key.")
    elif len(verdict.seats) > 1:
        lines.append("No seat brought a line to the dice: whoever made the secret may have chosen it.")
    return tuple(lines)


def print_dice(folder: Path, *, json: bool) -> int:
    """What ``log --dice`` prints of a campaign. Raises SavesError."""
    from saves import dice_log

    document = dice_log.gathered(folder)
    if json:
        output.document(document)
        return CLEAN
    for event in document["events"]:
        for roll in event.get("rolls", ()):
            output.say(f"{event['n']:5}   {_face(roll)}   {roll['key']}")
        if "undoes" in event:
            taken = event["undoes"]
            output.say(f"{event['n']:5}   takes back entries {min(taken)} to {max(taken)}{_consents(event)}")
    output.say(f"{document['rolls']} dice; commitment {document['commitment']}")
    if document["secret"]:
        output.say(f"all seats have closed the campaign; its secret: {document['secret']}")
    return CLEAN


def _face(roll: dict[str, Any]) -> str:
    return f"{roll['face']:2} of {roll['sides']:2}"


def _consents(event: dict[str, Any]) -> str:
    return f", by consent (the {event['again']}. time)" if "again" in event else ""
