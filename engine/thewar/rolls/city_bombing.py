"""Raids on single German cities with hidden markers, in place of the bombing table's marks (29.10). Pure: no campaign
is needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import gcd

import attrs

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import compared_often
from engine.thewar.rolls import bombing
from engine.thewar.rolls.submarines import NARFS_PER_SMP, ceiling
from engine.thewar.world import calendar

MARKERS, CRITICALS, FIRESTORMS = 20, 5, 2
"""Industry markers on the board, and what lies face down under seven of them."""
CRITICAL, FIRESTORM, NOTHING = "critical", "firestorm", "nothing"
PLANT = "oil-plant"
PLANT_TURNS = ("1944-3-fall", "1945-1-spring")
HITS: Mapping[str, Mapping[str, int]] = {
    "britain": {CRITICAL: 2, FIRESTORM: 2},
    "us": {CRITICAL: 5, FIRESTORM: 1},
}
"""The highest face of the last die with which the bombers make good what they have found."""
# How far from Britain, in hexes, up to which turn; afterwards there is no limit.
REACH: Mapping[str, tuple[tuple[str, int], ...]] = {
    "us": (("1942-4-winter", 4), ("1943-4-winter", 7)),
    "britain": (("1943-2-summer", 7),),
}
BOHEMIA_FROM: Mapping[str, str] = {"britain": "1944-1-spring"}
_HARM = {CRITICAL: 1, PLANT: 1, FIRESTORM: 2}


def reach(by: str, turn: str) -> int | None:
    """The hexes from Britain up to which a power may bomb on a turn, None without a limit (29.10, ruling 182)."""
    now = calendar.number(turn)
    return next((hexes for last, hexes in REACH[by] if now <= calendar.number(last)), None)


@compared_often
class Hidden:
    """The Industry markers of a turn that nobody has looked under yet, and what is left under them."""

    markers: int = MARKERS
    critical: int = CRITICALS
    firestorms: int = FIRESTORMS

    def under(self, face: int) -> str:
        """What a die with as many sides as there are markers finds (ruling 179)."""
        if face <= self.critical:
            return CRITICAL
        return FIRESTORM if face <= self.critical + self.firestorms else NOTHING

    def without(self, content: str) -> Hidden:
        """What is left once a marker has been looked under."""
        return Hidden(self.markers - 1, self.critical - (content == CRITICAL), self.firestorms - (content == FIRESTORM))


@compared_often
class CityRaid:
    """A raid on one city. ``raid`` holds the bombers, the interceptors and the die of the bombing table; its own Heavy
    Flak is never rolled, because here it fires after the interceptors (ruling 181). ``plant``: a synthetic oil plant
    is bombed, and no marker looked under. ``marker_face``, ``flak_face`` and ``hit_face`` are natural dice, 0 before
    they are rolled; ``oil``: the American takes the plant's oil instead of industry."""

    raid: bombing.Raid
    hidden: Hidden = Hidden()
    plant: bool = False
    oil: bool = False
    marker_face: int = 0
    flak_face: int = 0
    hit_face: int = 0
    surviving: int = attrs.field()
    """SAC that the interceptors neither shot down nor turned away."""

    @surviving.default
    def _surviving(self) -> int:
        return self.raid.sac - self.fought.sac_lost - self.fought.sac_aborted if self.raid.face else self.raid.sac

    @property
    def fought(self) -> bombing.RaidResult:
        """What bombers and interceptors did to each other."""
        return bombing.resolve(self.raid)

    @property
    def under(self) -> str:
        """What was found: critical, firestorm, nothing or oil-plant; '' before the marker is turned."""
        if self.plant:
            return PLANT
        return self.hidden.under(self.marker_face) if self.marker_face else ""

    @property
    def flak(self) -> bombing.HeavyFlak:
        """What Heavy Flak did to the bombers."""
        if not self.flak_face:
            return bombing.NO_FLAK
        return bombing.heavy_flak(self.raid.heavy_flak, self.surviving, self.flak_face)

    @property
    def over_target(self) -> int:
        """SAC that Heavy Flak has left undepleted."""
        return self.surviving - self.flak.eliminated - self.flak.depleted

    @property
    def hit(self) -> str:
        """What has been hit: critical, firestorm, oil-plant, or ''."""
        if not self.over_target:
            return ""
        if self.plant:
            return PLANT
        return self.under if 0 < self.hit_face <= HITS[self.raid.by].get(self.under, 0) else ""

    @property
    def awaits(self) -> str:
        """The die that comes next: combat, marker, flak or hit; '' once all are rolled."""
        if not self.raid.face:
            return "combat"
        if not self.surviving:
            return ""
        if not self.under:
            return "marker"
        if self.raid.heavy_flak and not self.flak_face:
            return "flak"
        return "hit" if self.over_target and self.under in HITS[self.raid.by] and not self.hit_face else ""

    @property
    def sides(self) -> int:
        """The number of sides of the die that comes next."""
        return self.hidden.markers if self.awaits == "marker" else 10

    def rolled(self, face: int) -> CityRaid:
        """The raid after the die that it awaits."""
        awaited = self.awaits
        if awaited == "combat":
            raid = attrs.evolve(self.raid, face=face)
            return CityRaid(raid, self.hidden, self.plant, self.oil, self.marker_face, self.flak_face, self.hit_face)
        if awaited == "marker":
            return attrs.evolve(self, marker_face=face)
        return attrs.evolve(self, flak_face=face) if awaited == "flak" else attrs.evolve(self, hit_face=face)


class CityCore:
    """Combat, marker, Heavy Flak and hit as a core for forecasts: faces that come to the same are taken as one, and the
    last die has no more sides than its chance asks for."""

    def finished(self, value: CityRaid) -> bool:
        return not value.awaits

    def dice(self, value: CityRaid) -> tuple[int, ...]:
        if value.awaits == "hit":
            return (10 // gcd(10, HITS[value.raid.by][value.under]),)
        return (value.sides,)

    def stage(self, value: CityRaid, faces: tuple[int, ...]) -> CityRaid:
        face, awaited = faces[0], value.awaits
        if awaited == "marker":
            face = _first(value.hidden, face)
        elif awaited == "flak":
            face = bombing.least_face(value.raid.heavy_flak, value.surviving, face)
        elif awaited == "hit":
            highest = HITS[value.raid.by][value.under]
            face = 1 if face <= highest // gcd(10, highest) else 10
        return value.rolled(face)


@lru_cache(maxsize=128)
def _first(hidden: Hidden, face: int) -> int:
    """The lowest face of the marker's die that finds the same as a face."""
    return next(lower for lower in range(1, face + 1) if hidden.under(lower) == hidden.under(face))


def resolve(city: CityRaid) -> bombing.RaidResult:
    """What came of a raid on a city: losses, NARFs at the rate of what was hit (5.2.1, 5.2.2), the cap, attrition."""
    raid, fought, flak = city.raid, city.fought, city.flak
    guard = raid.interceptors - fought.int_lost - fought.int_aborted
    effective = max(0, city.over_target - guard)
    harm = 0 if city.oil else _HARM.get(city.hit, 0)
    rate = bombing.WINDOW_RATE if "window" in raid.modifiers else bombing.RATES[raid.by][harm]
    narfs = effective * rate
    causes = [*bombing.modifiers(raid), Line(f"{effective} SAC x {rate} NARFs", narfs, "29.10, 5.2")]
    cap = raid.base // 4
    if narfs > cap:
        causes.append(Line("a quarter of the base at most", cap - narfs, "5.2"))
        narfs = cap
    worn = ceiling(raid.interceptors + raid.jets, 3) if raid.interceptors and (narfs or fought.int_lost) else 0
    return attrs.evolve(
        fought,
        flak_result=flak.result if city.flak_face else None,
        sac_flak_eliminated=flak.eliminated,
        sac_flak_depleted=flak.depleted,
        marks=(),
        effective=effective,
        rate=rate,
        narfs=narfs,
        base_loss=narfs if harm else 0,
        smps_narfs=narfs // NARFS_PER_SMP,
        smps_extra=(0, bombing.CRITICAL_SMPS, bombing.FIRESTORM_SMPS)[harm],
        rail_lost=harm,
        surrender=-1 if harm == 2 else 0,
        oil_hits=1 if city.oil and city.hit == PLANT else 0,
        attrition=min(worn, raid.sac - flak.eliminated - fought.sac_lost),
        breakdown=Breakdown(tuple(causes)),
    )
