"""What a power may put into which box of strategic warfare, laid out for whoever fills the boxes (5.1, 5.1.2.1, 5.2,
5.2.4, 5.3.1), and where optional rules are played those of theirs (29.12, 29.14, 29.16, 29.18)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.orders import Field, Form
from engine.kernel.sheets.boxes import Column, Lot, Placing
from engine.thewar.rolls import bombing
from engine.thewar.strategic import (
    air_box,
    bomber_waves,
    eastern_raids,
    mediterranean,
    sea_box,
    strategic_forces,
    sub_hunters,
)
from engine.thewar.world.state import TheWar

YES_NO = ("no", "yes")
HUNTING = "Hunters look for U-boats before the U-boat roll, then count in attrition only. One ASW at least is at sea."
FILLING = "Each stack is a raid of its own, Flak fires at each; one may be the dummy, without any. An MDM counts four."
MEETING = "How many bombers are in a stack is not known. At least one interceptor against each."
SEA = Column("sea", "U-Boat War Box", "at sea", "sea", "5.1")
MURMANSK = Column("murmansk", "Murmansk Run", "Murmansk", "", "5.3.1")
HUNTERS = Column("hunters", "sub hunters", "hunters", "sea", "29.16")
RAIDERS = Column("raiders", "raiders", "raiders", "sea", "5.1.2.1")
NIGHT = Column("night", "by night", "night", "night", "5.2")
DAY = Column("day", "by day", "day", "day", "5.2")
OVER_BRITAIN = Column("over-britain", "over Britain", "Britain", "over-britain", "5.2.4")
GUARD = Column("guard", "over Britain", "Britain", "over-britain", "5.2.4")
BY_NIGHT = Column("by-night", "over Germany", "Germany", "night", "5.2")
BY_DAY = Column("by-day", "over Germany", "Germany", "day", "5.2")
MEDITERRANEAN = Column("mediterranean", "Mediterranean", "Med.", "mediterranean", "29.14")
EAST = Column("east", "over the USSR", "USSR", "east", "29.12")
SOVIET_GUARD = Column("east", "on guard", "guard", "east", "29.12")
STACKS = tuple(
    Column(place, f"{place} stack", short, "over-britain", "29.18")
    for place, short in zip(bomber_waves.PLACES, ("1st", "2nd", "3rd", "4th"), strict=True)
)


def sheet(campaign: TheWar, power: str, step: str) -> Placing | None:
    """What a power may place in a step, by its slug; None where boxes are not filled there."""
    if step == strategic_forces.SEA_STEP:
        return _at_sea(campaign, power)
    if step == strategic_forces.AIR_STEP:
        return _in_the_air(campaign, power)
    if step == bomber_waves.SIZES_STEP:
        return _in_stacks(campaign, power)
    if step == mediterranean.STEP:
        return _in_the_mediterranean(campaign, power)
    return _in_the_east(campaign, power) if step == eastern_raids.STEP else None


def _at_sea(campaign: TheWar, power: str) -> Placing:
    order = sea_box.SeaBox(power)
    if power != "germany" and sub_hunters.on(campaign):
        asw = _lot(campaign, power, "asw", {"sea": "asw", "hunters": "hunters", "murmansk": "murmansk"})
        return Placing(order, (SEA, HUNTERS, MURMANSK), (asw,), notes=(HUNTING,))
    if power != "germany":
        asw = _lot(campaign, power, "asw", {"sea": "asw", "murmansk": "murmansk"})
        return Placing(order, (SEA, MURMANSK), (asw,))
    uboats = _lot(campaign, power, "uboat", {"sea": "uboats", "murmansk": "murmansk"})
    return Placing(order, (SEA, MURMANSK, RAIDERS), (uboats, *_raiders(campaign)))


def _raiders(campaign: TheWar) -> list[Lot]:
    """Fleets and CV at full strength, by the port they lie in as far as it is known."""
    lots: dict[tuple[str, str], list[str]] = {}
    for kind in ("fleet", "cv"):
        for key in strategic_forces.in_play(campaign, "germany", kind):
            lots.setdefault((kind, campaign.units[key].place), []).append(key)
    return [
        Lot(
            f"{kind}-{place}",
            kind,
            campaign.places[place].name if place in campaign.places else "",
            len(keys),
            {"raiders": "raiders"},
            tuple(keys),
        )
        for (kind, place), keys in lots.items()
    ]


def _in_the_air(campaign: TheWar, power: str) -> Placing:
    order = air_box.AirBox(power)
    lots: tuple[Lot, ...]
    if power == "germany":
        lots = (
            _lot(campaign, power, "int", {"night": "night", "day": "day"}),
            _lot(campaign, power, "jet", {"night": "jets_night", "day": "jets_day"}, tag="int"),
            _lot(campaign, power, "sac", {"over-britain": "sac"}),
            _lot(campaign, power, "mdm", {"over-britain": "mdm"}, worth=bombing.MDM_SACS),
        )
        return Placing(order, (NIGHT, DAY, OVER_BRITAIN), _shown(lots))
    if power == "britain":
        lots = (
            _lot(campaign, power, "sac", {"by-night": "sac"}),
            _lot(campaign, power, "int", {"guard": "interceptors"}),
        )
        return Placing(order, (BY_NIGHT, GUARD), _shown(lots))
    sac = _lot(campaign, power, "sac", {"by-day": "sac"})
    return Placing(order, (BY_DAY,), (sac,), _asked(order.form(campaign, power)))


def _asked(form: Form | None) -> tuple[Field, ...]:
    """The questions of an order's form."""
    return tuple(field for field in form.fields if field.choices == YES_NO) if form is not None else ()


def _in_stacks(campaign: TheWar, power: str) -> Placing | None:
    """The stacks of a divided raid, all the same to whoever meets them."""
    if power not in bomber_waves.dividers(campaign):
        return None
    columns = STACKS[: campaign.boxes["germany"].stacks]
    into = {column.id: column.id for column in columns}
    order: type[bomber_waves.WaveSizes | bomber_waves.WaveGuards]
    if power == "germany":
        order, task, notes = bomber_waves.WaveSizes, "fills its stacks", (FILLING,)
        lot = Lot("sac", "sac", "", bomber_waves.flying(campaign), into)
    else:
        order, task, notes = bomber_waves.WaveGuards, "meets the stacks", (MEETING,)
        lot = _lot(campaign, power, "int", into)
    return Placing(order(power), columns, (lot,), task=task, notes=notes)


def _in_the_mediterranean(campaign: TheWar, power: str) -> Placing:
    order = mediterranean.MedBox(power)
    kinds = {"britain": ("uboat", "subs"), "italy": ("asw", "asw")}
    lots: tuple[Lot, ...] = ()
    if power in kinds:
        kind, field = kinds[power]
        lots = (_lot(campaign, power, kind, {MEDITERRANEAN.id: field}),)
    return Placing(order, (MEDITERRANEAN,), lots, _asked(order.form(campaign, power)))


def _in_the_east(campaign: TheWar, power: str) -> Placing:
    order = eastern_raids.EastBox(power)
    if power == "germany":
        lot = Lot("sac", "sac", "", eastern_raids.bombers(campaign), {EAST.id: "sac"})
        return Placing(order, (EAST,), (lot,), _asked(order.form(campaign, power)))
    lot = _lot(campaign, power, "int", {SOVIET_GUARD.id: "interceptors"})
    return Placing(order, (SOVIET_GUARD,), (lot,))


def _lot(campaign: TheWar, power: str, kind: str, into: Mapping[str, str], *, tag: str = "", worth: int = 1) -> Lot:
    name = "Submarine" if kind == "uboat" and power != "germany" else ""
    return Lot(kind, kind, "", strategic_forces.count(campaign, power, kind, tag), into, worth=worth, name=name)


def _shown(lots: tuple[Lot, ...]) -> tuple[Lot, ...]:
    """Kinds that a power has; all of them where it has none, so that the box is not empty of words."""
    return tuple(lot for lot in lots if lot.have) or lots
