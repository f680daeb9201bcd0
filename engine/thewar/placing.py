"""What a power may put into which box of strategic warfare, laid out for whoever fills the boxes (5.1, 5.1.2.1, 5.2,
5.2.4, 5.3.1)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from engine.kernel.orders import Field
from engine.thewar import boxes
from engine.thewar.state import TheWar


@frozen
class Column:
    """A box: ``battle`` is the one that it takes part in (see supposing), '' for what is fought on the board."""

    id: str
    title: str
    short: str
    battle: str
    rule: str


@frozen
class Lot:
    """Units of one kind that stand ready: ``have`` of them; ``into`` names the order's field for each column.
    ``units``: their ids where the order names them one by one; ``worth``: what one of them counts in the box."""

    id: str
    kind: str
    place: str
    have: int
    into: Mapping[str, str]
    units: tuple[str, ...] = ()
    worth: int = 1


@frozen
class Sheet:
    """All that one power may place with one order. ``questions`` are the order's boxes for yes or no."""

    power: str
    verb: str
    columns: tuple[Column, ...]
    lots: tuple[Lot, ...]
    rule: str
    questions: tuple[Field, ...] = ()


YES_NO = ("no", "yes")
SEA = Column("sea", "U-Boat War Box", "at sea", "sea", "5.1")
MURMANSK = Column("murmansk", "Murmansk Run", "Murmansk", "", "5.3.1")
RAIDERS = Column("raiders", "raiders", "raiders", "sea", "5.1.2.1")
NIGHT = Column("night", "by night", "night", "night", "5.2")
DAY = Column("day", "by day", "day", "day", "5.2")
OVER_BRITAIN = Column("over-britain", "over Britain", "Britain", "over-britain", "5.2.4")
GUARD = Column("guard", "over Britain", "Britain", "over-britain", "5.2.4")
BY_NIGHT = Column("by-night", "over Germany", "Germany", "night", "5.2")
BY_DAY = Column("by-day", "over Germany", "Germany", "day", "5.2")


def sheet(campaign: TheWar, power: str, step: str) -> Sheet | None:
    """What a power may place in a step, by its slug; None where boxes are not filled there."""
    if step == boxes.SEA_STEP:
        return _at_sea(campaign, power)
    if step == boxes.AIR_STEP:
        return _in_the_air(campaign, power)
    return None


def _at_sea(campaign: TheWar, power: str) -> Sheet:
    verb, rule = boxes.SeaBox.verb, boxes.SeaBox.rule
    if power != "germany":
        asw = _lot(campaign, power, "asw", {"sea": "asw", "murmansk": "murmansk"})
        return Sheet(power, verb, (SEA, MURMANSK), (asw,), rule)
    uboats = _lot(campaign, power, "uboat", {"sea": "uboats", "murmansk": "murmansk"})
    return Sheet(power, verb, (SEA, MURMANSK, RAIDERS), (uboats, *_raiders(campaign)), rule)


def _raiders(campaign: TheWar) -> list[Lot]:
    """Fleets and CV at full strength, by the port they lie in as far as it is known."""
    found: dict[tuple[str, str], list[str]] = {}
    for kind in ("fleet", "cv"):
        for key in boxes.in_play(campaign, "germany", kind):
            found.setdefault((kind, campaign.units[key].place), []).append(key)
    return [
        Lot(
            f"{kind}-{place}",
            kind,
            campaign.places[place].name if place in campaign.places else "",
            len(keys),
            {"raiders": "raiders"},
            tuple(keys),
        )
        for (kind, place), keys in found.items()
    ]


def _in_the_air(campaign: TheWar, power: str) -> Sheet:
    verb, rule = boxes.AirBox.verb, boxes.AirBox.rule
    lots: tuple[Lot, ...]
    if power == "germany":
        lots = (
            _lot(campaign, power, "int", {"night": "night", "day": "day"}),
            _lot(campaign, power, "jet", {"night": "jets_night", "day": "jets_day"}, tag="int"),
            _lot(campaign, power, "sac", {"over-britain": "sac"}),
            _lot(campaign, power, "mdm", {"over-britain": "mdm"}, worth=boxes.LENT),
        )
        return Sheet(power, verb, (NIGHT, DAY, OVER_BRITAIN), _shown(lots), rule)
    if power == "britain":
        lots = (
            _lot(campaign, power, "sac", {"by-night": "sac"}),
            _lot(campaign, power, "int", {"guard": "interceptors"}),
        )
        return Sheet(power, verb, (BY_NIGHT, GUARD), _shown(lots), rule)
    sac = _lot(campaign, power, "sac", {"by-day": "sac"})
    form = boxes.AirBox.form(campaign, power)
    asked = tuple(field for field in form.fields if field.choices == YES_NO) if form is not None else ()
    return Sheet(power, verb, (BY_DAY,), (sac,), rule, asked)


def _lot(campaign: TheWar, power: str, kind: str, into: Mapping[str, str], *, tag: str = "", worth: int = 1) -> Lot:
    return Lot(kind, kind, "", boxes.count(campaign, power, kind, tag), into, worth=worth)


def _shown(lots: tuple[Lot, ...]) -> tuple[Lot, ...]:
    """Kinds that a power has; all of them where it has none, so that the box is not empty of words."""
    return tuple(lot for lot in lots if lot.have) or lots
