"""``check``, ``audit`` and ``doctor``: what is wrong with files, and what today's rules would decide otherwise."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.desks import campaign_arguments, where
from tui.cli.faults import MISUSE
from tui.words import turn_name

if TYPE_CHECKING:
    from saves.reading import Finding

CLEAN, FINDINGS = 0, 1


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="scenarios (or their names), turn files, settings, or campaigns' folders",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def check(args: argparse.Namespace) -> int:
    """Print every fault of the files: exit 0 in order (there may be warnings), 1 faults, 2 where a file cannot be read
    at all."""
    from saves import checking
    from saves.reading import errors

    code = CLEAN
    checked = []
    for name in args.files:
        path = _meant(name)
        if path is None:
            output.complain(f"{name}: no such file, folder, campaign or scenario")
            code = MISUSE
            continue
        findings = checking.check(path)
        checked.append((name, findings))
        if faults := errors(findings):
            code = max(code, MISUSE if _of_the_whole(path, faults) else FINDINGS)
    if args.json:
        output.document([{"file": name, "findings": findings} for name, findings in checked])
        return code
    for name, findings in checked:
        for finding in sorted(findings, key=lambda one: one.warning):
            output.say(str(finding))
        if not errors(findings):
            warnings = f", with {len(findings)} warning{'s' if len(findings) > 1 else ''}" if findings else ""
            output.say(f"{name}: in order{warnings}")
    return code


def _of_the_whole(path: Path, findings: list[Finding]) -> bool:
    """Whether nothing at all could be read: no text, or no table or key to name; a torn tail is not that."""
    from saves.format import NO_TEXT

    if any(finding.problem.endswith(NO_TEXT) for finding in findings):
        return True
    bare = len(findings) == 1 and not findings[0].table and not findings[0].key
    return bare and (path.is_dir() or "turns" not in path.parts) and "torn" not in findings[0].problem


def _meant(name: str) -> Path | None:
    """The file or folder of that name, or the campaign of that name in the library, or the scenario; None where there
    is none."""
    from saves import disk, library, scenario_files
    from saves.errors import NotFound

    path = disk.expanded(name)
    with suppress(NotFound, OSError, ValueError):
        return path if path.exists() else library.find(name)
    with suppress(NotFound, OSError, ValueError):
        return scenario_files.source_of(name)
    return None


def audit_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser, seat=False)


def audit(args: argparse.Namespace) -> int:
    """Print what today's rules would decide otherwise, and of a closed campaign what its dice are by its published
    secret: exit 0 nothing, 1 something. Raises SavesError."""
    from saves import audit as auditing
    from tui.cli.verifying import said

    report = auditing.audit(where(args.campaign))
    if args.json:
        output.document(report)
    else:
        for difference in report.differences:
            taken = "" if difference.live else ", taken back since"
            output.say(
                f"{turn_name(difference.turn)}, entry {difference.n} ({difference.kind}{taken}): {difference.order}"
            )
            for detail in difference.details:
                output.say(f"    {detail}")
        count = len(report.differences)
        odd = f"{count} {'difference' if count == 1 else 'differences'}" if count else "today's rules agree"
        output.say(f"{report.entries} entries judged: {odd}")
        if report.dice is not None:
            for line in (*report.dice.problems, *said(report.dice)):
                output.say(line)
    return FINDINGS if report.differences or (report.dice is not None and report.dice.problems) else CLEAN


def doctor_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser, seat=False)
    parser.add_argument(
        "--accept",
        metavar="REASON",
        help="take hand edits, or a journal in which something is missed, as they stand, with this reason",
    )


def doctor(args: argparse.Namespace) -> int:
    """Look over a campaign's files: exit 0 in order, 1 findings left. Raises SavesError."""
    from saves import doctor as healing

    campaign = where(args.campaign)
    told = healing.accept(campaign, args.accept) if args.accept is not None else ()
    findings = healing.examine(campaign)
    secret = "" if findings else healing.published(campaign)
    if args.json:
        output.document({"accepted": told, "findings": findings, **({"secret": secret} if secret else {})})
    else:
        for line in told:
            output.say(line)
        for finding in findings:
            output.say(str(finding))
        if not findings:
            output.say(f"{Path(args.campaign).name}: in order")
        if secret:
            output.say(f"the campaign is closed; its dice were made from the secret {secret}")
    return FINDINGS if findings else CLEAN
