"""Markers of Regional and Limited Efforts: how many lie where, and what they are too far from to activate (4.2, 4.3,
ruling 443)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAMES, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import logistics
from engine.thewar.map import grid
from engine.thewar.map.board import Spot
from engine.thewar.world import calendar, deeds, markers, regions, sides, titles, wars, whereabouts
from engine.thewar.world.state import Deed, Marker, TheWar

RULING = "ruling 443"


def placed(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The places at which a power has said that its markers of this turn lie."""
    now = calendar.turn(campaign)
    return tuple(
        marker.place
        for marker in campaign.markers.values()
        if marker.kind in logistics.COUNTED and marker.power == power and marker.since == now
    )


def reach(kind: str) -> int:
    """From how many hexes away a marker activates units (4.2, 4.3)."""
    return int(str(logistics.row(kind)["reach"]))


# --- what they activate


@frozen
class Need:
    """Something that a marker has to be near enough for: units that stand or act ``where``, within so many hexes of the
    marker."""

    where: str
    within: int


_EFFORT = "effort"


def _used(power: str, need: Need) -> Deed:
    return Deed(who=power, deed=_EFFORT, where=need.where, within=need.within)


def moves_from(tx: Transaction[TheWar], power: str, where: str, kind: str) -> None:
    """A power moves units from a place by rail under an effort of a kind: a marker has to reach it (9.1.3)."""
    remember(tx, power, Need(where, reach(kind)))


def remember(tx: Transaction[TheWar], power: str, need: Need) -> None:
    """Record that a power's effort is used at a place."""
    deeds.keep(tx, _used(power, need), "activated", "4.2, 4.3")


def forget(tx: Transaction[TheWar], power: str, where: str) -> None:
    """Remove the record that a power's effort is used at a place: what was to be done there is called off."""
    deeds.drop(tx, _used(power, Need(where, 0)), "called off", "4.2, 4.3")


def _before(campaign: TheWar, power: str) -> Iterable[Need]:
    """The uses that have been made of a power's effort this turn."""
    for record in campaign.missions.values():
        if (record.who, record.deed) == (power, _EFFORT):
            yield Need(record.where, record.within)


def too_far(campaign: TheWar, power: str, needs: Iterable[Need]) -> Iterable[Refusal]:
    """Why a power's RLE or LLE does not activate all this beside what it has been used for: no marker lies near enough.
    One of which nobody has said where it lies is taken to lie where it is used first; what only the board knows is
    trusted."""
    kind = campaign.powers[power].effort
    if kind not in logistics.COUNTED or sides.phasing(campaign) != sides.side(campaign, power):
        return
    new = tuple(needs)
    if not any(whereabouts.spot(campaign, need.where) is not None for need in new):
        return
    there = placed(campaign, power)
    known = {where: at for where in there if (at := whereabouts.spot(campaign, where)) is not None}
    unknown = max(1, campaign.powers[power].efforts) - len(known)
    named = {need.where for need in new}
    used: dict[str, Spot] = {}
    for need in (*(earlier for earlier in _before(campaign, power) if earlier.where not in named), *new):
        at = whereabouts.spot(campaign, need.where)
        if at is None or any(whereabouts.apart(at, spot) <= need.within for spot in (*known.values(), *used.values())):
            continue
        if len(used) < unknown:
            used[need.where] = at
        elif need in new:
            yield _far(campaign, power, need, at, known, used)


def _far(
    campaign: TheWar,
    power: str,
    need: Need,
    at: Spot,
    known: dict[str, Spot],
    used: dict[str, Spot],
) -> Refusal:
    """The refusal that no marker lies near enough, with the nearest one."""
    owner = campaign.powers[power]
    name, many = owner.effort.upper(), max(1, owner.efforts)
    marker = f"{name} marker" if many == 1 else f"{many} {name} markers"
    where, near = min({**used, **known}.items(), key=lambda entry: grid.distance(at.hex, entry[1].hex))
    away = f"{'about ' if at.off or near.off else ''}{grid.distance(at.hex, near.hex)} hexes away"
    reason = f"{titles.where(campaign, need.where)} is out of reach of {wars.named(campaign, power)}'s {marker}"
    reason += f": one {'lies' if where in known else 'is used'} at {titles.where(campaign, where)}, {away}"
    hint = f"Within {need.within} hexes of a marker, or another one bought in Planning."
    if used:
        hint += f" 'late {power} markers 0 at=HEX' says where one lies."
    return Refusal(f"{logistics.rule(owner.effort)}, {RULING}", reason, hint)


def starts(campaign: TheWar, power: str, places: Iterable[str]) -> Iterable[Refusal]:
    """Why units that begin in these places are not activated by their power's RLE or LLE (4.2, 4.3)."""
    kind = campaign.powers[power].effort
    if kind in logistics.COUNTED:
        yield from too_far(campaign, power, (Need(where, reach(kind)) for where in dict.fromkeys(places)))


# --- laying them


@frozen
class PlaceMarkers(PowerOrder[TheWar]):
    """Place RLE or LLE markers. ``inside``: how many lie in the 1939 Soviet Union, where they cost an Axis power twice
    (ruling 144); ``at``: a place, a hex number or any name for each. Of the others the board alone knows."""

    verb: ClassVar[str] = "markers"
    title: ClassVar[str] = "effort markers"
    rule: ClassVar[str] = "4.2"
    account: ClassVar[str] = "efforts"
    steps: ClassVar[tuple[str, ...]] = ("operations.efforts",)
    finishes: ClassVar[bool] = True

    inside: int = word(number(0, 99))
    at: tuple[str, ...] = keyed(NAMES, ())

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        power = campaign.powers.get(self.power)
        if power is None:
            return
        if power.effort not in logistics.COUNTED:
            yield Refusal("4.2", f"{power.name} has no RLE or LLE markers this turn", "Nothing to place.")
            return
        rule, left = logistics.rule(power.effort), power.efforts - len(placed(campaign, self.power))
        if not 0 <= self.inside <= power.efforts:
            yield Refusal(
                rule, f"{self.inside} markers inside, {power.name} has {power.efforts}", f"From 0 to {power.efforts}."
            )
        elif 0 < (cost := self.cost(campaign).total) > power.narfs:
            yield Refusal(rule, f"doubling costs {cost} NARFs, {power.narfs} are in hand", "Place fewer of them there.")
        if len(self.at) > left:
            many = f"{power.name} has {left} of {power.efforts} markers to place, not {len(self.at)}"
            yield Refusal(rule, many, "More are bought in Planning.")
        yield from self._hexes(campaign, rule)

    def _hexes(self, campaign: TheWar, rule: str) -> Iterable[Refusal]:
        """Why markers do not lie there: not in friendly hands, two in one hex, more in the Soviet Union than said."""
        name, taken = campaign.powers[self.power].name, list(placed(campaign, self.power))
        for where in self.at:
            place = campaign.places.get(where)
            if place is not None and place.holder and not self._friendly(campaign, place.holder):
                held = wars.named(campaign, place.holder)
                yield Refusal(rule, f"{place.name} is {held}'s", "A marker lies in a friendly hex.")
            if where in taken:
                at = titles.where(campaign, where)
                yield Refusal(rule, f"a marker of {name} lies at {at} already", "A unit is activated once a turn.")
            taken.append(where)
        if sides.side(campaign, self.power) != sides.AXIS:
            if self.inside:
                yield Refusal(rule, "only Axis markers cost twice in the 1939 Soviet Union", "markers 0.")
            return
        known = [campaign.places[where] for where in self.at if where in campaign.places]
        inside = [place for place in known if place.tags.get(regions.SOVIET_1939)]
        if len(inside) > self.inside:
            names = ", ".join(place.name for place in inside)
            hint = f"markers {len(inside)}, not {self.inside}: they cost twice."
            yield Refusal(rule, f"{names} lies in the 1939 Soviet Union", hint)

    def _friendly(self, campaign: TheWar, holder: str) -> bool:
        """Whether a hex in these hands is friendly: its own, or of its side."""
        return sides.side(campaign, holder) == sides.side(campaign, self.power)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, above what was reserved."""
        power = campaign.powers[self.power]
        if power.effort not in logistics.COUNTED or self.inside <= 0:
            return Breakdown()
        each = logistics.price(self.power, power.effort).total
        label = f"{self.inside} doubled in the 1939 Soviet Union"
        return Breakdown((Line(label, each * self.inside, logistics.rule(power.effort)),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        kind = tx.campaign.powers[self.power].effort
        rule, cost = logistics.rule(kind), self.cost(tx.campaign).total
        tx.add(f"powers.{self.power}.narfs", -cost, "markers in the 1939 Soviet Union", rule)
        for where in self.at:
            new = Marker(kind=kind, place=where, power=self.power, since=calendar.turn(tx.campaign))
            tx.put(f"markers.{markers.effort_key(kind, self.power, where)}", new, "marker placed", rule)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        power = campaign.powers[self.power]
        inside = f"{self.inside} markers in the 1939 Soviet Union"
        if not self.at:
            return f"{who} places {inside}" if self.inside else f"{who} places its markers on the board"
        where = ", ".join(titles.where(campaign, place) for place in self.at)
        kind = power.effort.upper() if power.effort in logistics.COUNTED else "effort"
        many = "marker" if len(self.at) == 1 else "markers"
        return f"{who} places {kind} {many}: {where}" + (f"; {inside}" if self.inside else "")

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[PlaceMarkers]:
        """An order that leaves the places of the markers to the board; for an Axis power at war with the Soviet Union
        also one for each number of markers inside it."""
        most = campaign.powers[power].efforts if _doubles(campaign, power) else 0
        yield from (cls(power, inside) for inside in range(most + 1))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        owner = campaign.powers[power]
        if owner.effort not in logistics.COUNTED:
            return None
        side = sides.side(campaign, power)
        friendly = tuple(
            key for key, place in campaign.places.items() if place.holder and sides.side(campaign, place.holder) == side
        )
        many = f"where {owner.efforts} {owner.effort.upper()} lie" + ("s" if owner.efforts == 1 else "")
        fields = [Field("at", many, logistics.rule(owner.effort), friendly, listed=True, free=True)]
        pattern = f"{power} markers 0 at={{at}}"
        if _doubles(campaign, power):
            numbers = tuple(str(inside) for inside in range(owner.efforts + 1))
            fields.append(Field("inside", "of them in the 1939 Soviet Union", "4.2", numbers, "0"))
            pattern = f"{power} markers {{inside}} at={{at}}"
        return Form(cls.verb, "Where the markers lie", pattern, tuple(fields), cls.rule)


def _doubles(campaign: TheWar, power: str) -> bool:
    """Whether markers of a power may lie in the 1939 Soviet Union at twice the price."""
    return power in ("italy", "germany") and wars.at_war(campaign, power, "ussr")


def told(campaign: TheWar) -> Iterable[str]:
    """What the step says of markers in the 1939 Soviet Union, where those who place them now may place some there."""
    half = sides.phasing(campaign)
    if any(_doubles(campaign, power) for power in placers(campaign) if campaign.powers[power].side == half):
        yield "Axis markers inside the 1939 Soviet Union cost twice: say how many stand there (4.2, 4.3)."


def placers(campaign: TheWar) -> tuple[str, ...]:
    """The powers that have markers to place."""
    return tuple(
        power
        for power in wars.POWERS
        if wars.standing(campaign, power) and campaign.powers[power].effort in logistics.COUNTED
    )
