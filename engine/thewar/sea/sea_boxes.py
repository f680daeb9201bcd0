"""The boxes of missions, patrols and interceptions at sea: which ships and aircraft are offered to be ticked in them,
and what keeps the others in port (7.0, 7.4, 7.8)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.campaign import several_eyes
from engine.kernel.counters import Counter
from engine.kernel.grammar import Unreadable
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.combat import offered_counters as offers
from engine.thewar.countries import straits
from engine.thewar.politics import stating
from engine.thewar.sea import courses, holds, ship_ways
from engine.thewar.sea.sea_drafts import AIRCRAFT, FACTS, GUARDS, MISSION, SAID, SPIES, guarding
from engine.thewar.world import course_lines, influence, patrols, sea_areas, seas, sides, traits
from engine.thewar.world.state import TheWar, Unit

_AFLOAT, _FLYING = ("naval", "air"), ("air",)
_DONE = "have been on a mission"


def sailing(campaign: TheWar, side: str, first: str = "") -> tuple[str, ...]:
    """The groups of a side's ships and aircraft on the board."""
    return tuple(name for arm in ("naval", "air") for name in battles.names(campaign, side, first=first, category=arm))


def ashore(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The groups of a power's units that Fleets may carry."""
    side = sides.side(campaign, power)
    return tuple(name for arm in ("ground", "air") for name in battles.names(campaign, side, first=power, category=arm))


@frozen
class AtSea:
    """What may be ticked in the boxes of a power's orders at sea."""

    power: str

    def sailing(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Ships and aircraft that may go on a mission."""
        return _ships_first(campaign, offers.own(campaign, self.power, self._call(campaign, _AFLOAT, "movement")))

    def cargo(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Units that Fleets may carry."""
        return offers.own(campaign, self.power, offers.Call(("ground", "air"), holds.CARRIED, "have been carried"))

    def against(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Enemy ships that may be there, those on patrol in the Sea Area first."""
        where = given.get("where", "")
        there = patrols.there(campaign, where, battles.enemy(campaign, self.power)) if where else ()
        return offers.enemies(campaign, self.power, where, offers.Call(_AFLOAT), there=there)

    def patrolling(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Whole Fleets and CV with their NAC."""
        call = self._call(campaign, _AFLOAT, "patrols", _no_patrol)
        return _ships_first(campaign, offers.own(campaign, self.power, call))

    def together(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Fleets and CV with their NAC that may go under a marker."""
        return _ships_first(campaign, offers.own(campaign, self.power, offers.Call(_AFLOAT, fit=_no_task_force)))

    def seeking(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Ships and aircraft that may look for a mission, the patrol there first."""
        where = given.get("where", "")
        patrol = courses.patrol_on(campaign, where, sides.side(campaign, self.power)) if where else ()
        first = (Counter(patrols.PATROL, "the patrol there"),) if patrol else ()
        done = {record.who for record in campaign.missions.values() if record.deed in (MISSION, AIRCRAFT)}
        behind = ship_ways.stay_behind(campaign, where)

        def fit(key: str, unit: Unit) -> str:
            deed = AIRCRAFT if traits.category(unit) == "air" else MISSION
            if key in done and battles.busy(campaign, key, deed):
                return "have intercepted" if deed == AIRCRAFT else _DONE
            if key in behind:
                return "of a port that has looked for it"
            return _in_port(campaign, key)

        call = offers.Call(_AFLOAT, f"seeks-{where}", "have looked for it", "interception", fit)
        return (*first, *_ships_first(campaign, offers.own(campaign, self.power, call)))

    def facts(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """What holds of a mission."""
        return offers.words(FACTS)

    def said(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """What holds of an interception."""
        hidden = (*(() if self.spies(campaign) else (SPIES,)), *(() if self._guards(campaign) else (GUARDS,)))
        return offers.words([name for name in SAID if name not in hidden])

    def spies(self, campaign: TheWar) -> bool:
        """Whether the power has a chit for a search, as far as this view knows."""
        known = stating.in_season(campaign) and influence.known(campaign, self.power)
        return known and influence.stock(campaign, self.power, influence.ESPIONAGE) > 0

    def _guards(self, campaign: TheWar) -> bool:
        """Whether an enemy has one against it, where one seat plays all."""
        one_seat = stating.in_season(campaign) and not several_eyes(campaign)
        return one_seat and bool(guarding(campaign, self.power))

    def through(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The straits on the way."""
        return offers.words(straits.STRAITS)

    def course(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The Sea Areas of the course so far, and those next to the last, by the ports of the ships that are named."""
        path = course_lines.named(given.get("path", ""))
        ships = self._ships(campaign, given)
        bases = dict.fromkeys(ship_ways.lying(campaign, key) for key in ships)
        masters = ship_ways.owners(campaign, ships) or (self.power,)
        closed = {
            name: refusal.reason
            for name in straits.STRAITS
            for master in masters
            for base in bases or ("",)
            for refusal in straits.closed(campaign, master, (name,), base)
        }
        starts = [area for base in bases for area in seas.of_port(campaign, base)]
        return course_lines.lines(campaign, path, starts, seas.goals(campaign, given.get("where", "")), closed)

    def _ships(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[str, ...]:
        """The ships that stand in the box of units, none while their names are still being typed."""
        names = tuple(name for name in given.get("units", "").split(",") if name)
        try:
            keys = battles.meant(campaign, names, sides.side(campaign, self.power), first=self.power)
        except Unreadable:
            return ()
        return ship_ways.ships(campaign, keys)

    def areas(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Every Sea Area, those where the enemy is on patrol first."""
        out = {patrol.area for key, patrol in campaign.patrols.items() if self._hostile(campaign, key)}
        known = sorted(sea_areas.areas(), key=lambda area: area not in out)
        return tuple(Counter(area, sea_areas.name(area), 1, "an enemy patrol" if area in out else "") for area in known)

    def _hostile(self, campaign: TheWar, key: str) -> bool:
        return key in campaign.units and sides.side(campaign, campaign.units[key].power) == battles.enemy(
            campaign, self.power
        )

    def _call(
        self, campaign: TheWar, arms: tuple[str, ...], activity: str, also: offers.Fit | None = None
    ) -> offers.Call:
        def fit(key: str, unit: Unit) -> str:
            return (also(key, unit) if also is not None else "") or _in_port(campaign, key)

        return offers.Call(arms, MISSION, _DONE, activity, fit)


_ORDER = ("fleet", "cv", "nac", "nas", "mdm", "tac", "ftr")
"""Kinds in the order in which a mission at sea is put together: ships, the aircraft of carriers, those from land."""


def _ships_first(campaign: TheWar, lines: tuple[Counter, ...]) -> tuple[Counter, ...]:
    """The lines of a box with the ships above the aircraft; of one kind, and of those of whom none may be named, as
    they stand."""

    def rank(line: Counter) -> tuple[bool, int]:
        kind = next((nth for nth, kind in enumerate(_ORDER) if f"-{kind}-" in f"-{line.text}-"), len(_ORDER))
        # A Task Force, or units of the table that are no kind of these, such as a patrol: as ships.
        ship = line.text in campaign.task_forces or line.text in campaign.units
        return not line.many, 0 if ship else kind

    return tuple(sorted(lines, key=rank))


def _in_port(campaign: TheWar, key: str) -> str:
    """What keeps a ship in port, or where it is."""
    if key in campaign.patrols:
        return "on patrol"
    return "in a yard" if any(slip.unit == key for slip in campaign.slips.values()) else ""


def _no_patrol(key: str, unit: Unit) -> str:
    if unit.kind not in ("fleet", "cv", "nac"):
        return offers.NEVER
    return "Depleted" if unit.depleted else ""


def _no_task_force(key: str, unit: Unit) -> str:
    return "" if unit.kind in ("fleet", "cv", "nac") and unit.power in ("britain", "us") else offers.NEVER
