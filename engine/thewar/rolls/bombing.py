"""Strategic bombing (5.2) and Heavy Flak (11.12). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.values import compared_often
from engine.thewar.rolls.crt import Modifier, combat_table
from engine.thewar.rolls.submarines import NARFS_PER_SMP, ceiling
from engine.thewar.world import calendar

CRT, FLAK = "bombing-crt", "flak-heavy"
# NARFs for each SAC that gets through: normally, with a critical hit, with a firestorm (5.2, 5.2.1, 5.2.2).
RATES = {"us": (3, 4, 5), "britain": (2, 2, 4), "germany": (2, 3, 4)}
WINDOW_RATE = 5
RESEARCH_RATE = 3
"""NARFs for each German SAC after Strategic bomber research (28.1.2)."""
OIL_FROM = "1944-1-spring"
BRITISH_FROM = "1942-1-spring"
# Long-range fighters of the U.S. by the turn they begin (5.2).
FIGHTERS = (("1945-1-spring", -3), ("1944-3-fall", -2), ("1944-1-spring", -1))
UNOPPOSED, JET, RADAR, EXCESS = -2, 2, 1, 3
IN_EXCESS = f"1 for each {EXCESS} SAC in excess"
CRITICAL_SMPS, FIRESTORM_SMPS = 2, 2
MANY, SOVIET_FLAK = 4, -2
"""From how many SAC on Heavy Flak hits better; and what it does over the Soviet Union (11.12, 11.12.5)."""
_LARGE = ((6, 2), (MANY, 1))

MODIFIERS = (
    Modifier("bombsights", -1, "advanced bombsights", "28.2.4", "1943-3-fall"),
    Modifier("convoy-ambush", 1, "bombers against submarine pens after an Ambush", "5.1.3.1"),
    Modifier("convoy-massacre", 2, "bombers against submarine pens after a Massacre", "5.1.3.2"),
    Modifier("no-troops-in-france", 1, "no supplied U.S. ground unit in France", "5.2, ruling 20"),
    Modifier("window", -5, "Window", "28.2.2", "1943-1-spring", "1944-1-spring"),
)
BY_ID = {modifier.id: modifier for modifier in MODIFIERS}
_OF = {
    "bombsights": "us",
    "convoy-ambush": "us",
    "convoy-massacre": "us",
    "no-troops-in-france": "us",
    "window": "britain",
}


@compared_often
class Raid:
    """One raid, before, between or after its rolls. ``interceptors`` counts all INT, ``jets`` those of them that are
    jets.

    ``heavy_flak`` is the defender's level, ``base`` its NARF base, ``oil``: the American takes an oil hit where he
    may choose.
    ``soviet``: the Soviet Union is bombed (29.12); there ``nationality`` is what the ratings of the air forces add, and
    ``baku``: a German airbase lies within 10 hexes of Baku. ``cards``: what cards add to the die (29.9);
    ``research``: Germany has Strategic bomber research (28.1.2). ``flak_face`` and ``face`` are the natural dice, 0
    before they are rolled.
    """

    turn: str
    by: str
    sac: int
    interceptors: int
    jets: int = 0
    heavy_flak: int = 0
    base: int = 170
    modifiers: tuple[str, ...] = ()
    oil: bool = False
    soviet: bool = False
    baku: bool = False
    nationality: int = 0
    cards: int = 0
    research: bool = False
    flak_face: int = 0
    face: int = 0

    @property
    def flak(self) -> HeavyFlak:
        """What Heavy Flak did; nothing before its roll or without it."""
        return heavy_flak(self.heavy_flak, self.sac, self.flak_face, soviet=self.soviet) if self.flak_face else NO_FLAK

    @property
    def arriving(self) -> int:
        """SAC that Heavy Flak left undepleted (ruling 18)."""
        return self.sac - self.flak.eliminated - self.flak.depleted


@compared_often
class HeavyFlak:
    """A roll of Heavy Flak: its row, the printed result, and SAC depleted (they abort) and eliminated."""

    row: int
    result: str
    depleted: int
    eliminated: int


NO_FLAK = HeavyFlak(0, "", 0, 0)


def flak_modifiers(sac: int, *, soviet: bool = False) -> tuple[Line, ...]:
    """What modifies a roll of Heavy Flak against so many SAC (11.12, ruling 19, 11.12.5)."""
    large = [Line(f"{least} SAC or more", value, "11.12, ruling 19") for least, value in _LARGE if sac >= least][:1]
    return (*large, *((Line("Soviet Heavy Flak", SOVIET_FLAK, "11.12.5"),) if soviet else ()))


@lru_cache(maxsize=1024)
def heavy_flak(level: int, sac: int, face: int, *, soviet: bool = False) -> HeavyFlak:
    """One roll of Heavy Flak against so many SAC (11.12): +1 from 4 SAC, +2 from 6 (ruling 19), -2 for the Soviet
    Union."""
    rows = table("thewar", FLAK)["row"]
    row = min(max(face + sum(line.value for line in flak_modifiers(sac, soviet=soviet)), 2), 12)
    text = str(rows[str(row)][level - 1])
    count = int(text[2:] or 1) if text != "Miss" else 0
    if text.startswith("AE"):
        return HeavyFlak(row, text, 0, min(count, sac))
    return HeavyFlak(row, text, min(count, sac), 0)


@lru_cache(maxsize=512)
def least_face(level: int, sac: int, face: int, *, soviet: bool = False) -> int:
    """The lowest face with which Heavy Flak does the same harm."""
    harm = heavy_flak(level, sac, face, soviet=soviet)
    for lower in range(1, face):
        result = heavy_flak(level, sac, lower, soviet=soviet)
        if (result.depleted, result.eliminated) == (harm.depleted, harm.eliminated):
            return lower
    return face


class BombingCore:
    """Heavy Flak, then the bombing table, as a core for forecasts and play."""

    def finished(self, value: Raid) -> bool:
        """Where Flak leaves no bomber nothing more is rolled."""
        if value.heavy_flak and not value.flak_face:
            return False
        return bool(value.face) or value.arriving == 0

    def dice(self, value: Raid) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Raid, faces: tuple[int, ...]) -> Raid:
        if value.heavy_flak and not value.flak_face:
            return attrs.evolve(value, flak_face=faces[0])
        return attrs.evolve(value, face=faces[0])


class HarmCore(BombingCore):
    """Heavy Flak and the bombing table where only the harm counts: faces of Heavy Flak that do the same are taken as
    one."""

    def stage(self, value: Raid, faces: tuple[int, ...]) -> Raid:
        if value.heavy_flak and not value.flak_face:
            faces = (least_face(value.heavy_flak, value.sac, faces[0], soviet=value.soviet),)
        return super().stage(value, faces)


@compared_often
class RaidResult:
    """What came of a raid, in units, NARFs, SMPs and rail moves. ``jets_lost`` are counted in ``int_lost`` too;
    ``surrender`` changes the victim's surrender level."""

    flak_result: str | None
    sac_flak_eliminated: int
    sac_flak_depleted: int
    column: str
    modifier: int
    row: int
    result: str
    marks: tuple[str, ...]
    sac_lost: int
    sac_aborted: int
    int_lost: int
    jets_lost: int
    int_aborted: int
    effective: int
    rate: int
    narfs: int
    base_loss: int
    smps_narfs: int
    smps_extra: int
    rail_lost: int
    surrender: int
    oil_hits: int
    attrition: int
    breakdown: Breakdown = attrs.field(eq=False)


def refusals(raid: Raid) -> Iterable[Refusal]:
    """Every reason why this raid cannot be flown."""
    if calendar.SEASONS[calendar.number(raid.turn) % 4] not in calendar.STRATEGIC_WARFARE:
        yield Refusal("5.0", "strategic warfare is fought in Spring and Fall only", "Choose a Spring or Fall turn.")
    now = calendar.number(raid.turn)
    if raid.jets > raid.interceptors:
        yield Refusal(
            "5.2", f"{raid.jets} jets among {raid.interceptors} interceptors", "Jets are counted among the INT."
        )
    if raid.jets and raid.by == "germany":
        yield Refusal("11.13", "only Germany has jet interceptors")
    for name in raid.modifiers:
        modifier = BY_ID[name]
        if _OF[name] != raid.by:
            yield Refusal(modifier.rule, f"'{name}' is not for bombers of {raid.by}")
        if modifier.first and now < calendar.number(modifier.first):
            yield Refusal(modifier.rule, f"'{name}' can be played from {calendar.spoken(modifier.first)} on")
        if modifier.last and now > calendar.number(modifier.last):
            yield Refusal(modifier.rule, f"'{name}' could be played until {calendar.spoken(modifier.last)}")
    if len(set(raid.modifiers)) < len(raid.modifiers):
        yield Refusal("5.2", "a modifier is named twice")
    if {"convoy-ambush", "convoy-massacre"} <= set(raid.modifiers):
        yield Refusal("5.1.3.2", "an Ambush and a Massacre are never the same roll's")
    if raid.soviet:
        if raid.by != "germany":
            yield Refusal("29.12", "only Germany bombs the Soviet Union")
        if raid.oil and not raid.baku:
            yield Refusal("29.12", "oil hits ask for an airbase within 10 hexes of Baku", "choice industry")
    elif raid.oil and raid.by != "us":
        yield Refusal("5.2.1", "only American bombers choose oil in Germany", "choice industry")
    elif raid.oil and now < calendar.number(OIL_FROM):
        yield Refusal("24.1, ruling 102", "oil hits begin in Spring 1944", "choice industry")


def modifiers(raid: Raid) -> tuple[Line, ...]:
    """Every modifier that applies, after Heavy Flak, with its rule (5.2)."""
    lines = [Line(BY_ID[name].label, BY_ID[name].value, BY_ID[name].rule) for name in raid.modifiers]
    now = calendar.number(raid.turn)
    if raid.by == "us":
        fighters = next((value for first, value in FIGHTERS if now >= calendar.number(first)), 0)
        if fighters:
            lines.append(Line("long-range fighters", fighters, "5.2"))
    if raid.by == "britain" and now >= calendar.number(BRITISH_FROM):
        lines.append(Line("British bombers from 1942", -1, "5.2"))
    excess = max(0, raid.arriving - raid.interceptors) // EXCESS
    if excess:
        lines.append(Line(IN_EXCESS, -excess, "5.2"))
    if not raid.interceptors:
        lines.append(Line("unopposed", UNOPPOSED, "5.2"))
    if raid.heavy_flak > 2:
        lines.append(Line(f"Heavy Flak level {raid.heavy_flak}", raid.heavy_flak - 2, "5.2"))
    if raid.jets:
        lines.append(Line(f"{raid.jets} jet interceptors", JET * raid.jets, "5.2"))
    if raid.by == "germany" and not raid.soviet:
        lines.append(Line("British radar", RADAR, "5.2.4"))
    if raid.cards:
        lines.append(Line("cards", raid.cards, "29.9"))
    if raid.nationality:
        lines.append(Line("air forces' ratings", raid.nationality, "29.12, 11.11"))
    return tuple(lines)


def resolve(raid: Raid) -> RaidResult:
    """What came of a raid (5.2 to 5.2.3): Flak, losses, aborts, the excess, rates and marks, the cap, SMPs,
    attrition."""
    flak, arriving = raid.flak, raid.arriving
    column, row, text = "", 0, "no effect"
    marks: tuple[str, ...] = ()
    lost = aborted = int_lost = int_aborted = effective = net = 0
    causes: list[Line] = []
    if arriving:
        crt = combat_table(CRT)
        column = crt.column(arriving, raid.interceptors or 1)
        lines = modifiers(raid)
        net = sum(line.value for line in lines)
        causes.extend(lines)
        row = crt.row(raid.face + net)
        cell = crt.cell(column, row)
        text, marks = cell.text, cell.marks
        if raid.interceptors:
            lost = min(cell.attackers_lost, arriving)
            int_lost = min(cell.defenders_lost, raid.interceptors)
            aborted = min(cell.attackers_aborted, arriving - lost)
            int_aborted = min(cell.defenders_aborted, raid.interceptors - int_lost)
        # Unopposed: an adverse result is void and the excess counts against nobody (ruling 17).
        effective = max(0, arriving - lost - aborted - (raid.interceptors - int_lost - int_aborted))
    hit = 2 if "**" in marks else 1 if "*" in marks else 0
    if raid.soviet and not raid.baku:
        # Without an airbase near Baku a marked result is an ordinary one (29.12).
        hit = 0
    oil_hits = hit if raid.oil else 0
    harm = 0 if raid.oil else hit
    rate = WINDOW_RATE if "window" in raid.modifiers else RATES[raid.by][harm]
    if raid.research:
        rate = max(rate, RESEARCH_RATE)
    narfs = effective * rate
    causes.append(Line(f"{effective} SAC x {rate} NARFs", narfs, "5.2"))
    cap = raid.base // 4
    if narfs > cap:
        causes.append(Line("a quarter of the base at most", cap - narfs, "5.2"))
        narfs = cap
    german = raid.by == "germany"
    damage = narfs > 0 or int_lost > 0
    worn = ceiling(raid.interceptors + raid.jets, 3) if raid.interceptors and damage else 0
    firestorm = harm == 2
    smps_extra = CRITICAL_SMPS if harm == 1 else FIRESTORM_SMPS if firestorm and not german else 0
    return RaidResult(
        flak_result=flak.result if raid.heavy_flak else None,
        sac_flak_eliminated=flak.eliminated,
        sac_flak_depleted=flak.depleted,
        column=column,
        modifier=net,
        row=row,
        result=text,
        marks=marks,
        sac_lost=lost,
        sac_aborted=aborted,
        int_lost=int_lost,
        # Jets are lost after all other interceptors (5.2).
        jets_lost=max(0, int_lost - (raid.interceptors - raid.jets)),
        int_aborted=int_aborted,
        effective=effective,
        rate=rate,
        narfs=narfs,
        base_loss=narfs if harm and not german else 0,
        smps_narfs=ceiling(narfs, NARFS_PER_SMP) if german and not raid.soviet else narfs // NARFS_PER_SMP,
        smps_extra=smps_extra,
        rail_lost=harm,
        surrender=0 if not firestorm or raid.soviet else 1 if german else -1,
        oil_hits=oil_hits,
        # Depleted bombers may be taken for attrition too (ruling 22).
        attrition=min(worn, raid.sac - flak.eliminated - lost),
        breakdown=Breakdown(tuple(causes)),
    )


MDM_SACS = 4
MDM_BUILD, MDM_REPAIR = 15, 6


def lent_bombers(eliminated: int, depleted: int) -> tuple[int, int, int]:
    """What replacing lent MDM costs: MDM rebuilt, MDM repaired, NARFs (5.2.4, ruling 23). Two depleted count as one
    lost."""
    lost = eliminated + depleted // 2
    rebuilt, left = divmod(lost, MDM_SACS)
    if left == 3:
        rebuilt, left = rebuilt + 1, 0
    repaired = 1 if left else 0
    return rebuilt, repaired, rebuilt * MDM_BUILD + repaired * MDM_REPAIR
