"""Boxes that fall to who holds them for turns: Italian East Africa, the Azores, South Africa (19.1.2, 23.41, 23.47,
rulings 373 and 374)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from engine.kernel.grammar import FLAG, word
from engine.kernel.orders import PowerOrder, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import conquest, statuses
from engine.thewar.endings.near import AZORES, EAST_AFRICA, SOUTH_AFRICA, WAITED_IN, of_the_west
from engine.thewar.world import calendar, counters, forces, minors, wars
from engine.thewar.world.state import BoxHold, TheWar, Unit

STEP = "stratmove.boxes"
COLONY = "italian-east-africa"
EFFORT_SAID = "east-africa-effort"
"""The fact of the turn in which Britain has said that it has an effort in Italian East Africa."""
_BRITAIN, _BOERS = "britain", "south-africa"
_EFFORT = "an effort there"
_LANDED = ("inf", "sta", "para", "tac", "mdm")
"""Units whose factors count in the Azores (23.41)."""


@frozen
class Rule:
    """What a box asks: in which ``places`` its force stands, how many ``turns`` beside that of the arrival, by which
    ``rule``; ``closed``: why there is nothing to take there, ``lacks``: what of the force is missing, '' where all is
    there."""

    name: str
    places: tuple[str, ...]
    turns: int
    rule: str
    closed: Callable[[TheWar], str]
    lacks: Callable[[TheWar], str]


def _there(campaign: TheWar, *boxes: str) -> list[Unit]:
    """The units of Britain and the United States in boxes."""
    return [unit for unit in campaign.units.values() if unit.place in boxes and of_the_west(campaign, unit.power)]


def _count(units: Iterable[Unit], kind: str, strength: str) -> int:
    return sum((unit.kind, unit.strength) == (kind, strength) for unit in units)


def _east_africa_closed(campaign: TheWar) -> str:
    colony = campaign.holdings.get(COLONY)
    if colony is None or not wars.axis_holds(campaign, colony.holder):
        return "Italian East Africa is not Italy's"
    if not wars.at_war(campaign, _BRITAIN, "italy"):
        return "Britain is not at war with Italy"
    egypt = [campaign.places[key].holder for key in ("alexandria", "suez") if key in campaign.places]
    return "Italy has conquered Egypt" if egypt and all(wars.axis_holds(campaign, one) for one in egypt) else ""


def _east_africa_lacks(campaign: TheWar) -> str:
    units = [unit for unit in _there(campaign, EAST_AFRICA) if unit.power == _BRITAIN]
    parts = []
    if not (_count(units, "mot", "6-7") or _count(units, "mot", "3-7") > 1):
        parts.append("a MOT 6-7 or two MOT 3-7")
    if not any(unit.kind in ("tac", "mdm") for unit in units):
        parts.append("a TAC or MDM")
    if not parts and not effort(campaign):
        parts.append(_EFFORT)
    return " and ".join(parts)


def effort(campaign: TheWar) -> bool:
    """Whether Britain has an effort in Italian East Africa this turn: a Sustained one is everywhere, of others it is
    said (ruling 373)."""
    if campaign.powers[_BRITAIN].effort == "sle" or campaign.facts.get(EFFORT_SAID) == calendar.turn(campaign):
        return True
    return any(
        marker.power == _BRITAIN and marker.place in (EAST_AFRICA, COLONY) and marker.kind in ("rle", "lle")
        for marker in campaign.markers.values()
    )


def _azores_closed(campaign: TheWar) -> str:
    return "" if _axis_in_azores(campaign) else "no Axis unit is in the Azores"


def _axis_in_azores(campaign: TheWar) -> list[str]:
    return [
        key for key, unit in campaign.units.items() if unit.place == AZORES and wars.axis_holds(campaign, unit.power)
    ]


def _factors(units: Iterable[Unit]) -> int:
    return sum(counters.factors(unit).combat for unit in units if unit.kind in _LANDED)


def _azores_lacks(campaign: TheWar) -> str:
    ours = _factors(_there(campaign, AZORES))
    theirs = _factors(campaign.units[key] for key in _axis_in_azores(campaign))
    return "" if ours and ours >= 2 * theirs else f"{max(2 * theirs, 1)} factors there, {ours} are"


def _boers_closed(campaign: TheWar) -> str:
    land = campaign.countries.get(_BOERS)
    ours = land is not None and land.status == "satellite" and land.patron in ("germany", "italy")
    return "" if ours else "South Africa is no Axis Satellite"


def _boers_lack(campaign: TheWar) -> str:
    units = [unit for unit in _there(campaign, *WAITED_IN[SOUTH_AFRICA]) if unit.power == _BRITAIN]
    parts = []
    if not _count(units, "mot", "6-7"):
        parts.append("a MOT 6-7")
    if not _count(units, "arm", "2-8"):
        parts.append("an ARM 2-8")
    return " and ".join(parts)


BOXES: Mapping[str, Rule] = {
    EAST_AFRICA: Rule(
        "Italian East Africa", WAITED_IN[EAST_AFRICA], 2, "19.1.2", _east_africa_closed, _east_africa_lacks
    ),
    AZORES: Rule("The Azores", WAITED_IN[AZORES], 2, "23.41", _azores_closed, _azores_lacks),
    SOUTH_AFRICA: Rule("South Africa", WAITED_IN[SOUTH_AFRICA], 4, "23.47", _boers_closed, _boers_lack),
}
"""The boxes that fall so, with what each asks."""


def waiting(campaign: TheWar) -> tuple[str, ...]:
    """The boxes that somebody waits to take: there is something to take and units of the West are there."""
    return tuple(
        key
        for key, rule in BOXES.items()
        if key in campaign.places and not rule.closed(campaign) and _there(campaign, *rule.places)
    )


def due(campaign: TheWar, half: str = "") -> bool:
    """Whether turns in boxes are still to be counted this turn, and nothing has to be said before."""
    if sayers(campaign):
        return False
    there, turn = waiting(campaign), calendar.turn(campaign)
    if any(key not in there for key in campaign.box_holds):
        return True
    for key in there:
        held = campaign.box_holds.get(key)
        if held is None and BOXES[key].lacks(campaign) in ("", _EFFORT):
            return True
        if held is not None and held.last != turn:
            return True
    return False


def _only_effort_is_missing(campaign: TheWar) -> bool:
    return EAST_AFRICA in waiting(campaign) and _east_africa_lacks(campaign) == _EFFORT


def sayers(campaign: TheWar, half: str = "") -> tuple[str, ...]:
    """Who has to say whether it has an effort in Italian East Africa: Britain with an RLE or an LLE and all else
    there, once the force has stood a turn."""
    held = campaign.box_holds.get(EAST_AFRICA)
    counted = held is not None and held.last != calendar.turn(campaign)
    able = campaign.powers[_BRITAIN].effort in ("rle", "lle") if _BRITAIN in campaign.powers else False
    return (_BRITAIN,) if counted and able and _only_effort_is_missing(campaign) else ()


@frozen
class BoxEffort(PowerOrder[TheWar]):
    """Britain says whether its RLE or LLE of this turn lies in Italian East Africa."""

    verb: ClassVar[str] = "box-effort"
    title: ClassVar[str] = "effort in Italian East Africa"
    rule: ClassVar[str] = "19.1.2"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    there: bool = word(FLAG)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in sayers(campaign):
            reason = "no effort in Italian East Africa is asked for"
            if self.power == _BRITAIN and campaign.powers[_BRITAIN].effort not in ("rle", "lle", "sle"):
                reason = "Britain has no effort this turn"
            yield Refusal("19.1.2, ruling 373", reason, "With an RLE or an LLE, and the force in the box.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        turn = calendar.turn(tx.campaign)
        if self.there:
            tx.put(f"facts.{EFFORT_SAID}", turn, "effort in Italian East Africa", "19.1.2")
        else:
            _lost(tx, EAST_AFRICA, "no effort there")

    def sentence(self, campaign: TheWar) -> str:
        return f"Britain has {'an' if self.there else 'no'} effort in Italian East Africa"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[BoxEffort]:
        if power in sayers(campaign):
            yield cls(power, there=True)
            yield cls(power, there=False)


def _lost(tx: Transaction[TheWar], box: str, why: str) -> None:
    """A box begins anew: its force was broken, or had no effort."""
    if box in tx.campaign.box_holds:
        tx.remove(f"box_holds.{box}", why, BOXES[box].rule)


@frozen
class BoxTurns(TableOrder[TheWar]):
    """The turns that forces have stood in boxes are counted; a box that has been held long enough falls."""

    verb: ClassVar[str] = "box-turns"
    title: ClassVar[str] = "turns in boxes"
    rule: ClassVar[str] = "19.1.2, 23.41, 23.47"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        turn = calendar.turn(tx.campaign)
        for key in list(tx.campaign.box_holds):
            if key not in waiting(tx.campaign):
                _lost(tx, key, "nobody waits there")
        for key in waiting(tx.campaign):
            held, rule = tx.campaign.box_holds.get(key), BOXES[key]
            lacks = rule.lacks(tx.campaign)
            if held is None:
                # The turn of the arrival asks for no effort yet.
                if lacks in ("", _EFFORT):
                    fresh = BoxHold(turns=0, last=turn)
                    tx.create(f"box_holds.{key}", fresh, "arrived", rule.rule)
                continue
            if lacks or calendar.number(held.last) + 1 < calendar.now(tx.campaign):
                _lost(tx, key, lacks or "left for a turn")
                continue
            if held.last == turn:
                continue
            if held.turns + 1 < rule.turns:
                tx.put(f"box_holds.{key}", BoxHold(turns=held.turns + 1, last=turn), "held", rule.rule)
            else:
                tx.remove(f"box_holds.{key}", "taken", rule.rule)
                _TAKEN[key](tx)

    def sentence(self, campaign: TheWar) -> str:
        return "; ".join(_told(campaign, key) for key in waiting(campaign)) or "Turns in boxes"


def _told(campaign: TheWar, key: str) -> str:
    held, rule = campaign.box_holds.get(key), BOXES[key]
    lacks = rule.lacks(campaign)
    if held is None:
        return f"{rule.name}: a force has arrived" if lacks in ("", _EFFORT) else f"{rule.name}: wants {lacks}"
    if lacks:
        return f"{rule.name}: begins anew, wants {lacks}"
    return f"{rule.name}: turn {held.turns + 1} of {rule.turns}"


def _east_africa(tx: Transaction[TheWar]) -> None:
    conquest.Capture(COLONY, _BRITAIN).effect(tx)


def _azores(tx: Transaction[TheWar]) -> None:
    for key in _axis_in_azores(tx.campaign):
        forces.eliminate(tx, key, "eliminated out of supply", "23.41", oos=True)
    power = minors.master(tx.campaign, _there(tx.campaign, AZORES)[0].power)
    tx.set(f"places.{AZORES}.holder", power, "the Azores are taken back", "23.41")


def _south_africa(tx: Transaction[TheWar]) -> None:
    statuses.become(tx, _BOERS, "satellite", _BRITAIN, "the Boer government is put down", "23.47")
    for key in [key for key, pool in tx.campaign.pools.items() if "south-african" in (pool.tag, pool.power)]:
        tx.remove(f"pools.{key}", "permanently eliminated", "23.47")


_TAKEN: Mapping[str, Callable[[Transaction[TheWar]], None]] = {
    EAST_AFRICA: _east_africa,
    AZORES: _azores,
    SOUTH_AFRICA: _south_africa,
}


def told(campaign: TheWar) -> Iterable[str]:
    """Which turn counts for each box that somebody waits in, and what is missing."""
    for key in waiting(campaign):
        yield f"{_told(campaign, key)}."


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What the forces in boxes still want."""
    for key in waiting(campaign):
        yield Duty(_told(campaign, key), BOXES[key].rule)
