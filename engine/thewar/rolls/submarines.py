"""The U-boat war (5.1): combat on the U-boat table, NARFs and SMPs lost at sea, attrition. Pure: no campaign is
needed."""

from __future__ import annotations

from collections.abc import Iterable

import attrs
from attrs import field

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.values import compared_often
from engine.thewar.rolls.crt import Modifier, combat_table
from engine.thewar.world import calendar

CRT, ATTRITION = "uboat-crt", "uboat-attrition"
RATES = {"": 3, "*": 4, "**": 5}
"""NARFs for each U-boat that gets through: normally, in a Convoy Ambush, in a Massacre (5.1.3)."""
RAIDER, RAIDER_DEPLETED = 8, 4
NARFS_PER_SMP = 20
HARDER_FROM = "1943-3-fall"

# A variant's modifier cannot hold before the first turn on which its card may be played; the Happy Time hangs on the
# U.S. entry, which another power's declaration may bring on any turn (22.3.1), so no date bounds it.
MODIFIERS = (
    Modifier("happy-time", -4, "Happy Time", "5.1.1"),
    Modifier("advanced-subs", -2, "German advanced submarines", "28.1.2", "1943-3-fall"),
    Modifier("french-bay-port", -2, "a French port on the Bay of Biscay", "5.1.1", "", "1943-1-spring"),
    Modifier("norway-ports", -1, "Bergen, Trondheim and Narvik", "5.1.1", "", "1943-3-fall"),
    Modifier("azores-axis", -1, "Portugal a Satellite, the Azores Axis", "5.1.1"),
    Modifier("spain-axis", -1, "Spain Axis", "5.1.1"),
    Modifier("gibraltar-axis", -1, "Gibraltar Axis (ruling 29)", "5.1.1"),
    Modifier("ireland-or-south-africa-axis", -1, "Ireland or South Africa a German Satellite", "23.29, 23.47"),
    Modifier("iceland-unoccupied", -1, "Iceland and the Faeroes not occupied", "23.25"),
    Modifier("schnorkel", -1, "schnorkel U-boats", "28.1.2", "1941-3-fall"),
    Modifier("escort-carriers", 1, "escort carriers", "28.2.4", "1942-3-fall"),
    Modifier("sonar-hedgehogs", 1, "sonar and hedgehogs", "28.2.2", "1942-3-fall"),
    Modifier("huff-duff", 1, "huff-duff", "28.2.2", "1942-3-fall"),
    Modifier("portugal-british", 1, "Portugal a British Satellite", "5.1.1"),
    Modifier("spain-allied", 1, "Spain a British or American Satellite (ruling 29)", "5.1.1"),
    Modifier("ireland-american", 1, "Ireland an American Satellite", "5.1.1"),
    Modifier("ultra", 1, "Espionage chit (Ultra)", "5.1.3.5"),
)
BY_ID = {modifier.id: modifier for modifier in MODIFIERS}
_CONTRARY = (
    ("azores-axis", "portugal-british", "5.1.1"),
    ("spain-axis", "spain-allied", "5.1.1"),
    ("ultra", "happy-time", "5.1.3.5"),
)


@compared_often
class UBoatWar:
    """One turn of the U-boat war, before or after its roll. ``turn`` is a label; ``modifiers`` the ids that hold.

    ``raiders`` are at full strength, ``raiders_depleted`` came through depleted; ``victim`` 'britain' or 'us' bears
    the NARFs;
    ``isles`` is the base of the British Isles in NARFs, a third of which is the British cap (ruling 10).
    ``convoys``: the convoy rule is on, so the table's marks are ignored (29.7); ``convoy`` is then what the convoy met:
    '', '*' or '**'. ``damage_only``: attrition only for NARFs (ruling 7, option b). ``by_table``: attrition by the
    optional table (29.17), ``attrition_face`` its die. ``hunters``: ASW that hunt count in attrition alone
    (29.16). ``cards``: what cards add to the die (29.6). ``face`` is the natural die; 0 before one is rolled.
    """

    turn: str
    uboats: int
    asw: int
    modifiers: tuple[str, ...] = ()
    raiders: int = 0
    raiders_depleted: int = 0
    victim: str = "britain"
    isles: int = 120
    convoys: bool = False
    convoy: str = ""
    damage_only: bool = False
    by_table: bool = False
    hunters: int = 0
    cards: int = 0
    face: int = 0
    attrition_face: int = 0
    rolled: bool = field(default=False)

    @property
    def rolls(self) -> bool:
        """Whether a die is rolled at all: not without ASW (ruling 6), and not without U-boats."""
        return bool(self.asw and self.uboats)

    @property
    def happy(self) -> bool:
        """Whether it is the Happy Time."""
        return "happy-time" in self.modifiers

    @property
    def modifier(self) -> int:
        """The net modifier of the die."""
        return sum(BY_ID[name].value for name in self.modifiers) + self.cards

    @property
    def column(self) -> str:
        """The odds column; without ASW the best one (ruling 6), '' without U-boats."""
        return combat_table(CRT).column(self.uboats, self.asw) if self.uboats else ""


class UBoatCore:
    """The roll on the U-boat table, and that on the optional attrition table, as a core for forecasts and play."""

    def finished(self, value: UBoatWar) -> bool:
        return (value.rolled or not value.rolls) and not attrition_due(value)

    def dice(self, value: UBoatWar) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: UBoatWar, faces: tuple[int, ...]) -> UBoatWar:
        if value.rolled:
            return attrs.evolve(value, attrition_face=faces[0])
        return attrs.evolve(value, face=faces[0], rolled=True)


@compared_often
class UBoatResult:
    """What came of a turn of the U-boat war, in units, NARFs and SMPs. ``marks`` as printed, ``breakdown`` the
    causes."""

    column: str
    modifier: int
    row: int
    result: str
    marks: tuple[str, ...]
    uboats_lost: int
    uboats_aborted: int
    asw_lost: int
    asw_aborted: int
    effective: int
    rate: int
    narfs_uboats: int
    narfs_raiders: int
    narfs: int
    smps_narfs: int
    smps_convoy: int
    attrition: int
    uboats_left: int
    asw_left: int
    breakdown: Breakdown = attrs.field(eq=False)


def refusals(war: UBoatWar) -> Iterable[Refusal]:
    """Every reason why this cannot be fought: the season, a modifier outside its dates, facts that exclude each
    other."""
    if calendar.SEASONS[calendar.number(war.turn) % 4] not in calendar.STRATEGIC_WARFARE:
        yield Refusal("5.0", "strategic warfare is fought in Spring and Fall only", "Choose a Spring or Fall turn.")
    now = calendar.number(war.turn)
    for name in war.modifiers:
        modifier = BY_ID[name]
        if modifier.first and now < calendar.number(modifier.first):
            yield Refusal(modifier.rule, f"'{name}' holds from {calendar.spoken(modifier.first)} on")
        if modifier.last and now > calendar.number(modifier.last):
            yield Refusal(modifier.rule, f"'{name}' held until {calendar.spoken(modifier.last)}")
    if len(set(war.modifiers)) < len(war.modifiers):
        yield Refusal("5.1.1", "a modifier is named twice")
    for first, second, rule in _CONTRARY:
        if first in war.modifiers and second in war.modifiers:
            yield Refusal(rule, f"'{first}' and '{second}' cannot both hold")
    if war.happy and war.victim != "us":
        yield Refusal("5.1.1", "in the Happy Time the United States bears every NARF", "victim us")


def ceiling(amount: int, each: int) -> int:
    """So many parts of ``each``, the last one begun counting whole."""
    return -(-amount // each)


def attrition(turn: str, asw: int, uboats: int) -> int:
    """U-boats lost to attrition: one for each 3 ASW, from Fall 1943 each 2, rounded up; never more than there are
    (5.1.3.3)."""
    each = 2 if calendar.number(turn) >= calendar.number(HARDER_FROM) else 3
    return min(ceiling(asw, each), uboats)


def attrition_by_table(asw: int, face: int, uboats: int) -> int:
    """U-boats lost to attrition by the optional table (29.17)."""
    if not asw or not face:
        return 0
    data = table("thewar", ATTRITION)
    place = data["columns"].index(attrition_column(asw))
    return min(int(data["row"][str(face)][place]), uboats)


def attrition_column(asw: int) -> str:
    """The label of the optional attrition table's column for so many ASW (29.17)."""
    columns = table("thewar", ATTRITION)["columns"]
    return str(next((label for label, most in zip(columns, (3, 6, 11, 18), strict=False) if asw <= most), columns[-1]))


def met(war: UBoatWar, marks: Iterable[str]) -> str:
    """What the convoys met: '' nothing, '*' an Ambush, '**' a Massacre. The table's marks say so, or with the convoy
    rule the convoy's own way (5.1.3.1, 5.1.3.2, 29.7)."""
    if war.convoys:
        return war.convoy
    return next((mark for mark in ("**", "*") if mark in marks), "")


def attrition_due(war: UBoatWar) -> bool:
    """Whether a die on the optional attrition table is still to be rolled: where U-boats would be worn by the standard
    rule, after the U-boat roll (29.17)."""
    if not war.by_table or war.attrition_face or not war.rolls or not war.rolled:
        return False
    return resolve(attrs.evolve(war, by_table=False)).attrition > 0


def resolve(war: UBoatWar) -> UBoatResult:
    """The result of a turn of the U-boat war (5.1.1 to 5.1.3.3): losses, then aborts, then the excess (ruling 3), the
    cap, SMPs, attrition."""
    crt = combat_table(CRT)
    causes: list[Line] = []
    if not war.uboats:
        row, text = 0, "no effect"
        marks: tuple[str, ...] = ()
        uboats_lost = uboats_aborted = asw_lost = asw_aborted = effective = rate = converted = 0
    else:
        # Without ASW the table's best cell is the most there can be (ruling 6).
        row = crt.row(war.face + war.modifier) if war.rolls else min(crt.rows)
        cell = crt.cell(war.column, row)
        text, marks = cell.text, cell.marks
        uboats_lost = min(cell.attackers_lost, war.uboats)
        # In the Happy Time the ASW that would be lost become American NARFs instead (5.1.1, ruling 5).
        asw_lost = 0 if war.happy else min(cell.defenders_lost, war.asw)
        uboats_aborted = min(cell.attackers_aborted, war.uboats - uboats_lost)
        asw_aborted = min(cell.defenders_aborted, war.asw - asw_lost)
        rate = RATES[met(war, marks)]
        effective = max(0, war.uboats - uboats_lost - uboats_aborted - (war.asw - asw_lost - asw_aborted))
        converted = cell.defenders_lost * rate if war.happy else 0
        causes = [Line(BY_ID[name].label, BY_ID[name].value, BY_ID[name].rule) for name in war.modifiers]
        if war.cards:
            causes.append(Line("cards", war.cards, "29.6"))
    convoy = len(met(war, marks))
    narfs_uboats = effective * rate + converted
    narfs_raiders = war.raiders * RAIDER + war.raiders_depleted * RAIDER_DEPLETED
    narfs = narfs_uboats + narfs_raiders
    causes.append(Line(f"{effective} U-boats x {rate} NARFs", effective * rate, "5.1.3"))
    if converted:
        causes.append(Line("ASW losses of the Happy Time", converted, "5.1.1"))
    if narfs_raiders:
        causes.append(Line("raiders", narfs_raiders, "5.1.2.1"))
    cap = war.isles // 3
    if war.victim == "britain" and narfs > cap:
        causes.append(Line("a third of the British Isles at most", cap - narfs, "5.1.3, ruling 10"))
        narfs = cap
    damage = narfs > 0 or (asw_lost > 0 and not war.damage_only)
    worn, left = 0, war.uboats - uboats_lost
    if war.asw and damage:
        committed = war.asw + war.hunters
        worn = (
            attrition_by_table(committed, war.attrition_face, left)
            if war.by_table
            else attrition(war.turn, committed, left)
        )
    return UBoatResult(
        column=war.column,
        modifier=war.modifier,
        row=row,
        result=text,
        marks=marks,
        uboats_lost=uboats_lost,
        uboats_aborted=uboats_aborted,
        asw_lost=asw_lost,
        asw_aborted=asw_aborted,
        effective=effective,
        rate=rate,
        narfs_uboats=narfs_uboats,
        narfs_raiders=narfs_raiders,
        narfs=narfs,
        smps_narfs=ceiling(narfs, NARFS_PER_SMP),
        smps_convoy=convoy,
        attrition=worn,
        uboats_left=war.uboats - uboats_lost - worn,
        asw_left=war.asw - asw_lost,
        breakdown=Breakdown(tuple(causes)),
    )
