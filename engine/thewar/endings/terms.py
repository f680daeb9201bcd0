"""The terms of France as a list in the printed order: what of them is done, open or does not apply, and whose it is to
go on (18.5, ruling 355)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.values import frozen
from engine.thewar.countries import french_colonies
from engine.thewar.economy import fallen
from engine.thewar.rolls import falls
from engine.thewar.sea import sea_drafts
from engine.thewar.world import calendar, counters, sides, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar

OPEN, DONE, VOID, CLOSED = "open", "done", "not applicable", "closed"
FACT = "french-terms-open"
"""The fact that the terms are still to be carried out."""
TITLES: Mapping[str, tuple[str, str]] = {
    "vichy": ("Vichy France is made", "18.5.1"),
    "disarmament": ("the army is disarmed", "18.5.3"),
    "colonies": ("the dice for the colonies", "18.5.4"),
    "garrisons": ("Vichy's garrisons", "18.5.3"),
    "free-garrisons": ("garrisons of Free French colonies", "18.5.3, 18.5.4"),
    "navy": ("the Navy's ports", "18.5.5"),
    "influence": ("French influence ends", "18.5.8"),
    "mers-el-kebir": ("Mers-el-Kebir", "18.5.6"),
    "status": ("Vichy's status", "18.5.3, 18.5.6"),
    "evacuation": ("Allied units leave Vichy's lands", "18.5.7"),
}
"""By line what it is and its rule, in the order in which the terms are carried out."""
AFRICA = ("algeria", "tunisia", "morocco")
MAINLAND, SYRIA = "mainland", "syria"
FRANCE, VICHY, BRITAIN, GERMANY = "france", fallen.VICHY_FRANCE, "britain", "germany"
KEPT = "vichy-garrison"
"""The tag of INF of Vichy that still waits for its place."""


@frozen
class Line:
    """A line of the terms. ``state``: open, done, not applicable or closed; ``why`` in words; ``order``: what goes on
    with it, how it begins; ``whose``: the powers that are awaited with it."""

    id: str
    state: str
    why: str = ""
    order: str = ""
    whose: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What the line is."""
        return TITLES[self.id][0]

    @property
    def rule(self) -> str:
        """Its rule."""
        return TITLES[self.id][1]

    @property
    def awaited(self) -> bool:
        """Whether somebody has to go on with it now."""
        return self.state == OPEN and bool(self.whose)


def conqueror(campaign: TheWar) -> str:
    """Who dictates the terms: who holds what is occupied of France (18.5.1)."""
    held = campaign.holdings.get(fallen.FRANCE)
    return held.holder if held is not None and wars.standing(campaign, held.holder) else GERMANY


def begins(campaign: TheWar) -> bool:
    """Whether the terms are carried out now for the first time: France has fallen in this turn."""
    france = campaign.powers.get(FRANCE)
    fell = france is not None and france.surrendered == calendar.turn(campaign)
    return fell and not campaign.terms and VICHY in campaign.countries


# --- what is there


def garrison(campaign: TheWar) -> tuple[str, ...]:
    """Vichy's INF that wait for their places, the largest first."""
    waiting = [key for key, unit in campaign.units.items() if (unit.power, unit.tag) == (VICHY, KEPT)]
    return tuple(sorted(waiting, key=lambda key: (-counters.factors(campaign.units[key]).combat, key)))


def left_to_britain(campaign: TheWar) -> tuple[str, ...]:
    """The INF that Britain places in Free French colonies."""
    waiting = [key for key, unit in campaign.units.items() if (unit.power, unit.tag) == (BRITAIN, KEPT)]
    return tuple(waiting)


def fleets(campaign: TheWar) -> tuple[str, ...]:
    """The Fleets of France, or of the Vichy that has them now; no CV (ruling 357)."""
    return tuple(key for key, unit in campaign.units.items() if (unit.power, unit.kind) == (VICHY, "fleet"))


def vichys(campaign: TheWar, colony: str) -> bool:
    """Whether a colony is Vichy's."""
    held = campaign.holdings.get(colony)
    return held is not None and held.holder == VICHY


def free(campaign: TheWar, colony: str) -> bool:
    """Whether a colony is Free French: Britain's by its die."""
    held = campaign.holdings.get(colony)
    return held is not None and (held.owner, held.holder) == (FRANCE, BRITAIN)


def to_africa(campaign: TheWar) -> int:
    """How many Fleets go to North Africa: a third, rounded up, where a colony there is Vichy's (18.5.5)."""
    colony = any(vichys(campaign, key) for key in AFRICA)
    return falls.VichyForces(0, len(fleets(campaign)), colony).to_africa


def demands(campaign: TheWar, units: int) -> dict[str, tuple[str, ...]]:
    """Where a garrison is demanded, by what it is called: the lands of which one has it. As many as there are units,
    the mainland first (18.5.3)."""
    wanted: dict[str, tuple[str, ...]] = {MAINLAND: (MAINLAND,)}
    for name, lands in (("North Africa", AFRICA), ("Syria", (SYRIA,))):
        ours = tuple(key for key in lands if vichys(campaign, key)) or tuple(
            key for key in lands if free(campaign, key)
        )
        if ours:
            wanted[name] = ours
    return dict(list(wanted.items())[:units])


def free_demands(campaign: TheWar, units: int) -> dict[str, tuple[str, ...]]:
    """The demanded garrisons that Free French colonies have, so that Britain places them."""
    return {
        name: lands for name, lands in demands(campaign, units).items() if all(free(campaign, land) for land in lands)
    }


# --- the lines


def _colonies(campaign: TheWar) -> Line:
    if french_colonies.waiting(campaign):
        return Line("colonies", OPEN, "", "french-colonies", (conqueror(campaign),))
    return Line("colonies", DONE, "no colony waits for its die")


def _garrisons(campaign: TheWar) -> Line:
    if not garrison(campaign):
        return Line("garrisons", VOID, "no INF of France is left")
    if french_colonies.waiting(campaign):
        return Line("garrisons", OPEN, "after the dice for the colonies")
    power = conqueror(campaign)
    return Line("garrisons", OPEN, "", f"{power} french-garrisons", (power,))


def _free_garrisons(campaign: TheWar) -> Line:
    if left_to_britain(campaign) and wars.standing(campaign, BRITAIN):
        return Line("free-garrisons", OPEN, "", f"{BRITAIN} french-garrisons", (BRITAIN,))
    if garrison(campaign) and not any(free(campaign, key) for key in french_colonies.COLONIES):
        return Line("free-garrisons", VOID, "no colony is Free French")
    if garrison(campaign):
        return Line("free-garrisons", OPEN, "after Vichy's garrisons")
    return Line("free-garrisons", VOID, "no Free French colony is in want of one")


def _navy(campaign: TheWar) -> Line:
    if not any(unit.power == VICHY and unit.kind in ("fleet", "cv") for unit in campaign.units.values()):
        return Line("navy", VOID, "France has no ship in play")
    if french_colonies.waiting(campaign):
        return Line("navy", OPEN, "after the dice for the colonies")
    power = conqueror(campaign)
    return Line(
        "navy",
        OPEN,
        f"{counted(to_africa(campaign), 'Fleet', 'Fleets')} to North Africa",
        f"{power} french-navy",
        (power,),
    )


def _mers(campaign: TheWar) -> Line:
    if campaign.facts.get(sea_drafts.MERS, False):
        return Line("mers-el-kebir", DONE, "Britain has attacked")
    if not wars.at_war(campaign, BRITAIN, GERMANY) or not wars.standing(campaign, BRITAIN):
        return Line("mers-el-kebir", VOID, "Britain is not at war with Germany")
    placed = campaign.terms.get("navy")
    if placed is None and _navy(campaign).state == OPEN:
        return Line("mers-el-kebir", OPEN, "once the Navy has its ports")
    if placed is not None and placed.how == DONE and not [key for key in placed.units if key in campaign.units]:
        return Line("mers-el-kebir", VOID, "no Fleet lies in North Africa")
    if placed is None:
        return Line("mers-el-kebir", VOID, "France has no Fleet")
    return Line("mers-el-kebir", OPEN, "attack, or 'spare-fleet'", f"{BRITAIN} mers-el-kebir", (BRITAIN,))


def _status(campaign: TheWar) -> Line:
    return Line("status", OPEN, "once Britain has attacked or not")


def stranded(campaign: TheWar) -> dict[str, tuple[str, ...]]:
    """The Allied units that are recorded in Vichy's lands, by whose they are (18.5.7)."""
    found: dict[str, list[str]] = {}
    for key, unit in campaign.units.items():
        place = campaign.places.get(unit.place)
        row = campaign.powers.get(unit.power)
        if row is not None and row.side == sides.ALLIED and place is not None and place.holder == VICHY:
            found.setdefault(unit.power, []).append(key)
    return {power: tuple(keys) for power, keys in found.items()}


def _evacuation(campaign: TheWar) -> Line:
    there = stranded(campaign)
    if not there:
        return Line("evacuation", VOID, "nobody is recorded there; what the board shows goes home now")
    first = next(iter(there))
    return Line("evacuation", OPEN, "", f"{first} french-evacuation", tuple(there))


_READ: Mapping[str, Callable[[TheWar], Line]] = {
    "colonies": _colonies,
    "garrisons": _garrisons,
    "free-garrisons": _free_garrisons,
    "navy": _navy,
    "mers-el-kebir": _mers,
    "status": _status,
    "evacuation": _evacuation,
}


def line(campaign: TheWar, key: str) -> Line:
    """A line as it stands: as it was settled, else as the campaign shows it."""
    settled = campaign.terms.get(key)
    if settled is not None:
        said = settled.why or calendar.spoken(settled.turn)
        return Line(key, DONE if settled.how == DONE else CLOSED, said)
    read = _READ.get(key)
    return read(campaign) if read is not None else Line(key, OPEN, "as the terms begin")


def lines(campaign: TheWar) -> tuple[Line, ...]:
    """All lines in their order; none before France has fallen."""
    return tuple(line(campaign, key) for key in TITLES) if campaign.terms else ()


def settled(campaign: TheWar) -> bool:
    """Whether nothing of the terms is open any more."""
    return bool(campaign.terms) and not any(one.state == OPEN for one in lines(campaign))


def decides_status(campaign: TheWar) -> bool:
    """Whether Vichy's status can be set: Britain has attacked or not."""
    return bool(campaign.terms) and "status" not in campaign.terms and line(campaign, "mers-el-kebir").state != OPEN


def in_hand(campaign: TheWar) -> bool:
    """Whether the terms are being carried out."""
    return bool(campaign.terms) and bool(campaign.facts.get(FACT, False))


def actors(campaign: TheWar, half: str) -> tuple[str, ...]:
    """Who is awaited with a line; where terms were dictated before there was a list of them, Germany and Britain."""
    if not campaign.terms:
        return tuple(power for power in (GERMANY, BRITAIN) if wars.standing(campaign, power))
    found = [power for one in lines(campaign) if one.awaited for power in one.whose]
    return tuple(power for power in dict.fromkeys(found) if wars.standing(campaign, power))
