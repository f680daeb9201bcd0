"""Dice that the player rolls himself: what is rolled for, and the faces as they are typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.kernel.dice import POWER, PURPOSE, STEP, NeedsDie, part_of
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.rows import clean
from tui.telling import rolled_for

if TYPE_CHECKING:
    from saves.desk import Desk


@frozen
class DicePrompt:
    """A request for dice. ``what``: the purpose in words; ``given``: faces typed before for the same ``orders``."""

    what: str
    who: str
    step: str
    rule: str
    sides: int
    given: tuple[int, ...]
    orders: tuple[str, ...]


@frozen
class Faces:
    """Typed faces, 0 read as 10 on a ten-sided die; ``problem`` says why they cannot be taken."""

    faces: tuple[int, ...]
    problem: str = ""


def prompt(desk: Desk, need: NeedsDie, orders: tuple[str, ...], given: tuple[int, ...]) -> DicePrompt:
    """What to ask the player for a die that is wanted."""
    who, step_id = part_of(need.key, POWER), part_of(need.key, STEP)
    sequence = desk.ruleset.sequence
    step = sequence[step_id] if step_id in sequence else None
    return DicePrompt(
        what=clean(rolled_for(desk.ruleset, desk.campaign, part_of(need.key, PURPOSE))),
        who="" if who in ("", "table") else power_name(desk.campaign, who),
        step=clean(step.title) if step is not None else "",
        rule=clean(step.rule) if step is not None else "",
        sides=need.sides,
        given=given,
        orders=tuple(clean(order) for order in orders),
    )


def faces(text: str, sides: int) -> Faces:
    """Faces from typed text: numbers with spaces or commas between; with ten sides also ``730``, one digit a die."""
    pieces = [piece for piece in re.split(r"[\s,]+", text.strip()) if piece]
    read: list[int] = []
    for piece in pieces:
        if not piece.isdecimal() or len(piece) > 9:
            return Faces((), f"'{clean(piece)}' is no number")
        # Two digits that name no face are two dice read off one after the other.
        run_on = sides == 10 and len(piece) > 1 and int(piece) != 10
        numbers = [int(digit) for digit in piece] if run_on else [int(piece)]
        for number in numbers:
            face = 10 if number == 0 and sides == 10 else number
            if not 1 <= face <= sides:
                return Faces((), f"a die with {sides} sides has no {number}")
            read.append(face)
    return Faces(tuple(read), "" if read else "no face is typed yet")
