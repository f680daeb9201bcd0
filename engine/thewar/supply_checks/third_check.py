"""What the third check takes: whoever was out of supply at the first check of his player turn and still is. Ground
units are lost, aircraft Depleted, ships idle; fortresses get their Siege marker, or lose it (12.6.2 to 12.6.4, 12.8,
13.2.3, rulings 409, 414)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import attrs

from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.ground.sieges import Besiege, Relieve, checked
from engine.thewar.supply_checks import marks
from engine.thewar.world import calendar, deeds, forces, installed, sides, supply, traits, wars
from engine.thewar.world.state import SupplyMark, TheWar

RULE = "12.6.3, ruling 409"
FORTRESS_RULE = "12.8, 13.2.3, ruling 414"
_NAVAL_BEFORE = "nac"
"""Aircraft of ships stay with their ships (12.6.3)."""


@frozen
class Toll:
    """What the third check takes from those for whom a power's seat speaks: ground units ``lost``, aircraft ``downed``
    that were Depleted already, and those to be ``depleted``, ships ``idle``; fortresses ``starved`` or ``relieved``;
    ``late``: units that have come into a place that is cut off since the first check, and units that got back into
    supply there for the Second Impulse; ``places`` that are cut off."""

    lost: tuple[str, ...] = ()
    downed: tuple[str, ...] = ()
    depleted: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    starved: tuple[str, ...] = ()
    relieved: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in attrs.fields(Toll))


def toll(campaign: TheWar, power: str) -> Toll:
    """What the third check at hand takes from those for whom a power's seat speaks."""
    side = sides.side(campaign, power)
    if sides.phasing(campaign) != side:
        return Toll()
    by_fate: dict[str, list[str]] = {}
    for key, mark in campaign.supply_marks.items():
        if key in campaign.units and mark.side == side and _due(campaign, mark):
            unit = campaign.units[key]
            if marks.of_seat(campaign, power, unit.power) and not supply.always(unit):
                fate = _fate(campaign, key)
                by_fate.setdefault(fate, []).append(key)
    starved, places, late = [], [], []
    for place, mark in campaign.supply_places.items():
        if mark.side != side or mark.level != supply.OUT or not supply.stands(campaign, mark):
            continue
        owner = _whose(campaign, place)
        if not marks.of_seat(campaign, power, owner or power):
            continue
        if owner:
            if not deeds.is_kept(campaign, checked(place)):
                starved.append(place)
        elif _due(campaign, mark):
            places.append(place)
            late += [key for key in marks.within(campaign, place, side) if not _marked(campaign, key)]
    return Toll(
        lost=tuple(by_fate.get("lost", ())),
        downed=tuple(by_fate.get("downed", ())),
        depleted=tuple(by_fate.get("depleted", ())),
        idle=tuple(by_fate.get("idle", ())),
        starved=tuple(starved),
        relieved=tuple(_relieved(campaign, power, side)),
        late=tuple(late),
        places=tuple(places),
    )


def _due(campaign: TheWar, mark: SupplyMark) -> bool:
    """Whether a mark stood at the first check of this player turn, and ends with the third. Nobody is newly named at
    the second; who was so over the rules began in supply."""
    now = calendar.turn(campaign)
    between = (mark.since, mark.half, mark.check) == (now, mark.side, 2)
    return mark.level == supply.OUT and mark.until == now and not between and supply.stands(campaign, mark)


def _marked(campaign: TheWar, key: str) -> bool:
    mark = campaign.supply_marks.get(key)
    return mark is not None and mark.level == supply.OUT and not mark.lifted


def _whose(campaign: TheWar, place: str) -> str:
    """Whose fortress a place is, '' for none."""
    return installed.owner(campaign, place)


def _fate(campaign: TheWar, key: str) -> str:
    unit = campaign.units[key]
    category = traits.category(unit)
    if category == "ground":
        # In a fortress nobody is lost but by its siege.
        return "idle" if installed.is_fortress(campaign, unit.place) else "lost"
    if category == "naval" or unit.kind == _NAVAL_BEFORE:
        return "idle"
    return "downed" if unit.depleted else "depleted"


def _relieved(campaign: TheWar, power: str, side: str) -> Iterator[str]:
    """The besieged fortresses that nobody names as out of supply now."""
    for place in marks.besieged(campaign, side):
        mark = campaign.supply_places.get(place)
        named = mark is not None and mark.level == supply.OUT and supply.stands(campaign, mark)
        handled = deeds.is_kept(campaign, checked(place))
        if not named and not handled and marks.of_seat(campaign, power, _whose(campaign, place)):
            yield place


def speakers(campaign: TheWar, powers: Iterable[str]) -> tuple[str, ...]:
    """One power of each seat among these: of several, that whose own units the check takes."""
    by_seat: dict[str, str] = {}
    for power in powers:
        seat = campaign.seats.get(power, "")
        taken = toll(campaign, power)
        keys = (*taken.lost, *taken.downed, *taken.depleted, *taken.idle, *taken.late)
        own = [marks.command(campaign, campaign.units[key].power) for key in keys]
        by_seat.setdefault(seat, power if power in own or not own else own[0])
    return tuple(by_seat.values())


def told(campaign: TheWar, power: str) -> Iterator[str]:
    """What the third check takes, a line each."""
    taken = toll(campaign, power)
    for said, keys in (
        ("Lost out of supply", taken.lost),
        ("Depleted aircraft eliminated", taken.downed),
        ("Depleted", taken.depleted),
        ("Idle in port, Fourth-Rate", taken.idle),
        ("Came in after the first check, marked until the next third", taken.late),
    ):
        if keys:
            yield f"{said}: {marks.named(campaign, keys, ())}."
    for place in taken.starved:
        yield f"{Besiege(place).sentence(campaign)}."
    for place in taken.relieved:
        yield f"{Relieve(place).sentence(campaign)}: nobody names it."


@frozen
class ThirdCheck(PowerOrder[TheWar]):
    """The third check takes its toll of all for whom the power's seat speaks. Who is in supply again is said before, or
    struck: 'in-supply'."""

    verb: ClassVar[str] = "third-check"
    title: ClassVar[str] = "what the third check takes"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (marks.THIRD,)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
            return
        keys, places = marks.contested(campaign, self.power)
        if keys or places:
            reason = f"its owner contests that {marks.named(campaign, keys, places)} is cut off"
            yield Refusal(RULE, reason, "The table decides first: 'decide-supply'.")
        if not toll(campaign, self.power):
            reason = f"nobody of {wars.named(campaign, self.power)} was out of supply at the first check and is still"
            yield Refusal(RULE, reason, "'unsupplied' names who is out of supply now; 'done' closes the check.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        taken, campaign = toll(tx.campaign, self.power), tx.campaign
        after = calendar.label(calendar.now(campaign) + 1)
        for key in taken.lost:
            forces.eliminate(tx, key, "out of supply at the first check and the third", RULE, oos=True)
        for key in taken.downed:
            forces.eliminate(tx, key, "Depleted and out of supply", "12.6.3, 12.6.4")
        for key in taken.depleted:
            tx.set(f"units.{key}.depleted", True, "out of supply", "12.6.3")
        for key in (*taken.depleted, *taken.idle):
            tx.set(f"supply_marks.{key}.until", after, "out of supply still", RULE)
        side = sides.side(campaign, self.power)
        for key in taken.late:
            tx.put(f"supply_marks.{key}", marks.new(campaign, side, supply.OUT, self.power), "out of supply", RULE)
        for place in taken.starved:
            Besiege(place).effect(tx)
            _after_siege(tx, place, after)
        for place in taken.relieved:
            Relieve(place).effect(tx)
        for place in taken.places:
            if marks.within(tx.campaign, place, side):
                tx.set(f"supply_places.{place}.until", after, "out of supply still", RULE)
            else:
                tx.remove(f"supply_places.{place}", "nobody is left there", RULE)

    def sentence(self, campaign: TheWar) -> str:
        said = " ".join(told(campaign, self.power))
        return f"{wars.named(campaign, self.power)}, third check. {said or 'It takes nothing.'}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[ThirdCheck]:
        side = sides.side(campaign, power)
        mine = [key for key in campaign.powers if sides.side(campaign, key) == side]
        if toll(campaign, power) and power in speakers(campaign, mine):
            yield cls(power)


def _after_siege(tx: Transaction[TheWar], place: str, after: str) -> None:
    """A fortress that goes on is out of supply until the next third check; one that has fallen to hunger is not asked
    about any more."""
    if place in tx.campaign.sieges:
        tx.set(f"supply_places.{place}.until", after, "out of supply still", FORTRESS_RULE)
    else:
        tx.remove(f"supply_places.{place}", "the fortress has fallen to hunger", FORTRESS_RULE)
