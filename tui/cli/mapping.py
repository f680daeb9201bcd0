"""``map``: whose each hex is, what lies there and the Sea Areas: in letters, as JSON or as a drawing."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk
from tui.cli.faults import Misuse
from tui.words import turn_name

if TYPE_CHECKING:
    from tui.models.map_picture import Picture

LAYERS = ("europe", "seas")


def map_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--turn", metavar="1940-1-spring", help="as that turn ended; without it as it stands now")
    parser.add_argument("--layer", choices=LAYERS, default=LAYERS[0], help="whose the land is, or the Sea Areas")
    parser.add_argument("--at", metavar="HEX", help="what lies in a hex, a place or a Sea Area, and who may come there")
    parser.add_argument("--within", metavar="N", type=int, choices=range(1, 51), help="with --at: what lies so near")
    parser.add_argument("--svg", metavar="FILE", help="write a drawing into a file that is not there yet")


def map(args: argparse.Namespace) -> int:
    """Print or draw the map. Raises SavesError, FileExistsError, OSError."""
    from tui.models.map_picture import as_text, document
    from tui.models.map_turns import drawn_at, labels

    desk = open_desk(args.campaign, args.seat)
    drawn = drawn_at(desk, args.turn or labels(desk)[-1])
    seas = args.layer == "seas"
    if args.within and not args.at:
        raise Misuse("--within N counts from --at HEX")
    if args.at:
        return _told(drawn, args.at, args.within or 0, json=args.json)
    if args.svg:
        from tui.models.map_svg import drawing

        # Drawn first: a drawing that fails leaves no empty file.
        picture = drawing(drawn, desk.title, seas=seas)
        with Path(args.svg).open("x", encoding="utf-8") as file:
            file.write(picture)
        if not args.json:
            output.say(f"drawn: {args.svg}")
            return 0
    if args.json:
        output.document({"name": desk.name, **document(drawn)})
        return 0
    output.say(f"{desk.title}, {turn_name(drawn.turn)}")
    for line in as_text(drawn, seas=seas):
        output.say(line)
    return 0


def _told(drawn: Picture, text: str, most: int, *, json: bool) -> int:
    from tui.models import map_told

    number = drawn.sheet.find(drawn.campaign, text)
    if not number:
        raise Misuse(f"there is no '{text}' on the map; a hex by its number, a place or a Sea Area by its name")
    lies, reach = map_told.lies_there(drawn, number), map_told.reaches(drawn, number)
    near = map_told.within(drawn, number, most) if most else []
    if json:
        output.document({"hex": number, "lies": lies[1:], "reach": reach, "within": near})
        return 0
    for line in (*lies, *reach, *near):
        output.say(line)
    return 0
