"""``battles``: what was fought in a turn, each battle with its rolls, modifiers, losses and rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk

if TYPE_CHECKING:
    from engine.kernel.sheets.reports import Reckoned
    from engine.kernel.sheets.strengths import Strength
    from tui.models.battles import Battle, Cast
    from tui.models.combat import Before
    from tui.panels.laying import Laid


def battles_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--turn", metavar="1940-1-spring", help="one turn; without it the latest with a battle")


def battles(args: argparse.Namespace) -> int:
    """Print the after-action reports. Raises SavesError."""
    from tui.models import battles as model

    desk = open_desk(args.campaign, args.seat)
    if args.turn is None:
        fought = model.battles(desk)
    else:
        fought = tuple(
            battle
            for record in desk.records(args.turn)
            for battle in model.battles_of(desk, record.campaign, tuple(record.entries))
        )
    if args.json:
        output.document({"name": desk.name, "battles": [_document(battle) for battle in fought]})
        return 0
    if not fought:
        output.say("No battle was fought.")
    for at, battle in enumerate(fought):
        if at:
            output.say()
        for line in as_text(battle):
            output.say(line)
    return 0


def as_text(battle: Battle) -> Iterator[str]:
    """A battle as lines of text."""
    yield f"{battle.title}{' (under way)' if battle.open else ''}  [{battle.rule}]"
    yield f"  {battle.forces}"
    for cast in battle.casts:
        yield from _roll(cast)
    for text, rule in (*battle.words, *battle.lost):
        yield f"  {text}  ({rule})"
    for changed in battle.changes:
        yield f"  {changed.text}  ({changed.rule})"
    yield from _not_counted(battle.casts)


def _roll(cast: Cast) -> Iterator[str]:
    die = f"die {', '.join(map(str, cast.faces))}" if cast.faces else "no die"
    net = f" {cast.net:+d}" if cast.net else ""
    led = f", {cast.across} {cast.column}: {cast.cell}" if cast.column and cast.row is not None else ""
    yield f"  {cast.title}: {die}{net}{led}  ({cast.rule})"
    for text, rule in cast.words:
        yield f"    {text}  ({rule})"
    yield from _reckoned(cast)


def _reckoned(cast: Cast) -> Iterator[str]:
    """What a roll is made of, as the screens draw it."""
    from tui.panels.reckoning import lay_reckoning

    return _as_text(lay_reckoning(cast, _WIDE))


def _not_counted(casts: Sequence[Cast]) -> Iterator[str]:
    """What does not count in rolls, as the screens draw it."""
    from tui.panels.reckoning import lay_idle

    return _as_text(lay_idle(casts, _WIDE, "What does not count"))


def _as_text(laid: Sequence[Laid]) -> Iterator[str]:
    return (f"   {text}" for line in laid if (text := line.row.text.rstrip()))


_WIDE = 96
"""How wide the lines of a roll stand, in columns."""


def before_text(before: Before) -> Iterator[str]:
    """A battle before its dice as lines of text: its first roll with all that holds, the chances, what it costs."""
    yield f"{before.title}: {before.attackers} against {before.defenders}"
    if before.column:
        rolls = before.cast is not None and before.cast.rolled
        rolled = f", rolled on {before.column} ({before.net:+d})" if rolls else f", {before.column} with all support"
        yield f"  {before.odds}{rolled}"
    for text, rule in before.cast.words if before.cast is not None else ():
        yield f"  {text}  ({rule})"
    if before.automatic == ("",):
        yield "  Automatic Victory"
    for text in (*filter(None, before.automatic), *(f"first {text}" for text in before.first)):
        yield f"  {text}"
    if before.bars:
        yield f"  {before.bars_of}{'' if before.exact else f', sampled, +/- {100 * before.error:.1f} %'}"
        yield from output.columns(
            [[name, _share(chance), str(chance)] for name, chance in before.bars], right=(1,), indent="    "
        )
    yield from output.columns(
        [[name, _share(chance), str(chance)] for name, chance in before.chances], right=(1,), indent="  "
    )
    for who, text in before.tolls:
        yield f"  {who} loses on the average {text}"
    for text in before.assumed:
        yield f"  assumed: {text}"
    casts = (*([before.cast] if before.cast is not None else []), *before.leading)
    for cast in casts:
        if before.leading:
            yield f"  {cast.title}{f': {cast.odds}' if cast.odds else ''}"
        yield from _reckoned(cast)
    yield from _not_counted(casts)


def _share(chance: Fraction) -> str:
    return f"{100 * float(chance):.1f} %"


def _document(battle: Battle) -> dict[str, Any]:
    """A battle as JSON; modifiers that did not hold are there too."""
    return {
        "title": battle.title,
        "kind": battle.kind,
        "forces": battle.forces,
        "rule": battle.rule,
        "open": battle.open,
        "rolls": [roll_document(cast) for cast in battle.casts],
        "words": _said(battle.words),
        "lost": _said(battle.lost),
        "changes": [{"text": each.text, "rule": each.rule} for each in battle.changes],
    }


def roll_document(cast: Cast) -> dict[str, Any]:
    """A roll as JSON, before its die or after; what does not count is there too."""
    return {
        "title": cast.title,
        "rule": cast.rule,
        "faces": cast.faces,
        "net": cast.net,
        "table": cast.shown.table,
        "column": cast.column,
        "row": cast.row,
        "result": cast.cell,
        "strengths": [_side(side) for side in cast.strengths],
        "odds": cast.basic,
        "shifts": [_held(each) for each in cast.shifts],
        "modifiers": [_held(each) for each in cast.modifiers],
        "words": _said(cast.words),
    }


def _held(each: Reckoned) -> dict[str, Any]:
    return {"label": each.label, "value": each.value, "holds": each.holds, "why": each.why, "rule": each.rule}


def _side(side: Strength) -> dict[str, Any]:
    """A side's strength as JSON; halves are texts such as 1/2."""
    shares = [
        {
            "label": share.label,
            "many": share.many,
            "value": _figure(share.value),
            "counts": share.counts,
            "why": share.why,
            "rule": share.rule,
        }
        for share in side.shares
    ]
    return {
        "who": side.who,
        "total": _figure(side.total),
        "unit": side.unit,
        "rating": side.rating,
        "shares": shares,
    }


def _figure(value: int | Fraction) -> int | str:
    return int(value) if value == int(value) else str(value)


def _said(sentences: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"text": text, "rule": rule} for text, rule in sentences]
