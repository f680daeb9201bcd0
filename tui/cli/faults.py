"""What went wrong, as one line on stderr and an exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.cli import output

REFUSED, MISUSE = 1, 2

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.kernel.refusals import Refusal


class Misuse(Exception):
    """The command line asks for what cannot be; the message says what would work."""


def refused(refusals: Iterable[Refusal], *, json: bool, order: str = "") -> int:
    """Report every reason why an order is not legal; the exit code of a refusal."""
    if json:
        reasons = [{"rule": r.rule, "reason": r.reason, "hint": r.hint} for r in refusals]
        output.document({"refused": reasons, "order": order} if order else {"refused": reasons})
        return REFUSED
    output.complain(f"refused: {order}" if order else "refused")
    for refusal in refusals:
        output.complain(f"  {refusal}")
    return REFUSED


def explain(fault: BaseException, *, json: bool) -> int:
    """Report a fault that no command has dealt with itself."""
    if isinstance(fault, Misuse):
        for line in str(fault).split("\n"):
            output.complain(line)
        return MISUSE
    if isinstance(fault, RecursionError):
        output.complain("the input is nested too deeply")
        return MISUSE
    if isinstance(fault, OSError):
        where = f"{fault.filename}: " if fault.filename else ""
        output.complain(f"{where}{fault.strerror or fault}")
        return MISUSE
    if isinstance(fault, MemoryError):
        output.complain("not enough memory")
        return MISUSE
    return _of_engine(fault, json)


def _of_engine(fault: BaseException, json: bool) -> int:
    from engine.kernel.dice import BadFace, NeedsDie
    from engine.kernel.refusals import Refused
    from engine.kernel.ruleset import UnknownRuleset

    if isinstance(fault, Refused):
        return refused(fault.refusals, json=json, order=fault.order)
    if isinstance(fault, NeedsDie):
        output.complain(
            f"roll a die with {fault.sides} sides for {fault.key}; give the faces with --rolls ({fault.given} given)"
        )
        return MISUSE
    if isinstance(fault, UnknownRuleset):
        output.complain(f"no ruleset '{fault}'")
        return MISUSE
    if isinstance(fault, BadFace) or _speaks(fault):
        findings = getattr(fault, "findings", ())
        for finding in findings:
            output.complain(str(finding))
        if findings:
            return MISUSE
        for line in str(fault).splitlines() or [type(fault).__name__]:
            output.complain(line)
        return MISUSE
    # A fault of the program itself. One line that can be reported; the place says where to look.
    import traceback  # a fault of the program is rare

    frames = traceback.extract_tb(fault.__traceback__)
    place = f" at {frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(fault).split())
    output.complain(f"a fault of the program itself{place}: {type(fault).__name__}{': ' + text if text else ''}")
    return MISUSE


def _speaks(fault: BaseException) -> bool:
    """Whether the fault's own message is meant for people."""
    from engine.kernel.calculators import Malformed
    from engine.kernel.changes import Mismatch
    from engine.kernel.grammar import Unreadable
    from engine.kernel.paths import UnknownPath
    from engine.kernel.play import NothingToUndo
    from engine.kernel.redoing import NothingToRedo
    from engine.kernel.tables import UnknownTable

    return isinstance(
        fault, Malformed | Mismatch | Unreadable | UnknownPath | NothingToRedo | NothingToUndo | UnknownTable
    ) or _of_saves(fault)


def _of_saves(fault: BaseException) -> bool:
    return any(kind.__name__ == "SavesError" for kind in type(fault).__mro__)
