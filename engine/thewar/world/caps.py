"""How many units stand in North Africa, which is Libya and Egypt, and when the Axis enters Egypt (12.2.5, rulings 407,
408, 525, 526).

Units count that are recorded in one of its places, and those of which their owner says that they stand there somewhere.
Of all others the board knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.late import Asked
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, counters, sides, titles, traits, wars
from engine.thewar.world.state import InAfrica, TheWar, Unit

RULE = "12.2.5"
LIBYA, EGYPT = "libya", "egypt"
LANDS = (LIBYA, EGYPT)
"""North Africa, by the lands that it is made of."""
FRENCH = ("morocco", "algeria", "tunisia")
"""French North Africa."""
MALTA, TOBRUK = "malta", "tobruk"
_board = Asked("engine.thewar", "map.board:board")
"""The map, which nobody loads who only looks."""
INVADED = "french-north-africa-invaded"
"""The fact that the Western Allies have invaded French North Africa; its value is the turn (ruling 408)."""


@frozen
class Cap:
    """What a power may have in North Africa: ``factors`` of ground units as printed, and ``aircraft`` in units."""

    factors: int
    aircraft: int


_CAPS = {"germany": (Cap(6, 2), Cap(12, 3)), "italy": (Cap(12, 2), Cap(24, 3)), "britain": (Cap(18, 2), Cap(24, 3))}
"""By power: while the Allies hold Malta, and while the Axis does."""
_AXIS_UNTIL, _BRITISH_UNTIL = "1942-4-winter", "1942-3-fall"
"""With the Operations of the one the Axis caps end, with the other turn the British."""


def land(campaign: TheWar, where: str) -> str:
    """The land in which a place or a hex lies, itself for a land's own name; '' where only the board knows."""
    place = campaign.places.get(where)
    if place is not None:
        return place.country
    return where if where in (*LANDS, *FRENCH) else str(_board().lands.get(where, ""))


def axis_malta(campaign: TheWar) -> bool:
    """Whether Malta is the Axis'."""
    place = campaign.places.get(MALTA)
    return place is not None and wars.axis_holds(campaign, place.holder)


def cap(campaign: TheWar, power: str) -> Cap | None:
    """What a power may have in North Africa now; None where it has no limit, or none any more."""
    if power not in _CAPS or _over(campaign, power):
        return None
    allied, axis = _CAPS[power]
    return axis if axis_malta(campaign) else allied


def _over(campaign: TheWar, power: str) -> bool:
    """Whether a power's limit has ended: the British by its turn; those of the Axis as its Operations of Winter 1942
    open, or by the invasion of French North Africa."""
    now = calendar.now(campaign)
    if power == "britain":
        return now >= calendar.number(_BRITISH_UNTIL)
    last = calendar.number(_AXIS_UNTIL)
    opened = now == last and (bool(sides.phasing(campaign)) or campaign.progress.step.startswith("end."))
    return now > last or opened or bool(campaign.facts.get(INVADED))


def standing(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The units of a power that count in North Africa: ground and air units, never ships (12.2.5)."""
    return tuple(key for key, unit in campaign.units.items() if unit.power == power and there(campaign, key))


def there(campaign: TheWar, key: str) -> bool:
    """Whether a ground or air unit is known to stand in North Africa."""
    unit = campaign.units[key]
    if traits.category(unit) not in ("ground", "air"):
        return False
    place = campaign.places.get(unit.place)
    return place.country in LANDS if place is not None else key in campaign.in_africa


def load(campaign: TheWar, keys: Iterable[str]) -> Cap:
    """The printed factors of the ground units among some, and how many aircraft there are among them (ruling 525)."""
    units = [campaign.units[key] for key in keys]
    ground = [unit for unit in units if traits.category(unit) == "ground"]
    aircraft = sum(traits.category(unit) == "air" for unit in units)
    return Cap(sum(counters.factors(unit).combat for unit in ground), aircraft)


# --- what is refused


def refused(campaign: TheWar, owner: str, where: str, keys: Iterable[str]) -> Iterable[Refusal]:
    """Every reason why units of an owner do not come to a place, a hex or a land of North Africa. Who is in it moves
    freely there, but for the gate of Egypt."""
    target = land(campaign, where)
    if target not in LANDS:
        return
    coming = [key for key in keys if key in campaign.units and traits.category(campaign.units[key]) != "naval"]
    on_foot = [key for key in coming if traits.category(campaign.units[key]) == "ground"]
    if on_foot:
        yield from without_tobruk(campaign, owner, where)
    new = load(campaign, [key for key in coming if not there(campaign, key)])
    yield from beyond(campaign, owner, new)


def built(campaign: TheWar, where: str, units: Sequence[Unit]) -> Iterable[Refusal]:
    """Why new units of one owner, which no campaign knows yet, do not appear in a place of North Africa."""
    if not units or land(campaign, where) not in LANDS:
        return
    ground = sum(counters.factors(unit).combat for unit in units if traits.category(unit) == "ground")
    aircraft = sum(traits.category(unit) == "air" for unit in units)
    yield from beyond(campaign, units[0].power, Cap(ground, aircraft))


def beyond(campaign: TheWar, owner: str, new: Cap) -> Iterable[Refusal]:
    """Why so much more of an owner does not come to North Africa: with what is there it is over the limit."""
    most = cap(campaign, owner)
    if most is None:
        return
    now, whose = load(campaign, standing(campaign, owner)), wars.named(campaign, owner)
    held = "while the Axis holds Malta" if axis_malta(campaign) else "while the Allies hold Malta"
    hint = f"{_ends(owner)}; who has left is told by '{_speaker(campaign, owner)} africa elsewhere units=...'."
    for what, have, more, limit in (
        ("ground factors", now.factors, new.factors, most.factors),
        ("air units", now.aircraft, new.aircraft, most.aircraft),
    ):
        if more and have + more > limit:
            reason = f"{whose} would have {have + more} {what} in North Africa, {limit} at most {held}"
            yield Refusal(f"{RULE}, ruling 407", reason, hint)


def _ends(owner: str) -> str:
    if owner == "britain":
        return f"Without limit from {calendar.spoken(_BRITISH_UNTIL)}"
    return (
        f"Without limit from the Axis Operations of {calendar.spoken(_AXIS_UNTIL)}, or once the Allies invade French "
        "North Africa"
    )


def _speaker(campaign: TheWar, owner: str) -> str:
    country = campaign.countries.get(owner)
    return country.patron if country is not None else owner


def without_tobruk(campaign: TheWar, owner: str, where: str) -> Iterable[Refusal]:
    """Why no Axis ground unit enters Egypt: Tobruk is not the Axis' (12.2.5)."""
    tobruk = campaign.places.get(TOBRUK)
    if tobruk is None or land(campaign, where) != EGYPT or sides.side(campaign, owner) != sides.AXIS:
        return
    if not wars.axis_holds(campaign, tobruk.holder):
        holder = wars.named(campaign, tobruk.holder) if tobruk.holder else "nobody"
        reason = f"no Axis unit enters Egypt while Tobruk is not the Axis'; {holder} holds it"
        yield Refusal(RULE, reason, f"'capture {TOBRUK} {owner}' comes first.")


# --- what is recorded


def moved(tx: Transaction[TheWar], keys: Iterable[str], where: str, why: str) -> None:
    """Units come to a place, a hex or a land: those of North Africa without a recorded place are marked there, of all
    others the mark goes."""
    target = land(tx.campaign, where)
    for key in keys:
        unit = tx.campaign.units.get(key)
        if unit is None or traits.category(unit) not in ("ground", "air"):
            continue
        if target in LANDS and unit.place not in tx.campaign.places:
            tx.put(f"in_africa.{key}", InAfrica(land=target, since=calendar.turn(tx.campaign)), why, RULE)
        elif key in tx.campaign.in_africa:
            tx.remove(f"in_africa.{key}", why, RULE)


def invaded(tx: Transaction[TheWar], by: str, where: str, *, french: bool = False) -> None:
    """Somebody lands in a place or hex, or takes it: the first of the Western Allies in French North Africa ends the
    Axis' limits, where it is not French any more (ruling 408). ``french``: the table says that the hex lies in it."""
    power = tx.campaign.powers.get(_speaker(tx.campaign, by))
    if power is None or power.alliance != "western" or tx.campaign.facts.get(INVADED):
        return
    target = land(tx.campaign, where)
    if not (target in FRENCH or french) or _still_french(tx.campaign, where, target):
        return
    tx.put(
        f"facts.{INVADED}", calendar.turn(tx.campaign), "the Allies invade French North Africa", "12.2.5, ruling 408"
    )


def _still_french(campaign: TheWar, where: str, target: str) -> bool:
    """Whether what is entered is an ally's: France's own, or the Free French's."""
    place, colony = campaign.places.get(where), campaign.holdings.get(target)
    holder = place.holder if place is not None else colony.holder if colony is not None else ""
    theirs = campaign.powers.get(holder)
    return theirs is not None and theirs.alliance == "western"


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """A turn ends: marks of units that are gone, or are recorded in a place, are taken off."""
    for key in list(tx.campaign.in_africa):
        unit = tx.campaign.units.get(key)
        if unit is None or unit.place in tx.campaign.places:
            tx.remove(f"in_africa.{key}", "not there any more", RULE)


# --- what is told


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Who has more in North Africa than he may; and, of who has anything recorded there, the limit that holds."""
    for power in _CAPS:
        most = cap(campaign, power)
        keys = standing(campaign, power) if most is not None and wars.belligerent(campaign, power) else ()
        if most is None or not keys:
            continue
        now, whose = load(campaign, keys), wars.named(campaign, power)
        have = f"{now.factors} ground factors and {_units(now.aircraft)} in North Africa"
        may = f"{most.factors} and {most.aircraft} at most"
        if now.factors > most.factors or now.aircraft > most.aircraft:
            yield Duty(f"{whose} has {have}, {may}: what is beyond leaves ({titles.units(campaign, keys)})", RULE)
        else:
            yield Duty(f"{whose} has {have}, {may}", RULE)


def _units(count: int) -> str:
    return "1 air unit" if count == 1 else f"{count} air units"
