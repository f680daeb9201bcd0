"""What players say of their own map board: hexes that they hold, Sea Areas that adjoin, ports' Sea Areas, notes."""

from __future__ import annotations

from typing import ClassVar

from attrs import field

from engine.kernel.paths import Addressed, Paired
from engine.kernel.ranges import dated, key_of, one_of, written
from engine.kernel.values import frozen

SEAS = (
    "north-atlantic",
    "eastern-atlantic",
    "western-approaches",
    "celtic-sea",
    "british-home-waters",
    "channel",
    "scottish-north-sea",
    "danish-north-sea",
    "north-sea",
    "norwegian-sea",
    "faeroes",
    "narvik",
    "hammerfest",
    "murmansk",
    "west-baltic",
    "east-baltic",
    "gibraltar-straits",
    "algerian-coast",
    "sardinian-sea",
    "central-med",
    "ionian",
    "gulf-of-sidra",
    "tobruk-waters",
    "levant",
    "aegean",
    "black-sea",
    "red-sea",
    "bay-of-biscay",
    "western-med",
    "gulf-of-lions",
    "tyrrhenian",
    "adriatic",
)
"""The Sea Areas by id, as the table of them has them: a class is made before a table is read."""

NOTE_LENGTH = 240
"""The most characters of a note on the map: three lines of a small window."""


@frozen(kw_only=True)
class HexHold:
    """A hex of which somebody has said who holds it, ``since`` which turn; its key is the hex's number (1.2)."""

    power: str = key_of("powers")
    since: str = dated()


@frozen(kw_only=True)
class SeaLink(Paired):
    """Two Sea Areas of which somebody has looked on his map whether they adjoin (7.2)."""

    said: ClassVar[str] = "adjoins"

    one: str = one_of(*SEAS)
    other: str = one_of(*SEAS)
    adjoins: bool = field(default=True)


@frozen(kw_only=True)
class SeaPort(Addressed):
    """A port of which somebody has looked on his map whether it lies on a Sea Area (7.2)."""

    known_by: ClassVar[tuple[str, ...]] = ("port", "area")
    joint: ClassVar[str] = "+"
    said: ClassVar[str] = "lies"

    port: str = key_of("places")
    area: str = one_of(*SEAS)
    lies: bool = field(default=True)


@frozen(kw_only=True)
class MapNote:
    """A note on the map: whose it is, ``since`` which turn, ``where`` (a place's id, a hex's number, a Sea Area) and
    what it says; both are '' while it lies under seal. Its key is the power and a number, 'germany-3'."""

    power: str = key_of("powers")
    since: str = dated()
    where: str = written(default="")
    said: str = written(NOTE_LENGTH, "")
