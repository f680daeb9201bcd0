"""Oil centers and synthetic oil plants: damage markers, what they cost in oil, and their repair (26.72 to 26.74); the
removal of firestorm markers in the same step (26.85)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel import seasons
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.targets import firestorms, targets
from engine.worldatwar.world import editions, sides
from engine.worldatwar.world.markers import OIL_CENTER, SYNTHETIC
from engine.worldatwar.world.state import Place, WorldAtWar

STEP = "redeployment.repairs"
PARTIALS = 5
"""Partial oil counters that make up one oil counter: two markers on an oil center cost 2 and 3 of them (26.73A)."""
MARKERS_PER_COUNTER = 2
"""Damage markers that cost an oil center one oil counter, in the editions that count partial counters (26.73A)."""


def is_facility(place: Place) -> bool:
    """Whether damage markers may lie on a place."""
    return place.kind in (OIL_CENTER, SYNTHETIC) and not place.destroyed


def room(campaign: WorldAtWar, place_id: str) -> int:
    """How many more markers a facility can take: a plant until it is destroyed, an oil center until it produces nothing
    (26.73)."""
    place, rule = campaign.places[place_id], editions.of(campaign).markers
    if not is_facility(place):
        return 0
    if place.kind == SYNTHETIC:
        return rule.stands + 1 - place.damage
    most = place.production * (MARKERS_PER_COUNTER if rule.partials else 1)
    return max(0, most - place.damage)


def in_hex(campaign: WorldAtWar, hex_id: str) -> list[str]:
    """The facilities of a hex, those first that a bombing force has named as its target. Facilities in mapboard boxes
    are never damaged (26.72C)."""
    if campaign.places[hex_id].kind == targets.BOX:
        return []
    named = {force.target for force in campaign.forces.values()}
    facilities = [key for key in targets.in_hex(campaign, hex_id) if is_facility(campaign.places[key])]
    return sorted(facilities, key=lambda key: key not in named)


def damageable(campaign: WorldAtWar, hex_id: str, already: int) -> str:
    """The facility of a hex that would take one more marker after ``already`` others, '' where none can."""
    for key in in_hex(campaign, hex_id):
        free = room(campaign, key)
        if already < free:
            return key
        already -= free
    return ""


def mark(tx: Transaction[WorldAtWar], hex_id: str, markers: int) -> None:
    """Lay markers on the facilities of a hex, one facility after the other; a plant with too many is destroyed
    (26.72B)."""
    rule = editions.of(tx.campaign).markers
    for key in in_hex(tx.campaign, hex_id):
        count = min(markers, room(tx.campaign, key))
        markers -= count
        tx.add(f"places.{key}.damage", count, "damage markers", "26.72")
        place = tx.campaign.places[key]
        if rule.destroyed(place.kind, place.damage):
            tx.set(f"places.{key}.destroyed", seasons.turn(tx.campaign), "plant destroyed", "26.72B")


def told(before: WorldAtWar, entry: Entry) -> str:
    """What an entry did to facilities, in words."""
    effects = []
    for change in entry.changes:
        key = change.at.split(".")[1] if change.at.startswith("places.") else ""
        if key and change.at.endswith(".damage"):
            effects.append(f"{before.places[key].name}: {change.now - change.was} damage markers")
        elif key and change.at.endswith(".destroyed"):
            effects.append(f"{before.places[key].name} is destroyed")
    return ", ".join(effects)


def oil(campaign: WorldAtWar, place_id: str) -> Breakdown:
    """What a facility produces, in partial oil counters: a plant one counter, an oil center its production, less what
    its markers cost (26.72A, 26.73A)."""
    place, rule = campaign.places[place_id], editions.of(campaign).markers
    counters = place.production if place.kind == OIL_CENTER else 1
    counters_made = Breakdown((Line(f"{counters} oil counters", counters * PARTIALS, "33.2"),))
    if place.destroyed:
        return counters_made.plus("destroyed", -counters_made.total, "26.72B")
    if place.damage:
        lost = rule.partial_counters(place.kind, place.damage)
        if lost is None:
            lost = PARTIALS * min(place.damage, counters)
        counters_made = counters_made.plus(
            f"{place.damage} damage markers", -min(lost, counters_made.total), "26.72A, 26.73A"
        )
    return counters_made


def _repairers(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The powers that share a power's capacity to repair: itself alone, or its whole faction."""
    if editions.of(campaign).repairers:
        return (power,)
    mine = sides.faction(campaign, power)
    return tuple(key for key in campaign.powers if sides.faction(campaign, key) == mine)


def repairable(campaign: WorldAtWar, power: str) -> tuple[str, ...]:
    """The facilities from which a power may remove markers: those that it or a partner holds (26.74)."""
    able = editions.of(campaign).repairers
    if able and power not in able:
        return ()
    mine = sides.faction(campaign, power)
    return tuple(
        key
        for key, place in campaign.places.items()
        if place.damage and is_facility(place) and place.holder and sides.faction(campaign, place.holder) == mine
    )


def menders(campaign: WorldAtWar, half: str) -> tuple[str, ...]:
    """The powers of a side that have markers to remove."""
    return tuple(
        power
        for power in sides.standing(campaign, half)
        if repairable(campaign, power) or firestorms.removable(campaign, power)
    )


@frozen
class RepairOil(PowerOrder[WorldAtWar]):
    """Remove damage markers from an oil facility at the end of the player turn, free of cost (26.74)."""

    verb: ClassVar[str] = "repair-oil"
    title: ClassVar[str] = "oil facility repaired"
    rule: ClassVar[str] = "26.74"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    place: str = word(NAME)
    count: int = keyed(number(1, 99), 1)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        edition = editions.of(campaign)
        if edition.repairers and self.power not in edition.repairers:
            able = ", ".join(sides.named(campaign, repairer) for repairer in edition.repairers)
            yield Refusal("26.74", f"{sides.named(campaign, self.power)} repairs no oil facilities", f"{able} do.")
            return
        if self.place not in repairable(campaign, self.power):
            there = ", ".join(repairable(campaign, self.power)) or "none"
            yield Refusal("26.74", f"no damage of theirs to repair in '{self.place}'", f"Damaged: {there}.")
            return
        damage = campaign.places[self.place].damage
        if not 1 <= self.count <= damage:
            yield Refusal("26.74", f"{self.count} of {damage} markers", f"From 1 to {damage}.")
        done = sum(campaign.powers[key].repaired for key in _repairers(campaign, self.power))
        if done + self.count > edition.repairs:
            reason = f"{done + self.count} markers in one turn"
            yield Refusal("26.74", reason, f"{edition.repairs} a turn in the {edition.name}.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        tx.add(f"places.{self.place}.damage", -self.count, "repaired", self.rule)
        tx.add(f"powers.{self.power}.repaired", self.count, "repaired", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        place = campaign.places.get(self.place)
        markers = f"{self.count} damage marker{'' if self.count == 1 else 's'}"
        return f"{sides.named(campaign, self.power)} removes {markers} from {place.name if place else self.place}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[RepairOil]:
        for key in repairable(campaign, power):
            yield cls(power, key)

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        damaged = repairable(campaign, power)
        fields = (Field("place", "where", cls.rule, damaged), Field("count", "markers", cls.rule, default="1"))
        return (
            Form(cls.verb, "Repair", power + " repair-oil {place} count={count}", fields, cls.rule) if damaged else None
        )


@frozen
class ClearFirestorm(PowerOrder[WorldAtWar]):
    """Remove a firestorm marker, one a turn from the Spring of the second year after its own (26.85A)."""

    verb: ClassVar[str] = "clear-firestorm"
    title: ClassVar[str] = "firestorm marker removed"
    rule: ClassVar[str] = "26.85A"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    place: str = word(NAME)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        place = campaign.places.get(self.place)
        mine = sides.faction(campaign, self.power)
        if place is None or not place.firestorm:
            yield Refusal("26.85", f"no firestorm marker lies on '{self.place}'")
        elif not place.holder or sides.faction(campaign, place.holder) != mine:
            yield Refusal("26.85A", f"{place.name} is not theirs")
        elif self.place not in firestorms.removable(campaign, self.power):
            year = firestorms.removable_from(place.firestorm)
            yield Refusal(
                "26.85A", f"the firestorm was in {seasons.spoken(place.firestorm)}", f"From Spring {year} on."
            )
        if any(campaign.powers[key].cleared for key in campaign.powers if sides.faction(campaign, key) == mine):
            yield Refusal("26.85A", "a firestorm marker was removed in this turn", "One a turn.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        firestorms.remove(tx, self.place, "firestorm marker removed", self.rule)
        tx.add(f"powers.{self.power}.cleared", 1, "firestorm marker removed", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        place = campaign.places.get(self.place)
        return (
            f"{sides.named(campaign, self.power)} removes the firestorm marker of {place.name if place else self.place}"
        )

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[ClearFirestorm]:
        for key in firestorms.removable(campaign, power):
            yield cls(power, key)


def repair_anew(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a side's player turn ends, its powers may again repair and clear as much as a turn allows (26.74, 26.85)."""
    for power in list(tx.campaign.powers):
        if tx.campaign.powers[power].side == side:
            for tally in ("repaired", "cleared"):
                tx.set(f"powers.{power}.{tally}", 0, "player turn over", "27.3")


def duties(campaign: WorldAtWar) -> Iterable[Duty]:
    """Damage markers and firestorm markers that may be removed in this turn. Of powers that share a capacity only the
    first is told."""
    told: set[tuple[str, ...]] = set()
    for power in sides.standing(campaign):
        places = repairable(campaign, power)
        if places and places not in told:
            told.add(places)
            damaged = sum(campaign.places[place].damage for place in places)
            most = editions.of(campaign).repairs
            text = f"{sides.named(campaign, power)}: {damaged} damage markers on oil, {most} a turn may be removed"
            yield Duty(text, "26.74", order=f"{power} repair-oil")
    told.clear()
    for power in sides.standing(campaign):
        places = firestorms.removable(campaign, power)
        if places and places not in told:
            told.add(places)
            names = ", ".join(campaign.places[place].name for place in places)
            text = f"{sides.named(campaign, power)}: one firestorm marker may be removed ({names})"
            yield Duty(text, "26.85A", order=f"{power} clear-firestorm {places[0]}")
