"""What a surrender step tells its players, and what stands ahead of them all turn long (17.2 to 21.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from engine.kernel.sheets.ledger import Duty
from engine.kernel.stops import MUST, ROLL, Stop
from engine.thewar.endings import board_boxes, rolls_due
from engine.thewar.endings.near import STEPS
from engine.thewar.endings.rolls_due import DUNKIRK, LIST
from engine.thewar.endings.signs import Sign
from engine.thewar.rolls import surrenders
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

_ORDERS = {LIST: "surrender-roll", DUNKIRK: "dunkirk"}


def _percent(campaign: TheWar, power: str, kind: str = LIST) -> str:
    """How likely a roll of today is the end."""
    last = 1 if kind == DUNKIRK else surrenders.faces(power, rolls_due.roll(campaign, power).modifier.total)
    return f"{last * 100 // surrenders.SIDES} %"


def told_of(power: str) -> Callable[[TheWar], Iterable[str]]:
    """What the step of a power's roll says: the sum and its chance, each sign that holds with its cause, and what the
    board has to say of."""

    def told(campaign: TheWar) -> Iterable[str]:
        if not wars.standing(campaign, power):
            return
        for kind, found in rolls_due.occasions(campaign, power):
            if kind == LIST and found.due:
                yield from _list(campaign, power, found.why)
            elif found.due:
                yield f"{found.why}: a plain 10 is the end ('{power} dunkirk')."
            elif found.asked:
                signs = {sign.id: sign for sign in board_boxes.boxes(campaign, power)}
                yield from (_question(power, signs[key]) for key in found.asked)

    return told


def _question(power: str, sign: Sign) -> str:
    """What the board is asked: how many, or whether it is so."""
    asked = f"How many {sign.label}" if sign.counts else f"Is it so that {sign.label}"
    return f"{asked}? {_order(power, sign)}"


def _list(campaign: TheWar, power: str, why: str) -> Iterable[str]:
    added = rolls_due.roll(campaign, power).modifier.total
    yield f"{why}. With {added:+d}, {surrenders.the_end(power)}: {_percent(campaign, power)}."
    own = rolls_due.figures(campaign, power)
    rows = {one.id: attrs.evolve(one, value=own.get(one.id, one.value)) for one in surrenders.modifiers(power)}
    listed = [sign for sign in board_boxes.boxes(campaign, power) if sign.id in rows]
    for sign in listed:
        row = rows[sign.id]
        if value := row.value * surrenders.times(row, sign.holds, sign.known.number):
            yield f"{value:+d}  {_sentence(sign)}"
    silent = [sign for sign in listed if sign.open and not sign.holds]
    for sign in silent:
        yield f"[ ] {rows[sign.id].value:+d}  {sign.label}: {_order(power, sign)}"


def _sentence(sign: Sign) -> str:
    return f"{sign.known.number} {sign.words}" if sign.counts else sign.words


def _order(power: str, sign: Sign) -> str:
    return f"'board {power} {sign.id}{' number=N' if sign.counts else ''}'"


def stops_of(power: str) -> Callable[[TheWar, str], Iterable[Stop]]:
    """What nobody is led past in the step: a roll that is due, or what the board has to say before it is known."""

    def stops(campaign: TheWar, side: str) -> Iterable[Stop]:
        if not wars.standing(campaign, power):
            return
        name = wars.named(campaign, power)
        for kind, found in rolls_due.occasions(campaign, power):
            rule = rolls_due.rule(power, kind)
            if found.due:
                hint = f"'{power} {_ORDERS[kind]}' rolls it."
                yield Stop(MUST, power, f"the die for the surrender of {name}: {found.why}", rule, hint)
            elif found.asked:
                hint = f"'board {power} {found.asked[0]}' says that it is so, with holds=no that it is not."
                yield Stop(ROLL, power, f"what the board shows for the surrender of {name}", rule, hint)

    return stops


def duties_of(campaign: TheWar, power: str) -> Iterable[Duty]:
    """That a roll stands ahead at the Allied end of the turn, why, and its chance today."""
    name = wars.named(campaign, power)
    for kind, found in rolls_due.occasions(campaign, power):
        if found.due:
            text = f"{name[:1].upper()}{name[1:]} rolls for surrender as the Allied turn ends: {found.why}"
            yield Duty(f"{text}; {_percent(campaign, power, kind)} today", rolls_due.rule(power, kind))


french, british, italian, soviet, german = (told_of(power) for power in STEPS)
french_stops, british_stops, italian_stops, soviet_stops, german_stops = (stops_of(power) for power in STEPS)
